//! The one place from which a step is permitted.

use std::sync::Arc;

use super::{Ended, Event, Evidence, Grant, Halt, Output, Phase, Protocol, Stop};

impl Protocol {
    /// Permits a step. The only place that does.
    pub(super) fn go(&mut self, number: u32, out: &mut Vec<Output>) {
        let facts = Arc::clone(&self.facts);
        let step = usize::try_from(number).ok().and_then(|number| facts.steps.get(number.checked_sub(1)?));
        let may = number == self.completed + 1
            && self.row == Some(number)
            && self.evidence == Evidence::Seen
            && self.halt == Halt::NotWished
            && self.wishes.stop == Stop::No
            && !self.is_held();
        let Some(step) = step.filter(|step| may && step.before == self.place) else {
            // An invariant, not a case: were it ever broken, the robot stands still instead of somebody finding out.
            let reason = "the steps are out of order; this one was not sent".to_owned();
            return self.finish(Ended::Failed { step: number, reason }, out);
        };
        (self.evidence, self.looks, self.question) = (Evidence::Doubt, 0, None);
        self.phase = Phase::Moving { since: self.now, has_started: false };
        out.push(Output::Tell(Event::StepStarted {
            number,
            of: self.of(),
            name: step.name.clone(),
            after: step.after.clone(),
            expected_s: step.expected.map(|time| time.as_secs_f64()),
        }));
        self.publish(Grant::Go, number, false, out);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::{sync::Arc, time::Duration};

    use uuid::Uuid;

    use super::*;
    use crate::{
        review::Place,
        run::protocol::{Facts, StepFacts},
    };

    fn place(position: &str) -> Place {
        Place { position: position.to_owned(), tool: "none".to_owned() }
    }

    /// A run whose first step may be permitted.
    pub(in crate::run::protocol) fn ready(run: u128) -> Protocol {
        let step = |before, after| StepFacts {
            name: format!("Move to {after}"),
            before: place(before),
            after: place(after),
            expected: None,
            deadline: Duration::from_secs(60),
        };
        let limit = Duration::from_secs(30);
        let facts = Facts {
            run: Uuid::from_u128(run),
            start: place("A"),
            steps: vec![step("A", "B"), step("B", "C")],
            answer_limit: limit,
            journal_limit: limit,
            look_again: limit,
        };
        let (mut protocol, _) = Protocol::new(Arc::new(facts));
        (protocol.phase, protocol.evidence, protocol.row) = (Phase::Beginning, Evidence::Seen, Some(1));
        protocol
    }

    fn is_permitted(mut protocol: Protocol, number: u32) -> bool {
        let mut out = Vec::new();
        protocol.go(number, &mut out);
        let is_permitted =
            out.iter().any(|output| matches!(output, Output::Publish(permit) if permit.grant == Grant::Go));
        // A step that is not sent halts the robot and ends the run.
        assert_eq!(out.contains(&Output::Halt), !is_permitted);
        assert_eq!(protocol.end().is_none(), is_permitted);
        is_permitted
    }

    /// Nothing leads to these states. Were one of them reached, no other condition would make up for the one that is missing.
    #[test]
    fn no_step_is_permitted_while_one_condition_is_missing() {
        assert!(is_permitted(ready(1), 1));
        assert!(!is_permitted(ready(1), 0));
        assert!(!is_permitted(ready(1), 2));
        type TakeAway = fn(&mut Protocol);
        let missing: [(&str, TakeAway); 9] = [
            ("the step after another one than was seen done", |protocol| protocol.completed = 1),
            ("no row", |protocol| protocol.row = None),
            ("another row", |protocol| protocol.row = Some(2)),
            ("never seen", |protocol| protocol.evidence = Evidence::Before),
            ("not seen since it may have moved", |protocol| protocol.evidence = Evidence::Doubt),
            ("to stop", |protocol| protocol.wishes.stop = Stop::AfterStep),
            ("to pause", |protocol| protocol.wishes.is_paused = true),
            ("no yes to this step", |protocol| protocol.wishes.is_stepwise = true),
            ("elsewhere", |protocol| protocol.place = place("C")),
        ];
        for (why, take_away) in missing {
            let mut protocol = ready(1);
            take_away(&mut protocol);
            assert!(!is_permitted(protocol, 1), "{why}");
        }
        // A robot that was halted is not halted again.
        for halt in [Halt::Since(Duration::ZERO), Halt::Over] {
            let mut protocol = Protocol { halt, ..ready(1) };
            let mut out = Vec::new();
            protocol.go(1, &mut out);
            assert!(!out.iter().any(|output| matches!(output, Output::Publish(_))), "{out:?}");
            assert!(protocol.end().is_some());
        }
    }
}
