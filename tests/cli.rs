//! The command line as its users see it: whole outputs, exit statuses, and what is on the disk afterwards.
//!
//! Each case is a command line in a folder of its own; its output lies in `tests/cli/snapshots/`. After a wanted change
//! run `INSTA_UPDATE=always cargo test --test cli`, and read the difference.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "cli/harness.rs"]
mod harness;
#[path = "support/terminal.rs"]
mod terminal;

#[path = "cli/at_terminal.rs"]
mod at_terminal;
#[path = "cli/batch.rs"]
mod batch;
#[path = "cli/beside.rs"]
mod beside;
#[path = "cli/build.rs"]
mod build;
#[path = "cli/bundle.rs"]
mod bundle;
#[path = "cli/cell_bundle.rs"]
mod cell_bundle;
#[path = "cli/checkpoint.rs"]
mod checkpoint;
#[path = "cli/console.rs"]
mod console;
#[path = "cli/correct.rs"]
mod correct;
#[path = "cli/desk.rs"]
mod desk;
#[path = "cli/doctor.rs"]
mod doctor;
#[path = "cli/eval.rs"]
mod eval;
#[path = "cli/first_start.rs"]
mod first_start;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/history.rs"]
mod history;
#[path = "cli/judging.rs"]
mod judging;
#[path = "cli/layout.rs"]
mod layout;
#[path = "cli/metrics.rs"]
mod metrics;
#[path = "cli/observe.rs"]
mod observe;
#[path = "cli/one.rs"]
mod one;
#[cfg(feature = "web")]
#[path = "cli/operator.rs"]
mod operator;
#[path = "cli/parse.rs"]
mod parse;
#[path = "cli/persuasion.rs"]
mod persuasion;
#[path = "cli/phrases.rs"]
mod phrases;
#[path = "cli/pipes.rs"]
mod pipes;
#[path = "cli/plan.rs"]
mod plan;
#[path = "cli/query.rs"]
mod query;
#[path = "cli/recovery.rs"]
mod recovery;
#[path = "cli/replay.rs"]
mod replay;
#[path = "cli/robot.rs"]
mod robot;
#[path = "cli/said.rs"]
mod said;
#[path = "cli/signed.rs"]
mod signed;
#[path = "cli/snapshot.rs"]
mod snapshot;
#[path = "cli/state.rs"]
mod state;
#[path = "cli/stop.rs"]
mod stop;
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/verify.rs"]
mod verify;
#[path = "cli/while_it_runs.rs"]
mod while_it_runs;
