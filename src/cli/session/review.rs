//! The review of one proposal: it is displayed, and answers are taken until it is approved, dropped or changed. In: a proposal.
//! Out: [`Reviewed`]. What an answer means, [`crate::workflow`] says.

use std::{
    io::{self, IsTerminal},
    sync::Arc,
};

use super::{Reviewed, Session, failure, screen::Screen};
use crate::{
    cell::shown,
    cli::{failure::Failure, printer::talk, size, terminal::Questions},
    language::model::Cancel,
    review::{
        ApprovedPlan, Digest,
        reply::{Named, ReviewWord},
    },
    workflow::{Proposed, Replied, Showing, Waiting},
};

impl Session<'_> {
    /// Asks until the answer is a yes, a no or other words for what to do. `digest` is what was displayed.
    pub(super) fn review(
        &mut self,
        mut proposed: Proposed,
        digest: Digest,
        questions: &mut Questions<'_>,
    ) -> Result<Reviewed, Failure> {
        let operator = self.args.operator.name()?;
        let snapshot = Arc::clone(self.desk.snapshot());
        if let Some((step, check)) = self.args.driver.to_be_confirmed(proposed.proposal.plan(), &snapshot)? {
            talk(format_args!(
                "After step {step} you will be asked whether it was done: nothing is declared that answers '{}'.",
                shown(&check)
            ));
        }
        let showing = Showing {
            digest,
            operator: &operator,
            moves_robot: !self.args.driver.is_simulated(),
            at_terminal: io::stdin().is_terminal() && io::stdout().is_terminal(),
        };
        loop {
            let Some(answer) = questions.ask("approve? [yes / no / say what to change] ", "the plan was shown")? else {
                talk("Nobody approved it: nothing was run.");
                return Ok(Reviewed::Dropped);
            };
            match self.desk.reply(proposed, &answer, &showing, &Cancel::default()).map_err(failure)? {
                Replied::Approved(approved) => return Ok(Reviewed::Approved(approved)),
                Replied::Rejected => {
                    talk("Rejected: nothing was run.");
                    return Ok(Reviewed::Dropped);
                }
                Replied::Revised(turn) => return Ok(Reviewed::Revised(turn)),
                Replied::Waits(waiting, why) => {
                    match &why {
                        Waiting::Answered(turn) => {
                            self.tell(turn)?;
                        }
                        // Show the waiting plan again, so that a yes refers to it and not to the refused change.
                        Waiting::NotUnderstood(turn) | Waiting::CannotBeDone(turn) => {
                            self.tell(turn)?;
                            if !self.json {
                                self.show(&waiting)?;
                            }
                        }
                        Waiting::Word(word) => self.heed_word(*word, &waiting)?,
                        _ => {}
                    }
                    talk(why);
                    proposed = *waiting;
                }
            }
        }
    }

    /// A word about the plan, which waits on.
    fn heed_word(&mut self, word: ReviewWord, waiting: &Proposed) -> Result<(), Failure> {
        let shown = waiting.proposal.shown();
        match word {
            ReviewWord::Steps => self.printer.text(shown.unfolded())?,
            ReviewWord::Why => self.printer.text(shown.why())?,
            ReviewWord::State => {
                let robot = self.desk.store().robot().map_err(crate::cli::desk::store)?;
                self.printer.text(crate::cli::state::words(&robot))?;
            }
            ReviewWord::StepByStep if !Screen::of_stderr(io::stdin().is_terminal()).takes_keys() => {
                talk("Step by step needs a terminal at which each step is shown and answered.");
            }
            ReviewWord::StepByStep => {
                self.step_by_step = true;
                talk("Step by step: once the plan is approved, each step waits for a yes of its own.");
            }
            ReviewWord::Help | ReviewWord::Layout => {}
        }
        self.printer.finish()
    }

    /// A yes that a program gave with the command, to a plan that it was shown before. None: it was to another plan.
    pub(super) fn named(
        &self,
        proposed: Proposed,
        digest: Digest,
        named: &Named,
    ) -> Result<Option<ApprovedPlan>, Failure> {
        if !named.names(digest) {
            talk(format_args!("{named} was approved, and {digest} is proposed now: nothing was run."));
            return Ok(None);
        }
        let operator = self.args.operator.name()?;
        proposed.proposal.approve(&operator, digest).map(Some).map_err(Failure::input)
    }

    /// Displays what is proposed, and gives the digest that was displayed.
    pub(super) fn show(&mut self, proposed: &Proposed) -> Result<Digest, Failure> {
        let shown = proposed.proposal.shown();
        if self.json {
            self.printer.json(&serde_json::json!({ "proposed": shown }))?;
        } else {
            match size::of(io::stdout()) {
                Some(size) => self.printer.text(shown.folded(size.columns, size.rows))?,
                None => self.printer.text(shown)?,
            }
        }
        self.printer.finish()?;
        Ok(shown.digest)
    }
}
