//! The operator's hands on a run: Ctrl-C, and words typed while it goes on. In: signals and keys. Out: wishes to
//! [`Control`]. A word that is not understood pauses the run.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::{consts::SIGINT, iterator::Signals};

use crate::{
    cli::printer::talk,
    review::reply::{self, RunWord},
    run::Control,
};

/// Longest line that is taken for a word to a run, in bytes.
const WORD_BYTES_MAX: usize = 1_000;

/// Catches Ctrl-C while a run goes on: once, the step is finished; twice, the robot is halted.
pub(super) struct Interrupts {
    handle: Option<signal_hook::iterator::Handle>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Interrupts {
    pub(super) fn catch(control: &Control) -> Self {
        let Ok(mut signals) = Signals::new([SIGINT]) else {
            talk("Ctrl-C cannot be caught: it ends the program, and the run counts as interrupted");
            return Self { handle: None, thread: None };
        };
        let handle = signals.handle();
        let control = control.clone();
        let was_asked = AtomicBool::new(false);
        let thread = thread::spawn(move || {
            for _ in signals.forever() {
                if was_asked.swap(true, Ordering::Relaxed) {
                    talk("stopping now");
                    control.stop_now();
                } else {
                    talk("stopping after this step; Ctrl-C again to stop now");
                    control.finish_step_and_stop();
                }
            }
        });
        Self { handle: Some(handle), thread: Some(thread) }
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            handle.close();
        }
        if let Some(thread) = self.thread.take() {
            // It prints and sets flags; there is nothing of it to be lost.
            let _ended = thread.join();
        }
    }
}

/// What is typed while a run goes on. Read without a buffer of the standard library's, which would keep what the
/// console's editor is to get.
pub(super) struct Keys {
    is_open: bool,
    typed: Vec<u8>,
}

impl Keys {
    pub(super) const fn new(is_open: bool) -> Self {
        Self { is_open, typed: Vec::new() }
    }

    /// Obeys every whole line that was typed since the last look. Does not wait.
    pub(super) fn listen(&mut self, control: &Control) {
        while self.is_open && is_waiting() {
            let mut bytes = [0; 256];
            match rustix::io::read(io::stdin(), &mut bytes) {
                Ok(0) | Err(_) => self.is_open = false,
                Ok(read) => self.typed.extend_from_slice(&bytes[..read]),
            }
            while let Some(end) = self.typed.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.typed.drain(..=end).collect();
                obey(String::from_utf8_lossy(&line).trim(), control);
            }
            if self.typed.len() > WORD_BYTES_MAX {
                self.typed.clear();
                obey("?", control);
            }
        }
    }
}

/// What a word means is [`reply::during_run`]'s.
fn obey(word: &str, control: &Control) {
    match reply::during_run(word) {
        RunWord::Empty => {}
        RunWord::Pause => {
            control.pause();
            talk("pausing after this step");
        }
        RunWord::Resume => control.resume(),
        RunWord::Stop => {
            control.finish_step_and_stop();
            talk("stopping after this step; stop now halts the robot at once");
        }
        RunWord::StopNow => {
            control.stop_now();
            talk("stopping now");
        }
        // When two readings are possible, the robot does not move.
        RunWord::Unknown => {
            control.pause();
            talk("not understood: paused. Say resume, stop (after this step) or stop now");
        }
    }
}

fn is_waiting() -> bool {
    let stdin = io::stdin();
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
    poll(&mut wanted, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}
