//! Which threshold the data would move, and in which direction. Nothing is moved here: a threshold is changed by people, in a
//! commit, with the tests that belong to it.

use std::collections::HashSet;

use serde::Serialize;
use uuid::Uuid;

use super::{
    CATCH_RATE_MIN, CORRELATION_MIN, Came, FALSE_POSITIVE_RATE_MAX, Figures, Sentence, Share, figures, wrongly_refused,
};
use crate::{
    checkpoint::{Verdict, decomposition::Verification},
    limits::{CHECKPOINT_PASS, METRICS_CORRELATION_FROM},
};

/// Where the threshold of PASS should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Too little is known.
    Unknown,
    /// Nothing speaks against where it is.
    Stay,
    /// Too much is let through that fails.
    Raise,
    /// Too much is refused that is right.
    Lower,
    /// Both: no threshold mends that, but better criteria.
    Neither,
}

/// How one of the two ways to verify did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OptionFigures {
    /// `self` is option A, `adversarial` option B.
    pub option: Verification,
    /// Its looks.
    pub looks: u64,
    /// Caught, of caught and missed.
    pub catch_rate: Share,
    /// False rejections, of its looks.
    pub false_positive_rate: Share,
    /// A look's mean time, in microseconds.
    pub mean_us: u64,
}

/// What the data says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suggestion {
    /// The threshold of PASS, as it is, in hundredths.
    pub pass: u8,
    /// Where it should go.
    pub direction: Direction,
    /// Why, in words.
    pub reason: String,
    /// The threshold that would have judged most sentences rightly that had a score and were settled, in hundredths; the
    /// nearest to what it is, where several would. None where too little is known.
    pub best: Option<u8>,
    /// Whether the score says too little about success: then the weights, or the table of scores, are to be made anew, and no
    /// threshold mends that. Not where the correlation is not known.
    pub recalibrate: bool,
    /// Option A and option B.
    pub options: Vec<OptionFigures>,
}

/// See the head of this file.
#[must_use]
pub fn suggest(sentences: &[Sentence]) -> Suggestion {
    let all = figures(sentences);
    let refused = wrongly_refused(sentences);
    let settled: Vec<(u32, bool)> = sentences.iter().filter_map(|sentence| settled(sentence, &refused)).collect();
    let is_known = settled.len() >= METRICS_CORRELATION_FROM;
    let (direction, reason) = if is_known { direction(&all) } else { (Direction::Unknown, too_few(settled.len())) };
    let options = [Verification::SelfVerification, Verification::Adversarial];
    Suggestion {
        pass: CHECKPOINT_PASS,
        direction,
        reason,
        best: is_known.then(|| best(&settled)),
        recalibrate: all.correlation.is_some_and(|value| value < f64::from(CORRELATION_MIN) / 100.0),
        options: options.into_iter().map(|option| of_option(option, sentences, &refused)).collect(),
    }
}

fn too_few(count: usize) -> String {
    format!("{count} sentences with a score are settled, and {METRICS_CORRELATION_FROM} are needed")
}

fn direction(all: &Figures) -> (Direction, String) {
    let refuses = all.false_positive_rate.is_above(FALSE_POSITIVE_RATE_MAX);
    let misses = all.catch_rate.is_below(CATCH_RATE_MIN);
    let words = match (refuses, misses) {
        (true, true) => {
            "too much is refused that is right, and too much passes that fails: the criteria are to be mended"
        }
        (true, false) => "more than 0.10 of the looks refused what was right",
        (false, true) => "fewer than 0.70 of the faults were caught",
        (false, false) => "both rates are as they should be",
    };
    let direction = match (refuses, misses) {
        (true, true) => Direction::Neither,
        (true, false) => Direction::Lower,
        (false, true) => Direction::Raise,
        (false, false) => Direction::Stay,
    };
    (direction, words.to_owned())
}

/// The score of a sentence's last look, and whether it should have passed; none where nobody can say.
fn settled(sentence: &Sentence, refused: &HashSet<Uuid>) -> Option<(u32, bool)> {
    let last = sentence.looks.last()?;
    let is_right = match sentence.came {
        Came::Completed | Came::Corrected => true,
        Came::Failed | Came::Rejected | Came::Revised => false,
        Came::GivenUp => refused.contains(&sentence.id),
    };
    Some((last.points?, is_right))
}

fn best(settled: &[(u32, bool)]) -> u8 {
    let right_at =
        |pass: u8| settled.iter().filter(|(points, is_right)| (*points >= u32::from(pass) * 100) == *is_right).count();
    let near = |pass: u8| std::cmp::Reverse(pass.abs_diff(CHECKPOINT_PASS));
    (50..=95).max_by_key(|&pass| (right_at(pass), near(pass))).unwrap_or(CHECKPOINT_PASS)
}

fn of_option(option: Verification, sentences: &[Sentence], wrong: &HashSet<Uuid>) -> OptionFigures {
    let (mut looks, mut took, mut caught, mut refused) = (0_u64, 0_u64, Share::default(), Share::default());
    for sentence in sentences {
        let is_false = wrong.contains(&sentence.id);
        for (place, look) in sentence.looks.iter().enumerate().filter(|(_, look)| look.option == Some(option)) {
            let is_last = place + 1 == sentence.looks.len();
            (looks, took) = (looks + 1, took.saturating_add(look.took_us));
            refused.add(is_last && is_false);
            let is_caught = look.verdict != Verdict::Pass && !(is_last && is_false);
            if is_caught || (is_last && sentence.is_missed()) {
                caught.add(is_caught);
            }
        }
    }
    let mean_us = took.checked_div(looks).unwrap_or(0);
    OptionFigures { option, looks, catch_rate: caught, false_positive_rate: refused, mean_us }
}
