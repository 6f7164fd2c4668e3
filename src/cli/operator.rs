//! `operator`: who may enter the page with a PIN, and what they may do there.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::{
    desk::{DataArg, OperatorArg, store},
    failure::{Failure, Outcome, Verdict},
    printer::{Printer, talk},
    table::table,
    unseen::Unseen,
};
use crate::{
    limits::PIN_BYTES_MAX,
    store::{PageActKind, StoreError},
    web::{Operators, OperatorsError, Role},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph operator add Ada --role engineer --operator Eve
  cellgraph operator add Bob --role operate --pin-file pin.txt --operator Eve
  cellgraph operator role Bob look --operator Eve
  cellgraph operator pin Ada --operator Eve
  cellgraph operator remove Bob --operator Eve
  cellgraph operator list

As soon as a cell has operators, `cellgraph serve` lets in nobody but them, by name and PIN. `look` sees everything, and may pause \
and stop a run. `operate` also says sentences, approves plans, lets runs go on, and says where the robot is. `engineer` also takes up \
a new layout. PINs are kept as Argon2id hashes in operators.json of the cell's data, which its owner alone may read. A page that is \
served already follows every change within seconds, but for the very first operator: start it anew then.";

const PIN: Unseen = Unseen {
    word: "PIN",
    option: "--pin-file",
    bytes_max: PIN_BYTES_MAX,
    advice: "whoever knows the name could enter without one",
};

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Let somebody enter the page
    Add(Add),
    /// Give somebody another PIN
    Pin(Pin),
    /// Let somebody do other things than before
    Role(NewRole),
    /// Let somebody enter no more
    Remove(Remove),
    /// List whoever may enter
    List(List),
}

/// What somebody may do.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RoleArg {
    /// See everything, pause and stop a run
    Look,
    /// Also say sentences, approve plans, let runs go on, say where the robot is
    Operate,
    /// Also take up a new layout
    Engineer,
}

impl From<RoleArg> for Role {
    fn from(role: RoleArg) -> Self {
        match role {
            RoleArg::Look => Self::Look,
            RoleArg::Operate => Self::Operate,
            RoleArg::Engineer => Self::Engineer,
        }
    }
}

/// Whose data, and who says so.
#[derive(Debug, clap::Args)]
struct By {
    #[command(flatten)]
    data: DataArg,
    #[command(flatten)]
    operator: OperatorArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct Add {
    /// Under which name they enter; it goes into the history
    name: String,
    /// What they may do
    #[arg(long)]
    role: RoleArg,
    /// A file with the PIN in its first line; without it the PIN is asked for
    #[arg(long, value_name = "FILE")]
    pin_file: Option<PathBuf>,
    #[command(flatten)]
    by: By,
}

#[derive(Debug, clap::Args)]
pub(super) struct Pin {
    /// Whose PIN
    name: String,
    /// A file with the PIN in its first line; without it the PIN is asked for
    #[arg(long, value_name = "FILE")]
    pin_file: Option<PathBuf>,
    #[command(flatten)]
    by: By,
}

#[derive(Debug, clap::Args)]
pub(super) struct NewRole {
    /// Who
    name: String,
    /// What they may do from now on
    role: RoleArg,
    #[command(flatten)]
    by: By,
}

#[derive(Debug, clap::Args)]
pub(super) struct Remove {
    /// Who
    name: String,
    #[command(flatten)]
    by: By,
}

#[derive(Debug, clap::Args)]
pub(super) struct List {
    #[command(flatten)]
    data: DataArg,
    /// Print JSON, an operator a line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Add(args) => {
            let (role, name) = (Role::from(args.role), &args.name);
            // A name that cannot be taken is said before anybody thinks of a PIN.
            args.by.now()?.may_add(name)?;
            let pin = pin(args.pin_file.as_deref(), name)?;
            let words = format!("{name} ({})", role.word());
            args.by.change(PageActKind::OperatorAdded, &words, |operators| operators.add(name, role, &pin))?;
            talk(format_args!("{name} may enter the page: {}", role.word()));
        }
        Command::Pin(args) => {
            let name = &args.name;
            args.by.now()?.named(name).ok_or_else(|| OperatorsError::Unknown(name.clone()))?;
            let pin = pin(args.pin_file.as_deref(), name)?;
            let words = format!("{name} (another PIN)");
            args.by.change(PageActKind::OperatorChanged, &words, |operators| operators.set_pin(name, &pin))?;
            talk(format_args!("{name} has another PIN"));
        }
        Command::Role(args) => {
            let (role, name) = (Role::from(args.role), &args.name);
            let words = format!("{name} ({})", role.word());
            args.by.change(PageActKind::OperatorChanged, &words, |operators| operators.set_role(name, role))?;
            talk(format_args!("{name} has another role: {}", role.word()));
        }
        Command::Remove(args) => {
            let name = &args.name;
            args.by.change(PageActKind::OperatorRemoved, name, |operators| operators.remove(name))?;
            talk(format_args!("{name} may enter the page no more"));
        }
        Command::List(args) => return list(args, printer),
    }
    Ok(Verdict::Yes)
}

fn pin(file: Option<&Path>, name: &str) -> Result<String, Failure> {
    PIN.chosen(file, &format!("PIN for {name}: "))
}

impl By {
    /// Whoever may enter now.
    fn now(&self) -> Result<Operators, Failure> {
        Ok(Operators::of(self.data.folder())?.unwrap_or_default())
    }

    /// Changes the operators, and puts it on record; where a page is served, that does it within seconds.
    fn change(
        &self,
        act: PageActKind,
        words: &str,
        change: impl FnOnce(&mut Operators) -> Result<(), OperatorsError>,
    ) -> Result<(), Failure> {
        let by = self.operator.name()?;
        // The folder is made here where there is none, and whatever else cannot be used says so before anything is changed.
        drop(self.data.open_unless_held()?);
        Operators::change(self.data.folder(), (act, &by, words), change)?;
        Operators::record_now(self.data.folder(), || self.data.open_unless_held())?;
        Ok(())
    }
}

fn list(args: &List, printer: &mut Printer) -> Outcome {
    let operators = Operators::of(args.data.folder())?.unwrap_or_default();
    let all = operators.all();
    if args.json {
        let line = |name: &str, role: Role| json!({"name": name, "role": role.word()});
        all.iter().try_for_each(|operator| printer.json(&line(&operator.name, operator.role)))?;
    } else if all.is_empty() {
        talk("no operators: the page is opened by codes from the terminal");
    } else {
        let rows = all.iter().map(|operator| [operator.name.clone(), operator.role.word().to_owned()]);
        printer.text(table(["name", "role"], rows))?;
    }
    Ok(Verdict::of(!all.is_empty()))
}

impl From<OperatorsError> for Failure {
    fn from(error: OperatorsError) -> Self {
        let hint = match &error {
            OperatorsError::Unknown(_) => Some("`cellgraph operator list` shows whoever there is"),
            OperatorsError::Malformed { .. } => {
                Some("put the file back from a copy, or remove it and add the operators anew")
            }
            OperatorsError::File(error) => error.hint(),
            _ => None,
        };
        let failure = Self::input(error);
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        store(error)
    }
}
