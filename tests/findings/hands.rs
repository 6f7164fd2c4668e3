//! 2, 13, 15: an operator's hands, whatever becomes of the terminal.

use std::{
    fs::OpenOptions,
    io::{self, Read, Write},
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::fs::OpenOptionsExt,
    },
    process::Stdio,
    time::Duration,
};

use rustix::{fs::OFlags, process::Signal, termios::LocalModes};

use super::{
    controller::{Event, Ways},
    support::{Cell, SENTENCE, approve, approved_run, approved_run_by, console, driving},
    terminal::Terminal,
};

fn held() -> Ways {
    Ways { is_quick: false, ..Ways::default() }
}

/// Finding 2: With stderr's pipe full, Ctrl-C twice did nothing, and steps 1 and 2 of 2 ran to their end: the hands printed before
/// they set the control, and the loop that printed was the loop that read the keys.
#[test]
fn a_stalled_display_does_not_take_away_the_stop() {
    let cell = Cell::new();
    let controller = cell.controller(held());
    let (mut shown, full) = io::pipe().unwrap();
    let pipe = full.as_raw_fd();
    // A description of its own: the program's is to block.
    let mut filler = OpenOptions::new()
        .write(true)
        .custom_flags(i32::try_from(OFlags::NONBLOCK.bits()).unwrap())
        .open(format!("/proc/self/fd/{pipe}"))
        .unwrap();
    let command = cell.command(&driving(&["do", SENTENCE]));
    let terminal = Terminal::start(&command, Some(Stdio::from(OwnedFd::from(full))));
    let mut said = Vec::new();
    // To the end of the question's line: what is still being written would wait for the full pipe.
    while !said.ends_with(b"\n") || !String::from_utf8_lossy(&said).contains("approve?") {
        let mut byte = [0];
        shown.read_exact(&mut byte).unwrap();
        said.extend(byte);
    }
    for size in [4096, 1] {
        while filler.write(&vec![b'.'; size]).is_ok() {}
    }
    drop(filler);
    terminal.say("yes");
    controller.await_event(&Event::Began(1));
    terminal.signal(Signal::INT);
    terminal.signal(Signal::INT);
    controller.await_event(&Event::Halted(1));
    assert_eq!(cell.permit()["permit"], "stop");
    let drained = std::thread::spawn(move || shown.read_to_end(&mut Vec::new()));
    let (status, _) = terminal.end();
    drained.join().unwrap().unwrap();
    assert_eq!(status.code(), Some(1));
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
}

/// Finding 13: SIGHUP and SIGTERM ended the program without `stop`, and `go` stood on. So did SIGQUIT. Ctrl-Z put the program to
/// sleep in mid-run, and `fg` twenty seconds later sent one step after the other, unasked.
#[test]
fn a_signal_that_ends_the_program_stops_the_robot_first() {
    let asleep = "stopped because the program was";
    for (signal, why) in [
        (Signal::HUP, "stopped because the program got SIGHUP"),
        (Signal::TERM, "stopped because the program got SIGTERM"),
        (Signal::QUIT, "stopped because the program got SIGQUIT"),
        (Signal::ALARM, "stopped because the program got SIGALRM"),
        (Signal::USR1, "stopped because the program got SIGUSR1"),
        (Signal::XCPU, "stopped because the program got SIGXCPU"),
        // Of a power supply's daemon; it ended the program, and `go` stood on.
        (Signal::POWER, "stopped because the program got signal 30"),
        (Signal::TSTP, asleep),
        (Signal::CONT, asleep),
        (Signal::TTIN, "stopped because the program was in the background"),
        (Signal::TTOU, "stopped because the program was in the background"),
    ] {
        let cell = Cell::new();
        let controller = cell.controller(held());
        let terminal = approved_run(&cell);
        controller.await_event(&Event::Began(1));
        terminal.signal(signal);
        controller.await_event(&Event::Halted(1));
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains(why), "{said}");
        assert_eq!(controller.begun(), [1]);
        cell.assert_stopped();
    }
}

/// Finding 13: Closing the terminal ended the program without `stop`.
#[test]
fn closing_the_terminal_stops_the_robot() {
    let cell = Cell::new();
    let controller = cell.controller(held());
    let mut terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.hang_up();
    controller.await_event(&Event::Halted(1));
    terminal.end();
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
}

/// Finding 15: The console withdrew its own `stop` after 1 to 9 ms, for it went on to the recovery at once: a controller that looks
/// every 50 ms never saw it, and finished the move.
#[test]
fn a_stop_stays_while_the_console_asks_for_the_recovery() {
    let cell = Cell::new();
    let controller = cell.controller(Ways { cycle: Duration::from_millis(50), ..held() });
    let terminal = console(&cell);
    terminal.say(SENTENCE);
    approve(&terminal);
    controller.await_event(&Event::Began(1));
    terminal.say("stop now");
    terminal.see("Look at the robot.");
    assert_eq!(cell.permit()["permit"], "stop");
    controller.await_event(&Event::Halted(1));
    // Nobody answers; the console goes on, and ends.
    terminal.type_in("\u{4}");
    terminal.end();
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
}

/// Finding 15: One Ctrl-D during a run took away every typed command. Then it paused after the step, where nobody but somebody in a
/// hurry types it.
#[test]
fn ctrl_d_stops_now() {
    let cell = Cell::new();
    let controller = cell.controller(held());
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.type_in("\u{4}");
    controller.await_event(&Event::Halted(1));
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert_eq!(controller.begun(), [1]);
    cell.assert_stopped();
}

