//! The hand-over by files, against a controller that does as it should, and all the others.

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::Path,
    thread,
};

use cellgraph::{
    limits::PROGRESS_LINE_BYTES_MAX,
    run::{ACTIONS_FILE, Control, Ended, Event, FileHandover, is_driven},
};
use crossbeam_channel::{TryRecvError, bounded};
use serde_json::Value;

use super::{
    controller::{Change, Controller, Turns, line, run},
    support::{Bench, Booked, Call, RUN, Stuck},
};

fn left(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("permit.json")).unwrap()).unwrap()
}

#[test]
fn a_controller_that_does_as_it_should_completes_the_run() {
    let came = run(|_, _, _| {}, b"");
    assert_eq!((came.end, came.confirmed), (Ended::Completed, true));
    let left = came.left;
    assert_eq!((&left["permit"], &left["step"], &left["of"]), (&"end".into(), &8.into(), &8.into()));
    let expected: Vec<(String, u64)> =
        std::iter::once(("report".to_owned(), 0)).chain((1..=8).map(|step| ("go".to_owned(), step))).collect();
    assert_eq!(came.permits, expected, "one step at a time, each once");
}

/// What a controller may do without harm.
const FINE: &[(&str, Change, &[u8])] = &[
    (
        "no word of the start",
        |asked, lines, _| {
            if !asked.is_report {
                drop(lines.remove(0))
            }
        },
        b"",
    ),
    ("a line in two pieces", |_, lines, _| tear(lines), b""),
    ("everything at once", |_, lines, _| *lines = vec![lines.concat()], b""),
    ("blank lines and carriage returns", |_, lines, _| lines.insert(0, b"\n\r\n  \n".to_vec()), b""),
    ("other runs before this one", |_, _, _| {}, b"{\"run\":\"x\"}\n\x00\xff\n"),
    // The rest of a torn line is not a line of this run, whatever it says.
    (
        "a torn line before this run",
        |asked, lines, _| {
            if asked.is_report {
                lines.insert(0, b"orn\n".to_vec())
            }
        },
        b"{\"t",
    ),
];

fn tear(lines: &mut Vec<Vec<u8>>) {
    *lines = lines.iter().flat_map(|line| [line[..20].to_vec(), line[20..].to_vec()]).collect();
}

#[test]
fn what_does_no_harm_is_put_up_with() {
    for (case, change, before) in FINE {
        assert_eq!(run(*change, before).end, Ended::Completed, "{case}");
    }
}

/// Changes the lines of step 3.
macro_rules! at_3 {
    (|$asked:ident, $lines:ident, $folder:ident| $body:expr) => {
        |$asked, $lines, $folder| {
            let _: &Path = $folder;
            if $asked.step == 3 && !$asked.is_report {
                $body;
            }
        }
    };
}

/// Changes the answer to the first request for a report.
macro_rules! at_0 {
    (|$asked:ident, $lines:ident| $body:expr) => {
        |$asked, $lines, _| {
            if $asked.is_report {
                $body;
            }
        }
    };
}

const RUN_TEXT: &str = "01234567-89ab-4def-8123-456789abcdef";
const OTHER_RUN: &str = "11111111-89ab-4def-8123-456789abcdef";
const HERE: &str = r#""state":"done","position":"Tool_Weld_Position","tool":"Welder""#;

