//! The figures as charts, in SVG.

use plotters::{
    backend::SVGBackend,
    chart::ChartBuilder,
    drawing::IntoDrawingArea,
    element::Rectangle,
    style::{Color, RGBColor},
};

use super::{Came, Figures, Sentence};
use crate::checkpoint::decomposition::Complexity;

const SIZE: (u32, u32) = (720, 420);
const GREEN: RGBColor = RGBColor(0x2e, 0x8b, 0x57);
const AMBER: RGBColor = RGBColor(0xe0, 0xa0, 0x30);
const RED: RGBColor = RGBColor(0xc0, 0x39, 0x2b);
const FONT: (&str, u32) = ("sans-serif", 15);
/// Bars of a histogram of scores: each a twentieth wide.
const BARS: usize = 20;

/// Stacked bars: where each stands, and how high its parts are, from below.
type Bars<'b> = &'b [(String, [u64; 3])];

/// Each chart's file name, and the chart: how the looks ended by complexity, and which scores came to what.
///
/// # Errors
///
/// What the drawing library says, in words.
pub fn plots(figures: &Figures, sentences: &[Sentence]) -> Result<[(&'static str, String); 2], String> {
    Ok([("verdicts.svg", verdicts(figures)?), ("scores.svg", scores(sentences)?)])
}

fn verdicts(figures: &Figures) -> Result<String, String> {
    let bar = |complexity: Complexity| {
        let of = figures.by_complexity.get(complexity.word()).copied().unwrap_or_default().verdicts;
        (complexity.word().to_lowercase(), [of.pass, of.retry, of.fail])
    };
    let bars = [Complexity::Simple, Complexity::Medium, Complexity::Complex, Complexity::Critical].map(bar);
    draw("Looks by complexity", "looks", &bars, &[("passed", GREEN), ("to be read again", AMBER), ("failed", RED)])
}

fn scores(sentences: &[Sentence]) -> Result<String, String> {
    let label =
        |bar: usize| if bar.is_multiple_of(4) { format!("{:.1}", bar as f64 / BARS as f64) } else { String::new() };
    let mut bars: Vec<(String, [u64; 3])> = (0..BARS).map(|bar| (label(bar), [0; 3])).collect();
    for sentence in sentences {
        let Some(points) = sentence.looks.last().and_then(|look| look.points) else { continue };
        let bar = (points as usize * BARS / 10_000).min(BARS - 1);
        let part = match sentence.came {
            Came::Completed | Came::Corrected => 0,
            Came::Rejected | Came::Revised | Came::GivenUp => 1,
            Came::Failed => 2,
        };
        bars[bar].1[part] += 1;
    }
    let parts = [("run completed", GREEN), ("no run", AMBER), ("run failed", RED)];
    draw("Scores of the last look, and what came of it", "sentences", &bars, &parts)
}

fn draw(title: &str, of: &str, bars: Bars<'_>, parts: &[(&str, RGBColor); 3]) -> Result<String, String> {
    let mut svg = String::new();
    chart(&mut svg, title, of, bars, parts).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn chart(
    svg: &mut String,
    title: &str,
    of: &str,
    bars: Bars<'_>,
    parts: &[(&str, RGBColor); 3],
) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&RGBColor(255, 255, 255))?;
    let highest = bars.iter().map(|(_, parts)| parts.iter().sum::<u64>()).max().unwrap_or(0).max(1);
    let mut chart = ChartBuilder::on(&area)
        .caption(title, (FONT.0, 20))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..bars.len() as f64, 0.0..highest as f64 * 1.15)?;
    let label = |at: &f64| {
        let bar = (*at - 0.5).round();
        let is_middle = (*at - 0.5 - bar).abs() < 0.26 && bar >= 0.0;
        bars.get(bar as usize).filter(|_| is_middle).map_or_else(String::new, |(label, _)| label.clone())
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(bars.len() * 2 + 1)
        .x_label_formatter(&label)
        .y_desc(of)
        .y_label_formatter(&|value| format!("{value:.0}"))
        .label_style(FONT)
        .draw()?;
    for (part, (name, colour)) in parts.iter().enumerate() {
        let rectangles = bars.iter().enumerate().map(|(bar, (_, counts))| {
            let below: u64 = counts.iter().take(part).sum();
            let (left, bottom) = (bar as f64 + 0.1, below as f64);
            Rectangle::new([(left, bottom), (left + 0.8, bottom + counts[part] as f64)], colour.filled())
        });
        let key = *colour;
        chart
            .draw_series(rectangles)?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], key.filled()));
    }
    chart.configure_series_labels().label_font(FONT).border_style(RGBColor(120, 120, 120)).draw()?;
    area.present()?;
    Ok(())
}
