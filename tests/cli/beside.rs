//! A console beside the one that drives: it shows what goes on, answers, and may pause or stop; it drives nothing.

use rustix::process::{Pid, Signal, kill_process};

use crate::{desk::SIMULATOR, harness::Folder, terminal::Terminal};

const QUESTION: &str = "approve? [yes / no / say what to change]";

fn console(folder: &Folder, speed: &str, prompt: &str) -> Terminal {
    let mut terminal = Terminal::of_size(40, 160);
    let words = [&["run"], &SIMULATOR[..], &["--speed", speed]].concat();
    terminal.start(&folder.command(&words), None);
    terminal.sees(prompt);
    terminal
}

/// Puts the question off where the robot is, and ends the console.
fn leave(console: &mut Terminal) {
    console.sees("At which position is it?");
    console.types("\r");
    console.sees("Put off.");
    console.types("quit\r");
    assert_eq!(console.ends(), Some(0), "{}", console.seen);
}

/// A second console was refused: who stood at it could neither see nor stop what the first one did.
#[test]
fn a_second_console_follows_and_stops_the_first_one_s_run() {
    let folder = Folder::at_home();
    let mut drives = console(&folder, "0.00001", "> ");
    let mut follows = console(&folder, "1", "(follows) > ");
    assert!(follows.seen.contains("This console follows"), "{}", follows.seen);
    follows.types("what tools are there?\r");
    follows.sees("2 tools:");
    follows.types("stop now\r");
    follows.sees("This is no emergency stop: press the button.");
    // What is to be done is said at the desk that drives, and approved there.
    for line in ["yes", "go to position 2", "approve", "do that again", "recover", "layout"] {
        follows.types(format!("{line}\r"));
        follows.sees("at the desk that drives");
    }
    drives.types("go to position 1\r");
    drives.sees(QUESTION);
    drives.types("yes\r");
    follows.sees("step 1 of 2: Move to Safe_Pos_1");
    follows.types("resume\r");
    follows.sees("Say that at the desk that drives");
    follows.types("state\r");
    follows.sees("is at Home and holds nothing");
    follows.types("stop now\r");
    follows.sees("Ada, at a console beside: stopping now");
    drives.sees("stopped by the operator in the middle of step 1");
    drives.sees("Ada said so at a console beside");
    follows.sees("stopped by the operator in the middle of step 1");
    leave(&mut drives);
    follows.sees("The desk that drove this cell tells nothing any more.");
    follows.types("\r");
    assert_eq!(follows.ends(), Some(0), "{}", follows.seen);
    // The data are free again, and nothing is left of it.
    assert!(!folder.path("cellgraph-data/desk.sock").exists());
    let mut drives = console(&folder, "1", "Nobody knows for sure where the robot is.");
    leave(&mut drives);
}

/// To a stop at the standing question "Nothing is running" was answered, and the yes moved the robot. Later the plan was dropped, and its
/// question stood there until somebody answered it.
#[test]
fn a_stop_from_beside_drops_the_plan_that_waits() {
    for (stop, told) in [
        ("stop now\r", "Ada, at a console beside: stopping now"),
        ("pause\r", "Ada, at a console beside: pausing after this step"),
        ("\x03", "Ada, at a console beside: stopping now"),
    ] {
        for begun in ["", "ye"] {
            let folder = Folder::at_home();
            let mut drives = console(&folder, "1", "> ");
            let mut follows = console(&folder, "1", "(follows) > ");
            drives.types("go to position 1\r");
            drives.sees(QUESTION);
            drives.types(begun);
            follows.types(stop);
            follows.sees(told);
            drives.sees(
                "Somebody said stop, pause or no while this was looked at. The plan is dropped: nothing was run.",
            );
            drives.types(if begun.is_empty() { "yes\r" } else { "s\r" });
            drives.sees("There is nothing to approve.");
            follows.sees("no run goes on");
            drives.types("quit\r");
            assert_eq!((drives.ends(), folder.run_ids().len()), (Some(0), 0), "{stop:?}: {}", drives.seen);
        }
    }
}

