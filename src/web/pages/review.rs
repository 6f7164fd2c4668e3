//! The plan that waits, and what can be answered to it: by the session that said the sentence. Others see the plan, and may drop it.

use maud::{Markup, html};

use super::Sight;
use crate::{
    cell::shown,
    review::{SecondOpinion, Shown, ToolChange, reply::NAMED_DIGITS},
    web::{board::Review, route::Act, words::Key},
};

pub(super) fn review(sight: &Sight<'_>, review: &Review) -> Markup {
    html! {
        section aria-labelledby="plan" {
            h2 #plan { (sight.of("Plan", "Plan")) }
            (facts(sight, &review.shown))
            (steps(sight, &review.shown))
            @for warning in &review.shown.warnings { p role="alert" class="trouble" lang="en" { (warning) } }
            @for remark in &review.remarks { div class="text" { (sight.paragraphs(remark)) } }
            (answers(sight, review))
        }
    }
}

fn facts(sight: &Sight<'_>, plan: &Shown) -> Markup {
    // What the desk says.
    let row = |name: &str, text: &str| html! { dt { (name) } dd lang="en" { (shown(text)) } };
    // What the page says.
    let own = |name: &str, text: &str| html! { dt { (name) } dd { (shown(text)) } };
    let (second, judged) = (sight.of("Second reader", "Zweiter Leser"), sight.of("Judged by", "Beurteilt nach"));
    html! {
        dl {
            (row(sight.of("You said", "Gesagt"), &plan.sentence))
            (row(sight.of("Understood", "Verstanden"), &plan.understood))
            @match &plan.second_opinion {
                SecondOpinion::NotAsked => {}
                SecondOpinion::Same => (own(second, sight.of("understood the same", "verstand dasselbe"))),
                SecondOpinion::Unclear => (own(second, sight.of("could not make sense of this", "konnte damit nichts anfangen"))),
                SecondOpinion::Differs(other) => (own(second, &format!("{} {other}", sight.of("understood", "verstand")))),
            }
            @if let Some(corrects) = &plan.corrects {
                (own(sight.of("Corrects", "Berichtigt"), &format!("{} {}: {}", sight.of("run", "Lauf"), corrects.run.hyphenated(), corrects.why)))
            }
            @if let Some(report) = &plan.checkpoint { (row(sight.of("Checked", "Geprüft"), &report.words())) }
            (row(sight.of("Start", "Anfang"), &plan.start.to_string()))
            (row(sight.of("End", "Ende"), &plan.end.to_string()))
            (row(sight.of("Route", "Weg"), &plan.route))
            (row(sight.of("Duration", "Dauer"), &plan.expected.to_string()))
            @for difference in &plan.differences { (row(sight.of("Then and now", "Damals und jetzt"), difference)) }
            @for fact in &plan.facts { (row(sight.of("Note", "Hinweis"), &fact.to_string())) }
            @if let Some(digest) = &plan.declared { (own(judged, &format!("{} ({digest})", sight.of("what was declared", "dem, was erklärt wurde")))) }
            @if let Some(digest) = &plan.judge { (own(judged, &format!("{} ({digest})", sight.of("a model, beside the code", "einem Modell, neben dem Programm")))) }
            (own(sight.of("Layout", "Layout"), &format!("{} {} ({})", sight.of("generation", "Generation"), plan.generation, plan.snapshot)))
            (row(sight.of("Proposal", "Vorschlag"), plan.digest.to_hex().get(..NAMED_DIGITS).unwrap_or_default()))
        }
    }
}

/// Every step with all that goes to the controller.
fn steps(sight: &Sight<'_>, plan: &Shown) -> Markup {
    html! {
        h3 { (sight.of("Steps", "Schritte")) }
        ol class="steps" {
            @for step in &plan.steps {
                li {
                    span lang="en" { (shown(&step.name)) }
                    @match &step.tool_change {
                        Some(ToolChange::Take(tool)) => strong { " " (sight.of("takes", "nimmt")) " " (shown(tool)) }
                        Some(ToolChange::Leave(tool)) => strong { " " (sight.of("leaves", "legt ab:")) " " (shown(tool)) }
                        None => {}
                    }
                    @let given = step.given();
                    @if !given.is_empty() { div class="given" lang="en" { (given.join(", ")) } }
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
                input type="hidden" name="ticket" value=(review.ticket);
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
            p { (sight.of("This plan waits for the answer of", "Dieser Plan wartet auf die Antwort von")) " " (review.operator)
                @if review.operator == sight.visitor.operator { (sight.of(" in another window", " in einem anderen Fenster")) } ". "
                (sight.of("Others may drop it.", "Andere können ihn verwerfen.")) }
            (form(reject))
        };
    }
    html! {
        (form(html! {
            button class="main" name="words" value={ "approve " (plan.digest.to_hex()) } { (sight.of("Approve and run", "Freigeben und ausführen")) }
            (reject)
            button name="words" value="step" { (sight.language.key(Key::StepByStep)) }
        }))
        (form(html! {
            label for="words" { (sight.of("Change it, or ask", "Ändern oder fragen")) }
            (sight.completed("words", "words"))
            button { (sight.of("Send", "Senden")) }
        }))
    }
}
