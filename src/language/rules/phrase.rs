//! Which sentences can be phrases of a cell, and which words nicknames.
//!
//! In: a sentence with its reading, or some words. Out: why they cannot be kept for good, or `None`. A phrase stands for the same
//! reading whenever it is said: whatever hangs on the moment, forbids, limits or asks is none.

use super::{
    LISTS, Recogniser, ask, back, doubt,
    english::Tag,
    guard,
    tag::{Item, items},
    templated,
};
use crate::{
    cell::{State, shown},
    language::{Clause, Said, Span, lexicon::canonical, replay},
    limits::{LEXICON_WORDS_OF_NAME_MAX, PHRASE_BYTES_MAX},
    snapshot::Snapshot,
};

/// Words that deny, leave out or put in another's place, wherever they stand.
const DENIES: &[Tag] = &[Tag::Not, Tag::No, Tag::Except, Tag::ExceptDo, Tag::Skip, Tag::Instead, Tag::Wait, Tag::Halt];

/// Slips of the hand between a nickname and a name that it may be taken for.
const NEAR_NAME: usize = 2;

impl Recogniser {
    /// Why a sentence cannot be kept with a reading, for the engineer; `None` where it can.
    #[must_use]
    pub fn unfit_phrase(&self, sentence: &str, said: &Said, snapshot: &Snapshot, state: State) -> Option<String> {
        if sentence.len() > PHRASE_BYTES_MAX {
            return Some(format!("it has {} bytes, and a phrase has {PHRASE_BYTES_MAX} at most", sentence.len()));
        }
        let items = items(sentence, &self.lexicon);
        if items.iter().all(|item| item.mark.is_some()) {
            return Some("it has no words".to_owned());
        }
        if let Some(name) = self.lexicon.foreign_name(sentence) {
            return Some(format!("this cell has no '{}'", shown(name)));
        }
        if let Some(veto) = guard::forbids(&items) {
            return Some(format!("it forbids motion: {}", veto.reason));
        }
        if let Some(item) = items.iter().find(|item| item.is_any(DENIES)) {
            return Some(format!("'{}' forbids something, or leaves it out", item.text));
        }
        if ask::asks(&items) || templated::is_question(&items) || items.iter().any(|item| item.mark == Some('?')) {
            return Some("it is a question".to_owned());
        }
        if guard::confirms(&items) {
            return Some("it says yes, and could be taken for an answer".to_owned());
        }
        if let Some(item) = items.iter().find(|item| points(item)) {
            return Some(format!("'{}' points to something that is another thing each time", item.text));
        }
        if replay::replay(sentence).is_some() || back::goes_back(sentence).is_some() || goes_back(said) {
            return Some("it hangs on what was done before".to_owned());
        }
        if guard::reports(&items) {
            return Some("it tells what was, not what to do".to_owned());
        }
        if let Some(item) = items.iter().find(|item| LISTS.tells_of_later.has(&item.text)) {
            return Some(format!("'{}' tells what somebody does, and gives no order", item.text));
        }
        if let Some(item) = doubt::leaves_it(&items) {
            return Some(format!("'{}': it leaves the work to somebody else, to another time, or undone", item.text));
        }
        self.limit_in(sentence, said, snapshot, state)
    }

    /// The first word that limits how, when, how far or by whom; or why the recogniser surely reads nothing to be done.
    fn limit_in(&self, sentence: &str, said: &Said, snapshot: &Snapshot, state: State) -> Option<String> {
        let account = self.account_after(&[], said, sentence, snapshot, state);
        if let Some(limit) = account.open.iter().find(|open| open.limits) {
            return Some(limit.why.clone());
        }
        let read = self.read(sentence, snapshot, state);
        let is_refused = read.refused || read.complete && matches!(read.said, Said::Unclear(_));
        is_refused.then(|| read.reason.unwrap_or_else(|| "nothing may be done by it".to_owned()))
    }

    /// Why some words cannot be a further name for a position or a tool; `None` where they can. They are held against every name of
    /// the cell, and against every word that does something in a sentence.
    #[must_use]
    pub fn unfit_nickname(&self, words: &str, snapshot: &Snapshot) -> Option<String> {
        let said = nickname_words(words);
        if words.len() > PHRASE_BYTES_MAX || said.len() > LEXICON_WORDS_OF_NAME_MAX {
            return Some(format!("a nickname has {LEXICON_WORDS_OF_NAME_MAX} words at most"));
        }
        if said.is_empty() {
            return Some("it has no words".to_owned());
        }
        let joined = said.join(" ");
        let slips = |name: &&str| {
            let name = canonical(name).join(" ");
            let is_same = joined.replace(' ', "") == name.replace(' ', "");
            let slips = if is_same { 0 } else { strsim::osa_distance(&joined, &name) };
            (slips <= if joined.len().min(name.len()) > 4 { NEAR_NAME } else { 1 }).then_some(slips)
        };
        let names = snapshot.position_names().chain(snapshot.tool_names()).chain(snapshot.routine_names());
        let near = names.filter_map(|name| Some((slips(&name)?, name))).min_by_key(|(slips, _)| *slips);
        if let Some((_, name)) = near {
            return Some(format!("it is, or is near to, the name '{}' of the layout", shown(name)));
        }
        let items = items(words, &self.lexicon);
        let spoken = || items.iter().filter(|item| !item.is(Tag::Article));
        if let Some(mark) = spoken().find_map(|item| item.mark) {
            return Some(format!("it has a mark in it, '{}'", mark.escape_default()));
        }
        let means = |item: &&Item| {
            !item.place.is_none() || !item.tool.is_none() || item.is_work || item.number.is_some() || item.is_known
        };
        if let Some(item) = spoken().find(means) {
            return Some(format!("'{}' already means something in this cell", item.text));
        }
        if let Some(item) = spoken().find(|item| item.tag.is_some() && !item.is(Tag::Filler)) {
            return Some(format!("'{}' does something in a sentence", item.text));
        }
        let all_known = !spoken().any(Item::is_unknown);
        all_known.then(|| "none of its words tells it from what is said anyway".to_owned())
    }
}

/// The words of a nickname without the articles before it, as names are looked up.
pub(in crate::language) fn nickname_words(words: &str) -> Vec<String> {
    let words = canonical(words);
    let articles = words.iter().take_while(|word| matches!(word.as_str(), "the" | "a" | "an" | "our" | "my")).count();
    words[articles..].to_vec()
}

fn points(item: &Item) -> bool {
    item.mark.is_none()
        && (item.is_any(&[Tag::It, Tag::There, Tag::Again, Tag::Rest, Tag::Last, Tag::LeftOut, Tag::BeforeThat])
            || item.text.split(' ').any(|word| LISTS.points.has(word)))
}

fn goes_back(said: &Said) -> bool {
    let Said::Do(clauses) = said else { return false };
    clauses.iter().any(|clause| {
        matches!(clause, Clause::Go { places, .. } | Clause::Work { places, .. } if places.spans.contains(&Span::Back))
    })
}
