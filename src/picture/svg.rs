//! The picture as an SVG, laid out by layout-rs.

use layout::{
    adt::dag::NodeHandle,
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
    Held, INK, Link, Picture, TOOL_LOOK,
    canvas::{About, Canvas},
    look,
};
use crate::cell::Role;

const FONT_PX: usize = 13;
/// What one character takes; wide enough for capitals and digits.
const CHARACTER_PX: f64 = 7.6;
const LINE_PX: f64 = 17.0;
/// Characters of a long name that stand on its shape: of its beginning, and of its end.
const LABEL_BEGINNING: usize = 30;
const LABEL_END: usize = 18;
const MARGIN_PX: f64 = 13.0;
/// Half the space between two shapes: along the moves, and across them.
const HALO: Point = Point { x: 60.0, y: 24.0 };

/// A picture as it was laid out, and where the middle of each shape came to stand: of places and of tools, by their numbers.
#[cfg_attr(not(feature = "web"), expect(dead_code, reason = "a person arranges the picture on the page alone"))]
pub(crate) struct Laid {
    pub(crate) svg: String,
    pub(super) places: Vec<Point>,
    pub(super) tools: Vec<Point>,
}

/// Lays it out. A cell of more than [`crate::limits::PICTURE_POSITIONS_MAX`] positions takes minutes, and nobody could read it.
pub(crate) fn laid(picture: &Picture<'_>) -> Laid {
    let mut graph = VisualGraph::new(Orientation::LeftToRight);
    let places: Vec<_> = (0..picture.places.len()).map(|id| graph.add_node(place(picture, id))).collect();
    for link in &picture.links {
        let start = if link.both_ways { LineEndKind::Arrow } else { LineEndKind::None };
        let arrow = arrow(start, LineEndKind::Arrow, LineStyleKind::Normal, &about_move(link));
        graph.add_edge(arrow, places[link.from], places[link.to]);
    }
    let mut tools = Vec::new();
    for (id, held) in picture.tools.iter().enumerate() {
        let node = graph.add_node(tool(picture, id));
        let arrow = arrow(LineEndKind::None, LineEndKind::None, LineStyleKind::Dashed, &about_stand(held, id));
        graph.add_edge(arrow, places[held.at], node);
        tools.push(node);
    }
    let mut canvas = Canvas::default();
    graph.do_it(false, false, false, &mut canvas);
    let middles = |nodes: &[NodeHandle]| nodes.iter().map(|node| graph.pos(*node).center()).collect();
    Laid { svg: document(&canvas), places: middles(&places), tools: middles(&tools) }
}

/// What was drawn, with its legend.
pub(super) fn document(canvas: &Canvas) -> String {
    canvas.document(INK, FONT_PX, Role::ALL.into_iter().map(look).chain([TOOL_LOOK]))
}

/// How lines look.
pub(super) fn line_look() -> StyleAttr {
    StyleAttr::new(Color::fast(INK), 1, None, 0, FONT_PX)
}

pub(super) fn place(picture: &Picture<'_>, id: usize) -> Element {
    let place = &picture.places[id];
    let about = About { class: format!("place p{id}"), tooltip: &place.tooltip };
    let label = label(place.name);
    shape(ShapeKind::new_box(&label), &label, look(place.role).0, &about)
}

pub(super) fn tool(picture: &Picture<'_>, id: usize) -> Element {
    let tool = &picture.tools[id];
    let label = format!("{}\n{}", label(tool.name), label(tool.stand));
    let about = About { class: format!("tool t{id}"), tooltip: &tool.tooltip };
    shape(ShapeKind::new_circle(&label), &label, TOOL_LOOK.0, &about)
}

pub(super) fn about_move(link: &Link) -> About<'_> {
    About { class: format!("move p{}-p{}", link.from, link.to), tooltip: &link.tooltip }
}

pub(super) fn about_stand<'p>(held: &Held<'p>, id: usize) -> About<'p> {
    About { class: format!("stand p{}-t{id}", held.at), tooltip: held.stand }
}

/// What a line of text takes: so many usual characters, or more where it has wide ones that the margins do not hold.
fn width_px(line: &str) -> f64 {
    let usual = line.chars().count() as f64 * CHARACTER_PX;
    let exact: f64 = line.chars().map(|c| ems(c) * FONT_PX as f64).sum();
    usual.max(exact - MARGIN_PX)
}

/// How wide a character is at most in the fonts of the picture, in its font size.
const fn ems(c: char) -> f64 {
    match c {
        'W' | 'M' | 'm' | '@' | '%' => 1.0,
        'w' => 0.8,
        ' '..='~' => 0.58,
        _ => 1.05,
    }
}

/// A name as it is written on its shape: of a long one the beginning and the end, which tell it from its like.
fn label(name: &str) -> String {
    let count = name.chars().count();
    if count <= LABEL_BEGINNING + LABEL_END {
        return name.to_owned();
    }
    let beginning: String = name.chars().take(LABEL_BEGINNING).collect();
    let end: String = name.chars().skip(count - LABEL_END).collect();
    format!("{beginning}…{end}")
}

fn shape(kind: ShapeKind, text: &str, fill: &str, about: &About<'_>) -> Element {
    let widest = text.lines().map(width_px).fold(0.0, f64::max);
    // An ellipse holds less than its box.
    let stretch = if matches!(kind, ShapeKind::Circle(_)) { 1.2 } else { 1.0 };
    let size = Point::new(
        (widest + 2.0 * MARGIN_PX) * stretch,
        text.lines().count().max(1) as f64 * LINE_PX * stretch + MARGIN_PX,
    );
    let style = StyleAttr::new(Color::fast(INK), 1, Color::from_name(fill), 7, FONT_PX);
    let mut element = Element::create_with_properties(kind, style, Orientation::LeftToRight, size, about.packed());
    element.pos = Position::new(Point::zero(), size, Point::zero(), HALO);
    element
}

fn arrow(start: LineEndKind, end: LineEndKind, line: LineStyleKind, about: &About<'_>) -> Arrow {
    Arrow { start, end, line_style: line, look: line_look(), properties: Some(about.packed()), ..Arrow::default() }
}
