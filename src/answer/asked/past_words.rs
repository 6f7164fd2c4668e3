//! The words of questions about runs and steps. In: filters. Out: a phrase that follows "runs" or "steps", with one word of
//! denial for each filter that leaves things out.

use super::{
    super::words::{and, day},
    filters::Words,
};
use crate::language::{
    Day,
    query::{Ended, Filter, Key, Sort, Wish},
};

impl Words<'_> {
    /// `begun today (2026-07-14), in which tack_weld was done at Pos_1, that failed`.
    pub(in crate::answer) fn past_phrase(self, wish: Wish, sort: Sort, filters: &[Filter]) -> String {
        let mut phrases: Vec<String> = filters.iter().filter_map(|filter| self.of_run(filter)).collect();
        let deeds: Vec<Filter> = filters.iter().copied().filter(|filter| is_deed(filter.key)).collect();
        let (left_out, wanted): (Vec<Filter>, Vec<Filter>) = deeds.into_iter().partition(|filter| filter.is_not);
        let verb = if counts_planned(filters) { "planned" } else { "done" };
        if !wanted.is_empty() {
            phrases.push(self.step_of(sort, &wanted, "", verb));
        }
        phrases.extend(left_out.iter().map(|filter| self.step_of(sort, &[*filter], "not ", verb)));
        phrases.extend(filters.iter().filter_map(|filter| ended(filter)));
        let last = filters.iter().find_map(|filter| if let Key::Last(n) = filter.key { Some(n) } else { None });
        match (sort, last) {
            (Sort::Steps, None) if !has_day(filters) => phrases.push("of the latest run".to_owned()),
            (Sort::Steps, Some(1)) => phrases.push("of the latest run".to_owned()),
            (Sort::Steps, Some(n)) => phrases.push(format!("of the latest {n} runs")),
            // Of a list, the latest ones of those that pass are shown: that is said before the noun.
            (_, Some(n)) if wish != Wish::Which => phrases.push(format!("among the latest {n}")),
            _ => {}
        }
        and(&phrases)
    }

    fn of_run(self, filter: &Filter) -> Option<String> {
        let Key::Day(asked) = filter.key else { return None };
        let not = if filter.is_not { "not " } else { "" };
        let on = match (asked, self.now) {
            (Day::Date(date), Some(now)) => day(date, now),
            (Day::Date(date), None) => format!("on {date}"),
            (word, _) => word.to_string(),
        };
        Some(format!("{not}begun {on}"))
    }

    fn step_of(self, sort: Sort, filters: &[Filter], not: &str, verb: &str) -> String {
        let (mut what, mut rest) = (None, String::new());
        for filter in filters {
            match filter.key {
                Key::Routine(id) => what = Some(self.routine(id)),
                Key::At(at) => rest.push_str(&format!(" at {}", self.place(at))),
                Key::Tool(Some(tool)) => rest.push_str(&format!(" with {}", self.tool(tool))),
                _ => {}
            }
        }
        match (sort, what) {
            (Sort::Steps, Some(what)) => format!("that are {not}{what}{rest}"),
            (Sort::Steps, None) => format!("{not}{}", rest.trim_start()),
            (_, what) => format!("in which {} was {not}{verb}{rest}", what.as_deref().unwrap_or("something")),
        }
    }
}

/// Whether runs count by what was planned in them: of one that did not come to its end, what it was to do is asked.
pub(in crate::answer) fn counts_planned(filters: &[Filter]) -> bool {
    let of = |filter: &Filter| matches!(filter.key, Key::Ended(ended) if (ended == Ended::Completed) == filter.is_not);
    filters.iter().any(of)
}

/// Whether a filter tells of what was done, and where.
pub(in crate::answer) const fn is_deed(key: Key) -> bool {
    matches!(key, Key::Routine(_) | Key::At(_) | Key::Tool(_))
}

pub(in crate::answer) fn has_day(filters: &[Filter]) -> bool {
    filters.iter().any(|filter| matches!(filter.key, Key::Day(_)))
}

fn ended(filter: &Filter) -> Option<String> {
    let Key::Ended(ended) = filter.key else { return None };
    let words = match (ended, filter.is_not) {
        (Ended::Completed, false) => "that completed",
        (Ended::Completed, true) => "that did not complete",
        (Ended::Failed, false) => "that failed",
        (Ended::Failed, true) => "that did not fail",
        (Ended::Stopped, false) => "that were stopped",
        (Ended::Stopped, true) => "that were not stopped",
    };
    Some(words.to_owned())
}
