//! Bundles at the cell: whose keys are trusted here, which bundle is in force, and how a person changes either.
//!
//! In: the folder `bundles` of the data folder, and the history. Out: what is in force, proved; acts of a person, done and on record.
//! Nobody is asked here: the doors do that.
//!
//! 1. What is in force changes in one rename, that of `current.json`. A generation is whole on the disk before that.
//! 2. An act is on record in the history before it counts.
//! 3. What is in force is proved again whenever it is taken into use, the signature included.
//! 4. The highest generation that was ever installed only grows: a roll-back leaves it as it is.
//! 5. Where the history knows of a key that was enrolled, nothing is used before that key's file is there.
//! 6. Where the history knows of a higher list of keys than the keys' file, that list was begun and not finished: nothing is used before
//!    the same list was taken again. A key that it revokes is trusted no more from the record on.
//! 7. A generation is there to go back to because the history has that it was installed, with its BLAKE3. A folder alone is left over.
//! 8. What can be refused, or can fail for want of room or rights, is refused or fails before the act is on record.
//!
//! ```text
//! bundles/keys.json               whom the cell trusts
//! bundles/current.json            the generation in force, and the highest that was ever installed
//! bundles/generations/N/          the members of a bundle, its manifest, and its signature
//! ```

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::layout::{self, LayoutError, OtherCell};
use crate::{
    bundle::{
        self, Installed, KeyList, KeyRing, ListRefusal, Manifest, Member, NamedKey, Refusal, RingError, VerifiedBundle,
    },
    files::{self, FileError, Prepared},
    limits::{BUNDLE_LIST_BYTES_MAX, BUNDLE_MANIFEST_BYTES_MAX, BUNDLES_KEPT},
    store::{BundleAct, BundleActKind, BundleActRow, Reader, Store, StoreError},
};

mod current;

pub use current::{Current, Which};

const FOLDER: &str = "bundles";
const KEYS: &str = "keys.json";
const CURRENT: &str = "current.json";
const GENERATIONS: &str = "generations";
const MANIFEST: &str = "manifest.json";
const SIGNATURE: &str = "bundle.minisig";

/// Why bundles could not be seen to.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BundleError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Layout(#[from] LayoutError),
    #[error("{}: {error}", .path.display())]
    Keys { path: PathBuf, error: RingError },
    #[error("the history knows of a key that was enrolled, and {} is not there", .path.display())]
    KeysGone { path: PathBuf },
    #[error("a key is on record as enrolled, and {} is not there", .path.display())]
    EnrolmentCutOff { path: PathBuf },
    #[error("list {generation} was begun and not finished: take it again with `cellgraph bundle rekey`")]
    ListBegun { generation: u64 },
    #[error("no key is enrolled in {}", .folder.display())]
    NotEnrolled { folder: PathBuf },
    #[error("{} is the folder of the cell '{cell}', and not of '{named}'", .folder.display())]
    OtherCell { folder: PathBuf, cell: String, named: String },
    #[error("the key cannot be enrolled: {0}")]
    Enrol(RingError),
    #[error("the list is refused: {0}")]
    List(ListRefusal),
    #[error("{} {fault}", .path.display())]
    Current { path: PathBuf, fault: String },
    #[error("no bundle is installed in {}", .folder.display())]
    NothingInstalled { folder: PathBuf },
    #[error("generation {generation} is not kept here; there are {kept}")]
    NotKept { generation: u64, kept: String },
    #[error("generation {generation} is left by an installation that was cut off: it was never installed")]
    NeverInstalled { generation: u64 },
    #[error(
        "the bundle's snapshot is of another cell: it has {} of this cell's {} positions", .0.shared(), .0.of_positions()
    )]
    SnapshotOfOther(OtherCell),
    #[error("generation {generation} is not whole any more: {fault}")]
    Damaged { generation: u64, fault: String },
    #[error("generation {generation}, which is installed, is refused now: {refusal}")]
    Refused { generation: u64, refusal: Refusal },
}

