//! The cell's picture, with the place where the robot is and the way of the plan that waits.

use maud::{Markup, PreEscaped, html};

use super::Sight;
use crate::{
    cell::State,
    limits::PICTURE_POSITIONS_MAX,
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
    html! {
        p class="fine" {
            @if sight.view.snapshot.position_count() > PICTURE_POSITIONS_MAX {
                (sight.of("There is no picture of a cell with so many places: at most", "Von einer Zelle mit so vielen Plätzen gibt es kein Bild: höchstens"))
                " " (PICTURE_POSITIONS_MAX) "."
            } @else {
                (sight.of("The picture is being drawn.", "Das Bild wird gezeichnet."))
            }
        }
    }
}

/// The picture itself, with what goes on.
pub(super) fn marked(sight: &Sight<'_>, drawn: &Picture) -> Markup {
    let view = sight.view;
    let mut svg = drawn.svg.to_string();
    if let Doing::Review(review) = &view.doing {
        let way = way(&view.snapshot, review);
        for &(from, to) in &way {
            // A way that goes there and back has both heads.
            let [out, back] = if way.contains(&(to, from)) { ["way"; 2] } else { ["way out", "way back"] };
            mark(&mut svg, &format!("move p{from}-p{to}"), out);
            mark(&mut svg, &format!("move p{to}-p{from}"), back);
        }
    }
    if let Some(here) = view.here() {
        let place = format!("place p{here}");
        raise(&mut svg, &place);
        mark(&mut svg, &place, if view.is_sure() { "here" } else { "here unsure" });
    }
    PreEscaped(svg)
}

/// What is wrong with a file that was to arrange it, and what to do.
pub(super) fn unusable(sight: &Sight<'_>, drawn: &Picture) -> Markup {
    let Kept::Unusable(why) = &*drawn.kept else { return html! {} };
    html! {
        p class="trouble" {
            (sight.of("The arrangement of the picture cannot be read, and is not used: ", "Die Anordnung des Bildes ist nicht lesbar und wird nicht verwendet: ")) span lang="en" { (why) } ". "
            (sight.of("The picture is drawn automatically. An engineer can arrange it anew or put it back on the page \"Arrange the picture\". If that fails, take away what stands in the file's place.",
                "Das Bild wird automatisch gezeichnet. Ein Techniker kann es auf der Seite \"Das Bild ordnen\" neu ordnen oder zurücksetzen. Geht das nicht, nehmen Sie weg, was an der Stelle der Datei liegt."))
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

/// Draws what has these classes last, so that nothing hides it.
fn raise(svg: &mut String, classes: &str) {
    const END: &str = "</g>\n";
    let Some(start) = svg.find(&format!("<g class=\"{classes}\">")) else { return };
    let Some(end) = svg[start..].find(END).map(|at| start + at + END.len()) else { return };
    // The shapes' group, the one around it, and the document end behind the last of them.
    let Some(last) = svg.rfind(&format!("{END}{END}</svg>")).filter(|last| *last >= end) else { return };
    let group = svg[start..end].to_owned();
    svg.insert_str(last, &group);
    svg.replace_range(start..end, "");
}

/// Gives what has these classes another one.
fn mark(svg: &mut String, classes: &str, other: &str) {
    *svg = svg.replacen(&format!("class=\"{classes}\""), &format!("class=\"{classes} {other}\""), 1);
}
