//! Snapshot → lexicon: every word of every name, and what it belongs to.

use super::{
    Also, LISTS, Lexicon, Posts,
    canon::{canonical, is_hollow, is_mark_of_place, is_place_noun},
    kin::{Members, THING_KIN, TOOL_KIN, WORK_KIN, groups_of_name, place_words, plain_groups_of_name, words_in_use},
    near::Near,
    stem::stem,
    thesaurus::{THINGS, TOOLS, WORK},
};
use crate::{
    cell::{PositionId, Role, RoutineId, TOOL_ATTACH, TOOL_RELEASE, ToolId},
    language::wordlists::{ByWord, WordSet},
    limits::{LEXICON_NEAR_WORDS_MAX, LEXICON_WORDS_OF_NAME_MAX},
    snapshot::Snapshot,
};

impl Lexicon {
    /// The lexicon of a cell, with further words for its things: (words, name) pairs.
    pub(crate) fn new(snapshot: &Snapshot, also: &Also) -> Self {
        let mut lexicon = Self {
            names: ByWord::with_capacity_and_hasher(snapshot.position_count(), Default::default()),
            longest: ByWord::default(),
            words_of_name_max: 0,
            words: ByWord::default(),
            told: ByWord::default(),
            stems: ByWord::default(),
            told_stems: ByWord::default(),
            told_work: ByWord::default(),
            told_aside: WordSet::default(),
            told_first: ByWord::default(),
            work_members: Members::new(&WORK_KIN),
            told_members: Members::new(&WORK_KIN),
            thing_members: Members::new(&THING_KIN),
            thing_stems: ByWord::default(),
            tool_members: Members::new(&TOOL_KIN),
            tool_kinds: Members::new(&TOOL_KIN),
            initials: ByWord::default(),
            ends: ByWord::default(),
            roles: ids(snapshot.position_count()).map(|id| snapshot.role(PositionId(id))).collect(),
            place_words: Vec::with_capacity(snapshot.position_count()),
            telling: Vec::with_capacity(snapshot.position_count()),
            required: ids(snapshot.routine_count()).map(|id| snapshot.required_tool(RoutineId(id))).collect(),
            tool_heads: Vec::with_capacity(snapshot.tool_count()),
            tool_places: ids(snapshot.tool_count()).map(|id| snapshot.tool_position(ToolId(id))).collect(),
            homes: Vec::new(),
            system: Vec::new(),
            near: Near::default(),
        };
        lexicon.add_positions(snapshot);
        lexicon.add_tools(snapshot);
        lexicon.add_routines(snapshot);
        lexicon.add_also(also);
        let words = lexicon.words.keys().filter(|word| word.len() >= 4).take(LEXICON_NEAR_WORDS_MAX);
        let kin = [
            words_in_use(&WORK, &lexicon.work_members),
            words_in_use(&THINGS, &lexicon.thing_members),
            words_in_use(&TOOLS, &lexicon.tool_members),
        ]
        .concat();
        lexicon.near = Near::new(words.map(String::as_str), kin);
        // Not before: a misspelt word is one of the cell's own.
        lexicon.add_place_words(snapshot);
        lexicon.words_of_name_max = lexicon.longest.values().copied().max().unwrap_or(0);
        lexicon
    }

    fn add_positions(&mut self, snapshot: &Snapshot) {
        for id in ids(snapshot.position_count()) {
            let place = PositionId(id);
            let words = canonical(snapshot.position_name(place));
            if let Some(last) = words.last().filter(|last| is_mark_of_place(last)) {
                push(self.ends.entry(last.clone()).or_default(), id);
                push(self.initials.entry(initials(&words)).or_default(), id);
            }
            self.telling.push(words.iter().filter(|word| !is_place_noun(word)).count());
            self.add_name(&words, |posts| &mut posts.positions, id);
            for word in &words {
                push(&mut self.words.entry(word.clone()).or_default().positions, id);
            }
            self.place_words.push(words.into_boxed_slice());
            for word in canonical(snapshot.position_description(place)) {
                push(&mut self.told.entry(word).or_default().positions, id);
            }
            if snapshot.role(place) == Role::Home {
                self.homes.push(id);
            }
        }
    }

