//! `faulty.py` as a process: a command out, an answer in.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The other side.
pub(crate) struct Python {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What is true about a run, by the robot's own account.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) violations: Vec<String>,
    pub(crate) motions: u64,
    pub(crate) halted: u64,
    /// Confirmed at a place where the robot is not, for a reason that no program can see.
    pub(crate) hidden: bool,
    pub(crate) faults: BTreeMap<String, u64>,
}

impl Python {
    pub(crate) fn start() -> Self {
        let mut process = Command::new("python3")
            .arg(format!("{ROOT}/tests/controller/faulty.py"))
            .arg(format!("{ROOT}/examples/controller/controller.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this test needs python3");
        let commands = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Self { process, commands, answers }
    }

    pub(crate) fn ask(&mut self, command: &str) -> String {
        writeln!(self.commands, "{command}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        assert!(answer.ends_with('\n'), "faulty.py ended at `{command}`");
        answer.trim().to_owned()
    }

    /// Gives the controller turns; whether the robot moves after them.
    pub(crate) fn turns(&mut self, count: u32, milliseconds: u32, flags: &str) -> bool {
        self.ask(&format!("t {count} {milliseconds} {flags}")) == "moving"
    }

    pub(crate) fn end(&mut self, record: &Value) -> Verdict {
        let answer: Value = serde_json::from_str(&self.ask(&format!("end {record}"))).unwrap();
        let number = |name: &str| answer[name].as_u64().unwrap();
        let texts = answer["violations"].as_array().unwrap().iter();
        let faults = answer["faults"].as_object().unwrap().iter();
        Verdict {
            violations: texts.map(|text| text.as_str().unwrap().to_owned()).collect(),
            motions: number("motions"),
            halted: number("halted"),
            hidden: answer["hidden"].as_bool().unwrap(),
            faults: faults.map(|(name, count)| (name.clone(), count.as_u64().unwrap())).collect(),
        }
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
