//! Which signals are an operator's wish, and what they do while no run is on.
//!
//! In a run every signal that ends a program, or puts it to sleep, is a wish to stop now. What is caught is not listed, for a list
//! forgets some: it is everything but what is named here. Out of a run a signal does what it does by default, also after a run:
//! what catches signals cannot be taken away again.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use nix::sys::signal::SigSet;
use signal_hook::{
    consts::{
        SIGABRT, SIGBUS, SIGCHLD, SIGCONT, SIGFPE, SIGILL, SIGINT, SIGKILL, SIGPIPE, SIGQUIT, SIGSEGV, SIGSTOP, SIGSYS,
        SIGTRAP, SIGTSTP, SIGURG, SIGWINCH, SIGXFSZ,
    },
    flag,
    iterator::Signals,
    low_level::{emulate_default_handler, signal_name},
};

mod background;
mod spoken;
mod watch;

pub(super) use background::Background;
pub(super) use spoken::Spoken;
pub(super) use watch::Watch;

/// The largest number of a signal.
const SIGNAL_MAX: i32 = if cfg!(target_os = "linux") { 64 } else { 31 };

/// No wishes.
const OTHERS: [&[i32]; 5] = [
    // They cannot be caught.
    &[SIGKILL, SIGSTOP],
    // A fault of this program's own: it is not to go on.
    &[SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP],
    // By default nothing comes of them. The last one is looked at in a run all the same.
    &[SIGCHLD, SIGURG, SIGWINCH, SIGCONT],
    // A write that fails, which ends a run in order.
    &[SIGPIPE, SIGXFSZ],
    // The C library's own, on Linux.
    &[32, 33],
];

/// Every signal that ends a program, or puts it to sleep.
fn ending() -> impl Iterator<Item = i32> {
    (1..=SIGNAL_MAX).filter(|signal| !OTHERS.iter().any(|others| others.contains(signal)))
}

/// Unblocks every signal: a program begins with those blocked that were blocked where it was started, and a blocked stop reaches nobody. Called
/// before any thread is started, for a thread begins with what its starter has.
pub(super) fn unblock() {
    // POSIX names one error, an unknown way of setting the mask, and there is none here.
    let _ = SigSet::empty().thread_set_mask();
}

/// From here on signals are for a run, until [`let_go`].
fn take() -> io::Result<Signals> {
    let defaults = defaults()?;
    let signals = Signals::new(ending().filter(|&signal| is_known(signal)).chain([SIGCONT]))?;
    for signal in ending().filter(|&signal| !is_known(signal)) {
        // A real-time signal that some system library keeps for itself is sent by nobody else.
        let _ = signals.handle().add_signal(signal);
    }
    defaults.hold(false);
    Ok(signals)
}

/// The run is over.
fn let_go() {
    if let Ok(defaults) = defaults() {
        defaults.hold(true);
    }
}

/// From the first call on signals are noted, without forgetting what has come.
pub(super) fn note() {
    // Where they cannot be caught, nothing is run.
    let _ = defaults();
}

/// From here on it is noted when a signal comes that ends a program, puts it to sleep or wakes it up.
pub(super) fn note_from_now() {
    if let Ok(defaults) = defaults() {
        defaults.has_come.store(false, Ordering::SeqCst);
    }
}

/// Whether one has come since.
pub(super) fn has_come() -> bool {
    defaults().is_ok_and(|defaults| defaults.has_come.load(Ordering::SeqCst))
}

/// From here on Ctrl-C, Ctrl-\\ and Ctrl-Z do this, to the end of the program, wherever the terminal makes signals of them. Where they come from
/// no terminal, they do what they do by default after that.
pub(super) fn at_stop_keys(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGQUIT, SIGTSTP])?;
    let work = move || {
        for signal in signals.forever() {
            act();
            if !io::stdin().is_terminal() {
                // It ends the program, or cannot.
                let _ = emulate_default_handler(signal);
            }
        }
    };
    thread::Builder::new().name("interrupt".to_owned()).spawn(work).map(drop)
}

/// A signal's name.
pub(super) fn name(signal: i32) -> String {
    signal_name(signal).map_or_else(|| format!("signal {signal}"), str::to_owned)
}

fn is_known(signal: i32) -> bool {
    signal_name(signal).is_some()
}

/// Whether signals do what they do by default.
#[derive(Default)]
struct Defaults {
    /// All but SIGINT.
    others: Arc<AtomicBool>,
    interrupt: Arc<AtomicBool>,
    /// A signal has come since [`note_from_now`].
    has_come: Arc<AtomicBool>,
}

impl Defaults {
    fn hold(&self, hold: bool) {
        self.others.store(hold, Ordering::SeqCst);
        self.interrupt.store(hold, Ordering::SeqCst);
    }
}

fn defaults() -> io::Result<&'static Defaults> {
    static DEFAULTS: OnceLock<Defaults> = OnceLock::new();
    if let Some(defaults) = DEFAULTS.get() {
        return Ok(defaults);
    }
    let defaults = Defaults::default();
    defaults.hold(true);
    // What wakes a program up tells that it was put to sleep, by whatever that was.
    for signal in ending().chain([SIGCONT]) {
        // Before what ends the program, or puts it to sleep.
        let noted = flag::register(signal, Arc::clone(&defaults.has_come));
        if is_known(signal) {
            noted?;
        }
    }
    for signal in ending() {
        let is_default = Arc::clone(if signal == SIGINT { &defaults.interrupt } else { &defaults.others });
        if is_known(signal) {
            flag::register_conditional_default(signal, is_default)?;
        } else {
            // What a shell says of a program that a signal ended.
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, is_default);
        }
    }
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(DEFAULTS.get_or_init(|| defaults))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SIGPWR, which a power supply's daemon sends, was not on the list.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_ends_a_program_is_caught() {
        let caught: Vec<i32> = ending().collect();
        assert_eq!(
            caught,
            [1, 2, 3, 10, 12, 14, 15, 16, 20, 21, 22, 24, 26, 27, 29, 30]
                .into_iter()
                .chain(34..=64)
                .collect::<Vec<_>>()
        );
    }
}
