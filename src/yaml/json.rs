//! The text of `actions.json`, for controllers that read JSON: one object, with the same steps as `actions.yaml` has.

use super::{About, Entry, Id, Utc, YamlError, entries};
use crate::{document::to_object, verify::VerifiedPlan};

struct JsonDocument<'v> {
    run: String,
    snapshot: SnapshotOf,
    written: String,
    sequence: Sequence<'v>,
}

/// What the steps were verified against.
struct SnapshotOf {
    hash: String,
    generation: u64,
}

struct Sequence<'v> {
    name: &'v str,
    description: &'v str,
    steps: Vec<Entry<'v>>,
}

to_object!(JsonDocument<'v> { "run": run, "snapshot": snapshot, "written": written, "RobotSequence": sequence, });
to_object!(SnapshotOf { "blake3": hash, "generation": generation, });
to_object!(Sequence<'v> { "name": name, "description": description, "steps": steps, });
to_object!(Entry<'v> {
    "id": id,
    "name": name,
    "action": action,
    "target": target,
    "position": position unless Option::is_none,
    "tool": tool unless Option::is_none,
    "stabilize": stabilize unless Option::is_none,
    "action_after": action_after unless Option::is_none,
    "verify": verify unless Option::is_none,
});

/// The text of `actions.json`: the header of `actions.yaml` as fields, then the sequence.
///
/// # Errors
///
/// [`YamlError::Seconds`].
pub fn write_json(verified: &VerifiedPlan<'_>, about: &About<'_>) -> Result<String, YamlError> {
    let snapshot = verified.snapshot();
    let document = JsonDocument {
        run: Id(about.run_id).to_string(),
        snapshot: SnapshotOf { hash: snapshot.content_hash_hex(), generation: snapshot.provenance().generation },
        written: Utc(about.written_at_s).to_string(),
        sequence: Sequence { name: about.name, description: about.description, steps: entries(verified)? },
    };
    let mut text = serde_json::to_string_pretty(&document).map_err(|error| YamlError::Read(error.to_string()))?;
    text.push('\n');
    Ok(text)
}
