//! Every answer can say what it stands on: which snapshot, which state, which runs.

use cellgraph::{
    answer::{Conversation, Misfit, Source, answer, fallback},
    language::{HistoryAsk, Lookup, Said},
    store::RunStatus,
};

use super::harness::{Runs, demo, grounds, robot};

#[test]
fn a_question_about_the_cell_stands_on_the_snapshot() {
    let s = demo();
    let answer = answer(&Lookup::Positions, &Conversation::default(), &grounds(&s, None, None));
    let [fact] = &answer.facts[..] else { panic!("{:?}", answer.facts) };
    assert_eq!(fact.source, Source::Snapshot { content_hash: s.content_hash_hex() });
    assert_eq!(fact.to_string(), format!("snapshot {}: get_all_positions", s.content_hash_hex()));
}

#[test]
fn a_question_about_the_robot_stands_on_the_state_and_its_time() {
    let (s, robot) = (demo(), robot("Home", "none"));
    let answer = answer(&Lookup::AllowedMoves(None), &Conversation::default(), &grounds(&s, Some(&robot), None));
    let facts: Vec<String> = answer.facts.iter().map(ToString::to_string).collect();
    let snapshot = format!("snapshot {}: get_allowed_moves(Home)", s.content_hash_hex());
    assert_eq!(facts, ["state of 2026-07-14T08:15:30.25Z: position Home, tool none, confirmed", &snapshot]);
}

#[test]
fn a_question_about_the_past_stands_on_the_runs_that_are_shown_and_no_others() {
    let s = demo();
    let runs = ["a", "b", "c"]
        .iter()
        .fold(Runs::default(), |runs, word| runs.with(word, "2026-07-14T07:00:00Z", RunStatus::Completed, &["Home"]));
    let ask = Lookup::History(HistoryAsk { count: Some(2), day: None, only: None });
    let answer = answer(&ask, &Conversation::default(), &grounds(&s, None, Some(&runs)));
    let latest = vec![runs.0[2].0.run_id, runs.0[1].0.run_id];
    assert_eq!(answer.facts[0].source, Source::History { runs: latest });
    let json = serde_json::to_string(&answer.facts).unwrap();
    assert_eq!(
        json,
        r#"[{"source":{"history":{"runs":["be892f3d-9cfc-44de-acff-c82576a46603","be892f3d-9cfc-44de-acff-c82576a46602"]}},"what":"runs, the latest first"}]"#
    );
}

#[test]
fn what_is_not_known_stands_on_nothing() {
    let s = demo();
    let answer = answer(&Lookup::WhereIsRobot, &Conversation::default(), &grounds(&s, None, None));
    assert_eq!(answer.facts, []);
}

#[test]
fn the_fallback_stands_on_the_state_and_the_snapshot() {
    let (s, robot) = (demo(), robot("Home", "none"));
    let misfit =
        Misfit { sentence: "hello", said: &Said::Unknown, errors: &[], attempts: 1, doubt: None, is_objected: false };
    let facts = fallback(&misfit, &grounds(&s, Some(&robot), None)).facts;
    assert!(matches!(facts[0].source, Source::State { .. }) && matches!(facts[1].source, Source::Snapshot { .. }));
}
