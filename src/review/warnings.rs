//! What an operator should think about before saying yes. No warning stops a plan: what must stop a plan is a rule of the verifier.

use serde::Serialize;

use super::{Request, SecondOpinion, Start};
use crate::cell::shown;

/// Differences of a new layout that a review names; the document has them all, and so has what is said at the start.
const CHANGES_SHOWN: usize = 20;

/// Something to think about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the words say it")]
pub enum Warning {
    PositionUnconfirmed {
        reason: String,
    },
    /// The snapshot's file holds another layout than the one in force.
    LayoutNotInForce {
        file: String,
        generation: u64,
        snapshot: String,
        declined: Option<String>,
    },
    /// The snapshot's file holds something that cannot be used.
    LayoutUnusable {
        file: String,
        reason: String,
    },
    /// The layout was taken up without anybody being asked.
    LayoutNew {
        changes: Vec<String>,
    },
    /// A stored run is repeated, and not step by step as it was.
    DiffersFromThen {
        differences: usize,
    },
    SecondOpinionDiffers {
        other: String,
    },
    SecondOpinionUnclear,
    LeftAside {
        words: Vec<String>,
    },
    /// Work of a run that is corrected was begun, and nobody has seen whether it was done.
    MayBeDone {
        step: usize,
        name: String,
    },
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::PositionUnconfirmed { reason } => {
                write!(f, "nobody has confirmed where the robot is ({reason}): this cannot be run until somebody does")
            }
            Self::LayoutNotInForce { file, generation, snapshot, declined } => {
                let decided = declined.as_deref().map_or_else(|| "nobody has decided about it".into(), shown);
                let (file, snapshot) = (shown(file), shown(snapshot));
                write!(
                    f,
                    "{file} holds another layout, which is not in force: generation {generation} ({snapshot}), {decided}"
                )
            }
            Self::LayoutUnusable { file, reason } => {
                write!(f, "{} holds what cannot be used, and is not in force: {}", shown(file), shown(reason))
            }
            Self::LayoutNew { changes } => {
                let mut said =
                    changes.iter().take(CHANGES_SHOWN).map(|change| shown(change)).collect::<Vec<_>>().join("; ");
                if changes.len() > CHANGES_SHOWN {
                    said.push_str(&format!("; and {} more", changes.len() - CHANGES_SHOWN));
                }
                write!(f, "the layout is new, and was taken up without anybody being asked: {said}")
            }
            Self::DiffersFromThen { differences: 1 } => {
                f.write_str("one thing is other than it was then: see Then/now")
            }
            Self::DiffersFromThen { differences } => {
                write!(f, "{differences} things are other than they were then: see Then/now")
            }
            Self::SecondOpinionDiffers { other } => write!(f, "the second reader understood something else: {other}"),
            Self::SecondOpinionUnclear => f.write_str("the second reader could not make sense of this"),
            Self::LeftAside { words } => {
                let words: Vec<String> = words.iter().map(|words| format!("'{}'", shown(words))).collect();
                let was = if words.len() == 1 { "was" } else { "were" };
                write!(f, "not all of what was said is in the plan: {} {was} left aside", words.join(" and "))
            }
            Self::MayBeDone { step, name } => write!(
                f,
                "step {step} of the failed run ({}) had been begun: it may be done, half done or not; look before it is done again",
                shown(name)
            ),
        }
    }
}

/// The gravest first.
pub(super) fn warnings(start: &Start, request: &Request) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if let Some(reason) = &start.unconfirmed {
        warnings.push(Warning::PositionUnconfirmed { reason: reason.clone() });
    }
    warnings.extend(request.warnings.iter().cloned());
    if !request.differences.is_empty() {
        warnings.push(Warning::DiffersFromThen { differences: request.differences.len() });
    }
    match &request.second_opinion {
        SecondOpinion::Differs(other) => warnings.push(Warning::SecondOpinionDiffers { other: other.clone() }),
        SecondOpinion::Unclear => warnings.push(Warning::SecondOpinionUnclear),
        SecondOpinion::Same | SecondOpinion::NotAsked => {}
    }
    if !request.left_aside.is_empty() {
        warnings.push(Warning::LeftAside { words: request.left_aside.clone() });
    }
    warnings
}
