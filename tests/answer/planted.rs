//! Bad claims, planted in an answer, a fallback and a run's summary: none of them is said, and what is left out is said to be
//! left out.

use cellgraph::{
    answer::{Conversation, Draft, Misfit, Traced, draft, draft_ended, draft_fallback, judged_fallback, suggestions},
    checkpoint::{
        Verdict,
        synthesis::{Citation, Claim, Kind},
    },
    language::{Lookup, Said, Subject, rules::Lacks},
    run::Ended,
    snapshot::Snapshot,
    store::RunStatus,
};

use super::{
    claims::report,
    harness::{Runs, demo, grounds, robot, unconfirmed},
};

fn source(kind: Kind, id: &str, at: &str) -> Citation {
    Citation { kind, id: id.to_owned(), at: (!at.is_empty()).then(|| at.to_owned()), quote: None }
}

fn claim(text: &str, sources: &[(Kind, &str, &str)]) -> Claim {
    let sources = sources.iter().map(|&(kind, id, at)| source(kind, id, at)).collect();
    Claim {
        id: "planted".to_owned(),
        text: text.to_owned(),
        sources,
        about: None,
        value: None,
        contradicts: Vec::new(),
    }
}

const RUN: &str = "run be892f3d-9cfc-44de-acff-c82576a46601";
const STEP: &str = "1 of run be892f3d-9cfc-44de-acff-c82576a46601";

struct Planted {
    what: &'static str,
    claim: Claim,
    /// A word of it that nobody may read.
    word: &'static str,
    /// Why it is withheld.
    why: &'static str,
}

/// Claims that are wrong, each in one way.
fn planted() -> Vec<Planted> {
    use Kind::{Graph, History, State, Step};
    let none = "in none of its sources";
    let opposite = "it says the opposite of its source";
    let other = "its sources are about something else";
    let bad = |what, text: &str, sources: &[(Kind, &str, &str)], word, why| Planted {
        what,
        claim: claim(text, sources),
        word,
        why,
    };
    let place = (State, "robot", "/position");
    let kept = (Graph, "tool Welder", "/kept_at");
    vec![
        bad("wrong position", "The robot is at Pos_5.", &[place], "Pos_5", none),
        bad(
            "wrong position, two sources",
            "The robot is at Pos_5.",
            &[place, (State, "robot", "/holds_tool")],
            "Pos_5",
            none,
        ),
        bad("wrong tool", "The robot holds Camera.", &[(State, "robot", "/holds_tool")], "Camera", none),
        bad(
            "dropped negation of a tool",
            "The robot holds a tool.",
            &[(State, "robot", "/holds_tool")],
            "holds a tool",
            opposite,
        ),
        bad(
            "dropped negation",
            "The state is confirmed indeed.",
            &[(State, "reliance", "/state_confirmed")],
            "indeed",
            opposite,
        ),
        bad("added negation", "Welder is not kept at Tool_Weld_Position.", &[kept], "not kept", opposite),
        bad("number off", "One move leads to 7.", &[(Graph, "position Home", "/allowed_moves_lead_to")], "to 7", none),
        bad("seconds off", "From Home a move takes 5.2 s.", &[(Graph, "move Home -> Safe_Pos_1", "")], "5.2", none),
        bad(
            "no such move",
            "A move leads from Home to Pos_1.",
            &[(Graph, "move Home -> Pos_1", "")],
            "to Pos_1.",
            opposite,
        ),
        bad(
            "no such run",
            "The last run was \"go to 1\".",
            &[(History, "run 7", "")],
            "go to 1",
            "there is no history 'run 7'",
        ),
        bad("no such step", "Step 9 was done.", &[(Step, "9 of run 7", "")], "Step 9", "there is no step '9 of run 7'"),
        bad(
            "another source",
            "Pos_3 supports tack_weld.",
            &[(Graph, "support camera_inspection at Pos_4", "")],
            "supports",
            none,
        ),
        bad(
            "no such support",
            "Pos_4 supports tack_weld.",
            &[(Graph, "support tack_weld at Pos_4", "")],
            "supports",
            opposite,
        ),
        bad("no source", "The cell is painted green.", &[], "green", "it names no source"),
        bad("other words", "The robot sings and dances.", &[place], "dances", other),
        bad(
            "no such place",
            "The robot is at Home.",
            &[(State, "robot", "/place")],
            "is at Home.",
            "has nothing at '/place'",
        ),
    ]
}

/// The same of the run that was read.
fn planted_in_the_past() -> Vec<Planted> {
    use Kind::{History, Step};
    let none = "in none of its sources";
    let bad = |what, text: &str, source, word| Planted { what, claim: claim(text, &[source]), word, why: none };
    vec![
        bad("a step that led elsewhere", "1. Move to Pos_4, completed", (Step, STEP, ""), "Move to Pos_4"),
        bad("another number of steps", "3 of 9 steps completed", (History, RUN, "/steps"), "3 of 9"),
        bad("another day", "The run was started yesterday.", (History, RUN, "/started"), "yesterday"),
    ]
}

