//! The cursor over a sentence's items that the grammar's parts share, and what they have read so far.

use super::{english::Tag, tag::Item};
use crate::{
    cell::{RoutineId, State, ToolId},
    language::{
        lexicon::Lexicon,
        said::{Clause, Order, Places},
    },
    snapshot::Snapshot,
};

/// What a clause does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Go,
    Work(Vec<RoutineId>),
    Take(ToolId),
    Drop,
    DropAndHome,
}

/// A clause as it is being put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) act: Act,
    /// `None` until they are said, here or in a neighbour.
    pub(super) places: Option<Places>,
    pub(super) times: u16,
    pub(super) order: Order,
}

impl Step {
    pub(super) const fn new(act: Act, places: Option<Places>) -> Self {
        Self { act, places, times: 1, order: Order::RoutineByRoutine }
    }

    /// As a clause; `None` where something is still missing.
    pub(super) fn clause(self) -> Option<Clause> {
        Some(match self.act {
            Act::Go => Clause::Go { places: self.places?, times: self.times },
            Act::Work(routines) => {
                Clause::Work { routines, places: self.places?, times: self.times, order: self.order }
            }
            Act::Take(tool) => Clause::Take(tool),
            Act::Drop => Clause::Drop,
            Act::DropAndHome => Clause::DropAndHome,
        })
    }
}

/// Something in the sentence that cannot be read: the whole of it is unclear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// The item at which reading ended.
    pub(super) at: usize,
}

/// See the head of this file.
pub(super) struct Parser<'p> {
    pub(super) items: &'p [Item],
    pub(super) at: usize,
    pub(super) lexicon: &'p Lexicon,
    pub(super) snapshot: &'p Snapshot,
    pub(super) state: State,
    pub(super) steps: Vec<Step>,
    /// A clause has no place, and no neighbour to take it from.
    pub(super) is_incomplete: bool,
    /// A word such as "at" stands before: a place comes.
    pub(super) in_place_slot: bool,
    /// Something joins the clause that is read to the one before.
    pub(super) is_joined: bool,
    /// "After", "when" or "once" stands before the clause: it may tell of what will have been.
    pub(super) is_after: bool,
    /// A row of places was said, and not that all of them are meant.
    pub(super) by_row: bool,
    /// The routines of the clause that is read.
    pub(super) doing: Vec<u32>,
    /// Words passed over of which nothing is known, in bytes of the sentence: what is worked on, by the look of it.
    pub(super) passed_over: Vec<std::ops::Range<usize>>,
    /// A place was said before its work: "3: weld".
    pub(super) has_place_first: bool,
    /// "Both" was said of the two places before.
    pub(super) refers_to_both: bool,
    /// What was said first and is to be done last: "go home last, weld 1 first".
    pub(super) goes_last: Option<Step>,
    /// The places of the clause that is read were corrected: "1, no, 2".
    pub(super) has_corrected: bool,
    /// Something in the words, or in what was read, makes a command doubtful.
    pub(super) is_doubtful: bool,
    /// Where the clause that is read begins.
    pub(super) clause_start: usize,
    /// A count was said before the work: "two welds at 1 and one at 2".
    pub(super) is_counting: bool,
}

impl<'p> Parser<'p> {
    pub(super) const fn new(items: &'p [Item], lexicon: &'p Lexicon, snapshot: &'p Snapshot, state: State) -> Self {
        Self {
            items,
            at: 0,
            lexicon,
            snapshot,
            state,
            steps: Vec::new(),
            is_incomplete: false,
            in_place_slot: false,
            is_joined: false,
            is_after: false,
            by_row: false,
            doing: Vec::new(),
            has_place_first: false,
            passed_over: Vec::new(),
            refers_to_both: false,
            goes_last: None,
            has_corrected: false,
            is_doubtful: false,
            clause_start: 0,
            is_counting: false,
        }
    }

    pub(super) fn peek(&self) -> Option<&'p Item> {
        self.items.get(self.at)
    }

    pub(super) fn ahead(&self, by: usize) -> Option<&'p Item> {
        self.items.get(self.at + by)
    }

    pub(super) fn is(&self, tag: Tag) -> bool {
        self.peek().is_some_and(|item| item.is(tag))
    }

    pub(super) fn is_any(&self, tags: &[Tag]) -> bool {
        self.peek().is_some_and(|item| item.is_any(tags))
    }

    /// Steps over the item where it has one of these tags.
    pub(super) fn take(&mut self, tags: &[Tag]) -> bool {
        let fits = self.is_any(tags);
        self.at += usize::from(fits);
        fits
    }

    pub(super) fn skip(&mut self, tags: &[Tag]) {
        while self.take(tags) {}
    }

    /// Steps over breaks and words that say nothing.
    pub(super) fn skip_breaks(&mut self) {
        while self.peek().is_some_and(|item| item.is_break() || item.is_any(EMPTY)) {
            self.at += 1;
        }
    }

    pub(super) const fn trouble<T>(&self) -> Result<T, Trouble> {
        Err(Trouble { at: self.at })
    }

    /// The same, where no other reader is to be believed either.
    pub(super) const fn doubt<T>(&mut self) -> Result<T, Trouble> {
        self.is_doubtful = true;
        self.trouble()
    }

    /// Reads something, or stays where it is.
    pub(super) fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let at = self.at;
        let found = read(self);
        if found.is_none() {
            self.at = at;
        }
        found
    }
}

/// Words that say nothing where a clause may begin or end.
pub(super) const EMPTY: &[Tag] = &[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok];
