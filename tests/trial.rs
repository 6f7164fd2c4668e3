//! `robot test`: the reference controller passes every case of a trial, and a controller with one line changed fails in the case of that
//! line alone. Time passes by turns of the controller: nothing here waits for a clock.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "trial/bench.rs"]
mod bench;
#[path = "support/script.rs"]
mod script;

use bench::{Bench, Hands};
use cellgraph::run::trial::{Case, Fault, Finding, LeftOut, NoWay, Outcome, TrialError, Way};

/// Cases that did not pass, with what came.
fn not_passed(findings: &[Finding]) -> Vec<(Case, &Outcome)> {
    findings.iter().filter(|finding| !finding.is_passed()).map(|finding| (finding.case, &finding.outcome)).collect()
}

#[test]
fn the_reference_controller_passes_every_case() {
    let mut bench = Bench::new(None);
    let findings = bench.try_it(Hands::There).unwrap();
    assert_eq!(not_passed(&findings), []);
    assert_eq!(findings.iter().map(|finding| finding.case).collect::<Vec<_>>(), Case::ALL);
    // Two where `actions.yaml` alone is of another run, two for a step, two for a pause, one for each case that halts.
    assert_eq!(bench.python("moved"), "9 still");
    assert_eq!(bench.permit()["permit"], "stop", "at the end");
}

/// Without anybody at the robot nothing is halted on its way, and the robot stands where it stood.
#[test]
fn what_takes_a_person_is_left_out_without_one() {
    let mut bench = Bench::new(None);
    let findings = bench.try_it(Hands::Nobody).unwrap();
    let left_out = Outcome::LeftOut(LeftOut::NobodyThere);
    let halting = [Case::StopInMotion, Case::DeadPc, Case::Restart].map(|case| (case, &left_out));
    assert_eq!(not_passed(&findings), halting);
    assert_eq!(bench.python("moved"), "6 still");
    assert_eq!(bench.permit()["permit"], "stop");
}

