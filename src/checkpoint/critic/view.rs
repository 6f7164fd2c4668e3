//! A sentence in outline and a reading in steps, side by side; what may have been mentioned.

use std::ops::Range;

use super::{
    carry::Carries,
    cues::Cue,
    hands::Hands,
    issue::{Issue, IssueKind},
    outline::{Group, Item},
    spots::{is_end, work_positions},
    steps::{Deed, Step},
    token::Token,
};
use crate::{
    cell::{PositionId, Role, RoutineId, State},
    language::lexicon::Lexicon,
    snapshot::Snapshot,
};

/// See the head of this file.
pub(super) struct View<'v> {
    pub(super) text: &'v str,
    pub(super) lexicon: &'v Lexicon,
    pub(super) carries: &'v Carries,
    pub(super) snapshot: &'v Snapshot,
    pub(super) state: State,
    pub(super) tokens: Vec<Token>,
    pub(super) groups: Vec<Group>,
    pub(super) hands: Hands,
    pub(super) steps: Vec<Step>,
    pub(super) taken_back: Vec<PositionId>,
    /// What is told of them says that nothing is to be done there.
    pub(super) left_out: Vec<PositionId>,
    /// A comment stands beside an earlier sentence: the two together are no outline.
    pub(super) revised: bool,
    pub(super) issues: Vec<Issue>,
}

/// Fewer unknown words make no other language.
const FOREIGN_WORDS_MIN: usize = 3;

/// A sentence with more words than this tells a story beside what it asks for.
const STORY_WORDS: usize = 25;

