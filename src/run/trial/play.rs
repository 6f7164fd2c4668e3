//! One run of a trial: permits out, lines in, and a stop at the end whatever comes.

use std::{collections::VecDeque, path::PathBuf, sync::Arc, time::Duration};

use uuid::Uuid;

use super::{
    super::{
        Stop,
        driver::{Driver, DriverError, Handover, Order, SequenceText, Stopper},
        handover::{FileHandover, Numbered},
        protocol::{Grant, Line, Permit, Progress},
    },
    Beside, Fault, LeftOut, Trial, TrialError,
};
use crate::{
    limits::{HEARTBEAT_EVERY, PROGRESS_POLL, TRIAL_QUIET},
    review::{Digest, Place},
};

/// Why a case ended early.
#[derive(Debug)]
pub(super) enum Broken {
    /// The controller did something wrong.
    Fault(Fault, Option<u64>),
    /// A line that cannot be used.
    Line(String, Option<u64>),
    LeftOut(LeftOut),
    /// The trial cannot go on.
    Trial(TrialError),
}

/// A case, or a part of one, to its end.
pub(super) type Played = Result<(), Broken>;

impl From<DriverError> for Broken {
    fn from(error: DriverError) -> Self {
        match error {
            // The file itself is not as it must be.
            DriverError::Protocol(why) => Self::Line(why, None),
            error => Self::Trial(error.into()),
        }
    }
}

/// A run's sequence, as its files hold it.
pub(super) struct Paper {
    pub(super) yaml: SequenceText,
    pub(super) json: SequenceText,
    pub(super) plan_hash: Digest,
    pub(super) orders: Vec<Order>,
    pub(super) start: Place,
}

/// A line that counts: of this run, to one of its permits.
pub(super) struct LineHeard {
    pub(super) line: Line,
    pub(super) number: Option<u64>,
}

impl LineHeard {
    pub(super) fn fault(&self, fault: Fault) -> Broken {
        Broken::Fault(fault, self.number)
    }

    pub(super) const fn state(&self) -> &'static str {
        match self.line.progress {
            Progress::Started => "started",
            Progress::Done(_) => "done",
            Progress::Failed(_) => "failed",
            Progress::At(_) => "report",
        }
    }
}

/// A run. A stop stands when it is dropped.
pub(super) struct Play<'p> {
    trial: &'p Trial<'p>,
    pub(super) beside: &'p mut dyn Beside,
    driver: FileHandover,
    stopper: Arc<dyn Stopper>,
    run: Uuid,
    /// Of the last permit.
    serial: u32,
    heard: VecDeque<Numbered>,
    beaten: Option<Duration>,
    /// Whether this program seems to be alive.
    pub(super) beats: bool,
    is_stopped: bool,
    /// The controller has begun a step, and not said how it ended.
    is_open: bool,
    /// How long a step may take.
    deadline: Duration,
}

impl Drop for Play<'_> {
    fn drop(&mut self) {
        let is_over = self.is_stopped && !self.is_open;
        if let Err(error) = self.stop() {
            self.beside.not_stopped(&error);
            self.trial.control.stop_now_because("no stop could be published");
        }
        if !is_over && self.trial.control.stop() == Stop::No {
            self.let_finish();
        }
        self.stopper.release();
    }
}

impl<'p> Play<'p> {
    /// Begins a run, and permits nothing yet.
    pub(super) fn begin(
        trial: &'p Trial<'p>,
        beside: &'p mut dyn Beside,
        run: Uuid,
        paper: &Paper,
        beats: bool,
    ) -> Result<Self, Broken> {
        let driver = FileHandover::new(trial.folder).with_declared(trial.declared.clone());
        let stopper = driver.stopper();
        let deadline = paper.orders.iter().map(|order| order.deadline).max().unwrap_or_default();
        let mut play = Self {
            trial,
            beside,
            driver,
            stopper,
            run,
            serial: 0,
            heard: VecDeque::new(),
            beaten: None,
            beats,
            is_stopped: false,
            is_open: false,
            deadline,
        };
        let handover = Handover {
            run,
            start: paper.start.clone(),
            orders: paper.orders.clone(),
            plan_hash: paper.plan_hash,
            actions: PathBuf::new(),
            yaml: paper.yaml.clone(),
            json: paper.json.clone(),
        };
        play.driver.prepare(&handover)?;
        Ok(play)
    }

    pub(super) fn now(&self) -> Duration {
        self.beside.now()
    }

    pub(super) const fn wait(&self) -> Duration {
        self.trial.wait
    }

    /// Publishes a permit with the next serial number; the number.
    pub(super) fn permit(&mut self, grant: Grant, step: u32, report: bool) -> Result<u32, Broken> {
        self.permit_numbered(self.serial + 1, grant, step, report)
    }

    /// The same with a number of one's own.
    pub(super) fn permit_numbered(
        &mut self,
        serial: u32,
        grant: Grant,
        step: u32,
        report: bool,
    ) -> Result<u32, Broken> {
        self.look_up()?;
        self.beat()?;
        self.driver.publish(&Permit { serial, grant, step, report })?;
        self.serial = self.serial.max(serial);
        Ok(serial)
    }

