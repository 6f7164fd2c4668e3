//! Training lines of a cell, as `tokens pack` reads them, and the sentences that must not come out.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, BufRead, BufReader},
    path::PathBuf,
};

use cellgraph::language::prompt::Piece;
use serde::Serialize;

/// A piece of a prompt.
#[derive(Clone, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// A turn marker: the model's special tokens count.
    Mark(&'static str),
    /// Text, in which nothing is special.
    Text(String),
}

/// A cell's part of the prompt, and what is said there.
#[derive(Serialize)]
pub struct Made {
    /// What is the same for every sentence.
    pub prefix: Vec<Part>,
    /// The sentences.
    pub examples: Vec<Example>,
}

/// A sentence with its answer.
#[derive(Clone, Serialize)]
pub struct Example {
    /// The prompt's part of this sentence.
    pub suffix: Vec<Part>,
    /// What the model is to answer.
    pub answer: String,
    /// What kind of sentence it is.
    pub tags: Vec<String>,
}

/// The pieces of a prompt as training has them.
#[must_use]
pub fn parts(pieces: Vec<Piece>) -> Vec<Part> {
    pieces
        .into_iter()
        .map(|piece| match piece {
            Piece::Mark(mark) => Part::Mark(mark),
            Piece::Text(text) => Part::Text(text),
        })
        .collect()
}

/// The sentences of JSON lines with a "text", without case and signs.
///
/// # Errors
///
/// A file that cannot be read, a line that is no JSON.
pub fn sentences(paths: &[PathBuf]) -> io::Result<HashSet<String>> {
    let mut out = HashSet::new();
    for path in paths {
        for line in BufReader::new(File::open(path)?).lines() {
            let value: serde_json::Value = serde_json::from_str(&line?)?;
            out.insert(normal(value["text"].as_str().unwrap_or("")));
        }
    }
    Ok(out)
}

/// A sentence without case and signs.
#[must_use]
pub fn normal(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}
