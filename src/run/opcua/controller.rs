//! The controller as its methods give it: typed calls out, typed answers in.
//!
//! What a controller answers is checked here for its types and its lengths, and for nothing else.

use opcua::types::{NodeId, UAString, Variant};
use serde_json::{Map, Value, json};

use super::{
    super::{
        driver::{DriverError, Handover},
        handover::permit::{Document, FORM, Word},
    },
    cell::CellVariables,
    link::{CallError, Link},
    nodes::{CELL, Method, SEQUENCE},
    safety::Safety,
    variables::read,
};
use crate::limits::{NAME_BYTES_MAX, OPC_UA_LINES_MAX, OPC_UA_MESSAGE_BYTES_MAX, PROGRESS_LINE_BYTES_MAX};

/// A controller, and the session with it. It can be told to stop, and looked at, whatever else its server has.
#[derive(Debug)]
pub(super) struct Controller {
    link: Link,
    beside: Option<Beside>,
}

/// What a run needs beside the methods.
#[derive(Debug)]
struct Beside {
    /// Where the texts of the sequence stand.
    sequence: [NodeId; 2],
    cell: Option<CellVariables>,
    safety: Safety,
}

/// The permit that stands at a controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) serial: u32,
    pub(super) run: String,
    pub(super) permit: Word,
    pub(super) step: u32,
    /// The last report that was asked for.
    pub(super) report: u32,
}

/// What a look at a controller shows.
pub(super) struct Looked {
    pub(super) standing: Standing,
    /// The number of the last line that it has said.
    pub(super) last: u64,
    /// The lines after the one that was named, up to the last, as JSON objects.
    pub(super) lines: Vec<Map<String, Value>>,
}

impl Controller {
    /// Talks over this session to the controller's methods, and to nothing else yet.
    pub(super) const fn over(link: Link) -> Self {
        Self { link, beside: None }
    }

    /// The same with all that a run needs.
    pub(super) fn for_a_run(link: Link) -> Result<Self, DriverError> {
        let found = link.nodes(&[&SEQUENCE[0], &SEQUENCE[1]])?;
        let [Some(yaml), Some(json)] = found.as_slice() else {
            return Err(DriverError::Failed(
                "the controller has no Sequence with ActionsYaml and ActionsJson".to_owned(),
            ));
        };
        let sequence = [yaml.clone(), json.clone()];
        let safety = Safety::watch(&link)?;
        let cell = cell_of(&link)?;
        Ok(Self { link, beside: Some(Beside { sequence, cell, safety }) })
    }

    /// Looks for the variables of its cell, which a line may leave out: for a controller that was told to stop.
    pub(super) fn look_for_cell(&mut self) -> Result<(), DriverError> {
        let cell = cell_of(&self.link)?;
        let sequence = [NodeId::null(), NodeId::null()];
        self.beside = Some(Beside { sequence, cell, safety: Safety::unwatched() });
        Ok(())
    }

    /// What an operator should know of this controller.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.beside.iter().flat_map(|beside| beside.safety.remarks()).collect()
    }

    fn beside(&self) -> Result<&Beside, DriverError> {
        self.beside.as_ref().ok_or_else(|| DriverError::Failed("nothing but its methods was looked for".to_owned()))
    }

    /// Gives it the sequence of a run.
    pub(super) fn hand_over(&self, handover: &Handover) -> Result<(), DriverError> {
        let bytes = handover.yaml.text.len() + handover.json.text.len();
        if bytes > OPC_UA_MESSAGE_BYTES_MAX / 2 {
            let most = OPC_UA_MESSAGE_BYTES_MAX / 2;
            return Err(DriverError::Failed(format!("the sequence has {bytes} bytes: at most {most} go over OPC UA")));
        }
        let texts = [
            handover.run.hyphenated().to_string(),
            handover.plan_hash.to_hex().to_string(),
            handover.yaml.text.clone(),
            handover.json.text.clone(),
        ];
        self.link.call(Method::HandOver, texts.into_iter().map(Variant::from).collect())?;
        Ok(())
    }

    /// The texts of the sequence as they stand at the controller: YAML, JSON.
    pub(super) fn sequence(&self) -> Result<[String; 2], DriverError> {
        let names = ["Sequence/ActionsYaml", "Sequence/ActionsJson"].map(str::to_owned);
        let values = read(&self.link, &self.beside()?.sequence, &names)?;
        match <[Variant; 2]>::try_from(values) {
            Ok([Variant::String(yaml), Variant::String(json)]) => Ok([yaml.into(), json.into()]),
            _ => Err(DriverError::Failed("the sequence at the controller is no text".to_owned())),
        }
    }

    /// Has it take a permit, in the place of the one with the number `replaces`.
    pub(super) fn permit(&self, permit: &Document, replaces: u32) -> Result<(), CallError> {
        let word = serde_json::to_value(permit.permit).ok().and_then(|word| word.as_str().map(str::to_owned));
        let arguments = vec![
            Variant::from(permit.form),
            Variant::from(permit.serial),
            Variant::from(replaces),
            Variant::from(permit.run.as_str()),
            Variant::from(word.unwrap_or_default()),
            Variant::from(permit.step),
            Variant::from(permit.of),
            Variant::from(permit.report),
            Variant::from(permit.valid_s),
            Variant::from(permit.plan.as_str()),
            Variant::from(permit.actions.as_str()),
            Variant::from(permit.actions_json.as_str()),
        ];
        let answer = self.link.call(Method::Permit, arguments)?;
        match answer.as_slice() {
            [Variant::UInt32(serial)] if *serial == permit.serial => Ok(()),
            _ => Err(CallError::Lost(format!(
                "the controller answers Permit {} with something else than its number",
                permit.serial
            ))),
        }
    }

    /// Shows it that this program lives; the number of its own beat.
    pub(super) fn beat(&self, run: &str, beat: u64) -> Result<u64, CallError> {
        let answer = self.link.call(Method::Beat, vec![Variant::from(run), Variant::from(beat)])?;
        match answer.as_slice() {
            [Variant::UInt64(beat)] => Ok(*beat),
            _ => Err(CallError::Lost(
                "the controller answers Beat with something else than a number of type UInt64".to_owned(),
            )),
        }
    }

    /// What stands at it, and what it has said after the line `after`; none: no lines.
    pub(super) fn look(&self, after: Option<u64>) -> Result<Looked, DriverError> {
        let answer = self.link.call(Method::Look, vec![Variant::from(after.unwrap_or(u64::MAX))])?;
        looked(answer).map_err(|why| DriverError::Protocol(format!("the controller's answer to Look has {why}")))
    }

    /// The state of its cell, where it has one.
    pub(super) fn cell(&self) -> Result<Option<Value>, DriverError> {
        let cell = self.beside.as_ref().and_then(|beside| beside.cell.as_ref());
        cell.map(|cell| cell.read(&self.link)).transpose()
    }

    /// Refuses a robot that is kept from moving. `is_go`: a step is to be permitted, so that it is asked now, and not a second ago.
    pub(super) fn refuse_unsafe(&self, is_go: bool) -> Result<(), DriverError> {
        match self.beside()?.safety.against(&self.link, is_go)? {
            None => Ok(()),
            Some(why) => Err(DriverError::Failed(why)),
        }
    }
}

