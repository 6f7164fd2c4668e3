//! Does an answer hold together: contradictions, its subject, what it leaves out. In: the case, and which claims are traced.
//! Out: issues of coherence and completeness. A contradiction lets nothing pass; what is left out is said to be.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Case, Evidence};
use crate::checkpoint::{
    issue::{Issue, names},
    rubric::Criterion::{Coherence, Completeness},
    score::Score,
    words::{self, Bag},
};

/// Claims that cannot both be true: said to be so, of two values for one thing, or of the same words with and without "not".
pub(super) fn contradictions(case: &Case) -> Vec<Issue> {
    let place: HashMap<&str, usize> = case.claims.iter().enumerate().map(|(at, claim)| (&*claim.id, at)).collect();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut values: HashMap<&str, (usize, &str)> = HashMap::new();
    let mut words: BTreeMap<Vec<String>, (usize, bool)> = BTreeMap::new();
    for (at, claim) in case.claims.iter().enumerate() {
        pairs.extend(
            claim.contradicts.iter().filter_map(|id| place.get(&**id)).map(|&other| (at.min(other), at.max(other))),
        );
        if let (Some(about), Some(value)) = (&claim.about, &claim.value) {
            let (first, same) = *values.entry(about).or_insert((at, value));
            pairs.extend((same != value).then_some((first, at)));
        }
        let (key, negated) = (subject_of(&claim.text), words::is_negated(&claim.text));
        // A position may be called "None": that word denies nothing.
        let is_named_so = claim.sources.iter().any(|source| words::negations(&source.id) > 0);
        if !key.is_empty() && !is_named_so {
            let (first, same) = *words.entry(key).or_insert((at, negated));
            pairs.extend((same != negated).then_some((first, at)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let issue = |&(one, other): &(usize, usize)| {
        let [one, other] = [one, other].map(|at| names([&*case.claims[at].id]));
        let text = format!("Claims {one} and {other} contradict each other");
        Issue::new("contradiction", Coherence, Issue::MAJOR, text)
            .blocking()
            .suggest(format!("Keep the one of {one} and {other} that its source says"))
    };
    pairs.iter().map(issue).collect()
}

/// The words that a text has, but for those that deny. Where hardly any of them say what it is about, all of them count.
fn subject_of(text: &str) -> Vec<String> {
    let sorted = |words: Vec<String>| {
        let mut words: Vec<String> = words.into_iter().filter(|word| !words::negates(word)).collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    let content = sorted(words::content(text));
    if content.len() == 1 { sorted(words::words(text)) } else { content }
}

/// An answer that has not a word in common with the question.
pub(super) fn subject(case: &Case, traced: &[bool]) -> Option<Issue> {
    if case.claims.is_empty() && case.missing.is_empty() && case.limitations.is_empty() {
        return None;
    }
    // A question may spell a name in any way: whether the answer has the right one is the trace's business.
    let asked: Vec<String> = words::content(&case.query.to_lowercase());
    let said = case.claims.iter().zip(traced).filter(|&(_, &traced)| traced).map(|(claim, _)| claim.text.as_str());
    let told = case.missing.iter().map(|gap| gap.what.as_str()).chain(case.limitations.iter().map(String::as_str));
    let lower: Vec<String> = said.chain(told).map(str::to_lowercase).collect();
    let bag = Bag::of(lower.iter().map(String::as_str));
    let met = asked.is_empty() || asked.iter().any(|word| bag.has(word));
    (!met).then(|| {
        Issue::new("not_addressed", Coherence, Issue::SIGNIFICANT, "Nothing of the answer is about the question")
            .suggest("Begin with what was asked")
    })
}

/// Relevant evidence that no traced claim stands on, and that is not explained as missing.
pub(super) fn unused<'c>(case: &'c Case, traced: &[bool]) -> Vec<&'c Evidence> {
    let said = case.claims.iter().zip(traced).filter(|&(_, &traced)| traced).map(|(claim, _)| claim);
    let mut used: HashSet<(&str, &str)> =
        said.flat_map(|claim| &claim.sources).map(|source| (source.kind.word(), &*source.id)).collect();
    used.extend(case.missing.iter().filter_map(|gap| gap.output.as_deref()).map(|id| ("output", id)));
    case.evidence.iter().filter(|each| each.relevant && !used.contains(&(each.kind.word(), &*each.id))).collect()
}

/// The share of the relevant evidence that is used.
pub(super) fn completeness(case: &Case, unused: usize) -> Option<Score> {
    let relevant = case.evidence.iter().filter(|each| each.relevant).count();
    Score::share(relevant - unused, relevant).or(Some(Score::FULL))
}

pub(super) fn left_out(evidence: &Evidence) -> Issue {
    let source = format!("{} {}", evidence.kind.word(), names([&*evidence.id]));
    // The share of the evidence is the score; the issue names one.
    Issue::new("left_out", Completeness, Score::FULL, format!("The answer leaves {source} out and does not say why"))
        .suggest(format!("Use {source}, or say why it is missing"))
}
