//! The chart parser: the cheapest edge first, active and passive edges, jumps at a price.
//!
//! In: a lattice. Out: the readings of the whole sentence, the cheapest first. At most [`CHART_EDGES_MAX`] edges are looked at, and
//! of one category over the same tokens at most [`SAME_MAX`]. An edge that waits for what cannot come is not made.

use std::collections::HashMap;

use rapidhash::fast::GlobalState;

use super::{
    grammar::{Category, Grammar, ROOT},
    lattice::Lattice,
    margin::is_near,
    meaning::{Cell, Value},
};
use crate::{
    language::Clause,
    limits::{CHART_COST_MAX, CHART_EDGES_MAX},
};

/// Most meanings of one category over the same tokens.
const SAME_MAX: usize = 8;

/// How many edges most sentences make of each mention.
const EDGES_OF_MENTION: usize = 8;

/// How an edge came to be.
#[derive(Clone, Copy)]
enum Made {
    /// A mention of the lattice.
    Given,
    /// A rule's first parts: the edge before, if any, and the part that was added to it.
    By {
        #[cfg_attr(not(test), expect(dead_code, reason = "a test counts which rules are used"))]
        rule: usize,
        before: Option<usize>,
        part: usize,
    },
    /// The edge before, one token on.
    Jumped { before: usize },
}

#[derive(Clone, Copy)]
struct Edge {
    made: Made,
    /// The rule and how many of its parts are there; `None` for a complete category.
    open: Option<(usize, usize)>,
    category: Category,
    start: usize,
    end: usize,
    cost: u32,
    /// Words that were passed over and are not known to say nothing.
    missed: u32,
    /// Of a complete category.
    value: usize,
}

/// One thing that a sentence may say.
pub(in crate::language) struct Parse {
    pub(in crate::language) clauses: Vec<Clause>,
    pub(in crate::language) cost: u32,
    /// Words that were passed over and are not known to say nothing.
    pub(in crate::language) missed: u32,
}

/// What commands a sentence may be.
pub(super) struct Parses {
    /// The cheapest first.
    pub(super) parses: Vec<Parse>,
    /// The parser had no room for all that it found: another reading may be missing.
    pub(super) is_cut: bool,
}

/// What of a category a sentence may be.
pub(super) struct Parts {
    /// The cheapest first.
    pub(super) parts: Vec<Part>,
    /// See [`Parses::is_cut`].
    pub(super) is_cut: bool,
}

/// One thing that a part of a sentence may say.
pub(super) struct Part {
    pub(super) value: Value,
    pub(super) cost: u32,
    pub(super) missed: u32,
}

/// What of a category the whole sentence may be, the cheapest first.
pub(super) fn parts(root: &str, lattice: &Lattice, grammar: &Grammar, cell: &Cell<'_>) -> Parts {
    let mut chart = Chart::new(root, lattice, grammar, cell);
    chart.run();
    let mut found = std::mem::take(&mut chart.found);
    found.sort_by_key(|found| found.cost);
    let part = |edge: Edge| Part { value: chart.values[edge.value].clone(), cost: edge.cost, missed: edge.missed };
    Parts { parts: found.into_iter().map(part).collect(), is_cut: chart.is_cut }
}

/// What commands the sentence may be, the cheapest first.
pub(super) fn parse(lattice: &Lattice, grammar: &Grammar, cell: &Cell<'_>) -> Parses {
    let command = |Part { value, cost, missed }: Part| match value {
        Value::Clauses(clauses) => Some(Parse { clauses, cost, missed }),
        // "The camera back", where another tool is held: something else is meant.
        Value::Given(given, clauses) if cell.is(given) => Some(Parse { clauses, cost, missed }),
        _ => None,
    };
    let Parts { parts, is_cut } = parts(ROOT, lattice, grammar, cell);
    Parses { parses: parts.into_iter().filter_map(command).collect(), is_cut }
}

/// The entries of the grammar that the readings use.
#[cfg(test)]
pub(super) fn used(lattice: &Lattice, grammar: &Grammar, cell: &Cell<'_>) -> Vec<usize> {
    let mut chart = Chart::new(ROOT, lattice, grammar, cell);
    chart.run();
    let mut waiting: Vec<Made> = chart.found.iter().map(|edge| edge.made).collect();
    let mut entries = Vec::new();
    while let Some(made) = waiting.pop() {
        match made {
            Made::Given => {}
            Made::Jumped { before } => waiting.push(chart.edges[before].made),
            Made::By { rule, before, part } => {
                entries.push(grammar.rules[rule].entry);
                waiting.push(chart.edges[part].made);
                waiting.extend(before.map(|before| chart.edges[before].made));
            }
        }
    }
    entries
}

