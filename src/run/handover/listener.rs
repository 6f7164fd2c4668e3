//! What a controller says after the stop of a recovery: the report that was asked for, and whatever follows it.
//!
//! In: the controller's lines from the stop on, by [`Side`]. Out: the place that is reported, or why there is none.
//!
//! 1. A line before the report that answers an earlier permit is ignored. Every other line is a report, or a contradiction.
//! 2. A report counts when every line up to it was read, and the controller then said nothing else for a while.
//! 3. Until a person has answered, every further line voids the report and the person's answer. Two kinds of line do not: the same report
//!    again, and a report of the place that the person named.

use std::{
    thread,
    time::{Duration, Instant},
};

use super::{
    super::{driver::DriverError, protocol::Progress},
    line::Written,
    permit::Document,
};
use crate::{
    cell::shown,
    limits::{PROGRESS_POLL, RECOVERY_QUIET},
    observe::{Declared, RawState, forbids_motion},
    review::Place,
};

/// The way to the controller in a recovery.
pub(in super::super) trait Side: std::fmt::Debug {
    /// What it has said since the last look.
    fn lines(&mut self) -> Result<Vec<Written>, DriverError>;

    /// Whether it has begun a line that has no end yet.
    fn is_in_a_line(&self) -> bool {
        false
    }

    /// Tells it once more to stop, over the stop that stands, and asks for a report. What was published is returned.
    fn stop_again(&mut self, standing: &Document) -> Result<Document, DriverError>;
}

/// Listens to the controller that was told to stop.
#[derive(Debug)]
pub(in super::super) struct Listener {
    side: Box<dyn Side>,
    stop: Document,
    declared: Declared,
    /// What it has reported; a person who says otherwise has seen that.
    reported: Option<Place>,
}

/// Where the controller says that the robot is, and what else an operator should know of it.
pub(in super::super) struct Report {
    pub(super) place: Place,
    pub(super) remark: Option<String>,
}

impl Listener {
    pub(in super::super) fn new(side: Box<dyn Side>, stop: Document, declared: &Declared) -> Self {
        Self { side, stop, declared: declared.clone(), reported: None }
    }

    /// The report that the stop asks for; none where it does not come in time.
    pub(super) fn wait(&mut self, patience: Duration) -> Result<Option<Report>, DriverError> {
        let start = Instant::now();
        let mut heard: Option<(Report, Instant)> = None;
        loop {
            for line in self.side.lines()? {
                heard = match (heard, self.report(&line).map_err(DriverError::Protocol)?) {
                    (None, report) => report.map(|report| (report, Instant::now())),
                    (Some(known), Some(again)) if known.0.place == again.place => Some(known),
                    (Some(_), _) => {
                        return Err(DriverError::Protocol("it says something else after its report".to_owned()));
                    }
                };
            }
            match &heard {
                Some((_, at)) if at.elapsed() < RECOVERY_QUIET => {}
                Some(_) if self.side.is_in_a_line() => {
                    return Err(DriverError::Protocol("it begins another line after its report".to_owned()));
                }
                None if start.elapsed() <= patience => {}
                _ => {
                    self.reported = heard.as_ref().map(|(report, _)| report.place.clone());
                    return Ok(heard.map(|(report, _)| report));
                }
            }
            thread::sleep(PROGRESS_POLL);
        }
    }

    /// Asks once more where the robot is, under a stop of a new number. What the controller said since the last look of anything but a place
    /// where the robot stands is a contradiction: it was told to stop.
    pub(super) fn ask_again(&mut self, patience: Duration) -> Result<Option<Report>, DriverError> {
        for line in self.side.lines()? {
            if self.report(&line).map_err(DriverError::Protocol)?.is_none() {
                return Err(DriverError::Protocol("it says more of a step".to_owned()));
            }
        }
        self.stop = self.side.stop_again(&self.stop)?;
        self.reported = None;
        self.wait(patience)
    }

    /// What the controller has said since the last look against the robot's being at `place`; none where it has said nothing.
    pub(super) fn against(&mut self, place: &Place) -> Option<String> {
        let lines = match self.side.lines() {
            Ok(lines) => lines,
            Err(error) => return Some(error.to_string()),
        };
        let against = |line: &Written| match self.report(line) {
            Ok(Some(report)) if report.place == *place || self.reported.as_ref() == Some(&report.place) => None,
            Ok(Some(report)) => Some(format!("it reports that the robot is at {}", report.place)),
            Ok(None) => Some("it says more of a step".to_owned()),
            Err(why) => Some(why),
        };
        let begun = || self.side.is_in_a_line().then(|| "it has begun another line".to_owned());
        lines.iter().find_map(against).or_else(begun)
    }

