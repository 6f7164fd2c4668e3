//! The one reader of replies: yes and no at a review and to a new layout, words to a run, a choice by number.
//!
//! Each place where a line is typed has its reader: the review here, a run in `reply/run.rs`, a recovery in `reply/recovery.rs`, a
//! choice in `reply/choice.rs`.
//!
//! In: a line, as typed. Out: what it says, or that it says none of these. A reply is one of the whole phrases of
//! `reply/replies.yaml`, after [`normal`] has taken off what does not matter; nothing here looks into a phrase, and no
//! recogniser and no model is asked. Every door that takes a yes, a no or a word to a run asks here.
//!
//! 1. A yes is a closed list of whole phrases. A question mark and an ellipsis are never taken off: "yes?" approves nothing.
//! 2. No phrase stands in two lists of the same place, and no yes has a word that delays, limits or refuses (the loader
//!    refuses both).

use super::Digest;

mod choice;
mod lists;
mod opens;
mod recovery;
mod run;
mod stops;
mod words;

pub use choice::{Choice, choice};
use lists::lists;
pub use opens::{CONSOLE_WORDS, opens_like_an_answer};
pub use recovery::{AboutRobot, about_robot, holds_nothing};
pub use run::{AtRest, RunWord, at_rest, during_run, is_about_the_run, may_be_a_question};
pub use words::ReviewWord;

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
    /// A word about the plan, which is no answer to it.
    Word(ReviewWord),
    /// Neither: a question, a change, or something that nobody understands.
    Other,
}

impl Reply {
    /// Whether it may approve the plan that it answers.
    #[must_use]
    pub const fn may_approve(&self) -> bool {
        matches!(self, Self::Yes | Self::Approve(_))
    }
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
    let Some(phrase) = normal(line) else { return if holds_back(line) { Reply::No } else { Reply::Other } };
    // A letter is a slip of any word.
    let is_pause = || phrase.chars().count() > 1 && matches!(run::during_run(line), RunWord::Pause | RunWord::Stop);
    match phrase.split_once(' ') {
        Some(("approve", named)) if is_hexadecimal(named) => named.parse().map_or(Reply::Unnamed, Reply::Approve),
        _ if lists().agree.contains(&*phrase) || lists().approve.contains(&*phrase) => Reply::Yes,
        // "Wait" at a plan: nobody knows until when.
        _ if holds_back(line) || is_pause() => Reply::No,
        _ => words::review_word(&phrase).map_or(Reply::Other, Reply::Word),
    }
}

/// Whether a line is the console's word for saying where the robot is.
#[must_use]
pub fn is_recover(line: &str) -> bool {
    normal(line).as_deref() == Some("recover")
}

/// Whether a line may approve the plan that it answers.
#[must_use]
pub fn may_approve(line: &str) -> bool {
    at_review(line).may_approve()
}

/// Whether a line is a plain yes, such as approves a plan.
#[must_use]
pub fn is_plain_yes(line: &str) -> bool {
    at_review(line) == Reply::Yes
}

/// Reads an answer to "take it up?", asked of a new layout. Whatever is no plain yes is a no.
#[must_use]
pub fn takes_up(line: &str) -> bool {
    normal(line).is_some_and(|phrase| lists().agree.contains(&*phrase) || lists().take_up.contains(&*phrase))
}

