//! The document of a report: JSON → [`Case`]. The report itself may lack anything or hold anything: each fault of its form
//! becomes an issue. Unknown fields are refused everywhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::{Value, value::RawValue};

use super::{Case, Output, Step};
use crate::{
    checkpoint::{
        Issue, Unusable,
        document::{self, filled, unique},
        once::Once,
        rubric::Criterion::Confidence,
        score::Score,
    },
    fields,
};

const FIELDS: &[&str] = &["summary", "data", "confidence", "tools_used", "metadata"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    subgoal: Subgoal,
    output: Option<Raw>,
    #[serde(default)]
    other_agents: Vec<String>,
    #[serde(default)]
    retry_count: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subgoal {
    id: String,
    description: String,
    agent: Option<String>,
    #[serde(default)]
    critical: bool,
    #[serde(default)]
    informational: bool,
    #[serde(default = "yes")]
    repeatable: bool,
}

const fn yes() -> bool {
    true
}

/// The five fields, whatever they hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default, deserialize_with = "given")]
    summary: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    data: Option<Value>,
    confidence: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    tools_used: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    metadata: Option<Value>,
}

/// A field that is there, also where it is `null`. Whatever it holds says each name once.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Once::deserialize(deserializer).map(|Once(value)| Some(value))
}

/// Reads a document.
///
/// # Errors
///
/// What is no document of this form. A report with a fault is a document.
pub fn read(text: &str) -> Result<Case, Unusable> {
    let Document { subgoal, output, other_agents, retry_count } = document::read(text)?;
    filled("subgoal.description", &subgoal.description)?;
    unique("other_agents", other_agents.iter().map(String::as_str))?;
    let others = other_agents.into_iter().filter(|name| Some(name) != subgoal.agent.as_ref()).collect();
    let step = Step {
        id: subgoal.id,
        description: subgoal.description,
        critical: subgoal.critical,
        informational: subgoal.informational,
        repeatable: subgoal.repeatable,
    };
    Ok(Case { step, agent: subgoal.agent, others, output: output.map(formed), retry_count })
}

/// A report by itself.
pub(super) fn output(text: &str) -> Output {
    // A list would be read as well, field by field.
    let is_object = text.trim_start().starts_with('{');
    match serde_json::from_str(text) {
        Ok(raw) if is_object => formed(raw),
        Ok(_) | Err(_) => {
            let unknown = unknown(text).map_or_else(String::new, |unknown| format!(": {unknown}"));
            let fault = format!("The report is no object of the five fields{unknown}");
            let fault = Issue::new("report_form", Confidence, Score::NOTHING, fault);
            let mend = "Give `summary`, `data`, `confidence`, `tools_used` and `metadata`, each once, and nothing else; in \
                        `data` and `metadata`, too, each name once";
            Output { form: vec![fault.blocking().suggest(mend)], ..Output::default() }
        }
    }
}

/// Which of its fields are not known, where it is an object.
fn unknown(text: &str) -> Option<String> {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    fields::unknown(fields.keys().map(String::as_str), FIELDS, &[])
}

/// The report as far as it has its form, with every fault of it.
fn formed(raw: Raw) -> Output {
    let mut form = Vec::new();
    let mut fault = |code, text: &str, mend: &str| {
        form.push(Issue::new(code, Confidence, Score::FULL, text).blocking().suggest(mend));
    };
    let summary = match &raw.summary {
        Some(Value::String(text)) if !text.trim().is_empty() => text.clone(),
        Some(Value::String(_)) => {
            fault("empty_summary", "`summary` is empty", "Say in a sentence what happened");
            String::new()
        }
        Some(_) => {
            fault("summary_form", "`summary` is not a text", "Say in a sentence what happened");
            String::new()
        }
        None => {
            fault("no_summary", "`summary` is missing", "Say in a sentence what happened");
            String::new()
        }
    };
    if raw.data.is_none() {
        fault("data_missing", "`data` is missing", "Give `data`, empty where only words were asked for");
    }
    let confidence = raw.confidence.as_ref().map(|text| Score::read(text.get()));
    match confidence {
        Some(Ok(_)) => {}
        Some(Err(_)) => fault("confidence_form", "`confidence` is not a number from 0 to 1", "Give one such as 0.85"),
        None => fault("no_confidence", "`confidence` is missing", "Give a number from 0 to 1"),
    }
    let is_texts = |value: &Value| value.as_array().is_some_and(|items| items.iter().all(Value::is_string));
    if !raw.tools_used.as_ref().is_some_and(is_texts) {
        fault("tools_form", "`tools_used` is not a list of texts", "List the tools by name; `[]` where there are none");
    }
    if !raw.metadata.as_ref().is_some_and(Value::is_object) {
        fault("metadata_form", "`metadata` is not an object", "Give an object; `{}` where there is nothing to say");
    }
    let partial = raw.metadata.as_ref().and_then(|fields| fields.get("partial"));
    if partial.is_some_and(|partial| !partial.is_boolean()) {
        fault("partial_form", "`metadata` has `partial`, which is neither true nor false", "Give `true` for a part");
    }
    let partial = partial.is_some_and(|partial| *partial != Value::Bool(false));
    Output { summary, data: raw.data, confidence: confidence.and_then(Result::ok), partial, form }
}
