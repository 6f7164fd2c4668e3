//! What holds for any text on any cell.

use cellgraph::{
    cell::State,
    generate,
    language::{Said, rules::Recogniser, templates::Templates, terse},
    plan::{
        Goal, Intent,
        build::{self, Builder},
    },
    verify::verify,
};
use proptest::{prelude::*, test_runner::TestRunner};

use crate::{cells, harness::Cell};

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

/// Up to three commands, each with a stray word now and then.
fn commands() -> impl Strategy<Value = String> {
    let one_of = |words: &'static str| prop::sample::select(words.split(" | ").collect::<Vec<_>>());
    let verb = one_of("weld | tack | inspect | check | go to | move to | take a photo at | weld the seam at");
    let place =
        one_of("1 | position 2 | Pos_3 | p5 | here | all positions | 1 and 3 | 1 to 3 | all but 2 | safe pos 4 | home");
    let whole = one_of(
        "go home | take the camera | drop the tool | attach the welder | put it back and go home | weld it twice",
    );
    let stray = prop_oneof![9 => Just(String::new()), 1 => word()];
    let with_place = (verb, place, stray).prop_map(|(verb, place, stray)| format!("{verb} {place} {stray}"));
    let command = prop_oneof![4 => with_place, 1 => whole.prop_map(str::to_owned)];
    let joint = one_of(", then | and |, | and then | but first");
    (prop::collection::vec(command, 1..=3), joint).prop_map(|(commands, joint)| commands.join(&format!(" {joint} ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

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

/// What is read of any words can be written down and read back as the same, and what can be planned of it verifies.
#[test]
fn what_any_words_say_is_written_and_planned_without_loss() {
    let s = cells::demo();
    let recogniser = Recogniser::new(&s, Templates::default());
    let state = State::named(&s, "Pos_1", "Camera").unwrap();
    let planned = std::cell::Cell::new(0);
    let config = ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() };
    let ran = TestRunner::new(config).run(&prop_oneof![sentence(), commands()], |text| {
        let said = recogniser.read(&text, &s, state).said;
        let line = terse::write(&said, &s);
        prop_assert_eq!(terse::read(&line, &s), Ok(said.clone()), "{}: {}", text, line);
        let Ok(Some(intent)) = said.intent(&s, state) else { return Ok(()) };
        let mut steps = Vec::new();
        if let Ok(end) = Builder::default().build(&s, state, &intent, &mut steps)
            && !steps.is_empty()
        {
            planned.set(planned.get() + 1);
            let plan = build::plan(&s, &steps);
            match verify(&s, state, &plan) {
                Ok(verified) => prop_assert_eq!(verified.end(), end, "{}: {}", text, line),
                Err(rejection) => prop_assert!(false, "{text}: {line}: {}", rejection.report().feedback),
            }
        }
        Ok(())
    });
    ran.unwrap_or_else(|error| panic!("{error}"));
    // Else the words come near to no command, and nothing was tested.
    assert!(planned.get() >= 300, "{} of the sentences came to a plan", planned.get());
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
