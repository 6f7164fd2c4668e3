//! Two readers, one reading: the recogniser and the model side by side, who of them is believed, and whether they agree.
//!
//! 1. A replay is recognised before any model, and no model is believed about one. A sentence that nobody can read, because it
//!    is too long or names something that the cell does not have, is put to no model.
//! 2. The recogniser is believed where it accounts for every word of a sentence. Where it does not, the chooser ([`chooser`]) says how
//!    likely each reading is right. The likeliest reading counts if it is likely enough. A reading that would move something has to be
//!    likelier than every other reading as well.
//! 3. A model that was not trained for this is only a second opinion. (SmolLM2-135M as its authors left it made something move on
//!    40 % of the lines of the guiding half where nothing should move.)
//! 4. A reading that is likely, and not likely enough, is asked back. So is a reading that names a place or a tool of which no word of the
//!    sentence speaks, as far as the recogniser knows the words.
//! 5. A model with an adapter reads the sentence with the cell's names put to it ([`Recogniser::link`]), as in its training. No model is
//!    believed about motion in a doubtful sentence ([`rules::Recognised::doubtful`]): the sentence is asked back.
//! 6. No model is believed about motion where a word of the sentence is not accounted for ([`Recogniser::account_for_model`]).
//! 7. A sentence that an engineer accepted as a phrase ([`Phrases`]) says what was accepted, where nobody understood anything else.
//!    Where somebody did, it is asked back with both. A sentence that is refused, or surely moves nothing, has no phrase.
//! 8. A German sentence that the recogniser does not understand, and that says one thing plainly, counts as read by it without being
//!    sure ([`german`]).
//! 9. Where the recogniser finds that a sentence forbids motion (stop, cancel, do not), it accounts for all of it, so that
//!    nothing that the model says makes anything move.
//!
//! What either says is a proposal: it is planned, verified, shown and approved like any other.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{
    AcceptedPhrase, Phrases, Said,
    chooser::Chooser,
    german,
    model::{Answer, Cancel, ModelReader, Provenance, ReadError},
    prompt::{Asked, Earlier},
    rules::{self, Ground, Recogniser},
    terse,
};
use crate::{cell::State, limits::MODEL_DEADLINE, snapshot::Snapshot};

mod by_phrase;
mod weigh;

pub use weigh::Candidate;

/// Who is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The recogniser, which needs no model.
    Rules,
    /// The local model.
    Model,
    /// An engineer, who accepted the sentence as a phrase.
    Phrase,
}

impl By {
    /// Its name for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Model => "model",
            Self::Phrase => "phrase",
        }
    }
}

/// What a sentence was taken to say, and by whom.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What counts.
    pub said: Said,
    /// Who said so.
    pub by: By,
    /// The recogniser's reading.
    pub rules: rules::Recognised,
    /// The model's; `None` where there is no model, or it was not asked.
    pub model: Option<Result<Answer, ReadError>>,
    /// All that the sentence may say, the likeliest first.
    pub candidates: Vec<Candidate>,
    /// How far the model's answer stands on the sentence, where there is one.
    pub ground: Option<Ground>,
    /// What the model's answer depends on, where it was asked.
    pub provenance: Option<Provenance>,
    /// Whether the two mean the same; `None` where only one answered.
    pub agree: Option<bool>,
    /// What the sentence may have said, where no reader is sure enough of it for anything to be done: to ask back with, the
    /// likeliest first, at most [`OFFERS_MAX`].
    pub offers: Vec<Said>,
    /// The operator's words that what counts was read without.
    pub left_aside: Vec<String>,
    /// The accepted phrase that the sentence was read by; none where the words said it.
    pub phrase: Option<AcceptedPhrase>,
    /// How long the recogniser took.
    pub rules_took: Duration,
    /// How long both took.
    pub took: Duration,
}

impl Reading {
    /// Who read it, for people.
    #[must_use]
    pub fn reader(&self) -> String {
        match &self.phrase {
            Some(phrase) => format!("by {phrase}"),
            None => self.by.word().to_owned(),
        }
    }

