//! Lines of a terminal, for a console that follows: each key is read when it is pressed, by nothing else than what looks for a stop in it. So no
//! stop waits for Enter, for the second key of a chord, or for what this console shows. What is typed is drawn below what is shown
//! ([`Below`]), where the terminal takes that; else the terminal itself echoes it.

use std::{
    io::{self, Write},
    sync::{Arc, Weak},
    thread,
};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use parking_lot::Mutex;

use super::{
    any_line::{AnyLine, SendStop, ends},
    below::Below,
};
use crate::{
    cli::{
        keyboard::Keyboard,
        listening::{AtTerminal, Keys, TypedIn},
    },
    review::reply::{self, RunWord},
    workflow::Wish,
};

/// Terminals at which nothing is drawn: the line editor's own list.
const NOT_DRAWN: [&str; 3] = ["dumb", "cons25", "emacs"];

/// Whether the line editor works at this terminal, and whether anything is drawn.
pub(super) fn can_edit() -> bool {
    let named = std::env::var("TERM");
    named.map_or(true, |named| !NOT_DRAWN.iter().any(|name| name.eq_ignore_ascii_case(&named)))
}

/// Reads the terminal until it is dropped.
pub(super) struct Unedited {
    /// Nothing where nobody types any more.
    came: Receiver<Option<AnyLine>>,
    below: Option<Below>,
    keys: Option<Keys>,
    /// Set back when nobody reads any more.
    _keyboard: Keyboard,
}

impl Unedited {
    /// Sends each stop as soon as it is read. None where keys cannot be read.
    pub(super) fn begin(send_stop: SendStop) -> Option<Self> {
        let below = Below::at_terminal().filter(|_| can_edit());
        // A terminal that gives lines alone gives no key before Enter.
        let keyboard = Keyboard::for_run(below.is_some()).ok()?;
        let (send, came) = unbounded();
        let drawn = below.clone().map(Drawn::begin).transpose().ok()?;
        let keys = Keys::listen(move |typed| {
            let stopped = |wish, said| Some(AnyLine::Stopped { is_heard: send_stop(wish), said });
            let line = match typed {
                TypedIn::Begun(text) => {
                    if let Some(drawn) = &drawn {
                        drawn.typed(text);
                    }
                    return;
                }
                // It ends this console, as it ends any.
                TypedIn::StopKey { is_end: true } => None,
                // Of a line that is too long, or no text, nobody knows what it was.
                TypedIn::StopKey { .. } | TypedIn::TooLong(_) => stopped(Wish::StopNow, String::new()),
                TypedIn::Line(typed) => match String::from_utf8(typed.bytes) {
                    Err(_) => stopped(Wish::StopNow, String::new()),
                    Ok(line) if ends(&line) => Some(AnyLine::Typed(line)),
                    Ok(line) => match reply::during_run(&line) {
                        RunWord::StopNow | RunWord::No => stopped(Wish::StopNow, line),
                        RunWord::Stop => stopped(Wish::Stop, line),
                        RunWord::Pause => stopped(Wish::Pause, line),
                        _ => Some(AnyLine::Typed(line)),
                    },
                },
                TypedIn::Gone(_) => None,
            };
            // Whoever takes no more lines has ended.
            let _ = send.send(line);
        })?;
        Some(Self { came, below, keys: Some(keys), _keyboard: keyboard })
    }

    /// What shows lines above the one that is typed; none where the terminal echoes what is typed.
    pub(super) fn below(&self) -> Option<Below> {
        self.below.clone()
    }

    /// What listens, for whoever has to forget what was typed.
    pub(super) fn listening(&self) -> Option<Weak<Mutex<AtTerminal>>> {
        self.keys.as_ref().map(Keys::listening)
    }

    /// The next line; none where nobody types any more.
    pub(super) fn line(&self, prompt: &str) -> Option<AnyLine> {
        match &self.below {
            Some(below) => below.begin(prompt),
            None => {
                let mut out = io::stdout().lock();
                // A prompt that nobody sees changes nothing.
                let _ = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
            }
        }
        let line = self.came.recv().ok().flatten();
        if let Some(below) = &self.below {
            below.end(match &line {
                Some(AnyLine::Typed(text) | AnyLine::Stopped { said: text, .. }) => text,
                _ => "",
            });
        }
        line
    }
}

/// Draws what is typed on a thread of its own: a terminal whose output stands still keeps no key from being read.
struct Drawn {
    typed: Arc<Mutex<String>>,
    wake: Sender<()>,
}

impl Drawn {
    fn begin(below: Below) -> io::Result<Self> {
        let (typed, (wake, woken)) = (Arc::<Mutex<String>>::default(), bounded(1));
        let text = Arc::clone(&typed);
        let work = move || {
            for () in woken {
                let text = text.lock().clone();
                below.typed(&text);
            }
        };
        thread::Builder::new().name("typed".to_owned()).spawn(work)?;
        Ok(Self { typed, wake })
    }

    fn typed(&self, text: String) {
        *self.typed.lock() = text;
        // Full: it is drawn soon.
        let _ = self.wake.try_send(());
    }
}

impl Drop for Unedited {
    fn drop(&mut self) {
        self.keys.take().into_iter().for_each(|keys| drop(keys.off()));
    }
}
