//! `benches/budgets.toml`: for every figure what it may take, and what the project aims at.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;

/// By size of the cell.
pub(crate) type BySize = BTreeMap<String, f64>;

/// The whole file, by figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budgets {
    /// The order of the report.
    pub(crate) order: Vec<String>,
    pub(crate) figure: BTreeMap<String, Budget>,
}

/// One figure.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budget {
    /// What it is, for people.
    pub(crate) title: String,
    /// The unit of `aim`, and of what the table shows.
    pub(crate) unit: String,
    /// What the project aims at; not judged.
    #[serde(default)]
    pub(crate) aim: BySize,
    /// Most instructions of one call.
    #[serde(default)]
    pub(crate) instructions: BySize,
    /// Most that it may take of what its limit takes.
    #[serde(default)]
    pub(crate) ratio: BySize,
    /// The same on processors by AMD, where they differ: the bare loops over flat arrays gain more there. Part of `ratio` once read.
    #[serde(default)]
    ratio_amd: BySize,
    /// The most that it may be, in its unit: for sizes, which no machine changes.
    #[serde(default)]
    pub(crate) most: BySize,
}

/// Whether this processor is by AMD.
fn is_amd() -> bool {
    fs::read_to_string("/proc/cpuinfo").is_ok_and(|info| info.contains("AuthenticAMD"))
}

impl Budgets {
    pub(crate) fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/budgets.toml");
        let mut budgets: Self = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        if is_amd() {
            for budget in budgets.figure.values_mut() {
                budget.ratio.append(&mut budget.ratio_amd);
            }
        }
        budgets
    }
}
