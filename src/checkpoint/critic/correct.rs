//! A speaker who takes back what he said: which mentions stand no longer.
//!
//! In: tokens. Out: the same, with those dropped that something later stands in for, and the places that were taken back.
//! What follows the word of correction says how much it replaces: places replace as many places, work replaces work, work
//! with places a whole clause.

use super::{cues::Cue, token::Token};
use crate::cell::PositionId;

/// Drops what was taken back; gives the places among it.
pub(super) fn correct(tokens: &mut [Token]) -> Vec<PositionId> {
    let mut taken_back = Vec::new();
    for at in 0..tokens.len() {
        if corrects(tokens, at) {
            taken_back.extend(replace(tokens, at));
        }
    }
    // What was said again stands.
    let live: Vec<PositionId> =
        tokens.iter().filter(|token| token.has_place()).flat_map(|token| token.places.clone()).collect();
    taken_back.retain(|place| !live.contains(place));
    taken_back
}

fn corrects(tokens: &[Token], at: usize) -> bool {
    // "Make it 3 instead of 2": what is replaced is named.
    let names_it = |token: &Token| token.is(Cue::Except) && matches!(token.head.as_str(), "instead" | "rather" | "in");
    let ends = |token: &Token| matches!(token.mark, Some('.' | ';' | '!' | '?'));
    if tokens[at + 1..].iter().take_while(|token| !ends(token)).any(names_it) {
        return false;
    }
    match tokens[at].cue {
        Some(Cue::Correct) => !tells(tokens, at),
        // "The north, er, south pallet".
        _ if matches!(tokens[at].text.as_str(), "er" | "eh" | "erm") => {
            let is_place = |token: Option<&Token>| token.is_some_and(Token::has_place);
            is_place(tokens[..at].iter().rfind(|token| !token.parts()))
                && is_place(tokens[at + 1..].iter().find(|token| !token.parts() && !token.is(Cue::Little)))
        }
        // "1. No, 2": not "no welding".
        Some(Cue::Refusal) => {
            // "Uh no".
            let is_filler = |token: &Token| token.is_other() || token.is(Cue::Little) && token.text.len() < 4;
            let before = at == 0 || tokens[at - 1].parts() || is_filler(&tokens[at - 1]);
            tokens[at].text == "no" && before && tokens.get(at + 1).is_none_or(|next| !next.has_work())
        }
        _ => false,
    }
}

/// "Hang on, blue is blocked, so leave it out": what follows tells something, and leaves out, but replaces nothing.
fn tells(tokens: &[Token], at: usize) -> bool {
    let rest = || tokens[at + 1..].iter().take_while(|token| !matches!(token.mark, Some('.' | ';' | '!' | '?')));
    let is_state =
        |pair: &[&Token]| pair[0].has_place() && matches!(pair[1].text.as_str(), "is" | "are" | "has" | "looks");
    let rest: Vec<&Token> = rest().collect();
    let part: Vec<&Token> =
        rest.iter().copied().skip_while(|token| token.parts()).take_while(|token| !token.parts()).collect();
    let leaves = |token: &&Token| {
        token.is(Cue::Leave) || token.is(Cue::Except) && matches!(token.text.as_str(), "skip" | "leave out" | "omit")
    };
    part.windows(2).any(is_state) || part.first().is_some_and(leaves)
}

/// A mention by its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Place,
    Act,
    Tool,
    Count,
}

fn kind(token: &Token) -> Option<Kind> {
    if token.dropped || token.parts() {
        return None;
    }
    match token.cue {
        Some(Cue::Home) => Some(Kind::Place),
        Some(Cue::Go | Cue::Tour) => Some(Kind::Act),
        _ if !token.places.is_empty() && (token.sure || token.works.is_empty() && token.tools.is_empty()) => {
            Some(Kind::Place)
        }
        _ if !token.works.is_empty() => Some(Kind::Act),
        _ if !token.tools.is_empty() => Some(Kind::Tool),
        Some(Cue::Twice | Cue::Thrice) => Some(Kind::Count),
        _ if token.count.is_some() => Some(Kind::Count),
        _ => None,
    }
}

