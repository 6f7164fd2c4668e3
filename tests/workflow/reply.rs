//! A reviewer's answer: read once, and what it comes to.

use cellgraph::{
    review::{ApprovedPlan, Digest},
    workflow::{Lost, Proposed, Replied, Showing, Turn, Waiting},
};

use crate::bench::{Bench, Script, cell, proposed, targets};

fn waits(replied: Replied) -> (Proposed, Waiting) {
    match replied {
        Replied::Waits(proposed, why) => (*proposed, why),
        other => panic!("the proposal is to wait, not {other:?}"),
    }
}

fn approved(replied: Replied) -> ApprovedPlan {
    match replied {
        Replied::Approved(approved) => *approved,
        other => panic!("an approval is wanted, not {other:?}"),
    }
}

/// A yes is asked for once more, and that one counts.
fn asked_again(bench: &mut Bench, waiting: Proposed, because: Lost, after: &str) {
    let digest = waiting.proposal.digest();
    let (waiting, why) = waits(bench.reply(waiting, "yes"));
    assert!(matches!(&why, Waiting::YesToWhat(lost) if *lost == because), "{after}: {why:?}");
    assert!(why.to_string().contains("Nothing was run"), "{after}: {why}");
    assert_eq!(waiting.proposal.digest(), digest, "{after}");
    assert_eq!(bench.runs(), 0, "{after}");
    assert_eq!(approved(bench.reply(waiting, "yes")).digest(), digest, "{after}");
}

fn named(digest: Digest, digits: usize) -> String {
    format!("approve {}", &digest.to_hex()[..digits])
}

#[test]
fn yes_and_no() {
    let mut bench = Bench::new();
    let first = bench.propose("weld at position 1");
    let digest = first.proposal.digest();
    assert_eq!(approved(bench.reply(first, "Yes, go ahead.")).digest(), digest);
    for no in ["no", "cancel", "stop", "don't do it", "no, thanks", "Nein, danke!", "ablehnen"] {
        let first = bench.propose("weld at position 1");
        assert!(matches!(bench.reply(first, no), Replied::Rejected), "{no}");
    }
}

/// At the review these started the run: any words that agree, or say nothing, confirmed.
#[test]
fn words_that_are_no_yes_leave_it_waiting() {
    let mut bench = Bench::new();
    let mut waiting = bench.propose("weld at position 1");
    let digest = waiting.proposal.digest();
    for answer in [
        "",
        "  ",
        "ja",
        "jawohl",
        "freigeben",
        "correct the plan",
        "new plan please",
        "plan too big",
        "yes, later",
        "yes after lunch",
        "yes and then",
        "yes, one more thing",
        "start nothing else",
        "i execute it by hand",
        "ok everyone out",
        "let us see the plan",
        "ok slowly",
        "yes?",
        "ok...",
        "hm",
        "sing a song",
        "weld at position 77",
        "do that again",
        "no, that is not what I meant",
    ] {
        let (proposed, why) = waits(bench.reply(waiting, answer));
        assert!(
            matches!(why, Waiting::NothingSaid | Waiting::NoPlainYes | Waiting::NotUnderstood(_)),
            "{answer}: {why:?}"
        );
        assert_eq!((proposed.proposal.digest(), proposed.attempts), (digest, 1), "{answer}");
        waiting = proposed;
    }
    assert_eq!(bench.runs(), 0);
}

/// A comment that looks like a question was read twice, as a question and as a change, and the two could differ.
#[test]
fn a_comment_is_read_once_and_a_question_is_answered() {
    let snapshot = cell(1, &[]);
    let script = Script::new(&snapshot, &["action tack_weld @ Pos_1", "ask state", "ask tools", "action go Pos_3"]);
    let mut bench = Bench::with(&snapshot, Some(&script));
    let first = bench.propose("weld at position 1");
    let digest = first.proposal.digest();
    let mut waiting = first;
    for (question, word, readings) in [("where is the robot?", "Home", 2), ("what tools are there?", "Welder", 3)] {
        let (proposed, why) = waits(bench.reply(waiting, question));
        let Waiting::Answered(Turn::Answered(told)) = why else { panic!("{question}: {why:?}") };
        assert!(told.1.text.contains(word), "{}", told.1.text);
        assert_eq!(script.heard().len(), readings, "{question} was read once");
        waiting = proposed;
    }
    assert_eq!((waiting.proposal.digest(), waiting.attempts), (digest, 1), "an answer changes nothing");
    // The model was told what was understood and what was said to it, also by a question.
    assert_eq!(script.heard()[1].understood.as_deref(), Some("action tack_weld @ Pos_1"));
    assert_eq!(script.heard()[1].objection.as_deref(), Some("where is the robot?"));
    let _ = bench.reply(waiting, "go to position 3 instead");
    assert_eq!(script.heard().len(), 4, "and so is a change");
}

