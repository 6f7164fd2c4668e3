//! The verifier: a plan in, and out either the right to act on it or every reason why not. Section 3 of the contract.
//!
//! This file shares no code with whatever makes plans; it reads nothing but a snapshot's look-ups, and is meant to be
//! read in one sitting. It touches no disk, takes no lock, and allocates nothing for a valid plan of any length. It is built
//! with std for a PC ([`verify`]) and without it for a second gate ([`verify_steps`]); the checks are the same lines of code.
//!
//! 1. A [`VerifiedPlan`] exists only if every step of that very plan passed every check against that very snapshot.
//! 2. A step that fails any check changes neither the position nor the tool.
//! 3. Every fault is reported, in the order of the steps, and within a step in the order of the checks.
//! 4. Whatever is not understood is a fault.
//! 5. A start whose ids the snapshot does not have is a fault, the only one of its plan: no step is checked from nowhere. An id is a number:
//!    whoever takes one from another snapshot takes another thing's.

use core::slice;

pub use crate::cell::State;
#[cfg(feature = "std")]
pub use crate::cell::shown;
use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    snapshot::{Snapshot, Storage},
};
#[cfg(feature = "std")]
use crate::{plan::Plan, snapshot::Owned};

#[cfg(feature = "bare")]
mod first;
#[cfg(feature = "std")]
mod report;
mod step;
mod words;

#[cfg(feature = "bare")]
pub use first::FirstFaults;
#[cfg(feature = "std")]
pub use report::{Edge, Report, Unsupported};
use step::AsStep;
pub use step::{ActionRef, StepRef};

/// A plan that may be acted on. Only [`verify`] makes one, and it cannot be changed.
///
/// What follows compiles; each of the attempts below differs from it in one thing, and does not.
///
/// ```no_run
/// use cellgraph::{plan::Plan, snapshot::Snapshot, verify::{State, VerifiedPlan, verify}};
/// fn act(plan: Plan<'static>, snapshot: &Snapshot, start: State) {
///     if let Ok(verified) = verify(snapshot, start, &plan) {
///         let right_to_act: VerifiedPlan<'_> = verified;
///         println!("{:?}", right_to_act.plan());
///     }
/// }
/// ```
///
/// Made by hand:
///
/// ```compile_fail,E0451
/// use cellgraph::{plan::Plan, snapshot::Snapshot, verify::{State, VerifiedPlan, verify}};
/// fn act(plan: Plan<'static>, snapshot: &Snapshot, start: State) {
///     let right_to_act = VerifiedPlan { plan: &plan, snapshot, start, end: start };
///     println!("{:?}", right_to_act.plan());
/// }
/// ```
///
/// Out of nothing:
///
/// ```compile_fail,E0599
/// use cellgraph::verify::VerifiedPlan;
/// let right_to_act = VerifiedPlan::default();
/// ```
///
/// Out of one that was verified, with other steps:
///
/// ```compile_fail,E0616
/// use cellgraph::{plan::Plan, verify::VerifiedPlan};
/// fn act<'a>(mut verified: VerifiedPlan<'a>, other: &'a Plan<'a>) {
///     verified.plan = other;
/// }
/// ```
///
/// Changed after it was verified:
///
/// ```compile_fail,E0502
/// use cellgraph::{plan::Plan, snapshot::Snapshot, verify::{State, VerifiedPlan, verify}};
/// fn act(mut plan: Plan<'static>, snapshot: &Snapshot, start: State) {
///     if let Ok(verified) = verify(snapshot, start, &plan) {
///         plan.steps.pop();
///         println!("{:?}", verified.plan());
///     }
/// }
/// ```
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct VerifiedPlan<'a> {
    plan: &'a Plan<'a>,
    snapshot: &'a Snapshot,
    start: State,
    end: State,
}

#[cfg(feature = "std")]
impl<'a> VerifiedPlan<'a> {
    /// The plan that passed. It stays borrowed, and so unchanged, for as long as this exists.
    #[must_use]
    pub const fn plan(&self) -> &'a Plan<'a> {
        self.plan
    }

