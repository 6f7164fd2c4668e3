//! Runs: what may start, how it ends, what is on record then, and that nothing else ever moves.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it saw"
)]

#[path = "run/support.rs"]
mod support;

#[path = "run/control.rs"]
mod control;
#[path = "run/controller.rs"]
mod controller;
#[path = "run/crash.rs"]
mod crash;
#[path = "run/endings.rs"]
mod endings;
#[path = "run/handover.rs"]
mod handover;
#[path = "run/hangs.rs"]
mod hangs;
#[path = "run/journal.rs"]
mod journal;
#[path = "run/judge.rs"]
mod judge;
#[path = "run/lies.rs"]
mod lies;
#[path = "run/panel.rs"]
mod panel;
#[path = "run/refused.rs"]
mod refused;
#[path = "run/reported.rs"]
mod reported;
#[path = "run/soak.rs"]
mod soak;
#[path = "run/stops.rs"]
mod stops;
#[cfg(target_os = "linux")]
#[path = "run/strace.rs"]
mod strace;
