//! What a number or a pronoun stands for: a place, how many, how often, or something else's number.
//!
//! In: a number's token and its neighbours. Out: what it is not.

use super::{Maker, Mention};
use crate::language::{
    lexicon::singular,
    rules::account::{Passed, passed},
    rules::chart::{grammar::LOOSE, meaning::Value},
};

/// Words for work as a whole, which is numbered as well.
const COUNTED: &[&str] = &["job", "task", "program", "routine", "operation", "order"];
/// How many words after a number are searched for what it counts.
const COUNTED_WORDS_MAX: usize = 3;

impl Maker<'_> {
    /// "The one in cradle 2", "one rivet": no place that is called 1.
    pub(super) fn is_no_place(&self, at: usize) -> bool {
        let aside = |at: usize| at > 0 && (self.grammar.is_article(&self.texts[at - 1]) || self.is_other_word(at - 1));
        let is_followed = |category: &str| {
            let category = self.grammar.named(category);
            let next = self.texts.get(at + 1).filter(|_| !self.tokens[at + 1].mark);
            next.is_some_and(|next| category.is_some_and(|it| self.grammar.categories(next).contains(&it)))
        };
        let is_thing = || {
            let next =
                self.texts.get(at + 1).filter(|_| !self.tokens[at + 1].mark && self.tokens[at + 1].number.is_none());
            next.is_some_and(|next| {
                let lexicon = self.cell.lexicon;
                !lexicon.is_place_word(next) && lexicon.routines_on(next).is_some()
            })
        };
        let is_one = self.tokens[at].text == "one";
        let stands = || self.texts.get(at + 1).is_some_and(|next| matches!(next.as_str(), "you" | "where"));
        is_one && (aside(at) && (is_followed("at") || stands()) || is_thing())
    }

    /// "A rivet": no place that is called A.
    pub(super) fn is_article_here(&self, at: usize) -> bool {
        let noun = self.grammar.named("place_noun");
        let is_noun = |word: &String| noun.is_some_and(|noun| self.grammar.categories(word).contains(&noun));
        let next = self.texts.get(at + 1).filter(|_| !self.tokens[at + 1].mark && self.tokens[at + 1].number.is_none());
        self.grammar.is_article(&self.texts[at])
            && next.is_some_and(|next| next.len() > 1 && (!self.is_grammar_word(at + 1) || is_noun(next)))
    }

    /// "a", where it is not written as a name.
    pub(super) fn is_small_a(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        self.grammar.is_article(&token.text) && self.text.get(token.start..token.end) != Some("A")
    }

    /// "2 rivets": that many, and no place.
    pub(super) fn is_counted(&self, at: usize) -> bool {
        let next = self.texts.get(at + 1).filter(|_| !self.tokens[at + 1].mark && self.tokens[at + 1].number.is_none());
        let lexicon = self.cell.lexicon;
        next.is_some_and(|next| {
            singular(next) != *next
                && !lexicon.is_place_word(singular(next))
                && (lexicon.routines_on(next).is_some()
                    || !lexicon.routines(next).0.is_empty()
                    || self.is_other_word(at + 1)
                    || passed(|n| (n == 0).then_some(next.as_str())).is_some_and(|(_, of)| of == Passed::Matter))
        })
    }

    /// "The one", "the red one".
    pub(super) fn is_pronoun(&self, at: usize) -> bool {
        let is_article = |by: usize| at.checked_sub(by).is_some_and(|at| self.grammar.is_article(&self.texts[at]));
        let is_name = |at: usize| {
            let noun = self.grammar.named("place_noun");
            let lexicon = self.cell.lexicon;
            noun.is_some_and(|noun| self.grammar.categories(&self.texts[at]).contains(&noun))
                || lexicon.is_place_word(&self.texts[at])
                || lexicon.routines(&self.texts[at]).1
        };
        let is_told = at.checked_sub(1).is_some_and(|before| {
            matches!(self.texts[before].as_str(), "this" | "that" | "wrong" | "which" | "other" | "next" | "same")
        });
        self.tokens[at].text == "one" && (is_told || is_article(1) || is_article(2) && !is_name(at - 1))
    }

    /// "Bolt 1", "job 2", "batch 3": the number of what is worked on, or of the place?
    pub(super) fn is_of_other(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).filter(|&before| !self.tokens[before].mark) else { return false };
        let (word, lexicon) = (self.texts[before].as_str(), self.cell.lexicon);
        let (single, number) = (singular(word), self.tokens[at].number.map(|number| number.to_string()));
        let is_told = || number.is_some_and(|number| lexicon.place_told(&[single, &number]).one().is_some());
        let is_place =
            lexicon.is_place_word(word) || lexicon.is_place_word(single) || self.is_noun(before) || is_told();
        // "Rivet 2" may be said of the work.
        let opens = before == 0
            || self.tokens[before - 1].mark
            || self.is_grammar_word(before - 1) && !self.grammar.is_article(&self.texts[before - 1]);
        let is_work = opens && !lexicon.routines(word).0.is_empty();
        let is_thing = passed(|n| (n == 0).then_some(word)).is_some_and(|(_, of)| of == Passed::Matter)
            || lexicon.routines_on(word).is_some()
            || self.is_other_word(before)
            || COUNTED.contains(&word);
        let [loose, piece] = [LOOSE, "piece"].map(|name| self.grammar.named(name));
        let is_known = |it: &Mention| {
            it.cost == 0 && matches!(it.value, Value::Routine(_))
                || it.value == Value::Word && ![loose, piece].contains(&Some(it.category))
        };
        let is_known = self.mentions.iter().any(|it| it.end == at && is_known(it));
        is_thing && !is_place && !is_work && !is_known
    }

    /// "All but two", "weld one": so many, or that one? Digits name it.
    pub(super) fn is_how_many(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let is = |name: &str| {
            let of = self.grammar.categories(&self.texts[before]);
            self.grammar.named(name).is_some_and(|it| of.contains(&it))
        };
        let is_one = self.tokens[at].number == Some(1) && !self.cell.lexicon.routines(&self.texts[before]).0.is_empty();
        let is_last = self.tokens.get(at + 1).is_none_or(|next| next.mark);
        self.is_in_letters(at) && is_last && (is_one || is("but_not") || is("but_rather"))
    }

    /// "Two", not "2". What cannot be found in the sentence counts as such: it is the doubtful one.
    fn is_in_letters(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        self.text.get(token.start..token.end).is_none_or(|said| said.chars().all(char::is_alphabetic))
    }

    /// "Make that two": so often?
    pub(super) fn is_made_so(&self, at: usize) -> bool {
        self.is_in_letters(at)
            && at > 1
            && self.texts[at - 2] == "make"
            && matches!(self.texts[at - 1].as_str(), "that" | "it")
    }

    /// "Two welds", "one weld": so often. "Batch 7: weld 1" counts nothing.
    pub(super) fn counts_work(&self, at: usize) -> bool {
        let is_several = |word: &str| singular(word) != word || self.tokens[at].number == Some(1);
        let lexicon = self.cell.lexicon;
        let is_word = |at: &usize| {
            self.tokens.get(*at).is_some_and(|token| !token.mark && token.number.is_none())
                && !self.is_grammar_word(*at)
        };
        // "Three leak checks".
        (at + 1..at + 1 + COUNTED_WORDS_MAX).take_while(is_word).any(|at| {
            let word = self.texts[at].as_str();
            is_several(word) && (lexicon.routines_on(word).is_some() || !lexicon.routines(word).0.is_empty())
        })
    }

    /// "One of the boards".
    pub(super) fn is_one_of(&self, at: usize) -> bool {
        self.tokens[at].number.is_some() && self.texts.get(at + 1).is_some_and(|next| next == "of")
    }
}
