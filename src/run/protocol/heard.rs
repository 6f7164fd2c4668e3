//! What the controller says, held against the permit that stands.

use super::{Ended, Evidence, Finding, Judged, Line, Output, Phase, Progress, Protocol, Why, misplaced};
use crate::{review::Place, run::short::short};

impl Protocol {
    /// Whether a line answers the permit that stands.
    #[must_use]
    pub fn fits(&self, line: &Line) -> bool {
        self.unfitting(line).is_none()
    }

    pub(super) fn heard(&mut self, line: Line, judged: Judged, out: &mut Vec<Output>) {
        let is_ours = line.run == self.facts.run;
        let is_late_answer =
            self.phase == Phase::Ending && is_ours && line.serial == self.serial && line.step == self.completed;
        if is_late_answer && matches!(&line.progress, Progress::At(place) if *place == self.place) {
            // The report that was asked for before the stop: it says what is known.
            return;
        }
        if let Some(reason) = self.unfitting(&line) {
            if let Progress::Done(place) | Progress::At(place) = line.progress
                && is_ours
            {
                self.said = Some(place);
            }
            return self.misfit(&reason, out);
        }
        match (line.progress, &mut self.phase) {
            (Progress::At(place), &mut Phase::Asking { why, .. }) => self.reported(place, why, judged, out),
            (Progress::Started, Phase::Moving { has_started, .. }) => {
                *has_started = true;
                if judged.finding == Finding::Refuted {
                    self.fail(format!("as it began: {}", judged.reason), out);
                }
            }
            (Progress::Done(place), Phase::Moving { .. }) => self.done(place, judged, out),
            (Progress::Failed(error), _) => {
                self.evidence = Evidence::Doubt;
                // For the record: the run ends whatever is reported.
                if judged.reported.is_some() {
                    self.unsure = Some(judged);
                }
                self.fail(format!("the controller says: '{}'", short(&error)), out);
            }
            // `unfitting` names every other combination.
            (Progress::Started | Progress::Done(_) | Progress::At(_), _) => {
                self.misfit("a line that nobody asked for", out);
            }
        }
    }

    /// Why a line does not answer the permit that stands.
    fn unfitting(&self, line: &Line) -> Option<String> {
        if line.run != self.facts.run {
            return Some(format!("a line of another run, {}", line.run.hyphenated()));
        }
        let (step, next) = (line.step, self.completed + 1);
        match (&self.phase, &line.progress) {
            (Phase::Asking { .. } | Phase::Moving { .. }, _) if self.publishing.is_some() => {
                Some("a line that came before its permit".to_owned())
            }
            (Phase::Asking { .. } | Phase::Moving { .. }, _) if line.serial != self.serial => {
                Some(format!("a line that does not answer the permit that stands (step {step})"))
            }
            (Phase::Asking { .. }, Progress::Started) => Some("it was asked for a report, and started".to_owned()),
            (Phase::Asking { .. }, Progress::Done(_)) => Some("it was asked for a report, and did a step".to_owned()),
            (Phase::Asking { .. }, _) if step != self.completed => Some(format!("a report after step {step}")),
            (Phase::Asking { .. }, _) => None,
            (Phase::Moving { .. }, Progress::At(_)) => Some("a report that nobody asked for".to_owned()),
            (Phase::Moving { .. }, _) if step < next => Some(format!("a line of step {step}, which is over")),
            (Phase::Moving { .. }, _) if step > next => Some(format!("a line of step {step}, which was not permitted")),
            (Phase::Moving { has_started: true, .. }, Progress::Started) => {
                Some(format!("step {step} was started twice"))
            }
            (Phase::Moving { .. }, _) => None,
            _ => Some("a line that nobody asked for".to_owned()),
        }
    }

    fn reported(&mut self, place: Place, why: Why, judged: Judged, out: &mut Vec<Output>) {
        let is_denied = judged.finding >= Finding::PoorReport && why != Why::Again;
        let wrong = misplaced(&self.expected(why), &place).or_else(|| is_denied.then(|| judged.reason.clone()));
        match wrong {
            None => self.seen(why, judged, out),
            Some(reason) => {
                (self.evidence, self.said) = (Evidence::Doubt, Some(place));
                self.fail(reason, out);
            }
        }
    }

    fn done(&mut self, place: Place, judged: Judged, out: &mut Vec<Output>) {
        let Some(step) = self.step(self.completed + 1) else { return };
        if let Some(reason) = misplaced(&step.after, &place) {
            self.said = Some(place);
            return self.fail(reason, out);
        }
        self.judge(judged, out);
    }

    fn misfit(&mut self, reason: &str, out: &mut Vec<Output>) {
        self.stray(format!("what the controller says does not fit the run: {}", short(reason)), out);
    }

    /// Something was heard that does not fit, or cannot be read: the robot is halted, and nobody knows where it is.
    pub(super) fn stray(&mut self, reason: String, out: &mut Vec<Output>) {
        let was_recorded_sure = self.is_recorded && self.evidence != Evidence::Doubt;
        match (&self.phase, &self.end) {
            (Phase::Ending, _) if was_recorded_sure => {
                self.halt(out);
                self.notes.push(reason.clone());
                self.distrust.get_or_insert(reason);
            }
            // A robot that is being stopped in the middle of a step still has its word about it.
            (
                Phase::Ending,
                Some(Ended::StoppedNow { .. } | Ended::StoppedNowByProgram { .. } | Ended::Failed { .. }),
            ) => self.evidence = Evidence::Doubt,
            (Phase::Ending, _) => {
                self.evidence = Evidence::Doubt;
                self.halt(out);
                self.notes.push(reason);
            }
            _ => {
                self.evidence = Evidence::Doubt;
                self.fail(reason, out);
            }
        }
    }
}
