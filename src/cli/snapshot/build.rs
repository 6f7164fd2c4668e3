//! `snapshot build`: import, check, prepare, prove, and only then replace the file.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Serialize;

use super::{
    facts::{self, Counts},
    findings::{self, count},
    progress::Progress,
    source::{Imported, Refused, Source},
};
use crate::{
    cli::{
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
    },
    files,
    import::{Fault, Faults, Report},
    snapshot::{
        self, Provenance,
        check::{Finding, Findings},
    },
};

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot build --from cell.apoc.jsonl -o cell.cellgraph
  cellgraph snapshot build --from cell.apoc.jsonl -o cell.cellgraph --allow no-way-home,no-home
  cellgraph snapshot build --from bolt://127.0.0.1:7687 -o cell.cellgraph

An export is what apoc.export.json.all writes, in any of its JSON formats. A live database is read with NEO4J_USER \
and NEO4J_PASSWORD, and NEO4J_DATABASE where it is set.

Faults of the export exit with 2, errors of the check that are not allowed with 1; either way the old file stays as \
it was. What is replaced must be a snapshot: the new one's generation is one more than the old one's.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// An APOC JSON export, or bolt://HOST:PORT, or neo4j://HOST:PORT
    #[arg(long, value_name = "FILE|URL")]
    from: String,
    /// The snapshot file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Errors of the check that shall not refuse the build, or `all`
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Done<'d> {
    path: String,
    #[serde(flatten)]
    facts: facts::Facts<'d>,
    report: &'d Report,
    findings: &'d Findings,
}

#[derive(Serialize)]
struct Faulty<'d> {
    faults: &'d [Fault],
}

#[derive(Serialize)]
struct Rejected<'d> {
    refused: Vec<&'d Finding>,
    report: &'d Report,
    findings: &'d Findings,
}

#[derive(Serialize)]
struct Lost<'d> {
    refused: [&'static str; 1],
    moves_before: usize,
    report: &'d Report,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let allowed = findings::allowed(&args.allow)?;
    let source = Source::of(&args.from)?;
    let progress = Progress::new(args.json);
    let imported = match source.import(&progress) {
        Ok(imported) => imported,
        Err(Refused::Failure(failure)) => return Err(failure),
        Err(Refused::Faults(faults)) => {
            drop(progress);
            return refuse_import(args, &faults, printer);
        }
    };
    let provenance = provenance(&imported, &args.output, allowed)?;
    progress.building(imported.import.draft.positions.len());
    let built = snapshot::build(&imported.import.draft, &provenance);
    drop(progress);
    let report = &imported.import.report;
    let refused: Vec<&Finding> = built.findings.refusals(&provenance.allowed).collect();
    if !refused.is_empty() {
        return refuse_cell(args, refused, report, &built.findings, printer);
    }
    let checked = built.checked().map_err(broken)?;
    if let Some(lost) = files::moves_lost(checked.snapshot(), &args.output) {
        return refuse_loss(args, lost, report, printer);
    }
    files::write_snapshot(&args.output, &checked)?;
    let path = args.output.display().to_string();
    let facts = facts::Facts::of(checked.snapshot(), checked.bytes().len() as u64);
    if args.json {
        printer.json(&Done { path, facts, report, findings: checked.findings() })?;
    } else {
        printer.text(words(&path, &facts, report, checked.findings()))?;
    }
    Ok(Verdict::Yes)
}

/// A relationship type with a slip of the pen is left out like any other that is not the cell's.
fn refuse_loss(args: &Args, lost: usize, report: &Report, printer: &mut Printer) -> Outcome {
    let (code, path) = (findings::NO_MOVES.0, args.output.display());
    let left_out: Vec<String> = report.ignored_types.iter().map(|(name, count)| format!("{count} of {name}")).collect();
    let left_out = if left_out.is_empty() { "none".to_owned() } else { left_out.join(", ") };
    if args.json {
        printer.json(&Lost { refused: [code], moves_before: lost, report })?;
    }
    talk(format_args!(
        "refused: {code}: the export has no move, and {path} has {lost}; relationships of other types: {left_out}"
    ));
    talk(format_args!(
        "hint: moves are relationships of the type ONLY_ALLOWED_MOVE_TO: mend the graph and export it again; or, if it is \
         meant so, build with --allow {code}; {path} is as it was"
    ));
    Ok(Verdict::No)
}

fn provenance(imported: &Imported, output: &Path, allowed: Vec<String>) -> Result<Provenance, Failure> {
    let seconds = |time: Timestamp| Timestamp::from_second(time.as_second()).unwrap_or(time).to_string();
    Ok(Provenance {
        source: imported.source.clone(),
        database: imported.database.clone(),
        exported_at: seconds(imported.exported_at),
        built_at: seconds(Timestamp::now()),
        builder: concat!("cellgraph ", env!("CARGO_PKG_VERSION")).to_owned(),
        generation: files::previous_generation(output)?.unwrap_or(0) + 1,
        allowed,
    })
}

/// What goes to the disk is first shown to load, as it will where the robot is; what the check refuses was told before.
fn broken(refused: snapshot::Refused) -> Failure {
    Failure::internal(format_args!("{refused}; nothing was written"))
        .hint("this is a fault of cellgraph: please report it with the export")
}

fn refuse_import(args: &Args, faults: &Faults, printer: &mut Printer) -> Outcome {
    if args.json {
        printer.json(&Faulty { faults: faults.list() })?;
    }
    talk(faults);
    let number = count(faults.list().len(), "fault");
    Err(Failure::input(format_args!("{} was refused: {number}", args.from))
        .hint(format!("mend the graph, export it again and build again; {} is as it was", args.output.display())))
}

fn refuse_cell(
    args: &Args,
    refused: Vec<&Finding>,
    report: &Report,
    findings: &Findings,
    printer: &mut Printer,
) -> Outcome {
    let mut codes: Vec<&str> = refused.iter().map(|finding| finding.code.as_str()).collect();
    codes.dedup();
    let hint = format!(
        "mend the cell; or, if it is meant so, build with --allow {}; {} is as it was",
        codes.join(","),
        args.output.display()
    );
    let number = count(refused.len(), "error");
    if args.json {
        printer.json(&Rejected { refused, report, findings })?;
    } else {
        printer.text(findings::words(findings))?;
    }
    talk(format_args!("refused: the check found {number} that no --allow names"));
    talk(format_args!("hint: {hint}"));
    Ok(Verdict::No)
}

fn words(path: &str, facts: &facts::Facts<'_>, report: &Report, findings: &Findings) -> String {
    let Counts { positions, moves, tools, routines, .. } = facts.counts;
    let mut text = format!(
        "{path}: generation {}, {}, {}, {}, {}, {} bytes\n\
         content hash {}",
        facts.provenance.generation,
        count(positions, "position"),
        count(moves, "move"),
        count(tools, "tool"),
        count(routines, "routine"),
        facts.file_bytes,
        facts.content_hash
    );
    for (what, left_out) in [("label", &report.ignored_labels), ("relationship type", &report.ignored_types)] {
        for (name, count) in left_out {
            text.push_str(&format!("\nleft out: {count} of the {what} {name}"));
        }
    }
    for warning in &report.warnings {
        text.push_str(&format!("\nwarning: {warning}"));
    }
    text.push_str(&format!("\ncheck: {}", findings::words(findings)));
    text
}