    /// The snapshot that it passed against.
    #[must_use]
    pub const fn snapshot(&self) -> &'a Snapshot {
        self.snapshot
    }

    /// The state that it starts from.
    #[must_use]
    pub const fn start(&self) -> State {
        self.start
    }

    /// The state that it ends in.
    #[must_use]
    pub const fn end(&self) -> State {
        self.end
    }

    /// The state after each step: each is verified once more, alone, from the state before it. What a robot is held against
    /// while it moves.
    pub fn states(&self) -> impl Iterator<Item = State> + use<'a> {
        states(self.snapshot, self.start, &self.plan.steps)
    }
}

/// Steps that may be acted on, where there is no allocator. Only [`verify_steps`] makes them, and they cannot be changed.
///
/// What follows compiles; each of the attempts below differs from it in one thing, and does not.
///
/// ```no_run
/// use cellgraph::{snapshot::{InPlace, Snapshot}, verify::{State, StepRef, VerifiedSteps, verify_steps}};
/// fn act(steps: [StepRef<'static>; 2], snapshot: &Snapshot<InPlace<'_>>, start: State) {
///     if let Ok(verified) = verify_steps(snapshot, start, &steps, |_| ()) {
///         let right_to_act: VerifiedSteps<'_, InPlace<'_>> = verified;
///         println!("{:?}", right_to_act.steps());
///     }
/// }
/// ```
///
/// Made by hand:
///
/// ```compile_fail,E0451
/// use cellgraph::{snapshot::{InPlace, Snapshot}, verify::{State, StepRef, VerifiedSteps, verify_steps}};
/// fn act(steps: [StepRef<'static>; 2], snapshot: &Snapshot<InPlace<'_>>, start: State) {
///     let right_to_act = VerifiedSteps { steps: &steps, snapshot, start, end: start };
///     println!("{:?}", right_to_act.steps());
/// }
/// ```
///
/// Out of steps that were verified, with others:
///
/// ```compile_fail,E0616
/// use cellgraph::{snapshot::InPlace, verify::{StepRef, VerifiedSteps}};
/// fn act<'a>(mut verified: VerifiedSteps<'a, InPlace<'a>>, other: &'a [StepRef<'a>]) {
///     verified.steps = other;
/// }
/// ```
///
/// Changed after they were verified:
///
/// ```compile_fail,E0506
/// use cellgraph::{snapshot::{InPlace, Snapshot}, verify::{State, StepRef, verify_steps}};
/// fn act(mut steps: [StepRef<'static>; 2], snapshot: &Snapshot<InPlace<'_>>, start: State) {
///     if let Ok(verified) = verify_steps(snapshot, start, &steps, |_| ()) {
///         steps[1] = steps[0];
///         println!("{:?}", verified.steps());
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VerifiedSteps<'a, S: Storage> {
    steps: &'a [StepRef<'a>],
    snapshot: &'a Snapshot<S>,
    start: State,
    end: State,
}

impl<'a, S: Storage> VerifiedSteps<'a, S> {
    /// The steps that passed. They stay borrowed, and so unchanged, for as long as this exists.
    #[must_use]
    pub const fn steps(&self) -> &'a [StepRef<'a>] {
        self.steps
    }

    /// The snapshot that they passed against.
    #[must_use]
    pub const fn snapshot(&self) -> &'a Snapshot<S> {
        self.snapshot
    }

    /// The state that they start from.
    #[must_use]
    pub const fn start(&self) -> State {
        self.start
    }

    /// The state that they end in.
    #[must_use]
    pub const fn end(&self) -> State {
        self.end
    }

    /// The state after each step, as `VerifiedPlan::states`.
    pub fn states(&self) -> impl Iterator<Item = State> + use<'a, S> {
        states(self.snapshot, self.start, self.steps)
    }
}

