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
    limits::{MODEL_AGREES, MODEL_DEADLINE, MODEL_OVERRULES, MODEL_STILL, MODEL_SURE, OFFERS_MAX},
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
    /// What the sentence may have said, where no reader is sure enough of it for anything to be done: to ask back with, the
    /// likeliest first, at most [`OFFERS_MAX`].
    pub offers: Vec<Said>,
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

    /// What to ask back with: what a trained model takes the sentence for, as far as the sentence speaks of it, and what the
    /// recogniser makes of it without the words that it does not know. Nothing where the recogniser accounts for a sentence that
    /// moves nothing, but what the model finds beside what is forbidden ("not to 2, go to 3 instead").
    fn offers(&self, rules: &rules::Recognised, answered: Option<&Answer>, words: &str, state: State) -> Vec<Said> {
        let is_trained = self.model.as_ref().is_some_and(|model| model.provenance().adapter.is_some());
        let model = match answered.filter(|answer| is_trained && answer.confidence >= MODEL_AGREES) {
            Some(Answer { said: Said::Unclear(offers), .. }) => offers.iter().cloned().map(Said::Do).collect(),
            Some(Answer { said: said @ Said::Do(_), .. }) if !rules.complete => vec![said.clone()],
            _ => Vec::new(),
        };
        let guess = rules.guess.clone().filter(|_| !rules.complete);
        let mut found: Vec<Said> = Vec::new();
        for said in model.into_iter().chain(guess) {
            let is_new = || found.iter().all(|other| self.meaning(other, state) != self.meaning(&said, state));
            let is_spoken_of = || self.recogniser.ground(&said, words, &self.snapshot, state) > Ground::None;
            if found.len() < OFFERS_MAX && is_new() && is_spoken_of() {
                found.push(said);
            }
        }
        found
    }

    /// What a reading comes to: two that are worded differently may mean the same.
    fn meaning(&self, said: &Said, state: State) -> (Route, Option<Replay>, Option<Intent>) {
        let intent = said.intent(&self.snapshot, state).unwrap_or(Some(Intent::Unknown));
        (said.route(), said.replay(), intent)
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
            answer.confidence >= MODEL_AGREES
                && rules
                    .guess
                    .as_ref()
                    .is_some_and(|guess| self.meaning(guess, state) == self.meaning(&answer.said, state))
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
        let offers = match said {
            Said::Unclear(_) | Said::Unknown => self.offers(&rules, answered, words, state),
            _ => Vec::new(),
        };
        let agree = answered.map(|answer| self.meaning(&rules.said, state) == self.meaning(&answer.said, state));
        let provenance = self.model.as_ref().filter(|_| model.is_some()).map(|model| model.provenance().clone());
        let left_aside = match by {
            By::Rules => rules.left_aside.clone(),
            By::Model if !moves(&said) => Vec::new(),
            By::Model => self.recogniser.account_for_model(&said, words, &self.snapshot, state).words_aside(words),
        };
        Reading {
            said,
            by,
            rules,
            model,
            ground,
            provenance,
            agree,
            offers,
            left_aside,
            rules_took,
            took: began.elapsed(),
        }
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
            Span::One(_) | Span::Here | Span::Back => 1,
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
