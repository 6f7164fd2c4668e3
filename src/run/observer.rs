//! What a run sees: each line of the controller, with what it shows of the cell, held against what the step was to achieve.
//!
//! In: lines as the driver gives them, and what a model says of a step where one is asked. Out: [`Judged`] for the protocol, and
//! lines for the log. A controller does not judge itself: its "done" is one fact among others
//! ([`crate::observe`]).
//!
//! 1. What was seen before a step is what the last believed line showed.
//! 2. A report that contradicts the state beside it is not seen.
//! 3. A step that was not seen done is judged again by the next report, against what was seen before the step.
//! 4. What is reported of a step lowers what was observed of it, and never raises it ([`super::reported`]).
//! 5. A report of a step where no step is open contradicts the line that it stands in.
//! 6. A cell that cannot be read, or that is shown no longer, contradicts whatever the line says. So does a cell that is first shown as a
//!    state and then as a page, or the other way round.
//! 7. A verdict by code that lets a step count as done stays open until [`Observer::settle`]: a model may lower it there, and
//!    cannot raise it. Every other verdict stands at once.
//! 8. A model that is asked and gives no answer, or one that cannot be read, lets nothing count as done.
//! 9. An alarm ends the run in a line that says `started` too, as in any other line.

use super::{
    driver::{Handover, Message, Order},
    judge::Answered,
    protocol::{Finding, Judged, ModelSaid, Predicted, Progress},
    reported::{self, Checked, Reports},
    short::short,
};
use crate::{
    limits::VERDICT_SUMMARY_CHARS,
    observe::{
        Confidence, Declared, Expected, Observation, PLAIN, RawState, Route, Stand, Verdict, Witness, forbids_motion,
        judge,
        model::{Judgement, question},
        prediction::{ActionType, Outcome, Seen},
    },
    review::Place,
};

/// What came of a look at a line.
pub(super) enum Looked {
    /// The verdict stands; with what is to be logged.
    Settled(Judged, Vec<String>),
    /// A step counts as done, or nearly, by code: [`Observer::question`] asks a model about it, [`Observer::settle`] ends it.
    Open,
}

/// A step that was judged by code alone, so far.
struct Open {
    number: u32,
    seen: Observation,
    verdict: Verdict,
    checked: Checked,
}

/// See the head of this file. One for a run.
pub(super) struct Observer {
    /// The operator's words.
    request: String,
    orders: Vec<Order>,
    steps: Vec<Expected>,
    reports: Reports,
    declared: Declared,
    /// What was seen before the step that is next.
    before: Option<Observation>,
    /// What the controller saw happen since.
    witness: Witness,
    /// The step that was said to be done and not seen done.
    undone: Option<u32>,
    /// The step whose verdict is open.
    open: Option<Open>,
    /// Whether the controller has shown its cell as a panel's page, or as a state; none: not at all.
    shows_panel: Option<bool>,
}

impl Observer {
    pub(super) fn new(handover: &Handover, declared: Declared, request: &str) -> Self {
        let last = handover.steps();
        let steps = handover.orders.iter().map(|order| expected(order, order.number == last)).collect();
        let (orders, reports) = (handover.orders.clone(), Reports::default());
        Self {
            request: request.to_owned(),
            orders,
            steps,
            reports,
            declared,
            before: None,
            witness: Witness::default(),
            undone: None,
            open: None,
            shows_panel: None,
        }
    }

    /// What a line shows, by code.
    pub(super) fn look(&mut self, told: &Message) -> Looked {
        let is_of_step = matches!(told.line.progress, Progress::Done(_));
        let witness = if is_of_step { told.witness } else { told.witness.of_another_time() };
        self.witness = both(self.witness, witness);
        match &told.line.progress {
            Progress::Started => plainly(self.begun(told)),
            Progress::Failed(_) => {
                let step = self.undone.unwrap_or(told.line.step);
                let order = self.index(step).and_then(|index| self.orders.get(index));
                plainly(order.map_or_else(Judged::plain, |order| reported::of_failure(order, told)))
            }
            Progress::Done(place) => {
                self.reports.begin();
                self.look_at(Some(told.line.step), told, place)
            }
            Progress::At(place) => {
                self.reports.look_again();
                self.look_at(self.undone, told, place)
            }
        }
    }

