//! A sentence's tokens, and everything that some of them may be: words of the grammar, numbers, and names of the cell.
//!
//! In: a sentence. Out: mentions, each with its category, meaning and price, and what it costs to jump over each token.

use super::{
    grammar::{ASIDE, Category, Grammar, HOME, LOOSE, OF_THE_CELL, plain},
    meaning::{Cell, Value},
};
use crate::{
    cell::{PositionId, Role, RoutineId},
    language::lexicon::{
        Found,
        words::{Word, words},
    },
    limits::{CHART_TOKENS_MAX, MISSPELT_WORDS_MAX},
};

/// Most words of a name or of a description of a thing.
const NAME_WORDS_MAX: usize = 4;
/// More things that one word may mean are none.
const ALTERNATIVES_MAX: usize = 3;

/// What some neighbouring tokens may be.
pub(super) struct Mention {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) category: Category,
    pub(super) value: Value,
    pub(super) cost: u32,
}

/// See the head of this file.
pub(super) struct Lattice {
    pub(super) mentions: Vec<Mention>,
    /// What jumping over each token costs; `None` where it is not to be jumped over.
    pub(super) jumps: Vec<Option<u32>>,
}

impl Lattice {
    /// The lattice of a sentence; `None` where it is too long.
    pub(super) fn new(text: &str, grammar: &Grammar, cell: &Cell<'_>) -> Option<Self> {
        let tokens = words(text);
        if tokens.len() > CHART_TOKENS_MAX {
            return None;
        }
        let mut maker = Maker::new(&tokens, grammar, cell);
        for start in 0..tokens.len() {
            maker.grammar_words(start);
            maker.number(start);
            maker.names(start);
            maker.work(start);
        }
        Some(Self { jumps: maker.jumps(), mentions: maker.mentions })
    }
}

struct Maker<'a> {
    tokens: &'a [Word],
    texts: Vec<String>,
    grammar: &'a Grammar,
    cell: &'a Cell<'a>,
    mentions: Vec<Mention>,
}

impl<'a> Maker<'a> {
    fn new(tokens: &'a [Word], grammar: &'a Grammar, cell: &'a Cell<'a>) -> Self {
        let mut tries = 0;
        let texts = tokens.iter().map(|token| {
            let text = plain(&token.text);
            let lexicon = cell.lexicon;
            let is_sound = token.mark
                || token.number.is_some()
                || !grammar.categories(&text).is_empty()
                || lexicon.is_known(&text)
                || lexicon.is_told(&text)
                || tries == MISSPELT_WORDS_MAX;
            if is_sound {
                return text;
            }
            tries += 1;
            grammar.mended(&text).or_else(|| lexicon.near(&text)).map_or(text.clone(), str::to_owned)
        });
        Self { texts: texts.collect(), tokens, grammar, cell, mentions: Vec::new() }
    }

    fn add(&mut self, start: usize, end: usize, name: &str, value: Value, cost: u32) {
        if let Some(category) = self.grammar.named(name) {
            self.mentions.push(Mention { start, end, category, value, cost });
        }
    }

    fn grammar_words(&mut self, start: usize) {
        let mut phrase = String::new();
        for end in start..self.tokens.len().min(start + self.grammar.longest_phrase) {
            if end > start {
                phrase.push(' ');
            }
            phrase.push_str(&self.texts[end]);
            for &category in self.grammar.categories(&phrase) {
                let mention = |value| Mention { start, end: end + 1, category, value, cost: 0 };
                if Some(category) == self.grammar.named(HOME) {
                    self.mentions.extend(self.cell.homes().take(ALTERNATIVES_MAX).map(Value::Place).map(mention));
                } else {
                    self.mentions.push(mention(Value::Word));
                }
            }
        }
    }

    fn number(&mut self, start: usize) {
        let token = &self.tokens[start];
        let number = token.number.filter(|_| !token.ordinal).or_else(|| self.grammar.number(&self.texts[start]));
        if let Some(number) = number {
            self.add(start, start + 1, "number", Value::Number(number), 0);
            let said = number.to_string();
            self.places(start, start + 1, &[&said], 2);
        }
        if let Some(count) = self.grammar.count(&self.texts[start]) {
            self.add(start, start + 1, "count", Value::Count(count), 0);
        }
    }

    /// Whole names, and the words that tell a place or a tool from every other.
    fn names(&mut self, start: usize) {
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
        let numbers: Vec<String> = (start..self.tokens.len().min(start + NAME_WORDS_MAX))
            .map_while(|at| (!self.tokens[at].mark).then(|| self.said(at, &self.texts[at])))
            .collect();
        for length in 1..=numbers.len() {
            let said: Vec<&str> = numbers[..length].iter().map(String::as_str).collect();
            if length == 1 && (self.tokens[start].number.is_some() || self.grammar.number(said[0]).is_some()) {
                continue;
            }
            // A word of the grammar alone is no name.
            if length == 1 && self.is_grammar_word(start) && !self.cell.lexicon.is_place_word(said[0]) {
                continue;
            }
            self.places(start, start + length, &said, 1);
            // What a description tells is no reason to pass over "and" or "not".
            if (start..start + length)
                .any(|at| self.is_grammar_word(at) && !self.cell.lexicon.is_known(&self.texts[at]))
            {
                continue;
            }
            self.told(start, start + length, &said, 2);
            if let Some(tool) = self.cell.lexicon.tool(&said).one() {
                self.add(start, start + length, "tool", Value::Tool(tool), 1);
            }
        }
    }

