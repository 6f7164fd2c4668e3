//! The cell: its snapshot, its history, where the robot is, and the model that reads its sentences.

use std::{path::Path, sync::Arc};

use super::{
    super::{desk::cut_off, failure::Failure, state},
    Args, Finding,
};
use crate::{
    cell::shown,
    files,
    run::Reliance,
    snapshot::Snapshot,
    store::{Reader, StoreError},
    workflow::layout_name,
};

/// The snapshot that is named, or that of the bundle in force, and who signed it; what is to be said about both. At the end the
/// generation of that bundle, where there is one.
pub(super) fn layout(args: &Args) -> (Vec<Finding>, Option<Arc<Snapshot>>, Option<u64>) {
    let source = match args.layout.find(&args.data) {
        Ok(Some(source)) => source,
        Ok(None) => {
            return (
                vec![Finding::note("snapshot", "none was named", "name the cell's snapshot with --snapshot")],
                None,
                None,
            );
        }
        Err(failure) => return (vec![failed("bundle", &failure, "see `cellgraph bundle list`")], None, None),
    };
    args.model.use_bundled(|member| source.bundled(member));
    let signed = match source.is_signed() {
        true => Finding::ok("bundle", source.words()),
        false => Finding::note(
            "bundle",
            "no key is enrolled here, so a snapshot counts whoever made it",
            "nothing, where that is wanted; else have a person enrol the engineer's key with `cellgraph bundle enrol`",
        ),
    };
    let snapshot = files::read_snapshot(&source.path);
    let found = match &snapshot {
        Ok(snapshot) => Finding::ok("snapshot", format_args!("it is whole: {}", layout_name(snapshot))),
        Err(error) => {
            let todo = error.hint().unwrap_or("copy the snapshot again from where the engineer built it");
            Finding::mend("snapshot", error, todo)
        }
    };
    (vec![signed, found], snapshot.ok().map(Arc::new), source.generation())
}

/// The history and the robot's state, where there are some.
pub(super) fn history(
    reader: &Result<Reader, StoreError>,
    snapshot: Option<&Snapshot>,
    signed: Option<u64>,
) -> Vec<Finding> {
    let reader = match reader {
        Ok(reader) => reader,
        Err(StoreError::Missing { .. }) => {
            return vec![Finding::note("history", "there is none yet", "nothing: the first run begins it")];
        }
        Err(error) => return vec![unreadable("history", error)],
    };
    let mut findings = vec![checked(reader)];
    findings.extend(snapshot.map(|snapshot| in_force(reader, snapshot, signed)));
    findings.push(robot(reader));
    findings
}

fn checked(reader: &Reader) -> Finding {
    match reader.check() {
        Err(error) => unreadable("history", &error),
        Ok(report) => match report.problems.first() {
            None => Finding::ok(
                "history",
                format_args!(
                    "it is what was written: runs: {}, entries of the journal: {}",
                    report.runs, report.entries
                ),
            ),
            Some(first) => Finding::mend(
                "history",
                format_args!("it is not what was written: {}", shown(first)),
                "see `cellgraph history check`, and ask the engineer: nothing is repeated from this history",
            ),
        },
    }
}

/// Whether the named snapshot is the layout that the last session worked with. That of a bundle must be: nothing is run otherwise.
fn in_force(reader: &Reader, snapshot: &Snapshot, signed: Option<u64>) -> Finding {
    match reader.layout_in_force() {
        Err(error) => unreadable("layout", &error),
        Ok(None) => Finding::note("layout", "none is in force yet", "nothing: the first session takes up the snapshot"),
        Ok(Some(row)) if row.snapshot_hash == snapshot.content_hash_hex() => {
            Finding::ok("layout", "the snapshot is the layout in force")
        }
        Ok(Some(row)) => match signed {
            Some(generation) => Finding::mend(
                "layout",
                format_args!(
                    "the layout in force is generation {}, and not that of the bundle in force: nothing is run",
                    row.generation
                ),
                cut_off(generation),
            ),
            None => Finding::note(
                "layout",
                format_args!(
                    "the snapshot is another than the layout in force, which is generation {}",
                    row.generation
                ),
                "see `cellgraph snapshot diff`; `cellgraph run` shows what changed, and asks",
            ),
        },
    }
}

