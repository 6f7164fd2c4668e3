//! The score of readings: its weights are what it reads them for, and no evidence makes it something else than a probability.

use cellgraph::language::chooser::{Evidence, FEATURES, likely, sure};
use proptest::prelude::*;

#[test]
fn the_weights_are_those_of_its_features() {
    let file: serde_json::Value = serde_json::from_str(include_str!("../../src/language/chooser.json")).unwrap();
    let names: Vec<&str> = file["features"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(names, FEATURES);
    for kind in ["moving", "still"] {
        assert_eq!(file[kind].as_array().unwrap().len(), FEATURES.len(), "{kind}");
    }
    assert!(0.5 < sure() && sure() < 1.0 && 0.0 < likely() && likely() < sure(), "{} {}", sure(), likely());
}

#[test]
fn a_surer_model_makes_a_likelier_reading() {
    let with =
        |confidence| Evidence { by_model: true, confidence, route: 0.9, names: 2, words: 5, ..Evidence::default() };
    let probabilities: Vec<f32> = [0.01, 0.3, 0.7, 0.99].map(|confidence| with(confidence).probability(true)).to_vec();
    assert!(probabilities.is_sorted() && probabilities[0] < probabilities[3], "{probabilities:?}");
    // What both say is likelier than what the model alone says.
    let alone = with(0.7).probability(true);
    assert!(Evidence { by_guess: true, ..with(0.7) }.probability(true) > alone);
    assert!(Evidence { rules_move: true, ..with(0.7) }.probability(true) < alone);
}

proptest! {
    #[test]
    fn it_is_a_probability(
        flags in any::<[bool; 7]>(), shares in any::<[f32; 2]>(), counts in any::<[usize; 3]>(), moves in any::<bool>(),
    ) {
        let [by_model, by_rules, by_guess, rules_move, rules_ask, is_groundless, is_loose] = flags;
        let [confidence, route] = shares;
        let [names, missed, words] = counts;
        let evidence = Evidence {
            by_model, confidence, route, names, by_rules, by_guess, rules_move, rules_ask, missed, is_groundless, is_loose, words,
        };
        let probability = evidence.probability(moves);
        prop_assert!((0.0..=1.0).contains(&probability), "{probability}");
    }
}
