//! The review at a terminal: what counts as an answer there, and what was typed too early.

use std::process::Command;

use rustix::{
    process::{Pid, Signal, kill_process},
    termios::{LocalModes, SpecialCodeIndex, Termios},
};

use crate::{desk::SIMULATOR, harness::Folder, terminal::Terminal};

const ROBOT: [&str; 10] =
    ["--snapshot", "demo.cell", "--model", "none", "--operator", "Ada", "--driver", "files", "--robot", "r"];
const TOO_EARLY: &str = "What was typed before the plan was shown is not taken as an answer.";
const BEGUN_EARLY: &str = "That line was begun before the plan was shown, so it is not taken either. Answer once more.";
const QUESTION: &str = "approve? [yes / no / say what to change]";
const SENTENCE: &str = "go to safe position 1";
const DROPPED: &str = "The plan is dropped: nothing was run.";
const PASTED: &str = "So much was typed before the plan was shown that a stop may have been among it.";
const LOST: &str = "It may have been a stop. The plan is dropped: nothing was run.";

/// A yes that was typed 80 ms after the sentence approved a plan that nobody had seen, for a real robot.
#[test]
fn a_yes_typed_before_the_plan_was_shown_approves_nothing() {
    for driver in [&SIMULATOR[..], &ROBOT] {
        for early in ["yes\n", "yes\nyes\nyes\n", "ye", "\n"] {
            let folder = Folder::beside_a_robot();
            let mut terminal = Terminal::open();
            terminal.types(early);
            terminal.start(&folder.command(&[&["do", SENTENCE], driver].concat()), None);
            terminal.sees("Proposal:");
            terminal.sees(TOO_EARLY);
            terminal.sees(QUESTION);
            // Not the second half of a "yes" that was begun too early.
            terminal.types("s\n");
            terminal.sees(if early == "ye" { BEGUN_EARLY } else { "Not understood, so the plan waits" });
            terminal.sees(QUESTION);
            terminal.types("no\n");
            terminal.sees("Rejected: nothing was run.");
            assert_eq!(terminal.ends(), Some(1), "{early:?}: {}", terminal.seen);
            assert!(folder.run_ids().is_empty() && folder.has_told_nothing());
        }
    }
}

/// Ctrl-C at a question ended the program without a word, before a run of the console and after one.
#[test]
fn an_interrupt_at_a_question_says_that_nothing_came_of_it() {
    for has_run in [false, true] {
        for (sentence, question) in
            [("weld position 1 lickety split", "which?"), (SENTENCE, "approve?"), ("recover", "At which position")]
        {
            let folder = Folder::beside_a_robot();
            let mut terminal = Terminal::open();
            terminal.start(&folder.command(&[&["run"], &SIMULATOR[..]].concat()), None);
            if has_run {
                terminal.sees("> ");
                terminal.types("go to position 4\r");
                terminal.sees("approve?");
                terminal.types("yes\r");
                terminal.sees("completed");
            }
            terminal.sees("> ");
            terminal.types(format!("{sentence}\r"));
            terminal.sees(question);
            terminal.types("\u{3}");
            terminal.sees("Nothing was answered: nothing is proposed, approved or run by it.");
            // A signal ended it.
            assert_eq!(terminal.ends(), None, "{question}: {}", terminal.seen);
            assert_eq!(folder.run_ids().len(), usize::from(has_run));
        }
    }
}

/// "wait, the camera cable is not ", typed while the sentence was read, was thrown away, and its end, "ok", approved.
#[test]
fn the_end_of_a_line_that_was_begun_too_early_approves_nothing() {
    for (begun, says) in [("wait, the camera cable is not ", DROPPED), ("is the camera ", BEGUN_EARLY)] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.types(begun);
        terminal.start(&folder.command(&[&["do", SENTENCE], &SIMULATOR[..]].concat()), None);
        terminal.sees(QUESTION);
        terminal.types("ok\n");
        terminal.sees(says);
        let is_asked_anew = says == BEGUN_EARLY;
        if is_asked_anew {
            terminal.sees(QUESTION);
            assert!(folder.run_ids().is_empty());
            // A whole line, from its first letter on.
            terminal.types("ok\n");
            terminal.sees("completed: 1 of 1 steps");
        }
        assert_eq!(terminal.ends(), Some(i32::from(!is_asked_anew)), "{begun:?}: {}", terminal.seen);
        assert_eq!(folder.run_ids().len(), usize::from(is_asked_anew));
    }
}

