//! A desk in a folder, with the demo cell or a changed one, and a model that says what it is told to.

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use cellgraph::{
    cell::State,
    import,
    language::{
        Readers, Route,
        model::{Answer, Cancel, ModelReader, Provenance, ReadError, Spent},
        prompt::Asked,
        rules::Recogniser,
        templates::Templates,
        terse,
    },
    plan::Plan,
    review,
    run::{Control, RunReport, Simulator},
    snapshot::{self, Snapshot},
    store::{NewRun, Observed, RunDetail, RunEnd, RunRecord, RunStatus, Store},
    workflow::{Desk, Proposed, Replied, Showing, Turn, VerificationLog},
};
use uuid::Uuid;

const DEMO: &str = include_str!("../../graph-snapshots/demo-cell.apoc.jsonl");

/// Something of which the recogniser makes nothing at all, though it speaks of everything, and takes back whatever is not
/// meant: every word is accounted for whatever a model says, and a trusted one is believed.
pub(crate) const STRANGE: &str = "so in tack_weld, camera_inspection and position_check, Home, Pos_1, Pos_2, Pos_3, Pos_4, \
Pos_5, Tool_Weld_Position and Tool_Camera_Position, the Welder, the Camera, and instead, would you";

/// The same, of nothing but what a line of the model names: what is not read is no objection of the critic then.
pub(crate) fn strange(line: &str) -> String {
    let words = line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    let named: Vec<&str> = words.filter(|word| STRANGE.contains(word) && word.len() > 3).collect();
    format!("so in {}, and instead, would you", named.join(", "))
}

/// The demo cell, with every occurrence of a text in its export replaced.
pub(crate) fn cell(generation: u64, changes: &[(&str, &str)]) -> Arc<Snapshot> {
    Arc::new(Snapshot::from_bytes(&cell_bytes(generation, changes)).unwrap())
}

pub(crate) fn cell_bytes(generation: u64, changes: &[(&str, &str)]) -> Vec<u8> {
    let text = changes.iter().fold(DEMO.to_owned(), |text, (old, new)| text.replace(old, new));
    let import = import::from_apoc(text.as_bytes(), &mut |_| ()).unwrap_or_else(|faults| panic!("{faults}"));
    snapshot::build(&import.draft, &snapshot::Provenance { generation, ..snapshot::Provenance::default() }).bytes
}

/// What the model was asked: the sentence, and for a second reading what was understood and what was said to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    pub(crate) sentence: String,
    pub(crate) understood: Option<String>,
    pub(crate) objection: Option<String>,
}

/// A model that gives the lines of a script, one after the other, and remembers what it was asked.
#[derive(Clone)]
pub(crate) struct Script(Arc<Inner>);

struct Inner {
    snapshot: Arc<Snapshot>,
    lines: Mutex<VecDeque<&'static str>>,
    heard: Mutex<Vec<Heard>>,
    provenance: Provenance,
}

impl Script {
    pub(crate) fn new(snapshot: &Arc<Snapshot>, lines: &[&'static str]) -> Self {
        let provenance = Provenance {
            model: "script".to_owned(),
            adapter: None,
            prompt: "none".to_owned(),
            snapshot: snapshot.content_hash_hex(),
            threads: 1,
        };
        let lines = Mutex::new(lines.iter().copied().collect());
        Self(Arc::new(Inner { snapshot: Arc::clone(snapshot), lines, heard: Mutex::default(), provenance }))
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.0.heard.lock().unwrap().clone()
    }
}

impl ModelReader for Script {
    fn read(&self, asked: &Asked<'_>, _: Duration, _: &Cancel) -> Result<Answer, ReadError> {
        self.0.heard.lock().unwrap().push(Heard {
            sentence: asked.sentence.to_owned(),
            understood: asked.earlier.as_ref().map(|earlier| earlier.understood.to_owned()),
            objection: asked.earlier.as_ref().map(|earlier| earlier.objection.to_owned()),
        });
        let line = self.0.lines.lock().unwrap().pop_front().ok_or(ReadError::Busy)?;
        let said = terse::read(line, &self.0.snapshot)?;
        let is = |route| if said.route() == route { 1.0 } else { 0.0 };
        let route_probabilities = [Route::Action, Route::Question, Route::Unknown].map(is);
        let took = Duration::ZERO;
        Ok(Answer {
            line: line.to_owned(),
            said,
            route_probabilities,
            confidence: 1.0,
            sampled: 1,
            forced: 0,
            others: Vec::new(),
            took,
            spent: Spent::default(),
        })
    }

    fn provenance(&self) -> &Provenance {
        &self.0.provenance
    }
}

pub(crate) fn readers(snapshot: &Arc<Snapshot>, model: Option<&Script>) -> Readers {
    let recogniser = Recogniser::new(snapshot, Templates::default());
    let model = model.map(|script| Box::new(script.clone()) as Box<dyn ModelReader>);
    Readers::new(Arc::clone(snapshot), recogniser, model).trusting()
}

/// A desk and its folder.
pub(crate) struct Bench {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) desk: Desk,
}

impl Bench {
    /// The demo cell, the robot confirmed at Home with an empty hand, the recogniser alone.
    pub(crate) fn new() -> Self {
        Self::with(&cell(1, &[]), None)
    }

