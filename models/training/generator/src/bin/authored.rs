//! Training lines from authors' sentences.
//!
//! `authored FOLDER`: for each cell, its snapshot `NAME.cellgraph` and `NAME.lines.jsonl` in, as `authors/export.sh FOLDER`
//! makes them. Out: the JSON lines that `generate` writes, some sentences of a cell in each. Every round has all sentences
//! once, in another order and with other neighbours.
//!
//! 1. The same options give the same bytes.
//! 2. No sentence of a file given with `--without` comes out, whatever its case and signs.

use std::{
    collections::{BTreeMap, HashSet},
    error::Error,
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use cellgraph::{
    cell::State,
    files,
    language::{
        Said,
        prompt::{self, Asked, Earlier, Examples},
        rules::Recogniser,
        templates::Templates,
        terse,
    },
    snapshot::Snapshot,
};
use cellgraph_training_generator::{
    dice::Dice,
    gold::{Line, meaning},
    made::{Example, Made, normal, parts, sentences},
};
use clap::Parser;

/// Makes training lines from authors' sentences.
#[derive(Parser)]
struct Options {
    /// Where the snapshots and the lines are
    folder: PathBuf,
    /// How often each sentence comes
    #[arg(long, default_value_t = 1)]
    rounds: u64,
    /// Sentences that stand together under a cell's part of the prompt
    #[arg(long, default_value_t = 50)]
    together: usize,
    /// Another seed, another order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// JSON lines with a "text": these sentences must not come out
    #[arg(long, num_args = 1..)]
    without: Vec<PathBuf>,
    /// Where to write
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let without = sentences(&options.without)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(&options.folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".lines.jsonl").map(str::to_owned));
    }
    names.sort();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut cells = Vec::new();
    for name in &names {
        cells.push(cell(&options.folder, name, &without, &mut counts).map_err(|error| format!("{name}: {error}"))?);
    }
    let mut out = BufWriter::new(File::create(&options.output)?);
    let mut dice = Dice::new(options.seed, 0);
    for _ in 0..options.rounds {
        for Made { prefix, examples } in &cells {
            let mut order: Vec<usize> = (0..examples.len()).collect();
            shuffle(&mut order, &mut dice);
            // Parts of about the same size: none is left with a few sentences.
            let parts = order.len().div_ceil(options.together).max(1);
            for part in order.chunks(order.len().div_ceil(parts).max(1)) {
                let examples = part.iter().map(|&at| examples[at].clone()).collect();
                serde_json::to_writer(&mut out, &Made { prefix: prefix.clone(), examples })?;
                out.write_all(b"\n")?;
            }
        }
    }
    out.flush()?;
    for (what, count) in counts {
        eprintln!("{count:7} {what}");
    }
    Ok(())
}

fn shuffle(order: &mut [usize], dice: &mut Dice) {
    for at in (1..order.len()).rev() {
        order.swap(at, dice.below(at + 1));
    }
}

fn cell(
    folder: &Path,
    name: &str,
    without: &HashSet<String>,
    counts: &mut BTreeMap<&'static str, usize>,
) -> Result<Made, Box<dyn Error>> {
    let snapshot = files::read_snapshot(&folder.join(format!("{name}.cellgraph")))?;
    let recogniser = Recogniser::new(&snapshot, Templates::default());
    let mut examples = Vec::new();
    for line in fs::read_to_string(folder.join(format!("{name}.lines.jsonl")))?.lines() {
        let line: Line = serde_json::from_str(line)?;
        if line.dialogue.is_none() && without.contains(&normal(&line.text)) {
            *counts.entry("left out: stands in the development set").or_default() += 1;
            continue;
        }
        match example(&line, &snapshot, &recogniser).map_err(|error| format!("{}: {error}", line.id))? {
            Some(example) => {
                *counts.entry(if line.dialogue.is_some() { "dialogues" } else { "sentences" }).or_default() += 1;
                examples.push(example);
            }
            None => *counts.entry("left out: a proposal that is none").or_default() += 1,
        }
    }
    Ok(Made { prefix: parts(prompt::prefix(&snapshot, Examples::Hidden)), examples })
}

/// A line as the model reads it, with its answer; `None` for a dialogue about what is never proposed.
fn example(line: &Line, snapshot: &Snapshot, recogniser: &Recogniser) -> Result<Option<Example>, Box<dyn Error>> {
    // A line's state has names of its cell.
    State::named(snapshot, &line.position, &line.tool)?;
    let link = |text: &str| recogniser.link(text, snapshot);
    let linked = link(&line.text);
    let earlier = match &line.dialogue {
        None => None,
        Some(dialogue) => match meaning(&dialogue.proposal, snapshot)? {
            said @ Said::Do(_) => Some((terse::write(&said, snapshot), link(&dialogue.comment))),
            // Nothing else is ever proposed.
            _ => return Ok(None),
        },
    };
    let proposed = line.dialogue.as_ref().map(|dialogue| dialogue.proposal.as_str());
    let wanted = match (line.gold.as_str(), proposed) {
        ("keep", Some(proposal)) => meaning(proposal, snapshot)?,
        ("drop", Some(_)) => Said::UNCLEAR,
        (gold, _) => meaning(gold, snapshot)?,
    };
    let answer = terse::write(&wanted, snapshot);
    if terse::read(&answer, snapshot)? != wanted {
        return Err(format!("'{answer}' is read as something else").into());
    }
    let earlier = earlier.as_ref().map(|(understood, objection)| Earlier { understood, objection });
    let suffix = parts(prompt::suffix(&Asked { sentence: &linked, earlier, others: 0 }));
    Ok(Some(Example { suffix, answer, tags: line.tags.clone() }))
}
