//! The exploration: how far, how many states, and the faults that it must find.

use std::time::Instant;

use stateright::{Checker, HasDiscoveries, Model};

use super::{
    actions::{Action, Bound},
    world::Flaw,
};

/// Explores; gives what broke, with the way there.
fn explore(flaw: Flaw, troubles: u8, wishes: u8) -> Option<(String, Vec<Action>)> {
    explore_all(Bound { flaw, troubles, wishes, is_stepwise: false })
}

fn explore_all(bound: Bound) -> Option<(String, Vec<Action>)> {
    let start = Instant::now();
    let Bound { flaw, troubles, wishes, .. } = bound;
    let checker = bound.checker().threads(2).finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
    println!(
        "{flaw:?}, {troubles} troubles, {wishes} wishes: {} states, {} of them different, depth {}, {:.1} s",
        checker.state_count(),
        checker.unique_state_count(),
        checker.max_depth(),
        start.elapsed().as_secs_f64()
    );
    let broken = checker.discoveries().into_iter().find(|(name, _)| *name != "a run is completed");
    broken.map(|(name, path)| {
        let what = path.last_state().broken.map_or_else(|| name.to_owned(), str::to_owned);
        (what, path.into_actions())
    })
}

#[test]
fn nothing_that_can_happen_breaks_an_invariant() {
    for (troubles, wishes) in [(0, 3), (1, 2), (2, 1)] {
        if let Some((what, way)) = explore(Flaw::None, troubles, wishes) {
            panic!("{what}:\n{way:#?}");
        }
    }
}

#[test]
fn nothing_breaks_an_invariant_where_each_step_waits_for_its_yes() {
    for (troubles, wishes) in [(0, 2), (1, 1)] {
        let bound = Bound { flaw: Flaw::None, troubles, wishes, is_stepwise: true };
        if let Some((what, way)) = explore_all(bound) {
            panic!("{what}:\n{way:#?}");
        }
    }
}

#[test]
fn planted_faults_are_found() {
    for (flaw, expected) in [
        // A step after the stop, or anything else in its place.
        (Flaw::GoAfterStop, "2: "),
        (Flaw::DeafWhileWriting, "2: a step was permitted after a wish to stop now that was not heard"),
        (Flaw::ConfirmedWhileItMoved, "3: confirmed, and something unfitting was heard"),
        (Flaw::RecoversElsewhere, "recovered, and the robot may still move"),
        (Flaw::DiesOfSignals, "a signal left a permitted step standing"),
        (Flaw::BelievesDone, "9: a step counts as done that was neither seen nor confirmed"),
        (Flaw::CachedReport, "7: a step was permitted, and the robot is not where it begins"),
    ] {
        let found = explore(flaw, 1, 2).unwrap_or_else(|| panic!("{flaw:?} was not found"));
        assert!(found.0.starts_with(expected), "{flaw:?}: {found:#?}");
    }
}
