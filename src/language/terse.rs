//! The terse form in which the model answers, and back: one line, its first word the route.
//!
//! ```text
//! action tack_weld @ Pos_1 + Pos_2, go Home      action camera_inspection @ all but Pos_2 reversed x2
//! action take Welder   action drop   action drop home   action again   action yes   unknown
//! question which positions role=work   question where Welder ; held
//! action ?   action ? go Pos_3 / take Welder
//! ```
//!
//! In: a line, and the snapshot whose names the line uses. Out: [`Said`], or the place where the line goes wrong. [`super::grammar`] makes
//! the model's grammar for the same form. `tests/model.rs` walks that grammar and holds both against each other.
//!
//! Names stand as they are. A name that could be taken for a word of this form is put in quotes, as JSON would write it, so that no
//! line has two readings.

use std::fmt::Write as _;

use super::{Clause, Order, Places, Replay, Said, Span, query::Query};
use crate::{
    cell::{PositionId, RoutineId, ToolId, shown},
    limits::MAX_TIMES,
    snapshot::Snapshot,
};

mod query;
mod read;

/// Words and signs of the form. A name that holds one of them as a word of its own is quoted.
pub(super) const WORDS: [&str; 11] = ["all", "but", "to", "here", "back", "reversed", "in", "turn", "home", "?", "/"];

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
    !name.contains([',', '@', '+', '&', ';', '=', '"', '\\', '\u{a0}'])
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
        Said::Replay(Replay::InRow(row)) => format!("action again {row}"),
        Said::Confirm => "action yes".to_owned(),
        Said::Unclear(offers) if offers.is_empty() => "action ?".to_owned(),
        Said::Unclear(offers) => {
            let offers: Vec<String> = offers.iter().map(|clauses| writer.clauses(clauses)).collect();
            format!("action ? {}", offers.join(" / "))
        }
        Said::Unknown => "unknown".to_owned(),
        Said::Ask(lookup) => format!("question {}", writer.query(&Query::of(lookup))),
        Said::Do(clauses) => format!("action {}", writer.clauses(clauses)),
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

    fn clauses(&self, clauses: &[Clause]) -> String {
        let clauses: Vec<String> = clauses.iter().map(|clause| self.clause(clause)).collect();
        clauses.join(", ")
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
            Span::Back => "back".to_owned(),
            Span::Range(from, to) => format!("{} to {}", self.position(*from), self.position(*to)),
            Span::All { but } => but.iter().fold("all".to_owned(), |mut text, &id| {
                let _infallible = write!(text, " but {}", self.position(id));
                text
            }),
        }
    }
}

fn count(times: u16) -> String {
    if times == 1 { String::new() } else { format!(" x{}", times.min(MAX_TIMES)) }
}
