//! The picture as a person has arranged it. In: the automatic picture, and where somebody has put things. Out: where each thing stands, and
//! an SVG of it. A move is a line from border to border, bowed round what would be in its way; the page's script draws the same
//! while something is dragged (`web/assets/arrange.js`).
//!
//! 1. What somebody has put somewhere stands there, whatever else is there.
//! 2. What nobody has put anywhere stands beside what it hangs on as in the automatic picture, or below that where there is no room.
//! 3. Where nobody has put anything anywhere, it is the automatic picture.

use layout::{
    core::{
        format::{RenderBackend, Renderable},
        geometry::Point,
    },
    std_shapes::shapes::Element,
};

use super::{
    Picture,
    canvas::Canvas,
    svg::{self, Laid},
};
use crate::{cell::shown, limits::ARRANGED_PX_MAX};

/// Between two shapes of which one makes way for the other.
const ROOM_PX: f64 = 12.0;
/// How far a line keeps from what it passes.
const CLEAR_PX: f64 = 4.0;
/// How far lines are bowed, the next where one is not enough; the other way as well.
const BOWS_PX: [f64; 7] = [0.0, 40.0, 80.0, 120.0, 160.0, 220.0, 300.0];
/// Points of a line that are looked at.
const SAMPLES: u32 = 24;
/// A picture that is wider or higher is shown so small that a name of it cannot be read: ten screens.
const LEGIBLE_PX: f64 = 20_000.0;
/// Faults of a picture that are told one by one.
const FAULTS_TOLD: usize = 5;

/// Where the middle of a shape is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// Spots of places and tools, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spots<S> {
    pub(crate) places: Vec<S>,
    pub(crate) tools: Vec<S>,
}

impl Spots<Option<Spot>> {
    /// Whether nobody has put anything anywhere.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.iter().chain(&self.tools).all(Option::is_none)
    }
}

impl Spot {
    /// The nearest one that somebody may put something at.
    fn near(point: Point) -> Self {
        let near = |number: f64| (number.round() as i32).clamp(-ARRANGED_PX_MAX, ARRANGED_PX_MAX);
        Self { x: near(point.x), y: near(point.y) }
    }

    fn point(self) -> Point {
        Point::new(self.x.into(), self.y.into())
    }
}

/// Where everything stands.
pub(crate) fn spots(picture: &Picture<'_>, laid: &Laid, by_hand: &Spots<Option<Spot>>) -> Spots<Spot> {
    let near = |points: &[Point]| points.iter().map(|&point| Spot::near(point)).collect();
    if by_hand.is_empty() {
        return Spots { places: near(&laid.places), tools: near(&laid.tools) };
    }
    let places: Vec<Box2> = (0..picture.places.len()).map(|id| Box2::of(&svg::place(picture, id))).collect();
    let tools: Vec<Box2> = (0..picture.tools.len()).map(|id| Box2::of(&svg::tool(picture, id))).collect();
    let put = |boxes: &[Box2], spots: &[Option<Spot>]| -> Vec<Option<Box2>> {
        boxes.iter().zip(spots).map(|(shape, spot)| spot.map(|spot| shape.at(spot.point()))).collect()
    };
    let (mut put_places, mut put_tools) = (put(&places, &by_hand.places), put(&tools, &by_hand.tools));
    for id in 0..places.len() {
        if put_places[id].is_none() {
            let anchor = anchor(picture, id, &by_hand.places);
            let beside = anchor.map_or(Point::zero(), |(other, spot)| spot.point().sub(laid.places[other]));
            let wanted = places[id].at(laid.places[id].add(beside));
            put_places[id] = Some(make_way(wanted, put_places.iter().chain(&put_tools).flatten()));
        }
    }
    for (id, tool) in picture.tools.iter().enumerate() {
        if put_tools[id].is_none() {
            let at = put_places[tool.at].map_or(laid.places[tool.at], |at| at.middle);
            let wanted = tools[id].at(laid.tools[id].add(at.sub(laid.places[tool.at])));
            put_tools[id] = Some(make_way(wanted, put_places.iter().chain(&put_tools).flatten()));
        }
    }
    let spots = |boxes: Vec<Option<Box2>>| boxes.into_iter().flatten().map(|shape| Spot::near(shape.middle)).collect();
    Spots { places: spots(put_places), tools: spots(put_tools) }
}

