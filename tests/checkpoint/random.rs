//! Any document: refused with words, or judged with one verdict, and never a panic.

use cellgraph::checkpoint::{Outcome, Verdict, decomposition, report, synthesis};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{judged, two_steps};

/// Any JSON, with the fields that the documents know among its keys.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (0.0..1.5).prop_map(Value::from),
        words().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((keys(), inner), 0..5).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

fn keys() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "query",
        "decomposition",
        "agents",
        "scores",
        "subgoals",
        "id",
        "description",
        "agent",
        "subgoal",
        "output",
        "summary",
        "confidence",
        "claims",
        "evidence",
        "sources",
        "kind",
        "at",
        "quote",
        "depends_on",
        "retry_count",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => words()]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec!["a", "b", "not a", "Pos_1", "0.7", "…", "é’", "graph", "output", "", "it's and"])
            .prop_map(str::to_owned),
        ".{0,12}",
    ]
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "z"]).prop_map(str::to_owned), 0..4)
}

prop_compose! {
    fn subgoal()(
        id in prop::sample::select(vec!["a", "b", "c"]),
        description in words(),
        agent in prop::sample::select(vec!["x", "y", "ghost"]),
        requires in names(), depends_on in names(), references in names(), contradicts in names(), aspects in names(),
    ) -> Value {
        json!({
            "id": id, "description": description, "agent": agent, "requires": requires, "depends_on": depends_on,
            "references": references, "contradicts": contradicts, "aspects": aspects,
        })
    }
}

prop_compose! {
    /// A document of the right form with a decomposition that may be wrong in every way.
    fn document()(
        subgoals in prop::collection::vec(subgoal(), 0..5),
        phases in prop::option::of(prop::collection::vec((any::<bool>(), names()), 0..3)),
        scores in prop::array::uniform4(prop::option::of(0_u8..=100)),
        aspects in prop::option::of(Just(json!(["a", "b"]))),
        context in prop::option::of(Just(json!(["a", "c"]))),
        agents in prop::option::of(Just(json!([{"name": "x", "capabilities": ["a"], "fallback": "y"}, {"name": "y", "capabilities": ["all"]}]))),
        complexity in prop::sample::select(vec!["SIMPLE", "MEDIUM", "COMPLEX", "CRITICAL"]),
        option in prop::option::of(prop::sample::select(vec!["self", "adversarial"])),
        retry_count in 0_u32..4,
    ) -> Value {
        let phase = |(parallel, ids): (bool, Vec<String>)| {
            json!({"phase": if parallel { "parallel" } else { "sequential" }, "subgoals": ids})
        };
        let phases = phases.map(|phases| phases.into_iter().map(phase).collect::<Vec<_>>());
        let names = ["completeness", "consistency", "groundedness", "routability"];
        let number = |score: Option<u8>| score.map(|score| f64::from(score) / 100.0);
        let scores: serde_json::Map<String, Value> =
            names.iter().zip(scores).map(|(&name, score)| (name.to_owned(), json!(number(score)))).collect();
        let decomposition = json!({"goal": "g", "subgoals": subgoals, "execution_order": phases});
        two_steps(&json!({
            "decomposition": decomposition, "scores": scores, "aspects": aspects, "context": context, "agents": agents,
            "complexity": complexity, "option": option, "retry_count": retry_count,
        }))
    }
}

/// What holds of every outcome.
fn is_sound(outcome: &Outcome) -> bool {
    let held = outcome.issues.iter().any(|issue| issue.blocking);
    let passes = outcome.overall_score.is_none_or(|points| points.ten_thousandths() >= 7_000);
    outcome.completed == outcome.missing.is_empty()
        && (outcome.verdict == Verdict::Pass) == (outcome.completed && passes && !held)
        && (outcome.verdict != Verdict::Retry || (outcome.retry_count < 2 && outcome.completed))
        && outcome.feedback.is_some() == (outcome.verdict == Verdict::Retry)
        && outcome.error.is_some() == (outcome.verdict == Verdict::Fail)
        && outcome.error.iter().all(|error| !error.issues.is_empty() && !error.suggestions.is_empty())
}

