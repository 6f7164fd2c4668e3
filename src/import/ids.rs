//! The ids by which an export's relationships name its nodes, as slots in a table; a slot may be named before it is filled.
//!
//! In go id texts, out go slot numbers and what is known of the node behind each. Ids end here: none reaches a draft.

use std::collections::HashMap;
use std::sync::Arc;

use super::Place;
use super::rows::Label;

/// What stands behind an id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum What {
    /// No node so far.
    #[default]
    Unseen,
    /// A node about which a fault has been said already: rules that need to know it hold back.
    Unsure,
    /// A node that the contract ignores.
    Ignored,
    /// The node in this row of its label.
    Node(Label, usize),
}

#[derive(Debug)]
struct Slot {
    id: Arc<str>,
    place: Place,
    what: What,
    links_lost: bool,
}

/// Every id that was met, by its text.
#[derive(Debug, Default)]
pub(super) struct Ids {
    by_text: HashMap<Arc<str>, usize>,
    slots: Vec<Slot>,
}

impl Ids {
    /// The slot of an id, a new one where it was not met before.
    pub(super) fn slot(&mut self, id: &str) -> usize {
        if let Some(&slot) = self.by_text.get(id) {
            return slot;
        }
        let id: Arc<str> = id.into();
        let slot = self.slots.len();
        self.by_text.insert(Arc::clone(&id), slot);
        self.slots.push(Slot { id, place: Place::Export, what: What::Unseen, links_lost: false });
        slot
    }

    /// Puts a node into its slot. Where one is there already, gives its place back, and nothing about the slot is sure any more.
    pub(super) fn fill(&mut self, slot: usize, place: &Place, what: What) -> Option<Place> {
        let slot = &mut self.slots[slot];
        if slot.what == What::Unseen {
            slot.what = what;
            slot.place = place.clone();
            return None;
        }
        slot.what = What::Unsure;
        (slot.place != Place::Export).then(|| slot.place.clone())
    }

    /// There is a node in this slot, and no more is known of it.
    pub(super) fn blur(&mut self, slot: usize) {
        self.slots[slot].what = What::Unsure;
    }

    /// Relationships that leave this node may be missing.
    pub(super) fn lose_links(&mut self, slot: usize) {
        self.slots[slot].links_lost = true;
    }

    pub(super) fn what(&self, slot: usize) -> What {
        self.slots[slot].what
    }

    pub(super) fn id(&self, slot: usize) -> &str {
        &self.slots[slot].id
    }

    /// Whether all relationships that leave the node in this slot are known, as far as they were read.
    pub(super) fn is_whole(&self, slot: usize) -> bool {
        let slot = &self.slots[slot];
        !slot.links_lost && matches!(slot.what, What::Node(..))
    }
}
