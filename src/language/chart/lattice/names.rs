//! What tokens may be by the cell's names: places, rows of places, tools, routines.
//!
//! In: the tokens from one on. Out: mentions. A word of which three or more things may be meant is none of them.

use super::{ALTERNATIVES_MAX, Maker, Mention};
use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    language::{
        Places, Span,
        chart::meaning::Value,
        lexicon::{Found, Lexicon, canonical, singular},
        said::work_positions,
    },
};

/// What each further place that a hint may mean costs.
const HINT_DOUBT: u32 = 3;
/// Most words of a name or of a description of a thing.
const NAME_WORDS_MAX: usize = 4;

impl Maker<'_> {
    /// "Belt 1 and 2": the place that is called like the one before it, but for its number.
    pub(super) fn in_family(&self, start: usize, number: &str) -> Option<PositionId> {
        let is_named = |mention: &&Mention| {
            let joins =
                |at: usize| self.tokens[at].mark || self.tokens[at].number.is_some() || self.is_grammar_word(at);
            matches!(mention.value, Value::Place(_)) && mention.end <= start && (mention.end..start).all(joins)
        };
        let before =
            self.mentions.iter().filter(is_named).max_by_key(|mention| (mention.end, mention.end - mention.start));
        let Some(Mention { value: Value::Place(place), .. }) = before else { return None };
        let (last, family) = self.cell.lexicon.words_of(*place).split_last()?;
        let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
        let words: Vec<&str> = family.iter().map(String::as_str).chain([number]).collect();
        self.cell.lexicon.place_called(&words).one().filter(|_| is_number)
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
        let named: Vec<PositionId> = work_positions(snapshot).filter(|place| named.contains(place)).collect();
        let spans = match named.len() {
            0 if is_noun => vec![Span::All { but: Vec::new() }],
            0 | 1 => return,
            count if count == work_positions(snapshot).count() => vec![Span::All { but: Vec::new() }],
            _ => named.into_iter().map(Span::One).collect(),
        };
        let row = || Value::Places(Places { spans: spans.clone(), reversed: false });
        self.add(start, start + 1, "row", row(), 0);
        if singular(&text) != text || known != text {
            self.add(start, start + 1, "rows", row(), 1);
        }
    }

    /// Whole names, and the words that tell a place or a tool from every other.
    pub(super) fn names(&mut self, start: usize) {
        if let Some((length, named)) = self.cell.lexicon.name(&self.tokens[start..]) {
            let end = start + length;
            if let Some(place) = named.place.one() {
                self.add(start, end, "place", Value::Place(place), 0);
            }
            if let Some(tool) = named.tool.one() {
                self.add(start, end, "tool", Value::Tool(tool), 0);
            }
            if let Some(routine) = named.routine.one() {
                self.add(start, end, "routine", Value::Routine(routine), 0);
            }
        }
        // "Above the dock" is Above_Dock.
        let counted = |at: &usize| *at == start || !self.grammar.is_article(&self.texts[*at]);
        let window: Vec<(usize, String)> = (start..self.tokens.len().min(start + NAME_WORDS_MAX))
            .take_while(|&at| !self.tokens[at].mark)
            .filter(counted)
            .map(|at| (at + 1, self.heard(start, at)))
            .collect();
        for length in 1..=window.len() {
            let said: Vec<&str> = window[..length].iter().map(|(_, word)| word.as_str()).collect();
            let end = window[length - 1].0;
            if length == 1 && (self.tokens[start].number.is_some() || self.grammar.number(said[0]).is_some()) {
                continue;
            }
            // "Four beams" counts them.
            let is_counted =
                self.tokens[start].number.is_some() && singular(&self.texts[end - 1]) != self.texts[end - 1];
            if is_counted {
                continue;
            }
            // A word of the grammar alone is no name.
            if length == 1 && self.is_grammar_word(start) && !self.cell.lexicon.is_place_word(said[0]) {
                continue;
            }
            self.named(start, end, &said);
            // What a description tells is no reason to pass over "and" or "not".
            if (start..end).any(|at| self.is_grammar_word(at) && !self.cell.lexicon.is_known(&self.texts[at])) {
                continue;
            }
            self.told(start, end, &said);
            let lexicon = self.cell.lexicon;
            let is_called = |tool: &ToolId| {
                let is_whole = lexicon.is_tool_name(&said.join(" "), *tool);
                is_whole
                    || said.last().is_some_and(|word| lexicon.is_tool_head(word, *tool) || lexicon.is_tool_kind(word))
            };
            if let Some(tool) = lexicon.tool(&said).one().filter(is_called).filter(|_| !self.ends_several(&said)) {
                self.add(start, end, "tool", Value::Tool(tool), 1);
            }
        }
    }

    /// "Brenner" where there are a Schweissbrenner and a Waermbrenner.
    fn ends_several(&self, said: &[&str]) -> bool {
        let snapshot = self.cell.snapshot;
        let [word] = said else { return false };
        let ends = |tool: &ToolId| {
            canonical(snapshot.tool_name(*tool)).last().is_some_and(|last| last != word && last.ends_with(word))
        };
        (0..snapshot.tool_count() as u32).map(ToolId).filter(ends).count() > 1
    }

    /// "Position to", "rack bee": what is heard for a number or a letter, behind a word.
    pub(super) fn heard(&self, start: usize, at: usize) -> String {
        let text = &self.texts[at];
        let is_noun = |at: usize| {
            let noun = self.grammar.named("place_noun");
            noun.is_some_and(|noun| self.grammar.categories(&self.texts[at]).contains(&noun))
        };
        let follows = at > start && (is_noun(at - 1) || self.cell.lexicon.is_place_word(&self.texts[at - 1]));
        let is_thing = at > start && self.cell.lexicon.routines_on(&self.texts[at - 1]).is_some();
        // "The mould too" is one more of them.
        let is_last = at + 1 == self.tokens.len();
        let leads = follows && !is_thing && !(is_last && text == "too")
            || self.tokens.get(at + 1).is_some_and(|next| next.number.is_some());
        let heard = self.grammar.heard(text).filter(|_| leads && self.tokens[at].number.is_none());
        heard.map_or_else(|| self.said(at, text), str::to_owned)
    }

    /// A word as names are asked for: a number in digits, without the endings of German where it is known so.
    pub(super) fn said(&self, at: usize, text: &str) -> String {
        if let Some(number) = self.tokens[at].number.or_else(|| self.grammar.number(text)) {
            return number.to_string();
        }
        let lexicon = self.cell.lexicon;
        let is_known = |word: &str| lexicon.is_known(word) || lexicon.is_told(word);
        if is_known(text) {
            return text.to_owned();
        }
        let stripped =
            ["en", "er", "es", "em", "e", "n", "s"].into_iter().filter_map(|ending| text.strip_suffix(ending));
        let stems = stripped
            .filter(|stem| stem.len() > 2)
            .flat_map(|stem| ["", "e", "en", "er", "s"].map(|ending| format!("{stem}{ending}")));
        stems.into_iter().find(|word| is_known(word)).unwrap_or_else(|| text.to_owned())
    }

    pub(super) fn is_grammar_word(&self, at: usize) -> bool {
        !self.grammar.categories(&self.texts[at]).is_empty()
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
            self.places(start, end, said, 1);
        }
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
                if doubt < HINT_DOUBT && end == start + 1 && singular(&self.texts[start]) != self.texts[start] => {}
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

    /// The routines that a word for work or for a workpiece may mean.
    pub(super) fn work(&mut self, start: usize) {
        let lexicon = self.cell.lexicon;
        let rest = self.tokens[start..].iter().take_while(|token| !token.mark).map(|token| token.text.as_str());
        if let Some((length, ids)) = lexicon.work_phrase(rest) {
            self.routines(start, start + length, &ids, 1);
        }
        if self.tokens[start].mark || self.tokens[start].number.is_some() {
            return;
        }
        let text = self.texts[start].clone();
        let forms = forms(&text);
        let own = forms.iter().map(|form| lexicon.routines(form).0).find(|ids| !ids.is_empty());
        let stands_for = || forms.iter().find_map(|form| self.grammar.work(form)).map(|work| lexicon.routines(work).0);
        let told =
            || forms.iter().map(|form| lexicon.speaks_of(form).routines_told.to_vec()).find(|ids| !ids.is_empty());
        if let Some(ids) = own.or_else(stands_for).filter(|ids| !ids.is_empty()) {
            // "The welder" is the tool.
            let is_tool = lexicon.is_tool_kind(&text) && !lexicon.tool_named(&text).is_none();
            self.routines(start, start + 1, &ids, if is_tool { 5 } else { 1 });
        } else if let Some(ids) = forms.iter().find_map(|form| lexicon.routines_on(form)).filter(|ids| !ids.is_empty())
        {
            let named: Vec<RoutineId> =
                forms.iter().flat_map(|form| lexicon.routines_named(form)).map(|&id| RoutineId(id)).collect();
            self.things.extend((!named.is_empty()).then_some(named));
            self.thing(start, &ids, 3);
        } else if let Some(ids) = told().filter(|_| !self.is_grammar_word(start)) {
            self.thing(start, &ids, 5);
        }
    }

    /// The routines that a word for what is worked on may mean.
    pub(super) fn thing(&mut self, start: usize, ids: &[u32], cost: u32) {
        let from = self.mentions.len();
        self.routines(start, start + 1, ids, cost);
        let thing = self.grammar.named("thing");
        for mention in &mut self.mentions[from..] {
            mention.category = thing.unwrap_or(mention.category);
        }
    }

    pub(super) fn routines(&mut self, start: usize, end: usize, ids: &[u32], cost: u32) {
        if ids.len() <= ALTERNATIVES_MAX {
            let doubt = 2 * (ids.len() as u32 - 1);
            for &id in ids {
                self.add(start, end, "routine", Value::Routine(RoutineId(id)), cost + doubt);
            }
        }
    }
}

/// The forms of a German verb, or of an inflected word, besides itself: "schweisst" is "schweissen".
pub(in crate::language::chart) fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    for ending in ["", "e", "st", "t", "en", "et", "n", "s"] {
        if let Some(stem) = text.strip_suffix(ending).filter(|stem| stem.len() > 2) {
            forms.extend([format!("{stem}en"), format!("{stem}n"), stem.to_owned()]);
        }
    }
    forms
}
