//! Revisions: what a comment at review changes in what was said.
//!
//! In: what was said, and the reviewer's words. Out: a [`Recognised`] of both together. A comment that is a whole command of its
//! own takes the place of what was said; one that cannot be read makes it unclear. Nothing is kept that was asked to go.

use super::{
    Recognised, Recogniser, bounds, chart,
    command::spoken,
    cursor::EMPTY,
    doubt,
    english::Tag,
    guard,
    tag::{Item, items},
};
use crate::{
    cell::{PositionId, State, ToolId},
    language::{
        lexicon::Found,
        said::{self, Clause, Places, Said, Span},
    },
    snapshot::Snapshot,
};

impl Recogniser {
    /// What was said, with a reviewer's comment applied: "skip position 2", "also do 3", "use the camera", "the other way
    /// round", "only position 1", "don't attach tools".
    #[must_use]
    pub fn revise(&self, previous: &Said, comment: &str, snapshot: &Snapshot, state: State) -> Recognised {
        let Said::Do(clauses) = previous else { return self.read(comment, snapshot, state) };
        // "What is at position 2?" asks, and changes nothing; "no tools" asks for none.
        let alone = self.read(comment, snapshot, state);
        if alone.refused {
            return alone;
        }
        let items = items(comment, &self.lexicon);
        let revision = Revision { recogniser: self, items: &items, text: comment, clauses, snapshot, state };
        if alone.complete && matches!(alone.said, Said::Ask(_)) && revision.without_tools().is_none() {
            return alone;
        }
        match revision.apply() {
            // A change that changes nothing was no change of this: "weld at 2 instead" of a way.
            Some(changed) if changed == *clauses && alone.complete && matches!(alone.said, Said::Do(_)) => alone,
            Some(revised) if !revised.is_empty() => {
                let reading = bounds::held(Recognised::sure(Said::Do(revised)));
                self.held_to_account(reading, clauses, comment, snapshot, state)
            }
            Some(_) => Recognised::sure(Said::UNCLEAR),
            None => alone,
        }
    }
}

struct Revision<'r> {
    recogniser: &'r Recogniser,
    items: &'r [Item],
    text: &'r str,
    clauses: &'r [Clause],
    snapshot: &'r Snapshot,
    state: State,
}

/// Words that add to what was said.
const ALSO: &[&str] = &["also", "and", "plus", "add", "include", "too", "as well", "additionally", "and also"];

