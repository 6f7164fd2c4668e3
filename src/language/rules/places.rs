//! Places as people list them: one, several, ranges, all, all but, here, in reverse.
//!
//! In: the cursor before a place. Out: [`Where`], the places and how they were said. A place that the cell does not have,
//! or that several could be, is [`Trouble`].

use super::{
    english::Tag,
    parser::{Parser, Trouble},
    place::is_end,
};
use crate::{
    cell::{PositionId, RoutineId},
    language::{
        lexicon::canonical,
        said::{self, Places, Span},
    },
    limits::MAX_GOALS,
};

/// Places as they were said.
#[derive(Clone, Debug)]
pub(super) enum Where {
    /// These.
    Places(Places),
    /// Those of the clause before: there, it.
    There,
}

/// Words that may stand before a place.
const BEFORE_PLACE: &[Tag] =
    &[Tag::At, Tag::To, Tag::For, Tag::Article, Tag::Of, Tag::Only, Tag::Back, Tag::Object, Tag::Filler, Tag::Please];

impl Parser<'_> {
    /// The places that come next, if any do.
    pub(super) fn places(&mut self) -> Result<Option<Where>, Trouble> {
        let start = self.at;
        self.refers_to_both = false;
        self.skip(BEFORE_PLACE);
        // "The one at 3".
        if self.peek().is_some_and(|item| item.text == "one" || item.text == "1" || item.is(Tag::It))
            && self.ahead(1).is_some_and(|next| next.is(Tag::At))
            && !self.ahead(2).is_some_and(|next| next.is_any(&[Tag::It, Tag::There]))
        {
            self.at += 1;
            self.skip(BEFORE_PLACE);
        }
        let from = self.is_any(&[Tag::From, Tag::Between]) && {
            self.at += 1;
            true
        };
        self.in_place_slot = self.at > start;
        let found = match self.all()? {
            // "Everything between 2 and 4".
            Some(spans) if self.is_any(&[Tag::From, Tag::Between]) && matches!(spans[..], [Span::All { .. }]) => {
                self.at += 1;
                self.skip(BEFORE_PLACE);
                self.list(true)?
            }
            // "All positions 1 to 3".
            Some(spans) if matches!(spans[..], [Span::All { .. }]) && self.row_is_named() => self.list(false)?,
            Some(spans) if matches!(spans[..], [Span::One(_), ..]) => Some(self.listed_after(spans)?),
            Some(spans) => Some(spans),
            None => self.list(from)?,
        };
        let Some(spans) = found else {
            if std::mem::take(&mut self.refers_to_both) || self.take(&[Tag::There, Tag::It]) {
                return Ok(Some(Where::There));
            }
            self.at = start;
            return Ok(None);
        };
        let mut places = Places { spans, reversed: false };
        self.after_places(&mut places)?;
        Ok(Some(Where::Places(places)))
    }

    /// "Both belts and the bin": places after a row of them.
    fn listed_after(&mut self, mut spans: Vec<Span>) -> Result<Vec<Span>, Trouble> {
        let mut family = Vec::new();
        while let Some(Next::Also(span)) = self.next_in_list(&mut family)? {
            spans.push(self.range_from(span, false, &mut family)?);
        }
        Ok(spans)
    }

    /// Whether places are named right after "all positions": those are meant, and no more.
    fn row_is_named(&self) -> bool {
        let after_noun = self.items[self.at - 1].is(Tag::Noun);
        self.peek().is_some_and(|item| {
            let numbered = item.number.is_some() && !item.is_ordinal && !self.counts(0, item.number);
            item.place.one().is_some() || (after_noun && numbered)
        })
    }

    /// Exceptions and "in reverse".
    pub(super) fn after_places(&mut self, places: &mut Places) -> Result<(), Trouble> {
        loop {
            if self.take(&[Tag::Reverse]) {
                places.reversed = true;
            } else if !self.exception(places)? {
                return Ok(());
            }
        }
    }

    /// The single place that comes next, if one does; nothing else is taken.
    pub(super) fn one_place(&mut self) -> Option<PositionId> {
        let found = self.attempt(|p| p.element(&mut Vec::new()).ok().flatten());
        match found? {
            Span::One(place) => Some(place),
            _ => None,
        }
    }

    /// "Except 2", ", but not 3", "not 4".
    fn exception(&mut self, places: &mut Places) -> Result<bool, Trouble> {
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
        let among = self.among(&places.spans);
        let Some(spans) = (if among.is_some() { among } else { self.list(false)? }) else {
            // "But not" what? Nothing that could be left out.
            return self.trouble();
        };
        let but = self.spelled(&spans);
        let is_all = places.spans.iter().any(|span| matches!(span, Span::All { .. }));
        let said = self.spelled(&places.spans);
        // Left out of what was said before, not of this: "1 and 2, then 3, without 2".
        let before = self.steps.iter().filter_map(|step| step.places.as_ref());
        let was_said = before.flat_map(|places| self.spelled(&places.spans)).any(|place| but.contains(&place));
        if !is_all && was_said && !but.iter().any(|place| said.contains(place)) || !self.leave_out(places, &but) {
            return self.trouble();
        }
        // "… either".
        if self.peek().is_some_and(|item| item.text == "either") {
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

    /// "All but 2", "1, 2 and 3 but 2", where what follows is among them and nothing is said to be done there.
    fn but_of(&mut self, places: &Places) -> bool {
        let found = self.attempt(|p| {
            p.take(&[Tag::But]).then_some(())?;
            let after_but = p.at;
            let spans = p.among(&places.spans).or_else(|| p.list(false).ok().flatten())?;
            let acts = p.peek().is_some_and(|item| item.is_work || item.is_any(&[Tag::LeftOut, Tag::Times, Tag::Is, Tag::Not]))
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
                Span::All { .. } => {}
            }
        }
        out
    }

    /// "All positions", "everywhere", "every bin", "both".
    fn all(&mut self) -> Result<Option<Vec<Span>>, Trouble> {
        if self.take(&[Tag::Everywhere]) {
            self.skip_rest_of_all();
            return Ok(Some(vec![Span::All { but: Vec::new() }]));
        }
        let both = self.is(Tag::Both);
        if !self.take(&[Tag::All, Tag::Each, Tag::Both]) {
            return Ok(None);
        }
        self.skip(&[Tag::Article, Tag::Of, Tag::Filler, Tag::All]);
        if self.peek().is_some_and(|item| item.number.is_some() && !item.is_ordinal) {
            self.at += 1;
        }
        if both && self.two_were_said() {
            return Ok(None);
        }
        if let Some(row) = self.attempt(Self::row_by_mark) {
            return Ok(Some(row.into_iter().map(Span::One).collect()));
        }
        self.skip_own_object();
        let words = self.kind_of_place();
        self.skip_rest_of_all();
        if both
            && words.is_empty()
            && let Some(two) = self.both_supported()
        {
            return Ok(Some(two));
        }
        if both && !words.is_empty() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let spans = self.every(&words)?;
            return if spans.len() == 2 { Ok(Some(spans)) } else { self.trouble() };
        }
        if both {
            return match self.lexicon.both().filter(|_| words.is_empty()) {
                Some(spans) => Ok(Some(spans)),
                None => self.trouble(),
            };
        }
        if words.is_empty() {
            return Ok(Some(vec![Span::All { but: Vec::new() }]));
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.every(&words).map(Some)
    }

    /// "Bend both": the two places where that can be done.
    fn both_supported(&self) -> Option<Vec<Span>> {
        let [routine] = self.doing[..] else { return None };
        let places: Vec<PositionId> =
            said::work_positions(self.snapshot).filter(|&place| self.snapshot.is_supported(RoutineId(routine), place)).collect();
        (places.len() == 2).then(|| places.into_iter().map(Span::One).collect())
    }

    /// "Both", "both of them", where two places were said before: those are meant. Steps over it.
    fn two_were_said(&mut self) -> bool {
        let ends = self.peek().is_none_or(|item| item.is_break() || item.is_any(&[Tag::There, Tag::And, Tag::Then]));
        let two = self.steps.last().and_then(|step| step.places.as_ref()).is_some_and(|p| self.spelled(&p.spans).len() == 2);
        self.refers_to_both = ends && two;
        self.take(&[Tag::There]);
        self.refers_to_both
    }

    /// "Read all barcodes", "solder every joint": what is worked on, by a word of the routine's own.
    fn skip_own_object(&mut self) {
        let doing = &self.doing;
        let is_own = |item: &super::tag::Item| {
            item.place.is_none() && !item.work.is_empty() && item.work.iter().all(|id| doing.contains(id))
        };
        if self.peek().is_some_and(is_own) {
            self.at += 1;
        }
    }

    /// What may stand after "all …" and tells no place: "fields", "on the line", "that can be welded".
    fn skip_rest_of_all(&mut self) {
        let is_noun = |item: &super::tag::Item| {
            item.is_plural && (item.is_unknown() || item.is_work && self.doing.is_empty() && item.place.is_none())
        };
        let ends = self.ahead(1).is_none_or(|next| {
            next.is_break() || next.is_any(&[Tag::At, Tag::Except, Tag::But, Tag::And, Tag::Then, Tag::Please, Tag::It])
        });
        if ends && self.peek().is_some_and(is_noun) {
            self.at += 1;
        }
        let _ = self.attempt(|p| {
            p.take(&[Tag::At]).then_some(())?;
            p.skip(&[Tag::Article]);
            p.take(&[Tag::Everywhere]).then_some(())
        });
        // "That can be welded", "that takes clear coat": it is asked for nothing else.
        let _ = self.attempt(|p| {
            let opens = p.peek().is_some_and(|item| matches!(item.text.as_str(), "that" | "which"));
            p.at += usize::from(opens);
            let start = p.at;
            while p.peek().is_some_and(|item| {
                item.is_any(&[Tag::Can, Tag::Is, Tag::Need, Tag::Able, Tag::Supports, Tag::Article, Tag::It])
                    || matches!(item.text.as_str(), "take" | "takes" | "get" | "gets" | "accepts" | "allows")
            }) {
                p.at += 1;
            }
            let work = p.peek().is_some_and(|item| item.is_work);
            p.at += usize::from(work);
            (opens && work && p.at > start + 1).then_some(())
        });
    }

    /// The words of "all left bins" that narrow "all"; none for nouns that mean any place.
    fn kind_of_place(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        while let Some(item) = self.peek() {
            let is_noun = item.is(Tag::Noun) || item.is(Tag::Object);
            if is_noun && (!item.is_place_word || item.text.starts_with("position")) {
                self.at += 1;
                if item.is(Tag::Noun) {
                    break;
                }
                continue;
            }
            let told = item.is_told && item.is_plural && !item.is_work;
            let narrows = (item.is_place_word || told) && item.number.is_none() && item.place.is_none();
            let ahead = self
                .ahead(1)
                .is_some_and(|next| next.is(Tag::Noun) || next.is_place_word && next.number.is_none() && !next.is_work);
            // "Each basket" is a place, if one is called so.
            let is_verb = item.is_work && !ahead && !words.is_empty();
            if !narrows || is_verb || item.is_any(&[Tag::At, Tag::To, Tag::And, Tag::Then, Tag::Back]) {
                break;
            }
            words.push(item.text.clone());
            self.at += 1;
        }
        words
    }

    /// Every place of a kind; the work positions of it, where it has any.
    fn every(&self, words: &[&str]) -> Result<Vec<Span>, Trouble> {
        let named = self.lexicon.places_with(words);
        let places = if named.is_empty() { self.lexicon.places_told(words) } else { named };
        let work: Vec<PositionId> = places.iter().copied().filter(|&place| self.lexicon.is_work(place)).collect();
        let chosen = if work.is_empty() { places } else { work };
        if chosen.is_empty() || chosen.len() > MAX_GOALS {
            return self.trouble();
        }
        let count = said::work_positions(self.snapshot).take(chosen.len() + 1).count();
        if count == chosen.len() && chosen.iter().all(|&place| self.lexicon.is_work(place)) {
            return Ok(vec![Span::All { but: Vec::new() }]);
        }
        Ok(chosen.into_iter().map(Span::One).collect())
    }

    /// "1, 2 and 4", "1 to 3", "the first and the last", with corrections: "1, no, 2".
    pub(super) fn list(&mut self, from: bool) -> Result<Option<Vec<Span>>, Trouble> {
        let mut family = Vec::new();
        let from = from || self.kind_then_from(&mut family);
        let mut spans = if let Some(spans) = self.some_of_row() {
            spans
        } else if let Some(row) = self.row() {
            self.by_row = true;
            row.into_iter().map(Span::One).collect()
        } else {
            let Some(first) = self.element(&mut family)? else { return Ok(None) };
            vec![self.range_from(first, from, &mut family)?]
        };
        // Where the places that the speaker last corrected himself to begin.
        let mut corrected = None;
        while let Some(next) = self.next_in_list(&mut family)? {
            let instead = matches!(next, Next::Instead(_));
            let (Next::Also(span) | Next::Instead(span)) = next;
            let span = self.range_from(span, false, &mut family)?;
            if instead {
                spans.pop();
                corrected = Some(spans.len());
            } else {
                // "1 and 2, make that 1 and 3": all that was said before is replaced.
                spans = spans.split_off(corrected.take().unwrap_or(0));
            }
            spans.push(span);
        }
        Ok(Some(spans))
    }

    /// "The vises from C back to A": what the places are called, then which.
    fn kind_then_from(&mut self, family: &mut Vec<String>) -> bool {
        let found = self.attempt(|p| {
            p.skip(&[Tag::Article]);
            let item = p.peek().filter(|item| item.is_plural && item.is_place_word && item.place.is_none())?;
            p.at += 1;
            p.take(&[Tag::From]).then(|| item.text.clone())
        });
        if let Some(word) = found {
            *family = vec![word];
            return true;
        }
        false
    }

    /// The end of a range, where one is said.
    fn range_from(&mut self, first: Span, from: bool, family: &mut Vec<String>) -> Result<Span, Trouble> {
        let Span::One(start) = first else { return Ok(first) };
        let joins: &[Tag] = if from { &[Tag::Through, Tag::To, Tag::And] } else { &[Tag::Through, Tag::To] };
        let at = self.at;
        // "From 12 back to 9".
        if from && self.is(Tag::Back) && self.ahead(1).is_some_and(|next| next.is_any(joins)) {
            self.at += 1;
        }
        if !self.take(joins) {
            self.at = at;
            return Ok(first);
        }
        self.skip(&[Tag::To, Tag::Article, Tag::At]);
        match self.element(family)? {
            // "Glue the shelf - home": a dash between two thoughts.
            Some(Span::One(end)) if self.items[at].text == "-" && !self.are_in_one_row(start, end) => {
                self.at = at;
                Ok(first)
            }
            // "2-2" is a place that there is not.
            Some(Span::One(end)) if end == start => self.trouble(),
            Some(Span::One(end)) => Ok(Span::Range(start, end)),
            _ => {
                self.at = at;
                Ok(first)
            }
        }
    }

    /// "2 4 weld": which of them is it for?
    fn work_comes_before_break(&self) -> bool {
        let rest = self.items[self.at..].iter();
        rest.take_while(|item| !item.is_break() && !item.is_any(&[Tag::Then, Tag::And])).any(|item| item.is_work)
    }

    /// Whether two names differ in their last word alone.
    fn are_in_one_row(&self, one: PositionId, other: PositionId) -> bool {
        let row = |place| {
            let mut name = canonical(self.snapshot.position_name(place));
            name.pop();
            name
        };
        let (one, other) = (row(one), row(other));
        one == other || one.first().zip(other.first()).is_some_and(|(a, b)| a == b)
    }

    fn next_in_list(&mut self, family: &mut Vec<String>) -> Result<Option<Next>, Trouble> {
        let start = self.at;
        let (mut joined, mut instead) = (false, false);
        while let Some(item) = self.peek() {
            match item.tag {
                _ if item.mark == Some(',') => joined = true,
                Some(Tag::And) => joined = true,
                Some(Tag::Fix | Tag::No | Tag::Wait) => instead = true,
                // "11, no, not 11, 12".
                Some(Tag::Not) if instead => {
                    self.at += 1;
                    self.element(&mut family.clone())?;
                    continue;
                }
                // "Weld at 1 or 2": who is to choose?
                Some(Tag::Or) => return self.trouble(),
                _ if item.is_break() && instead => {}
                Some(Tag::Filler | Tag::Instead) if instead || joined => {}
                _ => break,
            }
            self.at += 1;
        }
        let both_numbers = self.at == start
            && self
                .peek()
                .is_some_and(|item| item.number.is_some() && !item.is_ordinal && !self.counts(0, item.number))
            && start.checked_sub(1).is_some_and(|before| self.items[before].number.is_some())
            && !self.work_comes_before_break();
        // "Booth_Red Booth_Blue".
        let both_names = self.at == start
            && start.checked_sub(1).is_some_and(|before| self.items[before].place.one().is_some())
            && self.peek().is_some_and(|item| item.place.one().is_some() && !item.is_work)
            && !self.work_comes_before_break();
        // "…, place the box on 2".
        let acts = self.peek().is_some_and(|item| item.is(Tag::Noun) && !item.work.is_empty()) && self.is_placing(1);
        if !joined && !instead && !both_numbers && !both_names || acts {
            self.at = start;
            return Ok(None);
        }
        // "…, lid 4": a workpiece may say what is done there.
        let by = usize::from(self.is_any(&[Tag::Article, Tag::At]));
        if self.ahead(by).is_some_and(|item| item.is(Tag::Object) && item.is_thing) {
            self.at = start;
            return Ok(None);
        }
        self.skip(BEFORE_PLACE);
        // "… and one at 3".
        if self.peek().is_some_and(|item| item.text == "1" || item.is(Tag::It)) && self.ahead(1).is_some_and(|next| next.is(Tag::At))
        {
            self.at += 1;
            self.skip(BEFORE_PLACE);
        }
        if let Some(span) = self.element_if_any(family, start)? {
            // "Weld 1 and 2, home": that is the way, not the work.
            let is_home = matches!(span, Span::One(place) if self.lexicon.is_home(place));
            if is_home && !instead && !self.doing.is_empty() {
                self.at = start;
                return Ok(None);
            }
            return Ok(Some(if instead { Next::Instead(span) } else { Next::Also(span) }));
        }
        self.at = start;
        Ok(None)
    }
}

enum Next {
    Also(Span),
    Instead(Span),
}
