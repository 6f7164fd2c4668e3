//! A command that was not understood: which of its words are not known, or what it does not say, and what would fit. In: what it
//! lacks, and the cell. Out: one line of pieces.

use super::{
    Grounds,
    draft::{Piece, Statement},
    sources,
    words::{and, name, text},
};
use crate::{
    cell::{PositionId, Role, RoutineId},
    checkpoint::synthesis::Citation,
    language::{
        Clause, Said, Span,
        rules::{Lacks, Slot},
    },
    limits::MISSED_SCANNED_MAX,
    snapshot::Snapshot,
};

/// Words that are said to be unknown; a sentence with more is not understood at all.
const WORDS_SHOWN: usize = 3;
/// Names, or rows of names, that are listed as fitting.
const FITTING_SHOWN: usize = 8;

/// A command that was not understood.
#[derive(Clone, Copy)]
pub(super) struct Missed<'m> {
    /// As typed.
    pub(super) sentence: &'m str,
    /// What it was taken to say.
    pub(super) said: &'m Said,
    /// What it lacks.
    pub(super) lacks: &'m Lacks,
    /// What it names, each thing as a clause about it.
    pub(super) named: &'m [Clause],
}

/// What is not known or not said, what would fit, and that nothing was planned.
pub(super) fn told(missed: Missed<'_>, grounds: &Grounds<'_>) -> Vec<Piece> {
    let about = About::of(missed, grounds.snapshot);
    let what = match (missed.lacks.unknown.is_empty(), missed.lacks.slot) {
        (false, _) => unknown(missed),
        (true, Some(Slot::Place)) => "It does not say where.".to_owned(),
        (true, Some(Slot::Tool)) => "It does not say which tool.".to_owned(),
        (true, Some(Slot::Work)) => "It does not say what to do there.".to_owned(),
        (true, None) => {
            format!("\"{}\" was understood as a command, but not exactly what to do or where.", text(missed.sentence))
        }
    };
    let fitting = missed.lacks.slot.and_then(|slot| about.fitting(slot, grounds.snapshot));
    let planned = (*missed.said != Said::Unknown).then(|| Piece::Limit("Nothing was planned.".to_owned()));
    [Some(Piece::Limit(what)), fitting, planned].into_iter().flatten().collect()
}

/// Whether a place is spoken of by a number that none has.
pub(super) fn is_of_place(missed: Missed<'_>) -> bool {
    let is_numbered = |said: &str| said.chars().any(|c| c.is_ascii_digit());
    missed.lacks.unknown.iter().any(|(said, slot)| *slot == Some(Slot::Place) && is_numbered(said))
}

fn unknown(missed: Missed<'_>) -> String {
    let quoted = |(said, slot): &(String, Option<Slot>)| {
        let what = match slot {
            // A word may stand for anything; a number after "at" stands for a place.
            Some(Slot::Place) if said.chars().any(|c| c.is_ascii_digit()) => "a place ",
            Some(Slot::Tool) => "a tool ",
            _ => "",
        };
        format!("{what}\"{}\"", text(said))
    };
    let mut shown: Vec<String> = Vec::new();
    for said in missed.lacks.unknown.iter().map(quoted) {
        if !shown.contains(&said) {
            shown.push(said);
        }
    }
    let left = shown.len().saturating_sub(WORDS_SHOWN);
    shown.truncate(WORDS_SHOWN);
    match left {
        0 => format!("I do not know {}.", super::words::or(&shown)),
        _ => format!("I do not know {} and other words.", shown.join(", ")),
    }
}

/// What the sentence names by itself.
#[derive(Default)]
struct About {
    place: Option<PositionId>,
    routine: Option<RoutineId>,
}

impl About {
    fn of(missed: Missed<'_>, s: &Snapshot) -> Self {
        let mut about = Self::default();
        for clause in missed.named {
            match clause {
                Clause::Go { places, .. } => {
                    let one = |span: &Span| if let Span::One(id) = span { Some(*id) } else { None };
                    about.place = about.place.or_else(|| places.spans.iter().find_map(one));
                }
                Clause::Work { routines, .. } => about.routine = about.routine.or(routines.first().copied()),
                Clause::Take(_) | Clause::Drop | Clause::DropAndHome => {}
            }
        }
        about.place = about.place.filter(|id| id.index() < s.position_count());
        about.routine = about.routine.filter(|id| id.index() < s.routine_count());
        about
    }

