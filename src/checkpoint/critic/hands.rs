//! What a sentence says of tools: to have one, to bring one back, to work with one.
//!
//! In: tokens. Out: [`Hands`]; the words of a tool step are told off, so that nobody takes them for work or places.

use super::{cues::Cue, token::Token};
use crate::cell::ToolId;

/// A tool step that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// One of these is to be held.
    Take(Vec<ToolId>),
    /// What is held goes back.
    Drop,
}

/// See the head of this file.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    /// By the token that says so; `true` where nothing else can be meant.
    pub(super) steps: Vec<(usize, Hand, bool)>,
    /// Which of them are not to be done.
    pub(super) forbidden: Vec<usize>,
    /// Tools that are spoken of in any way that may ask for them.
    pub(super) maybe_taken: Vec<ToolId>,
    /// A tool is asked for by a name that nobody knows.
    pub(super) maybe_any: bool,
    /// A word speaks of bringing something back.
    pub(super) maybe_dropped: bool,
}

/// Most words between a verb and its tool, and between "put" and "back".
const REACH: usize = 6;

impl Hands {
    pub(super) fn of(tokens: &mut [Token]) -> Self {
        let mut hands = Self::default();
        for at in 0..tokens.len() {
            if tokens[at].dropped {
                continue;
            }
            match tokens[at].cue {
                Some(Cue::Take) => hands.take(tokens, at),
                Some(Cue::Drop) => hands.drop(tokens, at),
                Some(Cue::Put | Cue::Leave) => hands.put(tokens, at),
                Some(Cue::With) => hands.with(tokens, at),
                Some(Cue::Tool) => hands.stated(tokens, at),
                _ if !tokens[at].tools.is_empty() => hands.stated(tokens, at),
                // "Needle back", by a name that nobody knows.
                _ if tokens[at].is_other() => {
                    let next = tokens.get(at + 1).filter(|next| next.is(Cue::Back));
                    hands.maybe_dropped |= next.is_some_and(|next| matches!(next.text.as_str(), "back" | "away"));
                }
                _ => {}
            }
        }
        hands.bare(tokens);
        // "Keep the camera": what is held, not what is done.
        for at in 1..tokens.len() {
            let is_led = matches!(tokens[at - 1].text.as_str(), "the" | "your" | "its");
            if is_led && is_tool(tokens, at) {
                tokens[at].sure_work = false;
            }
        }
        let steps = hands.steps.iter().enumerate();
        hands.forbidden = steps.filter(|(_, step)| is_negated(tokens, step.0)).map(|(step, _)| step).collect();
        hands
    }

    /// "Dock the brush", "screwdriver on its peg", "Greifer holen": a part of a sentence that has a tool, and neither work nor a
    /// place nor a tool step that is known, asks for one in words that nobody knows.
    fn bare(&mut self, tokens: &[Token]) {
        let ends = |token: &Token| token.parts() || token.is(Cue::And) || token.is(Cue::Then);
        let mut begin = 0;
        for end in 0..=tokens.len() {
            if tokens.get(end).is_some_and(|token| !ends(token)) {
                continue;
            }
            let part = begin..end;
            begin = end + 1;
            let has_step = self.steps.iter().any(|step| part.contains(&step.0));
            let is_named = |token: &Token| !token.tools.is_empty() && (token.works.is_empty() || token.sure_tool);
            let is_elsewhere = |token: &Token| {
                !is_named(token) && (token.has_work() || is_sure_place(token) && !token.is(Cue::Home))
                    || token.is(Cue::With)
                    || token.is(Cue::Not)
                    // "The gun stays on".
                    || matches!(token.text.as_str(), "stay" | "stays" | "keep" | "keeps" | "remain" | "remains" | "hold" | "still")
            };
            let tools: Vec<usize> = part.clone().filter(|&by| is_named(&tokens[by]) && is_tool(tokens, by)).collect();
            if tools.is_empty() || has_step || tokens[part].iter().any(is_elsewhere) {
                continue;
            }
            self.maybe_taken.extend(tools.into_iter().flat_map(|by| tokens[by].tools.clone()));
            self.maybe_dropped = true;
        }
    }

