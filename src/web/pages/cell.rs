//! The cell: what may be said, what came of the last sentence, the plan that waits or the run that goes on, and the picture.

use maud::{Markup, html};

use super::{
    Sight,
    picture::picture,
    review::review,
    running::{elsewhere, running},
};
use crate::{
    web::{
        board::{Doing, Offered, Outcome},
        hub::Picture,
        route::Act,
        words::joined,
    },
    workflow::layout_name,
};

/// Refused plans that are shown; the rest is counted.
const REFUSED_SHOWN: usize = 10;

pub(in crate::web) fn cell(sight: &Sight<'_>, drawn: Option<&Picture>) -> Markup {
    let view = sight.view;
    let main = html! {
        h1 class="unseen" { (sight.of("The cell", "Die Zelle")) }
        (sight.trouble())
        @if view.trouble.as_ref().is_some_and(|trouble| trouble.is_about_robot) {
            p { a href="/robot" { (sight.of("Say where the robot is", "Sagen, wo der Roboter steht")) } }
        }
        @match &view.doing {
            Doing::Rest => {
                @if let Some(offered) = &view.new_layout { (layout(sight, offered)) }
                @if let Some(outcome) = &view.outcome { (told(sight, outcome)) }
                @if sight.may(Act::Say) { (sentence(sight)) } @else { (sight.may_not()) }
            }
            Doing::Busy => p { (sight.of("Please wait.", "Bitte warten.")) }
            Doing::Plans => {
                p { (sight.of("Please wait.", "Bitte warten.")) }
                // Without the focus: a second Enter behind the sentence is no stop.
                (sight.halt(false))
            }
            Doing::Begins(said) => {
                p { (sight.of("A run is made ready. Please wait.", "Ein Lauf wird vorbereitet. Bitte warten.")) }
                (sight.halt(true))
                pre #lines tabindex="0" aria-label=(sight.of("What was done", "Was getan wurde")) { (joined(said, sight.language)) }
            }
            Doing::Review(waiting) => (review(sight, waiting)),
            Doing::Run(run) => (running(sight, run)),
            Doing::Elsewhere(driven) => (elsewhere(sight, driven)),
        }
        (picture(sight, drawn))
        @if matches!(view.doing, Doing::Rest) && sight.may(Act::Arrange) && drawn.is_some() {
            p { a href="/arrange" { (sight.of("Arrange the picture", "Das Bild ordnen")) } }
        }
        p class="fine" { (sight.of("Layout: ", "Layout: ")) (layout_name(&view.snapshot)) }
    };
    sight.page("/", sight.of("Cell", "Zelle"), &main)
}

/// Another layout, and what it would change.
fn layout(sight: &Sight<'_>, offered: &Offered) -> Markup {
    html! {
        section aria-labelledby="layout" {
            h2 #layout { (sight.of("Another layout", "Ein anderes Layout")) ": " (offered.name) }
            ul lang="en" { @for change in &offered.changes { li { (change) } } }
            @match &offered.past {
                Ok(past) => {
                    p {
                        (sight.of("Of the plans in the history it would refuse", "Von den Plänen im Verlauf würde es ablehnen")) ": "
                        (past.refused.len()) "/" (past.runs)
                    }
                    ul lang="en" {
                        @for plan in past.refused.iter().take(REFUSED_SHOWN) {
                            li { "» " (plan.operator_input) " «: " (plan.reasons.join("; ")) }
                        }
                    }
                }
                Err(why) => p role="alert" { (sight.of("Nobody can say which plans of the history it would refuse", "Niemand kann sagen, welche Pläne im Verlauf es ablehnen würde")) ": " span lang="en" { (why) } }
            }
            @if sight.may(Act::Layout) {
                form method="post" action="/layout" class="keys" {
                    (sight.token())
                    input type="hidden" name="layout" value=(offered.hash_text());
                    button name="answer" value="yes" { (sight.of("Take it up", "Übernehmen")) }
                    button name="answer" value="no" { (sight.of("Leave the layout in force", "Das Layout in Kraft lassen")) }
                }
            } @else {
                p { (sight.of("An engineer may take it up.", "Ein Techniker kann es übernehmen.")) }
            }
        }
    }
}

/// The box for a sentence.
fn sentence(sight: &Sight<'_>) -> Markup {
    html! {
        form method="post" action="/say" class="say" {
            (sight.token())
            label for="say" { (sight.of("Say what to do, or ask", "Sagen Sie, was zu tun ist, oder fragen Sie")) }
            (sight.completed("say", "say"))
            button class="main" { (sight.of("Send", "Senden")) }
        }
    }
}

fn told(sight: &Sight<'_>, outcome: &Outcome) -> Markup {
    html! {
        section aria-labelledby="outcome" {
            h2 #outcome { (sight.of("Answer", "Antwort")) }
            @if !outcome.said.is_empty() { p class="said" { "» " (outcome.said) " «" } }
            div class="text" { @for words in outcome.text.iter().chain(&outcome.also) { (sight.paragraphs(words)) } }
            @if let Some(run) = outcome.run {
                p { a href={ "/history/" (run.hyphenated()) } { (sight.of("The run, step by step", "Der Lauf, Schritt für Schritt")) } }
            }
            @if !outcome.offers.is_empty() && sight.may(Act::Choose) {
                form method="post" action="/choose" class="keys" {
                    (sight.token())
                    input type="hidden" name="ticket" value=(outcome.ticket);
                    @for (number, offer) in (1..).zip(&outcome.offers) {
                        button name="number" value=(number) { (sight.said(offer)) }
                    }
                }
            }
        }
    }
}
