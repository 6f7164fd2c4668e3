//! Random plan documents: one number for each step. A careful plan's steps are drawn from what the verifier would let
//! pass where the robot then is, so that it gets somewhere; of the others every second step is broken, in every way the
//! table of section 3 has a row for. Also here: the mutations of a plan, and damage that makes a document unusable. Never here: a verdict.

use serde_json::{Map, Value, json};

use super::super::steps::{Step, parse_plan};
use super::super::verify::{State, check_step};
use super::super::{ATTACH, RELEASE};
use super::names::unknown_name;
use super::{Cell, Dice, NONE, pick};

/// A usable plan document.
pub fn plan(cell: &Cell, position: &str, tool: &str, careful: bool, numbers: &[u64]) -> Value {
    let mut state = State { position: position.to_string(), tool: tool.to_string() };
    let mut list = Vec::new();
    for (index, number) in numbers.iter().enumerate() {
        let value = Value::Object(step(cell, &state, index, careful, &mut Dice::new(*number)));
        let parsed: Vec<Step> = parse_plan(&json!([value])).unwrap_or_default();
        state = parsed.iter().fold(state, |state, step| check_step(cell, &state, step).next);
        list.push(value);
    }
    Value::Array(list)
}

fn step(cell: &Cell, state: &State, index: usize, careful: bool, dice: &mut Dice) -> Map<String, Value> {
    let is_at_stand = cell.tool_of_stand_at(&state.position).is_some();
    let mut fields = match dice.below(if careful { 14 } else { 24 }) {
        8 | 10 | 11 if is_at_stand => tool_change(cell, state, careful, dice),
        0..=8 => a_move(&neighbour(cell, state, dice)),
        9 => junk_move(cell, state, dice),
        10..14 => routine_here(cell, state, dice),
        14 | 15 => a_move(&pick(dice, cell.positions.keys()).unwrap_or_default()),
        16 | 17 => a_move(&unknown_name(cell, dice)),
        18 => tool_change(cell, state, careful, dice),
        19..23 => any_routine(cell, state, dice),
        _ => unknown_action(cell, dice),
    };
    if fields["action"] != "move" {
        decorate(&mut fields, dice);
    }
    match dice.below(4) {
        0 => {}
        1 => fields.extend([("id".to_string(), Value::Null), ("name".to_string(), Value::Null)]),
        2 => fields.extend([("id".to_string(), json!(dice.below(99))), ("name".to_string(), json!("a\nstep"))]),
        _ => fields.extend([("id".to_string(), json!(index + 1)), ("name".to_string(), json!("Step"))]),
    }
    fields
}

fn object(fields: &[(&str, Value)]) -> Map<String, Value> {
    fields.iter().map(|(key, value)| ((*key).to_string(), value.clone())).collect()
}

fn a_move(target: &str) -> Map<String, Value> {
    object(&[("action", json!("move")), ("target", json!(target))])
}

/// Where an edge leads and the held tool may come, if there is such a place.
fn neighbour(cell: &Cell, state: &State, dice: &mut Dice) -> String {
    let permitted = |to: &String| {
        let step = Step { action: "move".to_string(), target: to.clone(), ..Step::default() };
        *to != state.position && check_step(cell, state, &step).faults.is_empty()
    };
    let good = cell.positions.keys().filter(|to| permitted(to));
    pick(dice, good).or_else(|| pick(dice, cell.positions.keys())).unwrap_or_default()
}

/// On a move nothing but the target is looked at.
fn junk_move(cell: &Cell, state: &State, dice: &mut Dice) -> Map<String, Value> {
    let mut fields = a_move(&neighbour(cell, state, dice));
    for key in ["position", "tool", "stabilize", "action_after", "verify"] {
        let junk =
            [json!(null), json!(-1.5), json!(true), json!([1, {}]), json!({"a": null}), json!("\u{1}"), json!(7)];
        if dice.below(2) == 0 {
            fields.insert(key.to_string(), junk[dice.below(7) as usize].clone());
        }
    }
    fields
}