/// Each step is verified once more, alone, from the state before it.
fn states<'a, S: Storage, T: AsStep>(
    snapshot: &'a Snapshot<S>,
    start: State,
    steps: &'a [T],
) -> impl Iterator<Item = State> + use<'a, S, T> {
    steps.iter().scan(start, move |state, step| {
        // A step of a verified plan passes from its own state; were one ever not to, the robot would be expected to stay.
        if let Some(end) = check(snapshot, *state, slice::from_ref(step), &mut |_| ()) {
            *state = end;
        }
        Some(*state)
    })
}

/// A plan that must not be acted on, and why.
#[cfg(feature = "std")]
#[derive(Clone, Debug)]
pub struct Rejection<'a> {
    faults: Vec<Fault<'a>>,
}

#[cfg(feature = "std")]
impl<'a> Rejection<'a> {
    /// Every fault, in the order of the steps; empty where the plan has no steps and its start is one of the snapshot's.
    #[must_use]
    pub fn faults(&self) -> &[Fault<'a>] {
        &self.faults
    }

    /// The result document of the contract.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::of(&self.faults)
    }
}

/// That steps must not be acted on. What is wrong with them was told to whoever asked, fault by fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotVerified {
    /// How many faults there are; none where there are no steps and the start is one of the snapshot's.
    pub faults: usize,
}

/// One thing that is wrong with one step. It says so in words, by `Display`.
#[derive(Clone, Debug)]
pub struct Fault<'a, #[cfg(feature = "std")] S: Storage = Owned, #[cfg(not(feature = "std"))] S: Storage> {
    /// For the names behind the ids.
    snapshot: &'a Snapshot<S>,
    /// The step's place in the plan, counted from 1; 0 for the start itself.
    pub step: usize,
    /// What is wrong.
    pub kind: FaultKind<'a>,
}

impl<S: Storage> PartialEq for Fault<'_, S> {
    fn eq(&self, other: &Self) -> bool {
        (self.step, &self.kind) == (other.step, &other.kind)
    }
}

impl<S: Storage> Eq for Fault<'_, S> {}

/// What can be wrong with a step: the rows of the contract's table, in its order. Before them, what can be wrong with the
/// start of a caller that has ids and no names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind<'a> {
    /// The start has an id that the snapshot does not have: it was made for another snapshot. By names ([`State::named`])
    /// such a start cannot be made.
    ForeignState {
        /// The start.
        start: State,
    },
    /// The position is not in the graph.
    MissingPosition(&'a str),
    /// `target` is the stand of another tool than the held one.
    StandCollision {
        /// Where the move leads.
        target: PositionId,
        /// Whose stand it is.
        stand_of: ToolId,
        /// What is held.
        held: ToolId,
    },
    /// No routine that requires the held tool is supported at a work position.
    WorkPosition {
        /// Where the move leads.
        target: PositionId,
        /// What is held.
        held: ToolId,
    },
    /// The whitelist does not have the move.
    IllegalEdge {
        /// Where the robot is.
        from: PositionId,
        /// Where the move leads.
        to: PositionId,
    },
    /// The routine is not in the graph.
    UnknownRoutine(&'a str),
    /// The routine is to run somewhere else.
    RobotElsewhere {
        /// What is to run.
        routine: RoutineId,
        /// Where it is to run.
        position: PositionId,
        /// Where the robot is.
        robot: PositionId,
    },
    /// The routine is not supported there.
    Unsupported {
        /// What is to run.
        routine: RoutineId,
        /// Where.
        position: PositionId,
    },
    /// The routine requires another tool.
    ToolNeeded {
        /// What is to run.
        routine: RoutineId,
        /// What it requires.
        required: ToolId,
        /// What is held.
        held: Option<ToolId>,
    },
    /// A tool is to be taken while one is held.
    AttachHandFull {
        /// What is held.
        held: ToolId,
    },
    /// A tool is to be taken where no tool's stand is.
    AttachNoStand {
        /// Where.
        position: PositionId,
    },
    /// The step names another tool than the stand's.
    AttachOtherTool {
        /// Where.
        position: PositionId,
        /// Whose stand it is.
        stand_of: ToolId,
        /// What the step names.
        named: &'a str,
    },
    /// A tool is to be put back while none is held.
    ReleaseHandEmpty,
    /// The held tool is to be put back where its stand is not.
    ReleaseNotItsStand {
        /// What is held.
        held: ToolId,
        /// Where.
        position: PositionId,
    },
    /// The step names another tool than the held one.
    ReleaseOtherTool {
        /// What is held.
        held: ToolId,
        /// What the step names.
        named: &'a str,
    },
    /// The action is neither `move` nor `routine`.
    UnknownAction(&'a str),
}

/// Verifies a plan against a snapshot, from a state.
///
/// # Errors
///
/// A [`Rejection`] with every fault. A plan without steps is rejected without one. A start with an id that this snapshot
/// does not have is rejected as [`FaultKind::ForeignState`], whatever the steps are.
#[cfg(feature = "std")]
pub fn verify<'a>(snapshot: &'a Snapshot, start: State, plan: &'a Plan<'a>) -> Result<VerifiedPlan<'a>, Rejection<'a>> {
    let mut faults = Vec::new();
    match check(snapshot, start, &plan.steps, &mut |fault| faults.push(fault)) {
        Some(end) => Ok(VerifiedPlan { plan, snapshot, start, end }),
        None => Err(Rejection { faults }),
    }
}

/// Verifies steps against a snapshot, from a state, without an allocator: as [`verify`], with every fault told to `tell` in the
/// order that a `Rejection` has them in. Whether the steps are verified does not hang on what `tell` does with them.
///
/// # Errors
///
/// That there are faults, or no steps.
pub fn verify_steps<'a, S: Storage>(
    snapshot: &'a Snapshot<S>,
    start: State,
    steps: &'a [StepRef<'a>],
    mut tell: impl FnMut(Fault<'a, S>),
) -> Result<VerifiedSteps<'a, S>, NotVerified> {
    let mut faults = 0;
    let end = check(snapshot, start, steps, &mut |fault| {
        faults += 1;
        tell(fault);
    });
    end.map(|end| VerifiedSteps { steps, snapshot, start, end }).ok_or(NotVerified { faults })
}

