//! Two readers, one reading: the recogniser and the model side by side, who of them is believed, and whether they agree.
//!
//! 1. A replay is recognised before any model, and no model is believed about one. A sentence that nobody can read, because it
//!    is too long or names something that the cell does not have, is put to no model.
//! 2. The recogniser is believed where it accounts for every word of a sentence; a trusted model where it does not, and then
//!    only with places, tools and routines that the sentence speaks of, and only if it is sure enough of what would move
//!    ([`MODEL_SURE`]). A model that was not trained for this is not to be trusted: it is a second opinion. (On the guiding
//!    half of the development set SmolLM2-135M as its authors left it made something move on 40 % of the lines where nothing
//!    should.)
//! 3. Where both guess the same, the recogniser without the words that it does not know, the model by all of them, less is
//!    asked of the model ([`MODEL_AGREES`]).
//! 4. A model with an adapter reads the sentence with the cell's names put to it ([`Recogniser::link`]), as in its training.
//! 5. A doubtful sentence ([`rules::Recognised::doubtful`]) is moved by no model: it is asked back.
//! 6. No model is believed about motion where a word of the sentence is not accounted for ([`Recogniser::account_for_model`]).
//! 7. Where the recogniser finds that a sentence forbids motion (stop, cancel, do not), it accounts for all of it, so that
//!    nothing that the model says makes anything move.
//!
//! What either says is a proposal: it is planned, verified, shown and approved like any other.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{
    Clause, Places, Replay, Route, Said, Span,
    model::{Answer, Cancel, ModelReader, Provenance, ReadError},
    prompt::{Asked, Earlier},
    rules::{self, Ground, Recogniser},
    terse,
};
use crate::{
    cell::State,
    limits::{MODEL_AGREES, MODEL_DEADLINE, MODEL_OVERRULES, MODEL_STILL, MODEL_SURE},
    plan::Intent,
    snapshot::Snapshot,
};

/// Who is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The recogniser, which needs no model.
    Rules,
    /// The local model.
    Model,
}

impl By {
    /// Its name for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Model => "model",
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
    /// How far the model's answer stands on the sentence, where there is one.
    pub ground: Option<Ground>,
    /// What the model's answer depends on, where it was asked.
    pub provenance: Option<Provenance>,
    /// Whether the two mean the same; `None` where only one answered.
    pub agree: Option<bool>,
    /// The operator's words that what counts was read without.
    pub left_aside: Vec<String>,
    /// How long the recogniser took.
    pub rules_took: Duration,
    /// How long both took.
    pub took: Duration,
}

impl Reading {
    /// What the one who is not believed says, if anything.
    #[must_use]
    pub fn second(&self) -> Option<(By, &Said)> {
        match (self.by, &self.model) {
            (By::Rules, Some(Ok(answer))) => Some((By::Model, &answer.said)),
            (By::Model, _) => Some((By::Rules, &self.rules.said)),
            (By::Rules, _) => None,
        }
    }

    /// What the sentence may have said, where no reader is sure enough of it for anything to be done: to ask back.
    #[must_use]
    pub fn ask_back(&self) -> Option<&Said> {
        let is_trained = self.provenance.as_ref().is_some_and(|provenance| provenance.adapter.is_some());
        let is_likely = |answer: &&Answer| {
            matches!(answer.said, Said::Do(_))
                && answer.confidence >= MODEL_AGREES
                && self.ground.is_some_and(|ground| ground > Ground::None)
        };
        let model =
            self.model.as_ref().and_then(|answer| answer.as_ref().ok()).filter(|_| is_trained).filter(is_likely);
        let said = model.map(|answer| &answer.said).or(self.rules.guess.as_ref());
        said.filter(|_| !self.rules.complete && matches!(self.said, Said::Unclear | Said::Unknown))
    }
}

/// The readers of one cell.
pub struct Readers {
    snapshot: Arc<Snapshot>,
    recogniser: Recogniser,
    model: Option<Box<dyn ModelReader>>,
    trusts_model: bool,
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
        Self { snapshot, recogniser, model, trusts_model }
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
    pub const fn recogniser(&self) -> &Recogniser {
        &self.recogniser
    }

    /// The model, if any.
    #[must_use]
    pub fn model(&self) -> Option<&dyn ModelReader> {
        self.model.as_deref()
    }

    /// Reads a sentence.
    #[must_use]
    pub fn read(&self, sentence: &str, state: State, cancel: &Cancel) -> Reading {
        let began = Instant::now();
        let rules = self.recogniser.read(sentence, &self.snapshot, state);
        let rules_took = began.elapsed();
        let asked = Asked { sentence, earlier: None };
        let is_read = rules.refused || matches!(rules.said, Said::Replay(_));
        let model = if is_read { None } else { self.ask(&asked, state, cancel) };
        self.weigh(sentence, state, rules, model, rules_took, began)
    }

    /// Reads a sentence again, with what was understood before and what the operator said to that.
    #[must_use]
    pub fn read_again(&self, sentence: &str, earlier: &Said, comment: &str, state: State, cancel: &Cancel) -> Reading {
        let began = Instant::now();
        let rules = self.recogniser.revise(earlier, comment, &self.snapshot, state);
        // What was understood before may have named a place that the comment does not name again.
        let words = format!("{sentence} {comment}");
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
        self.consider(sentence, (earlier, errors), sentence, rules, began, (state, cancel))
    }

    fn consider(
        &self,
        sentence: &str,
        (earlier, objection): (&Said, &str),
        words: &str,
        rules: rules::Recognised,
        began: Instant,
        (state, cancel): (State, &Cancel),
    ) -> Reading {
        let rules_took = began.elapsed();
        let understood = terse::write(earlier, &self.snapshot);
        let asked = Asked { sentence, earlier: Some(Earlier { understood: &understood, objection }) };
        let model = if rules.refused { None } else { self.ask(&asked, state, cancel) };
        self.weigh(words, state, rules, model, rules_took, began)
    }

