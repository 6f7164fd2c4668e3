//! What was measured: criterion's samples, gungraun's summaries, and the results of `boot.rs`.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, de::DeserializeOwned};

use crate::cells::{SIZES, ops::OPS, target};

/// One figure at one size. What is absent was not measured.
#[derive(Clone, Default)]
pub(crate) struct Figure {
    /// The median, in its unit.
    pub(crate) value: Option<f64>,
    /// The limit's, in the same.
    pub(crate) limit: Option<f64>,
    /// The quickest of it over the quickest of its limit.
    pub(crate) ratio: Option<f64>,
    /// Of one call.
    pub(crate) instructions: Option<f64>,
}

/// By figure and size.
pub(crate) struct Measured(BTreeMap<(String, u32), Figure>);

#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
    times: Vec<f64>,
}

#[derive(Deserialize)]
struct Benchmark {
    throughput: Throughput,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Throughput {
    elements: f64,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

#[derive(Deserialize)]
struct Boot {
    figure: String,
    size: u32,
    value: f64,
    limit: Option<f64>,
    ratio: Option<f64>,
}

/// Nanoseconds of one call.
struct Timed {
    median_ns: f64,
    fastest_ns: f64,
    calls: f64,
}

impl Measured {
    pub(crate) fn read() -> Self {
        let mut all = BTreeMap::new();
        for op in OPS {
            for size in SIZES {
                all.insert((op.name.to_owned(), size), op_figure(op.name, size));
            }
        }
        for Boot { figure, size, value, limit, ratio } in
            read::<Vec<Boot>>(&target().join("gate/boot.json")).into_iter().flatten()
        {
            all.insert((figure, size), Figure { value: Some(value), limit, ratio, instructions: None });
        }
        Self(all)
    }

    /// Nothing was.
    pub(crate) const fn nothing() -> Self {
        Self(BTreeMap::new())
    }

    pub(crate) fn get(&self, figure: &str, size: u32) -> Figure {
        self.0.get(&(figure.to_owned(), size)).cloned().unwrap_or_default()
    }
}

fn op_figure(op: &str, size: u32) -> Figure {
    let (own, limit) = (timed(op, "cellgraph", size), timed(op, "limit", size));
    let calls = own.as_ref().map(|own| own.calls);
    Figure {
        value: own.as_ref().map(|own| own.median_ns),
        limit: limit.as_ref().map(|limit| limit.median_ns),
        ratio: own.zip(limit).map(|(own, limit)| own.fastest_ns / limit.fastest_ns),
        instructions: instructions(op, size).zip(calls).map(|(instructions, calls)| instructions / calls),
    }
}

fn timed(op: &str, side: &str, size: u32) -> Option<Timed> {
    let folder = target().join("criterion").join(op).join(side).join(size.to_string()).join("new");
    let calls = read::<Benchmark>(&folder.join("benchmark.json"))?.throughput.elements;
    let samples: Samples = read(&folder.join("sample.json"))?;
    let estimates: Estimates = read(&folder.join("estimates.json"))?;
    let fastest = samples.times.iter().zip(&samples.iters).map(|(time, runs)| time / runs).min_by(f64::total_cmp)?;
    Some(Timed { median_ns: estimates.median.point_estimate / calls, fastest_ns: fastest / calls, calls })
}

fn instructions(op: &str, size: u32) -> Option<f64> {
    let folder = target().join("gungraun/cellgraph/counts/counts").join(format!("{op}.cell_{size}"));
    let summary: serde_json::Value = read(&folder.join("summary.json"))?;
    summary.pointer("/profiles/0/data/total/metrics/Ir/values/new")?.as_f64()
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
