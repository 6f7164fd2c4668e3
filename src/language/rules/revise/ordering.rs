//! Comments on the order: "the other way round", "swap 1 and 2", "do 2 first".

use super::{
    super::{english::Tag, tag::Item},
    Change, Clause, Revision, parts,
    thing::{Thing, after, trimmed},
};
use crate::cell::PositionId;

impl Revision<'_> {
    /// "The other way round": of two parts, or of the places of one.
    pub(super) fn reversed(&self) -> Change {
        let says = |item: &Item| {
            item.is(Tag::Reverse) || matches!(item.text.as_str(), "reverse" | "swap" | "flip" | "invert" | "swap over")
        };
        let passes = [Tag::Do, Tag::It, Tag::There, Tag::Article, Tag::Fix, Tag::Go, Tag::All, Tag::Both, Tag::But];
        let comment = self.comment();
        let is_filled = |item: &Item| {
            says(item)
                || item.is_any(&passes)
                || item.mark.is_some()
                || matches!(item.text.as_str(), "order" | "round" | "around")
        };
        let is_it = comment.iter().any(says)
            && comment.iter().all(|item| is_filled(item) || item.is_any(super::super::cursor::EMPTY));
        is_it.then(|| self.reverse())
    }

    fn reverse(&self) -> Result<Vec<Clause>, String> {
        self.held_by_back()?;
        let is_single = |clause: &Clause| self.at(clause).len() == 1 && parts::routines(clause).len() < 2;
        match &self.moving()[..] {
            [at] => {
                let mut clause = self.clauses[*at].clone();
                let is_at_one = self.at(&clause).len() == 1;
                match &mut clause {
                    Clause::Work { routines, .. } if routines.len() > 1 && is_at_one => routines.reverse(),
                    Clause::Work { routines, .. } if routines.len() > 1 => return self.which_order(),
                    Clause::Work { places, .. } | Clause::Go { places, .. } => places.reversed = !places.reversed,
                    _ => {}
                }
                self.carried(self.with(*at, [clause]))
            }
            _ if !self.has_tools() && self.clauses.iter().all(is_single) => {
                self.carried(parts::joined(&self.clauses.iter().rev().cloned().collect::<Vec<_>>()))
            }
            _ => self.which_order(),
        }
    }

    fn which_order<T>(&self) -> Result<T, String> {
        Err(format!("'{}' may mean more than one order of this plan: say the whole order anew", self.words()))
    }

    /// "Swap 1 and 2": two places of one part.
    pub(super) fn swapped(&self) -> Change {
        let (first, rest) = self.comment().split_first()?;
        if !first.is(Tag::Swap) && first.text != "reverse" || first.text.starts_with("replace") {
            return None;
        }
        let joins = |item: &Item| item.is_any(&[Tag::And, Tag::With]);
        let at = rest.iter().position(joins)?;
        let (one, other) = (self.thing(&rest[..at])?, self.thing(&rest[at + 1..])?);
        // "Swap 2 with 5", which is not in the plan, sets 5 in its place.
        let is_there = |thing: &Thing| self.clauses.iter().any(|clause| self.does(clause, thing));
        if rest[at].is(Tag::With) && !is_there(&other) {
            return None;
        }
        Some(self.swap(&one, &other))
    }

    fn swap(&self, one: &Thing, other: &Thing) -> Result<Vec<Clause>, String> {
        self.held_by_back()?;
        let (first, second) = (self.part_of(one)?, self.part_of(other)?);
        if let ([one], [other]) = (&one.at[..], &other.at[..])
            && first == second
        {
            let mut here = self.at(&self.clauses[first]);
            let place = |of| here.iter().position(|place| place == of);
            if let (Some(one), Some(other)) = (place(one), place(other)) {
                here.swap(one, other);
                return self.carried(self.with_places(first, parts::these(&here)));
            }
        }
        // Of two parts the work may change places, or the order: the same where both are at one place.
        let is_same = first != second && self.at(&self.clauses[first]) == self.at(&self.clauses[second]);
        if is_same && !self.has_tools() && one.is_work() && other.is_work() {
            let mut clauses = self.clauses.to_vec();
            clauses.swap(first, second);
            return self.carried(clauses);
        }
        self.which_order()
    }

    /// "Do 2 first", "start with 2", "first inspect 3".
    pub(super) fn put_first(&self) -> Change {
        let is_first = |item: &Item| {
            item.is_any(&[Tag::StartWith, Tag::ButFirst, Tag::BeforeThat])
                || item.is_ordinal && item.number == Some(1) && item.text != "one"
        };
        let comment = after(self.comment(), &[Tag::And]);
        let (body, is_sure) = match comment {
            [body @ .., last] if is_first(last) => (trimmed(body), true),
            [first, body @ ..] if is_first(first) => (trimmed(body), !first.is_ordinal),
            _ => return None,
        };
        let body = after(body, &[Tag::Do, Tag::And]);
        let Some(thing) = self.thing(body) else {
            let new = self.new_clauses(body)?;
            // "The left one can go first": of what is in the plan.
            let is_there = |place: &PositionId| self.clauses.iter().any(|clause| self.at(clause).contains(place));
            let goes_there =
                |clause: &Clause| matches!(clause, Clause::Go { .. }) && self.at(clause).iter().any(is_there);
            return Some(if new.iter().any(goes_there) { self.which_order() } else { self.with_at_head(new) });
        };
        if self.clauses.iter().any(|clause| self.does(clause, &thing)) {
            // "First 2": that many of them, or that one before the others. Nobody knows.
            return Some(if is_sure || !thing.is_places() { self.move_first(&thing) } else { self.which_order() });
        }
        Some(match thing.clause(1) {
            Some(clause) => self.with_at_head(vec![clause]),
            None if thing.is_work() => self
                .alone()
                .and_then(|at| self.at_the_same_place(&thing, at))
                .and_then(|clause| self.with_at_head(vec![clause])),
            None => Err(format!("'{}' is not in the plan: say what is to be done there first", thing.said)),
        })
    }

    fn with_at_head(&self, new: Vec<Clause>) -> Result<Vec<Clause>, String> {
        self.held_by_back()?;
        Ok(new.into_iter().chain(self.clauses.iter().cloned()).collect())
    }

    fn move_first(&self, thing: &Thing) -> Result<Vec<Clause>, String> {
        self.held_by_back()?;
        let at = self.part_of(thing)?;
        let clause = &self.clauses[at];
        let here = self.at(clause);
        let is_whole = thing.at.is_empty() || here.iter().all(|place| thing.at.contains(place));
        let is_some_work = !thing.work.is_empty() && thing.work != parts::routines(clause);
        match is_whole && !is_some_work {
            true if self.moving().first() == Some(&at) => Ok(self.clauses.to_vec()),
            true if !self.has_tools() => {
                let rest = self.with(at, []);
                self.carried([clause.clone()].into_iter().chain(rest).collect())
            }
            false if !is_some_work && self.moving().first() == Some(&at) => {
                let (first, rest): (Vec<_>, Vec<_>) = here.into_iter().partition(|place| thing.at.contains(place));
                self.carried(self.with_places(at, parts::these(&[first, rest].concat())))
            }
            _ => self.which_order(),
        }
    }
}
