//! Whether a page is whole, as far as its text shows: a parser takes any text for a page, also the first half of one.

use crate::observe::skeleton::SkeletonError;

/// Refuses a page that lacks its beginning or its end, or has lost characters.
pub(in crate::observe) fn whole(html: &str) -> Result<(), SkeletonError> {
    let text = html.trim_start_matches('\u{feff}').trim();
    let begins = |tag: &str| text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    let ends = |tag: &str| {
        let start = text.len().checked_sub(tag.len()).and_then(|start| text.get(start..));
        start.is_some_and(|end| end.eq_ignore_ascii_case(tag))
    };
    if !begins("<!doctype html") && !begins("<html") {
        return Err(SkeletonError::NotWhole("begin with `<!doctype html>` or `<html`"));
    }
    if !ends("</html>") {
        return Err(SkeletonError::NotWhole("end with `</html>`"));
    }
    match html.contains(char::REPLACEMENT_CHARACTER) {
        true => Err(SkeletonError::NotDecoded),
        false => Ok(()),
    }
}
