//! Folders: whether they can be written, on what kind of disk they lie, how long it takes to sync, and whether locks hold.

use std::{
    fs::{self, TryLockError},
    io::{self, Write},
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    time::{Duration, Instant},
};

use rustix::fs::{statfs, statvfs};
use tempfile::NamedTempFile;

use super::Finding;
#[cfg(test)]
use super::Level;
use crate::{
    cell::shown,
    files::{Words, open},
    limits::{DOCTOR_DISK_BYTES_LOW, DOCTOR_DISK_BYTES_MIN, DOCTOR_SYNC_NONE, DOCTOR_SYNC_SLOW, DOCTOR_SYNCS},
    run,
};

/// What a folder is for: what may be so in the one may not be so in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Data,
    Robot,
}

impl Use {
    const fn part(self) -> &'static str {
        match self {
            Self::Data => "data folder",
            Self::Robot => "robot folder",
        }
    }

    /// What is found of its disk, of the room there, of a sync and of locks is about.
    const fn parts(self) -> [&'static str; 4] {
        match self {
            Self::Data => ["data disk", "data room", "data sync", "data locks"],
            Self::Robot => ["robot disk", "robot room", "robot sync", "robot locks"],
        }
    }

    const fn option(self) -> &'static str {
        match self {
            Self::Data => "--data",
            Self::Robot => "--robot",
        }
    }
}

/// What a disk is made of, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disk {
    Memory,
    Network,
    Other,
}

/// The folder of the cell's data. One that is not there yet is made by the first command that needs it.
pub(super) fn data(path: &Path) -> Vec<Finding> {
    if !path.exists() {
        let found = format!("{} is not there yet", named(path));
        return vec![Finding::note(
            Use::Data.part(),
            found,
            "nothing, where this is a new cell: `cellgraph run` makes it. Else name the cell's folder with --data",
        )];
    }
    let mut findings = looked_at(path, Use::Data);
    findings.extend(owned(path));
    findings
}

/// Whose the folder and its files are, where they are not all of one user who asks here.
fn owned(path: &Path) -> Vec<Finding> {
    let Ok(owner) = fs::metadata(path).map(|metadata| metadata.uid()) else { return Vec::new() };
    let mut findings = Vec::new();
    if fs::metadata("/proc/self").is_ok_and(|process| process.uid() != owner) {
        findings.push(Finding::note(
            "data user",
            format_args!("{} belongs to the user with id {owner}, and another user asks", named(path)),
            format_args!(
                "ask as that user, for nothing else shows what it may write: sudo -u '#{owner}' cellgraph doctor. If that is not the \
                 user that cellgraph runs as, give the folder to the one that is: sudo chown -R USER {}",
                named(path)
            ),
        ));
    }
    let files = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let is_foreign = |file: &fs::DirEntry| file.metadata().is_ok_and(|metadata| metadata.uid() != owner);
    let mut foreign: Vec<String> =
        files.filter(is_foreign).map(|file| shown(&file.file_name().to_string_lossy()).into_owned()).collect();
    foreign.sort_unstable();
    if !foreign.is_empty() {
        findings.push(Finding::mend(
            "data user",
            format_args!("another user than the folder's owns {}", foreign.join(", ")),
            format_args!(
                "give them to the folder's user, who may not write them else: sudo chown -R '{owner}' {}",
                named(path)
            ),
        ));
    }
    findings
}

/// The folder that is shared with a controller. Nothing is written there while a run goes on.
pub(super) fn robot(path: &Path) -> Vec<Finding> {
    if run::is_driven(path) {
        let found = format!("a run goes on in {}, so nothing was tried there", named(path));
        return vec![Finding::note(Use::Robot.part(), found, "ask the doctor again when the run has ended")];
    }
    looked_at(path, Use::Robot)
}

