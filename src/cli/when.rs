//! Times for people: in the zone of this PC, which `TZ` or `/etc/localtime` names, and with the zone beside them. What is
//! recorded, and what programs get, is UTC. Where the PC has no zone, people get UTC as well.

use jiff::{Timestamp, Zoned, civil::Date, tz::TimeZone};

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
        Self(TimeZone::try_system().unwrap_or(TimeZone::UTC))
    }

    /// `2026-11-22 14:03:22 CET`.
    pub(super) fn words(&self, at: Timestamp) -> String {
        at.to_zoned(self.0.clone()).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
    }

    /// When a day begins here, and when the next one does. None for a day at an end of all time.
    pub(super) fn bounds(&self, day: Day, now: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let today = now.to_zoned(self.0.clone()).date();
        let day = match day {
            Day::Today => today,
            Day::Yesterday => today.yesterday().ok()?,
            Day::On(date) => date,
        };
        let begins = |date: Date| date.to_zoned(self.0.clone()).ok().map(|at: Zoned| at.timestamp());
        begins(day).zip(begins(day.tomorrow().ok()?))
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

    fn zone(posix: &str) -> Zone {
        Zone(TimeZone::posix(posix).unwrap_or(TimeZone::UTC))
    }

    /// A run at half past midnight was listed under the day before.
    #[test]
    fn a_day_is_that_of_the_clock_on_the_wall() {
        let berlin = zone("CET-1CEST,M3.5.0,M10.5.0/3");
        let at = |text: &str| text.parse::<Timestamp>().unwrap_or(Timestamp::UNIX_EPOCH);
        assert_eq!(berlin.words(at("2026-11-22T23:30:00Z")), "2026-11-23 00:30:00 CET");
        assert_eq!(berlin.words(at("2026-07-22T23:30:00Z")), "2026-07-23 01:30:00 CEST");
        let now = at("2026-11-22T23:30:00Z");
        let bounds = |day: &str| day.parse::<Day>().ok().and_then(|day| berlin.bounds(day, now));
        let today = Some((at("2026-11-22T23:00:00Z"), at("2026-11-23T23:00:00Z")));
        assert_eq!((bounds("today"), bounds("2026-11-23")), (today, today));
        assert_eq!(bounds("yesterday"), Some((at("2026-11-21T23:00:00Z"), at("2026-11-22T23:00:00Z"))));
        // The day on which the clock is put back has 25 hours.
        let long = bounds("2026-10-25").map(|(from, to)| to.duration_since(from).as_hours());
        assert_eq!(long, Some(25));
        assert!("2026-02-30".parse::<Day>().is_err() && "now".parse::<Day>().is_err());
    }
}
