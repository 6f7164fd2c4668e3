//! The form for the code: all that somebody without a session sees.

use maud::{Markup, html};

use super::frame;
use crate::{limits::OPERATOR_BYTES_MAX, web::words::Language};

/// `code` stands in its field already, `is_wrong` where another was sent.
pub(in crate::web) fn enter(language: Language, code: &str, fault: Option<&str>) -> Markup {
    let of = |english, german| language.of(english, german);
    let body = html! {
        main class="narrow" {
            h1 { "cellgraph" }
            p { (of("Type the code that stands at the terminal where the page was started, and your name. Each code opens the page once.",
                    "Geben Sie den Code ein, der am Terminal steht, an dem die Seite gestartet wurde, und Ihren Namen. Jeder Code öffnet die Seite einmal.")) }
            @if let Some(fault) = fault { p role="alert" { (fault) } }
            form method="post" action="/enter" {
                label for="code" { (of("Code", "Code")) }
                input #code name="code" value=(code) required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40";
                label for="name" { (of("Your name", "Ihr Name")) }
                input #name name="name" required autocomplete="off" maxlength=(OPERATOR_BYTES_MAX);
                button class="main" { (of("Open", "Öffnen")) }
            }
            p { a href={ "/enter?lang=" (of("de", "en")) } lang=(of("de", "en")) { (of("Deutsch", "English")) } }
        }
    };
    frame(language, of("Open the page", "Seite öffnen"), None, &html! {}, &body)
}
