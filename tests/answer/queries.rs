//! Any query on any cell: an answer, traced whole, with the cell's own names alone; and lists, numbers and yes or no that fit
//! each other: the number is the list's length, "any" is a number above 0, and what is left out is the rest.

use cellgraph::{
    answer::{Answer, Conversation, Grounds, answer, describe},
    cell::{PositionId, Role, RoutineId, ToolId},
    checkpoint::Verdict,
    language::{
        Day, Said, Subject,
        query::{Deed, Ended, Filter, Key, Part, Place, Query, Sort, Way, Wish},
    },
};
use proptest::{collection::vec, prelude::*};

use super::{
    harness::{grounds, of_cell},
    never_invents::{check_words, config, marked, own_words, runs, state},
};
use crate::oracle::{dice::Dice, strategy};

const SORTS: [Sort; 7] =
    [Sort::Positions, Sort::Tools, Sort::Routines, Sort::Stands, Sort::Moves, Sort::Runs, Sort::Steps];

/// Ids are at times such as the cell does not have.
fn place(dice: &mut Dice) -> Place {
    if dice.below(4) == 0 { Place::Here } else { Place::At(PositionId(dice.below(13) as u32)) }
}

fn way(dice: &mut Dice) -> Way {
    let from = (dice.below(2) == 0).then(|| place(dice));
    Way { from, to: place(dice) }
}

fn deed(dice: &mut Dice) -> Deed {
    match dice.below(4) {
        0 => Deed::Go(way(dice)),
        1 => Deed::Take(ToolId(dice.below(4) as u32)),
        _ => {
            let at = (dice.below(4) > 0).then(|| place(dice));
            Deed::Work(RoutineId(dice.below(7) as u32), at)
        }
    }
}

fn filter(dice: &mut Dice) -> Filter {
    let key = match dice.below(10) {
        0 => Key::Role(Role::ALL[dice.below(4) as usize]),
        1 => Key::Tool((dice.below(3) > 0).then(|| ToolId(dice.below(3) as u32))),
        2 => Key::Routine(RoutineId(dice.below(6) as u32)),
        3 => Key::At(place(dice)),
        4 => Key::From(place(dice)),
        5 => Key::To(place(dice)),
        6 => Key::Day([Day::Today, Day::Yesterday][dice.below(2) as usize]),
        7 => Key::Like(PositionId(dice.below(13) as u32)),
        8 => Key::Ended([Ended::Completed, Ended::Failed, Ended::Stopped][dice.below(3) as usize]),
        _ => Key::Last(dice.below(4) as u32),
    };
    Filter { key, is_not: dice.below(3) == 0 }
}

fn part(dice: &mut Dice) -> Part {
    match dice.below(18) {
        0 => Part::IsHeld(ToolId(dice.below(4) as u32)),
        1 => Part::IsRobot(place(dice)),
        2 | 3 => Part::Can(deed(dice)),
        4 => Part::Long(deed(dice)),
        5 => Part::Dwell(deed(dice)),
        6 => Part::WhyNot(deed(dice)),
        7 => Part::When(deed(dice)),
        8 => Part::WhyLast,
        9 => Part::Way(way(dice)),
        10 => Part::About(Subject::Position(PositionId(dice.below(13) as u32))),
        11 => [Part::Nothing, Part::Held, Part::WhereRobot, Part::Last][dice.below(4) as usize].clone(),
        12 => [Part::More(None), Part::Rest][dice.below(2) as usize].clone(),
        _ => {
            let wish = [Wish::Which, Wish::Count, Wish::Any][dice.below(3) as usize];
            let sort = SORTS[dice.below(7) as usize];
            let filters = (0..dice.below(4)).map(|_| filter(dice)).collect();
            Part::List { wish, sort, filters }
        }
    }
}

fn query(number: u64) -> Query {
    let dice = &mut Dice::new(number);
    let second = (dice.below(4) == 0).then(|| part(dice));
    Query { parts: [part(dice)].into_iter().chain(second).collect() }
}

fn asked(part: Part, grounds: &Grounds<'_>) -> Answer {
    answer(&Query { parts: vec![part] }.into(), &Conversation::default(), grounds)
}

