//! What words have an effect by what stands beside them: "with the welder", "before welding 2", "1 through 3"; and what is
//! told apart from a command.

use super::{Class, LISTS, Label, Part, vocabulary::Needs};
use crate::language::lexicon::words::Word;

/// Whether what must stand beside a bound word does.
pub(super) fn has_effect(needs: Needs, parts: &[Part], at: usize, words: &[Word], has_several: bool) -> bool {
    match needs {
        Needs::Tool => follows(parts, at, words).any(|label| matches!(label, Label::Tool | Label::Named)),
        Needs::Place => follows(parts, at, words).any(|label| matches!(label, Label::Place | Label::Number)),
        Needs::Work => follows(parts, at, words)
            .any(|label| matches!(label, Label::Named | Label::Tool | Label::Is(Class::Matter))),
        Needs::NoClause => !parts.get(at + 1).is_none_or(|part| LISTS.opens_clause.has(text(part, words))),
        Needs::Several => has_several,
        Needs::Correction => parts
            .get(at + 1)
            .is_none_or(|part| part.label == Label::Break || LISTS.corrects_next.has(text(part, words))),
        Needs::Left => parts[..at]
            .iter()
            .rev()
            .take_while(|part| part.label != Label::Break)
            .take(REACH_BACK)
            .any(|part| matches!(text(part, words), "leave" | "leaving" | "left")),
        Needs::Clause => is_clause(parts, at, words),
        Needs::EndOrClause => ends(parts, at + 1, words) || is_clause(parts, at, words),
        Needs::Range => {
            let is_place = |label: Label| matches!(label, Label::Place | Label::Number);
            let before =
                parts[..at].iter().rev().take(REACH).any(|part| is_place(part.label) || is_ordinal(part, words));
            before && parts[at + 1..].iter().take(REACH).any(|part| is_place(part.label) || is_ordinal(part, words))
        }
    }
}

/// Most words between a bound word and what it needs.
const REACH: usize = 3;

/// Most words between "leave" and "alone".
const REACH_BACK: usize = 5;

/// What follows, up to the first word that is no article or the like; a few words at most.
fn follows(parts: &[Part], at: usize, words: &[Word]) -> impl Iterator<Item = Label> {
    let leads = |part: &&Part| !part.label.is_named() && LISTS.before_a_name.has(text(part, words));
    let rest = &parts[at + 1..];
    let led = rest.iter().take_while(leads).count();
    // "With the tack welder": a word of the tool's name, or of what is told of it.
    rest[led..]
        .iter()
        .take(2)
        .take_while(|part| part.label.is_named() || matches!(part.label, Label::Is(Class::Matter)))
        .map(|part| part.label)
}

/// Whether the rest of the part of the sentence speaks of what the reading has, and of nobody else.
fn is_clause(parts: &[Part], at: usize, words: &[Word]) -> bool {
    let rest = || {
        parts[at + 1..]
            .iter()
            .take_while(|part| part.label != Label::Break && !matches!(text(part, words), "and" | "then"))
    };
    let is_known = |part: &Part| {
        let is_person = matches!(text(part, words), "i" | "we" | "me" | "us");
        !is_person
            && (part.label.is_named()
                || matches!(part.label, Label::Mark | Label::Is(Class::Heard | Class::Matter | Class::Aside)))
    };
    let is_of_reading = |part: &Part| part.label.is_named() || matches!(text(part, words), "that" | "this");
    // "Once the part is in": a plan's own steps are done, and nothing else comes about.
    let mut told = rest().skip_while(|part| !LISTS.becomes.has(text(part, words))).skip(1).peekable();
    let comes_about =
        told.peek().is_none() || told.any(|part| part.label.is_named() || LISTS.done.has(text(part, words)));
    rest().all(is_known) && rest().any(is_of_reading) && comes_about
}

fn ends(parts: &[Part], at: usize, words: &[Word]) -> bool {
    parts.get(at).is_none_or(|part| {
        part.label == Label::Break || part.label == Label::Is(Class::Aside) || LISTS.ends_part.has(text(part, words))
    })
}

/// Whether a word for who is spoken to stands by itself: at an end of the part of the sentence, or after politeness.
pub(super) fn is_set_apart(parts: &[Part], at: usize, words: &[Word]) -> bool {
    let before = at.checked_sub(1).map(|before| &parts[before]);
    let is_idle = |part: &Part| matches!(part.label, Label::Break | Label::Is(Class::Aside | Class::Call));
    let led = before.is_none_or(is_idle);
    let closed = parts.get(at + 1).is_none_or(is_idle);
    let is_of_robot = || matches!(text(&parts[at], words), "robot" | "arm" | "bot" | "machine" | "cobot");
    let verb = before.is_some_and(|part| matches!(text(part, words), "the" | "that" | "this" | "you" | "your"));
    // "Weld 1, mate", "mate, weld 1"; "weld 1 mate" ends the sentence; "move the robot to 3".
    led || closed && !before.is_some_and(|part| LISTS.leads_to_person.has(text(part, words)))
        || is_of_robot() && verb && !is_led_by_person(parts, at, words)
}

/// "Let the robot", "by the robot": nobody else. "With the robot off" is.
fn is_led_by_person(parts: &[Part], at: usize, words: &[Word]) -> bool {
    at.checked_sub(2)
        .is_some_and(|before| matches!(text(&parts[before], words), "with" | "beside" | "near" | "by" | "as"))
}

/// Whether the part of the sentence around tells something, and names nothing that the reading has.
pub(super) fn is_told_apart(parts: &[Part], at: usize, words: &[Word]) -> bool {
    let parting =
        |part: &Part| part.label == Label::Break || matches!(text(part, words), "so" | "because" | "since" | "anyway");
    let from = parts[..at].iter().rposition(parting).map_or(0, |at| at + 1);
    let to = parts[at..].iter().position(parting).map_or(parts.len(), |by| at + by);
    !parts[from..to].iter().any(|part| part.label.is_named())
}

/// Words that leave something out, where nothing is left out, and words that describe where: what a model read may be
/// something else.
pub(super) fn tells_apart(part: &Part, words: &[Word], leaves_out: bool) -> bool {
    let said = text(part, words);
    part.words.len() == 1
        && (matches!(said, "where" | "which" | "whose") || !leaves_out && LISTS.leaves_out_nothing.has(said))
}

/// "Many thanks, Ingrid": who says so.
pub(super) fn is_signature(parts: &[Part], at: usize, words: &[Word]) -> bool {
    let is_last = parts[at + 1..].iter().all(|part| part.label == Label::Break);
    let Some((parted, thanks)) = at.checked_sub(2).map(|before| (&parts[at - 1], &parts[before])) else { return false };
    let said = words[thanks.words.clone()]
        .iter()
        .any(|word| matches!(word.text.as_str(), "thanks" | "thank" | "regards" | "cheers" | "wishes"));
    is_last && said && parted.label == Label::Break && thanks.label == Label::Is(Class::Aside)
}

fn is_ordinal(part: &Part, words: &[Word]) -> bool {
    words[part.words.start].ordinal
}

fn text<'w>(part: &Part, words: &'w [Word]) -> &'w str {
    &words[part.words.start].text
}
