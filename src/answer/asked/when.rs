//! When something was done last, and why the last run ended as it did. In: a deed, the history. Out: the time and the run; the
//! recorded reason and the steps as they were observed.

use super::{
    super::{
        Found, Grounds,
        draft::{Piece, Statement},
        evidence::Read,
        list::Window,
        past, sources,
        words::time,
    },
    runs::runs,
};
use crate::language::query::{Deed, Filter, Key, Sort, Way, Wish};

/// When a deed was done last.
pub(super) fn when<'g>(deed: Deed, grounds: &Grounds<'g>) -> Found<'g> {
    let (keys, limit) = match deed {
        Deed::Work(routine, at) => ([Some(Key::Routine(routine)), at.map(Key::At)], None),
        Deed::Take(tool) => ([grounds.snapshot.attach_routine().map(Key::Routine), Some(Key::Tool(Some(tool)))], None),
        Deed::Go(Way { from, to }) => {
            let limit = "Where such a motion began is not looked at.";
            ([Some(Key::At(to)), None], from.map(|_| Piece::Limit(limit.to_owned())))
        }
    };
    let keys = keys.into_iter().flatten().chain([Key::Last(1)]);
    let filters: Vec<Filter> = keys.map(|key| Filter { key, is_not: false }).collect();
    let found = runs((Wish::Which, Sort::Runs, &filters), Window::START, None, grounds);
    let begun = found.reads.iter().find_map(|read| match read {
        Read::Picked { rows, told, .. } => {
            let (run, _) = told.first()?;
            rows.iter().find(|ran| ran.row.run_id == *run).map(|ran| &ran.row)
        }
        _ => None,
    });
    let first = begun.map(|row| {
        let text = format!("{}, when the run began.", capitalised(&time(row.started_at, grounds.clock)));
        Statement::new(text).on(sources::run(row.run_id, &["/run", "/started"])).piece()
    });
    found.headed(first.into_iter().chain(limit).collect())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Why the last run ended as it did.
pub(super) fn why_last<'g>(before: Option<i64>, grounds: &Grounds<'g>) -> Found<'g> {
    let found = past::last_run(before, true, grounds);
    let last = found.reads.iter().find_map(|read| match read {
        Read::Past(past, row) => Some((past, row)),
        _ => None,
    });
    let Some((past, row)) = last else { return found };
    let run = row.run_id;
    let first = match past.failure {
        Some(_) => None,
        None => {
            let text = format!("It is recorded as {}, with no reason.", row.status.word());
            Some(
                Statement::within("The last run: ", text)
                    .on(sources::run(run, &["/status", "/reason_recorded"]))
                    .piece(),
            )
        }
    };
    found.headed(first.into_iter().collect())
}
