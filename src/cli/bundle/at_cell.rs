//! Which cell, and who is there: what each command at a cell's PC is told, and what it works on.

use super::there;
use crate::{
    bundle::KeyRing,
    cli::{
        desk::{DataArg, OperatorArg, bundles},
        failure::Failure,
    },
    review::reply::Named,
    store::Store,
    workflow::BundleFolder,
};

/// The options of a command at a cell's PC.
#[derive(Debug, clap::Args)]
pub(super) struct CellArgs {
    #[command(flatten)]
    pub(super) data: DataArg,
    #[command(flatten)]
    pub(super) operator: OperatorArg,
}

/// The same of one that changes what is in force.
#[derive(Debug, clap::Args)]
pub(super) struct ChangeArgs {
    /// Do it if the BLAKE3 that is shown begins with these digits, at least 16; for programs that have looked at it
    #[arg(long, value_name = "DIGITS")]
    pub(super) approve: Option<Named>,
    #[command(flatten)]
    pub(super) cell: CellArgs,
}

/// A cell, held open.
pub(super) struct Opened {
    pub(super) operator: String,
    pub(super) open: Store,
    pub(super) folder: BundleFolder,
}

/// A cell at which a key is enrolled, held open.
pub(super) struct Enrolled {
    pub(super) operator: String,
    pub(super) open: Store,
    pub(super) folder: BundleFolder,
    pub(super) ring: KeyRing,
}

impl CellArgs {
    pub(super) fn enrolled(&self) -> Result<Enrolled, Failure> {
        let Opened { operator, open, folder } = self.opened()?;
        let ring = folder.enrolled(&open).map_err(bundles)?;
        Ok(Enrolled { operator, open, folder, ring })
    }

    /// The same, whoever is trusted there.
    pub(super) fn opened(&self) -> Result<Opened, Failure> {
        let operator = self.operator.name()?;
        // Before the lock: a mistyped folder is not made into a new cell.
        drop(there(&self.data)?);
        let open = self.data.open()?;
        let folder = BundleFolder::of(self.data.folder());
        Ok(Opened { operator, open, folder })
    }
}
