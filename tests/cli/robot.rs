//! `robot test` at the command line: what is refused, what a silent controller gets, and that nothing moves without a yes. The cases
//! themselves are tried in `tests/trial.rs`.

use std::{
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::{
    harness::{Folder, check},
    terminal::Terminal,
};

const TRIAL: [&str; 7] = ["robot", "test", "robot", "--snapshot", "demo.cell", "--wait", "600"];
const QUESTION: &str = "Is the cell clear, and may the robot move? [yes / no]";

/// The reference controller, as a process of its own.
struct Controller(Child);

impl Controller {
    /// At a robot whose steps take an hour, so that it is in one of them whenever anybody looks.
    fn start(folder: &Folder) -> Self {
        let mut command = Command::new("python3");
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/controller/controller.py"));
        command.arg(folder.path("robot")).args(["--step-seconds", "3600"]).stdout(Stdio::null());
        Self(command.spawn().expect("this test needs python3"))
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        // It runs until it is killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn with_robot() -> Folder {
    let folder = Folder::with_snapshot();
    std::fs::create_dir(folder.path("robot")).unwrap();
    folder
}

fn permit(folder: &Folder) -> Value {
    serde_json::from_slice(&folder.read("robot/permit.json")).unwrap()
}

#[test]
fn a_folder_with_an_open_run_is_refused_and_left_as_it_is() {
    const RUN: &str = "3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071";
    for (word, is_refused) in [("go", true), ("hold", true), ("pause", true), ("stop", false), ("end", false)] {
        let folder = with_robot();
        let text = json!({ "form": 2, "run": RUN, "serial": 7, "permit": word, "step": 1 }).to_string();
        folder.write("robot/permit.json", &text);
        let run = folder.run("robot test robot --snapshot demo.cell --wait 1");
        assert_eq!(run.status, if is_refused { 2 } else { 1 }, "{word}: {run}");
        if is_refused {
            assert!(run.err.contains(&format!("the permit of run {RUN} still stands in robot")), "{word}: {run}");
            assert!(run.err.contains("hint: look at the robot, then run `cellgraph recover --robot robot`"), "{run}");
            assert_eq!(folder.read("robot/permit.json"), text.as_bytes(), "{word}");
        }
    }
    let run = Folder::with_snapshot().run("robot test nowhere --snapshot demo.cell");
    assert_eq!(run.status, 2, "{run}");
    assert!(run.err.contains("the robot's folder nowhere cannot be opened"), "{run}");
}

/// A trial was killed in a motion, before the cell had any data; `recover` was typed in another folder; the history was damaged. The stop
/// waits for no data.
#[test]
fn a_permit_is_stopped_where_the_data_cannot_be_used() {
    const RUN: &str = "3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071";
    type Damage = fn(&Folder);
    let damage: [(&str, Damage); 3] = [
        ("there is no state and history", |_| ()),
        ("history.db", |folder| {
            std::fs::create_dir(folder.path("cellgraph-data")).unwrap();
            folder.write("cellgraph-data/history.db", "no database");
        }),
        ("history.db", |folder| {
            drop(cellgraph::store::Store::open(&folder.path("cellgraph-data")).unwrap());
            let history = rusqlite::Connection::open(folder.path("cellgraph-data/history.db")).unwrap();
            history.execute_batch("PRAGMA foreign_keys = OFF; ALTER TABLE runs RENAME COLUMN status TO state").unwrap();
        }),
    ];
    for (why, damage) in damage {
        let folder = with_robot();
        damage(&folder);
        let go = json!({ "form": 2, "run": RUN, "serial": 7, "permit": "go", "step": 1 });
        folder.write("robot/permit.json", go.to_string());
        let run = folder.run("recover --robot robot --snapshot demo.cell --operator Ada");
        assert_eq!(permit(&folder)["permit"], "stop", "{run}");
        assert!(run.status >= 2 && run.err.contains("It says stop now.") && run.err.contains(why), "{run}");
    }
    let folder = with_robot();
    folder.run("recover --robot robot --snapshot demo.cell --operator Ada");
    assert!(!folder.path("cellgraph-data").exists(), "no cell is made of a mistyped folder");
}

/// A run that a program left open in the data folder may still be going on.
#[test]
fn an_interrupted_run_is_closed_first() {
    let folder = Folder::at_home();
    std::fs::create_dir(folder.path("robot")).unwrap();
    folder.leave_a_run();
    let run = folder.run("robot test robot --snapshot demo.cell");
    assert_eq!(run.status, 2, "{run}");
    assert!(run.err.contains("a run was interrupted and is not yet closed"), "{run}");
    assert!(!folder.path("robot/permit.json").exists(), "nothing was written there");
}

/// Nobody ever answers, however long that takes: nothing is permitted.
#[test]
fn a_silent_controller_is_permitted_nothing() {
    let folder = with_robot();
    let run = folder.run("robot test robot --snapshot demo.cell --wait 1");
    assert_eq!(permit(&folder)["permit"], "stop");
    assert!(!folder.path("cellgraph-data").exists(), "no data folder is made");
    check!("robot_silent", run);
    let run = folder.run("robot test robot --snapshot demo.cell --wait 1 --json");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &report["failed"], &report["left_out"]), (1, &json!(1), &json!(12)), "{run}");
    assert_eq!(report["passed"], 0, "what has written nothing passes nothing: {run}");
    assert_eq!(report["cases"][0]["came"], "no line within 1 s");
}

