//! Long answers, a page at a time. In: a list by number, and which part of it is asked for. Out: its lines, and how far
//! the list was shown. An item is made only when it is shown, so that a list of a million costs what one page costs.

use super::draft::{Line, Piece, Style, words};
use crate::limits::{ANSWER_INLINE_ITEMS, ANSWER_ITEMS_MAX, ANSWER_LINES};

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// How many items were shown before.
    pub(super) from: usize,
    /// How many are wanted; as many as the list shows by itself for `None`.
    pub(super) wanted: Option<usize>,
}

impl Window {
    /// The beginning.
    pub(super) const START: Self = Self { from: 0, wanted: None };

    /// How many items to show of a list that shows `page` by itself.
    pub(super) fn items(self, page: usize) -> usize {
        self.wanted.unwrap_or(page).clamp(1, ANSWER_ITEMS_MAX)
    }
}

/// A list, ready to be shown.
pub(super) struct List<'l> {
    /// What stands before the lead of the first page.
    pub(super) before: Vec<Piece>,
    /// Before the first item, without a colon, as it is stated on a page: `14 positions`. It is stated on each page, and
    /// shown on the first one.
    pub(super) lead: Box<dyn Fn(bool) -> Vec<Piece> + 'l>,
    /// What an item is called: `position`.
    pub(super) noun: &'static str,
    /// How many items there are, or how many are known of where `open`.
    pub(super) total: usize,
    /// More than `total` may be there.
    pub(super) open: bool,
    /// How it looks.
    pub(super) style: Style,
    /// How many items it shows by itself.
    pub(super) page: usize,
    /// An item by its place, counted from 0.
    pub(super) item: Box<dyn Fn(usize) -> Piece + 'l>,
    /// Sentences that follow the first page.
    pub(super) after: Vec<Piece>,
    /// The numbers of the runs from the window's first item on; empty for other lists.
    pub(super) keys: Vec<i64>,
}

/// A part of a list.
pub(super) struct Page {
    /// Its lines.
    pub(super) lines: Vec<Line<Piece>>,
    /// How many items of the list have been shown by now.
    pub(super) shown: usize,
    /// Whether any are left.
    pub(super) more: bool,
}

impl<'l> List<'l> {
    /// A list with a line for each item.
    pub(super) fn lines(
        lead: impl Fn(bool) -> Vec<Piece> + 'l,
        noun: &'static str,
        total: usize,
        item: impl Fn(usize) -> Piece + 'l,
    ) -> Self {
        let (lead, item) = (Box::new(lead), Box::new(item));
        let (before, after, keys) = (Vec::new(), Vec::new(), Vec::new());
        Self { before, lead, noun, total, open: false, style: Style::Lines, page: ANSWER_LINES, item, after, keys }
    }

    /// A list of names within a sentence.
    pub(super) fn commas(
        lead: impl Fn(bool) -> Vec<Piece> + 'l,
        noun: &'static str,
        total: usize,
        item: impl Fn(usize) -> Piece + 'l,
    ) -> Self {
        Self { style: Style::Commas, page: ANSWER_INLINE_ITEMS, ..Self::lines(lead, noun, total, item) }
    }

    /// The part of it that `window` asks for. The list has items.
    pub(super) fn page(self, window: Window) -> Page {
        let from = window.from.min(self.total);
        let to = (from + window.items(self.page)).min(self.total);
        let items: Vec<Piece> = (from..to).map(|place| (self.item)(place)).collect();
        let more = to < self.total;
        let (heading, closing) = (self.heading(from, to, more), self.closing(from, to));
        let mut lead = if from == 0 { self.before } else { Vec::new() };
        lead.extend((self.lead)(from == 0));
        lead.push(words(heading));
        let mut lines = Vec::with_capacity(items.len() + 3);
        if self.style == Style::Lines {
            lines.push(Line::of(lead));
            lines.extend(items.into_iter().map(Line::item));
        } else {
            lines.push(Line::Items { lead, items, style: self.style, more });
        }
        if from == 0 && !self.after.is_empty() {
            lines.push(Line::of(self.after));
        }
        lines.extend(closing.map(|text| Line::of(vec![words(text)])));
        Page { lines, shown: to, more }
    }

    /// Which part of the list follows.
    fn heading(&self, from: usize, to: usize, more: bool) -> String {
        let noun = self.noun;
        let numbers = if to - from == 1 { format!("{noun} {to}") } else { format!("{noun}s {} to {to}", from + 1) };
        match (from, self.open) {
            (0, false) if more && to == 1 => "; the first one:".to_owned(),
            (0, false) if more => format!("; the first {to}:"),
            (0, _) => ":".to_owned(),
            (_, true) => format!("{}:", capitalised(&numbers)),
            (_, false) => format!("{} of {}:", capitalised(&numbers), self.total),
        }
    }

    /// What follows the items: how many are left, and how to see them.
    fn closing(&self, from: usize, to: usize) -> Option<String> {
        match self.total - to {
            0 if from > 0 => Some("That is all.".to_owned()),
            0 => None,
            _ if self.open => Some("There are more: say '10 more' or 'the rest'.".to_owned()),
            left @ 1..=10 => Some(format!("{left} more: say 'the rest'.")),
            left => Some(format!("{left} more: say '10 more' or 'the rest'.")),
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