/// At a terminal at which no editor works, a key waited for Enter, and Ctrl-\\ ended the console that follows.
#[test]
fn a_key_beside_stops_at_any_terminal() {
    for term in ["dumb", "xterm"] {
        let plain = ["\u{3}", "\u{1c}", "\u{1a}", "\0", "wh\u{4}", "stop now\r", "\u{f6}\r"];
        // Keys that an editor joins with the next one, and a Ctrl-C that a terminal sends as a sequence.
        let joined = ["\u{1b}\u{3}", "\u{16}\u{3}", "\u{18}\u{4}", "\u{1d}\u{1a}", "\u{1b}[\u{1c}", "\u{1b}[99;5u"];
        for key in plain.into_iter().chain(joined) {
            let folder = Folder::at_home();
            let mut drives = console(&folder, "0.00001", "> ");
            let mut follows = Terminal::of_size(40, 160);
            let console = folder.command(&[&["run"], &SIMULATOR[..]].concat());
            let mut command = std::process::Command::new("env");
            command.arg(format!("TERM={term}")).arg(console.get_program()).args(console.get_args());
            command.current_dir(console.get_current_dir().unwrap());
            follows.start(&command, None);
            follows.sees("(follows) > ");
            drives.types("go to position 1\r");
            drives.sees(QUESTION);
            drives.types("yes\r");
            follows.sees("step 1 of 2");
            let typed: Vec<u8> = if key == "\u{f6}\r" { vec![0xf6, b'\r'] } else { key.into() };
            follows.types(typed);
            drives.sees("stopped by the operator in the middle of step 1");
            follows.types("quit\r");
            assert_eq!(follows.ends(), Some(0), "{term} {key:?}: {}", follows.seen);
        }
    }
}

/// A console that was killed leaves its socket: the next one drives.
#[test]
fn what_a_killed_console_left_is_not_followed() {
    let folder = Folder::at_home();
    drop(console(&folder, "1", "> "));
    assert!(folder.path("cellgraph-data/desk.sock").exists());
    let mut drives = console(&folder, "1", "> ");
    assert!(!drives.seen.contains("follows"), "{}", drives.seen);
    drives.types("quit\r");
    assert_eq!(drives.ends(), Some(0));
}

/// Ending a console that follows ends nothing else.
#[test]
fn a_run_goes_on_where_the_console_beside_it_ends() {
    let folder = Folder::at_home();
    let mut drives = console(&folder, "5", "> ");
    let mut follows = console(&folder, "1", "(follows) > ");
    drives.types("go to position 1\r");
    drives.sees(QUESTION);
    drives.types("yes\r");
    follows.sees("step 1 of 2");
    follows.types("quit\r");
    assert_eq!(follows.ends(), Some(0), "{}", follows.seen);
    drives.sees("completed: 2 of 2 steps");
    drives.types("quit\r");
    assert_eq!(drives.ends(), Some(0));
}

/// What was read behind a line was dropped, and with it the stop.
#[test]
fn a_stop_that_is_typed_behind_another_line_is_sent_on() {
    for typed in
        ["pause\rstop now\r", "what tools are there?\rstop now\r", "\rstop now\r", "hello\nstop now\n", "state\r\x03"]
    {
        let folder = Folder::at_home();
        let mut drives = console(&folder, "0.00001", "> ");
        let mut follows = console(&folder, "1", "(follows) > ");
        drives.types("go to position 1\r");
        drives.sees(QUESTION);
        drives.types("yes\r");
        follows.sees("step 1 of 2: Move to Safe_Pos_1");
        follows.types(typed);
        drives.sees("stopped by the operator in the middle of step 1");
        leave(&mut drives);
    }
}

/// The line that was begun before a Ctrl-C stayed, and a word behind it was no stop.
#[test]
fn a_ctrl_c_beside_ends_the_line_that_was_begun() {
    let folder = Folder::at_home();
    let mut drives = console(&folder, "0.00001", "> ");
    let mut follows = console(&folder, "1", "(follows) > ");
    follows.types("where is the robot");
    follows.sees("where is the robot");
    follows.types("\x03");
    follows.sees("Nothing is running.");
    drives.types("go to position 1\r");
    drives.sees(QUESTION);
    drives.types("yes\r");
    follows.sees("step 1 of 2: Move to Safe_Pos_1");
    follows.types("cancel\r");
    drives.sees("stopped by the operator in the middle of step 1");
    leave(&mut drives);
}

