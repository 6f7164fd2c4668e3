//! The review of one proposal: it is displayed, and answers are taken until it is approved, dropped or changed. In: a proposal.
//! Out: [`Reviewed`]. What an answer means, [`crate::workflow`] says.

use std::{
    io::{self, IsTerminal},
    sync::Arc,
};

use super::{Held, Reviewed, Session, failure, screen::Screen, told};
use crate::{
    cell::shown,
    cli::{
        failure::Failure,
        printer::talk,
        size,
        terminal::{Asked, Questions},
    },
    language::model::Cancel,
    review::{
        ApprovedPlan, Digest,
        reply::{Named, ReviewWord},
    },
    workflow::{HELD_BACK, Proposed, Replied, Showing, Waiting},
};

impl Session<'_> {
    /// Asks until the answer is a yes, a no or other words for what to do. `digest` is what was displayed. Whatever is said to `held` meanwhile
    /// drops the plan.
    pub(super) fn review(
        &mut self,
        mut proposed: Proposed,
        digest: Digest,
        held: &mut Held,
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
            let question = "approve? [yes / no / say what to change] ";
            held.before_question(self.desk);
            let answer = match questions.ask_about_plan(question, "the plan was shown", &|| held.is_held_back())? {
                Asked::Answer(_) if held.is_held_back() => {
                    talk(HELD_BACK);
                    return Ok(Reviewed::Dropped);
                }
                Asked::Answer(answer) => answer,
                Asked::Asleep => continue,
                Asked::Nobody => {
                    talk("Nobody approved it: nothing was run.");
                    return Ok(Reviewed::Dropped);
                }
                Asked::HeldBack(words) => {
                    talk(words);
                    return Ok(Reviewed::Dropped);
                }
            };
            match self.desk.reply(proposed, &answer, &showing, &Cancel::default()).map_err(failure)? {
                Replied::Approved(approved) => return Ok(Reviewed::Approved(approved)),
                Replied::Rejected => {
                    talk("Rejected: nothing was run.");
                    return Ok(Reviewed::Dropped);
                }
                _ if held.is_held_back() => {
                    talk(HELD_BACK);
                    return Ok(Reviewed::Dropped);
                }
                Replied::Revised(turn) => return Ok(Reviewed::Revised(turn)),
                Replied::Waits(waiting, why) => {
                    match &why {
                        Waiting::Answered(turn) => {
                            self.tell(turn)?;
                        }
                        // Show the waiting plan again, so that a yes refers to it and not to the refused change; the reason stands below it,
                        // on the same screen.
                        Waiting::NotUnderstood(turn) | Waiting::CannotBeDone(turn) => {
                            if !self.json {
                                let reason = told::told(turn, self.desk).text;
                                self.show_above(&waiting, &reason)?;
                            }
                            self.tell(turn)?;
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
        self.show_above(proposed, "")
    }

    /// The same, with room for what follows.
    fn show_above(&mut self, proposed: &Proposed, next: &str) -> Result<Digest, Failure> {
        let shown = proposed.proposal.shown();
        if self.json {
            self.printer.json(&serde_json::json!({ "proposed": shown }))?;
        } else {
            match size::of(io::stdout()) {
                Some(size) => {
                    let taken = next.lines().map(|line| 1 + line.chars().count() / size.columns).sum();
                    self.printer.text(shown.folded(size.columns, size.rows.saturating_sub(taken)))?;
                }
                None => self.printer.text(shown)?,
            }
        }
        self.printer.finish()?;
        Ok(shown.digest)
    }
}