#[test]
fn a_question_that_sounds_like_a_change_changes_nothing() {
    let mut bench = Bench::new();
    let mut waiting = bench.propose("weld at positions 1, 2 and 3");
    let before = targets(&waiting).len();
    for question in ["where is position 2?", "what is at position 2?", "which tool does position 2 need?"] {
        let (proposed, why) = waits(bench.reply(waiting, question));
        assert!(matches!(why, Waiting::Answered(_)), "{question}: {why:?}");
        assert_eq!(targets(&proposed).len(), before);
        waiting = proposed;
    }
    let Replied::Revised(turn) = bench.reply(waiting, "skip position 2") else { panic!("a change") };
    assert!(!targets(&proposed(turn)).contains(&"Pos_2"));
}

/// "Weld at position 2 instead" of a way was proposed as the same way again.
#[test]
fn what_was_said_is_in_the_change_or_it_waits() {
    let mut bench = Bench::new();
    let first = bench.propose("go to safe position 1");
    let Replied::Revised(turn) = bench.reply(first, "weld at position 2 instead") else { panic!("a change") };
    let changed = proposed(turn);
    assert_eq!(targets(&changed).last(), Some(&"tack_weld"));
    let (waiting, why) = waits(bench.reply(changed, "weld at position 2"));
    assert!(matches!(why, Waiting::Unchanged), "{why:?}");
    assert_eq!(waiting.attempts, 2);
}

#[test]
fn a_robot_is_moved_by_a_yes_at_a_terminal_or_by_a_named_digest() {
    let mut bench = Bench::new();
    for (moves_robot, at_terminal, is_enough) in
        [(false, false, true), (false, true, true), (true, true, true), (true, false, false)]
    {
        let first = bench.propose("go to safe position 1");
        let digest = first.proposal.shown().digest;
        let showing = Showing { digest, operator: "Ada", moves_robot, at_terminal };
        let mut reply =
            |proposed, answer: &str| bench.desk.reply(proposed, answer, &showing, &Default::default()).unwrap();
        let replied = reply(first, "yes");
        if is_enough {
            assert!(approved(replied).still_binds());
            continue;
        }
        let (first, why) = waits(replied);
        assert!(why.to_string().contains(&named(digest, 16)), "it says what to do instead: {why}");
        let (first, why) = waits(reply(first, &named(digest, 15)));
        assert!(matches!(why, Waiting::Unnamed), "{why:?}");
        let (first, why) = waits(reply(first, "approve 0123456789abcdef"));
        assert!(
            why.to_string().contains(&digest.to_hex()[..]) && why.to_string().contains("0123456789abcdef"),
            "{why}"
        );
        assert_eq!(approved(reply(first, &named(digest, 16))).digest(), digest);
    }
}

#[test]
fn a_yes_counts_for_the_digest_that_was_displayed() {
    let mut bench = Bench::new();
    let other = bench.propose("go to safe position 2").proposal.digest();
    let first = bench.propose("go to safe position 1");
    let showing = Showing { digest: other, operator: "Ada", moves_robot: false, at_terminal: true };
    let wrong = bench.desk.reply(first, "yes", &showing, &Default::default()).unwrap_err();
    assert!(wrong.to_string().contains("is not what is proposed now"), "{wrong}");
}

