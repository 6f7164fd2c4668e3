//! Lists of what the cell has: positions, tools, routines, stands, moves, by every filter. In: the wish, the sort, the filters.
//! Out: one line with the number, or yes or no, and the entries. A filter that the sort does not have is said to be one, and
//! nothing is listed.

use super::{
    super::{
        Found, Grounds,
        draft::{Piece, Statement},
        evidence::Read,
        list::List,
        sources,
        thing::{Thing, tool_of},
    },
    filters::{Words, noun},
    here::Here,
};
use crate::{
    cell::{PositionId, kind},
    language::query::{Filter, Key, Place, Sort, Wish},
    limits::ANSWER_ITEMS_MAX,
    snapshot::Snapshot,
};

/// The things of a sort that every filter lets through.
pub(super) fn things<'g>(wish: Wish, sort: Sort, filters: &[Filter], from: usize, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let here = match Here::of(filters.iter().map(|filter| place_of(filter.key)), grounds) {
        Ok(here) => here,
        Err(told) => return told,
    };
    let filters: Vec<Filter> = filters.iter().map(|filter| here.filter(*filter)).collect();
    let all: Vec<Thing> = all(sort, s).into_iter().filter(|&thing| passes(thing, &filters, s)).collect();
    let words = Words { snapshot: s, clock: Some(grounds.clock), is_one: all.len() == 1 };
    let lead = lead(wish, all.len(), sort, &words.phrase(sort, &filters));
    let told: Vec<Thing> = all.iter().copied().skip(from).take(ANSWER_ITEMS_MAX).collect();
    let reads = vec![Read::Listed { sort, filters, told }];
    let lead_sources = [sources::listed(&[]), here.sources()].concat();
    if all.is_empty() {
        let none = Statement::new(format!("{lead}.")).on(lead_sources).piece();
        return Found::sentence([none].into_iter().chain(here.notes).collect()).with(reads);
    }
    let total = all.len();
    let lead = move |is_first| vec![Statement::new(&*lead).on(lead_sources.clone()).shown_if(is_first).piece()];
    let item = move |place: usize| -> Piece {
        let thing = all[place];
        let sources = sources::listed(&["/among"]).into_iter().chain(thing.sources(s));
        Statement::within("Listed: ", thing.words(s)).on(sources).piece()
    };
    let mut list = List::commas(lead, noun(sort), total, item);
    list.after = here.notes;
    Found::list(list).with(reads)
}

/// `3 positions where …`, with yes or no before it where that was asked; nothing is a number, too.
pub(super) fn lead(wish: Wish, total: usize, sort: Sort, phrase: &str) -> String {
    let yes = match (wish, total) {
        (Wish::Any, 0) => "No: ",
        (Wish::Any, _) => "Yes: ",
        (Wish::Which | Wish::Count, 0) => "None: ",
        (Wish::Which | Wish::Count, _) => "",
    };
    let plural = if total == 1 { "" } else { "s" };
    let phrase = if phrase.is_empty() { String::new() } else { format!(" {phrase}") };
    format!("{yes}{total} {}{plural}{phrase}", noun(sort))
}

/// The place that a filter names.
pub(super) const fn place_of(key: Key) -> Option<Place> {
    match key {
        Key::At(place) | Key::From(place) | Key::To(place) => Some(place),
        _ => None,
    }
}

fn all(sort: Sort, s: &Snapshot) -> Vec<Thing> {
    match sort {
        Sort::Positions => s.position_ids().map(Thing::Position).collect(),
        Sort::Tools => s.tool_ids().map(Thing::Tool).collect(),
        Sort::Routines => s.routine_ids().map(Thing::Routine).collect(),
        Sort::Stands => s.stand_ids().map(Thing::Stand).collect(),
        Sort::Moves => s
            .position_ids()
            .flat_map(|from| s.allowed_moves(from).iter().map(move |to| Thing::Move(from, to)))
            .collect(),
        Sort::Runs | Sort::Steps => Vec::new(),
    }
}

fn passes(thing: Thing, filters: &[Filter], s: &Snapshot) -> bool {
    filters.iter().all(|filter| has(thing, filter.key, s) != filter.is_not)
}

fn has(thing: Thing, key: Key, s: &Snapshot) -> bool {
    match thing {
        Thing::Position(id) => position_has(id, key, s),
        Thing::Tool(id) => match key {
            Key::Tool(tool) => tool == Some(id),
            Key::Routine(routine) => s.required_tool(routine) == Some(id),
            Key::At(Place::At(at)) => s.tool_position(id) == at || s.works_at(id, at),
            _ => false,
        },
        Thing::Routine(id) => match key {
            Key::Tool(tool) => s.required_tool(id) == tool,
            Key::Routine(routine) => routine == id,
            Key::At(Place::At(at)) => s.is_supported(id, at),
            _ => false,
        },
        Thing::Stand(id) => match key {
            Key::Tool(tool) => tool_of(s, id) == tool,
            Key::At(Place::At(at)) => s.stand_positions(id).contains(at),
            _ => false,
        },
        Thing::Move(from, to) => match key {
            Key::At(Place::At(at)) => at == from || at == to,
            Key::From(Place::At(at)) => at == from,
            Key::To(Place::At(at)) => at == to,
            _ => false,
        },
    }
}

fn position_has(id: PositionId, key: Key, s: &Snapshot) -> bool {
    match key {
        Key::Role(role) => s.role(id) == role,
        Key::Like(like) => kind(s.position_name(id)) == kind(s.position_name(like)),
        Key::Tool(Some(tool)) => s.works_at(tool, id),
        Key::Tool(None) => s.routines_at(id).iter().any(|routine| s.required_tool(routine).is_none()),
        Key::Routine(routine) => s.is_supported(routine, id),
        Key::At(Place::At(at)) => at == id,
        Key::From(Place::At(from)) => s.is_move_allowed(from, id),
        Key::To(Place::At(to)) => s.is_move_allowed(id, to),
        _ => false,
    }
}
