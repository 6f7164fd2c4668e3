//! What holds for any text and any reading, and for plain sentences made by a template.

use cellgraph::{
    cell::{PositionId, RoutineId, State, ToolId},
    checkpoint::critic::Critic,
    language::{Clause, Order, Places, Said, Span},
    snapshot::Snapshot,
};
use proptest::prelude::*;

use crate::set::snapshot;

fn cell() -> (Snapshot, Critic) {
    let snapshot = snapshot("graph-snapshots/demo-cell.apoc.jsonl");
    let critic = Critic::new(&snapshot);
    (snapshot, critic)
}

fn span() -> impl Strategy<Value = Span> {
    let place = || (0u32..14).prop_map(PositionId);
    prop_oneof![
        place().prop_map(Span::One),
        prop::collection::vec(place(), 0..3).prop_map(|but| Span::All { but }),
        (place(), place()).prop_map(|(from, to)| Span::Range(from, to)),
        Just(Span::Here),
    ]
}

fn clause() -> impl Strategy<Value = Clause> {
    let places = || {
        (prop::collection::vec(span(), 0..4), any::<bool>()).prop_map(|(spans, reversed)| Places { spans, reversed })
    };
    let routines = prop::collection::vec((0u32..5).prop_map(RoutineId), 0..3);
    prop_oneof![
        (places(), 1u16..4).prop_map(|(places, times)| Clause::Go { places, times }),
        (routines, places(), 1u16..4).prop_map(|(routines, places, times)| Clause::Work {
            routines,
            places,
            times,
            order: Order::PlaceByPlace
        }),
        (0u32..2).prop_map(|tool| Clause::Take(ToolId(tool))),
        Just(Clause::Drop),
        Just(Clause::DropAndHome),
    ]
}

fn word() -> impl Strategy<Value = String> {
    let words = "weld inspect go to at position positions 1 2 3 9 and then , . all except not but first before that after twice times no wait \
                 camera welder take put back the tool home here there it reverse from between last one every p1 Pos_1 safe instead of \
                 sorry with use again x3 - or if stop is what where can you ? skip only second both leave out / make it";
    prop_oneof![
        8 => prop::sample::select(words.split_whitespace().map(str::to_owned).collect::<Vec<_>>()),
        1 => "\\PC{1,6}",
    ]
}

const VERBS: [(&str, &str); 3] = [("weld", "tack_weld"), ("inspect", "camera_inspection"), ("go to", "")];

/// Verbs and different places: "weld 1 and 2, then go to 4".
fn plan() -> impl Strategy<Value = Vec<(usize, Vec<u32>)>> {
    let numbers = prop::sample::subsequence((1u32..=5).collect::<Vec<_>>(), 1..=5).prop_shuffle();
    (numbers, prop::collection::vec(0usize..3, 1..=3)).prop_map(|(numbers, verbs)| {
        let verbs: Vec<usize> = verbs.into_iter().take(numbers.len()).collect();
        let mut parts: Vec<(usize, Vec<u32>)> = verbs.into_iter().map(|verb| (verb, Vec::new())).collect();
        let count = parts.len();
        for (at, number) in numbers.into_iter().enumerate() {
            parts[(at).min(count - 1)].1.push(number);
        }
        parts
    })
}

fn sentence(parts: &[(usize, Vec<u32>)]) -> String {
    let part = |(verb, numbers): &(usize, Vec<u32>)| {
        let names: Vec<String> = numbers.iter().map(|number| format!("Pos_{number}")).collect();
        format!("{} {}", VERBS[*verb].0, names.join(" and "))
    };
    parts.iter().map(part).collect::<Vec<_>>().join(", then ")
}

fn reading(parts: &[(usize, Vec<u32>)], snapshot: &Snapshot) -> Vec<Clause> {
    let clause = |(verb, numbers): &(usize, Vec<u32>)| {
        let spans =
            numbers.iter().map(|number| Span::One(snapshot.position_id(&format!("Pos_{number}")).unwrap())).collect();
        let places = Places { spans, reversed: false };
        match VERBS[*verb].1 {
            "" => Clause::Go { places, times: 1 },
            name => Clause::Work {
                routines: vec![snapshot.routine_id(name).unwrap()],
                places,
                times: 1,
                order: Order::PlaceByPlace,
            },
        }
    };
    parts.iter().map(clause).collect()
}

#[test]
fn any_text_and_any_reading_is_judged() {
    let (snapshot, critic) = cell();
    let sentence =
        prop_oneof![prop::collection::vec(word(), 0..24).prop_map(|words| words.join(" ")), "\\PC{0,120}", ".{0,60}"];
    let state = State::named(&snapshot, "Home", "none").unwrap();
    proptest!(ProptestConfig::with_cases(3_000), |(text in sentence, clauses in prop::collection::vec(clause(), 0..4))| {
        for issue in critic.critique(&text, &Said::Do(clauses), &snapshot, state) {
            prop_assert!(issue.at.is_none_or(|at| text.get(at).is_some()));
        }
    });
}

#[test]
fn a_plain_sentence_read_as_it_says_has_no_issue() {
    let (snapshot, critic) = cell();
    let state = State::named(&snapshot, "Home", "none").unwrap();
    proptest!(ProptestConfig::with_cases(1_000), |(parts in plan())| {
        let issues = critic.critique(&sentence(&parts), &Said::Do(reading(&parts, &snapshot)), &snapshot, state);
        prop_assert_eq!(issues, vec![], "{}", sentence(&parts));
    });
}

#[test]
fn a_plain_sentence_read_otherwise_has_an_issue() {
    let (snapshot, critic) = cell();
    let state = State::named(&snapshot, "Home", "none").unwrap();
    proptest!(ProptestConfig::with_cases(2_000), |(parts in plan(), how in 0usize..6, at in any::<prop::sample::Index>())| {
        let mut wrong = parts.clone();
        let at = at.index(wrong.len());
        let mut clauses = match how {
            // A place dropped, added, or another; another verb; another order.
            0 => { wrong[at].1.pop(); reading(&wrong, &snapshot) }
            1 => { let free = (1..=5).find(|n| !parts.iter().any(|part| part.1.contains(n))); wrong[at].1.extend(free); reading(&wrong, &snapshot) }
            2 => { wrong[at].0 = (wrong[at].0 + 1) % 3; reading(&wrong, &snapshot) }
            3 => { wrong[at].1.reverse(); reading(&wrong, &snapshot) }
            4 => { wrong.reverse(); reading(&wrong, &snapshot) }
            _ => { let mut clauses = reading(&wrong, &snapshot); clauses.push(Clause::Drop); clauses }
        };
        clauses.retain(|clause| !matches!(clause, Clause::Go { places, .. } | Clause::Work { places, .. } if places.spans.is_empty()));
        let right = Said::Do(reading(&parts, &snapshot)).intent(&snapshot, state);
        let wrong = Said::Do(clauses);
        prop_assume!(wrong.intent(&snapshot, state) != right && !matches!(&wrong, Said::Do(clauses) if clauses.is_empty()));
        // "Go to 1, then weld 2" is not told from its steps the other way round by a verb that is the same.
        prop_assert!(!critic.critique(&sentence(&parts), &wrong, &snapshot, state).is_empty(), "{} read as {wrong:?}", sentence(&parts));
    });
}
