//! The cell's picture, with the place where the robot is and the way of the plan that waits.

use maud::{Markup, PreEscaped, html};

use super::Sight;
use crate::{
    cell::State,
    snapshot::Snapshot,
    web::{
        arrangement::Kept,
        board::{Doing, Review},
        hub::Picture,
    },
};

pub(super) fn picture(sight: &Sight<'_>, drawn: Option<&Picture>) -> Markup {
    let Some(drawn) = in_force(sight, drawn) else { return none(sight) };
    html! {
        figure {
            div class="picture" role="img" tabindex="0" aria-label=(sight.of("The cell: places, moves and tools. The place of the robot has a thick edge.",
                "Die Zelle: Plätze, Wege und Werkzeuge. Der Platz des Roboters hat einen dicken Rand.")) { (marked(sight, drawn)) }
        }
        (unusable(sight, drawn))
    }
}

/// The picture of the layout in force.
pub(super) fn in_force<'p>(sight: &Sight<'_>, drawn: Option<&'p Picture>) -> Option<&'p Picture> {
    drawn.filter(|drawn| drawn.of == *sight.view.snapshot.content_hash())
}

pub(super) fn none(sight: &Sight<'_>) -> Markup {
    html! { p class="fine" { (sight.of("There is no picture of this cell.", "Von dieser Zelle gibt es kein Bild.")) } }
}

/// The picture itself, with what goes on.
pub(super) fn marked(sight: &Sight<'_>, drawn: &Picture) -> Markup {
    let view = sight.view;
    let mut svg = drawn.svg.to_string();
    if let Doing::Review(review) = &view.doing {
        way(&view.snapshot, review).iter().for_each(|(from, to)| {
            mark(&mut svg, &format!("move p{from}-p{to}"), "way");
            mark(&mut svg, &format!("move p{to}-p{from}"), "way");
        });
    }
    if let Some(here) = view.here() {
        mark(&mut svg, &format!("place p{here}"), "here");
    }
    PreEscaped(svg)
}

/// What is wrong with a file that was to arrange it, and what to do.
pub(super) fn unusable(sight: &Sight<'_>, drawn: &Picture) -> Markup {
    let Kept::Unusable(why) = &*drawn.kept else { return html! {} };
    html! {
        p class="trouble" {
            (sight.of("The arrangement of the picture counts for nothing: ", "Die Anordnung des Bildes zählt nicht: ")) span lang="en" { (why) } ". "
            (sight.of("The picture is drawn automatically. An engineer can arrange it anew or put it back on the page \"Arrange the picture\", which replaces or removes that file.",
                "Das Bild wird automatisch gezeichnet. Ein Techniker kann es auf der Seite \"Das Bild ordnen\" neu ordnen oder zurücksetzen; das ersetzt oder löscht die Datei."))
        }
    }
}

/// Each move of a plan, by the numbers of its places.
fn way(snapshot: &Snapshot, review: &Review) -> Vec<(usize, usize)> {
    let number = |position: &str| State::named(snapshot, position, "none").ok().map(|state| state.position.index());
    let shown = &review.shown;
    let places = std::iter::once(&shown.start).chain(shown.steps.iter().map(|step| &step.after));
    let places: Vec<usize> = places.filter_map(|place| number(&place.position)).collect();
    places.windows(2).filter(|pair| pair[0] != pair[1]).map(|pair| (pair[0], pair[1])).collect()
}

/// Gives what has these classes another one.
fn mark(svg: &mut String, classes: &str, other: &str) {
    *svg = svg.replacen(&format!("class=\"{classes}\""), &format!("class=\"{classes} {other}\""), 1);
}
