//! Routes on cells that are large enough for every table and search there is, against the plainest search there is.
//! The small cells of `contract.rs` only ever see one of the tables.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use cellgraph::{
    cell::{Draft, Move, Position, PositionId, Role, Routine, RoutineId, StandId, Support, Tool, ToolId, ToolStand},
    snapshot::{Provenance, Snapshot, build, route::Scratch},
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A graph to try: how many positions, and its moves.
struct Shape {
    positions: u32,
    moves: BTreeMap<(u32, u32), f64>,
}

impl Shape {
    fn new(positions: u32) -> Self {
        Self { positions, moves: BTreeMap::new() }
    }

    fn both(&mut self, a: u32, b: u32) {
        self.one(a, b);
        self.one(b, a);
    }

    fn one(&mut self, from: u32, to: u32) {
        if from != to {
            self.moves.insert((from, to), f64::from((from * 7 + to * 13) % 5 + 1) / 10.0);
        }
    }

    /// A lattice in which some moves are missing and some go one way.
    fn lattice(width: u32, height: u32, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut shape = Self::new(width * height);
        for node in 0..width * height {
            for (beside, there) in [(node + 1, (node + 1) % width != 0), (node + width, node + width < width * height)]
            {
                match (there, random.next_u32() % 20) {
                    (false, _) | (true, 0 | 1) => {}
                    (true, 2) => shape.one(node, beside),
                    (true, 3) => shape.one(beside, node),
                    (true, _) => shape.both(node, beside),
                }
            }
        }
        shape
    }

    fn random(positions: u32, moves: u32, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut shape = Self::new(positions);
        for _ in 0..moves {
            shape.one(random.next_u32() % positions, random.next_u32() % positions);
        }
        shape
    }

    /// Node 0 beside all others, which stand in a ring.
    fn hub(positions: u32) -> Self {
        let mut shape = Self::new(positions);
        for node in 1..positions {
            shape.both(0, node);
            shape.one(node, node % (positions - 1) + 1);
        }
        shape
    }

    /// A tree whose links sometimes go one way, hanging off a small ring.
    fn tree(positions: u32, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut shape = Self::new(positions);
        for node in 1..positions {
            let up = random.next_u32() % node;
            match random.next_u32() % 8 {
                0 => shape.one(up, node),
                1 => shape.one(node, up),
                _ => shape.both(up, node),
            }
        }
        shape.both(0, positions / 2);
        shape
    }

    fn snapshot(&self, role: impl Fn(u32) -> Role, with_tool_at: Option<u32>) -> Snapshot {
        let position = |id| Position { name: format!("P{id:06}"), role: role(id), description: String::new() };
        let mut draft = Draft { positions: (0..self.positions).map(position).collect(), ..Draft::default() };
        draft.moves = self
            .moves
            .iter()
            .map(|(&(from, to), &cost)| Move { from: PositionId(from), to: PositionId(to), cost_s: Some(cost) })
            .collect();
        if let Some(stand) = with_tool_at {
            let text = String::new;
            let positions = vec![PositionId(stand)];
            draft.stands = vec![ToolStand { name: "S".into(), pose: text(), positions }];
            draft.tools = vec![Tool { name: "T".into(), kind: text(), description: text(), stand: StandId(0) }];
            draft.routines = vec![Routine { name: "R".into(), description: text(), required_tool: Some(ToolId(0)) }];
            let supported = (0..self.positions).filter(|id| role(*id) == Role::Work && id % 3 == 0);
            let support =
                |id| Support { routine: RoutineId(0), position: PositionId(id), metadata: Default::default() };
            draft.supports = supported.map(support).collect();
        }
        let bytes = build(&draft, &Provenance::default()).bytes;
        Snapshot::from_bytes(&bytes).unwrap()
    }

    fn neighbours(&self, from: u32) -> impl Iterator<Item = u32> {
        self.moves.range((from, 0)..=(from, u32::MAX)).map(|(&(_, to), _)| to)
    }

