//! What the second retry is shown: an example for each kind of objection, in the names of the cell and in the form of an answer.
//!
//! In: kinds of objections, and the snapshot. Out: an example each, of a sentence, of an answer that is not enough for it, and of
//! one that is. None where the cell has too few names for one.

use std::collections::BTreeSet;

use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    checkpoint::critic::IssueKind,
    language::terse,
    snapshot::Snapshot,
};

/// See the head of this file.
#[must_use]
pub(crate) fn examples(kinds: &[IssueKind], snapshot: &Snapshot) -> Vec<String> {
    let Some(names) = Names::of(snapshot) else { return Vec::new() };
    let kinds: BTreeSet<IssueKind> = kinds.iter().copied().collect();
    kinds.into_iter().filter_map(|kind| names.example(kind)).map(|example| example.text()).collect()
}

/// A sentence, and two answers to it.
struct Example {
    said: String,
    wrong: String,
    right: String,
}

impl Example {
    fn new(said: String, wrong: String, right: String) -> Self {
        Self { said, wrong, right }
    }

    fn text(&self) -> String {
        format!("for \"{}\" not enough is: action {}; enough is: action {}", self.said, self.wrong, self.right)
    }
}

/// Names of the cell: places of work, work that is done at the first of them, and a tool.
struct Names {
    here: String,
    there: String,
    /// The last of three places.
    last: Option<String>,
    routine: Option<String>,
    tool: Option<String>,
}

impl Names {
    /// Of the work that is done at most places, where some is done at several.
    fn of(snapshot: &Snapshot) -> Option<Self> {
        let positions = || snapshot.position_ids();
        let is_work = |place: &PositionId| snapshot.role(*place) == Role::Work;
        let places_of = |routine: RoutineId| {
            positions().filter(move |&place| is_work(&place) && snapshot.is_supported(routine, place)).take(3)
        };
        let system = [snapshot.attach_routine(), snapshot.release_routine()];
        let routines = snapshot.routine_ids().filter(|id| !system.contains(&Some(*id)));
        let routine = routines.max_by_key(|&id| (places_of(id).count(), std::cmp::Reverse(id)));
        let routine = routine.filter(|&id| places_of(id).count() > 1);
        let mut places = match routine {
            Some(id) => places_of(id).collect::<Vec<_>>(),
            None => positions().filter(is_work).take(3).collect(),
        }
        .into_iter()
        .map(|place| terse::name(snapshot.position_name(place)));
        Some(Self {
            here: places.next()?,
            there: places.next()?,
            last: places.next(),
            routine: routine.map(|id| terse::name(snapshot.routine_name(id))),
            tool: (snapshot.tool_count() > 0).then(|| terse::name(snapshot.tool_name(ToolId(0)))),
        })
    }