/// The picture with everything at its spot.
pub(crate) fn svg(picture: &Picture<'_>, spots: &Spots<Spot>) -> String {
    let shapes = shapes(picture, spots);
    let boxes: Vec<Box2> = shapes.iter().map(Box2::of).collect();
    let mut canvas = Canvas::default();
    shapes.iter().for_each(|shape| shape.render(false, &mut canvas));
    let look = svg::line_look();
    for link in &picture.links {
        let about = svg::about_move(link);
        let line = line(&boxes, link.from, link.to);
        canvas.draw_arrow(&line, false, (link.both_ways, true), &look, Some(about.packed()), "");
    }
    for (id, held) in picture.tools.iter().enumerate() {
        let about = svg::about_stand(held, id);
        let line = line(&boxes, held.at, spots.places.len() + id);
        canvas.draw_arrow(&line, true, (false, false), &look, Some(about.packed()), "");
    }
    svg::document(&canvas)
}

/// Everything at its spot: the places, then the tools.
fn shapes(picture: &Picture<'_>, spots: &Spots<Spot>) -> Vec<Element> {
    let at = |mut element: Element, spot: &Spot| {
        element.move_to(spot.point());
        element
    };
    let places = spots.places.iter().enumerate().map(|(id, spot)| at(svg::place(picture, id), spot));
    let tools = spots.tools.iter().enumerate().map(|(id, spot)| at(svg::tool(picture, id), spot));
    places.chain(tools).collect()
}

/// What cannot be seen, or could be read as something else, in words: things that lie on one another, lines through things that they do not
/// lead to, and a picture so large that nothing in it is legible.
pub(crate) fn faults(picture: &Picture<'_>, spots: &Spots<Spot>) -> Vec<String> {
    let boxes: Vec<Box2> = shapes(picture, spots).iter().map(Box2::of).collect();
    let names = picture.places.iter().map(|place| place.name).chain(picture.tools.iter().map(|tool| tool.name));
    let names: Vec<_> = names.map(shown).collect();
    let mut found = Vec::new();
    for (place, one) in boxes.iter().enumerate() {
        let hidden = boxes[..place].iter().zip(&names).filter(|(other, _)| one.lies_on(other));
        found.extend(hidden.map(|(_, other)| format!("{other} and {} lie on one another.", names[place])));
    }
    for link in &picture.links {
        let line = line(&boxes, link.from, link.to);
        let passed = boxes.iter().enumerate().filter(|(id, _)| *id != link.from && *id != link.to);
        let passed = passed.filter(|(_, other)| other.is_passed_by(&line));
        let (from, to) = (&names[link.from], &names[link.to]);
        found.extend(passed.map(|(id, _)| format!("The line between {from} and {to} passes through {}.", names[id])));
    }
    let reach = |of: fn(Point) -> f64| {
        let least = boxes.iter().map(|shape| of(shape.middle.sub(shape.half))).fold(f64::INFINITY, f64::min);
        boxes.iter().map(|shape| of(shape.middle.add(shape.half))).fold(f64::NEG_INFINITY, f64::max) - least
    };
    let (width, height) = (reach(|point| point.x), reach(|point| point.y));
    if width.max(height) > LEGIBLE_PX {
        found.push(format!(
            "The picture is {width:.0} pixels wide and {height:.0} high: something lies so far off that nothing is legible."
        ));
    }
    let more = found.len().saturating_sub(FAULTS_TOLD);
    found.truncate(FAULTS_TOLD);
    if more > 0 {
        found.push(format!("More of these: {more}."));
    }
    found
}

/// A place by hand that a place hangs on.
fn anchor(picture: &Picture<'_>, id: usize, by_hand: &[Option<Spot>]) -> Option<(usize, Spot)> {
    let ends = picture.links.iter().filter_map(|link| match (link.from, link.to) {
        (from, to) if from == id => Some(to),
        (from, to) if to == id => Some(from),
        _ => None,
    });
    let beside = ends.chain(0..by_hand.len());
    beside.into_iter().find_map(|other| Some((other, by_hand[other]?)))
}

