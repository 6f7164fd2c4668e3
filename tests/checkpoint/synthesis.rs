//! Checkpoint 3: planted claims, good claims, and what may be said.

use cellgraph::checkpoint::{
    Verdict::{Fail, Pass, Retry},
    synthesis::{self, Report},
};
use serde_json::{Value, json};

use crate::{check, codes, scored};

/// What is known about a small cell, one fact of each kind.
fn evidence() -> Value {
    json!([
        {"kind": "graph", "id": "Pos_1", "content": {"label": "Position", "role": "work", "supports": ["tack_weld"]}},
        {"kind": "state", "id": "robot", "content": {"position": "Home", "tool": "none", "confirmed": true}},
        {"kind": "history", "id": "run 7", "content": {"sentence": "weld at 1", "status": "completed", "steps": 12}},
        {"kind": "step", "id": "3", "content": "The welder was not attached."},
        {"kind": "output", "id": "camera", "content": {"summary": "Two parts lie on the table.", "data": {"parts": 2}}},
    ])
}

fn judged(query: &str, claims: &Value, more: &Value) -> Report {
    let mut document = json!({"query": query, "claims": claims, "evidence": evidence()});
    for (key, value) in more.as_object().unwrap() {
        document[key] = value.clone();
    }
    synthesis::check(&synthesis::read(&document.to_string()).unwrap_or_else(|error| panic!("{error}")))
}

fn claim(text: &str, source: Value) -> Value {
    json!({"id": text, "text": text, "sources": [source]})
}

/// Judges one claim, and says why it is withheld.
fn why(text: &str, sources: Value) -> Vec<String> {
    let report = judged("Tell me about it", &json!([{"id": "c", "text": text, "sources": sources}]), &json!({}));
    report.withheld.into_iter().flat_map(|each| each.why).collect()
}

#[test]
fn good_claims_are_traced() {
    for (text, source) in [
        ("Pos_1 is a work position.", json!({"kind": "graph", "id": "Pos_1"})),
        ("Pos_1 supports tack_weld.", json!({"kind": "graph", "id": "Pos_1"})),
        ("The robot is at Home.", json!({"kind": "state", "id": "robot"})),
        ("The robot holds no tool.", json!({"kind": "state", "id": "robot"})),
        ("Run 7 was completed in 12 steps.", json!({"kind": "history", "id": "run 7"})),
        ("The welder was not attached.", json!({"kind": "step", "id": "3"})),
        ("There are 2 parts.", json!({"kind": "output", "id": "camera", "at": "/data"})),
        (
            "Two parts lie on the table.",
            json!({"kind": "output", "id": "camera", "quote": "Two parts lie on the table"}),
        ),
        (
            "Two parts lie on the table.",
            json!({"kind": "output", "id": "camera", "at": "/summary", "quote": "parts lie on the table"}),
        ),
    ] {
        assert_eq!(why(text, json!([source])), [""; 0], "{text}");
    }
}

