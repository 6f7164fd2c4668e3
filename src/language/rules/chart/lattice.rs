//! A sentence's tokens, and everything that some of them may be: words of the grammar, numbers, and names of the cell.
//!
//! In: a sentence. Out: mentions, each with its category, meaning and price, and what it costs to jump over each token.

use super::{
    grammar::{Category, Grammar, HOME, PUT_ON, plain},
    meaning::{Cell, Value},
};
use crate::{
    cell::RoutineId,
    language::{
        Places, Span,
        lexicon::words::Word,
        rules::{LISTS, account::passed, numbers_mended, spoken},
    },
    limits::{CHART_TOKENS_MAX, MISSPELT_WORDS_MAX},
};

mod names;
mod numerals;
mod passing;
mod places;
mod works;

pub(in crate::language::rules::chart) use works::forms;

/// Points for reading "check" as its only possible routine, or a word for a tool as the tool's work.
const CHECK: u32 = 9;
/// A word with more possible meanings than this is ignored.
const ALTERNATIVES_MAX: usize = 3;

/// Points for reading the number in "batch 3" as a place's number.
const OF_OTHER: u32 = 9;

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
    pub(super) jumps: Vec<Option<Jump>>,
    /// Points for the tokens that no mention covers; they are removed.
    pub(super) cost: u32,
    /// How many of those are not known to be filler.
    pub(super) missed: u32,
    /// The routines on each thing that is spoken of.
    pub(super) things: Vec<Vec<RoutineId>>,
}

/// What passing over a token does.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub(super) cost: u32,
    /// It is not known to say nothing.
    pub(super) is_missed: bool,
}

impl Lattice {
    /// The lattice of a sentence; `None` where it is too long.
    pub(super) fn new(text: &str, grammar: &Grammar, cell: &Cell<'_>) -> Option<Self> {
        let tokens = numbers_mended(spoken(text, cell.lexicon), cell.lexicon);
        if tokens.len() > CHART_TOKENS_MAX {
            return None;
        }
        let mut maker = Maker::new(text, &tokens, grammar, cell);
        for start in 0..tokens.len() {
            if maker.is_inside_number(start) {
                maker.add(start, start + 1, "piece", Value::Word, 0);
                continue;
            }
            maker.grammar_words(start);
            maker.number(start);
            maker.names(start);
            maker.row(start);
            maker.row_of_two(start);
            maker.work(start);
        }
        maker.pieces();
        maker.prefer_longer();
        maker.leave_phrases();
        let jumps = maker.jumps();
        let asks = maker.asks() || maker.opens_with_not();
        let lattice = Self { jumps, mentions: maker.mentions, cost: 0, missed: 0, things: maker.things }.without_idle();
        Some(Self { missed: lattice.missed + u32::from(asks), ..lattice })
    }
}

impl Lattice {
    /// Without the tokens that no mention has: every reading passes over them.
    fn without_idle(mut self) -> Self {
        let count = self.jumps.len();
        let mut is_kept = vec![false; count];
        for mention in &self.mentions {
            is_kept[mention.start..mention.end].fill(true);
        }
        let mut moved = vec![0; count + 1];
        for at in 0..count {
            moved[at + 1] = moved[at] + usize::from(is_kept[at]);
            if let Some(jump) = self.jumps[at].filter(|_| !is_kept[at]) {
                self.cost += jump.cost;
                self.missed += u32::from(jump.is_missed);
            }
        }
        let mut at = 0;
        self.jumps.retain(|_| {
            at += 1;
            is_kept[at - 1]
        });
        for mention in &mut self.mentions {
            (mention.start, mention.end) = (moved[mention.start], moved[mention.end]);
        }
        self
    }
}

struct Maker<'a> {
    text: &'a str,
    tokens: &'a [Word],
    texts: Vec<String>,
    grammar: &'a Grammar,
    cell: &'a Cell<'a>,
    mentions: Vec<Mention>,
    things: Vec<Vec<RoutineId>>,
}

