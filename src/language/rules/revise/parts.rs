//! The parts of a plan: which of them a comment names, and what is done where.
//!
//! A part is a clause; neighbours that do the same are one.

use super::{Clause, Places, Revision, Span, thing::Thing};
use crate::{
    cell::{PositionId, RoutineId},
    language::said,
};

/// The same, with neighbours that do the same thing put together.
pub(super) fn joined(clauses: &[Clause]) -> Vec<Clause> {
    let mut out: Vec<Clause> = Vec::new();
    for clause in clauses {
        let place = |places: &Places| !places.reversed && !places.spans.contains(&Span::Back);
        match (out.last_mut(), clause) {
            (Some(Clause::Go { places, times }), Clause::Go { places: more, times: again })
                if times == again && place(places) && place(more) =>
            {
                places.spans.extend(more.spans.iter().cloned());
            }
            (
                Some(Clause::Work { routines, places, times, .. }),
                Clause::Work { routines: same, places: more, times: again, .. },
            ) if routines == same && routines.len() == 1 && times == again && place(places) && place(more) => {
                places.spans.extend(more.spans.iter().cloned());
            }
            _ => out.push(clause.clone()),
        }
    }
    out
}

/// The places of a clause, as they were said.
pub(super) const fn places(clause: &Clause) -> Option<&Places> {
    match clause {
        Clause::Go { places, .. } | Clause::Work { places, .. } => Some(places),
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => None,
    }
}

pub(super) const fn places_mut(clause: &mut Clause) -> Option<&mut Places> {
    match clause {
        Clause::Go { places, .. } | Clause::Work { places, .. } => Some(places),
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => None,
    }
}

pub(super) fn routines(clause: &Clause) -> &[RoutineId] {
    if let Clause::Work { routines, .. } = clause { routines } else { &[] }
}

pub(super) fn these(places: &[PositionId]) -> Places {
    Places { spans: places.iter().copied().map(Span::One).collect(), reversed: false }
}

impl Revision<'_> {
    /// The parts that move to places.
    pub(super) fn moving(&self) -> Vec<usize> {
        (0..self.clauses.len()).filter(|&at| places(&self.clauses[at]).is_some()).collect()
    }

    /// The one part that moves to places, where there is one alone.
    pub(super) fn alone(&self) -> Result<usize, String> {
        match self.moving()[..] {
            [at] => Ok(at),
            _ => Err(format!(
                "'{}' may be said of more than one part of the plan: name the one that is meant",
                self.words()
            )),
        }
    }

    pub(super) fn has_tools(&self) -> bool {
        self.moving().len() < self.clauses.len()
    }

    /// The places of a part, one by one, in the order in which they are gone to.
    pub(super) fn at(&self, clause: &Clause) -> Vec<PositionId> {
        places(clause).map_or_else(Vec::new, |places| self.spelled(places, routines(clause)))
    }

    /// Places one by one; "all" are those where one of the routines is supported.
    pub(super) fn spelled(&self, places: &Places, routines: &[RoutineId]) -> Vec<PositionId> {
        let mut out = Vec::new();
        let supported = |place: PositionId| {
            routines.is_empty() || routines.iter().any(|&routine| self.snapshot.is_supported(routine, place))
        };
        for span in &places.spans {
            match span {
                Span::One(place) => out.push(*place),
                Span::Here => out.push(self.state.position),
                Span::Range(from, to) => out.extend(said::range(self.snapshot, *from, *to)),
                Span::All { but } => out.extend(
                    said::work_positions(self.snapshot).filter(|place| supported(*place) && !but.contains(place)),
                ),
                Span::Back => {}
            }
        }
        if places.reversed {
            out.reverse();
        }
        out
    }

    /// Whether a part does what a comment names, and has all the places that the comment names.
    pub(super) fn does(&self, clause: &Clause, thing: &Thing) -> bool {
        let at = self.at(clause);
        places(clause).is_some()
            && (!thing.goes || matches!(clause, Clause::Go { .. }))
            && thing.work.iter().all(|routine| routines(clause).contains(routine))
            && thing.at.iter().all(|place| at.contains(place))
    }

    /// The one part that does what a comment names.
    pub(super) fn part_of(&self, thing: &Thing) -> Result<usize, String> {
        let mut found = (0..self.clauses.len()).filter(|&at| self.does(&self.clauses[at], thing));
        match (found.next(), found.next()) {
            (Some(at), None) => Ok(at),
            (None, _) => Err(format!("'{}' is not in the plan", thing.said)),
            _ => Err(format!("'{}' stands in more than one part of the plan: name the one that is meant", thing.said)),
        }
    }

    /// The plan with something else in the place of one part.
    pub(super) fn with(&self, at: usize, new: impl IntoIterator<Item = Clause>) -> Vec<Clause> {
        let (before, after) = (self.clauses[..at].iter().cloned(), self.clauses[at + 1..].iter().cloned());
        before.chain(new).chain(after).collect()
    }

    /// The plan with the places of one part changed.
    pub(super) fn with_places(&self, at: usize, new: Places) -> Vec<Clause> {
        let mut clause = self.clauses[at].clone();
        if let Some(places) = places_mut(&mut clause) {
            *places = new;
        }
        self.with(at, [clause])
    }

    /// The changed plan, if it still picks up and puts down the same parts at the same places; those change by a new command only.
    pub(super) fn carried(&self, changed: Vec<Clause>) -> Result<Vec<Clause>, String> {
        let of = |words: &[&str], clauses: &[Clause]| -> Vec<(Vec<RoutineId>, Vec<PositionId>)> {
            let ids: Vec<u32> = words.iter().flat_map(|word| self.recogniser.lexicon.routines(word).0).collect();
            let carries = |clause: &&Clause| routines(clause).iter().any(|one| ids.contains(&one.0));
            clauses.iter().filter(carries).map(|clause| (routines(clause).to_vec(), self.at(clause))).collect()
        };
        let (picks, moves) = (&["pick", "grasp"], &["pick", "grasp", "put", "plonk", "lay"]);
        match of(picks, self.clauses).is_empty() || of(moves, &changed) == of(moves, self.clauses) {
            true => Ok(changed),
            false => {
                Err("what the plan picks up and puts down would not fit together: say the whole plan anew".to_owned())
            }
        }
    }

    /// "Back" is where the robot was before: a change of what stands before it would change what it means.
    pub(super) fn held_by_back(&self) -> Result<(), String> {
        let goes_back = self.clauses.iter().filter_map(places).any(|places| places.spans.contains(&Span::Back));
        match goes_back {
            true => {
                Err("the plan goes back to where the robot was, and that may be another place then: say it anew"
                    .to_owned())
            }
            false => Ok(()),
        }
    }
}
