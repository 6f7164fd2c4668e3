//! Signs of doubt in the clauses that were read: the same work twice though nobody asked for that, a part that is carried instead
//! of worked on, a tool that the work does not need, or only half of the sentence.
//!
//! In: the clauses, and the items that they were read from. Out: whether they are doubtful.

use std::collections::HashMap;

use super::{IDLE, next};
use crate::{
    cell::{PositionId, RoutineId, State},
    language::{
        lexicon::canonical,
        rules::{LISTS, english::Tag, tag::Item},
        said::{self, Clause, Span},
    },
    snapshot::Snapshot,
};

/// Whether clauses do the same at a place twice though nobody asked for that, or are but the half of a sentence.
pub(in crate::language::rules) fn of_clauses(
    clauses: &[Clause],
    items: &[Item],
    snapshot: &Snapshot,
    state: State,
) -> bool {
    let first = items.iter().find(|item| item.mark.is_none() && !item.is_any(IDLE));
    // "Before you weld 1": what then?
    let is_half = matches!(clauses, [Clause::Go { .. } | Clause::Work { .. } | Clause::Take(_) | Clause::Drop])
        && first.is_some_and(|item| item.is_any(&[Tag::Before, Tag::After, Tag::When]));
    // "Solder 4 and probe 4 the other way round": which way?
    let is_turned = clauses.len() > 1 && items.iter().any(|item| item.is(Tag::Reverse) && item.text.contains("way"));
    // "Take a core and put it in 2": said in two ways, to be done once.
    let is_twin = clauses.windows(2).any(|pair| pair[0] == pair[1] && matches!(pair[0], Clause::Work { .. }));
    is_carried(clauses, items)
        || is_put_down(clauses, items, snapshot)
        || is_half
        || is_turned
        || is_twin && !items.iter().any(|item| item.is_any(&[Tag::Again, Tag::Times]))
        || with_wrong_tool(clauses, items, snapshot)
        || !items.iter().any(|item| item.is(Tag::Again)) && is_doubled(clauses, items, snapshot, state)
}

/// Words by which places are taken back, ordered or left out.
const SETS_RIGHT: &[Tag] = &[
    Tag::Fix,
    Tag::No,
    Tag::Wait,
    Tag::Only,
    Tag::Except,
    Tag::ExceptDo,
    Tag::Not,
    Tag::Skip,
    Tag::LeftOut,
    Tag::Before,
    Tag::After,
    Tag::BeforeThat,
    Tag::ButFirst,
    Tag::StartWith,
    Tag::Lastly,
    Tag::Last,
    Tag::Instead,
    Tag::Each,
    Tag::Reverse,
];

