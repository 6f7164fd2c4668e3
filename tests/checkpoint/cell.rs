//! Checkpoint 1 on the demo cell: what a sentence was read as, in the general form.

use std::sync::LazyLock;

use cellgraph::{
    cell::State,
    checkpoint::{
        Criterion, Issue, Score,
        Verdict::{Fail, Pass, Retry},
        cell::{Marks, ReadSentence, SCORE_OF_PROBABILITY, Sure, case, check, check_replay, complexity, probability},
        decomposition::{Complexity, Report},
    },
    import,
    language::{Clause, Order, Places, Span},
    plan::{Goal, Intent},
    snapshot::{self, Provenance, Snapshot},
};

use crate::{codes, score, scored};

static DEMO: LazyLock<Snapshot> = LazyLock::new(|| {
    let export = include_bytes!("../../graph-snapshots/demo-cell.apoc.jsonl");
    let draft = import::from_apoc(export, &mut |_| {}).unwrap().draft;
    Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).unwrap()
});

fn at(position: &str, tool: &str) -> State {
    State::named(&DEMO, position, tool).unwrap()
}

fn move_to(position: &str) -> Goal {
    Goal::Move { position: position.to_owned() }
}

fn run(routine: &str, position: &str) -> Goal {
    Goal::Routine { routine: routine.to_owned(), position: position.to_owned() }
}

fn take(tool: &str) -> Goal {
    Goal::AttachTool { tool: tool.to_owned() }
}

const SURE: Option<Sure> = Some(Sure { route: Score::FULL, line: Score::FULL });

fn reading(intent: &Intent) -> ReadSentence<'_> {
    ReadSentence { sentence: "said", intent, marks: Marks::default(), critic: None, sure: SURE, retry_count: 0 }
}

fn judged(goals: &[Goal], critic: Option<Vec<Issue>>) -> Report {
    let intent = Intent::Goals(goals.to_vec());
    check(&ReadSentence { critic, ..reading(&intent) }, &DEMO, at("Home", "none"))
}

#[test]
fn goals_are_subgoals_one_after_the_other() {
    let intent =
        Intent::Goals(vec![take("Welder"), run("tack_weld", "Pos_1"), move_to("Home"), Goal::ReleaseToolAndHome]);
    let case = case(&reading(&intent), &DEMO, at("Home", "none"));
    let parts: Vec<(&str, &str, &str)> =
        case.decomposition.subgoals.iter().map(|s| (&*s.id, &*s.agent, &*s.description)).collect();
    assert_eq!(
        parts,
        [
            ("g1", "tool change", "Take 'Welder'"),
            ("g2", "routine tack_weld", "Run 'tack_weld' at 'Pos_1'"),
            ("g3", "motion", "Move to 'Home'"),
            ("g4", "tool change", "Bring the tool back and go home"),
        ]
    );
    assert_eq!(case.decomposition.subgoals[2].depends_on, ["g2"]);
    assert_eq!(case.decomposition.execution_order.unwrap()[0].subgoals, ["g1", "g2", "g3", "g4"]);
    let agents: Vec<(String, Vec<String>)> =
        case.agents.unwrap().into_iter().map(|agent| (agent.name, agent.capabilities)).collect();
    let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        agents,
        [
            ("motion".to_owned(), texts(&["position Home", "position Pos_1"])),
            ("tool change".to_owned(), texts(&["tool Welder", "flange", "home"])),
            ("routine tack_weld".to_owned(), texts(&["position Pos_1", "with Welder"])),
        ]
    );
}

#[test]
fn what_the_cell_has_passes() {
    for goals in [
        vec![move_to("Pos_1")],
        vec![take("Welder")],
        vec![Goal::ReleaseTool],
        vec![Goal::ReleaseToolAndHome],
        vec![run("tack_weld", "Pos_1"), run("tack_weld", "Pos_2")],
    ] {
        let report = judged(&goals, Some(Vec::new()));
        assert_eq!((report.outcome.verdict, codes(&report.outcome)), (Pass, vec![]), "{goals:?}: {report:#?}");
        assert_eq!(report.outcome.overall_score.unwrap().to_string(), "1.00");
    }
}

#[test]
fn what_the_cell_does_not_have_does_not() {
    for (goal, expected) in [
        (move_to("Mars"), vec!["missing_capability", "no_such_context"]),
        (take("Laser"), vec!["missing_capability", "no_such_context"]),
        (run("fold", "Pos_1"), vec!["unknown_agent", "no_such_context"]),
        // Supported nowhere near home, and known all the same.
        (run("tack_weld", "Home"), vec!["missing_capability"]),
        // The system's routines are no goals.
        (run("tool_attach", "Tool_Weld_Position"), vec!["unknown_agent", "no_such_context"]),
    ] {
        let report = judged(std::slice::from_ref(&goal), Some(Vec::new()));
        assert_eq!((report.outcome.verdict, codes(&report.outcome)), (Retry, expected), "{goal:?}");
    }
}

