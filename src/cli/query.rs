//! `query`: one of the ten queries, by its name.

use serde::Serialize;

use super::{
    SnapshotArg,
    failure::{Failure, Outcome, Verdict},
    input::{self, did_you_mean, with_hint},
    printer::Printer,
    table::{facts, table},
    timings::Timings,
};
use crate::{
    engine::query::{self as ask, By, PositionRow, QueryError, RoutineRow, ToolLocations, ToolRow},
    snapshot::{MetadataRef, Snapshot, route::Scratch},
};

const EXAMPLES: &str = "\
Queries:
  get_all_positions                            get_all_tools
  get_all_routines                             get_tool_locations
  get_allowed_moves POSITION                   get_supported_positions ROUTINE
  get_routine_by_name ROUTINE                  get_routine_metadata ROUTINE POSITION
  get_shortest_path FROM TO [--by moves|cost]  is_move_allowed FROM TO

Examples:
  cellgraph query get_all_positions --snapshot cell.cellgraph
  cellgraph query get_shortest_path Home Pos_1 --snapshot cell.cellgraph --json
  cellgraph query get_routine_metadata tack_weld Pos_1 --snapshot cell.cellgraph

With --json the result is the bare JSON value. `null`, `false` and `[]` exit with 1, a name that the cell does not \
have with 2.";