/// "1 to 3, but at 2", "1 and 2, sorry, only 2": a place of a range named once more, or any beside words that set right.
fn is_doubled(clauses: &[Clause], items: &[Item], snapshot: &Snapshot, state: State) -> bool {
    let sets_right = items.iter().any(|item| {
        item.is_any(SETS_RIGHT)
            || item.is_ordinal
            || matches!(item.text.as_str(), "in the order" | "in the sequence" | "aside" | "off")
    });
    let mut seen: HashMap<(RoutineId, PositionId), bool> = HashMap::new();
    for clause in clauses {
        let Clause::Work { routines, places, .. } = clause else { continue };
        for &routine in routines {
            for span in &places.spans {
                let (these, is_one): (Vec<PositionId>, bool) = match span {
                    Span::One(place) => (vec![*place], true),
                    Span::Here => (vec![state.position], true),
                    Span::Back => (Vec::new(), true),
                    Span::Range(from, to) => (said::range(snapshot, *from, *to), false),
                    Span::All { but } => {
                        let is_meant =
                            |place: &PositionId| !but.contains(place) && snapshot.is_supported(routine, *place);
                        (said::work_positions(snapshot).filter(is_meant).collect(), false)
                    }
                };
                for place in these {
                    let before = seen.insert((routine, place), is_one);
                    if before.is_some_and(|was_one| sets_right || !was_one || !is_one) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// "Move A1 to B1", "carry the box from belt 1 to place 3": from here to there, not all between.
fn is_carried(clauses: &[Clause], items: &[Item]) -> bool {
    const CARRIES: &[&str] = &["bring", "carry", "transfer", "put", "take", "move", "shift"];
    // These carry where it is said from where, or what.
    const MAY_CARRY: &[&str] = &["pipette", "aspirate", "dispense", "get"];
    let is_range = |clause: &Clause| match clause {
        Clause::Go { places, .. } | Clause::Work { places, .. } => {
            places.spans.iter().any(|span| matches!(span, Span::Range(..)))
        }
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => false,
    };
    let says = |verbs: &[&str]| items.iter().any(|item| verbs.contains(&item.text.as_str()));
    clauses.iter().any(is_range)
        && items.iter().any(|item| item.is(Tag::To) && item.text == "to")
        && (says(CARRIES) || says(MAY_CARRY) && items.iter().any(|item| item.is(Tag::From) || !item.thing.is_empty()))
}

/// "Put a flask on the scale", where flasks are weighed: carried there, not weighed there.
fn is_put_down(clauses: &[Clause], items: &[Item], snapshot: &Snapshot) -> bool {
    let puts = |item: &Item| item.is_any(&[Tag::Put, Tag::Take, Tag::Drop]) && item.work.is_empty();
    let is_led = |at: usize| {
        let passed = |item: &&Item| item.is(Tag::Article) || item.text == "another" || item.number.is_some();
        let verb = items[..at].iter().rev().find(|item| !passed(item));
        let leads = next(items, at, &[Tag::Away, Tag::Back, Tag::Filler]);
        verb.is_some_and(puts) && leads.is_some_and(|item| item.is_any(&[Tag::At, Tag::To, Tag::From]))
    };
    let is_noun = |routine: RoutineId, item: &Item| {
        let name = canonical(snapshot.routine_name(routine));
        let is_of = item.work == [routine.0] || item.thing == [routine.0];
        let is_verb = |verb: &String| *verb == item.text || !is_of_what_is_there(verb);
        is_of && item.tool.is_none() && name.len() > 1 && name.first().is_some_and(|verb| !is_verb(verb))
    };
    clauses.iter().any(|clause| match clause {
        Clause::Work { routines, .. } => {
            routines.iter().any(|&routine| (0..items.len()).any(|at| is_noun(routine, &items[at]) && is_led(at)))
        }
        _ => false,
    })
}

/// Whether the first word of a routine's name says that it works on what is there already.
fn is_of_what_is_there(verb: &str) -> bool {
    LISTS.observing_names.iter().chain(LISTS.laying_nothing.iter()).any(|part| verb.contains(part))
}

/// "Trim the wicks with the wick gun at A": not the tool that trimming needs.
fn with_wrong_tool(clauses: &[Clause], items: &[Item], snapshot: &Snapshot) -> bool {
    let named = |at: usize| {
        let what = items[at + 1..].iter().find(|item| !item.is(Tag::Article))?;
        what.tool.one().filter(|_| what.work.is_empty() || what.text.contains(' '))
    };
    let takes = clauses.iter().any(|clause| matches!(clause, Clause::Take(_)));
    let needs = |clause: &Clause, tool| match clause {
        Clause::Work { routines, .. } => routines.iter().any(|&routine| snapshot.required_tool(routine) == Some(tool)),
        _ => false,
    };
    let is_work = clauses.iter().all(|clause| matches!(clause, Clause::Work { .. }));
    let tools = (0..items.len()).filter(|&at| items[at].is(Tag::With)).filter_map(named);
    !takes && is_work && tools.into_iter().any(|tool| !clauses.iter().any(|clause| needs(clause, tool)))
}
