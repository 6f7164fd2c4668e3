//! Authors' lines → sentences with gold answers, as `cellgraph eval` reads them (`tests/language/README.md` has the form).
//!
//! `gold FOLDER`: for each cell, its snapshot `NAME.cellgraph` and `NAME.lines.jsonl` in, as `authors/export.sh FOLDER` makes
//! them; `NAME.jsonl` out, and `NAME.talk.jsonl` with the dialogues. What is to be asked back is an action with the goal `unknown`, with
//! the readings to ask back with beside it: nothing may move by it.

use std::{
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
};

use cellgraph::{
    cell::State,
    files,
    language::{Route, Said, terse},
    snapshot::Snapshot,
};
use cellgraph_training_generator::gold::{Dialogue, Line, meaning};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &arguments[..] else { return Err("usage: gold FOLDER".into()) };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".lines.jsonl").map(str::to_owned));
    }
    names.sort();
    for name in names {
        cell(Path::new(folder), &name).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

fn cell(folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let snapshot = files::read_snapshot(&folder.join(format!("{name}.cellgraph")))?;
    let mut lines = BufWriter::new(File::create(folder.join(format!("{name}.jsonl")))?);
    let mut talks = BufWriter::new(File::create(folder.join(format!("{name}.talk.jsonl")))?);
    for line in fs::read_to_string(folder.join(format!("{name}.lines.jsonl")))?.lines() {
        let line: Line = serde_json::from_str(line)?;
        let state = State::named(&snapshot, &line.position, &line.tool)?;
        let (gold, moves) =
            outcome(wanted(&line, &line.gold), &snapshot, state).map_err(|error| format!("{}: {error}", line.id))?;
        let mut accept = Vec::new();
        let mut may_move = moves;
        for also in &line.also {
            let (outcome, moves) =
                outcome(wanted(&line, also), &snapshot, state).map_err(|error| format!("{}: {error}", line.id))?;
            may_move |= moves;
            if outcome != gold {
                accept.push(outcome);
            }
        }
        // A comment that changes nothing may be met by nothing: the proposal stays as it is.
        if line.gold == "keep" {
            accept.push(answer(Route::Action, Value::Null, json!({"goal": "unknown"})));
            accept.push(answer(Route::Unknown, Value::Null, Value::Null));
        }
        let mut document = json!({
            "id": line.id, "text": line.text, "state": {"position": line.position, "tool": line.tool},
            "accept": accept, "ask": asked(&line, &snapshot, state)?, "move": may_move, "tags": line.tags,
        });
        for (key, value) in gold.as_object().into_iter().flatten() {
            document[key] = value.clone();
        }
        if let Some(Dialogue { proposal, comment }) = &line.dialogue {
            let understood = terse::write(&meaning(proposal, &snapshot)?, &snapshot);
            document["earlier"] = json!({ "understood": understood, "comment": comment });
        }
        writeln!(if line.dialogue.is_some() { &mut talks } else { &mut lines }, "{document}")?;
    }
    lines.flush()?;
    Ok(talks.flush()?)
}

/// The gold form of what is wanted: `keep` is the proposal, `drop` is nothing.
fn wanted<'l>(line: &'l Line, gold: &'l str) -> &'l str {
    match (gold, &line.dialogue) {
        ("keep", Some(dialogue)) => &dialogue.proposal,
        ("drop", Some(_)) => "action ?",
        _ => gold,
    }
}

/// The intents of what a line is to be asked back with.
fn asked(line: &Line, snapshot: &Snapshot, state: State) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut intents = Vec::new();
    if let Said::Unclear(offers) = meaning(wanted(line, &line.gold), snapshot)? {
        for offer in offers {
            intents.extend(
                Said::Do(offer).intent(snapshot, state)?.map(|intent| serde_json::to_value(&intent)).transpose()?,
            );
        }
    }
    Ok(intents)
}

/// Route, replay and intent of a gold form, and whether anything may move.
fn outcome(gold: &str, snapshot: &Snapshot, state: State) -> Result<(Value, bool), Box<dyn Error>> {
    let said = meaning(gold, snapshot)?;
    let intent = said.intent(snapshot, state)?;
    let moves = said.replay().is_some() || matches!(said, Said::Do(_));
    let intent = intent.map_or(Ok(Value::Null), |intent| serde_json::to_value(&intent))?;
    let replay = said.replay().map_or(Ok(Value::Null), serde_json::to_value)?;
    Ok((answer(said.route(), replay, intent), moves))
}

fn answer(route: Route, replay: Value, intent: Value) -> Value {
    json!({ "route": route.word(), "replay": replay, "intent": intent })
}
