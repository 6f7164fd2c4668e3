//! What a cell has learnt of its people: sentences with the readings that operators confirmed, and what engineers decided about
//! them.
//!
//! In: an [`Entry`] of the open transaction with what is to be recorded; an open history with what is to be listed. Out: rows that
//! are only ever added; [`PhraseRow`]s, each a sentence with one reading. What a phrase may do is not decided here.
//!
//! Both tables are under the chain of the journal. An accepted phrase may lead to a motion, so a row that nobody wrote must be found
//! like a run that nobody ran.

use std::{collections::HashMap, path::Path};

use jiff::Timestamp;
use rusqlite::{Connection, types::Value};
use serde::Serialize;
use uuid::Uuid;

use super::{
    error::{StoreError, sqlite},
    journal::{Entry, Table},
    query::Fields,
    records::{as_text, words},
};
use crate::limits::PHRASES_MAX;

words! {
    /// How a sentence came to its reading.
    PhraseOrigin {
        /// It was asked back, and the operator chose this reading by its number.
        Chosen = "chosen",
        /// It was not understood, and the operator said it in other words next.
        Rephrased = "rephrased",
    }
}

words! {
    /// What an engineer decided about a phrase.
    PhraseDecision {
        /// It is a candidate when the sentence is said, or its nickname another name.
        Accepted = "accepted",
        /// It is neither.
        Dropped = "dropped",
    }
}

/// A sentence whose reading an operator confirmed by approving its plan, to be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhraseUse {
    /// The id of what was approved.
    #[serde(serialize_with = "as_text")]
    pub correlation_id: Uuid,
    /// The sentence, as phrases are compared.
    pub sentence: String,
    /// The reading, in the terse form.
    pub reading: String,
    /// How the one came to the other.
    pub origin: PhraseOrigin,
    /// Who said it.
    pub operator: String,
    /// The content hash of the layout that it was said in, in hex.
    pub snapshot_hash: String,
}

/// What an engineer decided, to be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhraseVerdict {
    /// The phrase's number.
    pub phrase: i64,
    /// What was decided about it.
    pub decision: PhraseDecision,
    /// The nickname that was made of it, and the name that it stands for; none where it is about the whole sentence.
    pub nickname: Option<(String, String)>,
    /// Who decided.
    pub operator: String,
    /// The content hash of the layout in force, in hex.
    pub snapshot_hash: String,
}

/// Who accepted something, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AcceptedBy {
    /// When.
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// Who.
    pub operator: String,
}

/// How often one operator said it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SaidBy {
    /// Who.
    pub operator: String,
    /// How often.
    pub times: u64,
}

/// A further name for a thing of the cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NicknameRow {
    /// What people say.
    pub said: String,
    /// The name of the position or the tool that is meant.
    pub name: String,
    /// Who accepted it, and when.
    pub accepted: AcceptedBy,
}

/// A sentence with one of its readings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhraseRow {
    /// Names it, and stays.
    pub number: i64,
    /// The sentence, as phrases are compared.
    pub sentence: String,
    /// The reading, in the terse form.
    pub reading: String,
    /// How it first came to that.
    pub origin: PhraseOrigin,
    /// How often it was confirmed.
    pub times: u64,
    /// By whom, in the order of the first times.
    pub said_by: Vec<SaidBy>,
    /// When first.
    #[serde(serialize_with = "as_text")]
    pub first_at: Timestamp,
    /// When last.
    #[serde(serialize_with = "as_text")]
    pub last_at: Timestamp,
    /// Who accepted the whole sentence; none where nobody did, or it was dropped since.
    pub accepted: Option<AcceptedBy>,
    /// The nicknames that were made of it.
    pub nicknames: Vec<NicknameRow>,
    /// An engineer dropped it, and has not accepted anything of it since.
    pub dropped: bool,
}

impl PhraseRow {
    /// Whether anything of it counts when sentences are read.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.accepted.is_some() || !self.nicknames.is_empty()
    }
}

/// Records that a phrase was used.
pub(super) fn record_use(entry: &mut Entry<'_>, used: &PhraseUse) -> Result<(), StoreError> {
    let (sentence, reading) = (used.sentence.as_str(), used.reading.as_str());
    let (known, all) = entry.look_up(|history| {
        let of_this = "SELECT count(*) FROM phrase_uses WHERE sentence = ? AND reading = ?";
        let known: i64 = history.prepare_cached(of_this)?.query_row([sentence, reading], |row| row.get(0))?;
        let of_all = "SELECT count(*) FROM (SELECT 1 FROM phrase_uses GROUP BY sentence, reading)";
        let all: i64 = history.prepare_cached(of_all)?.query_row([], |row| row.get(0))?;
        Ok((known, all))
    })?;
    if known == 0 && usize::try_from(all).is_ok_and(|all| all >= PHRASES_MAX) {
        return Err(StoreError::refused(format!("there are {all} phrases, and no more are kept")));
    }
    let columns = [
        ("at", text(&entry.at())),
        ("correlation_id", text(&used.correlation_id.to_string())),
        ("sentence", text(sentence)),
        ("reading", text(reading)),
        ("origin", text(used.origin.word())),
        ("operator", text(&used.operator)),
        ("snapshot_hash", text(&used.snapshot_hash)),
    ];
    entry.insert(Table::PhraseUses, &columns).map(drop)
}