#[test]
fn a_yes_typed_after_it_does() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["do", SENTENCE], &SIMULATOR[..]].concat()), None);
    terminal.sees(QUESTION);
    terminal.types("yes\n");
    terminal.sees("completed: 1 of 1 steps");
    assert_eq!(terminal.ends(), Some(0));
    assert!(!terminal.seen.contains(TOO_EARLY), "nothing was typed too early: {}", terminal.seen);
}

#[test]
fn a_robot_is_moved_by_a_yes_at_a_terminal() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["do", SENTENCE], &ROBOT[..]].concat()), None);
    terminal.sees(QUESTION);
    terminal.types("Yes, go ahead.\n");
    // It was begun; there is no controller here.
    terminal.sees("not started: ");
    terminal.ends();
    assert_eq!(folder.run_ids().len(), 1);
}

#[test]
fn a_plan_that_went_to_a_file_was_not_shown_at_the_terminal() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    let elsewhere = std::fs::File::create(folder.path("shown")).unwrap();
    terminal.start(&folder.command(&[&["do", SENTENCE], &ROBOT[..]].concat()), Some(elsewhere.into()));
    terminal.sees(QUESTION);
    terminal.types("yes\n");
    terminal.sees("A yes moves a robot only from a terminal that shows the plan. Nothing was run.");
    terminal.sees(QUESTION);
    terminal.types("no\n");
    assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(1), 0));
}

#[test]
fn the_console_takes_a_yes_after_its_plan() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["run"], &SIMULATOR[..]].concat()), None);
    terminal.sees("> ");
    terminal.types(format!("{SENTENCE}\r"));
    terminal.sees(QUESTION);
    terminal.types("yes\r");
    terminal.sees("completed: 1 of 1 steps");
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0));
}

/// The console's editor reads ahead: a burst of a sentence and a yes is in its memory, where the kernel has nothing to throw
/// away.
#[test]
fn a_burst_of_a_sentence_and_a_yes_approves_nothing() {
    for driver in [&SIMULATOR[..], &ROBOT] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.types(format!("{SENTENCE}\nyes\n"));
        terminal.start(&folder.command(&[&["run"], driver].concat()), None);
        terminal.sees(LOST);
        terminal.sees("> ");
        terminal.types("quit\r");
        assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(0), 0), "{}", terminal.seen);
    }
}

/// "no wait, the cable is not │ ok": the beginning was lost in the editor, and the end approved.
#[test]
fn a_line_whose_beginning_the_editor_lost_approves_nothing() {
    for begun in ["no wait, the cable is not ", "nein, das Kabel ist nicht über "] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&[&["run"], &ROBOT[..]].concat()), None);
        terminal.sees("> ");
        terminal.types(format!("{SENTENCE}\r{begun}"));
        terminal.sees(LOST);
        terminal.types("ok\r");
        terminal.sees("There is nothing to approve.");
        terminal.types("quit\r");
        assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(0), 0), "{}", terminal.seen);
    }
}

/// A stop that was typed right behind the yes was lost with the editor, and the robot ran the whole plan.
#[test]
fn what_is_typed_behind_the_yes_is_for_the_run() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["run"], &SIMULATOR[..]].concat()), None);
    terminal.sees("> ");
    terminal.types(format!("{SENTENCE}\r"));
    terminal.sees(QUESTION);
    terminal.types("yes\rstop now\r");
    terminal.sees("stopped by the operator");
    terminal.types("quit\r");
    assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(0), 1), "{}", terminal.seen);
}

/// A Ctrl-D that is pressed behind the yes waits as a NUL, which became a letter of a line, and the robot ran the whole plan.
#[test]
fn ctrl_d_behind_the_yes_stops_the_run() {
    let folder = Folder::at_home();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["do", "go to position 1"], &SIMULATOR[..], &["--speed", "5"]].concat()), None);
    terminal.sees(QUESTION);
    terminal.types("yes\r\u{4}");
    terminal.sees("stopped by the operator");
    assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(1), 1), "{}", terminal.seen);
}

