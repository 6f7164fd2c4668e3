//! The draft of an accepted graph, and the warnings that need all of it.
//!
//! In go nodes in order and sorted edges without a fault; out go a canonical [`Draft`] and a [`Report`]. Nothing is
//! refused any more.

use std::collections::BTreeMap;

use super::edges::{Edge, Edges};
use super::links::{AVAILABLE, LOCATED, MOVE, SUPPORT};
use super::names::is_answer;
use super::order::Order;
use super::rows::{Label, Node, Required};
use super::{Import, Importer, Place, Report};
use crate::cell::{
    Draft, Metadata, Move, Position, PositionId, Role, Routine, RoutineId, StandId, Support, Tool, ToolId, ToolStand,
};
use crate::limits::NONE_ID;

impl Importer {
    /// The draft and the report. Only for a graph without faults.
    pub(super) fn into_import(mut self, order: &Order, mut edges: Edges) -> Import {
        self.drop_loops(order, &mut edges.moves);
        self.warn_one_way(order, &edges.moves);
        self.warn_spare_stands(order, &edges);
        self.warn_two_labels(order);
        self.warn_answers();
        self.warn_no_home();
        let draft = self.draft(order, edges);
        let report = Report {
            nodes: node_counts(&draft),
            relationships: relationship_counts(&draft),
            ignored_labels: self.ignored_labels,
            ignored_types: self.ignored_types,
            warnings: self.notes.into_warnings(),
        };
        Import { draft, report }
    }

    fn drop_loops(&mut self, order: &Order, moves: &mut Vec<Edge<Option<f64>>>) {
        moves.retain(|edge| {
            let is_loop = edge.from == edge.to;
            if is_loop {
                let who = self.noun(Label::Position, order.row(Label::Position, edge.from));
                self.notes.warn("move-to-itself", &edge.place, format!("{who}: has a move to itself; dropped"));
            }
            !is_loop
        });
    }

    fn warn_one_way(&mut self, order: &Order, moves: &[Edge<Option<f64>>]) {
        let starts = starts(moves, order.rows(Label::Position).len());
        for edge in moves {
            let back = &moves[starts[edge.to]..starts[edge.to + 1]];
            if back.binary_search_by_key(&edge.from, |edge| edge.to).is_err() {
                let text = format!("{}: has no move back; one-way as written", self.edge_noun(MOVE, edge, order));
                self.notes.warn("move-one-way", &edge.place, text);
            }
        }
    }

    fn warn_spare_stands(&mut self, order: &Order, edges: &Edges) {
        let mut is_spare = vec![true; order.rows(Label::Stand).len()];
        edges.available.iter().for_each(|edge| is_spare[edge.to] = false);
        for (&row, _) in order.rows(Label::Stand).iter().zip(is_spare).filter(|(_, is_spare)| *is_spare) {
            let text = format!("{}: no tool is kept on it; no rule looks at it", self.noun(Label::Stand, row));
            self.notes.warn("stand-without-tool", &self.nodes[Label::Stand as usize][row].place, text);
        }
    }

    fn warn_two_labels(&mut self, order: &Order) {
        for (at, &label) in Label::ALL.iter().enumerate() {
            for row in 0..self.nodes[label as usize].len() {
                let name = self.nodes[label as usize][row].name.as_deref().unwrap_or_default();
                for &other in &Label::ALL[..at] {
                    let nodes = &self.nodes[other as usize];
                    let Some(twin) = order.find(other, nodes, name) else { continue };
                    let twin = order.row(other, twin);
                    let (who, also) = (self.noun(label, row), other.noun());
                    let text = format!("{who}: a {also} has the same name ({})", nodes[twin].place);
                    self.notes.warn("name-two-labels", &self.nodes[label as usize][row].place, text);
                }
            }
        }
    }

    fn warn_answers(&mut self) {
        for label in [Label::Position, Label::Tool, Label::Routine] {
            for row in 0..self.nodes[label as usize].len() {
                let node = &self.nodes[label as usize][row];
                let name = node.name.as_deref().unwrap_or_default();
                if is_answer(name) {
                    let text = format!(
                        "{}: whoever says that name alone gives an answer or a stop, and names nothing; give it another name",
                        self.noun(label, row)
                    );
                    self.notes.warn("name-is-answer", &node.place, text);
                }
            }
        }
    }