    fn take(&mut self, tokens: &mut [Token], at: usize) {
        let swaps = matches!(
            tokens[at].head.as_str(),
            "swap" | "exchange" | "trade" | "change" | "replace" | "switch" | "swop"
        );
        let found: Vec<usize> = (at + 1..tokens.len().min(at + 1 + REACH * 2))
            .take_while(|&by| {
                !tokens[by].parts() && !tokens[by].is(Cue::Then) && (by == at + 1 || !tokens[by].is(Cue::Take))
            })
            .filter(|&by| is_tool(tokens, by))
            .collect();
        let by_unknown_name = Self::is_unknown_tool(tokens, at);
        self.maybe_any |= by_unknown_name;
        let Some(&first) = found.first().filter(|&&by| by <= at + REACH && (by <= at + 2 || !by_unknown_name)) else {
            return;
        };
        // "Swap the gun for the cutter", by a name that nobody knows.
        self.maybe_any |= swaps
            && found.len() == 1
            && tokens[first + 1..].iter().take_while(|token| !token.parts()).any(Token::is_other);
        let between = &tokens[at + 1..first];
        if between.iter().any(|token| token.sure && token.has_place() || token.sure_work && token.tools.is_empty()) {
            return;
        }
        let tools: Vec<ToolId> = found.iter().flat_map(|&by| tokens[by].tools.clone()).collect();
        self.maybe_taken.extend(&tools);
        self.maybe_dropped |= swaps;
        let last = if swaps { *found.last().unwrap_or(&first) } else { first };
        // "Grab the welder off the rack", "take the welder back": the one is no other.
        let back = tokens[first + 1..]
            .iter()
            .take(2)
            .take_while(|token| !token.parts())
            .any(|token| token.is(Cue::Back) && matches!(token.text.as_str(), "back" | "away" | "off"));
        let step = if back && !swaps {
            Hand::Drop
        } else {
            Hand::Take(if swaps { tools } else { tokens[first].tools.clone() })
        };
        self.maybe_dropped |= back;
        let is_sure = !back && !swaps && (tokens[first].works.is_empty() || tokens[first].sure_tool);
        self.steps.push((at, step, is_sure));
        tell_off(tokens, at..=last);
    }

    fn drop(&mut self, tokens: &mut [Token], at: usize) {
        let goes_on = || {
            tokens[at + 1..].iter().take_while(|token| !token.parts() && !token.is(Cue::And) && !token.is(Cue::Then))
        };
        let has_place = goes_on().any(|token| token.sure && token.has_place() && !token.is(Cue::Home));
        let has_tool = goes_on().any(|token| !token.tools.is_empty() || token.is(Cue::Tool));
        self.maybe_dropped |= !has_place || has_tool || tokens[at].size > 2;
        if tokens[at].size > 2 {
            self.steps.push((at, Hand::Drop, false));
            return;
        }
        let next = (at + 1..tokens.len().min(at + REACH))
            .take_while(|&by| !tokens[by].parts() && !is_sure_place(&tokens[by]))
            .find(|&by| is_tool(tokens, by) || tokens[by].is(Cue::Tool) || tokens[by].is(Cue::Same));
        let is_work = tokens[at].has_work();
        // "Drop it at 5" is work.
        let is_there = |by: usize| {
            tokens[by].is(Cue::Same)
                && tokens[by + 1..]
                    .iter()
                    .take_while(|token| !token.parts())
                    .any(|token| token.sure && token.has_place() && !token.is(Cue::Home))
        };
        if let Some(by) = next.filter(|&by| !is_there(by) && (!is_work || !tokens[by].is(Cue::Same))) {
            let is_sure = !is_work && (is_tool(tokens, by) || tokens[by].is(Cue::Tool));
            self.steps.push((at, Hand::Drop, is_sure));
            tell_off(tokens, at..=by);
        }
    }

    /// "Put the camera back", "put the camera on", "leave the welder in its stand".
    fn put(&mut self, tokens: &mut [Token], at: usize) {
        let reach = || (at + 1..tokens.len().min(at + 1 + REACH)).take_while(|&by| !tokens[by].parts());
        let tool = reach().find(|&by| is_tool(tokens, by) || tokens[by].is(Cue::Tool) || tokens[by].is(Cue::Same));
        let back = reach().find(|&by| tokens[by].is(Cue::Back));
        let attached = reach().find(|&by| tokens[by].is(Cue::Attached));
        let leaves = tokens[at].is(Cue::Leave);
        let Some(tool) = tool else {
            // "Hang the … up", by a name that nobody knows.
            let named = reach().any(|by| tokens[by].is_other() || tokens[by].has_work() && !tokens[by].has_place());
            let has_place = tokens[at + 1..]
                .iter()
                .take_while(|token| !token.parts())
                .any(|token| token.sure && token.has_place() && !token.is(Cue::Home));
            if let Some(back) = back.filter(|_| named && !leaves && !has_place && !tokens[at].has_work()) {
                self.maybe_dropped = true;
                tell_off(tokens, at..=back);
            }
            return;
        };
        match (back, attached) {
            (Some(back), _) => {
                self.maybe_dropped = true;
                let is_sure = !tokens[tool].is(Cue::Same) && !tokens[at].has_work() && !leaves;
                self.steps.push((at, Hand::Drop, is_sure));
                tell_off(tokens, at..=back.max(tool));
            }
            (None, Some(_)) if is_tool(tokens, tool) => {
                let tools = tokens[tool].tools.clone();
                self.maybe_taken.extend(&tools);
                self.steps.push((at, Hand::Take(tools), false));
            }
            _ => self.maybe_dropped |= is_tool(tokens, tool) || tokens[tool].is(Cue::Tool),
        }
    }

