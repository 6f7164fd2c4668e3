//! How likely a reading is right, from what speaks for it and what against: one score for every reader.
//!
//! In: [`Evidence`] of a reading. Out: a probability. The weights are data, fitted by `models/training/choose.py` on the sentences that may be
//! read, cell by cell left out: `chooser.json` for the default model with its adapter, and a document of its own for every other; nothing here knows a word of any sentence. What must never happen, whatever
//! the probability, is no matter of this file: see [`super::reading`].

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
}

/// Weights and thresholds that were fitted to one model and adapter.
#[derive(Clone, Debug, PartialEq)]
pub struct Chooser {
    moving: [f32; FEATURES.len()],
    still: [f32; FEATURES.len()],
    sure: f32,
    likely: f32,
}

/// Why a document holds no weights and thresholds.
#[derive(Debug, thiserror::Error)]
pub enum ChooserError {
    /// It is not JSON with these fields.
    #[error("it is no document of weights and thresholds: {0}")]
    Document(#[from] serde_json::Error),
    /// It was made for another program.
    #[error("its features are not those of this program: it has {found}, and {} are needed in their order", FEATURES.len())]
    OtherFeatures {
        /// How many it has.
        found: usize,
    },
    /// Weights are missing, or are no numbers.
    #[error("`{name}` has not one number for each feature")]
    Weights {
        /// Which.
        name: &'static str,
    },
    /// A threshold is out of its bounds.
    #[error("`{name}` is {found}: it is a probability from {from} to {to}")]
    Threshold {
        /// Which.
        name: &'static str,
        /// What it is.
        found: f32,
        /// The least that is taken.
        from: f32,
        /// The most.
        to: f32,
    },
}

/// The least probability from which on a reading that moves something may be proposed. A reading that is more likely wrong than right is asked
/// back, whatever a document says.
const SURE_LEAST: f32 = 0.5;

impl Chooser {
    /// Reads what `models/training/choose.py` writes.
    ///
    /// # Errors
    ///
    /// [`ChooserError`].
    pub fn read(text: &str) -> Result<Self, ChooserError> {
        let Fitted { features, moving, still, sure, likely, _fitted } = serde_json::from_str(text)?;
        if features != FEATURES {
            return Err(ChooserError::OtherFeatures { found: features.len() });
        }
        let weights = |name, weights: Vec<f32>| {
            let is_finite = weights.iter().all(|weight| weight.is_finite());
            <[f32; FEATURES.len()]>::try_from(weights).ok().filter(|_| is_finite).ok_or(ChooserError::Weights { name })
        };
        let threshold = |name, found: f32, from, to| match (from..=to).contains(&found) {
            true => Ok(found),
            false => Err(ChooserError::Threshold { name, found, from, to }),
        };
        let sure = threshold("sure", sure, SURE_LEAST, 1.0)?;
        Ok(Self {
            moving: weights("moving", moving)?,
            still: weights("still", still)?,
            likely: threshold("likely", likely, 0.0, sure)?,
            sure,
        })
    }

    /// What was fitted to the default model with its adapter.
    #[must_use]
    pub fn shipped() -> Self {
        // A test reads it. Were it ever unreadable, nothing would be sure or likely.
        Self::read(include_str!("chooser.json")).unwrap_or(Self {
            moving: [0.0; FEATURES.len()],
            still: [0.0; FEATURES.len()],
            sure: f32::INFINITY,
            likely: f32::INFINITY,
        })
    }

    /// How likely a reading is right. `moves`: whether anything executable may come of it.
    #[must_use]
    pub fn probability(&self, evidence: &Evidence, moves: bool) -> f32 {
        let weights = if moves { &self.moving } else { &self.still };
        let sum: f32 = evidence.values().iter().zip(weights).map(|(value, weight)| value * weight).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// From which probability on a reading that moves something is proposed.
    #[must_use]
    pub const fn sure(&self) -> f32 {
        self.sure
    }

    /// From which probability on a reading is asked back, where nothing is proposed.
    #[must_use]
    pub const fn likely(&self) -> f32 {
        self.likely
    }
}

impl Default for Chooser {
    fn default() -> Self {
        Self::shipped()
    }
}

/// The document.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    features: Vec<String>,
    moving: Vec<f32>,
    still: Vec<f32>,
    sure: f32,
    likely: f32,
    /// What they were fitted on, for people.
    #[serde(rename = "fitted")]
    _fitted: serde_json::Value,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn shipped() -> Value {
        serde_json::from_str(include_str!("chooser.json")).unwrap()
    }

    #[test]
    fn what_is_shipped_is_read() {
        let chooser = Chooser::read(include_str!("chooser.json")).unwrap();
        assert_eq!(chooser, Chooser::shipped());
        assert!(chooser.sure() >= SURE_LEAST && chooser.likely() <= chooser.sure());
    }

    /// A document decides what is proposed without a question: whoever writes one cannot have everything proposed.
    #[test]
    fn what_cannot_be_meant_is_refused() {
        let one_more = vec![0.0; FEATURES.len() + 1];
        for (field, value, why) in [
            ("sure", json!(0.49), "`sure` is 0.49: it is a probability from 0.5 to 1"),
            ("sure", json!(1.01), "`sure` is 1.01"),
            ("sure", json!(-1), "`sure` is -1"),
            ("likely", json!(0.9), "`likely` is 0.9: it is a probability from 0 to"),
            ("likely", json!(-0.1), "`likely` is -0.1"),
            ("moving", json!(one_more), "`moving` has not one number for each feature"),
            ("still", json!([]), "`still` has not one number for each feature"),
            (
                "still",
                json!(vec![1e39; FEATURES.len()]),
                "it is no document of weights and thresholds: number out of range",
            ),
            ("features", json!(["one"]), "its features are not those of this program: it has 1, and 13 are needed"),
            ("other", json!(1), "it is no document of weights and thresholds: unknown field `other`"),
        ] {
            let mut document = shipped();
            document[field] = value;
            let error = Chooser::read(&document.to_string()).unwrap_err().to_string();
            assert!(error.starts_with(why), "{error}");
        }
        assert!(Chooser::read("{").is_err());
    }
}
