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

use super::layout::{self, LayoutError};
use crate::{
    bundle::{
        self, Installed, KeyList, KeyRing, ListRefusal, Manifest, Member, NamedKey, Refusal, RingError, VerifiedBundle,
    },
    files::{self, FileError},
    limits::{BUNDLE_LIST_BYTES_MAX, BUNDLE_MANIFEST_BYTES_MAX, BUNDLES_KEPT},
    store::{BundleAct, BundleActKind, Reader, Store, StoreError},
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
    /// A file that is damaged, or gone.
    pub fn ring(&self, history: &Reader) -> Result<Option<KeyRing>, BundleError> {
        let path = self.path.join(KEYS);
        let Some(bytes) = read_if_there(&path, BUNDLE_LIST_BYTES_MAX)? else {
            let is_known = !history.bundle_acts()?.is_empty();
            return if is_known { Err(BundleError::KeysGone { path }) } else { Ok(None) };
        };
        KeyRing::read(&bytes).map(Some).map_err(|error| BundleError::Keys { path, error })
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
        let current = self.current()?.map(|current| current.highest.installed());
        let acts = history.bundle_acts()?.into_iter().map(|row| row.what);
        let on_record = acts.filter(|what| what.act == BundleActKind::Installed).filter_map(|what| {
            Some(Installed { highest: what.generation?, hash: blake3::Hash::from_hex(&what.blake3).ok()? })
        });
        Ok(on_record.chain(current).max_by_key(|installed| installed.highest))
    }

    /// The generations that are kept whole, the lowest first.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn kept(&self) -> Result<Vec<u64>, BundleError> {
        let has_manifest = |generation: &u64| self.file(*generation, MANIFEST).is_file();
        Ok(self.folders()?.into_iter().filter(has_manifest).collect())
    }

    /// The same, with what an installation that was cut off has left.
    fn folders(&self) -> Result<Vec<u64>, BundleError> {
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

    /// A generation as the file that was signed, remade of its members.
    ///
    /// # Errors
    ///
    /// A generation that is not kept, or not whole any more.
    pub fn remade(&self, generation: u64) -> Result<Kept, BundleError> {
        let damaged = |fault: String| BundleError::Damaged { generation, fault };
        let kept = self.kept()?;
        if !kept.contains(&generation) {
            let kept: Vec<String> = kept.iter().map(ToString::to_string).collect();
            let kept = if kept.is_empty() { "none".to_owned() } else { kept.join(", ") };
            return Err(BundleError::NotKept { generation, kept });
        }
        let manifest = files::read_at_most(&self.file(generation, MANIFEST), BUNDLE_MANIFEST_BYTES_MAX)?;
        let manifest = Manifest::read(&manifest).map_err(|fault| damaged(fault.to_string()))?;
        let mut bytes = Vec::new();
        let mut open = |member: Member| {
            let named =
                |error: io::Error| io::Error::new(error.kind(), format!("{}: {}", member.name(), files::Words(&error)));
            files::open::regular(&self.file(generation, member.name())).map_err(named)
        };
        bundle::write(&manifest, &mut open, &mut bytes).map_err(|error| damaged(files::Words(&error).to_string()))?;
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
        let kept = self.remade(which.generation)?;
        if blake3::hash(&kept.bytes) != which.blake3 {
            let fault = "it is not the bundle that was installed".to_owned();
            return Err(BundleError::Damaged { generation: which.generation, fault });
        }
        Ok(kept)
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
        let hash: String = key.key.fingerprint().to_string().split(' ').collect();
        self.record(store, BundleActKind::Enrolled, (None, &hash, &key.owner), who)?;
        files::make_folder(&self.path)?;
        self.write(KEYS, &ring.to_bytes())?;
        Ok(ring)
    }

    fn ring_to_enrol(&self, store: &Store, cell: Option<&str>) -> Result<KeyRing, BundleError> {
        let ring = match self.ring(store) {
            // A first enrolment that was cut off is begun again. A list may have revoked keys, which nobody may forget.
            Err(BundleError::KeysGone { .. })
                if store.bundle_acts()?.iter().all(|row| row.what.act == BundleActKind::Enrolled) =>
            {
                None
            }
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
        let ring = self.enrolled(store)?;
        let signer = ring.signer(bytes, signature).map_err(|refusal| BundleError::List(refusal.into()))?.owner.clone();
        let (list, after) = KeyList::apply(bytes, signature, &ring).map_err(BundleError::List)?;
        let hash = blake3::hash(bytes).to_hex();
        self.record(store, BundleActKind::Rekeyed, (Some(list.list_generation), &hash, &signer), who)?;
        self.write(KEYS, &after.to_bytes())?;
        Ok(after)
    }

    /// Installs a bundle that a person has accepted, and puts it in force.
    ///
    /// # Errors
    ///
    /// A write that failed: what was in force stays so, or the bundle is in force, and nothing between.
    pub fn install(&self, store: &mut Store, bundle: &VerifiedBundle<'_>, who: Person<'_>) -> Result<(), BundleError> {
        let (generation, hash) = (bundle.manifest().generation, bundle.hash());
        self.write_generation(bundle)?;
        self.record(store, BundleActKind::Installed, (Some(generation), &hash.to_hex(), &bundle.signer().owner), who)?;
        self.put_in_force(store, bundle, who)?;
        let in_force = Which { generation, blake3: hash };
        let highest = self.installed(store)?.map_or(in_force, Which::of_installed);
        self.write(CURRENT, &Current { in_force, highest }.to_bytes())?;
        self.prune()
    }

    /// Puts a generation that is kept in force again, as a person has decided.
    ///
    /// # Errors
    ///
    /// A generation that is gone, damaged or refused; a write that failed.
    pub fn roll_back(
        &self,
        store: &mut Store,
        kept: &Kept,
        ring: &KeyRing,
        who: Person<'_>,
    ) -> Result<(), BundleError> {
        let nothing = || BundleError::NothingInstalled { folder: self.data.clone() };
        let current = self.current()?.ok_or_else(nothing)?;
        let bundle = kept.prove(ring)?;
        let (generation, hash) = (bundle.manifest().generation, bundle.hash());
        self.record(store, BundleActKind::RolledBack, (Some(generation), &hash.to_hex(), &bundle.signer().owner), who)?;
        self.put_in_force(store, &bundle, who)?;
        let in_force = Which { generation, blake3: hash };
        self.write(CURRENT, &Current { in_force, ..current }.to_bytes())
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

    /// The layout of a bundle is in force from now on, whatever its generation: a person said so.
    fn put_in_force(&self, store: &mut Store, bundle: &VerifiedBundle<'_>, who: Person<'_>) -> Result<(), BundleError> {
        let contents = bundle.members().iter().find(|(member, _)| *member == Member::Snapshot);
        let bytes = contents.map_or(&[][..], |(_, bytes)| bytes);
        Ok(layout::accept(store, bundle.snapshot(), bytes, who.operator, &self.data)?)
    }

    /// Takes away all but the last few generations, and what was cut off.
    fn prune(&self) -> Result<(), BundleError> {
        let Some(current) = self.current()? else { return Ok(()) };
        let mut stay: Vec<u64> = self.kept()?.into_iter().rev().take(BUNDLES_KEPT).collect();
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

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        Ok(files::write_whole(&self.path.join(name), |file| file.write_all(bytes))?)
    }

    fn file(&self, generation: u64, name: &str) -> PathBuf {
        self.path.join(GENERATIONS).join(generation.to_string()).join(name)
    }
}

fn read_if_there(path: &Path, bytes_max: u64) -> Result<Option<Vec<u8>>, FileError> {
    match files::read_at_most(path, bytes_max) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(FileError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(other) => Err(other),
    }
}