fn looked_at(path: &Path, purpose: Use) -> Vec<Finding> {
    let part = purpose.part();
    if let Err(error) = open::folder(path) {
        let found = format!("{} cannot be opened: {}", named(path), Words(&error));
        let todo = format!("name the folder with {}, and see whether its disk is mounted", purpose.option());
        return vec![Finding::mend(part, found, todo)];
    }
    let [on, room, ..] = purpose.parts();
    let unknown = |part, error: io::Error, todo: &str| {
        Finding::note(part, format_args!("nothing is known of it: {}", Words(&error)), todo)
    };
    let disk = disk(path);
    let is_memory = matches!(disk, Ok(Disk::Memory));
    let mut findings = vec![permitted(path, purpose)];
    findings.push(match disk {
        Ok(disk) => on_disk(disk, purpose),
        Err(error) => unknown(on, error, "see that it keeps what is written when the power is lost"),
    });
    findings.push(match free(path) {
        Ok(bytes) => with_room(bytes, purpose),
        Err(error) => unknown(room, error, "see that 2 GB are free"),
    });
    match Probe::new(path).and_then(|mut probe| Ok((probe.sync()?, probe.lock()?))) {
        Ok((took, holds)) => {
            // Memory answers at once, and what lies there is said to be lost with the power.
            findings.extend((!is_memory).then(|| synced(took, purpose)));
            findings.push(locked(holds, purpose));
        }
        Err(error) => findings.push(Finding::mend(
            part,
            format_args!("nothing can be written in {}: {}", named(path), Words(&error)),
            "see to the folder's owner and permissions, and to the disk",
        )),
    }
    findings
}

/// Who may write in the folder.
fn permitted(path: &Path, purpose: Use) -> Finding {
    /// The bits of everybody else.
    const OTHERS_WRITE: u32 = 0o002;
    let mode = fs::metadata(path).map(|metadata| metadata.permissions().mode() & 0o7777);
    match (mode, purpose) {
        (Ok(mode), Use::Data) if mode & OTHERS_WRITE != 0 => Finding::mend(
            purpose.part(),
            format_args!("everybody on this PC may write in {} (mode {mode:o})", named(path)),
            "take that away with chmod o-w: whoever writes there can change where the robot is believed to be",
        ),
        (Ok(mode), Use::Robot) if mode & OTHERS_WRITE != 0 => Finding::mend(
            purpose.part(),
            format_args!("everybody on this PC may write in {} (mode {mode:o})", named(path)),
            "give it to this program's user and the controller's group alone: whoever writes there can write a permit",
        ),
        (Ok(_), _) => Finding::ok(purpose.part(), named(path)),
        (Err(error), _) => Finding::note(
            purpose.part(),
            format_args!("who may write in {} is not known: {}", named(path), Words(&error)),
            "see to the folder's permissions",
        ),
    }
}

fn on_disk(disk: Disk, purpose: Use) -> Finding {
    let [part, ..] = purpose.parts();
    match (disk, purpose) {
        (Disk::Memory, Use::Data) => Finding::mend(
            part,
            "the folder lies in memory: all of it is lost with the power",
            "name a folder on a disk with --data",
        ),
        (Disk::Network, Use::Data) => Finding::mend(
            part,
            "the folder lies on another computer: SQLite's locks do not hold there, and a lost network stops a run",
            "name a folder on this PC's disk with --data",
        ),
        (Disk::Network, Use::Robot) => Finding::note(
            part,
            "the folder lies on another computer",
            "mount it without a cache of attributes (noac, actimeo=0 or cache=none), so that a `stop` is seen at once",
        ),
        (Disk::Memory, Use::Robot) => {
            Finding::ok(part, "the folder lies in memory, and is gone after a restart: a run is then recovered by hand")
        }
        (Disk::Other, _) => Finding::ok(part, "the folder lies on a disk of this PC"),
    }
}

