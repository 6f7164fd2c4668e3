//! Scores and verdicts over what a model, a driver or an answer says, before anything is built on it.
//!
//! In: a decomposition, a step's report or a synthesis, with what is known beside it. Out: scores in hundredths, issues by
//! name, and PASS, RETRY or FAIL. Nothing is repaired here, and nothing is carried out: who asked acts on the verdict.
//!
//! 1. Scores are integers; 0.70 is 0.70 ([`score`]).
//! 2. PASS is looked at before the retry count; there are two retries ([`verdict`]).
//! 3. Code only lowers what a judge gave ([`issue`]).
//! 4. A check that lacks what it needs fails and says so: it gives no score, and is not completed ([`outcome`]).
//! 5. A retry carries what was wrong into the next attempt, the second time with examples ([`feedback`]).
//! 6. What a sentence was read as is held against its words by one that never saw how it was read ([`critic`]).

pub mod cell;
mod checked;
pub mod critic;
pub mod decomposition;
mod document;
mod examples;
pub mod feedback;
pub mod issue;
mod once;
pub mod outcome;
pub mod report;
pub mod rubric;
pub mod score;
mod second_look;
pub mod synthesis;
pub mod verdict;
mod words;

pub use checked::Checked;
pub use document::Unusable;
pub(crate) use examples::examples;
pub use issue::Issue;
pub use outcome::Outcome;
pub use rubric::{Band, Criterion};
pub use score::{Points, Score, Weights};
pub use verdict::{Thresholds, Verdict, decide};
pub(crate) use words::{Trouble, failure, is_failure, trouble};