    /// A step that begins: the robot may be anywhere on its way, so that nothing but an alarm, or a state that cannot be read,
    /// counts here. A page may say nothing of the place meanwhile. What is shown is no state to judge the step by.
    fn begun(&self, told: &Message) -> Judged {
        let Some(seen) = told.shown.as_ref().map(|shown| shown.observation(&self.declared)) else {
            return Judged::plain();
        };
        if let Some(fault) = seen.fault().filter(|_| !seen.is_panel()) {
            return refuted(format!("what the controller shows of its cell cannot be used: {fault}"));
        }
        forbids_motion(None, &seen, &self.declared).map_or_else(Judged::plain, refuted)
    }

    /// What a model is asked about the step whose verdict is open.
    pub(super) fn question(&self) -> Option<String> {
        let open = self.open.as_ref()?;
        let (order, steps) = (self.orders.get(self.index(open.number)?)?, u32::try_from(self.orders.len()).ok()?);
        Some(question(&self.request, &order.step.words(), open.number, steps, open.verdict.lines()))
    }

    /// Ends the verdict that is open, with what came of asking a model.
    pub(super) fn settle(&mut self, answered: Answered) -> (Judged, Vec<String>) {
        match self.open.take() {
            Some(open) => self.close(open, answered),
            // An invariant, not a case: nothing counts as done by it.
            None => (refuted("no step's verdict was open".to_owned()), Vec::new()),
        }
    }