/// The variables of a controller's cell, where it has them.
fn cell_of(link: &Link) -> Result<Option<CellVariables>, DriverError> {
    let found = link.nodes(&[&[CELL]])?.pop().flatten();
    found.map(|node| CellVariables::found(link, &node)).transpose()
}

fn looked(answer: Vec<Variant>) -> Result<Looked, String> {
    const OUTPUTS: usize = 14;
    let answer: [Variant; OUTPUTS] =
        answer.try_into().map_err(|given: Vec<_>| format!("{} values, and not {OUTPUTS}", given.len()))?;
    let [serial, run, permit, step, report, last, lines @ ..] = answer;
    let permit = text("Permit", permit)?;
    let standing = Standing {
        serial: number("Serial", serial)?,
        run: text("Run", run)?,
        permit: serde_json::from_value(Value::String(permit)).unwrap_or(Word::Other),
        step: number("Step", step)?,
        report: number("Report", report)?,
    };
    let Variant::UInt64(last) = last else { return Err("a Last that is no UInt64".to_owned()) };
    Ok(Looked { standing, last, lines: objects(lines)? })
}

/// The lines, one list for each field, as objects.
fn objects(lists: [Variant; 8]) -> Result<Vec<Map<String, Value>>, String> {
    const NAMES: [&str; 8] = ["Runs", "Serials", "Steps", "States", "Positions", "Tools", "Errors", "More"];
    let mut lists: Vec<Vec<Variant>> =
        lists.into_iter().zip(NAMES).map(|(given, name)| list(name, given)).collect::<Result<_, _>>()?;
    let count = lists.first().map_or(0, Vec::len);
    if let Some((other, name)) = lists.iter().zip(NAMES).find(|(list, _)| list.len() != count) {
        return Err(format!("{} of {name}, and {count} of Runs", other.len()));
    }
    if count > OPC_UA_LINES_MAX {
        return Err(format!("{count} lines: at most {OPC_UA_LINES_MAX} are read at once"));
    }
    lists.iter_mut().for_each(|list| list.reverse());
    (0..count).map(|_| object(lists.iter_mut().map(|list| list.pop().unwrap_or(Variant::Empty)))).collect()
}

/// One line. An empty text is a field that is left out.
fn object(mut values: impl Iterator<Item = Variant>) -> Result<Map<String, Value>, String> {
    let mut next = || values.next().unwrap_or(Variant::Empty);
    let mut line = Map::new();
    line.insert("form".to_owned(), json!(FORM));
    line.insert("run".to_owned(), json!(text("Runs", next())?));
    line.insert("serial".to_owned(), json!(number("Serials", next())?));
    line.insert("step".to_owned(), json!(number("Steps", next())?));
    line.insert("state".to_owned(), json!(text("States", next())?));
    for (name, field) in [("Positions", "position"), ("Tools", "tool"), ("Errors", "error")] {
        let said = text(name, next())?;
        if !said.is_empty() {
            line.insert(field.to_owned(), Value::String(said));
        }
    }
    let more = long_text("More", next(), PROGRESS_LINE_BYTES_MAX)?;
    if !more.is_empty() {
        let more: Map<String, Value> =
            serde_json::from_str(&more).map_err(|error| format!("More that is no JSON object: {error}"))?;
        if let Some(twice) = more.keys().find(|key| line.contains_key(*key) || *key == "error") {
            return Err(format!("`{twice}` in More, which is a value of its own"));
        }
        line.extend(more);
    }
    Ok(line)
}

