//! After a crash: what stands at the controller is stopped, and the controller is asked where the robot is.
//!
//! 1. A controller whose permit belongs to another run than the interrupted one is told nothing.
//! 2. What the controller reports is shown to a person, and confirms nothing by itself.
//! 3. As long as a person is asked, the controller is listened to.

use std::time::Duration;

use uuid::Uuid;

use super::{
    super::{
        driver::DriverError,
        handover::{
            Recovered, RecoveryError,
            line::Written,
            listener::{Listener, Side},
            permit::{Document, Word},
            serial,
        },
    },
    controller::{Controller, Standing},
    endpoint::Endpoint,
    lines::Lines,
    link::Link,
    publisher::stop_at,
};
use crate::observe::Declared;

/// What a first look at a controller shows, for an engineer.
#[derive(Clone, Debug)]
pub struct Found {
    /// The permit that stands, in words.
    pub standing: String,
    /// How many lines it has said.
    pub lines: u64,
    /// The state of its cell, as JSON; none where it shows none.
    pub cell: Option<serde_json::Value>,
    /// Why the robot would be sent nowhere now.
    pub against: Option<String>,
    /// What an operator should know.
    pub remarks: Vec<String>,
}

/// Opens a session and looks. Nothing is permitted, and nothing is stopped.
///
/// # Errors
///
/// There is no session, or the controller has not the nodes.
pub fn look(endpoint: &Endpoint) -> Result<Found, DriverError> {
    let controller = Controller::for_a_run(Link::open(endpoint)?)?;
    let looked = controller.look(None)?;
    Ok(Found {
        standing: words(&looked.standing),
        lines: looked.last,
        cell: controller.cell()?,
        against: controller.refuse_unsafe(true).err().map(|error| error.to_string()),
        remarks: controller.remarks(),
    })
}

/// Stops whatever stands at a controller, and asks it for a report, for as long as `patience`. `recorded` is the address that the record of the
/// interrupted run names; `declared` is what an engineer declared about the controller.
///
/// # Errors
///
/// [`RecoveryError`]: where it is [`RecoveryError::OtherController`], it was told nothing.
pub fn recover(
    endpoint: &Endpoint,
    run: Option<Uuid>,
    recorded: Option<&str>,
    declared: &Declared,
    patience: Duration,
) -> Result<Recovered, RecoveryError> {
    let mut controller = Controller::over(Link::open(endpoint)?);
    let (standing, last) = controller.look(None).map(|looked| (looked.standing, looked.last))?;
    let has_any = !standing.run.is_empty();
    let stood = words(&standing);
    let to_stop = match run {
        None if has_any => standing,
        None => return Ok(Recovered::told(stood, false, Vec::new())),
        Some(run) => {
            let run_words = run.hyphenated().to_string();
            if standing.run != run_words && recorded != Some(endpoint.url()) {
                let found =
                    if has_any { format!("its permit is {stood}") } else { "it has no permit of that run".to_owned() };
                return Err(RecoveryError::OtherController { endpoint: endpoint.url().to_owned(), found, run });
            }
            // The run broke off before its first permit: its stop follows what another run left.
            Standing { run: run_words, ..standing }
        }
    };
    // Nothing comes before the stop.
    let stop = stop_over(&controller, &to_stop)?;
    let remarks = controller.look_for_cell().err().map(|error| error.to_string()).into_iter().collect();
    let mut found = Recovered::told(stood, true, remarks);
    let lines = match Lines::after(last) {
        Ok(lines) => lines,
        Err(error) => {
            found.remarks.push(format!("the controller does not say where the robot is: {error}"));
            return Ok(found);
        }
    };
    let side = OverOpcUa { controller, lines, stands: stop.serial };
    found.listen(Listener::new(Box::new(side), stop, declared), patience);
    Ok(found)
}

/// Has a controller stop the run of a permit, and asks for a report; the stop that was published.
pub(super) fn stop_over(controller: &Controller, standing: &Standing) -> Result<Document, DriverError> {
    // A controller that has forgotten its numbers has seen none above the time.
    let serial = serial::above(standing.serial.into()).unwrap_or(standing.serial);
    // The run's name is the controller's own text, and is given back as it stands.
    let document = Document {
        run: standing.run.clone(),
        step: standing.step,
        report: standing.report,
        ..Document::blank(Uuid::nil(), serial)
    };
    let mut stop = document.stop(true);
    stop_at(controller, &mut stop).map_err(DriverError::Failed)?;
    Ok(stop)
}

fn words(standing: &Standing) -> String {
    match standing.run.is_empty() {
        true => "nothing that a controller obeys".to_owned(),
        false => {
            let run = crate::cell::shown(&standing.run);
            format!("{} for step {} of run {run}", standing.permit.shown(), standing.step)
        }
    }
}

/// The way to a controller over its server.
#[derive(Debug)]
struct OverOpcUa {
    controller: Controller,
    lines: Lines,
    /// The number of the stop that stands.
    stands: u32,
}

impl Side for OverOpcUa {
    fn lines(&mut self) -> Result<Vec<Written>, DriverError> {
        let (standing, lines) = self.lines.next(&self.controller)?;
        match (standing.serial, standing.permit) == (self.stands, Word::Stop) {
            true => Ok(lines),
            false => Err(DriverError::Failed("the stop at the controller was replaced by somebody else".to_owned())),
        }
    }

    fn stop_again(&mut self, standing: &Document) -> Result<Document, DriverError> {
        let stop = standing.stop(true);
        self.controller.permit(&stop, standing.serial)?;
        self.stands = stop.serial;
        Ok(stop)
    }
}