/// A program is shown the moves, and names the digest of nothing else.
#[test]
fn without_a_yes_nothing_moves() {
    let folder = with_robot();
    for options in ["", " --approve 0000000000000000"] {
        let is_over = Arc::new(AtomicBool::new(false));
        let answering = answer_one_report(&folder, Arc::clone(&is_over));
        let run = folder.run(&format!("robot test robot --snapshot demo.cell --wait 60{options}"));
        is_over.store(true, Ordering::SeqCst);
        answering.join().unwrap();
        assert_eq!(run.status, 1, "{run}");
        let shown = [
            "The controller reports that the robot is at Home with an empty hand.",
            "Move to Safe_Pos_1",
            "Move to Home",
        ];
        assert!(shown.iter().all(|shown| run.err.contains(shown)), "{run}");
        assert!(run.err.ends_with("Nobody approved it: nothing was moved.\n"), "{run}");
        assert_eq!(permit(&folder)["permit"], "stop");
        assert!(run.out.is_empty(), "{run}");
    }
}

/// Three yeses in one paste, and half a word, before anything was shown.
#[test]
fn a_yes_typed_before_the_moves_were_shown_moves_nothing() {
    for early in ["yes\nyes\nyes\n", "ye"] {
        let folder = with_robot();
        let _controller = Controller::start(&folder);
        let mut terminal = Terminal::open();
        terminal.types(early);
        terminal.start(&folder.command(&TRIAL), None);
        terminal.sees("Move to Safe_Pos_1");
        terminal.sees("What was typed before the moves were shown is not taken as an answer.");
        terminal.sees(QUESTION);
        // Not the second half of a "yes" that was begun too early.
        terminal.types("s\n");
        if early == "ye" {
            terminal.sees("That line was begun before the moves were shown, so it is not taken either.");
            terminal.sees(QUESTION);
            terminal.types("no\n");
        }
        terminal.sees("Nobody approved it: nothing was moved.");
        assert_eq!(terminal.ends(), Some(1), "{}", terminal.seen);
        assert_eq!(permit(&folder)["permit"], "stop");
        let progress = String::from_utf8(folder.read("robot/progress.jsonl")).unwrap();
        assert!(!progress.contains("started"), "{progress}");
    }
}

/// A trial whose first motion has begun.
fn moving(folder: &Folder) -> Terminal {
    moving_by(&["env"], folder)
}

/// The same, started by another program.
fn moving_by(starter: &[&str], folder: &Folder) -> Terminal {
    let mut terminal = Terminal::open();
    let trial = folder.command(&TRIAL);
    let mut command = Command::new(starter[0]);
    command.args(&starter[1..]).arg(trial.get_program()).args(trial.get_args());
    terminal.start(command.current_dir(trial.get_current_dir().unwrap()), None);
    terminal.sees(QUESTION);
    terminal.types("yes\n");
    terminal.sees("Ctrl-C, Ctrl-D or any line but a yes, such as stop or help, stops the robot now.");
    until_it_moves(folder);
    terminal
}

fn until_it_moves(folder: &Folder) {
    while !folder.path("robot/progress.jsonl").exists()
        || !String::from_utf8_lossy(&folder.read("robot/progress.jsonl")).contains("\"started\"")
    {
        thread::yield_now();
    }
}

