//! Plan documents of the plain kind, read many times as fast as by serde: JSON whose texts have no escapes, and whose numbers are short.
//!
//! Nearly every document is plain. In: a text. Out: what serde would read, or nothing, for whatever reason: serde then reads the
//! text, or says what is wrong with it. Nothing is refused here.
//!
//! 1. What is read here is what serde reads, field for field (`tests/contract/documents.rs`, and the fuzz target `plan`).
//! 2. No text makes this panic, and none is copied.
//!
//! What reads a batch is inlined as a whole, so that the place in the text stays in a register. With a call for each mark and each text it
//! would take half as long again.

use std::{borrow::Cow, ops::Range};

use super::Field;
use crate::plan::{Action, Plan, Step};

/// A place in a JSON text. Each function reads what it is named after, and the space before it. Where something else stands there, the
/// text is not plain: nothing more can be read from this place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'d> {
    text: &'d str,
    at: usize,
}

/// A step as it stands in a plain document: where each of its texts lies.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlainStep {
    name: Option<Range<usize>>,
    pub(crate) action: Range<usize>,
    pub(crate) target: Range<usize>,
    pub(crate) position: Option<Range<usize>>,
    pub(crate) tool: Option<Range<usize>>,
    stabilize_s: Option<Decimal>,
    action_after: Option<Range<usize>>,
    verify: Option<Range<usize>>,
}

/// A number without sign and exponent.
#[derive(Clone, Copy, Debug, Default)]
struct Decimal {
    /// All its digits.
    digits: u64,
    /// How many digits there are, and how many of them stand behind the point.
    count: u32,
    parts: u32,
}

impl Decimal {
    /// An f64 holds 15 digits exactly, and the power of ten as well: one division gives the f64 that is nearest to the fraction, and
    /// so does serde_json.
    fn value(self) -> f64 {
        self.digits as f64 / 10_u64.pow(self.parts) as f64
    }
}

impl<'d> Plan<'d> {
    /// A plan from JSON, its texts borrowed where they can be.
    ///
    /// # Errors
    ///
    /// What the contract calls unusable, with the step's place.
    pub fn from_json(text: &'d str) -> Result<Self, serde_json::Error> {
        let mut plan = Self::default();
        let mut plain = Plain::new(text);
        let steps = plain.steps(|step| {
            plan.steps.push(whole(text, &step)?);
            Some(())
        });
        match steps.and_then(|()| plain.end()) {
            Some(()) => Ok(plan),
            None => serde_json::from_str(text),
        }
    }
}

/// The step of a plan, from a document.
fn whole<'d>(document: &'d str, step: &PlainStep) -> Option<Step<'d>> {
    let text = |range: &Option<Range<usize>>| match range {
        Some(range) => document.get(range.clone()).map(|text| Some(Cow::Borrowed(text))),
        None => Some(None),
    };
    let (name, target) = (text(&step.name)?, Cow::Borrowed(document.get(step.target.clone())?));
    let action = match document.get(step.action.clone())? {
        // On a move the other fields are not looked at, as everywhere.
        "move" => return Some(Step { name, ..Step::new(Action::Move, target) }),
        "routine" => Action::Routine,
        word => Action::Unknown(Cow::Borrowed(word)),
    };
    Some(Step {
        name,
        action,
        target,
        position: text(&step.position)?,
        tool: text(&step.tool)?,
        stabilize_s: step.stabilize_s.map(Decimal::value),
        action_after: text(&step.action_after)?,
        verify: text(&step.verify)?,
    })
}

impl<'d> Plain<'d> {
    pub(crate) const fn new(text: &'d str) -> Self {
        Self { text, at: 0 }
    }

    /// The steps of a plan, one after the other, until `each` gives nothing. Those before a place that is not plain are given as well.
    #[inline(always)]
    pub(crate) fn steps(&mut self, mut each: impl FnMut(PlainStep) -> Option<()>) -> Option<()> {
        self.mark(b'[')?;
        if self.mark(b']').is_some() {
            return Some(());
        }
        loop {
            each(self.step()?)?;
            if !self.goes_on(b']')? {
                return Some(());
            }
        }
    }

    #[inline(always)]
    fn step(&mut self) -> Option<PlainStep> {
        let (mut step, mut given) = (PlainStep::default(), 0);
        self.mark(b'{')?;
        // Most documents have the fields in the order of the contract, without space between them.
        macro_rules! in_order {
            ($($key:literal $field:ident)*) => {$(
                if self.is_at($key) {
                    given |= Field::$field.bit();
                    self.take(Field::$field, &mut step)?;
                    if !self.goes_on(b'}')? {
                        return is_whole(given).then_some(step);
                    }
                }
            )*};
        }
        in_order! {
            b"\"id\":" Id
            b"\"name\":" Name
            b"\"action\":" Action
            b"\"target\":" Target
            b"\"position\":" Position
            b"\"tool\":" Tool
            b"\"stabilize\":" Stabilize
            b"\"action_after\":" ActionAfter
            b"\"verify\":" Verify
        }
        self.at = self.rest_of_step(&mut step, given)?;
        Some(step)
    }

