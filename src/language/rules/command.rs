//! Commands: clauses, what joins them, and in which order they are to be done.
//!
//! In: the items of a sentence that is no question and forbids nothing. Out: clauses with their places, or [`Trouble`]: an
//! item that has no place in a command. Nothing is skipped but words that say nothing.

use super::{
    doubt,
    english::Tag,
    parser::{Act, EMPTY, Parser, Step, Trouble},
    places::Where,
    tag::Item,
};
use crate::language::{
    lexicon::canonical,
    said::{Clause, Places, Span},
};

/// What the words between clauses ask for.
struct Joints {
    put: Put,
    /// The sentence begins with "before": what it names first is done last.
    opens_with_before: bool,
}

/// Where the next clause goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Put {
    AtEnd,
    /// Before what stood last.
    Before(usize),
}

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

    /// "Weld 1 and 2, 2 before that", "inspect 2nd and 4th", "drop it at brake in and out": words of order, a number, or a
    /// place's word that nothing follows.
    fn is_cut_off(&self, start: usize) -> bool {
        let rest = &self.items[start..];
        let orders = |item: &Item| {
            item.is_any(&[Tag::Before, Tag::BeforeThat, Tag::After, Tag::When, Tag::ButFirst]) || item.is_ordinal
        };
        let joins = rest.iter().position(|item| item.is_any(&[Tag::And, Tag::Then, Tag::To, Tag::From]));
        let names = |item: &Item| {
            item.is_place_word || item.is_told || item.is_any(&[Tag::At, Tag::Away]) || item.text == "out"
        };
        let sometimes = rest.last().is_some_and(|item| item.text == "and then");
        sometimes || rest.iter().any(orders) || joins.is_some_and(|at| rest[at..].iter().any(names))
    }

    /// Whether something parts what is read from here from what was read before.
    fn is_parted(&self, start: usize) -> bool {
        let clause = self.clause_start;
        let begins_anew = self.items.get(clause).is_some_and(|item| item.is_any(&[Tag::Do, Tag::Use, Tag::Again]));
        begins_anew || self.items[start..clause].iter().any(|item| item.is_break() || !item.is_any(EMPTY))
    }

    /// "Inspect all tacks", "cut key 1": a second word of the same work, by the look of it, not more work.
    fn is_part_of_work(&self, step: &Step) -> bool {
        let Some(last) = self.steps.last() else { return false };
        matches!((&last.act, &step.act), (Act::Work(_), Act::Work(_)))
            && (last.places.is_none()
                || step.places.is_none()
                || self.items.get(self.clause_start).is_some_and(|item| item.is_place_word && item.is_work))
    }

    /// "Check E for dirt", "mount the hands on 3": a word of the same routine again, and nothing more.
    fn is_said_already(&self, step: &Step, start: usize) -> bool {
        let is_bare = step.places.is_none() && step.times == 1 && matches!(step.act, Act::Work(_));
        let joins = self.items[start..self.at].iter().any(|item| item.is_any(&[Tag::And, Tag::Then, Tag::Again]));
        is_bare && !joins && self.steps.last().is_some_and(|last| last.act == step.act && last.places.is_some())
    }

    /// "1, no, 2, go to 2", "weigh it here, in this position": what was said last, said once more.
    fn is_echoed(&self, step: &Step, start: usize, was_corrected: &mut bool) -> bool {
        let was_corrected = std::mem::take(was_corrected);
        let asks_for_more = self.items[start..self.at].iter().any(|item| {
            item.is_any(&[Tag::And, Tag::Then, Tag::Again, Tag::After, Tag::Before, Tag::Times, Tag::Lastly])
        });
        step.places.is_some() && self.steps.last() == Some(step) && (was_corrected || !asks_for_more)
    }

    /// Takes back what a correction replaces: the last step that was said before it, and its echo ("1, 2? No, 3").
    fn take_back(&mut self, said_before: usize) -> Option<Step> {
        let last = said_before.checked_sub(1).filter(|&last| last < self.steps.len())?;
        let dropped = self.steps.remove(last);
        let echo = said_before
            .checked_sub(2)
            .filter(|&at| self.steps[at].act == dropped.act && self.steps[at].places == dropped.places);
        if let Some(at) = echo {
            self.steps.remove(at);
        }
        Some(dropped)
    }

    /// What stands between clauses. True where the speaker corrects himself.
    fn joints(&mut self, joints: &mut Joints) -> Result<bool, Trouble> {
        let put = &mut joints.put;
        let mut corrected = false;
        let count = self.steps.len();
        while let Some(item) = self.peek() {
            match item.tag {
                _ if item.is_break() => {}
                // "Weld 2 once you are done inspecting 1".
                Some(Tag::Then) if count > 0 && self.tells_what_is_done_first() => *put = Put::Before(count - 1),
                Some(Tag::Then) => *put = Put::AtEnd,
                Some(Tag::And | Tag::But | Tag::Instead | Tag::Robot | Tag::You | Tag::Me) => {}
                Some(Tag::Have) if self.work_follows() => break,
                Some(Tag::Have) if count > 0 => break,
                Some(Tag::Need | Tag::Can | Tag::Only | Tag::Have) => {}
                Some(Tag::Know)
                    if ["can ", "could ", "will ", "may ", "might "]
                        .iter()
                        .any(|opens| item.text.starts_with(opens)) => {}
                Some(Tag::Tell) if self.ahead(1).is_some_and(|next| next.is(Tag::Robot)) => {}
                Some(Tag::To | Tag::For)
                    if self.ahead(1).is_some_and(|next| next.place.one().is_none() && next.number.is_none()) => {}
                Some(Tag::StartWith) if count > 0 => *put = Put::Before(0),
                Some(Tag::ButFirst) => *put = Put::Before(0),
                Some(Tag::StartWith) => {}
                Some(Tag::Lastly) => *put = Put::AtEnd,
                Some(Tag::BeforeThat) if count > 0 => *put = Put::Before(count - 1),
                Some(Tag::Before) if count == 0 => joints.opens_with_before = true,
                Some(Tag::Before) => *put = Put::AtEnd,
                Some(Tag::After | Tag::When) if count > 0 => *put = Put::Before(count - 1),
                Some(Tag::After | Tag::When) => {}
                Some(Tag::Fix | Tag::No | Tag::Wait) if count > 0 => corrected = true,
                Some(Tag::Fix) => {}
                Some(tag) if EMPTY.contains(&tag) && !item.is_work => {}
                _ if item.is_ordinal && self.opens_clause(1) => {
                    if count > 0 && item.number == Some(1) {
                        *put = Put::Before(0);
                    }
                }
                _ => break,
            }
            self.at += 1;
        }
        self.skip(EMPTY);
        Ok(corrected && self.peek().is_some())
    }

    /// "Once you are done", "when finished", and then a verb in "-ing".
    fn tells_what_is_done_first(&self) -> bool {
        let opens = self.peek().is_some_and(|item| {
            ["once", "when", "as soon"].iter().any(|word| item.text.starts_with(word)) && item.text.contains(' ')
        });
        opens
            && self
                .ahead(1)
                .is_some_and(|next| next.text.ends_with("ing") && (next.is_work || next.is_any(&[Tag::Go, Tag::Do])))
    }

    fn opens_clause(&self, by: usize) -> bool {
        self.ahead(by).is_none_or(|item| {
            item.is_break()
                || item.is_work
                || !item.thing.is_empty()
                || item.is_any(&[Tag::Go, Tag::Do, Tag::Take, Tag::Put, Tag::Drop, Tag::Return, Tag::Use])
        })
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
            Some(Tag::Take) if self.ahead(1).is_some_and(|next| next.is_any(&[Tag::Me, Tag::Robot, Tag::To])) => {
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

    /// "Put a board in", where putting is of labels: the workpiece tells of another routine than the verb does.
    fn is_of_other_work(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        let verb = self.peek().map_or(&[][..], |item| &item.work);
        self.ahead(by).is_some_and(|item| !item.thing.is_empty() && !item.thing.iter().any(|id| verb.contains(id)))
    }

    /// Whether a tool is named within the next words, before anything else is.
    fn tool_follows(&self, from: usize) -> bool {
        let mut by = from;
        while let Some(item) = self.ahead(by) {
            let is_part_of_name = item.is_thing
                && !self.ahead(by + 1).is_some_and(|next| next.is(Tag::ToolNoun) || next.tool.one().is_some());
            if item.is(Tag::ToolNoun) || item.tool.one().is_some() && !is_part_of_name {
                return true;
            }
            let leads = item.is_any(&[Tag::Article, Tag::Back, Tag::Away, Tag::Filler, Tag::It, Tag::At]);
            if !leads && (by > from || !item.is_work) {
                return false;
            }
            by += 1;
        }
        false
    }

    /// "Drive a screw": the next word means the same routine.
    fn work_agrees(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        let shared =
            |item: &super::tag::Item| self.peek().is_some_and(|this| this.work.iter().any(|id| item.work.contains(id)));
        self.ahead(by).is_some_and(shared)
    }

    /// "Set a stud", where there is a stud gun: the two words name a routine.
    fn names_routine(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        // "Put a stud in 1": of the tool there is one, of what it sets there are many.
        let is_one_of_many = self.ahead(1).is_some_and(|item| matches!(item.text.as_str(), "a" | "an"))
            && self.ahead(2).is_some_and(|item| item.is_work && item.work.len() == 1)
            && self.ahead(3).is_some_and(|item| item.is(Tag::At));
        if is_one_of_many || self.is_material(by) {
            return true;
        }
        let is_tool =
            |by: usize| self.ahead(by).is_some_and(|next| next.is(Tag::ToolNoun) || next.tool.one().is_some());
        self.work_agrees() && !is_tool(by + 1) && self.ahead(by + 1).is_some_and(|next| next.is(Tag::At))
    }

    /// "Put paste on 1", "put some paste on 1", where there is a paste gun: what it lays, not the tool. The tool's own word is
    /// the last of its name.
    fn is_material(&self, by: usize) -> bool {
        let is_the = self.ahead(1).is_some_and(|item| matches!(item.text.as_str(), "the" | "that" | "this"));
        let Some(item) = self.ahead(by).filter(|item| item.is_work && item.work.len() == 1 && !is_the) else {
            return false;
        };
        let Some(tool) = item.tool.one() else { return false };
        let name = canonical(self.snapshot.tool_name(tool));
        name.len() > 1
            && name.last().is_some_and(|last| *last != item.text)
            && self.ahead(by + 1).is_some_and(|next| next.is_any(&[Tag::At, Tag::To, Tag::For]))
    }

    /// "Place the part", "place it at 2", not "place 2".
    pub(super) fn is_placing(&self, by: usize) -> bool {
        self.ahead(by)
            .is_some_and(|next| next.is_any(&[Tag::Article, Tag::It, Tag::At, Tag::Object]) && next.number.is_none())
    }

    /// "Take a picture".
    fn work_follows(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        let by = by + usize::from(self.ahead(by).is_some_and(|item| item.number.is_some() && !item.is_ordinal));
        self.ahead(by).is_some_and(|item| item.is_work && (item.tool.one().is_none() || self.names_routine()))
    }

    /// Whether a word that is work as well begins a place's name here.
    pub(super) fn place_opens(&self) -> bool {
        self.peek().is_some_and(|item| item.place.one().is_some() && !item.is_routine_name)
    }

    /// "Go to 1 and weld" is weld at 1, as is "go to 1 and weld there"; "weld at 1, then inspect" stays at 1.
    fn inherit(&mut self, step: &mut Step, place: usize) {
        let Some(before) = place.checked_sub(1).and_then(|place| self.steps.get(place)) else { return };
        if !matches!(step.act, Act::Work(_)) || !matches!(before.act, Act::Go | Act::Work(_)) {
            return;
        }
        let is_going = before.act == Act::Go;
        if step.places.is_none() {
            step.places.clone_from(&before.places);
        } else if step.places != before.places {
            return;
        }
        if is_going {
            self.steps.remove(place - 1);
        }
    }

    /// Work without a place takes that of the next clause: "weld and then, please, inspect at 1".
    fn share_places(&mut self) {
        for place in (0..self.steps.len()).rev() {
            if matches!(self.steps[place].act, Act::Work(_)) && self.steps[place].places.is_none() {
                let next = self.steps.get(place + 1).filter(|step| matches!(step.act, Act::Work(_)));
                let has_own = |step: &Step| matches!(step.act, Act::Work(_)) && step.places.is_some();
                let last = place.checked_sub(1).and_then(|place| self.steps.get(place));
                // "Mist 1, count, mist 2": where is it counted?
                if next.is_some_and(has_own) && last.is_some_and(has_own) {
                    self.is_incomplete = true;
                    return;
                }
                let before = || self.steps.get(place.checked_sub(1)?).filter(|step| matches!(step.act, Act::Work(_)));
                let shared = next.or_else(before).and_then(|step| step.places.clone());
                match shared {
                    Some(places) => self.steps[place].places = Some(places),
                    None => self.is_incomplete = true,
                }
            }
        }
    }

    /// Bringing the tool back and then going home is one goal.
    fn join_home(&mut self) {
        // "Tidy up: tool away, then home": what follows says what tidying up is.
        let is_told = |step: &Step| matches!(step.act, Act::Drop | Act::DropAndHome);
        if self.steps.len() > 1 && self.steps[0].act == Act::DropAndHome && self.steps[1..].iter().any(is_told) {
            self.steps.remove(0);
        }
        for place in (1..self.steps.len()).rev() {
            let goes_home = self.steps[place].act == Act::Go
                && matches!(self.steps[place].places.as_ref().map(|p| &p.spans[..]), Some([Span::One(place)]) if self.lexicon.is_home(*place));
            if goes_home && self.steps[place - 1].act == Act::Drop {
                self.steps.remove(place);
                self.steps[place - 1].act = Act::DropAndHome;
            }
        }
    }
}

/// All places.
pub(super) fn everywhere() -> Places {
    Places { spans: vec![Span::All { but: Vec::new() }], reversed: false }
}
