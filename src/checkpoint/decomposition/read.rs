//! The document of a decomposition: JSON → [`Case`]. What stands beside the decomposition must be sound; the decomposition
//! itself may be wrong in any way that its form allows.

use serde::Deserialize;

use super::{Agent, Case, Complexity, Decomposition, Judge, Previous, Verification};
use crate::checkpoint::{
    Unusable,
    document::{self, bounded, filled, unique},
    score::Score,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    query: String,
    decomposition: Decomposition,
    agents: Option<Vec<Agent>>,
    environment: Option<String>,
    context: Option<Vec<String>>,
    aspects: Option<Vec<String>>,
    #[serde(default)]
    scores: Four<Score>,
    #[serde(default)]
    reasons: Four<String>,
    #[serde(default)]
    issues: Vec<String>,
    #[serde(default)]
    suggestions: Vec<String>,
    complexity: Option<Complexity>,
    option: Option<Verification>,
    #[serde(default)]
    retry_count: u32,
    previous: Option<Before>,
}

/// Something for each criterion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Four<T> {
    completeness: Option<T>,
    consistency: Option<T>,
    groundedness: Option<T>,
    routability: Option<T>,
}

impl<T> Default for Four<T> {
    fn default() -> Self {
        Self { completeness: None, consistency: None, groundedness: None, routability: None }
    }
}

impl<T> Four<T> {
    fn list(self) -> [Option<T>; 4] {
        [self.completeness, self.consistency, self.groundedness, self.routability]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    option: Option<Verification>,
    #[serde(default)]
    issues: Vec<String>,
}

/// Reads a document.
///
/// # Errors
///
/// What is no document of this form, or has something beside the decomposition that is not sound.
pub fn read(text: &str) -> Result<Case, Unusable> {
    let document: Document = document::read(text)?;
    filled("query", &document.query)?;
    bounded("subgoals", &document.decomposition.subgoals)?;
    bounded("execution_order", document.decomposition.execution_order.as_deref().unwrap_or_default())?;
    if let Some(agents) = &document.agents {
        registry(agents)?;
    }
    let context = document.context.as_deref().unwrap_or_default();
    unique("context", context.iter().map(String::as_str))?;
    if let Some(aspects) = &document.aspects {
        unique("aspects", aspects.iter().map(String::as_str))?;
        if aspects.is_empty() {
            return Err(Unusable::Empty("aspects"));
        }
    }
    if document.previous.is_some() && document.retry_count == 0 {
        return Err(Unusable::NotARetry);
    }
    bounded("issues", &document.issues)?;
    bounded("suggestions", &document.suggestions)?;
    Ok(Case {
        query: document.query,
        decomposition: document.decomposition,
        agents: document.agents,
        environment: document.environment,
        context: document.context.map(|names| names.into_iter().collect()),
        aspects: document.aspects,
        judge: Judge {
            scores: document.scores.list(),
            reasons: document.reasons.list(),
            issues: document.issues,
            suggestions: document.suggestions,
        },
        critic: None,
        complexity: document.complexity.unwrap_or(Complexity::Medium),
        option: document.option,
        retry_count: document.retry_count,
        previous: document.previous.map(|before| Previous { option: before.option, issues: before.issues }),
    })
}

/// Each agent once, and every fallback another agent of the registry.
fn registry(agents: &[Agent]) -> Result<(), Unusable> {
    unique("agents", agents.iter().map(|agent| &*agent.name))?;
    let names: std::collections::HashSet<&str> = agents.iter().map(|agent| &*agent.name).collect();
    let dangling = agents.iter().filter_map(|agent| agent.fallback.as_deref()).find(|name| !names.contains(name));
    match dangling {
        Some(name) => Err(Unusable::Dangling { field: "fallback", name: name.to_owned(), list: "agents" }),
        None => Ok(()),
    }
}
