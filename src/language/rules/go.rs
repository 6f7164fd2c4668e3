//! Being somewhere: "go to 3", "drive from 1 to 4", "park".

use super::{
    english::Tag,
    parser::{Act, Parser, Step, Trouble},
    places::Where,
    tag::Item,
};
use crate::{
    cell::PositionId,
    language::said::{Places, Span},
};

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
        if from && let Some((origin, to)) = self.attempt(Self::way_between) {
            self.begins_at(origin)?;
            return Ok(Step::new(Act::Go, Some(Places { spans: vec![Span::One(to)], reversed: false })));
        }
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
        if let Some(places) = &mut step.places {
            match places.spans[..] {
                [Span::Range(origin, to)] if from => {
                    self.begins_at(origin)?;
                    places.spans = vec![Span::One(to)];
                }
                [Span::One(to)] => {
                    if let Some(origin) = self.attempt(|p| p.origin(to)) {
                        self.begins_at(origin)?;
                    }
                }
                _ => {}
            }
        }
        Ok(step)
    }

    /// "From A to B": both.
    fn way_between(&mut self) -> Option<(PositionId, PositionId)> {
        self.take(&[Tag::From]).then_some(())?;
        let from = self.single()?;
        self.take(&[Tag::To]).then_some(())?;
        let to = self.single()?;
        (from != to && self.ends_clause(0)).then_some((from, to))
    }

    /// Behind "go to B": "from A".
    fn origin(&mut self, to: PositionId) -> Option<PositionId> {
        self.take(&[Tag::From]).then_some(())?;
        let from = self.single()?;
        (from != to && self.ends_clause(0)).then_some(from)
    }

    /// Trouble where a way begins elsewhere than where the robot is by then: another place may be meant, or another robot.
    fn begins_at(&self, origin: PositionId) -> Result<(), Trouble> {
        let before = match self.steps.last() {
            None => Some(self.state.position),
            Some(step) => step.places.as_ref().and_then(|places| match places.spans.last() {
                Some(Span::One(place)) => Some(*place),
                _ => None,
            }),
        };
        if before.is_some_and(|before| before != origin) { self.trouble() } else { Ok(()) }
    }

    /// "From A, go to B": the same.
    pub(super) fn way_from(&mut self) -> Option<Step> {
        self.take(&[Tag::From]).then_some(())?;
        let from = self.single()?;
        while self.peek().is_some_and(|item| item.mark == Some(',')) {
            self.at += 1;
        }
        self.is(Tag::Go).then_some(())?;
        self.begins_at(from).ok()?;
        let step = self.go().ok().filter(|step| matches!(step.act, Act::Go))?;
        let is_elsewhere = |places: &Places| !matches!(places.spans[..], [Span::One(to)] if to == from);
        step.places.as_ref().is_some_and(is_elsewhere).then_some(step)
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
