//! A snapshot's bytes that may go to a disk: the check refused nothing of them, and they load. Only [`Built::checked`] makes one, so
//! that nobody can forget to ask.

use std::{
    error::Error,
    fmt::{self, Display, Formatter},
};

use super::{
    Built, ReadError, Snapshot,
    check::{FOREIGN_ID, Finding, Findings},
};

/// What a snapshot's file will hold. `files::write_snapshot` takes nothing else.
///
/// ```compile_fail,E0451
/// use cellgraph::snapshot::{Built, Checked, Snapshot};
/// fn skip_the_check(built: Built, snapshot: Snapshot) -> Checked {
///     Checked { bytes: built.bytes, findings: built.findings, snapshot }
/// }
/// ```
#[derive(Debug)]
pub struct Checked {
    bytes: Vec<u8>,
    findings: Findings,
    snapshot: Snapshot,
}

impl Checked {
    /// The whole file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the check found: warnings, and errors that are allowed.
    #[must_use]
    pub const fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The snapshot as it loads from these bytes.
    #[must_use]
    pub const fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// [`Self::snapshot`], for keeps.
    #[must_use]
    pub fn into_snapshot(self) -> Snapshot {
        self.snapshot
    }
}

/// Why what was built must not go to a disk.
#[derive(Debug)]
pub enum Refused {
    /// Errors of the check that the provenance does not allow.
    Findings(Vec<Finding>),
    /// The bytes do not load: a fault of cellgraph.
    Unreadable(ReadError),
}

impl Display for Refused {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Findings(findings) => {
                f.write_str("the check of the cell refuses it:")?;
                findings.iter().try_for_each(|finding| write!(f, "\n{}: {}", finding.code, finding.text))
            }
            Self::Unreadable(error) => write!(f, "the snapshot that was built {error}"),
        }
    }
}

impl Error for Refused {}

impl Built {
    /// The file, where the check refuses nothing but what the provenance of the file itself allows, and where the bytes load.
    ///
    /// # Errors
    ///
    /// Every error of the check that is not allowed. An id of nothing in the draft is allowed by nothing.
    pub fn checked(self) -> Result<Checked, Refused> {
        if self.findings.findings.iter().any(|finding| finding.code == FOREIGN_ID) {
            return Err(Refused::Findings(self.findings.findings));
        }
        let snapshot = Snapshot::from_bytes(&self.bytes).map_err(Refused::Unreadable)?;
        let refused: Vec<Finding> = self.findings.refusals(&snapshot.provenance().allowed).cloned().collect();
        if refused.is_empty() {
            Ok(Checked { bytes: self.bytes, findings: self.findings, snapshot })
        } else {
            Err(Refused::Findings(refused))
        }
    }
}
