//! Work that tokens may name: routines, by words for the work or for what is worked on.
//!
//! In: the tokens from one on. Out: mentions of routines.

use super::{ALTERNATIVES_MAX, CHECK, Maker};
use crate::{
    cell::RoutineId,
    language::{
        lexicon::{canonical, kin::is_thing_noun, singular, stem::stem},
        rules::LISTS,
        rules::account::{Passed, passed},
        rules::chart::{grammar::LOOSE, meaning::Value},
    },
};

impl Maker<'_> {
    /// The routines that a word for work or for a workpiece may mean.
    pub(super) fn work(&mut self, start: usize) {
        let lexicon = self.cell.lexicon;
        let rest = self.tokens[start..].iter().take_while(|token| !token.mark).map(|token| token.text.as_str());
        if let Some((length, ids)) = lexicon.work_phrase(rest) {
            self.routines(start, start + length, &ids, 1);
        }
        if self.tokens[start].mark || self.tokens[start].number.is_some() {
            return;
        }
        let text = self.texts[start].clone();
        let forms = forms(&text);
        let own = forms.iter().map(|form| lexicon.routines(form).0).find(|ids| !ids.is_empty());
        let stands_for = || forms.iter().find_map(|form| self.grammar.work(form)).map(|work| lexicon.routines(work).0);
        let on_thing = || forms.iter().find_map(|form| lexicon.routines_on(form));
        let told = || forms.iter().map(|form| lexicon.routines_told(form).to_vec()).find(|ids| !ids.is_empty());
        if let Some(mut ids) = own.or_else(stands_for).filter(|ids| !ids.is_empty()) {
            ids.extend(lexicon.told_first(&text).filter(|id| !ids.contains(id)));
            // "The welder" is the tool.
            let is_tool = lexicon.is_tool_kind(&text) && !lexicon.tool_named(&text).is_none();
            let is_agent = is_tool && text.ends_with("er") && !lexicon.is_in_routine_name(&text);
            let from = self.mentions.len();
            let cost = match () {
                () if is_agent => CHECK,
                // "Put the torch on 2".
                () if is_tool && self.is_handled(start) => CHECK + 1,
                () if is_tool => 5,
                () if self.is_bare_verb(start) && self.is_of_other_verb(&text, &ids) => CHECK + 1,
                // "Finish 2", where something finished is looked at.
                () if matches!(text.as_str(), "finish" | "end") && !lexicon.is_in_routine_name(&text) => CHECK,
                () => 1,
            };
            self.routines(start, start + 1, &ids, if self.is_any_check(&text, &ids) { CHECK } else { cost });
            self.prefer_begun(from, &text);
            // "Press the ring", where rings are seated and bearings are pressed.
            if self.is_object(start) {
                self.things.push(ids.iter().copied().map(RoutineId).chain(self.observing()).collect());
            }
        } else if let Some(ids) =
            on_thing().filter(|ids| !ids.is_empty() && (is_thing_noun(&text) || !self.is_bare_verb(start)))
        {
            let named: Vec<RoutineId> =
                forms.iter().flat_map(|form| lexicon.routines_named(form)).map(|&id| RoutineId(id)).collect();
            let named =
                if self.checks() && named.is_empty() { ids.iter().copied().map(RoutineId).collect() } else { named };
            // A part, a board: whatever is worked on is called so.
            let is_any = !self.checks()
                && !self.is_object(start)
                && passed(|n| (n == 0).then_some(text.as_str())).is_some_and(|(_, of)| of == Passed::Matter);
            let observing: Vec<RoutineId> = if self.checks() { Vec::new() } else { self.observing().collect() };
            self.things.extend((!named.is_empty() && !is_any).then(|| [named, observing].concat()));
            self.thing(start, &ids, 3);
        } else if let Some(ids) = told().filter(|_| !self.is_grammar_word(start)) {
            // "Bake oven 2" is no picture of the bake.
            let is_other = self.opens_clause(start) && lexicon.is_only_told_of(&text)
                || self.is_bare_verb(start) && self.is_of_other_verb(&text, &ids);
            if !is_other {
                self.thing(start, &ids, 5);
            }
        }
    }

    /// "Drill 2", and not "holes in 2".
    fn is_bare_verb(&self, at: usize) -> bool {
        let leads = |at: usize| {
            let of = self.grammar.categories(&self.texts[at]);
            ["at", "from", "with", "and", LOOSE]
                .iter()
                .any(|name| self.grammar.named(name).is_some_and(|it| of.contains(&it)))
        };
        self.opens_clause(at)
            && singular(&self.texts[at]) == self.texts[at]
            && self.texts.get(at + 1).is_some_and(|_| !leads(at + 1))
    }

    /// "Drill 2", where a bore is measured; "flush 2", where an edge is cut flush.
    fn is_of_other_verb(&self, word: &str, ids: &[u32]) -> bool {
        let lexicon = self.cell.lexicon;
        let is_looked_at = || ids.iter().all(|&id| self.observing().any(|other| other.0 == id));
        lexicon.is_told_aside(word) || lexicon.is_kin_of_object(word) && is_looked_at()
    }

    /// "Check 3", where weighing and taking a picture both check something.
    pub(super) fn is_any_check(&self, word: &str, ids: &[u32]) -> bool {
        matches!(word, "check" | "checking" | "verify")
            && self.cell.lexicon.is_work_by_kin(word)
            && self.observing().any(|other| !ids.contains(&other.0))
    }

    /// "Check the swarf at 20" is no check of a torque, whatever swarf is elsewhere.
    pub(super) fn checks(&self) -> bool {
        self.texts.iter().any(|text| matches!(text.as_str(), "check" | "checking" | "verify" | "examine" | "look"))
    }

    /// "Put the torch", "take a torch".
    pub(super) fn is_handled(&self, at: usize) -> bool {
        let verb = (0..at).rev().find(|&at| !self.grammar.is_article(&self.texts[at]));
        verb.is_some_and(|at| {
            let of = self.grammar.categories(&self.texts[at]);
            ["bring", "lay"].iter().any(|name| self.grammar.named(name).is_some_and(|it| of.contains(&it)))
        })
    }

    /// A verb that a routine is called by.
    pub(super) fn begins_routine(&self, word: &str) -> bool {
        let snapshot = self.cell.snapshot;
        let begins = |id| canonical(snapshot.routine_name(RoutineId(id))).first().is_some_and(|first| first == word);
        (0..snapshot.routine_count() as u32).any(begins)
    }

    /// "The ring", behind a word for work.
    pub(super) fn is_object(&self, at: usize) -> bool {
        let is_work = |at: usize| !self.cell.lexicon.routines(&self.texts[at]).0.is_empty();
        at > 1 && self.grammar.is_article(&self.texts[at - 1]) && is_work(at - 2)
    }

    /// The routines that look at something.
    pub(super) fn observing(&self) -> impl Iterator<Item = RoutineId> {
        let snapshot = self.cell.snapshot;
        let observes = |id: &RoutineId| {
            let words = canonical(snapshot.routine_name(*id));
            words.iter().any(|word| LISTS.observing_names.iter().any(|part| word.contains(part)))
        };
        (0..snapshot.routine_count() as u32).map(RoutineId).filter(observes)
    }

    /// Of several routines, the one whose name begins with the word is likelier: "plant" is `Plant_Seedling`, not `Water_Plants`.
    pub(super) fn prefer_begun(&mut self, from: usize, word: &str) {
        let begins = |value: &Value| match value {
            Value::Routine(routine) => {
                let name = canonical(self.cell.snapshot.routine_name(*routine));
                name.first().is_some_and(|first| stem(first) == stem(word))
            }
            _ => false,
        };
        let begun: Vec<bool> = self.mentions[from..].iter().map(|mention| begins(&mention.value)).collect();
        if begun.iter().filter(|begun| **begun).count() == 1 && begun.len() > 1 {
            for (mention, begun) in self.mentions[from..].iter_mut().zip(begun) {
                mention.cost = if begun { 1 } else { mention.cost + 1 };
            }
        }
    }

    /// The routines that a word for what is worked on may mean.
    pub(super) fn thing(&mut self, start: usize, ids: &[u32], cost: u32) {
        let from = self.mentions.len();
        self.routines(start, start + 1, ids, cost);
        let thing = self.grammar.named("thing");
        for mention in &mut self.mentions[from..] {
            mention.category = thing.unwrap_or(mention.category);
        }
    }

    pub(super) fn routines(&mut self, start: usize, end: usize, ids: &[u32], cost: u32) {
        if ids.len() <= ALTERNATIVES_MAX {
            let doubt = 2 * (ids.len() as u32 - 1);
            for &id in ids {
                self.add(start, end, "routine", Value::Routine(RoutineId(id)), cost + doubt);
            }
        }
    }
}

/// The forms of a German verb, or of an inflected word, besides itself: "schweisst" is "schweissen".
pub(in crate::language::rules::chart) fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    for ending in ["", "e", "st", "t", "en", "et", "n", "s"] {
        if let Some(stem) = text.strip_suffix(ending).filter(|stem| stem.len() > 2) {
            forms.extend([format!("{stem}en"), format!("{stem}n")]);
            forms.extend((!ending.is_empty()).then(|| stem.to_owned()));
        }
    }
    forms
}