/// A run in the background made Ctrl-C a letter there, and the program in front went on.
#[test]
fn a_run_in_the_background_leaves_the_program_in_front_its_ctrl_c() {
    let folder = Folder::at_home();
    let slowly = [&["do", "go to position 1"], &SIMULATOR[..], &["--speed", "0.00001"]].concat();
    let shown = folder.run_with(&slowly, "no\n");
    let digest = (shown.out + &shown.err).split("Proposal: ").nth(1).unwrap().trim_start()[..16].to_owned();
    let run = folder.command(&[&slowly[..], &["--approve", &digest]].concat());
    let jobs = "trap : INT; set -m; (until [ -e go ]; do :; done; exec \"$@\") & sh -c 'echo in front; exec cat'; \
                echo the front was stopped; kill -INT %1; wait %1; echo it ended with $?";
    let mut command = Command::new("sh");
    command.args(["-c", jobs, "sh"]).arg(run.get_program()).args(run.get_args());
    let mut terminal = Terminal::open();
    terminal.start(command.current_dir(run.get_current_dir().unwrap()), None);
    terminal.sees("in front");
    std::fs::write(folder.path("go"), "").unwrap();
    terminal.sees("step 1");
    terminal.types("\u{3}");
    terminal.sees("the front was stopped");
    terminal.sees("stopped by the operator");
    terminal.sees("it ended with 1");
    assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(0), 1), "{}", terminal.seen);
}

/// A program that was put to sleep behind the yes began the run when it was woken up, without another question.
#[test]
fn a_yes_to_a_program_that_sleeps_approves_nothing() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["do", SENTENCE], &ROBOT[..]].concat()), None);
    terminal.sees(QUESTION);
    let process = Pid::from_raw(i32::try_from(terminal.id()).unwrap()).unwrap();
    kill_process(process, Signal::STOP).unwrap();
    terminal.types("yes\r");
    kill_process(process, Signal::CONT).unwrap();
    terminal.sees(
        "This program was put to sleep, or told to end, while that was answered: it is not taken. Answer once more.",
    );
    terminal.sees(QUESTION);
    assert!(folder.run_ids().is_empty() && folder.has_told_nothing());
    terminal.types("no\r");
    terminal.sees("Rejected: nothing was run.");
    assert_eq!(terminal.ends(), Some(1), "{}", terminal.seen);
}

/// Raw, as a console leaves it that was killed, and whatever else `stty` makes of a terminal.
fn otherwise() -> [fn(&mut Termios); 4] {
    [
        |modes| modes.make_raw(),
        |modes| modes.local_modes.remove(LocalModes::ICANON),
        |modes| {
            modes.local_modes.remove(LocalModes::ICANON | LocalModes::ISIG | LocalModes::ECHO);
            modes.special_codes[SpecialCodeIndex::VMIN] = 0;
        },
        // An "s" ends a line, too.
        |modes| modes.special_codes[SpecialCodeIndex::VEOL] = b's',
    ]
}

/// On a terminal that gave no whole lines, what stood behind the answer stayed in a buffer: a yes there approved the next plan, before it was
/// shown.
#[test]
fn what_is_typed_behind_an_answer_answers_no_other_question() {
    for modes in otherwise() {
        for answers in ["skip position 2\nyes\n", "steps\nyes\n"] {
            let folder = Folder::beside_a_robot();
            let mut terminal = Terminal::open();
            terminal.set(modes);
            terminal.start(&folder.command(&[&["run"], &ROBOT[..]].concat()), None);
            terminal.sees("> ");
            terminal.types("weld at position 1 and 2\r");
            terminal.sees(QUESTION);
            terminal.types(answers);
            terminal.sees(TOO_EARLY);
            terminal.sees(QUESTION);
            terminal.types("no\r");
            terminal.sees("Rejected: nothing was run.");
            terminal.types("quit\r");
            assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(0), 0), "{answers:?}: {}", terminal.seen);
            assert!(folder.has_told_nothing());
        }
    }
}

