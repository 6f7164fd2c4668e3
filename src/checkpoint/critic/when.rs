//! The order of what is read against the order said.

use super::{
    cues::Cue,
    issue::IssueKind,
    outline::{Act, Group, Item, Lead},
    steps::{Deed, Step},
    token::Token,
    view::View,
};
use crate::cell::{PositionId, RoutineId};

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
        self.check_plain_order();
        if self.is_story() {
            return;
        }
        let groups = in_order(self.groups.iter().filter(|group| !group.forbidden).cloned().collect());
        let Some(groups) = groups else { return };
        // "In reverse, so starting at 4" says the same twice.
        if groups.iter().any(|group| group.reversed) && groups.iter().any(|group| group.lead.is_some()) {
            return;
        }
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
    pub(super) fn check_plain_order(&mut self) {
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
        // Of several that a word may mean, the one that is read.
        let place = |token: &Token| {
            let mut read = self.places_read().filter(|place| token.places.contains(place)).collect::<Vec<_>>();
            read.sort_unstable();
            read.dedup();
            match read[..] {
                [place] if !token.row && !token.dropped => Some(place),
                _ => None,
            }
        };
        let routine = |token: &Token| {
            let mut read = self.routines_read().filter(|routine| token.works.contains(routine)).collect::<Vec<_>>();
            read.sort_unstable();
            read.dedup();
            match read[..] {
                [routine] if !token.dropped && token.sure_work => Some(routine),
                _ => None,
            }
        };
        let comment = self.text.rfind(" / ").unwrap_or(self.text.len());
        let (said, later) = self.tokens.split_at(self.tokens.partition_point(|token| token.at.start <= comment));
        let places = self.once(turned(said, later, place), |step| step.place);
        let routines = self.once(turned(said, later, routine), |step| match step.deed {
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
                    let again = groups
                        .iter()
                        .enumerate()
                        .flat_map(|(other, group)| group.items.iter().map(move |item| (other, item)))
                        .filter(|(other, item)| {
                            let same_act = groups[*other].acts.is_empty()
                                || act.is_none()
                                || groups[*other].acts.iter().any(|other| overlap(Some(other), act));
                            let names = match item {
                                Item::One { .. } => true,
                                Item::Range(..) => !groups[*other].inherited,
                                _ => false,
                            };
                            same_act
                                && names
                                && self.places_of(item).is_some_and(|of| of.iter().any(|place| places.contains(place)))
                        })
                        .count()
                        > 1;
                    if !again && (!going || group.works().next().is_none()) {
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
            let end = self.lexicon.words_of(*place).last().and_then(|end| end.parse::<u64>().ok());
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

/// What is said, in the order that a comment gives it: "swap them", "swap 1 and 2", "swap 1 with 3", "not 1 but 3".
fn turned<T: PartialEq>(said: &[Token], comment: &[Token], of: impl Fn(&Token) -> Option<T>) -> Vec<T> {
    let mut order: Vec<T> = said.iter().filter_map(&of).collect();
    let named = comment.iter().filter_map(&of);
    // What stands behind the word that exchanges.
    let is_not_but = comment.iter().any(|token| token.is(Cue::But));
    let exchanges = |token: &Token| token.text == "swap" || is_not_but && token.is(Cue::Not);
    let behind: Vec<&Token> = comment.windows(2).filter(|pair| exchanges(&pair[0])).map(|pair| &pair[1]).collect();
    if behind.iter().any(|token| matches!(token.text.as_str(), "them" | "these" | "those" | "both")) {
        order.reverse();
    } else if behind.iter().any(|token| token.has_place()) {
        // What is new stands where the old one stood: it has no place of its own in the order.
        let known: Vec<usize> = named.filter_map(|one| order.iter().position(|other| *other == one)).collect();
        if let [one, other] = known[..] {
            order.swap(one, other);
        }
    } else {
        order.extend(named);
    }
    order
}
