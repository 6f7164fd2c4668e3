//! Comments that leave something out: "skip 2", "no inspection", "only 1", "no tools".

use super::{
    super::{english::Tag, guard, tag::Item},
    Change, Clause, Places, Revision, Span, parts,
    thing::{Thing, after},
};
use crate::{cell::PositionId, language::said};

/// What is said behind a comma may be the reason: it says nothing that is to be done, and takes nothing back.
fn is_reason(items: &[Item]) -> bool {
    let acts = [
        Tag::Fix,
        Tag::Wait,
        Tag::No,
        Tag::Halt,
        Tag::If,
        Tag::Go,
        Tag::Then,
        Tag::And,
        Tag::Take,
        Tag::Put,
        Tag::Drop,
        Tag::Return,
        Tag::Instead,
        Tag::But,
        Tag::Only,
        Tag::At,
    ];
    let says = |item: &Item| {
        item.number.is_some() || !item.place.is_none() || item.is_place_word || item.is_work || item.is_any(&acts)
    };
    guard::forbids(items).is_none() && !items.iter().any(says)
}

impl Revision<'_> {
    /// "Don't attach tools", "no tools": what is left is going; nothing where work needs one.
    pub(super) fn without_tools(&self) -> Change {
        let has = |tags: &[Tag]| self.items.iter().any(|item| item.is_any(tags));
        let forbids = has(&[Tag::Halt, Tag::Not, Tag::No, Tag::Skip, Tag::Except]);
        let mut tools = self.items.iter().filter_map(|item| item.tool.one());
        let tool = tools.next();
        let names_tool = has(&[Tag::ToolNoun]) || has(&[Tag::Take]) && tool.is_some();
        let names_more = self.items.iter().any(|item| item.number.is_some() || !item.place.is_none());
        // "Don't bring the tool back" speaks of that alone.
        if !forbids || !names_tool || names_more || has(&[Tag::Drop, Tag::Put, Tag::Return, Tag::Back]) {
            return None;
        }
        let needs = |clause: &Clause| {
            parts::routines(clause).iter().any(|&routine| self.recogniser.lexicon.required(routine).is_some())
        };
        if self.clauses.iter().any(needs) {
            return Some(Err("the work in the plan needs a tool".to_owned()));
        }
        let is_other =
            |clause: &Clause| matches!(clause, Clause::Take(other) if tool.is_some_and(|tool| tool != *other));
        if self.clauses.iter().any(is_other) {
            return Some(Err("the plan takes another tool: name what is to be left out".to_owned()));
        }
        let kept = self.clauses.iter().filter(|clause| !matches!(clause, Clause::Take(_) | Clause::Drop));
        Some(self.left(kept.cloned().collect()))
    }

    /// "Skip 2", "leave the weld out", "not 2", "leave out 2 and 3, too risky", "don't do 2".
    pub(super) fn left_out(&self) -> Change {
        let (first, rest) = self.comment().split_first()?;
        let leaves = first.is_any(&[Tag::Skip, Tag::Except, Tag::ExceptDo, Tag::Not, Tag::No]) && !is_instead(first)
            || matches!(first.text.as_str(), "do not" | "remove" | "drop" | "delete" | "forget" | "cancel")
            || first.text == "leave" && self.items.iter().any(|item| item.text == "out" || item.text.ends_with(" out"));
        let comma = rest.iter().position(|item| item.mark == Some(','));
        let ends = [Some(rest.len()), comma.filter(|&comma| is_reason(&rest[comma..]))];
        let thing = ends
            .into_iter()
            .flatten()
            .filter(|_| leaves)
            .find_map(|end| self.thing(after(&rest[..end], &[Tag::Do, Tag::Skip, Tag::Need])));
        match thing {
            Some(thing) => Some(self.leave_out(&thing)),
            None => (leaves && first.is_any(&[Tag::Skip, Tag::Except])).then(|| Err(self.unclear())),
        }
    }

    fn leave_out(&self, thing: &Thing) -> Result<Vec<Clause>, String> {
        self.held_by_back()?;
        if thing.work.is_empty() {
            if thing.places.iter().any(|places| places.spans.iter().any(|span| matches!(span, Span::All { .. }))) {
                return self.left(Vec::new());
            }
            let all: Vec<PositionId> = self.clauses.iter().flat_map(|clause| self.at(clause)).collect();
            if !thing.at.iter().all(|place| all.contains(place)) {
                return Err(format!("'{}' is not in the plan", thing.said));
            }
            let kept = self.clauses.iter().filter_map(|clause| self.without_places(clause, &thing.at));
            return self.left(kept.collect());
        }
        let at = self.part_of(thing)?;
        let clause = &self.clauses[at];
        let is_all_of_it = thing.at.is_empty() || self.at(clause).iter().all(|place| thing.at.contains(place));
        let kept = match clause {
            Clause::Work { routines, places, times, order } if is_all_of_it => {
                let routines: Vec<_> = routines.iter().filter(|one| !thing.work.contains(one)).copied().collect();
                (!routines.is_empty()).then(|| Clause::Work {
                    routines,
                    places: places.clone(),
                    times: *times,
                    order: *order,
                })
            }
            Clause::Work { routines, .. } if routines.len() == 1 => self.without_places(clause, &thing.at),
            _ => {
                return Err(format!(
                    "'{}' is only some of the places in that part of the plan: say what to do there instead",
                    thing.said
                ));
            }
        };
        self.left(self.with(at, kept))
    }

    /// What is left of a plan, where anything is.
    fn left(&self, kept: Vec<Clause>) -> Result<Vec<Clause>, String> {
        let moves = |clauses: &[Clause]| clauses.iter().any(|clause| parts::places(clause).is_some());
        match moves(&kept) || !kept.is_empty() && !moves(self.clauses) {
            true => self.carried(parts::joined(&kept)),
            false => Err("nothing would be left to be done: say no to drop the plan".to_owned()),
        }
    }

    /// "Only position 1", "just the weld", "1 only": nothing but that.
    pub(super) fn only(&self) -> Change {
        let comment = after(self.comment(), &[Tag::With, Tag::Fix, Tag::Do]);
        let body = match comment {
            [first, body @ ..] if first.is(Tag::Only) => body,
            [body @ .., last] if last.is(Tag::Only) => body,
            _ => return None,
        };
        let thing = self.thing(body)?;
        // "Just weld at 5" of a plan of something else is a command.
        let is_command = thing.clause(1).is_some() && !self.clauses.iter().any(|clause| self.does(clause, &thing));
        if is_command && self.clauses.len() == 1 {
            return None;
        }
        Some(self.keep(&thing))
    }

    fn keep(&self, thing: &Thing) -> Result<Vec<Clause>, String> {
        self.held_by_back()?;
        let mut kept: Vec<Clause> = Vec::new();
        let (mut narrowed, mut dropped, mut found) = (false, false, Vec::new());
        for clause in self.clauses {
            if parts::places(clause).is_none() {
                kept.push(clause.clone());
                continue;
            }
            let at = self.at(clause);
            let here: Vec<PositionId> = match thing.at.is_empty() {
                true => at.clone(),
                false => at.iter().filter(|place| thing.at.contains(place)).copied().collect(),
            };
            let does_work = thing.work.iter().all(|routine| parts::routines(clause).contains(routine));
            if here.is_empty() || !does_work || thing.goes && !matches!(clause, Clause::Go { .. }) {
                dropped = true;
                continue;
            }
            let mut clause = clause.clone();
            if let Clause::Work { routines, .. } = &mut clause
                && !thing.work.is_empty()
            {
                routines.clone_from(&thing.work);
            }
            if let Some(places) = parts::places_mut(&mut clause).filter(|_| here.len() < at.len()) {
                narrowed = true;
                *places = parts::these(&here);
            }
            found.extend(here);
            kept.push(clause);
        }
        match () {
            () if found.is_empty() || !thing.at.iter().all(|place| found.contains(place)) => {
                Err(format!("'{}' is not in the plan", thing.said))
            }
            () if dropped && (narrowed && thing.is_places() || self.has_tools()) => Err(format!(
                "besides '{}', should the other parts of the plan be dropped too? Say 'skip …' for each one you do not want",
                thing.said
            )),
            () => self.carried(parts::joined(&kept)),
        }
    }

    /// What forbids, or tells, and is no change.
    pub(super) fn vetoed(&self) -> Change {
        let opens_with_fix = self.comment().first().is_some_and(|item| item.is(Tag::Fix));
        match guard::forbids(self.items) {
            _ if opens_with_fix => None,
            Some(veto) => Some(Err(veto.reason)),
            None => guard::reports(self.items).then(|| Err("this tells what was, not what to do".to_owned())),
        }
    }

    /// A part without some of its places; `None` where none is left.
    fn without_places(&self, clause: &Clause, but: &[PositionId]) -> Option<Clause> {
        let mut clause = clause.clone();
        let Some(places) = parts::places_mut(&mut clause) else { return Some(clause) };
        self.leave(places, but);
        (!places.spans.is_empty() && !self.at(&clause).is_empty()).then_some(clause)
    }

    /// Takes places out of others.
    fn leave(&self, places: &mut Places, but: &[PositionId]) {
        for span in std::mem::take(&mut places.spans) {
            match span {
                Span::All { but: mut others } => {
                    others.extend(but.iter().filter(|place| !others.contains(place)).copied().collect::<Vec<_>>());
                    places.spans.push(Span::All { but: others });
                }
                Span::Range(from, to) => {
                    let between = said::range(self.snapshot, from, to);
                    if between.iter().any(|place| but.contains(place)) {
                        places.spans.extend(between.into_iter().filter(|place| !but.contains(place)).map(Span::One));
                    } else {
                        places.spans.push(Span::Range(from, to));
                    }
                }
                Span::One(place) if but.contains(&place) => {}
                Span::Here if but.contains(&self.state.position) => {}
                other => places.spans.push(other),
            }
        }
    }
}

/// "Instead of" sets something in the place of another thing.
pub(super) fn is_instead(item: &Item) -> bool {
    matches!(item.text.as_str(), "instead of" | "rather than" | "in place of")
}
