//! The document of a synthesis: JSON → [`Case`]. Claims may be wrong in any way that their form allows; the evidence must be
//! sound. Unknown fields are refused everywhere, but in what an evidence holds.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

use super::{Case, Claim, Evidence, Gap, Kind};
use crate::{
    checkpoint::{
        Unusable,
        document::{self, bounded, filled, unique},
    },
    limits::SOURCES_MAX,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    query: String,
    #[serde(default)]
    claims: Vec<Claim>,
    evidence: Vec<Known>,
    #[serde(default)]
    missing: Vec<Gap>,
    #[serde(default)]
    limitations: Vec<String>,
    #[serde(default)]
    retry_count: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    kind: Kind,
    id: String,
    content: Value,
    relevant: Option<bool>,
    warning: Option<String>,
}

/// Reads a document.
///
/// # Errors
///
/// What is no document of this form, or has evidence that is not sound.
pub fn read(text: &str) -> Result<Case, Unusable> {
    let document: Document = document::read(text)?;
    filled("query", &document.query)?;
    unique("claims", document.claims.iter().map(|claim| &*claim.id))?;
    bounded("evidence", &document.evidence)?;
    for claim in &document.claims {
        if claim.sources.len() > SOURCES_MAX {
            return Err(Unusable::TooManySources { claim: claim.id.clone() });
        }
    }
    bounded("missing", &document.missing)?;
    bounded("limitations", &document.limitations)?;
    let mut seen = HashSet::new();
    if let Some(twice) = document.evidence.iter().find(|each| !seen.insert((each.kind, &*each.id))) {
        return Err(Unusable::Twice { list: "evidence", name: twice.id.clone() });
    }
    let claims: HashSet<&str> = document.claims.iter().map(|claim| &*claim.id).collect();
    let dangling = |name: &&String| !claims.contains(name.as_str());
    if let Some(name) = document.claims.iter().flat_map(|claim| &claim.contradicts).find(dangling) {
        return Err(Unusable::Dangling { field: "contradicts", name: name.clone(), list: "claims" });
    }
    let known = |each: Known| Evidence {
        // An agent worked for its output; the rest is looked up as it is needed.
        relevant: each.relevant.unwrap_or(each.kind == Kind::Output),
        kind: each.kind,
        id: each.id,
        content: each.content,
        warning: each.warning,
    };
    Ok(Case {
        query: document.query,
        claims: document.claims,
        evidence: document.evidence.into_iter().map(known).collect(),
        missing: document.missing,
        limitations: document.limitations,
        retry_count: document.retry_count,
    })
}
