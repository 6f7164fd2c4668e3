//! Questions: whether a sentence asks, and which look-up answers it.
//!
//! In: the items of a sentence. Out: a [`Lookup`]; `None` where it asks for what no look-up knows. Never a motion.

use super::{LISTS, cursor::EMPTY, english::Tag, tag::Item};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    language::{
        lexicon::{Found, Lexicon},
        lookup::{HistoryAsk, Lookup, Outcome},
        query::{Day, Subject},
    },
};

/// Words that make a sentence a question where they open it.
const OPENERS: &[Tag] = &[
    Tag::What,
    Tag::Where,
    Tag::Which,
    Tag::Who,
    Tag::When,
    Tag::Why,
    Tag::How,
    Tag::Should,
    Tag::Is,
    Tag::Was,
    Tag::Show,
    Tag::Know,
    Tag::Tell,
    Tag::More,
];

/// Words that carry a command.
const ACTS: &[Tag] =
    &[Tag::Go, Tag::Take, Tag::Put, Tag::Drop, Tag::Return, Tag::Do, Tag::Use, Tag::FinishUp, Tag::Halt];

/// Whether a sentence asks.
pub(super) fn asks(items: &[Item]) -> bool {
    let spoken: Vec<&Item> = items
        .iter()
        .filter(|item| !item.is_any(EMPTY) && !item.is_break() && !item.is(Tag::And) && !item.is(Tag::But))
        .collect();
    let Some(mut first) = spoken.first().copied() else { return false };
    let mut at = 0;
    while first.is_any(&[Tag::Can, Tag::You, Tag::Me, Tag::Need, Tag::To, Tag::Only, Tag::Article, Tag::Fix])
        && at + 1 < spoken.len()
    {
        at += 1;
        first = spoken[at];
    }
    let rest = &spoken[at + 1..];
    // "Can the welder also …", "can you even reach 3".
    let asks_of_thing = spoken[0].is(Tag::Can)
        && spoken.get(1).is_some_and(|item| item.is(Tag::Article))
        && spoken.get(2).is_some_and(|item| item.tool.one().is_some() || item.is(Tag::ToolNoun));
    if asks_of_thing || at > 0 && first.is(Tag::Reach) && spoken[0].is(Tag::Can) {
        return true;
    }
    // "Tool off", "tool away, home".
    let puts_away = spoken.windows(2).any(|pair| pair[0].is(Tag::ToolNoun) && pair[1].is_any(&[Tag::Away, Tag::Back]));
    if puts_away && !items.iter().any(|item| item.mark == Some('?')) {
        return false;
    }
    let ends_in_doubt = items.last().is_some_and(|item| item.mark == Some('?'));
    let last = items.iter().rev().find(|item| item.mark.is_none());
    if ends_in_doubt
        && last.is_some_and(|item| matches!(item.text.as_str(), "right" | "correct" | "yes" | "huh" | "true"))
    {
        return true;
    }
    let has_act = spoken.iter().any(|item| item.is_any(ACTS) || (item.is_work && item.tag.is_none()));
    match first.tag {
        Some(Tag::Tell)
            if rest.first().is_some_and(|item| item.is(Tag::Robot))
                && rest.get(1).is_some_and(|item| item.is(Tag::To)) =>
        {
            false
        }
        Some(Tag::When) => {
            ends_in_doubt || rest.first().is_some_and(|item| item.is_any(&[Tag::Is, Tag::Can, Tag::Was]))
        }
        Some(Tag::Was) => {
            ends_in_doubt
                || at == 0 && !has_act
                || at == 0 && matches!(first.text.as_str(), "did" | "was" | "were" | "has" | "have you")
        }
        // "Can I get a weld on 1", "could we have 1 welded".
        Some(Tag::Know) if wants(first, rest) => false,
        // "What about welding 1".
        Some(Tag::Show)
            if first.text.ends_with(" about") && rest.first().is_some_and(|item| item.is_work && item.is_gerund()) =>
        {
            false
        }
        // "Could the robot go to 3 please".
        Some(Tag::Know) if has_act && !ends_in_doubt && items.iter().any(|item| item.is(Tag::Please)) => false,
        Some(tag) if OPENERS.contains(&tag) => true,
        Some(Tag::Halt) => false,
        _ => bare_topic(&spoken, has_act, ends_in_doubt),
    }
}

