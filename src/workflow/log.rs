//! `logs/verification/verify_*.jsonl`: every verification of a plan that an operator asked for, one line each, one file a
//! day. A log that cannot be written stops nothing: the journal, not the log, is what a run depends on.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use crate::verify::Report;

/// Where verifications are logged.
#[derive(Clone, Debug)]
pub struct VerificationLog {
    folder: PathBuf,
}

impl VerificationLog {
    /// Under `logs/verification` of a folder, which is made with the first line.
    #[must_use]
    pub fn under(folder: &Path) -> Self {
        Self { folder: folder.join("logs").join("verification") }
    }

    /// Logs one verification; `report` is that of a plan that was refused.
    pub fn verified(&self, correlation_id: Uuid, steps: usize, report: Option<&Report>) {
        if let Err(error) = self.write(correlation_id, steps, report) {
            tracing::warn!(%correlation_id, %error, "the verification log cannot be written");
        }
    }

    fn write(&self, correlation_id: Uuid, steps: usize, report: Option<&Report>) -> io::Result<()> {
        let now = Timestamp::now();
        let line = json!({
            "at": now.to_string(),
            "correlation_id": correlation_id.to_string(),
            "step_count": steps,
            "validation_result": if report.is_none() { "pass" } else { "fail" },
            "error_details": report,
            "warnings": report.map(|report| report.feedback.lines().map(str::to_owned).collect::<Vec<_>>()).unwrap_or_default(),
        });
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(format!("verify_{}.jsonl", now.strftime("%Y-%m-%d")));
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // One write for a whole line: two processes' lines do not mix.
        file.write_all(format!("{line}\n").as_bytes())
    }
}
