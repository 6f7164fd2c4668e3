//! `logs/verification/verify_*.jsonl`: every verification of a plan that an operator asked for, one line each, one file a
//! day. A log that cannot be written stops nothing: the journal, not the log, is what a run depends on.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    sync::Arc,
};

use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use crate::{
    files::{Appender, open},
    limits::LOG_PATIENCE,
    verify::Report,
};

/// Where verifications are logged.
#[derive(Clone, Debug)]
pub struct VerificationLog {
    /// None where there is no thread to write them.
    lines: Option<Arc<Appender>>,
}

impl VerificationLog {
    /// Under `logs/verification` of a folder, which is made with the first line.
    #[must_use]
    pub fn under(folder: &Path) -> Self {
        let folder = folder.join("logs").join("verification");
        let write = move |line: &[u8], lost: u64| {
            if lost > 0 {
                tracing::warn!(lost, "lines of the verification log were lost");
            }
            if let Err(error) = append(&folder, line) {
                tracing::warn!(%error, "the verification log cannot be written");
            }
        };
        let lines = Appender::start("verifications", write);
        if let Err(error) = &lines {
            tracing::warn!(%error, "no verification log is kept");
        }
        Self { lines: lines.ok().map(Arc::new) }
    }

    /// Logs one verification; `report` is that of a plan that was refused. Waits for the disk, unless it stalls.
    pub fn verified(&self, correlation_id: Uuid, steps: usize, report: Option<&Report>) {
        let Some(lines) = &self.lines else { return };
        let line = json!({
            "at": Timestamp::now().to_string(),
            "correlation_id": correlation_id.to_string(),
            "step_count": steps,
            "validation_result": if report.is_none() { "pass" } else { "fail" },
            "error_details": report,
            "warnings": report.map(|report| report.feedback.lines().map(str::to_owned).collect::<Vec<_>>()).unwrap_or_default(),
        });
        lines.give(format!("{line}\n").into_bytes());
        let unwritten = lines.settle(LOG_PATIENCE);
        if unwritten > 0 {
            tracing::warn!(%correlation_id, unwritten, "the verification log is late, or has lost lines");
        }
    }
}

/// One write for a whole line: two processes' lines do not mix.
fn append(folder: &Path, line: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("verify_{}.jsonl", Timestamp::now().strftime("%Y-%m-%d")));
    open::to_append(&path)?.write_all(line)
}
