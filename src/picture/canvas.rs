//! What layout-rs draws on: collects shapes as SVG elements, and makes the document with its legend.

use std::fmt::Write;

use layout::core::{
    format::{ClipHandle, RenderBackend},
    geometry::Point,
    style::StyleAttr,
};

/// Around everything.
const MARGIN_PX: f64 = 20.0;
/// The legend's line, above the cell.
const LEGEND_PX: f64 = 46.0;
const SWATCH_PX: f64 = 14.0;

/// Shapes so far, in drawing order, and how far they reach.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    /// Under the shapes.
    arrows: String,
    shapes: String,
    /// The last shape waits for its text.
    is_open: bool,
    left_top: (f64, f64),
    right_bottom: (f64, f64),
    drawn: bool,
}

impl Canvas {
    /// The document: white ground, the legend of fills and words, the shapes.
    pub(super) fn document<'l>(
        &self,
        ink: &str,
        font_px: usize,
        legend: impl Iterator<Item = (&'l str, &'l str)>,
    ) -> String {
        let (legend, legend_width) = legend_line(legend, font_px);
        let ((left, top), (right, bottom)) = (self.left_top, self.right_bottom);
        let width = (right - left).max(legend_width) + 2.0 * MARGIN_PX;
        let height = bottom - top + LEGEND_PX + 2.0 * MARGIN_PX;
        let (x, y) = (MARGIN_PX - left, MARGIN_PX + LEGEND_PX - top);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
             <defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">\
             <path d=\"M 0 1 L 10 5 L 0 9 z\" fill=\"{ink}\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <g font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"{font_px}\" fill=\"{ink}\">\n\
             <g class=\"legend\" transform=\"translate({MARGIN_PX} {MARGIN_PX})\">\n{legend}</g>\n\
             <g class=\"drawn\" transform=\"translate({x:.1} {y:.1})\">\n{}{}{}</g>\n</g>\n</svg>\n",
            self.arrows,
            self.shapes,
            if self.is_open { "</g>\n" } else { "" }
        )
    }

    /// Begins the group of a shape: its text comes after it, and belongs to it.
    fn shape(&mut self, element: std::fmt::Arguments<'_>, properties: Option<String>) {
        let (group, title) = About::unpacked(properties);
        let end = if std::mem::replace(&mut self.is_open, true) { "</g>\n" } else { "" };
        let _ = write!(self.shapes, "{end}{group}{element}{title}");
    }

    fn reach(&mut self, x: f64, y: f64) {
        if !std::mem::replace(&mut self.drawn, true) {
            (self.left_top, self.right_bottom) = ((x, y), (x, y));
        }
        self.left_top = (self.left_top.0.min(x), self.left_top.1.min(y));
        self.right_bottom = (self.right_bottom.0.max(x), self.right_bottom.1.max(y));
    }
}

fn legend_line<'l>(legend: impl Iterator<Item = (&'l str, &'l str)>, font_px: usize) -> (String, f64) {
    let (mut out, mut x) = (String::new(), 0.0);
    for (fill, words) in legend {
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"0\" width=\"{SWATCH_PX}\" height=\"{SWATCH_PX}\" rx=\"3\" fill=\"{fill}\" stroke=\"#3a3f47\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + SWATCH_PX + 6.0,
            SWATCH_PX - 2.5,
            escaped(words)
        );
        x += SWATCH_PX + 6.0 + words.chars().count() as f64 * font_px as f64 * 0.58 + 18.0;
    }
    (out, x)
}

fn fill(look: &StyleAttr) -> String {
    look.fill_color.map_or_else(|| "none".to_owned(), |color| color.to_web_color())
}

/// What is known of a shape: layout-rs hands on one text for each.
pub(super) struct About<'a> {
    /// Of letters, digits, hyphens and blanks.
    pub(super) class: String,
    /// What is said when somebody points at it.
    pub(super) tooltip: &'a str,
}

impl About<'_> {
    pub(super) fn packed(&self) -> String {
        format!("{}\n{}", self.class, self.tooltip)
    }

    /// The element's head and its title.
    fn unpacked(properties: Option<String>) -> (String, String) {
        match properties.as_deref().and_then(|text| text.split_once('\n')) {
            Some((class, tooltip)) => {
                (format!("<g class=\"{class}\">"), format!("<title>{}</title>", escaped(tooltip)))
            }
            None => ("<g>".to_owned(), String::new()),
        }
    }
}

