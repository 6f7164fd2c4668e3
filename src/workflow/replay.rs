//! A stored run, done again: as of today.
//!
//! In: which run, and the state in force. Out: a [`Turn`]. Nothing here approves, runs or writes to the store.
//!
//! 1. Nothing is proposed from a history that does not hold, whole, or from a plan that is not the one that was hashed.
//! 2. The stored intent is planned anew, from where the robot is, with the snapshot in force. A run without one (of
//!    version 1 of the history) has its stored steps verified from there, with the metadata of the snapshot in force.
//! 3. No stored name of a step is shown, and what is other than it was then is said.

use std::{borrow::Cow, time::Instant};

use super::{Desk, Proposed, Tried, Turn, WorkflowError, planning::Task};
use uuid::Uuid;

use crate::{
    cell::{TOOL_ATTACH, TOOL_RELEASE, shown},
    language::{Day, InRow, Reading, Replay},
    plan::{Action, Intent, Plan, Step},
    review::{Place, Proposal, Request, SecondOpinion, plan_hash},
    run::{is_simulation, is_stop},
    snapshot::{MetadataRef, Snapshot},
    store::{RunDetail, RunFilter, RunStatus, StepState, StoreError},
};

mod differences;

/// What the record of a replay says about the run that it repeats.
const REPLAY_OF: &str = "replay_of";

/// What a run was, once it is known to be what was recorded.
pub(super) struct Stored {
    pub(super) plan: Plan<'static>,
    pub(super) intent: Option<Intent>,
}

impl Desk {
    /// A stored run, planned as of today and reviewed again.
    pub(super) fn replay(&mut self, task: &Task<'_>, replay: Replay, reading: Reading) -> Result<Turn, WorkflowError> {
        let Some(found) = self.stored_run(replay)? else {
            return Ok(Turn::NoReplay(not_there(replay)));
        };
        let stored = match self.prove(&found)? {
            Ok(stored) => stored,
            Err(why) => return Ok(Turn::NoReplay(why)),
        };
        let begun = Instant::now();
        let proposed = self.again(task, &found, &stored);
        self.spent.plan_and_verify += begun.elapsed();
        Ok(match proposed {
            Ok(Some(proposal)) => {
                let sentence = task.sentence.to_owned();
                Turn::Proposed(Box::new(Proposed {
                    proposal,
                    reading: None,
                    sentence,
                    attempts: 1,
                    lesson: None,
                    lost: None,
                }))
            }
            Ok(None) => Turn::NothingToDo(Box::new((reading, Some(self.named(&found))))),
            Err(errors) => {
                let tried = Tried { errors: &errors, attempts: 1, ..Tried::default() };
                self.give_up(task.sentence, reading, tried, Some(task.robot))
            }
        })
    }

    fn stored_run(&self, replay: Replay) -> Result<Option<RunDetail>, StoreError> {
        match replay {
            Replay::Run(run) => self.store.run(run),
            Replay::Last => self.store.last_completed(),
            Replay::InRow(row) => self.run_in_row(row),
        }
    }

    /// The run at a place of the history; none where there are fewer.
    fn run_in_row(&self, InRow { day, number }: InRow) -> Result<Option<RunDetail>, StoreError> {
        let today = self.clock().today();
        let day = match day {
            None => None,
            Some(Day::Date(date)) => Some(date),
            Some(Day::Today) => Some(today),
            Some(Day::Yesterday) => today.yesterday().ok(),
        };
        let (mut before, mut ids) = (None, Vec::new());
        // The latest first, a page after the other: from the end only as far as is needed, from the beginning all of them.
        let wanted = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
        while number > 0 || ids.len() < wanted {
            let filter = RunFilter { before, ..RunFilter::default() };
            let page = self.store.runs(&match day {
                Some(day) => filter.on(day, &self.zone),
                None => filter,
            })?;
            let Some(last) = page.last() else { break };
            before = Some(last.number);
            ids.extend(page.iter().map(|row| row.run_id));
        }
        if number > 0 {
            ids.reverse();
        }
        let id = wanted.checked_sub(1).and_then(|at| ids.get(at));
        id.map_or(Ok(None), |&id| self.store.run(id))
    }

