//! The way of one sentence, by the library alone: a desk with a store in a folder of its own, the recogniser, and beside
//! it a model whose answers are written in the test.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "workflow/bench.rs"]
mod bench;

#[path = "workflow/approval.rs"]
mod approval;
#[path = "workflow/attempts.rs"]
mod attempts;
#[path = "workflow/back.rs"]
mod back;
#[path = "workflow/controller.rs"]
mod controller;
#[path = "workflow/correction.rs"]
mod correction;
#[path = "workflow/layout.rs"]
mod layout;
#[path = "workflow/opinions.rs"]
mod opinions;
#[path = "workflow/persuasion.rs"]
mod persuasion;
#[path = "workflow/replay.rs"]
mod replay;
#[path = "workflow/reply.rs"]
mod reply;
#[path = "workflow/trust.rs"]
mod trust;
