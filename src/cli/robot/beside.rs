//! Who is beside a trial: this machine's clock, signals, and, at a terminal, a person.

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::{
    cli::{
        failure::Failure,
        input,
        printer::talk,
        signals::{self, Watch},
        terminal::Questions,
    },
    review::reply::{self, AboutRobot},
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

/// A person is at the terminal, and at the robot.
pub(super) struct AtTerminal {
    alone: Alone,
    control: Control,
}

impl AtTerminal {
    pub(super) fn new(control: &Control) -> Result<Self, Failure> {
        Ok(Self { alone: Alone::new(control)?, control: control.clone() })
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
        self.alone.watch.take().into_iter().for_each(Watch::off);
        let answer = yes_or_no(&words(request));
        match watch(&self.control) {
            Ok(watch) => self.alone.watch = Some(watch),
            Err(_) => self.control.stop_now_because("signals cannot be caught"),
        }
        answer
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

/// Whether a person says yes; whatever else ends the question is a no.
fn yes_or_no(question: &str) -> bool {
    let mut questions = Questions::new(input::answer);
    loop {
        let Ok(Some(line)) = questions.ask(question, "the question was asked") else { return false };
        match reply::about_robot(&line) {
            AboutRobot::Yes => return true,
            AboutRobot::Words(_) | AboutRobot::Help | AboutRobot::Again => talk("Say yes or no."),
            AboutRobot::Nothing | AboutRobot::No | AboutRobot::Unsure | AboutRobot::PutOff => return false,
        }
    }
}
