//! A program on a terminal of its own: typed to when it was seen to ask, and never waited for by the clock.

use std::{
    fs::File,
    io::{self, PipeReader, PipeWriter, Read, Write},
    os::fd::{AsFd, OwnedFd},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Condvar, Mutex},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, poll},
    fs::{Mode, OFlags, open},
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr},
};

/// Nothing that a test waits for takes this long, beside whatever neighbours.
pub(crate) const LIMIT: Duration = Duration::from_secs(900);
/// How a run ends that got no processor.
const ASLEEP: &str = "this program stood still for";
/// How often a run is tried that the machine breaks off.
const TRIES: u32 = 20;

/// A scenario that lasts half a minute. A program that got no processor for seconds ends its run, as it should; that proves nothing about the
/// scenario, which is tried again.
pub(crate) fn awake(scenario: impl Fn()) {
    for _ in 1..TRIES {
        let Err(panic) = catch_unwind(AssertUnwindSafe(&scenario)) else { return };
        match panic.downcast_ref::<String>() {
            Some(said) if said.contains(ASLEEP) => {}
            _ => resume_unwind(panic),
        }
    }
    scenario();
}

/// A program, and the other end of its terminal.
pub(crate) struct Terminal {
    child: Child,
    master: Option<Arc<File>>,
    /// The thread that reads, which ends when the pipe does.
    reading: Option<(PipeWriter, JoinHandle<()>)>,
    screen: Arc<Screen>,
}

#[derive(Default)]
struct Screen {
    text: Mutex<(String, bool)>,
    changed: Condvar,
    /// Up to where it was read.
    seen: Mutex<usize>,
}

impl Terminal {
    /// Starts a program on a terminal. `stderr` is elsewhere where a test says so.
    pub(crate) fn start(command: &Command, stderr: Option<Stdio>) -> Self {
        Self::started(command, stderr, LocalModes::empty())
    }

    /// The same on a terminal that lacks these modes, as a program that was killed may leave it.
    pub(crate) fn start_without(modes: LocalModes, command: &Command) -> Self {
        Self::started(command, None, modes)
    }

    /// Takes modes from the terminal.
    pub(crate) fn clear(&self, modes: LocalModes) {
        clear(self.master.as_ref().unwrap(), modes);
    }

    /// Gives modes to the terminal.
    pub(crate) fn set(&self, modes: LocalModes) {
        let terminal = self.master.as_ref().unwrap();
        let mut all = tcgetattr(terminal).unwrap();
        all.local_modes.insert(modes);
        tcsetattr(terminal, OptionalActions::Now, &all).unwrap();
    }

    fn started(command: &Command, stderr: Option<Stdio>, without: LocalModes) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        clear(&master, without);
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap();
        let end = |slave: &OwnedFd| Stdio::from(slave.try_clone().unwrap());
        // A session of its own, led by the program itself, whose terminal this is.
        let mut started = Command::new("setsid");
        started.arg("--ctty").arg(command.get_program()).args(command.get_args());
        started.current_dir(command.get_current_dir().unwrap()).env_remove("CELLGRAPH_MODEL").env("TERM", "xterm");
        let stderr = stderr.unwrap_or_else(|| end(&slave));
        let child =
            started.stdin(end(&slave)).stdout(end(&slave)).stderr(stderr).spawn().expect("setsid, of util-linux");
        let (master, screen) = (Arc::new(File::from(master)), Arc::new(Screen::default()));
        let (over, until) = io::pipe().unwrap();
        let (from, to) = (Arc::clone(&master), Arc::clone(&screen));
        let thread = thread::spawn(move || {
            read(&from, &over, &to);
            to.text.lock().unwrap().1 = true;
            to.changed.notify_all();
        });
        Self { child, master: Some(master), reading: Some((until, thread)), screen }
    }

    /// Waits until a text stands on the screen, after what was waited for before.
    pub(crate) fn see(&self, wanted: &str) {
        let mut seen = self.screen.seen.lock().unwrap();
        let begun = Instant::now();
        let mut text = self.screen.text.lock().unwrap();
        loop {
            if let Some(at) = text.0[*seen..].find(wanted) {
                *seen += at + wanted.len();
                return;
            }
            let is_over = text.1 || text.0[*seen..].contains(ASLEEP);
            assert!(!is_over && begun.elapsed() < LIMIT, "never seen: {wanted}\n{}", text.0);
            text = self.screen.changed.wait_timeout(text, Duration::from_secs(1)).unwrap().0;
        }
    }

    /// Waits until a line stands there that has this in it; the line from there on.
    pub(crate) fn see_line(&self, wanted: &str) -> String {
        self.see(wanted);
        self.see("\n");
        let (seen, text) = (*self.screen.seen.lock().unwrap(), self.screen.text.lock().unwrap());
        let at = text.0[..seen].rfind(wanted).unwrap();
        text.0[at..seen].to_owned()
    }

    pub(crate) fn type_in(&self, text: &str) {
        let mut master: &File = self.master.as_ref().unwrap();
        master.write_all(text.as_bytes()).unwrap();
    }

    /// A line, with the key that ends it.
    pub(crate) fn say(&self, line: &str) {
        self.type_in(&format!("{line}\r"));
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Closes the terminal, as closing its window does.
    pub(crate) fn hang_up(&mut self) {
        let (until, thread) = self.reading.take().unwrap();
        drop(until);
        thread.join().unwrap();
        self.master = None;
    }

    /// How it ended, and all that stood on the screen.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let mut text = self.screen.text.lock().unwrap();
        while !text.1 {
            assert!(begun.elapsed() < LIMIT, "it never ended:\n{}", text.0);
            text = self.screen.changed.wait_timeout(text, Duration::from_secs(1)).unwrap().0;
        }
        let said = text.0.clone();
        drop(text);
        (self.child.wait().unwrap(), said)
    }
}

fn clear(terminal: &impl AsFd, modes: LocalModes) {
    let mut set = tcgetattr(terminal).unwrap();
    set.local_modes.remove(modes);
    tcsetattr(terminal, OptionalActions::Now, &set).unwrap();
}

/// Reads until the program has let go of the terminal, or the test has.
fn read(mut from: &File, over: &PipeReader, to: &Screen) {
    let mut bytes = [0; 4096];
    loop {
        let mut wanted = [PollFd::new(&from, PollFlags::IN), PollFd::new(over, PollFlags::IN)];
        poll(&mut wanted, None).unwrap();
        if !wanted[1].revents().is_empty() {
            return;
        }
        // EIO: nobody has it open any more.
        let Ok(read @ 1..) = from.read(&mut bytes) else { return };
        to.text.lock().unwrap().0.push_str(&String::from_utf8_lossy(&bytes[..read]));
        to.changed.notify_all();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended where the test came to its end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
