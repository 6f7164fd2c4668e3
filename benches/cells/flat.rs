//! Bare arrays: what a loop over flat memory needs to answer the same questions, and nothing else. No proof, no names
//! compared, no bounds but those of the language.

use std::collections::HashMap;

use cellgraph::{
    cell::{Ids, PositionId, Role, ToolId},
    snapshot::Snapshot,
};
use rapidhash::v3::{DEFAULT_RAPID_SECRETS, rapidhash_v3_nano_inline};

/// A row of a table, as large as the row of positions that a query gives.
pub type Row = [u64; 5];

/// Lists laid end to end.
pub struct Lists {
    offsets: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub fn of<'s>(lists: impl Iterator<Item = Ids<'s, PositionId>>) -> Self {
        let (mut offsets, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list.iter().map(|id| id.0));
            offsets.push(items.len() as u32);
        }
        Self { offsets, items }
    }

    #[inline]
    pub fn get(&self, id: u32) -> &[u32] {
        &self.items[self.offsets[id as usize] as usize..self.offsets[id as usize + 1] as usize]
    }
}

/// Where one move leads.
pub fn moves(s: &Snapshot) -> Lists {
    Lists::of(s.position_ids().map(|id| s.allowed_moves(id)))
}

/// Where routines are supported.
pub fn supported(s: &Snapshot) -> Lists {
    Lists::of(s.routine_ids().map(|id| s.supported_positions(id)))
}

/// By (routine, position): the number of the support, counted from 1, or 0.
pub fn supports(s: &Snapshot) -> Vec<u32> {
    let positions = s.position_count();
    let mut table = vec![0; s.routine_count() * positions];
    let mut number = 0;
    for routine in s.routine_ids() {
        for position in s.supported_positions(routine) {
            number += 1;
            table[routine.index() * positions + position.index()] = number;
        }
    }
    table
}

/// Names to ids by hash alone.
pub struct Names(Vec<u64>);

impl Names {
    pub fn of<'s>(names: impl ExactSizeIterator<Item = &'s str>) -> Self {
        let mut slots = vec![0; (names.len() * 2).next_power_of_two().max(2)];
        let mask = slots.len() - 1;
        for (id, name) in names.enumerate() {
            let hash = hash(name);
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = (hash & !0xFFFF_FFFF) | (id as u64 + 1);
        }
        Self(slots)
    }

    pub fn of_positions(s: &Snapshot) -> Self {
        Self::of(s.position_names())
    }

    pub fn of_routines(s: &Snapshot) -> Self {
        Self::of(s.routine_names())
    }

    pub fn of_tools(s: &Snapshot) -> Self {
        Self::of(s.tool_names())
    }

    /// The id of a name that is there.
    #[inline]
    pub fn get(&self, name: &str) -> u32 {
        let hash = hash(name);
        let mask = self.0.len() - 1;
        let mut at = hash as usize & mask;
        while (self.0[at] ^ hash) >> 32 != 0 {
            at = (at + 1) & mask;
        }
        (self.0[at] as u32).wrapping_sub(1)
    }
}

#[inline]
fn hash(name: &str) -> u64 {
    rapidhash_v3_nano_inline::<true, false>(name.as_bytes(), &DEFAULT_RAPID_SECRETS)
}

/// Next hops as one array, a row for each target. Of every row the part is filled in that some route needs: what a walk
/// reads lies where it would lie in the whole table, which for 100,000 positions would take 40 GB.
pub struct NextHops {
    positions: usize,
    next: Vec<u32>,
    /// By target, where its rows begin: more than one where two routes to it disagree, as with different tools in hand.
    rows: HashMap<u32, Vec<usize>>,
    walks: Vec<Walk>,
}

struct Walk {
    row: usize,
    from: u32,
    to: u32,
}

impl NextHops {
    pub fn new(positions: usize) -> Self {
        Self { positions, next: Vec::new(), rows: HashMap::new(), walks: Vec::new() }
    }

    /// Adds a route, in a row that it agrees with.
    pub fn add(&mut self, route: &[PositionId]) {
        let hops = || route.windows(2).map(|pair| (pair[0].index(), pair[1].0));
        let target = route[route.len() - 1].0;
        let rows = self.rows.entry(target).or_default();
        let agrees = |&&row: &&usize| {
            let agreed = |(at, to): (usize, u32)| [u32::MAX, to].contains(&self.next[row + at]);
            hops().all(agreed)
        };
        let row = rows.iter().find(agrees).copied().unwrap_or_else(|| {
            rows.push(self.next.len());
            self.next.resize(self.next.len() + self.positions, u32::MAX);
            self.next.len() - self.positions
        });
        for (at, to) in hops() {
            self.next[row + at] = to;
        }
        self.walks.push(Walk { row, from: route[0].0, to: target });
    }

    pub const fn len(&self) -> usize {
        self.walks.len()
    }

    /// Walks the route with this number.
    #[inline]
    pub fn walk(&self, number: usize, route: &mut Vec<u32>) {
        let Walk { row, from, to } = self.walks[number];
        let row = &self.next[row..row + self.positions];
        let mut at = from;
        route.push(at);
        while at != to {
            at = row[at as usize];
            route.push(at);
        }
    }
}

/// What a verifier reads of the whole cell.
pub struct Rules {
    pub positions: Names,
    pub routines: Names,
    pub moves: Lists,
    pub supports: Vec<u32>,
    /// By position: the tool + 1 whose stand is there, or 0.
    pub stand_tool: Vec<u32>,
    /// By (tool + 1, position): whether the rules of a move let a robot in that holds it.
    pub may_enter: Vec<bool>,
    /// By routine: the tool + 1 that it requires, or 0.
    pub required: Vec<u32>,
    pub attach: u32,
    pub release: u32,
}

impl Rules {
    pub fn of(s: &Snapshot) -> Self {
        let positions = || s.position_ids();
        let enters = |tool: Option<ToolId>| positions().map(move |position| !s.forbids(tool, position));
        let tools = s.tool_ids().map(Some);
        Self {
            positions: Names::of_positions(s),
            routines: Names::of_routines(s),
            moves: moves(s),
            supports: supports(s),
            stand_tool: positions().map(|p| s.tool_at(p).map_or(0, |tool| tool.0 + 1)).collect(),
            may_enter: [None].into_iter().chain(tools).flat_map(enters).collect(),
            required: s.routine_ids().map(|id| s.required_tool(id).map_or(0, |tool| tool.0 + 1)).collect(),
            attach: s.attach_routine().map_or(u32::MAX, |routine| routine.0),
            release: s.release_routine().map_or(u32::MAX, |routine| routine.0),
        }
    }
}

/// The rows of all positions.
pub fn rows(s: &Snapshot) -> Vec<Row> {
    let row = |id| {
        let role = Role::ALL.iter().position(|&role| role == s.role(id)).unwrap() as u64;
        [s.position_name(id).len() as u64, s.position_description(id).len() as u64, role, 0, 0]
    };
    s.position_ids().map(row).collect()
}
