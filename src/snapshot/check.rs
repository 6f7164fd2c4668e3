//! Lints a cell, and proves that no verified plan can break a tool or strand the robot.
//!
//! In: a [`Draft`]. Out: [`Findings`], which are stored in the snapshot. Errors refuse a build unless they are allowed
//! by code; warnings are for the engineer to read.
//!
//! The proof walks every state (position, tool in hand) that verified steps can reach from every home position with an
//! empty hand, and shows that
//!
//! 1. none of them is at another tool's stand with a tool in hand (`stand-collision`),
//! 2. from each of them verified steps lead to a home position with an empty hand (`no-way-home`).

use serde_core::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[cfg(feature = "import")]
use crate::cell::Draft;
use crate::document::{from_object, to_object};

#[cfg(feature = "import")]
mod lints;
#[cfg(feature = "import")]
mod look_alike;
#[cfg(feature = "import")]
mod states;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Refuses a build unless it is allowed.
    Error,
    /// Worth a look.
    Warning,
}

impl Severity {
    const WORDS: [&'static str; 2] = ["error", "warning"];
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = *self as u32;
        serializer.serialize_unit_variant("Severity", place, Self::WORDS[place as usize])
    }
}

impl<'de> Deserialize<'de> for Severity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*String::deserialize(deserializer)? {
            "error" => Ok(Self::Error),
            "warning" => Ok(Self::Warning),
            other => Err(D::Error::unknown_variant(other, &Self::WORDS)),
        }
    }
}

/// One step of a counter-example, as a plan has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterStep {
    /// Counts from 1.
    pub id: usize,
    /// `move` or `routine`.
    pub action: String,
    /// The position, or the routine.
    pub target: String,
    /// Where the routine runs.
    pub position: Option<String>,
    /// The tool that the routine takes or leaves.
    pub tool: Option<String>,
}

to_object!(CounterStep {
    "id": id,
    "action": action,
    "target": target,
    "position": position unless Option::is_none,
    "tool": tool unless Option::is_none,
});

from_object!(CounterStep, lenient, {
    "id": id,
    "action": action,
    "target": target,
    "position": position or None,
    "tool": tool or None,
});

/// A plan that every check passes, and that leads where nobody should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterExample {
    /// The home position that it starts from, with an empty hand.
    pub start: String,
    /// Empty where the start itself is the trap.
    pub plan: Vec<CounterStep>,
    /// Where it ends.
    pub position: String,
    /// What is in hand then, or `none`.
    pub tool: String,
}

to_object!(CounterExample {
    "start": start,
    "plan": plan,
    "position": position,
    "tool": tool,
});

from_object!(CounterExample, lenient, {
    "start": start,
    "plan": plan,
    "position": position,
    "tool": tool,
});

/// One thing that the check has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What `--allow` takes.
    pub code: String,
    /// Whether it refuses a build.
    pub severity: Severity,
    /// What is the matter, with names.
    pub text: String,
    /// The plan that shows it, for what the proof found.
    pub counter_example: Option<CounterExample>,
}

to_object!(Finding {
    "code": code,
    "severity": severity,
    "text": text,
    "counter_example": counter_example unless Option::is_none,
});

from_object!(Finding, lenient, {
    "code": code,
    "severity": severity,
    "text": text,
    "counter_example": counter_example or None,
});

/// The report of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// States (position, tool) that verified steps reach.
    pub states_reached: u64,
    /// Errors first, then by code, then in the order of names.
    pub findings: Vec<Finding>,
}

to_object!(Findings {
    "states_reached": states_reached,
    "findings": findings,
});

from_object!(Findings, lenient, {
    "states_reached": states_reached,
    "findings": findings,
});

impl Findings {
    /// The errors whose codes are not among `allowed` (`all` allows every one).
    pub fn refusals<'f>(&'f self, allowed: &'f [String]) -> impl Iterator<Item = &'f Finding> {
        let is_allowed = |code: &str| allowed.iter().any(|a| a == code || a == "all");
        self.findings.iter().filter(move |f| f.severity == Severity::Error && !is_allowed(&f.code))
    }

    /// How many findings weigh that much.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|f| f.severity == severity).count()
    }
}

/// Every code of a check, with its severity and what it means: what `--allow` may name, and what help prints.
pub const CODES: [(&str, Severity, &str); 13] = [
    ("no-home", Severity::Error, "the cell has no home position"),
    ("stand-collision", Severity::Error, "a verified plan ends at another tool's stand with a tool in hand"),
    (
        "no-way-home",
        Severity::Error,
        "a verified plan ends where no verified way leads home with the tool brought back",
    ),
    ("too-many-states", Severity::Error, "positions times tools are more than the proof can number"),
    ("dead-end-position", Severity::Warning, "a position cannot be left"),
    ("look-alike-names", Severity::Warning, "an operator could not tell two names apart"),
    ("one-way-move", Severity::Warning, "a move has no way back in one step"),
    ("routine-without-tool", Severity::Warning, "a routine requires a tool that no verified plan can fetch"),
    ("spare-stand", Severity::Warning, "a stand has no tool; no rule looks at it"),
    ("tool-not-fetched", Severity::Warning, "no verified plan can take a tool off its stand"),
    ("unguarded-work", Severity::Warning, "no safe approach leads to a work position"),
    ("unreachable-position", Severity::Warning, "no verified plan from a home leads to a position"),
    ("unsupported-routine", Severity::Warning, "a routine is supported nowhere"),
];

/// The code of the one finding about a draft with an id that is of nothing in it. Nothing allows it, and no import makes one.
#[cfg(feature = "import")]
pub const FOREIGN_ID: &str = "foreign-id";

/// Checks a cell. See the head of this file. A draft with an id that is of nothing in it has that finding alone ([`FOREIGN_ID`]).
#[cfg(feature = "import")]
#[must_use]
pub fn check(draft: &Draft) -> Findings {
    if let Some(text) = draft.foreign_id() {
        return Findings { states_reached: 0, findings: vec![finding(FOREIGN_ID, text)] };
    }
    let proof = states::Proof::walk(draft);
    let mut findings = proof.findings();
    lints::lint(draft, &proof, &mut findings);
    findings.sort_by(|a, b| (a.severity, &a.code).cmp(&(b.severity, &b.code)));
    Findings { states_reached: proof.states_reached(), findings }
}

/// A finding with the severity that its code has in [`CODES`].
#[cfg(feature = "import")]
fn finding(code: &'static str, text: String) -> Finding {
    let severity =
        CODES.iter().find(|(known, ..)| *known == code).map_or(Severity::Error, |(_, severity, _)| *severity);
    Finding { code: code.to_owned(), severity, text, counter_example: None }
}
