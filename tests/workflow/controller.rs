//! A run through the hand-over by files, with a controller that obeys the permits.
//!
//! Nobody waits: each look of the driver is first the controller's turn, in a time of its own.

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use cellgraph::{
    observe::Declared,
    run::{
        Again, Control, Driver, DriverError, Ended, Event, FileHandover, Handover, Heard, RunReport, Stopper,
        protocol::Permit,
    },
    store::RunStatus,
    yaml,
};
use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::bench::Bench;

/// What the controller does wrong.
#[derive(Clone, Copy, PartialEq)]
enum Habit {
    Obeys,
    /// Says that it failed at this step.
    FailsAt(u64),
    /// Says `done` for a step that was not permitted yet, after this one.
    RunsAheadAt(u64),
    /// Is somewhere else after this step.
    StraysAt(u64),
    /// Another robot: it reports to be elsewhere before the first step.
    StandsElsewhere,
}

/// The hand-over by files, with a controller whose turn it is at every look.
struct Turns {
    handover: FileHandover,
    controller: Controller,
    now: Duration,
}

impl Driver for Turns {
    fn name(&self) -> &'static str {
        self.handover.name()
    }
    fn keeps_time(&self) -> bool {
        true
    }
    fn folder(&self) -> Option<PathBuf> {
        self.handover.folder()
    }
    fn declared(&self, handover: &Handover) -> Declared {
        Declared::counted(handover.orders.iter().filter_map(|order| order.step.verify.as_deref()))
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        self.handover.prepare(handover)
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.handover.publish(permit)
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        self.controller.look();
        let lines = self.handover.listen()?.lines;
        self.now += Duration::from_millis(20);
        Ok(Heard { lines, at: self.now, again: Again::AfterPermit })
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        self.handover.stopper()
    }
}

/// The controller: one permit, one answer.
struct Controller {
    folder: PathBuf,
    habit: Habit,
    start: (String, String),
    /// The serial number of the last permit that it saw.
    serial: u64,
    /// The steps that it did.
    moved: Arc<Mutex<Vec<u64>>>,
}

impl Controller {
    fn look(&mut self) {
        let Ok(text) = fs::read_to_string(self.folder.join("permit.json")) else { return };
        let permit: Value = serde_json::from_str(&text).unwrap();
        let serial = permit["serial"].as_u64().unwrap();
        if std::mem::replace(&mut self.serial, serial) == serial {
            return;
        }
        let (run, step) = (permit["run"].as_str().unwrap(), permit["step"].as_u64().unwrap());
        match permit["permit"].as_str().unwrap() {
            "hold" if permit["report"] == permit["serial"] => {
                let (position, tool) = self.start.clone();
                let mut cell = self.cell(0);
                let position = if self.habit == Habit::StandsElsewhere { "Pos_5".to_owned() } else { position };
                cell["position"] = json!(position);
                self.say(run, step, &json!({"state": "report", "position": position, "tool": tool, "cell": cell}));
            }
            "go" => self.go(run, step),
            _ => {}
        }
    }

    fn go(&mut self, run: &str, step: u64) {
        self.moved.lock().push(step);
        self.say(run, step, &json!({"state": "started", "at": "2026-11-22T03:00:00Z"}));
        if self.habit == Habit::FailsAt(step) {
            return self.say(run, step, &json!({"state": "failed", "error": "gripper \u{1b}[2J jammed"}));
        }
        let (mut position, tool) = self.after(step);
        if self.habit == Habit::StraysAt(step) {
            position = "Home".to_owned();
        }
        self.say(run, step, &json!({"state": "done", "position": position, "tool": tool, "cell": self.cell(step)}));
        if self.habit == Habit::RunsAheadAt(step) {
            self.say(run, step + 1, &json!({"state": "started"}));
        }
    }

    /// A counter for each check that the steps up to this one name.
    fn cell(&self, step: u64) -> Value {
        let text = fs::read_to_string(self.folder.join("actions.yaml")).unwrap();
        let mut checks = BTreeMap::<String, u64>::new();
        for (number, each) in (1..).zip(&yaml::read(&text).unwrap().steps) {
            let held = u64::from(number <= step);
            each.verify.iter().for_each(|check| *checks.entry(check.clone().into_owned()).or_default() += held);
        }
        let (position, tool) = self.after(step);
        json!({"position": position, "tool": tool, "values": {"checks": checks}})
    }

    /// Where the sequence that was handed over puts the robot after a step.
    fn after(&self, step: u64) -> (String, String) {
        let text = fs::read_to_string(self.folder.join("actions.yaml")).unwrap();
        let plan = yaml::read(&text).unwrap();
        let mut place = self.start.clone();
        for step in plan.steps.iter().take(step as usize) {
            match (&*step.target, step.tool.as_deref()) {
                ("tool_attach", Some(tool)) => place.1 = tool.to_owned(),
                ("tool_release", _) => place.1 = "none".to_owned(),
                (target, _) if step.position.is_none() => place.0 = target.to_owned(),
                _ => {}
            }
        }
        place
    }

    fn say(&self, run: &str, step: u64, rest: &Value) {
        let mut line = json!({"run": run, "serial": self.serial, "step": step});
        line.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        let path = self.folder.join("progress.jsonl");
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }
}