/// The number that an answer begins with.
fn number(answer: &Answer) -> Option<usize> {
    let first = &answer.claims.first()?.text;
    let first = ["Yes: ", "No: ", "None: ", "The latest "]
        .iter()
        .fold(first.as_str(), |text, lead| text.trim_start_matches(lead));
    let digits: String = first.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn list(wish: Wish, sort: Sort, filters: &[Filter], grounds: &Grounds<'_>) -> Answer {
    asked(Part::List { wish, sort, filters: filters.to_vec() }, grounds)
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn every_query_has_an_answer_that_is_traced_and_invents_nothing(
        cell in strategy::cell(), start in any::<u64>(), past in 0..9_u64, asked in vec(any::<u64>(), 1..12),
    ) {
        let cell = marked(&cell);
        let (s, robot, runs) = (of_cell(&cell), state(&cell, start), runs(past));
        let mut own = own_words(&cell);
        // The recorded runs' place, and the routines that the planner misses, though the cell may not have them.
        own.extend(["zqp0", "tool_attach", "tool_release"].map(str::to_owned));
        // The recorded runs' place, and the routines that the planner misses, though the cell may not have them.
        own.extend(["zqp0", "tool_attach", "tool_release"].map(str::to_owned));
        let grounds = grounds(&s, robot.as_ref(), (past != 8).then_some(&runs as _));
        let mut conversation = Conversation::default();
        for number in asked {
            let query = query(number);
            let lookup = query.clone().into();
            let answer = answer(&lookup, &conversation, &grounds);
            prop_assert!(answer.checkpoint.withheld.is_empty(), "{:?}: {:?}\n{}", query, answer.checkpoint.withheld, answer.text);
            prop_assert_eq!(answer.checkpoint.verdict, Verdict::Pass, "{:?}: {:?}\n{}", query, answer.checkpoint, answer.text);
            prop_assert!(!answer.text.trim().is_empty() && !answer.text.contains("Not covered"), "{:?}\n{}", query, answer.text);
            prop_assert!(!describe(&Said::Ask(lookup), &s).is_empty());
            check_words(&answer.text.replace(&s.content_hash_hex()[..12], "0"), &own)?;
            conversation = answer.next;
        }
    }

    #[test]
    fn lists_numbers_and_yes_or_no_fit_each_other(
        cell in strategy::cell(), start in any::<u64>(), past in 0..8_u64, seed in any::<u64>(),
    ) {
        let cell = marked(&cell);
        let (s, robot, runs) = (of_cell(&cell), state(&cell, start), runs(past));
        let grounds = grounds(&s, robot.as_ref(), Some(&runs as _));
        let dice = &mut Dice::new(seed);
        for sort in SORTS {
            let filters: Vec<Filter> = (0..dice.below(3)).map(|_| filter(dice)).collect();
            let counted = list(Wish::Count, sort, &filters, &grounds);
            let Some(count) = number(&counted) else { continue };
            let any = list(Wish::Any, sort, &filters, &grounds);
            prop_assert_eq!(any.text.starts_with("Yes: "), count > 0, "{:?} {:?}: {}", sort, filters, any.text);
            prop_assert_eq!(any.text.starts_with("No: "), count == 0, "{:?} {:?}: {}", sort, filters, any.text);
            let is_things = !matches!(sort, Sort::Runs | Sort::Steps);
            let entries = |answer: &Answer| answer.claims.iter().filter(|claim| claim.text.starts_with("Listed: ")).count();
            if is_things {
                prop_assert_eq!(entries(&counted), count.min(40), "{:?} {:?}: {}", sort, filters, counted.text);
            }
            let which = list(Wish::Which, sort, &filters, &grounds);
            if is_things && entries(&which) > 0 {
                prop_assert_eq!(entries(&which), count.min(40), "{:?} {:?}: {}", sort, filters, which.text);
            }
            // What one filter leaves out is the rest.
            let Some(one) = filters.first().filter(|filter| !matches!(filter.key, Key::Last(_))) else { continue };
            let other = Filter { is_not: !one.is_not, ..*one };
            let scope: &[Filter] = if sort == Sort::Steps { &[Filter { key: Key::Last(9), is_not: false }] } else { &[] };
            let with = |more: &[Filter]| number(&list(Wish::Count, sort, &[scope, more].concat(), &grounds));
            if let (Some(these), Some(those), Some(all)) = (with(&[*one]), with(&[other]), with(&[])) {
                prop_assert_eq!(these + those, all, "{:?} {:?}", sort, one);
            }
        }
    }
}
