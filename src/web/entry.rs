//! The way in. In: a name and a code or a PIN; the operators of the cell's data, again and again. Out: a session, or none; roles as they
//! are now.
//!
//! Whether codes or PINs open the page is settled when it starts, and stays so: a file of operators that is lost opens the page to
//! nobody.

use std::{sync::Arc, time::Instant};

use tokio::{task::spawn_blocking, time::sleep};
use tracing::{info, warn};

use super::{
    hub::{Ask, Hub},
    operators::Operators,
    people::{Entrance, NoEntry, People},
};
use crate::limits::WEB_OPERATORS_LOOK;

impl Hub {
    /// What opens the page. `code` is what stood in the address.
    pub(super) fn entrance<'c>(&self, code: &'c str) -> Entrance<'c> {
        match *self.people.lock() {
            People::Codes => Entrance::Code(code),
            People::Operators(_) | People::Unreadable => Entrance::Pin,
        }
    }

    /// Opens a session for somebody who shows who they are, and gives its token.
    pub(super) async fn enter(self: &Arc<Self>, name: &str, secret: &str) -> Result<String, NoEntry> {
        let people = self.people.lock().clone();
        let operators = match people {
            People::Codes => return self.sessions.lock().enter(secret, name, Instant::now()).ok_or(NoEntry::Wrong),
            People::Operators(operators) => operators,
            People::Unreadable => return Err(NoEntry::Unreadable),
        };
        if !self.tries.lock().begin(name, Instant::now()) {
            return Err(NoEntry::Wait);
        }
        // One look at a time: each takes the memory that makes it dear to guess.
        let _turn = self.pin_turn.lock().await;
        let (asked, pin) = (name.to_owned(), secret.to_owned());
        let looked =
            spawn_blocking(move || operators.enter(&asked, &pin).map(|found| (found.name.clone(), found.credential())));
        let (name, credential) = looked.await.ok().flatten().ok_or(NoEntry::Wrong)?;
        self.tries.lock().right(&name);
        // Whoever was removed meanwhile, or has another PIN, has no role. Nobody else judges while this opens.
        let people = self.people.lock();
        let role = people.role(&name, Some(credential)).ok_or(NoEntry::Wrong)?;
        Ok(self.sessions.lock().open(&name, role, Some(credential), Instant::now()))
    }

    /// Says anew who may do what.
    fn judge(&self, people: People) {
        // In this order: a session that is opened in between has its role from the new ones.
        *self.people.lock() = people.clone();
        self.sessions.lock().judge(|name, credential| people.role(name, credential));
    }
}

/// Looks again and again who may do what. Where codes open the page, nothing else ever does.
pub(super) async fn watch(hub: Arc<Hub>) {
    while !matches!(*hub.people.lock(), People::Codes) {
        sleep(WEB_OPERATORS_LOOK).await;
        let folder = hub.folder.clone();
        let people = match spawn_blocking(move || Operators::of(&folder)).await {
            Ok(Ok(Some(operators))) => People::Operators(Arc::new(operators)),
            unusable => {
                if matches!(*hub.people.lock(), People::Operators(_)) {
                    warn!(stage = "page", "the operators cannot be read: {unusable:?}");
                }
                People::Unreadable
            }
        };
        let before = hub.people.lock().clone();
        match (&before, &people) {
            (People::Operators(before), People::Operators(now)) if before == now => continue,
            (People::Unreadable, People::Unreadable) => continue,
            (_, People::Operators(now)) => {
                info!(stage = "page", "the operators have changed");
                hub.ask(Ask::Operators(Arc::clone(now)));
            }
            _ => {}
        }
        hub.judge(people);
    }
}
