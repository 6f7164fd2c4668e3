//! Sentences that would work here and now. In: the grounds, and what a sentence said that did not work. Out: up to three
//! suggestions of different kinds, made of this cell's names.
//!
//! A command is suggested only if its plan was built and verified from the state in force; so none is while that state is
//! unknown or not confirmed, for then nothing would run. The plan is thrown away: an operator who takes a suggestion up
//! says it, and it goes the whole way like any other sentence.

use super::{
    Grounds,
    words::{is_plain, name},
};
use crate::{
    cell::{PositionId, Role, RoutineId, State, ToolId},
    language::{Clause, Lookup, Order, Places, Said, Span},
    limits::{SUGGESTION_TRIES_MAX, SUGGESTIONS_MAX},
    plan::build::{self, Builder, BuiltStep},
    snapshot::Snapshot,
    verify,
};

/// Places at which one routine is tried, so that the tries go round several routines.
const ROUTINE_PLACES: usize = 8;

/// A sentence that can be said: one that would work, or a reading to ask back with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What to say.
    pub sentence: String,
    /// What it says.
    pub said: Said,
}

/// Up to three sentences that would work from the state in force, near to `said`, which are the readings of what was said
/// where that can be: a routine, a move, a change of tools, and questions where the cell allows fewer commands.
#[must_use]
pub fn suggestions(said: &[&Said], grounds: &Grounds<'_>) -> Vec<Suggestion> {
    let near = Near::of(said, grounds.snapshot);
    let mut found = Vec::new();
    if let Some((state, true)) = grounds.here() {
        let mut trial = Trial { grounds, state, builder: Builder::default(), steps: Vec::new() };
        found.extend(trial.first(routines(&near, state, grounds.snapshot)));
        found.extend(trial.first(moves(&near, state, grounds.snapshot)));
        found.extend(trial.first(tool_changes(&near, state, grounds.snapshot)));
    }
    // A question always works; one that fits what was said is worth a place among the three.
    found.truncate(if near.is_empty() { SUGGESTIONS_MAX } else { SUGGESTIONS_MAX - 1 });
    let questions = questions(&near, grounds).into_iter().filter(|each| is_read(each, grounds));
    found.extend(questions.take(SUGGESTIONS_MAX - found.len()));
    found
}

/// The ids in a sentence that did not work.
#[derive(Default)]
struct Near {
    positions: Vec<PositionId>,
    routines: Vec<RoutineId>,
    tools: Vec<ToolId>,
}

impl Near {
    fn of(said: &[&Said], s: &Snapshot) -> Self {
        let mut near = Self::default();
        let clauses = said.iter().flat_map(|said| if let Said::Do(clauses) = said { &clauses[..] } else { &[] });
        for clause in clauses {
            match clause {
                Clause::Go { places, .. } => near.places(places),
                Clause::Work { routines, places, .. } => {
                    near.routines.extend(routines);
                    near.places(places);
                }
                Clause::Take(tool) => near.tools.push(*tool),
                Clause::Drop | Clause::DropAndHome => {}
            }
        }
        near.positions.retain(|id| id.index() < s.position_count());
        near.routines.retain(|id| id.index() < s.routine_count());
        near.tools.retain(|id| id.index() < s.tool_count());
        near
    }

    fn places(&mut self, places: &Places) {
        for span in &places.spans {
            match span {
                Span::One(id) => self.positions.push(*id),
                Span::Range(from, to) => self.positions.extend([from, to]),
                Span::All { .. } | Span::Here | Span::Back => {}
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.positions.is_empty() && self.routines.is_empty() && self.tools.is_empty()
    }
}

/// Tries commands from the state in force.
struct Trial<'t, 'g> {
    grounds: &'t Grounds<'g>,
    state: State,
    builder: Builder,
    steps: Vec<BuiltStep>,
}

impl Trial<'_, '_> {
    /// The first of them that would work.
    fn first(&mut self, candidates: impl Iterator<Item = Suggestion>) -> Option<Suggestion> {
        candidates.take(SUGGESTION_TRIES_MAX).find(|each| self.works(&each.said) && is_read(each, self.grounds))
    }

    /// Whether its plan has steps, can be built, and passes the verifier.
    fn works(&mut self, said: &Said) -> bool {
        let (s, state) = (self.grounds.snapshot, self.state);
        let Ok(Some(intent)) = said.intent(s, state) else { return false };
        if self.builder.build(s, state, &intent, &mut self.steps).is_err() || self.steps.is_empty() {
            return false;
        }
        let plan = build::plan(s, &self.steps);
        verify::verify(s, state, &plan).is_ok()
    }
}

/// Whether the recogniser, where there is one, reads the sentence as it is meant: commands by the goals that they come to.
pub(super) fn is_read(suggestion: &Suggestion, grounds: &Grounds<'_>) -> bool {
    let Some(read) = grounds.reader else { return true };
    let (read, meant) = (read(&suggestion.sentence), &suggestion.said);
    match (&read, meant, grounds.here()) {
        (Said::Do(_), Said::Do(_), Some((state, _))) => {
            read.intent(grounds.snapshot, state) == meant.intent(grounds.snapshot, state)
        }
        _ => read == *meant,
    }
}

/// Those that were named, then those here, then the others; each at the places that were named, here, and elsewhere.
fn routines<'s>(near: &Near, here: State, s: &'s Snapshot) -> impl Iterator<Item = Suggestion> + use<'s> {
    let own = |id: &RoutineId| Some(*id) != s.attach_routine() && Some(*id) != s.release_routine();
    let at_hand = s.routines_at(here.position).iter();
    let all = s.routine_ids().take(SUGGESTION_TRIES_MAX);
    let order: Vec<RoutineId> = near.routines.iter().copied().chain(at_hand).chain(all).filter(own).collect();
    let named = near.positions.clone();
    let pairs = first_of_each(order).into_iter().flat_map(move |routine| {
        let supported = s.supported_positions(routine).iter();
        let named: Vec<PositionId> = named.iter().copied().filter(|&p| s.is_supported(routine, p)).collect();
        named.into_iter().chain(supported.take(ROUTINE_PLACES)).map(move |place| (routine, place))
    });
    let plain = |&(routine, place): &(RoutineId, PositionId)| {
        is_plain(s.routine_name(routine)) && is_plain(s.position_name(place))
    };
    plain_first(pairs.collect(), plain).into_iter().map(|(routine, place)| do_at(routine, place, s))
}

