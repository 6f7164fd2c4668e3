//! What happens to a sentence on its way: typos, speech recognition, dropped words, rambling, case and punctuation.
//!
//! What is meant stays clear to a person: codes such as "B2" are not misspelt, and no digit is ever touched but to be
//! spelled out.

use crate::{
    speaker::{Line, Speaker},
    words,
};

const KEYS: [&str; 4] = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"];
const SOUNDS: [(&str, &str); 14] = [
    ("tion", "shun"),
    ("ph", "f"),
    ("ck", "k"),
    ("ee", "ea"),
    ("ea", "ee"),
    ("ou", "u"),
    ("qu", "kw"),
    ("wh", "w"),
    ("ei", "ie"),
    ("ie", "ei"),
    ("ll", "l"),
    ("ss", "s"),
    ("ght", "te"),
    ("er", "ar"),
];
const HEARD: [(&str, &[&str]); 52] = [
    ("five", &["five", "fife", "hive"]),
    ("seven", &["seven", "heaven"]),
    ("nine", &["nine", "nein", "line"]),
    ("eleven", &["eleven", "a leaven"]),
    ("h", &["aitch", "age"]),
    ("i", &["eye", "i"]),
    ("j", &["jay"]),
    ("l", &["el", "ell"]),
    ("m", &["em"]),
    ("n", &["en"]),
    ("o", &["oh"]),
    ("p", &["pee", "pea"]),
    ("q", &["cue", "queue"]),
    ("s", &["ess", "as"]),
    ("north", &["nord", "norse", "north"]),
    ("west", &["vest", "west"]),
    ("east", &["yeast", "east"]),
    ("off", &["of", "off"]),
    ("then", &["than", "then"]),
    ("and", &["an", "end", "and"]),
    ("vise", &["vice", "vise"]),
    ("rack", &["wreck", "rack"]),
    ("bay", &["bay", "bey"]),
    ("place", &["plays", "place"]),
    ("one", &["won", "one", "wan"]),
    ("two", &["to", "too", "two"]),
    ("three", &["three", "free", "tree"]),
    ("four", &["for", "four", "fore"]),
    ("six", &["six", "sicks"]),
    ("eight", &["ate", "eight"]),
    ("ten", &["ten", "tan"]),
    ("to", &["two", "to", "too"]),
    ("for", &["four", "for"]),
    ("a", &["ay", "hey", "a"]),
    ("b", &["bee", "be"]),
    ("c", &["see", "sea"]),
    ("d", &["dee", "the"]),
    ("e", &["ee"]),
    ("f", &["eff", "ef"]),
    ("g", &["gee"]),
    ("k", &["kay"]),
    ("r", &["are"]),
    ("t", &["tea", "tee"]),
    ("red", &["read", "red"]),
    ("blue", &["blew", "blue"]),
    ("weld", &["wield", "well"]),
    ("there", &["their", "there"]),
    ("seam", &["seem", "seam"]),
    ("right", &["write", "right"]),
    ("here", &["hear", "here"]),
    ("by", &["buy", "by"]),
    ("part", &["part", "pat"]),
];

