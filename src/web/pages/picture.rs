//! The cell's picture, with the place where the robot is and the way of the plan that waits.

use maud::{Markup, PreEscaped, html};

use super::Sight;
use crate::{
    cell::State,
    snapshot::Snapshot,
    web::{
        board::{Doing, Review},
        hub::Picture,
    },
};

pub(super) fn picture(sight: &Sight<'_>, drawn: Option<&Picture>) -> Markup {
    let view = sight.view;
    let Some(drawn) = drawn.filter(|drawn| drawn.of == *view.snapshot.content_hash()) else {
        return html! { p class="fine" { (sight.of("There is no picture of this cell.", "Von dieser Zelle gibt es kein Bild.")) } };
    };
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
    html! {
        figure {
            div class="picture" role="img" tabindex="0" aria-label=(sight.of("The cell: places, moves and tools. The place of the robot has a thick edge.",
                "Die Zelle: Plätze, Wege und Werkzeuge. Der Platz des Roboters hat einen dicken Rand.")) { (PreEscaped(svg)) }
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
