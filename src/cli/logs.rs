//! `logs/cellgraph.jsonl` of the data folder: one JSON object a line, each with the sentence's correlation id. A log that
//! cannot be written, or whose disk stalls, stops nothing and holds up nobody; what it lost is said.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    sync::OnceLock,
};

use tracing_subscriber::EnvFilter;

use super::printer::talk;
use crate::{
    files::{Appender, Words, open},
    limits::LOG_PATIENCE,
};

/// This process's log.
static LOG: OnceLock<Appender> = OnceLock::new();

/// Sends this process's log there from now on; `RUST_LOG` says how much of it, `info` without it.
pub(super) fn write_into(folder: &Path) {
    let folder = folder.join("logs");
    let path = folder.join("cellgraph.jsonl");
    let opened = fs::create_dir_all(&folder).and_then(|()| open::to_append(&path));
    let started = opened.and_then(|file| {
        let mut kept = Kept { file, has_failed: false };
        Appender::start("log", move |line, lost| kept.write(line, lost))
    });
    let appender = match started {
        Ok(appender) => appender,
        Err(error) => return talk(format_args!("no log is kept: {}: {}", path.display(), Words(&error))),
    };
    // Another command of this process may have set one; then that is kept.
    if LOG.set(appender).is_ok() {
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("cellgraph=info"));
        let log = tracing_subscriber::fmt()
            .json()
            .with_env_filter(filter)
            .with_writer(|| Queue)
            // It would say so on stderr, and panic where that cannot be written either.
            .log_internal_errors(false);
        let _already_set = log.try_init();
    }
}

/// The program ends: the log gets a moment, and what it lost is said.
pub(super) fn finish() {
    match LOG.get().map_or(0, |log| log.settle(LOG_PATIENCE)) {
        0 => {}
        1 => talk("the log has lost 1 line"),
        lost => talk(format_args!("the log has lost {lost} lines")),
    }
}

/// Takes each event as one line.
struct Queue;

impl Write for Queue {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(log) = LOG.get() {
            log.give(bytes.to_vec());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The log's file. The first line that it does not take is told to whoever watches, once.
struct Kept {
    file: File,
    has_failed: bool,
}

impl Kept {
    fn write(&mut self, line: &[u8], lost: u64) {
        let mut written = Ok(());
        if lost > 0 {
            let note = serde_json::json!({ "level": "WARN", "fields": { "message": "lines were lost", "lost": lost } });
            written = self.file.write_all(format!("{note}\n").as_bytes());
        }
        if let Err(error) = written.and_then(|()| self.file.write_all(line))
            && !std::mem::replace(&mut self.has_failed, true)
        {
            talk(format_args!("the log has lost a line, and may lose more: {}", Words(&error)));
        }
    }
}
