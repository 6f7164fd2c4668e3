//! Tables for people.

use comfy_table::{Table, presets};

use crate::verify::shown;

/// A table with these columns; control characters in cells are shown as escapes.
pub(super) fn table<const COLUMNS: usize>(
    head: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_header(head);
    table.add_rows(rows.into_iter().map(|row| row.map(|cell| shown(&cell).into_owned())));
    trimmed(&table)
}

/// A list of names and values.
pub(super) fn facts(rows: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.add_rows(rows.into_iter().map(|(name, value)| [name.to_owned(), shown(&value).into_owned()]));
    trimmed(&table)
}

fn trimmed(table: &Table) -> String {
    table.trim_fmt()
}
