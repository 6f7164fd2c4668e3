//! The cases of a trial, each with what is expected and what is to be mended where it fails.

use serde::Serialize;

/// Something that a controller has to do, or must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// Says where the robot is when it is asked.
    Report,
    /// Moves nothing before `go`.
    Hold,
    /// Answers each request for a report once.
    Reports,
    /// Moves nothing after a stop before the motion, and reports under it.
    StopBefore,
    /// Ignores a `go` with an old serial number.
    OldSerial,
    /// Does no step of a file that names another run: neither where both do, nor where one of them does.
    OtherRun,
    /// Ignores a `go` without a heartbeat.
    NoHeartbeat,
    /// Does each permitted step once, and says so.
    Step,
    /// Waits between two steps, and reports there.
    Pause,
    /// Halts at `stop` in a motion.
    StopInMotion,
    /// Halts when the heartbeat ends in a motion.
    DeadPc,
    /// Does not go on with a step after a restart.
    Restart,
    /// Writes lines of the right form, with the right run, serial number and step.
    Lines,
}

impl Case {
    /// In the order in which they are tried; the lines are looked at in all.
    pub const ALL: [Self; 13] = [
        Self::Report,
        Self::Hold,
        Self::Reports,
        Self::StopBefore,
        Self::OldSerial,
        Self::OtherRun,
        Self::NoHeartbeat,
        Self::Step,
        Self::Pause,
        Self::StopInMotion,
        Self::DeadPc,
        Self::Restart,
        Self::Lines,
    ];

    /// Whether the robot is halted on its way, so that a person has to bring it back.
    #[must_use]
    pub const fn halts_on_the_way(self) -> bool {
        matches!(self, Self::StopInMotion | Self::DeadPc | Self::Restart)
    }

    /// For people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Report => "a fresh report",
            Self::Hold => "no motion before `go`",
            Self::Reports => "a report asked for in between",
            Self::StopBefore => "`stop` before the motion",
            Self::OldSerial => "a `go` with an old serial number",
            Self::OtherRun => "a `go` of another run",
            Self::NoHeartbeat => "a `go` without a heartbeat",
            Self::Step => "a step begun and ended",
            Self::Pause => "`hold` between two steps",
            Self::StopInMotion => "`stop` during the motion",
            Self::DeadPc => "a dead PC during the motion",
            Self::Restart => "a restart during the motion",
            Self::Lines => "the form of the lines",
        }
    }

    /// What a controller is expected to do.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Report => "one line `report` with the number in `report`, and where the robot is",
            Self::Hold => "no line and no motion while `hold` stands",
            Self::Reports => {
                "one line `report` for each greater number in `report`, and none for a number that was answered"
            }
            Self::StopBefore => "no motion; under `stop`, one line `report` when `report` grows",
            Self::OldSerial => "no motion and no line: the serial number is smaller than one that was seen",
            Self::OtherRun => {
                "no step of a file that names another run: first `actions.json` and `actions.yaml` do, then each alone; `failed` is allowed"
            }
            Self::NoHeartbeat => {
                "no motion, for `heartbeat.json` is of another run and does not change; `failed` is allowed"
            }
            Self::Step => {
                "`started`, then `done` with the place that the step leads to; once for each `go`, and nothing after `end`"
            }
            Self::Pause => {
                "no motion under `hold`; a `report` with the place that the step led to; then the next step at its `go`"
            }
            Self::StopInMotion => "`failed` for the step, and no `done`; under `stop`, one line `report`",
            Self::DeadPc => {
                "`failed` for the step after `valid_s` seconds without a heartbeat; the step does not go on afterwards"
            }
            Self::Restart => "`failed` for the step that was begun; no second `started`",
            Self::Lines => {
                "JSON with the fields of the hand-over; run, serial number and step of the permit that the line answers"
            }
        }
    }

    /// What is to be mended where it fails.
    #[must_use]
    pub const fn mend(self) -> &'static str {
        match self {
            Self::Report => {
                "when `report` is greater than the last one answered and the robot stands still, append one `report`"
            }
            Self::Hold => "begin a step at `go` and at nothing else",
            Self::Reports => "keep the last `report` that you answered, and answer each greater one once",
            Self::StopBefore => "at `stop` move nothing, and go on to look at `report`",
            Self::OldSerial => "keep the largest `serial` that you saw, and ignore a permit with a smaller one",
            Self::OtherRun => {
                "before a step, compare `run` of the permit with `run` of the file that the step is taken from: of `actions.json`, or in the header of `actions.yaml`"
            }
            Self::NoHeartbeat => {
                "begin a step only when `heartbeat.json` has changed within `valid_s` seconds of your own clock, and its `run` is the permit's"
            }
            Self::Step => {
                "append `started`, do step `step` of `actions.yaml` once, stand still, append `done` with what was measured"
            }
            Self::Pause => "wait at `hold`, answer `report` there, and take the next `go` as a new step",
            Self::StopInMotion => {
                "during a step compare `permit` and `serial` at each look; when they differ, halt, then append `failed`"
            }
            Self::DeadPc => {
                "during a step look at the heartbeat's age at each look; when it is above `valid_s`, halt, append `failed`, and drop the step"
            }
            Self::Restart => {
                "at the start read your own `progress.jsonl`: append `failed` for a step without an end, and do no step again that has a line"
            }
            Self::Lines => {
                "write the line as the reference describes it, with `run`, `serial` and `step` copied from the permit"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_tried_once_and_in_order() {
        let mut sorted = Case::ALL.to_vec();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted, Case::ALL);
        for case in Case::ALL {
            assert!(!case.name().is_empty() && !case.expected().is_empty() && !case.mend().is_empty());
        }
    }
}
