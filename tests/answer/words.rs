//! Every look-up, word by word: on the demo cell with and without a history, and on a cell of odd names.

use cellgraph::{
    answer::describe,
    cell::{PositionId, RoutineId, ToolId},
    language::{Clause, Day, HistoryAsk, Lookup, Order, Outcome, Places, Replay, Said, Span, Subject},
    snapshot::Snapshot,
    store::{NewRun, RobotState, RunRecord, RunStatus, StepAction, StepEnd, Store},
};
use jiff::Timestamp;
use uuid::Uuid;

use super::harness::{Runs, Torn, check, demo, grounds, now, of_cell, robot, talk, unconfirmed};
use crate::oracle::{Cell, Meta};

fn position(s: &Snapshot, name: &str) -> PositionId {
    s.position_id(name).unwrap()
}

/// Every look-up but those of the history, about whatever the cell has.
fn about_the_cell(s: &Snapshot, at: &str, far: &str) -> Vec<Lookup> {
    let (at, far) = (position(s, at), position(s, far));
    let mut asked = vec![
        Lookup::Positions,
        Lookup::Tools,
        Lookup::Routines,
        Lookup::WhereIsRobot,
        Lookup::HeldTool,
        Lookup::ToolLocation(None),
        Lookup::AllowedMoves(None),
        Lookup::AllowedMoves(Some(far)),
        Lookup::RoutinesAt(None),
        Lookup::RoutinesAt(Some(far)),
        Lookup::Path { from: None, to: far },
        Lookup::Path { from: Some(far), to: at },
        Lookup::Path { from: None, to: at },
        Lookup::Path { from: Some(far), to: far },
        Lookup::Capabilities,
        Lookup::Status,
        Lookup::About(Subject::Position(at)),
        Lookup::About(Subject::Position(far)),
    ];
    for tool in (0..s.tool_count() as u32).map(ToolId) {
        asked.extend([Lookup::ToolLocation(Some(tool)), Lookup::About(Subject::Tool(tool))]);
    }
    for routine in (0..s.routine_count() as u32).map(RoutineId) {
        asked.extend([Lookup::SupportedAt(routine), Lookup::About(Subject::Routine(routine))]);
    }
    asked
}

fn about_the_past() -> Vec<Lookup> {
    let ask = |count, day, only| Lookup::History(HistoryAsk { count, day, only });
    vec![
        ask(None, None, None),
        ask(Some(2), None, None),
        Lookup::More(None),
        Lookup::More(Some(1)),
        Lookup::Rest,
        Lookup::More(None),
        ask(None, Some(Day::Today), None),
        ask(None, Some(Day::Yesterday), None),
        ask(None, Some(Day::Yesterday), Some(Outcome::Failed)),
        ask(None, Some(Day::Date("2026-07-01".parse().unwrap())), None),
        ask(None, None, Some(Outcome::Failed)),
        ask(None, None, Some(Outcome::Completed)),
        Lookup::LastRun,
        Lookup::Status,
    ]
}

fn runs() -> Runs {
    Runs::default()
        .with("inspect everything", "2026-07-01T23:59:59Z", RunStatus::Completed, &["Safe_Pos_1", "Pos_1"])
        .with("go home", "2026-07-13T10:00:00Z", RunStatus::Completed, &["Home"])
        .with("weld at position 1 and 2", "2026-07-14T07:30:00Z", RunStatus::Completed, &["Safe_Pos_1", "Pos_1"])
        .with("go to 3\n\u{1b}[2J", "2026-07-14T07:45:00Z", RunStatus::Failed, &["Safe_Pos_1", "Safe_Pos_2", "Pos_2"])
}

#[test]
fn the_demo_cell_at_home_with_an_empty_hand() {
    let (s, robot) = (demo(), robot("Home", "none"));
    check!("demo_home", talk(&grounds(&s, Some(&robot), None), &about_the_cell(&s, "Home", "Pos_4")));
}

#[test]
fn the_demo_cell_with_the_welder_in_hand_unconfirmed() {
    let (s, robot) = (demo(), unconfirmed("Safe_Pos_4", "Welder", "run 12 was interrupted"));
    check!("demo_welder", talk(&grounds(&s, Some(&robot), None), &about_the_cell(&s, "Safe_Pos_4", "Pos_4")));
}

#[test]
fn nothing_is_known_about_the_robot() {
    let s = demo();
    check!("demo_unknown", talk(&grounds(&s, None, None), &about_the_cell(&s, "Home", "Pos_1")));
}

#[test]
fn the_state_names_what_the_cell_does_not_have() {
    let (s, robot) = (demo(), robot("Old_Place", "Old Tool"));
    let asked = [
        Lookup::WhereIsRobot,
        Lookup::HeldTool,
        Lookup::Status,
        Lookup::AllowedMoves(None),
        Lookup::RoutinesAt(None),
        Lookup::Path { from: None, to: PositionId(0) },
        Lookup::Tools,
        Lookup::Capabilities,
    ];
    check!("demo_foreign_state", talk(&grounds(&s, Some(&robot), None), &asked));
}