/// Said in the first step, a word halts the robot and ends the run.
fn assert_stops_at_once(word: &str) {
    let cell = Cell::new();
    let controller = cell.controller(held());
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.say(word);
    controller.await_event(&Event::Halted(1));
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{word}: {said}");
    cell.assert_stopped();
}

/// "stap", "kill" and "quit" paused after the step, which went on.
#[test]
fn a_word_that_may_be_a_stop_stops_now() {
    for word in ["stap", "sotp", "s top", "stopnow", "kill", "quit", "exit", "abort!"] {
        assert_stops_at_once(word);
    }
}

/// A terminal that a killed program had left raw gave Ctrl-C as a byte: "^C" was shown, and nothing happened.
#[test]
fn ctrl_c_stops_now_whatever_the_terminal_makes_of_it() {
    let raw = [LocalModes::ISIG, LocalModes::ISIG | LocalModes::ICANON];
    for (modes, key) in raw.into_iter().flat_map(|modes| ["\u{3}", "\u{1a}", "\u{1c}"].map(|key| (modes, key))) {
        let cell = Cell::new();
        let controller = cell.controller(held());
        let terminal = Terminal::start_without(modes, &cell.command(&driving(&["do", SENTENCE])));
        approve(&terminal);
        controller.await_event(&Event::Began(1));
        terminal.type_in(key);
        controller.await_event(&Event::Halted(1));
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(1), "{modes:?} {key:?}: {said}");
        cell.assert_stopped();
    }
    // In the middle of a run, by another program at the same terminal.
    for line in ["\u{3}\r", "wait\u{3}", "\u{4}"] {
        let cell = Cell::new();
        let controller = cell.controller(held());
        let terminal = approved_run(&cell);
        controller.await_event(&Event::Began(1));
        terminal.clear(LocalModes::ISIG | LocalModes::ICANON);
        terminal.type_in(line);
        controller.await_event(&Event::Halted(1));
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(1), "{line:?}: {said}");
        cell.assert_stopped();
    }
}

/// In a run "nein", "enough", "do not go on" and "cancel" let the step go on; "help" paused the run, and "pausing after this step" was said
/// of the last step, after which the run was completed.
#[test]
fn a_word_that_may_mean_to_stop_stops_and_help_does_not() {
    for word in [
        "nein",
        "Schluss!",
        "that's enough",
        "off",
        "arrête",
        "not ok",
        "do not go on",
        "cancel",
        "no no no",
        "help!",
        "help me",
    ] {
        assert_stops_at_once(word);
    }
    let cell = Cell::new();
    let controller = cell.controller(held());
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.say("help");
    terminal.see("stop now, or Ctrl-C: the robot halts at once");
    controller.finish_one();
    controller.await_event(&Event::Began(2));
    terminal.see("step 2 of 2");
    terminal.say("pause");
    terminal.see("this is the last step: nothing comes after it that could wait");
    terminal.say("hm");
    terminal.see("not understood, and this is the last step");
    controller.finish_one();
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(!said.contains("pausing after"), "{said}");
}

/// Starts a program in a job of its own, and puts that job into the background when somebody writes to the pipe `take`.
const JOBS: &str = r#"
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execvp(sys.argv[1], sys.argv[1:])
open("take").read()
os.tcsetpgrp(0, os.getpgrp())
os.write(1, b"the job is in the background")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, os.WUNTRACED)[1]))
"#;

/// A job that is in the background and reads a key, or shows a line on a terminal with TOSTOP, was put to sleep with all its threads in
/// the middle of a motion.
#[test]
fn a_run_in_the_background_is_not_put_to_sleep_and_stops_at_a_key() {
    for writes in [false, true] {
        let cell = Cell::new();
        assert!(std::process::Command::new("mkfifo").arg(cell.path("take")).status().unwrap().success());
        let controller = cell.controller(held());
        let terminal = approved_run_by(&cell, &["python3", "-c", JOBS]);
        controller.await_event(&Event::Began(1));
        if writes {
            terminal.set(LocalModes::TOSTOP);
        }
        std::fs::write(cell.path("take"), "").unwrap();
        terminal.see("the job is in the background");
        if writes {
            // It goes on, and shows each of its lines.
            controller.finish_all();
            terminal.see("completed: 2 of 2 steps");
            assert_eq!(terminal.end().0.code(), Some(0));
            continue;
        }
        terminal.say("hm");
        controller.await_event(&Event::Halted(1));
        let (status, said) = terminal.end();
        assert_eq!(status.code(), Some(1), "{said}");
        cell.assert_stopped();
    }
}

/// "pausing after this step" was said of a run that stood already.
#[test]
fn a_run_that_stands_says_so() {
    let cell = Cell::new();
    let controller = cell.controller(held());
    let terminal = approved_run(&cell);
    controller.await_event(&Event::Began(1));
    terminal.say("pause");
    terminal.see("pausing after this step");
    controller.finish_all();
    terminal.see("paused after step 1");
    terminal.say("pause");
    terminal.see("it stands already: type resume, or stop");
    terminal.say("hm");
    terminal.see("not understood. It stands already: say resume, stop or stop now");
    // It is "reject" at a review.
    terminal.say("r");
    terminal.see("not understood. It stands already");
    terminal.say("stop");
    terminal.see("stopping: no further step is sent");
    let (status, said) = terminal.end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert_eq!(controller.begun(), [1]);
}
