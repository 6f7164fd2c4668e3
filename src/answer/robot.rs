//! Where the robot is and what it holds, as far as anybody knows. In: the stored state. Out: claims that say when it was
//! last observed or confirmed, and that it is not confirmed where it is not. A stored name that the cell in force does not
//! have is told, never guessed at.

use super::{
    Found, Grounds,
    draft::{Line, Piece, Statement, gap, words},
    list::List,
    past, sources,
    words::{and, count, described, name, role, short_hash, text, time},
};
use crate::{
    cell::{NO_TOOL, PositionId, ToolId},
    checkpoint::synthesis::Citation,
    run::{Reliance, is_simulation},
    store::RobotState,
};

fn unknown(what: &str) -> Piece {
    gap(what, "no state is stored")
}

/// Where the robot is.
pub(super) fn place<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let Some(robot) = grounds.robot else { return Found::sentence(vec![unknown("where the robot is")]) };
    let s = grounds.snapshot;
    let when = time(robot.last_updated, grounds.clock);
    let shown = name(&robot.position);
    let known = s.position_id(&robot.position);
    let what = match known {
        Some(id) => format!(" ({}{})", role(s.role(id)), described(s.position_description(id)).trim_end_matches('.')),
        None => String::new(),
    };
    let (doubts, who) = (doubts(robot, grounds), who(Some(robot)));
    let sentence = match doubts.is_empty() {
        true => format!("{who} is at {shown}{what}, as of {when}."),
        false => format!("{who} was last known to be at {shown}{what}, {when}."),
    };
    let sentence = Statement::new(sentence)
        .on(sources::robot(&["/position", "/last_known"]))
        .on(known.iter().flat_map(|&id| sources::position(s, id, &["/role", "/description"])))
        .about("robot.position", &robot.position);
    let mut parts = vec![sentence.piece()];
    parts.extend(doubts);
    parts.extend(remark(robot));
    Found::sentence(parts)
}

/// What the robot holds.
pub(super) fn held_tool<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let Some(robot) = grounds.robot else { return Found::sentence(vec![unknown("what the robot holds")]) };
    let s = grounds.snapshot;
    let when = time(robot.last_updated, grounds.clock);
    let (doubts, who) = (doubts(robot, grounds), who(Some(robot)));
    let known = s.tool_id(&robot.tool).filter(|&id| robot.tool != NO_TOOL && !s.tool_description(id).is_empty());
    let held = match known {
        _ if robot.tool == NO_TOOL => "no tool".to_owned(),
        Some(id) => format!("{} ({})", name(&robot.tool), text(s.tool_description(id))),
        None => name(&robot.tool).into_owned(),
    };
    let sentence = match doubts.is_empty() {
        true => format!("{who} holds {held}, as of {when}."),
        false => format!("{who} was last known to hold {held}, {when}."),
    };
    let sentence = Statement::new(sentence)
        .on(sources::robot(&["/holds_tool", "/last_known"]))
        .on(known.iter().flat_map(|&id| sources::tool(s, id, &["/description"])))
        .about("robot.tool", &robot.tool);
    let mut parts = vec![sentence.piece()];
    parts.extend(doubts);
    parts.extend(remark(robot));
    Found::sentence(parts)
}

/// Where a tool is kept; all of them for `None`.
pub(super) fn tool_location<'g>(tool: Option<ToolId>, grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let kept = move |id: ToolId| {
        let (stand, place) = (name(s.stand_name(s.tool_stand(id))), name(s.position_name(s.tool_position(id))));
        Statement::new(format!("{} is kept on {stand} at {place}.", name(s.tool_name(id))))
            .on(sources::tool(s, id, &["/kept_on_stand", "/kept_at"]))
            .piece()
    };
    let held = holding(grounds).filter(|_| tool.is_none() || tool == held_id(grounds));
    let total = s.tool_count();
    match tool {
        Some(id) => Found::sentence([kept(id)].into_iter().chain(held).collect()),
        None if total == 0 => Found::sentence(vec![no_tools()]),
        None => {
            let lead = move |is_first| {
                let lead = Statement::new(count(total, "tool")).on(sources::cell(&["/tools"]));
                vec![lead.shown_if(is_first).piece(), words(if is_first { "and where each is kept" } else { "" })]
            };
            let mut list = List::lines(lead, "tool", total, move |place| kept(ToolId(place as u32)));
            list.after = held.into_iter().collect();
            Found::list(list)
        }
    }
}

