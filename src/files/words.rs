//! The one place where an error of the system becomes words. In: an `io::Error` of a read or a write. Out: what an operator can
//! do something about, in plain words; everything else as the system says it.

use std::{fmt, io};

/// An error of the system, for people.
#[derive(Debug)]
pub struct Words<'e>(pub &'e io::Error);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            io::ErrorKind::StorageFull => f.write_str("the disk is full"),
            io::ErrorKind::QuotaExceeded => f.write_str("the disk is full: the quota is used up"),
            io::ErrorKind::ReadOnlyFilesystem => f.write_str("the disk can only be read"),
            _ => self.0.fmt(f),
        }
    }
}

/// Whether an error says that there is no room.
#[must_use]
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_said_to_be_full() {
        let said = |kind: io::ErrorKind| Words(&kind.into()).to_string();
        assert_eq!(said(io::ErrorKind::StorageFull), "the disk is full");
        assert_eq!(said(io::ErrorKind::QuotaExceeded), "the disk is full: the quota is used up");
        assert_eq!(said(io::ErrorKind::ReadOnlyFilesystem), "the disk can only be read");
        assert_eq!(said(io::ErrorKind::NotFound), io::Error::from(io::ErrorKind::NotFound).to_string());
    }
}
