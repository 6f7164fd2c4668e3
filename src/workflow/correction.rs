//! What could be done about a run that failed.
//!
//! In: the latest run, and where the robot is now. Out: the ways that there are, and for one of them a [`Turn`]: a new run, linked
//! to the failed one, planned from where the robot is, verified, shown with why, and approved like any other. Nothing is ever sent
//! again by itself. What sends nothing (a second look, a fresh report) was tried within the failed step already.
//!
//! 1. Only the latest run is corrected, and only in the layout that it was planned for: what is left of it is known there.
//! 2. Nothing is proposed from a history that does not hold, or from a place that nobody has confirmed.
//! 3. What was simulated is corrected by the simulator, and what a robot did by that robot. Where it holds another tool than what
//!    was seen done has left, nobody knows what is left.
//! 4. A correction may be corrected once more; after [`CORRECTIONS_MAX`] a person has to look. A run that an operator stopped did
//!    not fail: what is left of it may be proposed as often as it is stopped.

use std::path::Path;

use uuid::Uuid;

use super::{Desk, Proposed, Turn, WorkflowError, planning::Task};
use crate::{
    cell::{NO_TOOL, PositionId, State, TOOL_ATTACH, TOOL_RELEASE, shown},
    language::model::Cancel,
    limits::{CORRECTIONS_MAX, DETOURS_MAX},
    plan::{
        Action, Goal, Intent, Plan, Step,
        build::{Builder, BuiltStep},
    },
    review::{Corrected, Request, SecondOpinion, Warning},
    run::{is_simulation, is_stop},
    store::{RobotState, RunDetail, RunFilter, RunStatus, StepRow, StepState, StoreError},
};

/// Where the robot is already what was asked for.
const NOTHING_IS_LEFT: &str = "Nothing is left of it: everything that was asked for is already so.";

/// A way to go on after a run that failed, the gentlest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// What is left of it, from where the robot is.
    Rest,
    /// The same, by another way than the move that failed.
    Around,
    /// The tool is put back and taken again first.
    Reseat,
}

impl Way {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rest, Self::Around, Self::Reseat];

    /// What the operator is asked to choose.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rest => "do what is left of it",
            Self::Around => "do what is left of it, without the move that failed",
            Self::Reseat => "put the tool back, take it again, and do what is left",
        }
    }
}

/// What there is to be done about a failed run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedies {
    /// The run.
    pub run: Uuid,
    /// Why it failed.
    pub why: String,
    /// Whether an operator stopped it.
    pub is_stopped: bool,
    /// Whether everything that was asked for is already so.
    pub is_done: bool,
    /// What can be proposed; none where nothing can, and a person has to look.
    pub ways: Vec<Way>,
}

/// A run that failed, and what is left of it.
struct Failed {
    run: Uuid,
    why: String,
    is_stopped: bool,
    /// The operator's words.
    sentence: String,
    /// Goals that were not reached.
    left: Vec<Goal>,
    /// Work that was begun and not seen done: its step, and what it is called.
    begun: Option<(usize, String)>,
    /// The step that was not done, and where the robot was before it.
    step: Option<(Step<'static>, String)>,
}

impl Failed {
    const fn became(&self) -> &'static str {
        if self.is_stopped { "was stopped" } else { "failed" }
    }
}

impl Desk {
    /// What could be done about the latest run, by a simulator or by a robot; in words, why nothing is to be corrected.
    ///
    /// # Errors
    ///
    /// A store that cannot be read, or a robot that stands in no place of this cell.
    pub fn remedies(&mut self, robot: Option<&Path>) -> Result<Result<Remedies, String>, WorkflowError> {
        let stored = self.robot()?;
        let (start, _) = self.start(stored.as_ref())?;
        let failed = match self.failed(robot, start)? {
            Ok(failed) => failed,
            Err(why) => return Ok(Err(why)),
        };
        let ways = Way::ALL.into_iter().filter(|&way| self.goals(&failed, way, start).is_some()).collect();
        let is_done = self.is_done(start, &failed.left);
        Ok(Ok(Remedies { run: failed.run, why: failed.why, is_stopped: failed.is_stopped, is_done, ways }))
    }

    /// Proposes a correction of the latest run.
    ///
    /// # Errors
    ///
    /// As [`Self::remedies`].
    pub fn correct(&mut self, way: Way, robot: Option<&Path>) -> Result<Turn, WorkflowError> {
        let stored = self.robot()?;
        let (start, stored) = self.start(stored.as_ref())?;
        let failed = match self.failed(robot, start)? {
            Ok(failed) => failed,
            Err(why) => return Ok(Turn::NothingToCorrect(why)),
        };
        if way == Way::Rest && self.is_done(start, &failed.left) {
            return Ok(Turn::NothingToCorrect(NOTHING_IS_LEFT.to_owned()));
        }
        let Some(goals) = self.goals(&failed, way, start) else {
            return Ok(Turn::NothingToCorrect(format!("From here it is not possible to {}.", way.words())));
        };
        Ok(match self.propose_correction(&failed, way, goals, start, stored) {
            Ok(proposed) => Turn::Proposed(Box::new(proposed)),
            Err(errors) => Turn::NothingToCorrect(errors.join("; ")),
        })
    }

