//! Tools, stands and their positions: what the relationships of a tool must add up to.
//!
//! In go sorted edges, out go faults. A stand that no tool names is no tool stand in any rule here. Where a count is
//! too high, the fault is at the relationship that is one too many; where it is zero, at the node.

use super::Importer;
use super::edges::{Edge, Edges};
use super::links::{AVAILABLE, Kind, LOCATED};
use super::order::Order;
use super::rows::Label;
use crate::cell::Role;

type Group<'a> = Vec<&'a Edge<()>>;

impl Importer {
    /// Every tool on one stand of its own, every such stand at one `tool_mount` position of its own.
    pub(super) fn check_stands(&mut self, order: &Order, edges: &Edges) {
        let count = |label| order.rows(label).len();
        let by_tool = grouped(&edges.available, count(Label::Tool), |edge| edge.from);
        let by_holder = grouped(&edges.available, count(Label::Stand), |edge| edge.to);
        let located = || edges.located.iter().filter(|edge| !by_holder[edge.from].is_empty());
        let by_stand = grouped(located(), count(Label::Stand), |edge| edge.from);
        let by_position = grouped(located(), count(Label::Position), |edge| edge.to);

        for (tool, stands) in by_tool.iter().enumerate() {
            self.check_one_target(AVAILABLE, tool, stands, order);
        }
        for (stand, tools) in by_holder.iter().enumerate().filter(|(_, tools)| !tools.is_empty()) {
            self.check_shared(AVAILABLE, tools, order);
            self.check_one_target(LOCATED, stand, &by_stand[stand], order);
        }
        for stands in &by_position {
            self.check_shared(LOCATED, stands, order);
        }
        for edge in located() {
            self.check_mount(edge, order);
        }
    }

    /// A tool has one stand, a tool's stand has one position.
    fn check_one_target(&mut self, kind: Kind, source: usize, edges: &[&Edge<()>], order: &Order) {
        let (none, two, verb) = match kind.from {
            Label::Tool => ("tool-without-stand", "tool-two-stands", "kept on"),
            _ => ("stand-without-position", "stand-two-positions", "located at"),
        };
        let row = order.row(kind.from, source);
        let node = &self.nodes[kind.from as usize][row];
        let (who, what) = (self.noun(kind.from, row), kind.to.noun());
        let Some((first, more)) = edges.split_first() else {
            if self.ids.is_whole(node.slot) && !self.lost.all_links {
                let message = format!("{who}: is {verb} no {what}; give it one {} relationship", kind.word);
                self.notes.fault(none, &node.place, message);
            }
            return;
        };
        for edge in more {
            let (one, other) = (self.target(kind, first, order), self.target(kind, edge, order));
            let message =
                format!("{who}: is {verb} two of them, the {one} ({}) and the {other}; keep one", first.place);
            self.notes.fault(two, &edge.place, message);
        }
    }

    /// Two tools share no stand, and no position of their stands.
    fn check_shared(&mut self, kind: Kind, edges: &[&Edge<()>], order: &Order) {
        let (code, what) = match kind.from {
            Label::Tool => ("stand-shared", "tools are kept on it"),
            _ => ("position-shared", "stands of tools are located at it"),
        };
        let Some((first, more)) = edges.split_first() else { return };
        for edge in more {
            let source = |edge: &Edge<()>| self.noun(kind.from, order.row(kind.from, edge.from));
            let (one, other) = (source(first), source(edge));
            let who = self.target(kind, edge, order);
            let message = format!("{who}: two {what}, the {one} ({}) and the {other}; each needs its own", first.place);
            self.notes.fault(code, &edge.place, message);
        }
    }

    /// A tool's stand is at a position that says so.
    fn check_mount(&mut self, edge: &Edge<()>, order: &Order) {
        let position = &self.nodes[Label::Position as usize][order.row(Label::Position, edge.to)];
        let Some(role) = position.role.filter(|&role| role != Role::ToolMount) else { return };
        let stand = self.noun(Label::Stand, order.row(Label::Stand, edge.from));
        let (at, place, wanted) = (self.target(LOCATED, edge, order), &position.place, Role::ToolMount.word());
        let message =
            format!("{stand}: holds a tool, but the role of its {at} ({place}) is {}, not {wanted}", role.word());
        self.notes.fault("stand-not-at-mount", &edge.place, message);
    }

    fn target(&self, kind: Kind, edge: &Edge<()>, order: &Order) -> String {
        self.noun(kind.to, order.row(kind.to, edge.to))
    }
}

/// The edges by one of their ends, each group in the order of places.
fn grouped<'a>(
    edges: impl IntoIterator<Item = &'a Edge<()>>,
    count: usize,
    end: impl Fn(&Edge<()>) -> usize,
) -> Vec<Group<'a>> {
    let mut groups = vec![Group::new(); count];
    for edge in edges {
        groups[end(edge)].push(edge);
    }
    for group in &mut groups {
        group.sort_by(|a, b| a.place.cmp(&b.place));
    }
    groups
}
