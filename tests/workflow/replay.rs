//! Stored plans, done again: found without any model, verified against today's cell and state, reviewed again.

use cellgraph::{
    run::{Control, Ended},
    store::RunStatus,
    workflow::Turn,
};

use crate::bench::{Bench, Script, cell, given_up, readers};

fn no_replay(turn: Turn) -> String {
    match turn {
        Turn::NoReplay(text) => text,
        other => panic!("no replay is wanted, not {other:?}"),
    }
}

#[test]
fn there_must_be_something_to_repeat() {
    let mut bench = Bench::new();
    assert!(no_replay(bench.hear("do that again")).contains("No run was completed yet"));
    let unknown = "3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071";
    assert!(no_replay(bench.hear(&format!("run task {unknown}"))).contains(unknown));
}

#[test]
fn by_phrase_and_by_id_before_any_model() {
    let snapshot = cell(1, &[]);
    let script = Script::new(&snapshot, &["action go Pos_4"]);
    let mut bench = Bench::with(&snapshot, Some(&script));
    let there = bench.done("go to position 4");
    let asked = script.heard().len();
    bench.correct("Home", "none");
    for sentence in ["do that again".to_owned(), format!("run task {}", there.run_id)] {
        let again = bench.propose(&sentence);
        let request = again.proposal.request();
        assert_eq!((request.reader.as_str(), again.attempts), ("replay", 1), "{sentence}");
        assert!(request.understood.contains("go to position 4"), "{}", request.understood);
        assert_ne!(request.correlation_id, there.run_id, "a run of its own");
        let stored = bench.detail(&there).row.sequence_json;
        assert_eq!(serde_json::to_string(again.proposal.plan()).unwrap(), stored);
    }
    assert_eq!(script.heard().len(), asked, "the model was not asked");
    let again = bench.propose("do that again");
    let report = bench.simulate(again);
    assert!(report.end.is_completed());
    assert_eq!((bench.runs(), bench.detail(&report).row.operator_input.as_str()), (2, "do that again"));
}

#[test]
fn a_failed_run_is_not_the_last_one() {
    let mut bench = Bench::new();
    let good = bench.done("go to safe position 1");
    let proposed = bench.propose("go to position 1");
    let (driver, control, folder) = (Box::new(bench.simulator()), Control::new(), bench.data());
    control.finish_step_and_stop();
    let approved = proposed.proposal.approve_for_simulation();
    let stopped = bench.desk.run(approved, driver, &control, &mut |_| {}, &folder).unwrap();
    assert_eq!(stopped.end, Ended::StoppedByOperator { after: 0 });
    assert_eq!(bench.status(&stopped), RunStatus::Failed);
    bench.correct("Home", "none");
    let again = bench.propose("repeat the last run");
    assert!(again.proposal.request().understood.contains(&good.run_id.to_string()));
    // By its id the stopped one can be repeated, from where it began.
    bench.correct("Safe_Pos_1", "none");
    bench.propose(&format!("run task {}", stopped.run_id));
}

#[test]
fn from_another_place_it_is_refused_with_the_verifier_s_words() {
    let mut bench = Bench::new();
    bench.done("weld at position 1");
    let text = given_up(bench.hear("do that again"));
    assert!(text.contains("do the last completed run again"), "{text}");
    assert!(text.contains("Step 1: No :ONLY_ALLOWED_MOVE_TO edge from 'Pos_1' to 'Tool_Weld_Safe_Position'"), "{text}");
    assert_eq!(bench.runs(), 1);
}

#[test]
fn in_another_cell_it_is_refused_with_the_verifier_s_words() {
    let mut bench = Bench::new();
    let run = bench.done("go to position 4");
    bench.correct("Home", "none");
    bench.desk.take_up(readers(&cell(2, &[("Safe_Pos_4", "Clear_Pos_4")]), None));
    let text = given_up(bench.hear(&format!("run task {}", run.run_id)));
    assert!(text.contains("Step 1: Position 'Safe_Pos_4' does not exist in graph"), "{text}");
    assert_eq!(bench.runs(), 1);
}

#[test]
fn a_revision_of_a_repeated_plan_is_a_sentence_of_its_own() {
    let mut bench = Bench::new();
    bench.done("go to position 4");
    bench.correct("Home", "none");
    let again = bench.propose("do that again");
    match bench.revise(again, "go to safe position 1") {
        Turn::Proposed(proposed) => assert_eq!(proposed.proposal.shown().end.position, "Safe_Pos_1"),
        other => panic!("{other:?}"),
    }
}
