//! `eval`: how well a file of sentences with gold answers is read, by the recogniser, the model, and both together.

use std::{num::NonZeroU32, path::PathBuf, sync::Arc};

use serde::Serialize;

use super::{
    SnapshotArg,
    failure::{Failure, Outcome, Verdict},
    input,
    printer::{Printer, talk},
    readers::ReaderArgs,
    table::table,
};
use crate::{
    cell::State,
    checkpoint::critic::Critic,
    files,
    language::{
        self, By, Candidate, Reading, Said,
        model::{Answer, Cancel},
        score::{GoldEarlier, GoldLine, Score, Share},
        terse,
    },
    limits::OFFERS_MAX,
    snapshot::Snapshot,
};

mod speed;
mod weeks;

const EXAMPLES: &str = "\
Examples:
  cellgraph eval tests/language/demo.guide.jsonl --snapshot demo.cellgraph
  cellgraph eval tests/language/lab.guide.jsonl --snapshot lab.cellgraph --model none --wrong

The form of a line is in tests/language/README.md. A line is right when route, replay and intent are the gold answer's or an \
accepted one's. Within one question: right, or nothing is done and what is meant is among the readings that are asked back \
with. False motion is anything executable where nothing may move. Checked is what the critic lets pass: what it objects \
to is asked back. Intervals are Wilson's, 95 %.";

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
    /// Print every sentence with what each reader made of it, as JSON lines, and no figures
    #[arg(long, conflicts_with_all = ["wrong", "json"])]
    each: bool,
    /// Let people say sentences of the file over so many weeks, and the cell learn: one row a week
    #[arg(long, value_name = "N", conflicts_with_all = ["wrong", "each"])]
    weeks: Option<NonZeroU32>,
    /// What the sentences of the weeks are drawn by
    #[arg(long, value_name = "N", default_value_t = 1, requires = "weeks")]
    seed: u64,
}

/// The three that are scored.
#[derive(Default, Serialize)]
struct Readers {
    rules: Score,
    model: Option<Score>,
    both: Score,
}

/// What they read, and what of that the critic lets pass.
#[derive(Default, Serialize)]
struct Scores {
    #[serde(flatten)]
    read: Readers,
    checked: Readers,
    #[serde(skip)]
    speed: speed::Speed,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Figures<'s> {
    #[serde(flatten)]
    scores: &'s Scores,
    speed: Vec<speed::Figures>,
}

/// One sentence, for whoever looks for where readers go wrong, or sets a threshold.
#[derive(Serialize)]
struct Each<'l> {
    id: &'l str,
    text: &'l str,
    /// The text with the cell's names put to it, as a model with an adapter reads it.
    linked: String,
    tags: &'l [String],
    may_move: bool,
    rules: Scored,
    /// Whether the recogniser accounts for every word.
    complete: bool,
    /// What the model says.
    model: Option<Sure>,
    both: Scored,
    /// All that was weighed, the likeliest first.
    candidates: Vec<Weighed>,
}

/// A reading against its line.
#[derive(Serialize)]
struct Scored {
    said: String,
    right: bool,
    false_motion: bool,
}

/// What a model says, and how likely it holds the whole line.
#[derive(Serialize)]
struct Sure {
    #[serde(flatten)]
    scored: Scored,
    confidence: f32,
}

/// What the chooser chooses among.
#[derive(Serialize)]
struct Weighed {
    by: By,
    #[serde(flatten)]
    scored: Scored,
    /// Whether anything executable may come of it.
    moves: bool,
    /// Whether it may be proposed, however likely it is.
    may_be_done: bool,
    probability: f32,
    /// The values of `cellgraph::language::chooser::FEATURES`.
    evidence: Vec<f32>,
}

