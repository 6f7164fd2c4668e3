//! A step that the controller says is done: whether it is taken for done, looked at again, asked about, or failed.

use super::{Entry, Event, Evidence, Finding, Grant, Judged, Output, Phase, Protocol, Why};
use crate::{
    checkpoint::Verdict,
    limits::{CHECKPOINT_RETRIES_MAX, CONFIDENCE_SUCCESS},
};

impl Protocol {
    /// The controller says that the step was done, and where the robot is fits.
    pub(super) fn judge(&mut self, judged: Judged, out: &mut Vec<Output>) {
        let number = self.completed + 1;
        self.said = self.step(number).map(|step| step.after.clone());
        match judged.finding {
            Finding::Seen if judged.confidence >= CONFIDENCE_SUCCESS => self.step_done(judged, out),
            Finding::Seen | Finding::Unsure => self.ask_operator(judged, out),
            Finding::NotSeen | Finding::PoorReport if self.looks < looks_for(judged.finding) => {
                self.looks += 1;
                self.publish(Grant::Hold, self.completed, false, out);
                out.push(Output::Tell(Event::LookingAgain { number, reason: judged.reason.clone() }));
                (self.unsure, self.phase) = (Some(judged), Phase::Looking { since: self.now });
                if self.facts.look_again.is_zero() {
                    self.ask(Why::Again, out);
                }
            }
            Finding::NotSeen | Finding::PoorReport | Finding::Refuted => {
                let reason =
                    format!("the controller says that it is done, and {}: {}", what_is_wrong(&judged), judged.reason);
                self.unsure = Some(judged);
                self.fail(reason, out);
            }
        }
    }

    /// Asks the operator whether the step was done.
    fn ask_operator(&mut self, judged: Judged, out: &mut Vec<Output>) {
        self.publish(Grant::Hold, self.completed, false, out);
        let (number, code) = (self.completed + 1, self.code());
        let name = self.step(number).map_or_else(String::new, |step| step.name.clone());
        out.push(Output::Tell(Event::Unsure { number, name, reason: judged.reason.clone(), code }));
        (self.unsure, self.phase) = (Some(judged), Phase::Doubting { code });
    }

    /// Names one question of one run, so that nobody answers it who has not seen it: four decimal digits, of which none is taken for
    /// a letter.
    fn code(&self) -> u16 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.facts.run.as_bytes()).update(&self.serial.to_le_bytes());
        let hash = hasher.finalize();
        u16::from_le_bytes([hash.as_bytes()[0], hash.as_bytes()[1]]) % 10_000
    }

    /// The operator says that the step was done, and a fresh report says the same of where the robot is.
    pub(super) fn confirmed(&mut self, out: &mut Vec<Output>) {
        let unsure = self.unsure.take().unwrap_or_else(Judged::plain);
        let reason = format!("an operator confirmed it; {}", unsure.reason);
        self.step_done(Judged { finding: Finding::Seen, reason, ..unsure }, out);
    }

    /// The step was seen done.
    pub(super) fn step_done(&mut self, judged: Judged, out: &mut Vec<Output>) {
        let number = self.completed + 1;
        if let Some(step) = self.step(number) {
            self.place = step.after.clone();
        }
        if let Some(warning) = judged.warning() {
            self.notes.push(format!("step {number} is a partial success: {warning}"));
            out.push(Output::Tell(Event::PartialSuccess { number, warning: warning.to_owned() }));
        }
        (self.said, self.unsure) = (None, None);
        (self.evidence, self.phase) = (Evidence::Seen, Phase::Finishing);
        self.write(Entry::StepDone { number, judged }, out);
    }
}

/// How often a step may be looked at again for this.
const fn looks_for(finding: Finding) -> u32 {
    match finding {
        Finding::NotSeen => 1,
        Finding::PoorReport => CHECKPOINT_RETRIES_MAX,
        Finding::Seen | Finding::Unsure | Finding::Refuted => 0,
    }
}

/// For people: whether it was the report that did not suffice.
fn what_is_wrong(judged: &Judged) -> &'static str {
    match &judged.reported {
        Some(reported) if reported.verdict != Verdict::Pass && reported.warning.is_none() => "that cannot be relied on",
        _ => "that was not seen",
    }
}

#[cfg(test)]
mod tests {
    use super::{super::go::tests::ready, *};

    /// A code is four digits, and no two questions are likely to have the same one.
    #[test]
    fn a_question_is_named_by_its_run_and_its_permit() {
        let mut codes = std::collections::BTreeSet::new();
        for run in 0..20 {
            for serial in 1..=10 {
                codes.insert(Protocol { serial, ..ready(run) }.code());
            }
        }
        assert!(codes.iter().all(|&code| code < 10_000), "{codes:?}");
        // 200 draws from 10,000 are 198 different ones on average.
        assert!(codes.len() > 190, "{codes:?}");
        assert!(codes.iter().any(|&code| code > 9_000) && codes.iter().any(|&code| code < 1_000), "{codes:?}");
    }
}
