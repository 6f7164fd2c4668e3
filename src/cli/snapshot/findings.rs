//! What a check found, for people; and the codes that `--allow` takes.

use crate::{
    cli::{failure::Failure, input::did_you_mean, table::table},
    files,
    snapshot::check::{CODES, CounterExample, Finding, Findings, Severity},
};

/// The word that allows every error.
const ALL: &str = "all";

/// What a build refuses that is no matter of the cell alone: it hangs on the snapshot that would be replaced.
pub(super) const NO_MOVES: (&str, &str) =
    (files::NO_MOVES, "the new snapshot has no moves, and the one that it would replace has some");

/// The codes of `--allow`, each once, in order.
pub(super) fn allowed(given: &[String]) -> Result<Vec<String>, Failure> {
    let mut codes = Vec::with_capacity(given.len());
    for code in given.iter().map(|code| code.trim()) {
        if code != ALL && code != NO_MOVES.0 && CODES.iter().all(|(known, ..)| *known != code) {
            let known: Vec<&str> = errors().map(|(code, _)| code).collect();
            let list = format!("--allow takes {ALL} or some of {}", known.join(", "));
            let hint = did_you_mean(code, &known).map_or_else(|| list.clone(), |close| format!("{close} {list}"));
            return Err(Failure::input(format_args!("there is no check '{code}' that could be allowed")).hint(hint));
        }
        codes.push(code.to_owned());
    }
    codes.sort();
    codes.dedup();
    Ok(codes)
}

/// The codes that refuse a build, with what they mean.
pub(super) fn errors() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_check = CODES.iter().filter(|(_, severity, _)| *severity == Severity::Error);
    of_check.map(|(code, _, meaning)| (*code, *meaning)).chain([NO_MOVES])
}

/// The findings as a table, then the plans that show what is wrong.
pub(super) fn words(findings: &Findings) -> String {
    let mut text = format!(
        "{} and {}; {} (position, tool) walked",
        count(findings.count(Severity::Error), "error"),
        count(findings.count(Severity::Warning), "warning"),
        count(findings.states_reached as usize, "state")
    );
    if !findings.findings.is_empty() {
        let rows = findings.findings.iter().map(|f| [word(f.severity).to_owned(), f.code.clone(), f.text.clone()]);
        text.push('\n');
        text.push_str(&table(["severity", "code", "finding"], rows));
    }
    for finding in &findings.findings {
        if let Some(example) = &finding.counter_example {
            text.push_str(&format!("\n{}", counter_example(finding, example)));
        }
    }
    text
}

pub(super) fn count(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

const fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn counter_example(finding: &Finding, example: &CounterExample) -> String {
    let end = format!("at '{}' holding '{}'", example.position, example.tool);
    if example.plan.is_empty() {
        return format!("{}: the robot is there at the start, {end}\n", finding.code);
    }
    let rows = example.plan.iter().map(|step| {
        let tool = step.tool.as_deref().map(|tool| format!("{} {tool}", step.target));
        let place = step.position.as_deref().unwrap_or("-");
        [step.id.to_string(), step.action.clone(), tool.unwrap_or_else(|| step.target.clone()), place.to_owned()]
    });
    let plan = table(["id", "action", "target", "position"], rows);
    format!("{}: a verified plan from '{}' ends {end}:\n{plan}\n", finding.code, example.start)
}
