//! What a disk may hold when the power goes: the operations so far, of which only the synced ones are certain.
//!
//! In: [`Operation`]s, one after the other. Out: images of the folder. The disk is a strict one: a file's sync makes its
//! bytes last but not its name, which takes a sync of its folder; unsynced writes may be there or not, in any choice of
//! them, and each in any choice of its sectors; unsynced names of one folder change in their order. What was not written
//! to is not damaged.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::trace::Operation;

/// The unit in which a write may be torn.
const SECTOR: u64 = 512;

/// What becomes of what was not synced.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    /// Nothing of it is there.
    Dropped,
    /// All of it is there.
    Kept,
    /// Some of it is there, and some of that in part.
    Torn(u64),
}

#[derive(Clone, Debug)]
enum Change {
    Write { offset: u64, bytes: Vec<u8> },
    Truncate(u64),
}

#[derive(Clone, Debug, Default)]
struct File {
    synced: Vec<u8>,
    pending: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Naming {
    Add(PathBuf, usize),
    Folder(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
}

/// What has a name.
#[derive(Clone, Debug, Default)]
struct Names {
    files: BTreeMap<PathBuf, usize>,
    /// The folders that were made on the way.
    folders: BTreeSet<PathBuf>,
}

/// The disk under one folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    files: Vec<File>,
    /// The names as the running system sees them.
    names: BTreeMap<PathBuf, usize>,
    /// The folders that were made on the way; one that loses its name takes with it what is in it.
    made: BTreeSet<PathBuf>,
    synced_names: Names,
    pending_names: Vec<Naming>,
}

impl Disk {
    /// A disk that holds what a folder holds, all of it synced.
    pub(crate) fn holding(files: HashMap<PathBuf, Vec<u8>>) -> Self {
        let mut disk = Self::default();
        for (path, bytes) in files {
            disk.names.insert(path, disk.files.len());
            disk.files.push(File { synced: bytes, pending: Vec::new() });
        }
        disk.synced_names.files = disk.names.clone();
        disk
    }

    /// Takes in the next operation.
    pub(crate) fn take(&mut self, operation: &Operation) {
        match operation {
            Operation::Create(path) => {
                self.names.insert(path.clone(), self.files.len());
                self.pending_names.push(Naming::Add(path.clone(), self.files.len()));
                self.files.push(File::default());
            }
            Operation::Write { path, offset, bytes } => {
                self.change(path, Change::Write { offset: *offset, bytes: bytes.clone() });
            }
            Operation::Truncate { path, length } => self.change(path, Change::Truncate(*length)),
            Operation::Sync(path) => match self.names.get(path) {
                Some(&file) => {
                    let file = &mut self.files[file];
                    for change in std::mem::take(&mut file.pending) {
                        apply(&mut file.synced, &change);
                    }
                }
                None => self.sync_names(path),
            },
            Operation::Rename { from, to } => {
                if let Some(file) = self.names.remove(from) {
                    self.names.insert(to.clone(), file);
                }
                self.pending_names.push(Naming::Rename(from.clone(), to.clone()));
            }
            Operation::Unlink(path) => {
                self.names.remove(path);
                self.pending_names.push(Naming::Remove(path.clone()));
            }
            Operation::MakeFolder(path) => {
                self.made.insert(path.clone());
                self.pending_names.push(Naming::Folder(path.clone()));
            }
            Operation::Said(_) => {}
        }
    }

    /// Writes into `to` what the disk may hold of `from` now.
    pub(crate) fn image(&self, from: &Path, to: &Path, fate: Fate, leave_out: &dyn Fn(&Path) -> bool) {
        let mut choice = Choice::new(fate);
        let mut names = self.synced_names.clone();
        let mut stopped: Vec<&Path> = Vec::new();
        for naming in &self.pending_names {
            // Names of one folder change in their order: after the first that is lost all are.
            let folder = naming.folder();
            if !stopped.contains(&folder) {
                if choice.keeps() {
                    naming.apply(&mut names);
                } else {
                    stopped.push(folder);
                }
            }
        }
        let is_lost = |path: &Path| path.ancestors().any(|at| self.made.contains(at) && !names.folders.contains(at));
        for (path, &file) in names.files.iter().filter(|(path, _)| !leave_out(path) && !is_lost(path)) {
            let file = &self.files[file];
            let mut bytes = file.synced.clone();
            for change in &file.pending {
                choice.tear(change).iter().for_each(|part| apply(&mut bytes, part));
            }
            let target = to.join(path.strip_prefix(from).unwrap());
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::write(target, bytes).unwrap();
        }
    }

    fn change(&mut self, path: &Path, change: Change) {
        // A file that has lost its name is written to no end.
        if let Some(&file) = self.names.get(path) {
            self.files[file].pending.push(change);
        }
    }

    fn sync_names(&mut self, folder: &Path) {
        let (synced, pending) =
            std::mem::take(&mut self.pending_names).into_iter().partition(|naming| naming.folder() == folder);
        self.pending_names = pending;
        let synced: Vec<Naming> = synced;
        synced.iter().for_each(|naming| naming.apply(&mut self.synced_names));
    }
}

impl Naming {
    fn folder(&self) -> &Path {
        let (Self::Add(path, _) | Self::Folder(path) | Self::Rename(_, path) | Self::Remove(path)) = self;
        path.parent().unwrap()
    }

