//! How well sentences are read: lines with gold answers in, figures out. Pure; `cellgraph eval` reads and prints.
//!
//! A line is right end to end when route, replay and intent are the gold answer's, or those of an accepted one. False motion
//! is anything executable on a line on which nothing may move.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Replay, Route, Said};
use crate::{cell::State, plan::Intent, snapshot::Snapshot};

/// A sentence with what it means, as `tests/language/README.md` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldLine {
    /// Names the line.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// Where the robot is when it is said.
    pub state: GoldState,
    /// What was proposed for it, and what was said to that: the gold answer is what is meant then.
    #[serde(default)]
    pub earlier: Option<GoldEarlier>,
    route: String,
    replay: Option<Value>,
    intent: Option<Value>,
    #[serde(default)]
    accept: Vec<Value>,
    /// The readings to ask back with, where the gold answer is to ask back: intents.
    #[serde(default)]
    ask: Vec<Value>,
    /// Whether anything executable may come of it.
    #[serde(rename = "move")]
    pub may_move: bool,
    /// What is peculiar about it.
    pub tags: Vec<String>,
}

/// A proposal, and what was said to it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldEarlier {
    /// What was understood, in the terse form.
    pub understood: String,
    /// The operator's words.
    pub comment: String,
}

/// A state, by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldState {
    /// The position's name.
    pub position: String,
    /// The tool's; `none` for an empty flange.
    pub tool: String,
}

/// One reading against its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The route is the gold one, or an accepted answer's.
    pub route: bool,
    /// Everything is.
    pub whole: bool,
    /// Something executable came of a line on which nothing may move.
    pub false_motion: bool,
    /// Everything is right, or nothing was done and what is meant stands among the readings that are asked back with.
    pub within_one_question: bool,
}

/// An answer in the contract's words.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    route: String,
    replay: Option<Value>,
    intent: Option<Intent>,
}

impl GoldLine {
    /// The class that the router should give.
    #[must_use]
    pub fn route(&self) -> &str {
        &self.route
    }

    /// How many things the gold answer asks to be done; 0 where it asks for none.
    ///
    /// # Errors
    ///
    /// A gold intent that is none of the contract's.
    pub fn goals(&self) -> Result<usize, serde_json::Error> {
        Ok(match &self.accepted()?[0].intent {
            Some(Intent::Goals(goals)) => goals.len(),
            Some(Intent::Unknown) | None => 0,
        })
    }

    /// Judges what a reader said.
    ///
    /// # Errors
    ///
    /// A gold or accepted intent that is none of the contract's.
    pub fn judge(
        &self,
        said: &Said,
        offers: &[Said],
        snapshot: &Snapshot,
        state: State,
    ) -> Result<Judgement, serde_json::Error> {
        let outcome = |said: &Said| {
            let intent = said.intent(snapshot, state).unwrap_or(Some(Intent::Unknown));
            Outcome { route: said.route().word().to_owned(), replay: said.replay().map(replay_value), intent }
        };
        let given = outcome(said);
        let moves = said.replay().is_some() || matches!(given.intent, Some(Intent::Goals(_)));
        let accepted = self.accepted()?;
        let whole = accepted.contains(&given);
        let asked = self.asked()?;
        let is_meant = |offer: &Said| {
            let offer = outcome(offer);
            accepted.contains(&offer) || offer.intent.is_some_and(|intent| asked.contains(&intent))
        };
        Ok(Judgement {
            route: accepted.iter().any(|answer| answer.route == given.route),
            whole,
            false_motion: moves && !self.may_move,
            within_one_question: whole && asked.is_empty() || !moves && offers.iter().any(is_meant),
        })
    }

    /// The readings that are to be asked back with.
    fn asked(&self) -> Result<Vec<Intent>, serde_json::Error> {
        self.ask.iter().map(Intent::deserialize).collect()
    }

