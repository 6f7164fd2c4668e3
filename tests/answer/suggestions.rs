//! The fallback: every command that it suggests would pass the verifier from the state in force, in any cell.

use cellgraph::{
    answer::{Misfit, Suggestion, fallback, suggestions},
    cell::{PositionId, RoutineId, State, ToolId},
    language::{Clause, Order, Places, Said, Span, rules::Lacks},
    plan::{
        Goal, Intent,
        build::{self, Builder},
    },
    snapshot::Snapshot,
    store::RobotState,
    verify::verify,
};
use proptest::prelude::*;

use super::harness::{check, demo, grounds, of_cell, robot, unconfirmed};
use crate::oracle::{dice::Dice, strategy};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Whether a plan for it can be built, has steps, and passes the verifier.
fn works(said: &Said, s: &Snapshot, state: State) -> bool {
    let Ok(Some(intent)) = said.intent(s, state) else { return false };
    goals_work(&intent, s, state)
}

fn goals_work(intent: &Intent, s: &Snapshot, state: State) -> bool {
    let mut steps = Vec::new();
    let built = Builder::default().build(s, state, intent, &mut steps).is_ok();
    built && !steps.is_empty() && verify(s, state, &build::plan(s, &steps)).is_ok()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move,
    Routine,
    Tool,
    Question,
}

