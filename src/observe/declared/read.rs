//! The YAML of declared evidence → [`Declared`].

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_saphyr::{UserMessageFormatter, options::MergeKeyPolicy};

use super::{
    super::controller::FIELDS, Check, Declared, DeclaredError, Measure, Pattern, SignalValue, WhereOnly, meaning,
};
use crate::limits::{DECLARED_ENTRIES_MAX, YAML_DEPTH_MAX, YAML_NODES_MAX};

/// Keys that safety is judged by. Nothing in them ticks, but for a program's other attributes.
const JUDGED: &[&str] = &["position", "tool", "gripper", "mode", "alarms", "program.name", "program.running"];

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Confirm,
    Fail,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    ticking: Vec<String>,
    #[serde(default)]
    harmless_alarms: Vec<String>,
    #[serde(default)]
    where_only: Option<Word>,
    #[serde(default)]
    checks: BTreeMap<String, RawCheck>,
    #[serde(default)]
    routines: BTreeMap<String, RawRoutine>,
    #[serde(default)]
    panel: Option<meaning::Raw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRoutine {
    #[serde(default)]
    changes_nothing: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Bool(bool),
    Whole(i64),
    Text(String),
    Other(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCheck {
    #[serde(default)]
    output: Option<String>,
    #[serde(default)]
    input: Option<String>,
    #[serde(default)]
    is: Option<Scalar>,
    #[serde(default)]
    message: Option<String>,
    #[serde(default)]
    counter: Option<String>,
    #[serde(default)]
    grows_by: Option<u64>,
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    at_least: Option<f64>,
    #[serde(default)]
    at_most: Option<f64>,
    #[serde(default)]
    changes_by: Option<f64>,
    #[serde(default)]
    may_stay: bool,
    #[serde(default)]
    where_only: Option<Word>,
}

pub(super) fn read(text: &str) -> Result<Declared, DeclaredError> {
    let document = document(text)?;
    let is_long = |entries: usize| entries > DECLARED_ENTRIES_MAX;
    let lists = [
        ("ticking", document.ticking.len()),
        ("harmless_alarms", document.harmless_alarms.len()),
        ("checks", document.checks.len()),
        ("routines", document.routines.len()),
    ];
    if let Some(&(list, _)) = lists.iter().find(|(_, entries)| is_long(*entries)) {
        return Err(DeclaredError::TooMany { list });
    }
    let ticking = patterns(&document.ticking)?;
    let alarm = |text: &String| Pattern::read(text).ok_or_else(|| DeclaredError::Alarm(text.clone()));
    let harmless = document.harmless_alarms.iter().map(alarm).collect::<Result<_, _>>()?;
    let mut checks = BTreeMap::new();
    for (name, raw) in document.checks {
        let check = raw.check().and_then(|check| still(check, &ticking));
        let check = check.map_err(|fault| DeclaredError::Check { check: name.clone(), fault })?;
        checks.insert(name, check);
    }
    if let Some((name, _)) = document.routines.iter().find(|(_, routine)| !routine.changes_nothing) {
        return Err(DeclaredError::Routine(name.clone()));
    }
    let where_only = document.where_only.map(Word::meaning).unwrap_or_default();
    let still = document.routines.into_keys().collect();
    let panel = document.panel.map_or_else(|| Ok(Vec::new()), meaning::Raw::meanings)?;
    Ok(Declared { ticking, harmless, where_only, checks, still, panel, digest: None })
}

fn document(text: &str) -> Result<Document, DeclaredError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_anchors: 0,
            max_aliases: 0,
            max_depth: YAML_DEPTH_MAX,
            max_nodes: YAML_NODES_MAX,
        },
        merge_keys: MergeKeyPolicy::Error,
        // `is: on` is the text that a controller says.
        strict_booleans: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| DeclaredError::Yaml(error.render_with_formatter(&UserMessageFormatter)))
}

fn patterns(texts: &[String]) -> Result<Vec<Pattern>, DeclaredError> {
    let mut patterns: Vec<Pattern> = Vec::new();
    for text in texts {
        let pattern = Pattern::read(text).ok_or_else(|| DeclaredError::Pattern(text.clone()))?;
        let first = pattern.text.split('.').next().unwrap_or_default().trim();
        let is_misspelt = |key: &&&str| first.eq_ignore_ascii_case(key) && !pattern.text.starts_with(**key);
        if let Some(meant) = FIELDS.iter().find(is_misspelt) {
            return Err(DeclaredError::Misspelt { key: text.clone(), meant });
        }
        if JUDGED.iter().any(|key| pattern.touches(key)) || (!pattern.is_prefix && pattern.text == "program") {
            return Err(DeclaredError::Hides(text.clone()));
        }
        patterns.push(pattern);
    }
    for (place, pattern) in patterns.iter().enumerate() {
        let others = patterns.iter().enumerate().filter(|(other, _)| *other != place);
        if let Some((_, by)) = others.into_iter().find(|(_, other)| other.covers(pattern)) {
            return Err(DeclaredError::Covered { key: pattern.shown(), by: by.shown() });
        }
    }
    Ok(patterns)
}

