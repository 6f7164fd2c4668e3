//! Words to a run. In: a line that was typed while a run goes on, or while none does. Out: [`RunWord`].
//!
//! A line that is no word to a run may be a question about it ([`is_about_the_run`]) or about something else ([`may_be_a_question`]).
//! Whoever answers it has to understand the whole line.
//!
//! A line that is not understood pauses the run. Such a line stops the run now if it holds a word for stopping or for help, a word that is
//! one slip away from such a word, or a word that denies (`stops.rs`).

use super::{lists::lists, normal, plain, stops};

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

/// Reads a line that was typed while a run goes on. "Stop!", with an exclamation mark, is "stop now".
#[must_use]
pub fn during_run(line: &str) -> RunWord {
    let line = line.trim();
    if line.is_empty() {
        return RunWord::Empty;
    }
    if stops::has_sign(line, &lists().stops) {
        return RunWord::StopNow;
    }
    let Some(phrase) = normal(line) else { return unknown(line) };
    let Some(plain) = plain(&phrase) else { return unknown(line) };
    let is_shouted = stops::plain(line).contains('!');
    if let Some(code) = phrase.strip_prefix("confirm ").and_then(confirmation) {
        return RunWord::Confirm(code);
    }
    let lists = lists();
    match () {
        () if lists.stop_now.contains(&*plain) => RunWord::StopNow,
        () if lists.stop.contains(&*plain) && is_shouted => RunWord::StopNow,
        () if lists.stop.contains(&*plain) => RunWord::Stop,
        () if lists.pause.contains(&*plain) => RunWord::Pause,
        () if lists.resume.contains(&*phrase) => RunWord::Resume,
        // It may be a cry.
        () if lists.help.contains(&*plain) && is_shouted => RunWord::StopNow,
        () if lists.help.contains(&*phrase) => RunWord::Help,
        // A letter is a slip of any word.
        () if lists.decline.contains(&*plain) && plain.chars().count() > 1 => unless_stop(line, RunWord::No),
        () => unknown(line),
    }
}

/// A word to a run, or a no, where no run goes on and nothing waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtRest {
    /// The robot is to stop.
    Stop,
    /// What was stopped is to go on.
    GoOn,
    /// What can be done about a run that failed.
    Correct,
    /// A pause, or a no.
    Nothing,
}

/// Whether a line is a word to a run, or a no, and nothing else.
#[must_use]
pub fn at_rest(line: &str) -> Option<AtRest> {
    let lists = lists();
    if stops::has_sign(line, &lists.stops) {
        return Some(AtRest::Stop);
    }
    let phrase = normal(line)?;
    let plain = plain(&phrase)?;
    let kinds = [
        (&lists.stop_now, &plain, AtRest::Stop),
        (&lists.stop, &plain, AtRest::Stop),
        (&lists.resume, &phrase, AtRest::GoOn),
        (&lists.carry_on, &phrase, AtRest::GoOn),
        (&lists.correct, &phrase, AtRest::Correct),
        (&lists.pause, &plain, AtRest::Nothing),
        (&lists.decline, &plain, AtRest::Nothing),
    ];
    kinds.into_iter().find_map(|(list, phrase, kind)| list.contains(&**phrase).then_some(kind))
}

/// Whether a line asks a run about itself: which step, how long. Nothing else is asked by it.
#[must_use]
pub fn is_about_the_run(line: &str) -> bool {
    let asked = line.trim().trim_end_matches('?');
    normal(asked).is_some_and(|phrase| lists().progress.contains(&*phrase))
}

/// Words that a question begins with.
const QUESTION_WORDS: [&str; 23] = [
    "where", "what", "what's", "which", "who", "when", "why", "how", "is", "are", "was", "were", "does", "do", "did",
    "has", "have", "can", "could", "will", "and", "tell", "show",
];

/// Whether a line looks like a question: it has a question mark at its end, or begins like one.
#[must_use]
pub fn may_be_a_question(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    line.trim_end().ends_with('?') || QUESTION_WORDS.contains(&&*first)
}

/// Four digits, as the question shows them.
fn confirmation(text: &str) -> Option<u16> {
    let are_digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| are_digits)
}

/// A line that no list has. A line that may ask for a stop in other words stops the run.
fn unknown(line: &str) -> RunWord {
    let other = if stops::denies(line, &lists().stops) { RunWord::No } else { RunWord::Unknown };
    unless_stop(line, other)
}

