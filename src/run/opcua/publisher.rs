//! The publisher of permits: one object, one lock, one latch. A stop overtakes a permit whose call hangs, and what hangs can
//! never land after it.
//!
//! ```text
//! publish: is the latch open? take a number (lock) ─▶ Permit(number, replaces the last one)
//! stop:    close the latch, take a number (lock) ─▶ Permit(stop) ─▶ no answer? another session, and again
//! ```
//!
//! 1. A stop has a greater number than every permit that was begun. A controller refuses a permit that does not grow: what is late lands on
//!    nothing.
//! 2. A permit names the number that it replaces, so that two programs cannot permit each other's steps. A stop replaces whatever stands.
//! 3. The heartbeat ends when the latch closes: a controller that cannot be told to stop halts by itself.
//! 4. The controller's own beat has to grow: a server that answers while the controller's program stands still is none.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::{
    super::{
        driver::{DriverError, Handover, Stopper},
        handover::{permit::Document, permit::Word, serial},
        protocol::Permit,
    },
    controller::{Controller, Standing},
    endpoint::Endpoint,
    link::{CallError, Link},
};
use crate::limits::OPC_UA_STOP_LIMIT;

/// Between two tries to tell a controller to stop.
const TRY_AGAIN: Duration = Duration::from_millis(200);

/// Publishes the permits of one run.
#[derive(Debug)]
pub(super) struct Publisher {
    endpoint: Endpoint,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    controller: Option<Arc<Controller>>,
    /// The last permit that was begun; the run's facts before the first.
    last: Option<Document>,
    /// The serial number before the run's first permit.
    base: u32,
    /// The number of the permit that stands: the one that was found, or published last.
    standing: u32,
    /// Whether that one is of this run.
    is_ours: bool,
    /// Nothing but a stop is published any more.
    is_latched: bool,
    beats: u64,
    /// The controller's last beat.
    answered: Option<u64>,
}

impl Publisher {
    pub(super) fn new(endpoint: &Endpoint) -> Self {
        Self { endpoint: endpoint.clone(), state: Mutex::default() }
    }

    /// Opens a session.
    pub(super) fn connect(&self) -> Result<Arc<Controller>, DriverError> {
        let link = Link::open(&self.endpoint)?;
        // Before a run alone: a stop is told by whatever session there is.
        link.refuse_weaker()?;
        let controller = Arc::new(Controller::for_a_run(link)?);
        self.state.lock().controller = Some(Arc::clone(&controller));
        Ok(controller)
    }

    /// The controller, while there is a session.
    pub(super) fn controller(&self) -> Result<Arc<Controller>, DriverError> {
        let controller = self.state.lock().controller.clone();
        controller.ok_or_else(|| DriverError::Failed(format!("there is no session with {}", self.endpoint.url())))
    }

    /// Takes up a run. `standing` is the number of the permit that stands.
    pub(super) fn begin(&self, handover: &Handover, standing: u32) -> Result<(), DriverError> {
        let base = serial::above(standing.into()).ok_or_else(|| {
            DriverError::Failed(format!(
                "serial number {standing} stands at the controller, and the numbers end at {}: there are too few left for a run. Have \
                 the controller forget its permits",
                u32::MAX
            ))
        })?;
        let mut state = self.state.lock();
        if state.is_latched {
            return Err(DriverError::Revoked);
        }
        (state.last, state.base, state.standing) = (Some(Document::of(handover, base)), base, standing);
        Ok(())
    }

    /// The serial number before the run's first permit.
    pub(super) fn base(&self) -> u32 {
        self.state.lock().base
    }

    /// Nobody else permits anything at this controller.
    pub(super) fn refuse_others(&self, found: &Standing) -> Result<(), DriverError> {
        let mut state = self.state.lock();
        // A stop has taken the permit's place, or is about to.
        if state.is_latched {
            return Ok(());
        }
        let is_this_run = state.last.as_ref().is_some_and(|last| last.run == found.run);
        if found.serial == state.standing && (!state.is_ours || is_this_run) {
            return Ok(());
        }
        // The stop's number is to be beyond that one.
        if let Some(last) = &mut state.last {
            last.serial = last.serial.max(found.serial);
        }
        Err(DriverError::Failed(format!(
            "the controller's permit was replaced during the run: number {} of run {} stands there",
            found.serial,
            crate::cell::shown(&found.run)
        )))
    }

