//! The verdict on a step, by code alone: what was expected, held against what was observed.
//!
//! The checks are lists of functions, in order; the first that finds a fault ends it.
//!
//! | what was found | confidence |
//! |---|---|
//! | nothing was observed before or after the step; a contradiction, an alarm, another mode; a check that says no, or that cannot be evaluated | 0.00 |
//! | no change at all, and no witness of any | 0.20 |
//! | what was ordered was not seen, or the witness says that nothing moved where the robot was to move | 0.40 |
//! | a routine of which only the robot's place is known, or that a page nobody declared has changed, or whose check nothing answers | 0.60, an operator is asked |
//! | a routine without a check, after which something changed | 0.80 |
//! | a routine whose check is answered | 0.90 |
//! | a motion that ended where it was to end | 0.95 |
//! | of these, where the witness alone saw anything | 0.20 less |
//! | of these, where a message or a value of the controller says that something failed | 0.60 at most, an operator is asked |

use super::{
    changes::{Changes, Witness, changes},
    confidence::Confidence,
    declared::{Declared, Measure, WhereOnly},
    evidence::{self, Answer},
    expected::{Deed, Expected},
    observation::Observation,
    skeleton::{Kind, Skeleton},
    standing,
    verdict::Verdict,
};
use crate::{
    cell::shown,
    checkpoint::{failure, is_failure},
    limits::{
        CONFIDENCE_CHANGED, CONFIDENCE_EVIDENCE, CONFIDENCE_NO_CHANGE, CONFIDENCE_OVERRIDE_COST, CONFIDENCE_PLACE,
        CONFIDENCE_UNSEEN, CONFIDENCE_WHERE_ONLY,
    },
};

/// Judges a step. See the head of this file.
#[must_use]
pub fn judge(
    before: Option<&Observation>,
    after: Option<&Observation>,
    expected: &Expected,
    witness: &Witness,
    declared: &Declared,
) -> Verdict {
    let (Some(before), Some(after)) = (before, after) else {
        let when = if before.is_none() { "before" } else { "after" };
        return Verdict::failed(Confidence::ZERO, &format!("nothing was observed {when} the step"), Changes::default());
    };
    let changes = changes(before, after, witness, declared);
    let case = Case { before, after, expected, witness, declared, changes };
    let is_override = !case.changes.were_seen() && witness.saw_something();
    match case.outcome() {
        Ok(Found { hundredths, reason, .. }) => {
            let cost = if is_override { CONFIDENCE_OVERRIDE_COST } else { 0 };
            let mut confidence = Confidence::hundredths(hundredths).less(cost);
            let denial = case.says_failed();
            if denial.is_some() {
                confidence = confidence.min(Confidence::hundredths(CONFIDENCE_WHERE_ONLY));
            }
            let reason = denial.into_iter().chain([reason]).collect::<Vec<_>>().join("; ");
            Verdict::succeeded(confidence, expected.is_last(), &reason, case.changes)
        }
        Err(Found { hundredths, reason, is_refuted }) => {
            Verdict::failed(Confidence::hundredths(hundredths), &reason, case.changes).with_refutation(is_refuted)
        }
    }
    .with_override(is_override)
}

struct Case<'c> {
    before: &'c Observation,
    after: &'c Observation,
    expected: &'c Expected,
    witness: &'c Witness,
    declared: &'c Declared,
    changes: Changes,
}

/// A confidence and why.
struct Found {
    hundredths: u8,
    reason: String,
    /// No second look makes it good.
    is_refuted: bool,
}

fn found(hundredths: u8, reason: impl Into<String>) -> Found {
    Found { hundredths, reason: reason.into(), is_refuted: false }
}

