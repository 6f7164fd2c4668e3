//! Right readings made wrong, in the ways in which readings go wrong.

use cellgraph::{
    cell::{PositionId, Role, RoutineId},
    language::rules::Recogniser,
    plan::Goal,
    snapshot::Snapshot,
};

use crate::set::{Line, Set};

/// What was done to a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    PlaceDropped,
    PlaceAdded,
    PlaceChanged,
    OrderSwapped,
    WrongRoutine,
    ToolAdded,
    ExclusionIgnored,
    NegationIgnored,
    CountOff,
    RangeForWay,
    PlaceForRange,
}

/// Numbers that look drawn by lot, the same for the same seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

fn place(goal: &Goal) -> Option<&str> {
    match goal {
        Goal::Move { position } | Goal::Routine { position, .. } => Some(position),
        _ => None,
    }
}

fn at(goal: &Goal, place: &str) -> Goal {
    match goal {
        Goal::Move { .. } => Goal::Move { position: place.to_owned() },
        Goal::Routine { routine, .. } => Goal::Routine { routine: routine.clone(), position: place.to_owned() },
        other => other.clone(),
    }
}

/// Places where a goal could be, that a reading does not have.
fn free_places(goal: &Goal, goals: &[Goal], snapshot: &Snapshot) -> Vec<String> {
    let all = (0..snapshot.position_count() as u32).map(PositionId);
    let fits = |&id: &PositionId| {
        let works = match goal {
            Goal::Routine { routine, .. } => snapshot.is_supported(snapshot.routine_id(routine).unwrap(), id),
            _ => snapshot.role(id) != Role::ToolMount,
        };
        works && !goals.iter().any(|goal| place(goal) == Some(snapshot.position_name(id)))
    };
    all.filter(fits).map(|id| snapshot.position_name(id).to_owned()).collect()
}

fn other_routines(routine: &str, at: &str, snapshot: &Snapshot) -> Vec<String> {
    let at = snapshot.position_id(at).unwrap();
    let system = [snapshot.attach_routine(), snapshot.release_routine()];
    let all = (0..snapshot.routine_count() as u32).map(RoutineId);
    let fits = |id: &RoutineId| {
        !system.contains(&Some(*id)) && snapshot.routine_name(*id) != routine && snapshot.is_supported(*id, at)
    };
    all.filter(fits).map(|id| snapshot.routine_name(id).to_owned()).collect()
}

/// Wrong readings of a line, each in one way; none that is the gold answer or an accepted one.
pub(crate) fn wrong(set: &Set, line: &Line, recogniser: &Recogniser, dice: &mut Dice) -> Vec<(Fault, Vec<Goal>)> {
    let mut out = Vec::new();
    if let Some(goals) = line.goals() {
        out.extend(of_goals(set, line, &goals, dice));
    }
    if line.is("negation") && !line.moves {
        out.extend(without_negation(set, line, recogniser).map(|goals| (Fault::NegationIgnored, goals)));
    }
    let right = line.right();
    out.retain(|(_, goals)| !goals.is_empty() && !right.contains(goals));
    out
}

