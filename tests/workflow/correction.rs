//! What can be done about a run that failed: a new run, linked to it, from where the robot is.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use cellgraph::{
    metrics::{Came, figures, sentences},
    observe::Declared,
    plan::Action,
    run::{
        Control, Driver, DriverError, Ended, Handover, Heard, RunReport, Simulator, Stopper,
        protocol::{Permit, Progress},
    },
    store::RunStatus,
    workflow::{Proposed, Remedies, Turn, Way},
};

use crate::bench::{Bench, given_up, proposed, targets};

/// How a controller has a step fail.
#[derive(Clone, Copy)]
enum Fault {
    /// It says so.
    Said,
    /// It says that the step is done, and that nothing moved.
    Denied,
}

/// A simulated robot whose controller has one step fail.
struct FailsAt(Simulator, u32, Fault);

impl Driver for FailsAt {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn is_simulated(&self) -> bool {
        true
    }
    fn keeps_time(&self) -> bool {
        self.0.keeps_time()
    }
    fn folder(&self) -> Option<PathBuf> {
        None
    }
    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        self.0.prepare(handover)
    }
    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.0.publish(permit)
    }
    fn listen(&mut self) -> Result<Heard, DriverError> {
        let mut heard = self.0.listen()?;
        for told in &mut heard.lines {
            if told.line.step == self.1 && matches!(told.line.progress, Progress::Done(_)) {
                match self.2 {
                    Fault::Said => told.line.progress = Progress::Failed("the arc did not start".to_owned()),
                    Fault::Denied => told.witness.motion = Some(false),
                }
            }
        }
        Ok(heard)
    }
    fn declared(&self, handover: &Handover) -> Declared {
        self.0.declared(handover)
    }
    fn stopper(&self) -> Arc<dyn Stopper> {
        self.0.stopper()
    }
}

/// Runs what is proposed, with a step that fails; then somebody says where the robot is.
fn failing(bench: &mut Bench, waiting: Proposed, step: u32, then: (&str, &str)) -> RunReport {
    failing_by(Fault::Said, bench, waiting, step, then)
}

fn failing_by(fault: Fault, bench: &mut Bench, waiting: Proposed, step: u32, then: (&str, &str)) -> RunReport {
    let report = failed(fault, bench, waiting, step);
    bench.correct(then.0, then.1);
    report
}

/// The same, and nobody has said yet where the robot is.
fn failed(fault: Fault, bench: &mut Bench, waiting: Proposed, step: u32) -> RunReport {
    let approved = waiting.proposal.approve_for_simulation();
    let (driver, folder) = (Box::new(FailsAt(bench.simulator(), step, fault)), bench.data());
    let report = bench.desk.run(approved, driver, &Control::new(), &mut |_| {}, &folder).unwrap();
    assert!(matches!(report.end, Ended::Failed { step: failed, .. } if failed == step), "{report:?}");
    report
}

fn ways(bench: &mut Bench) -> Vec<Way> {
    bench.desk.remedies(None).unwrap().unwrap().ways
}

fn refused(bench: &mut Bench) -> String {
    bench.desk.remedies(None).unwrap().unwrap_err()
}

#[test]
fn the_rest_is_planned_from_where_the_robot_is_and_linked() {
    let mut bench = Bench::new();
    assert_eq!(refused(&mut bench), "Nothing was run yet.");
    let waiting = bench.propose("weld at position 1 and 2");
    // The eighth step is the first weld.
    let failed = failing(&mut bench, waiting, 8, ("Pos_1", "Welder"));
    assert_eq!(ways(&mut bench), [Way::Rest, Way::Reseat]);
    let correction = proposed(bench.desk.correct(Way::Rest, None).unwrap());
    assert_eq!(
        targets(&correction),
        ["tack_weld", "Safe_Pos_1", "Safe_Pos_2", "Pos_2", "tack_weld"],
        "not the seven before"
    );
    let shown = correction.proposal.shown().to_string();
    let corrects = format!("Corrects:    run {}: failed at step 8", failed.run_id);
    assert!(shown.contains(&corrects) && shown.contains("the arc did not start"), "{shown}");
    assert!(shown.contains("Warning:     step 8 of the failed run (Tack Weld at Pos_1) had been begun"), "{shown}");
    let report = bench.simulate(correction);
    assert_eq!(report.end, Ended::Completed);
    let detail = bench.detail(&report);
    assert_eq!(detail.record.corrects, Some(failed.run_id.to_string()));
    assert_ne!(detail.row.run_id, failed.run_id, "a run of its own");
    assert_eq!(bench.status(&failed), RunStatus::Failed, "what failed stays on record");
    assert_eq!(refused(&mut bench), "The latest run did not fail: there is nothing to correct.");
    // It was the robot that failed, and not the reading.
    let found = sentences(bench.desk.store()).unwrap();
    assert_eq!(found.iter().map(|sentence| sentence.came).collect::<Vec<_>>(), [Came::Corrected]);
    assert_eq!(figures(&found).catch_rate.of, 0);
}

