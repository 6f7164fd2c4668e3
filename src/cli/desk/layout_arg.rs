//! Which layout a robot is driven by: that of the installed bundle, or a snapshot file that nobody signed.
//!
//! In: `--snapshot`, where it is given, and the data folder. Out: the file, and who says so. Where a key is enrolled, an unsigned
//! snapshot is refused: a session puts its layout on record in the data folder, the simulator's too.

use std::path::{Path, PathBuf};

use super::{DataArg, bundles, store};
use crate::{bundle::Member, cli::failure::Failure, files, snapshot::Snapshot, store::Store, workflow::BundleFolder};

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
    content_hash: [u8; 32],
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
                content_hash: *bundle.snapshot().content_hash(),
                files: files.collect(),
            }),
        }))
    }

    /// Reads the snapshot, and proves it.
    pub(in crate::cli) fn load(&self, data: &DataArg) -> Result<(Snapshot, PathBuf), Failure> {
        let source = self.source(data)?;
        let snapshot = files::read_snapshot(&source.path)?;
        source.refuse_other(&snapshot)?;
        Ok((snapshot, source.path))
    }
}

impl LayoutSource {
    /// Whether somebody signed it.
    pub(in crate::cli) const fn is_signed(&self) -> bool {
        self.bundle.is_some()
    }

    /// Where a member of the bundle in force lies, if there is such a bundle and it has the member.
    pub(in crate::cli) fn bundled(&self, member: Member) -> Option<PathBuf> {
        self.bundle.as_ref()?.file(member).map(Path::to_owned)
    }

    /// The layout that a session goes on with must be the one that was signed.
    pub(in crate::cli) fn refuse_other(&self, layout: &Snapshot) -> Result<(), Failure> {
        match &self.bundle {
            Some(bundle) if bundle.content_hash != *layout.content_hash() => Err(Failure::input(format_args!(
                "the layout is not that of the bundle in force, which is generation {}",
                bundle.generation
            ))
            .hint("an installation or a roll-back was cut off: do it again, with `cellgraph bundle install` or `bundle rollback`")),
            _ => Ok(()),
        }
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
