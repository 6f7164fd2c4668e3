//! Two observations and what the witness saw → the lines of what was observed, and whether any of it means something.
//!
//! 1. Where both have a skeleton, the skeletons decide: a change of the raw bytes alone means nothing.
//! 2. Where one has none, the hash decides, with the reason in a line.
//! 3. What ticks by itself means nothing.
//! 4. What the witness saw is told, and is no change by itself.
//! 5. Where a cell is shown, it is the cell that has to change: what its line says of the place is no change of it.

use serde::Serialize;

use super::{declared::Declared, difference::difference, observation::Observation};
use crate::cell::shown;

/// What the controller, or whoever drives the panel, saw happen during a step. None: it was not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// Something was sent or received.
    pub network: Option<bool>,
    /// Something moved; on a panel: the page was changed.
    pub motion: Option<bool>,
    /// The program changed; on a panel: the address.
    pub program: Option<bool>,
}

impl Witness {
    /// Whether anything happened.
    #[must_use]
    pub fn saw_something(&self) -> bool {
        [self.network, self.motion, self.program].contains(&Some(true))
    }

    /// Without a word that nothing moved. Who says so when a step begins, or is looked at again, says nothing of the step.
    #[must_use]
    pub(crate) fn of_another_time(self) -> Self {
        Self { motion: self.motion.filter(|moved| *moved), ..self }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let network = (self.network == Some(true)).then(|| "Background network activity detected".to_owned());
        let motion = (self.motion == Some(true)).then(|| "The witness saw motion".to_owned());
        let program = self.program.map(|changed| format!("The witness reported a change of program: {changed}"));
        [network, motion, program].into_iter().flatten()
    }
}

/// What was observed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// For people and models, in order.
    pub lines: Vec<String>,
    /// Whether the content changed in a way that means something.
    pub is_meaningful: bool,
    /// Whether something became other than it was, or a message came or went: what is only shown, or shown no more, is no work.
    pub is_of_work: bool,
    /// Whether a panel is at another address.
    pub has_moved_on: bool,
    /// Alarms that were not there before.
    pub alarms: Vec<String>,
    /// Messages that were not there before.
    pub messages: Vec<String>,
}

impl Changes {
    /// Whether anything was seen, witnesses aside.
    #[must_use]
    pub const fn were_seen(&self) -> bool {
        self.is_meaningful || self.has_moved_on
    }
}

/// What changed from the one to the other.
#[must_use]
pub fn changes(before: &Observation, after: &Observation, witness: &Witness, declared: &Declared) -> Changes {
    let mut found = Changes::default();
    found.address(before.address(), after.address());
    found.content(before, after, declared);
    if before.active() != after.active() {
        let quoted = |active: Option<&str>| active.map_or_else(|| "nothing".to_owned(), |a| format!("'{}'", shown(a)));
        found.lines.push(format!("Focus changed from {} to {}", quoted(before.active()), quoted(after.active())));
    }
    found.lines.extend(witness.lines());
    found
}

impl Changes {
    fn address(&mut self, before: Option<&str>, after: Option<&str>) {
        match (before, after) {
            (Some(before), Some(after)) if before != after => {
                self.has_moved_on = true;
                let (before, after) = (shown(before), shown(after));
                self.lines.push(format!("Navigation occurred: URL changed from {before} to {after}"));
            }
            (Some(_), Some(_)) => self.lines.push("URL did not change".to_owned()),
            (None, _) | (_, None) => {}
        }
    }

    fn content(&mut self, before: &Observation, after: &Observation, declared: &Declared) {
        let has_new_bytes = before.hash() != after.hash();
        match (before.whole(), after.whole()) {
            (Some(old), Some(new)) => {
                let found = difference(&old, &new, declared);
                self.is_meaningful = found.is_meaningful() && shown_changed(before, after, declared);
                self.is_of_work = found.is_of_work;
                (self.alarms, self.messages) = (found.alarms, found.messages);
                self.lines.extend(found.lines);
                if found.further > 0 {
                    self.lines.push(format!("{} further changes", found.further));
                }
                if !self.is_meaningful {
                    self.lines.push(unmeaning(after, &found.ticking, has_new_bytes));
                }
            }
            _ => self.by_hash(before, after, has_new_bytes),
        }
    }

    fn by_hash(&mut self, before: &Observation, after: &Observation, has_new_bytes: bool) {
        for (when, observation) in [("before", before), ("after", after)] {
            if let Some(fault) = observation.fault() {
                self.lines
                    .push(format!("What was observed {when} the step has no skeleton: {}", shown(&fault.to_string())));
            }
        }
        let what = what(after);
        self.lines.push(match has_new_bytes {
            true => format!("{what} updated (the raw state changed)"),
            false => format!("{what} did not change (the hash is identical)"),
        });
        (self.is_meaningful, self.is_of_work) = (has_new_bytes, has_new_bytes);
        for (key, was, is) in [("position", before.position(), after.position()), ("tool", before.tool(), after.tool())]
        {
            if let (Some(was), Some(is)) = (was, is)
                && was != is
            {
                self.is_meaningful = true;
                self.lines.push(format!("Element '{key}' changed 'text' from '{}' to '{}'", shown(was), shown(is)));
            }
        }
    }
}

/// Whether what is shown changed, where a cell is shown both times; where none is, the place is all there is.
fn shown_changed(before: &Observation, after: &Observation, declared: &Declared) -> bool {
    match (before.skeleton(), after.skeleton()) {
        (Some(old), Some(new)) if before.shows_cell() && after.shows_cell() => {
            difference(old, new, declared).is_meaningful()
        }
        _ => true,
    }
}

fn unmeaning(after: &Observation, ticking: &[String], has_new_bytes: bool) -> String {
    let what = what(after);
    match (ticking, has_new_bytes) {
        ([], true) => format!("{what} updated (the raw state changed; no element or alert changes detected)"),
        ([], false) => format!("{what} did not change (no element or alert changes)"),
        (keys, _) => {
            let keys: Vec<String> = keys.iter().map(|key| format!("'{}'", shown(key))).collect();
            format!("{what} did not change (only what ticks by itself: {})", keys.join(", "))
        }
    }
}

const fn what(observation: &Observation) -> &'static str {
    if observation.is_panel() { "Page content" } else { "Cell state" }
}
