//! What the model is shown: the part that is the same for every sentence (instructions, the cell's names, examples in
//! these names), decoded once for a snapshot, and the part of one sentence.
//!
//! Pure text; [`super::llama`] knows the model's tokens. A sentence is data: only a [`Piece::Mark`] is tokenised with the
//! model's special tokens, so that a turn marker typed by an operator, or put into a name, is so many letters.

use std::fmt::Write as _;

use super::{Clause, Lookup, Order, Places, Said, Span, said::work_positions, terse};
use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    limits::MODEL_NAMES_SHOWN,
    snapshot::Snapshot,
};

/// A sentence in its context, as the model reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The operator's words.
    pub sentence: &'a str,
    /// What an earlier attempt understood, in the terse form, and what the operator or the planner said to it.
    pub earlier: Option<Earlier<'a>>,
    /// How many other readings are wanted where the model is not sure of the first. No part of the prompt.
    pub others: usize,
}

/// An earlier attempt at the same sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier<'a> {
    /// What was understood, in the terse form.
    pub understood: &'a str,
    /// The reviewer's comment, or the planner's errors.
    pub objection: &'a str,
}

/// A piece of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A turn marker: the model's special tokens count.
    Mark(&'static str),
    /// Text, in which nothing is special.
    Text(String),
}

/// Routines that the examples show.
const EXAMPLE_ROUTINES: usize = 4;

/// Characters of a description that the prompt shows: enough for a synonym, too few to fill the context.
const TOLD_CHARS: usize = 48;

const SYSTEM: Piece = Piece::Mark("<|im_start|>system\n");
const USER: Piece = Piece::Mark("<|im_start|>user\n");
const ASSISTANT: Piece = Piece::Mark("<|im_start|>assistant\n");
const END: Piece = Piece::Mark("<|im_end|>\n");

const INSTRUCTIONS: &str = "You turn what an operator says to a robot into one line. action: do something. question: tell \
something. unknown: neither. ? stands for a command without a place, or with a name that is not listed.\n";

/// Whether the prompt shows what answers look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examples {
    /// For a model that was not trained on this form.
    Shown,
    /// For one that was: an adapter takes the examples' place.
    Hidden,
}

/// The part that is the same for every sentence.
#[must_use]
pub fn prefix(snapshot: &Snapshot, shown: Examples) -> Vec<Piece> {
    let mut out = vec![SYSTEM, Piece::Text(format!("{INSTRUCTIONS}{}", cell(snapshot))), END];
    if shown == Examples::Shown {
        for (sentence, said) in examples(snapshot) {
            out.extend([USER, Piece::Text(sentence), END, ASSISTANT, Piece::Text(terse::write(&said, snapshot)), END]);
        }
    }
    out
}

/// The cell's names: places by what they are for, routines and tools with the beginning of what is said about them.
fn cell(snapshot: &Snapshot) -> String {
    let mut out = String::new();
    let positions = || (0..snapshot.position_count() as u32).map(PositionId);
    for (role, title) in
        [(Role::Work, "work"), (Role::Home, "home"), (Role::SafeApproach, "safe"), (Role::ToolMount, "stands")]
    {
        list(
            &mut out,
            title,
            positions().filter(|&p| snapshot.role(p) == role).map(|p| name_of(snapshot.position_name(p), "")),
        );
    }
    list(
        &mut out,
        "routines",
        routines(snapshot).map(|r| name_of(snapshot.routine_name(r), snapshot.routine_description(r))),
    );
    let tools = (0..snapshot.tool_count() as u32).map(ToolId);
    list(&mut out, "tools", tools.map(|t| name_of(snapshot.tool_name(t), snapshot.tool_description(t))));
    out
}

/// A name as the form has it, and at most [`TOLD_CHARS`] of what is said about it.
fn name_of(name: &str, description: &str) -> String {
    let told: String = description.chars().take(TOLD_CHARS).collect();
    if told.is_empty() { terse::name(name) } else { format!("{} ({told})", terse::name(name)) }
}

/// The part of one sentence; the model's answer follows it.
#[must_use]
pub fn suffix(asked: &Asked<'_>) -> Vec<Piece> {
    let data = match &asked.earlier {
        None => asked.sentence.to_owned(),
        Some(e) => format!("{}\nunderstood: {}\nbut: {}", asked.sentence, e.understood, e.objection),
    };
    vec![USER, Piece::Text(data), END, ASSISTANT]
}

