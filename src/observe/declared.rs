//! What an engineer declares about the observations of one cell: which keys tick by themselves, and what answers a check.
//!
//! ```yaml
//! ticking: [values.clock, "values.temperature_*", program.line]
//! harmless_alarms: [Low gas*]
//! where_only: confirm
//! checks:
//!   weld_quality_check: { output: weld_ok, is: true }
//!   image_captured: { counter: images, grows_by: 1 }
//!   seam_width: { value: seam_mm, at_least: 4.5, at_most: 6, changes_by: 0.05 }
//!   part_seen: { message: Part in place, where_only: fail }
//! routines:
//!   position_check: { changes_nothing: true }
//! panel:
//!   position: { element: robot-position, names: { P1: Pos_1, P2: Pos_2 } }
//!   tool: { element: held-tool }
//!   outputs: { weld_ok: { element: seam, attribute: data-ok } }
//! ```
//!
//! In: the text of such a file. Out: [`Declared`], or the first fault. A fault is: an unknown field, anything declared
//! twice, an entry that can never take effect, and a ticking key that safety is judged by.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    cell::{Draft, NO_TOOL, Support, TOOL_ATTACH, TOOL_RELEASE, shown},
    limits::DECLARED_ENTRIES_MAX,
};

mod check;
mod meaning;
mod read;

pub use check::{Check, Measure, SignalValue};
pub use meaning::Meaning;

use super::skeleton::Kind;

/// What a controller gets that can only say where the robot is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhereOnly {
    /// The step counts with a capped confidence, and an operator is asked before the next one.
    #[default]
    Confirm,
    /// The step fails.
    Fail,
}