#[test]
fn planted_claims_are_withheld() {
    let camera = json!({"kind": "output", "id": "camera", "at": "/data"});
    for (text, sources, expected) in [
        ("The robot is at Home.", json!([]), "it names no source"),
        ("", json!([camera]), "it says nothing"),
        ("It is so.", json!([camera]), "it says nothing that could be held against its source"),
        ("Pos_9 is a work position.", json!([{"kind": "graph", "id": "Pos_9"}]), "there is no graph 'Pos_9'"),
        // The id exists, of another kind.
        ("The robot is at Home.", json!([{"kind": "graph", "id": "robot"}]), "there is no graph 'robot'"),
        (
            "Two parts lie on the table.",
            json!([{"kind": "output", "id": "camera"}]),
            "output 'camera' is named as a whole, without `at` or `quote`",
        ),
        (
            "Two parts lie on the table.",
            json!([{"kind": "output", "id": "camera", "at": ""}]),
            "output 'camera' is named as a whole, without `at` or `quote`",
        ),
        (
            "There are 2 parts.",
            json!([{"kind": "output", "id": "camera", "at": "/data/weight"}]),
            "output 'camera' has nothing at '/data/weight'",
        ),
        (
            "Three parts lie on the table.",
            json!([{"kind": "output", "id": "camera", "quote": "Three parts lie on the table"}]),
            "output 'camera' does not say 'Three parts lie on the table'",
        ),
        (
            "Two parts lie on the table.",
            json!([{"kind": "output", "id": "camera", "quote": ""}]),
            "the quote from output 'camera' is empty",
        ),
        // A quote that is less than the claim.
        (
            "Two parts lie on the table.",
            json!([{"kind": "output", "id": "camera", "quote": "Two parts"}]),
            "its sources are about something else",
        ),
        // A name or a number that the source does not have.
        (
            "Pos_2 supports tack_weld.",
            json!([{"kind": "graph", "id": "Pos_1"}]),
            "'Pos_2' stands in none of its sources",
        ),
        ("There are 3 parts.", json!([camera]), "'3' stands in none of its sources"),
        (
            "Run 7 took 12 steps and 40 seconds.",
            json!([{"kind": "history", "id": "run 7"}]),
            "'40' stands in none of its sources",
        ),
        (
            "POS_1 is a work position.",
            json!([{"kind": "graph", "id": "Pos_1"}]),
            "'POS_1' stands in none of its sources",
        ),
        ("The robot is at Mars.", json!([{"kind": "state", "id": "robot"}]), "'mars' stands in none of its sources"),
        // Known, but not from there.
        ("Home is a work position.", json!([{"kind": "graph", "id": "Pos_1"}]), "'home' stands in none of its sources"),
        // Words that the source does not have.
        ("The weather stays fine tomorrow.", json!([camera]), "its sources are about something else"),
        (
            "The robot moves extremely fast.",
            json!([{"kind": "state", "id": "robot"}]),
            "its sources are about something else",
        ),
        // The opposite of the source.
        ("The welder was attached.", json!([{"kind": "step", "id": "3"}]), "it says the opposite of its source"),
        (
            "No parts lie on the table.",
            json!([{"kind": "output", "id": "camera", "quote": "Two parts lie on the table"}]),
            "it says the opposite of its source",
        ),
        (
            "Pos_1 does not support tack_weld.",
            json!([{"kind": "graph", "id": "Pos_1"}]),
            "it says the opposite of its source",
        ),
    ] {
        assert_eq!(why(text, sources), [expected], "{text}");
    }
    // One bad source among good ones is enough.
    let both = json!([{"kind": "graph", "id": "Pos_1"}, {"kind": "graph", "id": "Pos_9"}]);
    assert_eq!(why("Pos_1 supports tack_weld.", both), ["there is no graph 'Pos_9'"]);
}

/// Why a claim about one step is withheld.
fn why_of(content: Value, at: &str, text: &str) -> Vec<String> {
    let claims = json!([{"id": "c", "text": text, "sources": [{"kind": "step", "id": "4", "at": at}]}]);
    let evidence = json!([{"kind": "step", "id": "4", "content": content}]);
    let document = json!({"query": "Tell me about it", "claims": claims, "evidence": evidence});
    let report = synthesis::check(&synthesis::read(&document.to_string()).unwrap());
    report.withheld.into_iter().flat_map(|each| each.why).collect()
}

