//! `checkpoint`: a decomposition, a step's report or a synthesis in, scores and a verdict out. The rules are the library's.

use std::path::PathBuf;

use clap::Subcommand;
use serde::Serialize;

use super::{
    failure::{Failure, Outcome, Verdict},
    input,
    printer::Printer,
    table::table,
};
use crate::checkpoint::{self, Issue, Unusable, decomposition, outcome::Scored, report, synthesis};

const EXAMPLES: &str = "\
Examples:
  cellgraph checkpoint decomposition plan.json
  cellgraph checkpoint report report.json --json
  echo '{\"query\":\"Where is the robot?\",\"claims\":[],\"evidence\":[],
         \"missing\":[{\"what\":\"the position of the robot\",\"why\":\"nobody confirmed it\"}]}' \\
    | cellgraph checkpoint synthesis -

PASS exits with 0, RETRY and FAIL exit with 1. A score is a number from 0 to 1; digits beyond the hundredths are cut off.
The score of a criterion is the lowest of what the judge gave, what code counted, and the limits that its issues set.";

const DECOMPOSITION: &str = "\
The file:
  query           what was asked
  decomposition   {goal, subgoals, execution_order?}
    subgoal       {id, description, agent,
                   requires?, depends_on?, references?, contradicts?, aspects?}
    phase         {\"phase\": \"sequential\" or \"parallel\", \"subgoals\": [id]}
  agents?         [{name, capabilities?, environments?, fallback?}]
                  the capability `all` stands for every one
  environment?    where it is to be done; needed where an agent has `environments`
  context?        names that exist, for the subgoals' `references`
  aspects?        what the query asks for, for the subgoals' `aspects`
  complexity?     SIMPLE, MEDIUM, COMPLEX or CRITICAL; MEDIUM where it is absent
  option?         \"self\" or \"adversarial\": how the scores were made
  scores?         a judge's {completeness, consistency, groundedness, routability}
  reasons?        why, by the same names
  issues?, suggestions?   the judge's words
  retry_count?    0 at the first attempt
  previous?       the attempt before: {option?, issues?}

A criterion that neither a judge scores nor code can count fails the check.";

const REPORT: &str = "\
The file:
  subgoal         {id, description, agent?, critical?, informational?, repeatable?}
  output          {summary, data, confidence, tools_used, metadata}
  other_agents?   other ways, not tried yet
  retry_count?    0 at the first attempt";

const SYNTHESIS: &str = "\
The file:
  query           what was asked
  claims?         [{id, text, sources, about?, value?, contradicts?}]
    source        {kind, id, at?, quote?}
                  an output is cited with `at`, a JSON pointer, or with `quote`
  evidence        [{kind, id, content, relevant?, warning?}]
                  a kind is output, graph, state, history or step
                  an output is relevant unless it says `false`
  missing?        [{what, why, output?}]
  limitations?    texts
  retry_count?    0 at the first attempt";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Is a decomposition complete, consistent, grounded and routable?
    #[command(after_help = DECOMPOSITION)]
    Decomposition(Args),
    /// Is a step's report whole, about its step, and as sure as it may be?
    #[command(after_help = REPORT)]
    Report(Args),
    /// Can every claim of an answer be traced to a source?
    #[command(after_help = SYNTHESIS)]
    Synthesis(Args),
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The JSON file; `-` for standard input
    file: PathBuf,
    /// Print the whole report as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Decomposition(args) => {
            let report = decomposition::check(&read(args, "decomposition", decomposition::read)?);
            let option = report.option.map_or("no verification", decomposition::Verification::word);
            let about = format!("{}, {option}", report.complexity.word());
            let typically = report.outcome.overall_score.map(decomposition::typically);
            let ending: Vec<String> = typically.map(|words| format!("typically: {words}")).into_iter().collect();
            print(args, printer, &report, &report.outcome, &about, &ending)
        }
        Command::Report(args) => {
            let report = report::check(&read(args, "report", report::read)?);
            print(args, printer, &report, &report.outcome, &format!("step '{}'", report.step), &[next(&report.next)])
        }
        Command::Synthesis(args) => {
            let report = synthesis::check(&read(args, "synthesis", synthesis::read)?);
            let said = match report.outcome.verdict {
                checkpoint::Verdict::Retry => "nothing is said before the retry".to_owned(),
                _ => format!("may be said:\n{}", report.said),
            };
            let about = match report.withheld.len() {
                0 => "no claim is withheld".to_owned(),
                1 => "1 claim is withheld".to_owned(),
                n => format!("{n} claims are withheld"),
            };
            print(args, printer, &report, &report.outcome, &about, &[said])
        }
    }
}

