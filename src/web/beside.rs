//! A page beside the desk that drives a cell. In: what that desk tells over its socket, and the cell's data, read alone. Out: changes of what
//! there is to see; wishes; what was done here, for that desk to record. It drives nothing and writes nothing.
//!
//! 1. What leads to less motion is sent on at once: a pause, a stop after the step, a stop now. Nothing else about a run can be said here.
//! 2. A wish that reaches nobody is answered so: whoever pressed the key has to press the button.
//! 3. A question is answered from the cell's data, by no model. A line that is not understood is sent on as such: a run pauses by it.
//! 4. Whether a run goes on, the desk that drives says; the cell's data only tell more of it. Where they cannot be read, the page says so,
//!    and the keys that stop are there.

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
    hub::{Ask, Hub},
    sessions::Visitor,
    words::{Language, Words},
};
use crate::{
    cell::shown,
    limits::WEB_BESIDE_LOOK,
    plan::Plan,
    review::{Place, reply},
    snapshot::Snapshot,
    store::{RobotState, RunDetail, StepState, Store, StoreError},
    workflow::{AskedAside, Going, Told, Wish, layout_in_force},
};

/// Sessions count from 1: no session of this page approved the run.
const NOBODYS: u32 = 0;

/// Lines that were told and are not shown yet.
const LINES_MAX: usize = 64;

/// Sends on what leads to less motion.
pub(super) fn wish(hub: &Hub, elsewhere: &Elsewhere, wish: Wish, visitor: &Visitor) -> Result<(), Fault> {
    let words = match wish {
        Wish::Pause => Words::own("pause", "pausieren"),
        Wish::Stop => Words::own("stop", "nach diesem Schritt beenden"),
        Wish::StopNow => Words::own("stop now", "sofort anhalten"),
        Wish::NotUnderstood => Words::own(
            "that is not understood, which pauses a run",
            "das ist nicht verstanden, wodurch ein Lauf pausiert",
        ),
    };
    let words = words.within(|words, language| {
        let sent = language.of(
            "(sent to the desk that drives, which says what it does)",
            "(gesendet an die Stelle, die fährt; sie sagt, was sie tut)",
        );
        format!("{words} {sent}")
    });
    if elsewhere.wish(wish, &visitor.operator).is_err() {
        over(hub);
        return Err(Refused::NobodyDrives.into());
    }
    // A desk that hangs does nothing by it: what it does, it says itself.
    say(hub, words.by(&visitor.operator));
    Ok(())
}

/// Takes a question. What came of it is shown as soon as it is there.
pub(super) fn ask(hub: &Hub, elsewhere: &Elsewhere, line: &str, visitor: &Visitor) -> Result<(), Fault> {
    say(hub, Words::of_desk(format!("{}: {}", visitor.operator, shown(line))));
    if reply::is_about_the_run(line) {
        say_how_it_stands(hub);
        return Ok(());
    }
    // What is no question, and a second one meanwhile, is not understood.
    if elsewhere.takes(line) { Ok(()) } else { self::wish(hub, elsewhere, Wish::NotUnderstood, visitor) }
}

/// Answers questions by this layout from now on.
pub(super) fn answer_by(hub: &Arc<Hub>, elsewhere: &Arc<Elsewhere>, snapshot: &Arc<Snapshot>) {
    let (hub, drives) = (Arc::downgrade(hub), Arc::downgrade(elsewhere));
    elsewhere.answer_by(snapshot, move |asked| {
        if let (Some(hub), Some(drives)) = (hub.upgrade(), drives.upgrade()) {
            answered(&hub, &drives, &asked);
        }
    });
}

