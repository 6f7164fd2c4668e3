//! A run at a terminal: the line that says how it stands, questions, single steps, and what is left of a run that was stopped.

use crate::{desk::SIMULATOR, harness::Folder, terminal::Terminal};

const QUESTION: &str = "approve? [yes / no / say what to change]";
const BUTTON: &str = "Nothing is running. This is no emergency stop: press the button.";

/// A console whose simulator takes this long for its steps.
fn console(folder: &Folder, speed: &str) -> Terminal {
    console_of_size(folder, speed, (24, 80))
}

fn console_of_size(folder: &Folder, speed: &str, (rows, columns): (u16, u16)) -> Terminal {
    let mut terminal = Terminal::of_size(rows, columns);
    terminal.start(&folder.command(&[&["run"], &SIMULATOR[..], &["--speed", speed]].concat()), None);
    terminal.sees("> ");
    terminal
}

fn approve(terminal: &mut Terminal, sentence: &str) {
    terminal.types(format!("{sentence}\r"));
    terminal.sees(QUESTION);
    terminal.types("yes\r");
}

/// What a question said paused the robot, and what was typed was cut by the lines of the run.
#[test]
fn a_question_is_answered_and_what_is_typed_is_not_cut() {
    let folder = Folder::at_home();
    let mut terminal = console(&folder, "0.00001");
    approve(&mut terminal, "go to position 1");
    terminal.sees("step 1 of 2: Move to Safe_Pos_1, 0 s of about");
    terminal.types("what tools are there?\r");
    terminal.sees("2 tools:");
    terminal.types("which step is it?\r");
    terminal.sees("step 1 of 2: Move to Safe_Pos_1, ");
    terminal.sees("was at Home (empty hand)");
    // What is typed stays whole below each line that is shown.
    terminal.types("where is the ");
    terminal.sees("> where is the ");
    terminal.types("robot?\r");
    terminal.sees("was at Home (empty hand)");
    terminal.types("sing a sonh\u{7f}g");
    terminal.sees("> sing a song");
    assert!(!terminal.seen.contains("pausing"), "a question does not pause: {}", terminal.seen);
    terminal.types("\r");
    terminal.sees("not understood: pausing after this step");
    terminal.types("stop now\r");
    terminal.sees("stopped by the operator in the middle of step 1");
    terminal.sees("At which position is it?");
    terminal.types("\r");
    terminal.sees("Put off.");
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.seen);
}

/// "Stop" to a paused run was answered as if it went on.
#[test]
fn a_stop_while_paused_does_not_say_that_it_goes_on() {
    let folder = Folder::at_home();
    let mut terminal = console(&folder, "5");
    terminal.types("go to position 1\r");
    terminal.sees(QUESTION);
    terminal.types("yes\rpause\r");
    terminal.sees("paused by Ada");
    terminal.types("stop\r");
    terminal.sees("stopping: no further step is sent");
    terminal.sees("stopped by the operator");
    assert!(!terminal.seen.contains("resumed"), "{}", terminal.seen);
    terminal.sees("At which position is it?");
    terminal.types("\r");
    terminal.sees("Put off.");
    terminal.types("stop\r");
    terminal.sees(BUTTON);
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0));
}

#[test]
fn each_single_step_waits_for_a_yes_of_its_own() {
    let folder = Folder::at_home();
    let mut terminal = console(&folder, "50");
    terminal.types("go to position 1\r");
    terminal.sees(QUESTION);
    terminal.types("step\r");
    terminal.sees("each step waits for a yes of its own");
    terminal.sees(QUESTION);
    // The second yes was typed before its question was shown: it is no answer to it, and nothing else either.
    terminal.types("yes\ryes\r");
    terminal.sees("paused by Ada before step 1 of 2");
    terminal.types("resume\r");
    terminal.sees("step 1 of 2 is next: Move to Safe_Pos_1");
    terminal.sees("step 1 of 2 waits for your yes");
    assert!(!terminal.seen.contains("step 1 done"), "{}", terminal.seen);
    terminal.types("go on\r");
    terminal.sees("step 1 waits: type yes to send it");
    terminal.types("hm\r");
    terminal.sees("not understood. Step 1 waits");
    terminal.types("yes\r");
    terminal.sees("step 1 done");
    terminal.sees("step 2 of 2 waits for your yes");
    terminal.types("yes\r");
    terminal.sees("completed: 2 of 2 steps");
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.seen);
    assert_eq!(folder.run("history check").status, 0);
}

