//! Names: which texts may be one, and how any text is shown in a message.
//!
//! In goes a text, out come the rules that it breaks or its printable form. Nothing is trimmed, folded or repaired here.

use std::fmt::{self, Write};

use serde_json::Value;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::limits::NAME_BYTES_MAX;

/// Most characters of a text that a message shows.
const SHOWN_CHARS: usize = 100;

/// A rule that a name breaks: its code and what to say.
pub(super) type Broken = (&'static str, String);

/// The name as far as it can tell nodes apart, and every rule that it breaks.
pub(super) fn judge(name: Option<Value>) -> (Option<String>, Vec<Broken>) {
    let text = match name {
        None => return (None, vec![("name-missing", "has no name".into())]),
        Some(Value::String(text)) => text,
        Some(other) => {
            let broken = format!("its name is {}, not a text", EscapedValue(&other));
            return (None, vec![("name-not-text", broken)]);
        }
    };
    if text.is_empty() {
        return (None, vec![("name-empty", "its name is empty".into())]);
    }
    if text.chars().all(char::is_whitespace) {
        return (None, vec![("name-blank", "its name is only blanks".into())]);
    }
    let broken = [too_long(&text), unprintable(&text)].into_iter().flatten().collect();
    (Some(text), broken)
}

/// Whether a name, said aloud, is a word that the review, a run or the console takes as an answer: `Go_Ahead`, `StopNow`,
/// `Emergency-Stop`. Neither case nor the joints between words are heard, and a word said twice is the same word.
pub(super) fn is_answer(name: &str) -> bool {
    let mut words = spoken(name);
    words.dedup();
    let said = words.concat();
    ANSWERS.iter().any(|answer| spoken(answer).concat() == said)
}

/// The words of a name, in lower case: parted at each character that is no letter or digit, and before a capital.
fn spoken(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut is_small_before) = (String::new(), false);
    for char in name.chars() {
        if !char.is_alphanumeric() || char.is_uppercase() && is_small_before {
            words.push(std::mem::take(&mut word));
        }
        if char.is_alphanumeric() {
            word.extend(char.to_lowercase());
        }
        is_small_before = char.is_lowercase();
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// The commonest answers. The whole list belongs to the review (`src/review/reply/replies.yaml`), on which an import does not rest;
/// a test of the review holds that it knows each of these.
pub(crate) const ANSWERS: &[&str] = &[
    "yes",
    "y",
    "ok",
    "okay",
    "no",
    "n",
    "go",
    "go ahead",
    "start",
    "run",
    "approve",
    "approved",
    "confirm",
    "reject",
    "cancel",
    "stop",
    "stop now",
    "emergency stop",
    "e-stop",
    "abort",
    "halt",
    "pause",
    "resume",
    "continue",
    "proceed",
    "why",
    "help",
    "quit",
    "exit",
    "nein",
];

/// A text between single quotes, as one printable line: control, format and separator characters escaped, long texts cut.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('\'')?;
        write_escaped(f, self.0)?;
        f.write_char('\'')
    }
}

/// The same without quotes, for what a sentence names by its kind.
pub(super) struct Bare<'a>(pub(super) &'a str);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_escaped(f, self.0)
    }
}

/// A JSON value as one printable line.
pub(super) struct EscapedValue<'a>(pub(super) &'a Value);

impl fmt::Display for EscapedValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::String(text) => Escaped(text).fmt(f),
            other => write_escaped(f, &other.to_string()),
        }
    }
}

fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for (at, char) in text.chars().enumerate() {
        if at == SHOWN_CHARS {
            return f.write_char('…');
        }
        match char {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            _ if is_unprintable(char) => write_units(f, char)?,
            _ => f.write_char(char)?,
        }
    }
    Ok(())
}

/// As JSON escapes: four hexadecimal digits for each unit of UTF-16.
fn write_units(f: &mut fmt::Formatter<'_>, char: char) -> fmt::Result {
    for unit in char.encode_utf16(&mut [0; 2]) {
        write!(f, "\\u{unit:04x}")?;
    }
    Ok(())
}

fn too_long(name: &str) -> Option<Broken> {
    let bytes = name.len();
    (bytes > NAME_BYTES_MAX)
        .then(|| ("name-too-long", format!("its name has {bytes} bytes, more than {NAME_BYTES_MAX}")))
}

fn unprintable(name: &str) -> Option<Broken> {
    let char = name.chars().find(|&char| is_unprintable(char))?;
    let code = u32::from(char);
    let broken = format!("its name holds the control, format or separator character U+{code:04X}; type the name anew");
    Some(("name-unprintable", broken))
}

fn is_unprintable(char: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    // Nearly all names are ASCII, and the table look-up is the dearest part of the check.
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    matches!(char.general_category(), Control | Format | LineSeparator | ParagraphSeparator)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `Go_Ahead` and `StopNow` passed: the name was compared as it is written, and not as it is said.
    #[test]
    fn a_name_that_is_said_like_an_answer_is_one() {
        for name in [
            "Yes",
            " yes ",
            "STOP",
            "Stop_",
            "_stop",
            "stop!",
            "Go_Ahead",
            "go-ahead",
            "goAhead",
            "GoAhead",
            "GO_AHEAD",
            "goahead",
            "StopNow",
            "Stop_Now",
            "stop.now",
            "Emergency-Stop",
            "EmergencyStop",
            "EStop",
            "E_STOP",
            "Stop-Stop",
            "StopStop",
            "Yes_Yes",
            "O_K",
            "N",
        ] {
            assert!(is_answer(name), "{name}");
        }
        for name in [
            "",
            "_",
            "yes 2",
            "Stop1",
            "Stop_1",
            "Stopper",
            "Unstop",
            "Go_Home",
            "Ahead_Go",
            "Gohead",
            "Start_Position",
            "Emergency",
            "Pause_Area",
            "Run_Out",
            "Nein_Tool",
        ] {
            assert!(!is_answer(name), "{name}");
        }
    }

    #[test]
    fn no_answer_stands_twice() {
        let mut all: Vec<String> = ANSWERS.iter().map(|answer| spoken(answer).concat()).collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
