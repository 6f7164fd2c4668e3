//! Tokens → the groups of an outline: one walk over the words.

use super::{
    cues::Cue,
    hands::Hands,
    hear::Token,
    outline::{Act, Group, Item, Lead, inherit},
};
use crate::cell::PositionId;

/// Draws the outline. `homes` are the places that "home" may mean, `here` is where the robot stands.
pub(super) fn draw(tokens: &[Token], hands: &Hands, homes: &[PositionId]) -> Vec<Group> {
    let mut pen = Pen {
        tokens,
        homes,
        groups: Vec::new(),
        group: Group::default(),
        mode: Mode::Plain,
        lead: None,
        from: None,
        skip: 0,
        forbids: false,
        place_first: false,
        ended: false,
        ahead: false,
    };
    for at in 0..tokens.len() {
        if let Some(step) = hands.steps.iter().position(|step| step.0 == at) {
            pen.begin(at);
            pen.group.acts.push(Act::Hand(step));
            continue;
        }
        if at >= pen.skip {
            pen.token(at);
        }
    }
    pen.close();
    inherit(&mut pen.groups);
    pen.groups
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Plain,
    /// Places are left out, up to the end of their list.
    Except,
    /// The same, up to the next comma.
    Not,
}

struct Pen<'t> {
    tokens: &'t [Token],
    homes: &'t [PositionId],
    groups: Vec<Group>,
    group: Group,
    mode: Mode,
    /// Of the next group.
    lead: Option<Lead>,
    /// "From" was said, and no place yet.
    from: Option<usize>,
    /// Tokens before this one are done with.
    skip: usize,
    /// What comes next is not to be done.
    forbids: bool,
    /// The group began with its places.
    place_first: bool,
    /// "…, last": what comes next is another group.
    ended: bool,
    /// "After", and a place alone: that place comes before the last.
    ahead: bool,
}

/// Most words between a word of order or negation and what it is about.
const REACH: usize = 5;

