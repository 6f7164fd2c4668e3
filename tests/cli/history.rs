//! `history` and `snapshot diff --history`.

use crate::harness::{Folder, Run, Transcript, check};

/// Three runs: two completed, one that went wrong.
fn with_runs() -> Folder {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to position 4").status, 0);
    folder.correct("Home", "none");
    assert_eq!(folder.simulate("weld at position 1").status, 0);
    let run = folder.ask("go home", &["--yes", "--faults", "3:1000"], "");
    assert_eq!(run.status, 1, "{run}");
    folder
}

fn lines(run: &Run) -> Vec<serde_json::Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn listed_and_filtered() {
    let folder = with_runs();
    check!("history_list", folder.run("history list"));
    check!("history_list_json", folder.run("history list --status completed --json"));
    let count = |options: &str| lines(&folder.run(&format!("history list --json {options}"))).len();
    assert_eq!((count(""), count("--status completed"), count("--status failed"), count("--text weld")), (3, 2, 1, 1));
    // "Failed" on record; the controller refused it, so that it did not even start.
    let of = |how: &str| count(&format!("--ended {how}"));
    assert_eq!((of("completed"), of("not-started"), of("failed"), of("stopped"), of("interrupted")), (2, 1, 0, 0, 0));
    assert_eq!((count("--at Pos_1"), count("--at Pos_4"), count("--at Home"), count("--at Nowhere")), (1, 1, 2, 0));
    assert_eq!((count("--tool Welder"), count("--tool Camera")), (2, 0));
    assert_eq!((count("--day 2020-01-02"), count("--operator Nobody")), (0, 0));
    assert_eq!((count("--limit 2"), count("--before 2"), count("--day 2020-01-01"), count("--limit 0")), (2, 1, 0, 0));
    let none = folder.run("history list --text polish");
    assert_eq!((none.status, none.out.as_str(), none.err.as_str()), (1, "", "no runs\n"));
}

#[test]
fn one_run_with_its_steps() {
    let folder = with_runs();
    let ids = folder.run_ids();
    let mut transcript = Transcript::default();
    for id in &ids {
        transcript.add("history show …", &folder.run(&format!("history show {id}")));
    }
    let unknown = folder.run("history show 3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071");
    assert_eq!(unknown.status, 2);
    transcript.add("history show of no run", &unknown);
    check!("history_show", transcript);
    let detail = &lines(&folder.run(&format!("history show {} --json", ids[1])))[0];
    assert_eq!((&detail["status"], detail["steps"].as_array().unwrap().len()), (&"completed".into(), 8));
}

/// A run was named by its whole id alone.
#[test]
fn a_run_by_its_number_its_first_characters_or_last() {
    let folder = with_runs();
    let ids = folder.run_ids();
    let shown = |name: &str| {
        let run = folder.run(&format!("history show {name} --json"));
        assert_eq!(run.status, 0, "{name}: {run}");
        lines(&run)[0]["run_id"].as_str().unwrap().to_owned()
    };
    assert_eq!((&shown("last"), &shown("3"), &shown("1")), (&ids[0], &ids[0], &ids[2]));
    assert_eq!((&shown(&ids[1][..13]), &shown(&ids[1].to_uppercase())), (&ids[1], &ids[1]));
    let mut transcript = Transcript::default();
    for name in ["4", "0", "-1", "12345678", "ffff-ffff", "abc", "first", ""] {
        let run = folder.run_with(&["history", "show", "--", name], "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{name}: {run}");
        transcript.add(&format!("history show -- '{name}'"), &run);
    }
    check!("history_no_such_run", transcript);
}

#[test]
fn what_happened_in_the_order_of_time() {
    let folder = with_runs();
    assert_eq!(folder.ask("weld at position 2", &[], "no\n").status, 1);
    check!("history_timeline", folder.run("history timeline"));
    let mut transcript = Transcript::default();
    for options in ["1", "--tool Welder --limit 3", "--operator Ada", "--day 2020-01-02", "--day noon", "7"] {
        transcript.add(&format!("history timeline {options}"), &folder.run(&format!("history timeline {options}")));
    }
    check!("history_timeline_filtered", transcript);
    let events = lines(&folder.run("history timeline 1 --json"));
    let kinds: Vec<&str> = events.iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["run_begun", "step", "step", "run_ended"]);
    assert!(events.iter().all(|event| event["at"].as_str().unwrap().ends_with('Z')), "programs get UTC: {events:?}");
}

