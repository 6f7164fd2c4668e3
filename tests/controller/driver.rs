//! The real hand-over in a wrapper: time by turns, and by seed the operator's wishes and what goes wrong on this side.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use cellgraph::limits::DRIVER_ANSWER_LIMIT;
use cellgraph::observe::Declared;
use cellgraph::run::{
    Again, Control, Driver, DriverError, Handover, Heard, Stop, Stopper,
    protocol::{Grant, Line, Permit, Progress},
};
use crossbeam_channel::{Receiver, Sender, unbounded};
use parking_lot::Mutex;
use uuid::Uuid;

use super::{life::Side, python::Python};

const TURN_MS: u32 = 20;
/// A call that hangs is let go at the latest then.
const HANG_LIMIT: Duration = Duration::from_secs(60);
/// After so many turns without a word more of them pass at once.
const PATIENT_TURNS: u32 = 200;

/// What an operator wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Pause,
    Resume,
    StopAfterStep,
    StopNow,
}

/// What goes wrong on cellgraph's side, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    Nothing,
    /// The `go` of this step hangs until a stop stands, and is written then.
    HangingGo(u32),
    /// A stop is wished while the `go` of this step is being written, after so many spins.
    RacingGo(u32, u32),
    /// The `go` of this step cannot be written.
    BlockedGo(u32),
    /// `actions.yaml` is altered before the `go` of this step.
    AlteredBefore(u32),
    /// The PC stands still at this turn, for so many of the controller's.
    Suspended(u32, u32),
    /// The PC dies at the first motion after this turn, for ever; what it left is copied there.
    Crash(u32, PathBuf),
}

/// What a seed has in store for a run.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// At which turn what is wished, in order.
    pub(crate) wishes: Vec<(u32, Wish)>,
    pub(crate) trouble: Trouble,
}

/// What both sides of a run share.
pub(crate) struct Shared {
    pub(crate) python: Mutex<Python>,
    /// The run is over, or this program is dead for the controller.
    pub(crate) is_over: AtomicBool,
    pub(crate) notes: Mutex<Notes>,
}

/// What is seen on the way.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) faults: Vec<&'static str>,
    pub(crate) violations: Vec<String>,
    pub(crate) is_stopped: bool,
    pub(crate) has_crashed: bool,
}

pub(crate) struct Turned {
    inner: Box<dyn Driver>,
    side: Side,
    stopper: Arc<Watched>,
    stopped: Receiver<()>,
    shared: Arc<Shared>,
    control: Control,
    script: Script,
    /// Where the cell's data are.
    data: PathBuf,
    count: u32,
    silent: u32,
    /// The run's time. It passes while the run waits for the controller and for nobody else: what this machine's own
    /// threads and disk take is not to make anything late.
    now: Duration,
    /// The controller's time, which always passes.
    turned: Duration,
    beaten: Option<Duration>,
    is_paused: bool,
    /// The permit that an answer of the controller is awaited to, and whether the step was said to be begun.
    awaited: Option<(Line, bool)>,
    /// After this time the run gives up.
    until: Duration,
    run: Uuid,
    deadlines: Vec<Duration>,
    /// Turns after it.
    spare: u32,
}

/// Passes on a stop, and says when it stands. Its heartbeat is the wrapper's, in the wrapper's time.
struct Watched {
    inner: Arc<dyn Stopper>,
    stopped: Sender<()>,
    is_called: AtomicBool,
    shared: Arc<Shared>,
}

impl Stopper for Watched {
    fn stop(&self) -> Result<(), DriverError> {
        self.is_called.store(true, Ordering::SeqCst);
        let result = self.inner.stop();
        self.shared.notes.lock().is_stopped |= result.is_ok();
        // Nobody may wait for it.
        let _ = self.stopped.send(());
        result
    }

    fn release(&self) {
        self.inner.release();
    }
}

