//! A cell with its data and its shared folder, the program in it, and the one way in which a test gets a plan approved.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use super::{
    controller::{Controller, Ways, document},
    terminal::Terminal,
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cellgraph");
const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl");
/// Two steps from home: to `Safe_Pos_1` and to `Pos_1`.
pub(crate) const SENTENCE: &str = "move to position 1";

pub(crate) struct Cell(tempfile::TempDir);

impl Cell {
    /// The demo cell, its robot at home as Ada has seen, and an empty shared folder.
    pub(crate) fn new() -> Self {
        let cell = Self(tempfile::tempdir().unwrap());
        fs::create_dir(cell.robot()).unwrap();
        cell.done(&["snapshot", "build", "--from", DEMO, "-o", "demo.cell"]);
        cell.correct("Home");
        cell
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn robot(&self) -> PathBuf {
        self.path("robot")
    }

    pub(crate) fn controller(&self, ways: Ways) -> Controller {
        Controller::start(&self.robot(), ways)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.command_by(&[], arguments)
    }

    /// The program, started by another one.
    pub(crate) fn command_by(&self, by: &[&str], arguments: &[&str]) -> Command {
        let mut words = by.iter().chain([&PROGRAM]).chain(arguments);
        let mut command = Command::new(words.next().unwrap());
        command.args(words).current_dir(self.0.path()).env_remove("CELLGRAPH_MODEL").stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed; what it printed.
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must be refused with this status; what it said about it.
    pub(crate) fn refused(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        said
    }

    pub(crate) fn correct(&self, position: &str) {
        let words = ["state", "correct", "--snapshot", "demo.cell", "--data", "data", "--operator", "Ada"];
        self.done(&[&words[..], &["--position", position, "--tool", "none", "--reason", "looked"]].concat());
    }

    /// What `state show` says; its status says whether that is confirmed.
    pub(crate) fn state(&self) -> String {
        let output = self.run(&["state", "show", "--data", "data"]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.success(), !said.contains("NOT confirmed"), "{said}");
        said
    }

    pub(crate) fn permit(&self) -> Value {
        document(&self.robot().join("permit.json")).unwrap_or(Value::Null)
    }

    /// Nothing but `stop` stands, and what is on record is a failed run and a place that nobody is sure of.
    pub(crate) fn assert_stopped(&self) {
        assert_eq!(self.permit()["permit"], "stop");
        let history = self.done(&["history", "list", "--data", "data", "--json"]);
        assert!(history.contains(r#""status":"failed""#), "{history}");
        self.assert_unsure();
    }

    pub(crate) fn assert_unsure(&self) {
        let state = self.state();
        assert!(state.contains("NOT confirmed"), "{state}");
    }
}

/// The arguments of a command that drives the controller in `robot`.
pub(crate) fn driving<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let rest = ["--snapshot", "demo.cell", "--data", "data", "--model", "none", "--operator", "Ada"];
    [words, &rest, &["--driver", "files", "--robot", "robot"]].concat()
}

/// Says yes at a terminal on which the plan and the question stand.
pub(crate) fn approve(terminal: &Terminal) {
    terminal.see("approve?");
    terminal.say("yes");
}

/// A run of [`SENTENCE`] at a terminal, approved there.
pub(crate) fn approved_run(cell: &Cell) -> Terminal {
    approved_run_by(cell, &[])
}

/// The same, with the program started by another one.
pub(crate) fn approved_run_by(cell: &Cell, by: &[&str]) -> Terminal {
    let terminal = Terminal::start(&cell.command_by(by, &driving(&["do", SENTENCE])), None);
    approve(&terminal);
    terminal
}

/// A console at a terminal, that waits for words.
pub(crate) fn console(cell: &Cell) -> Terminal {
    let terminal = Terminal::start(&cell.command(&driving(&["run"])), None);
    terminal.see("Say what to do");
    terminal.see("> ");
    terminal
}

/// A file of so many bytes that takes no room.
pub(crate) fn sized(path: &Path, bytes: u64) {
    fs::File::create(path).unwrap().set_len(bytes).unwrap();
}