#[test]
fn complexity_by_what_hangs_on_it() {
    let hard = |goals: &[Goal], marks: Marks, tool: &str| {
        let intent = Intent::Goals(goals.to_vec());
        complexity(&ReadSentence { marks, ..reading(&intent) }, &DEMO, at("Home", tool))
    };
    let none = Marks::default();
    assert_eq!(hard(&[], none, "none"), Complexity::Simple);
    assert_eq!(complexity(&reading(&Intent::Unknown), &DEMO, at("Home", "none")), Complexity::Simple);
    assert_eq!(hard(&[move_to("Pos_1")], none, "none"), Complexity::Medium);
    assert_eq!(hard(&[run("tack_weld", "Pos_1")], none, "Welder"), Complexity::Medium);
    assert_eq!(hard(&[move_to("Pos_1"), move_to("Pos_2")], none, "none"), Complexity::Complex);
    for marks in [
        Marks { negation: true, ..none },
        Marks { exclusion: true, ..none },
        Marks { order: true, ..none },
        Marks { number: true, ..none },
        Marks { quantifier: true, ..none },
    ] {
        assert_eq!(hard(&[move_to("Pos_1")], marks, "none"), Complexity::Complex, "{marks:?}");
        assert_eq!(hard(&[take("Welder")], marks, "none"), Complexity::Critical);
    }
    for goals in [vec![take("Welder")], vec![Goal::ReleaseTool], vec![Goal::ReleaseToolAndHome]] {
        assert_eq!(hard(&goals, none, "Welder"), Complexity::Critical);
    }
    // Nobody says so, but the welder has to be fetched.
    assert_eq!(hard(&[run("tack_weld", "Pos_1")], none, "none"), Complexity::Critical);
    assert_eq!(hard(&[move_to("Home"), run("tack_weld", "Pos_1")], none, "none"), Complexity::Critical);
}

#[test]
fn marks_of_clauses() {
    let place = DEMO.position_id("Pos_1").unwrap();
    let go = |spans: Vec<Span>, reversed, times| Clause::Go { places: Places { spans, reversed }, times };
    let one = || vec![Span::One(place)];
    let none = Marks::default();
    assert_eq!(Marks::of(&[go(one(), false, 1), Clause::Drop, Clause::DropAndHome]), none);
    assert!(!none.any());
    assert_eq!(Marks::of(&[go(one(), false, 2)]), Marks { number: true, ..none });
    assert_eq!(Marks::of(&[go(one(), true, 1)]), Marks { order: true, ..none });
    let all = |but| go(vec![Span::All { but }], false, 1);
    assert_eq!(Marks::of(&[all(vec![])]), Marks { quantifier: true, ..none });
    assert_eq!(Marks::of(&[all(vec![place])]), Marks { quantifier: true, exclusion: true, ..none });
    let work = Clause::Work {
        routines: vec![],
        places: Places { spans: vec![Span::Range(place, place)], reversed: false },
        times: 3,
        order: Order::RoutineByRoutine,
    };
    assert_eq!(Marks::of(&[work]), Marks { quantifier: true, number: true, ..none });
    let negation = Marks { negation: true, ..none };
    assert_eq!(negation.and(Marks { order: true, ..none }), Marks { negation: true, order: true, ..none });
    assert!(negation.any());
}

#[test]
fn without_its_critic_a_hard_reading_fails() {
    for goals in [vec![take("Welder")], vec![move_to("Pos_1"), move_to("Pos_2")]] {
        let report = judged(&goals, None);
        assert_eq!((report.outcome.verdict, report.outcome.completed), (Fail, false), "{goals:?}");
        assert!(report.outcome.missing[0].ends_with("takes adversarial verification, and this is self-verification"));
    }
    // One move needs the one who made it alone; and fails where nobody did.
    assert_eq!(judged(&[move_to("Pos_1")], None).outcome.verdict, Pass);
    let intent = Intent::Goals(vec![move_to("Pos_1")]);
    let unsure = ReadSentence { sure: None, ..reading(&intent) };
    let report = check(&unsure, &DEMO, at("Home", "none"));
    assert_eq!((report.outcome.verdict, report.outcome.completed), (Fail, false));
    // A critic without a model is enough.
    let report = check(&ReadSentence { critic: Some(Vec::new()), ..unsure }, &DEMO, at("Home", "none"));
    assert_eq!(report.outcome.verdict, Pass);
}