/// And a stop there was never heard.
#[test]
fn a_stop_behind_the_yes_is_heard_whatever_the_terminal_s_modes_are() {
    for modes in otherwise() {
        for stop in ["stop now\n", "\u{4}"] {
            let folder = Folder::at_home();
            let mut terminal = Terminal::open();
            terminal.set(modes);
            let slowly = [&["do", "go to position 1"], &SIMULATOR[..], &["--speed", "0.00001"]].concat();
            terminal.start(&folder.command(&slowly), None);
            terminal.sees(QUESTION);
            terminal.types(format!("yes\n{stop}"));
            terminal.sees("stopped by the operator");
            assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(1), 1), "{stop:?}: {}", terminal.seen);
        }
    }
}

/// Somebody else makes the terminal give several lines at once while the question stands.
#[test]
fn several_lines_at_once_answer_nothing() {
    for (typed, says) in [("yes\nstop now\n", DROPPED), ("yes\nyes\n", "not one line"), ("yes\nno wa", DROPPED)] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&[&["do", SENTENCE], &ROBOT[..]].concat()), None);
        terminal.sees(QUESTION);
        terminal.set(|modes| modes.local_modes.remove(LocalModes::ICANON));
        terminal.types(typed);
        terminal.sees(says);
        if says != DROPPED {
            terminal.sees(QUESTION);
            terminal.types("no\n");
            terminal.sees("Rejected: nothing was run.");
        }
        assert_eq!(terminal.ends(), Some(1), "{typed:?}: {}", terminal.seen);
        assert!(folder.run_ids().is_empty() && folder.has_told_nothing());
    }
}

/// Of a burst of a sentence and a stop, the editor read both, and dropped the stop: the plan waited for its yes.
#[test]
fn a_stop_that_the_editor_lost_drops_the_plan() {
    for stop in ["stop now\r", "no\r", "stop n"] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&[&["run"], &ROBOT[..]].concat()), None);
        terminal.sees("> ");
        terminal.types(format!("{SENTENCE}\r{stop}"));
        terminal.sees(DROPPED);
        terminal.types("yes\r");
        terminal.sees("There is nothing to approve.");
        terminal.types("quit\r");
        assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(0), 0), "{stop:?}: {}", terminal.seen);
    }
}

/// Of a file that is pasted, more follows than the kernel has: its rest answered the question.
#[test]
fn what_is_pasted_drops_the_plan() {
    for (pasted, says) in [(300, PASTED), (30, TOO_EARLY)] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.types("yes\n".repeat(pasted));
        terminal.start(&folder.command(&[&["do", SENTENCE], &ROBOT[..]].concat()), None);
        terminal.sees(says);
        if says == TOO_EARLY {
            terminal.sees(QUESTION);
            terminal.types("no\n");
        }
        assert_eq!(terminal.ends(), Some(1), "{pasted}: {}", terminal.seen);
        assert!(folder.run_ids().is_empty() && folder.has_told_nothing());
    }
}

/// "stop no│w": its beginning was thrown away, and its end was no answer.
#[test]
fn a_stop_across_the_question_drops_the_plan() {
    for (begun, end) in [("stop no", "w\n"), ("n", "o\n"), ("yes\nnei", "n\n")] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.types(begun);
        terminal.start(&folder.command(&[&["do", SENTENCE], &ROBOT[..]].concat()), None);
        terminal.sees(QUESTION);
        terminal.types(end);
        terminal.sees(DROPPED);
        assert_eq!(terminal.ends(), Some(1), "{begun:?}: {}", terminal.seen);
        assert!(folder.run_ids().is_empty() && folder.has_told_nothing());
    }
}

