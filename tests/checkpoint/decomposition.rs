//! What code finds in a decomposition, and what it does to scores and verdict.

use cellgraph::checkpoint::{
    Outcome,
    Verdict::{Fail, Pass, Retry},
};
use serde_json::{Value, json};

use crate::{check, codes, decomposed, judged, scored, two_steps};

fn part(id: &str, more: Value) -> Value {
    let mut subgoal = json!({"id": id, "description": format!("Do {id}"), "agent": "x"});
    for (key, value) in more.as_object().unwrap() {
        subgoal[key] = value.clone();
    }
    subgoal
}

fn after(id: &str, needed: &[&str]) -> Value {
    part(id, json!({"depends_on": needed}))
}

fn phases(kind: &str, ids: &[&str]) -> Value {
    json!([{"phase": kind, "subgoals": ids}])
}

/// Messages of issues.
fn messages(outcome: &Outcome) -> Vec<&str> {
    outcome.issues.iter().map(|issue| issue.message.as_str()).collect()
}

#[track_caller]
fn finds(document: &Value, expected: &[(&str, &str)]) -> Outcome {
    let outcome = judged(document).outcome;
    let found: Vec<(&str, &str)> = outcome.issues.iter().map(|issue| (issue.code, issue.message.as_str())).collect();
    assert_eq!(found, expected);
    outcome
}

#[test]
fn a_sound_decomposition_has_no_issue() {
    let outcome = finds(&two_steps(&json!({})), &[]);
    check(&outcome, Pass, "1.00");
}

#[test]
fn cycles_are_found_by_name() {
    let order = phases("sequential", &["a", "b", "c", "d"]);
    let subgoals = json!([after("a", &["b"]), after("b", &["c"]), after("c", &["a"]), after("d", &["d"])]);
    let outcome = finds(
        &decomposed(&subgoals, &order),
        &[
            ("cycle", "Subgoals 'a', 'b' and 'c' depend on each other in a cycle"),
            ("cycle", "Subgoal 'd' depends on itself"),
        ],
    );
    assert_eq!(scored(&outcome, "consistency"), Some(49));
    // 0.4 + 0.2 × 0.49 + 0.4 would pass; what goes round in a circle does not.
    check(&outcome, Retry, "0.89");
    // A way that forks and meets again is no cycle.
    let subgoals = json!([after("a", &[]), after("b", &["a"]), after("c", &["a"]), after("d", &["b", "c"])]);
    finds(&decomposed(&subgoals, &order), &[]);
}

#[test]
fn order_follows_dependencies() {
    let subgoals = json!([after("a", &[]), after("b", &["a"])]);
    let outcome = finds(
        &decomposed(&subgoals, &phases("parallel", &["a", "b"])),
        &[("parallel_dependency", "Subgoals 'a' and 'b' are parallel, but 'b' depends on 'a'")],
    );
    check(&outcome, Retry, "0.93");
    finds(
        &decomposed(&subgoals, &phases("sequential", &["b", "a"])),
        &[("order", "Subgoal 'b' comes before 'a', which it depends on")],
    );
    let two = |first: &str, second: &str| json!([{"phase": "parallel", "subgoals": [first]}, {"phase": "parallel", "subgoals": [second]}]);
    finds(&decomposed(&subgoals, &two("a", "b")), &[]);
    finds(&decomposed(&subgoals, &two("b", "a")), &[("order", "Subgoal 'b' comes before 'a', which it depends on")]);
    // Without an order, the list is the order.
    let unordered = |subgoals: Value| two_steps(&json!({"decomposition": {"goal": "g", "subgoals": subgoals}}));
    finds(&unordered(subgoals), &[]);
    finds(
        &unordered(json!([after("b", &["a"]), after("a", &[])])),
        &[("order", "Subgoal 'b' comes before 'a', which it depends on")],
    );
}

#[test]
fn contradictions_hold_back() {
    let subgoals = json!([
        part("stateless", json!({"contradicts": ["sessions"]})),
        part("sessions", json!({"contradicts": ["stateless"]})),
        part("odd", json!({"contradicts": ["odd"]})),
    ]);
    let outcome = finds(
        &decomposed(&subgoals, &phases("sequential", &["stateless", "sessions", "odd"])),
        &[
            ("contradiction", "Subgoals 'stateless' and 'sessions' contradict each other"),
            ("contradiction", "Subgoal 'odd' contradicts itself"),
        ],
    );
    assert_eq!(scored(&outcome, "consistency"), Some(49));
    check(&outcome, Retry, "0.89");
}

