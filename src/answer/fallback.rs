//! The answer to a sentence that came to nothing: not understood, or refused as often as may be tried. In: the sentence,
//! what it was taken to say, what it may have said, what was wrong. Out: these in words, the names that may have been meant,
//! and up to three sentences that would work now. Nothing is tried again here, and nothing that was said is repeated without a bound.

use super::{
    Grounds,
    capabilities::suggested,
    describe::describe,
    draft::{Line, Piece, Statement, gap, words},
    evidence::Read,
    judged::{Checkpoint, Draft, Traced},
    missed::{self, Missed},
    near::doubtful_names,
    robot, sources,
    suggest::{Suggestion, is_read, suggestions},
    words::{count, name, or, text},
};
use crate::{
    checkpoint::{Verdict, synthesis},
    language::{Clause, Said, rules::Lacks},
    limits::FALLBACK_ERRORS_MAX,
};

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
    /// What it may have said, where no reader is sure enough of that: the likeliest first.
    pub offers: &'m [Suggestion],
    /// Whether one of them can be chosen by its number.
    pub is_choice: bool,
    /// What the sentence names, each thing as a clause about it.
    pub named: &'m [Clause],
    /// What it lacks, where it is no command as it stands.
    pub lacks: &'m Lacks,
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
    /// What the words state, with the sources.
    pub claims: Vec<synthesis::Line>,
    /// How they were judged.
    pub checkpoint: Checkpoint,
}

/// What was understood, what was wrong, and what would work here and now.
#[must_use]
pub fn fallback(misfit: &Misfit<'_>, grounds: &Grounds<'_>) -> Fallback {
    let named = Said::Do(misfit.named.to_vec());
    let said: Vec<&Said> = misfit.offers.iter().map(|offer| &offer.said).chain([misfit.said, &named]).collect();
    let mut found = suggestions(&said, grounds);
    found.retain(|each| misfit.offers.iter().all(|offer| offer.sentence != each.sentence));
    judged_fallback(draft_fallback(misfit, &found, grounds), found)
}

/// The readings to ask back with, in words that say them: only such as the recogniser takes for just that, so that whoever
/// says the words, or chooses them by their number, is understood.
#[must_use]
pub fn offers(readings: &[Said], grounds: &Grounds<'_>) -> Vec<Suggestion> {
    let worded =
        readings.iter().map(|said| Suggestion { sentence: describe(said, grounds.snapshot), said: said.clone() });
    worded.filter(|each| is_read(each, grounds)).collect()
}

/// What of a fallback may be said, and which of its suggestions.
#[must_use]
pub fn judged_fallback(draft: Draft<'_>, found: Vec<Suggestion>) -> Fallback {
    let Traced { text, claims, checkpoint } = draft.judged();
    let is_withheld = |each: &Suggestion| checkpoint.withheld.iter().any(|claim| claim.text.ends_with(&each.sentence));
    let is_told = |each: &Suggestion| checkpoint.verdict == Verdict::Pass && !is_withheld(each);
    let suggestions = found.into_iter().filter(is_told).collect();
    Fallback { text, suggestions, claims, checkpoint }
}

/// The same, before anybody has looked whether it may be said.
#[must_use]
pub fn draft_fallback<'g>(misfit: &Misfit<'_>, found: &[Suggestion], grounds: &Grounds<'g>) -> Draft<'g> {
    let understood = describe(misfit.said, grounds.snapshot);
    let errors = wrong(misfit);
    let mut lines = vec![Line::hanging(told_understood(misfit, &understood, grounds))];
    lines.extend(asked_back(misfit));
    lines.extend(told_wrong(misfit, &errors));
    lines.extend(meant(misfit, grounds));
    lines.push(Line::hanging(match grounds.robot {
        None => vec![gap("where the robot is, so no command would work now", "no state is stored")],
        Some(robot) => robot::notes(robot, grounds),
    }));
    lines.push(Line::of(vec![words(match found.len() {
        0 => "Nothing can be suggested here.",
        1 => "This would work now:",
        _ => "These would work now:",
    })]));
    lines.extend(suggested(found));
    let sentence = misfit.sentence.to_owned();
    let offers = misfit.offers.iter().map(|offer| offer.sentence.clone()).collect();
    let reader = Read::Reader { sentence, understood, offers, attempts: misfit.attempts, errors };
    let reads = found.iter().cloned().map(Read::Plan).chain([reader]).collect();
    Draft::of(misfit.sentence.to_owned(), lines, reads, *grounds)
}

