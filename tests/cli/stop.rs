//! A signal, or a display that nobody can see any more, while a run goes on: the robot is halted at once. The step here takes
//! days, so that the signal comes in the middle of it whatever the machine does.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStderr, Command, Stdio},
};

use crate::{
    desk::SIMULATOR,
    harness::{Folder, Run, check},
    terminal::Terminal,
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

/// Waits until the first step of a run has begun; what was said until then.
fn begun(said: &mut BufReader<ChildStderr>) -> String {
    let mut err = String::new();
    while !err.contains("step 1 of 2") {
        assert!(said.read_line(&mut err).unwrap() > 0, "no step was begun:\n{err}");
    }
    err
}

/// Starts a run, sends a signal when its first step has begun, and waits for its end.
fn interrupted(folder: &Folder, signal: &str) -> Run {
    interrupted_of(started(folder), signal)
}

fn interrupted_of(mut child: Child, signal: &str) -> Run {
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut err = begun(&mut said);
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    said.read_to_string(&mut err).unwrap();
    ended(child, err)
}

/// A command that another program starts.
fn by(starter: &[&str], folder: &Folder, arguments: &[&str]) -> Command {
    let of_program = folder.command(arguments);
    let mut command = Command::new(starter[0]);
    command.args(&starter[1..]).arg(of_program.get_program()).args(of_program.get_args());
    command.current_dir(of_program.get_current_dir().unwrap()).env("TZ", "CET-1");
    command
}

/// A signal stays blocked across the start of a program: Ctrl-C and a kill came to nobody.
#[test]
fn a_signal_that_the_starter_had_blocked_halts_it() {
    for signal in ["INT", "TERM", "TSTP", "HUP"] {
        let folder = Folder::at_home();
        let arguments = [&["do", "go to position 1"], &SIMULATOR[..], &["--yes", "--speed", "0.00001"]].concat();
        let mut command = by(&["env", &format!("--block-signal={signal}")], &folder, &arguments);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let run = interrupted_of(child, &format!("-{signal}"));
        assert!(run.out.contains("in the middle of step 1"), "{signal}: {run}");
    }
}

/// A terminal that controls no program gives no signal for a key, and the kernel swallowed it.
#[test]
fn a_key_stops_where_the_terminal_sends_no_signal() {
    for key in ["\u{3}", "\u{1a}", "\u{1c}"] {
        let folder = Folder::at_home();
        let arguments = [&["run"], &SIMULATOR[..], &["--speed", "0.00001"]].concat();
        let mut terminal = Terminal::open();
        terminal.start(&by(&["setsid", "-w"], &folder, &arguments), None);
        // Ctrl-C and Ctrl-\\ end the question by themselves.
        let held_back = if key == "\u{1a}" { format!("{key}yes\n") } else { key.to_owned() };
        for (answer, says) in [(held_back, "The plan is dropped"), ("yes\n".to_owned(), "step 1 of 2: Move to")] {
            terminal.sees("> ");
            terminal.types("go to position 1\r");
            terminal.sees("approve?");
            terminal.types(answer);
            terminal.sees(says);
        }
        terminal.types(key);
        terminal.sees("in the middle of step 1");
    }
}

/// Where the kernel kept a line until Enter, a key in it waited: at a terminal without a display, or without signals.
#[test]
fn a_key_stops_a_run_at_any_terminal() {
    for starter in [&["env", "TERM=dumb"][..], &["setsid", "-w", "env", "TERM=dumb"], &["setsid", "-w"]] {
        for key in ["\u{3}", "\u{1c}", "\u{1a}", "\0", "ye\u{3}"] {
            let folder = Folder::at_home();
            let arguments = [&["do", "go to position 1"], &SIMULATOR[..], &["--speed", "0.00001"]].concat();
            let mut terminal = Terminal::open();
            terminal.start(&by(starter, &folder, &arguments), None);
            terminal.sees("approve?");
            terminal.types("yes\n");
            terminal.sees("step 1 of 2: Move to");
            terminal.types(key);
            terminal.sees("in the middle of step 1");
            assert_eq!(terminal.ends(), Some(1), "{starter:?} {key:?}: {}", terminal.seen);
        }
    }
}

/// A Ctrl-C was a letter of the answer, and waited for Enter.
#[test]
fn ctrl_c_ends_a_question_where_the_terminal_sends_no_signal() {
    for typed in ["\u{3}", "Pos\u{1c}"] {
        let folder = Folder::at_home();
        // It cannot be read, so that nothing is confirmed.
        assert_eq!(folder.run("recover --positon Pos_1").status, 2);
        let mut terminal = Terminal::open();
        let arguments = ["recover", "--snapshot", "demo.cell", "--operator", "Ada"];
        terminal.start(&by(&["setsid", "-w"], &folder, &arguments), None);
        terminal.sees("At which position");
        terminal.types(typed);
        terminal.sees("Nothing was answered: nothing is proposed, approved or run by it.");
        terminal.ends();
    }
}

/// A shell with job control that starts a program in the background of the terminal, and waits for it.
const IN_THE_BACKGROUND: [&str; 4] = ["bash", "-c", "set -m; \"$@\" & wait $!", "bash"];

/// A program in the background of its terminal was put to sleep for good, with the cell's data held.
#[test]
fn a_program_in_the_background_is_not_put_to_sleep() {
    let folder = Folder::at_home();
    let arguments = [&["do", "go to position 1"], &SIMULATOR[..], &["--yes"]].concat();
    let mut terminal = Terminal::open();
    terminal.start(&by(&IN_THE_BACKGROUND, &folder, &arguments), None);
    terminal.sees("completed: 2 of 2 steps");
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.seen);
}