fn list(out: &mut String, title: &str, names: impl Iterator<Item = String>) {
    let names: Vec<String> = names.take(MODEL_NAMES_SHOWN).collect();
    if !names.is_empty() {
        let _infallible = writeln!(out, "{title}: {}", names.join(", "));
    }
}

/// A name as one would say it: words apart and small, numbers on their own.
fn spoken(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut last = ' ';
    for c in name.chars() {
        let breaks = (last.is_lowercase() && c.is_uppercase()) || (last.is_alphabetic() && c.is_numeric());
        if breaks && !out.ends_with(' ') {
            out.push(' ');
        }
        let is_gap = matches!(c, '_' | '-' | '.' | '/') || c.is_whitespace();
        if is_gap {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.extend(c.to_lowercase());
        }
        last = c;
    }
    out.trim().to_owned()
}

/// Routines that are work: all but the two of the system.
fn routines(snapshot: &Snapshot) -> impl Iterator<Item = RoutineId> {
    (0..snapshot.routine_count() as u32)
        .map(RoutineId)
        .filter(|&id| Some(id) != snapshot.attach_routine() && Some(id) != snapshot.release_routine())
}

/// Sentences about this cell, with what they say: one of each kind that the cell has names for.
fn examples(snapshot: &Snapshot) -> Vec<(String, Said)> {
    let work: Vec<PositionId> = work_positions(snapshot).take(3).collect();
    let home = (0..snapshot.position_count() as u32).map(PositionId).find(|&p| snapshot.role(p) == Role::Home);
    let place = |id: PositionId| spoken(snapshot.position_name(id));
    let mut out = vec![("hello".to_owned(), Said::Unknown)];
    if let Some(home) = home {
        out.push((format!("please drive to {}", place(home)), go(&[home])));
    }
    if let [a, b, ..] = work[..] {
        out.push((format!("move to {} and {}", place(a), place(b)), go(&[a, b])));
    }
    for (n, routine) in routines(snapshot).take(EXAMPLE_ROUTINES).enumerate() {
        out.extend(routine_examples(snapshot, routine, n));
    }
    if snapshot.tool_count() > 0 {
        let tool = spoken(snapshot.tool_name(ToolId(0)));
        out.push((format!("grab the {tool}"), Said::Do(vec![Clause::Take(ToolId(0))])));
        out.push((format!("put the {tool} back"), Said::Do(vec![Clause::Drop])));
        out.push((format!("return the {tool} and go home"), Said::Do(vec![Clause::DropAndHome])));
        out.push((format!("where is the {tool}?"), Said::Ask(Lookup::ToolLocation(Some(ToolId(0))))));
    }
    out.push(("which places are there?".to_owned(), Said::Ask(Lookup::Positions)));
    out.push(("where are you?".to_owned(), Said::Ask(Lookup::WhereIsRobot)));
    out.push(("yes, go ahead".to_owned(), Said::Confirm));
    out
}

/// Every routine is seen at work, each in another form, so that the form says nothing about the routine.
fn routine_examples(snapshot: &Snapshot, routine: RoutineId, n: usize) -> Vec<(String, Said)> {
    let name = spoken(snapshot.routine_name(routine));
    let verb = name.rsplit(' ').next().unwrap_or(&name);
    let supported = snapshot.supported_positions(routine).iter();
    let places: Vec<PositionId> = supported.take(2).collect();
    let said = |place: PositionId| spoken(snapshot.position_name(place));
    let mut out = Vec::new();
    if let [a, b] = places[..] {
        out.push((
            format!("can you {verb} at {} and {}", said(a), said(b)),
            at(routine, vec![Span::One(a), Span::One(b)]),
        ));
    }
    if let Some(&last) = places.last() {
        out.push((format!("{name} at {}", said(last)), at(routine, vec![Span::One(last)])));
    }
    match n % 3 {
        0 => out.push((format!("{verb} everywhere"), at(routine, vec![Span::All { but: Vec::new() }]))),
        1 => out.push((format!("{verb} it"), Said::UNCLEAR)),
        _ => out.push((format!("do not {verb}"), Said::UNCLEAR)),
    }
    out
}

fn go(places: &[PositionId]) -> Said {
    let spans = places.iter().copied().map(Span::One).collect();
    Said::Do(vec![Clause::Go { places: Places { spans, reversed: false }, times: 1 }])
}

fn at(routine: RoutineId, spans: Vec<Span>) -> Said {
    let places = Places { spans, reversed: false };
    Said::Do(vec![Clause::Work { routines: vec![routine], places, times: 1, order: Order::RoutineByRoutine }])
}