/// "The state is confirmed" was traced to a source that says `false`.
#[test]
fn what_holds_nothing_is_said_as_nothing() {
    let opposite = ["it says the opposite of its source"];
    for (content, traced, withheld) in [
        (json!({"state_confirmed": false}), "The state is not confirmed.", "The state is confirmed."),
        (json!({"tool_held": null}), "No tool is held.", "The tool is held."),
        (json!({"tool_held": "none"}), "The tool held is none.", "The tool is held."),
        (json!({"moves_allowed": []}), "No move is allowed.", "A move is allowed."),
        (json!({"steps_completed": 0}), "0 steps are completed.", "Steps are completed."),
        (json!({"steps_completed": 0}), "No steps are completed.", "The steps are completed."),
        (json!({"state_confirmed": true}), "The state is confirmed.", "The state is not confirmed."),
    ] {
        let at = format!("/{}", content.as_object().unwrap().keys().next().unwrap());
        assert_eq!(why_of(content.clone(), &at, traced), [""; 0], "{traced}");
        assert_eq!(why_of(content.clone(), &at, withheld), opposite, "{withheld}");
    }
    // What holds nothing beside something that does.
    let two = json!({"of": {"position": "Home", "tool": "none"}});
    assert_eq!(why_of(two.clone(), "/of", "The position is Home, and no tool is there."), [""; 0]);
    assert_eq!(why_of(two, "/of", "The position is not Home, and no tool is there."), opposite);
}

#[test]
fn numbers_and_days_are_met_as_they_are() {
    let step = json!({"took": {"seconds": 2.5}, "started": {"day": "today", "at": "08:15"}, "planned": {}});
    assert_eq!(why_of(step.clone(), "/took", "It took 2.5 seconds."), [""; 0]);
    assert_eq!(why_of(step.clone(), "/took", "It took 5.2 seconds."), ["'5.2' stands in none of its sources"]);
    assert_eq!(why_of(step.clone(), "/started", "It started today at 08:15."), [""; 0]);
    assert_eq!(why_of(step, "/started", "It started yesterday."), ["'yesterday' stands in none of its sources"]);
}

/// A cell may call a position "tool": a claim that speaks of tools was withheld then.
#[test]
fn words_that_fields_are_called_by_are_no_names() {
    let step = json!({"of": {"position": "tool"}, "tool_count": 2});
    assert_eq!(why_of(step.clone(), "/tool_count", "There are 2 tools, and one tool more or less."), [""; 0]);
    // A position may be called "routine", beside what no routine needs.
    let called = json!({"kept_at": "routine", "routines_that_need_it": 0});
    assert_eq!(why_of(called, "/routines_that_need_it", "No routine needs it."), [""; 0]);
    let named = json!({"of": {"position": "rack"}, "tool_count": 2});
    assert_eq!(
        why_of(named, "/tool_count", "The tool count is 2 at the rack."),
        ["'rack' stands in none of its sources"]
    );
}

#[test]
fn the_very_words_of_a_source_are_traced() {
    let step = json!({"errors": ["no", "it is so"]});
    assert_eq!(why_of(step.clone(), "/errors/0", " no"), [""; 0]);
    assert_eq!(why_of(step, "/errors/0", "it is so"), ["it says nothing that could be held against its source"]);
}

#[test]
fn names_of_the_question_are_no_facts() {
    let claims = json!([claim("Pos_7 supports tack_weld.", json!({"kind": "graph", "id": "Pos_1"}))]);
    let report = judged("Does Pos_7 support tack_weld?", &claims, &json!({}));
    assert_eq!(report.withheld[0].why, ["'Pos_7' stands in none of its sources"]);
}

/// `good` claims that are traced, `bad` ones that are not.
fn mixed(good: usize, bad: usize, retry_count: u32) -> Report {
    let graph = json!({"kind": "graph", "id": "Pos_1"});
    let good =
        (0..good).map(|n| json!({"id": format!("g{n}"), "text": "Pos_1 is a work position.", "sources": [graph]}));
    let bad = (0..bad).map(|n| json!({"id": format!("b{n}"), "text": "Pos_1 is made of cheese.", "sources": []}));
    let claims: Vec<Value> = good.chain(bad).collect();
    judged("What is the position?", &json!(claims), &json!({"retry_count": retry_count}))
}

