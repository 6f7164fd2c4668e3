//! Proved contents → [`Snapshot`]. Checks every offset and id, so that no look-up behind it can go wrong.
//!
//! The hashes have shown that the bytes are what some builder wrote; this shows that the builder was ours, or as good.
//! Tables of next hops are not walked here: route look-ups check each entry that they take.

#[cfg(feature = "std")]
use super::storage::Owned;
use super::{
    ReadError, Snapshot,
    encoding::{DEPTH, FACT_TOOL_BITS},
    format::{Contents, Tables},
    names,
    storage::{InPlace, Storage},
};
use crate::{cell::Role, limits::NONE_ID};

const NOT_UTF8: ReadError = ReadError::Inconsistent("text is not UTF-8");

/// A snapshot from proved contents.
#[cfg(feature = "std")]
pub(super) fn load(contents: Contents<Owned>) -> Result<Snapshot, ReadError> {
    let Contents { mut tables, content_hash, provenance } = contents;
    let text = String::from_utf8(std::mem::take(&mut tables.text)).map_err(|_| NOT_UTF8)?;
    check(&tables, &text)?;
    let every_move_has_cost = has_all_costs(&tables);
    tables.move_costs_s.resize(tables.move_targets.len(), f64::NAN);
    let provenance: super::Provenance = serde_json::from_slice(&provenance)
        .map_err(|_| ReadError::Inconsistent("the provenance is not what it should be"))?;
    let findings = serde_json::from_slice(&std::mem::take(&mut tables.findings))
        .map_err(|_| ReadError::Inconsistent("the check's findings are not what they should be"))?;
    Ok(Snapshot { text, tables, every_move_has_cost, findings, content_hash, provenance })
}

