//! The hand-over by files: a folder that this program and a cell's controller share.
//!
//! | file | written by | |
//! |---|---|---|
//! | `actions.yaml` | this program, once per run | the whole sequence, verified |
//! | `permit.json` | this program, replaced in one step | what the controller may do now: one step, a report, or nothing |
//! | `progress.jsonl` | the controller, appended line by line | what it did |
//! | `handover.lock` | this program, empty | locked while a run goes on |
//!
//! The controller does what the permit says and nothing else: a step of `actions.yaml` only while the permit is `go` with
//! its number, once. It says `started`, then `done` with where the robot is and what it holds, or `failed` with an error.
//! Before the first step it is asked to `report`: it says `done` for step 0 and moves nothing. On `stop` it halts the
//! robot where it is; without a permit it does nothing. What it appends is believed only where it fits: a line of another run, of a step that is over or
//! not permitted, a second `done`, anything after it, and any line that is not of this form ends the run with a halt. A
//! last line without its end is waited for. What was in the file before the run began is not looked at.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use super::{
    ACTIONS_FILE, Control, Ended,
    clock::{Clock, WallClock},
    control::Stop,
    driver::{Acknowledgement, Driver, DriverError, Handover, Observation, Order, Stopper},
};
use crate::{files, limits::PROGRESS_POLL, review::Place};

mod permit;
mod progress;

use permit::{Desk, Grant};
use progress::{Line, Progress, Said};

/// The name of the permit's file.
const PERMIT_FILE: &str = "permit.json";
/// The name of the controller's file.
const PROGRESS_FILE: &str = "progress.jsonl";
/// Locked while a run goes on: two programs that permit steps in one folder permit each other's.
const LOCK_FILE: &str = "handover.lock";

/// Drives a controller that shares a folder.
#[derive(Debug)]
pub struct FileHandover {
    folder: PathBuf,
    clock: Arc<dyn Clock>,
    lock: Option<File>,
    run: Option<Underway>,
}

/// A run that was begun.
#[derive(Debug)]
struct Underway {
    desk: Desk,
    progress: Progress,
    seen: Option<Observation>,
}

impl FileHandover {
    /// A driver for the controller that shares this folder.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self::with_clock(folder, Arc::new(WallClock::new()))
    }

    /// The same in another time: its `pass` is called between two looks at the controller's file.
    #[must_use]
    pub fn with_clock(folder: &Path, clock: Arc<dyn Clock>) -> Self {
        Self { folder: folder.to_owned(), clock, lock: None, run: None }
    }

    /// Makes sure that nobody else permits anything in this folder.
    fn lock(&mut self) -> Result<(), DriverError> {
        if self.lock.is_some() {
            return Ok(());
        }
        let path = self.folder.join(LOCK_FILE);
        let failed = |why: &dyn std::fmt::Display| DriverError::Failed(format!("{}: {why}", path.display()));
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(failed(&"another cellgraph drives the controller of this folder"));
            }
            // Some file shares know no locks.
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
        self.lock = Some(file);
        Ok(())
    }

    fn run(&mut self) -> Result<&mut Underway, DriverError> {
        self.run.as_mut().ok_or_else(|| DriverError::Failed("no run was begun".to_owned()))
    }

    /// Waits until the controller says that what was permitted is done.
    fn wait(&mut self, step: u32, limit: Duration, control: &Control) -> Result<(), DriverError> {
        let clock = Arc::clone(&self.clock);
        let run = self.run()?;
        let start = clock.elapsed();
        let mut has_started = false;
        loop {
            for line in run.progress.lines()? {
                if run.seen.is_some() {
                    return Err(DriverError::Protocol(format!("a line after step {step} was done")));
                }
                let line = run.fitting(&line, step)?;
                match line.said {
                    Said::Started if step == 0 => {
                        return Err(DriverError::Protocol("it was asked for a report, and started".to_owned()));
                    }
                    Said::Started if has_started => {
                        return Err(DriverError::Protocol(format!("step {step} was started twice")));
                    }
                    Said::Started => has_started = true,
                    Said::Done(place) => {
                        run.seen = Some(Observation { run: line.run, after_step: line.step, place });
                    }
                    Said::Failed(error) => {
                        return Err(DriverError::Failed(format!("the controller says: {error}")));
                    }
                }
            }
            if run.seen.is_some() {
                return Ok(());
            }
            if control.stop() == Stop::Now {
                return Err(DriverError::Stopped);
            }
            if clock.elapsed().saturating_sub(start) > limit {
                return Err(DriverError::Late { limit });
            }
            clock.pass(PROGRESS_POLL, control);
        }
    }
}

