//! Goals as subgoals, and what the snapshot has of what they name. In: goals by name, in any cell. Out: the decomposition,
//! its agents and its context, in the general form. A name that the snapshot does not have is in neither of the two.

use std::collections::BTreeSet;

use crate::{
    cell::{PositionId, State},
    checkpoint::{
        decomposition::{Agent, Decomposition, Manner, Phase, Subgoal},
        issue::names,
    },
    plan::Goal,
    snapshot::Snapshot,
};

const MOTION: &str = "motion";
const TOOL_CHANGE: &str = "tool change";
const FLANGE: &str = "flange";
const HOME: &str = "home";

pub(super) fn decompose(sentence: &str, goals: &[Goal]) -> Decomposition {
    let subgoals: Vec<Subgoal> = goals.iter().enumerate().map(|(at, goal)| subgoal(at, goal)).collect();
    let order = Phase { phase: Manner::Sequential, subgoals: subgoals.iter().map(|each| each.id.clone()).collect() };
    Decomposition { goal: sentence.to_owned(), subgoals, execution_order: Some(vec![order]) }
}

fn subgoal(at: usize, goal: &Goal) -> Subgoal {
    let (description, agent, requires, references) = match goal {
        Goal::Move { position } => (
            format!("Move to {}", names([&**position])),
            MOTION.to_owned(),
            vec![at_position(position)],
            vec![at_position(position)],
        ),
        Goal::Routine { routine, position } => (
            format!("Run {} at {}", names([&**routine]), names([&**position])),
            routine_agent(routine),
            vec![at_position(position)],
            vec![routine_agent(routine), at_position(position)],
        ),
        Goal::AttachTool { tool } => {
            (format!("Take {}", names([&**tool])), TOOL_CHANGE.to_owned(), vec![the_tool(tool)], vec![the_tool(tool)])
        }
        Goal::ReleaseTool => {
            ("Bring the tool back".to_owned(), TOOL_CHANGE.to_owned(), vec![FLANGE.to_owned()], vec![FLANGE.to_owned()])
        }
        Goal::ReleaseToolAndHome => (
            "Bring the tool back and go home".to_owned(),
            TOOL_CHANGE.to_owned(),
            vec![FLANGE.to_owned(), HOME.to_owned()],
            vec![FLANGE.to_owned(), HOME.to_owned()],
        ),
    };
    Subgoal {
        id: format!("g{}", at + 1),
        description,
        agent,
        requires,
        references,
        depends_on: (at > 0).then(|| format!("g{at}")).into_iter().collect(),
        ..Subgoal::default()
    }
}

fn at_position(name: &str) -> String {
    format!("position {name}")
}

fn the_tool(name: &str) -> String {
    format!("tool {name}")
}

fn routine_agent(name: &str) -> String {
    format!("routine {name}")
}

/// What the snapshot has of what the goals name. The whole of a large cell would be listed for one goal otherwise.
pub(super) struct Context<'s> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) state: State,
}

impl Context<'_> {
    pub(super) fn agents(&self, goals: &[Goal]) -> Vec<Agent> {
        let agent = |name: String, capabilities| Agent { name, capabilities, environments: None, fallback: None };
        let positions = positions(goals);
        let known = || positions.iter().filter_map(|&name| Some((name, self.snapshot.position_id(name)?)));
        let mut agents = vec![agent(MOTION.to_owned(), known().map(|(name, _)| at_position(name)).collect())];
        if self.snapshot.attach_routine().is_some() && self.snapshot.release_routine().is_some() {
            let mut can: Vec<String> = self.tools(goals).map(the_tool).collect();
            can.push(FLANGE.to_owned());
            can.extend(self.has_home().then(|| HOME.to_owned()));
            agents.push(agent(TOOL_CHANGE.to_owned(), can));
        }
        for name in self.routines(goals) {
            let Some(id) = self.snapshot.routine_id(name) else { continue };
            let at = |&(_, position): &(&str, PositionId)| self.snapshot.is_supported(id, position);
            let mut can: Vec<String> = known().filter(at).map(|(name, _)| at_position(name)).collect();
            can.extend(self.snapshot.required_tool(id).map(|tool| format!("with {}", self.snapshot.tool_name(tool))));
            agents.push(agent(routine_agent(name), can));
        }
        agents
    }

    pub(super) fn context(&self, goals: &[Goal]) -> BTreeSet<String> {
        let positions = positions(goals).into_iter().filter(|name| self.snapshot.position_id(name).is_some());
        let mut names: BTreeSet<String> = positions.map(at_position).collect();
        names.extend(self.tools(goals).map(the_tool));
        names.extend(self.routines(goals).into_iter().map(routine_agent));
        names.insert(FLANGE.to_owned());
        names.extend(self.has_home().then(|| HOME.to_owned()));
        names
    }

    fn tools<'g>(&self, goals: &'g [Goal]) -> impl Iterator<Item = &'g str> {
        goals.iter().filter_map(|goal| match goal {
            Goal::AttachTool { tool } => self.snapshot.tool_id(tool).map(|_| tool.as_str()),
            _ => None,
        })
    }

    /// Routines that a goal may name: the system's are none of these.
    fn routines<'g>(&self, goals: &'g [Goal]) -> BTreeSet<&'g str> {
        let system = [self.snapshot.attach_routine(), self.snapshot.release_routine()];
        let is_open = |name: &&str| {
            let id = self.snapshot.routine_id(name);
            id.is_some() && !system.contains(&id)
        };
        let named = goals.iter().filter_map(|goal| match goal {
            Goal::Routine { routine, .. } => Some(routine.as_str()),
            _ => None,
        });
        named.filter(is_open).collect()
    }

    fn has_home(&self) -> bool {
        self.snapshot.nearest_home(self.state.position).is_some()
    }
}

fn positions(goals: &[Goal]) -> BTreeSet<&str> {
    let named = goals.iter().filter_map(|goal| match goal {
        Goal::Move { position } | Goal::Routine { position, .. } => Some(position.as_str()),
        _ => None,
    });
    named.collect()
}
