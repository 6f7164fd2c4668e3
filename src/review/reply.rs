//! The one reader of replies: yes and no at a review and to a new layout, words to a run, a choice by number.
//!
//! In: a line, as typed. Out: what it says, or that it says none of these. A reply is one of the whole phrases of
//! `reply/replies.yaml`, after [`normal`] has taken off what does not matter; nothing here looks into a phrase, and no
//! recogniser and no model is asked. Every door that takes a yes, a no or a word to a run asks here.
//!
//! 1. A yes is a closed list of whole phrases. A question mark and an ellipsis are never taken off: "yes?" approves nothing.
//! 2. No phrase stands in two lists of the same place, and no yes has a word that delays, limits or refuses (the loader
//!    refuses both).
//! 3. A word to a run that is not understood never lets it go on: it pauses, or, with a word for stopping in it, one that is a slip
//!    away from one, or one that denies, stops now (`reply/stops.rs`).

use super::Digest;

mod choice;
mod lists;
mod recovery;
mod stops;

pub use choice::{Choice, choice};
use lists::lists;
pub use recovery::{AboutRobot, about_robot, holds_nothing};

/// Digits of a digest that name it; the review shows as many.
pub const NAMED_DIGITS: usize = 16;

/// Bytes of the longest line that can be a reply: longer ones are not looked at.
const REPLY_BYTES_MAX: usize = 200;

/// What was answered at a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing but blanks.
    Empty,
    /// A plain yes.
    Yes,
    /// A plain no.
    No,
    /// A yes to the plan with this digest.
    Approve(Named),
    /// A yes to a digest that has too few digits, or too many.
    Unnamed,
    /// Neither: a question, a change, or something that nobody understands.
    Other,
}

/// A word to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunWord {
    /// Nothing but blanks.
    Empty,
    /// Finish the step, then wait.
    Pause,
    /// Go on.
    Resume,
    /// Finish the step, then end the run.
    Stop,
    /// Halt the robot.
    StopNow,
    /// The step that was asked about with this code was done.
    Confirm(u16),
    /// A no, or a line that denies: it was not done, or the robot is to halt.
    No,
    /// Which words are there?
    Help,
    /// None of these; to be taken as [`Self::Pause`].
    Unknown,
}

/// The first digits of a digest, at least [`NAMED_DIGITS`], as a program names what it approves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named(String);

/// Why a text names no digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is named by at least its first {NAMED_DIGITS} hexadecimal digits, as the review shows them")]
pub struct NotNamed;

impl std::str::FromStr for Named {
    type Err = NotNamed;

    fn from_str(text: &str) -> Result<Self, NotNamed> {
        let is_fit = (NAMED_DIGITS..=2 * blake3::OUT_LEN).contains(&text.len());
        match is_fit && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            true => Ok(Self(text.to_ascii_lowercase())),
            false => Err(NotNamed),
        }
    }
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Named {
    /// Whether it names this digest.
    #[must_use]
    pub fn names(&self, digest: Digest) -> bool {
        digest.to_hex().starts_with(&self.0)
    }
}

/// Reads an answer to "approve?".
#[must_use]
pub fn at_review(line: &str) -> Reply {
    if line.trim().is_empty() {
        return Reply::Empty;
    }
    let Some(phrase) = normal(line) else { return Reply::Other };
    match phrase.split_once(' ') {
        Some(("approve", named)) if is_hexadecimal(named) => named.parse().map_or(Reply::Unnamed, Reply::Approve),
        _ if lists().agree.contains(&phrase) || lists().approve.contains(&phrase) => Reply::Yes,
        _ if lists().decline.contains(&phrase) => Reply::No,
        _ => Reply::Other,
    }
}

/// Reads an answer to "take it up?", asked of a new layout. Whatever is no plain yes is a no.
#[must_use]
pub fn takes_up(line: &str) -> bool {
    normal(line).is_some_and(|phrase| lists().agree.contains(&phrase) || lists().take_up.contains(&phrase))
}

