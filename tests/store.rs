//! The store on real SQLite files: each call, random sequences of them against a model, tampering, damage, crashes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "store/harness.rs"]
mod harness;

#[path = "store/calls.rs"]
mod calls;
#[path = "store/crash.rs"]
mod crash;
#[path = "store/damage.rs"]
mod damage;
#[path = "store/files.rs"]
mod files;
#[path = "store/model.rs"]
mod model;
#[path = "store/tamper.rs"]
mod tamper;
