//! A place that stands in a relation to work is not where the work is done: "weld before position 2", "weld up to 2".
//!
//! In: the tokens, the reading. Out: an objection where the reading does the work at that very place. "Weld from 1 to 2" is a
//! range and "apply a tack to 2" is said of what is applied: neither is touched.

use super::{cues::Cue, issue::IssueKind, outline::Group, steps::Deed, token::Token, view::View};
use crate::cell::{PositionId, RoutineId};

/// Words that say how a place stands to what is done. By their cues, and by the words of that cue where not all of them do.
const RELATIONS: &[(Cue, &[&str])] = &[
    (Cue::Before, &[]),
    (Cue::After, &["after", "following"]),
    (Cue::Through, &[]),
    (Cue::To, &["to", "towards"]),
    (Cue::From, &[]),
    (Cue::Except, &["minus", "less"]),
];

/// Work that takes something from where it is done, or shows it: "pick from 2", "a photo of 2".
const TAKES_FROM: &[&str] = &[
    "nab", "pick", "grasp", "scoop", "aspirate", "suck", "unload", "empty", "pull", "photo", "picture", "read",
    "measure", "scan", "ziehen",
];

impl View<'_> {
    pub(super) fn check_relations(&mut self) {
        for at in 0..self.tokens.len() {
            let Some((work, relation)) = self.related(at) else { continue };
            let (place, works) = (self.tokens[at].places[0], self.tokens[work].works.clone());
            let takes = || {
                TAKES_FROM
                    .iter()
                    .any(|word| self.lexicon.routines(word).0.iter().any(|&id| works.contains(&RoutineId(id))))
            };
            if !self.does_one_at(&works, place) || self.tokens[relation].is(Cue::From) && takes() {
                continue;
            }
            let words = self.said(&(self.tokens[relation].at.start..self.tokens[at].at.end));
            let why = format!(
                "'{words}' says how {} stands to the work; the reading does the work there. Say 'at {}' if that is meant",
                self.place_name(place),
                self.place_name(place)
            );
            self.object(IssueKind::Ambiguous, Some(self.tokens[relation].at.clone()), words, why);
        }
    }

    /// The verb of work and the word of relation that a place ends a part of the sentence with.
    fn related(&self, at: usize) -> Option<(usize, usize)> {
        let token = &self.tokens[at];
        let ends = |token: &Token| token.parts() || matches!(token.cue, Some(Cue::And | Cue::Then | Cue::Skip));
        let is_place = token.has_place() && token.sure && token.places.len() == 1 && !token.has_work();
        if !is_place || self.tokens.get(at + 1).is_some_and(|next| !ends(next)) {
            return None;
        }
        let passes = |token: &Token| {
            matches!(token.cue, Some(Cue::Little | Cue::Noun | Cue::Attached)) && token.number.is_none()
        };
        let relation = (0..at).rev().find(|&by| !passes(&self.tokens[by]))?;
        let is_relation = |token: &Token| {
            let is_it = |(cue, words): &&(Cue, &[&str])| {
                token.is(*cue) && (words.is_empty() || words.contains(&token.head.as_str()))
            };
            RELATIONS.iter().any(|entry| is_it(&entry))
        };
        let work = (0..relation).rev().find(|&by| !passes(&self.tokens[by]))?;
        // "Apply a tack to 2".
        let is_verb = !work.checked_sub(1).is_some_and(|before| {
            let before = &self.tokens[before];
            matches!(before.text.as_str(), "a" | "an" | "the" | "one" | "some" | "another")
                || matches!(before.cue, Some(Cue::Run | Cue::Put | Cue::Take | Cue::Go))
                || before.has_work()
        });
        let is_work = self.tokens[work].has_work() && self.tokens[work].sure_work && !self.tokens[work].has_place();
        (is_relation(&self.tokens[relation]) && is_work && is_verb).then_some((work, relation))
    }

    fn does_one_at(&self, works: &[RoutineId], place: PositionId) -> bool {
        self.steps.iter().enumerate().any(|(at, step)| {
            matches!(step.deed, Deed::Work(routine) if works.contains(&routine))
                && step.place == Some(place)
                && !self.is_carry(at)
        })
    }

    /// "1 minus 2": a dash that was spoken, or 1 without a 2 that nobody asked for? "All minus 2" and "1, 2 minus 2" are plain.
    pub(super) fn check_minus(&mut self) {
        let is_wide = self.groups.iter().any(Group::is_wide);
        let says = |token: &&Token| !(token.is(Cue::Little) || token.is(Cue::Noun) && !token.has_place());
        let place = |token: &Token| token.places.first().copied().filter(|_| token.sure);
        for at in 0..self.tokens.len() {
            let before = self.tokens[..at].iter().rev().find(says).and_then(place);
            let after = self.tokens[at + 1..].iter().find(says).and_then(place);
            let (Some(before), Some(after)) = (before, after) else { continue };
            let is_said = || self.tokens[..at].iter().any(|token| token.places.contains(&after));
            if self.tokens[at].text != "minus" || is_wide || before == after || is_said() {
                continue;
            }
            let range = self.tokens[at].at.clone();
            let (words, name) = (self.said(&range), self.place_name(after));
            let why = format!("'{words}' before {name} may be a range, or leaves out what nobody asked for");
            self.object(IssueKind::Ambiguous, Some(range), words, why);
        }
    }

    /// "Swap the welder": for what is not said, and nothing is held that could be swapped for it.
    pub(super) fn check_swaps(&mut self) {
        if self.state.tool.is_some() {
            return;
        }
        for at in 0..self.tokens.len() {
            let is_swap = matches!(self.tokens[at].head.as_str(), "swap" | "exchange" | "trade" | "replace" | "swop");
            let part = self.tokens[at + 1..].iter().take_while(|token| !token.parts()).collect::<Vec<_>>();
            let tools = part.iter().filter(|token| !token.tools.is_empty()).count();
            let is_for =
                |token: &&&Token| matches!(token.text.as_str(), "to" | "for" | "with" | "against") || token.is_other();
            if !is_swap || tools != 1 || part.iter().any(|token| is_for(&token)) || self.tokens[at].dropped {
                continue;
            }
            let range = self.tokens[at].at.clone();
            let words = self.said(&range);
            let why = format!(
                "'{words}' takes one tool for another, and the robot holds none; say which tool to take or to bring back"
            );
            self.object(IssueKind::Ambiguous, Some(range), words, why);
        }
    }
}
