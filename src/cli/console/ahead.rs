//! Whether the editor read beyond the line that it gave.
//!
//! An editor takes from the terminal what is there, up to a thousand bytes at once, and drops what follows the line's end. What
//! it dropped may have been the beginning of a sentence whose end would then look like a whole answer ("no wait, the cable is
//! not │ ok"). The editor does not say what it dropped. So its reads are counted: Linux counts the bytes that each thread
//! reads, and the editor calls [`Counter`] for each key. An editor reads anew only when it has used up all that it read, so
//! that bytes of the last read that no key accounts for were dropped.
//!
//! Where a key's bytes are not known, the answer is "it may have". Where bytes cannot be counted, no editor reads ([`can_count`]).

use std::{io::Read, path::Path, sync::Arc};

use parking_lot::Mutex;
use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, EventHandler, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use crate::files::open;

/// Whether the system counts what is read.
pub(super) fn can_count() -> bool {
    let (first, second) = (bytes_read(), bytes_read());
    first.zip(second).is_some_and(|((before, own), (after, _))| after == before + own)
}

/// Counts for one editor. Its clones count together.
#[derive(Clone, Default)]
pub(super) struct Ahead(Arc<Mutex<Count>>);

#[derive(Default)]
struct Count {
    /// Bytes that this thread had read after the last look; none where that cannot be known.
    read: Option<u64>,
    /// Bytes of the editor's last read.
    burst: u64,
    /// Bytes of it that keys account for; none where that is not known.
    used: Option<u64>,
}

impl Ahead {
    /// The editor begins to read a line, with nothing in its hands.
    pub(super) fn begin(&self) {
        *self.0.lock() = Count { read: bytes_read().map(|(before, own)| before + own), burst: 0, used: Some(0) };
    }

    /// Whether the editor may have read beyond the line that it gave.
    pub(super) fn may_have(&self) -> bool {
        let count = self.0.lock();
        count.read.is_none() || count.used != Some(count.burst)
    }

    /// What was read since the last key, if anything, is pasted text.
    pub(super) fn pasted(&self) {
        let mut count = self.0.lock();
        if count.look() {
            count.used = None;
        }
    }

    /// What calls this for each key, and leaves the key to the editor.
    pub(super) fn handler(&self) -> EventHandler {
        EventHandler::Conditional(Box::new(Counter(self.clone())))
    }

    fn key(&self, event: &Event) {
        let mut count = self.0.lock();
        // A letter of several bytes lies in one read where every byte of the read before was used up before it.
        let was_used_up = count.used == Some(count.burst);
        let is_fresh = count.look();
        if is_fresh {
            count.used = Some(0);
        }
        let bytes = bytes_of(event).filter(|&bytes| bytes == 1 || !is_fresh || was_used_up);
        count.used = count.used.zip(bytes).map(|(used, bytes)| used + bytes);
    }
}

impl Count {
    /// Whether the editor read anew since the last look.
    fn look(&mut self) -> bool {
        let now = bytes_read();
        let fresh = now.zip(self.read).and_then(|((now, _), before)| now.checked_sub(before));
        self.read = now.filter(|_| fresh.is_some()).map(|(before, own)| before + own);
        let burst = fresh.filter(|&bytes| bytes > 0);
        self.burst = burst.unwrap_or(self.burst);
        burst.is_some()
    }
}

struct Counter(Ahead);

impl ConditionalEventHandler for Counter {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.key(event);
        None
    }
}

/// How many bytes of the terminal a key is; none where that is not known.
fn bytes_of(event: &Event) -> Option<u64> {
    let Event::KeySeq(keys) = event else { return None };
    let [KeyEvent(code, modifiers)] = keys[..] else { return None };
    let is_plain = modifiers == Modifiers::NONE || modifiers == Modifiers::CTRL;
    let bytes = match code {
        KeyCode::Char(c) => c.len_utf8() as u64,
        KeyCode::Enter | KeyCode::Tab | KeyCode::Backspace => 1,
        _ => return None,
    };
    is_plain.then_some(bytes)
}

/// How many bytes this thread had read before this call, and how many it reads to find that out.
fn bytes_read() -> Option<(u64, u64)> {
    let mut text = String::new();
    open::regular(Path::new("/proc/thread-self/io")).ok()?.read_to_string(&mut text).ok()?;
    let before = text.lines().find_map(|line| line.strip_prefix("rchar: "))?.parse().ok()?;
    Some((before, text.len() as u64))
}
