//! A bar on stderr while a large graph is read and its routes are prepared; nothing where nobody watches.

use std::{io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

/// Exports below this are read before a bar could be seen.
const LARGE_BYTES: u64 = 4 * 1024 * 1024;
/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(100);

/// What is shown of a build while it runs.
pub(super) struct Progress {
    bar: ProgressBar,
    watched: bool,
}

impl Progress {
    pub(super) fn new(json: bool) -> Self {
        Self { bar: ProgressBar::hidden(), watched: !json && std::io::stderr().is_terminal() }
    }

    /// So many bytes are to be read.
    pub(super) fn reading(&self, bytes: u64) {
        if bytes >= LARGE_BYTES {
            self.show("reading [{bar:40}] {bytes}/{total_bytes} ({eta})");
            self.bar.set_length(bytes);
        }
    }

    /// So many bytes are read.
    pub(super) fn read(&self, bytes: u64) {
        self.bar.set_position(bytes);
    }

    /// So many records have come from a database, of about so many.
    #[cfg(feature = "bolt")]
    pub(super) fn records(&self, records: u64, expected: u64) {
        if self.bar.length() != Some(expected) {
            self.show("reading [{bar:40}] {pos}/{len} records ({eta})");
            self.bar.set_length(expected);
        }
        self.bar.set_position(records);
    }

    /// The snapshot of a cell with so many positions is being built.
    pub(super) fn building(&self, positions: usize) {
        /// Smaller cells are built at once.
        const LARGE: usize = 2_000;
        if positions >= LARGE {
            self.show("{spinner} preparing routes and checking every state ({elapsed})");
            self.bar.enable_steady_tick(TICK);
        }
    }

    fn show(&self, template: &str) {
        if self.watched {
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style);
            }
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
