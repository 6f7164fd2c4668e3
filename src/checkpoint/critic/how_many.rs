//! Numbers that tell how many places and not which: nobody but the operator can tell which are meant.
//!
//! In: the tokens and what is read. Out: an objection where the reading takes such a number for the name of a place.

use super::{cues::Cue, issue::IssueKind, token::Token, view::View};

impl View<'_> {
    pub(super) fn check_how_many(&mut self) {
        for at in 0..self.tokens.len() {
            if self.tokens[at].dropped {
                continue;
            }
            let why = if self.leaves_out_a_count(at) {
                format!("'{}' tells how many are left out, and not which", self.said(&self.tokens[at].at))
            } else if self.is_any_one(at) {
                format!("'{}' tells how many places, and not which", self.said(&self.tokens[at].at))
            } else {
                continue;
            };
            let words = self.said(&self.tokens[at].at);
            self.object(IssueKind::Ambiguous, Some(self.tokens[at].at.clone()), words, why);
        }
    }

    /// "Weld all but two positions", "all except 2 of them": any two, and not position 2, as "all positions but two" is meant.
    fn leaves_out_a_count(&self, at: usize) -> bool {
        let leaves = |token: &Token| token.is(Cue::Except) || token.is(Cue::But);
        let is_plain = |token: &Token| token.is(Cue::Little) || token.is(Cue::Noun) || token.parts();
        let said = &self.tokens[at];
        let Some(before) = at.checked_sub(1).map(|before| &self.tokens[before]) else { return false };
        let of_all = self.tokens[..at].iter().rev().skip(1).find(|token| !is_plain(token));
        said.number.is_some()
            && leaves(before)
            && of_all.is_some_and(|token| token.is(Cue::All) || token.row)
            && self.tokens.get(at + 1).is_some_and(|next| next.text == "of" || self.is_plural_noun(next))
    }

    /// "Go to one position", "weld 1 table": any one, if the number stands alone for what is read.
    fn is_any_one(&self, at: usize) -> bool {
        let said = &self.tokens[at];
        let tells = |token: &Token| {
            token.is(Cue::Noun) || token.ordinal || token.has_place() || matches!(token.text.as_str(), "the" | "that")
        };
        let is_told = at > 0 && tells(&self.tokens[at - 1]);
        let Some(next) = self.tokens.get(at + 1) else { return false };
        let is_place_noun = next.is(Cue::Noun) || next.row && next.size == 1;
        let is_named = self.tokens.get(at + 2).is_some_and(Token::has_place);
        let stands_on_it = self.steps.iter().filter_map(|step| step.place).any(|place| {
            let others = self.tokens.iter().enumerate().filter(|(other, token)| *other != at && !token.row);
            said.places.contains(&place) && !others.into_iter().any(|(_, token)| token.places.contains(&place))
        });
        said.number == Some(1) && !is_told && is_place_noun && !is_named && stands_on_it
    }

    fn is_plural_noun(&self, token: &Token) -> bool {
        token.text.ends_with('s') && (token.is(Cue::Noun) || token.row || self.lexicon.is_place_word(&token.text))
    }
}
