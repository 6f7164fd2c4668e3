//! Filters of lists: which of them a sort has, and their words. In: a filter. Out: a phrase that follows the noun, with one
//! word of denial for each filter that leaves things out.

use super::super::words::{and, name, role};
use crate::{
    cell::{RoutineId, ToolId},
    language::query::{Ended, Filter, Key, Place, Sort},
    snapshot::Snapshot,
    when::Clock,
};

/// What things of a sort are called, one and several.
pub(in crate::answer) const fn noun(sort: Sort) -> &'static str {
    match sort {
        Sort::Positions => "position",
        Sort::Tools => "tool",
        Sort::Routines => "routine",
        Sort::Stands => "stand",
        Sort::Moves => "move",
        Sort::Runs => "run",
        Sort::Steps => "step",
    }
}

/// What a filter is called that things of a sort do not have; none where they all have theirs.
pub(in crate::answer) fn foreign(sort: Sort, filters: &[Filter]) -> Option<&'static str> {
    filters.iter().find(|filter| !is_known(sort, filter)).map(|filter| key_word(filter.key))
}

const fn a_move(filter: &Filter) -> &'static str {
    if filter.is_not { "no move" } else { "one move" }
}

pub(super) const fn key_word(key: Key) -> &'static str {
    match key {
        Key::Role(_) => "role",
        Key::Like(_) => "kind",
        Key::Tool(_) => "tool",
        Key::Routine(_) => "routine",
        Key::At(_) => "place",
        Key::From(_) => "beginning",
        Key::To(_) => "end",
        Key::Day(_) => "day",
        Key::Ended(_) => "outcome",
        Key::Last(_) => "place in the history",
    }
}

pub(super) fn is_known(sort: Sort, filter: &Filter) -> bool {
    match (sort, filter.key) {
        (Sort::Positions, Key::Role(_) | Key::Like(_) | Key::From(_) | Key::To(_) | Key::Routine(_))
        | (Sort::Tools | Sort::Routines, Key::Routine(_))
        | (Sort::Moves, Key::From(_) | Key::To(_))
        | (Sort::Positions | Sort::Tools | Sort::Routines | Sort::Stands | Sort::Moves, Key::At(_))
        | (Sort::Positions | Sort::Routines | Sort::Stands, Key::Tool(_))
        | (Sort::Tools, Key::Tool(Some(_)))
        | (Sort::Runs | Sort::Steps, Key::Routine(_) | Key::At(_) | Key::Tool(Some(_)) | Key::Day(_)) => true,
        (Sort::Runs | Sort::Steps, Key::Last(_)) => !filter.is_not,
        (Sort::Runs, Key::Ended(_)) => true,
        (Sort::Steps, Key::Ended(ended)) => ended != Ended::Stopped,
        _ => false,
    }
}

/// Where the phrases are made.
#[derive(Clone, Copy)]
pub(in crate::answer) struct Words<'s> {
    pub(in crate::answer) snapshot: &'s Snapshot,
    /// The time of asking; days are named by their words alone where it is not known.
    pub(in crate::answer) clock: Option<Clock<'s>>,
    /// One thing is spoken of, not several.
    pub(in crate::answer) is_one: bool,
}

impl Words<'_> {
    /// `where tack_weld is supported and that are not Pos_1`; empty without filters.
    pub(in crate::answer) fn phrase(self, sort: Sort, filters: &[Filter]) -> String {
        let phrases: Vec<String> = filters.iter().map(|filter| self.one(sort, filter)).collect();
        and(&phrases)
    }

    fn one(self, sort: Sort, filter: &Filter) -> String {
        let not = if filter.is_not { "not " } else { "" };
        let (are, need) = if self.is_one { ("is", "needs") } else { ("are", "need") };
        let does = if self.is_one { "does not need" } else { "do not need" };
        match (sort, filter.key) {
            (_, Key::Role(of)) => format!("{not}of the role {}", role(of)),
            (Sort::Positions, Key::Like(id)) => format!("{not}called as {}", self.place(Place::At(id))),
            (Sort::Positions, Key::Routine(id)) => format!("where {} is {not}supported", self.routine(id)),
            (Sort::Positions, Key::Tool(Some(id))) => format!("where {} is {not}needed", self.tool(id)),
            (Sort::Positions, Key::Tool(None)) if filter.is_not => "where every routine needs a tool".to_owned(),
            (Sort::Positions, Key::Tool(None)) => "where a routine needs no tool".to_owned(),
            (Sort::Positions, Key::At(at)) => format!("that {are} {not}{}", self.place(at)),
            (Sort::Positions, Key::From(at)) => format!("to which {} leads from {}", a_move(filter), self.place(at)),
            (Sort::Positions, Key::To(at)) => format!("from which {} leads to {}", a_move(filter), self.place(at)),
            (Sort::Tools, Key::Tool(Some(id))) => format!("that {are} {not}{}", self.tool(id)),
            (Sort::Tools, Key::Routine(id)) if filter.is_not => format!("that {} does not need", self.routine(id)),
            (Sort::Tools, Key::Routine(id)) => format!("that {} needs", self.routine(id)),
            (Sort::Tools, Key::At(at)) => format!("{not}kept or needed at {}", self.place(at)),
            (Sort::Routines, Key::Tool(Some(id))) if filter.is_not => format!("that {does} {}", self.tool(id)),
            (Sort::Routines, Key::Tool(Some(id))) => format!("that {need} {}", self.tool(id)),
            (Sort::Routines, Key::Tool(None)) if filter.is_not => format!("that {need} a tool"),
            (Sort::Routines, Key::Tool(None)) => format!("that {need} no tool"),
            (Sort::Routines, Key::Routine(id)) => format!("that {are} {not}{}", self.routine(id)),
            (Sort::Routines, Key::At(at)) => format!("{not}supported at {}", self.place(at)),
            (Sort::Stands, Key::Tool(Some(id))) => format!("{not}for {}", self.tool(id)),
            (Sort::Stands, Key::Tool(None)) if filter.is_not => "for a tool".to_owned(),
            (Sort::Stands, Key::Tool(None)) => "for no tool".to_owned(),
            (_, Key::From(at)) => format!("{not}from {}", self.place(at)),
            (_, Key::To(at)) => format!("{not}to {}", self.place(at)),
            (_, Key::At(at)) => format!("{not}at {}", self.place(at)),
            // No other sort has them; a question that names them all the same is described.
            (_, key) => format!("{not}by {}", key_word(key)),
        }
    }

    /// A place by its name; ids of another cell have none.
    pub(in crate::answer) fn place(self, place: Place) -> String {
        match place {
            Place::Here => "the robot's position".to_owned(),
            Place::At(id) if id.index() < self.snapshot.position_count() => {
                name(self.snapshot.position_name(id)).into_owned()
            }
            Place::At(_) => "an unknown position".to_owned(),
        }
    }

    pub(in crate::answer) fn tool(self, id: ToolId) -> String {
        if id.index() < self.snapshot.tool_count() {
            name(self.snapshot.tool_name(id)).into_owned()
        } else {
            "an unknown tool".to_owned()
        }
    }

    pub(in crate::answer) fn routine(self, id: RoutineId) -> String {
        if id.index() < self.snapshot.routine_count() {
            name(self.snapshot.routine_name(id)).into_owned()
        } else {
            "an unknown routine".to_owned()
        }
    }
}
