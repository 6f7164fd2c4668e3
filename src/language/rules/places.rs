//! Places as people list them: one, several, ranges, all, all but, here, in reverse.
//!
//! In: the cursor before a place. Out: [`Where`], the places and how they were said. A place that the cell does not have,
//! or that several could be, is [`Trouble`].

use super::{
    english::Tag,
    parser::{Parser, Trouble},
    tag::Item,
};
use crate::{
    cell::PositionId,
    language::{
        lexicon::canonical,
        said::{Places, Span},
    },
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
        self.skip_before_place();
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
        // "Draw up liquid there": a filler leads to no place.
        let leads = |item: &Item| !item.is_any(&[Tag::Filler, Tag::Please, Tag::Object]);
        self.in_place_slot = self.items[start..self.at].iter().any(leads);
        if self.takes_each_of_them() {
            return Ok(Some(Where::There));
        }
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

    /// "Weld 1 and 2, inspect each before": each of those that were said, not each that there is.
    fn takes_each_of_them(&mut self) -> bool {
        let ends = self.ahead(1).is_none_or(|next| {
            next.is_break() || next.is_any(&[Tag::And, Tag::Then, Tag::Before, Tag::After, Tag::BeforeThat])
        });
        let are_said = self.steps.last().is_some_and(|step| step.places.is_some());
        ends && are_said && self.take(&[Tag::Each])
    }

    /// Steps over what may stand before a place; not over the letter in "the A trays".
    fn skip_before_place(&mut self) {
        while self.is_any(BEFORE_PLACE) && !self.is_letter_of_row(false) {
            self.at += 1;
        }
    }

    /// "Both belts and the bin": places after a row of them.
    fn listed_after(&mut self, mut spans: Vec<Span>) -> Result<Vec<Span>, Trouble> {
        let mut family = Vec::new();
        loop {
            if let Some(row) = self.attempt(Self::further_row) {
                spans.extend(row.into_iter().map(Span::One));
            } else if let Some(Next::Also(span)) = self.next_in_list(&mut family)? {
                spans.push(self.range_from(span, false, &mut family)?);
            } else {
                return Ok(spans);
            }
        }
    }

    /// "… and the jigs": another row of places, joined to what was said.
    fn further_row(&mut self) -> Option<Vec<PositionId>> {
        let start = self.at;
        while self.peek().is_some_and(|item| item.mark == Some(',') || item.is(Tag::And)) {
            self.at += 1;
        }
        (self.at > start).then_some(())?;
        self.skip(&[Tag::Both, Tag::Each]);
        self.row()
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
            } else if self.is(Tag::Both) && self.ends_clause(1) && self.spelled(&places.spans).len() == 2 {
                self.at += 1;
            } else if !self.exception(places)? {
                return Ok(());
            }
        }
    }

    /// "1, 2 and 4", "1 to 3", "the first and the last", with corrections: "1, no, 2".
    pub(super) fn list(&mut self, from: bool) -> Result<Option<Vec<Span>>, Trouble> {
        let mut family = Vec::new();
        let from = from || self.kind_then_from(&mut family);
        let mut spans = if let Some(spans) = self.some_of_row() {
            spans
        } else if let Some(row) = self.row() {
            self.by_row = true;
            let spans = row.into_iter().map(Span::One).collect();
            return self.listed_after(spans).map(Some);
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
                // "1 to 3, no 2": is 2 left out, or meant instead?
                let again = self.spelled(std::slice::from_ref(&span));
                if !again.is_empty()
                    && spans.last().is_some_and(|last| matches!(last, Span::Range(..)))
                    && again.iter().all(|place| self.spelled(&spans).contains(place))
                {
                    return self.trouble();
                }
                self.has_corrected = true;
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
            let is_kind =
                |item: &&Item| item.is_plural && (item.is_place_word || item.is(Tag::Noun)) && item.place.is_none();
            let item = p.peek().filter(is_kind)?;
            p.at += 1;
            p.take(&[Tag::From, Tag::Between]).then(|| item.text.clone())
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
            // "From belt 1 to pallet 3": two kinds of places have nothing between them.
            Some(Span::One(end)) if !self.are_in_one_row(start, end) => self.trouble(),
            // "From the red booth to the white one": who knows which lie between?
            Some(Span::One(end)) if !self.is_counted(start) || !self.is_counted(end) => self.trouble(),
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
    pub(super) fn are_in_one_row(&self, one: PositionId, other: PositionId) -> bool {
        let row = |place| {
            let mut name = canonical(self.snapshot.position_name(place));
            name.pop();
            name
        };
        let (one, other) = (row(one), row(other));
        one == other || one.first().zip(other.first()).is_some_and(|(a, b)| a == b)
    }

    /// Whether a count stands here of the work that was counted before: "one at 2", "three for 5".
    fn counts_on(&self) -> bool {
        let counts = |item: &Item| item.number.is_some() && !item.is_ordinal;
        self.is_counting
            && self.peek().is_some_and(counts)
            && self.ahead(1).is_some_and(|next| next.is_any(&[Tag::At, Tag::For]))
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
        // "Weld 1, torch off": a tool put away is no place, though its stand is called by its name.
        let is_put_away = self.peek().is_some_and(|item| item.tool.one().is_some() && item.place.one().is_none())
            && self.ahead(1).is_some_and(|next| next.is_any(&[Tag::Back, Tag::Away]) || next.text == "on")
            && self.ends_clause(2);
        if is_put_away {
            self.at = start;
            return Ok(None);
        }
        // "…, lid 4": a workpiece may say what is done there.
        let by = usize::from(self.is_any(&[Tag::Article, Tag::At]));
        if self.ahead(by).is_some_and(|item| item.is(Tag::Object) && item.is_thing) {
            self.at = start;
            return Ok(None);
        }
        // "Two welds at 1 and one at 2": how many, not where.
        if self.counts_on() {
            self.at = start;
            return Ok(None);
        }
        self.skip_before_place();
        // "… and one at 3".
        if self.peek().is_some_and(|item| item.text == "1" || item.is(Tag::It))
            && self.ahead(1).is_some_and(|next| next.is(Tag::At))
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