    /// The other fields of a step, in any order. Where they end.
    #[inline(never)]
    fn rest_of_step(mut self, step: &mut PlainStep, mut given: u16) -> Option<usize> {
        loop {
            self.mark(b'"')?;
            let (field, bytes) = field(self.text.as_bytes().get(self.at..)?)?;
            if given & field.bit() != 0 {
                return None;
            }
            given |= field.bit();
            self.at += bytes;
            self.mark(b':')?;
            self.take(field, step)?;
            if !self.goes_on(b'}')? {
                return is_whole(given).then_some(self.at);
            }
        }
    }

    /// Whether these bytes stand here; then they are behind.
    #[inline(always)]
    fn is_at(&mut self, bytes: &[u8]) -> bool {
        let is_here = self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(bytes));
        if is_here {
            self.at += bytes.len();
        }
        is_here
    }

    /// What a field holds.
    #[inline(always)]
    fn take(&mut self, field: Field, step: &mut PlainStep) -> Option<()> {
        match field {
            Field::Id => return self.number_or_null()?.is_none_or(|id| id.parts == 0).then_some(()),
            Field::Name => step.name = self.text_or_null()?,
            Field::Action => step.action = self.action()?,
            Field::Target => step.target = self.text()?,
            Field::Position => step.position = self.text_or_null()?,
            Field::Tool => step.tool = self.text_or_null()?,
            Field::Stabilize => step.stabilize_s = self.number_or_null()?,
            Field::ActionAfter => step.action_after = self.text_or_null()?,
            Field::Verify => step.verify = self.text_or_null()?,
        }
        Some(())
    }

    /// Where the text lies that stands here; it has no escapes.
    #[inline(always)]
    pub(crate) fn text(&mut self) -> Option<Range<usize>> {
        self.mark(b'"')?;
        let (start, end) = (self.at, plain_end(self.text.as_bytes(), self.at));
        self.at = end;
        (self.byte() == b'"').then(|| {
            self.at += 1;
            start..end
        })
    }

    /// The text of an action, of which nearly all are one of two.
    #[inline(always)]
    fn action(&mut self) -> Option<Range<usize>> {
        let start = self.at + 1;
        if self.is_at(b"\"move\"") || self.is_at(b"\"routine\"") {
            return Some(start..self.at - 1);
        }
        self.text()
    }

    #[inline(always)]
    fn text_or_null(&mut self) -> Option<Option<Range<usize>>> {
        if let Some(text) = self.text() {
            return Some(Some(text));
        }
        self.at = self.null()?;
        Some(None)
    }

    /// `null`, where a text or a number was looked for. Where it ends.
    #[cold]
    fn null(self) -> Option<usize> {
        self.text.as_bytes().get(self.at..)?.starts_with(b"null").then(|| self.at + 4)
    }

    /// A number of at most 15 digits, without sign and exponent.
    #[inline(always)]
    fn number_or_null(&mut self) -> Option<Option<Decimal>> {
        self.space();
        let begins_with_zero = self.byte() == b'0';
        let mut number = Decimal::default();
        self.digits(&mut number);
        match number.count {
            0 => {
                self.at = self.null()?;
                return Some(None);
            }
            2.. if begins_with_zero => return None,
            _ => {}
        }
        if self.byte() == b'.' {
            self.at += 1;
            let whole = number.count;
            self.digits(&mut number);
            number.parts = number.count - whole;
            if number.parts == 0 {
                return None;
            }
        }
        Some(Some(number))
    }

    /// More digits of a number, up to as many as it may have.
    #[inline(always)]
    fn digits(&mut self, number: &mut Decimal) {
        while number.count < DIGITS_MAX
            && let digit @ b'0'..=b'9' = self.byte()
        {
            number.digits = number.digits * 10 + u64::from(digit - b'0');
            number.count += 1;
            self.at += 1;
        }
    }

    /// Whether a comma stands here; else the end, which is this byte.
    #[inline(always)]
    pub(crate) fn goes_on(&mut self, end: u8) -> Option<bool> {
        self.space();
        let byte = self.byte();
        let goes_on = byte == b',';
        (goes_on || byte == end).then(|| {
            self.at += 1;
            goes_on
        })
    }

    /// This byte.
    #[inline(always)]
    pub(crate) fn mark(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.byte() == byte).then(|| self.at += 1)
    }

    /// Nothing more.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.space();
        (self.at == self.text.len()).then_some(())
    }

    #[inline(always)]
    fn space(&mut self) {
        while let b' ' | b'\t' | b'\n' | b'\r' = self.byte() {
            self.at += 1;
        }
    }

    /// The byte here. Behind the end it is 0, which no function looks for.
    #[inline(always)]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }
}

