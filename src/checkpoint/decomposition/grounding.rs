//! Does a decomposition cover the query, and stand on what exists? In: the case. Out: counted scores and issues of
//! completeness and groundedness. Only names are compared; whether a description means what it names is a judge's business.

use std::collections::{BTreeSet, HashSet};

use super::{Case, Subgoal};
use crate::checkpoint::{
    issue::{Issue, names},
    rubric::Criterion::{Completeness, Groundedness},
    score::Score,
};

/// The share of the query's aspects that are covered; none where nobody says what they are.
pub(super) fn completeness(case: &Case) -> Option<Score> {
    let aspects = case.aspects.as_ref()?;
    Score::share(aspects.len() - uncovered(case, aspects).len(), aspects.len())
}

fn uncovered<'c>(case: &Case, aspects: &'c [String]) -> Vec<&'c str> {
    let covered: HashSet<&str> =
        case.decomposition.subgoals.iter().flat_map(|subgoal| &subgoal.aspects).map(String::as_str).collect();
    aspects.iter().map(String::as_str).filter(|aspect| !covered.contains(aspect)).collect()
}

/// The share of the subgoals that stand on the context; none where nobody says what there is. Beside a judge, only what is
/// named and does not exist is counted: a judge reads what a subgoal stands on from its words as well.
pub(super) fn groundedness(case: &Case) -> Option<Score> {
    let context = case.context.as_ref()?;
    let judged = case.judge.scores[2].is_some();
    let stands =
        |subgoal: &&Subgoal| (judged || !subgoal.references.is_empty()) && missing(subgoal, context).next().is_none();
    let subgoals = &case.decomposition.subgoals;
    Score::share(subgoals.iter().filter(stands).count(), subgoals.len()).or(Some(Score::NOTHING))
}

fn missing<'s>(subgoal: &'s Subgoal, context: &BTreeSet<String>) -> impl Iterator<Item = &'s str> {
    subgoal.references.iter().map(String::as_str).filter(|&name| !context.contains(name))
}

pub(super) fn issues(case: &Case) -> Vec<Issue> {
    let mut issues = Vec::new();
    if let Some(aspects) = &case.aspects {
        issues.extend(uncovered(case, aspects).into_iter().map(|aspect| {
            let text = format!("No subgoal covers {}", names([aspect]));
            // The share of the aspects is the score; the issue names one.
            Issue::new("aspect_not_covered", Completeness, Score::FULL, text)
                .suggest(format!("Add a subgoal for {}", names([aspect])))
        }));
        issues.extend(foreign_aspects(case, aspects));
    }
    if let Some(context) = &case.context {
        for subgoal in &case.decomposition.subgoals {
            issues.extend(ungrounded(case, subgoal, context));
        }
    }
    issues
}

/// Subgoals that say they cover what the query does not ask for.
fn foreign_aspects(case: &Case, aspects: &[String]) -> Vec<Issue> {
    let known: HashSet<&str> = aspects.iter().map(String::as_str).collect();
    let named = case.decomposition.subgoals.iter().flat_map(|s| s.aspects.iter().map(move |aspect| (&s.id, aspect)));
    let issue = |(id, aspect): (&String, &String)| {
        let text =
            format!("Subgoal {} covers {}, which the query does not ask for", names([&**id]), names([&**aspect]));
        Issue::new("foreign_aspect", Groundedness, Issue::MINOR, text)
    };
    named.filter(|(_, aspect)| !known.contains(aspect.as_str())).map(issue).collect()
}

fn ungrounded(case: &Case, subgoal: &Subgoal, context: &BTreeSet<String>) -> Option<Issue> {
    let missing: Vec<&str> = missing(subgoal, context).collect();
    let id = names([&*subgoal.id]);
    if !missing.is_empty() {
        let text = format!("Subgoal {id} stands on {}, which the context does not have", names(missing));
        return Some(
            Issue::new("no_such_context", Groundedness, Issue::SIGNIFICANT, text)
                .suggest(format!("Let {id} stand on what the context has")),
        );
    }
    if subgoal.references.is_empty() && case.judge.scores[2].is_none() {
        let text = format!("Subgoal {id} names nothing of the context");
        return Some(Issue::new("assumption", Groundedness, Score::FULL, text));
    }
    None
}