#[test]
fn do_asks_before_each_step_where_it_is_told_to() {
    let folder = Folder::at_home();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&[&["do", "go to position 1", "--step"], &SIMULATOR[..]].concat()), None);
    terminal.sees(QUESTION);
    terminal.types("yes\r");
    terminal.sees("step 1 of 2 is next");
    terminal.sees("waits for your yes");
    terminal.types("no\r");
    terminal.sees("stopped by the operator before the first step");
    assert_eq!(terminal.ends(), Some(1), "{}", terminal.seen);
}

/// What was left of a stopped plan had to be said anew.
#[test]
fn what_is_left_of_a_stopped_run_is_reviewed_and_run() {
    let folder = Folder::at_home();
    let mut terminal = console(&folder, "20");
    terminal.types("go to position 1 and then to position 4\r");
    terminal.sees(QUESTION);
    terminal.types("yes\rstop\r");
    terminal.sees("stopped by the operator");
    terminal.sees("Type continue to be shown what is left of it.");
    terminal.types("continue\r");
    terminal.sees("which was stopped:");
    terminal.sees(QUESTION);
    assert_eq!(folder.run_ids().len(), 1, "nothing goes on by itself");
    terminal.types("yes\r");
    terminal.sees("completed: ");
    terminal.types("carry on\r");
    terminal.sees("The latest run was not stopped: nothing is left of it.");
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.seen);
    assert_eq!(folder.run_ids().len(), 2);
}

/// A line that was begun during a run was lost with its end.
#[test]
fn a_line_that_was_begun_during_a_run_is_there_after_it() {
    let folder = Folder::at_home();
    let mut terminal = console(&folder, "20");
    terminal.types("go to position 4\r");
    terminal.sees(QUESTION);
    terminal.types("yes\rwhere is the ");
    terminal.sees("completed: ");
    terminal.sees("where is the ");
    terminal.types("robot?\r");
    terminal.sees("is at Pos_4");
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.seen);
}

/// At 80 x 24 a plan of more than a screenful pushed out what was understood, and words were broken at the edge.
#[test]
fn everything_that_counts_is_on_the_screen_with_the_question() {
    let weld = "weld at positions 1, 2 and 3 and then go home";
    for (size, sentence, is_folded) in [
        ((24, 80), "go to position 4", false),
        ((24, 80), weld, true),
        ((50, 160), "go to position 4", false),
        ((50, 160), weld, false),
    ] {
        let folder = Folder::at_home();
        let mut terminal = console_of_size(&folder, "1", size);
        terminal.types(format!("{sentence}\r"));
        terminal.sees(QUESTION);
        let (rows, columns) = (usize::from(size.0), usize::from(size.1));
        let lines: Vec<&str> = terminal.seen.lines().collect();
        let screen = lines[lines.len().saturating_sub(rows - 1)..].join("\n");
        for what in ["Understood:  ", "End:         ", "Duration:    ", "Proposal:    ", QUESTION] {
            assert!(screen.contains(what), "{size:?} {sentence}: {what}\n{screen}");
        }
        assert_eq!(screen.contains("folded; type steps to see each"), is_folded, "{size:?} {screen}");
        assert_eq!(screen.contains("  3. Attach Welder"), sentence == weld && !is_folded, "{size:?} {screen}");
        let review = &terminal.seen[terminal.seen.find("You said:").unwrap()..];
        assert!(review.lines().all(|line| line.trim_end().chars().count() <= columns), "{review}");
        if is_folded {
            assert!(screen.contains("takes Welder there"), "{screen}");
            terminal.types("steps\r");
            terminal.sees("  3. Attach Welder   [tool change: takes Welder]");
            terminal.sees(QUESTION);
        }
        terminal.types("no\r");
        terminal.sees("Rejected: nothing was run.");
        terminal.types("quit\r");
        assert_eq!(terminal.ends(), Some(0));
    }
}