/// Whether somebody meant a digest: a place's number is shorter.
fn is_hexadecimal(text: &str) -> bool {
    text.len() > 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a line is a no or a stop, and nothing else, or has a sign for stopping.
fn holds_back(line: &str) -> bool {
    let lists = lists();
    let is_listed = |phrase: String| lists.decline.contains(&*phrase) || lists.stop_now.contains(&*phrase);
    stops::has_sign(line, &lists.stops) || normal(line).and_then(|phrase| plain(&phrase)).is_some_and(is_listed)
}

/// A phrase whose letters are written plainly, for the lists of what holds a robot back. No other list is asked for it: a yes is a yes as
/// it was typed.
fn plain(phrase: &str) -> Option<String> {
    if phrase.is_ascii() { Some(phrase.to_owned()) } else { normal(&stops::plain(phrase)) }
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
    fn what_holds_back_counts_however_it_is_written() {
        for line in [
            "ＳＴＯＰ",
            "ｓｔｏｐ！",
            "ＨＡＬＴ",
            "！",
            "!",
            "!!?",
            "🛑",
            "✋",
            "🛑…",
            "стоп",
            "ストップ",
            "𝐬𝐭𝐨𝐩",
            "ⓢⓣⓞⓟ",
            "ﬆop",
            "nö",
            "ne",
            "niemals",
            "whoa",
            "beenden",
            "Ｎｏ",
            "yes 🛑",
            "freeze",
            "emergency",
            "notaus",
            "hilfe",
        ] {
            assert_eq!(at_review(line), Reply::No, "{line}");
            assert_eq!(choice(line, 1), Choice::Nothing, "{line}");
            // "Stop" leaves the questions of a recovery.
            assert!(matches!(about_robot(line), AboutRobot::No | AboutRobot::PutOff), "{line}");
            assert!(!takes_up(line), "{line}");
        }
    }

    #[test]
    fn a_yes_in_other_letters_is_none() {
        for line in [
            "ｙｅｓ",
            "𝐲𝐞𝐬",
            "ⓨⓔⓢ",
            "ｙes",
            "уes",
            "ＯＫ",
            "ｇｏ ahead",
            "approve ０１２３４５６７８９ａｂｃｄｅｆ",
            "👍",
            "ja",
            "да",
            "はい",
        ] {
            assert!(!may_approve(line) && !takes_up(line) && choice(line, 1) != Choice::Number(1), "{line}");
            assert_ne!(about_robot(line), AboutRobot::Yes, "{line}");
        }
    }

    /// To whoever waited for the plan, "pause" was "not understood", and the plan could be approved.
    #[test]
    fn a_pause_or_a_stop_is_no_yes_later() {
        for line in ["pause", "Wait!", "hold on", "warte", "Moment", "nach diesem Schritt beenden", "stop", "ＷＡＩＴ"]
        {
            assert_eq!(at_review(line), Reply::No, "{line}");
        }
        for line in ["wait for position 2", "finish with position 2", "s", "step", "state"] {
            assert_ne!(at_review(line), Reply::No, "{line}");
        }
    }

    #[test]
    fn a_phrase_has_its_longest_length() {
        let longest = format!("yes {}", "y".repeat(REPLY_BYTES_MAX - 4));
        assert_eq!(normal(&longest).as_ref(), Some(&longest));
        assert_eq!(normal(&format!("{longest}y")), None);
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
    fn a_layout_takes_its_own_yes() {
        for (line, taken) in [("yes", true), ("Take it up.", true), ("run it", false), ("no", false), ("yes?", false)] {
            assert_eq!(takes_up(line), taken, "{line:?}");
        }
        assert_eq!(at_review("take it up"), Reply::Other);
    }

    /// The import warns of names that are answers, by a list of its own.
    #[test]
    fn what_the_import_takes_for_an_answer_is_one() {
        for answer in crate::import::ANSWERS {
            let is_known = at_review(answer) != Reply::Other
                || during_run(answer) != RunWord::Unknown
                || !matches!(about_robot(answer), AboutRobot::Words(_));
            assert!(is_known, "'{answer}': no reader of replies knows it");
        }
    }

    #[test]
    fn every_yes_stands_alone() {
        let lists = lists();
        let yes: Vec<&str> = lists.agree.iter().chain(&lists.approve).map(AsRef::as_ref).collect();
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
        /// Whatever letters a line is written in, it approves, resumes and confirms as it was typed, or not at all.
        #[test]
        fn what_is_made_plain_lets_nothing_go_on(line in "[ｙｅｓｏｋｇ yesokg！!🛑]{0,12}|ｒｅｓｕｍｅ|ⓖⓞ|ｃｏｎｆｉｒｍ ０１２３") {
            if !line.is_ascii() {
                prop_assert!(!may_approve(&line) && !takes_up(&line));
                prop_assert!(!matches!(during_run(&line), RunWord::Resume | RunWord::Confirm(_)));
            }
        }

        #[test]
        fn nothing_but_the_list_approves(line in "\\PC{0,40}") {
            let is_listed = normal(&line).is_some_and(|phrase| lists().agree.contains(&*phrase) || lists().approve.contains(&*phrase));
            prop_assert_eq!(at_review(&line) == Reply::Yes, is_listed);
        }

        #[test]
        fn a_phrase_is_normal_once_and_for_all(line in "[a-zA-Z',.!? \\t’]{0,30}") {
            if let Some(phrase) = normal(&line) {
                prop_assert_eq!(normal(&phrase), Some(phrase.clone()));
            }
        }

    }
}
