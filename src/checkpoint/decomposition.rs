//! Checkpoint 1: is a query's decomposition complete, consistent, grounded and routable, before anybody carries it out?
//!
//! In: a [`Case`]: the query, its decomposition, and what is known beside it (agents, context, aspects, a judge's scores, a
//! critic's issues). Out: a [`Report`] with the verdict, and what follows. A fault of the decomposition is an issue, so that
//! the next attempt can mend it; a fault of what stands beside it makes the document unusable.
//!
//! 1. The overall score is 0.4 completeness + 0.2 consistency + 0.2 groundedness + 0.2 routability, exactly.
//! 2. A decomposition that cannot be carried out as it stands (a cycle, nobody who may do a part) does not pass at any score.
//! 3. Code scores what can be counted: aspects covered, references that exist, agents that can. The rest needs a judge.
//! 4. The verification is the one that the complexity takes, or a stronger one; a retry takes the same again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    feedback::{self, Attempt},
    issue::{Issue, held},
    outcome::{Outcome, Scored, Scores, suggestions},
    rubric::Criterion,
    score::{Points, Score, Weights},
    verdict::{Thresholds, Verdict, decide},
};

mod complexity;
mod grounding;
mod read;
mod routing;
mod structure;

pub use complexity::{Complexity, Verification};
pub use read::read;

/// Completeness, consistency, groundedness, routability.
pub const WEIGHTS: Weights<4> = match Weights::new([40, 20, 20, 20]) {
    Some(weights) => weights,
    None => panic!("the weights come to 100"),
};

const CRITERIA: [Criterion; 4] =
    [Criterion::Completeness, Criterion::Consistency, Criterion::Groundedness, Criterion::Routability];

/// A query in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decomposition {
    /// What all of it is for.
    pub goal: String,
    /// The parts.
    pub subgoals: Vec<Subgoal>,
    /// When each part is done; one after the other, as listed, where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_order: Option<Vec<Phase>>,
}

/// One part. The lists are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subgoal {
    /// Unique.
    pub id: String,
    /// What is to be done.
    pub description: String,
    /// Who is to do it.
    pub agent: String,
    /// Capabilities that it takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// Subgoals that must be done before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// What of the context it stands on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<String>,
    /// Subgoals that it cannot stand beside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<String>,
    /// Aspects of the query that it covers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
}

/// Subgoals that are done one after the other, or at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// How.
    pub phase: Manner,
    /// Which.
    pub subgoals: Vec<String>,
}

/// How the subgoals of a phase are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// One after the other.
    Sequential,
    /// All at once.
    Parallel,
}

/// Somebody who can do something.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// Unique.
    pub name: String,
    /// What it can do; `all` is everything.
    #[serde(default)]
    pub capabilities: Vec<String>,
    /// Where it may act; anywhere where it is absent.
    #[serde(default)]
    pub environments: Option<Vec<String>>,
    /// Who stands in for it.
    #[serde(default)]
    pub fallback: Option<String>,
}

/// What a judge says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judge {
    /// Scores in the order of the weights.
    pub scores: [Option<Score>; 4],
    /// Why, in the same order.
    pub reasons: [Option<String>; 4],
    /// What is wrong, in its words.
    pub issues: Vec<String>,
    /// What to do about it, in its words.
    pub suggestions: Vec<String>,
}

/// The attempt before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Previous {
    /// How it was verified; as its complexity takes it where that is not said.
    pub option: Option<Verification>,
    /// What was wrong with it.
    pub issues: Vec<String>,
}

/// A decomposition, and all that is known beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What was asked.
    pub query: String,
    /// What was made of it.
    pub decomposition: Decomposition,
    /// Who there is; none where nobody says.
    pub agents: Option<Vec<Agent>>,
    /// Where it is to be done.
    pub environment: Option<String>,
    /// What exists; none where nobody says.
    pub context: Option<BTreeSet<String>>,
    /// What the query asks for, part by part; none where nobody says.
    pub aspects: Option<Vec<String>>,
    /// A judge's scores and words.
    pub judge: Judge,
    /// A critic's issues: none where no critic looked, an empty list where one found nothing.
    pub critic: Option<Vec<Issue>>,
    /// How hard the query is.
    pub complexity: Complexity,
    /// How the scores were come by; as the complexity takes it where that is not said.
    pub option: Option<Verification>,
    /// How often it was tried again before this.
    pub retry_count: u32,
    /// The attempt before.
    pub previous: Option<Previous>,
}

/// The verdict on a decomposition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Scores, issues and verdict.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// How hard the query is.
    pub complexity: Complexity,
    /// How it was verified, and is again after a RETRY; none where the complexity takes no verification.
    pub option: Option<Verification>,
}

impl Report {
    /// The verdict in one line.
    #[must_use]
    pub fn words(&self) -> String {
        let outcome = &self.outcome;
        let verdict = match outcome.verdict {
            Verdict::Pass => "passed",
            Verdict::Retry => "to be read again",
            Verdict::Fail => "failed",
        };
        let score = outcome.overall_score.map_or_else(String::new, |points| format!(", {points} of 1"));
        let complexity = self.complexity.word().to_lowercase();
        match self.option {
            Some(Verification::Adversarial) => format!("{verdict}{score} ({complexity}, looked over by the critic)"),
            Some(Verification::SelfVerification) => {
                format!("{verdict}{score} ({complexity}, by how sure the model is)")
            }
            None => format!("{verdict}, as far as the cell has who can do it"),
        }
    }
}

