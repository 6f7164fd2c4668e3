//! What a controller shows of its cell beside a line: its state as JSON, or the page of its panel.
//!
//! In: raw text, as a hand-over carries it. Out: an [`Observation`], which has no skeleton where the text cannot be used. A
//! page has to be whole: from its `<!doctype html>` or `<html` to its `</html>`, with every character decoded. Half a page is
//! none.

use super::{declared::Declared, observation::Observation, panel::whole};

/// See the head of this file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawState {
    /// The state as JSON, raw ([`super::controller`] says which).
    State(Vec<u8>),
    /// The page of its panel.
    Panel {
        /// The page.
        html: String,
        /// The element that has the focus, by id, where the controller says that.
        active: Option<String>,
        /// The address that the page is at, where the controller says that.
        address: Option<String>,
    },
}

impl RawState {
    /// What is to be seen there, by what is declared about the panel.
    #[must_use]
    pub fn observation(&self, declared: &Declared) -> Observation {
        match self {
            Self::State(raw) => Observation::of_controller(raw),
            Self::Panel { html, active, address } => {
                let seen = Observation::of_panel(html.as_bytes(), address.as_deref(), declared);
                let seen = seen.with_active(active.as_deref());
                match whole(html) {
                    Ok(()) => seen,
                    Err(fault) => seen.refused(fault),
                }
            }
        }
    }

    /// Whether it is a panel's page.
    #[must_use]
    pub const fn is_panel(&self) -> bool {
        matches!(self, Self::Panel { .. })
    }
}
