//! A page beside the desk that drives a cell. In: what that desk tells over its socket, and the cell's data, read alone. Out: changes of what
//! there is to see; wishes; what was done here, for that desk to record. It drives nothing and writes nothing.
//!
//! 1. What leads to less motion is sent on at once: a pause, a stop after the step, a stop now. Nothing else about a run can be said here.
//! 2. A wish that reaches nobody is answered so: whoever pressed the key has to press the button.
//! 3. A question is answered from the cell's data, by no model.

use std::{
    path::PathBuf,
    sync::{Arc, Weak},
    thread,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::{
    WebError,
    board::{Doing, Driven, Running, Stands, View},
    drawing,
    elsewhere::Elsewhere,
    fault::Fault,
    floor::Refused,
    hub::{Ask, Floor, Hub},
    sessions::Visitor,
    words::Language,
};
use crate::{
    cell::shown,
    limits::{WEB_BESIDE_LOOK, WEB_LINES_MAX},
    plan::Plan,
    review::{Place, reply},
    snapshot::Snapshot,
    store::{PageActKind, Reader, RobotState, RunDetail, StepState, Store},
    workflow::{AskedAside, Going, Told, Wish, layout_in_force},
};

/// Sessions count from 1: no session of this page approved the run.
const NOBODYS: u32 = 0;

/// Lines that were told and are not shown yet.
const LINES_MAX: usize = 64;

/// Sends on what leads to less motion.
pub(super) fn wish(hub: &Hub, elsewhere: &Elsewhere, wish: Wish, visitor: &Visitor) -> Result<(), Fault> {
    if elsewhere.wish(wish, &visitor.operator).is_err() {
        over(hub);
        return Err(Refused::NobodyDrives.into());
    }
    // A desk that hangs does nothing by it: what it does, it says itself.
    say(hub, format!("{}: {} (sent to the desk that drives, which says what it does)", visitor.operator, wish.words()));
    Ok(())
}

/// Takes a question. What came of it is shown as soon as it is there.
pub(super) fn ask(hub: &Hub, elsewhere: &Elsewhere, line: &str, visitor: &Visitor) -> Result<(), Fault> {
    hub.note(PageActKind::Said, Some(visitor), &visitor.operator, line);
    say(hub, format!("{}: {}", visitor.operator, shown(line)));
    if reply::is_about_the_run(line) {
        say_how_it_stands(hub);
        return Ok(());
    }
    if elsewhere.takes(line) { Ok(()) } else { Err(Refused::Busy.into()) }
}

/// Answers questions by this layout from now on.
fn answer_by(hub: &Arc<Hub>, elsewhere: &Elsewhere, snapshot: &Arc<Snapshot>) {
    let hub = Arc::downgrade(hub);
    elsewhere.answer_by(snapshot, move |asked| {
        if let Some(hub) = hub.upgrade() {
            answered(&hub, &asked);
        }
    });
}

fn answered(hub: &Hub, asked: &AskedAside) {
    match asked {
        AskedAside::TheRun => say_how_it_stands(hub),
        AskedAside::Answered(text) => text.lines().for_each(|line| say(hub, line.to_owned())),
        AskedAside::Nothing => say(
            hub,
            "That is no question that is understood. What is to be done is said at the desk that drives.".to_owned(),
        ),
    }
}

/// What there is to see at the start.
pub(super) fn view(snapshot: &Arc<Snapshot>) -> View {
    View {
        page: 0,
        snapshot: Arc::clone(snapshot),
        robot: None,
        trouble: None,
        new_layout: None,
        broken: None,
        doing: Doing::Elsewhere(Arc::default()),
        outcome: None,
    }
}

/// Follows until the page is over.
pub(super) fn follow(hub: &Arc<Hub>, elsewhere: Elsewhere, asked: &Receiver<Ask>) -> Result<(), WebError> {
    let told = elsewhere.told().map_err(WebError::Served)?;
    answer_by(hub, &elsewhere, &hub.view().snapshot);
    let elsewhere = Arc::new(elsewhere);
    *hub.floor.lock() = Floor::Elsewhere(Arc::clone(&elsewhere));
    let (lines, waiting) = bounded(LINES_MAX);
    let read = move || {
        for told in told {
            if lines.send(told).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("told".to_owned()).spawn(read).map_err(WebError::Served)?;
    let look = Look { hub: Arc::downgrade(hub), folder: hub.folder.clone(), elsewhere: Arc::downgrade(&elsewhere) };
    thread::Builder::new().name("beside".to_owned()).spawn(move || look.work(&waiting)).map_err(WebError::Served)?;
    for ask in asked {
        match ask {
            Ask::End => break,
            Ask::Note(act) => {
                elsewhere.note(&act);
                hub.noted();
            }
            // Who may enter is known already; the desk that drives keeps the record of it. Nothing else can be asked here.
            _ => {}
        }
    }
    Ok(())
}

/// What looks again and again, and whenever something is told.
struct Look {
    hub: Weak<Hub>,
    folder: PathBuf,
    elsewhere: Weak<Elsewhere>,
}

impl Look {
    fn work(&self, waiting: &Receiver<Told>) {
        let mut going = Going::Ended;
        loop {
            let told = waiting.recv_timeout(WEB_BESIDE_LOOK);
            let Some(hub) = self.hub.upgrade() else { return };
            match told {
                Ok(told) => {
                    going = told.going.unwrap_or(going);
                    say(&hub, told.line);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return over(&hub),
            }
            // A history that cannot be read now can be in a second.
            if let Ok(reader) = Store::read_only(&self.folder) {
                self.look(&hub, &reader, going);
            }
        }
    }

    fn look(&self, hub: &Arc<Hub>, reader: &Reader, going: Going) {
        let robot = reader.robot().ok();
        let open = reader.interrupted().ok().flatten().filter(|_| going != Going::Ended);
        let run = open.map(|open| running(&open.run, robot.as_ref(), going));
        // News are sent where there are any.
        let view = hub.view();
        let Doing::Elsewhere(driven) = &view.doing else { return };
        if driven.run == run && view.robot == robot {
            return self.follow_layout(hub, reader);
        }
        hub.show(|view| {
            let Doing::Elsewhere(driven) = &mut view.doing else { return false };
            let is_other = driven.run.as_ref().map(|run| run.run) != run.as_ref().map(|run| run.run)
                || view.robot.as_ref().map(|robot| robot.last_updated)
                    != robot.as_ref().map(|robot| robot.last_updated);
            Arc::make_mut(driven).run = run;
            view.robot = robot;
            is_other
        });
        self.follow_layout(hub, reader);
    }

    /// The layout in force there is the one that is shown here.
    fn follow_layout(&self, hub: &Arc<Hub>, reader: &Reader) {
        let in_force = reader.layout_in_force().ok().flatten();
        let shown = hub.view().snapshot.content_hash_hex();
        if in_force.is_some_and(|row| row.snapshot_hash != shown) {
            self.take_up(hub, reader);
        }
    }

    /// The desk that drives has taken up another layout.
    fn take_up(&self, hub: &Arc<Hub>, reader: &Reader) {
        let (Ok(Some(snapshot)), Some(elsewhere)) = (layout_in_force(reader), self.elsewhere.upgrade()) else { return };
        answer_by(hub, &elsewhere, &snapshot);
        drawing::draw(hub, &snapshot);
        hub.show(|view| {
            view.snapshot = snapshot;
            true
        });
    }
}

fn running(run: &RunDetail, robot: Option<&RobotState>, going: Going) -> Running {
    let last = run.steps.last();
    let done = run.steps.iter().filter(|step| step.state == StepState::Completed).count();
    let plan: Option<Plan<'_>> = serde_json::from_str(&run.row.sequence_json).ok();
    let of = plan.as_ref().map_or(run.steps.len(), |plan| plan.steps.len());
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let place = robot.map_or_else(
        || Place { position: String::new(), tool: String::new() },
        |robot| Place { position: robot.position.clone(), tool: robot.tool.clone() },
    );
    Running {
        run: run.row.run_id,
        session: NOBODYS,
        operator: run.row.operator.clone(),
        sentence: run.row.operator_input.clone(),
        of: number(of),
        done: number(done),
        step: last.map(|step| (step.number, format!("{} {}", step.action.word(), step.position), None)),
        place,
        stands: match going {
            Going::Moving => Stands::Moving,
            Going::Looking => Stands::Looking,
            Going::Paused => Stands::Paused,
            Going::Asked => Stands::Asked(0),
            Going::Unsure => Stands::Looking,
            Going::Between | Going::Ended => Stands::Between,
        },
        lines: Vec::new(),
    }
}

fn change(hub: &Hub, change: impl FnOnce(&mut Driven) -> bool) {
    hub.show(|view| {
        let Doing::Elsewhere(driven) = &mut view.doing else { return false };
        change(Arc::make_mut(driven))
    });
}

fn say(hub: &Hub, line: String) {
    change(hub, |driven| {
        if driven.lines.len() == WEB_LINES_MAX {
            driven.lines.remove(0);
        }
        driven.lines.push(line);
        false
    });
}

fn say_how_it_stands(hub: &Hub) {
    let line = hub.view().line(Language::English);
    say(hub, line);
}

/// The desk that drove has ended.
fn over(hub: &Hub) {
    change(hub, |driven| {
        let is_news = !driven.is_over;
        (driven.is_over, driven.run) = (true, None);
        is_news
    });
}
