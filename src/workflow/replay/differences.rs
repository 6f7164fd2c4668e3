//! A stored run beside the plan of today: what is other than it was then, in words.
//!
//! In: where both start, which snapshot each was made from, and their steps. Out: lines, none where all is the same.
//! Steps are compared by what they do; names are not looked at.

use std::fmt::Write;

use crate::{
    cell::shown,
    plan::{Action, Plan, Step},
    review::Place,
};

/// Up to so many pairs of steps are compared one with each other; of longer plans only what they begin and end with.
const PAIRS_MAX: usize = 1 << 20;

/// Hexadecimal digits of a snapshot's hash that are said.
const HASH_DIGITS: usize = 16;

/// A plan, and what it was made from.
pub(super) struct Moment<'m> {
    pub(super) start: &'m Place,
    pub(super) snapshot: &'m str,
    pub(super) plan: &'m Plan<'m>,
}

/// What is other than it was, a line for each.
pub(super) fn between(then: &Moment<'_>, now: &Moment<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if then.snapshot != now.snapshot {
        let digits = |hash: &str| hash.chars().take(HASH_DIGITS).collect::<String>();
        lines.push(format!("layout: {} then, {} now", shown(&digits(then.snapshot)), digits(now.snapshot)));
    }
    if then.start != now.start {
        lines.push(format!("start: {} then, {} now", then.start, now.start));
    }
    let (old, new) = (&then.plan.steps, &now.plan.steps);
    let (mut from, mut to) = (0, 0);
    for (place_then, place_now) in pairs(old, new).into_iter().chain([(old.len(), new.len())]) {
        alone(&mut lines, "then", old, from..place_then);
        alone(&mut lines, "now", new, to..place_now);
        if let (Some(step_then), Some(step_now)) = (old.get(place_then), new.get(place_now)) {
            let values = [
                ("stabilize", seconds(step_then), seconds(step_now)),
                ("action_after", text(&step_then.action_after), text(&step_now.action_after)),
                ("verify", text(&step_then.verify), text(&step_now.verify)),
            ];
            for (what, value_then, value_now) in values {
                if value_then != value_now {
                    let (number, words) = (place_now + 1, step_now.words());
                    lines
                        .push(format!("step {number} ({}), {what}: {value_then} then, {value_now} now", shown(&words)));
                }
            }
        }
        (from, to) = (place_then + 1, place_now + 1);
    }
    lines
}

/// Steps that only one of the two has, in one line.
fn alone(lines: &mut Vec<String>, when: &str, steps: &[Step<'_>], places: std::ops::Range<usize>) {
    let Some(found) = steps.get(places.clone()).filter(|found| !found.is_empty()) else { return };
    let mut line = match found.len() {
        1 => format!("{when} only: step {}", places.start + 1),
        _ => format!("{when} only: steps {} to {}", places.start + 1, places.end),
    };
    for (place, step) in found.iter().enumerate() {
        let _ = write!(line, "{} {}", if place == 0 { ":" } else { "," }, shown(&step.words()));
    }
    lines.push(line);
}

/// The places of the steps that both have, in the order of both: as many as there can be.
fn pairs(old: &[Step<'_>], new: &[Step<'_>]) -> Vec<(usize, usize)> {
    let head = old.iter().zip(new).take_while(|(a, b)| is_same(a, b)).count();
    let (rest_old, rest_new) = (&old[head..], &new[head..]);
    let tail = rest_old.iter().rev().zip(rest_new.iter().rev()).take_while(|(a, b)| is_same(a, b)).count();
    let (middle_old, middle_new) = (&rest_old[..rest_old.len() - tail], &rest_new[..rest_new.len() - tail]);
    let mut pairs: Vec<_> = (0..head).map(|place| (place, place)).collect();
    pairs.extend(common(middle_old, middle_new).into_iter().map(|(a, b)| (head + a, head + b)));
    pairs.extend((0..tail).map(|place| (old.len() - tail + place, new.len() - tail + place)));
    pairs
}

/// The longest common subsequence, by the table of the lengths that remain.
fn common(old: &[Step<'_>], new: &[Step<'_>]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    if (old.len() + 1).saturating_mul(width) > PAIRS_MAX {
        return Vec::new();
    }
    let mut lengths = vec![0_u32; (old.len() + 1) * width];
    for (a, step_then) in old.iter().enumerate().rev() {
        for (b, step_now) in new.iter().enumerate().rev() {
            let (down, right) = (lengths[(a + 1) * width + b], lengths[a * width + b + 1]);
            let both = lengths[(a + 1) * width + b + 1] + 1;
            lengths[a * width + b] = if is_same(step_then, step_now) { both } else { down.max(right) };
        }
    }
    let (mut a, mut b, mut found) = (0, 0, Vec::new());
    while let (Some(step_then), Some(step_now)) = (old.get(a), new.get(b)) {
        if is_same(step_then, step_now) {
            found.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if lengths[(a + 1) * width + b] >= lengths[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    found
}

/// Whether two steps do the same, but for how.
fn is_same(a: &Step<'_>, b: &Step<'_>) -> bool {
    a.action == b.action && a.target == b.target && (a.action == Action::Move || a.position == b.position)
}

fn seconds(step: &Step<'_>) -> String {
    step.stabilize_s.map_or_else(|| "none".to_owned(), |seconds| format!("{seconds} s"))
}

fn text(value: &Option<std::borrow::Cow<'_, str>>) -> String {
    value.as_deref().map_or_else(|| "none".to_owned(), |value| format!("'{}'", shown(value)))
}
