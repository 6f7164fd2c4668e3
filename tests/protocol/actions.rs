//! What can happen next in a world.

use cellgraph::run::{
    Stop,
    protocol::{Finding, Input, Line, Progress, Unready},
};
use stateright::{Model, Property};
use uuid::Uuid;

use super::world::{Flaw, Halting, RUN, TICK, Visible, World, place};

/// A bound on worlds.
pub(super) struct Bound {
    pub(super) flaw: Flaw,
    /// How much goes wrong in one run: an error, a lie, a jog, a limit that passes, a crash.
    pub(super) troubles: u8,
    /// How often the operator wishes something.
    pub(super) wishes: u8,
    /// Whether each step waits for a yes of its own.
    pub(super) is_stepwise: bool,
}

/// One thing that happens. Whatever hangs is an action that is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Ready,
    NotReady,
    JournalOk,
    JournalFails,
    PublishOn,
    PublishFails,
    HaltOn,
    HaltFails,
    Obey,
    Arrive,
    ArriveUnsure,
    ArriveUnseen,
    ArrivePoor,
    ObeyPoor,
    Pretend,
    Confirm,
    ConfirmOther,
    Yes,
    YesOther,
    Hear,
    Tick,
    Pause,
    Resume,
    StopAfterStep,
    StopNow,
    Signal,
    Jog,
    Lie(u8),
    Break,
    Crash,
    Recover,
}

/// How many lies there are.
const LIES: u8 = 6;

fn lie(world: &World, which: u8) -> Line {
    let (serial, step) = match world.visible {
        Visible::Permit(permit) => (permit.serial, permit.step),
        _ => (1, 0),
    };
    let line = |progress| Line { run: RUN, serial, step, progress };
    match which {
        0 => line(Progress::Started),
        1 => line(Progress::Done(place(2))),
        2 => line(Progress::At(place(1))),
        3 => line(Progress::Failed(String::new())),
        4 => Line { run: Uuid::from_u128(8), ..line(Progress::At(place(0))) },
        _ => Line { serial: serial + 1, ..line(Progress::Done(place(1))) },
    }
}