fn kind(suggestion: &Suggestion) -> Kind {
    match &suggestion.said {
        Said::Ask(_) => Kind::Question,
        Said::Do(clauses) => match &clauses[..] {
            [Clause::Go { .. }] => Kind::Move,
            [Clause::Work { .. }] => Kind::Routine,
            [Clause::Take(_) | Clause::Drop | Clause::DropAndHome] => Kind::Tool,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// Something that a sentence may say, from a number; at times of ids that the cell does not have.
pub(super) fn said(number: u64) -> Said {
    let dice = &mut Dice::new(number);
    let id = |dice: &mut Dice| dice.below(14) as u32;
    let span = match dice.below(4) {
        0 => Span::Here,
        1 => Span::All { but: vec![PositionId(id(dice))] },
        2 => Span::Range(PositionId(id(dice)), PositionId(id(dice))),
        _ => Span::One(PositionId(id(dice))),
    };
    let places = Places { spans: vec![span], reversed: dice.below(2) == 0 };
    match dice.below(7) {
        0 => Said::Unknown,
        1 => Said::UNCLEAR,
        2 => Said::Do(vec![Clause::Go { places, times: 1 }]),
        3 => Said::Do(vec![Clause::Take(ToolId(id(dice) % 4)), Clause::Drop]),
        _ => {
            let routines = vec![RoutineId(id(dice) % 6)];
            Said::Do(vec![Clause::Work { routines, places, times: 2, order: Order::PlaceByPlace }])
        }
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn every_suggestion_would_pass_the_verifier(cell in strategy::cell(), start in any::<u64>(), number in any::<u64>()) {
        let s = of_cell(&cell);
        let (position, tool) = strategy::start_state(&cell, start);
        let (state, robot) = (State::named(&s, &position, &tool).unwrap(), robot(&position, &tool));
        let said = said(number);
        let misfit = Misfit { sentence: "do what I mean", said: &said, errors: &["no".to_owned()], attempts: 3, offers: &[], is_choice: false, named: &[], lacks: &Lacks::default(), is_objected: false };
        let fallback = fallback(&misfit, &grounds(&s, Some(&robot), None));
        prop_assert!(fallback.suggestions.len() <= 3);
        let kinds: Vec<Kind> = fallback.suggestions.iter().map(kind).collect();
        for (suggestion, kind) in fallback.suggestions.iter().zip(&kinds) {
            prop_assert!(*kind == Kind::Question || works(&suggestion.said, &s, state), "{:?}", suggestion);
            prop_assert!(*kind == Kind::Question || kinds.iter().filter(|k| *k == kind).count() == 1, "{:?}", kinds);
            let line = format!("\n  {}", suggestion.sentence);
            prop_assert!(fallback.text.contains(&line), "{}", fallback.text);
        }
    }

    #[test]
    fn a_kind_of_command_is_left_out_only_where_none_would_work(cell in strategy::cell(), start in any::<u64>()) {
        let s = of_cell(&cell);
        let (position, tool) = strategy::start_state(&cell, start);
        let (state, robot) = (State::named(&s, &position, &tool).unwrap(), robot(&position, &tool));
        let found = suggestions(&[], &grounds(&s, Some(&robot), None));
        let has = |wanted: Kind| found.iter().any(|each| kind(each) == wanted);
        let goal = |goal: Goal| goals_work(&Intent::Goals(vec![goal]), &s, state);
        let positions = || cell.positions.keys().cloned();
        prop_assert_eq!(has(Kind::Move), positions().any(|position| goal(Goal::Move { position })));
        let routine = |routine: &String| positions().any(|position| goal(Goal::Routine { routine: routine.clone(), position }));
        prop_assert_eq!(has(Kind::Routine), cell.routines.keys().any(routine) );
        let take = |tool: &String| goal(Goal::AttachTool { tool: tool.clone() });
        let home = tool != "none" && goal(Goal::ReleaseToolAndHome);
        prop_assert_eq!(has(Kind::Tool), home || cell.tools.keys().any(take));
    }

    #[test]
    fn no_command_is_suggested_from_a_state_that_is_not_confirmed(cell in strategy::cell(), start in any::<u64>()) {
        let s = of_cell(&cell);
        let (position, tool) = strategy::start_state(&cell, start);
        let doubtful = unconfirmed(&position, &tool, "interrupted");
        let foreign = RobotState { position: format!("{position} of old"), ..robot(&position, &tool) };
        for robot in [None, Some(&doubtful), Some(&foreign)] {
            let found = suggestions(&[], &grounds(&s, robot, None));
            prop_assert!(found.iter().all(|each| kind(each) == Kind::Question), "{:?}", found);
            prop_assert_eq!(found.len(), 3);
        }
    }
}

#[test]
fn a_sentence_that_the_recogniser_reads_otherwise_is_not_suggested() {
    let (s, robot) = (demo(), robot("Home", "none"));
    let deaf = |_: &str| Said::Unknown;
    let mut grounds = grounds(&s, Some(&robot), None);
    let all = suggestions(&[], &grounds);
    grounds.reader = Some(&deaf);
    assert_eq!(suggestions(&[], &grounds), []);
    let only_the_last = all[2].clone();
    let reader = |sentence: &str| match sentence == only_the_last.sentence {
        true => only_the_last.said.clone(),
        false => Said::UNCLEAR,
    };
    grounds.reader = Some(&reader);
    assert_eq!(suggestions(&[], &grounds), std::slice::from_ref(&only_the_last));
    // The same goals in other words: whatever comes first of one thing and one place.
    let Said::Do(clauses) = &all[0].said else { panic!("{all:?}") };
    let [Clause::Work { routines, places, times, .. }] = &clauses[..] else { panic!("{clauses:?}") };
    let (routines, places) = (routines.clone(), places.clone());
    let other = Said::Do(vec![Clause::Work { routines, places, times: *times, order: Order::PlaceByPlace }]);
    let reader = |sentence: &str| if sentence == all[0].sentence { other.clone() } else { Said::UNCLEAR };
    grounds.reader = Some(&reader);
    assert_eq!(suggestions(&[], &grounds), std::slice::from_ref(&all[0]));
}

/// A sentence, what it was taken to say, what was wrong, at which attempt, and where the robot is.
type Case<'c> = (&'c str, Said, &'c [String], u32, Option<&'c RobotState>);

#[test]
fn fallbacks_word_by_word() {
    let s = demo();
    let weld_at = |place: &str| {
        let places = Places { spans: vec![Span::One(s.position_id(place).unwrap())], reversed: false };
        let routines = vec![s.routine_id("tack_weld").unwrap()];
        Said::Do(vec![Clause::Work { routines, places, times: 1, order: Order::RoutineByRoutine }])
    };
    let camera = Said::Do(vec![Clause::Take(s.tool_id("Camera").unwrap())]);
    let many: Vec<String> = (1..9).map(|n| format!("goal {n}: there is no way")).collect();
    let (home, welding) = (robot("Home", "none"), robot("Pos_1", "Welder"));
    let (lost, foreign) = (unconfirmed("Home", "none", "run interrupted"), robot("Old", "none"));
    let unsupported = vec!["'tack_weld' is not supported at 'Pos_4'".to_owned(); 2];
    let cases: [Case<'_>; 9] = [
        ("asdfgh", Said::Unknown, &[], 1, Some(&home)),
        ("", Said::Unknown, &[], 1, Some(&home)),
        ("weld at position 9 with the weldr", Said::UNCLEAR, &[], 1, Some(&home)),
        ("weld at 4", weld_at("Pos_4"), &unsupported, 3, Some(&home)),
        ("weld at 4", weld_at("Pos_4"), &unsupported, 3, Some(&welding)),
        ("camera", camera, &many, 3, Some(&welding)),
        ("hello\n\u{1b}[2J", Said::Unknown, &[], 1, Some(&lost)),
        ("hello", Said::Unknown, &[], 1, None),
        ("hello", Said::Unknown, &[], 1, Some(&foreign)),
    ];
    let texts: Vec<String> = cases
        .iter()
        .map(|(sentence, said, errors, attempts, robot)| {
            let misfit = Misfit {
                sentence,
                said,
                errors,
                attempts: *attempts,
                offers: &[],
                is_choice: false,
                named: &[],
                lacks: &Lacks::default(),
                is_objected: false,
            };
            format!("> {sentence:?}\n{}\n", fallback(&misfit, &grounds(&s, *robot, None)).text)
        })
        .collect();
    check!("fallbacks", texts.join("\n"));
}

#[test]
fn a_megabyte_of_text_gets_a_short_answer() {
    let (s, robot) = (demo(), robot("Home", "none"));
    for sentence in ["weld ".repeat(200_000), "Pos_9".repeat(200_000), "\u{0}".repeat(1_000_000)] {
        let misfit = Misfit {
            sentence: &sentence,
            said: &Said::Unknown,
            errors: std::slice::from_ref(&sentence),
            attempts: 3,
            offers: &[],
            is_choice: false,
            named: &[],
            lacks: &Lacks::default(),
            is_objected: false,
        };
        let text = fallback(&misfit, &grounds(&s, Some(&robot), None)).text;
        assert!(text.len() < 4_000, "{} bytes", text.len());
    }
}
