//! Checkpoint 3: can every claim of an answer be traced to a source that carries it, before anybody is told?
//!
//! In: a [`Case`]: the query, the claims with their sources, the [`Evidence`] that there is, what is missing. Out: a
//! [`Report`] with the verdict and what may be said ([`Composed`]). No claim is reworded here.
//!
//! 1. What cannot be traced is not said, whatever the verdict.
//! 2. The score is the share of the claims that are traced. PASS takes 0.70, and no two claims that contradict each other.
//! 3. Below that it is a RETRY from any score; after two retries the bare facts are said, with a warning and why.
//! 4. Limits, warnings and missing facts are said with every answer.
//! 5. An answer with neither claims nor anything missing is no input: it fails, and is not completed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    feedback::{self, Attempt},
    issue::{Issue, held, names},
    outcome::{Outcome, Scored, Scores, suggestions},
    rubric::Criterion,
    score::Score,
    verdict::{Thresholds, Verdict, decide},
};

mod compose;
mod read;
mod trace;
mod whole;

pub use compose::{Composed, Line};
pub use read::read;

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// What an agent or a step's report gave.
    Output,
    /// An element of the graph.
    Graph,
    /// A row of the state.
    State,
    /// A row of the history.
    History,
    /// A step of a plan or a run.
    Step,
}

impl Kind {
    /// The word of the documents.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Output => "output",
            Self::Graph => "graph",
            Self::State => "state",
            Self::History => "history",
            Self::Step => "step",
        }
    }
}

/// What a claim stands on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// What kind of source.
    pub kind: Kind,
    /// Which.
    pub id: String,
    /// Where in it, as a JSON pointer: `/data/minutes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What it says there, word for word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

/// Something that an answer says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Unique.
    pub id: String,
    /// The words.
    pub text: String,
    /// What it stands on.
    #[serde(default)]
    pub sources: Vec<Citation>,
    /// What it is about, where it gives that a value: `robot.position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Claims that it cannot stand beside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<String>,
}

/// Something that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What kind of source.
    pub kind: Kind,
    /// Unique within its kind.
    pub id: String,
    /// What it says.
    pub content: Value,
    /// Whether an answer that leaves it out is incomplete.
    pub relevant: bool,
    /// What must be said with it: its step succeeded in part, it is old.
    pub warning: Option<String>,
}

/// A fact that is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// Which.
    pub what: String,
    /// Why.
    pub why: String,
    /// The output that it explains, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

/// An answer, and all that it may stand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What was asked.
    pub query: String,
    /// What is to be said.
    pub claims: Vec<Claim>,
    /// What is known.
    pub evidence: Vec<Evidence>,
    /// What is not.
    pub missing: Vec<Gap>,
    /// What the answer does not cover.
    pub limitations: Vec<String>,
    /// How often it was tried again before this.
    pub retry_count: u32,
}

/// A claim that may not be said, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Withheld {
    /// Which.
    pub claim: String,
    /// Its words.
    pub text: String,
    /// Why, in words.
    pub why: Vec<String>,
}

/// The verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Scores, issues and verdict.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// What may be said; nothing before a retry.
    pub said: Composed,
    /// What may not.
    pub withheld: Vec<Withheld>,
}

/// Judges an answer.
#[must_use]
pub fn check(case: &Case) -> Report {
    let sources = trace::Sources::of(case);
    let faults: Vec<Vec<String>> = case.claims.iter().map(|claim| sources.faults(claim)).collect();
    let traced: Vec<bool> = faults.iter().map(Vec::is_empty).collect();
    let withheld: Vec<Withheld> = case
        .claims
        .iter()
        .zip(faults)
        .filter(|(_, why)| !why.is_empty())
        .map(|(claim, why)| Withheld { claim: claim.id.clone(), text: claim.text.clone(), why })
        .collect();
    let mut issues: Vec<Issue> = withheld.iter().map(unsupported).collect();
    issues.extend(whole::contradictions(case));
    issues.extend(whole::subject(case, &traced));
    let unused = whole::unused(case, &traced);
    issues.extend(unused.iter().map(|evidence| whole::left_out(evidence)));
    let traceability = Score::share(case.claims.len() - withheld.len(), case.claims.len());
    let is_told = !case.missing.is_empty() || !case.limitations.is_empty();
    // Who claims nothing, and says what is missing, says nothing that has no source.
    let traceability = traceability.or(is_told.then_some(Score::FULL));
    let missing: Vec<String> = traceability
        .is_none()
        .then(|| "no claims, and nothing that is said to be missing".to_owned())
        .into_iter()
        .collect();
    let scored = |criterion, weight, code| Scored::settled(criterion, weight, None, code, &issues);
    let criteria = vec![
        scored(Criterion::Traceability, Some(Score::FULL), traceability),
        scored(Criterion::Coherence, None, traceability.map(|_| Score::FULL)),
        scored(Criterion::Completeness, None, traceability.and(whole::completeness(case, unused.len()))),
    ];
    let verdict = match criteria[0].score {
        None => Verdict::Fail,
        Some(score) => decide(score.into(), held(&issues), Thresholds::SYNTHESIS, case.retry_count),
    };
    let mut outcome = Outcome {
        checkpoint: "synthesis",
        verdict,
        completed: missing.is_empty(),
        missing,
        overall_score: criteria[0].score.map(Into::into),
        scores: Scores::of(&criteria),
        criteria,
        suggestions: suggestions(&issues, &[]),
        issues,
        remarks: Vec::new(),
        retry_count: case.retry_count,
        feedback: None,
        error: None,
    };
    let said = follow(case, &traced, &mut outcome);
    Report { outcome, said, withheld }
}

fn unsupported(withheld: &Withheld) -> Issue {
    let claim = names([&*withheld.claim]);
    let text = format!("Claim {claim} cannot be traced: {}", withheld.why.join("; "));
    // The share of the claims is the score; the issue names one.
    Issue::new("unsupported_claim", Criterion::Traceability, Score::FULL, text)
        .suggest(format!("Leave claim {claim} out, or say of it only what its source says, with `at` or `quote`"))
}

fn follow(case: &Case, traced: &[bool], outcome: &mut Outcome) -> Composed {
    match outcome.verdict {
        Verdict::Pass => compose::answer(case, traced),
        Verdict::Retry => {
            let previous = case.claims.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join(" ");
            let attempt = Attempt { query: &case.query, what: "synthesis", previous: &previous };
            let strict = "Say nothing that no source says; name the source of every claim, and the place in it";
            outcome.feedback = Some(format!("{}\n{strict}.", feedback::write(&attempt, outcome)));
            Composed::default()
        }
        Verdict::Fail => {
            let error = match outcome.retry_count {
                _ if !outcome.completed => "The answer could not be verified".to_owned(),
                n => format!("The answer could not be put together from its sources after {n} retries"),
            };
            outcome.fail(error.clone(), &["Ask for less at a time"]);
            compose::bare_facts(case, &error, &outcome.complaints())
        }
    }
}