impl Model for Bound {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self.flaw, self.troubles, self.wishes, self.is_stepwise)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        use Action::*;
        if world.broken.is_some() {
            return;
        }
        let mut may = |is_possible: bool, action| {
            if is_possible {
                actions.push(action);
            }
        };
        let (lives, troubled) = (world.is_alive, world.troubles > 0);
        let runs = lives && !world.protocol.is_finished();
        may(lives && world.is_preparing, Ready);
        may(lives && world.is_preparing && troubled, NotReady);
        may(lives && world.journal.is_some(), JournalOk);
        may(lives && world.journal.is_some() && troubled, JournalFails);
        // A call to the file system that is under way outlives its program.
        let publishes = lives && (world.publishing.is_some() || !world.permits.is_empty());
        may(publishes || world.publishing.is_some_and(|(_, stage)| stage == super::world::Stage::Passed), PublishOn);
        may(lives && world.publishing.is_some() && troubled, PublishFails);
        may(lives && !matches!(world.halting, Halting::No | Halting::Answered), HaltOn);
        may(lives && world.halting == Halting::Asked && troubled, HaltFails);
        may(
            world.moving.is_some() || matches!(world.visible, Visible::Permit(permit) if permit.serial > world.obeyed),
            Obey,
        );
        may(world.moving.is_some(), Arrive);
        may(world.moving.is_some() && troubled, ArriveUnsure);
        may(world.moving.is_some() && troubled, ArriveUnseen);
        may(world.moving.is_some() && troubled, ArrivePoor);
        may(troubled && world.is_asked_again(), ObeyPoor);
        may(world.moving.is_some() && troubled, Pretend);
        // One thread publishes and listens.
        let listens = world.publishing.is_none() && world.permits.is_empty();
        may(runs && listens && !world.lines.is_empty(), Hear);
        may(runs && troubled, Tick);
        let wishes = runs && world.wishes_left > 0;
        may(wishes && !world.wishes.is_paused, Pause);
        may(runs && world.wishes.is_paused, Resume);
        may(wishes && world.wishes.stop == Stop::No, StopAfterStep);
        may(wishes && world.wishes.stop != Stop::Now, StopNow);
        may(wishes && world.wishes.stop != Stop::Now, Signal);
        let is_confirmed = world.asked.is_none() || world.wishes.confirmed == world.asked;
        may(runs && !is_confirmed, Confirm);
        may(wishes && world.wishes.confirmed.is_none(), ConfirmOther);
        may(runs && world.asked_for.is_some() && world.wishes.yes_to != world.asked_for, Yes);
        may(wishes && self.is_stepwise && world.wishes.yes_to.is_none(), YesOther);
        may(troubled && (world.is_paused || world.asked.is_some()) && world.moving.is_none(), Jog);
        if troubled && runs && world.lines.len() < 2 {
            (0..LIES).for_each(|which| may(true, Lie(which)));
        }
        may(troubled && runs, Break);
        may(troubled && runs, Crash);
        may(!lives, Recover);
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        use Action::*;
        let mut world = world.clone();
        match action {
            NotReady | JournalFails | PublishFails | HaltFails | Tick | Jog | Lie(_) | Break | Crash | ArriveUnsure
            | ArriveUnseen | ArrivePoor | ObeyPoor | Pretend => {
                world.troubles -= 1;
            }
            Pause | StopAfterStep | StopNow | Signal | ConfirmOther | YesOther => world.wishes_left -= 1,
            _ => {}
        }
        match action {
            Ready => {
                world.is_preparing = false;
                world.give(Input::Prepared(Ok(())));
            }
            NotReady => {
                world.is_preparing = false;
                let reason = String::new();
                let unready = Unready { reason, may_have_moved: false, is_unwritten: false };
                world.give(Input::Prepared(Err(unready)));
            }
            JournalOk => world.journal_on(Ok(())),
            JournalFails => world.journal_on(Err(String::new())),
            PublishOn => world.publish_on(),
            PublishFails => {
                let (permit, _) = world.publishing.take()?;
                world.give(Input::Published { serial: permit.serial, result: Err(String::new()) });
            }
            HaltOn => world.halt_on(),
            HaltFails => {
                world.halting = Halting::Answered;
                world.give(Input::Halted(Err(String::new())));
            }
            Obey => world.obey(),
            Arrive => world.arrive(Finding::Seen),
            ArriveUnsure => world.arrive(Finding::Unsure),
            ArriveUnseen => world.arrive(Finding::NotSeen),
            ArrivePoor => world.arrive(Finding::PoorReport),
            ObeyPoor => world.obey_judged(Finding::PoorReport),
            Pretend => world.pretend(),
            Confirm => world.wishes.confirmed = world.asked,
            ConfirmOther => world.wishes.confirmed = Some(0),
            Yes => world.wishes.yes_to = world.asked_for,
            // To a question that nobody asked yet.
            YesOther => world.wishes.yes_to = Some(4),
            Hear => world.hear(),
            Tick => {
                world.now += TICK;
                world.give(Input::Time(world.now));
            }
            Pause => {
                world.wishes.is_paused = true;
                world.wishes.pauses += 1;
                // Whatever was answered before is no answer any more.
                world.asked_for = None;
            }
            Resume => world.wishes.is_paused = false,
            StopAfterStep => world.wishes.stop = Stop::AfterStep,
            StopNow => world.wishes.stop = Stop::Now,
            Signal => world.signal(),
            Jog => world.position = if world.position == 2 { 0 } else { 2 },
            Lie(which) => {
                let line = lie(&world, which);
                world.lie(line);
            }
            Break => {
                world.odd = true;
                world.give(Input::Broken(String::new()));
            }
            Crash => world.is_alive = false,
            Recover => world.recover(),
        }
        if matches!(action, Pause | Resume | StopAfterStep | StopNow | Confirm | ConfirmOther | Yes | YesOther) {
            world.look();
        }
        if action == Recover {
            // Nothing more happens to it but what was under way.
            world.is_alive = false;
        }
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("invariants", |_, world: &World| world.broken.is_none()),
            Property::always("every run ends", |_, world: &World| world.ends()),
            Property::sometimes("a run is completed", |_, world: &World| {
                world.protocol.is_finished() && world.protocol.end().is_some_and(cellgraph::run::Ended::is_completed)
            }),
        ]
    }
}