#[test]
fn ids_and_phases_are_sound() {
    let order = phases("sequential", &["a"]);
    finds(
        &decomposed(&json!([after("a", &[]), after("a", &[])]), &order),
        &[("duplicate_id", "2 subgoals have the id 'a'")],
    );
    finds(
        &decomposed(&json!([part("a", json!({"depends_on": ["z"], "contradicts": ["y"]}))]), &order),
        &[
            ("dangling_id", "Subgoal 'a' depends on 'z', which is no subgoal"),
            ("dangling_id", "Subgoal 'a' contradicts 'y', which is no subgoal"),
        ],
    );
    let three = json!([after("a", &[]), after("b", &[]), after("c", &[])]);
    finds(
        &decomposed(&three, &phases("parallel", &["a", "z", "a"])),
        &[
            ("phase_twice", "The execution order names 'a' 2 times"),
            ("phase_unknown", "The execution order names 'z', which is no subgoal"),
            ("phase_left_out", "The execution order leaves 'b' and 'c' out"),
        ],
    );
    let outcome = finds(
        &decomposed(&three, &json!([])),
        &[("phase_left_out", "The execution order leaves 'a', 'b' and 'c' out")],
    );
    assert_eq!(outcome.verdict, Retry);
}

#[test]
fn nothing_is_no_decomposition() {
    let outcome = finds(&decomposed(&json!([]), &json!([])), &[("no_subgoals", "The decomposition has no subgoals")]);
    assert_eq!(scored(&outcome, "completeness"), Some(0));
    check(&outcome, Retry, "0.60");
    let silent = json!([{"id": "a", "description": "  ", "agent": "x"}]);
    finds(&decomposed(&silent, &phases("sequential", &["a"])), &[("no_description", "Subgoal 'a' has no description")]);
}

#[test]
fn aspects_are_counted() {
    let covering = |lists: &[&[&str]], change: &Value| {
        let ids = ["a", "b", "c"];
        let subgoals: Vec<Value> =
            lists.iter().zip(ids).map(|(aspects, id)| part(id, json!({"aspects": aspects}))).collect();
        let mut document = decomposed(&json!(subgoals), &phases("sequential", &ids[..lists.len()]));
        document["aspects"] = json!(["sort", "count", "label"]);
        for (key, value) in change.as_object().unwrap() {
            document[key] = value.clone();
        }
        judged(&document).outcome
    };
    let all = covering(&[&["sort", "count"], &["label"]], &json!({}));
    assert_eq!((scored(&all, "completeness"), codes(&all)), (Some(100), vec![]));
    let two = covering(&[&["sort"], &["label", "sort"]], &json!({}));
    assert_eq!(scored(&two, "completeness"), Some(66));
    assert_eq!(messages(&two), ["No subgoal covers 'count'"]);
    assert_eq!(two.suggestions, ["Add a subgoal for 'count'"]);
    let foreign = covering(&[&["sort", "count", "label", "paint"]], &json!({}));
    assert_eq!(messages(&foreign), ["Subgoal 'a' covers 'paint', which the query does not ask for"]);
    assert_eq!(scored(&foreign, "groundedness"), Some(90));
}

#[test]
fn what_does_not_exist_is_named() {
    let referring = |lists: &[&[&str]], judge: bool| {
        let ids = ["a", "b", "c"];
        let subgoals: Vec<Value> =
            lists.iter().zip(ids).map(|(names, id)| part(id, json!({"references": names}))).collect();
        let mut document = decomposed(&json!(subgoals), &phases("sequential", &ids[..lists.len()]));
        document["context"] = json!(["auth.py", "db.py"]);
        if !judge {
            document["scores"] = json!({"completeness": 1, "consistency": 1, "routability": 1});
        }
        judged(&document).outcome
    };
    assert_eq!(scored(&referring(&[&["auth.py"], &["db.py", "auth.py"]], false), "groundedness"), Some(100));
    let one = referring(&[&["auth.py"], &["db.py"], &["sso.py", "auth.py", "x.py"]], true);
    assert_eq!(messages(&one), ["Subgoal 'c' stands on 'sso.py' and 'x.py', which the context does not have"]);
    assert_eq!(scored(&one, "groundedness"), Some(66));
    // What names nothing is an assumption, where no judge read its words.
    let silent = referring(&[&["auth.py"], &[], &[]], false);
    assert_eq!(codes(&silent), ["assumption", "assumption"]);
    assert_eq!(scored(&silent, "groundedness"), Some(33));
    let judged = referring(&[&["auth.py"], &[], &[]], true);
    assert_eq!((scored(&judged, "groundedness"), codes(&judged)), (Some(100), vec![]));
    // A few names among many that do not exist still cost the band.
    let mostly: Vec<&[&str]> = vec![&["auth.py"], &["db.py"], &["auth.py", "none.py"]];
    assert!(scored(&referring(&mostly, true), "groundedness") < Some(70));
}

