//! Rows → tables: one for the terminal, and as markdown a short one for docs/src/performance/speed.md and the whole.

use std::fs;

use comfy_table::{CellAlignment, Table, TableStyle, presets};

use crate::{budgets::Budgets, cells::SIZES, judge::Row};

const HEAD: [&str; 9] =
    ["figure", "positions", "aim", "measured", "limit", "ratio", "budget", "instructions (budget)", "verdict"];

/// Every row.
pub(crate) fn terminal(rows: &[Row]) -> String {
    whole(rows, presets::UTF8_FULL_CONDENSED)
}

/// What the project aims at beside what was measured; then every row.
pub(crate) fn markdown(budgets: &Budgets, rows: &[Row]) -> String {
    format!(
        "Measured on {}, with `make gate`. In brackets: the aim.\n\n{}\n\n## Every figure\n\n\
         Times are medians; a ratio is that of the quickest samples of both sides. `looked N times`: the lowest of so many.\n\n{}\n",
        machine(),
        aims(budgets, rows),
        whole(rows, presets::ASCII_MARKDOWN)
    )
}

fn whole(rows: &[Row], style: TableStyle) -> String {
    let mut table = table(style, &HEAD.map(str::to_owned));
    for row in rows {
        let verdict = match (row.faults.is_empty(), row.looks) {
            (true, 0) => "kept".to_owned(),
            (true, looks) => format!("kept (looked {} times)", looks + 1),
            (false, _) => "NOT KEPT".to_owned(),
        };
        let instructions = match (row.measured.instructions, row.instructions_budget) {
            (None, None) => String::new(),
            (found, budget) => {
                format!("{} ({})", found.map_or("none".into(), count), budget.map_or("none".into(), count))
            }
        };
        let budget = match (row.ratio_budget, row.most) {
            (Some(ratio), _) => format!("{ratio}"),
            (None, Some(most)) => format!("{most} {}", row.unit),
            (None, None) => String::new(),
        };
        table.add_row(vec![
            row.figure.clone(),
            if row.size == 0 { String::new() } else { row.size.to_string() },
            row.aim.map_or_else(String::new, |aim| quantity(aim, &row.unit)),
            row.measured.value.map_or_else(|| "none".to_owned(), |value| quantity(value, &row.unit)),
            row.measured.limit.map_or_else(String::new, |limit| quantity(limit, &row.unit)),
            row.measured.ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
            budget,
            instructions,
            verdict,
        ]);
    }
    table.to_string()
}

/// The figures that have an aim, a column for each size.
fn aims(budgets: &Budgets, rows: &[Row]) -> String {
    let head: Vec<String> = ["".to_owned()].into_iter().chain(SIZES.iter().map(u32::to_string)).collect();
    let mut table = table(presets::ASCII_MARKDOWN, &head);
    for figure in &budgets.order {
        let Some(budget) = budgets.figure.get(figure).filter(|budget| !budget.aim.is_empty()) else { continue };
        let cells = SIZES.iter().map(|&size| {
            let Some(row) = rows.iter().find(|row| row.figure == *figure && row.size == size) else {
                return String::new();
            };
            let value = row.measured.value.map_or_else(String::new, |value| quantity(value, &row.unit));
            row.aim.map_or_else(|| value.clone(), |aim| format!("{value} ({})", quantity(aim, &row.unit)))
        });
        table.add_row([budget.title.clone()].into_iter().chain(cells));
    }
    table.to_string()
}

fn table(style: TableStyle, head: &[String]) -> Table {
    let mut table = Table::new();
    table.load_style(style).set_header(head);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Three digits that count, in the unit that suits them.
fn quantity(value: f64, unit: &str) -> String {
    match unit {
        "ns" if value >= 1e6 => format!("{} ms", digits(value / 1e6)),
        "ns" if value >= 1e3 => format!("{} µs", digits(value / 1e3)),
        "s" if value < 1.0 => format!("{} ms", digits(value * 1e3)),
        "plans/s" => format!("{}/s", count(value)),
        unit => format!("{} {unit}", digits(value)),
    }
}

fn digits(value: f64) -> String {
    let places = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else if value >= 1.0 {
        2
    } else {
        3
    };
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A whole number with a comma after each three digits.
fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    format!("{cores} cores of an {}", model.unwrap_or("unknown processor"))
}