fn answered(hub: &Hub, elsewhere: &Elsewhere, asked: &AskedAside) {
    match asked {
        AskedAside::TheRun => say_how_it_stands(hub),
        AskedAside::Answered(text) => text.lines().for_each(|line| say(hub, Words::of_desk(line))),
        // It was understood as a question before, and is none of the cell as it is now.
        AskedAside::Nothing => {
            if elsewhere.wish(Wish::NotUnderstood, "").is_err() {
                over(hub);
            }
        }
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
pub(super) fn follow(hub: &Arc<Hub>, elsewhere: &Arc<Elsewhere>, asked: &Receiver<Ask>) -> Result<(), WebError> {
    let told = elsewhere.told().map_err(WebError::Served)?;
    let (lines, waiting) = bounded(LINES_MAX);
    let read = move || {
        for told in told {
            if lines.send(told).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("told".to_owned()).spawn(read).map_err(WebError::Served)?;
    let look = Look { hub: Arc::downgrade(hub), folder: hub.folder.clone(), elsewhere: Arc::downgrade(elsewhere) };
    thread::Builder::new().name("beside".to_owned()).spawn(move || look.work(&waiting)).map_err(WebError::Served)?;
    for ask in asked {
        match ask {
            Ask::End => break,
            Ask::Note(act) => {
                elsewhere.note(&act);
                hub.noted(&act);
            }
            // Whoever enters here may look and stop; that desk records it.
            Ask::Enter { act, recorded, .. } => {
                elsewhere.note(&act);
                hub.noted(&act);
                // Whoever waited for it may be gone.
                let _ = recorded.send(Ok(()));
            }
            // Who may enter is known already; the desk that drives keeps the record of it.
            Ask::Operators(_) => {}
            // The floor is never free for these here.
            Ask::Say { .. }
            | Ask::Choose { .. }
            | Ask::Answer { .. }
            | Ask::Place { .. }
            | Ask::Arrange { .. }
            | Ask::Layout { .. } => {}
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

/// What is on record.
struct Seen {
    /// None before the first word about it.
    robot: Option<RobotState>,
    /// The run that has not ended.
    open: Option<RunDetail>,
    /// The layout in force, where it is another than the one that is shown.
    layout: Option<Arc<Snapshot>>,
}

impl Look {
    fn work(&self, waiting: &Receiver<Told>) {
        let mut going = None;
        loop {
            let told = waiting.recv_timeout(WEB_BESIDE_LOOK);
            let Some(hub) = self.hub.upgrade() else { return };
            match told {
                Ok(told) => {
                    // All that has come: the cell's data are looked at once for it.
                    for told in std::iter::once(told).chain(waiting.try_iter().take(LINES_MAX)) {
                        going = told.going.or(going);
                        say(&hub, Words::of_desk(told.line));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return over(&hub),
            }
            self.look(&hub, going);
        }
    }

    fn look(&self, hub: &Arc<Hub>, going: Option<Going>) {
        // The page that drives may have arranged the picture.
        drawing::look_again(hub, &hub.view().snapshot);
        match self.read(&hub.view().snapshot.content_hash_hex()) {
            Ok(seen) => {
                // A desk that has told nothing yet may hang in the middle of a run.
                let has_run = going.map_or(seen.open.is_some(), |going| going != Going::Ended);
                let run = seen.open.filter(|_| has_run);
                let run = run.map(|run| running(&run, seen.robot.as_ref(), going.unwrap_or(Going::Between)));
                show(hub, seen.robot, |driven| {
                    (driven.has_told, driven.has_run, driven.run, driven.unread) =
                        (going.is_some(), has_run, run, None);
                });
                if let Some(layout) = seen.layout {
                    self.take_up(hub, layout);
                }
            }
            // It may be read in a second.
            Err(why) => {
                let (robot, why) = (hub.view().robot.clone(), why.to_string());
                let has_run = going.is_some_and(|going| going != Going::Ended);
                show(hub, robot, |driven| {
                    driven.run = driven.run.take().filter(|_| has_run);
                    (driven.has_told, driven.has_run, driven.unread) = (going.is_some(), has_run, Some(why));
                });
            }
        }
    }

    fn read(&self, shown: &str) -> Result<Seen, StoreError> {
        let reader = Store::read_only(&self.folder)?;
        let robot = match reader.robot() {
            Ok(robot) => Some(robot),
            Err(StoreError::NoRobotState) => None,
            Err(error) => return Err(error),
        };
        let open = reader.interrupted()?.map(|open| open.run);
        let in_force = reader.layout_in_force()?;
        let is_other = in_force.is_some_and(|row| row.snapshot_hash != shown);
        // Where its copy is gone, the desk that drives has it all the same.
        let layout = if is_other { layout_in_force(&reader)? } else { None };
        Ok(Seen { robot, open, layout })
    }

    /// The desk that drives has taken up another layout.
    fn take_up(&self, hub: &Arc<Hub>, snapshot: Arc<Snapshot>) {
        let Some(elsewhere) = self.elsewhere.upgrade() else { return };
        answer_by(hub, &elsewhere, &snapshot);
        drawing::draw(hub, &snapshot);
        hub.show(|view| {
            view.snapshot = snapshot;
            true
        });
    }
}

/// Shows how things stand. News are sent where there are any.
fn show(hub: &Hub, robot: Option<RobotState>, change: impl FnOnce(&mut Driven)) {
    let view = hub.view();
    let Doing::Elsewhere(driven) = &view.doing else { return };
    let mut other = Driven::clone(driven);
    change(&mut other);
    let all = |driven: &Driven| (driven.has_told, driven.has_run, driven.run.clone(), driven.unread.clone());
    let is_same = all(&other) == all(driven);
    if is_same && view.robot == robot {
        return;
    }
    hub.show(|view| {
        let Doing::Elsewhere(driven) = &mut view.doing else { return false };
        // During a run the status line and the picture change, and a page keeps what is typed on it.
        let shape = |driven: &Driven| (driven.has_told, driven.has_run, driven.run.as_ref().map(|run| run.run));
        let is_other_run = shape(driven) != shape(&other);
        let updated = |robot: &Option<RobotState>| robot.as_ref().map(|robot| robot.last_updated);
        let is_other_word = !other.has_run && updated(&view.robot) != updated(&robot);
        let shown = Arc::make_mut(driven);
        (shown.has_told, shown.has_run, shown.run, shown.unread) =
            (other.has_told, other.has_run, other.run, other.unread);
        view.robot = robot;
        is_other_run || is_other_word
    });
}

fn running(run: &RunDetail, robot: Option<&RobotState>, going: Going) -> Running {
    let last = run.steps.last();
    let done = run.steps.iter().filter(|step| step.state == StepState::Completed).count();
    let plan: Option<Plan<'_>> = serde_json::from_str(&run.row.sequence_json).ok();
    let steps = plan.as_ref().map_or(&[][..], |plan| &plan.steps);
    let of = if steps.is_empty() { run.steps.len() } else { steps.len() };
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let named = |number: u32| steps.get((number as usize).checked_sub(1)?).map(|step| step.words());
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
        step: match going {
            // It is on record only when it was sent.
            Going::Asked => named(number(done + 1)).map(|name| (number(done + 1), name, None)),
            _ => last.map(|step| {
                let name = named(step.number).unwrap_or_else(|| format!("{} {}", step.action.word(), step.position));
                (step.number, name, None)
            }),
        },
        place,
        stands: match going {
            Going::Moving => Stands::Moving,
            Going::Looking => Stands::Looking,
            Going::Paused => Stands::Paused,
            // Neither question is answered here.
            Going::Asked => Stands::Asked(0),
            Going::Unsure => Stands::Unsure(0),
            Going::Between | Going::Ended => Stands::Between,
        },
        // It is not let go on from here.
        is_paused: false,
        pause: 0,
        lines: Vec::new(),
    }
}

fn change(hub: &Hub, change: impl FnOnce(&mut Driven) -> bool) {
    hub.show(|view| {
        let Doing::Elsewhere(driven) = &mut view.doing else { return false };
        change(Arc::make_mut(driven))
    });
}

fn say(hub: &Hub, line: Words) {
    change(hub, |driven| {
        driven.say(line);
        false
    });
}

fn say_how_it_stands(hub: &Hub) {
    let view = hub.view();
    say(hub, Words::both(view.line(Language::English), view.line(Language::German)));
}

/// The desk that drove tells nothing any more.
fn over(hub: &Hub) {
    change(hub, |driven| {
        let is_news = !driven.is_over;
        (driven.is_over, driven.has_run, driven.run) = (true, false, None);
        is_news
    });
}
