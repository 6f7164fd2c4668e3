//! A text from outside, as a run keeps and shows it.

use crate::{cell::shown, limits::DRIVER_ERROR_BYTES_MAX};

/// A text from outside as it is kept and shown: escaped, and not endless.
pub(super) fn short(text: &str) -> String {
    let mut end = text.len().min(DRIVER_ERROR_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let more = if end < text.len() { " …" } else { "" };
    format!("{}{more}", shown(&text[..end]))
}
