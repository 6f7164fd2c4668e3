//! Entries of a snapshot's tables by id. An id that a table does not have gives what is empty, never a panic.
//!
//! The compiler is told that such an id is unlikely. So a look-up with an id in range takes as many instructions as an index that
//! panics (`benches/budgets.toml`).

use crate::limits::NONE_ID;

/// The entry of this id, `without` where there is none.
#[inline]
pub(super) fn entry_at(list: &[u32], id: usize, without: u32) -> u32 {
    match list.get(id) {
        Some(&entry) => entry,
        None => {
            unlikely();
            without
        }
    }
}

/// The id that is the entry of this id; [`NONE_ID`] where there is none.
#[inline]
pub(super) fn id_at(list: &[u32], id: usize) -> u32 {
    entry_at(list, id, NONE_ID)
}

/// The part of `items` that belongs to this id.
#[inline]
pub(super) fn list_at<'t, T>(offsets: &[u32], items: &'t [T], id: u32) -> &'t [T] {
    match range_at(offsets, id).and_then(|range| items.get(range)) {
        Some(list) => list,
        None => no_list(),
    }
}

/// The bytes of the text of this id.
#[inline]
pub(super) fn bytes_at<'t>(text: &'t [u8], offsets: &[u32], id: u32) -> &'t [u8] {
    list_at(offsets, text, id)
}

/// The text of this id.
#[inline]
pub(super) fn text_at<'t>(text: &'t str, offsets: &[u32], id: u32) -> &'t str {
    match range_at(offsets, id).and_then(|range| text.get(range)) {
        Some(text) => text,
        None => no_text(),
    }
}

/// The texts of all ids, in order.
pub(super) fn texts<'t>(text: &'t str, offsets: &'t [u32]) -> impl ExactSizeIterator<Item = &'t str> {
    let (start, ends) = match offsets {
        [start, ends @ ..] => (*start, ends),
        [] => (0, &[][..]),
    };
    // What is left of the text after the last one that was given: the start of a text is looked at once, as the end of the one before.
    let mut rest = text.get(start as usize..).unwrap_or_default();
    let all_bytes = text.len();
    ends.iter().map(move |&end| {
        // How much is left behind the text says where it ends: nothing but the rest is kept from one text to the next.
        let behind_bytes = all_bytes.wrapping_sub(end as usize);
        match rest.split_at_checked(rest.len().wrapping_sub(behind_bytes)) {
            Some((text, behind)) => {
                rest = behind;
                text
            }
            None => {
                unlikely();
                ""
            }
        }
    })
}

/// Where the part of this id lies.
#[inline]
pub(super) fn range_at(offsets: &[u32], id: u32) -> Option<core::ops::Range<usize>> {
    let id = id as usize;
    // An id may be as large as a `usize` of 32 bits.
    offsets.get(id..id.checked_add(2)?).map(|pair| pair[0] as usize..pair[1] as usize)
}

/// Out of line, so that the compiler keeps no register for it where the list is there.
#[cold]
#[inline(never)]
const fn no_list<'t, T>() -> &'t [T] {
    &[]
}

#[cold]
#[inline(never)]
const fn no_text<'t>() -> &'t str {
    ""
}

/// Says that a way is not taken for the ids of a snapshot, as `std::hint::cold_path` does in newer versions of Rust.
#[cold]
#[inline]
const fn unlikely() {}
