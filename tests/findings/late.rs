//! 3, 4, 11, 19: writes that hang, deadlines, and a machine that is busy.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use super::{
    controller::{Controller, Event, Ways},
    support::{Cell, SENTENCE, approve, approved_run, approved_run_by, console},
    terminal::{Terminal, awake},
};

/// How long strace holds a call up, in microseconds: far longer than a stop takes, and shorter than any limit.
const HELD_US: u32 = 8_000_000;

/// A run whose driver's thread is held up on entering the `nth` such call. What that is, the driver's order of calls says:
/// `actions.yaml` twice (in the data's and in the shared folder), `actions.json`, the stop that is made ready, the first `hold`, the `go`.
fn held_up(cell: &Cell, call: &str, nth: u32) -> Terminal {
    let inject = format!("inject={call}:delay_enter={HELD_US}:when={nth}");
    let trace = format!("trace={call}");
    approved_run_by(cell, &["strace", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject])
}

/// The `go` is written, does not stand, and hangs; then the operator says stop now.
fn stop_during(terminal: Terminal, cell: &Cell, controller: &Controller) {
    controller.await_event(&Event::Written(1));
    assert_eq!(cell.permit()["permit"], "hold", "the `go` does not stand yet");
    terminal.say("stop now");
    controller.await_permit("stop", 1);
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    let seen = controller.seen();
    assert!(!seen.contains(&Event::Permit("go".to_owned(), 1)), "{seen:?}");
    assert_eq!(controller.begun(), [0; 0], "{seen:?}");
    cell.assert_stopped();
}

/// Finding 3: A `go` whose write hung in an abandoned thread was published 7.5 s after `stop`; the controller began the motion while
/// the history said failed. Here the `go` hangs at its very last step, the rename.
#[test]
fn a_go_that_hangs_is_never_published_after_a_stop() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    // 1: the data's actions.yaml; 2, 3: the shared folder's, and its actions.json; 4: the first `hold`; 5: the `go`.
    let terminal = held_up(&cell, "renameat", 5);
    stop_during(terminal, &cell, &controller);
}

/// Finding 4: "Stop now", said 2 s before `go` was on the disk (a slow flush), did not keep the step from starting.
#[test]
fn a_stop_during_the_flush_of_a_go_begins_no_motion() {
    let cell = Cell::new();
    let controller = cell.controller(Ways::default());
    // 1, 2: the data's actions.yaml and its folder; 3 to 6: the shared folder's, and its actions.json; 7: the ready stop;
    // 8, 9: the first `hold`.
    let terminal = held_up(&cell, "fsync", 10);
    stop_during(terminal, &cell, &controller);
}

/// Finding 11: After a step's timeout the console ended with "another cellgraph drives the controller", which was its own abandoned
/// thread; where no report came, the permit stayed `report`.
#[test]
fn the_console_goes_on_after_a_step_that_timed_out() {
    awake(|| {
        let cell = Cell::new();
        let controller = cell.controller(Ways { is_quick: false, ..Ways::default() });
        let terminal = console(&cell);
        terminal.say(SENTENCE);
        approve(&terminal);
        controller.await_event(&Event::Began(1));
        // The deadline is the real one: 30 s and three times what the cell gives for the move.
        terminal.see("no answer within");
        controller.await_event(&Event::Halted(1));
        terminal.see("Is that so?");
        assert_eq!(cell.permit()["permit"], "stop");
        terminal.say("yes");
        terminal.see("That is confirmed");
        controller.finish_all();
        terminal.say(SENTENCE);
        approve(&terminal);
        terminal.see("completed: 2 of 2 steps");
        terminal.see("> ");
        terminal.say("quit");
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(0), "{said}");
        assert!(!said.contains("another cellgraph"), "{said}");
        assert_eq!(controller.begun(), [1, 1, 2]);
    });
}

/// Finding 11: Where no report comes, the permit says `stop` at the end, and nobody is told that the robot could not be halted.
#[test]
fn a_controller_that_never_reports_is_told_to_stop() {
    awake(|| {
        let cell = Cell::new();
        let controller = cell.controller(Ways { first_answer: Some(Vec::new()), ..Ways::default() });
        let terminal = approved_run(&cell);
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains("the controller did not say within 30 s where the robot is"), "{said}");
        assert!(!said.contains("could not be told to halt"), "{said}");
        assert_eq!(controller.begun(), [0; 0]);
        assert_eq!(cell.permit()["permit"], "stop");
    });
}

/// Finding 19: `--speed 1000` multiplied real waiting, so that 110 ms of a neighbour's work were 110 s of robot, and a step was late.
#[test]
fn a_busy_machine_makes_no_simulated_step_late() {
    const RUNS: usize = 15;
    let cell = Cell::new();
    let is_over = Arc::new(AtomicBool::new(false));
    let busy = || {
        let is_over = Arc::clone(&is_over);
        thread::spawn(move || while !is_over.load(Ordering::Relaxed) {})
    };
    let neighbours: Vec<_> = (0..3 * thread::available_parallelism().unwrap().get()).map(|_| busy()).collect();
    for _ in 0..RUNS {
        let rest = ["--snapshot", "demo.cell", "--data", "data", "--model", "none", "--operator", "Ada"];
        let words = ["--driver", "simulator", "--speed", "1000", "--yes"];
        let said = cell.done(&[&["do", "weld at position 1"][..], &rest, &words].concat());
        assert!(said.contains("completed: 8 of 8 steps"), "{said}");
        cell.correct("Home");
    }
    is_over.store(true, Ordering::Relaxed);
    neighbours.into_iter().for_each(|neighbour| neighbour.join().unwrap());
}