/// Where steps end that pass every check. None where there are no steps, and where there is a fault: `tell` is told each.
fn check<'a, S: Storage, T: AsStep>(
    snapshot: &'a Snapshot<S>,
    start: State,
    steps: &'a [T],
    tell: &mut dyn FnMut(Fault<'a, S>),
) -> Option<State> {
    let mut state = start;
    let mut faults = Faults { snapshot, tell, step: 0, count: 0 };
    if !is_of(snapshot, start) {
        faults.add(start, FaultKind::ForeignState { start });
        return None;
    }
    for step in steps {
        faults.step += 1;
        let before = faults.count;
        let next = match step.action() {
            ActionRef::Move => check_move(snapshot, state, step.target(), &mut faults),
            ActionRef::Routine => check_routine(snapshot, state, step, &mut faults),
            ActionRef::Unknown(word) => faults.add(state, FaultKind::UnknownAction(word)),
        };
        if faults.count == before {
            state = next;
        }
    }
    if steps.is_empty() || faults.count > 0 {
        return None;
    }
    Some(state)
}

/// Whether both ids of a state are ids of this snapshot.
#[inline]
fn is_of<S: Storage>(snapshot: &Snapshot<S>, state: State) -> bool {
    state.position.index() < snapshot.position_count()
        && state.tool.is_none_or(|tool| tool.index() < snapshot.tool_count())
}

/// Counts faults and tells them, under the number of the step in hand.
struct Faults<'a, 'f, S: Storage> {
    snapshot: &'a Snapshot<S>,
    tell: &'f mut dyn FnMut(Fault<'a, S>),
    step: usize,
    count: usize,
}

impl<'a, S: Storage> Faults<'a, '_, S> {
    #[cold]
    fn add(&mut self, unchanged: State, kind: FaultKind<'a>) -> State {
        self.count += 1;
        (self.tell)(Fault { snapshot: self.snapshot, step: self.step, kind });
        unchanged
    }
}

