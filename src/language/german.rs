//! German commands, which the recogniser does not know: by the grammar in data files.
//!
//! In: a sentence that the recogniser did not understand and in which nothing forbids, and what it made of that. Out: the one
//! command that the sentence plainly says, every word of which German or the recogniser's lists account for. The command does not
//! count as sure: a model may know better.

use super::{
    Clause, Said,
    lexicon::words::{Word, words},
    rules::{Recognised, Recogniser, chart},
};
use crate::{cell::State, snapshot::Snapshot};

/// A reading that costs more is offered: on the development part of the authors' sentences the next ones are false motion. Each
/// place of a list, beyond the second, may cost a point more: by that none of the 330 German lines there where nothing may move
/// became a command.
const PLAIN_COST_MAX: u32 = 3;

/// See the head of this file.
pub(super) fn read(
    recogniser: &Recogniser,
    reading: &Recognised,
    text: &str,
    snapshot: &Snapshot,
    state: State,
) -> Option<Recognised> {
    let is_open = !reading.complete && !reading.refused && !reading.doubtful && reading.reason.is_none();
    let lexicon = recogniser.lexicon();
    if !is_open || !matches!(reading.said, Said::Unclear(_) | Said::Unknown) || !chart::is_german(text, &lexicon) {
        return None;
    }
    // Twice at 3, or three times at 2?
    let is_product = |said: &[Word]| said[0].number.is_some() && said[1].text == "mal" && said[2].number.is_some();
    if words(text).windows(3).any(is_product) {
        return None;
    }
    let found = chart::weighed(text, &lexicon, snapshot, state);
    let first = found.found.first()?;
    let listed = first.clauses.iter().map(places).max().unwrap_or(0);
    let is_plain = first.cost <= PLAIN_COST_MAX + listed.saturating_sub(2) as u32;
    let said = Said::Do(found.sure().filter(|_| is_plain)?.to_vec());
    let account = recogniser.account_after(&[], &said, text, snapshot, state);
    let is_known = |said: &str| words(said).iter().all(|word| chart::knows(&word.text, &lexicon));
    let is_told = account.open.iter().all(|open| !open.limits && text.get(open.at.clone()).is_some_and(is_known));
    let left_aside = account.words_aside(text);
    is_told.then(|| Recognised { left_aside, ..Recognised::unsure(said, Vec::new()) })
}

/// How many places a clause lists.
const fn places(clause: &Clause) -> usize {
    match clause {
        Clause::Go { places, .. } | Clause::Work { places, .. } => places.spans.len(),
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => 0,
    }
}