/// Records what was decided about a phrase.
pub(super) fn decide(entry: &mut Entry<'_>, verdict: &PhraseVerdict) -> Result<(), StoreError> {
    let number = verdict.phrase;
    let is_there = entry.look_up(|history| {
        let sql = "SELECT count(*) FROM phrase_uses AS it WHERE use_id = ?
                   AND NOT EXISTS (SELECT 1 FROM phrase_uses AS other WHERE other.sentence = it.sentence
                                   AND other.reading = it.reading AND other.use_id < it.use_id)";
        history.prepare_cached(sql)?.query_row([number], |row| row.get::<_, i64>(0))
    })?;
    if is_there == 0 {
        return Err(StoreError::refused(format!("there is no phrase {number}")));
    }
    let nickname = verdict.nickname.as_ref();
    let columns = [
        ("at", text(&entry.at())),
        ("phrase", Value::Integer(number)),
        ("decision", text(verdict.decision.word())),
        ("nickname", nickname.map_or(Value::Null, |(said, _)| text(said))),
        ("name", nickname.map_or(Value::Null, |(_, name)| text(name))),
        ("operator", text(&verdict.operator)),
        ("snapshot_hash", text(&verdict.snapshot_hash)),
    ];
    entry.insert(Table::PhraseDecisions, &columns).map(drop)
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Every phrase with what was decided about it, in the order of the numbers.
pub(super) fn phrases(history: &Connection, path: &Path) -> Result<Vec<PhraseRow>, StoreError> {
    let failed = sqlite(path, "read the phrases");
    let mut found: Vec<PhraseRow> = Vec::new();
    let mut places: HashMap<(String, String), usize> = HashMap::new();
    let sql = "SELECT use_id, at, sentence, reading, origin, operator FROM phrase_uses ORDER BY use_id";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let fields = Fields::new(row, path, "phrase_uses", 0);
        let (at, operator): (Timestamp, String) = (fields.time(1)?, fields.get(5)?);
        let (sentence, reading): (String, String) = (fields.get(2)?, fields.get(3)?);
        let place = *places.entry((sentence.clone(), reading.clone())).or_insert(found.len());
        match found.get_mut(place) {
            Some(phrase) => {
                phrase.times += 1;
                phrase.last_at = at;
                match phrase.said_by.iter_mut().find(|by| by.operator == operator) {
                    Some(by) => by.times += 1,
                    None => phrase.said_by.push(SaidBy { operator, times: 1 }),
                }
            }
            None => found.push(PhraseRow {
                number: fields.get(0)?,
                sentence,
                reading,
                origin: fields.parsed(4, PhraseOrigin::from_word)?,
                times: 1,
                said_by: vec![SaidBy { operator, times: 1 }],
                first_at: at,
                last_at: at,
                accepted: None,
                nicknames: Vec::new(),
                dropped: false,
            }),
        }
    }
    apply_decisions(&mut found, history, path)?;
    Ok(found)
}

fn apply_decisions(phrases: &mut [PhraseRow], history: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = sqlite(path, "read what was decided about phrases");
    let sql =
        "SELECT decision_id, at, phrase, decision, nickname, name, operator FROM phrase_decisions ORDER BY decision_id";
    let mut statement = history.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let fields = Fields::new(row, path, "phrase_decisions", 0);
        let number: i64 = fields.get(2)?;
        let Some(phrase) = phrases.iter_mut().find(|phrase| phrase.number == number) else { continue };
        let accepted = AcceptedBy { at: fields.time(1)?, operator: fields.get(6)? };
        let nickname: Option<String> = fields.get(4)?;
        match (fields.parsed(3, PhraseDecision::from_word)?, nickname.zip(fields.get(5)?)) {
            (PhraseDecision::Dropped, _) => {
                phrase.accepted = None;
                phrase.nicknames.clear();
                phrase.dropped = true;
            }
            (PhraseDecision::Accepted, None) => {
                phrase.accepted = Some(accepted);
                phrase.dropped = false;
            }
            (PhraseDecision::Accepted, Some((said, name))) => {
                phrase.nicknames.retain(|known| known.said != said);
                phrase.nicknames.push(NicknameRow { said, name, accepted });
                phrase.dropped = false;
            }
        }
    }
    Ok(())
}
