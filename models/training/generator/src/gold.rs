//! What authors wrote, and what their gold forms come to in cellgraph's own types (`models/training/authors/README.md` has
//! the forms).

use std::error::Error;

use cellgraph::{
    cell::{PositionId, Role, RoutineId, ToolId},
    language::{Clause, Said, Span, terse},
    snapshot::Snapshot,
};
use serde::Deserialize;

/// A line of an author, as `authors/check.py --export` writes it.
#[derive(Deserialize)]
pub struct Line {
    /// Cell and number of the line.
    pub id: String,
    /// The operator's words.
    pub text: String,
    /// Where the robot is.
    pub position: String,
    /// What it holds, or `none`.
    pub tool: String,
    /// The answer; of a dialogue what is wanted after the comment: a gold form, `keep` or `drop`.
    pub gold: String,
    /// Other answers that a fair judge takes.
    pub also: Vec<String>,
    /// What kind of sentence it is.
    pub tags: Vec<String>,
    /// What the robot proposed, and what was said to that.
    #[serde(default)]
    pub dialogue: Option<Dialogue>,
}

/// The middle of a dialogue.
#[derive(Deserialize)]
pub struct Dialogue {
    /// A gold form.
    pub proposal: String,
    /// The operator's words.
    pub comment: String,
}

/// What a gold form comes to. The terse form is the same but for a command that is to be asked back (`ask A / B` is
/// `action ? A / B`), and for names that have to be quoted.
///
/// # Errors
///
/// A gold form that names what the cell does not have, or that is none.
pub fn meaning(gold: &str, snapshot: &Snapshot) -> Result<Said, Box<dyn Error>> {
    let gold = quoted(gold, snapshot);
    let line = gold.strip_prefix("ask ").map_or_else(|| gold.clone(), |readings| format!("action ? {readings}"));
    Ok(match terse::read(&line, snapshot)? {
        Said::Do(clauses) => Said::Do(with_home(clauses, snapshot)),
        said => said,
    })
}

/// The form with quotes around the names that want them.
fn quoted(gold: &str, snapshot: &Snapshot) -> String {
    let positions = (0..snapshot.position_count() as u32).map(|id| snapshot.position_name(PositionId(id)));
    let tools = (0..snapshot.tool_count() as u32).map(|id| snapshot.tool_name(ToolId(id)));
    let routines = (0..snapshot.routine_count() as u32).map(|id| snapshot.routine_name(RoutineId(id)));
    let mut names: Vec<&str> = positions.chain(tools).chain(routines).collect();
    // The longest first: one name may be the beginning of another.
    names.sort_unstable_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    let (mut out, mut rest) = (String::new(), gold);
    while let Some(first) = rest.chars().next() {
        let begins =
            (out.is_empty() || out.ends_with([' ', '='])) && !(out.ends_with("drop ") && is_word(rest, "home"));
        let ends = |name: &str| rest[name.len()..].chars().next().is_none_or(|next| matches!(next, ' ' | ',' | ';'));
        match names.iter().find(|name| begins && rest.starts_with(**name) && ends(name)) {
            Some(name) => {
                out += &terse::name(name);
                rest = &rest[name.len()..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

fn is_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
}

/// Bringing the tool back and then going to the only home is one goal of its own.
fn with_home(clauses: Vec<Clause>, snapshot: &Snapshot) -> Vec<Clause> {
    let is_home = |id: &PositionId| snapshot.role(*id) == Role::Home;
    let homes: Vec<PositionId> = (0..snapshot.position_count() as u32).map(PositionId).filter(is_home).collect();
    let [home] = homes[..] else { return clauses };
    let goes_home = |clause: &Clause| match clause {
        Clause::Go { places, times: 1 } => places.spans == [Span::One(home)],
        _ => false,
    };
    let mut out: Vec<Clause> = Vec::new();
    for clause in clauses {
        if goes_home(&clause) && out.last() == Some(&Clause::Drop) {
            out.pop();
            out.push(Clause::DropAndHome);
        } else {
            out.push(clause);
        }
    }
    out
}
