//! How often: "twice", "3 times", "and repeat that".

use super::{
    english::Tag,
    parser::{Parser, Trouble},
};

impl Parser<'_> {
    /// "Twice", "3 times", "x3", "for two rounds".
    pub(super) fn times(&mut self) -> Result<Option<u16>, Trouble> {
        let found = self.attempt(|p| {
            p.skip(&[Tag::For, Tag::Article]);
            let item = p.peek()?;
            p.at += 1;
            match item.text.as_str() {
                "once" if item.is(Tag::Times) => return Some(1),
                "twice" => return Some(2),
                "thrice" => return Some(3),
                "x" => {
                    let count = p.peek()?.number?;
                    p.at += 1;
                    return Some(count);
                }
                _ => {}
            }
            let count = item.number.filter(|_| !item.is_ordinal)?;
            // "Three off": so many pieces.
            if p.peek().is_some_and(|item| item.text == "off") && p.ends_clause(1) {
                p.at += 1;
                return Some(count);
            }
            let is_word = p.peek().is_some_and(|item| !matches!(item.text.as_str(), "once" | "twice" | "thrice"));
            (is_word && p.take(&[Tag::Times])).then_some(count)
        });
        match found {
            None => Ok(None),
            Some(count) => match u16::try_from(count) {
                Ok(count) if count > 0 => Ok(Some(count)),
                _ => self.trouble(),
            },
        }
    }

    /// "3 times", ", do that twice", "and repeat it 3 times".
    pub(super) fn repeated(&mut self) -> Result<Option<u16>, Trouble> {
        if let Some(times) = self.times()? {
            return Ok(Some(times));
        }
        let start = self.at;
        while self.peek().is_some_and(|item| {
            item.is_break() || item.is_any(&[Tag::And, Tag::Do, Tag::It, Tag::Again, Tag::Ok, Tag::All, Tag::Each])
        }) {
            self.at += 1;
        }
        let times = if self.at > start { self.times()? } else { None };
        // "Pick at 1, place at 2, do that twice": the last, or both?
        let says_that = self.items[start..self.at].iter().any(|item| {
            item.is(Tag::It) || item.is(Tag::Ok) && (item.text.ends_with(" it") || item.text.ends_with(" that"))
        });
        let after_break = self.items[start..self.at].iter().any(|item| item.is_break());
        let is_each = self.is(Tag::Each) || self.peek().is_some_and(|item| item.text == "apiece");
        if times.is_some() && (says_that || after_break && !is_each) && self.steps.len() > 1 {
            return self.trouble();
        }
        if times.is_none() {
            self.at = start;
        }
        Ok(times)
    }
}
