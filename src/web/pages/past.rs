//! Words for what is on record: what became of a run, and when.

use jiff::{Timestamp, tz::TimeZone};

use super::Sight;
use crate::run::Became;

/// What became of a run.
pub(super) fn ended<'t>(sight: &Sight<'_>, became: Became) -> &'t str {
    match became {
        Became::Open => sight.language.of("not ended", "noch offen"),
        Became::Completed => sight.language.of("completed", "abgeschlossen"),
        // After a step, or at once.
        Became::Stopped => sight.language.of("stopped by the operator", "vom Bediener gestoppt"),
        Became::StoppedByProgram => sight.language.of("stopped by the program", "vom Programm gestoppt"),
        Became::NotStarted => sight.language.of("not started", "nicht begonnen"),
        Became::Interrupted => sight.language.of("interrupted", "unterbrochen"),
        Became::Failed => sight.language.of("failed", "fehlgeschlagen"),
    }
}

/// A time for people: in the zone of this PC.
pub(super) fn zoned(at: Timestamp) -> String {
    let zone = TimeZone::try_system().unwrap_or(TimeZone::UTC);
    at.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
}