fn of_goals(set: &Set, line: &Line, goals: &[Goal], dice: &mut Dice) -> Vec<(Fault, Vec<Goal>)> {
    let snapshot = &set.snapshot;
    let mut out = Vec::new();
    let mut changed = |fault, change: &mut dyn FnMut(&mut Vec<Goal>)| {
        let mut new = goals.to_vec();
        change(&mut new);
        out.push((fault, new));
    };
    let placed: Vec<usize> = (0..goals.len()).filter(|&at| place(&goals[at]).is_some()).collect();
    let pick = |dice: &mut Dice| placed[dice.below(placed.len())];
    if !placed.is_empty() {
        let which = pick(dice);
        let name = place(&goals[which]).unwrap();
        if goals.iter().any(|goal| place(goal) != Some(name)) {
            changed(Fault::PlaceDropped, &mut |new| new.retain(|goal| place(goal) != Some(name)));
        }
        let free = free_places(&goals[which], goals, snapshot);
        if !free.is_empty() {
            let more = free[dice.below(free.len())].clone();
            let to = dice.below(goals.len() + 1);
            changed(Fault::PlaceAdded, &mut |new| new.insert(to, at(&goals[which], &more)));
            changed(Fault::PlaceChanged, &mut |new| {
                new.iter_mut().filter(|goal| place(goal) == Some(name)).for_each(|goal| *goal = at(goal, &more))
            });
        }
        if let Goal::Routine { routine, position } = &goals[which] {
            let others = other_routines(routine, position, snapshot);
            if !others.is_empty() {
                let other = others[dice.below(others.len())].clone();
                changed(Fault::WrongRoutine, &mut |new| {
                    for goal in new.iter_mut() {
                        if let Goal::Routine { routine: said, .. } = goal
                            && said == routine
                        {
                            said.clone_from(&other);
                        }
                    }
                });
            }
        }
        let twice = goals.iter().filter(|goal| **goal == goals[which]).count() > 1;
        if !twice || line.is("count") {
            let again = goals[which].clone();
            changed(Fault::CountOff, &mut |new| new.insert(which, again.clone()));
        }
        if twice {
            changed(Fault::CountOff, &mut |new| drop(new.remove(which)));
        }
    }
    let differ: Vec<usize> = (1..goals.len()).filter(|&at| goals[at] != goals[at - 1]).collect();
    if !differ.is_empty() {
        let which = differ[dice.below(differ.len())];
        changed(Fault::OrderSwapped, &mut |new| new.swap(which - 1, which));
    }
    if !goals.iter().any(|goal| place(goal).is_none()) {
        let tool = snapshot.tool_name(cellgraph::cell::ToolId(dice.below(snapshot.tool_count()) as u32)).to_owned();
        let step = [Goal::AttachTool { tool }, Goal::ReleaseTool, Goal::ReleaseToolAndHome][dice.below(3)].clone();
        let to = if matches!(step, Goal::AttachTool { .. }) { 0 } else { goals.len() };
        changed(Fault::ToolAdded, &mut |new| new.insert(to, step.clone()));
    }
    // "From 2 to 5": only where it ends.
    let (first, last) = (goals.first().and_then(place), goals.last().and_then(place));
    if line.is("range") && goals.len() > 2 && first != last {
        changed(Fault::PlaceForRange, &mut |new| new.retain(|goal| place(goal) == last));
    }
    // "From 2 to 5", as a way: each that lies between.
    if let [Goal::Move { position }] = goals
        && line.text.split(' ').any(|word| matches!(word.to_lowercase().as_str(), "from" | "von"))
        && *position != line.state.position
    {
        let free = free_places(&goals[0], goals, snapshot);
        let between = free[dice.below(free.len())].clone();
        changed(Fault::RangeForWay, &mut |new| new.insert(0, at(&goals[0], &between)));
        changed(Fault::RangeForWay, &mut |new| new.insert(0, at(&goals[0], &line.state.position)));
    }
    if line.is("exclusion") && !placed.is_empty() {
        let which = placed[0];
        let said: Vec<String> = free_places(&goals[which], goals, snapshot);
        if said.len() <= 2 && !said.is_empty() {
            changed(Fault::ExclusionIgnored, &mut |new| new.extend(said.iter().map(|name| at(&goals[which], name))));
        }
    }
    out
}

/// What a sentence would say without the words that forbid.
fn without_negation(set: &Set, line: &Line, recogniser: &Recogniser) -> Option<Vec<Goal>> {
    let mut text = line.text.clone();
    const FORBID: [&str; 14] = [
        "don't ", "do not ", "Don't ", "Do not ", "never ", "Never ", " not", "n't", "no ", " nicht", " niemals",
        " keinen", " keine", " kein",
    ];
    for word in FORBID {
        text = text.replace(word, if word.starts_with(' ') { "" } else { " " });
    }
    if text == line.text {
        return None;
    }
    let state = set.state(line);
    let read = recogniser.read(&text, &set.snapshot, state);
    let said = if matches!(read.said, cellgraph::language::Said::Do(_)) { read.said } else { read.guess? };
    match said.intent(&set.snapshot, state) {
        Ok(Some(cellgraph::plan::Intent::Goals(goals))) => Some(goals),
        _ => None,
    }
}
