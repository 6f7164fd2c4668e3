//! Every word of a sentence accounted for, after it was read: by the recogniser or by a model, whichever is to be believed.
//!
//! In: a sentence and what it was taken to say. Out: the words that were left aside, and those that nothing accounts for.
//! The grammar, its tags and its phrases are not asked. It asks here, though, which words are politeness and workpieces: an entry
//! of those lists is passed over by both. The look by words of its own is the critic (`checkpoint/critic.rs`).
//!
//! 1. A word is accounted for where it names something that the reading has (a place, a tool, work, a number), where it is a
//!    word that the grammar gives an effect, a noun for what is worked on, or politeness; `words.yaml` lists these, and the
//!    lists are closed. Any other word asks the sentence back.
//! 2. A word that limits how, when, how far, or by whom something is done is in none of these lists; nor is an adverb in -ly
//!    that the lists do not have.
//! 3. Some words have an effect only beside what the reading has: "with the welder", "before welding 2", "1 through 3".
//! 4. What is told besides a command may be told in more words, in a part of the sentence of its own.
//! 5. A place that was named and is not in the reading was left out or corrected, by a word that says so.

use std::ops::Range;

use super::{Recognised, Recogniser, tag};
use crate::{
    cell::State,
    language::{
        lexicon::{
            kin, singular,
            words::{Word, words},
        },
        said::{Clause, Said},
        wordlists::word_lists,
    },
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};

mod bound;
mod meant;
mod vocabulary;

use meant::Meant;
use vocabulary::{Class, VOCABULARY};

word_lists!("account/lists.yaml": becomes, before_a_name, corrects, corrects_next, done, ends_part, leads_to_person, leaves_out,
    leaves_out_nothing, many, opens_clause);

/// What a reading does with the words of its sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Where politeness and filler stand, in bytes of the sentence, ascending; neighbours are one.
    pub aside: Vec<Range<usize>>,
    /// What nothing accounts for, in the order of the words.
    pub open: Vec<Open>,
}

/// Words that nothing accounts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Where they stand, in bytes of the sentence.
    pub at: Range<usize>,
    /// The words, and why they cannot be passed over, for the operator.
    pub why: String,
    /// They are known to limit how, when, how far or by whom: what the sentence says without them is not what it says.
    pub limits: bool,
}

impl Account {
    /// Why a sentence is asked back, if it is: the first word that limits, else the first that nobody knows.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        let limit = self.open.iter().find(|open| open.limits);
        limit.or(self.open.first()).map(|open| open.why.as_str())
    }

    /// The words that were left aside, as the operator wrote them; `text` is the sentence.
    #[must_use]
    pub fn words_aside(&self, text: &str) -> Vec<String> {
        self.aside.iter().filter_map(|at| text.get(at.clone())).map(str::to_owned).collect()
    }

    /// Whether a word is known to limit.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.open.iter().any(|open| open.limits)
    }
}

/// What a word does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Ends a part of the sentence.
    Break,
    /// A mark that changes nothing.
    Mark,
    /// It names what the reading has.
    Named,
    /// The same, a place.
    Place,
    /// The same, a tool.
    Tool,
    /// A number of the reading.
    Number,
    /// See [`Class`].
    Is(Class),
    /// An adverb that is in no list.
    Manner,
    /// Anything else.
    Unknown,
}

impl Label {
    const fn is_named(self) -> bool {
        matches!(self, Self::Named | Self::Place | Self::Tool | Self::Number)
    }
}

/// Whether words may be passed over, whatever is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language) enum Passed {
    /// Politeness, filler and whoever is spoken to.
    Aside,
    /// Nouns for what is worked on.
    Matter,
    Not,
}

/// The longest entry of the lists that `word_at` begins with, `word_at(n)` being the word n places on: how many words, and whether
/// they may be passed over.
pub(in crate::language) fn passed<'w>(word_at: impl Fn(usize) -> Option<&'w str>) -> Option<(usize, Passed)> {
    VOCABULARY.longest(word_at).map(|(length, class)| match class {
        Class::Aside | Class::Call => (length, Passed::Aside),
        Class::Matter => (length, Passed::Matter),
        Class::Limit(_) | Class::Bound(_) | Class::Heard | Class::Talk => (length, Passed::Not),
    })
}

