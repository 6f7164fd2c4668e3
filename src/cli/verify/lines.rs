//! The lines of `verify --batch`: `{"position", "tool", "plan"}` in, the result document out.

use std::{borrow::Cow, io::Write, ops::Range};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use crate::{
    cli::{
        batch::{self, Line, LineError},
        failure::Failure,
    },
    plan::{Plain, PlainStep, Plan, Step},
    snapshot::Snapshot,
    verify::{self, ActionRef, Report, State, StepRef},
};

/// Verifies the lines of a batch; what it needs for one it keeps for the next.
///
/// A plain line is verified where it lies, from what the checks look at. Any other line is read by serde, which says what is wrong with
/// it where something is. The answers are the same.
pub(super) struct BatchVerifier<'s> {
    snapshot: &'s Snapshot,
    /// The answer to every valid plan.
    valid: Vec<u8>,
    /// Empty between two lines; kept for its memory.
    steps: Vec<StepRef<'static>>,
}

impl<'s> BatchVerifier<'s> {
    pub(super) fn new(snapshot: &'s Snapshot) -> Result<Self, Failure> {
        let valid = serde_json::to_vec(&Report::valid()).map_err(Failure::internal)?;
        Ok(Self { snapshot, valid, steps: Vec::new() })
    }
}

impl Line for BatchVerifier<'_> {
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<(), LineError> {
        let mut steps = emptied(std::mem::take(&mut self.steps));
        let answered = match plain(line, &mut steps) {
            Some((position, tool)) => self.verify_plain(position, tool, &steps, out),
            None => self.verify(line, out),
        };
        self.steps = emptied(steps);
        answered
    }
}

impl BatchVerifier<'_> {
    fn verify_plain(
        &self,
        position: &str,
        tool: &str,
        steps: &[StepRef<'_>],
        out: &mut dyn Write,
    ) -> Result<(), LineError> {
        let state = State::named(self.snapshot, position, tool)?;
        let mut faults = Vec::new();
        match verify::verify_steps(self.snapshot, state, steps, |fault| faults.push(fault)) {
            Ok(_) => out.write_all(&self.valid).map_err(LineError::Write),
            Err(_) => batch::write(out, &Report::of(&faults)),
        }
    }

    fn verify(&self, line: &str, out: &mut dyn Write) -> Result<(), LineError> {
        let (position, tool, plan) = read(line)?;
        let state = State::named(self.snapshot, &position, &tool)?;
        match verify::verify(self.snapshot, state, &plan) {
            Ok(_) => out.write_all(&self.valid).map_err(LineError::Write),
            Err(rejection) => batch::write(out, &rejection.report()),
        }
    }
}

/// Position, tool and plan of any line.
fn read(line: &str) -> Result<(Cow<'_, str>, Cow<'_, str>, Plan<'_>), serde_json::Error> {
    let mut plan = Plan::default();
    let mut document = serde_json::Deserializer::from_str(line);
    let (position, tool) = Request(&mut plan.steps).deserialize(&mut document)?;
    document.end()?;
    Ok((position, tool, plan))
}

/// Position and tool of a plain line; the steps go into the list.
fn plain<'l>(line: &'l str, steps: &mut Vec<StepRef<'l>>) -> Option<(&'l str, &'l str)> {
    let mut place = Plain::new(line);
    let (mut position, mut tool, mut has_plan) = (None, None, false);
    place.mark(b'{')?;
    loop {
        let field = line.get(place.text()?)?;
        place.mark(b':')?;
        match field {
            "position" if position.is_none() => position = Some(line.get(place.text()?)?),
            "tool" if tool.is_none() => tool = Some(line.get(place.text()?)?),
            "plan" if !has_plan => {
                place.steps(|step| {
                    steps.push(step_ref(line, &step)?);
                    Some(())
                })?;
                has_plan = true;
            }
            _ => return None,
        }
        if !place.goes_on(b'}')? {
            break;
        }
    }
    place.end()?;
    if has_plan { position.zip(tool) } else { None }
}

/// What the checks look at of a step. On a move that is the target alone.
#[inline]
fn step_ref<'l>(line: &'l str, step: &PlainStep) -> Option<StepRef<'l>> {
    let text = |range: &Option<Range<usize>>| match range {
        Some(range) => line.get(range.clone()).map(Some),
        None => Some(None),
    };
    let (action, target) = (ActionRef::of(line.get(step.action.clone())?), line.get(step.target.clone())?);
    Some(match action {
        ActionRef::Move => StepRef { action, target, position: None, tool: None },
        _ => StepRef { action, target, position: text(&step.position)?, tool: text(&step.tool)? },
    })
}

/// The same memory for texts that live otherwise: the list is empty, and `map` is never called.
fn emptied<'b>(mut steps: Vec<StepRef<'_>>) -> Vec<StepRef<'b>> {
    steps.clear();
    steps.into_iter().map(|_| StepRef { action: ActionRef::Move, target: "", position: None, tool: None }).collect()
}