    fn apply(&self, names: &mut Names) {
        match self {
            Self::Add(path, file) => {
                names.files.insert(path.clone(), *file);
            }
            Self::Folder(path) => {
                names.folders.insert(path.clone());
            }
            Self::Rename(from, to) => {
                if let Some(file) = names.files.remove(from) {
                    names.files.insert(to.clone(), file);
                }
            }
            Self::Remove(path) => {
                names.files.remove(path);
            }
        }
    }
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Truncate(length) => bytes.resize(*length as usize, 0),
        Change::Write { offset, bytes: new } => {
            let (start, end) = (*offset as usize, *offset as usize + new.len());
            bytes.resize(bytes.len().max(end), 0);
            bytes[start..end].copy_from_slice(new);
        }
    }
}

/// Decides what is kept.
struct Choice {
    fate: Fate,
    random: ChaCha8Rng,
    /// Of 256, how many changes are kept: some images are nearly whole, some nearly empty.
    kept: u32,
}

impl Choice {
    fn new(fate: Fate) -> Self {
        let seed = if let Fate::Torn(seed) = fate { seed } else { 0 };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let kept = [64, 128, 192, 240][(random.next_u32() % 4) as usize];
        Self { fate, random, kept }
    }

    fn keeps(&mut self) -> bool {
        match self.fate {
            Fate::Dropped => false,
            Fate::Kept => true,
            Fate::Torn(_) => self.random.next_u32() % 256 < self.kept,
        }
    }

    /// The parts of a change that are kept.
    fn tear(&mut self, change: &Change) -> Vec<Change> {
        match (self.fate, change) {
            (Fate::Torn(_), Change::Write { offset, bytes }) if !self.random.next_u32().is_multiple_of(4) => {
                let parts = sectors(*offset, bytes);
                parts.into_iter().filter(|_| self.keeps()).collect()
            }
            _ => Some(change.clone()).filter(|_| self.keeps()).into_iter().collect(),
        }
    }
}

/// A write cut at the borders of sectors.
fn sectors(offset: u64, bytes: &[u8]) -> Vec<Change> {
    let mut parts = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let at = offset + start as u64;
        let length = ((SECTOR - at % SECTOR) as usize).min(bytes.len() - start);
        parts.push(Change::Write { offset: at, bytes: bytes[start..start + length].to_vec() });
        start += length;
    }
    parts
}

#[test]
fn only_what_was_synced_is_certain() {
    let path = |name: &str| PathBuf::from("/f").join(name);
    let write = |offset, text: &str| Operation::Write { path: path("a"), offset, bytes: text.as_bytes().to_vec() };
    let read = |disk: &Disk, fate| {
        let folder = tempfile::tempdir().unwrap();
        disk.image(Path::new("/f"), folder.path(), fate, &|_| false);
        ["a", "b"].map(|name| fs::read_to_string(folder.path().join(name)).ok())
    };
    let some = |text: &str| Some(text.to_owned());
    let mut disk = Disk::default();
    disk.take(&Operation::Create(path("a")));
    disk.take(&write(0, "one"));
    disk.take(&Operation::Sync(path("a")));
    assert_eq!(read(&disk, Fate::Dropped), [None, None], "the bytes are synced, the name is not");
    disk.take(&Operation::Sync("/f".into()));
    assert_eq!(read(&disk, Fate::Dropped), [some("one"), None]);
    disk.take(&write(3, "two"));
    disk.take(&Operation::Rename { from: path("a"), to: path("b") });
    assert_eq!(read(&disk, Fate::Dropped), [some("one"), None]);
    assert_eq!(read(&disk, Fate::Kept), [None, some("onetwo")]);
    disk.take(&Operation::Sync(path("b")));
    assert_eq!(read(&disk, Fate::Dropped), [some("onetwo"), None]);
    disk.take(&Operation::Sync("/f".into()));
    disk.take(&Operation::Unlink(path("b")));
    assert_eq!(read(&disk, Fate::Dropped), [None, some("onetwo")]);
    assert_eq!(read(&disk, Fate::Kept), [None, None]);
    let below = PathBuf::from("/f/new/a");
    disk.take(&Operation::MakeFolder("/f/new".into()));
    disk.take(&Operation::Create(below));
    disk.take(&Operation::Sync("/f/new".into()));
    let has_it = |disk: &Disk| {
        let folder = tempfile::tempdir().unwrap();
        disk.image(Path::new("/f"), folder.path(), Fate::Dropped, &|_| false);
        folder.path().join("new/a").exists()
    };
    assert!(!has_it(&disk), "the folder itself has no name yet");
    disk.take(&Operation::Sync("/f".into()));
    assert!(has_it(&disk));
    let held = Disk::holding(HashMap::from([(path("b"), b"old".to_vec())]));
    assert_eq!(read(&held, Fate::Dropped), [None, some("old")]);
    assert_eq!(sectors(500, &[0; 600]).len(), 3);
}
