//! Being somewhere: "go to 3", "drive from 1 to 4", "park".

use super::{
    english::Tag,
    parser::{Act, Parser, Step, Trouble},
    places::Where,
    tag::Item,
};
use crate::language::said::{Places, Span};

impl Parser<'_> {
    pub(super) fn go(&mut self) -> Result<Step, Trouble> {
        let parks = self.peek().is_some_and(|item| item.text == "park");
        self.at += 1;
        if parks && let Some(step) = self.attempt(Self::parked_tool) {
            return step;
        }
        self.skip(&[Tag::Back, Tag::Away, Tag::Filler, Tag::Robot, Tag::Me, Tag::Only, Tag::Please]);
        // "Swing the arm round to 3".
        let by_way =
            |item: &Item| ["over", "round", "around", "across", "along", "up", "down"].contains(&item.text.as_str());
        if self.peek().is_some_and(by_way) && self.ahead(1).is_some_and(|next| next.is_any(&[Tag::To, Tag::At])) {
            self.at += 1;
        }
        let mut goes_home = !self.steps.is_empty();
        if parks {
            goes_home |= self.is(Tag::You);
            self.skip(&[Tag::You, Tag::It]);
            if self.peek().is_some_and(|item| item.text == "up") {
                (self.at, goes_home) = (self.at + 1, true);
            }
        }
        if parks
            && goes_home
            && self.peek().is_none_or(|item| item.is_break())
            && let Some(home) = self.lexicon.home().one()
        {
            return Ok(Step::new(Act::Go, Some(Places { spans: vec![Span::One(home)], reversed: false })));
        }
        if self.is(Tag::And) || self.peek().is_some_and(|item| item.is_work) {
            let leads = self.ahead(usize::from(self.is(Tag::And)));
            // "Go and weld at 2", "go weld 2".
            if leads.is_some_and(|item| item.is_work || item.is_any(&[Tag::Take, Tag::Do, Tag::Drop]))
                && !self.place_opens()
            {
                self.skip(&[Tag::And]);
                return self.clause(None);
            }
        }
        if self.is_any(&[Tag::Take, Tag::Do, Tag::Drop, Tag::Put, Tag::Go]) {
            return self.clause(None);
        }
        let from = self.is(Tag::From)
            && !self.items[..self.at].iter().any(|item| item.is(Tag::Go) && VISITS.contains(&item.text.as_str()));
        let Some(places) = self.places()? else { return self.trouble() };
        // "Go to row B": where in it?
        if self.by_row && !self.items[..self.at].iter().any(|item| item.is_any(&[Tag::All, Tag::Both, Tag::Each])) {
            return self.trouble();
        }
        // "Zip place 5 up" is no way to go there.
        if self.peek().is_some_and(|item| matches!(item.text.as_str(), "up" | "off" | "on" | "in")) {
            return self.trouble();
        }
        let mut step = self.step_at(Act::Go, places)?;
        if let (true, Some(places)) = (from, &mut step.places) {
            self.way(places);
        }
        Ok(step)
    }

    /// "Go from A to B": to B, by way of A where the robot is not there.
    pub(super) fn way(&self, places: &mut Places) {
        if let [Span::Range(from, to)] = places.spans[..] {
            places.spans = vec![Span::One(from), Span::One(to)];
            if self.state.position == from {
                places.spans.remove(0);
            }
        }
    }

    pub(super) fn step_at(&mut self, act: Act, places: Where) -> Result<Step, Trouble> {
        let places = match places {
            Where::Places(places) => places,
            Where::There => match self.steps.last().and_then(|step| step.places.clone()) {
                Some(places) => places,
                None => return self.trouble(),
            },
        };
        Ok(Step::new(act, Some(places)))
    }
}

/// Verbs that go from place to place, not from one to another.
const VISITS: &[&str] = &[
    "visit",
    "tour",
    "go through",
    "go past",
    "drive past",
    "pass by",
    "run past",
    "go round",
    "go around",
    "make a tour",
    "do a tour",
    "go along",
    "run along",
    "visiting",
    "go and visit",
    "swing by",
    "stop by",
    "pop over",
];