    /// What is shown beside a place: of a step, or of a robot that stands.
    fn look_at(&mut self, step: Option<u32>, told: &Message, place: &Place) -> Looked {
        let seen = observation(told, place, &self.declared);
        let shows_panel = told.shown.as_ref().map(RawState::is_panel);
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
            (Some(reason), _) => plainly(refuted(reason)),
            (None, Some(step)) => self.step(step, seen, told),
            // Whoever reports on a step that nobody asked about means another one than this run's record.
            (None, None) if told.report.is_some() => {
                plainly(refuted("the controller gives a report of a step, and none was asked for".to_owned()))
            }
            (None, None) => plainly(self.standing(seen)),
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

    fn step(&mut self, number: u32, seen: Observation, told: &Message) -> Looked {
        let known = self.index(number).and_then(|index| Some((self.steps.get(index)?, self.orders.get(index)?)));
        let Some((expected, order)) = known else {
            // The protocol ends the run for it.
            return plainly(refuted(format!("there is no step {number}")));
        };
        let verdict = judge(self.before.as_ref(), Some(&seen), expected, &self.witness, &self.declared);
        let checked = self.reports.check(order, told);
        let by_code = checked.lower(judged(&verdict, expected.is_last()));
        let open = Open { number, seen, verdict, checked };
        if open.verdict.may_ask_model() && by_code.finding <= Finding::Unsure {
            self.open = Some(open);
            return Looked::Open;
        }
        let (judged, lines) = self.close(open, Answered::NotAsked);
        Looked::Settled(judged, lines)
    }

    /// What was predicted of a step, held against what is seen after it.
    fn predicted(&self, number: u32, seen: &Observation) -> Option<Predicted> {
        let index = self.index(number)?;
        let (expected, order) = (self.steps.get(index)?, self.orders.get(index)?);
        let next = self.orders.get(index + 1).map(|order| order.step.words());
        let outcome = Outcome::of_step(expected, ActionType::of_step(&order.step), &self.declared, next)?;
        let state = seen.whole();
        let came_true =
            outcome.score(&Seen { state: state.as_ref(), ..Seen::default() }).map(Confidence::as_hundredths);
        Some(Predicted { outcome: short(&outcome.description), next: outcome.next_goal, came_true })
    }

    fn close(&mut self, open: Open, answered: Answered) -> (Judged, Vec<String>) {
        let Open { number, seen, verdict, checked } = open;
        let answer = match answered {
            Answered::NotAsked => None,
            Answered::With(answer) => Some(Judgement::read(&answer).map_err(|error| error.to_string())),
            Answered::Not(why) => Some(Err(why)),
        };
        let by_code = verdict.clone();
        let (verdict, model, line) = match answer {
            None => (verdict, None, None),
            Some(Ok(model)) => {
                let verdict = verdict.with_model(&model);
                let line = words(&model, &by_code, &verdict);
                (verdict, Some(recorded(&model)), Some(line))
            }
            Some(Err(why)) => {
                let no_answer = short(&why);
                let line = short(&format!("Model: no answer: {why}"));
                (verdict.without_answer(&why), Some(ModelSaid::Nothing { no_answer }), Some(line))
            }
        };
        let is_last = usize::try_from(number).is_ok_and(|number| number == self.steps.len());
        let predicted = self.predicted(number, &seen);
        let judged = Judged { model, predicted, ..checked.lower(judged(&verdict, is_last)) };
        self.undone = (judged.finding >= Finding::PoorReport).then_some(number);
        if self.undone.is_none() {
            (self.before, self.witness) = (Some(seen), Witness::default());
        }
        // A report may leave a completion less sure than what was observed of it.
        let is_low = is_last && judged.finding == Finding::Seen && judged.confidence < PLAIN.as_hundredths();
        let low = (is_low && !verdict.is_low_confidence_completion())
            .then(|| format!("Low confidence completion: {}", Confidence::hundredths(judged.confidence)));
        (judged, verdict.words().into_iter().chain(line).chain(checked.words()).chain(low).collect())
    }
}

fn plainly(judged: Judged) -> Looked {
    Looked::Settled(judged, Vec::new())
}

fn refuted(reason: String) -> Judged {
    Judged { finding: Finding::Refuted, confidence: 0, reason, ..Judged::plain() }
}

/// What a model said, for the record.
fn recorded(model: &Judgement) -> ModelSaid {
    ModelSaid::Judgement {
        action_succeeded: model.action_succeeded,
        task_completed: model.task_completed,
        confidence: model.confidence.as_hundredths(),
        reason: model.reason.chars().take(VERDICT_SUMMARY_CHARS).collect(),
    }
}

/// The same for the log, beside what it lowered.
fn words(model: &Judgement, by_code: &Verdict, verdict: &Verdict) -> String {
    let flags = |action: bool, task: bool, confidence: Confidence| {
        format!("action_succeeded {action}, task_completed {task}, confidence {confidence}")
    };
    let said = flags(model.action_succeeded, model.task_completed, model.confidence);
    let lowered = match verdict == by_code {
        true => "it lowers nothing".to_owned(),
        false => {
            let before = flags(by_code.action_succeeded(), by_code.task_completed(), by_code.confidence());
            format!("it lowers {before}")
        }
    };
    short(&format!("Model: {said}; {lowered}: {}", model.reason))
}

fn judged(verdict: &Verdict, is_last: bool) -> Judged {
    let finding = match verdict.route() {
        // A model says that the last step was done, and the request is not.
        Route::NextStep if is_last => Finding::Unsure,
        Route::GoalAchieved | Route::NextStep => Finding::Seen,
        Route::AskOperator => Finding::Unsure,
        Route::Correction if verdict.is_refuted() => Finding::Refuted,
        Route::Correction => Finding::NotSeen,
    };
    let (confidence, reason) = (verdict.confidence().as_hundredths(), verdict.semantic_summary().to_owned());
    Judged { finding, confidence, reason, ..Judged::plain() }
}

fn expected(order: &Order, is_last: bool) -> Expected {
    Expected::of(&order.step, stand(&order.before), stand(&order.after), is_last)
}

fn stand(place: &Place) -> Stand<'_> {
    Stand { position: &place.position, tool: &place.tool }
}

fn observation(told: &Message, place: &Place, declared: &Declared) -> Observation {
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
