//! The console blocks of a page, run.
//!
//! The blocks of one page are one session, in a folder of its own that holds the repository's `graph-snapshots` and `examples`.
//! A line that begins with `$ ` is a command for sh, and lines below it that begin with `> ` go on with it. What follows is what the command
//! prints, stdout and stderr together. `[exit status: N]` stands behind a command that does not end with 0.
//!
//! Times, hashes, ids and the width of tables are left out of the comparison. No model is there: sentences are read by the
//! recogniser alone. The operator is anna, the zone UTC, and the session's folder is shown as `/srv/cell`.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::LazyLock,
};

use regex::Regex;
use similar::TextDiff;

use super::pages::{Page, below, root};

const FENCE: &str = "```";
/// How a block begins that this program runs by itself.
pub(crate) const RUN: &str = "```console";

/// What differs between two runs of one program, and what stands for it in a comparison.
static MASKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let mask = |pattern: &str, word| (Regex::new(pattern).unwrap(), word);
    vec![
        // Before all that a number's digits may look like: a fraction may have eight or sixteen of them.
        mask(r#""(ms|us)":\d+(\.\d+)?(e-?\d+)?"#, "<duration>"),
        mask(r"\b\d+(\.\d+)? ?(ns|µs|ms)\b", "<duration>"),
        mask(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<id>"),
        mask(r"\b[0-9a-f]{64}\b", "<hash>"),
        mask(r"\b[0-9a-f]{40}\b", "<thumbprint>"),
        // One in two thousand has no letter, and is of both kinds.
        mask(r"\b(?:[0-9A-F]{16}|[0-9a-f]{16})\b", "<digits>"),
        // Whoever tries it has a terminal, and here there may be none.
        mask(
            "No key stops the robot here\\. To stop it, send this program a signal, or press the button\\.",
            "Ctrl-C stops the robot now.",
        ),
        mask(r"\b[0-9a-f]{8}\b", "<id>"),
        mask(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?", "<time>"),
        mask(r"\d{4}-\d\d-\d\d", "<day>"),
        mask(r"\b1[789]\d{8}\b", "<serial>"),
        mask(r"after \d+\.\d s", "after <duration>"),
        mask(r"[ ─═]+", " "),
    ]
});

/// What the blocks of a page that begin with `fence` show and the program does not print, as a difference; none where they agree. Written
/// into the page if asked.
pub(crate) fn differences(page: &Page, fence: &str, is_writing: bool) -> Option<String> {
    if !page.text.lines().any(|line| line == fence) {
        return None;
    }
    let printed = rerun(&page.text, fence);
    if masked(&printed) == masked(&page.text) {
        return None;
    }
    if is_writing {
        fs::write(root().join(&page.name), printed).unwrap();
        return None;
    }
    let (shown, printed) = (masked(&page.text), masked(&printed));
    let diff = TextDiff::from_lines(&shown, &printed);
    Some(diff.unified_diff().header(&page.name, "what was printed").to_string())
}

fn masked(text: &str) -> String {
    MASKS.iter().fold(text.to_owned(), |text, (pattern, word)| pattern.replace_all(&text, *word).into_owned())
}

/// The digits of a duration were taken for a key, when there were sixteen of them.
#[test]
fn a_duration_is_one_whatever_its_digits() {
    for fraction in ["5", "12345678", "1234567890123456", "1234567890", "12345678e-7"] {
        assert_eq!(masked(&format!("{{\"ms\":0.{fraction},\"said\"")), "{<duration>,\"said\"");
    }
    for number in ["7", "12345678", "1234567890123456", "1.12345678", "0.1234567890123456"] {
        assert_eq!(masked(&format!("took {number} ms, {number} µs")), "took <duration>, <duration>");
    }
}

/// The page with what its commands print now.
fn rerun(page: &str, fence: &str) -> String {
    let folder = folder();
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        push(&mut out, line);
        if line != fence {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != FENCE) {
            // What was printed before is left out; what is printed now takes its place.
            let Some(first) = line.strip_prefix("$ ") else { continue };
            let mut command = first.to_owned();
            push(&mut out, line);
            while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
                command = format!("{command}\n{}", &more[2..]);
                push(&mut out, more);
            }
            out.push_str(&run(folder.path(), &command));
        }
    }
    out
}

fn push(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

/// A folder with the repository's demo cell and examples.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["graph-snapshots", "examples"] {
        for file in below(&root().join(name)) {
            let copy = folder.path().join(file.strip_prefix(root()).unwrap());
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(&file, copy).unwrap();
        }
    }
    folder
}

/// Runs a command in a folder, and gives what it printed with its exit status.
pub(crate) fn run(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_cellgraph")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env_clear()
        .envs([("PATH", path.as_str()), ("TZ", "UTC"), ("USER", "anna"), ("LANG", "C.UTF-8")])
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap().replace(folder.to_str().unwrap(), "/srv/cell");
    let mut text = String::new();
    printed.lines().for_each(|line| push(&mut text, line.trim_end()));
    match output.status.code() {
        Some(0) => text,
        Some(status) => format!("{text}[exit status: {status}]\n"),
        None => format!("{text}[killed]\n"),
    }
}
