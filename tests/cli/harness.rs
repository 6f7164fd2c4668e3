//! A folder with the demo cell in it, and the program run there.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl");

/// A folder that goes when the test ends.
pub(crate) struct Folder(tempfile::TempDir);

/// What a run of the program left.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    /// With the demo cell's export.
    pub(crate) fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        fs::copy(DEMO, folder.path("demo.jsonl")).unwrap();
        folder
    }

    /// And its snapshot, `demo.cell`.
    pub(crate) fn with_snapshot() -> Self {
        let folder = Self::new();
        let run = folder.run("snapshot build --from demo.jsonl -o demo.cell");
        assert_eq!(run.status, 0, "{}", run.err);
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names in the folder, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(self.0.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs a command line, which is split at blanks.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.run_with(&line.split_whitespace().collect::<Vec<_>>(), "")
    }

    /// Runs a command line with something on its standard input.
    pub(crate) fn pipe(&self, line: &str, input: impl AsRef<[u8]>) -> Run {
        self.run_with(&line.split_whitespace().collect::<Vec<_>>(), input)
    }

    pub(crate) fn run_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.as_ref().to_vec();
        // A command that does not read its input closes it before all is written.
        let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Run {
            status: output.status.code().expect("the program was not killed"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The program in this folder, with nothing of the environment that it would heed.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
        // A zone that needs no file of zones, and is not UTC.
        command.args(arguments).current_dir(self.0.path()).env("TZ", "CET-1");
        for name in ["COLUMNS", "NEO4J_USER", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"].into_iter().chain([
            "USER",
            "CELLGRAPH_MODEL",
            "VERIFICATION_MODEL",
            "MAX_PLAN_ATTEMPTS",
            "RUST_LOG",
        ]) {
            command.env_remove(name);
        }
        command
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "exit {}", self.status)?;
        for (name, text) in [("stdout", &self.out), ("stderr", &self.err)] {
            if !text.is_empty() {
                write!(f, "--- {name}\n{text}")?;
            }
        }
        Ok(())
    }
}

/// Several runs, one below the other.
#[derive(Default)]
pub(crate) struct Transcript(String);

impl Transcript {
    pub(crate) fn add(&mut self, what: &str, run: &Run) {
        self.0.push_str(&format!("$ {what}\n{run}\n"));
    }
}

impl std::fmt::Display for Transcript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Holds a run against what it printed when somebody last read it. What differs from run to run is masked.
macro_rules! check {
    ($name:expr, $run:expr) => {
        insta::with_settings!({
            prepend_module_to_snapshot => false,
            omit_expression => true,
            snapshot_path => "snapshots",
            filters => vec![
                (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "[TIME]"),
                (r"\d{4}-\d\d-\d\d \d\d:\d\d CET", "[TIME]"),
                (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d CET", "[TIME] CET"),
                (r"\[TIME\] +┆", "[TIME] ┆"),
                // Before the keys: a fraction may have sixteen digits.
                (r#""(ms|us)":\d+(\.\d+)?(e-?\d+)?"#, r#""$1":[DURATION]"#),
                (r"\b[0-9a-f]{64}\b", "[BLAKE3]"),
                (r"\b([0-9a-f]{8} ){7}[0-9a-f]{8}\b", "[FINGERPRINT]"),
                // Before the keys as well: one digest in two thousand has no letter.
                (r"Proposal:    [0-9a-f]{16}", "Proposal:    [DIGEST]"),
                (r"(approve |value ')[0-9a-f]{15,16}\b", "$1[DIGEST]"),
                (r"\b[0-9A-F]{16}\b", "[KEY]"),
                (r"\bRW[A-Za-z0-9+/]{54}", "[PUBLIC]"),
                (r"\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b", "[UUID]"),
                (r"│ (\d+) +┆ [0-9a-f]{8} ┆", "│ $1 ┆ [ID] ┆"),
                (r"\b\d+ bytes", "[N] bytes"),
                (r#"bytes":\d+"#, r#"bytes":[N]"#),
                (r"(load|read|query|verify|snapshot|readers|after) \d+\.\d+ (µs|ms|s)\b", "$1 [DURATION]"),
                (r"took:        \d+\.\d+ ms", "took:        [DURATION]"),
                (r"┆ \d+ µs", "┆ [N] µs"),
                (r"process \d+, since", "process [PID], since"),
                (r"cellgraph \d+\.\d+\.\d+", "cellgraph [VERSION]"),
                (r" +┆? *│\n", " │\n"),
                (r"[─═╌]+", "─"),
            ],
        }, { insta::assert_snapshot!($name, $run.to_string()) })
    };
}
pub(crate) use check;
