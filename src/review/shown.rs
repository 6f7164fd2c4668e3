//! Everything that an operator sees of a proposal, as a document and as text.

use serde::Serialize;
use uuid::Uuid;

use super::{
    Corrected, Digest, Expected, HASH_DIGITS, Place, Request, SecondOpinion, ShownStep, Start, Warning,
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
            warnings: warnings::warnings(verified, start, request, &lines),
            steps: lines,
            digest,
        }
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "You said:    {}", shown(&self.sentence))?;
        writeln!(f, "Understood:  {} ({})", shown(&self.understood), shown(&self.reader))?;
        match &self.second_opinion {
            SecondOpinion::NotAsked => {}
            SecondOpinion::Same => writeln!(f, "Second:      understood the same")?,
            SecondOpinion::Unclear => writeln!(f, "Second:      could not make sense of this")?,
            SecondOpinion::Differs(other) => writeln!(f, "Second:      understood {}", shown(other))?,
        }
        if let Some(Corrected { run, why }) = &self.corrects {
            writeln!(f, "Corrects:    run {}, which failed: {}", run.hyphenated(), shown(why))?;
        }
        if let Some(report) = &self.checkpoint {
            writeln!(f, "Checked:     {}", report.words())?;
        }
        let snapshot = self.snapshot.get(..HASH_DIGITS).unwrap_or(&self.snapshot);
        writeln!(f, "Layout:      generation {} ({snapshot})", self.generation)?;
        writeln!(f, "Start:       {}", self.start)?;
        writeln!(f, "Steps:")?;
        for step in &self.steps {
            writeln!(f, "{step}")?;
        }
        writeln!(f, "Route:       {}", self.route)?;
        writeln!(f, "End:         {}", self.end)?;
        writeln!(f, "Duration:    {}", self.expected)?;
        if let Some(digest) = &self.declared {
            writeln!(f, "Judged by:   what was declared ({})", digest.get(..HASH_DIGITS).unwrap_or(digest))?;
        }
        if let Some(digest) = &self.judge {
            let digest = digest.get(..HASH_DIGITS).unwrap_or(digest);
            writeln!(f, "Judged by:   a model, beside the code ({digest})")?;
        }
        for difference in &self.differences {
            writeln!(f, "Then/now:    {}", shown(difference))?;
        }
        for warning in &self.warnings {
            writeln!(f, "Warning:     {}", shown(&warning.to_string()))?;
        }
        let digest = self.digest.to_hex();
        let digest = digest.get(..NAMED_DIGITS).unwrap_or(&digest);
        write!(f, "Proposal:    {digest} (run {})", self.correlation_id.hyphenated())
    }
}

fn as_hex<S: serde::Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&digest.to_hex())
}

pub(super) fn as_text<S: serde::Serializer>(id: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&id.hyphenated())
}
