//! Which runs: one by its name, or those that filters let through.

use jiff::Timestamp;
use uuid::Uuid;

use crate::{
    cli::{
        desk::store,
        failure::Failure,
        when::{Day, Zone},
    },
    limits::HISTORY_ROWS_MAX,
    run::Became,
    store::{Reader, RunFilter, RunRow},
};

/// So many characters of an id are enough to name a run.
const BEGINNING_MIN: usize = 4;

/// Filters that lists and timelines have in common.
#[derive(Debug, clap::Args)]
pub(super) struct FilterArgs {
    /// On this day here: today, yesterday or a date
    #[arg(long, value_name = "YYYY-MM-DD")]
    day: Option<Day>,
    /// With a step that leads to this position or is done there, begun or not
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    /// With this tool in hand at the start, or taken or left in a step
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    /// Approved, said or decided by this operator
    #[arg(long, value_name = "NAME")]
    operator: Option<String>,
}

impl FilterArgs {
    /// The same for the store.
    pub(super) fn of_runs(&self, zone: &Zone) -> Result<RunFilter, Failure> {
        let bounds = match self.day {
            None => None,
            Some(day) => Some(zone.bounds(day, Timestamp::now()).ok_or_else(|| {
                Failure::input("--day names a day at an end of all time").hint("name a day on which there were runs")
            })?),
        };
        let (since, until) = bounds.unzip();
        let (place, tool, operator) = (self.at.clone(), self.tool.clone(), self.operator.clone());
        Ok(RunFilter { since, until, place, tool, operator, ..RunFilter::default() })
    }
}

/// A run, as people name one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RunName {
    Last,
    Number(i64),
    /// The first characters of its id, or all of it.
    Id(String),
}

impl std::str::FromStr for RunName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_id = |c: char| c.is_ascii_hexdigit() || c == '-';
        match text.parse::<u32>() {
            _ if text == "last" => Ok(Self::Last),
            Ok(number) if !text.starts_with('+') => Ok(Self::Number(number.into())),
            _ if text.len() >= BEGINNING_MIN && text.len() <= 36 && text.chars().all(is_id) => {
                Ok(Self::Id(text.to_ascii_lowercase()))
            }
            _ => Err(format!(
                "a run is named by its number, by its id, by the first characters of the id ({BEGINNING_MIN} or more), or by `last`"
            )),
        }
    }
}

impl RunName {
    pub(super) fn find(&self, reader: &Reader) -> Result<Uuid, Failure> {
        let found = match self {
            Self::Last => {
                let latest = reader.runs(&RunFilter { limit: Some(1), ..RunFilter::default() }).map_err(store)?;
                latest.first().map(|row| row.run_id)
            }
            // Digits may be the beginning of an id as well: where no run has that number.
            Self::Number(number) => match reader.run_numbered(*number).map_err(store)? {
                None if number.to_string().len() >= BEGINNING_MIN => beginning(&number.to_string(), reader)?,
                found => found,
            },
            Self::Id(text) => beginning(text, reader)?,
        };
        let none = || match self {
            Self::Last => Failure::input("there is no run yet"),
            Self::Number(number) => Failure::input(format_args!("there is no run {number}")).hint(LISTED),
            Self::Id(text) if text.len() == 36 => Failure::input(format_args!("there is no run {text}")).hint(LISTED),
            Self::Id(text) => Failure::input(format_args!("there is no run whose id begins with {text}")).hint(LISTED),
        };
        found.ok_or_else(none)
    }
}

const LISTED: &str = "`cellgraph history list` lists them";

fn beginning(text: &str, reader: &Reader) -> Result<Option<Uuid>, Failure> {
    match *reader.runs_that_begin(text).map_err(store)? {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        [one, another, ..] => Err(Failure::input(format_args!("the ids of several runs begin with {text}"))
            .hint(format!("name more of it; two of them are {one} and {another}"))),
    }
}

/// Whether a run became what is asked for. Stopped it is by whomever.
fn is_so(became: Became, wanted: Became) -> bool {
    became == wanted || wanted == Became::Stopped && became.is_stopped()
}

/// The runs that a filter lets through and that ended so, the latest first, `limit` at most.
pub(super) fn runs(
    reader: &Reader,
    filter: RunFilter,
    ended: Option<Became>,
    limit: usize,
) -> Result<Vec<RunRow>, Failure> {
    let Some(ended) = ended else {
        return reader.runs(&RunFilter { limit: Some(limit), ..filter }).map_err(store);
    };
    let (mut found, mut filter) = (Vec::new(), RunFilter { limit: None, ..filter });
    loop {
        let page = reader.runs(&filter).map_err(store)?;
        filter.before = page.last().map(|row| row.number);
        let is_last = page.len() < HISTORY_ROWS_MAX;
        found.extend(page.into_iter().filter(|row| is_so(Became::of(row), ended)));
        if is_last || found.len() >= limit {
            found.truncate(limit);
            return Ok(found);
        }
    }
}
