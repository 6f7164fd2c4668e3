//! Work by the words that people say for it: names of routines, the thesaurus, descriptions.
//!
//! In: words. Out: the routines that they may mean.

use super::{
    Found, Lexicon,
    build::ids,
    canon::{canon_text, is_hollow},
    kin::{self, THING_KIN, WORK_KIN},
    lists::intersect,
    stem::stem,
    thesaurus::WORDS_OF_ENTRY_MAX,
};
use crate::cell::{RoutineId, ToolId};

impl Lexicon {
    /// Every routine that a word may mean: by the words of names, else by words that shops use for them, else by
    /// descriptions. The flag says that the word is one for work at all, whether the cell does it or not.
    pub(crate) fn routines(&self, word: &str) -> (Vec<u32>, bool) {
        if is_hollow(word) || word.len() < 2 {
            return (Vec::new(), false);
        }
        let stem = stem(canon_text(word));
        if let Some(ids) = self.stems.get(&stem) {
            return (ids.clone(), true);
        }
        let ids = self.routines_of_kind(&stem);
        let is_work = !ids.is_empty() || kin::is_core(&stem);
        (ids, is_work)
    }

    /// Whether a word is work by the thesaurus alone, not by a routine's name.
    pub(crate) fn is_work_by_kin(&self, word: &str) -> bool {
        !self.stems.contains_key(&stem(canon_text(word)))
    }

    /// Whether a word is work, and no description tells of a routine that does it: "the bake" in "a picture of the bake".
    pub(crate) fn is_only_told_of(&self, word: &str) -> bool {
        let stem = stem(canon_text(word));
        kin::is_core(&stem) && !self.told_work.contains_key(&stem)
    }

    /// The routine whose description alone begins with a word that is in no routine's name: "spray" is no clear coat then.
    pub(crate) fn told_first(&self, word: &str) -> Option<u32> {
        let stem = stem(canon_text(word));
        match self.told_first.get(&stem).map(Vec::as_slice) {
            Some([id]) if !self.is_named(&stem) => Some(*id),
            _ => None,
        }
    }

    /// Whether a stem is of a word in a routine's name.
    fn is_named(&self, stem: &str) -> bool {
        self.stems.contains_key(stem) || self.thing_stems.contains_key(stem)
    }

    /// Whether a word, as it is, stands in a routine's name.
    pub(crate) fn is_in_routine_name(&self, word: &str) -> bool {
        self.words.get(canon_text(word)).is_some_and(|posts| !posts.routines.is_empty())
    }

    /// The routines that have a word in their names.
    pub(crate) fn routines_named(&self, word: &str) -> &[u32] {
        let stem = stem(canon_text(word));
        self.stems.get(&stem).or_else(|| self.thing_stems.get(&stem)).map_or(&[], Vec::as_slice)
    }

    /// The routines that do the work which an entry of the thesaurus means.
    pub(super) fn routines_of_kind(&self, entry: &str) -> Vec<u32> {
        let groups = WORK_KIN.of(entry);
        let mut ids = self.work_members.of(groups);
        if ids.is_empty() && !groups.is_empty() {
            ids = self.told_work.get(entry).filter(|ids| ids.len() == 1).cloned().unwrap_or_default();
        }
        ids
    }

    /// Whether a word for work, which is in no name, stands in a description where no verb stands.
    pub(crate) fn is_told_aside(&self, word: &str) -> bool {
        let stem = stem(canon_text(word));
        let groups = WORK_KIN.of(&stem);
        self.told_aside.contains(&stem)
            && !groups.is_empty()
            && !self.is_named(&stem)
            && self.work_members.of(groups).is_empty()
    }

    /// Whether a word is kin only to what routines work on: "drill", where a bore is measured.
    pub(crate) fn is_kin_of_object(&self, word: &str) -> bool {
        let stem = stem(canon_text(word));
        let groups = WORK_KIN.of(&stem);
        let does = self.told_members.any_of(groups);
        let ids = self.work_members.of(groups);
        !self.is_named(&stem) && !ids.is_empty() && !ids.iter().any(|id| does.contains(id))
    }

    /// The longest phrase for work of this cell that some words begin with, such as "pick up" or "take the lid off": how
    /// many words, articles included, and its routines.
    pub(crate) fn work_phrase<'w>(&self, words: impl Iterator<Item = &'w str>) -> Option<(usize, Vec<u32>)> {
        let (mut entry, mut count, mut best) = (String::new(), 0, None);
        for (place, word) in words.enumerate() {
            let is_article = matches!(word, "the" | "a" | "an" | "some" | "its" | "their");
            if count == WORDS_OF_ENTRY_MAX || (is_article && count == 0) {
                break;
            }
            if is_article {
                continue;
            }
            let stem = stem(word);
            if count == 0 && !WORK_KIN.opens(&stem) {
                return None;
            }
            if count > 0 {
                entry.push(' ');
            }
            entry.push_str(&stem);
            count += 1;
            if count > 1 {
                let ids = self.routines_of_kind(&entry);
                if !ids.is_empty() {
                    best = Some((place + 1, ids));
                }
            }
        }
        best
    }

    /// The routines whose names tell of this workpiece besides their work; `None` where the word is for no workpiece.
    pub(crate) fn routines_on(&self, word: &str) -> Option<Vec<u32>> {
        let stem = stem(canon_text(word));
        let groups = THING_KIN.of(&stem);
        if groups.is_empty() {
            return None;
        }
        let named = self.thing_stems.get(&stem).cloned();
        Some(named.unwrap_or_else(|| self.thing_members.any_of(groups)))
    }

    /// The routine that all of these words mean.
    pub(crate) fn routine(&self, lists: &[&[u32]]) -> Found<RoutineId> {
        Found::of(&intersect(lists.to_vec()), RoutineId)
    }

    /// The routine that alone needs a tool.
    pub(crate) fn routine_of(&self, tool: ToolId) -> Found<RoutineId> {
        let ids: Vec<u32> = ids(self.required.len()).filter(|&id| self.required[id as usize] == Some(tool)).collect();
        Found::of(&ids, RoutineId)
    }

    /// What a routine needs.
    pub(crate) fn required(&self, routine: RoutineId) -> Option<ToolId> {
        self.required.get(routine.index()).copied().flatten()
    }

    /// The routines that a word tells of in their descriptions.
    pub(crate) fn routines_told(&self, word: &str) -> &[u32] {
        self.told_stems.get(&stem(canon_text(word))).map_or(&[], Vec::as_slice)
    }
}
