//! A pipe in the place of a file: nothing waits for its other end. A command that waited would never end, and its test neither.

use std::process::Command;

use crate::harness::{Folder, Run};

const SENTENCE: &str = "go to safe position 1";

impl Folder {
    /// A pipe that nobody holds the other end of, in the place of a file.
    fn pipe_at(&self, name: &str) {
        let path = self.path(name);
        let _none_there = std::fs::remove_file(&path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    }
}

fn refused(run: &Run, name: &str) {
    assert_eq!(run.status, 2, "{name}: {run}");
    assert!(run.err.contains(name) && run.err.contains("not a regular file"), "{name}: {run}");
}

/// `--model PIPE`, `--adapter PIPE` and `--templates PIPE` were waited for; `--thresholds PIPE` is refused like them.
#[test]
fn what_a_sentence_is_read_with_is_a_file() {
    for (option, beside) in
        [("--model", None), ("--adapter", Some("some.gguf")), ("--templates", None), ("--thresholds", None)]
    {
        let folder = Folder::at_home();
        folder.pipe_at("pipe");
        let mut words = vec!["parse", SENTENCE, "--snapshot", "demo.cell", "--position", "Home", "--tool", "none"];
        words.extend([option, "pipe"]);
        words.extend(beside.iter().flat_map(|model| ["--model", model]));
        refused(&folder.run_with(&words, ""), "pipe");
    }
}

/// A log of SQLite's that was a pipe kept every command waiting.
#[test]
fn a_database_and_its_logs_are_files() {
    for database in ["history.db", "robot_state.db"] {
        for end in ["", "-journal", "-wal", "-shm"] {
            let folder = Folder::at_home();
            let name = format!("{database}{end}");
            folder.pipe_at(&format!("cellgraph-data/{name}"));
            refused(&folder.run("state show"), &name);
            refused(&folder.simulate(SENTENCE), &name);
        }
    }
    let folder = Folder::at_home();
    folder.pipe_at("cellgraph-data/store.lock");
    refused(&folder.simulate(SENTENCE), "store.lock");
}

/// Each `do` waited for a reader of the log before its first word.
#[test]
fn a_log_that_is_no_file_is_not_kept() {
    let folder = Folder::at_home();
    folder.pipe_at("cellgraph-data/logs/cellgraph.jsonl");
    let day = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    folder.pipe_at(&format!("cellgraph-data/logs/verification/verify_{day}.jsonl"));
    let run = folder.simulate(SENTENCE);
    assert!(run.status == 0 && run.out.contains("completed: 1 of 1 steps"), "{run}");
    assert!(run.err.contains("no log is kept") && run.err.contains("it is not a regular file"), "{run}");
}

/// The console did not start.
#[test]
fn a_history_of_the_console_that_is_no_file_is_not_kept() {
    let folder = Folder::at_home();
    folder.pipe_at("cellgraph-data/console-history.txt");
    let run = folder.console(&["state", "quit"]);
    assert!(run.status == 0 && run.out.contains("The robot is at Home"), "{run}");
    assert!(run.err.contains("the console's history is not kept"), "{run}");
}

/// `verify --yaml` opened whatever stood in the lock's place beside its output, and followed links.
#[test]
fn a_lock_beside_a_sequence_is_a_file() {
    let folder = Folder::at_home();
    folder.pipe_at("robot/handover.lock");
    folder.write("plan.json", r#"[{"action":"move","target":"Safe_Pos_1"}]"#);
    let words = "verify plan.json --snapshot demo.cell --position Home --tool none --yaml robot/actions.yaml";
    let run = folder.run(words);
    assert_eq!(run.status, 0, "{run}");
    assert!(folder.path("robot/actions.yaml").exists());
}