/// After a simulated run nothing is said of the robot: what is on record is the simulated one's.
#[test]
fn a_simulated_state_is_not_the_robots() {
    let s = demo();
    let left = RobotState {
        run_id: Some(Uuid::from_u128(7)),
        operator: None,
        driver: Some("simulator".to_owned()),
        ..robot("Pos_1", "Welder")
    };
    let mut runs = runs().with("weld at 1", "2026-07-14T14:59:58Z", RunStatus::Completed, &["Safe_Pos_1", "Pos_1"]);
    let (row, past) = runs.0.last_mut().unwrap();
    (row.driver, row.partial_steps) = ("simulator".to_owned(), 1);
    past.steps[1].warning = Some("confidence 0.40: not to be relied on".to_owned());
    let grounds = grounds(&s, Some(&left), Some(&runs));
    let asked = about_the_cell(&s, "Home", "Pos_1");
    let text = talk(&grounds, &asked);
    for said in ["The robot is", "The robot holds", "The robot was"] {
        assert!(!text.contains(said), "{text}");
    }
    let past = [Lookup::Status, Lookup::LastRun, Lookup::HeldTool, Lookup::History(HistoryAsk::default())];
    check!("demo_simulated", talk(&grounds, &past));
}

#[test]
fn the_past_of_the_demo_cell() {
    let (s, robot, runs) = (demo(), robot("Home", "none"), runs());
    check!("demo_past", talk(&grounds(&s, Some(&robot), Some(&runs)), &about_the_past()));
}

#[test]
fn a_past_without_runs_none_at_all_and_one_that_cannot_be_read() {
    let (s, robot, empty) = (demo(), robot("Home", "none"), Runs::default());
    let mut text = talk(&grounds(&s, Some(&robot), Some(&empty)), &about_the_past());
    let asked = [Lookup::History(HistoryAsk::default()), Lookup::LastRun, Lookup::Status];
    text.push_str(&talk(&grounds(&s, Some(&robot), None), &asked));
    text.push_str(&talk(&grounds(&s, Some(&robot), Some(&Torn)), &asked));
    check!("demo_no_past", text);
}

#[test]
fn the_past_of_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let mut second = now().as_second() - 3600;
    let clock = Box::new(move || {
        second += 1;
        Timestamp::from_second(second).unwrap()
    });
    let mut store = Store::open_with_clock(folder.path(), clock).unwrap();
    store.ensure_robot("Home", "none").unwrap();
    store.correct_robot("Home", "none", "ada", "seen").unwrap();
    let run = Uuid::from_u128(0x1111_2222_3333_4444_8555_6666_7777_8888);
    let record = RunRecord { start_position: "Home".into(), start_tool: "none".into(), ..RunRecord::default() };
    let plan = r#"[{"action":"move","target":"Safe_Pos_1"},{"action":"move","target":"Pos_1"}]"#;
    let new = NewRun { run_id: run, operator_input: "go to 1".into(), sequence_json: plan.into(), record };
    store.begin_run(&new).unwrap();
    store.run_started(run).unwrap();
    let step = store.begin_step(run, 1, "Safe_Pos_1", StepAction::Move).unwrap();
    store
        .end_step(step, &StepEnd::Completed { position: "Safe_Pos_1".into(), tool: "none".into(), judged: None })
        .unwrap();
    let s = demo();
    let asked = [Lookup::History(HistoryAsk::default()), Lookup::LastRun, Lookup::Status, Lookup::HeldTool];
    let robot = store.robot().unwrap();
    let mut text = talk(&grounds(&s, Some(&robot), Some(&*store)), &asked);
    store.begin_step(run, 2, "Pos_1", StepAction::Move).unwrap();
    store.recover(run, "the program ended during step 2").unwrap();
    let robot = store.robot().unwrap();
    text.push_str(&talk(&grounds(&s, Some(&robot), Some(&*store)), &asked));
    check!("store_past", text);
    // What somebody changed behind the store's back is not told as what was run.
    drop(store);
    let history = rusqlite::Connection::open(folder.path().join("history.db")).unwrap();
    history.execute_batch("UPDATE runs SET status = 'completed'").unwrap();
    let reader = Store::read_only(folder.path()).unwrap();
    for lookup in asked.iter().take(3) {
        let text = talk(&grounds(&s, Some(&robot), Some(&reader)), std::slice::from_ref(lookup));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("the history was changed: runs: run 11112222-3333-4444-8555-666677778888"), "{text}");
        assert!(
            text.contains("`cellgraph history check` says what else") && !text.contains("completed after"),
            "{text}"
        );
    }
}

