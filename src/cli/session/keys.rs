//! Keys typed during a run, on a thread of their own. In: bytes of the terminal. Out: whole lines for the hand, and what is typed
//! so far for the display.

use std::{
    io::{self, PipeWriter, Write},
    thread::{self, JoinHandle},
};

use rustix::event::{PollFd, PollFlags, poll};

use super::{hand::Hand, typed::Typed};
use crate::{review::reply::RunWord, workflow::Asides};

/// Keys that mean "stop now" wherever they stand: Ctrl-C, Ctrl-D, Ctrl-Z and Ctrl-\. The terminal makes signals of most of them,
/// unless a program left it otherwise.
const STOP_KEYS: [u8; 4] = [3, 4, 26, 28];

const BACKSPACE: [u8; 2] = [8, 127];
/// Ctrl-U and Ctrl-W, as a terminal's own line editor has them.
const ERASE_LINE: u8 = 21;
const ERASE_WORD: u8 = 23;

/// Longest line that is taken for a word to a run, in bytes.
const WORD_BYTES_MAX: usize = 1_000;

/// Reads keys until it is told to let go.
pub(super) struct Keys {
    wake: PipeWriter,
    thread: JoinHandle<Typed>,
}

impl Keys {
    /// None where they cannot be read.
    pub(super) fn listen(hand: Hand, asides: Asides) -> Option<Self> {
        let (over, mut wake) = io::pipe().ok()?;
        // A pipe that takes nothing would not wake anybody either.
        wake.flush().ok()?;
        let work = move || {
            let mut typed = Typed::default();
            while look(&hand, &asides, &over, &mut typed) {}
            typed
        };
        let thread = thread::Builder::new().name("keys".to_owned()).spawn(work).ok()?;
        Some(Self { wake, thread })
    }

    /// Lets go; the line that was begun, if any.
    pub(super) fn off(self) -> Option<String> {
        drop(self.wake);
        let typed = self.thread.join().ok()?;
        Some(typed.text()).filter(|text| !text.trim().is_empty() && !text.chars().any(char::is_control))
    }
}

/// Waits for keys, and obeys every whole line; whether there may be more. Read without a buffer of the standard library's,
/// which would keep what the console's editor is to get.
fn look(hand: &Hand, asides: &Asides, over: &io::PipeReader, typed: &mut Typed) -> bool {
    let stdin = io::stdin();
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(over, PollFlags::empty())];
    match poll(&mut wanted, None) {
        Ok(_) => {}
        Err(rustix::io::Errno::INTR) => return true,
        Err(_) => {
            hand.cut_off("the terminal cannot be read any more");
            return false;
        }
    }
    if !wanted[1].revents().is_empty() {
        return false;
    }
    let is_gone = wanted[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
    let mut bytes = [0; 256];
    match rustix::io::read(&stdin, &mut bytes) {
        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
        // Ctrl-D, of a terminal that gives whole lines.
        Ok(0) if !is_gone => hand.stop_now(),
        Ok(0) | Err(_) => {
            hand.cut_off("the terminal is gone");
            return false;
        }
        Ok(read) => take(hand, asides, &bytes[..read], typed),
    }
    true
}

fn take(hand: &Hand, asides: &Asides, bytes: &[u8], typed: &mut Typed) {
    if bytes.iter().any(|byte| STOP_KEYS.contains(byte)) {
        *typed = Typed::default();
        hand.stop_now();
        return hand.lines.typed("");
    }
    for &byte in bytes {
        match byte {
            b'\r' | b'\n' => hand.heed(&std::mem::take(typed), asides),
            byte if BACKSPACE.contains(&byte) => typed.erase_letter(),
            ERASE_LINE => typed.bytes.clear(),
            ERASE_WORD => typed.erase_word(),
            byte => {
                if typed.bytes.is_empty() {
                    typed.question = hand.lines.asked();
                }
                typed.bytes.push(byte);
            }
        }
        if typed.bytes.len() > WORD_BYTES_MAX {
            typed.bytes.clear();
            hand.obey(RunWord::Unknown);
        }
    }
    hand.lines.typed(&typed.text());
}
