//! `eval --weeks`: how many more sentences are read right, week by week, as a cell learns phrases of its people.
//!
//! ```text
//! a week: sentences drawn from the file ─▶ read ─▶ asked back ─▶ the right one chosen ─▶ kept
//! its end: an engineer accepts what was kept, as far as it is let ─▶ the next week is read with it
//! ```
//!
//! The people are simulated, and nothing else: the sentences are the file's, phrases are kept and accepted in a real store by
//! the rules of [`PhraseBook`]. Each operator chooses rightly, and each week's sentences are drawn with replacement, for people
//! repeat themselves. How often real people do is not known: the figures say what a phrase is worth where they do.

use std::{collections::BTreeSet, num::NonZeroU32, sync::Arc};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;
use uuid::Uuid;

use super::{Args, place};
use crate::{
    cell::State,
    cli::{
        desk,
        failure::{Failure, Outcome, Verdict},
        printer::{Printer, talk},
        table::table,
    },
    language::{
        Said,
        model::Cancel,
        phrase_of,
        score::{GoldLine, Share},
        terse,
    },
    limits::PHRASE_BYTES_MAX,
    snapshot::Snapshot,
    store::{PhraseOrigin, PhraseUse, Store},
    workflow::{Learnt, PhraseBook, PhraseError},
};

/// A week has this share of the file's lines: so many weeks pass before each was said once, in the mean.
const WEEKS_OF_A_FILE: usize = 4;

/// One week.
#[derive(Debug, Default, Serialize)]
struct Week {
    week: u32,
    /// Phrases that were in force when it began.
    phrases: usize,
    whole: Share,
    within_one_question: Share,
    false_motion: Share,
    /// Of the sentences, those that were said in an earlier week as well.
    said_before: Share,
}

pub(super) fn run(
    args: &Args,
    weeks: NonZeroU32,
    snapshot: &Arc<Snapshot>,
    lines: &[GoldLine],
    printer: &mut Printer,
) -> Outcome {
    let stock: Vec<(usize, &GoldLine)> = lines.iter().enumerate().filter(|(_, line)| line.earlier.is_none()).collect();
    if stock.is_empty() {
        return Err(Failure::input(format_args!(
            "{}: every line comments on a proposal, or there is none; the weeks need sentences",
            args.file.display()
        )));
    }
    let folder = tempfile::tempdir().map_err(Failure::internal)?;
    let mut store = Store::open(folder.path()).map_err(desk::store)?;
    let mut key = [0; 32];
    key[..8].copy_from_slice(&args.seed.to_le_bytes());
    let mut draw = ChaCha8Rng::from_seed(key);
    let mut said_before = BTreeSet::new();
    let mut all = Vec::new();
    let mut readers = args.readers.readers(snapshot, &args.snapshot.snapshot)?;
    for week in 1..=weeks.get() {
        let kept = store.phrases().map_err(desk::store)?;
        let Learnt { recogniser, phrases, .. } =
            Learnt::of(&kept, &args.readers.phrases()?, snapshot, args.readers.templates()?);
        readers = readers.learning(recogniser, phrases);
        let phrases = kept.iter().filter(|row| row.is_accepted()).count();
        let mut figures = Week { week, phrases, ..Week::default() };
        let mut said_now = BTreeSet::new();
        for _ in 0..stock.len().div_ceil(WEEKS_OF_A_FILE) {
            let drawn = (draw.next_u64() % stock.len() as u64) as usize;
            let (number, line) = stock[drawn];
            let at = |error: &dyn std::fmt::Display| place(args, number, error);
            let state = State::named(snapshot, &line.state.position, &line.state.tool).map_err(|error| at(&error))?;
            let reading = readers.read(&line.text, state, &Cancel::default());
            let judge = |said: &Said, offers: &[Said]| line.judge(said, offers, snapshot, state);
            let judgement = judge(&reading.said, &reading.offers).map_err(|error| at(&error))?;
            figures.whole.count(judgement.whole);
            figures.within_one_question.count(judgement.within_one_question);
            if !line.may_move {
                figures.false_motion.count(judgement.false_motion);
            }
            figures.said_before.count(said_before.contains(&drawn));
            said_now.insert(drawn);
            let is_asked_back = matches!(reading.said, Said::Unclear(_) | Said::Unknown) && line.may_move;
            let chosen = reading.offers.iter().filter(|_| is_asked_back);
            if let Some(said) = chosen.into_iter().find(|said| judge(said, &[]).is_ok_and(|offer| offer.whole)) {
                keep(&mut store, &line.text, said, snapshot)?;
            }
        }
        said_before.append(&mut said_now);
        accept(args, &mut store, snapshot)?;
        all.push(figures);
    }
    if args.json {
        printer.json(&all)?;
    } else {
        show(&all, printer)?;
    }
    talk(format_args!("{} sentences a week, of {}", stock.len().div_ceil(WEEKS_OF_A_FILE), stock.len()));
    Ok(Verdict::Yes)
}

/// What the desk keeps when a plan is approved that a sentence came to by an answer.
fn keep(store: &mut Store, sentence: &str, said: &Said, snapshot: &Snapshot) -> Result<(), Failure> {
    let used = PhraseUse {
        correlation_id: Uuid::new_v4(),
        sentence: phrase_of(sentence),
        reading: terse::write(said, snapshot),
        origin: PhraseOrigin::Chosen,
        operator: "operator".to_owned(),
        snapshot_hash: snapshot.content_hash_hex(),
    };
    if used.sentence.is_empty() || used.sentence.len() > PHRASE_BYTES_MAX {
        return Ok(());
    }
    store.record_phrase(&used).map_err(desk::store)
}

/// Accepts all that the rules of phrases allow.
fn accept(args: &Args, store: &mut Store, snapshot: &Snapshot) -> Result<(), Failure> {
    let book = PhraseBook::new(snapshot, args.readers.templates()?);
    for row in store.phrases().map_err(desk::store)? {
        match book.accept(store, row.number, "engineer") {
            Ok(_) | Err(PhraseError::NoSuch(_) | PhraseError::Unfit { .. } | PhraseError::Already { .. }) => {}
            Err(PhraseError::Store(error)) => return Err(desk::store(error)),
        }
    }
    Ok(())
}

fn show(weeks: &[Week], printer: &mut Printer) -> Result<(), Failure> {
    let percent = |share: Share| format!("{:.1} %", share.percent());
    let rows = weeks.iter().map(|week| {
        [
            week.week.to_string(),
            week.phrases.to_string(),
            percent(week.said_before),
            percent(week.whole),
            percent(week.within_one_question),
            percent(week.false_motion),
        ]
    });
    let head = ["week", "phrases", "said before", "end to end", "within one question", "false motion"];
    printer.text(table(head, rows))
}