impl BundleError {
    /// What to do about it, where that is not plain from the message.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Keys { .. } | Self::KeysGone { .. } | Self::Current { .. } => {
                Some("put the file back from a copy of the data folder; nothing is run from here until it is whole")
            }
            Self::EnrolmentCutOff { .. } => Some(
                "the enrolment was cut off: enrol the key again with `cellgraph bundle enrol`; where the file was there once, put it \
                 back from a copy of the data folder",
            ),
            Self::ListBegun { .. } => {
                Some("nothing is run and no other list is taken before; the list lies on the engineer's desk")
            }
            Self::NeverInstalled { .. } => Some("install the bundle with `cellgraph bundle install`"),
            Self::SnapshotOfOther(_) => {
                Some("bring the bundle of this cell, or name the data folder of the other with --data")
            }
            Self::NotEnrolled { .. } => Some("a person enrols an engineer's key with `cellgraph bundle enrol`"),
            Self::OtherCell { .. } => Some("name the data folder of that cell with --data"),
            Self::Enrol(RingError::Cell(_)) => {
                Some("the first key gives the folder the id of its cell: name it with --cell")
            }
            Self::Enrol(RingError::Known { .. }) => Some("nothing needs to be done: the key is trusted"),
            Self::List(refusal) => Some(refusal.next_step()),
            Self::NothingInstalled { .. } => Some("a person installs a bundle with `cellgraph bundle install`"),
            Self::NotKept { .. } => Some("see `cellgraph bundle list`"),
            Self::Damaged { .. } => Some("install the bundle again, or roll back to another generation"),
            Self::Refused { .. } => Some("install a bundle that is signed with a key in force, or roll back to one"),
            _ => None,
        }
    }
}

/// Who does something, and why.
#[derive(Clone, Copy, Debug)]
pub struct Person<'p> {
    /// Who.
    pub operator: &'p str,
    /// Why, in one line.
    pub reason: &'p str,
}

/// The bundles of a data folder.
#[derive(Clone, Debug)]
pub struct BundleFolder {
    data: PathBuf,
    path: PathBuf,
}

/// A generation that is kept, remade as the file that was signed.
#[derive(Debug)]
pub struct Kept {
    generation: u64,
    bytes: Vec<u8>,
    signature: Option<String>,
}

impl Kept {
    /// Proves it against the keys that are trusted now.
    ///
    /// # Errors
    ///
    /// [`BundleError::Refused`].
    pub fn prove(&self, ring: &KeyRing) -> Result<VerifiedBundle<'_>, BundleError> {
        let proved = bundle::verify(&self.bytes, self.signature.as_deref(), ring, None);
        proved.map_err(|refusal| BundleError::Refused { generation: self.generation, refusal })
    }
}

impl BundleFolder {
    /// Those of this data folder, whether there are any or not.
    #[must_use]
    pub fn of(data: &Path) -> Self {
        Self { data: data.to_owned(), path: data.join(FOLDER) }
    }

    /// Whether there is a file of keys.
    #[must_use]
    pub fn is_enrolled(&self) -> bool {
        self.path.join(KEYS).exists()
    }

    /// Whom the cell trusts; none where no key was ever enrolled.
    ///
    /// # Errors
    ///
    /// A file that is damaged, gone, or behind a list that is on record.
    pub fn ring(&self, history: &Reader) -> Result<Option<KeyRing>, BundleError> {
        let Some(ring) = self.read_ring(history)? else { return Ok(None) };
        match begun(&ring, history)? {
            Some((generation, _)) => Err(BundleError::ListBegun { generation }),
            None => Ok(Some(ring)),
        }
    }

    /// The keys that a signed list is held against. A list that was begun and not finished is taken again, and no other before it.
    ///
    /// # Errors
    ///
    /// As for [`Self::enrolled`].
    pub fn ring_for_list(&self, history: &Reader, list: &[u8]) -> Result<KeyRing, BundleError> {
        let ring = self.read_ring(history)?.ok_or_else(|| BundleError::NotEnrolled { folder: self.data.clone() })?;
        match begun(&ring, history)? {
            Some((generation, hash)) if *blake3::hash(list).to_hex() != *hash => {
                Err(BundleError::ListBegun { generation })
            }
            _ => Ok(ring),
        }
    }

    fn read_ring(&self, history: &Reader) -> Result<Option<KeyRing>, BundleError> {
        let path = self.path.join(KEYS);
        let Some(bytes) = read_if_there(&path, BUNDLE_LIST_BYTES_MAX)? else {
            let acts = history.bundle_acts()?;
            return match acts.iter().all(|row| row.what.act == BundleActKind::Enrolled) {
                _ if acts.is_empty() => Ok(None),
                true => Err(BundleError::EnrolmentCutOff { path }),
                false => Err(BundleError::KeysGone { path }),
            };
        };
        KeyRing::read(&bytes).map(Some).map_err(|error| BundleError::Keys { path, error })
    }