/// A comment on a plan of several parts changed all of them, or dropped the plan.
#[test]
fn a_comment_on_several_parts_changes_one_or_is_asked_back() {
    let mut bench = Bench::new();
    for (comment, goals) in [
        ("3 instead of 2", ["tack_weld at Pos_1", "camera_inspection at Pos_3"].as_slice()),
        ("skip the inspection", &["tack_weld at Pos_1"]),
        ("skip 2", &["tack_weld at Pos_1"]),
        ("just 2", &["camera_inspection at Pos_2"]),
        ("do 2 first", &["camera_inspection at Pos_2", "tack_weld at Pos_1"]),
        (
            "and inspect 3 after that",
            &["tack_weld at Pos_1", "camera_inspection at Pos_2", "camera_inspection at Pos_3"],
        ),
    ] {
        let first = bench.propose("weld 1, then inspect 2");
        let Replied::Revised(turn) = bench.reply(first, comment) else { panic!("{comment}") };
        let changed = proposed(turn);
        let understood = &changed.proposal.request().understood;
        let mut rest = understood.as_str();
        for goal in goals {
            let at = rest.find(goal).unwrap_or_else(|| panic!("{comment}: {understood}"));
            rest = &rest[at + goal.len()..];
        }
        assert!(!rest.contains(" at "), "{comment}: {understood}");
    }
    for (comment, reason) in [
        ("I meant 3", "more than one part"),
        ("use the camera", "more than one part"),
        ("three times instead", "more than one part"),
        ("3 instead of 4", "'4' is not in the plan"),
        ("skip 1 and 2", "nothing would be left"),
        ("weld 3", "say no, and then the new command"),
        ("frobnicate 3", "'frobnicate' is not understood"),
    ] {
        let first = bench.propose("weld 1, then inspect 2");
        let digest = first.proposal.digest();
        let (proposed, why) = waits(bench.reply(first, comment));
        let Waiting::NotUnderstood(Turn::Fallback(told)) = why else { panic!("{comment}: {why:?}") };
        assert!(told.fallback.text.contains(reason), "{comment}: {}", told.fallback.text);
        assert_eq!((proposed.proposal.digest(), proposed.attempts), (digest, 1), "{comment}");
        asked_again(&mut bench, proposed, Lost::NotUnderstood, comment);
    }
}

/// "Skip 2" that was not understood, and a "yes" that was meant for the change, ran the plan of before.
#[test]
fn a_yes_behind_words_that_changed_nothing_is_asked_for_again() {
    let mut bench = Bench::new();
    for (said, because) in [
        ("skip 2", Lost::NotUnderstood),
        ("3 instead of 4", Lost::NotUnderstood),
        ("slowly, please", Lost::NotUnderstood),
        ("sing a song", Lost::NotUnderstood),
        ("ok slowly", Lost::NotUnderstood),
        ("weld at position 5 instead", Lost::NotPossible),
        ("weld at position 1", Lost::NoChange),
        ("do that again", Lost::NoChange),
    ] {
        let first = bench.propose("weld at position 1");
        let (waiting, _) = waits(bench.reply(first, said));
        asked_again(&mut bench, waiting, because, said);
        // A question, a word about the plan and nothing at all are no second look at what was lost.
        for between in ["where is the robot?", "why", "", "yes please, robot, go ahead"] {
            let first = bench.propose("weld at position 1");
            let (waiting, _) = waits(bench.reply(first, said));
            let (waiting, _) = waits(bench.reply(waiting, between));
            asked_again(&mut bench, waiting, because, &format!("{said} / {between}"));
        }
        // Whoever names the digest means that plan.
        let first = bench.propose("weld at position 1");
        let digest = first.proposal.digest();
        let (waiting, _) = waits(bench.reply(first, said));
        assert_eq!(approved(bench.reply(waiting, &named(digest, 16))).digest(), digest, "{said}");
    }
}

#[test]
fn a_yes_behind_a_question_or_a_word_about_the_plan_counts() {
    let mut bench = Bench::new();
    for said in [
        "where is the robot?",
        "which tool does position 2 need?",
        "why",
        "steps",
        "help",
        "",
        "yes please, robot, go ahead",
    ] {
        let first = bench.propose("weld at position 1");
        let digest = first.proposal.digest();
        let (waiting, _) = waits(bench.reply(first, said));
        assert_eq!(approved(bench.reply(waiting, "yes")).digest(), digest, "{said}");
    }
}

/// Where a plain yes does not count, no second one is asked for.
#[test]
fn a_digest_is_asked_for_whatever_was_lost() {
    let mut bench = Bench::new();
    let first = bench.propose("weld at position 1");
    let digest = first.proposal.digest();
    let showing = Showing { digest, operator: "Ada", moves_robot: true, at_terminal: false };
    let mut waiting = first;
    for answer in ["skip 2", "yes", "yes"] {
        let (proposed, why) = waits(bench.desk.reply(waiting, answer, &showing, &Default::default()).unwrap());
        assert!(!matches!(why, Waiting::YesToWhat(_)), "{why:?}");
        assert_eq!(matches!(why, Waiting::NameTheDigest(_)), answer == "yes", "{why:?}");
        waiting = proposed;
    }
}
