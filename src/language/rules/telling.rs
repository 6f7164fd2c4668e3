//! Words of a question that change what it asks, and that no look-up asks by. In: the items of a question and the look-up that
//! was found for it. Out: whether a word was passed over; the same question as one for a number, where it asks how many.

use super::{LISTS, english::Tag, tag::Item};
use crate::language::{
    lookup::Lookup,
    query::{Part, Query, Wish},
};

/// The question that nothing answers.
pub(super) fn nothing() -> Query {
    Query { parts: vec![Part::Nothing] }
}

/// Whether a look-up passes over a word that changes what is asked.
pub(super) fn is_passed_over(items: &[Item], lookup: &Lookup) -> bool {
    let is_list = matches!(
        lookup,
        Lookup::Positions
            | Lookup::Tools
            | Lookup::Routines
            | Lookup::SupportedAt(_)
            | Lookup::RoutinesAt(_)
            | Lookup::AllowedMoves(_)
            | Lookup::History(_)
    );
    let is_of_now = matches!(lookup, Lookup::WhereIsRobot | Lookup::HeldTool);
    let is_named = |item: &Item| !item.place.is_none() || !item.tool.is_none() || item.is_place_word;
    items.iter().enumerate().any(|(at, item)| {
        let text = item.text.as_str();
        let is_other_time = LISTS.other_times.has(text);
        let counts_off =
            item.is_ordinal && items.get(at + 1).is_some_and(|next| next.is_any(&[Tag::History, Tag::Object]));
        let is_side = matches!(text, "left" | "right")
            && items.get(at + 1).is_some_and(|next| next.is(Tag::Of) || next.is(Tag::Or));
        !is_named(item)
            && (is_list && item.is(Tag::Not)
                || is_of_now && is_other_time
                || counts_off
                || is_side
                || LISTS.passed_over.has(text)
                || is_unknown_thing(items, at))
    })
}

/// "The hammer", "which gripper", where the cell has none.
fn is_unknown_thing(items: &[Item], at: usize) -> bool {
    // "Is the" is one item.
    let is_lead = |item: &Item| item.is_any(&[Tag::Article, Tag::Which]) || item.text.ends_with(" the");
    let leads = at.checked_sub(1).is_some_and(|before| is_lead(&items[before]));
    let ends = items.get(at + 1).is_none_or(|next| next.mark.is_some());
    let is_kept = items.iter().any(|item| item.is(Tag::Where));
    let is_none_here = items[at].is_unknown() || items[at].is_work && items[at].work.is_empty();
    is_none_here && leads && ends && is_kept
}

/// A list as the number of its entries, where the question asks how many.
pub(super) fn counted(items: &[Item], lookup: Lookup) -> Lookup {
    let asks_number = items.windows(2).any(|pair| pair[0].is(Tag::How) && pair[1].text == "many");
    let mut query = Query::of(&lookup);
    match &mut query.parts[..] {
        [Part::List { wish, .. }] if asks_number => {
            *wish = Wish::Count;
            query.into()
        }
        _ => lookup,
    }
}