impl View<'_> {
    pub(super) fn object(&mut self, kind: IssueKind, at: Option<Range<usize>>, words: String, why: String) {
        let is_known = self.issues.iter().any(|issue| issue.kind == kind && issue.words == words);
        if !is_known {
            let suggestion = Some(kind.suggestion().to_owned());
            self.issues.push(Issue { kind, at, words, why, suggestion });
        }
    }

    /// The operator's words at some bytes.
    pub(super) fn said(&self, at: &Range<usize>) -> String {
        self.text.get(at.clone()).unwrap_or_default().to_owned()
    }

    pub(super) fn place_name(&self, place: PositionId) -> String {
        self.snapshot.position_name(place).to_owned()
    }

    pub(super) fn routine_name(&self, routine: RoutineId) -> String {
        self.snapshot.routine_name(routine).to_owned()
    }

    pub(super) fn step_name(&self, at: usize) -> String {
        let place = self.steps[at].place.map(|place| self.place_name(place));
        match self.steps[at].deed {
            Deed::Go => place.unwrap_or_default(),
            Deed::Work(routine) => format!("{} at {}", self.routine_name(routine), place.unwrap_or_default()),
            Deed::Take(tool) => format!("taking {}", self.snapshot.tool_name(tool)),
            Deed::Drop | Deed::DropAndHome => "bringing the tool back".to_owned(),
        }
    }

    pub(super) fn places_read(&self) -> impl Iterator<Item = PositionId> {
        self.steps.iter().filter_map(|step| step.place)
    }

    pub(super) fn routines_read(&self) -> impl Iterator<Item = RoutineId> {
        self.steps.iter().filter_map(|step| match step.deed {
            Deed::Work(routine) => Some(routine),
            _ => None,
        })
    }

    /// Whether a step is one end of carrying something.
    pub(super) fn is_carry(&self, at: usize) -> bool {
        self.carries.carries(&self.steps, at)
    }

    /// Whether all that a routine does in the reading is to carry something.
    pub(super) fn only_carries(&self, routine: RoutineId) -> bool {
        let mut at = (0..self.steps.len()).filter(|&at| self.steps[at].deed == Deed::Work(routine));
        at.all(|at| self.is_carry(at))
    }

    pub(super) fn drops(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.deed, Deed::Drop | Deed::DropAndHome))
    }

    pub(super) fn goes_home(&self) -> bool {
        self.steps.iter().any(|step| step.deed == Deed::DropAndHome)
    }

    pub(super) fn is_home(&self, place: PositionId) -> bool {
        self.snapshot.role(place) == Role::Home
    }

    /// Whether so much is told that numbers and verbs may be part of a story.
    pub(super) fn is_story(&self) -> bool {
        self.tokens.iter().filter(|token| !token.parts()).count() > STORY_WORDS
    }

    /// Whether hardly a word is known: another language.
    pub(super) fn is_foreign(&self) -> bool {
        let words = self.tokens.iter().filter(|token| !token.parts()).count();
        self.unknown_words() >= FOREIGN_WORDS_MIN && self.unknown_words() * 2 > words
    }

    pub(super) fn has(&self, cue: Cue) -> bool {
        self.tokens.iter().any(|token| token.is(cue) && !token.dropped)
    }

    /// Words that the critic knows nothing of: they may name what nothing else does.
    pub(super) fn unknown_words(&self) -> usize {
        self.tokens.iter().filter(|token| token.is_other() && !token.ordinal).count()
    }

    /// The places of an item, in order where it has one; `None` where nobody can tell.
    pub(super) fn places_of(&self, item: &Item) -> Option<Vec<PositionId>> {
        match item {
            Item::One { any_of, .. } => Some(any_of.clone()),
            Item::Range(from, to) => Some(range(self.snapshot, self.lexicon, *from, *to)),
            Item::All(rows) if rows.is_empty() => Some(work_positions(self.snapshot).collect()),
            Item::All(rows) => Some(rows.concat()),
            Item::Here => Some(vec![self.state.position]),
            Item::Same | Item::Open => None,
        }
    }

    /// What "all" may be limited to, by any words: "everything on the seam", "the whole of rack C".
    pub(super) fn limits(&self) -> Vec<Vec<PositionId>> {
        let spoken = self.tokens.iter().filter(|token| !token.dropped).flat_map(|token| {
            let row = if token.row { token.places.as_slice() } else { &[] };
            [token.told.as_slice(), row]
        });
        let work = |places: &[PositionId]| -> Vec<PositionId> {
            places.iter().copied().filter(|&place| self.snapshot.role(place) == Role::Work).collect()
        };
        let named = self.tokens.iter().filter(|token| !token.dropped && token.text.len() > 2).map(|token| {
            let named = self.lexicon.speaks_of(&token.text).places_named;
            named.iter().map(|&place| PositionId(place)).collect::<Vec<PositionId>>()
        });
        spoken.map(work).chain(named).filter(|places| places.len() > 1).collect()
    }

    /// Whether another part of the sentence says that a place is not meant: "3 is hot", "B not".
    pub(super) fn is_spared(&self, place: PositionId) -> bool {
        let forbids =
            |group: &Group| group.forbidden && group.acts.is_empty() && !group.is_wide() && self.covers(group, place);
        self.left_out.contains(&place) || self.groups.iter().any(forbids)
    }

    /// Whether a group is about a place, surely or perhaps.
    pub(super) fn covers(&self, group: &Group, place: PositionId) -> bool {
        if group.excluded.contains(&place) {
            return false;
        }
        let any = |item: &Item| match item {
            Item::All(rows) if rows.is_empty() => true,
            item => self.places_of(item).is_none_or(|places| places.contains(&place)),
        };
        group.items.is_empty() || group.items.iter().any(any)
    }

    /// Whether a place may have been mentioned at all.
    pub(super) fn mentions(&self, place: PositionId) -> bool {
        let groups = self.groups.iter().filter(|group| !group.forbidden);
        let in_group = groups.flat_map(|group| group.items.iter().map(move |item| (group, item)));
        let is_in = |(group, item): (&Group, &Item)| {
            !group.excluded.contains(&place)
                && match item {
                    Item::All(rows) if rows.is_empty() || group.loose_rows => true,
                    Item::Open => true,
                    Item::Same => place == self.state.position,
                    item => self.places_of(item).is_some_and(|places| places.contains(&place)),
                }
        };
        in_group.into_iter().any(is_in) || self.is_loose(place) || self.is_only_place(place)
    }

    /// Whether words outside of every group may mean a place.
    fn is_loose(&self, place: PositionId) -> bool {
        let is_out = self.groups.iter().any(|group| group.excluded.contains(&place) || group.origin == Some(place));
        let speaks = |token: &Token| token.places.contains(&place) || token.besides.contains(&place);
        let by_token = self.tokens.iter().any(|token| !token.dropped && speaks(token));
        by_token && !is_out
            || self.is_home(place) && self.has(Cue::Home)
            || (self.has(Cue::Here) || self.returns()) && place == self.state.position
            || self.is_stand_of_tool(place)
            || self.is_hinted(place)
    }

    /// "And back", "then return": to where the robot stands now.
    pub(super) fn returns(&self) -> bool {
        let is_back = |token: &Token| {
            token.at.len() > 3 && (token.head == "back" || token.head == "return" || token.head == "returning")
                || token.is(Cue::Go) && self.said(&token.at).to_lowercase().ends_with("back")
        };
        self.tokens.iter().any(|token| !token.dropped && is_back(token))
    }

    /// Where a tool is kept that the sentence speaks of.
    fn is_stand_of_tool(&self, place: PositionId) -> bool {
        let Some(tool) = self.snapshot.tool_at(place) else { return false };
        self.tokens.iter().any(|token| !token.dropped && token.tools.contains(&tool))
    }

    /// No place was said, and there is only this one, by where the robot stands or by what the work needs.
    fn is_only_place(&self, place: PositionId) -> bool {
        let is_said = self.groups.iter().any(|group| group.items.iter().any(|item| !matches!(item, Item::Same)));
        let has_own = |routine: RoutineId| {
            self.groups.iter().any(|group| {
                !group.inherited
                    && group.does(&[routine])
                    && group.items.iter().any(|item| matches!(item, Item::One { sure: true, .. }))
            })
        };
        let alone = self
            .routines_read()
            .any(|routine| self.snapshot.supported_positions(routine) == [place] && !has_own(routine));
        alone || !is_said && place == self.state.position
    }

    /// A word of the name or of the description that few places share, or a number as speech is written: "tea two".
    fn is_hinted(&self, place: PositionId) -> bool {
        let name = self.lexicon.words_of(place);
        let is_out =
            self.groups.iter().any(|group| group.excluded.contains(&place)) || self.taken_back.contains(&place);
        if is_out {
            return false;
        }
        let end = name.last().filter(|end| is_end(end));
        let words: Vec<&Token> =
            self.tokens.iter().filter(|token| !token.dropped && !token.parts() && !token.has_place()).collect();
        if let Some(end) = end {
            let row = |token: &&Token| token.row && token.places.contains(&place);
            let is_said = self.tokens.iter().any(|token| token.has_place() && token.sure);
            let sounds = !is_said && words.iter().any(|token| sounds_like(&token.text, end) && !token.text.is_empty());
            let row_said = self.tokens.iter().any(|token| row(&token))
                || name.len() == 1
                || self.snapshot.role(place) == Role::Work;
            if sounds && row_said {
                return true;
            }
        }
        let is_rare = |ids: &[u32]| ids.contains(&place.0) && ids.len() <= HINT_PLACES_MAX;
        let is_only =
            |ids: &[u32]| ids.contains(&place.0) && !ids.iter().any(|&id| self.may_stand_for(PositionId(id), place));
        let is_plain = |token: &&&Token| {
            token.cue.is_none()
                || matches!(token.text.as_str(), "left" | "right" | "back" | "front" | "top" | "down" | "rest")
        };
        words.iter().filter(|token| token.size == 1 && token.text.len() > 2).filter(is_plain).any(|token| {
            let of = self.lexicon.speaks_of(&token.text);
            let is_of_work = !of.routines_told.is_empty() || !of.tools_told.is_empty() || !token.works.is_empty();
            // A numbered place has its number to be named by: a word of its description must be its alone.
            is_rare(of.places_named) && end.is_none()
                || token.works.is_empty() && (is_only(of.places_named) || is_only(of.places_told))
                || is_rare(of.places_told) && (end.is_none() || !is_of_work && of.places_told.len() == 1)
        })
    }

    /// Whether the reading could do at another place what it does at this one.
    fn may_stand_for(&self, other: PositionId, place: PositionId) -> bool {
        other != place
            && self.steps.iter().filter(|step| step.place == Some(place)).all(|step| match step.deed {
                Deed::Work(routine) => self.snapshot.is_supported(routine, other),
                _ => true,
            })
    }
}

