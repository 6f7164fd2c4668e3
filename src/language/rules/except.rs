//! What is left out of places that were said: "except 2", ", but not 3", "all but the first".

use super::{
    english::Tag,
    parser::{Parser, Trouble},
    place::is_end,
};
use crate::{
    cell::PositionId,
    language::{
        lexicon::canonical,
        said::{self, Places, Span},
    },
};

impl Parser<'_> {
    /// "Except 2", ", but not 3", "not 4".
    pub(super) fn exception(&mut self, places: &mut Places) -> Result<bool, Trouble> {
        let start = self.at;
        while self.peek().is_some_and(|item| item.mark == Some(',')) {
            self.at += 1;
        }
        let goes_on = self.is(Tag::And) && self.ahead(1).is_some_and(|next| next.is_any(&[Tag::Not, Tag::Except]));
        self.at += usize::from(goes_on);
        let said = self.take(&[Tag::Except])
            || (self.is(Tag::But)
                && self.ahead(1).is_some_and(|item| item.is(Tag::Please))
                && self.ahead(2).is_some_and(|item| item.is_any(&[Tag::To, Tag::Skip, Tag::Not]))
                && {
                    self.at += 2;
                    self.skip(&[Tag::To]);
                    self.take(&[Tag::Skip, Tag::Not])
                })
            || (self.is(Tag::But)
                && self.ahead(1).is_some_and(|item| item.is_any(&[Tag::Not, Tag::Except, Tag::Skip]))
                && {
                    self.at += 2;
                    true
                })
            || self.but_of(places)
            || self.take(&[Tag::Not, Tag::Skip]);
        if !said {
            self.at = start;
            return Ok(false);
        }
        self.skip(&[Tag::For, Tag::At, Tag::To, Tag::From, Tag::Article, Tag::Except]);
        let by_order = self.peek().is_some_and(|item| item.is_ordinal || item.is(Tag::Last));
        let among = self.among(&places.spans).or_else(|| self.counted_among(&places.spans));
        let Some(spans) = (if among.is_some() { among } else { self.list(false)? }) else {
            // "But not" what? Nothing that could be left out.
            return self.trouble();
        };
        let but = self.spelled(&spans);
        let is_all = places.spans.iter().any(|span| matches!(span, Span::All { .. }));
        let said = self.spelled(&places.spans);
        // "9 to 11, but not the second one": the second of all is not among them.
        if by_order && !is_all && !but.iter().any(|place| said.contains(place)) {
            return self.doubt();
        }
        // "1 and 2, not 2, 3": is 3 left out, or meant instead?
        let is_mixed = but.iter().any(|place| said.contains(place)) && !but.iter().all(|place| said.contains(place));
        if !is_all && is_mixed {
            return self.trouble();
        }
        // Left out of what was said before, not of this: "1 and 2, then 3, without 2".
        let before = self.steps.iter().filter_map(|step| step.places.as_ref());
        let was_said = before.flat_map(|places| self.spelled(&places.spans)).any(|place| but.contains(&place));
        if !is_all && was_said && !but.iter().any(|place| said.contains(place)) || !self.leave_out(places, &but) {
            return self.trouble();
        }
        // "… either", "leave 2 alone".
        if self.peek().is_some_and(|item| matches!(item.text.as_str(), "either" | "alone" | "be"))
            && self.ends_clause(1)
        {
            self.at += 1;
        }
        Ok(true)
    }

    /// Bare numbers or letters, where each ends the name of just one of some places: "1, 2 and 3, but not 2".
    pub(super) fn among(&mut self, spans: &[Span]) -> Option<Vec<Span>> {
        let said = self.spelled(spans);
        self.attempt(|p| {
            let mut found = Vec::new();
            loop {
                let end = p.peek().filter(|item| is_end(item) && item.place.is_none() && !p.counts(0, item.number))?;
                let ends_so = |place: &&PositionId| {
                    canonical(p.snapshot.position_name(**place)).last().is_some_and(|last| *last == end.text)
                };
                let mut fitting: Vec<PositionId> = said.iter().filter(ends_so).copied().collect();
                fitting.dedup();
                let [place] = fitting[..] else { return None };
                found.push(Span::One(place));
                p.at += 1;
                let more = p.peek().is_some_and(|item| item.mark == Some(',') || item.is_any(&[Tag::And, Tag::Or]))
                    && p.ahead(1).is_some_and(|next| is_end(next) && next.place.is_none());
                if !more {
                    return Some(found);
                }
                p.at += 1;
            }
        })
    }

    /// "The third", "the last one", "the last two" of some places that differ in a number or letter alone, where counting
    /// them and reading their numbers tells the same one.
    fn counted_among(&mut self, spans: &[Span]) -> Option<Vec<Span>> {
        let said = self.spelled(spans);
        let first = *said.first()?;
        let names: Vec<Vec<String>> = said.iter().map(|&place| canonical(self.snapshot.position_name(place))).collect();
        let is_row = said.iter().all(|&place| self.are_in_one_row(first, place)) && said.is_sorted();
        let number = |name: &Vec<String>| match name.last()?.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a') + 1),
            digits => std::str::from_utf8(digits).ok()?.parse().ok(),
        };
        let counts = names.iter().enumerate().all(|(at, name)| number(name) == Some(at + 1));
        (is_row && counts).then_some(())?;
        self.attempt(|p| {
            let mut found: Vec<Span> = Vec::new();
            loop {
                p.skip(&[Tag::Article]);
                let item = p.peek()?;
                let (is_last, ordinal) = (item.is(Tag::Last), item.number.filter(|_| item.is_ordinal));
                p.at += 1;
                let many = p.peek().and_then(|next| next.number.filter(|_| is_last && !next.is_ordinal));
                p.at += usize::from(many.is_some());
                let count = usize::try_from(many.unwrap_or(1)).ok().filter(|&count| count < said.len())?;
                match ordinal {
                    Some(at) => found.push(Span::One(*said.get(usize::try_from(at).ok()?.checked_sub(1)?)?)),
                    None if is_last => found.extend(said[said.len() - count..].iter().map(|&place| Span::One(place))),
                    None => return None,
                }
                // "The third one", "the third table".
                let names = p.peek().is_some_and(|item| item.is(Tag::Noun) || item.is_place_word || item.text == "1");
                p.at += usize::from(names && p.ends_clause(1));
                let more = p.peek().is_some_and(|item| item.mark == Some(',') || item.is_any(&[Tag::And, Tag::Or]))
                    && (1..3)
                        .filter_map(|by| p.ahead(by))
                        .find(|next| !next.is(Tag::Article))
                        .is_some_and(|next| next.is_ordinal || next.is(Tag::Last));
                if !more {
                    return p.ends_clause(0).then_some(found);
                }
                p.at += 1;
            }
        })
    }

    /// "All but 2", "1, 2 and 3 but 2", where what follows is among them and nothing is said to be done there.
    pub(super) fn but_of(&mut self, places: &Places) -> bool {
        let found = self.attempt(|p| {
            p.take(&[Tag::But]).then_some(())?;
            let after_but = p.at;
            let counted = p.attempt(|p| {
                p.skip(&[Tag::Article]);
                p.counted_among(&places.spans)
            });
            let among = counted.or_else(|| p.among(&places.spans));
            let spans = among.or_else(|| p.list(false).ok().flatten())?;
            let acts = p
                .peek()
                .is_some_and(|item| item.is_work || item.is_any(&[Tag::LeftOut, Tag::Times, Tag::Is, Tag::Not]))
                || p.peek().is_some_and(|item| item.is_ordinal);
            let (all, but) = (p.spelled(&places.spans), p.spelled(&spans));
            let is_all = matches!(places.spans[..], [Span::All { .. }]);
            let fits = !but.is_empty() && (is_all || all.len() > 2 && but.iter().all(|place| all.contains(place)));
            p.at = after_but;
            (fits && !acts).then_some(())
        });
        found.is_some()
    }

    /// Takes places out of others; false where none is left.
    pub(super) fn leave_out(&self, places: &mut Places, but: &[PositionId]) -> bool {
        let spans = std::mem::take(&mut places.spans);
        for span in spans {
            match span {
                Span::All { but: mut others } => {
                    others.extend(but.iter().filter(|place| !others.contains(place)).copied().collect::<Vec<_>>());
                    places.spans.push(Span::All { but: others });
                }
                Span::Range(from, to) => {
                    let between = said::range(self.snapshot, from, to);
                    if between.iter().any(|place| but.contains(place)) {
                        let kept = between.into_iter().filter(|place| !but.contains(place));
                        places.spans.extend(kept.map(Span::One));
                    } else {
                        places.spans.push(Span::Range(from, to));
                    }
                }
                Span::One(place) if but.contains(&place) => {}
                Span::Here if but.contains(&self.state.position) => {}
                other => places.spans.push(other),
            }
        }
        !places.spans.is_empty()
    }

    /// Spans one by one.
    pub(super) fn spelled(&self, spans: &[Span]) -> Vec<PositionId> {
        let mut out = Vec::new();
        for span in spans {
            match span {
                Span::One(place) => out.push(*place),
                Span::Here => out.push(self.state.position),
                Span::Range(from, to) => out.extend(said::range(self.snapshot, *from, *to)),
                Span::All { .. } | Span::Back => {}
            }
        }
        out
    }
}
