//! `faulty.py` as a process: a command out, an answer in.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::script::Script;

/// The other side.
pub(crate) struct Python(pub(crate) Script);

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
    pub(crate) fn ask(&mut self, command: &str) -> String {
        self.0.ask(command)
    }

    /// Gives the controller turns; whether the robot moves after them.
    pub(crate) fn turns(&mut self, count: u32, milliseconds: u32, flags: &str) -> bool {
        self.ask(&format!("t {count} {milliseconds} {flags}")) == "moving"
    }

    /// The permit that stands at the controller.
    pub(crate) fn permit(&mut self) -> Value {
        serde_json::from_str(&self.ask("permit")).unwrap()
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