/// Whether "can I", "could we" and the like ask for work: "get a weld", "have 1 welded".
fn wants(first: &Item, rest: &[&Item]) -> bool {
    let asker = ["i", "we"].iter().any(|who| first.text.split(' ').next_back() == Some(who));
    let gets = rest.first().is_some_and(|item| item.is(Tag::Have) || matches!(item.text.as_str(), "get" | "have"));
    asker && gets && rest.iter().any(|item| item.is_work && item.tag.is_none() && !item.work.is_empty())
}

/// "The tools", "last 15 tasks", "position 1?": a topic without any verb.
fn bare_topic(spoken: &[&Item], has_act: bool, ends_in_doubt: bool) -> bool {
    let asks_inside = spoken.iter().any(|item| {
        item.is_any(&[Tag::What, Tag::Which, Tag::Who, Tag::Why, Tag::Know, Tag::Happen, Tag::History, Tag::More])
            && !item.is_work
    });
    if has_act {
        let given = spoken.first().is_some_and(|item| LISTS.gives.has(&item.text));
        let is_count = |item: &Item| item.number.is_some() && !item.is_ordinal;
        let counted = spoken
            .windows(2)
            .any(|pair| pair[0].is(Tag::Last) && is_count(pair[1]) || is_count(pair[0]) && pair[1].is(Tag::Last));
        return (asks_inside || counted) && given
            || (ends_in_doubt && spoken.iter().any(|item| item.is_any(&[Tag::Is, Tag::Was])));
    }
    let topic = spoken.iter().any(|item| {
        item.is_any(&[
            Tag::ToolNoun,
            Tag::RoutineNoun,
            Tag::History,
            Tag::Status,
            Tag::More,
            Tag::Able,
            Tag::Held,
            Tag::Reach,
            Tag::Rest,
            Tag::Way,
            Tag::Today,
            Tag::Yesterday,
        ]) || (item.is(Tag::Noun) && item.is_plural)
            || item.text == "position" && spoken.len() == 1
    });
    let here = spoken.iter().any(|item| item.is(Tag::Here));
    topic || asks_inside || here || ends_in_doubt
}

/// What a question is about.
struct Topic<'t> {
    items: &'t [Item],
    place: Option<PositionId>,
    tool: Option<ToolId>,
    routine: Option<RoutineId>,
}

/// The look-up that answers a question; `places` are those that it names.
pub(super) fn lookup(items: &[Item], places: &[PositionId], lexicon: &Lexicon) -> Option<Lookup> {
    let topic = Topic {
        items,
        place: places.first().copied(),
        tool: items.iter().find_map(|item| item.tool.one().filter(|_| !item.is_any(ACTS))),
        routine: routine(items, lexicon),
    };
    topic
        .more()
        .or_else(|| topic.of_history())
        .or_else(|| topic.way(places))
        .or_else(|| topic.where_is())
        .or_else(|| topic.held())
        .or_else(|| topic.work())
        .or_else(|| topic.moves())
        .or_else(|| topic.about())
        .or_else(|| topic.lists())
        .or_else(|| topic.of_itself())
        .or_else(|| topic.of_doing())
}

fn routine(items: &[Item], lexicon: &Lexicon) -> Option<RoutineId> {
    let mut run: Vec<&[u32]> = Vec::new();
    for item in items {
        if item.is_work && (item.tag.is_none() || item.is_routine_name) && item.tool == Found::None {
            run.push(&item.work);
        } else if !run.is_empty() {
            break;
        }
    }
    lexicon.routine(&run).one().or_else(|| lexicon.routine(run.get(..1)?).one())
}