impl Revision<'_> {
    /// The clauses after the comment; `None` where it is no change of them but a sentence of its own, and empty where nothing
    /// is left.
    fn apply(&self) -> Option<Vec<Clause>> {
        if let Some(clauses) = self.without_tools() {
            return Some(clauses);
        }
        if let Some(but) = self.left_out() {
            return Some(self.with_places(|places| self.leave_out(places, &but)));
        }
        let forbids = guard::forbids(self.items).is_some() || guard::reports(self.items);
        if forbids && !self.opens_with(&[Tag::Fix]) {
            return Some(Vec::new());
        }
        self.reversed()
            .or_else(|| self.only())
            .or_else(|| self.with_tool())
            .or_else(|| self.replaced())
            .or_else(|| self.repeated())
            .or_else(|| self.added())
    }

    fn has(&self, tags: &[Tag]) -> bool {
        self.items.iter().any(|item| item.is_any(tags))
    }

    fn opens_with(&self, tags: &[Tag]) -> bool {
        self.spoken().next().is_some_and(|(_, item)| item.is_any(tags))
    }

    /// The items that say something, with their places.
    fn spoken(&self) -> impl Iterator<Item = (usize, &Item)> {
        self.items.iter().enumerate().filter(|(_, item)| item.mark.is_none() && !item.is_any(EMPTY))
    }

    /// The places that are named from an item on, up to the next break.
    fn places_from(&self, start: usize) -> Option<Places> {
        let end = self.items.iter().skip(start).position(|item| item.mark == Some(',')).map(|by| start + by);
        // After the comma may come the reason: "skip 2, too risky".
        [Some(self.items.len()), end].into_iter().flatten().find_map(|end| self.places_in(self.items.get(start..end)?))
    }

    /// The places that some items list, and nothing else.
    fn places_in(&self, items: &[Item]) -> Option<Places> {
        chart::places(spoken(items, self.text)?, &self.recogniser.lexicon, self.snapshot, self.state)
    }

    /// "Don't attach tools", "no tools": what is left is going; nothing where work needs one.
    fn without_tools(&self) -> Option<Vec<Clause>> {
        let forbids = self.has(&[Tag::Halt, Tag::Not, Tag::No, Tag::Skip, Tag::Except]);
        let names_tool = self.has(&[Tag::ToolNoun])
            || (self.has(&[Tag::Take]) && self.items.iter().any(|item| item.tool.one().is_some()));
        if !forbids || !names_tool || self.items.iter().any(|item| item.number.is_some()) {
            return None;
        }
        let needs = |clause: &Clause| match clause {
            Clause::Work { routines, .. } => {
                routines.iter().any(|&routine| self.recogniser.lexicon.required(routine).is_some())
            }
            _ => false,
        };
        if self.clauses.iter().any(needs) {
            return Some(Vec::new());
        }
        let kept = self.clauses.iter().filter(|clause| !matches!(clause, Clause::Take(_) | Clause::Drop));
        Some(kept.cloned().collect())
    }

    /// "Skip 2", "not 2", "leave out 2 and 3, too risky", "don't do 2".
    fn left_out(&self) -> Option<Vec<PositionId>> {
        let (at, _) = self.spoken().find(|(_, item)| {
            item.is_any(&[Tag::Skip, Tag::Except, Tag::ExceptDo, Tag::Not, Tag::No])
                || matches!(item.text.as_str(), "do not" | "remove" | "drop" | "delete" | "forget" | "cancel" | "no")
        })?;
        if at > 0 && self.items[..at].iter().any(|item| item.is_work || item.is(Tag::Go) || item.number.is_some()) {
            return None;
        }
        let mut start = at + 1;
        let passes = |item: &Item| {
            item.is_any(&[Tag::Go, Tag::Do, Tag::Skip, Tag::Filler, Tag::Take])
                || (item.is_work && item.place.is_none() && item.number.is_none())
        };
        while self.items.get(start).is_some_and(passes) {
            start += 1;
        }
        let places = self.places_from(start)?;
        let but = self.spelled(&places.spans);
        (!but.is_empty()).then_some(but)
    }

    /// Every clause with changed places; those that lose all of theirs go.
    fn with_places(&self, change: impl Fn(&mut Places) -> bool) -> Vec<Clause> {
        let changed = |clause: &Clause| {
            let mut clause = clause.clone();
            let keeps = match &mut clause {
                Clause::Go { places, .. } | Clause::Work { places, .. } => change(places),
                Clause::Take(_) | Clause::Drop | Clause::DropAndHome => true,
            };
            keeps.then_some(clause)
        };
        let kept: Vec<Clause> = self.clauses.iter().filter_map(changed).collect();
        let moves = kept.iter().any(|clause| matches!(clause, Clause::Go { .. } | Clause::Work { .. }));
        if moves { kept } else { Vec::new() }
    }

    /// "The other way round": places back to front, or clauses, where there are several.
    fn reversed(&self) -> Option<Vec<Clause>> {
        let says = self.has(&[Tag::Reverse])
            || self.items.iter().any(|item| matches!(item.text.as_str(), "reverse" | "swap" | "flip" | "invert"));
        let names_more =
            self.items.iter().any(|item| item.number.is_some() || item.is_work || item.tool.one().is_some());
        if !says || names_more {
            return None;
        }
        if self.clauses.len() > 1 {
            return Some(self.clauses.iter().rev().cloned().collect());
        }
        Some(self.with_places(|places| {
            places.reversed = !places.reversed;
            true
        }))
    }

    /// "Only position 1": nothing but these places.
    fn only(&self) -> Option<Vec<Clause>> {
        let (at, _) = self.spoken().find(|(_, item)| item.is(Tag::Only))?;
        let opens = !self.items[..at].iter().any(|item| item.number.is_some());
        let mut start = at + 1;
        let passes = |item: &Item| {
            item.is_any(&[Tag::Go, Tag::Do, Tag::Filler])
                || (item.is_work && item.place.is_none() && item.number.is_none())
        };
        while self.items.get(start).is_some_and(passes) {
            start += 1;
        }
        let places = self.places_from(start).filter(|_| opens)?;
        Some(self.with_places(|old| {
            *old = places.clone();
            true
        }))
    }

    /// "Use the camera": the work that this tool does, at the same places.
    fn with_tool(&self) -> Option<Vec<Clause>> {
        if !self.has(&[Tag::Use, Tag::With]) || self.items.iter().any(|item| item.number.is_some()) {
            return None;
        }
        let tool: ToolId = self.items.iter().find_map(|item| item.tool.one())?;
        let Found::One(routine) = self.recogniser.lexicon.routine_of(tool) else { return Some(Vec::new()) };
        let changed = |clause: &Clause| match clause {
            Clause::Go { places, times } => Clause::Work {
                routines: vec![routine],
                places: places.clone(),
                times: *times,
                order: crate::language::said::Order::RoutineByRoutine,
            },
            Clause::Work { routines, places, times, order } => {
                let fits = routines.iter().any(|&routine| self.recogniser.lexicon.required(routine) == Some(tool));
                let routines = if fits { routines.clone() } else { vec![routine] };
                Clause::Work { routines, places: places.clone(), times: *times, order: *order }
            }
            Clause::Take(_) => Clause::Take(tool),
            other => other.clone(),
        };
        Some(self.clauses.iter().map(changed).collect())
    }

    /// "3 instead of 2", "position 3 instead", "inspect instead".
    fn replaced(&self) -> Option<Vec<Clause>> {
        let of = self
            .items
            .iter()
            .position(|item| matches!(item.text.as_str(), "instead of" | "rather than" | "in place of" | "not"));
        let instead = self.has(&[Tag::Instead]) || of.is_some() || self.opens_with(&[Tag::Fix]);
        if !instead {
            return None;
        }
        let start = self
            .spoken()
            .find(|(_, item)| !item.is_any(&[Tag::Fix, Tag::Do, Tag::Use, Tag::Instead, Tag::Go]))
            .map(|(at, _)| at)?;
        let old = of.and_then(|of| self.places_from(of + 1)).map(|places| self.spelled(&places.spans));
        let head = self.items.get(start..of.unwrap_or(self.items.len()))?;
        let head: Vec<Item> = head.iter().filter(|item| !item.is(Tag::Instead)).cloned().collect();
        if head.first().is_some_and(|item| item.is_work) {
            if let Some(routines) = self.recogniser.work_alone(&head, self.text, self.snapshot, self.state) {
                return Some(self.with_routines(&routines, None));
            }
            let clauses = self.recogniser.clauses(&head, self.text, self.snapshot, self.state)?;
            let [Clause::Work { routines, places, .. }] = &clauses[..] else { return None };
            return Some(self.with_routines(routines, Some(places)));
        }
        let new = self.places_in(&head)?;
        Some(self.with_places(|places| replace(places, old.as_deref(), &new)))
    }

    fn with_routines(&self, routines: &[crate::cell::RoutineId], new: Option<&Places>) -> Vec<Clause> {
        let changed = |clause: &Clause| match clause {
            Clause::Work { places, times, order, .. } => Clause::Work {
                routines: routines.to_vec(),
                places: new.unwrap_or(places).clone(),
                times: *times,
                order: *order,
            },
            other => other.clone(),
        };
        self.clauses.iter().map(changed).collect()
    }

    /// "Twice", "do it 3 times".
    fn repeated(&self) -> Option<Vec<Clause>> {
        if !self.has(&[Tag::Times]) || self.items.iter().any(|item| item.is_work || item.is(Tag::Noun)) {
            return None;
        }
        let start = self
            .spoken()
            .find(|(_, item)| !item.is_any(&[Tag::Do, Tag::It, Tag::Again, Tag::Need]))
            .map(|(at, _)| at)?;
        let said = spoken(&self.items[start..], self.text)?;
        let count = chart::count(said, &self.recogniser.lexicon, self.snapshot, self.state)?;
        let changed = |clause: &Clause| {
            let mut clause = clause.clone();
            if let Clause::Go { times, .. } | Clause::Work { times, .. } = &mut clause {
                *times = count;
            }
            clause
        };
        Some(self.clauses.iter().map(changed).collect())
    }

    /// "Also do 3", "and then go home", "first inspect 3".
    fn added(&self) -> Option<Vec<Clause>> {
        let joins = |item: &Item| item.is_any(&[Tag::And]) || matches!(item.text.as_str(), "add" | "include");
        let adds = self.items.first().is_some_and(joins)
            || self.items.iter().any(|item| item.is_any(&[Tag::Then, Tag::Lastly, Tag::After]))
            || self.items.iter().any(|item| !joins(item) && ALSO.contains(&item.text.as_str()));
        let first = self.has(&[Tag::BeforeThat, Tag::ButFirst, Tag::StartWith])
            || self.items.iter().any(|item| item.is_ordinal && item.number == Some(1) && !self.has(&[Tag::Noun]));
        if !adds && !first {
            return None;
        }
        let start = self
            .spoken()
            .find(|(_, item)| {
                !ALSO.contains(&item.text.as_str()) && !item.is_any(&[Tag::Then, Tag::Do, Tag::And, Tag::Lastly])
            })
            .map(|(at, _)| at)?;
        if let Some(places) = self.places_alone(start) {
            // "First 2": that many of them, or that one before the others. Nobody knows.
            return (!first).then(|| self.more_places(&places));
        }
        let kept: Vec<Item> = self
            .items
            .iter()
            .filter(|item| {
                (!ALSO.contains(&item.text.as_str()) || item.text == "and")
                    && !item.is_any(&[Tag::BeforeThat, Tag::ButFirst, Tag::StartWith])
            })
            .cloned()
            .collect();
        let new = self.added_clauses(&kept)?;
        Some(if first {
            new.into_iter().chain(self.clauses.iter().cloned()).collect()
        } else {
            self.clauses.iter().cloned().chain(new).collect()
        })
    }

    /// What is to be done besides, in the words that are left.
    fn added_clauses(&self, kept: &[Item]) -> Option<Vec<Clause>> {
        if doubt::of_words(kept) {
            return None;
        }
        let parts: Vec<&str> = kept.iter().filter_map(|item| self.text.get(item.start..item.end)).collect();
        let found = chart::weighed(&parts.join(" "), &self.recogniser.lexicon, self.snapshot, self.state);
        chart::surely(&found).map(<[Clause]>::to_vec)
    }

    /// The places from here, where nothing else is said.
    fn places_alone(&self, start: usize) -> Option<Places> {
        let ends = |item: &Item| item.mark.is_some() || item.is_any(EMPTY) || ALSO.contains(&item.text.as_str());
        let items = self.items.get(start..)?;
        let end = items.iter().rposition(|item| !ends(item))? + 1;
        self.places_in(&items[..end])
    }

    /// Further places for the last clause that has some.
    fn more_places(&self, new: &Places) -> Vec<Clause> {
        let mut clauses = self.clauses.to_vec();
        let last = clauses.iter_mut().rev().find_map(|clause| match clause {
            Clause::Go { places, .. } | Clause::Work { places, .. } => Some(places),
            _ => None,
        });
        match last {
            Some(places) => {
                places.spans.extend(new.spans.iter().cloned());
                clauses
            }
            None => Vec::new(),
        }
    }

    /// Takes places out of others; false where none is left.
    fn leave_out(&self, places: &mut Places, but: &[PositionId]) -> bool {
        let spans = std::mem::take(&mut places.spans);
        for span in spans {
            match span {
                Span::All { but: mut others } => {
                    others.extend(but.iter().filter(|place| !others.contains(place)).copied().collect::<Vec<_>>());
                    places.spans.push(Span::All { but: others });
                }
                Span::Range(from, to) => {
                    let between = said::range(self.snapshot, from, to);
                    if between.iter().any(|place| but.contains(place)) {
                        let kept = between.into_iter().filter(|place| !but.contains(place));
                        places.spans.extend(kept.map(Span::One));
                    } else {
                        places.spans.push(Span::Range(from, to));
                    }
                }
                Span::One(place) if but.contains(&place) => {}
                Span::Here if but.contains(&self.state.position) => {}
                other => places.spans.push(other),
            }
        }
        !places.spans.is_empty()
    }

    /// Spans one by one.
    fn spelled(&self, spans: &[Span]) -> Vec<PositionId> {
        let mut out = Vec::new();
        for span in spans {
            match span {
                Span::One(place) => out.push(*place),
                Span::Here => out.push(self.state.position),
                Span::Range(from, to) => out.extend(said::range(self.snapshot, *from, *to)),
                Span::All { .. } | Span::Back => {}
            }
        }
        out
    }
}

/// Other places for some, or for the only one; false where it cannot be told for which.
fn replace(places: &mut Places, old: Option<&[PositionId]>, new: &Places) -> bool {
    let Some(old) = old else {
        *places = new.clone();
        return true;
    };
    let at = places.spans.iter().position(|span| matches!(span, Span::One(place) if old.contains(place)));
    if let Some(at) = at {
        places.spans.retain(|span| !matches!(span, Span::One(place) if old.contains(place)));
        let at = at.min(places.spans.len());
        places.spans.splice(at..at, new.spans.iter().cloned());
    }
    true
}