pub(super) fn no_tools() -> Piece {
    Statement::new("This cell has no tools.").on(sources::cell(&["/tools"])).piece()
}

/// Where the robot is, what it holds, whether that is confirmed, what runs, and which cell is in force.
pub(super) fn status<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let mut lines = match grounds.robot {
        None => vec![Line::of(vec![unknown("where the robot is")])],
        Some(robot) => state(robot, grounds),
    };
    let (run, reads) = past::current(grounds);
    lines.push(Line::of(run));
    let generation = s.provenance().generation;
    let cell = format!(
        "The cell in force has {}: snapshot {}, generation {generation}.",
        and(&counts(grounds)),
        short_hash(s)
    );
    let sources = sources::cell(&["/positions", "/tools", "/routines", "/snapshot", "/generation"]);
    lines.push(Line::of(vec![Statement::new(cell).on(sources).piece()]));
    Found::lines(lines).with(reads)
}

/// How many of each there are.
pub(super) fn counts(grounds: &Grounds<'_>) -> [String; 3] {
    let s = grounds.snapshot;
    [(s.position_count(), "position"), (s.tool_count(), "tool"), (s.routine_count(), "routine")]
        .map(|(n, noun)| count(n, noun))
}

fn state(robot: &RobotState, grounds: &Grounds<'_>) -> Vec<Line<Piece>> {
    let held = if robot.tool == NO_TOOL { "no tool".into() } else { name(&robot.tool) };
    let (place, when) = (name(&robot.position), time(robot.last_updated, grounds.clock));
    let (doubts, who) = (doubts(robot, grounds), who(Some(robot)));
    let confirmed = sources::reliance(&["/state_confirmed"]);
    let (text, confirmed) = match (doubts.is_empty(), Reliance::of(robot)) {
        (true, Reliance::Simulated { .. }) => {
            (format!("{who} is at {place} and holds {held}, as of {when}."), Vec::new())
        }
        (true, _) => (format!("{who} is at {place} and holds {held}; confirmed, as of {when}."), confirmed),
        (false, _) => (format!("{who} was last known to be at {place}, holding {held}, {when}."), Vec::new()),
    };
    let sentence =
        Statement::new(text).on(sources::robot(&["/position", "/holds_tool", "/last_known"])).on(confirmed).piece();
    let remark = remark(robot).filter(|_| doubts.is_empty());
    vec![Line::of([sentence].into_iter().chain(remark).collect()), Line::of(doubts)]
}

/// The position asked for, or the robot's, with the doubts that this brings in.
///
/// # Errors
///
/// The answer, where the robot's position is asked for and not known.
pub(super) fn here_or<'g>(
    position: Option<PositionId>,
    grounds: &Grounds<'g>,
) -> Result<(PositionId, Vec<Piece>), Found<'g>> {
    if let Some(position) = position {
        return Ok((position, Vec::new()));
    }
    let Some(robot) = grounds.robot else { return Err(Found::sentence(vec![unknown("where the robot is")])) };
    let notes = notes(robot, grounds);
    match grounds.snapshot.position_id(&robot.position) {
        Some(here) => Ok((here, notes)),
        None => Err(Found::sentence(notes)),
    }
}

/// The source of the robot's position, where that is what was asked for.
pub(super) fn here_source(position: Option<PositionId>) -> Vec<Citation> {
    if position.is_none() { sources::robot(&["/position"]) } else { Vec::new() }
}

/// Whose state it is: what a simulated run left says nothing about the robot.
pub(super) fn who(robot: Option<&RobotState>) -> &'static str {
    if robot.is_some_and(is_simulated) { "The simulated robot" } else { "The robot" }
}

