//! Asked back by number: which reading of a sentence was meant, which way of a correction is taken. In: what there is to choose
//! from. Out: which of them; it leads to a review like anything that is said.

use super::{Session, failure};
use crate::{
    cli::{
        failure::Failure,
        printer::talk,
        terminal::{Asked, Questions},
    },
    review::reply::{self, Choice, Reply, ReviewWord},
    workflow::{GivenUp, Turn, Way},
};

const HELP: &str =
    "Type the number of what you meant. 0, no, or nothing at all chooses none. Other words are taken as a sentence.";

impl Session<'_> {
    pub(super) fn choose(&mut self, questions: &mut Questions<'_>) -> Result<Option<Way>, Failure> {
        let remedies = match self.desk.remedies(self.args.driver.robot()).map_err(failure)? {
            Ok(remedies) => remedies,
            Err(why) => {
                self.tell(&Turn::NothingToCorrect(why))?;
                return Ok(None);
            }
        };
        self.printer.text(&remedies)?;
        self.printer.finish()?;
        if remedies.ways.is_empty() {
            return Ok(None);
        }
        let question = "which? [its number, or nothing] ";
        let chosen = match choice(question, ("what can be done was shown", remedies.ways.len()), &|| false, questions)?
        {
            Choice::Number(number) => remedies.ways.get(number - 1),
            Choice::Nothing | Choice::NoSuch(_) | Choice::WhichOfThem | Choice::Words(_) => None,
        };
        if chosen.is_none() {
            talk("Nothing was chosen, and nothing is proposed.");
        }
        Ok(chosen.copied())
    }

    /// Asks which of the readings was meant, where a sentence is asked back and somebody can answer. What is chosen leads to a
    /// review like any sentence. Other words are left for whoever reads sentences.
    pub(super) fn choose_reading(
        &mut self,
        given_up: &GivenUp,
        is_held_back: &dyn Fn() -> bool,
        questions: &mut Questions<'_>,
    ) -> Result<Option<usize>, Failure> {
        let of = given_up.offers.len();
        if !self.desk.asks_by_number() || of == 0 {
            return Ok(None);
        }
        self.printer.finish()?;
        let numbers = if of == 1 { "1 or yes".to_owned() } else { format!("1 to {of}") };
        let question = format!("which? [{numbers}, 0 for none, or other words] ");
        match choice(&question, ("the readings were shown", of), is_held_back, questions)? {
            Choice::Number(number) => return Ok(Some(number)),
            Choice::Words(words) => self.other_words = Some(words),
            Choice::Nothing | Choice::NoSuch(_) | Choice::WhichOfThem => {
                talk("None was chosen, and nothing is proposed.")
            }
        }
        Ok(None)
    }
}

/// One of `of` things, by its number. A number that there is not is asked for again.
fn choice(
    question: &str,
    (shown, of): (&str, usize),
    is_held_back: &dyn Fn() -> bool,
    questions: &mut Questions<'_>,
) -> Result<Choice, Failure> {
    loop {
        let answer = match questions.ask_about_plan(question, shown, is_held_back)? {
            Asked::Answer(answer) => answer,
            Asked::Nobody => return Ok(Choice::Nothing),
            Asked::Asleep => continue,
            Asked::HeldBack(words) => {
                talk(words);
                return Ok(Choice::Nothing);
            }
        };
        match reply::choice(&answer, of) {
            Choice::WhichOfThem => talk(format_args!("Which of them? Type a number from 1 to {of}.")),
            Choice::Words(words) if reply::at_review(&words) == Reply::Word(ReviewWord::Help) => talk(HELP),
            Choice::NoSuch(number) => talk(format_args!("There is no {number} here.")),
            chosen => return Ok(chosen),
        }
    }
}