/// A line of the reference controller, what it becomes, and the case that it fails.
const FAULTS: &[(&str, &str, Case)] = &[
    // Never says where the robot is.
    (r#"if permit["report"] > self.reported:"#, "if False:", Case::Report),
    // Moves when a new `hold` asks for nothing, once.
    (
        r#"if permit["permit"] == "go" and is_new"#,
        r#"if 0 < permit["report"] < permit["serial"] and permit["permit"] == "hold" and not self.begun: self.begin(permit)
        elif permit["permit"] == "go" and is_new"#,
        Case::Hold,
    ),
    // Answers each request twice.
    (
        r#"self.reported = permit["report"]"#,
        r#"self.reported = permit["report"] - (0 if self.reported == permit["report"] - 1 else 1)"#,
        Case::Report,
    ),
    // Reports at the first permit of a run alone.
    (
        r#"if permit["report"] > self.reported:"#,
        r#"if permit["report"] > self.reported and (permit["permit"] != "hold" or permit["step"] or permit["run"] not in [line["run"] for line in self.said()]):"#,
        Case::Reports,
    ),
    // Does not look at `report` under a stop.
    (
        r#"if permit["report"] > self.reported:"#,
        r#"if permit["report"] > self.reported and (permit["permit"] != "stop" or permit["step"] or self.begun):"#,
        Case::StopBefore,
    ),
    // Forgets the largest serial number.
    (r#"self.serial = permit["serial"]"#, "pass", Case::OldSerial),
    // Does not compare the run with the one that the sequence names.
    (r#"is_ours = actions.get("run") == run and isinstance"#, "is_ours = isinstance", Case::OtherRun),
    // Looks for the run in the one file, and takes the steps from the other.
    (
        r#"is_ours = actions.get("run") == run and isinstance"#,
        r#"is_ours = run in open(self.folder + "/actions.yaml").readline() and isinstance"#,
        Case::OtherRun,
    ),
    (
        r#"return steps if is_ours and"#,
        r#"targets = __import__("re").findall('target: "?([^"\n]+)', open(self.folder + "/actions.yaml").read())
        steps = [dict(step, target=target) for step, target in zip(steps or [], targets)]
        return steps if is_ours and"#,
        Case::OtherRun,
    ),
    // Needs no heartbeat to begin.
    (r#"is_new and self.is_alive(permit):"#, r#"is_new:"#, Case::NoHeartbeat),
    // Is somewhere else after a step, once: after the second step of the second run that has one.
    (
        r#"self.position = step["target"]"#,
        r#"self.seconds = getattr(self, "seconds", 0) + (step["id"] == 2)
            self.position = "Elsewhere" if self.seconds == 2 and step["id"] == 2 else step["target"]"#,
        Case::Step,
    ),
    // Says nothing between two steps.
    (
        r#"if permit["report"] > self.reported:"#,
        r#"if permit["report"] > self.reported and (permit["permit"] != "hold" or permit["step"] == 0):"#,
        Case::Pause,
    ),
    // Goes on with a step whatever the permit has become, as long as the PC is alive.
    (
        r#"return is_same and self.is_alive(permit)"#,
        r#"return self.beaten_at is not None and self.clock() - self.beaten_at <= 5"#,
        Case::StopInMotion,
    ),
    // Goes on without a heartbeat.
    (r#"return is_same and self.is_alive(permit)"#, "return is_same", Case::DeadPc),
    // Says nothing of the step that a restart broke off.
    (r#"if said and said[-1]["state"] == "started":"#, "if False:", Case::Restart),
    // Counts the serial number wrongly in what is done.
    (
        r#"self.say_where("done", self.going, report=self.report())"#,
        r#"self.say_where("done", dict(self.going, serial=self.going["serial"] + 1), report=self.report())"#,
        Case::Lines,
    ),
    // Gives no tool with `done`.
    (
        r#"self.say_where("done", self.going, report=self.report())"#,
        r#"self.say("done", self.going, position=self.robot.position)"#,
        Case::Lines,
    ),
    // Writes lines that are not JSON.
    (r#"self.say("started", permit)"#, r#"self.append_raw("started\n")"#, Case::Lines),
];

#[test]
fn a_controller_with_one_line_changed_fails_in_that_case_alone() {
    for (old, new, case) in FAULTS {
        let mut bench = Bench::new(Some((old, new)));
        let findings = bench.try_it(Hands::There).unwrap();
        let failed: Vec<Case> =
            findings.iter().filter(|finding| finding.is_failed()).map(|finding| finding.case).collect();
        assert_eq!(failed, [*case], "{old} → {new}: {findings:#?}");
        assert_eq!(bench.permit()["permit"], "stop", "{old} → {new}");
        assert!(bench.python("moved").ends_with("still"), "{old} → {new}");
    }
}

/// The line that is named is the one that shows the fault.
#[test]
fn the_line_is_named_that_shows_it() {
    let mut bench = Bench::new(Some((r#"self.serial = permit["serial"]"#, "pass")));
    let findings = bench.try_it(Hands::There).unwrap();
    let found = findings.iter().find(|finding| finding.case == Case::OldSerial).unwrap();
    let Outcome::Failed { fault: Fault::Moved, line: Some(line) } = found.outcome else { panic!("{found:?}") };
    let text = bench.progress();
    let shown: serde_json::Value =
        serde_json::from_str(text.lines().nth(usize::try_from(line).unwrap() - 1).unwrap()).unwrap();
    assert_eq!((&shown["state"], &shown["step"]), (&"started".into(), &1.into()), "{shown}");
}

/// A robot that nobody brought back is permitted nothing more.
#[test]
fn a_robot_that_was_not_brought_back_is_left_alone() {
    let mut bench = Bench::new(None);
    let findings = bench.try_it(Hands::DoNotBringBack).unwrap();
    let cases: Vec<Case> = not_passed(&findings).into_iter().map(|(case, _)| case).collect();
    assert_eq!(cases, [Case::DeadPc, Case::Restart]);
    assert!(findings.iter().filter(|finding| cases.contains(&finding.case)).all(|finding| {
        matches!(&finding.outcome, Outcome::LeftOut(LeftOut::NotAtStart(place)) if place.position == "unknown")
    }));
    assert_eq!(bench.python("moved"), "7 still");
}

/// A wish to stop ends the trial in the middle of a motion, and the robot with it.
#[test]
fn a_wish_to_stop_halts_the_robot() {
    let mut bench = Bench::new(None);
    bench.stop_at(Case::Pause);
    assert!(matches!(bench.try_it(Hands::There), Err(TrialError::Stopped)));
    assert_eq!(bench.permit()["permit"], "stop");
    bench.python("t 5 20");
    assert!(bench.python("moved").ends_with("still"));
}

/// The permit's name leads to a folder from the middle of a motion on: no stop can be published. The person is told at once, and nothing
/// more is tried.
#[test]
fn a_stop_that_cannot_be_published_is_told_and_ends_the_trial() {
    let mut bench = Bench::new(None);
    bench.block_permits_at(Case::Step);
    let ended = bench.try_it(Hands::There);
    assert!(matches!(ended, Err(TrialError::Folder(_) | TrialError::Stopped)), "{ended:?}");
    assert!(bench.was_told_that_no_stop_stands());
    assert_eq!(bench.python("moved").split(' ').next(), Some("3"), "no other motion was permitted");
}

/// A motion that is over at once cannot be disturbed: that is no fault of the controller.
#[test]
fn a_motion_that_is_too_short_fails_nothing() {
    let mut bench = Bench::new(None).with_steps_of(0.05);
    let findings = bench.try_it(Hands::There).unwrap();
    assert!(findings.iter().all(|finding| !finding.is_failed()), "{findings:#?}");
    let dead = findings.iter().find(|finding| finding.case == Case::DeadPc).unwrap();
    assert_eq!(dead.outcome, Outcome::LeftOut(LeftOut::MotionTooShort));
}

#[test]
fn a_way_is_an_allowed_move_and_back() {
    let bench = Bench::new(None);
    let place = |position: &str| bench::place(position);
    let way = |position: &str, to: Option<&str>| Way::from(bench.snapshot(), &place(position), to);
    let moves = |position, to| way(position, to).unwrap().moves();
    assert_eq!(moves("Home", None), ["Move to Safe_Pos_1", "Move to Home"]);
    assert_eq!(moves("Home", Some("Safe_Pos_2")), ["Move to Safe_Pos_2", "Move to Home"]);
    assert!(matches!(way("Home", Some("Pos_1")), Err(NoWay::Not { .. })), "no such move");
    assert!(matches!(way("Home", Some("Mars")), Err(NoWay::Not { .. })));
    assert!(matches!(way("Mars", None), Err(NoWay::Unknown { .. })));
    // A yes is bound to the place and to the moves.
    let digest = |position, to| way(position, to).unwrap().digest();
    assert_eq!(digest("Home", None), digest("Home", Some("Safe_Pos_1")));
    assert_ne!(digest("Home", None), digest("Home", Some("Safe_Pos_2")));
    let other = digest("Home", Some("Safe_Pos_2")).to_hex().to_string().parse().unwrap();
    assert!(way("Home", None).unwrap().approved(&other).is_err());
    assert!(way("Home", Some("Safe_Pos_2")).unwrap().approved(&other).is_ok());
}
