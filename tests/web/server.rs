//! The page over a desk with the demo cell, on a thread of its own, at any free port.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc, Barrier,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, channel},
    },
    thread::{self, JoinHandle},
};

use cellgraph::{
    cell::State,
    import,
    language::{AcceptedOn, AcceptedPhrase, Readers, Said, rules::Recogniser, templates::Templates},
    plan::Plan,
    review::Place,
    run::{Control, Crew, Simulator},
    snapshot::{self, Snapshot},
    store::{PageActKind, RunRow, Store},
    web::{Ender, Hold, Listener, Operators, Reach, Role, Station},
    workflow::{Desk, VerificationLog},
};

use crate::browser::Browser;

/// What the program around the page is.
pub(crate) struct Around {
    /// Whether the page is told that a robot moves. None does.
    pub(crate) is_simulated: bool,
    /// Where it says so, a run is made ready, or an answer looked at, until somebody else waits there, too.
    pub(crate) gate: Option<Arc<Gate>>,
}

/// Where the desk's thread waits for a test.
pub(crate) struct Gate {
    pub(crate) is_closed: AtomicBool,
    pub(crate) barrier: Barrier,
}

impl Gate {
    pub(crate) fn new(is_closed: bool) -> Arc<Self> {
        Arc::new(Self { is_closed: is_closed.into(), barrier: Barrier::new(2) })
    }

    fn pass(&self) {
        if self.is_closed.load(Ordering::SeqCst) {
            self.barrier.wait();
        }
    }
}

impl Station for Around {
    fn is_simulated(&self) -> bool {
        self.is_simulated
    }

    fn robot(&self) -> Option<&Path> {
        None
    }

    fn crew(&self, snapshot: &Arc<Snapshot>, state: State) -> Result<Crew, String> {
        self.gate.iter().for_each(|gate| gate.pass());
        Ok(Box::new(Simulator::new(Arc::clone(snapshot), state)).into())
    }

    fn to_be_confirmed(&self, _: &Plan<'_>, _: &Snapshot) -> Result<Option<(usize, String)>, String> {
        self.gate.iter().for_each(|gate| gate.pass());
        Ok(None)
    }

    fn readers(&self, _: &Desk, snapshot: &Arc<Snapshot>) -> Result<Readers, String> {
        let recogniser = Recogniser::new(snapshot, Templates::default());
        Ok(Readers::new(Arc::clone(snapshot), recogniser, None))
    }

    fn recover(&self, desk: &mut Desk, place: &Place, operator: &str, reason: &str) -> Result<(), String> {
        let store = desk.store_mut();
        store.ensure_robot(&place.position, &place.tool).map_err(|error| error.to_string())?;
        store.correct_robot(&place.position, &place.tool, operator, reason).map_err(|error| error.to_string())
    }

    fn hold(&self, _: &Control) -> Box<dyn Hold> {
        Box::new(Nobody)
    }
}

struct Nobody;

impl Hold for Nobody {
    fn let_go(self: Box<Self>) -> bool {
        false
    }
}

/// A page that is served. It ends with the value.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    folder: tempfile::TempDir,
    told: Receiver<String>,
    ender: Ender,
    served: Option<JoinHandle<()>>,
}

impl Server {
    /// The demo cell, the robot confirmed at Home with an empty hand.
    pub(crate) fn start() -> Self {
        Self::of(Around { is_simulated: true, gate: None }, true)
    }

    /// The same; `is_known` where somebody has said where the robot is.
    pub(crate) fn of(around: Around, is_known: bool) -> Self {
        Self::reached(Reach::default(), &[], around, is_known)
    }

    /// With operators: names, roles and PINs.
    pub(crate) fn with(operators: &[(&str, Role, &str)]) -> Self {
        Self::reached(Reach::default(), operators, Around { is_simulated: true, gate: None }, true)
    }

    pub(crate) fn reached(reach: Reach, operators: &[(&str, Role, &str)], around: Around, is_known: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listener = Listener::on(SocketAddr::from(([127, 0, 0, 1], 0)), reach).unwrap();
        let (address, ender, data) = (listener.address(), listener.ender(), folder.path().join("data"));
        std::fs::create_dir(&data).unwrap();
        for (name, role, pin) in operators {
            let done = (PageActKind::OperatorAdded, "Eve", *name);
            Operators::change(&data, done, |operators| operators.add(name, *role, pin)).unwrap();
        }
        let (tell, told) = channel();
        let serve = move || {
            let mut desk = desk(&data, is_known);
            listener.serve(&mut desk, &around, Box::new(move |line| drop(tell.send(line.to_owned())))).unwrap();
        };
        Self { address, folder, told, ender, served: Some(thread::spawn(serve)) }
    }

    /// The code that opens the next session, as the terminal shows it.
    pub(crate) fn code(&self) -> String {
        let line = self.told.recv().unwrap();
        line.split_once("?code=").unwrap().1.to_owned()
    }

    /// Somebody with a session.
    pub(crate) fn enter(&self, name: &str) -> Browser {
        let mut browser = self.stranger();
        let entered = browser.post("/enter", &[("code", &self.code()), ("name", name)]);
        assert_eq!((entered.status, entered.header("location")), (303, Some("/")), "{}", entered.body);
        browser.keep_cookie(&entered);
        browser
    }

    /// Somebody with a session that a PIN opened.
    pub(crate) fn enter_by_pin(&self, name: &str, pin: &str) -> Browser {
        let mut browser = self.stranger();
        let entered = browser.post("/enter", &[("name", name), ("pin", pin)]);
        assert_eq!((entered.status, entered.header("location")), (303, Some("/")), "{}", entered.body);
        browser.keep_cookie(&entered);
        browser
    }

    /// Somebody without one.
    pub(crate) fn stranger(&self) -> Browser {
        Browser::at(self.address)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// What a form about the robot has to name.
    pub(crate) fn record(&self) -> String {
        Store::read_only(&self.data()).unwrap().robot().unwrap().last_updated.to_string()
    }

    /// The runs on record, the latest first.
    pub(crate) fn runs(&self) -> Vec<RunRow> {
        Store::read_only(&self.data()).unwrap().runs(&Default::default()).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ender.end();
        // A run that a failed test left behind waits for its operator, and for ever: the failure is to be shown.
        if !thread::panicking() {
            self.served.take().unwrap().join().unwrap();
        }
    }
}

fn desk(data: &Path, is_known: bool) -> Desk {
    let export = include_bytes!("../../graph-snapshots/demo-cell.apoc.jsonl");
    let import = import::from_apoc(export, &mut |_| ()).unwrap();
    let built = snapshot::build(&import.draft, &snapshot::Provenance::default());
    let snapshot = Arc::new(Snapshot::from_bytes(&built.bytes).unwrap());
    let mut store = Store::open(data).unwrap();
    if is_known {
        store.ensure_robot("Home", "none").unwrap();
        store.correct_robot("Home", "none", "Ada", "looked").unwrap();
    }
    let recogniser = Recogniser::new(&snapshot, Templates::default());
    let readers = Readers::new(snapshot, recogniser, None);
    // No cell would have the last two: a name could be so.
    let learnt = ["the usual round", "yes", "stop now"].map(|sentence| AcceptedPhrase {
        sentence: sentence.to_owned(),
        said: Said::Do(Vec::new()),
        on: AcceptedOn::Word { at: "2026-03-01T10:00:00Z".parse().unwrap(), by: "Eve".to_owned() },
    });
    let readers = readers.with_phrases(learnt.into_iter().collect());
    Desk::new(readers, store, VerificationLog::under(data), 0).asking_by_number(true)
}