fn read<T>(args: &Args, what: &str, read: fn(&str) -> Result<T, Unusable>) -> Result<T, Failure> {
    let (text, name) = input::document(&args.file)?;
    read(&text).map_err(|error| {
        Failure::input(format_args!("{name} is not a usable {what}: {error}"))
            .hint(format!("see `cellgraph checkpoint {what} --help` for what the file may say"))
    })
}

fn print(
    args: &Args,
    printer: &mut Printer,
    report: &impl Serialize,
    outcome: &checkpoint::Outcome,
    about: &str,
    ending: &[String],
) -> Outcome {
    if args.json {
        printer.json(report)?;
    } else {
        words(printer, outcome, about)?;
        for text in ending {
            printer.text(text)?;
        }
    }
    Ok(Verdict::of(outcome.verdict == checkpoint::Verdict::Pass))
}

fn words(printer: &mut Printer, outcome: &checkpoint::Outcome, about: &str) -> Result<(), Failure> {
    let score = outcome.overall_score.map_or_else(|| "without a score".to_owned(), |points| points.to_string());
    printer.text(format_args!(
        "{} {score}: {}, {about}, retry {} of {}",
        outcome.verdict.word(),
        outcome.checkpoint,
        outcome.retry_count,
        crate::limits::CHECKPOINT_RETRIES_MAX
    ))?;
    for missing in &outcome.missing {
        printer.text(format_args!("not completed: {missing}"))?;
    }
    let scored = outcome.criteria.iter().map(|each| scored(each, &outcome.issues));
    printer.text(table(["criterion", "weight", "score", "judge", "code", "limit", "means"], scored))?;
    if !outcome.issues.is_empty() {
        printer.text(table(["issue", "criterion", "limit", "blocks"], outcome.issues.iter().map(issue)))?;
    }
    for text in &outcome.remarks {
        printer.text(format_args!("the judge: {text}"))?;
    }
    if let Some(feedback) = &outcome.feedback {
        printer.text(format_args!("feedback for the next attempt:\n{feedback}"))?;
    }
    if let Some(failed) = &outcome.error {
        printer.text(format_args!("error: {}", failed.error))?;
        for text in &failed.suggestions {
            printer.text(format_args!("suggestion: {text}"))?;
        }
    }
    Ok(())
}

/// A score is the lowest of what a judge gave, what code counted, and the limits that the issues set.
fn scored(each: &Scored, issues: &[Issue]) -> [String; 7] {
    let means = each.band.map_or("no score", |band| each.criterion.means(band));
    let means = match &each.reason {
        Some(reason) => format!("{means} ({reason})"),
        None => means.to_owned(),
    };
    let limit = issues.iter().filter(|issue| issue.criterion == each.criterion).filter_map(limit).min();
    let [weight, score, judge, code, limit] = [each.weight, each.score, each.judge, each.code, limit].map(number);
    [each.criterion.word().to_owned(), weight, score, judge, code, limit, means]
}

/// The highest score beside an issue; none where it lowers none.
fn limit(issue: &Issue) -> Option<checkpoint::Score> {
    Some(issue.ceiling).filter(|ceiling| *ceiling < checkpoint::Score::FULL)
}

fn number(score: Option<checkpoint::Score>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| score.to_string())
}

fn issue(issue: &Issue) -> [String; 4] {
    let blocks = if issue.blocking { "yes" } else { "no" };
    [issue.message.clone(), issue.criterion.word().to_owned(), number(limit(issue)), blocks.to_owned()]
}

fn next(next: &report::Next) -> String {
    match next {
        report::Next::Use => "next: use it".to_owned(),
        report::Next::RetryWith { agent } => format!("next: retry with '{agent}'"),
        report::Next::RetryWithFeedback => "next: retry with the feedback".to_owned(),
        report::Next::PartialSuccess { warning } => format!("next: go on without it; warning: {warning}"),
        report::Next::EndRun { reason } => format!("next: end the run; {reason}"),
    }
}
