//! What comes out of the protocol: permits, entries for the journal, a halt, messages.

use super::Judged;
use crate::{
    review::Place,
    run::{Ended, Event},
};

/// A permit, as it is to be published. A stop is no permit: it is [`Output::Halt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Permit {
    /// Counts the permits of this run from 1.
    pub serial: u32,
    /// What the controller may do.
    pub grant: Grant,
    /// The step of a `go`; otherwise the last step that was seen done.
    pub step: u32,
    /// Whether the controller is to say where the robot is.
    pub report: bool,
}

/// What is permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grant {
    /// Nothing.
    Hold,
    /// The permit's step, once.
    Go,
    /// Nothing more: the run is completed.
    End,
}

/// A write to the journal. One is outstanding at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The run is running.
    RunStarted,
    /// The step is about to be permitted.
    BeginStep {
        /// Counted from 1.
        number: u32,
    },
    /// The step was seen done.
    StepDone {
        /// Counted from 1.
        number: u32,
        /// By what.
        judged: Judged,
    },
    /// The step was not done, or not seen done.
    StepFailed {
        /// Counted from 1.
        number: u32,
        /// Why.
        message: String,
        /// What was observed, where the controller said that it was done.
        judged: Option<Judged>,
    },
    /// The run is over.
    EndRun {
        /// How.
        end: Ended,
        /// Where the robot is.
        robot: Sighting,
    },
    /// What was recorded as confirmed is not to be relied on after all.
    Distrust {
        /// Why.
        reason: String,
    },
}

/// What a run knows at its end about where the robot is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sighting {
    /// Nothing could have moved it: it is where it was before the run, and as sure.
    AsBefore,
    /// It was seen there after the last thing that could have moved it.
    Confirmed(Place),
    /// It may be anywhere.
    Unsure {
        /// Where it was last seen and believed.
        last: Place,
        /// Where the controller says it is, if that is something else.
        said: Option<Place>,
    },
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Get the driver ready; nothing may move.
    Prepare,
    /// Write this to the journal.
    Journal(Entry),
    /// Publish this permit.
    Publish(Permit),
    /// Halt the robot, at once and for good: no permit that is still being written may take effect after it.
    Halt,
    /// Tell whoever watches.
    Tell(Event),
}
