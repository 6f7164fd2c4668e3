//! Text into the model's tokens, through llama.cpp itself, so that training sees what inference sees.
//!
//! `tokens pack MODEL IN OUT`: the generator's JSON lines in; one binary file out, as `data.py` reads it.
//! `tokens logits MODEL IDS [ADAPTER]`: token ids (space separated) in; the model's logits after the last of them out, as
//! little-endian f32 on stdout. Only `check.py` asks for it: the training's forward pass must give the same.

use std::{
    error::Error,
    fs::File,
    io::{BufRead, BufReader, BufWriter, Write},
    num::NonZeroU32,
};

use llama_cpp_2::{
    context::params::LlamaContextParams,
    llama_backend::LlamaBackend,
    llama_batch::LlamaBatch,
    model::{LlamaModel, params::LlamaModelParams},
    token::LlamaToken,
};
use serde::Deserialize;

/// Marks the file's form; the number goes up with every change.
const MAGIC: &[u8; 8] = b"CGTOKEN1";

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Piece {
    Mark(String),
    Text(String),
}

#[derive(Deserialize)]
struct Cell {
    prefix: Vec<Piece>,
    examples: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    suffix: Vec<Piece>,
    answer: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["pack", model, input, output] => pack(model, input, output),
        ["logits", model, ids] => logits(model, ids, None),
        ["logits", model, ids, adapter] => logits(model, ids, Some(adapter)),
        _ => Err("usage: tokens pack MODEL IN OUT | tokens logits MODEL IDS [ADAPTER]".into()),
    }
}

fn load(path: &str, vocabulary_only: bool) -> Result<(LlamaBackend, LlamaModel), Box<dyn Error>> {
    let mut backend = LlamaBackend::init()?;
    backend.void_logs();
    let params = LlamaModelParams::default().with_vocab_only(vocabulary_only);
    let model = LlamaModel::load_from_file(&backend, path, &params)?;
    Ok((backend, model))
}

/// The file: magic; then for each cell the number of prefix tokens and of examples, the prefix's tokens, and for each
/// example the numbers of suffix and answer tokens and the tokens. Every number is a little-endian u16. The end-of-turn
/// token is the last of an answer.
fn pack(model: &str, input: &str, output: &str) -> Result<(), Box<dyn Error>> {
    let (_backend, model) = load(model, true)?;
    let mut out = BufWriter::new(File::create(output)?);
    out.write_all(MAGIC)?;
    for line in BufReader::new(File::open(input)?).lines() {
        let cell: Cell = serde_json::from_str(&line?)?;
        let prefix = tokens(&model, &cell.prefix)?;
        number(&mut out, prefix.len())?;
        number(&mut out, cell.examples.len())?;
        ids(&mut out, &prefix)?;
        for example in &cell.examples {
            let suffix = tokens(&model, &example.suffix)?;
            let mut answer = text(&model, &example.answer, false)?;
            answer.extend(text(&model, "<|im_end|>", true)?);
            number(&mut out, suffix.len())?;
            number(&mut out, answer.len())?;
            ids(&mut out, &suffix)?;
            ids(&mut out, &answer)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn tokens(model: &LlamaModel, pieces: &[Piece]) -> Result<Vec<u16>, Box<dyn Error>> {
    let mut out = Vec::new();
    for piece in pieces {
        out.extend(match piece {
            Piece::Mark(mark) => text(model, mark, true)?,
            Piece::Text(plain) => text(model, plain, false)?,
        });
    }
    Ok(out)
}

fn text(model: &LlamaModel, text: &str, special: bool) -> Result<Vec<u16>, Box<dyn Error>> {
    let tokens = model.vocab().tokenize(text.as_bytes(), false, special);
    tokens.iter().map(|token| Ok(u16::try_from(token.0)?)).collect()
}

fn number(out: &mut impl Write, number: usize) -> Result<(), Box<dyn Error>> {
    Ok(out.write_all(&u16::try_from(number)?.to_le_bytes())?)
}

fn ids(out: &mut impl Write, ids: &[u16]) -> Result<(), Box<dyn Error>> {
    for id in ids {
        out.write_all(&id.to_le_bytes())?;
    }
    Ok(())
}

fn logits(model: &str, ids: &str, adapter: Option<&str>) -> Result<(), Box<dyn Error>> {
    let (backend, mut model) = load(model, false)?;
    let mut lora = adapter.map(|path| model.lora_adapter_init(path)).transpose()?;
    let params = LlamaContextParams::default().with_n_ctx(NonZeroU32::new(4096)).with_n_batch(4096).with_n_ubatch(512);
    let mut context = model.new_context(&backend, params)?;
    if let Some(lora) = &mut lora {
        context.lora_adapter_set(lora, 1.0)?;
    }
    let ids: Vec<i32> = ids.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let mut batch = LlamaBatch::new(ids.len(), 1);
    for (place, &id) in ids.iter().enumerate() {
        batch.add(LlamaToken(id), i32::try_from(place)?, &[0], place + 1 == ids.len())?;
    }
    context.decode(&mut batch)?;
    let mut out = std::io::stdout().lock();
    for value in context.get_logits() {
        out.write_all(&value.to_le_bytes())?;
    }
    Ok(())
}