/// What was predicted of the step stood in the history, and nobody was shown it.
#[test]
fn a_correction_shows_what_was_predicted_of_the_step_that_failed() {
    let mut bench = Bench::new();
    let waiting = bench.propose("go to position 1");
    failing_by(Fault::Denied, &mut bench, waiting, 1, ("Home", "none"));
    let remedies = bench.desk.remedies(None).unwrap().unwrap();
    assert!(remedies.why.contains("the witness says that nothing moved"), "{}", remedies.why);
    let predicted = "; predicted was: ";
    let shown = proposed(bench.desk.correct(Way::Rest, None).unwrap()).proposal.shown().to_string();
    assert!(remedies.why.contains(predicted) && shown.contains(predicted), "{shown}");
    assert!(remedies.why.ends_with(", of which 100 of 100 was seen"), "{}", remedies.why);
    // A step that was said to have failed was not judged: of it nothing is added.
    let waiting = bench.propose("go to position 1");
    failing(&mut bench, waiting, 1, ("Home", "none"));
    assert!(!bench.desk.remedies(None).unwrap().unwrap().why.contains(predicted));
}

/// Ways were offered that none could go: each of them begins where nobody knows.
#[test]
fn nothing_is_offered_before_somebody_has_said_where_the_robot_is() {
    let mut bench = Bench::new();
    let waiting = bench.propose("weld at position 1 and 2");
    let report = failed(Fault::Said, &mut bench, waiting, 8);
    assert!(!report.confirmed, "{report:?}");
    let unconfirmed = "Nobody has confirmed where the robot is: look at it, and say so. Then ask again.";
    let nothing = |turn: Turn| match turn {
        Turn::NothingToCorrect(why) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&mut bench), unconfirmed);
    assert_eq!(nothing(bench.desk.correct(Way::Rest, None).unwrap()), unconfirmed);
    assert_eq!(nothing(bench.desk.carry_on(None).unwrap()), unconfirmed);
    bench.correct("Pos_1", "Welder");
    assert_eq!(ways(&mut bench), [Way::Rest, Way::Reseat]);
    // As a program that was killed leaves it.
    bench.correct("Home", "none");
    bench.begun();
    let interrupted = "The latest run was interrupted: look at the robot, and say where it is. Then ask again.";
    assert_eq!(refused(&mut bench), interrupted);
    assert_eq!(nothing(bench.desk.carry_on(None).unwrap()), interrupted);
}

#[test]
fn a_tool_is_seated_anew() {
    let mut bench = Bench::new();
    let waiting = bench.propose("weld at position 1");
    failing(&mut bench, waiting, 8, ("Pos_1", "Welder"));
    let correction = proposed(bench.desk.correct(Way::Reseat, None).unwrap());
    let steps = targets(&correction);
    let place = |routine: &str| steps.iter().position(|target| *target == routine).unwrap();
    assert!(place("tool_release") < place("tool_attach") && place("tool_attach") < place("tack_weld"), "{steps:?}");
    assert_eq!(bench.simulate(correction).end, Ended::Completed);
    // Where the hand is empty nobody knows who has put the tool where.
    bench.correct("Home", "none");
    let waiting = bench.propose("weld at position 1");
    failing(&mut bench, waiting, 8, ("Home", "none"));
    assert_eq!(ways(&mut bench), [Way::Rest], "nothing of the one goal was reached");
}

#[test]
fn a_move_that_failed_is_gone_around() {
    let mut bench = Bench::new();
    let waiting = bench.propose("go to position 1");
    let path = targets(&waiting).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(path.len() > 1, "{path:?}");
    failing(&mut bench, waiting, 1, ("Home", "none"));
    assert_eq!(ways(&mut bench), [Way::Rest, Way::Around]);
    let correction = proposed(bench.desk.correct(Way::Around, None).unwrap());
    let steps = &correction.proposal.plan().steps;
    let moves: Vec<&str> = steps.iter().filter(|step| step.action == Action::Move).map(|step| &*step.target).collect();
    assert_ne!(moves[0], path[0], "{moves:?}");
    assert_eq!((moves.last(), steps.len()), (Some(&"Pos_1"), moves.len()));
    assert_eq!(bench.simulate(correction).end, Ended::Completed);
    // A robot that is elsewhere does not come by there at all.
    bench.correct("Home", "none");
    let waiting = bench.propose("go to position 1");
    failing(&mut bench, waiting, 1, (&path[0], "none"));
    assert_eq!(ways(&mut bench), [Way::Rest]);
    assert!(matches!(bench.desk.correct(Way::Around, None).unwrap(), Turn::NothingToCorrect(_)));
}