/// What is planted stands neither in the text nor among the claims, and that something is missing is said.
fn is_withheld(of: &str, told: &Traced, Planted { what, claim, word, why }: &Planted) {
    let found = told.checkpoint.withheld.iter().find(|each| each.claim == "planted");
    let found = found.unwrap_or_else(|| panic!("{what}, {of}: {:?}\n{}", told.checkpoint, told.text));
    assert!(found.why.iter().any(|each| each.contains(why)), "{what}, {of}: {:?}", found.why);
    let said = told.text.replace('\n', " ");
    assert!(!said.contains(&claim.text) && !said.contains(word), "{what}, {of}: {said}");
    assert!(told.claims.iter().all(|line| line.text != claim.text), "{what}, {of}");
    assert!(
        said.contains("Something was left out: 1 statement could not be traced to a source"),
        "{what}, {of}: {said}"
    );
}

fn runs() -> Runs {
    Runs::default().with("weld at 2", "2026-07-14T07:00:00Z", RunStatus::Completed, &["Safe_Pos_1", "Pos_2"])
}

fn drafts(s: &Snapshot, test: impl Fn(&str, Draft<'_>)) {
    let (robot, runs) = (unconfirmed("Home", "none", "it was moved by hand"), runs());
    let grounds = grounds(s, Some(&robot), Some(&runs));
    test("answer", draft(&Lookup::LastRun, &Conversation::default(), &grounds));
    test("status", draft(&Lookup::Status, &Conversation::default(), &grounds));
    let said = Said::Unknown;
    let misfit = Misfit {
        sentence: "hello weldr",
        said: &said,
        errors: &[],
        attempts: 1,
        offers: &[],
        is_choice: false,
        named: &[],
        lacks: &Lacks::default(),
        is_objected: false,
    };
    test("fallback", draft_fallback(&misfit, &suggestions(&[&said], &grounds), &grounds));
    let report = report(runs.0[0].0.run_id, Ended::Completed, ("Home", "none"), false);
    test("run summary", draft_ended(&report, &grounds));
}

#[test]
fn planted_claims_are_withheld_from_answer_fallback_and_summary() {
    let s = demo();
    for planted in planted() {
        drafts(&s, |of, mut draft| {
            draft.claims.push(planted.claim.clone());
            is_withheld(of, &draft.judged(), &planted);
        });
    }
    for planted in planted_in_the_past() {
        drafts(&s, |of, mut draft| {
            if of == "answer" || of == "run summary" {
                draft.claims.push(planted.claim.clone());
                is_withheld(of, &draft.judged(), &planted);
            }
        });
    }
}

/// A claim whose words were exchanged for wrong ones, in its own place.
#[test]
fn an_exchanged_claim_is_left_out_of_its_line() {
    let s = demo();
    let grounds = grounds(&s, None, None);
    let id = s.position_id("Pos_4").unwrap();
    let mut about = draft(&Lookup::About(Subject::Position(id)), &Conversation::default(), &grounds);
    let routines = about.claims.iter_mut().find(|claim| claim.text.contains("Routines there")).unwrap();
    routines.text = "Pos_4: Routines there: tack_weld (needs Welder).".to_owned();
    let told = about.judged();
    assert_eq!(told.checkpoint.verdict, Verdict::Pass);
    assert!(!told.text.contains("Welder") && told.text.contains("Pos_4 is a work position"), "{}", told.text);
    assert!(
        told.text.contains("Something was left out: 1 statement could not be traced to a source."),
        "{}",
        told.text
    );
    assert_eq!(told.checkpoint.withheld.len(), 1);
}

#[test]
fn an_item_that_is_wrong_is_left_out_of_its_list() {
    let s = demo();
    let grounds = grounds(&s, None, None);
    let home = s.position_id("Home");
    let mut moves = draft(&Lookup::AllowedMoves(home), &Conversation::default(), &grounds);
    moves.claims[2].text = "From Home one move leads to Pos_2 (2 s)".to_owned();
    let told = moves.judged();
    assert!(
        told.text.starts_with("From Home one move leads to 6 positions: Safe_Pos_1 (2.5 s), Safe_Pos_3"),
        "{}",
        told.text
    );
    assert!(!told.text.contains("Pos_2") && !told.text.contains(" and "), "{}", told.text);
    let mut way =
        draft(&Lookup::Path { from: home, to: s.position_id("Pos_4").unwrap() }, &Conversation::default(), &grounds);
    way.claims[2].text = "From Home a move leads to Pos_4".to_owned();
    let told = way.judged();
    assert!(!told.text.contains("->"), "a way without one of its positions is another way: {}", told.text);
    assert!(told.text.contains("From Safe_Pos_4 a move leads to Pos_4"), "{}", told.text);
}

/// Nothing can be made of an answer whose claims are all bad.
#[test]
fn after_two_retries_the_bare_facts_are_said() {
    let s = demo();
    drafts(&s, |of, mut draft| {
        draft.claims.iter_mut().for_each(|claim| claim.text = "Zorg_9 eats Zorg_8 for breakfast.".to_owned());
        draft.missing.clear();
        draft.limitations.clear();
        let told = draft.judged();
        assert_eq!((told.checkpoint.verdict, told.checkpoint.retry_count), (Verdict::Fail, 2), "{of}: {told:?}");
        let text = told.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let warning = "Warning: The answer could not be put together from its sources after 2 retries.";
        assert!(text.starts_with(warning), "{of}: {text}");
        assert!(text.contains("Why: Something was left out") && text.contains("traceability 0.00"), "{of}: {text}");
        assert!(text.contains("': {\""), "{of}: {text}");
        assert!(!text.contains("Zorg"), "{of}: {text}");
        assert!(!told.claims.is_empty() && told.claims.iter().all(|line| !line.text.contains("Zorg")), "{of}");
    });
}

#[test]
fn claims_that_contradict_each_other_are_both_withheld() {
    let s = demo();
    drafts(&s, |of, mut draft| {
        let state = (Kind::State, "robot", "/position");
        let value = |id: &str, text: &str, value: &str| Claim {
            id: id.to_owned(),
            about: Some("robot.position".to_owned()),
            value: Some(value.to_owned()),
            ..claim(text, &[state])
        };
        draft.claims.push(value("one", "The robot is at Home.", "Home"));
        draft.claims.push(value("other", "The position of the robot is Home.", "Pos_1"));
        let told = draft.judged();
        assert_eq!((told.checkpoint.verdict, told.checkpoint.retry_count), (Verdict::Fail, 2), "{of}");
        let text = told.text.replace('\n', " ");
        assert!(text.contains("Why: Two statements contradict each other."), "{of}: {text}");
        assert!(!text.contains("The robot is at Home.") && !text.contains("The position of the robot"), "{of}: {text}");
    });
}

/// Below 0.70 the answer is made again, of what was traced.
#[test]
fn the_second_attempt_has_only_what_is_traced() {
    let s = demo();
    let robot = robot("Home", "none");
    let grounds = grounds(&s, Some(&robot), None);
    let mut draft = draft(&Lookup::Status, &Conversation::default(), &grounds);
    let all = draft.claims.len();
    for number in 0..all {
        draft
            .claims
            .push(Claim { id: format!("p{number}"), ..claim("Zorg_9 is there.", &[(Kind::Graph, "cell", "")]) });
    }
    let told = draft.judged();
    assert_eq!((told.checkpoint.verdict, told.checkpoint.retry_count), (Verdict::Pass, 1));
    assert_eq!((told.claims.len(), told.checkpoint.withheld.len()), (all, all));
    assert!(
        told.text.starts_with("The robot is at Home and holds no tool") && !told.text.contains("Zorg"),
        "{}",
        told.text
    );
}

#[test]
fn a_suggestion_that_would_not_work_is_not_suggested() {
    let s = demo();
    let robot = robot("Home", "none");
    let grounds = grounds(&s, Some(&robot), None);
    let said = Said::Unknown;
    let misfit = Misfit {
        sentence: "hello",
        said: &said,
        errors: &[],
        attempts: 1,
        offers: &[],
        is_choice: false,
        named: &[],
        lacks: &Lacks::default(),
        is_objected: false,
    };
    let mut found = suggestions(&[&said], &grounds);
    // The sentence says one thing, and the plan that was verified does another.
    found[1].sentence = "go to Pos_5".to_owned();
    let draft = draft_fallback(&misfit, &found, &grounds);
    let told = judged_fallback(draft, found);
    assert!(told.suggestions.iter().all(|each| each.sentence != "go to Pos_5"), "{:?}", told.suggestions);
    assert!(!told.text.contains("Pos_5") && told.suggestions.len() == 2, "{}", told.text);
}

/// Who says where an unconfirmed robot is says that it is not confirmed.
#[test]
fn a_doubt_that_is_dropped_is_said_to_be_missing() {
    let s = demo();
    let robot = unconfirmed("Home", "none", "it was moved by hand");
    let grounds = grounds(&s, Some(&robot), None);
    let mut draft = draft(&Lookup::WhereIsRobot, &Conversation::default(), &grounds);
    draft.claims.truncate(1);
    let told = draft.judged();
    assert!(told.text.contains("Not covered: state 'reliance'"), "{}", told.text);
}
