//! Relationships as edges: both ends found, each edge once.
//!
//! In go the links of the whole export and its nodes in order; out go sorted edges between ranks, and the faults of single
//! edges with the names at their ends. What several relationships must add up to is the business of `stands`.

use super::ids::What;
use super::links::{AVAILABLE, Kind, LOCATED, Link, MOVE, SUPPORT};
use super::names::{Bare, Escaped};
use super::order::Order;
use super::{Importer, Place};
use crate::cell::Metadata;

/// A relationship between two nodes, by their ranks.
#[derive(Debug)]
pub(super) struct Edge<P> {
    pub(super) place: Place,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Absent where a fault has been said.
    pub(super) properties: Option<P>,
}

/// The relationships of a graph by type, each list in the order of (from, to), each pair once.
#[derive(Debug)]
pub(super) struct Edges {
    pub(super) moves: Vec<Edge<Option<f64>>>,
    pub(super) supports: Vec<Edge<Metadata>>,
    pub(super) located: Vec<Edge<()>>,
    pub(super) available: Vec<Edge<()>>,
}

impl Importer {
    /// Finds the nodes at both ends of every relationship, and keeps each edge once.
    pub(super) fn resolve(&mut self, order: &Order) -> Edges {
        let links = std::mem::take(&mut self.links);
        for (word, link) in &links.ignored {
            self.check_known(word, link);
        }
        Edges {
            moves: self.edges(MOVE, links.moves, order),
            supports: self.edges(SUPPORT, links.supports, order),
            located: self.edges(LOCATED, links.located, order),
            available: self.edges(AVAILABLE, links.available, order),
        }
    }

    /// How messages call an edge.
    pub(super) fn edge_noun<P>(&self, kind: Kind, edge: &Edge<P>, order: &Order) -> String {
        let from = self.noun(kind.from, order.row(kind.from, edge.from));
        let to = self.noun(kind.to, order.row(kind.to, edge.to));
        format!("{} from {from} to {to}", kind.word)
    }

    fn edges<P: PartialEq>(&mut self, kind: Kind, links: Vec<Link<P>>, order: &Order) -> Vec<Edge<P>> {
        let mut edges = Vec::with_capacity(links.len());
        edges.extend(links.into_iter().filter_map(|link| self.edge(kind, link, order)));
        edges.sort_by(|a, b| (a.from, a.to, &a.place).cmp(&(b.from, b.to, &b.place)));
        edges.dedup_by(|twin, first| {
            let is_twin = (twin.from, twin.to) == (first.from, first.to);
            if is_twin {
                self.judge_twin(kind, first, twin, order);
            }
            is_twin
        });
        edges
    }

    fn edge<P>(&mut self, kind: Kind, link: Link<P>, order: &Order) -> Option<Edge<P>> {
        if let Err(broken) = &link.properties {
            let who = self.link_noun(kind.word, &link);
            for (code, problem) in broken {
                self.notes.fault(code, &link.place, format!("{who}: {problem}"));
            }
        }
        let ends = (self.ids.what(link.from), self.ids.what(link.to));
        if let (What::Node(from_label, from), What::Node(to_label, to)) = ends
            && (from_label, to_label) == (kind.from, kind.to)
        {
            let (from, to) = (order.rank(kind.from, from), order.rank(kind.to, to));
            return Some(Edge { place: link.place, from, to, properties: link.properties.ok() });
        }
        self.ids.lose_links(link.from);
        self.check_known(kind.word, &link);
        self.check_labels(kind, &link);
        None
    }

    /// Both ends must be in the export, whatever the type.
    fn check_known<P>(&mut self, word: &str, link: &Link<P>) {
        let ends = [("start", link.from), ("end", link.to)];
        let one_node = usize::from(link.from == link.to);
        for (end, slot) in ends.into_iter().skip(one_node) {
            if self.ids.what(slot) == What::Unseen && !self.lost.all_nodes {
                let (who, id) = (self.link_noun(word, link), Escaped(self.ids.id(slot)));
                let message =
                    format!("{who}: its {end}, the node with id {id}, is not in the export; export the whole graph");
                self.notes.fault("end-dangling", &link.place, message);
            }
        }
    }

    /// Both ends must have the labels of the type.
    fn check_labels<P>(&mut self, kind: Kind, link: &Link<P>) {
        for (verb, label, slot) in [("leave", kind.from, link.from), ("reach", kind.to, link.to)] {
            let found = match self.ids.what(slot) {
                What::Node(found, row) if found != label => self.noun(found, row),
                What::Ignored => format!("node with id {}", Escaped(self.ids.id(slot))),
                _ => continue,
            };
            let who = self.link_noun(kind.word, link);
            let message = format!("{who}: must {verb} a {}, not the {found}", label.word());
            self.notes.fault("end-wrong-label", &link.place, message);
        }
    }

    /// One edge twice: alike it is kept once, otherwise nobody knows which was meant.
    fn judge_twin<P: PartialEq>(&mut self, kind: Kind, first: &Edge<P>, twin: &Edge<P>, order: &Order) {
        let (Some(one), Some(other)) = (&first.properties, &twin.properties) else { return };
        let who = self.edge_noun(kind, first, order);
        if one == other {
            let text = format!("{who}: is there twice, alike (first at {}); kept once", first.place);
            self.notes.warn("edge-twice", &twin.place, text);
        } else {
            let message =
                format!("{who}: is there twice with different properties (first at {}); keep one", first.place);
            self.notes.fault("edge-conflict", &twin.place, message);
        }
    }

    fn link_noun<P>(&self, word: &str, link: &Link<P>) -> String {
        let end = |slot| match self.ids.what(slot) {
            What::Node(label, row) => self.noun(label, row),
            _ => format!("id {}", Escaped(self.ids.id(slot))),
        };
        format!("{} from {} to {}", Bare(word), end(link.from), end(link.to))
    }
}
