//! From what was understood to a verified proposal.
//!
//! In: a reading, and the state in force. Out: a [`Turn`]. Every reading is judged by checkpoint 1 before it is planned, and
//! every plan that leaves here went through [`review::propose`], which verifies it; nothing here approves, runs or writes to
//! the store.

use std::{sync::Arc, time::Instant};

use tracing::info;
use uuid::Uuid;

use super::{Desk, Proposed, Tried, Turn, record};
use crate::{
    answer::describe,
    cell::State,
    checkpoint::{
        Checked, Issue, Verdict,
        cell::{self, Marks, Sure},
        critic::{self, IssueKind, Look},
        decomposition::Report,
        examples,
    },
    language::{By, Clause, Reading, Said, model::Cancel},
    plan::{Intent, Plan, build},
    review::{self, NotProposed, Proposal, Request, SecondOpinion, Start},
    run::Reliance,
    store::{Fate, RobotState},
};

/// One sentence on its way.
pub(super) struct Task<'t> {
    /// Names it, and its run.
    pub(super) id: Uuid,
    /// What is read: as typed, with what was said to an earlier proposal, or what was chosen.
    pub(super) sentence: &'t str,
    /// What was said in all, to be shown and recorded.
    pub(super) said: &'t str,
    /// Where the robot is.
    pub(super) start: State,
    /// The same as it is stored.
    pub(super) robot: &'t RobotState,
    pub(super) cancel: &'t Cancel,
    /// A proposal waits on where nothing comes of it.
    pub(super) is_beside_proposal: bool,
}

/// Why nothing is proposed.
struct Refused {
    /// In words, for the next attempt and for the operator.
    errors: Vec<String>,
    /// Where it was checkpoint 1 that refused.
    checkpoint: Option<Box<Report>>,
    /// What the critic objected to: this may not be what was said.
    objections: Vec<IssueKind>,
}

impl Refused {
    const fn by(errors: Vec<String>) -> Self {
        Self { errors, checkpoint: None, objections: Vec::new() }
    }

    const fn is_objected(&self) -> bool {
        !self.objections.is_empty()
    }
}

impl Desk {
    /// Plans what was read; where that cannot be, or checkpoint 1 objects, reads again with what was wrong, as long as it
    /// changes anything.
    pub(super) fn plan(&mut self, task: &Task<'_>, mut reading: Reading, mut attempts: u32) -> Turn {
        let mut checked = Vec::new();
        loop {
            let begun = Instant::now();
            let planned = self.attempt(task, &reading, attempts, &mut checked);
            self.spent.plan_and_verify += begun.elapsed();
            let refused = match planned {
                Ok(None) => {
                    let by_phrase =
                        || Some(format!("{} ({})", describe(&reading.said, self.snapshot()), reading.phrase.as_ref()?));
                    let understood = self.understood(&reading.said, task.robot).or_else(by_phrase);
                    return Turn::NothingToDo(Box::new((reading, understood)));
                }
                Ok(Some(proposal)) => {
                    let (reading, sentence) = (Some(reading), task.sentence.to_owned());
                    return Turn::Proposed(Box::new(Proposed {
                        proposal,
                        reading,
                        sentence,
                        attempts,
                        lesson: None,
                        lost: None,
                    }));
                }
                Err(refused) => refused,
            };
            info!(correlation_id = %task.id, stage = "not planned", attempts, errors = refused.errors.join("; "));
            let Some(next) = self.reconsider(task, &reading, &refused, attempts) else {
                let intent = reading.said.intent(self.snapshot(), task.start).ok().flatten();
                self.record_end(task.id, task.said, Fate::GivenUp, intent.as_ref(), &checked);
                let is_objected = refused.is_objected();
                let Refused { errors, checkpoint, .. } = refused;
                let checkpoint = checkpoint.map(|report| *report);
                let is_beside_proposal = task.is_beside_proposal;
                let tried = Tried { errors: &errors, attempts, checkpoint, is_objected, is_beside_proposal };
                return self.give_up(task.sentence, reading, tried, Some(task.robot));
            };
            reading = next;
            attempts += 1;
        }
    }