/// Reads a line that was typed while a run goes on. "Stop!", with an exclamation mark, is "stop now".
#[must_use]
pub fn during_run(line: &str) -> RunWord {
    let line = line.trim();
    if line.is_empty() {
        return RunWord::Empty;
    }
    if line.chars().all(|c| c == '!') {
        return RunWord::StopNow;
    }
    let Some(phrase) = normal(line) else { return unknown(line) };
    if let Some(code) = phrase.strip_prefix("confirm ").and_then(confirmation) {
        return RunWord::Confirm(code);
    }
    let lists = lists();
    match () {
        () if lists.stop_now.contains(&phrase) => RunWord::StopNow,
        () if lists.stop.contains(&phrase) && line.contains('!') => RunWord::StopNow,
        () if lists.stop.contains(&phrase) => RunWord::Stop,
        () if lists.pause.contains(&phrase) => RunWord::Pause,
        () if lists.resume.contains(&phrase) => RunWord::Resume,
        // "Help!" may be a cry.
        () if lists.help.contains(&phrase) && line.contains('!') => RunWord::StopNow,
        () if lists.help.contains(&phrase) => RunWord::Help,
        // A letter is a slip of any word.
        () if lists.decline.contains(&phrase) && phrase.chars().count() > 1 => unless_stop(line, RunWord::No),
        () => unknown(line),
    }
}

/// Whether a line is a word to a run, or a no, and nothing else: where no run goes on, it means nothing.
#[must_use]
pub fn is_for_a_run(line: &str) -> bool {
    let lists = lists();
    let to_a_run = [&lists.pause, &lists.resume, &lists.stop, &lists.stop_now, &lists.decline];
    normal(line).is_some_and(|phrase| to_a_run.iter().any(|list| list.contains(&phrase)))
}

/// Four digits, as the question shows them.
fn confirmation(text: &str) -> Option<u16> {
    let are_digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| are_digits)
}

/// A line that no list has: what asks for a stop in other words stops.
fn unknown(line: &str) -> RunWord {
    let other = if stops::denies(line, &lists().stops) { RunWord::No } else { RunWord::Unknown };
    unless_stop(line, other)
}

fn unless_stop(line: &str, other: RunWord) -> RunWord {
    if stops::may_stop(line, &lists().stops) { RunWord::StopNow } else { other }
}