fn with_room(bytes: u64, purpose: Use) -> Finding {
    let [_, part, ..] = purpose.parts();
    let found = match bytes {
        1_000_000_000.. => format!("{} GB are free", bytes / 1_000_000_000),
        _ => format!("{} MB are free", bytes / 1_000_000),
    };
    match bytes {
        ..DOCTOR_DISK_BYTES_MIN => {
            Finding::mend(part, found, "make room on the disk: where it is full, no step is sent")
        }
        DOCTOR_DISK_BYTES_MIN..DOCTOR_DISK_BYTES_LOW => {
            Finding::note(part, found, "make room on the disk within the next weeks")
        }
        _ => Finding::ok(part, found),
    }
}

/// A time is never more than a note: other programs may be busy.
fn synced(took: Duration, purpose: Use) -> Finding {
    let [_, _, part, _] = purpose.parts();
    let found = format!("4 kB are on the disk after {:.3} ms (the median of {DOCTOR_SYNCS})", took.as_secs_f64() * 1e3);
    match took {
        _ if took > DOCTOR_SYNC_SLOW => Finding::note(
            part,
            found,
            "ask again when nothing else is busy; where it stays so, take another disk: a step waits for five syncs",
        ),
        _ if took < DOCTOR_SYNC_NONE => Finding::note(
            part,
            found,
            "see that the disk keeps what it has confirmed when the power is lost: it answers sooner than a disk can write",
        ),
        _ => Finding::ok(part, found),
    }
}

fn locked(holds: bool, purpose: Use) -> Finding {
    let [.., part] = purpose.parts();
    match (holds, purpose) {
        (true, _) => Finding::ok(part, "a second program is kept out"),
        (false, Use::Data) => Finding::mend(
            part,
            "files cannot be locked there: two programs could write one history",
            "name a folder on this PC's disk with --data",
        ),
        (false, Use::Robot) => Finding::mend(
            part,
            "files cannot be locked there: two programs could drive the controller",
            "mount the share with locks, or see that only one program can be started",
        ),
    }
}

/// A small file in the folder, removed when this is dropped.
struct Probe(NamedTempFile);

impl Probe {
    fn new(folder: &Path) -> io::Result<Self> {
        tempfile::Builder::new().prefix(".cellgraph-").suffix(".tmp").tempfile_in(folder).map(Self)
    }

    /// The median time until a page is on the disk.
    fn sync(&mut self) -> io::Result<Duration> {
        let page = [0x5a; 4096];
        let mut took = Vec::with_capacity(DOCTOR_SYNCS);
        for _ in 0..DOCTOR_SYNCS {
            let begun = Instant::now();
            self.0.write_all(&page)?;
            self.0.as_file().sync_all()?;
            took.push(begun.elapsed());
        }
        took.sort_unstable();
        Ok(took.get(DOCTOR_SYNCS / 2).copied().unwrap_or_default())
    }