impl Topic<'_> {
    fn has(&self, tags: &[Tag]) -> bool {
        self.items.iter().any(|item| item.is_any(tags))
    }

    fn says(&self, text: &str) -> bool {
        self.items.iter().any(|item| item.text == text)
    }

    fn count(&self) -> Option<u32> {
        self.items
            .iter()
            .filter(|item| !item.is_ordinal && item.text != "one")
            .find_map(|item| item.number)
            .and_then(|n| u32::try_from(n).ok())
    }

    fn names_nothing(&self) -> bool {
        self.place.is_none() && self.tool.is_none() && self.routine.is_none()
    }

    fn more(&self) -> Option<Lookup> {
        let names_nothing = self.names_nothing();
        if self.has(&[Tag::More])
            && (names_nothing || self.count().is_some())
            && !self.has(&[Tag::ToolNoun, Tag::RoutineNoun])
        {
            return Some(Lookup::More(self.count()));
        }
        let rest = self.items.iter().any(|item| {
            item.is(Tag::Rest)
                && (matches!(item.text.as_str(), "rest" | "remaining" | "remainder" | "other one")
                    || item.text == "other" && item.is_plural)
        });
        (rest && names_nothing).then_some(Lookup::Rest)
    }

    fn of_history(&self) -> Option<Lookup> {
        // "What can be done there" asks for what is possible.
        let is_done = |item: &Item| item.is(Tag::Completed) && !(item.text == "done" && self.has(&[Tag::Can]));
        let about_past = self.has(&[Tag::History, Tag::Yesterday])
            || (self.has(&[Tag::Failed, Tag::Last, Tag::Today]) || self.items.iter().any(is_done))
                && !self.has(&[Tag::ToolNoun]);
        let has_count = self.count().is_some() && self.has(&[Tag::Last]);
        let was = self.has(&[Tag::Was])
            && (self.has(&[Tag::Do, Tag::Go, Tag::Went, Tag::Take, Tag::Completed, Tag::Object])
                || self.routine.is_some());
        if !about_past && !has_count && !was {
            return None;
        }
        let ask = HistoryAsk {
            count: self.count().filter(|_| self.place.is_none() || self.has(&[Tag::Last])),
            day: self.day(),
            only: self.outcome(),
        };
        let single = self.has(&[Tag::Last])
            && !self.items.iter().any(|item| item.is_plural && item.is_any(&[Tag::History, Tag::Object]));
        let just = self.items.iter().any(|item| item.text == "just" || item.text == "just now");
        if (single || just || (was && self.routine.is_some())) && ask == HistoryAsk::default() {
            return Some(Lookup::LastRun);
        }
        // "Why did the last run fail": how it went, with the reason. The last failed run may be another one.
        let is_of_failed = |pair: &[Item]| matches!(&*pair[0].text, "last" | "latest") && pair[1].is(Tag::Failed);
        let why = self.has(&[Tag::Why]) && !self.items.windows(2).any(is_of_failed);
        if single && why && ask.count.is_none() && ask.day.is_none() {
            return Some(Lookup::LastRun);
        }
        Some(Lookup::History(ask))
    }

    fn day(&self) -> Option<Day> {
        if self.has(&[Tag::Today]) {
            return Some(Day::Today);
        }
        if self.has(&[Tag::Yesterday]) {
            return Some(Day::Yesterday);
        }
        let numbers: Vec<u64> = self.items.iter().filter_map(|item| item.number).collect();
        numbers.windows(3).find_map(|date| {
            let [year, month, day] = [date[0], date[1], date[2]];
            let year = i16::try_from(year).ok().filter(|year| (1970..=9999).contains(year))?;
            jiff::civil::Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok().map(Day::Date)
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has(&[Tag::Failed]) {
            return Some(Outcome::Failed);
        }
        let ended =
            self.items.iter().any(|item| item.is(Tag::Completed) && item.text != "done" && item.text != "worked");
        ended.then_some(Outcome::Completed)
    }

    fn way(&self, places: &[PositionId]) -> Option<Lookup> {
        let &to = places.last()?;
        let way = self.has(&[Tag::Way]) || (self.has(&[Tag::How]) && self.has(&[Tag::Go, Tag::Take, Tag::Reach]));
        let from = (places.len() > 1).then(|| places[0]);
        if way {
            return Some(Lookup::Path { from, to });
        }
        let reach = self.items.iter().any(|item| matches!(item.text.as_str(), "reach" | "reachable" | "accessible"));
        reach
            .then_some(Lookup::Path { from, to })
            .filter(|_| !self.has(&[Tag::What, Tag::Where, Tag::Which]) || self.says("can you go"))
    }

    fn where_is(&self) -> Option<Lookup> {
        let asks_where = self.has(&[Tag::Where])
            || self.says("location")
            || self.has(&[Tag::Here])
            || self.says("position") && self.has(&[Tag::Robot]);
        if !asks_where || self.has(&[Tag::Reach, Tag::Supports]) && !self.has(&[Tag::Here]) {
            return None;
        }
        if self.has(&[Tag::Where]) && (self.tool.is_some() || self.has(&[Tag::ToolNoun])) {
            return Some(Lookup::ToolLocation(self.tool));
        }
        if self.place.is_some() && !self.has(&[Tag::Robot, Tag::You])
            || self.routine.is_some()
            || self.has(&[Tag::RoutineNoun])
        {
            return None;
        }
        let about_here = self.has(&[Tag::Here])
            && !self.has(&[Tag::Do, Tag::Reach, Tag::Supports, Tag::RoutineNoun, Tag::Able, Tag::ToolNoun]);
        let of_robot =
            self.has(&[Tag::Robot, Tag::You, Tag::Me, Tag::It, Tag::Know]) && !self.has(&[Tag::Go, Tag::Do, Tag::Can]);
        (about_here || of_robot).then_some(Lookup::WhereIsRobot)
    }

    fn held(&self) -> Option<Lookup> {
        let hand = self.has(&[Tag::Held])
            && (self.has(&[Tag::ToolNoun, Tag::What, Tag::Robot, Tag::You, Tag::It, Tag::Which])
                || self.tool.is_some()
                || self.names_nothing());
        let current = self.says("current tool")
            || self.says("the current tool")
            || self.says("what you are holding")
            || self.says("what you have");
        let in_hand = self.has(&[Tag::ToolNoun])
            && self.items.iter().any(|item| matches!(item.text.as_str(), "have" | "current" | "using"))
            && !self.items.iter().any(|item| item.is(Tag::ToolNoun) && item.is_plural)
            && self.has(&[Tag::Robot, Tag::You, Tag::It])
            && !self.has(&[Tag::Supports]);
        (hand || current || in_hand).then_some(Lookup::HeldTool)
    }

    fn work(&self) -> Option<Lookup> {
        let asks_where = self.has(&[Tag::Where, Tag::Which, Tag::What, Tag::Reach]) || self.has(&[Tag::Supports]);
        match (self.routine, self.place) {
            (Some(_), Some(place)) if self.has(&[Tag::What, Tag::Which]) && self.has(&[Tag::RoutineNoun]) => {
                Some(Lookup::RoutinesAt(Some(place)))
            }
            (Some(routine), _)
                if self.has(&[Tag::Where])
                    || asks_where && (self.has(&[Tag::Noun, Tag::Supports]) || self.has(&[Tag::Can])) =>
            {
                Some(Lookup::SupportedAt(routine))
            }
            (None, Some(place))
                if self.has(&[Tag::RoutineNoun])
                    || (self.has(&[Tag::Do, Tag::Able, Tag::Supports, Tag::Object])
                        && self.has(&[Tag::What, Tag::Which, Tag::Able])) =>
            {
                Some(Lookup::RoutinesAt(Some(place)))
            }
            (None, None)
                if self.has(&[Tag::Here, Tag::There])
                    && self.has(&[Tag::Do, Tag::Able, Tag::RoutineNoun, Tag::Supports]) =>
            {
                Some(Lookup::RoutinesAt(None))
            }
            _ => None,
        }
    }

    fn moves(&self) -> Option<Lookup> {
        let moves = self.has(&[Tag::Reach])
            || (self.has(&[Tag::Where]) && self.has(&[Tag::Go]))
            || (self.has(&[Tag::Which, Tag::What]) && self.has(&[Tag::Go]) && self.has(&[Tag::From, Tag::Noun]));
        moves.then_some(Lookup::AllowedMoves(self.place))
    }

    fn about(&self) -> Option<Lookup> {
        let lists =
            self.items.iter().any(|item| item.is_any(&[Tag::Noun, Tag::ToolNoun, Tag::RoutineNoun]) && item.is_plural);
        let told = self.has(&[Tag::What, Tag::Tell, Tag::Show, Tag::Who, Tag::More, Tag::How])
            && !self.has(&[Tag::Happen, Tag::If])
            && !lists;
        let bare = self.items.iter().filter(|item| item.mark.is_none()).count() <= 4
            && self.items.last().is_some_and(|item| item.mark == Some('?'))
            && !self.has(ACTS);
        if !told && !bare {
            return None;
        }
        match (self.tool, self.routine, self.place) {
            (_, Some(routine), None) => Some(Lookup::About(Subject::Routine(routine))),
            (Some(tool), None, None) => Some(Lookup::About(Subject::Tool(tool))),
            (None, None, Some(place)) if self.has(&[Tag::Do]) => Some(Lookup::RoutinesAt(Some(place))),
            (None, None, Some(place)) => Some(Lookup::About(Subject::Position(place))),
            _ => None,
        }
    }

    fn lists(&self) -> Option<Lookup> {
        if self.has(&[Tag::RoutineNoun]) {
            return Some(self.place.map_or(Lookup::Routines, |place| Lookup::RoutinesAt(Some(place))));
        }
        if self.has(&[Tag::ToolNoun]) {
            return Some(Lookup::Tools);
        }
        let nouns = self.items.iter().any(|item| {
            item.number.is_none() && (item.is(Tag::Noun) || item.is_plural && (item.is_place_word || item.is_told))
        });
        (nouns && self.place.is_none()).then_some(Lookup::Positions)
    }

    fn of_itself(&self) -> Option<Lookup> {
        if self.has(&[Tag::Status]) {
            return Some(Lookup::Status);
        }
        let can = self.has(&[Tag::Able])
            || (self.has(&[Tag::What, Tag::How])
                && self.has(&[Tag::Can])
                && self.has(&[Tag::Do, Tag::Tell, Tag::Show]));
        can.then_some(Lookup::Capabilities)
    }

    /// A question about doing: what is known of the place or of the work.
    fn of_doing(&self) -> Option<Lookup> {
        match (self.routine, self.place, self.tool) {
            (Some(_), Some(place), _) => Some(Lookup::RoutinesAt(Some(place))),
            (Some(routine), None, _) => Some(Lookup::SupportedAt(routine)),
            (None, Some(to), _) => Some(Lookup::Path { from: None, to }),
            (None, None, Some(tool)) => Some(Lookup::ToolLocation(Some(tool))),
            (None, None, None) => {
                let acts = self.has(ACTS) || self.items.iter().any(|item| item.is_work && item.tag.is_none());
                let known = !self.items.iter().any(Item::is_unknown);
                (acts && known).then_some(Lookup::Capabilities)
            }
        }
    }
}