    /// What the one who is not believed says, if anything.
    #[must_use]
    pub fn second(&self) -> Option<(By, &Said)> {
        match (self.by, &self.model) {
            (By::Rules, Some(Ok(answer))) => Some((By::Model, &answer.said)),
            (By::Model, _) => Some((By::Rules, &self.rules.said)),
            (By::Rules | By::Phrase, _) => None,
        }
    }
}

/// Somebody who looks at a reading without having seen how it was made.
pub trait SecondLook: Send + Sync {
    /// Whether nothing is wrong with what `text` was read as, as far as can be seen. A comment follows its sentence after a slash.
    fn finds_nothing(&self, text: &str, said: &Said, snapshot: &Snapshot, state: State) -> bool;
}

/// What a reading is held against.
struct Words {
    /// The operator's words.
    plain: String,
    /// The same for a second look, to which a comment is parted from its sentence by a slash.
    parted: String,
}

impl Words {
    /// Those of one sentence.
    fn of(sentence: &str) -> Self {
        Self { plain: sentence.to_owned(), parted: sentence.to_owned() }
    }

    /// Those of a sentence and of what was said to its reading.
    fn after(sentence: &str, comment: &str) -> Self {
        Self { plain: format!("{sentence} {comment}"), parted: format!("{sentence} / {comment}") }
    }
}

/// The readers of one cell.
pub struct Readers {
    snapshot: Arc<Snapshot>,
    recogniser: Arc<Recogniser>,
    model: Option<Box<dyn ModelReader>>,
    trusts_model: bool,
    phrases: Phrases,
    second_look: Option<Arc<dyn SecondLook>>,
    chooser: Chooser,
}

impl std::fmt::Debug for Readers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Readers").field("model", &self.model.is_some()).finish_non_exhaustive()
    }
}

impl Readers {
    /// A recogniser, and a model where there is one. It is trusted if it has an adapter, which is trained for this.
    #[must_use]
    pub fn new(snapshot: Arc<Snapshot>, recogniser: Recogniser, model: Option<Box<dyn ModelReader>>) -> Self {
        let trusts_model = model.as_ref().is_some_and(|model| model.provenance().adapter.is_some());
        Self {
            snapshot,
            recogniser: Arc::new(recogniser),
            model,
            trusts_model,
            phrases: Phrases::default(),
            second_look: None,
            chooser: Chooser::shipped(),
        }
    }

    /// With weights and thresholds that were fitted to another model than the default one.
    #[must_use]
    pub fn with_chooser(self, chooser: Chooser) -> Self {
        Self { chooser, ..self }
    }

    /// With somebody who looks at what is offered beside a word that forbids. Without, nothing is offered there but what the model itself
    /// would ask back with.
    #[must_use]
    pub fn with_second_look(self, second_look: Arc<dyn SecondLook>) -> Self {
        Self { second_look: Some(second_look), ..self }
    }

    /// With what an engineer accepted of what people say here.
    #[must_use]
    pub fn with_phrases(self, phrases: Phrases) -> Self {
        Self { phrases, ..self }
    }

    /// With another recogniser and other phrases, for people have taught the cell something. The model stays.
    #[must_use]
    pub fn learning(self, recogniser: Recogniser, phrases: Phrases) -> Self {
        Self { recogniser: Arc::new(recogniser), phrases, ..self }
    }

    /// Trusts the model whatever it is: for one that was trained for this without an adapter, or is large enough.
    #[must_use]
    pub fn trusting(mut self) -> Self {
        self.trusts_model = true;
        self
    }

    /// The cell that they know.
    #[must_use]
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// The recogniser alone.
    #[must_use]
    pub const fn recogniser(&self) -> &Arc<Recogniser> {
        &self.recogniser
    }

    /// What an engineer accepted of what people say here.
    #[must_use]
    pub const fn phrases(&self) -> &Phrases {
        &self.phrases
    }

    /// The model, if any.
    #[must_use]
    pub fn model(&self) -> Option<&dyn ModelReader> {
        self.model.as_deref()
    }

