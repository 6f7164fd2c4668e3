//! Random sequences of calls, on the store and on a plain model in memory: the same answers, and a sound history.

use std::collections::BTreeMap;

use cellgraph::store::{
    NewRun, Observed, RunEnd, RunFilter, RunStatus, StepAction, StepEnd, StepId, StepState, Store, StoreError,
};
use proptest::prelude::*;

use crate::harness::{Bench, assert_sound, at, id, new_run};

#[derive(Clone, Debug)]
enum Call {
    Ensure(u8),
    Correct(u8, u8),
    Begin { run: u8, at_robot: bool },
    Started(u8),
    BeginStep { run: u8, number: u8, position: u8, is_move: bool },
    EndStep { step: u8, position: u8, tool: u8, fails: bool },
    EndRun { run: u8, completed: bool, confirmed: bool },
    Recover(u8),
    Reopen,
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let run = || 0..3u8;
    let one = prop_oneof![
        1 => (0..3u8).prop_map(Call::Ensure),
        2 => (0..3u8, 0..2u8).prop_map(|(position, tool)| Call::Correct(position, tool)),
        4 => (run(), prop::bool::weighted(0.9)).prop_map(|(run, at_robot)| Call::Begin { run, at_robot }),
        4 => run().prop_map(Call::Started),
        8 => (run(), 1..4u8, 0..3u8, any::<bool>())
            .prop_map(|(run, number, position, is_move)| Call::BeginStep { run, number, position, is_move }),
        8 => (1..6u8, 0..3u8, 0..2u8, prop::bool::weighted(0.2))
            .prop_map(|(step, position, tool, fails)| Call::EndStep { step, position, tool, fails }),
        3 => (run(), prop::bool::weighted(0.6), prop::bool::weighted(0.8))
            .prop_map(|(run, completed, confirmed)| Call::EndRun { run, completed, confirmed }),
        1 => run().prop_map(Call::Recover),
        1 => Just(Call::Reopen),
    ];
    prop::collection::vec(one, 1..40)
}

fn place(number: u8) -> String {
    format!("Pos_{number}")
}

fn tool(number: u8) -> String {
    ["none", "Welder"][usize::from(number)].to_owned()
}

#[derive(Clone, Debug, PartialEq)]
struct ModelRun {
    status: RunStatus,
    failure: Option<String>,
    steps: Vec<ModelStep>,
}

#[derive(Clone, Debug, PartialEq)]
struct ModelStep {
    id: i64,
    number: u32,
    position: String,
    action: StepAction,
    state: StepState,
}

/// What the store should say, in the plainest terms.
#[derive(Clone, Debug, Default)]
struct Model {
    robot: Option<(String, String, bool)>,
    runs: BTreeMap<u128, ModelRun>,
    order: Vec<u128>,
    last_step_id: i64,
    corrections: usize,
}

impl Model {
    fn open_run(&self) -> Option<u128> {
        let open = |run: &ModelRun| matches!(run.status, RunStatus::Pending | RunStatus::Running);
        self.runs.iter().find(|(_, run)| open(run)).map(|(id, _)| *id)
    }

    fn unconfirm(&mut self) {
        if let Some(robot) = &mut self.robot {
            robot.2 = false;
        }
    }

