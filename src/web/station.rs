//! What the page needs of the program around it: who carries out a run, who judges it, and what else can stop it.

use std::{path::Path, sync::Arc};

use crate::{
    cell::State,
    language::Readers,
    plan::Plan,
    review::Place,
    run::{Control, Crew},
    snapshot::Snapshot,
    workflow::Desk,
};

/// The program around the page. It is asked on the desk's thread alone.
pub trait Station {
    /// Whether no robot moves.
    fn is_simulated(&self) -> bool;

    /// The folder that is shared with the controller, where there is one.
    fn robot(&self) -> Option<&Path>;

    /// Who carries out and judges a run from `state` on.
    ///
    /// # Errors
    ///
    /// In words, why there is nobody; nothing is run then.
    fn crew(&self, snapshot: &Arc<Snapshot>, state: State) -> Result<Crew, String>;

    /// The first step of a plan that an operator is going to be asked about: its number, and the check that nothing answers.
    ///
    /// # Errors
    ///
    /// In words, why that cannot be said.
    fn to_be_confirmed(&self, plan: &Plan<'_>, snapshot: &Snapshot) -> Result<Option<(usize, String)>, String>;

    /// The readers of a layout that is to be taken up.
    ///
    /// # Errors
    ///
    /// In words, why there are none; the layout in force stays then.
    fn readers(&self, desk: &Desk, snapshot: &Arc<Snapshot>) -> Result<Readers, String>;

    /// Takes a person's word for where the robot is: tells the controller to stop and asks it, where there is one, closes a run that
    /// was interrupted, and records the place unless the controller says something else. Never during a run.
    ///
    /// # Errors
    ///
    /// In words, why nothing was confirmed.
    fn recover(&self, desk: &mut Desk, place: &Place, operator: &str, reason: &str) -> Result<(), String>;

    /// Gives the run into the hands of whoever is at the program itself (its signals), until the guard is let go. Where nobody could
    /// stop it there, `control` is told to stop.
    fn hold(&self, control: &Control) -> Box<dyn Hold>;
}

/// A run in other hands beside the page's.
pub trait Hold {
    /// Lets the run go. Whether the program is to end now.
    fn let_go(self: Box<Self>) -> bool;
}