    /// The report that a line is; none where the line answers no stop.
    fn report(&self, line: &Written) -> Result<Option<Report>, String> {
        let told = line.read(self.stop.report.saturating_sub(1), &self.declared)?;
        if told.line.serial == 0 || told.line.run.hyphenated().to_string() != self.stop.run {
            return Ok(None);
        }
        match told.line.progress {
            _ if told.line.serial > 1 => Err("it answers a permit that there is not".to_owned()),
            _ if told.line.step != self.stop.step => {
                Err(format!("it answers the stop of step {} with step {}", self.stop.step, told.line.step))
            }
            Progress::At(_) if told.report.is_some() => {
                Err("it gives a report of a step, and none was asked for".to_owned())
            }
            Progress::At(place) => held_against(place, told.shown.as_ref(), &self.declared).map(Some),
            Progress::Started => Err("it was told to stop, and begins a step".to_owned()),
            Progress::Done(_) => Err("it was told to stop, and did a step".to_owned()),
            Progress::Failed(words) => Err(format!("it answers the stop with '{}'", shown(&words))),
        }
    }
}

/// A place, held against the cell that is shown beside it. One that the cell denies is none; an alarm denies no place.
fn held_against(place: Place, cell: Option<&RawState>, declared: &Declared) -> Result<Report, String> {
    let Some(cell) = cell else { return Ok(Report { place, remark: None }) };
    let seen = cell.observation(declared).with_report(&place.position, &place.tool);
    match (seen.fault(), seen.contradiction()) {
        (Some(fault), _) => Err(format!("what it shows of its cell cannot be used: {fault}")),
        (None, Some(contradiction)) => Err(contradiction),
        (None, None) if seen.is_change_only() => {
            let remark = "the controller shows a panel, and nobody declared what it means (--declared)".to_owned();
            Ok(Report { place, remark: Some(remark) })
        }
        (None, None) => Ok(Report { place, remark: forbids_motion(None, &seen, declared) }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::{
        super::{line::Source, permit::Document},
        *,
    };

    /// A controller that nothing is heard of.
    #[derive(Debug)]
    struct Silent;

    impl Side for Silent {
        fn lines(&mut self) -> Result<Vec<Written>, DriverError> {
            Ok(Vec::new())
        }

        fn stop_again(&mut self, standing: &Document) -> Result<Document, DriverError> {
            Ok(standing.stop(true))
        }
    }

    const PAGE: &str = "<!doctype html><html><body><p>Ready</p></body></html>";

    /// What comes of a line that answers the stop of step 3 with these fields.
    fn report(fields: &Value) -> Result<Option<Report>, String> {
        let run = Uuid::from_u128(1);
        let stop = Document { step: 3, ..Document::blank(run, 7) }.stop(true);
        let mut line = json!({
            "run": run.to_string(), "serial": stop.serial, "step": 3, "state": "report", "position": "Home", "tool": "none"
        });
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let line = Written { bytes: line.to_string().into_bytes(), number: None, source: Source::File };
        Listener::new(Box::new(Silent), stop, &Declared::default()).report(&line)
    }

    #[test]
    fn a_report_answers_the_stop_and_nothing_else() {
        let remark = |fields| report(&fields).unwrap().unwrap().remark;
        assert_eq!(remark(json!({})), None);
        assert_eq!(remark(json!({ "cell": { "position": "Home", "tool": "none" } })), None);
        let undeclared = remark(json!({ "panel": { "html": PAGE } }));
        assert_eq!(
            undeclared.as_deref(),
            Some("the controller shows a panel, and nobody declared what it means (--declared)")
        );
        assert!(report(&json!({ "serial": 7 })).unwrap().is_none(), "of an earlier permit");
        assert!(report(&json!({ "run": Uuid::from_u128(2).to_string() })).unwrap().is_none(), "of another run");
        for (fields, why) in [
            (json!({ "serial": 9 }), "it answers a permit that there is not"),
            (json!({ "step": 2 }), "it answers the stop of step 3 with step 2"),
            (json!({ "report": { "summary": "x" } }), "it gives a report of a step, and none was asked for"),
            (json!({ "state": "done" }), "it was told to stop, and did a step"),
        ] {
            assert_eq!(report(&fields).err().as_deref(), Some(why), "{fields}");
        }
    }
}
