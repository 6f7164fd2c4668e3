//! The model with its adapter, as it ships: what it says of a fixed set of sentences, greedily, recorded. Another model,
//! adapter, prompt or way of putting names to sentences shows here as what it changes.

use std::{fs, sync::Arc};

use cellgraph::{
    cell::State,
    language::{
        Readers,
        llama::{Files, Model},
        model::{Cancel, ReadError},
        rules::Recogniser,
        score::GoldLine,
        templates::Templates,
    },
};

use super::{cells, files};

const ADAPTER: &str = "models/cellgraph-adapter.gguf";

/// Every so many lines of the guiding half of the demo cell.
const STRIDE: usize = 3;

#[test]
fn answers_to_a_fixed_set_of_sentences() {
    let snapshot = Arc::clone(&cells::demo());
    let model = Model::start(Files { adapter: Some(ADAPTER.into()), ..files(None) }, Arc::clone(&snapshot)).unwrap();
    let recogniser = Recogniser::new(&snapshot, Templates::default());
    let readers = Readers::new(Arc::clone(&snapshot), recogniser, Some(Box::new(model)));
    let text = fs::read_to_string("tests/language/demo.guide.jsonl").unwrap();
    let lines = text.lines().step_by(STRIDE).map(|line| serde_json::from_str::<GoldLine>(line).unwrap());
    let mut out = String::new();
    for line in lines {
        let state = State::named(&snapshot, &line.state.position, &line.state.tool).unwrap();
        let reading = readers.read(&line.text, state, &Cancel::default());
        let said = match &reading.model {
            Some(Ok(answer)) => answer.line.clone(),
            Some(Err(ReadError::Deadline(limit))) => panic!("{}: no answer within {limit:?}", line.text),
            Some(Err(error)) => format!("({error})"),
            None => "(not asked)".to_owned(),
        };
        out += &format!("{}  =>  {said}\n", line.text);
    }
    insta::assert_snapshot!(out);
}
