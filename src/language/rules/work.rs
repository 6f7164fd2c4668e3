//! Work in a command: which routines, on what, how often, where, and with which tool.

use super::{
    command::everywhere,
    english::Tag,
    parser::{Act, Parser, Step, Trouble},
    places::Where,
    tag::Item,
};
use crate::{
    cell::RoutineId,
    language::{
        lexicon::{canonical, stem::stem},
        said::Order,
    },
};

impl Parser<'_> {
    /// "Weld and inspect at 1 and 2".
    pub(super) fn work(&mut self) -> Result<Step, Trouble> {
        let routines = self.routines()?;
        self.work_at(routines)
    }

    pub(super) fn work_at(&mut self, routines: Vec<RoutineId>) -> Result<Step, Trouble> {
        self.doing = routines.iter().map(|routine| routine.0).collect();
        let mut step = Step::new(Act::Work(routines), None);
        step.times = self.times()?.unwrap_or(1);
        self.skip_objects();
        let each = self.each_follows();
        let places = match self.places()? {
            // "Weigh it, but first read it at 2": the place is said later.
            Some(Where::There) if self.steps.is_empty() => None,
            places => places,
        };
        let Some(places) = places else {
            self.after_work_without_place(&mut step)?;
            return Ok(step);
        };
        let times = step.times;
        step = self.step_at(step.act, places)?;
        step.times = times;
        if each {
            step.order = Order::PlaceByPlace;
        }
        Ok(step)
    }

    pub(super) fn after_work_without_place(&mut self, step: &mut Step) -> Result<(), Trouble> {
        if self.with_tool()? {
            self.skip_objects();
            if let Some(places) = self.places()? {
                let found = self.step_at(step.act.clone(), places)?;
                step.places = found.places;
            }
        }
        Ok(())
    }

    pub(super) fn each_follows(&self) -> bool {
        (0..4)
            .filter_map(|by| self.ahead(by))
            .take_while(|item| item.is_any(&[Tag::At, Tag::Article, Tag::Each, Tag::Of]))
            .any(|item| item.is(Tag::Each))
    }

    /// Words for what is worked on, and other words that tell no place: "the part", "a routine", "on".
    pub(super) fn skip_objects(&mut self) {
        while let Some(item) = self.peek() {
            let is_thing = item.is_any(&[Tag::Object, Tag::RoutineNoun, Tag::Filler, Tag::Please, Tag::Robot])
                || item.text == "done" && self.ahead(1).is_some_and(|next| next.is(Tag::At));
            let named = |by: usize| {
                self.ahead(by)
                    .is_some_and(|next| next.is_any(&[Tag::Object, Tag::RoutineNoun]) || self.is_workpiece(by))
            };
            let leads = item.is_any(&[Tag::Article, Tag::Of, Tag::For, Tag::At, Tag::It, Tag::Rest])
                && (named(1) && !self.ahead(2).is_some_and(|next| next.is(Tag::Noun))
                    || self.ahead(1).is_some_and(|next| next.is(Tag::Article)) && named(2));
            let is_thing = is_thing || self.is_workpiece(0);
            // "Measure the coat at 3": what is worked on, though another routine is called so.
            if item.is(Tag::Article)
                && self.ahead(1).is_some_and(|next| {
                    next.is_work && next.place.is_none() && next.tool.is_none() && !next.is_gerund()
                })
                && self.ahead(2).is_some_and(|next| next.is_any(&[Tag::At, Tag::Of]))
            {
                self.at += 2;
                continue;
            }
            // "Ice the buns in oven 1": whatever that is, it is there.
            let unknown = (1..=2).take_while(|&by| {
                self.ahead(by).is_some_and(|next| {
                    (next.is_unknown() || next.is(Tag::Held) || next.text == "new")
                        && !next.is_place_word
                        && next.thing.is_empty()
                })
            });
            let unknown = unknown.count();
            // "The duff one in 3".
            let unknown = unknown
                + usize::from(
                    unknown > 0
                        && self
                            .ahead(unknown + 1)
                            .is_some_and(|next| matches!(next.text.as_str(), "1" | "one" | "ones")),
                );
            if unknown > 0
                && item.is_any(&[Tag::Article, Tag::It])
                && self.ahead(unknown + 1).is_some_and(|next| next.is(Tag::At))
                && !self.doing.is_empty()
            {
                let words = &self.items[self.at + 1..=self.at + unknown];
                let span = words[0].start..words[unknown - 1].end;
                if !self.passed_over.contains(&span) {
                    self.passed_over.push(span);
                }
                self.at += unknown + 1;
                continue;
            }
            // "Check the position at home", where that is what the routine checks.
            if item.is(Tag::Article)
                && self.ahead(1).is_some_and(|next| next.is(Tag::Noun) && !next.is_plural)
                && self.ahead(2).is_some_and(|next| next.is(Tag::At))
            {
                self.at += 2;
                continue;
            }
            let of_it = item.is(Tag::It)
                && item.number.is_none()
                && self.ahead(1).is_some_and(|next| next.is_any(&[Tag::At, Tag::Here]));
            // "Blow it off".
            let off = item.is(Tag::Away) || (item.is(Tag::It) && self.ahead(1).is_some_and(|next| next.is(Tag::Away)));
            if !is_thing && !leads && !of_it && !off {
                break;
            }
            self.at += 1;
        }
    }

    /// Whether an item is a workpiece, not the tool or the place that has its word in its name.
    fn is_workpiece(&self, by: usize) -> bool {
        self.ahead(by).is_some_and(|item| {
            item.is_thing
                && item.place.is_none()
                && !self.ahead(by + 1).is_some_and(|next| next.is(Tag::ToolNoun) || next.tool.one().is_some())
        })
    }

    /// One or several routines: "weld", "tack weld", "weld, polish and then inspect".
    pub(super) fn routines(&mut self) -> Result<Vec<RoutineId>, Trouble> {
        let mut routines = vec![self.routine()?];
        let mut by_comma = false;
        while let Some(instead) = self.attempt(|p| {
            p.skip_objects();
            p.next_routine()
        }) {
            let joint =
                self.items[..self.at].iter().rev().find(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Then]));
            by_comma = joint.is_some_and(Item::is_break);
            let routine = self.routine()?;
            if instead {
                routines.pop();
            }
            if routines.last() != Some(&routine) {
                routines.push(routine);
            }
        }
        // "Open A1, draw, fill, close B1": what is done where?
        let was_placed =
            self.steps.last().is_some_and(|last| matches!(last.act, Act::Work(_)) && last.places.is_some());
        if by_comma && was_placed {
            return self.doubt();
        }
        Ok(routines)
    }

    /// Whether another routine is joined on, and whether it replaces the one before.
    pub(super) fn next_routine(&mut self) -> Option<bool> {
        let (mut joined, mut instead) = (false, false);
        while let Some(item) = self.peek() {
            match item.tag {
                _ if item.mark == Some(',') => joined = true,
                Some(Tag::And) => joined = true,
                Some(Tag::Then) if !self.steps.iter().any(|step| step.act == Act::Go) => joined = true,
                Some(Tag::Fix | Tag::No | Tag::Wait) => instead = true,
                Some(Tag::Article | Tag::Do | Tag::Filler | Tag::RoutineNoun | Tag::It) if joined || instead => {}
                _ => break,
            }
            self.at += 1;
        }
        let fits = self
            .peek()
            .is_some_and(|item| item.is_work && (item.tag.is_none() || item.is_routine_name || item.is_handling()))
            && !self.place_opens();
        (fits && (joined || instead)).then_some(instead)
    }

    /// The routine that the next words mean together: each narrows what the ones before it leave open.
    pub(super) fn routine(&mut self) -> Result<RoutineId, Trouble> {
        let Some(item) = self.peek() else { return self.trouble() };
        let start = self.at;
        let mut meant = if item.work.is_empty() { item.thing.clone() } else { item.work.clone() };
        self.at += 1;
        if meant.is_empty() && OBSERVES.contains(&item.text.as_str()) {
            meant = self.attempt(Self::observed).unwrap_or_default();
        }
        while let Some(narrower) = self.attempt(|p| p.narrower(&meant)) {
            meant = narrower;
        }
        if self.at == start + 1 && self.observes_other_work(start, &meant) {
            self.at = start;
            return self.doubt();
        }
        match meant[..] {
            // "Check 3", where weighing and taking a picture both check something.
            [only] if self.at == start + 1 && self.is_any_check(start, RoutineId(only)) => {
                self.at = start;
                self.doubt()
            }
            [only] => Ok(RoutineId(only)),
            _ => match self.named_first(start, &meant) {
                Some(routine) => Ok(routine),
                None => self.routine_by_tool(start, &meant),
            },
        }
    }

    /// "Check the seal at 40", where checking is of torque, and seals are pressed in.
    fn observes_other_work(&self, said: usize, meant: &[u32]) -> bool {
        let word = self.items[said].text.as_str();
        let observes = OBSERVES.contains(&word) || matches!(word, "look over" | "look at" | "have a look at");
        let what = self.items[said + 1..].iter().find(|item| !item.is_any(&[Tag::Article, Tag::Filler, Tag::Of]));
        let is_check = matches!(word, "check" | "verify" | "examine");
        let is_other = |item: &Item| {
            let named = self.lexicon.routines_named(&item.text);
            let of = if named.is_empty() && is_check { item.routines() } else { named };
            item.place.is_none() && !of.is_empty() && !of.iter().any(|id| meant.contains(id))
        };
        observes && what.is_some_and(is_other)
    }

    /// Whether what was said is but "check", by which the cell calls no routine, while several of its routines check something.
    fn is_any_check(&self, said: usize, meant: RoutineId) -> bool {
        let word = self.items[said].text.as_str();
        let is_check = matches!(word, "check" | "checking" | "verify") && self.lexicon.is_work_by_kin(word);
        let checks = |name: &str| {
            canonical(name).iter().any(|word| {
                OBSERVING_NAMES.iter().chain(&["weigh", "photo", "picture", "look"]).any(|part| word.contains(part))
            })
        };
        let others = (0..self.snapshot.routine_count() as u32).map(RoutineId).filter(|id| *id != meant);
        is_check && others.map(|id| self.snapshot.routine_name(id)).any(checks)
    }

    /// Of several routines the one whose name begins with the word said: "plant" is `Plant_Seedling`, not `Water_Plants`.
    fn named_first(&self, said: usize, meant: &[u32]) -> Option<RoutineId> {
        let begins_so = |id: &&u32| self.begins_with(RoutineId(**id), &self.items[said].text);
        let mut fitting = meant.iter().filter(begins_so);
        let only = fitting.next()?;
        (fitting.next().is_none() && self.at == said + 1).then_some(RoutineId(*only))
    }

    /// Whether a routine's name begins with a form of this word.
    pub(super) fn begins_with(&self, routine: RoutineId, word: &str) -> bool {
        let name = canonical(self.snapshot.routine_name(routine));
        name.first().is_some_and(|first| stem(first) == stem(word))
    }

    /// "Check the voltage", where the cell calls that a test or a measurement.
    fn observed(&mut self) -> Option<Vec<u32>> {
        self.skip(&[Tag::Article, Tag::Filler]);
        let item = self.peek().filter(|item| item.place.is_none())?;
        let observes = |id: &u32| {
            let name = canonical(self.snapshot.routine_name(RoutineId(*id)));
            name.iter().any(|word| OBSERVING_NAMES.iter().any(|part| word.contains(part)))
        };
        let &[only] = item.routines() else { return None };
        observes(&only).then(|| vec![only])
    }

    /// What the next word for work leaves of some routines; none where it means another.
    pub(super) fn narrower(&mut self, meant: &[u32]) -> Option<Vec<u32>> {
        self.skip(&[Tag::Article, Tag::Of, Tag::Filler]);
        let item = self.peek().filter(|item| (item.is_work || !item.thing.is_empty()) && item.place.is_none())?;
        let fits = item.tag.is_none() || item.is_any(&[Tag::Object, Tag::Filler]) || item.is_routine_name;
        let left: Vec<u32> = meant.iter().copied().filter(|id| item.routines().contains(id)).collect();
        self.at += 1;
        (fits && !left.is_empty()).then_some(left)
    }

    /// "Put the box on 2", "take it from 3", "a sheet on 1": what is done with a workpiece, by the verb's kind and by the
    /// workpiece; none where a tool is meant, or where that leaves more than one routine.
    pub(super) fn handling(&self) -> Option<(usize, RoutineId)> {
        let verb = self.peek()?;
        let kind = match verb.tag? {
            Tag::Take if TAKES.contains(&verb.text.as_str()) => "pick",
            Tag::Put | Tag::Drop if PUTS.contains(&verb.text.as_str()) => "place",
            Tag::Object => "",
            _ => return None,
        };
        let mut by = usize::from(!kind.is_empty());
        while self.ahead(by)?.is_any(&[Tag::Article, Tag::Filler, Tag::Each, Tag::All, Tag::Rest]) {
            by += 1;
        }
        let (mut things, mut named) = (None, false);
        while let Some(item) =
            self.ahead(by).filter(|item| item.is_any(&[Tag::Object, Tag::It]) && item.number.is_none())
        {
            named = true;
            if !item.thing.is_empty() {
                things = Some(things.map_or_else(|| item.thing.clone(), |ids: Vec<u32>| shared(&ids, &item.thing)));
            }
            by += 1;
        }
        // "Put it back" is said of tools.
        if !named || self.ahead(by).is_some_and(|item| item.is_any(&[Tag::Back, Tag::Away])) {
            return None;
        }
        // "Get a bearing into 3": put it there.
        let leads_in = self.ahead(by).is_some_and(|item| matches!(item.text.as_str(), "into" | "onto"));
        let kind = if kind == "pick" && verb.text == "get" && leads_in { "place" } else { kind };
        let of_kind = if kind.is_empty() { Vec::new() } else { self.lexicon.routines(kind).0 };
        let fitting = match things {
            // "Put a sheet on 2": laying it is the work, unless the work is taking it away.
            Some(things) if shared(&things, &of_kind).is_empty() && kind != "pick" && !verb.is(Tag::Drop) => {
                let takes = ["pick", "unload", "remove"].map(|word| self.lexicon.routines(word).0).concat();
                let is_laid = |id: &u32| kind.is_empty() || !takes.contains(id) && !self.lays_nothing(RoutineId(*id));
                things.into_iter().filter(is_laid).collect()
            }
            Some(things) => shared(&things, &of_kind),
            None => of_kind,
        };
        match fitting[..] {
            [only] => Some((by, RoutineId(only))),
            _ => None,
        }
    }

    /// Weighing, clamping, checking: what is worked on is there already, so that putting it there is other work.
    fn lays_nothing(&self, routine: RoutineId) -> bool {
        let lays_nothing = |word: &String| OBSERVING_NAMES.iter().chain(LAYING_NOTHING).any(|part| word.contains(part));
        canonical(self.snapshot.routine_name(routine)).iter().any(lays_nothing)
    }

    /// See [`Self::handling`].
    pub(super) fn handle(&mut self, by: usize, routine: RoutineId) -> Result<Step, Trouble> {
        self.at += by;
        self.work_at(vec![routine])
    }

    /// Several routines fit: a tool named with them may tell which.
    pub(super) fn routine_by_tool(&mut self, start: usize, meant: &[u32]) -> Result<RoutineId, Trouble> {
        let tool = self.items.iter().find_map(|item| item.tool.one());
        let needs_it = |id: &&u32| self.lexicon.required(RoutineId(**id)) == tool;
        let mut fitting = meant.iter().filter(needs_it);
        if let (Some(_), Some(&id), None) = (tool, fitting.next(), fitting.next()) {
            return Ok(RoutineId(id));
        }
        self.at = start;
        self.trouble()
    }

    /// "Do a full inspection", "run tack_weld at 1", "do it twice", "do 2 as well".
    pub(super) fn do_work(&mut self, before: Option<&Step>) -> Result<Step, Trouble> {
        if self.peek().is_some_and(|item| item.is_work) && self.ahead(1).is_none_or(|next| !next.is_work) {
            return self.work();
        }
        let start = self.at;
        self.at += 1;
        self.skip(&[Tag::RoutineNoun, Tag::Filler, Tag::Please, Tag::Only, Tag::Do, Tag::Me, Tag::Robot]);
        let all = self.full();
        let times = self.count_of_work();
        self.skip(&[Tag::Article, Tag::RoutineNoun, Tag::Filler, Tag::Object]);
        if self.peek().is_some_and(|item| item.is_work && (item.tag.is_none() || item.is_routine_name))
            && !self.place_opens()
        {
            let routines = self.routines()?;
            let mut step = self.work_at(routines)?;
            if all && step.places.is_none() {
                step.places = Some(everywhere());
            }
            step.times = times.unwrap_or(step.times);
            return Ok(step);
        }
        if all {
            self.at -= 1;
        }
        if self.is_any(&[Tag::Go, Tag::Take]) {
            return self.clause(before);
        }
        if let Some(step) = self.attempt(|p| p.given(start)) {
            return Ok(step);
        }
        self.like_before(before)
    }

    /// "Give position 1 a weld", "have 1 welded", the cursor at what comes after the verb.
    fn given(&mut self, verb: usize) -> Option<Step> {
        let gives = matches!(self.items[verb].text.as_str(), "give" | "get" | "have" | "do" | "see");
        gives.then_some(())?;
        let Where::Places(places) = self.places().ok()?? else { return None };
        let times = self.attempt(Self::count_before_work);
        self.skip(&[Tag::Article, Tag::Filler]);
        let is_work = self.peek().is_some_and(|item| item.is_work && item.place.is_none() && item.tag.is_none());
        is_work.then_some(())?;
        let mut step = Step::new(Act::Work(self.routines().ok()?), Some(places));
        step.times = times.or(self.times().ok()?).unwrap_or(1);
        Some(step)
    }

    /// "Whack a rivet in": whatever the verb, that work is to be done.
    pub(super) fn light_verb(&mut self) -> Option<Result<Step, Trouble>> {
        let verbs = &[Tag::Put, Tag::Take, Tag::Do, Tag::Drop, Tag::Use];
        self.peek().filter(|item| item.is_unknown() || item.is_any(verbs))?;
        let one = self.ahead(1).filter(|item| matches!(item.text.as_str(), "a" | "an" | "another"));
        let work = self.ahead(2).filter(|item| item.work.len() == 1 && item.is_work && item.place.is_none());
        let only = work.filter(|item| item.tag.is_none())?.work[0];
        (one.is_some() && !self.ahead(3).is_some_and(|item| item.is_work || item.is(Tag::ToolNoun))).then_some(())?;
        self.at += 3;
        // "A rivet in at 2".
        let particle = self.is(Tag::At) && self.ahead(1).is_some_and(|next| next.is(Tag::At));
        self.at += usize::from(particle);
        Some(self.work_at(vec![RoutineId(only)]))
    }

    /// "A full", "all the", where work follows.
    pub(super) fn full(&mut self) -> bool {
        let found = self.attempt(|p| {
            p.skip(&[Tag::Article]);
            let all = p.take(&[Tag::All, Tag::Each]);
            p.skip(&[Tag::Article, Tag::Of]);
            (all && p.peek().is_some_and(|item| item.is_work || item.is(Tag::RoutineNoun))).then_some(())
        });
        found.is_some()
    }

    /// "Three welds", "two passes of".
    pub(super) fn count_of_work(&mut self) -> Option<u16> {
        self.attempt(|p| {
            let count = p.peek()?.number.filter(|_| p.peek().is_some_and(|item| !item.is_ordinal))?;
            p.at += 1;
            p.peek().filter(|item| item.is_work && item.place.is_none())?;
            u16::try_from(count).ok().filter(|count| *count > 0)
        })
    }
}