impl Turned {
    pub(crate) fn new(side: &Side, data: &Path, shared: Arc<Shared>, control: Control, script: Script) -> Self {
        let inner = side.driver();
        let (stopped, receiver) = unbounded();
        let (is_called, of) = (AtomicBool::new(false), Arc::clone(&shared));
        let stopper = Arc::new(Watched { inner: inner.stopper(), stopped, is_called, shared: of });
        Self {
            inner,
            side: side.clone(),
            stopper,
            stopped: receiver,
            shared,
            control,
            script,
            data: data.to_owned(),
            count: 0,
            silent: 0,
            now: Duration::ZERO,
            turned: Duration::ZERO,
            beaten: None,
            is_paused: false,
            awaited: None,
            until: Duration::ZERO,
            run: Uuid::nil(),
            deadlines: Vec::new(),
            spare: 0,
        }
    }

    fn fault(&self, name: &'static str) {
        self.shared.notes.lock().faults.push(name);
    }

    fn violated(&self, what: String) {
        self.shared.notes.lock().violations.push(what);
    }

    fn wish(&mut self) {
        while self.script.wishes.first().is_some_and(|(at, _)| *at <= self.count) {
            match self.script.wishes.remove(0).1 {
                Wish::Pause => {
                    self.control.pause();
                }
                Wish::Resume => {
                    self.control.resume(self.control.last_pause());
                }
                Wish::StopAfterStep => self.control.finish_step_and_stop(),
                Wish::StopNow => self.control.stop_now(),
            }
        }
    }

    /// Turns of the controller, with a heartbeat before them where one is due; whether the robot moves.
    fn turns(&mut self, count: u32, milliseconds: u32, beats: bool) -> bool {
        let is_due = self.beaten.is_none_or(|at| self.turned.saturating_sub(at) >= Duration::from_secs(1));
        let mut flags = String::from("-");
        if beats && is_due {
            let beaten = self.stopper.inner.beat();
            assert!(beaten.is_ok() || !self.side.is_folder(), "a heartbeat: {beaten:?}");
            self.beaten = Some(self.turned);
            flags.push('b');
        }
        if self.is_paused {
            flags.push('p');
        }
        if self.control.stop() != Stop::No {
            flags.push('w');
        }
        let moves = self.shared.python.lock().turns(count, milliseconds, &flags);
        let time = Duration::from_millis(u64::from(count * milliseconds));
        self.turned += time;
        if self.waits_for_controller() {
            self.now += time;
        }
        moves
    }

    fn waits_for_controller(&self) -> bool {
        let Some((awaited, _)) = &self.awaited else { return false };
        match self.control.stop() {
            _ if self.stopper.is_called.load(Ordering::SeqCst) => false,
            Stop::No => true,
            Stop::AfterStep => awaited.progress == Progress::Started,
            Stop::Now => false,
        }
    }

    /// A line answers what is awaited, or ends the run; only a step that is begun is waited for on.
    fn hear(&mut self, line: &Line) {
        if let Some((awaited, has_started)) = &mut self.awaited
            && line == awaited
            && line.progress == Progress::Started
            && !std::mem::replace(has_started, true)
        {
            return;
        }
        self.awaited = None;
    }

    /// The `go` hangs, a stop overtakes it, and only then it is written.
    fn publish_late(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.fault("hanging go");
        self.control.stop_now();
        if self.stopped.recv_timeout(HANG_LIMIT).is_err() {
            self.violated("a stop waits for a `go` that hangs".to_owned());
        }
        self.turns(2, TURN_MS, true);
        let result = self.inner.publish(permit);
        if result.is_ok() {
            self.violated("a `go` was published after `stop`".to_owned());
        }
        self.turns(2, TURN_MS, true);
        result
    }

