//! Layouts: which one is in force, and what the snapshot's file holds beside it.
//!
//! In: the snapshot's file, and what was decided about layouts so far. Out: the layout in force, news about the file in
//! words, warnings for each review. Nothing here asks anybody: the doors do, and call [`LayoutAtStart::take_up`],
//! [`super::Desk::take_up_layout`] or their opposites with the answer.
//!
//! 1. A layout is in force because it was the first, because somebody accepted it, or because a door that asks nobody
//!    took it up and says so in the review. Each decision is on record before it counts.
//! 2. The layout in force is kept in the data folder until another is on record, so that the file may hold anything.
//! 3. While the file holds another layout, or nothing that can be used, every review says so.
//! 4. A run begins only while the file holds, byte for byte, what it held when it was last looked at.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::Desk;
use crate::{
    files::{self, FileError},
    language::Readers,
    review::Warning,
    snapshot::{Snapshot, diff},
    store::{LayoutDecision, LayoutRow, Reader, Store, StoreError},
};

mod other_cell;
mod past;

pub use other_cell::OtherCell;
pub use past::{Past, RefusedPlan, refused_plans};

/// Hexadecimal digits of a snapshot's hash that are said, and that name the copy that is kept.
const HASH_DIGITS: usize = 16;

/// Why the layouts could not be seen to.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// A file that cannot be used or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A history that cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file holds the layout of another cell.
    #[error("{} is the snapshot of {cell} than the data folder {} belongs to", .file.display(), .folder.display())]
    OtherCell {
        /// What makes it another.
        cell: OtherCell,
        /// The snapshot's file.
        file: PathBuf,
        /// The data folder.
        folder: PathBuf,
    },
    /// The copy of the layout in force is gone, and the file holds another.
    #[error("the layout in force (generation {generation}, {snapshot}) is not at hand: {} holds another", .file.display())]
    NotAtHand {
        /// The generation of the one in force.
        generation: u64,
        /// The first digits of its hash.
        snapshot: String,
        /// The snapshot's file.
        file: PathBuf,
    },
}

/// A layout that is not in force.
#[derive(Debug)]
pub struct NewLayout {
    /// It, proved by its hash.
    pub snapshot: Arc<Snapshot>,
    /// What is different from the one in force, in words.
    pub changes: Vec<String>,
    bytes: Vec<u8>,
}

/// What the file holds now.
#[derive(Debug)]
pub enum LayoutNews {
    /// The layout in force, or what was told before.
    Same,
    /// Something that cannot be used, in words; the layout in force stays.
    Unusable(String),
    /// Another layout, about which nobody has decided.
    New(NewLayout),
    /// Another layout, which was declined.
    Declined(NewLayout, LayoutRow),
}

/// The file that holds the cell's layout, and what it held when it was last looked at.
#[derive(Debug)]
pub struct LayoutFile {
    path: PathBuf,
    seen: Seen,
    warnings: Vec<Warning>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Bytes(blake3::Hash),
    Unreadable(String),
}

/// What the file holds before anything else is looked at.
#[derive(Debug)]
pub struct HeldLayout {
    path: PathBuf,
    bytes: Vec<u8>,
    snapshot: Arc<Snapshot>,
}

/// The start of a session: what is in force, and what is to be said about the file.
#[derive(Debug)]
pub struct LayoutAtStart {
    /// The layout in force; none where its copy is gone.
    pub in_force: Option<Arc<Snapshot>>,
    /// What the file holds beside it.
    pub news: LayoutNews,
    on_record: (u64, String),
    file: LayoutFile,
}

/// The layout that a person names places and tools by: the one in force, whatever snapshot is given; the given one where none
/// is on record yet. So nobody says of a robot that it stands in another cell.
///
/// # Errors
///
/// A history that cannot be read; [`LayoutError::NotAtHand`].
pub fn layout_of_names(store: &Store, given: Snapshot, file: &Path) -> Result<Arc<Snapshot>, LayoutError> {
    let Some(record) = store.layout_in_force()? else { return Ok(Arc::new(given)) };
    if record.snapshot_hash == given.content_hash_hex() {
        return Ok(Arc::new(given));
    }
    let in_force = kept(store.folder(), &record.snapshot_hash);
    refuse_other_cell(in_force.as_deref(), &given, file, store.folder())?;
    in_force.ok_or_else(|| LayoutError::NotAtHand {
        generation: record.generation,
        snapshot: digits(&record.snapshot_hash),
        file: file.to_owned(),
    })
}

