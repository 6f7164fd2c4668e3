//! Section 4 of the contract, once more: an intent document, a cell and where the robot is go in; the steps of a plan come
//! out, or why there is none. One goal after the other is expanded, the state carried along.
//!
//! What is never done here: improving a plan. A goal is expanded in the order in which section 4 says it, by the routes of
//! `queries`. The words of a refusal are the reader's; what a test compares is that there is one, and [`Refusal::kind`].

use serde_json::{Map, Value, json};

use super::verify::{State, forbids};
use super::{ATTACH, Cell, NONE, RELEASE, queries};

/// Why an intent gives no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The document itself (exit 2). All others are errors in words (exit 1).
    Unusable(String),
    /// `{"goal":"unknown"}`.
    UnknownGoal,
    UnknownPosition(String),
    UnknownRoutine(String),
    UnknownTool(String),
    /// A system routine is not a goal.
    SystemRoutine(String),
    Unsupported(String, String),
    /// The held tool (first) may not come to the position (second).
    Forbidden(String, String),
    NoRoute(String, String),
    NoToolAttached,
    /// The stand's position does not support `tool_attach` / `tool_release`.
    CannotAttachAt(String),
    CannotReleaseAt(String),
    NoHome,
}

impl Refusal {
    /// The refusal in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unusable(_) => "unusable",
            Self::UnknownGoal => "unknown goal",
            Self::UnknownPosition(_) => "unknown position",
            Self::UnknownRoutine(_) => "unknown routine",
            Self::UnknownTool(_) => "unknown tool",
            Self::SystemRoutine(_) => "system routine",
            Self::Unsupported(..) => "unsupported",
            Self::Forbidden(..) => "forbidden",
            Self::NoRoute(..) => "no route",
            Self::NoToolAttached => "no tool attached",
            Self::CannotAttachAt(_) => "cannot attach",
            Self::CannotReleaseAt(_) => "cannot release",
            Self::NoHome => "no home",
        }
    }
}

/// One goal, outside a sequence or inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    Move { position: String },
    Routine { routine: String, position: String },
    AttachTool { tool: String },
    ReleaseTool,
    ReleaseToolAndHome,
    Unknown,
}

/// The plan for an intent: a list of steps, each with the fields that section 4 gives it.
pub fn plan(cell: &Cell, position: &str, tool: &str, intent: &Value) -> Result<Vec<Value>, Refusal> {
    assert!(cell.has_state(position, tool), "a start that is not in the graph is an input error");
    let goals = parse_intent(intent).map_err(Refusal::Unusable)?;
    let state = State { position: position.to_string(), tool: tool.to_string() };
    let mut builder = Builder { cell, state, steps: Vec::new() };
    for goal in &goals {
        builder.expand(goal)?;
    }
    Ok(builder.steps)
}

/// The plan as text, its keys in the order of the contract whatever the features of `serde_json` make of a [`Value`].
pub fn plan_text(steps: &[Value]) -> String {
    const KEYS: [&str; 9] =
        ["id", "name", "action", "target", "position", "tool", "stabilize", "action_after", "verify"];
    let field = |step: &Value, key: &str| step.get(key).map(|value| format!("{}:{value}", json!(key)));
    let step = |step: &Value| {
        let fields: Vec<String> = KEYS.iter().filter_map(|key| field(step, key)).collect();
        format!("{{{}}}", fields.join(","))
    };
    format!("[{}]", steps.iter().map(step).collect::<Vec<_>>().join(","))
}

/// The goals of an intent document in order, or why it is unusable: a field that a goal does not have, or lacks.
pub fn parse_intent(intent: &Value) -> Result<Vec<Goal>, String> {
    let fields = intent.as_object().ok_or("an intent is an object")?;
    if fields.get("goal") != Some(&json!("sequence")) {
        return Ok(vec![parse_goal(fields, "goal", "execute_routine")?]);
    }
    only_fields(fields, &["goal", "steps"])?;
    let steps = fields.get("steps").and_then(Value::as_array).ok_or("a sequence has a list of steps")?;
    let step = |step: &Value| parse_goal(step.as_object().ok_or("a step is an object")?, "action", "routine");
    steps.iter().map(step).collect()
}

fn parse_goal(fields: &Map<String, Value>, tag: &str, routine_word: &str) -> Result<Goal, String> {
    let text = |key: &str| {
        let value = fields.get(key).and_then(Value::as_str).ok_or(format!("{key} is missing or no text"))?;
        Ok::<String, String>(value.to_string())
    };
    let word = text(tag)?;
    let (own_fields, goal): (&[&str], Goal) = match word.as_str() {
        "move" => (&["position"], Goal::Move { position: text("position")? }),
        word if word == routine_word => {
            (&["routine", "position"], Goal::Routine { routine: text("routine")?, position: text("position")? })
        }
        "attach_tool" => (&["tool"], Goal::AttachTool { tool: text("tool")? }),
        "release_tool" => (&[], Goal::ReleaseTool),
        "release_tool_and_home" => (&[], Goal::ReleaseToolAndHome),
        "unknown" if tag == "goal" => (&[], Goal::Unknown),
        other => return Err(format!("no such {tag}: {other:?}")),
    };
    only_fields(fields, &[&[tag], own_fields].concat())?;
    Ok(goal)
}

fn only_fields(fields: &Map<String, Value>, own: &[&str]) -> Result<(), String> {
    let foreign = fields.keys().find(|key| !own.contains(&key.as_str()));
    foreign.map_or(Ok(()), |key| Err(format!("this goal has no field {key:?}")))
}

