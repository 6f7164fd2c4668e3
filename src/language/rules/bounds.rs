//! The bounds of what a sentence can ask for: a count beyond them is more likely misheard than meant.

use super::Recognised;
use crate::{
    language::{Clause, Lookup, Said},
    limits::{MAX_ROWS_ASKED, MAX_TIMES},
};

/// The same reading, its counts inside their bounds: a question is answered with fewer rows, a command becomes unclear.
pub(super) fn held(mut reading: Recognised) -> Recognised {
    match &mut reading.said {
        Said::Do(clauses) if clauses.iter().any(is_beyond) => {
            let reason = format!("a step can be repeated 1 to {MAX_TIMES} times");
            return Recognised { said: Said::UNCLEAR, reason: Some(reason), ..reading };
        }
        Said::Ask(Lookup::History(ask)) => ask.count = ask.count.and_then(rows),
        Said::Ask(Lookup::More(count)) => *count = count.and_then(rows),
        _ => {}
    }
    reading
}

const fn is_beyond(clause: &Clause) -> bool {
    match clause {
        Clause::Go { times, .. } | Clause::Work { times, .. } => *times == 0 || *times > MAX_TIMES,
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => false,
    }
}

/// None for 0: as many as are shown anyway.
fn rows(count: u32) -> Option<u32> {
    (count > 0).then_some(count.min(MAX_ROWS_ASKED))
}
