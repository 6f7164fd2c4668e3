//! Close names: what an operator may have meant by a name that the cell does not have.

use cellgraph::answer::{Kind, closest, doubtful_names};

use super::harness::{demo, of_cell};
use crate::oracle::Cell;

#[test]
fn close_names_are_given_closest_first() {
    let s = demo();
    assert_eq!(closest("Weldr", None, &s), ["Welder"]);
    assert_eq!(closest("camra", Some(Kind::Tool), &s), ["Camera"]);
    assert_eq!(closest("tackweld", Some(Kind::Routine), &s), ["tack_weld"]);
    assert_eq!(closest("pos 9", Some(Kind::Position), &s), ["Pos_1", "Pos_2", "Pos_3"]);
    assert_eq!(closest("SAFE-POS-3", None, &s)[0], "Safe_Pos_3");
    assert_eq!(closest("banana", None, &s), [""; 0]);
    assert_eq!(closest("", None, &s), [""; 0]);
}

#[test]
fn words_that_are_nearly_names_are_found_in_a_sentence() {
    let s = demo();
    let near = |sentence: &str| doubtful_names(sentence, &s);
    assert_eq!(near("take the weldr please"), [("weldr".to_owned(), vec!["Welder"])]);
    assert_eq!(near("weld at position 9"), [("position 9".to_owned(), vec!["Pos_1", "Pos_2", "Pos_3"])]);
    assert_eq!(near("go to hoem"), [("hoem".to_owned(), vec!["Home"])]);
}

#[test]
fn names_and_parts_of_names_are_not_doubted() {
    let s = demo();
    for sentence in [
        "weld at position 1 and 2",
        "go home",
        "inspect with the camera at Pos_5",
        "move to Safe_Pos_1, then tack_weld",
        "what's the weather?",
        "asdfgh",
        "hello",
        "",
    ] {
        assert_eq!(doubtful_names(sentence, &s), [], "{sentence}");
    }
}

#[test]
fn a_name_of_two_kinds_is_given_once() {
    let s = of_cell(&Cell::default().with_position("gripper", "tool_mount").with_tool("gripper", "gripper"));
    assert_eq!(closest("griper", None, &s), ["gripper"]);
}