    /// The shortest path, the first by names, by distances from the target.
    fn shortest(&self, from: u32, to: u32, may_pass: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
        let mut into = vec![Vec::new(); self.positions as usize];
        for &(a, b) in self.moves.keys() {
            into[b as usize].push(a);
        }
        let mut distance = vec![u32::MAX; self.positions as usize];
        distance[to as usize] = 0;
        let mut queue = VecDeque::from([to]);
        while let Some(node) = queue.pop_front() {
            for &before in &into[node as usize] {
                if distance[before as usize] == u32::MAX && (node == to || may_pass(node)) {
                    distance[before as usize] = distance[node as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        let mut path = vec![from];
        let mut at = from;
        while at != to {
            let left = distance[at as usize].checked_sub(1).filter(|_| distance[at as usize] != u32::MAX)?;
            let on = |node: &u32| distance[*node as usize] == left && (*node == to || may_pass(*node));
            at = self.neighbours(at).find(on)?;
            path.push(at);
        }
        Some(path)
    }

    /// The least (cost in tenths of a second, moves), as every route's cost here is a whole number of them.
    fn least_cost(&self, from: u32, to: u32) -> Option<(u64, u32)> {
        let mut best = BTreeMap::from([(from, (0, 0))]);
        let mut heap = BinaryHeap::from([std::cmp::Reverse(((0, 0), from))]);
        while let Some(std::cmp::Reverse((key, node))) = heap.pop() {
            if node == to {
                return Some(key);
            }
            for next in self.neighbours(node) {
                let through = (key.0 + (self.moves[&(node, next)] * 10.0).round() as u64, key.1 + 1);
                if best.get(&next).is_none_or(|known| through < *known) {
                    best.insert(next, through);
                    heap.push(std::cmp::Reverse((through, next)));
                }
            }
        }
        None
    }
}

fn pairs(positions: u32, count: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut random = ChaCha8Rng::seed_from_u64(99);
    (0..count).map(move |_| (random.next_u32() % positions, random.next_u32() % positions))
}

fn ids(route: &[PositionId]) -> Vec<u32> {
    route.iter().map(|p| p.0).collect()
}

/// Random pairs of a shape: the shortest path is the plain search's, and the least cost is Dijkstra's. `prepared` says
/// what the snapshot must have chosen for the shape, so that each choice is known to be tried.
fn check(shape: &Shape, prepared: &str, count: u32) {
    let s = shape.snapshot(|_| Role::SafeApproach, None);
    let tables = s.route_tables();
    let chosen = tables.iter().find(|t| t.name == "next hops" || t.name == "regions");
    let chosen = chosen.map_or("none".to_owned(), |t| format!("{} of {} bits", t.name, t.bits));
    assert_eq!(chosen, prepared);
    let (scratch, mut route) = (&mut Scratch::default(), Vec::new());
    for (from, to) in pairs(shape.positions, count) {
        let found = s.shortest_path(PositionId(from), PositionId(to), scratch, &mut route);
        assert_eq!(found.then(|| ids(&route)), shape.shortest(from, to, |_| true), "{from} to {to}");
    }
    for (from, to) in pairs(shape.positions, count / 10) {
        let found = s.cheapest_path(PositionId(from), PositionId(to), scratch, &mut route);
        let key = found.then(|| {
            let tenths = |pair: &[PositionId]| (shape.moves[&(pair[0].0, pair[1].0)] * 10.0).round() as u64;
            (route.windows(2).map(tenths).sum::<u64>(), route.len() as u32 - 1)
        });
        assert_eq!(key, shape.least_cost(from, to), "{from} to {to} by cost");
    }
}

#[test]
fn a_small_lattice_has_whole_next_hops() {
    check(&Shape::lattice(25, 30, 1), "next hops of 16 bits", 2_000);
}

#[test]
fn a_lattice_has_next_hops_of_four_bits() {
    check(&Shape::lattice(40, 45, 2), "next hops of 4 bits", 2_000);
}

#[test]
fn a_large_lattice_has_next_hops_of_two_bits() {
    check(&Shape::lattice(95, 95, 3), "next hops of 2 bits", 500);
}

#[test]
fn hubs_have_columns_of_their_own() {
    check(&Shape::hub(1_500), "next hops of 4 bits", 1_000);
    let mut crossed = Shape::lattice(95, 95, 4);
    (0..40).for_each(|n| crossed.both(n * 211, n * 97 + 4_000));
    check(&crossed, "next hops of 2 bits", 300);
}

#[test]
fn a_lattice_beyond_that_has_regions() {
    check(&Shape::lattice(130, 130, 5), "regions of 8 bits", 300);
}

#[test]
fn what_no_table_holds_is_searched_for() {
    check(&Shape::random(30_000, 150_000, 6), "none", 200);
}

#[test]
fn trees_are_climbed() {
    check(&Shape::tree(3_000, 7), "next hops of 16 bits", 3_000);
    let mut chain = Shape::new(20_000);
    (1..20_000).for_each(|n| chain.both(n - 1, n));
    check(&chain, "next hops of 16 bits", 20);
}

#[test]
fn a_held_tool_is_led_around_what_it_forbids() {
    let role = |stand: u32| {
        move |id: u32| match id {
            id if id == stand => Role::ToolMount,
            id if id % 4 == 1 => Role::Work,
            _ => Role::SafeApproach,
        }
    };
    for (shape, count) in [(Shape::lattice(30, 30, 8), 600), (Shape::lattice(130, 130, 9), 60)] {
        let stand = shape.positions / 2 - shape.positions / 2 % 4;
        let role = role(stand);
        let s = shape.snapshot(role, Some(stand));
        let (scratch, mut route) = (&mut Scratch::default(), Vec::new());
        let works = |id: u32| id.is_multiple_of(3);
        let with_stand = pairs(shape.positions, count / 4).flat_map(|(a, _)| [(a, stand), (stand, a)]);
        for (from, to) in pairs(shape.positions, count).chain(with_stand) {
            for held in [None, Some(ToolId(0))] {
                let is_forbidden = |id: u32| held.is_some() && role(id) == Role::Work && !works(id);
                let may_pass = |id: u32| id != stand && !is_forbidden(id);
                let expected = match from == to {
                    true => Some(vec![from]),
                    false if is_forbidden(to) => None,
                    false => shape.shortest(from, to, may_pass),
                };
                let found = s.path_holding(held, PositionId(from), PositionId(to), scratch, &mut route);
                assert_eq!(found.then(|| ids(&route)), expected, "{from} to {to} with {held:?}");
            }
        }
    }
}
