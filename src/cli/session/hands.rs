//! The operator's hands on a run: signals, and words typed while it goes on. In: signals and keys, each on a thread of its
//! own. Out: wishes to [`Control`], set before anything is said about them. A word that is not understood pauses the run. What is said
//! of a wish is what comes of it as the run stands: going on, paused, or at a question.

use std::{
    io::{self, IsTerminal, PipeWriter, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use parking_lot::Mutex;
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::{
    consts::{SIGCONT, SIGINT, SIGTSTP, SIGTTIN, SIGTTOU},
    iterator::Handle,
};

use super::{
    display::{Display, Lines},
    keyboard::Keyboard,
};
use crate::{
    cli::signals::{self, Background},
    review::reply::{self, RunWord},
    run::{Control, Event, Stop},
};

/// Keys that mean "stop now" wherever they stand: Ctrl-C, Ctrl-D, Ctrl-Z and Ctrl-\. The terminal makes signals of most of them,
/// unless a program left it otherwise.
const STOP_KEYS: [u8; 4] = [3, 4, 26, 28];

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

const HELP: &str = "pause: the robot waits after this step. resume: it goes on. stop: the run ends after this step. \
                    stop now, or Ctrl-C: the robot halts at once. A line that is not understood pauses, and one that may mean a stop halts";

/// Longest line that is taken for a word to a run, in bytes.
const WORD_BYTES_MAX: usize = 1_000;

/// Holds a run while it goes on.
pub(super) struct Hands {
    signals: Option<(Handle, JoinHandle<()>)>,
    keys: Option<(PipeWriter, JoinHandle<()>)>,
    /// Set back when the hands let go.
    _keyboard: Option<Keyboard>,
    /// The terminal is gone, or the program was told to end.
    is_cut_off: Arc<AtomicBool>,
    stands: Arc<Mutex<Stands>>,
}

/// How the run stands, as far as that has been shown.
#[derive(Clone, Copy, Default)]
enum Stands {
    #[default]
    GoingOn,
    /// In its last step: there is nothing after it to be paused.
    LastStep,
    Paused,
    /// At a question with this code.
    Asking {
        code: u16,
        is_last: bool,
    },
}

impl Hands {
    /// Takes signals, and keys where there is a terminal.
    pub(super) fn on(control: &Control, display: &Display, has_keys: bool) -> Self {
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let stands = Arc::<Mutex<Stands>>::default();
        let (cut_off, shared) = (Arc::clone(&is_cut_off), Arc::clone(&stands));
        let hand = Hand { control: control.clone(), lines: display.lines(), is_cut_off: cut_off, stands: shared };
        let signals = hand.clone().catch();
        if signals.is_none() {
            // Without hands nothing moves.
            control.stop_now_because("signals cannot be caught: nobody could stop the robot");
        }
        // Where its modes cannot be set, keys are looked at one by one all the same.
        let keyboard = has_keys.then(Keyboard::for_run).and_then(Result::ok);
        let keys = has_keys.then(|| hand.listen());
        if let Some(None) = keys {
            control.stop_now_because("the keys cannot be read: nobody could stop the robot");
        }
        Self { signals, keys: keys.flatten(), _keyboard: keyboard, is_cut_off, stands }
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

    /// Lets go; whether the terminal is gone or the program was told to end.
    pub(super) fn off(self) -> bool {
        if let Some((handle, thread)) = self.signals {
            signals::let_go();
            handle.close();
            // It sets flags and sends lines; there is nothing of it to be lost.
            let _ = thread.join();
        }
        if let Some((wake, thread)) = self.keys {
            drop(wake);
            let _ = thread.join();
        }
        self.is_cut_off.load(Ordering::SeqCst)
    }
}

#[derive(Clone)]
struct Hand {
    control: Control,
    lines: Lines,
    is_cut_off: Arc<AtomicBool>,
    stands: Arc<Mutex<Stands>>,
}

impl Hand {
    fn catch(self) -> Option<(Handle, JoinHandle<()>)> {
        let mut signals = signals::take().ok()?;
        let handle = signals.handle();
        let work = move || {
            Background::take();
            for signal in signals.forever() {
                match signal {
                    SIGINT => self.control.stop_now(),
                    // A program that sleeps watches nobody: Ctrl-Z stops the robot, and the program stays.
                    SIGTSTP => self.control.stop_now_because("the program was to be put to sleep (Ctrl-Z)"),
                    SIGTTIN | SIGTTOU => self
                        .control
                        .stop_now_because("the program was in the background, where nobody reaches it by the keyboard"),
                    SIGCONT => self.control.stop_now_because("the program was put to sleep, and woken up"),
                    _ => self.cut_off(&format!("the program got {}", signals::name(signal))),
                }
                self.lines.show("stopping now");
            }
        };
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(work).ok()?;
        Some((handle, thread))
    }

    /// Nobody is there any more.
    fn cut_off(&self, reason: &str) {
        self.control.stop_now_because(reason);
        self.is_cut_off.store(true, Ordering::SeqCst);
    }

    fn listen(self) -> Option<(PipeWriter, JoinHandle<()>)> {
        let (over, mut wake) = io::pipe().ok()?;
        // A pipe that takes nothing would not wake anybody either.
        wake.flush().ok()?;
        let thread = thread::Builder::new().name("keys".to_owned());
        let thread = thread.spawn(move || {
            let mut typed = Vec::new();
            while self.look(&over, &mut typed) {}
        });
        Some((wake, thread.ok()?))
    }

    /// Waits for keys, and obeys every whole line; whether there may be more. Read without a buffer of the standard
    /// library's, which would keep what the console's editor is to get.
    fn look(&self, over: &io::PipeReader, typed: &mut Vec<u8>) -> bool {
        let stdin = io::stdin();
        let mut wanted = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(over, PollFlags::empty())];
        match poll(&mut wanted, None) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return true,
            Err(_) => {
                self.cut_off("the terminal cannot be read any more");
                return false;
            }
        }
        if !wanted[1].revents().is_empty() {
            return false;
        }
        let is_gone = wanted[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
        let mut bytes = [0; 256];
        match rustix::io::read(&stdin, &mut bytes) {
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => return true,
            // Ctrl-D, of a terminal that gives whole lines.
            Ok(0) if !is_gone => self.stop_now(),
            Ok(0) | Err(_) => {
                self.cut_off("the terminal is gone");
                return false;
            }
            Ok(read) => typed.extend_from_slice(&bytes[..read]),
        }
        if typed.iter().any(|byte| STOP_KEYS.contains(byte)) {
            typed.clear();
            self.stop_now();
        }
        while let Some(end) = typed.iter().position(|byte| b"\r\n".contains(byte)) {
            let line: Vec<u8> = typed.drain(..=end).collect();
            self.obey(reply::during_run(&String::from_utf8_lossy(&line)));
        }
        if typed.len() > WORD_BYTES_MAX {
            typed.clear();
            self.obey(RunWord::Unknown);
        }
        true
    }

    /// What a line means was [`reply::during_run`]'s to say.
    fn obey(&self, heard: RunWord) {
        let stands = *self.stands.lock();
        match (heard, stands) {
            (RunWord::Empty, _) => {}
            (RunWord::StopNow, _) => self.stop_now(),
            (heard, Stands::Asking { code, .. }) => self.obey_at_question(heard, code),
            (RunWord::No, _) => self.stop_now(),
            (RunWord::Pause, _) => {
                self.control.pause();
                self.lines.show(match stands {
                    Stands::Paused => "it stands already: type resume, or stop",
                    Stands::LastStep => NOTHING_TO_PAUSE,
                    _ => "pausing after this step",
                });
            }
            (RunWord::Resume, _) => {
                self.control.resume();
                self.lines.show(if self.control.stop() == Stop::No { "going on" } else { STOPS_ALL_THE_SAME });
            }
            (RunWord::Stop, _) => {
                self.control.finish_step_and_stop();
                self.lines.show(match stands {
                    Stands::Paused => "stopping: no further step is sent",
                    _ => "stopping after this step; stop now halts the robot at once",
                });
            }
            (RunWord::Help, _) => self.lines.show(HELP),
            (RunWord::Confirm(_), _) => self.lines.show("nothing is to be confirmed"),
            // When two readings are possible, the robot does not move.
            (RunWord::Unknown, _) => {
                self.control.pause();
                self.lines.show(match stands {
                    Stands::Paused => "not understood. It stands already: say resume, stop or stop now",
                    Stands::LastStep => NOT_UNDERSTOOD_AT_LAST,
                    _ => "not understood: pausing after this step. Say resume, stop (after this step) or stop now",
                });
            }
        }
    }

    /// While the run asks, nothing is permitted: a line that is no answer changes nothing at once, and a no ends the run.
    fn obey_at_question(&self, heard: RunWord, asked: u16) {
        let said = match heard {
            RunWord::Confirm(code) if code == asked => return self.control.confirm(code),
            RunWord::Pause => {
                self.control.pause();
                "it stands already, and pauses when the question is answered"
            }
            RunWord::Resume if self.control.stop() == Stop::No => {
                self.control.resume();
                "nothing goes on before the question is answered"
            }
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
        self.control.stop_now_because("the operator did not confirm the step");
        self.lines.show("stopping now: the step is not confirmed");
    }

    fn stop_now(&self) {
        self.control.stop_now();
        self.lines.show("stopping now");
    }
}
