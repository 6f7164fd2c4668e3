//! The machine: processor, memory, clock.

use std::path::Path;

use jiff::{Timestamp, civil::date, tz::TimeZone};

use super::{super::when::Zone, Finding};
use crate::{
    files,
    limits::{DOCTOR_CLOCK_BEHIND, DOCTOR_MEMORY_BYTES_MIN},
    store::{Reader, RunFilter, StoreError},
};

/// Whether the processor has what the model's code is compiled for.
pub(super) fn processor() -> Finding {
    #[cfg(feature = "llama")]
    return match crate::language::llama::processor_has_all() {
        Ok(()) => Finding::ok("processor", "it has what the model's code needs"),
        Err(error) => Finding::mend("processor", error, "use --model none, or a PC with a processor of 2015 or later"),
    };
    #[cfg(not(feature = "llama"))]
    return Finding::ok("processor", "this program has no model, so any processor does");
}

/// Whether there is memory for the program beside what runs already.
pub(super) fn memory() -> Finding {
    let available = files::read_document_file(Path::new("/proc/meminfo")).ok().and_then(|text| available(&text));
    remembered(available)
}

fn remembered(available: Option<u64>) -> Finding {
    let megabytes = |bytes: u64| format!("{} MB", bytes / 1_000_000);
    match available {
        None => Finding::note("memory", "the system does not say how much is free", "see that 400 MB are free"),
        Some(bytes) if bytes < DOCTOR_MEMORY_BYTES_MIN => Finding::note(
            "memory",
            format_args!(
                "{} are free, and the program with its model takes up to {}",
                megabytes(bytes),
                megabytes(DOCTOR_MEMORY_BYTES_MIN)
            ),
            "end other programs, or use --model none",
        ),
        Some(bytes) => Finding::ok("memory", format_args!("{} are free", megabytes(bytes))),
    }
}

/// The bytes that the kernel says are available.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Whether the clock can be right: no motion hangs on it, and the history would be in the wrong order.
pub(super) fn clock(history: &Result<Reader, StoreError>) -> Finding {
    let runs = match history.as_ref().map(|history| history.runs(&RunFilter::default())) {
        Ok(Ok(runs)) => runs,
        // There is nothing to hold it against; the history's own finding says why.
        Ok(Err(_)) | Err(_) => Vec::new(),
    };
    let latest = runs.iter().map(|run| run.finished_at.unwrap_or(run.started_at)).max();
    clocked(Timestamp::now(), latest, &Zone::here())
}

fn clocked(now: Timestamp, latest: Option<Timestamp>, zone: &Zone) -> Finding {
    let said = zone.words(now);
    let todo = "set the clock, and see to its battery";
    // Before the first release of this program.
    let is_reset = now.to_zoned(TimeZone::UTC).date() < date(2026, 1, 1);
    match latest {
        _ if is_reset => Finding::mend("clock", format_args!("it says {said}, which cannot be"), todo),
        Some(latest) if latest > now && latest.duration_since(now).unsigned_abs() > DOCTOR_CLOCK_BEHIND => {
            Finding::mend(
                "clock",
                format_args!("it says {said}, and the last run on record ended later, at {}", zone.words(latest)),
                todo,
            )
        }
        _ => Finding::ok("clock", format_args!("it says {said}")),
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::{super::Level, *};

    #[test]
    fn memory_is_read_as_the_kernel_writes_it() {
        for (text, bytes) in [
            ("MemTotal:  2 kB\nMemAvailable:   23456 kB\nBuffers: 1 kB\n", Some(23_456 * 1024)),
            ("MemTotal: 2 kB\n", None),
            ("MemAvailable: many kB\n", None),
            ("MemAvailable: 7\n", None),
            ("MemAvailable: 18446744073709551615 kB\n", None),
        ] {
            assert_eq!(available(text), bytes, "{text}");
        }
    }

    #[test]
    fn too_little_memory_is_a_note() {
        let verdict = |bytes| remembered(bytes).verdict;
        assert_eq!(verdict(Some(DOCTOR_MEMORY_BYTES_MIN)), Level::Ok);
        assert_eq!(verdict(Some(DOCTOR_MEMORY_BYTES_MIN - 1)), Level::Note);
        assert_eq!(verdict(None), Level::Note);
    }

    #[test]
    fn a_clock_that_cannot_be_right_is_to_be_mended() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let now = at("2026-11-26T10:00:00Z");
        let verdict = |now, latest| clocked(now, latest, &Zone::here()).verdict;
        assert_eq!(verdict(now, None), Level::Ok);
        assert_eq!(verdict(now, Some(at("2026-11-26T09:00:00Z"))), Level::Ok);
        assert_eq!(verdict(now, Some(now + DOCTOR_CLOCK_BEHIND)), Level::Ok);
        assert_eq!(verdict(now, Some(now + DOCTOR_CLOCK_BEHIND + SignedDuration::from_secs(1))), Level::Mend);
        assert_eq!(verdict(at("1970-01-01T00:05:00Z"), None), Level::Mend);
        assert_eq!(verdict(at("2025-12-31T23:59:59Z"), None), Level::Mend);
        assert_eq!(verdict(at("2026-01-01T00:00:00Z"), None), Level::Ok);
    }
}