    /// Proposes what is left of the latest run, where an operator stopped it. Nothing but an operator's word to go on comes here.
    ///
    /// # Errors
    ///
    /// As [`Self::remedies`].
    pub fn carry_on(&mut self, robot: Option<&Path>) -> Result<Turn, WorkflowError> {
        if let Some(why) = self.unknown_place()? {
            return Ok(Turn::NothingToCorrect(why.to_owned()));
        }
        let latest = self.store.runs(&RunFilter { limit: Some(1), ..RunFilter::default() })?;
        let why_not = match latest.first() {
            None => "Nothing was run yet: there is nothing to go on with.",
            Some(row) if row.status != RunStatus::Failed => "The latest run was not stopped: nothing is left of it.",
            Some(row) if !row.failure.as_deref().is_some_and(is_stop) => {
                "The latest run was not stopped: it failed. Type correct to see what can be done."
            }
            Some(_) => return self.correct(Way::Rest, robot),
        };
        Ok(Turn::NothingToCorrect(why_not.to_owned()))
    }

    /// Why nobody knows where what is left would begin, if that is so.
    fn unknown_place(&self) -> Result<Option<&'static str>, StoreError> {
        Ok(match (self.store.interrupted()?, self.robot()?) {
            (Some(_), _) => {
                Some("The latest run was interrupted: look at the robot, and say where it is. Then ask again.")
            }
            (None, Some(robot)) if !robot.confirmed => {
                Some("Nobody has confirmed where the robot is: look at it, and say so. Then ask again.")
            }
            (None, _) => None,
        })
    }

    fn propose_correction(
        &mut self,
        failed: &Failed,
        way: Way,
        goals: Vec<Goal>,
        start: State,
        robot: &RobotState,
    ) -> Result<Proposed, Vec<String>> {
        let sentence = format!("{} / after run {}: {}", failed.sentence, failed.run, way.words());
        let task = Task {
            id: Uuid::new_v4(),
            sentence: &sentence,
            said: &sentence,
            start,
            robot,
            cancel: &Cancel::default(),
            is_beside_proposal: false,
        };
        let intent = Intent::Goals(goals);
        let plan = self.build(&task, &intent)?.ok_or_else(|| vec!["Nothing is left to be done.".to_owned()])?;
        let checkpoint = self.check_again(&sentence, &intent, start);
        let begun = failed.begun.as_ref();
        let begun = begun.map(|(step, name)| Warning::MayBeDone { step: *step, name: name.clone() });
        let request = Request {
            correlation_id: task.id,
            sentence: sentence.clone(),
            understood: format!("after run {}, which {}: {}", failed.run, failed.became(), way.words()),
            reader: "correction".to_owned(),
            second_opinion: SecondOpinion::NotAsked,
            left_aside: Vec::new(),
            goals: Some(intent),
            differences: Vec::new(),
            checkpoint: Some(checkpoint),
            checked: Vec::new(),
            corrects: Some(Corrected { run: failed.run, why: failed.why.clone() }),
            declared: self.judged_by.declared,
            judge: self.judged_by.judge,
            warnings: begun.into_iter().collect(),
            reading: serde_json::json!({ "corrects": failed.run.to_string() }),
        };
        let proposal = self.propose(&task, request, plan)?;
        Ok(Proposed { proposal, reading: None, sentence, attempts: 1, lesson: None, lost: None })
    }

    /// The latest run, if it failed and can be corrected; in words why not.
    fn failed(&self, robot: Option<&Path>, start: State) -> Result<Result<Failed, String>, StoreError> {
        if let Some(why) = self.unknown_place()? {
            return Ok(Err(why.to_owned()));
        }
        let latest = self.store.runs(&RunFilter { limit: Some(1), ..RunFilter::default() })?;
        let Some(row) = latest.first() else { return Ok(Err("Nothing was run yet.".to_owned())) };
        if row.status != RunStatus::Failed {
            return Ok(Err("The latest run did not fail: there is nothing to correct.".to_owned()));
        }
        let Some(found) = self.store.run(row.run_id)? else { return Ok(Err("There is no such run.".to_owned())) };
        if let Some(why) = of_another(&found, robot) {
            return Ok(Err(why.to_owned()));
        }
        let is_stopped = found.row.failure.as_deref().is_some_and(is_stop);
        if !is_stopped && self.corrected_before(&found)? >= CORRECTIONS_MAX {
            return Ok(Err(format!(
                "It was corrected {CORRECTIONS_MAX} times, and failed again. Find out why, and say in words what is to be done."
            )));
        }
        if found.record.snapshot_hash != self.snapshot().content_hash_hex() {
            return Ok(Err("The layout is another than then: say in words what is to be done.".to_owned()));
        }
        let stored = match self.prove(&found)? {
            Ok(stored) => stored,
            Err(why) => return Ok(Err(why)),
        };
        let Some(Intent::Goals(goals)) = stored.intent else {
            return Ok(Err("What was wanted is not on record: say in words what is to be done.".to_owned()));
        };
        Ok(self.left(&found, &stored.plan, goals, start))
    }

    fn tool(&self, state: State) -> &str {
        state.tool.map_or(NO_TOOL, |tool| self.snapshot().tool_name(tool))
    }

    /// How many runs in a row corrected the one before. A correction that is done again is one.
    fn corrected_before(&self, run: &RunDetail) -> Result<u32, StoreError> {
        let (mut count, mut run) = (0, run.clone());
        while count < CORRECTIONS_MAX {
            let corrected = run.record.corrects.as_deref().and_then(|id| Uuid::try_parse(id).ok());
            let earlier = match corrected {
                Some(id) => self.store.run(id)?,
                None => self.repeats(&run),
            };
            let Some(earlier) = earlier.filter(|earlier| earlier.row.number < run.row.number) else { break };
            count += u32::from(corrected.is_some());
            run = earlier;
        }
        Ok(count)
    }

    /// What is left of a run: the goals after the last one whose steps were all seen done.
    fn left(&self, found: &RunDetail, plan: &Plan<'static>, goals: Vec<Goal>, now: State) -> Result<Failed, String> {
        let record = &found.record;
        let start = State::named(self.snapshot(), &record.start_position, &record.start_tool)
            .map_err(|error| error.to_string())?;
        let done = found.steps.iter().take_while(|step| step.state == StepState::Completed).count();
        // The state after the first goals, where all their steps were seen done.
        let after = |reached: usize| {
            let (mut builder, mut steps) = (Builder::default(), Vec::<BuiltStep>::new());
            let some = Intent::Goals(goals[..reached].to_vec());
            let after = builder.build(self.snapshot(), start, &some, &mut steps).ok()?;
            (steps.len() <= done).then_some(after)
        };
        let reached = (0..=goals.len()).rev().find(|&reached| after(reached).is_some()).unwrap_or(0);
        let seen = done.checked_sub(1).and_then(|last| found.steps.get(last)?.observed_tool.as_deref());
        let tools = [after(reached).map(|state| self.tool(state)), Some(seen.unwrap_or(&record.start_tool))];
        let held = self.tool(now);
        if !tools.contains(&Some(held)) {
            return Err(format!(
                "The robot holds '{}', which none of the steps that were seen done has left: say in words what is to be done.",
                shown(held)
            ));
        }
        let before = match done.checked_sub(1) {
            None => record.start_position.clone(),
            Some(last) => found.steps.get(last).map_or_else(String::new, |step| step.position.clone()),
        };
        let step = plan.steps.get(done).cloned();
        let begun = step.as_ref().filter(|step| step.action == Action::Routine && found.steps.len() > done);
        Ok(Failed {
            begun: begun.map(|step| (done + 1, step.shown_name().into_owned())),
            run: found.row.run_id,
            why: why(found, done),
            is_stopped: found.row.failure.as_deref().is_some_and(is_stop),
            sentence: found.row.operator_input.clone(),
            left: goals[reached..].to_vec(),
            step: step.map(|step| (step, before)),
        })
    }

    /// The goals of a correction; none where that way does not lead there.
    fn goals(&mut self, failed: &Failed, way: Way, start: State) -> Option<Vec<Goal>> {
        match way {
            Way::Rest => self.steps(start, &failed.left).map(|_| failed.left.clone()),
            Way::Around => self.around(failed, start),
            Way::Reseat => self.reseat(failed, start),
        }
    }

    /// The steps to some goals; none where there are none, or no way.
    fn steps(&mut self, start: State, goals: &[Goal]) -> Option<Vec<BuiltStep>> {
        let (snapshot, mut steps) = (std::sync::Arc::clone(self.snapshot()), Vec::new());
        self.builder.build(&snapshot, start, &Intent::Goals(goals.to_vec()), &mut steps).ok()?;
        (!steps.is_empty()).then_some(steps)
    }

    /// Whether nothing has to be done for these goals.
    fn is_done(&mut self, start: State, goals: &[Goal]) -> bool {
        let (snapshot, mut steps) = (std::sync::Arc::clone(self.snapshot()), Vec::new());
        let built = self.builder.build(&snapshot, start, &Intent::Goals(goals.to_vec()), &mut steps);
        built.is_ok() && steps.is_empty()
    }

    /// Over a neighbour of where the robot is, so that the move that failed is not made; by the fewest steps.
    fn around(&mut self, failed: &Failed, start: State) -> Option<Vec<Goal>> {
        let (step, from) = failed.step.as_ref().filter(|(step, _)| step.action == Action::Move)?;
        let snapshot = std::sync::Arc::clone(self.snapshot());
        let (from, to) = (snapshot.position_id(from)?, snapshot.position_id(&step.target)?);
        let repeats = |steps: &[BuiltStep]| moves(start, steps).any(|edge| edge == (from, to));
        if !repeats(&self.steps(start, &failed.left)?) {
            return None;
        }
        let over = |via: PositionId| {
            let first = Goal::Move { position: snapshot.position_name(via).to_owned() };
            std::iter::once(first).chain(failed.left.iter().cloned()).collect::<Vec<Goal>>()
        };
        let detours = snapshot.allowed_moves(start.position).iter().take(DETOURS_MAX).map(over);
        let found = detours.filter_map(|goals| {
            let steps = self.steps(start, &goals)?;
            (!repeats(&steps)).then_some((steps.len(), goals))
        });
        found.min_by_key(|(steps, _)| *steps).map(|(_, goals)| goals)
    }

    /// Where work failed with a tool in hand: it may sit badly.
    fn reseat(&mut self, failed: &Failed, start: State) -> Option<Vec<Goal>> {
        let (step, _) = failed.step.as_ref()?;
        let works = step.action == Action::Routine && ![TOOL_ATTACH, TOOL_RELEASE].contains(&&*step.target);
        let routine = self.snapshot().routine_id(&step.target).filter(|_| works)?;
        let tool = self.snapshot().required_tool(routine).filter(|&tool| start.tool == Some(tool))?;
        let tool = self.snapshot().tool_name(tool).to_owned();
        let first = [Goal::ReleaseTool, Goal::AttachTool { tool }];
        let goals: Vec<Goal> = first.into_iter().chain(failed.left.iter().cloned()).collect();
        self.steps(start, &goals).map(|_| goals)
    }
}

