//! The order of names, which makes a draft canonical.
//!
//! In go the rows of each label as they came, out goes for each row its rank in the byte order of names, and back. Rows
//! with faulty or equal names have ranks as well, so that the rules can go on; a draft is never made of those.

use super::rows::{Label, Node};

/// Rows by rank and ranks by row, for each label.
#[derive(Debug)]
pub(super) struct Order {
    rows: [Vec<usize>; 4],
    ranks: [Vec<usize>; 4],
}

impl Order {
    pub(super) fn of(nodes: &[Vec<Node>; 4]) -> Self {
        let rows = Label::ALL.map(|label| sorted(&nodes[label as usize]));
        let ranks = Label::ALL.map(|label| inverse(&rows[label as usize]));
        Self { rows, ranks }
    }

    /// The rows of a label in the order of their names; those of one name in the order of their places.
    pub(super) fn rows(&self, label: Label) -> &[usize] {
        &self.rows[label as usize]
    }

    pub(super) fn row(&self, label: Label, rank: usize) -> usize {
        self.rows[label as usize][rank]
    }

    pub(super) fn rank(&self, label: Label, row: usize) -> usize {
        self.ranks[label as usize][row]
    }

    /// The rank of a name among the nodes of a label.
    pub(super) fn find(&self, label: Label, nodes: &[Node], name: &str) -> Option<usize> {
        self.rows(label).binary_search_by(|&row| nodes[row].name.as_deref().cmp(&Some(name))).ok()
    }
}

fn sorted(nodes: &[Node]) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..nodes.len()).collect();
    rows.sort_by(|&a, &b| (&nodes[a].name, &nodes[a].place).cmp(&(&nodes[b].name, &nodes[b].place)));
    rows
}

fn inverse(rows: &[usize]) -> Vec<usize> {
    let mut ranks = vec![0; rows.len()];
    for (rank, &row) in rows.iter().enumerate() {
        ranks[row] = rank;
    }
    ranks
}
