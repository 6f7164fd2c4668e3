//! What an operator is shown, and what a yes binds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "what was counted is shown with --nocapture")]

use cellgraph::{
    cell::State,
    import,
    limits::OPERATOR_BYTES_MAX,
    plan::{
        Goal, Intent, Plan,
        build::{self, Builder},
    },
    review::{
        Approver, NotApproved, NotProposed, Proposal, Request, SecondOpinion, Start, plan_hash, propose,
        reply::{Reply, at_review},
    },
    snapshot::{self, Provenance, Snapshot},
};
use uuid::Uuid;

const DEMO: &str = include_str!("../graph-snapshots/demo-cell.apoc.jsonl");

fn cell(export: &str) -> Snapshot {
    let draft = import::from_apoc(export.as_bytes(), &mut |_| {}).unwrap().draft;
    let provenance = Provenance { generation: 3, ..Provenance::default() };
    Snapshot::from_bytes(&snapshot::build(&draft, &provenance).bytes).unwrap()
}

fn weld(position: &str) -> Goal {
    Goal::Routine { routine: "tack_weld".to_owned(), position: position.to_owned() }
}

fn planned(snapshot: &Snapshot, start: State, goals: &[Goal]) -> Plan<'static> {
    let mut steps = Vec::new();
    Builder::default().build(snapshot, start, &Intent::Goals(goals.to_vec()), &mut steps).unwrap();
    build::plan(snapshot, &steps).into_owned()
}

fn request(goals: Option<Vec<Goal>>) -> Request {
    Request {
        correlation_id: "01234567-89ab-4def-8123-456789abcdef".parse().unwrap(),
        sentence: "weld at position 1".to_owned(),
        understood: "tack_weld at Pos_1".to_owned(),
        reader: "rules".to_owned(),
        second_opinion: SecondOpinion::NotAsked,
        left_aside: Vec::new(),
        goals: goals.map(Intent::Goals),
        differences: Vec::new(),
        checkpoint: None,
        checked: Vec::new(),
        corrects: None,
        declared: None,
        judge: None,
        warnings: Vec::new(),
        reading: serde_json::Value::Null,
    }
}

fn at(snapshot: &Snapshot, position: &str, tool: &str) -> Start {
    Start { state: State::named(snapshot, position, tool).unwrap(), unconfirmed: None, journal: String::new() }
}

/// A proposal for goals, from a place.
fn proposed(snapshot: &Snapshot, start: &Start, goals: &[Goal], change: impl FnOnce(&mut Request)) -> Proposal {
    let plan = planned(snapshot, start.state, goals);
    let mut request = request(Some(goals.to_vec()));
    change(&mut request);
    propose(snapshot, start, request, plan).unwrap()
}

fn warned(proposal: &Proposal) -> Vec<String> {
    proposal.shown().warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn an_operator_sees_all_of_it() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let proposal = proposed(&snapshot, &home, &[weld("Pos_1")], |_| {});
    insta::assert_snapshot!(proposal.shown().to_string());
}

#[test]
fn a_program_sees_all_of_it() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let proposal = proposed(&snapshot, &home, &[weld("Pos_1")], |_| {});
    let document = serde_json::to_value(proposal.shown()).unwrap();
    assert_eq!(document["generation"], 3);
    assert_eq!(document["steps"][2]["tool_change"]["take"], "Welder");
    assert_eq!(document["end"]["position"], "Pos_1");
    assert_eq!(document["digest"], proposal.digest().to_hex().as_str());
    assert_eq!(document["facts"][0]["code"], "tool_changes");
}

/// A stored plan whose names were edited was shown by them: "Move to Home", and the step led to the welder's stand.
#[test]
fn a_step_is_called_by_what_it_does() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let mut plan = planned(&snapshot, home.state, &[weld("Pos_1")]);
    let honest = proposed(&snapshot, &home, &[weld("Pos_1")], |_| {});
    for step in &mut plan.steps {
        step.name = Some("Move to Home".into());
    }
    let renamed = propose(&snapshot, &home, request(Some(vec![weld("Pos_1")])), plan.clone()).unwrap();
    assert_eq!(renamed.shown().to_string(), honest.shown().to_string());
    assert_eq!((renamed.plan(), renamed.digest()), (honest.plan(), honest.digest()), "and so is actions.yaml");
    // What a plan leaves out is named all the same.
    let last = plan.steps.last_mut().unwrap();
    (last.name, last.position) = (None, None);
    let shortened = propose(&snapshot, &home, request(None), plan).unwrap();
    assert_eq!(shortened.shown().steps.last().unwrap().name, "Tack Weld at Pos_1");
}

