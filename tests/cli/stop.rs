//! A signal, or a display that nobody can see any more, while a run goes on: the robot is halted at once. The step here takes
//! days, so that the signal comes in the middle of it whatever the machine does.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

use crate::{
    desk::SIMULATOR,
    harness::{Folder, Run, check},
};

fn started(folder: &Folder) -> Child {
    let arguments = [&["do", "go to position 1"], &SIMULATOR[..], &["--yes", "--speed", "0.00001"]].concat();
    folder.command(&arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(mut child: Child, err: String) -> Run {
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    Run { status: child.wait().unwrap().code().expect("it ended by itself"), out, err }
}

/// Starts a run, sends a signal when its first step has begun, and waits for its end.
fn interrupted(folder: &Folder, signal: &str) -> Run {
    let mut child = started(folder);
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut err = String::new();
    let has_begun = said.by_ref().any(|line| {
        err.push_str(&format!("{line}\n"));
        line.contains("step 1 of 2")
    });
    assert!(has_begun, "no step was begun:\n{err}");
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    said.for_each(|line| err.push_str(&format!("{line}\n")));
    ended(child, err)
}

#[test]
fn ctrl_c_halts_it() {
    let folder = Folder::at_home();
    let run = interrupted(&folder, "-INT");
    assert_eq!(run.status, 1, "{run}");
    check!("stop_now", run);
    assert_eq!(folder.run("state show").status, 1, "the position is not sure");
    assert_eq!(folder.run("history check").status, 0);
}

/// Closing the terminal ended the program without a stop; so did a signal that was on no list: a power supply's (30).
#[test]
fn a_terminal_that_closes_and_a_kill_halt_it() {
    for (signal, name) in
        [("-HUP", "SIGHUP"), ("-TERM", "SIGTERM"), ("-30", "signal 30"), ("-16", "signal 16"), ("-40", "signal 40")]
    {
        let folder = Folder::at_home();
        let run = interrupted(&folder, signal);
        assert_eq!(run.status, 1, "{run}");
        assert!(run.out.contains("stopped by the operator in the middle of step 1"), "{run}");
        assert!(run.out.contains(&format!("note: stopped because the program got {name}")), "{run}");
        assert_eq!(folder.run("state show").status, 1, "the position is not sure");
        assert_eq!(folder.run("history check").status, 0);
    }
}

#[test]
fn a_display_that_nobody_can_see_halts_it() {
    let folder = Folder::at_home();
    let mut child = started(&folder);
    drop(child.stderr.take());
    let run = ended(child, String::new());
    assert_eq!(run.status, 1, "{run}");
    assert!(run.out.contains("stopped by the operator"), "{run}");
    assert!(run.out.contains("note: stopped because nobody can see the display any more"), "{run}");
    assert_eq!(folder.run("history check").status, 0);
}
