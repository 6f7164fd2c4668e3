//! What holds for any text on any cell.

use cellgraph::{
    cell::State,
    generate,
    language::{Said, rules::Recogniser, templates::Templates},
    plan::{Goal, Intent},
    snapshot::Snapshot,
};
use proptest::prelude::*;

use crate::{cells, harness::Cell};

fn names_are_the_cells(s: &Snapshot, intent: &Intent) {
    let Intent::Goals(goals) = intent else { return };
    for goal in goals {
        match goal {
            Goal::Move { position } => assert!(s.position_id(position).is_some()),
            Goal::Routine { routine, position } => {
                assert!(s.position_id(position).is_some() && s.routine_id(routine).is_some());
            }
            Goal::AttachTool { tool } => assert!(s.tool_id(tool).is_some()),
            Goal::ReleaseTool | Goal::ReleaseToolAndHome => {}
        }
    }
}

/// Words that commands are made of, so that random sentences come near to being some.
fn word() -> impl Strategy<Value = String> {
    let words = "weld inspect go to at position positions 1 2 3 9 and then , . all except not but first before that after twice times no wait \
                 camera welder take put back the tool home here there it reverse from between last one every p1 Pos_1 safe instead of \
                 sorry with use again x3 - or if stop is what where can you ? skip only second both";
    prop_oneof![
        8 => prop::sample::select(words.split_whitespace().map(str::to_owned).collect::<Vec<_>>()),
        1 => "\\PC{1,6}",
    ]
}

fn sentence() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..24).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_words_give_names_of_the_cell(text in sentence()) {
        let s = cells::demo();
        let state = State::named(&s, "Pos_1", "Camera").unwrap();
        let reading = Recogniser::new(&s, Templates::default()).read(&text, &s, state);
        if let Ok(Some(intent)) = reading.said.intent(&s, state) {
            names_are_the_cells(&s, &intent);
        }
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}|[\\x00-\\x7f]{0,200}|.{0,80}") {
        Cell::new(cells::lab()).read(&text, "rest", "none");
    }

    #[test]
    fn a_word_that_forbids_in_front_moves_nothing(
        word in prop::sample::select(vec![
            "stop", "cancel", "abort", "do not", "don't", "never mind,", "hold on,", "no,", "not", "never", "halt", "dont", "wait,", "forget it,", "please don't",
        ]),
        text in sentence(),
    ) {
        let s = cells::demo();
        let state = State::named(&s, "Pos_1", "Camera").unwrap();
        let text = format!("{word} {text}");
        let reading = Recogniser::new(&s, Templates::default()).read(&text, &s, state);
        prop_assert!(!matches!(reading.said, Said::Do(_) | Said::Replay(_) | Said::Confirm), "{text}: {:?}", reading.said);
    }
}

#[test]
fn generated_cells_are_read_by_their_names() {
    for seed in 0..8 {
        let options = generate::Options { positions: 60, tools: 4, seed, costs: false };
        let mut export = Vec::new();
        generate::apoc(&options, &mut export).unwrap();
        let s = cells::of(&cellgraph::import::from_apoc(&export, &mut |_| ()).unwrap().draft);
        let recogniser = Recogniser::new(&s, Templates::default());
        let state = State { position: cellgraph::cell::PositionId(0), tool: None };
        for id in 0..s.position_count() as u32 {
            let name = s.position_name(cellgraph::cell::PositionId(id));
            let said = recogniser.read(&format!("go to {name}"), &s, state).said;
            let expected = Intent::Goals(vec![Goal::Move { position: name.to_owned() }]);
            assert_eq!(said.intent(&s, state), Ok(Some(expected)), "{name}");
        }
    }
}

#[test]
fn a_large_cell_is_read() {
    let options = generate::Options { positions: 10_000, tools: 8, seed: 3, costs: false };
    let mut export = Vec::new();
    generate::apoc(&options, &mut export).unwrap();
    let s = cells::of(&cellgraph::import::from_apoc(&export, &mut |_| ()).unwrap().draft);
    let recogniser = Recogniser::new(&s, Templates::default());
    let state = State { position: cellgraph::cell::PositionId(0), tool: None };
    let name = s.position_name(cellgraph::cell::PositionId(7_777));
    let said = recogniser.read(&format!("go to {name}"), &s, state).said;
    assert_eq!(said.intent(&s, state), Ok(Some(Intent::Goals(vec![Goal::Move { position: name.to_owned() }]))));
}