/// Why a run failed, and what was to be seen after the step that was not done, where that was predicted and judged.
fn why(found: &RunDetail, done: usize) -> String {
    let failure = found.row.failure.as_deref().unwrap_or("nobody said why");
    let predicted = found.steps.get(done).and_then(StepRow::predicted).map(|(outcome, came_true)| {
        let came_true =
            came_true.map_or_else(String::new, |hundredths| format!(", of which {hundredths} of 100 was seen"));
        format!("; predicted was: {outcome}{came_true}")
    });
    format!("{failure}{}", predicted.unwrap_or_default())
}

/// Why a run is not corrected by this robot, or by a simulator where there is none; nothing where it may be.
fn of_another(found: &RunDetail, robot: Option<&Path>) -> Option<&'static str> {
    let folder = robot.map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).display().to_string());
    match (is_simulation(&found.record.driver), folder) {
        (true, None) => None,
        (false, None) => Some("The latest run was a robot's: a simulator corrects none of it."),
        (true, Some(_)) => {
            Some("The latest run was simulated: a robot has done nothing of it. Say in words what is to be done.")
        }
        (false, folder) if folder == found.record.robot_folder => None,
        (false, Some(_)) => {
            Some("The latest run was another robot's, by its folder: say in words what this one is to do.")
        }
    }
}

/// The moves of built steps, each from where to where.
fn moves(start: State, steps: &[BuiltStep]) -> impl Iterator<Item = (PositionId, PositionId)> {
    let targets = steps.iter().filter_map(|step| match step {
        BuiltStep::Move(target) => Some(*target),
        BuiltStep::Routine { .. } => None,
    });
    targets.scan(start.position, |here, target| Some((std::mem::replace(here, target), target)))
}

impl std::fmt::Display for Remedies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let became = if self.is_stopped { "was stopped" } else { "failed" };
        write!(f, "Run {} {became}: {}.", self.run, shown(&self.why))?;
        if self.is_done {
            write!(f, "\n{NOTHING_IS_LEFT}")?;
        }
        if self.ways.is_empty() {
            if self.is_done {
                return Ok(());
            }
            return f.write_str(
                "\nNothing can be proposed from where the robot is. Look at what stands in the way, and say in words what is \
                 to be done.",
            );
        }
        f.write_str("\nEach of these would be a new run, shown first:")?;
        for (number, way) in (1..).zip(&self.ways) {
            write!(f, "\n  {number}  {}", way.words())?;
        }
        Ok(())
    }
}
