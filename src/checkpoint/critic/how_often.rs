//! How often a step is read, against how often it is asked for.

use super::{
    cues::Cue,
    issue::IssueKind,
    outline::{Group, Item},
    steps::{Deed, Step},
    token::Token,
    view::View,
};
use crate::cell::PositionId;

impl View<'_> {
    pub(super) fn check_counts(&mut self) {
        let said: Vec<u64> =
            self.groups.iter().flat_map(|group| group.counts.clone()).filter(|&count| count > 1).collect();
        let maybe: Vec<u64> = self
            .tokens
            .iter()
            .filter(|token| !token.dropped && (token.sure || !self.is_story()))
            .filter_map(|token| token.count)
            .collect();
        let mut most = 1;
        let mut seen: Vec<(Step, u64)> = Vec::new();
        for step in &self.steps {
            match seen.iter_mut().find(|(other, _)| other == step) {
                Some((_, times)) => *times += 1,
                None => seen.push((*step, 1)),
            }
        }
        for (step, times) in seen {
            let base = self.times_said(step);
            most = most.max(times);
            let fits = times <= base
                || said
                    .iter()
                    .chain(&maybe)
                    .any(|&count| times == count || times == count * base || times + 1 == count + base)
                || said.iter().sum::<u64>() == times && said.len() > 1
                || said.iter().product::<u64>() == times && said.len() > 1;
            let own = self.groups.iter().any(|group| step.place.is_some_and(|place| group.count_of(place).is_some()));
            if !fits || (own || !maybe.contains(&times)) && !self.is_story() && self.is_uneven(step, times) {
                let name = self.deed_name(step);
                let why = format!("{name} is read {times} times, and that is not how often it is said");
                self.object(IssueKind::CountOff, None, name, why);
            }
        }
        if let Some(&count) = said.iter().find(|&&count| most < count && count < 100 && !self.is_story()) {
            let why = format!("{count} times are asked for, and the reading does nothing so often");
            self.object(IssueKind::CountOff, None, count.to_string(), why);
        }
    }

    /// A sentence and its comment: a step that is read more often than its place is spoken of, where no word counts.
    pub(super) fn check_counts_revised(&mut self) {
        let counts = |token: &Token| {
            token.count.is_some()
                || token.number.is_some() && token.places.is_empty()
                || matches!(token.cue, Some(Cue::Times | Cue::Twice | Cue::Thrice | Cue::Again | Cue::All | Cue::Both))
        };
        if self.issues.is_empty() && !self.is_story() && !self.tokens.iter().any(counts) {
            for (at, step) in self.steps.iter().enumerate() {
                let Some(place) = step.place.filter(|_| !self.is_carry(at)) else { continue };
                let times = self.steps.iter().filter(|other| *other == step).count();
                let speaks = |token: &&Token| {
                    token.places.contains(&place)
                        || matches!(token.cue, Some(Cue::Here | Cue::Same | Cue::Home))
                        || token.text.len() > 2 && {
                            let of = self.lexicon.speaks_of(&token.text);
                            of.places_named.contains(&place.0) || of.places_told.contains(&place.0)
                        }
                };
                let said = self.tokens.iter().filter(|token| !token.parts()).filter(speaks).count();
                if times > said.max(1) {
                    let name = self.step_name(at);
                    let why = format!("{name} is read {times} times, and that is not how often it is said");
                    return self.object(IssueKind::CountOff, None, name, why);
                }
            }
        }
    }

    /// Whether a count stands with just this step's part of the sentence, and the step is not done so often.
    fn is_uneven(&self, step: Step, times: u64) -> bool {
        let Some(place) = step.place else { return false };
        let mut groups = self
            .groups
            .iter()
            .filter(|group| !group.forbidden && self.speaks_of(group, step.deed) && self.covers(group, place));
        let (Some(group), None) = (groups.next(), groups.next()) else { return false };
        if let Some(count) = group.count_of(place) {
            return times != count;
        }
        matches!(group.counts[..], [count] if count > 1 && times != count)
    }

    /// Whether a group is about just this, not only perhaps.
    fn speaks_of(&self, group: &Group, deed: Deed) -> bool {
        match deed {
            Deed::Work(routine) => group.does(&[routine]) || group.acts.is_empty(),
            Deed::Go => group.goes() || group.acts.is_empty(),
            Deed::Take(_) | Deed::Drop | Deed::DropAndHome => false,
        }
    }

    fn deed_name(&self, step: Step) -> String {
        self.steps.iter().position(|other| *other == step).map_or_else(String::new, |at| self.step_name(at))
    }

    /// In how many parts of the sentence a step is asked for.
    fn times_said(&self, step: Step) -> u64 {
        let Some(place) = step.place else { return 1 };
        let groups = || self.groups.iter().filter(|group| !group.forbidden && !group.excluded.contains(&place));
        let times = |group: &Group| if self.speaks_of(group, step.deed) { self.times_in(group, place) } else { 0 };
        // What is told of a place, or said of it once more, asks for nothing, where a verb says what is wanted.
        let asked: u64 = groups().filter(|group| !group.inherited && !group.acts.is_empty()).map(times).sum();
        let all: u64 = groups().map(times).sum();
        if asked > 0 && !self.has(Cue::Again) { asked } else { all.max(1) }
    }

    /// How often one part of the sentence names a place: "all of them, from 1 to 6" names each once.
    fn times_in(&self, group: &Group, place: PositionId) -> u64 {
        let covers = |item: &&Item| self.places_of(item).is_none_or(|places| places.contains(&place));
        let named = group
            .items
            .iter()
            .filter(covers)
            .filter(|item| matches!(item, Item::One { sure: true, .. } | Item::Range(..)))
            .count();
        (named as u64).max(u64::from(group.items.iter().any(|item| covers(&item))))
    }

    /// What is done several times is done one after the other, or the whole of it is done again.
    pub(super) fn check_repeats(&mut self) {
        let steps = &self.steps;
        let parted = steps.iter().enumerate().find(|(at, step)| {
            let last = steps.iter().rposition(|other| other == *step).unwrap_or(*at);
            self.times_said(**step) == 1
                && !matches!(step.deed, Deed::Take(_) | Deed::Drop)
                && !self.is_carry(*at)
                && steps[*at..=last].iter().any(|other| other != *step)
        });
        let Some((at, _)) = parted else { return };
        let is_whole_again = (1..steps.len()).any(|length| steps.chunks(length).all(|chunk| chunk == &steps[..length]));
        if !is_whole_again {
            let name = self.step_name(at);
            let why = format!("{name} is read several times, with other steps between");
            self.object(IssueKind::OrderReversed, None, name, why);
        }
    }
}