/// Whether somebody meant a digest: a place's number is shorter.
fn is_hexadecimal(text: &str) -> bool {
    text.len() > 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A line as the lists have it: no blanks at its ends, one between its words, lower case, without commas, without the full
/// stop or the exclamation marks that end a word, with straight apostrophes. None where it cannot be a phrase of a list: it
/// is too long, or has an ellipsis or a control character.
fn normal(line: &str) -> Option<String> {
    let line = line.trim();
    if line.len() > REPLY_BYTES_MAX || line.contains("..") || line.contains('…') {
        return None;
    }
    if line.chars().any(|c| c.is_control() && c != '\t') {
        return None;
    }
    let mut phrase = String::with_capacity(line.len());
    for word in line.split(|c: char| c.is_whitespace() || c == ',') {
        if word == "." {
            // One of the ways to write an ellipsis.
            return None;
        }
        let word = word.trim_end_matches('!');
        let word = word.strip_suffix('.').unwrap_or(word).trim_end_matches('!');
        if word.is_empty() {
            continue;
        }
        if word.ends_with(['.', '!']) {
            // Neither an end of a sentence nor a shout: nobody knows what it is.
            return None;
        }
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.extend(word.chars().map(|c| if "’‘ʼ`´".contains(c) { '\'' } else { c }).flat_map(char::to_lowercase));
    }
    (!phrase.ends_with('.')).then_some(phrase).filter(|phrase| !phrase.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_does_not_matter_is_taken_off() {
        for (line, phrase) in [
            ("Yes", Some("yes")),
            ("  yes \t", Some("yes")),
            ("YES!!", Some("yes")),
            ("yes.", Some("yes")),
            ("yes !", Some("yes")),
            ("yes .", None),
            ("yes, go  ahead", Some("yes go ahead")),
            ("yes,go ahead", Some("yes go ahead")),
            ("Yes. Go ahead!", Some("yes go ahead")),
            ("let’s go", Some("let's go")),
            ("yes?", Some("yes?")),
            ("yes...", None),
            ("yes…", None),
            ("yes ..", None),
            ("yes . . .", None),
            ("yes\nno", None),
            ("yes\u{200b}", Some("yes\u{200b}")),
            ("yes\0", None),
            ("y e s", Some("y e s")),
            ("!", None),
            (".", None),
            ("", None),
        ] {
            assert_eq!(normal(line).as_deref(), phrase, "{line:?}");
        }
        assert_eq!(normal(&"yes ".repeat(100)), None);
    }

    #[test]
    fn a_phrase_has_its_longest_length() {
        let longest = format!("yes {}", "y".repeat(REPLY_BYTES_MAX - 4));
        assert_eq!(normal(&longest).as_ref(), Some(&longest));
        assert_eq!(normal(&format!("{longest}y")), None);
    }

    #[test]
    fn a_confirmation_is_four_digits() {
        for (line, word) in [
            ("confirm 0172", RunWord::Confirm(172)),
            (" Confirm  0172! ", RunWord::Confirm(172)),
            ("confirm 0000", RunWord::Confirm(0)),
            ("confirm 9999", RunWord::Confirm(9_999)),
            ("confirm 172", RunWord::Unknown),
            ("confirm 01720", RunWord::Unknown),
            ("confirm +172", RunWord::Unknown),
            // An "o" is no 0, whatever it looks like.
            ("confirm o172", RunWord::Unknown),
            ("confirm 0a7f", RunWord::Unknown),
            ("confirm", RunWord::Unknown),
            ("confirm 0172 0172", RunWord::Unknown),
            ("0172", RunWord::Unknown),
        ] {
            assert_eq!(during_run(line), word, "{line:?}");
        }
    }

    #[test]
    fn a_digest_is_named_by_its_first_digits() {
        let digest = blake3::hash(b"x");
        let hex = digest.to_hex();
        for (length, fits) in [(0, false), (15, false), (16, true), (17, true), (64, true)] {
            let named = hex[..length].parse::<Named>();
            assert_eq!(named.is_ok_and(|named| named.names(digest)), fits, "{length}");
        }
        assert_eq!(hex[..16].to_uppercase().parse::<Named>().map(|named| named.to_string()), Ok(hex[..16].to_owned()));
        assert!(hex[..16].to_uppercase().parse::<Named>().is_ok_and(|named| named.names(digest)));
        assert_eq!(format!("{hex}0").parse::<Named>(), Err(NotNamed));
        assert!("0123456789abcdef".parse::<Named>().is_ok_and(|named| !named.names(digest)));
        assert_eq!("0123456789abcdeg".parse::<Named>(), Err(NotNamed));
    }

    #[test]
    fn a_yes_by_digest_is_a_line_of_its_own() {
        let named = || Reply::Approve(Named("0123456789abcdef".to_owned()));
        for (line, reply) in [
            ("approve 0123456789abcdef", named()),
            (" Approve  0123456789ABCDEF. ", named()),
            ("approve 0123456789abcde", Reply::Unnamed),
            ("approve abcdef", Reply::Unnamed),
            (&format!("approve {}", "0".repeat(65)), Reply::Unnamed),
            ("approve 0123456789abcdef?", Reply::Other),
            ("approve 0123456789abcdef 0123456789abcdef", Reply::Other),
            ("approve 2", Reply::Other),
            ("approve 1234", Reply::Other),
            ("approve 12345", Reply::Unnamed),
            ("approve 2 but not 3", Reply::Other),
            ("approve", Reply::Yes),
            ("approve it", Reply::Yes),
            ("yes approve 0123456789abcdef", Reply::Other),
            ("0123456789abcdef", Reply::Other),
        ] {
            assert_eq!(at_review(line), reply, "{line:?}");
        }
    }

    #[test]
    fn words_to_a_run() {
        use RunWord::{Empty, Help, No, Pause, Resume, Stop, StopNow, Unknown};
        for (word, lines) in [
            (Empty, &["", "  ", "\t"][..]),
            (Pause, &["p", "pause", "Pause!", "wait", "hold on"]),
            (Resume, &["resume", "continue", "go on", "Go on, please."]),
            (Stop, &["s", "stop", "Stop.", "stop after this step"]),
            (
                StopNow,
                &["stop now", "halt", "now", "!", "!!!", "stop!", "STOP!", "stop, stop", "stop at once", "e-stop"],
            ),
            (StopNow, &["please would you stop it", "don't stop", "abort abort", "stop\u{1b}", "stop...", "stop?"]),
            (StopNow, &["stap", "sotp", "s top", "stopnow", "kill", "quit", "exit", "abort!", "shut down"]),
            // It is "reject" at a review.
            (Unknown, &["r", "R", "n"]),
            (
                Unknown,
                &["resume?", "resume...", "go", "yes", ".", "weld at 2", "continue after lunch", "help me", "help?"],
            ),
            (Help, &["help", "Help.", "?"]),
            (
                StopNow,
                &[
                    "help!",
                    "cancel",
                    "cancel the run",
                    "schluss",
                    "enough",
                    "that's enough",
                    "off",
                    "Arrête!",
                    "arrete",
                    "aus",
                ],
            ),
            (StopNow, &["basta", "genug", "no, stop", "do not stop", "quit", "exit"]),
            (
                No,
                &[
                    "no",
                    "no no no",
                    "nope",
                    "nein",
                    "not ok",
                    "do not go on",
                    "don't continue",
                    "don’t resume",
                    "nicht weiter",
                ],
            ),
            (No, &["never mind", "reject it", "not so fast", "no, wait", "it isn't clear"]),
        ] {
            for line in lines {
                assert_eq!(during_run(line), word, "{line:?}");
            }
        }
        assert_eq!(during_run(&"x".repeat(10_000)), Unknown);
    }

    #[test]
    fn what_may_be_a_stop_is_one() {
        for line in [
            "stap",
            "sotp",
            "sstop",
            "stopnow",
            "s top",
            "s t o p",
            "st op",
            "stp",
            "top",
            "stoop",
            "stopp",
            "sttooopp",
            "xyzstop now",
            "halz",
            "hlat",
            "ahlt",
            "abrot",
            "aboort",
            "frreze",
            "emergncy",
            "e stop",
            "kill",
            "kill it",
            "quit",
            "exit",
            "shutdown",
            "Stap!",
            "please stap it",
            "stop-now",
            "e-stopp",
            "estpo",
        ] {
            assert_eq!(during_run(line), RunWord::StopNow, "{line}");
        }
    }

    #[test]
    fn what_is_something_else_is_none() {
        for line in [
            "",
            "so",
            "to",
            "step",
            "steps",
            "after this step",
            "pause after the step",
            "go",
            "yes",
            "wait a bit",
            "what about position 2",
            "weld at 2",
            "half",
            "stow the camera",
            "at the first opportunity",
            "resume",
            "continue",
            "skill",
            "quite",
            "exits",
            "hold the tool",
            "what is that",
            "help",
            "state",
            "where is the robot?",
        ] {
            assert_ne!(during_run(line), RunWord::StopNow, "{line}");
        }
    }

    #[test]
    fn a_sentence_is_not_looked_at_without_its_blanks() {
        // Twelve letters, and thirteen.
        assert_eq!(during_run("abcdefgh st op"), RunWord::StopNow);
        assert_eq!(during_run("abcdefghi st op"), RunWord::Unknown);
    }

    #[test]
    fn a_layout_takes_its_own_yes() {
        for (line, taken) in [("yes", true), ("Take it up.", true), ("run it", false), ("no", false), ("yes?", false)] {
            assert_eq!(takes_up(line), taken, "{line:?}");
        }
        assert_eq!(at_review("take it up"), Reply::Other);
    }

    #[test]
    fn every_yes_stands_alone() {
        let lists = lists();
        let yes: Vec<&String> = lists.agree.iter().chain(&lists.approve).collect();
        assert!(yes.len() > 500, "{}", yes.len());
        let around = [
            "?",
            "...",
            " …",
            " later",
            " after lunch",
            " but slowly",
            " and then",
            " one more thing",
            " not",
            " if it is clear",
            " when i say so",
            " tomorrow",
            " nothing else",
            " by hand",
            " everyone out",
            " too big",
            ": no",
            " 2",
            " ?",
            "-",
        ];
        for phrase in yes {
            assert_eq!(at_review(phrase), Reply::Yes, "{phrase}");
            for after in around {
                assert_ne!(at_review(&format!("{phrase}{after}")), Reply::Yes, "{phrase}{after}");
            }
            for before in
                ["do not ", "don't ", "not ", "never ", "if ", "should i ", "i will ", "before you ", "no ", "wait "]
            {
                assert_ne!(at_review(&format!("{before}{phrase}")), Reply::Yes, "{before}{phrase}");
            }
        }
    }

    proptest! {
        #[test]
        fn nothing_but_the_list_approves(line in "\\PC{0,40}") {
            let is_listed = normal(&line).is_some_and(|phrase| lists().agree.contains(&phrase) || lists().approve.contains(&phrase));
            prop_assert_eq!(at_review(&line) == Reply::Yes, is_listed);
        }

        #[test]
        fn a_phrase_is_normal_once_and_for_all(line in "[a-zA-Z',.!? \\t’]{0,30}") {
            if let Some(phrase) = normal(&line) {
                prop_assert_eq!(normal(&phrase), Some(phrase.clone()));
            }
        }

        #[test]
        fn every_line_to_a_run_is_read(line in "\\PC{0,60}") {
            let _ = during_run(&line);
            let _ = choice(&line, 3);
        }
    }
}
