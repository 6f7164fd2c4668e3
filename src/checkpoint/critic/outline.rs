//! What a sentence asks for, in outline: groups of work and the places that stand with it.
//!
//! In: tokens. Out: [`Group`]s in the order said. An outline is no reading: a word that may be several things stays so, and
//! nothing here says what is to be done. It is what a reading is held against.

use std::ops::Range;

use crate::cell::{PositionId, RoutineId};

/// What is to be done at the places of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Be there.
    Go,
    /// Be at each, one after the other.
    Tour,
    /// One of these routines.
    Work {
        /// Every routine that the words may mean.
        any_of: Vec<RoutineId>,
        /// No other word says it better.
        sure: bool,
    },
    /// A tool step: an index into the list of them.
    Hand(usize),
}

/// Where something is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// One of these.
    One { any_of: Vec<PositionId>, sure: bool, at: Range<usize> },
    /// From the one to the other.
    Range(PositionId, PositionId),
    /// All of these rows; of everything where there is none.
    All(Vec<Vec<PositionId>>),
    /// Where the robot stands.
    Here,
    /// Where it was before in the sentence.
    Same,
    /// Nobody can tell: the rest, both.
    Open,
}

/// How a group stands to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// Before everything else.
    Front,
    /// Before the group that was said before it.
    BeforePrevious,
    /// After the group that is said next.
    AfterNext,
    /// After everything else.
    End,
}

/// Work and places that stand together.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) acts: Vec<Act>,
    pub(super) items: Vec<Item>,
    /// Places that are not meant.
    pub(super) excluded: Vec<PositionId>,
    pub(super) counts: Vec<u64>,
    /// How many places had been said when each of the counts was.
    pub(super) counted: Vec<usize>,
    /// It is not to be done.
    pub(super) forbidden: bool,
    pub(super) lead: Option<Lead>,
    pub(super) reversed: bool,
    /// Where the robot is to come from.
    pub(super) origin: Option<PositionId>,
    /// The places are those of the group before.
    pub(super) inherited: bool,
    /// Its rows are told by a description: the word may be for what is worked on.
    pub(super) loose_rows: bool,
    /// In bytes of the text.
    pub(super) at: Range<usize>,
}

impl Group {
    pub(super) fn works(&self) -> impl Iterator<Item = (&Vec<RoutineId>, bool)> {
        self.acts.iter().filter_map(|act| match act {
            Act::Work { any_of, sure } => Some((any_of, *sure)),
            _ => None,
        })
    }

    pub(super) fn count(&mut self, count: u64) {
        self.counts.push(count);
        self.counted.push(self.items.len());
    }

    /// "1 twice and 3 once", "two at 1 and one at 3": how often at each of its places, where each has its own count.
    pub(super) fn count_of(&self, place: PositionId) -> Option<u64> {
        let counted = || self.counted.iter().copied();
        let each_has_one = counted().eq(1..=self.items.len()) || counted().eq(0..self.items.len());
        if self.items.len() < 2 || !each_has_one {
            return None;
        }
        let is_it = |item: &Item| matches!(item, Item::One { any_of, .. } if any_of[..] == [place]);
        self.items.iter().position(is_it).map(|at| self.counts[at])
    }

    pub(super) fn goes(&self) -> bool {
        self.acts.iter().any(|act| matches!(act, Act::Go | Act::Tour))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.acts.is_empty() && self.items.is_empty() && self.excluded.is_empty()
    }

    /// Whether it speaks of several places without naming each.
    pub(super) fn is_wide(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::All(_) | Item::Range(..) | Item::Open))
    }

    pub(super) fn is_open(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Open | Item::Same)) || self.items.is_empty()
    }

    /// Adds work, narrowing what was said of it in other words.
    pub(super) fn work(&mut self, any_of: &[RoutineId], is_sure: bool) {
        for act in &mut self.acts {
            let Act::Work { any_of: known, sure } = act else { continue };
            let shared: Vec<RoutineId> = known.iter().copied().filter(|id| any_of.contains(id)).collect();
            if !shared.is_empty() {
                (*known, *sure) = (shared, *sure || is_sure);
                return;
            }
        }
        self.acts.push(Act::Work { any_of: any_of.to_vec(), sure: is_sure });
    }

    /// Whether one of these routines is among its work.
    pub(super) fn does(&self, routines: &[RoutineId]) -> bool {
        self.works().any(|(any_of, _)| any_of.iter().any(|id| routines.contains(id)))
    }
}

/// Lets groups without places have those of the group before them, and says which have none.
pub(super) fn inherit(groups: &mut [Group]) {
    for at in 0..groups.len() {
        let only_hand = !groups[at].acts.is_empty() && groups[at].acts.iter().all(|act| matches!(act, Act::Hand(_)));
        let refers = groups[at].items.iter().all(|item| matches!(item, Item::Same));
        if !refers || only_hand || groups[at].acts.is_empty() {
            let has_other = groups[at].items.iter().any(|item| !matches!(item, Item::Same));
            groups[at].items.retain(|item| !has_other || !matches!(item, Item::Same));
            continue;
        }
        let before = groups[..at].iter().rev().find(|group| !group.items.is_empty() && !group.forbidden);
        if let Some(before) = before {
            let (items, excluded) = (before.items.clone(), before.excluded.clone());
            (groups[at].items, groups[at].inherited) = (items, true);
            groups[at].excluded.extend(excluded);
        } else if let Some(next) = groups[at + 1..].iter().find(|group| !group.items.is_empty()) {
            // "Before you test it, pin cyl-b".
            let is_same = !groups[at].items.is_empty();
            groups[at].items = if is_same { next.items.clone() } else { vec![Item::Open] };
            groups[at].inherited = true;
        }
    }
}
