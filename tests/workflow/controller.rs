//! A run through the hand-over by files, with a controller on a thread of its own that obeys the permits.
//!
//! Nobody sleeps: the hand-over's clock, asked to let time pass between two looks at the controller's file, hands the turn
//! to the controller and gets it back.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use cellgraph::{
    run::{Clock, Control, Ended, Event, FileHandover, RunReport},
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

struct TurnClock {
    turn: Mutex<(SyncSender<()>, Receiver<()>)>,
    elapsed: Mutex<Duration>,
}

impl std::fmt::Debug for TurnClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TurnClock")
    }
}

impl Clock for TurnClock {
    fn elapsed(&self) -> Duration {
        *self.elapsed.lock()
    }

    fn pass(&self, time: Duration, _: &Control) {
        *self.elapsed.lock() += time;
        let turn = self.turn.lock();
        // A controller that has gone says nothing any more, and time passes.
        if turn.0.send(()).is_ok() {
            let _gone = turn.1.recv();
        }
    }
}

/// The controller: one permit, one answer.
struct Controller {
    folder: PathBuf,
    habit: Habit,
    start: (String, String),
    last: Option<(String, u64)>,
    moved: Vec<u64>,
}

impl Controller {
    fn serve(mut self, turn: &Receiver<()>, back: &SyncSender<()>) -> Vec<u64> {
        while turn.recv().is_ok() {
            self.look();
            if back.send(()).is_err() {
                break;
            }
        }
        self.moved
    }

    fn look(&mut self) {
        let Ok(text) = fs::read_to_string(self.folder.join("permit.json")) else { return };
        let permit: Value = serde_json::from_str(&text).unwrap();
        let (grant, step) = (permit["permit"].as_str().unwrap().to_owned(), permit["step"].as_u64().unwrap());
        if self.last.replace((grant.clone(), step)) == Some((grant.clone(), step)) {
            return;
        }
        let run = permit["run"].as_str().unwrap();
        match grant.as_str() {
            "report" => {
                let (position, tool) = self.start.clone();
                let position = if self.habit == Habit::StandsElsewhere { "Pos_5".to_owned() } else { position };
                self.say(&json!({"run": run, "step": 0, "state": "done", "position": position, "tool": tool}));
            }
            "go" => self.go(run, step),
            _ => {}
        }
    }

    fn go(&mut self, run: &str, step: u64) {
        self.moved.push(step);
        self.say(&json!({"run": run, "step": step, "state": "started", "at": "2026-11-22T03:00:00Z"}));
        if self.habit == Habit::FailsAt(step) {
            return self
                .say(&json!({"run": run, "step": step, "state": "failed", "error": "gripper \u{1b}[2J jammed"}));
        }
        let (mut position, tool) = self.after(step);
        if self.habit == Habit::StraysAt(step) {
            position = "Home".to_owned();
        }
        self.say(&json!({"run": run, "step": step, "state": "done", "position": position, "tool": tool}));
        if self.habit == Habit::RunsAheadAt(step) {
            self.say(&json!({"run": run, "step": step + 1, "state": "started"}));
        }
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

    fn say(&self, line: &Value) {
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
    let controller = Controller { folder: folder.clone(), habit, start, last: None, moved: Vec::new() };
    let (to, turn) = sync_channel(0);
    let (back, from) = sync_channel(0);
    let served = thread::spawn(move || controller.serve(&turn, &back));
    let report = {
        let clock = Arc::new(TurnClock { turn: Mutex::new((to, from)), elapsed: Mutex::default() });
        let mut driver = FileHandover::with_clock(&folder, clock);
        let proposed = bench.propose(sentence);
        let digest = proposed.proposal.digest();
        let approved = proposed.proposal.approve("Ada", digest).unwrap();
        let (control, data) = (Control::new(), bench.data());
        bench.desk.run(approved, &mut driver, &control, &mut |event| watch(event, &control), &data).unwrap()
    };
    (report, served.join().unwrap())
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
    assert_eq!(bench.desk.doubt(false).unwrap(), None, "what a controller reported is trusted");
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
    assert!(bench.desk.doubt(false).unwrap().is_some());
}

#[test]
fn a_controller_that_is_not_where_it_should_be_is_not_believed() {
    for habit in [Habit::StraysAt(2), Habit::RunsAheadAt(2), Habit::StandsElsewhere] {
        let mut bench = Bench::new();
        let (report, moved) = run(&mut bench, "weld at position 1", habit, &mut |_, _| {});
        assert!(!report.end.is_completed() && !report.confirmed, "{report:?}");
        assert!(moved.len() <= 2, "nothing was permitted after it: {moved:?}");
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
    assert_eq!(bench.desk.doubt(false).unwrap(), None);
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
    // The controller never answers for step 2: the permit is taken away before it looks.
    let (report, moved) = run(&mut bench, "weld at position 1", Habit::Obeys, &mut stop);
    assert_eq!((report.end.clone(), moved), (Ended::StoppedNow { during: 2 }, vec![1]));
    assert!(!report.confirmed);
    assert_eq!(permit(&bench.folder.path().join("robot"))["permit"], "stop");
}