impl Underway {
    fn fitting(&self, line: &[u8], step: u32) -> Result<Line, DriverError> {
        let line = Line::read(line).map_err(DriverError::Protocol)?;
        if line.run != self.desk.run() {
            return Err(DriverError::Protocol(format!("a line of another run, {}", line.run.hyphenated())));
        }
        match line.step.cmp(&step) {
            std::cmp::Ordering::Equal => Ok(line),
            std::cmp::Ordering::Less => {
                Err(DriverError::Protocol(format!("a line of step {}, which is over", line.step)))
            }
            std::cmp::Ordering::Greater => {
                Err(DriverError::Protocol(format!("a line of step {}, which was not permitted", line.step)))
            }
        }
    }

    /// Nothing may have been said since the last step was done.
    fn silence(&mut self) -> Result<(), DriverError> {
        match self.progress.lines()?.first() {
            None => Ok(()),
            Some(line) => {
                let text = String::from_utf8_lossy(line);
                Err(DriverError::Protocol(format!("a line that nobody asked for: {text}")))
            }
        }
    }
}

impl Driver for FileHandover {
    fn name(&self) -> &'static str {
        "file hand-over"
    }

    fn withdraw(&mut self) -> Result<(), DriverError> {
        self.lock()?;
        self.run = None;
        files::remove(&self.folder.join(PERMIT_FILE)).map_err(|error| DriverError::Failed(error.to_string()))
    }

    fn begin(&mut self, handover: &Handover, control: &Control) -> Result<(), DriverError> {
        self.lock()?;
        let actions = self.folder.join(ACTIONS_FILE);
        if actions != handover.actions {
            let written = files::write_whole(&actions, |out| out.write_all(handover.text.as_bytes()));
            written.map_err(|error| DriverError::Failed(error.to_string()))?;
        }
        let progress = Progress::from_end(self.folder.join(PROGRESS_FILE))?;
        let desk = Desk::new(self.folder.join(PERMIT_FILE), handover);
        desk.write(Grant::Report, 0)?;
        self.run = Some(Underway { desk, progress, seen: None });
        self.wait(0, handover.deadline, control)
    }

    fn step(&mut self, order: &Order, control: &Control) -> Result<Acknowledgement, DriverError> {
        let start = self.clock.elapsed();
        let run = self.run()?;
        run.silence()?;
        run.seen = None;
        run.desk.write(Grant::Go, order.number)?;
        self.wait(order.number, order.deadline, control)?;
        let took = self.clock.elapsed().saturating_sub(start).min(order.deadline);
        Ok(Acknowledgement { run: order.run, number: order.number, took })
    }

    fn observe(&mut self) -> Result<Observation, DriverError> {
        let run = self.run()?;
        run.silence()?;
        run.seen.clone().ok_or_else(|| DriverError::Failed("the controller has not said where the robot is".to_owned()))
    }

    fn halt(&mut self) -> Result<(), DriverError> {
        // Before a run was begun there is nothing that the controller was permitted.
        self.run.as_ref().map_or(Ok(()), |run| run.desk.write(Grant::Stop, run.desk.step()))
    }

    fn end(&mut self, ended: &Ended) -> Result<(), DriverError> {
        let lock = self.lock.take();
        let told = match self.run.take() {
            // A stop stays where the controller can read it.
            Some(run) if ended.is_completed() => run.desk.write(Grant::End, run.desk.step()),
            _ => Ok(()),
        };
        // By its name: a process that is just being started holds what is open here, and would hold the lock on.
        if let Some(lock) = lock {
            lock.unlock().map_err(|error| DriverError::Failed(format!("{LOCK_FILE}: {error}")))?;
        }
        told
    }

    fn stopper(&self) -> Option<Stopper> {
        let desk = self.run.as_ref()?.desk.clone();
        Some(Box::new(move || desk.write(Grant::Stop, desk.step())))
    }
}

/// Where the controller says that the robot is.
fn place(position: Option<String>, tool: Option<String>) -> Option<Place> {
    Some(Place { position: position?, tool: tool? })
}
