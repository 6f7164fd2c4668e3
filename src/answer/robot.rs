//! Where the robot is and what it holds, as far as anybody knows. In: the stored state. Out: words that say when it was
//! last observed or confirmed, and that it is not confirmed where it is not. A stored name that the cell in force does not
//! have is told, never guessed at.

use super::{
    Fact, Found, Grounds,
    list::List,
    past,
    words::{and, count, described, name, role, short_hash, text, time, wrap},
};
use crate::{
    cell::{NO_TOOL, PositionId, ToolId},
    run::Reliance,
    store::RobotState,
};

const UNKNOWN: &str = "It is not known where the robot is: no state is stored.";

/// Where the robot is.
pub(super) fn place<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let Some(robot) = grounds.robot else { return Found::words(UNKNOWN, Vec::new()) };
    let s = grounds.snapshot;
    let when = time(robot.last_updated, grounds.now);
    let shown = name(&robot.position);
    let what = match s.position_id(&robot.position) {
        Some(id) => format!(" ({}{})", role(s.role(id)), described(s.position_description(id)).trim_end_matches('.')),
        None => String::new(),
    };
    let doubts = doubts(robot, grounds);
    let sentence = match doubts.is_empty() {
        true => format!("The robot is at {shown}{what}, as of {when}."),
        false => format!("The robot was last known to be at {shown}{what}, {when}."),
    };
    let facts = grounds.state().into_iter().chain([grounds.cell(format!("position {shown}"))]).collect();
    Found::words(sentences(&[sentence, doubts, remark(robot)]), facts)
}

/// What the robot holds.
pub(super) fn held_tool<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let Some(robot) = grounds.robot else {
        return Found::words("It is not known what the robot holds: no state is stored.", Vec::new());
    };
    let s = grounds.snapshot;
    let when = time(robot.last_updated, grounds.now);
    let doubts = doubts(robot, grounds);
    let held = match s.tool_id(&robot.tool).map(|id| text(s.tool_description(id))) {
        _ if robot.tool == NO_TOOL => "no tool".to_owned(),
        Some(description) if !description.is_empty() => format!("{} ({description})", name(&robot.tool)),
        _ => name(&robot.tool).into_owned(),
    };
    let sentence = match doubts.is_empty() {
        true => format!("The robot holds {held}, as of {when}."),
        false => format!("The robot was last known to hold {held}, {when}."),
    };
    let facts = grounds.state().into_iter().chain([grounds.cell("get_all_tools")]).collect();
    Found::words(sentences(&[sentence, doubts]), facts)
}

/// Where a tool is kept; all of them for `None`.
pub(super) fn tool_location<'g>(tool: Option<ToolId>, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let mut facts = vec![grounds.cell("get_tool_locations")];
    let kept = move |id: ToolId| {
        let (stand, place) = (name(s.stand_name(s.tool_stand(id))), name(s.position_name(s.tool_position(id))));
        format!("{} is kept on {stand} at {place}.", name(s.tool_name(id)))
    };
    let held = holding(grounds).filter(|_| tool.is_none() || tool == held_id(grounds));
    if held.is_some() {
        facts.extend(grounds.state());
    }
    let held = held.unwrap_or_default();
    let total = s.tool_count();
    match tool {
        Some(id) => Found::words(sentences(&[kept(id), held]), facts),
        None if total == 0 => Found::words("This cell has no tools.", facts),
        None => {
            let lead = format!("{} and where each is kept", count(total, "tool"));
            let mut list = List::lines(lead, "tool", total, move |place| kept(ToolId(place as u32)));
            list.after = held;
            Found::list(list, facts)
        }
    }
}

