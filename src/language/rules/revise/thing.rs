//! What some words of a comment name: places, work, or work at places.

use super::{
    super::{chart, command::spoken, cursor::EMPTY, english::Tag, tag::Item},
    Clause, Places, Revision,
};
use crate::cell::{PositionId, Role, RoutineId, shown};

/// See the head of this file.
pub(super) struct Thing {
    /// Empty where no work is named.
    pub(super) work: Vec<RoutineId>,
    pub(super) places: Option<Places>,
    /// The same places one by one.
    pub(super) at: Vec<PositionId>,
    /// It is named as a motion: "going to 3".
    pub(super) goes: bool,
    /// In the operator's words.
    pub(super) said: String,
}

impl Thing {
    /// It names no work, and is no motion.
    pub(super) const fn is_places(&self) -> bool {
        self.work.is_empty() && !self.goes && self.places.is_some()
    }

    pub(super) const fn is_work(&self) -> bool {
        self.places.is_none()
    }

    /// Whether it is the whole of a part that does this work at these places.
    pub(super) fn is_all_of(&self, routines: &[RoutineId], at: &[PositionId]) -> bool {
        (self.work.is_empty() || self.work == routines) && (self.at.is_empty() || self.at == at)
    }

    /// It as a part of a plan, where it says all that a part needs.
    pub(super) fn clause(&self, times: u16) -> Option<Clause> {
        let places = self.places.clone().filter(|_| !self.is_places())?;
        Some(match self.goes {
            true => Clause::Go { places, times },
            false => {
                let order = crate::language::said::Order::RoutineByRoutine;
                Clause::Work { routines: self.work.clone(), places, times, order }
            }
        })
    }
}

/// Items without the marks and the empty words at both ends.
pub(super) fn trimmed(items: &[Item]) -> &[Item] {
    let says = |item: &Item| item.mark.is_none() && !item.is_any(EMPTY);
    let start = items.iter().position(says).unwrap_or(items.len());
    let end = items.iter().rposition(says).map_or(start, |last| last + 1);
    &items[start..end]
}

/// Items without the words of these kinds at their head, and what is empty between them.
pub(super) fn after<'i>(mut items: &'i [Item], tags: &[Tag]) -> &'i [Item] {
    loop {
        items = trimmed(items);
        match items.split_first() {
            Some((first, rest)) if first.is_any(tags) && !first.is_work => items = rest,
            _ => return items,
        }
    }
}

impl Revision<'_> {
    /// The comment, as it may be shown.
    pub(super) fn words(&self) -> String {
        shown(self.text.trim()).to_string()
    }

    /// The comment without what is empty at both ends.
    pub(super) fn comment(&self) -> &[Item] {
        after(self.items, &[Tag::But])
    }

    /// What some items name, and nothing else.
    pub(super) fn thing(&self, items: &[Item]) -> Option<Thing> {
        let items = after(items, &[Tag::Article, Tag::Do]);
        let said = spoken(items, self.text).map(|said| shown(said).to_string())?;
        let of = |work: Vec<RoutineId>, places: Option<Places>, goes: bool| {
            let at = places.as_ref().map_or_else(Vec::new, |places| self.spelled(places, &work));
            // A place that nobody can name now is none to be changed.
            (places.is_none() || !at.is_empty()).then(|| Thing { work, places, at, goes, said: said.clone() })
        };
        if items[0].is(Tag::To) {
            return of(Vec::new(), Some(self.places_in(&items[1..])?), true);
        }
        if let Some(places) = self.places_in(items) {
            // Nothing is done at home but to be there.
            let is_home = self.spelled(&places, &[]).iter().all(|&place| self.snapshot.role(place) == Role::Home);
            return of(Vec::new(), Some(places), is_home);
        }
        if items[0].is(Tag::Go) || items.iter().all(|item| item.text == "home") {
            let clauses = self.recogniser.clauses(items, self.text, self.snapshot, self.state)?;
            let [Clause::Go { places, times: 1 }] = &clauses[..] else { return None };
            return of(Vec::new(), Some(places.clone()), true);
        }
        (1..=items.len()).rev().find_map(|end| {
            let work = self.work_in(&items[..end])?;
            let places = after(&items[end..], &[Tag::At]);
            match places {
                [] => of(work, None, false),
                places => of(work, Some(self.places_in(places)?), false),
            }
        })
    }

    /// The places that some items list, and nothing else. "The last one" may be that of the plan or that of the cell.
    pub(super) fn places_in(&self, items: &[Item]) -> Option<Places> {
        if items.iter().any(|item| item.is_ordinal || item.is_any(&[Tag::Last, Tag::Rest, Tag::There, Tag::It])) {
            return None;
        }
        chart::places(spoken(items, self.text)?, &self.recogniser.lexicon, self.snapshot, self.state)
    }

    /// The work that some items name, and nothing else. Words for several routines mean the one of them that is in the plan.
    fn work_in(&self, items: &[Item]) -> Option<Vec<RoutineId>> {
        let items = after(items, &[Tag::Article]);
        let leads = [Tag::At, Tag::From, Tag::To, Tag::For, Tag::Away, Tag::Through, Tag::You, Tag::Me, Tag::Need];
        if items.iter().any(|item| item.is_any(&leads)) {
            return None;
        }
        if let Some(work) = self.recogniser.work_alone(items, self.text, self.snapshot, self.state) {
            return Some(work);
        }
        if !items.iter().all(|item| item.is_work || item.is_any(&[Tag::Article, Tag::RoutineNoun])) {
            return None;
        }
        let means =
            |routine: &RoutineId| items.iter().filter(|item| item.is_work).all(|item| item.work.contains(&routine.0));
        let in_plan = |clause: &Clause| match clause {
            Clause::Work { routines, .. } => routines.clone(),
            _ => Vec::new(),
        };
        let mut found: Vec<RoutineId> = self.clauses.iter().flat_map(in_plan).filter(means).collect();
        found.sort_unstable();
        found.dedup();
        (found.len() == 1 && items.iter().any(|item| item.is_work)).then_some(found)
    }
}
