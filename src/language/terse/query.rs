//! Questions in the terse form: `which positions role=work routine=tack_weld`, `is held Welder`, `way Home to Pos_3`; two
//! parts have ` ; ` between them.

use super::{TerseError, Writer, read::Cursor};
use crate::{
    cell::Role,
    language::query::{Day, Deed, Ended, Filter, Key, PARTS_MAX, Part, Place, Query, Sort, Subject, Way, Wish},
    limits::MAX_ROWS_ASKED,
};

const WISHES: [(&str, Wish); 3] = [("which ", Wish::Which), ("count ", Wish::Count), ("any ", Wish::Any)];

const SORTS: [(&str, Sort); 7] = [
    ("positions", Sort::Positions),
    ("tools", Sort::Tools),
    ("routines", Sort::Routines),
    ("stands", Sort::Stands),
    ("moves", Sort::Moves),
    ("runs", Sort::Runs),
    ("steps", Sort::Steps),
];

const ENDS: [(&str, Ended); 3] =
    [("completed", Ended::Completed), ("failed", Ended::Failed), ("stopped", Ended::Stopped)];

/// Parts that are one word, or two.
const PLAIN: [(&str, Part); 9] = [
    ("where robot", Part::WhereRobot),
    ("why last", Part::WhyLast),
    ("held", Part::Held),
    ("last", Part::Last),
    ("status", Part::Status),
    ("help", Part::Help),
    ("more", Part::More(None)),
    ("rest", Part::Rest),
    ("?", Part::Nothing),
];

/// A part that asks something of what is done.
type OfDeed = fn(Deed) -> Part;

/// Their words.
const OF_DEEDS: [(&str, OfDeed); 5] = [
    ("can ", Part::Can),
    ("long ", Part::Long),
    ("dwell ", Part::Dwell),
    ("why not ", Part::WhyNot),
    ("when ", Part::When),
];

impl Cursor<'_> {
    pub(super) fn query(&mut self) -> Result<Query, TerseError> {
        let mut parts = vec![self.part()?];
        while parts.len() < PARTS_MAX && self.take(" ; ") {
            parts.push(self.part()?);
        }
        Ok(Query { parts })
    }

    fn part(&mut self) -> Result<Part, TerseError> {
        if self.take("more ") {
            return Ok(Part::More(Some(self.number(MAX_ROWS_ASKED)?)));
        }
        if let Some((_, part)) = PLAIN.iter().find(|(word, _)| self.word(word)) {
            return Ok(part.clone());
        }
        if let Some(&(_, wish)) = WISHES.iter().find(|(word, _)| self.take(word)) {
            return self.list(wish);
        }
        if let Some((_, part)) = OF_DEEDS.iter().find(|(word, _)| self.take(word)) {
            return self.deed().map(part);
        }
        if self.take("where ") {
            Ok(Part::WhereTool(self.tool()?))
        } else if self.take("is held ") {
            Ok(Part::IsHeld(self.tool()?))
        } else if self.take("is robot ") {
            Ok(Part::IsRobot(self.place()?))
        } else if self.take("way ") {
            Ok(Part::Way(self.way()?))
        } else if self.take("about ") {
            Ok(Part::About(self.subject()?))
        } else {
            Err(self.wrong("a question"))
        }
    }

    fn list(&mut self, wish: Wish) -> Result<Part, TerseError> {
        let Some(&(_, sort)) = SORTS.iter().find(|(word, _)| self.word(word)) else {
            return Err(self.wrong("what is to be listed"));
        };
        let mut filters = Vec::new();
        while !self.rest().is_empty() && !self.rest().starts_with(" ; ") {
            filters.push(self.filter()?);
        }
        Ok(Part::List { wish, sort, filters })
    }

    fn filter(&mut self) -> Result<Filter, TerseError> {
        if !self.take(" ") {
            return Err(self.wrong("a filter"));
        }
        let key = self.rest().bytes().take_while(u8::is_ascii_lowercase).count();
        let word = &self.rest()[..key];
        self.at += key;
        let is_not = self.take("!=");
        if !is_not && !self.take("=") {
            return Err(self.wrong("= or !="));
        }
        let key = match word {
            "role" => {
                let role = Role::ALL.into_iter().find(|role| self.word(role.word()));
                Key::Role(role.ok_or_else(|| self.wrong("a role"))?)
            }
            "like" => match self.place()? {
                Place::At(id) => Key::Like(id),
                Place::Here => return Err(self.wrong("a position")),
            },
            "tool" if self.word("none") => Key::Tool(None),
            "tool" => Key::Tool(Some(self.tool()?)),
            "routine" => Key::Routine(self.routine().ok_or_else(|| self.wrong("a routine"))?),
            "at" => Key::At(self.place()?),
            "from" => Key::From(self.place()?),
            "to" => Key::To(self.place()?),
            "day" => Key::Day(self.day()?),
            "outcome" => {
                let ended = ENDS.iter().find(|(word, _)| self.word(word));
                Key::Ended(ended.ok_or_else(|| self.wrong("completed, failed or stopped"))?.1)
            }
            "last" => Key::Last(self.number(MAX_ROWS_ASKED)?),
            _ => return Err(self.wrong("a filter")),
        };
        Ok(Filter { key, is_not })
    }

    fn deed(&mut self) -> Result<Deed, TerseError> {
        let start = self.at;
        if let Some(routine) = self.routine() {
            // A routine may be called "go" or "take": a place or a tool follows these words, and " @ " or the end a routine.
            if self.take(" @ ") {
                return Ok(Deed::Work(routine, Some(self.place()?)));
            }
            if self.rest().is_empty() || self.rest().starts_with(" ; ") {
                return Ok(Deed::Work(routine, None));
            }
            self.at = start;
        }
        if self.take("go ") {
            return Ok(Deed::Go(self.way()?));
        }
        if self.take("take ") {
            return Ok(Deed::Take(self.tool()?));
        }
        Err(self.wrong("a routine, go or take"))
    }

    fn way(&mut self) -> Result<Way, TerseError> {
        let first = self.place()?;
        if self.take(" to ") {
            return Ok(Way { from: Some(first), to: self.place()? });
        }
        Ok(Way { from: None, to: first })
    }

    fn place(&mut self) -> Result<Place, TerseError> {
        if self.word("here") { Ok(Place::Here) } else { self.position().map(Place::At) }
    }

    /// The longest name that stands here: a position before a tool, a tool before a routine where they are called the same.
    fn subject(&mut self) -> Result<Subject, TerseError> {
        let start = self.at;
        let mut found: Option<(usize, Subject)> = None;
        let mut offer = |subject: Option<Subject>, end: usize| {
            if let Some(subject) = subject
                && found.is_none_or(|(longest, _)| end > longest)
            {
                found = Some((end, subject));
            }
        };
        let position = self.position().ok().map(Subject::Position);
        offer(position, std::mem::replace(&mut self.at, start));
        let tool = self.tool().ok().map(Subject::Tool);
        offer(tool, std::mem::replace(&mut self.at, start));
        let routine = self.routine().map(Subject::Routine);
        offer(routine, std::mem::replace(&mut self.at, start));
        let (end, subject) = found.ok_or_else(|| self.wrong("a name of the cell"))?;
        self.at = end;
        Ok(subject)
    }

    fn day(&mut self) -> Result<Day, TerseError> {
        let length = self.rest().find(' ').unwrap_or(self.rest().len());
        let day = self.rest()[..length].parse().map_err(|_| self.wrong("today, yesterday or a date"))?;
        self.at += length;
        Ok(day)
    }
}

