//! A run of two steps whose inputs a test chooses one by one.

use std::{sync::Arc, time::Duration};

use cellgraph::run::{
    Stop,
    protocol::{Facts, Input, Judged, Line, Output, Progress, Protocol, StepFacts, Wishes},
};

use super::world::{RUN, place};

pub(super) const LIMIT: Duration = Duration::from_secs(30);
pub(super) const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A run of two steps with an honest controller, whose inputs a test chooses.
pub(super) struct Script {
    pub(super) protocol: Protocol,
    pub(super) outputs: Vec<Output>,
}

impl Script {
    pub(super) fn new() -> Self {
        let step = |number: u8| StepFacts {
            name: format!("Move to {number}"),
            before: place(number - 1),
            after: place(number),
            expected: Some(Duration::from_millis(1500)),
            deadline: 2 * LIMIT,
        };
        let (start, steps) = (place(0), vec![step(1), step(2)]);
        let facts =
            Facts { run: RUN, start, steps, answer_limit: LIMIT, journal_limit: 2 * LIMIT, look_again: LOOK_AGAIN };
        let (protocol, outputs) = Protocol::new(Arc::new(facts));
        Self { protocol, outputs }
    }

    pub(super) fn give(mut self, input: Input) -> Self {
        self.outputs = self.protocol.take(input);
        self.outputs.extend(self.protocol.take(Input::Wishes(Wishes::default())));
        self
    }

    pub(super) fn wish(mut self, stop: Stop, is_paused: bool) -> Self {
        self.outputs = self.protocol.take(Input::Wishes(Wishes { stop, is_paused, ..Wishes::default() }));
        self
    }

    pub(super) fn at(self, seconds: u64) -> Self {
        self.give(Input::Time(Duration::from_secs(seconds)))
    }

    pub(super) fn journalled(self) -> Self {
        self.give(Input::Journalled(Ok(())))
    }

    pub(super) fn published(self, serial: u32) -> Self {
        self.give(Input::Published { serial, result: Ok(()) })
    }

    pub(super) fn line(self, serial: u32, step: u32, progress: Progress) -> Self {
        self.seen(serial, step, progress, Judged::plain())
    }

    /// A line, and what was made of what it shows.
    pub(super) fn seen(self, serial: u32, step: u32, progress: Progress, judged: Judged) -> Self {
        self.give(Input::Line(Line { run: RUN, serial, step, progress }, judged))
    }

    /// Up to the first `go`, which has the serial number 2.
    pub(super) fn moving() -> Self {
        let asked = Self::new().give(Input::Prepared(Ok(()))).published(1);
        asked.line(1, 0, Progress::At(place(0))).journalled().journalled().published(2)
    }

    /// Up to the journal's answer to the last step.
    pub(super) fn done() -> Self {
        let first = Self::moving().line(2, 1, Progress::Done(place(1))).journalled().journalled().published(3);
        first.line(3, 2, Progress::Done(place(2))).journalled()
    }

    /// Lets everything that is left answer.
    pub(super) fn told(mut self) -> (String, Vec<String>) {
        for serial in 1..8 {
            self = self.give(Input::Halted(Ok(()))).published(serial).journalled();
        }
        assert!(self.protocol.is_finished(), "{:#?}", self.protocol);
        let end = self.protocol.end().map(ToString::to_string).unwrap_or_default();
        (end, self.protocol.notes().to_vec())
    }
}