    /// The gold answer, then the others that count.
    fn accepted(&self) -> Result<Vec<Outcome>, serde_json::Error> {
        let intent = |value: &Value| {
            if value.is_null() { Ok(None) } else { Intent::deserialize(value).map(Some) }
        };
        let gold = self.intent.as_ref().map_or(Ok(None), intent)?;
        let mut out = vec![Outcome { route: self.route.clone(), replay: self.replay.clone(), intent: gold }];
        for other in &self.accept {
            out.push(match other.get("route").and_then(Value::as_str) {
                None => Outcome { route: self.route.clone(), replay: None, intent: intent(other)? },
                Some(route) => Outcome {
                    route: route.to_owned(),
                    replay: other.get("replay").filter(|value| !value.is_null()).cloned(),
                    intent: other.get("intent").map_or(Ok(None), intent)?,
                },
            });
        }
        Ok(out)
    }
}

fn replay_value(replay: Replay) -> Value {
    serde_json::to_value(replay).unwrap_or_default()
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How many are.
    pub hits: u32,
    /// Of how many.
    pub of: u32,
}

impl Share {
    /// Counts one more.
    pub const fn count(&mut self, hit: bool) {
        self.of += 1;
        self.hits += hit as u32;
    }

    /// In per cent; 0 of none.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * f64::from(self.hits) / f64::from(self.of.max(1))
    }

    /// Wilson's 95 % interval, in per cent.
    #[must_use]
    pub fn interval(self) -> [f64; 2] {
        let (n, p, z) = (f64::from(self.of.max(1)), f64::from(self.hits) / f64::from(self.of.max(1)), 1.96);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        [100.0 * (middle - half).max(0.0), 100.0 * (middle + half).min(1.0)]
    }
}

/// The figures of one reader.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Score {
    /// Routes that are right.
    pub route: Share,
    /// The same by the gold class: action, question, unknown.
    pub recall: BTreeMap<String, Share>,
    /// Lines that are right end to end.
    pub whole: Share,
    /// Lines that are right, or were asked back with what is meant. Where the gold answer is to ask back, only the latter.
    pub within_one_question: Share,
    /// Lines on which nothing may move, and something would.
    pub false_motion: Share,
    /// End to end, by tag.
    pub tags: BTreeMap<String, Share>,
    /// How long each reading took, in milliseconds, ascending once [`Self::finish`] was called.
    #[serde(skip)]
    pub took_ms: Vec<f64>,
}

impl Score {
    /// Counts one line.
    pub fn count(&mut self, line: &GoldLine, judgement: Judgement, took_ms: f64) {
        self.route.count(judgement.route);
        self.recall.entry(line.route().to_owned()).or_default().count(judgement.route);
        self.whole.count(judgement.whole);
        self.within_one_question.count(judgement.within_one_question);
        if !line.may_move {
            self.false_motion.count(judgement.false_motion);
        }
        for tag in &line.tags {
            self.tags.entry(tag.clone()).or_default().count(judgement.whole);
        }
        self.took_ms.push(took_ms);
    }

    /// Puts the times in order.
    pub fn finish(&mut self) {
        self.took_ms.sort_by(f64::total_cmp);
    }

    /// The mean of the three classes' recalls, in per cent.
    #[must_use]
    pub fn mean_recall(&self) -> f64 {
        let classes = [Route::Action, Route::Question, Route::Unknown].map(Route::word);
        let found: Vec<f64> = classes.iter().filter_map(|class| self.recall.get(*class)).map(|s| s.percent()).collect();
        found.iter().sum::<f64>() / found.len().max(1) as f64
    }

    /// The time that so many per cent of the readings stay below, in milliseconds.
    #[must_use]
    pub fn percentile_ms(&self, percent: usize) -> f64 {
        let place = (self.took_ms.len() * percent / 100).min(self.took_ms.len().saturating_sub(1));
        self.took_ms.get(place).copied().unwrap_or_default()
    }
}
