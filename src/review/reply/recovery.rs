//! Answers to the questions of a recovery: where the robot is, what it holds, how somebody knows, and whether that is so. In: an answer. Out:
//! [`AboutRobot`], the same for each of the questions.

use super::{holds_back, lists::lists, normal, plain, stops};

/// What was answered to a question about where the robot is. Words that start a plan ("run it") are no answer to such a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboutRobot<'l> {
    /// Nothing but blanks.
    Nothing,
    /// A plain yes.
    Yes,
    /// It is not so.
    No,
    /// Whoever is asked does not know.
    Unsure,
    /// A call for help.
    Help,
    /// Another question: whoever asks back has not said that it is so.
    Question,
    /// Not now.
    PutOff,
    /// The controller is to be asked once more.
    Again,
    /// None of these.
    Words(&'l str),
}

/// Reads an answer to any question of a recovery. A place, a tool and a reason are [`AboutRobot::Words`], unless a list has them.
#[must_use]
pub fn about_robot(line: &str) -> AboutRobot<'_> {
    let words = line.trim();
    if words.is_empty() {
        return AboutRobot::Nothing;
    }
    let lists = lists();
    if stops::has_sign(words, &lists.stops) {
        return AboutRobot::No;
    }
    if words.ends_with('?') {
        let asked = words.trim_end_matches('?');
        let is_help = asked.is_empty() || normal(asked).is_some_and(|phrase| lists.help.contains(&*phrase));
        return if is_help { AboutRobot::Help } else { AboutRobot::Question };
    }
    let Some(phrase) = normal(words) else { return AboutRobot::Words(words) };
    let leaves = plain(&phrase).is_some_and(|phrase| lists.put_off.contains(&*phrase));
    match () {
        () if lists.help.contains(&*phrase) => AboutRobot::Help,
        () if leaves => AboutRobot::PutOff,
        () if lists.look_again.contains(&*phrase) => AboutRobot::Again,
        () if lists.agree.contains(&*phrase) => AboutRobot::Yes,
        () if holds_back(words) || lists.not_so.contains(&*phrase) => AboutRobot::No,
        () if lists.helpless.contains(&*phrase) => AboutRobot::Unsure,
        () => AboutRobot::Words(words),
    }
}

/// Whether an answer to "what does it hold?" says that it holds nothing.
#[must_use]
pub fn holds_nothing(line: &str) -> bool {
    normal(line).is_some_and(|phrase| lists().empty_hand.contains(&*phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_means_one_thing() {
        use AboutRobot::{Again, Help, No, Nothing, PutOff, Question, Unsure, Words, Yes};
        for (answer, lines) in [
            (Nothing, &["", "  ", "\t"][..]),
            (Yes, &["yes", "Y", "that's right", "Yes, please."]),
            (No, &["no", "It is not.", "no, it isn't", "wrong", "not there", "stop now", "reject it", "r"]),
            (Unsure, &["not sure", "I don't know", "maybe", "I did not look"]),
            (Help, &["help", "?", "??", "Help?"]),
            (Question, &["what?", "is it?", "Pos_1?", "not at home?", "yes?"]),
            (Again, &["again", "Ask the controller again.", "I jogged it", "noch einmal"]),
            (PutOff, &["quit", "Exit", "later", "not now", "cancel", "stop", "never mind"]),
        ] {
            for line in lines {
                assert_eq!(about_robot(line), answer, "{line:?}");
            }
        }
        // What starts a plan says nothing of where a robot is.
        for line in ["Pos_1", "run it", "go back", "yes, later", "I looked...", "no place of this cell"] {
            assert_eq!(about_robot(&format!(" {line} ")), Words(line), "{line:?}");
        }
    }
}
