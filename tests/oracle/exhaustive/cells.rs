//! The small cells: up to 3 positions, up to 1 tool, as numbers ([`Facts`]). Out: the lists of cells that the tiers of the
//! enumeration go over, one of each set that differs by a renaming of positions. Never here: a cell that the import
//! would refuse, or a step.

use super::super::dice::Dice;
use super::super::{ATTACH, Cell, NONE, RELEASE, ROLES};

const POSITIONS: [&str; 3] = ["A", "B", "C"];
const TOOL: &str = "Gripper";
const MOUNT: usize = 2;
const WORK: usize = 3;
/// Orders of up to three positions, those of n positions being among the first n!.
const RENAMINGS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];

/// One row of SUPPORTED_AT as a set of positions (bit by bit); `None` where the routine is not in the graph.
pub type Row = Option<usize>;

/// Everything a small cell can differ in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub count: usize,
    /// Indices into [`ROLES`].
    pub roles: [usize; 3],
    /// Where the tool's stand is, if there is a tool.
    pub stand: Option<usize>,
    /// Bit 3a + b: the edge from a to b.
    pub edges: usize,
    pub attach: Row,
    pub release: Row,
    /// A task routine that requires the tool, and one that requires none.
    pub grip: Row,
    pub look: Row,
}

impl Facts {
    pub fn cell(&self) -> Cell {
        let mut cell = Cell::default();
        for index in 0..self.count {
            cell = cell.with_position(POSITIONS[index], ROLES[self.roles[index]]);
        }
        for (a, b) in pairs(self.count).filter(|(a, b)| self.edges >> (3 * a + b) & 1 == 1) {
            cell = cell.with_move(POSITIONS[a], POSITIONS[b]);
        }
        if let Some(stand) = self.stand {
            cell = cell.with_tool(TOOL, POSITIONS[stand]);
        }
        let rows = [
            (ATTACH, NONE, self.attach),
            (RELEASE, NONE, self.release),
            ("grip", TOOL, self.grip),
            ("look", NONE, self.look),
        ];
        for (routine, tool, row) in rows {
            if let Some(set) = row {
                let places: Vec<&str> = members(set).map(|index| POSITIONS[index]).collect();
                cell = cell.with_routine(routine, tool, &places);
            }
        }
        cell
    }

    /// The facts after a renaming: position `i` becomes position `to[i]`.
    fn renamed(&self, to: [usize; 3]) -> Self {
        let row = |row: Row| row.map(|set| members(set).map(|index| 1 << to[index]).sum());
        let mut roles = [0; 3];
        (0..self.count).for_each(|index| roles[to[index]] = self.roles[index]);
        let is_edge = |&(a, b): &(usize, usize)| self.edges >> (3 * a + b) & 1 == 1;
        Self {
            roles,
            stand: self.stand.map(|stand| to[stand]),
            edges: pairs(self.count).filter(is_edge).map(|(a, b)| 1 << (3 * to[a] + to[b])).sum(),
            attach: row(self.attach),
            release: row(self.release),
            grip: row(self.grip),
            look: row(self.look),
            ..*self
        }
    }

    fn code(&self) -> [usize; 9] {
        let row = |row: Row| row.map_or(0, |set| set + 1);
        let [a, b, c] = self.roles;
        let stand = self.stand.map_or(0, |stand| stand + 1);
        [stand, a, b, c, self.edges, row(self.attach), row(self.release), row(self.grip), row(self.look)]
    }

    fn is_first_of_its_renamings(&self) -> bool {
        renamings(self.count).iter().all(|to| self.code() <= self.renamed(*to).code())
    }

    /// Fills in what the cells of a list do not differ in, from the cell's place in the list: rows for which `keep` is
    /// false, edges where they are.
    fn filled(mut self, place: usize, keeps_rows: bool) -> Self {
        let mut dice = Dice::new(place as u64);
        let mut below = |bound: usize| dice.below(bound as u64) as usize;
        if keeps_rows {
            self.edges = pairs(self.count).filter(|_| below(2) == 1).map(|(a, b)| 1 << (3 * a + b)).sum();
            return self;
        }
        let mut row = || below(6).checked_sub(1).map(|_| below(1 << self.count));
        (self.attach, self.release, self.look) = (row(), row(), row());
        self
    }
}

/// Every roles × stand × edges × row of the routine with the tool: all that a move reads.
pub fn for_moves() -> Vec<Facts> {
    let mut list = Vec::new();
    for frame in frames() {
        for edges in edge_sets(frame.count) {
            let sets = if frame.stand.is_some() { 1 << frame.count } else { 1 };
            for set in 0..sets {
                let grip = frame.stand.map(|_| set);
                list.push(Facts { edges, grip, ..frame });
            }
        }
    }
    list.retain(Facts::is_first_of_its_renamings);
    list.iter().enumerate().map(|(place, facts)| facts.filled(place, false)).collect()
}

/// Every roles × stand × row of attach × row of release × row of one task routine: all that a routine step reads.
pub fn for_routines() -> Vec<Facts> {
    let mut list = Vec::new();
    for frame in frames() {
        let with_tool = rows(frame.count).filter(|row| frame.stand.is_some() && row.is_some());
        let tasks: Vec<(Row, Row)> =
            rows(frame.count).map(|look| (None, look)).chain(with_tool.map(|grip| (grip, None))).collect();
        for attach in rows(frame.count) {
            for release in rows(frame.count) {
                let task = |&(grip, look): &(Row, Row)| Facts { attach, release, grip, look, ..frame };
                list.extend(tasks.iter().map(task));
            }
        }
    }
    list.retain(Facts::is_first_of_its_renamings);
    list.iter().enumerate().map(|(place, facts)| facts.filled(place, true)).collect()
}

