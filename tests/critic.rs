//! The critic that never saw the parse: what it says of single sentences, how many wrong readings of the development set it
//! catches and how many right ones it objects to, and what must hold for any text and any reading.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and figures are printed"
)]

#[path = "critic/measured.rs"]
mod measured;
#[path = "critic/mutate.rs"]
mod mutate;
#[path = "critic/pairs.rs"]
mod pairs;
#[path = "critic/properties.rs"]
mod properties;
#[path = "critic/set.rs"]
mod set;
#[path = "critic/table.rs"]
mod table;