/// Of a complete edge what it is looked for by: edges are large, and most of those that are passed over are not meant.
#[derive(Clone, Copy)]
struct Complete {
    category: Category,
    end: usize,
    edge: usize,
}

/// The same of an open edge.
#[derive(Clone, Copy)]
struct Open {
    wants: Category,
    /// The rule and how many of its parts are there.
    rule: (usize, usize),
    start: usize,
    edge: usize,
}

/// A rule, and how many of its parts are there.
type Rule = (usize, usize);

struct Chart<'a> {
    /// What the whole sentence is to be.
    root: Option<Category>,
    lattice: &'a Lattice,
    grammar: &'a Grammar,
    cell: &'a Cell<'a>,
    edges: Vec<Edge>,
    values: Vec<Value>,
    /// Edges that wait to be looked at, by what they cost.
    agenda: Vec<Vec<usize>>,
    /// Complete edges by where they begin.
    passive: Vec<Vec<Complete>>,
    /// Open edges by where they end.
    active: Vec<Vec<Open>>,
    /// How many open edges of a rule with so many parts there have the same start and end, and what the first of them costs.
    alike: HashMap<(Rule, usize, usize), (usize, u32), GlobalState>,
    /// What may begin at each token, or behind those that may be jumped over from there: a bit for each category.
    may_begin: Vec<u128>,
    found: Vec<Edge>,
    /// See [`Parses::is_cut`].
    is_cut: bool,
}

impl<'a> Chart<'a> {
    fn new(root: &str, lattice: &'a Lattice, grammar: &'a Grammar, cell: &'a Cell<'a>) -> Self {
        let ends = lattice.jumps.len() + 1;
        let mut may_begin = vec![0; ends];
        for mention in &lattice.mentions {
            may_begin[mention.start] |= grammar.begun_by[mention.category];
        }
        for at in (0..lattice.jumps.len()).rev() {
            if lattice.jumps[at].is_some() {
                may_begin[at] |= may_begin[at + 1];
            }
        }
        let mut chart = Self {
            root: grammar.named(root),
            lattice,
            grammar,
            cell,
            edges: Vec::with_capacity(EDGES_OF_MENTION * lattice.mentions.len()),
            values: Vec::new(),
            agenda: vec![Vec::new(); CHART_COST_MAX as usize + 1],
            passive: vec![Vec::new(); ends],
            active: vec![Vec::new(); ends],
            alike: HashMap::default(),
            may_begin,
            found: Vec::new(),
            is_cut: false,
        };
        for mention in &lattice.mentions {
            chart.values.push(mention.value.clone());
            chart.push(Edge {
                made: Made::Given,
                open: None,
                category: mention.category,
                start: mention.start,
                end: mention.end,
                cost: mention.cost,
                missed: 0,
                value: chart.values.len() - 1,
            });
        }
        chart
    }

    fn push(&mut self, edge: Edge) {
        if edge.cost > CHART_COST_MAX {
            return;
        }
        if self.edges.len() == CHART_EDGES_MAX {
            self.is_cut = true;
            return;
        }
        self.agenda[edge.cost as usize].push(self.edges.len());
        self.edges.push(edge);
    }

    fn run(&mut self) {
        let mut cost = 0;
        while cost < self.agenda.len() {
            // What an edge makes costs as much or more.
            let waiting = std::mem::take(&mut self.agenda[cost]);
            if waiting.is_empty() {
                cost += 1;
            }
            for at in waiting {
                match self.edges[at].open {
                    None => self.complete(at),
                    Some((rule, there)) => self.open(at, self.grammar.rules[rule].from[there]),
                }
            }
        }
    }