/// One cell for each graph of states that valid steps can make: edges × where the tool may not come × whether attaching
/// and releasing work. What does not show in that graph changes from cell to cell.
pub fn skeletons() -> Vec<Facts> {
    let mut list = Vec::new();
    for count in 1..=3 {
        for edges in edge_sets(count) {
            list.push(Facts { count, edges, ..Facts::default() });
            // The stand is at A: any other place is a renaming of that. Bits 0 and 1 of `works`: attach, release.
            for forbidden in (0..1_usize << count).filter(|set| set & 1 == 0) {
                let mut roles = [0; 3];
                members(forbidden).for_each(|index| roles[index] = WORK);
                for works in 0..4 {
                    let row = |bit: usize| Some(works >> bit & 1);
                    let (attach, release) = (row(0), row(1));
                    list.push(Facts { count, edges, roles, stand: Some(0), attach, release, ..Facts::default() });
                }
            }
        }
    }
    list.retain(Facts::is_first_of_its_renamings);
    list.iter().enumerate().map(|(place, facts)| flesh(facts, place)).collect()
}

/// Gives a skeleton its roles and rows without changing its graph of states.
fn flesh(facts: &Facts, place: usize) -> Facts {
    let mut full = facts.filled(place, false);
    let all = (1 << facts.count) - 1;
    let forbidden: usize = (0..facts.count).filter(|index| facts.roles[*index] == WORK).map(|index| 1 << index).sum();
    for index in members(all & !forbidden) {
        full.roles[index] = (place / 3 + index) % 4;
    }
    if facts.stand.is_none() {
        return full;
    }
    full.roles[0] = MOUNT;
    let use_at_work: usize =
        members(all & !forbidden).filter(|index| full.roles[*index] == WORK).map(|index| 1 << index).sum();
    // The routine may be supported anywhere but where the tool may not come, and must be at the other work positions.
    full.grip = Some((use_at_work | (place & all)) & !forbidden);
    if forbidden == all - 1 && place.is_multiple_of(2) && use_at_work == 0 {
        full.grip = None;
    }
    let at_stand = |works: Row, filled: Row| match works {
        Some(1) => Some(filled.unwrap_or_default() | 1),
        _ => filled.map(|set| set & !1),
    };
    full.attach = at_stand(facts.attach, full.attach);
    full.release = at_stand(facts.release, full.release);
    full
}

/// Cells where everything is there, each with the longest plan on it.
pub fn full() -> Vec<(Facts, usize)> {
    let one = Facts { count: 1, roles: [MOUNT, 0, 0], stand: Some(0), ..Facts::default() };
    let two = Facts { count: 2, roles: [MOUNT, WORK, 0], ..one };
    let three = Facts { count: 3, roles: [MOUNT, WORK, 0], ..one };
    let both_ways = edges(&[(0, 1), (1, 0)]);
    let star = edges(&[(2, 0), (0, 2), (2, 1), (1, 2)]);
    let ring = edges(&[(0, 1), (1, 2), (2, 0)]);
    let rows = |attach, release, grip, look| {
        move |facts: Facts| Facts {
            attach: Some(attach),
            release: Some(release),
            grip: Some(grip),
            look: Some(look),
            ..facts
        }
    };
    let at_stand = rows(0b1, 0b1, 0b10, 0b11);
    let one = rows(1, 1, 0, 1)(one);
    vec![
        (one, 4),
        (Facts { roles: [MOUNT, 0, 0], edges: both_ways, ..at_stand(two) }, 4),
        (Facts { edges: star, ..rows(0b1, 0b1, 0b10, 0b100)(three) }, 4),
        (Facts { edges: star, ..rows(0b1, 0b1, 0b100, 0b110)(three) }, 4),
        (Facts { edges: ring, ..rows(0b11, 0b101, 0b10, 0b111)(three) }, 4),
        (Facts { edges: ring | star, roles: [MOUNT, WORK, WORK], ..rows(0b1, 0b111, 0b100, 0b10)(three) }, 3),
        (Facts { edges: star, roles: [MOUNT, MOUNT, 1], ..rows(0b11, 0b11, 0b111, 0b1)(three) }, 3),
    ]
}

/// Every count × roles × stand, the stand (where there is one) at a position of the role `tool_mount`.
fn frames() -> Vec<Facts> {
    let mut list = Vec::new();
    for count in 1..=3 {
        for number in 0..4_usize.pow(count as u32) {
            let mut roles = [0; 3];
            (0..count).for_each(|index| roles[index] = number >> (2 * index) & 3);
            let mounts = (0..count).filter(|index| roles[*index] == MOUNT).map(Some);
            let frame = |stand| Facts { count, roles, stand, ..Facts::default() };
            list.extend([None].into_iter().chain(mounts).map(frame));
        }
    }
    list
}

fn rows(count: usize) -> impl Iterator<Item = Row> {
    [None].into_iter().chain((0..1 << count).map(Some))
}

fn edge_sets(count: usize) -> impl Iterator<Item = usize> {
    let list: Vec<(usize, usize)> = pairs(count).collect();
    let chosen = |number: usize, list: &[(usize, usize)]| {
        let bits = list.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
        bits.map(|(_, (a, b))| 1 << (3 * a + b)).sum()
    };
    (0..1_usize << list.len()).map(move |number| chosen(number, &list))
}

fn edges(list: &[(usize, usize)]) -> usize {
    list.iter().map(|(a, b)| 1 << (3 * a + b)).sum()
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b)
}

fn members(set: usize) -> impl Iterator<Item = usize> {
    (0..3).filter(move |index| set >> index & 1 == 1)
}

fn renamings(count: usize) -> &'static [[usize; 3]] {
    &RENAMINGS[..[1, 1, 2, 6][count]]
}
