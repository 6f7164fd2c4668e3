//! Questions and the fallback: answers whose words come from facts alone.
//!
//! In: a [`Lookup`] that a reader chose, what was shown before, and the [`Grounds`]: the snapshot in force, the robot's
//! state, the history, the time. Out: an [`Answer`] in plain English, with the facts that it was made of. No model writes
//! a word of it, and nothing here moves, plans for a run, or writes to the store.
//!
//! 1. Every name in an answer stands in the snapshot, the state, the history or the sentence that is answered.
//! 2. Nothing to tell is told as nothing; what is not known or not confirmed is said to be so.
//! 3. A suggestion is made only after its plan was built and verified from the state in force.
//! 4. Ids of another cell, a repeated `More`, a history that cannot be read: all get an answer, none a panic.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use uuid::Uuid;

use crate::{
    cell::State,
    language::{Day, HistoryAsk, Lookup, Said, Subject},
    run::Reliance,
    snapshot::Snapshot,
    store::RobotState,
};

mod about;
mod capabilities;
mod describe;
mod fallback;
mod inventory;
mod list;
mod moves;
mod near;
mod past;
mod robot;
mod suggest;
mod words;

pub use describe::describe;
pub use fallback::{Fallback, Misfit, fallback};
pub use near::{Kind, closest, doubtful_names};
pub use past::{History, Past, PastStep};
pub use suggest::{Suggestion, suggestions};

use list::{List, Window};

/// What answers are made of.
#[derive(Clone, Copy)]
pub struct Grounds<'g> {
    /// The cell in force.
    pub snapshot: &'g Snapshot,
    /// Where the robot is as far as anybody knows; none where nothing is stored.
    pub robot: Option<&'g RobotState>,
    /// What was run; none where there is no history.
    pub history: Option<&'g dyn History>,
    /// The time of asking.
    pub now: Timestamp,
    /// How the recogniser reads a sentence, from the state in force. Where it is given, a suggestion is made only if it
    /// reads it as it is meant.
    pub reader: Option<&'g dyn Fn(&str) -> Said>,
}

/// An answer, and what it stands on.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The words, in lines.
    pub text: String,
    /// What they were made of.
    pub facts: Vec<Fact>,
    /// What to hand in with the next question.
    pub next: Conversation,
}

/// Something that an answer stands on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Where it comes from.
    pub source: Source,
    /// What was looked up there.
    pub what: String,
}

/// Where a fact comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The cell in force.
    Snapshot {
        /// BLAKE3 of its content, in hex.
        content_hash: String,
    },
    /// `robot_state.db`.
    State {
        /// When it was last observed or confirmed, UTC.
        last_updated: String,
    },
    /// `history.db`.
    History {
        /// The runs that were read; empty where none fits.
        #[serde(serialize_with = "as_texts")]
        runs: Vec<Uuid>,
    },
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.source {
            Source::Snapshot { content_hash } => write!(f, "snapshot {content_hash}: {}", self.what),
            Source::State { last_updated } => write!(f, "state of {last_updated}: {}", self.what),
            Source::History { runs } if runs.is_empty() => write!(f, "history, no run: {}", self.what),
            Source::History { runs } => {
                let ids: Vec<String> = runs.iter().map(Uuid::to_string).collect();
                write!(f, "history, {}: {}", ids.join(", "), self.what)
            }
        }
    }
}

fn as_texts<S: Serializer>(ids: &[Uuid], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(ids.iter().map(Uuid::to_string))
}

/// What was asked and shown so far, so that "10 more" and "the rest" mean something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversation {
    /// The question before.
    last: Option<Lookup>,
    list: Option<Listed>,
}

/// A list, and how far it was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    lookup: Lookup,
    items: usize,
    more: bool,
    /// The number of the last run that was shown.
    before: Option<i64>,
    /// The content hash of the cell then: ids mean nothing in another one.
    cell: [u8; 32],
}

/// Answers a question.
#[must_use]
pub fn answer(lookup: &Lookup, conversation: &Conversation, grounds: &Grounds<'_>) -> Answer {
    match lookup {
        Lookup::More(wanted) => go_on(conversation, wanted.map(|n| n as usize), grounds),
        Lookup::Rest => go_on(conversation, Some(usize::MAX), grounds),
        lookup => tell(lookup, Window::START, None, conversation, grounds),
    }
}

/// What a look-up found, before a list of it is cut to a page.
struct Found<'g> {
    body: Body<'g>,
    facts: Vec<Fact>,
}

enum Body<'g> {
    Words(String),
    List(Box<List<'g>>),
}

impl Found<'_> {
    fn words(text: impl Into<String>, facts: Vec<Fact>) -> Self {
        Self { body: Body::Words(text.into()), facts }
    }
}

impl<'g> Found<'g> {
    fn list(list: List<'g>, facts: Vec<Fact>) -> Self {
        Self { body: Body::List(Box::new(list)), facts }
    }
}

/// Goes on with the last list, or says why it cannot.
fn go_on(conversation: &Conversation, wanted: Option<usize>, grounds: &Grounds<'_>) -> Answer {
    let say = |text: &str| Answer { text: text.to_owned(), facts: Vec::new(), next: conversation.clone() };
    // "Tell me more" after a word about the robot is no wish for another page of an older list.
    if wanted.is_none() && matches!(conversation.last, Some(Lookup::WhereIsRobot | Lookup::HeldTool)) {
        return tell(&Lookup::Status, Window::START, None, conversation, grounds);
    }
    let Some(shown) = &conversation.list else {
        return say("There is no list to go on with. Ask for one first, for example 'what positions are there?'.");
    };
    if shown.cell != *grounds.snapshot.content_hash() {
        return say("The cell has changed since that list was shown. Ask for it again.");
    }
    if !shown.more {
        return say("That was all of it.");
    }
    let wanted = wanted.filter(|&n| n > 0);
    tell(&shown.lookup, Window { from: shown.items, wanted }, shown.before, conversation, grounds)
}