    /// Keys that are on record as enrolled, and are neither trusted nor revoked: by owner and fingerprint. Their enrolments were cut off.
    ///
    /// # Errors
    ///
    /// A history that cannot be read.
    pub fn enrolments_cut_off(&self, ring: &KeyRing, history: &Reader) -> Result<Vec<(String, String)>, BundleError> {
        let known: Vec<String> = ring.trusted().iter().chain(ring.revoked()).map(digits).collect();
        let mut found = Vec::new();
        for BundleActRow { what, .. } in history.bundle_acts()? {
            let cut_off = (what.signed_by.unwrap_or_default(), what.blake3);
            if what.act == BundleActKind::Enrolled && !known.contains(&cut_off.1) && !found.contains(&cut_off) {
                found.push(cut_off);
            }
        }
        Ok(found)
    }

    /// The same where a key has to be enrolled.
    ///
    /// # Errors
    ///
    /// As for [`Self::ring`]; [`BundleError::NotEnrolled`].
    pub fn enrolled(&self, history: &Reader) -> Result<KeyRing, BundleError> {
        self.ring(history)?.ok_or_else(|| BundleError::NotEnrolled { folder: self.data.clone() })
    }

    /// Which generation is in force, and which was the highest; none before the first installation.
    ///
    /// # Errors
    ///
    /// A file that is damaged.
    pub fn current(&self) -> Result<Option<Current>, BundleError> {
        let path = self.path.join(CURRENT);
        let Some(bytes) = read_if_there(&path, BUNDLE_MANIFEST_BYTES_MAX)? else { return Ok(None) };
        Current::read(&bytes).map(Some).map_err(|fault| BundleError::Current { path, fault })
    }

    /// What a bundle that is to be installed is held against: the highest generation that was ever installed, as `current.json` or the
    /// history knows of it. An installation that was cut off counts.
    ///
    /// # Errors
    ///
    /// As for [`Self::current`]; a history that cannot be read.
    pub fn installed(&self, history: &Reader) -> Result<Option<Installed>, BundleError> {
        let current = self.current()?.map(|current| current.highest);
        let highest = on_record(history)?.into_iter().chain(current).max_by_key(|which| which.generation);
        Ok(highest.map(Which::installed))
    }

    /// The generation that the history has as the last one put in force, by an installation or a roll-back.
    ///
    /// # Errors
    ///
    /// A history that cannot be read.
    pub fn last_put_in_force(&self, history: &Reader) -> Result<Option<u64>, BundleError> {
        let acts = history.bundle_acts()?.into_iter().map(|row| row.what).rev();
        let mut changes = acts.filter(|what| matches!(what.act, BundleActKind::Installed | BundleActKind::RolledBack));
        Ok(changes.next().and_then(|what| what.generation))
    }

    /// The generations that are kept: installed once, and with a manifest; the lowest first.
    ///
    /// # Errors
    ///
    /// A folder or a history that cannot be read.
    pub fn kept(&self, history: &Reader) -> Result<Vec<u64>, BundleError> {
        let installed = on_record(history)?;
        let is_kept = |generation: &u64| {
            self.has_manifest(*generation) && installed.iter().any(|which| which.generation == *generation)
        };
        Ok(self.folders()?.into_iter().filter(is_kept).collect())
    }

    fn has_manifest(&self, generation: u64) -> bool {
        self.file(generation, MANIFEST).is_file()
    }

