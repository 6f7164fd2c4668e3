//! Clauses that do not begin with what is to be done: places first, or what was done before at other places.

use super::{
    english::Tag,
    parser::{Act, EMPTY, Parser, Step, Trouble},
    places::Where,
};
use crate::{
    cell::RoutineId,
    language::said::{Order, Span},
};

impl Parser<'_> {
    /// Places alone, or "it": what was done before is done there.
    pub(super) fn like_before(&mut self, before: Option<&Step>) -> Result<Step, Trouble> {
        let Some(before) = before.filter(|step| matches!(step.act, Act::Go | Act::Work(_))) else {
            return self.trouble();
        };
        let act = before.act.clone();
        let kept = before.places.clone();
        if self.take(&[Tag::It, Tag::There, Tag::Again]) {
            self.skip(&[Tag::Again, Tag::Filler]);
            if let Some(Where::Places(places)) = self.places()? {
                return Ok(Step::new(act, Some(places)));
            }
            let mut step = Step::new(act, kept);
            step.times = self.times()?.unwrap_or(1);
            return Ok(step);
        }
        match self.places()? {
            Some(Where::Places(places)) => Ok(Step::new(act, Some(places))),
            _ => self.trouble(),
        }
    }

    /// "At position 1, weld", "home", "position 2 inspect", "then 3".
    pub(super) fn place_first(&mut self, before: Option<&Step>) -> Result<Step, Trouble> {
        let each = self.each_follows();
        let opening = self.at;
        let Some(Where::Places(places)) = self.places()? else { return self.trouble() };
        let start = self.at;
        let needed = self.skip_to_verb();
        if self.peek().is_some_and(|item| {
            item.is_work && (item.tag.is_none() || item.is_routine_name) && (!item.is_past || needed)
        }) {
            let routines = self.routines()?;
            let times = self.times()?;
            self.skip(&[Tag::There, Tag::RoutineNoun, Tag::Object]);
            let mut step = Step::new(Act::Work(routines), Some(places));
            step.times = times.unwrap_or(1);
            if each {
                step.order = Order::PlaceByPlace;
            }
            return Ok(step);
        }
        self.at = start;
        let is_home = matches!(places.spans[..], [Span::One(place)] if self.lexicon.is_home(place));
        if is_home {
            return Ok(Step::new(Act::Go, Some(places)));
        }
        if let Some(routine) = self.work_in_name(opening) {
            return Ok(Step::new(Act::Work(vec![routine]), Some(places)));
        }
        match before.map(|step| step.act.clone()) {
            Some(act @ (Act::Go | Act::Work(_))) if self.is_joined => Ok(Step::new(act, Some(places))),
            _ => self.trouble(),
        }
    }

    /// "Screw bay 1", where a place is called so, and screwing is what one does: the verb is the name's first word.
    pub(super) fn work_in_name(&self, opening: usize) -> Option<RoutineId> {
        let item = self.items.get(opening).filter(|item| item.place.one().is_some())?;
        match self.lexicon.routines_named(item.text.split(' ').next()?) {
            [only] => Some(RoutineId(*only)),
            _ => None,
        }
    }

    /// Over "needs to be", ", run a", ":"; true where need is said.
    pub(super) fn skip_to_verb(&mut self) -> bool {
        let mut needed = self.items.iter().take(self.at).any(|item| item.is(Tag::Need));
        while let Some(item) = self.peek() {
            let between = item.is_any(&[
                Tag::Need,
                Tag::To,
                Tag::Article,
                Tag::Do,
                Tag::And,
                Tag::Is,
                Tag::RoutineNoun,
                Tag::Can,
                Tag::Should,
            ]) || item.is_any(EMPTY)
                || item.is_break();
            if !between || item.is(Tag::Do) && self.ahead(1).is_none() {
                break;
            }
            needed |= item.is(Tag::Need);
            self.at += 1;
        }
        needed
    }

    /// "Skip 2", "but don't weld 3": out of all that was said.
    pub(super) fn skip_places(&mut self, before: Option<&Step>) -> Result<Step, Trouble> {
        self.at += 1;
        self.skip(&[Tag::Go, Tag::Do, Tag::Skip, Tag::At, Tag::To, Tag::Except, Tag::Use]);
        while self.peek().is_some_and(|item| item.is_work && item.place.is_none()) {
            self.at += 1;
        }
        self.skip(&[Tag::It, Tag::At]);
        let Some(Where::Places(but)) = self.places()? else { return self.trouble() };
        let but = self.spelled(&but.spans);
        let Some(mut step) = self.steps.pop().or_else(|| before.cloned().filter(|_| false)) else {
            return self.trouble();
        };
        match &mut step.places {
            Some(places) if !but.is_empty() => {
                let mut left = places.clone();
                if !self.leave_out(&mut left, &but) {
                    return self.trouble();
                }
                *places = left;
            }
            _ => return self.trouble(),
        }
        Ok(step)
    }
}
