//! What it costs to pass over a token, and which tokens keep a sentence from being read surely.
//!
//! In: the tokens with their mentions. Out: jumps.

use super::{Jump, Maker, Mention};
use crate::language::{
    rules::LISTS,
    rules::account::{Passed, passed},
    rules::chart::{
        grammar::{ASIDE, Category, HOME, LOOSE, NEVER, OF_THE_CELL, REQUEST},
        meaning::Value,
    },
};

/// Points for passing over a preposition or a mark.
const JUMP_LOOSE: u32 = 1;
/// Points for passing over a noun for what is worked on.
const JUMP_MATTER: u32 = 2;
/// Points for passing over a word that nobody knows.
const JUMP: u32 = 3;
/// Points for passing over a word of a name.
const JUMP_NAME: u32 = 9;
/// Points added to a mention inside a longer one.
const INSIDE: u32 = 3;

impl Maker<'_> {
    /// "Schweisst du auf 2?" asks, "kannst du auf 2 schweissen?" requests. What asks in English is no command here.
    pub(super) fn asks(&self) -> bool {
        let known = self.texts.iter().filter(|text| self.grammar.is_of_second(text)).count();
        let request = self.grammar.named(REQUEST);
        self.tokens.last().is_some_and(|token| token.text == "?")
            && known * 2 >= self.tokens.len()
            && !self.mentions.iter().any(|mention| Some(mention.category) == request)
    }

    /// What is forbidden first is asked back with what is wanted instead.
    pub(super) fn opens_with_not(&self) -> bool {
        let aside = self.grammar.named(ASIDE);
        let is = |at: usize, of: Option<Category>| {
            of.is_some_and(|of| self.grammar.categories(&self.texts[at]).contains(&of))
        };
        let first = (0..self.tokens.len()).find(|&at| !self.tokens[at].mark && !is(at, aside));
        first.is_some_and(|at| is(at, self.grammar.named("not")))
    }

    /// What stands inside a longer name or phrase is less likely meant.
    pub(super) fn prefer_longer(&mut self) {
        let spans: Vec<(usize, usize, bool)> =
            self.mentions.iter().map(|it| (it.start, it.end, it.value == Value::Word)).collect();
        let is_name = |it: &&Mention| it.cost == 0 && matches!(it.value, Value::Place(_));
        let names: Vec<(usize, usize)> = self.mentions.iter().filter(is_name).map(|it| (it.start, it.end)).collect();
        for mention in &mut self.mentions {
            let is_inside = |&&(start, end, _): &&(usize, usize, bool)| {
                start <= mention.start && mention.end <= end && end - start > mention.end - mention.start
            };
            let mut around = spans.iter().filter(is_inside);
            let is_word = mention.value == Value::Word;
            // A word is no longer itself in a phrase; in a name it may be.
            let is_within = if is_word { around.any(|(.., is_word)| *is_word) } else { around.next().is_some() };
            if is_within {
                mention.cost += INSIDE;
            }
            // "Place 6" is a place, whatever routine places something.
            let is_in_name = !is_word
                && names.iter().any(|&(start, end)| {
                    start <= mention.start && mention.end <= end && (start, end) != (mention.start, mention.end)
                });
            if is_in_name && !matches!(mention.value, Value::Place(_) | Value::Number(_)) {
                mention.cost += JUMP_NAME;
            }
        }
    }

    /// What stands inside a phrase of politeness is not meant.
    pub(super) fn leave_phrases(&mut self) {
        let [aside, never] = [ASIDE, NEVER].map(|name| self.grammar.named(name));
        let mut at = 0;
        while at < self.tokens.len() {
            let said = self.mentions.iter().filter(|it| it.start == at && [aside, never].contains(&Some(it.category)));
            let longest = said.map(|it| it.end - it.start).max().unwrap_or(1);
            let length = match self.passed_at(at) {
                Some((length, Passed::Aside)) => length.max(longest),
                _ => longest,
            };
            for mention in &mut self.mentions {
                // "Home right now": no home on the right.
                let is_cut =
                    mention.start < at + length && at < mention.end && mention.end - mention.start < length.max(3);
                let is_around = mention.start <= at && at + length <= mention.end;
                if length > 1 && is_cut && !is_around {
                    mention.cost += 2 * JUMP_NAME;
                }
            }
            at += length;
        }
    }

    fn passed_at(&self, at: usize) -> Option<(usize, Passed)> {
        passed(|n| self.tokens.get(at + n).filter(|token| !token.mark).map(|token| token.text.as_str()))
    }

    /// What of the tokens is politeness or filler, and what is worked on, by the lists that readings are held to. A word of the
    /// grammar is filler in a phrase alone.
    pub(super) fn passed(&self) -> Vec<Passed> {
        let mut all = vec![Passed::Not; self.tokens.len()];
        let mut at = 0;
        while at < self.tokens.len() {
            let (length, of) = self.passed_at(at).unwrap_or((1, Passed::Not));
            // "Time to go", not "go time to 3".
            let leads = length > 1 && self.tokens[at + length - 1].text == "to";
            let opens = |at: usize| at == 0 || self.tokens[at - 1].mark || all[at - 1] == Passed::Aside;
            if length > 1 && (!leads || opens(at)) || !self.is_grammar_word(at) {
                all[at..at + length].fill(of);
            }
            at += length;
        }
        all
    }

    /// Whether a word behind "all" tells of what they are.
    fn follows_all(&self, at: usize, in_list: &[Passed]) -> bool {
        let all = self.grammar.named("all");
        let ends = |end: usize| self.mentions.iter().any(|it| Some(it.category) == all && it.end == end);
        let is_between = |at: usize| in_list[at] == Passed::Matter || self.grammar.is_article(&self.texts[at]);
        (0..=at).rev().take_while(|&end| end == at || is_between(end)).any(ends)
    }

    pub(super) fn is_inside_number(&self, at: usize) -> bool {
        let is_number = |at: Option<usize>| at.and_then(|at| self.tokens.get(at)).is_some_and(|it| it.number.is_some());
        let next = self.tokens.get(at + 1);
        matches!(self.tokens[at].text.as_str(), "." | ",")
            && self.tokens[at].glued
            && next.is_some_and(|next| next.glued)
            && is_number(at.checked_sub(1))
            && is_number(Some(at + 1))
    }

    /// A noun by itself: "the box", not "the rivet gun".
    fn is_after_article(&self, at: usize) -> bool {
        let ends = |next: usize| {
            self.tokens.get(next).is_none_or(|token| token.mark || token.number.is_some() || self.is_grammar_word(next))
        };
        at.checked_sub(1).is_some_and(|before| self.grammar.is_article(&self.texts[before])) && ends(at + 1)
    }

    /// "The camera off", "take off the camera": whatever is held, it is not to be taken.
    fn takes_off(&self, at: usize) -> bool {
        let next = (at + 1..self.tokens.len()).find(|&next| !self.grammar.is_article(&self.texts[next]));
        let is_tool = |it: &Mention| matches!(it.value, Value::Tool(_)) && (it.end == at || Some(it.start) == next);
        // "Run the probe down the bore".
        let leads_on = self.texts[at] == "down" && next.is_some_and(|next| next > at + 1);
        LISTS.taken_off.has(&self.tokens[at].text) && !leads_on && self.mentions.iter().any(is_tool)
    }

    /// "You weld 1, me 2", "3 for them", "her 3": somebody else's.
    fn is_for_others(&self, at: usize) -> bool {
        let text = |at: usize| self.texts.get(at).map(String::as_str);
        let is_person = matches!(self.texts[at].as_str(), "me" | "us" | "him" | "her" | "them" | "he" | "she" | "they");
        let is_other = !matches!(self.texts[at].as_str(), "me" | "us");
        let opens = at == 0 || self.tokens[at - 1].mark || text(at - 1) == Some("and");
        let leads = self.tokens.get(at + 1).is_some_and(|next| next.number.is_some())
            || opens && at + 1 < self.tokens.len() && self.is_work_word(at + 1)
            || self.mentions.iter().any(|it| it.start == at + 1 && matches!(it.value, Value::Place(_)));
        is_person && (opens && leads || is_other && at > 0 && text(at - 1) == Some("for"))
    }

    /// "A", where it is written as a name, or where nothing that it could lead to follows.
    fn is_letter(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1);
        self.texts[at] == "a"
            && (self.cell.lexicon.is_end("a") || self.cell.lexicon.is_place_word("a"))
            && (!self.is_small_a(at) && at > 0
                || next.is_none_or(|next| next.mark)
                || self
                    .texts
                    .get(at + 1)
                    .is_some_and(|next| matches!(next.as_str(), "but" | "and" | "then" | "except")))
    }

    fn is_work_word(&self, at: usize) -> bool {
        !self.cell.lexicon.routines(&self.texts[at]).0.is_empty()
    }

    /// A letter that names a place, before another one.
    fn is_letter_in_row(&self, at: usize) -> bool {
        let is_letter = |at: usize| self.tokens.get(at).is_some_and(|token| !token.mark && token.text.len() == 1);
        is_letter(at) && is_letter(at + 1)
    }

    pub(super) fn is_other_work(&self, at: usize) -> bool {
        let (ids, is_work) = self.cell.lexicon.routines(&self.texts[at]);
        is_work && ids.is_empty()
    }

    /// Nouns for what is worked on, to be counted: "every joint".
    pub(super) fn pieces(&mut self) {
        let in_list = self.passed();
        for at in (0..self.tokens.len()).filter(|&at| in_list[at] == Passed::Matter) {
            self.add(at, at + 1, "piece", Value::Word, 0);
        }
    }

    pub(super) fn jumps(&self) -> Vec<Option<Jump>> {
        let (aside, loose) = (self.grammar.named(ASIDE), self.grammar.named(LOOSE));
        let of_the_cell: Vec<_> = OF_THE_CELL.iter().filter_map(|name| self.grammar.named(name)).collect();
        let in_list = self.passed();
        let [noun, holder, never, piece, row, rows, thing, hint, home] =
            ["place_noun", "holder", NEVER, "piece", "row", "rows", "thing", "hint", HOME]
                .map(|name| self.grammar.named(name));
        // In a phrase, of the lists or of the grammar, that says nothing.
        let mut in_phrase = vec![false; self.tokens.len()];
        let phrases = self.mentions.iter().filter(|it| Some(it.category) == aside && it.end > it.start + 1);
        phrases.for_each(|it| in_phrase[it.start..it.end].fill(true));
        for at in 0..self.tokens.len() {
            if let Some((length, Passed::Aside)) = self.passed_at(at).filter(|(length, _)| *length > 1) {
                in_phrase[at..at + length].fill(true);
            }
        }
        // "Would you rather", whatever "would you" is.
        let mut in_never = vec![false; self.tokens.len()];
        let questions = self.mentions.iter().filter(|it| Some(it.category) == never && it.end > it.start + 1);
        for it in questions {
            let around =
                |other: &&Mention| Some(other.category) == aside && other.start <= it.start && it.end <= other.end;
            let is_polite = self.mentions.iter().any(|other| around(&other))
                || self
                    .passed_at(it.start)
                    .is_some_and(|(length, of)| of == Passed::Aside && it.start + length >= it.end);
            in_never[it.start..it.end].fill(!is_polite);
        }
        let routine = self.grammar.named("routine");
        let is_seam = |at: usize| {
            let mut here = self.mentions.iter().filter(|it| it.start <= at && at < it.end);
            in_list[at] == Passed::Matter
                && self.is_after_article(at)
                && !self.checks()
                && !self.follows_all(at, &in_list)
                && self.tokens[..at]
                    .iter()
                    .zip(0..)
                    .any(|(_, at)| self.mentions.iter().any(|it| it.start == at && Some(it.category) == routine))
                && here.all(|it| [routine, piece, hint].contains(&Some(it.category)))
        };
        let is_object = |at: usize| {
            let is_work = |it: &Mention| Some(it.category) == routine && it.end + 1 == at;
            self.is_after_article(at) && !self.checks() && self.mentions.iter().any(is_work)
        };
        let jump = |at: usize| {
            let here = || self.mentions.iter().filter(move |mention| mention.start <= at && at < mention.end);
            let is = |category: Option<Category>| here().any(|mention| Some(mention.category) == category);
            let free = |cost| Some(Jump { cost, is_missed: false });
            let missed = |cost| Some(Jump { cost, is_missed: true });
            let is_counted = || here().any(|it| matches!(it.value, Value::Number(_) | Value::Count(_)));
            let is_named = || {
                here().any(|it| {
                    of_the_cell.contains(&it.category) && ![rows, row, piece, thing].contains(&Some(it.category))
                })
            };
            let is_called = || {
                here().any(|it| {
                    of_the_cell.contains(&it.category) && ![rows, row, piece, thing, hint].contains(&Some(it.category))
                })
            };
            let is_matter = || in_list[at] == Passed::Matter || is(piece) || is(thing);
            match () {
                // "Every red part": not all of them.
                () if is_matter() && !is_named() && self.follows_all(at, &in_list) => missed(JUMP_NAME),
                () if in_never[at] => None,
                // "1.5" is no 1, and no 5.
                () if self.is_inside_number(at) => None,
                // "Load a b": the one, or a?
                () if self.is_letter_in_row(at) && (is_named() || self.cell.lexicon.is_end(&self.texts[at])) => {
                    missed(JUMP_NAME)
                }
                // "Home" is where to go.
                () if is(home) => None,
                // "Scan the seams", where there is a seam weld as well.
                () if is_seam(at) => free(JUMP_MATTER),
                // "Zap left, zap right": no "right" that says nothing. An article is one, whatever is called A.
                () if is_called() && !is_counted() && !in_phrase[at] => missed(JUMP_NAME),
                () if self.takes_off(at) => missed(JUMP_NAME),
                () if self.is_for_others(at) => missed(JUMP_NAME),
                () if self.is_one_of(at) => missed(JUMP_NAME),
                // "Row A", "recap A".
                () if self.is_letter(at) => missed(JUMP_NAME),
                () if is(aside) || in_list[at] == Passed::Aside => free(0),
                () if is_counted() => None,
                // "Press the bearing in", where a place is described as one for bearings.
                () if is_matter() && is_object(at) && !is(row) => free(JUMP_MATTER),
                () if is_named() => missed(JUMP_NAME),
                // "The middle one": which?
                () if self.is_pronoun(at) && !self.is_no_place(at) => missed(JUMP),
                () if is(loose) => free(JUMP_LOOSE),
                () if (is(rows) || is(row)) && !is(noun) => missed(JUMP),
                () if (is(noun) || is(holder)) && !is(never) => free(JUMP_MATTER),
                () if here().any(|it| it.value == Value::Word && Some(it.category) != piece) => None,
                () if is_matter() && self.is_after_article(at) && !self.checks() && !self.follows_all(at, &in_list) => {
                    free(JUMP_MATTER)
                }
                // Work that the cell does not do.
                () if self.is_other_work(at) => missed(JUMP_NAME),
                () if is_matter() => free(JUMP_MATTER),
                () if self.tokens[at].mark => free(JUMP_LOOSE),
                () => missed(JUMP),
            }
        };
        (0..self.tokens.len()).map(jump).collect()
    }
}
