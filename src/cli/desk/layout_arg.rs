//! Which layout a robot is driven by: that of the installed bundle, or a snapshot file that nobody signed.
//!
//! In: `--snapshot`, where it is given, and the data folder. Out: the file, and who says so. Where a key is enrolled, an unsigned
//! snapshot is refused: a session puts its layout on record in the data folder, the simulator's too.
//!
//! 1. What was proved is what is used: whoever takes the layout on record in its place holds that against the bundle as well.
//! 2. What a step counts as done by is signed, too: where a key is enrolled, only the bundle's own declared file is read.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{DataArg, bundles, layout, store};
use crate::{
    bundle::Member,
    cli::{failure::Failure, observe, printer::talk},
    files,
    observe::Declared,
    snapshot::Snapshot,
    store::{Reader, Store},
    workflow::{BundleFolder, layout_of_names},
};

/// The snapshot of a command that works on a cell's data.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct LayoutArg {
    /// The snapshot file; left out where a bundle is installed
    #[arg(long, value_name = "FILE")]
    snapshot: Option<PathBuf>,
}

/// A layout, and who says so.
#[derive(Clone, Debug)]
pub(in crate::cli) struct LayoutSource {
    /// The snapshot file.
    pub(in crate::cli) path: PathBuf,
    /// Beside this a model may keep what it has prepared: nothing is added to what is installed.
    pub(in crate::cli) beside: PathBuf,
    /// The bundle that it is of; none for a snapshot that nobody signed.
    bundle: Option<InForce>,
}

/// The bundle in force.
#[derive(Clone, Debug)]
struct InForce {
    generation: u64,
    signed_by: String,
    content_hash: String,
    files: Vec<(Member, PathBuf)>,
}

impl InForce {
    /// Where a member lies, if the bundle has it.
    fn file(&self, member: Member) -> Option<&Path> {
        self.files.iter().find(|(name, _)| *name == member).map(|(_, path)| path.as_path())
    }
}

impl LayoutArg {
    /// What is to be worked with.
    pub(super) fn source(&self, data: &DataArg) -> Result<LayoutSource, Failure> {
        self.find(data)?.ok_or_else(|| {
            Failure::input("no bundle is installed here, and no snapshot is named")
                .hint("name the cell's snapshot with --snapshot, or the data folder with --data")
        })
    }

    /// The same; none where no key is enrolled, and no snapshot is named.
    pub(in crate::cli) fn find(&self, data: &DataArg) -> Result<Option<LayoutSource>, Failure> {
        let folder = BundleFolder::of(data.folder());
        let enrolled = match Store::read_only(data.folder()) {
            Ok(reader) => folder.ring(&reader).map_err(bundles)?,
            // No history yet, or none that can be read: whoever opens it to write mends it, or says what is wrong.
            Err(_) if !folder.is_enrolled() => None,
            Err(error) => return Err(store(error)),
        };
        let Some(ring) = enrolled else {
            return Ok(self.snapshot.clone().map(|path| LayoutSource { beside: path.clone(), path, bundle: None }));
        };
        if let Some(path) = &self.snapshot {
            return Err(Failure::input(format_args!(
                "a key is enrolled in {}, so {} is not used: nobody signed it",
                data.folder().display(),
                path.display()
            ))
            .hint(
                "leave --snapshot out: the installed bundle has the layout; try other snapshots with another --data",
            ));
        }
        let kept = folder.in_force().map_err(bundles)?;
        let bundle = kept.prove(&ring).map_err(bundles)?;
        let generation = bundle.manifest().generation;
        let files = bundle.members().iter().map(|(member, _)| (*member, folder.member(generation, *member)));
        Ok(Some(LayoutSource {
            path: folder.member(generation, Member::Snapshot),
            beside: data.folder().join(Member::Snapshot.name()),
            bundle: Some(InForce {
                generation,
                signed_by: bundle.signer().owner.clone(),
                content_hash: bundle.snapshot().content_hash_hex(),
                files: files.collect(),
            }),
        }))
    }

    /// Reads the snapshot, and proves it.
    pub(in crate::cli) fn load(&self, data: &DataArg) -> Result<(Snapshot, LayoutSource), Failure> {
        let source = self.source(data)?;
        let snapshot = files::read_snapshot(&source.path)?;
        source.refuse_other(&snapshot)?;
        Ok((snapshot, source))
    }
}

impl LayoutSource {
    /// Whether somebody signed it.
    pub(in crate::cli) const fn is_signed(&self) -> bool {
        self.bundle.is_some()
    }

    /// The generation of the bundle in force, where somebody signed it.
    pub(in crate::cli) fn generation(&self) -> Option<u64> {
        self.bundle.as_ref().map(|bundle| bundle.generation)
    }

