//! A second look at a reading by one that never saw how it was made.
//!
//! In: the operator's words, what they were taken to say, the cell, the robot's state. Out: [`Issue`]s: what is mentioned and
//! not read, what is read and not mentioned, an order turned round, a count that is off, a negation or an exclusion that was
//! passed over, a range in place of a way. An empty list says that nothing was found, not that the reading is right.
//!
//! 1. The critic shares the names and words of the cell ([`crate::language`]'s lexicon) with the recogniser, and nothing
//!    else: neither its tags nor its grammar nor its lists.
//! 2. A mention that may be several things counts as any of them. An objection is raised where no choice among them fits.
//! 3. A reading that moves nothing is not judged.
//! 4. What an accepted phrase does without mentioning it, the engineer who accepted it has accounted for. Whatever the sentence
//!    mentions, counts, forbids or leaves out is held against the phrase like any reading.
//! 5. A tool that work needs is the planner's business: only tool steps of the reading are held against the words.

use std::sync::{Arc, LazyLock};

mod carry;
mod correct;
mod cues;
mod deny;
mod draw;
mod german;
mod hands;
mod hear;
mod how_many;
mod how_often;
mod how_wide;
mod issue;
mod outline;
mod relation;
mod spots;
mod steps;
mod token;
mod tools;
mod view;
mod what;
mod when;
mod where_to;

pub use issue::{Issue, IssueKind};

use crate::{
    cell::{PositionId, Role, State},
    checkpoint::cell::Marks,
    language::{
        Said,
        lexicon::{Also, Lexicon},
        rules::Recogniser,
    },
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};
use carry::Carries;
use cues::{CUES, Cue};
use hands::Hands;
use steps::{Deed, Step};
use token::Token;
use view::View;

/// What a second look at a reading finds, and how the sentence is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// What is wrong with the reading.
    pub issues: Vec<Issue>,
    /// Which of the words that are easily missed the sentence has.
    pub marks: Marks,
}

/// See the head of this file. Made once for a snapshot.
pub struct Critic {
    lexicon: Arc<Lexicon>,
    homes: Vec<PositionId>,
    carries: Carries,
}

impl std::fmt::Debug for Critic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Critic").finish_non_exhaustive()
    }
}

impl Critic {
    /// A critic of readings for one cell, with a lexicon of its own.
    #[must_use]
    pub fn new(snapshot: &Snapshot) -> Self {
        Self::with(Arc::new(Lexicon::new(snapshot, &Also::default())), snapshot)
    }

    /// A critic that knows the names which a recogniser of the same snapshot knows, nicknames included.
    #[must_use]
    pub fn beside(recogniser: &Recogniser, snapshot: &Snapshot) -> Self {
        Self::with(recogniser.lexicon(), snapshot)
    }

    fn with(lexicon: Arc<Lexicon>, snapshot: &Snapshot) -> Self {
        // Read now, and not within the time of the first sentence.
        LazyLock::force(&CUES);
        german::load();
        let places = snapshot.position_ids();
        let homes = places.filter(|&place| snapshot.role(place) == Role::Home).collect();
        let carries = Carries::of(&lexicon);
        Self { lexicon, homes, carries }
    }

    /// Holds a reading against the words. `snapshot` is the one that the critic was made for.
    ///
    /// For a comment on an earlier sentence, `text` is "sentence / comment": what the comment mentions must be read, what
    /// the sentence mentions may be.
    #[must_use]
    pub fn critique(&self, text: &str, said: &Said, snapshot: &Snapshot, state: State) -> Vec<Issue> {
        self.look(text, said, snapshot, state).issues
    }

    /// The same, with how the sentence is marked: its words are looked up once for both.
    #[must_use]
    pub fn look(&self, text: &str, said: &Said, snapshot: &Snapshot, state: State) -> Look {
        if text.len() > SENTENCE_BYTES_MAX {
            return Look { issues: Vec::new(), marks: Marks::default() };
        }
        let tokens = hear::hear(text, &self.lexicon, snapshot);
        let marks = marks(&tokens);
        let steps = steps::steps(said, snapshot, state);
        let issues = steps.map(|steps| self.issues(text, tokens, steps, snapshot, state)).unwrap_or_default();
        Look { issues, marks }
    }

