//! Who is beside a trial: this machine's clock, signals, and, at a terminal, a person.

use std::{
    cell::Cell,
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

use crate::{
    cli::{
        failure::Failure,
        input,
        keyboard::Keyboard,
        listening::{Keys, TypedIn},
        printer::talk,
        signals::{self, Watch},
        terminal::Questions,
    },
    review::reply::{self, AboutRobot, Reply, RunWord},
    run::{
        Control, DriverError,
        trial::{Beside, Case, Request},
    },
};

/// Signals are wishes to stop as long as the watch is held.
fn watch(control: &Control) -> Result<Watch, Failure> {
    let control = control.clone();
    // Nothing is printed there: a pipe that nobody reads would hold that thread, and whoever waits for it.
    let heard = move |signal| control.stop_now_because(&format!("the program got {}", signals::name(signal)));
    Watch::on(heard)
        .map_err(|error| Failure::internal(format_args!("signals cannot be caught, so nothing is permitted: {error}")))
}

/// Nobody is at the robot.
pub(super) struct Alone {
    begun: Instant,
    watch: Option<Watch>,
}

impl Alone {
    pub(super) fn new(control: &Control) -> Result<Self, Failure> {
        Ok(Self { begun: Instant::now(), watch: Some(watch(control)?) })
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        self.watch.take().into_iter().for_each(Watch::off);
    }
}

impl Beside for Alone {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn pass(&mut self, time: Duration) {
        thread::sleep(time);
    }

    fn begin(&mut self, case: Case) {
        talk(format_args!("trying: {}", case.name()));
    }

    fn not_stopped(&mut self, why: &DriverError) {
        talk(format_args!(
            "NO STOP STANDS: {why}. Stop the robot by its own emergency stop. It halts by itself when it misses the heartbeat."
        ));
    }

    fn please(&mut self, _: &Request) -> bool {
        false
    }
}

/// A person is at the terminal, and at the robot. What is typed there between two questions stops the trial.
pub(super) struct AtTerminal {
    alone: Alone,
    control: Control,
    typing: Option<Typing>,
}

impl AtTerminal {
    pub(super) fn new(control: &Control) -> Result<Self, Failure> {
        let alone = Alone::new(control)?;
        let typing = Some(Typing::begin(control).ok_or_else(|| Failure::internal(NO_KEYS))?);
        Ok(Self { alone, control: control.clone(), typing })
    }
}

pub(super) const NO_KEYS: &str = "the keys cannot be read, so nothing is permitted";

/// What is typed between two questions is a wish to stop; nothing is printed there.
struct Typing {
    keys: Keys,
    /// Set back when nobody listens any more.
    _keyboard: Keyboard,
}

impl Typing {
    fn begin(control: &Control) -> Option<Self> {
        // A terminal that gives lines alone gives no key before Enter.
        let keyboard = Keyboard::for_run(false).ok()?;
        let control = control.clone();
        let keys = Keys::listen(move |said| match said {
            TypedIn::Line(line) if !stops(&line.text()) => {}
            TypedIn::Begun(_) => {}
            TypedIn::Line(_) | TypedIn::TooLong(_) | TypedIn::StopKey { .. } => {
                control.stop_now_because("somebody typed at the terminal")
            }
            TypedIn::Gone(why) => control.stop_now_because(why),
        })?;
        Some(Self { keys, _keyboard: keyboard })
    }

    /// Whether a line was begun, and not ended.
    fn end(self) -> bool {
        self.keys.off().is_some()
    }
}

/// Whether a line stops a trial: every one but a yes, which was typed once too often. "help" is a cry here.
fn stops(line: &str) -> bool {
    reply::during_run(line) != RunWord::Empty && reply::at_review(line) != Reply::Yes
}

impl Drop for AtTerminal {
    fn drop(&mut self) {
        self.typing.take().map(Typing::end);
    }
}

impl Beside for AtTerminal {
    fn now(&self) -> Duration {
        self.alone.now()
    }

    fn pass(&mut self, time: Duration) {
        self.alone.pass(time);
    }

    fn begin(&mut self, case: Case) {
        self.alone.begin(case);
    }

    fn not_stopped(&mut self, why: &DriverError) {
        self.alone.not_stopped(why);
    }

    /// A stop stands while a person is asked, so a signal ends the program as at any question.
    fn please(&mut self, request: &Request) -> bool {
        let is_begun = self.typing.take().is_some_and(Typing::end);
        self.alone.watch.take().into_iter().for_each(Watch::off);
        // The end of a line that was begun before is no answer.
        let mut questions = Questions::after(Rc::new(Cell::new(is_begun)), input::answer);
        let answer = answer(request, &mut questions);
        match watch(&self.control) {
            Ok(watch) => self.alone.watch = Some(watch),
            Err(_) => self.control.stop_now_because("signals cannot be caught"),
        }
        self.typing = Typing::begin(&self.control);
        if self.typing.is_none() || signals::has_come() {
            self.control.stop_now_because("a signal came behind the answer, or the keys cannot be read");
        }
        if answer == Answer::Stop {
            self.control.stop_now_because("a question was not answered by a yes");
        }
        answer == Answer::Yes
    }
}

fn words(request: &Request) -> String {
    match request {
        Request::BringBack(place) => format!(
            "The robot was halted on its way, and `stop` stands. Jog it by hand to {place}, and see that the controller knows that. Is it there? \
             [yes / no] "
        ),
        Request::GetReadyToRestart => {
            "The robot moves after your yes. Switch the controller off and on again as soon as it moves. \
             Ready? [yes / no] "
                .to_owned()
        }
        Request::WasItRestarted => {
            "Did you switch the controller off and on while the robot moved? [yes / no] ".to_owned()
        }
    }
}

/// What a person says to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    /// The case is left out.
    No,
    /// The trial is over: no further case moves the robot.
    Stop,
}

