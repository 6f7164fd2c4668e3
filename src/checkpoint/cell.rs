//! Checkpoint 1 for the cell: what a sentence was read as, judged like any decomposition.
//!
//! In: a [`ReadSentence`]: the intent, how the sentence is marked, what a critic found, how sure the model is; and the snapshot.
//! Out: the general [`Case`], whose subgoals are the goals and whose agents are `motion`, `tool change` and each routine.
//! No sentence is read here, and no plan is made: what the cell allows on the way is the planner's and the verifier's.
//!
//! 1. The goals are done one after the other, each after the one before.
//! 2. An agent has as capabilities what the snapshot has for it; names that the snapshot does not have are in no context.
//! 3. Whatever changes a tool, has several goals or carries a marked word is looked over by a critic, or fails.

use super::{
    Issue, Score,
    decomposition::{self, Case, Complexity, Judge, Report, Verification},
};
use crate::{
    cell::{State, ToolId},
    language::{Clause, Span},
    plan::{Goal, Intent},
    snapshot::Snapshot,
};

mod parts;

/// Words of a sentence that are easily missed, and change all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// "Not", "never", "cancel".
    pub negation: bool,
    /// "But not", "except".
    pub exclusion: bool,
    /// "First", "before that", "back to front".
    pub order: bool,
    /// A count; the number within a name is none.
    pub number: bool,
    /// "All", "every", "from … to".
    pub quantifier: bool,
}

impl Marks {
    /// What clauses carry. A reader that misses a word has no clause for it: the words of the sentence are to be added.
    #[must_use]
    pub fn of(clauses: &[Clause]) -> Self {
        let mut marks = Self::default();
        for clause in clauses {
            let (Clause::Go { places, times } | Clause::Work { places, times, .. }) = clause else { continue };
            marks.number |= *times > 1;
            marks.order |= places.reversed;
            for span in &places.spans {
                marks.quantifier |= matches!(span, Span::All { .. } | Span::Range(..));
                marks.exclusion |= matches!(span, Span::All { but } if !but.is_empty());
            }
        }
        marks
    }

    /// Both of them.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            negation: self.negation | other.negation,
            exclusion: self.exclusion | other.exclusion,
            order: self.order | other.order,
            number: self.number | other.number,
            quantifier: self.quantifier | other.quantifier,
        }
    }

    /// Whether there is any.
    #[must_use]
    pub const fn any(self) -> bool {
        self.negation | self.exclusion | self.order | self.number | self.quantifier
    }
}

/// How sure a model is of its own reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sure {
    /// The probability of the route.
    pub route: Score,
    /// The probability of the whole line.
    pub line: Score,
}

/// A probability as a score, digits beyond the hundredths cut off; none of what is no probability.
#[must_use]
pub fn probability(p: f32) -> Option<Score> {
    Score::read(&p.to_string()).ok()
}

/// A sentence, and what it was read as.
#[derive(Clone, Debug)]
pub struct ReadSentence<'r> {
    /// As typed.
    pub sentence: &'r str,
    /// What it was read as.
    pub intent: &'r Intent,
    /// How it is marked.
    pub marks: Marks,
    /// What a critic found that did not make the reading: none where none looked.
    pub critic: Option<Vec<Issue>>,
    /// What the model that made the reading says of it: none where no model did.
    pub sure: Option<Sure>,
    /// How often it was tried again before this.
    pub retry_count: u32,
}

/// Judges what a sentence was read as, for a robot in `state`.
#[must_use]
pub fn check(reading: &ReadSentence<'_>, snapshot: &Snapshot, state: State) -> Report {
    decomposition::check(&case(reading, snapshot, state))
}

/// Judges what a stored run asked for, which is done again: whether there is somebody who can, and no more. It was judged whole
/// when it was first read.
#[must_use]
pub fn check_replay(sentence: &str, intent: &Intent, snapshot: &Snapshot, state: State) -> Report {
    let (marks, critic, sure, retry_count) = (Marks::default(), None, None, 0);
    let reading = ReadSentence { sentence, intent, marks, critic, sure, retry_count };
    decomposition::check(&Case { complexity: Complexity::Simple, ..case(&reading, snapshot, state) })
}

