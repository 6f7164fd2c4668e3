//! The runs on record, the latest first.

use maud::{Markup, html};

use super::{
    Sight,
    past::{ended, zoned},
};
use crate::{limits::WEB_RUNS_SHOWN, run::Became, store::RunRow};

pub(in crate::web) fn history(sight: &Sight<'_>, runs: &[RunRow]) -> Markup {
    let main = html! {
        h1 { (sight.of("History", "Verlauf")) }
        p {
            a href="/timeline" { (sight.of("Timeline", "Zeitachse")) } " · "
            a href="/metrics" { (sight.of("How sentences were judged", "Wie Sätze beurteilt wurden")) } " · "
            a href="/history.jsonl" download { (sight.of("Save all of it as JSON lines", "Alles als JSON-Zeilen sichern")) }
        }
        @if runs.is_empty() { p { (sight.of("There are no runs here.", "Hier gibt es keine Läufe.")) } }
        @else {
            div class="wide" {
                table {
                    thead { tr {
                        th scope="col" { (sight.of("Run", "Lauf")) }
                        th scope="col" { (sight.of("Begun", "Begonnen")) }
                        th scope="col" { (sight.of("Sentence", "Satz")) }
                        th scope="col" { (sight.of("Ended", "Ende")) }
                        th scope="col" { (sight.of("Operator", "Bediener")) }
                        th scope="col" { (sight.of("Driver", "Treiber")) }
                    } }
                    tbody { @for row in runs { tr {
                        th scope="row" { a href={ "/history/" (row.run_id.hyphenated()) } { (row.number) } }
                        td { (zoned(row.started_at)) }
                        td { (row.operator_input) }
                        td { (ended(sight, Became::of(row))) }
                        td { (row.operator) }
                        td { (row.driver) }
                    } } }
                }
            }
        }
        @if let Some(last) = runs.last().filter(|_| runs.len() == WEB_RUNS_SHOWN) {
            p { a href={ "/history?before=" (last.number) } { (sight.of("Earlier runs", "Frühere Läufe")) } }
        }
    };
    sight.page("/history", sight.of("History", "Verlauf"), &main)
}
