//! How good checkpoint 1 is: what it found, held against what came of each sentence.
//!
//! In: the history. Out: [`Figures`], and with them [`suggest`]. Nothing is changed here, no threshold least of all.
//!
//! What counts, by the seed's formulas:
//!
//! * a *look* is one judgement of one reading; a sentence has as many as it had attempts at a plan.
//! * *caught*: a look that did not pass. *Missed*: one that passed, where the operator then said no or something else, or the
//!   run did not complete, nor a correction of it.
//! * a *false rejection*: a sentence that was given up, and a later run completed just what it was last read as, within an
//!   hour. It is not counted as caught.
//! * a *retry*: a look after another of the same sentence. It succeeded if it passed.
//! * *success*, for the correlation with the score: a sentence whose last look passed and whose run, or its correction, completed. Pearson's
//!   coefficient, over all sentences whose last look passed.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

mod plot;
mod prometheus;
mod sentences;
mod suggest;
mod words;

pub use plot::plots;
pub use prometheus::exposition;
pub use sentences::{Came, Sentence, Unreadable, sentences};
pub use suggest::{Direction, OptionFigures, Suggestion, suggest};

use crate::{
    checkpoint::{Checked, Verdict},
    limits::{METRICS_CORRELATION_FROM, METRICS_FALSE_REJECTION_WITHIN},
};

/// The catch rate to reach, in hundredths.
pub const CATCH_RATE_MIN: u8 = 70;
/// The highest share of false rejections, in hundredths.
pub const FALSE_POSITIVE_RATE_MAX: u8 = 10;
/// The share of retries that should succeed, in hundredths.
pub const RETRY_SUCCESS_MIN: u8 = 60;
/// The correlation of score and success to reach, in hundredths.
pub const CORRELATION_MIN: u8 = 70;
/// Below this catch rate there is an alert.
pub const CATCH_RATE_ALERT: u8 = 60;
/// Above this share of false rejections there is an alert.
pub const FALSE_POSITIVE_RATE_ALERT: u8 = 15;
/// Below this share of successful retries there is an alert.
pub const RETRY_SUCCESS_ALERT: u8 = 50;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How many.
    pub hits: u64,
    /// Of how many.
    pub of: u64,
}

impl Share {
    /// The share; none of nothing.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }

    /// Whether it is below so many hundredths, exactly; nothing of nothing is.
    #[must_use]
    pub const fn is_below(self, hundredths: u8) -> bool {
        self.of > 0 && self.hits * 100 < self.of * hundredths as u64
    }

    /// Whether it is above so many hundredths, exactly; nothing of nothing is.
    #[must_use]
    pub const fn is_above(self, hundredths: u8) -> bool {
        self.hits * 100 > self.of * hundredths as u64
    }

    const fn add(&mut self, hit: bool) {
        self.hits += hit as u64;
        self.of += 1;
    }
}

/// How many looks ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdicts {
    /// Went on.
    pub pass: u64,
    /// Were to be read again.
    pub retry: u64,
    /// Were told to the operator.
    pub fail: u64,
}

/// The looks at sentences of one complexity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OfComplexity {
    /// How they ended.
    pub verdicts: Verdicts,
    /// Sum of their scores, in ten-thousandths.
    points: u64,
    /// How many had a score.
    scored: u64,
}

impl OfComplexity {
    /// The mean score, from 0 to 1; none where no look had one.
    #[must_use]
    pub fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.points as f64 / self.scored as f64 / 10_000.0)
    }
}

/// What the history comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Sentences that were looked over.
    pub sentences: u64,
    /// Looks.
    pub looks: u64,
    /// Caught, of caught and missed.
    pub catch_rate: Share,
    /// False rejections, of all looks.
    pub false_positive_rate: Share,
    /// Retries that passed, of all.
    pub retry_success: Share,
    /// The same by what the look before found; a retry counts for each of its issues.
    pub retry_success_by_issue: BTreeMap<String, Share>,
    /// By how hard the sentence was.
    pub by_complexity: BTreeMap<&'static str, OfComplexity>,
    /// Of score and success; none below [`METRICS_CORRELATION_FROM`] sentences, or where one of both never differs.
    pub correlation: Option<f64>,
    /// How many sentences the correlation was made of, or would have been.
    pub correlated: u64,
    /// All looks together, in microseconds.
    pub verification_us: u64,
    /// All runs together, in microseconds.
    pub execution_us: u64,
    /// What is worse than the seed allows, the gravest first.
    pub alerts: Vec<Alert>,
}

/// Something that is worse than the seed allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Alert {
    /// Too many faults are not found. Grave.
    LowCatchRate,
    /// Too many right readings are refused. Of middle weight.
    HighFalsePositiveRate,
    /// Too few retries help. Of middle weight.
    LowRetrySuccess,
}

impl Alert {
    /// What it is, and what to do about it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::LowCatchRate => {
                "high: the catch rate is below 0.60; look at what passed and failed, and at the thresholds"
            }
            Self::HighFalsePositiveRate => {
                "medium: more than 0.15 of the looks refused what was right; look at these, and consider a lower threshold"
            }
            Self::LowRetrySuccess => "medium: fewer than 0.50 of the retries pass; look at the feedback",
        }
    }
}