/// Reads `{"position", "tool", "plan"}`, the steps into a list.
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
    use proptest::{prelude::*, sample::Index};

    use super::*;
    use crate::{import, plan::Action, snapshot};

    /// Lines of the demo cell: plans that pass and plans that do not, fields in any order, and what is not looked at.
    const LINES: [&str; 8] = [
        r#"{"position":"Home","tool":"none","plan":[{"id":1,"name":"Move to Safe_Pos_1","action":"move","target":"Safe_Pos_1"},{"id":2,"action":"move","target":"Pos_1"}]}"#,
        r#" { "plan" : [ { "target" : "Pos_1" , "action" : "move" } ] , "tool" : "none" ,"position":"Safe_Pos_1" } "#,
        r#"{"position":"Tool_Weld_Position","tool":"none","plan":[{"action":"routine","target":"tool_attach","position":"Tool_Weld_Position","tool":"Welder","stabilize":1.5,"action_after":"attach_tool","verify":"Welder"}]}"#,
        r#"{"position":"Tool_Weld_Position","tool":"Welder","plan":[{"action":"routine","target":"tool_release","tool":"Camera"},{"action":"routine","target":"tool_release","position":null,"tool":null,"stabilize":0}]}"#,
        r#"{"position":"Pos_1","tool":"none","plan":[{"action":"wait","target":"Pos_1","verify":"ü"},{"action":"routine","target":"tack_weld","position":"Pos_2"},{"action":"move","target":"Nowhere","tool":7}]}"#,
        r#"{"position":"Nowhere","tool":"none","plan":[{"action":"move","target":"Pos_1"}]}"#,
        r#"{"position":"Home","tool":"Hammer","plan":[]}"#,
        r#"{"position":"Home","tool":"none","plan":[]}"#,
    ];

    /// What is put into a line, or in the place of a character.
    const PIECES: [&str; 24] = [
        " ",
        "\t",
        "\r",
        "\"",
        "\\",
        "\\\"",
        "\\u0041",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "0",
        "7",
        ".",
        "-",
        "e3",
        "ü",
        "\u{7f}",
        "\u{1f}",
        "null",
        "\"tool\":",
        "},{",
    ];

    fn demo() -> Snapshot {
        let export = include_bytes!("../../../graph-snapshots/demo-cell.apoc.jsonl");
        let import = import::from_apoc(export, &mut |_| ()).unwrap();
        snapshot::build(&import.draft, &snapshot::Provenance::default()).checked().unwrap().into_snapshot()
    }

    type Answer = Result<String, String>;

    /// The answer to a line, and the one that it has where serde reads every line.
    fn both(verifier: &mut BatchVerifier<'_>, line: &str) -> [Answer; 2] {
        let answer = |done: Result<(), LineError>, out: Vec<u8>| match done {
            Ok(()) => Ok(String::from_utf8(out).unwrap()),
            Err(error) => Err(error.to_string()),
        };
        let (mut quick, mut slow) = (Vec::new(), Vec::new());
        let done = [verifier.answer(line, &mut quick), verifier.verify(line, &mut slow)];
        let [quick_done, slow_done] = done;
        [answer(quick_done, quick), answer(slow_done, slow)]
    }

    #[test]
    fn the_lines_have_every_kind_of_answer() {
        let snapshot = demo();
        let mut verifier = BatchVerifier::new(&snapshot).unwrap();
        let answers = LINES.map(|line| {
            let [quick, slow] = both(&mut verifier, line);
            assert_eq!(quick, slow, "{line}");
            quick.map_or("unusable", |answer| if answer.contains("\"valid\":true") { "valid" } else { "invalid" })
        });
        let expected = ["valid", "valid", "valid", "invalid", "invalid", "unusable", "unusable", "invalid"];
        assert_eq!(answers, expected);
        // All of them but the one with a number where a text belongs are read where they lie.
        let is_plain = LINES.map(|line| plain(line, &mut Vec::new()).is_some());
        assert_eq!(is_plain, [true, true, true, true, false, true, true, true]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_line_with_some_characters_changed_has_the_answer_that_serde_gives(
            line in 0..LINES.len(),
            changes in prop::collection::vec((any::<Index>(), 0_usize..3, 0..PIECES.len()), 0..4),
        ) {
            thread_local!(static DEMO: Snapshot = demo());
            let mut text: Vec<String> = LINES[line].chars().map(String::from).collect();
            for (at, kind, piece) in changes {
                let at = at.index(text.len());
                match kind {
                    0 => text[at] = PIECES[piece].to_owned(),
                    1 => text.insert(at, PIECES[piece].to_owned()),
                    _ => text[at].clear(),
                }
            }
            let line = text.concat();
            let [quick, slow] = DEMO.with(|snapshot| both(&mut BatchVerifier::new(snapshot).unwrap(), &line));
            prop_assert_eq!(quick, slow, "{}", line);
        }
    }

    #[test]
    fn what_is_plain_is_what_serde_reads() {
        fn step_of<'s>(step: &'s Step<'_>) -> StepRef<'s> {
            let action = match &step.action {
                Action::Move => ActionRef::Move,
                Action::Routine => ActionRef::Routine,
                Action::Unknown(word) => ActionRef::Unknown(word),
            };
            StepRef { action, target: &step.target, position: step.position.as_deref(), tool: step.tool.as_deref() }
        }
        let (position, tool, plan) =
            (r#""position":"A""#, r#""tool":"none""#, r#""plan":[{"action":"move","target":"B","tool":"C"}]"#);
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
        let mut count = 0;
        for line in &objects {
            let mut steps = Vec::new();
            let Some((position, tool)) = plain(line, &mut steps) else { continue };
            count += 1;
            let (slow_position, slow_tool, slow) = read(line).unwrap();
            assert_eq!((position, tool), (&*slow_position, &*slow_tool), "{line}");
            assert!(steps.into_iter().eq(slow.steps.iter().map(step_of)), "{line}");
        }
        assert_eq!(count, 2);
    }

    #[test]
    fn an_emptied_list_keeps_its_memory() {
        let text = String::from("text");
        let step = StepRef { action: ActionRef::Move, target: &text, position: None, tool: None };
        let steps = vec![step; 100];
        let (place, capacity) = (steps.as_ptr().addr(), steps.capacity());
        let emptied: Vec<StepRef<'static>> = emptied(steps);
        assert_eq!((emptied.as_ptr().addr(), emptied.capacity(), emptied.len()), (place, capacity, 0));
    }
}