    /// Where a member of the bundle in force lies, if there is such a bundle and it has the member.
    pub(in crate::cli) fn bundled(&self, member: Member) -> Option<PathBuf> {
        self.bundle.as_ref()?.file(member).map(Path::to_owned)
    }

    /// The layout that a robot is moved by outside of a session: the one on record, and none that nobody signed.
    pub(in crate::cli) fn to_move_by(
        &self,
        opened: &Store,
        data: &DataArg,
        read: Snapshot,
    ) -> Result<Arc<Snapshot>, Failure> {
        self.refuse_forgotten(opened, data)?;
        let on_record = layout_of_names(opened, read, &self.path).map_err(layout)?;
        self.refuse_other(&on_record)?;
        Ok(on_record)
    }

    /// The layout that a person names places by: the one on record. Nothing moves by it, so that it is only told where it is another than
    /// the bundle's.
    pub(in crate::cli) fn to_name_by(&self, opened: &Store, read: Snapshot) -> Result<Arc<Snapshot>, Failure> {
        let on_record = layout_of_names(opened, read, &self.path).map_err(layout)?;
        if let Some(generation) = self.generation_unlike(&on_record.content_hash_hex()) {
            talk(format_args!(
                "warning: places are named by the layout on record, which is not that of the bundle in force, generation {generation}: {}",
                cut_off(generation)
            ));
        }
        Ok(on_record)
    }

    /// The file of what is declared of the controller: the bundle's own where a key is enrolled, else the one that is named.
    pub(in crate::cli) fn declared_file(&self, named: Option<&Path>) -> Result<Option<PathBuf>, Failure> {
        match (&self.bundle, named) {
            (Some(_), Some(named)) => {
                Err(Failure::input(format_args!("{} is not used: nobody signed it", named.display())).hint(
                    "leave --declared out, and have it put into the bundle with `cellgraph bundle create --declared`",
                ))
            }
            (Some(_), None) => Ok(self.bundled(Member::Declared)),
            (None, named) => Ok(named.map(Path::to_owned)),
        }
    }

    /// What that file says, held against the layout.
    pub(in crate::cli) fn declared(&self, named: Option<&Path>, layout: &Snapshot) -> Result<Declared, Failure> {
        match self.declared_file(named)? {
            None => Ok(Declared::default()),
            Some(path) => observe::for_cell(observe::declared(&path)?, layout, &path),
        }
    }

    /// The layout that a session goes on with must be the one that was signed.
    pub(in crate::cli) fn refuse_other(&self, layout: &Snapshot) -> Result<(), Failure> {
        self.refuse_unless(&layout.content_hash_hex())
    }

    /// So must the layout on record, before anything is done with it: where a key is enrolled, an installation or a roll-back is the only
    /// way to another layout, and one that was cut off is no such way.
    pub(in crate::cli) fn refuse_cut_off(&self, history: &Reader) -> Result<(), Failure> {
        let on_record = history.layout_in_force().map_err(store)?;
        on_record.map_or(Ok(()), |row| self.refuse_unless(&row.snapshot_hash))
    }

    fn refuse_unless(&self, layout: &str) -> Result<(), Failure> {
        match self.generation_unlike(layout) {
            None => Ok(()),
            Some(generation) => Err(Failure::input(format_args!(
                "the layout is not that of the bundle in force, which is generation {generation}"
            ))
            .hint(cut_off(generation))),
        }
    }

    /// The generation of the bundle in force, where that has another layout than the one with this hash.
    fn generation_unlike(&self, layout: &str) -> Option<u64> {
        let bundle = self.bundle.as_ref()?;
        (bundle.content_hash != layout).then_some(bundle.generation)
    }

    /// A key that is enrolled is heeded, also where the history could not be read before it was opened.
    pub(super) fn refuse_forgotten(&self, opened: &Store, data: &DataArg) -> Result<(), Failure> {
        let is_enrolled = BundleFolder::of(data.folder()).ring(opened).map_err(bundles)?.is_some();
        match is_enrolled == self.bundle.is_some() {
            true => Ok(()),
            false => {
                Err(Failure::input("a key was enrolled meanwhile, so what was read is not used").hint("say it again"))
            }
        }
    }

    /// Who says so, for each start.
    pub(in crate::cli) fn words(&self) -> String {
        match &self.bundle {
            Some(InForce { generation, signed_by, .. }) => {
                format!("bundle generation {generation}, signed by {}", crate::cell::shown(signed_by))
            }
            None => "unsigned, as no key is enrolled here".to_owned(),
        }
    }
}

/// What to do where the layout on record is not that of the bundle in force.
pub(in crate::cli) fn cut_off(in_force: u64) -> String {
    format!(
        "an installation or a roll-back was cut off: do it again, or stay with the bundle in force: \
         `cellgraph bundle rollback --to {in_force} --reason WORDS`"
    )
}
