//! `permit.json`: what the controller may do now. Replaced in one step, on the disk before the call returns.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

use super::super::driver::{DriverError, Handover};
use crate::files;

/// What is permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grant {
    /// Say where the robot is; move nothing.
    Report,
    /// Do this step, once.
    Go,
    /// Halt the robot where it is; do nothing more for this run.
    Stop,
    /// The run is over; do nothing more for it.
    End,
}

/// The document.
#[derive(Serialize)]
struct Permit<'p> {
    run: &'p str,
    step: u32,
    of: u32,
    permit: Grant,
    plan: &'p str,
    actions: &'p str,
    at: String,
}

/// Writes the permits of one run; clones write for the same.
#[derive(Clone, Debug)]
pub(super) struct Desk(Arc<Facts>);

#[derive(Debug)]
struct Facts {
    path: PathBuf,
    run: Uuid,
    steps: u32,
    plan: String,
    actions: String,
    /// The step of the last permit.
    step: AtomicU32,
}

impl Desk {
    pub(super) fn new(path: PathBuf, handover: &Handover) -> Self {
        Self(Arc::new(Facts {
            path,
            run: handover.run,
            steps: handover.steps,
            plan: handover.plan_hash.to_hex().to_string(),
            actions: handover.actions_hash.to_hex().to_string(),
            step: AtomicU32::new(0),
        }))
    }

    pub(super) fn run(&self) -> Uuid {
        self.0.run
    }

    pub(super) fn step(&self) -> u32 {
        self.0.step.load(Ordering::SeqCst)
    }

    pub(super) fn write(&self, permit: Grant, step: u32) -> Result<(), DriverError> {
        let facts = &*self.0;
        facts.step.store(step, Ordering::SeqCst);
        let run = facts.run.hyphenated().to_string();
        let at = Timestamp::now().to_string();
        let document =
            Permit { run: &run, step, of: facts.steps, permit, plan: &facts.plan, actions: &facts.actions, at };
        let failed = |error: &dyn std::fmt::Display| DriverError::Failed(error.to_string());
        let mut bytes = serde_json::to_vec(&document).map_err(|error| failed(&error))?;
        bytes.push(b'\n');
        files::write_whole(&facts.path, |out| out.write_all(&bytes)).map_err(|error| failed(&error))
    }
}
