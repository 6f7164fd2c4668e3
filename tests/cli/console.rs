//! `run`, fed from a pipe: the console without a terminal.

use std::{
    io::{BufRead, BufReader, Lines, PipeReader, Write},
    process::{Child, ChildStdin, Stdio},
};

use crate::{
    desk::SIMULATOR,
    harness::{Folder, check},
};

#[test]
fn a_session() {
    let run = Folder::at_home().console(&[
        "where is the robot?",
        "why",
        "go to safe position 1",
        "where is the robot?",
        "go to safe position 2 instead",
        "yes",
        "sing a song",
        "yes",
        "",
        "state",
        "help",
        "layout",
        "go home",
        "no",
        "quit",
        "go home",
    ]);
    assert_eq!(run.status, 0, "{run}");
    check!("console", run);
}

/// "no", "stop" and "resume" at the prompt were read as commands about nothing in particular.
#[test]
fn a_word_to_a_run_is_told_that_there_is_none() {
    const NOT_RUNNING: &str = "Nothing is running. This is no emergency stop: press the button.";
    for (word, told) in [
        ("no", "Nothing is running, and nothing waits for an answer."),
        ("cancel", "Nothing is running, and nothing waits for an answer."),
        ("pause", "Nothing is running, and nothing waits for an answer."),
        ("stop", NOT_RUNNING),
        ("Stop now!", NOT_RUNNING),
        ("emergency stop", NOT_RUNNING),
        ("E-STOP", NOT_RUNNING),
        ("!!!", NOT_RUNNING),
        ("resume", "Nothing was run yet: there is nothing to go on with."),
        ("continue please", "Nothing was run yet: there is nothing to go on with."),
        ("carry on", "Nothing was run yet: there is nothing to go on with."),
    ] {
        let run = Folder::at_home().console(&[word]);
        assert!(run.err.contains(told) || run.out.contains(told), "{word}: {run}");
        assert!(!run.out.contains("understood"), "{word}: {run}");
    }
}

#[test]
fn a_sentence_that_is_asked_back_is_chosen_by_its_number() {
    let unsure = "weld position 1 lickety split";
    let run = Folder::at_home().console(&[
        // The number leads to the review, and no further.
        unsure,
        "1",
        "no",
        unsure,
        "0",
        unsure,
        "",
        // No number of a reading: the question is asked again.
        unsure,
        "2",
        unsure,
        "state",
        unsure,
        "go home",
        // After the question is gone, a number is no choice.
        "1",
        // Beside a proposal nothing is offered: a yes would be an answer to that.
        "go to safe position 1",
        "and weld position 1 lickety split too",
        "1",
        "no",
    ]);
    assert_eq!(run.status, 0, "{run}");
    check!("console_asked_back", run);
}

#[test]
fn it_begins_with_the_question_where_the_robot_is() {
    let run =
        Folder::with_snapshot().console(&["Mars", "Home", "none", "I looked", "yes", "go to safe position 1", "yes"]);
    assert_eq!(run.status, 0, "{run}");
    check!("console_first_start", run);
}

#[test]
fn the_answer_may_be_put_off() {
    let folder = Folder::with_snapshot();
    let run = folder.console(&[
        "",
        "what tools are there?",
        "go home",
        "recover",
        "Home",
        "none",
        "I looked",
        "yes",
        "state",
    ]);
    assert_eq!(run.status, 0, "{run}");
    check!("console_put_off", run);
}

#[test]
fn it_goes_on_after_what_cannot_be_used() {
    let folder = Folder::at_home();
    let long = "weld ".repeat(200_000);
    let mut input = Vec::new();
    for line in [long.as_bytes(), b"\xff\xfe", b"\x1b[2J\x07", b"\0", b"weld at position 9", b"where is the robot?"] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let arguments = [&["run"], &SIMULATOR[..]].concat();
    let run = folder.run_with(&arguments, input);
    assert_eq!(run.status, 0, "{run}");
    assert!(run.out.contains("The robot is at Home"), "{run}");
    assert!(!run.out.chars().chain(run.err.chars()).any(|c| c.is_control() && c != '\n'), "{run}");
    let kept = std::fs::metadata(folder.path("cellgraph-data/console-history.txt")).map_or(0, |facts| facts.len());
    assert!(kept < 10_000, "the console's history is not filled by one line: {kept} bytes");
}

