//! Tokens → the groups of an outline: one walk over the words.

mod around;
mod effects;
mod ways;

use std::ops::Range;

use super::{
    cues::Cue,
    hands::Hands,
    outline::{Act, Group, Item, Lead, inherit},
    token::Token,
};
use crate::{cell::PositionId, language::lexicon::Lexicon};

/// Draws the outline. `here` is where the robot is, `homes` are the places that "home" may mean, `denied` the parts that say what
/// is not to be done, and `worked` the places that the reading works at.
pub(super) fn draw(
    tokens: &[Token],
    hands: &Hands,
    (here, homes): (PositionId, &[PositionId]),
    lexicon: &Lexicon,
    denied: &[Range<usize>],
    worked: &[PositionId],
) -> Vec<Group> {
    let mut pen = Pen {
        tokens,
        here,
        homes,
        lexicon,
        worked,
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
        then: false,
        maybe_way: false,
    };
    for (at, token) in tokens.iter().enumerate() {
        if denied.iter().any(|part| part.start == at || part.end == at) {
            pen.close();
            (pen.forbids, pen.mode) = (denied.iter().any(|part| part.start == at), Mode::Plain);
        }
        let is_denied = denied.iter().any(|part| part.contains(&at));
        if is_denied && matches!(token.cue, Some(Cue::Not | Cue::Same)) {
            continue;
        }
        if let Some(step) = hands.steps.iter().position(|step| step.0 == at) {
            pen.forbids |= hands.forbidden.contains(&step);
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
    here: PositionId,
    homes: &'t [PositionId],
    lexicon: &'t Lexicon,
    worked: &'t [PositionId],
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
    /// "Then" was said, and nothing after it yet.
    then: bool,
    /// The group's range may be a way.
    maybe_way: bool,
}

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
            self.group.count(count);
        }
        // "Gauge" is a place or work: a place where a verb stands before, and no place yet.
        let is_place = token.has_place()
            && (token.works.is_empty() || token.sure || token.row && !token.sure_work || self.wants_place(at));
        // "All but the filling places": by what they are for.
        let is_kind = self.mode == Mode::Except && !token.told.is_empty();
        if is_kind && self.tokens.get(at + 1).is_some_and(|next| next.is(Cue::Noun)) {
            self.group.excluded.extend(&token.told);
            return;
        }
        if token.ordinal && self.mode == Mode::Except && token.places.is_empty() {
            return self.exclude_end(false, at);
        }
        if token.ordinal && self.mode == Mode::Plain {
            return;
        }
        if is_place {
            self.place(at);
        } else if token.has_work() {
            self.work(at);
        }
    }

    /// The token before that has weight for how lists go on.
    fn before(&self, at: usize) -> Option<usize> {
        at.checked_sub(1)
    }

    fn mark(&mut self, at: usize) {
        let is_stop = !matches!(self.tokens[at].mark, Some(','));
        let next = self.next_weight(at + 1);
        // "Don't weld 1, only 3".
        let is_other_way = self.tokens.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "only" | "just"));
        let list_goes_on =
            !is_other_way && next.is_some_and(|next| self.tokens[next].has_place() && !self.tokens[next].has_work());
        if self.mode == Mode::Not || is_stop || !list_goes_on {
            self.mode = Mode::Plain;
        }
        if is_stop && self.lead == Some(Lead::AfterNext) && self.group.is_empty() {
            self.lead = None;
        }
        self.from = None;
        self.forbids &= !is_stop;
        // "Don't weld 1, weld 2": what is forbidden ends here.
        if self.group.forbidden && !self.group.acts.is_empty() && !list_goes_on {
            self.close();
        }
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
        self.settle_way();
        let mut group = std::mem::take(&mut self.group);
        // "Everything from A to B" is no more than that.
        if group.items.iter().any(|item| matches!(item, Item::Range(..))) {
            group.items.retain(|item| !matches!(item, Item::All(rows) if rows.is_empty()));
        }
        if !group.is_empty() {
            self.groups.push(group);
        }
        self.from = None;
    }

    fn work(&mut self, at: usize) {
        let token = &self.tokens[at];
        self.then = false;
        // "Rather than 2 weld 3".
        if self.mode == Mode::Except && self.group.acts.is_empty() {
            self.mode = Mode::Plain;
        }
        let has_items = !self.group.items.is_empty() || !self.group.excluded.is_empty();
        let has_acts = !self.group.acts.is_empty();
        let is_new = !self.group.does(&token.works);
        let begins = self.forbids
            || self.leaves_way(at)
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

    fn go(&mut self, act: Act, at: usize) {
        if !self.place_follows(at) {
            return;
        }
        if self.forbids
            || self.lead.is_some()
            || !self.group.items.is_empty() && !self.group.acts.is_empty()
            // "Weigh it, then move to B".
            || self.then && self.group.works().next().is_some()
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
            } else {
                // "Rack A, all but slot 3": of those that were said.
                let row = self.last_row(at);
                self.group.excluded.extend(token.places.iter().filter(|place| row.contains(place)));
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
        // "Nest 1 I sealed already" and "2 is leaking" ask for nothing.
        if self.tokens.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "i" | "we" | "he" | "she" | "they"))
        {
            return;
        }
        let nothing_to_do = |told: &Token| told.is_other() || told.is(Cue::Not) && self.verb_ahead(at + 3).is_none();
        if token.text == "one" && !token.sure || tells && self.tokens.get(at + 2).is_some_and(nothing_to_do) {
            return;
        }
        // Places before their work: the next place begins anew.
        if is_led || self.place_first && !self.group.acts.is_empty() && self.verb_of_place(at) {
            self.begin(at);
        }
        let item = if token.row && (token.text.ends_with('s') || token.size > 1) {
            Item::All(vec![token.places.clone()])
        } else {
            let sure = token.sure && !token.row && !self.is_limit(at);
            Item::One { any_of: token.places.clone(), sure, at: token.at.clone() }
        };
        self.item(item, at);
    }

    fn item(&mut self, item: Item, at: usize) {
        let is_again = item == Item::Here && self.group.items.contains(&item);
        if is_again || item == Item::Same && !self.group.items.is_empty() {
            return;
        }
        if self.group.is_empty() {
            self.open(at);
            self.place_first = true;
        }
        if self.group.acts.iter().any(|act| matches!(act, Act::Hand(_))) && !self.group.goes() {
            let is_work = |place: &PositionId| self.lexicon.is_work(*place);
            if !matches!(&item, Item::One { any_of, .. } if any_of.iter().any(is_work)) {
                // Where a tool is kept.
                return;
            }
            // "Take the brush round 2 to 4": for work by whatever name.
            self.begin(at);
            self.place_first = true;
        }
        if self.goes_way(&item) {
            return;
        }
        if let (Item::One { any_of, .. }, true) = (&item, self.ends_range(at))
            && let Some(Item::One { any_of: first, .. }) = self.group.items.last()
            && let Some((from, to)) = self.ends_of_row(first, any_of)
        {
            self.group.items.pop();
            return self.range(from, to);
        }
        let to = self.group.items.len() - usize::from(std::mem::take(&mut self.ahead) && !self.group.items.is_empty());
        self.group.items.insert(to, item);
    }
}