    fn warn_no_home(&mut self) {
        if !self.nodes[Label::Position as usize].iter().any(|node| node.role == Some(Role::Home)) {
            let text = "no position has the role home; the check will refuse it unless allowed";
            self.notes.warn("no-home", &Place::Export, text.into());
        }
    }

    fn draft(&mut self, order: &Order, edges: Edges) -> Draft {
        let routines = self.in_order(Label::Routine, order);
        let routines =
            routines.into_iter().map(|node| routine(node, order, &self.nodes[Label::Tool as usize])).collect();
        let positions = self.in_order(Label::Position, order).into_iter().map(position).collect();
        let mut stands: Vec<ToolStand> = self.in_order(Label::Stand, order).into_iter().map(stand).collect();
        for edge in &edges.located {
            stands[edge.from].positions.push(PositionId(id(edge.to)));
        }
        // The edges are in the order of tools, and each tool has one.
        let tools = self.in_order(Label::Tool, order).into_iter().zip(&edges.available);
        let tools = tools.map(|(node, edge)| tool(node, edge.to)).collect();
        Draft {
            positions,
            tools,
            stands,
            routines,
            moves: edges.moves.into_iter().map(allowed_move).collect(),
            supports: edges.supports.into_iter().map(support).collect(),
        }
    }

    fn in_order(&mut self, label: Label, order: &Order) -> Vec<Node> {
        let nodes = &mut self.nodes[label as usize];
        order.rows(label).iter().map(|&row| std::mem::take(&mut nodes[row])).collect()
    }
}

// A graph without faults has every name, role and property that is taken here; the fallbacks stand for nothing.

fn position(node: Node) -> Position {
    Position { name: node.name.unwrap_or_default(), role: node.role.unwrap_or(Role::Work), description: node.text }
}

fn tool(node: Node, stand: usize) -> Tool {
    let stand = StandId(id(stand));
    Tool { name: node.name.unwrap_or_default(), kind: node.kind, description: node.text, stand }
}

fn stand(node: Node) -> ToolStand {
    ToolStand { name: node.name.unwrap_or_default(), pose: node.text, positions: Vec::new() }
}

fn routine(node: Node, order: &Order, tools: &[Node]) -> Routine {
    let required_tool = match &node.required {
        Required::Tool(name) => order.find(Label::Tool, tools, name).map(|rank| ToolId(id(rank))),
        Required::None | Required::Faulty => None,
    };
    Routine { name: node.name.unwrap_or_default(), description: node.text, required_tool }
}

fn allowed_move(edge: Edge<Option<f64>>) -> Move {
    Move { from: PositionId(id(edge.from)), to: PositionId(id(edge.to)), cost_s: edge.properties.flatten() }
}

fn support(edge: Edge<Metadata>) -> Support {
    let metadata = edge.properties.unwrap_or_default();
    Support { routine: RoutineId(id(edge.from)), position: PositionId(id(edge.to)), metadata }
}

/// A rank as an id: the bounds keep ranks far inside `u32`.
fn id(rank: usize) -> u32 {
    u32::try_from(rank).unwrap_or(NONE_ID)
}

/// Where the edges of each start begin in a sorted list, and where the last ones end.
fn starts<P>(edges: &[Edge<P>], count: usize) -> Vec<usize> {
    let mut starts = vec![0; count + 1];
    for edge in edges {
        starts[edge.from + 1] += 1;
    }
    for at in 0..count {
        starts[at + 1] += starts[at];
    }
    starts
}

fn node_counts(draft: &Draft) -> BTreeMap<&'static str, u64> {
    let counts = [draft.positions.len(), draft.tools.len(), draft.stands.len(), draft.routines.len()];
    Label::ALL.iter().map(|label| label.word()).zip(counts.map(|count| count as u64)).collect()
}

fn relationship_counts(draft: &Draft) -> BTreeMap<&'static str, u64> {
    let located = draft.stands.iter().map(|stand| stand.positions.len()).sum();
    let counts = [draft.moves.len(), draft.supports.len(), located, draft.tools.len()];
    [MOVE, SUPPORT, LOCATED, AVAILABLE].iter().map(|kind| kind.word).zip(counts.map(|count| count as u64)).collect()
}