/// To the places that were named, to work positions, home, and to where one move leads.
fn moves<'s>(near: &Near, here: State, s: &'s Snapshot) -> impl Iterator<Item = Suggestion> + use<'s> {
    let with_role = |role: Role, most: usize| s.position_ids().filter(move |&id| s.role(id) == role).take(most);
    let work = with_role(Role::Work, SUGGESTION_TRIES_MAX / 4);
    let homes = with_role(Role::Home, SUGGESTION_TRIES_MAX / 4);
    let neighbours = s.allowed_moves(here.position).iter().take(SUGGESTION_TRIES_MAX / 2);
    let order = near.positions.iter().copied().chain(work).chain(homes).chain(neighbours);
    let order = first_of_each(order.filter(|&place| place != here.position).collect());
    plain_first(order, |&place| is_plain(s.position_name(place))).into_iter().map(|place| go_to(place, s))
}

/// Bring back what is held; take what was named, or what there is.
fn tool_changes<'s>(near: &Near, here: State, s: &'s Snapshot) -> impl Iterator<Item = Suggestion> + use<'s> {
    let back = here.tool.is_some().then(|| Suggestion {
        sentence: "release the tool and go home".to_owned(),
        said: Said::Do(vec![Clause::DropAndHome]),
    });
    let all = s.tool_ids().take(SUGGESTION_TRIES_MAX);
    let order = first_of_each(near.tools.iter().copied().chain(all).filter(|&tool| Some(tool) != here.tool).collect());
    let take = plain_first(order, |&tool| is_plain(s.tool_name(tool))).into_iter().map(|tool| Suggestion {
        sentence: format!("attach {}", name(s.tool_name(tool))),
        said: Said::Do(vec![Clause::Take(tool)]),
    });
    back.into_iter().chain(take)
}

fn questions(near: &Near, grounds: &Grounds<'_>) -> Vec<Suggestion> {
    let s = grounds.snapshot;
    let ask = |sentence: String, lookup: Lookup| Suggestion { sentence, said: Said::Ask(lookup) };
    let of_routine = near
        .routines
        .first()
        .map(|&id| ask(format!("where can {} be done?", name(s.routine_name(id))), Lookup::SupportedAt(id)));
    let of_place = near
        .positions
        .first()
        .map(|&id| ask(format!("what can be done at {}?", name(s.position_name(id))), Lookup::RoutinesAt(Some(id))));
    let of_tool = near
        .tools
        .first()
        .map(|&id| ask(format!("where is {}?", name(s.tool_name(id))), Lookup::ToolLocation(Some(id))));
    let always = [
        ask("where is the robot?".to_owned(), Lookup::WhereIsRobot),
        ask("what routines are there?".to_owned(), Lookup::Routines),
        ask("what positions are there?".to_owned(), Lookup::Positions),
    ];
    [of_routine, of_place, of_tool].into_iter().flatten().take(1).chain(always).collect()
}

fn do_at(routine: RoutineId, place: PositionId, s: &Snapshot) -> Suggestion {
    let places = Places { spans: vec![Span::One(place)], reversed: false };
    let order = Order::RoutineByRoutine;
    Suggestion {
        sentence: format!("do {} at {}", name(s.routine_name(routine)), name(s.position_name(place))),
        said: Said::Do(vec![Clause::Work { routines: vec![routine], places, times: 1, order }]),
    }
}

fn go_to(place: PositionId, s: &Snapshot) -> Suggestion {
    let places = Places { spans: vec![Span::One(place)], reversed: false };
    Suggestion {
        sentence: format!("go to {}", name(s.position_name(place))),
        said: Said::Do(vec![Clause::Go { places, times: 1 }]),
    }
}

/// Without repetitions, in the order of the first ones.
fn first_of_each<T: Copy + PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// Names that read as one word first: they are easier to say.
fn plain_first<T: Copy>(items: Vec<T>, plain: impl Fn(&T) -> bool) -> Vec<T> {
    let (mut plain, other): (Vec<T>, Vec<T>) = items.into_iter().partition(plain);
    plain.extend(other);
    plain
}
