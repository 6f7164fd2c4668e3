//! Words: plural forms, lists, names, times, and the width of a line. In: facts. Out: pieces of plain English.
//!
//! Whatever comes from outside, a name, a description, an operator's sentence, is shown through [`shown`] and bounded; it
//! is never taken for words of the answer.

use std::borrow::Cow;

use jiff::{Timestamp, civil::Date};

use crate::{
    cell::{Role, shown},
    limits::{ANSWER_LINE_CHARS, ANSWER_TEXT_CHARS_MAX},
    snapshot::Snapshot,
    when::{self, Clock},
};

/// `1 position`, `2 positions`, `no positions`.
pub(super) fn count(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// `is`, or `are` for several.
pub(super) const fn is_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// `A`, `A and B`, `A, B and C`.
pub(super) fn and<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "and")
}

/// `A`, `A or B`, `A, B or C`.
pub(super) fn or<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "or")
}

fn joined<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// A name as it stands in a sentence: as it is where it reads as one word, else in quotes.
pub(super) fn name(name: &str) -> Cow<'_, str> {
    if is_plain(name) { Cow::Borrowed(name) } else { Cow::Owned(format!("'{}'", shown(name))) }
}

/// Whether a name reads as one word.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// A text from outside as it stands in an answer: on one line, and no longer than anybody would read.
pub(super) fn text(text: &str) -> String {
    let mut chars = text.chars();
    let mut kept: String = chars.by_ref().take(ANSWER_TEXT_CHARS_MAX).collect();
    if chars.next().is_some() {
        kept.push('…');
    }
    shown(&kept).into_owned()
}

/// The same, of a property that may be there and empty: that says nothing.
pub(super) fn said(property: &str) -> Option<String> {
    Some(text(property)).filter(|said| !said.is_empty())
}

/// A text from outside as the end of a sentence: `: Left end of the seam.`, or `.` alone where it is empty.
pub(super) fn described(description: &str) -> String {
    let shown = text(description.trim());
    let full_stop = if shown.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    if shown.is_empty() { ".".to_owned() } else { format!(": {shown}{full_stop}") }
}

/// What a role is called.
pub(super) const fn role(role: Role) -> &'static str {
    match role {
        Role::Home => "home",
        Role::SafeApproach => "safe approach",
        Role::ToolMount => "tool mount",
        Role::Work => "work",
    }
}

/// `today 2026-07-14 16:03:22 CEST`, `yesterday …`, or the time alone; to the second.
pub(super) fn time(at: Timestamp, clock: Clock<'_>) -> String {
    let time = when::words(at, clock.zone);
    match clock.day_word(clock.date(at)) {
        Some(word) => format!("{word} {time}"),
        None => time,
    }
}

/// `today (2026-07-14)`, `yesterday (…)`, `on 2026-07-01`.
pub(super) fn day(day: Date, clock: Clock<'_>) -> String {
    match clock.day_word(day) {
        Some(word) => format!("{word} ({day})"),
        None => format!("on {day}"),
    }
}

/// Seconds: `0.9 s`, `3.7 s`, `2 min 5 s`; to the millisecond below a minute, to the second above.
pub(super) fn seconds(seconds: f64) -> String {
    if seconds < 0.001 && seconds > 0.0 {
        return "less than 0.001 s".to_owned();
    }
    if seconds < 60.0 {
        return format!("{} s", (seconds * 1e3).round() / 1e3);
    }
    let whole = seconds.round();
    let (minutes, rest) = ((whole / 60.0).floor(), whole % 60.0);
    if rest == 0.0 { format!("{minutes} min") } else { format!("{minutes} min {rest} s") }
}

/// A snapshot's hash as it stands in a sentence.
pub(super) fn short_hash(snapshot: &Snapshot) -> String {
    snapshot.content_hash_hex().chars().take(12).collect()
}

/// `text` in lines of at most [`ANSWER_LINE_CHARS`], where its blanks let it; later lines begin with `indent`.
pub(super) fn wrap(text: &str, indent: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut column = 0;
    // One blank ends a word: names with two of them in a row keep both.
    for (place, word) in text.split(' ').enumerate() {
        let chars = word.chars().count();
        if place > 0 {
            if column + 1 + chars > ANSWER_LINE_CHARS && !word.is_empty() {
                out.push('\n');
                out.push_str(indent);
                column = indent.chars().count();
            } else {
                out.push(' ');
                column += 1;
            }
        }
        out.push_str(word);
        column += chars;
    }
    out
}
