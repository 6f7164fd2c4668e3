//! A driver of one's own. A sentence becomes a plan, a person approves it, and an arm behind two queues does it.
//!
//! ```sh
//! cargo run --no-default-features --features cli --example own_driver -- cell.cellgraph data 'go to position 1'
//! ```
//!
//! The arm is a thread that takes permits and answers with lines, as a controller behind a field bus would. It stands at `Home` with an empty
//! hand. A driver carries permits and lines and decides nothing: `cellgraph::run::protocol` judges what the arm says.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::{
    env,
    error::Error,
    fs, io,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use cellgraph::{
    language::{Readers, model::Cancel, rules::Recogniser, templates::Templates},
    observe::{RawState, Witness},
    review::Place,
    run::{
        Again, Control, Driver, DriverError, Handover, Heard, Message, Order, Stopper,
        protocol::{Grant, Line, Permit, Progress},
    },
    snapshot::Snapshot,
    store::Store,
    workflow::{Desk, Replied, Showing, Turn, VerificationLog},
};

/// Carries permits to the arm and lines back.
struct ArmDriver {
    brake: Arc<Brake>,
    /// To the arm and from it, once a run is prepared.
    queues: Option<(Sender<Permit>, Receiver<Message>)>,
}

/// Keeps the arm from moving. The arm holds the lock for as long as it moves: who has braked knows that the arm stands.
#[derive(Default)]
struct Brake(Mutex<bool>);

impl Stopper for Brake {
    fn stop(&self) -> Result<(), DriverError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        Ok(())
    }
}

impl Driver for ArmDriver {
    fn name(&self) -> &'static str {
        "arm"
    }

    fn prepare(&mut self, handover: &Handover) -> Result<Vec<String>, DriverError> {
        let (to_arm, permits) = mpsc::channel();
        let (to_driver, lines) = mpsc::channel();
        let arm = Arm { run: handover.run, orders: handover.orders.clone(), place: handover.start.clone(), to_driver };
        let brake = Arc::clone(&self.brake);
        // It ends when the driver, and with it the queue, is dropped.
        thread::spawn(move || arm.work(&permits, &brake));
        self.queues = Some((to_arm, lines));
        Ok(vec!["the arm is an example: it moves nothing".to_owned()])
    }

    fn publish(&mut self, permit: &Permit) -> Result<(), DriverError> {
        let Some((to_arm, _)) = &self.queues else { return Err(DriverError::Failed("no run is prepared".to_owned())) };
        to_arm.send(*permit).map_err(|_| DriverError::Failed("the arm does not listen any more".to_owned()))
    }

    fn listen(&mut self) -> Result<Heard, DriverError> {
        let lines = self.queues.iter().flat_map(|(_, lines)| lines.try_iter()).collect();
        Ok(Heard { lines, again: Again::After(Duration::from_millis(5)), ..Heard::default() })
    }

    fn stopper(&self) -> Arc<dyn Stopper> {
        Arc::clone(&self.brake) as Arc<dyn Stopper>
    }
}

/// The other end of the queues.
struct Arm {
    run: uuid::Uuid,
    orders: Vec<Order>,
    place: Place,
    to_driver: Sender<Message>,
}

impl Arm {
    fn work(mut self, permits: &Receiver<Permit>, brake: &Brake) {
        for permit in permits {
            if permit.report {
                self.say(permit, Progress::At(self.place.clone()));
            }
            let place = usize::try_from(permit.step).ok().and_then(|number| number.checked_sub(1));
            let order = place.and_then(|place| self.orders.get(place)).cloned();
            let Some(order) = order.filter(|_| permit.grant == Grant::Go) else { continue };
            self.say(permit, Progress::Started);
            let is_braked = brake.0.lock().unwrap_or_else(PoisonError::into_inner);
            if *is_braked {
                return;
            }
            // Here a real arm moves, and here its own sensors say where that led.
            self.place = order.after;
            drop(is_braked);
            self.say(permit, Progress::Done(self.place.clone()));
        }
    }

    /// Says something of a permit, and shows the cell's state beside it.
    fn say(&self, permit: Permit, progress: Progress) {
        let state = serde_json::json!({ "mode": "auto", "position": self.place.position, "tool": self.place.tool });
        let line = Line { run: self.run, serial: permit.serial, step: permit.step, progress };
        let shown = Some(RawState::State(state.to_string().into_bytes()));
        // Where the driver is gone, nobody is told.
        let _ = self.to_driver.send(Message { line, shown, witness: Witness::default(), report: None });
    }
}

/// Takes a sentence from its words to a recorded run. `ask` shows a plan to a person and returns what the person answers.
pub fn run(
    snapshot: Snapshot,
    data: &Path,
    sentence: &str,
    ask: &mut dyn FnMut(&str) -> io::Result<String>,
) -> Result<String, Box<dyn Error>> {
    let operator = "Ada";
    let mut store = Store::open(data)?;
    store.ensure_robot("Home", "none")?;
    // A person's word: nothing is run from a place that nobody has looked at.
    store.correct_robot("Home", "none", operator, "I looked")?;
    let snapshot = Arc::new(snapshot);
    let readers = Readers::new(Arc::clone(&snapshot), Recogniser::new(&snapshot, Templates::default()), None);
    let mut desk = Desk::new(readers, store, VerificationLog::under(data), 0).moving(true);
    let cancel = Cancel::default();
    let Turn::Proposed(proposed) = desk.hear(sentence, &cancel)? else {
        return Err("no plan came of this sentence".into());
    };
    let answer = ask(&proposed.proposal.shown().to_string())?;
    let showing = Showing { digest: proposed.proposal.digest(), operator, moves_robot: true, at_terminal: true };
    let Replied::Approved(approved) = desk.reply(*proposed, &answer, &showing, &cancel)? else {
        return Err("nobody said a plain yes".into());
    };
    let driver: Box<dyn Driver> = Box::new(ArmDriver { brake: Arc::default(), queues: None });
    let report = desk.run(*approved, driver, &Control::new(), &mut |_| (), data)?;
    let end = if report.end.is_completed() { "completed" } else { "not completed" };
    Ok(format!("{end}: {} of {} steps, at {}", report.completed, report.steps, report.place))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [snapshot, data, sentence] = &*arguments else {
        return Err("usage: own_driver SNAPSHOT DATA_FOLDER SENTENCE".into());
    };
    let snapshot = Snapshot::from_bytes(&fs::read(snapshot)?)?;
    let mut ask = |plan: &str| {
        println!("{plan}\nRun it?");
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).map(|_| answer)
    };
    println!("{}", run(snapshot, Path::new(data), sentence, &mut ask)?);
    Ok(())
}