/// Each query with the names of its arguments.
const QUERIES: [(&str, &[&str]); 10] = [
    ("get_all_positions", &[]),
    ("get_all_tools", &[]),
    ("get_all_routines", &[]),
    ("get_tool_locations", &[]),
    ("get_allowed_moves", &["POSITION"]),
    ("get_supported_positions", &["ROUTINE"]),
    ("get_routine_by_name", &["ROUTINE"]),
    ("get_routine_metadata", &["ROUTINE", "POSITION"]),
    ("get_shortest_path", &["FROM", "TO"]),
    ("is_move_allowed", &["FROM", "TO"]),
];

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The query
    name: String,
    /// What it asks about
    #[arg(value_name = "ARG")]
    arguments: Vec<String>,
    #[command(flatten)]
    snapshot: SnapshotArg,
    /// What a shortest path has least of
    #[arg(long, value_enum, default_value = "moves")]
    by: Measure,
    /// Print the bare JSON value
    #[arg(long)]
    json: bool,
    /// Say on stderr what took how long
    #[arg(long)]
    timings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Measure {
    /// Moves
    Moves,
    /// Seconds, where every move has a cost
    Cost,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'s> {
    Positions(Vec<PositionRow<'s>>),
    Tools(Vec<ToolRow<'s>>),
    Routines(Vec<RoutineRow<'s>>),
    Locations(ToolLocations<'s>),
    Names(Vec<&'s str>),
    Routine(Option<RoutineRow<'s>>),
    Metadata(Option<MetadataRef<'s>>),
    Path(Option<Vec<&'s str>>),
    Allowed(bool),
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    check_usage(args)?;
    let mut timings = Timings::start(args.timings);
    let snapshot = input::load(&args.snapshot)?;
    timings.lap("load");
    let answer = answer(&snapshot, args).map_err(|error| explain(error, &snapshot, args))?;
    timings.lap("query");
    if args.json {
        printer.json(&answer)?;
    } else {
        printer.text(words(&answer))?;
    }
    timings.show();
    Ok(Verdict::of(!is_no(&answer)))
}

fn check_usage(args: &Args) -> Result<(), Failure> {
    let names: Vec<&str> = QUERIES.iter().map(|(name, _)| *name).collect();
    let Some((name, wanted)) = QUERIES.iter().find(|(name, _)| *name == args.name) else {
        let hint = did_you_mean(&args.name, &names).unwrap_or_else(|| format!("the queries are {}", names.join(", ")));
        return Err(Failure::input(format_args!("there is no query '{}'", args.name)).hint(hint));
    };
    if args.arguments.len() != wanted.len() {
        let message = format!("{name} takes {} arguments, not {}", wanted.len(), args.arguments.len());
        let usage = std::iter::once(*name).chain(wanted.iter().copied()).collect::<Vec<_>>().join(" ");
        return Err(Failure::input(message).hint(format!("cellgraph query {usage} --snapshot FILE")));
    }
    if args.by == Measure::Cost && *name != "get_shortest_path" {
        return Err(Failure::input("--by belongs to get_shortest_path"));
    }
    Ok(())
}

fn answer<'s>(snapshot: &'s Snapshot, args: &Args) -> Result<Answer<'s>, QueryError> {
    let argument = |place: usize| args.arguments.get(place).map_or("", String::as_str);
    let by = if args.by == Measure::Cost { By::Cost } else { By::Moves };
    Ok(match args.name.as_str() {
        "get_all_positions" => Answer::Positions(ask::get_all_positions(snapshot)),
        "get_all_tools" => Answer::Tools(ask::get_all_tools(snapshot)),
        "get_all_routines" => Answer::Routines(ask::get_all_routines(snapshot)),
        "get_tool_locations" => Answer::Locations(ask::get_tool_locations(snapshot)),
        "get_allowed_moves" => Answer::Names(ask::get_allowed_moves(snapshot, argument(0))?),
        "get_supported_positions" => Answer::Names(ask::get_supported_positions(snapshot, argument(0))?),
        "get_routine_by_name" => Answer::Routine(ask::get_routine_by_name(snapshot, argument(0))),
        "get_routine_metadata" => Answer::Metadata(ask::get_routine_metadata(snapshot, argument(0), argument(1))?),
        "get_shortest_path" => {
            Answer::Path(ask::get_shortest_path(snapshot, argument(0), argument(1), by, &mut Scratch::default())?)
        }
        // `check_usage` has let nothing else through.
        _ => Answer::Allowed(ask::is_move_allowed(snapshot, argument(0), argument(1))?),
    })
}

/// Whether the JSON value is `null`, `false` or `[]`.
fn is_no(answer: &Answer<'_>) -> bool {
    match answer {
        Answer::Positions(rows) => rows.is_empty(),
        Answer::Tools(rows) => rows.is_empty(),
        Answer::Routines(rows) => rows.is_empty(),
        Answer::Names(names) => names.is_empty(),
        Answer::Routine(row) => row.is_none(),
        Answer::Metadata(metadata) => metadata.is_none(),
        Answer::Path(path) => path.is_none(),
        Answer::Allowed(allowed) => !allowed,
        Answer::Locations(_) => false,
    }
}

fn explain(error: QueryError, snapshot: &Snapshot, args: &Args) -> Failure {
    let asked = |known: &[&str]| {
        let wrong = args.arguments.iter().find(|argument| !known.contains(&argument.as_str()));
        wrong.and_then(|name| did_you_mean(name, known))
    };
    let hint = match &error {
        QueryError::Position(_) => asked(&input::position_names(snapshot)),
        QueryError::Routine(_) => asked(&input::routine_names(snapshot)),
        QueryError::NoCosts => Some("ask for fewest moves with --by moves".to_owned()),
    };
    with_hint(Failure::input(error), hint)
}

fn words(answer: &Answer<'_>) -> String {
    let text = str::to_owned;
    match answer {
        Answer::Positions(_) | Answer::Tools(_) | Answer::Routines(_) | Answer::Names(_) if is_no(answer) => {
            text("none")
        }
        Answer::Positions(rows) => {
            let rows = rows.iter().map(|row| [text(row.name), text(row.role.word()), text(row.description)]);
            table(["name", "role", "description"], rows)
        }
        Answer::Tools(rows) => table(
            ["name", "type", "description"],
            rows.iter().map(|row| [text(row.name), text(row.kind), text(row.description)]),
        ),
        Answer::Routines(rows) => {
            let rows = rows.iter().map(|row| [text(row.name), text(row.required_tool), text(row.description)]);
            table(["name", "required tool", "description"], rows)
        }
        Answer::Locations(ToolLocations(rows)) => {
            table(["tool", "position"], rows.iter().map(|(tool, position)| [text(tool), text(position)]))
        }
        Answer::Names(names) => names.join("\n"),
        Answer::Routine(None) => text("there is no such routine"),
        Answer::Routine(Some(row)) => facts([
            ("name", text(row.name)),
            ("required tool", text(row.required_tool)),
            ("description", text(row.description)),
        ]),
        Answer::Metadata(None) => text("not supported there"),
        Answer::Metadata(Some(metadata)) => {
            let none = || text("-");
            facts([
                ("stabilize", metadata.stabilize_s.map_or_else(none, |seconds| format!("{seconds} s"))),
                ("action_after", metadata.action_after.map_or_else(none, text)),
                ("verify", metadata.verify.map_or_else(none, text)),
            ])
        }
        Answer::Path(None) => text("there is no path"),
        Answer::Path(Some(path)) => format!("{} ({})", path.join(" → "), moves(path.len() - 1)),
        Answer::Allowed(allowed) => text(if *allowed { "yes" } else { "no" }),
    }
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