/// Operator, not started, interrupted and failed were all "failed".
#[test]
fn a_run_that_a_crash_left_open_was_interrupted() {
    let folder = Folder::at_home();
    folder.interrupt("go to position 4");
    let run = folder.run("history list");
    assert!(run.out.contains("┆ not ended"), "{run}");
    let recover = "recover --snapshot demo.cell --operator Ada --position Home --tool none --reason looked";
    let recovered = folder.run(recover);
    assert_eq!(recovered.status, 0, "{recovered}");
    let run = folder.run("history list --ended interrupted");
    assert!(run.status == 0 && run.out.contains("┆ interrupted"), "{run}");
    let run = folder.run("history show last");
    assert!(run.out.contains("ended:       interrupted: the program ended in the middle of the run"), "{run}");
}

#[test]
fn a_changed_lost_or_added_row_is_found() {
    let folder = with_runs();
    check!("history_check", folder.run("history check"));
    assert_eq!(lines(&folder.run("history check --json"))[0]["problems"], serde_json::json!([]));
    for sql in [
        "UPDATE runs SET operator_input = 'go home' WHERE operator_input = 'weld at position 1'",
        "DELETE FROM run_steps WHERE step_id = 1",
        "UPDATE journal SET body_json = replace(body_json, 'weld', 'polish')",
        "DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)",
    ] {
        let folder = with_runs();
        let history = rusqlite::Connection::open(folder.path("cellgraph-data/history.db")).unwrap();
        history.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap();
        drop(history);
        let run = folder.run("history check");
        assert!(run.status == 1 && run.out.starts_with("NOT sound"), "{sql}: {run}");
        assert_eq!(folder.run("history check --json").status, 1, "{sql}");
    }
}

#[test]
fn exported_line_by_line() {
    let folder = with_runs();
    let run = folder.run("history export");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines = lines(&run);
    assert_eq!(lines[0]["type"], "history");
    let runs = lines.iter().filter(|line| line["type"] == "run").count();
    assert_eq!(runs, 3, "{run}");
}

#[test]
fn where_there_is_none() {
    let folder = Folder::with_snapshot();
    std::fs::create_dir(folder.path("empty")).unwrap();
    folder.write("empty/history.db", "");
    let mut transcript = Transcript::default();
    for command in ["list", "show 3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071", "check", "export"] {
        for data in ["nowhere", "empty", "demo.cell"] {
            let run = folder.run(&format!("history {command} --data {data}"));
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command} {data}: {run}");
            if command == "list" {
                transcript.add(&format!("history {command} --data {data}"), &run);
            }
        }
    }
    check!("history_none", transcript);
    assert!(!folder.path("nowhere").exists(), "reading makes nothing");
}

#[test]
fn it_is_read_beside_the_one_who_writes() {
    let folder = with_runs();
    let locked = cellgraph::store::Store::open(&folder.path("cellgraph-data")).unwrap();
    assert_eq!(folder.run("history list").status, 0);
    assert_eq!(folder.run("history check").status, 0);
    drop(locked);
}

#[test]
fn a_new_layout_and_the_plans_of_the_past() {
    let folder = with_runs();
    let export = String::from_utf8(folder.read("demo.jsonl")).unwrap().replace("Safe_Pos_4", "Clear_of_the_bench");
    folder.write("new.jsonl", export);
    assert_eq!(folder.run("snapshot build --from new.jsonl -o new.cell").status, 0);
    let run = folder.run("snapshot diff demo.cell new.cell --history cellgraph-data");
    assert_eq!(run.status, 1, "{run}");
    check!("diff_history", run);
    check!("diff_history_json", folder.run("snapshot diff demo.cell new.cell --history cellgraph-data --json"));
    check!("diff_history_same", folder.run("snapshot diff demo.cell demo.cell --history cellgraph-data/history.db"));
    std::fs::copy(folder.path("cellgraph-data/history.db"), folder.path("copy.db")).unwrap();
    let run = folder.run("snapshot diff demo.cell new.cell --history copy.db");
    assert!(run.status == 1 && run.out.contains("1 of 3 past plans refused"), "a copy is enough: {run}");
    let run = folder.run("snapshot diff new.cell new.cell --history copy.db");
    assert_eq!(run.status, 1, "the same graph, and still refused: {run}");
    let mut transcript = Transcript::default();
    for history in ["nowhere", "demo.cell", "cellgraph-data/robot_state.db"] {
        let run = folder.run(&format!("snapshot diff demo.cell new.cell --history {history}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run}");
        transcript.add(&format!("snapshot diff … --history {history}"), &run);
    }
    check!("diff_history_unusable", transcript);
}

/// "no runs" of a history with runs.
#[test]
fn a_list_of_no_runs_at_all_is_refused() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to safe position 1").status, 0);
    let run = folder.run("history list --limit 0");
    assert_eq!(run.status, 2, "{run}");
    assert!(run.err.contains("a list of at most 0 runs shows nothing: 1 or more is wanted"), "{run}");
    assert!(folder.run("history list --limit -1").status == 2 && folder.run("history list --limit x").status == 2);
    assert_eq!(folder.run("history list --limit 1").status, 0);
}
