//! Templates and names that an engineer adds for one cell.

use cellgraph::{
    cell::State,
    language::{rules::Recogniser, templates::Templates},
};

use crate::{cells, harness::line};

const OF_THE_CELL: &str = r#"
names:
  positions: { Pos_4: [the bench], Pos_77: [nowhere] }
  tools: { Welder: [torch] }
  routines: { tack_weld: [stitch] }
expansion_rules:
  do: "(do|run|start) [now]"
lists:
  round: [morning round, evening round]
intents:
  Rounds:
    data:
      - sentences: ["<do> the {round}"]
        means: inspect all positions and then go home
      - sentences: ["full works (on|at) {place} [please]"]
        means: weld at {place} and then inspect at {place}
  Help:
    data:
      - sentences: ["what is on the menu"]
        asks: capabilities
"#;

#[test]
fn they_are_read_like_any_other_words() {
    let s = cells::demo();
    let recogniser = Recogniser::new(&s, Templates::read(OF_THE_CELL).unwrap());
    let state = State::named(&s, "Home", "none").unwrap();
    assert_eq!(recogniser.faults(), ["line 3: the cell has no 'Pos_77'; correct the name, or take the line out"]);
    let cases = [
        ("inspect the bench", "camera_inspection@Pos_4"),
        ("grab the torch", "take Welder"),
        ("stitch at 1 and 2", "tack_weld@Pos_1, tack_weld@Pos_2"),
        ("full works on position 2", "tack_weld@Pos_2, camera_inspection@Pos_2"),
        ("full works at the bench please", "tack_weld@Pos_4, camera_inspection@Pos_4"),
        ("full works on position 9", "?"),
        ("what is on the menu?", "ask capabilities"),
        ("don't do the morning round", "?"),
    ];
    for (text, expected) in cases {
        assert_eq!(line(&recogniser.read(text, &s, state).said, &s, state), expected, "{text}");
    }
    let round = line(&recogniser.read("start now the evening round", &s, state).said, &s, state);
    assert!(round.ends_with("camera_inspection@Pos_5, go Home"), "{round}");
}

#[test]
fn a_pattern_that_explodes_is_cut_short() {
    let optional = "[a] ".repeat(60);
    let text = format!("intents:\n  A:\n    data:\n      - sentences: ['{optional} b']\n        means: weld at 1\n");
    let s = cells::demo();
    let recogniser = Recogniser::new(&s, Templates::read(&text).unwrap());
    let state = State::named(&s, "Home", "none").unwrap();
    let found = line(&recogniser.read(&"a ".repeat(39), &s, state).said, &s, state);
    assert!(!found.contains('@'), "{found}");
}