    /// Whether the call goes through; then it has been made.
    fn make(&mut self, call: &Call) -> bool {
        match call {
            Call::Reopen => true,
            Call::Ensure(position) => {
                self.robot.get_or_insert((place(*position), tool(0), false));
                true
            }
            Call::Correct(position, held) => {
                let free = self.open_run().is_none();
                if free {
                    self.robot = Some((place(*position), tool(*held), true));
                    self.corrections += 1;
                }
                free
            }
            Call::Begin { run, at_robot } => {
                let run = u128::from(*run);
                let confirmed = self.robot.as_ref().is_some_and(|robot| robot.2);
                let goes = self.open_run().is_none() && !self.runs.contains_key(&run) && confirmed && *at_robot;
                if goes {
                    self.runs.insert(run, ModelRun { status: RunStatus::Pending, failure: None, steps: Vec::new() });
                    self.order.push(run);
                    self.unconfirm();
                }
                goes
            }
            Call::Started(run) => match self.runs.get_mut(&u128::from(*run)) {
                Some(run) if run.status == RunStatus::Pending => {
                    run.status = RunStatus::Running;
                    true
                }
                _ => false,
            },
            Call::BeginStep { run, number, position, is_move } => {
                let Some(run) = self.runs.get_mut(&u128::from(*run)) else { return false };
                let done = run.steps.iter().all(|step| step.state == StepState::Completed);
                let next = run.steps.len() + 1 == usize::from(*number);
                let goes = run.status == RunStatus::Running && done && next;
                if goes {
                    self.last_step_id += 1;
                    let action = if *is_move { StepAction::Move } else { StepAction::Routine };
                    let (id, number, position) = (self.last_step_id, u32::from(*number), place(*position));
                    run.steps.push(ModelStep { id, number, position, action, state: StepState::Running });
                }
                goes
            }
            Call::EndStep { step, position, tool: held, fails } => {
                let steps = self.runs.values_mut().flat_map(|run| &mut run.steps);
                let running =
                    |found: &&mut ModelStep| found.id == i64::from(*step) && found.state == StepState::Running;
                let Some(found) = steps.into_iter().find(running) else { return false };
                found.state = if *fails { StepState::Error } else { StepState::Completed };
                if !fails {
                    self.robot = Some((place(*position), tool(*held), false));
                }
                true
            }
            Call::EndRun { run, completed, confirmed } => {
                let Some(run) = self.runs.get_mut(&u128::from(*run)) else { return false };
                let done = !run.steps.is_empty() && run.steps.iter().all(|step| step.state == StepState::Completed);
                match run.status {
                    RunStatus::Running if *completed && done => run.status = RunStatus::Completed,
                    RunStatus::Running | RunStatus::Pending if !completed => Self::fail(run, "ended"),
                    _ => return false,
                }
                self.robot = Some((place(0), tool(0), *confirmed));
                true
            }
            Call::Recover(run) => match self.runs.get_mut(&u128::from(*run)) {
                Some(run) if matches!(run.status, RunStatus::Pending | RunStatus::Running) => {
                    Self::fail(run, "recovered");
                    self.unconfirm();
                    true
                }
                _ => false,
            },
        }
    }

    fn fail(run: &mut ModelRun, why: &str) {
        run.status = RunStatus::Failed;
        run.failure = Some(why.to_owned());
        for step in run.steps.iter_mut().filter(|step| step.state == StepState::Running) {
            step.state = StepState::Error;
        }
    }
}

/// The id of a step by its number, from whatever run it is of.
fn step_id(store: &Store, number: u8) -> Option<StepId> {
    let runs = store.runs(&RunFilter::default()).unwrap();
    let details = runs.into_iter().filter_map(|row| store.run(row.run_id).unwrap());
    details.flat_map(|detail| detail.steps).map(|step| step.step_id).find(|id| id.number() == i64::from(number))
}

