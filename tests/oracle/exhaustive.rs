//! All plans of up to 4 steps on all cells of up to 3 positions and 1 tool, from every start state, as far as they can
//! differ. In: which tiers, and which share of them. Out: every (cell, start, plan) with the oracle's [`Report`].
//!
//! The full product is beyond reach (some 47 million cells × 6 starts × 50⁴ plans), and nearly all of it repeats itself.
//! What is left out is left out for one of these reasons, each to be checked against section 3:
//!
//! 1. *Renaming.* The rules compare names for equality only. Cells that differ by a renaming of positions give the same
//!    results but for the names, so one of each such set is taken: the one with the smallest code (`cells`).
//! 2. *What a step reads.* A move reads the target's role, the stand, the edges from `pos`, and at which positions some
//!    routine with the tool is supported: never the rows of `tool_attach`, `tool_release` or a routine without a tool.
//!    A routine step reads its own row of SUPPORTED_AT, its required tool and the stand: never an edge, never another
//!    row. Several routines with the tool count for rule 3 as one that is supported wherever one of them is. So
//!    [`Tier::Singles`] goes over all roles × stands × edges × rows of the tool's routine, and over all roles × stands ×
//!    rows of both system routines × rows of one task routine (with the tool or without, or absent); what is not read
//!    is filled in from the cell's number, differently from cell to cell. (For a move, a routine that is not in the graph
//!    and one that is supported nowhere are the same.)
//! 3. *A plan is a fold.* A step's faults depend on the state before it and the step; a faulty step leaves the state as
//!    it was. The state is one of the start states. So single steps from every state, composed, are every plan; the
//!    longer tiers look for an implementation that is no fold (one that remembers, or composes wrongly), and for the one
//!    thing in which the contract itself looks back: the two lists that name a name once. They take one cell for each
//!    *skeleton*: the graph from state to state that valid steps make, up to renaming, which edges × positions that the
//!    tool may not come to × "attach works" × "release works" determine.
//! 4. *Equal outcomes.* Where two steps have the same faults (row by row, whatever the names) and lead to the same state,
//!    the steps behind them see no difference, so [`Tier::Triples`] follows one of them, and [`Tier::Walks`], which has
//!    one step more, one for each state led to and three with faults: into `missing_positions`, into `unknown_routines`,
//!    and any other. Which one is taken changes with the cell and the path, so that all get their turn. [`Tier::Full`]
//!    leaves nothing of that out, but for steps whose outcome is the same, word for word, in every state; it runs on the
//!    few cells where all that a cell can have is there.
//!
//! Never here: a fast verifier. A test brings it, and compares.

pub mod alphabet;
pub mod cells;

use super::Cell;
use super::steps::Step;
use super::verify::{Report, State, check_step};
use alphabet::{Table, alphabet};
use cells::Facts;

/// A part of the enumeration: its lengths of plans, on its cells, from every start state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// No step, and every single one, on every cell.
    Singles,
    /// Every two steps, on every skeleton.
    Pairs,
    /// Every three outcomes, on every skeleton.
    Triples,
    /// Every four moves of the state, with faults between, on every skeleton.
    Walks,
    /// Every four steps (three on the last two), on the full cells.
    Full,
}

pub const TIERS: [Tier; 5] = [Tier::Singles, Tier::Pairs, Tier::Triples, Tier::Walks, Tier::Full];

/// How many cells and how many cases there are in each tier: a test that has seen fewer has not seen all.
pub const SIZES: [(Tier, usize, u64); 5] = [
    (Tier::Singles, 27_403, 5_085_837),
    (Tier::Pairs, 600, 7_431_438),
    (Tier::Triples, 600, 10_912_211),
    (Tier::Walks, 600, 2_641_722),
    (Tier::Full, 7, 12_949_176),
];

/// One plan to verify.
#[derive(Debug)]
pub struct Case<'a> {
    pub cell: &'a Cell,
    /// Changes with the cell: a snapshot and the converted alphabet can be kept as long as it stays.
    pub cell_number: usize,
    pub position: &'a str,
    pub tool: &'a str,
    /// All steps that are tried on this cell, and which of them the plan is made of.
    pub alphabet: &'a [Step],
    pub letters: &'a [usize],
    pub steps: &'a [Step],
    /// What the contract says.
    pub report: &'a Report,
}

/// Every case of all tiers that falls to this share (0 ≤ `shard` < `shards`), without what the oracle says.
pub fn for_each(shard: usize, shards: usize, mut visit: impl FnMut(&Cell, &str, &str, &[Step])) {
    for_each_case(&TIERS, shard, shards, |case| visit(case.cell, case.position, case.tool, case.steps));
}