/// A routine that is supported where the robot is, and for the tool in hand; a move where there is none. The position is
/// at times left out or `null`.
fn routine_here(cell: &Cell, state: &State, dice: &mut Dice) -> Map<String, Value> {
    let passes = |routine: &&String| {
        let (action, target) = ("routine".to_string(), (*routine).clone());
        check_step(cell, state, &Step { action, target, ..Step::default() }).faults.is_empty()
    };
    let Some(routine) = pick(dice, cell.routines.keys().filter(passes)) else {
        return a_move(&neighbour(cell, state, dice));
    };
    let mut fields = object(&[("action", json!("routine")), ("target", json!(routine))]);
    match dice.below(4) {
        0 => {}
        1 => fields.extend([("position".to_string(), Value::Null)]),
        _ => fields.extend([("position".to_string(), json!(state.position))]),
    }
    fields
}

fn tool_change(cell: &Cell, state: &State, careful: bool, dice: &mut Dice) -> Map<String, Value> {
    let routine = if state.tool == NONE { ATTACH } else { RELEASE };
    let routine = if !careful && dice.below(4) == 0 { ATTACH } else { routine };
    let mut fields =
        object(&[("action", json!("routine")), ("target", json!(routine)), ("position", json!(state.position))]);
    let stand = cell.tool_of_stand_at(&state.position).map(|tool| json!(tool));
    let right = if routine == ATTACH { stand } else { Some(json!(state.tool)) };
    match dice.below(4) {
        0 => {}
        1 if !careful => fields.extend([("tool".to_string(), any_tool(cell, dice))]),
        _ => fields.extend(right.map(|tool| ("tool".to_string(), tool))),
    }
    fields
}

fn any_tool(cell: &Cell, dice: &mut Dice) -> Value {
    match dice.below(5) {
        0 => json!(NONE),
        1 => json!(unknown_name(cell, dice)),
        2 => Value::Null,
        _ => pick(dice, cell.tools.keys()).map_or(Value::Null, Value::from),
    }
}

/// Any routine, known or not, anywhere, known or not.
fn any_routine(cell: &Cell, state: &State, dice: &mut Dice) -> Map<String, Value> {
    let known = pick(dice, cell.routines.keys()).filter(|_| dice.below(4) != 0);
    let routine = known.unwrap_or_else(|| unknown_name(cell, dice));
    let mut fields = object(&[("action", json!("routine")), ("target", json!(routine))]);
    let position = match dice.below(4) {
        0 => None,
        1 => Some(unknown_name(cell, dice)),
        2 => Some(state.position.clone()),
        _ => pick(dice, cell.positions.keys()),
    };
    fields.extend(position.map(|position| ("position".to_string(), json!(position))));
    if dice.below(2) == 0 {
        fields.insert("tool".to_string(), any_tool(cell, dice));
    }
    fields
}

fn unknown_action(cell: &Cell, dice: &mut Dice) -> Map<String, Value> {
    let actions = ["Move", "attach_tool", "", "wait", "tool_attach", "a\u{0}b", "move ", "\u{9b}"];
    let target = pick(dice, cell.positions.keys()).unwrap_or_default();
    object(&[("action", json!(actions[dice.below(8) as usize])), ("target", json!(target))])
}

/// Metadata, right or `null`.
fn decorate(fields: &mut Map<String, Value>, dice: &mut Dice) {
    let texts = [json!("move_safe"), json!(""), json!("x\ny"), Value::Null];
    let seconds = [json!(0), json!(1.5), json!(0.0), Value::Null];
    for (key, values) in [("stabilize", &seconds), ("action_after", &texts), ("verify", &texts)] {
        if dice.below(3) == 0 {
            fields.insert(key.to_string(), values[dice.below(4) as usize].clone());
        }
    }
}

