//! The ten queries of section 1 and the routes of section 4, once more, by brute force: a cell and names go in, JSON or a
//! list of names comes out, or a reason where a name is not in the graph (exit 2).
//!
//! The paths are found by keeping, for every position reached, the whole best list of names so far; lists are then
//! compared name by name, which in Rust is byte order. What is never done here: indices, queues, or tables.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Cell, Meta, Position, Routine, Tool, verify};

/// One of the ten by its name, with its arguments in the contract's order.
pub fn query(cell: &Cell, name: &str, args: &[&str]) -> Result<Value, String> {
    match (name, args) {
        ("get_all_positions", []) => Ok(get_all_positions(cell)),
        ("get_all_tools", []) => Ok(get_all_tools(cell)),
        ("get_all_routines", []) => Ok(get_all_routines(cell)),
        ("get_tool_locations", []) => Ok(get_tool_locations(cell)),
        ("get_allowed_moves", [position]) => get_allowed_moves(cell, position),
        ("get_supported_positions", [routine]) => get_supported_positions(cell, routine),
        ("get_routine_by_name", [routine]) => Ok(get_routine_by_name(cell, routine)),
        ("get_routine_metadata", [routine, position]) => get_routine_metadata(cell, routine, position),
        ("get_shortest_path", [from, to]) => get_shortest_path(cell, from, to),
        ("is_move_allowed", [from, to]) => is_move_allowed(cell, from, to),
        _ => Err(format!("no query {name} with {} arguments", args.len())),
    }
}

pub fn get_all_positions(cell: &Cell) -> Value {
    cell.positions.iter().map(|(name, position)| position_value(name, position)).collect()
}

pub fn get_all_tools(cell: &Cell) -> Value {
    cell.tools.iter().map(|(name, tool)| tool_value(name, tool)).collect()
}

pub fn get_all_routines(cell: &Cell) -> Value {
    cell.routines.iter().map(|(name, routine)| routine_value(name, routine)).collect()
}

/// Tool → position.
pub fn get_tool_locations(cell: &Cell) -> Value {
    let place = |(name, tool): (&String, &Tool)| (name.clone(), json!(tool.stand_position));
    Value::Object(cell.tools.iter().map(place).collect())
}

pub fn get_allowed_moves(cell: &Cell, position: &str) -> Result<Value, String> {
    known_position(cell, position)?;
    Ok(json!(neighbours(cell, position)))
}

pub fn get_supported_positions(cell: &Cell, routine: &str) -> Result<Value, String> {
    known_routine(cell, routine)?;
    let positions = cell.positions.keys().filter(|position| cell.support(routine, position).is_some());
    Ok(json!(positions.collect::<Vec<_>>()))
}

/// `null` where there is none: the one query that knows no unknown name.
pub fn get_routine_by_name(cell: &Cell, routine: &str) -> Value {
    cell.routines.get(routine).map_or(Value::Null, |there| routine_value(routine, there))
}

/// `null` where not supported; an object without the fields that are absent where it is.
pub fn get_routine_metadata(cell: &Cell, routine: &str, position: &str) -> Result<Value, String> {
    known_routine(cell, routine)?;
    known_position(cell, position)?;
    Ok(cell.support(routine, position).map_or(Value::Null, |meta| Value::Object(meta_fields(meta))))
}

pub fn get_shortest_path(cell: &Cell, from: &str, to: &str) -> Result<Value, String> {
    known_position(cell, from)?;
    known_position(cell, to)?;
    Ok(json!(shortest_path(cell, from, to)))
}

/// The same with `--by cost`.
pub fn get_cheapest_path(cell: &Cell, from: &str, to: &str) -> Result<Value, String> {
    known_position(cell, from)?;
    known_position(cell, to)?;
    Ok(json!(cheapest_path(cell, from, to)?))
}

pub fn is_move_allowed(cell: &Cell, from: &str, to: &str) -> Result<Value, String> {
    known_position(cell, from)?;
    known_position(cell, to)?;
    Ok(json!(cell.has_move(from, to)))
}

/// The fewest moves; among equals the first by name, position by position.
pub fn shortest_path(cell: &Cell, from: &str, to: &str) -> Option<Vec<String>> {
    fewest_moves(cell, from, to, |_| true)
}

