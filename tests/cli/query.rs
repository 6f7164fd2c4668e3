//! The ten queries: for people, for programs, and asked wrongly.

use crate::harness::{Folder, Transcript, check};

/// Every query with arguments that have an answer.
const ASKED: [&str; 10] = [
    "get_all_positions",
    "get_all_tools",
    "get_all_routines",
    "get_tool_locations",
    "get_allowed_moves Home",
    "get_supported_positions tack_weld",
    "get_routine_by_name tack_weld",
    "get_routine_metadata tack_weld Pos_1",
    "get_shortest_path Pos_1 Pos_5",
    "is_move_allowed Home Safe_Pos_1",
];

#[test]
fn answers_for_people_and_for_programs() {
    let folder = Folder::with_snapshot();
    let (mut people, mut programs) = (Transcript::default(), Transcript::default());
    for query in ASKED {
        people.add(query, &folder.run(&format!("query {query} --snapshot demo.cell")));
        let run = folder.run(&format!("query {query} --snapshot demo.cell --json"));
        let _: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        programs.add(query, &run);
    }
    check!("query", people);
    check!("query_json", programs);
}

#[test]
fn null_false_and_an_empty_list_exit_with_1() {
    let folder = Folder::with_snapshot();
    for (query, json, words) in [
        ("get_routine_by_name fold", "null", "there is no such routine"),
        ("get_routine_metadata tack_weld Home", "null", "not supported there"),
        ("is_move_allowed Home Pos_1", "false", "no"),
        ("is_move_allowed Home Home", "false", "no"),
    ] {
        let run = folder.run(&format!("query {query} --snapshot demo.cell --json"));
        assert_eq!((run.status, run.out.trim(), run.err.as_str()), (1, json, ""), "{query}");
        let run = folder.run(&format!("query {query} --snapshot demo.cell"));
        assert_eq!((run.status, run.out.trim(), run.err.as_str()), (1, words, ""), "{query}");
    }
    folder.write(
        "island.jsonl",
        r#"{"type":"node","id":"0","labels":["Position"],"properties":{"name":"A","role":"home"}}
           {"type":"node","id":"1","labels":["Position"],"properties":{"name":"B","role":"work"}}
           {"type":"node","id":"2","labels":["Routine"],"properties":{"name":"r"}}"#,
    );
    assert_eq!(folder.run("snapshot build --from island.jsonl -o island.cell").status, 0);
    for (query, json, words) in [
        ("get_shortest_path A B", "null", "there is no path"),
        ("get_allowed_moves A", "[]", "none"),
        ("get_supported_positions r", "[]", "none"),
        ("get_all_tools", "[]", "none"),
    ] {
        let run = folder.run(&format!("query {query} --snapshot island.cell --json"));
        assert_eq!((run.status, run.out.trim(), run.err.as_str()), (1, json, ""), "{query}");
        let run = folder.run(&format!("query {query} --snapshot island.cell"));
        assert_eq!((run.status, run.out.trim(), run.err.as_str()), (1, words, ""), "{query}");
    }
    let run = folder.run("query get_tool_locations --snapshot island.cell --json");
    assert_eq!((run.status, run.out.trim()), (0, "{}"));
}

#[test]
fn asked_wrongly() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for query in [
        "get_all_position",
        "zzz",
        "get_shortest_path Home",
        "get_all_tools Home",
        "get_allowed_moves pos_1",
        "get_shortest_path Home Safe_Pos_9",
        "get_supported_positions tackweld",
        "is_move_allowed Home zzzzz",
        "get_all_tools --by cost",
    ] {
        let run = folder.run(&format!("query {query} --snapshot demo.cell"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{query}");
        transcript.add(query, &run);
    }
    check!("query_asked_wrongly", transcript);
}

#[test]
fn least_cost_needs_costs() {
    let folder = Folder::with_snapshot();
    check!("query_by_cost", folder.run("query get_shortest_path Home Pos_3 --by cost --snapshot demo.cell"));
    let run = folder.run("snapshot generate --positions 20 --tools 1 -o free.jsonl");
    assert_eq!(run.status, 0, "{run}");
    assert_eq!(folder.run("snapshot build --from free.jsonl -o free.cell").status, 0);
    check!("query_by_cost_without", folder.run("query get_shortest_path Home Home --by cost --snapshot free.cell"));
}

#[test]
fn timings_are_talk() {
    let run = Folder::with_snapshot().run("query get_all_tools --snapshot demo.cell --json --timings");
    assert!(run.out.starts_with('['), "{run}");
    check!("query_timings", run.err);
}

#[test]
fn a_name_from_outside_cannot_write_to_the_terminal() {
    let run = Folder::with_snapshot()
        .run_with(&["query", "get_allowed_moves", "Home\u{1b}[2J\nerror: all is well", "--snapshot", "demo.cell"], "");
    check!("query_control_characters", run);
}
