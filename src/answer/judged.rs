//! Nothing is said unjudged: every answer, fallback and summary goes through checkpoint 3. In: a [`Draft`]. Out: [`Traced`],
//! made of the claims that may be said, of what is missing, and of nothing else.
//!
//! 1. The words of a claim that is withheld reach neither the text nor the claims that are given; the report has them.
//! 2. What was left out is said to be left out, and is logged.
//! 3. Below PASS the answer is made again of the claims that were traced. After two retries the bare facts are said.

use serde::Serialize;

use super::{
    Conversation, Grounds,
    draft::{self, Laid, Line as Pieces, Piece},
    evidence::{self, Read},
    words::{count, wrap},
};
use crate::{
    checkpoint::{
        Criterion, Points, Score, Verdict,
        outcome::{Scored, Scores},
        synthesis::{self, Case, Claim, Composed, Gap, Line, Report, Withheld},
    },
    limits::CHECKPOINT_RETRIES_MAX,
};

/// What is to be said, before anybody has looked whether it may be.
pub struct Draft<'g> {
    grounds: Grounds<'g>,
    reads: Vec<Read<'g>>,
    query: String,
    lines: Vec<Pieces<draft::Part>>,
    /// What it states. Whatever is put here is judged like the rest.
    pub claims: Vec<Claim>,
    /// What is not known.
    pub missing: Vec<Gap>,
    /// What it does not cover.
    pub limitations: Vec<String>,
    pub(super) next: Conversation,
    /// What is said after it, judged by itself: the second part of a question.
    then: Option<Box<Self>>,
}

impl std::fmt::Debug for Draft<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Draft").field("query", &self.query).field("claims", &self.claims).finish_non_exhaustive()
    }
}

/// What checkpoint 3 found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checkpoint {
    /// Which checkpoint it was.
    pub checkpoint: &'static str,
    /// What follows.
    pub verdict: Verdict,
    /// The share of the claims that are traced; none where there was nothing to judge.
    pub overall_score: Option<Points>,
    /// Each criterion's score.
    pub scores: Scores,
    /// How often the answer was made again.
    pub retry_count: u32,
    /// What may not be said, of every attempt, and why.
    pub withheld: Vec<Withheld>,
}

/// What may be said.
#[derive(Clone, Debug, PartialEq)]
pub struct Traced {
    /// The words, in lines.
    pub text: String,
    /// What they state, with the sources; the bare facts, where no answer could be made.
    pub claims: Vec<Line>,
    /// How it was judged.
    pub checkpoint: Checkpoint,
}

impl<'g> Draft<'g> {
    pub(super) fn of(query: String, lines: Vec<Pieces<Piece>>, reads: Vec<Read<'g>>, grounds: Grounds<'g>) -> Self {
        let Laid { lines, claims, missing, limitations } = Laid::of(lines);
        Self { grounds, reads, query, lines, claims, missing, limitations, next: Conversation::default(), then: None }
    }

    /// The same, with another answer after it.
    pub(super) fn followed_by(self, then: Self) -> Self {
        let next = then.next.clone();
        Self { then: Some(Box::new(then)), next, ..self }
    }

    /// The same, with what to hand in with the next question.
    pub(super) fn with_next(self, next: Conversation) -> Self {
        Self { next, ..self }
    }

    /// What of it may be said.
    #[must_use]
    pub fn judged(mut self) -> Traced {
        match self.then.take() {
            None => self.judged_alone(),
            Some(then) => self.judged_alone().followed_by(then.judged()),
        }
    }

