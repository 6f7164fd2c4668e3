//! `phrases`: what was learnt of what people say here; listed, accepted, dropped.

use std::sync::Arc;

use clap::Subcommand;
use serde_json::json;

use super::{
    desk::{DataArg, OperatorArg, store},
    failure::{Failure, Outcome, Verdict},
    input,
    printer::{Printer, talk},
    readers::TemplatesArg,
    table::table,
    when::Zone,
};
use crate::{
    cell::shown,
    language::templates::Templates,
    snapshot::Snapshot,
    store::{PhraseRow, Reader},
    workflow::{ListedPhrase, PhraseBook, PhraseError, PhraseList, layout_in_force},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph phrases list
  cellgraph phrases accept 3 --operator Eve
  cellgraph phrases accept 5 --as 'the old lady=Welder' --operator Eve
  cellgraph phrases drop 3 --operator Eve
  cellgraph phrases export > phrases.json

A sentence is kept when it was asked back, its reading chosen by a digit, and the plan approved; or when it was not understood, said \
in other words next, and that was approved. Nothing that is kept has an effect before it is accepted. Who accepts is somebody who may \
change the layout too, and never whoever said it, alone. Name the templates that `cellgraph run` has (--templates): a phrase is held \
against them. What is accepted counts from the next start of `cellgraph run` or \
`cellgraph do`, and is reviewed like any other reading.";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// List what was kept: what was said, what it was confirmed to mean, by whom, how often
    List(List),
    /// Let a sentence mean what was confirmed, or make a nickname of words in it
    Accept(Accept),
    /// Take back what was accepted, and leave it out of the list
    Drop(Drop),
    /// Print what was accepted and fits the layout in force, as JSON: for --phrases, and for `bundle create`
    Export(Export),
}

#[derive(Debug, clap::Args)]
pub(super) struct List {
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    templates: TemplatesArg,
    /// Also those that were dropped
    #[arg(long)]
    all: bool,
    /// Print JSON, a phrase a line
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Accept {
    /// The phrase's number
    #[arg(value_name = "N", value_parser = number)]
    phrase: i64,
    /// Make a nickname: words of the sentence, and the name of a position or a tool that they stand for
    #[arg(long = "as", value_name = "PHRASE=NAME", value_parser = nickname)]
    nickname: Option<(String, String)>,
    #[command(flatten)]
    templates: TemplatesArg,
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    operator: OperatorArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct Drop {
    /// The phrase's number
    #[arg(value_name = "N", value_parser = number)]
    phrase: i64,
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    operator: OperatorArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct Export {
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    templates: TemplatesArg,
}

fn number(text: &str) -> Result<i64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "the number of a phrase is wanted, as `cellgraph phrases list` shows it".to_owned())
}

fn nickname(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(words, name)| (words.trim().to_owned(), name.trim().to_owned()));
    let whole = parts.filter(|(words, name)| !words.is_empty() && !name.is_empty() && !name.contains('='));
    whole.ok_or_else(|| "words and a name are wanted, as in 'the old lady=Welder'".to_owned())
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::List(args) => list(args, printer),
        Command::Accept(args) => accept(args, printer),
        Command::Drop(args) => drop_phrase(args, printer),
        Command::Export(args) => export(args, printer),
    }
}

fn list(args: &List, printer: &mut Printer) -> Outcome {
    let reader = args.data.read()?;
    let snapshot = in_force(&reader)?;
    let rows = reader.phrases().map_err(store)?;
    let listed = PhraseBook::new(&snapshot, args.templates.read()?).list(&rows);
    let listed: Vec<ListedPhrase> = listed.into_iter().filter(|phrase| args.all || !phrase.row.dropped).collect();
    if args.json {
        listed.iter().try_for_each(|phrase| printer.json(&document(phrase)?))?;
    } else if listed.is_empty() {
        talk("no phrases");
    } else {
        let head = ["number", "sentence", "means", "said by", "last", "state"];
        let zone = Zone::here();
        printer.text(table(head, listed.iter().map(|phrase| cells(phrase, &zone))))?;
        for note in listed.iter().flat_map(notes) {
            printer.text(note)?;
        }
    }
    Ok(Verdict::of(!listed.is_empty()))
}

/// A phrase for programs: as it is stored, and how it stands to the layout.
fn document(phrase: &ListedPhrase) -> Result<serde_json::Value, Failure> {
    let mut document = serde_json::to_value(&phrase.row).map_err(Failure::internal)?;
    document["meaning"] = json!(phrase.meaning);
    document["unfit"] = json!(phrase.unfit);
    document["unfit_nicknames"] = json!(phrase.unfit_nicknames);
    document["conflicts"] = json!(phrase.conflicts);
    Ok(document)
}

fn cells(phrase: &ListedPhrase, zone: &Zone) -> [String; 6] {
    let row = &phrase.row;
    let said_by: Vec<String> = row.said_by.iter().map(|by| format!("{} {}×", by.operator, by.times)).collect();
    [
        row.number.to_string(),
        row.sentence.clone(),
        phrase.meaning.clone().unwrap_or_else(|| row.reading.clone()),
        said_by.join(", "),
        zone.words(row.last_at),
        state(phrase),
    ]
}