/// The plan without step `index`.
pub fn removed(plan: &[Value], index: usize) -> Vec<Value> {
    let others = plan.iter().enumerate().filter(|(i, _)| *i != index);
    others.map(|(_, step)| step.clone()).collect()
}

/// The plan with two steps in each other's place.
pub fn swapped(plan: &[Value], a: usize, b: usize) -> Vec<Value> {
    let mut list = plan.to_vec();
    list.swap(a, b);
    list
}

/// The plan with another name in one field of step `index`: `target`, or `position` or `tool` of a routine step.
pub fn retargeted(cell: &Cell, plan: &[Value], index: usize, dice: &mut Dice) -> Vec<Value> {
    let mut list = plan.to_vec();
    let is_move = list[index]["action"] == "move";
    let field = if is_move { "target" } else { ["target", "position", "tool"][dice.below(3) as usize] };
    let known = match field {
        "target" if !is_move => pick(dice, cell.routines.keys()),
        "tool" => pick(dice, cell.tools.keys()),
        _ => pick(dice, cell.positions.keys()),
    };
    let name = known.filter(|_| dice.below(5) != 0).unwrap_or_else(|| unknown_name(cell, dice));
    list[index][field] = json!(name);
    list
}

/// Every plan that differs from this one by one step removed, two swapped (neighbours, and one other pair), or one
/// retargeted (once for each step).
pub fn mutants(cell: &Cell, plan: &[Value], number: u64) -> Vec<Vec<Value>> {
    let dice = &mut Dice::new(number);
    let count = plan.len();
    let mut list: Vec<_> = (0..count).map(|index| removed(plan, index)).collect();
    list.extend((1..count).map(|index| swapped(plan, index - 1, index)));
    list.extend((0..count).map(|index| retargeted(cell, plan, index, dice)));
    if count > 2 {
        list.push(swapped(plan, dice.below(count as u64) as usize, dice.below(count as u64) as usize));
    }
    list
}

/// One of [`mutants`], drawn; the plan itself where it has no steps.
pub fn mutate(cell: &Cell, plan: &[Value], number: u64) -> Vec<Value> {
    if plan.is_empty() {
        return Vec::new();
    }
    let dice = &mut Dice::new(number);
    let (a, b) = (dice.below(plan.len() as u64) as usize, dice.below(plan.len() as u64) as usize);
    match dice.below(3) {
        0 => removed(plan, a),
        1 => swapped(plan, a, b),
        _ => retargeted(cell, plan, a, dice),
    }
}

/// A document that section 2 calls unusable, made from any plan by one fault of its own.
pub fn unusable(plan: &[Value], number: u64) -> Value {
    let dice = &mut Dice::new(number);
    let good = json!({"action": "routine", "target": "tool_attach"});
    let mut list = plan.to_vec();
    let index = dice.below(list.len() as u64 + 1) as usize;
    let faults = [
        ("action", json!(null)),
        ("action", json!(1)),
        ("target", json!(null)),
        ("target", json!(["Home"])),
        ("position", json!(3)),
        ("tool", json!({})),
        ("stabilize", json!(-0.5)),
        ("stabilize", json!("1.5")),
        ("action_after", json!(true)),
        ("verify", json!(0)),
        ("name", json!(1)),
        ("id", json!("1")),
        ("note", json!("unknown field")),
    ];
    let (key, value) = &faults[dice.below(13) as usize];
    let mut bad = good.clone();
    bad[*key] = value.clone();
    if value.is_null() && dice.below(2) == 0 {
        bad = object(&[if *key == "action" { ("target", good["target"].clone()) } else { ("action", json!("move")) }])
            .into();
    }
    list.insert(index, if dice.below(20) == 0 { json!("move") } else { bad });
    if dice.below(20) == 0 { json!({"steps": list}) } else { Value::Array(list) }
}
