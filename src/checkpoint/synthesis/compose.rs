//! What may be said: the traced claims with their sources, and with every answer its limits, warnings and missing facts; or
//! the bare facts, where no answer could be put together. Nothing is said that is not in the case.

use serde::Serialize;
use serde_json::Value;

use super::{Case, Citation, Evidence, whole};
use crate::checkpoint::issue::names;

/// A claim that may be said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The words.
    pub text: String,
    /// What they stand on.
    pub sources: Vec<Citation>,
}

/// What may be said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Composed {
    /// What must be read first.
    pub warnings: Vec<String>,
    /// Why there are the bare facts only; empty where there is an answer.
    pub why: Vec<String>,
    /// The claims, or the bare facts.
    pub lines: Vec<Line>,
    /// What is not known, or not covered.
    pub limits: Vec<String>,
}

impl std::fmt::Display for Composed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let warnings = self.warnings.iter().map(|text| format!("Warning: {text}"));
        let why = self.why.iter().map(|text| format!("Why: {text}"));
        let lines = self.lines.iter().map(|line| line.text.clone());
        let all: Vec<String> = warnings.chain(why).chain(lines).chain(self.limits.iter().cloned()).collect();
        f.write_str(&all.join("\n"))
    }
}

/// The traced claims. Whatever the claims leave out of what is relevant is named.
pub(super) fn answer(case: &Case, traced: &[bool]) -> Composed {
    let said = case.claims.iter().zip(traced).filter(|&(_, &traced)| traced);
    let lines = said.map(|(claim, _)| Line { text: claim.text.clone(), sources: claim.sources.clone() }).collect();
    let mut limits = told(case);
    limits.extend(
        whole::unused(case, traced)
            .iter()
            .map(|each| format!("Not covered: {} {}", each.kind.word(), names([&*each.id]))),
    );
    let warnings = warnings(case, |evidence| is_used(case, traced, evidence));
    Composed { warnings, why: Vec::new(), lines, limits }
}

/// Every relevant fact as it is; every fact, where none is marked so.
pub(super) fn bare_facts(case: &Case, error: &str, why: &[String]) -> Composed {
    let mut warnings = vec![format!("{error}. These are the facts as they were found.")];
    warnings.extend(self::warnings(case, |_| true));
    let any = case.evidence.iter().any(|each| each.relevant);
    let lines = case.evidence.iter().filter(|each| each.relevant || !any).map(|each| {
        let content = match &each.content {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let source = Citation { kind: each.kind, id: each.id.clone(), at: None, quote: None };
        Line { text: format!("{} {}: {content}", each.kind.word(), names([&*each.id])), sources: vec![source] }
    });
    Composed { warnings, why: why.to_vec(), lines: lines.collect(), limits: told(case) }
}

fn told(case: &Case) -> Vec<String> {
    let missing = case.missing.iter().map(|gap| format!("Not known: {} ({})", gap.what, gap.why));
    missing.chain(case.limitations.iter().map(|text| format!("Limit: {text}"))).collect()
}

fn warnings(case: &Case, counts: impl Fn(&Evidence) -> bool) -> Vec<String> {
    let of = |each: &Evidence| Some(format!("{} {}: {}", each.kind.word(), names([&*each.id]), each.warning.as_ref()?));
    case.evidence.iter().filter(|each| each.relevant || counts(each)).filter_map(of).collect()
}

fn is_used(case: &Case, traced: &[bool], evidence: &Evidence) -> bool {
    let said = case.claims.iter().zip(traced).filter(|&(_, &traced)| traced);
    said.flat_map(|(claim, _)| &claim.sources).any(|source| source.kind == evidence.kind && source.id == evidence.id)
}
