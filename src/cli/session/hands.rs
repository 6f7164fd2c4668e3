//! The operator's hands on a run: signals, and words typed while it goes on. In: signals and keys, each on a thread of its
//! own. Out: wishes to [`Control`], set before anything is said about them. A word that is not understood pauses the run.

use std::{
    io::{self, IsTerminal, PipeWriter, Write},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use parking_lot::Mutex;
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::{
    consts::{
        SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM,
        SIGXCPU, SIGXFSZ,
    },
    flag,
    iterator::{Handle, Signals},
    low_level::signal_name,
};

use super::display::{Display, Lines};
use crate::{
    review::reply::{self, Reply, RunWord},
    run::{Control, Event, Stop},
};

/// What ends a program, or puts it to sleep, by default.
const ENDING: [i32; 12] =
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO, SIGXCPU];

/// The code is not said again: whoever answers has read the question.
const QUESTION: &str = "The question stands: was the step done? If it was, type confirm and the code of the question. If it was not: stop now";

/// Longest line that is taken for a word to a run, in bytes.
const WORD_BYTES_MAX: usize = 1_000;

/// Holds a run while it goes on.
pub(super) struct Hands {
    signals: Option<(Handle, JoinHandle<()>)>,
    keys: Option<(PipeWriter, JoinHandle<()>)>,
    /// The terminal is gone, or the program was told to end.
    is_cut_off: Arc<AtomicBool>,
    asked: Asked,
}

/// The code of the question that stands, if any.
type Asked = Arc<Mutex<Option<u16>>>;

impl Hands {
    /// Takes signals, and keys where there is a terminal.
    pub(super) fn on(control: &Control, display: &Display, has_keys: bool) -> Self {
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let asked = Asked::default();
        let (cut_off, question) = (Arc::clone(&is_cut_off), Arc::clone(&asked));
        let hand = Hand { control: control.clone(), lines: display.lines(), is_cut_off: cut_off, asked: question };
        let signals = hand.clone().catch();
        if signals.is_none() {
            // Without hands nothing moves.
            control.stop_now_because("signals cannot be caught: nobody could stop the robot");
        }
        let keys = has_keys.then(|| hand.listen());
        if let Some(None) = keys {
            control.stop_now_because("the keys cannot be read: nobody could stop the robot");
        }
        Self { signals, keys: keys.flatten(), is_cut_off, asked }
    }

    /// What the run asks the operator, and when it asks no more. Where there are no keys, nobody can answer.
    pub(super) fn heed(&self, event: &Event, control: &Control) {
        match event {
            Event::Unsure { number, code, .. } => {
                *self.asked.lock() = Some(*code);
                if self.keys.is_none() || !io::stderr().is_terminal() {
                    control.stop_now_because(&format!("step {number} has to be confirmed at a terminal"));
                }
            }
            Event::Confirmed { .. } => *self.asked.lock() = None,
            _ => {}
        }
    }

    /// Lets go; whether the terminal is gone or the program was told to end.
    pub(super) fn off(self) -> bool {
        if let Some((handle, thread)) = self.signals {
            if let Ok(no_run) = no_run() {
                no_run.store(true, Ordering::SeqCst);
            }
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

/// Whether no run is on. While that is so, a signal does what it does by default, also after a run: what catches signals cannot be
/// taken away again.
fn no_run() -> io::Result<Arc<AtomicBool>> {
    static NO_RUN: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(no_run) = NO_RUN.get() {
        return Ok(Arc::clone(no_run));
    }
    let no_run = Arc::new(AtomicBool::new(true));
    for signal in ENDING {
        flag::register_conditional_default(signal, Arc::clone(&no_run))?;
    }
    // A file that may grow no more is a write that fails, which ends a run in order.
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(Arc::clone(NO_RUN.get_or_init(|| no_run)))
}

#[derive(Clone)]
struct Hand {
    control: Control,
    lines: Lines,
    is_cut_off: Arc<AtomicBool>,
    asked: Asked,
}

impl Hand {
    fn catch(self) -> Option<(Handle, JoinHandle<()>)> {
        let no_run = no_run().ok()?;
        let mut signals = Signals::new(ENDING.into_iter().chain([SIGCONT])).ok()?;
        let handle = signals.handle();
        // From here on they are wishes to the run; before it, and after it, they end the program.
        no_run.store(false, Ordering::SeqCst);
        let work = move || {
            for signal in signals.forever() {
                match signal {
                    SIGINT => self.control.stop_now(),
                    // A program that sleeps watches nobody: Ctrl-Z stops the robot, and the program stays.
                    SIGTSTP => self.control.stop_now_because("the program was to be put to sleep (Ctrl-Z)"),
                    SIGCONT => self.control.stop_now_because("the program was put to sleep, and woken up"),
                    _ => self.cut_off(&format!("the program got {}", signal_name(signal).unwrap_or("a signal"))),
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
            Ok(0) if !is_gone => self.obey("Ctrl-D"),
            Ok(0) | Err(_) => {
                self.cut_off("the terminal is gone");
                return false;
            }
            Ok(read) => typed.extend_from_slice(&bytes[..read]),
        }
        while let Some(end) = typed.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = typed.drain(..=end).collect();
            self.obey(String::from_utf8_lossy(&line).trim());
        }
        if typed.len() > WORD_BYTES_MAX {
            typed.clear();
            self.obey("?");
        }
        true
    }

    /// What a word means is [`reply::during_run`]'s.
    fn obey(&self, word: &str) {
        let asked = *self.asked.lock();
        match (reply::during_run(word), asked) {
            (RunWord::Confirm(code), Some(asked)) if code == asked => self.control.confirm(code),
            (RunWord::Confirm(_) | RunWord::Unknown, Some(_)) => self.not_confirmed(word),
            (heard @ (RunWord::Pause | RunWord::Resume | RunWord::Stop), Some(_)) => {
                self.obey_word(heard);
                self.lines.show(QUESTION);
            }
            (heard, _) => self.obey_word(heard),
        }
    }

    /// While the run asks, nothing is permitted: a line that is no answer changes nothing, and a no ends the run.
    fn not_confirmed(&self, word: &str) {
        if reply::at_review(word) == Reply::No {
            self.control.stop_now_because("the operator did not confirm the step");
            return self.lines.show("stopping now: the step is not confirmed");
        }
        self.lines.show(format!("not understood. {QUESTION}"));
    }

    fn obey_word(&self, word: RunWord) {
        match word {
            RunWord::Empty => {}
            RunWord::Pause => {
                self.control.pause();
                self.lines.show("pausing after this step");
            }
            RunWord::Resume => {
                self.control.resume();
                self.lines.show(if self.control.stop() == Stop::No { "going on" } else { "it stops all the same" });
            }
            RunWord::Stop => {
                self.control.finish_step_and_stop();
                self.lines.show("stopping after this step; stop now halts the robot at once");
            }
            RunWord::StopNow => {
                self.control.stop_now();
                self.lines.show("stopping now");
            }
            RunWord::Confirm(_) => self.lines.show("nothing is to be confirmed"),
            // When two readings are possible, the robot does not move.
            RunWord::Unknown => {
                self.control.pause();
                self.lines
                    .show("not understood: pausing after this step. Say resume, stop (after this step) or stop now");
            }
        }
    }
}