/// Text as XML takes it: markup escaped, what XML cannot hold left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Points of a line, close enough together to say how far it reaches: it may be bowed far beyond its ends.
fn reaches(path: &[(Point, Point)]) -> Vec<Point> {
    const PARTS: u32 = 16;
    let mut points: Vec<Point> = path.first().map(|(start, _)| *start).into_iter().collect();
    for (place, pair) in path.windows(2).enumerate() {
        let (before, (second, end)) = (pair[0], pair[1]);
        // The first pair is a point and its control. After the others, the control is on the other side of the point.
        let (start, first) = match place {
            0 => before,
            _ => (before.1, before.1.add(before.1.sub(before.0))),
        };
        points.extend((1..=PARTS).map(|part| {
            let part = f64::from(part) / f64::from(PARTS);
            let rest = 1.0 - part;
            let weights = [rest.powi(3), 3.0 * rest.powi(2) * part, 3.0 * rest * part.powi(2), part.powi(3)];
            [start, first, second, end]
                .into_iter()
                .zip(weights)
                .fold(Point::zero(), |sum, (point, weight)| sum.add(point.scale(weight)))
        }));
    }
    points
}

impl RenderBackend for Canvas {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        look: &StyleAttr,
        properties: Option<String>,
        _clip: Option<ClipHandle>,
    ) {
        self.reach(xy.x, xy.y);
        self.reach(xy.x + size.x, xy.y + size.y);
        let element = format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{}\" fill=\"{}\" stroke=\"{}\"/>",
            xy.x,
            xy.y,
            size.x,
            size.y,
            look.rounded,
            fill(look),
            look.line_color.to_web_color()
        );
        self.shape(element, properties);
    }

    fn draw_line(&mut self, start: Point, stop: Point, look: &StyleAttr, properties: Option<String>) {
        self.reach(start.x, start.y);
        self.reach(stop.x, stop.y);
        let (group, title) = About::unpacked(properties);
        let _ = writeln!(
            self.arrows,
            "{group}<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\"/>{title}</g>",
            start.x,
            start.y,
            stop.x,
            stop.y,
            look.line_color.to_web_color()
        );
    }

    fn draw_circle(&mut self, xy: Point, size: Point, look: &StyleAttr, properties: Option<String>) {
        let (rx, ry) = (size.x / 2.0, size.y / 2.0);
        self.reach(xy.x - rx, xy.y - ry);
        self.reach(xy.x + rx, xy.y + ry);
        let element = format_args!(
            "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{rx:.1}\" ry=\"{ry:.1}\" fill=\"{}\" stroke=\"{}\"/>",
            xy.x,
            xy.y,
            fill(look),
            look.line_color.to_web_color()
        );
        self.shape(element, properties);
    }

    fn draw_text(&mut self, xy: Point, text: &str, look: &StyleAttr) {
        let line_px = look.font_size as f64 * 1.25;
        let first = xy.y - (text.lines().count().max(1) - 1) as f64 * line_px / 2.0 + look.font_size as f64 * 0.35;
        for (number, line) in text.lines().enumerate() {
            let y = first + number as f64 * line_px;
            let _ = writeln!(
                self.shapes,
                "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" pointer-events=\"none\">{}</text>",
                xy.x,
                escaped(line)
            );
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        dashed: bool,
        head: (bool, bool),
        look: &StyleAttr,
        properties: Option<String>,
        _text: &str,
    ) {
        let mut line = String::new();
        reaches(path).into_iter().for_each(|point| self.reach(point.x, point.y));
        for (place, (first, second)) in path.iter().enumerate() {
            // The first pair leaves a shape: point and control. The others arrive: control and point.
            let (point, control) = if place == 0 { (first, second) } else { (second, first) };
            let _ = match place {
                0 => write!(line, "M {:.1} {:.1} C {:.1} {:.1}", point.x, point.y, control.x, control.y),
                1 => write!(line, ", {:.1} {:.1}, {:.1} {:.1}", control.x, control.y, point.x, point.y),
                _ => write!(line, " S {:.1} {:.1}, {:.1} {:.1}", control.x, control.y, point.x, point.y),
            };
        }
        let (group, title) = About::unpacked(properties);
        let dashes = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let start = if head.0 { " marker-start=\"url(#head)\"" } else { "" };
        let end = if head.1 { " marker-end=\"url(#head)\"" } else { "" };
        let _ = writeln!(
            self.arrows,
            "{group}<path d=\"{line}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"{dashes}{start}{end}/>{title}</g>",
            look.line_color.to_web_color()
        );
    }

    fn create_clip(&mut self, _xy: Point, _size: Point, _rounded_px: usize) -> ClipHandle {
        0
    }
}
