//! Long answers, a page at a time. In: a list by number, and which part of it is asked for. Out: its words, and how far
//! the list was shown. An item is made only when it is shown, so that a list of a million costs what one page costs.

use super::words::{and, wrap};
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

/// How a list looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// An item on each line.
    Lines,
    /// `A, B and C`.
    Commas,
    /// `A -> B -> C`.
    Arrows,
}

/// A list, ready to be shown.
pub(super) struct List<'l> {
    /// Before the first item, without a colon: `14 positions`.
    pub(super) lead: String,
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
    pub(super) item: Box<dyn Fn(usize) -> String + 'l>,
    /// A sentence that follows the first page.
    pub(super) after: String,
    /// The numbers of the runs from the window's first item on; empty for other lists.
    pub(super) keys: Vec<i64>,
}

/// A part of a list in words.
pub(super) struct Page {
    /// The words.
    pub(super) text: String,
    /// How many items of the list have been shown by now.
    pub(super) shown: usize,
    /// Whether any are left.
    pub(super) more: bool,
}

impl<'l> List<'l> {
    /// A list with a line for each item.
    pub(super) fn lines(lead: String, noun: &'static str, total: usize, item: impl Fn(usize) -> String + 'l) -> Self {
        let item = Box::new(item);
        let (after, keys) = (String::new(), Vec::new());
        Self { lead, noun, total, open: false, style: Style::Lines, page: ANSWER_LINES, item, after, keys }
    }

    /// A list of names within a sentence.
    pub(super) fn commas(lead: String, noun: &'static str, total: usize, item: impl Fn(usize) -> String + 'l) -> Self {
        Self { style: Style::Commas, page: ANSWER_INLINE_ITEMS, ..Self::lines(lead, noun, total, item) }
    }

    /// The part of it that `window` asks for. The list has items.
    pub(super) fn page(&self, window: Window) -> Page {
        let from = window.from.min(self.total);
        let to = (from + window.items(self.page)).min(self.total);
        let items: Vec<String> = (from..to).map(|place| (self.item)(place)).collect();
        let more = to < self.total;
        let head = self.head(from, to, more);
        let body = match self.style {
            Style::Lines => {
                let lines: Vec<String> = items.iter().map(|item| wrap(&format!("  {item}"), "    ")).collect();
                format!("{}\n{}", wrap(&head, ""), lines.join("\n"))
            }
            // "A, B and C" would say that there are no others.
            Style::Commas if more => wrap(&format!("{head} {}.", items.join(", ")), "  "),
            Style::Commas => wrap(&format!("{head} {}.", and(&items)), "  "),
            Style::Arrows => wrap(&format!("{head} {}.", items.join(" -> ")), "  "),
        };
        Page { text: self.closed(body, from, to), shown: to, more }
    }

    fn head(&self, from: usize, to: usize, more: bool) -> String {
        let noun = self.noun;
        let numbers = if to - from == 1 { format!("{noun} {to}") } else { format!("{noun}s {} to {to}", from + 1) };
        match (from, self.open) {
            (0, false) if more && to == 1 => format!("{}; the first one:", self.lead),
            (0, false) if more => format!("{}; the first {to}:", self.lead),
            (0, _) => format!("{}:", self.lead),
            (_, true) => format!("{}:", capitalised(&numbers)),
            (_, false) => format!("{} of {}:", capitalised(&numbers), self.total),
        }
    }

    /// What follows the items: how many are left, and how to see them.
    fn closed(&self, mut body: String, from: usize, to: usize) -> String {
        if from == 0 && !self.after.is_empty() {
            body = format!("{body}\n{}", wrap(&self.after, ""));
        }
        let left = self.total - to;
        match left {
            0 if from > 0 => body.push_str("\nThat is all."),
            0 => {}
            _ if self.open => body.push_str("\nThere are more: say '10 more' or 'the rest'."),
            1..=10 => body.push_str(&format!("\n{left} more: say 'the rest'.")),
            _ => body.push_str(&format!("\n{left} more: say '10 more' or 'the rest'.")),
        }
        body
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