#[test]
fn a_running_run_is_told() {
    let (s, robot) = (demo(), unconfirmed("Home", "none", "run in progress"));
    let runs = runs().with("go to Pos_1", "2026-07-14T14:59:58Z", RunStatus::Running, &["Safe_Pos_1"]);
    check!("demo_running", talk(&grounds(&s, Some(&robot), Some(&runs)), &[Lookup::Status, Lookup::LastRun]));
}

/// Odd names, one-way moves, no costs, no descriptions, metadata that differs from place to place.
fn odd() -> Cell {
    let verify = Meta { stabilize: Some(90.0), action_after: None, verify: Some("two\nlines".to_owned()) };
    Cell::default()
        .with_position("Start here", "home")
        .with_position("it's", "work")
        .with_position("a, b and c", "work")
        .with_position("rack", "tool_mount")
        .with_position("island", "safe_approach")
        .with_moves_both_ways("Start here", "it's")
        .with_moves_both_ways("Start here", "rack")
        .with_move("it's", "a, b and c")
        .with_tool("Glue gun", "rack")
        .with_routine("tool_attach", "none", &["rack"])
        .with_routine("tool_release", "none", &["rack"])
        .with_routine("glue", "Glue gun", &["it's"])
        .with_support("glue", "a, b and c", verify)
        .with_routine("look", "none", &[])
}

#[test]
fn a_cell_of_odd_names() {
    let (s, robot) = (of_cell(&odd()), robot("a, b and c", "Glue gun"));
    let mut asked = about_the_cell(&s, "a, b and c", "Start here");
    asked.extend([
        Lookup::AllowedMoves(s.position_id("island")),
        Lookup::About(Subject::Position(position(&s, "island"))),
        Lookup::About(Subject::Position(position(&s, "rack"))),
    ]);
    check!("odd", talk(&grounds(&s, Some(&robot), None), &asked));
}

#[test]
fn a_cell_with_one_position() {
    let s = of_cell(&Cell::default().with_position("Only", "home"));
    let robot = robot("Only", "none");
    check!("only", talk(&grounds(&s, Some(&robot), None), &about_the_cell(&s, "Only", "Only")));
}

#[test]
fn what_was_understood_in_words() {
    let s = demo();
    let at = |spans: Vec<Span>| Places { spans, reversed: false };
    let one = |name: &str| Span::One(position(&s, name));
    let routine = |name: &str| s.routine_id(name).unwrap();
    let work = |routines: &[&str], places, times, order| Clause::Work {
        routines: routines.iter().map(|name| routine(name)).collect(),
        places,
        times,
        order,
    };
    let both = ["tack_weld", "camera_inspection"];
    let (by_routine, by_place) = (Order::RoutineByRoutine, Order::PlaceByPlace);
    let two = || at(vec![one("Pos_1"), one("Pos_2")]);
    let but = vec![position(&s, "Pos_2")];
    let said = [
        Said::Do(vec![Clause::Go { places: at(vec![one("Pos_1")]), times: 1 }]),
        Said::Do(vec![Clause::Go { places: Places { reversed: true, ..two() }, times: 2 }]),
        Said::Do(vec![work(&["tack_weld"], two(), 1, by_routine), Clause::DropAndHome]),
        Said::Do(vec![work(&both, two(), 3, by_routine)]),
        Said::Do(vec![work(&both, two(), 1, by_place)]),
        Said::Do(vec![work(&both, at(vec![one("Pos_1")]), 1, by_place)]),
        Said::Do(vec![work(&["tack_weld"], at(vec![Span::All { but }]), 1, by_routine)]),
        Said::Do(vec![work(&["position_check"], at(vec![Span::Here]), 1, by_routine)]),
        Said::Do(vec![Clause::Go {
            places: at(vec![Span::Range(position(&s, "Pos_1"), position(&s, "Pos_3")), one("Home")]),
            times: 1,
        }]),
        Said::Do(vec![Clause::Go { places: at(vec![Span::All { but: vec![] }]), times: 1 }]),
        Said::Do(vec![Clause::Take(s.tool_id("Camera").unwrap()), Clause::Drop]),
        Said::Do(vec![]),
        Said::Replay(Replay::Last),
        Said::Replay(Replay::Run(Uuid::from_u128(7))),
        Said::Confirm,
        Said::UNCLEAR,
        Said::Unknown,
    ];
    let mut text: Vec<String> = said.iter().map(|said| describe(said, &s)).collect();
    let asked = about_the_cell(&s, "Home", "Pos_1").into_iter().chain(about_the_past());
    text.extend(asked.map(|lookup| describe(&Said::Ask(lookup), &s)));
    text.dedup();
    check!("described", text.join("\n"));
}
