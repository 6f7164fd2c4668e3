//! `history timeline`: what happened, in its order: runs, their steps, what the controller said, corrections of the robot's
//! state, layouts, bundles and keys, what was done at the page, and sentences that came to no run.
//!
//! What the controller said is read from its own file, where that is still there: no hash holds it.

use jiff::Timestamp;
use uuid::Uuid;

use super::{
    controller,
    event::{Event, Kind},
    filter::{FilterArgs, RunName, runs},
    show::{how_ended, state, step_words, understood, what},
};
use crate::{
    cli::{
        desk::{DataArg, store},
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
        table::table,
        when::{Zone, after},
    },
    files::FileError,
    store::{
        BundleActKind, BundleActRow, Correction, LayoutDecision, LayoutRow, PageActKind, PageActRow, Reader, RunDetail,
        RunFilter, SentenceRow,
    },
};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Timeline {
    /// Only this run: its number, its id or the first characters of it, or `last`
    run: Option<RunName>,
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    filter: FilterArgs,
    /// How many lines at most, the latest ones
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = super::at_least_one)]
    limit: usize,
    /// Print JSON, an event a line
    #[arg(long)]
    json: bool,
}

pub(super) fn timeline(args: &Timeline, printer: &mut Printer) -> Outcome {
    let (zone, reader) = (Zone::here(), args.data.read()?);
    let filter = args.filter.of_runs(&zone)?;
    let mut unheard = Unheard::default();
    let mut events = match &args.run {
        Some(name) => of_run(&detail(name.find(&reader)?, &reader)?, &mut unheard),
        None => of_all(&reader, filter, args.limit, &mut unheard)?,
    };
    // A stable sort: what happened at one moment stays as it was put.
    events.sort_by_key(|event| event.order);
    let shown = events.split_off(events.len().saturating_sub(args.limit));
    if args.json {
        shown.iter().try_for_each(|event| printer.json(event))?;
    } else if shown.is_empty() {
        talk("nothing is on record");
    } else {
        printer.text(table(["time", "run", "what happened"], shown.iter().map(|event| cells(event, &zone))))?;
    }
    if !events.is_empty() {
        talk(format_args!("{} earlier lines are left out: --limit shows more", events.len()));
    }
    unheard.tell();
    Ok(Verdict::of(!shown.is_empty()))
}

/// Runs whose controller's lines cannot be shown.
#[derive(Default)]
struct Unheard(Vec<(i64, FileError)>);

impl Unheard {
    fn tell(&self) {
        let Some((_, why)) = self.0.last() else { return };
        let runs: Vec<String> = self.0.iter().map(|(number, _)| number.to_string()).collect();
        talk(format_args!("what the controller said is not shown of run {}: {why}", runs.join(", ")));
    }
}

fn cells(event: &Event, zone: &Zone) -> [String; 3] {
    let run = event.run.map(|number| number.to_string()).unwrap_or_default();
    [event.time.map(|at| zone.words(at)).unwrap_or_default(), run, event.what.clone()]
}

fn detail(id: Uuid, reader: &Reader) -> Result<RunDetail, Failure> {
    let found = reader.run(id).map_err(store)?;
    found.ok_or_else(|| Failure::input(format_args!("there is no run {id}")))
}

/// The latest `limit` events at least: each run is one or more.
fn of_all(reader: &Reader, filter: RunFilter, limit: usize, unheard: &mut Unheard) -> Result<Vec<Event>, Failure> {
    let (since, until) = (filter.since, filter.until);
    let is_in = |at: Timestamp| since.is_none_or(|since| since <= at) && until.is_none_or(|until| at < until);
    let (place, tool, operator) = (filter.place.clone(), filter.tool.clone(), filter.operator.clone());
    let is_of = |wanted: &Option<String>, found: &[Option<&str>]| {
        wanted.as_deref().is_none_or(|wanted| found.contains(&Some(wanted)))
    };
    let mut events = Vec::new();
    for row in runs(reader, filter, None, limit)? {
        events.extend(of_run(&detail(row.run_id, reader)?, unheard));
    }
    let corrections = reader.corrections(usize::MAX).map_err(store)?;
    let passes = |said: &&Correction| {
        is_in(said.at)
            && is_of(&operator, &[Some(&said.operator)])
            && is_of(&place, &[Some(&said.position), said.previous_position.as_deref()])
            && is_of(&tool, &[Some(&said.tool), said.previous_tool.as_deref()])
    };
    events.extend(corrections.iter().filter(passes).take(limit).map(corrected));
    // What follows is of no place and no tool, and nobody is on record for a sentence.
    let is_of_none = place.is_none() && tool.is_none();
    let layouts = if is_of_none { reader.layouts(usize::MAX).map_err(store)? } else { Vec::new() };
    let passes = |row: &&LayoutRow| is_in(row.at) && is_of(&operator, &[row.operator.as_deref()]);
    events.extend(layouts.iter().filter(passes).take(limit).map(decided));
    let bundles = if is_of_none { reader.bundle_acts().map_err(store)? } else { Vec::new() };
    let passes = |row: &&BundleActRow| is_in(row.at) && is_of(&operator, &[Some(&row.what.operator)]);
    events.extend(bundles.iter().rev().filter(passes).take(limit).map(bundled));
    let acts = if is_of_none { reader.page_acts(usize::MAX).map_err(store)? } else { Vec::new() };
    let passes = |row: &&PageActRow| is_in(row.what.done_at) && is_of(&operator, &[Some(&row.what.operator)]);
    events.extend(acts.iter().filter(passes).take(limit).map(done_at_page));
    let is_wanted = is_of_none && operator.is_none();
    let sentences = if is_wanted { reader.sentences(usize::MAX).map_err(store)? } else { Vec::new() };
    events.extend(sentences.iter().filter(|row| is_in(row.at)).take(limit).map(unrun));
    Ok(events)
}

