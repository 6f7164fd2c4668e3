//! The words of questions about runs and steps. In: filters. Out: a phrase that follows "runs" or "steps", with one word of
//! denial for each filter that leaves things out.

use super::{
    super::words::{and, day},
    filters::{Words, is_known, key_word},
};
use crate::language::{
    Day,
    query::{Ended, Filter, Key, Sort, Wish},
};

impl Words<'_> {
    /// `begun today (2026-07-14), in which tack_weld was done at Pos_1, that failed`.
    pub(in crate::answer) fn past_phrase(self, wish: Wish, sort: Sort, filters: &[Filter]) -> String {
        let mut phrases: Vec<String> = filters.iter().filter_map(|filter| self.of_run(sort, filter)).collect();
        let deeds: Vec<Filter> = filters.iter().copied().filter(|filter| is_deed(filter.key)).collect();
        let (left_out, wanted): (Vec<Filter>, Vec<Filter>) = deeds.into_iter().partition(|filter| filter.is_not);
        let verb = if counts_planned(filters) { "planned" } else { "done" };
        if !wanted.is_empty() {
            phrases.push(self.step_of(sort, &wanted, "", verb));
        }
        phrases.extend(left_out.iter().map(|filter| self.step_of(sort, &[*filter], "not ", verb)));
        phrases.extend(filters.iter().filter_map(|filter| self.ended(filter)));
        let foreign = filters.iter().filter(|filter| !is_known(sort, filter) && !matches!(filter.key, Key::Last(_)));
        phrases.extend(foreign.map(|filter| format!("by {}", key_word(filter.key))));
        let last = filters.iter().find_map(|filter| if let Key::Last(n) = filter.key { Some(n) } else { None });
        match (sort, last) {
            (Sort::Steps, None) if !has_day(filters) => phrases.push("of the latest run".to_owned()),
            (_, Some(1)) if sort == Sort::Steps || wish != Wish::Which => phrases.push("of the latest run".to_owned()),
            (Sort::Steps, Some(n)) => phrases.push(format!("of the latest {n} runs")),
            // Of a list, the latest ones of those that pass are shown: that is said before the noun.
            (_, Some(n)) if wish != Wish::Which => phrases.push(format!("among the latest {n}")),
            _ => {}
        }
        and(&phrases)
    }

    fn of_run(self, sort: Sort, filter: &Filter) -> Option<String> {
        let Key::Day(asked) = filter.key else { return None };
        let not = if filter.is_not { "not " } else { "" };
        let on = match (asked, self.clock) {
            (Day::Date(date), Some(clock)) => day(date, clock),
            (Day::Date(date), None) => format!("on {date}"),
            (word, _) => word.to_string(),
        };
        let of = if sort == Sort::Steps { "of runs " } else { "" };
        Some(format!("{of}{not}begun {on}"))
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
            (Sort::Steps, Some(what)) => format!("of {not}{what}{rest}"),
            (Sort::Steps, None) => format!("{not}{}", rest.trim_start()),
            (_, Some(what)) => format!("in which {what} was {not}{verb}{rest}"),
            (_, None) if not.is_empty() => format!("in which something was {verb}{rest}"),
            (_, None) => format!("in which nothing was {verb}{rest}"),
        }
    }

    fn ended(self, filter: &Filter) -> Option<String> {
        let Key::Ended(ended) = filter.key else { return None };
        let were = if self.is_one { "was" } else { "were" };
        Some(match (ended, filter.is_not) {
            (Ended::Completed, false) => "that completed".to_owned(),
            (Ended::Completed, true) => "that did not complete".to_owned(),
            (Ended::Failed, false) => "that failed".to_owned(),
            (Ended::Failed, true) => "that did not fail".to_owned(),
            (Ended::Stopped, false) => format!("that {were} stopped"),
            (Ended::Stopped, true) => format!("that {were} not stopped"),
        })
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
