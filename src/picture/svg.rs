//! The picture as an SVG, laid out by layout-rs.

use layout::{
    core::{
        base::Orientation,
        color::Color,
        geometry::{Point, Position},
        style::{LineStyleKind, StyleAttr},
    },
    std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind},
    topo::layout::VisualGraph,
};

use super::{
    INK, Picture, TOOL_LOOK,
    canvas::{About, Canvas},
    look,
};
use crate::cell::Role;

/// Beyond this a layered layout takes minutes, and nobody could read it.
pub(crate) const POSITIONS_MAX: usize = 500;

const FONT_PX: usize = 13;
/// What one character takes; wide enough for capitals and digits.
const CHARACTER_PX: f64 = 7.6;
const LINE_PX: f64 = 17.0;
const MARGIN_PX: f64 = 13.0;
/// Half the space between two shapes: along the moves, and across them.
const HALO: Point = Point { x: 60.0, y: 24.0 };

/// The whole document.
pub(crate) fn svg(picture: &Picture<'_>) -> String {
    let mut graph = VisualGraph::new(Orientation::LeftToRight);
    let places: Vec<_> = picture
        .places
        .iter()
        .enumerate()
        .map(|(id, place)| {
            let about = About { class: format!("place p{id}"), tooltip: &place.tooltip };
            graph.add_node(shape(ShapeKind::new_box(place.name), place.name, look(place.role).0, &about))
        })
        .collect();
    for link in &picture.links {
        let start = if link.both_ways { LineEndKind::Arrow } else { LineEndKind::None };
        let about = About { class: format!("move p{}-p{}", link.from, link.to), tooltip: &link.tooltip };
        let arrow = arrow(start, LineEndKind::Arrow, LineStyleKind::Normal, &about);
        graph.add_edge(arrow, places[link.from], places[link.to]);
    }
    for (id, tool) in picture.tools.iter().enumerate() {
        let label = format!("{}\n{}", tool.name, tool.stand);
        let about = About { class: format!("tool t{id}"), tooltip: &tool.tooltip };
        let node = graph.add_node(shape(ShapeKind::new_circle(&label), &label, TOOL_LOOK.0, &about));
        let about = About { class: "stand".to_owned(), tooltip: tool.stand };
        let arrow = arrow(LineEndKind::None, LineEndKind::None, LineStyleKind::Dashed, &about);
        graph.add_edge(arrow, places[tool.at], node);
    }
    let mut canvas = Canvas::default();
    graph.do_it(false, false, false, &mut canvas);
    let legend = Role::ALL.into_iter().map(look).chain([TOOL_LOOK]);
    canvas.document(INK, FONT_PX, legend)
}

fn shape(kind: ShapeKind, label: &str, fill: &str, about: &About<'_>) -> Element {
    let widest = label.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    // An ellipse holds less than its box.
    let stretch = if matches!(kind, ShapeKind::Circle(_)) { 1.2 } else { 1.0 };
    let size = Point::new(
        (widest as f64 * CHARACTER_PX + 2.0 * MARGIN_PX) * stretch,
        label.lines().count().max(1) as f64 * LINE_PX * stretch + MARGIN_PX,
    );
    let style = StyleAttr::new(Color::fast(INK), 1, Color::from_name(fill), 7, FONT_PX);
    let mut element = Element::create_with_properties(kind, style, Orientation::LeftToRight, size, about.packed());
    element.pos = Position::new(Point::zero(), size, Point::zero(), HALO);
    element
}

fn arrow(start: LineEndKind, end: LineEndKind, line: LineStyleKind, about: &About<'_>) -> Arrow {
    let style = StyleAttr::new(Color::fast(INK), 1, None, 0, FONT_PX);
    Arrow { start, end, line_style: line, look: style, properties: Some(about.packed()), ..Arrow::default() }
}
