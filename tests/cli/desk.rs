//! A folder in which a cell is at work: the demo cell's snapshot, and an operator's word about the robot.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use crate::harness::{Folder, Run};

/// What every command with a robot is given here.
pub(crate) const SIMULATOR: [&str; 8] =
    ["--snapshot", "demo.cell", "--model", "none", "--operator", "Ada", "--driver", "simulator"];

impl Folder {
    /// With the robot confirmed at Home, its hand empty.
    pub(crate) fn at_home() -> Self {
        let folder = Self::with_snapshot();
        folder.correct("Home", "none");
        folder
    }

    /// And with the folder of a controller, `r`, in which nobody is.
    pub(crate) fn beside_a_robot() -> Self {
        let folder = Self::at_home();
        std::fs::create_dir(folder.path("r")).unwrap();
        folder
    }

    /// Whether nothing was given to that controller.
    pub(crate) fn has_told_nothing(&self) -> bool {
        std::fs::read_dir(self.path("r")).unwrap().next().is_none()
    }

    pub(crate) fn correct(&self, position: &str, tool: &str) {
        let words = ["state", "correct", "--snapshot", "demo.cell", "--position", position, "--tool", tool];
        let run = self.run_with(&[&words[..], &["--operator", "Ada", "--reason", "looked"]].concat(), "");
        assert_eq!(run.status, 0, "{run}");
    }

    /// `do` with the simulator, and something on its standard input.
    pub(crate) fn ask(&self, sentence: &str, options: &[&str], input: impl AsRef<[u8]>) -> Run {
        self.run_with(&[&["do", sentence], &SIMULATOR[..], options].concat(), input)
    }

    /// `do` with the simulator and `--yes`.
    pub(crate) fn simulate(&self, sentence: &str) -> Run {
        self.ask(sentence, &["--yes"], "")
    }

    /// Another command with the simulator.
    pub(crate) fn drive(&self, words: &str) -> Run {
        self.run_with(&[&words.split(' ').collect::<Vec<_>>()[..], &SIMULATOR[..]].concat(), "")
    }

    /// The console with the simulator, fed with lines.
    pub(crate) fn console(&self, lines: &[&str]) -> Run {
        self.run_with(&[&["run"], &SIMULATOR[..]].concat(), lines.join("\n") + "\n")
    }

    /// Kills a slow run in the middle of its first step.
    pub(crate) fn interrupt(&self, sentence: &str) {
        let slowly = [&["do", sentence], &SIMULATOR[..], &["--yes", "--speed", "0.00001"]].concat();
        let mut child =
            self.command(&slowly).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().starts_with("  step 1 of ")), "the first step was never sent");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// The ids of the runs, the latest first.
    pub(crate) fn run_ids(&self) -> Vec<String> {
        let id =
            |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["run_id"].as_str().map(str::to_owned);
        self.run("history list --json").out.lines().filter_map(id).collect()
    }
}