/// Why a file of declared evidence cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum DeclaredError {
    #[error("{0}")]
    Yaml(String),
    #[error("`{list}` has more than {DECLARED_ENTRIES_MAX} entries")]
    TooMany { list: &'static str },
    #[error("ticking key '{0}' is empty, or has a `*` elsewhere than at its end")]
    Pattern(String),
    #[error("ticking key '{0}' would hide what a step is judged by: position, tool, gripper, mode, program or alarms")]
    Hides(String),
    #[error("ticking key '{key}' is dead: is `{meant}` meant?", key = shown(.key))]
    Misspelt { key: String, meant: &'static str },
    #[error("ticking key '{key}' is dead: '{by}' covers it")]
    Covered { key: String, by: String },
    #[error("harmless alarm '{0}' is empty, or has a `*` elsewhere than at its end")]
    Alarm(String),
    #[error("check '{check}': {fault}")]
    Check { check: String, fault: String },
    #[error("routine '{0}' is dead: it declares nothing")]
    Routine(String),
    #[error("panel `{key}`: {fault}")]
    Panel { key: String, fault: String },
    #[error("{what} '{name}' is dead: the cell has no such {what}")]
    Unknown { what: &'static str, name: String },
}

/// See the head of this file. The default declares nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    ticking: Vec<Pattern>,
    /// Alarms that stand while the cell works.
    harmless: Vec<Pattern>,
    where_only: WhereOnly,
    checks: BTreeMap<String, Check>,
    /// Routines that change nothing that could be observed.
    still: BTreeSet<String>,
    /// What the elements of the panel's page mean.
    panel: Vec<Meaning>,
    /// BLAKE3 over the text; none where no file says any of this.
    digest: Option<blake3::Hash>,
}

impl Declared {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// See the head of this file.
    pub fn read(text: &str) -> Result<Self, DeclaredError> {
        let declared = read::read(text)?;
        Ok(Self { digest: Some(blake3::hash(text.as_bytes())), ..declared })
    }

    /// BLAKE3 over the text that was read; none where nothing was. An approval binds it.
    #[must_use]
    pub const fn digest(&self) -> Option<blake3::Hash> {
        self.digest
    }

    /// What answers the checks of a simulated cell: a counter for each, under [`counter_of`], which grows by one.
    #[must_use]
    pub fn counted<'c>(checks: impl IntoIterator<Item = &'c str>) -> Self {
        let check = |name: &str| {
            let measure = Measure::Counter { key: counter_of(name), grows_by: 1 };
            (name.to_owned(), Check { measure, may_stay: false, where_only: None })
        };
        Self { checks: checks.into_iter().map(check).collect(), ..Self::default() }
    }

    /// Refuses checks and routines that this cell does not have: nothing would ever ask for them.
    ///
    /// # Errors
    ///
    /// The first such name.
    pub fn for_cell(self, cell: &Draft) -> Result<Self, DeclaredError> {
        // A tool that is taken or put back answers by itself.
        let changes_tool = |name: &str| [TOOL_ATTACH, TOOL_RELEASE].contains(&name);
        let works = |support: &&Support| {
            let routine = cell.routines.get(support.routine.0 as usize);
            routine.is_some_and(|routine| !changes_tool(&routine.name))
        };
        let asked: BTreeSet<&str> =
            cell.supports.iter().filter(works).filter_map(|support| support.metadata.verify.as_deref()).collect();
        if let Some(name) = self.checks.keys().find(|name| !asked.contains(name.as_str())) {
            return Err(DeclaredError::Unknown { what: "check", name: name.clone() });
        }
        let is_routine =
            |name: &String| !changes_tool(name) && cell.routines.iter().any(|routine| routine.name == *name);
        match self.still.iter().find(|name| !is_routine(name)) {
            Some(name) => Err(DeclaredError::Unknown { what: "routine", name: name.clone() }),
            None => self.with_places_of(cell),
        }
    }

    /// A panel means no position and no tool that the cell does not have.
    fn with_places_of(self, cell: &Draft) -> Result<Self, DeclaredError> {
        for meaning in &self.panel {
            let (what, is_known): (_, &dyn Fn(&str) -> bool) = match meaning.kind {
                Kind::Position => ("position", &|name| cell.positions.iter().any(|known| known.name == name)),
                Kind::Tool => ("tool", &|name| name == NO_TOOL || cell.tools.iter().any(|known| known.name == name)),
                _ => continue,
            };
            if let Some(name) = meaning.names.values().find(|name| !is_known(name)) {
                return Err(DeclaredError::Unknown { what, name: name.clone() });
            }
        }
        Ok(self)
    }

    /// Whether a key, or an attribute of the element under it, ticks by itself.
    #[must_use]
    pub fn ticks(&self, key: &str, attribute: &str) -> bool {
        self.ticking.iter().any(|pattern| pattern.fits(key) || pattern.fits(&format!("{key}.{attribute}")))
    }

    /// Whether an alarm may stand while the robot works.
    #[must_use]
    pub fn is_harmless(&self, alarm: &str) -> bool {
        self.harmless.iter().any(|pattern| pattern.fits(alarm))
    }

    /// What answers a check, where that is declared.
    #[must_use]
    pub fn check(&self, name: &str) -> Option<&Check> {
        self.checks.get(name)
    }

    /// What a controller gets for this check, or for none, that can only say where the robot is.
    #[must_use]
    pub fn where_only(&self, check: Option<&str>) -> WhereOnly {
        check.and_then(|check| self.check(check)?.where_only).unwrap_or(self.where_only)
    }

    /// What the elements of the panel's page mean; empty where nobody declared it.
    #[must_use]
    pub fn panel(&self) -> &[Meaning] {
        &self.panel
    }

    /// Whether a routine changes nothing that could be observed.
    #[must_use]
    pub fn changes_nothing(&self, routine: &str) -> bool {
        self.still.contains(routine)
    }
}

/// The key of the counter that [`Declared::counted`] looks at for a check.
#[must_use]
pub fn counter_of(check: &str) -> String {
    format!("values.{CHECKS}.{check}")
}

/// The group of a simulated cell's counters.
pub const CHECKS: &str = "checks";

/// A key, or the beginning of one where it ends with `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern {
    text: String,
    is_prefix: bool,
}

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let (text, is_prefix) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
        (!text.is_empty() && !text.contains('*')).then(|| Self { text: text.to_owned(), is_prefix })
    }

    fn fits(&self, key: &str) -> bool {
        if self.is_prefix { key.starts_with(&self.text) } else { key == self.text }
    }

    fn covers(&self, other: &Self) -> bool {
        if self.is_prefix { other.text.starts_with(&self.text) } else { self == other }
    }

    /// Whether it could fit a key that begins so, or one of its attributes.
    fn touches(&self, key: &str) -> bool {
        let is_below = |text: &str| text.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        is_below(&self.text) || (self.is_prefix && key.starts_with(&self.text))
    }

    fn shown(&self) -> String {
        format!("{}{}", self.text, if self.is_prefix { "*" } else { "" })
    }
}