fn replace(tokens: &mut [Token], at: usize) -> Vec<PositionId> {
    let ends = |token: &Token| {
        token.is(Cue::Correct)
            || matches!(token.mark, Some('.' | ';' | '!' | '?'))
            || token.is(Cue::Then)
            || token.is(Cue::So)
    };
    count_instead(tokens, at);
    let rest = &tokens[at + 1..];
    let led = rest.iter().take_while(|token| kind(token).is_none()).count();
    // "No. Not 2. 3": nothing is said yet; the next word of correction says it.
    if rest[..led].iter().any(|token| token.is(Cue::Correct) || token.is(Cue::So)) {
        return Vec::new();
    }
    let after: Vec<Kind> = rest[led..].iter().take_while(|token| !ends(token)).filter_map(kind).collect();
    // "Not 11, 12": what is ruled out replaces nothing.
    let ruled_out = rest[..led].iter().any(|token| token.is(Cue::Not));
    let mut before: Vec<usize> = (0..at).filter(|&at| kind(&tokens[at]).is_some()).collect();
    let mut after = after;
    if after.is_empty() {
        // "Left rack. Right rack I mean."
        let begins = tokens[..at].iter().rposition(|token| token.parts() && token.mark != Some(',')).unwrap_or(0);
        let (earlier, later): (Vec<usize>, Vec<usize>) = before.iter().partition(|&&mention| mention < begins);
        let means = tokens[at].text == "meant"
            || tokens[at].size > 1 && tokens[at + 1..].iter().all(|token| token.parts() || kind(token).is_none());
        if !means || earlier.is_empty() {
            return Vec::new();
        }
        after = later.iter().filter_map(|&mention| kind(&tokens[mention])).collect();
        before = earlier;
    }
    let Some(&first) = after.first() else { return Vec::new() };
    if let Some(cut) = (0..at).rev().find(|&at| matches!(tokens[at].mark, Some(';')) || tokens[at].is(Cue::So)) {
        before.retain(|&at| at > cut);
    }
    let run = after.iter().take_while(|&&kind| kind == Kind::Place).count();
    let gone: Vec<usize> = match first {
        Kind::Place => {
            let places = before.iter().rev().copied().filter(|&at| kind(&tokens[at]) == Some(Kind::Place));
            places.take(if ruled_out { 1 } else { run }).collect()
        }
        Kind::Count => {
            let count = before.iter().rev().copied().find(|&at| kind(&tokens[at]) == Some(Kind::Count));
            count.into_iter().collect()
        }
        Kind::Tool => {
            before.iter().rev().copied().filter(|&at| kind(&tokens[at]) == Some(Kind::Tool)).take(1).collect()
        }
        Kind::Act => {
            let with_place = after.contains(&Kind::Place);
            let act = before.iter().rev().copied().find(|&at| kind(&tokens[at]) == Some(Kind::Act));
            let last = || before.iter().copied().rfind(|&at| kind(&tokens[at]) != Some(Kind::Count));
            let Some(from) = act.or_else(|| last().filter(|_| with_place)) else { return Vec::new() };
            before
                .into_iter()
                .filter(|&by| by >= from && (with_place || kind(&tokens[by]) == Some(Kind::Act)))
                .collect()
        }
    };
    let mut places = Vec::new();
    for at in gone {
        let is_one =
            tokens[at].places.len() == 1 && !tokens[at].row && (tokens[at].sure || tokens[at].works.is_empty());
        places.extend(tokens[at].places.iter().copied().filter(|_| is_one));
        tokens[at].dropped = true;
    }
    places
}