fn told_understood<'g>(misfit: &Misfit<'_>, understood: &str, grounds: &Grounds<'g>) -> Vec<Piece> {
    let sentence = text(misfit.sentence);
    let is_refused = !misfit.errors.is_empty();
    let limit = |text: String| vec![Piece::Limit(text)];
    let said = match misfit.said {
        Said::Unknown if misfit.sentence.trim().is_empty() => return vec![words("Nothing was said.")],
        Said::Unknown | Said::Unclear(_) if is_refused => {
            return limit(format!("\"{sentence}\" cannot be taken up as it was said, so nothing was planned."));
        }
        // A question about a place that there is not.
        Said::Unknown if missed::is_of_place(lacking(misfit)) => return missed::told(lacking(misfit), grounds),
        Said::Unknown => {
            return limit(format!(
                "\"{sentence}\" was understood neither as a command nor as a question about this cell."
            ));
        }
        Said::Unclear(_) => return missed::told(lacking(misfit), grounds),
        _ => format!("\"{sentence}\" was understood as: {}.", text(understood)),
    };
    vec![Statement::new(said).on(sources::reader(&["/sentence", "/understood"])).piece()]
}

fn lacking<'m>(misfit: &Misfit<'m>) -> Missed<'m> {
    Missed { sentence: misfit.sentence, said: misfit.said, lacks: misfit.lacks, named: misfit.named }
}

/// The readings to choose from, each with its number where one can be chosen so.
fn asked_back(misfit: &Misfit<'_>) -> Vec<Line<Piece>> {
    if misfit.offers.is_empty() {
        return Vec::new();
    }
    let heading = match (misfit.offers.len(), misfit.is_choice) {
        (1, false) => "Did you mean this? Then say it in these words:",
        (_, false) => "Did you mean one of these? Then say it in its words:",
        (1, true) => "Did you mean this?",
        (_, true) => "Did you mean one of these?",
    };
    let offer = |(at, offer): (usize, &Suggestion)| {
        let number = if misfit.is_choice { format!("  {} ", at + 1) } else { " ".to_owned() };
        let said = Statement::within("It may have meant: ", text(&offer.sentence));
        Line::hanging(vec![words(number), said.on(sources::reader(&[&format!("/mean/{at}")])).piece()])
    };
    let lines = misfit.offers.iter().enumerate().map(offer);
    std::iter::once(Line::of(vec![words(heading)])).chain(lines).collect()
}

/// What was wrong, each thing once.
fn wrong(misfit: &Misfit<'_>) -> Vec<String> {
    let mut errors: Vec<String> = Vec::new();
    for error in misfit.errors.iter().map(|error| text(error.trim())).filter(|error| !error.is_empty()) {
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    errors
}

fn told_wrong(misfit: &Misfit<'_>, errors: &[String]) -> Vec<Line<Piece>> {
    if errors.is_empty() {
        return Vec::new();
    }
    let attempts = if misfit.attempts > 1 { format!(", after {} attempts", misfit.attempts) } else { String::new() };
    let heading = match (misfit.is_objected, misfit.said) {
        (true, _) => format!("That may not be what was said, so nothing was planned{attempts}:"),
        (false, Said::Unknown | Said::Unclear(_)) => format!("What stands in the way{attempts}:"),
        (false, _) => format!("It cannot be done{attempts}:"),
    };
    let mut lines = vec![Line::hanging(vec![words(heading)])];
    let error = |(number, error): (usize, &String)| {
        // A planner may say anything: where it says nothing that could be held against a source, it is quoted.
        Line::hanging(vec![Statement::new(format!("  {error}")).on(sources::planner(number)).piece()])
    };
    lines.extend(errors.iter().take(FALLBACK_ERRORS_MAX).enumerate().map(error));
    let left = errors.len().saturating_sub(FALLBACK_ERRORS_MAX);
    if left > 0 {
        lines.push(Line::hanging(vec![words(format!("  and {}.", count(left, "more error")))]));
    }
    lines
}

/// Names that may have been meant, where the sentence has words that are close to some.
fn meant(misfit: &Misfit<'_>, grounds: &Grounds<'_>) -> Vec<Line<Piece>> {
    if !matches!(misfit.said, Said::Unknown | Said::Unclear(_)) {
        return Vec::new();
    }
    let line = |(word, near): (String, Vec<&str>)| {
        let shown: Vec<_> = near.iter().map(|each| name(each)).collect();
        let none = Statement::new(format!("This cell has no '{}'.", text(&word))).on(sources::name(&word));
        let close = Statement::within("In this cell: ", format!("Close to it: {}.", or(&shown)))
            .on(near.iter().flat_map(|each| sources::name(each)));
        Line::hanging(vec![none.piece(), close.piece()])
    };
    // What fits instead of an unknown place was told.
    let is_told = |word: &str| misfit.lacks.unknown.iter().any(|(said, slot)| slot.is_some() && said.ends_with(word));
    let mut found = doubtful_names(misfit.sentence, grounds.snapshot);
    found.retain(|(word, _)| !(word.ends_with(|c: char| c.is_ascii_digit()) && is_told(word)));
    found.into_iter().map(line).collect()
}
