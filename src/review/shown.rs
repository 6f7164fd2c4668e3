//! Everything that an operator sees of a proposal, as a document and as text.

use serde::Serialize;
use uuid::Uuid;

use super::{
    Corrected, Digest, Expected, Fact, HASH_DIGITS, Place, Request, SecondOpinion, ShownStep, Start, Warning, facts,
    reply::NAMED_DIGITS, steps, warnings,
};
use crate::{cell::shown, checkpoint::decomposition, verify::VerifiedPlan};

/// What is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// Names the sentence, and the run if there is one.
    #[serde(serialize_with = "as_text")]
    pub correlation_id: Uuid,
    /// The operator's words.
    pub sentence: String,
    /// What was understood, in words.
    pub understood: String,
    /// Who understood it.
    pub reader: String,
    /// What the other reader says.
    pub second_opinion: SecondOpinion,
    /// Content hash of the snapshot that the plan was verified against, in hexadecimal digits.
    pub snapshot: String,
    /// Its generation.
    pub generation: u64,
    /// Where the robot is before the first step.
    pub start: Place,
    /// Where it is after the last.
    pub end: Place,
    /// In order.
    pub steps: Vec<ShownStep>,
    /// The way in words.
    pub route: String,
    /// How long it takes, as far as the cell says it.
    pub expected: Expected,
    /// Where a stored run is repeated: what is other than it was then, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
    /// BLAKE3 over what was declared about the controller, by which the steps are judged, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
    /// BLAKE3 over the model that judges the steps beside the code, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// The failed run that this corrects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrects: Option<Corrected>,
    /// What checkpoint 1 found of the reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<decomposition::Report>,
    /// What is so of most plans, for whoever wants to know.
    pub facts: Vec<Fact>,
    /// What to think about, the gravest first.
    pub warnings: Vec<Warning>,
    /// What an approval names, in hexadecimal digits.
    #[serde(serialize_with = "as_hex")]
    pub digest: Digest,
}

impl Shown {
    pub(super) fn of(verified: &VerifiedPlan<'_>, start: &Start, request: &Request, digest: Digest) -> Self {
        let snapshot = verified.snapshot();
        let lines = steps::steps(verified);
        Self {
            correlation_id: request.correlation_id,
            sentence: request.sentence.clone(),
            understood: request.understood.clone(),
            reader: request.reader.clone(),
            second_opinion: request.second_opinion.clone(),
            snapshot: snapshot.content_hash_hex(),
            generation: snapshot.provenance().generation,
            start: Place::of(snapshot, verified.start()),
            end: Place::of(snapshot, verified.end()),
            route: steps::route(verified, &lines),
            expected: Expected::of(verified),
            differences: request.differences.clone(),
            corrects: request.corrects.clone(),
            checkpoint: request.checkpoint.clone(),
            declared: request.declared.map(|digest| digest.to_hex().to_string()),
            judge: request.judge.map(|digest| digest.to_hex().to_string()),
            facts: facts::facts(verified, &lines),
            warnings: warnings::warnings(start, request),
            steps: lines,
            digest,
        }
    }
}

/// The lines of a text, by what they are about.
pub(super) struct Laid {
    /// What was said and understood, and where it begins.
    pub(super) head: Vec<String>,
    /// The way in one line.
    pub(super) route: String,
    /// Where it ends, how long it takes, and what is to be thought about.
    pub(super) end: Vec<String>,
}

impl Shown {
    pub(super) fn laid(&self) -> Laid {
        let route = format!("Route:       {}", self.route);
        Laid { head: self.head(), route, end: self.end_lines() }
    }

    fn head(&self) -> Vec<String> {
        let mut lines = vec![
            format!("You said:    {}", shown(&self.sentence)),
            format!("Understood:  {} ({})", shown(&self.understood), shown(&self.reader)),
        ];
        match &self.second_opinion {
            SecondOpinion::NotAsked => {}
            SecondOpinion::Same => lines.push("Second:      understood the same".to_owned()),
            SecondOpinion::Unclear => lines.push("Second:      could not make sense of this".to_owned()),
            SecondOpinion::Differs(other) => lines.push(format!("Second:      understood {}", shown(other))),
        }
        if let Some(Corrected { run, why }) = &self.corrects {
            lines.push(format!("Corrects:    run {}: {}", run.hyphenated(), shown(why)));
        }
        if let Some(report) = &self.checkpoint {
            lines.push(format!("Checked:     {}", report.words()));
        }
        lines.push(format!("Layout:      generation {} ({})", self.generation, digits(&self.snapshot)));
        lines.push(format!("Start:       {}", self.start));
        lines
    }

    fn end_lines(&self) -> Vec<String> {
        let mut lines = vec![format!("End:         {}", self.end), format!("Duration:    {}", self.expected)];
        if let Some(digest) = &self.declared {
            lines.push(format!("Judged by:   what was declared ({})", digits(digest)));
        }
        if let Some(digest) = &self.judge {
            lines.push(format!("Judged by:   a model, beside the code ({})", digits(digest)));
        }
        lines.extend(self.differences.iter().map(|difference| format!("Then/now:    {}", shown(difference))));
        if !self.facts.is_empty() {
            let facts: Vec<String> = self.facts.iter().map(|fact| shown(&fact.to_string()).into_owned()).collect();
            lines.push(format!("Note:        {}", facts.join("; ")));
        }
        let warning = |warning: &Warning| format!("Warning:     {}", shown(&warning.to_string()));
        lines.extend(self.warnings.iter().map(warning));
        let digest = self.digest.to_hex();
        let digest = digest.get(..NAMED_DIGITS).unwrap_or(&digest);
        lines.push(format!("Proposal:    {digest} (run {})", self.correlation_id.hyphenated()));
        lines
    }
}

fn digits(hash: &str) -> &str {
    hash.get(..HASH_DIGITS).unwrap_or(hash)
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Laid { head, route, end } = self.laid();
        head.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f, "Steps:")?;
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))?;
        write!(f, "{route}")?;
        end.iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

fn as_hex<S: serde::Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&digest.to_hex())
}

pub(super) fn as_text<S: serde::Serializer>(id: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&id.hyphenated())
}
