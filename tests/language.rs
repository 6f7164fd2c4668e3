//! The recogniser that needs no model: every example of the seeds, every phenomenon on cells of several trades, and what
//! must hold for any text at all.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "language/adversarial.rs"]
mod adversarial;
#[path = "language/asked.rs"]
mod asked;
#[path = "language/cells.rs"]
mod cells;
#[path = "language/charted.rs"]
mod charted;
#[path = "language/chooser.rs"]
mod chooser;
#[path = "language/doubtful.rs"]
mod doubtful;
#[path = "language/harness.rs"]
mod harness;
#[path = "language/limits.rs"]
mod limits;
#[path = "language/names.rs"]
mod names;
#[path = "language/phenomena.rs"]
mod phenomena;
#[path = "language/properties.rs"]
mod properties;
#[path = "language/recorded.rs"]
mod recorded;
#[path = "language/revise.rs"]
mod revise;
#[path = "language/seeds.rs"]
mod seeds;
#[path = "language/templates.rs"]
mod templates;
#[path = "language/wording.rs"]
mod wording;
