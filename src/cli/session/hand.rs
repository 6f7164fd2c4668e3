//! What an operator's words do to a run. In: whole lines, and how the run stands. Out: wishes to [`Control`], set before anything is
//! said about them. A line that is not understood pauses the run. What is said of a wish is what comes of it as the run stands: going on,
//! paused, or at a question.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use parking_lot::Mutex;

use super::display::Lines;
use crate::{
    cli::listening::{Answerable, Typed},
    review::reply::{self, Reply, ReviewWord, RunWord},
    run::{Control, GoneOn, Stop},
    workflow::{Asides, AskedAside},
};

/// The code is not said again: whoever answers has read the question.
const QUESTION: &str = "The question stands: was the step done? If it was, type confirm and the code of the question. If it was not: stop now";

/// To a resume after a stop.
const STOPS_ALL_THE_SAME: &str = "it stops all the same";

/// To a pause in the last step.
const NOTHING_TO_PAUSE: &str =
    "this is the last step: nothing comes after it that could wait. Say stop now to halt the robot";

/// To what is not understood in the last step.
const NOT_UNDERSTOOD_AT_LAST: &str =
    "not understood, and this is the last step: nothing comes after it that could wait. Say stop now to halt the robot";

/// To a resume that was begun before the pause that stands.
const PAUSED_SINCE: &str =
    "somebody has paused since that was begun, so nothing goes on. Type resume once more if it is to";

/// To a yes that was begun before its question.
const BEGUN_EARLY: &str = "that was begun before the question was shown, so it is not taken. Answer once more";

/// To a yes that comes too late.
const OVER: &str = "that is not taken: the step has its yes already, or the run was paused meanwhile";

const HELP: &str = "pause: the robot waits after this step. resume: it goes on. step: each step waits for your yes from now on. \
                    stop: the run ends after this step. stop now, or Ctrl-C: the robot halts at once. A question is answered. \
                    A line that is not understood pauses, and one that may mean a stop halts";

/// How the run stands, as far as that has been shown.
#[derive(Clone, Copy, Default)]
pub(super) enum Stands {
    #[default]
    GoingOn,
    /// In its last step: there is nothing after it to be paused.
    LastStep,
    Paused,
    /// Before a step that waits for its yes, by this question.
    AtStep {
        question: u32,
        number: u32,
    },
    /// At a question with this code.
    Asking {
        code: u16,
        is_last: bool,
    },
}

/// What carries a wish; each thread has its own.
#[derive(Clone)]
pub(super) struct Hand {
    pub(super) control: Control,
    pub(super) lines: Lines,
    pub(super) is_cut_off: Arc<AtomicBool>,
    pub(super) stands: Arc<Mutex<Stands>>,
    /// What is typed is shown by the display, so that it is known when a line was begun.
    pub(super) is_shown: bool,
}

impl Hand {
    /// Nobody is there any more.
    pub(super) fn cut_off(&self, reason: &str) {
        self.control.stop_now_because(reason);
        self.is_cut_off.store(true, Ordering::SeqCst);
    }

    /// A whole line. What is no word to a run may be a yes to a step, or a question.
    pub(super) fn heed(&self, typed: &Typed, asides: &Asides) {
        let line = typed.text();
        let heard = reply::during_run(&line);
        if heard != RunWord::Unknown {
            return self.obey(heard, typed.shown);
        }
        let stands = *self.stands.lock();
        match (stands, reply::at_review(&line)) {
            (Stands::AtStep { question, .. }, Reply::Yes) => {
                if typed.shown.question != question {
                    self.lines.show(BEGUN_EARLY);
                } else if !self.control.yes_to(question) {
                    self.lines.show(OVER);
                }
            }
            (_, Reply::Word(ReviewWord::StepByStep)) if self.is_shown => {
                self.control.step_by_step();
                self.lines.show("from now on each step waits for your yes");
            }
            _ if reply::is_about_the_run(&line) => self.lines.show(self.lines.stands()),
            _ if reply::may_be_a_question(&line) && asides.take(&line) => {}
            _ => self.obey(RunWord::Unknown, typed.shown),
        }
    }

    /// What came of a question. One that is none is as good as not understood.
    pub(super) fn tell(&self, asked: AskedAside) {
        match asked {
            AskedAside::TheRun => self.lines.show(self.lines.stands()),
            AskedAside::Answered(text) => self.lines.show(text),
            AskedAside::Nothing => self.obey(RunWord::Unknown, Answerable::default()),
        }
    }