/// A shape and its place.
#[derive(Clone, Copy, Debug)]
struct Box2 {
    middle: Point,
    half: Point,
    is_round: bool,
}

impl Box2 {
    fn of(element: &Element) -> Self {
        let is_round = matches!(element.shape, layout::std_shapes::shapes::ShapeKind::Circle(_));
        Self { middle: element.pos.center(), half: element.pos.size(false).scale(0.5), is_round }
    }

    fn at(self, middle: Point) -> Self {
        Self { middle, ..self }
    }

    fn meets(&self, other: &Self) -> bool {
        let apart = self.middle.sub(other.middle);
        let reach = self.half.add(other.half).add(Point::splat(ROOM_PX));
        apart.x.abs() < reach.x && apart.y.abs() < reach.y
    }

    fn lies_on(&self, other: &Self) -> bool {
        let apart = self.middle.sub(other.middle);
        let reach = self.half.add(other.half);
        apart.x.abs() < reach.x && apart.y.abs() < reach.y
    }

    fn has(&self, point: Point) -> bool {
        let from = point.sub(self.middle);
        from.x.abs() < self.half.x + CLEAR_PX && from.y.abs() < self.half.y + CLEAR_PX
    }

    /// Whether a curve passes through it, or too near.
    fn is_passed_by(&self, curve: &[(Point, Point); 2]) -> bool {
        // A curve stays within the box around its four points.
        let [(a, b), (c, d)] = *curve;
        let lies_between = |of: fn(Point) -> f64| {
            let (least, most) =
                [b, c, d].iter().fold((of(a), of(a)), |(least, most), &p| (least.min(of(p)), most.max(of(p))));
            let reach = of(self.half) + CLEAR_PX;
            least < of(self.middle) + reach && of(self.middle) - reach < most
        };
        let is_near = lies_between(|point| point.x) && lies_between(|point| point.y);
        is_near && (0..=SAMPLES).any(|part| self.has(on(curve, f64::from(part) / f64::from(SAMPLES))))
    }

    /// Where a line from the middle towards a point leaves the shape.
    fn border(&self, towards: Point) -> Point {
        let way = towards.sub(self.middle);
        let part = match self.is_round {
            true => 1.0 / (way.x / self.half.x).hypot(way.y / self.half.y),
            false => (self.half.x / way.x.abs()).min(self.half.y / way.y.abs()),
        };
        // Nowhere in particular.
        if part.is_finite() { self.middle.add(way.scale(part)) } else { self.middle }
    }
}

/// Down to where nothing else is.
fn make_way<'b>(mut wanted: Box2, others: impl Iterator<Item = &'b Box2> + Clone) -> Box2 {
    // Each turn passes one of them for good.
    while let Some(other) = others.clone().find(|other| wanted.meets(other)) {
        wanted.middle.y = other.middle.y + other.half.y + wanted.half.y + ROOM_PX + 1.0;
    }
    wanted
}

/// The line between two shapes, as the canvas takes it: the point where it leaves and its control, the control and the point where it arrives.
fn line(boxes: &[Box2], from: usize, to: usize) -> [(Point, Point); 2] {
    let others =
        || boxes.iter().enumerate().filter(|(place, _)| *place != from && *place != to).map(|(_, other)| other);
    let bows = BOWS_PX.iter().flat_map(|&bow| if bow == 0.0 { vec![bow] } else { vec![bow, -bow] });
    let mut best = None;
    for bow in bows {
        let line = bowed(&boxes[from], &boxes[to], bow);
        let hits = others().filter(|other| other.is_passed_by(&line)).count();
        if best.as_ref().is_none_or(|(fewest, _)| hits < *fewest) {
            best = Some((hits, line));
        }
        if hits == 0 {
            break;
        }
    }
    best.map_or_else(|| bowed(&boxes[from], &boxes[to], 0.0), |(_, line)| line)
}

