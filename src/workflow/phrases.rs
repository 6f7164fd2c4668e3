//! What may be made of what a cell has learnt: which phrases fit its layout, and what an engineer's word about one records.
//!
//! In: phrases as they are stored; an engineer's word about one. Out: what sentences are read by, and in words why a phrase cannot
//! be. How phrases come to be stored is in [`super::lesson`].
//!
//! 1. Nothing that is kept has any effect before somebody accepted it.
//! 2. A phrase is looked at again whenever it is read: where it no longer fits the layout in force, it is no candidate.
//! 3. No phrase opens like an answer ([`reply::opens_like_an_answer`]).

use super::phrase_list::{GivenNickname, GivenPhrase, PhraseList, without_article};
use crate::{
    answer::describe,
    cell::{PositionId, State, shown},
    language::{Clause, Said, Span, phrase_of, rules::Recogniser, templates::Templates, terse},
    plan::{Goal, Intent},
    review::reply,
    snapshot::Snapshot,
    store::{PhraseDecision, PhraseRow, PhraseVerdict, Store, StoreError},
};

/// Why a phrase is not accepted, or not dropped.
#[derive(Debug, thiserror::Error)]
pub enum PhraseError {
    /// No phrase has this number.
    #[error("there is no phrase {0}")]
    NoSuch(i64),
    /// It can be no phrase, or no nickname.
    #[error("phrase {number} cannot be accepted: {why}")]
    Unfit {
        /// Its number.
        number: i64,
        /// Why, in words.
        why: String,
    },
    /// It was accepted before, or dropped before.
    #[error("phrase {number} is {state} already")]
    Already {
        /// Its number.
        number: i64,
        /// What it is.
        state: &'static str,
    },
    /// The history cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PhraseError {
    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoSuch(_) => Some("`cellgraph phrases list --all` lists them"),
            Self::Unfit { .. } | Self::Already { .. } => None,
            Self::Store(error) => error.hint(),
        }
    }
}

/// A phrase, and how it stands to the layout in force.
#[derive(Clone, Debug)]
pub struct ListedPhrase {
    /// As it is stored.
    pub row: PhraseRow,
    /// What it means, in words; none where the layout no longer has its names.
    pub meaning: Option<String>,
    /// Why it could not be accepted, or gives no candidate although it was.
    pub unfit: Option<String>,
    /// The same for each of its nicknames, in their order.
    pub unfit_nicknames: Vec<Option<String>>,
    /// The other phrases with the same sentence and another reading, but for those that were dropped.
    pub conflicts: Vec<i64>,
}

/// Looks at phrases in one cell.
pub struct PhraseBook<'s> {
    snapshot: &'s Snapshot,
    state: State,
    /// Knows no nickname.
    recogniser: Recogniser,
}

impl std::fmt::Debug for PhraseBook<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PhraseBook").finish_non_exhaustive()
    }
}

impl<'s> PhraseBook<'s> {
    /// For the cell of a snapshot, with an engineer's templates.
    #[must_use]
    pub fn new(snapshot: &'s Snapshot, templates: Templates) -> Self {
        let state = State { position: PositionId(0), tool: None };
        Self { snapshot, state, recogniser: Recogniser::new(snapshot, templates) }
    }

    /// What a stored sentence with its reading means here.
    ///
    /// # Errors
    ///
    /// In words, why it can be no phrase.
    pub fn meaning(&self, sentence: &str, reading: &str) -> Result<Said, String> {
        let said = self.read(reading)?;
        if let Some(opening) = reply::opens_like_an_answer(sentence) {
            return Err(format!("it opens like an answer or a word of the console: '{}'", shown(&opening)));
        }
        match self.recogniser.unfit_phrase(sentence, &said, self.snapshot, self.state) {
            Some(why) => Err(why),
            None => Ok(said),
        }
    }

    /// A reading in the layout in force: its names are there, and its routines are supported where they are to be done.
    fn read(&self, reading: &str) -> Result<Said, String> {
        let said = terse::read(reading, self.snapshot)
            .map_err(|_| format!("the layout has not what it means: '{}'", shown(reading)))?;
        let Said::Do(clauses) = &said else { return Err("it moves nothing".to_owned()) };
        let intent = said.intent(self.snapshot, self.state).map_err(|error| error.to_string())?;
        let Some(Intent::Goals(goals)) = intent else { return Err("nothing is to be done by it".to_owned()) };
        // What is done where the robot then is, is looked at then.
        if clauses.iter().any(hangs_on_the_place) {
            return Ok(said);
        }
        let unsupported = goals.iter().find_map(|goal| match goal {
            Goal::Routine { routine, position } => {
                let ids = self.snapshot.routine_id(routine).zip(self.snapshot.position_id(position));
                let is_there = ids.is_some_and(|(routine, place)| self.snapshot.is_supported(routine, place));
                (!is_there).then(|| format!("the layout has no '{}' at '{}'", shown(routine), shown(position)))
            }
            _ => None,
        });
        unsupported.map_or(Ok(said), Err)
    }

