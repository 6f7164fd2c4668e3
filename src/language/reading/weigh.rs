//! The readings of a sentence, each with how likely it is right; which of them is believed, and what is asked back.
//!
//! In: what the recogniser and the model say. Out: a [`Reading`].

use std::time::{Duration, Instant};

use super::{
    super::{
        Clause, Places, Replay, Route, Said, Span,
        chooser::Evidence,
        model::{Answer, ReadError},
        rules::{self, Ground},
    },
    By, Readers, Reading, Words,
};
use crate::{cell::State, limits::OFFERS_MAX, plan::Intent};

impl Readers {
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
    pub(super) fn meaning(&self, said: &Said, state: State) -> (Route, Option<Replay>, Option<Intent>) {
        let intent = said.intent(&self.snapshot, state).unwrap_or(Some(Intent::Unknown));
        (said.route(), said.replay(), intent)
    }

    pub(super) fn weigh(
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
        // The grammar's other readings are offered, and never done.
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
    /// Other readings of the grammar, the likeliest first. Nothing where the recogniser accounts for every word (a "stop", a
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
