//! The pages as HTML, drawn by the server. In: what there is to see, and for whom. Out: markup whose texts are escaped. Nothing
//! here decides or looks anything up.

use maud::{DOCTYPE, Markup, html};

use super::{
    board::{Doing, View},
    route::Act,
    sessions::Visitor,
    words::{Key, Language, Words},
};
use crate::limits::SENTENCE_BYTES_MAX;

mod arrange;
mod cell;
mod enter;
mod history;
mod metrics;
mod past;
mod picture;
mod review;
mod robot;
mod run;
mod running;
mod timeline;

pub(super) use arrange::arrange;
pub(super) use cell::cell;
pub(super) use enter::enter;
pub(super) use history::history;
pub(super) use metrics::{Counted, metrics};
pub(super) use robot::robot;
pub(super) use run::run;
pub(super) use timeline::{Past, timeline};

pub(super) const STYLE: &str = include_str!("assets/page.css");
pub(super) const SCRIPT: &str = include_str!("assets/page.js");
pub(super) const COMPLETE_SCRIPT: &str = include_str!("assets/complete.js");
pub(super) const ARRANGE_SCRIPT: &str = include_str!("assets/arrange.js");

/// For whom a page is drawn, and what there is to see.
pub(super) struct Sight<'s> {
    pub(super) visitor: &'s Visitor,
    pub(super) language: Language,
    pub(super) view: &'s View,
}

impl Sight<'_> {
    fn of<'t>(&self, english: &'t str, german: &'t str) -> &'t str {
        self.language.of(english, german)
    }

    /// Whether the session's role allows this.
    fn may(&self, act: Act) -> bool {
        self.visitor.role >= act.role()
    }

    /// In place of what the role does not allow.
    fn may_not(&self) -> Markup {
        html! { p class="fine" { (self.of("Your role is to look: you see everything, and may pause and stop a run.",
        "Ihre Rolle ist das Zusehen: Sie sehen alles, und dürfen einen Lauf pausieren, beenden und sofort anhalten.")) } }
    }

    /// What there is to say, a paragraph for each line.
    fn paragraphs(&self, words: &Words) -> Markup {
        html! { @for line in words.of(self.language).lines() { p lang=[words.tag(self.language)] { (line) } } }
    }

    /// The same within a sentence.
    fn said(&self, words: &Words) -> Markup {
        let text = words.of(self.language);
        html! { @if let Some(tag) = words.tag(self.language) { span lang=(tag) { (text) } } @else { (text) } }
    }

    /// Why nothing can be run now, if that is so.
    fn trouble(&self) -> Markup {
        html! {
            @if let Some(trouble) = &self.view.trouble {
                p role="alert" class="trouble" { (self.of("Nothing can be run now: ", "Jetzt kann nichts ausgeführt werden: ")) (self.said(&trouble.why)) "." }
            }
        }
    }

    /// What each form carries, so that no other page can send it.
    fn token(&self) -> Markup {
        html! { input type="hidden" name="token" value=(self.visitor.form_token); }
    }

    /// The key that halts the robot, whichever run goes on. Where it has the focus, Enter or space is the stop at a keyboard. Where
    /// nothing can be halted it is hidden; news show it.
    fn halt(&self, has_focus: bool) -> Markup {
        html! {
            form method="post" action="/run" class="keys halt" hidden[!self.view.may_halt()] {
                (self.token())
                button name="wish" value="halt" class="stop" autofocus[has_focus] { (self.language.key(Key::Halt)) }
            }
        }
    }

    /// Whether a run goes on that this session alone can let go on.
    fn drives(&self) -> bool {
        matches!(&self.view.doing, Doing::Run(run) if run.session == self.visitor.session)
    }

    /// A box for a line that is completed while it is typed. Without the script it is a box.
    fn completed(&self, id: &str, name: &str) -> Markup {
        html! {
            div class="completed" {
                input id=(id) name=(name) required autocomplete="off" maxlength=(SENTENCE_BYTES_MAX)
                    data-complete=(self.of("Completions", "Ergänzungen"));
            }
        }
    }

    /// A page for somebody with a session; `here` is its address, or nothing where it is an answer that has none. While something can
    /// be halted, every page has the key for it: the cell's own beside its run, others above all.
    fn page(&self, here: &str, title: &str, main: &Markup) -> Markup {
        let go_on = !matches!(self.view.doing, Doing::Rest | Doing::Review(_));
        let head = html! {
            script src="/page.js" defer {}
            @if here == "/" { script src="/complete.js" defer {} }
            @if here == "/arrange" { script src="/arrange.js" defer {} }
            @if here == "/" && go_on { noscript { meta http-equiv="refresh" content="2"; } }
        };
        let other = self.of("de", "en");
        let body = html! {
            header {
                nav aria-label=(self.of("Pages", "Seiten")) {
                    a href="/" aria-current=[(here == "/").then_some("page")] { (self.of("Cell", "Zelle")) }
                    a href="/robot" aria-current=[(here == "/robot").then_some("page")] { (self.of("Robot", "Roboter")) }
                    a href="/history" aria-current=[(here == "/history").then_some("page")] { (self.of("History", "Verlauf")) }
                    @if !here.is_empty() {
                        a href={ (here) "?lang=" (other) } lang=(other) hreflang=(other) { (self.of("Deutsch", "English")) }
                    }
                }
                form method="post" action="/leave" class="who" {
                    (self.token())
                    span { (self.visitor.operator) " (" (self.language.role(self.visitor.role)) ")" }
                    @if !self.drives() { button { (self.of("Leave", "Abmelden")) } }
                }
            }
            p #line role="status" { (self.view.line(self.language)) }
            @if here != "/" { (self.halt(here.is_empty())) }
            main { (main) }
            footer { (no_emergency_stop(self.language)) }
        };
        frame(self.language, title, Some((here, self.view.page)), &head, &body)
    }
}

/// Says what went wrong, and what to do; to somebody with a session, where `sight` is given.
pub(super) fn fault(sight: Option<&Sight<'_>>, language: Language, text: &str) -> Markup {
    let title = language.of("That did not work", "Das ging nicht");
    let main = html! {
        h1 { (title) }
        p role="alert" { (text) }
        p { a href="/" { (language.of("Back to the cell", "Zurück zur Zelle")) } }
    };
    match sight {
        Some(sight) => sight.page("", title, &main),
        None => {
            let body = html! { main { (main) } footer { (no_emergency_stop(language)) } };
            frame(language, title, None, &html! {}, &body)
        }
    }
}

fn no_emergency_stop(language: Language) -> Markup {
    html! { p { (language.of("This page is no emergency stop: press the button.", "Diese Seite ist kein Not-Halt: drücken Sie den Taster.")) } }
}

/// What a page says that hears nothing any more: it may be old.
const fn lost(language: Language) -> &'static str {
    language.of(
        "NO CONNECTION: what is shown may be old. The page is no emergency stop: press the button.",
        "KEINE VERBINDUNG: was gezeigt wird, kann alt sein. Die Seite ist kein Not-Halt: drücken Sie den Taster.",
    )
}

/// The document. `shows` is the page's address, and which state of it this is.
fn frame(language: Language, title: &str, shows: Option<(&str, u64)>, head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - cellgraph" }
                link rel="stylesheet" href="/page.css";
                (head)
            }
            body data-lost=(lost(language)) data-address=[shows.map(|(address, _)| address)] data-page=[shows.map(|(_, page)| page)] { (body) }
        }
    }
}
