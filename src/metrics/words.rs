//! Figures in words. A figure is never shown better than it is: what is to be high is cut, what is to stay low is rounded up.

use super::{
    CATCH_RATE_MIN, CORRELATION_MIN, FALSE_POSITIVE_RATE_MAX, Figures, OfComplexity, RETRY_SUCCESS_MIN, Share,
};

impl Figures {
    /// The figures that have a value to reach, in the order of the seed: its value, and that to reach.
    #[must_use]
    pub fn to_reach(&self) -> [(String, String); 4] {
        let correlation = self.correlation.map_or_else(|| "unknown".to_owned(), |value| hundredths(cut(value)));
        let limit = |sign: &str, hundredths: u8| format!("{sign} {:.2}", f64::from(hundredths) / 100.0);
        [
            (self.catch_rate.words(), limit("≥", CATCH_RATE_MIN)),
            (self.false_positive_rate.words_of_what_is_to_stay_low(), limit("≤", FALSE_POSITIVE_RATE_MAX)),
            (self.retry_success.words(), limit("≥", RETRY_SUCCESS_MIN)),
            (format!("{correlation} ({} sentences that passed)", self.correlated), limit("≥", CORRELATION_MIN)),
        ]
    }
}

impl Share {
    /// The share, and what it is a share of.
    #[must_use]
    pub fn words(self) -> String {
        self.with(self.value().map(cut))
    }

    /// The same of what is to stay low.
    #[must_use]
    pub fn words_of_what_is_to_stay_low(self) -> String {
        self.with(self.value().map(raised))
    }

    fn with(self, value: Option<f64>) -> String {
        format!("{} ({} of {})", value.map_or_else(|| "none".to_owned(), hundredths), self.hits, self.of)
    }
}

impl OfComplexity {
    /// The mean score, `none` where no look had one.
    #[must_use]
    pub fn mean_words(&self) -> String {
        self.mean_score().map_or_else(|| "none".to_owned(), |mean| hundredths(cut(mean)))
    }
}

fn hundredths(value: f64) -> String {
    format!("{value:.2}")
}

/// Cut to hundredths: 0.699 is never shown as 0.70. What a sum of floats lacks of a whole hundredth is no part of the value.
fn cut(value: f64) -> f64 {
    (value * 100.0 + 1e-9).floor() / 100.0
}

/// The other way, of a share: a whole hundredth stays, and nothing is no minus nothing.
fn raised(value: f64) -> f64 {
    (value * 100.0 - 1e-9).ceil().abs() / 100.0
}
