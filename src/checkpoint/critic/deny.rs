//! Parts of a sentence that say of something that it is not to be done: "1 must not be welded", "safe 1 needs no check".
//!
//! In: tokens. Out: the parts, as ranges of tokens. What stands before the negation is what it is about, unlike in "do not
//! weld 1".

use std::ops::Range;

use super::{cues::Cue, token::Token};

/// Most words from a negation to what is not to be done.
const REACH: usize = 4;

pub(super) fn denied(tokens: &mut [Token]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut begin = 0;
    for at in 0..=tokens.len() {
        let ends = tokens.get(at).is_none_or(|token| token.parts() || token.is(Cue::But) || token.is(Cue::Then));
        if !ends {
            continue;
        }
        if let Some(from) = subject(&tokens[begin..at]) {
            parts.push(begin + from..at);
        } else if is_unwanted(&tokens[begin..at]) {
            for token in &mut tokens[begin..at] {
                token.dropped = true;
            }
        }
        begin = at + 1;
    }
    parts
}

/// Where the part begins that is denied, if it is one.
fn subject(part: &[Token]) -> Option<usize> {
    let not = part.iter().position(|token| token.is(Cue::Not))?;
    let is_of_it = |token: &Token| token.has_place() || token.has_work() || token.is(Cue::Same) || token.is(Cue::Home);
    let is_verb = |token: &Token| {
        matches!(
            token.cue,
            Some(Cue::Go | Cue::Tour | Cue::Run | Cue::Take | Cue::Drop | Cue::Put | Cue::Not | Cue::All)
        )
    };
    let (before, after) = (&part[..not], &part[not + 1..]);
    let begins = before.iter().rposition(is_verb);
    if begins.is_some() || !before.iter().any(is_of_it) || after.iter().any(Token::has_place) {
        return None;
    }
    // "Weld 1 not …": a verb with its place is a command.
    let is_command =
        before.iter().any(|token| token.has_work() && !token.has_place()) && before.iter().any(Token::has_place);
    let near = &after[..after.len().min(REACH)];
    let is_told = near.iter().any(|token| {
        token.has_work() || matches!(token.text.as_str(), "wanted" | "needed" | "necessary" | "required" | "allowed")
    });
    let is_passive = part[not].size > 1 || near.iter().any(|token| token.is(Cue::Little));
    let is_led = not > 0 && matches!(part[not - 1].text.as_str(), "is" | "are" | "must" | "need" | "should" | "to");
    // "White needs priming, green does not".
    // "L not": nothing but the place is said.
    let is_bare = || part[not].text == "not" && before.iter().all(|token| !token.has_work());
    let is_short =
        (part[not].size > 1 || is_bare()) && after.iter().all(|token| token.is(Cue::Skip) || token.is(Cue::Little));
    ((is_told || is_short) && !is_command && (is_passive || is_led || is_short)).then_some(0)
}

/// "I don't want the whole of it": nothing is asked for.
fn is_unwanted(part: &[Token]) -> bool {
    let Some(not) = part.iter().position(|token| token.is(Cue::Not)) else { return false };
    let speaks = part[..not].iter().all(|token| token.is(Cue::Little));
    let wants = part.get(not + 1).is_some_and(|token| matches!(token.text.as_str(), "want" | "need"));
    let is_all = part[not + 1..].iter().take(REACH).any(|token| token.is(Cue::All));
    speaks && wants && is_all
}
