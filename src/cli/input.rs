//! What most commands take: a snapshot, a state, names with a hint at what was meant.

use std::{
    io::{self, IsTerminal},
    path::Path,
};

use super::{
    SnapshotArg,
    failure::Failure,
    piped,
    printer::talk,
    terminal::{self, IsOver, Read},
};
use crate::{files, limits::REASON_CHARS_MAX, snapshot::Snapshot, snapshot::StateError, verify::State};

/// Where the robot is and what it holds; a batch has it in every line.
#[derive(Debug, clap::Args)]
pub(super) struct StateArgs {
    /// Where the robot is
    #[arg(long, value_name = "POSITION", required_unless_present = "batch")]
    position: Option<String>,
    /// What it holds; `none` for an empty flange
    #[arg(long, value_name = "TOOL", required_unless_present = "batch")]
    tool: Option<String>,
}

impl StateArgs {
    /// A state that was asked for in another way.
    pub(super) fn of(position: &str, tool: &str) -> Self {
        Self { position: Some(position.to_owned()), tool: Some(tool.to_owned()) }
    }

    pub(super) fn state(&self, snapshot: &Snapshot) -> Result<State, Failure> {
        let (position, tool) = (self.position.as_deref().unwrap_or(""), self.tool.as_deref().unwrap_or(""));
        State::named(snapshot, position, tool).map_err(|error| {
            let hint = match error {
                StateError::Position(_) => did_you_mean(position, &position_names(snapshot)),
                StateError::Tool(_) => did_you_mean(tool, &tool_names(snapshot)),
            };
            with_hint(Failure::input(error), hint)
        })
    }
}

pub(super) fn load(arg: &SnapshotArg) -> Result<Snapshot, Failure> {
    Ok(files::read_snapshot(&arg.snapshot)?)
}

/// A document and what to call it in messages.
pub(super) fn document(path: &Path) -> Result<(String, String), Failure> {
    let text = files::read_document(path)?;
    let name = if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() };
    Ok((text, name))
}

/// A line from the terminal, where the question is shown, or from a program on standard input.
pub(super) fn answer(question: &str, is_over: IsOver<'_>) -> Result<Read, Failure> {
    let stdin = io::stdin();
    let read = if stdin.is_terminal() {
        talk(question);
        terminal::read(&stdin, is_over)
    } else {
        piped::line().map(|line| line.map_or(Read::Nobody, Read::Line))
    };
    read.map_err(|error| Failure::input(format_args!("cannot read standard input: {error}")))
}

/// A reason is a sentence of a person, in one line: it is shown wherever the history is.
pub(super) fn refuse_reason(reason: &str) -> Result<(), Failure> {
    let characters = reason.chars().count();
    let what = match () {
        () if characters > REASON_CHARS_MAX => {
            format!("the reason has {characters} characters; at most {REASON_CHARS_MAX} are kept")
        }
        () if reason.chars().any(char::is_control) => {
            "the reason has control characters, such as a line feed".to_owned()
        }
        () => return Ok(()),
    };
    Err(Failure::input(what).hint("say in one line how you know"))
}

pub(super) fn with_hint(failure: Failure, hint: Option<String>) -> Failure {
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// A name as it was said.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Completed<'n> {
    /// This one: in any case, or the only one that begins so.
    One(&'n str),
    /// All of these begin so.
    Several(Vec<&'n str>),
    None,
}

/// The known name that is meant by one in another case, or by its beginning.
pub(super) fn complete<'n>(said: &str, known: &[&'n str]) -> Completed<'n> {
    /// A letter alone says nothing.
    const BEGINNING_CHARS_MIN: usize = 2;
    if let Some(&name) = known.iter().find(|&&name| name == said) {
        return Completed::One(name);
    }
    let lower = said.to_lowercase();
    let same: Vec<&str> = known.iter().copied().filter(|name| name.to_lowercase() == lower).collect();
    if let [name] = same[..] {
        return Completed::One(name);
    }
    let begins = |name: &&str| name.to_lowercase().starts_with(&lower);
    let begun: Vec<&str> = known.iter().copied().filter(begins).collect();
    match begun[..] {
        _ if lower.chars().count() < BEGINNING_CHARS_MIN => Completed::None,
        [] => Completed::None,
        [name] => Completed::One(name),
        _ => Completed::Several(begun),
    }
}

/// A hint with the closest of the known names; none where nothing is close.
pub(super) fn did_you_mean(name: &str, known: &[&str]) -> Option<String> {
    /// Below this a name is another, not a slip.
    const ALIKE: f64 = 0.75;
    /// More would be a list, not a hint.
    const NAMES: usize = 3;
    let lower = name.to_lowercase();
    let mut close: Vec<(f64, &str)> = known
        .iter()
        .map(|&known| (strsim::jaro_winkler(&lower, &known.to_lowercase()), known))
        .filter(|&(alike, _)| alike >= ALIKE)
        .collect();
    close.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    close.truncate(NAMES);
    let names: Vec<String> = close.iter().map(|(_, name)| format!("'{name}'")).collect();
    (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")))
}

pub(super) fn position_names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.position_names().collect()
}

pub(super) fn tool_names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.tool_names().collect()
}

pub(super) fn routine_names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.routine_names().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_completed_where_one_is_left() {
        let known = ["Home", "home_2", "Pos_1", "Pos_2", "Safe_Pos_1", "SAFE_POS_1"];
        for (said, meant) in [
            ("Pos_1", Completed::One("Pos_1")),
            ("pos_2", Completed::One("Pos_2")),
            ("home", Completed::One("Home")),
            ("home_", Completed::One("home_2")),
            ("pos", Completed::Several(vec!["Pos_1", "Pos_2"])),
            ("safe_pos_1", Completed::Several(vec!["Safe_Pos_1", "SAFE_POS_1"])),
            ("Safe_Pos_1", Completed::One("Safe_Pos_1")),
            ("Mars", Completed::None),
            ("p", Completed::None),
            ("", Completed::None),
        ] {
            assert_eq!(complete(said, &known), meant, "{said:?}");
        }
    }
}