/// The general form of a reading.
#[must_use]
pub fn case(reading: &ReadSentence<'_>, snapshot: &Snapshot, state: State) -> Case {
    let goals = goals(reading.intent);
    let cell = parts::Context { snapshot, state };
    let option = match (&reading.critic, reading.sure) {
        (Some(_), _) => Some(Verification::Adversarial),
        (None, Some(_)) => Some(Verification::SelfVerification),
        (None, None) => None,
    };
    Case {
        query: reading.sentence.to_owned(),
        decomposition: parts::decompose(reading.sentence, goals),
        agents: Some(cell.agents(goals)),
        environment: None,
        context: Some(cell.context(goals)),
        aspects: None,
        judge: judge(reading),
        critic: reading.critic.clone(),
        complexity: complexity(reading, snapshot, state),
        option,
        retry_count: reading.retry_count,
        previous: None,
    }
}

/// How hard a reading is to get right, and how much hangs on it.
#[must_use]
pub fn complexity(reading: &ReadSentence<'_>, snapshot: &Snapshot, state: State) -> Complexity {
    let goals = goals(reading.intent);
    match goals.len() {
        0 => Complexity::Simple,
        _ if changes_tool(goals, snapshot, state.tool) => Complexity::Critical,
        1 if !reading.marks.any() => Complexity::Medium,
        _ => Complexity::Complex,
    }
}

fn goals(intent: &Intent) -> &[Goal] {
    match intent {
        Intent::Goals(goals) => goals,
        Intent::Unknown => &[],
    }
}

/// Whether the flange holds something else at any time, as far as the goals alone say.
fn changes_tool(goals: &[Goal], snapshot: &Snapshot, held: Option<ToolId>) -> bool {
    goals.iter().any(|goal| match goal {
        Goal::Move { .. } => false,
        Goal::AttachTool { .. } | Goal::ReleaseTool | Goal::ReleaseToolAndHome => true,
        Goal::Routine { routine, position } => {
            let required = snapshot.routine_id(routine).and_then(|id| snapshot.required_tool(id));
            let position = snapshot.position_id(position);
            match required {
                Some(_) => required != held,
                None => position.is_some_and(|position| held.is_some() && snapshot.forbids(held, position)),
            }
        }
    })
}

/// From which probability on a reading has which score, the highest first: the share of right lines among the 509 commands
/// that the model read in the guiding half of `tests/language`, by isotonic regression. `models/training/calibrate.py` prints
/// these rows; they belong to the adapter of `models/` and are made anew with it.
pub const SCORE_OF_PROBABILITY: &[(Score, Score)] = &[
    (Score::fixed(91), Score::FULL),
    (Score::fixed(88), Score::fixed(96)),
    (Score::fixed(77), Score::fixed(87)),
    (Score::fixed(65), Score::fixed(63)),
    (Score::fixed(54), Score::fixed(48)),
    (Score::fixed(40), Score::fixed(30)),
    (Score::NOTHING, Score::fixed(8)),
];

fn score_of(probability: Score) -> Score {
    let row = SCORE_OF_PROBABILITY.iter().find(|(from, _)| probability >= *from);
    row.map_or(Score::NOTHING, |&(_, score)| score)
}

/// Whether all that was said is there: the model says how sure it is of the line, and the critic's issues are ceilings over
/// that. Whether it fits together hangs on the route as well. The other two are counted.
fn judge(reading: &ReadSentence<'_>) -> Judge {
    let by_critic = reading.critic.is_some().then_some(Score::FULL);
    let completeness = reading.sure.map(|sure| score_of(sure.line)).or(by_critic);
    let consistency = reading.sure.map(|sure| score_of(sure.line.min(sure.route)));
    let reason = match (reading.sure, &reading.critic) {
        (Some(sure), _) => Some(format!("the model gives the line {} and the route {}", sure.line, sure.route)),
        (None, Some(issues)) => Some(format!("the critic has {} issues", issues.len())),
        (None, None) => None,
    };
    Judge { scores: [completeness, consistency, None, None], reasons: [reason, None, None, None], ..Judge::default() }
}