/// Where the robot is, what it holds, whether that is confirmed, what runs, and which cell is in force.
pub(super) fn status<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let mut facts = grounds.state();
    let robot = match grounds.robot {
        None => UNKNOWN.to_owned(),
        Some(robot) => {
            let held = if robot.tool == NO_TOOL { "no tool".into() } else { name(&robot.tool) };
            let (place, when) = (name(&robot.position), time(robot.last_updated, grounds.now));
            match (doubts(robot, grounds).is_empty(), Reliance::of(robot)) {
                (true, Reliance::Simulated { .. }) => {
                    format!("The robot is at {place} and holds {held}, as of {when}. {}", remark(robot))
                }
                (true, _) => format!("The robot is at {place} and holds {held}; confirmed, as of {when}."),
                (false, _) => format!("The robot was last known to be at {place}, holding {held}, {when}."),
            }
        }
    };
    let doubts = grounds.robot.map(|robot| doubts(robot, grounds)).unwrap_or_default();
    let (run, run_facts) = past::current(grounds);
    facts.extend(run_facts);
    let [positions, tools, routines] =
        [(s.position_count(), "position"), (s.tool_count(), "tool"), (s.routine_count(), "routine")]
            .map(|(n, noun)| count(n, noun));
    let generation = s.provenance().generation;
    let cell = format!(
        "The cell in force has {}: snapshot {}, generation {generation}.",
        and(&[positions, tools, routines]),
        short_hash(s)
    );
    facts.push(grounds.cell("counts and generation"));
    let lines = [robot, doubts, run, cell];
    let lines: Vec<String> = lines.iter().filter(|line| !line.is_empty()).map(|line| wrap(line, "")).collect();
    Found::words(lines.join("\n"), facts)
}

/// The position asked for, or the robot's, with the facts and the doubts that this brings in.
///
/// # Errors
///
/// The answer, where the robot's position is asked for and not known.
pub(super) fn here_or<'g>(
    position: Option<PositionId>,
    grounds: &Grounds<'g>,
) -> Result<(PositionId, Vec<Fact>, String), Found<'g>> {
    if let Some(position) = position {
        return Ok((position, Vec::new(), String::new()));
    }
    let Some(robot) = grounds.robot else { return Err(Found::words(UNKNOWN, Vec::new())) };
    match grounds.snapshot.position_id(&robot.position) {
        Some(here) => Ok((here, grounds.state(), doubts(robot, grounds))),
        None => Err(Found::words(sentences(&[doubts(robot, grounds)]), grounds.state())),
    }
}

/// What stands in the way of relying on the state; empty where nothing does.
pub(super) fn doubts(robot: &RobotState, grounds: &Grounds<'_>) -> String {
    let s = grounds.snapshot;
    let mut said = Vec::new();
    if let Reliance::Unconfirmed { reason } = Reliance::of(robot) {
        let why = if robot.confirmed { Some(reason) } else { robot.unconfirmed_reason.clone() };
        let reason = why.map(|why| format!(" ({})", text(&why))).unwrap_or_default();
        said.push(format!("The robot's state is not confirmed{reason}: no run starts until it is confirmed."));
    }
    let mut foreign = Vec::new();
    if s.position_id(&robot.position).is_none() {
        foreign.push(format!("no position {}", name(&robot.position)));
    }
    if robot.tool != NO_TOOL && s.tool_id(&robot.tool).is_none() {
        foreign.push(format!("no tool {}", name(&robot.tool)));
    }
    if !foreign.is_empty() {
        said.push(format!("The cell in force has {}: an operator must correct the state first.", and(&foreign)));
    }
    said.join(" ")
}

/// For whom the state is confirmed, where that is not everybody; empty where it is.
fn remark(robot: &RobotState) -> String {
    match Reliance::of(robot) {
        Reliance::Simulated { .. } => {
            "A simulated run left it so: that is confirmed for the simulator only.".to_owned()
        }
        Reliance::Confirmed | Reliance::Unconfirmed { .. } => String::new(),
    }
}

/// A remark about the tool in hand; none for an empty hand, or where nothing is known.
pub(super) fn holding(grounds: &Grounds<'_>) -> Option<String> {
    let robot = grounds.robot.filter(|robot| robot.tool != NO_TOOL)?;
    let tool = name(&robot.tool);
    Some(match robot.confirmed {
        true => format!("The robot holds {tool} now."),
        false => format!("The robot was last known to hold {tool}; this is not confirmed."),
    })
}

/// Sentences, one after the other, in lines; empty ones are left out.
pub(super) fn sentences(sentences: &[String]) -> String {
    wrap(&run_on(sentences), "")
}

/// The same in one line.
pub(super) fn run_on(sentences: &[String]) -> String {
    let said: Vec<&str> = sentences.iter().map(String::as_str).filter(|s| !s.is_empty()).collect();
    said.join(" ")
}

fn held_id(grounds: &Grounds<'_>) -> Option<ToolId> {
    grounds.snapshot.tool_id(&grounds.robot?.tool)
}
