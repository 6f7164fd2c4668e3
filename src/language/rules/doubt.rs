//! What makes a command doubtful, whatever the grammar makes of it: signs that a sentence tells, asks, waits, leaves work to
//! people, or counts and excludes in a way that the grammar does not follow; and readings that do the same thing twice.
//!
//! In: the items of a sentence; the clauses that were read. Out: the item that makes it doubtful, or whether they are. A
//! doubtful command is unclear: the recogniser moves nothing by it. Each sign was found in a sentence that was surely read,
//! and wrongly.

use super::{english::Tag, tag::Item};

mod clauses;
mod opinion;
mod people;
mod places;
mod verbs;
mod when;
mod work;

pub(super) use clauses::of_clauses;

type Sign = fn(&[Item], usize) -> bool;

const SIGNS: &[Sign] = &[
    people::others_act,
    people::by_hand,
    people::was_done,
    people::defines,
    people::wonders,
    people::holds,
    people::compares,
    people::adds_to_nothing,
    opinion::judges_work,
    opinion::likes,
    opinion::tells_how_it_is,
    when::waits_for_people,
    when::asks_when,
    when::depends_on_work,
    when::comes_afterwards,
    when::is_for_later,
    when::waits,
    when::stands_between,
    work::forbids_work,
    work::tells_a_need,
    work::names_a_purpose,
    work::counts_things,
    work::replaces_one,
    work::comes_again_after,
    work::tells_of_places,
    work::counts_on_each,
    work::counts_exceptions,
    work::leaves_out_work,
    work::corrects_a_count,
    work::multiplies_bare_numbers,
    work::undoes,
    work::puts_off,
    work::drops_no_tool,
    work::puts_it_somewhere,
    work::repeats_for,
    work::counts_what_is_worked_on,
    work::goes_with_tool,
    verbs::goes_in_other_words,
    verbs::is_idiom,
    verbs::is_other_verb,
    people::is_planned,
    people::is_a_name,
    opinion::tells_a_finding,
    work::turns_round,
    work::carries_a_part,
    places::goes_away,
    places::corrects_at_the_end,
    places::corrects_a_range,
    places::points_beside,
    places::turns_right,
    places::leaves_one,
    places::spells_digits,
    places::has_open_end,
    places::counts_places,
    places::goes_by_way_of,
    places::refers_to_all_said,
    places::refers_by_order,
    places::replaces_a_list,
    places::singles_out,
    places::replaces_unmarked,
    places::passes_by,
    places::narrows,
    places::takes_one_of,
    places::counts_from_the_end,
    places::describes_a_thing,
    places::says_right_otherwise,
    places::names_the_line,
    places::hesitates,
    places::leaves_a_place,
    places::is_rest_of_all,
    places::likens,
    places::goes_over,
    places::goes_so_far,
    places::may_be_an_amount,
    places::goes_to_a_tool,
    places::is_beside_another,
    places::leaves_one_in_the_middle,
];

/// The first item at which there is a sign.
pub(super) fn of_words(items: &[Item]) -> Option<usize> {
    (0..items.len()).find(|&at| SIGNS.iter().any(|sign| sign(items, at)))
}

/// Those by which a sentence leaves the work to others, to another time, or undone.
const LEAVES: &[Sign] = &[
    people::others_act,
    people::by_hand,
    people::was_done,
    people::is_planned,
    when::waits_for_people,
    when::depends_on_work,
    when::comes_afterwards,
    when::is_for_later,
    when::waits,
    work::forbids_work,
    work::leaves_out_work,
    work::undoes,
    work::puts_off,
];

/// The first item at which a sentence leaves the work to others, to another time, or undone.
pub(super) fn leaves_it(items: &[Item]) -> Option<usize> {
    (0..items.len()).find(|&at| LEAVES.iter().any(|sign| sign(items, at)))
}

/// Words that say nothing of what is to be done.
const IDLE: &[Tag] = &[Tag::Filler, Tag::Please, Tag::Hello, Tag::Ok, Tag::Robot];

const ACTS: &[Tag] = &[Tag::Do, Tag::Take, Tag::Put, Tag::Drop, Tag::Go, Tag::Return, Tag::Use];

pub(super) fn acts(item: &Item) -> bool {
    item.is_work || item.is_any(ACTS)
}

fn names_place(item: &Item) -> bool {
    item.place.one().is_some()
        || item.number.is_some() && !item.is_ordinal
        || item.text.len() == 1 && item.is_place_word && !item.is(Tag::Article)
}

/// A place, or a word of one's name.
pub(super) fn tells_place(item: &Item) -> bool {
    names_place(item) || item.is_place_word
}

fn means_all(item: &Item) -> bool {
    item.is_any(&[Tag::All, Tag::Each, Tag::Both, Tag::Everywhere])
}

/// The next item, words of these kinds passed over.
fn next<'i>(items: &'i [Item], at: usize, passed: &[Tag]) -> Option<&'i Item> {
    items.get(at + 1..)?.iter().find(|item| !item.is_any(passed))
}

fn before(items: &[Item], at: usize) -> Option<&Item> {
    at.checked_sub(1).map(|at| &items[at])
}

fn is_end(item: Option<&Item>) -> bool {
    item.is_none_or(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Then]))
}
