//! What a reading names: its places, tools, routines and numbers, and which words speak of them.

use super::{Class, LISTS, Label, VOCABULARY, Word, words};
use crate::{
    cell::{PositionId, RoutineId, State, ToolId},
    language::{
        lexicon::{Lexicon, Named, canon, kin},
        said::{self, Clause, Span},
        wordlists::WordList,
    },
    snapshot::Snapshot,
};

/// See the head of this file.
pub(super) struct Meant<'l> {
    lexicon: &'l Lexicon,
    /// Of the reading, and those that were said besides.
    places: Vec<PositionId>,
    /// Of the reading.
    reached: Vec<PositionId>,
    /// Named in the sentence.
    named: Vec<PositionId>,
    tools: Vec<ToolId>,
    routines: Vec<RoutineId>,
    /// Numbers in the names, counts, and how many places are meant.
    numbers: Vec<u64>,
    has_go: bool,
    /// A tool is brought back: whichever is held.
    has_drop: bool,
    /// The speaker takes something back.
    is_corrected: bool,
    /// A place is said by its name or its number.
    is_named: bool,
    /// All but some.
    has_but: bool,
    /// All, or a range: a place may be left out of it.
    has_many: bool,
    /// Several places, one after the other.
    pub(super) has_several: bool,
}

impl<'l> Meant<'l> {
    pub(super) fn new(
        (clauses, before): (&[Clause], &[Clause]),
        said: &[Word],
        mut named: Vec<PositionId>,
        snapshot: &Snapshot,
        state: State,
        lexicon: &'l Lexicon,
    ) -> Self {
        let whole = whole_names(said, lexicon);
        let is_named =
            !whole.is_empty() || said.iter().any(|word| word.number.is_some() && !word.ordinal && word.text != "one");
        named.extend(whole);
        let mut meant = Self {
            lexicon,
            places: Vec::new(),
            reached: Vec::new(),
            named,
            tools: Vec::new(),
            routines: Vec::new(),
            numbers: Vec::new(),
            has_go: false,
            has_drop: false,
            is_corrected: is_corrected(said),
            is_named,
            has_but: false,
            has_many: false,
            has_several: false,
        };
        for clause in before.iter().chain(clauses) {
            meant.clause(clause, snapshot, state);
        }
        meant.has_many |= !before.is_empty();
        // Before the stands join in: one weld has one place, wherever its tool is taken.
        meant.has_several = meant.has_many || meant.reached.len() > 1;
        meant.tools.extend(state.tool);
        meant.reached.extend(meant.tools.iter().filter_map(|&tool| lexicon.tool_place(tool)).collect::<Vec<_>>());
        meant.places = meant.reached.iter().chain(&meant.named).copied().collect();
        let names = meant.places.iter().map(|&place| snapshot.position_name(place));
        let names = names.chain(meant.tools.iter().map(|&tool| snapshot.tool_name(tool)));
        let names = names.chain(meant.routines.iter().map(|&routine| snapshot.routine_name(routine)));
        let numbers: Vec<u64> = names.flat_map(words).filter_map(|word| word.number).collect();
        meant.numbers.extend(numbers);
        meant
    }

    fn clause(&mut self, clause: &Clause, snapshot: &Snapshot, state: State) {
        match clause {
            Clause::Go { places, times } => {
                self.has_go = true;
                self.spans(&places.spans, *times, snapshot, state);
            }
            Clause::Work { routines, places, times, .. } => {
                self.routines.extend(routines);
                self.tools.extend(routines.iter().filter_map(|&routine| snapshot.required_tool(routine)));
                self.spans(&places.spans, *times, snapshot, state);
            }
            Clause::Take(tool) => self.tools.push(*tool),
            Clause::Drop => self.has_drop = true,
            Clause::DropAndHome => {
                self.has_drop = true;
                self.reached.extend(self.lexicon.home().one());
            }
        }
    }

    fn spans(&mut self, spans: &[Span], times: u16, snapshot: &Snapshot, state: State) {
        let from = self.reached.len();
        for span in spans {
            match span {
                Span::One(place) => self.reached.push(*place),
                Span::Here => self.reached.push(state.position),
                // Nobody but the history knows where that is.
                Span::Back => {}
                Span::All { but } => {
                    self.has_many = true;
                    self.has_but |= !but.is_empty();
                    self.reached.extend(said::work_positions(snapshot));
                    self.numbers.push((self.reached.len() - from - but.len().min(self.reached.len() - from)) as u64);
                }
                Span::Range(first, last) => {
                    self.has_many = true;
                    self.reached.extend(said::range(snapshot, *first, *last));
                }
            }
        }
        self.numbers.push((self.reached.len() - from) as u64);
        self.numbers.push(u64::from(times));
    }

    /// A tool is brought back, whichever it is, or was taken back.
    const fn is_any_tool(&self) -> bool {
        self.has_drop || self.is_corrected
    }

    /// Whether something is left out or corrected.
    pub(super) fn leaves_out(&self) -> bool {
        self.has_but || self.named.iter().any(|place| !self.reached.contains(place))
    }

