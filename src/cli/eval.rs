//! `eval`: how well a file of sentences with gold answers is read, by the recogniser, the model, and both together.

use std::{path::PathBuf, sync::Arc};

use serde::Serialize;

use super::{
    SnapshotArg,
    desk::ReaderArgs,
    failure::{Failure, Outcome, Verdict},
    input,
    printer::{Printer, talk},
    table::table,
};
use crate::{
    cell::State,
    files,
    language::{
        Reading, Said,
        model::Cancel,
        score::{GoldLine, Score, Share},
        terse,
    },
    snapshot::Snapshot,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph eval tests/language/demo.guide.jsonl --snapshot demo.cellgraph
  cellgraph eval tests/language/lab.guide.jsonl --snapshot lab.cellgraph --model none --wrong

The form of a line is in tests/language/README.md. A line is right when route, replay and intent are the gold answer's or an \
accepted one's; false motion is anything executable where nothing may move. Intervals are Wilson's, 95 %.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Sentences with gold answers, as JSON lines
    file: PathBuf,
    #[command(flatten)]
    snapshot: SnapshotArg,
    #[command(flatten)]
    readers: ReaderArgs,
    /// Print the lines that are read wrongly, by both together
    #[arg(long)]
    wrong: bool,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// The three that are scored.
#[derive(Default, Serialize)]
struct Scores {
    rules: Score,
    model: Option<Score>,
    both: Score,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let snapshot = Arc::new(input::load(&args.snapshot)?);
    let lines = lines(args)?;
    let readers = args.readers.readers(&snapshot, &args.snapshot.snapshot)?;
    let mut scores = Scores { model: readers.model().map(|_| Score::default()), ..Scores::default() };
    for (number, line) in lines.iter().enumerate() {
        let at = |error: &dyn std::fmt::Display| place(args, number, error);
        let state = State::named(&snapshot, &line.state.position, &line.state.tool).map_err(|error| at(&error))?;
        let reading = readers.read(&line.text, state, &Cancel::default());
        let is_right = scores.count(line, &reading, &snapshot, state).map_err(|error| at(&error))?;
        if args.wrong && !is_right {
            let said = terse::write(&reading.said, &snapshot);
            printer.text(format_args!("{}  {}  → {said}  (by {})", line.id, line.text, reading.by.word()))?;
        }
    }
    scores.finish();
    if args.json {
        printer.json(&scores)?
    } else {
        show(&scores, printer)?
    }
    Ok(Verdict::Yes)
}

fn lines(args: &Args) -> Result<Vec<GoldLine>, Failure> {
    let text = files::read_document(&args.file)?;
    let read = |(number, line): (usize, &str)| serde_json::from_str(line).map_err(|error| place(args, number, &error));
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}

fn place(args: &Args, number: usize, error: &dyn std::fmt::Display) -> Failure {
    Failure::input(format_args!("{}, line {}: {error}", args.file.display(), number + 1))
}

impl Scores {
    /// Counts a line, and says whether both together read it rightly.
    fn count(
        &mut self,
        line: &GoldLine,
        reading: &Reading,
        snapshot: &Snapshot,
        state: State,
    ) -> Result<bool, serde_json::Error> {
        let rules = line.judge(&reading.rules.said, snapshot, state)?;
        self.rules.count(line, rules, reading.rules_took.as_secs_f64() * 1e3);
        if let (Some(score), Some(answer)) = (&mut self.model, &reading.model) {
            // No answer is an unknown sentence.
            let (said, ms) = match answer {
                Ok(answer) => (&answer.said, answer.took.as_secs_f64() * 1e3),
                Err(_) => (&Said::Unknown, 0.0),
            };
            score.count(line, line.judge(said, snapshot, state)?, ms);
        }
        let both = line.judge(&reading.said, snapshot, state)?;
        self.both.count(line, both, reading.took.as_secs_f64() * 1e3);
        Ok(both.whole)
    }

    fn finish(&mut self) {
        self.rules.finish();
        self.both.finish();
        if let Some(model) = &mut self.model {
            model.finish();
        }
    }
}

fn show(scores: &Scores, printer: &mut Printer) -> Result<(), Failure> {
    let mut readers = vec![("rules", &scores.rules)];
    readers.extend(scores.model.as_ref().map(|score| ("model", score)));
    readers.push(("both", &scores.both));
    let rows = readers.iter().map(|(name, score)| {
        [
            (*name).to_owned(),
            share(score.whole),
            share(score.route),
            format!("{:.1} %", score.mean_recall()),
            share(score.false_motion),
            [50, 95, 99].map(|percent| format!("{:.3}", score.percentile_ms(percent))).join(" / "),
        ]
    });
    let head = ["reader", "end to end", "route", "mean recall", "false motion", "ms p50 / p95 / p99"];
    printer.text(table(head, rows))?;
    let tags = scores.both.tags.keys().map(|tag| {
        let of =
            |score: &Score| score.tags.get(tag).map_or_else(String::new, |share| format!("{:.0} %", share.percent()));
        let model = scores.model.as_ref().map(of).unwrap_or_default();
        let lines = scores.both.tags.get(tag).map_or(0, |share| share.of);
        [tag.clone(), lines.to_string(), of(&scores.rules), model, of(&scores.both)]
    });
    printer.text(table(["tag", "lines", "rules", "model", "both"], tags))?;
    talk(format_args!("{} lines", scores.both.whole.of));
    Ok(())
}

fn share(share: Share) -> String {
    let [low, high] = share.interval();
    format!("{:.1} % ({low:.1}–{high:.1})", share.percent())
}