    /// What the run was, or in words why nobody can be sure of it.
    pub(super) fn prove(&self, found: &RunDetail) -> Result<Result<Stored, String>, StoreError> {
        let run = found.row.run_id;
        let refused = |why: &str| {
            format!(
                "Run {run} is not repeated, for {why}. `cellgraph history check` says what was changed. Say in words \
                 what is to be done."
            )
        };
        let report = self.store.check()?;
        if let Some(first) = report.problems.first() {
            return Ok(Err(refused(&format!("the history is not what was written ({})", shown(first)))));
        }
        let plan: Plan<'_> = match serde_json::from_str(&found.row.sequence_json) {
            Ok(plan) => plan,
            Err(error) => return Ok(Err(refused(&format!("its plan cannot be read ({error})")))),
        };
        if !plan_hash(&plan).is_ok_and(|hash| hash.to_hex().as_str() == found.record.plan_hash) {
            return Ok(Err(refused("its plan is not the one whose hash was recorded")));
        }
        let intent = found.record.intent_json.as_deref().map(serde_json::from_str).transpose();
        Ok(match intent {
            Ok(intent) => Ok(Stored { plan: placed(plan.into_owned(), &found.record.start_position), intent }),
            Err(error) => Err(refused(&format!("what was wanted then cannot be read ({error})"))),
        })
    }

    /// The proposal; none where there is nothing to do.
    fn again(&mut self, task: &Task<'_>, found: &RunDetail, stored: &Stored) -> Result<Option<Proposal>, Vec<String>> {
        let plan = match &stored.intent {
            Some(intent) => self.build(task, intent)?,
            None => Some(as_of_today(self.snapshot(), &stored.plan)),
        };
        let Some(plan) = plan else { return Ok(None) };
        let request = self.repeated(task, found, stored, &plan);
        self.propose(task, request, plan).map(Some)
    }

    /// What was said when it was first done, where the run repeats an earlier one itself.
    fn first_sentence(&self, found: &RunDetail) -> String {
        let mut first = found.clone();
        // Each repeats an earlier one: this ends.
        while let Some(earlier) = self.repeats(&first).filter(|earlier| earlier.row.number < first.row.number) {
            first = earlier;
        }
        first.row.operator_input
    }

    /// Which run is meant, what became of it, and what was said: the sentence alone may be that of many.
    fn named(&self, found: &RunDetail) -> String {
        let (row, sentence) = (&found.row, self.first_sentence(found));
        let began = row.started_at.to_zoned(self.zone.clone()).strftime("%F %H:%M %Z");
        format!("again run {} ({began}, {}, {}): {sentence}", row.number, row.run_id, became(found))
    }

    pub(super) fn repeats(&self, run: &RunDetail) -> Option<RunDetail> {
        let reading: serde_json::Value = serde_json::from_str(run.record.reading_json.as_deref()?).ok()?;
        let earlier = Uuid::try_parse(reading.get(REPLAY_OF)?.as_str()?).ok()?;
        self.store.run(earlier).ok()?
    }

    fn repeated(&self, task: &Task<'_>, found: &RunDetail, stored: &Stored, plan: &Plan<'_>) -> Request {
        let (run, record) = (found.row.run_id, &found.record);
        let start = Place { position: record.start_position.clone(), tool: record.start_tool.clone() };
        let then = differences::Moment { start: &start, snapshot: &record.snapshot_hash, plan: &stored.plan };
        let (start, snapshot) = (Place::of(self.snapshot(), task.start), self.snapshot().content_hash_hex());
        let now = differences::Moment { start: &start, snapshot: &snapshot, plan };
        Request {
            correlation_id: task.id,
            sentence: task.said.to_owned(),
            understood: self.named(found),
            reader: "replay".to_owned(),
            second_opinion: SecondOpinion::NotAsked,
            left_aside: Vec::new(),
            goals: stored.intent.clone(),
            differences: differences::between(&then, &now),
            checkpoint: stored.intent.as_ref().map(|intent| self.check_again(task.sentence, intent, task.start)),
            corrects: None,
            checked: Vec::new(),
            declared: self.judged_by.declared,
            judge: self.judged_by.judge,
            warnings: Vec::new(),
            reading: serde_json::json!({ REPLAY_OF: run.to_string() }),
        }
    }
}