impl Pen<'_> {
    fn token(&mut self, at: usize) {
        let token = &self.tokens[at];
        if token.dropped {
            return;
        }
        if token.parts() {
            return self.mark(at);
        }
        let is_ordinal_place = matches!(token.cue, Some(Cue::First | Cue::Last | Cue::Back | Cue::Left | Cue::Little))
            && token.has_place();
        if let Some(cue) = token.cue.filter(|_| !is_ordinal_place)
            && self.cue(cue, at)
        {
            return;
        }
        if let Some(count) = token.count.filter(|_| token.sure && token.places.is_empty()) {
            self.group.counts.push(count);
        }
        // "Gauge" is a place or work: a place where a verb stands before, and no place yet.
        let is_place = token.has_place()
            && (token.works.is_empty() || token.sure || token.row && !token.sure_work || self.wants_place(at));
        if token.ordinal && self.mode == Mode::Plain {
            return;
        }
        if is_place {
            self.place(at);
        } else if token.has_work() {
            self.work(at);
        }
    }

    fn wants_place(&self, at: usize) -> bool {
        let led = at > 0
            && self.before(at).is_some_and(|before| {
                matches!(self.tokens[before].text.as_str(), "the" | "to" | "at" | "in" | "on" | "into")
            });
        led && !self.group.acts.is_empty() || self.group.goes() && self.group.items.is_empty()
    }

    /// The token before that has weight for how lists go on.
    fn before(&self, at: usize) -> Option<usize> {
        at.checked_sub(1)
    }

    fn mark(&mut self, at: usize) {
        let is_stop = !matches!(self.tokens[at].mark, Some(','));
        let next = self.next_weight(at + 1);
        let list_goes_on = next.is_some_and(|next| self.tokens[next].has_place() && !self.tokens[next].has_work());
        if self.mode == Mode::Not || is_stop || !list_goes_on {
            self.mode = Mode::Plain;
        }
        if is_stop && self.lead == Some(Lead::AfterNext) && self.group.is_empty() {
            self.lead = None;
        }
        self.from = None;
        self.forbids &= !is_stop;
    }

    /// The next token that is a mention or does something.
    fn next_weight(&self, from: usize) -> Option<usize> {
        (from..self.tokens.len()).find(|&at| {
            let token = &self.tokens[at];
            !token.dropped
                && !token.is_other()
                && !matches!(token.cue, Some(Cue::Little | Cue::Skip | Cue::Noun | Cue::And))
        })
    }

    /// The next verb within reach, before a mark.
    fn verb_ahead(&self, from: usize) -> Option<usize> {
        let until = (from..self.tokens.len().min(from + REACH + 1)).take_while(|&at| !self.tokens[at].parts());
        let mut verbs = until.filter(|&at| self.is_verb(at));
        verbs.next()
    }

    fn is_verb(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        !token.dropped
            && (matches!(token.cue, Some(Cue::Go | Cue::Tour))
                || token.is(Cue::Home) && token.size > 1
                || token.has_work() && (!token.has_place() || !token.sure))
    }

    /// Whether a place follows before the next verb.
    fn place_follows(&self, at: usize) -> bool {
        let is_place = |token: &Token| {
            token.has_place() && (token.sure || token.works.is_empty())
                || matches!(
                    token.cue,
                    Some(Cue::Noun | Cue::Home | Cue::Here | Cue::All | Cue::Both | Cue::Same | Cue::Rest)
                )
        };
        for token in &self.tokens[at + 1..] {
            if matches!(token.mark, Some('.' | ';' | '!' | '?'))
                || matches!(token.cue, Some(Cue::Then | Cue::Except | Cue::But | Cue::Not))
            {
                return false;
            }
            if token.dropped {
                continue;
            }
            if is_place(token) {
                return true;
            }
            if token.has_work() && token.sure_work || token.is(Cue::Go) || token.is(Cue::Tour) {
                return false;
            }
        }
        false
    }

    /// Ends the group, so that what comes next begins another.
    fn begin(&mut self, at: usize) {
        if !self.group.is_empty() {
            self.close();
        }
        self.open(at);
    }

    fn open(&mut self, at: usize) {
        (self.ended, self.ahead) = (false, false);
        self.group.at = self.tokens[at].at.clone();
        self.group.lead = self.lead.take().or(self.group.lead);
        self.group.forbidden |= std::mem::take(&mut self.forbids);
        self.mode = Mode::Plain;
    }

    fn close(&mut self) {
        let group = std::mem::take(&mut self.group);
        if !group.is_empty() {
            self.groups.push(group);
        }
        self.from = None;
    }

    fn work(&mut self, at: usize) {
        let token = &self.tokens[at];
        let has_items = !self.group.items.is_empty() || !self.group.excluded.is_empty();
        let has_acts = !self.group.acts.is_empty();
        let is_new = !self.group.does(&token.works);
        let begins = self.forbids
            || self.lead.is_some()
            || self.ended
            || self.group.acts.iter().any(|act| matches!(act, Act::Hand(_)))
            || has_items
                && has_acts
                && if token.sure_work { is_new || self.place_follows(at) } else { is_new && self.place_follows(at) };
        if begins {
            self.begin(at);
        } else if has_items && has_acts {
            return;
        }
        if self.group.is_empty() {
            self.open(at);
            self.place_first = false;
        }
        if self.is_place_of_work(at) {
            return self.group.items.push(Item::Open);
        }
        let is_noun = self.is_object(at);
        self.group.work(&token.works, token.sure_work && !is_noun);
    }

    /// "Go to the inspection booth": where work is done, by a name that nobody knows.
    fn is_place_of_work(&self, at: usize) -> bool {
        let led = at.checked_sub(2).is_some_and(|to| self.tokens[to].is(Cue::To) && self.tokens[at - 1].text == "the");
        led && self.group.goes() && self.group.items.is_empty() && self.group.works().next().is_none()
    }

    /// "Gauge the flange", "try the key": what is worked on, behind a verb.
    fn is_object(&self, at: usize) -> bool {
        let Some(article) = at.checked_sub(1).filter(|&before| {
            matches!(self.tokens[before].text.as_str(), "the" | "a" | "an" | "its" | "that" | "this" | "your")
        }) else {
            return false;
        };
        let verb = article.checked_sub(1).map(|before| &self.tokens[before]);
        verb.is_some_and(|verb| {
            verb.is_other() || verb.has_work() || matches!(verb.cue, Some(Cue::Take | Cue::Put | Cue::Attached))
        })
    }

    fn go(&mut self, act: Act, at: usize) {
        if !self.place_follows(at) {
            return;
        }
        if self.forbids
            || self.lead.is_some()
            || !self.group.items.is_empty() && !self.group.acts.is_empty()
            || self.group.acts.iter().any(|act| matches!(act, Act::Hand(_)))
        {
            self.begin(at);
        }
        if self.group.is_empty() {
            self.open(at);
            self.place_first = false;
        }
        if !self.group.acts.contains(&act) {
            self.group.acts.push(act);
        }
    }

    fn place(&mut self, at: usize) {
        let token = &self.tokens[at];
        // "Dip blue": the verb is a word of the name.
        if !token.works.is_empty() && token.size > 1 && self.group.acts.is_empty() {
            self.group.work(&token.works, false);
        }
        if self.mode != Mode::Plain {
            if token.sure || token.row || token.places.len() == 1 && token.text != "one" {
                self.group.excluded.extend(&token.places);
            }
            return;
        }
        let is_led = (self.lead.is_some() || self.forbids || self.ended) && !self.group.is_empty();
        let opens = at == 0 || self.tokens[at - 1].parts();
        let tells = opens
            && self
                .tokens
                .get(at + 1)
                .is_some_and(|next| matches!(next.text.as_str(), "is" | "was" | "has" | "had" | "looks"));
        // "2 is leaking" asks for nothing.
        if token.text == "one" && !token.sure || tells && self.tokens.get(at + 2).is_some_and(Token::is_other) {
            return;
        }
        // Places before their work: the next place begins anew.
        if is_led || self.place_first && !self.group.acts.is_empty() && self.verb_of_place(at) {
            self.begin(at);
        }
        let item = if token.row && (token.text.ends_with('s') || token.size > 1) {
            Item::All(vec![token.places.clone()])
        } else {
            Item::One { any_of: token.places.clone(), sure: token.sure && !token.row, at: token.at.clone() }
        };
        self.item(item, at);
    }

    /// Whether the next verb stands behind its places: "4 solder 5 photo".
    fn verb_of_place(&self, at: usize) -> bool {
        let mut rest = self.tokens[at + 1..].iter().filter(|token| !token.dropped);
        rest.find(|token| {
            !(token.has_place() && token.sure)
                && !matches!(token.cue, Some(Cue::And | Cue::Little | Cue::Noun))
                && token.mark != Some(',')
        })
        .is_some_and(|token| token.has_work() || matches!(token.cue, Some(Cue::Go | Cue::Tour)))
    }

    fn item(&mut self, item: Item, at: usize) {
        if item == Item::Same && !self.group.items.is_empty() {
            return;
        }
        if self.group.is_empty() {
            self.open(at);
            self.place_first = true;
        }
        if self.group.acts.iter().any(|act| matches!(act, Act::Hand(_))) && !self.group.goes() {
            // Where a tool is kept.
            return;
        }
        if let (Some(from), Item::One { any_of, .. }) = (self.from, &item)
            && let [place] = any_of[..]
        {
            let is_way = self.group.acts.contains(&Act::Go)
                && self.group.works().next().is_none()
                && self.tokens[from].text != "between";
            if is_way && self.group.origin.is_none() && self.from == Some(from) {
                self.group.origin = Some(place);
                self.from = None;
                return;
            }
        }
        if let (Item::One { any_of, .. }, true) = (&item, self.ends_range(at))
            && let [to] = any_of[..]
            && let Some(Item::One { any_of: first, .. }) = self.group.items.last()
            && let [from] = first[..]
        {
            self.group.items.pop();
            self.group.items.push(Item::Range(from, to));
            self.from = None;
            return;
        }
        let to = self.group.items.len() - usize::from(std::mem::take(&mut self.ahead) && !self.group.items.is_empty());
        self.group.items.insert(to, item);
    }

    /// Whether "to", "through" or a dash stands between the place before and this one.
    fn ends_range(&self, at: usize) -> bool {
        let mut link = None;
        for before in (0..at).rev() {
            let token = &self.tokens[before];
            if matches!(token.cue, Some(Cue::Little | Cue::Noun)) || token.dropped {
                continue;
            }
            match token.cue {
                // "B1-B3" is one word to those who part words.
                _ if token.has_place() => return link.is_some() || before + 1 == at && self.tokens[at].glued,
                Some(cue @ (Cue::To | Cue::Through)) if link.is_none() => link = Some(cue),
                Some(Cue::And)
                    if link.is_none() && self.from.is_some_and(|from| self.tokens[from].text == "between") =>
                {
                    link = Some(Cue::To)
                }
                Some(Cue::Back) => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether nothing but small words follows in this part of the sentence.
    fn trails(&self, at: usize) -> bool {
        let next = self.tokens[at + 1..].iter().find(|token| !matches!(token.cue, Some(Cue::Little | Cue::Skip)));
        next.is_none_or(|next| next.parts() || matches!(next.cue, Some(Cue::And | Cue::Then | Cue::But)))
    }

    /// What a word does; whether that is all it does.
    fn cue(&mut self, cue: Cue, at: usize) -> bool {
        let token = &self.tokens[at];
        match cue {
            // Work by a verb that may be a tool's: "drop it at 5".
            Cue::Take | Cue::Drop | Cue::Put if token.works.is_empty() => {
                let is_full = !self.group.items.is_empty() && !self.group.acts.is_empty();
                if is_full && self.place_follows(at) {
                    self.begin(at);
                }
            }
            Cue::Go => self.go(Act::Go, at),
            Cue::Tour => self.go(Act::Tour, at),
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
            Cue::Here => self.item(Item::Here, at),
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
                        || token.is_other() && {
                            unknown -= 1;
                            unknown >= 0
                        }
                };
                let next = self.tokens[at + 1..].iter().find(|token| !skips(token));
                if next.is_some_and(|token| {
                    token.has_place() && !token.sure_work
                        || token.ordinal
                        || matches!(token.cue, Some(Cue::Home | Cue::All))
                }) {
                    self.mode = Mode::Except;
                }
            }
            Cue::But => {
                let next = self.next_weight(at + 1).map(|next| &self.tokens[next]);
                let leaves_out = self.group.is_wide() && next.is_some_and(|next| next.has_place() && !next.has_work());
                self.mode = if leaves_out { Mode::Except } else { Mode::Plain };
            }
            Cue::Leave => {
                let left = (at + 1..self.tokens.len().min(at + 9))
                    .take_while(|&by| !matches!(self.tokens[by].mark, Some('.')))
                    .find(|&by| self.tokens[by].is(Cue::Left));
                if left.is_some() || token.text == "leaving" && self.group.is_wide() {
                    self.mode = Mode::Except;
                }
            }
            Cue::Left => {
                if self.mode == Mode::Except {
                    self.mode = Mode::Plain;
                } else if token.size > 1
                    && let Some(Item::One { any_of, .. }) = self.group.items.last().cloned()
                {
                    self.group.items.pop();
                    self.group.excluded.extend(any_of);
                }
            }
            Cue::Not | Cue::Refusal => self.not(at),
            Cue::So => {
                self.mode = Mode::Plain;
                self.forbids = false;
            }
            Cue::Then => self.mode = Mode::Plain,
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
            Cue::After => {
                let has_said = !self.group.is_empty();
                let next =
                    self.tokens[at + 1..].iter().find(|token| !matches!(token.cue, Some(Cue::Little | Cue::Noun)));
                self.ahead = !self.group.items.is_empty() && next.is_some_and(|next| next.has_place() && next.sure);
                if has_said
                    && !self.ahead
                    && !self.trails(at)
                    && self.verb_ahead(at + 1).is_some()
                    && !self.tokens[at - 1].parts()
                {
                    self.lead = Some(Lead::BeforePrevious);
                }
            }
            Cue::Reverse => self.group.reversed = true,
            Cue::Twice => self.group.counts.push(2),
            Cue::Thrice => self.group.counts.push(3),
            Cue::From => self.from = Some(at),
            _ => return false,
        }
        true
    }

    /// "All", "every nest", "all tables and jigs", "all of rack B".
    fn all(&mut self, at: usize) {
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