    /// Whether a lock keeps a second handle out.
    fn lock(&self) -> io::Result<bool> {
        let second = self.0.reopen()?;
        match self.0.as_file().try_lock() {
            Ok(()) => Ok(matches!(second.try_lock(), Err(TryLockError::WouldBlock))),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// By the magic numbers of Linux's `statfs(2)`.
fn disk(path: &Path) -> io::Result<Disk> {
    const MEMORY: [u64; 2] = [0x0102_1994, 0x8584_58f6];
    // NFS, SMB 1, CIFS, SMB 2 and 3, 9P, AFS, Ceph.
    const NETWORK: [u64; 7] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997, 0x5346_414f, 0x00c3_6400];
    // Some systems give it with a sign.
    let kind = u64::from(statfs(path)?.f_type as u32);
    Ok(match kind {
        kind if MEMORY.contains(&kind) => Disk::Memory,
        kind if NETWORK.contains(&kind) => Disk::Network,
        _ => Disk::Other,
    })
}

/// The bytes that this user may still write.
fn free(path: &Path) -> io::Result<u64> {
    let said = statvfs(path)?;
    Ok(said.f_bavail.saturating_mul(said.f_frsize))
}

fn named(path: &Path) -> String {
    shown(&path.display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_so_hangs_on_what_the_folder_is_for() {
        for (disk, purpose, verdict) in [
            (Disk::Memory, Use::Data, Level::Mend),
            (Disk::Memory, Use::Robot, Level::Ok),
            (Disk::Network, Use::Data, Level::Mend),
            (Disk::Network, Use::Robot, Level::Note),
            (Disk::Other, Use::Data, Level::Ok),
            (Disk::Other, Use::Robot, Level::Ok),
        ] {
            assert_eq!(on_disk(disk, purpose).verdict, verdict, "{disk:?} {purpose:?}");
        }
        for purpose in [Use::Data, Use::Robot] {
            assert_eq!(locked(true, purpose).verdict, Level::Ok);
            assert_eq!(locked(false, purpose).verdict, Level::Mend);
        }
    }

    #[test]
    fn room_and_times_have_their_bounds() {
        for (bytes, verdict) in [
            (0, Level::Mend),
            (DOCTOR_DISK_BYTES_MIN - 1, Level::Mend),
            (DOCTOR_DISK_BYTES_MIN, Level::Note),
            (DOCTOR_DISK_BYTES_LOW - 1, Level::Note),
            (DOCTOR_DISK_BYTES_LOW, Level::Ok),
        ] {
            assert_eq!(with_room(bytes, Use::Data).verdict, verdict, "{bytes}");
        }
        let one = Duration::from_nanos(1);
        for (took, verdict) in [
            (DOCTOR_SYNC_NONE - one, Level::Note),
            (DOCTOR_SYNC_NONE, Level::Ok),
            (DOCTOR_SYNC_SLOW, Level::Ok),
            (DOCTOR_SYNC_SLOW + one, Level::Note),
        ] {
            assert_eq!(synced(took, Use::Data).verdict, verdict, "{took:?}");
        }
    }

    #[test]
    fn a_folder_is_tried_and_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let findings = looked_at(folder.path(), Use::Data);
        let parts: Vec<_> = findings.iter().map(|finding| finding.part).collect();
        // Where temporary files lie in memory no sync is measured.
        let wanted = ["data folder", "data disk", "data room", "data sync", "data locks"];
        assert!(parts == wanted || parts == [&wanted[..3], &wanted[4..]].concat(), "{parts:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_of_another_user_is_to_be_mended() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.lock");
        fs::write(&file, "").unwrap();
        assert!(owned(folder.path()).is_empty());
        // Root alone can give a file away.
        if std::os::unix::fs::chown(&file, Some(65_534), None).is_ok() {
            let findings = owned(folder.path());
            assert_eq!(findings.iter().map(|finding| finding.verdict).collect::<Vec<_>>(), [Level::Mend]);
            assert!(findings[0].found.ends_with("owns store.lock"), "{}", findings[0].found);
            std::os::unix::fs::chown(folder.path(), Some(65_534), None).unwrap();
            let findings = owned(folder.path());
            assert_eq!(findings.iter().map(|finding| finding.verdict).collect::<Vec<_>>(), [Level::Note]);
        }
    }

    #[test]
    fn a_folder_that_everybody_writes_in_is_to_be_mended() {
        let folder = tempfile::tempdir().unwrap();
        for (mode, verdict) in
            [(0o700, Level::Ok), (0o770, Level::Ok), (0o755, Level::Ok), (0o777, Level::Mend), (0o1777, Level::Mend)]
        {
            fs::set_permissions(folder.path(), PermissionsExt::from_mode(mode)).unwrap();
            for purpose in [Use::Data, Use::Robot] {
                assert_eq!(permitted(folder.path(), purpose).verdict, verdict, "{mode:o} {purpose:?}");
            }
        }
    }
}
