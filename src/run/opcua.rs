//! The hand-over over OPC UA: the controller has a server, and this program is its client. The page docs/src/reference/opcua.md
//! describes it for controllers; `examples/controller/opcua.py` is a controller.
//!
//! It is the hand-over by files, second form, over other carriers: permits and lines say the same, and are read by the same code.
//!
//! | node | called or read by this program | |
//! |---|---|---|
//! | `HandOver` | once per run | the whole sequence, verified; read back and hashed before every `go` |
//! | `Permit` | for every permit | what the controller may do now |
//! | `Beat` | once a second while a run goes on | that this program is alive; the answer says the same of the controller |
//! | `Look` | every 20 ms while a run goes on | the permit that stands, and what the controller said since |
//! | `Cell`, `SafetyState` | with a line; by subscription | what the controller knows of its cell; what keeps it from moving |
//!
//! 1. Every message of a session is signed and encrypted. What comes is looked through before the library sees it, which proves it. A server is
//!    talked to only where a person put its certificate on the trust list; nobody is anonymous. No run begins by a weaker policy than the best
//!    that the server offers, nor by a weaker one than the engineer allows.
//! 2. A permit names the serial number that it replaces. A controller refuses a permit that does not grow or replaces another one, so
//!    that a `go` that is late lands on nothing after a stop.
//! 3. A session that is lost ends the run. It is opened once more for the stop alone.
//! 4. What another client permits ends the run.
//! 5. A line that was lost, and a controller that was restarted, end the run.
//! 6. A stop needs nothing of a server but its methods: whatever else the server has or says, the stop is told.

use std::{path::PathBuf, sync::Arc, time::Duration};

use super::{
    driver::{Again, Driver, DriverError, Handover, Heard, Message, Stopper},
    handover::permit::Word,
    protocol::{Grant, Permit},
};
use crate::{limits::PROGRESS_POLL, observe::Declared};

mod cell;
mod controller;
mod endpoint;
mod keys;
mod lines;
mod link;
mod nodes;
mod publisher;
mod recovery;
mod safety;
mod screen;
mod variables;

use controller::Controller;
pub use endpoint::{Endpoint, EndpointError};
pub use keys::{KeyError, Keys, Trusted};
use lines::Lines;
pub use nodes::NAMESPACE;
use publisher::Publisher;
pub use recovery::{Found, look, recover};

/// Drives a controller that has an OPC UA server.
#[derive(Debug)]
pub struct OpcUaHandover {
    endpoint: Endpoint,
    publisher: Arc<Publisher>,
    lines: Option<Lines>,
    /// BLAKE3 of both texts of the sequence.
    sequence: Option<[blake3::Hash; 2]>,
    declared: Declared,
}

impl OpcUaHandover {
    /// A driver for the controller at this endpoint.
    #[must_use]
    pub fn new(endpoint: Endpoint) -> Self {
        Self {
            publisher: Arc::new(Publisher::new(&endpoint)),
            endpoint,
            lines: None,
            sequence: None,
            declared: Declared::default(),
        }
    }

    /// With what an engineer declared about this controller.
    #[must_use]
    pub fn with_declared(self, declared: Declared) -> Self {
        Self { declared, ..self }
    }

    /// What stands at the controller already must permit nothing.
    fn refuse_standing(controller: &Controller, handover: &Handover) -> Result<u32, DriverError> {
        let standing = controller.look(None)?.standing;
        if standing.permit != Word::Go || standing.run == handover.run.hyphenated().to_string() {
            return Ok(standing.serial);
        }
        let stopped = match recovery::stop_over(controller, &standing) {
            Ok(_) => "it is told to stop now".to_owned(),
            Err(error) => format!("and it cannot be told to stop: {error}"),
        };
        Err(DriverError::Unsafe(format!(
            "the controller still has a `go` for step {} of run {}, which is not this one; {stopped}: look at the robot, then run \
             `cellgraph recover --endpoint` with this endpoint",
            standing.step, standing.run
        )))
    }

    /// The sequence at the controller is the one that was approved.
    fn check_sequence(&self, controller: &Controller) -> Result<(), DriverError> {
        let stands = controller.sequence()?.map(|text| blake3::hash(text.as_bytes()));
        match self.sequence == Some(stands) {
            true => Ok(()),
            false => Err(DriverError::Failed(
                "the sequence at the controller is not the one that was handed over".to_owned(),
            )),
        }
    }
}

impl Driver for OpcUaHandover {
    fn name(&self) -> &'static str {
        "OPC UA hand-over"
    }

    fn folder(&self) -> Option<PathBuf> {
        Some(PathBuf::from(self.endpoint.url()))
    }

    fn declared(&self, _: &Handover) -> Declared {
        self.declared.clone()
    }

    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        let controller = self.publisher.connect()?;
        let standing = Self::refuse_standing(&controller, handover)?;
        controller.hand_over(handover)?;
        self.sequence = Some([handover.yaml.hash, handover.json.hash]);
        self.check_sequence(&controller)?;
        controller.refuse_unsafe(true)?;
        self.lines = Some(Lines::from_last(&controller)?);
        self.publisher.begin(handover, standing)?;
        Ok(controller.remarks())
    }

    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        if permit.grant == Grant::Go {
            let controller = self.publisher.controller()?;
            controller.refuse_unsafe(true)?;
            self.check_sequence(&controller)?;
        }
        self.publisher.publish(permit)
    }

    fn listen(&mut self) -> Result<Heard, DriverError> {
        let again = Again::After(PROGRESS_POLL);
        let Some(lines) = &mut self.lines else { return Ok(Heard { again, ..Heard::default() }) };
        let controller = self.publisher.controller()?;
        controller.refuse_unsafe(false)?;
        let (standing, written) = lines.next(&controller)?;
        self.publisher.refuse_others(&standing)?;
        let base = self.publisher.base();
        let read = |line: &super::handover::line::Written| line.read(base, &self.declared);
        let read: Result<Vec<Message>, String> = written.iter().map(read).collect();
        Ok(Heard { lines: read.map_err(DriverError::Protocol)?, again, at: Duration::ZERO })
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.publisher) as Arc<dyn Stopper>
    }
}
