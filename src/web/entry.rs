//! The way in. In: a name and a code or a PIN; the operators of the cell's data, again and again. Out: a session, or none; roles as they
//! are now.
//!
//! Whether codes or PINs open the page is settled when it starts, and stays so: a file of operators that is lost opens the page to
//! nobody.

use std::{io, net::IpAddr, sync::Arc, thread, time::Instant};

use tracing::{info, warn};

use super::{
    board::{Doing, Stands},
    hub::{Ask, Floor, Hub},
    operators::{Operators, Role},
    people::{Entrance, NoEntry, People},
    words::Words,
};
use crate::{limits::WEB_OPERATORS_LOOK, run::Stop};

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

    /// Somebody has entered, and that is on record: others go, where there are too many. Each stream of news looks at once whether its session is
    /// still open.
    pub(super) fn make_room(&self, entered: u32) {
        let kept = self.driver();
        self.sessions.lock().make_room(entered, kept);
        self.show(|_| false);
    }

    /// The session that a plan or a run waits for.
    fn driver(&self) -> Option<u32> {
        match &*self.floor.lock() {
            Floor::Busy { session, .. }
            | Floor::Review { session, .. }
            | Floor::Begins { session, .. }
            | Floor::Run { session, .. } => Some(*session),
            Floor::Rest | Floor::Elsewhere(_) => None,
        }
    }

    /// Whether a session is open, and may let a robot move.
    pub(super) fn may_drive(&self, session: u32) -> bool {
        self.sessions.lock().now(session, Instant::now()).is_some_and(|visitor| visitor.role >= Role::Operate)
    }

    /// Says anew who may do what.
    fn judge(&self, people: People) {
        // In this order: a session that is opened in between has its role from the new ones.
        *self.people.lock() = people.clone();
        self.sessions.lock().judge(|name, credential| people.role(name, credential));
        drop(people);
        self.restrain();
    }

    /// What somebody said or approved who may not drive any more, moves no robot from now on. To be called again and again: a question whether a
    /// step was done may come later.
    fn restrain(&self) {
        let is_unreadable = matches!(*self.people.lock(), People::Unreadable);
        let floor = self.floor.lock();
        let (session, control) = match &*floor {
            Floor::Busy { session, control: Some(control) }
            | Floor::Review { session, control, .. }
            | Floor::Begins { session, control }
            | Floor::Run { session, control, .. } => (*session, control),
            Floor::Busy { control: None, .. } | Floor::Rest | Floor::Elsewhere(_) => return,
        };
        if self.may_drive(session) {
            return;
        }
        let is_first = control.stop() == Stop::No;
        // A step that moves is finished: a robot that is halted between two places has to be fetched from there.
        let is_to_finish = match &self.view().doing {
            // Nobody else may confirm the step.
            Doing::Run(run) => !matches!(run.stands, Stands::GettingReady | Stands::Unsure(_)),
            _ => false,
        };
        match (is_to_finish, is_unreadable) {
            (true, false) => {
                control.finish_step_and_stop_because("whoever approved it may not let a robot move any more");
            }
            (true, true) => {
                control.finish_step_and_stop_because("the operators cannot be read, so nobody may let a robot move");
            }
            (false, false) => control.stop_now_because("whoever it waits for may not let a robot move any more"),
            (false, true) => control.stop_now_because("the operators cannot be read, so nobody may let a robot move"),
        }
        drop(floor);
        if is_first {
            self.run(|run| {
                run.say(Words::own(
                    "Whoever approved this run may not let a robot move any more: no further step is sent.",
                    "Wer diesen Lauf freigegeben hat, darf keinen Roboter mehr bewegen: kein weiterer Schritt wird gesendet.",
                ));
                false
            });
        }
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

/// Looks once. What was read last is judged by last.
pub(super) fn look(hub: &Hub) {
    let _one = hub.looking.lock();
    if matches!(*hub.people.lock(), People::Codes) {
        return;
    }
    // Whoever opens the page waits for no disk.
    let before = hub.people.lock().clone();
    let read = Operators::of(&hub.folder);
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
        (People::Operators(before), People::Operators(now)) if before == now => return hub.restrain(),
        (People::Unreadable, People::Unreadable) => return hub.restrain(),
        (_, People::Operators(now)) => {
            info!(stage = "page", "the operators have changed");
            hub.ask(Ask::Operators(Arc::clone(now)));
        }
        _ => {}
    }
    hub.judge(people);
}
