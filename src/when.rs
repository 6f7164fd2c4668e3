//! Days and times as the clock on the wall shows them. What is recorded, and what programs get, is UTC; people get the zone of this PC, which
//! `TZ` or `/etc/localtime` names, and the zone beside each time. Where the PC has no zone, people get UTC as well.

use jiff::{Timestamp, Zoned, civil::Date, tz::TimeZone};

/// The time of asking, and the zone that days are counted in.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'z> {
    /// The time of asking.
    pub now: Timestamp,
    /// The zone of the people who ask.
    pub zone: &'z TimeZone,
}

impl Clock<'_> {
    /// The day on which something was.
    #[must_use]
    pub fn date(&self, at: Timestamp) -> Date {
        at.to_zoned(self.zone.clone()).date()
    }

    /// The day of asking.
    #[must_use]
    pub fn today(&self) -> Date {
        self.date(self.now)
    }

    /// `today`, `yesterday`, or none for another day.
    #[must_use]
    pub fn day_word(&self, day: Date) -> Option<&'static str> {
        let today = self.today();
        match day == today {
            true => Some("today"),
            false => (today.yesterday().ok() == Some(day)).then_some("yesterday"),
        }
    }
}

/// The zone of this PC.
#[must_use]
pub fn zone_here() -> TimeZone {
    TimeZone::try_system().unwrap_or(TimeZone::UTC)
}

/// `2026-11-22 14:03:22 CET`.
#[must_use]
pub fn words(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
}

/// When a day begins there, and when the next one does. None for a day at an end of all time.
#[must_use]
pub fn bounds(day: Date, zone: &TimeZone) -> Option<(Timestamp, Timestamp)> {
    let begins = |date: Date| date.to_zoned(zone.clone()).ok().map(|at: Zoned| at.timestamp());
    begins(day).zip(begins(day.tomorrow().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// A run at half past midnight was listed under the day before.
    #[test]
    fn a_day_is_that_of_the_clock_on_the_wall() {
        let berlin = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap_or(TimeZone::UTC);
        assert_eq!(words(at("2026-11-22T23:30:00Z"), &berlin), "2026-11-23 00:30:00 CET");
        assert_eq!(words(at("2026-07-22T23:30:00Z"), &berlin), "2026-07-23 01:30:00 CEST");
        let clock = Clock { now: at("2026-11-22T23:30:00Z"), zone: &berlin };
        assert_eq!(clock.today().to_string(), "2026-11-23");
        let word = |moment| clock.day_word(clock.date(at(moment)));
        assert_eq!(word("2026-11-22T23:00:00Z"), Some("today"));
        assert_eq!(word("2026-11-22T22:59:59Z"), Some("yesterday"));
        assert_eq!(word("2026-11-21T22:59:59Z"), None);
        let bounds_of = |day: &str| day.parse().ok().and_then(|day| bounds(day, &berlin));
        assert_eq!(bounds_of("2026-11-23"), Some((at("2026-11-22T23:00:00Z"), at("2026-11-23T23:00:00Z"))));
        // The day on which the clock is put back has 25 hours.
        let long = bounds_of("2026-10-25").map(|(from, to)| to.duration_since(from).as_hours());
        assert_eq!((long, bounds(Date::MAX, &berlin)), (Some(25), None));
    }
}