/// A check: the fault that it finds, in words.
type Check = fn(&Case<'_>) -> Option<String>;

/// What no witness and no evidence can make good.
const CONTRADICTIONS: &[Check] = &[contradiction, alarm, began_elsewhere, moved_elsewhere, other_tool, other_mode];

/// What nobody saw.
const UNSEEN: &[Check] = &[still_runs, unknown_place, unknown_tool, only_the_witness, witness_denies];

impl Case<'_> {
    fn outcome(&self) -> Result<Found, Found> {
        let has_changed = self.changes.were_seen() || self.witness.saw_something();
        if !has_changed && !self.is_exempt() {
            return Err(found(CONFIDENCE_NO_CHANGE, "nothing changed"));
        }
        for (checks, hundredths) in [(CONTRADICTIONS, 0), (UNSEEN, CONFIDENCE_UNSEEN)] {
            if let Some(fault) = checks.iter().find_map(|check| check(self)) {
                return Err(Found { is_refuted: hundredths == 0, ..found(hundredths, fault) });
            }
        }
        match (self.expected.deed(), self.expected.check()) {
            (Deed::Move, _) => {
                Ok(found(CONFIDENCE_PLACE, format!("the robot is at '{}'", shown(self.expected.position()))))
            }
            (Deed::ToolChange, None) => {
                Ok(found(CONFIDENCE_PLACE, format!("the robot holds '{}'", shown(self.expected.tool()))))
            }
            (Deed::ToolChange, Some(check)) => self.checked(check),
            (Deed::Routine(routine), _) if self.is_where_only() => {
                self.capped(&format!("nothing but the place is known of '{}'", shown(routine)))
            }
            (Deed::Routine(_), Some(check)) => self.checked(check),
            (Deed::Routine(routine), None) if self.declared.changes_nothing(routine) => {
                Ok(found(CONFIDENCE_CHANGED, format!("'{}' changes nothing, as declared", shown(routine))))
            }
            (Deed::Routine(routine), None) => {
                Ok(found(CONFIDENCE_CHANGED, format!("'{}' has no check", shown(routine))))
            }
        }
    }

    /// Whether a step may be done without any change.
    fn is_exempt(&self) -> bool {
        let check = self.expected.check();
        match self.expected.deed() {
            Deed::Move => self.expected.is_move_on_the_spot(),
            Deed::ToolChange => false,
            Deed::Routine(routine) => {
                let may_stay = check.and_then(|check| self.declared.check(check)).is_some_and(|check| check.may_stay);
                let is_place_only = self.before.is_place_only() && self.after.is_place_only();
                let may_be_place_only = self.declared.where_only(check) == WhereOnly::Confirm;
                may_stay || self.declared.changes_nothing(routine) || (is_place_only && may_be_place_only)
            }
        }
    }

    /// Whether nothing is known but the place, and perhaps that something changed.
    fn is_where_only(&self) -> bool {
        let sources = [self.before, self.after];
        sources.iter().any(|seen| seen.is_place_only() || seen.is_change_only() || seen.skeleton().is_none())
    }

    /// What the controller says in words or values of its own, that came with the step: that something failed. Words never make
    /// a success; what is declared is judged as declared.
    fn says_failed(&self) -> Option<String> {
        let check = self.expected.check().and_then(|check| self.declared.check(check)).map(|check| &check.measure);
        let is_declared = |text: &str| {
            self.declared.is_harmless(text) || matches!(check, Some(Measure::Message(answer)) if answer == text)
        };
        let message = self.changes.messages.iter().find(|text| failure(text).is_some() && !is_declared(text));
        if let Some(text) = message {
            return Some(format!("a message says that something failed: '{}'", shown(text)));
        }
        let key = self.failed_value(check.and_then(Measure::key))?;
        Some(format!("'{}' says that something failed", shown(&key)))
    }

    /// The key of a value, or of a program's attribute, that says since the step that something failed.
    fn failed_value(&self, checked: Option<&str>) -> Option<String> {
        let (before, after) = (self.before.skeleton()?, self.after.skeleton()?);
        let judged = after
            .iter()
            .filter(|(key, element)| matches!(element.kind, Kind::Value | Kind::Program) && checked != Some(*key));
        judged.into_iter().find_map(|(key, element)| {
            let is_new = |(name, value): &(&String, &String)| {
                let was = before.get(key).and_then(|element| element.get(name));
                was != Some(value.as_str()) && !self.declared.ticks(key, name)
            };
            let says = |(name, value): &(&String, &String)| {
                let name = if element.kind == Kind::Program { name.as_str() } else { last_part(key) };
                is_failure(name, value)
            };
            element.attributes.iter().find(|attribute| is_new(attribute) && says(attribute)).map(|_| key.to_owned())
        })
    }

    fn capped(&self, reason: &str) -> Result<Found, Found> {
        match self.declared.where_only(self.expected.check()) {
            WhereOnly::Confirm => Ok(found(CONFIDENCE_WHERE_ONLY, reason)),
            WhereOnly::Fail => Err(found(CONFIDENCE_UNSEEN, reason)),
        }
    }

    fn checked(&self, name: &str) -> Result<Found, Found> {
        let Some(check) = self.declared.check(name) else {
            return self.capped(&format!("nothing is declared that answers '{}'", shown(name)));
        };
        if self.before.is_change_only() || self.after.is_change_only() {
            return self.capped(&format!("nobody declared what of the page answers '{}'", shown(name)));
        }
        let (Some(before), Some(after)) = (self.before.skeleton(), self.after.skeleton()) else {
            return self.capped(&format!("without a skeleton nothing answers '{}'", shown(name)));
        };
        let name = shown(name);
        match evidence::answer(check, before, after, &self.changes) {
            Answer::Yes(why) => Ok(found(CONFIDENCE_EVIDENCE, format!("check '{name}' holds: {why}"))),
            Answer::No(why) => Err(found(0, format!("check '{name}' does not hold: {why}"))),
            Answer::Error(why) => Err(found(0, format!("check '{name}' cannot be evaluated: {why}"))),
        }
    }
}

