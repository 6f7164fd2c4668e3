//! What every checkpoint gives: [`Outcome`], with the scores, the issues, the verdict, and what goes to whom: feedback to the
//! next attempt, an error to the user.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    issue::{Issue, settle},
    rubric::{Band, Criterion},
    score::{Points, Score},
    verdict::Verdict,
};

/// A criterion, and what it was scored by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scored {
    /// What was scored.
    pub criterion: Criterion,
    /// What it counts; none where it is looked at and not weighted.
    pub weight: Option<Score>,
    /// The score that counts; none where nobody could give one.
    pub score: Option<Score>,
    /// Where it stands in the rubric.
    pub band: Option<Band>,
    /// What a judge gave.
    pub judge: Option<Score>,
    /// What code counted.
    pub code: Option<Score>,
    /// Why, in the judge's words.
    pub reason: Option<String>,
}

impl Scored {
    /// A criterion's score under its issues.
    #[must_use]
    pub fn settled(
        criterion: Criterion,
        weight: Option<Score>,
        judge: Option<Score>,
        code: Option<Score>,
        issues: &[Issue],
    ) -> Self {
        let score = settle(criterion, judge, code, issues);
        Self { criterion, weight, score, band: score.map(Band::of), judge, code, reason: None }
    }

    /// What the score says, in words; none where there is no score.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let score = self.score?;
        let means = self.criterion.means(Band::of(score));
        let words = format!("{} {score}: {means}", self.criterion.word());
        Some(match &self.reason {
            Some(reason) => format!("{words} ({reason})"),
            None => words,
        })
    }
}

/// Scores by the name of their criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores(pub Vec<(Criterion, Option<Score>)>);

impl Scores {
    pub(super) fn of(criteria: &[Scored]) -> Self {
        Self(criteria.iter().map(|each| (each.criterion, each.score)).collect())
    }
}

/// `{"completeness":0.5,…}`, `null` where there is none.
impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (criterion, score) in &self.0 {
            map.serialize_entry(criterion.word(), score)?;
        }
        map.end()
    }
}

/// What a failed checkpoint tells the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failed {
    /// What failed, in one sentence.
    pub error: String,
    /// FAIL.
    pub verdict: Verdict,
    /// The score, where there is one.
    pub overall_score: Option<Points>,
    /// Each criterion's.
    pub scores: Scores,
    /// What is wrong.
    pub issues: Vec<String>,
    /// What to do about it.
    pub suggestions: Vec<String>,
}

/// What a checkpoint found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Which checkpoint it was.
    pub checkpoint: &'static str,
    /// What follows.
    pub verdict: Verdict,
    /// Whether the check could be carried out whole. Where it could not, the verdict is FAIL.
    pub completed: bool,
    /// What the check lacked, where it was not completed.
    pub missing: Vec<String>,
    /// The score that the verdict comes from.
    pub overall_score: Option<Points>,
    /// Each criterion's.
    pub scores: Scores,
    /// The same, with weights and origins.
    pub criteria: Vec<Scored>,
    /// What code and critics found.
    pub issues: Vec<Issue>,
    /// What a judge says is wrong, in its words.
    pub remarks: Vec<String>,
    /// What to do about it.
    pub suggestions: Vec<String>,
    /// How often it was tried again before this.
    pub retry_count: u32,
    /// What the next attempt is told, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feedback: Option<String>,
    /// What the user is told, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failed>,
}

impl Outcome {
    /// Everything that is wrong, in one list of texts: what the check lacked, what was found, what the judge remarks, and
    /// each score that is too low; the lowest score where there is nothing else.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let issues = self.issues.iter().map(|issue| issue.message.clone());
        let mut texts: Vec<String> = self.missing.iter().cloned().chain(issues).chain(self.remarks.clone()).collect();
        let low = |each: &&Scored| matches!(each.band, Some(Band::Significant | Band::Major));
        texts.extend(self.criteria.iter().filter(low).filter_map(Scored::words));
        if texts.is_empty() {
            let lowest = self.criteria.iter().filter(|each| each.score.is_some()).min_by_key(|each| each.score);
            texts.extend(lowest.and_then(Scored::words));
        }
        texts
    }

    /// Puts the error for the user into a failed outcome.
    pub(super) fn fail(&mut self, error: impl Into<String>, else_suggest: &[&str]) {
        let mut suggestions = self.suggestions.clone();
        if suggestions.is_empty() {
            suggestions = else_suggest.iter().map(|&text| text.to_owned()).collect();
        }
        self.error = Some(Failed {
            error: error.into(),
            verdict: Verdict::Fail,
            overall_score: self.overall_score,
            scores: self.scores.clone(),
            issues: self.complaints(),
            suggestions,
        });
    }
}

/// The suggestions of issues and a judge's, each once.
pub(super) fn suggestions(issues: &[Issue], judge: &[String]) -> Vec<String> {
    let own = issues.iter().map(|issue| &issue.suggestion).filter(|text| !text.is_empty());
    let mut texts: Vec<String> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for text in own.chain(judge) {
        if seen.insert(text) {
            texts.push(text.clone());
        }
    }
    texts
}
