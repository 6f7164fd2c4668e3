//! Lists of runs, and of their steps, by every filter. In: the wish, the filters, the history. Out: one line with the number, or
//! yes or no, and the runs with how they ended. Only the latest runs are looked through; where there are more, that is said.
//!
//! Something counts as done in a run where its step was observed to be done. Of runs that failed or were stopped, what was
//! planned counts.

use std::rc::Rc;

use uuid::Uuid;

use super::{
    super::{
        Found, Grounds,
        draft::{Piece, Statement},
        evidence::{Picked, Ran, Read},
        list::{List, Window},
        past::{day_of, on, read, row_told, step, step_names, unreadable},
        sources,
    },
    done::{ended, steps},
    filters::{Words, noun},
    here::Here,
    past_words::{counts_planned, has_day, is_deed},
    things::{lead, place_of},
};
use crate::{
    language::{
        Day,
        query::{Ended, Filter, Key, Sort, Wish},
    },
    limits::{ANSWER_ITEMS_MAX, ANSWER_LINES, ANSWER_RUNS, ANSWER_RUNS_LOOKED_AT},
    store::{RunFilter, RunStatus, StepState},
    when::Clock,
};

/// An entry: a run by its place among those that were read, and the number of a step of it.
type Entry = (usize, Option<u32>);

/// The runs, or steps, that every filter lets through.
pub(super) fn runs<'g>(
    (wish, sort, filters): (Wish, Sort, &[Filter]),
    window: Window,
    before: Option<i64>,
    grounds: &Grounds<'g>,
) -> Found<'g> {
    let here = match Here::of(filters.iter().map(|filter| place_of(filter.key)), grounds) {
        Ok(here) => here,
        Err(told) => return told,
    };
    let filters: Vec<Filter> = filters.iter().map(|filter| dated(here.filter(*filter), grounds)).collect();
    let (rows, is_cut) = match look(sort, &filters, before, grounds) {
        Ok(looked) => looked,
        Err(told) => return Found::sentence(vec![told]),
    };
    let s = grounds.snapshot;
    let all = match sort {
        Sort::Steps => steps_of(&rows, &filters, grounds),
        _ => passing(&rows, (wish, &filters), grounds).into_iter().map(|place| (place, None)).collect(),
    };
    let words = Words { snapshot: s, clock: Some(grounds.clock), is_one: all.len() == 1 };
    let phrase = words.past_phrase(wish, sort, &filters);
    let is_latest = wish == Wish::Which && sort == Sort::Runs && last(&filters).is_some() && !all.is_empty();
    let lead = lead(wish, all.len(), sort, &phrase);
    let lead = match (is_latest, all.len()) {
        (true, 1) => format!("The latest {}", lead.trim_start_matches("1 ")),
        (true, _) => format!("The latest {lead}"),
        (false, _) => lead,
    };
    let told = all.iter().skip(window.from).take(ANSWER_ITEMS_MAX);
    let told: Vec<(Uuid, Option<u32>)> = told.map(|&(place, step)| (rows[place].row.run_id, step)).collect();
    let asked = Picked { wish, sort, filters };
    let lead_sources = [sources::picked(&[]), here.sources()].concat();
    let limit = is_cut.then(|| Piece::Limit(format!("Only the latest {ANSWER_RUNS_LOOKED_AT} runs were looked at.")));
    let after: Vec<Piece> = limit.into_iter().chain(here.notes).collect();
    let reads = vec![Read::Picked { asked, rows: Rc::clone(&rows), told }];
    if all.is_empty() {
        let none = Statement::new(format!("{lead}.")).on(lead_sources).piece();
        return Found::sentence([none].into_iter().chain(after).collect()).with(reads);
    }
    let newest = rows.first().map_or(0, |ran| ran.row.number);
    let (total, clock) = (all.len(), grounds.clock);
    let lead = move |is_first| vec![Statement::new(&*lead).on(lead_sources.clone()).shown_if(is_first).piece()];
    let item = move |place: usize| entry(all[place], &rows, clock);
    let page = if sort == Sort::Runs { ANSWER_RUNS } else { ANSWER_LINES };
    // The next page looks at the same runs, whatever was run meanwhile.
    let keys = vec![newest + 1; total.min(ANSWER_ITEMS_MAX)];
    Found::list(List { page, keys, after, ..List::lines(lead, noun(sort), total, item) }).with(reads)
}

fn entry((place, number): Entry, rows: &[Ran], clock: Clock<'_>) -> Piece {
    let ran = &rows[place];
    let past = ran.past.as_deref();
    let failure = past.and_then(|past| past.failure.as_deref());
    let recorded = number.zip(past).and_then(|(number, past)| past.steps.iter().find(|step| step.number == number));
    match recorded {
        None => row_told("", &ran.row, failure, clock),
        Some(recorded) => {
            let text = format!("{} (run {})", step(recorded, &step_names(&ran.row.sequence_json)), ran.row.run_id);
            let sources = sources::step(ran.row.run_id, recorded.number);
            Statement::new(text).on(sources).on(sources::run(ran.row.run_id, &["/run"])).piece()
        }
    }
}

