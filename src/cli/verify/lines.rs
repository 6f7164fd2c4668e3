//! The lines of `verify --batch`: `{"position", "tool", "plan"}` in, the result document out.

use std::{borrow::Cow, io::Write};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use crate::{
    cli::{
        batch::{self, Line, LineError},
        failure::Failure,
    },
    plan::{Action, Plain, Plan, Step},
    snapshot::Snapshot,
    verify::{self, Report, State},
};

/// Verifies the lines of a batch; what it needs for one it keeps for the next.
pub(super) struct BatchVerifier<'s> {
    snapshot: &'s Snapshot,
    /// The answer to every valid plan.
    valid: Vec<u8>,
    /// Empty between two lines; kept for its memory.
    steps: Vec<Step<'static>>,
}

impl<'s> BatchVerifier<'s> {
    pub(super) fn new(snapshot: &'s Snapshot) -> Result<Self, Failure> {
        let valid = serde_json::to_vec(&Report::valid()).map_err(Failure::internal)?;
        Ok(Self { snapshot, valid, steps: Vec::new() })
    }
}

impl Line for BatchVerifier<'_> {
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<(), LineError> {
        let mut plan = Plan { steps: emptied(std::mem::take(&mut self.steps)) };
        let answered = self.verify(line, &mut plan, out);
        self.steps = emptied(plan.steps);
        answered
    }
}

impl BatchVerifier<'_> {
    fn verify<'l>(&self, line: &'l str, plan: &mut Plan<'l>, out: &mut dyn Write) -> Result<(), LineError> {
        let (position, tool) = read(line, &mut plan.steps)?;
        let state = State::named(self.snapshot, &position, &tool)?;
        match verify::verify(self.snapshot, state, plan) {
            Ok(_) => out.write_all(&self.valid).map_err(LineError::Write),
            Err(rejection) => batch::write(out, &rejection.report()),
        }
    }
}

/// Position and tool; the steps go into the list.
fn read<'l>(line: &'l str, steps: &mut Vec<Step<'l>>) -> Result<(Cow<'l, str>, Cow<'l, str>), serde_json::Error> {
    if let Some((position, tool)) = plain(line, steps) {
        return Ok((Cow::Borrowed(position), Cow::Borrowed(tool)));
    }
    let mut document = serde_json::Deserializer::from_str(line);
    let state = Request(steps).deserialize(&mut document)?;
    document.end()?;
    Ok(state)
}

/// The same, where the line is plain.
fn plain<'l>(line: &'l str, steps: &mut Vec<Step<'l>>) -> Option<(&'l str, &'l str)> {
    let mut line = Plain::new(line);
    let (mut position, mut tool, mut has_plan) = (None, None, false);
    line.mark(b'{')?;
    loop {
        let field = line.text()?;
        line.mark(b':')?;
        match field {
            "position" if position.is_none() => position = Some(line.text()?),
            "tool" if tool.is_none() => tool = Some(line.text()?),
            "plan" if !has_plan => {
                line.steps(steps)?;
                has_plan = true;
            }
            _ => return None,
        }
        if !line.goes_on(b'}')? {
            break;
        }
    }
    line.end()?;
    if has_plan { position.zip(tool) } else { None }
}

/// The same memory for texts that live otherwise: the list is empty, and `map` is never called.
fn emptied<'b>(mut steps: Vec<Step<'_>>) -> Vec<Step<'b>> {
    steps.clear();
    steps
        .into_iter()
        .map(|step| Step::new(Action::Unknown(Cow::Owned(step.action.word().to_owned())), Cow::Borrowed("")))
        .collect()
}

/// Reads `{"position", "tool", "plan"}`, the steps into a list that is kept.
struct Request<'p, 'd>(&'p mut Vec<Step<'d>>);

impl<'d> DeserializeSeed<'d> for Request<'_, 'd> {
    type Value = (Cow<'d, str>, Cow<'d, str>);

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Position,
    Tool,
    Plan,
}

impl<'d> Visitor<'d> for Request<'_, 'd> {
    type Value = (Cow<'d, str>, Cow<'d, str>);

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object with `position`, `tool` and `plan`")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut position, mut tool, mut has_plan) = (None, None, false);
        while let Some(field) = map.next_key::<Field>()? {
            match field {
                Field::Position if position.is_none() => position = Some(map.next_value::<Text<'d>>()?.0),
                Field::Tool if tool.is_none() => tool = Some(map.next_value::<Text<'d>>()?.0),
                Field::Plan if !has_plan => {
                    map.next_value_seed(Steps(self.0))?;
                    has_plan = true;
                }
                _ => return Err(A::Error::custom("`position`, `tool` or `plan` is given twice")),
            }
        }
        match (position, tool, has_plan) {
            (Some(position), Some(tool), true) => Ok((position, tool)),
            (None, ..) => Err(A::Error::missing_field("position")),
            (_, None, _) => Err(A::Error::missing_field("tool")),
            _ => Err(A::Error::missing_field("plan")),
        }
    }
}

/// A text, borrowed where it can be.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Text<'d>(#[serde(borrow)] Cow<'d, str>);

struct Steps<'p, 'd>(&'p mut Vec<Step<'d>>);

impl<'d> DeserializeSeed<'d> for Steps<'_, 'd> {
    type Value = ();

    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        Plan::read_into(self.0, deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plain_is_what_serde_reads() {
        let serde = |line: &'static str| {
            let (mut steps, mut document) = (Vec::new(), serde_json::Deserializer::from_str(line));
            let state = Request(&mut steps).deserialize(&mut document)?;
            document.end()?;
            Ok::<_, serde_json::Error>((state, steps))
        };
        let (position, tool, plan) =
            (r#""position":"A""#, r#""tool":"none""#, r#""plan":[{"action":"move","target":"B"}]"#);
        let objects = [
            format!("{{{position},{tool},{plan}}}"),
            format!(" {{ {plan} , {tool} ,{position} }} "),
            format!("{{{position},{tool},{plan},{tool}}}"),
            format!("{{{position},{plan}}}"),
            format!("{{{position},{tool}}}"),
            format!("{{{position},{tool},{plan},}}"),
            format!("{{{position},{tool},{plan}}} x"),
            format!("{{{position},{tool},{plan}"),
            format!("{{{position},\"Tool\":\"none\",{plan}}}"),
            format!("{{{position},\"tool\":null,{plan}}}"),
            format!("{{{position} {tool},{plan}}}"),
            "{}".to_owned(),
            "[]".to_owned(),
            String::new(),
        ];
        let mut read = 0;
        for line in objects.map(String::leak) {
            let mut steps = Vec::new();
            let Some((position, tool)) = plain(line, &mut steps) else { continue };
            read += 1;
            assert_eq!(serde(line).unwrap(), ((position.into(), tool.into()), steps), "{line}");
        }
        assert_eq!(read, 2);
    }

    #[test]
    fn an_emptied_list_keeps_its_memory() {
        let text = String::from("text");
        let steps = vec![Step::new(Action::Move, Cow::Borrowed(text.as_str())); 100];
        let (place, capacity) = (steps.as_ptr().addr(), steps.capacity());
        let emptied: Vec<Step<'static>> = emptied(steps);
        assert_eq!((emptied.as_ptr().addr(), emptied.capacity(), emptied.len()), (place, capacity, 0));
    }
}