/// A key's signal went to the program in front, and no byte came.
#[test]
fn a_key_stops_a_run_in_the_background() {
    for key in ["\u{3}", "\u{1c}", "\u{1a}", "x"] {
        let folder = Folder::at_home();
        let shown = folder.ask("go to position 1", &["--json"], "").out;
        let shown: serde_json::Value = serde_json::from_str(shown.lines().next().unwrap()).unwrap();
        let digest = shown["proposed"]["digest"].as_str().unwrap();
        let approved = ["--speed", "0.00001", "--approve", digest];
        let arguments = [&["do", "go to position 1"], &SIMULATOR[..], &approved].concat();
        let mut terminal = Terminal::open();
        terminal.start(&by(&IN_THE_BACKGROUND, &folder, &arguments), None);
        terminal.sees("step 1 of 2: Move to");
        terminal.types(key);
        terminal.sees("in the middle of step 1");
        assert_eq!(terminal.ends(), Some(1), "{key:?}: {}", terminal.seen);
    }
}

/// A signal of the last run dropped a plan that there was not, and which way was meant was never asked.
#[test]
fn a_signal_that_is_over_keeps_no_question_back() {
    let folder = Folder::at_home();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["run"], &SIMULATOR[..], &["--speed", "1"]].concat()), None);
    terminal.sees("> ");
    terminal.types("go to position 1\r");
    terminal.sees("approve?");
    terminal.types("yes\n");
    terminal.sees("step 1 of 2: Move to");
    terminal.types("stop\n");
    terminal.sees("stopped by the operator after step 1");
    terminal.sees("> ");
    assert!(Command::new("kill").args(["-CONT", &terminal.id().to_string()]).status().unwrap().success());
    terminal.types("correct\r");
    terminal.sees("which?");
    terminal.types("\n");
    terminal.sees("Nothing was chosen");
}

