//! How likely a reading is right, from what speaks for it and what against: one score for every reader.
//!
//! In: [`Evidence`] of a reading. Out: a probability. The weights are data (`chooser.json`), fitted by `models/training/choose.py` on the
//! sentences that may be read, cell by cell left out; nothing here knows a word of any sentence. What must never happen, whatever
//! the probability, is no matter of this file: see [`super::reading`].

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// What speaks for a reading, and what against it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// The model says it.
    pub by_model: bool,
    /// How likely the model holds the whole line, where it says it.
    pub confidence: f32,
    /// How likely the model holds the route of this reading; one third where there is no model.
    pub route: f32,
    /// Names in it, places, tools and routines.
    pub names: usize,
    /// The recogniser says the same.
    pub by_rules: bool,
    /// The recogniser says the same without the words that it does not know.
    pub by_guess: bool,
    /// The recogniser would move otherwise.
    pub rules_move: bool,
    /// The recogniser takes it for a question, or for nothing that is about the robot.
    pub rules_ask: bool,
    /// Spans of words that the recogniser does not account for.
    pub missed: usize,
    /// It names a place or a tool that the sentence does not speak of.
    pub is_groundless: bool,
    /// It names a routine that the sentence does not speak of by any word that the recogniser knows.
    pub is_loose: bool,
    /// Words in the sentence.
    pub words: usize,
}

/// What the weights belong to, in order. The first is one for every reading.
pub const FEATURES: [&str; 13] = [
    "one",
    "by_model",
    "model_log",
    "route_log",
    "names_root",
    "by_rules",
    "by_guess",
    "rules_move",
    "rules_ask",
    "missed_log",
    "is_groundless",
    "is_loose",
    "words_log",
];

/// Less than this is as good as nothing.
const LEAST: f32 = 1e-4;

impl Evidence {
    /// The values of [`FEATURES`].
    #[must_use]
    pub fn values(&self) -> [f32; FEATURES.len()] {
        let sign = |is: bool| f32::from(u8::from(is));
        // What is no number says nothing.
        let log = |probability: f32| if probability > LEAST { probability.min(1.0).ln() } else { LEAST.ln() };
        [
            1.0,
            sign(self.by_model),
            if self.by_model { log(self.confidence) } else { 0.0 },
            log(self.route),
            (self.names as f32).sqrt(),
            sign(self.by_rules),
            sign(self.by_guess),
            sign(self.rules_move),
            sign(self.rules_ask),
            (self.missed as f32).ln_1p(),
            sign(self.is_groundless),
            sign(self.is_loose),
            (self.words as f32).ln_1p(),
        ]
    }

    /// How likely it is right. `moves`: whether anything executable may come of it.
    #[must_use]
    pub fn probability(&self, moves: bool) -> f32 {
        let weights = if moves { &WEIGHTS.moving } else { &WEIGHTS.still };
        let sum: f32 = self.values().iter().zip(weights).map(|(value, weight)| value * weight).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// What was fitted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weights {
    features: Vec<String>,
    moving: Vec<f32>,
    still: Vec<f32>,
    /// A reading that moves something is proposed from here on.
    sure: f32,
    /// A reading is asked back from here on, where nothing is proposed.
    likely: f32,
    /// What they were fitted on, for people.
    #[serde(rename = "fitted")]
    _fitted: serde_json::Value,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let weights: Weights = serde_json::from_str(include_str!("chooser.json")).unwrap_or(Weights {
        features: Vec::new(),
        moving: Vec::new(),
        still: Vec::new(),
        sure: f32::INFINITY,
        likely: f32::INFINITY,
        _fitted: serde_json::Value::Null,
    });
    debug_assert_eq!(weights.features, FEATURES);
    weights
});

/// From which probability on a reading that moves something is proposed.
#[must_use]
pub fn sure() -> f32 {
    WEIGHTS.sure
}

/// From which probability on a reading is asked back, where nothing is proposed.
#[must_use]
pub fn likely() -> f32 {
    WEIGHTS.likely
}