fn text(name: &str, value: Variant) -> Result<String, String> {
    long_text(name, value, 4 * NAME_BYTES_MAX)
}

fn long_text(name: &str, value: Variant, bytes_max: usize) -> Result<String, String> {
    let text: UAString = match value {
        Variant::String(text) => text,
        _ => return Err(format!("{name} that is no String")),
    };
    let text = String::from(text);
    match text.len() <= bytes_max {
        true => Ok(text),
        false => Err(format!("{name} of {} bytes: at most {bytes_max} are read", text.len())),
    }
}

fn number(name: &str, value: Variant) -> Result<u32, String> {
    match value {
        Variant::UInt32(number) => Ok(number),
        _ => Err(format!("{name} that is no UInt32")),
    }
}

/// A list; a server may send none at all for an empty one.
fn list(name: &str, value: Variant) -> Result<Vec<Variant>, String> {
    match value {
        Variant::Array(array) => Ok(array.values),
        Variant::Empty => Ok(Vec::new()),
        _ => Err(format!("{name} that is no list")),
    }
}

#[cfg(test)]
mod tests {
    use opcua::types::VariantScalarTypeId;

    use super::*;

    fn texts(values: &[&str]) -> Variant {
        Variant::from((VariantScalarTypeId::String, values.iter().map(|&text| Variant::from(text)).collect::<Vec<_>>()))
    }

    fn answer() -> Vec<Variant> {
        vec![
            Variant::from(7_u32),
            Variant::from("run"),
            Variant::from("go"),
            Variant::from(1_u32),
            Variant::from(5_u32),
            Variant::from(3_u64),
            texts(&["run"]),
            Variant::from(vec![7_u32]),
            Variant::from(vec![1_u32]),
            texts(&["done"]),
            texts(&["Home"]),
            texts(&["none"]),
            texts(&[""]),
            texts(&["{\"witness\":{\"motion\":true}}"]),
        ]
    }

    #[test]
    fn an_answer_is_a_standing_permit_and_lines() {
        let looked = looked(answer()).unwrap();
        assert_eq!((looked.standing.serial, looked.standing.permit, looked.last), (7, Word::Go, 3));
        let line = Value::Object(looked.lines.into_iter().next().unwrap());
        let wanted = json!({
            "form": 2, "run": "run", "serial": 7, "step": 1, "state": "done", "position": "Home", "tool": "none",
            "witness": { "motion": true }
        });
        assert_eq!(line, wanted);
    }

    #[test]
    fn an_answer_of_another_shape_is_named() {
        let empty = || texts(&[]);
        for (at, value, why) in [
            (0, Variant::from(7_i32), "Serial that is no UInt32"),
            (1, Variant::Empty, "Run that is no String"),
            (5, Variant::from(7_u32), "a Last that is no UInt64"),
            (7, Variant::from(7_u32), "Serials that is no list"),
            (8, empty(), "0 of Steps, and 1 of Runs"),
            (9, texts(&["done", "done"]), "2 of States, and 1 of Runs"),
            (10, texts(&[&"x".repeat(4 * NAME_BYTES_MAX + 1)]), "Positions of"),
            (13, texts(&["{"]), "More that is no JSON object"),
            (13, texts(&["[1]"]), "More that is no JSON object"),
            (13, texts(&["{\"serial\":9}"]), "`serial` in More, which is a value of its own"),
            (13, texts(&["{\"error\":\"x\"}"]), "`error` in More, which is a value of its own"),
        ] {
            let mut answer = answer();
            answer[at] = value;
            let found = looked(answer).err().unwrap();
            assert!(found.starts_with(why), "{found}");
        }
        let mut short = answer();
        short.pop();
        assert_eq!(looked(short).err().unwrap(), "13 values, and not 14");
        let many = vec!["run"; OPC_UA_LINES_MAX + 1];
        let mut answer = answer();
        for at in [6, 9, 10, 11, 12, 13] {
            answer[at] = texts(&many.iter().map(|_| "").collect::<Vec<_>>());
        }
        answer[7] = Variant::from(vec![7_u32; OPC_UA_LINES_MAX + 1]);
        answer[8] = Variant::from(vec![7_u32; OPC_UA_LINES_MAX + 1]);
        assert!(looked(answer).err().unwrap().contains("at most"));
    }

    /// A server may send no list at all where nothing was said.
    #[test]
    fn nothing_said_is_no_line() {
        let mut answer = answer();
        answer[6..].iter_mut().for_each(|list| *list = Variant::Empty);
        assert!(looked(answer).unwrap().lines.is_empty());
    }
}
