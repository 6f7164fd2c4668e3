//! The hand-over by files, against a controller that does as it should, and all the others.

use std::{fs, path::Path, sync::Arc, thread};

use cellgraph::run::{Control, Driver, Ended, FileHandover, WallClock};
use crossbeam_channel::bounded;
use serde_json::Value;

use super::{
    controller::{Change, Controller, line, run, spawn},
    support::Bench,
};

#[test]
fn a_controller_that_does_as_it_should_completes_the_run() {
    let (end, left, permits) = run(|_, _, _| {}, b"");
    assert_eq!(end, Ended::Completed);
    assert_eq!((&left["permit"], &left["step"], &left["of"]), (&"end".into(), &8.into(), &8.into()));
    let expected: Vec<(String, u64)> =
        std::iter::once(("report".to_owned(), 0)).chain((1..=8).map(|step| ("go".to_owned(), step))).collect();
    assert_eq!(permits, expected, "one step at a time, each once");
}

/// What a controller may do without harm.
const FINE: &[(&str, Change, &[u8])] = &[
    (
        "no word of the start",
        |step, lines, _| {
            if step > 0 {
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
        |step, lines, _| {
            if step == 0 {
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
        let (end, ..) = run(*change, before);
        assert_eq!(end, Ended::Completed, "{case}");
    }
}

/// Changes the lines of step 3.
macro_rules! at_3 {
    (|$lines:ident, $folder:ident| $body:expr) => {
        |step, $lines, $folder| {
            let _: &Path = $folder;
            if step == 3 {
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
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, r#""state":"failed","error":"no\u001b air""#)),
        "failed at step 3: the controller says: no\\u001b air",
    ),
    (
        "fails without a reason",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, r#""state":"failed""#)),
        "without a reason",
    ),
    ("says nothing", at_3!(|lines, _f| lines.clear()), "failed at step 3: no answer within"),
    ("starts and says nothing", at_3!(|lines, _f| lines.truncate(1)), "failed at step 3: no answer within"),
    ("never ends its line", at_3!(|lines, _f| lines[1].truncate(60)), "failed at step 3: no answer within"),
    (
        "speaks for another run",
        at_3!(|lines, _f| lines[1] = line(OTHER_RUN, 3, HERE)),
        "a line of another run, 11111111-89ab-4def-8123-456789abcdef",
    ),
    (
        "repeats the step before",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 2, HERE)),
        "a line of step 2, which is over",
    ),
    (
        "skips a step",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 4, HERE)),
        "a line of step 4, which was not permitted",
    ),
    (
        "is done twice",
        at_3!(|lines, _f| {
            let twice = [lines[1].clone(), lines[1].clone()].concat();
            lines[1] = twice;
        }),
        "a line after step 3 was done",
    ),
    ("starts twice", at_3!(|lines, _f| lines[1] = lines[0].clone()), "step 3 was started twice"),
    (
        "starts after it was done",
        at_3!(|lines, _f| {
            lines.reverse();
            *lines = vec![lines.concat()];
        }),
        "a line after step 3 was done",
    ),
    (
        "is elsewhere",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, r#""state":"done","position":"Home","tool":"Welder""#)),
        "failed at step 3: the robot is at 'Home', not at 'Tool_Weld_Position'",
    ),
    (
        "has nothing in hand",
        at_3!(
            |lines, _f| lines[1] = line(RUN_TEXT, 3, r#""state":"done","position":"Tool_Weld_Position","tool":"none""#)
        ),
        "failed at step 3: the robot holds 'none', not 'Welder'",
    ),
    (
        "does not say where it is",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, r#""state":"done","tool":"Welder""#)),
        "`done` needs `position` and `tool`",
    ),
    (
        "is done with an error",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, &format!(r#"{HERE},"error":"x""#))),
        "`done` with an error is neither",
    ),
    (
        "uses a word of its own",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, r#""state":"finished""#)),
        "unknown variant",
    ),
    (
        "has a field of its own",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, &format!(r#"{HERE},"speed":1"#))),
        "unknown field",
    ),
    (
        "says a thing twice",
        at_3!(|lines, _f| lines[1] = line(RUN_TEXT, 3, &format!(r#"{HERE},"tool":"none""#))),
        "duplicate field",
    ),
    ("names no run", at_3!(|lines, _f| lines[1] = line("17", 3, HERE)), "`run` is no run's id"),
    (
        "counts below nothing",
        at_3!(|lines, _f| lines[1] = format!("{{\"run\":\"{RUN_TEXT}\",\"step\":-3,{HERE}}}\n").into_bytes()),
        "no line of progress",
    ),
    (
        "has no calendar",
        at_3!(|lines, _f| lines[1] =
            format!("{{\"run\":\"{RUN_TEXT}\",\"step\":3,{HERE},\"at\":\"noon\"}}\n").into_bytes()),
        "`at` is no time",
    ),
    ("writes rubbish", at_3!(|lines, _f| lines[1] = b"\x00\x01\x02 rubbish\n".to_vec()), "no line of progress"),
    ("writes no UTF-8", at_3!(|lines, _f| lines[1] = b"{\"run\":\"\xff\xfe\"}\n".to_vec()), "no line of progress"),
    ("writes a list", at_3!(|lines, _f| lines[1] = b"[1,2,3]\n".to_vec()), "no line of progress"),
    (
        "nests without end",
        at_3!(|lines, _f| lines[1] = [vec![b'['; 8000], vec![b'\n']].concat()),
        "no line of progress",
    ),
    (
        "writes a line without end",
        at_3!(|lines, _f| lines[1] = vec![b'x'; 9_000]),
        "a line is longer than any progress takes",
    ),
    (
        "writes a long line",
        at_3!(|lines, _f| lines[1] = [[b' ', b'x'].repeat(9_000), vec![b'\n']].concat()),
        "a line is longer than any progress takes",
    ),
    (
        "floods the file",
        at_3!(|lines, _f| lines[1] = vec![b'\n'; 1_100_000]),
        "more was appended at once than any progress takes",
    ),
    (
        "cuts the file short",
        at_3!(|lines, folder| {
            lines.clear();
            fs::write(folder.join("progress.jsonl"), "").unwrap();
        }),
        "it was cut short during the run",
    ),
    (
        "removes the file",
        at_3!(|lines, folder| {
            lines.clear();
            fs::remove_file(folder.join("progress.jsonl")).unwrap();
        }),
        "progress.jsonl: No such file",
    ),
    (
        "replaces the file",
        at_3!(|lines, folder| {
            lines.clear();
            let (old, new) = (folder.join("progress.jsonl"), folder.join("new"));
            fs::copy(&old, &new).unwrap();
            fs::rename(new, old).unwrap();
        }),
        "it was replaced by another file during the run",
    ),
    (
        "puts a folder there",
        at_3!(|lines, folder| {
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
        let (end, left, permits) = run(*change, b"");
        assert!(matches!(end, Ended::Failed { step: 3, .. }), "{case}: {end}");
        let said = end.to_string();
        assert!(said.contains(words), "{case}: {said}");
        assert!(!said.chars().any(char::is_control) && said.len() < 1_300, "{case}: {said}");
        assert_eq!((&left["permit"], &left["step"]), (&"stop".into(), &3.into()), "{case}");
        assert!(permits.iter().all(|(_, step)| *step <= 3), "{case}: {permits:?}");
    }
}

/// What a controller does when it is asked where the robot is.
const BAD_REPORTS: &[(&str, Change, &str)] = &[
    (
        "says nothing",
        |step, lines, _| {
            if step == 0 {
                lines.clear()
            }
        },
        "not started: no answer within 30 s",
    ),
    (
        "is elsewhere",
        |step, lines, _| {
            if step == 0 {
                lines[0] = line(RUN_TEXT, 0, r#""state":"done","position":"Pos_5","tool":"none""#);
            }
        },
        "not started: the robot is at 'Pos_5', not at 'Home'",
    ),
    (
        "starts before it may",
        |step, lines, _| {
            if step == 0 {
                lines[0] = line(RUN_TEXT, 0, r#""state":"started""#)
            }
        },
        "it was asked for a report, and started",
    ),
    (
        "does the first step unasked",
        |step, lines, _| {
            if step == 0 {
                lines[0] = [lines[0].clone(), line(RUN_TEXT, 1, r#""state":"started""#)].concat();
            }
        },
        "not started: what the controller says does not fit the run: a line after step 0 was done",
    ),
    (
        "is in another run",
        |step, lines, _| {
            if step == 0 {
                lines[0] = line(OTHER_RUN, 0, HERE)
            }
        },
        "a line of another run",
    ),
];

#[test]
fn a_report_that_does_not_fit_starts_nothing() {
    for (case, change, words) in BAD_REPORTS {
        let (end, left, permits) = run(*change, b"");
        assert!(matches!(end, Ended::NotStarted { .. }), "{case}: {end}");
        assert!(end.to_string().contains(words), "{case}: {end}");
        assert_eq!(left["permit"], "stop", "{case}");
        assert!(permits.iter().all(|(word, _)| word != "go"), "{case}: {permits:?}");
    }
}

#[test]
fn a_stop_now_is_on_the_disk_before_the_run_ends() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    let (clock, controller) = spawn(Controller::new(&folder, at_3!(|lines, _f| lines.truncate(1))));
    let mut driver = FileHandover::with_clock(&folder, clock);
    let control = Control::new();
    let report = bench
        .run_watched(&mut driver, &control.clone(), &mut |event| {
            if let cellgraph::run::Event::StepStarted { number: 3, .. } = event {
                control.stop_now();
            }
        })
        .unwrap();
    assert_eq!(report.end, Ended::StoppedNow { during: 3 });
    let left: Value = serde_json::from_slice(&fs::read(folder.join("permit.json")).unwrap()).unwrap();
    assert_eq!((&left["permit"], &left["step"]), (&"stop".into(), &3.into()));
    drop(driver);
    controller.join().unwrap();
}

#[test]
fn what_an_earlier_run_left_permitted_is_taken_back() {
    let bench = Bench::new();
    let folder = bench.folder.path();
    fs::write(folder.join("permit.json"), r#"{"run":"old","step":5,"permit":"go"}"#).unwrap();
    FileHandover::new(folder).withdraw().unwrap();
    assert!(!folder.join("permit.json").exists());
    FileHandover::new(folder).withdraw().unwrap();
}

#[test]
fn two_programs_do_not_drive_one_controller() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    let mut other = FileHandover::new(&folder);
    other.withdraw().unwrap();
    fs::write(folder.join("permit.json"), "the other's").unwrap();
    let mut driver = FileHandover::new(&folder);
    let end = bench.run(&mut driver).unwrap().end;
    assert!(end.to_string().contains("another cellgraph drives the controller of this folder"), "{end}");
    assert_eq!(fs::read_to_string(folder.join("permit.json")).unwrap(), "the other's");
}

#[test]
fn the_controllers_folder_may_be_another_one() {
    let mut bench = Bench::new();
    let shared = super::support::folder();
    let (clock, controller) = spawn(Controller::new(shared.path(), |_, _, _| {}));
    let mut driver = FileHandover::with_clock(shared.path(), clock);
    assert_eq!(bench.run(&mut driver).unwrap().end, Ended::Completed);
    let text = |folder: &Path| fs::read_to_string(folder.join("actions.yaml")).unwrap();
    assert_eq!(text(shared.path()), text(bench.folder.path()));
    drop(driver);
    controller.join().unwrap();
}

#[test]
fn a_controller_in_its_own_time_completes_the_run() {
    let mut bench = Bench::new();
    let folder = bench.folder.path().to_owned();
    let (end, ended) = bounded::<()>(0);
    let mut controller = Controller::new(&folder, |_, _, _| {});
    let work = thread::spawn(move || {
        while !matches!(ended.try_recv(), Err(crossbeam_channel::TryRecvError::Disconnected)) {
            controller.act();
            thread::yield_now();
        }
    });
    let mut driver = FileHandover::with_clock(&folder, Arc::new(WallClock::new()));
    assert_eq!(bench.run(&mut driver).unwrap().end, Ended::Completed);
    drop(end);
    work.join().unwrap();
}
