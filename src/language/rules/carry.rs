//! "Move the box from A to B": picking at A and placing at B, where the cell has one routine for each.

use super::{
    english::Tag,
    parser::{Act, Parser, Step},
    tag::Item,
};
use crate::{
    cell::{PositionId, RoutineId},
    language::said::{Places, Span},
};

/// Verbs that carry a workpiece from one place to another.
const CARRIES: &[&str] = &[
    "transfer",
    "move",
    "carry",
    "bring",
    "take",
    "transport",
    "shift",
    "relocate",
    "put",
    "get",
    "haul",
    "shuttle",
    "ferry",
    "fetch",
    "grab",
    "pick",
    "pick up",
    "drive",
    "pass",
];

/// Kinds of work that take something up and set it down, as the thesaurus names them.
const PAIRS: &[(&str, &str)] = &[("pick", "place"), ("aspirate", "dispense"), ("load", "unload")];

impl Parser<'_> {
    /// See the head of this file. The first step is pushed, the second comes back.
    pub(super) fn carrying(&mut self) -> Option<Step> {
        let verb = self.peek().filter(|item| CARRIES.contains(&item.text.as_str()))?;
        let is_transfer = verb.text == "transfer";
        self.at += 1;
        let mut things: Option<Vec<u32>> = None;
        let mut names_thing = false;
        while let Some(item) = self.peek().filter(|item| is_carried(item)) {
            names_thing |= item.is_any(&[Tag::Object, Tag::It]);
            if !item.thing.is_empty() {
                things = Some(item.thing.clone());
            }
            self.at += 1;
        }
        if !names_thing && !is_transfer {
            return None;
        }
        self.take(&[Tag::From]).then_some(())?;
        let from = self.single()?;
        self.take(&[Tag::To, Tag::At]).then_some(())?;
        let to = self.single()?;
        let pairs = if is_transfer && !names_thing { PAIRS } else { &PAIRS[..2] };
        let (up, down) = pairs.iter().find_map(|(up, down)| {
            Some((self.only_routine(up, things.as_deref())?, self.only_routine(down, things.as_deref())?))
        })?;
        (up != down).then_some(())?;
        self.steps.push(work(up, from));
        Some(work(down, to))
    }

    pub(super) fn single(&mut self) -> Option<PositionId> {
        self.skip(&[Tag::Article, Tag::At, Tag::To]);
        match self.element(&mut Vec::new()).ok()?? {
            Span::One(place) => Some(place),
            _ => None,
        }
    }

    fn only_routine(&self, kind: &str, things: Option<&[u32]>) -> Option<RoutineId> {
        let mut ids = self.lexicon.routines(kind).0;
        if let Some(things) = things
            && ids.iter().any(|id| things.contains(id))
        {
            ids.retain(|id| things.contains(id));
        }
        match ids[..] {
            [only] => Some(RoutineId(only)),
            _ => None,
        }
    }
}

fn is_carried(item: &Item) -> bool {
    item.is_any(&[Tag::Article, Tag::Object, Tag::It, Tag::Filler]) && item.number.is_none()
}

fn work(routine: RoutineId, place: PositionId) -> Step {
    Step::new(Act::Work(vec![routine]), Some(Places { spans: vec![Span::One(place)], reversed: false }))
}
