//! What happened, the latest first: runs, words about the robot, layouts, and sentences that came to no run.

use jiff::Timestamp;
use maud::{Markup, html};

use super::{
    Sight,
    past::{ended, zoned},
};
use crate::{
    run::Became,
    store::{Correction, Fate, LayoutDecision, LayoutRow, Reader, RunFilter, RunRow, SentenceRow, StoreError},
};

/// The latest of each kind.
pub(in crate::web) struct Past {
    runs: Vec<RunRow>,
    corrections: Vec<Correction>,
    layouts: Vec<LayoutRow>,
    sentences: Vec<SentenceRow>,
    limit: usize,
}

impl Past {
    /// Reads the latest `limit` of each kind, so that the latest `limit` of all are among them.
    pub(in crate::web) fn read(reader: &Reader, limit: usize) -> Result<Self, StoreError> {
        Ok(Self {
            runs: reader.runs(&RunFilter { limit: Some(limit), ..RunFilter::default() })?,
            corrections: reader.corrections(limit)?,
            layouts: reader.layouts(limit)?,
            sentences: reader.sentences(limit)?,
            limit,
        })
    }
}

pub(in crate::web) fn timeline(sight: &Sight<'_>, past: &Past) -> Markup {
    let runs = past.runs.iter().map(|row| (row.started_at, run(sight, row)));
    let corrections = past.corrections.iter().map(|said| (said.at, corrected(sight, said)));
    let layouts = past.layouts.iter().map(|row| (row.at, decided(sight, row)));
    let sentences = past.sentences.iter().map(|row| (row.at, unrun(sight, row)));
    let mut events: Vec<(Timestamp, Markup)> = runs.chain(corrections).chain(layouts).chain(sentences).collect();
    // A stable sort: what happened at one moment stays as it was put.
    events.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    events.truncate(past.limit);
    let main = html! {
        h1 { (sight.of("Timeline", "Zeitachse")) }
        @if events.is_empty() { p { (sight.of("Nothing is on record.", "Es ist nichts vermerkt.")) } }
        ol class="steps plain" {
            @for (at, what) in &events { li { span class="fine" { (zoned(*at)) } " " (what) } }
        }
    };
    sight.page("/timeline", sight.of("Timeline", "Zeitachse"), &main)
}

fn run(sight: &Sight<'_>, row: &RunRow) -> Markup {
    html! {
        a href={ "/history/" (row.run_id.hyphenated()) } { (sight.of("Run", "Lauf")) " " (row.number) }
        ": " (row.operator_input) ", " (row.operator) ", " (ended(sight, Became::of(row)))
    }
}

fn corrected(sight: &Sight<'_>, said: &Correction) -> Markup {
    html! {
        (said.operator) " " (sight.of("says that the robot is at", "sagt, der Roboter steht bei")) " "
        (said.position) ", " (said.tool) ": " (said.reason)
    }
}

fn decided(sight: &Sight<'_>, row: &LayoutRow) -> Markup {
    let decided = match row.decision {
        LayoutDecision::InForce => sight.of("in force", "in Kraft"),
        LayoutDecision::Declined => sight.of("declined", "abgelehnt"),
    };
    let hash: String = row.snapshot_hash.chars().take(16).collect();
    html! {
        (sight.of("Layout", "Layout")) " " (row.generation) " (" (hash) ") " (decided)
        @if let Some(operator) = &row.operator { ", " (operator) }
    }
}

fn unrun(sight: &Sight<'_>, row: &SentenceRow) -> Markup {
    let fate = match row.ended.fate {
        Fate::GivenUp => sight.of("given up", "aufgegeben"),
        Fate::Rejected => sight.of("rejected", "abgelehnt"),
        Fate::Revised => sight.of("changed", "geändert"),
    };
    html! { "» " (row.ended.operator_input) " «, " (fate) }
}
