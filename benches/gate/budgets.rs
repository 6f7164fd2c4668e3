//! `benches/budgets.toml`: for every figure what it may take, and what the project aims at.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;

/// By size of the cell.
pub type BySize = BTreeMap<String, f64>;

/// The whole file, by figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budgets {
    /// The order of the report.
    pub order: Vec<String>,
    pub figure: BTreeMap<String, Budget>,
}

/// One figure.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// What it is, for people.
    pub title: String,
    /// The unit of `aim`, and of what the table shows.
    pub unit: String,
    /// What the project aims at; not judged.
    #[serde(default)]
    pub aim: BySize,
    /// Most instructions of one call.
    #[serde(default)]
    pub instructions: BySize,
    /// Most that it may take of what its limit takes.
    #[serde(default)]
    pub ratio: BySize,
    /// The most that it may be, in its unit: for sizes, which no machine changes.
    #[serde(default)]
    pub most: BySize,
}

impl Budgets {
    pub fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/budgets.toml");
        toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    }
}
