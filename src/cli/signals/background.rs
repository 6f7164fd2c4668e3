//! Signals for being in the background.
//!
//! The kernel sends SIGTTIN and SIGTTOU to a program in the background that touches its terminal, again and again as long as they are
//! caught. So the threads of a run do not take them: a read fails there instead, a write goes through, and only the thread that
//! waits for signals takes those that somebody sends.

use nix::sys::signal::{SigSet, Signal};

/// While it is held, this thread and those that it starts take no signal for being in the background.
pub(in crate::cli) struct Background {
    /// What the thread took before; none where that could not be changed.
    before: Option<SigSet>,
}

impl Background {
    pub(in crate::cli) fn leave_alone() -> Self {
        let before = SigSet::thread_get_mask().ok();
        Self { before: before.filter(|_| background().thread_block().is_ok()) }
    }

    /// Takes them on this thread all the same.
    pub(in crate::cli) fn take() {
        // Where it fails, nobody takes them: nothing is stopped by them then, and nothing put to sleep.
        let _ = background().thread_unblock();
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let _ = before.thread_set_mask();
        }
    }
}

fn background() -> SigSet {
    SigSet::from_iter([Signal::SIGTTIN, Signal::SIGTTOU])
}
