//! What an action was predicted to change, and how far that came true: for corrections and for the record alone.
//!
//! In: a step or a panel's action, the page or the state afterwards. Out: the kind of action, the outcome that is certain for
//! it, where one is, the checks on it, and a confidence. Nothing here is a verdict, and no run is routed by it: a predicted
//! element is often another than the one that appears.

use serde::Serialize;

use super::{
    confidence::Confidence,
    declared::{Declared, Measure},
    expected::Expected,
    panel::Page,
    skeleton::Skeleton,
    verdict::SUCCESS,
};
use crate::{
    cell::{TOOL_ATTACH, TOOL_RELEASE, shown},
    plan::{Action, Step},
};

/// What it is worth that the client found the element.
const CLIENT_BONUS: u8 = 40;
/// The most that is believed where an expected element was not found.
const NOT_FOUND_CAP: Confidence = Confidence::hundredths(60);
/// The least that a navigation to the expected address is worth.
const NAVIGATION_FLOOR: Confidence = Confidence::hundredths(75);
/// Above this a model's reading outweighs the checks on the page.
const SEMANTIC_OVERRIDE: Confidence = Confidence::hundredths(85);
/// What the checks on the page weigh, in hundredths; a model's reading weighs the rest.
const CHECKS_WEIGHT: u16 = 40;

/// What kind of action it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ActionType {
    Move,
    ToolChange,
    Routine,
    /// On a panel: leads to another page.
    Navigation,
    /// On a panel: opens a list.
    Dropdown,
    /// Anything else.
    Generic,
}

impl ActionType {
    /// Of a plan's step.
    #[must_use]
    pub fn of_step(step: &Step<'_>) -> Self {
        match (&step.action, &*step.target) {
            (Action::Move, _) => Self::Move,
            (Action::Routine, TOOL_ATTACH | TOOL_RELEASE) => Self::ToolChange,
            (Action::Routine, _) => Self::Routine,
            (Action::Unknown(_), _) => Self::Generic,
        }
    }

    /// Of an action on a panel: `navigate(…)`, `goBack()`, `click(id)`, or anything else.
    #[must_use]
    pub fn of_panel(action: &str, page: &Page) -> Self {
        match call(action) {
            Some(("navigate" | "goBack", _)) => Self::Navigation,
            Some(("click", id)) => match page.find(id) {
                Some(element) if element.has_popup => Self::Dropdown,
                Some(element) if element.tag == "a" || element.has_href => Self::Navigation,
                Some(element) if element.role.as_deref() == Some("link") => Self::Navigation,
                Some(_) | None => Self::Generic,
            },
            Some(_) | None => Self::Generic,
        }
    }
}

/// `name(argument)`, quotes around the argument left aside.
fn call(action: &str) -> Option<(&str, &str)> {
    let (name, rest) = action.trim().split_once('(')?;
    let argument = rest.strip_suffix(')')?.trim();
    Some((name.trim_end(), argument.trim_matches(['"', '\''])))
}

/// One thing that is to be so after an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// By id, class, `data-testid` or text.
    ElementExists(String),
    /// The inverse.
    ElementNotExists(String),
    /// The element is there, and its text has this in it.
    ElementHasText {
        /// By id, class, `data-testid` or text.
        element: String,
        /// The text.
        text: String,
    },
    /// Path or query are others than before.
    UrlChanged,
    /// `aria-expanded` of this element is `true`.
    AriaExpanded(String),
    /// There is an element of each of these roles.
    RolesExist(Vec<String>),
    /// A controller's state says this under this key.
    StateSays {
        /// As in `position`.
        key: String,
        /// What it says.
        text: String,
    },
}

/// What there is to look at after an action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen<'s> {
    /// A panel's page.
    pub page: Option<&'s Page>,
    /// A controller's state.
    pub state: Option<&'s Skeleton>,
    /// A panel's address before.
    pub address_before: Option<&'s str>,
    /// A panel's address after.
    pub address_after: Option<&'s str>,
}

impl Check {
    /// Whether it is so. What cannot be looked at is not so.
    #[must_use]
    pub fn holds(&self, seen: &Seen<'_>) -> bool {
        let find = |element: &str| seen.page.and_then(|page| page.find(element));
        match self {
            Self::ElementExists(element) => find(element).is_some(),
            Self::ElementNotExists(element) => seen.page.is_some() && find(element).is_none(),
            Self::ElementHasText { element, text } => find(element).is_some_and(|found| found.text.contains(text)),
            Self::UrlChanged => match (seen.address_before, seen.address_after) {
                (Some(before), Some(after)) => path_and_query(before) != path_and_query(after),
                (None, _) | (_, None) => false,
            },
            Self::AriaExpanded(element) => find(element).is_some_and(|found| found.is_expanded),
            Self::RolesExist(roles) => seen.page.is_some_and(|page| roles.iter().all(|role| page.has_role(role))),
            Self::StateSays { key, text } => seen.state.and_then(|state| state.value(key)) == Some(text),
        }
    }
}