struct Builder<'a> {
    cell: &'a Cell,
    state: State,
    steps: Vec<Value>,
}

impl Builder<'_> {
    fn expand(&mut self, goal: &Goal) -> Result<(), Refusal> {
        match goal {
            Goal::Move { position } => {
                self.position_is_known(position)?;
                self.go_to(position)
            }
            Goal::Routine { routine, position } => self.run_routine(routine, position),
            Goal::AttachTool { tool } => {
                if !self.cell.tools.contains_key(tool) {
                    return Err(Refusal::UnknownTool(tool.clone()));
                }
                self.hold(tool)
            }
            Goal::ReleaseTool if self.state.tool == NONE => Err(Refusal::NoToolAttached),
            Goal::ReleaseTool => self.bring_back(),
            Goal::ReleaseToolAndHome => {
                self.bring_back()?;
                self.go_home()
            }
            Goal::Unknown => Err(Refusal::UnknownGoal),
        }
    }

    fn run_routine(&mut self, routine: &str, position: &str) -> Result<(), Refusal> {
        if [ATTACH, RELEASE].contains(&routine) {
            return Err(Refusal::SystemRoutine(routine.to_string()));
        }
        let known = self.cell.routines.get(routine);
        let required = &known.ok_or(Refusal::UnknownRoutine(routine.to_string()))?.required_tool.clone();
        self.position_is_known(position)?;
        if self.cell.support(routine, position).is_none() {
            return Err(Refusal::Unsupported(routine.to_string(), position.to_string()));
        }
        if required != NONE {
            self.hold(required)?;
        } else if forbids(self.cell, &self.state.tool, position) {
            self.bring_back()?;
        }
        self.go_to(position)?;
        self.push_routine(routine, &format!("{} at {position}", words(routine)), None);
        Ok(())
    }

    /// Fetches a tool, after a different one is brought back; nothing where it is held.
    fn hold(&mut self, tool: &str) -> Result<(), Refusal> {
        if self.state.tool == tool {
            return Ok(());
        }
        self.bring_back()?;
        let stand = self.cell.tools[tool].stand_position.clone();
        self.go_to(&stand)?;
        if self.cell.support(ATTACH, &stand).is_none() {
            return Err(Refusal::CannotAttachAt(stand));
        }
        self.push_routine(ATTACH, &format!("Attach {tool}"), Some(tool));
        self.state.tool = tool.to_string();
        Ok(())
    }

    /// Leaves the held tool, if any, in its stand; the robot stays there.
    fn bring_back(&mut self) -> Result<(), Refusal> {
        let tool = self.state.tool.clone();
        let Some(held) = self.cell.tools.get(&tool) else { return Ok(()) };
        let stand = held.stand_position.clone();
        self.go_to(&stand)?;
        if self.cell.support(RELEASE, &stand).is_none() {
            return Err(Refusal::CannotReleaseAt(stand));
        }
        self.push_routine(RELEASE, &format!("Release {tool}"), Some(&tool));
        self.state.tool = NONE.to_string();
        Ok(())
    }

    /// To the home with the fewest moves, the first by name among equals.
    fn go_home(&mut self) -> Result<(), Refusal> {
        let State { position, tool } = &self.state;
        let homes = self.cell.homes().into_iter();
        let routes = homes.filter_map(|home| Some((queries::route(self.cell, position, &home, tool)?.len(), home)));
        let (_, home) = routes.min().ok_or(Refusal::NoHome)?;
        self.go_to(&home)
    }

    /// Moves under the held tool; nothing where the robot is there, even if the tool forbids the place.
    fn go_to(&mut self, position: &str) -> Result<(), Refusal> {
        let State { position: from, tool } = self.state.clone();
        if from != position && forbids(self.cell, &tool, position) {
            return Err(Refusal::Forbidden(tool, position.to_string()));
        }
        let route = queries::route(self.cell, &from, position, &tool);
        for stop in route.ok_or(Refusal::NoRoute(from, position.to_string()))?.iter().skip(1) {
            let (id, name) = (self.steps.len() + 1, format!("Move to {stop}"));
            self.steps.push(json!({"id": id, "name": name, "action": "move", "target": stop}));
        }
        self.state.position = position.to_string();
        Ok(())
    }

    fn position_is_known(&self, position: &str) -> Result<(), Refusal> {
        let is_known = self.cell.positions.contains_key(position);
        is_known.then_some(()).ok_or(Refusal::UnknownPosition(position.to_string()))
    }

    /// A routine step where the robot is, with the metadata of SUPPORTED_AT.
    fn push_routine(&mut self, routine: &str, name: &str, tool: Option<&str>) {
        let mut step = Map::new();
        step.insert("id".to_string(), json!(self.steps.len() + 1));
        step.insert("name".to_string(), json!(name));
        step.insert("action".to_string(), json!("routine"));
        step.insert("target".to_string(), json!(routine));
        step.insert("position".to_string(), json!(self.state.position));
        step.extend(tool.map(|tool| ("tool".to_string(), json!(tool))));
        let meta = self.cell.support(routine, &self.state.position);
        step.extend(meta.map(queries::meta_fields).unwrap_or_default());
        self.steps.push(Value::Object(step));
    }
}

/// A routine's name in a step's name: underscores as blanks, each word with a capital, the rest as it is.
pub fn words(routine: &str) -> String {
    let blanks = routine.replace('_', " ");
    let capitalised = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    blanks.split(' ').map(capitalised).collect::<Vec<_>>().join(" ")
}
