//! The parser's readings → what the sentence may say, and whether the first of it is sure.
//!
//! In: readings, the cheapest first. Out: [`Weighed`]. Costs are points: what words and rules cost in the data files of the
//! grammar, at most [`crate::limits::CHART_COST_MAX`].

use super::{
    agenda::{Parse, Parses},
    margin::is_near,
};
use crate::{
    cell::{RoutineId, State},
    language::{Clause, Said, TooManyGoals},
    limits::OFFERS_MAX,
    plan::Intent,
    snapshot::Snapshot,
};

/// Highest cost of a sure reading, in points, and the points added for each further clause.
pub(super) const SURE_COST_MAX: u32 = 9;
const CLAUSE_COST_MAX: u32 = 3;
/// Points for saying the same twice: "weld 1, but before that check the gap there" checks it once.
const REPEATED: u32 = 2;

/// What a sentence may say.
#[derive(Default)]
pub(in crate::language) struct Weighed {
    /// The readings, the cheapest first: at most [`OFFERS_MAX`], no two of which come to the same.
    pub(in crate::language) found: Vec<Parse>,
    /// One of the cheapest readings has more goals than a plan may have.
    pub(in crate::language) too_many_goals: bool,
    /// No other reading comes near the first one.
    is_alone: bool,
}

impl Weighed {
    /// The first reading, if it is sure: no word was missed, its cost is low, and every other one, offered or not, costs at least
    /// [`super::margin::MARGIN`] more.
    pub(in crate::language) fn sure(&self) -> Option<&[Clause]> {
        let first =
            self.found.first().filter(|first| first.missed == 0 && first.cost <= sure_cost_max(&first.clauses))?;
        (self.is_alone && !self.too_many_goals).then_some(&first.clauses)
    }

    /// See the head of this file. `things` is what the sentence speaks of: for each, the routines that work on it.
    pub(super) fn new(
        Parses { mut parses, is_cut }: Parses,
        text: &str,
        things: &[Vec<RoutineId>],
        snapshot: &Snapshot,
        state: State,
    ) -> Self {
        for parse in &mut parses {
            // "A (2x), B (1x)": what is put aside is asked back.
            parse.missed += u32::from(text.contains(['(', ')']));
            parse.missed += u32::from(!is_on_things(&parse.clauses, things));
            parse.cost += REPEATED * repeated(&parse.clauses);
        }
        parses.sort_by_key(|parse| parse.cost);
        // What the parser had no room for may be another reading.
        let mut weighed = Self { is_alone: !is_cut, ..Self::default() };
        let mut intents = Vec::new();
        for parse in parses {
            let is_near = weighed.found.first().is_none_or(|first| is_near(first.cost, parse.cost, parse.missed));
            if weighed.found.len() == OFFERS_MAX && !is_near {
                continue;
            }
            match Said::Do(parse.clauses.clone()).intent(snapshot, state) {
                // Two that come to the same are one.
                Ok(Some(intent @ Intent::Goals(_))) if !intents.contains(&intent) => {
                    weighed.is_alone &= !is_near || weighed.found.is_empty();
                    intents.push(intent);
                    if weighed.found.len() < OFFERS_MAX {
                        weighed.found.push(parse);
                    }
                }
                // What comes to nothing in this cell is no reading.
                Ok(_) => {}
                Err(TooManyGoals) => weighed.too_many_goals |= is_near,
            }
        }
        weighed
    }
}

fn sure_cost_max(clauses: &[Clause]) -> u32 {
    let clauses = u32::try_from(clauses.len()).unwrap_or(u32::MAX).saturating_sub(1);
    CLAUSE_COST_MAX.saturating_mul(clauses).saturating_add(SURE_COST_MAX)
}

/// How much of the work is said a second time, at the same places.
fn repeated(clauses: &[Clause]) -> u32 {
    let works: Vec<_> = clauses
        .iter()
        .flat_map(|clause| match clause {
            Clause::Work { routines, places, .. } => routines.iter().map(|routine| (*routine, places)).collect(),
            _ => Vec::new(),
        })
        .collect();
    (0..works.len()).filter(|&at| works[..at].contains(&works[at])).count() as u32
}