/// Runs a sentence over a controller with a habit: what came of it, and the steps that the controller did.
fn run(
    bench: &mut Bench,
    sentence: &str,
    habit: Habit,
    watch: &mut dyn FnMut(Event, &Control),
) -> (RunReport, Vec<u64>) {
    let folder = bench.folder.path().join("robot");
    fs::create_dir_all(&folder).unwrap();
    let robot = bench.desk.store().robot().unwrap();
    let start = (robot.position, robot.tool);
    let moved = Arc::<Mutex<Vec<u64>>>::default();
    let controller = Controller { folder: folder.clone(), habit, start, serial: 0, moved: Arc::clone(&moved) };
    let handover = FileHandover::new(&folder);
    let driver = Box::new(Turns { handover, controller, now: Duration::ZERO });
    let proposed = bench.propose(sentence);
    let digest = proposed.proposal.digest();
    let approved = proposed.proposal.approve("Ada", digest).unwrap();
    let (control, data) = (Control::new(), bench.data());
    let report = bench.desk.run(approved, driver, &control, &mut |event| watch(event, &control), &data).unwrap();
    let moved = moved.lock().clone();
    (report, moved)
}

fn permit(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("permit.json")).unwrap()).unwrap()
}

#[test]
fn a_sentence_reaches_the_controller_and_its_end_the_history() {
    let mut bench = Bench::new();
    let (report, moved) = run(&mut bench, "weld at position 1", Habit::Obeys, &mut |_, _| {});
    assert_eq!((report.end.clone(), report.place.to_string()), (Ended::Completed, "Pos_1 with Welder".to_owned()));
    assert_eq!(moved, (1..=8).collect::<Vec<_>>(), "every step once, in order");
    let detail = bench.detail(&report);
    assert_eq!((detail.row.status, detail.record.driver.as_str()), (RunStatus::Completed, "file hand-over"));
    assert_eq!(permit(&bench.folder.path().join("robot"))["permit"], "end");
    assert_eq!(bench.desk.reason_not_to_run(false).unwrap(), None, "what a controller reported is trusted");
    let (report, moved) = run(&mut bench, "put the welder back and go home", Habit::Obeys, &mut |_, _| {});
    assert!(report.end.is_completed(), "a second run, over the same files: {report:?}");
    assert!(moved.len() > 3);
    assert_eq!(bench.runs(), 2);
}

#[test]
fn the_first_failure_ends_it() {
    let mut bench = Bench::new();
    let (report, moved) = run(&mut bench, "weld at position 1", Habit::FailsAt(3), &mut |_, _| {});
    let Ended::Failed { step: 3, reason } = &report.end else { panic!("{:?}", report.end) };
    assert!(reason.contains("gripper") && !reason.contains('\u{1b}'), "{reason}");
    assert_eq!((moved, report.confirmed), (vec![1, 2, 3], false));
    assert_eq!(permit(&bench.folder.path().join("robot"))["permit"], "stop");
    assert!(bench.desk.reason_not_to_run(false).unwrap().is_some());
}

#[test]
fn a_controller_that_is_not_where_it_should_be_is_not_believed() {
    for habit in [Habit::StraysAt(2), Habit::RunsAheadAt(2), Habit::StandsElsewhere] {
        let mut bench = Bench::new();
        let (report, moved) = run(&mut bench, "weld at position 1", habit, &mut |_, _| {});
        assert!(!report.end.is_completed() && !report.confirmed, "{report:?}");
        // The line too many comes with the last one: the next step may have been permitted in between.
        let most = if matches!(habit, Habit::RunsAheadAt(_)) { 3 } else { 2 };
        assert!(moved.len() <= most, "nothing was permitted after it: {moved:?}");
        assert_eq!(bench.status(&report), RunStatus::Failed);
    }
}

#[test]
fn a_stop_between_two_steps_leaves_the_position_sure() {
    let mut bench = Bench::new();
    let mut stop = |event: Event, control: &Control| {
        if matches!(event, Event::StepStarted { number: 2, .. }) {
            control.finish_step_and_stop();
        }
    };
    let (report, moved) = run(&mut bench, "weld at position 1", Habit::Obeys, &mut stop);
    assert_eq!((report.end.clone(), moved), (Ended::StoppedByOperator { after: 2 }, vec![1, 2]));
    assert!(report.confirmed);
    assert_eq!(bench.desk.reason_not_to_run(false).unwrap(), None);
    let (report, _) = run(&mut bench, "weld at position 1", Habit::Obeys, &mut |_, _| {});
    assert!(report.end.is_completed(), "it goes on from there: {report:?}");
}

#[test]
fn a_stop_now_leaves_it_unconfirmed() {
    let mut bench = Bench::new();
    let mut stop = |event: Event, control: &Control| {
        if matches!(event, Event::StepStarted { number: 2, .. }) {
            control.stop_now();
        }
    };
    // Whether the controller saw the permit of step 2 before the stop is for nobody to say.
    let (report, moved) = run(&mut bench, "weld at position 1", Habit::Obeys, &mut stop);
    assert_eq!(report.end, Ended::StoppedNow { during: 2 });
    assert!([&[1][..], &[1, 2]].contains(&&moved[..]), "{moved:?}");
    assert!(!report.confirmed);
    assert_eq!(permit(&bench.folder.path().join("robot"))["permit"], "stop");
}