impl Speaker<'_> {
    /// A line as it arrives.
    pub fn noisy(&mut self, mut line: Line) -> Line {
        let tame = line.tags.iter().any(|tag| matches!(*tag, "gibberish" | "injection" | "other-language"));
        let moves =
            !tame && !line.tags.iter().any(|tag| matches!(*tag, "stop" | "greeting" | "confirmation" | "replay"));
        if moves && !line.tags.contains(&"rambling") && self.dice.chance(9) {
            line = self.rambled(line);
        }
        match self.dice.below(100) {
            0..13 if moves => line = self.heard(line),
            13..27 if moves => line = self.mistyped(line),
            27..33 if moves => line = self.dropped(line),
            33..37 if moves => line = self.filled(line),
            _ => {}
        }
        if !tame {
            line.text = self.dressed(&line.text);
        }
        line
    }

    fn rambled(&mut self, mut line: Line) -> Line {
        let hour = self.say("hour", &[]);
        let leads = self.dice.chance(70);
        if leads {
            let before = self.say("ramble.before", &[("h", hour.clone())]);
            line.text = format!("{before} {}", line.text);
        }
        if !leads || self.dice.chance(35) {
            let after = self.say("ramble.after", &[("h", hour)]);
            let gap = if after.starts_with(',') { "" } else { " " };
            line.text = format!("{}{gap}{after}", line.text.trim_end_matches(['?', '.', '!']));
        }
        line.tags.push("rambling");
        line
    }

    /// As a recogniser of speech types it: no signs, small letters, numbers in words, words that sound alike.
    fn heard(&mut self, mut line: Line) -> Line {
        let plain: String = line.text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
        let mut apart = String::new();
        let mut last = ' ';
        for c in plain.chars() {
            let breaks = (last.is_alphabetic() && c.is_numeric())
                || (last.is_numeric() && c.is_alphabetic())
                || (last.is_lowercase() && c.is_uppercase());
            if breaks {
                apart.push(' ');
            }
            apart.push(c);
            last = c;
        }
        let mut out: Vec<String> = Vec::new();
        let mut split = self.dice.chance(22);
        for word in apart.to_lowercase().split_whitespace() {
            let word = match word.parse::<u32>() {
                Ok(n) if n < 10_000 => words::number(n),
                _ => word.to_owned(),
            };
            if self.dice.chance(7) {
                let filler = *self.dice.pick(&["um", "uh", "er", "uhm"]);
                out.push(filler.to_owned());
            }
            // "a" and "d" are letters of a place only after a digit or before one: leave the article alone.
            let sounds = HEARD.iter().find(|(said, _)| *said == word && word != "a");
            match sounds {
                Some((_, heard)) if self.dice.chance(if word.len() < 3 { 35 } else { 42 }) => {
                    out.push((*self.dice.pick(heard)).to_owned())
                }
                // A long word falls apart: "ab lager".
                _ if split && word.len() > 6 && word.is_ascii() && self.dice.chance(40) => {
                    split = false;
                    let at = self.dice.between(2, word.len() - 3);
                    out.push(word[..at].to_owned());
                    out.push(word[at..].to_owned());
                }
                _ => out.push(word),
            }
        }
        line.text = out.join(" ");
        line.tags.push("speech");
        line
    }

    fn mistyped(&mut self, mut line: Line) -> Line {
        let mut words: Vec<String> = line.text.split(' ').map(str::to_owned).collect();
        let fits: Vec<usize> = (0..words.len())
            .filter(|&at| {
                let word = &words[at];
                word.is_ascii()
                    && word.chars().filter(char::is_ascii_alphabetic).count() >= 4
                    && !matches!(word.as_str(), "don't" | "stop")
            })
            .collect();
        if fits.is_empty() {
            return line;
        }
        let count = self.dice.between(1, 3).min(fits.len());
        for at in self.dice.some(&fits, count) {
            words[at] = self.misspelt(&words[at].clone());
        }
        if self.dice.chance(12) {
            // A space lost.
            let at = self.dice.below(words.len().saturating_sub(1).max(1));
            if at + 1 < words.len() && !words[at].ends_with(|c: char| c.is_ascii_digit()) {
                let next = words.remove(at + 1);
                words[at].push_str(&next);
            }
        }
        line.text = words.join(" ");
        line.tags.push("typo");
        line
    }

    fn misspelt(&mut self, word: &str) -> String {
        let letters: Vec<char> = word.chars().collect();
        let inner: Vec<usize> = (1..letters.len())
            .filter(|&at| letters[at].is_ascii_alphabetic() && letters[at - 1].is_ascii_alphabetic())
            .collect();
        if inner.is_empty() {
            return word.to_owned();
        }
        let at = *self.dice.pick(&inner);
        let mut out = letters.clone();
        match self.dice.below(10) {
            0..4 => out.swap(at - 1, at),
            4..6 => {
                out.remove(at);
            }
            6 => out.insert(at, letters[at]),
            7 => {
                let key = letters[at].to_ascii_lowercase();
                let row: Vec<char> = KEYS.iter().find(|row| row.contains(key)).unwrap_or(&KEYS[0]).chars().collect();
                let column = row.iter().position(|&c| c == key).unwrap_or(0);
                out[at] = row[if column > 0 { column - 1 } else { 1 }];
            }
            _ => {
                let low = word.to_lowercase();
                if let Some((said, heard)) = SOUNDS.iter().find(|(said, _)| low[1..].contains(said)) {
                    return low.replacen(said, heard, 1);
                }
                out.remove(at);
            }
        }
        out.into_iter().collect()
    }

    /// Without the small words.
    fn dropped(&mut self, mut line: Line) -> Line {
        let small = ["the", "at", "to", "a", "an", "please", "of", "you", "on", "in"];
        if !line.said_moves() {
            return line;
        }
        let kept: Vec<&str> = line.text.split(' ').filter(|word| !small.contains(word)).collect();
        if kept.len() > 1 && !line.tags.contains(&"range") {
            line.text = kept.join(" ");
            line.tags.push("dropped-words");
        }
        line
    }

    fn filled(&mut self, mut line: Line) -> Line {
        let mut words: Vec<String> = line.text.split(' ').map(str::to_owned).collect();
        for _ in 0..self.dice.between(1, 2) {
            let filler = self.say("filler", &[]);
            let at = self.dice.below(words.len());
            words.insert(at, if self.dice.chance(40) { format!("{filler},") } else { filler });
        }
        line.text = words.join(" ");
        line
    }

    /// Capitals and full stops, or none.
    fn dressed(&mut self, text: &str) -> String {
        let mut out = match self.dice.below(100) {
            0..34 => {
                let mut chars = text.chars();
                chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
            }
            34..50 => text.to_lowercase(),
            50..52 => text.to_uppercase(),
            _ => text.to_owned(),
        };
        match self.dice.below(100) {
            0..14 if !out.ends_with(['.', '?', '!']) => out.push('.'),
            14..18 if !out.ends_with(['.', '?', '!']) => out.push('!'),
            18..38 => out = out.trim_end_matches(['?', '.']).to_owned(),
            _ => {}
        }
        out
    }
}

impl Line {
    /// Whether something is to be done.
    pub fn said_moves(&self) -> bool {
        matches!(self.said, cellgraph::language::Said::Do(_))
    }
}