    /// The cell's names that would fit there; none where there are none.
    fn fitting(&self, slot: Slot, s: &Snapshot) -> Option<Piece> {
        let (lead, names, on) = match (slot, self.routine, self.place) {
            (Slot::Place, Some(routine), _) => {
                let places = s.supported_positions(routine).iter().take(MISSED_SCANNED_MAX);
                let (names, on) = each(places, |id| s.position_name(id), |id| sources::support(s, routine, id, &[]));
                (format!("Places for {}", name(s.routine_name(routine))), names, on)
            }
            (Slot::Place, None, _) => {
                let of_work = |id: &PositionId| s.role(*id) == Role::Work;
                let places = s.position_ids().take(MISSED_SCANNED_MAX).filter(of_work);
                let (names, on) =
                    each(places, |id| s.position_name(id), |id| sources::position(s, id, &["/name", "/role"]));
                ("Work positions".to_owned(), names, on)
            }
            (Slot::Tool, ..) => {
                let (names, on) = each(
                    s.tool_ids().take(MISSED_SCANNED_MAX),
                    |id| s.tool_name(id),
                    |id| sources::tool(s, id, &["/name"]),
                );
                ("Tools".to_owned(), names, on)
            }
            (Slot::Work, _, Some(place)) => {
                let work = s.routines_at(place).iter().filter(|id| is_work(*id, s));
                let (names, on) = each(work, |id| s.routine_name(id), |id| sources::support(s, id, place, &[]));
                (format!("Work at {}", name(s.position_name(place))), names, on)
            }
            (Slot::Work, _, None) => {
                let work = s.routine_ids().take(MISSED_SCANNED_MAX).filter(|id| is_work(*id, s));
                let (names, on) = each(work, |id| s.routine_name(id), |id| sources::routine(s, id, &["/name"]));
                ("Work".to_owned(), names, on)
            }
        };
        if names.is_empty() {
            return None;
        }
        Some(Statement::new(format!("{lead}: {}.", rows(&names))).on(on).piece())
    }
}

fn is_work(id: RoutineId, s: &Snapshot) -> bool {
    Some(id) != s.attach_routine() && Some(id) != s.release_routine()
}

fn each<'s, T: Copy>(
    ids: impl Iterator<Item = T>,
    name: impl Fn(T) -> &'s str,
    source: impl Fn(T) -> Vec<Citation>,
) -> (Vec<&'s str>, Vec<Citation>) {
    ids.map(|id| (name(id), source(id))).fold((Vec::new(), Vec::new()), |(mut names, mut on), (name, source)| {
        names.push(name);
        on.extend(source);
        (names, on)
    })
}

/// Names, of which three and more that differ in a growing number are one row: `Pos_1 to Pos_4 and Rack`.
fn rows(names: &[&str]) -> String {
    let mut rows: Vec<String> = Vec::new();
    let mut at = 0;
    while at < names.len() {
        let length = 1 + names[at..].windows(2).take_while(|pair| follows(pair[0], pair[1])).count();
        if length > 2 {
            rows.push(format!("{} to {}", name(names[at]), name(names[at + length - 1])));
            at += length;
        } else {
            rows.push(name(names[at]).into_owned());
            at += 1;
        }
    }
    let left = rows.len().saturating_sub(FITTING_SHOWN);
    rows.truncate(FITTING_SHOWN);
    if left == 0 { and(&rows) } else { format!("{} and more", rows.join(", ")) }
}

/// Whether the second name is the first with the next number at its end.
fn follows(first: &str, second: &str) -> bool {
    let parted = |name: &str| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        Some((name[..stem].to_owned(), name[stem..].parse::<u32>().ok()?))
    };
    match (parted(first), parted(second)) {
        (Some((a, one)), Some((b, next))) => a == b && one.checked_add(1) == Some(next),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_count_up_are_a_row() {
        for (names, listed) in [
            (&["Pos_1", "Pos_2", "Pos_3"][..], "Pos_1 to Pos_3"),
            (&["Pos_1", "Pos_2"], "Pos_1 and Pos_2"),
            (&["Pos_1", "Pos_3", "Pos_4", "Pos_5"], "Pos_1 and Pos_3 to Pos_5"),
            (&["A", "B"], "A and B"),
            (&["a 9"], "'a 9'"),
            (&["P4294967295", "P4294967296"], "P4294967295 and P4294967296"),
        ] {
            assert_eq!(rows(names), listed);
        }
        let many: Vec<String> = (0..20).map(|number| format!("P{}", number * 2)).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(rows(&many), "P0, P2, P4, P6, P8, P10, P12, P14 and more");
    }
}
