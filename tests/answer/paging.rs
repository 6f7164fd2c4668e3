//! Lists of any length: page by page, each entry once, in order, and an end that is said.

use std::collections::BTreeSet;

use cellgraph::{
    answer::{Conversation, Grounds, answer},
    generate,
    language::{Day, HistoryAsk, Lookup},
    snapshot::Snapshot,
    store::RunStatus,
    when::Clock,
};
use proptest::prelude::*;

use super::harness::{Runs, check, clock, demo, grounds, of_export, robot, talk};

fn generated(positions: u32) -> Snapshot {
    let mut text = Vec::new();
    let options = generate::Options { positions, tools: 4, seed: 7, costs: true };
    generate::apoc(&options, &mut text).unwrap();
    of_export(std::str::from_utf8(&text).unwrap())
}

#[test]
fn a_long_list_by_pages() {
    let s = generated(120);
    let far = s.position_id(s.position_name(cellgraph::cell::PositionId(100)));
    let robot = robot(s.position_name(cellgraph::cell::PositionId(0)), "none");
    let routine = cellgraph::cell::RoutineId(0);
    let asked = [
        Lookup::More(None),
        Lookup::Rest,
        Lookup::Positions,
        Lookup::More(Some(3)),
        Lookup::WhereIsRobot,
        Lookup::More(None),
        Lookup::More(Some(1)),
        Lookup::More(Some(0)),
        Lookup::Rest,
        Lookup::More(Some(10)),
        Lookup::Routines,
        Lookup::SupportedAt(routine),
        Lookup::Path { from: None, to: far.unwrap() },
        Lookup::Status,
    ];
    check!("generated_pages", talk(&grounds(&s, Some(&robot), None), &asked));
}

#[test]
fn one_answer_never_shows_more_than_its_bound() {
    let s = generated(1000);
    let grounds = grounds(&s, None, None);
    let first = answer(&Lookup::Positions, &Conversation::default(), &grounds);
    let rest = answer(&Lookup::Rest, &first.next, &grounds);
    assert!(rest.text.starts_with("Positions 21 to 220 of 1000:"), "{}", rest.text);
    assert!(rest.text.ends_with("780 more: say '10 more' or 'the rest'."));
    let more = answer(&Lookup::More(Some(u32::MAX)), &rest.next, &grounds);
    assert!(more.text.starts_with("Positions 221 to 420 of 1000:"), "{}", more.text);
}

#[test]
fn a_run_that_is_added_meanwhile_moves_no_page() {
    let s = demo();
    let runs = |count: usize| {
        (0..count).fold(Runs::default(), |runs, i| {
            runs.with(&format!("run-{i}"), "2026-07-14T07:00:00Z", RunStatus::Completed, &["Home"])
        })
    };
    let before = runs(12);
    let ask = Lookup::History(HistoryAsk { count: Some(5), day: None, only: None });
    let first = answer(&ask, &Conversation::default(), &grounds(&s, None, Some(&before)));
    let after = runs(14);
    let second = answer(&Lookup::More(None), &first.next, &grounds(&s, None, Some(&after)));
    let shown: Vec<usize> = (0..14).filter(|i| second.text.contains(&format!("\"run-{i}\""))).collect();
    assert_eq!(shown, [2, 3, 4, 5, 6], "{}", second.text);
    assert!(second.text.starts_with("Runs 6 to 10:"), "{}", second.text);
}

#[test]
fn the_steps_of_the_last_run_stay_those_of_that_run() {
    let s = demo();
    let long: Vec<&str> = ["Safe_Pos_1", "Home"].into_iter().cycle().take(25).collect();
    let before = Runs::default().with("there and back", "2026-07-14T07:00:00Z", RunStatus::Completed, &long);
    let first = answer(&Lookup::LastRun, &Conversation::default(), &grounds(&s, None, Some(&before)));
    assert!(first.text.ends_with("5 more: say 'the rest'."), "{}", first.text);
    let after = before.with("something else", "2026-07-14T08:00:00Z", RunStatus::Completed, &["Pos_1"]);
    let rest = answer(&Lookup::Rest, &first.next, &grounds(&s, None, Some(&after)));
    assert!(rest.text.starts_with("Steps 21 to 25 of 25:\n  21. Move to Safe_Pos_1, completed"), "{}", rest.text);
}

#[test]
fn today_stays_the_day_of_asking_at_midnight() {
    let s = demo();
    let runs = Runs::default().with("first", "2026-07-14T07:00:00Z", RunStatus::Completed, &["Home"]).with(
        "second",
        "2026-07-14T08:00:00Z",
        RunStatus::Completed,
        &["Home"],
    );
    let ask = Lookup::History(HistoryAsk { count: Some(1), day: Some(Day::Today), only: None });
    let first = answer(&ask, &Conversation::default(), &grounds(&s, None, Some(&runs)));
    assert!(first.text.starts_with("The latest run today (2026-07-14):\n  \"second\""), "{}", first.text);
    let midnight = Grounds {
        clock: Clock { now: "2026-07-14T22:00:01Z".parse().unwrap(), ..clock() },
        ..grounds(&s, None, Some(&runs))
    };
    let more = answer(&Lookup::More(None), &first.next, &midnight);
    assert!(more.text.contains("\"first\", started yesterday 2026-07-14 09:00:00 CEST"), "{}", more.text);
}

#[test]
fn a_list_of_another_cell_is_not_gone_on_with() {
    let (old, new) = (generated(60), generated(70));
    let first = answer(&Lookup::Positions, &Conversation::default(), &grounds(&old, None, None));
    let more = answer(&Lookup::More(None), &first.next, &grounds(&new, None, None));
    assert_eq!(more.text, "The cell has changed since that list was shown. Ask for it again.");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pages_give_every_entry_once_and_in_order(positions in 11..90_u32, steps in prop::collection::vec(0..30_u32, 0..8)) {
        let s = generated(positions);
        let grounds = grounds(&s, None, None);
        let mut last = answer(&Lookup::Positions, &Conversation::default(), &grounds);
        let mut text = last.text.clone();
        for step in steps.into_iter().map(|n| Lookup::More(Some(n))).chain([Lookup::Rest]) {
            last = answer(&step, &last.next, &grounds);
            text = format!("{text}\n{}", last.text);
        }
        let entries: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("    "))
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        let all: Vec<&str> =
            (0..positions).map(|id| s.position_name(cellgraph::cell::PositionId(id))).collect();
        prop_assert_eq!(&entries, &all);
        prop_assert_eq!(entries.iter().collect::<BTreeSet<_>>().len(), all.len());
        prop_assert!(text.ends_with("That is all.") || text.ends_with("That was all of it."), "{}", text);
    }
}
