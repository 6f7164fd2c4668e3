//! What tokens may be by the cell's names: places, rows of places, tools, routines.
//!
//! In: the tokens from one on. Out: mentions. A word that may mean more than [`ALTERNATIVES_MAX`] things is ignored.

use super::{CHECK, Maker};
use crate::{
    cell::{Role, ToolId},
    language::{
        lexicon::{canonical, singular},
        rules::chart::{grammar::HOME, meaning::Value},
    },
};

/// Most words of a name or of a description of a thing.
const NAME_WORDS_MAX: usize = 4;

impl Maker<'_> {
    /// Whole names, and the words that tell a place or a tool from every other.
    pub(super) fn names(&mut self, start: usize) {
        if let Some((length, named)) = self.cell.lexicon.name(&self.tokens[start..]) {
            let end = start + length;
            if let Some(place) = named.place.one() {
                // "Bend left": work on the left, or the place Bend-Left?
                self.add(
                    start,
                    end,
                    "place",
                    Value::Place(place),
                    if self.may_be_work(start, end) { CHECK } else { 0 },
                );
                // "Tool away, then rest pose."; a home that is called Park is no reason to go there.
                let is_verb = length == 1 && self.is_grammar_word(start);
                if !is_verb && self.cell.snapshot.role(place) == Role::Home {
                    self.add(start, end, HOME, Value::Place(place), 0);
                }
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
            // "Cap b1 first".
            .take_while(|&at| !self.tokens[at].mark && (at == start || !self.tokens[at].ordinal))
            .filter(counted)
            .map(|at| (at + 1, self.heard(start, at)))
            .collect();
        for length in 1..=window.len() {
            let said: Vec<&str> = window[..length].iter().map(|(_, word)| word.as_str()).collect();
            let end = window[length - 1].0;
            if length == 1 && (self.tokens[start].number.is_some() || self.grammar.number(said[0]).is_some()) {
                continue;
            }
            // "In a jig" is not in jig A.
            if length == 2 && self.is_small_a(start) && !self.tokens[start + 1].glued {
                continue;
            }
            // "Four beams" counts them.
            let is_counted =
                self.tokens[start].number.is_some() && singular(&self.texts[end - 1]) != self.texts[end - 1];
            if is_counted {
                continue;
            }
            // "A rivet".
            if length == 1 && (self.is_article_here(start) || self.is_way_back(start)) {
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
                // "Go to the welder stand".
                let holder = self.grammar.named("holder");
                let next = self.texts.get(end).filter(|_| !self.tokens[end].mark);
                if next.is_some_and(|next| holder.is_some_and(|it| self.grammar.categories(next).contains(&it)))
                    && let Some(place) = lexicon.tool_place(tool)
                {
                    self.add(start, end + 1, "hint", Value::Place(place), 1);
                }
            }
        }
    }

    /// "Brenner" where there are a Schweissbrenner and a Waermbrenner.
    pub(super) fn ends_several(&self, said: &[&str]) -> bool {
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
        let is_noun = |at: usize| self.is_noun(at);
        let follows = at > start && (is_noun(at - 1) || self.cell.lexicon.is_place_word(&self.texts[at - 1]));
        let is_thing = at > start && self.cell.lexicon.routines_on(&self.texts[at - 1]).is_some();
        // "The mould too" is one more of them.
        let is_last = at + 1 == self.tokens.len() && !(at > start && is_noun(at - 1));
        let leads = follows && !is_thing && !(is_last && text == "too")
            || self.tokens.get(at + 1).is_some_and(|next| next.number.is_some()) && !self.is_grammar_word(at);
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

    /// "Go back": no place that is called so.
    pub(super) fn is_way_back(&self, at: usize) -> bool {
        let is = |at: usize, names: &[&str]| {
            let of = self.grammar.categories(&self.texts[at]);
            names.iter().any(|name| self.grammar.named(name).is_some_and(|it| of.contains(&it)))
        };
        at > 0 && is(at, &["gone", "away"]) && is(at - 1, &["go", "bring"])
    }

    pub(super) fn opens_clause(&self, at: usize) -> bool {
        let is = |name: &str| {
            self.grammar.named(name).is_some_and(|it| self.grammar.categories(&self.texts[at - 1]).contains(&it))
        };
        at == 0
            || self.tokens[at - 1].mark
            || is("and")
            || is("then")
            || is("aside") && !self.grammar.is_article(&self.texts[at - 1])
    }

    /// A word for any place.
    pub(super) fn is_noun(&self, at: usize) -> bool {
        let noun = self.grammar.named("place_noun");
        noun.is_some_and(|noun| self.grammar.categories(&self.texts[at]).contains(&noun))
    }

    /// A word that is in no list and no name.
    pub(super) fn is_other_word(&self, at: usize) -> bool {
        let lexicon = self.cell.lexicon;
        !self.tokens[at].mark
            && self.tokens[at].number.is_none()
            && !self.is_grammar_word(at)
            && !lexicon.is_known(&self.texts[at])
            && !lexicon.routines(&self.texts[at]).1
            && lexicon.routines_on(&self.texts[at]).is_none()
    }

    pub(super) fn is_grammar_word(&self, at: usize) -> bool {
        !self.grammar.categories(&self.texts[at]).is_empty()
    }
}