    /// How many of the next words are the whole name of something that is meant.
    pub(super) fn name(&self, words: &[Word]) -> (usize, Label) {
        let Some((taken, Named { place, tool, routine })) = self.lexicon.name(words) else { return (0, Label::Named) };
        if place.one().is_some() {
            return (taken, Label::Place);
        }
        if tool.one().is_some_and(|tool| self.is_any_tool() || self.tools.contains(&tool)) {
            return (taken, Label::Tool);
        }
        if routine.one().is_some_and(|routine| self.is_corrected || self.routines.contains(&routine)) {
            return (taken, Label::Named);
        }
        (0, Label::Named)
    }

    /// Whether a number is a place's, a count, or how many places there are.
    pub(super) fn counts(&self, word: &Word) -> bool {
        word.number.is_some_and(|number| self.numbers.contains(&number))
    }

    /// How many of the next words are a phrase for the work.
    pub(super) fn work(&self, words: &[Word]) -> Option<usize> {
        let plain = words.iter().take_while(|word| !word.mark).map(|word| word.text.as_str());
        let (taken, ids) = self.lexicon.work_phrase(plain)?;
        // "Weld outer" is no "weld out", though their stems are the same.
        let limits =
            |word: &Word| matches!(VOCABULARY.alone(&word.text), Some(Class::Limit(_))) && !kin::is_word(&word.text);
        if words[..taken].iter().any(limits) {
            return None;
        }
        ids.iter().any(|&id| self.routines.contains(&RoutineId(id))).then_some(taken)
    }

    /// What a single word speaks of, if it speaks of what is meant. A word that limits does as a word of a name, and so does
    /// one that is listed, for descriptions have every word in them.
    pub(super) fn word(&self, word: &Word, is_limit: bool, is_listed: bool) -> Option<Label> {
        let text = canon(word);
        let of = self.lexicon.speaks_of(&text);
        if of.tools_named.iter().any(|&id| self.is_any_tool() || self.tools.contains(&ToolId(id))) {
            return Some(Label::Tool);
        }
        if of.places_named.iter().any(|&id| self.places.contains(&PositionId(id))) {
            return Some(Label::Place);
        }
        if of.routines_named.iter().any(|&id| self.routines.contains(&RoutineId(id))) {
            return Some(Label::Named);
        }
        // "Weld 1, no, inspect it": work that was taken back.
        let is_work = |ids: &[u32]| {
            self.is_corrected && !ids.is_empty() || ids.iter().any(|&id| self.routines.contains(&RoutineId(id)))
        };
        let is_told = of.places_told.iter().any(|&id| self.reached.contains(&PositionId(id)));
        // A word that limits is one of a description only where a place is said by nothing else: "the lower face of the part".
        if is_limit {
            let is_told = is_told && !self.is_named;
            let is_work = is_work(&of.routines) && kin::is_word(&text) || of.things.is_some_and(|ids| is_work(&ids));
            return is_work.then_some(Label::Named).or_else(|| is_told.then_some(Label::Place));
        }
        if is_work(&of.routines) || of.things.as_ref().is_some_and(|ids| is_work(ids)) {
            return Some(Label::Named);
        }
        if of.things.as_ref().is_some_and(Vec::is_empty) {
            return Some(Label::Is(Class::Matter));
        }
        if of.tool_of_kind.is_some_and(|tool| self.is_any_tool() || self.tools.contains(&tool)) {
            return Some(Label::Tool);
        }
        if is_listed {
            return None;
        }
        let is_told = of.places_told.iter().any(|&id| self.places.contains(&PositionId(id)))
            || of.tools_told.iter().any(|&id| self.tools.contains(&ToolId(id)))
            || is_work(of.routines_told);
        is_told.then_some(Label::Place)
    }

    /// A place that was named, that nothing reaches, and that no word leaves out or corrects.
    pub(super) fn place_dropped(&self, said: &[Word]) -> Option<PositionId> {
        let says = |list: &WordList| said.iter().any(|word| list.has(&word.text));
        let names = |names: &[&str]| said.iter().any(|word| names.contains(&word.text.as_str()));
        let is_range = |three: &[Word]| {
            let leads = matches!(three[1].text.as_str(), "to" | "through" | "until" | "till" | "-");
            leads && three[0].number.is_some() && three.last().is_some_and(|last| last.number.is_some())
        };
        let has_range = said.windows(3).any(is_range) || said.windows(4).any(is_range);
        let is_left_out = says(&LISTS.leaves_out) && (!self.has_go || self.has_many || has_range || says(&LISTS.many));
        let is_from = names(&["from"]);
        let is_pronoun = names(&["one", "ones"]);
        let is_dropped =
            |place: &PositionId| !(self.reached.contains(place) || is_pronoun && self.lexicon.is_numbered(*place, 1));
        let dropped = self.named.iter().copied().find(is_dropped);
        dropped.filter(|_| !self.is_corrected && !is_left_out && !is_from)
    }
}

/// Whether a speaker takes back something that he said.
fn is_corrected(said: &[Word]) -> bool {
    let makes = |pair: &[Word]| {
        matches!(pair[0].text.as_str(), "make" | "change") && matches!(pair[1].text.as_str(), "that" | "it")
    };
    said.iter().any(|word| LISTS.corrects.has(&word.text)) || said.windows(2).any(makes)
}

/// The places whose whole names stand in a sentence.
fn whole_names(said: &[Word], lexicon: &Lexicon) -> Vec<PositionId> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < said.len() {
        let named = lexicon.name(&said[at..]);
        out.extend(named.and_then(|(_, named)| named.place.one()));
        at += named.map_or(1, |(taken, _)| taken);
    }
    out
}
