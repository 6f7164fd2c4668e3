//! A controller on a thread of its own. It obeys permits, but for what a test wants otherwise, and tells the test what it
//! saw. It looks at the folder every few milliseconds, as a PLC does.

use std::{
    collections::VecDeque,
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use cellgraph::{plan::Action, yaml};
use crossbeam_channel::{Receiver, Sender, unbounded};
use parking_lot::Mutex;
use serde_json::{Value, json};

use super::terminal::LIMIT;

/// What a controller saw and did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A permit, when it stood there first: its word and its step.
    Permit(String, u64),
    /// A `go` that is being written, and does not stand yet.
    Written(u64),
    Began(u64),
    Done(u64),
    /// A motion was broken off.
    Halted(u64),
}

/// A cell by place, tool and the words of the step that was finished last.
pub(crate) type Shows = fn(&str, &str, Option<&str>) -> Value;

/// What it does otherwise.
#[derive(Clone)]
pub(crate) struct Ways {
    /// Between two looks.
    pub(crate) cycle: Duration,
    /// What it answers to the first request for a report: the lines without run and serial number.
    pub(crate) first_answer: Option<Vec<Value>>,
    /// Where the first step leads, instead of where it should.
    pub(crate) misses_to: Option<&'static str>,
    /// A step is done at once; otherwise when the test says so.
    pub(crate) is_quick: bool,
    /// It shows the page of its panel, and says nothing else of where it is.
    pub(crate) shows_panel: bool,
    /// The place that its page shows for ever.
    pub(crate) stale: Option<&'static str>,
    /// What it shows of its cell: by place, tool and the step that was finished last, in words.
    pub(crate) cell: Option<Shows>,
    /// To a stop it says, beside its page, that the robot is there.
    pub(crate) says_beside: Option<&'static str>,
    /// How sure it reports itself to be of the first step's end, and then at each further look.
    pub(crate) reports: VecDeque<f64>,
}

impl Default for Ways {
    fn default() -> Self {
        Self {
            cycle: Duration::from_millis(5),
            first_answer: None,
            misses_to: None,
            is_quick: true,
            shows_panel: false,
            stale: None,
            cell: None,
            says_beside: None,
            reports: VecDeque::new(),
        }
    }
}

pub(crate) struct Controller {
    pub(crate) events: Receiver<Event>,
    pub(crate) robot: Arc<Mutex<String>>,
    seen: Arc<Mutex<Vec<Event>>>,
    /// How many steps it may still finish; `usize::MAX` is all of them.
    may_finish: Arc<AtomicUsize>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Controller {
    pub(crate) fn start(folder: &Path, ways: Ways) -> Self {
        let (sender, events) = unbounded();
        let robot = Arc::new(Mutex::new("Home".to_owned()));
        let seen = Arc::default();
        let may_finish = Arc::new(AtomicUsize::new(if ways.is_quick { usize::MAX } else { 0 }));
        let is_over = Arc::new(AtomicBool::new(false));
        let mut work = Work {
            folder: folder.to_owned(),
            events: sender,
            seen: Arc::clone(&seen),
            robot: Arc::clone(&robot),
            may_finish: Arc::clone(&may_finish),
            ways,
            serial: 0,
            reported: 0,
            written: 0,
            going: None,
            tool: "none".to_owned(),
            finished: None,
        };
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            while !over.load(Ordering::SeqCst) {
                work.look();
                thread::sleep(work.ways.cycle);
            }
        });
        Self { events, robot, seen, may_finish, is_over, thread: Some(thread) }
    }

    /// Waits until it saw or did something.
    pub(crate) fn await_event(&self, wanted: &Event) {
        while self.events.recv_timeout(LIMIT).unwrap_or_else(|_| panic!("never: {wanted:?}, but {:?}", self.seen()))
            != *wanted
        {}
    }

    pub(crate) fn await_permit(&self, word: &str, step: u64) {
        self.await_event(&Event::Permit(word.to_owned(), step));
    }

    /// Lets it finish all its steps from now on.
    pub(crate) fn finish_all(&self) {
        self.may_finish.store(usize::MAX, Ordering::SeqCst);
    }

    /// Lets it finish one step, whether that has begun or is still to begin.
    pub(crate) fn finish_one(&self) {
        self.may_finish.fetch_add(1, Ordering::SeqCst);
    }

    /// All that it saw and did so far.
    pub(crate) fn seen(&self) -> Vec<Event> {
        self.seen.lock().clone()
    }

    /// Which steps were begun.
    pub(crate) fn begun(&self) -> Vec<u64> {
        let began = |event: &Event| if let Event::Began(step) = event { Some(*step) } else { None };
        self.seen().iter().filter_map(began).collect()
    }
}

impl Drop for Controller {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        let _ = self.thread.take().unwrap().join();
    }
}

struct Work {
    folder: PathBuf,
    events: Sender<Event>,
    seen: Arc<Mutex<Vec<Event>>>,
    robot: Arc<Mutex<String>>,
    may_finish: Arc<AtomicUsize>,
    ways: Ways,
    serial: u64,
    reported: u64,
    written: u64,
    going: Option<Value>,
    tool: String,
    /// The step that was done last, in words.
    finished: Option<String>,
}