#[test]
fn verdicts_hang_on_the_traced_share() {
    check(&mixed(7, 3, 0).outcome, Pass, "0.70");
    check(&mixed(7, 3, 5).outcome, Pass, "0.70");
    check(&mixed(69, 31, 0).outcome, Retry, "0.69");
    check(&mixed(69, 31, 1).outcome, Retry, "0.69");
    check(&mixed(69, 31, 2).outcome, Fail, "0.69");
    // A retry from any score: there is no lower threshold here.
    check(&mixed(0, 5, 1).outcome, Retry, "0.00");
    check(&mixed(0, 5, 2).outcome, Fail, "0.00");
}

#[test]
fn what_cannot_be_traced_is_not_said_even_where_it_passes() {
    let report = mixed(7, 3, 0);
    assert_eq!((report.said.lines.len(), report.withheld.len()), (7, 3));
    assert!(!report.said.to_string().contains("cheese"));
    assert!(report.said.lines.iter().all(|line| !line.sources.is_empty()));
}

#[test]
fn before_a_retry_nothing_is_said() {
    let report = mixed(1, 1, 0);
    assert_eq!(report.said.to_string(), "");
    let feedback = report.outcome.feedback.unwrap();
    for part in [
        "Claim 'b0' cannot be traced: it names no source",
        "Leave claim 'b0' out",
        "Say nothing that no source says",
        "traceability 0.50",
    ] {
        assert!(feedback.contains(part), "{part}\n{feedback}");
    }
}

