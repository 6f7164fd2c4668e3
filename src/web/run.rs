//! A run that was approved on the page, on the desk's thread. In: the approved plan. Out: what goes on, shown; and what came of it. Wishes
//! come to the run by its [`Control`], past this thread; a page that stalls or closes is not waited for.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use tokio::sync::oneshot;

use super::{
    board::{Outcome, Running, Stands},
    hub::{Floor, Held, Hub, Who},
    turns, wish,
    words::Words,
    worker::Worker,
};
use crate::{
    cell::State,
    review::ApprovedPlan,
    run::{Control, Crew, Event, RunError, RunReport, is_stop},
    snapshot::Snapshot,
    workflow::{Asides, AskedAside},
};

impl Worker<'_> {
    /// Runs it to its end. `done` hears as soon as it has begun.
    pub(super) fn run(&mut self, approved: ApprovedPlan, held: Held, who: &Who, done: oneshot::Sender<()>) {
        let Held { control, beside } = held;
        let sentence = approved.request().sentence.clone();
        let snapshot = Arc::clone(self.desk.snapshot());
        let crew = match self.crew(&snapshot) {
            Ok(crew) => crew,
            Err(why) => {
                self.rest(&sentence, turns::not_run(&Words::of_desk(why)));
                let _ = done.send(());
                return;
            }
        };
        if std::mem::take(&mut self.is_stepwise) {
            control.step_by_step();
        }
        let running = running(&approved, who);
        let (run, session) = (running.run, who.session);
        let (asked, to_be_paused) = (Arc::clone(self.hub), control.clone());
        let asides = Asides::start(self.desk.aside(), move |answer| tell(&asked, &to_be_paused, &answer));
        let floor = Floor::Run { run, session, control: control.clone(), asides };
        self.hub.begin(floor, running, &control);
        let _ = done.send(());
        if self.hub.is_gone() {
            control.stop_now_because("the page has ended: nobody could see the run, or stop it");
        }
        let held = self.station.hold(&control);
        let (hub, folder) = (Arc::clone(self.hub), self.hub.folder.clone());
        let mut watch = |event: Event| hub.run(|run| run.heed(&event));
        let desk = &mut *self.desk;
        // A fault of this program is not to end it without a word.
        let go = AssertUnwindSafe(|| desk.run(approved, crew, &control, &mut watch, &folder));
        let ran = catch_unwind(go);
        // Nothing is there to be stopped any more.
        drop(beside);
        self.is_over |= held.let_go();
        // What could not begin is on no record.
        let recorded = matches!(ran, Ok(Ok(_)) | Err(_)).then_some(run);
        let text = match ran {
            Ok(Ok(report)) => self.ended(&report),
            Ok(Err(error)) => vec![not_run(&error)],
            Err(_) => vec![Words::own(
                "The run broke off by a fault of this program: where the robot is, nobody knows. Look at it, end the page, and \
                 run `cellgraph recover`.",
                "Der Lauf brach durch einen Fehler dieses Programms ab: wo der Roboter steht, weiß niemand. Sehen Sie ihn an, \
                 schließen Sie die Seite am Terminal, und führen Sie `cellgraph recover` aus.",
            )],
        };
        self.over(Outcome { said: sentence, text, run: recorded, ..Outcome::default() });
    }

    fn crew(&self, snapshot: &Arc<Snapshot>) -> Result<Crew, String> {
        let robot = self.desk.store().robot().map_err(|error| error.to_string())?;
        let state = State::named(snapshot, &robot.position, &robot.tool).map_err(|error| error.to_string())?;
        self.station.crew(snapshot, state)
    }

    fn ended(&self, report: &RunReport) -> Vec<Words> {
        let mut text = vec![Words::of_desk(self.desk.told_ended(report).text)];
        if !report.confirmed {
            text.push(Words::own("Say it on the page \"Robot\".", "Sagen Sie es auf der Seite \"Roboter\"."));
        }
        if report.unwritten {
            text.push(Words::own(
                "Not everything could be written. See to the disk, and look at the robot before anything else is run.",
                "Nicht alles konnte geschrieben werden. Kümmern Sie sich um den Datenträger, und sehen Sie den Roboter an, ehe \
                 etwas ausgeführt wird.",
            ));
        }
        if report.confirmed && is_stop(&report.end.to_string()) {
            text.push(Words::own(
                "Say continue to be shown what is left of it.",
                "Sagen Sie continue, und es wird gezeigt, was davon übrig ist.",
            ));
        }
        text
    }
}

fn running(approved: &ApprovedPlan, who: &Who) -> Running {
    Running {
        run: approved.correlation_id(),
        session: who.session,
        operator: who.operator.clone(),
        sentence: approved.request().sentence.clone(),
        of: u32::try_from(approved.plan().steps.len()).unwrap_or(u32::MAX),
        done: 0,
        step: None,
        place: approved.start().clone(),
        stands: Stands::GettingReady,
        is_paused: false,
        pause: 0,
        lines: Vec::new(),
    }
}

/// Shows what came of a question to the run. One that is none is as good as not understood.
fn tell(hub: &Hub, control: &Control, asked: &AskedAside) {
    hub.run(|run| {
        match asked {
            AskedAside::TheRun => run.say_how_it_stands(),
            AskedAside::Answered(text) => text.lines().for_each(|line| run.say(Words::of_desk(line))),
            AskedAside::Nothing => {}
        }
        false
    });
    if *asked == AskedAside::Nothing {
        wish::not_understood(hub, control);
    }
}

fn not_run(error: &RunError) -> Words {
    Words::of_desk(match error.hint() {
        Some(hint) => format!("{error}\n{hint}"),
        None => error.to_string(),
    })
}
