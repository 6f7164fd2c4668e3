//! What a run sees: each line of the controller, with what it shows of the cell, held against what the step was to achieve.
//!
//! In: lines as the driver gives them. Out: [`Judged`] for the protocol, and lines for the log. The one who was asked does not
//! judge itself: that a controller says "done" is one fact among others ([`crate::observe`]).
//!
//! 1. What was seen before a step is what the last believed line showed.
//! 2. A report that contradicts the state beside it is not seen.
//! 3. A step that was not seen done is judged again by the next report, against what was seen before the step.
//! 4. What is reported of a step lowers what was observed of it, and never raises it ([`super::reported`]).
//! 5. A report of a step where no step is open contradicts the line that it stands in.
//! 6. A cell that is shown and cannot be read, or is shown no more, contradicts whatever the line says; so does one that is
//!    shown as a state and then as a page, or the other way round.

use super::{
    driver::{Handover, Order, Told},
    protocol::{Finding, Judged, Progress},
    reported::{self, Reports},
};
use crate::{
    observe::{Declared, Expected, Observation, Route, Shown, Stand, Verdict, Witness, forbids_motion, judge},
    review::Place,
};

/// See the head of this file. One for a run.
pub(super) struct Observer {
    orders: Vec<Order>,
    steps: Vec<Expected>,
    reports: Reports,
    declared: Declared,
    /// What was seen before the step that is next.
    before: Option<Observation>,
    /// What the controller saw happen since.
    witness: Witness,
    /// The step that was said to be done and not seen done.
    open: Option<u32>,
    /// Whether the controller has shown its cell as a panel's page, or as a state; none: not at all.
    shows_panel: Option<bool>,
}

impl Observer {
    pub(super) fn new(handover: &Handover, declared: Declared) -> Self {
        let last = handover.steps();
        let steps = handover.orders.iter().map(|order| expected(order, order.number == last)).collect();
        let (orders, reports) = (handover.orders.clone(), Reports::default());
        Self {
            orders,
            steps,
            reports,
            declared,
            before: None,
            witness: Witness::default(),
            open: None,
            shows_panel: None,
        }
    }

    /// What a line shows, and what is to be logged of it.
    pub(super) fn judge(&mut self, told: &Told) -> (Judged, Vec<String>) {
        self.witness = both(self.witness, told.witness);
        match &told.line.progress {
            Progress::Started => (Judged::plain(), Vec::new()),
            Progress::Failed(_) => {
                let step = self.open.unwrap_or(told.line.step);
                let order = self.index(step).and_then(|index| self.orders.get(index));
                (order.map_or_else(Judged::plain, |order| reported::of_failure(order, told)), Vec::new())
            }
            Progress::Done(place) => {
                self.reports.begin();
                self.look(Some(told.line.step), told, place)
            }
            Progress::At(place) => {
                self.reports.look_again();
                self.look(self.open, told, place)
            }
        }
    }

    /// What is shown beside a place: of a step, or of a robot that stands.
    fn look(&mut self, step: Option<u32>, told: &Told, place: &Place) -> (Judged, Vec<String>) {
        let seen = observation(told, place, &self.declared);
        let shows_panel = told.shown.as_ref().map(Shown::is_panel);
        let unreadable = match (self.shows_panel, shows_panel, seen.fault()) {
            (_, Some(_), Some(fault)) => Some(format!("what the controller shows of its cell cannot be used: {fault}")),
            (Some(_), None, _) => Some("the controller does not show its cell any more".to_owned()),
            (Some(before), Some(now), _) if before != now => {
                Some("the controller shows its cell in another way than before".to_owned())
            }
            _ => None,
        };
        self.shows_panel = shows_panel.or(self.shows_panel);
        match (unreadable, step) {
            (Some(reason), _) => (refuted(reason), Vec::new()),
            (None, Some(step)) => self.step(step, seen, told),
            // Whoever reports on a step that nobody asked about means another one than this run's record.
            (None, None) if told.report.is_some() => {
                (refuted("the controller gives a report of a step, and none was asked for".to_owned()), Vec::new())
            }
            (None, None) => (self.standing(seen), Vec::new()),
        }
    }

    /// A robot that stands: what is seen now is what was seen before the next step.
    fn standing(&mut self, seen: Observation) -> Judged {
        let forbidden = forbids_motion(self.before.as_ref(), &seen, &self.declared);
        (self.before, self.witness) = (Some(seen), Witness::default());
        forbidden.map_or_else(Judged::plain, refuted)
    }

    fn index(&self, step: u32) -> Option<usize> {
        usize::try_from(step).ok()?.checked_sub(1)
    }

    fn step(&mut self, number: u32, seen: Observation, told: &Told) -> (Judged, Vec<String>) {
        let known = self.index(number).and_then(|index| Some((self.steps.get(index)?, self.orders.get(index)?)));
        let Some((expected, order)) = known else {
            // The protocol ends the run for it.
            let reason = format!("there is no step {number}");
            return (refuted(reason), Vec::new());
        };
        let verdict = judge(self.before.as_ref(), Some(&seen), expected, &self.witness, &self.declared);
        let (judged, reported) = self.reports.lower(order, told, judged(&verdict));
        self.open = (judged.finding >= Finding::PoorReport).then_some(number);
        if self.open.is_none() {
            (self.before, self.witness) = (Some(seen), Witness::default());
        }
        (judged, verdict.words().into_iter().chain(reported).collect())
    }
}

fn refuted(reason: String) -> Judged {
    Judged { finding: Finding::Refuted, confidence: 0, reason, reported: None }
}

fn judged(verdict: &Verdict) -> Judged {
    let finding = match verdict.route() {
        Route::GoalAchieved | Route::NextStep => Finding::Seen,
        Route::AskOperator => Finding::Unsure,
        Route::Correction if verdict.is_refuted() => Finding::Refuted,
        Route::Correction => Finding::NotSeen,
    };
    let (confidence, reason) = (verdict.confidence().as_hundredths(), verdict.semantic_summary().to_owned());
    Judged { finding, confidence, reason, reported: None }
}

fn expected(order: &Order, is_last: bool) -> Expected {
    Expected::of(&order.step, stand(&order.before), stand(&order.after), is_last)
}

fn stand(place: &Place) -> Stand<'_> {
    Stand { position: &place.position, tool: &place.tool }
}

fn observation(told: &Told, place: &Place, declared: &Declared) -> Observation {
    match &told.shown {
        Some(shown) => shown.observation(declared).with_report(&place.position, &place.tool),
        None => Observation::of_place(&place.position, &place.tool),
    }
}

/// What either saw.
fn both(one: Witness, other: Witness) -> Witness {
    let either = |one: Option<bool>, other: Option<bool>| match (one, other) {
        (Some(one), Some(other)) => Some(one || other),
        (one, other) => one.or(other),
    };
    Witness {
        network: either(one.network, other.network),
        motion: either(one.motion, other.motion),
        program: either(one.program, other.program),
    }
}