impl Work {
    /// Whether the step that goes on may end now; leave for one step is used up by it.
    fn takes_leave_to_finish(&self) -> bool {
        let less = |leave: usize| if leave == usize::MAX { Some(leave) } else { leave.checked_sub(1) };
        self.may_finish.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_ok()
    }

    fn look(&mut self) {
        self.look_for_written();
        let Some(permit) = document(&self.folder.join("permit.json")) else { return };
        let (serial, step) = (permit["serial"].as_u64().unwrap(), permit["step"].as_u64().unwrap());
        let word = permit["permit"].as_str().unwrap().to_owned();
        if let Some(going) = self.going.take() {
            let number = going["step"].as_u64().unwrap();
            if going["serial"] != permit["serial"] {
                self.tell(Event::Halted(number));
                self.say(&going, &json!({ "state": "failed", "error": "halted" }));
            } else if self.takes_leave_to_finish() {
                self.finish(&going);
            } else {
                self.going = Some(going);
            }
        }
        if serial <= self.serial {
            return;
        }
        self.serial = serial;
        self.tell(Event::Permit(word.clone(), step));
        let report = permit["report"].as_u64().unwrap();
        if report > self.reported {
            self.reported = report;
            self.answer(&permit, report);
        }
        if word == "go" {
            self.tell(Event::Began(step));
            self.say(&permit, &json!({ "state": "started" }));
            self.going = Some(permit);
        }
    }

    /// A `go` in a file that is not in its place yet.
    fn look_for_written(&mut self) {
        for entry in fs::read_dir(&self.folder).unwrap() {
            let path = entry.unwrap().path();
            if !path.file_name().unwrap().to_string_lossy().starts_with(".permit-") {
                continue;
            }
            if let Some(permit) = document(&path)
                && permit["permit"] == "go"
                && permit["serial"].as_u64() > Some(self.written)
            {
                self.written = permit["serial"].as_u64().unwrap();
                self.tell(Event::Written(permit["step"].as_u64().unwrap()));
            }
        }
    }

    fn answer(&mut self, permit: &Value, serial: u64) {
        let mut honest = self.place("report");
        honest["serial"] = serial.into();
        if let (Some(said), Some("stop")) = (self.ways.says_beside, permit["permit"].as_str()) {
            (honest["position"], honest["tool"]) = (said.into(), json!(self.tool));
        }
        let lines = self.ways.first_answer.take().unwrap_or_else(|| vec![honest]);
        lines.iter().for_each(|line| self.say(permit, line));
    }

    fn finish(&mut self, going: &Value) {
        let text = fs::read_to_string(self.folder.join("actions.yaml")).unwrap();
        let number = going["step"].as_u64().unwrap();
        let plan = yaml::read(&text).unwrap();
        let step = &plan.steps[usize::try_from(number).unwrap() - 1];
        match (&step.action, &*step.target) {
            (Action::Move, target) => {
                let place = self.ways.misses_to.take().unwrap_or(target);
                place.clone_into(&mut self.robot.lock());
            }
            (_, "tool_attach") => step.tool.as_deref().unwrap().clone_into(&mut self.tool),
            (_, "tool_release") => "none".clone_into(&mut self.tool),
            _ => {}
        }
        self.finished = Some(step.words());
        let line = self.place("done");
        self.say(going, &line);
        self.tell(Event::Done(number));
    }

    /// Where the robot is: said, or shown on the page of its panel.
    fn place(&mut self, state: &str) -> Value {
        let mut line = self.seen_place(state);
        let confidence = self.finished.as_ref().and_then(|_| self.ways.reports.pop_front());
        if let Some((step, confidence)) = self.finished.as_ref().zip(confidence) {
            line["report"] = json!({ "summary": format!("{step} went well."), "data": { "took_s": 2 },
                "confidence": confidence, "tools_used": [], "metadata": {} });
        }
        line
    }

    fn seen_place(&self, state: &str) -> Value {
        let place = self.robot.lock().clone();
        if !self.ways.shows_panel {
            let mut line = json!({ "state": state, "position": place, "tool": self.tool });
            if let Some(cell) = self.ways.cell {
                line["cell"] = cell(&place, &self.tool, self.finished.as_deref());
            }
            return line;
        }
        let place = self.ways.stale.unwrap_or(&place);
        let hand = &self.tool;
        let html = format!(
            "<!doctype html><html><b id=at>{place}</b><b id=hand>{hand}</b><button id=start>Go</button></html>"
        );
        json!({ "state": state, "panel": { "html": html } })
    }

    /// A line that answers a permit, but for what it says otherwise.
    fn say(&self, permit: &Value, rest: &Value) {
        let mut line = json!({ "run": permit["run"], "serial": permit["serial"], "step": permit["step"] });
        for (name, value) in rest.as_object().unwrap() {
            line[name] = value.clone();
        }
        let path = self.folder.join("progress.jsonl");
        let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn tell(&self, event: Event) {
        self.seen.lock().push(event.clone());
        // The test is over.
        let _ = self.events.send(event);
    }
}

/// A document; none while it is not there, or being written.
pub(crate) fn document(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
