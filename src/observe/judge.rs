//! The verdict on a step, by code alone: what was expected, held against what was observed.
//!
//! The checks are lists of functions, in order; the first that finds a fault ends it.
//!
//! | what was found | confidence |
//! |---|---|
//! | nothing was observed before or after the step | 0.00 |
//! | no change at all, and no witness of any, whatever contradicts what: a cell may only be late behind its line. It is looked at once more | 0.20 |
//! | a contradiction, an alarm, another mode: no second look makes it good | 0.00 |
//! | a check that says no, or that cannot be evaluated | 0.00 |
//! | what was ordered was not seen, or the witness says that nothing moved where the robot was to move | 0.40 |
//! | a routine of which only the robot's place is known, or that a page nobody declared has changed, or whose check nothing answers | 0.60, an operator is asked |
//! | a routine without a check, after which something changed | 0.80 |
//! | a routine whose check is answered | 0.90 |
//! | a motion that ended where it was to end | 0.95 |
//! | a motion beside a cell that does not show where it ended; a routine without a check, after which values were only shown anew, or no more | 0.60, an operator is asked |
//! | of these, where the witness alone saw anything, and a change was to be seen | 0.20 less |
//! | of these, where a message or a value of the controller says that something failed | 0.60 at most, an operator is asked |

use super::{
    changes::{Changes, Witness, changes},
    confidence::Confidence,
    declared::{Declared, WhereOnly},
    evidence::{self, Answer},
    expected::{Deed, Expected},
    failed::says_failed,
    observation::Observation,
    skeleton::Skeleton,
    standing,
    verdict::Verdict,
};
use crate::{
    cell::shown,
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
            let cost = if is_override && !case.expects_no_change() { CONFIDENCE_OVERRIDE_COST } else { 0 };
            let mut confidence = Confidence::hundredths(hundredths).less(cost);
            let denial = says_failed(before, after, expected, declared, &case.changes.messages);
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
const CONTRADICTIONS: &[Check] =
    &[contradiction, alarm, began_elsewhere, moved_elsewhere, other_tool, other_mode, hidden_alarms];

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
        if let Some(what) = self.shown_no_more() {
            return self.capped(&format!("what is shown of the cell does not say {what} any more"));
        }
        match (self.expected.deed(), self.expected.check()) {
            (Deed::Move, _) if self.expected.is_motion() && hides(self.after, self.after.shows_position()) => {
                self.capped("what is shown of the cell does not say where the robot is")
            }
            (Deed::ToolChange, None) if hides(self.after, self.after.shows_tool()) => {
                self.capped("what is shown of the cell does not say what the robot holds")
            }
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
            (Deed::Routine(routine), None)
                if !self.changes.is_of_work && !self.changes.has_moved_on && self.changes.is_meaningful =>
            {
                self.capped(&format!(
                    "nothing was seen of '{}' but values that are shown anew, or no more",
                    shown(routine)
                ))
            }
            (Deed::Routine(routine), None) => {
                Ok(found(CONFIDENCE_CHANGED, format!("'{}' has no check", shown(routine))))
            }
        }
    }

    /// What the cell showed before the step and leaves out after it: there the line alone says it.
    fn shown_no_more(&self) -> Option<&'static str> {
        let was_shown = |shows: fn(&Observation) -> bool| self.before.shows_cell() && shows(self.before);
        let is_left_out = |shows: fn(&Observation) -> bool| was_shown(shows) && hides(self.after, shows(self.after));
        let is_place = is_left_out(Observation::shows_position);
        is_place
            .then_some("where the robot is")
            .or_else(|| is_left_out(Observation::shows_tool).then_some("what the robot holds"))
    }

    /// Whether a step may be done without any change.
    fn is_exempt(&self) -> bool {
        let is_place_only = self.before.is_place_only() && self.after.is_place_only();
        let may_be_place_only = self.declared.where_only(self.expected.check()) == WhereOnly::Confirm;
        let is_routine = matches!(self.expected.deed(), Deed::Routine(_));
        self.expects_no_change() || (is_routine && is_place_only && may_be_place_only)
    }

    /// Whether a step that is done changes nothing, or need not.
    fn expects_no_change(&self) -> bool {
        let check = self.expected.check().and_then(|check| self.declared.check(check));
        match self.expected.deed() {
            Deed::Move => self.expected.is_move_on_the_spot(),
            Deed::ToolChange => false,
            Deed::Routine(routine) => {
                check.is_some_and(|check| check.may_stay) || self.declared.changes_nothing(routine)
            }
        }
    }

    /// Whether nothing is known but the place, and perhaps that something changed.
    fn is_where_only(&self) -> bool {
        let sources = [self.before, self.after];
        sources.iter().any(|seen| seen.is_place_only() || seen.is_change_only() || seen.skeleton().is_none())
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

fn contradiction(case: &Case<'_>) -> Option<String> {
    case.before.contradiction().or_else(|| case.after.contradiction())
}

fn alarm(case: &Case<'_>) -> Option<String> {
    standing::alarm(case.after, case.declared)
}

fn other_mode(case: &Case<'_>) -> Option<String> {
    standing::mode(case.before, case.after)
}

fn hidden_alarms(case: &Case<'_>) -> Option<String> {
    standing::hidden_alarms(case.before, case.after)
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

/// A cell that is shown, and leaves out what it would have to show.
fn hides(seen: &Observation, shows: bool) -> bool {
    seen.shows_cell() && !shows
}

/// A program that the step started has to end before the step counts. The one that ran before the step as well says nothing of it.
fn still_runs(case: &Case<'_>) -> Option<String> {
    let running = |seen: &'_ Observation| seen.skeleton().and_then(Skeleton::running_program).map(str::to_owned);
    let (before, after) = (running(case.before), running(case.after));
    (after.is_some() && before != after).then(|| "the program that was started for it still runs".to_owned())
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
