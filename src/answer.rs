//! Questions, the fallback and what a run's end tells: claims, each with its sources, judged before anybody is told.
//!
//! In: a [`Lookup`] that a reader chose, what was shown before, and the [`Grounds`]: the snapshot in force, the robot's
//! state, the history, the time. Out: an [`Answer`] in plain English, with its claims and what checkpoint 3 found. No model
//! writes a word of it, and nothing here moves, plans for a run, or writes to the store.
//!
//! ```text
//! composers ─▶ pieces, with citations ─▶ Draft ─▶ checkpoint::synthesis ─▶ Traced: what may be said
//!                                          ▲
//! cell, state, history ─▶ evidence ────────┘   (which knows no sentence of any answer)
//! ```
//!
//! 1. Every name in an answer stands in the snapshot, the state, the history or the sentence that is answered.
//! 2. Nothing to tell is told as nothing; what is not known or not confirmed is said to be so.
//! 3. A suggestion is made only after its plan was built and verified from the state in force.
//! 4. What cannot be traced to its sources is not said ([`Draft::judged`]).
//! 5. Ids of another cell, a repeated `More`, a history that cannot be read: all get an answer, none a panic.

use crate::{
    cell::State,
    checkpoint::synthesis::Line,
    language::{
        Day, HistoryAsk, Lookup, Outcome, Said, Subject,
        query::{Part, Query},
    },
    snapshot::Snapshot,
    store::RobotState,
    when::Clock,
};

mod about;
mod asked;
mod capabilities;
mod describe;
mod draft;
mod ended;
mod evidence;
mod fallback;
mod history;
mod inventory;
mod judged;
mod list;
mod missed;
mod moves;
mod near;
mod past;
mod robot;
mod sources;
mod suggest;
mod thing;
mod words;

pub use describe::describe;
pub use ended::{draft_ended, ended};
pub use fallback::{Fallback, Misfit, draft_fallback, fallback, judged_fallback, offers};
pub use history::{History, Past, PastStep};
pub use judged::{Checkpoint, Draft, Traced};
pub use near::{Kind, closest, doubtful_names};
pub use sources::why;
pub use suggest::{Suggestion, suggestions};

use draft::Piece;
use evidence::Read;
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
    /// The time of asking, and the zone of those who ask.
    pub clock: Clock<'g>,
    /// How the recogniser reads a sentence, from the state in force. Where it is given, a suggestion is made only if it
    /// reads it as it is meant.
    pub reader: Option<&'g dyn Fn(&str) -> Said>,
}

/// An answer, and what it stands on.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The words, in lines.
    pub text: String,
    /// What the words state, each with its sources.
    pub claims: Vec<Line>,
    /// How they were judged.
    pub checkpoint: Checkpoint,
    /// What to hand in with the next question.
    pub next: Conversation,
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
    let draft = draft(lookup, conversation, grounds);
    let next = draft.next.clone();
    let Traced { text, claims, checkpoint } = draft.judged();
    Answer { text, claims, checkpoint, next }
}

/// The same, before anybody has looked whether it may be said.
#[must_use]
pub fn draft<'g>(lookup: &Lookup, conversation: &Conversation, grounds: &Grounds<'g>) -> Draft<'g> {
    match lookup {
        Lookup::More(wanted) => go_on(conversation, wanted.map(|n| n as usize), grounds),
        Lookup::Rest => go_on(conversation, Some(usize::MAX), grounds),
        Lookup::Asked(Query { parts }) if parts.len() > 1 => {
            let first = draft(&alone(&parts[0]), conversation, grounds);
            let then = draft(&alone(&parts[1]), &first.next, grounds);
            first.followed_by(then)
        }
        // Of the failed runs, those that were stopped are told apart.
        Lookup::History(HistoryAsk { only: Some(Outcome::Failed), .. }) => {
            tell(&Lookup::Asked(Query::of(lookup)), Window::START, None, conversation, grounds)
        }
        lookup => tell(lookup, Window::START, None, conversation, grounds),
    }
}

/// One part of a question, by the look-up that answers it.
fn alone(part: &Part) -> Lookup {
    Query { parts: vec![part.clone()] }.into()
}

/// Tells the operator what the workflow itself says: that there is nothing to be done, or why something is not.
#[must_use]
pub fn limit(text: &str, grounds: &Grounds<'_>) -> Traced {
    Draft::of(text.to_owned(), vec![draft::Line::of(vec![Piece::Limit(text.to_owned())])], Vec::new(), *grounds)
        .judged()
}