/// Most digits of a number that is read here.
const DIGITS_MAX: u32 = 15;

/// Whether a step with these fields has those that it must have.
#[inline(always)]
const fn is_whole(given: u16) -> bool {
    const REQUIRED: u16 = Field::Action.bit() | Field::Target.bit();
    given & REQUIRED == REQUIRED
}

/// The field whose name and the quotation mark behind it begin these bytes, and how many bytes they are.
fn field(rest: &[u8]) -> Option<(Field, usize)> {
    let bytes = rest.iter().position(|&byte| byte == b'"')?;
    let word = str::from_utf8(rest.get(..bytes)?).ok()?;
    Some((Field::named(word)?, bytes + 1))
}

/// Where the first byte from `start` on lies that ends a plain text: a quotation mark, a backslash, or a control character. The end of
/// the text where there is none.
#[inline(always)]
fn plain_end(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let (pairs, last) = rest.as_chunks::<16>();
    let mut before = start;
    for pair in pairs {
        let (low, high) = halves(u128::from_le_bytes(*pair));
        let (low, high) = (ends(low), ends(high));
        if low | high != 0 {
            let bits = if low != 0 { low.trailing_zeros() } else { 64 + high.trailing_zeros() };
            return before + bits as usize / 8;
        }
        before += 16;
    }
    // The last bytes of the document.
    before + last.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')).unwrap_or(last.len())
}

/// Lower and upper half.
#[inline(always)]
const fn halves(pair: u128) -> (u64, u64) {
    (pair as u64, (pair >> 64) as u64)
}

/// Bits of which the lowest is in the first byte, as they lie in memory, that ends a plain text: a quotation mark, a backslash, or a
/// control character. None is set where no byte does. (Bits above the lowest may be wrong: each subtraction borrows from what is above.)
#[inline]
const fn ends(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES << 7;
    const QUOTES: u64 = ONES * b'"' as u64;
    const SLASHES: u64 = ONES * b'\\' as u64;
    const SPACES: u64 = ONES * b' ' as u64;
    let (quote, slash) = (word ^ QUOTES, word ^ SLASHES);
    let is_zero = quote.wrapping_sub(ONES) & !quote | slash.wrapping_sub(ONES) & !slash;
    (is_zero | word.wrapping_sub(SPACES) & !word) & TOPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plain_and_what_is_left_to_serde() {
        let plain = [
            "[]",
            " [ ] ",
            r#"[{"action":"move","target":"A"}]"#,
            r#"[ {"id" : 1, "name":"Move to Ä", "action":"move", "target":"A", "tool":null} , {"target":"w","action":"routine","stabilize":1.5} ]"#,
        ];
        let others = [
            "",
            "[",
            "[] x",
            "[{}]",
            "[,]",
            r#"[{"action":"move","target":"A"},]"#,
            r#"[{"action":"move","target":"A","target":"A"}]"#,
            r#"[{"action":"move","target":"\u0041"}]"#,
            r#"[{"action":"move","target":"A"#,
            r#"[{"action":"move","target":"A","id":1.5}]"#,
            r#"[{"action":"move","target":"A","id":-1}]"#,
            r#"[{"action":"move","target":"A","id":01}]"#,
            r#"[{"action":"move","target":"A","id":1234567890123456}]"#,
            r#"[{"action":"move","target":"A","id":1e2}]"#,
            r#"[{"action":"move","target":"A","colour":"red"}]"#,
            "[{\"action\":\"move\",\"target\":\"A\n\"}]",
        ];
        let is_plain = |text| {
            let mut place = Plain::new(text);
            place.steps(|_| Some(())).and_then(|()| place.end()).is_some()
        };
        assert!(plain.into_iter().all(is_plain));
        for text in others {
            assert!(!is_plain(text), "{text}");
        }
    }

    #[test]
    fn a_text_ends_at_each_place_of_a_word() {
        for before in 0..20 {
            for (end, is_plain) in [("\"", true), ("\\", false), ("\u{1f}", false), ("\u{0}", false), ("", false)] {
                let said = "x Ä~\u{7f}!#[]".chars().cycle().take(before).collect::<String>();
                let text = format!("\"{said}{end} and more than a word of what comes behind");
                let whole = format!("\"{said}{end}");
                for text in [text.as_str(), &whole] {
                    let found = Plain::new(text).text().map(|range| &text[range]);
                    assert_eq!(found, is_plain.then_some(said.as_str()), "{text}");
                }
            }
        }
    }
}
