//! A run that is held: by a pause, or because each step waits for a yes of its own.

use super::{Event, Evidence, Grant, Output, Phase, Protocol};

impl Protocol {
    /// Whether no step may be permitted for now, for a pause or for want of a yes to the next step.
    pub(super) fn is_held(&self) -> bool {
        let has_yes = self.question.is_some() && self.wishes.yes_to == self.question;
        self.wishes.is_paused || self.wishes.is_stepwise && !has_yes
    }

    pub(super) fn pause(&mut self, out: &mut Vec<Output>) {
        self.phase = Phase::Paused;
        // A pause is when people walk up to a robot: nobody knows until it was asked anew.
        self.evidence = Evidence::Doubt;
        if self.wishes.is_paused {
            out.push(Output::Tell(Event::Paused { after: self.completed }));
        } else {
            self.ask_for_step(self.serial + 1, out);
        }
        self.publish(Grant::Hold, self.completed, false, out);
    }

    /// Asks the operator for a yes to the next step. The serial number of the permit that holds the robot meanwhile names the
    /// question, so that no yes was said before it, and none to another.
    fn ask_for_step(&mut self, question: u32, out: &mut Vec<Output>) {
        let number = self.completed + 1;
        let Some(step) = self.step(number) else { return };
        let (name, after) = (step.name.clone(), step.after.clone());
        out.push(Output::Tell(Event::StepAsked { number, of: self.of(), name, after, question }));
        self.question = Some(question);
    }

    pub(super) fn go_or_pause(&mut self, number: u32, out: &mut Vec<Output>) {
        if self.is_held() { self.pause(out) } else { self.go(number, out) }
    }
}