/// The robot was jogged to where the run had been going, and an operator was told to look at what stands in the way.
#[test]
fn where_everything_asked_for_is_so_that_is_said() {
    let mut bench = Bench::new();
    let waiting = bench.propose("go to position 1");
    failing(&mut bench, waiting, 2, ("Pos_1", "none"));
    let nothing = "Nothing is left of it: everything that was asked for is already so.";
    let remedies = bench.desk.remedies(None).unwrap().unwrap();
    assert!(remedies.is_done && remedies.ways.is_empty(), "{remedies:?}");
    assert!(remedies.to_string().ends_with(nothing), "{remedies}");
    assert!(matches!(bench.desk.correct(Way::Rest, None).unwrap(), Turn::NothingToCorrect(why) if why == nothing));
}

/// Where no way leads on, that is said, and a person is asked to look.
#[test]
fn where_nothing_can_be_proposed_a_person_has_to_look() {
    let remedies = |ways: &[Way]| Remedies {
        run: uuid::Uuid::nil(),
        why: "jammed\u{1b}".to_owned(),
        is_stopped: false,
        is_done: false,
        ways: ways.to_vec(),
    };
    let text = remedies(&[]).to_string();
    assert!(text.ends_with("Nothing can be proposed from where the robot is. Look at what stands in the way, and say in words what is to be done."), "{text}");
    assert!(text.contains("failed: jammed\\u001b."), "{text}");
    let text = remedies(&Way::ALL).to_string();
    for (number, way) in (1..).zip(Way::ALL) {
        assert!(text.contains(&format!("\n  {number}  {}", way.words())), "{text}");
    }
}

#[test]
fn after_two_corrections_a_person_has_to_look() {
    let mut bench = Bench::new();
    let waiting = bench.propose("weld at position 1");
    failing(&mut bench, waiting, 8, ("Pos_1", "Welder"));
    for _ in 0..2 {
        let correction = proposed(bench.desk.correct(Way::Rest, None).unwrap());
        failing(&mut bench, correction, 1, ("Pos_1", "Welder"));
    }
    let why = refused(&mut bench);
    assert!(why.contains("corrected 2 times") && why.contains("say in words"), "{why}");
    assert!(matches!(bench.desk.correct(Way::Rest, None).unwrap(), Turn::NothingToCorrect(_)));
    // An operator may say anything, as always.
    let waiting = bench.propose("weld at position 1");
    assert_eq!(bench.simulate(waiting).end, Ended::Completed);
}

/// What was said to be put back, and is in the hand all the same, is not left out.
#[test]
fn a_tool_that_the_steps_have_not_left_is_not_gone_on_with() {
    let mut bench = Bench::new();
    bench.correct("Home", "Welder");
    let waiting = bench.propose("put the welder back and go to position 1");
    let released = targets(&waiting).iter().position(|target| *target == "tool_release").unwrap() as u32 + 1;
    failing(&mut bench, waiting, released + 1, ("Tool_Weld_Safe_Position", "Welder"));
    let why = refused(&mut bench);
    assert!(why.contains("holds 'Welder'"), "{why}");
    bench.correct("Tool_Weld_Safe_Position", "none");
    assert_eq!(ways(&mut bench)[0], Way::Rest);
}

/// A robot has done nothing of what was simulated: to go on with the rest of it would leave that out.
#[test]
fn a_robot_corrects_no_simulation() {
    let mut bench = Bench::new();
    let waiting = bench.propose("weld at position 1 and 2");
    failing(&mut bench, waiting, 8, ("Pos_1", "Welder"));
    let why = bench.desk.remedies(Some(Path::new("/srv/controller"))).unwrap().unwrap_err();
    assert!(why.contains("was simulated"), "{why}");
    assert!(
        matches!(bench.desk.correct(Way::Rest, Some(Path::new("/srv/controller"))).unwrap(), Turn::NothingToCorrect(said) if said == why)
    );
    assert!(bench.desk.remedies(None).unwrap().is_ok());
}

#[test]
fn nothing_is_corrected_that_cannot_be_relied_on() {
    let mut bench = Bench::new();
    let waiting = bench.propose("go to position 1");
    let report = failing(&mut bench, waiting, 1, ("Home", "none"));
    given_up(bench.hear("weld at position 4"));
    assert!(!ways(&mut bench).is_empty(), "a sentence that came to nothing changes nothing");
    let history = rusqlite::Connection::open(bench.data().join("history.db")).unwrap();
    history.execute("UPDATE runs SET operator_input = 'x' WHERE run_id = ?", [report.run_id.to_string()]).unwrap();
    let why = refused(&mut bench);
    assert!(why.contains("the history is not what was written"), "{why}");
}
