//! Where the robot is, by other words than "here": "this table", "your current place", "the part in front of you".

use super::{cursor::Cursor, english::Tag, tag::Item};

/// Words that point at what is before the speaker's eyes.
const POINTS: &[&str] = &["this", "current", "present"];

impl Cursor<'_> {
    /// Steps over words for where the robot is.
    pub(super) fn here(&mut self) -> bool {
        let said = self.take(&[Tag::Here]).then_some(());
        said.or_else(|| self.attempt(Self::kind_here)).or_else(|| self.attempt(Self::in_front)).is_some()
    }

    /// "This table", "your current place", "this mould here"; not "this 3".
    fn kind_here(&mut self) -> Option<()> {
        self.skip(&[Tag::Article, Tag::You]);
        let points = self.peek().is_some_and(|item| POINTS.contains(&item.text.as_str()));
        self.at += usize::from(points);
        let start = self.at;
        while self.peek().is_some_and(is_kind) {
            self.at += 1;
        }
        let named = self.at > start;
        if self.peek().is_some_and(|item| item.number.is_some() || !item.place.is_none()) {
            return None;
        }
        let said_here = self.take(&[Tag::Here]);
        (named && (points || said_here)).then_some(())
    }

    /// "The one in front of you", "what is in front of you".
    fn in_front(&mut self) -> Option<()> {
        while self.is_any(&[Tag::Article, Tag::It, Tag::Object, Tag::What, Tag::Is])
            && self.peek().is_some_and(|item| item.number.is_none() || item.text == "1")
        {
            self.at += 1;
        }
        self.take(&[Tag::Here]).then_some(())
    }
}

fn is_kind(item: &Item) -> bool {
    (item.is(Tag::Noun) || item.is_place_word || item.is_told && !item.is_work)
        && item.number.is_none()
        && item.place.is_none()
        && !item.is_plural
}