/// Verbs that look at something and change nothing.
const OBSERVES: &[&str] = &["check", "verify", "examine", "inspect", "test", "measure", "look", "scan", "prove"];

/// Parts of names of routines that do no more than that.
const OBSERVING_NAMES: &[&str] = &[
    "test", "check", "inspect", "measure", "gauge", "probe", "pruef", "pruf", "mess", "kontroll", "scan", "verify",
    "read",
];

/// Parts of names of routines for which nothing is put anywhere.
const LAYING_NOTHING: &[&str] = &[
    "weigh", "clamp", "shake", "grind", "cut", "clean", "wash", "trim", "photo", "look", "open", "mix", "sort", "wipe",
    "sand", "polish", "deburr", "blow", "spann", "wieg", "schleif",
];

/// Verbs that mean picking a workpiece, where one is named.
const TAKES: &[&str] = &[
    "take",
    "grab",
    "pick up",
    "pick",
    "fetch",
    "get",
    "grip",
    "collect",
    "snatch",
    "snag",
    "take hold of",
    "get hold of",
];

/// Verbs that mean placing one.
const PUTS: &[&str] = &[
    "chuck",
    "shove",
    "sling",
    "lob",
    "toss",
    "leave",
    "put",
    "set",
    "lay",
    "drop",
    "deposit",
    "stick",
    "pop",
    "bung",
    "stash",
    "release",
    "put down",
    "set down",
    "lay down",
    "drop off",
    "carry",
    "bring",
    "let go of",
];

fn shared(a: &[u32], b: &[u32]) -> Vec<u32> {
    a.iter().copied().filter(|id| b.contains(id)).collect()
}
