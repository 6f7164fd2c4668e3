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
    AcceptedPhrase, Clause, Phrases, Places, Replay, Route, Said, Span,
    chooser::{Chooser, Evidence},
    german,
    model::{Answer, Cancel, ModelReader, Provenance, ReadError},
    prompt::{Asked, Earlier},
    rules::{self, Ground, Recogniser},
    terse,
};
use crate::{
    cell::State,
    limits::{MODEL_DEADLINE, OFFERS_MAX},
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

    /// A reading beside the phrases that its sentence equals.
    fn by_phrase(&self, reading: Reading, sentence: &str, state: State) -> Reading {
        let phrases = self.phrases.of(sentence);
        let is_over = reading.rules.refused || reading.rules.complete && matches!(reading.rules.said, Said::Unclear(_));
        let Some(phrase) = phrases.first().filter(|_| !is_over) else { return reading };
        let is_meant = |said: &Said| self.meaning(said, state) == self.meaning(&phrase.said, state);
        let is_one = phrases.iter().all(|other| is_meant(&other.said));
        let is_understood = !matches!(reading.said, Said::Unclear(_) | Said::Unknown);
        match () {
            () if is_one && is_understood && is_meant(&reading.said) => reading,
            () if is_one && !is_understood && (reading.offers.is_empty() || reading.offers.iter().any(is_meant)) => {
                let (said, phrase) = (phrase.said.clone(), Some(phrase.clone()));
                Reading { said, by: By::Phrase, phrase, offers: Vec::new(), left_aside: Vec::new(), ..reading }
            }
            () => self.beside_phrases(reading, phrases, state),
        }
    }

    /// A sentence that is a phrase, and was understood as something else as well: asked back with all of it.
    fn beside_phrases(&self, reading: Reading, phrases: &[AcceptedPhrase], state: State) -> Reading {
        let understood = Some(&reading.said).filter(|said| matches!(said, Said::Do(_)));
        let all = phrases.iter().map(|phrase| &phrase.said).chain(understood).chain(&reading.offers);
        let mut offers: Vec<Said> = Vec::new();
        for said in all {
            let is_new = offers.iter().all(|other| self.meaning(other, state) != self.meaning(said, state));
            if is_new && offers.len() < OFFERS_MAX {
                offers.push(said.clone());
            }
        }
        let told: Vec<String> = phrases.iter().map(ToString::to_string).collect();
        let reason = format!("it is {}, and may be understood otherwise", told.join(", and "));
        let rules = rules::Recognised { reason: Some(reason), ..reading.rules };
        Reading { said: Said::UNCLEAR, by: By::Rules, rules, offers, left_aside: Vec::new(), ..reading }
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

    /// What speaks for a reading of a sentence, and what against it.
    fn evidence(
        &self,
        said: &Said,
        rules: &rules::Recognised,
        model: Option<&Answer>,
        words: &str,
        state: State,
    ) -> Evidence {
        let meant = self.meaning(said, state);
        let is_meant = |other: &Said| self.meaning(other, state) == meant;
        let confidence =
            model.and_then(|answer| answer.all().find(|(said, _)| is_meant(said)).map(|(_, confidence)| confidence));
        let ground = self.recogniser.ground(said, words, &self.snapshot);
        let by_rules = is_meant(&rules.said);
        let route = match said.route() {
            Route::Action => 0,
            Route::Question => 1,
            Route::Unknown => 2,
        };
        Evidence {
            by_model: confidence.is_some(),
            confidence: confidence.unwrap_or_default(),
            route: model.map_or(1.0 / 3.0, |answer| answer.route_probabilities[route]),
            names: names(said),
            by_rules,
            by_guess: rules.guess.as_ref().is_some_and(is_meant),
            rules_move: moves(&rules.said) && !by_rules,
            rules_ask: matches!(rules.said, Said::Ask(_) | Said::Unknown),
            missed: rules.missed.len(),
            is_groundless: ground == Ground::None,
            is_loose: ground == Ground::Places,
            words: words.split_whitespace().count(),
        }
    }

    /// What a reading comes to: two that are worded differently may mean the same.
    fn meaning(&self, said: &Said, state: State) -> (Route, Option<Replay>, Option<Intent>) {
        let intent = said.intent(&self.snapshot, state).unwrap_or(Some(Intent::Unknown));
        (said.route(), said.replay(), intent)
    }

    fn weigh(
        &self,
        words: &Words,
        state: State,
        mut rules: rules::Recognised,
        model: Option<Result<Answer, ReadError>>,
        rules_took: Duration,
        began: Instant,
    ) -> Reading {
        let answered = model.as_ref().and_then(|answer| answer.as_ref().ok());
        let ground = answered.map(|answer| self.recogniser.ground(&answer.said, &words.plain, &self.snapshot));
        let charted = self.charted(&rules, &words.plain, state);
        let candidates = self.candidates(&rules, answered, &charted, &words.plain, state);
        let (by, said) = if self.trusts_model {
            choose(&rules, &candidates, self.chooser.sure())
        } else {
            (By::Rules, rules.said.clone())
        };
        if !moves(&said) && !rules.complete && rules.reason.is_none() {
            let is_answer = |it: &&Candidate| answered.is_some_and(|answer| it.said == answer.said);
            rules.reason = candidates.iter().find(is_answer).and_then(|it| it.open.clone());
        }
        let offers = match said {
            Said::Unclear(_) | Said::Unknown => {
                let mut offers = self.offers(&rules, answered, &candidates, words, state);
                if model.is_none() {
                    self.add(&mut offers, charted, state);
                }
                offers
            }
            _ => Vec::new(),
        };
        let agree = answered.map(|answer| self.meaning(&rules.said, state) == self.meaning(&answer.said, state));
        let provenance = self.model.as_ref().filter(|_| model.is_some()).map(|model| model.provenance().clone());
        let left_aside = match by {
            By::Rules | By::Phrase => rules.left_aside.clone(),
            By::Model if !moves(&said) => Vec::new(),
            By::Model => {
                let account = self.recogniser.account_for_model(&said, &words.plain, &self.snapshot, state);
                account.words_aside(&words.plain)
            }
        };
        Reading {
            said,
            by,
            rules,
            model,
            candidates,
            ground,
            provenance,
            agree,
            offers,
            left_aside,
            phrase: None,
            rules_took,
            took: began.elapsed(),
        }
    }

    /// Every reading that there is, the likeliest first.
    fn candidates(
        &self,
        rules: &rules::Recognised,
        model: Option<&Answer>,
        charted: &[Said],
        words: &str,
        state: State,
    ) -> Vec<Candidate> {
        // A replay is recognised before any model, and by none: "same on the other one" is no replay.
        let by_model = model.into_iter().flat_map(Answer::all).filter(|(said, _)| !matches!(said, Said::Replay(_)));
        let by_rules = [Some(&rules.said), rules.guess.as_ref()].into_iter().flatten();
        let all = by_model.map(|(said, _)| (By::Model, said)).chain(by_rules.map(|said| (By::Rules, said)));
        // What the grammar in data files reads is offered, and never done by that alone.
        let all = all.map(|(by, said)| (by, said, false)).chain(charted.iter().map(|said| (By::Rules, said, true)));
        let mut found: Vec<Candidate> = Vec::new();
        for (by, said, is_charted) in all {
            if found.iter().any(|other| self.meaning(&other.said, state) == self.meaning(said, state)) {
                continue;
            }
            let evidence = self.evidence(said, rules, model, words, state);
            // What the model says is held to the words of the sentence as what the recogniser says is.
            let account = || self.recogniser.account_for_model(said, words, &self.snapshot, state);
            let is_held = by == By::Model && moves(said);
            let open = is_held.then(account).and_then(|account| account.reason().map(str::to_owned));
            let is_fine = open.is_none() && !rules.doubtful && !evidence.is_groundless && !is_charted;
            found.push(Candidate {
                by,
                said: said.clone(),
                probability: self.chooser.probability(&evidence, moves(said)),
                evidence,
                open,
                may_be_done: !moves(said) || is_fine,
            });
        }
        found.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        found
    }

    /// What to ask back with: readings that are likely enough and that the sentence speaks of, and what the model itself would ask
    /// back with. Where a word forbids, only the latter, and what a second look finds nothing wrong with: what stands behind that which is
    /// forbidden ("not to 2, go to 3 instead").
    fn offers(
        &self,
        rules: &rules::Recognised,
        model: Option<&Answer>,
        candidates: &[Candidate],
        words: &Words,
        state: State,
    ) -> Vec<Said> {
        let is_trained = self.model.as_ref().is_some_and(|model| model.provenance().adapter.is_some());
        let asked: Vec<Said> = match model.filter(|_| is_trained).map(|answer| &answer.said) {
            Some(Said::Unclear(offers)) => offers.iter().cloned().map(Said::Do).collect(),
            _ => Vec::new(),
        };
        let is_limited =
            |said: &Said| self.recogniser.account_for_model(said, &words.plain, &self.snapshot, state).is_limited();
        // A word forbids, and something else is said behind it.
        let is_vetoed = rules.complete && !rules.doubtful && matches!(rules.said, Said::Unclear(_));
        let is_fine = |said: &Said| {
            let look = self.second_look.as_ref().filter(|_| is_vetoed && !is_limited(said));
            look.is_some_and(|look| look.finds_nothing(&words.parted, said, &self.snapshot, state))
        };
        let is_likely = |candidate: &&Candidate| {
            let is_believed = candidate.by == By::Rules || is_trained;
            let is_likely = moves(&candidate.said) && candidate.probability >= self.chooser.likely();
            is_believed && is_likely && (!rules.complete || is_fine(&candidate.said))
        };
        let likely = candidates.iter().filter(is_likely).map(|candidate| candidate.said.clone());
        let mut found: Vec<Said> = Vec::new();
        for said in asked.into_iter().chain(likely) {
            let is_new = || found.iter().all(|other| self.meaning(other, state) != self.meaning(&said, state));
            let is_spoken_of = || self.recogniser.ground(&said, &words.plain, &self.snapshot) > Ground::None;
            if found.len() < OFFERS_MAX && is_new() && is_spoken_of() {
                found.push(said);
            }
        }
        found
    }
}

impl Readers {
    /// What the grammar in data files reads, the likeliest first. Nothing where the recogniser accounts for every word (a "stop", a
    /// "do not"), refuses the sentence, or takes it for a question.
    fn charted(&self, rules: &rules::Recognised, words: &str, state: State) -> Vec<Said> {
        // A word that nothing is known of may be left aside, where the operator says so.
        let is_told = rules.reason.is_some() && rules.guess.is_none();
        if rules.complete || rules.refused || is_told {
            return Vec::new();
        }
        rules::chart::readings(words, &self.recogniser.lexicon(), &self.snapshot, state)
    }

    /// Offers more, as long as there is room, and each once.
    fn add(&self, offers: &mut Vec<Said>, more: Vec<Said>, state: State) {
        for said in more {
            let is_new = offers.iter().all(|other| self.meaning(other, state) != self.meaning(&said, state));
            if offers.len() < OFFERS_MAX && is_new {
                offers.push(said);
            }
        }
    }
}

/// A reading, and how likely it is right.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Who says it first: the model before the recogniser.
    pub by: By,
    /// What it says.
    pub said: Said,
    /// What speaks for it, and what against it.
    pub evidence: Evidence,
    /// How likely it is right, by that.
    pub probability: f32,
    /// Why a word of the sentence is not accounted for, if the model says it and one is not.
    pub open: Option<String>,
    /// Whether it may be proposed, however likely it is.
    pub may_be_done: bool,
}