    /// "Belt 1" for `Band_1`: where no position is called so.
    fn add_place_words(&mut self, snapshot: &Snapshot) {
        if snapshot.position_count() > LEXICON_NEAR_WORDS_MAX {
            return;
        }
        let mut further = Vec::new();
        for id in ids(snapshot.position_count()) {
            let words = canonical(snapshot.position_name(PositionId(id)));
            for at in 0..words.len() {
                for word in place_words(&words[at]).filter(|word| !self.words.contains_key(*word)) {
                    let mut name = words.clone();
                    word.clone_into(&mut name[at]);
                    further.push((word, name, id));
                }
            }
        }
        for (word, name, id) in further {
            push(&mut self.words.entry(word.to_owned()).or_default().positions, id);
            self.add_name(&name, |posts| &mut posts.positions, id);
        }
    }

    fn add_tools(&mut self, snapshot: &Snapshot) {
        for id in ids(snapshot.tool_count()) {
            let tool = ToolId(id);
            let words = canonical(snapshot.tool_name(tool));
            self.tool_heads.push(words.last().cloned().unwrap_or_default());
            self.add_name(&words, |posts| &mut posts.tools, id);
            self.tool_members.add(&plain_groups_of_name(&TOOL_KIN, &words), id);
            for word in words {
                push(&mut self.words.entry(word).or_default().tools, id);
            }
            let (told, kind) = (canonical(snapshot.tool_description(tool)), canonical(snapshot.tool_kind(tool)));
            self.tool_kinds.add(&plain_groups_of_name(&TOOL_KIN, &kind), id);
            for word in told.into_iter().chain(kind) {
                push(&mut self.told.entry(word).or_default().tools, id);
            }
        }
    }

    fn add_routines(&mut self, snapshot: &Snapshot) {
        for id in ids(snapshot.routine_count()) {
            let routine = RoutineId(id);
            if [TOOL_ATTACH, TOOL_RELEASE].contains(&snapshot.routine_name(routine)) {
                self.system.push(id);
                continue;
            }
            let words = canonical(snapshot.routine_name(routine));
            self.add_name(&words, |posts| &mut posts.routines, id);
            let told = canonical(snapshot.routine_description(routine));
            self.add_kinds(&words, &told, id);
            if let Some(verb) = told.first().filter(|verb| !is_hollow(verb)) {
                push(self.told_first.entry(stem(verb)).or_default(), id);
            }
            for (at, word) in told.iter().enumerate().filter(|(_, word)| !is_hollow(word)) {
                push(self.told_stems.entry(stem(word)).or_default(), id);
                // "Take a picture of the bake" does not bake.
                let before = told[..at].iter().rev().map(String::as_str).find(|word| !is_article(word));
                if before != Some("of") {
                    push(self.told_work.entry(stem(word)).or_default(), id);
                }
                if !tells_work(&told, at) {
                    self.told_aside.insert(stem(word));
                }
            }
        }
    }

    /// What kind of work a routine is and on what, by its name and its description. A word of the name that is a workpiece's
    /// only narrows, where the name has others.
    fn add_kinds(&mut self, words: &[String], told: &[String], id: u32) {
        let telling = |word: &&String| !is_hollow(word);
        let is_thing = |word: &&String| !THING_KIN.of(&stem(word)).is_empty();
        let only_things = words.iter().filter(telling).all(|word| is_thing(&word));
        let work: Vec<String> = words.iter().filter(|word| only_things || !is_thing(word)).cloned().collect();
        let kinds = groups_of_name(&WORK_KIN, words);
        let kinds = if kinds.is_empty() { groups_of_name(&WORK_KIN, &work) } else { kinds };
        self.work_members.add(&kinds, id);
        self.told_members.add(&kinds_of_verb(&kinds, words, told), id);
        for word in words.iter().chain(told).filter(is_thing) {
            self.thing_members.add(THING_KIN.of(&stem(word)), id);
        }
        for word in words.iter().filter(telling) {
            if !only_things && is_thing(&word) {
                push(self.thing_stems.entry(stem(word)).or_default(), id);
            } else {
                push(self.stems.entry(stem(word)).or_default(), id);
            }
            push(&mut self.words.entry(word.clone()).or_default().routines, id);
        }
    }

