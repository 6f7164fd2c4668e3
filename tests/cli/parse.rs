//! `parse`: one sentence, and batches.

use crate::harness::{Folder, Transcript, check};

const AT_HOME: [&str; 8] = ["--snapshot", "demo.cell", "--position", "Home", "--tool", "none", "--model", "none"];
const BATCH: &str = "parse --batch - --snapshot demo.cell --model none";

fn parse(folder: &Folder, text: &str, options: &[&str]) -> crate::harness::Run {
    folder.run_with(&[&["parse", text], &AT_HOME[..], options].concat(), "")
}

#[test]
fn a_sentence_s_route_and_intent() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for (sentence, status) in [
        ("weld at position 1 and 2", 0),
        ("where is the robot?", 0),
        ("do that again", 0),
        ("yes, go ahead", 0),
        ("weld somewhere", 1),
        ("sing a song", 1),
        ("", 1),
    ] {
        let run = parse(&folder, sentence, &[]);
        assert_eq!(run.status, status, "{sentence}: {run}");
        transcript.add(&format!("parse '{sentence}'"), &run);
    }
    check!("parse", transcript);
    check!("parse_json", parse(&folder, "weld at position 1 and 2", &["--json"]));
    check!("parse_timings", parse(&folder, "weld at position 1 and 2", &["--timings"]));
}

#[test]
fn a_sentence_from_standard_input() {
    let folder = Folder::with_snapshot();
    let run = folder.run_with(&[&["parse", "-"], &AT_HOME[..]].concat(), "weld at position 1 and 2\r\n");
    let said = |run: &crate::harness::Run| run.out.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(said(&run), said(&parse(&folder, "weld at position 1 and 2", &[])));
    let run = folder.run_with(&[&["parse", "-"], &AT_HOME[..]].concat(), b"weld \xff");
    assert_eq!(run.status, 2, "{run}");
}

#[test]
fn what_cannot_be_parsed_with() {
    let folder = Folder::with_snapshot();
    folder.write("letter.txt", "Dear Sir or Madam");
    let mut transcript = Transcript::default();
    for line in [
        "parse x --snapshot none.cell --position Home --tool none",
        "parse x --snapshot letter.txt --position Home --tool none",
        "parse x --snapshot demo.cell --position Hoem --tool none --model none",
        "parse x --snapshot demo.cell --position Home --tool Wedler --model none",
        "parse x --snapshot demo.cell --position Home --tool none --model none.gguf",
        "parse x --snapshot demo.cell --position Home --tool none --model none --templates none.yaml",
        "parse --batch none.jsonl --snapshot demo.cell --model none",
    ] {
        let run = folder.run(line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}: {run}");
        // Without the feature the program says that it has no model, with it that there is no such file.
        if !line.contains("gguf") {
            transcript.add(line, &run);
        }
    }
    check!("parse_unusable", transcript);
}

#[test]
fn a_batch_answers_every_line_in_its_place() {
    let folder = Folder::with_snapshot();
    let lines = [
        r#"{"id":1,"text":"weld at position 1","state":{"position":"Home","tool":"none"}}"#,
        r#"{"id":"b","text":"weld here","state":{"position":"Pos_2","tool":"Welder"}}"#,
        r#"{"id":null,"text":"run task 3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071","state":{"position":"Home","tool":"none"}}"#,
        r#"{"text":"where is the robot?","state":{"position":"Home","tool":"none"}}"#,
    ];
    let run = folder.pipe(BATCH, lines.join("\n"));
    assert_eq!(run.status, 0, "{run}");
    check!("parse_batch", run);
    let unusable = [
        lines[0],
        "",
        "weld",
        r#"{"id":1,"text":"x"}"#,
        r#"{"id":1,"text":"x","state":{"position":"Mars","tool":"none"}}"#,
        r#"{"id":1,"text":"x","state":{"position":"Home","tool":"none","speed":1}}"#,
        r#"{"id":1,"text":7,"state":{"position":"Home","tool":"none"}}"#,
        lines[3],
    ];
    let run = folder.pipe(BATCH, unusable.join("\n"));
    assert_eq!((run.status, run.out.lines().count()), (2, unusable.len()), "{run}");
    check!("parse_batch_unusable", run);
}