    /// Another reading, with what was wrong with the one before. The recogniser says the same again; only a model can
    /// make something of an objection. The second time suggestions and examples stand behind what was wrong.
    fn reconsider(&mut self, task: &Task<'_>, reading: &Reading, refused: &Refused, attempts: u32) -> Option<Reading> {
        let is_final = refused.checkpoint.as_ref().is_some_and(|report| report.outcome.verdict == Verdict::Fail);
        // Where the planner refuses what the recogniser read surely, another reading would only be another sentence.
        let may_ask = match reading.by {
            By::Model => true,
            By::Rules => refused.is_objected() && self.readers.model().is_some(),
            // A model that reads something else beside a phrase is a second reading: nothing is done by it.
            By::Phrase => false,
        };
        if is_final || !may_ask || attempts >= self.attempts_max {
            return None;
        }
        let objected = refused.checkpoint.as_ref().filter(|_| refused.is_objected());
        let mut errors = objected.map_or_else(|| refused.errors.clone(), |report| report.outcome.complaints());
        if attempts > 1 {
            let suggestions = objected.iter().flat_map(|report| &report.outcome.suggestions);
            errors.extend(suggestions.map(|suggestion| format!("suggestion: {suggestion}")));
            errors.extend(
                examples(&refused.objections, self.snapshot()).into_iter().map(|text| format!("example: {text}")),
            );
        }
        let errors = errors.join("; ");
        let next = self.readers.read_with_errors(task.sentence, &reading.said, &errors, task.start, task.cancel);
        self.note(task.id, &next);
        (next.said != reading.said && matches!(next.said, Said::Do(_))).then_some(next)
    }

    /// Goals → steps → a verified proposal; none where there is nothing to do.
    fn attempt(
        &mut self,
        task: &Task<'_>,
        reading: &Reading,
        attempts: u32,
        checked: &mut Vec<Checked>,
    ) -> Result<Option<Proposal>, Refused> {
        let said = self.placed(&reading.said, task.robot).map_err(Refused::by)?;
        let intent = said.intent(self.snapshot(), task.start);
        let intent = intent.map_err(|error| Refused::by(vec![error.to_string()]))?;
        let intent = intent.unwrap_or(Intent::Unknown);
        let begun = Instant::now();
        let (report, objections) = self.check(task, reading, &intent, attempts);
        checked.push(Checked::of(&report, begun.elapsed()));
        if report.outcome.verdict != Verdict::Pass {
            let is_objected = !objections.is_empty();
            let errors = match is_objected {
                true => objections.iter().map(words).collect(),
                // The planner says in the cell's words what the cell cannot do.
                false => self.build(task, &intent).err().unwrap_or_else(|| report.outcome.complaints()),
            };
            let objections = objections.iter().map(|issue| issue.kind).collect();
            return Err(Refused { errors, checkpoint: Some(Box::new(report)), objections });
        }
        let Some(plan) = self.build(task, &intent).map_err(Refused::by)? else { return Ok(None) };
        let mut request = Request { checked: checked.clone(), ..self.request(task, reading, intent, report) };
        if let Some(understood) = self.understood(&reading.said, task.robot) {
            request.understood = understood;
        }
        self.propose(task, request, plan).map(Some).map_err(Refused::by)
    }

    /// What was said, with the place that "back" means; none where the sentence says it all itself.
    fn understood(&self, said: &Said, robot: &RobotState) -> Option<String> {
        let placed = self.placed(said, robot).ok().filter(|placed| placed != said)?;
        Some(format!("{}: {}", describe(said, self.snapshot()), describe(&placed, self.snapshot())))
    }

    /// Checkpoint 1: what the sentence was read as, judged by what it says, before anything is planned; and what the critic
    /// objects to.
    fn check(
        &self,
        task: &Task<'_>,
        reading: &Reading,
        intent: &Intent,
        attempts: u32,
    ) -> (Report, Vec<critic::Issue>) {
        let snapshot = self.snapshot();
        let Look { issues, marks } = match reading.by {
            By::Phrase => self.critic.look_at_phrase(task.sentence, &reading.said, snapshot, task.start),
            By::Rules | By::Model => self.critic.look(task.sentence, &reading.said, snapshot, task.start),
        };
        let clauses: &[Clause] = if let Said::Do(clauses) = &reading.said { clauses } else { &[] };
        let sure = match (&reading.model, reading.by) {
            (Some(Ok(answer)), By::Model) => cell::probability(answer.route_probabilities[0])
                .zip(answer.confidence_in(&reading.said).and_then(cell::probability))
                .map(|(route, line)| Sure { route, line }),
            _ => None,
        };
        let judged = cell::ReadSentence {
            sentence: task.sentence,
            intent,
            marks: Marks::of(clauses).and(marks),
            critic: Some(issues.iter().map(Issue::from).collect()),
            sure,
            retry_count: attempts.saturating_sub(1),
        };
        let report = cell::check(&judged, snapshot, task.start);
        info!(correlation_id = %task.id, stage = "checked", attempts, verdict = report.words());
        (report, issues)
    }

