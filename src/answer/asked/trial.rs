//! A deed, tried from the state in force: planned, verified, and thrown away, as suggestions are. In: a deed and the grounds. Out:
//! whether it can be done, or why not in the planner's or the verifier's words; how long it takes. Nothing here is run.

use super::super::{Grounds, evidence::Read};
use crate::{
    cell::{PositionId, RoutineId, State, shown},
    language::{
        Clause, Order, Places, Said, Span,
        query::{Deed, Place, Way},
    },
    plan::build::{self, Builder, BuiltStep},
    snapshot::Snapshot,
    verify,
};

/// What came of a deed that was tried.
pub(super) struct Trial {
    said: Said,
    pub(super) steps: Vec<BuiltStep>,
    /// Why it cannot be done; empty where it can.
    pub(super) why_not: Vec<String>,
    start: PositionId,
}

impl Trial {
    /// Tries a deed; none where the robot's state is not known, or the deed does not begin where the robot is.
    pub(super) fn of(deed: Deed, grounds: &Grounds<'_>) -> Option<Self> {
        let (start, _) = grounds.here()?;
        let said = command(deed, start)?;
        let (s, mut steps) = (grounds.snapshot, Vec::new());
        let why_not = why_not(&said, start, &mut steps, s)?;
        Some(Self { said, steps, why_not, start: start.position })
    }

    /// What was read for it.
    pub(super) fn read<'g>(&self) -> Read<'g> {
        Read::Trial(self.said.clone())
    }

    /// How many moves it has.
    pub(super) fn moves(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, BuiltStep::Move(_))).count()
    }

    /// The seconds of all moves; none where one of them has none.
    pub(super) fn moves_s(&self, s: &Snapshot) -> Option<f64> {
        let mut at = self.start;
        let mut sum_s = 0.0;
        for step in &self.steps {
            if let BuiltStep::Move(to) = *step {
                sum_s += s.move_cost_s(at, to)?;
                at = to;
            }
        }
        Some(sum_s)
    }

    /// The seconds that are waited before routines.
    pub(super) fn waits_s(&self, s: &Snapshot) -> f64 {
        let wait_s = |step: &BuiltStep| match *step {
            BuiltStep::Routine { routine, position, .. } => s.metadata(routine, position)?.stabilize_s,
            BuiltStep::Move(_) => None,
        };
        self.steps.iter().filter_map(wait_s).sum()
    }

    /// The routines that it runs: how long they themselves take, no layout says.
    pub(super) fn routines(&self) -> Vec<RoutineId> {
        let mut found = Vec::new();
        for step in &self.steps {
            if let BuiltStep::Routine { routine, .. } = *step
                && !found.contains(&routine)
            {
                found.push(routine);
            }
        }
        found
    }
}

fn why_not(said: &Said, start: State, steps: &mut Vec<BuiltStep>, s: &Snapshot) -> Option<Vec<String>> {
    let intent = said.intent(s, start).ok().flatten()?;
    if let Err(errors) = Builder::default().build(s, start, &intent, steps) {
        return Some(errors.iter().map(|error| shown(&error.to_string()).into_owned()).collect());
    }
    if steps.is_empty() {
        return Some(Vec::new());
    }
    match verify::verify(s, start, &build::plan(s, steps)) {
        Ok(_) => Some(Vec::new()),
        Err(rejection) => Some(rejection.report().feedback.lines().map(str::to_owned).collect()),
    }
}

/// The command that a deed is, for a robot in a state; none where it names no place or begins elsewhere.
fn command(deed: Deed, start: State) -> Option<Said> {
    let here = |place: Place| match place {
        Place::At(id) => id,
        Place::Here => start.position,
    };
    let places = |place: Place| Places { spans: vec![Span::One(here(place))], reversed: false };
    let clause = match deed {
        Deed::Work(routine, Some(at)) => {
            Clause::Work { routines: vec![routine], places: places(at), times: 1, order: Order::RoutineByRoutine }
        }
        Deed::Go(Way { from, to }) if from.is_none_or(|from| here(from) == start.position) => {
            Clause::Go { places: places(to), times: 1 }
        }
        Deed::Take(tool) => Clause::Take(tool),
        Deed::Work(_, None) | Deed::Go(_) => return None,
    };
    Some(Said::Do(vec![clause]))
}
