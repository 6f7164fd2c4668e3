//! No answer invents: every name in it is one of the cell's, the state's or the history's, and every other word is one
//! that answers are made of. And whatever is asked, in whatever order, over a change of the cell too, gets an answer.
//!
//! For the first, random cells get marked names (`zqp3`, `zqt0`, …), so that a name is known for one wherever it stands.

use std::collections::{BTreeMap, BTreeSet};

use cellgraph::{
    answer::{Conversation, Misfit, answer, describe, fallback},
    cell::{PositionId, RoutineId, ToolId},
    language::{Day, HistoryAsk, Lookup, Outcome, Said, Subject, rules::Lacks},
    store::{RobotState, RunStatus},
};
use proptest::{collection::vec, prelude::*};

use super::{
    harness::{Runs, grounds, of_cell, robot, unconfirmed},
    suggestions::said,
};
use crate::oracle::{Cell, Meta, Position, Routine, Tool, dice::Dice, queries, strategy};

const SYSTEM: [&str; 2] = ["tool_attach", "tool_release"];

pub(super) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The same cell with marked names and texts.
pub(super) fn marked(cell: &Cell) -> Cell {
    let named = |kind: char, names: Vec<&String>| -> BTreeMap<String, String> {
        let mark = |(i, name): (usize, &String)| (name.clone(), format!("zq{kind}{i}"));
        let mut marks: BTreeMap<String, String> = names.into_iter().enumerate().map(mark).collect();
        for (name, mark) in &mut marks {
            if kind == 'r' && SYSTEM.contains(&name.as_str()) {
                mark.clone_from(name);
            }
        }
        marks
    };
    let positions = named('p', cell.positions.keys().collect());
    let tools = named('t', cell.tools.keys().collect());
    let routines = named('r', cell.routines.keys().collect());
    let text = |text: &str, mark: &str| if text.is_empty() { String::new() } else { format!("zqd{mark}") };
    let tool_of = |name: &str| tools.get(name).cloned().unwrap_or_else(|| name.to_owned());
    Cell {
        positions: (cell.positions.iter())
            .map(|(name, p)| {
                (
                    positions[name].clone(),
                    Position { description: text(&p.description, &positions[name]), role: p.role.clone() },
                )
            })
            .collect(),
        moves: (cell.moves.iter())
            .map(|((a, b), &cost)| ((positions[a].clone(), positions[b].clone()), cost))
            .collect(),
        tools: (cell.tools.iter())
            .map(|(name, tool)| {
                let mark = tools[name].clone();
                let tool = Tool {
                    kind: text(&tool.kind, "kind"),
                    description: text(&tool.description, &mark),
                    stand: format!("zqs{mark}"),
                    stand_pose: text(&tool.stand_pose, "pose"),
                    stand_position: positions[&tool.stand_position].clone(),
                };
                (mark, tool)
            })
            .collect(),
        spare_stands: BTreeMap::new(),
        routines: (cell.routines.iter())
            .map(|(name, r)| {
                (
                    routines[name].clone(),
                    Routine {
                        description: text(&r.description, &routines[name]),
                        required_tool: tool_of(&r.required_tool),
                    },
                )
            })
            .collect(),
        supported: (cell.supported.iter())
            .map(|((r, p), meta)| {
                let meta = Meta {
                    stabilize: meta.stabilize,
                    action_after: meta.action_after.as_ref().map(|_| "zqafter".to_owned()),
                    verify: meta.verify.as_ref().map(|_| "zqverify".to_owned()),
                };
                ((routines[r].clone(), positions[p].clone()), meta)
            })
            .collect(),
    }
}

/// Every marked word that the cell and its state may lend to an answer.
pub(super) fn own_words(cell: &Cell) -> BTreeSet<String> {
    let mut own: BTreeSet<String> =
        cell.positions.keys().chain(cell.tools.keys()).chain(cell.routines.keys()).cloned().collect();
    own.extend(cell.positions.values().map(|p| p.description.clone()));
    own.extend(cell.tools.values().flat_map(|t| [&t.kind, &t.description, &t.stand, &t.stand_pose].map(Clone::clone)));
    own.extend(cell.routines.values().map(|r| r.description.clone()));
    own.extend(["zqafter", "zqverify", "zqreason", "zqsaid", "zqerror", "zqforeign"].map(str::to_owned));
    own
}