/// A word that more places share hints at none of them.
const HINT_PLACES_MAX: usize = 2;

/// How recognisers of speech write numbers and letters.
fn sounds_like(word: &str, end: &str) -> bool {
    matches!(
        (word, end),
        ("won" | "wan" | "one", "1")
            | ("to" | "too" | "tu", "2")
            | ("tree" | "free", "3")
            | ("for" | "fore", "4")
            | ("hive", "5")
            | ("sex" | "sicks", "6")
            | ("ate", "8")
            | ("nein", "9")
            | ("ay" | "hey", "a")
            | ("be" | "bee", "b")
            | ("see" | "sea", "c")
            | ("dee" | "the", "d")
    )
}

/// The places from one to another, by the numbers or letters in which their names differ, else by the order of names.
pub(super) fn range(snapshot: &Snapshot, lexicon: &Lexicon, from: PositionId, to: PositionId) -> Vec<PositionId> {
    let key = |place: PositionId| {
        let (end, name) = lexicon.words_of(place).split_last().filter(|(end, _)| is_end(end))?;
        let number = end.parse::<u64>().ok().or_else(|| end.bytes().next().map(u64::from))?;
        Some((name, end.len() == 1 && !end.as_bytes()[0].is_ascii_digit(), number))
    };
    let is_up;
    let mut found: Vec<(u64, PositionId)> = match (key(from), key(to)) {
        (Some(first), Some(last)) if first.0 == last.0 && first.1 == last.1 => {
            is_up = first.2 <= last.2;
            let within = first.2.min(last.2)..=first.2.max(last.2);
            let all = snapshot.position_ids();
            let in_row =
                |place| key(place).filter(|key| (key.0, key.1) == (first.0, first.1) && within.contains(&key.2));
            all.filter_map(|place| in_row(place).map(|key| (key.2, place))).collect()
        }
        _ => {
            is_up = from <= to;
            let (low, high) = (from.min(to), from.max(to));
            let within = (low.0..=high.0).map(PositionId);
            within
                .filter(|&place| place == low || place == high || snapshot.role(place) == Role::Work)
                .map(|place| (u64::from(place.0), place))
                .collect()
        }
    };
    found.sort_unstable();
    if !is_up {
        found.reverse();
    }
    found.into_iter().map(|(_, place)| place).collect()
}