/// What became of a run, for somebody who is asked whether to do it again.
fn became(found: &RunDetail) -> String {
    let done = found.steps.iter().filter(|step| step.state == StepState::Completed).count();
    let row = &found.row;
    let of = serde_json::from_str::<Plan<'_>>(&row.sequence_json).map_or(0, |plan| plan.steps.len());
    let broken_off = |how: &str| match done {
        0 => format!("{how} before any of its {of} steps was done"),
        done => format!("{how} after step {done} of {of}"),
    };
    let became = match row.status {
        RunStatus::Completed => "completed".to_owned(),
        RunStatus::Failed if found.row.failure.as_deref().is_some_and(is_stop) => broken_off("stopped"),
        RunStatus::Failed => broken_off("failed"),
        RunStatus::Pending | RunStatus::Running => broken_off("without an end on record"),
    };
    if is_simulation(&row.driver) { format!("only simulated, {became}") } else { became }
}

/// That there is no such run.
fn not_there(replay: Replay) -> String {
    let InRow { day, number } = match replay {
        Replay::Run(run) => return format!("There is no run {run} in the history."),
        Replay::Last => return "No run was completed yet, so there is nothing to repeat.".to_owned(),
        Replay::InRow(row) => row,
    };
    let whose = day.map(|day| match day {
        Day::Today => " of today".to_owned(),
        Day::Yesterday => " of yesterday".to_owned(),
        Day::Date(date) => format!(" of {date}"),
    });
    let whose = whose.unwrap_or_default();
    match number {
        1 | -1 => format!("There is no run{whose} in the history."),
        2.. => format!("There is no run {number}{whose} in the history: it has fewer."),
        _ => format!("There is no run{whose} so far back in the history: it has fewer than {}.", number.unsigned_abs()),
    }
}

/// Stored steps without their names, and each routine with the place where it ran.
fn placed(plan: Plan<'static>, start: &str) -> Plan<'static> {
    let mut here = Cow::Owned(start.to_owned());
    let mut steps = plan.steps;
    for step in &mut steps {
        step.name = None;
        match step.action {
            Action::Move => here = step.target.clone(),
            Action::Routine => drop(step.position.get_or_insert_with(|| here.clone())),
            // The verifier refuses it.
            Action::Unknown(_) => {}
        }
    }
    Plan { steps }
}

/// Stored steps with the metadata that the snapshot has for them. Whether they may be done is the verifier's to say.
fn as_of_today(snapshot: &Snapshot, plan: &Plan<'static>) -> Plan<'static> {
    let today = |step: &Step<'static>| {
        let ids = (snapshot.routine_id(&step.target), step.position.as_deref().and_then(|at| snapshot.position_id(at)));
        let metadata = match ids {
            (Some(routine), Some(position)) => snapshot.metadata(routine, position).unwrap_or_default(),
            _ => MetadataRef::default(),
        };
        let owned = |text: Option<&str>| text.map(|text| Cow::Owned(text.to_owned()));
        let has_tool = [TOOL_ATTACH, TOOL_RELEASE].contains(&&*step.target);
        Step {
            tool: step.tool.clone().filter(|_| has_tool),
            stabilize_s: metadata.stabilize_s,
            action_after: owned(metadata.action_after),
            verify: owned(metadata.verify),
            ..step.clone()
        }
    };
    let steps = plan.steps.iter();
    Plan { steps: steps.map(|step| if step.action == Action::Routine { today(step) } else { step.clone() }).collect() }
}