impl HeldLayout {
    /// What the file holds, proved by its hash.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Reads the snapshot's file, whole.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or is no whole snapshot.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let bytes = files::read_snapshot_bytes(path)?;
        let snapshot = Arc::new(files::snapshot_of(path, &bytes)?);
        Ok(Self { path: path.to_owned(), bytes, snapshot })
    }

    /// Holds the file against what is on record. The first layout of all is in force from then on.
    ///
    /// # Errors
    ///
    /// [`LayoutError`], but for [`LayoutError::NotAtHand`].
    pub fn start(self, store: &mut Store) -> Result<LayoutAtStart, LayoutError> {
        let Self { path, bytes, snapshot } = self;
        let mut file = LayoutFile { path, seen: Seen::Bytes(blake3::hash(&bytes)), warnings: Vec::new() };
        let hash = snapshot.content_hash_hex();
        let record = store.layout_in_force()?;
        let on_record = match &record {
            Some(record) => (record.generation, record.snapshot_hash.clone()),
            None => (snapshot.provenance().generation, hash.clone()),
        };
        if on_record.1 == hash {
            match record {
                Some(_) => keep(store.folder(), &hash, &bytes)?,
                None => put_in_force(store, &snapshot, &bytes, None)?,
            }
            return Ok(LayoutAtStart { in_force: Some(snapshot), news: LayoutNews::Same, on_record, file });
        }
        let in_force = kept(store.folder(), &on_record.1);
        refuse_other_cell(in_force.as_deref(), &snapshot, &file.path, store.folder())?;
        let news = file.judge((snapshot, bytes), on_record.0, in_force.as_deref(), store)?;
        Ok(LayoutAtStart { in_force, news, on_record, file })
    }
}

impl LayoutAtStart {
    /// Goes on with the layout in force, whatever the file holds.
    ///
    /// # Errors
    ///
    /// [`LayoutError::NotAtHand`].
    pub fn leave(self) -> Result<(LayoutFile, Arc<Snapshot>), LayoutError> {
        let Self { in_force, on_record: (generation, hash), file, .. } = self;
        match in_force {
            Some(snapshot) => Ok((file, snapshot)),
            None => Err(LayoutError::NotAtHand { generation, snapshot: digits(&hash), file: file.path }),
        }
    }

    /// Goes on with another layout, on an operator's word.
    ///
    /// # Errors
    ///
    /// A copy or a record that could not be written.
    pub fn take_up(
        mut self,
        new: &NewLayout,
        store: &mut Store,
        operator: &str,
    ) -> Result<(LayoutFile, Arc<Snapshot>), LayoutError> {
        self.file.take_up(new, store, Some(operator))?;
        Ok((self.file, Arc::clone(&new.snapshot)))
    }

    /// Goes on with the layout in force, and puts on record that the other one was declined.
    ///
    /// # Errors
    ///
    /// [`LayoutError`].
    pub fn decline(
        mut self,
        new: &NewLayout,
        store: &mut Store,
        operator: &str,
    ) -> Result<(LayoutFile, Arc<Snapshot>), LayoutError> {
        self.file.decline(new, store, operator)?;
        self.leave()
    }

    /// Goes on where nobody is asked: a layout about which nobody has decided is taken up, and each review says so.
    ///
    /// # Errors
    ///
    /// [`LayoutError`].
    pub fn without_asking(mut self, store: &mut Store) -> Result<(LayoutFile, Arc<Snapshot>), LayoutError> {
        match std::mem::replace(&mut self.news, LayoutNews::Same) {
            LayoutNews::New(new) => {
                self.file.take_up(&new, store, None)?;
                Ok((self.file, new.snapshot))
            }
            _ => self.leave(),
        }
    }
}