/// The yes of `--approve` is in the command itself. A program that was put to sleep after its start ran when it was woken up.
#[test]
fn a_command_that_slept_approves_nothing() {
    let folder = Folder::at_home();
    let shown = folder.ask(SENTENCE, &["--json"], "").out;
    let shown: serde_json::Value = serde_json::from_str(shown.lines().next().unwrap()).unwrap();
    let digest = shown["proposed"]["digest"].as_str().unwrap();
    // The sentence is read from standard input, and there is none yet: the program waits.
    let words = [&["do", "-"], &SIMULATOR[..], &["--json", "--approve", digest]].concat();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&words), None);
    let process = Pid::from_raw(terminal.id().cast_signed()).unwrap();
    // It is caught only when the program has begun its work.
    while !terminal.is_caught(Signal::CONT) {
        std::thread::yield_now();
    }
    kill_process(process, Signal::STOP).unwrap();
    kill_process(process, Signal::CONT).unwrap();
    terminal.types(format!("{SENTENCE}\n\u{4}"));
    terminal.sees("this program was put to sleep, or told to end, after it was started: the approval is not taken");
    assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(2), 0), "{}", terminal.seen);
}

/// What was typed while words were looked at was thrown away, a stop as well, and the plan waited for its yes.
#[test]
fn a_stop_that_is_typed_before_the_plan_is_shown_drops_it() {
    for early in ["stop now\n", "yes\nno\n", "nein\n", "\u{4}"] {
        let folder = Folder::beside_a_robot();
        let mut terminal = Terminal::open();
        terminal.types(early);
        terminal.start(&folder.command(&[&["do", SENTENCE], &ROBOT[..]].concat()), None);
        terminal
            .sees("Somebody said stop, pause or no while this was looked at. The plan is dropped: nothing was run.");
        assert_eq!(terminal.ends(), Some(1), "{early:?}: {}", terminal.seen);
        assert!(folder.run_ids().is_empty() && folder.has_told_nothing());
    }
}

/// What catches signals in a run was never taken away: after the first run of a console TERM did nothing any more, and a yes after
/// it moved the robot.
#[test]
fn a_signal_ends_the_console_after_a_run_as_before_it() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["run"], &SIMULATOR[..]].concat()), None);
    terminal.sees("> ");
    terminal.types(format!("{SENTENCE}\r"));
    terminal.sees(QUESTION);
    terminal.types("yes\r");
    terminal.sees("completed: 1 of 1 steps");
    terminal.sees("> ");
    terminal.types("go home\r");
    terminal.sees(QUESTION);
    let process = Pid::from_raw(i32::try_from(terminal.id()).unwrap()).unwrap();
    kill_process(process, Signal::TERM).unwrap();
    assert_eq!((terminal.ends(), folder.run_ids().len()), (None, 1), "{}", terminal.seen);
}

/// The editor reads 1,024 bytes at once: here the sentence fills them, and the yes still waits in the kernel.
#[test]
fn a_yes_that_the_editor_left_in_the_kernel_approves_nothing() {
    let folder = Folder::beside_a_robot();
    let mut terminal = Terminal::open();
    terminal.types(format!("{SENTENCE:>1023}\nyes\n"));
    terminal.start(&folder.command(&[&["run"], &SIMULATOR[..]].concat()), None);
    terminal.sees(TOO_EARLY);
    terminal.sees(QUESTION);
    terminal.types("no\r");
    terminal.sees("Rejected: nothing was run.");
    terminal.types("quit\r");
    assert_eq!((terminal.ends(), folder.run_ids().len()), (Some(0), 0), "{}", terminal.seen);
}

/// A yes that was typed too early took up a layout that nobody had read about.
#[test]
fn a_layout_is_taken_up_by_a_yes_after_it_was_shown() {
    let folder = Folder::beside_a_robot();
    let renamed = String::from_utf8(folder.read("demo.jsonl")).unwrap().replace("Safe_Pos_4", "Clear_of_the_bench");
    folder.write("new.jsonl", renamed);
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["run"], &SIMULATOR[..]].concat()), None);
    terminal.sees("> ");
    assert_eq!(folder.run("snapshot build --from new.jsonl -o demo.cell").status, 0);
    terminal.types("state\r");
    terminal.sees("take it up? [yes / no]");
    terminal.types("yes, later\r");
    terminal.sees("The layout in force stays.");
    terminal.types("layout\r");
    terminal.sees("take it up? [yes / no]");
    terminal.types("yes\r");
    terminal.sees("The new layout is in force.");
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0));
}
