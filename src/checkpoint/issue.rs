//! What a check found: [`Issue`], and what it does to a score. An issue lowers, and never raises.
//!
//! A criterion has a base: what a judge gave, or what code counted, the lower where there are both. Its issues are ceilings
//! over that base. Where there is neither judge nor count there is no score, and nobody makes one up.

use serde::Serialize;

use super::{rubric::Criterion, score::Score};

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// A short name for programs.
    pub code: &'static str,
    /// What it lowers.
    pub criterion: Criterion,
    /// The highest score that the criterion can have beside it.
    pub ceiling: Score,
    /// Whether nothing can be carried out with it: there is no PASS then.
    pub blocking: bool,
    /// What is wrong, by name.
    pub message: String,
    /// What to do about it; empty where the message says it.
    pub suggestion: String,
}

impl Issue {
    /// The top of minor gaps: something is not as it should be, and can be worked with.
    pub const MINOR: Score = Score::fixed(90);
    /// The lowest of minor gaps: acceptable, and no more.
    pub const BARELY: Score = Score::fixed(70);
    /// The top of significant gaps.
    pub const SIGNIFICANT: Score = Score::fixed(69);
    /// The top of major gaps.
    pub const MAJOR: Score = Score::fixed(49);

    /// An issue that holds nothing back but the score.
    #[must_use]
    pub fn new(code: &'static str, criterion: Criterion, ceiling: Score, message: impl Into<String>) -> Self {
        Self { code, criterion, ceiling, blocking: false, message: message.into(), suggestion: String::new() }
    }

    /// The same, and nothing can be carried out with it.
    #[must_use]
    pub fn blocking(mut self) -> Self {
        self.blocking = true;
        self
    }

    /// The same, with what to do about it.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = suggestion.into();
        self
    }
}

/// Whether any of them leaves nothing to be carried out.
#[must_use]
pub fn held(issues: &[Issue]) -> bool {
    issues.iter().any(|issue| issue.blocking)
}

/// The score of a criterion; none where neither a judge nor code gives a base.
#[must_use]
pub fn settle(criterion: Criterion, judge: Option<Score>, code: Option<Score>, issues: &[Issue]) -> Option<Score> {
    let base = judge.into_iter().chain(code).min()?;
    let ceilings = issues.iter().filter(|issue| issue.criterion == criterion).map(|issue| issue.ceiling);
    Some(ceilings.fold(base, Score::min))
}

/// Names for a message, each in quotation marks: 'a', 'b' and 'c'.
pub(super) fn names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("'{}'", crate::cell::shown(name))).collect();
    let Some(last) = names.pop() else { return "nothing".to_owned() };
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}