/// Counts.
#[must_use]
pub fn figures(sentences: &[Sentence]) -> Figures {
    let mut figures = Figures::default();
    let wrongly_refused = wrongly_refused(sentences);
    for sentence in sentences {
        figures.add(sentence, wrongly_refused.contains(&sentence.id));
    }
    let last: Vec<(f64, bool)> = sentences.iter().filter_map(scored).collect();
    figures.correlated = last.len() as u64;
    figures.correlation = (last.len() >= METRICS_CORRELATION_FROM).then(|| correlation(&last)).flatten();
    let alerts = [
        (figures.catch_rate.is_below(CATCH_RATE_ALERT), Alert::LowCatchRate),
        (figures.false_positive_rate.is_above(FALSE_POSITIVE_RATE_ALERT), Alert::HighFalsePositiveRate),
        (figures.retry_success.is_below(RETRY_SUCCESS_ALERT), Alert::LowRetrySuccess),
    ];
    figures.alerts = alerts.into_iter().filter_map(|(is_so, alert)| is_so.then_some(alert)).collect();
    figures
}

impl Figures {
    fn add(&mut self, sentence: &Sentence, is_false_rejection: bool) {
        self.sentences += 1;
        self.execution_us = self.execution_us.saturating_add(sentence.execution_us);
        for (place, look) in sentence.looks.iter().enumerate() {
            self.looks += 1;
            self.verification_us = self.verification_us.saturating_add(look.took_us);
            self.by_complexity.entry(look.complexity.word()).or_default().add(look);
            let is_last = place + 1 == sentence.looks.len();
            let is_false = is_last && is_false_rejection;
            self.false_positive_rate.add(is_false);
            let is_caught = look.verdict != Verdict::Pass && !is_false;
            let is_missed = is_last && sentence.is_missed();
            if is_caught || is_missed {
                self.catch_rate.add(is_caught);
            }
            let Some(before) = place.checked_sub(1).and_then(|before| sentence.looks.get(before)) else { continue };
            let passed = look.verdict == Verdict::Pass;
            self.retry_success.add(passed);
            for issue in &before.issues {
                self.retry_success_by_issue.entry(issue.clone()).or_default().add(passed);
            }
        }
    }
}

impl OfComplexity {
    fn add(&mut self, look: &Checked) {
        match look.verdict {
            Verdict::Pass => self.verdicts.pass += 1,
            Verdict::Retry => self.verdicts.retry += 1,
            Verdict::Fail => self.verdicts.fail += 1,
        }
        if let Some(points) = look.points {
            self.points += u64::from(points);
            self.scored += 1;
        }
    }
}

/// Sentences that were given up by the checkpoint, and were right: the same was done soon after.
fn wrongly_refused(sentences: &[Sentence]) -> HashSet<Uuid> {
    let mut done: HashMap<String, Vec<Timestamp>> = HashMap::new();
    for sentence in sentences.iter().filter(|sentence| sentence.came == Came::Completed) {
        let Some(intent) = &sentence.intent else { continue };
        done.entry(intent.to_string()).or_default().push(sentence.at);
    }
    let is_wrong = |sentence: &&Sentence| {
        let was_refused = sentence.looks.last().is_some_and(|look| look.verdict != Verdict::Pass);
        let Some(intent) = sentence.intent.as_ref().filter(|_| was_refused && sentence.came == Came::GivenUp) else {
            return false;
        };
        done.get(&intent.to_string()).into_iter().flatten().any(|at| {
            let waited = at.duration_since(sentence.at);
            waited.is_positive() && waited.unsigned_abs() <= METRICS_FALSE_REJECTION_WITHIN
        })
    };
    sentences.iter().filter(is_wrong).map(|sentence| sentence.id).collect()
}

/// The score of a sentence that passed, and whether that was right; none of any other.
fn scored(sentence: &Sentence) -> Option<(f64, bool)> {
    let last = sentence.looks.last().filter(|look| look.verdict == Verdict::Pass)?;
    Some((f64::from(last.points?) / 10_000.0, matches!(sentence.came, Came::Completed | Came::Corrected)))
}

/// Pearson's coefficient of a score and a yes or no; none where one of the two never differs.
fn correlation(pairs: &[(f64, bool)]) -> Option<f64> {
    let n = pairs.len() as f64;
    let success = |&(_, success): &(f64, bool)| f64::from(u8::from(success));
    let (mean_score, mean_success) =
        (pairs.iter().map(|pair| pair.0).sum::<f64>() / n, pairs.iter().map(success).sum::<f64>() / n);
    let (mut both, mut of_score, mut of_success) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (a, b) = (pair.0 - mean_score, success(pair) - mean_success);
        (both, of_score, of_success) = (both + a * b, of_score + a * a, of_success + b * b);
    }
    let spread = (of_score * of_success).sqrt();
    // Sums of rounded differences: what is that small is nothing.
    (spread > 1e-12).then(|| both / spread)
}
