//! Words for what is on record: what became of a run, and when.

use jiff::{Timestamp, tz::TimeZone};

use super::Sight;
use crate::run::Became;

/// What became of a run.
pub(super) fn ended<'t>(sight: &Sight<'_>, became: Became) -> &'t str {
    let (english, german) = match became {
        Became::Open => ("not ended", "nicht beendet"),
        Became::Completed => ("completed", "abgeschlossen"),
        Became::Stopped => ("stopped by the operator", "vom Bediener angehalten"),
        Became::NotStarted => ("not started", "nicht begonnen"),
        Became::Interrupted => ("interrupted", "unterbrochen"),
        Became::Failed => ("failed", "fehlgeschlagen"),
    };
    sight.language.of(english, german)
}

/// A time for people: in the zone of this PC.
pub(super) fn zoned(at: Timestamp) -> String {
    let zone = TimeZone::try_system().unwrap_or(TimeZone::UTC);
    at.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
}
