//! The run that goes on: what was done, and the keys to it. A stop is for every session; what lets the robot go on is for the one that
//! approved the run.

use maud::{Markup, html};

use super::Sight;
use crate::{
    limits::SENTENCE_BYTES_MAX,
    web::board::{Running, Stands},
};

pub(super) fn running(sight: &Sight<'_>, run: &Running) -> Markup {
    let is_ours = run.session == sight.visitor.session;
    let form = |content: Markup| {
        html! {
            form method="post" action="/run" class="keys" {
                (sight.token())
                input type="hidden" name="run" value=(run.run);
                (content)
            }
        }
    };
    let key = |word: &str, text: &str| html! { button name="wish" value=(word) { (text) } };
    html! {
        section aria-labelledby="run" {
            h2 #run { (sight.of("Run", "Lauf")) }
            p class="said" { "» " (run.sentence) " «, " (run.operator) }
            // It has the focus: at a keyboard, Enter or space is the stop.
            (form(html! { button name="wish" value="halt" class="stop" autofocus { (sight.of("Stop now", "Sofort anhalten")) } }))
            @if is_ours { (question(sight, run, &form)) }
            (form(html! {
                (key("pause", sight.of("Pause", "Pause")))
                @if is_ours { (key("resume", sight.of("Resume", "Weiter"))) }
                (key("finish", sight.of("Finish the step and stop", "Schritt beenden und anhalten")))
                (key("step", sight.of("Step by step", "Schrittweise")))
            }))
            (form(html! {
                label for="words" { (sight.of("A word to the run: pause, stop, stop now. What is not understood pauses.",
                    "Ein Wort zum Lauf: pause, stop, stop now. Was nicht verstanden wird, hält nach dem Schritt an.")) }
                input #words name="line" required autocomplete="off" maxlength=(SENTENCE_BYTES_MAX);
                button name="wish" value="line" { (sight.of("Send", "Senden")) }
            }))
            pre #lines lang="en" tabindex="0" aria-label=(sight.of("What was done", "Was getan wurde")) { (run.lines.join("\n")) }
        }
    }
}

/// What the run waits for.
fn question(sight: &Sight<'_>, run: &Running, form: &dyn Fn(Markup) -> Markup) -> Markup {
    let (number, name) = run.step.as_ref().map_or((0, ""), |(number, name, _)| (*number, name.as_str()));
    match run.stands {
        Stands::Asked(question) => form(html! {
            p lang="en" { (number) "/" (run.of) " " (name) }
            input type="hidden" name="question" value=(question);
            button class="main" name="wish" value="yes" { (sight.of("Yes, send this step", "Ja, diesen Schritt senden")) }
        }),
        Stands::Unsure(code) => form(html! {
            p role="alert" {
                (sight.of("Look at the robot. If the step was done, type the code", "Sehen Sie den Roboter an. Wurde der Schritt ausgeführt, geben Sie den Code ein:"))
                " " (format!("{code:04}")) ". "
                (sight.of("If it was not: stop now.", "Wenn nicht: sofort anhalten."))
            }
            label for="seen" { (sight.of("Code", "Code")) }
            input #seen name="code" required autocomplete="off" inputmode="numeric" maxlength="4";
            button class="main" name="wish" value="confirm" { (sight.of("The step was done", "Der Schritt wurde ausgeführt")) }
        }),
        _ => html! {},
    }
}