/// Every case of some tiers that falls to this share.
pub fn for_each_case(tiers: &[Tier], shard: usize, shards: usize, mut visit: impl FnMut(&Case<'_>)) {
    assert!(shard < shards, "share {shard} of {shards}");
    let mut number = 0;
    for tier in tiers {
        for (place, (facts, depth)) in cells_of(*tier).into_iter().enumerate() {
            number += 1;
            // The few full cells are shared out by first step, all others by cell.
            let (first, every) = if *tier == Tier::Full { (shard, shards) } else { (0, 1) };
            if *tier == Tier::Full || place % shards == shard {
                let mut walker = Walker::new(&facts, (number, place), *tier, depth, &mut visit);
                walker.walk(first, every);
            }
        }
    }
}

/// The cells of a tier, each with the longest plan on it.
pub fn cells_of(tier: Tier) -> Vec<(Facts, usize)> {
    let with = |depth: usize, cells: Vec<Facts>| cells.into_iter().map(move |facts| (facts, depth)).collect();
    match tier {
        Tier::Singles => with(1, cells::for_moves().into_iter().chain(cells::for_routines()).collect()),
        Tier::Pairs => with(2, cells::skeletons()),
        Tier::Triples => with(3, cells::skeletons()),
        Tier::Walks => with(4, cells::skeletons()),
        Tier::Full => cells::full(),
    }
}

struct Walker<'a, F> {
    cell: Cell,
    number: usize,
    /// The cell's place in its tier.
    place: usize,
    tier: Tier,
    depth: usize,
    alphabet: Vec<Step>,
    table: Table,
    /// For each state, the letters to follow: one of each group.
    groups: Vec<Vec<Vec<usize>>>,
    start: usize,
    letters: Vec<usize>,
    steps: Vec<Step>,
    report: Report,
    visit: &'a mut F,
}

impl<'a, F: FnMut(&Case<'_>)> Walker<'a, F> {
    fn new(facts: &Facts, (number, place): (usize, usize), tier: Tier, depth: usize, visit: &'a mut F) -> Self {
        let cell = facts.cell();
        let all = alphabet(&cell);
        let table = Table::new(&cell, &all);
        let groups = match tier {
            Tier::Singles | Tier::Pairs => table.each(),
            Tier::Triples => table.by_faults_and_next(),
            Tier::Walks => table.by_next(),
            Tier::Full => table.each_different(&cell, &all),
        };
        let (letters, steps, report) = (Vec::new(), Vec::new(), Report::default());
        Self { cell, number, place, tier, depth, alphabet: all, table, groups, start: 0, letters, steps, report, visit }
    }

    /// From every start state; the first step is every `every`th group from `first` on.
    fn walk(&mut self, first: usize, every: usize) {
        for start in 0..self.table.states.len() {
            self.start = start;
            if self.tier == Tier::Singles {
                self.report.feedback.push("Plan has no steps".to_string());
                self.show();
                self.report.feedback.clear();
            }
            for group in (first..self.groups[start].len()).step_by(every) {
                self.enter(start, group);
            }
        }
    }

    /// One step more, then all plans that begin so.
    fn enter(&mut self, state: usize, group: usize) {
        let choice = &self.groups[state][group];
        let turn = self.letters.iter().fold(self.place, |sum, letter| sum * 31 + letter + 1);
        let letter = choice[turn % choice.len()];
        let before = Lengths::of(&self.report);
        self.letters.push(letter);
        self.steps.push(self.alphabet[letter].clone());
        let outcome = check_step(&self.cell, &self.table.states[state], &self.alphabet[letter]);
        self.report.take(self.letters.len(), outcome);
        self.show();
        if self.letters.len() < self.depth {
            let next = self.table.next[state][letter];
            for group in 0..self.groups[next].len() {
                self.enter(next, group);
            }
        }
        before.restore(&mut self.report);
        self.steps.pop();
        self.letters.pop();
    }

    fn show(&mut self) {
        let State { position, tool } = &self.table.states[self.start];
        (self.visit)(&Case {
            cell: &self.cell,
            cell_number: self.number,
            position,
            tool,
            alphabet: &self.alphabet,
            letters: &self.letters,
            steps: &self.steps,
            report: &self.report,
        });
    }
}

/// How long the lists of a report were, so that plans with the same beginning share its report.
struct Lengths([usize; 7]);

impl Lengths {
    fn of(report: &Report) -> Self {
        Self([
            report.missing_positions.len(),
            report.illegal_edges.len(),
            report.unsupported_routines.len(),
            report.tool_conflicts.len(),
            report.position_conflicts.len(),
            report.unknown_routines.len(),
            report.feedback.len(),
        ])
    }

    fn restore(&self, report: &mut Report) {
        let [missing, edges, unsupported, tools, positions, routines, feedback] = self.0;
        report.missing_positions.truncate(missing);
        report.illegal_edges.truncate(edges);
        report.unsupported_routines.truncate(unsupported);
        report.tool_conflicts.truncate(tools);
        report.position_conflicts.truncate(positions);
        report.unknown_routines.truncate(routines);
        report.feedback.truncate(feedback);
    }
}
