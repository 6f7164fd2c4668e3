//! "Do that again" through the program: planned as of today, and never from a history that was changed.

use crate::harness::{Folder, Transcript, check};

impl Folder {
    /// Changes the history behind the program's back.
    fn tamper(&self, sql: &str) {
        let history = rusqlite::Connection::open(self.path("cellgraph-data/history.db")).unwrap();
        history.execute_batch(sql).unwrap();
    }
}

/// The operator's day that README once showed, which ended on main with a missing move; then a rebuild, after which main sent 1.5 s under the hash
/// of the layout that says 8.5.
#[test]
fn again_is_planned_as_of_today() {
    let folder = Folder::at_home();
    let mut transcript = Transcript::default();
    let mut add = |what: &str, run| transcript.add(what, &run);
    add(
        "weld at position 1 and 2 / skip position 2",
        folder.ask("weld at position 1 and 2", &[], "skip position 2\nyes\n"),
    );
    add("do that again", folder.simulate("do that again"));
    folder.rebuild(
        r#""stabilize":1.5,"verify":"weld_quality_check""#,
        r#""stabilize":8.5,"verify":"weld_quality_check""#,
    );
    folder.correct("Home", "none");
    add("do that again, after a rebuild", folder.simulate("do that again"));
    let actions = String::from_utf8(folder.read("cellgraph-data/actions.yaml")).unwrap();
    assert!(actions.contains("stabilize: 8.5"), "{actions}");
    assert_eq!(folder.simulate("go home").status, 0);
    add("do that again, at home", folder.simulate("do that again"));
    check!("replay", transcript);
}

/// What an earlier cellgraph recorded is done again, step by step: it kept no intent.
#[test]
fn a_run_of_an_earlier_cellgraph_is_done_again() {
    let folder = Folder::with_snapshot();
    std::fs::create_dir(folder.path("cellgraph-data")).unwrap();
    for file in ["history.db", "robot_state.db"] {
        let original = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/version-1").join(file);
        folder.write(&format!("cellgraph-data/{file}"), std::fs::read(original).unwrap());
    }
    assert!(folder.run("history list").out.contains("weld at position 1"));
    folder.correct("Home", "none");
    folder.rebuild(
        r#""stabilize":1.5,"verify":"weld_quality_check""#,
        r#""stabilize":8.5,"verify":"weld_quality_check""#,
    );
    let run = folder.simulate("do that again");
    assert!(run.status == 0 && run.out.contains("completed: 8 of 8 steps"), "{run}");
    assert!(run.out.contains("step 8 (Tack Weld at Pos_1), stabilize: 1.5 s then, 8.5 s now"), "{run}");
    assert_eq!(folder.run("history check").status, 0);
}

/// On main step 1 was shown as "Move to Home" and led to the welder's stand.
#[test]
fn a_history_that_was_changed_is_not_repeated() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to safe position 1").status, 0);
    assert_eq!(folder.simulate("go home").status, 0);
    folder.tamper(
        r#"UPDATE runs SET sequence_json = '[{"id":1,"name":"Move to Home","action":"move","target":"Tool_Weld_Safe_Position"}]'"#,
    );
    let run = folder.simulate("do that again");
    check!("replay_changed_history", run);
    assert_eq!((run.status, folder.run("history check").status), (1, 1), "{run}");
}

/// `do` refused rightly on main, and `state show` said "That is confirmed."
#[test]
fn what_is_confirmed_is_said_alike_by_all() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to safe position 1").status, 0);
    let mut transcript = Transcript::default();
    let mut add = |what: &str, run| transcript.add(what, &run);
    add("state show, after a simulated run", folder.run("state show"));
    add("where is the robot?", folder.simulate("where is the robot?"));
    let state = rusqlite::Connection::open(folder.path("cellgraph-data/robot_state.db")).unwrap();
    state.execute_batch("UPDATE robot_state SET current_position = 'Pos_4'").unwrap();
    drop(state);
    add("state show, after a change by another program", folder.run("state show"));
    add("state show --json", folder.run("state show --json"));
    add("go home", folder.simulate("go home"));
    add("state show", folder.run("state show"));
    check!("state_confirmed_for", transcript);
}
