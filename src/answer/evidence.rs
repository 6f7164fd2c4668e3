//! What sources say: the cell, the state, the history, the steps, and what others reported. In: a source's kind and id, and
//! what was read for the answer. Out: [`Evidence`], in the units that people are told: seconds to the millisecond, times to
//! the second. This file knows no sentence of any answer, so that a wrong one is caught and not confirmed by itself.
//!
//! What the cell does not have is evidence, too: its content is null. What cannot be looked up is none.

use std::rc::Rc;

use jiff::{Timestamp, civil::Date};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Grounds, history::Past, suggest::Suggestion, thing::Thing};
use crate::{
    cell::{NO_TOOL, PositionId, RoutineId, StandId, State, ToolId, shown},
    checkpoint::synthesis::{Citation, Evidence, Kind},
    language::{
        Said,
        query::{Filter, Sort, Wish},
    },
    limits::ANSWER_TEXT_CHARS_MAX,
    plan::{Plan, build, build::Builder},
    run::{Reliance, RunReport, is_simulation, is_stop},
    snapshot::{MetadataRef, Snapshot, route::Scratch},
    store::{RobotState, RunRow, RunStatus, StepState},
    verify,
    when::{self, Clock},
};

mod listed;
mod picked;
mod tried;

/// A run, and how it went where that was looked up.
#[derive(Clone)]
pub(super) struct Ran {
    pub(super) row: RunRow,
    pub(super) past: Option<Rc<Past>>,
}

/// Which runs or steps were asked for; days are dates, and places are named.
#[derive(Clone)]
pub(super) struct Picked {
    pub(super) wish: Wish,
    pub(super) sort: Sort,
    pub(super) filters: Vec<Filter>,
}

/// What was read for one answer, beside the cell and the state.
#[derive(Clone)]
pub(super) enum Read<'g> {
    /// Runs that a filter lets through, of which so many are told.
    Runs { asked: (Option<Date>, Option<RunStatus>), rows: Rc<[RunRow]>, told: usize },
    /// How one run went.
    Past(Rc<Past>, RunRow),
    /// A list of the cell, of which these entries are told.
    Listed { sort: Sort, filters: Vec<Filter>, told: Vec<Thing> },
    /// A list of runs, or of their steps, made of these runs, of which these are told.
    Picked { asked: Picked, rows: Rc<[Ran]>, told: Vec<(Uuid, Option<u32>)> },
    /// Something that may be done from the state in force.
    Trial(Said),
    /// A way; empty where there is none with `held`.
    Way { from: PositionId, to: PositionId, held: Option<ToolId>, route: Rc<[PositionId]> },
    /// A command that would work.
    Plan(Suggestion),
    /// What a reader made of a sentence, what it may have meant, and what the planner said to it.
    Reader { sentence: String, understood: String, offers: Vec<String>, attempts: u32, errors: Vec<String> },
    /// What a run reported.
    Report(&'g RunReport),
}

/// The evidence for what claims cite, each source once, and for what an answer about the robot may not leave out.
pub(super) fn gather<'c>(
    cited: impl Iterator<Item = &'c Citation>,
    grounds: &Grounds<'_>,
    reads: &[Read<'_>],
) -> Vec<Evidence> {
    let mut keys: Vec<(Kind, &str)> = cited.map(|each| (each.kind, each.id.as_str())).collect();
    if keys.iter().any(|&(kind, id)| kind == Kind::State && id == "robot") {
        keys.push((Kind::State, "reliance"));
    }
    keys.sort_unstable();
    keys.dedup();
    let doubted = grounds.robot.is_some_and(|robot| matches!(Reliance::of(robot), Reliance::Unconfirmed { .. }));
    let evidence = |(kind, id): (Kind, &str)| {
        let content = match kind {
            Kind::Graph => graph(id, grounds.snapshot, reads),
            Kind::State => grounds.robot.and_then(|robot| state(id, robot, grounds)),
            Kind::History => history(id, reads, grounds.snapshot, grounds.clock),
            Kind::Step => step(id, grounds, reads),
            Kind::Output => output(id, reads),
        }?;
        // Who says where the robot is says whether anybody is sure of it.
        let relevant = doubted && kind == Kind::State;
        Some(Evidence { kind, id: id.to_owned(), content, relevant, warning: None })
    };
    keys.into_iter().filter_map(evidence).collect()
}

