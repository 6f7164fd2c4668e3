//! Commands: clauses, what joins them, and in which order they are to be done.
//!
//! In: the items of a sentence that is no question and forbids nothing. Out: clauses with their places, or [`Trouble`]: an
//! item that has no place in a command. Nothing is skipped but words that say nothing.

use super::{
    doubt,
    english::Tag,
    joints::{Joints, Put},
    parser::{Act, Parser, Step, Trouble},
    places::Where,
};
use crate::language::said::{Clause, Places, Span};

impl Parser<'_> {
    /// Every clause of the sentence, in the order in which they are to be done.
    pub(super) fn command(&mut self) -> Result<Vec<Clause>, Trouble> {
        if let Some(at) = doubt::of_words(self.items) {
            self.is_doubtful = true;
            return Err(Trouble { at });
        }
        let clauses = self.clauses()?;
        self.is_doubtful = doubt::of_clauses(&clauses, self.items, self.snapshot, self.state);
        if self.is_doubtful { self.trouble() } else { Ok(clauses) }
    }

    fn clauses(&mut self) -> Result<Vec<Clause>, Trouble> {
        if let Some(clause) = self.attempt(Self::places_then_work) {
            return Ok(vec![clause]);
        }
        let mut joints = Joints { put: Put::AtEnd, opens_with_before: false };
        let mut last: Option<Step> = None;
        // A correction was said before what stands last.
        let mut was_corrected = false;
        loop {
            let start = self.at;
            // "North... south!": said over again, or something else?
            let trails_off = self.items[start..].iter().take_while(|item| item.mark == Some('.')).count() > 1;
            let goes_on = self.items[start..].iter().find(|item| item.mark != Some('.'));
            if trails_off
                && goes_on.is_some_and(|item| !item.is_any(&[Tag::And, Tag::Then, Tag::Fix, Tag::No, Tag::Wait]))
            {
                return self.trouble();
            }
            let corrected = self.joints(&mut joints)?;
            if self.peek().is_none() {
                if self.is_cut_off(start) {
                    return self.doubt();
                }
                break;
            }
            self.is_joined = self.at > start;
            self.is_after = self.items[start..self.at].iter().any(|item| item.is_any(&[Tag::After, Tag::When]));
            self.by_row = false;
            self.has_corrected = false;
            let said_before = self.steps.len();
            self.clause_start = self.at;
            let mut step = self.clause(last.as_ref())?;
            if self.is_said_already(&step, start) || self.is_echoed(&step, start, &mut was_corrected) {
                self.after_clause(self.steps.len() - 1)?;
                continue;
            }
            if !self.is_parted(start) && self.is_part_of_work(&step) {
                return self.trouble();
            }
            let is_tool = !matches!(step.act, Act::Go | Act::Work(_));
            // Without a word between, a verb for tools may as well be part of a name.
            if is_tool && !self.is_joined && !self.steps.is_empty() && joints.put == Put::AtEnd {
                return self.trouble();
            }
            // "After grinding: holder B and G": the places of the work before.
            let is_spelled_out = !corrected
                && self.steps.last().is_some_and(|last| {
                    last.places.is_none()
                        && last.act == step.act
                        && matches!(step.act, Act::Work(_))
                        && step.places.is_some()
                })
                && !self.items[start..].first().is_some_and(|item| item.is_any(&[Tag::And, Tag::Then]));
            if is_spelled_out && let Some(last) = self.steps.pop() {
                step.times = step.times.max(last.times);
            }
            let dropped = if corrected { self.take_back(said_before) } else { None };
            was_corrected |= corrected || self.has_corrected;
            if let (None, Some(dropped), Act::Work(_)) = (&step.places, &dropped, &step.act) {
                step.places.clone_from(&dropped.places);
            }
            let place = match joints.put {
                Put::Before(place) => place,
                Put::AtEnd => self.steps.len(),
            };
            let count = self.steps.len();
            self.inherit(&mut step, place);
            let place = place.saturating_sub(count - self.steps.len()).min(self.steps.len());
            last = Some(step.clone());
            self.steps.insert(place, step);
            // "Before B, A": A comes before B, and so does what is joined to A.
            let next = if std::mem::take(&mut joints.opens_with_before) { place } else { place + 1 };
            joints.put = if next == self.steps.len() { Put::AtEnd } else { Put::Before(next) };
            self.after_clause(place)?;
        }
        self.share_places();
        let goes_last = self.goes_last.take();
        self.steps.extend(goes_last);
        self.join_home();
        let steps = std::mem::take(&mut self.steps);
        let clauses: Option<Vec<Clause>> = steps.into_iter().map(Step::clause).collect();
        match clauses {
            Some(clauses) if !clauses.is_empty() && !self.is_incomplete => Ok(clauses),
            _ => self.trouble(),
        }
    }

    /// One clause; `before` is what was said before it.
    pub(super) fn clause(&mut self, before: Option<&Step>) -> Result<Step, Trouble> {
        let Some(item) = self.peek() else { return self.trouble() };
        if let Some(step) = self.attempt(|p| p.left_out().transpose()) {
            return step;
        }
        if let Some(step) = self.attempt(Self::left_in_stand).or_else(|| self.attempt(Self::tool_first)) {
            return step;
        }
        if let Some(step) = self.attempt(Self::sent_back) {
            return step;
        }
        if let Some(step) = self.attempt(Self::wanted_tool) {
            return Ok(step);
        }
        let counted = self.attempt(|p| {
            // "Put two rivets in 4".
            p.skip(&[Tag::Put, Tag::Take, Tag::Do, Tag::Need]);
            p.count_before_work()
        });
        if let Some(count) = counted {
            return self.counted_work(count);
        }
        if let Some(step) = self.attempt(Self::light_verb) {
            return step;
        }
        if let Some(step) = self.attempt(|p| p.as_many_more(before)) {
            return Ok(step);
        }
        if let Some(step) = self.attempt(Self::carrying) {
            return Ok(step);
        }
        let leads_to_tool = self.tool_follows(1) && !self.names_routine();
        match item.tag {
            Some(Tag::Swap) => self.swap_tools(),
            // "Take it to 3".
            Some(Tag::Take)
                if self.ahead(1).is_some_and(|next| next.is(Tag::It))
                    && self.ahead(2).is_some_and(|next| next.is(Tag::To)) =>
            {
                self.at += 1;
                self.go()
            }
            Some(Tag::EmptyHanded) => {
                self.at += 1;
                Ok(Step::new(Act::Drop, None))
            }
            Some(Tag::FinishUp) => {
                self.at += 1;
                Ok(Step::new(Act::DropAndHome, None))
            }
            // "Take me to 3", "get position 1 welded".
            Some(Tag::Take)
                if self.ahead(1).is_some_and(|next| next.is_any(&[Tag::Me, Tag::Robot, Tag::To]))
                    && !(self.ahead(1).is_some_and(|next| next.is(Tag::Me)) && self.tool_follows(2)) =>
            {
                self.go()
            }
            Some(Tag::Take)
                if self
                    .ahead(1)
                    .is_some_and(|next| next.is(Tag::Noun) || !next.place.is_none() || next.number.is_some())
                    && !self.ahead(2).is_some_and(|next| next.is_work && next.is_plural) =>
            {
                self.at += 1;
                self.place_first(before)
            }
            // "Pick a part", "drive a screw", "place it": a verb that the cell has a routine for.
            Some(Tag::Take | Tag::Put | Tag::Drop)
                if !leads_to_tool && !item.work.is_empty() && !self.is_of_other_work() =>
            {
                self.work()
            }
            Some(Tag::Take | Tag::Put | Tag::Drop | Tag::Object) if !leads_to_tool && self.handling().is_some() => {
                let Some((by, routine)) = self.handling() else { return self.trouble() };
                self.handle(by, routine)
            }
            // "Layer check on 2".
            Some(Tag::Object) if !item.thing.is_empty() => self.work(),
            Some(Tag::Object) if item.is_thing => self.trouble(),
            Some(Tag::Go | Tag::Return) if !item.work.is_empty() && self.work_agrees() => self.work(),
            Some(Tag::Noun) if !item.work.is_empty() && self.is_placing(1) => self.work(),
            Some(Tag::Take | Tag::Put) if !leads_to_tool && self.work_follows() => self.do_work(before),
            Some(Tag::Take) if leads_to_tool || !item.is_work => self.take_tool(),
            Some(Tag::Put) if leads_to_tool || !item.is_work => self.put(),
            Some(Tag::Drop) if leads_to_tool || !item.is_work => self.drop_tool(),
            Some(Tag::Return) => self.give_back_or_go(),
            Some(Tag::Back | Tag::Away)
                if self.ahead(1).is_some_and(|i| i.is_any(&[Tag::To, Tag::At]) || !i.place.is_none()) =>
            {
                self.go()
            }
            Some(Tag::Article) if self.work_follows() => self.do_work(before),
            Some(Tag::Use | Tag::With) => self.use_tool(before),
            Some(Tag::Go) => self.go(),
            Some(Tag::Do | Tag::Again | Tag::Have) => self.do_work(before),
            Some(Tag::Skip | Tag::Except | Tag::ExceptDo | Tag::Not) => self.skip_places(),
            _ if item.is_work && !self.place_opens() => self.work(),
            _ => self.place_first(before),
        }
    }

    /// "Three studs on 1, two on 2": the work is what it was, how often is said.
    fn as_many_more(&mut self, before: Option<&Step>) -> Option<Step> {
        let count = self.peek()?.number.filter(|_| self.peek().is_some_and(|item| !item.is_ordinal))?;
        let before = before.filter(|step| matches!(step.act, Act::Work(_)) && (step.times > 1 || self.is_counting))?;
        self.at += 1;
        self.peek().filter(|item| item.is_any(&[Tag::At, Tag::For]))?;
        let Some(Where::Places(places)) = self.places().ok()? else { return None };
        let mut step = Step::new(before.act.clone(), Some(places));
        step.times = u16::try_from(count).ok().filter(|count| *count > 0)?;
        Some(step)
    }
}

/// All places.
pub(super) fn everywhere() -> Places {
    Places { spans: vec![Span::All { but: Vec::new() }], reversed: false }
}
