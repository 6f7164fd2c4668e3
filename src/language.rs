//! A sentence → its route and what it says.
//!
//! In: an operator's words, the snapshot, the robot's state. Out: [`Said`], as the recogniser (no model) and the local
//! model each read it, and whether they agree. Sentences are data: nothing in them can widen what the grammar, the
//! verifier or the review allow. Nothing is planned or done here.

pub mod chooser;
mod complete;
mod exact;
mod german;
pub mod grammar;
pub(crate) mod lexicon;
#[cfg(feature = "llama")]
pub mod llama;
mod lookup;
pub mod model;
mod phrases;
pub mod prompt;
pub mod query;
mod reading;
mod replay;
pub mod rules;
mod said;
pub mod score;
pub mod templates;
pub mod terse;
mod wordlists;

pub use complete::{Completion, Completions};
pub use lookup::{HistoryAsk, Lookup, Outcome};
pub use phrases::{AcceptedOn, AcceptedPhrase, Phrases, phrase_of};
pub use query::{Day, Subject};
pub use reading::{By, Candidate, Readers, Reading, SecondLook};
pub use said::{Clause, InRow, NoPlaceInRow, Order, Places, Replay, Route, Said, Span, TooManyGoals};
