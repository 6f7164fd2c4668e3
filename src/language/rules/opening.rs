//! Clauses that do not begin with what is to be done: places first, or what was done before at other places.

use super::{
    english::Tag,
    parser::{Act, EMPTY, Parser, Step, Trouble},
    places::Where,
    tag::Item,
};
use crate::{
    cell::{PositionId, RoutineId},
    language::{
        lexicon::kin,
        said::{Clause, Order, Places, Span},
    },
};

impl Parser<'_> {
    /// Places alone, or "it": what was done before is done there.
    pub(super) fn like_before(&mut self, before: Option<&Step>) -> Result<Step, Trouble> {
        if let Some(step) = self.attempt(Self::done_with_tool) {
            return Ok(step);
        }
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
        if let Some(step) = self.attempt(Self::way_from) {
            return Ok(step);
        }
        let each = self.each_follows();
        let opening = self.at;
        let led_to = self.is(Tag::To) || opening.checked_sub(1).is_some_and(|before| self.items[before].is(Tag::To));
        let Some(Where::Places(places)) = self.places()? else { return self.trouble() };
        let start = self.at;
        let verb = opening.checked_sub(1).and_then(|at| self.items[at].text.split(' ').next_back());
        let needed = self.skip_to_verb() || matches!(verb, Some("get" | "getting" | "have" | "having" | "see"));
        let puts_tool = self.ahead(1).is_some_and(|next| next.is_any(&[Tag::Away, Tag::Back]));
        if self.peek().is_some_and(|item| {
            item.is_work
                && !(puts_tool && item.tool.one().is_some())
                && (item.tag.is_none() || item.is_routine_name || item.is_handling())
                && (!item.is_past || needed || self.is_after)
        }) {
            // "Bend left, gauge left", where a place is called "bend left": two works, or one there?
            let is_parted = self.items[start..self.at].iter().any(|item| item.is_break() || item.is(Tag::And));
            if is_parted && self.work_in_name(opening).is_some() {
                return self.trouble();
            }
            let routines = self.routines()?;
            // "One scan everywhere": no place 1.
            let is_bare = self.items[opening].number.is_some() && self.items[opening].place.is_none();
            if is_bare && self.is_any(&[Tag::At, Tag::Everywhere, Tag::All]) {
                return self.trouble();
            }
            let times = self.times()?;
            self.skip(&[Tag::There, Tag::RoutineNoun, Tag::Object, Tag::Everywhere, Tag::It]);
            let mut step = Step::new(Act::Work(routines), Some(places));
            self.has_place_first = true;
            step.times = times.unwrap_or(1);
            if each {
                step.order = Order::PlaceByPlace;
            }
            return Ok(step);
        }
        // "T4: 2 rivets".
        let counted = self.attempt(|p| {
            p.skip_to_verb();
            p.count_before_work()
        });
        if let Some(times) = counted {
            let mut step = Step::new(Act::Work(self.routines()?), Some(places));
            step.times = times;
            self.has_place_first = true;
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
        let is_further = opening.checked_sub(1).is_some_and(|at| self.items[at].is(Tag::And));
        // "Deburr this and 2": this, wherever that is, and 2.
        match before.filter(|step| step.places.is_some() || !is_further).map(|step| step.act.clone()) {
            // "3: weld, 4, 5: inspect": is 4 welded or inspected? "Weld 3, then to 4": is 4 welded, or driven to?
            Some(Act::Work(_)) if self.has_place_first || led_to => self.trouble(),
            Some(Act::Work(_)) if self.are_several_works() => self.doubt(),
            Some(act @ (Act::Go | Act::Work(_))) if self.is_joined => Ok(Step::new(act, Some(places))),
            _ => self.trouble(),
        }
    }

    /// "Draw at A1 and fill B1, then A2 and B2": the second again, or both?
    fn are_several_works(&self) -> bool {
        let is_work = |step: &&Step| matches!(step.act, Act::Work(_)) && step.places.is_some();
        let mut acts = self.steps.iter().filter(is_work).map(|step| &step.act);
        acts.next().is_some_and(|first| acts.any(|act| act != first))
    }

    /// "Screw bay 1", where a place is called so, and screwing is what one does: the verb is the name's first word.
    pub(super) fn work_in_name(&self, opening: usize) -> Option<RoutineId> {
        let item = self.items.get(opening).filter(|item| item.place.one().is_some())?;
        // "Cooling rack" is a rack that cools, not a thing to do.
        let word = item.text.split(' ').next().filter(|word| !word.ends_with("ing"))?;
        match self.lexicon.routines_named(word) {
            // "Shoe form 2" is no command to scan shoes.
            [only] if kin::is_work(word) || self.begins_with(RoutineId(*only), word) => Some(RoutineId(*only)),
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
            ]) || (self.is_after && item.is_any(&[Tag::Was, Tag::Have]))
                || item.is_any(EMPTY)
                || item.is_break();
            if !between || item.is(Tag::Do) && self.ahead(1).is_none() {
                break;
            }
            needed |= item.is(Tag::Need);
            self.at += 1;
        }
        needed
    }

    /// "Do station 3 with the iron": what that tool alone does.
    fn done_with_tool(&mut self) -> Option<Step> {
        let Where::Places(places) = self.places().ok()?? else { return None };
        self.skip_objects();
        self.skip(&[Tag::Article, Tag::Filler]);
        self.skip_objects();
        self.take(&[Tag::With, Tag::Use]).then_some(())?;
        let routine = self.lexicon.routine_of(self.tool().ok()?.0?).one()?;
        Some(Step::new(Act::Work(vec![routine]), Some(places)))
    }

    /// "Two" of "two welds at 3", "two coats of" of "two coats of primer in 4".
    pub(super) fn count_before_work(&mut self) -> Option<u16> {
        // "A double coat".
        self.skip(&[Tag::Article]);
        let several = self.peek().and_then(|item| match item.text.as_str() {
            "double" => Some(2),
            "triple" => Some(3),
            _ => None,
        });
        if several.is_some() {
            self.at += 1;
            let work = self.peek().filter(|item| item.is_work && !item.work.is_empty() && item.place.is_none());
            return several.filter(|_| work.is_some());
        }
        let count = self.peek()?.number.filter(|_| self.peek().is_some_and(|item| !item.is_ordinal))?;
        self.at += 1;
        let is_run = self
            .peek()
            .is_some_and(|item| matches!(item.text.as_str(), "run" | "runs" | "round" | "rounds" | "pass" | "passes"))
            && self.ahead(1).is_some_and(|next| next.is(Tag::Of));
        self.at += usize::from(is_run);
        let times_of = is_run || self.take(&[Tag::Times]);
        if times_of {
            self.take(&[Tag::Of]).then_some(())?;
        }
        let item = self.peek()?;
        (item.is_work && !item.work.is_empty() && item.place.is_none() && (item.tag.is_none() || item.is_routine_name))
            .then_some(())?;
        // "4 solder" is a place and its work, "4 welds" is a count; "2 probe tests".
        let names_work = |item: &&Item| item.is_work && item.place.is_none();
        let counts = times_of || self.items[self.at..].iter().take_while(names_work).any(|item| item.is_plural);
        counts.then(|| u16::try_from(count).ok().filter(|count| *count > 0)).flatten()
    }

    /// The work after a count.
    pub(super) fn counted_work(&mut self, count: u16) -> Result<Step, Trouble> {
        self.is_counting = true;
        let mut step = self.work()?;
        step.times = count;
        Ok(step)
    }

    /// "Start at 9 and end at 7, glue both", "first 4, then 1: weld": the places and their order first, then the work.
    pub(super) fn places_then_work(&mut self) -> Option<Clause> {
        let (mut first, mut middle, mut last): (Vec<Span>, Vec<Span>, Vec<Span>) = Default::default();
        let mut is_ordered = false;
        loop {
            let mut put = None;
            while let Some(item) = self.peek() {
                let opens_first = item.is_ordinal && item.number == Some(1) && self.ahead(1)?.number.is_none();
                match item.tag {
                    Some(Tag::StartWith) => put = Some(true),
                    Some(Tag::Lastly) => put = Some(false),
                    _ if opens_first && first.is_empty() && middle.is_empty() => put = Some(true),
                    Some(Tag::Then) => is_ordered = true,
                    _ if item.is_break()
                        || item.is_any(EMPTY)
                        || item.is_any(&[Tag::And, Tag::Do, Tag::At, Tag::With]) => {}
                    _ => break,
                }
                self.at += 1;
            }
            if self.peek()?.is_work && !self.place_opens() {
                break;
            }
            let Some(Span::One(place)) = self.element(&mut Vec::new()).ok().flatten() else { return None };
            if let Some(item) = self.peek() {
                let said = if item.is_ordinal && item.number == Some(1) {
                    Some(true)
                } else {
                    item.is_any(&[Tag::Last, Tag::Lastly]).then_some(false)
                };
                let ends = self.ahead(1).is_none_or(|next| next.is_break() || next.is_any(&[Tag::And, Tag::Then]));
                if said.is_some() && ends {
                    put = said;
                    self.at += 1;
                }
            }
            is_ordered |= put.is_some();
            match put {
                Some(true) => &mut first,
                Some(false) => &mut last,
                None => &mut middle,
            }
            .push(Span::One(place));
        }
        let routines = self.routines().ok()?;
        self.skip_objects();
        self.skip(&[Tag::For, Tag::At]);
        self.skip(&[Tag::Both, Tag::There, Tag::It, Tag::All, Tag::Each, Tag::Of, Tag::Please]);
        self.skip_breaks();
        let spans: Vec<Span> = first.into_iter().chain(middle).chain(last).collect();
        (self.peek().is_none() && spans.len() > 1 && is_ordered).then_some(())?;
        let places = Places { spans, reversed: false };
        Some(Clause::Work { routines, places, times: 1, order: Order::RoutineByRoutine })
    }

    /// "2 can be left out", "east we skip", "we do not need 4": out of what was said last. `None` where nothing of the kind
    /// is said.
    pub(super) fn left_out(&mut self) -> Result<Option<Step>, Trouble> {
        self.skip(&[Tag::Only, Tag::Article]);
        let opens = self.take(&[Tag::LeftOut]);
        let said: Vec<Span> = self.steps.last().and_then(|step| step.places.clone()).map_or_else(Vec::new, |p| p.spans);
        let spans = self.among(&said).or_else(|| self.attempt(|p| p.list(false).ok().flatten()));
        let says_so = |p: &mut Self| {
            let is_aside = p.peek().is_some_and(|item| item.text == "aside");
            p.at += usize::from(is_aside);
            is_aside || p.take(&[Tag::LeftOut])
        };
        let Some(spans) = spans.filter(|_| opens || says_so(self)) else { return Ok(None) };
        let but = self.spelled(&spans);
        let is_all = said.iter().any(|span| matches!(span, Span::All { .. }));
        let named = self.spelled(&said);
        if !is_all && !but.iter().all(|place| named.contains(place)) {
            return self.trouble();
        }
        self.last_step_without(&but).map(Some)
    }

    /// The step that was said last, taken back, without some of its places.
    fn last_step_without(&mut self, but: &[PositionId]) -> Result<Step, Trouble> {
        let Some(mut step) = self.steps.pop() else { return self.trouble() };
        let Some(mut places) = step.places.take() else { return self.trouble() };
        if but.is_empty() || !self.leave_out(&mut places, but) {
            return self.trouble();
        }
        step.places = Some(places);
        Ok(step)
    }

    /// "Skip 2", "but don't weld 3": out of all that was said.
    pub(super) fn skip_places(&mut self) -> Result<Step, Trouble> {
        self.at += 1;
        self.skip(&[Tag::Go, Tag::Do, Tag::Skip, Tag::At, Tag::To, Tag::Except, Tag::Use]);
        while self.peek().is_some_and(|item| item.is_work && item.place.is_none()) {
            self.at += 1;
        }
        self.skip(&[Tag::It, Tag::At]);
        let Some(Where::Places(but)) = self.places()? else { return self.trouble() };
        let but = self.spelled(&but.spans);
        self.last_step_without(&but)
    }
}
