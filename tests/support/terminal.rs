//! The program at a terminal: a pty, what is typed at it, and what is seen on it. What is waited for is waited for by reading;
//! nothing sleeps.

use std::{
    io::{Read, Write},
    process::{Child, Command, Stdio},
    time::Duration,
};

use pty_process::blocking::{Pts, Pty};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    termios::{OptionalActions, Termios, tcgetattr, tcsetattr},
};

/// A wait that takes longer has failed. The program does what it is to do in milliseconds; the rest is for busy neighbours.
const PATIENCE: Duration = Duration::from_secs(600);

/// A terminal, and the program at it once it was started.
pub(crate) struct Terminal {
    pty: Pty,
    free: Option<Pts>,
    child: Option<Child>,
    /// Everything that was seen.
    pub(crate) seen: String,
    /// How much of it was waited for.
    past: usize,
}

impl Terminal {
    /// A terminal with nobody at it. What is typed now waits for the program, as in front of a slow one.
    pub(crate) fn open() -> Self {
        Self::of_size(50, 200)
    }

    /// The same, so large.
    pub(crate) fn of_size(rows: u16, columns: u16) -> Self {
        let (pty, pts) = pty_process::blocking::open().unwrap();
        pty.resize(pty_process::Size::new(rows, columns)).unwrap();
        Self { pty, free: Some(pts), child: None, seen: String::new(), past: 0 }
    }

    /// Starts a program at it: the terminal is its controlling one, and its standard streams are the terminal, but for
    /// standard output where that goes elsewhere.
    pub(crate) fn start(&mut self, command: &Command, stdout: Option<Stdio>) {
        let mut started = pty_process::blocking::Command::new(command.get_program()).args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            started = started.current_dir(folder);
        }
        for (name, value) in command.get_envs() {
            started = match value {
                Some(value) => started.env(name, value),
                None => started.env_remove(name),
            };
        }
        if let Some(stdout) = stdout {
            started = started.stdout(stdout);
        }
        let pts = self.free.take().expect("one program for a terminal");
        self.child = Some(started.env("TERM", "xterm").spawn(pts).unwrap());
    }

    /// Sets its modes, as `stty` does, or a program that was killed leaves them.
    #[allow(dead_code, reason = "for tests of what is typed")]
    pub(crate) fn set(&self, change: impl FnOnce(&mut Termios)) {
        let mut modes = tcgetattr(&self.pty).unwrap();
        change(&mut modes);
        tcsetattr(&self.pty, OptionalActions::Now, &modes).unwrap();
    }

    /// Types at it, all at once.
    pub(crate) fn types(&mut self, keys: impl AsRef<[u8]>) {
        self.pty.write_all(keys.as_ref()).unwrap();
    }

    /// Waits until words are seen, after those that were waited for before.
    pub(crate) fn sees(&mut self, words: &str) {
        loop {
            if let Some(at) = self.seen[self.past..].find(words) {
                self.past += at + words.len();
                return;
            }
            assert!(self.more(), "the program ended without '{words}':\n{}", self.seen);
        }
    }

    /// Waits for the end; the exit status. A signal that ended it gives none.
    pub(crate) fn ends(&mut self) -> Option<i32> {
        while self.more() {}
        self.child.take().unwrap().wait().unwrap().code()
    }

    /// The process at it.
    #[allow(dead_code, reason = "for tests that send signals")]
    pub(crate) fn id(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// Whether the process at it catches a signal.
    #[allow(dead_code, reason = "for tests that send signals")]
    pub(crate) fn is_caught(&self, signal: rustix::process::Signal) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() >> (signal.as_raw() - 1) & 1 == 1
    }

    /// Reads on; whether there was anything to read.
    fn more(&mut self) -> bool {
        let mut wanted = [PollFd::new(&self.pty, PollFlags::IN)];
        let patience = Timespec { tv_sec: PATIENCE.as_secs().cast_signed(), tv_nsec: 0 };
        assert!(poll(&mut wanted, Some(&patience)).unwrap() > 0, "nothing more was seen after:\n{}", self.seen);
        let mut bytes = [0; 4096];
        // A terminal that nobody has open any more gives an error instead of an end.
        let read = self.pty.read(&mut bytes).unwrap_or(0);
        self.seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
        read > 0
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ended = child.kill();
            let _status = child.wait();
        }
    }
}
