//! The terminal that an operator types at: what was typed too early.
//!
//! An answer counts when it was typed after the question stood there. What waits in the kernel's queue before that is thrown
//! away, and said so. What an editor read ahead of a line goes with that editor: an answer is never read by the editor that
//! read the sentence (`console/lines.rs`).

use std::io::{self, IsTerminal};

use rustix::{
    io::ioctl_fionread,
    termios::{LocalModes, OptionalActions, QueueSelector, tcflush, tcgetattr, tcsetattr},
};

use super::{failure::Failure, printer::talk};

/// Throws away what was typed before now, and says so. Of a pipe nothing is thrown away: a program may write ahead.
pub(super) fn forget_typed(before: &str) -> Result<(), Failure> {
    if !io::stdin().is_terminal() {
        return Ok(());
    }
    let cannot = |error: io::Error| {
        Failure::internal(format_args!(
            "what was typed before {before} cannot be thrown away, so nothing is asked: {error}"
        ))
    };
    if forget(&io::stdin()).map_err(|error| cannot(error.into()))? {
        talk(format_args!("What was typed before {before} is not taken as an answer."));
    }
    Ok(())
}

/// Empties the queue; whether there was anything in it.
fn forget(stdin: &io::Stdin) -> rustix::io::Result<bool> {
    let before = tcgetattr(stdin)?;
    // While lines are edited by the kernel, it counts whole ones alone.
    let mut all = before.clone();
    all.local_modes.remove(LocalModes::ICANON);
    tcsetattr(stdin, OptionalActions::Now, &all)?;
    let waiting = ioctl_fionread(stdin);
    let flushed = tcflush(stdin, QueueSelector::IFlush);
    tcsetattr(stdin, OptionalActions::Now, &before)?;
    flushed?;
    Ok(waiting? > 0)
}