impl<'l> Each<'l> {
    fn of(
        line: &'l GoldLine,
        reading: &Reading,
        readers: &language::Readers,
        state: State,
    ) -> Result<Self, serde_json::Error> {
        let snapshot = &**readers.snapshot();
        let scored = |said: &Said| {
            line.judge(said, &[], snapshot, state).map(|judgement| Scored {
                said: terse::write(said, snapshot),
                right: judgement.whole,
                false_motion: judgement.false_motion,
            })
        };
        let answer = reading.model.as_ref().and_then(|answer| answer.as_ref().ok());
        let sure = |answer: &Answer| scored(&answer.said).map(|scored| Sure { scored, confidence: answer.confidence });
        let weighed = |candidate: &Candidate| {
            scored(&candidate.said).map(|scored| Weighed {
                by: candidate.by,
                scored,
                moves: candidate.moves(),
                may_be_done: candidate.may_be_done,
                probability: candidate.probability,
                evidence: candidate.evidence.values().to_vec(),
            })
        };
        Ok(Self {
            id: &line.id,
            text: &line.text,
            linked: readers.recogniser().link(&line.text, snapshot),
            tags: &line.tags,
            may_move: line.may_move,
            rules: scored(&reading.rules.said)?,
            complete: reading.rules.complete,
            model: answer.map(sure).transpose()?,
            both: scored(&reading.said)?,
            candidates: reading.candidates.iter().map(weighed).collect::<Result<_, _>>()?,
        })
    }
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let snapshot = Arc::new(input::load(&args.snapshot)?);
    let lines = lines(args)?;
    if let Some(weeks) = args.weeks {
        return weeks::run(args, weeks, &snapshot, &lines, printer);
    }
    let readers = args.readers.readers(&snapshot, &args.snapshot.snapshot)?;
    let critic = Critic::beside(readers.recogniser(), &snapshot);
    let scored = || Readers { model: readers.model().map(|_| Score::default()), ..Readers::default() };
    let mut scores = Scores { read: scored(), checked: scored(), ..Scores::default() };
    for (number, line) in lines.iter().enumerate() {
        let at = |error: &dyn std::fmt::Display| place(args, number, error);
        let state = State::named(&snapshot, &line.state.position, &line.state.tool).map_err(|error| at(&error))?;
        let reading = match &line.earlier {
            None => readers.read(&line.text, state, &Cancel::default()),
            Some(GoldEarlier { understood, comment }) => {
                let earlier = terse::read(understood, &snapshot).map_err(|error| at(&error))?;
                readers.read_again(&line.text, &earlier, comment, state, &Cancel::default())
            }
        };
        let offers = |_: &Said| reading.offers.clone();
        let counted = scores.read.count(line, &reading, &snapshot, state, &|said| (said.clone(), offers(said)));
        let is_right = counted.map_err(|error| at(&error))?;
        // What the critic objects to is asked back.
        let checked = |said: &Said| {
            let is_fine = critic.critique(&line.text, said, &snapshot, state).is_empty();
            let objected = (!is_fine && *said == reading.said).then(|| said.clone());
            let offers = objected.into_iter().chain(offers(said)).take(OFFERS_MAX).collect();
            (if is_fine { said.clone() } else { Said::UNCLEAR }, offers)
        };
        scores.checked.count(line, &reading, &snapshot, state, &checked).map_err(|error| at(&error))?;
        scores.speed.count(line.goals().map_err(|error| at(&error))?, &reading);
        if args.each {
            printer.json(&Each::of(line, &reading, &readers, state).map_err(|error| at(&error))?)?;
        }
        if args.wrong && !is_right {
            let said = terse::write(&reading.said, &snapshot);
            printer.text(format_args!("{}  {}  → {said}  (by {})", line.id, line.text, reading.by.word()))?;
        }
    }
    scores.read.finish();
    scores.checked.finish();
    if args.each {
        talk(format_args!("{} lines", scores.read.both.whole.of));
    } else if args.json {
        printer.json(&Figures { speed: scores.speed.figures(), scores: &scores })?;
    } else {
        show(&scores, printer)?;
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

impl Readers {
    /// Counts a line, of which `passes` says what comes of a reading and what is offered then, and says whether both together read it rightly.
    fn count(
        &mut self,
        line: &GoldLine,
        reading: &Reading,
        snapshot: &Snapshot,
        state: State,
        passes: &dyn Fn(&Said) -> (Said, Vec<Said>),
    ) -> Result<bool, serde_json::Error> {
        let judge = |said: &Said| {
            let (said, offers) = passes(said);
            line.judge(&said, &offers, snapshot, state)
        };
        let rules = judge(&reading.rules.said)?;
        self.rules.count(line, rules, reading.rules_took.as_secs_f64() * 1e3);
        if let (Some(score), Some(answer)) = (&mut self.model, &reading.model) {
            // No answer is an unknown sentence.
            let (said, ms) = match answer {
                Ok(answer) => (&answer.said, answer.took.as_secs_f64() * 1e3),
                Err(_) => (&Said::Unknown, 0.0),
            };
            score.count(line, judge(said)?, ms);
        }
        let both = judge(&reading.said)?;
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
    let rows = [("", &scores.read), (", checked", &scores.checked)].into_iter().flat_map(|(suffix, readers)| {
        let model = readers.model.as_ref().map(|score| ("model", score));
        let all = [Some(("rules", &readers.rules)), model, Some(("both", &readers.both))];
        all.into_iter().flatten().map(move |(name, score)| (format!("{name}{suffix}"), score))
    });
    let rows = rows.map(|(name, score)| {
        [
            name,
            share(score.whole),
            share(score.within_one_question),
            share(score.route),
            format!("{:.1} %", score.mean_recall()),
            share(score.false_motion),
            [50, 95, 99].map(|percent| format!("{:.3}", score.percentile_ms(percent))).join(" / "),
        ]
    });
    let head =
        ["reader", "end to end", "within one question", "route", "mean recall", "false motion", "ms p50 / p95 / p99"];
    printer.text(table(head, rows))?;
    let read = &scores.read;
    let tags = read.both.tags.keys().map(|tag| {
        let of =
            |score: &Score| score.tags.get(tag).map_or_else(String::new, |share| format!("{:.0} %", share.percent()));
        let model = read.model.as_ref().map(of).unwrap_or_default();
        let lines = read.both.tags.get(tag).map_or(0, |share| share.of);
        [tag.clone(), lines.to_string(), of(&read.rules), model, of(&read.both)]
    });
    printer.text(table(["tag", "lines", "rules", "model", "both"], tags))?;
    if read.model.is_some() {
        printer.text(speed::show(&scores.speed.figures()))?;
    }
    talk(format_args!("{} lines", read.both.whole.of));
    Ok(())
}

fn share(share: Share) -> String {
    let [low, high] = share.interval();
    format!("{:.1} % ({low:.1}–{high:.1})", share.percent())
}