/// Ctrl-C, SIGTERM and SIGHUP, each while the robot moves.
#[test]
fn a_signal_during_the_motion_stops_it() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = with_robot();
        let _controller = Controller::start(&folder);
        let mut terminal = moving(&folder);
        match signal {
            Signal::INT => terminal.types("\x03"),
            other => kill_process(Pid::from_raw(terminal.id().cast_signed()).unwrap(), other).unwrap(),
        }
        terminal.sees("The trial was stopped. Look at the robot: it may stand on its way.");
        assert_eq!(terminal.ends(), Some(1), "{signal:?}: {}", terminal.seen);
        assert_eq!(permit(&folder)["permit"], "stop", "{signal:?}");
        let progress = String::from_utf8(folder.read("robot/progress.jsonl")).unwrap();
        assert!(!progress.contains("\"done\""), "{signal:?}: {progress}");
    }
}

/// Nothing said which key stops a trial, and what was typed did nothing.
#[test]
fn what_is_typed_during_the_motion_stops_it() {
    for typed in ["\x04", "stop now\r", "no\r", "the cable!\r", "help\r", "?\r", "resume\r"] {
        let folder = with_robot();
        let _controller = Controller::start(&folder);
        let mut terminal = moving(&folder);
        terminal.types(typed);
        terminal.sees("The trial was stopped. Look at the robot: it may stand on its way.");
        assert_eq!(terminal.ends(), Some(1), "{typed:?}: {}", terminal.seen);
        assert_eq!(permit(&folder)["permit"], "stop", "{typed:?}");
    }
}

/// At a terminal that sends no signal the kernel swallowed the key, or kept it until Enter.
#[test]
fn a_key_during_the_motion_stops_it_at_any_terminal() {
    for starter in [&["setsid", "-w"][..], &["sh", "-c", "stty -isig && exec \"$@\"", "sh"]] {
        for key in ["\x03", "\x1a"] {
            let folder = with_robot();
            let _controller = Controller::start(&folder);
            let mut terminal = moving_by(starter, &folder);
            terminal.types(key);
            terminal.sees("The trial was stopped. Look at the robot: it may stand on its way.");
            assert_eq!(terminal.ends(), Some(1), "{starter:?} {key:?}: {}", terminal.seen);
            assert_eq!(permit(&folder)["permit"], "stop", "{starter:?} {key:?}");
        }
    }
}

/// With a digest instead of a yes, and no input. Somebody had left the terminal so that Ctrl-C is no signal there, and nobody read it as a key.
#[test]
fn ctrl_c_stops_a_trial_that_a_digest_approved_however_the_terminal_was_left() {
    for modes in ["sane", "raw -echo", "-isig", "intr undef", "intr ^A"] {
        let folder = with_robot();
        let _controller = Controller::start(&folder);
        let asked = folder.run_with(&TRIAL, "");
        let digest = asked.err.split("digest: ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap();
        let mut terminal = Terminal::open();
        let mut command = Command::new("sh");
        command.args(["-c", "stty $0 && exec \"$@\" </dev/null", modes]);
        let trial = folder.command(&[&TRIAL[..], &["--approve", digest]].concat());
        command.arg(trial.get_program()).args(trial.get_args()).current_dir(trial.get_current_dir().unwrap());
        terminal.start(&command, None);
        terminal.sees("Ctrl-C stops the robot now.");
        until_it_moves(&folder);
        terminal.types("\x03");
        terminal.sees("The trial was stopped.");
        assert_eq!(terminal.ends(), Some(1), "{modes}: {}", terminal.seen);
        assert_eq!(permit(&folder)["permit"], "stop", "{modes}");
    }
}

/// A controller that says once where the robot is, unless it is never asked.
fn answer_one_report(folder: &Folder, is_over: Arc<AtomicBool>) -> thread::JoinHandle<()> {
    let robot = folder.path("robot");
    let before = std::fs::read(robot.join("permit.json")).ok();
    thread::spawn(move || {
        while !is_over.load(Ordering::SeqCst) {
            let found = std::fs::read(robot.join("permit.json")).ok().filter(|found| Some(found) != before.as_ref());
            let asked = found.and_then(|found| serde_json::from_slice::<Value>(&found).ok());
            if let Some(asked) = asked.filter(|asked| asked["permit"] == "hold") {
                let line = json!({
                    "run": asked["run"], "serial": asked["report"], "step": 0, "state": "report", "position": "Home", "tool": "none"
                });
                let text = format!("{line}\n");
                let path = robot.join("progress.jsonl");
                let so_far = std::fs::read_to_string(&path).unwrap_or_default();
                if so_far.is_empty() {
                    return std::fs::write(path, text).unwrap();
                }
                let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
                return std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
            }
            thread::yield_now();
        }
    })
}
