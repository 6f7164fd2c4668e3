//! Routes from and to every tool stand, and the nearest home. See the head of `routes.rs`.
//!
//! All of them obey section 4 of the contract: no route passes through a tool stand, nor through a position that the
//! held tool forbids; such a position can only be the first or the last.

use super::{FACT_TOOL_BITS, NONE_ID, ParallelIterator, Role, Tables};

/// Fills the stand trees, unless they take more than `bytes`, and the nearest homes.
pub(super) fn prepare(t: &mut Tables, bytes: usize) {
    let positions = t.position_facts.len();
    t.nearest_home = nearest_home(t);
    let tools = t.tool_position.len() as u32;
    if 4 * 4 * tools as usize * positions > bytes {
        return;
    }
    let tree = |search: fn(&Tables, Option<u32>, u32) -> Vec<u32>, holding: bool| -> Vec<u32> {
        let one = |tool: u32| search(t, holding.then_some(tool), t.tool_position[tool as usize]);
        rayon::iter::IntoParallelIterator::into_par_iter(0..tools).map(one).collect::<Vec<_>>().concat()
    };
    let trees = [tree(toward, true), tree(toward, false), tree(away, true), tree(away, false)];
    [t.toward_stand_held, t.toward_stand_empty, t.from_stand_held, t.from_stand_empty] = trees;
}

/// Whether a route may go on from here while `tool` is held.
fn is_passable(t: &Tables, tool: Option<u32>, position: u32) -> bool {
    let facts = t.position_facts[position as usize];
    let is_stand = facts & ((1 << FACT_TOOL_BITS) - 1) != 0;
    let is_work = facts >> FACT_TOOL_BITS == Role::Work as u32;
    let works = |tool: u32| {
        let range =
            t.work_tool_offsets[position as usize] as usize..t.work_tool_offsets[position as usize + 1] as usize;
        t.work_tools[range].contains(&tool)
    };
    !is_stand && (!is_work || tool.is_none_or(works))
}

fn sources(t: &Tables, to: u32) -> &[u32] {
    &t.in_sources[t.in_offsets[to as usize] as usize..t.in_offsets[to as usize + 1] as usize]
}

/// By position: the next one on the route to `stand`.
fn toward(t: &Tables, tool: Option<u32>, stand: u32) -> Vec<u32> {
    let positions = t.position_facts.len();
    let (mut next, mut distance) = (vec![NONE_ID; positions], vec![NONE_ID; positions]);
    distance[stand as usize] = 0;
    let mut queue = vec![stand];
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        if node != stand && !is_passable(t, tool, node) {
            continue;
        }
        for &source in sources(t, node) {
            let through = distance[node as usize] + 1;
            if distance[source as usize] == NONE_ID {
                distance[source as usize] = through;
                next[source as usize] = node;
                queue.push(source);
            } else if distance[source as usize] == through {
                next[source as usize] = next[source as usize].min(node);
            }
        }
    }
    next
}

/// By position: the one before it on the route from `stand`. Breadth-first in the order of ids finds, for every
/// position, the route whose ids come first, since a part of such a route from its start is such a route.
fn away(t: &Tables, tool: Option<u32>, stand: u32) -> Vec<u32> {
    let mut before = vec![NONE_ID; t.position_facts.len()];
    let mut queue = vec![stand];
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        if node != stand && !is_passable(t, tool, node) {
            continue;
        }
        for &target in
            &t.move_targets[t.move_offsets[node as usize] as usize..t.move_offsets[node as usize + 1] as usize]
        {
            if target != stand && before[target as usize] == NONE_ID {
                before[target as usize] = node;
                queue.push(target);
            }
        }
    }
    before
}

/// By position: the home that the fewest moves with an empty hand lead to, the lowest among equals.
fn nearest_home(t: &Tables) -> Vec<u32> {
    let positions = t.position_facts.len();
    let (mut home, mut distance) = (vec![NONE_ID; positions], vec![NONE_ID; positions]);
    let mut queue: Vec<u32> = (0..positions as u32)
        .filter(|&p| t.position_facts[p as usize] >> FACT_TOOL_BITS == Role::Home as u32)
        .collect();
    for &position in &queue {
        (home[position as usize], distance[position as usize]) = (position, 0);
    }
    let mut head = 0;
    while let Some(&node) = queue.get(head) {
        head += 1;
        if !is_passable(t, None, node) {
            continue;
        }
        for &source in sources(t, node) {
            let through = distance[node as usize] + 1;
            if distance[source as usize] == NONE_ID {
                distance[source as usize] = through;
                queue.push(source);
            }
            if distance[source as usize] == through {
                home[source as usize] = home[source as usize].min(home[node as usize]);
            }
        }
    }
    home
}
