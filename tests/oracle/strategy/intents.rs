//! Random intent documents of all six goals and `unknown`: one number for each goal. Most names are the cell's own and
//! most routines are asked for where they are supported; the rest are unknown, of another kind, or system routines. Also
//! here: documents that section 4 calls unusable. Never here: a guess at what the planner makes of them.

use serde_json::{Value, json};

use super::super::{ATTACH, RELEASE};
use super::names::unknown_name;
use super::{Cell, Dice, NONE, pick};

/// A usable intent: one goal for one number, a sequence for none, for several, and at times for one.
pub fn intent(cell: &Cell, numbers: &[u64]) -> Value {
    if let [number] = numbers {
        let dice = &mut Dice::new(*number);
        if dice.below(8) != 0 {
            return goal(cell, dice, "goal", "execute_routine");
        }
    }
    let steps: Vec<Value> =
        numbers.iter().map(|number| goal(cell, &mut Dice::new(*number), "action", "routine")).collect();
    json!({"goal": "sequence", "steps": steps})
}

fn goal(cell: &Cell, dice: &mut Dice, tag: &str, routine_word: &str) -> Value {
    let insists = dice.below(10) == 0;
    match dice.below(if tag == "goal" { 33 } else { 32 }) {
        0..12 if insists || tasks(cell).next().is_some() => {
            let routine = routine(cell, dice);
            let position = position_for(cell, dice, &routine);
            json!({tag: routine_word, "routine": routine, "position": position})
        }
        12..19 if insists || !cell.tools.is_empty() => json!({tag: "attach_tool", "tool": tool(cell, dice)}),
        19..21 => json!({tag: "release_tool"}),
        21..25 => json!({tag: "release_tool_and_home"}),
        32 => json!({tag: "unknown"}),
        _ => json!({tag: "move", "position": position(cell, dice)}),
    }
}

fn tasks(cell: &Cell) -> impl Iterator<Item = &String> {
    cell.routines.keys().filter(|name| ![ATTACH, RELEASE].contains(&name.as_str()))
}

fn position(cell: &Cell, dice: &mut Dice) -> String {
    let known = pick(dice, cell.positions.keys()).filter(|_| dice.below(30) != 0);
    known.unwrap_or_else(|| unknown_name(cell, dice))
}

fn position_for(cell: &Cell, dice: &mut Dice, routine: &str) -> String {
    let supporting = cell.positions.keys().filter(|position| cell.support(routine, position).is_some());
    let good = pick(dice, supporting).filter(|_| dice.below(16) != 0);
    good.unwrap_or_else(|| position(cell, dice))
}

fn routine(cell: &Cell, dice: &mut Dice) -> String {
    let supported = |name: &&String| cell.positions.keys().any(|position| cell.support(name, position).is_some());
    let known = pick(dice, tasks(cell).filter(supported)).or_else(|| pick(dice, tasks(cell)));
    match dice.below(40) {
        0 => ATTACH.to_string(),
        1 => RELEASE.to_string(),
        2 => unknown_name(cell, dice),
        _ => known.unwrap_or_else(|| unknown_name(cell, dice)),
    }
}

fn tool(cell: &Cell, dice: &mut Dice) -> String {
    let known = pick(dice, cell.tools.keys());
    match dice.below(30) {
        0 => NONE.to_string(),
        1 => unknown_name(cell, dice),
        _ => known.unwrap_or_else(|| unknown_name(cell, dice)),
    }
}

/// A document that is unusable: a field that the goal does not have, or lacks, or of the wrong type, or no such goal.
pub fn unusable(number: u64) -> Value {
    let documents = [
        json!([]),
        json!("move"),
        json!({}),
        json!({"goal": "move"}),
        json!({"goal": "move", "position": null}),
        json!({"goal": "move", "position": 1}),
        json!({"goal": "move", "position": "A", "tool": null}),
        json!({"goal": "move", "position": "A", "tool": "B"}),
        json!({"goal": "routine", "routine": "R", "position": "A"}),
        json!({"goal": "execute_routine", "routine": "R"}),
        json!({"goal": "execute_routine", "position": "A"}),
        json!({"goal": "execute_routine", "routine": ["R"], "position": "A"}),
        json!({"goal": "attach_tool"}),
        json!({"goal": "attach_tool", "tool": {}}),
        json!({"goal": "release_tool", "tool": "T"}),
        json!({"goal": "release_tool_and_home", "position": "A"}),
        json!({"goal": "unknown", "position": "A"}),
        json!({"goal": "dance"}),
        json!({"goal": "Move", "position": "A"}),
        json!({"goal": null}),
        json!({"action": "move", "position": "A"}),
        json!({"goal": "sequence"}),
        json!({"goal": "sequence", "steps": {}}),
        json!({"goal": "sequence", "steps": [], "note": ""}),
        json!({"goal": "sequence", "steps": ["move"]}),
        json!({"goal": "sequence", "steps": [{"goal": "move", "position": "A"}]}),
        json!({"goal": "sequence", "steps": [{"action": "move", "position": "A"}, {"action": "move"}]}),
        json!({"goal": "sequence", "steps": [{"action": "execute_routine", "routine": "R", "position": "A"}]}),
        json!({"goal": "sequence", "steps": [{"action": "sequence", "steps": []}]}),
        json!({"goal": "sequence", "steps": [{"action": "release_tool", "id": 1}]}),
        json!({"goal": "sequence", "steps": [{"action": "unknown"}]}),
    ];
    documents[(number % documents.len() as u64) as usize].clone()
}
