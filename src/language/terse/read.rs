//! The reader of the terse form.

use uuid::Uuid;

use super::{Clause, Order, Places, Replay, Said, Span, TerseError, name};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    limits::{MAX_TIMES, OFFERS_MAX},
    snapshot::Snapshot,
};

pub(super) fn read(line: &str, snapshot: &Snapshot) -> Result<Said, TerseError> {
    let mut cursor = Cursor { line, at: 0, snapshot };
    let said = cursor.said()?;
    if cursor.rest().is_empty() { Ok(said) } else { Err(cursor.wrong("the end")) }
}

pub(super) struct Cursor<'l> {
    line: &'l str,
    pub(super) at: usize,
    snapshot: &'l Snapshot,
}

impl<'l> Cursor<'l> {
    pub(super) fn rest(&self) -> &'l str {
        &self.line[self.at..]
    }

    pub(super) fn wrong(&self, wanted: &'static str) -> TerseError {
        TerseError { line: self.line.to_owned(), at: self.at, wanted }
    }

    /// Takes `text` where it stands here.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes `text` where it stands here as a whole word.
    pub(super) fn word(&mut self, text: &str) -> bool {
        let found = self.rest().strip_prefix(text).is_some_and(ends_word);
        if found {
            self.at += text.len();
        }
        found
    }

    fn said(&mut self) -> Result<Said, TerseError> {
        if self.word("unknown") {
            Ok(Said::Unknown)
        } else if self.take("question ") {
            self.query().map(|query| Said::Ask(query.into()))
        } else if self.take("action ") {
            self.action()
        } else {
            Err(self.wrong("action, question or unknown"))
        }
    }

    fn action(&mut self) -> Result<Said, TerseError> {
        if self.word("?") {
            return self.offers().map(Said::Unclear);
        }
        if self.rest() == "yes" {
            self.at = self.line.len();
            return Ok(Said::Confirm);
        }
        if let Some(replay) = self.replay() {
            return Ok(Said::Replay(replay));
        }
        self.clauses().map(Said::Do)
    }

    /// The readings to ask back with: none, or some with ` / ` between them.
    fn offers(&mut self) -> Result<Vec<Vec<Clause>>, TerseError> {
        let mut offers = Vec::new();
        while offers.len() < OFFERS_MAX && self.take(if offers.is_empty() { " " } else { " / " }) {
            offers.push(self.clauses()?);
        }
        Ok(offers)
    }

    fn clauses(&mut self) -> Result<Vec<Clause>, TerseError> {
        let mut clauses = vec![self.clause()?];
        while self.take(", ") {
            clauses.push(self.clause()?);
        }
        Ok(clauses)
    }

    /// `again`, alone or with an id; a routine may have that name, and then ` @ ` follows.
    fn replay(&mut self) -> Option<Replay> {
        let rest = self.rest().strip_prefix("again")?;
        let replay = match rest.strip_prefix(' ') {
            None if rest.is_empty() => Replay::Last,
            Some(which) => match Uuid::try_parse(which) {
                Ok(id) => Replay::Run(id),
                Err(_) => Replay::InRow(which.parse().ok()?),
            },
            None => return None,
        };
        self.at = self.line.len();
        Some(replay)
    }

    fn clause(&mut self) -> Result<Clause, TerseError> {
        let start = self.at;
        // A routine may be called "go" or "drop": what follows a routine is never what follows those words.
        if let Some(first) = self.routine() {
            if self.rest().starts_with(" @ ") || self.rest().starts_with(" & ") {
                return self.work(first);
            }
            self.at = start;
        }
        if self.word("drop") {
            return Ok(if self.take(" home") { Clause::DropAndHome } else { Clause::Drop });
        }
        if self.take("take ") {
            return Ok(Clause::Take(self.tool()?));
        }
        if self.take("go ") {
            let places = self.places()?;
            return Ok(Clause::Go { places, times: self.times()? });
        }
        Err(self.wrong("a routine, go, take or drop"))
    }

    fn work(&mut self, first: RoutineId) -> Result<Clause, TerseError> {
        let mut routines = vec![first];
        while self.take(" & ") {
            routines.push(self.routine().ok_or_else(|| self.wrong("a routine"))?);
        }
        if !self.take(" @ ") {
            return Err(self.wrong("@"));
        }
        let places = self.places()?;
        let order = if self.take(" in turn") { Order::PlaceByPlace } else { Order::RoutineByRoutine };
        Ok(Clause::Work { routines, places, times: self.times()?, order })
    }

    fn places(&mut self) -> Result<Places, TerseError> {
        let mut spans = vec![self.span()?];
        while self.take(" + ") {
            spans.push(self.span()?);
        }
        Ok(Places { spans, reversed: self.word(" reversed") })
    }

    fn span(&mut self) -> Result<Span, TerseError> {
        if self.word("here") {
            return Ok(Span::Here);
        }
        if self.word("back") {
            return Ok(Span::Back);
        }
        if self.word("all") {
            let mut but = Vec::new();
            while self.take(" but ") {
                but.push(self.position()?);
            }
            return Ok(Span::All { but });
        }
        let from = self.position()?;
        if self.take(" to ") { Ok(Span::Range(from, self.position()?)) } else { Ok(Span::One(from)) }
    }

    fn times(&mut self) -> Result<u16, TerseError> {
        if !self.take(" x") {
            return Ok(1);
        }
        let times = self.number(u32::from(MAX_TIMES))?;
        u16::try_from(times).map_err(|_| self.wrong("a count"))
    }

    /// From 1 to `max`, without leading zeros.
    pub(super) fn number(&mut self, max: u32) -> Result<u32, TerseError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let text = &self.rest()[..digits];
        let number = text.parse().ok().filter(|n| (1..=max).contains(n) && !text.starts_with('0'));
        let number = number.ok_or_else(|| self.wrong("a number in range"))?;
        self.at += digits;
        Ok(number)
    }

    pub(super) fn position(&mut self) -> Result<PositionId, TerseError> {
        let count = self.snapshot.position_count() as u32;
        let found = self.longest(count, |s, id| s.position_name(PositionId(id)));
        found.map(PositionId).ok_or_else(|| self.wrong("a position"))
    }

    pub(super) fn tool(&mut self) -> Result<ToolId, TerseError> {
        let count = self.snapshot.tool_count() as u32;
        let found = self.longest(count, |s, id| s.tool_name(ToolId(id)));
        found.map(ToolId).ok_or_else(|| self.wrong("a tool"))
    }

    pub(super) fn routine(&mut self) -> Option<RoutineId> {
        let count = self.snapshot.routine_count() as u32;
        self.longest(count, |s, id| s.routine_name(RoutineId(id))).map(RoutineId)
    }

    /// Takes the longest name that stands here and ends with a word.
    fn longest(&mut self, count: u32, name_of: impl Fn(&'l Snapshot, u32) -> &'l str) -> Option<u32> {
        let rest = self.rest();
        let found = (0..count)
            .filter_map(|id| {
                let text = name(name_of(self.snapshot, id));
                rest.strip_prefix(text.as_str()).is_some_and(ends_word).then_some((text.len(), id))
            })
            .max()?;
        self.at += found.0;
        Some(found.1)
    }
}

/// Whether a word ends before this rest of a line.
fn ends_word(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', ','])
}
