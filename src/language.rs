//! A sentence → its route and what it says.
//!
//! In: an operator's words, the snapshot, the robot's state. Out: [`Said`], as the recogniser (no model) and the local
//! model each read it, and whether they agree. Sentences are data: nothing in them can widen what the grammar, the
//! verifier or the review allow. Nothing is planned or done here.
//!
//! The way of a sentence, and where each part of it is:
//!
//! 1. `lexicon` has the names of the cell, what shops call such things (`lexicon/thesaurus/`), and slips near to them.
//! 2. `rules/tag.rs` makes items of the words: what each does in English (`rules/english/words.yaml`), and what it names.
//!    `rules/hear.rs` puts right what speech and habit write otherwise.
//! 3. `rules.rs` is the recogniser, which needs no model. `rules/guard.rs` alone says which words forbid motion.
//! 4. `rules/chart.rs` reads commands by the grammar: words and rules are data (`rules/chart/*.yaml`). `rules/command.rs` takes
//!    what it surely reads.
//! 5. `rules/doubt.rs` asks a command back that has a sign of being none, or of being misread (`rules/doubt/signs.yaml`).
//! 6. `rules/account.rs` holds every reading to the words of its sentence, by closed lists (`rules/account/words.yaml`).
//! 7. `rules/ask.rs`, `templates.rs` and `query.rs` read questions; `rules/revise.rs` reads comments on what is proposed;
//!    `rules/chatter.rs` finds a command among talk; `replay.rs` and `rules/back.rs` find what was done before.
//! 8. `rules/link.rs`, `prompt.rs`, `terse.rs`, `grammar.rs` and `llama.rs` ask the local model, which can only write the terse form.
//! 9. `reading.rs` weighs what they read, with `chooser.rs` and its weights in `chooser.json`: do, ask back, or not understood.
//! 10. `phrases.rs` keeps what a cell has learnt of its people; `complete.rs` completes what is typed.
//!
//! To add a phrase, see CONTRIBUTING.md: it is a line in a data file.

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
