//! Does a decomposition fit together: ids, dependencies, phases, contradictions. In: the decomposition alone. Out: issues of
//! consistency (and of completeness, where a part says nothing), each with the names. Time: linear in the decomposition.

use std::collections::{BTreeMap, HashMap};

use petgraph::{algo::tarjan_scc, graph::DiGraph};

use super::{Decomposition, Manner, Phase};
use crate::checkpoint::{
    issue::{Issue, names},
    rubric::Criterion::{Completeness, Consistency},
    score::Score,
};

pub(super) fn issues(decomposition: &Decomposition) -> Vec<Issue> {
    let mut issues = empty_parts(decomposition);
    issues.extend(ids(decomposition));
    issues.extend(dangling(decomposition));
    let whole = [Phase {
        phase: Manner::Sequential,
        subgoals: decomposition.subgoals.iter().map(|subgoal| subgoal.id.clone()).collect(),
    }];
    if let Some(phases) = &decomposition.execution_order {
        issues.extend(phase_names(decomposition, phases));
    }
    let cycles = cycles(decomposition);
    let cyclic = !cycles.is_empty();
    issues.extend(cycles);
    // No order keeps to a cycle; to say so of every dependency in it would hide the cycle.
    if !cyclic {
        issues.extend(order(decomposition, decomposition.execution_order.as_deref().unwrap_or(&whole)));
    }
    issues.extend(contradictions(decomposition));
    issues
}

/// A decomposition of nothing, and parts that say nothing.
fn empty_parts(decomposition: &Decomposition) -> Vec<Issue> {
    if decomposition.subgoals.is_empty() {
        let issue = Issue::new("no_subgoals", Completeness, Score::NOTHING, "The decomposition has no subgoals");
        return vec![issue.blocking().suggest("Add a subgoal for each part of the query")];
    }
    let silent = decomposition.subgoals.iter().filter(|subgoal| subgoal.description.trim().is_empty());
    let issue = |id: &str| {
        let text = format!("Subgoal {} has no description", names([id]));
        Issue::new("no_description", Completeness, Issue::SIGNIFICANT, text).blocking()
    };
    silent.map(|subgoal| issue(&subgoal.id)).collect()
}

/// An id that stands twice: nothing that names it is certain.
fn ids(decomposition: &Decomposition) -> Vec<Issue> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for subgoal in &decomposition.subgoals {
        *counts.entry(&subgoal.id).or_default() += 1;
    }
    let twice = counts.into_iter().filter(|&(_, count)| count > 1);
    let issue = |(id, count): (&str, usize)| {
        let text = format!("{count} subgoals have the id {}", names([id]));
        Issue::new("duplicate_id", Consistency, Issue::MAJOR, text)
            .blocking()
            .suggest(format!("Give each subgoal its own id in place of {}", names([id])))
    };
    twice.map(issue).collect()
}

/// Dependencies and contradictions that name no subgoal.
fn dangling(decomposition: &Decomposition) -> Vec<Issue> {
    let known = places(decomposition);
    let mut issues = Vec::new();
    for subgoal in &decomposition.subgoals {
        let lists = [("depends on", &subgoal.depends_on), ("contradicts", &subgoal.contradicts)];
        for (verb, id) in lists.into_iter().flat_map(|(verb, ids)| ids.iter().map(move |id| (verb, id))) {
            if !known.contains_key(id.as_str()) {
                let text = format!("Subgoal {} {verb} {}, which is no subgoal", names([&*subgoal.id]), names([&**id]));
                issues.push(Issue::new("dangling_id", Consistency, Issue::SIGNIFICANT, text).blocking());
            }
        }
    }
    issues
}

fn places(decomposition: &Decomposition) -> HashMap<&str, usize> {
    // The first of a duplicate counts.
    decomposition.subgoals.iter().enumerate().rev().map(|(at, subgoal)| (&*subgoal.id, at)).collect()
}

/// Phases that name what is no subgoal, name one twice, or leave one out.
fn phase_names(decomposition: &Decomposition, phases: &[Phase]) -> Vec<Issue> {
    let known = places(decomposition);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for id in phases.iter().flat_map(|phase| &phase.subgoals) {
        *counts.entry(id).or_default() += 1;
    }
    let issue = |code, text: String| Issue::new(code, Consistency, Issue::SIGNIFICANT, text).blocking();
    let mut issues = Vec::new();
    for (id, &count) in &counts {
        if !known.contains_key(id) {
            issues.push(issue(
                "phase_unknown",
                format!("The execution order names {}, which is no subgoal", names([*id])),
            ));
        } else if count > 1 {
            issues.push(issue("phase_twice", format!("The execution order names {} {count} times", names([*id]))));
        }
    }
    let out: Vec<&str> =
        decomposition.subgoals.iter().map(|subgoal| &*subgoal.id).filter(|id| !counts.contains_key(id)).collect();
    if !out.is_empty() {
        let text = format!("The execution order leaves {} out", names(out.iter().copied()));
        issues.push(issue("phase_left_out", text).suggest(format!("Add {} to a phase", names(out))));
    }
    issues
}

