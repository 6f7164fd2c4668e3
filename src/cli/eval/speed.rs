//! Where the milliseconds of `eval` go: by how much a sentence asks for, and by what the model spends them on.

use std::time::Duration;

use serde::Serialize;

use crate::{
    cli::table::table,
    language::{Reading, model::Spent},
};

/// Sentences are told apart by how many goals they have, up to these counts; more are one class.
const CLASSES: [(&str, usize); 5] = [("none", 0), ("1", 1), ("2", 2), ("3", 3), ("4 to 6", 6)];
const MORE: &str = "7 and more";

/// Times of readings.
#[derive(Debug, Default)]
pub(super) struct Speed {
    classes: [Class; CLASSES.len() + 1],
    all: Class,
}

/// Readings that are counted together.
#[derive(Debug, Default)]
struct Class {
    /// Of the whole reading, in milliseconds.
    took: Vec<f64>,
    /// Of the recogniser, all in all.
    rules: Duration,
    /// Sentences that the model answered, and where its time went, all in all.
    asked: usize,
    spent: Spent,
}

/// The same in JSON.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    goals: &'static str,
    lines: usize,
    ms_p50: f64,
    ms_p95: f64,
    /// Every time, ascending, for whoever adds up several files.
    took_ms: Vec<f64>,
    /// Means, of the recogniser over all lines and of the model over those that it answered.
    answered: usize,
    rules_ms: f64,
    sentence_tokens: f64,
    sentence_ms: f64,
    answer_tokens: f64,
    answer_ms: f64,
    grammar_ms: f64,
}

impl Speed {
    /// Counts one reading of a sentence with so many goals.
    pub(super) fn count(&mut self, goals: usize, reading: &Reading) {
        let class = CLASSES.iter().position(|(_, most)| goals <= *most).unwrap_or(CLASSES.len());
        for class in [&mut self.classes[class], &mut self.all] {
            class.took.push(reading.took.as_secs_f64() * 1e3);
            class.rules += reading.rules_took;
            let Some(Ok(answer)) = &reading.model else { continue };
            class.asked += 1;
            class.spent.sentence_tokens += answer.spent.sentence_tokens;
            class.spent.sentence += answer.spent.sentence;
            class.spent.answer_tokens += answer.spent.answer_tokens;
            class.spent.answer += answer.spent.answer;
            class.spent.grammar += answer.spent.grammar;
        }
    }

    /// A row for each class that has lines, and one for all.
    pub(super) fn figures(&self) -> Vec<Figures> {
        let names = CLASSES.iter().map(|(name, _)| *name).chain([MORE, "all"]);
        let classes = self.classes.iter().chain([&self.all]);
        names
            .zip(classes)
            .filter(|(_, class)| !class.took.is_empty())
            .map(|(name, class)| class.figures(name))
            .collect()
    }
}

impl Class {
    fn figures(&self, goals: &'static str) -> Figures {
        let mut took = self.took.clone();
        took.sort_by(f64::total_cmp);
        let at = |percent: usize| took.get((took.len() * percent / 100).min(took.len().saturating_sub(1))).copied();
        let mean = |sum: f64, of: usize| sum / of.max(1) as f64;
        let ms = |spent: Duration| mean(spent.as_secs_f64() * 1e3, self.asked);
        Figures {
            goals,
            lines: took.len(),
            ms_p50: at(50).unwrap_or_default(),
            ms_p95: at(95).unwrap_or_default(),
            took_ms: took.iter().map(|ms| (ms * 1e3).round() / 1e3).collect(),
            answered: self.asked,
            rules_ms: mean(self.rules.as_secs_f64() * 1e3, took.len()),
            sentence_tokens: mean(self.spent.sentence_tokens as f64, self.asked),
            sentence_ms: ms(self.spent.sentence),
            answer_tokens: mean(self.spent.answer_tokens as f64, self.asked),
            answer_ms: ms(self.spent.answer),
            grammar_ms: ms(self.spent.grammar),
        }
    }
}

/// For people: means of the parts, with the model's rates.
pub(super) fn show(figures: &[Figures]) -> String {
    let rate = |tokens: f64, ms: f64| if ms > 0.0 { format!(" ({:.0}/s)", tokens / ms * 1e3) } else { String::new() };
    let rows = figures.iter().map(|row| {
        [
            row.goals.to_owned(),
            row.lines.to_string(),
            format!("{:.0} / {:.0}", row.ms_p50, row.ms_p95),
            format!("{:.2}", row.rules_ms),
            format!("{:.0}{}", row.sentence_tokens, rate(row.sentence_tokens, row.sentence_ms)),
            format!("{:.0}", row.sentence_ms),
            format!("{:.1}{}", row.answer_tokens, rate(row.answer_tokens, row.answer_ms)),
            format!("{:.0}", row.answer_ms),
            format!("{:.1}", row.grammar_ms),
        ]
    });
    let head =
        ["goals", "lines", "ms p50 / p95", "recogniser ms", "tokens read", "ms", "tokens answered", "ms", "grammar ms"];
    table(head, rows)
}