/// What ticks by itself is no evidence.
fn still(check: Check, ticking: &[Pattern]) -> Result<Check, String> {
    let ticks = |key: &str| ticking.iter().any(|pattern| pattern.fits(key) || pattern.fits(&format!("{key}.value")));
    match check.measure.key().filter(|key| ticks(key)) {
        Some(key) => Err(format!("'{key}' ticks by itself, and is no evidence")),
        None => Ok(check),
    }
}

impl Word {
    const fn meaning(self) -> WhereOnly {
        match self {
            Self::Confirm => WhereOnly::Confirm,
            Self::Fail => WhereOnly::Fail,
        }
    }
}

impl RawCheck {
    fn check(self) -> Result<Check, String> {
        let may_stay = self.may_stay;
        let where_only = self.where_only.map(Word::meaning);
        let named = [&self.output, &self.input, &self.message, &self.counter, &self.value];
        if named.iter().filter(|name| name.is_some()).count() != 1 {
            return Err("name one of `output`, `input`, `message`, `counter` and `value`".to_owned());
        }
        if named.iter().any(|name| name.as_ref().is_some_and(|name| name.trim().is_empty())) {
            return Err("what is looked at has no name".to_owned());
        }
        let measure = self.measure()?;
        if may_stay && matches!(measure, Measure::Counter { .. } | Measure::Message(_)) {
            return Err("`may_stay` is dead: a counter grows and a message appears, or there is no answer".to_owned());
        }
        Ok(Check { measure, may_stay, where_only })
    }

    /// How far a value must move: what a noisy sensor does by itself is no measurement.
    fn changes_by(&self) -> Result<f64, String> {
        match (self.changes_by, self.may_stay) {
            _ if self.value.is_none() => Ok(0.0),
            (Some(_), true) => Err("`changes_by` and `may_stay` exclude each other".to_owned()),
            (None, true) => Ok(0.0),
            (Some(by), false) if by.is_normal() && by > 0.0 => Ok(by),
            (Some(_), false) => Err("`changes_by` must be above 0".to_owned()),
            (None, false) => {
                Err("`value` needs `changes_by`, which is more than the sensor's noise, or `may_stay: true`".to_owned())
            }
        }
    }

    fn measure(self) -> Result<Measure, String> {
        let bounds = (self.at_least, self.at_most);
        let changes_by = self.changes_by();
        let dead = |field: &str, of: &str| Err(format!("`{field}` is dead: it belongs to {of}"));
        let is_signal = self.output.is_some() || self.input.is_some();
        match (&self.is, &self.grows_by, bounds) {
            (Some(_), ..) if !is_signal => return dead("is", "`output` and `input`"),
            (_, Some(_), _) if self.counter.is_none() => return dead("grows_by", "`counter`"),
            (_, _, (Some(_), _)) if self.value.is_none() => return dead("at_least", "`value`"),
            (_, _, (_, Some(_))) if self.value.is_none() => return dead("at_most", "`value`"),
            _ if self.changes_by.is_some() && self.value.is_none() => return dead("changes_by", "`value`"),
            _ => {}
        }
        let signal = self.output.map(|name| format!("outputs.{name}"));
        let signal = signal.or_else(|| self.input.map(|name| format!("inputs.{name}")));
        match (signal, self.message, self.counter, self.value) {
            (Some(key), ..) => {
                let is = self.is.map_or(Ok(SignalValue::Flag(true)), Scalar::value)?;
                Ok(Measure::Signal { key, is })
            }
            (_, Some(message), ..) => Ok(Measure::Message(message.trim().to_owned())),
            (_, _, Some(name), _) => counter(format!("values.{name}"), self.grows_by.unwrap_or(1)),
            (.., name) => value(format!("values.{}", name.unwrap_or_default()), bounds, changes_by),
        }
    }
}

fn counter(key: String, grows_by: u64) -> Result<Measure, String> {
    match grows_by {
        0 => Err("`grows_by` must be at least 1".to_owned()),
        grows_by => Ok(Measure::Counter { key, grows_by }),
    }
}

fn value(
    key: String,
    (at_least, at_most): (Option<f64>, Option<f64>),
    changes_by: Result<f64, String>,
) -> Result<Measure, String> {
    if [at_least, at_most].into_iter().flatten().any(|bound| !bound.is_finite()) {
        return Err("a bound must be finite".to_owned());
    }
    match (at_least, at_most) {
        (None, None) => Err("`value` needs `at_least`, `at_most` or both".to_owned()),
        (Some(least), Some(most)) if least > most => {
            Err("no value is at least the one and at most the other".to_owned())
        }
        (at_least, at_most) => Ok(Measure::Value { key, at_least, at_most, changes_by: changes_by? }),
    }
}

impl Scalar {
    fn value(self) -> Result<SignalValue, String> {
        match self {
            Self::Bool(is) => Ok(SignalValue::Flag(is)),
            Self::Whole(number) => Ok(SignalValue::Number(number)),
            Self::Text(text) => Ok(SignalValue::Text(text)),
            Self::Other(_) => Err("`is` must be true, false, a whole number, or a text in quotes".to_owned()),
        }
    }
}
