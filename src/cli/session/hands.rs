//! The operator's hands on a run: signals, and words typed while it goes on. In: signals and keys, each on a thread of its
//! own. Out: what [`Hand`] makes of them.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use parking_lot::Mutex;
use signal_hook::consts::{SIGCONT, SIGINT, SIGTSTP, SIGTTIN, SIGTTOU};

use super::{
    display::Display,
    hand::{Hand, Stands},
    keys,
};
use crate::{
    cli::{
        keyboard::Keyboard,
        listening::{Answerable, Keys},
        piped::{Piped, Stops},
        signals::{self, Watch},
    },
    run::{Control, Event},
    workflow::{Aside, Asides},
};

/// What is heard beside signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hears {
    /// Keys of a terminal; `is_shown`: the display shows what is typed.
    Keys {
        is_shown: bool,
    },
    /// The program that answered the question about the plan.
    Program,
    Nothing,
}

/// Holds a run while it goes on.
pub(super) struct Hands {
    signals: Option<Watch>,
    keys: Option<Keys>,
    stops: Option<Stops>,
    /// Set back when the hands let go.
    _keyboard: Option<Keyboard>,
    /// The terminal is gone, or the program was told to end.
    is_cut_off: Arc<AtomicBool>,
    stands: Arc<Mutex<Stands>>,
}

/// What the hands leave when they let go.
pub(super) struct Left {
    /// The terminal is gone, or the program was told to end.
    pub(super) is_cut_off: bool,
    /// A line that was begun and not ended.
    pub(super) begun: Option<String>,
}

impl Hands {
    /// Takes signals, and what is heard beside them.
    pub(super) fn on(control: &Control, display: &Display, hears: Hears, aside: Aside) -> Self {
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let stands = Arc::<Mutex<Stands>>::default();
        let hand = Hand {
            control: control.clone(),
            lines: display.lines(),
            is_cut_off: Arc::clone(&is_cut_off),
            stands: Arc::clone(&stands),
            is_shown: hears == Hears::Keys { is_shown: true },
        };
        let signals = catch(hand.clone());
        if signals.is_none() {
            // Without hands nothing moves.
            control.stop_now_because("signals cannot be caught: nobody could stop the robot");
        }
        // Only now: what comes from here on is caught.
        if signals::has_come() {
            control.stop_now_because("the program was put to sleep, or told to end, between the approval and the run");
        }
        let (mut keyboard, mut keys, mut stops) = (None, None, None);
        match hears {
            Hears::Keys { is_shown } => {
                match Keyboard::for_run(is_shown) {
                    Ok(set) => keyboard = Some(set),
                    // Each would wait for Enter.
                    Err(error) => {
                        control.stop_now_because(&format!(
                            "the keys cannot be read one by one, so a stop would wait: {error}"
                        ));
                    }
                }
                let asked = hand.clone();
                let asides = Asides::start(aside, move |answer| asked.tell(answer));
                keys = keys::listen(hand, asides, &display.lines());
                if keys.is_none() {
                    control.stop_now_because("the keys cannot be read: nobody could stop the robot");
                }
            }
            Hears::Program => {
                stops = Stops::listen(move |told| match told {
                    Piped::Stop(word) => hand.obey(word, Answerable::default()),
                    Piped::Deaf(why) => {
                        hand.control.stop_now_because(why);
                        hand.lines.show("stopping now");
                    }
                });
                if stops.is_none() {
                    control.stop_now_because("standard input cannot be read: nobody could stop the robot by it");
                }
            }
            Hears::Nothing => {}
        }
        Self { signals, keys, stops, _keyboard: keyboard, is_cut_off, stands }
    }

    /// How the run stands from now on. Where there are no keys, nobody can answer.
    pub(super) fn heed(&self, event: &Event, control: &Control) {
        match event {
            Event::Unsure { number, code, .. } => {
                let mut stands = self.stands.lock();
                *stands = Stands::Asking { code: *code, is_last: matches!(*stands, Stands::LastStep) };
                drop(stands);
                if self.keys.is_none() || !io::stderr().is_terminal() {
                    control.stop_now_because(&format!("step {number} has to be confirmed at a terminal"));
                }
            }
            Event::StepAsked { question, number, .. } => {
                *self.stands.lock() = Stands::AtStep { question: *question, number: *number };
                if self.keys.is_none() {
                    control.stop_now_because(&format!("step {number} waits for a yes, which takes a terminal"));
                }
            }
            Event::Paused { .. } => *self.stands.lock() = Stands::Paused,
            Event::StepStarted { number, of, .. } if number >= of => *self.stands.lock() = Stands::LastStep,
            Event::Confirmed { .. } => {
                let mut stands = self.stands.lock();
                *stands = match *stands {
                    Stands::Asking { is_last: true, .. } => Stands::LastStep,
                    _ => Stands::GoingOn,
                };
            }
            Event::Resumed => *self.stands.lock() = Stands::GoingOn,
            _ => {}
        }
    }

    /// Lets go.
    pub(super) fn off(self) -> Left {
        self.signals.into_iter().for_each(Watch::off);
        self.stops.into_iter().for_each(Stops::off);
        let begun = self.keys.and_then(Keys::off);
        Left { is_cut_off: self.is_cut_off.load(Ordering::SeqCst), begun }
    }
}

/// Signals, each a wish of a hand.
fn catch(hand: Hand) -> Option<Watch> {
    let heard = move |signal| {
        match signal {
            SIGINT => hand.control.stop_now(),
            // A program that sleeps watches nobody: Ctrl-Z stops the robot, and the program stays.
            SIGTSTP => hand.control.stop_now_by_word("the program was to be put to sleep (Ctrl-Z)"),
            SIGTTIN | SIGTTOU => hand
                .control
                .stop_now_because("the program was in the background, where nobody reaches it by the keyboard"),
            SIGCONT => hand.control.stop_now_because("the program was put to sleep, and woken up"),
            _ => hand.cut_off(&format!("the program got {}", signals::name(signal))),
        }
        hand.lines.show("stopping now");
    };
    Watch::on(heard).ok()
}
