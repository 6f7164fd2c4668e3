//! What happened, the latest first: runs, words about the robot, layouts, bundles and keys, who entered the page and what they pressed,
//! and sentences that came to no run.

use jiff::Timestamp;
use maud::{Markup, html};

use super::{
    Sight,
    past::{ended, zoned},
};
use crate::{
    run::Became,
    store::{
        BundleActKind, BundleActRow, Correction, Fate, LayoutDecision, LayoutRow, PageActKind, PageActRow, Reader,
        RunFilter, RunRow, SentenceRow, StoreError,
    },
    web::{
        arrangement::{PLACES_AND_TOOLS, PUT_BACK},
        wished,
        words::Words,
    },
};

/// The latest of each kind.
pub(in crate::web) struct Past {
    runs: Vec<RunRow>,
    corrections: Vec<Correction>,
    layouts: Vec<LayoutRow>,
    bundles: Vec<BundleActRow>,
    acts: Vec<PageActRow>,
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
            bundles: reader.bundle_acts()?.into_iter().rev().take(limit).collect(),
            acts: reader.page_acts(limit)?,
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
    let bundles = past.bundles.iter().map(|row| (row.at, bundled(sight, row)));
    let acts = past.acts.iter().filter_map(|row| Some((row.what.done_at, acted(sight, row)?)));
    let of_cell = runs.chain(corrections).chain(layouts).chain(bundles);
    let mut events: Vec<(Timestamp, Markup)> = of_cell.chain(acts).chain(sentences).collect();
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

fn bundled(sight: &Sight<'_>, row: &BundleActRow) -> Markup {
    let what = &row.what;
    let did = match what.act {
        BundleActKind::Enrolled => sight.of("A key is trusted", "Einem Schlüssel wird vertraut"),
        BundleActKind::Rekeyed => sight.of("A list of keys was taken", "Eine Liste von Schlüsseln wurde übernommen"),
        BundleActKind::Installed => sight.of("A bundle was installed", "Ein Bündel wurde eingespielt"),
        BundleActKind::RolledBack => {
            sight.of("A bundle was put back in force", "Ein Bündel wurde wieder in Kraft gesetzt")
        }
    };
    let hash: String = what.blake3.chars().take(16).collect();
    html! {
        (did) @if let Some(generation) = what.generation { ", " (generation) }
        " (" (hash) "), " (what.operator) ": " (what.reason)
    }
}

/// What no other line tells. What was said is told by what came of it.
fn acted(sight: &Sight<'_>, row: &PageActRow) -> Option<Markup> {
    let what = &row.what;
    let did = match what.act {
        PageActKind::Said
        | PageActKind::Chose
        | PageActKind::Answered
        | PageActKind::Placed
        | PageActKind::LayoutDecided => {
            return None;
        }
        PageActKind::Entered => sight.of("opened the page", "hat die Seite geöffnet"),
        PageActKind::Refused => sight.of("was not let in", "wurde nicht hereingelassen"),
        PageActKind::Left => sight.of("left the page", "hat die Seite verlassen"),
        PageActKind::PictureArranged => sight.of("arranged the picture", "hat das Bild geordnet"),
        PageActKind::Wished => sight.of("during the run", "während des Laufs"),
        PageActKind::OperatorAdded => sight.of("added the operator", "hat den Bediener aufgenommen"),
        PageActKind::OperatorChanged => sight.of("changed the operator", "hat den Bediener geändert"),
        PageActKind::OperatorRemoved => sight.of("removed the operator", "hat den Bediener entfernt"),
    };
    let words = match what.act {
        PageActKind::PictureArranged => arranged(&what.words),
        PageActKind::Wished => wished::recorded(&what.words),
        _ => Words::of_desk(&what.words),
    };
    Some(html! { (what.operator) " " (did) @if !words.english().is_empty() { ": " (sight.said(&words)) } })
}

/// What was arranged. The history has it in English.
fn arranged(words: &str) -> Words {
    match words.strip_suffix(PLACES_AND_TOOLS) {
        Some(count) => Words::both(words, format!("{count} Orte und Werkzeuge")),
        None if words == PUT_BACK => Words::own(PUT_BACK, "zurückgesetzt"),
        None => Words::of_desk(words),
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
