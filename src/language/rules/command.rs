//! Commands: what the grammar in data files surely reads, where nothing else in the sentence speaks against it.
//!
//! In: a sentence that is no question and forbids nothing, and its items. Out: what is to be done, or that it is unclear. A sign
//! of doubt makes it unclear, however well it reads; a word that nothing is known of is left aside, and named.

use super::{Account, Recognised, Recogniser, bounds, chart, doubt, tag::Item, unknown};
use crate::{
    cell::{RoutineId, State},
    language::{Clause, Said, TooManyGoals},
    snapshot::Snapshot,
};

impl Recogniser {
    /// See the head of this file.
    pub(super) fn command(&self, items: &[Item], text: &str, snapshot: &Snapshot, state: State) -> Recognised {
        let unclear = Recognised::unsure(Said::UNCLEAR, unknown(items));
        let doubtful = || Recognised { doubtful: true, ..unclear.clone() };
        // German is read beside this, and held to the words of its own.
        if chart::is_german(text, &self.lexicon) {
            return unclear;
        }
        if doubt::of_words(items) {
            return self.among_chatter(items, text, snapshot, state).unwrap_or_else(doubtful);
        }
        let found = chart::weighed(text, &self.lexicon, snapshot, state);
        match found.sure() {
            Some(clauses) if doubt::of_clauses(clauses, items, snapshot, state) => doubtful(),
            Some(clauses) => match aside(items) {
                aside if aside.is_empty() => Recognised::sure(Said::Do(clauses.to_vec())),
                aside => Recognised::unsure(Said::Do(clauses.to_vec()), aside),
            },
            None => self.among_chatter(items, text, snapshot, state).unwrap_or_else(|| {
                let guess = found.found.first().map(|first| Said::Do(first.clauses.clone()));
                let account = guess.as_ref().map(|said| self.account_after(&[], said, text, snapshot, state));
                // What limits is no guess, and no model is believed about it.
                let too_many = || found.too_many_goals.then(|| TooManyGoals.to_string());
                let beyond = bounds::beyond(items).or_else(too_many);
                let doubtful = beyond.is_some() || account.as_ref().is_some_and(Account::is_limited);
                let told = || account.as_ref().and_then(|account| account.reason().map(str::to_owned));
                let reason = beyond.or_else(told);
                Recognised { reason, guess: guess.filter(|_| !doubtful), doubtful, ..unclear.clone() }
            }),
        }
    }

    /// What a part of a sentence surely says is to be done.
    pub(super) fn clauses(&self, items: &[Item], text: &str, snapshot: &Snapshot, state: State) -> Option<Vec<Clause>> {
        let said = spoken(items, text)?;
        if doubt::of_words(items) {
            return None;
        }
        let clauses = chart::sure(said, &self.lexicon, snapshot, state)?;
        (!doubt::of_clauses(&clauses, items, snapshot, state)).then_some(clauses)
    }

    /// The work that a part of a sentence names, and nothing else.
    pub(super) fn work_alone(
        &self,
        items: &[Item],
        text: &str,
        snapshot: &Snapshot,
        state: State,
    ) -> Option<Vec<RoutineId>> {
        chart::work(spoken(items, text)?, &self.lexicon, snapshot, state)
    }
}

/// Nouns that nothing is known of: what is worked on, by the look of it.
fn aside(items: &[Item]) -> Vec<std::ops::Range<usize>> {
    let is_aside = |item: &&Item| item.is_unknown() && !item.is_place_word && item.thing.is_empty();
    items.iter().filter(is_aside).map(|item| item.start..item.end).collect()
}

/// The part of a sentence that some of its items are.
pub(super) fn spoken<'t>(items: &[Item], text: &'t str) -> Option<&'t str> {
    text.get(items.first()?.start..items.last()?.end)
}
