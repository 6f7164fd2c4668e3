//! Standard output that fails.

use std::{
    fs::OpenOptions,
    process::{Output, Stdio},
};

use crate::harness::Folder;

fn lines() -> String {
    r#"{"position":"Home","tool":"none","plan":[]}"#.to_owned() + "\n"
}

fn run_into(folder: &Folder, arguments: &str, out: Stdio) -> Output {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    folder.command(&arguments).stdin(Stdio::null()).stdout(out).stderr(Stdio::piped()).output().unwrap()
}

/// A pipe that nobody reads any more.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

const ALL: [&str; 8] = [
    "query get_all_positions --snapshot demo.cell",
    "query get_all_positions --snapshot demo.cell --json",
    "verify --batch lines.jsonl --snapshot demo.cell",
    "plan --batch lines.jsonl --snapshot demo.cell",
    "snapshot show demo.cell",
    "snapshot generate --positions 2000",
    "completions bash",
    "--help",
];

#[test]
fn a_reader_that_has_gone_is_not_talked_to() {
    let folder = Folder::with_snapshot();
    folder.write("lines.jsonl", lines().repeat(5000));
    for arguments in ALL {
        let output = run_into(&folder, arguments, closed_pipe());
        assert_eq!(output.status.code(), Some(3), "{arguments}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    }
}

#[test]
fn a_full_disk_is_a_failed_write() {
    let folder = Folder::with_snapshot();
    folder.write("lines.jsonl", lines().repeat(5000));
    for arguments in ALL {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = run_into(&folder, arguments, full.into());
        assert_eq!(output.status.code(), Some(3), "{arguments}");
        if arguments != "--help" {
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(err.contains("cannot write to standard output: the disk is full"), "{arguments}: {err}");
        }
    }
}
