//! What was found between an operator's word and the motion, each through the real program, with a controller that is
//! scripted here. Numbers are those of the findings; a test opens with the finding's story.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

#[path = "findings/controller.rs"]
mod controller;
#[path = "findings/support.rs"]
mod support;
#[path = "findings/terminal.rs"]
mod terminal;

#[path = "findings/hands.rs"]
mod hands;
#[path = "findings/late.rs"]
mod late;
#[path = "findings/observed.rs"]
mod observed;
#[path = "findings/recovery.rs"]
mod recovery;
#[path = "findings/reported.rs"]
mod reported;
#[path = "findings/seen.rs"]
mod seen;
#[path = "findings/shared_folder.rs"]
mod shared_folder;