fn unless_stop(line: &str, other: RunWord) -> RunWord {
    if stops::may_stop(line, &lists().stops) { RunWord::StopNow } else { other }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
    fn words_to_a_run() {
        use RunWord::{Empty, Help, No, Pause, Resume, Stop, StopNow, Unknown};
        for (word, lines) in [
            (Empty, &["", "  ", "\t"][..]),
            (Pause, &["p", "pause", "Pause!", "wait", "hold on"]),
            (Resume, &["resume", "continue", "go on", "Go on, please.", "Fortsetzen", "Lauf fortsetzen!"]),
            (Pause, &["Warte!", "warten", "Moment mal", "einen Moment, bitte", "Pausieren."]),
            // It may be "further away".
            (Unknown, &["weiter", "Weiter!", "ja"]),
            (Stop, &["nach diesem Schritt beenden"]),
            (StopNow, &["Stopp", "stoppen", "Anhalten!", "halt an", "sofort anhalten", "nach diesem Schritt beenden!"]),
            (Stop, &["s", "stop", "Stop.", "stop after this step"]),
            (
                StopNow,
                &["stop now", "halt", "now", "!", "!!!", "stop!", "STOP!", "stop, stop", "stop at once", "e-stop"],
            ),
            (StopNow, &["please would you stop it", "don't stop", "abort abort", "stop\u{1b}", "stop...", "stop?"]),
            (StopNow, &["stap", "sotp", "s top", "stopnow", "kill", "quit", "exit", "abort!", "shut down"]),
            // It is "reject" at a review.
            (Unknown, &["r", "R", "n"]),
            (Unknown, &["resume?", "resume...", "go", "yes", ".", "weld at 2", "continue after lunch"]),
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
            (StopNow, &["help me", "help?", "help him!", "hilfe", "Hilfe!"]),
            (StopNow, &["Not-Aus!", "NOTAUS", "notaus drücken", "bleib stehen", "stehen bleiben!"]),
            (StopNow, &["basta", "genug", "no, stop", "do not stop", "quit", "exit"]),
            // However it is written, and without a word.
            (
                StopNow,
                &[
                    "ＳＴＯＰ！",
                    "ｓｔｏｐ now",
                    "ＨＡＬＴ",
                    "𝐬𝐭𝐨𝐩 now",
                    "ⓢⓣⓞⓟ now",
                    "ﬆop now",
                    "please 𝐬𝐭𝐨𝐩 it",
                    "ho\u{308}r auf",
                ],
            ),
            (
                StopNow,
                &[
                    "ѕtор",
                    "ЅТОР",
                    "st\u{200b}op it",
                    "sto\u{301}p it",
                    "стоп",
                    "СТОП!",
                    "стой",
                    "ストップ",
                    "止まれ",
                    "停",
                    "停止！",
                ],
            ),
            (
                StopNow,
                &[
                    "！",
                    "！！",
                    "!!?",
                    "?!",
                    "‼",
                    "‼\u{fe0f}",
                    "⁉",
                    "! ! !",
                    "❗",
                    "🛑",
                    "✋",
                    "✋🏽",
                    "🖐\u{fe0f}",
                    "resume 🛑",
                    "go on ✋",
                ],
            ),
            (StopNow, &["whoa", "Whoa!", "beenden", "Beenden!", "Lauf beenden"]),
            (Stop, &["ＳＴＯＰ", "ｓｔｏｐ", "𝐬𝐭𝐨𝐩", "ⓢⓣⓞⓟ", "ﬆop"]),
            (Pause, &["ｐａｕｓｅ", "ＷＡＩＴ！"]),
            (No, &["nö", "Nö!", "ne", "niemals", "ｎｏ", "𝐧𝐞𝐢𝐧", "ｄｏ ｎｏｔ go on"]),
            // What lets the robot go on is said in plain letters.
            (Unknown, &["ｒｅｓｕｍｅ", "ⓖⓞ ⓞⓝ", "ｃｏｎｆｉｒｍ 0172", "confirm ０１７２", "🤔", "👍"]),
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
    fn words_where_nothing_runs() {
        for (word, lines) in [
            (Some(AtRest::GoOn), &["continue", "Go on.", "weiter", "Bitte weiter!", "fortsetzen"][..]),
            (Some(AtRest::Correct), &["correct", "please correct", "Korrigieren"]),
            (Some(AtRest::Stop), &["stop", "!", "Stopp", "anhalten"]),
            (Some(AtRest::Nothing), &["pause", "warte", "no", "nein", "nö", "ｎｏ"]),
            (Some(AtRest::Stop), &["ＳＴＯＰ", "！", "!!?", "🛑", "✋🏽", "стоп", "ストップ", "whoa", "beenden"]),
            (
                None,
                &[
                    "ｗｅｉｔｅｒ",
                    "ｃｏｎｔｉｎｕｅ",
                    "",
                    "?",
                    "weiter?",
                    "weiter nach Pos_2",
                    "correct the robot",
                    "go home",
                    "yes",
                ],
            ),
        ] {
            for line in lines {
                assert_eq!(at_rest(line), word, "{line:?}");
            }
        }
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
    fn a_question_to_a_run_is_told_from_a_word_to_it() {
        for line in
            ["which step is it?", "Where is the robot?", "and how long", "status", "where?", "what are you doing now?"]
        {
            assert!(is_about_the_run(line) && during_run(line) == RunWord::Unknown, "{line}");
        }
        for line in ["which step is it? stop", "where is the welder?", "resume", "how long is the way to 2?"] {
            assert!(!is_about_the_run(line), "{line}");
        }
        for (line, may) in [("what tools are there", true), ("sing?", true), ("sing", false), ("", false)] {
            assert_eq!(may_be_a_question(line), may, "{line}");
        }
    }

    #[test]
    fn a_sentence_is_not_looked_at_without_its_blanks() {
        // Twelve letters, and thirteen.
        assert_eq!(during_run("abcdefgh st op"), RunWord::StopNow);
        assert_eq!(during_run("abcdefghi st op"), RunWord::Unknown);
    }

    proptest! {
        #[test]
        fn every_line_to_a_run_is_read(line in "\\PC{0,60}") {
            let word = during_run(&line);
            prop_assert!(word != RunWord::Empty || line.trim().is_empty());
        }
    }
}
