//! Sentences with a right and a wrong reading each, by two authors who saw neither the critic nor its words: `pairs/*.tsv`, with
//! the fields id, position, tool, sentence, right line, wrong line, and what was done to it.
//!
//! The critic may be mended by the cells of [`OPEN`]; those of [`HELD`] are only counted, and no line of theirs is shown.

use std::collections::BTreeMap;

use cellgraph::{
    cell::State,
    checkpoint::critic::Critic,
    language::{Said, rules::Recogniser, templates::Templates, terse},
    snapshot::Snapshot,
};

use crate::set::Set;

const OPEN: &[&str] = &["demo", "lab", "paint"];
const HELD: &[&str] = &["elec", "pallet", "wood"];

// As measured, in shares of all: at least so many wrong readings are caught, at most so many right ones objected to.
const OPEN_CAUGHT_MIN: f64 = 0.92;
const OPEN_FALSE_MAX: f64 = 0.04;
const HELD_CAUGHT_MIN: f64 = 0.853;
const HELD_FALSE_MAX: f64 = 0.127;

#[derive(Default)]
struct Count {
    /// Wrong readings caught, of all, by what was done to them.
    caught: BTreeMap<String, (u32, u32)>,
    false_alarms: u32,
    shown: String,
}

impl Count {
    fn of(cells: &[&str]) -> Self {
        let mut count = Self::default();
        for cell in cells {
            let snapshot = Set::of(cell).snapshot;
            let critic = Critic::beside(&Recogniser::new(&snapshot, Templates::default()), &snapshot);
            for line in std::fs::read_to_string(format!("tests/critic/pairs/{cell}.tsv")).unwrap().lines() {
                count.add(line, &critic, &snapshot);
            }
        }
        count
    }

    fn add(&mut self, line: &str, critic: &Critic, snapshot: &Snapshot) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, position, tool, sentence, right, wrong, kind] = fields[..] else { panic!("not seven fields") };
        let state = State::named(snapshot, position, tool).unwrap_or_else(|error| panic!("{id}: {error}"));
        let said = |line: &str| -> Said { terse::read(line, snapshot).unwrap_or_else(|error| panic!("{id}: {error}")) };
        let objections = critic.critique(sentence, &said(right), snapshot, state);
        if let Some(first) = objections.first() {
            self.shown += &format!("FALSE {id} {sentence}: {right}: {}\n", first.why);
            self.false_alarms += 1;
        }
        let is_caught = !critic.critique(sentence, &said(wrong), snapshot, state).is_empty();
        if !is_caught {
            self.shown += &format!("MISS {id} {kind} {sentence}: {wrong}\n");
        }
        let (hits, of) = self.caught.entry(kind.to_owned()).or_default();
        (*hits, *of) = (*hits + u32::from(is_caught), *of + 1);
    }

    fn hold(&self, name: &str, caught_min: f64, false_max: f64) {
        let (caught, all) = self.caught.values().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
        println!("pairs of {name} cells: caught {caught} of {all}, objected to {} right ones", self.false_alarms);
        assert!(all >= 250);
        assert!(f64::from(caught) >= caught_min * f64::from(all));
        assert!(f64::from(self.false_alarms) <= false_max * f64::from(all));
    }
}

#[test]
fn wrong_readings_are_caught_and_right_ones_let_pass() {
    let count = Count::of(OPEN);
    print!("{}", count.shown);
    for (kind, (hits, of)) in &count.caught {
        println!("{kind}: caught {hits} of {of}");
    }
    count.hold("open", OPEN_CAUGHT_MIN, OPEN_FALSE_MAX);
}

/// The same for cells that were not looked at: figures only.
#[test]
fn wrong_readings_of_cells_that_were_not_looked_at_are_caught_too() {
    Count::of(HELD).hold("held", HELD_CAUGHT_MIN, HELD_FALSE_MAX);
}