/// Two subgoals: the first asks its agent for `drill`, the second is sound.
fn routed(agents: Value, more: Value) -> Outcome {
    let subgoals = json!([
        {"id": "a", "description": "Drill", "agent": "driller", "requires": ["drill"]},
        {"id": "b", "description": "Look", "agent": "eye", "requires": ["look"]},
        {"id": "c", "description": "Look again", "agent": "eye"},
    ]);
    let mut document = decomposed(&subgoals, &phases("sequential", &["a", "b", "c"]));
    document["agents"] = agents;
    document["agents"].as_array_mut().unwrap().push(json!({"name": "eye", "capabilities": ["look"]}));
    for (key, value) in more.as_object().unwrap() {
        document[key] = value.clone();
    }
    judged(&document).outcome
}

#[track_caller]
fn routes(agents: Value, more: Value, codes_: &[&str], score: u8, blocking: bool, suggestion: &str) {
    let outcome = routed(agents, more);
    assert_eq!(codes(&outcome), codes_, "{:?}", outcome.issues);
    assert_eq!(scored(&outcome, "routability"), Some(score));
    assert_eq!(outcome.issues.iter().any(|issue| issue.blocking), blocking);
    assert_eq!(outcome.suggestions.join("|"), suggestion);
    assert_eq!(outcome.verdict, if blocking { Retry } else { Pass });
}

#[test]
fn agents_are_there_and_able() {
    routes(json!([{"name": "driller", "capabilities": ["drill"]}]), json!({}), &[], 100, false, "");
    routes(json!([{"name": "driller", "capabilities": ["all"]}]), json!({}), &[], 100, false, "");
    let nobody = "Nobody in the registry can do 'a': leave it out, or register an agent for it";
    routes(json!([]), json!({}), &["unknown_agent"], 69, true, nobody);
    routes(json!([{"name": "driller"}]), json!({}), &["missing_capability"], 69, true, nobody);
    // Someone else can: that is still for the next attempt to say.
    let other = json!([{"name": "driller"}, {"name": "miller", "capabilities": ["drill", "mill"]}]);
    routes(other, json!({}), &["missing_capability"], 69, true, "Give 'a' to 'miller'");
}

#[test]
fn agents_have_fallbacks() {
    let registry = |fallback: Value| json!([{"name": "driller", "fallback": "second"}, fallback]);
    routes(
        registry(json!({"name": "second", "capabilities": ["drill"]})),
        json!({}),
        &["missing_capability"],
        90,
        false,
        "Give 'a' to 'second'",
    );
    // A fallback that cannot either is none; an agent for everything stands in.
    let mut both = registry(json!({"name": "second"}));
    both.as_array_mut().unwrap().push(json!({"name": "anything", "capabilities": ["all"]}));
    routes(both, json!({}), &["missing_capability"], 70, false, "Give 'a' to 'anything'");
    routes(
        json!([{"name": "anything", "capabilities": ["all"]}]),
        json!({}),
        &["unknown_agent"],
        70,
        false,
        "Give 'a' to 'anything'",
    );
}

#[test]
fn agents_act_where_they_may() {
    let driller =
        |environments: Value| json!([{"name": "driller", "capabilities": ["drill"], "environments": environments}]);
    let here = json!({"environment": "dev"});
    routes(driller(json!(["dev", "prod"])), here.clone(), &[], 100, false, "");
    let nobody = "Nobody in the registry can do 'a': leave it out, or register an agent for it";
    routes(driller(json!(["prod"])), here.clone(), &["unauthorised_agent"], 69, true, nobody);
    routes(driller(json!([])), here.clone(), &["unauthorised_agent"], 69, true, nobody);
    // Nor does somebody stand in who may not act here.
    let fallback = json!([
        {"name": "driller", "environments": ["prod"], "capabilities": ["drill"], "fallback": "second"},
        {"name": "second", "environments": ["prod"], "capabilities": ["all"]},
    ]);
    routes(fallback, here, &["unauthorised_agent"], 69, true, nobody);
    // Where nobody says which environment it is, nobody can be told whether they may.
    let outcome = routed(driller(json!(["prod"])), json!({}));
    assert_eq!((outcome.verdict, outcome.completed), (Fail, false));
    assert!(outcome.missing[0].contains("no `environment`"), "{:?}", outcome.missing);
}

#[test]
fn agents_are_missing_for_most() {
    let all_by = |agent: &str, agents: Value| {
        let subgoals = json!([
            {"id": "a", "description": "A", "agent": agent},
            {"id": "b", "description": "B", "agent": agent},
            {"id": "c", "description": "C", "agent": "eye"},
        ]);
        let mut document = decomposed(&subgoals, &phases("sequential", &["a", "b", "c"]));
        document["agents"] = agents;
        scored(&judged(&document).outcome, "routability")
    };
    assert_eq!(all_by("ghost", json!([{"name": "eye"}])), Some(49));
    assert_eq!(
        all_by("ghost", json!([{"name": "eye", "capabilities": ["all"]}])),
        Some(49),
        "also with a generic agent"
    );
    assert_eq!(all_by("ghost", json!([])), Some(49));
}