/// What a look-up found, before a list of it is cut to a page.
struct Found<'g> {
    body: Body<'g>,
    reads: Vec<Read<'g>>,
}

enum Body<'g> {
    Lines(Vec<draft::Line<Piece>>),
    List(Box<List<'g>>),
}

impl<'g> Found<'g> {
    fn lines(lines: Vec<draft::Line<Piece>>) -> Self {
        Self { body: Body::Lines(lines), reads: Vec::new() }
    }

    /// Sentences one after the other.
    fn sentence(parts: Vec<Piece>) -> Self {
        Self::lines(vec![draft::Line::of(parts)])
    }

    fn list(list: List<'g>) -> Self {
        Self { body: Body::List(Box::new(list)), reads: Vec::new() }
    }

    /// The same, with this before it: on its first line, where that has room.
    fn headed(mut self, first: Vec<Piece>) -> Self {
        if first.is_empty() {
            return self;
        }
        match &mut self.body {
            Body::List(list) => list.before = first,
            Body::Lines(lines) => match lines.first_mut() {
                Some(draft::Line::Sentences { parts, .. }) => {
                    parts.splice(0..0, first);
                }
                _ => lines.insert(0, draft::Line::of(first)),
            },
        }
        self
    }

    /// The same, with this after it.
    fn closed(mut self, last: Vec<Piece>) -> Self {
        match &mut self.body {
            Body::List(list) => list.after.extend(last),
            Body::Lines(lines) => lines.push(draft::Line::of(last)),
        }
        self
    }

    /// The same, with what was read for it.
    fn with(mut self, reads: Vec<Read<'g>>) -> Self {
        self.reads.extend(reads);
        self
    }
}

/// Goes on with the last list, or says why it cannot.
fn go_on<'g>(conversation: &Conversation, wanted: Option<usize>, grounds: &Grounds<'g>) -> Draft<'g> {
    let say = |text: &str| {
        let lines = vec![draft::Line::of(vec![Piece::Limit(text.to_owned())])];
        Draft::of("more of the last answer".to_owned(), lines, Vec::new(), *grounds).with_next(conversation.clone())
    };
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

fn tell<'g>(
    lookup: &Lookup,
    window: Window,
    before: Option<i64>,
    conversation: &Conversation,
    grounds: &Grounds<'g>,
) -> Draft<'g> {
    let mut next = Conversation { last: Some(lookup.clone()), list: conversation.list.clone() };
    let found = look_up(lookup, window, before, grounds);
    let lines = match found.body {
        Body::Lines(lines) => lines,
        Body::List(mut list) => {
            let keys = std::mem::take(&mut list.keys);
            let page = list.page(window);
            let last = (page.shown - window.from.min(page.shown)).checked_sub(1);
            next.list = Some(Listed {
                lookup: grounds.resolved(lookup),
                items: page.shown,
                more: page.more,
                before: last.and_then(|last| keys.get(last)).copied().or(before),
                cell: *grounds.snapshot.content_hash(),
            });
            page.lines
        }
    };
    let query = describe(&Said::Ask(lookup.clone()), grounds.snapshot);
    Draft::of(query, lines, found.reads, *grounds).with_next(next)
}

fn look_up<'g>(lookup: &Lookup, window: Window, before: Option<i64>, grounds: &Grounds<'g>) -> Found<'g> {
    if !grounds.knows(lookup) {
        return Found::sentence(vec![Piece::Limit("That is not in the cell in force.".to_owned())]);
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
        Lookup::LastRun => past::last_run(before, false, grounds),
        Lookup::Capabilities => capabilities::capabilities(grounds),
        Lookup::Asked(Query { parts }) => match parts.first() {
            Some(part) => asked::part(part, window, before, grounds),
            None => asked::part(&Part::Nothing, window, before, grounds),
        },
        // Answered before: they ask for a part of one of the others.
        Lookup::More(_) | Lookup::Rest => {
            Found::sentence(vec![Piece::Limit("There is no list to go on with.".to_owned())])
        }
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
            Lookup::Asked(Query { parts }) => {
                Lookup::Asked(Query { parts: parts.iter().map(|part| asked::resolved(part, self)).collect() })
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
            Lookup::Asked(query) => query.parts.iter().all(|part| asked::knows(part, s)),
            _ => true,
        }
    }
}