/// `stabilize`, `action_after` and `verify` went to the controller, and nobody had seen them.
#[test]
fn every_field_that_the_controller_gets_is_shown() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let mut plan = planned(&snapshot, home.state, &[weld("Pos_1")]);
    let last = plan.steps.last_mut().unwrap();
    (last.stabilize_s, last.action_after, last.verify) = (Some(8.25), Some("bow".into()), Some("seam".into()));
    last.tool = Some("Camera".into());
    let text = propose(&snapshot, &home, request(None), plan).unwrap().shown().to_string();
    assert!(text.contains("\n     dwell 8.25 s, tool 'Camera', action after 'bow', verify 'seam'\n"), "{text}");
}

#[test]
fn names_and_sentences_cannot_paint_the_screen() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let proposal = proposed(&snapshot, &home, &[weld("Pos_1")], |request| {
        request.sentence = "weld\u{1b}[2J\nYou said:    go home".to_owned();
        request.second_opinion = SecondOpinion::Differs("\u{1b}]0;x\u{7}".to_owned());
    });
    let text = proposal.shown().to_string();
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text}");
    assert_eq!(text.matches("You said:").count(), 2, "the second stands inside the first line");
    assert!(text.lines().next().unwrap().contains("go home"));
}

#[test]
fn a_duration_is_named_only_where_the_cell_has_costs() {
    let free: String =
        DEMO.lines().map(|line| line.replace("\"properties\":{\"cost\":", "\"was\":{\"cost\":") + "\n").collect();
    let cases = [
        (DEMO, "Pos_1", "of moves and waiting times; how long the 2 routines themselves take is not known"),
        (&free, "Pos_1", "not known: 6 of 6 moves have no cost in this cell"),
    ];
    for (export, position, words) in cases {
        let snapshot = cell(export);
        let home = at(&snapshot, "Home", "none");
        let proposal = proposed(&snapshot, &home, &[weld(position)], |_| {});
        let said = proposal.shown().expected.to_string();
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn what_is_odd_is_warned_of() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let go_home = Goal::Move { position: "Home".to_owned() };
    let go = |position: &str| Goal::Move { position: position.to_owned() };

    assert_eq!(warned(&proposed(&snapshot, &home, &[go("Pos_1"), go_home.clone()], |_| {})), [""; 0]);

    // What is so of nearly every plan is a fact, so that a warning stays rare.
    let facts = |proposal: &Proposal| -> Vec<String> {
        assert_eq!(warned(proposal), [""; 0]);
        proposal.shown().facts.iter().map(ToString::to_string).collect()
    };
    let weld_facts = ["the tool is changed once", "the robot holds 'Welder' at the end"];
    assert_eq!(facts(&proposed(&snapshot, &home, &[weld("Pos_1")], |_| {})), weld_facts);
    let and_back = proposed(&snapshot, &home, &[weld("Pos_1"), Goal::ReleaseToolAndHome], |_| {});
    assert_eq!(facts(&and_back), ["tools are changed 2 times"]);
    let away = at(&snapshot, "Pos_1", "none");
    let words = ["the robot starts at 'Pos_1', which is no home position"];
    assert_eq!(facts(&proposed(&snapshot, &away, std::slice::from_ref(&go_home), |_| {})), words);

    let lost = Start { unconfirmed: Some("a crash".to_owned()), ..home.clone() };
    let words = "nobody has confirmed where the robot is (a crash): this cannot be run until somebody does";
    assert_eq!(warned(&proposed(&snapshot, &lost, &[go("Pos_1"), go_home], |_| {})), [words]);

    let differs = proposed(&snapshot, &home, &[go("Pos_1"), go("Home")], |request| {
        request.second_opinion = SecondOpinion::Differs("go to Pos_2".to_owned());
    });
    assert_eq!(warned(&differs), ["the second reader understood something else: go to Pos_2"]);

    let aside = proposed(&snapshot, &home, &[go("Pos_1"), go("Home")], |request| {
        request.left_aside = vec!["the customer called".to_owned(), "buns".to_owned()];
    });
    let words = "not all of what was said is in the plan: 'the customer called' and 'buns' were left aside";
    assert_eq!(warned(&aside), [words]);
}

/// The planner does what was understood, and no work beyond that.
#[test]
fn work_beyond_what_was_understood_is_not_proposed() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let twice = planned(&snapshot, home.state, &[weld("Pos_1"), weld("Pos_1"), Goal::ReleaseToolAndHome]);
    let elsewhere = planned(&snapshot, home.state, &[weld("Pos_1"), weld("Pos_2"), Goal::ReleaseToolAndHome]);
    let said = || request(Some(vec![weld("Pos_1"), Goal::ReleaseToolAndHome]));
    for (plan, place) in [(&twice, "Pos_1"), (&elsewhere, "Pos_2")] {
        let error = propose(&snapshot, &home, said(), plan.clone()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("'tack_weld' at '{place}' was not asked for (step ")), "{error}");
    }
    let once = planned(&snapshot, home.state, &[weld("Pos_1"), Goal::ReleaseToolAndHome]);
    propose(&snapshot, &home, said(), once).unwrap();
    // A stored plan of an old history has no goals, and was asked for whole.
    let replayed = propose(&snapshot, &home, request(None), twice).unwrap();
    assert_eq!(
        replayed.shown().facts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["tools are changed 2 times"]
    );
}

