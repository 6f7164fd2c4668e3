//! Reads a batch line in the form that programs write, several times as fast as a general reader.
//!
//! 1. What it reads is what serde reads from the same line, to the last step.
//! 2. What it is not certain of it does not read: an escape, a `null`, a number that is not plain, a field that is not
//!    known, given twice or of another type, anything that is not JSON. Serde then says what it is.

use std::borrow::Cow;

use crate::plan::{Action, Step};

/// Start position and tool; the steps go into the list. None, with anything in the list, where serde is to look.
pub(super) fn read<'l>(line: &'l str, steps: &mut Vec<Step<'l>>) -> Option<(&'l str, &'l str)> {
    // Of one piece, so that the compiler can look at many bytes at once; texts then end at the next quote.
    if line.bytes().fold(false, |found, byte| found | (byte < b' ') | (byte == b'\\')) {
        return None;
    }
    let mut reader = Reader { text: line, bytes: line.as_bytes(), at: 0 };
    let (mut position, mut tool, mut plan) = (None, None, None);
    reader.skip(b'{')?;
    loop {
        match reader.key()? {
            "position" => fill(&mut position, reader.text()?)?,
            "tool" => fill(&mut tool, reader.text()?)?,
            "plan" => fill(&mut plan, reader.steps(steps)?)?,
            _ => return None,
        }
        if !reader.more(b'}')? {
            break;
        }
    }
    plan?;
    reader.is_at_end().then_some((position?, tool?))
}

/// None where there was something already.
#[inline]
fn fill<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.is_none().then(|| *place = Some(value))
}

/// The fields of a step.
#[derive(Clone, Copy)]
enum Field {
    Id,
    Name,
    Action,
    Target,
    Position,
    Tool,
    Stabilize,
    ActionAfter,
    Verify,
}

impl Field {
    /// As bits: what every step has.
    const REQUIRED: u16 = 1 << Self::Action as u16 | 1 << Self::Target as u16;
    /// As bits: what a move has no use for.
    const NOT_ON_A_MOVE: u16 = 1 << Self::Position as u16
        | 1 << Self::Tool as u16
        | 1 << Self::Stabilize as u16
        | 1 << Self::ActionAfter as u16
        | 1 << Self::Verify as u16;
}

struct Reader<'l> {
    text: &'l str,
    bytes: &'l [u8],
    at: usize,
}

impl<'l> Reader<'l> {
    fn steps(&mut self, steps: &mut Vec<Step<'l>>) -> Option<()> {
        steps.clear();
        self.skip(b'[')?;
        if self.peek()? == b']' {
            self.at += 1;
            return Some(());
        }
        loop {
            // Filled where it lies: a step is too large to be carried about.
            steps.push(Step::new(Action::Move, Cow::Borrowed("")));
            self.step(steps.last_mut()?)?;
            if !self.more(b']')? {
                return Some(());
            }
        }
    }

    #[inline]
    fn step(&mut self, step: &mut Step<'l>) -> Option<()> {
        let mut given = 0_u16;
        self.skip(b'{')?;
        loop {
            let field = self.field()?;
            let bit = 1 << field as u16;
            if given & bit != 0 {
                return None;
            }
            given |= bit;
            match field {
                Field::Id => self.whole_number()?,
                Field::Name => step.name = Some(Cow::Borrowed(self.text()?)),
                Field::Action => step.action = self.action()?,
                Field::Target => step.target = Cow::Borrowed(self.text()?),
                Field::Position => step.position = Some(Cow::Borrowed(self.text()?)),
                Field::Tool => step.tool = Some(Cow::Borrowed(self.text()?)),
                Field::Stabilize => step.stabilize_s = Some(self.seconds()?),
                Field::ActionAfter => step.action_after = Some(Cow::Borrowed(self.text()?)),
                Field::Verify => step.verify = Some(Cow::Borrowed(self.text()?)),
            }
            if !self.more(b'}')? {
                break;
            }
        }
        if step.action == Action::Move && given & Field::NOT_ON_A_MOVE != 0 {
            *step = Step { name: step.name.take(), ..Step::new(Action::Move, std::mem::take(&mut step.target)) };
        }
        (given & Field::REQUIRED == Field::REQUIRED).then_some(())
    }

    /// The key of a step, and the colon right behind it.
    #[inline]
    fn field(&mut self) -> Option<Field> {
        self.skip(b'"')?;
        let rest = self.bytes.get(self.at..)?;
        match *rest.first_chunk::<2>()? {
            [b'i', _] => self.word(b"id\":", Field::Id),
            [b'n', _] => self.word(b"name\":", Field::Name),
            [b'a', _] => match self.word(b"action\":", Field::Action) {
                None => self.word(b"action_after\":", Field::ActionAfter),
                action => action,
            },
            [b't', b'a'] => self.word(b"target\":", Field::Target),
            [b't', _] => self.word(b"tool\":", Field::Tool),
            [b'p', _] => self.word(b"position\":", Field::Position),
            [b's', _] => self.word(b"stabilize\":", Field::Stabilize),
            [b'v', _] => self.word(b"verify\":", Field::Verify),
            _ => None,
        }
    }

