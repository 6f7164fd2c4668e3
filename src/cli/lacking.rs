//! What a build was made without. In: a command line that clap refused. Out: the feature that would know it, where this program lacks that.
//!
//! A command of another build is no slip of the hand: whoever reads of it in the book is told what is missing, and not "unexpected argument".

use std::ffi::OsString;

use clap::{
    Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::failure::Failure;

/// What a feature is to a user.
#[derive(Clone, Copy)]
struct Part {
    name: &'static str,
    feature: &'static str,
    is_built: bool,
}

const OPC_UA: Part = Part { name: "OPC UA", feature: "opcua", is_built: cfg!(feature = "opcua") };
const PAGE: Part = Part { name: "the page", feature: "web", is_built: cfg!(feature = "web") };
const MODEL: Part = Part { name: "a model", feature: "llama", is_built: cfg!(feature = "llama") };

/// Commands that a feature brings.
const COMMANDS: [(&str, Part); 4] = [("opcua", OPC_UA), ("serve", PAGE), ("operator", PAGE), ("model", MODEL)];

/// Commands that take a controller behind an endpoint, and the options that name it.
const DRIVING: [&str; 5] = ["do", "run", "serve", "correct", "recover"];
const ENDPOINT: [&str; 2] = ["--endpoint", "--keys"];

/// Why a command line was refused, where it is another build's.
pub(super) fn failure(refused: &Error, arguments: &[OsString]) -> Option<Failure> {
    let command = arguments.get(1)?.to_str()?;
    let part = match refused.kind() {
        ErrorKind::InvalidSubcommand => COMMANDS.iter().find(|(name, _)| *name == command)?.1,
        ErrorKind::UnknownArgument if DRIVING.contains(&command) => {
            ENDPOINT.contains(&said(refused, ContextKind::InvalidArg)?).then_some(OPC_UA)?
        }
        ErrorKind::InvalidValue if said(refused, ContextKind::InvalidArg)?.starts_with("--driver ") => {
            (said(refused, ContextKind::InvalidValue)? == "opcua").then_some(OPC_UA)?
        }
        _ => return None,
    };
    let Part { name, feature, is_built } = part;
    (!is_built).then(|| {
        Failure::input(format_args!("this program was built without {name} (feature `{feature}`)"))
            .hint(format!("take a build that has it: `cargo build --release --features {feature}` makes one"))
    })
}

fn said(refused: &Error, kind: ContextKind) -> Option<&str> {
    match refused.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}
