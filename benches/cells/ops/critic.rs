//! The critic's second look at a reading, and the whole of checkpoint 1 with it, beside a look-up of every word of the sentence in
//! one table.

use std::{collections::HashMap, sync::Arc};

use cellgraph::{
    cell::PositionId,
    checkpoint::{
        Issue, Score,
        cell::{Marks, ReadSentence, Sure, check},
        critic::{Critic, Look},
    },
    language::{Clause, Order, Places, Said, Span},
    plan::{Goal, Intent},
    snapshot::Snapshot,
};

use super::Work;
use crate::cells::{Cell, plans};

/// Different sentences, one after the other: few, since a critique takes long in the largest cells.
const SENTENCES: usize = 8;

/// What an operator says of two routines with a tool change between them, and what it was read as.
fn sentences(s: &Snapshot) -> Vec<(String, Said)> {
    let names = |goal: &Goal| match goal {
        Goal::Routine { routine, position } => (routine.clone(), position.clone()),
        _ => (String::new(), String::new()),
    };
    let sentence = |intent: &Intent| {
        let Intent::Goals(goals) = intent else { return None };
        let goals: Vec<(String, String)> = goals.iter().map(names).collect();
        let [(first, here), (second, there)] = &goals[..] else { return None };
        let clause = |(routine, position): &(String, String)| {
            let (routines, spans) = (vec![s.routine_id(routine)?], vec![Span::One(s.position_id(position)?)]);
            let places = Places { spans, reversed: false };
            Some(Clause::Work { routines, places, times: 1, order: Order::PlaceByPlace })
        };
        let clauses = goals.iter().map(clause).collect::<Option<Vec<_>>>()?;
        let text = format!("please run {first} at {here} first and then do {second} at {there}, but nothing else");
        Some((text, Said::Do(clauses)))
    };
    plans::tool_changes(s).iter().filter_map(sentence).take(SENTENCES).collect()
}

pub mod critique {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        let s = Arc::clone(&cell.snapshot);
        let (critic, sentences, state) = (Critic::new(&s), sentences(&s), plans::home(&s));
        Work::each(sentences.len(), move |call| {
            let (text, said) = &sentences[call];
            critic.critique(text, said, &s, state).len() as u64
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        let s = &cell.snapshot;
        let places = (0..s.position_count() as u32).map(PositionId);
        let table: HashMap<String, u64> = places.map(|place| s.position_name(place).to_lowercase()).zip(1..).collect();
        let sentences = sentences(s);
        Work::each(sentences.len(), move |call| {
            let words = sentences[call].0.split([' ', ',']).filter_map(|word| table.get(&word.to_lowercase()));
            words.sum()
        })
    }
}

/// As a sentence is judged before it is planned: the critic, the marks, the probabilities, the four scores and the verdict.
pub mod checkpoint_1 {
    use super::*;

    pub fn work(cell: &Cell) -> Work {
        let s = Arc::clone(&cell.snapshot);
        let (critic, state) = (Critic::new(&s), plans::home(&s));
        let intent = |(text, said): (String, Said)| {
            let intent = said.intent(&s, state).unwrap().unwrap();
            (text, said, intent)
        };
        let sentences: Vec<(String, Said, Intent)> = sentences(&s).into_iter().map(intent).collect();
        let sure = Some(Sure { route: Score::FULL, line: Score::FULL });
        Work::each(sentences.len(), move |call| {
            let (text, said, intent) = &sentences[call];
            let Look { issues, marks } = critic.look(text, said, &s, state);
            let clauses: &[Clause] = if let Said::Do(clauses) = said { clauses } else { &[] };
            let judged = ReadSentence {
                sentence: text,
                intent,
                marks: Marks::of(clauses).and(marks),
                critic: Some(issues.iter().map(Issue::from).collect()),
                sure,
                retry_count: 0,
            };
            check(&judged, &s, state).outcome.issues.len() as u64
        })
    }

    pub fn limit(cell: &Cell) -> Work {
        super::critique::limit(cell)
    }
}
