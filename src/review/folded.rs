//! A proposal for a terminal of a certain size. In: what is shown, columns and rows. Out: text whose lines fit, in which no word is
//! broken, and in which what was understood, the end and the warnings stand together above the question, however long the plan.
//!
//! A plan that fits is shown whole. One that does not is folded: a way in one line, a tool change in one line, each work step in
//! one. Nothing is left out of what the robot does; what the controller is told beside it is there unfolded.

use unicode_width::UnicodeWidthStr;

use super::{Shown, ShownStep, ToolChange, shown::Laid};
use crate::cell::shown;

/// Lines that the question takes, with the line on which it is answered and what may stand between.
const ROWS_OF_QUESTION: usize = 4;
/// Where the text of a line begins, after what it is about.
const INDENT: usize = 13;

impl Shown {
    /// For a terminal.
    #[must_use]
    pub fn folded(&self, columns: usize, rows: usize) -> String {
        let whole = wrapped(&self.to_string(), columns);
        if whole.lines().count() + ROWS_OF_QUESTION <= rows {
            return whole;
        }
        let Laid { head, end, .. } = self.laid();
        let mut lines = head;
        lines.push(format!("Steps:       {}, folded; type steps to see each", self.steps.len()));
        lines.extend(self.fold().into_iter().map(|(from, to, words)| match from == to {
            true => format!("{:>7}   {words}", format!("{from}.")),
            false => format!("{:>7}   {words}", format!("{from}-{to}.")),
        }));
        // Where it scrolls, what counts is what is seen last.
        let understood = format!("Understood:  {} ({})", shown(&self.understood), shown(&self.reader));
        let mut folded: Vec<String> = lines.iter().map(|line| wrapped(line, columns)).collect();
        let end: Vec<String> = end.iter().map(|line| wrapped(line, columns)).collect();
        let count = |texts: &[String]| texts.iter().map(|text| text.lines().count()).sum::<usize>();
        if count(&folded) + count(&end) + ROWS_OF_QUESTION > rows {
            folded.push(wrapped(&understood, columns));
        }
        folded.extend(end);
        folded.join("\n")
    }

    /// Every step, with what the controller is told.
    #[must_use]
    pub fn unfolded(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(ToString::to_string).collect();
        format!("Steps:\n{}", steps.join("\n"))
    }

    /// What the plan stands on.
    #[must_use]
    pub fn why(&self) -> String {
        let mut lines = vec![
            format!("You said \"{}\".", shown(&self.sentence)),
            format!("Understood by the {}: {}.", shown(&self.reader), shown(&self.understood)),
            format!(
                "The way is the shortest that the layout (generation {}) allows from {}.",
                self.generation, self.start
            ),
        ];
        for step in &self.steps {
            match &step.tool_change {
                Some(ToolChange::Take(tool)) => {
                    let after = self.steps.iter().skip(step.number);
                    let mut held = after.take_while(|later| later.tool_change.is_none());
                    let work = held.find(|later| later.action == "routine");
                    let what_for = work.map_or_else(String::new, |work| format!(", for step {}", work.number));
                    lines.push(format!("Step {} takes {}{what_for}.", step.number, shown(tool)));
                }
                Some(ToolChange::Leave(tool)) => {
                    lines.push(format!("Step {} puts {} back.", step.number, shown(tool)));
                }
                None => {}
            }
        }
        lines.push("The verifier has let every step through.".to_owned());
        lines.join("\n")
    }

    /// Ways, tool changes and work: the first step, the last, and what they are.
    fn fold(&self) -> Vec<(usize, usize, String)> {
        let mut folds: Vec<(usize, usize, String)> = Vec::new();
        let mut way: Vec<&ShownStep> = Vec::new();
        for step in &self.steps {
            if step.action == "move" {
                way.push(step);
                continue;
            }
            let words = match &step.tool_change {
                Some(ToolChange::Take(tool)) => format!("{}takes {} there", leads(&way), shown(tool)),
                Some(ToolChange::Leave(tool)) => format!("{}leaves {} there", leads(&way), shown(tool)),
                None => {
                    folds.extend(going(&way));
                    way.clear();
                    shown(&step.name).into_owned()
                }
            };
            folds.push((way.first().map_or(step.number, |first| first.number), step.number, words));
            way.clear();
        }
        folds.extend(going(&way));
        folds
    }
}

fn places(way: &[&ShownStep]) -> String {
    way.iter().map(|step| shown(&step.after.position)).collect::<Vec<_>>().join(" → ")
}

fn going(way: &[&ShownStep]) -> Option<(usize, usize, String)> {
    let (first, last) = (way.first()?, way.last()?);
    Some((first.number, last.number, format!("to {}", places(way))))
}

fn leads(way: &[&ShownStep]) -> String {
    if way.is_empty() { String::new() } else { format!("to {}, ", places(way)) }
}

/// Lines that are no wider than this, broken between words; what is about one thing stays indented under it.
#[must_use]
pub fn wrapped(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.lines().flat_map(|line| wrap(line, columns)).collect();
    lines.join("\n")
}

fn wrap(line: &str, columns: usize) -> Vec<String> {
    if line.width() <= columns {
        return vec![line.to_owned()];
    }
    let said = line.trim_start_matches(' ');
    let blanks = line.len() - said.len();
    let indent = " ".repeat(hanging(line, blanks).min(columns / 2));
    let (mut lines, mut now) = (Vec::new(), " ".repeat(blanks));
    let mut is_begun = false;
    for word in said.split(' ') {
        if is_begun && now.width() + 1 + word.width() > columns {
            lines.push(std::mem::take(&mut now).trim_end().to_owned());
            now.push_str(&indent);
            is_begun = false;
        }
        if is_begun {
            now.push(' ');
        }
        now.push_str(word);
        is_begun |= !word.is_empty();
    }
    lines.push(now);
    lines
}

/// Where what a line says begins: after what it is about, which blanks part from it, else a little to the right.
fn hanging(line: &str, blanks: usize) -> usize {
    let parted = line[blanks..].find("  ").map(|at| blanks + at).filter(|&at| at < INDENT);
    let begins = parted.and_then(|at| line[at..].find(|c| c != ' ').map(|more| at + more));
    begins.map_or(blanks + 2, |at| line[..at].width())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_broken() {
        for (line, columns, lines) in [
            (
                "Route:       Home → Safe_Pos_1 → Pos_1",
                30,
                &["Route:       Home → Safe_Pos_1", "             → Pos_1"][..],
            ),
            ("  1. Move to a place", 12, &["  1. Move to", "    a place"]),
            ("one two", 7, &["one two"]),
            ("one two", 6, &["one", "  two"]),
            ("a b  c", 4, &["a b", "  c"]),
            ("a_word_that_is_longer_than_the_line", 8, &["a_word_that_is_longer_than_the_line"]),
            ("", 8, &[""]),
            ("溶接 溶接", 8, &["溶接", "  溶接"]),
        ] {
            assert_eq!(wrap(line, columns), lines, "{line:?}");
        }
        assert_eq!(wrapped("one\n\ntwo three", 9), "one\n\ntwo three");
    }
}