    #[inline]
    fn action(&mut self) -> Option<Action<'l>> {
        self.skip(b'"')?;
        match self.bytes.get(self.at)? {
            b'm' => self.word(b"move\"", Action::Move),
            _ => self.word(b"routine\"", Action::Routine),
        }
    }

    /// Steps over a word, which means `meaning`.
    #[inline]
    fn word<const BYTES: usize, T>(&mut self, word: &[u8; BYTES], meaning: T) -> Option<T> {
        let next = self.bytes.get(self.at..)?.first_chunk::<BYTES>()?;
        (next == word).then(|| {
            self.at += BYTES;
            meaning
        })
    }

    /// A key and the colon behind it.
    #[inline]
    fn key(&mut self) -> Option<&'l str> {
        let key = self.text()?;
        self.skip(b':')?;
        Some(key)
    }

    /// A text, in a line without escapes.
    #[inline]
    fn text(&mut self) -> Option<&'l str> {
        self.skip(b'"')?;
        let start = self.at;
        let end = next_quote(self.bytes, start)?;
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// Digits that serde takes for an integer, whatever their value.
    #[inline]
    fn whole_number(&mut self) -> Option<()> {
        /// As many as always fit.
        const DIGITS: usize = 18;
        self.blanks();
        let start = self.at;
        self.digits();
        let is_plain = self.at - start <= DIGITS && (self.at == start + 1 || self.bytes.get(start) != Some(&b'0'));
        (self.at > start && is_plain && self.ends_a_number()).then_some(())
    }

    /// `12` or `1.25`.
    #[inline]
    fn seconds(&mut self) -> Option<f64> {
        self.blanks();
        let start = self.at;
        self.digits();
        let whole = self.at - start;
        if whole == 0 || (whole > 1 && self.bytes.get(start) == Some(&b'0')) {
            return None;
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            let point = self.at;
            self.digits();
            if self.at == point {
                return None;
            }
        }
        let number: f64 = self.text.get(start..self.at)?.parse().ok()?;
        (number.is_finite() && self.ends_a_number()).then_some(number)
    }

    #[inline]
    fn digits(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    /// Whether nothing follows that would make the number another one.
    #[inline]
    fn ends_a_number(&self) -> bool {
        !matches!(self.bytes.get(self.at), Some(b'.' | b'e' | b'E' | b'+' | b'-'))
    }

    /// True behind a comma, false behind `end`.
    #[inline]
    fn more(&mut self, end: u8) -> Option<bool> {
        let next = self.peek()?;
        self.at += 1;
        match next {
            b',' => Some(true),
            next if next == end => Some(false),
            _ => None,
        }
    }

    #[inline]
    fn skip(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// The next byte that is not blank.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        let next = *self.bytes.get(self.at)?;
        if next != b' ' {
            return Some(next);
        }
        self.blanks();
        self.bytes.get(self.at).copied()
    }

    /// Other blanks are control characters, and left to serde.
    #[inline]
    fn blanks(&mut self) {
        while self.bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    fn is_at_end(&mut self) -> bool {
        self.blanks();
        self.at == self.bytes.len()
    }
}

/// Where the next quote is. Eight bytes at a time.
#[inline]
fn next_quote(bytes: &[u8], mut from: usize) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const QUOTES: u64 = u64::from_ne_bytes([b'"'; 8]);
    while let Some(&eight) = bytes.get(from..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(eight) ^ QUOTES;
        // The high bit of each byte that is zero; exact up to the first, which is all that counts.
        let quotes = word.wrapping_sub(ONES) & !word & HIGH;
        if quotes != 0 {
            return Some(from + quotes.trailing_zeros() as usize / 8);
        }
        from += 8;
    }
    bytes.get(from..)?.iter().position(|&byte| byte == b'"').map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_line() {
        let mut steps = Vec::new();
        let line = r#"{"position":"Home","tool":"none","plan":[{"id":1,"name":"n","action":"move","target":"Pös_1"}, { "action": "routine" , "target": "r", "stabilize": 0.25, "verify":"" } ] } "#;
        assert_eq!(read(line, &mut steps), Some(("Home", "none")));
        let json: Vec<Step<'_>> = serde_json::from_str::<crate::plan::Plan<'_>>(
            r#"[{"id":1,"name":"n","action":"move","target":"Pös_1"},{"action":"routine","target":"r","stabilize":0.25,"verify":""}]"#,
        )
        .unwrap()
        .steps;
        assert_eq!(steps, json);
    }
}
