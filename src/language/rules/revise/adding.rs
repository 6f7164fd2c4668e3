//! Comments that add something: "also 3", "and inspect 3 after that", "add 3", "and 3 too".

use super::{
    super::{english::Tag, tag::Item},
    Change, Clause, Revision, parts,
    thing::{Thing, trimmed},
};
use crate::{cell::Role, language::said::Order};

/// Words that add to what was said.
const ALSO: &[&str] = &["also", "plus", "add", "include", "too", "as well", "additionally", "and also", "in addition"];

/// Words that say that it comes at the end.
const AT_THE_END: &[Tag] = &[Tag::Then, Tag::Lastly];

fn adds(item: &Item) -> bool {
    item.is(Tag::And) || item.is_any(AT_THE_END) || ALSO.contains(&item.text.as_str())
}

impl Revision<'_> {
    /// See the head of this file.
    pub(super) fn added(&self) -> Change {
        let is_marked = self.items.iter().any(|item| ALSO.contains(&item.text.as_str()) || item.is_any(AT_THE_END))
            || self.comment().first().is_some_and(adds);
        if !is_marked {
            return None;
        }
        let passes = |item: &Item| adds(item) || item.mark.is_some() || item.is(Tag::Do) && !item.is_work;
        let mut body = trimmed(self.items);
        while let [first, rest @ ..] = body
            && passes(first)
        {
            body = trimmed(rest);
        }
        while let [rest @ .., last] = body
            && (adds(last) || last.mark.is_some())
        {
            body = trimmed(rest);
        }
        let is_last = self.items.iter().any(|item| item.is_any(AT_THE_END));
        match self.thing(body) {
            Some(thing) => Some(self.add(&thing, is_last)),
            None => self.new_clauses(body).map(|new| self.append(new, is_last)),
        }
    }

    fn add(&self, thing: &Thing, is_last: bool) -> Result<Vec<Clause>, String> {
        if let Some(clause) = thing.clause(1) {
            return self.append(vec![clause], is_last);
        }
        let at = self.alone()?;
        let Some(new) = &thing.places else {
            let clause = self.at_the_same_place(thing, at)?;
            return self.append(vec![clause], is_last);
        };
        let here = self.at(&self.clauses[at]);
        if thing.at.iter().any(|place| here.contains(place)) {
            return Err(format!("'{}' is in the plan already", thing.said));
        }
        // "Then to the stand": what is added behind another part may be something else.
        let is_split = parts::routines(&self.clauses[at]).len() > 1 || at + 1 < self.clauses.len();
        let Some(old) = parts::places(&self.clauses[at]).filter(|_| !is_split) else {
            return Err(format!("what is to be done at '{}' is not said", thing.said));
        };
        let mut places = if old.reversed { parts::these(&here) } else { old.clone() };
        places.spans.extend(new.spans.iter().cloned());
        Ok(self.with_places(at, places))
    }

    /// Work without a place, where a part has one place alone.
    pub(super) fn at_the_same_place(&self, thing: &Thing, at: usize) -> Result<Clause, String> {
        match (&self.at(&self.clauses[at])[..], thing.is_work()) {
            ([place], true) => {
                let (routines, order) = (thing.work.clone(), Order::RoutineByRoutine);
                Ok(Clause::Work { routines, places: parts::these(&[*place]), times: 1, order })
            }
            _ => Err(format!("where '{}' is to be done is not said", thing.said)),
        }
    }

    /// Adds at the end. If the plan ends at home or with the tool put away, the addition could go before or after that end, so the
    /// operator is asked.
    fn append(&self, new: Vec<Clause>, is_last: bool) -> Result<Vec<Clause>, String> {
        let ends = match self.clauses.last() {
            Some(Clause::Drop | Clause::DropAndHome) => true,
            Some(clause @ Clause::Go { .. }) => {
                self.at(clause).last().is_some_and(|&place| self.snapshot.role(place) == Role::Home)
            }
            _ => false,
        };
        if ends && !is_last {
            return Err(format!(
                "'{}' may come before the end of the plan, or after it: say 'after that', or 'first'",
                self.words()
            ));
        }
        Ok(self.clauses.iter().cloned().chain(new).collect())
    }

    /// What is to be done besides, in the words that are left.
    pub(super) fn new_clauses(&self, body: &[Item]) -> Option<Vec<Clause>> {
        self.recogniser.clauses(body, self.text, self.snapshot, self.state)
    }
}
