//! The tables of phrasings, and how one is spelled out.
//!
//! A table file has sections, `[name]` and then one phrasing a line; `#` begins a comment line, `5* ` before a phrasing
//! makes it five times as likely. In a phrasing `(a|b|)` is one of these, and `{name}` is what the caller binds to that
//! name, or else a phrasing of that section. A backslash takes the next character as it is.

use std::collections::HashMap;

use cellgraph_training_generator::dice::Dice;

/// What a caller binds to names, for one phrasing.
pub type Bound<'b> = &'b [(&'b str, String)];

/// All sections.
pub struct Tables(HashMap<&'static str, Vec<(usize, &'static str)>>);

impl Tables {
    /// Every file under `phrases/` but the trades.
    pub fn all() -> Self {
        let mut sections: HashMap<&'static str, Vec<(usize, &'static str)>> = HashMap::new();
        for file in [
            include_str!("../phrases/command.txt"),
            include_str!("../phrases/ask.txt"),
            include_str!("../phrases/still.txt"),
            include_str!("../phrases/noise.txt"),
            include_str!("../phrases/shape.txt"),
            include_str!("../phrases/ramble.txt"),
            include_str!("../phrases/tongues.txt"),
        ] {
            let mut section = "";
            for line in file.lines().map(str::trim_end) {
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                    section = name;
                } else {
                    sections.entry(section).or_default().push(weight(line));
                }
            }
        }
        Self(sections)
    }

    /// A phrasing of a section, spelled out.
    pub fn say(&self, section: &str, bound: Bound<'_>, dice: &mut Dice) -> String {
        let lines = self.0.get(section).unwrap_or_else(|| panic!("there is no section [{section}]"));
        let line = *dice.weighted(lines);
        tidy(&self.spell(line, bound, dice))
    }

    fn spell(&self, text: &str, bound: Bound<'_>, dice: &mut Dice) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['(', '{', '\\']) {
            out.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                b'{' => {
                    let end = at + rest[at..].find('}').unwrap_or_else(|| panic!("no }} in {text}"));
                    let name = &rest[at + 1..end];
                    match bound.iter().find(|(key, _)| *key == name) {
                        Some((_, value)) => out.push_str(value),
                        None => out.push_str(&self.say(name, bound, dice)),
                    }
                    rest = &rest[end + 1..];
                }
                b'(' => {
                    let (options, after) = options(&rest[at + 1..]);
                    let option: &str = dice.pick::<&str>(&options);
                    out.push_str(&self.spell(option, bound, dice));
                    rest = after;
                }
                _ => {
                    let next = rest[at + 1..].chars().next().unwrap_or('\\');
                    out.push(next);
                    rest = &rest[at + 1 + next.len_utf8()..];
                }
            }
        }
        out.push_str(rest);
        out
    }
}

fn weight(line: &'static str) -> (usize, &'static str) {
    match line.split_once("* ") {
        Some((count, rest)) if !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()) => {
            (count.parse().unwrap_or(1), rest)
        }
        _ => (1, line),
    }
}

/// The options of a bracket that was just opened, and what follows it.
fn options(text: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut from, mut list) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            '|' if depth == 0 => {
                list.push(&text[from..at]);
                from = at + 1;
            }
            ')' if depth == 0 => {
                list.push(&text[from..at]);
                return (list, &text[at + 1..]);
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    panic!("no ) in {text}");
}

/// One space between words, none before a comma or a full stop.
pub fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() && !matches!(word, "," | "." | "!" | "?" | ";" | ":") {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.replace(" ,", ",").replace(",,", ",").replace("?.", "?").replace(",.", ".").replace("..,", "...")
}
