//! "Back": where the robot stood before its last motion, as the history has it, and never a guess.

use crate::bench::{Bench, given_up};

#[test]
fn it_is_where_the_robot_stood() {
    let mut bench = Bench::new();
    bench.done("go to position 4");
    // What it only passed on its way is no place where it stood.
    let back = bench.propose("go back");
    assert_eq!(back.proposal.plan().steps.last().map(|step| step.target.as_ref()), Some("Home"));
    bench.done("go to position 5");
    let back = bench.propose("go back to where you were");
    assert_eq!(back.proposal.plan().steps.last().map(|step| step.target.as_ref()), Some("Pos_4"));
}

/// "Go back to the first one" went to `Pos_1`: the first run, and the first place where the robot was, may be meant as well.
#[test]
fn a_place_in_a_row_is_no_position() {
    let mut bench = Bench::new();
    bench.done("go to position 4");
    bench.done("go to position 5");
    for sentence in
        ["go back to the first one", "return to the second one", "go back to the last one", "fahr zurück zum ersten"]
    {
        let text = given_up(bench.hear(sentence));
        assert!(text.contains("say 'do the first run again'"), "{sentence}: {text}");
    }
}

#[test]
fn what_is_not_on_record_is_asked_for() {
    let mut bench = Bench::new();
    // Nothing was run yet.
    assert!(given_up(bench.hear("go back")).contains("not on record"));
    bench.done("go to position 4");
    // Somebody moved it, and said so.
    bench.correct("Pos_5", "none");
    assert!(given_up(bench.hear("go back")).contains("not on record"));
}