/// "Three tacks there, no, make that two": a bare number for a count is a count.
fn count_instead(tokens: &mut [Token], at: usize) {
    let is_number = |token: &Token| token.number.is_some() && token.size == 1;
    let said = tokens[..at].iter().rev().find(|token| token.count.is_some() || is_number(token) && token.has_place());
    let stands_for_count = said.is_some_and(|token| token.count.is_some() && token.places.is_empty());
    let next = (at + 1..tokens.len()).find(|&by| !tokens[by].parts() && !tokens[by].is(Cue::Little));
    let ends = next.is_some_and(|by| tokens.get(by + 1).is_none_or(|after| after.parts() || after.is(Cue::Skip)));
    if let Some(token) = next.map(|by| &mut tokens[by]).filter(|token| ends && stands_for_count && is_number(token)) {
        (token.count, token.sure) = (token.number, true);
        token.places.clear();
    }
}

/// What is told of a place asks for nothing there: "3 is still full", "the left nest has a crack", "B not"; gives those places.
/// `from` is where a comment begins, in bytes: 0 for a sentence by itself, in which a place that stands alone is no state.
pub(super) fn leave_states(tokens: &mut [Token], from: usize) -> Vec<PositionId> {
    let mut left = Vec::new();
    let begins = |token: &Token| from == 0 || token.at.start > from + 1;
    let mut begin = tokens.iter().position(begins).unwrap_or(tokens.len());
    while begin < tokens.len() {
        let end = (begin..tokens.len()).find(|&at| tokens[at].parts()).unwrap_or(tokens.len());
        let part = &tokens[begin..end];
        let place = part.iter().position(Token::has_place).filter(|&place| {
            part[..place].iter().all(|token| token.is(Cue::Little) || token.is(Cue::Noun) || token.is_other())
        });
        // "1, 2 and 3, but 2 is not needed": more is said of it than this.
        let is_said_again = |place: usize| {
            let said =
                |token: &Token| token.has_place() && token.places.iter().any(|of| part[place].places.contains(of));
            from == 0 && tokens.iter().filter(|token| said(token)).count() > 1
        };
        if place.is_some_and(|place| is_state(&part[place + 1..]) && !is_said_again(place)) {
            let places = tokens[begin..end].iter().filter(|token| token.has_place() && !token.row);
            left.extend(places.filter(|token| token.places.len() == 1).map(|token| token.places[0]));
            tokens[begin..end].iter_mut().for_each(|token| token.dropped = true);
        }
        begin = end + 1;
    }
    left
}

/// Whether the words behind a place tell what it is like. "3 is to be welded as well" asks for it; "3 is welded" does not.
fn is_state(rest: &[Token]) -> bool {
    let Some(next) = rest.first() else { return false };
    let is = matches!(next.text.as_str(), "is" | "are" | "was" | "has" | "had" | "have" | "got" | "looks" | "needs");
    let is_done =
        matches!(next.text.as_str(), "is" | "are" | "was") && rest.get(1).is_some_and(|done| done.text.ends_with("ed"));
    let asks = |token: &Token| token.has_work() && !is_done || token.is(Cue::Again) || token.is(Cue::To);
    (is || next.is(Cue::Not) && rest.len() == 1) && !rest.iter().any(asks)
}

/// What is told as a reason asks for nothing: "because 2 is cracked", "so I can check 3".
pub(super) fn leave_reasons(tokens: &mut [Token]) {
    let mut in_reason = false;
    for at in 0..tokens.len() {
        if tokens[at].parts() {
            in_reason = false;
        } else if tokens[at].is(Cue::So) {
            let speaks = tokens[at + 1..]
                .iter()
                .take(2)
                .any(|token| matches!(token.text.as_str(), "i" | "we" | "he" | "she" | "they"));
            in_reason = matches!(tokens[at].text.as_str(), "because" | "since" | "cause" | "as") || speaks;
        }
        tokens[at].dropped |= in_reason;
    }
}