/// A question from a number; at times about ids that the cell does not have.
pub(super) fn lookup(number: u64) -> Lookup {
    let dice = &mut Dice::new(number);
    let id = dice.below(14) as u32;
    let (position, other) = (PositionId(id), PositionId(dice.below(14) as u32));
    let maybe = (dice.below(2) == 0).then_some(position);
    let (tool, routine) = (ToolId(id % 4), RoutineId(id % 7));
    let count = [None, Some(0), Some(1), Some(2), Some(15), Some(u32::MAX)][dice.below(6) as usize];
    let day =
        [None, Some(Day::Today), Some(Day::Yesterday), Some(Day::Date(jiff::civil::Date::MIN))][dice.below(4) as usize];
    let only = [None, Some(Outcome::Completed), Some(Outcome::Failed)][dice.below(3) as usize];
    match dice.below(19) {
        0 => Lookup::Positions,
        1 => Lookup::Tools,
        2 => Lookup::Routines,
        3 => Lookup::WhereIsRobot,
        4 => Lookup::HeldTool,
        5 => Lookup::ToolLocation(maybe.map(|_| tool)),
        6 => Lookup::AllowedMoves(maybe),
        7 => Lookup::SupportedAt(routine),
        8 => Lookup::RoutinesAt(maybe),
        9 => Lookup::About(Subject::Position(position)),
        10 => Lookup::About(Subject::Tool(tool)),
        11 => Lookup::About(Subject::Routine(routine)),
        12 => Lookup::Path { from: maybe, to: other },
        13 => Lookup::History(HistoryAsk { count, day, only }),
        14 => Lookup::LastRun,
        15 => Lookup::Capabilities,
        16 => Lookup::Status,
        17 => Lookup::More(count),
        _ => Lookup::Rest,
    }
}

pub(super) fn runs(count: u64) -> Runs {
    let days = ["2026-07-14T07:00:00Z", "2026-07-13T23:59:59.9Z", "2020-02-29T00:00:00Z"];
    let ends = [RunStatus::Completed, RunStatus::Failed, RunStatus::Running, RunStatus::Pending];
    (0..count).fold(Runs::default(), |mut runs, i| {
        runs = runs.with("zqsaid", days[i as usize % 3], ends[i as usize % 4], &["zqp0"]);
        if let Some((_, past)) = runs.0.last_mut() {
            past.failure = past.failure.as_ref().map(|_| "zqreason".to_owned());
            past.steps.iter_mut().for_each(|step| step.error = step.error.as_ref().map(|_| "zqerror".to_owned()));
        }
        runs
    })
}

pub(super) fn state(cell: &Cell, number: u64) -> Option<RobotState> {
    let (position, tool) = strategy::start_state(cell, number);
    match number % 5 {
        0 => None,
        1 => Some(unconfirmed(&position, &tool, "zqreason")),
        3 => Some(robot("zqforeign", "zqforeign")),
        2 => Some(RobotState { unconfirmed_reason: None, ..unconfirmed(&position, &tool, "") }),
        _ => Some(robot(&position, &tool)),
    }
}

/// What an answer is made of besides names: words of letters alone, in lower case.
pub(super) fn check_words(text: &str, own: &BTreeSet<String>) -> Result<(), TestCaseError> {
    let words: BTreeSet<&str> = VOCABULARY.split_whitespace().collect();
    for line in text.lines() {
        // Times, run ids and hashes are left out here; the tests of claims and of whole texts check them.
        for word in line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | ':'))) {
            let word = word.trim_matches(|c| matches!(c, ':' | '-'));
            if word.starts_with("zq") || SYSTEM.contains(&word) {
                prop_assert!(own.contains(word), "{word:?} is invented in {text}");
            } else if !word.chars().any(|c| c.is_ascii_digit()) && !word.is_empty() {
                prop_assert!(words.contains(word.to_lowercase().as_str()), "{word:?} is a new word in {text}");
            }
        }
    }
    Ok(())
}