/// A program that drives by a pipe wrote "stop now", and nobody read it before the run was over.
#[test]
fn a_stop_by_a_pipe_is_heard_in_the_run() {
    for (stop, how) in [
        (&["stop now\n"][..], "in the middle of step 1"),
        (&["where is the robot?\nSTOP!\n"], "in the middle of step 1"),
        // A pause waits for the end of the step, which takes days.
        (&["pause\n", "stop now\n"], "in the middle of step 1"),
    ] {
        let folder = Folder::at_home();
        let mut command = folder.command(&[&["run"], &SIMULATOR[..], &["--speed", "0.00001"]].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"go to position 1\nyes\n").unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut err = begun(&mut said);
        for words in stop {
            stdin.write_all(words.as_bytes()).unwrap();
        }
        drop(stdin);
        said.read_to_string(&mut err).unwrap();
        let run = ended(child, err);
        assert!(run.out.contains(how), "{stop:?}: {run}");
    }
}

/// A named pipe's writer had closed it, and nobody heard the next one.
#[test]
fn a_stop_by_another_writer_of_a_named_pipe_is_heard() {
    let folder = Folder::at_home();
    let path = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    // While both ends are open here, neither has to be waited for.
    let both = File::options().read(true).write(true).open(&path).unwrap();
    let mut command = folder.command(&[&["run"], &SIMULATOR[..], &["--speed", "0.00001"]].concat());
    command.stdin(File::open(&path).unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(command);
    let write = |words: &[u8]| File::options().write(true).open(&path).unwrap().write_all(words).unwrap();
    (&both).write_all(b"go to position 1\nyes\n").unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut err = begun(&mut said);
    drop(both);
    write(b"where is the robot?\n");
    write(b"stop now\n");
    said.read_to_string(&mut err).unwrap();
    let run = ended(child, err);
    assert!(run.out.contains("in the middle of step 1"), "{run}");
}

/// Behind more than is kept a stop would be heard by nobody.
#[test]
fn too_much_by_a_pipe_halts_it_and_is_no_sentence() {
    let folder = Folder::at_home();
    let mut command = folder.command(&[&["run"], &SIMULATOR[..], &["--speed", "0.00001"]].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"go to position 1\nyes\n").unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut err = begun(&mut said);
    stdin.write_all(&[b'x'; 300 * 1024]).unwrap();
    stdin.write_all(b"go to position 2\nquit\n").unwrap();
    drop(stdin);
    said.read_to_string(&mut err).unwrap();
    let run = ended(child, err);
    assert!(run.out.contains("in the middle of step 1"), "{run}");
    assert!(run.out.contains("note: stopped because too much was written ahead"), "{run}");
    assert!(!run.out.contains("go to position 2"), "{run}");
}

/// What is written ahead is for later, but for a stop: two runs, and none.
#[test]
fn a_program_may_write_ahead() {
    let folder = Folder::at_home();
    let run = folder.console(&["go to position 1", "yes", "go to position 2", "yes", "where is the robot?"]);
    assert_eq!((run.status, folder.run_ids().len()), (0, 2), "{run}");
    assert!(run.out.contains("robot is at Pos_2"), "{run}");
    for stop in ["stop now", "stop", "warte", "🛑"] {
        let folder = Folder::at_home();
        let run = folder.console(&["go to position 1", "yes", stop, "where is the robot?"]);
        assert!(run.out.contains("stopped by the operator before the first step"), "{stop}: {run}");
        assert!(run.out.contains("robot is at Home"), "{stop}: {run}");
    }
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
        assert!(run.out.contains("stopped by the program in the middle of step 1"), "{run}");
        assert!(run.out.contains(&format!("note: stopped because the program got {name}")), "{run}");
        assert_eq!(folder.run("state show").status, 1, "the position is not sure");
        // On record with its reason; whoever asks for what was stopped finds it.
        let shown = folder.run("history show last");
        let recorded = format!("stopped by the program in the middle of step 1: the program got {name}");
        assert!(shown.out.contains(&recorded), "{shown}");
        assert!(folder.run("history list --ended stopped").out.contains("stopped by the program"));
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
    assert!(run.out.contains("stopped by the program"), "{run}");
    assert!(run.out.contains("note: stopped because nobody can see the display any more"), "{run}");
    assert_eq!(folder.run("history check").status, 0);
}
