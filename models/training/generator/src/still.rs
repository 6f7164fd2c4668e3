//! Sentences at which nothing may move: impossible names, no place, negations, stop words, contradictions, chatter,
//! injections; and what has no goal of its own: confirmations, replays.

use cellgraph::language::{Replay, Said};

use crate::{
    place::Kind,
    speaker::{Line, Speaker},
    tables::tidy,
    words,
};

impl Speaker<'_> {
    fn unclear(&mut self, text: String, tag: &'static str) -> Line {
        self.line(text, Said::Unclear, &[tag])
    }

    /// A place that the cell does not have.
    fn lost_place(&mut self) -> String {
        let family = &self.cell.families[0].family;
        let last = family.places.iter().filter_map(|place| place.number).max().unwrap_or(6);
        let noun = family.nouns.first().cloned().unwrap_or_else(|| "position".to_owned());
        let has = |text: &str| {
            let low = text.to_lowercase();
            self.cell.families.iter().flat_map(|known| &known.family.places).any(|place| {
                place.label.to_lowercase() == low
                    || place.name.to_lowercase() == low
                    || place.full.iter().any(|full| full.to_lowercase() == low)
            })
        };
        for _ in 0..20 {
            let beyond = last + 1 + {
                let far = *self.dice.pick(&[2, 6, 40]);
                self.dice.below(far) as u32
            };
            let beyond = if self.dice.chance(6) { 0 } else { beyond };
            let text = match (self.dice.below(10), family.kind) {
                (0..7, Kind::Number) => match self.dice.below(5) {
                    0 => family.places[0].name.replace(&family.places[0].label, &beyond.to_string()),
                    1 => beyond.to_string(),
                    2 => format!("{noun} {}", words::number(beyond)),
                    3 => format!("the {} {noun}", words::ordinal_digits(beyond as usize)),
                    _ => format!("{noun} {beyond}"),
                },
                (0..7, Kind::Letter) => {
                    let letter = char::from(b'A' + (family.places.len() + self.dice.below(6)).min(25) as u8);
                    format!("{noun} {letter}")
                }
                (0..7, Kind::Grid) => {
                    let letter = self.dice.pick(&family.places).label.chars().next().unwrap_or('A');
                    let after = char::from(b'S' + self.dice.below(7) as u8);
                    if self.dice.chance(50) {
                        format!("{letter}{beyond}")
                    } else {
                        format!("{after}{}", 1 + self.dice.below(4))
                    }
                }
                (0..7, Kind::Word) => {
                    let word = *self.dice.pick(&[
                        "turquoise",
                        "golden",
                        "violet",
                        "beige",
                        "upper",
                        "zebra",
                        "tango",
                        "sirius",
                        "baobab",
                        "lower",
                        "purple",
                        "lion",
                    ]);
                    format!("the {word} {noun}")
                }
                _ => {
                    let lost = self.say("lost.noun", &[]);
                    if self.dice.chance(30) {
                        format!("{lost} {}", 1 + self.dice.below(9))
                    } else {
                        format!("the {lost}")
                    }
                }
            };
            if !has(&text) && !has(text.trim_start_matches("the ")) {
                return text;
            }
        }
        "the moon".to_owned()
    }

    /// A name that the cell does not have, anywhere in a command.
    pub fn impossible_line(&mut self) -> Option<Line> {
        let lost = self.lost_place();
        let text = match self.dice.below(10) {
            0..4 => {
                let wrong =
                    self.saying(lost, crate::speaker::spans(Vec::new()), vec![cellgraph::cell::PositionId(0)], &[]);
                match self.job() {
                    Some((_, job)) if self.dice.chance(65) => self.work_part(job, &wrong).text,
                    _ => self.go_to(wrong, "go").text,
                }
            }
            4..6 => {
                let good = self.place().text;
                let pair = if self.dice.chance(50) { [good, lost] } else { [lost, good] };
                let joined = self.joined(&pair);
                let wrong = self.saying(joined, crate::speaker::spans(Vec::new()), Vec::new(), &[]);
                match self.job() {
                    Some((_, job)) if self.dice.chance(65) => {
                        let verb = self.verb(job);
                        self.put(verb.text, &wrong)
                    }
                    _ => self.go_to(wrong, "go.many").text,
                }
            }
            6..8 if !self.cell.strange_jobs.is_empty() => {
                let strange = self.dice.pick(&self.cell.strange_jobs).clone();
                let verb = *self.dice.pick(&strange.verbs);
                let place = if self.dice.chance(80) { self.place() } else { self.all() };
                let text = self.put(verb.text, &place);
                if self.dice.chance(15) {
                    let other = self.any_part().text;
                    format!("{other} and {text}")
                } else {
                    text
                }
            }
            8 if !self.cell.strange_tools.is_empty() => {
                let tool = (*self.dice.pick(&self.cell.strange_tools)).to_owned();
                self.say("take", &[("t", tool)])
            }
            _ => {
                let good = self.any_part().text;
                let link = *self.dice.pick(&[" and then ", ", then ", " and "]);
                format!("{good}{link}go to {lost}")
            }
        };
        let text = self.frame_plain(text);
        Some(self.unclear(text, "impossible-name"))
    }

    fn frame_plain(&mut self, text: String) -> String {
        if self.dice.chance(60) { text } else { self.say("frame", &[("ing", words::ing(&text)), ("c", text)]) }
    }

    /// A command that names no place.
    pub fn placeless_line(&mut self) -> Option<Line> {
        let nouns = &self.cell.families[0].family.nouns;
        let noun = nouns.first().cloned().unwrap_or_else(|| "position".to_owned());
        let many = words::plural(&noun);
        if self.dice.chance(22) {
            let is_spot = self.cell.families.iter().flat_map(|k| &k.family.places).any(|p| p.full.contains(&noun));
            let text = self.say("nowhere", &[("one", noun), ("s", many)]);
            return (!is_spot).then(|| self.unclear(text, "no-position"));
        }
        let (id, job) = self.job()?;
        let verb = self.verb(job).text;
        let x = self.placeless(verb);
        let n = (*self.dice.pick(&self.cell.jobs[job].1.nouns.clone())).to_owned();
        let r = self.cell.snapshot.routine_name(id).to_owned();
        let bound = [("ing", words::ing(&x)), ("x", x), ("n", n), ("r", r), ("one", noun), ("s", many)];
        let text = self.say("noplace", &bound);
        Some(self.unclear(text, "no-position"))
    }

    fn bound(&mut self) -> Vec<(&'static str, String)> {
        let c = loop {
            let part = self.any_part();
            if part.verbal {
                break part.text;
            }
        };
        let (place, other) = (self.place().text, self.place().text);
        let (_, tool) = self.tool();
        let (v, n) = match self.job() {
            Some((_, job)) => {
                let verb = self.verb(job).text;
                let n = *self.dice.pick(&self.cell.jobs[job].1.nouns.clone());
                (tidy(&verb.replace(['~', '@'], "")), n.to_owned())
            }
            None => ("move".to_owned(), "move".to_owned()),
        };
        vec![("ing", words::ing(&c)), ("c", c), ("p", place), ("b", other), ("t", tool), ("v", v), ("n", n)]
    }

    /// Told not to, told to stop, told both, or left a choice.
    pub fn forbidden_line(&mut self) -> Line {
        let bound = self.bound();
        let (section, tag) = *self.dice.weighted(&[
            (45, ("not", "negation")),
            (24, ("stop", "stop")),
            (18, ("contradiction", "contradiction")),
            (13, ("or", "ambiguous")),
        ]);
        let text = self.say(section, &bound);
        self.unclear(text, tag)
    }

    /// Neither command nor question.
    pub fn unknown_line(&mut self) -> Line {
        let bound = self.bound();
        let (section, tag) = *self.dice.weighted(&[
            (24, ("hello", "greeting")),
            (24, ("scope", "out-of-scope")),
            (24, ("fact", "statement")),
            (16, ("inject", "injection")),
            (12, ("", "gibberish")),
        ]);
        let text = if section.is_empty() { self.gibberish() } else { self.say(section, &bound) };
        self.line(text, Said::Unknown, &[tag])
    }

    fn gibberish(&mut self) -> String {
        let count = self.dice.between(1, 4);
        let letters = *self.dice.pick(&[
            "asdfghjkl",
            "qwertyuiop",
            "zxcvbnm",
            "abcdefghijklmnopqrstuvwxyz",
            "xkqzjv",
            "äöüß",
            "0123456789",
            ".,;:-_#+*",
            "la",
            "blarg",
        ]);
        let letters: Vec<char> = letters.chars().collect();
        let mut parts = Vec::new();
        for _ in 0..count {
            let length = self.dice.between(1, 8);
            let same = self.dice.chance(20);
            let first = *self.dice.pick(&letters);
            parts.push((0..length).map(|_| if same { first } else { *self.dice.pick(&letters) }).collect::<String>());
        }
        if self.dice.chance(4) { String::new() } else { parts.join(" ") }
    }

    /// Go ahead with what was proposed.
    pub fn confirm_line(&mut self) -> Line {
        let text = self.say("confirm", &[]);
        self.line(text, Said::Confirm, &["confirmation"])
    }

    /// The last one again.
    pub fn replay_line(&mut self) -> Line {
        let text = self.say("replay", &[]);
        self.line(text, Said::Replay(Replay::Last), &["replay"])
    }
}