fn robot(reader: &Reader) -> Finding {
    match (reader.interrupted(), reader.robot()) {
        (Err(error), _) => unreadable("robot", &error),
        (Ok(Some(_)), _) => Finding::mend(
            "robot",
            "a run was interrupted, and nobody has said where the robot is",
            "look at the robot, then run `cellgraph recover`",
        ),
        (Ok(None), Err(_)) => Finding::note(
            "robot",
            "nobody has said yet where it is",
            "look at it, then say it with `cellgraph state correct`",
        ),
        (Ok(None), Ok(robot)) => {
            let said = state::words(&robot);
            let first = said.lines().next().unwrap_or_default().trim_end_matches('.');
            match Reliance::of(&robot) {
                Reliance::Confirmed => Finding::ok("robot", first),
                Reliance::Simulated { .. } => Finding::note(
                    "robot",
                    first,
                    "look at the real robot before it is moved, and say where it is with `cellgraph state correct`",
                ),
                Reliance::Unconfirmed { .. } => {
                    Finding::note("robot", first, "look at it, then run `cellgraph recover`")
                }
            }
        }
    }
}

/// Whether the model reads here, and how fast.
#[cfg(feature = "llama")]
pub(super) fn model(args: &Args, snapshot: Option<&Arc<Snapshot>>) -> Finding {
    use super::super::model::sentences;
    use crate::language::llama::measure;
    /// How often each sentence is read.
    const ROUNDS: usize = 3;
    let file = match args.model.file(Some(args.data.folder())) {
        Ok(Some(file)) => file,
        Ok(None) => return without_model(),
        Err(failure) => return unusable(&failure),
    };
    let Some(snapshot) = snapshot else {
        return Finding::note(
            "model",
            format_args!("{} was not tried: it reads sentences about a cell", path(&file)),
            "name the cell's snapshot with --snapshot",
        );
    };
    let asked = sentences(snapshot);
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    match measure(args.model.files(file), Arc::clone(snapshot), &asked, ROUNDS) {
        Err(error) => {
            Finding::mend("model", shown(&error.to_string()), "name another with --model, or use --model none")
        }
        Ok(speed) => reads(speed.quiet, speed.busy),
    }
}

/// A time is never more than a note.
#[cfg(feature = "llama")]
fn reads(quiet: std::time::Duration, busy: std::time::Duration) -> Finding {
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let found = format!("it reads a sentence in {:.0} ms, and in {:.0} ms beside busy neighbours", ms(quiet), ms(busy));
    match quiet > crate::limits::DOCTOR_READING_SLOW {
        true => Finding::note("model", found, "try `cellgraph model prepare`; operators wait for each sentence"),
        false => Finding::ok("model", found),
    }
}

/// A build without a model has none to try.
#[cfg(not(feature = "llama"))]
pub(super) fn model(args: &Args, _: Option<&Arc<Snapshot>>) -> Finding {
    match args.model.file(Some(args.data.folder())) {
        Err(failure) => unusable(&failure),
        Ok(None) => without_model(),
        Ok(Some(file)) => Finding::mend(
            "model",
            format_args!("this program was built without a model, so {} cannot be used", path(&file)),
            "leave --model out, or install the program that has one",
        ),
    }
}

fn without_model() -> Finding {
    Finding::note(
        "model",
        "there is none: sentences are read by the recogniser alone",
        "nothing, where that is wanted; else put the model's file into the folder models, or name it with --model",
    )
}

/// A model that cannot be used as it was named.
fn unusable(failure: &Failure) -> Finding {
    failed("model", failure, "name a model's file with --model, or say --model none")
}

/// What another command would end with.
fn failed(part: &'static str, failure: &Failure, otherwise: &str) -> Finding {
    match failure {
        Failure::Input { message, hint } | Failure::Internal { message, hint } => {
            Finding::mend(part, shown(message), hint.as_deref().unwrap_or(otherwise))
        }
        Failure::Pipe => Finding::mend(part, "standard output is closed", otherwise),
    }
}

fn unreadable(part: &'static str, error: &StoreError) -> Finding {
    Finding::mend(part, shown(&error.to_string()), error.hint().unwrap_or("see to the data folder and its disk"))
}

fn path(path: &Path) -> String {
    shown(&path.display().to_string()).into_owned()
}