    /// The same for a sentence that was read by an accepted phrase: see the fourth rule above.
    #[must_use]
    pub fn look_at_phrase(&self, text: &str, said: &Said, snapshot: &Snapshot, state: State) -> Look {
        let mut look = self.look(text, said, snapshot, state);
        look.issues.retain(|issue| !issue.kind.is_unmentioned());
        look
    }

    fn issues(
        &self,
        text: &str,
        tokens: Vec<Token>,
        steps: Vec<Step>,
        snapshot: &Snapshot,
        state: State,
    ) -> Vec<Issue> {
        let mut view = self.view(text, tokens, steps, snapshot, state);
        let is_foreign = view.is_foreign();
        // "Werkzeug ablegen": nobody can tell.
        if !is_foreign || view.places_read().next().is_some() {
            view.check_tools();
        }
        view.check_swaps();
        view.check_relations();
        view.check_minus();
        view.check_how_many();
        view.check_places();
        if !is_foreign {
            view.check_work();
        }
        if !view.revised && view.issues.is_empty() {
            view.check_order();
        }
        if view.revised {
            if view.issues.is_empty() {
                view.check_plain_order();
            }
            view.check_counts_revised();
        } else {
            view.check_counts();
        }
        view.issues
    }

    fn view<'v>(
        &'v self,
        text: &'v str,
        mut tokens: Vec<Token>,
        steps: Vec<Step>,
        snapshot: &'v Snapshot,
        state: State,
    ) -> View<'v> {
        let comment = text.rfind(" / ");
        if let Some(comment) = comment {
            hear::soften(&mut tokens, comment);
        }
        let mut left_out = comment.map_or_else(Vec::new, |comment| correct::leave_states(&mut tokens, comment));
        correct::leave_reasons(&mut tokens);
        let taken_back = correct::correct(&mut tokens);
        // "2 is blocked, leave that one out" says by itself what comes of it.
        let leaves = |token: &Token| matches!(token.cue, Some(Cue::Except | Cue::Leave | Cue::Left));
        if comment.is_none() && !tokens.iter().any(leaves) {
            left_out = correct::leave_states(&mut tokens, 0);
        }
        let hands = Hands::of(&mut tokens);
        let denied = deny::denied(&mut tokens);
        let worked: Vec<PositionId> =
            steps.iter().filter(|step| matches!(step.deed, Deed::Work(_))).filter_map(|step| step.place).collect();
        let groups = draw::draw(&tokens, &hands, (state.position, &self.homes), &self.lexicon, &denied, &worked);
        View {
            text,
            lexicon: &self.lexicon,
            carries: &self.carries,
            snapshot,
            state,
            tokens,
            groups,
            hands,
            steps,
            taken_back,
            left_out,
            revised: comment.is_some(),
            issues: Vec::new(),
        }
    }
}

fn marks(tokens: &[Token]) -> Marks {
    let mut marks = Marks::default();
    for token in tokens {
        let Some(cue) = token.cue else {
            marks.number |= token.count.is_some() && token.sure;
            marks.order |= token.ordinal;
            continue;
        };
        marks.negation |= matches!(cue, Cue::Not | Cue::Refusal | Cue::Cancel);
        marks.exclusion |= matches!(cue, Cue::Except | Cue::Left | Cue::Leave);
        marks.order |= matches!(
            cue,
            Cue::Before | Cue::BeforeThat | Cue::After | Cue::Then | Cue::First | Cue::Last | Cue::Reverse
        );
        marks.number |= matches!(cue, Cue::Times | Cue::Twice | Cue::Thrice | Cue::Again);
        marks.quantifier |= matches!(cue, Cue::All | Cue::Both | Cue::Rest | Cue::Through | Cue::From);
    }
    marks
}
