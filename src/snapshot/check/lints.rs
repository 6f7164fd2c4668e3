//! What is odd about a cell without being dangerous; see [`super::CODES`].

use std::collections::HashSet;

use super::{Finding, finding, look_alike::look_alikes, states::Proof};
use crate::cell::{Draft, Role, TOOL_ATTACH, TOOL_RELEASE};

/// Appends the findings, each code's in the order of names.
pub(super) fn lint(draft: &Draft, proof: &Proof<'_>, findings: &mut Vec<Finding>) {
    let has_home = draft.positions.iter().any(|p| p.role == Role::Home);
    if !has_home {
        findings.push(finding("no-home", "no position has the role 'home': no plan can end safely".into()));
    }
    let is_trap = traps(draft, findings);
    let (is_left, is_reached) = positions(draft, proof, has_home, &is_trap, findings);
    let is_told = |from: usize, to: usize| is_trap[to] || !is_left[to] || !is_reached[from];
    moves(draft, is_told, findings);
    tools(draft, proof, has_home, findings);
    for (label, names) in [
        ("positions", names(&draft.positions, |p| &p.name)),
        ("tools", names(&draft.tools, |t| &t.name)),
        ("routines", names(&draft.routines, |r| &r.name)),
    ] {
        for (a, b) in look_alikes(&names) {
            findings.push(finding(
                "look-alike-names",
                format!("an operator cannot tell the {label} '{a}' and '{b}' apart"),
            ));
        }
    }
}

fn names<T>(nodes: &[T], name: impl Fn(&T) -> &str) -> Vec<&str> {
    nodes.iter().map(name).collect()
}

/// Which positions the proof names as traps.
fn traps(draft: &Draft, findings: &[Finding]) -> Vec<bool> {
    let named: HashSet<&str> =
        findings.iter().filter_map(|f| f.counter_example.as_ref()).map(|example| &*example.position).collect();
    draft.positions.iter().map(|position| named.contains(&*position.name)).collect()
}

/// Which positions can be left, and which are reached.
fn positions(
    draft: &Draft,
    proof: &Proof<'_>,
    has_home: bool,
    is_trap: &[bool],
    findings: &mut Vec<Finding>,
) -> (Vec<bool>, Vec<bool>) {
    let mut is_reached = Vec::with_capacity(draft.positions.len());
    let mut has_exit = vec![false; draft.positions.len()];
    let mut has_entry = vec![false; draft.positions.len()];
    let mut is_guarded = vec![false; draft.positions.len()];
    for m in &draft.moves {
        has_exit[m.from.index()] = true;
        has_entry[m.to.index()] = true;
        is_guarded[m.to.index()] |= draft.positions[m.from.index()].role == Role::SafeApproach;
    }
    for (id, position) in draft.positions.iter().enumerate() {
        let name = &position.name;
        if !has_exit[id] && !is_trap[id] {
            findings.push(finding("dead-end-position", format!("'{name}' cannot be left: no move starts there")));
        }
        let reached = if has_home { proof.reaches_position(id) } else { has_entry[id] };
        is_reached.push(reached);
        if !reached {
            findings.push(finding(
                "unreachable-position",
                format!("'{name}' cannot be reached: no verified plan from a home leads there"),
            ));
        }
        if position.role == Role::Work && has_entry[id] && !is_guarded[id] {
            findings
                .push(finding("unguarded-work", format!("work position '{name}' is entered without a safe approach")));
        }
    }
    (has_exit, is_reached)
}

/// One missing move has one code: a way back that is missing is not told again where its beginning cannot be left or is a trap,
/// or where its end cannot be reached.
fn moves(draft: &Draft, is_told: impl Fn(usize, usize) -> bool, findings: &mut Vec<Finding>) {
    for m in draft.moves.iter().filter(|m| !is_told(m.from.index(), m.to.index())) {
        let back = draft.moves.binary_search_by_key(&(m.to, m.from), |other| (other.from, other.to));
        if back.is_err() {
            let (from, to) = (&draft.positions[m.from.index()].name, &draft.positions[m.to.index()].name);
            findings.push(finding("one-way-move", format!("'{from}' to '{to}' is allowed, '{to}' to '{from}' is not")));
        }
    }
}

fn tools(draft: &Draft, proof: &Proof<'_>, has_home: bool, findings: &mut Vec<Finding>) {
    let mut has_tool = vec![false; draft.stands.len()];
    for (id, tool) in draft.tools.iter().enumerate() {
        has_tool[tool.stand.index()] = true;
        if has_home && !proof.reaches_tool(id) {
            let text = format!(
                "'{}' cannot be fetched: its stand is out of reach, or '{TOOL_ATTACH}' is not supported there",
                tool.name
            );
            findings.push(finding("tool-not-fetched", text));
        }
    }
    for (stand, _) in draft.stands.iter().zip(&has_tool).filter(|(_, has_tool)| !**has_tool) {
        findings.push(finding("spare-stand", format!("stand '{}' has no tool", stand.name)));
    }
    let mut is_supported = vec![false; draft.routines.len()];
    for support in &draft.supports {
        is_supported[support.routine.index()] = true;
    }
    for (id, routine) in draft.routines.iter().enumerate() {
        let is_system = routine.name == TOOL_ATTACH || routine.name == TOOL_RELEASE;
        // A cell without tools has no use for the system routines.
        let is_needed = !is_system || !draft.tools.is_empty();
        if is_needed && !is_supported[id] {
            findings.push(finding("unsupported-routine", format!("routine '{}' is supported nowhere", routine.name)));
        }
        if let Some(tool) = routine.required_tool.filter(|tool| has_home && !proof.reaches_tool(tool.index())) {
            let text = format!(
                "routine '{}' requires '{}', which no verified plan can fetch",
                routine.name,
                draft.tools[tool.index()].name
            );
            findings.push(finding("routine-without-tool", text));
        }
    }
}
