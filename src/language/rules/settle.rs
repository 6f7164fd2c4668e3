//! What becomes of clauses that were read: echoes and what a correction takes back go, work without a place takes one of a
//! clause beside it, and bringing a tool back before going home is one goal.

use super::{
    english::Tag,
    parser::{Act, Parser, Step},
};
use crate::language::said::Span;

impl Parser<'_> {
    /// "Inspect all tacks", "cut key 1": a second word of the same work, by the look of it, not more work.
    pub(super) fn is_part_of_work(&self, step: &Step) -> bool {
        let Some(last) = self.steps.last() else { return false };
        matches!((&last.act, &step.act), (Act::Work(_), Act::Work(_)))
            && (last.places.is_none()
                || step.places.is_none()
                || self.items.get(self.clause_start).is_some_and(|item| item.is_place_word && item.is_work))
    }

    /// "Check E for dirt", "mount the hands on 3": a word of the same routine again, and nothing more.
    pub(super) fn is_said_already(&self, step: &Step, start: usize) -> bool {
        let is_bare = step.places.is_none() && step.times == 1 && matches!(step.act, Act::Work(_));
        let joins = self.items[start..self.at].iter().any(|item| item.is_any(&[Tag::And, Tag::Then, Tag::Again]));
        is_bare && !joins && self.steps.last().is_some_and(|last| last.act == step.act && last.places.is_some())
    }

    /// "1, no, 2, go to 2", "weigh it here, in this position": what was said last, said once more.
    pub(super) fn is_echoed(&self, step: &Step, start: usize, was_corrected: &mut bool) -> bool {
        let was_corrected = std::mem::take(was_corrected);
        let asks_for_more = self.items[start..self.at].iter().any(|item| {
            item.is_any(&[Tag::And, Tag::Then, Tag::Again, Tag::After, Tag::Before, Tag::Times, Tag::Lastly])
        });
        step.places.is_some() && self.steps.last() == Some(step) && (was_corrected || !asks_for_more)
    }

    /// Takes back what a correction replaces: the last step that was said before it, and its echo ("1, 2? No, 3").
    pub(super) fn take_back(&mut self, said_before: usize) -> Option<Step> {
        let last = said_before.checked_sub(1).filter(|&last| last < self.steps.len())?;
        let dropped = self.steps.remove(last);
        let echo = said_before
            .checked_sub(2)
            .filter(|&at| self.steps[at].act == dropped.act && self.steps[at].places == dropped.places);
        if let Some(at) = echo {
            self.steps.remove(at);
        }
        Some(dropped)
    }

    /// "Go to 1 and weld" is weld at 1, as is "go to 1 and weld there"; "weld at 1, then inspect" stays at 1.
    pub(super) fn inherit(&mut self, step: &mut Step, place: usize) {
        let Some(before) = place.checked_sub(1).and_then(|place| self.steps.get(place)) else { return };
        if !matches!(step.act, Act::Work(_)) || !matches!(before.act, Act::Go | Act::Work(_)) {
            return;
        }
        let is_going = before.act == Act::Go;
        if step.places.is_none() {
            step.places.clone_from(&before.places);
        } else if step.places != before.places {
            return;
        }
        if is_going {
            self.steps.remove(place - 1);
        }
    }

    /// Work without a place takes that of the next clause: "weld and then, please, inspect at 1".
    pub(super) fn share_places(&mut self) {
        for place in (0..self.steps.len()).rev() {
            if matches!(self.steps[place].act, Act::Work(_)) && self.steps[place].places.is_none() {
                let next = self.steps.get(place + 1).filter(|step| matches!(step.act, Act::Work(_)));
                let has_own = |step: &Step| matches!(step.act, Act::Work(_)) && step.places.is_some();
                let last = place.checked_sub(1).and_then(|place| self.steps.get(place));
                // "Mist 1, count, mist 2": where is it counted?
                if next.is_some_and(has_own) && last.is_some_and(has_own) {
                    self.is_incomplete = true;
                    return;
                }
                let before = || self.steps.get(place.checked_sub(1)?).filter(|step| matches!(step.act, Act::Work(_)));
                let shared = next.or_else(before).and_then(|step| step.places.clone());
                match shared {
                    Some(places) => self.steps[place].places = Some(places),
                    None => self.is_incomplete = true,
                }
            }
        }
    }

    /// Bringing the tool back and then going home is one goal.
    pub(super) fn join_home(&mut self) {
        // "Tidy up: tool away, then home": what follows says what tidying up is.
        let is_told = |step: &Step| matches!(step.act, Act::Drop | Act::DropAndHome);
        if self.steps.len() > 1 && self.steps[0].act == Act::DropAndHome && self.steps[1..].iter().any(is_told) {
            self.steps.remove(0);
        }
        for place in (1..self.steps.len()).rev() {
            let goes_home = self.steps[place].act == Act::Go
                && matches!(self.steps[place].places.as_ref().map(|p| &p.spans[..]), Some([Span::One(place)]) if self.lexicon.is_home(*place));
            if goes_home && self.steps[place - 1].act == Act::Drop {
                self.steps.remove(place);
                self.steps[place - 1].act = Act::DropAndHome;
            }
        }
    }
}
