//! The picture, to be arranged by somebody who may. With the script things are dragged, or moved by keys; without it their places are typed.

use maud::{Markup, html};

use super::{
    Sight,
    picture::{in_force, marked, none, unusable},
};
use crate::{
    limits::ARRANGED_PX_MAX,
    picture::arranged::Spot,
    web::{arrangement::Kept, board::Doing, hub::Picture, route::Act},
};

/// How far a key moves something, in pixels.
const STEP_PX: i32 = 10;

pub(in crate::web) fn arrange(sight: &Sight<'_>, drawn: Option<&Picture>) -> Markup {
    let drawn = in_force(sight, drawn);
    let main = html! {
        h1 { (sight.of("Arrange the picture", "Das Bild ordnen")) }
        @match drawn {
            None => (none(sight)),
            Some(drawn) => {
                (unusable(sight, drawn))
                @if !sight.may(Act::Arrange) {
                    p { (sight.of("An engineer may arrange the picture.", "Ein Techniker darf das Bild ordnen.")) }
                } @else if matches!(sight.view.doing, Doing::Rest) {
                    (form(sight, drawn))
                    (put_back(sight, drawn))
                } @else if matches!(sight.view.doing, Doing::Elsewhere(_)) {
                    p { (sight.of("This page follows another desk. The picture is arranged on the page that drives the cell.",
                        "Diese Seite sieht nur zu. Das Bild wird auf der Seite geordnet, die die Zelle fährt.")) }
                } @else {
                    p { (sight.of("The picture can be arranged when no plan waits and nothing runs.",
                        "Das Bild kann geordnet werden, wenn kein Plan wartet und nichts läuft.")) }
                }
            }
        }
        p { a href="/" { (sight.of("Back to the cell without saving", "Ohne Speichern zurück zur Zelle")) } }
    };
    sight.page("/arrange", sight.of("Arrange the picture", "Das Bild ordnen"), &main)
}

/// What the page showed.
fn shown(sight: &Sight<'_>, drawn: &Picture) -> Markup {
    html! {
        (sight.token())
        input type="hidden" name="layout" value=(sight.view.snapshot.content_hash_hex());
        input type="hidden" name="arrangement" value=(drawn.name());
    }
}

fn form(sight: &Sight<'_>, drawn: &Picture) -> Markup {
    html! {
        noscript { p { (sight.of("Dragging needs the page's script, which does not run here. Type the places below instead.",
            "Ziehen braucht das Skript der Seite, das hier nicht läuft. Tippen Sie stattdessen unten die Plätze.")) } }
        form #arrange method="post" action="/arrange" {
            (shown(sight, drawn))
            div #movers hidden { (movers(sight)) }
            figure {
                div #board class="picture" role="group" aria-label=(sight.of("The picture, to be arranged", "Das Bild, zu ordnen")) { (marked(sight, drawn)) }
            }
            div class="keys" { (save(sight, "save")) }
            details {
                summary { (sight.of("Places in numbers", "Plätze in Zahlen")) }
                p { (sight.of("For each thing two whole numbers: the pixels to the right and downwards, such as 120 40. What has none is placed by the program.",
                    "Für jedes Ding zwei ganze Zahlen: die Pixel nach rechts und nach unten, etwa 120 40. Was keine hat, stellt das Programm auf."))
                    " " (sight.of("Each number is between", "Jede Zahl liegt zwischen")) " -" (ARRANGED_PX_MAX) " " (sight.of("and", "und")) " " (ARRANGED_PX_MAX) "." }
                div class="numbers" {
                    @for (id, (name, spot)) in sight.view.snapshot.position_names().zip(&drawn.spots.places).enumerate() { (spot_of(&format!("p{id}"), name, spot)) }
                    @for (id, (name, spot)) in sight.view.snapshot.tool_names().zip(&drawn.spots.tools).enumerate() { (spot_of(&format!("t{id}"), name, spot)) }
                }
                div class="keys" { (save(sight, "save-numbers")) }
            }
        }
    }
}

fn save(sight: &Sight<'_>, id: &str) -> Markup {
    html! { button id=(id) class="main" name="what" value="save" { (sight.of("Save the arrangement", "Anordnung speichern")) } }
}

/// The keys that move what is chosen.
fn movers(sight: &Sight<'_>) -> Markup {
    let key = |x: i32, y: i32, arrow: &str, words: &str| {
        html! { button type="button" data-x=(x * STEP_PX) data-y=(y * STEP_PX) aria-label=(words) { (arrow) } }
    };
    html! {
        p #how { (sight.of("Drag a place or a tool. Or choose one, by a tap, by the Tab key or in the list, and move it with the arrow keys or with the keys below. With Shift an arrow key moves it by one pixel; Escape puts back what is being dragged.",
            "Ziehen Sie einen Platz oder ein Werkzeug. Oder wählen Sie eines, durch Antippen, mit der Tabulatortaste oder in der Liste, und bewegen Sie es mit den Pfeiltasten oder den Tasten hier unten. Mit Umschalt bewegt eine Pfeiltaste um ein Pixel; Escape setzt zurück, was gerade gezogen wird.")) }
        label for="chosen" { (sight.of("Chosen", "Gewählt")) }
        select #chosen {
            @for (id, name) in sight.view.snapshot.position_names().enumerate() { option value={ "p" (id) } { (name) } }
            @for (id, name) in sight.view.snapshot.tool_names().enumerate() { option value={ "t" (id) } { (name) } }
        }
        div class="keys" {
            (key(-1, 0, "←", sight.of("To the left", "Nach links")))
            (key(0, -1, "↑", sight.of("Upwards", "Nach oben")))
            (key(0, 1, "↓", sight.of("Downwards", "Nach unten")))
            (key(1, 0, "→", sight.of("To the right", "Nach rechts")))
            // Before the picture too: there each thing is a stop of the Tab key.
            (save(sight, "save-first"))
        }
        p #moved role="status" class="fine" {}
    }
}

fn spot_of(field: &str, name: &str, spot: &Spot) -> Markup {
    html! {
        div {
            label for=(field) { (name) }
            input id=(field) name=(field) value={ (spot.x) " " (spot.y) } autocomplete="off" maxlength="20";
        }
    }
}

/// For whoever wants the automatic picture again.
fn put_back(sight: &Sight<'_>, drawn: &Picture) -> Markup {
    if matches!(*drawn.kept, Kept::Nothing) {
        return html! {};
    }
    html! {
        form #back method="post" action="/arrange" {
            h2 { (sight.of("The automatic picture", "Das automatische Bild")) }
            (shown(sight, drawn))
            label class="tick" for="sure" {
                input #sure type="checkbox" name="sure" value="yes" required;
                (sight.of(" The arrangement may go", " Die Anordnung darf gelöscht werden"))
            }
            button name="what" value="back" { (sight.of("Put it back", "Zurücksetzen")) }
        }
    }
}
