//! One template as a small program, and its comparison with the words of a sentence.
//!
//! In: `[optional]`, `(this|that)`, `<rule>`, `{slot}` and plain words. Out: a [`Pattern`]; where it fits a sentence, what
//! stands in its slots. A comparison takes a bounded number of steps, whatever the pattern.

use std::{borrow::Cow, collections::BTreeMap};

use crate::{
    language::lexicon::{
        canon,
        words::{Word, words},
    },
    limits::{TEMPLATE_STEPS_MAX, YAML_DEPTH_MAX},
};

/// What a slot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language) enum Slot {
    Place,
    Tool,
    Routine,
    Number,
}

#[derive(Clone, Debug)]
enum Op {
    Word(String),
    Slot(String, Slot),
    /// Goes on at both.
    Split(usize, usize),
    Jump(usize),
    /// What comes until the matching end is kept under this name.
    Begin(String),
    End(String),
}

/// See the head of this file.
#[derive(Clone, Debug)]
pub(in crate::language) struct Pattern {
    ops: Vec<Op>,
    /// The words that it may begin with, in order; `None` where it may begin with others, too.
    opens: Option<Vec<String>>,
}

/// Words of a sentence, beside each its usual form: templates are many, and each would ask for it anew.
pub(in crate::language) struct Spoken<'w> {
    words: &'w [Word],
    forms: Vec<Cow<'w, str>>,
}

impl<'w> Spoken<'w> {
    pub(in crate::language) fn new(words: &'w [Word]) -> Self {
        Self { words, forms: words.iter().map(canon).collect() }
    }
}

/// What stands in the slots of a sentence that fits: (name, text).
pub(in crate::language) type Captured = Vec<(String, String)>;

/// How many of the words fit a slot, and what they mean by its own name: asked of the lexicon.
pub(in crate::language) type Fill<'f> = dyn Fn(Slot, &[Word]) -> Vec<(usize, String)> + 'f;

impl Pattern {
    /// The pattern that a template's text describes.
    pub(super) fn new(
        text: &str,
        rules: &BTreeMap<&str, &str>,
        lists: &BTreeMap<String, Vec<String>>,
    ) -> Result<Self, String> {
        let mut maker = Maker { rules, lists, ops: Vec::new(), depth: 0 };
        let mut rest = text;
        maker.alternatives(&mut rest)?;
        if !rest.is_empty() {
            return Err(format!("'{text}' closes a bracket that it did not open: take it out, or open it"));
        }
        let pattern = Self { opens: opens(&maker.ops), ops: maker.ops };
        if pattern.fits(&Spoken::new(&[]), &|_, _| Vec::new()).is_some() {
            return Err(format!("'{text}' fits a sentence with nothing in it: make a word of it not optional"));
        }
        Ok(pattern)
    }

    pub(super) fn has_slot(&self, name: &str) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Slot(slot, _) | Op::Begin(slot) if slot == name))
    }

    /// What stands in the slots, where the whole sentence fits.
    pub(in crate::language) fn fits(&self, said: &Spoken<'_>, fill: &Fill<'_>) -> Option<Captured> {
        let Spoken { words, forms } = said;
        let may_open = |word: &str| {
            self.opens.as_ref().is_none_or(|opens| opens.binary_search_by(|it| it.as_str().cmp(word)).is_ok())
        };
        if forms.first().is_some_and(|word| !may_open(word)) {
            return None;
        }
        let mut run = Run { ops: &self.ops, words, forms, fill, steps: 0, captured: Vec::new(), open: Vec::new() };
        run.from(0, 0).then_some(run.captured)
    }
}

/// The words that a program may begin with.
fn opens(ops: &[Op]) -> Option<Vec<String>> {
    let (mut words, mut seen, mut next) = (Vec::new(), vec![false; ops.len()], vec![0]);
    while let Some(at) = next.pop() {
        if std::mem::replace(seen.get_mut(at)?, true) {
            continue;
        }
        match &ops[at] {
            Op::Word(word) => words.push(word.clone()),
            Op::Slot(..) => return None,
            Op::Split(one, other) => next.extend([*one, *other]),
            Op::Jump(to) => next.push(*to),
            Op::Begin(_) | Op::End(_) => next.push(at + 1),
        }
    }
    words.sort_unstable();
    Some(words)
}

struct Run<'r> {
    ops: &'r [Op],
    words: &'r [Word],
    forms: &'r [Cow<'r, str>],
    fill: &'r Fill<'r>,
    steps: usize,
    captured: Captured,
    open: Vec<usize>,
}

