//! The text of an `actions.yaml` or an `actions.json` → a [`Plan`]. YAML is read by serde-saphyr under bounds: nothing in a
//! document may be longer than it looks.

use serde::{Deserialize, de::IgnoredAny};
use serde_saphyr::{UserMessageFormatter, options::MergeKeyPolicy};

use super::YamlError;
use crate::{
    limits::{YAML_DEPTH_MAX, YAML_NODES_MAX},
    plan::Plan,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadDocument<'d> {
    #[serde(rename = "RobotSequence", borrow)]
    sequence: ReadSequence<'d>,
}

/// `actions.json` has the header as fields. It proves nothing: the steps are verified again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadJson<'d> {
    #[serde(rename = "run")]
    _run: IgnoredAny,
    #[serde(rename = "snapshot")]
    _snapshot: IgnoredAny,
    #[serde(rename = "written")]
    _written: IgnoredAny,
    #[serde(rename = "RobotSequence", borrow)]
    sequence: ReadSequence<'d>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadSequence<'d> {
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "description")]
    _description: String,
    #[serde(borrow)]
    steps: Plan<'d>,
}

/// The plan in the text of an `actions.yaml`. It is as good as any other: to be verified before anything is done with it.
///
/// # Errors
///
/// A text that is not one YAML document with these keys and no others, or whose steps are unusable.
pub fn read(text: &str) -> Result<Plan<'_>, YamlError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            // A plan has no use for either, and without them a document holds no more than it shows.
            max_anchors: 0,
            max_aliases: 0,
            max_depth: YAML_DEPTH_MAX,
            max_nodes: YAML_NODES_MAX,
            max_events: 2 * YAML_NODES_MAX,
        },
        merge_keys: MergeKeyPolicy::Error,
        reject_unsupported_tags: true,
        no_schema: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        emit_comments: false,
        with_snippet: false,
    };
    let document: ReadDocument<'_> = serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| YamlError::Read(error.render_with_formatter(&UserMessageFormatter)))?;
    Ok(document.sequence.steps)
}

/// The plan in the text of an `actions.json`. It is as good as any other: to be verified before anything is done with it.
///
/// # Errors
///
/// A text that is not one JSON object with these keys and no others, or whose steps are unusable.
pub fn read_json(text: &str) -> Result<Plan<'_>, YamlError> {
    let document: ReadJson<'_> = serde_json::from_str(text).map_err(|error| YamlError::Read(error.to_string()))?;
    Ok(document.sequence.steps)
}
