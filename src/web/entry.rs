//! The way in. In: a name and a code or a PIN; the operators of the cell's data, again and again. Out: a session, or none; roles as they
//! are now.
//!
//! Whether codes or PINs open the page is settled when it starts, and stays so: a file of operators that is lost opens the page to
//! nobody.

use std::{io, net::IpAddr, sync::Arc, thread, time::Instant};

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
    pub(super) async fn enter(&self, name: &str, secret: &str, from: IpAddr) -> Result<String, NoEntry> {
        let people = self.people.lock().clone();
        let operators = match people {
            People::Codes => return self.sessions.lock().enter(secret, name, Instant::now()).ok_or(NoEntry::Wrong),
            People::Operators(operators) => operators,
            People::Unreadable => return Err(NoEntry::Unreadable),
        };
        if !self.tries.lock().begin(name, from, Instant::now()) {
            return Err(NoEntry::Wait);
        }
        let found = self.pins.look(operators, name, secret).await?;
        self.tries.lock().right(name, from);
        let (name, credential) = (&found.name, found.credential());
        // Whoever was removed meanwhile, or has another PIN, has no role. Nobody else judges while this opens.
        let people = self.people.lock();
        let role = people.role(name, Some(credential)).ok_or(NoEntry::Wrong)?;
        Ok(self.sessions.lock().open(name, role, Some(credential), Instant::now()))
    }

    /// Says anew who may do what.
    fn judge(&self, people: People) {
        // In this order: a session that is opened in between has its role from the new ones.
        *self.people.lock() = people.clone();
        self.sessions.lock().judge(|name, credential| people.role(name, credential));
    }
}

/// Looks again and again who may do what, on a thread of its own: no page and no reader of the history holds it up. Where codes open the
/// page, nothing else ever does.
pub(super) fn watch(hub: &Arc<Hub>) -> io::Result<()> {
    if matches!(*hub.people.lock(), People::Codes) {
        return Ok(());
    }
    let hub = Arc::downgrade(hub);
    let work = move || {
        while let Some(hub) = hub.upgrade() {
            look(&hub);
            drop(hub);
            thread::sleep(WEB_OPERATORS_LOOK);
        }
    };
    thread::Builder::new().name("operators".to_owned()).spawn(work).map(drop)
}

fn look(hub: &Hub) {
    let (before, read) = (hub.people.lock().clone(), Operators::of(&hub.folder));
    let people = match read {
        Ok(Some(operators)) => People::Operators(Arc::new(operators)),
        unusable => {
            if matches!(before, People::Operators(_)) {
                warn!(stage = "page", "the operators cannot be read: {unusable:?}");
            }
            People::Unreadable
        }
    };
    match (&before, &people) {
        (People::Operators(before), People::Operators(now)) if before == now => return,
        (People::Unreadable, People::Unreadable) => return,
        (_, People::Operators(now)) => {
            info!(stage = "page", "the operators have changed");
            hub.ask(Ask::Operators(Arc::clone(now)));
        }
        _ => {}
    }
    hub.judge(people);
}
