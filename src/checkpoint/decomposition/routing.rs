//! Can the agents do what they are given: do they exist, are they able, may they act here, and who stands in for them?
//! In: the case. Out: issues of routability. Where nobody says who there is, nothing is found.
//!
//! An agent that cannot is replaced by its fallback, else by an agent that can do `all`. The ceilings are those of the rubric:
//! 0.90 with fallbacks, 0.70 with a generic agent, 0.69 with nobody for some, 0.49 where most agents are unavailable, also
//! where a generic one stands in.

use std::collections::{HashMap, HashSet};

use super::{Agent, Case, Subgoal};
use crate::checkpoint::{
    issue::{Issue, names},
    rubric::Criterion::Routability,
};

/// The capability that stands for every one.
const ALL: &str = "all";

pub(super) fn issues(case: &Case) -> Vec<Issue> {
    let Some(agents) = &case.agents else { return Vec::new() };
    let registry = Registry::new(agents, case.environment.as_deref());
    let subgoals = &case.decomposition.subgoals;
    let mut found: Vec<(Standin, Issue)> = subgoals.iter().filter_map(|subgoal| registry.subgoal(subgoal)).collect();
    let unavailable = found.iter().filter(|(standin, _)| *standin != Standin::Fallback).count();
    let are_most = 2 * unavailable > subgoals.len();
    for (standin, issue) in &mut found {
        issue.ceiling = match standin {
            Standin::Nobody | Standin::Generic if are_most => Issue::MAJOR,
            Standin::Nobody => Issue::SIGNIFICANT,
            Standin::Generic => Issue::BARELY,
            Standin::Fallback => Issue::MINOR,
        };
    }
    found.into_iter().map(|(_, issue)| issue).collect()
}

/// Who does a subgoal whose agent cannot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standin {
    Fallback,
    Generic,
    Nobody,
}

/// An agent, made ready for many questions.
struct Able<'c> {
    agent: &'c Agent,
    capabilities: HashSet<&'c str>,
    /// Where the environment is not known, the check is not completed, whatever is said here.
    authorised: bool,
}

impl Able<'_> {
    fn lacks<'s>(&self, subgoal: &'s Subgoal) -> impl Iterator<Item = &'s str> {
        let lacks = |capability: &&str| !self.capabilities.contains(ALL) && !self.capabilities.contains(capability);
        subgoal.requires.iter().map(String::as_str).filter(lacks)
    }

    fn can_do(&self, subgoal: &Subgoal) -> bool {
        self.authorised && self.agent.name != subgoal.agent && self.lacks(subgoal).next().is_none()
    }
}

struct Registry<'c> {
    by_name: HashMap<&'c str, usize>,
    agents: Vec<Able<'c>>,
    environment: Option<&'c str>,
}

impl<'c> Registry<'c> {
    fn new(agents: &'c [Agent], environment: Option<&'c str>) -> Self {
        let is_authorised = |agent: &Agent| match (&agent.environments, environment) {
            (Some(list), Some(environment)) => list.iter().any(|each| each == environment),
            (Some(_), None) => false,
            (None, _) => true,
        };
        let able = |agent: &'c Agent| Able {
            agent,
            capabilities: agent.capabilities.iter().map(String::as_str).collect(),
            authorised: is_authorised(agent),
        };
        Self {
            by_name: agents.iter().enumerate().map(|(at, agent)| (&*agent.name, at)).collect(),
            agents: agents.iter().map(able).collect(),
            environment,
        }
    }

    fn named(&self, name: &str) -> Option<&Able<'c>> {
        self.by_name.get(name).and_then(|&at| self.agents.get(at))
    }

    /// What is wrong with a subgoal's agent, and who stands in for it; none where nothing is.
    fn subgoal(&self, subgoal: &Subgoal) -> Option<(Standin, Issue)> {
        let own = self.named(&subgoal.agent);
        let (code, fault) = self.fault(subgoal, own)?;
        let id = names([&*subgoal.id]);
        let (standin, who) = self.standin(subgoal, own);
        let suggestion = match who.or_else(|| self.specialist(subgoal)) {
            Some(other) => format!("Give {id} to {}", names([&*other.agent.name])),
            None => format!("Nobody in the registry can do {id}: leave it out, or register an agent for it"),
        };
        // The ceiling hangs on how many subgoals fare so, and is set when all are known.
        let issue = Issue::new(code, Routability, Issue::MINOR, format!("Subgoal {id}: {fault}")).suggest(suggestion);
        Some((standin, if standin == Standin::Nobody { issue.blocking() } else { issue }))
    }

    fn fault(&self, subgoal: &Subgoal, own: Option<&Able<'_>>) -> Option<(&'static str, String)> {
        let name = names([&*subgoal.agent]);
        let Some(own) = own else {
            return Some(("unknown_agent", format!("agent {name} is not in the registry")));
        };
        if !own.authorised {
            let fault = match self.environment {
                Some(environment) => format!("agent {name} may not act in environment {}", names([environment])),
                None => format!(
                    "agent {name} may act in some environments alone, and `environment` does not say which one this is"
                ),
            };
            return Some(("unauthorised_agent", fault));
        }
        let lacking: Vec<&str> = own.lacks(subgoal).collect();
        (!lacking.is_empty()).then(|| ("missing_capability", format!("agent {name} lacks {}", names(lacking))))
    }

    fn standin(&self, subgoal: &Subgoal, own: Option<&Able<'c>>) -> (Standin, Option<&Able<'c>>) {
        let fallback = own.and_then(|own| own.agent.fallback.as_deref()).and_then(|name| self.named(name));
        if let Some(other) = fallback.filter(|other| other.can_do(subgoal)) {
            return (Standin::Fallback, Some(other));
        }
        let generic = self.agents.iter().find(|other| other.capabilities.contains(ALL) && other.can_do(subgoal));
        (if generic.is_some() { Standin::Generic } else { Standin::Nobody }, generic)
    }

    /// Somebody who has what the subgoal says it takes; none where it says nothing.
    fn specialist(&self, subgoal: &Subgoal) -> Option<&Able<'c>> {
        self.agents.iter().find(|other| !subgoal.requires.is_empty() && other.can_do(subgoal))
    }
}
