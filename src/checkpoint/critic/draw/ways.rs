//! "From A to B": a way, or all the places from the one to the other.

use super::{Cue, Item, Pen};
use crate::cell::PositionId;

impl Pen<'_> {
    /// Whether a place is where a way begins, and so no place to do anything at.
    ///
    /// A place that ends a way whose origin was said before the verb lets go of that origin.
    pub(super) fn goes_way(&mut self, item: &Item) -> bool {
        let (Some(from), Item::One { any_of, .. }) = (self.from, item) else { return false };
        let [place] = any_of[..] else { return false };
        let is_way = self.group.acts.contains(&super::Act::Go)
            && self.group.works().next().is_none()
            && self.tokens[from].text != "between"
            && self.group.origin.is_none();
        if !is_way {
            return false;
        }
        self.from = None;
        // "From A get over to B": the verb stands behind the origin.
        if let [Item::One { any_of: first, at, .. }] = &self.group.items[..]
            && let [origin] = first[..]
            && at.start > self.tokens[from].at.start
        {
            self.group.origin = Some(origin);
            self.group.items.clear();
            return false;
        }
        self.group.origin = Some(place);
        true
    }

    /// A range, if no work says otherwise; perhaps a way, by a verb that nobody knows.
    pub(super) fn range(&mut self, from: PositionId, to: PositionId) {
        let is_led = self.from.is_some_and(|from| self.tokens[from].text != "between");
        self.maybe_way |= is_led && self.group.acts.is_empty();
        self.group.items.push(Item::Range(from, to));
        self.from = None;
    }

    /// "From A to B" with no work of its own: a way, unless work that nobody knows may be done from the one to the other.
    pub(super) fn settle_way(&mut self) {
        let is_worked =
            |place: &PositionId| self.worked.contains(place) && !self.tokens.iter().any(|token| token.sure_work);
        if !std::mem::take(&mut self.maybe_way) || !self.group.acts.is_empty() {
            return;
        }
        let [Item::Range(from, to)] = self.group.items[..] else { return };
        // "Transfer from A to B" is work at the one or at the other.
        // "From 3 to 1, welding each".
        let is_each = self.tokens.iter().any(|token| token.is(Cue::All));
        if is_worked(&from) || is_worked(&to) || is_each && self.worked.contains(&from) {
            return;
        }
        self.group.origin = Some(from);
        self.group.acts = vec![super::Act::Go];
        self.group.items = vec![Item::One { any_of: vec![to], sure: true, at: self.group.at.clone() }];
    }

    /// "…, and set one tack there": work behind a way is done where it ends.
    pub(super) fn leaves_way(&self, at: usize) -> bool {
        let before = self.tokens[..at].iter().rev().find(|token| !token.is(Cue::Little) && token.count.is_none());
        self.maybe_way
            && before.is_some_and(|token| token.parts() || matches!(token.cue, Some(Cue::And | Cue::Then | Cue::Run)))
    }
}