/// A snapshot from proved contents that stay where they lie.
pub(super) fn load_in_place(contents: Contents<InPlace<'_>>) -> Result<Snapshot<InPlace<'_>>, ReadError> {
    let Contents { tables, content_hash, provenance } = contents;
    let text = str::from_utf8(tables.text).map_err(|_| NOT_UTF8)?;
    check(&tables, text)?;
    let (every_move_has_cost, findings) = (has_all_costs(&tables), tables.findings);
    Ok(Snapshot { text, tables, every_move_has_cost, findings, content_hash, provenance })
}

fn has_all_costs<S: Storage>(t: &Tables<S>) -> bool {
    t.move_costs_s.len() == t.move_targets.len() && t.move_costs_s.iter().all(|c| !c.is_nan())
}

fn check<S: Storage>(t: &Tables<S>, text: &str) -> Result<(), ReadError> {
    let &[positions, tools, stands, routines, attach, release] = &*t.counts else {
        return Err(ReadError::Inconsistent("counts"));
    };
    let (positions, tools, stands, routines) = (positions as usize, tools as usize, stands as usize, routines as usize);
    let (cores, supports) = (t.core_positions.len(), t.support_positions.len());
    let texts = |offsets: &[u32], entries: usize| {
        is_offsets(offsets, entries, None, text.len()) && offsets.iter().all(|&at| text.is_char_boundary(at as usize))
    };
    // Counts may be as large as a `usize` of 32 bits: what is made of them is never longer than a list that is there.
    let is_tree = |list: &[u32]| tools.checked_mul(positions) == Some(list.len()) && below_or_none(list, positions);
    let tree = |list: &[u32]| list.is_empty() || is_tree(list);
    let checks: [(&'static str, bool); 17] = [
        (
            "names of positions",
            texts(&t.position_name_offsets, positions) && is_ordered(text, &t.position_name_offsets),
        ),
        ("names of tools", texts(&t.tool_name_offsets, tools) && is_ordered(text, &t.tool_name_offsets)),
        ("names of stands", texts(&t.stand_name_offsets, stands) && is_ordered(text, &t.stand_name_offsets)),
        ("names of routines", texts(&t.routine_name_offsets, routines) && is_ordered(text, &t.routine_name_offsets)),
        (
            "hash tables of names",
            names::is_sound(&t.position_slots, positions)
                && names::is_sound(&t.tool_slots, tools)
                && names::is_sound(&t.routine_slots, routines),
        ),
        (
            "descriptions",
            texts(&t.position_description_offsets, positions)
                && texts(&t.tool_kind_offsets, tools)
                && texts(&t.tool_description_offsets, tools)
                && texts(&t.stand_pose_offsets, stands)
                && texts(&t.routine_description_offsets, routines)
                && texts(&t.metadata_offsets, t.metadata_offsets.len().saturating_sub(1)),
        ),
        ("roles and stands", stands_agree(t, positions, tools)),
        (
            "stands",
            is_offsets(&t.stand_position_offsets, stands, Some(0), t.stand_positions.len())
                && below(&t.stand_positions, positions)
                && t.tool_stand.len() == tools
                && below(&t.tool_stand, stands),
        ),
        (
            "routines",
            t.routine_tool.len() == routines
                && below_or_none(&t.routine_tool, tools)
                && below_or_none(&[attach, release], routines),
        ),
        (
            "moves",
            is_lists(&t.move_offsets, &t.move_targets, positions, positions)
                && (t.move_costs_s.is_empty() || t.move_costs_s.len() == t.move_targets.len())
                && t.move_costs_s.iter().all(|&c| c.is_nan() || (c.is_finite() && c > 0.0)),
        ),
        ("moves into positions", is_lists(&t.in_offsets, &t.in_sources, positions, positions)),
        (
            "supports",
            is_lists(&t.support_offsets, &t.support_positions, routines, positions)
                && t.support_stabilize_s.len() == supports
                && t.support_action_after.len() == supports
                && t.support_verify.len() == supports
                && below_or_none(&t.support_action_after, t.metadata_offsets.len().saturating_sub(1))
                && below_or_none(&t.support_verify, t.metadata_offsets.len().saturating_sub(1)),
        ),
        (
            "routines at positions",
            is_lists(&t.at_offsets, &t.at_routines, positions, routines)
                && t.at_supports.len() == t.at_routines.len()
                && below(&t.at_supports, supports),
        ),
        ("tools that work at positions", is_lists(&t.work_tool_offsets, &t.work_tools, positions, tools)),
        (
            "core of the move graph",
            [&t.pendant_parent, &t.pendant_link, &t.core_of].iter().all(|list| list.len() == positions)
                && below_or_none(&t.pendant_parent, positions)
                && below(&t.core_of, cores)
                && below(&t.core_positions, positions)
                && is_lists(&t.core_out_offsets, &t.core_out, cores, cores)
                && is_lists(&t.core_in_offsets, &t.core_in, cores, cores)
                && pendants_agree(t),
        ),
        ("regions", t.region_of.is_empty() || t.region_of.len() == cores),
        (
            "routes to and from stands",
            t.nearest_home.len() == positions
                && below_or_none(&t.nearest_home, positions)
                && [&t.toward_stand_held, &t.toward_stand_empty, &t.from_stand_held, &t.from_stand_empty]
                    .iter()
                    .all(|l| tree(l)),
        ),
    ];
    match checks.iter().find(|(_, sound)| !sound) {
        Some((what, _)) => Err(ReadError::Inconsistent(what)),
        None => Ok(()),
    }
}

/// Every tool's stand is where both tables say, and nowhere else.
fn stands_agree<S: Storage>(t: &Tables<S>, positions: usize, tools: usize) -> bool {
    let tool_bits = (1 << FACT_TOOL_BITS) - 1;
    let occupied = t.position_facts.iter().filter(|&facts| facts & tool_bits != 0).count();
    t.position_facts.len() == positions
        && t.position_facts.iter().all(|facts| Role::from_number((facts >> FACT_TOOL_BITS) as u8).is_some())
        && t.tool_position.len() == tools
        && occupied == tools
        && t.tool_position.iter().enumerate().all(|(tool, &position)| {
            t.position_facts.get(position as usize).is_some_and(|facts| facts & tool_bits == tool as u32 + 1)
        })
}

/// Every link of a pendant leads one nearer to the core, within the tree of one core position. A route climbs these
/// links without counting, so a circle among them would have no end.
fn pendants_agree<S: Storage>(t: &Tables<S>) -> bool {
    t.pendant_parent.iter().zip(t.pendant_link.iter()).zip(t.core_of.iter()).zip(0_u32..).all(
        |(((&parent, &link), &core), position)| match (link & DEPTH).checked_sub(1) {
            None => parent == NONE_ID && t.core_positions[core as usize] == position,
            Some(nearer) => {
                parent != NONE_ID
                    && t.pendant_link[parent as usize] & DEPTH == nearer
                    && t.core_of[parent as usize] == core
            }
        },
    )
}

/// `entries + 1` ascending numbers up to `end`, the first of them `start` where that is given, the last then `end`.
fn is_offsets(offsets: &[u32], entries: usize, start: Option<u32>, end: usize) -> bool {
    entries.checked_add(1) == Some(offsets.len())
        && offsets.is_sorted()
        && offsets.last().is_some_and(|&last| if start.is_some() { last as usize == end } else { last as usize <= end })
        && start.is_none_or(|start| offsets.first() == Some(&start))
}

/// For each of `keys` an ascending list of different ids below `bound`.
fn is_lists(offsets: &[u32], items: &[u32], keys: usize, bound: usize) -> bool {
    is_offsets(offsets, keys, Some(0), items.len())
        && offsets.windows(2).all(|pair| items[pair[0] as usize..pair[1] as usize].is_sorted_by(|a, b| a < b))
        && below(items, bound)
}

fn is_ordered(text: &str, offsets: &[u32]) -> bool {
    let name = |at: usize| &text.as_bytes()[offsets[at] as usize..offsets[at + 1] as usize];
    (1..offsets.len().saturating_sub(1)).all(|at| name(at - 1) < name(at))
}

fn below(ids: &[u32], bound: usize) -> bool {
    ids.iter().all(|&id| (id as usize) < bound)
}

fn below_or_none(ids: &[u32], bound: usize) -> bool {
    ids.iter().all(|&id| id == NONE_ID || (id as usize) < bound)
}