    fn add_also(&mut self, also: &Also) {
        for (said, id) in &also.places {
            self.add_name(&canonical(said), |posts| &mut posts.positions, id.0);
        }
        for (said, id) in &also.tools {
            self.add_name(&canonical(said), |posts| &mut posts.tools, id.0);
        }
        for (said, id) in &also.routines {
            self.add_name(&canonical(said), |posts| &mut posts.routines, id.0);
        }
    }

    fn add_name(&mut self, words: &[String], kind: impl Fn(&mut Posts) -> &mut Vec<u32>, id: u32) {
        if let Some(first) = words.first().filter(|_| words.len() <= LEXICON_WORDS_OF_NAME_MAX) {
            let longest = self.longest.entry(first.clone()).or_default();
            *longest = (*longest).max(words.len());
            push(kind(self.names.entry(words.join(" ")).or_default()), id);
            if words.len() > 1 {
                // Written as one word: "infeedconveyor".
                let joined = words.concat();
                self.longest.entry(joined.clone()).or_insert(1);
                push(kind(self.names.entry(joined).or_default()), id);
                // "screwbay 3".
                if let [row @ .., end] = words
                    && row.len() > 1
                    && is_mark_of_place(end)
                {
                    let row = row.concat();
                    push(kind(self.names.entry(format!("{row} {end}")).or_default()), id);
                    let longest = self.longest.entry(row).or_default();
                    *longest = (*longest).max(2);
                }
            }
        }
    }
}

/// Whether a word of a description may be what is done: "measure the open-circuit voltage" opens nothing, and "cut the sole edge
/// flush" flushes nothing.
fn tells_work(told: &[String], at: usize) -> bool {
    let Some((first, before)) = told[..at].split_first() else { return true };
    // In a language without these nobody knows.
    if !told.iter().any(|word| is_article(word) || LISTS.small_words.has(word)) {
        return true;
    }
    let next_before = before.iter().rev().find(|word| !is_article(word)).unwrap_or(first);
    // "Take a photo", "make a weld".
    let is_made = before.iter().all(|word| is_article(word)) && LISTS.light_verbs.has(first);
    is_made || LISTS.joins.has(next_before)
}

fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an")
}

/// The kinds of work of a name without those of what is worked on: "probe bore" does not drill, where it measures the bore.
fn kinds_of_verb(kinds: &[u16], words: &[String], told: &[String]) -> Vec<u16> {
    let begins = told.first().map_or(&[][..], |verb| WORK_KIN.of(&stem(verb)));
    let is_object = |word: &&String| {
        let mut found = (0..told.len()).filter(|&at| stem(&told[at]) == stem(word)).peekable();
        found.peek().is_some() && found.all(|at| !tells_work(told, at))
    };
    let verbs: Vec<String> = words.iter().filter(|word| !is_object(word)).cloned().collect();
    let of_verbs = groups_of_name(&WORK_KIN, &verbs);
    let is_of_verb = |kind: &u16| begins.contains(kind) || of_verbs.contains(kind);
    let of_verb: Vec<u16> = kinds.iter().copied().filter(is_of_verb).collect();
    if of_verb.is_empty() && verbs.len() == words.len() { kinds.to_vec() } else { of_verb }
}

pub(super) fn ids(count: usize) -> std::ops::Range<u32> {
    0..count as u32
}

/// "Safe", "position", "1" → "sp 1".
fn initials(words: &[String]) -> String {
    let Some((end, row)) = words.split_last() else { return String::new() };
    row.iter().filter_map(|word| word.chars().next()).chain([' ']).chain(end.chars()).collect()
}

/// Ids come in ascending order; a name may have a word twice.
fn push(ids: &mut Vec<u32>, id: u32) {
    if ids.last() != Some(&id) {
        ids.push(id);
    }
}
