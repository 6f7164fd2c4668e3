//! Comments that set something in the place of another thing: "3 instead of 2", "inspect instead", "use the camera", "twice".

use super::{
    super::{chart, command::spoken, english::Tag, tag::Item},
    Change, Clause, Places, Revision,
    leaving::is_instead,
    parts,
    thing::{Thing, after, trimmed},
};
use crate::{
    cell::{PositionId, Role, RoutineId, ToolId},
    language::{lexicon::Found, said::Order},
};

/// Words at the head of a comment that say nothing of what is to be instead.
const LEADS: &[Tag] = &[Tag::Fix, Tag::Do, Tag::Use, Tag::Instead];

impl Revision<'_> {
    /// "Not 2 but 3", "weld, not glue", "no, 3 instead of 2".
    pub(super) fn corrected(&self) -> Change {
        let comment = self.comment();
        let (first, rest) = comment.split_first()?;
        if first.is(Tag::Not) || first.is(Tag::No) {
            let but = rest.iter().position(|item| item.is(Tag::But));
            if let Some(but) = but {
                let (old, new) = (self.thing(&rest[..but])?, self.thing(after(&rest[but + 1..], LEADS))?);
                return Some(self.instead(Some(&old), &new));
            }
            // "No, 3 instead of 2".
            let goes_on = first.is(Tag::No) && rest.first().is_some_and(|item| item.mark == Some(','));
            return if goes_on { self.replaces(trimmed(rest)) } else { None };
        }
        if is_instead(first) { self.replaces(comment) } else { None }
    }

    /// "3 instead of 2", "position 3 instead", "inspect instead", "I meant 3", "replace 2 with 3".
    pub(super) fn replaced(&self) -> Change {
        self.replaces(self.comment())
    }

    fn replaces(&self, comment: &[Item]) -> Change {
        let of = comment.iter().position(|item| is_instead(item) || item.is(Tag::Not));
        if let Some(of) = of {
            let (new, old) = match of {
                // "Instead of 2, weld 3".
                0 => {
                    let comma = comment.iter().position(|item| item.mark == Some(','))?;
                    (&comment[comma + 1..], &comment[1..comma])
                }
                of => (&comment[..of], &comment[of + 1..]),
            };
            let (old, new) = (self.thing(old)?, self.thing(after(new, LEADS))?);
            return Some(self.instead(Some(&old), &new));
        }
        if comment.first().is_some_and(|item| item.is(Tag::Swap) && !item.text.starts_with("sub")) {
            let by = comment.iter().position(|item| {
                item.is_any(&[Tag::With, Tag::To, Tag::For]) || matches!(item.text.as_str(), "by" | "into")
            })?;
            let (old, new) = (self.thing(&comment[1..by])?, self.thing(&comment[by + 1..])?);
            return Some(self.instead(Some(&old), &new));
        }
        let says_instead = comment.iter().any(|item| item.is(Tag::Instead));
        if !says_instead && !comment.first()?.is(Tag::Fix) {
            return None;
        }
        let body = after(comment, LEADS);
        let body = match body.split_last() {
            Some((last, body)) if last.is(Tag::Instead) => body,
            _ => body,
        };
        match self.tool_alone(body) {
            Some(tool) => Some(self.use_tool(tool)),
            None => self.thing(body).map(|thing| self.instead(None, &thing)),
        }
    }

    fn instead(&self, old: Option<&Thing>, new: &Thing) -> Result<Vec<Clause>, String> {
        self.held_by_back()?;
        let Some(old) = old else { return self.instead_of_part(new) };
        let at = self.part_of(old)?;
        self.work_there(at, new)?;
        let clause = &self.clauses[at];
        let here = self.at(clause);
        let is_whole = old.at.is_empty() || here.iter().all(|place| old.at.contains(place));
        let works = parts::routines(clause);
        let is_all_work = old.work.is_empty() || old.work == works;
        let is_same = new.is_places() || new.work == works && !new.goes || new.goes && works.is_empty();
        match (&new.places, &old.places) {
            (Some(places), Some(_)) if is_same && is_all_work => self.put(at, &old.at, places, new),
            // "Inspect instead of weld".
            (None, None) if old.work == works => Ok(self.with(at, [with_routines(clause, &new.work)])),
            (None, None) => {
                let swapped = works.iter().flat_map(|one| match old.work.first() {
                    Some(first) if first == one => new.work.clone(),
                    _ if old.work.contains(one) => Vec::new(),
                    _ => vec![*one],
                });
                Ok(self.with(at, [with_routines(clause, &swapped.collect::<Vec<_>>())]))
            }
            (Some(_), _) if self.clauses.iter().any(|clause| !new.is_places() && self.does(clause, new)) => {
                Err(format!("'{}' is in the plan already", new.said))
            }
            (Some(_), _) if is_whole && works.len() <= 1 && !new.is_places() => {
                Ok(self.with(at, new.clause(times(clause))))
            }
            _ => Err(format!(
                "how '{}' is to stand for '{}' is not clear: say what is to be done there",
                new.said, old.said
            )),
        }
    }

    /// Other places for some of a part's.
    fn put(&self, at: usize, old: &[PositionId], places: &Places, new: &Thing) -> Result<Vec<Clause>, String> {
        let mut here = self.at(&self.clauses[at]);
        let is_there = |place: &PositionId| here.contains(place) && !old.contains(place);
        if new.at.iter().any(is_there) {
            return Err(format!("'{}' stands in that part already", new.said));
        }
        if here.iter().all(|place| old.contains(place)) {
            return Ok(self.with_places(at, places.clone()));
        }
        let is_once = |place: &&PositionId| here.iter().filter(|other| other == place).count() == 1;
        let first =
            here.iter().position(|place| old.contains(place)).filter(|_| old.iter().all(|place| is_once(&place)));
        let Some(first) = first else { return Err(format!("'{}' stands in that part more than once", self.words())) };
        here.retain(|place| !old.contains(place));
        here.splice(first..first, new.at.iter().copied());
        Ok(self.with_places(at, parts::these(&here)))
    }

    /// Something in the place of what is not named.
    fn instead_of_part(&self, new: &Thing) -> Result<Vec<Clause>, String> {
        let Some(places) = &new.places else {
            let at = self.alone()?;
            return match parts::routines(&self.clauses[at]).len() {
                0 | 1 => Ok(self.with(at, [with_routines(&self.clauses[at], &new.work)])),
                _ => self.alone_in_part(),
            };
        };
        let moving = self.moving();
        let full = new.clause(1);
        if let ([at], Some(clause)) = (&moving[..], &full) {
            self.work_there(*at, new)?;
            let works = parts::routines(&self.clauses[*at]);
            if works.len() > 1 && works != new.work {
                return self.alone_in_part();
            }
            return Ok(self.with(*at, [clause.clone()]));
        }
        let at = match full {
            None => self.alone()?,
            Some(_) => self.part_like(new)?,
        };
        // "Inspect 2 instead" where 2 is welded: other work there.
        let clause = &self.clauses[at];
        if new.at == self.at(clause) {
            return Ok(self.with(at, full_at(new, clause)));
        }
        // A list may lose one of its places, or all: nobody knows.
        let is_one = |places: &Places| places.spans.len() == 1;
        match parts::places(clause) {
            Some(old) if is_one(old) || !is_one(places) => Ok(self.with_places(at, places.clone())),
            _ => self.alone_in_part(),
        }
    }

    /// "Go to 3 instead", where work is to be done: the same work there, or none. Nobody knows.
    fn work_there(&self, at: usize, new: &Thing) -> Result<(), String> {
        let is_work = |place: &PositionId| self.snapshot.role(*place) == Role::Work;
        match new.goes && !parts::routines(&self.clauses[at]).is_empty() && new.at.iter().any(is_work) {
            true => Err(format!("'{}' says where, and not whether work is to be done there: say both", new.said)),
            false => Ok(()),
        }
    }

    fn alone_in_part<T>(&self) -> Result<T, String> {
        Err(format!("'{}' may stand for more than one thing of the plan: say 'instead of', and what", self.words()))
    }

    /// The one part that does the same work, or is at the same places.
    fn part_like(&self, new: &Thing) -> Result<usize, String> {
        let like = |clause: &Clause| match clause {
            Clause::Go { .. } => new.goes,
            Clause::Work { routines, .. } => *routines == new.work,
            _ => false,
        };
        let is_there = |clause: &Clause| new.at.iter().any(|place| self.at(clause).contains(place));
        let found: Vec<usize> =
            self.moving().into_iter().filter(|&at| like(&self.clauses[at]) || is_there(&self.clauses[at])).collect();
        match found[..] {
            [at] if like(&self.clauses[at]) || new.at == self.at(&self.clauses[at]) => Ok(at),
            _ => self.alone_in_part(),
        }
    }

    /// "Use the camera": the work that this tool does, at the same places.
    pub(super) fn with_tool(&self) -> Change {
        let comment = self.comment();
        let body = after(comment, &[Tag::Fix, Tag::Do, Tag::It]);
        let (first, body) = body.split_first()?;
        if !first.is_any(&[Tag::Use, Tag::With]) {
            return None;
        }
        let body = match after(body, &[Tag::Article]) {
            [body @ .., last] if last.is(Tag::Instead) => trimmed(body),
            body => body,
        };
        self.tool_alone(body).map(|tool| self.use_tool(tool))
    }

    /// The tool that some items name, and nothing else.
    fn tool_alone(&self, items: &[Item]) -> Option<ToolId> {
        let [item] = after(items, &[Tag::Article]) else { return None };
        item.tool.one()
    }

    fn use_tool(&self, tool: ToolId) -> Result<Vec<Clause>, String> {
        let Found::One(routine) = self.recogniser.lexicon.routine_of(tool) else {
            return Err(format!("'{}' does more than one thing, or none: say what is to be done", self.words()));
        };
        let takes: Vec<usize> =
            (0..self.clauses.len()).filter(|&at| matches!(self.clauses[at], Clause::Take(_))).collect();
        let mut clauses = self.clauses.to_vec();
        match (&takes[..], &self.moving()[..]) {
            ([take], []) => clauses[*take] = Clause::Take(tool),
            ([] | [_], [at]) if takes.is_empty() || !parts::routines(&self.clauses[*at]).is_empty() => {
                let works = parts::routines(&self.clauses[*at]);
                let fits = works.iter().all(|&routine| self.recogniser.lexicon.required(routine) == Some(tool));
                if works.len() > 1 && !fits {
                    return self.alone_in_part();
                }
                if works.is_empty() || !fits {
                    clauses[*at] = with_routines(&self.clauses[*at], &[routine]);
                }
                takes.iter().for_each(|&take| clauses[take] = Clause::Take(tool));
            }
            _ => return self.alone().and_then(|_| self.alone_in_part()),
        }
        Ok(clauses)
    }

    /// "Twice", "do it 3 times", "three times instead", "weld twice".
    pub(super) fn repeated(&self) -> Change {
        let body = after(self.comment(), &[Tag::Fix, Tag::Do, Tag::It, Tag::Again, Tag::Need]);
        let body = match body {
            [body @ .., last] if last.is(Tag::Instead) => trimmed(body),
            body => body,
        };
        let count = |items: &[Item]| {
            chart::count(spoken(items, self.text)?, &self.recogniser.lexicon, self.snapshot, self.state)
        };
        let (of, times) = (0..body.len()).find_map(|at| Some((&body[..at], count(&body[at..])?)))?;
        let at = match of {
            [] => self.alone(),
            of => {
                let thing = self.thing(of)?;
                match self.part_of(&thing) {
                    Ok(at) if thing.is_all_of(parts::routines(&self.clauses[at]), &self.at(&self.clauses[at])) => {
                        Ok(at)
                    }
                    // "Weld 5 twice" is a command.
                    Err(_) if self.clauses.len() == 1 => return None,
                    _ => self.alone_in_part(),
                }
            }
        };
        Some(at.map(|at| {
            let mut clause = self.clauses[at].clone();
            if let Clause::Go { times: old, .. } | Clause::Work { times: old, .. } = &mut clause {
                *old = times;
            }
            self.with(at, [clause])
        }))
    }
}

const fn times(clause: &Clause) -> u16 {
    match clause {
        Clause::Go { times, .. } | Clause::Work { times, .. } => *times,
        Clause::Take(_) | Clause::Drop | Clause::DropAndHome => 1,
    }
}

fn full_at(new: &Thing, old: &Clause) -> Option<Clause> {
    new.clause(times(old)).or_else(|| Some(old.clone()))
}

/// Other work at the places of a part.
fn with_routines(clause: &Clause, routines: &[RoutineId]) -> Clause {
    let routines = routines.to_vec();
    match clause {
        Clause::Go { places, times } => {
            Clause::Work { routines, places: places.clone(), times: *times, order: Order::RoutineByRoutine }
        }
        Clause::Work { places, times, order, .. } => {
            Clause::Work { routines, places: places.clone(), times: *times, order: *order }
        }
        other => other.clone(),
    }
}
