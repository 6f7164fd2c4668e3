//! The run that goes on: what was done, and the keys to it. A stop is for every session; what lets the robot go on is for the one that
//! approved the run.

use maud::{Markup, html};

use super::Sight;
use crate::{
    limits::SENTENCE_BYTES_MAX,
    web::{
        board::{Doing, Driven, Running, Stands},
        operators::Role,
        words::{Key, joined},
    },
};

/// What another desk does, and what may be said to it from here. The keys that stop are there whatever can be read of its run.
pub(super) fn elsewhere(sight: &Sight<'_>, driven: &Driven) -> Markup {
    html! {
        @if driven.is_over {
            p role="alert" class="trouble" {
                (sight.of("The desk that drove this cell tells nothing any more: what is shown may be old, and nothing can be stopped from here. To stop the robot, press the button. To drive or follow from this page, start the page again.",
                    "Die Stelle, die diese Zelle fuhr, meldet nichts mehr: was gezeigt wird, kann alt sein, und von hier kann nichts angehalten werden. Um den Roboter anzuhalten, drücken Sie den Taster. Um von dieser Seite zu fahren oder zuzusehen, starten Sie die Seite neu."))
            }
        } @else {
            p class="fine" {
                (sight.of("Another desk drives this cell, a console or another page. What is to be done is said and approved there. Here you see what goes on, may ask, and may pause or stop a run.",
                    "Diese Zelle wird an anderer Stelle gefahren, an einer Konsole oder einer anderen Seite. Was zu tun ist, wird dort gesagt und freigegeben. Hier sehen Sie, was geschieht, können fragen, und einen Lauf pausieren, beenden und sofort anhalten."))
            }
            section aria-labelledby="run" {
                h2 #run { (sight.of("Run", "Lauf")) }
                @match &driven.run {
                    Some(run) => (said(run)),
                    None if driven.has_run => p { (sight.of("A run goes on.", "Ein Lauf ist im Gang.")) },
                    None if !driven.has_told => p { (sight.of("The desk that drives has told nothing yet. If that lasts, it hangs: to stop the robot, press the button.",
                        "Die Stelle, die fährt, hat noch nichts gemeldet. Bleibt das so, hängt sie: um den Roboter anzuhalten, drücken Sie den Taster.")) },
                    None => p { (sight.of("No run goes on, as far as that desk has told.", "Es ist kein Lauf im Gang, soweit die Stelle gemeldet hat.")) },
                }
                (keys(sight, driven.run.as_ref()))
            }
        }
        pre #lines tabindex="0" aria-label=(sight.of("What was told", "Was gemeldet wurde")) { (joined(&driven.lines, sight.language)) }
    }
}

pub(super) fn running(sight: &Sight<'_>, run: &Running) -> Markup {
    html! {
        section aria-labelledby="run" {
            h2 #run { (sight.of("Run", "Lauf")) }
            (said(run))
            (keys(sight, Some(run)))
            pre #lines tabindex="0" aria-label=(sight.of("What was done", "Was getan wurde")) { (joined(&run.lines, sight.language)) }
        }
    }
}

fn said(run: &Running) -> Markup {
    html! { p class="said" { "» " (run.sentence) " «, " (run.operator) } }
}

fn keys(sight: &Sight<'_>, run: Option<&Running>) -> Markup {
    let ours = run.filter(|run| run.session == sight.visitor.session && sight.visitor.role >= Role::Operate);
    let is_here = matches!(sight.view.doing, Doing::Run(_));
    let form = |content: Markup| {
        html! {
            form method="post" action="/run" class="keys" {
                (sight.token())
                @if let Some(run) = run {
                    input type="hidden" name="run" value=(run.run);
                    input type="hidden" name="pause" value=(run.pause);
                }
                (content)
            }
        }
    };
    let key = |word: &str, key: Key| html! { button name="wish" value=(word) { (sight.language.key(key)) } };
    html! {
        (sight.halt(true))
        @if let Some(run) = ours { (question(sight, run, &form)) }
        (form(html! {
            (key("pause", Key::Pause))
            @if ours.is_some_and(|run| run.is_paused) { (key("resume", Key::Resume)) }
            (key("finish", Key::Finish))
            @if is_here { (key("step", Key::StepByStep)) }
        }))
        (form(html! {
            label for="to-run" { (sight.of("A question, or a word to the run: pause, stop, stop now. What is not understood pauses a run that moves.",
                "Eine Frage, oder ein Wort zum Lauf: pause (pausieren), stop (nach diesem Schritt beenden), stop now (sofort anhalten). Was nicht verstanden wird, lässt einen Lauf, der sich bewegt, nach dem Schritt pausieren.")) }
            input #to-run data-of=(run.map_or(0, |run| run.pause)) name="line" required autocomplete="off" maxlength=(SENTENCE_BYTES_MAX);
            button name="wish" value="line" { (sight.of("Send", "Senden")) }
        }))
    }
}

/// What the run waits for.
fn question(sight: &Sight<'_>, run: &Running, form: &dyn Fn(Markup) -> Markup) -> Markup {
    let (number, name) = run.step.as_ref().map_or((0, ""), |(number, name, _)| (*number, name.as_str()));
    match run.stands {
        Stands::Asked(question) => form(html! {
            p lang="en" { (number) "/" (run.of) " " (name) }
            input type="hidden" name="question" value=(question);
            button class="main" name="wish" value="yes" { (sight.of("Yes, do this step", "Ja, diesen Schritt ausführen")) }
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