/// What a score typically says, for people: the reference document's "typical scores". No verdict hangs on these words.
#[must_use]
pub const fn typically(points: Points) -> &'static str {
    match points.ten_thousandths() {
        8_500.. => "excellent",
        7_500.. => "good, and could be improved a little",
        7_000.. => "acceptable: go on with caution",
        6_000.. => "needs improvement, and can likely be mended",
        5_000.. => "significant issues, which a second retry may not mend",
        3_000.. => "major issues, which a person may be able to mend",
        _ => "fundamentally flawed: ask anew, in other words",
    }
}

/// Judges a decomposition.
#[must_use]
pub fn check(case: &Case) -> Report {
    let mut issues = structure::issues(&case.decomposition);
    issues.extend(routing::issues(case));
    issues.extend(grounding::issues(case));
    issues.extend(case.critic.iter().flatten().cloned());
    let code = [
        grounding::completeness(case),
        Some(Score::FULL),
        grounding::groundedness(case),
        case.agents.is_some().then_some(Score::FULL),
    ];
    let option = case.option.or_else(|| case.complexity.option());
    let criteria = criteria(case, code, &issues);
    let missing = lacks(case, option, &criteria);
    let scores: Option<Vec<Score>> = criteria.iter().map(|each| each.score).collect();
    let overall = scores.and_then(|scores| scores.try_into().ok()).map(|scores: [Score; 4]| WEIGHTS.sum(&scores));
    let verdict = match overall {
        _ if !missing.is_empty() => Verdict::Fail,
        Some(points) => decide(points, held(&issues), Thresholds::USUAL, case.retry_count),
        // SIMPLE need not be scored: what code finds decides.
        None => decide(Score::FULL.into(), held(&issues), Thresholds::USUAL, case.retry_count),
    };
    let outcome = Outcome {
        checkpoint: "decomposition",
        verdict,
        completed: missing.is_empty(),
        overall_score: overall.filter(|_| missing.is_empty()),
        scores: Scores::of(&criteria),
        criteria,
        remarks: case.judge.issues.clone(),
        suggestions: suggestions(&issues, &case.judge.suggestions),
        issues,
        missing,
        retry_count: case.retry_count,
        feedback: None,
        error: None,
    };
    Report { outcome: follow(case, outcome), complexity: case.complexity, option }
}

fn criteria(case: &Case, code: [Option<Score>; 4], issues: &[Issue]) -> Vec<Scored> {
    let one = |at: usize| Scored {
        reason: case.judge.reasons[at].clone(),
        ..Scored::settled(CRITERIA[at], Some(WEIGHTS.of(at)), case.judge.scores[at], code[at], issues)
    };
    (0..CRITERIA.len()).map(one).collect()
}

/// What the check lacks, each with what would mend it.
fn lacks(case: &Case, option: Option<Verification>, criteria: &[Scored]) -> Vec<String> {
    let mut missing = Vec::new();
    let needed = case.complexity.option();
    if option < needed {
        let word = |option: Option<Verification>| option.map_or("no verification", Verification::word);
        let (has, needs) = (word(option), word(needed));
        missing.push(format!("{} takes {needs}, and this is {has}", case.complexity.word()));
    }
    if let Some(before) = case.previous.as_ref().and_then(|previous| previous.option)
        && option < Some(before)
    {
        missing.push(format!("the attempt before had {}; a retry takes the same again", before.word()));
    }
    if case.environment.is_none() && case.agents.iter().flatten().any(|agent| agent.environments.is_some()) {
        missing.push("no `environment`, and some agents are authorised for certain ones only".to_owned());
    }
    if needed.is_some() {
        missing.extend(criteria.iter().filter(|each| each.score.is_none()).map(|each| {
            let without = match each.criterion {
                Criterion::Completeness => "`aspects` of the query",
                Criterion::Groundedness => "`context`",
                _ => "`agents`",
            };
            format!(
                "no score for {}: no judge gave one, and without {without} there is nothing to count",
                each.criterion.word()
            )
        }));
    }
    missing
}

/// Feedback after a RETRY, the error after a FAIL.
fn follow(case: &Case, mut outcome: Outcome) -> Outcome {
    match outcome.verdict {
        Verdict::Pass => {}
        Verdict::Retry => {
            let previous = serde_json::to_string(&case.decomposition).unwrap_or_default();
            let attempt = Attempt { query: &case.query, what: "decomposition", previous: &previous };
            let mut text = feedback::write(&attempt, &outcome);
            let again = outcome.complaints();
            let again: Vec<&String> =
                case.previous.iter().flat_map(|p| &p.issues).filter(|issue| again.contains(issue)).collect();
            if !again.is_empty() {
                text.push_str("\nStill wrong since the attempt before:");
                again.iter().for_each(|issue| text.push_str(&format!("\n- {issue}")));
            }
            outcome.feedback = Some(text);
        }
        Verdict::Fail => {
            let error = match outcome.retry_count {
                _ if !outcome.completed => "Decomposition could not be verified".to_owned(),
                0 => "Decomposition verification failed".to_owned(),
                1 => "Decomposition verification failed after 1 retry".to_owned(),
                n => format!("Unable to decompose the query into parts that can be carried out after {n} retries"),
            };
            outcome.fail(
                error,
                &[
                    "Ask for less at a time",
                    "Say more exactly what is wanted",
                    "Say more about what exists already and who can do what",
                ],
            );
        }
    }
    outcome
}