impl Writer<'_> {
    pub(super) fn query(&self, query: &Query) -> String {
        let parts: Vec<String> = query.parts.iter().map(|part| self.part(part)).collect();
        parts.join(" ; ")
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::List { wish, sort, filters } => {
                let filters: String = filters.iter().map(|filter| self.filter(filter)).collect();
                format!("{}{}{filters}", word_of(&WISHES, wish), word_of(&SORTS, sort))
            }
            Part::WhereTool(tool) => format!("where {}", self.tool(*tool)),
            Part::IsHeld(tool) => format!("is held {}", self.tool(*tool)),
            Part::IsRobot(place) => format!("is robot {}", self.place(*place)),
            Part::Can(deed) => format!("can {}", self.deed(*deed)),
            Part::Long(deed) => format!("long {}", self.deed(*deed)),
            Part::Dwell(deed) => format!("dwell {}", self.deed(*deed)),
            Part::WhyNot(deed) => format!("why not {}", self.deed(*deed)),
            Part::When(deed) => format!("when {}", self.deed(*deed)),
            Part::Way(way) => format!("way {}", self.way(*way)),
            Part::About(Subject::Position(id)) => format!("about {}", self.position(*id)),
            Part::About(Subject::Tool(id)) => format!("about {}", self.tool(*id)),
            Part::About(Subject::Routine(id)) => format!("about {}", self.routine(*id)),
            Part::More(Some(count)) => format!("more {}", count.min(&MAX_ROWS_ASKED)),
            plain => word_of(&PLAIN, plain).to_owned(),
        }
    }

    fn filter(&self, Filter { key, is_not }: &Filter) -> String {
        let (word, value) = match key {
            Key::Role(role) => ("role", role.word().to_owned()),
            Key::Like(id) => ("like", self.position(*id)),
            Key::Tool(None) => ("tool", "none".to_owned()),
            Key::Tool(Some(tool)) => ("tool", self.tool(*tool)),
            Key::Routine(routine) => ("routine", self.routine(*routine)),
            Key::At(place) => ("at", self.place(*place)),
            Key::From(place) => ("from", self.place(*place)),
            Key::To(place) => ("to", self.place(*place)),
            Key::Day(day) => ("day", day.to_string()),
            Key::Ended(ended) => ("outcome", word_of(&ENDS, ended).to_owned()),
            Key::Last(count) => ("last", count.min(&MAX_ROWS_ASKED).to_string()),
        };
        format!(" {word}{}{value}", if *is_not { "!=" } else { "=" })
    }

    fn deed(&self, deed: Deed) -> String {
        match deed {
            Deed::Work(routine, None) => self.routine(routine),
            Deed::Work(routine, Some(place)) => format!("{} @ {}", self.routine(routine), self.place(place)),
            Deed::Go(way) => format!("go {}", self.way(way)),
            Deed::Take(tool) => format!("take {}", self.tool(tool)),
        }
    }

    fn way(&self, Way { from, to }: Way) -> String {
        match from {
            None => self.place(to),
            Some(from) => format!("{} to {}", self.place(from), self.place(to)),
        }
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::At(id) => self.position(id),
            Place::Here => "here".to_owned(),
        }
    }
}

/// The word that stands for a value; the tables hold each.
fn word_of<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word)
}
