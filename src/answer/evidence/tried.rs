//! Whether something can be done from the state in force: planned and verified anew, and thrown away. In: a command. Out: whether
//! it can be done, or every reason of the planner and the verifier; how many steps it takes, and how long its moves and waits
//! last, where the cell says so.

use serde_json::{Value, json};

use super::{super::Grounds, duration};
use crate::{
    cell::{PositionId, shown},
    language::Said,
    plan::build::{self, Builder, BuiltStep},
    snapshot::Snapshot,
    verify,
};

/// What planner and verifier say to a command from the state in force; none where that is not known.
pub(super) fn tried(said: &Said, grounds: &Grounds<'_>) -> Option<Value> {
    let (s, (start, _)) = (grounds.snapshot, grounds.here()?);
    let intent = said.intent(s, start).ok().flatten()?;
    let mut steps = Vec::new();
    let why_not: Vec<String> = match Builder::default().build(s, start, &intent, &mut steps) {
        Err(errors) => errors.iter().map(|error| shown(&error.to_string()).into_owned()).collect(),
        Ok(_) if steps.is_empty() => Vec::new(),
        Ok(_) => match verify::verify(s, start, &build::plan(s, &steps)) {
            Ok(_) => Vec::new(),
            Err(rejection) => rejection.report().feedback.lines().map(str::to_owned).collect(),
        },
    };
    let can = why_not.is_empty();
    let mut content = json!({
        "from": shown(s.position_name(start.position)), "planned_and_verified": can, "is_so_already": can && steps.is_empty(),
        "steps": steps.len(), "why_not": why_not,
    });
    let (moves, moves_s, waits_s) = times(&steps, start.position, s);
    content["moves"] = json!(moves);
    content["waits"] = duration(waits_s);
    if let Some(moves_s) = moves_s {
        content["moves_take"] = duration(moves_s);
        content["takes"] = duration(moves_s + waits_s);
    }
    Some(content)
}

/// How many moves there are, and the seconds of the moves, where each has some, and of the waits.
fn times(steps: &[BuiltStep], start: PositionId, s: &Snapshot) -> (usize, Option<f64>, f64) {
    let (mut at, mut moves, mut moves_s, mut waits_s) = (start, 0, Some(0.0), 0.0);
    for step in steps {
        match *step {
            BuiltStep::Move(to) => {
                moves_s = moves_s.zip(s.move_cost_s(at, to)).map(|(sum_s, cost_s)| sum_s + cost_s);
                (at, moves) = (to, moves + 1);
            }
            BuiltStep::Routine { routine, position, .. } => {
                waits_s += s.metadata(routine, position).and_then(|how| how.stabilize_s).unwrap_or_default();
            }
        }
    }
    (moves, moves_s, waits_s)
}
