//! How a run stands, in one line: which step, where, with what in hand, for how long, who paused it. In: events. Out: words.

use std::time::{Duration, Instant};

use crate::{cell::NO_TOOL, review::Place, run::Event};

/// How a run stands.
pub(super) struct Status {
    operator: String,
    place: Place,
    /// How many steps there are, once that is known.
    of: u32,
    /// How many were seen done.
    done: u32,
    step: Option<Step>,
    stands: Standing,
    since: Instant,
    /// Who else has paused it.
    paused_by: Option<(String, u32)>,
}

struct Step {
    number: u32,
    name: String,
    expected: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    GettingReady,
    Moving,
    Between,
    Looking,
    Paused,
    /// A step waits for its yes.
    Asked,
    /// Nobody can be sure of a step.
    Unsure,
    Over,
}

impl Status {
    pub(super) fn new(operator: &str, start: &Place) -> Self {
        Self {
            operator: operator.to_owned(),
            place: start.clone(),
            of: 0,
            done: 0,
            step: None,
            stands: Standing::GettingReady,
            since: Instant::now(),
            paused_by: None,
        }
    }

    pub(super) fn heed(&mut self, event: &Event) {
        let stands = match event {
            Event::Started { steps, .. } => {
                self.of = *steps;
                Standing::Between
            }
            Event::StepStarted { number, of, name, expected_s, .. } => {
                let expected = expected_s.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                self.of = *of;
                self.step = Some(Step { number: *number, name: name.clone(), expected });
                Standing::Moving
            }
            Event::StepAsked { number, of, name, .. } => {
                self.of = *of;
                self.step = Some(Step { number: *number, name: name.clone(), expected: None });
                Standing::Asked
            }
            Event::StepCompleted { number, place } => {
                (self.done, self.place) = (*number, place.clone());
                Standing::Between
            }
            Event::LookingAgain { .. } => Standing::Looking,
            Event::Unsure { .. } => Standing::Unsure,
            Event::Paused { .. } => Standing::Paused,
            Event::Beside(wish) => {
                if let Some(pause) = wish.pause {
                    self.paused_by = Some((wish.by.clone(), pause));
                }
                return;
            }
            Event::PauseLifted { pause } => {
                self.paused_by.take_if(|(_, later)| *later <= *pause);
                return;
            }
            Event::Resumed | Event::Confirmed { .. } => Standing::Between,
            Event::Ended(_) => Standing::Over,
            Event::Observed { .. } | Event::PartialSuccess { .. } => return,
        };
        if *event == Event::Resumed {
            self.paused_by = None;
        }
        if stands != self.stands || stands == Standing::Moving {
            self.since = Instant::now();
        }
        self.stands = stands;
    }

    /// One line; what matters most comes first.
    pub(super) fn line(&self) -> String {
        let for_s = self.since.elapsed().as_secs();
        let (number, name) = self.step.as_ref().map_or((0, ""), |step| (step.number, &*step.name));
        let (of, operator) = (self.of, &self.operator);
        let held = if self.place.tool == NO_TOOL { "empty hand" } else { &self.place.tool };
        let at = format!("at {} ({held})", self.place.position);
        let between = match self.done {
            0 => format!("before step 1 of {of}"),
            done => format!("after step {done} of {of}"),
        };
        match self.stands {
            Standing::GettingReady => format!("getting ready, {for_s} s; {at}"),
            Standing::Moving => {
                let expected = self.step.as_ref().and_then(|step| step.expected);
                let expected =
                    expected.map_or_else(String::new, |time| format!(" of about {:.0} s", time.as_secs_f64()));
                format!("step {number} of {of}: {name}, {for_s} s{expected}; was {at}")
            }
            Standing::Between => format!("{between}; {at}"),
            Standing::Looking => format!("step {number} of {of}: {name}, looked at once more; was {at}"),
            Standing::Paused => {
                let by = self.paused_by.as_ref().map_or(operator, |(by, _)| by);
                format!("paused by {by} {between}, {for_s} s; {at}")
            }
            Standing::Asked => format!("step {number} of {of} waits for your yes: {name}; {at}"),
            Standing::Unsure => format!("step {number} of {of} waits for your word, was it done? {name}; was {at}"),
            Standing::Over => format!("the run is over; {at}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::run::Ended;

    fn place(position: &str) -> Place {
        Place { position: position.to_owned(), tool: "Welder".to_owned() }
    }

    #[test]
    fn each_standing_has_its_words() {
        let mut status = Status::new("Ada", &place("Home"));
        let mut says = |event: Event, words: &str| {
            status.heed(&event);
            assert_eq!(status.line(), words);
        };
        let name = || "Move to Pos_1".to_owned();
        says(Event::Started { run: Uuid::nil(), steps: 3 }, "before step 1 of 3; at Home (Welder)");
        says(
            Event::StepStarted { number: 1, of: 3, name: name(), after: place("Pos_1"), expected_s: Some(2.6) },
            "step 1 of 3: Move to Pos_1, 0 s of about 3 s; was at Home (Welder)",
        );
        says(Event::StepCompleted { number: 1, place: place("Pos_1") }, "after step 1 of 3; at Pos_1 (Welder)");
        says(Event::Paused { after: 1 }, "paused by Ada after step 1 of 3, 0 s; at Pos_1 (Welder)");
        says(Event::Resumed, "after step 1 of 3; at Pos_1 (Welder)");
        says(
            Event::StepAsked { number: 2, of: 3, name: name(), after: place("Pos_1"), question: 4 },
            "step 2 of 3 waits for your yes: Move to Pos_1; at Pos_1 (Welder)",
        );
        says(Event::Ended(Ended::Completed), "the run is over; at Pos_1 (Welder)");
    }
}
