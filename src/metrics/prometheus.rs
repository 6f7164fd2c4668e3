//! The figures in Prometheus' text form (OpenMetrics), for the text-file collector of a node exporter.

use std::sync::atomic::AtomicU64;

use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{family::Family, gauge::Gauge},
    registry::Registry,
};

use super::{Figures, Verdicts};

type Value = Gauge<f64, AtomicU64>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Verdict {
    complexity: &'static str,
    verdict: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Complexity {
    complexity: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct After {
    issue: String,
}

/// The text. A rate of nothing is left out.
///
/// # Errors
///
/// None is known: the text is made in memory.
pub fn exposition(figures: &Figures) -> Result<String, std::fmt::Error> {
    let mut registry = Registry::with_prefix("cellgraph_checkpoint");
    let mut gauge = |name: &str, help: &str, value: Option<f64>| {
        let Some(value) = value else { return };
        let gauge = Value::default();
        gauge.set(value);
        registry.register(name, help, gauge);
    };
    gauge("sentences", "Sentences that were looked over", Some(figures.sentences as f64));
    gauge("looks", "Looks at readings", Some(figures.looks as f64));
    gauge("catch_rate", "Faults caught, of caught and missed", figures.catch_rate.value());
    gauge("false_positive_rate", "Right readings refused, of all looks", figures.false_positive_rate.value());
    gauge("retry_success_rate", "Retries that passed, of all", figures.retry_success.value());
    gauge("correlation", "Of score and success", figures.correlation);
    gauge("verification_seconds", "All looks together", Some(figures.verification_us as f64 / 1e6));
    gauge("execution_seconds", "All runs together", Some(figures.execution_us as f64 / 1e6));
    gauge("alerts", "Alerts that stand", Some(figures.alerts.len() as f64));
    let verdicts = Family::<Verdict, Value>::default();
    for (&complexity, of) in &figures.by_complexity {
        let Verdicts { pass, retry, fail } = of.verdicts;
        for (verdict, count) in [("pass", pass), ("retry", retry), ("fail", fail)] {
            verdicts.get_or_create(&Verdict { complexity, verdict }).set(count as f64);
        }
    }
    registry.register("verdicts", "Looks by complexity and verdict", verdicts);
    let means = Family::<Complexity, Value>::default();
    for (&complexity, of) in &figures.by_complexity {
        if let Some(mean) = of.mean_score() {
            means.get_or_create(&Complexity { complexity }).set(mean);
        }
    }
    registry.register("mean_score", "Mean score of the looks by complexity", means);
    let retries = Family::<After, Value>::default();
    for (issue, of) in &figures.retry_success_by_issue {
        if let Some(share) = of.value() {
            retries.get_or_create(&After { issue: issue.clone() }).set(share);
        }
    }
    registry.register("retry_success_rate_after", "Retries that passed, by what was found before", retries);
    let mut text = String::new();
    encode(&mut text, &registry)?;
    Ok(text)
}