#[test]
fn what_the_verifier_refuses_is_not_proposed() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let plans = [
        "[]",
        r#"[{"action":"move","target":"Pos_1"}]"#,
        r#"[{"action":"move","target":"Pos_99"}]"#,
        r#"[{"action":"routine","target":"tack_weld"}]"#,
        r#"[{"action":"jump","target":"Home"}]"#,
    ];
    for text in plans {
        let plan: Plan<'_> = serde_json::from_str(text).unwrap();
        let refused = propose(&snapshot, &home, request(None), plan.into_owned()).unwrap_err();
        let NotProposed::Refused(report) = refused else { panic!("{text}: {refused}") };
        assert!(!report.valid && !report.feedback.is_empty(), "{text}");
    }
}

#[test]
fn a_yes_counts_only_for_what_was_seen() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    let proposal = |sentence: &str| proposed(&snapshot, &home, &[weld("Pos_1")], |r| r.sentence = sentence.to_owned());
    let (one, other) = (proposal("one"), proposal("other"));
    let (proposed, seen) = (one.digest(), other.digest());
    assert_eq!(one.approve("Ada", seen).unwrap_err(), NotApproved::OtherProposal { seen, proposed });
    let approved = other.approve(" Ada ", seen).unwrap();
    assert_eq!(*approved.approver(), Approver::Operator("Ada".to_owned()));
    assert!(approved.still_binds());
}

#[test]
fn a_yes_has_a_name_to_it() {
    let snapshot = cell(DEMO);
    let home = at(&snapshot, "Home", "none");
    for name in ["", "  ", "a\u{1b}b", &"x".repeat(256)] {
        let proposal = proposed(&snapshot, &home, &[weld("Pos_1")], |_| {});
        let seen = proposal.digest();
        assert!(matches!(proposal.approve(name, seen), Err(NotApproved::Nameless(_))), "{name:?}");
    }
    let nobody = proposed(&snapshot, &home, &[weld("Pos_1")], |_| {}).approve_for_simulation();
    assert_eq!(*nobody.approver(), Approver::Simulation);
    let somebody = proposed(&snapshot, &home, &[weld("Pos_1")], |_| {});
    let seen = somebody.digest();
    let somebody = somebody.approve(nobody.approver().name(), seen).unwrap();
    assert_ne!(somebody.approval(), nobody.approval(), "a person with nobody's name is still a person");
}