/// Section 4: the same among the positions permitted while `tool` is held. None of them is one that the tool forbids, and
/// none but the last is a tool stand. Where the robot already is needs no permission.
pub fn route(cell: &Cell, from: &str, to: &str, tool: &str) -> Option<Vec<String>> {
    let may_enter = |position: &str| {
        let is_stand = cell.tool_of_stand_at(position).is_some();
        !verify::forbids(cell, tool, position) && (!is_stand || position == to)
    };
    fewest_moves(cell, from, to, may_enter)
}

/// The least cost; among equals the fewest moves, then the first by name. An error where an edge of the graph has no cost.
pub fn cheapest_path(cell: &Cell, from: &str, to: &str) -> Result<Option<Vec<String>>, String> {
    for ((a, b), cost) in &cell.moves {
        cost.ok_or(format!("the move from {a:?} to {b:?} has no cost"))?;
    }
    let mut best = BTreeMap::from([(from.to_string(), (0, 0, vec![from.to_string()]))]);
    loop {
        let before = best.clone();
        for ((a, b), cost) in &cell.moves {
            let Some((cost_so_far, moves, path)) = before.get(a) else { continue };
            let total = picoseconds(cost.unwrap_or_default()).saturating_add(*cost_so_far);
            let longer = (total, moves + 1, extended(path, b));
            if best.get(b).is_none_or(|there| longer < *there) {
                best.insert(b.clone(), longer);
            }
        }
        if best == before {
            return Ok(best.remove(to).map(|(_, _, path)| path));
        }
    }
}

/// Costs are added as whole picoseconds, so that no order of adding gives another sum; every move costs at least one.
pub fn picoseconds(cost_s: f64) -> u128 {
    ((cost_s * 1e12).round() as u128).max(1)
}

/// One list of names for each position reached with 0, 1, 2 … moves: the first in byte order among all that lead there
/// with so many. `may_enter` is asked for every position but `from`.
fn fewest_moves(cell: &Cell, from: &str, to: &str, may_enter: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut reached = BTreeMap::from([(from.to_string(), vec![from.to_string()])]);
    let mut last_round = reached.clone();
    while !reached.contains_key(to) && !last_round.is_empty() {
        let mut round: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (a, path) in &last_round {
            for b in neighbours(cell, a) {
                if reached.contains_key(&b) || !may_enter(&b) {
                    continue;
                }
                let longer = extended(path, &b);
                if round.get(&b).is_none_or(|there| longer < *there) {
                    round.insert(b, longer);
                }
            }
        }
        reached.extend(round.clone());
        last_round = round;
    }
    reached.remove(to)
}

fn neighbours(cell: &Cell, position: &str) -> Vec<String> {
    cell.positions.keys().filter(|to| cell.has_move(position, to)).cloned().collect()
}

fn extended(path: &[String], name: &str) -> Vec<String> {
    path.iter().cloned().chain([name.to_string()]).collect()
}

fn known_position(cell: &Cell, name: &str) -> Result<(), String> {
    cell.positions.contains_key(name).then_some(()).ok_or(format!("no position {name:?}"))
}

fn known_routine(cell: &Cell, name: &str) -> Result<(), String> {
    cell.routines.contains_key(name).then_some(()).ok_or(format!("no routine {name:?}"))
}

fn position_value(name: &str, position: &Position) -> Value {
    json!({"name": name, "role": position.role, "description": position.description})
}

fn tool_value(name: &str, tool: &Tool) -> Value {
    json!({"name": name, "type": tool.kind, "description": tool.description})
}

fn routine_value(name: &str, routine: &Routine) -> Value {
    json!({"name": name, "description": routine.description, "required_tool": routine.required_tool})
}

/// The properties that SUPPORTED_AT has, as JSON fields.
pub fn meta_fields(meta: &Meta) -> Map<String, Value> {
    let fields = [
        ("stabilize", meta.stabilize.map(Value::from)),
        ("action_after", meta.action_after.clone().map(Value::from)),
        ("verify", meta.verify.clone().map(Value::from)),
    ];
    fields.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))).collect()
}