/// The contract's `move to T`, check by check.
#[inline]
fn check_move<'a, S: Storage>(
    snapshot: &Snapshot<S>,
    state: State,
    target: &'a str,
    faults: &mut Faults<'a, '_, S>,
) -> State {
    // 1. T exists.
    let Some(target) = snapshot.position_id(target) else {
        return faults.add(state, FaultKind::MissingPosition(target));
    };
    if let Some(held) = state.tool {
        // 2. T is not the stand of another tool.
        if let Some(stand_of) = snapshot.tool_at(target).filter(|&stand_of| stand_of != held) {
            return faults.add(state, FaultKind::StandCollision { target, stand_of, held });
        }
        // 3. At a work position the held tool has something to do.
        if snapshot.role(target) == Role::Work && !snapshot.works_at(held, target) {
            return faults.add(state, FaultKind::WorkPosition { target, held });
        }
    }
    // 4. The robot is there already, or the whitelist has the move.
    if target != state.position && !snapshot.is_move_allowed(state.position, target) {
        return faults.add(state, FaultKind::IllegalEdge { from: state.position, to: target });
    }
    State { position: target, ..state }
}

/// The contract's `routine R at P`, check by check.
#[inline]
fn check_routine<'a, S: Storage>(
    snapshot: &Snapshot<S>,
    state: State,
    step: &'a impl AsStep,
    faults: &mut Faults<'a, '_, S>,
) -> State {
    // 1. R exists.
    let Some(routine) = snapshot.routine_id(step.target()) else {
        return faults.add(state, FaultKind::UnknownRoutine(step.target()));
    };
    // 2. P exists.
    let position = match step.position() {
        None => state.position,
        Some(name) => match snapshot.position_id(name) {
            Some(position) => position,
            None => return faults.add(state, FaultKind::MissingPosition(name)),
        },
    };
    // 3. The robot is there.
    if position != state.position {
        faults.add(state, FaultKind::RobotElsewhere { routine, position, robot: state.position });
    }
    // 4. R is supported there.
    if !snapshot.is_supported(routine, position) {
        faults.add(state, FaultKind::Unsupported { routine, position });
    }
    // 5. The tool that R requires is in hand.
    if let Some(required) = snapshot.required_tool(routine).filter(|&required| state.tool != Some(required)) {
        faults.add(state, FaultKind::ToolNeeded { routine, required, held: state.tool });
    }
    // 6. What the system routines ask for.
    if Some(routine) == snapshot.attach_routine() {
        return check_attach(snapshot, state, position, step.tool(), faults);
    }
    if Some(routine) == snapshot.release_routine() {
        return check_release(snapshot, state, position, step.tool(), faults);
    }
    state
}

fn check_attach<'a, S: Storage>(
    snapshot: &Snapshot<S>,
    state: State,
    position: PositionId,
    named: Option<&'a str>,
    faults: &mut Faults<'a, '_, S>,
) -> State {
    if let Some(held) = state.tool {
        return faults.add(state, FaultKind::AttachHandFull { held });
    }
    let Some(stand_of) = snapshot.tool_at(position) else {
        return faults.add(state, FaultKind::AttachNoStand { position });
    };
    if let Some(named) = named.filter(|&named| named != snapshot.tool_name(stand_of)) {
        return faults.add(state, FaultKind::AttachOtherTool { position, stand_of, named });
    }
    State { tool: Some(stand_of), ..state }
}

fn check_release<'a, S: Storage>(
    snapshot: &Snapshot<S>,
    state: State,
    position: PositionId,
    named: Option<&'a str>,
    faults: &mut Faults<'a, '_, S>,
) -> State {
    let Some(held) = state.tool else {
        return faults.add(state, FaultKind::ReleaseHandEmpty);
    };
    if snapshot.tool_at(position) != Some(held) {
        return faults.add(state, FaultKind::ReleaseNotItsStand { held, position });
    }
    if let Some(named) = named.filter(|&named| named != snapshot.tool_name(held)) {
        return faults.add(state, FaultKind::ReleaseOtherTool { held, named });
    }
    State { tool: None, ..state }
}
