//! Whether the model's files are the ones that this program was measured with: a file that a disk has damaged, or that somebody has replaced,
//! reads sentences as well, and otherwise.

use std::path::Path;

use super::{Args, Finding};
use crate::{
    cell::shown,
    cli::readers::{DEFAULT_ADAPTER, DEFAULT_MODEL, Known},
    files,
};

const PART: &str = "model files";

/// None where there is no model, or where it cannot be found: that is said elsewhere.
pub(super) fn found(args: &Args) -> Option<Finding> {
    let model = args.model.file(Some(args.data.folder())).ok().flatten()?;
    let read = args.model.files(model);
    let both = [(Some(read.model), DEFAULT_MODEL), (read.adapter, DEFAULT_ADAPTER)];
    let named = both.into_iter().filter_map(|(path, known)| Some((path?, known)));
    let findings: Vec<Finding> = named.map(|(path, known)| of(&path, &known)).collect();
    // The worst says what is to be done.
    findings.into_iter().reduce(|one, other| if other.verdict > one.verdict { other } else { one })
}

fn of(path: &Path, known: &Known) -> Finding {
    let name = shown(&path.display().to_string()).into_owned();
    let hash = match files::hash(path) {
        Ok(hash) => hash.to_hex(),
        Err(error) => return Finding::mend(PART, error, "see to the file and its disk"),
    };
    match (hash.as_str() == known.blake3, path.file_name() == Path::new(known.name).file_name()) {
        (true, _) => Finding::ok(PART, "they are the ones that this program was measured with"),
        (false, true) => Finding::mend(
            PART,
            format_args!("{name} has the default file's name, and other contents"),
            "install the package again, or take the file away and run `make demo`; give a file of your own another name",
        ),
        (false, false) => Finding::note(
            PART,
            format_args!("{name} is not what this program was measured with"),
            "give a model its own --adapter and --thresholds, and measure both with `cellgraph eval`",
        ),
    }
}
