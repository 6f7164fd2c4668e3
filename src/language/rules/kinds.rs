//! What kind of place a question is about. In: the items of a question, what they stand for, and the look-up that was found. Out:
//! whether that answers something else than was asked; the list of one kind alone, where the question names it.

use std::ops::Range;

use super::{english::Tag, link::Link, tag::Item};
use crate::{
    cell::{PositionId, kind},
    language::{
        lexicon::singular,
        lookup::Lookup,
        query::{Filter, Key, Part, Query, Sort, Subject},
    },
    snapshot::Snapshot,
};

/// Whether a look-up passes over a place, told by its number, that the cell does not have.
pub(super) fn is_of_other(items: &[Item], links: &[(Range<usize>, Link)], lookup: &Lookup) -> bool {
    let is_numbered = |words: &Range<usize>| items[words.clone()].iter().any(|item| item.number.is_some());
    names_no_place(lookup) && links.iter().any(|(words, link)| matches!(link, Link::NoPlace) && is_numbered(words))
}

/// Whether "how long" is answered with something else than a time.
pub(super) fn is_no_time(items: &[Item], lookup: &Lookup) -> bool {
    let of_work = items.iter().any(|item| item.is_work || item.is_gerund());
    let is_of_place = matches!(lookup, Lookup::RoutinesAt(_) | Lookup::About(Subject::Position(_)));
    let is_way = matches!(lookup, Lookup::Path { .. });
    asks_long(items) && (names_no_place(lookup) || is_of_place || is_way && of_work)
}

const fn names_no_place(lookup: &Lookup) -> bool {
    matches!(
        lookup,
        Lookup::Positions
            | Lookup::Tools
            | Lookup::Routines
            | Lookup::SupportedAt(_)
            | Lookup::About(Subject::Tool(_) | Subject::Routine(_))
            | Lookup::Capabilities
    )
}

/// Whether a question asks for a time: "long" tells of no way in which something is done then.
pub(super) fn asks_long(items: &[Item]) -> bool {
    items.windows(2).any(|pair| pair[0].is(Tag::How) && pair[1].text == "long")
        || items.iter().any(|item| item.text == "how long")
}

/// A list of positions as one of those of a kind, where the question names the kind: "which racks are there".
pub(super) fn of_kind(items: &[Item], lookup: Lookup, snapshot: &Snapshot) -> Lookup {
    let mut query = Query::of(&lookup);
    let [Part::List { sort: Sort::Positions, filters, .. }] = &mut query.parts[..] else { return lookup };
    let positions = || (0..snapshot.position_count() as u32).map(PositionId);
    let named = items.iter().filter(|item| item.is_place_word && item.number.is_none()).find_map(|item| {
        let word = singular(&item.text);
        positions().find(|&id| kind(snapshot.position_name(id)).eq_ignore_ascii_case(word))
    });
    let Some(like) = named.filter(|_| filters.is_empty()) else { return lookup };
    filters.push(Filter { key: Key::Like(like), is_not: false });
    query.into()
}