/// Ctrl-C stopped at the desk that drives alone. A search took an older line instead of the stop that was typed.
#[test]
fn ctrl_c_stops_from_beside_and_no_search_takes_a_line() {
    for typed in ["\x03", "where is\x03", "\x12stop now\r"] {
        let folder = Folder::at_home();
        let mut drives = console(&folder, "0.00001", "> ");
        let mut follows = console(&folder, "1", "(follows) > ");
        follows.types("where is the robot?\r");
        follows.sees("is at Home and holds nothing");
        drives.types("go to position 1\r");
        drives.sees(QUESTION);
        drives.types("yes\r");
        follows.sees("step 1 of 2: Move to Safe_Pos_1");
        follows.types(typed);
        follows.sees("If it says nothing, press the button.");
        drives.sees("stopped by the operator in the middle of step 1");
        leave(&mut drives);
    }
}

/// A line with a byte that is not UTF-8 was taken for an empty one, and what stood behind it was lost. A paste without its end took
/// every key, and Ctrl-Z put the console to sleep.
#[test]
fn nothing_that_is_typed_beside_takes_a_stop_away() {
    let typed: [&[u8]; 10] = [
        b"\xff\rstop now\r",
        b"h\xf6r auf\r",
        b"f\xfcr mich\r",
        b"\x1b[200~stop now\r",
        b"\x1b[200~hello\x03",
        b"\x1b[200~\x04",
        b"where is\x04",
        b"\x1a",
        b"\x1c",
        b"\0",
    ];
    for keys in typed {
        let folder = Folder::at_home();
        let mut drives = console(&folder, "0.00001", "> ");
        let mut follows = console(&folder, "1", "(follows) > ");
        drives.types("go to position 1\r");
        drives.sees(QUESTION);
        drives.types("yes\r");
        follows.sees("step 1 of 2: Move to Safe_Pos_1");
        follows.types(keys);
        drives.sees("stopped by the operator in the middle of step 1");
        follows.types("quit\r");
        assert_eq!(follows.ends(), Some(0), "{keys:?}: {}", follows.seen);
        leave(&mut drives);
    }
}

/// The desk that drives said that its own operator had paused.
#[test]
fn the_desk_that_drives_shows_who_paused_from_beside() {
    let folder = Folder::at_home();
    let mut drives = console(&folder, "0.5", "> ");
    let mut follows = Terminal::of_size(40, 160);
    let by_fred = [&["run"], &SIMULATOR[..4], &["--operator", "Fred"], &SIMULATOR[6..]].concat();
    follows.start(&folder.command(&by_fred), None);
    follows.sees("(follows) > ");
    drives.types("weld at position 1\r");
    drives.sees(QUESTION);
    drives.types("yes\r");
    follows.sees("step 1 of");
    follows.types("man in the cell\r");
    drives.sees("Fred, at a console beside: something that was not understood: pausing after this step");
    drives.sees("paused by Fred, at a console beside");
    drives.types("stop\r");
    leave(&mut drives);
}

/// A console beside answered by the layout of its start.
#[test]
fn a_console_beside_answers_by_the_layout_in_force() {
    let folder = Folder::at_home();
    let mut drives = console(&folder, "1", "> ");
    let mut follows = console(&folder, "1", "(follows) > ");
    let export = std::fs::read_to_string(folder.path("demo.jsonl")).unwrap();
    folder.write("demo.jsonl", export.replace("Safe_Pos_1", "Safe_Pos_9"));
    assert_eq!(folder.run("snapshot build --from demo.jsonl -o demo.cell").status, 0);
    drives.types("layout\r");
    drives.sees("take it up? [yes / no]");
    drives.types("yes\r");
    drives.sees("The new layout is in force.");
    follows.types("where can I go from Home?\r");
    follows.sees("Safe_Pos_9");
    drives.types("quit\r");
    assert_eq!(drives.ends(), Some(0));
}

/// Between two lines the terminal takes Ctrl-C for a signal: it ended the console, and stopped nothing.
#[test]
fn a_signal_at_a_console_beside_stops_the_run_and_not_the_console() {
    let folder = Folder::at_home();
    let mut drives = console(&folder, "0.00001", "> ");
    let mut follows = console(&folder, "1", "(follows) > ");
    drives.types("go to position 1\r");
    drives.sees(QUESTION);
    drives.types("yes\r");
    follows.sees("step 1 of 2: Move to Safe_Pos_1");
    kill_process(Pid::from_raw(follows.id().cast_signed()).unwrap(), Signal::INT).unwrap();
    drives.sees("stopped by the operator in the middle of step 1");
    follows.types("state\r");
    follows.sees("at Home");
    leave(&mut drives);
}
