//! A Python script that drives the reference controller, as a process: a command out, a line of answer in.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

pub(crate) struct Script {
    name: &'static str,
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Script {
    /// `name` is its path from the root. It gets the path of the reference controller.
    pub(crate) fn start(python: &str, name: &'static str) -> Self {
        let mut process = Command::new(python)
            .arg(format!("{ROOT}/{name}"))
            .arg(format!("{ROOT}/examples/controller/controller.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("this test needs {python}: {error}"));
        let commands = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Self { name, process, commands, answers }
    }

    pub(crate) fn ask(&mut self, command: &str) -> String {
        writeln!(self.commands, "{command}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        assert!(answer.ends_with('\n'), "{} ended at `{command}`", self.name);
        answer.trim().to_owned()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
