//! Places that tokens may name: whole names, parts of names, numbers, descriptions, and words for several places.
//!
//! In: the tokens from one on. Out: mentions of places.

use super::{ALTERNATIVES_MAX, CHECK, Maker, Mention};
use crate::{
    cell::{PositionId, Role},
    language::{
        Places, Span,
        lexicon::{Found, Lexicon, singular},
        rules::chart::meaning::Value,
        said::work_positions,
    },
};

/// What it costs that several places have the number.
const NUMBER_DOUBT: u32 = 4;
/// What each further place that a hint may mean costs.
const HINT_DOUBT: u32 = 3;

impl Maker<'_> {
    /// "Belt 1 and 2": the place that is called like the one before it, but for its number.
    pub(super) fn in_family(&self, start: usize, number: &str) -> Option<PositionId> {
        let hint = self.grammar.named("hint");
        let is_named = |mention: &&Mention| {
            let joins =
                |at: usize| self.tokens[at].mark || self.tokens[at].number.is_some() || self.is_grammar_word(at);
            matches!(mention.value, Value::Place(_))
                && Some(mention.category) != hint
                && mention.end <= start
                && (mention.end..start).all(joins)
        };
        let reach = |mention: &Mention| (mention.end, mention.end - mention.start);
        let before = self.mentions.iter().filter(is_named).max_by_key(|mention| reach(mention))?;
        let Value::Place(place) = &before.value else { return None };
        // "Close 1 and 2", where 1 may be a cradle or a port.
        let is_other = |mention: &Mention| reach(mention) == reach(before) && mention.value != before.value;
        if self.mentions.iter().filter(is_named).any(is_other) {
            return None;
        }
        let (last, family) = self.cell.lexicon.words_of(*place).split_last()?;
        let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
        let words: Vec<&str> = family.iter().map(String::as_str).chain([number]).collect();
        // "Safe 2, then 2": not there again.
        self.cell.lexicon.place_called(&words).one().filter(|other| is_number && other != place)
    }

    /// Several places by one word: "the vises", "all positions".
    pub(super) fn row(&mut self, start: usize) {
        let text = self.texts[start].clone();
        if self.tokens[start].mark || self.tokens[start].number.is_some() {
            return;
        }
        let is_noun =
            self.grammar.named("place_noun").is_some_and(|noun| self.grammar.categories(&text).contains(&noun));
        let snapshot = self.cell.snapshot;
        let known = self.said(start, &text);
        let named = self.cell.lexicon.places_with(&[&known]);
        // "Drive screws", where there are screw bays: they are bays.
        let is_head = |place: &PositionId| {
            let words = self.cell.lexicon.words_of(*place);
            let next =
                words.iter().position(|word| singular(word) == singular(&known)).and_then(|at| words.get(at + 1));
            next.is_none_or(|next| next.len() == 1 || self.cell.lexicon.is_end(next))
        };
        let lexicon = self.cell.lexicon;
        let is_work = !lexicon.routines(&text).0.is_empty() || lexicon.routines_on(&text).is_some();
        let named: Vec<PositionId> = work_positions(snapshot)
            .filter(|place| named.binary_search(place).is_ok() && (!is_work || is_head(place)))
            .collect();
        let mut cost = 0;
        // "The tables", where T1 is told of as table 1.
        let single = singular(&known);
        let mut told = lexicon.places_told(&[single]);
        let is_numbered = |place: PositionId| {
            let number = lexicon.words_of(place).last().filter(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
            number.is_some_and(|number| lexicon.place_told(&[single, number]).one() == Some(place))
        };
        told.retain(|&place| self.is_work(place) && is_numbered(place));
        let named = match named.len() {
            0 if !is_noun && told.len() > 1 && !is_work => {
                cost = 2;
                told
            }
            _ => named,
        };
        let spans = match named.len() {
            0 if is_noun => vec![Span::All { but: Vec::new() }],
            0 | 1 => return,
            count if count == work_positions(snapshot).count() => vec![Span::All { but: Vec::new() }],
            _ => named.into_iter().map(Span::One).collect(),
        };
        let row = || Value::Places(Places { spans: spans.clone(), reversed: false });
        self.add(start, start + 1, "row", row(), cost);
        if singular(&text) != text || known != text {
            self.add(start, start + 1, "rows", row(), cost + 1);
        }
    }

    /// Several places by two words: "the A trays", "row B".
    pub(super) fn row_of_two(&mut self, start: usize) {
        let is_word = |at: usize| self.tokens.get(at).is_some_and(|token| !token.mark && token.number.is_none());
        if !is_word(start) || !is_word(start + 1) {
            return;
        }
        let (one, other) = (self.texts[start].clone(), self.texts[start + 1].clone());
        let is_row = |word: &str| matches!(word, "row" | "rows");
        let lexicon = self.cell.lexicon;
        let is_letter = |word: &str| lexicon.is_end(word) || word.len() == 1 && lexicon.is_place_word(word);
        let (said, is_several) = match () {
            () if is_row(&one) && is_letter(&other) => (vec![other.as_str()], true),
            () if is_row(&other) && is_letter(&one) => (vec![one.as_str()], true),
            () if is_row(&one) || is_row(&other) => return,
            () => (vec![singular(&one), singular(&other)], singular(&other) != other),
        };
        let places = lexicon.places_with(&said);
        let spans: Vec<Span> = work_positions(self.cell.snapshot)
            .filter(|place| places.binary_search(place).is_ok())
            .map(Span::One)
            .collect();
        if spans.len() < 2 {
            return;
        }
        let row = || Value::Places(Places { spans: spans.clone(), reversed: false });
        self.add(start, start + 2, "row", row(), 1);
        if is_several {
            self.add(start, start + 2, "rows", row(), 1);
        }
    }

    /// A place by its number alone. Where several have it, a list of such is none: "close 1 and 2" of cradles and ports.
    pub(super) fn numbered(&mut self, start: usize, number: &str, cost: u32) {
        let lexicon = self.cell.lexicon;
        let found = lexicon.place(&[number]);
        self.one_or_several((start, start + 1), found, || lexicon.places_with(&[number]), (cost, NUMBER_DOUBT));
    }

    pub(super) fn places(&mut self, start: usize, end: usize, said: &[&str], cost: u32) {
        let lexicon = self.cell.lexicon;
        self.one_or_several((start, end), lexicon.place(said), || lexicon.places_with(said), (cost, 2));
    }

    /// A place by words of its name. By a word that is as well one for work or for a workpiece, it is one only behind "at".
    pub(super) fn named(&mut self, start: usize, end: usize, said: &[&str]) {
        let lexicon = self.cell.lexicon;
        let is_whole = !lexicon.place_called(said).is_none();
        let is_other = |word: &&&str| !lexicon.routines(word).0.is_empty() || lexicon.routines_on(word).is_some();
        let telling = said.iter().filter(|word| !lexicon.is_end(word)).count();
        if !is_whole && telling > 0 && said.iter().filter(is_other).count() == telling {
            self.hinted(start, end, said, |lexicon| (lexicon.place(said), lexicon.places_with(said)));
        } else {
            self.places(start, end, said, if self.may_be_work(start, end) { CHECK } else { 1 });
        }
    }

    /// "Bend left": work on the left, or the place Bend-Left?
    pub(super) fn may_be_work(&self, start: usize, end: usize) -> bool {
        end > start + 1
            && self.opens_clause(start)
            && self.ends_clause(end)
            && !self.is_noun(start)
            && self.begins_routine(&self.texts[start])
    }

    /// A place that is meant behind "at" alone.
    pub(super) fn hinted(
        &mut self,
        start: usize,
        end: usize,
        said: &[&str],
        find: impl Fn(&Lexicon) -> (Found<PositionId>, Vec<PositionId>),
    ) {
        let from = self.mentions.len();
        let (found, all) = find(self.cell.lexicon);
        self.one_or_several((start, end), found, || all.clone(), (said.len() as u32, HINT_DOUBT));
        let hint = self.grammar.named("hint");
        for mention in &mut self.mentions[from..] {
            mention.category = hint.unwrap_or(mention.category);
        }
    }

    /// A place by its description.
    pub(super) fn told(&mut self, start: usize, end: usize, said: &[&str]) {
        if self.cell.lexicon.place(said).is_none() {
            self.hinted(start, end, said, |lexicon| (lexicon.place_told(said), lexicon.places_told(said)));
        }
    }

    /// The one place that is meant, or each work position of those that may be, which costs more.
    pub(super) fn one_or_several(
        &mut self,
        (start, end): (usize, usize),
        found: Found<PositionId>,
        all: impl Fn() -> Vec<PositionId>,
        (cost, doubt): (u32, u32),
    ) {
        match found {
            Found::One(place) => self.add(start, end, "place", Value::Place(place), cost),
            // "The vises" are all of them.
            Found::Many
                if doubt != HINT_DOUBT && end == start + 1 && singular(&self.texts[start]) != self.texts[start] => {}
            Found::Many => {
                let several: Vec<PositionId> = all().into_iter().filter(|&id| self.is_work(id)).collect();
                self.alternatives(start, end, &several, cost + doubt);
            }
            Found::None => {}
        }
    }

    pub(super) fn is_work(&self, place: PositionId) -> bool {
        self.cell.snapshot.role(place) == Role::Work
    }

    pub(super) fn alternatives(&mut self, start: usize, end: usize, places: &[PositionId], cost: u32) {
        if places.len() <= ALTERNATIVES_MAX {
            for &place in places {
                self.add(start, end, "place", Value::Place(place), cost);
            }
        }
    }
}
