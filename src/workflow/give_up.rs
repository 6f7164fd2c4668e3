//! A sentence that nothing comes of. In: how it was read last, and what was tried. Out: the turn that says what was wrong, what it
//! may have said, and what would work.

use super::{Desk, GivenUp, Turn};
use crate::{
    answer::{self, Grounds, Misfit},
    checkpoint::decomposition,
    language::{By, Reading, Said},
    limits::OFFERS_MAX,
    store::RobotState,
};

/// What was tried with a sentence.
#[derive(Default)]
pub(super) struct Tried<'t> {
    /// What was wrong with what was understood; why nothing was understood, the reader says itself.
    pub(super) errors: &'t [String],
    pub(super) attempts: u32,
    pub(super) checkpoint: Option<decomposition::Report>,
    /// What was understood may not be what was said.
    pub(super) is_objected: bool,
    /// A proposal goes on waiting for its answer: a number would be one to that.
    pub(super) is_beside_proposal: bool,
}

impl Desk {
    pub(super) fn give_up(
        &self,
        sentence: &str,
        reading: Reading,
        tried: Tried<'_>,
        robot: Option<&RobotState>,
    ) -> Turn {
        let state = self.state_or_any(robot);
        let recogniser = self.readers.recogniser();
        let read = |text: &str| recogniser.read(text, self.snapshot(), state).said;
        let grounds = Grounds { reader: Some(&read), ..self.grounds(robot) };
        let Tried { errors, attempts, checkpoint, is_objected, is_beside_proposal } = tried;
        let mut errors = errors.to_vec();
        if reading.by == By::Rules {
            errors.extend(reading.rules.reason.clone());
        }
        // What was read and objected to is the first that may have been meant.
        let objected = is_objected.then_some(&reading.said).into_iter();
        let mut readings: Vec<Said> = objected.chain(&reading.offers).take(OFFERS_MAX).cloned().collect();
        if is_beside_proposal {
            // A yes is an answer to what waits, and must not be one to anything else that is asked.
            readings.clear();
        }
        let offers = answer::offers(&readings, &grounds);
        let misfit = Misfit {
            sentence,
            said: &reading.said,
            errors: &errors,
            attempts,
            offers: &offers,
            is_choice: self.takes_choices,
            named: &recogniser.named(sentence, self.snapshot()),
            lacks: &recogniser.lacks(sentence, &reading.rules.missed, self.snapshot()),
            is_objected,
        };
        let fallback = answer::fallback(&misfit, &grounds);
        Turn::Fallback(Box::new(GivenUp {
            said: sentence.to_owned(),
            reading,
            fallback,
            offers,
            checkpoint,
            is_objected,
        }))
    }
}