/// Some neighbouring words with what they do.
struct Part {
    words: Range<usize>,
    label: Label,
}

impl Recogniser {
    /// What a model's reading does with the words of its sentence. A model tells nobody how it came to what it says, so that
    /// words which the grammar follows, and which may leave something out or describe it, are open here.
    #[must_use]
    pub fn account_for_model(&self, said: &Said, text: &str, snapshot: &Snapshot, state: State) -> Account {
        let mut account = self.account_after(&[], said, text, snapshot, state);
        let Said::Do(clauses) = said else { return account };
        if text.len() > SENTENCE_BYTES_MAX {
            return account;
        }
        let (words, meant) = (self.words_said(text), self.meant(clauses, &[], text, snapshot, state));
        let parts = self.parts(&words, Some(&meant));
        let is_open = |part: &&Part| {
            part.label == Label::Is(Class::Heard) && bound::tells_apart(part, &words, meant.leaves_out())
        };
        account.open.extend(parts.iter().filter(is_open).map(|part| {
            let at = words[part.words.start].start..words[part.words.end - 1].end;
            let shown = text.get(at.clone()).unwrap_or_default();
            Open {
                why: format!("'{shown}': what this changes is not understood; say it in other words"),
                at,
                limits: false,
            }
        }));
        account
    }

