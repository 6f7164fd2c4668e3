//! The order of what is read against the order said; how often; tool steps.

use super::{
    cues::Cue,
    hands::Hand,
    hear::Token,
    issue::IssueKind,
    outline::{Act, Group, Item, Lead},
    spots::is_end,
    steps::{Deed, Step},
    view::View,
};
use crate::{
    cell::{PositionId, RoutineId},
    language::lexicon::canonical,
};

/// Something said, with what it would be in a reading.
struct Slot {
    group: usize,
    act: usize,
    /// Which of the group's places; `None` for all of it.
    item: Option<usize>,
    /// Where the reading has it first.
    read: usize,
    inherited: bool,
}

impl View<'_> {
    pub(super) fn check_order(&mut self) {
        if self.is_story() {
            return;
        }
        self.check_plain_order();
        let groups = in_order(self.groups.iter().filter(|group| !group.forbidden).cloned().collect());
        let Some(groups) = groups else { return };
        let slots = self.slots(&groups);
        for (at, first) in slots.iter().enumerate() {
            for second in &slots[at + 1..] {
                let is_bound = if first.group == second.group {
                    first.act == second.act || first.item == second.item
                } else {
                    !(first.inherited || second.inherited) || first.item.is_some() && first.item == second.item
                };
                if is_bound && first.read > second.read {
                    let (one, other) = (self.step_name(first.read), self.step_name(second.read));
                    let at = groups[first.group].at.clone();
                    let why = format!("{one} is said before {other}, and the reading has them the other way round");
                    return self.object(IssueKind::OrderReversed, Some(at), one, why);
                }
            }
        }
        self.check_order_of_all(&groups);
        self.check_repeats();
        self.check_tool_before_work();
    }

    /// Where no word speaks of an order, what is said first is done first.
    fn check_plain_order(&mut self) {
        let speaks = |token: &Token| {
            matches!(
                token.cue,
                Some(
                    Cue::Before
                        | Cue::BeforeThat
                        | Cue::After
                        | Cue::First
                        | Cue::Last
                        | Cue::Reverse
                        | Cue::Except
                        | Cue::From
                        | Cue::Correct
                        | Cue::Refusal
                )
            ) && !token.dropped
        };
        if self.tokens.iter().any(|token| speaks(token) || token.ordinal) {
            return;
        }
        let place = |token: &Token| match token.places[..] {
            [place] if !token.row && !token.dropped => Some(place),
            _ => None,
        };
        let routine = |token: &Token| match token.works[..] {
            [routine] if !token.dropped && token.sure_work => Some(routine),
            _ => None,
        };
        let places: Vec<usize> = self.once(self.tokens.iter().filter_map(place).collect(), |step| step.place);
        let routines: Vec<usize> =
            self.once(self.tokens.iter().filter_map(routine).collect(), |step| match step.deed {
                Deed::Work(routine) => Some(routine),
                _ => None,
            });
        for order in [places, routines] {
            if let Some(pair) = order.windows(2).find(|pair| pair[0] > pair[1]) {
                let (one, other) = (self.step_name(pair[0]), self.step_name(pair[1]));
                let why = format!("{one} is said before {other}, and the reading has them the other way round");
                return self.object(IssueKind::OrderReversed, None, one, why);
            }
        }
    }

    /// Where the reading has what is said just once, in the order said.
    fn once<T: PartialEq + Copy>(&self, said: Vec<T>, of: impl Fn(&Step) -> Option<T>) -> Vec<usize> {
        let alone = said.iter().filter(|one| said.iter().filter(|other| other == one).count() == 1);
        alone.filter_map(|one| self.steps.iter().position(|step| of(step) == Some(*one))).collect()
    }

    /// What is done several times is done one after the other, or the whole of it is done again.
    fn check_repeats(&mut self) {
        let steps = &self.steps;
        let parted = steps.iter().enumerate().find(|(at, step)| {
            let last = steps.iter().rposition(|other| other == *step).unwrap_or(*at);
            self.times_said(**step) == 1 && steps[*at..=last].iter().any(|other| other != *step)
        });
        let Some((at, _)) = parted else { return };
        let is_whole_again = (1..steps.len()).any(|length| steps.chunks(length).all(|chunk| chunk == &steps[..length]));
        if !is_whole_again {
            let name = self.step_name(at);
            let why = format!("{name} is read several times, with other steps between");
            self.object(IssueKind::OrderReversed, None, name, why);
        }
    }

    /// "Grab the welder and weld 1": a tool that is asked for comes before its work.
    fn check_tool_before_work(&mut self) {
        let taken = self.steps.iter().enumerate().find_map(|(at, step)| match step.deed {
            Deed::Take(tool) => Some((at, tool)),
            _ => None,
        });
        let Some((at, tool)) = taken else { return };
        let needs = |step: &Step| matches!(step.deed, Deed::Work(routine) if self.snapshot.required_tool(routine) == Some(tool));
        let take = self.tokens.iter().position(|token| token.is(Cue::Take));
        let work = self.tokens.iter().position(|token| token.has_work() && token.tools.is_empty() || token.has_place());
        if self.steps[..at].iter().any(needs) && take.is_some_and(|take| work.is_none_or(|work| take < work)) {
            let name = self.step_name(at);
            let why = format!("{name} is said before the work that needs it, and the reading has it after");
            self.object(IssueKind::OrderReversed, None, name, why);
        }
    }

    /// What is said once and read once, in the order said.
    fn slots(&self, groups: &[Group]) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            let mut items: Vec<Vec<PositionId>> = Vec::new();
            for item in &group.items {
                match item {
                    Item::One { any_of, .. } => items.push(any_of.clone()),
                    Item::Here => items.push(vec![self.state.position]),
                    Item::Range(..) => {
                        items.extend(self.places_of(item).unwrap_or_default().into_iter().map(|place| vec![place]))
                    }
                    _ => {}
                }
            }
            items.retain(|places| !places.iter().all(|place| group.excluded.contains(place)));
            if group.reversed && items.len() > 1 {
                items.reverse();
            }
            let acts: Vec<Option<&Act>> =
                if group.acts.is_empty() { vec![None] } else { group.acts.iter().map(Some).collect() };
            for (act_at, act) in acts.into_iter().enumerate() {
                if let Some(Act::Hand(step)) = act {
                    let read = self.steps.iter().position(|read| self.is_hand(*step, read.deed));
                    slots.extend(read.map(|read| Slot { group: at, act: act_at, item: None, read, inherited: false }));
                    continue;
                }
                let going = matches!(act, Some(Act::Go | Act::Tour));
                for (item_at, places) in items.iter().enumerate() {
                    let fits =
                        |step: &Step| fits(act, step.deed) && step.place.is_some_and(|place| places.contains(&place));
                    let mut reads = self.steps.iter().enumerate().filter(|(_, step)| fits(step)).map(|(at, _)| at);
                    let Some(read) = reads.next() else { continue };
                    // Said twice: nobody can tell which is which.
                    let again = groups.iter().enumerate().flat_map(|(other, group)| group.items.iter().map(move |item| (other, item))).filter(|(other, item)| {
                        let same_act = groups[*other].acts.is_empty() || act.is_none() || groups[*other].acts.iter().any(|other| overlap(Some(other), act));
                        same_act && matches!(item, Item::One { any_of, .. } if any_of.iter().any(|place| places.contains(place)))
                    }).count() > 1;
                    if !again && !(going && group.works().next().is_some()) {
                        slots.push(Slot {
                            group: at,
                            act: act_at,
                            item: Some(item_at),
                            read,
                            inherited: group.inherited,
                        });
                    }
                }
                if items.is_empty()
                    && group.items.iter().any(|item| matches!(item, Item::All(_)))
                    && let Some(read) = self.steps.iter().position(|step| fits(act, step.deed))
                {
                    let other = groups
                        .iter()
                        .enumerate()
                        .any(|(other, group)| other != at && group.acts.iter().any(|other| overlap(Some(other), act)));
                    if !other {
                        slots.push(Slot { group: at, act: act_at, item: None, read, inherited: group.inherited });
                    }
                }
            }
        }
        slots
    }

    fn is_hand(&self, step: usize, deed: Deed) -> bool {
        match (&self.hands.steps[step].1, deed) {
            (Hand::Take(tools), Deed::Take(tool)) => tools.contains(&tool),
            (Hand::Drop, Deed::Drop | Deed::DropAndHome) => true,
            _ => false,
        }
    }

    fn step_name(&self, at: usize) -> String {
        let place = self.steps[at].place.map(|place| self.place_name(place));
        match self.steps[at].deed {
            Deed::Go => place.unwrap_or_default(),
            Deed::Work(routine) => format!("{} at {}", self.routine_name(routine), place.unwrap_or_default()),
            Deed::Take(tool) => format!("taking {}", self.snapshot.tool_name(tool)),
            Deed::Drop | Deed::DropAndHome => "bringing the tool back".to_owned(),
        }
    }

    /// "All" goes in the order of names or of their numbers, from the end where that is said.
    fn check_order_of_all(&mut self, groups: &[Group]) {
        let items: Vec<&Item> = groups.iter().flat_map(|group| &group.items).collect();
        let is_all = !items.is_empty() && items.iter().all(|item| matches!(item, Item::All(_)));
        let is_one_deed = self.steps.windows(2).all(|pair| pair[0].deed == pair[1].deed);
        let Some(group) = groups.iter().find(|group| !group.items.is_empty()).filter(|_| is_all && is_one_deed) else {
            return;
        };
        let mut read: Vec<PositionId> = self.steps.iter().filter_map(|step| step.place).collect();
        read.dedup();
        let reversed = groups.iter().any(|group| group.reversed);
        let number = |place: &PositionId| {
            let mut name = canonical(self.snapshot.position_name(*place));
            let end = name.pop_if(|end| is_end(end)).and_then(|end| end.parse::<u64>().ok());
            (end.is_none(), end.unwrap_or(0), *place)
        };
        let rows: Vec<PositionId> = items.iter().filter_map(|item| self.places_of(item)).flatten().collect();
        let row = |place: &PositionId| rows.iter().position(|of| of == place);
        let mut sorted = read.clone();
        if reversed {
            sorted.reverse();
        }
        let is_sorted = sorted.is_sorted()
            || sorted.is_sorted_by_key(number)
            || sorted.iter().all(|place| row(place).is_some()) && sorted.is_sorted_by_key(row);
        if read.len() > 1 && !is_sorted {
            let why = "all go in the order of their names, and the reading has another order".to_owned();
            let words = self.said(&group.at);
            self.object(IssueKind::OrderReversed, Some(group.at.clone()), words, why);
        }
    }

    pub(super) fn check_counts(&mut self) {
        let said: Vec<u64> =
            self.groups.iter().flat_map(|group| group.counts.clone()).filter(|&count| count > 1).collect();
        let maybe: Vec<u64> =
            self.tokens.iter().filter(|token| !token.dropped).filter_map(|token| token.count).collect();
        let mut most = 1;
        let mut seen: Vec<(Step, u64)> = Vec::new();
        for step in &self.steps {
            match seen.iter_mut().find(|(other, _)| other == step) {
                Some((_, times)) => *times += 1,
                None => seen.push((*step, 1)),
            }
        }
        for (step, times) in seen {
            let base = self.times_said(step);
            most = most.max(times);
            let fits = times <= base
                || said
                    .iter()
                    .chain(&maybe)
                    .any(|&count| times == count || times == count * base || times + 1 == count + base)
                || said.iter().sum::<u64>() == times && said.len() > 1
                || said.iter().product::<u64>() == times && said.len() > 1;
            if !fits || !maybe.contains(&times) && self.is_uneven(step, times) {
                let name = self.deed_name(step);
                let why = format!("{name} is read {times} times, and that is not how often it is said");
                self.object(IssueKind::CountOff, None, name, why);
            }
        }
        if let Some(&count) = said.iter().find(|&&count| most < count && count < 100 && !self.is_story()) {
            let why = format!("{count} times are asked for, and the reading does nothing so often");
            self.object(IssueKind::CountOff, None, count.to_string(), why);
        }
    }

    /// Whether a count stands with just this step's part of the sentence, and the step is not done so often.
    fn is_uneven(&self, step: Step, times: u64) -> bool {
        let Some(place) = step.place else { return false };
        let mut groups = self
            .groups
            .iter()
            .filter(|group| !group.forbidden && self.speaks_of(group, step.deed) && self.covers(group, place));
        let (Some(group), None) = (groups.next(), groups.next()) else { return false };
        matches!(group.counts[..], [count] if count > 1 && times != count)
    }

    /// Whether a group is about just this, not only perhaps.
    fn speaks_of(&self, group: &Group, deed: Deed) -> bool {
        match deed {
            Deed::Work(routine) => group.does(&[routine]) || group.acts.is_empty(),
            Deed::Go => group.goes() || group.acts.is_empty(),
            Deed::Take(_) | Deed::Drop | Deed::DropAndHome => false,
        }
    }

    fn deed_name(&self, step: Step) -> String {
        self.steps.iter().position(|other| *other == step).map_or_else(String::new, |at| self.step_name(at))
    }

    /// In how many parts of the sentence a step is asked for.
    fn times_said(&self, step: Step) -> u64 {
        let Some(place) = step.place else { return 1 };
        let of = |group: &&Group| !group.forbidden && !group.excluded.contains(&place);
        let items = self.groups.iter().filter(of).flat_map(|group| group.items.iter().map(move |item| (group, item)));
        let says = |(group, item): &(&Group, &Item)| {
            self.speaks_of(group, step.deed) && self.places_of(item).is_none_or(|places| places.contains(&place))
        };
        (items.filter(says).count() as u64).max(1)
    }

    pub(super) fn check_tools(&mut self) {
        for step in self.steps.clone() {
            let (is_said, words, why) = match step.deed {
                Deed::Take(tool) => {
                    let name = self.snapshot.tool_name(tool).to_owned();
                    let why = format!(
                        "nobody asked for {name} to be taken; a tool that work needs is fetched without being asked for"
                    );
                    let by_slang = self.has(Cue::Take) && self.unknown_words() > 0 && self.hands.maybe_taken.is_empty();
                    // "Welder, please": nothing else is said.
                    let alone = self.places_read().next().is_none()
                        && self.tokens.iter().any(|token| token.tools.contains(&tool) && !token.dropped);
                    (self.hands.maybe_taken.contains(&tool) || alone || by_slang || self.hands.maybe_any, name, why)
                }
                Deed::Drop | Deed::DropAndHome => {
                    let home = step.deed == Deed::Drop
                        || self.has(Cue::Home)
                        || self
                            .tokens
                            .iter()
                            .any(|token| token.has_place() && token.places.iter().any(|&place| self.is_home(place)));
                    let by_slang = step.deed == Deed::DropAndHome
                        && self
                            .tokens
                            .iter()
                            .any(|token| !token.tools.is_empty() && !token.dropped && !token.has_work());
                    (
                        (self.hands.maybe_dropped || by_slang) && home || self.has_farewell(),
                        "the tool".to_owned(),
                        "nobody asked for the tool to be brought back, and then home".to_owned(),
                    )
                }
                Deed::Go | Deed::Work(_) => continue,
            };
            if !is_said {
                self.object(IssueKind::ToolNotMentioned, None, words, why);
            }
        }
        self.check_tools_unread();
    }

    /// "Pack up", "call it a day": the tool goes back and the robot home.
    fn has_farewell(&self) -> bool {
        self.tokens.iter().any(|token| {
            token.is(Cue::Home)
                && token.size > 1
                && !token.dropped
                && !self.said(&token.at).to_lowercase().contains("home")
        })
    }

    fn check_tools_unread(&mut self) {
        for (at, hand, sure) in self.hands.steps.clone() {
            if !sure || self.tokens[at].dropped || self.groups.iter().any(|group| group.forbidden) {
                continue;
            }
            let is_read = match &hand {
                Hand::Take(tools) => {
                    self.steps.iter().any(|step| matches!(step.deed, Deed::Take(tool) if tools.contains(&tool)))
                        || self.routines_read().any(|routine| {
                            self.snapshot.required_tool(routine).is_some_and(|tool| tools.contains(&tool))
                        })
                }
                Hand::Drop => self.drops() || self.steps.iter().any(|step| matches!(step.deed, Deed::Take(_))),
            };
            if !is_read {
                let range = self.tokens[at].at.clone();
                let words = self.said(&range);
                let why = format!("'{words}' asks for a tool step, and the reading has none");
                self.object(IssueKind::ToolNotRead, Some(range), words, why);
            }
        }
    }
}

