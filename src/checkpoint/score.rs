//! Scores as exact integers. In: decimals as they are written, counts, weights. Out: [`Score`] in hundredths, [`Points`] in
//! ten-thousandths. Nothing here is a floating-point number, and nothing is ever rounded up.
//!
//! 1. 0.70 is 0.70, and 0.6999… is below it, however many digits it has.
//! 2. A weighted sum is compared exactly; only what is shown is cut to hundredths.
//! 3. The weights of a rubric come to 1.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::value::RawValue;

/// A score from 0 to 1, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u8);

/// Why a text is not a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a score is a number from 0 to 1, for example 0.85")]
pub struct NotAScore;

impl Score {
    /// 0.00.
    pub const NOTHING: Self = Self(0);
    /// 1.00.
    pub const FULL: Self = Self(100);

    /// A score of so many hundredths; none above 100.
    #[must_use]
    pub const fn of(hundredths: u8) -> Option<Self> {
        if hundredths <= 100 { Some(Self(hundredths)) } else { None }
    }

    /// The same for constants: what is above 1.00 is 1.00.
    pub(super) const fn fixed(hundredths: u8) -> Self {
        if hundredths <= 100 { Self(hundredths) } else { Self::FULL }
    }

    /// A part of a whole, rounded down; none of nothing.
    #[must_use]
    pub fn share(part: usize, whole: usize) -> Option<Self> {
        let hundredths = (part as u128 * 100).checked_div(whole as u128)?;
        Some(Self(hundredths.min(100) as u8))
    }

    /// A JSON number, read digit by digit. Digits beyond the hundredths are cut off, so that no threshold is reached that
    /// the number does not reach.
    ///
    /// # Errors
    ///
    /// What is not a number, is below 0 or above 1.
    pub fn read(text: &str) -> Result<Self, NotAScore> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| NotAScore)?),
            None => (text, 0),
        };
        let (minus, mantissa) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if whole.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(NotAScore);
        }
        let Some(first) = digits.iter().position(|&digit| digit != b'0') else { return Ok(Self::NOTHING) };
        // Where the digits stand: the first one counts 10 to the power of `place`.
        let place = whole.len() as i64 - 1 - first as i64 + i64::from(exponent);
        let digit_at = |power: i64| {
            let at = usize::try_from(first as i64 + place - power).ok();
            at.filter(|&at| at >= first).and_then(|at| digits.get(at)).map_or(0, |digit| digit - b'0')
        };
        let exactly_one = place == 0 && digits[first] == b'1' && digits[first + 1..].iter().all(|&digit| digit == b'0');
        match (minus, place) {
            (true, _) => Err(NotAScore),
            (false, ..0) => Ok(Self(digit_at(-1) * 10 + digit_at(-2))),
            (false, _) if exactly_one => Ok(Self::FULL),
            (false, _) => Err(NotAScore),
        }
    }

    /// How many hundredths it has.
    #[must_use]
    pub const fn hundredths(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// As a number: 0.85.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}

/// From the digits of the document, not from the nearest floating-point number.
impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::read(raw.get()).map_err(D::Error::custom)
    }
}

/// A weighted sum of scores from 0 to 1, in ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u32);

impl Points {
    /// How many ten-thousandths it has.
    #[must_use]
    pub const fn ten_thousandths(self) -> u32 {
        self.0
    }

    /// Cut to hundredths: 0.698 is shown as 0.69, never as 0.70.
    #[must_use]
    pub const fn cut(self) -> Score {
        Score::fixed((self.0 / 100) as u8)
    }
}

/// A score counts as it is.
impl From<Score> for Points {
    fn from(score: Score) -> Self {
        Self(u32::from(score.0) * 100)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cut().fmt(f)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cut().serialize(serializer)
    }
}

/// What each criterion of a rubric counts, in hundredths that come to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights<const N: usize>([u8; N]);

impl<const N: usize> Weights<N> {
    /// These weights; none where they do not come to 100.
    #[must_use]
    pub const fn new(weights: [u8; N]) -> Option<Self> {
        let (mut sum, mut at) = (0_u32, 0);
        while at < N {
            sum += weights[at] as u32;
            at += 1;
        }
        if sum == 100 { Some(Self(weights)) } else { None }
    }

    /// What one criterion counts.
    #[must_use]
    pub const fn of(&self, at: usize) -> Score {
        Score::fixed(self.0[at])
    }

    /// The sum of weight × score.
    #[must_use]
    pub fn sum(&self, scores: &[Score; N]) -> Points {
        Points(self.0.iter().zip(scores).map(|(&weight, score)| u32::from(weight) * u32::from(score.0)).sum())
    }
}
