//! Plan documents of the plain kind, read several times as fast as by serde: JSON whose texts have no escapes, and whose numbers are short.
//!
//! Nearly every document is plain. In: a text. Out: what serde would read, or nothing, for whatever reason: serde then reads the
//! text, or says what is wrong with it. Nothing is refused here.
//!
//! 1. What is read here is what serde reads, field for field (`tests/contract/documents.rs`, and the fuzz target `plan`).
//! 2. No text makes this panic, and none is copied.

use std::borrow::Cow;

use super::{Field, StepReader, Value};
use crate::plan::{Action, Plan, Step};

/// A place in a JSON text. Each function reads what it is named after, and the space before it. Where something else stands there, the
/// text is not plain: nothing more can be read from this place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'d> {
    text: &'d str,
    at: usize,
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
        match plain.steps(&mut plan.steps).and_then(|()| plain.end()) {
            Some(()) => Ok(plan),
            None => serde_json::from_str(text),
        }
    }
}

impl<'d> Plain<'d> {
    pub(crate) const fn new(text: &'d str) -> Self {
        Self { text, at: 0 }
    }

    /// The steps of a plan, into a list that is kept between documents.
    pub(crate) fn steps(&mut self, steps: &mut Vec<Step<'d>>) -> Option<()> {
        steps.clear();
        self.mark(b'[')?;
        if self.mark(b']').is_some() {
            return Some(());
        }
        loop {
            // Filled where it lies: a step is too large to be handed on from function to function.
            steps.push(Step::new(Action::Move, Cow::Borrowed("")));
            self.step(steps.last_mut()?)?;
            if !self.goes_on(b']')? {
                return Some(());
            }
        }
    }

    fn step(&mut self, step: &mut Step<'d>) -> Option<()> {
        let mut reader = StepReader { step, given: 0, put_off: None };
        self.mark(b'{')?;
        loop {
            let field = Field::named(self.text()?)?;
            self.mark(b':')?;
            if reader.is_given(field) {
                return None;
            }
            reader.take(field, self.value()?).ok()?;
            if !self.goes_on(b'}')? {
                return reader.finish().ok();
            }
        }
    }

    /// A text without escapes.
    pub(crate) fn text(&mut self) -> Option<&'d str> {
        self.mark(b'"')?;
        let start = self.at;
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            let Some((word, _)) = rest.split_first_chunk() else { break };
            match ends(u64::from_le_bytes(*word)) {
                0 => self.at += 8,
                ends => {
                    self.at += ends.trailing_zeros() as usize / 8;
                    return self.closed(start);
                }
            }
        }
        // The last bytes of the document.
        while !matches!(self.byte()?, b'"' | b'\\' | ..b' ') {
            self.at += 1;
        }
        self.closed(start)
    }

    /// The text that began at `start`, where a quotation mark ends it here.
    #[inline]
    fn closed(&mut self, start: usize) -> Option<&'d str> {
        if self.byte()? != b'"' {
            return None;
        }
        let text = self.text.get(start..self.at)?;
        self.at += 1;
        Some(text)
    }

    #[inline]
    fn value(&mut self) -> Option<Value<'d>> {
        self.space();
        match self.byte()? {
            b'"' => Some(Value::Text(Cow::Borrowed(self.text()?))),
            b'0'..=b'9' => self.number(),
            b'n' if self.text.as_bytes().get(self.at..self.at + 4)? == b"null" => {
                self.at += 4;
                Some(Value::Null)
            }
            _ => None,
        }
    }

    /// A number of at most 15 digits, without sign and exponent. An f64 holds the digits exactly, and the power of ten as well: one
    /// division gives the f64 that is nearest to the fraction, and so does serde_json.
    fn number(&mut self) -> Option<Value<'d>> {
        const DIGITS_MAX: usize = 15;
        let begins_with_zero = self.byte()? == b'0';
        let (whole, places) = self.digits(0, DIGITS_MAX);
        if begins_with_zero && places > 1 {
            return None;
        }
        if self.byte() != Some(b'.') {
            return Some(Value::Integer(whole as f64));
        }
        self.at += 1;
        let (all, parts) = self.digits(whole, DIGITS_MAX - places);
        (parts > 0).then(|| Value::Fraction(all as f64 / 10_u64.pow(parts as u32) as f64))
    }

    /// The number that these digits make behind those of another, and how many there are, at most so many.
    fn digits(&mut self, mut number: u64, at_most: usize) -> (u64, usize) {
        let start = self.at;
        while self.at - start < at_most
            && let Some(digit @ b'0'..=b'9') = self.byte()
        {
            number = number * 10 + u64::from(digit - b'0');
            self.at += 1;
        }
        (number, self.at - start)
    }

    /// Whether a comma stands here; else the end, which is this byte.
    #[inline]
    pub(crate) fn goes_on(&mut self, end: u8) -> Option<bool> {
        self.space();
        let byte = self.byte()?;
        self.at += 1;
        match byte {
            b',' => Some(true),
            byte => (byte == end).then_some(false),
        }
    }

    /// This byte.
    #[inline]
    pub(crate) fn mark(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.byte()? == byte).then(|| self.at += 1)
    }

    /// Nothing more.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.space();
        self.byte().is_none().then_some(())
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
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
            place.steps(&mut Vec::new()).and_then(|()| place.end()).is_some()
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
                    assert_eq!(Plain::new(text).text(), is_plain.then_some(said.as_str()), "{text}");
                }
            }
        }
    }
}