#[test]
fn code_only_lowers() {
    let low = json!({"completeness": 0.6, "consistency": 0.6, "groundedness": 0.6, "routability": 0.6});
    let outcome = judged(&two_steps(&json!({
        "scores": low,
        "agents": [{"name": "sorter"}, {"name": "counter"}],
        "context": [],
        "retry_count": 1,
    })))
    .outcome;
    check(&outcome, Retry, "0.60");
    // A judge that overlooks a missing agent is lowered.
    let outcome = judged(&two_steps(&json!({"agents": [{"name": "sorter"}]}))).outcome;
    assert_eq!(scored(&outcome, "routability"), Some(69));
}

#[test]
fn without_a_score_it_is_not_completed() {
    for (gone, expected) in [
        (
            "completeness",
            "no score for completeness: no judge gave one, and without `aspects` of the query there is nothing to count",
        ),
        (
            "groundedness",
            "no score for groundedness: no judge gave one, and without `context` there is nothing to count",
        ),
        ("routability", "no score for routability: no judge gave one, and without `agents` there is nothing to count"),
    ] {
        let mut document = two_steps(&json!({}));
        document["scores"].as_object_mut().unwrap().remove(gone);
        let outcome = judged(&document).outcome;
        assert_eq!((outcome.verdict, outcome.completed, outcome.overall_score), (Fail, false, None), "{gone}");
        assert_eq!(outcome.missing, [expected]);
        assert_eq!(outcome.error.unwrap().error, "Decomposition could not be verified");
    }
    // Consistency is looked at by code wherever there is a decomposition; and with all known, no judge is needed.
    let outcome = judged(&json!({
        "query": "sort",
        "decomposition": {"goal": "g", "subgoals": [
            {"id": "a", "description": "Sort", "agent": "sorter", "references": ["parts"], "aspects": ["sort"]},
        ]},
        "agents": [{"name": "sorter"}],
        "context": ["parts"],
        "aspects": ["sort"],
    }))
    .outcome;
    check(&outcome, Pass, "1.00");
}

#[test]
fn each_complexity_takes_its_option() {
    let with = |complexity: &str, option: Option<&str>| {
        let mut document = two_steps(&json!({"complexity": complexity}));
        if let Some(option) = option {
            document["option"] = json!(option);
        }
        let report = judged(&document);
        let option = serde_json::to_value(report.option).unwrap();
        (report.outcome.verdict, option.as_str().unwrap_or("none").to_owned())
    };
    let case = |verdict, option: &str| (verdict, option.to_owned());
    assert_eq!(with("SIMPLE", None), case(Pass, "none"));
    assert_eq!(with("MEDIUM", None), case(Pass, "self"));
    assert_eq!(with("COMPLEX", None), case(Pass, "adversarial"));
    assert_eq!(with("CRITICAL", None), case(Pass, "adversarial"));
    // A stronger one will do, a weaker one will not.
    assert_eq!(with("MEDIUM", Some("adversarial")), case(Pass, "adversarial"));
    assert_eq!(with("COMPLEX", Some("self")), case(Fail, "self"));
    assert_eq!(with("CRITICAL", Some("self")), case(Fail, "self"));
}

#[test]
fn simple_needs_no_scores_and_takes_no_nonsense() {
    let mut document = two_steps(&json!({"complexity": "SIMPLE"}));
    document.as_object_mut().unwrap().remove("scores");
    let outcome = judged(&document).outcome;
    assert_eq!((outcome.verdict, outcome.completed, outcome.overall_score), (Pass, true, None));
    document["decomposition"]["subgoals"][0]["depends_on"] = json!(["count"]);
    for (retry_count, verdict) in [(0, Retry), (1, Retry), (2, Fail)] {
        document["retry_count"] = json!(retry_count);
        assert_eq!(judged(&document).outcome.verdict, verdict);
    }
}

#[test]
fn a_retry_takes_the_same_option_again() {
    let again = |option: &str, before: &str| {
        let change = json!({"option": option, "previous": {"option": before}, "retry_count": 1});
        judged(&two_steps(&change)).outcome
    };
    assert_eq!(again("self", "self").verdict, Pass);
    assert_eq!(again("adversarial", "self").verdict, Pass);
    let weaker = again("self", "adversarial");
    assert_eq!((weaker.verdict, weaker.completed), (Fail, false));
    assert_eq!(weaker.missing, ["the attempt before had adversarial verification; a retry takes the same again"]);
}
