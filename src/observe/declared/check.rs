//! What answers one check: an output, an input, a message, a counter or a measured value.

use super::WhereOnly;

/// What answers a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is looked at.
    pub measure: Measure,
    /// Whether it counts, too, where it was so before the step already.
    pub may_stay: bool,
    /// What a controller gets for it that can only say where the robot is; none: what the file says for all.
    pub where_only: Option<WhereOnly>,
}

/// What is looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// The element under this key, an input or an output, has this value after the step.
    Signal {
        /// As in `outputs.weld_ok`.
        key: String,
        /// The value.
        is: SignalValue,
    },
    /// This message appeared.
    Message(String),
    /// The counter under this key is higher by at least so much.
    Counter {
        /// As in `values.images`.
        key: String,
        /// At least 1.
        grows_by: u64,
    },
    /// The value under this key is within these bounds, both included.
    Value {
        /// As in `values.seam_mm`.
        key: String,
        /// Finite.
        at_least: Option<f64>,
        /// Finite, and not below `at_least`.
        at_most: Option<f64>,
        /// How far it must be from what it was before the step: more than the sensor's noise. 0 where it may stay.
        changes_by: f64,
    },
}

/// The value that a signal is to have. The text "true" is another than the flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignalValue {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A text, in quotes where it could be anything else.
    Text(String),
}

impl std::fmt::Display for SignalValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(is) => write!(f, "{is}"),
            Self::Number(is) => write!(f, "{is}"),
            Self::Text(is) => f.write_str(is),
        }
    }
}

impl Measure {
    /// The key that is looked at; none for a message.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Signal { key, .. } | Self::Counter { key, .. } | Self::Value { key, .. } => Some(key),
            Self::Message(_) => None,
        }
    }
}
