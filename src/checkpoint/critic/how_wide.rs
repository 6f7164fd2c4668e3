//! What "all" comes to, against the places that are read.

use super::{
    cues::Cue,
    issue::IssueKind,
    outline::{Act, Group, Item},
    spots::work_positions,
    steps::Deed,
    token::Token,
    view::View,
};
use crate::cell::{PositionId, RoutineId};

impl View<'_> {
    /// What "all" comes to, against what is read.
    pub(super) fn check_all(&mut self) {
        let groups = self.groups.clone();
        for (at, group) in groups.iter().enumerate().filter(|(_, group)| !group.forbidden) {
            let rows: Vec<&Vec<Vec<PositionId>>> = group
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::All(rows) => Some(rows),
                    _ => None,
                })
                .collect();
            if rows.is_empty() || group.items.iter().any(|item| matches!(item, Item::Open)) {
                continue;
            }
            let mut group = group.clone();
            let later = groups[at + 1..].iter().take_while(|later| later.inherited);
            group.excluded.extend(later.clone().flat_map(|later| later.excluded.clone()));
            // "Go down all the lines and fill them": going is not asked for by itself.
            let is_carried = later.clone().any(|later| later.works().next().is_some());
            let group = &group;
            let rows: Vec<PositionId> = rows.into_iter().flatten().flatten().copied().collect();
            // "Air on all of them": by a name that nobody knows, where nothing else is done.
            let mut read: Vec<RoutineId> = self.routines_read().collect();
            read.dedup();
            let is_known = group.goes() || group.works().any(|(any_of, _)| any_of.iter().any(|id| read.contains(id)));
            if let ([routine], false, true) =
                (&read[..], is_known, groups.iter().filter(|group| !group.items.is_empty()).count() == 1)
            {
                self.compare_all(group, &rows, &[*routine]);
                continue;
            }
            for act in &group.acts {
                let routines: Vec<RoutineId> = match act {
                    Act::Work { any_of, .. } => {
                        any_of.iter().copied().filter(|id| self.routines_read().any(|read| read == *id)).collect()
                    }
                    _ => Vec::new(),
                };
                let goes = !is_carried && matches!(act, Act::Go | Act::Tour) && group.works().next().is_none();
                let elsewhere = groups.iter().enumerate().any(|(other, group)| {
                    other != at
                        && (group.does(&routines)
                            || goes && group.goes() && group.works().next().is_none()
                            || group.acts.is_empty())
                });
                if (routines.is_empty() && !goes) || elsewhere {
                    continue;
                }
                self.compare_all(group, &rows, &routines);
            }
        }
    }

    /// "All the booths on the south corridor": by what nobody knows.
    fn is_limited(&self, group: &Group) -> bool {
        let tokens = &self.tokens;
        (0..tokens.len()).filter(|&at| tokens[at].is(Cue::All) && tokens[at].at.start >= group.at.start).any(|at| {
            let part = tokens[at + 1..].iter().take_while(|token| !token.parts()).take(6);
            let mut rest = part.skip_while(|token| !matches!(token.text.as_str(), "on" | "along" | "by" | "near"));
            rest.next().is_some() && rest.any(|token| token.is_other() || token.has_place() && !token.row)
        })
    }

    /// "All but the fine pair": what is left out is said in words that nobody knows, so that it may be any; how many it may be.
    fn leaves_out_unknown(&self, group: &Group) -> Option<usize> {
        let next = |at: usize| self.tokens[at + 1..].iter().find(|token| !token.is(Cue::Little));
        let leaves = |at: usize| match self.tokens[at].cue {
            Some(Cue::Except) => true,
            // "All but the left", "all, but not the bottom".
            Some(Cue::But) => {
                next(at).is_some_and(|next| next.is(Cue::Not))
                    || at > 0 && matches!(self.tokens[at - 1].cue, Some(Cue::All | Cue::Noun))
                    || at > 0 && self.tokens[at - 1].row
            }
            Some(Cue::Left) => {
                self.tokens[at].size > 1 || matches!(self.tokens[at].text.as_str(), "excepted" | "excluded")
            }
            _ => false,
        };
        let is_known =
            |token: &Token| token.sure && token.has_place() || token.number.is_some() || token.count.is_some();
        let part = |at: usize| self.tokens[at + 1..].iter().take_while(|token| !token.parts());
        // "The long one" is one, "the coarse ones" and "the fine pair" may be any.
        let is_plural = |token: &Token| token.text.ends_with('s') || token.text == "pair" || token.is(Cue::Both);
        let unknown = (0..self.tokens.len())
            .find(|&at| !self.tokens[at].dropped && leaves(at) && !part(at).any(is_known))
            .filter(|_| group.excluded.is_empty())?;
        Some(if part(unknown).any(is_plural) { usize::MAX } else { 1 })
    }

    fn compare_all(&mut self, group: &Group, rows: &[PositionId], routines: &[RoutineId]) {
        let is_read = |deed: Deed| match deed {
            Deed::Work(routine) => routines.contains(&routine),
            Deed::Go => routines.is_empty(),
            _ => false,
        };
        let mut read: Vec<PositionId> =
            self.steps.iter().filter(|step| is_read(step.deed)).filter_map(|step| step.place).collect();
        read.sort_unstable();
        read.dedup();
        let also: Vec<PositionId> = group
            .items
            .iter()
            .filter(|item| !matches!(item, Item::All(_)))
            .filter_map(|item| self.places_of(item))
            .flatten()
            .collect();
        // "Rack A: scan slots 2 and 3": the row says where the slots are.
        if also.iter().any(|place| rows.contains(place)) || self.is_limited(group) && read.len() > 1 {
            return;
        }
        let supported = |places: Vec<PositionId>| -> Vec<PositionId> {
            places
                .into_iter()
                .filter(|&place| routines.iter().any(|&routine| self.snapshot.is_supported(routine, place)))
                .collect()
        };
        let work: Vec<PositionId> = work_positions(self.snapshot).collect();
        let mut sets: Vec<Vec<PositionId>> = Vec::new();
        if rows.is_empty() || group.loose_rows {
            if routines.is_empty() {
                sets.push(work.clone());
            } else {
                sets.push(supported(work.clone()));
                let everywhere = self.snapshot.position_ids().collect();
                sets.push(supported(everywhere));
            }
        }
        if rows.is_empty() || group.loose_rows {
            sets.extend(self.limits());
        }
        if !rows.is_empty() {
            sets.push(rows.to_vec());
            if !routines.is_empty() {
                sets.push(supported(rows.to_vec()));
            }
        }
        let with: Vec<Vec<PositionId>> = sets
            .iter()
            .map(|set| {
                let mut set: Vec<PositionId> =
                    set.iter().chain(&also).copied().filter(|place| !group.excluded.contains(place)).collect();
                let is_kept = |place: &PositionId| !self.is_spared(*place) || read.contains(place);
                set.retain(is_kept);
                set.sort_unstable();
                set.dedup();
                set
            })
            .collect();
        let far = |set: &Vec<PositionId>| {
            set.iter().filter(|place| !read.contains(place)).count()
                + read.iter().filter(|place| !set.contains(place)).count()
        };
        let Some(nearest) = with.iter().min_by_key(|set| far(set)).cloned() else { return };
        if far(&nearest) == 0 {
            return;
        }
        let missing: Vec<PositionId> = nearest.iter().copied().filter(|place| !read.contains(place)).collect();
        let may_miss = self.leaves_out_unknown(group).filter(|_| !read.is_empty()).unwrap_or(0);
        for place in missing.iter().filter(|_| missing.len() > may_miss) {
            let name = self.place_name(*place);
            let why = format!("all are asked for, and the reading leaves out {name}");
            self.object(IssueKind::PlaceNotRead, Some(group.at.clone()), name, why);
        }
        for place in read.iter().filter(|place| !nearest.contains(place)) {
            let name = self.place_name(*place);
            let is_told = self.issues.iter().any(|issue| issue.words == name);
            if !is_told {
                let why = format!("{name} is none of those that are asked for, and the reading has it");
                self.object(IssueKind::PlaceNotMentioned, None, name, why);
            }
        }
    }
}
