//! `opcua`: the key of this program, the servers that are trusted, and a first look at a controller.

use std::path::PathBuf;

use clap::Subcommand;

use super::{
    desk::{EndpointArgs, keys as failure},
    failure::{Failure, Outcome, Verdict},
    printer::{Printer, talk},
};
use crate::run::opcua::{self, Keys};

const EXAMPLES: &str = "\
Examples:
  cellgraph opcua key --keys opcua-keys
  cellgraph opcua trust plc.der --keys opcua-keys --thumbprint 5f1d8c0b0a4c2f8c4b8b5d1f6d0e7a1b2c3d4e5f
  cellgraph opcua look --endpoint opc.tcp://192.168.0.10:4840 --keys opcua-keys";

#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum Command {
    /// Make this program's key and certificate; the certificate is to be trusted at the controller
    Key(KeyArgs),
    /// Put the certificate of a controller's server on the trust list
    Trust(TrustArgs),
    /// Look at a controller: what stands there, what its cell shows. Nothing is permitted and nothing is stopped
    Look(LookArgs),
}

#[derive(Debug, clap::Args)]
pub(super) struct KeyArgs {
    /// The folder of keys; it is made where it is not there
    #[arg(long, value_name = "FOLDER")]
    keys: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct TrustArgs {
    /// The certificate, DER or PEM. One that was met and refused lies in the folder's `rejected`
    certificate: PathBuf,
    /// The folder of keys
    #[arg(long, value_name = "FOLDER")]
    keys: PathBuf,
    /// The certificate's thumbprint as the controller's own tool shows it: SHA-1, in 40 hexadecimal digits
    #[arg(long, value_name = "HEX")]
    thumbprint: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct LookArgs {
    #[command(flatten)]
    endpoint: EndpointArgs,
}

pub(super) fn run(command: &Command, printer: &mut Printer) -> Outcome {
    match command {
        Command::Key(args) => key(args, printer),
        Command::Trust(args) => trust(args, printer),
        Command::Look(args) => look(args, printer),
    }
}

fn key(args: &KeyArgs, printer: &mut Printer) -> Outcome {
    let made = Keys::of(&args.keys).make().map_err(failure)?;
    talk(format_args!("The certificate is {}. Have the controller trust it.", made.path.display()));
    printer.text(format!("thumbprint {}\n", made.thumbprint))?;
    Ok(Verdict::Yes)
}

fn trust(args: &TrustArgs, printer: &mut Printer) -> Outcome {
    let keys = Keys::of(&args.keys);
    let Some(thumbprint) = &args.thumbprint else {
        let found = keys.certificate(&args.certificate).map_err(failure)?;
        let what = format!("'{}' has the thumbprint {}: nothing is trusted yet", found.name, found.thumbprint);
        return Err(Failure::input(what).hint(
            "read the thumbprint at the controller, with its own tool, and say it with --thumbprint where it is the same",
        ));
    };
    let trusted = keys.trust(&args.certificate, thumbprint).map_err(failure)?;
    printer.text(format!("'{}' is trusted: {}\n", trusted.name, trusted.path.display()))?;
    Ok(Verdict::Yes)
}

fn look(args: &LookArgs, printer: &mut Printer) -> Outcome {
    let Some(super::desk::At::Server(endpoint)) = args.endpoint.at()? else {
        return Err(Failure::input("opcua look needs --endpoint URL and --keys FOLDER"));
    };
    let found = opcua::look(&endpoint).map_err(Failure::internal)?;
    let mut lines = vec![format!("permit   {}", found.standing), format!("lines    {}", found.lines)];
    lines.push(match &found.cell {
        Some(cell) => format!("cell     {cell}"),
        None => "cell     shown by no variables: each line has to bring it".to_owned(),
    });
    lines.push(match &found.against {
        None => "motion   nothing speaks against it".to_owned(),
        Some(why) => format!("motion   none now: {why}"),
    });
    lines.extend(found.remarks.iter().map(|remark| format!("remark   {remark}")));
    printer.text(lines.join("\n") + "\n")?;
    Ok(if found.against.is_none() { Verdict::Yes } else { Verdict::No })
}