/// The words that answers are made of.
const VOCABULARY: &str = "\
    a about after again all allowed already among an and answer answers any anything approach are as ask at \
    attach attach_tool attached attempts away back be before began begin beginning begun bring brought but by called can \
    cannot cell cest cet changes checked command commands complete completed confirm confirmed correct day did do does \
    done dwell each earlier either empty end ended error errors every everywhere exactly example except fail \
    failed first for force from generation go goal hand has held here history hold holding holds home how in is \
    it its itself kept kind known last lasted latest layout lead leads left less list listed long longer look looked \
    make many may min more motion mount move moves must name nearest need needed needs neither no nobody none nor \
    not nothing now nowhere of on one only operator or others outcome own pending place planned position \
    positions progress question questions reason recorded release release_tool rest robot role routine routines \
    run running runs s safe said say seconds several snapshot so some something stabilize stand stands started \
    starts state step steps stopped stored such supported supports take taken takes taking tell than that the \
    then there these things this time times to today tool tools twice understood unknown until up verified waited \
    waits was way were what when where whether which while why will with work would yes yesterday yet";

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn every_name_in_an_answer_is_the_cells_own(
        cell in strategy::cell(), start in any::<u64>(), past in 0..9_u64, asked in vec(any::<u64>(), 1..12),
    ) {
        let cell = marked(&cell);
        let (s, own, robot, runs) = (of_cell(&cell), own_words(&cell), state(&cell, start), runs(past));
        let mut own = own;
        // The recorded run's place, though the cell may not have it.
        own.insert("zqp0".to_owned());
        let grounds = grounds(&s, robot.as_ref(), (past != 8).then_some(&runs as _));
        let mut conversation = Conversation::default();
        for number in asked {
            let answer = answer(&lookup(number), &conversation, &grounds);
            let text = answer.text.replace(&s.content_hash_hex()[..12], "0");
            check_words(&text, &own)?;
            prop_assert!(!text.is_empty() && text.lines().all(|line| line.chars().count() <= 120), "{}", text);
            conversation = answer.next;
            let said = said(number);
            let misfit = Misfit { sentence: "zqsaid", said: &said, errors: &["zqerror".to_owned()], attempts: 3, offers: &[], is_choice: false, named: &[], lacks: &Lacks::default(), is_objected: false };
            check_words(&fallback(&misfit, &grounds).text, &own)?;
        }
    }

    #[test]
    fn answers_name_exactly_what_the_contract_says(cell in strategy::cell(), a in any::<u64>(), b in any::<u64>()) {
        let cell = marked(&cell);
        let s = of_cell(&cell);
        let grounds = grounds(&s, None, None);
        let (from, to) = (strategy::start_state(&cell, a).0, strategy::start_state(&cell, b).0);
        let id = |name: &str| s.position_id(name).unwrap();
        let ask = |lookup: Lookup| answer(&lookup, &Conversation::default(), &grounds).text;
        let strings = |value: serde_json::Value| -> Vec<String> { serde_json::from_value(value).unwrap_or_default() };
        let named = |text: &str, skip: usize| -> Vec<String> {
            let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.filter(|word| word.starts_with("zqp")).skip(skip).map(str::to_owned).collect()
        };
        let moves = strings(queries::get_allowed_moves(&cell, &from).unwrap());
        prop_assert_eq!(named(&ask(Lookup::AllowedMoves(Some(id(&from)))), 1), moves);
        for routine in cell.routines.keys() {
            let supported = strings(queries::get_supported_positions(&cell, routine).unwrap());
            prop_assert_eq!(named(&ask(Lookup::SupportedAt(s.routine_id(routine).unwrap())), 0), supported);
        }
        if from != to {
            let path = strings(queries::get_shortest_path(&cell, &from, &to).unwrap());
            prop_assert_eq!(named(&ask(Lookup::Path { from: Some(id(&from)), to: id(&to) }), 2), path);
        }
    }

    #[test]
    fn whatever_is_asked_gets_an_answer(
        cells in (strategy::cell(), strategy::cell()), start in any::<u64>(), past in 0..9_u64, asked in vec(any::<(u64, bool)>(), 1..30),
    ) {
        let (old, new, runs) = (of_cell(&cells.0), of_cell(&cells.1), runs(past));
        let robot = state(&cells.0, start);
        let mut conversation = Conversation::default();
        for (number, changed) in asked {
            let s = if changed { &new } else { &old };
            let lookup = lookup(number);
            let answer = answer(&lookup, &conversation, &grounds(s, robot.as_ref(), Some(&runs)));
            prop_assert!(!answer.text.trim().is_empty(), "{:?}", lookup);
            prop_assert!(!answer.text.chars().any(|c| c.is_control() && c != '\n'), "{:?}", answer.text);
            prop_assert!(!describe(&Said::Ask(lookup), s).is_empty() && !describe(&said(number), s).is_empty());
            conversation = answer.next;
        }
    }
}
