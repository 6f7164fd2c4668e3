//! What is written about a run before it starts: its entry in the history, and `actions.yaml`.

use std::path::Path;

use jiff::Timestamp;

use super::{
    ACTIONS_FILE, RunError,
    driver::{Driver, Handover, Order, SequenceText},
};
use crate::{
    files,
    review::{ApprovedPlan, plan_hash},
    store::{NewRun, RunRecord},
    verify::VerifiedPlan,
    yaml::{self, About},
};

/// The name in the sequence's document.
const SEQUENCE_NAME: &str = "Robot Sequence";

/// The entry for the history, and what the driver gets. Nothing is written yet.
pub(super) fn papers(
    approved: &ApprovedPlan,
    verified: &VerifiedPlan<'_>,
    orders: Vec<Order>,
    driver: &dyn Driver,
    folder: &Path,
) -> Result<(NewRun, Handover), RunError> {
    let run_id = approved.correlation_id();
    let sentence = &approved.request().sentence;
    let written_at_s = Timestamp::now().as_second();
    let about = About { run_id: run_id.as_u128(), written_at_s, name: SEQUENCE_NAME, description: sentence };
    let (yaml, json) = (yaml::write(verified, &about)?, yaml::write_json(verified, &about)?);
    let plan_hash = plan_hash(verified.plan())?;
    let reading = &approved.request().reading;
    let entry = NewRun {
        run_id,
        operator_input: sentence.clone(),
        sequence_json: serde_json::to_string(verified.plan())?,
        record: RunRecord {
            snapshot_hash: verified.snapshot().content_hash_hex(),
            start_position: approved.start().position.clone(),
            start_tool: approved.start().tool.clone(),
            operator: approved.approver().name().to_owned(),
            approval_hash: approved.approval().to_hex().to_string(),
            plan_hash: plan_hash.to_hex().to_string(),
            reading_json: (!reading.is_null()).then(|| reading.to_string()),
            driver: driver.name().to_owned(),
            warnings: approved.warnings().iter().map(ToString::to_string).collect(),
            intent_json: approved.request().goals.as_ref().map(serde_json::to_string).transpose()?,
            checkpoint_json: match approved.request().checked.as_slice() {
                [] => None,
                checked => Some(serde_json::to_string(checked)?),
            },
            corrects: approved.request().corrects.as_ref().map(|corrected| corrected.run.to_string()),
            robot_folder: driver.folder().map(|folder| folder.display().to_string()),
        },
    };
    let handover = Handover {
        run: run_id,
        start: approved.start().clone(),
        orders,
        plan_hash,
        actions: folder.join(ACTIONS_FILE),
        yaml: SequenceText::new(yaml),
        json: SequenceText::new(json),
    };
    Ok((entry, handover))
}

/// Writes `actions.yaml`, and reads it again: what a controller finds there is what was verified.
pub(super) fn write_actions(handover: &Handover) -> Result<(), String> {
    let path = &handover.actions;
    if path.is_symlink() {
        return Err(format!("{}: it is a symbolic link, and none is followed here", path.display()));
    }
    files::write_whole(path, |out| out.write_all(handover.yaml.text.as_bytes())).map_err(|error| error.to_string())?;
    let read = files::read_document(path).map_err(|error| error.to_string())?;
    match blake3::hash(read.as_bytes()) == handover.yaml.hash {
        true => Ok(()),
        false => Err(format!("{} is not what was written to it", path.display())),
    }
}