/// The latest runs, and how they went where that matters; and whether there are more.
fn look(
    sort: Sort,
    filters: &[Filter],
    before: Option<i64>,
    grounds: &Grounds<'_>,
) -> Result<(Rc<[Ran]>, bool), Piece> {
    let day = filters.iter().find_map(|filter| match filter.key {
        Key::Day(Day::Date(date)) if !filter.is_not => Some(date),
        _ => None,
    });
    let wanted = match (sort, last(filters)) {
        (Sort::Steps, Some(count)) => count as usize,
        (Sort::Steps, None) if !has_day(filters) => 1,
        _ => ANSWER_RUNS_LOOKED_AT,
    };
    let limit = wanted.min(ANSWER_RUNS_LOOKED_AT);
    let rows = read(grounds, &on(day, RunFilter { before, limit: Some(limit + 1), ..RunFilter::default() }, grounds))?;
    let is_cut = rows.len() > limit && limit == ANSWER_RUNS_LOOKED_AT;
    let mut looked = Vec::with_capacity(rows.len().min(limit));
    for row in rows.iter().take(limit) {
        // A plan that cannot be read is no plan without steps: nothing is told of what it did.
        if serde_json::from_str::<crate::plan::Plan<'_>>(&row.sequence_json).is_err() {
            return Err(super::super::draft::gap(
                "what was run",
                format!("the plan of run {} cannot be read", row.run_id),
            ));
        }
        let is_asked = sort == Sort::Steps || row.status != RunStatus::Completed;
        let past = match grounds.history.filter(|_| is_asked).map(|history| history.past(row.run_id)) {
            Some(Ok(past)) => past.map(Rc::new),
            Some(Err(error)) => return Err(unreadable(&error)),
            None => None,
        };
        looked.push(Ran { row: row.clone(), past });
    }
    Ok((Rc::from(looked), is_cut))
}

/// The runs that pass, by their places.
fn passing(rows: &[Ran], (wish, filters): (Wish, &[Filter]), grounds: &Grounds<'_>) -> Vec<usize> {
    let (ends, others): (Vec<Filter>, Vec<Filter>) =
        filters.iter().partition(|filter| matches!(filter.key, Key::Ended(_)));
    let is_planned = counts_planned(filters);
    let count = last(filters).map_or(usize::MAX, |count| count as usize);
    let passes = |place: &usize| run_passes(&rows[*place], &others, is_planned, grounds);
    let has_end = |place: &usize| ends.iter().all(|filter| end_is(&rows[*place], filter.key) != filter.is_not);
    let passed = (0..rows.len()).filter(passes);
    // "The last three that failed" are three; "did any of the last three fail" looks at three.
    match wish {
        Wish::Which => passed.filter(has_end).take(count).collect(),
        Wish::Count | Wish::Any => passed.take(count).filter(has_end).collect(),
    }
}

fn end_is(ran: &Ran, key: Key) -> bool {
    matches!(key, Key::Ended(wanted) if ended(ran) == Some(wanted))
}

fn run_passes(ran: &Ran, filters: &[Filter], is_planned: bool, grounds: &Grounds<'_>) -> bool {
    let (begun, s) = (grounds.clock.date(ran.row.started_at), grounds.snapshot);
    let is_on_day = filters.iter().all(|filter| match filter.key {
        Key::Day(Day::Date(day)) => (begun == day) != filter.is_not,
        _ => true,
    });
    let deeds: Vec<&Filter> = filters.iter().filter(|filter| is_deed(filter.key)).collect();
    if !is_on_day || deeds.is_empty() {
        return is_on_day;
    }
    let steps: Vec<_> = steps(ran).into_iter().filter(|step| is_planned || step.is_done).collect();
    let (left_out, wanted): (Vec<&Filter>, Vec<&Filter>) = deeds.into_iter().partition(|filter| filter.is_not);
    let has_all = || steps.iter().any(|step| wanted.iter().all(|filter| step.fits(filter.key, s)));
    let has_any = || steps.iter().any(|step| left_out.iter().any(|filter| step.fits(filter.key, s)));
    (wanted.is_empty() || has_all()) && !has_any()
}

/// The recorded steps that pass: those of each run in their order.
fn steps_of(rows: &[Ran], filters: &[Filter], grounds: &Grounds<'_>) -> Vec<Entry> {
    let mut found = Vec::new();
    for (place, ran) in rows.iter().enumerate() {
        let days: Vec<Filter> = filters.iter().copied().filter(|filter| matches!(filter.key, Key::Day(_))).collect();
        let (planned, recorded) = (steps(ran), ran.past.as_deref());
        if !run_passes(ran, &days, true, grounds) {
            continue;
        }
        for step in recorded.map_or(&[][..], |past| &past.steps) {
            let plan = planned.iter().find(|planned| planned.number == step.number);
            let passes = |filter: &Filter| {
                let has = match filter.key {
                    Key::Ended(Ended::Completed) => step.state == StepState::Completed,
                    Key::Ended(_) => step.state == StepState::Error,
                    key if is_deed(key) => plan.is_some_and(|plan| plan.fits(key, grounds.snapshot)),
                    _ => return true,
                };
                has != filter.is_not
            };
            if filters.iter().all(passes) {
                found.push((place, Some(step.number)));
            }
        }
    }
    found
}

fn last(filters: &[Filter]) -> Option<u32> {
    filters.iter().find_map(|filter| if let Key::Last(count) = filter.key { Some(count) } else { None })
}

/// The same with its day by the date.
fn dated(filter: Filter, grounds: &Grounds<'_>) -> Filter {
    match filter.key {
        Key::Day(day) => Filter { key: Key::Day(Day::Date(day_of(day, grounds))), ..filter },
        _ => filter,
    }
}
