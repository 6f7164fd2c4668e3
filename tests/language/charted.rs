//! Readings of the grammar in data files: offered without a model where the recogniser reads nothing, and proposed by themselves
//! where a German sentence says one thing plainly.

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
fn plain_german_is_proposed() {
    for (text, wanted) in [
        ("schweiß mal bitte auf der zwei", "action tack_weld @ Pos_2"),
        ("fahr bitte zu Platz vier", "action go Pos_4"),
        ("hol die Kamera", "action take Camera"),
        ("fahr nach Hause", "action go Home"),
        ("schweiß 1, 2 und 3", "action tack_weld @ Pos_1 + Pos_2 + Pos_3"),
        ("schweiße Position 1 2 3", "action tack_weld @ Pos_1 + Pos_2 + Pos_3"),
        ("schweißen 1, 2 und 3", "action tack_weld @ Pos_1 + Pos_2 + Pos_3"),
        ("fahr 1, 2 und 3 an", "action go Pos_1 + Pos_2 + Pos_3"),
        ("alle Positionen schweißen", "action tack_weld @ all"),
        ("alle Positionen außer 2 schweißen", "action tack_weld @ all but Pos_2"),
        ("prüfe 1 bis 3", "action position_check @ Pos_1 to Pos_3"),
    ] {
        let (reading, _) = read(text);
        assert_eq!(terse::write(&reading.said, &cells::demo()), wanted, "{text}");
        assert!(!reading.rules.complete, "{text}: a model may know better");
    }
}

#[test]
fn what_is_not_plain_is_offered() {
    for (text, wanted) in [
        ("schweiß auf der zwei oder der drei", "action tack_weld @ Pos_3"),
        ("fahr von Platz zwei zu Platz drei", "action go Pos_3"),
        ("nicht die zwei, sondern die drei schweißen", "action tack_weld @ Pos_3"),
    ] {
        let (reading, offers) = read(text);
        assert!(!matches!(reading.said, Said::Do(_) | Said::Replay(_)), "{text}");
        assert!(offers.iter().any(|offer| offer == wanted), "{text}: {offers:?}");
    }
}

#[test]
fn german_that_asks_limits_or_forbids_is_not_done() {
    for text in [
        "schweißt du auf der zwei?",
        "schweiß langsam auf der zwei",
        "schweiß später auf der zwei",
        "fahr vorsichtig zu Platz vier",
        "fahr nur probeweise zu Platz vier",
        "lass die zwei liegen und schweiß die drei",
        "wenn die Naht schlecht ist, schweiß die zwei",
        "nicht zu Platz zwei fahren",
        "schweiß die zwei oder die drei",
        "schweiß auf der neun",
        "schweiß 2 mal 3",
        "schweiße 1, 2 und 3 später",
        "schweiße 1, 2 und 3 vorsichtig",
        "schweiße 1, 2 und 3 mit 50 A",
        "schweiße heute 1, 2 und 3",
        "die 1, 2 und 3 sind fertig",
        "1, 2 und 3 geschweißt",
        "hast du 1, 2 und 3 geschweißt",
        "fahr 1, 2 und 3 nicht an",
        "alle Positionen nicht schweißen",
        "welche 1, 2 und 3 schweißen",
        "lass 1, 2 und 3 liegen",
        "schweiß 1, 2 und 3, wenn sie kalt sind",
        "schweiß weder 1 noch 2 noch 3",
        "schweiß 1, 2 und vielleicht 3",
        "schweiß 1, 2 und nicht 3",
    ] {
        let (reading, _) = read(text);
        assert!(!matches!(reading.said, Said::Do(_) | Said::Replay(_)), "{text}: {:?}", reading.said);
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
