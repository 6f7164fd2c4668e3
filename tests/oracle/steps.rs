//! Section 2 of the contract, once more: a plan document goes in; its steps come out, or the reason why the document is
//! unusable (exit 2, which is not a verification result).
//!
//! What is never done here: looking at a cell. Whether a name exists is the verifier's business.

use serde_json::{Map, Value};

/// What a step says, as far as any rule looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    pub action: String,
    pub target: String,
    pub position: Option<String>,
    pub tool: Option<String>,
}

/// Section 2: a plan document's steps, or why the document is unusable (exit 2).
pub fn parse_plan(plan: &Value) -> Result<Vec<Step>, String> {
    let steps = plan.as_array().ok_or("a plan is a list")?;
    steps.iter().map(|step| parse_step(step.as_object().ok_or("a step is an object")?)).collect()
}

fn parse_step(step: &Map<String, Value>) -> Result<Step, String> {
    const FIELDS: [&str; 9] =
        ["id", "name", "action", "target", "position", "tool", "stabilize", "action_after", "verify"];
    if let Some(field) = step.keys().find(|key| !FIELDS.contains(&key.as_str())) {
        return Err(format!("unknown field {field:?}"));
    }
    let given = |field: &str| step.get(field).filter(|value| !value.is_null());
    let text = |field: &str| match given(field) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(format!("{field} is {other}, not a text")),
    };
    let required = |field: &str| text(field)?.ok_or(format!("{field} is missing"));
    if given("id").is_some_and(|id| !id.is_i64() && !id.is_u64()) {
        return Err("id is not a whole number".to_string());
    }
    text("name")?;
    let (action, target) = (required("action")?, required("target")?);
    if action == "move" {
        return Ok(Step { action, target, position: None, tool: None });
    }
    let (position, tool) = (text("position")?, text("tool")?);
    text("action_after")?;
    text("verify")?;
    match given("stabilize").map(Value::as_f64) {
        None => {}
        Some(Some(seconds)) if seconds >= 0.0 && seconds.is_finite() => {}
        Some(_) => return Err("stabilize is not a finite number of seconds".to_string()),
    }
    Ok(Step { action, target, position, tool })
}