#[test]
fn after_two_retries_the_bare_facts_are_said_with_a_warning_and_why() {
    let report = mixed(1, 3, 2);
    assert_eq!(
        report.said.warnings[0],
        "The answer could not be put together from its sources after 2 retries. These are the facts as they were found."
    );
    assert_eq!(report.said.why.len(), 6);
    assert!(report.said.to_string().contains("\nWhy: Claim 'b0' cannot be traced: it names no source\n"));
    // The camera's output is what was worked for; nothing of the claims is said.
    let lines: Vec<&str> = report.said.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, [r#"output 'camera': {"summary":"Two parts lie on the table.","data":{"parts":2}}"#]);
    assert_eq!(
        report.outcome.error.unwrap().issues,
        [
            "Claim 'b0' cannot be traced: it names no source",
            "Claim 'b1' cannot be traced: it names no source",
            "Claim 'b2' cannot be traced: it names no source",
            "The answer leaves output 'camera' out and does not say why",
            "traceability 0.25: most claims have no source",
            "completeness 0.00: most of it is missing",
        ]
    );
}

#[test]
fn contradictions_let_nothing_pass() {
    let (home, step) = (json!({"kind": "state", "id": "robot"}), json!({"kind": "step", "id": "3"}));
    let values = |one: &str, other: &str| {
        json!([
            {"id": "a", "text": "The robot is at Home.", "sources": [home], "about": "robot.position", "value": one},
            {"id": "b", "text": "The position is Home.", "sources": [home], "about": "robot.position", "value": other},
        ])
    };
    let query = "Where is the robot?";
    assert_eq!(judged(query, &values("Home", "Home"), &json!({})).outcome.verdict, Pass);
    let report = judged(query, &values("Home", "Pos_1"), &json!({}));
    check(&report.outcome, Retry, "1.00");
    assert_eq!(report.outcome.issues[0].message, "Claims 'a' and 'b' contradict each other");
    assert_eq!(scored(&report.outcome, "coherence"), Some(49));
    // Said to be so.
    let mut declared = values("Home", "Home");
    declared[1]["contradicts"] = json!(["a"]);
    assert_eq!(judged(query, &declared, &json!({})).outcome.verdict, Retry);
    // The same words with and without "not"; the second is not traced either.
    let turned = json!([claim("The welder was not attached.", step.clone()), claim("The welder was attached.", step)]);
    let report = judged("What about the welder?", &turned, &json!({}));
    assert!(codes(&report.outcome).contains(&"contradiction"));
    check(&judged(query, &values("Home", "Pos_1"), &json!({"retry_count": 2})).outcome, Fail, "1.00");
}

#[test]
fn the_question_is_answered() {
    let claims = json!([claim("Pos_1 supports tack_weld.", json!({"kind": "graph", "id": "Pos_1"}))]);
    let report = judged("How many parts lie on the table?", &claims, &json!({}));
    assert_eq!(codes(&report.outcome), ["not_addressed", "left_out"]);
    assert_eq!(scored(&report.outcome, "coherence"), Some(69));
    let report = judged("What supports welding?", &claims, &json!({}));
    assert_eq!(codes(&report.outcome), ["left_out"]);
    assert_eq!(scored(&report.outcome, "coherence"), Some(100));
}

#[test]
fn what_is_left_out_is_counted_and_said() {
    let claims = json!([claim("Pos_1 is a work position.", json!({"kind": "graph", "id": "Pos_1"}))]);
    let report = judged("What is Pos_1?", &claims, &json!({}));
    assert_eq!(scored(&report.outcome, "completeness"), Some(0));
    assert_eq!(report.said.limits, ["Not covered: output 'camera'"]);
    let gap = json!({"missing": [{"what": "what lies on the table", "why": "the camera is dark", "output": "camera"}]});
    let report = judged("What is Pos_1?", &claims, &gap);
    assert_eq!(scored(&report.outcome, "completeness"), Some(100));
    assert_eq!(report.said.limits, ["Not known: what lies on the table (the camera is dark)"]);
    // A claim that is withheld uses nothing.
    let planted = json!([claim("Nine parts lie there.", json!({"kind": "output", "id": "camera", "at": "/x"}))]);
    let report = judged("How many parts?", &planted, &json!({}));
    assert!(codes(&report.outcome).contains(&"left_out"));
}

#[test]
fn limits_and_warnings_are_said() {
    let mut known = evidence();
    known[4]["warning"] = json!("the camera's step succeeded in part");
    known[1]["warning"] = json!("read an hour ago");
    let claims = json!([claim("There are 2 parts.", json!({"kind": "output", "id": "camera", "at": "/data"}))]);
    let more = json!({"evidence": known, "limitations": ["only the left table is seen"]});
    let report = judged("How many parts are there?", &claims, &more);
    // The state's warning is not said: nothing stands on it.
    assert_eq!(
        report.said.to_string(),
        "Warning: output 'camera': the camera's step succeeded in part\nThere are 2 parts.\nLimit: only the left table is seen"
    );
}

#[test]
fn an_answer_of_nothing_is_not_completed() {
    let report = judged("Where is the robot?", &json!([]), &json!({}));
    assert_eq!((report.outcome.verdict, report.outcome.completed), (Fail, false));
    assert_eq!(report.outcome.missing, ["no claims, and nothing that is said to be missing"]);
    assert!(!report.said.warnings.is_empty());
    let gap = json!({"missing": [{"what": "where the robot is", "why": "nobody confirmed it"}]});
    let report = judged("Where is the robot?", &json!([]), &gap);
    check(&report.outcome, Pass, "1.00");
    assert_eq!(report.said.limits[0], "Not known: where the robot is (nobody confirmed it)");
}

/// A thousand claims that cite one long source were a thousand readings of it.
#[test]
fn a_long_source_is_taken_apart_once() {
    let long = "part ".repeat(100_000);
    let claims: Vec<Value> = (0..1_000)
        .map(|n| json!({"id": n.to_string(), "text": "One part.", "sources": [{"kind": "output", "id": "x", "at": "/0"}]}))
        .collect();
    let document = json!({
        "query": "Which part?", "claims": claims, "evidence": [{"kind": "output", "id": "x", "content": [long, "one"]}],
    });
    let case = synthesis::read(&document.to_string()).unwrap();
    let mut withheld = 0;
    let needed = allocation_counter::measure(|| withheld = synthesis::check(&case).withheld.len());
    assert_eq!(withheld, 1_000, "'one' is a value, and stands elsewhere");
    // Each reading of the source makes something of each of its 100,000 parts.
    assert!(needed.count_total < 10 * 100_000, "{needed:?}");
}