/// Subgoals that wait for each other.
fn cycles(decomposition: &Decomposition) -> Vec<Issue> {
    let known = places(decomposition);
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = decomposition.subgoals.iter().map(|_| graph.add_node(())).collect();
    for (at, subgoal) in decomposition.subgoals.iter().enumerate() {
        let from = known.get(&*subgoal.id).copied().unwrap_or(at);
        for &to in subgoal.depends_on.iter().filter_map(|id| known.get(&**id)) {
            graph.add_edge(nodes[from], nodes[to], ());
        }
    }
    let mut found: Vec<Vec<usize>> = tarjan_scc(&graph)
        .into_iter()
        .filter(|group| group.len() > 1 || graph.contains_edge(group[0], group[0]))
        .map(|group| group.into_iter().map(petgraph::graph::NodeIndex::index).collect())
        .collect();
    found.iter_mut().for_each(|group| group.sort_unstable());
    found.sort_unstable();
    let issue = |group: &Vec<usize>| {
        let ids = || names(group.iter().map(|&at| &*decomposition.subgoals[at].id));
        let text = match group.len() {
            1 => format!("Subgoal {} depends on itself", ids()),
            _ => format!("Subgoals {} depend on each other in a cycle", ids()),
        };
        let mend = format!("Take a dependency between {} away, or make one subgoal of them", ids());
        Issue::new("cycle", Consistency, Issue::MAJOR, text).blocking().suggest(mend)
    };
    found.iter().map(issue).collect()
}

/// Where a subgoal stands: its phase, its place in it, and whether the phase is parallel.
#[derive(Clone, Copy)]
struct Slot {
    phase: usize,
    place: usize,
    parallel: bool,
}

/// Subgoals that come before, or beside, what they depend on.
fn order(decomposition: &Decomposition, phases: &[Phase]) -> Vec<Issue> {
    let mut slots: HashMap<&str, Slot> = HashMap::new();
    for (phase, each) in phases.iter().enumerate() {
        let parallel = each.phase == Manner::Parallel;
        for (place, id) in each.subgoals.iter().enumerate() {
            slots.entry(id).or_insert(Slot { phase, place, parallel });
        }
    }
    let mut issues = Vec::new();
    for subgoal in &decomposition.subgoals {
        for needed in &subgoal.depends_on {
            let (Some(own), Some(other)) = (slots.get(&*subgoal.id), slots.get(&**needed)) else { continue };
            let (id, needed) = (names([&*subgoal.id]), names([&**needed]));
            let issue = |code, text: String| {
                let mend = format!("Put {needed} into an earlier place than {id}");
                Issue::new(code, Consistency, Issue::SIGNIFICANT, text).blocking().suggest(mend)
            };
            if own.phase == other.phase && own.parallel {
                let text = format!("Subgoals {needed} and {id} are parallel, but {id} depends on {needed}");
                issues.push(issue("parallel_dependency", text));
            } else if (own.phase, own.place) < (other.phase, other.place) {
                issues.push(issue("order", format!("Subgoal {id} comes before {needed}, which it depends on")));
            }
        }
    }
    issues
}

/// Subgoals that cannot both be.
fn contradictions(decomposition: &Decomposition) -> Vec<Issue> {
    let known = places(decomposition);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, subgoal) in decomposition.subgoals.iter().enumerate() {
        let others = subgoal.contradicts.iter().filter_map(|id| known.get(&**id));
        pairs.extend(others.map(|&other| (at.min(other), at.max(other))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    let issue = |&(one, other): &(usize, usize)| {
        let [one, other] = [one, other].map(|at| names([&*decomposition.subgoals[at].id]));
        let text = if one == other {
            format!("Subgoal {one} contradicts itself")
        } else {
            format!("Subgoals {one} and {other} contradict each other")
        };
        let mend = format!("Decide between {one} and {other}");
        Issue::new("contradiction", Consistency, Issue::MAJOR, text).blocking().suggest(mend)
    };
    pairs.iter().map(issue).collect()
}