fn tell(
    lookup: &Lookup,
    window: Window,
    before: Option<i64>,
    conversation: &Conversation,
    grounds: &Grounds<'_>,
) -> Answer {
    let mut next = Conversation { last: Some(lookup.clone()), list: conversation.list.clone() };
    let told = look_up(lookup, window, before, grounds);
    let text = match told.body {
        Body::Words(text) => text,
        Body::List(list) => {
            let page = list.page(window);
            let last = (page.shown - window.from.min(page.shown)).checked_sub(1);
            next.list = Some(Listed {
                lookup: grounds.resolved(lookup),
                items: page.shown,
                more: page.more,
                before: last.and_then(|last| list.keys.get(last)).copied().or(before),
                cell: *grounds.snapshot.content_hash(),
            });
            page.text
        }
    };
    Answer { text, facts: told.facts, next }
}

fn look_up<'g>(lookup: &Lookup, window: Window, before: Option<i64>, grounds: &Grounds<'g>) -> Found<'g> {
    if !grounds.knows(lookup) {
        return Found::words("That is not in the cell in force.", vec![grounds.cell("ids")]);
    }
    match lookup {
        Lookup::Positions => inventory::positions(grounds),
        Lookup::Tools => inventory::tools(grounds),
        Lookup::Routines => inventory::routines(grounds),
        Lookup::SupportedAt(routine) => inventory::supported_at(*routine, grounds),
        Lookup::RoutinesAt(position) => inventory::routines_at(*position, grounds),
        Lookup::WhereIsRobot => robot::place(grounds),
        Lookup::HeldTool => robot::held_tool(grounds),
        Lookup::ToolLocation(tool) => robot::tool_location(*tool, grounds),
        Lookup::Status => robot::status(grounds),
        Lookup::AllowedMoves(from) => moves::allowed(*from, grounds),
        Lookup::Path { from, to } => moves::path(*from, *to, grounds),
        Lookup::About(subject) => about::about(*subject, grounds),
        Lookup::History(ask) => past::runs(ask, window, before, grounds),
        Lookup::LastRun => past::last_run(before, grounds),
        Lookup::Capabilities => capabilities::capabilities(grounds),
        // Answered before: they ask for a part of one of the others.
        Lookup::More(_) | Lookup::Rest => Found::words("There is no list to go on with.", Vec::new()),
    }
}

impl<'g> Grounds<'g> {
    /// The robot's state in this cell, and whether it is confirmed; none where it is not known, or names what this cell
    /// does not have.
    #[must_use]
    pub fn here(&self) -> Option<(State, bool)> {
        let robot = self.robot?;
        State::named(self.snapshot, &robot.position, &robot.tool).ok().map(|state| (state, robot.confirmed))
    }

    /// A fact of the snapshot.
    fn cell(&self, what: impl Into<String>) -> Fact {
        Fact { source: Source::Snapshot { content_hash: self.snapshot.content_hash_hex() }, what: what.into() }
    }

    /// The fact of the robot's state.
    fn state(&self) -> Vec<Fact> {
        let fact = |robot: &RobotState| Fact {
            source: Source::State { last_updated: robot.last_updated.to_string() },
            what: format!(
                "position {}, tool {}, {}",
                words::name(&robot.position),
                words::name(&robot.tool),
                match Reliance::of(robot) {
                    Reliance::Confirmed => "confirmed",
                    Reliance::Simulated { .. } => "confirmed for the simulator only",
                    Reliance::Unconfirmed { .. } => "not confirmed",
                }
            ),
        };
        self.robot.map(fact).into_iter().collect()
    }

    /// A look-up that means the same on its next page, wherever the robot then is and whatever day it then is.
    fn resolved(&self, lookup: &Lookup) -> Lookup {
        let here = self.here().map(|(state, _)| state.position);
        match lookup {
            Lookup::AllowedMoves(None) => Lookup::AllowedMoves(here),
            Lookup::RoutinesAt(None) => Lookup::RoutinesAt(here),
            Lookup::History(ask) => {
                let day = ask.day.map(|day| Day::Date(past::day_of(day, self)));
                Lookup::History(HistoryAsk { day, ..ask.clone() })
            }
            other => other.clone(),
        }
    }

    /// Whether every id in a look-up is one of this cell's.
    fn knows(&self, lookup: &Lookup) -> bool {
        let s = self.snapshot;
        let position = |p: &crate::cell::PositionId| p.index() < s.position_count();
        let tool = |t: &crate::cell::ToolId| t.index() < s.tool_count();
        let routine = |r: &crate::cell::RoutineId| r.index() < s.routine_count();
        match lookup {
            Lookup::ToolLocation(Some(id)) | Lookup::About(Subject::Tool(id)) => tool(id),
            Lookup::SupportedAt(id) | Lookup::About(Subject::Routine(id)) => routine(id),
            Lookup::About(Subject::Position(id)) => position(id),
            Lookup::AllowedMoves(id) | Lookup::RoutinesAt(id) => id.iter().all(position),
            Lookup::Path { from, to } => from.iter().all(position) && position(to),
            _ => true,
        }
    }
}