/// The field's own name in a key of a skeleton: `errors` of `values.weld.errors[0]`.
fn last_part(key: &str) -> &str {
    let name = key.rsplit('.').next().unwrap_or(key);
    name.split('[').next().unwrap_or(name)
}

fn contradiction(case: &Case<'_>) -> Option<String> {
    case.before.contradiction().or_else(|| case.after.contradiction())
}

fn alarm(case: &Case<'_>) -> Option<String> {
    standing::alarm(case.after, case.declared)
}

fn other_mode(case: &Case<'_>) -> Option<String> {
    standing::mode(case.before, case.after)
}

fn began_elsewhere(case: &Case<'_>) -> Option<String> {
    let expected = case.expected;
    differs(case.before.position(), expected.was_at(), |was, at| format!("the robot was at '{was}', not at '{at}'"))
        .or_else(|| differs(case.before.tool(), expected.held(), |was, t| format!("the robot held '{was}', not '{t}'")))
}

fn moved_elsewhere(case: &Case<'_>) -> Option<String> {
    differs(case.after.position(), case.expected.position(), |is, at| format!("the robot is at '{is}', not at '{at}'"))
}

fn other_tool(case: &Case<'_>) -> Option<String> {
    differs(case.after.tool(), case.expected.tool(), |is, tool| format!("the robot holds '{is}', not '{tool}'"))
}

fn differs(found: Option<&str>, wanted: &str, words: impl Fn(&str, &str) -> String) -> Option<String> {
    found.filter(|found| *found != wanted).map(|found| words(&shown(found), &shown(wanted)))
}

/// A program that the step started has to end before the step counts. One that ran before the step as well says nothing of it.
fn still_runs(case: &Case<'_>) -> Option<String> {
    let runs = |seen: &Observation| seen.skeleton().is_some_and(Skeleton::runs_program);
    (!runs(case.before) && runs(case.after)).then(|| "the program that was started for it still runs".to_owned())
}

fn unknown_place(case: &Case<'_>) -> Option<String> {
    case.after.position().is_none().then(|| "nobody says where the robot is".to_owned())
}

fn unknown_tool(case: &Case<'_>) -> Option<String> {
    let must_be_known = *case.expected.deed() == Deed::ToolChange;
    (must_be_known && case.after.tool().is_none()).then(|| "nobody says what the robot holds".to_owned())
}

/// Who was asked to move and says that nothing moved may name the place that was ordered, and not where the robot is.
fn witness_denies(case: &Case<'_>) -> Option<String> {
    let was_to_move = *case.expected.deed() == Deed::Move && !case.expected.is_move_on_the_spot();
    (was_to_move && case.witness.motion == Some(false)).then(|| "the witness says that nothing moved".to_owned())
}

fn only_the_witness(case: &Case<'_>) -> Option<String> {
    (case.expected.is_motion() && !case.changes.is_meaningful)
        .then(|| "only the witness saw anything happen".to_owned())
}