    fn publish_beside_stop(&mut self, permit: &Permit, spins: u32) -> Result<(), DriverError> {
        self.fault("go beside stop");
        let control = self.control.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                (0..spins).for_each(|_| std::hint::spin_loop());
                control.stop_now();
            });
            self.inner.publish(permit)
        })
    }

    /// The permit cannot be written.
    fn publish_blocked(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.fault(self.side.block(&mut self.shared.python.lock()));
        self.inner.publish(permit)
    }

    /// The sequence was changed by somebody.
    fn publish_altered(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.fault("sequence altered");
        self.side.alter(&mut self.shared.python.lock());
        self.inner.publish(permit)
    }

    /// The PC dies here. The controller goes on with what stood there; this side goes on for nobody.
    fn crash(&mut self, to: &Path) {
        self.fault("crash");
        self.side.crash(&self.data, to, &mut self.shared.python.lock());
        self.shared.notes.lock().has_crashed = true;
        self.shared.is_over.store(true, Ordering::SeqCst);
        self.control.stop_now();
    }
}

impl Driver for Turned {
    fn name(&self) -> &'static str {
        "hand-over by turns"
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn folder(&self) -> Option<PathBuf> {
        self.inner.folder()
    }

    fn declared(&self, handover: &Handover) -> Declared {
        self.inner.declared(handover)
    }

    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        self.run = handover.run;
        self.deadlines = handover.orders.iter().map(|order| order.deadline).collect();
        self.inner.prepare(handover)
    }

    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        self.is_paused = permit.grant == Grant::Hold && !permit.report;
        let progress = match permit.grant {
            Grant::Go => Progress::Started,
            Grant::Hold | Grant::End => Progress::Failed("a report is awaited".to_owned()),
        };
        let limit = match permit.grant {
            Grant::Go => self.deadlines[permit.step as usize - 1],
            Grant::Hold | Grant::End => DRIVER_ANSWER_LIMIT,
        };
        self.until = self.now + limit;
        let line = Line { run: self.run, serial: permit.serial, step: permit.step, progress };
        self.awaited = (permit.grant == Grant::Go || permit.report).then_some((line, false));
        (self.silent, self.spare) = (0, 2);
        let step = if permit.grant == Grant::Go { permit.step } else { 0 };
        let result = match self.script.trouble {
            Trouble::HangingGo(at) if at == step => self.publish_late(permit),
            Trouble::RacingGo(at, spins) if at == step => self.publish_beside_stop(permit, spins),
            Trouble::BlockedGo(at) if at == step => self.publish_blocked(permit),
            Trouble::AlteredBefore(at) if at == step => self.publish_altered(permit),
            _ => self.inner.publish(permit),
        };
        if result.is_err() {
            self.awaited = None;
        }
        result
    }

    fn listen(&mut self) -> Result<Heard, DriverError> {
        if self.shared.is_over.load(Ordering::SeqCst) {
            return Ok(Heard::default());
        }
        self.count += 1;
        self.wish();
        let moves = match self.script.trouble.clone() {
            Trouble::Suspended(at, turns) if self.count == at => {
                self.fault("suspended PC");
                self.turns(turns, TURN_MS, false)
            }
            _ if self.silent > PATIENT_TURNS => self.turns(5, 10 * TURN_MS, true),
            _ => self.turns(1, TURN_MS, true),
        };
        if let Trouble::Crash(at, to) = &self.script.trouble
            && *at <= self.count
            && moves
            && !self.stopper.is_called.load(Ordering::SeqCst)
        {
            let to = to.clone();
            self.crash(&to);
            return Ok(Heard::default());
        }
        self.silent += 1;
        let heard = self.inner.listen()?;
        if self.now > self.until {
            self.awaited = None;
        }
        heard.lines.iter().for_each(|told| self.hear(&told.line));
        if self.awaited.is_none() && !self.is_paused {
            self.spare = self.spare.saturating_sub(1);
        }
        let again = if self.spare == 0 { Again::AfterPermit } else { Again::After(Duration::ZERO) };
        Ok(Heard { lines: heard.lines, at: self.now, again })
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.stopper) as Arc<dyn Stopper>
    }
}
