//! The bounds of what a sentence can ask for: a count beyond them is more likely misheard than meant.

use super::{Recognised, english::Tag, tag::Item};
use crate::{
    language::{Clause, Lookup, Said},
    limits::{MAX_ROWS_ASKED, MAX_TIMES},
};

/// Why a command is asked back whose count is beyond its bounds: "weld 1 500 times".
pub(super) fn beyond(items: &[Item]) -> Option<String> {
    let is_beyond = |pair: &[Item]| {
        pair[1].is(Tag::Times) && pair[0].number.is_some_and(|count| count == 0 || count > u64::from(MAX_TIMES))
    };
    let is_said = items.windows(2).any(is_beyond);
    is_said.then(reason)
}

fn reason() -> String {
    format!("a step can be repeated 1 to {MAX_TIMES} times")
}

/// The same reading, its counts inside their bounds: a question is answered with fewer rows, a revised command becomes unclear.
pub(super) fn held(mut reading: Recognised) -> Recognised {
    match &mut reading.said {
        Said::Do(clauses) if clauses.iter().any(has_beyond) => {
            return Recognised { said: Said::UNCLEAR, reason: Some(reason()), ..reading };
        }
        Said::Ask(Lookup::History(ask)) => ask.count = ask.count.and_then(rows),
        Said::Ask(Lookup::More(count)) => *count = count.and_then(rows),
        _ => {}
    }
    reading
}

const fn has_beyond(clause: &Clause) -> bool {
    match clause {
        Clause::Go { times, .. } | Clause::Work { times, .. } => *times == 0 || *times > MAX_TIMES,
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => false,
    }
}

/// None for 0: as many as are shown anyway.
fn rows(count: u32) -> Option<u32> {
    (count > 0).then_some(count.min(MAX_ROWS_ASKED))
}
