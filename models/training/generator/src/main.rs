//! Training data for the reading of sentences: random cells, sentences about them, and what they say.
//!
//! In: a seed, a number of cells, files with sentences that must not come out. Out: JSON lines, a cell each:
//! `{"prefix":[{"mark":…}|{"text":…}],"examples":[{"suffix":[…],"answer":"action …","tags":[…]}]}`, the prompt's parts as
//! `cellgraph::language::prompt` makes them and the answer as `terse` writes it; a report by tag on stderr.
//!
//! 1. The same options give the same bytes: every cell has its own stream of one seeded generator.
//! 2. Every answer is read back by `terse::read` and must say the same; a sentence that has two meanings is left out.
//! 3. No sentence of a file given with `--without` comes out, whatever its case and signs.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs::File,
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use cellgraph::{
    cell::{PositionId, State},
    language::{
        Said,
        prompt::{self, Asked, Earlier, Examples},
        rules::Recogniser,
        templates::Templates,
        terse,
    },
};
use cellgraph_training_generator::{
    dice::Dice,
    made::{Example, Made, normal, parts, sentences},
};
use clap::Parser;
use rayon::prelude::*;

mod ask;
mod cell;
mod command;
mod correct;
mod counts;
mod exclude;
mod foreign;
mod impossible;
mod lists;
mod many;
mod noise;
mod orders;
mod place;
mod ramble;
mod revise;
mod several;
mod speaker;
mod still;
mod tables;
mod trade;
mod words;

use crate::{
    cell::Cell,
    speaker::{Line, Speaker},
    tables::Tables,
};

/// Makes training data for the reading of sentences.
#[derive(Parser)]
struct Options {
    /// Cells to make
    #[arg(long, default_value_t = 200)]
    cells: u64,
    /// The first cell's number: other numbers, other cells
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Sentences for each cell
    #[arg(long, default_value_t = 50)]
    sentences: usize,
    /// Another seed, other cells
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out these trades; names separated by commas
    #[arg(long, value_delimiter = ',')]
    without_trade: Vec<String>,
    /// JSON lines with a "text": these sentences must not come out
    #[arg(long, num_args = 1..)]
    without: Vec<PathBuf>,
    /// Where to write; standard output if missing
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Report on stderr what came out, by tag
    #[arg(long)]
    stats: bool,
    /// Write "sentence TAB answer TAB tags" instead, for reading
    #[arg(long)]
    plain: bool,
}

