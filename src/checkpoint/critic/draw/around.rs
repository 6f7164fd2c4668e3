//! What stands before and behind a word, as far as it decides which group the word goes into.

use super::{Cue, Pen, Token};
use crate::cell::PositionId;

/// Most words between a word of order or negation and what it is about.
pub(super) const REACH: usize = 5;

impl Pen<'_> {
    pub(super) fn wants_place(&self, at: usize) -> bool {
        let led = at > 0
            && self.before(at).is_some_and(|before| {
                matches!(self.tokens[before].text.as_str(), "the" | "to" | "at" | "in" | "on" | "into")
            });
        led && !self.group.acts.is_empty() || self.group.goes() && self.group.items.is_empty()
    }

    /// The next token that is a mention or does something.
    pub(super) fn next_weight(&self, from: usize) -> Option<usize> {
        (from..self.tokens.len()).find(|&at| {
            let token = &self.tokens[at];
            !token.dropped
                && !token.is_other()
                && !matches!(token.cue, Some(Cue::Little | Cue::Skip | Cue::Noun | Cue::And))
        })
    }

    /// The next verb within reach, before a mark.
    pub(super) fn verb_ahead(&self, from: usize) -> Option<usize> {
        let ends = |token: &Token| token.parts() || token.is(Cue::Then);
        let until = (from..self.tokens.len().min(from + REACH + 1)).take_while(|&at| !ends(&self.tokens[at]));
        let mut verbs = until.filter(|&at| self.is_verb(at));
        verbs.next()
    }

    pub(super) fn is_verb(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        !token.dropped
            && (matches!(token.cue, Some(Cue::Go | Cue::Tour))
                || token.is(Cue::Home) && token.size > 1
                || token.has_work() && (!token.has_place() || !token.sure))
    }

    /// Whether a place follows before the next verb.
    pub(super) fn place_follows(&self, at: usize) -> bool {
        let is_place = |token: &Token| {
            token.has_place() && (token.sure || token.works.is_empty())
                || matches!(
                    token.cue,
                    Some(Cue::Noun | Cue::Home | Cue::Here | Cue::All | Cue::Both | Cue::Same | Cue::Rest)
                )
        };
        for (by, token) in self.tokens.iter().enumerate().skip(at + 1) {
            if matches!(token.mark, Some('.' | ';' | '!' | '?'))
                || matches!(token.cue, Some(Cue::Then | Cue::Except | Cue::But | Cue::Not))
            {
                return false;
            }
            if token.dropped {
                continue;
            }
            if is_place(token) {
                return true;
            }
            if token.has_work() && token.sure_work || token.is(Cue::Go) || token.is(Cue::Tour) {
                return self.is_led_to(by);
            }
        }
        false
    }

    /// Whether "to the" stands before a word.
    fn is_led_to(&self, at: usize) -> bool {
        at.checked_sub(2).is_some_and(|to| self.tokens[to].is(Cue::To) && self.tokens[at - 1].text == "the")
    }

    /// "Go to the inspection booth": where work is done, by a name that nobody knows.
    pub(super) fn is_place_of_work(&self, at: usize) -> bool {
        self.is_led_to(at) && self.group.goes() && self.group.items.is_empty() && self.group.works().next().is_none()
    }

    /// "Gauge the flange", "try the key": what is worked on, behind a verb.
    pub(super) fn is_object(&self, at: usize) -> bool {
        let Some(article) = at.checked_sub(1).filter(|&before| {
            matches!(self.tokens[before].text.as_str(), "the" | "a" | "an" | "its" | "that" | "this" | "your")
        }) else {
            return false;
        };
        let verb = article.checked_sub(1).map(|before| &self.tokens[before]);
        verb.is_some_and(|verb| {
            verb.is_other() || verb.has_work() || matches!(verb.cue, Some(Cue::Take | Cue::Put | Cue::Attached))
        })
    }

    /// Whether the next verb stands behind its places: "4 solder 5 photo".
    pub(super) fn verb_of_place(&self, at: usize) -> bool {
        let mut rest = self.tokens[at + 1..].iter().filter(|token| !token.dropped);
        rest.find(|token| {
            let is_listed = token.has_place() && token.sure || token.mark == Some(',');
            !is_listed && !matches!(token.cue, Some(Cue::And | Cue::Little | Cue::Noun))
        })
        .is_some_and(|token| token.has_work() || matches!(token.cue, Some(Cue::Go | Cue::Tour)))
    }

    /// Whether "to", "through" or a dash stands between the place before and this one.
    pub(super) fn ends_range(&self, at: usize) -> bool {
        let mut link = None;
        for before in (0..at).rev() {
            let token = &self.tokens[before];
            if matches!(token.cue, Some(Cue::Little | Cue::Noun)) || token.dropped {
                continue;
            }
            match token.cue {
                // "B1-B3" is one word to those who part words.
                _ if token.has_place() => return link.is_some() || before + 1 == at && self.tokens[at].glued,
                Some(cue @ (Cue::To | Cue::Through)) if link.is_none() => link = Some(cue),
                Some(Cue::And)
                    if link.is_none() && self.from.is_some_and(|from| self.tokens[from].text == "between") =>
                {
                    link = Some(Cue::To)
                }
                Some(Cue::Back) => {}
                _ => return false,
            }
        }
        false
    }

    /// The two ends of a row, where each may be several places: "two through four" is of the one row that has both.
    pub(super) fn ends_of_row(&self, first: &[PositionId], last: &[PositionId]) -> Option<(PositionId, PositionId)> {
        if let ([from], [to]) = (first, last) {
            return Some((*from, *to));
        }
        let row = |place: PositionId| self.lexicon.words_of(place).split_last().map(|(_, row)| row);
        let pairs = first.iter().flat_map(|&from| last.iter().map(move |&to| (from, to)));
        let mut pairs = pairs.filter(|(from, to)| from != to && row(*from) == row(*to)).collect::<Vec<_>>();
        if pairs.len() > 1 {
            pairs.retain(|(from, _)| self.lexicon.is_work(*from));
        }
        if let [pair] = pairs[..] { Some(pair) } else { None }
    }

    /// "The booths on the corridor": where others are, not where to go.
    pub(super) fn is_limit(&self, at: usize) -> bool {
        let mut before = self.tokens[..at].iter().rev().skip_while(|token| token.text == "the");
        let led =
            before.next().is_some_and(|token| matches!(token.text.as_str(), "on" | "in" | "at" | "along" | "off"));
        led && before.next().is_some_and(|token| token.text.ends_with('s') && token.row)
    }

    /// The places of the row that was said last.
    pub(super) fn last_row(&self, at: usize) -> Vec<PositionId> {
        let rows = self.tokens[..at].iter().rev().find(|token| token.row && !token.dropped);
        rows.map_or_else(Vec::new, |token| token.places.clone())
    }

    /// Whether nothing but small words follows in this part of the sentence.
    pub(super) fn trails(&self, at: usize) -> bool {
        let next = self.tokens[at + 1..].iter().find(|token| !matches!(token.cue, Some(Cue::Little | Cue::Skip)));
        // "Inspect each before", "before welding it".
        next.is_none_or(|next| {
            next.parts() || matches!(next.cue, Some(Cue::And | Cue::Then | Cue::But | Cue::Before | Cue::After))
        })
    }
}
