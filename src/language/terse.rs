//! The terse form in which the model answers, and back: one line, its first word the route.
//!
//! ```text
//! action tack_weld @ Pos_1 + Pos_2, go Home      action camera_inspection @ all but Pos_2 reversed x2
//! action take Welder   action drop   action drop home   action again   action yes   action ?   question tools   unknown
//! ```
//!
//! In: a line and the snapshot that it speaks of. Out: [`Said`], or where the line goes wrong. [`super::grammar`] makes the
//! grammar of the same form; `tests/terse.rs` holds the two, and [`write`], against each other.
//!
//! Names stand as they are. One that could be taken for something else here is put in quotes, as JSON would write it, so
//! that no line has two readings.

use std::fmt::Write as _;

use super::{Clause, HistoryAsk, Lookup, Order, Outcome, Places, Replay, Said, Span, Subject, lookup::Day};
use crate::{
    cell::{PositionId, RoutineId, ToolId, shown},
    limits::{MAX_ROWS_ASKED, MAX_TIMES},
    snapshot::Snapshot,
};

mod read;

/// Words and signs of the form. A name that holds one of them as a word of its own is quoted.
pub(super) const WORDS: [&str; 9] = ["all", "but", "to", "here", "reversed", "in", "turn", "home", "?"];

/// A line that is not in the terse form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wanted} is wanted at character {at} of {}", shown(line))]
pub struct TerseError {
    /// The whole line.
    pub line: String,
    /// Where, in bytes.
    pub at: usize,
    /// What should stand there.
    pub wanted: &'static str,
}

/// Reads a line.
///
/// # Errors
///
/// Where the line leaves the form, or names what the snapshot does not have.
pub fn read(line: &str, snapshot: &Snapshot) -> Result<Said, TerseError> {
    read::read(line, snapshot)
}

/// A name as it stands in a line.
#[must_use]
pub fn name(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

fn is_plain(name: &str) -> bool {
    let is_count = |word: &str| word.strip_prefix('x').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    !name.contains([',', '@', '+', '&', '"', '\\', '\u{a0}'])
        && name.trim() == name
        && !name.split(' ').any(|word| word.is_empty() || WORDS.contains(&word) || is_count(word))
}

/// Writes what [`read`] reads.
#[must_use]
pub fn write(said: &Said, snapshot: &Snapshot) -> String {
    let writer = Writer { snapshot };
    match said {
        Said::Replay(Replay::Last) => "action again".to_owned(),
        Said::Replay(Replay::Run(id)) => format!("action again {id}"),
        Said::Confirm => "action yes".to_owned(),
        Said::Unclear => "action ?".to_owned(),
        Said::Unknown => "unknown".to_owned(),
        Said::Ask(lookup) => format!("question {}", writer.lookup(lookup)),
        Said::Do(clauses) => {
            let clauses: Vec<String> = clauses.iter().map(|clause| writer.clause(clause)).collect();
            format!("action {}", clauses.join(", "))
        }
    }
}

struct Writer<'s> {
    snapshot: &'s Snapshot,
}

impl Writer<'_> {
    fn position(&self, id: PositionId) -> String {
        name(self.snapshot.position_name(id))
    }

    fn tool(&self, id: ToolId) -> String {
        name(self.snapshot.tool_name(id))
    }

    fn routine(&self, id: RoutineId) -> String {
        name(self.snapshot.routine_name(id))
    }

    fn clause(&self, clause: &Clause) -> String {
        match clause {
            Clause::Go { places, times } => format!("go {}{}", self.places(places), count(*times)),
            Clause::Work { routines, places, times, order } => {
                let names: Vec<String> = routines.iter().map(|&id| self.routine(id)).collect();
                let turn = if *order == Order::PlaceByPlace { " in turn" } else { "" };
                format!("{} @ {}{turn}{}", names.join(" & "), self.places(places), count(*times))
            }
            Clause::Take(tool) => format!("take {}", self.tool(*tool)),
            Clause::Drop => "drop".to_owned(),
            Clause::DropAndHome => "drop home".to_owned(),
        }
    }

    fn places(&self, places: &Places) -> String {
        let spans: Vec<String> = places.spans.iter().map(|span| self.span(span)).collect();
        format!("{}{}", spans.join(" + "), if places.reversed { " reversed" } else { "" })
    }

    fn span(&self, span: &Span) -> String {
        match span {
            Span::One(id) => self.position(*id),
            Span::Here => "here".to_owned(),
            Span::Range(from, to) => format!("{} to {}", self.position(*from), self.position(*to)),
            Span::All { but } => but.iter().fold("all".to_owned(), |mut text, &id| {
                let _infallible = write!(text, " but {}", self.position(id));
                text
            }),
        }
    }

    fn lookup(&self, lookup: &Lookup) -> String {
        match lookup {
            Lookup::Positions => "positions".to_owned(),
            Lookup::Tools => "tools".to_owned(),
            Lookup::Routines => "routines".to_owned(),
            Lookup::WhereIsRobot => "robot".to_owned(),
            Lookup::HeldTool => "hand".to_owned(),
            Lookup::ToolLocation(None) => "stands".to_owned(),
            Lookup::ToolLocation(Some(tool)) => format!("stand {}", self.tool(*tool)),
            Lookup::AllowedMoves(None) => "moves".to_owned(),
            Lookup::AllowedMoves(Some(from)) => format!("moves {}", self.position(*from)),
            Lookup::SupportedAt(routine) => format!("places {}", self.routine(*routine)),
            Lookup::RoutinesAt(None) => "work".to_owned(),
            Lookup::RoutinesAt(Some(at)) => format!("work {}", self.position(*at)),
            Lookup::About(Subject::Position(id)) => format!("position {}", self.position(*id)),
            Lookup::About(Subject::Tool(id)) => format!("tool {}", self.tool(*id)),
            Lookup::About(Subject::Routine(id)) => format!("routine {}", self.routine(*id)),
            Lookup::Path { from: None, to } => format!("way {}", self.position(*to)),
            Lookup::Path { from: Some(from), to } => {
                format!("way {} to {}", self.position(*from), self.position(*to))
            }
            Lookup::History(ask) => history(ask),
            Lookup::LastRun => "last".to_owned(),
            Lookup::Capabilities => "help".to_owned(),
            Lookup::Status => "status".to_owned(),
            Lookup::More(None) => "more".to_owned(),
            Lookup::More(Some(count)) => format!("more {}", count.min(&MAX_ROWS_ASKED)),
            Lookup::Rest => "rest".to_owned(),
        }
    }
}

fn count(times: u16) -> String {
    if times == 1 { String::new() } else { format!(" x{}", times.min(MAX_TIMES)) }
}

fn history(ask: &HistoryAsk) -> String {
    let mut text = "history".to_owned();
    if let Some(count) = ask.count {
        let _infallible = write!(text, " {}", count.min(MAX_ROWS_ASKED));
    }
    match ask.day {
        None => {}
        Some(Day::Today) => text.push_str(" today"),
        Some(Day::Yesterday) => text.push_str(" yesterday"),
        Some(Day::Date(date)) => {
            let _infallible = write!(text, " {date}");
        }
    }
    text.push_str(match ask.only {
        None => "",
        Some(Outcome::Completed) => " completed",
        Some(Outcome::Failed) => " failed",
    });
    text
}
