//! The chart parser: the cheapest edge first, active and passive edges, jumps at a price.
//!
//! In: a lattice. Out: the readings of the whole sentence, the cheapest first. At most [`CHART_EDGES_MAX`] edges are looked at, and
//! of one category over the same tokens at most [`SAME_MAX`].

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use super::{
    grammar::{Category, Grammar, ROOT},
    lattice::Lattice,
    meaning::{Cell, Value},
};
use crate::{
    language::Clause,
    limits::{CHART_COST_MAX, CHART_EDGES_MAX},
};

/// Most meanings of one category over the same tokens.
const SAME_MAX: usize = 4;

#[derive(Clone)]
struct Edge {
    /// The rule and how many of its parts are there; `None` for a complete category.
    open: Option<(usize, usize)>,
    category: Category,
    start: usize,
    end: usize,
    cost: u32,
    /// Of the parts; of a complete category its own, alone.
    values: Vec<Value>,
    /// The entries of the grammar that it was made by.
    #[cfg(test)]
    entries: Vec<usize>,
}

/// What commands the sentence may be.
pub(super) fn parse(lattice: &Lattice, grammar: &Grammar, cell: &Cell<'_>) -> Vec<Vec<Clause>> {
    let mut chart = Chart::new(lattice, grammar, cell);
    chart.run();
    chart.found.sort_by_key(|found| found.cost);
    let commands = chart.found.into_iter().filter_map(|edge| match edge.values.into_iter().next() {
        Some(Value::Clauses(clauses)) => Some(clauses),
        _ => None,
    });
    commands.collect()
}

/// The entries of the grammar that the readings use.
#[cfg(test)]
pub(super) fn used(lattice: &Lattice, grammar: &Grammar, cell: &Cell<'_>) -> Vec<usize> {
    let mut chart = Chart::new(lattice, grammar, cell);
    chart.run();
    chart.found.into_iter().flat_map(|edge| edge.entries).collect()
}

/// What is open of an edge, its category, and where it begins and ends.
type Alike = (Option<(usize, usize)>, Category, usize, usize);

struct Chart<'a> {
    lattice: &'a Lattice,
    grammar: &'a Grammar,
    cell: &'a Cell<'a>,
    edges: Vec<Edge>,
    agenda: BinaryHeap<Reverse<(u32, usize)>>,
    /// Complete edges by where they begin, and by what.
    passive: HashMap<(usize, Category), Vec<usize>>,
    /// Open edges by where they end, and what they want.
    active: HashMap<(usize, Category), Vec<usize>>,
    /// Edges that differ in their values alone.
    same: HashMap<Alike, Vec<usize>>,
    found: Vec<Edge>,
}

impl<'a> Chart<'a> {
    fn new(lattice: &'a Lattice, grammar: &'a Grammar, cell: &'a Cell<'a>) -> Self {
        let mut chart = Self {
            lattice,
            grammar,
            cell,
            edges: Vec::new(),
            agenda: BinaryHeap::new(),
            passive: HashMap::new(),
            active: HashMap::new(),
            same: HashMap::new(),
            found: Vec::new(),
        };
        for mention in &lattice.mentions {
            chart.push(Edge {
                open: None,
                category: mention.category,
                start: mention.start,
                end: mention.end,
                cost: mention.cost,
                values: vec![mention.value.clone()],
                #[cfg(test)]
                entries: Vec::new(),
            });
        }
        chart
    }

    fn push(&mut self, edge: Edge) {
        if edge.cost <= CHART_COST_MAX && self.edges.len() < CHART_EDGES_MAX {
            self.agenda.push(Reverse((edge.cost, self.edges.len())));
            self.edges.push(edge);
        }
    }

    fn run(&mut self) {
        while let Some(Reverse((_, at))) = self.agenda.pop() {
            let edge = self.edges[at].clone();
            let same = self.same.entry((edge.open, edge.category, edge.start, edge.end)).or_default();
            if same.len() == SAME_MAX || same.iter().any(|&other| self.edges[other].values == edge.values) {
                continue;
            }
            same.push(at);
            match edge.open {
                None => self.complete(at, &edge),
                Some((rule, there)) => self.open(at, &edge, self.grammar.rules[rule].from[there]),
            }
        }
    }

    fn complete(&mut self, at: usize, edge: &Edge) {
        self.passive.entry((edge.start, edge.category)).or_default().push(at);
        if Some(edge.category) == self.grammar.named(ROOT) {
            self.whole(edge);
        }
        let none = Edge { values: Vec::new(), cost: 0, end: edge.start, ..edge.clone() };
        #[cfg(test)]
        let none = Edge { entries: Vec::new(), ..none };
        for &rule in self.grammar.openers.get(&edge.category).map_or(&[][..], Vec::as_slice) {
            self.advance(&none, (rule, 0), edge);
        }
        for other in self.active.get(&(edge.start, edge.category)).cloned().unwrap_or_default() {
            let other = self.edges[other].clone();
            if let Some(open) = other.open {
                self.advance(&other, open, edge);
            }
        }
    }

    fn open(&mut self, at: usize, edge: &Edge, wants: Category) {
        self.active.entry((edge.end, wants)).or_default().push(at);
        for other in self.passive.get(&(edge.end, wants)).cloned().unwrap_or_default() {
            let other = self.edges[other].clone();
            if let Some(open) = edge.open {
                self.advance(edge, open, &other);
            }
        }
        if let Some(Some(jump)) = self.lattice.jumps.get(edge.end) {
            self.push(Edge { end: edge.end + 1, cost: edge.cost + jump, ..edge.clone() });
        }
    }

    /// The next part of a rule is there.
    fn advance(&mut self, edge: &Edge, (rule, there): (usize, usize), part: &Edge) {
        let it = &self.grammar.rules[rule];
        let mut values = edge.values.clone();
        values.extend(part.values.iter().cloned());
        let mut next = Edge {
            open: Some((rule, there + 1)),
            category: it.makes,
            start: edge.start,
            end: part.end,
            cost: edge.cost + part.cost,
            values,
            #[cfg(test)]
            entries: edge.entries.iter().chain(&part.entries).copied().collect(),
        };
        if there + 1 == it.from.len() {
            let Some(value) = it.by.apply(&next.values, self.cell) else { return };
            next.open = None;
            next.cost += it.costs;
            next.values = vec![value];
            #[cfg(test)]
            next.entries.push(it.entry);
        }
        self.push(next);
    }

    /// A command, if what stands before and after it may be jumped over.
    fn whole(&mut self, edge: &Edge) {
        let outside = (0..edge.start).chain(edge.end..self.lattice.jumps.len());
        let Some(outside) = outside.map(|at| self.lattice.jumps[at]).sum::<Option<u32>>() else { return };
        let cost = edge.cost + outside;
        if cost <= CHART_COST_MAX {
            self.found.push(Edge { cost, ..edge.clone() });
        }
    }
}
