//! The score of readings: its weights are what it reads them for, and no evidence makes it something else than a probability.

use cellgraph::language::chooser::{Chooser, Evidence};
use proptest::prelude::*;

#[test]
fn a_surer_model_makes_a_likelier_reading() {
    let chooser = Chooser::shipped();
    let likely = |evidence: Evidence| chooser.probability(&evidence, true);
    let with =
        |confidence| Evidence { by_model: true, confidence, route: 0.9, names: 2, words: 5, ..Evidence::default() };
    let probabilities: Vec<f32> = [0.01, 0.3, 0.7, 0.99].map(|confidence| likely(with(confidence))).to_vec();
    assert!(probabilities.is_sorted() && probabilities[0] < probabilities[3], "{probabilities:?}");
    // What both say is likelier than what the model alone says.
    let alone = likely(with(0.7));
    assert!(likely(Evidence { by_guess: true, ..with(0.7) }) > alone);
    assert!(likely(Evidence { rules_move: true, ..with(0.7) }) < alone);
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
        let probability = Chooser::shipped().probability(&evidence, moves);
        prop_assert!((0.0..=1.0).contains(&probability), "{probability}");
    }
}