fn of_run(detail: &RunDetail, unheard: &mut Unheard) -> Vec<Event> {
    let (row, planned) = (&detail.row, step_words(detail));
    let of = Some((row.number, row.run_id));
    let understood = understood(detail).map(|words| format!(", understood as: {words}")).unwrap_or_default();
    let begun = format!("begun: \"{}\"{understood}; by {}, {}", row.operator_input, row.operator, row.driver);
    let mut events = vec![Event::new(row.started_at, Kind::RunBegun, of, begun)];
    let mut said = controller::lines(detail);
    unheard.0.extend(said.unreadable.take().map(|why| (row.number, why)));
    events.append(&mut said.before_steps);
    for step in &detail.steps {
        let (what, lasted) = (what(step, &planned), after(step.started_at, step.finished_at));
        let why = step.error.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
        let words = format!("step {}: {what}, {}{lasted}{why}", step.number, state(step));
        events.push(Event::new(step.started_at, Kind::Step, of, words));
        events.extend(said.of_step(step.number));
    }
    if let Some(at) = row.finished_at {
        events.push(Event::new(at, Kind::RunEnded, of, how_ended(detail)));
    }
    events
}

fn corrected(said: &Correction) -> Event {
    let before = said.previous_position.as_ref().zip(said.previous_tool.as_ref());
    let before = before.map(|(position, tool)| format!(" (on record: {position} with {tool})")).unwrap_or_default();
    let words = format!(
        "correction: the robot is at {} with {}{before}, said {}: {}",
        said.position, said.tool, said.operator, said.reason
    );
    Event::new(said.at, Kind::Correction, None, words)
}

fn decided(row: &LayoutRow) -> Event {
    let decided = match row.decision {
        LayoutDecision::InForce => "in force",
        LayoutDecision::Declined => "declined",
    };
    let by = row.operator.as_deref().map_or_else(|| ", nobody was asked".to_owned(), |name| format!(" by {name}"));
    let hash: String = row.snapshot_hash.chars().take(16).collect();
    Event::new(row.at, Kind::Layout, None, format!("layout: generation {} ({hash}) {decided}{by}", row.generation))
}

fn bundled(row: &BundleActRow) -> Event {
    let what = &row.what;
    let generation = what.generation.map(|generation| format!(" generation {generation}")).unwrap_or_default();
    let did = match what.act {
        BundleActKind::Enrolled => "a key is trusted".to_owned(),
        BundleActKind::Rekeyed => format!("a list of keys was taken:{generation}"),
        BundleActKind::Installed => format!("a bundle was installed:{generation}"),
        BundleActKind::RolledBack => format!("a bundle was put back in force:{generation}"),
    };
    let hash: String = what.blake3.chars().take(16).collect();
    let of = what.signed_by.as_deref().map(|owner| format!(", of {owner}")).unwrap_or_default();
    let words = format!("{did} ({hash}){of}, by {}: {}", what.operator, what.reason);
    Event::new(row.at, Kind::Bundle, None, words)
}

fn done_at_page(row: &PageActRow) -> Event {
    let what = &row.what;
    let role = what.role.as_deref().map(|role| format!(" ({role})")).unwrap_or_default();
    let words = if what.words.is_empty() { String::new() } else { format!(": {}", what.words) };
    let did = match what.act {
        PageActKind::Entered => "entered",
        PageActKind::Refused => "was not let in",
        PageActKind::Left => "left",
        PageActKind::Said => "said",
        PageActKind::Chose => "chose the reading",
        PageActKind::Answered => "answered",
        // To a run, or about a plan that waited.
        PageActKind::Wished => "said",
        PageActKind::Placed => "said where the robot is",
        PageActKind::LayoutDecided => "decided about a layout",
        PageActKind::PictureArranged => "arranged the picture",
        PageActKind::OperatorAdded => "added an operator",
        PageActKind::OperatorChanged => "changed an operator",
        PageActKind::OperatorRemoved => "removed an operator",
    };
    // What is said at a console or a page that follows is kept among these acts.
    let is_beside = what.act == PageActKind::Wished && what.words.ends_with(" beside)");
    let place = if is_beside { "from beside" } else { "at the page" };
    let words = format!("{place}: {}{role} {did}{words}", what.operator);
    Event::new(what.done_at, Kind::Page, None, words)
}

fn unrun(row: &SentenceRow) -> Event {
    let fate = row.ended.fate.word().replace('_', " ");
    Event::new(row.at, Kind::Sentence, None, format!("\"{}\" came to no run: {fate}", row.ended.operator_input))
}
