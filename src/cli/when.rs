//! The zone of this PC for lists, and a day as it is asked for on the command line.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::when::{self, Clock};

/// The PC's zone.
pub(super) struct Zone(TimeZone);

/// A day as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Day {
    Today,
    Yesterday,
    On(Date),
}

impl std::str::FromStr for Day {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "today" => Ok(Self::Today),
            "yesterday" => Ok(Self::Yesterday),
            date => date.parse().map(Self::On).map_err(|_| "today, yesterday or a date as 2026-11-22 is wanted"),
        }
    }
}

impl Zone {
    pub(super) fn here() -> Self {
        Self(when::zone_here())
    }

    /// `2026-11-22 14:03:22 CET`.
    pub(super) fn words(&self, at: Timestamp) -> String {
        when::words(at, &self.0)
    }

    /// When a day begins here, and when the next one does. None for a day at an end of all time.
    pub(super) fn bounds(&self, day: Day, now: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let today = Clock { now, zone: &self.0 }.today();
        let day = match day {
            Day::Today => today,
            Day::Yesterday => today.yesterday().ok()?,
            Day::On(date) => date,
        };
        when::bounds(day, &self.0)
    }
}

/// ` after 12.3 s`; nothing for what has not ended.
pub(super) fn after(begun: Timestamp, ended: Option<Timestamp>) -> String {
    let lasted = ended.map(|ended| ended.duration_since(begun).as_secs_f64().max(0.0));
    lasted.map(|seconds| format!(" after {seconds:.1} s")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_asked_for_by_a_word_or_its_date() {
        let zone = Zone(TimeZone::fixed(jiff::tz::offset(1)));
        let at = |text: &str| text.parse::<Timestamp>().unwrap_or(Timestamp::UNIX_EPOCH);
        let bounds = |day: &str| day.parse::<Day>().ok().and_then(|day| zone.bounds(day, at("2026-11-22T23:30:00Z")));
        let today = Some((at("2026-11-22T23:00:00Z"), at("2026-11-23T23:00:00Z")));
        assert_eq!((bounds("today"), bounds("2026-11-23")), (today, today));
        assert_eq!(bounds("yesterday"), Some((at("2026-11-21T23:00:00Z"), at("2026-11-22T23:00:00Z"))));
        assert!("2026-02-30".parse::<Day>().is_err() && "now".parse::<Day>().is_err());
    }
}
