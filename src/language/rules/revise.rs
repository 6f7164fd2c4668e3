//! Revisions: what a comment at review changes in what was said.
//!
//! In: what was said, and the reviewer's words. Out: a [`Recognised`] of both together.
//!
//! 1. A comment changes only what it names. Where more than one part of the plan could be meant, it is asked back.
//! 2. A comment is one of the forms below, with each of its words in a place of the form; or it is a sentence of its own, which
//!    takes the place of a plan of one part.
//! 3. German comments are read as the English ones with the same words of form (`revise/german.yaml`).
//! 4. What is asked back is unclear, with the reason: what was proposed stands then.

use super::{Recognised, Recogniser, Slot, bounds, chart::is_sketched, english::Tag, items, tag::Item, unknown};
use crate::{
    cell::{State, shown},
    language::{
        said::{Clause, Places, Said, Span},
        wordlists::FileState,
    },
    snapshot::Snapshot,
};

mod adding;
mod german;
mod leaving;
mod ordering;
mod parts;
mod replacing;
mod thing;

/// The file of German words, and what is wrong with it.
pub(super) fn file() -> FileState<'static> {
    german::LISTS.state()
}

impl Recogniser {
    /// What was said, with a reviewer's comment applied: "skip position 2", "also do 3", "use the camera", "the other way
    /// round", "only position 1", "don't attach tools".
    #[must_use]
    pub fn revise(&self, previous: &Said, comment: &str, snapshot: &Snapshot, state: State) -> Recognised {
        let Said::Do(clauses) = previous else { return self.read(comment, snapshot, state) };
        // "What is at position 2?" asks, and changes nothing; "no tools" asks for none.
        let alone = self.read(comment, snapshot, state);
        if alone.refused {
            return alone;
        }
        if is_sketched(comment) {
            return asked_back(format!(
                "marks in '{}' cross out or leave out words: write it without them",
                shown(comment)
            ));
        }
        let items = items(comment, &self.lexicon);
        let clauses = parts::joined(clauses);
        let revision =
            Revision { recogniser: self, items: &items, text: comment, previous, clauses: &clauses, snapshot, state };
        if alone.complete && matches!(alone.said, Said::Ask(_)) && revision.without_tools().is_none() {
            return alone;
        }
        if let Some(revised) = self.revise_in_german(&revision).or_else(|| revision.revised()) {
            return revised;
        }
        if matches!(alone.said, Said::Do(_)) && clauses.len() > 1 {
            return asked_back(format!(
                "'{}' may be meant beside the plan, or in place of some of it: say 'also …', '… instead of …' or 'only …'; \
                 or say no, and then the new command",
                shown(comment)
            ));
        }
        if alone.reason.is_none() && !self.tells_what_it_lacks(&alone, comment, snapshot) {
            return Recognised { reason: Some(revision.unclear()), ..alone };
        }
        alone
    }

    /// A comment in German, by its words of form in English.
    fn revise_in_german(&self, revision: &Revision<'_>) -> Option<Recognised> {
        let text = german::in_english(revision.text, &self.lexicon)?;
        let items = items(&text, &self.lexicon);
        let revised = Revision { items: &items, text: &text, ..*revision }.revised()?;
        // A model may know better.
        Some(Recognised { complete: false, ..revised })
    }

    /// Whether the unknown words explain why the sentence was not understood.
    fn tells_what_it_lacks(&self, alone: &Recognised, comment: &str, snapshot: &Snapshot) -> bool {
        let lacks = || self.lacks(comment, &alone.missed, snapshot).unknown;
        match alone.said {
            Said::Unclear(_) => !lacks().is_empty(),
            Said::Unknown => lacks().iter().any(|(_, slot)| *slot == Some(Slot::Place)),
            _ => true,
        }
    }
}

/// The plan after the comment, or why the comment is asked back; `None` where the comment has another form.
type Change = Option<Result<Vec<Clause>, String>>;

struct Revision<'r> {
    recogniser: &'r Recogniser,
    items: &'r [Item],
    text: &'r str,
    /// What was said before.
    previous: &'r Said,
    /// Its clauses, neighbours that do the same put together.
    clauses: &'r [Clause],
    snapshot: &'r Snapshot,
    state: State,
}

impl Revision<'_> {
    /// What was said, with the comment applied; `None` where it has none of the forms.
    fn revised(&self) -> Option<Recognised> {
        Some(match self.change()? {
            Ok(revised) if revised == self.clauses => Recognised::sure(self.previous.clone()),
            Ok(revised) => {
                let reading = bounds::held(Recognised::sure(Said::Do(revised)));
                let (text, snapshot, state) = (self.without_markers(), self.snapshot, self.state);
                self.recogniser.held_to_account(reading, self.clauses, &text, snapshot, state)
            }
            Err(reason) => asked_back(reason),
        })
    }

    /// The forms of comments: each is looked for where none before it was found.
    fn change(&self) -> Change {
        let forms: [fn(&Self) -> Change; 12] = [
            Self::without_tools,
            Self::corrected,
            Self::left_out,
            Self::vetoed,
            Self::reversed,
            Self::swapped,
            Self::only,
            Self::with_tool,
            Self::put_first,
            Self::replaced,
            Self::repeated,
            Self::added,
        ];
        forms.iter().find_map(|form| form(self))
    }

    /// Which word of a comment is not understood, or how a comment may be said.
    fn unclear(&self) -> String {
        let missed = unknown(self.items);
        let lacks = self.recogniser.lacks(self.text, &missed, self.snapshot);
        let work = || self.items.iter().find(|item| item.is_work && item.work.is_empty()).map(|item| item.text.clone());
        match lacks.unknown.into_iter().next().map(|(word, _)| word).or_else(work) {
            Some(word) => format!("'{}' is not understood here", shown(&word)),
            None => format!(
                "what '{}' is to change is not understood: say 'skip 2', '3 instead of 2' or 'also 3'",
                shown(self.text.trim())
            ),
        }
    }

    /// The comment without the words that its form accounts for, and that would limit a command: "with" in "replace 2 with 3".
    fn without_markers(&self) -> String {
        let comment = self.comment();
        let leads = |item: &Item| {
            matches!(item.text.as_str(), "add" | "include" | "leave" | "without" | "cancel" | "delete")
                || item.is(Tag::Swap)
        };
        let first = comment.first().filter(|item| leads(item));
        let swaps = first.is_some_and(|item| item.is(Tag::Swap));
        let between = comment.iter().find(|item| swaps && (item.is(Tag::With) || item.text == "by"));
        let only = comment.windows(2).find(|pair| pair[0].is(Tag::With) && pair[1].is(Tag::Only)).map(|pair| &pair[0]);
        let mut text = self.text.to_owned();
        for item in [first, between, only].into_iter().flatten() {
            text.replace_range(item.start..item.end, &" ".repeat(item.end - item.start));
        }
        text
    }
}

fn asked_back(reason: String) -> Recognised {
    Recognised { reason: Some(reason), doubtful: true, ..Recognised::sure(Said::UNCLEAR) }
}