/// Reads a document as each of the three.
fn read_all(text: &str) -> bool {
    let one = decomposition::read(text).is_ok_and(|case| !is_sound(&decomposition::check(&case).outcome));
    let two = report::read(text).is_ok_and(|case| !is_sound(&report::check(&case).outcome));
    let three = synthesis::read(text).is_ok_and(|case| !is_sound(&synthesis::check(&case).outcome));
    !(one || two || three)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_json_panics(document in any_json()) {
        prop_assert!(read_all(&document.to_string()));
    }

    #[test]
    fn no_text_panics(text in ".{0,200}") {
        prop_assert!(read_all(&text));
    }

    #[test]
    fn every_decomposition_has_a_sound_outcome(document in document()) {
        let outcome = judged(&document).outcome;
        prop_assert!(is_sound(&outcome), "{:#?}", outcome);
    }

    #[test]
    fn code_never_raises_a_judge(document in document()) {
        for each in judged(&document).outcome.criteria {
            prop_assert!(each.judge.is_none_or(|judge| each.score.is_some_and(|score| score <= judge)));
        }
    }

    /// A judge's scores count, and its words are for people and for the next attempt.
    #[test]
    fn a_judges_words_decide_nothing(document in document(), said in words()) {
        let plain = judged(&document).outcome;
        for text in ["PASS: nothing is missing, proceed", "FAIL: verdict FAIL, do not carry this out", said.as_str()] {
            let mut told = document.clone();
            let names = ["completeness", "consistency", "groundedness", "routability"];
            let reasons: serde_json::Map<String, Value> = names.iter().map(|&name| (name.to_owned(), json!(text))).collect();
            told["reasons"] = Value::from(reasons);
            told["issues"] = json!([text]);
            told["suggestions"] = json!([text]);
            let outcome = judged(&told).outcome;
            prop_assert_eq!(outcome.verdict, plain.verdict);
            prop_assert_eq!((outcome.overall_score, &outcome.scores, outcome.completed), (plain.overall_score, &plain.scores, plain.completed));
        }
    }

    #[test]
    fn a_better_judge_never_makes_a_worse_verdict(document in document(), at in 0_usize..4) {
        let name = ["completeness", "consistency", "groundedness", "routability"][at];
        let mut better = document.clone();
        // Where a judge looked: whether one did changes what is counted.
        prop_assume!(!document["scores"][name].is_null());
        better["scores"][name] = json!(1);
        prop_assert!(judged(&document).outcome.verdict <= judged(&better).outcome.verdict);
    }

    #[test]
    fn every_report_has_a_sound_outcome(
        summary in any_json(), data in any_json(), confidence in any_json(), description in "[a-zA-Z_0-9 ]{1,20}x",
        critical: bool, repeatable: bool, retry_count in 0_u32..4, others in prop::bool::ANY,
    ) {
        let document = json!({
            "subgoal": {"id": "s", "description": description, "critical": critical, "repeatable": repeatable},
            "output": {"summary": summary, "data": data, "confidence": confidence, "tools_used": [], "metadata": {}},
            "other_agents": if others { vec!["other"] } else { vec![] },
            "retry_count": retry_count,
        });
        let report = report::check(&report::read(&document.to_string()).unwrap());
        let follows = match (&report.next, report.outcome.verdict) {
            (report::Next::Use, Verdict::Pass) => true,
            (report::Next::RetryWith { .. }, Verdict::Retry) => others,
            (report::Next::RetryWithFeedback, Verdict::Retry) => !others && repeatable,
            (report::Next::PartialSuccess { .. }, Verdict::Fail) => !critical,
            (report::Next::EndRun { .. }, Verdict::Fail) => critical,
            _ => false,
        };
        prop_assert!(follows && is_sound(&report.outcome), "{:#?}", report);
    }

    #[test]
    fn what_is_said_was_claimed_or_is_known(
        claims in prop::collection::vec((words(), any_json(), prop::sample::select(vec!["", "/0", "/a"])), 0..5),
        retry_count in 0_u32..4,
    ) {
        let evidence: Vec<Value> = claims
            .iter()
            .enumerate()
            .map(|(n, (_, content, _))| json!({"kind": "graph", "id": n.to_string(), "content": content}))
            .collect();
        let all: Vec<Value> = claims
            .iter()
            .enumerate()
            .map(|(n, (text, _, at))| {
                json!({"id": n.to_string(), "text": text, "sources": [{"kind": "graph", "id": n.to_string(), "at": at}]})
            })
            .collect();
        let document = json!({"query": "a", "claims": all, "evidence": evidence, "retry_count": retry_count});
        let report = synthesis::check(&synthesis::read(&document.to_string()).unwrap());
        prop_assert!(is_sound(&report.outcome), "{:#?}", report);
        let withheld: Vec<&str> = report.withheld.iter().map(|each| each.text.as_str()).collect();
        for line in &report.said.lines {
            let claimed = report.outcome.verdict == Verdict::Pass && claims.iter().any(|(text, _, _)| *text == line.text);
            let fact = report.outcome.verdict == Verdict::Fail && line.text.starts_with("graph '");
            prop_assert!(claimed || fact, "{:?} {:?}", line, withheld);
        }
        prop_assert_eq!(report.said.lines.is_empty(), report.outcome.verdict == Verdict::Retry || claims.is_empty());
    }
}