fn make(store: &mut Store, call: &Call) -> Result<(), StoreError> {
    match call {
        Call::Reopen => Ok(()),
        Call::Ensure(position) => store.ensure_robot(&place(*position), &tool(0)),
        Call::Correct(position, held) => store.correct_robot(&place(*position), &tool(*held), "ann", "looked"),
        Call::Begin { run, at_robot } => {
            let robot = store.robot()?;
            let position = if *at_robot { robot.position } else { "Nowhere".to_owned() };
            store.begin_run(&NewRun { ..new_run(u128::from(*run), (&position, &robot.tool)) })
        }
        Call::Started(run) => store.run_started(id(u128::from(*run))),
        Call::BeginStep { run, number, position, is_move } => {
            let action = if *is_move { StepAction::Move } else { StepAction::Routine };
            store.begin_step(id(u128::from(*run)), u32::from(*number), &place(*position), action).map(drop)
        }
        Call::EndStep { step, position, tool: held, fails } => {
            let refused = || StoreError::Refused { reason: "no such step".to_owned() };
            let step = step_id(store, *step).ok_or_else(refused)?;
            match fails {
                true => store.end_step(step, &StepEnd::Error { message: "failed".to_owned(), judged: None }),
                false => store.end_step(step, &at(&place(*position), &tool(*held))),
            }
        }
        Call::EndRun { run, completed, confirmed } => {
            let end = if *completed { RunEnd::Completed } else { RunEnd::Failed { reason: "ended".to_owned() } };
            let robot = Observed::Seen { position: place(0), tool: tool(0), confirmed: *confirmed, reason: None };
            store.end_run(id(u128::from(*run)), &end, &robot)
        }
        Call::Recover(run) => store.recover(id(u128::from(*run)), "recovered"),
    }
}

fn compare(store: &Store, model: &Model) {
    let robot = match store.robot() {
        Err(StoreError::NoRobotState) => None,
        other => Some(other.unwrap()).map(|robot| {
            assert_eq!(robot.confirmed, robot.unconfirmed_reason.is_none());
            (robot.position, robot.tool, robot.confirmed)
        }),
    };
    assert_eq!(robot, model.robot);
    let listed: Vec<_> =
        store.runs(&RunFilter::default()).unwrap().into_iter().rev().map(|row| row.run_id.as_u128()).collect();
    assert_eq!(listed, model.order);
    for (run, expected) in &model.runs {
        let detail = store.run(id(*run)).unwrap().unwrap();
        let steps = detail.steps.into_iter().map(|step| ModelStep {
            id: step.step_id.number(),
            number: step.number,
            position: step.position,
            action: step.action,
            state: step.state,
        });
        let found = ModelRun { status: detail.row.status, failure: detail.row.failure, steps: steps.collect() };
        assert_eq!(&found, expected);
        let ended = matches!(expected.status, RunStatus::Completed | RunStatus::Failed);
        assert_eq!(detail.row.finished_at.is_some(), ended);
        let failed: Vec<_> = expected.steps.iter().filter(|step| step.state == StepState::Error).collect();
        let places: Vec<_> = failed.into_iter().map(|step| step.position.clone()).collect();
        assert_eq!(store.get_failed_positions(id(*run)).unwrap(), places);
    }
    assert_eq!(store.interrupted().unwrap().map(|found| found.run.row.run_id.as_u128()), model.open_run());
    let completed = |run: &&u128| model.runs[*run].status == RunStatus::Completed;
    let last = model.order.iter().rev().find(completed).copied();
    assert_eq!(store.last_completed().unwrap().map(|found| found.row.run_id.as_u128()), last);
    assert_eq!(store.corrections(usize::MAX).unwrap().len(), model.corrections);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_store_answers_as_the_model(calls in calls()) {
        let bench = Bench::new();
        let (mut store, mut model) = (bench.open(), Model::default());
        for call in &calls {
            let outcome = make(&mut store, call);
            let goes = model.make(call);
            match outcome {
                Ok(()) => prop_assert!(goes, "{call:?} was to be refused"),
                Err(error @ (StoreError::Refused { .. } | StoreError::NoSuchRun { .. } | StoreError::NoRobotState)) => {
                    prop_assert!(!goes, "{call:?}: {error}");
                }
                Err(error) => panic!("{call:?}: {error}"),
            }
            if matches!(call, Call::Reopen) {
                drop(store);
                store = bench.open();
            }
            compare(&store, &model);
        }
        assert_sound(&store);
        assert_sound(&bench.reader());
    }
}