    fn example(&self, kind: IssueKind) -> Option<Example> {
        let Self { here, there, last, routine, tool } = self;
        let go = |places: &str| format!("go {places}");
        Some(match kind {
            IssueKind::PlaceNotRead => {
                Example::new(format!("go to {here} and {there}"), go(here), go(&format!("{here} + {there}")))
            }
            IssueKind::PlaceNotMentioned => {
                Example::new(format!("go to {here}"), go(&format!("{here} + {there}")), go(here))
            }
            IssueKind::ToolNotRead => {
                let tool = tool.as_ref()?;
                Example::new(format!("take {tool} and go to {here}"), go(here), format!("take {tool}, go {here}"))
            }
            IssueKind::ToolNotMentioned => {
                let tool = tool.as_ref()?;
                Example::new(format!("go to {here}"), format!("take {tool}, go {here}"), go(here))
            }
            IssueKind::RoutineNotRead => {
                let routine = routine.as_ref()?;
                Example::new(format!("do {routine} at {here}"), go(here), format!("{routine} @ {here}"))
            }
            IssueKind::RoutineNotMentioned => {
                let routine = routine.as_ref()?;
                Example::new(format!("go to {here}"), format!("{routine} @ {here}"), go(here))
            }
            IssueKind::OrderReversed => Example::new(
                format!("go to {here}, but before that to {there}"),
                go(&format!("{here} + {there}")),
                go(&format!("{there} + {here}")),
            ),
            IssueKind::CountOff => Example::new(format!("go to {here} twice"), go(here), go(&format!("{here} x2"))),
            IssueKind::NegationIgnored => Example::new(
                format!("go to {here} and do not go to {there}"),
                go(&format!("{here} + {there}")),
                go(here),
            ),
            IssueKind::ExclusionIgnored => {
                Example::new(format!("go to all positions except {here}"), go("all"), go(&format!("all but {here}")))
            }
            IssueKind::CorrectionIgnored => {
                Example::new(format!("go to {here}, no, to {there}"), go(&format!("{here} + {there}")), go(there))
            }
            IssueKind::RangeForWay => {
                Example::new(format!("go from {here} to {there}"), go(&format!("{here} to {there}")), go(there))
            }
            IssueKind::WayForRange => {
                let (routine, last) = (routine.as_ref()?, last.as_ref()?);
                Example::new(
                    format!("do {routine} from {here} to {last}"),
                    format!("{routine} @ {last}"),
                    format!("{routine} @ {here} to {last}"),
                )
            }
            // What hangs on something else, and what has two readings, is answered by none.
            IssueKind::ConditionIgnored | IssueKind::Ambiguous => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [IssueKind; 15] = [
        IssueKind::PlaceNotRead,
        IssueKind::PlaceNotMentioned,
        IssueKind::ToolNotRead,
        IssueKind::ToolNotMentioned,
        IssueKind::RoutineNotRead,
        IssueKind::RoutineNotMentioned,
        IssueKind::OrderReversed,
        IssueKind::CountOff,
        IssueKind::NegationIgnored,
        IssueKind::ExclusionIgnored,
        IssueKind::CorrectionIgnored,
        IssueKind::RangeForWay,
        IssueKind::WayForRange,
        IssueKind::ConditionIgnored,
        IssueKind::Ambiguous,
    ];

    fn demo() -> Snapshot {
        let export = include_bytes!("../../graph-snapshots/demo-cell.apoc.jsonl");
        let draft = crate::import::from_apoc(export, &mut |_| ()).unwrap().draft;
        Snapshot::from_bytes(&crate::snapshot::build(&draft, &crate::snapshot::Provenance::default()).bytes).unwrap()
    }

    /// The critic objects to what an example calls not enough, of that very kind, and not to what it calls enough.
    #[test]
    fn each_example_is_what_it_says_to_the_critic() {
        let snapshot = demo();
        let (critic, names) = (crate::checkpoint::critic::Critic::new(&snapshot), Names::of(&snapshot).unwrap());
        // A way begins where the robot is.
        let begin = snapshot.position_id(&names.here).unwrap();
        let kinds = |said: &str, answer: &str| -> Vec<IssueKind> {
            let position = if said.contains(" from ") { begin } else { PositionId(0) };
            let state = crate::cell::State { position, tool: None };
            let answer = terse::read(&format!("action {answer}"), &snapshot).unwrap();
            critic.critique(said, &answer, &snapshot, state).iter().map(|issue| issue.kind).collect()
        };
        for kind in KINDS {
            let Some(Example { said, wrong, right }) = names.example(kind) else { continue };
            assert!(kinds(&said, &wrong).contains(&kind), "{kind:?}: {said}: {wrong}: {:?}", kinds(&said, &wrong));
            assert_eq!(kinds(&said, &right), [], "{kind:?}: {said}: {right}");
        }
    }

    #[test]
    fn each_kind_has_one_example_and_those_that_are_to_be_asked_back_have_none() {
        let found = examples(&[KINDS, KINDS].concat(), &demo());
        assert_eq!(found.len(), KINDS.len() - 2, "{found:#?}");
        assert!(
            found.iter().any(|text| text
                == "for \"go to Pos_1 twice\" not enough is: action go Pos_1; enough is: action go Pos_1 x2")
        );
    }
}