fn graph(id: &str, s: &Snapshot, reads: &[Read<'_>]) -> Option<Value> {
    let (what, name) = id.split_once(' ').unwrap_or((id, ""));
    match what {
        "cell" => Some(cell(s)),
        "list" => reads.iter().find_map(|read| match read {
            Read::Listed { sort, filters, told } => Some(listed::listed(*sort, filters, told, s)),
            _ => None,
        }),
        "way" => reads.iter().find_map(|read| way(read, s)),
        "position" => Some(s.position_id(name).map_or(Value::Null, |id| position(id, s))),
        "tool" => Some(s.tool_id(name).map_or(Value::Null, |id| tool(id, s))),
        "taking" => s.tool_id(name).map(|id| taking(id, s)),
        "stand" => s.stand_ids().find(|&id| s.stand_name(id) == name).map(|id| stand(id, s)),
        "routine" => s.routine_id(name).map(|id| routine(id, s)),
        "everywhere" => s.routine_id(name).map(|id| everywhere(id, s)),
        "move" => two(name, " -> ", |a| s.position_id(a), |b| s.position_id(b)).map(|(a, b)| one_move(a, b, s)),
        "support" => two(name, " at ", |a| s.routine_id(a), |b| s.position_id(b)).map(|(a, b)| support(a, b, s)),
        "holding" => two(name, " at ", |a| s.tool_id(a), |b| s.position_id(b)).map(|(a, b)| holding(a, b, s)),
        "name" => Some(named(name, s)),
        _ => None,
    }
}

/// The first way to read `text` as two things with `between` between them.
fn two<A, B>(
    text: &str,
    between: &str,
    one: impl Fn(&str) -> Option<A>,
    other: impl Fn(&str) -> Option<B>,
) -> Option<(A, B)> {
    text.match_indices(between).find_map(|(at, _)| Some((one(&text[..at])?, other(&text[at + between.len()..])?)))
}

fn cell(s: &Snapshot) -> Value {
    json!({
        "cell": "in force", "positions": s.position_count(), "tools": s.tool_count(), "routines": s.routine_count(),
        "snapshot": s.content_hash_hex().chars().take(12).collect::<String>(),
        "generation": s.provenance().generation,
    })
}

fn position(id: PositionId, s: &Snapshot) -> Value {
    json!({
        "name": shown(s.position_name(id)), "role": s.role(id).word().replace('_', " "),
        "description": text(s.position_description(id).trim()),
        "allowed_moves_lead_to": s.allowed_moves(id).len(), "allowed_moves_lead_from": s.moves_into(id).len(),
        "routines_supported": s.routines_at(id).len(),
    })
}

fn tool(id: ToolId, s: &Snapshot) -> Value {
    let stand = s.tool_stand(id);
    let needed = s.routine_ids().filter(|&routine| s.required_tool(routine) == Some(id)).count();
    json!({
        "name": shown(s.tool_name(id)), "kind": text(s.tool_kind(id)), "description": text(s.tool_description(id).trim()),
        "kept_on_stand": shown(s.stand_name(stand)), "kept_at": shown(s.position_name(s.tool_position(id))),
        "routines_that_need_it": needed,
    })
}

fn taking(id: ToolId, s: &Snapshot) -> Value {
    let at = s.tool_position(id);
    let is_taken = s.attach_routine().is_some_and(|attach| s.routines_at(at).contains(attach));
    json!({ "tool": shown(s.tool_name(id)), "kept_at": shown(s.position_name(at)), "is_taken_there": is_taken })
}

fn stand(id: StandId, s: &Snapshot) -> Value {
    json!({ "name": shown(s.stand_name(id)), "pose": text(s.stand_pose(id).trim()) })
}

fn routine(id: RoutineId, s: &Snapshot) -> Value {
    let is_step = Some(id) == s.attach_routine() || Some(id) == s.release_routine();
    json!({
        "name": shown(s.routine_name(id)), "description": text(s.routine_description(id).trim()),
        "needs_tool": s.required_tool(id).map(|tool| shown(s.tool_name(tool))),
        "positions_supported": s.supported_positions(id).len(),
        "is_step_of_tool_changes": is_step, "is_command_of_its_own": !is_step,
    })
}

/// How a routine is done, where that is the same at all its positions.
fn everywhere(id: RoutineId, s: &Snapshot) -> Value {
    let mut all = s.supported_positions(id).iter().map(|at| s.metadata(id, at).unwrap_or_default());
    let Some(first) = all.next() else { return Value::Null };
    if all.all(|each| each == first) { metadata(first) } else { Value::Null }
}

fn one_move(from: PositionId, to: PositionId, s: &Snapshot) -> Value {
    if !s.is_move_allowed(from, to) {
        return Value::Null;
    }
    let mut content = Map::new();
    content.insert("move_leads_from".to_owned(), json!(shown(s.position_name(from))));
    content.insert("move_leads_to".to_owned(), json!(shown(s.position_name(to))));
    if let Some(cost_s) = s.move_cost_s(from, to) {
        content.insert("takes".to_owned(), duration(cost_s));
    }
    Value::Object(content)
}

fn support(id: RoutineId, at: PositionId, s: &Snapshot) -> Value {
    let Some(how) = s.metadata(id, at).filter(|_| s.is_supported(id, at)) else { return Value::Null };
    let how = metadata(how);
    let is_said = how.as_object().is_some_and(|how| !how.is_empty());
    json!({
        "routine_supported": shown(s.routine_name(id)), "position_supported": shown(s.position_name(at)),
        "is_said_how": is_said, "how": how,
    })
}

fn metadata(metadata: MetadataRef<'_>) -> Value {
    let mut how = Map::new();
    let mut put = |key: &str, value: Option<Value>| value.map(|value| how.insert(key.to_owned(), value));
    put("stabilize_before", metadata.stabilize_s.map(duration));
    put("action_after", metadata.action_after.and_then(said));
    put("verified_by", metadata.verify.and_then(said));
    Value::Object(how)
}

/// A property that is there and empty says nothing.
fn said(property: &str) -> Option<Value> {
    Some(text(property)).filter(|said| !said.is_empty()).map(Value::from)
}

fn holding(held: ToolId, at: PositionId, s: &Snapshot) -> Value {
    json!({
        "tool_in_hand": shown(s.tool_name(held)), "position": shown(s.position_name(at)),
        "robot_may_go": !s.forbids(Some(held), at), "routine_supported": s.works_at(held, at),
    })
}

fn named(name: &str, s: &Snapshot) -> Value {
    let known = s.position_id(name).is_some() || s.tool_id(name).is_some() || s.routine_id(name).is_some();
    json!({ "cell_has": known.then(|| shown(name)) })
}

/// A way, step by step over the allowed moves; null where one of them is not allowed. That there is none is looked up.
fn way(read: &Read<'_>, s: &Snapshot) -> Option<Value> {
    let Read::Way { from, to, held, route } = read else { return None };
    let mut content =
        json!({ "way_begins_at": shown(s.position_name(*from)), "way_ends_at": shown(s.position_name(*to)) });
    if let Some(held) = held {
        content["in_hand"] = json!(shown(s.tool_name(*held)));
    }
    if route.is_empty() {
        let (mut scratch, mut route) = (Scratch::default(), Vec::new());
        content["is_there"] = json!(s.path_holding(*held, *from, *to, &mut scratch, &mut route));
        content["hand"] = json!(if held.is_none() { "an empty hand" } else { "in hand" });
        return Some(content);
    }
    let is_way = route.windows(2).all(|pair| s.is_move_allowed(pair[0], pair[1]));
    if !is_way || route.first() != Some(from) || route.last() != Some(to) {
        return Some(Value::Null);
    }
    content["moves"] = json!(route.len() - 1);
    content["is_there"] = json!(true);
    let costs = route.windows(2).map(|pair| s.move_cost_s(pair[0], pair[1]));
    if let Some(sum_s) = costs.sum::<Option<f64>>() {
        content["takes"] = duration(sum_s);
    }
    Some(content)
}

fn state(id: &str, robot: &RobotState, grounds: &Grounds<'_>) -> Option<Value> {
    let hand = if robot.tool == NO_TOOL { "empty hand".into() } else { shown(&robot.tool) };
    match id {
        "robot" => Some(json!({
            "position": shown(&robot.position), "holds_tool": shown(&robot.tool), "in_hand": hand,
            "last_known": time(robot.last_updated, grounds.clock),
            "operator_must_correct_state_first": grounds.here().is_none(),
        })),
        "reliance" => Some(match Reliance::of(robot) {
            Reliance::Confirmed => json!({ "state_confirmed": true, "run_starts": true }),
            Reliance::Simulated { .. } => json!({
                "state_confirmed": true, "confirmed_for": "simulator only", "left_by": "simulated run",
            }),
            Reliance::Unconfirmed { reason } => {
                let is_simulated = robot.run_id.is_some() && robot.driver.as_deref().is_some_and(is_simulation);
                let left_by = is_simulated.then_some("simulated run");
                json!({ "state_confirmed": false, "run_starts": false, "reason": text(&reason), "left_by": left_by })
            }
        }),
        // Whether one tool is in hand, and whether the robot is at one place.
        _ => id
            .strip_prefix("in hand ")
            .map(|tool| json!({ "tool": shown(tool), "is_in_hand": robot.tool == tool }))
            .or_else(|| {
                id.strip_prefix("at ").map(|at| json!({ "place": shown(at), "is_robot_there": robot.position == at }))
            }),
    }
}

fn history(id: &str, reads: &[Read<'_>], s: &Snapshot, clock: Clock<'_>) -> Option<Value> {
    let rows = reads.iter().flat_map(|read| match read {
        Read::Runs { rows, .. } => rows,
        Read::Past(_, row) => std::slice::from_ref(row),
        _ => &[],
    });
    let ran = reads.iter().flat_map(|read| if let Read::Picked { rows, .. } = read { &rows[..] } else { &[] });
    let rows = rows.chain(ran.map(|ran| &ran.row));
    if id == "picked" {
        return reads.iter().find_map(|read| match read {
            Read::Picked { asked, rows, told } => Some(picked::picked(asked, rows, told, s, clock)),
            _ => None,
        });
    }
    if id == "runs" {
        return reads.iter().find_map(|read| runs(read, clock));
    }
    let run_id = id.strip_prefix("run ")?;
    let mut content = rows.into_iter().find(|row| row.run_id.to_string() == run_id).map(|row| run(row, clock))?;
    let past = reads.iter().find_map(|read| match read {
        Read::Past(past, row) if row.run_id.to_string() == run_id => Some((past, row)),
        Read::Picked { rows, .. } => {
            let ran = rows.iter().find(|ran| ran.row.run_id.to_string() == run_id)?;
            ran.past.as_ref().map(|past| (past, &ran.row))
        }
        _ => None,
    });
    if let Some((past, row)) = past {
        let planned = plan_of(row).map_or(past.steps.len(), |plan| plan.steps.len());
        let done = past.steps.iter().filter(|step| step.state == StepState::Completed).count();
        content["steps"] = json!({ "completed": done, "planned": planned });
        content["steps_begun"] = json!(past.steps.len());
        content["reason_recorded"] = json!(past.failure.is_some());
        if let Some(failure) = &past.failure {
            content["reason"] = json!(text(failure));
            content["failed"] = json!(shown(failure));
            if is_stop(failure) {
                content["status"] = json!("stopped");
            }
        }
    }
    Some(content)
}

/// What a look into the history found.
fn runs(read: &Read<'_>, clock: Clock<'_>) -> Option<Value> {
    let Read::Runs { asked: (day, status), rows, told } = read else { return None };
    let mut content = json!({ "latest_runs": told });
    if let Some(status) = status {
        content["status"] = json!(status.word());
    }
    if let Some(day) = *day {
        content["day"] = json!({ "date": day.to_string(), "is": clock.day_word(day).unwrap_or_default() });
    }
    if let Some(row) = rows.first() {
        content["run_in_progress"] = json!(matches!(row.status, RunStatus::Pending | RunStatus::Running));
    }
    Some(content)
}

fn run(row: &RunRow, clock: Clock<'_>) -> Value {
    let mut content = json!({
        "run": row.run_id.to_string(), "sentence": text(&row.operator_input), "started": time(row.started_at, clock),
        "status": row.status.word(),
    });
    if row.status == RunStatus::Pending {
        content["recorded"] = json!({ "begun": false });
    }
    if is_simulation(&row.driver) {
        content["by"] = json!("simulated");
    }
    if row.partial_steps > 0 {
        content["partial_success_steps"] = json!(row.partial_steps);
    }
    if let Some(end) = row.finished_at {
        content["took"] = duration(end.duration_since(row.started_at).as_secs_f64().max(0.0));
    }
    content
}

fn step(id: &str, grounds: &Grounds<'_>, reads: &[Read<'_>]) -> Option<Value> {
    if id == "trial" {
        return reads
            .iter()
            .find_map(|read| if let Read::Trial(said) = read { tried::tried(said, grounds) } else { None });
    }
    if let Some(number) = id.strip_prefix("plan ") {
        let mut plans = reads.iter().filter_map(|read| if let Read::Plan(each) = read { Some(each) } else { None });
        return plans.nth(number.parse().ok()?).and_then(|suggestion| plan(suggestion, grounds));
    }
    let (number, run) = id.split_once(" of run ")?;
    let number: u32 = number.parse().ok()?;
    reads.iter().find_map(|read| match read {
        Read::Past(past, row) if row.run_id.to_string() == run => one_step(number, past, row),
        Read::Picked { rows, .. } => {
            let ran = rows.iter().find(|ran| ran.row.run_id.to_string() == run)?;
            ran.past.as_ref().and_then(|past| one_step(number, past, &ran.row))
        }
        _ => None,
    })
}

fn one_step(number: u32, past: &Past, row: &RunRow) -> Option<Value> {
    let step = past.steps.iter().find(|step| step.number == number)?;
    let mut content = json!({
        "step": number, "position": text(&step.position), "action": step.action.word(), "state": step.state.word(),
    });
    if step.state == StepState::Error {
        content["state"] = json!("failed");
    }
    if step.state == StepState::Running {
        content["end_recorded"] = json!(false);
        content["state"] = json!("begun");
    }
    if let Some(error) = &step.error {
        content["error"] = json!(text(error));
    }
    if let Some(warning) = &step.warning {
        content["partial_success"] = json!(text(warning));
    }
    let plan = plan_of(row);
    if let Some(planned) = plan.as_ref().and_then(|plan| plan.steps.get(number.checked_sub(1)? as usize)) {
        let named: Vec<String> = [Some(&planned.target), planned.position.as_ref(), planned.tool.as_ref()]
            .into_iter()
            .flatten()
            .map(|name| text(name))
            .collect();
        content["planned"] = json!({
            "target": named, "words": text(&planned.target.replace('_', " ")), "attach_or_release": planned.tool.is_some(),
        });
    }
    Some(content)
}

/// What a command comes to, planned and verified anew; null where it would not work.
fn plan(suggestion: &Suggestion, grounds: &Grounds<'_>) -> Option<Value> {
    let (s, (start, is_confirmed)) = (grounds.snapshot, grounds.here()?);
    let intent = suggestion.said.intent(s, start).ok().flatten()?;
    let mut steps = Vec::new();
    let end: State = Builder::default().build(s, start, &intent, &mut steps).ok()?;
    let plan = build::plan(s, &steps);
    if !is_confirmed || steps.is_empty() || verify::verify(s, start, &plan).is_err() {
        return Some(Value::Null);
    }
    let last = plan.steps.last().map(|step| shown(&step.target).into_owned());
    let released = start.tool.filter(|_| end.tool.is_none()).map(|tool| shown(s.tool_name(tool)));
    Some(json!({
        "works_now": true, "ends_at": shown(s.position_name(end.position)), "home": s.role(end.position).word(),
        "attach": end.tool.map(|tool| shown(s.tool_name(tool))), "release_tool": released, "does": last,
    }))
}

fn output(id: &str, reads: &[Read<'_>]) -> Option<Value> {
    reads.iter().find_map(|read| match (id, read) {
        ("reader", Read::Reader { sentence, understood, offers, attempts, .. }) => {
            let asked: Vec<String> = offers.iter().map(|offer| text(offer)).collect();
            Some(json!({ "sentence": text(sentence), "understood": text(understood), "mean": asked, "attempts": attempts }))
        }
        ("planner", Read::Reader { errors, .. }) => {
            Some(json!({ "errors": errors.iter().map(|error| text(error)).collect::<Vec<_>>() }))
        }
        ("report", Read::Report(report)) => Some(json!({
            "run": report.run_id.to_string(), "ended": shown(&report.end.to_string()),
            "steps": { "completed": report.completed, "steps": report.steps },
            "robot_last_seen": shown(&report.place.to_string()),
            "controller_says": report.said.as_ref().map(|place| shown(&place.to_string()).into_owned()),
            "notes": report.notes.iter().map(|note| format!("note: {}", shown(note))).collect::<Vec<_>>(),
        })),
        _ => None,
    })
}

fn plan_of(row: &RunRow) -> Option<Plan<'_>> {
    serde_json::from_str(&row.sequence_json).ok()
}

/// A text from outside, no longer than anybody is told.
fn text(text: &str) -> String {
    let cut: String = text.chars().take(ANSWER_TEXT_CHARS_MAX).collect();
    shown(&cut).into_owned()
}

/// A time to the second, with how near its day is.
fn time(at: Timestamp, clock: Clock<'_>) -> Value {
    let day = clock.day_word(clock.date(at)).unwrap_or_default();
    json!({ "at": when::words(at, clock.zone), "day": day })
}

/// Seconds to the millisecond, and from a minute on in minutes and whole seconds, too.
fn duration(seconds: f64) -> Value {
    if seconds > 0.0 && seconds < 0.001 {
        return json!({ "less_than": 0.001 });
    }
    let rounded = (seconds * 1e3).round() / 1e3;
    if rounded < 60.0 && seconds < 60.0 {
        return json!({ "seconds": number(rounded) });
    }
    let whole = seconds.round();
    json!({ "seconds": number(rounded), "min": number((whole / 60.0).floor()), "s": number(whole % 60.0) })
}

/// A number as people write it: without `.0`.
fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 { json!(number as i64) } else { json!(number) }
}
