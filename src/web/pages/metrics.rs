//! How good the looks at readings are: the figures of `cellgraph metrics`, and its charts.

use maud::{Markup, PreEscaped, html};

use super::Sight;
use crate::{
    metrics::{Figures, Unreadable, figures, plots, sentences},
    store::{Reader, StoreError},
};

/// What the history comes to.
pub(in crate::web) enum Counted {
    /// No sentence was looked over yet.
    Nothing,
    /// Why nothing is counted.
    Unusable(String),
    /// The figures, and the charts as SVG.
    Figures(Box<Figures>, Vec<String>),
}

impl Counted {
    /// Counts. A history that is not what was written is not counted.
    pub(in crate::web) fn of(reader: &Reader) -> Result<Self, StoreError> {
        if let Some(first) = reader.check()?.problems.first() {
            return Ok(Self::Unusable(first.clone()));
        }
        let found = match sentences(reader) {
            Ok(found) => found,
            Err(Unreadable::Store(error)) => return Err(error),
            Err(error @ Unreadable::Row { .. }) => return Ok(Self::Unusable(error.to_string())),
        };
        if found.is_empty() {
            return Ok(Self::Nothing);
        }
        let figures = figures(&found);
        // A chart that cannot be drawn is left out: the figures say the same.
        let charts = plots(&figures, &found).map_or_else(|_| Vec::new(), |plots| plots.map(|(_, svg)| svg).to_vec());
        Ok(Self::Figures(Box::new(figures), charts))
    }
}

pub(in crate::web) fn metrics(sight: &Sight<'_>, counted: &Counted) -> Markup {
    let title = sight.of("How sentences were judged", "Wie Sätze beurteilt wurden");
    let main = html! {
        h1 { (title) }
        @match counted {
            Counted::Nothing => p { (sight.of("No sentence was looked over yet.", "Noch wurde kein Satz beurteilt.")) },
            Counted::Unusable(why) => p role="alert" {
                (sight.of("The history is not what was written, so nothing is counted: ", "Der Verlauf ist nicht, was geschrieben wurde. Gezählt wird nichts: "))
                span lang="en" { (why) }
            },
            Counted::Figures(figures, charts) => {
                (to_reach(sight, figures))
                @for alert in &figures.alerts { p role="alert" lang="en" { (alert.words()) } }
                (by_complexity(sight, figures))
                @for chart in charts {
                    figure { div class="picture" role="img" tabindex="0" aria-label=(sight.of("A chart of the figures above.",
                        "Ein Schaubild der Zahlen oben.")) { (PreEscaped(chart)) } }
                }
            }
        }
    };
    sight.page("/metrics", title, &main)
}

fn to_reach(sight: &Sight<'_>, figures: &Figures) -> Markup {
    let names = [
        sight.of("Catch rate", "Trefferquote"),
        sight.of("False positives", "Falscher Alarm"),
        sight.of("Retries that passed", "Erfolgreiche Wiederholungen"),
        sight.of("Score and success", "Punktzahl und Erfolg"),
    ];
    html! {
        div class="wide" { table {
            thead { tr {
                th scope="col" { (sight.of("Figure", "Kennzahl")) }
                th scope="col" { (sight.of("Value", "Wert")) }
                th scope="col" { (sight.of("To reach", "Ziel")) }
            } }
            tbody { @for (name, (value, to_reach)) in names.iter().zip(figures.to_reach()) { tr {
                th scope="row" { (name) } td lang="en" { (value) } td { (to_reach) }
            } } }
        } }
    }
}

fn by_complexity(sight: &Sight<'_>, figures: &Figures) -> Markup {
    html! {
        div class="wide" { table {
            thead { tr {
                th scope="col" { (sight.of("Complexity", "Schwierigkeit")) }
                th scope="col" { (sight.of("Passed", "Bestanden")) }
                th scope="col" { (sight.of("Read again", "Neu gelesen")) }
                th scope="col" { (sight.of("Failed", "Nicht bestanden")) }
                th scope="col" { (sight.of("Mean score", "Mittlere Punktzahl")) }
            } }
            tbody { @for (complexity, of) in &figures.by_complexity { tr {
                th scope="row" lang="en" { (complexity.to_lowercase()) }
                td { (of.verdicts.pass) } td { (of.verdicts.retry) } td { (of.verdicts.fail) } td lang="en" { (of.mean_words()) }
            } } }
        } }
    }
}
