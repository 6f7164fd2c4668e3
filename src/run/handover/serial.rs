//! The serial numbers of permits: they grow in a folder for as long as its controller remembers, and they do not run out in
//! the middle of a run.
//!
//! A controller ignores a number that is smaller than one that it has seen, also the number of a stop. A run therefore begins above three
//! numbers: that of the permit that stands, the last one that the controller wrote, and the time in seconds.

use std::io::{Read, Seek, SeekFrom};

use jiff::Timestamp;
use serde::Deserialize;

use super::{super::driver::DriverError, Folder, PERMIT_FILE, PROGRESS_FILE};
use crate::limits::{PERMIT_BYTES_MAX, PROGRESS_BYTES_MAX, SERIALS_OF_RUN_MAX};

/// The largest number of a permit that is no stop. The stop of that permit needs a number above it.
pub(super) const GRANTED_MAX: u32 = u32::MAX - 8;

#[derive(Deserialize)]
struct Numbered {
    #[serde(default)]
    serial: u64,
}

/// The serial number before a run's first permit.
///
/// # Errors
///
/// The numbers that were used here leave too few for a run; or the files cannot be read.
pub(super) fn before_run(folder: &Folder) -> Result<u32, DriverError> {
    let base = highest(folder)?.max(now());
    above(base).ok_or_else(|| {
        DriverError::Failed(format!(
            "{}: serial number {base} was used here, and the numbers end at {}: there are too few left for a run. Switch the \
             controller off, take {PERMIT_FILE} and {PROGRESS_FILE} away, and switch it on again",
            folder.path().display(),
            u32::MAX
        ))
    })
}

/// The serial number before a run's first permit, where `used` is the largest that was used; none where too few are left for a run.
pub(in super::super) fn above(used: u64) -> Option<u32> {
    let room = u64::from(GRANTED_MAX) - u64::from(SERIALS_OF_RUN_MAX);
    u32::try_from(used.max(now())).ok().filter(|&base| u64::from(base) <= room)
}

/// The serial number before the stop of a run that has no permit; as large as there is where all were used.
pub(super) fn before_stop(folder: &Folder) -> u32 {
    let base = highest(folder).unwrap_or(0).max(now());
    u32::try_from(base).unwrap_or(u32::MAX)
}

/// The largest number that the folder tells of.
fn highest(folder: &Folder) -> Result<u64, DriverError> {
    let number = |bytes: &[u8]| serde_json::from_slice(bytes).map_or(0, |Numbered { serial }| serial);
    let permit = folder.read(PERMIT_FILE, PERMIT_BYTES_MAX)?.map_or(0, |bytes| number(&bytes));
    let Some(mut file) = folder.file(PROGRESS_FILE)? else { return Ok(permit) };
    let mut bytes = Vec::new();
    let mut read = || {
        let end = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(end.saturating_sub(PROGRESS_BYTES_MAX)))?;
        (&file).take(PROGRESS_BYTES_MAX).read_to_end(&mut bytes)
    };
    read().map_err(|error| folder.failed(PROGRESS_FILE, &error))?;
    // What is no line of the controller's says no number.
    Ok(bytes.split(|&byte| byte == b'\n').map(number).fold(permit, u64::max))
}

fn now() -> u64 {
    u64::try_from(Timestamp::now().as_second()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A controller ignores a number below one that it has seen, and its clock goes on while no permit is written.
    #[test]
    fn a_run_and_a_stop_begin_above_every_number_that_was_used() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        let today = u32::try_from(now()).unwrap();
        // The beginning of 2026.
        assert!(today > 1_767_225_600);
        for base in [before_stop(&folder), before_run(&folder).unwrap()] {
            assert!((today..=today + 3_600).contains(&base), "{base}");
        }
        let (permit, line) = (4_000_000_000_u32, 4_000_000_007_u32);
        folder.write_whole(PERMIT_FILE, format!("{{\"serial\":{permit}}}").as_bytes()).unwrap();
        assert_eq!((before_stop(&folder), before_run(&folder).unwrap()), (permit, permit));
        folder
            .write_whole(PROGRESS_FILE, format!("{{\"serial\":1}}\n{{\"serial\":{line}}}\nno line\n").as_bytes())
            .unwrap();
        assert_eq!((before_stop(&folder), before_run(&folder).unwrap()), (line, line));
        folder.write_whole(PERMIT_FILE, format!("{{\"serial\":{}}}", u64::from(u32::MAX) + 9).as_bytes()).unwrap();
        assert_eq!(before_stop(&folder), u32::MAX);
        assert!(before_run(&folder).is_err(), "too few are left");
    }
}
