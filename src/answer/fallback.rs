//! The answer to a sentence that came to nothing: not understood, or refused as often as may be tried. In: the sentence,
//! what it was taken to say, what it may have said, what was wrong. Out: these in words, the names that may have been meant,
//! and up to three sentences that would work now. Nothing is tried again here, and nothing that was said is repeated without a bound.

use super::{
    Fact, Grounds,
    describe::describe,
    near::doubtful_names,
    robot,
    suggest::{Suggestion, suggestions},
    words::{count, name, or, text, wrap},
};
use crate::{language::Said, limits::FALLBACK_ERRORS_MAX};

/// A sentence that came to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Misfit<'m> {
    /// As typed.
    pub sentence: &'m str,
    /// What it was taken to say, at the last attempt.
    pub said: &'m Said,
    /// What was wrong with it, in words: the planner's errors or the verifier's.
    pub errors: &'m [String],
    /// How often it was tried.
    pub attempts: u32,
    /// What it may have said, where a reader is not sure enough of that.
    pub doubt: Option<&'m Said>,
    /// Whether `errors` say that this is not what was said, and not that it cannot be done.
    pub is_objected: bool,
}

/// What to tell the operator then.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallback {
    /// The words, in lines.
    pub text: String,
    /// What would work, as far as the text says so.
    pub suggestions: Vec<Suggestion>,
    /// What the words were made of.
    pub facts: Vec<Fact>,
}

/// What was understood, what was wrong, and what would work here and now.
#[must_use]
pub fn fallback(misfit: &Misfit<'_>, grounds: &Grounds<'_>) -> Fallback {
    let found = suggestions(misfit.said, grounds);
    let mut lines = vec![understood(misfit, grounds)];
    lines.extend(
        misfit.doubt.map(|said| {
            format!("Did you mean: {}? Then say so in these words.", text(&describe(said, grounds.snapshot)))
        }),
    );
    lines.extend(wrong(misfit));
    lines.extend(meant(misfit, grounds));
    let robot = grounds.robot.map(|robot| robot::doubts(robot, grounds));
    lines.extend(match robot {
        None => Some("It is not known where the robot is, so no command would work now.".to_owned()),
        Some(doubts) => Some(doubts).filter(|doubts| !doubts.is_empty()),
    });
    lines.push(match found.len() {
        0 => "Nothing can be suggested here.".to_owned(),
        1 => "This would work now:".to_owned(),
        _ => "These would work now:".to_owned(),
    });
    let mut words: Vec<String> = lines.iter().map(|line| wrap(line, "  ")).collect();
    words.extend(found.iter().map(|each| format!("  {}", each.sentence)));
    let facts =
        grounds.state().into_iter().chain([grounds.cell("plans from this state, built and verified")]).collect();
    Fallback { text: words.join("\n"), suggestions: found, facts }
}

fn understood(misfit: &Misfit<'_>, grounds: &Grounds<'_>) -> String {
    match misfit.said {
        Said::Unknown if misfit.sentence.trim().is_empty() => "Nothing was said.".to_owned(),
        Said::Unknown => {
            format!(
                "\"{}\" was understood neither as a command nor as a question about this cell.",
                text(misfit.sentence)
            )
        }
        Said::Unclear => format!(
            "\"{}\" was understood as a command, but not exactly what to do or where; nothing was planned.",
            text(misfit.sentence)
        ),
        said => {
            let understood = text(&describe(said, grounds.snapshot));
            format!("\"{}\" was understood as: {understood}.", text(misfit.sentence))
        }
    }
}

/// What was wrong, each thing once.
fn wrong(misfit: &Misfit<'_>) -> Vec<String> {
    let mut errors: Vec<String> = Vec::new();
    for error in misfit.errors.iter().map(|error| text(error.trim())).filter(|error| !error.is_empty()) {
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    if errors.is_empty() {
        return Vec::new();
    }
    let attempts = if misfit.attempts > 1 { format!(", after {} attempts", misfit.attempts) } else { String::new() };
    let left = errors.len().saturating_sub(FALLBACK_ERRORS_MAX);
    errors.truncate(FALLBACK_ERRORS_MAX);
    let mut lines = vec![match misfit.is_objected {
        true => format!("That may not be what was said, so nothing was planned{attempts}:"),
        false => format!("It cannot be done{attempts}:"),
    }];
    lines.extend(errors.into_iter().map(|error| format!("  {error}")));
    if left > 0 {
        lines.push(format!("  and {}.", count(left, "more error")));
    }
    lines
}

/// Names that may have been meant, where the sentence has words that are close to some.
fn meant(misfit: &Misfit<'_>, grounds: &Grounds<'_>) -> Vec<String> {
    if !matches!(misfit.said, Said::Unknown | Said::Unclear) {
        return Vec::new();
    }
    let line = |(word, near): (String, Vec<&str>)| {
        let near: Vec<_> = near.into_iter().map(name).collect();
        format!("This cell has no '{}'. Close to it: {}.", text(&word), or(&near))
    };
    doubtful_names(misfit.sentence, grounds.snapshot).into_iter().map(line).collect()
}