impl<'a> Maker<'a> {
    fn new(text: &'a str, tokens: &'a [Word], grammar: &'a Grammar, cell: &'a Cell<'a>) -> Self {
        let mut tries = 0;
        let texts = tokens.iter().map(|token| {
            let text = plain(&token.text);
            let lexicon = cell.lexicon;
            let is_sound = token.mark
                || token.number.is_some()
                || !grammar.categories(&text).is_empty()
                || grammar.heard(&text).is_some()
                || lexicon.is_known(&text)
                || lexicon.is_told(&text)
                || lexicon.routines(&text).1
                || passed(|n| (n == 0).then_some(text.as_str())).is_some()
                || LISTS.no_slips.has(&text)
                || tries == MISSPELT_WORDS_MAX;
            if is_sound {
                return text;
            }
            tries += 1;
            grammar.mended(&text).or_else(|| lexicon.near(&text)).map_or(text.clone(), str::to_owned)
        });
        Self { text, texts: texts.collect(), tokens, grammar, cell, mentions: Vec::new(), things: Vec::new() }
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
                // "Camera on": not on the table.
                if Some(category) == self.grammar.named(PUT_ON) && !self.ends_clause(end + 1)
                    || self.leads_to_nothing(category, end)
                    || start == end && self.picks_out(category, start)
                {
                    continue;
                }
                let mention = |value| Mention { start, end: end + 1, category, value, cost: 0 };
                if Some(category) == self.grammar.named(HOME) {
                    self.mentions.extend(self.cell.homes().take(ALTERNATIVES_MAX).map(Value::Place).map(mention));
                } else {
                    self.mentions.push(mention(Value::Word));
                    // "Work positions".
                    if end > start && Some(category) == self.grammar.named("place_noun") {
                        let all = Value::Places(Places { spans: vec![Span::All { but: Vec::new() }], reversed: false });
                        self.add(start, end + 1, "row", all, 0);
                    }
                }
            }
        }
    }

    /// "Nozzle on, glue": no place follows.
    fn leads_to_nothing(&self, category: Category, end: usize) -> bool {
        let leads =
            ["at", "to", "from", "toward", "with"].iter().any(|name| self.grammar.named(name) == Some(category));
        leads && self.tokens.get(end + 1).is_some_and(|next| next.mark && next.text != ":")
    }

    /// "Inspect the first", "and the next two": some of the places, and no order of the work.
    fn picks_out(&self, category: Category, at: usize) -> bool {
        let is = |name: &str| self.grammar.named(name) == Some(category);
        let is_led = at.checked_sub(1).is_some_and(|before| self.grammar.is_article(&self.texts[before]));
        is_led && (is("then") || self.ends_clause(at + 1) && ["earlier", "first", "last"].into_iter().any(is))
    }

    /// Whether nothing that is worked at or gone to follows.
    fn ends_clause(&self, at: usize) -> bool {
        let is = |name: &str| {
            self.grammar.named(name).is_some_and(|it| self.grammar.categories(&self.texts[at]).contains(&it))
        };
        self.tokens.get(at).is_none_or(|token| token.mark || token.text == "please" || is("and") || is("then"))
    }

    fn number(&mut self, start: usize) {
        let token = &self.tokens[start];
        let ordinal = token.number.filter(|_| token.ordinal).or_else(|| self.grammar.ordinal(&self.texts[start]));
        if let Some(number) = ordinal {
            self.add(start, start + 1, "ordinal", Value::Number(number), 0);
        }
        let number = token.number.filter(|_| !token.ordinal).or_else(|| self.grammar.number(&self.texts[start]));
        if let Some(number) =
            number.filter(|_| !self.is_one_of(start) && (!self.is_pronoun(start) || self.is_no_place(start)))
        {
            if self.is_no_place(start) {
                self.add(start, start + 1, "piece", Value::Word, 0);
                return;
            }
            self.add(start, start + 1, "number", Value::Number(number), 0);
            if self.counts_work(start) {
                self.add(start, start + 1, "amount", Value::Number(number), 0);
            }
            let said = number.to_string();
            let is_doubtful = self.is_of_other(start) || self.is_how_many(start);
            let doubt = if is_doubtful { OF_OTHER } else { 0 };
            match self.in_family(start, &said).filter(|_| !self.is_counted(start)) {
                // "A1, make that two".
                Some(place) => {
                    let doubt = if self.is_made_so(start) { OF_OTHER } else { doubt };
                    self.add(start, start + 1, "place", Value::Place(place), 1 + doubt);
                }
                // "T4: 2 rivets".
                None if self.is_counted(start) => {}
                None => self.numbered(start, &said, 1 + doubt),
            }
        }
        if let Some(count) = self.grammar.count(&self.texts[start]) {
            self.add(start, start + 1, "count", Value::Count(count), 0);
        }
    }
}
