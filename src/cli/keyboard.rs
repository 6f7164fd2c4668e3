//! The keyboard's modes at a question and in a run: Ctrl-C is a signal, and Enter ends a line, whatever a program before this one left
//! behind. A terminal that was left raw gave Ctrl-C as a byte, which waited for a line's end, and several lines at once.
//!
//! A terminal that is not this program's controlling terminal (after `setsid`, for example) sends it no signal: the kernel would take the key
//! and tell nobody. Ctrl-C is a byte there, which ends what the kernel gives, and whoever reads it takes it for the stop.

use std::{
    io::{self, IsTerminal, Read},
    os::fd::{AsFd, OwnedFd},
    path::Path,
};

use rustix::{
    process::{Pid, getpgrp, getppid},
    termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr},
};

use crate::files::open;

/// What a terminal has for a key that there is not.
const NO_KEY: u8 = 0;

/// Ctrl-C and Ctrl-\\, as bytes.
pub(super) const INTERRUPT: u8 = 3;
pub(super) const QUIT: u8 = 28;
/// Ctrl-Z.
const SUSPEND: u8 = 26;

/// Keys that mean "stop now" wherever they stand: Ctrl-C, Ctrl-D, Ctrl-Z and Ctrl-\. The terminal makes signals of most of them,
/// unless a program left it otherwise. The first byte is what becomes of a Ctrl-D that was pressed while the kernel gave whole
/// lines, and is read when it does so no more; Ctrl-Space gives it as well.
pub(super) const STOP_KEYS: [u8; 5] = [0, 3, 4, 26, 28];

/// Sets the modes, and sets them back when it is dropped.
pub(super) struct Keyboard {
    terminal: OwnedFd,
    /// None where nothing was set.
    before: Option<Termios>,
    /// Of the modes that were set, those that are looked at.
    set: LocalModes,
}

/// The modes by which it is seen whether another program has set its own since.
const LOOKED_AT: LocalModes = LocalModes::ICANON.union(LocalModes::ECHO).union(LocalModes::ISIG);

impl Keyboard {
    /// For a question, as long as it stands: the kernel gives one whole line at a time, and shows what is typed.
    pub(super) fn for_question() -> io::Result<Self> {
        Self::with(is_own(), |modes| {
            modes.local_modes.insert(LocalModes::ICANON | LocalModes::ECHO);
            // Nothing but Enter ends a line, and a key that ends the question.
            let ends = match is_own() {
                false => [INTERRUPT, QUIT],
                true if modes.special_codes[SpecialCodeIndex::VINTR] == INTERRUPT => [NO_KEY; 2],
                true => [INTERRUPT, NO_KEY],
            };
            modes.special_codes[SpecialCodeIndex::VEOL] = ends[0];
            modes.special_codes[SpecialCodeIndex::VEOL2] = ends[1];
        })
    }

    /// For a robot that moves: each key comes at once, for in a line that the kernel keeps until Enter a stop would wait. `is_shown`: what is
    /// typed is shown by the display, so the terminal does not echo it: a line of the display would cut the echo. Behind the program
    /// that started this one, such as a script with `timeout`, a signal of a key would go to the script alone. There keys are bytes: none can be
    /// read in the background, and that is noticed ([`is_behind`]). Behind any other program nothing is set, so that it gets its own Ctrl-C.
    pub(super) fn for_run(is_shown: bool) -> io::Result<Self> {
        if is_behind() && !is_behind_its_starter() {
            let terminal = io::stdin().as_fd().try_clone_to_owned()?;
            return Ok(Self { terminal, before: None, set: LocalModes::empty() });
        }
        Self::with(is_own() && !is_behind(), |modes| {
            modes.local_modes.remove(LocalModes::ICANON);
            modes.local_modes.set(LocalModes::ECHO, !is_shown);
            modes.special_codes[SpecialCodeIndex::VMIN] = 1;
            modes.special_codes[SpecialCodeIndex::VTIME] = 0;
        })
    }

    /// For a command that asks or moves, from its first moment to its end: where no signal comes of a key, the kernel is not to swallow it. Where
    /// standard input is no terminal, keys are signals alone. None where there is nothing to set.
    pub(super) fn of_another() -> Option<Self> {
        if !io::stdin().is_terminal() {
            return Self::for_signals();
        }
        if is_own() {
            return None;
        }
        Self::set(|modes| modes.local_modes.remove(LocalModes::ISIG)).ok()
    }