/// A robot that nobody brings back is moved no more; nor is any, where nobody answers or a stop is said.
fn answer(request: &Request, questions: &mut Questions<'_>) -> Answer {
    loop {
        let Ok(Some(line)) = questions.ask(&words(request), "the question was asked") else { return Answer::Stop };
        if matches!(reply::during_run(&line), RunWord::StopNow | RunWord::Stop | RunWord::Pause) {
            return Answer::Stop;
        }
        match reply::about_robot(&line) {
            AboutRobot::Yes => return Answer::Yes,
            AboutRobot::Words(_) | AboutRobot::Help | AboutRobot::Question | AboutRobot::Again => {
                talk("Say yes or no.")
            }
            AboutRobot::Nothing | AboutRobot::No | AboutRobot::Unsure | AboutRobot::PutOff => {
                return match request {
                    Request::BringBack(_) => Answer::Stop,
                    Request::GetReadyToRestart | Request::WasItRestarted => Answer::No,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::Read;

    /// "stop now" at a question left one case out, and the next one moved the robot.
    #[test]
    fn what_is_no_yes_moves_no_robot() {
        let place = crate::review::Place { position: "Home".to_owned(), tool: "none".to_owned() };
        let requests = [Request::BringBack(place), Request::GetReadyToRestart, Request::WasItRestarted];
        for (said, wanted) in [
            ("yes\n", [Answer::Yes; 3]),
            ("what?\nyes\n", [Answer::Yes; 3]),
            ("no\n", [Answer::Stop, Answer::No, Answer::No]),
            ("later\n", [Answer::Stop, Answer::No, Answer::No]),
            ("\n", [Answer::Stop, Answer::No, Answer::No]),
            ("stop now\n", [Answer::Stop; 3]),
            ("stop\n", [Answer::Stop; 3]),
            ("wait\n", [Answer::Stop; 3]),
            ("emergency!\n", [Answer::Stop; 3]),
            ("", [Answer::Stop; 3]),
        ] {
            for (request, wanted) in requests.iter().zip(wanted) {
                for is_begun in [false, true] {
                    let mut lines = said.split_inclusive('\n');
                    let mut begun = is_begun.then_some("yes\n");
                    let read = |_: &str, _: Option<&dyn Fn() -> bool>| {
                        let line = begun.take().or_else(|| lines.next());
                        Ok(line.map_or(Read::Nobody, |line| Read::Line(line.to_owned())))
                    };
                    let mut questions = Questions::after(Rc::new(Cell::new(is_begun)), read);
                    assert_eq!(answer(request, &mut questions), wanted, "{said:?} {request:?} {is_begun}");
                }
            }
        }
    }
}
