//! Work: mentioned and not read, read and not mentioned, read at another place than it stands with; what was forbidden.

use super::{
    cues::Cue,
    hands::Hand,
    issue::IssueKind,
    outline::{Act, Group, Item},
    steps::{Deed, Step},
    token::Token,
    view::View,
};
use crate::cell::{PositionId, RoutineId, ToolId};

impl View<'_> {
    pub(super) fn check_work(&mut self) {
        self.check_forbidden();
        self.check_conditions();
        self.check_work_unsaid();
        self.check_work_unread();
        if !self.revised && self.issues.is_empty() {
            self.check_pairs();
        }
    }

    fn check_forbidden(&mut self) {
        let groups = self.groups.clone();
        let is_hand = |act: &Act| matches!(act, Act::Hand(_));
        let is_work = |group: &&Group| group.forbidden && (group.acts.is_empty() || !group.acts.iter().all(is_hand));
        for group in groups.iter().filter(is_work) {
            let is_wanted = |step: &Step| {
                groups.iter().any(|other| {
                    !other.forbidden
                        && step.place.is_none_or(|place| self.covers(other, place) && !other.items.is_empty())
                        && (self.is_of(other, step.deed) && !other.acts.is_empty())
                })
            };
            let is_forbidden = |step: &&Step| {
                // "But don't go home".
                if step.deed == Deed::DropAndHome {
                    let any = |place: &PositionId| self.is_home(*place);
                    return group.goes()
                        && group
                            .items
                            .iter()
                            .any(|item| matches!(item, Item::One { any_of, .. } if any_of.iter().any(any)));
                }
                let place = step.place.is_some_and(|place| group.items.is_empty() || self.covers(group, place));
                place && self.is_of(group, step.deed) && !is_wanted(step)
            };
            if let Some(step) = self.steps.iter().find(is_forbidden) {
                let words = self.said(&group.at);
                let place = step.place.map(|place| self.place_name(place)).unwrap_or_default();
                let why = format!("what is said of {place} is not to be done, and the reading does it");
                self.object(IssueKind::NegationIgnored, Some(group.at.clone()), words, why);
            }
        }
        let cancelled = self.tokens.iter().rposition(|token| token.is(Cue::Cancel) && !token.dropped);
        if let Some(at) = cancelled
            && !self.tokens[at + 1..].iter().any(|token| token.has_place() || token.has_work() || token.is(Cue::Home))
        {
            let range = self.tokens[at].at.clone();
            let words = self.said(&range);
            let why = format!("'{words}' takes the command back, and the reading does it");
            self.object(IssueKind::NegationIgnored, Some(range), words, why);
        }
    }

    fn check_conditions(&mut self) {
        let Some(token) = self.tokens.iter().find(|token| token.is(Cue::If) && !token.dropped) else { return };
        let range = token.at.clone();
        let words = self.said(&range);
        let why = format!("'{words}' makes a condition, and the reading does it in any case");
        self.object(IssueKind::ConditionIgnored, Some(range), words, why);
    }

    /// Whether any words may mean a routine: its own, those of its workpiece, or its tool.
    fn may_mean(&self, routine: RoutineId) -> bool {
        let tool = self.snapshot.required_tool(routine);
        let only_taken = self.is_only_taken();
        self.tokens.iter().any(|token| {
            token.works.contains(&routine)
                || tool.is_some_and(|tool| token.tools.contains(&tool) && !only_taken)
                || !token.dropped
                    && token.text.len() > 2
                    && token.cue.is_none()
                    && token.works.is_empty()
                    && self.lexicon.speaks_of(&token.text).routines_told == [routine.0]
        })
    }

    /// "Pick up the gripper", and nothing else: the tool is no hint at its work.
    fn is_only_taken(&self) -> bool {
        self.hands.steps.iter().any(|(_, hand, sure)| *sure && matches!(hand, Hand::Take(_)))
            && self.unknown_words() == 0
            && !self.tokens.iter().any(|token| {
                token.has_place()
                    || token.has_work()
                    || matches!(token.cue, Some(Cue::Run | Cue::Here | Cue::All | Cue::With))
            })
    }

    /// "Let it out into the waste": nothing else is done where that is said, and nobody speaks of going there.
    fn is_work_of_place(&self, routine: RoutineId) -> bool {
        let is_alone = |place: PositionId| {
            self.snapshot.routine_ids().all(|other| other == routine || !self.snapshot.is_supported(other, place))
        };
        let is_said = |place: PositionId| self.tokens.iter().any(|token| token.sure && token.places == [place]);
        let mut places =
            self.steps.iter().filter(|step| step.deed == Deed::Work(routine)).filter_map(|step| step.place);
        !self.has(Cue::Go) && !self.has(Cue::Tour) && places.all(|place| is_said(place) && is_alone(place))
    }

    /// "Let it out": words of what the cell tells of the routine.
    fn is_told(&self, routine: RoutineId) -> bool {
        let mut words: Vec<&str> = self
            .tokens
            .iter()
            .filter(|token| !token.dropped && token.text.len() > 2)
            .filter(|token| self.lexicon.speaks_of(&token.text).routines_told.contains(&routine.0))
            .map(|token| token.text.as_str())
            .collect();
        words.sort_unstable();
        words.dedup();
        words.len() > 1
    }

    /// Whether the reading has to do with one of these tools.
    fn is_used(&self, tools: &[ToolId]) -> bool {
        self.steps.iter().any(|step| match step.deed {
            Deed::Work(routine) => self.snapshot.required_tool(routine).is_some_and(|tool| tools.contains(&tool)),
            Deed::Take(tool) => tools.contains(&tool),
            Deed::Drop | Deed::DropAndHome => self.state.tool.is_some_and(|tool| tools.contains(&tool)),
            Deed::Go => false,
        })
    }

    /// "Put", "give", "take": verbs that go with any work.
    fn has_vague_verb(&self) -> bool {
        self.tokens
            .iter()
            .any(|token| matches!(token.cue, Some(Cue::Put | Cue::Take | Cue::Drop | Cue::Run)) && !token.dropped)
    }

    fn check_work_unsaid(&mut self) {
        let mut routines: Vec<RoutineId> = self.routines_read().collect();
        routines.sort_unstable();
        routines.dedup();
        for routine in routines {
            if self.may_mean(routine) || self.is_work_of_place(routine) || self.only_carries(routine) {
                continue;
            }
            // Other work may be meant by a word, and is not read either.
            let is_possible = |id: &RoutineId| self.places_read().any(|place| self.snapshot.is_supported(*id, place));
            let other = self.tokens.iter().any(|token| {
                token.has_work()
                    && !(token.has_place() && token.sure)
                    && !self.is_used(&token.tools)
                    && token.works.iter().any(is_possible)
                    && !self.routines_read().any(|read| token.works.contains(&read))
            });
            // "Hit it with the iron": work that needs another tool.
            let other = other
                || self
                    .tokens
                    .iter()
                    .any(|token| !token.tools.is_empty() && !token.dropped && !self.is_used(&token.tools));
            // A word that nobody knows may mean it, where every known one is read as what it is.
            let unread = self.groups.iter().any(|group| {
                !group.forbidden
                    && group
                        .works()
                        .any(|(any_of, sure)| sure && !self.routines_read().any(|read| any_of.contains(&read)))
            });
            let may_be_vague = self.unknown_words() > 0 || self.has_vague_verb() && !self.is_only_taken();
            if (may_be_vague || self.is_told(routine)) && !unread && !other {
                continue;
            }
            let name = self.routine_name(routine);
            let why = format!("{name} is not mentioned, and the reading does it");
            self.object(IssueKind::RoutineNotMentioned, None, name, why);
        }
    }

    fn check_work_unread(&mut self) {
        let groups = self.groups.clone();
        for group in groups.iter().filter(|group| !group.forbidden) {
            if self.is_story() {
                continue;
            }
            let only_tools = self.places_read().next().is_none();
            let is_taken = |routine: &RoutineId| {
                let tool = self.snapshot.required_tool(*routine);
                only_tools
                    && self.steps.iter().any(|step| matches!(step.deed, Deed::Take(taken) if tool == Some(taken)))
            };
            let is_read = |any_of: &[RoutineId]| {
                self.routines_read().any(|read| any_of.contains(&read)) || any_of.iter().any(is_taken)
            };
            let missing: Vec<Vec<RoutineId>> = group
                .works()
                .filter(|(any_of, sure)| *sure && !is_read(any_of) && !self.names_place_gone_to(any_of))
                .map(|(any_of, _)| any_of.clone())
                .collect();
            for any_of in missing {
                let names: Vec<String> = any_of.iter().map(|&routine| self.routine_name(routine)).collect();
                let names = names.join(" or ");
                let why = format!("{names} is asked for, and the reading does not do it");
                self.object(IssueKind::RoutineNotRead, Some(group.at.clone()), names, why);
            }
        }
    }

    /// "Go to wash": the word for work names the place that is gone to.
    fn names_place_gone_to(&self, any_of: &[RoutineId]) -> bool {
        self.steps.iter().filter_map(|step| step.place.map(|place| (*step, place))).any(|(step, place)| {
            let is_it = |token: &Token| token.has_work() && token.works.iter().all(|routine| any_of.contains(routine));
            self.is_gone_to(step, place)
                && self.tokens.iter().filter(|token| is_it(token)).all(|token| {
                    token.places.contains(&place) || self.lexicon.speaks_of(&token.text).places_named.contains(&place.0)
                })
        })
    }

    /// Work and places that do not stand together.
    fn check_pairs(&mut self) {
        let groups: Vec<Group> = self.groups.iter().filter(|group| !group.forbidden).cloned().collect();
        let acting = groups.iter().filter(|group| group.works().next().is_some() || group.goes()).count();
        if acting < 1
            || groups.iter().any(|group| {
                group.works().next().is_none()
                    && !group.goes()
                    && group.items.iter().any(|item| !matches!(item, Item::Same))
                    && !group.acts.is_empty()
            })
        {
            return;
        }
        self.check_pairs_read(&groups);
        self.check_pairs_said(&groups);
    }

    fn check_pairs_read(&mut self, groups: &[Group]) {
        for (at, step) in self.steps.clone().into_iter().enumerate() {
            let Some(place) = step.place.filter(|_| !self.is_carry(at)) else { continue };
            if self.is_gone_to(step, place) {
                continue;
            }
            let follows = |from: usize, routine: RoutineId| {
                groups[from + 1..].iter().any(|later| {
                    later.does(&[routine])
                        && !later.items.iter().any(|item| matches!(item, Item::One { sure: true, .. }))
                })
            };
            let is_led = |(from, group): (usize, &Group)| {
                matches!(step.deed, Deed::Work(routine) if follows(from, routine))
                    && group.goes()
                    && group.works().next().is_none()
                    && self.covers(group, place)
            };
            // "Go to 1, weld".
            if groups.iter().enumerate().any(is_led) {
                continue;
            }
            let is_said = groups.iter().any(|group| {
                let fits = match step.deed {
                    Deed::Work(routine) => {
                        group.does(&[routine])
                            || group.works().next().is_none() && !group.goes()
                            || !group.works().any(|(_, sure)| sure) && !group.goes()
                    }
                    // Going is all that can be meant where the work cannot be done.
                    _ => group.goes() || self.is_home(place) || !self.can_do(group, place),
                };
                fits && (self.covers(group, place) || group.is_open())
            });
            // Said by a word that stands in no group.
            let loose = matches!(step.deed, Deed::Work(routine) if !groups.iter().any(|group| group.does(&[routine])));
            let is_said = is_said || loose;
            let only =
                matches!(step.deed, Deed::Work(routine) if self.snapshot.supported_positions(routine) == [place]);
            if !is_said && !only {
                let (name, why) = self.pair(step.deed, place);
                self.object(
                    if matches!(step.deed, Deed::Go) {
                        IssueKind::RoutineNotRead
                    } else {
                        IssueKind::PlaceNotMentioned
                    },
                    None,
                    name,
                    why,
                );
            }
        }
    }

    /// "Go to the press": a place whose name has a word for work is gone to, and nothing is done there.
    fn is_gone_to(&self, step: Step, place: PositionId) -> bool {
        let names = |token: &&Token| {
            token.places.contains(&place)
                || token.text.len() > 2 && self.lexicon.speaks_of(&token.text).places_named.contains(&place.0)
        };
        let by_work =
            || self.tokens.iter().filter(|token| !token.dropped && token.has_work()).any(|token| names(&token));
        let goes = self.has(Cue::Go) || self.has(Cue::Tour) || self.has(Cue::To) || self.returns();
        step.deed == Deed::Go && goes && (by_work() || place == self.state.position && self.returns())
    }

    /// Whether any work of a group can be done at a place.
    fn can_do(&self, group: &Group, place: PositionId) -> bool {
        group.works().any(|(any_of, _)| any_of.iter().any(|&routine| self.snapshot.is_supported(routine, place)))
    }

    fn check_pairs_said(&mut self, groups: &[Group]) {
        for group in groups {
            for (any_of, sure) in group.works().map(|(any_of, sure)| (any_of.clone(), sure)).collect::<Vec<_>>() {
                if !sure {
                    continue;
                }
                for item in
                    group.items.iter().filter(|item| matches!(item, Item::One { sure: true, .. } | Item::Range(..)))
                {
                    let places = self.places_of(item).unwrap_or_default();
                    let one = matches!(item, Item::One { .. });
                    let places: Vec<Vec<PositionId>> =
                        if one { vec![places] } else { places.into_iter().map(|place| vec![place]).collect() };
                    for places in places {
                        let is_read = self.steps.iter().any(|step| {
                            matches!(step.deed, Deed::Work(routine) if any_of.contains(&routine))
                                && step.place.is_some_and(|place| places.contains(&place))
                        });
                        let possible = one
                            || any_of
                                .iter()
                                .any(|&routine| places.iter().any(|&place| self.snapshot.is_supported(routine, place)));
                        // Work that has but one place is done there, whatever stands around it.
                        let possible = possible
                            && !any_of.iter().any(|&routine| self.snapshot.supported_positions(routine).len() == 1);
                        let left_out = places.iter().all(|place| group.excluded.contains(place));
                        if let (false, true, false, [place, ..], [routine, ..]) =
                            (is_read, possible, left_out, &places[..], &any_of[..])
                        {
                            let name = format!("{} at {}", self.routine_name(*routine), self.place_name(*place));
                            let why = format!("{name} is asked for, and the reading does not do it");
                            self.object(IssueKind::PlaceNotRead, Some(group.at.clone()), name, why);
                        }
                    }
                }
            }
        }
    }

    fn pair(&self, deed: Deed, place: PositionId) -> (String, String) {
        let place = self.place_name(place);
        match deed {
            Deed::Work(routine) => {
                let name = format!("{} at {place}", self.routine_name(routine));
                let why = format!("{name} is not asked for: the two stand in different parts of the sentence");
                (name, why)
            }
            _ => (place.clone(), format!("work is asked for at {place}, and the reading only goes there")),
        }
    }
}
