//! Stored runs, done again: found without any model, planned anew from where the robot is, in the cell of today, and
//! reviewed again; never from a history that does not hold.

use cellgraph::{
    review::Warning,
    run::{Control, Ended, Event},
    store::RunStatus,
    workflow::{Proposed, Turn},
};

use crate::bench::{Bench, Script, cell, given_up, readers};

/// The steps as they are shown.
fn route(proposed: &Proposed) -> Vec<String> {
    proposed.proposal.shown().steps.iter().map(|step| step.name.clone()).collect()
}

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
        assert!(request.differences.is_empty(), "{:?}", request.differences);
    }
    assert_eq!(script.heard().len(), asked, "the model was not asked");
    let again = bench.propose("do that again");
    let report = bench.simulate(again);
    assert!(report.end.is_completed());
    assert_eq!((bench.runs(), bench.detail(&report).row.operator_input.as_str()), (2, "do that again"));
}

#[test]
fn by_its_place_in_the_history() {
    let mut bench = Bench::new();
    for place in ["position 4", "position 5", "position 3"] {
        bench.done(&format!("go to {place}"));
    }
    bench.correct("Home", "none");
    for (sentence, place) in [
        ("do the first one again", "position 4"),
        ("repeat the last but one", "position 5"),
        ("do today's last run again", "position 3"),
        ("den zweiten Auftrag von heute nochmal", "position 5"),
    ] {
        let again = bench.propose(sentence);
        let request = again.proposal.request();
        assert!(request.understood.contains(&format!("go to {place}")), "{sentence}: {}", request.understood);
    }
    for sentence in ["do the fourth one again", "repeat yesterday's first run"] {
        assert!(no_replay(bench.hear(sentence)).contains("There is no run"), "{sentence}");
    }
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

/// "Again what run UUID did" was said of a run that was stopped after its first step, and of one that no robot ever did.
#[test]
fn what_became_of_it_is_said() {
    let mut bench = Bench::new();
    let stop = |bench: &mut Bench, sentence: &str, after: u32| {
        let proposed = bench.propose(sentence);
        let (driver, control, folder) = (Box::new(bench.simulator()), Control::new(), bench.data());
        if after == 0 {
            control.finish_step_and_stop();
        }
        let mut watch = |event: Event| {
            if matches!(&event, Event::StepStarted { number, .. } if *number == after) {
                control.finish_step_and_stop();
            }
        };
        bench.desk.run(proposed.proposal.approve_for_simulation(), driver, &control, &mut watch, &folder).unwrap();
        bench.correct("Home", "none");
    };
    stop(&mut bench, "go to position 1", 1);
    stop(&mut bench, "go to position 2", 0);
    let done = bench.done("go to position 3");
    bench.correct("Home", "none");
    let day = jiff::Timestamp::now().strftime("%F").to_string();
    for (which, became) in [
        ("first", ", only simulated, stopped after step 1 of 2): go to position 1"),
        ("second", ", only simulated, stopped before any of its 2 steps was done): go to position 2"),
        ("third", ", only simulated, completed): go to position 3"),
    ] {
        let again = bench.propose(&format!("do the {which} one again"));
        let understood = &again.proposal.request().understood;
        assert!(understood.starts_with("again run "), "{understood}");
        assert!(understood.ends_with(became), "{understood}");
        assert!(again.proposal.shown().to_string().contains(understood), "{understood}");
    }
    let understood = bench.propose("do the third one again").proposal.request().understood.clone();
    assert!(understood.starts_with(&format!("again run 3 ({day} ")), "{understood}");
    assert!(understood.contains(&done.run_id.to_string()), "{understood}");
}

/// "There is no run #5 in the history", "no run yesterday #1".
#[test]
fn a_run_that_there_is_not_is_named_in_words() {
    let mut bench = Bench::new();
    bench.done("go to position 4");
    for (sentence, words) in [
        ("do the fifth one again", "There is no run 5 in the history: it has fewer."),
        ("repeat the last but one", "There is no run so far back in the history: it has fewer than 2."),
        ("repeat yesterday's first run", "There is no run of yesterday in the history."),
        ("repeat yesterday's second run", "There is no run 2 of yesterday in the history: it has fewer."),
        ("rerun the third one of 2026-03-01", "There is no run 3 of 2026-03-01 in the history: it has fewer."),
        ("repeat yesterday's last run", "There is no run of yesterday in the history."),
    ] {
        assert_eq!(no_replay(bench.hear(sentence)), words, "{sentence}");
    }
}

/// On main the stored steps were verified as they stood, so they fitted only where the run had begun.
#[test]
fn from_another_place_it_is_planned_anew() {
    let mut bench = Bench::new();
    bench.done("weld at position 1");
    let again = bench.propose("do that again");
    assert_eq!(route(&again), ["Tack Weld at Pos_1"]);
    let shown = again.proposal.shown();
    assert_eq!(
        shown.differences,
        [
            "start: Home with an empty hand then, Pos_1 with Welder now",
            "then only: steps 1 to 7: Move to Tool_Weld_Safe_Position, Move to Tool_Weld_Position, Attach Welder, \
             Move to Tool_Weld_Safe_Position, Move to Home, Move to Safe_Pos_1, Move to Pos_1",
        ]
    );
    assert!(shown.warnings.contains(&Warning::DiffersFromThen { differences: 2 }), "{:?}", shown.warnings);
    assert!(bench.simulate(again).end.is_completed());
}

/// The example of the operator's day that README once showed, which was refused on main with a missing move.
#[test]
fn what_was_revised_is_done_again_as_it_was_revised() {
    let mut bench = Bench::new();
    let proposed = bench.propose("weld at position 1 and 2");
    let revised = crate::bench::proposed(bench.revise(proposed, "skip position 2"));
    let run = bench.simulate(revised);
    assert!(run.end.is_completed());
    let intent = bench.detail(&run).record.intent_json.unwrap();
    assert_eq!(intent, r#"{"goal":"execute_routine","routine":"tack_weld","position":"Pos_1"}"#);
    bench.done("go home");
    let again = bench.propose(&format!("run task {}", run.run_id));
    assert_eq!(route(&again), ["Move to Safe_Pos_1", "Move to Pos_1", "Tack Weld at Pos_1"]);
    assert!(bench.simulate(again).end.is_completed());
    assert_eq!(route(&bench.propose("do that again")), ["Tack Weld at Pos_1"], "and a replay of the replay");
}

#[test]
fn what_is_so_already_is_not_done_again() {
    let mut bench = Bench::new();
    bench.done("go to position 4");
    match bench.hear("do that again") {
        Turn::NothingToDo(about) => {
            let understood = about.1.unwrap();
            assert!(understood.starts_with("again run 1 ("), "{understood}");
            assert!(understood.ends_with("only simulated, completed): go to position 4"), "{understood}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(bench.runs(), 1);
}

#[test]
fn in_another_cell_the_way_of_today_is_planned() {
    let mut bench = Bench::new();
    let run = bench.done("go to position 4");
    bench.correct("Home", "none");
    bench.desk.take_up(readers(&cell(2, &[("Safe_Pos_4", "Clear_Pos_4")]), None));
    let again = bench.propose(&format!("run task {}", run.run_id));
    assert_eq!(route(&again), ["Move to Clear_Pos_4", "Move to Pos_4"]);
    let differences = &again.proposal.shown().differences;
    assert!(differences[0].starts_with("layout: acf0791fe7c8383a then, "), "{differences:?}");
    assert_eq!(differences[1..], ["then only: step 1: Move to Safe_Pos_4", "now only: step 1: Move to Clear_Pos_4"]);
    bench.desk.take_up(readers(&cell(3, &[("Pos_4", "Bench_4")]), None));
    let text = given_up(bench.hear(&format!("run task {}", run.run_id)));
    assert!(text.contains("there is no position 'Pos_4' in this cell"), "{text}");
    assert_eq!(bench.runs(), 1);
}

/// After a rebuild to 8.5 s, main sent the stored 1.5 s under the new snapshot's hash.
#[test]
fn waits_and_the_controller_s_actions_are_those_of_today() {
    let mut bench = Bench::new();
    bench.done("weld at position 1");
    bench.correct("Pos_1", "Welder");
    let new = cell(2, &[("\"stabilize\":1.5", "\"stabilize\":8.5"), ("\"move_safe\"", "\"move_clear\"")]);
    bench.desk.take_up(readers(&new, None));
    let again = bench.propose("do that again");
    let step = &again.proposal.plan().steps[0];
    assert_eq!(step.stabilize_s, Some(8.5));
    let differences = &again.proposal.shown().differences;
    for changed in ["stabilize: 1.5 s then, 8.5 s now", "action_after: 'move_safe' then, 'move_clear' now"] {
        let line = format!("step 1 (Tack Weld at Pos_1), {changed}");
        assert!(differences.contains(&line), "{differences:#?}");
    }
}

/// On main a run that was changed behind the program's back was shown by its old names, and done by its new targets.
#[test]
fn what_was_changed_in_the_history_is_not_repeated() {
    for change in [
        "UPDATE runs SET sequence_json = replace(sequence_json, '\"target\":\"Safe_Pos_4\"', '\"target\":\"Home\"')",
        "UPDATE run_records SET intent_json = replace(intent_json, 'Pos_4', 'Tool_Weld_Position')",
        "UPDATE run_records SET intent_json = NULL",
        "UPDATE run_records SET plan_hash = 'x'",
        "UPDATE run_steps SET position = 'Pos_5' WHERE number = 2",
        "UPDATE journal SET body_json = replace(body_json, 'Pos_4', 'Pos_5') WHERE kind = 'run_begun'",
        "DELETE FROM corrections WHERE correction_id = 1",
    ] {
        let mut bench = Bench::new();
        let run = bench.done("go to position 4");
        bench.correct("Home", "none");
        bench.propose("do that again");
        let history = rusqlite::Connection::open(bench.data().join("history.db")).unwrap();
        history.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
        history.execute_batch(change).unwrap();
        let text = no_replay(bench.hear(&format!("run task {}", run.run_id)));
        assert!(text.contains("is not repeated") && text.contains("`cellgraph history check`"), "{change}: {text}");
        no_replay(bench.hear("do that again"));
    }
}

#[test]
fn a_plan_that_is_not_the_one_that_was_hashed_is_not_repeated() {
    let mut bench = Bench::new();
    let run = bench.recorded(r#"[{"action":"move","target":"Safe_Pos_1"}]"#, Some("ab"));
    assert_eq!(bench.runs(), 1, "and the history is sound");
    let text = no_replay(bench.hear(&format!("run task {run}")));
    assert!(text.contains("its plan is not the one whose hash was recorded"), "{text}");
}

#[test]
fn a_run_without_an_intent_has_its_steps_done_with_the_values_of_today_and_no_stored_name() {
    let mut bench = Bench::new();
    let sequence = r#"[
        {"name":"Move to Home","action":"move","target":"Safe_Pos_1"},
        {"name":"Stand still","action":"move","target":"Home"},
        {"name":"Do nothing","action":"routine","target":"position_check","stabilize":77.5,"verify":"nothing","tool":"Welder"}
    ]"#;
    let run = bench.recorded(sequence, None);
    let again = bench.propose(&format!("run task {run}"));
    assert_eq!(route(&again), ["Move to Safe_Pos_1", "Move to Home", "Position Check at Home"]);
    let snapshot = std::sync::Arc::clone(bench.desk.snapshot());
    let ids = (snapshot.routine_id("position_check").unwrap(), snapshot.position_id("Home").unwrap());
    let today = snapshot.metadata(ids.0, ids.1).unwrap();
    let step = &again.proposal.plan().steps[2];
    assert_eq!(
        (step.stabilize_s, step.verify.as_deref(), step.tool.as_deref()),
        (today.stabilize_s, today.verify, None)
    );
    let differences = &again.proposal.shown().differences;
    assert!(differences.iter().any(|line| line.contains("stabilize: 77.5 s then, ")), "{differences:?}");
    let text = again.proposal.shown().to_string();
    assert!(!text.contains("Stand still") && !text.contains("Do nothing"), "{text}");
    bench.correct("Tool_Weld_Safe_Position", "none");
    let text = given_up(bench.hear(&format!("run task {run}")));
    assert!(text.contains("Step 1: No"), "from elsewhere its steps are the verifier's to refuse: {text}");
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