    /// What a line means was [`reply::during_run`]'s to say; `shown` is what had been shown when it was begun.
    pub(super) fn obey(&self, heard: RunWord, shown: Answerable) {
        let stands = *self.stands.lock();
        match (heard, stands) {
            (RunWord::Empty, _) => {}
            (RunWord::StopNow, _) => self.stop_now(),
            (heard, Stands::Asking { code, .. }) => self.obey_at_question(heard, code, shown),
            (RunWord::No, _) => self.stop_now(),
            (RunWord::Pause, _) => {
                let words = match stands {
                    Stands::Paused => "it stands already: type resume, or stop",
                    Stands::AtStep { .. } => "it stands already, and asks anew after resume",
                    Stands::LastStep => NOTHING_TO_PAUSE,
                    _ => "pausing after this step",
                };
                self.pause(words);
            }
            (RunWord::Resume, _) => self.resume(stands, shown),
            (RunWord::Stop, _) => {
                self.control.finish_step_and_stop();
                self.lines.show(match stands {
                    Stands::Paused | Stands::AtStep { .. } => "stopping: no further step is sent",
                    _ => "stopping after this step; stop now halts the robot at once",
                });
            }
            (RunWord::Help, _) => self.lines.show(HELP),
            (RunWord::Confirm(_), _) => self.lines.show("nothing is to be confirmed"),
            (RunWord::Unknown, Stands::AtStep { question, number }) => {
                self.lines.ask(
                    format!("not understood. Step {number} waits: type yes to send it; stop ends the run"),
                    question,
                );
            }
            // When two readings are possible, the robot does not move.
            (RunWord::Unknown, _) => {
                let words = match stands {
                    Stands::Paused => "not understood. It stands already: say resume, stop or stop now",
                    Stands::LastStep => NOT_UNDERSTOOD_AT_LAST,
                    _ => "not understood: pausing after this step. Say resume, stop (after this step) or stop now",
                };
                self.pause(words);
            }
        }
    }

    fn pause(&self, words: &str) {
        let number = self.control.pause();
        self.lines.paused(words, number);
    }

    /// Lets the run go on, where nobody has paused since the line was begun.
    fn resume(&self, stands: Stands, shown: Answerable) {
        match (self.control.resume(shown.pause), stands) {
            (GoneOn::PausedSince(number), _) => self.lines.paused(PAUSED_SINCE, number),
            _ if self.control.stop() != Stop::No => self.lines.show(STOPS_ALL_THE_SAME),
            (_, Stands::AtStep { question, number }) => {
                self.lines.ask(format!("step {number} waits: type yes to send it; stop ends the run"), question);
            }
            _ => self.lines.show("going on"),
        }
    }

    /// While the run asks, nothing is permitted: a line that is no answer changes nothing at once, and a no ends the run.
    fn obey_at_question(&self, heard: RunWord, asked: u16, shown: Answerable) {
        let said = match heard {
            RunWord::Confirm(code) if code == asked => return self.control.confirm(code),
            RunWord::Pause => {
                let number = self.control.pause();
                let words = format!("it stands already, and pauses when the question is answered. {QUESTION}");
                return self.lines.paused(words, number);
            }
            RunWord::Resume if self.control.stop() == Stop::No => match self.control.resume(shown.pause) {
                GoneOn::PausedSince(number) => {
                    return self.lines.paused(format!("{PAUSED_SINCE}. {QUESTION}"), number);
                }
                GoneOn::Lifted | GoneOn::NotPaused => "nothing goes on before the question is answered",
            },
            RunWord::Resume => STOPS_ALL_THE_SAME,
            RunWord::Stop => {
                self.control.finish_step_and_stop();
                "it ends when the question is answered: no further step is sent"
            }
            RunWord::No => return self.deny(),
            RunWord::Help => HELP,
            _ => "not understood",
        };
        self.lines.show(format!("{said}. {QUESTION}"));
    }

    fn deny(&self) {
        self.control.stop_now_by_word("the operator did not confirm the step");
        self.lines.show("stopping now: the step is not confirmed");
    }

    pub(super) fn stop_now(&self) {
        self.control.stop_now();
        self.lines.show("stopping now");
    }
}
