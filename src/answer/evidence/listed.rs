//! What a list of the cell has, counted anew. In: the sort and the filters that were asked, and the entries that are told. Out:
//! how many there are, and which of those that are told are among them. The rule for each filter is looked up from the other
//! end than the composer does it, so that a wrong list is caught.

use serde_json::{Value, json};

use super::super::thing::Thing;
use crate::{
    cell::{PositionId, shown},
    language::query::{Filter, Key, Place, Sort},
    snapshot::Snapshot,
};

/// What the cell says to a list.
pub(super) fn listed(sort: Sort, filters: &[Filter], told: &[Thing], s: &Snapshot) -> Value {
    let is_in = |thing: &Thing| filters.iter().all(|filter| has(*thing, filter.key, s) != filter.is_not);
    let all = all(sort, s);
    let among: Vec<Value> = told.iter().filter(|thing| is_in(thing)).map(|thing| names(*thing, s)).collect();
    let filters: Vec<String> = filters.iter().map(|filter| words(filter, s)).collect();
    json!({ "listed": all.iter().filter(|thing| is_in(thing)).count(), "filters": filters, "among": among })
}

fn all(sort: Sort, s: &Snapshot) -> Vec<Thing> {
    let positions = || s.position_ids();
    match sort {
        Sort::Positions => positions().map(Thing::Position).collect(),
        Sort::Tools => s.tool_ids().map(Thing::Tool).collect(),
        Sort::Routines => s.routine_ids().map(Thing::Routine).collect(),
        Sort::Stands => s.stand_ids().map(Thing::Stand).collect(),
        Sort::Moves => {
            positions().flat_map(|to| s.moves_into(to).iter().map(move |from| Thing::Move(from, to))).collect()
        }
        Sort::Runs | Sort::Steps => Vec::new(),
    }
}

fn has(thing: Thing, key: Key, s: &Snapshot) -> bool {
    let routines = |at: PositionId| s.routines_at(at).iter();
    match (thing, key) {
        (Thing::Position(at), Key::Role(role)) => s.role(at).word() == role.word(),
        (Thing::Position(at), Key::Like(like)) => is_like(s.position_name(at), s.position_name(like)),
        (Thing::Position(at), Key::Tool(tool)) => routines(at).any(|routine| s.required_tool(routine) == tool),
        (Thing::Position(at), Key::Routine(routine)) => s.supported_positions(routine).contains(at),
        (Thing::Position(at), Key::At(Place::At(place))) => at == place,
        (Thing::Position(at), Key::From(Place::At(from))) => s.moves_into(at).contains(from),
        (Thing::Position(at), Key::To(Place::At(to))) => s.allowed_moves(at).contains(to),
        (Thing::Tool(tool), Key::Tool(other)) => other == Some(tool),
        (Thing::Tool(tool), Key::Routine(routine)) => s.required_tool(routine) == Some(tool),
        (Thing::Tool(tool), Key::At(Place::At(at))) => {
            s.tool_at(at) == Some(tool) || routines(at).any(|routine| s.required_tool(routine) == Some(tool))
        }
        (Thing::Routine(routine), Key::Tool(tool)) => s.required_tool(routine) == tool,
        (Thing::Routine(routine), Key::Routine(other)) => routine == other,
        (Thing::Routine(routine), Key::At(Place::At(at))) => routines(at).any(|each| each == routine),
        (Thing::Stand(stand), Key::Tool(Some(tool))) => s.tool_stand(tool) == stand,
        (Thing::Stand(stand), Key::Tool(None)) => s.tool_ids().all(|tool| s.tool_stand(tool) != stand),
        (Thing::Stand(stand), Key::At(Place::At(at))) => s.stand_positions(stand).contains(at),
        (Thing::Move(from, to), Key::At(Place::At(at))) => from == at || to == at,
        (Thing::Move(from, _), Key::From(Place::At(at))) => from == at,
        (Thing::Move(_, to), Key::To(Place::At(at))) => to == at,
        _ => false,
    }
}

/// Whether two names begin alike, and what is left of each is a number with what parts it from the name.
fn is_like(a: &str, b: &str) -> bool {
    let same: usize = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let is_end = |c: char| c.is_ascii_digit() || "_-. #".contains(c);
    a[same..].chars().all(is_end) && b[same..].chars().all(is_end)
}

fn words(filter: &Filter, s: &Snapshot) -> String {
    let place = |place: Place| match place {
        Place::At(id) => s.position_name(id),
        Place::Here => "here",
    };
    let key = match filter.key {
        Key::Role(role) => format!("role {}", role.word().replace('_', " ")),
        Key::Like(like) => format!("called as {}", s.position_name(like)),
        Key::Tool(None) => "needs no tool".to_owned(),
        Key::Tool(Some(tool)) => format!("needs tool {}", s.tool_name(tool)),
        Key::Routine(routine) => format!("supports routine {}", s.routine_name(routine)),
        Key::At(at) => format!("is at {}", place(at)),
        Key::From(at) => format!("move leads from {}", place(at)),
        Key::To(at) => format!("move leads to {}", place(at)),
        Key::Day(_) | Key::Ended(_) | Key::Last(_) => String::new(),
    };
    shown(&format!("{}{key}", if filter.is_not { "not " } else { "" })).into_owned()
}

fn names(thing: Thing, s: &Snapshot) -> Value {
    json!(match thing {
        Thing::Position(id) => shown(s.position_name(id)).into_owned(),
        Thing::Tool(id) => shown(s.tool_name(id)).into_owned(),
        Thing::Routine(id) => shown(s.routine_name(id)).into_owned(),
        Thing::Stand(id) => shown(s.stand_name(id)).into_owned(),
        Thing::Move(from, to) => format!("{} to {}", shown(s.position_name(from)), shown(s.position_name(to))),
    })
}