    /// Publishes a permit, unless a stop comes before it.
    pub(super) fn publish(&self, permit: &Permit) -> Result<(), DriverError> {
        let controller = self.controller()?;
        let (document, replaces) = {
            let mut state = self.state.lock();
            let base = state.base;
            let document = match &state.last {
                Some(last) if !state.is_latched => last
                    .next(base, permit)
                    .ok_or_else(|| DriverError::Failed("the serial numbers of its permits are used up".to_owned()))?,
                Some(_) => return Err(DriverError::Revoked),
                None => return Err(DriverError::Failed("no run was begun".to_owned())),
            };
            state.last = Some(document.clone());
            (document, state.standing)
        };
        let sent = controller.permit(&document, replaces);
        let mut state = self.state.lock();
        match sent {
            Ok(()) => {
                (state.standing, state.is_ours) = (document.serial, true);
                Ok(())
            }
            Err(_) if state.is_latched => Err(DriverError::Revoked),
            Err(CallError::Refused(status)) => Err(DriverError::Failed(format!(
                "the controller refused permit {} in the place of {replaces}: {status}",
                document.serial
            ))),
            Err(lost @ CallError::Lost(_)) => Err(lost.into()),
        }
    }

    /// Tells the controller to stop, over another session where this one does not answer.
    fn tell(&self, mut stop: Document, controller: Option<Arc<Controller>>) -> Result<(), DriverError> {
        let latest = Instant::now() + OPC_UA_STOP_LIMIT;
        let mut controller = controller.ok_or_else(|| "there is no session".to_owned());
        loop {
            let why = match controller.and_then(|open| stop_at(&open, &mut stop)) {
                Ok(()) => return Ok(()),
                Err(why) => why,
            };
            if Instant::now() >= latest {
                return Err(DriverError::Failed(format!("the controller could not be told to stop: {why}")));
            }
            thread::sleep(TRY_AGAIN);
            // The methods alone: a stop waits for nothing else that this server has.
            let opened = Link::open_by(&self.endpoint, latest).map(Controller::over);
            controller = opened.map(Arc::new).map_err(|error| format!("{why}; and {error}"));
        }
    }
}

/// Has a controller take a stop, whatever its number has to be.
pub(super) fn stop_at(controller: &Controller, stop: &mut Document) -> Result<(), String> {
    match controller.permit(stop, 0) {
        Ok(()) => return Ok(()),
        Err(CallError::Lost(why)) => return Err(why),
        Err(CallError::Refused(_)) => {}
    }
    let standing = controller.look(None).map_err(|error| error.to_string())?.standing;
    if standing.permit == Word::Stop && standing.run == stop.run && standing.serial >= stop.serial {
        return Ok(());
    }
    let Some(next) = standing.serial.checked_add(1) else {
        return Err("the largest number of a permit stands there: have the controller forget its permits".to_owned());
    };
    let asks = stop.report == stop.serial;
    stop.serial = stop.serial.max(next);
    if asks {
        stop.report = stop.serial;
    }
    controller.permit(stop, 0).map_err(|error| DriverError::from(error).to_string())
}

impl Stopper for Publisher {
    fn beats_by(&self) -> &'static str {
        "the call of Beat at the controller"
    }

    fn stop(&self) -> Result<(), DriverError> {
        let (stop, controller) = {
            let mut state = self.state.lock();
            state.is_latched = true;
            // Before a run was begun there is nothing that the controller was permitted.
            let Some(last) = state.last.clone() else { return Ok(()) };
            let stop = last.stop(false);
            state.last = Some(stop.clone());
            (stop, state.controller.clone())
        };
        self.tell(stop, controller)
    }

    fn beat(&self) -> Result<(), DriverError> {
        let (controller, run, beat) = {
            let mut state = self.state.lock();
            // A stop that cannot be told is told all the same: without a heartbeat the controller halts by itself.
            if state.is_latched {
                return Ok(());
            }
            let (Some(controller), Some(last)) = (state.controller.clone(), &state.last) else { return Ok(()) };
            let run = last.run.clone();
            state.beats += 1;
            (controller, run, state.beats)
        };
        let answered = controller.beat(&run, beat)?;
        let before = self.state.lock().answered.replace(answered);
        match before.is_none_or(|before| answered > before) {
            true => Ok(()),
            false => Err(DriverError::Failed(format!(
                "the controller's own beat stands at {answered}: its program stands still"
            ))),
        }
    }

    fn release(&self) {
        let controller = {
            let mut state = self.state.lock();
            state.is_latched = true;
            state.controller.take()
        };
        // The session is closed here, and not under the lock.
        drop(controller);
    }
}