fn fits(act: Option<&Act>, deed: Deed) -> bool {
    match (act, deed) {
        (None, Deed::Go | Deed::Work(_)) | (Some(Act::Go | Act::Tour), Deed::Go) => true,
        (Some(Act::Work { any_of, .. }), Deed::Work(routine)) => any_of.contains(&routine),
        _ => false,
    }
}

fn overlap(one: Option<&Act>, other: Option<&Act>) -> bool {
    match (one, other) {
        (Some(Act::Go | Act::Tour), Some(Act::Go | Act::Tour)) => true,
        (Some(Act::Work { any_of, .. }), Some(Act::Work { any_of: others, .. })) => {
            any_of.iter().any(|id: &RoutineId| others.contains(id))
        }
        _ => false,
    }
}

/// The groups in the order in which they are to be done; `None` where the words of order contradict each other.
fn in_order(groups: Vec<Group>) -> Option<Vec<Group>> {
    if groups.iter().filter(|group| group.lead.is_some()).count() > 2 {
        return None;
    }
    let mut out: Vec<Group> = Vec::new();
    let (mut front, mut end, mut waiting) = (0, Vec::new(), None::<Group>);
    for group in groups {
        match group.lead {
            Some(Lead::Front) => {
                out.insert(front.min(out.len()), group);
                front += 1;
                continue;
            }
            Some(Lead::BeforePrevious) if !out.is_empty() => {
                let at = out.len() - 1;
                out.insert(at, group);
                continue;
            }
            Some(Lead::End) => {
                end.push(group);
                continue;
            }
            Some(Lead::AfterNext) => {
                waiting = Some(group);
                continue;
            }
            _ => out.push(group),
        }
        out.extend(waiting.take());
    }
    out.extend(waiting);
    out.extend(end);
    Some(out)
}