    /// Asks the model. One that has an adapter reads sentences with the cell's names put to them, for it was trained so.
    fn ask(&self, asked: &Asked<'_>, state: State, cancel: &Cancel) -> Option<Result<Answer, ReadError>> {
        let model = self.model.as_ref()?;
        if model.provenance().adapter.is_none() {
            return Some(model.read(asked, MODEL_DEADLINE, cancel));
        }
        let link = |text: &str| self.recogniser.link(text, &self.snapshot, state);
        let (sentence, objection) =
            (link(asked.sentence), asked.earlier.as_ref().map(|earlier| link(earlier.objection)));
        let earlier = asked.earlier.as_ref().zip(objection.as_deref());
        let earlier = earlier.map(|(earlier, objection)| Earlier { understood: earlier.understood, objection });
        Some(model.read(&Asked { sentence: &sentence, earlier }, MODEL_DEADLINE, cancel))
    }

    fn weigh(
        &self,
        words: &str,
        state: State,
        mut rules: rules::Recognised,
        model: Option<Result<Answer, ReadError>>,
        rules_took: Duration,
        began: Instant,
    ) -> Reading {
        let answered = model.as_ref().and_then(|answer| answer.as_ref().ok());
        let ground = answered.map(|answer| self.recogniser.ground(&answer.said, words, &self.snapshot, state));
        let is_sure = |answer: &&Answer| !moves(&answer.said) || certainty(answer) >= MODEL_SURE;
        let is_grounded = |answer: &&Answer| ground == Some(Ground::Whole) && is_sure(answer);
        let is_guessed = |answer: &&Answer| {
            let comes_to = |said: &Said| meaning(said, &self.snapshot, state);
            answer.confidence >= MODEL_AGREES
                && rules.guess.as_ref().is_some_and(|guess| comes_to(guess) == comes_to(&answer.said))
        };
        // What the model says is held to the words of the sentence as what the recogniser says is.
        let open = answered.filter(|answer| moves(&answer.said)).and_then(|answer| {
            let account = self.recogniser.account_for_model(&answer.said, words, &self.snapshot, state);
            account.reason().map(str::to_owned)
        });
        let trusted = answered
            .filter(|answer| self.trusts_model && open.is_none() && (is_grounded(answer) || is_guessed(answer)));
        if !moves(&rules.said) && !rules.complete && rules.reason.is_none() {
            rules.reason = open;
        }
        let (by, said) = decide(&rules, trusted);
        let agree = answered
            .map(|answer| meaning(&rules.said, &self.snapshot, state) == meaning(&answer.said, &self.snapshot, state));
        let provenance = self.model.as_ref().filter(|_| model.is_some()).map(|model| model.provenance().clone());
        let left_aside = match by {
            By::Rules => rules.left_aside.clone(),
            By::Model if !moves(&said) => Vec::new(),
            By::Model => self.recogniser.account_for_model(&said, words, &self.snapshot, state).words_aside(words),
        };
        Reading { said, by, rules, model, ground, provenance, agree, left_aside, rules_took, took: began.elapsed() }
    }
}

/// Who is believed, and so what was said. A sentence that forbids motion is complete for the recogniser, so that no model
/// makes anything move by it; what else it is, a model that is sure may say.
fn decide(rules: &rules::Recognised, model: Option<&Answer>) -> (By, Said) {
    let is_believed = |answer: &&Answer| match (moves(&rules.said), moves(&answer.said)) {
        // A replay is recognised before any model, and by none: "same on the other one" is no replay.
        _ if matches!(answer.said, Said::Replay(_)) => false,
        // The recogniser accounts for every word.
        (true, _) | (false, true) if rules.complete => false,
        // A sign by which models go wrong as well, and surely.
        (_, true) if rules.doubtful => false,
        (false, false) if rules.complete => answer.confidence >= MODEL_STILL,
        // Both would move, each in its way: the model must be surer.
        (true, true) => answer.confidence >= MODEL_OVERRULES || answer.said == rules.said,

        _ => true,
    };
    match model.filter(is_believed) {
        Some(answer) => (By::Model, answer.said.clone()),
        None => (By::Rules, rules.said.clone()),
    }
}

/// How sure a model is of a line that moves something: its confidence, which is a product over all that was sampled, with
/// half of what the line's length costs given back. With the plain product, or the mean of what each name adds, the same
/// false motion lets fewer right readings through.
fn certainty(answer: &Answer) -> f32 {
    let spans = |places: &Places| -> usize {
        let names = |span: &Span| match span {
            Span::One(_) | Span::Here => 1,
            Span::Range(..) => 2,
            Span::All { but } => 1 + but.len(),
        };
        places.spans.iter().map(names).sum()
    };
    let names = |clause: &Clause| match clause {
        Clause::Go { places, .. } => spans(places),
        Clause::Work { routines, places, .. } => routines.len() + spans(places),
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => 1,
    };
    let Said::Do(clauses) = &answer.said else { return answer.confidence };
    let count: usize = clauses.iter().map(names).sum();
    answer.confidence.powf(1.0 / (count.max(1) as f32).sqrt())
}

/// Whether anything executable may come of it.
const fn moves(said: &Said) -> bool {
    matches!(said, Said::Do(_) | Said::Replay(_))
}

/// What a reading comes to: two that are worded differently may mean the same.
fn meaning(said: &Said, snapshot: &Snapshot, state: State) -> (Route, Option<Replay>, Option<Intent>) {
    let intent = said.intent(snapshot, state).unwrap_or(Some(Intent::Unknown));
    (said.route(), said.replay(), intent)
}
