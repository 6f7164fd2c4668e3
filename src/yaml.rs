//! [`VerifiedPlan`] → the text of `actions.yaml`, or of `actions.json`, and back to a [`Plan`] that is to be verified again.
//!
//! Both texts hold the same steps. Nothing but a verified plan can be written. In YAML every text is in double quotes, so that
//! readers of YAML 1.1 and 1.2 agree on a position called `no` or `12:30:00`; every number of seconds is a plain decimal number.
//! A step's name follows from what it does: what a plan calls it is not written. Nothing here touches a file or a clock.
//!
//! ```no_run
//! use cellgraph::{verify::VerifiedPlan, yaml};
//! fn write(plan: &VerifiedPlan<'_>, about: &yaml::About<'_>) -> String {
//!     yaml::write(plan, about).unwrap()
//! }
//! ```
//!
//! ```compile_fail,E0308
//! use cellgraph::{plan::Plan, yaml};
//! fn write(plan: &Plan<'_>, about: &yaml::About<'_>) -> String {
//!     yaml::write(plan, about).unwrap()
//! }
//! ```

use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter, Write},
};

use crate::{
    plan::{Action, Step},
    verify::VerifiedPlan,
};

mod json;
#[cfg(feature = "import")]
mod read;

pub use json::write_json;
#[cfg(feature = "import")]
pub use read::{read, read_json};

/// What stands beside the steps. Numbers, not texts, where a line break would break out of the header.
#[derive(Clone, Copy, Debug)]
pub struct About<'t> {
    /// Names the run: a UUID as one number (`Uuid::as_u128`).
    pub run_id: u128,
    /// When the text is written: seconds since 1970, UTC.
    pub written_at_s: i64,
    /// `name` in the document.
    pub name: &'t str,
    /// `description` in the document.
    pub description: &'t str,
}

/// Why a text could not be written or read.
#[derive(Clone, Debug, PartialEq)]
pub enum YamlError {
    /// A plan that was not read from a document, with seconds that no document can hold.
    Seconds {
        /// Its place in the plan, counted from 1.
        step: usize,
        /// What it has.
        seconds: f64,
    },
    /// The text is neither an `actions.yaml` nor an `actions.json`.
    Read(String),
}

impl Display for YamlError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seconds { step, seconds } => {
                write!(f, "step {step}: `stabilize` must be finite and not negative, not {seconds}")
            }
            Self::Read(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for YamlError {}

/// The text of `actions.yaml`.
///
/// # Errors
///
/// [`YamlError::Seconds`].
pub fn write(verified: &VerifiedPlan<'_>, about: &About<'_>) -> Result<String, YamlError> {
    let entries = entries(verified)?;
    Ok(Document { verified, about, entries }.to_string())
}

/// A step as both texts hold it, with its keys in their order.
struct Entry<'v> {
    id: usize,
    name: String,
    action: &'v str,
    target: &'v str,
    position: Option<&'v str>,
    tool: Option<&'v str>,
    stabilize: Option<f64>,
    action_after: Option<&'v str>,
    verify: Option<&'v str>,
}

impl<'v> Entry<'v> {
    /// A move has no use for what a routine may have.
    fn new(id: usize, step: &'v Step<'_>) -> Self {
        let is_move = step.action == Action::Move;
        let text = |text: &'v Option<Cow<'_, str>>| text.as_deref().filter(|_| !is_move);
        Self {
            id,
            name: step.words(),
            action: step.action.word(),
            target: &step.target,
            position: text(&step.position),
            tool: text(&step.tool),
            stabilize: step.stabilize_s.filter(|_| !is_move),
            action_after: text(&step.action_after),
            verify: text(&step.verify),
        }
    }
}

/// The steps, where each has seconds that a document can hold.
fn entries<'v>(verified: &'v VerifiedPlan<'_>) -> Result<Vec<Entry<'v>>, YamlError> {
    let entry = |(id, step)| {
        let entry = Entry::new(id, step);
        match entry.stabilize.filter(|seconds| !seconds.is_finite() || *seconds < 0.0) {
            Some(seconds) => Err(YamlError::Seconds { step: id, seconds }),
            None => Ok(entry),
        }
    };
    (1..).zip(&verified.plan().steps).map(entry).collect()
}

struct Document<'v> {
    verified: &'v VerifiedPlan<'v>,
    about: &'v About<'v>,
    entries: Vec<Entry<'v>>,
}

/// Keys in the order of the contract, two spaces, each step behind a dash.
impl Display for Document<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (about, snapshot) = (self.about, self.verified.snapshot());
        writeln!(f, "# run {}", Id(about.run_id))?;
        let generation = snapshot.provenance().generation;
        writeln!(f, "# snapshot blake3 {} generation {generation}", snapshot.content_hash_hex())?;
        writeln!(f, "# written {}", Utc(about.written_at_s))?;
        writeln!(f, "RobotSequence:")?;
        writeln!(f, "  name: {}", Quoted(about.name))?;
        writeln!(f, "  description: {}", Quoted(about.description))?;
        writeln!(f, "  steps:")?;
        self.entries.iter().try_for_each(|entry| write_step(f, entry))
    }
}

fn write_step(f: &mut Formatter<'_>, entry: &Entry<'_>) -> fmt::Result {
    writeln!(f, "    - id: {}", entry.id)?;
    write_text(f, "name", Some(&entry.name))?;
    write_text(f, "action", Some(entry.action))?;
    write_text(f, "target", Some(entry.target))?;
    write_text(f, "position", entry.position)?;
    write_text(f, "tool", entry.tool)?;
    if let Some(seconds) = entry.stabilize {
        writeln!(f, "      stabilize: {}", Seconds(seconds))?;
    }
    write_text(f, "action_after", entry.action_after)?;
    write_text(f, "verify", entry.verify)
}

fn write_text(f: &mut Formatter<'_>, key: &str, text: Option<&str>) -> fmt::Result {
    text.map_or(Ok(()), |text| writeln!(f, "      {key}: {}", Quoted(text)))
}

/// A text in double quotes. What a reader of YAML 1.1 may not find in a document, or may fold, is escaped.
struct Quoted<'t>(&'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '\\' | '"' => write!(f, "\\{c}")?,
                '\0' => f.write_str("\\0")?,
                '\t' => f.write_str("\\t")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\u{85}' => f.write_str("\\N")?,
                '\u{2028}' => f.write_str("\\L")?,
                '\u{2029}' => f.write_str("\\P")?,
                c if c.is_control() => write!(f, "\\x{:02X}", u32::from(c))?,
                '\u{feff}' | '\u{fffe}' | '\u{ffff}' => write!(f, "\\u{:04X}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// Seconds as a plain decimal number with a point: YAML 1.1 and 1.2 read exponents in different ways.
struct Seconds(f64);

impl Display for Seconds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.fract() == 0.0 { write!(f, "{:.1}", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// A UUID as people write it.
struct Id(u128);

impl Display for Id {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.0);
        write!(f, "{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..])
    }
}

/// Seconds since 1970 as ISO 8601 in UTC; what lies outside of the years 1970 to 9999 as their nearest second.
struct Utc(i64);

impl Display for Utc {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const DAY_S: i64 = 86_400;
        /// 9999-12-31T23:59:59Z.
        const LAST_S: i64 = 253_402_300_799;
        let seconds = self.0.clamp(0, LAST_S);
        let (days, second) = (seconds / DAY_S, seconds % DAY_S);
        // Years that begin in March, in eras of 400 of them: a leap day is then the last day of its year.
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = 400 * era + year_of_era + i64::from(month <= 2);
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}