/// Whether the work is on what is spoken of: "check the swarf" is no check of a torque, where another routine clears swarf.
fn is_on_things(clauses: &[Clause], things: &[Vec<RoutineId>]) -> bool {
    let routines: Vec<RoutineId> = clauses
        .iter()
        .flat_map(|clause| if let Clause::Work { routines, .. } = clause { routines.as_slice() } else { &[] })
        .copied()
        .collect();
    routines.is_empty() || things.iter().all(|on| on.iter().any(|routine| routines.contains(routine)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        import,
        language::{Order, Places, Span},
        snapshot::{self, Provenance},
    };

    fn cell() -> Snapshot {
        let export: &[u8] = include_bytes!("../../../../graph-snapshots/demo-cell.apoc.jsonl");
        let import = import::from_apoc(export, &mut |_| ());
        Snapshot::from_bytes(&snapshot::build(&import.unwrap().draft, &Provenance::default()).bytes).unwrap()
    }

    /// Welding a position so many times.
    fn weld(snapshot: &Snapshot, position: &str, times: u16, (cost, missed): (u32, u32)) -> Parse {
        let places = Places { spans: vec![Span::One(snapshot.position_id(position).unwrap())], reversed: false };
        let routines = vec![snapshot.routine_id("tack_weld").unwrap()];
        let order = Order::RoutineByRoutine;
        Parse { clauses: vec![Clause::Work { routines, places, times, order }], cost, missed }
    }

    fn weighed(snapshot: &Snapshot, readings: &[(&str, u16, (u32, u32))], is_cut: bool) -> Weighed {
        let parses = readings.iter().map(|(position, times, costs)| weld(snapshot, position, *times, *costs)).collect();
        let state = State::named(snapshot, "Home", "none").unwrap();
        Weighed::new(Parses { parses, is_cut }, "weld", &[], snapshot, state)
    }

    #[test]
    fn a_reading_is_sure_beside_none_that_comes_near() {
        let cell = cell();
        let is_sure = |readings: &[(&str, u16, (u32, u32))]| weighed(&cell, readings, false).sure().is_some();
        assert!(is_sure(&[("Pos_1", 1, (1, 0))]));
        assert!(is_sure(&[("Pos_1", 1, (1, 0)), ("Pos_2", 1, (3, 0))]));
        assert!(is_sure(&[("Pos_1", 1, (1, 0)), ("Pos_1", 1, (2, 0))]), "both come to the same");
        assert!(!is_sure(&[("Pos_1", 1, (1, 0)), ("Pos_2", 1, (2, 0))]));
        assert!(!is_sure(&[("Pos_1", 1, (1, 1))]), "a word was missed");
        assert!(!is_sure(&[("Pos_1", 1, (SURE_COST_MAX + 1, 0))]));
    }

    #[test]
    fn a_reading_that_is_not_offered_counts_as_well() {
        let cell = cell();
        // As many as are offered come before it, and each of them missed words.
        let mut readings = vec![("Pos_1", 1, (1, 0))];
        readings.extend(["Pos_2", "Pos_3"].map(|position| (position, 1, (1, 4))));
        assert_eq!(readings.len(), OFFERS_MAX);
        assert!(weighed(&cell, &readings, false).sure().is_some());
        readings.push(("Pos_4", 1, (2, 0)));
        let weighed = weighed(&cell, &readings, false);
        assert_eq!(weighed.found.len(), OFFERS_MAX);
        assert!(weighed.sure().is_none());
    }

    #[test]
    fn nothing_is_sure_where_the_parser_had_no_room() {
        assert!(weighed(&cell(), &[("Pos_1", 1, (1, 0))], true).sure().is_none());
    }

    #[test]
    fn nothing_is_sure_beside_what_no_plan_can_hold() {
        let cell = cell();
        let weighed = weighed(&cell, &[("Pos_1", u16::MAX, (1, 0)), ("Pos_2", 1, (2, 0))], false);
        assert!(weighed.too_many_goals && weighed.sure().is_none());
        assert_eq!(weighed.found.len(), 1);
    }
}
