//! The queries by name, beside a bare hash of each name and reads of flat arrays. A result that is a list is copied in
//! both.

use std::sync::Arc;

use cellgraph::{
    engine::query::{self, By},
    snapshot::{Snapshot, route::Scratch},
};

use super::{Work, routes};
use crate::cells::{
    Cell, draws,
    flat::{self, Lists, Names},
};

/// A name in a result, as large as a text slice.
type Name = [u64; 2];

fn copied(names: &[Name], list: &[u32]) -> u64 {
    let copied: Vec<Name> = list.iter().map(|&id| names[id as usize]).collect();
    copied.len() as u64
}

fn position_names(s: &Snapshot) -> Vec<Name> {
    vec![[1, 1]; s.position_count()]
}

pub mod is_move_allowed_by_name {
    use super::*;

    fn arguments(s: &Snapshot) -> Vec<(String, String)> {
        let pairs = draws::moves(s);
        let (from, to) = (pairs.iter().map(|pair| pair.0), pairs.iter().map(|pair| pair.1));
        draws::names(s, from).into_iter().zip(draws::names(s, to)).collect()
    }

    pub fn work(cell: &Cell) -> Work {
        let (s, pairs) = (Arc::clone(&cell.snapshot), arguments(&cell.snapshot));
        Work::each(pairs.len(), move |call| {
            u64::from(query::is_move_allowed(&s, &pairs[call].0, &pairs[call].1).unwrap())
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let pairs = arguments(&cell.snapshot);
        let (names, moves) = (Names::of_positions(&cell.snapshot), flat::moves(&cell.snapshot));
        Work::each(pairs.len(), move |call| {
            let (from, to) = (names.get(&pairs[call].0), names.get(&pairs[call].1));
            u64::from(moves.get(from).contains(&to))
        })
    }
}

pub mod allowed_moves_by_name {
    use super::*;

    fn arguments(s: &Snapshot) -> Vec<String> {
        draws::names(s, draws::positions(s))
    }

    pub fn work(cell: &Cell) -> Work {
        let (s, positions) = (Arc::clone(&cell.snapshot), arguments(&cell.snapshot));
        Work::each(positions.len(), move |call| query::get_allowed_moves(&s, &positions[call]).unwrap().len() as u64)
    }

    pub fn limit(cell: &Cell) -> Work {
        let positions = arguments(&cell.snapshot);
        let (ids, moves) = (Names::of_positions(&cell.snapshot), flat::moves(&cell.snapshot));
        let names = position_names(&cell.snapshot);
        Work::each(positions.len(), move |call| copied(&names, moves.get(ids.get(&positions[call]))))
    }
}

fn routine_names(s: &Snapshot) -> Vec<String> {
    draws::routines(s).into_iter().map(|routine| s.routine_name(routine).to_owned()).collect()
}

pub mod supported_positions_by_name {
    use super::*;

    /// Results are as long as a third of the cell; a few calls are enough.
    const CALLS: usize = 16;

    pub fn work(cell: &Cell) -> Work {
        let (s, routines) = (Arc::clone(&cell.snapshot), routine_names(&cell.snapshot));
        Work::each(CALLS, move |call| query::get_supported_positions(&s, &routines[call]).unwrap().len() as u64)
    }

    pub fn limit(cell: &Cell) -> Work {
        let routines = routine_names(&cell.snapshot);
        let (ids, supported): (Names, Lists) = (Names::of_routines(&cell.snapshot), flat::supported(&cell.snapshot));
        let names = position_names(&cell.snapshot);
        Work::each(CALLS, move |call| copied(&names, supported.get(ids.get(&routines[call]))))
    }
}

pub mod routine_by_name {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        let (s, routines) = (Arc::clone(&cell.snapshot), routine_names(&cell.snapshot));
        Work::each(routines.len(), move |call| {
            query::get_routine_by_name(&s, &routines[call]).unwrap().name.len() as u64
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let routines = routine_names(&cell.snapshot);
        let (ids, rows) = (Names::of_routines(&cell.snapshot), vec![[1_u64; 6]; cell.snapshot.routine_count()]);
        Work::each(routines.len(), move |call| rows[ids.get(&routines[call]) as usize].iter().sum())
    }
}

pub mod routine_metadata_by_name {
    use super::*;

    fn arguments(s: &Snapshot) -> Vec<(String, String)> {
        let pairs = draws::supports(s);
        pairs.iter().map(|pair| (s.routine_name(pair.0).to_owned(), s.position_name(pair.1).to_owned())).collect()
    }

    pub fn work(cell: &Cell) -> Work {
        let (s, pairs) = (Arc::clone(&cell.snapshot), arguments(&cell.snapshot));
        Work::each(pairs.len(), move |call| {
            let metadata = query::get_routine_metadata(&s, &pairs[call].0, &pairs[call].1).unwrap();
            metadata.map_or(0, |metadata| 1 + metadata.verify.map_or(0, str::len) as u64)
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let (s, pairs) = (&*cell.snapshot, arguments(&cell.snapshot));
        let (routines, positions) = (Names::of_routines(s), Names::of_positions(s));
        let (count, supports) = (s.position_count(), flat::supports(s));
        Work::each(pairs.len(), move |call| {
            let (routine, position) = (routines.get(&pairs[call].0), positions.get(&pairs[call].1));
            u64::from(supports[routine as usize * count + position as usize])
        })
    }
}

pub mod shortest_path_by_name {
    use super::*;

    fn arguments(cell: &Cell) -> Vec<(String, String)> {
        let (s, pairs) = (&cell.snapshot, routes::pairs(cell));
        pairs.into_iter().map(|(from, to)| (s.position_name(from).to_owned(), s.position_name(to).to_owned())).collect()
    }

    pub fn work(cell: &Cell) -> Work {
        let (s, pairs) = (Arc::clone(&cell.snapshot), arguments(cell));
        let mut scratch = Scratch::default();
        Work::each(pairs.len(), move |call| {
            let (from, to) = &pairs[call];
            let path = query::get_shortest_path(&s, from, to, By::Moves, &mut scratch);
            path.unwrap().map_or(0, |path| path.len() as u64)
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let (pairs, hops) = (arguments(cell), routes::shortest(cell));
        let (ids, names) = (Names::of_positions(&cell.snapshot), position_names(&cell.snapshot));
        let mut route = Vec::new();
        Work::each(hops.len(), move |call| {
            route.clear();
            let ends = ids.get(&pairs[call].0) + ids.get(&pairs[call].1);
            hops.walk(call, &mut route);
            u64::from(ends) + copied(&names, &route)
        })
    }
}
