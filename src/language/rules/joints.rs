//! What stands between clauses, and what it says of their order.
//!
//! In: the items from where a clause ended. Out: where the next clause goes, and whether the speaker corrects himself.

use super::{
    english::Tag,
    parser::{EMPTY, Parser, Trouble},
    tag::Item,
};

/// What the words between clauses ask for.
pub(super) struct Joints {
    pub(super) put: Put,
    /// The sentence begins with "before": what it names first is done last.
    pub(super) opens_with_before: bool,
}

/// Where the next clause goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Put {
    AtEnd,
    /// Before what stood last.
    Before(usize),
}

impl Parser<'_> {
    /// What stands between clauses. True where the speaker corrects himself.
    pub(super) fn joints(&mut self, joints: &mut Joints) -> Result<bool, Trouble> {
        let put = &mut joints.put;
        let mut corrected = false;
        let count = self.steps.len();
        while let Some(item) = self.peek() {
            match item.tag {
                _ if item.is_break() => {}
                // "Weld 2 once you are done inspecting 1".
                Some(Tag::Then) if count > 0 && self.tells_what_is_done_first() => *put = Put::Before(count - 1),
                Some(Tag::Then) => *put = Put::AtEnd,
                Some(Tag::And | Tag::But | Tag::Instead | Tag::Robot | Tag::You | Tag::Me) => {}
                Some(Tag::Have) if self.work_follows() => break,
                Some(Tag::Have) if count > 0 => break,
                Some(Tag::Need | Tag::Can | Tag::Only | Tag::Have) => {}
                Some(Tag::Know)
                    if ["can ", "could ", "will ", "may ", "might "]
                        .iter()
                        .any(|opens| item.text.starts_with(opens)) => {}
                Some(Tag::Tell) if self.ahead(1).is_some_and(|next| next.is(Tag::Robot)) => {}
                Some(Tag::To | Tag::For)
                    if self.ahead(1).is_some_and(|next| next.place.one().is_none() && next.number.is_none()) => {}
                Some(Tag::StartWith) if count > 0 => *put = Put::Before(0),
                Some(Tag::ButFirst) => *put = Put::Before(0),
                Some(Tag::StartWith) => {}
                Some(Tag::Lastly) => *put = Put::AtEnd,
                Some(Tag::BeforeThat) if count > 0 => *put = Put::Before(count - 1),
                Some(Tag::Before) if count == 0 => joints.opens_with_before = true,
                Some(Tag::Before) => *put = Put::AtEnd,
                Some(Tag::After | Tag::When) if count > 0 => *put = Put::Before(count - 1),
                Some(Tag::After | Tag::When) => {}
                Some(Tag::Fix | Tag::No | Tag::Wait) if count > 0 => corrected = true,
                Some(Tag::Fix) => {}
                Some(tag) if EMPTY.contains(&tag) && !item.is_work => {}
                _ if item.is_ordinal && self.opens_clause(1) => {
                    if count > 0 && item.number == Some(1) {
                        *put = Put::Before(0);
                    }
                }
                _ => break,
            }
            self.at += 1;
        }
        self.skip(EMPTY);
        Ok(corrected && self.peek().is_some())
    }

    /// "Once you are done", "when finished", and then a verb in "-ing".
    fn tells_what_is_done_first(&self) -> bool {
        let opens = self.peek().is_some_and(|item| {
            ["once", "when", "as soon"].iter().any(|word| item.text.starts_with(word)) && item.text.contains(' ')
        });
        opens
            && self.ahead(1).is_some_and(|next| next.is_gerund() && (next.is_work || next.is_any(&[Tag::Go, Tag::Do])))
    }

    fn opens_clause(&self, by: usize) -> bool {
        self.ahead(by).is_none_or(|item| {
            item.is_break()
                || item.is_work
                || !item.thing.is_empty()
                || item.is_any(&[Tag::Go, Tag::Do, Tag::Take, Tag::Put, Tag::Drop, Tag::Return, Tag::Use])
        })
    }

    /// "Weld 1 and 2, 2 before that", "inspect 2nd and 4th", "drop it at brake in and out": words of order, a number, or a
    /// place's word that nothing follows.
    pub(super) fn is_cut_off(&self, start: usize) -> bool {
        let rest = &self.items[start..];
        let orders = |item: &Item| {
            item.is_any(&[Tag::Before, Tag::BeforeThat, Tag::After, Tag::When, Tag::ButFirst]) || item.is_ordinal
        };
        let joins = rest.iter().position(|item| item.is_any(&[Tag::And, Tag::Then, Tag::To, Tag::From]));
        let names = |item: &Item| {
            item.is_place_word || item.is_told || item.is_any(&[Tag::At, Tag::Away]) || item.text == "out"
        };
        let sometimes = rest.last().is_some_and(|item| item.text == "and then");
        sometimes || rest.iter().any(orders) || joins.is_some_and(|at| rest[at..].iter().any(names))
    }

    /// Whether something parts what is read from here from what was read before.
    pub(super) fn is_parted(&self, start: usize) -> bool {
        let clause = self.clause_start;
        let begins_anew = self.items.get(clause).is_some_and(|item| item.is_any(&[Tag::Do, Tag::Use, Tag::Again]));
        begins_anew || self.items[start..clause].iter().any(|item| item.is_break() || !item.is_any(EMPTY))
    }
}
