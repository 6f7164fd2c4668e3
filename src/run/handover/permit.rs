//! `permit.json`: what the controller may do now, as a document.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    super::{
        driver::{DriverError, Handover},
        protocol::{Grant, Permit},
    },
    Folder, PERMIT_FILE,
    serial::GRANTED_MAX,
};
use crate::limits::{HEARTBEAT_VALID_S, PERMIT_BYTES_MAX};

/// The form of the hand-over that is written here, and the only one that is read.
pub(in super::super) const FORM: u32 = 2;

/// What is permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Word {
    /// Nothing.
    Hold,
    /// The step, once.
    Go,
    /// Halt the robot where it is; nothing more for this run.
    Stop,
    /// The run is completed; nothing more for it.
    End,
    /// A word of another form, which permits nothing here.
    #[serde(other)]
    Other,
}

impl Word {
    /// The word as it is shown to people.
    pub(in super::super) const fn shown(self) -> &'static str {
        match self {
            Self::Hold => "`hold`",
            Self::Go => "`go`",
            Self::Stop => "`stop`",
            Self::End => "`end`",
            Self::Other => "a permit of another form",
        }
    }
}

impl From<Grant> for Word {
    fn from(grant: Grant) -> Self {
        match grant {
            Grant::Hold => Self::Hold,
            Grant::Go => Self::Go,
            Grant::End => Self::End,
        }
    }
}

/// The document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct Document {
    /// 2.
    #[serde(default)]
    pub(in super::super) form: u32,
    /// Grows with every permit in this folder.
    #[serde(default)]
    pub(in super::super) serial: u32,
    pub(in super::super) run: String,
    pub(in super::super) permit: Word,
    pub(in super::super) step: u32,
    #[serde(default)]
    pub(in super::super) of: u32,
    /// The serial number of the last permit that asked for a report; 0 for none.
    #[serde(default)]
    pub(in super::super) report: u32,
    /// For how many seconds of the controller's clock the permit holds without a new heartbeat.
    #[serde(default)]
    pub(in super::super) valid_s: u32,
    #[serde(default)]
    pub(in super::super) plan: String,
    /// BLAKE3 over the bytes of `actions.yaml`.
    #[serde(default)]
    pub(in super::super) actions: String,
    /// BLAKE3 over the bytes of `actions.json`.
    #[serde(default)]
    pub(in super::super) actions_json: String,
    #[serde(default)]
    pub(in super::super) at: String,
}

impl Document {
    /// A permit that permits nothing, of a run that has none yet.
    pub(in super::super) fn blank(run: Uuid, serial: u32) -> Self {
        Self {
            form: FORM,
            serial,
            run: run.hyphenated().to_string(),
            permit: Word::Hold,
            step: 0,
            of: 0,
            report: 0,
            valid_s: HEARTBEAT_VALID_S,
            plan: String::new(),
            actions: String::new(),
            actions_json: String::new(),
            at: String::new(),
        }
    }

    /// The permit of a run, before the first one; its serial number is that of the last permit in the folder.
    pub(in super::super) fn of(handover: &Handover, serial: u32) -> Self {
        Self {
            of: handover.steps(),
            plan: handover.plan_hash.to_hex().to_string(),
            actions: handover.yaml.hash.to_hex().to_string(),
            actions_json: handover.json.hash.to_hex().to_string(),
            ..Self::blank(handover.run, serial)
        }
    }

    /// The same run's next permit; none where its serial numbers are used up. `base` is the one before the run's first.
    pub(in super::super) fn next(&self, base: u32, permit: &Permit) -> Option<Self> {
        let serial = base.checked_add(permit.serial).filter(|&serial| serial <= GRANTED_MAX)?;
        let report = if permit.report { serial } else { self.report };
        Some(Self { serial, report, permit: permit.grant.into(), step: permit.step, ..self.clone() })
    }

    /// The same run's stop, which asks for a report where that is wanted.
    pub(in super::super) fn stop(&self, asks: bool) -> Self {
        let serial = self.serial.saturating_add(1);
        let report = if asks { serial } else { self.report };
        Self { form: FORM, serial, report, permit: Word::Stop, ..self.clone() }
    }

    /// The bytes of the file, with the time of writing.
    pub(in super::super) fn bytes(&self) -> Result<Vec<u8>, DriverError> {
        let document = Self { at: Timestamp::now().to_string(), ..self.clone() };
        let mut bytes = serde_json::to_vec(&document).map_err(|error| DriverError::Failed(error.to_string()))?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// What stands in a folder; none where there is nothing, or nothing that any controller obeys.
    pub(super) fn standing(folder: &Folder) -> Result<Option<Self>, DriverError> {
        let bytes = folder.read(PERMIT_FILE, PERMIT_BYTES_MAX)?;
        Ok(bytes.as_deref().and_then(Self::read))
    }

    /// What a file's bytes permit; none where no controller obeys them.
    pub(in super::super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_permit_has_its_word() {
        let words = [Word::Hold, Word::Go, Word::Stop, Word::End, Word::Other].map(Word::shown);
        assert_eq!(words, ["`hold`", "`go`", "`stop`", "`end`", "a permit of another form"]);
    }

    #[test]
    fn a_stop_asks_for_a_report_where_that_is_wanted() {
        let last = Document { report: 5, ..Document::blank(Uuid::from_u128(1), 7) };
        for (asks, report) in [(true, 8), (false, 5)] {
            let stop = last.stop(asks);
            assert_eq!((stop.permit, stop.serial, stop.report), (Word::Stop, 8, report));
        }
    }
}