/// A sentence as it was said, for reading.
struct Plain {
    text: String,
    /// With the cell's names put to it.
    linked: String,
    /// What the recogniser makes of it, where it accounts for every word: `=` if that comes to the same.
    rules: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    let tables = Tables::all();
    let mut trades = trade::all();
    if let Some(name) = options.without_trade.iter().find(|name| !trades.iter().any(|trade| trade.name == **name)) {
        return Err(format!("--without-trade: there is no trade {name:?}; phrases/trades/ has them all").into());
    }
    trades.retain(|trade| !options.without_trade.iter().any(|name| name == trade.name));
    let without = sentences(&options.without)?;
    let mut out: Box<dyn Write> = match &options.output {
        Some(path) => Box::new(BufWriter::new(File::create(path)?)),
        None => Box::new(BufWriter::new(io::stdout())),
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let numbers: Vec<u64> = (options.first..options.first + options.cells).collect();
    for chunk in numbers.chunks(256) {
        let made: Vec<(Made, Vec<Plain>)> = chunk
            .par_iter()
            .map(|&number| {
                let mut dice = Dice::new(options.seed, number);
                let cell = cell::make(&trades, &mut dice);
                cell_lines(&cell, &tables, &mut dice, options.sentences, &without)
            })
            .collect();
        for (cell, plain) in &made {
            count(cell, &mut counts);
            if options.plain {
                for (Example { answer, tags, .. }, Plain { text, linked, rules }) in cell.examples.iter().zip(plain) {
                    writeln!(out, "{text}\t{linked}\t{answer}\t{rules}\t{}", tags.join(","))?;
                }
            } else {
                serde_json::to_writer(&mut out, cell)?;
                out.write_all(b"\n")?;
            }
        }
    }
    out.flush()?;
    if options.stats {
        let total = counts.get("all").copied().unwrap_or(1).max(1);
        for (tag, count) in &counts {
            eprintln!("{count:8}  {:5.1} %  {tag}", 100.0 * *count as f64 / total as f64);
        }
    }
    Ok(())
}

fn cell_lines(
    cell: &Cell,
    tables: &Tables,
    dice: &mut Dice,
    wanted: usize,
    without: &HashSet<String>,
) -> (Made, Vec<Plain>) {
    let mut seen: HashMap<String, ()> = HashMap::new();
    let reader = Reader { cell, recogniser: Recogniser::new(&cell.snapshot, Templates::default()) };
    let mut examples = Vec::new();
    let mut tries = 0;
    while examples.len() < wanted && tries < wanted * 8 {
        tries += 1;
        let mut speaker = Speaker { cell, tables, dice };
        let Some(line) = any_line(&mut speaker) else { continue };
        let plain = line.earlier.is_some();
        let line = if plain { line } else { speaker.noisy(line) };
        let key = normal(&line.text);
        if (!plain && without.contains(&key))
            || line.text.len() > 600
            || seen.insert(format!("{key}|{plain}"), ()).is_some()
        {
            continue;
        }
        examples.extend(reader.example(line));
    }
    let (examples, plain) = examples.into_iter().unzip();
    (Made { prefix: parts(prompt::prefix(&cell.snapshot, Examples::Hidden)), examples }, plain)
}

/// The mix of what is said. Nothing may move at some 35 of 100.
fn any_line(speaker: &mut Speaker<'_>) -> Option<Line> {
    Some(match speaker.dice.below(1000) {
        0..125 => speaker.work_line()?,
        125..170 => {
            let part = speaker.go_part();
            speaker.framed(part)
        }
        170..205 => speaker.counted_line()?,
        205..240 => speaker.joint_line()?,
        240..260 => speaker.same_place_line()?,
        260..295 => speaker.placed_line()?,
        295..330 => speaker.paired_line()?,
        330..385 => speaker.sequence_line(),
        385..420 => speaker.order_line(),
        420..460 => speaker.ordered_line()?,
        460..500 => speaker.excluded_line()?,
        500..540 => speaker.corrected_line()?,
        540..553 => speaker.repeated_line()?,
        553..568 => {
            let part = speaker.take_part();
            speaker.framed(part)
        }
        568..582 => {
            let part = speaker.drop_part();
            speaker.framed(part)
        }
        582..600 => {
            let part = speaker.drop_home_part();
            speaker.framed(part)
        }
        600..635 => speaker.foreign_line()?,
        635..660 => speaker.revised_line()?,
        660..690 => speaker.ramble_line()?,
        690..752 => speaker.impossible_line()?,
        752..787 => speaker.placeless_line()?,
        787..837 => speaker.forbidden_line(),
        837..917 => speaker.ask_line()?,
        917..973 => speaker.unknown_line(),
        973..986 => speaker.confirm_line(),
        _ => speaker.replay_line(),
    })
}

/// A cell with the recogniser that puts its names to sentences, as it does where the model is used.
struct Reader<'c> {
    cell: &'c Cell,
    recogniser: Recogniser,
}

impl Reader<'_> {
    fn example(&self, line: Line) -> Option<(Example, Plain)> {
        let snapshot = &self.cell.snapshot;
        let home = if let [(id, _)] = self.cell.homes[..] { Some(id) } else { None };
        let said = several::canonical(line.said, home);
        if !revise::fits(&said) {
            return None;
        }
        let answer = terse::write(&said, snapshot);
        let back: Said = terse::read(&answer, snapshot).ok()?;
        if back != said {
            return None;
        }
        let state = State { position: home.unwrap_or(PositionId(0)), tool: None };
        let link = |text: &str| self.recogniser.link(text, snapshot);
        let linked = link(&line.text);
        let earlier = line.earlier.as_ref().map(|(understood, objection)| (understood.as_str(), link(objection)));
        let earlier = earlier.as_ref().map(|(understood, objection)| Earlier { understood, objection });
        let suffix = parts(prompt::suffix(&Asked { sentence: &linked, earlier, others: 0 }));
        let mut tags = line.tags;
        tags.sort_unstable();
        tags.dedup();
        let rules = self.recogniser.read(&line.text, snapshot, state);
        let same =
            rules.said.route() == back.route() && rules.said.intent(snapshot, state) == back.intent(snapshot, state);
        let rules = match (rules.complete, same) {
            (false, _) => "-".to_owned(),
            (true, true) => "=".to_owned(),
            (true, false) => terse::write(&rules.said, snapshot),
        };
        let tags = tags.into_iter().map(str::to_owned).collect();
        Some((Example { suffix, answer, tags }, Plain { text: line.text, linked, rules }))
    }
}

fn count(made: &Made, counts: &mut BTreeMap<String, usize>) {
    for example in &made.examples {
        *counts.entry("all".to_owned()).or_default() += 1;
        let is_still =
            !example.answer.starts_with("action ") || matches!(example.answer.as_str(), "action ?" | "action yes");
        if is_still {
            *counts.entry("all, nothing moves".to_owned()).or_default() += 1;
        }
        for tag in &example.tags {
            *counts.entry(format!("tag {tag}")).or_default() += 1;
        }
    }
}