    /// The same, with what an installation that was cut off has left.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn folders(&self) -> Result<Vec<u64>, BundleError> {
        let folder = self.path.join(GENERATIONS);
        let unreadable = |error| FileError::Read { path: folder.clone(), error };
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(unreadable)?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let name = entry.map_err(unreadable)?.file_name();
            found.extend(name.to_str().and_then(|name| name.parse::<u64>().ok()));
        }
        found.sort_unstable();
        Ok(found)
    }

    /// A generation that was installed, remade; and that it is the bundle that was installed.
    ///
    /// # Errors
    ///
    /// A generation that is not kept, was never installed, or is not whole any more.
    pub fn installed_once(&self, history: &Reader, generation: u64) -> Result<Kept, BundleError> {
        let mut installed = on_record(history)?;
        installed.retain(|which| which.generation == generation);
        if installed.is_empty() && self.folders()?.contains(&generation) {
            return Err(BundleError::NeverInstalled { generation });
        }
        if installed.is_empty() || !self.has_manifest(generation) {
            return Err(not_kept(generation, &self.kept(history)?));
        }
        self.remade(generation, &installed)
    }

    /// A generation as the file that was signed, remade of its members; and that it is one of these bundles.
    fn remade(&self, generation: u64, installed: &[Which]) -> Result<Kept, BundleError> {
        let damaged = |fault: String| BundleError::Damaged { generation, fault };
        let manifest = files::read_at_most(&self.file(generation, MANIFEST), BUNDLE_MANIFEST_BYTES_MAX)?;
        let manifest = Manifest::read(&manifest).map_err(|fault| damaged(fault.to_string()))?;
        if manifest.generation != generation {
            return Err(damaged(format!("its folder holds generation {}", manifest.generation)));
        }
        let mut bytes = Vec::new();
        let mut open = |member: Member| {
            let named =
                |error: io::Error| io::Error::new(error.kind(), format!("{}: {}", member.name(), files::Words(&error)));
            files::open::regular(&self.file(generation, member.name())).map_err(named)
        };
        bundle::write(&manifest, &mut open, &mut bytes).map_err(|error| damaged(files::Words(&error).to_string()))?;
        let hash = blake3::hash(&bytes);
        if installed.iter().all(|which| which.blake3 != hash) {
            return Err(damaged("it is not the bundle that was installed".to_owned()));
        }
        let signature = files::read_signature(&self.file(generation, SIGNATURE))?;
        Ok(Kept { generation, bytes, signature })
    }

    /// The generation in force, remade; and that it is the bundle that was installed.
    ///
    /// # Errors
    ///
    /// [`BundleError::NothingInstalled`]; a generation that is gone, damaged or another.
    pub fn in_force(&self) -> Result<Kept, BundleError> {
        let nothing = || BundleError::NothingInstalled { folder: self.data.clone() };
        let which = self.current()?.ok_or_else(nothing)?.in_force;
        if !self.has_manifest(which.generation) {
            let mut there = self.folders()?;
            there.retain(|generation| self.has_manifest(*generation));
            return Err(not_kept(which.generation, &there));
        }
        self.remade(which.generation, &[which])
    }

    /// Where a member of a generation lies.
    #[must_use]
    pub fn member(&self, generation: u64, member: Member) -> PathBuf {
        self.file(generation, member.name())
    }

    /// Trusts a key whose fingerprint a person has compared. The first one gives the folder its cell.
    ///
    /// # Errors
    ///
    /// A key that cannot be enrolled; the folder of another cell; a write that failed.
    pub fn enrol(
        &self,
        store: &mut Store,
        cell: Option<&str>,
        key: &NamedKey,
        who: Person<'_>,
    ) -> Result<KeyRing, BundleError> {
        let mut ring = self.ring_to_enrol(store, cell)?;
        ring.enrol(key.clone()).map_err(BundleError::Enrol)?;
        files::make_folder(&self.path)?;
        let keys = self.prepare(KEYS, &ring.to_bytes())?;
        self.record(store, BundleActKind::Enrolled, (None, &digits(key), &key.owner), who)?;
        keys.put()?;
        Ok(ring)
    }

    fn ring_to_enrol(&self, store: &Store, cell: Option<&str>) -> Result<KeyRing, BundleError> {
        let ring = match self.ring(store) {
            // A first enrolment that was cut off is begun again. A list may have revoked keys, which nobody may forget.
            Err(BundleError::EnrolmentCutOff { .. }) => None,
            ring => ring?,
        };
        match (ring, cell) {
            (Some(ring), Some(named)) if ring.cell() != named => Err(BundleError::OtherCell {
                folder: self.data.clone(),
                cell: ring.cell().to_owned(),
                named: named.to_owned(),
            }),
            (Some(ring), _) => Ok(ring),
            (None, cell) => KeyRing::new(cell.unwrap_or_default()).map_err(BundleError::Enrol),
        }
    }

    /// Takes a signed list of keys, which a person has confirmed.
    ///
    /// # Errors
    ///
    /// A list that is refused; a write that failed.
    pub fn rekey(
        &self,
        store: &mut Store,
        (bytes, signature): (&[u8], Option<&str>),
        who: Person<'_>,
    ) -> Result<KeyRing, BundleError> {
        let ring = self.ring_for_list(store, bytes)?;
        let signer = ring.signer(bytes, signature).map_err(|refusal| BundleError::List(refusal.into()))?.owner.clone();
        let (list, after) = KeyList::apply(bytes, signature, &ring).map_err(BundleError::List)?;
        let hash = blake3::hash(bytes).to_hex();
        let keys = self.prepare(KEYS, &after.to_bytes())?;
        self.record(store, BundleActKind::Rekeyed, (Some(list.list_generation), &hash, &signer), who)?;
        keys.put()?;
        Ok(after)
    }

    /// Whether the snapshot of a bundle is one of this cell, to be asked before a person is.
    ///
    /// # Errors
    ///
    /// [`BundleError::SnapshotOfOther`]; a history that cannot be read.
    pub fn refuse_other_cell(&self, history: &Reader, bundle: &VerifiedBundle<'_>) -> Result<(), BundleError> {
        match layout::other_cell(history, bundle.snapshot())? {
            None => Ok(()),
            Some(cell) => Err(BundleError::SnapshotOfOther(cell)),
        }
    }

    /// Installs a bundle that a person has accepted, and puts it in force.
    ///
    /// # Errors
    ///
    /// A snapshot of another cell. A write that failed: what was in force stays so, or the bundle is in force, and nothing between.
    pub fn install(&self, store: &mut Store, bundle: &VerifiedBundle<'_>, who: Person<'_>) -> Result<(), BundleError> {
        self.refuse_other_cell(store, bundle)?;
        self.write_generation(bundle)?;
        self.change(store, BundleActKind::Installed, bundle, who)?;
        self.prune(store)
    }

    /// Puts a generation that is kept in force again, as a person has decided.
    ///
    /// # Errors
    ///
    /// A generation that is gone, damaged, refused, or was never installed; a write that failed.
    pub fn roll_back(
        &self,
        store: &mut Store,
        kept: &Kept,
        ring: &KeyRing,
        who: Person<'_>,
    ) -> Result<(), BundleError> {
        let bundle = kept.prove(ring)?;
        self.refuse_other_cell(store, &bundle)?;
        let (generation, blake3) = (bundle.manifest().generation, bundle.hash());
        if !on_record(store)?.contains(&Which { generation, blake3 }) {
            return Err(BundleError::NeverInstalled { generation });
        }
        self.change(store, BundleActKind::RolledBack, &bundle, who)
    }

    /// The act on record, the layout with it, and what is in force in one rename.
    fn change(
        &self,
        store: &mut Store,
        act: BundleActKind,
        bundle: &VerifiedBundle<'_>,
        who: Person<'_>,
    ) -> Result<(), BundleError> {
        let in_force = Which { generation: bundle.manifest().generation, blake3: bundle.hash() };
        let before = self.installed(store)?.map(Which::of_installed);
        let highest = before.filter(|before| before.generation > in_force.generation).unwrap_or(in_force);
        let bytes = Current { in_force, highest }.to_bytes();
        // What could not be read again would shut every command out.
        let fault = |fault| BundleError::Current { path: self.path.join(CURRENT), fault };
        Current::read(&bytes).map_err(fault)?;
        let current = self.prepare(CURRENT, &bytes)?;
        layout::keep_copy(store, bundle.snapshot(), snapshot_of(bundle))?;
        let hash = in_force.blake3.to_hex();
        self.record(store, act, (Some(in_force.generation), &hash, &bundle.signer().owner), who)?;
        // The layout of a bundle is in force from now on, whatever its generation: a person said so.
        layout::accept(store, bundle.snapshot(), snapshot_of(bundle), who.operator)?;
        Ok(current.put()?)
    }

    /// The members first, the manifest last: without it there is no generation.
    fn write_generation(&self, bundle: &VerifiedBundle<'_>) -> Result<(), BundleError> {
        let generation = bundle.manifest().generation;
        let folder = self.path.join(GENERATIONS);
        files::make_folder(&folder)?;
        files::make_folder(&folder.join(generation.to_string()))?;
        for (member, bytes) in bundle.members() {
            files::write_whole(&self.member(generation, *member), |file| file.write_all(bytes))?;
        }
        files::write_whole(&self.file(generation, SIGNATURE), |file| file.write_all(bundle.signature().as_bytes()))?;
        let manifest = bundle.manifest().to_bytes();
        Ok(files::write_whole(&self.file(generation, MANIFEST), |file| file.write_all(&manifest))?)
    }

    /// Takes away all but the last few generations, and what was cut off.
    fn prune(&self, history: &Reader) -> Result<(), BundleError> {
        let Some(current) = self.current()? else { return Ok(()) };
        let mut stay: Vec<u64> = self.kept(history)?.into_iter().rev().take(BUNDLES_KEPT).collect();
        stay.extend([current.in_force.generation, current.highest.generation]);
        for generation in self.folders()?.into_iter().filter(|generation| !stay.contains(generation)) {
            // Without a manifest it is no generation any more.
            let mut names = [MANIFEST, SIGNATURE].into_iter().chain(Member::ALL.map(Member::name));
            names.try_for_each(|name| files::remove(&self.file(generation, name)))?;
            // Something of somebody else may lie in it; then it stays.
            let _emptied = files::remove_folder(&self.path.join(GENERATIONS).join(generation.to_string()));
        }
        Ok(())
    }

    fn record(
        &self,
        store: &mut Store,
        act: BundleActKind,
        (generation, hash, signed_by): (Option<u64>, &str, &str),
        who: Person<'_>,
    ) -> Result<(), StoreError> {
        store.record_bundle_act(&BundleAct {
            act,
            generation,
            blake3: hash.to_owned(),
            signed_by: Some(signed_by.to_owned()),
            operator: who.operator.to_owned(),
            reason: who.reason.to_owned(),
        })
    }

    fn prepare(&self, name: &str, bytes: &[u8]) -> Result<Prepared, FileError> {
        files::prepare_whole(&self.path.join(name), |file| file.write_all(bytes))
    }

    fn file(&self, generation: u64, name: &str) -> PathBuf {
        self.path.join(GENERATIONS).join(generation.to_string()).join(name)
    }
}