#[test]
fn an_interrupted_run_is_told_and_closed_first() {
    let folder = Folder::at_home();
    folder.interrupt("go to position 1");
    let run = folder.console(&["Home", "none", "it never left", "yes", "go to safe position 1", "yes", "what failed?"]);
    assert_eq!(run.status, 0, "{run}");
    check!("console_interrupted", run);
    assert_eq!(folder.run("history check").status, 0);
}

#[test]
fn a_new_layout_is_offered_between_two_sentences() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to position 4").status, 0);
    folder.correct("Home", "none");
    let renamed = |from: &str, to: &str, name: &str| {
        let export = String::from_utf8(folder.read("demo.jsonl")).unwrap().replace(from, to);
        folder.write(name, export);
    };
    renamed("Safe_Pos_4", "Clear_of_the_bench", "new.jsonl");
    let mut console = Console::start(&folder);
    console.say("where is the robot?", "The robot is at Home");
    assert_eq!(folder.run("snapshot build --from new.jsonl -o demo.cell").status, 0);
    console.say("where is the robot?", "There is a new layout, generation 2:");
    console.hear("It would refuse 1 of the 1 plans in the history:");
    console.say("no", "The layout in force stays.");
    console.hear("The robot is at Home");
    console.say("layout", "There is a new layout, generation 2:");
    console.say("yes", "The new layout is in force.");
    console.say("go to Clear_of_the_bench", "You said:    go to Clear_of_the_bench");
    console.say("yes", "completed: 1 of 1 steps");
    folder.write("demo.cell", "Dear Sir or Madam");
    console.say("where is the robot?", "cannot be used");
    console.hear("The simulated robot is at Clear_of_the_bench");
    // One that does not know where the robot stands.
    renamed("Safe_Pos_4", "Behind_the_bench", "newer.jsonl");
    assert_eq!(folder.run("snapshot build --from newer.jsonl -o newer.cell").status, 0);
    for _ in 0..3 {
        assert_eq!(folder.run("snapshot build --from newer.jsonl -o newer.cell").status, 0, "generation 4");
    }
    std::fs::rename(folder.path("newer.cell"), folder.path("demo.cell")).unwrap();
    console.say("layout", "There is a new layout, generation 4:");
    console.say("yes", "The new layout is in force.");
    console.hear("it was stored for another layout");
    console.say("", "Put off.");
    console.say("go home", "nothing is planned until an operator has corrected the state");
    console.say("what tools are there?", "Welder");
    console.say("recover", "");
    console.say("Behind_the_bench", "");
    console.say("none", "");
    console.say("I looked", "");
    console.say("yes", "The robot is at Behind_the_bench");
    assert_eq!(console.end(), 0);
}

/// A console that is talked to line by line; what it says on both streams is waited for, never slept for.
struct Console {
    child: Child,
    input: ChildStdin,
    said: Lines<BufReader<PipeReader>>,
}

impl Console {
    fn start(folder: &Folder) -> Self {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut child = folder
            .command(&[&["run"], &SIMULATOR[..]].concat())
            .stdin(Stdio::piped())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        Self { child, input, said: BufReader::new(reader).lines() }
    }

    /// Types a line, and waits for one that holds the words; for none where there are no words.
    fn say(&mut self, line: &str, words: &str) {
        writeln!(self.input, "{line}").unwrap();
        if !words.is_empty() {
            self.hear(words);
        }
    }

    fn hear(&mut self, words: &str) {
        let heard = self.said.by_ref().map(Result::unwrap).any(|line| line.contains(words));
        assert!(heard, "the console ended without a word of '{words}'");
    }

    fn end(mut self) -> i32 {
        drop(self.input);
        self.said.for_each(drop);
        self.child.wait().unwrap().code().unwrap()
    }
}
