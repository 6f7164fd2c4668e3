//! Batches: one answer a line, in order, whatever the lines hold and however they come.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use crate::harness::{Folder, check};

const VERIFY: &str = "verify --batch - --snapshot demo.cell";
const PLAN: &str = "plan --batch - --snapshot demo.cell";
const VALID: &str = r#"{"position":"Home","tool":"none","plan":[{"action":"move","target":"Safe_Pos_1"}]}"#;

#[test]
fn verdicts_in_order() {
    let lines = [
        VALID,
        r#"{"tool":"Welder","plan":[{"action":"move","target":"Safe_Pos_1"},{"action":"move","target":"Pos_4"}],"position":"Home"}"#,
        r#"{"position":"Home","tool":"none","plan":[]}"#,
        r#" { "position" : "H\u006fme" , "tool" : "none" , "plan" : [ { "target" : "Safe_Pos_1" , "action" : "move" , "stabilize" : -1 } ] } "#,
    ];
    let folder = Folder::with_snapshot();
    let run = folder.pipe(VERIFY, lines.join("\n"));
    assert_eq!(run.status, 0, "verdicts do not make the exit status: {run}");
    check!("batch_verify", run);
    folder.write("lines.jsonl", lines.join("\r\n") + "\r\n");
    check!("batch_verify", folder.run("verify --batch lines.jsonl --snapshot demo.cell"));
}

#[test]
fn unusable_lines_are_answered_in_place() {
    let lines = [
        VALID,
        "",
        "   ",
        "nonsense",
        "[]",
        r#"{"position":"Home","tool":"none"}"#,
        r#"{"position":"Home","plan":[]}"#,
        r#"{"tool":"none","plan":[]}"#,
        r#"{"position":"Home","tool":"none","plan":[],"speed":9}"#,
        r#"{"position":"Home","tool":"none","plan":[],"plan":[]}"#,
        r#"{"position":"Home","tool":null,"plan":[]}"#,
        r#"{"position":"Mars","tool":"none","plan":[]}"#,
        r#"{"position":"Home","tool":"Hammer","plan":[]}"#,
        r#"{"position":"Home","tool":"none","plan":[{"action":"move"}]}"#,
        r#"{"position":"Home","tool":"none","plan":[]} {}"#,
        r#"{"position":"Home","tool":"none","plan":["#,
        VALID,
    ];
    let folder = Folder::with_snapshot();
    let run = folder.pipe(VERIFY, lines.join("\n") + "\n");
    assert_eq!((run.status, run.out.lines().count()), (2, lines.len()), "{run}");
    check!("batch_verify_unusable", run);
}

#[test]
fn bytes_that_are_not_utf8_spoil_their_line_only() {
    let input = [b"\xff\n".as_slice(), VALID.as_bytes(), b"\n", b"{\"position\":\"\xc3\"}\n", b"\x00\n"].concat();
    check!("batch_verify_not_utf8", Folder::with_snapshot().pipe(VERIFY, input));
}

#[test]
fn no_lines_are_no_answers() {
    let folder = Folder::with_snapshot();
    for line in [VERIFY, PLAN] {
        let run = folder.pipe(line, "");
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""), "{line}");
    }
}

#[test]
fn a_line_longer_than_every_buffer() {
    let step = r#"{"action":"move","target":"Home"},"#;
    let plan = step.repeat(60_000);
    let long = format!(r#"{{"position":"Home","tool":"none","plan":[{}]}}"#, plan.trim_end_matches(','));
    let run = Folder::with_snapshot().pipe(VERIFY, [VALID, &long, VALID, "x", &long].join("\n"));
    let verdicts: Vec<bool> = run.out.lines().map(|line| line.starts_with(r#"{"valid":true"#)).collect();
    assert_eq!((run.status, verdicts), (2, vec![true, true, true, false, true]));
}

#[test]
fn plans_in_order() {
    let lines = [
        r#"{"position":"Home","tool":"none","intent":{"goal":"move","position":"Pos_4"}}"#,
        r#"{"position":"Home","tool":"none","intent":{"goal":"move","position":"Home"}}"#,
        r#"{"position":"Home","tool":"none","intent":{"goal":"release_tool"}}"#,
        r#"{"position":"Home","tool":"none","intent":{"goal":"unknown"}}"#,
    ];
    let folder = Folder::with_snapshot();
    let run = folder.pipe(PLAN, lines.join("\n"));
    assert_eq!(run.status, 0, "{run}");
    check!("batch_plan", run);
    let run = folder.pipe(
        PLAN,
        [
            lines[0],
            "",
            r#"{"position":"Home","tool":"none","intent":{"goal":"dance"}}"#,
            r#"{"position":"Mars","tool":"none","intent":{"goal":"unknown"}}"#,
            r#"{"position":"Home","tool":"none"}"#,
            r#"{"position":"Home","tool":"none","intent":{"goal":"unknown"},"plan":[]}"#,
        ]
        .join("\n"),
    );
    assert_eq!(run.status, 2, "{run}");
    check!("batch_plan_unusable", run);
}

#[test]
fn an_answer_comes_before_the_next_line_is_waited_for() {
    let folder = Folder::with_snapshot();
    let arguments: Vec<&str> = VERIFY.split(' ').collect();
    let mut child = folder.command(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(input, "{VALID}").unwrap();
        assert!(answers.next().unwrap().unwrap().starts_with(r#"{"valid":true"#));
    }
    drop(input);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_batch_that_is_not_there() {
    let folder = Folder::with_snapshot();
    check!("batch_no_such_file", folder.run("verify --batch plans.jsonl --snapshot demo.cell"));
    check!("batch_folder", folder.run("plan --batch . --snapshot demo.cell"));
}

/// Two megabytes are several blocks for each thread; one line in the middle is longer than a document may be.
#[test]
fn threads_change_no_answer_and_no_order() {
    let folder = Folder::with_snapshot();
    let line = |number: usize| match number % 5 {
        0 => VALID.to_owned(),
        1 => VALID.replace("Safe_Pos_1", &format!("Nowhere_{number}")),
        2 => VALID.replace("Home", &format!("Mars_{number}")),
        3 => format!("nonsense {number}"),
        _ => String::new(),
    };
    let long = "x".repeat(cellgraph::limits::DOCUMENT_BYTES_MAX as usize + 1);
    let lines: Vec<String> = (0..20_000).map(line).chain([long]).chain((20_000..40_000).map(line)).collect();
    folder.write("lines.jsonl", lines.join("\n") + "\n");
    let of = |threads: &str| folder.run(&format!("verify --batch lines.jsonl --snapshot demo.cell{threads}"));
    let alone = of(" --threads 1");
    assert_eq!((alone.status, alone.out.lines().count()), (2, lines.len()));
    for (number, answer) in alone.out.lines().enumerate().take(20_000) {
        let wanted = match number % 5 {
            0 => "\"valid\":true".to_owned(),
            1 => format!("'Nowhere_{number}'"),
            2 => format!("Mars_{number}"),
            3 => "expected".to_owned(),
            _ => "the line is empty".to_owned(),
        };
        assert!(answer.contains(&wanted), "{number}: {answer}");
    }
    assert!(alone.out.lines().nth(20_000).unwrap().contains("the line is longer than"));
    for threads in ["", " --threads 2", " --threads 7", " --threads 1000"] {
        let several = of(threads);
        assert!(several.status == 2 && several.out == alone.out, "{threads}");
    }
}
