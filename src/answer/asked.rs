//! Questions that no single look-up answers: one part of a query, by the file that has its facts. In: a [`Part`]. Out: what is
//! found: the answer in the first line, then what it rests on.

use super::{Found, Grounds, draft::Piece, list::Window, past::day_of};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    language::{
        Day, Subject,
        query::{Deed, Filter, Key, Part, Place, Sort, Way},
    },
    snapshot::Snapshot,
};

mod can;
mod describe;
mod done;
mod entry;
mod filters;
mod here;
mod long;
mod past_words;
mod robot;
mod runs;
mod things;
mod trial;
mod when;

pub(super) use describe::query as describe;

/// What a part of a query finds; none where a look-up answers it.
pub(super) fn part<'g>(part: &Part, window: Window, before: Option<i64>, grounds: &Grounds<'g>) -> Found<'g> {
    match part {
        Part::List { sort, filters, .. } if filters::foreign(*sort, filters).is_some() => {
            foreign(*sort, filters::foreign(*sort, filters).unwrap_or_default())
        }
        Part::List { wish, sort: sort @ (Sort::Runs | Sort::Steps), filters } => {
            runs::runs((*wish, *sort, filters), window, before, grounds)
        }
        Part::List { wish, sort, filters } => things::things(*wish, *sort, filters, window.from, grounds),
        Part::IsHeld(tool) => robot::holds(*tool, grounds),
        Part::IsRobot(place) => robot::is_at(*place, grounds),
        Part::Can(deed) => can::can(*deed, grounds),
        Part::WhyNot(deed) => can::why_not(*deed, grounds),
        Part::Long(deed) => long::long(*deed, grounds),
        Part::Dwell(deed) => long::dwell(*deed, grounds),
        Part::When(deed) => when::when(*deed, grounds),
        Part::WhyLast => when::why_last(before, grounds),
        Part::Way(way) => can::way_to(*way, grounds),
        _ => {
            let text = "Nothing in the cell, its state or its history answers that.";
            Found::sentence(vec![Piece::Limit(text.to_owned())])
        }
    }
}

fn foreign<'g>(sort: Sort, key: &str) -> Found<'g> {
    let text = format!("A {} has no {key} to tell it by, so nothing is listed.", filters::noun(sort));
    Found::sentence(vec![Piece::Limit(text)])
}

/// Whether every id in a part is one of this cell's.
pub(super) fn knows(part: &Part, s: &Snapshot) -> bool {
    let position = |id: PositionId| id.index() < s.position_count();
    let tool = |id: ToolId| id.index() < s.tool_count();
    let routine = |id: RoutineId| id.index() < s.routine_count();
    let place = |at: Place| if let Place::At(id) = at { position(id) } else { true };
    let way = |Way { from, to }: Way| from.is_none_or(place) && place(to);
    match part {
        Part::List { filters, .. } => filters.iter().all(|filter| match filter.key {
            Key::Tool(id) => id.is_none_or(tool),
            Key::Routine(id) => routine(id),
            Key::Like(id) => position(id),
            Key::At(at) | Key::From(at) | Key::To(at) => place(at),
            _ => true,
        }),
        Part::WhereTool(id) | Part::IsHeld(id) | Part::About(Subject::Tool(id)) => tool(*id),
        Part::IsRobot(at) => place(*at),
        Part::About(Subject::Position(id)) => position(*id),
        Part::About(Subject::Routine(id)) => routine(*id),
        Part::Way(asked) => way(*asked),
        Part::Can(deed) | Part::Long(deed) | Part::Dwell(deed) | Part::WhyNot(deed) | Part::When(deed) => match *deed {
            Deed::Work(id, at) => routine(id) && at.is_none_or(place),
            Deed::Go(asked) => way(asked),
            Deed::Take(id) => tool(id),
        },
        _ => true,
    }
}

/// A part that means the same on its next page, wherever the robot then is and whatever day it then is.
pub(super) fn resolved(part: &Part, grounds: &Grounds<'_>) -> Part {
    let here = grounds.here().map(|(state, _)| state.position);
    let place = |at: Place| match (at, here) {
        (Place::Here, Some(here)) => Place::At(here),
        (at, _) => at,
    };
    let of = |filter: &Filter| {
        let key = match filter.key {
            Key::At(at) => Key::At(place(at)),
            Key::From(at) => Key::From(place(at)),
            Key::To(at) => Key::To(place(at)),
            Key::Day(day) => Key::Day(Day::Date(day_of(day, grounds))),
            key => key,
        };
        Filter { key, ..*filter }
    };
    match part {
        Part::List { wish, sort, filters } => {
            Part::List { wish: *wish, sort: *sort, filters: filters.iter().map(of).collect() }
        }
        part => part.clone(),
    }
}
