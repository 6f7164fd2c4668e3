//! Power loss: what the store wrote is traced by strace, and the files are rebuilt as a disk could hold them if the power
//! went at any point, with what was not yet synced dropped, kept, reordered or torn. The store then opens to the state
//! before or after the call that was cut. First its own calls (`power_loss/store.rs`), then a whole run of the program
//! (`power_loss/run.rs`). The permits that a controller reads are lost and torn likewise (`power_loss/permits.rs`).
//!
//! `power_loss/trace.rs` (a log of strace → operations) and `power_loss/disk.rs` (operations → what may be on a disk) know
//! nothing of the store; they serve for any program that writes files in a folder.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test")]

#[path = "sentence/bench.rs"]
mod bench;
#[path = "power_loss/disk.rs"]
mod disk;
#[path = "sentence/heard.rs"]
mod heard;
#[path = "power_loss/permits.rs"]
mod permits;
#[path = "power_loss/run.rs"]
mod run;
#[path = "power_loss/script.rs"]
mod script;
#[path = "power_loss/store.rs"]
mod store;
#[path = "power_loss/trace.rs"]
mod trace;
#[path = "support/tracer.rs"]
mod tracer;
