//! Goals → steps, without any model. Section 4 of the contract.
//!
//! In: an intent, a state, a snapshot. Out: steps by id, in a list that the caller keeps; or every reason why not, in
//! words that an operator understands. Nothing here says that the robot may move: only the verifier does, and this file knows
//! nothing of the verifier. Every plan with steps that comes out passes the verifier; `tests/contract/plan.rs` checks that.

use std::{borrow::Cow, fmt};

use super::{Action, Goal, Intent, Plan, Step};
use crate::{
    cell::{PositionId, RoutineId, State, TOOL_ATTACH, TOOL_RELEASE, ToolId, shown},
    snapshot::{Snapshot, route::Scratch},
};

/// One step of a plan that was built here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltStep {
    /// Go there.
    Move(PositionId),
    /// Run a routine where the robot is.
    Routine {
        /// What runs.
        routine: RoutineId,
        /// Where.
        position: PositionId,
        /// What `tool_attach` takes or `tool_release` leaves.
        tool: Option<ToolId>,
    },
}

/// Why a goal cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BuildError {
    UnknownIntent,
    UnknownPosition(String),
    UnknownRoutine(String),
    UnknownTool(String),
    AttachIsNoGoal,
    ReleaseIsNoGoal,
    Unsupported { routine: String, position: String },
    CannotAttach { tool: String, position: String },
    CannotRelease { tool: String, position: String },
    NoToolAttached,
    StandForbidden { position: String, held: String, stand_of: String },
    WorkForbidden { position: String, held: String },
    NoRoute { from: String, to: String, held: String },
    NoWayHome { from: String },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownIntent => f.write_str("the command was not understood: nothing was planned"),
            Self::UnknownPosition(name) => write!(f, "there is no position '{name}' in this cell"),
            Self::UnknownRoutine(name) => write!(f, "there is no routine '{name}' in this cell"),
            Self::UnknownTool(name) => write!(f, "there is no tool '{name}' in this cell"),
            Self::AttachIsNoGoal => {
                write!(f, "'{TOOL_ATTACH}' is not a goal of its own: ask for 'attach_tool' with the tool's name")
            }
            Self::ReleaseIsNoGoal => write!(f, "'{TOOL_RELEASE}' is not a goal of its own: ask for 'release_tool'"),
            Self::Unsupported { routine, position } => write!(f, "'{routine}' is not supported at '{position}'"),
            Self::CannotAttach { tool, position } => {
                write!(f, "'{tool}' cannot be taken: '{TOOL_ATTACH}' is not supported at its stand, '{position}'")
            }
            Self::CannotRelease { tool, position } => write!(
                f,
                "'{tool}' cannot be brought back: '{TOOL_RELEASE}' is not supported at its stand, '{position}'"
            ),
            Self::NoToolAttached => f.write_str("no tool is attached"),
            Self::StandForbidden { position, held, stand_of } => write!(
                f,
                "the robot cannot go to '{position}' while it holds '{held}': that is the tool stand of '{stand_of}'"
            ),
            Self::WorkForbidden { position, held } => write!(
                f,
                "the robot cannot go to '{position}' while it holds '{held}': no routine with '{held}' is supported there"
            ),
            Self::NoRoute { from, to, held } => write!(f, "there is no way from '{from}' to '{to}' with {held}"),
            Self::NoWayHome { from } => {
                write!(f, "there is no way from '{from}' to any home position with an empty hand")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// A [`BuildError`], and which goal of a sequence it stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalError {
    /// The goal's place in the sequence, counted from 1; none where there is only one.
    pub goal: Option<usize>,
    /// Why.
    pub error: BuildError,
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.goal {
            Some(goal) => write!(f, "goal {goal}: {}", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl std::error::Error for GoalError {}

/// A goal with its names looked up.
#[derive(Clone, Copy)]
enum KnownGoal {
    Move(PositionId),
    Routine(RoutineId, PositionId),
    AttachTool(ToolId),
    ReleaseTool,
    ReleaseToolAndHome,
}

/// Builds plans; keeps its working memory from one to the next.
#[derive(Debug, Default)]
pub struct Builder {
    scratch: Scratch,
    route: Vec<PositionId>,
}

impl Builder {
    /// Replaces `steps` by the steps that lead from `start` to the goals of `intent`, and returns the state after the last step.
    /// Without any step, everything that was asked for is already so.
    ///
    /// # Errors
    ///
    /// All unknown names at once; else the first goal that cannot be reached. `steps` is empty then.
    pub fn build(
        &mut self,
        snapshot: &Snapshot,
        start: State,
        intent: &Intent,
        steps: &mut Vec<BuiltStep>,
    ) -> Result<State, Vec<GoalError>> {
        steps.clear();
        let Intent::Goals(goals) = intent else {
            return Err(vec![GoalError { goal: None, error: BuildError::UnknownIntent }]);
        };
        let number = |place: usize| (goals.len() > 1).then_some(place + 1);
        let mut known = Vec::with_capacity(goals.len());
        let mut errors = Vec::new();
        for (place, goal) in goals.iter().enumerate() {
            match look_up(snapshot, goal) {
                Ok(goal) => known.push(goal),
                Err(unknown) => {
                    errors.extend(unknown.into_iter().map(|error| GoalError { goal: number(place), error }))
                }
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut run = Run { snapshot, state: start, steps, builder: self };
        for (place, goal) in known.into_iter().enumerate() {
            if let Err(error) = run.reach(goal) {
                run.steps.clear();
                return Err(vec![GoalError { goal: number(place), error }]);
            }
        }
        Ok(run.state)
    }
}

/// The document of built steps: names and metadata from the snapshot.
#[must_use]
pub fn plan<'s>(snapshot: &'s Snapshot, steps: &[BuiltStep]) -> Plan<'s> {
    let step = |built: &BuiltStep| match *built {
        BuiltStep::Move(target) => Step::new(Action::Move, Cow::Borrowed(snapshot.position_name(target))),
        BuiltStep::Routine { routine, position, tool } => {
            let metadata = snapshot.metadata(routine, position).unwrap_or_default();
            Step {
                position: Some(Cow::Borrowed(snapshot.position_name(position))),
                tool: tool.map(|tool| Cow::Borrowed(snapshot.tool_name(tool))),
                stabilize_s: metadata.stabilize_s,
                action_after: metadata.action_after.map(Cow::Borrowed),
                verify: metadata.verify.map(Cow::Borrowed),
                ..Step::new(Action::Routine, Cow::Borrowed(snapshot.routine_name(routine)))
            }
        }
    };
    Plan { steps: steps.iter().map(step).collect() }
}

fn look_up(snapshot: &Snapshot, goal: &Goal) -> Result<KnownGoal, Vec<BuildError>> {
    let position =
        |name: &str| snapshot.position_id(name).ok_or_else(|| BuildError::UnknownPosition(shown(name).into_owned()));
    let routine = |name: &str| match name {
        TOOL_ATTACH => Err(BuildError::AttachIsNoGoal),
        TOOL_RELEASE => Err(BuildError::ReleaseIsNoGoal),
        name => snapshot.routine_id(name).ok_or_else(|| BuildError::UnknownRoutine(shown(name).into_owned())),
    };
    let tool = |name: &str| snapshot.tool_id(name).ok_or_else(|| BuildError::UnknownTool(shown(name).into_owned()));
    match goal {
        Goal::Move { position: name } => position(name).map(KnownGoal::Move).map_err(|e| vec![e]),
        Goal::Routine { routine: name, position: place } => match (routine(name), position(place)) {
            (Ok(routine), Ok(position)) => Ok(KnownGoal::Routine(routine, position)),
            (routine, position) => Err(routine.err().into_iter().chain(position.err()).collect()),
        },
        Goal::AttachTool { tool: name } => tool(name).map(KnownGoal::AttachTool).map_err(|e| vec![e]),
        Goal::ReleaseTool => Ok(KnownGoal::ReleaseTool),
        Goal::ReleaseToolAndHome => Ok(KnownGoal::ReleaseToolAndHome),
    }
}

/// One plan in the making.
struct Run<'r> {
    snapshot: &'r Snapshot,
    state: State,
    steps: &'r mut Vec<BuiltStep>,
    builder: &'r mut Builder,
}

impl Run<'_> {
    fn reach(&mut self, goal: KnownGoal) -> Result<(), BuildError> {
        match goal {
            KnownGoal::Move(position) => self.go(position),
            KnownGoal::Routine(routine, position) => self.run(routine, position),
            KnownGoal::AttachTool(tool) => self.fetch(tool),
            KnownGoal::ReleaseTool if self.state.tool.is_none() => Err(BuildError::NoToolAttached),
            KnownGoal::ReleaseTool => self.bring_back(),
            KnownGoal::ReleaseToolAndHome => {
                self.bring_back()?;
                let from = self.state.position;
                let home = self
                    .snapshot
                    .nearest_home(from)
                    .ok_or_else(|| BuildError::NoWayHome { from: self.position(from) })?;
                self.go(home)
            }
        }
    }

    /// Moves to a position with whatever is held.
    fn go(&mut self, to: PositionId) -> Result<(), BuildError> {
        let State { position: from, tool: held } = self.state;
        if from == to {
            return Ok(());
        }
        if let Some(held) = held.filter(|_| self.snapshot.forbids(held, to)) {
            let (position, held) = (self.position(to), self.tool(held));
            return Err(match self.snapshot.tool_at(to) {
                Some(stand_of) if Some(stand_of) != self.state.tool => {
                    BuildError::StandForbidden { position, held, stand_of: self.tool(stand_of) }
                }
                _ => BuildError::WorkForbidden { position, held },
            });
        }
        let Builder { scratch, route } = &mut *self.builder;
        if !self.snapshot.path_holding(held, from, to, scratch, route) {
            let held = held.map_or_else(|| "an empty hand".to_owned(), |held| format!("'{}' in hand", self.tool(held)));
            return Err(BuildError::NoRoute { from: self.position(from), to: self.position(to), held });
        }
        self.steps.extend(route.iter().skip(1).map(|&position| BuiltStep::Move(position)));
        self.state.position = to;
        Ok(())
    }

    fn run(&mut self, routine: RoutineId, position: PositionId) -> Result<(), BuildError> {
        if !self.snapshot.is_supported(routine, position) {
            let routine = self.snapshot.routine_name(routine).to_owned();
            return Err(BuildError::Unsupported { routine, position: self.position(position) });
        }
        match self.snapshot.required_tool(routine) {
            Some(tool) => self.fetch(tool)?,
            None if self.snapshot.forbids(self.state.tool, position) => self.bring_back()?,
            None => {}
        }
        self.go(position)?;
        self.steps.push(BuiltStep::Routine { routine, position, tool: None });
        Ok(())
    }

    /// Has a tool in hand; another one is brought back first.
    fn fetch(&mut self, tool: ToolId) -> Result<(), BuildError> {
        if self.state.tool == Some(tool) {
            return Ok(());
        }
        self.bring_back()?;
        let position = self.snapshot.tool_position(tool);
        self.go(position)?;
        let routine = self
            .system_routine(self.snapshot.attach_routine(), position)
            .ok_or_else(|| BuildError::CannotAttach { tool: self.tool(tool), position: self.position(position) })?;
        self.steps.push(BuiltStep::Routine { routine, position, tool: Some(tool) });
        self.state.tool = Some(tool);
        Ok(())
    }

    /// Puts the held tool, if any, on its stand.
    fn bring_back(&mut self) -> Result<(), BuildError> {
        let Some(tool) = self.state.tool else { return Ok(()) };
        let position = self.snapshot.tool_position(tool);
        self.go(position)?;
        let routine = self
            .system_routine(self.snapshot.release_routine(), position)
            .ok_or_else(|| BuildError::CannotRelease { tool: self.tool(tool), position: self.position(position) })?;
        self.steps.push(BuiltStep::Routine { routine, position, tool: Some(tool) });
        self.state.tool = None;
        Ok(())
    }

    fn system_routine(&self, routine: Option<RoutineId>, position: PositionId) -> Option<RoutineId> {
        routine.filter(|&routine| self.snapshot.is_supported(routine, position))
    }

    fn position(&self, id: PositionId) -> String {
        self.snapshot.position_name(id).to_owned()
    }

    fn tool(&self, id: ToolId) -> String {
        self.snapshot.tool_name(id).to_owned()
    }
}