    fn complete(&mut self, at: usize) {
        let edge = self.edges[at];
        let is_same = |other: &&Complete| other.category == edge.category && other.end == edge.end;
        let mut same = self.passive[edge.start].iter().filter(is_same);
        let value = &self.values[edge.value];
        if same.clone().any(|other| self.values[self.edges[other.edge].value] == *value) {
            return;
        }
        if let Some(first) = same.next()
            && same.count() + 1 == SAME_MAX
        {
            // What is far dearer than the first of them is no other reading.
            self.is_cut |= is_near(self.edges[first.edge].cost, edge.cost, edge.missed);
            return;
        }
        self.passive[edge.start].push(Complete { category: edge.category, end: edge.end, edge: at });
        if Some(edge.category) == self.root {
            self.whole(&edge);
        }
        for &rule in &self.grammar.openers[edge.category] {
            self.advance(None, edge.start, (rule, 0), at);
        }
        for place in 0..self.active[edge.start].len() {
            let open = self.active[edge.start][place];
            if open.wants == edge.category {
                self.advance(Some(open.edge), open.start, open.rule, at);
            }
        }
    }

    fn open(&mut self, at: usize, wants: Category) {
        let edge = self.edges[at];
        let Some(rule) = edge.open else { return };
        let (alike, first) = self.alike.entry((rule, edge.start, edge.end)).or_insert((0, edge.cost));
        if *alike == SAME_MAX {
            self.is_cut |= is_near(*first, edge.cost, edge.missed);
            return;
        }
        *alike += 1;
        self.active[edge.end].push(Open { wants, rule, start: edge.start, edge: at });
        for place in 0..self.passive[edge.end].len() {
            let other = self.passive[edge.end][place];
            if other.category == wants {
                self.advance(Some(at), edge.start, rule, other.edge);
            }
        }
        if let Some(Some(jump)) = self.lattice.jumps.get(edge.end)
            && self.may_begin[edge.end + 1] >> wants & 1 == 1
        {
            let missed = edge.missed + u32::from(jump.is_missed);
            let made = Made::Jumped { before: at };
            self.push(Edge { made, end: edge.end + 1, cost: edge.cost + jump.cost, missed, ..edge });
        }
    }

    /// The next part of a rule is there.
    fn advance(&mut self, before: Option<usize>, start: usize, (rule, there): (usize, usize), part: usize) {
        let (it, last) = (&self.grammar.rules[rule], self.edges[part]);
        let (cost, missed) = before.map_or((0, 0), |at| (self.edges[at].cost, self.edges[at].missed));
        let made = Made::By { rule, before, part };
        let mut next = Edge {
            made,
            open: Some((rule, there + 1)),
            category: it.makes,
            start,
            end: last.end,
            cost: cost + last.cost,
            missed: missed + last.missed,
            value: 0,
        };
        if let Some(&wants) = it.from.get(there + 1) {
            if self.may_begin[next.end] >> wants & 1 == 1 {
                self.push(next);
            }
            return;
        }
        next.cost += it.costs;
        if next.cost > CHART_COST_MAX {
            return;
        }
        if self.edges.len() == CHART_EDGES_MAX {
            self.is_cut = true;
            return;
        }
        let parts = self.parts(made);
        let parts: Vec<&Value> = parts.iter().rev().map(|&part| &self.values[self.edges[part].value]).collect();
        if let Some(value) = it.by.apply(&parts, self.cell) {
            (next.open, next.value) = (None, self.values.len());
            self.values.push(value);
            self.push(next);
        }
    }

    /// The parts that an edge was made of, the last one first.
    fn parts(&self, mut made: Made) -> Vec<usize> {
        let mut parts = Vec::new();
        loop {
            let before = match made {
                Made::Given => return parts,
                Made::Jumped { before } => Some(before),
                Made::By { before, part, .. } => {
                    parts.push(part);
                    before
                }
            };
            let Some(before) = before else { return parts };
            made = self.edges[before].made;
        }
    }

    /// A command, if what stands before and after it may be jumped over.
    fn whole(&mut self, edge: &Edge) {
        let outside = (0..edge.start).chain(edge.end..self.lattice.jumps.len());
        let (mut cost, mut missed) = (edge.cost + self.lattice.cost, edge.missed + self.lattice.missed);
        for at in outside {
            let Some(jump) = self.lattice.jumps[at] else { return };
            (cost, missed) = (cost + jump.cost, missed + u32::from(jump.is_missed));
        }
        if cost <= CHART_COST_MAX {
            self.found.push(Edge { cost, missed, ..*edge });
        }
    }
}