#[test]
fn the_critic_lowers_and_holds_back() {
    let issue = Issue::new("negation_missed", Criterion::Completeness, Issue::MAJOR, "'not Pos_2' was passed over");
    let report = judged(&[move_to("Pos_1")], Some(vec![issue.clone()]));
    assert_eq!((report.outcome.verdict, scored(&report.outcome, "completeness")), (Pass, Some(49)));
    let report = judged(&[move_to("Pos_1")], Some(vec![issue.blocking()]));
    assert_eq!(report.outcome.verdict, Retry);
    assert!(report.outcome.feedback.unwrap().contains("- 'not Pos_2' was passed over"));
}

#[test]
fn a_probability_has_a_score_and_a_higher_one_no_lower_score() {
    let of = |line: u8| {
        let intent = Intent::Goals(vec![move_to("Pos_1")]);
        let sure = Some(Sure { route: Score::FULL, line: score(line) });
        let report = check(&ReadSentence { sure, ..reading(&intent) }, &DEMO, at("Home", "none"));
        scored(&report.outcome, "completeness").unwrap()
    };
    let all: Vec<u8> = (0..=100).map(of).collect();
    assert!(all.is_sorted(), "{all:?}");
    assert_eq!((of(100), of(91), of(90), of(65), of(64), of(0)), (100, 100, 96, 63, 48, 8));
    assert!(SCORE_OF_PROBABILITY.windows(2).all(|pair| pair[0].0 > pair[1].0 && pair[0].1 > pair[1].1));
    assert_eq!(SCORE_OF_PROBABILITY.last().unwrap().0, Score::NOTHING);
    assert_eq!(probability(0.7), Some(score(70)));
    assert_eq!(probability(0.699_99), Some(score(69)));
    assert_eq!(probability(1.0), Some(Score::FULL));
    assert_eq!(probability(1e-20), Some(Score::NOTHING));
    for wrong in [f32::NAN, f32::INFINITY, -0.1, 1.1] {
        assert_eq!(probability(wrong), None, "{wrong}");
    }
}

#[test]
fn a_doubtful_route_costs_consistency() {
    let intent = Intent::Goals(vec![move_to("Pos_1")]);
    let sure = Some(Sure { route: score(40), line: score(99) });
    let report = check(&ReadSentence { sure, ..reading(&intent) }, &DEMO, at("Home", "none"));
    assert_eq!(scored(&report.outcome, "completeness"), Some(100));
    assert_eq!(scored(&report.outcome, "consistency"), Some(30));
}

/// 0.4 and 0.2 of the score, and 0.4 for what is counted: 0.778 and 0.688.
#[test]
fn what_is_read_rightly_in_half_of_the_cases_does_not_pass() {
    let intent = Intent::Goals(vec![move_to("Pos_1")]);
    for (line, verdict) in [(65, Pass), (64, Retry), (40, Retry), (39, Fail)] {
        let sure = Some(Sure { route: Score::FULL, line: score(line) });
        let report = check(&ReadSentence { sure, ..reading(&intent) }, &DEMO, at("Home", "none"));
        assert_eq!(report.outcome.verdict, verdict, "{line}: {:?}", report.outcome.overall_score);
    }
}

/// A replay was read and looked over when it was first said: now it is only asked whether there is somebody who can.
#[test]
fn a_replay_is_judged_for_routability_alone() {
    let again =
        |goals: &[Goal]| check_replay("do that again", &Intent::Goals(goals.to_vec()), &DEMO, at("Home", "none"));
    for goals in
        [vec![take("Welder")], vec![run("tack_weld", "Pos_1"), run("tack_weld", "Pos_2"), Goal::ReleaseToolAndHome]]
    {
        let report = again(&goals);
        // As a new sentence each of these takes the critic.
        assert_eq!((report.outcome.verdict, report.option), (Pass, None), "{goals:?}");
        assert_eq!((report.outcome.completed, report.outcome.overall_score), (true, None), "nobody scored it");
        assert_eq!(report.words(), "passed, as far as the cell has who can do it");
    }
    for (goal, code) in [
        (run("tack_weld", "Home"), "missing_capability"),
        (move_to("Mars"), "missing_capability"),
        (run("fold", "Pos_1"), "unknown_agent"),
    ] {
        let report = again(std::slice::from_ref(&goal));
        assert_ne!(report.outcome.verdict, Pass, "{goal:?}");
        assert_eq!(codes(&report.outcome)[0], code, "{goal:?}");
    }
}

#[test]
fn nothing_to_do_never_passes() {
    for (critic, sure) in [(None, None), (None, SURE), (Some(Vec::new()), SURE)] {
        let nothing = ReadSentence { critic, sure, ..reading(&Intent::Unknown) };
        let report = check(&nothing, &DEMO, at("Home", "none"));
        assert_ne!(report.outcome.verdict, Pass, "{nothing:?}");
        assert_eq!(codes(&report.outcome), ["no_subgoals"]);
    }
}
