//! What a controller said in a run, from the file that it shares with this program, as far as that is still there. In: the
//! run. Out: events of its timeline. Nothing is decided by it, and what is no line of this run is passed over.

use std::path::Path;

use jiff::Timestamp;
use serde::Deserialize;

use super::event::{Event, Kind};
use crate::{
    files::{self, FileError},
    run::PROGRESS_FILE,
    store::{HandedOver, RunDetail},
};

/// What is shown of a line; the reader of a run's lines is another, and a strict one.
#[derive(Deserialize)]
struct Line {
    run: String,
    #[serde(default)]
    step: u32,
    #[serde(default)]
    state: String,
    position: Option<String>,
    tool: Option<String>,
    error: Option<String>,
    at: Option<String>,
}

/// The lines of a run.
#[derive(Default)]
pub(super) struct Lines {
    /// Those about no step.
    pub(super) before_steps: Vec<Event>,
    /// The others, by step.
    of_steps: Vec<(u32, Event)>,
    /// Why there are none, where the file cannot be read: it may be gone with its share, or have been emptied since.
    pub(super) unreadable: Option<FileError>,
}

impl Lines {
    pub(super) fn of_step(&mut self, number: u32) -> Vec<Event> {
        let (of, others) = std::mem::take(&mut self.of_steps).into_iter().partition(|(step, _)| *step == number);
        self.of_steps = others;
        let of: Vec<(u32, Event)> = of;
        of.into_iter().map(|(_, event)| event).collect()
    }
}

pub(super) fn lines(detail: &RunDetail) -> Lines {
    let mut lines = Lines::default();
    // What a server said is in no file here.
    let Some(HandedOver::Folder(folder)) = detail.record.handed_over() else { return lines };
    let text = match files::read_document_file(&Path::new(folder).join(PROGRESS_FILE)) {
        Ok(text) => text,
        Err(error) => return Lines { unreadable: Some(error), ..lines },
    };
    let id = detail.row.run_id.to_string();
    for line in text.lines() {
        let Some(line) = serde_json::from_str::<Line>(line).ok().filter(|line| line.run == id) else { continue };
        let event = event(&line, detail);
        match detail.steps.iter().any(|step| step.number == line.step) {
            true => lines.of_steps.push((line.step, event)),
            false => lines.before_steps.push(event),
        }
    }
    lines
}

fn event(line: &Line, detail: &RunDetail) -> Event {
    let step = detail.steps.iter().find(|step| step.number == line.step);
    let is_begin = line.state == "started";
    let order = match step {
        Some(step) if is_begin => step.started_at,
        Some(step) => step.finished_at.unwrap_or(step.started_at),
        None => detail.row.started_at,
    };
    let place = match (&line.position, &line.tool) {
        (Some(position), Some(tool)) => format!(" at {position} with {tool}"),
        (Some(position), None) => format!(" at {position}"),
        (None, Some(tool)) => format!(" with {tool}"),
        (None, None) => String::new(),
    };
    let error = line.error.as_deref().map(|error| format!(": {error}")).unwrap_or_default();
    let time: Option<Timestamp> = line.at.as_deref().and_then(|at| at.parse().ok());
    Event {
        order,
        at: time.map(|at| at.to_string()),
        time,
        kind: Kind::Controller,
        run: Some(detail.row.number),
        run_id: Some(detail.row.run_id.to_string()),
        what: format!("the controller said of step {}: {}{place}{error}", line.step, line.state),
    }
}
