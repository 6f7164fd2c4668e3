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
    pub fn unclear(&mut self, text: String, tag: &'static str) -> Line {
        self.line(text, Said::UNCLEAR, &[tag])
    }

    /// A command that names no place.
    pub fn placeless_line(&mut self) -> Option<Line> {
        let nouns = &self.cell.families[0].family.nouns;
        let noun = nouns.first().cloned().unwrap_or_else(|| "position".to_owned());
        let many = words::plural(&noun);
        if self.dice.chance(8)
            && let Some(first) = self.cell.families.first().filter(|known| known.family.kind == Kind::Grid)
        {
            // A whole row is many places to work at, but none to go to.
            let letter = first.family.places[0].label.chars().next().unwrap_or('A');
            let text = self.say("nowhere.row", &[("row", letter.to_string())]);
            return Some(self.unclear(text, "ambiguous"));
        }
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
        let part = loop {
            let part = self.any_part();
            if part.verbal {
                break part;
            }
        };
        let (c, told) = (part.text, part.place.map(|saying| saying.ids));
        let place = self.place();
        // "Go to 3 or 3" is no choice.
        let other =
            (0..9).map(|_| self.place()).find(|other| other.ids != place.ids && told.as_ref() != Some(&other.ids));
        let other = other.map_or_else(|| "somewhere else".to_owned(), |other| other.text);
        let place = place.text;
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
            (42, ("not", "negation")),
            (20, ("stop", "stop")),
            (16, ("contradiction", "contradiction")),
            (22, ("or", "ambiguous")),
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
            // A short number may be the name of a place.
            let length = self.dice.between(if letters[0] == '0' { 5 } else { 1 }, 8);
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
