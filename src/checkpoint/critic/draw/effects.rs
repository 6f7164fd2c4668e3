//! What a word that ties mentions together does to the group that is being drawn.

use super::{Act, Cue, Item, Lead, Mode, Pen, Token, around::REACH};
use crate::cell::PositionId;

impl Pen<'_> {
    /// What a word does; whether that is all it does.
    pub(super) fn cue(&mut self, cue: Cue, at: usize) -> bool {
        let token = &self.tokens[at];
        match cue {
            // Work by a verb that may be a tool's: "drop it at 5".
            Cue::Take | Cue::Drop | Cue::Put if token.works.is_empty() => {
                let is_full = !self.group.items.is_empty() && !self.group.acts.is_empty();
                if is_full && self.place_follows(at) {
                    self.begin(at);
                }
            }
            // "Before you stud T1 do its edges": work by whatever name.
            Cue::Run
                if self.group.lead == Some(Lead::AfterNext)
                    && !self.group.items.is_empty()
                    && !self.group.acts.is_empty() =>
            {
                self.begin(at)
            }
            // "…, then shoot the lower face": by a name that nobody knows.
            Cue::Run
                if self.then
                    && !self.group.items.is_empty()
                    && !self.group.acts.is_empty()
                    && self.place_follows(at) =>
            {
                self.begin(at);
                self.then = false;
            }
            Cue::Go | Cue::Tour => {
                self.go(if cue == Cue::Go { Act::Go } else { Act::Tour }, at);
                self.then = false;
            }
            Cue::Home => {
                let is_plain = token.has_place()
                    || ["home", "rest", "park"].iter().any(|word| token.text.starts_with(word))
                    || token.size > 1;
                let is_end = token.size > 2 || !is_plain;
                if self.mode != Mode::Plain {
                    self.group.excluded.extend(self.homes);
                    return true;
                }
                let any_of = if token.has_place() && !token.places.iter().any(|place| self.homes.contains(place)) {
                    token.places.clone()
                } else {
                    self.homes.to_vec()
                };
                let has_work = self.group.works().next().is_some();
                let hand = self.group.acts.iter().any(|act| matches!(act, Act::Hand(_)));
                let led = at > 0 && matches!(self.tokens[at - 1].text.as_str(), "at" | "in" | "on" | "the");
                if hand || has_work && !self.group.items.is_empty() && !led {
                    self.begin(at);
                    self.group.acts.push(Act::Go);
                }
                if token.size > 1 && !has_work && !self.group.goes() {
                    if !self.group.items.is_empty() {
                        self.begin(at);
                    }
                    if self.group.is_empty() {
                        self.open(at);
                    }
                    self.place_first = false;
                    self.group.acts.push(Act::Go);
                }
                self.item(Item::One { any_of, sure: !is_end, at: token.at.clone() }, at);
            }
            // "All but the one you are at".
            Cue::Here if self.mode == Mode::Except => self.group.excluded.push(self.here),
            Cue::Here => self.item(Item::Here, at),
            // "Blue is blocked, leave that one out".
            Cue::Same if self.mode == Mode::Except => {
                let last = self.tokens[..at].iter().rev().find(|token| token.has_place());
                self.group.excluded.extend(last.filter(|last| last.places.len() == 1).map(|last| last.places[0]));
            }
            Cue::Same => self.item(Item::Same, at),
            Cue::Both => {
                let row = self.rows_after(at);
                self.item(if row.is_empty() { Item::Open } else { Item::All(row) }, at);
            }
            Cue::Noun if !token.works.is_empty() && !token.has_place() => {
                // "Pick at 2, place at 1".
                let opens = at == 0
                    || self.tokens[at - 1].parts()
                    || matches!(self.tokens[at - 1].cue, Some(Cue::And | Cue::Then));
                let led = self.tokens.get(at + 1).is_some_and(|next| {
                    matches!(next.text.as_str(), "at" | "on" | "in" | "it" | "the" | "onto" | "into")
                });
                return !(opens && led);
            }
            Cue::Noun if self.group.acts == [Act::Tour] && self.group.items.is_empty() && !token.has_place() => {
                self.item(Item::All(Vec::new()), at)
            }
            Cue::Rest => self.item(Item::Open, at),
            Cue::All => self.all(at),
            Cue::Except if token.text == "bar" && !self.group.is_wide() => {}
            // "Without blowing it off first": work, not a place.
            Cue::Except
                if matches!(token.head.as_str(), "without" | "instead" | "rather")
                    && self.next_weight(at + 1).is_some_and(|next| self.is_verb(next)) =>
            {
                self.close();
                self.forbids = true;
            }
            Cue::Except => {
                let passes = |token: &&Token| {
                    matches!(
                        token.cue,
                        Some(Cue::Little | Cue::Noun | Cue::Run | Cue::To | Cue::From | Cue::Attached | Cue::Go)
                    )
                };
                // "The middle one, position 2": a word or two that nobody knows.
                let mut unknown = 2;
                let mut skips = |token: &&Token| {
                    passes(token)
                        || token.mark == Some(',')
                        || token.is_other() && {
                            unknown -= 1;
                            unknown >= 0
                        }
                };
                let next = self.tokens[at + 1..].iter().find(|token| !skips(token));
                if next.is_some_and(|token| {
                    token.has_place() && !token.sure_work
                        || token.ordinal
                        || matches!(token.cue, Some(Cue::Home | Cue::Here | Cue::All | Cue::First | Cue::Last))
                }) {
                    self.mode = Mode::Except;
                }
            }
            Cue::But => {
                let next = self.next_weight(at + 1).map(|next| &self.tokens[next]);
                let leaves_out = self.group.is_wide()
                    && next.is_some_and(|next| next.has_place() && !next.has_work() || !next.told.is_empty());
                self.mode = if leaves_out { Mode::Except } else { Mode::Plain };
                // "Check 2, but check 1 before that".
                let mut near = self.tokens[at + 1..].iter().take(3);
                let is_ordered = near.any(|token| matches!(token.cue, Some(Cue::Before | Cue::After)));
                // "Weld 3, but 1 first".
                let is_place = next.is_some_and(|next| next.has_place() && next.sure);
                let verb = self.verb_ahead(at + 1).filter(|&verb| !is_ordered && self.place_follows(verb));
                if (verb.is_some() || is_place && !is_ordered)
                    && !leaves_out
                    && !self.group.acts.is_empty()
                    && !self.group.items.is_empty()
                {
                    self.close();
                }
            }
            Cue::Leave => {
                let left = (at + 1..self.tokens.len().min(at + 9))
                    .take_while(|&by| !matches!(self.tokens[by].mark, Some('.')))
                    .find(|&by| self.tokens[by].is(Cue::Left));
                // "Leave 6 where it is".
                let next = self.next_weight(at + 1).map(|next| &self.tokens[next]);
                let is_place = next.is_some_and(|next| next.has_place() && next.sure && next.tools.is_empty());
                if left.is_some() || is_place || token.text == "leaving" && self.group.is_wide() {
                    self.mode = Mode::Except;
                }
            }
            Cue::Left => {
                if self.mode == Mode::Except {
                    self.mode = Mode::Plain;
                } else if (token.size > 1 || matches!(token.text.as_str(), "excepted" | "excluded"))
                    && let Some(Item::One { any_of, .. }) = self.group.items.last().cloned()
                {
                    self.group.items.pop();
                    self.group.excluded.extend(any_of);
                }
            }
            // "Never mind 2, just weld 3".
            Cue::Cancel => {
                let next = self.next_weight(at + 1).map(|next| &self.tokens[next]);
                let is_place = next.is_some_and(|next| next.has_place() && next.sure);
                self.mode = if is_place { Mode::Not } else { self.mode };
            }
            Cue::Not | Cue::Refusal => self.not(at),
            Cue::So => {
                self.mode = Mode::Plain;
                self.forbids = false;
            }
            Cue::Then => {
                (self.mode, self.then) = (Mode::Plain, true);
                // "…, and then onto the pallet": another step, whatever it is called.
                let next = self.tokens.get(at + 1);
                // "…, then back to 2": that is the way, not more of the work.
                let returns = next.is_some_and(|next| next.is(Cue::Through) && next.head == "back");
                let leads = returns || next.is_some_and(|next| next.is(Cue::To));
                if leads && !self.group.items.is_empty() && !self.group.acts.is_empty() && self.place_follows(at) {
                    self.begin(at);
                    if returns {
                        self.group.acts.push(Act::Go);
                    }
                }
            }
            Cue::First | Cue::Last if self.mode == Mode::Except => self.exclude_end(cue == Cue::Last, at),
            Cue::First | Cue::Last => {
                // "The first two booths".
                if self.tokens.get(at + 1).is_some_and(|next| next.row) {
                    return true;
                }
                let lead = if cue == Cue::First { Lead::Front } else { Lead::End };
                if self.trails(at) && !self.group.is_empty() {
                    self.group.lead = Some(lead);
                    self.ended = true;
                } else {
                    self.lead = Some(lead);
                }
            }
            // "But blow it off beforehand".
            Cue::BeforeThat if self.trails(at) && !self.groups.is_empty() && !self.group.is_empty() => {
                self.group.lead = Some(Lead::BeforePrevious)
            }
            Cue::BeforeThat => self.lead = Some(Lead::BeforePrevious),
            Cue::Before if self.trails(at) && !self.groups.is_empty() && !self.group.is_empty() => {
                self.group.lead = Some(Lead::BeforePrevious)
            }
            Cue::Before => {
                if self.verb_ahead(at + 1).is_some() {
                    let is_led = self.groups.is_empty() && self.group.is_empty();
                    if !self.group.is_empty() {
                        self.close();
                    }
                    self.lead = is_led.then_some(Lead::AfterNext);
                }
            }
            // "…, and the right end once".
            Cue::After if token.text == "once" && self.trails(at) => self.group.count(1),
            Cue::After => {
                let has_said = !self.group.is_empty();
                let next =
                    self.tokens[at + 1..].iter().find(|token| !matches!(token.cue, Some(Cue::Little | Cue::Noun)));
                self.ahead = !self.group.items.is_empty()
                    && next.is_some_and(|next| next.has_place() && next.sure)
                    && self.verb_ahead(at + 1).is_none();
                if has_said
                    && !self.ahead
                    && !self.trails(at)
                    && self.verb_ahead(at + 1).is_some()
                    && !self.tokens[..at].iter().rfind(|token| token.text != "only").is_some_and(Token::parts)
                {
                    self.lead = Some(Lead::BeforePrevious);
                }
            }
            Cue::Reverse => self.group.reversed = true,
            Cue::Twice => self.group.count(2),
            Cue::Thrice => self.group.count(3),
            Cue::From => self.from = Some(at),
            _ => return false,
        }
        true
    }

    /// "Other than the first one", of the row that was said last.
    pub(super) fn exclude_end(&mut self, is_last: bool, at: usize) {
        let row = self.last_row(at);
        self.group.excluded.extend(if is_last { row.last() } else { row.first() });
    }

    /// "Finish each spot before the next", "slot 2 of every rack": each for itself, and no places of its own.
    fn is_each_of(&self, at: usize) -> bool {
        let ends_of = ["finish", "finished", "done", "complete", "completed", "ready"];
        let of =
            at > 1 && self.tokens[at - 1].text == "of" && self.tokens[at - 2].has_place() && !self.tokens[at - 2].sure;
        let in_part = self.tokens[at..].iter().take_while(|token| !token.parts());
        let before = matches!(self.tokens[at].text.as_str(), "each" | "every")
            && in_part.clone().any(|token| token.is(Cue::Before))
            && self.tokens[at.saturating_sub(1)..]
                .iter()
                .take(REACH)
                .any(|token| ends_of.contains(&token.text.as_str()));
        of || before
    }

    /// "All", "every nest", "all tables and jigs", "all of rack B".
    fn all(&mut self, at: usize) {
        if self.is_each_of(at) {
            return;
        }
        // "Weld 1 and 3, with a picture after each".
        let is_said = !self.group.items.is_empty() || !self.groups.is_empty();
        if self.tokens[at].text == "each" && self.trails(at) && is_said {
            return self.item(Item::Same, at);
        }
        if matches!(self.tokens[at].text.as_str(), "each")
            && !self.group.items.is_empty()
            && self.rows_after(at).is_empty()
        {
            return;
        }
        let next = self.tokens.get(at + 1);
        let is_loose = matches!(self.tokens[at].text.as_str(), "full" | "whole" | "entire")
            && !next.is_some_and(|next| next.has_work() || next.row || next.is(Cue::Noun) || !next.tools.is_empty());
        if is_loose {
            // "The whole bench": by a name that nobody knows.
            if self.tokens[at].text != "full" && next.is_some_and(Token::is_other) {
                self.item(Item::Open, at);
            }
            return;
        }
        // "Everything on bench B".
        let is_there = next.is_some_and(|next| matches!(next.text.as_str(), "on" | "at" | "in"));
        if is_there
            && self.tokens[at + 2..]
                .iter()
                .find(|token| !token.is(Cue::Little))
                .is_some_and(|token| token.has_place() && token.sure)
        {
            return;
        }
        let rows = self.rows_after(at);
        // "Lathe 1 to lathe 4, every one of them".
        if rows.is_empty()
            && self.group.items.iter().any(|item| !matches!(item, Item::Same))
            && next.is_none_or(|next| next.parts() || matches!(next.cue, Some(Cue::Little | Cue::Same)))
        {
            return;
        }
        if self.mode != Mode::Plain {
            self.group.excluded.extend(rows.into_iter().flatten());
            return;
        }
        self.item(Item::All(rows), at);
    }

    /// The rows that the next words speak of, which are then done with.
    fn rows_after(&mut self, at: usize) -> Vec<Vec<PositionId>> {
        let mut rows = Vec::new();
        for by in at + 1..self.tokens.len() {
            let token = &self.tokens[by];
            let passes = matches!(token.cue, Some(Cue::Little | Cue::And | Cue::Noun | Cue::Same))
                || token.is_other() && rows.is_empty() && by <= at + 2;
            if token.row && !token.dropped {
                rows.push(token.places.clone());
                self.skip = by + 1;
            } else if rows.is_empty() && !token.told.is_empty() && !token.sure_work && !token.has_place() {
                self.group.loose_rows = true;
                rows.push(token.told.clone());
                break;
            } else if !passes {
                break;
            }
        }
        rows
    }

    fn not(&mut self, at: usize) {
        // "Do not weld 3 until you have inspected it" asks for both.
        let part = self.tokens[at..].iter().take_while(|token| !token.parts());
        if part.into_iter().any(|token| matches!(token.text.as_str(), "until" | "till" | "unless")) {
            return;
        }
        let near = (at + 1..self.tokens.len().min(at + REACH)).take_while(|&by| !self.tokens[by].parts());
        for by in near {
            let token = &self.tokens[by];
            if token.has_place() && (token.sure || token.works.is_empty())
                || token.is(Cue::Home)
                || token.is(Cue::All) && self.tokens[at].size == 1
            {
                self.mode = Mode::Not;
                return;
            }
            if self.is_verb(by) || matches!(token.cue, Some(Cue::Take | Cue::Drop)) && self.tokens[at].text != "no" {
                self.forbids = true;
                self.mode = Mode::Plain;
                return;
            }
            if token.is_other() {
                return;
            }
        }
    }
}
