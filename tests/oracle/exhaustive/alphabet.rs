//! The steps that are tried on a small cell, and what each does in each state. In: a cell. Out: its [`alphabet`] and its
//! [`Table`] of outcomes, from which a tier takes the steps it follows. Never here: a cell's own choice of steps; the
//! alphabet holds every behaviour that section 3 can tell apart.

use std::collections::BTreeMap;

use super::super::steps::Step;
use super::super::verify::{Fault, Outcome, State, check_step};
use super::super::{ATTACH, Cell, NONE, RELEASE};

/// A name that no cell of the enumeration has, and another.
const UNKNOWN: [&str; 2] = ["Nowhere", "Never"];

/// Every move, routine and unknown action: each target known and unknown, each position absent, known and unknown, each
/// tool field absent, right and wrong. Where a field is not looked at, one step carries it all the same.
pub fn alphabet(cell: &Cell) -> Vec<Step> {
    let known: Vec<&str> = cell.positions.keys().map(String::as_str).collect();
    let tool = cell.tools.keys().map(String::as_str).next();
    let mut steps: Vec<Step> = known.iter().map(|to| step("move", to, None, None)).collect();
    steps.push(step("move", UNKNOWN[0], None, None));
    steps.push(step("move", known[known.len() - 1], Some(UNKNOWN[1]), Some(UNKNOWN[0])));
    let places = |unknown| [None].into_iter().chain(known.iter().copied().map(Some)).chain([Some(unknown)]);
    // What names the wrong tool: another text in some cells, the empty hand's name in others.
    let wrong = if cell.moves.len().is_multiple_of(2) { NONE } else { UNKNOWN[1] };
    for routine in cell.routines.keys() {
        let is_system = [ATTACH, RELEASE].contains(&routine.as_str());
        // A plan can miss one position twice, or two of them.
        let (unknown, tools) =
            if is_system { (UNKNOWN[0], vec![None, tool, Some(wrong)]) } else { (UNKNOWN[1], vec![None]) };
        for place in places(unknown) {
            let named = tools.iter().enumerate().filter(|(index, tool)| *index == 0 || tool.is_some());
            steps.extend(named.map(|(_, tool)| step("routine", routine, place, *tool)));
        }
        if !is_system {
            steps.push(step("routine", routine, None, Some(wrong)));
        }
    }
    for absent in [ATTACH, RELEASE].into_iter().filter(|name| !cell.routines.contains_key(*name)) {
        steps.push(step("routine", absent, None, tool));
    }
    steps.push(step("routine", UNKNOWN[0], None, None));
    steps.push(step("routine", UNKNOWN[1], Some(UNKNOWN[1]), None));
    steps.push(step("wait", known[0], Some(known[0]), None));
    steps
}

fn step(action: &str, target: &str, position: Option<&str>, tool: Option<&str>) -> Step {
    let text = |name: Option<&str>| name.map(str::to_string);
    Step { action: action.to_string(), target: target.to_string(), position: text(position), tool: text(tool) }
}

/// What each letter does in each state.
#[derive(Debug)]
pub struct Table {
    pub states: Vec<State>,
    /// State, letter → state.
    pub next: Vec<Vec<usize>>,
    /// State, letter → rows of the table of faults, as letters from A on.
    faults: Vec<Vec<String>>,
}

impl Table {
    pub fn new(cell: &Cell, alphabet: &[Step]) -> Self {
        let states: Vec<State> =
            cell.all_states().into_iter().map(|(position, tool)| State { position, tool }).collect();
        let (mut next, mut faults) = (Vec::new(), Vec::new());
        for state in &states {
            let outcomes: Vec<Outcome<'_>> = alphabet.iter().map(|step| check_step(cell, state, step)).collect();
            let index = |outcome: &Outcome<'_>| states.iter().position(|there| *there == outcome.next);
            next.push(outcomes.iter().map(|outcome| index(outcome).unwrap_or(usize::MAX)).collect());
            faults.push(outcomes.iter().map(|outcome| outcome.faults.iter().map(row).collect()).collect());
        }
        Self { states, next, faults }
    }

    /// Every letter by itself.
    pub fn each(&self) -> Vec<Vec<Vec<usize>>> {
        self.grouped(|_, letter| letter)
    }

    /// Letters with the same rows of faults and the same next state together.
    pub fn by_faults_and_next(&self) -> Vec<Vec<Vec<usize>>> {
        self.grouped(|state, letter| (&self.faults[state][letter], self.next[state][letter]))
    }

    /// Letters without a fault together by next state; those with faults in three groups.
    pub fn by_next(&self) -> Vec<Vec<Vec<usize>>> {
        self.grouped(|state, letter| match self.faults[state][letter].as_str() {
            "" => (0, self.next[state][letter]),
            "A" => (1, 0),
            "E" => (2, 0),
            _ => (3, 0),
        })
    }

    /// Letters whose outcome is the same, word for word, in every state together.
    pub fn each_different(&self, cell: &Cell, alphabet: &[Step]) -> Vec<Vec<Vec<usize>>> {
        let column = |letter: usize| -> Vec<Outcome<'_>> {
            self.states.iter().map(|state| check_step(cell, state, &alphabet[letter])).collect()
        };
        let columns: Vec<String> = (0..alphabet.len()).map(|letter| format!("{:?}", column(letter))).collect();
        self.grouped(|_, letter| &columns[letter])
    }

    fn grouped<K: Ord>(&self, key: impl Fn(usize, usize) -> K) -> Vec<Vec<Vec<usize>>> {
        let groups_of = |state: usize| {
            let mut groups: BTreeMap<K, Vec<usize>> = BTreeMap::new();
            for letter in 0..self.next[state].len() {
                groups.entry(key(state, letter)).or_default().push(letter);
            }
            groups.into_values().collect()
        };
        (0..self.states.len()).map(groups_of).collect()
    }
}

fn row(fault: &Fault<'_>) -> char {
    match fault {
        Fault::MissingPosition { .. } => 'A',
        Fault::StandCollision { .. } => 'B',
        Fault::WorkPosition { .. } => 'C',
        Fault::IllegalEdge { .. } => 'D',
        Fault::UnknownRoutine { .. } => 'E',
        Fault::RobotElsewhere { .. } => 'F',
        Fault::Unsupported { .. } => 'G',
        Fault::ToolNeeded { .. } => 'H',
        Fault::AttachHandFull { .. } => 'I',
        Fault::AttachNoStand { .. } => 'J',
        Fault::AttachOtherTool { .. } => 'K',
        Fault::ReleaseHandEmpty => 'L',
        Fault::ReleaseNotItsStand { .. } => 'M',
        Fault::ReleaseOtherTool { .. } => 'N',
        Fault::UnknownAction { .. } => 'O',
    }
}
