//! A query in words, for the review, for logs, and for the judge of answers. In: a query. Out: one phrase for each part, with every
//! filter in it.

use super::filters::{Words, noun};
use crate::{
    language::{
        Subject,
        query::{Deed, Part, Place, Query, Sort, Way, Wish},
    },
    snapshot::Snapshot,
};

/// What a query asks.
pub(in crate::answer) fn query(query: &Query, snapshot: &Snapshot) -> String {
    let words = Words { snapshot, clock: None, is_one: false };
    let parts: Vec<String> = query.parts.iter().map(|part| words.part(part)).collect();
    parts.join("; and ")
}

impl Words<'_> {
    fn part(self, part: &Part) -> String {
        match part {
            Part::List { wish, sort, filters } => {
                let phrase = match sort {
                    Sort::Runs | Sort::Steps => self.past_phrase(Wish::Count, *sort, filters),
                    _ => self.phrase(*sort, filters),
                };
                let noun = noun(*sort);
                let begin = match wish {
                    Wish::Which => format!("which {noun}s there are"),
                    Wish::Count => format!("how many {noun}s there are"),
                    Wish::Any => format!("whether there are {noun}s"),
                };
                format!("{begin} {phrase}").trim_end().to_owned()
            }
            Part::WhereRobot => "where the robot is".to_owned(),
            Part::WhereTool(tool) => format!("where {} is kept", self.tool(*tool)),
            Part::Held => "which tool the robot holds".to_owned(),
            Part::IsHeld(tool) => format!("whether the robot holds {}", self.tool(*tool)),
            Part::IsRobot(place) => format!("whether the robot is at {}", self.place(*place)),
            Part::Can(deed) => format!("whether the robot can {}", self.deed(*deed)),
            Part::WhyNot(deed) => format!("why the robot cannot {}", self.deed(*deed)),
            Part::Long(deed) => format!("how long it takes to {}", self.deed(*deed)),
            Part::Dwell(deed) => format!("what is waited, done after and checked to {}", self.deed(*deed)),
            Part::When(deed) => format!("when the last run was that did this: {}", self.deed(*deed)),
            Part::WhyLast => "why the last run ended as it did".to_owned(),
            Part::Way(way) => self.way(*way),
            Part::About(Subject::Position(id)) => format!("what {} is", self.place(Place::At(*id))),
            Part::About(Subject::Tool(id)) => format!("what {} is", self.tool(*id)),
            Part::About(Subject::Routine(id)) => format!("what {} is", self.routine(*id)),
            Part::Last => "what the last run was".to_owned(),
            Part::Status => "how things stand".to_owned(),
            Part::Help => "what can be said here".to_owned(),
            Part::More(None) => "more of the last answer".to_owned(),
            Part::More(Some(n)) => format!("{n} more of the last answer"),
            Part::Rest => "the rest of the last answer".to_owned(),
            Part::Nothing => "something that the cell, its state and its history do not answer".to_owned(),
        }
    }

    fn deed(self, deed: Deed) -> String {
        match deed {
            Deed::Work(routine, None) => format!("do {}", self.routine(routine)),
            Deed::Work(routine, Some(at)) => format!("do {} at {}", self.routine(routine), self.place(at)),
            Deed::Go(Way { from: None, to }) => format!("go to {}", self.place(to)),
            Deed::Go(Way { from: Some(from), to }) => format!("go from {} to {}", self.place(from), self.place(to)),
            Deed::Take(tool) => format!("attach {}", self.tool(tool)),
        }
    }

    fn way(self, Way { from, to }: Way) -> String {
        format!("the way from {} to {}", self.place(from.unwrap_or(Place::Here)), self.place(to))
    }
}
