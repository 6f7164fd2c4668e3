//! `snapshot show`: the summary of a snapshot, and its pictures.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use serde::Serialize;

use super::{facts::Facts, findings::count};
use crate::{
    cli::{
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
        table::facts,
    },
    files,
    limits::PICTURE_POSITIONS_MAX,
    picture::{Picture, dot, svg},
    snapshot::{
        Snapshot,
        check::{Findings, Severity},
    },
};

const EXAMPLES: &str = "\
Examples:
  cellgraph snapshot show cell.cellgraph
  cellgraph snapshot show cell.cellgraph --json
  cellgraph snapshot show cell.cellgraph --svg cell.svg
  cellgraph snapshot show cell.cellgraph --dot cell.dot

A cell that is too large for --svg can be drawn by Graphviz: sfdp -Goverlap=prism -Tsvg cell.dot > cell.svg";

const BY_GRAPHVIZ: &str = "write --dot FILE, and draw that with Graphviz: sfdp -Goverlap=prism -Tsvg FILE";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Args {
    /// The snapshot file
    file: PathBuf,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    /// Write a picture of the cell for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write a picture of the cell
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Serialize)]
struct Description<'s> {
    path: String,
    #[serde(flatten)]
    facts: Facts<'s>,
    findings: Findings,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let snapshot = Arc::new(files::read_snapshot(&args.file)?);
    let file_bytes = std::fs::metadata(&args.file).map_or(0, |metadata| metadata.len());
    draw(args, &snapshot)?;
    let shown = Description {
        path: args.file.display().to_string(),
        facts: Facts::of(&snapshot, file_bytes),
        findings: snapshot.findings().clone(),
    };
    if args.json {
        printer.json(&shown)?;
    } else {
        printer.text(words(&shown))?;
    }
    Ok(Verdict::Yes)
}

fn draw(args: &Args, snapshot: &Arc<Snapshot>) -> Result<(), Failure> {
    let positions = snapshot.position_count();
    if args.svg.is_some() && positions > PICTURE_POSITIONS_MAX {
        let message = format!("{positions} positions are too many for --svg: it draws up to {}", PICTURE_POSITIONS_MAX);
        return Err(Failure::input(message).hint(BY_GRAPHVIZ));
    }
    if let Some(path) = &args.dot {
        save(path, &dot::dot(&Picture::of(snapshot)))?;
    }
    if let Some(path) = &args.svg {
        save(path, &svg_in_time(snapshot)?)?;
    }
    Ok(())
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    files::write_whole(path, |file| file.write_all(text.as_bytes()))?;
    talk(format_args!("wrote {}", path.display()));
    Ok(())
}

/// The layout is another's code, and takes long where a small cell has very many moves: it is not waited for without end.
fn svg_in_time(snapshot: &Arc<Snapshot>) -> Result<String, Failure> {
    const LIMIT: Duration = Duration::from_secs(30);
    let (sender, receiver) = mpsc::channel();
    let snapshot = Arc::clone(snapshot);
    // Left to itself where it is late: it ends with the process.
    thread::spawn(move || sender.send(svg::laid(&Picture::of(&snapshot)).svg));
    receiver.recv_timeout(LIMIT).map_err(|late| match late {
        RecvTimeoutError::Timeout => {
            let seconds = LIMIT.as_secs();
            Failure::input(format_args!(
                "the cell's moves are too tangled for --svg: no layout was found in {seconds} s"
            ))
            .hint(BY_GRAPHVIZ)
        }
        RecvTimeoutError::Disconnected => Failure::internal("the layout of the picture failed").hint(BY_GRAPHVIZ),
    })
}

fn words(shown: &Description<'_>) -> String {
    let Facts { counts, roles, provenance, .. } = &shown.facts;
    let role = |word: &str| roles.get(word).copied().unwrap_or(0);
    let source = match &provenance.database {
        Some(database) => format!("{}, database {database}", provenance.source),
        None => provenance.source.clone(),
    };
    let allowed = if provenance.allowed.is_empty() { "-".to_owned() } else { provenance.allowed.join(", ") };
    let findings = &shown.findings;
    facts([
        ("file", format!("{} ({} bytes)", shown.path, shown.facts.file_bytes)),
        ("content hash", shown.facts.content_hash.clone()),
        ("generation", provenance.generation.to_string()),
        ("source", source),
        ("exported", provenance.exported_at.clone()),
        ("built", format!("{} by {}", provenance.built_at, provenance.builder)),
        (
            "positions",
            format!(
                "{}: {} home, {} safe approach, {} tool mount, {} work",
                counts.positions,
                role("home"),
                role("safe_approach"),
                role("tool_mount"),
                role("work")
            ),
        ),
        (
            "moves",
            format!("{}{}", counts.moves, if shown.facts.every_move_has_cost { ", all with a cost" } else { "" }),
        ),
        ("tools", format!("{} ({})", counts.tools, count(counts.stands, "stand"))),
        ("routines", format!("{} ({})", counts.routines, count(counts.supports, "support"))),
        ("routes", routes(&shown.facts)),
        (
            "check",
            format!(
                "{}, {}, {} walked",
                count(findings.count(Severity::Error), "error"),
                count(findings.count(Severity::Warning), "warning"),
                count(findings.states_reached as usize, "state")
            ),
        ),
        ("allowed", allowed),
    ])
}

fn routes(facts: &Facts<'_>) -> String {
    let tables: Vec<String> =
        facts.route_tables.iter().map(|table| format!("{} ({} bytes)", table.name, table.bytes)).collect();
    let tables = if tables.is_empty() { "searched for".to_owned() } else { tables.join(", ") };
    format!("{} core positions; {tables}", facts.core_positions)
}
