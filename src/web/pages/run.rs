//! One run: what was said and understood, how it ended, each step, and what was observed of it.

use maud::{Markup, html};

use super::{
    Sight,
    past::{ended, zoned},
};
use crate::{
    plan::{Intent, Plan},
    run::Became,
    store::{HandedOver, RunDetail, StepRow, StepState},
};

pub(in crate::web) fn run(sight: &Sight<'_>, detail: &RunDetail) -> Markup {
    let (row, record) = (&detail.row, &detail.record);
    let fact = |name: &str, text: &str| html! { dt { (name) } dd { (text) } };
    // What the desk said.
    let told = |name: &str, text: &str| html! { dt { (name) } dd lang="en" { (text) } };
    let planned: Result<Plan<'_>, _> = serde_json::from_str(&row.sequence_json);
    let planned: Vec<String> =
        planned.map(|plan| plan.steps.iter().map(|step| step.words()).collect()).unwrap_or_default();
    let address = format!("/history/{}", row.run_id.hyphenated());
    let main = html! {
        h1 { (sight.of("Run", "Lauf")) " " (row.number) }
        dl {
            (fact(sight.of("Sentence", "Satz"), &row.operator_input))
            @if let Some(understood) = understood(detail) { (told(sight.of("Understood", "Verstanden"), &understood)) }
            (fact(sight.of("Ended", "Ende"), ended(sight, Became::of(row))))
            @if let Some(why) = &row.failure { (told(sight.of("Why", "Warum"), why)) }
            (fact(sight.of("Begun", "Begonnen"), &zoned(row.started_at)))
            @if let Some(at) = row.finished_at { (fact(sight.of("Until", "Bis"), &zoned(at))) }
            (fact(sight.of("Start", "Anfang"), &format!("{}, {}", record.start_position, record.start_tool)))
            @if let Some(corrects) = &record.corrects { (told(sight.of("Corrects", "Berichtigt"), corrects)) }
            (fact(sight.of("Operator", "Bediener"), &record.operator))
            (fact(sight.of("Driver", "Treiber"), &record.driver))
            @match record.handed_over() {
                Some(HandedOver::Folder(folder)) => { (fact(sight.of("Folder", "Ordner"), folder)) },
                Some(HandedOver::Endpoint(endpoint)) => { (fact(sight.of("Endpoint", "Endpunkt"), endpoint)) },
                None => {},
            }
            @for warning in &record.warnings { (told(sight.of("Warning", "Warnung"), warning)) }
            (fact(sight.of("Layout", "Layout"), &record.snapshot_hash))
            (fact(sight.of("Approval", "Freigabe"), &record.approval_hash))
            (fact(sight.of("Id", "Id"), &row.run_id.hyphenated().to_string()))
        }
        h2 { (sight.of("Steps", "Schritte")) }
        ol class="steps" {
            @for (place, what) in planned.iter().enumerate() {
                li { (step(sight, what, detail.steps.get(place))) }
            }
        }
    };
    sight.page(&address, sight.of("Run", "Lauf"), &main)
}

fn step(sight: &Sight<'_>, what: &str, row: Option<&StepRow>) -> Markup {
    let Some(row) = row else {
        return html! { span lang="en" { (what) } " - " (sight.of("not begun", "nicht begonnen")) };
    };
    let state = match row.state {
        StepState::Pending => sight.of("pending", "wartet"),
        StepState::Running => sight.of("begun, without an end on record", "begonnen, ohne Ende im Verlauf"),
        StepState::Completed => sight.of("completed", "abgeschlossen"),
        StepState::Error => sight.of("failed", "fehlgeschlagen"),
    };
    let seen = row.observed_position.iter().zip(&row.observed_tool).next();
    let judged: Option<serde_json::Value> = row.judged_json.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let judged = judged.and_then(|judged| serde_json::to_string_pretty(&judged).ok());
    html! {
        span lang="en" { (what) } " - " (state) ", " (zoned(row.started_at))
        @if let Some((position, tool)) = seen { p { (sight.of("Seen: ", "Gesehen: ")) (position) ", " (tool) } }
        @if let Some(error) = &row.error { p class="trouble" lang="en" { (error) } }
        @if let Some(warning) = row.warning() { p class="trouble" lang="en" { (warning) } }
        @if let Some(judged) = judged {
            details { summary { (sight.of("What was observed", "Was beobachtet wurde")) } pre lang="en" tabindex="0" { (judged) } }
        }
    }
}

/// What was understood, and who read it.
fn understood(detail: &RunDetail) -> Option<String> {
    let intent: Intent = serde_json::from_str(detail.record.intent_json.as_deref()?).ok()?;
    let reading: Option<serde_json::Value> =
        detail.record.reading_json.as_deref().and_then(|reading| serde_json::from_str(reading).ok());
    let by = reading.as_ref().and_then(|reading| reading.get("by")?.as_str());
    Some(by.map_or_else(|| intent.to_string(), |by| format!("{intent} ({by})")))
}