    /// For a command that reads no keys: Ctrl-C is a signal, whatever somebody set, and whatever standard input is. None where no signal of a key
    /// reaches this program.
    pub(super) fn for_signals() -> Option<Self> {
        let terminal = match io::stdin().is_terminal() {
            true => io::stdin().as_fd().try_clone_to_owned().ok()?,
            false => open::controlling_terminal().ok()?.into(),
        };
        if tcgetpgrp(&terminal).ok()? != getpgrp() {
            return None;
        }
        Self::set_at(terminal, |modes| {
            modes.local_modes.insert(LocalModes::ISIG);
            have_ctrl_c_signal(modes);
        })
        .ok()
    }

    fn with(sends_signals: bool, set: impl FnOnce(&mut Termios)) -> io::Result<Self> {
        Self::set(|modes| {
            modes.local_modes.set(LocalModes::ISIG, sends_signals);
            modes.input_modes.insert(InputModes::ICRNL);
            modes.input_modes.remove(InputModes::IGNCR | InputModes::INLCR);
            set(modes);
        })
    }

    fn set(set: impl FnOnce(&mut Termios)) -> io::Result<Self> {
        Self::set_at(io::stdin().as_fd().try_clone_to_owned()?, set)
    }

    fn set_at(terminal: OwnedFd, set: impl FnOnce(&mut Termios)) -> io::Result<Self> {
        let before = tcgetattr(&terminal)?;
        let mut modes = before.clone();
        set(&mut modes);
        // The kernel itself looks for the keys that are signals.
        modes.local_modes.remove(LocalModes::EXTPROC);
        // No key that stops a robot stops or starts the output instead.
        for code in [SpecialCodeIndex::VSTART, SpecialCodeIndex::VSTOP] {
            if STOP_KEYS.contains(&modes.special_codes[code]) {
                modes.special_codes[code] = NO_KEY;
            }
        }
        tcsetattr(&terminal, OptionalActions::Now, &modes)?;
        Ok(Self { terminal, before: Some(before), set: modes.local_modes & LOOKED_AT })
    }
}

/// Where somebody made a signal of another key, or of none (`stty intr`), Ctrl-C is one beside it, in the place of a key that nobody has set.
fn have_ctrl_c_signal(modes: &mut Termios) {
    use SpecialCodeIndex as Code;
    let keys = [(Code::VINTR, INTERRUPT), (Code::VQUIT, QUIT), (Code::VSUSP, SUSPEND)];
    if keys.iter().any(|(code, _)| modes.special_codes[*code] == INTERRUPT) {
        return;
    }
    let is_free = |(code, usual): &(Code, u8)| [NO_KEY, *usual].contains(&modes.special_codes[*code]);
    let free = keys.into_iter().find(is_free).map_or(Code::VQUIT, |(code, _)| code);
    modes.special_codes[free] = INTERRUPT;
}

/// Whether it is this program's controlling terminal, which makes signals of keys.
pub(super) fn is_own() -> bool {
    tcgetpgrp(io::stdin()).is_ok()
}

/// Whether the program is in the background of its terminal: signals of keys go to the program in front, and nothing can be read.
pub(super) fn is_behind() -> bool {
    tcgetpgrp(io::stdin()).is_ok_and(|front| front != getpgrp())
}

/// Whether a program that started this one, or that one's, is in front: it waits for this one's end.
fn is_behind_its_starter() -> bool {
    let Ok(front) = tcgetpgrp(io::stdin()) else { return false };
    let mut starter = getppid();
    while let Some(process) = starter {
        let Some((parent, group)) = parent_and_group(process) else { return false };
        if group == front.as_raw_nonzero().get() {
            return true;
        }
        starter = parent;
    }
    false
}

/// Who started a process, and its group, which is 0 where its leader is of another container: the second and the third word of
/// /proc/PID/stat behind the program's name.
fn parent_and_group(process: Pid) -> Option<(Option<Pid>, i32)> {
    let path = format!("/proc/{}/stat", process.as_raw_nonzero());
    let mut stat = String::new();
    open::regular(Path::new(&path)).ok()?.read_to_string(&mut stat).ok()?;
    let mut words = stat.rsplit(')').next()?.split_whitespace().skip(1);
    let mut number = || words.next()?.parse().ok();
    Some((Pid::from_raw(number()?), number()?))
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        let Some(before) = &self.before else { return };
        // A terminal that is gone has no modes. Whoever has set others since, is to keep them.
        if tcgetattr(&self.terminal).is_ok_and(|modes| modes.local_modes & LOOKED_AT == self.set) {
            let _ = tcsetattr(&self.terminal, OptionalActions::Now, before);
        }
    }
}