#[test]
fn a_digest_tells_everything_apart_that_is_bound() {
    let snapshot = cell(DEMO);
    let other_cell = cell(&DEMO.replacen("\"cost\":2.5", "\"cost\":2.25", 1));
    let home = at(&snapshot, "Home", "none");
    let goals = [Goal::Move { position: "Safe_Pos_1".to_owned() }];
    let base = proposed(&snapshot, &home, &goals, |_| {});
    let digests = [
        base.digest(),
        proposed(&snapshot, &home, &goals, |r| r.understood.push('!')).digest(),
        proposed(&snapshot, &Start { journal: "1".to_owned(), ..home.clone() }, &goals, |_| {}).digest(),
        proposed(&snapshot, &home, &goals, |r| r.sentence.push('!')).digest(),
        proposed(&other_cell, &home, &goals, |_| {}).digest(),
        proposed(&snapshot, &at(&snapshot, "Home", "Welder"), &goals, |_| {}).digest(),
        proposed(&snapshot, &home, &[Goal::Move { position: "Safe_Pos_2".to_owned() }], |_| {}).digest(),
    ];
    for (place, digest) in digests.iter().enumerate() {
        assert!(!digests[..place].contains(digest), "{place}");
    }
    // A program that asks again in another invocation gets the same, whatever the sentence is called then.
    let again = proposed(&snapshot, &home, &goals, |r| r.correlation_id = Uuid::from_u128(1));
    assert_eq!(base.digest(), again.digest());
    let approval = |proposal: Proposal| {
        let seen = proposal.digest();
        proposal.approve("Ada", seen).unwrap().approval()
    };
    assert_ne!(approval(base), approval(again), "an approval names its run");
}

#[test]
fn the_hash_of_a_plan_never_changes() {
    // A change here makes every recorded hash one that nobody can make again.
    let plan: Plan<'_> = serde_json::from_str(r#"[{"action":"move","target":"Home"}]"#).unwrap();
    let hash = plan_hash(&plan).unwrap().to_hex();
    insta::assert_snapshot!(hash.as_str());
}

/// The lines of a list that another author wrote; blank ones and those after a `# ` do not count.
fn listed(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("# ")).collect()
}

/// At the review "ok everyone out" and "yes, later" started a run: any words that agree or say nothing confirmed.
#[test]
fn what_is_no_plain_yes_approves_nothing() {
    let lines = listed(include_str!("review/no-approval.txt"));
    let approving: Vec<&str> =
        lines.iter().copied().filter(|line| matches!(at_review(line), Reply::Yes | Reply::Approve(_))).collect();
    println!("{} of {} lines that are no approval approve", approving.len(), lines.len());
    assert_eq!(approving, [""; 0]);
}

/// The first list has guided which phrases approve; the second was written after that, by somebody else.
#[test]
fn plain_yeses_approve() {
    for list in [include_str!("review/plain-yes.txt"), include_str!("review/plain-yes-unseen.txt")] {
        let lines = listed(list);
        let refused: Vec<&str> = lines.iter().copied().filter(|line| at_review(line) != Reply::Yes).collect();
        println!("{} of {} plain yeses approve; not: {refused:?}", lines.len() - refused.len(), lines.len());
        assert!(refused.len() * 6 <= lines.len(), "{refused:?}");
    }
}

#[test]
fn plain_noes_decline() {
    for line in ["no", "No, thanks!", "n", "reject it", "cancel", "Stop now.", "never mind", "not approved"] {
        assert_eq!(at_review(line), Reply::No, "{line}");
    }
    for line in ["no, 3", "not position 2", "no welding", "stop at 3"] {
        assert_eq!(at_review(line), Reply::Other, "{line}");
    }
}

/// What an approved plan carries is what was proposed.
#[test]
fn an_approved_plan_carries_what_was_proposed() {
    let snapshot = cell(DEMO);
    let start = Start {
        journal: "head of the journal".to_owned(),
        unconfirmed: Some("a person moved it".to_owned()),
        ..at(&snapshot, "Home", "none")
    };
    let proposal = proposed(&snapshot, &start, &[weld("Pos_1")], |_| {});
    let (digest, warnings) = (proposal.digest(), warned(&proposal));
    assert!(!warnings.is_empty());
    let approved = proposal.approve("Ada", digest).unwrap();
    assert_eq!(approved.journal(), "head of the journal");
    assert_eq!(approved.warnings().iter().map(ToString::to_string).collect::<Vec<_>>(), warnings);
    // The longest name that fits.
    let proposal = proposed(&snapshot, &start, &[weld("Pos_1")], |_| {});
    assert!(proposal.approve(&"x".repeat(OPERATOR_BYTES_MAX), digest).is_ok());
    let proposal = proposed(&snapshot, &start, &[weld("Pos_1")], |_| {});
    assert!(proposal.approve(&"x".repeat(OPERATOR_BYTES_MAX + 1), digest).is_err());
}