    fn meant(&self, clauses: &[Clause], before: &[Clause], text: &str, snapshot: &Snapshot, state: State) -> Meant<'_> {
        let items = tag::items(text, &self.lexicon);
        let named = self.places_named(&items, snapshot);
        Meant::new((clauses, before), &self.words_said(text), named, snapshot, state, &self.lexicon)
    }

    /// See the head of this file. A comment on what was said `before` may speak of that as well; what moves nothing is asked for
    /// its limiting words alone.
    pub(in crate::language) fn account_after(
        &self,
        before: &[Clause],
        said: &Said,
        text: &str,
        snapshot: &Snapshot,
        state: State,
    ) -> Account {
        if text.len() > SENTENCE_BYTES_MAX {
            let why = format!("it has more than {SENTENCE_BYTES_MAX} bytes; say it in fewer words");
            return Account { aside: Vec::new(), open: vec![Open { at: 0..text.len(), why, limits: false }] };
        }
        let words = self.words_said(text);
        let meant = match said {
            Said::Do(clauses) => Some(self.meant(clauses, before, text, snapshot, state)),
            _ => None,
        };
        let parts = self.parts(&words, meant.as_ref());
        let mut account = Account { aside: aside(&parts, &words), open: Vec::new() };
        for at in 0..parts.len() {
            let Some((about, limits)) = fault(&parts, at, &words, meant.as_ref()) else { continue };
            let range = words[parts[at].words.start].start..words[parts[at].words.end - 1].end;
            let shown = text.get(range.clone()).unwrap_or_default();
            account.open.push(Open { why: format!("'{shown}': {about}"), at: range, limits });
        }
        if let Some(meant) = &meant
            && account.open.is_empty()
            && let Some(place) = meant.place_dropped(&words)
        {
            let why = format!(
                "'{}' is named, and the reading does nothing there; name only the places where something is to be done",
                snapshot.position_name(place)
            );
            account.open.push(Open { at: 0..text.len(), why, limits: true });
        }
        account
    }

    /// A reading with every word accounted for, or asked back.
    pub(super) fn held_to_account(
        &self,
        reading: Recognised,
        before: &[Clause],
        text: &str,
        snapshot: &Snapshot,
        state: State,
    ) -> Recognised {
        if matches!(reading.said, Said::Ask(_) | Said::Confirm)
            || matches!(reading.said, Said::Unclear(_)) && reading.complete
        {
            return reading;
        }
        let account = self.account_after(before, &reading.said, text, snapshot, state);
        let moves = matches!(reading.said, Said::Do(_));
        if account.is_limited() {
            let said = if moves { Said::UNCLEAR } else { reading.said };
            let reason = account.reason().map(str::to_owned);
            return Recognised { reason, doubtful: true, ..Recognised::sure(said) };
        }
        if !moves {
            return reading;
        }
        if let Some(reason) = account.reason() {
            let missed = account.open.iter().map(|open| open.at.clone()).collect();
            let reason = Some(reason.to_owned());
            return Recognised {
                reason,
                doubtful: true,
                guess: Some(reading.said),
                ..Recognised::unsure(Said::UNCLEAR, missed)
            };
        }
        let mut left: Vec<Range<usize>> = reading.missed.clone();
        left.extend(account.aside.into_iter().filter_map(|at| beside(at, &reading.missed, text)));
        left.sort_by_key(|at| at.start);
        let left_aside = left.into_iter().filter_map(|at| text.get(at)).map(str::to_owned).collect();
        Recognised { left_aside, ..reading }
    }

    /// The words of a sentence, misspelt ones put right: but never a word that is listed, nor an adverb.
    fn words_said(&self, text: &str) -> Vec<Word> {
        let spoken = tag::spoken(text, &self.lexicon);
        let mended = tag::mended(spoken.clone(), &self.lexicon);
        let settle = |(said, mended): (Word, Word)| {
            let is_kept = VOCABULARY.alone(&said.text).is_some()
                || is_adverb(&said.text)
                || !self.is_slip(&said.text, &mended.text);
            let mut word = if is_kept && said.text != mended.text { said } else { mended };
            // "That lot's done", "the shift's over".
            if let Some(owner) = word.text.strip_suffix("'s").filter(|owner| !owner.is_empty()) {
                word.text = owner.to_owned();
            }
            word
        };
        spoken.into_iter().zip(mended).map(settle).collect()
    }

    /// Whether a word is another with its letters mixed up, or with one more or less; or near to one for something of the cell.
    /// "Glide" is no slip for "slide".
    fn is_slip(&self, said: &str, mended: &str) -> bool {
        let letters = |word: &str| {
            let mut letters: Vec<char> = word.chars().collect();
            letters.sort_unstable();
            letters
        };
        let of = self.lexicon.speaks_of(mended);
        let is_near = said.len() != mended.len() && said.len() >= MENDED_BYTES_MIN;
        is_near
            || letters(said) == letters(mended)
            || self.lexicon.is_known(mended)
            || !of.routines.is_empty()
            || of.things.is_some()
    }

    /// The words in parts, each with what it does. Without a reading, everything that the cell has is meant.
    fn parts(&self, words: &[Word], meant: Option<&Meant<'_>>) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let (taken, label) = self.label(words, at, meant);
            parts.push(Part { words: at..at + taken, label });
            at += taken;
        }
        parts
    }

    fn label(&self, words: &[Word], at: usize, meant: Option<&Meant<'_>>) -> (usize, Label) {
        let word = &words[at];
        if word.mark {
            return (1, mark(&word.text));
        }
        let (named, label) = meant.map_or_else(
            || (self.lexicon.name(&words[at..]).map_or(0, |named| named.0), Label::Named),
            |meant| meant.name(&words[at..]),
        );
        let entry = VOCABULARY.longest(|n| words.get(at + n).filter(|word| !word.mark).map(|word| word.text.as_str()));
        let said = entry.map_or(0, |entry| entry.0);
        if named > 0 && named >= said {
            return (named, label);
        }
        if let Some((taken, class)) = entry.filter(|entry| entry.0 > 1) {
            return (taken, Label::Is(class));
        }
        if word.number.is_some() && !word.ordinal {
            let is_meant = meant.is_none_or(|meant| meant.counts(word));
            // "The red one".
            let is_pronoun = word.text == "one" && entry.is_some();
            return (
                1,
                if is_meant {
                    Label::Number
                } else if is_pronoun {
                    Label::Is(Class::Heard)
                } else {
                    Label::Unknown
                },
            );
        }
        if let Some(found) = meant.and_then(|meant| meant.work(&words[at..])) {
            return (found, Label::Named);
        }
        let is_limit = matches!(entry, Some((_, Class::Limit(_) | Class::Bound(_))));
        let is_listed = matches!(entry, Some((_, Class::Aside | Class::Heard | Class::Call | Class::Talk)));
        if let Some(label) = meant.and_then(|meant| meant.word(word, is_limit, is_listed)) {
            return (1, label);
        }
        // Nothing was read: a word for any work of the cell is no limit yet.
        let is_work = || kin::is_word(&word.text) && !self.lexicon.routines(&word.text).0.is_empty();
        if meant.is_none() && (self.lexicon.is_known(&word.text) || is_work()) {
            return (1, Label::Named);
        }
        let class = entry.map(|entry| entry.1).or_else(|| VOCABULARY.alone(singular(&word.text)));
        let label = match class {
            Some(class) => Label::Is(class),
            None if words.get(at + 1).is_some_and(|next| next.glued && next.number.is_some())
                && word.text.len() <= 2 =>
            {
                Label::Named
            }
            None if word.text.len() == 1 && self.lexicon.is_place_word(&word.text) => Label::Place,
            None if word.ordinal => Label::Is(Class::Heard),
            None if is_adverb(&word.text) => Label::Manner,
            None => Label::Unknown,
        };
        (1, label)
    }
}