impl Candidate {
    /// Whether anything executable may come of it.
    #[must_use]
    pub const fn moves(&self) -> bool {
        moves(&self.said)
    }
}

/// Who is believed, and so what was said. `candidates`: the likeliest first. `sure`: how likely what moves something has to be.
fn choose(rules: &rules::Recognised, candidates: &[Candidate], sure: f32) -> (By, Said) {
    let taken = |candidate: &Candidate| (candidate.by, candidate.said.clone());
    let still = || candidates.iter().find(|candidate| !moves(&candidate.said));
    if rules.complete {
        // It accounts for every word. What else a sentence is that moves nothing, a model that is sure may say.
        let model = still().filter(|it| !moves(&rules.said) && it.by == By::Model && it.probability >= sure);
        return model.map_or((By::Rules, rules.said.clone()), taken);
    }
    let above_still = candidates.iter().take_while(|candidate| moves(&candidate.said));
    let done = above_still.into_iter().find(|it| it.may_be_done && it.probability >= sure);
    done.or_else(still).map_or((By::Rules, Said::UNCLEAR), taken)
}

/// How many other readings of the model are wanted: none where the recogniser accounts for every word. A second one would add
/// nothing: on the sentences that the chooser was fitted on, as many are right within one question without it.
const fn others(rules: &rules::Recognised) -> usize {
    if rules.complete { 0 } else { 1 }
}

/// Names of places, tools and routines in what would be done.
fn names(said: &Said) -> usize {
    let spans = |places: &Places| -> usize {
        let names = |span: &Span| match span {
            Span::One(_) | Span::Here | Span::Back => 1,
            Span::Range(..) => 2,
            Span::All { but } => 1 + but.len(),
        };
        places.spans.iter().map(names).sum()
    };
    let of_clause = |clause: &Clause| match clause {
        Clause::Go { places, .. } => spans(places),
        Clause::Work { routines, places, .. } => routines.len() + spans(places),
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => 1,
    };
    if let Said::Do(clauses) = said { clauses.iter().map(of_clause).sum() } else { 0 }
}

/// Whether anything executable may come of it.
const fn moves(said: &Said) -> bool {
    matches!(said, Said::Do(_) | Said::Replay(_))
}