    /// Why words cannot be a nickname of this name; whether the name is a tool's where they can.
    fn nickname(&self, words: &str, name: &str) -> Result<bool, String> {
        if let Some(opening) = reply::opens_like_an_answer(words) {
            return Err(format!(
                "'{}' opens like an answer or a word of the console: '{}'",
                shown(words),
                shown(&opening)
            ));
        }
        let is_tool = match (self.snapshot.tool_id(name), self.snapshot.position_id(name)) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return Err(format!("the layout has no position and no tool '{}'", shown(name))),
            (Some(_), Some(_)) => return Err(format!("the layout has a position and a tool '{}'", shown(name))),
        };
        match self.recogniser.unfit_nickname(words, self.snapshot) {
            Some(why) => Err(format!("'{}' can be no nickname: {why}", shown(words))),
            None => Ok(is_tool),
        }
    }

    /// A nickname among all: one that stands for two things stands for none. Whether it is a tool's.
    pub(super) fn only_nickname(&self, nickname: &GivenNickname, all: &PhraseList) -> Result<bool, String> {
        let is_other = |other: &&GivenNickname| other.words == nickname.words && other.name != nickname.name;
        if let Some(other) = all.nicknames.iter().find(is_other) {
            return Err(format!("'{}' is a nickname of '{}' as well", shown(&nickname.words), shown(&other.name)));
        }
        self.nickname(&nickname.words, &nickname.name)
    }

    /// Why a phrase of a list cannot be used in this layout, in words; none where each can.
    #[must_use]
    pub fn unfit(&self, list: &PhraseList) -> Option<String> {
        let phrase = |phrase: &GivenPhrase| {
            let why = self.whole(&phrase.sentence, &phrase.reading).err()?;
            Some(format!("the phrase '{}': {}", shown(&phrase.sentence), shown(&why)))
        };
        let nickname = |nickname: &GivenNickname| {
            let why = self.only_nickname(nickname, list).err()?;
            Some(format!("the nickname '{}': {}", shown(&nickname.words), shown(&why)))
        };
        list.phrases.iter().find_map(phrase).or_else(|| list.nicknames.iter().find_map(nickname))
    }

    /// What a sentence with its reading would mean, where nobody understands it without being told.
    fn whole(&self, sentence: &str, reading: &str) -> Result<Said, String> {
        let said = self.meaning(sentence, reading)?;
        let read = self.recogniser.read(sentence, self.snapshot, self.state);
        if read.complete && matches!(read.said, Said::Do(_)) {
            return Err(match read.said == said {
                true => "it is understood so without being accepted".to_owned(),
                false => format!("its words say something else: {}", describe(&read.said, self.snapshot)),
            });
        }
        Ok(said)
    }

    /// Every phrase as it stands to this cell, those with the same sentence one after the other.
    #[must_use]
    pub fn list(&self, rows: &[PhraseRow]) -> Vec<ListedPhrase> {
        let all = PhraseList::of_all(rows);
        let first = |sentence: &str| rows.iter().find(|row| row.sentence == sentence).map(|row| row.number);
        let listed = rows.iter().cloned().map(|row| {
            let meaning = self.read(&row.reading).ok().map(|said| describe(&said, self.snapshot));
            let unfit = self.meaning(&row.sentence, &row.reading).err();
            let unfit_nicknames =
                row.nicknames.iter().map(|nickname| self.only_nickname(&nickname.into(), &all).err()).collect();
            let same = rows
                .iter()
                .filter(|other| other.sentence == row.sentence && other.number != row.number && !other.dropped);
            let conflicts = same.map(|other| other.number).collect();
            ListedPhrase { row, meaning, unfit, unfit_nicknames, conflicts }
        });
        let mut listed: Vec<ListedPhrase> = listed.collect();
        listed.sort_by_cached_key(|phrase| (first(&phrase.row.sentence), phrase.row.number));
        listed
    }

    /// Accepts a phrase as a whole sentence.
    ///
    /// # Errors
    ///
    /// [`PhraseError`]: nothing was recorded then.
    pub fn accept(&self, store: &mut Store, number: i64, operator: &str) -> Result<PhraseRow, PhraseError> {
        let rows = store.phrases()?;
        let row = find(&rows, number)?;
        let unfit = |why: String| PhraseError::Unfit { number, why };
        if row.accepted.is_some() {
            return Err(PhraseError::Already { number, state: "accepted" });
        }
        self.meaning(&row.sentence, &row.reading).map_err(unfit)?;
        let rival = rows
            .iter()
            .find(|other| other.number != number && other.sentence == row.sentence && other.accepted.is_some());
        if let Some(rival) = rival {
            let why = format!(
                "phrase {} is accepted with another reading of the same sentence; drop that first",
                rival.number
            );
            return Err(unfit(why));
        }
        self.whole(&row.sentence, &row.reading).map_err(unfit)?;
        self.decide(store, number, PhraseDecision::Accepted, None, operator)
    }

    /// Makes a nickname of a phrase: words of its sentence, for a name of its reading.
    ///
    /// # Errors
    ///
    /// [`PhraseError`]: nothing was recorded then.
    pub fn accept_nickname(
        &self,
        store: &mut Store,
        number: i64,
        (words, name): (&str, &str),
        operator: &str,
    ) -> Result<PhraseRow, PhraseError> {
        let rows = store.phrases()?;
        let row = find(&rows, number)?;
        let unfit = |why: String| PhraseError::Unfit { number, why };
        let words = without_article(&phrase_of(words)).to_owned();
        self.nickname(&words, name).map_err(unfit)?;
        if !format!(" {} ", row.sentence).contains(&format!(" {words} ")) {
            return Err(unfit(format!(
                "'{}' does not stand in its sentence, '{}'",
                shown(&words),
                shown(&row.sentence)
            )));
        }
        let is_named = terse::read(&row.reading, self.snapshot).is_ok_and(|said| self.names(&said, name));
        if !is_named {
            return Err(unfit(format!("its reading, '{}', does not name '{}'", shown(&row.reading), shown(name))));
        }
        let taken =
            rows.iter().flat_map(|other| &other.nicknames).find(|other| other.said == words && other.name != name);
        if let Some(taken) = taken {
            let name = shown(&taken.name);
            return Err(unfit(format!("'{}' is a nickname of '{name}' already; drop that first", shown(&words))));
        }
        self.decide(store, number, PhraseDecision::Accepted, Some((words, name.to_owned())), operator)
    }

    /// Drops a phrase with all that was made of it.
    ///
    /// # Errors
    ///
    /// [`PhraseError`]: nothing was recorded then.
    pub fn drop(&self, store: &mut Store, number: i64, operator: &str) -> Result<PhraseRow, PhraseError> {
        if find(&store.phrases()?, number)?.dropped {
            return Err(PhraseError::Already { number, state: "dropped" });
        }
        self.decide(store, number, PhraseDecision::Dropped, None, operator)
    }

    fn decide(
        &self,
        store: &mut Store,
        phrase: i64,
        decision: PhraseDecision,
        nickname: Option<(String, String)>,
        operator: &str,
    ) -> Result<PhraseRow, PhraseError> {
        let snapshot_hash = self.snapshot.content_hash_hex();
        store.decide_phrase(&PhraseVerdict {
            phrase,
            decision,
            nickname,
            operator: operator.to_owned(),
            snapshot_hash,
        })?;
        find(&store.phrases()?, phrase).cloned()
    }

    fn names(&self, said: &Said, name: &str) -> bool {
        let Said::Do(clauses) = said else { return false };
        let place = self.snapshot.position_id(name);
        let is_place = |span: &Span| match span {
            Span::One(id) => Some(*id) == place,
            Span::Range(from, to) => [Some(*from), Some(*to)].contains(&place),
            Span::Here | Span::Back | Span::All { .. } => false,
        };
        clauses.iter().any(|clause| match clause {
            Clause::Go { places, .. } | Clause::Work { places, .. } => places.spans.iter().any(is_place),
            Clause::Take(tool) => self.snapshot.tool_name(*tool) == name,
            Clause::Drop | Clause::DropAndHome => false,
        })
    }
}

fn hangs_on_the_place(clause: &Clause) -> bool {
    let (Clause::Go { places, .. } | Clause::Work { places, .. }) = clause else { return false };
    places.spans.iter().any(|span| matches!(span, Span::Here | Span::Back))
}

fn find(rows: &[PhraseRow], number: i64) -> Result<&PhraseRow, PhraseError> {
    rows.iter().find(|row| row.number == number).ok_or(PhraseError::NoSuch(number))
}
