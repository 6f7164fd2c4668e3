//! What tokens may be by the cell's names: places, rows of places, tools, routines.
//!
//! In: the tokens from one on. Out: mentions. A word of which three or more things may be meant is none of them.

use super::{ALTERNATIVES_MAX, Maker, Mention};
use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    language::{
        Places, Span,
        lexicon::{Found, Lexicon, canonical, singular, stem::stem},
        rules::LISTS,
        rules::account::{Passed, passed},
        rules::chart::{
            grammar::{HOME, LOOSE},
            meaning::Value,
        },
        said::work_positions,
    },
};

/// What it costs that several places have the number.
const NUMBER_DOUBT: u32 = 4;
/// What each further place that a hint may mean costs.
const HINT_DOUBT: u32 = 3;
/// What it costs to take "check" for the one routine that it may be, or a word for a tool for what the tool does.
const CHECK: u32 = 9;
/// Words for work as a whole, which is numbered as well.
const COUNTED: &[&str] = &["job", "task", "program", "routine", "operation", "order"];
/// Most words between a number and what it counts, that one with them.
const COUNTED_WORDS_MAX: usize = 3;
/// Most words of a name or of a description of a thing.
const NAME_WORDS_MAX: usize = 4;

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
        let named: Vec<PositionId> =
            work_positions(snapshot).filter(|place| named.contains(place) && (!is_work || is_head(place))).collect();
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
        let spans: Vec<Span> =
            work_positions(self.cell.snapshot).filter(|place| places.contains(place)).map(Span::One).collect();
        if spans.len() < 2 {
            return;
        }
        let row = || Value::Places(Places { spans: spans.clone(), reversed: false });
        self.add(start, start + 2, "row", row(), 1);
        if is_several {
            self.add(start, start + 2, "rows", row(), 1);
        }
    }

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
    fn is_article_here(&self, at: usize) -> bool {
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
        let token = &self.tokens[at];
        let said = self.text.get(token.start..token.end).unwrap_or_default();
        let is = |name: &str| {
            let of = self.grammar.categories(&self.texts[before]);
            self.grammar.named(name).is_some_and(|it| of.contains(&it))
        };
        let is_one = token.number == Some(1) && !self.cell.lexicon.routines(&self.texts[before]).0.is_empty();
        let is_last = self.tokens.get(at + 1).is_none_or(|next| next.mark);
        said.chars().all(char::is_alphabetic) && is_last && (is_one || is("but_not") || is("but_rather"))
    }

    /// "Make that two": so often?
    pub(super) fn is_made_so(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let said = self.text.get(token.start..token.end).unwrap_or_default();
        said.chars().all(char::is_alphabetic)
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

    /// "Go back": no place that is called so.
    fn is_way_back(&self, at: usize) -> bool {
        let is = |at: usize, names: &[&str]| {
            let of = self.grammar.categories(&self.texts[at]);
            names.iter().any(|name| self.grammar.named(name).is_some_and(|it| of.contains(&it)))
        };
        at > 0 && is(at, &["gone", "away"]) && is(at - 1, &["go", "bring"])
    }

    fn opens_clause(&self, at: usize) -> bool {
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
    fn is_noun(&self, at: usize) -> bool {
        let noun = self.grammar.named("place_noun");
        noun.is_some_and(|noun| self.grammar.categories(&self.texts[at]).contains(&noun))
    }

    /// A word that is in no list and no name.
    fn is_other_word(&self, at: usize) -> bool {
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
    fn may_be_work(&self, start: usize, end: usize) -> bool {
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
        let told = || forms.iter().map(|form| lexicon.routines_told(form).to_vec()).find(|ids| !ids.is_empty());
        if let Some(ids) = own.or_else(stands_for).filter(|ids| !ids.is_empty()) {
            // "The welder" is the tool.
            let is_tool = lexicon.is_tool_kind(&text) && !lexicon.tool_named(&text).is_none();
            let is_agent = is_tool && text.ends_with("er") && !lexicon.is_in_routine_name(&text);
            let from = self.mentions.len();
            let cost = match () {
                () if is_agent => CHECK,
                // "Put the torch on 2".
                () if is_tool && self.is_handled(start) => CHECK + 1,
                () if is_tool => 5,
                // "Finish 2", where something finished is looked at.
                () if matches!(text.as_str(), "finish" | "end") && !lexicon.is_in_routine_name(&text) => CHECK,
                () => 1,
            };
            self.routines(start, start + 1, &ids, if self.is_any_check(&text, &ids) { CHECK } else { cost });
            self.prefer_begun(from, &text);
            // "Press the ring", where rings are seated and bearings are pressed.
            if self.is_object(start) {
                self.things.push(ids.iter().copied().map(RoutineId).chain(self.observing()).collect());
            }
        } else if let Some(ids) = forms.iter().find_map(|form| lexicon.routines_on(form)).filter(|ids| !ids.is_empty())
        {
            let named: Vec<RoutineId> =
                forms.iter().flat_map(|form| lexicon.routines_named(form)).map(|&id| RoutineId(id)).collect();
            let named =
                if self.checks() && named.is_empty() { ids.iter().copied().map(RoutineId).collect() } else { named };
            // A part, a board: whatever is worked on is called so.
            let is_any = !self.checks()
                && !self.is_object(start)
                && passed(|n| (n == 0).then_some(text.as_str())).is_some_and(|(_, of)| of == Passed::Matter);
            let observing: Vec<RoutineId> = if self.checks() { Vec::new() } else { self.observing().collect() };
            self.things.extend((!named.is_empty() && !is_any).then(|| [named, observing].concat()));
            self.thing(start, &ids, 3);
        } else if let Some(ids) = told().filter(|_| !self.is_grammar_word(start)) {
            // "Bake oven 2" is no picture of the bake.
            if !(self.opens_clause(start) && lexicon.is_only_told_of(&text)) {
                self.thing(start, &ids, 5);
            }
        }
    }

    /// "Check 3", where weighing and taking a picture both check something.
    fn is_any_check(&self, word: &str, ids: &[u32]) -> bool {
        matches!(word, "check" | "checking" | "verify")
            && self.cell.lexicon.is_work_by_kin(word)
            && self.observing().any(|other| !ids.contains(&other.0))
    }

    /// "Check the swarf at 20" is no check of a torque, whatever swarf is elsewhere.
    pub(super) fn checks(&self) -> bool {
        self.texts.iter().any(|text| matches!(text.as_str(), "check" | "checking" | "verify" | "examine" | "look"))
    }

    /// "Put the torch", "take a torch".
    fn is_handled(&self, at: usize) -> bool {
        let verb = (0..at).rev().find(|&at| !self.grammar.is_article(&self.texts[at]));
        verb.is_some_and(|at| {
            let of = self.grammar.categories(&self.texts[at]);
            ["bring", "lay"].iter().any(|name| self.grammar.named(name).is_some_and(|it| of.contains(&it)))
        })
    }

    /// A verb that a routine is called by.
    fn begins_routine(&self, word: &str) -> bool {
        let snapshot = self.cell.snapshot;
        let begins = |id| canonical(snapshot.routine_name(RoutineId(id))).first().is_some_and(|first| first == word);
        (0..snapshot.routine_count() as u32).any(begins)
    }

    /// "The ring", behind a word for work.
    fn is_object(&self, at: usize) -> bool {
        let is_work = |at: usize| !self.cell.lexicon.routines(&self.texts[at]).0.is_empty();
        at > 1 && self.grammar.is_article(&self.texts[at - 1]) && is_work(at - 2)
    }

    /// The routines that look at something.
    fn observing(&self) -> impl Iterator<Item = RoutineId> {
        let snapshot = self.cell.snapshot;
        let observes = |id: &RoutineId| {
            let words = canonical(snapshot.routine_name(*id));
            words.iter().any(|word| LISTS.observing_names.iter().any(|part| word.contains(part)))
        };
        (0..snapshot.routine_count() as u32).map(RoutineId).filter(observes)
    }

    /// Of several routines, the one whose name begins with the word is likelier: "plant" is `Plant_Seedling`, not `Water_Plants`.
    fn prefer_begun(&mut self, from: usize, word: &str) {
        let begins = |value: &Value| match value {
            Value::Routine(routine) => {
                let name = canonical(self.cell.snapshot.routine_name(*routine));
                name.first().is_some_and(|first| stem(first) == stem(word))
            }
            _ => false,
        };
        let begun: Vec<bool> = self.mentions[from..].iter().map(|mention| begins(&mention.value)).collect();
        if begun.iter().filter(|begun| **begun).count() == 1 && begun.len() > 1 {
            for (mention, begun) in self.mentions[from..].iter_mut().zip(begun) {
                mention.cost = if begun { 1 } else { mention.cost + 1 };
            }
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
pub(in crate::language::rules::chart) fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    for ending in ["", "e", "st", "t", "en", "et", "n", "s"] {
        if let Some(stem) = text.strip_suffix(ending).filter(|stem| stem.len() > 2) {
            forms.extend([format!("{stem}en"), format!("{stem}n")]);
            forms.extend((!ending.is_empty()).then(|| stem.to_owned()));
        }
    }
    forms
}