/// What of an address makes another page: not the host, and not the place on the page.
fn path_and_query(address: &str) -> &str {
    let address = address.split('#').next().unwrap_or("");
    let Some((_, behind)) = address.split_once("://") else { return address };
    behind.find(['/', '?']).map_or("/", |start| behind.get(start..).unwrap_or("/"))
}

/// What an action is predicted to change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// In words.
    pub description: String,
    /// What is to be so afterwards.
    pub checks: Vec<Check>,
    /// What the next action is to be about, where that is known.
    pub next_goal: Option<String>,
}

impl Outcome {
    /// What is predicted of a step: what is certain about a move and a tool change, and of a routine what its declared check
    /// says. None for a routine without one. `next` is what the step after it is to do.
    #[must_use]
    pub fn of_step(expected: &Expected, action: ActionType, declared: &Declared, next: Option<String>) -> Option<Self> {
        let says = |key: &str, text: &str| Check::StateSays { key: key.to_owned(), text: text.to_owned() };
        let (description, check) = match action {
            ActionType::Routine => {
                let (description, check) = of_check(declared, expected.check()?)?;
                return Some(Self { description, checks: check.into_iter().collect(), next_goal: next });
            }
            ActionType::Move => {
                let position = expected.position();
                (format!("the robot is at '{}'", shown(position)), says("position", position))
            }
            ActionType::ToolChange => {
                let tool = expected.tool();
                (format!("the robot holds '{}'", shown(tool)), says("tool", tool))
            }
            ActionType::Navigation | ActionType::Dropdown | ActionType::Generic => return None,
        };
        Some(Self { description, checks: vec![check], next_goal: next })
    }

    /// What is certain about an action on a panel; none for a generic one.
    #[must_use]
    pub fn of_panel(action: &str, page: &Page) -> Option<Self> {
        let (description, checks) = match ActionType::of_panel(action, page) {
            ActionType::Navigation => ("another page is shown".to_owned(), vec![Check::UrlChanged]),
            ActionType::Dropdown => {
                let (_, element) = call(action)?;
                let roles = Check::RolesExist(vec!["menuitem".to_owned()]);
                (format!("'{}' is open", shown(element)), vec![Check::AriaExpanded(element.to_owned()), roles])
            }
            ActionType::Move | ActionType::ToolChange | ActionType::Routine | ActionType::Generic => return None,
        };
        Some(Self { description, checks, next_goal: None })
    }

    /// The average of the checks, rounded down; none where there is none.
    #[must_use]
    pub fn score(&self, seen: &Seen<'_>) -> Option<Confidence> {
        let held = self.checks.iter().filter(|check| check.holds(seen)).count();
        let hundredths = (100 * held).checked_div(self.checks.len())?;
        Some(Confidence::hundredths(u8::try_from(hundredths).unwrap_or(100)))
    }
}

/// What a declared check predicts, and how that can be looked at in the state afterwards alone, where it can.
fn of_check(declared: &Declared, name: &str) -> Option<(String, Option<Check>)> {
    Some(match &declared.check(name)?.measure {
        Measure::Signal { key, is } => (
            format!("'{}' is '{}'", shown(key), shown(&is.to_string())),
            Some(Check::StateSays { key: key.clone(), text: is.to_string() }),
        ),
        Measure::Message(text) => (format!("the message '{}' appears", shown(text)), None),
        Measure::Counter { key, .. } => (format!("'{}' grows", shown(key)), None),
        Measure::Value { key, .. } => (format!("'{}' is within its bounds", shown(key)), None),
    })
}

/// What speaks for and against a prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Support {
    /// Whether the client found the element. None: it was not asked.
    pub client_found: Option<bool>,
    /// Whether the expected element is on the page. None: none was expected.
    pub element_found: Option<bool>,
    /// The average of the checks. None: there is none.
    pub checks: Option<Confidence>,
    /// Whether a navigation led to another address, as expected.
    pub has_navigated: bool,
    /// How sure a model is. None: it was not asked.
    pub semantic: Option<Confidence>,
}

impl Support {
    /// How far the prediction came true. Where nothing was looked at: not at all.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        let mixed = match (self.checks, self.semantic) {
            (_, Some(semantic)) if semantic > SEMANTIC_OVERRIDE => semantic,
            (Some(checks), Some(semantic)) => mix(checks, semantic),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Confidence::ZERO,
        };
        let bonus = if self.client_found == Some(true) { CLIENT_BONUS } else { 0 };
        let floor = if self.has_navigated { NAVIGATION_FLOOR } else { Confidence::ZERO };
        let is_missing = self.element_found == Some(false) && !self.has_navigated;
        let cap = if is_missing || self.client_found == Some(false) { NOT_FOUND_CAP } else { Confidence::ONE };
        mixed.more(bonus).max(floor).min(cap)
    }

    /// Whether that is enough. For the record: no run is routed by it.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.confidence() >= SUCCESS
    }
}

fn mix(checks: Confidence, semantic: Confidence) -> Confidence {
    let (checks, semantic) = (u16::from(checks.as_hundredths()), u16::from(semantic.as_hundredths()));
    let hundredths = (CHECKS_WEIGHT * checks + (100 - CHECKS_WEIGHT) * semantic) / 100;
    Confidence::hundredths(u8::try_from(hundredths).unwrap_or(100))
}