    /// What was judged when it was first read is judged for routability alone.
    pub(super) fn check_again(&self, sentence: &str, intent: &Intent, start: State) -> Report {
        cell::check_replay(sentence, intent, self.snapshot(), start)
    }

    /// Goals → steps, from where the robot is, by the snapshot in force; none where there is nothing to do.
    pub(super) fn build(&mut self, task: &Task<'_>, intent: &Intent) -> Result<Option<Plan<'static>>, Vec<String>> {
        let snapshot = Arc::clone(self.snapshot());
        let mut steps = Vec::new();
        self.builder
            .build(&snapshot, task.start, intent, &mut steps)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok((!steps.is_empty()).then(|| build::plan(&snapshot, &steps).into_owned()))
    }

    fn request(&self, task: &Task<'_>, reading: &Reading, intent: Intent, report: Report) -> Request {
        let snapshot = self.snapshot();
        let second_opinion = match (reading.agree, reading.second()) {
            (Some(true), _) => SecondOpinion::Same,
            (Some(false), Some((_, Said::Unclear(_) | Said::Unknown))) => SecondOpinion::Unclear,
            (Some(false), Some((_, said))) => SecondOpinion::Differs(describe(said, snapshot)),
            _ => SecondOpinion::NotAsked,
        };
        Request {
            correlation_id: task.id,
            sentence: task.said.to_owned(),
            understood: describe(&reading.said, snapshot),
            reader: reading.reader(),
            second_opinion,
            left_aside: reading.left_aside.clone(),
            goals: Some(intent),
            differences: Vec::new(),
            checkpoint: Some(report),
            checked: Vec::new(),
            corrects: None,
            declared: self.judged_by.declared,
            judge: self.judged_by.judge,
            warnings: Vec::new(),
            reading: record::reading(reading, snapshot),
        }
    }

    /// The one way to a proposal: through the verifier, against the cell and the state in force.
    pub(super) fn propose(
        &self,
        task: &Task<'_>,
        request: Request,
        plan: Plan<'static>,
    ) -> Result<Proposal, Vec<String>> {
        let (id, steps) = (task.id, plan.steps.len());
        let mut warnings = self.layout.as_ref().map(|file| file.warnings().to_vec()).unwrap_or_default();
        warnings.extend(request.warnings.iter().cloned());
        let request = Request { warnings, ..request };
        let journal = self.store.binding_head().map_err(|error| vec![error.to_string()])?;
        let journal = journal.map(|head| head.hash).unwrap_or_default();
        let unconfirmed = Reliance::of(task.robot).reason_against(!self.moves_robot);
        let start = Start { state: task.start, unconfirmed, journal };
        match review::propose(self.snapshot(), &start, request, plan) {
            Ok(proposal) => {
                self.log.verified(id, steps, None);
                info!(correlation_id = %id, stage = "proposed", steps, digest = %proposal.digest().to_hex());
                Ok(proposal)
            }
            Err(NotProposed::Refused(report)) => {
                self.log.verified(id, steps, Some(&report));
                Err(report.feedback.lines().map(str::to_owned).collect())
            }
            Err(error @ (NotProposed::NotAskedFor { .. } | NotProposed::Unwritable(_))) => Err(vec![error.to_string()]),
        }
    }
}

/// An objection for the operator, with what to do about it.
fn words(issue: &critic::Issue) -> String {
    match &issue.suggestion {
        None => issue.why.clone(),
        Some(suggestion) => format!("{}: {suggestion}", issue.why),
    }
}
