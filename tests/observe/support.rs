//! Steps, states and verdicts in few words.

use std::borrow::Cow;

use cellgraph::{
    observe::{Declared, Expected, Observation, Stand, Verdict, Witness, judge},
    plan::{Action, Step},
};

pub(crate) const NOBODY: Witness = Witness { network: None, motion: None, program: None };
pub(crate) const MOTION: Witness = Witness { network: None, motion: Some(true), program: None };
pub(crate) const EVERYTHING: Witness = Witness { network: Some(true), motion: Some(true), program: Some(true) };

/// A controller's state.
pub(crate) fn state(json: &str) -> Observation {
    let observed = Observation::of_controller(json.as_bytes());
    assert_eq!(observed.fault(), None, "{json}");
    observed
}

pub(crate) fn panel(html: &str) -> Observation {
    Observation::of_panel(html.as_bytes(), Some("http://panel/a"), &Declared::default())
}

pub(crate) fn declared(yaml: &str) -> Declared {
    Declared::read(yaml).unwrap()
}

pub(crate) fn stand<'n>(position: &'n str, tool: &'n str) -> Stand<'n> {
    Stand { position, tool }
}

/// A move with nothing held.
pub(crate) fn go(from: &str, to: &str) -> Expected {
    let step = Step::new(Action::Move, Cow::Owned(to.to_owned()));
    Expected::of(&step, stand(from, "none"), stand(to, "none"), false)
}

/// Taking the welder at its stand.
pub(crate) fn attach() -> Expected {
    let step = Step { verify: Some("Welder".into()), ..Step::new(Action::Routine, "tool_attach".into()) };
    Expected::of(&step, stand("Stand", "none"), stand("Stand", "Welder"), false)
}

pub(crate) fn release() -> Expected {
    let step = Step { verify: Some("none".into()), ..Step::new(Action::Routine, "tool_release".into()) };
    Expected::of(&step, stand("Stand", "Welder"), stand("Stand", "none"), false)
}

/// The routine `weld` at P with the welder.
pub(crate) fn weld(check: Option<&str>, is_last: bool) -> Expected {
    let verify = check.map(|check| Cow::Owned(check.to_owned()));
    let step = Step { verify, ..Step::new(Action::Routine, "weld".into()) };
    Expected::of(&step, stand("P", "Welder"), stand("P", "Welder"), is_last)
}

/// A state at P with the welder, and these further fields.
pub(crate) fn at_p(fields: &str) -> Observation {
    let comma = if fields.is_empty() { "" } else { "," };
    state(&format!(r#"{{"position":"P","tool":"Welder","mode":"auto"{comma}{fields}}}"#))
}

pub(crate) fn verdict(before: &Observation, after: &Observation, expected: &Expected, witness: &Witness) -> Verdict {
    judge(Some(before), Some(after), expected, witness, &Declared::default())
}

/// Success, completion, hundredths.
pub(crate) fn flags(verdict: &Verdict) -> (bool, bool, u8) {
    (verdict.action_succeeded(), verdict.task_completed(), verdict.confidence().as_hundredths())
}
