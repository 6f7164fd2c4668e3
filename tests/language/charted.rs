//! Readings of the grammar in data files: offered without a model where the recogniser reads nothing, and never done by themselves.

use std::sync::Arc;

use cellgraph::{
    cell::State,
    language::{Readers, Reading, Said, model::Cancel, rules::Recogniser, templates::Templates, terse},
};

use crate::cells;

fn read(text: &str) -> (Reading, Vec<String>) {
    let snapshot = Arc::new(cells::demo());
    let readers = Readers::new(Arc::clone(&snapshot), Recogniser::new(&snapshot, Templates::default()), None);
    let state = State::named(&snapshot, "Home", "none").unwrap();
    let reading = readers.read(text, state, &Cancel::default());
    let offers = reading.offers.iter().map(|said| terse::write(said, &snapshot)).collect();
    (reading, offers)
}

#[test]
fn german_is_offered_and_not_done() {
    for (text, wanted) in [
        ("schweiß mal bitte auf der zwei und der drei", "action tack_weld @ Pos_2 + Pos_3"),
        ("fahr bitte zu Platz vier", "action go Pos_4"),
        ("alle schweißen, nur die drei nicht", "action tack_weld @ all but Pos_3"),
    ] {
        let (reading, offers) = read(text);
        assert!(!matches!(reading.said, Said::Do(_) | Said::Replay(_)), "{text}");
        assert!(offers.iter().any(|offer| offer == wanted), "{text}: {offers:?}");
    }
}

#[test]
fn what_forbids_asks_or_rehearses_is_not_offered() {
    for text in [
        "stopp, schweiß nicht weiter auf der zwei",
        "schweiß nicht auf der zwei",
        "wo kann man denn schweißen",
        "Platz zwei ist geschweißt",
        "simulier mal das Schweißen auf der zwei",
        "probelauf: schweiß auf der zwei",
    ] {
        let (reading, offers) = read(text);
        assert!(!matches!(reading.said, Said::Do(_) | Said::Replay(_)), "{text}");
        assert!(offers.is_empty(), "{text}: {offers:?}");
    }
}