impl LayoutFile {
    /// Looks at the file, and reads it whole. A change is told once, and `again` where that is wanted.
    ///
    /// # Errors
    ///
    /// A history that cannot be read.
    pub fn look(&mut self, in_force: &Snapshot, history: &Reader, again: bool) -> Result<LayoutNews, StoreError> {
        let unchanged = !again && files::hash(&self.path).is_ok_and(|hash| self.seen == Seen::Bytes(hash));
        if unchanged {
            return Ok(LayoutNews::Same);
        }
        let bytes = match files::read_snapshot_bytes(&self.path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let seen = Seen::Unreadable(error.to_string());
                let is_told = !again && self.seen == seen;
                self.seen = seen;
                let news = self.unusable(error.to_string());
                return Ok(if is_told { LayoutNews::Same } else { news });
            }
        };
        self.seen = Seen::Bytes(blake3::hash(&bytes));
        match files::snapshot_of(&self.path, &bytes) {
            Err(error) => Ok(self.unusable(error.to_string())),
            Ok(held) if held.content_hash() == in_force.content_hash() => {
                self.warnings.clear();
                Ok(LayoutNews::Same)
            }
            Ok(held) => {
                let generation = in_force.provenance().generation;
                self.judge((Arc::new(held), bytes), generation, Some(in_force), history)
            }
        }
    }

    /// What is to be thought about the file in each review.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Why the file is not what it was when it was last looked at, if that is so. It is read whole.
    pub(super) fn changed(&self) -> Option<String> {
        match (files::hash(&self.path), &self.seen) {
            (Err(error), _) => Some(error.to_string()),
            (Ok(hash), Seen::Bytes(seen)) if hash == *seen => None,
            (Ok(_), _) => Some(format!("{} was changed", self.path.display())),
        }
    }

    /// What another layout than the one in force is.
    fn judge(
        &mut self,
        (snapshot, bytes): (Arc<Snapshot>, Vec<u8>),
        in_force_generation: u64,
        in_force: Option<&Snapshot>,
        history: &Reader,
    ) -> Result<LayoutNews, StoreError> {
        if let Some(cell) = in_force.and_then(|in_force| OtherCell::of(in_force, &snapshot)) {
            return Ok(self.unusable(format!("it is the snapshot of {cell}")));
        }
        let generation = snapshot.provenance().generation;
        if generation <= in_force_generation {
            return Ok(self.unusable(format!(
                "its generation is {generation}, and the one in force is {in_force_generation}: an older layout is not \
                 taken up; build it over the one in force"
            )));
        }
        let changes = match in_force {
            Some(in_force) => {
                diff::diff(&in_force.draft(), &snapshot.draft()).iter().map(ToString::to_string).collect()
            }
            None => vec!["what is different cannot be said: the layout in force is not at hand any more".to_owned()],
        };
        let decision = history.layout_decision(&snapshot.content_hash_hex())?;
        let decision = decision.filter(|row| row.decision == LayoutDecision::Declined);
        self.warnings = vec![self.not_in_force(&snapshot, decision.as_ref())];
        let new = NewLayout { snapshot, changes, bytes };
        Ok(match decision {
            None => LayoutNews::New(new),
            Some(row) => LayoutNews::Declined(new, row),
        })
    }

    fn unusable(&mut self, reason: String) -> LayoutNews {
        self.warnings = vec![Warning::LayoutUnusable { file: self.name(), reason: reason.clone() }];
        LayoutNews::Unusable(reason)
    }

    fn not_in_force(&self, snapshot: &Snapshot, declined: Option<&LayoutRow>) -> Warning {
        let declined = declined.map(|row| {
            let who = row.operator.as_deref().map(|who| format!(" by {who}")).unwrap_or_default();
            format!("declined{who}, {}", row.at)
        });
        let (generation, snapshot) = (snapshot.provenance().generation, snapshot.content_hash_hex());
        Warning::LayoutNotInForce { file: self.name(), generation, snapshot: digits(&snapshot), declined }
    }

    fn take_up(&mut self, new: &NewLayout, store: &mut Store, operator: Option<&str>) -> Result<(), LayoutError> {
        put_in_force(store, &new.snapshot, &new.bytes, operator)?;
        self.warnings =
            if operator.is_some() { Vec::new() } else { vec![Warning::LayoutNew { changes: new.changes.clone() }] };
        Ok(())
    }

    fn decline(&mut self, new: &NewLayout, store: &mut Store, operator: &str) -> Result<(), StoreError> {
        let (hash, generation) = (new.snapshot.content_hash_hex(), new.snapshot.provenance().generation);
        store.record_layout(&hash, generation, LayoutDecision::Declined, Some(operator))?;
        self.warnings = vec![self.not_in_force(&new.snapshot, store.layout_decision(&hash)?.as_ref())];
        Ok(())
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

impl Desk {
    /// The same desk, with the file of the layout in force: no run begins while it holds anything else than was seen.
    #[must_use]
    pub fn watching(mut self, file: LayoutFile) -> Self {
        self.layout = Some(file);
        self
    }

    /// Looks at the snapshot's file: between two sentences.
    ///
    /// # Errors
    ///
    /// A history that cannot be read.
    pub fn look_at_layout(&mut self, again: bool) -> Result<LayoutNews, StoreError> {
        let in_force = Arc::clone(self.readers.snapshot());
        let file = self.layout.as_mut();
        file.map_or(Ok(LayoutNews::Same), |file| file.look(&in_force, &self.store, again))
    }

    /// Takes up a new layout on an operator's word, with its readers: between sentences alone, because nothing else can be
    /// going on then.
    ///
    /// # Errors
    ///
    /// A copy or a record that could not be written; the layout in force stays then.
    pub fn take_up_layout(&mut self, new: &NewLayout, readers: Readers, operator: &str) -> Result<(), LayoutError> {
        if let Some(file) = &mut self.layout {
            file.take_up(new, &mut self.store, Some(operator))?;
        }
        self.take_up(readers);
        Ok(())
    }

    /// Puts on record that a new layout was declined.
    ///
    /// # Errors
    ///
    /// A record that could not be written.
    pub fn decline_layout(&mut self, new: &NewLayout, operator: &str) -> Result<(), StoreError> {
        self.layout.as_mut().map_or(Ok(()), |file| file.decline(new, &mut self.store, operator))
    }
}

/// A data folder belongs to one cell.
fn refuse_other_cell(
    in_force: Option<&Snapshot>,
    given: &Snapshot,
    file: &Path,
    folder: &Path,
) -> Result<(), LayoutError> {
    match in_force.and_then(|in_force| OtherCell::of(in_force, given)) {
        None => Ok(()),
        Some(cell) => Err(LayoutError::OtherCell { cell, file: file.to_owned(), folder: folder.to_owned() }),
    }
}

/// A layout by its generation and the first digits of its hash.
#[must_use]
pub fn layout_name(snapshot: &Snapshot) -> String {
    format!("generation {} ({})", snapshot.provenance().generation, digits(&snapshot.content_hash_hex()))
}

/// The copy first, then the record, then the old copy away: at every moment the one on record is at hand.
fn put_in_force(
    store: &mut Store,
    snapshot: &Snapshot,
    bytes: &[u8],
    operator: Option<&str>,
) -> Result<(), LayoutError> {
    let before = store.layout_in_force()?;
    let hash = snapshot.content_hash_hex();
    keep(store.folder(), &hash, bytes)?;
    store.record_layout(&hash, snapshot.provenance().generation, LayoutDecision::InForce, operator)?;
    match before {
        Some(before) if before.snapshot_hash != hash => {
            Ok(files::remove(&copy(store.folder(), &before.snapshot_hash))?)
        }
        _ => Ok(()),
    }
}

/// Puts a layout in force on a person's word, whatever its generation: a bundle was installed, or rolled back to. Whether it is one of
/// this cell was asked before, with [`other_cell`].
pub(super) fn accept(store: &mut Store, snapshot: &Snapshot, bytes: &[u8], operator: &str) -> Result<(), LayoutError> {
    put_in_force(store, snapshot, bytes, Some(operator))
}

/// Keeps a copy of a layout that is to be accepted next: what a full disk could hinder comes before the record.
pub(super) fn keep_copy(history: &Reader, snapshot: &Snapshot, bytes: &[u8]) -> Result<(), FileError> {
    keep(history.folder(), &snapshot.content_hash_hex(), bytes)
}

/// What makes a snapshot another cell's than the data folder's; none where it is of this cell, or no layout is at hand yet.
pub(super) fn other_cell(history: &Reader, snapshot: &Snapshot) -> Result<Option<OtherCell>, StoreError> {
    Ok(layout_in_force(history)?.and_then(|in_force| OtherCell::of(&in_force, snapshot)))
}

/// Keeps the bytes of a layout, where they are not kept yet.
fn keep(folder: &Path, hash: &str, bytes: &[u8]) -> Result<(), FileError> {
    let path = copy(folder, hash);
    if files::hash(&path).is_ok_and(|kept| kept == blake3::hash(bytes)) {
        return Ok(());
    }
    files::write_whole(&path, |out| out.write_all(bytes))
}

/// The layout in force in a data folder; none where none is on record, or its copy is gone.
///
/// # Errors
///
/// A history that cannot be read.
pub fn layout_in_force(store: &Reader) -> Result<Option<Arc<Snapshot>>, StoreError> {
    Ok(store.layout_in_force()?.and_then(|row| kept(store.folder(), &row.snapshot_hash)))
}

/// The kept layout with this hash; none where it is gone, or is not it any more.
fn kept(folder: &Path, hash: &str) -> Option<Arc<Snapshot>> {
    let snapshot = files::read_snapshot(&copy(folder, hash)).ok()?;
    (snapshot.content_hash_hex() == hash).then(|| Arc::new(snapshot))
}

fn copy(folder: &Path, hash: &str) -> PathBuf {
    let hash: String = hash.chars().filter(char::is_ascii_alphanumeric).take(HASH_DIGITS).collect();
    folder.join(format!("in-force-{hash}.cellgraph"))
}

fn digits(hash: &str) -> String {
    hash.chars().take(HASH_DIGITS).collect()
}
