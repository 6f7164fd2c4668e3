//! The queries by dense id, beside reads of flat arrays with the same ids.

use std::sync::Arc;

use cellgraph::{
    cell::{Ids, PositionId, RoutineId, ToolId},
    snapshot::Snapshot,
};

use super::Work;
use crate::cells::{Cell, draws, flat};

/// A query of the snapshot with each of these ids.
fn asked<I: Copy + 'static>(cell: &Cell, ids: Vec<I>, query: impl Fn(&Snapshot, I) -> usize + 'static) -> Work {
    let s = Arc::clone(&cell.snapshot);
    Work::each(ids.len(), move |call| query(&s, ids[call]) as u64)
}

/// A read of a table with each of these ids.
fn read<I: Copy + 'static, T: 'static>(table: T, ids: Vec<I>, read: impl Fn(&T, I) -> usize + 'static) -> Work {
    Work::each(ids.len(), move |call| read(&table, ids[call]) as u64)
}

fn positions(cell: &Cell) -> Vec<PositionId> {
    draws::positions(&cell.snapshot)
}

fn routines(cell: &Cell) -> Vec<RoutineId> {
    draws::routines(&cell.snapshot)
}

fn tools(cell: &Cell) -> Vec<ToolId> {
    let tools = cell.snapshot.tool_count() as u32;
    routines(cell).into_iter().map(|routine| ToolId(routine.0 % tools)).collect()
}

pub mod is_move_allowed_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, draws::moves(&cell.snapshot), |s, (from, to)| usize::from(s.is_move_allowed(from, to)))
    }

    pub fn limit(cell: &Cell) -> Work {
        let moves = flat::moves(&cell.snapshot);
        read(moves, draws::moves(&cell.snapshot), |moves, (from, to)| usize::from(moves.get(from.0).contains(&to.0)))
    }
}

pub mod position_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, positions(cell), |s, id| {
            s.position_name(id).len() + s.position_description(id).len() + s.role(id) as usize
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        read(flat::rows(&cell.snapshot), positions(cell), |rows, id| {
            let row = rows[id.index()];
            (row[0] + row[1] + row[2]) as usize
        })
    }
}

pub mod tool_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, tools(cell), |s, id| s.tool_name(id).len() + s.tool_kind(id).len() + s.tool_description(id).len())
    }

    pub fn limit(cell: &Cell) -> Work {
        read(vec![[1; 3]; cell.snapshot.tool_count()], tools(cell), |rows, id| rows[id.index()].iter().sum())
    }
}

pub mod routine_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, routines(cell), |s, id| {
            let tool = s.required_tool(id).map_or(0, |tool| s.tool_name(tool).len());
            s.routine_name(id).len() + s.routine_description(id).len() + tool
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        read(vec![[1; 3]; cell.snapshot.routine_count()], routines(cell), |rows, id| rows[id.index()].iter().sum())
    }
}

pub mod tool_location_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, tools(cell), |s, id| s.tool_position(id).index())
    }

    pub fn limit(cell: &Cell) -> Work {
        read(vec![1; cell.snapshot.tool_count()], tools(cell), |positions, id| positions[id.index()])
    }
}

/// What of a list a measurement looks at: that it is there.
fn looked_at(length: usize, first: Option<PositionId>) -> usize {
    length + first.map_or(0, PositionId::index)
}

fn ids_looked_at(list: Ids<'_, PositionId>) -> usize {
    looked_at(list.len(), list.first())
}

fn numbers_looked_at(list: &[u32]) -> usize {
    looked_at(list.len(), list.first().map(|&first| PositionId(first)))
}

pub mod allowed_moves_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, positions(cell), |s, id| ids_looked_at(s.allowed_moves(id)))
    }

    pub fn limit(cell: &Cell) -> Work {
        read(flat::moves(&cell.snapshot), positions(cell), |moves, id| numbers_looked_at(moves.get(id.0)))
    }
}

pub mod supported_positions_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, routines(cell), |s, id| ids_looked_at(s.supported_positions(id)))
    }

    pub fn limit(cell: &Cell) -> Work {
        read(flat::supported(&cell.snapshot), routines(cell), |supported, id| numbers_looked_at(supported.get(id.0)))
    }
}

pub mod routine_metadata_by_id {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        asked(cell, draws::supports(&cell.snapshot), |s, (routine, position)| {
            let metadata = s.metadata(routine, position);
            metadata.map_or(0, |m| 1 + m.action_after.map_or(0, str::len) + m.verify.map_or(0, str::len))
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let (s, positions) = (&cell.snapshot, cell.snapshot.position_count());
        read(flat::supports(s), draws::supports(s), move |supports, (routine, position)| {
            supports[routine.index() * positions + position.index()] as usize
        })
    }
}