    /// Publishes the stop, where none stands. One that failed is tried again.
    pub(super) fn stop(&mut self) -> Result<(), DriverError> {
        if !self.is_stopped {
            self.stopper.stop()?;
            self.is_stopped = true;
        }
        Ok(())
    }

    /// Has the stop ask for a report; the number.
    pub(super) fn ask_under_stop(&mut self) -> Result<u32, Broken> {
        self.serial = self.driver.ask_under_stop()?;
        Ok(self.serial)
    }

    /// The next line within a time; none where none comes.
    pub(super) fn hear(&mut self, limit: Duration) -> Result<Option<LineHeard>, Broken> {
        let begun = self.now();
        loop {
            self.look_up()?;
            self.beat()?;
            self.heard.extend(self.driver.numbered()?);
            if let Some(numbered) = self.heard.pop_front() {
                return self.fitting(numbered).map(Some);
            }
            if self.now().saturating_sub(begun) >= limit {
                return Ok(None);
            }
            self.beside.pass(PROGRESS_POLL);
        }
    }

    /// No line comes for a while.
    pub(super) fn quiet(&mut self) -> Result<(), Broken> {
        match self.hear(TRIAL_QUIET)? {
            None => Ok(()),
            Some(heard) => Err(match heard.line.progress {
                Progress::Started | Progress::Done(_) => heard.fault(Fault::Moved),
                Progress::Failed(_) | Progress::At(_) => heard.fault(Fault::Unasked(heard.state())),
            }),
        }
    }

    /// The report with this number.
    pub(super) fn report(&mut self, serial: u32, step: u32) -> Result<(Place, Option<u64>), Broken> {
        let Some(heard) = self.hear(self.wait())? else { return Err(Broken::Fault(Fault::Silent(self.wait()), None)) };
        self.answers(&heard, serial, step)?;
        match heard.line.progress {
            Progress::At(place) => Ok((place, heard.number)),
            Progress::Started | Progress::Done(_) => Err(Broken::Fault(Fault::Moved, heard.number)),
            Progress::Failed(why) => Err(Broken::Fault(Fault::Refused(why), heard.number)),
        }
    }

    /// Whether a line has the serial number and the step of the permit that it answers.
    pub(super) fn answers(&self, heard: &LineHeard, serial: u32, step: u32) -> Result<(), Broken> {
        let line = &heard.line;
        let why = match () {
            () if line.serial != serial => "`serial` is not that of the permit which stands, nor that of its `report`",
            () if line.step != step => "`step` is not that of the permit",
            () => return Ok(()),
        };
        Err(Broken::Line(format!("`{}`: {why}", heard.state()), heard.number))
    }

    /// After a case that broke off: what the controller has to say of it yet is not taken for an answer in the next one. A stop stands.
    fn let_finish(&mut self) {
        let (begun, mut last) = (self.now(), self.now());
        loop {
            let Ok(written) = self.driver.numbered() else { return };
            let lines: Vec<Numbered> = self.heard.drain(..).chain(written).collect();
            if !lines.is_empty() {
                last = self.now();
            }
            for line in lines.into_iter().filter_map(|line| line.read.ok()) {
                self.note(&line.line.progress);
            }
            let limit = if self.is_open { self.deadline } else { self.wait() };
            let (waited, silent) = (self.now().saturating_sub(begun), self.now().saturating_sub(last));
            let is_stopped = self.trial.control.stop() != Stop::No;
            if is_stopped || waited >= limit || (!self.is_open && silent >= TRIAL_QUIET) {
                return;
            }
            self.beside.pass(PROGRESS_POLL);
        }
    }

    fn note(&mut self, progress: &Progress) {
        match progress {
            Progress::Started => self.is_open = true,
            Progress::Done(_) | Progress::Failed(_) => self.is_open = false,
            Progress::At(_) => {}
        }
    }

    /// A line of this run.
    fn fitting(&mut self, numbered: Numbered) -> Result<LineHeard, Broken> {
        let Numbered { number, read } = numbered;
        let line = read.map_err(|why| Broken::Line(why, number))?.line;
        self.note(&line.progress);
        match line.run == self.run {
            true => Ok(LineHeard { line, number }),
            false => Err(Broken::Line("`run` is not that of the permit".to_owned(), number)),
        }
    }

    /// A wish to stop comes before everything else.
    fn look_up(&self) -> Result<(), Broken> {
        match self.trial.control.stop() {
            Stop::No => Ok(()),
            Stop::AfterStep | Stop::Now => Err(Broken::Trial(TrialError::Stopped)),
        }
    }

    fn beat(&mut self) -> Result<(), Broken> {
        let now = self.now();
        if self.beats && self.beaten.is_none_or(|beaten| now.saturating_sub(beaten) >= HEARTBEAT_EVERY) {
            self.stopper.beat()?;
            self.beaten = Some(now);
        }
        Ok(())
    }
}