fn is_simulated(robot: &RobotState) -> bool {
    robot.run_id.is_some() && robot.driver.as_deref().is_some_and(is_simulation)
}

/// Where it is known from that the state is a simulated robot's.
pub(super) fn whose(robot: Option<&RobotState>) -> Vec<Citation> {
    if robot.is_some_and(is_simulated) { sources::reliance(&["/left_by"]) } else { Vec::new() }
}

/// What is to be known with everything that is said of the robot, or from where it is.
pub(super) fn notes(robot: &RobotState, grounds: &Grounds<'_>) -> Vec<Piece> {
    let mut notes = doubts(robot, grounds);
    notes.extend(remark(robot));
    notes
}

/// What stands in the way of relying on the state; empty where nothing does.
fn doubts(robot: &RobotState, grounds: &Grounds<'_>) -> Vec<Piece> {
    let s = grounds.snapshot;
    let mut said = Vec::new();
    if let Reliance::Unconfirmed { reason } = Reliance::of(robot) {
        let why = if robot.confirmed { Some(reason) } else { robot.unconfirmed_reason.clone() };
        let reason = why.as_ref().map(|why| format!(" ({})", text(why))).unwrap_or_default();
        let sentence = format!("The robot's state is not confirmed{reason}: no run starts until it is confirmed.");
        let reason = why.iter().flat_map(|_| sources::reliance(&["/reason"]));
        let sources = sources::reliance(&["/state_confirmed", "/run_starts"]);
        said.push(Statement::new(sentence).on(sources).on(reason).piece());
    }
    let (mut foreign, mut absent) = (Vec::new(), Vec::new());
    if s.position_id(&robot.position).is_none() {
        foreign.push(format!("no position {}", name(&robot.position)));
        absent.extend(sources::robot(&["/position"]));
        absent.extend(sources::position_named(&robot.position, &[]));
    }
    if robot.tool != NO_TOOL && s.tool_id(&robot.tool).is_none() {
        foreign.push(format!("no tool {}", name(&robot.tool)));
        absent.extend(sources::robot(&["/holds_tool"]));
        absent.extend(sources::tool_named(&robot.tool, &[]));
    }
    if !foreign.is_empty() {
        let sentence = format!("The cell in force has {}: an operator must correct the state first.", and(&foreign));
        absent.extend(sources::robot(&["/operator_must_correct_state_first"]));
        said.push(Statement::new(sentence).on(absent).piece());
    }
    said
}

/// For whom the state is confirmed, where that is not everybody.
fn remark(robot: &RobotState) -> Option<Piece> {
    let remark = Statement::new("A simulated run left it so: that is confirmed for the simulator only.")
        .on(sources::reliance(&["/left_by", "/confirmed_for"]));
    matches!(Reliance::of(robot), Reliance::Simulated { .. }).then(|| remark.piece())
}

/// A remark about the tool in hand; none for an empty hand, or where nothing is known.
pub(super) fn holding(grounds: &Grounds<'_>) -> Option<Piece> {
    let robot = grounds.robot.filter(|robot| robot.tool != NO_TOOL)?;
    let tool = name(&robot.tool);
    let (text, doubt) = match Reliance::of(robot) {
        Reliance::Unconfirmed { .. } => (
            format!("{} was last known to hold {tool}; this is not confirmed.", who(Some(robot))),
            [sources::robot(&["/last_known"]), sources::reliance(&["/state_confirmed"])].concat(),
        ),
        Reliance::Simulated { .. } => {
            (format!("{} holds {tool} now.", who(Some(robot))), sources::reliance(&["/left_by"]))
        }
        Reliance::Confirmed => (format!("{} holds {tool} now.", who(Some(robot))), Vec::new()),
    };
    let sources = sources::robot(&["/holds_tool"]);
    Some(Statement::new(text).on(sources).on(doubt).about("robot.tool", &robot.tool).piece())
}

fn held_id(grounds: &Grounds<'_>) -> Option<ToolId> {
    grounds.snapshot.tool_id(&grounds.robot?.tool)
}
