//! Draft → tables: everything but the routes and the findings, which are computed from what stands here.
//!
//! The draft is canonical, and nothing here depends on anything else, so the same graph gives the same tables.

use std::collections::BTreeMap;

use super::{encoding::FACT_TOOL_BITS, format::Tables, names};
use crate::{
    cell::{Draft, Metadata, PositionId, TOOL_ATTACH, TOOL_RELEASE},
    limits::NONE_ID,
};

/// The tables of a draft, without routes and findings.
pub(super) fn build(draft: &Draft) -> Tables {
    let mut tables = Tables {
        counts: vec![
            draft.positions.len() as u32,
            draft.tools.len() as u32,
            draft.stands.len() as u32,
            draft.routines.len() as u32,
            routine_named(draft, TOOL_ATTACH),
            routine_named(draft, TOOL_RELEASE),
        ],
        position_slots: names::build(draft.positions.iter().map(|p| p.name.as_str())),
        tool_slots: names::build(draft.tools.iter().map(|t| t.name.as_str())),
        routine_slots: names::build(draft.routines.iter().map(|r| r.name.as_str())),
        ..Tables::default()
    };
    texts(draft, &mut tables);
    stands(draft, &mut tables);
    moves(draft, &mut tables);
    supports(draft, &mut tables);
    tables
}

fn routine_named(draft: &Draft, name: &str) -> u32 {
    draft.routines.iter().position(|r| r.name == name).map_or(NONE_ID, |id| id as u32)
}

/// All names first, side by side: they are what the verify path reads.
fn texts(draft: &Draft, tables: &mut Tables) {
    let heap = &mut tables.text;
    tables.position_name_offsets = append(heap, draft.positions.iter().map(|p| &*p.name));
    tables.tool_name_offsets = append(heap, draft.tools.iter().map(|t| &*t.name));
    tables.stand_name_offsets = append(heap, draft.stands.iter().map(|s| &*s.name));
    tables.routine_name_offsets = append(heap, draft.routines.iter().map(|r| &*r.name));
    tables.position_description_offsets = append(heap, draft.positions.iter().map(|p| &*p.description));
    tables.tool_kind_offsets = append(heap, draft.tools.iter().map(|t| &*t.kind));
    tables.tool_description_offsets = append(heap, draft.tools.iter().map(|t| &*t.description));
    tables.stand_pose_offsets = append(heap, draft.stands.iter().map(|s| &*s.pose));
    tables.routine_description_offsets = append(heap, draft.routines.iter().map(|r| &*r.description));
}

fn append<'t>(heap: &mut Vec<u8>, texts: impl Iterator<Item = &'t str>) -> Vec<u32> {
    let mut offsets = vec![heap.len() as u32];
    for text in texts {
        heap.extend_from_slice(text.as_bytes());
        offsets.push(heap.len() as u32);
    }
    offsets
}

fn stands(draft: &Draft, tables: &mut Tables) {
    tables.position_facts = draft.positions.iter().map(|p| (p.role as u32) << FACT_TOOL_BITS).collect();
    (tables.stand_position_offsets, tables.stand_positions) =
        grouped(draft.stands.iter().map(|s| s.positions.iter().map(|p| p.0)));
    for (id, tool) in draft.tools.iter().enumerate() {
        let position = draft.stands[tool.stand.index()].positions.first().copied().unwrap_or(PositionId(NONE_ID));
        tables.tool_stand.push(tool.stand.0);
        tables.tool_position.push(position.0);
        if let Some(facts) = tables.position_facts.get_mut(position.index()) {
            *facts |= id as u32 + 1;
        }
    }
    tables.routine_tool = draft.routines.iter().map(|r| r.required_tool.map_or(NONE_ID, |tool| tool.0)).collect();
}

fn moves(draft: &Draft, tables: &mut Tables) {
    let positions = draft.positions.len();
    tables.move_offsets = counted(positions, draft.moves.iter().map(|m| m.from.0));
    tables.move_targets = draft.moves.iter().map(|m| m.to.0).collect();
    if draft.moves.iter().any(|m| m.cost_s.is_some()) {
        tables.move_costs_s = draft.moves.iter().map(|m| m.cost_s.unwrap_or(f64::NAN)).collect();
    }
    (tables.in_offsets, tables.in_sources) = inverted(positions, draft.moves.iter().map(|m| (m.from.0, m.to.0)));
}

fn supports(draft: &Draft, tables: &mut Tables) {
    let positions = draft.positions.len();
    tables.support_offsets = counted(draft.routines.len(), draft.supports.iter().map(|s| s.routine.0));
    tables.support_positions = draft.supports.iter().map(|s| s.position.0).collect();
    tables.support_stabilize_s = draft.supports.iter().map(|s| s.metadata.stabilize_s.unwrap_or(f64::NAN)).collect();
    let pick_action: fn(&Metadata) -> Option<&String> = |m| m.action_after.as_ref();
    let pick_verify: fn(&Metadata) -> Option<&String> = |m| m.verify.as_ref();
    let mut ids: BTreeMap<&str, u32> = draft
        .supports
        .iter()
        .flat_map(|s| [pick_action(&s.metadata), pick_verify(&s.metadata)])
        .flatten()
        .map(|t| (&**t, 0))
        .collect();
    for (id, slot) in ids.values_mut().enumerate() {
        *slot = id as u32;
    }
    tables.metadata_offsets = append(&mut tables.text, ids.keys().copied());
    let entries = |pick: fn(&Metadata) -> Option<&String>| {
        draft
            .supports
            .iter()
            .map(|s| pick(&s.metadata).and_then(|t| ids.get(&**t)).copied().unwrap_or(NONE_ID))
            .collect()
    };
    tables.support_action_after = entries(pick_action);
    tables.support_verify = entries(pick_verify);

    (tables.at_offsets, tables.at_routines) =
        inverted(positions, draft.supports.iter().map(|s| (s.routine.0, s.position.0)));
    (_, tables.at_supports) = inverted(positions, (0..).zip(&draft.supports).map(|(id, s)| (id, s.position.0)));
    let mut work_tools = vec![Vec::new(); positions];
    for support in &draft.supports {
        if let Some(tool) = draft.routines[support.routine.index()].required_tool {
            work_tools[support.position.index()].push(tool.0);
        }
    }
    for tools in &mut work_tools {
        tools.sort_unstable();
        tools.dedup();
    }
    (tables.work_tool_offsets, tables.work_tools) = grouped(work_tools.into_iter().map(Vec::into_iter));
}

/// Offsets for a list sorted by key, from the keys.
pub(super) fn counted(keys: usize, sorted: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut offsets = vec![0_u32; keys + 1];
    for key in sorted {
        offsets[key as usize + 1] += 1;
    }
    for key in 0..keys {
        offsets[key + 1] += offsets[key];
    }
    offsets
}

/// Offsets and items of lists laid end to end.
pub(super) fn grouped(lists: impl Iterator<Item = impl Iterator<Item = u32>>) -> (Vec<u32>, Vec<u32>) {
    let (mut offsets, mut items) = (vec![0], Vec::new());
    for list in lists {
        items.extend(list);
        offsets.push(items.len() as u32);
    }
    (offsets, items)
}

/// (item, key) pairs in ascending order of item, as offsets by key and the items of each, ascending.
pub(super) fn inverted(keys: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let offsets = counted(keys, pairs.clone().map(|(_, key)| key));
    let mut next = offsets.clone();
    let mut items = vec![0; offsets[keys] as usize];
    for (item, key) in pairs {
        let at = &mut next[key as usize];
        items[*at as usize] = item;
        *at += 1;
    }
    (offsets, items)
}
