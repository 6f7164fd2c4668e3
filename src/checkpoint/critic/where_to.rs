//! Places: mentioned and not read, read and not mentioned, left out and read all the same, a way taken for a range.

use super::{
    cues::Cue,
    issue::IssueKind,
    outline::{Act, Group, Item},
    steps::Deed,
    token::Token,
    view::{View, range},
};
use crate::cell::{PositionId, RoutineId};

impl View<'_> {
    pub(super) fn check_places(&mut self) {
        self.check_ways();
        self.check_left_out();
        if !self.is_foreign() {
            self.check_unread();
        }
        self.check_unsaid();
        if !self.revised && !self.is_story() {
            self.check_all();
        }
    }

    /// "Move from A to B": anything but B is a range, or A itself.
    fn check_ways(&mut self) {
        let ways: Vec<Group> =
            self.groups.iter().filter(|group| group.origin.is_some() && !group.forbidden).cloned().collect();
        for way in ways {
            let Some(origin) = way.origin else { continue };
            let said: Vec<PositionId> = self
                .groups
                .iter()
                .flat_map(|group| &group.items)
                .filter_map(|item| self.places_of(item))
                .flatten()
                .collect();
            let between: Vec<PositionId> = self
                .steps
                .iter()
                .filter(|step| step.deed == Deed::Go)
                .filter_map(|step| step.place)
                .filter(|place| !said.contains(place))
                .collect();
            let only_origin = between.iter().all(|place| *place == origin);
            if !between.is_empty() && (!only_origin || !said.contains(&origin)) {
                let words = self.said(&way.at);
                let from = self.place_name(origin);
                let why = match said.first().map(|place| self.place_name(*place)) {
                    Some(to) => format!(
                        "'from {from} to {to}' with a word of going is a way to {to}; the reading visits {} more",
                        between.len()
                    ),
                    None => format!("{from} is where a way begins; the reading visits what nobody named"),
                };
                self.object(IssueKind::RangeForWay, Some(way.at.clone()), words, why);
            } else {
                self.check_begin(&way, origin);
            }
        }
    }

    /// "Move from A to B": who stands elsewhere may mean another robot, or another place.
    fn check_begin(&mut self, way: &Group, origin: PositionId) {
        let ends = |place: &PositionId| {
            way.items.iter().any(|item| matches!(item, Item::One { any_of, .. } if any_of.contains(place)))
        };
        let mut elsewhere = None;
        for (at, step) in self.steps.iter().enumerate() {
            if !step.place.as_ref().is_some_and(ends) {
                continue;
            }
            let before = self.steps[..at].last();
            // Where a tool step ends is the planner's business.
            let Some(begin) = before.map_or(Some(self.state.position), |before| before.place) else { return };
            if begin == origin {
                return;
            }
            elsewhere = elsewhere.or(Some((begin, at)));
        }
        let Some((begin, at)) = elsewhere else { return };
        let words = self.said(&way.at);
        let (from, robot) = (self.place_name(origin), self.place_name(begin));
        let when = if at == 0 { "the robot is" } else { "by then the robot is" };
        let why = format!("the way is said to begin at {from}, and {when} at {robot}");
        self.object(IssueKind::Ambiguous, Some(way.at.clone()), words, why);
    }

    fn check_left_out(&mut self) {
        let groups = self.groups.clone();
        for group in &groups {
            for &place in &group.excluded {
                let said_elsewhere = groups.iter().any(|other| {
                    !other.forbidden
                        && !other.excluded.contains(&place)
                        && other
                            .items
                            .iter()
                            .any(|item| matches!(item, Item::One { any_of, .. } if any_of.contains(&place)))
                });
                // "But don't go home".
                let goes_home = self.is_home(place) && self.goes_home();
                let is_read = goes_home
                    || self.steps.iter().any(|step| step.place == Some(place) && self.is_of(group, step.deed));
                if is_read && !said_elsewhere {
                    let name = self.place_name(place);
                    let why = format!("{name} is left out by what was said, and the reading has it");
                    self.object(IssueKind::ExclusionIgnored, Some(group.at.clone()), name, why);
                }
            }
        }
        for place in self.taken_back.clone() {
            let is_read = self.places_read().any(|read| read == place);
            let is_open = self.groups.iter().any(|group| group.is_wide() && self.covers(group, place));
            if is_read && !is_open {
                let name = self.place_name(place);
                let why = format!("{name} was taken back by what was said after it, and the reading has it");
                self.object(IssueKind::CorrectionIgnored, None, name, why);
            }
        }
    }

    /// Whether a deed may be what a group speaks of.
    pub(super) fn is_of(&self, group: &Group, deed: Deed) -> bool {
        let works = group.works().next().is_some();
        match deed {
            Deed::Work(routine) => !works || group.does(&[routine]) || !group.works().any(|(_, sure)| sure),
            Deed::Go => !works || group.goes(),
            Deed::Take(_) | Deed::Drop | Deed::DropAndHome => false,
        }
    }

    fn check_unread(&mut self) {
        let groups = self.groups.clone();
        // "Put the box down here": "here" is no filler where no other place is said.
        let is_only_place = !self.tokens.iter().any(Token::has_place);
        for group in groups.iter().filter(|group| !group.forbidden && !group.inherited) {
            for item in &group.items {
                match item {
                    Item::One { any_of, sure: true, at } => self.check_one(group, any_of, at),
                    Item::Here if !self.is_story() && (!group.acts.is_empty() || is_only_place) => {
                        self.check_one(group, &[self.state.position], &group.at)
                    }
                    Item::Range(from, to) => self.check_range(group, *from, *to),
                    _ => {}
                }
            }
        }
    }

    fn check_one(&mut self, group: &Group, any_of: &[PositionId], at: &std::ops::Range<usize>) {
        let is_read = self.places_read().any(|place| any_of.contains(&place))
            || self.goes_home() && any_of.iter().any(|&place| self.is_home(place))
            || any_of.iter().all(|place| group.excluded.contains(place));
        // "Move off row 3 to row 4".
        let is_left = || {
            let token = self.tokens.iter().position(|token| token.at == *at).unwrap_or(0);
            let before = self.tokens[..token].iter().rev().find(|token| !token.is(Cue::Little) && !token.is(Cue::Noun));
            before.is_some_and(|token| token.is(Cue::From) || token.text == "off")
        };
        if self.steps.iter().all(|step| step.deed == Deed::Go) && is_left() {
            return;
        }
        // A number in a story may be anything.
        let words = self.said(at);
        let is_bare = words.chars().all(|c| c.is_ascii_digit())
            || !words.contains(|c: char| c.is_ascii_digit() || c == ' ') && words.len() < 8;
        let idle = group.acts.is_empty() || group.inherited;
        // Nothing is to be done there: the robot is there.
        if is_read || self.is_story() && (is_bare || idle) {
            return;
        }
        // What else is said of it may have told it better: "the middle one, position 2".
        let why = format!("'{words}' is mentioned, and the reading does nothing there");
        self.object(IssueKind::PlaceNotRead, Some(at.clone()), words, why);
    }

    fn check_range(&mut self, group: &Group, from: PositionId, to: PositionId) {
        // "1 to 4 / only 1 and 3": the comment says which.
        let comment = self.text.rfind(" / ").filter(|comment| group.at.start < *comment);
        let says_which = |pair: &[Token]| {
            comment.is_some_and(|comment| pair[0].at.start > comment)
                && matches!(pair[0].text.as_str(), "only" | "just")
                && pair[1].has_place()
        };
        if self.tokens.windows(2).any(says_which) {
            return;
        }
        // "1 to 4, and skip 2": what is left out elsewhere is left out of the one range that there is.
        let ranges = self.groups.iter().flat_map(|group| &group.items).filter(|item| matches!(item, Item::Range(..)));
        let is_only = ranges.count() == 1;
        let is_left_out = |place: &PositionId| {
            group.excluded.contains(place)
                || self.is_spared(*place)
                || is_only && self.groups.iter().any(|other| other.excluded.contains(place))
        };
        let places: Vec<PositionId> =
            range(self.snapshot, self.lexicon, from, to).into_iter().filter(|place| !is_left_out(place)).collect();
        let missing: Vec<PositionId> =
            places.iter().copied().filter(|place| !self.places_read().any(|read| read == *place)).collect();
        // Work that cannot be done everywhere may leave out where it cannot.
        let works: Vec<RoutineId> = self.routines_read().collect();
        let is_possible = |place: &PositionId| {
            works.is_empty() || works.iter().any(|&routine| self.snapshot.is_supported(routine, *place))
        };
        let missing: Vec<PositionId> = missing.into_iter().filter(is_possible).collect();
        let has_sure_act =
            group.acts.iter().any(|act| matches!(act, Act::Tour | Act::Go | Act::Work { sure: true, .. }));
        let mut routines: Vec<RoutineId> = self.routines_read().collect();
        routines.dedup();
        // "Transfer from A to B" is work at the one and other work at the other.
        if missing.is_empty() || !has_sure_act && (missing.len() == places.len() || routines.len() > 1) {
            return;
        }
        let (first, last) = (self.place_name(from), self.place_name(to));
        let names: Vec<String> = missing.iter().map(|&place| self.place_name(place)).collect();
        if missing.len() + 1 >= places.len().min(3) && places.len() > 2 {
            let why = format!(
                "from {first} to {last} is all of {} places; the reading leaves out {}",
                places.len(),
                names.join(", ")
            );
            self.object(IssueKind::WayForRange, Some(group.at.clone()), names.join(", "), why);
        } else {
            for name in names {
                let why = format!("{name} is between {first} and {last}, and the reading does nothing there");
                self.object(IssueKind::PlaceNotRead, Some(group.at.clone()), name, why);
            }
        }
    }

    fn check_unsaid(&mut self) {
        let mut places: Vec<PositionId> = self.places_read().collect();
        places.sort_unstable();
        places.dedup();
        let is_way = self.issues.iter().any(|issue| issue.kind == IssueKind::RangeForWay);
        let unsaid = places.iter().filter(|place| !self.mentions(**place)).count();
        let said = self.tokens.iter().filter(|token| {
            token.has_place()
                || !token.dropped && matches!(token.cue, Some(Cue::Here | Cue::Home | Cue::All | Cue::Same | Cue::Both))
        });
        let unknown = self.unknown_spots();
        if unsaid > 0 && unsaid <= unknown && places.len() <= said.count() + unknown {
            return;
        }
        for place in places {
            let is_told = self.issues.iter().any(|issue| issue.words == self.place_name(place));
            if is_told
                || is_way && self.steps.iter().any(|step| step.place == Some(place) && step.deed == Deed::Go)
                || self.mentions(place)
            {
                continue;
            }
            // What nobody knows may name it, where nothing else is left over for it.
            if self.is_likely_described(place) {
                continue;
            }
            let name = self.place_name(place);
            let why = format!("{name} is not mentioned, and the reading does something there");
            self.object(IssueKind::PlaceNotMentioned, None, name, why);
        }
    }

    /// How many places are said in words that nobody knows: "over to the fizz", "onto the granite", "the far one".
    fn unknown_spots(&self) -> usize {
        let leads = |token: &Token| {
            token.is(Cue::To)
                || token.is(Cue::From)
                || matches!(
                    token.text.as_str(),
                    "at" | "on"
                        | "in"
                        | "off"
                        | "under"
                        | "behind"
                        | "by"
                        | "beside"
                        | "near"
                        | "round"
                        | "over"
                        | "inside"
                )
        };
        let passes = |token: &Token| token.is(Cue::Little) || token.is(Cue::Noun) || token.ordinal;
        (0..self.tokens.len())
            .filter(|&at| !self.tokens[at].dropped && leads(&self.tokens[at]))
            .filter(|&at| self.tokens[at + 1..].iter().find(|token| !passes(token)).is_some_and(Token::is_other))
            .count()
    }

    /// Whether the sentence has words that nobody knows and no other place for them: "the far end".
    fn is_likely_described(&self, place: PositionId) -> bool {
        let others = self.places_read().filter(|read| *read != place).count();
        let sure = self.tokens.iter().any(|token: &Token| token.has_place() && token.sure);
        !sure && others == 0 && self.unknown_words() > 0
    }
}