    /// Reads a sentence.
    #[must_use]
    pub fn read(&self, sentence: &str, state: State, cancel: &Cancel) -> Reading {
        self.by_phrase(self.read_by_words(sentence, state, cancel), sentence, state)
    }

    /// Reads a sentence by its words alone: one that the program itself offered.
    #[must_use]
    pub fn read_by_words(&self, sentence: &str, state: State, cancel: &Cancel) -> Reading {
        let began = Instant::now();
        let rules = self.recogniser.read(sentence, &self.snapshot, state);
        let rules = german::read(&self.recogniser, &rules, sentence, &self.snapshot, state).unwrap_or(rules);
        let rules_took = began.elapsed();
        let asked = Asked { sentence, earlier: None, others: others(&rules) };
        let is_read = rules.refused || matches!(rules.said, Said::Replay(_));
        let model = if is_read { None } else { self.ask(&asked, cancel) };
        self.weigh(&Words::of(sentence), state, rules, model, rules_took, began)
    }

    /// Reads a sentence again, with what was understood before and what the operator said to that.
    #[must_use]
    pub fn read_again(&self, sentence: &str, earlier: &Said, comment: &str, state: State, cancel: &Cancel) -> Reading {
        let began = Instant::now();
        let rules = self.recogniser.revise(earlier, comment, &self.snapshot, state);
        // What was understood before may have named a place that the comment does not name again.
        let words = Words::after(sentence, comment);
        self.consider(sentence, (earlier, comment), &words, rules, began, (state, cancel))
    }

    /// Reads a sentence again, with what was understood before and why that cannot be done. The errors are no words of
    /// the operator's: the recogniser reads the sentence alone, and is not believed surely where it says what was refused.
    #[must_use]
    pub fn read_with_errors(
        &self,
        sentence: &str,
        earlier: &Said,
        errors: &str,
        state: State,
        cancel: &Cancel,
    ) -> Reading {
        let began = Instant::now();
        let mut rules = self.recogniser.read(sentence, &self.snapshot, state);
        rules.complete &= rules.said != *earlier;
        self.consider(sentence, (earlier, errors), &Words::of(sentence), rules, began, (state, cancel))
    }

    fn consider(
        &self,
        sentence: &str,
        (earlier, objection): (&Said, &str),
        words: &Words,
        rules: rules::Recognised,
        began: Instant,
        (state, cancel): (State, &Cancel),
    ) -> Reading {
        let rules_took = began.elapsed();
        let understood = terse::write(earlier, &self.snapshot);
        let earlier = Some(Earlier { understood: &understood, objection });
        let asked = Asked { sentence, earlier, others: others(&rules) };
        let model = if rules.refused { None } else { self.ask(&asked, cancel) };
        self.weigh(words, state, rules, model, rules_took, began)
    }

    /// Asks the model. One that has an adapter reads sentences with the cell's names put to them, for it was trained so.
    fn ask(&self, asked: &Asked<'_>, cancel: &Cancel) -> Option<Result<Answer, ReadError>> {
        let model = self.model.as_ref()?;
        if model.provenance().adapter.is_none() {
            return Some(model.read(asked, MODEL_DEADLINE, cancel));
        }
        let link = |text: &str| self.recogniser.link(text, &self.snapshot);
        let (sentence, objection) =
            (link(asked.sentence), asked.earlier.as_ref().map(|earlier| link(earlier.objection)));
        let earlier = asked.earlier.as_ref().zip(objection.as_deref());
        let earlier = earlier.map(|(earlier, objection)| Earlier { understood: earlier.understood, objection });
        Some(model.read(&Asked { sentence: &sentence, earlier, others: asked.others }, MODEL_DEADLINE, cancel))
    }
}

/// How many other readings of the model are wanted: none where the recogniser accounts for every word. A second one would add
/// nothing: on the sentences that the chooser was fitted on, as many are right within one question without it.
const fn others(rules: &rules::Recognised) -> usize {
    if rules.complete { 0 } else { 1 }
}
