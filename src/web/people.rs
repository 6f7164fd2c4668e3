//! Who may enter, by a code or by a PIN, and what they may do. In: the operators of the cell's data. Out: roles; words for somebody
//! who is not let in.

use std::{path::Path, sync::Arc};

use super::{
    operators::{Operators, OperatorsError, Role},
    words::Language,
};

/// Who may enter.
#[derive(Clone, Debug)]
pub(super) enum People {
    /// Whoever has the code from the terminal.
    Codes,
    /// Those in the cell's data, by their PINs.
    Operators(Arc<Operators>),
    /// Those, but they cannot be read now.
    Unreadable,
}

impl People {
    /// At the start.
    ///
    /// # Errors
    ///
    /// A file of operators that cannot be used.
    pub(super) fn of(data: &Path) -> Result<Self, OperatorsError> {
        Ok(Operators::of(data)?.map_or(Self::Codes, |operators| Self::Operators(Arc::new(operators))))
    }

    /// What somebody with a session may do; nothing where nobody knows them any more, or their PIN is another one by now.
    pub(super) fn role(&self, name: &str, credential: Option<blake3::Hash>) -> Option<Role> {
        match self {
            Self::Codes => Some(Role::Engineer),
            Self::Operators(operators) => {
                let found = operators.named(name).filter(|operator| Some(operator.credential()) == credential);
                found.map(|operator| operator.role)
            }
            Self::Unreadable => Some(Role::Look),
        }
    }
}

/// What opens the page.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entrance<'c> {
    /// A code; this one stands in the address.
    Code(&'c str),
    /// A name and its PIN.
    Pin,
}

/// Why somebody does not enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoEntry {
    /// The code or the PIN is not the one.
    Wrong,
    /// After too many wrong ones.
    Wait,
    /// Too many wait to be let in.
    Busy,
    /// Nobody can be looked up.
    Unreadable,
}

impl NoEntry {
    pub(super) fn words(self, language: Language, entrance: Entrance<'_>) -> &'static str {
        match (self, entrance) {
            (Self::Wrong, Entrance::Code(_)) => language.of(
                "That is not the code. Each code opens the page once: look at the terminal for the next one.",
                "Das ist nicht der Code. Jeder Code öffnet die Seite einmal: der nächste steht am Terminal.",
            ),
            (Self::Wrong, Entrance::Pin) => language.of(
                "That name and that PIN do not go together.",
                "Dieser Name und diese PIN gehören nicht zusammen.",
            ),
            (Self::Wait, _) => language.of(
                "There were too many wrong PINs for this name. Wait a minute, and try again, or go to another device.",
                "Für diesen Namen gab es zu viele falsche PINs. Warten Sie eine Minute, und versuchen Sie es noch einmal, oder an einem anderen Gerät.",
            ),
            (Self::Busy, _) => language.of(
                "Too many wait to be let in. Try again in a moment.",
                "Zu viele warten auf Einlass. Versuchen Sie es gleich noch einmal.",
            ),
            (Self::Unreadable, _) => language.of(
                "The list of operators cannot be read, so nobody can enter. An engineer has to look at operators.json on the cell's PC.",
                "Die Liste der Bediener kann nicht gelesen werden, darum kann niemand herein. Ein Techniker muss operators.json auf dem \
                 PC der Zelle ansehen.",
            ),
        }
    }
}
