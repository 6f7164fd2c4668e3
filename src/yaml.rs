//! [`VerifiedPlan`] → the text of `actions.yaml`, and back to a [`Plan`] that is to be verified again.
//!
//! Nothing but a verified plan can be written. Every text is in double quotes, so that readers of YAML 1.1 and 1.2 agree
//! on a position called `no` or `12:30:00`; every number of seconds is a plain decimal number. A step's name follows from what it
//! does: what a plan calls it is not written. Nothing here touches a file or a clock.
//!
//! ```no_run
//! use cellgraph::{verify::VerifiedPlan, yaml};
//! fn write(plan: &VerifiedPlan<'_>, about: &yaml::About<'_>) -> String {
//!     yaml::write(plan, about).unwrap()
//! }
//! ```
//!
//! ```compile_fail,E0308
//! use cellgraph::{plan::Plan, yaml};
//! fn write(plan: &Plan<'_>, about: &yaml::About<'_>) -> String {
//!     yaml::write(plan, about).unwrap()
//! }
//! ```

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_saphyr::{DoubleQuoted, UserMessageFormatter, options::MergeKeyPolicy};
use uuid::Uuid;

use crate::{
    limits::{YAML_DEPTH_MAX, YAML_NODES_MAX},
    plan::{Action, Plan, Step},
    verify::VerifiedPlan,
};

/// What stands beside the steps. Types, not texts, where a line break would break out of the header.
#[derive(Clone, Copy, Debug)]
pub struct About<'t> {
    /// Names the run.
    pub run_id: Uuid,
    /// When the text is written.
    pub written_at: Timestamp,
    /// `name` in the document.
    pub name: &'t str,
    /// `description` in the document.
    pub description: &'t str,
}

/// Why a text could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum YamlError {
    /// The library refused to write; no plan is known for which it does.
    #[error("the plan could not be written as YAML: {0}")]
    Write(#[from] serde_saphyr::ser::Error),
    /// A plan that was not read from a document, with seconds that no document can hold.
    #[error("step {step}: `stabilize` must be finite and not negative, not {seconds}")]
    Seconds {
        /// Its place in the plan, counted from 1.
        step: usize,
        /// What it has.
        seconds: f64,
    },
    /// The text is not an `actions.yaml`.
    #[error("{0}")]
    Read(String),
}

#[derive(Serialize)]
struct Document<'v> {
    #[serde(rename = "RobotSequence")]
    sequence: Sequence<'v>,
}

#[derive(Serialize)]
struct Sequence<'v> {
    name: DoubleQuoted<&'v str>,
    description: DoubleQuoted<&'v str>,
    steps: Vec<StepText<'v>>,
}

/// A step with every key in the order of the contract.
#[derive(Serialize)]
struct StepText<'v> {
    id: usize,
    name: DoubleQuoted<String>,
    action: DoubleQuoted<&'v str>,
    target: DoubleQuoted<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<DoubleQuoted<&'v str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<DoubleQuoted<&'v str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stabilize: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action_after: Option<DoubleQuoted<&'v str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verify: Option<DoubleQuoted<&'v str>>,
}

impl<'v> StepText<'v> {
    fn of(place: usize, step: &'v Step<'v>) -> Result<Self, YamlError> {
        let stabilize = step.stabilize_s.filter(|_| step.action != Action::Move);
        if let Some(seconds) = stabilize.filter(|seconds| !seconds.is_finite() || *seconds < 0.0) {
            return Err(YamlError::Seconds { step: place + 1, seconds });
        }
        let text = |text: &'v Option<std::borrow::Cow<'v, str>>| {
            text.as_deref().filter(|_| step.action != Action::Move).map(DoubleQuoted)
        };
        Ok(Self {
            id: place + 1,
            name: DoubleQuoted(step.words()),
            action: DoubleQuoted(step.action.word()),
            target: DoubleQuoted(&step.target),
            position: text(&step.position),
            tool: text(&step.tool),
            stabilize,
            action_after: text(&step.action_after),
            verify: text(&step.verify),
        })
    }
}

/// The text of `actions.yaml`.
///
/// # Errors
///
/// [`YamlError::Seconds`]; none else is known, the library's word is passed on.
pub fn write(verified: &VerifiedPlan<'_>, about: &About<'_>) -> Result<String, YamlError> {
    let steps = verified.plan().steps.iter().enumerate().map(|(place, step)| StepText::of(place, step));
    let sequence = Sequence {
        name: DoubleQuoted(about.name),
        description: DoubleQuoted(about.description),
        steps: steps.collect::<Result<_, _>>()?,
    };
    let options = serde_saphyr::ser_options! { compact_list_indent: false, prefer_block_scalars: false };
    let body = serde_saphyr::to_string_with_options(&Document { sequence }, options)?;
    let snapshot = verified.snapshot();
    Ok(format!(
        "# run {}\n# snapshot blake3 {} generation {}\n# written {}\n{body}",
        about.run_id.hyphenated(),
        snapshot.content_hash_hex(),
        snapshot.provenance().generation,
        Timestamp::from_second(about.written_at.as_second()).unwrap_or(about.written_at),
    ))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadDocument<'d> {
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