fn bowed(from: &Box2, to: &Box2, bow: f64) -> [(Point, Point); 2] {
    let way = to.middle.sub(from.middle);
    let length = way.length();
    let aside = if length > 0.0 { Point::new(-way.y, way.x).scale(bow / length) } else { Point::zero() };
    let over = from.middle.add(way.scale(0.5)).add(aside);
    let (start, end) = (from.border(over), to.border(over));
    // From border to border, so that a head points outwards however wide its shape is.
    let control = |part: f64| start.add(end.sub(start).scale(part)).add(aside);
    [(start, control(1.0 / 3.0)), (control(2.0 / 3.0), end)]
}

/// A point of the curve.
fn on(&[(start, first), (second, end)]: &[(Point, Point); 2], part: f64) -> Point {
    let rest = 1.0 - part;
    let (a, b, c, d) = (rest.powi(3), 3.0 * rest.powi(2) * part, 3.0 * rest * part.powi(2), part.powi(3));
    start.scale(a).add(first.scale(b)).add(second.scale(c)).add(end.scale(d))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(x: f64, y: f64) -> Box2 {
        Box2 { middle: Point::new(x, y), half: Point::new(40.0, 15.0), is_round: false }
    }

    #[test]
    fn a_line_goes_round_what_is_in_its_way() {
        let (from, to) = (shape(0.0, 0.0), shape(400.0, 0.0));
        let straight = line(&[from, to], 0, 1);
        assert_eq!((straight[0].0, straight[1].1), (Point::new(40.0, 0.0), Point::new(360.0, 0.0)));
        let between = shape(200.0, 0.0);
        let round = line(&[from, to, between], 0, 1);
        assert!((0..=100).all(|part| !between.has(on(&round, f64::from(part) / 100.0))), "{round:?}");
    }

    #[test]
    fn lines_of_shapes_that_lie_on_one_another_are_lines_all_the_same() {
        for other in [shape(0.0, 0.0), shape(1.0, 0.0), shape(0.0, 3.0)] {
            for is_round in [false, true] {
                let [(a, b), (c, d)] = line(&[shape(0.0, 0.0), Box2 { is_round, ..other }], 0, 1);
                assert!([a, b, c, d].iter().all(|point| point.x.is_finite() && point.y.is_finite()));
            }
        }
    }

    #[test]
    fn what_cannot_be_seen_is_told() {
        let place = |name| super::super::Place { name, role: crate::cell::Role::Work, tooltip: String::new() };
        let link = |from, to| super::super::Link { from, to, both_ways: true, tooltip: String::new() };
        let picture =
            Picture { places: ["A", "B", "C", "D"].map(place).into(), links: vec![link(0, 1)], tools: Vec::new() };
        let faults = |spots: [(i32, i32); 4]| {
            let places = spots.map(|(x, y)| Spot { x, y }).into();
            faults(&picture, &Spots { places, tools: Vec::new() })
        };
        assert_eq!(faults([(0, 0), (400, 0), (200, 0), (0, 200)]), [""; 0], "it is bowed round C");
        assert_eq!(faults([(0, 0), (400, 0), (0, 200), (5, 210)]), ["C and D lie on one another."]);
        let far = faults([(0, 0), (200, 0), (0, 200), (200_000, 200)]);
        assert!(far.len() == 1 && far[0].contains("so far off that nothing is legible"), "{far:?}");
        // Nothing that is bowed gets round what lies over its end.
        let passed = faults([(0, 0), (400, 0), (395, 0), (0, 200)]);
        assert_eq!(passed, ["B and C lie on one another.", "The line between A and B passes through C."]);
        let many = Picture {
            places: vec![place("A"), place("A"), place("A"), place("A")],
            links: Vec::new(),
            tools: Vec::new(),
        };
        let same = Spots { places: vec![Spot { x: 0, y: 0 }; 4], tools: Vec::new() };
        let told = super::faults(&many, &same);
        assert_eq!((told.len(), &*told[5]), (6, "More of these: 1."));
    }

    #[test]
    fn what_has_no_room_makes_way_downwards() {
        let others = [shape(0.0, 0.0), shape(10.0, 50.0), shape(-20.0, 95.0)];
        let way = make_way(shape(5.0, 5.0), others.iter());
        assert!(others.iter().all(|other| !way.meets(other)) && way.middle.x == 5.0, "{way:?}");
        assert_eq!(make_way(shape(500.0, 5.0), others.iter()).middle, Point::new(500.0, 5.0));
    }
}