/// Shorter words with a letter more or less are other words.
const MENDED_BYTES_MIN: usize = 5;

/// An adverb of manner, by its form; the lists have the others in -ly.
fn is_adverb(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ly")
}

fn mark(mark: &str) -> Label {
    match mark {
        "," | "." | ";" | ":" | "!" | "?" | "-" | "\u{2013}" | "\u{2014}" | "\u{2026}" | "\n" | "(" | ")" => {
            Label::Break
        }
        "'" | "\"" | "\u{201c}" | "\u{201d}" | "\u{ab}" | "\u{bb}" | "[" | "]" | "~" | "#" | "+" | "&" | "@" | ">"
        | "/" | "=" | "*" | "\u{d7}" => Label::Mark,
        _ => Label::Unknown,
    }
}

/// What is told of a word that nothing accounts for, and whether it is known to limit; `None` where it is accounted for.
fn fault(parts: &[Part], at: usize, words: &[Word], meant: Option<&Meant<'_>>) -> Option<(String, bool)> {
    let limit = |about: &str| Some((about.to_owned(), true));
    match parts[at].label {
        Label::Break | Label::Mark | Label::Named | Label::Place | Label::Tool | Label::Number => None,
        Label::Is(Class::Limit(index)) => limit(&VOCABULARY.limits.get(index)?.why),
        Label::Manner => {
            limit("this cell has one way of doing its work, and the word asks for another; say the command without it")
        }
        Label::Is(Class::Aside | Class::Heard | Class::Matter) => None,
        _ if meant.is_none() => None,
        Label::Is(Class::Bound(index)) => {
            let bound = VOCABULARY.bound.get(index)?;
            if bound::has_effect(bound.needs, parts, at, words, meant.is_some_and(|meant| meant.has_several)) {
                None
            } else {
                limit(&bound.why)
            }
        }
        Label::Is(Class::Call) if bound::is_set_apart(parts, at, words) => None,
        Label::Is(Class::Talk) if bound::is_told_apart(parts, at, words) => None,
        Label::Unknown if bound::is_signature(parts, at, words) => None,
        Label::Is(Class::Call | Class::Talk) | Label::Unknown => {
            Some(("what this word asks for is not known here; say it in other words, or without".to_owned(), false))
        }
    }
}

/// What of some words does not stand in any of `others`, without the marks at its head.
fn beside(at: Range<usize>, others: &[Range<usize>], text: &str) -> Option<Range<usize>> {
    let start = others.iter().filter(|other| other.start <= at.start).map(|other| other.end).fold(at.start, usize::max);
    let end = others.iter().map(|other| other.start).filter(|&other| other > start).fold(at.end, usize::min);
    let rest = text.get(start..end)?;
    let kept = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!kept.is_empty()).then_some(end - kept.len()..end)
}

/// Where politeness and filler stand; what is parted by blanks or marks alone is one.
fn aside(parts: &[Part], words: &[Word]) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut goes_on = false;
    for part in parts {
        let is_aside = matches!(part.label, Label::Is(Class::Aside | Class::Call | Class::Talk));
        let at = words[part.words.start].start..words[part.words.end - 1].end;
        match out.last_mut().filter(|_| is_aside && goes_on) {
            Some(last) => last.end = at.end,
            None if is_aside => out.push(at),
            None => {}
        }
        goes_on = is_aside || goes_on && matches!(part.label, Label::Break | Label::Mark);
    }
    out
}
