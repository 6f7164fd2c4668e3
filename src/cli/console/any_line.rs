//! What comes to a console that drives nothing, and what of it is sent at once to the desk that drives.

use crate::workflow::Wish;

/// What comes to a console that drives nothing.
pub(super) enum AnyLine {
    Typed(String),
    /// Ctrl-C, or another key that means "stop now".
    Interrupt,
    /// A line that is not UTF-8. The editor lost what it was, and what was read behind it: that may have been a stop.
    Lost,
    /// A stop or a pause that was sent when it was read; whether anybody hears it, and the words, where it was words.
    Stopped {
        is_heard: bool,
        said: String,
    },
}

/// Whether a line ends a console that drives nothing. At the desk that drives, such a word in a run stops it.
pub(super) fn ends(line: &str) -> bool {
    ["quit", "exit", "bye"].contains(&line.trim().to_lowercase().as_str())
}

/// Sends a stop or a pause to the desk that drives; whether it is heard there.
pub(super) type SendStop = Box<dyn Fn(Wish) -> bool + Send>;
