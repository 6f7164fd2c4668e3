//! Commands that name what the cell does not have: a place, a routine, a tool, alone or among others that it has.

use crate::{
    place::Kind,
    speaker::{Line, Speaker, spans},
    words,
};

/// Work that no trade of the tables knows.
const STRANGE: [&str; 40] = [
    "engrave ~",
    "anodise ~",
    "emboss ~",
    "galvanise ~",
    "chrome ~",
    "steam ~",
    "heat up ~",
    "freeze ~",
    "iron ~",
    "sandblast ~",
    "photocopy ~",
    "varnish ~",
    "wax ~",
    "hammer ~",
    "rivet ~",
    "staple ~",
    "sew ~",
    "x-ray ~",
    "sterilise ~",
    "demagnetise ~",
    "anneal ~",
    "etch ~",
    "tumble ~",
    "vacuum-pack ~",
    "laminate ~",
    "dye ~",
    "shred ~",
    "magnetise ~",
    "crush ~",
    "knit @",
    "weave @",
    "put a stamp on ~",
    "drive a nail into ~",
    "tighten the belt @",
    "hang a tag on ~",
    "saw ~ in half",
    "fold ~",
    "boil ~",
    "toast ~",
    "do a hardness test @",
];

impl Speaker<'_> {
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
                (0, _) if self.dice.chance(60) => self.compound(),
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

    /// A name made of two that the cell has, or of one and a bit: "PosNorthWest", "station 3b".
    fn compound(&mut self) -> String {
        let family = &self.cell.families[0].family;
        let (a, b) = (self.dice.pick(&family.places).clone(), self.dice.pick(&family.places).clone());
        let bit = *self.dice.pick(&["b", "x", "-2", ".5", "bis", "_alt", "00"]);
        match (family.kind, self.dice.below(3)) {
            (Kind::Word | Kind::Letter, 0) => format!("{}{}", a.name, b.label),
            (Kind::Word | Kind::Letter, 1) => format!("{} {}", a.full[0], b.label),
            (_, 0) => format!("{}{bit}", a.name),
            _ => format!("{}{bit}", a.full[0]),
        }
    }

    /// Work that this cell does not know, as a command.
    fn strange_verb(&mut self) -> Option<String> {
        if self.dice.chance(45) || self.cell.strange_jobs.is_empty() {
            let verb = *self.dice.pick(&STRANGE);
            let first = verb.split(' ').next()?;
            let known = self.cell.jobs.iter().any(|(_, job)| {
                job.name.contains(first) || job.verbs.iter().any(|v| v.text.contains(&first[..first.len() - 1]))
            });
            return (!known).then(|| verb.to_owned());
        }
        let strange = self.dice.pick(&self.cell.strange_jobs).clone();
        if self.dice.chance(22) {
            let noun = *self.dice.pick(&strange.nouns);
            let words: Vec<&str> = noun.split(' ').collect();
            let known = |(_, job): &(_, crate::trade::JobWords)| {
                job.nouns.iter().any(|own| own.split(' ').any(|word| words.contains(&word)))
            };
            if !self.cell.jobs.iter().any(known) {
                let head = *self.dice.pick(&["do a", "run the", "a", "I need a", "start the", ""]);
                return Some(format!("{head} {noun} @").trim().to_owned());
            }
        }
        Some(self.dice.pick(&strange.verbs).text.to_owned())
    }

    /// A list in which one place is wrong.
    fn lost_list(&mut self, lost: String) -> String {
        let count = *self.dice.weighted(&[(50, 2), (32, 3), (18, 4)]);
        let mut names = vec![lost];
        let labels = self.dice.chance(35);
        while names.len() < count {
            let place = self.place();
            names.push(if labels { self.named(place.ids[0]) } else { place.text });
        }
        self.dice.shuffle(&mut names);
        names.dedup();
        self.joined(&names)
    }

    /// A name that the cell does not have, anywhere in a command.
    pub fn impossible_line(&mut self) -> Option<Line> {
        let lost = self.lost_place();
        let text = match self.dice.below(100) {
            0..30 => {
                let wrong = self.saying(lost, spans(Vec::new()), vec![cellgraph::cell::PositionId(0)], &[]);
                match self.job() {
                    Some((_, job)) if self.dice.chance(65) => self.work_part(job, &wrong).text,
                    _ => self.go_to(wrong, "go").text,
                }
            }
            30..55 => {
                let joined = self.lost_list(lost);
                let wrong = self.saying(joined, spans(Vec::new()), Vec::new(), &[]);
                match self.job() {
                    Some((_, job)) if self.dice.chance(75) => self.work_part(job, &wrong).text,
                    _ => self.go_to(wrong, "go.many").text,
                }
            }
            55..59 => {
                let good = self.place().text;
                let (a, b) = if self.dice.chance(70) { (good, lost) } else { (lost, good) };
                let text = self.say("range", &[("a", a), ("b", b)]);
                let wrong = self.saying(text, spans(Vec::new()), Vec::new(), &[]);
                let (_, job) = self.job()?;
                let verb = self.verb(job).text;
                self.put(verb, &wrong)
            }
            59..82 => {
                let verb = self.strange_verb()?;
                let place = match self.dice.below(10) {
                    0..7 => self.place(),
                    7..9 => self.list(),
                    _ => self.all(),
                };
                let text = self.put(&verb, &place);
                match self.dice.below(10) {
                    0..2 => {
                        let other = self.any_part().text;
                        let link = *self.dice.pick(&[" and ", ", then ", " and then ", ", "]);
                        format!("{other}{link}{text}")
                    }
                    2 => {
                        let other = self.any_part().text;
                        let link = *self.dice.pick(&[" and ", ", then ", " and then ", ", but first "]);
                        format!("{text}{link}{other}")
                    }
                    3 => {
                        let there = self.pronoun(&verb);
                        format!("go to {} and {there}", place.text)
                    }
                    _ => text,
                }
            }
            82..90 if !self.cell.strange_tools.is_empty() => {
                let tool = (*self.dice.pick(&self.cell.strange_tools)).to_owned();
                let text = self.say("take", &[("t", tool)]);
                if self.dice.chance(25) { format!("{text} and {}", self.any_part().text) } else { text }
            }
            _ => {
                let good = self.any_part().text;
                let wrong = self.saying(lost, spans(Vec::new()), vec![cellgraph::cell::PositionId(0)], &[]);
                let bad = match self.job() {
                    Some((_, job)) if self.dice.chance(50) => self.work_part(job, &wrong).text,
                    _ => self.go_to(wrong, "go").text,
                };
                let link = *self.dice.pick(&[" and then ", ", then ", " and ", ", ", ". After that "]);
                if self.dice.chance(70) { format!("{good}{link}{bad}") } else { format!("{bad}{link}{good}") }
            }
        };
        let text = self.frame_plain(text);
        Some(self.unclear(text, "impossible-name"))
    }

    fn frame_plain(&mut self, text: String) -> String {
        if self.dice.chance(60) { text } else { self.say("frame", &[("ing", words::ing(&text)), ("c", text)]) }
    }
}