fn state(phrase: &ListedPhrase) -> String {
    let row = &phrase.row;
    let mut words = Vec::new();
    words.extend(
        row.accepted.as_ref().map(|_| if phrase.unfit.is_some() { "accepted, no candidate" } else { "accepted" }),
    );
    words.extend((!row.nicknames.is_empty()).then_some("nickname"));
    words.extend(row.dropped.then_some("dropped"));
    if words.is_empty() {
        words.push(if phrase.unfit.is_some() { "cannot be accepted" } else { "new" });
    }
    words.join(", ")
}

/// What the table has no room for.
fn notes(phrase: &ListedPhrase) -> Vec<String> {
    let row = &phrase.row;
    let number = row.number;
    let mut notes = Vec::new();
    if let Some(why) = phrase.unfit.as_ref().filter(|_| row.nicknames.is_empty() || row.accepted.is_some()) {
        notes.push(format!("phrase {number}: {}", shown(why)));
    }
    for (nickname, unfit) in row.nicknames.iter().zip(&phrase.unfit_nicknames) {
        let about = unfit.as_ref().map(|why| format!(", and counts for nothing: {}", shown(why))).unwrap_or_default();
        let (said, name) = (shown(&nickname.said), shown(&nickname.name));
        notes.push(format!("phrase {number}: '{said}' is a nickname of '{name}'{about}"));
    }
    if !phrase.conflicts.is_empty() {
        let others: Vec<String> = phrase.conflicts.iter().map(ToString::to_string).collect();
        notes.push(format!("phrase {number}: the same sentence has another reading in {}", others.join(", ")));
    }
    notes
}

fn accept(args: &Accept, printer: &mut Printer) -> Outcome {
    let operator = args.operator.name()?;
    let snapshot = in_force(&args.data.read()?)?;
    let book = PhraseBook::new(&snapshot, args.templates.read()?);
    let mut open = args.data.open()?;
    let row = match &args.nickname {
        None => book.accept(&mut open, args.phrase, &operator),
        Some((words, name)) => book.accept_nickname(&mut open, args.phrase, (words, name), &operator),
    };
    let row = row.map_err(refused)?;
    match &args.nickname {
        None => printer.text(format_args!("accepted: {}", of(&row)))?,
        Some((_, name)) => {
            let said = row.nicknames.last().map(|nickname| shown(&nickname.said)).unwrap_or_default();
            printer.text(format_args!("accepted: '{said}' is a nickname of '{}'", shown(name)))?;
        }
    }
    talk("It counts from the next start of `cellgraph run` or `cellgraph do`, and is reviewed like any other reading.");
    Ok(Verdict::Yes)
}

fn drop_phrase(args: &Drop, printer: &mut Printer) -> Outcome {
    let operator = args.operator.name()?;
    let snapshot = in_force(&args.data.read()?)?;
    let mut open = args.data.open()?;
    let row = PhraseBook::new(&snapshot, Templates::default()).drop(&mut open, args.phrase, &operator);
    printer.text(format_args!("dropped: {}", of(&row.map_err(refused)?)))?;
    Ok(Verdict::Yes)
}

fn export(args: &Export, printer: &mut Printer) -> Outcome {
    let reader = args.data.read()?;
    let snapshot = in_force(&reader)?;
    let rows = reader.phrases().map_err(store)?;
    let listed = PhraseBook::new(&snapshot, args.templates.read()?).list(&rows);
    let fitting = listed.into_iter().map(|ListedPhrase { mut row, unfit, unfit_nicknames, .. }| {
        let number = row.number;
        if let (Some(_), Some(why)) = (&row.accepted, unfit) {
            talk(format_args!("phrase {number} is left out: {}", shown(&why)));
            row.accepted = None;
        }
        let mut whys = unfit_nicknames.into_iter();
        row.nicknames.retain(|nickname| match whys.next().flatten() {
            None => true,
            Some(why) => {
                talk(format_args!(
                    "phrase {number}: the nickname '{}' is left out: {}",
                    shown(&nickname.said),
                    shown(&why)
                ));
                false
            }
        });
        row
    });
    let list = PhraseList::of(&fitting.collect::<Vec<_>>());
    serde_json::to_writer_pretty(printer.raw(), &list).map_err(std::io::Error::from)?;
    printer.raw().write_all(b"\n")?;
    Ok(Verdict::of(!list.is_empty()))
}

fn of(row: &PhraseRow) -> String {
    format!("phrase {}, '{}' for '{}'", row.number, shown(&row.sentence), shown(&row.reading))
}

fn in_force(reader: &Reader) -> Result<Arc<Snapshot>, Failure> {
    let found = layout_in_force(reader).map_err(store)?;
    found.ok_or_else(|| {
        Failure::input(format_args!("no layout is in force in {}", reader.folder().display()))
            .hint("start `cellgraph run` there once: phrases are held against the layout in force")
    })
}

fn refused(error: PhraseError) -> Failure {
    match error {
        PhraseError::Store(error) => store(error),
        error => {
            let hint = error.hint().map(str::to_owned);
            input::with_hint(Failure::input(error), hint)
        }
    }
}