    /// "With the camera": nothing is asked for, but having it is no surprise. The word is work's only where no other is.
    fn with(&mut self, tokens: &mut [Token], at: usize) {
        let tool = (at + 1..tokens.len().min(at + 4))
            .take_while(|&by| !tokens[by].parts())
            .find(|&by| !tokens[by].tools.is_empty());
        if let Some(by) = tool {
            let tools = tokens[by].tools.clone();
            self.maybe_taken.extend(&tools);
            tokens[by].sure_work = false;
        }
    }

    /// "Fetch the dispenser and …", by a name that nobody knows or that is one for work.
    fn is_unknown_tool(tokens: &[Token], at: usize) -> bool {
        let [article, name, rest @ ..] = &tokens[(at + 1).min(tokens.len())..] else { return false };
        // "The crimp head".
        let rest = if rest.first().is_some_and(Token::is_other) { &rest[1..] } else { rest };
        let ends =
            rest.first().is_none_or(|next| next.parts() || matches!(next.cue, Some(Cue::And | Cue::Then | Cue::Skip)));
        matches!(article.text.as_str(), "the" | "your" | "that")
            && (name.is_other() || name.has_work())
            && name.tools.is_empty()
            && !name.has_place()
            && ends
    }

    /// "Gun back on its dock", "iron away", "pads on".
    fn stated(&mut self, tokens: &mut [Token], at: usize) {
        let tools = tokens[at].tools.clone();
        let Some(next) = tokens.get(at + 1) else { return };
        let ends = tokens.get(at + 2).is_none_or(|after| {
            after.parts() || after.is(Cue::And) || after.is(Cue::Then) || after.is(Cue::Skip) || after.is(Cue::First)
        });
        // "Snips on their hook".
        let is_kept = matches!(next.text.as_str(), "on" | "in")
            && tokens.get(at + 2).is_some_and(|after| matches!(after.text.as_str(), "its" | "their"));
        self.maybe_dropped |= is_kept || next.is(Cue::Back) && matches!(next.text.as_str(), "back" | "away");
        let opens = at == 0
            || tokens[..at]
                .iter()
                .rev()
                .take(2)
                .any(|token| token.parts() || token.is(Cue::And) || token.is(Cue::Then));
        if next.is(Cue::Back) && (opens || tokens[at].works.is_empty()) {
            self.maybe_dropped = true;
            self.steps.push((at, Hand::Drop, false));
            tell_off(tokens, at..=at + 1);
        } else if next.is(Cue::Attached) && ends && opens {
            self.maybe_taken.extend(&tools);
            self.steps.push((at, Hand::Take(tools), false));
            tell_off(tokens, at..=at + 1);
        }
    }
}

/// "Do not put the welder back", but not "do not put it back until …".
fn is_negated(tokens: &[Token], at: usize) -> bool {
    let before = tokens[..at].iter().rev().take(3).find(|token| !token.is(Cue::Little) && !token.is(Cue::Skip));
    let part = tokens[at..].iter().take_while(|token| !token.parts());
    before.is_some_and(|token| token.is(Cue::Not))
        && !part.into_iter().any(|token| matches!(token.cue, Some(Cue::Before | Cue::Through | Cue::If)))
}

fn is_sure_place(token: &Token) -> bool {
    token.sure && token.has_place()
}

/// Whether a token is a tool here, and no work: "the camera", not "camera inspection".
fn is_tool(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    if token.tools.is_empty() || token.dropped {
        return false;
    }
    let next = tokens.get(at + 1);
    let goes_on = next.is_some_and(|next| {
        next.sure_work && next.tools.is_empty() || next.has_place() && next.sure && token.sure_work
    });
    let led = at
        .checked_sub(1)
        .is_some_and(|before| matches!(tokens[before].text.as_str(), "the" | "a" | "your" | "that" | "its"));
    !goes_on && (token.works.is_empty() || led || token.size > 1 || next.is_none_or(|next| !next.has_place()))
}

/// These words are a tool step and nothing else.
fn tell_off(tokens: &mut [Token], at: std::ops::RangeInclusive<usize>) {
    for token in &mut tokens[at] {
        token.works.clear();
        token.besides.append(&mut token.places);
        token.sure_work = false;
        if matches!(token.cue, Some(Cue::Back | Cue::Put | Cue::Attached | Cue::Same | Cue::Leave)) {
            token.cue = Some(Cue::Little);
        }
    }
}
