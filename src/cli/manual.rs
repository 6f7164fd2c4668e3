//! Man pages, made of the help texts: one of the program, and one of each command.

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::{
    Cli,
    failure::{Failure, Outcome, Verdict},
    printer::Printer,
};

const EXAMPLES: &str = "\
Examples:
  cellgraph manual | man -l -
  cellgraph manual snapshot build > /usr/local/share/man/man1/cellgraph-snapshot-build.1
  cellgraph manual --list";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The command, such as `snapshot build` [default: the program itself]
    command: Vec<String>,
    /// List all commands that have a page, one a line
    #[arg(long, conflicts_with = "command")]
    list: bool,
}

pub(super) fn run(args: &Args, printer: &mut Printer) -> Outcome {
    let mut program = Cli::command().disable_help_subcommand(true);
    // Gives every command its full name.
    program.build();
    let mut out = Vec::new();
    if args.list {
        let mut names = Vec::new();
        list(&program, &mut Vec::new(), &mut names);
        names.iter().for_each(|name| out.extend_from_slice(format!("{name}\n").as_bytes()));
    } else {
        let mut command = &program;
        for (at, word) in args.command.iter().enumerate() {
            command = command.find_subcommand(word).ok_or_else(|| {
                let before = ["cellgraph"].into_iter().chain(args.command[..at].iter().map(String::as_str));
                let before: Vec<&str> = before.collect();
                Failure::input(format_args!("`{}` has no command '{word}'", before.join(" ")))
                    .hint("`cellgraph manual --list` lists all commands")
            })?;
        }
        // Into memory, which cannot fail.
        Man::new(command.clone()).source(concat!("cellgraph ", env!("CARGO_PKG_VERSION"))).render(&mut out)?;
    }
    printer.raw().write_all(&out)?;
    Ok(Verdict::Yes)
}

/// The words of every command below this one, in the order of the help.
fn list(command: &Command, words: &mut Vec<String>, names: &mut Vec<String>) {
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        words.push(below.get_name().to_owned());
        names.push(words.join(" "));
        list(below, words, names);
        words.pop();
    }
}