impl Run<'_> {
    fn from(&mut self, mut op: usize, mut at: usize) -> bool {
        loop {
            self.steps += 1;
            if self.steps > TEMPLATE_STEPS_MAX {
                return false;
            }
            match self.ops.get(op) {
                None => return at == self.words.len(),
                Some(Op::Word(word)) => {
                    if self.forms.get(at).is_none_or(|said| said != word) {
                        return false;
                    }
                    at += 1;
                }
                Some(Op::Jump(to)) => {
                    op = *to;
                    continue;
                }
                Some(Op::Split(one, other)) => {
                    let (kept, opened) = (self.captured.len(), self.open.len());
                    if self.from(*one, at) {
                        return true;
                    }
                    self.captured.truncate(kept);
                    self.open.truncate(opened);
                    op = *other;
                    continue;
                }
                Some(Op::Slot(name, slot)) => return self.slot(name, *slot, op, at),
                Some(Op::Begin(_)) => self.open.push(at),
                Some(Op::End(name)) => {
                    let from = self.open.pop().unwrap_or(at);
                    self.captured.push((name.clone(), self.forms[from..at].join(" ")));
                }
            }
            op += 1;
        }
    }

    fn slot(&mut self, name: &str, slot: Slot, op: usize, at: usize) -> bool {
        for (taken, meant) in (self.fill)(slot, &self.words[at..]) {
            let (kept, opened) = (self.captured.len(), self.open.len());
            self.captured.push((name.to_owned(), meant));
            if self.from(op + 1, at + taken) {
                return true;
            }
            self.captured.truncate(kept);
            self.open.truncate(opened);
        }
        false
    }
}

struct Maker<'m> {
    rules: &'m BTreeMap<&'m str, &'m str>,
    lists: &'m BTreeMap<String, Vec<String>>,
    ops: Vec<Op>,
    depth: usize,
}

impl Maker<'_> {
    /// "a b|c d", up to the end or a closing bracket.
    fn alternatives(&mut self, rest: &mut &str) -> Result<(), String> {
        self.depth += 1;
        if self.depth > YAML_DEPTH_MAX {
            return Err("the brackets and rules go too deep: does a rule use itself?".to_owned());
        }
        let mut ends = Vec::new();
        loop {
            let split = self.ops.len();
            self.ops.push(Op::Jump(split + 1));
            self.sequence(rest)?;
            if let Some(more) = rest.strip_prefix('|') {
                *rest = more;
                ends.push(self.ops.len());
                self.ops.push(Op::Jump(0));
                self.ops[split] = Op::Split(split + 1, self.ops.len());
            } else {
                break;
            }
        }
        let end = self.ops.len();
        for jump in ends {
            self.ops[jump] = Op::Jump(end);
        }
        self.depth -= 1;
        Ok(())
    }

    fn sequence(&mut self, rest: &mut &str) -> Result<(), String> {
        loop {
            *rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { return Ok(()) };
            match first {
                '|' | ']' | ')' => return Ok(()),
                '[' => self.optional(rest)?,
                '(' => {
                    *rest = &rest[1..];
                    self.alternatives(rest)?;
                    close(rest, ')')?;
                }
                '<' => self.rule(named(rest, '>')?)?,
                '{' => self.slot(named(rest, '}')?)?,
                '>' | '}' => return Err(format!("'{first}' closes what was not opened: take it out")),
                _ => self.plain(rest),
            }
        }
    }

    fn optional(&mut self, rest: &mut &str) -> Result<(), String> {
        *rest = &rest[1..];
        let split = self.ops.len();
        self.ops.push(Op::Jump(0));
        self.alternatives(rest)?;
        close(rest, ']')?;
        self.ops[split] = Op::Split(split + 1, self.ops.len());
        Ok(())
    }

    fn rule(&mut self, name: &str) -> Result<(), String> {
        let Some(mut text) = self.rules.get(name).copied() else {
            return Err(format!("there is no rule <{name}>: add it to `expansion_rules`"));
        };
        self.alternatives(&mut text)?;
        if text.is_empty() { Ok(()) } else { Err(format!("the rule <{name}> closes a bracket that it did not open")) }
    }

    fn slot(&mut self, name: &str) -> Result<(), String> {
        let slot = match name {
            "place" => Slot::Place,
            "tool" => Slot::Tool,
            "routine" => Slot::Routine,
            "number" => Slot::Number,
            _ => return self.list(name),
        };
        self.ops.push(Op::Slot(name.to_owned(), slot));
        Ok(())
    }

    fn list(&mut self, name: &str) -> Result<(), String> {
        let Some(values) = self.lists.get(name).filter(|values| !values.is_empty()) else {
            return Err(format!(
                "there is no list {{{name}}}: use {{place}}, {{tool}}, {{routine}}, {{number}}, or add it to `lists`"
            ));
        };
        self.ops.push(Op::Begin(name.to_owned()));
        let text = values.join("|");
        self.alternatives(&mut text.as_str())?;
        self.ops.push(Op::End(name.to_owned()));
        Ok(())
    }

    /// Plain words, up to anything that is more.
    fn plain(&mut self, rest: &mut &str) {
        let end = rest.find(['[', ']', '(', ')', '<', '>', '{', '}', '|']).unwrap_or(rest.len());
        for word in words(&rest[..end]).iter().filter(|word| !word.mark) {
            self.ops.push(Op::Word(canon(word).into_owned()));
        }
        *rest = &rest[end..];
    }
}

fn close(rest: &mut &str, bracket: char) -> Result<(), String> {
    match rest.strip_prefix(bracket) {
        Some(more) => {
            *rest = more;
            Ok(())
        }
        None => Err(format!("a bracket is not closed: '{bracket}' is missing")),
    }
}

/// The name between the first character and `end`.
fn named<'t>(rest: &mut &'t str, end: char) -> Result<&'t str, String> {
    let inside = &rest[1..];
    let Some((name, more)) = inside.split_once(end) else {
        return Err(format!("a bracket is not closed: '{end}' is missing"));
    };
    *rest = more;
    Ok(name.trim())
}