    pub(crate) fn with(snapshot: &Arc<Snapshot>, model: Option<&Script>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("data")).unwrap();
        store.ensure_robot("Home", "none").unwrap();
        store.correct_robot("Home", "none", "Ada", "looked").unwrap();
        let log = VerificationLog::under(folder.path());
        let desk = Desk::new(readers(snapshot, model), store, log, 0);
        Self { folder, desk }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) fn hear(&mut self, sentence: &str) -> Turn {
        self.desk.hear(sentence, &Cancel::default()).unwrap()
    }

    pub(crate) fn propose(&mut self, sentence: &str) -> Proposed {
        proposed(self.hear(sentence))
    }

    /// Answers at a terminal that showed what is proposed.
    pub(crate) fn reply(&mut self, proposed: Proposed, answer: &str) -> Replied {
        let digest = proposed.proposal.shown().digest;
        let showing = Showing { digest, operator: "Ada", moves_robot: true, at_terminal: true };
        self.desk.reply(proposed, answer, &showing, &Cancel::default()).unwrap()
    }

    /// Says what to change.
    pub(crate) fn revise(&mut self, proposed: Proposed, comment: &str) -> Turn {
        match self.reply(proposed, comment) {
            Replied::Revised(turn) => turn,
            other => panic!("{comment}: a revision is wanted, not {other:?}"),
        }
    }

    /// Runs what is proposed on a simulator that stands where the robot is.
    pub(crate) fn simulate(&mut self, proposed: Proposed) -> RunReport {
        let driver = Box::new(self.simulator());
        let approved = proposed.proposal.approve_for_simulation();
        let (control, folder) = (Control::new(), self.data());
        self.desk.run(approved, driver, &control, &mut |_| {}, &folder).unwrap()
    }

    /// A sentence, planned, approved and simulated to its end.
    pub(crate) fn done(&mut self, sentence: &str) -> RunReport {
        let proposed = self.propose(sentence);
        let report = self.simulate(proposed);
        assert!(report.end.is_completed(), "{sentence}: {report:?}");
        report
    }

    pub(crate) fn simulator(&self) -> Simulator {
        let robot = self.desk.store().robot().unwrap();
        let state = State::named(self.desk.snapshot(), &robot.position, &robot.tool).unwrap();
        Simulator::new(Arc::clone(self.desk.snapshot()), state)
    }

    pub(crate) fn correct(&mut self, position: &str, tool: &str) {
        self.desk.store_mut().correct_robot(position, tool, "Ada", "looked").unwrap();
    }

    /// A run from Home that is on record with this sequence and without an intent, as version 1 wrote it.
    pub(crate) fn recorded(&mut self, sequence: &str, plan_hash: Option<&str>) -> Uuid {
        let before = self.desk.store().robot().unwrap();
        let run_id = self.begun_with(sequence, plan_hash);
        let end = RunEnd::Failed { reason: "x".to_owned() };
        self.desk.store_mut().end_run(run_id, &end, &Observed::AsBefore(before)).unwrap();
        run_id
    }

    /// The same, without an end.
    pub(crate) fn begun(&mut self) -> Uuid {
        self.begun_with(r#"[{"action":"move","target":"Pos_1"}]"#, None)
    }

    fn begun_with(&mut self, sequence: &str, plan_hash: Option<&str>) -> Uuid {
        let plan: Plan<'_> = serde_json::from_str(sequence).unwrap();
        let (run_id, hash) = (Uuid::from_u128(77), review::plan_hash(&plan).unwrap().to_hex().to_string());
        let record = RunRecord {
            start_position: "Home".to_owned(),
            start_tool: "none".to_owned(),
            snapshot_hash: self.desk.snapshot().content_hash_hex(),
            plan_hash: plan_hash.map_or(hash, str::to_owned),
            ..RunRecord::default()
        };
        let (operator_input, sequence_json) = ("an old one".to_owned(), sequence.to_owned());
        self.desk.store_mut().begin_run(&NewRun { run_id, operator_input, sequence_json, record }).unwrap();
        run_id
    }

    /// How many runs there are, and whether the history is sound.
    pub(crate) fn runs(&self) -> usize {
        let report = self.desk.store().check().unwrap();
        assert!(report.is_sound(), "{report:?}");
        report.runs as usize
    }

    pub(crate) fn detail(&self, report: &RunReport) -> RunDetail {
        self.desk.store().run(report.run_id).unwrap().unwrap()
    }

    pub(crate) fn status(&self, report: &RunReport) -> RunStatus {
        self.detail(report).row.status
    }
}

pub(crate) fn proposed(turn: Turn) -> Proposed {
    match turn {
        Turn::Proposed(proposed) => *proposed,
        other => panic!("a proposal is wanted, not {other:?}"),
    }
}

/// The words of an answer.
pub(crate) fn answered(turn: Turn) -> String {
    match turn {
        Turn::Answered(told) => told.1.text,
        other => panic!("an answer is wanted, not {other:?}"),
    }
}

/// The words of a fallback, which has something to suggest.
pub(crate) fn given_up(turn: Turn) -> String {
    match turn {
        Turn::Fallback(told) => {
            assert!(!told.fallback.suggestions.is_empty(), "{}", told.fallback.text);
            told.fallback.text
        }
        other => panic!("a fallback is wanted, not {other:?}"),
    }
}

/// The targets of a proposal's steps, in order.
pub(crate) fn targets(proposed: &Proposed) -> Vec<&str> {
    proposed.proposal.plan().steps.iter().map(|step| &*step.target).collect()
}
