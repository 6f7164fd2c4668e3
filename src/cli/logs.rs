//! `logs/cellgraph.jsonl` of the data folder: one JSON object a line, each with the sentence's correlation id. A log that
//! cannot be written stops nothing.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
    sync::Mutex,
};

use tracing_subscriber::EnvFilter;

use super::printer::talk;

/// Sends this process's log there from now on; `RUST_LOG` says how much of it, `info` without it.
pub(super) fn write_into(folder: &Path) {
    let folder = folder.join("logs");
    let path = folder.join("cellgraph.jsonl");
    let opened = fs::create_dir_all(&folder).and_then(|()| OpenOptions::new().create(true).append(true).open(&path));
    match opened {
        Err(error) => talk(format_args!("no log is kept: {}: {error}", path.display())),
        Ok(file) => {
            let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("cellgraph=info"));
            let log = tracing_subscriber::fmt()
                .json()
                .with_env_filter(filter)
                .with_writer(Mutex::new(Kept { file, has_failed: false }))
                // It would say so on stderr, and panic where that cannot be written either.
                .log_internal_errors(false);
            // Another command of this process may have set one; then that is kept.
            let _already_set = log.try_init();
        }
    }
}

/// The log's file. The first line that it does not take is told to whoever watches, once.
struct Kept {
    file: File,
    has_failed: bool,
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        if let Err(error) = &written
            && !std::mem::replace(&mut self.has_failed, true)
        {
            talk(format_args!("the log has lost a line, and may lose more: {error}"));
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
