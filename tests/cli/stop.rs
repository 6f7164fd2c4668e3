//! Ctrl-C while a run goes on: once, the step is to be finished; twice, the robot is halted. The step here takes days, so
//! that the second Ctrl-C comes in the middle of it whatever the machine does.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Command, Stdio},
};

use crate::{
    desk::SIMULATOR,
    harness::{Folder, Run, check},
};

/// Starts a run, sends an interrupt each time after one of the lines was said, and waits for its end.
fn interrupted(folder: &Folder, after: &[&str]) -> Run {
    let arguments = [&["do", "go to position 1"], &SIMULATOR[..], &["--yes", "--speed", "0.00001"]].concat();
    let mut child =
        folder.command(&arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut err = String::new();
    for words in after {
        let heard = said.by_ref().map(Result::unwrap).any(|line| {
            err.push_str(&format!("{line}\n"));
            line.contains(words)
        });
        assert!(heard, "'{words}' was never said:\n{err}");
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
    said.for_each(|line| err.push_str(&format!("{}\n", line.unwrap())));
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    Run { status: child.wait().unwrap().code().expect("it ended by itself"), out, err }
}

#[test]
fn twice_halts_it() {
    let folder = Folder::at_home();
    let run = interrupted(&folder, &["step 1 of 2", "stopping after this step"]);
    assert_eq!(run.status, 1, "{run}");
    check!("stop_now", run);
    assert_eq!(folder.run("state show").status, 1, "the position is not sure");
    assert_eq!(folder.run("history check").status, 0);
}