    /// A word as names are asked for: a number in digits, without the endings of German where it is known so.
    fn said(&self, at: usize, text: &str) -> String {
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

    fn is_grammar_word(&self, at: usize) -> bool {
        !self.grammar.categories(&self.texts[at]).is_empty()
    }

    fn places(&mut self, start: usize, end: usize, said: &[&str], cost: u32) {
        let lexicon = self.cell.lexicon;
        self.one_or_several((start, end), lexicon.place(said), || lexicon.places_with(said), (cost, 2));
    }

    /// A place by its description.
    fn told(&mut self, start: usize, end: usize, said: &[&str], cost: u32) {
        let lexicon = self.cell.lexicon;
        if lexicon.place(said).is_none() {
            self.one_or_several((start, end), lexicon.place_told(said), || lexicon.places_told(said), (cost, 3));
        }
    }

    /// The one place that is meant, or each work position of those that may be, which costs more.
    fn one_or_several(
        &mut self,
        (start, end): (usize, usize),
        found: Found<PositionId>,
        all: impl Fn() -> Vec<PositionId>,
        (cost, doubt): (u32, u32),
    ) {
        match found {
            Found::One(place) => self.add(start, end, "place", Value::Place(place), cost),
            Found::Many => {
                let several: Vec<PositionId> = all().into_iter().filter(|&id| self.is_work(id)).collect();
                self.alternatives(start, end, &several, cost + doubt);
            }
            Found::None => {}
        }
    }

    fn is_work(&self, place: PositionId) -> bool {
        self.cell.snapshot.role(place) == Role::Work
    }

    fn alternatives(&mut self, start: usize, end: usize, places: &[PositionId], cost: u32) {
        if places.len() <= ALTERNATIVES_MAX {
            for &place in places {
                self.add(start, end, "place", Value::Place(place), cost);
            }
        }
    }

    /// The routines that a word for work or for a workpiece may mean.
    fn work(&mut self, start: usize) {
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
            self.routines(start, start + 1, &ids, 1);
        } else if let Some(ids) = forms.iter().find_map(|form| lexicon.routines_on(form)).filter(|ids| !ids.is_empty())
        {
            self.routines(start, start + 1, &ids, 3);
        } else if let Some(ids) = told().filter(|_| !self.is_grammar_word(start)) {
            self.routines(start, start + 1, &ids, 5);
        }
    }

    fn routines(&mut self, start: usize, end: usize, ids: &[u32], cost: u32) {
        if ids.len() <= ALTERNATIVES_MAX {
            let doubt = 2 * (ids.len() as u32 - 1);
            for &id in ids {
                self.add(start, end, "routine", Value::Routine(RoutineId(id)), cost + doubt);
            }
        }
    }

    fn jumps(&self) -> Vec<Option<u32>> {
        let (aside, loose) = (self.grammar.named(ASIDE), self.grammar.named(LOOSE));
        let of_the_cell: Vec<_> = OF_THE_CELL.iter().filter_map(|name| self.grammar.named(name)).collect();
        let jump = |at: usize| {
            let here = || self.mentions.iter().filter(move |mention| mention.start <= at && at < mention.end);
            let is = |category: Option<Category>| here().any(|mention| Some(mention.category) == category);
            if is(aside) {
                Some(0)
            } else if is(loose) {
                Some(JUMP_LOOSE)
            } else if here().any(|it| it.value == Value::Word || matches!(it.value, Value::Number(_) | Value::Count(_)))
            {
                None
            } else if here().any(|it| of_the_cell.contains(&it.category)) {
                Some(JUMP_NAME)
            } else if self.tokens[at].mark {
                Some(JUMP_LOOSE)
            } else {
                Some(JUMP)
            }
        };
        (0..self.tokens.len()).map(jump).collect()
    }
}

const JUMP_LOOSE: u32 = 1;
const JUMP: u32 = 3;
const JUMP_NAME: u32 = 9;

/// The forms of a German verb, or of an inflected word, besides itself: "schweisst" is "schweissen".
fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    for ending in ["", "e", "st", "t", "en", "et", "n", "s"] {
        if let Some(stem) = text.strip_suffix(ending).filter(|stem| stem.len() > 2) {
            forms.extend([format!("{stem}en"), format!("{stem}n"), stem.to_owned()]);
        }
    }
    forms
}
