//! The plan that waits, and what can be answered to it: by the session that said the sentence. Others see the plan, and may drop it.

use maud::{Markup, html};

use super::Sight;
use crate::{
    cell::shown,
    review::{SecondOpinion, Shown, ToolChange, reply::NAMED_DIGITS},
    web::{board::Review, route::Act},
};

pub(super) fn review(sight: &Sight<'_>, review: &Review) -> Markup {
    html! {
        section aria-labelledby="plan" {
            h2 #plan { (sight.of("Plan", "Plan")) }
            (facts(sight, &review.shown))
            (steps(sight, &review.shown))
            @for warning in &review.shown.warnings { p role="alert" class="trouble" lang="en" { (warning) } }
            @for remark in &review.remarks { div class="text" lang="en" { @for line in remark.lines() { p { (line) } } } }
            (answers(sight, review))
        }
    }
}

fn facts(sight: &Sight<'_>, plan: &Shown) -> Markup {
    let row = |english, german, text: &str| html! { dt { (sight.of(english, german)) } dd lang="en" { (shown(text)) } };
    html! {
        dl {
            (row("You said", "Gesagt", &plan.sentence))
            (row("Understood", "Verstanden", &plan.understood))
            @match &plan.second_opinion {
                SecondOpinion::NotAsked => {}
                SecondOpinion::Same => (row("Second reader", "Zweiter Leser", "understood the same")),
                SecondOpinion::Unclear => (row("Second reader", "Zweiter Leser", "could not make sense of this")),
                SecondOpinion::Differs(other) => (row("Second reader", "Zweiter Leser", &format!("understood {other}"))),
            }
            @if let Some(corrects) = &plan.corrects {
                (row("Corrects", "Berichtigt", &format!("run {}: {}", corrects.run.hyphenated(), corrects.why)))
            }
            @if let Some(report) = &plan.checkpoint { (row("Checked", "Geprüft", &report.words())) }
            (row("Start", "Anfang", &plan.start.to_string()))
            (row("End", "Ende", &plan.end.to_string()))
            (row("Route", "Weg", &plan.route))
            (row("Duration", "Dauer", &plan.expected.to_string()))
            @for difference in &plan.differences { (row("Then and now", "Damals und jetzt", difference)) }
            @for fact in &plan.facts { (row("Note", "Hinweis", &fact.to_string())) }
            @if let Some(digest) = &plan.declared { (row("Judged by", "Beurteilt nach", &format!("what was declared ({digest})"))) }
            @if let Some(digest) = &plan.judge { (row("Judged by", "Beurteilt nach", &format!("a model, beside the code ({digest})"))) }
            (row("Layout", "Layout", &format!("generation {} ({})", plan.generation, plan.snapshot)))
            (row("Proposal", "Vorschlag", plan.digest.to_hex().get(..NAMED_DIGITS).unwrap_or_default()))
        }
    }
}

/// Every step with all that goes to the controller.
fn steps(sight: &Sight<'_>, plan: &Shown) -> Markup {
    html! {
        h3 { (sight.of("Steps", "Schritte")) }
        ol class="steps" lang="en" {
            @for step in &plan.steps {
                li {
                    (shown(&step.name))
                    @match &step.tool_change {
                        Some(ToolChange::Take(tool)) => strong { " takes " (shown(tool)) }
                        Some(ToolChange::Leave(tool)) => strong { " leaves " (shown(tool)) }
                        None => {}
                    }
                    @let given = step.given();
                    @if !given.is_empty() { div class="given" { (given.join(", ")) } }
                }
            }
        }
    }
}

fn answers(sight: &Sight<'_>, review: &Review) -> Markup {
    let plan = &review.shown;
    let form = |content: Markup| {
        html! {
            form method="post" action="/answer" class="keys" {
                (sight.token())
                input type="hidden" name="ticket" value=(plan.correlation_id);
                input type="hidden" name="digest" value=(plan.digest.to_hex());
                (content)
            }
        }
    };
    let reject = html! { button name="words" value="no" { (sight.of("Reject", "Ablehnen")) } };
    if !sight.may(Act::Answer) {
        return sight.may_not();
    }
    if review.session != sight.visitor.session {
        return html! {
            p { (sight.of("This plan waits for the answer of", "Dieser Plan wartet auf die Antwort von")) " " (review.operator) ". "
                (sight.of("Others may drop it.", "Andere können ihn verwerfen.")) }
            (form(reject))
        };
    }
    html! {
        (form(html! {
            button class="main" name="words" value={ "approve " (plan.digest.to_hex()) } { (sight.of("Approve and run", "Freigeben und ausführen")) }
            (reject)
            button name="words" value="step" { (sight.of("Step by step", "Schrittweise")) }
        }))
        (form(html! {
            label for="words" { (sight.of("Change it, or ask", "Ändern oder fragen")) }
            (sight.completed("words", "words"))
            button { (sight.of("Send", "Senden")) }
        }))
    }
}