/// What a controller does at step 3, and what the run is ended with.
const BAD: &[(&str, Change, &str)] = &[
    (
        "fails",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, r#""state":"failed","error":"no\u001b air""#)),
        "failed at step 3: the controller says: 'no\\u001b air'",
    ),
    (
        "fails without a reason",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, r#""state":"failed""#)),
        "without a reason",
    ),
    ("says nothing", at_3!(|a, lines, _f| lines.clear()), "failed at step 3: no answer within"),
    ("starts and says nothing", at_3!(|a, lines, _f| lines.truncate(1)), "failed at step 3: no answer within"),
    ("never ends its line", at_3!(|a, lines, _f| lines[1].truncate(60)), "failed at step 3: no answer within"),
    (
        "speaks for another run",
        at_3!(|a, lines, _f| lines[1] = line(OTHER_RUN, a.serial, 3, HERE)),
        "a line of another run, 11111111-89ab-4def-8123-456789abcdef",
    ),
    (
        "repeats the step before",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 2, HERE)),
        "a line of step 2, which is over",
    ),
    (
        "skips a step",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 4, HERE)),
        "a line of step 4, which was not permitted",
    ),
    (
        "speaks another form",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#""form":3,{HERE}"#))),
        "`form` is 3: only lines of form 2 are understood",
    ),
    ("starts twice", at_3!(|a, lines, _f| lines[1] = lines[0].clone()), "step 3 was started twice"),
    (
        "is elsewhere",
        at_3!(|a, lines, _f| lines[1] =
            line(RUN_TEXT, a.serial, 3, r#""state":"done","position":"Home","tool":"Welder""#)),
        "failed at step 3: the robot is at 'Home', not at 'Tool_Weld_Position'",
    ),
    (
        "has nothing in hand",
        at_3!(|a, lines, _f| lines[1] =
            line(RUN_TEXT, a.serial, 3, r#""state":"done","position":"Tool_Weld_Position","tool":"none""#)),
        "failed at step 3: the robot holds 'none', not 'Welder'",
    ),
    (
        "does not say where it is",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, r#""state":"done","tool":"Welder""#)),
        "`done` needs `position` and `tool`",
    ),
    (
        "is done with an error",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"error":"x""#))),
        "an error without `failed`: x",
    ),
    (
        "starts with an error",
        at_3!(|a, lines, _f| lines[0] = line(RUN_TEXT, a.serial, 3, r#""state":"started","error":"drive fault 37""#)),
        "an error without `failed`: drive fault 37",
    ),
    (
        "starts with a report",
        at_3!(|a, lines, _f| lines[0] = line(RUN_TEXT, a.serial, 3, r#""state":"started","report":{}"#)),
        "`started` with a report",
    ),
    (
        "reports too little of a step",
        at_3!(|a, lines, _f| lines[1] =
            line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"cell":{{"outputs":{{"on":1}}}},"report":{{}}"#))),
        "and that cannot be relied on: checkpoint 2, FAIL: no confidence that is a score",
    ),
    (
        "starts elsewhere",
        at_3!(|a, lines, _f| lines[0] =
            line(RUN_TEXT, a.serial, 3, r#""state":"started","position":"Nowhere","tool":"Gun""#)),
        "`started` with a place",
    ),
    (
        "holds a tool without a name",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, r#""state":"done","position":"Home","tool":"""#)),
        "are names of 1 to 255 bytes",
    ),
    (
        "is at a place with a name without end",
        at_3!(|a, lines, _f| lines[1] =
            line(RUN_TEXT, a.serial, 3, &format!(r#""state":"done","position":"{}","tool":"none""#, "x".repeat(256)))),
        "are names of 1 to 255 bytes",
    ),
    (
        "writes the fields as a list",
        at_3!(|a, lines, _f| lines[1] =
            format!("[\"{RUN_TEXT}\",{},3,\"done\",\"Tool_Weld_Position\",\"Welder\"]\n", a.serial).into_bytes()),
        "no line of progress: it is no JSON object",
    ),
    (
        "writes the run in capitals",
        at_3!(|a, lines, _f| lines[1] = line(&RUN_TEXT.to_uppercase(), a.serial, 3, HERE)),
        "`run` is not written as in the permit",
    ),
    (
        "pads a line",
        at_3!(|_a, lines, _f| lines[1] = [vec![b' '; PROGRESS_LINE_BYTES_MAX + 1], lines[1].clone()].concat()),
        "a line is longer than any progress takes",
    ),
    (
        "uses a word of its own",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, r#""state":"finished""#)),
        "unknown variant",
    ),
    (
        "shows a cell that cannot be used",
        at_3!(|a, lines, _f| lines[1] =
            line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"cell":{{"alarms":"collision"}}"#))),
        "what the controller shows of its cell cannot be used: `alarms` must be a list",
    ),
    (
        "shows its cell no more",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, HERE)),
        "the controller does not show its cell any more",
    ),
    (
        "shows an alarm",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"cell":{{"alarms":["Fire"]}}"#))),
        "an alarm stands: 'Fire'",
    ),
    (
        "shows an alarm as it begins, and none when it is done",
        at_3!(|a, lines, _f| lines[0] = line(RUN_TEXT, a.serial, 3, r#""state":"started","cell":{"alarms":["Fire"]}"#)),
        "as it began: an alarm stands: 'Fire'",
    ),
    (
        "begins with a cell that cannot be used",
        at_3!(|a, lines, _f| lines[0] = line(RUN_TEXT, a.serial, 3, r#""state":"started","cell":{"alarms":"Fire"}"#)),
        "as it began: what the controller shows of its cell cannot be used: `alarms` must be a list",
    ),
    (
        "shows another place than it says",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"cell":{{"position":"Home"}}"#))),
        "and its state says 'Home'",
    ),
    (
        "has a field of its own",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"speed":1"#))),
        "unknown field",
    ),
    (
        "misspells where it is",
        at_3!(|a, lines, _f| lines[1] =
            line(RUN_TEXT, a.serial, 3, r#""state":"done","postion":"Tool_Weld_Position","Tool":"Welder""#)),
        "unknown field `Tool`: is `tool` meant?; unknown field `postion`: is `position` meant?",
    ),
    (
        "shows its cell under another name",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"skeletn":{{}}"#))),
        "unknown field `skeletn`: is `cell` meant?",
    ),
    (
        "misspells what its witness saw",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"witness":{{"moton":false}}"#))),
        "in `witness`: unknown field `moton`: is `motion` meant?",
    ),
    (
        "misspells the position in its cell",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"cell":{{"Position":"Home"}}"#))),
        "cannot be used: `Position` is near to `position`",
    ),
    (
        "misspells a field of its report",
        at_3!(|a, lines, _f| lines[1] = line(
            RUN_TEXT,
            a.serial,
            3,
            &format!(r#"{HERE},"cell":{{"outputs":{{"on":1}}}},"report":{{"sumary":"x"}}"#)
        )),
        "unknown field `sumary`: is `summary` meant?",
    ),
    (
        "says a thing twice",
        at_3!(|a, lines, _f| lines[1] = line(RUN_TEXT, a.serial, 3, &format!(r#"{HERE},"tool":"none""#))),
        "duplicate field",
    ),
    ("names no run", at_3!(|a, lines, _f| lines[1] = line("17", a.serial, 3, HERE)), "`run` is no run's id"),
    (
        "counts below nothing",
        at_3!(|a, lines, _f| lines[1] =
            format!("{{\"run\":\"{RUN_TEXT}\",\"serial\":{},\"step\":-3,{HERE}}}\n", a.serial).into_bytes()),
        "no line of progress",
    ),
    (
        "has no calendar",
        at_3!(|a, lines, _f| lines[1] =
            format!("{{\"run\":\"{RUN_TEXT}\",\"serial\":{},\"step\":3,{HERE},\"at\":\"noon\"}}\n", a.serial)
                .into_bytes()),
        "`at` is no time",
    ),
    (
        "writes rubbish",
        at_3!(|a, lines, _f| lines[1] = b"\x00\x01\x02 rubbish\n".to_vec()),
        "progress.jsonl line 7 is not JSON: ",
    ),
    ("writes no UTF-8", at_3!(|a, lines, _f| lines[1] = b"{\"run\":\"\xff\xfe\"}\n".to_vec()), " is not JSON: "),
    ("writes a list", at_3!(|a, lines, _f| lines[1] = b"[1,2,3]\n".to_vec()), "no line of progress"),
    (
        "nests without end",
        at_3!(|a, lines, _f| lines[1] = [vec![b'['; 60_000], vec![b'\n']].concat()),
        " is not JSON: ",
    ),
    (
        "writes a line without end",
        at_3!(|a, lines, _f| lines[1] = vec![b'x'; PROGRESS_LINE_BYTES_MAX + 1]),
        "a line is longer than any progress takes",
    ),
    (
        "writes a long line",
        at_3!(|a, lines, _f| lines[1] = [[b' ', b'x'].repeat(PROGRESS_LINE_BYTES_MAX), vec![b'\n']].concat()),
        "a line is longer than any progress takes",
    ),
    (
        "floods the file",
        at_3!(|a, lines, _f| lines[1] = vec![b'\n'; 1_100_000]),
        "more was appended at once than any progress takes",
    ),
    (
        "cuts the file short",
        at_3!(|a, lines, folder| {
            lines.clear();
            fs::write(folder.join("progress.jsonl"), "").unwrap();
        }),
        "it was cut short during the run",
    ),
    (
        "removes the file",
        at_3!(|a, lines, folder| {
            lines.clear();
            fs::remove_file(folder.join("progress.jsonl")).unwrap();
        }),
        "progress.jsonl: it was removed during the run",
    ),
    (
        "replaces the file",
        at_3!(|a, lines, folder| {
            lines.clear();
            let (old, new) = (folder.join("progress.jsonl"), folder.join("new"));
            fs::copy(&old, &new).unwrap();
            fs::rename(new, old).unwrap();
        }),
        "it was replaced by another file during the run",
    ),
    (
        "puts a folder there",
        at_3!(|a, lines, folder| {
            lines.clear();
            fs::remove_file(folder.join("progress.jsonl")).unwrap();
            fs::create_dir(folder.join("progress.jsonl")).unwrap();
        }),
        "it is not a regular file",
    ),
];

#[test]
fn whatever_else_a_controller_does_ends_the_run_with_a_halt() {
    for (case, change, words) in BAD {
        let came = run(*change, b"");
        let (said, left, permits) = (came.end.to_string(), came.left, came.permits);
        assert!(matches!(came.end, Ended::Failed { step: 3, .. }) && !came.confirmed, "{case}: {said}");
        assert!(said.contains(words), "{case}: {said}");
        assert!(!said.chars().any(char::is_control) && said.len() < 1_300, "{case}: {said}");
        assert_eq!((&left["permit"], &left["step"]), (&"stop".into(), &3.into()), "{case}");
        assert!(permits.iter().all(|(_, step)| *step <= 3), "{case}: {permits:?}");
    }
}

/// A witness may say that nothing moved when a step begins, and while the robot stands; of a motion that was done it denies it.
#[test]
fn a_witness_that_denies_a_motion_ends_the_run() {
    fn saw_nothing(line: &mut Vec<u8>) {
        let text = String::from_utf8(std::mem::take(line)).unwrap();
        *line = text.replacen('{', r#"{"witness":{"motion":false},"#, 1).into_bytes();
    }
    let came = run(|_, lines, _| lines.truncate(2), b"");
    assert_eq!(came.end, Ended::Completed);
    let came = run(|_, lines, _| saw_nothing(&mut lines[0]), b"");
    assert_eq!(came.end, Ended::Completed, "when it begins, and in a report");
    // Step 2 is a move.
    let denies: Change = |asked, lines, _| {
        if asked.step == 2 {
            saw_nothing(lines.last_mut().unwrap());
        }
    };
    let came = run(denies, b"");
    assert!(matches!(came.end, Ended::Failed { step: 2, .. }) && !came.confirmed, "{}", came.end);
    assert!(came.end.to_string().contains("the witness says that nothing moved"), "{}", came.end);
}

/// What a controller says after step 3 was done. The run may have gone on by then.
const TOO_MUCH: &[(&str, Change)] = &[
    (
        "is done twice",
        at_3!(|_a, lines, _f| {
            let twice = [lines[1].clone(), lines[1].clone()].concat();
            lines[1] = twice;
        }),
    ),
    (
        "starts after it was done",
        at_3!(|_a, lines, _f| {
            lines.reverse();
            *lines = vec![lines.concat()];
        }),
    ),
    (
        "starts the next step",
        at_3!(|a, lines, _f| {
            lines[1] = [lines[1].clone(), line(RUN_TEXT, a.serial + 1, 4, r#""state":"started""#)].concat();
        }),
    ),
];

#[test]
fn a_line_too_many_ends_the_run_wherever_it_is_by_then() {
    for (case, change) in TOO_MUCH {
        let came = run(*change, b"");
        let said = came.end.to_string();
        assert!(matches!(came.end, Ended::Failed { step: 3 | 4, .. }) && !came.confirmed, "{case}: {said}");
        assert!(said.contains("what the controller says does not fit the run: "), "{case}: {said}");
        assert_eq!(came.left["permit"], "stop", "{case}");
        assert!(came.permits.iter().all(|(_, step)| *step <= 4), "{case}: {:?}", came.permits);
    }
}

/// What a controller does when it is asked where the robot is, what the run is ended with, and whether the robot is still
/// known to be where it was.
const BAD_REPORTS: &[(&str, Change, &str, bool)] = &[
    (
        "says nothing",
        at_0!(|_a, lines| lines.clear()),
        "not started: the controller did not say within 30 s where the robot is",
        true,
    ),
    (
        "is elsewhere",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial, 0, &at("Pos_5", "none"))),
        "not started: the robot is at 'Pos_5', not at 'Home'",
        false,
    ),
    (
        "holds something",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial, 0, &at("Home", "Camera"))),
        "not started: the robot holds 'Camera', not 'none'",
        false,
    ),
    (
        "starts before it may",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial, 0, r#""state":"started""#)),
        "it was asked for a report, and started",
        false,
    ),
    (
        "starts the first step unasked",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial, 1, r#""state":"started""#)),
        "it was asked for a report, and started",
        false,
    ),
    (
        "does the first step unasked",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial, 1, HERE)),
        "it was asked for a report, and did a step",
        false,
    ),
    (
        "reports after a step that was not sent",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial, 1, &at("Home", "none"))),
        "a report after step 1",
        false,
    ),
    (
        "reports, and starts the first step",
        at_0!(|a, lines| {
            lines[0] = [lines[0].clone(), line(RUN_TEXT, a.serial, 1, r#""state":"started""#)].concat();
        }),
        "what the controller says does not fit the run: a line that nobody asked for",
        false,
    ),
    (
        "fails",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial, 0, r#""state":"failed","error":"no power""#)),
        "not started: the controller says: 'no power'",
        false,
    ),
    (
        "is in another run",
        at_0!(|a, lines| lines[0] = line(OTHER_RUN, a.serial, 0, HERE)),
        "a line of another run",
        false,
    ),
    (
        "answers an earlier permit",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial - 1, 0, &at("Home", "none"))),
        "a line that does not answer the permit that stands",
        false,
    ),
    (
        "answers a permit to come",
        at_0!(|a, lines| lines[0] = line(RUN_TEXT, a.serial + 1, 0, &at("Home", "none"))),
        "a line that does not answer the permit that stands",
        false,
    ),
];

fn at(position: &str, tool: &str) -> String {
    format!(r#""state":"report","position":"{position}","tool":"{tool}""#)
}

/// "Confirmed while it moved": a controller answered the first report with `started 1`, `done 1 at Pos_3`, with `failed`,
/// or with another run's line, and the state was shown as confirmed at Home.
#[test]
fn a_report_that_does_not_fit_starts_nothing_and_confirms_nothing() {
    for (case, change, words, is_sure) in BAD_REPORTS {
        let came = run(*change, b"");
        assert!(matches!(came.end, Ended::NotStarted { .. } | Ended::Failed { step: 1, .. }), "{case}: {}", came.end);
        assert!(came.end.to_string().contains(words), "{case}: {}", came.end);
        assert!(came.notes.is_empty(), "{case}: {}: {:?}", came.end, came.notes);
        assert_eq!((&came.left["permit"], came.confirmed), (&"stop".into(), *is_sure), "{case}");
        assert!(came.permits.iter().all(|(word, _)| word != "go"), "{case}: {:?}", came.permits);
    }
    let came = run(BAD_REPORTS[1].1, b"");
    assert_eq!(came.said.as_deref(), Some("Pos_5"), "what it says is kept");
}

#[test]
fn a_stop_now_is_on_the_disk_before_the_run_ends() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    let (driver, _) = Turns::new(Controller::new(&folder, |_, _, _| {}));
    let control = Control::new();
    let report = bench
        .run_watched(driver, &control.clone(), &mut |event| {
            if let Event::StepStarted { number: 3, .. } = event {
                control.stop_now();
            }
        })
        .unwrap();
    assert_eq!(report.end, Ended::StoppedNow { during: 3 });
    let stop = left(&folder);
    assert!(!is_driven(&folder), "the next run may begin");
    // Everything that a controller may insist on is in a stop as well.
    let detail = bench.store.run(RUN).unwrap().unwrap();
    let actions = blake3::hash(&fs::read(folder.join(ACTIONS_FILE)).unwrap());
    assert_eq!((&stop["permit"], &stop["form"]), (&"stop".into(), &2.into()));
    // The step's `go` may have been overtaken.
    assert!([2, 3].map(Value::from).contains(&stop["step"]), "{stop}");
    assert_eq!((&stop["run"], &stop["of"]), (&RUN.to_string().into(), &8.into()));
    assert_eq!(stop["plan"], detail.record.plan_hash);
    assert_eq!(stop["actions"], actions.to_hex().as_str());
    stop["at"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    // And each row says what its step does.
    let plan: Value = serde_json::from_str(&detail.row.sequence_json).unwrap();
    for (row, step) in detail.steps.iter().zip(plan.as_array().unwrap()) {
        assert_eq!(row.action.word(), step["action"], "step {}", row.number);
    }
}

/// A `go` whose write hung in an abandoned driver thread was published 7.5 s after `stop`.
#[test]
fn a_go_that_hangs_never_lands_after_a_stop() {
    for number in [1, 3, 8] {
        let mut bench = Bench::new();
        let folder = bench.folder.path().to_owned();
        let (driver, controller) = Turns::new(Controller::new(&folder, |_, _, _| {}));
        let control = Control::new();
        let stop = control.clone();
        let (driver, hold) = Stuck::new(driver, Call::Go(number), move || stop.stop_now());
        let report = bench.run_watched(driver, &control, &mut |_| {}).unwrap();
        assert_eq!((report.end, report.confirmed), (Ended::StoppedNow { during: number }, false));
        let stop = left(&folder);
        assert_eq!(stop["permit"], "stop", "it is there before the run ends");
        drop(hold.release);
        let late = hold.came_to.recv().unwrap();
        assert!(late.is_err(), "step {number}: what hung is refused");
        // Its thread is over.
        assert!(hold.came_to.recv().is_err());
        assert_eq!(left(&folder), stop);
        let permits = controller.lock().permits.clone();
        assert!(permits.iter().all(|(_, step)| *step < u64::from(number)), "{permits:?}");
        let rest: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(rest.iter().all(|name| !name.to_string_lossy().starts_with(".permit")), "{rest:?}");
    }
}

/// The program that had permitted it is gone; nobody knows what the robot did since.
#[test]
fn a_go_that_an_earlier_run_left_is_stopped_and_no_run_begins() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    fs::write(folder.join("permit.json"), r#"{"run":"old","serial":7,"step":5,"permit":"go"}"#).unwrap();
    let report = bench.run(FileHandover::new(&folder)).unwrap();
    let words = report.end.to_string();
    assert!(
        words.contains("still permits step 5 of run old, which is not this one; it is told to stop now"),
        "{words}"
    );
    let left = left(&folder);
    assert_eq!((&left["permit"], &left["run"], &left["serial"]), (&"stop".into(), &"old".into(), &8.into()));
    assert_eq!(left["form"], 2, "whatever stood there before");
    assert!(matches!(report.end, Ended::NotStarted { .. }) && !report.confirmed);
}

#[test]
fn what_permits_nothing_does_no_harm_to_the_next_run() {
    for standing in [
        r#"{"run":"old","serial":7,"step":5,"permit":"stop"}"#,
        r#"{"run":"old","serial":4000000000,"step":5,"permit":"end"}"#,
        "not JSON",
        "",
    ] {
        let mut bench = Bench::new();
        let folder = bench.folder.path().to_owned();
        fs::write(folder.join("permit.json"), standing).unwrap();
        fs::write(folder.join(".permit-1.tmp"), "of a program that was killed").unwrap();
        let mut controller = Controller::new(&folder, |_, _, _| {});
        controller.serials.push(serde_json::from_str(standing).map_or(0, |old: Value| old["serial"].as_u64().unwrap()));
        let (driver, _) = Turns::new(controller);
        assert_eq!(bench.run(driver).unwrap().end, Ended::Completed, "{standing}");
    }
}

/// Numbers that stood still at their end gave a stop that a controller could not tell from the `go` before it.
#[test]
fn a_run_does_not_begin_where_serial_numbers_run_out() {
    for (file, used) in [
        ("permit.json", r#"{"run":"old","serial":4294967293,"step":5,"permit":"end"}"#),
        ("permit.json", r#"{"another":"form","serial":18446744073709551615}"#),
        ("progress.jsonl", "\n{\"serial\":4294967290}\n"),
    ] {
        let mut bench = Bench::new();
        let folder = bench.folder.path().to_owned();
        fs::write(folder.join(file), used).unwrap();
        let end = bench.run(FileHandover::new(&folder)).unwrap().end.to_string();
        assert!(end.contains("too few left for a run"), "{end}");
        let left = fs::read_to_string(folder.join("permit.json")).unwrap_or_default();
        assert_eq!(left, if file == "permit.json" { used } else { "" }, "nothing was permitted");
    }
}

/// A permit's file that was lost made the next run's numbers smaller than those that the controller had seen, and it ignored
/// them, the stop's included.
#[test]
fn numbers_grow_beyond_what_the_controller_wrote() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    fs::write(folder.join("progress.jsonl"), "not JSON\n{\"serial\":4100000000}\n{\"serial\":41\n").unwrap();
    let mut controller = Controller::new(&folder, |_, _, _| {});
    controller.serials.push(4_100_000_000);
    let (driver, controller) = Turns::new(controller);
    assert_eq!(bench.run(driver).unwrap().end, Ended::Completed);
    let serials = controller.lock().serials.clone();
    assert!(serials.is_sorted() && serials.len() > 1, "{serials:?}");
}

#[test]
fn two_programs_do_not_drive_one_controller() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    let other = File::create(folder.join("handover.lock")).unwrap();
    other.try_lock().unwrap();
    assert!(is_driven(&folder));
    fs::write(folder.join("permit.json"), "the other's").unwrap();
    let report = bench.run(FileHandover::new(&folder)).unwrap();
    let words = report.end.to_string();
    assert!(words.contains("another cellgraph drives the controller of this folder"), "{words}");
    assert_eq!(fs::read_to_string(folder.join("permit.json")).unwrap(), "the other's");
}

/// `actions.yaml → ../victim` overwrote the victim; a `go` behind a symlinked permit survived.
#[test]
fn no_symbolic_link_is_followed() {
    for name in ["actions.yaml", "actions.json", "permit.json", "progress.jsonl", "heartbeat.json", "handover.lock"] {
        let mut bench = Bench::new();
        let shared = super::support::folder();
        let victim = bench.folder.path().join("victim");
        fs::write(&victim, "precious").unwrap();
        symlink(&victim, shared.path().join(name)).unwrap();
        let end = bench.run(FileHandover::new(shared.path())).unwrap().end;
        assert!(matches!(&end, Ended::NotStarted { reason } if reason.contains(name)), "{name}: {end}");
        assert!(end.to_string().contains("symbolic link"), "{name}: {end}");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious", "{name}");
    }
}

/// `verify --yaml` might replace it in the middle of a run.
#[test]
fn a_sequence_that_was_changed_is_not_gone_on_with() {
    let changes: [(&str, Change); 3] = [
        ("actions.yaml", at_3!(|_a, _lines, folder| fs::write(folder.join("actions.yaml"), "actions: []").unwrap())),
        ("actions.json", at_3!(|_a, _lines, folder| fs::write(folder.join("actions.json"), "{}").unwrap())),
        ("actions.json", at_3!(|_a, _lines, folder| fs::remove_file(folder.join("actions.json")).unwrap())),
    ];
    for (name, change) in changes {
        let mut bench = Bench::new();
        let shared = super::support::folder();
        let (driver, _) = Turns::new(Controller::new(shared.path(), change));
        let report = bench.run(driver).unwrap();
        let Ended::Failed { step: 4, reason } = &report.end else { panic!("{}", report.end) };
        assert!(reason.contains(name) && reason.contains("was changed"), "{reason}");
        assert_eq!((&left(shared.path())["permit"], report.completed), (&"stop".into(), 3));
    }
}

#[test]
fn the_controllers_folder_may_be_another_one() {
    let mut bench = Bench::new();
    let shared = super::support::folder();
    let (driver, _) = Turns::new(Controller::new(shared.path(), |_, _, _| {}));
    assert_eq!(bench.run(driver).unwrap().end, Ended::Completed);
    let text = |folder: &Path| fs::read_to_string(folder.join("actions.yaml")).unwrap();
    assert_eq!(text(shared.path()), text(bench.folder.path()));
}

#[test]
fn a_pause_asks_the_controller_anew() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    let (driver, controller) = Turns::new(Controller::new(&folder, |_, _, _| {}));
    let control = Control::new();
    let report = bench
        .run_watched(driver, &control.clone(), &mut |event| match event {
            Event::StepCompleted { number: 2, .. } => {
                control.pause();
            }
            Event::Paused { .. } => {
                control.resume(control.last_pause());
            }
            _ => {}
        })
        .unwrap();
    assert_eq!(report.end, Ended::Completed);
    let permits = controller.lock().permits.clone();
    assert_eq!(permits[2..5], [("go".to_owned(), 2), ("report".to_owned(), 2), ("go".to_owned(), 3)]);
}

#[test]
fn a_controller_in_its_own_time_completes_the_run() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    let (end, ended) = bounded::<()>(0);
    let mut controller = Controller::new(&folder, |_, _, _| {});
    let work = thread::spawn(move || {
        while ended.try_recv() == Err(TryRecvError::Empty) {
            controller.act();
            thread::yield_now();
        }
    });
    let (driver, record) = Booked::new(FileHandover::new(&folder));
    // Nothing is declared of what answers its checks.
    let (control, mut asked) = (Control::new(), Vec::new());
    let report = bench.run_watched(driver.real(), &control.clone(), &mut |event| {
        if let Event::Unsure { number, code, .. } = event {
            asked.push(number);
            control.confirm(code);
        }
    });
    assert_eq!((report.unwrap().end, asked), (Ended::Completed, vec![8]));
    assert_eq!((record.halted(), record.released()), (0, 1));
    drop(end);
    work.join().unwrap();
}

/// The lock's file, which is empty, was tidied away in a run. A second program locked a new one, and both drove the controller.
#[test]
fn a_lock_or_a_permit_that_is_not_its_own_ends_the_run() {
    let cases: [(&str, Change, &str); 5] = [
        (
            "the lock is removed",
            at_3!(|_a, _l, folder| fs::remove_file(folder.join("handover.lock")).unwrap()),
            "handover.lock was removed or replaced during the run",
        ),
        (
            "the lock is replaced",
            at_3!(|_a, _l, folder| {
                fs::rename(folder.join("handover.lock"), folder.join("kept")).unwrap();
                File::create(folder.join("handover.lock")).unwrap().try_lock().unwrap();
            }),
            "handover.lock was removed or replaced during the run",
        ),
        (
            "another run's permit stands",
            at_3!(|_a, _l, folder| permit_of_another(folder)),
            "permit.json was removed or replaced during the run: a permit of run 11111111",
        ),
        (
            "the permit is removed",
            at_3!(|_a, _l, folder| fs::remove_file(folder.join("permit.json")).unwrap()),
            "permit.json was removed or replaced during the run: nothing stands there",
        ),
        (
            "the permit is written over",
            at_3!(|_a, _l, folder| {
                let path = folder.join("permit.json");
                fs::write(&path, [fs::read(&path).unwrap(), b" ".to_vec()].concat()).unwrap();
            }),
            "permit.json was removed or replaced during the run: a permit of run 01234567",
        ),
    ];
    for (case, change, words) in cases {
        let mut bench = Bench::new();
        let folder = bench.folder.path().to_owned();
        let (driver, controller) = Turns::new(Controller::new(&folder, change));
        let report = bench.run(driver).unwrap();
        let said = report.end.to_string();
        assert!(matches!(report.end, Ended::Failed { step: 3, .. }) && !report.confirmed, "{case}: {said}");
        assert!(said.contains(words), "{case}: {said}");
        let (stop, controller) = (left(&folder), controller.lock());
        assert_eq!((&stop["permit"], &stop["run"]), (&"stop".into(), &RUN_TEXT.into()), "{case}");
        assert!(stop["serial"].as_u64() > controller.serials.last().copied(), "{case}: a controller obeys it: {stop}");
        assert!(controller.permits.iter().all(|(_, step)| *step <= 3), "{case}: {:?}", controller.permits);
        if case.starts_with("another") {
            assert!(stop["serial"].as_u64() > Some(u64::from(ANOTHERS)), "a controller obeys it: {stop}");
        }
    }
}

/// The number of another program's permit.
const ANOTHERS: u32 = 4_200_000_000;

fn permit_of_another(folder: &Path) {
    let permit = format!(
        r#"{{"form":2,"run":"{OTHER_RUN}","serial":{ANOTHERS},"permit":"hold","step":0,"report":0,"valid_s":5}}"#
    );
    fs::write(folder.join("permit.json"), permit).unwrap();
}