    fn judged_alone(mut self) -> Traced {
        let mut case = self.case();
        let mut withheld: Vec<Withheld> = Vec::new();
        let report = loop {
            let report = synthesis::check(&case);
            keep(&report, &mut withheld);
            if report.outcome.verdict != Verdict::Retry || case.retry_count >= CHECKPOINT_RETRIES_MAX {
                break report;
            }
            case.retry_count += 1;
            // The bare facts are all of them.
            let is_last = case.retry_count >= CHECKPOINT_RETRIES_MAX;
            case.evidence.iter_mut().for_each(|each| each.relevant |= is_last);
            let is_traced = |claim: &Claim| !report.withheld.iter().any(|each| each.claim == claim.id);
            // Where nothing was traced there is nothing to make it of again.
            if case.claims.iter().any(is_traced) {
                case.claims.retain(is_traced);
            }
        };
        for each in &withheld {
            tracing::warn!(claim = each.text, why = each.why.join("; "), "left out of an answer");
        }
        self.claims = case.claims;
        let checkpoint = Checkpoint {
            checkpoint: report.outcome.checkpoint,
            verdict: report.outcome.verdict,
            overall_score: report.outcome.overall_score,
            scores: report.outcome.scores.clone(),
            retry_count: report.outcome.retry_count,
            withheld,
        };
        let text = match checkpoint.verdict {
            Verdict::Pass => self.words(&report, checkpoint.withheld.len()),
            Verdict::Retry | Verdict::Fail => bare(&report, checkpoint.withheld.len()),
        };
        Traced { text, claims: report.said.lines, checkpoint }
    }

    fn case(&self) -> Case {
        let cited = self.claims.iter().flat_map(|claim| &claim.sources);
        Case {
            query: self.query.clone(),
            claims: self.claims.clone(),
            evidence: evidence::gather(cited, &self.grounds, &self.reads),
            missing: self.missing.clone(),
            limitations: self.limitations.clone(),
            retry_count: 0,
        }
    }

    /// The lines, with the claims alone that may be said, and what is left out.
    fn words(&self, report: &Report, withheld: usize) -> String {
        let may = |number: usize| {
            let id = (number + 1).to_string();
            let claim = self.claims.iter().find(|claim| claim.id == id)?;
            let is_withheld = report.withheld.iter().any(|each| each.claim == id);
            (!is_withheld).then_some(claim.text.as_str())
        };
        let mut lines = vec![draft::render(&self.lines, &may)];
        // Gaps and limits stand in the lines; what follows them is what the claims do not cover.
        let told = self.missing.len() + self.limitations.len();
        lines.extend(report.said.limits.iter().skip(told).map(|limit| wrap(limit, "  ")));
        lines.extend(left_out(withheld));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }
}

impl Traced {
    /// Both, one after the other: the verdict is the worse one.
    fn followed_by(mut self, then: Self) -> Self {
        let withheld = [self.checkpoint.withheld, then.checkpoint.withheld.clone()].concat();
        let retry_count = self.checkpoint.retry_count.max(then.checkpoint.retry_count);
        let is_worse = then.checkpoint.verdict != Verdict::Pass
            || then.checkpoint.overall_score.is_some_and(|score| Some(score) < self.checkpoint.overall_score);
        let worse = if is_worse && self.checkpoint.verdict == Verdict::Pass {
            then.checkpoint
        } else {
            Checkpoint { withheld: Vec::new(), ..self.checkpoint }
        };
        self.claims.extend(then.claims);
        Self {
            text: format!("{}\n{}", self.text, then.text),
            claims: self.claims,
            checkpoint: Checkpoint { withheld, retry_count, ..worse },
        }
    }
}

fn left_out(withheld: usize) -> Option<String> {
    let them = count(withheld, "statement");
    (withheld > 0).then(|| format!("Something was left out: {them} could not be traced to a source."))
}

/// The bare facts. Why there is no more is said in numbers: what is wrong with a claim names what the claim said.
fn bare(report: &Report, withheld: usize) -> String {
    let mut why: Vec<String> = left_out(withheld).into_iter().collect();
    if report.outcome.issues.iter().any(|issue| issue.code == "contradiction") {
        why.push("Two statements contradict each other.".to_owned());
    }
    let traced = report.outcome.criteria.iter().find(|each| each.criterion == Criterion::Traceability);
    why.extend(traced.filter(|each| each.score != Some(Score::FULL)).and_then(Scored::words));
    let said = Composed { why, ..report.said.clone() };
    said.to_string().lines().map(|line| wrap(&crate::cell::shown(line), "  ")).collect::<Vec<_>>().join("\n")
}

/// Keeps what is withheld, each claim once.
fn keep(report: &Report, withheld: &mut Vec<Withheld>) {
    for each in &report.withheld {
        if !withheld.iter().any(|known| known.claim == each.claim) {
            withheld.push(each.clone());
        }
    }
}
