//! Which signals are an operator's wish, and what they do while no run is on.
//!
//! In a run every signal that ends a program, or puts it to sleep, is a wish to stop now. What is caught is not listed, for a list
//! forgets some: it is everything but what is named here. Out of a run a signal does what it does by default, also after a run:
//! what catches signals cannot be taken away again.

use std::{
    io,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use signal_hook::{
    consts::{
        SIGABRT, SIGBUS, SIGCHLD, SIGCONT, SIGFPE, SIGILL, SIGKILL, SIGPIPE, SIGSEGV, SIGSTOP, SIGSYS, SIGTRAP,
        SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGXFSZ,
    },
    flag,
    iterator::Signals,
    low_level::signal_name,
};

/// The largest number of a signal.
const SIGNAL_MAX: i32 = if cfg!(target_os = "linux") { 64 } else { 31 };

/// No wishes.
const OTHERS: [&[i32]; 6] = [
    // They cannot be caught.
    &[SIGKILL, SIGSTOP],
    // A fault of this program's own: it is not to go on.
    &[SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP],
    // By default nothing comes of them. The last one is looked at in a run all the same.
    &[SIGCHLD, SIGURG, SIGWINCH, SIGCONT],
    // A write that fails, which ends a run in order.
    &[SIGPIPE, SIGXFSZ],
    // A program in the background that reads or writes a terminal.
    &[SIGTTIN, SIGTTOU],
    // The C library's own, on Linux.
    &[32, 33],
];

/// Every signal that ends a program, or puts it to sleep.
fn ending() -> impl Iterator<Item = i32> {
    (1..=SIGNAL_MAX).filter(|signal| !OTHERS.iter().any(|others| others.contains(signal)))
}

/// From here on signals are for a run, until [`let_go`].
pub(super) fn take() -> io::Result<Signals> {
    let no_run = no_run()?;
    let signals = Signals::new(ending().filter(|&signal| is_known(signal)).chain([SIGCONT]))?;
    for signal in ending().filter(|&signal| !is_known(signal)) {
        // A real-time signal that some system library keeps for itself is sent by nobody else.
        let _ = signals.handle().add_signal(signal);
    }
    no_run.store(false, Ordering::SeqCst);
    Ok(signals)
}

/// The run is over.
pub(super) fn let_go() {
    if let Ok(no_run) = no_run() {
        no_run.store(true, Ordering::SeqCst);
    }
}

/// A signal's name.
pub(super) fn name(signal: i32) -> String {
    signal_name(signal).map_or_else(|| format!("signal {signal}"), str::to_owned)
}

fn is_known(signal: i32) -> bool {
    signal_name(signal).is_some()
}

/// Whether no run is on.
fn no_run() -> io::Result<Arc<AtomicBool>> {
    static NO_RUN: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(no_run) = NO_RUN.get() {
        return Ok(Arc::clone(no_run));
    }
    let no_run = Arc::new(AtomicBool::new(true));
    for signal in ending() {
        if is_known(signal) {
            flag::register_conditional_default(signal, Arc::clone(&no_run))?;
        } else {
            // What a shell says of a program that a signal ended.
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&no_run));
        }
    }
    flag::register(SIGXFSZ, Arc::default())?;
    Ok(Arc::clone(NO_RUN.get_or_init(|| no_run)))
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
            [1, 2, 3, 10, 12, 14, 15, 16, 20, 24, 26, 27, 29, 30].into_iter().chain(34..=64).collect::<Vec<_>>()
        );
    }
}