fn snapshot_of<'b>(bundle: &VerifiedBundle<'b>) -> &'b [u8] {
    let contents = bundle.members().iter().find(|(member, _)| *member == Member::Snapshot);
    contents.map_or(&[], |(_, bytes)| bytes)
}

/// The bundles that the history has as installed. A generation belongs to one content, so no number is there with two hashes.
fn on_record(history: &Reader) -> Result<Vec<Which>, StoreError> {
    let acts = history.bundle_acts()?.into_iter().map(|row| row.what);
    let installed = acts.filter(|what| what.act == BundleActKind::Installed);
    Ok(installed
        .filter_map(|what| {
            Some(Which { generation: what.generation?, blake3: blake3::Hash::from_hex(&what.blake3).ok()? })
        })
        .collect())
}

/// A list that is on record and did not come into the keys' file: its generation and its BLAKE3.
fn begun(ring: &KeyRing, history: &Reader) -> Result<Option<(u64, String)>, StoreError> {
    let acts = history.bundle_acts()?.into_iter().map(|row| row.what);
    let lists = acts.filter(|what| what.act == BundleActKind::Rekeyed);
    let highest =
        lists.filter_map(|what| Some((what.generation?, what.blake3))).max_by_key(|(generation, _)| *generation);
    Ok(highest.filter(|(generation, _)| *generation > ring.list_generation()))
}

fn not_kept(generation: u64, kept: &[u64]) -> BundleError {
    let kept: Vec<String> = kept.iter().map(ToString::to_string).collect();
    let kept = if kept.is_empty() { "none".to_owned() } else { kept.join(", ") };
    BundleError::NotKept { generation, kept }
}

/// A key's fingerprint, as the history has it.
fn digits(key: &NamedKey) -> String {
    key.key.fingerprint().to_string().split(' ').collect()
}

fn read_if_there(path: &Path, bytes_max: u64) -> Result<Option<Vec<u8>>, FileError> {
    match files::read_at_most(path, bytes_max) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(FileError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(other) => Err(other),
    }
}
