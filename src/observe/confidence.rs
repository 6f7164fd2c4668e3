//! How sure a verdict is: whole hundredths, so that 0.70 is 0.70 wherever it is compared.
//!
//! In: a number of hundredths, or a decimal text of a document. Out: [`Confidence`]. No floating-point number is compared
//! anywhere.

use std::fmt;

use serde::{Serialize, Serializer};

/// Hundredths from 0 to 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

impl Confidence {
    /// None at all.
    pub const ZERO: Self = Self(0);
    /// Certain.
    pub const ONE: Self = Self(100);

    /// So many hundredths; at most 100.
    #[must_use]
    pub const fn hundredths(number: u8) -> Self {
        if number > 100 { Self::ONE } else { Self(number) }
    }

    /// The hundredths.
    #[must_use]
    pub const fn as_hundredths(self) -> u8 {
        self.0
    }

    /// A plain decimal from 0 to 1. Digits behind the second are cut off: no number below a threshold is read as one that
    /// reaches it. None where the text is anything else, a number with an exponent included.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let are_digits = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
        let whole = match whole {
            "0" => 0,
            "1" => 100,
            _ => return None,
        };
        if !are_digits || (whole == 100 && fraction.bytes().any(|byte| byte != b'0')) {
            return None;
        }
        let digit = |place: usize| fraction.as_bytes().get(place).map_or(0, |byte| byte - b'0');
        Some(Self(whole + 10 * digit(0) + digit(1)))
    }

    /// So many hundredths less, but not below none.
    #[must_use]
    pub const fn less(self, hundredths: u8) -> Self {
        Self(self.0.saturating_sub(hundredths))
    }

    /// So many hundredths more, but not above certainty.
    #[must_use]
    pub const fn more(self, hundredths: u8) -> Self {
        Self::hundredths(self.0.saturating_add(hundredths))
    }
}

/// As in `0.70`.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}
