//! The form for a code or a PIN: all that somebody without a session sees.

use maud::{Markup, html};

use super::frame;
use crate::{
    limits::{OPERATOR_BYTES_MAX, PIN_BYTES_MAX},
    web::{people::Entrance, words::Language},
};

/// A code of the address stands in its field already. `fault` is why nobody was let in.
pub(in crate::web) fn enter(language: Language, entrance: Entrance<'_>, fault: Option<&str>) -> Markup {
    let of = |english, german| language.of(english, german);
    let name = html! {
        label for="name" { (of("Your name", "Ihr Name")) }
        input #name name="name" required autocomplete="off" maxlength=(OPERATOR_BYTES_MAX);
    };
    let body = html! {
        main class="narrow" {
            h1 { "cellgraph" }
            p {
                @match entrance {
                    Entrance::Code(_) => (of(
                        "Type the code that stands at the terminal where the page was started, and your name. Each code opens the page once.",
                        "Geben Sie den Code ein, der am Terminal steht, an dem die Seite gestartet wurde, und Ihren Namen. Jeder Code öffnet die Seite einmal.",
                    )),
                    Entrance::Pin => (of("Type your name and your PIN.", "Geben Sie Ihren Namen und Ihre PIN ein.")),
                }
            }
            @if let Some(fault) = fault { p role="alert" { (fault) } }
            form method="post" action="/enter" {
                @match entrance {
                    Entrance::Code(code) => {
                        label for="code" { (of("Code", "Code")) }
                        input #code name="code" value=(code) required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40";
                        (name)
                    }
                    Entrance::Pin => {
                        (name)
                        label for="pin" { (of("PIN", "PIN")) }
                        input #pin name="pin" type="password" required autocomplete="off" maxlength=(PIN_BYTES_MAX);
                    }
                }
                button class="main" { (of("Open", "Öffnen")) }
            }
            p { a href={ "/enter?lang=" (of("de", "en")) } lang=(of("de", "en")) { (of("Deutsch", "English")) } }
        }
    };
    frame(language, of("Open the page", "Seite öffnen"), None, &html! {}, &body)
}
