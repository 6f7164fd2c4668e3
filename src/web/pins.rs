//! PINs, looked at one after the other by a thread of their own. In: a name, a PIN, the operators. Out: whose it is. Each look takes the
//! memory and the time that make a PIN dear to guess; how many wait is bounded, and whoever has gone away is not looked at. So nobody
//! who tries PINs keeps the page from anything else.

use std::{sync::Arc, thread};

use crossbeam_channel::{Sender, bounded};
use tokio::sync::oneshot;

use super::{
    operators::{Operator, Operators},
    people::NoEntry,
};
use crate::limits::WEB_PINS_WAITING_MAX;

struct Look {
    operators: Arc<Operators>,
    name: String,
    pin: String,
    found: oneshot::Sender<Option<Operator>>,
}

/// The thread that looks.
pub(super) struct Pins(Option<Sender<Look>>);

impl Pins {
    /// It ends with the value. Without a thread nobody enters.
    pub(super) fn start() -> Self {
        let (looks, asked) = bounded::<Look>(WEB_PINS_WAITING_MAX);
        let work = move || {
            for Look { operators, name, pin, found } in asked {
                if !found.is_closed() {
                    let _ = found.send(operators.enter(&name, &pin).cloned());
                }
            }
        };
        let thread = thread::Builder::new().name("pins".to_owned()).spawn(work);
        Self(thread.is_ok().then_some(looks))
    }

    /// Whose name and PIN these are.
    pub(super) async fn look(&self, operators: Arc<Operators>, name: &str, pin: &str) -> Result<Operator, NoEntry> {
        let (found, is_found) = oneshot::channel();
        let look = Look { operators, name: name.to_owned(), pin: pin.to_owned(), found };
        let is_taken = self.0.as_ref().is_some_and(|looks| looks.try_send(look).is_ok());
        if !is_taken {
            return Err(NoEntry::Busy);
        }
        is_found.await.ok().flatten().ok_or(NoEntry::Wrong)
    }
}
