//! Revision in words, errors that go into the next reading, and the end of both.

use cellgraph::{
    checkpoint::{Checked, Verdict},
    store::Fate,
    workflow::{Lost, Replied, Turn, Waiting},
};

use crate::bench::{Bench, Heard, STRANGE, Script, cell, given_up, proposed, strange, targets};

/// A way that the recogniser does not read, and the critic does.
const WAY: &str = "Move from home on to position 5, and";

fn bench(lines: &[&'static str]) -> (Bench, Script) {
    let snapshot = cell(1, &[]);
    let script = Script::new(&snapshot, lines);
    (Bench::with(&snapshot, Some(&script)), script)
}

#[test]
fn what_was_wrong_goes_into_the_next_reading() {
    let sentence = strange("tack_weld Pos_3 Pos_2");
    let (mut bench, script) = bench(&["action tack_weld @ Pos_3", "action tack_weld @ Pos_3, tack_weld @ Pos_2"]);
    let proposed = bench.propose(&sentence);
    assert_eq!(proposed.attempts, 2);
    assert!(["Pos_3", "Pos_2"].iter().all(|place| targets(&proposed).contains(place)), "{:?}", targets(&proposed));
    let heard = script.heard();
    assert_eq!(heard[0], Heard { sentence, understood: None, objection: None });
    assert_eq!(heard[1].understood.as_deref(), Some("action tack_weld @ Pos_3"));
    let objection = heard[1].objection.as_deref().unwrap();
    assert!(objection.starts_with("'Pos_2' is mentioned, and the reading does nothing there"), "{objection}");
}

/// A way that is taken for a range is a tour that nobody asked for.
#[test]
fn what_the_critic_objects_to_is_not_proposed() {
    let (mut right, script) = bench(&["action go Home to Pos_5", "action go Pos_5"]);
    let proposed = right.propose(WAY);
    assert_eq!((targets(&proposed).last(), proposed.attempts), (Some(&"Pos_5"), 2));
    let objection = script.heard()[1].objection.clone().unwrap();
    assert!(objection.contains("is a way to Pos_5"), "{objection}");
    let shown = proposed.proposal.shown().to_string();
    assert!(shown.contains("Checked:     passed, 1.00 of 1 (complex, looked over by the critic)"), "{shown}");
    // Whoever is wrong three times is asked no more.
    let wrong = ["action go Home to Pos_5", "action go Home + Pos_5", "action go Pos_5 + Home", "action go Pos_5"];
    let (mut wrong, script) = bench(&wrong);
    let text = given_up(wrong.hear(WAY));
    assert_eq!((script.heard().len(), wrong.runs()), (3, 0));
    assert!(text.contains("That may not be what was said, so nothing was planned, after 3 attempts"), "{text}");
}

/// The second retry was told what was wrong, and neither what to do about it nor what is enough.
#[test]
fn the_second_retry_has_suggestions_and_an_example_of_the_cell() {
    let wrong = ["action go Home to Pos_5", "action go Home + Pos_5", "action go Pos_5"];
    let (mut bench, script) = bench(&wrong);
    assert_eq!(bench.propose(WAY).attempts, 3);
    let heard = script.heard();
    let objection = |attempt: usize| heard[attempt].objection.clone().unwrap();
    assert!(!objection(1).contains("suggestion: ") && !objection(1).contains("example: "), "{}", objection(1));
    let second = objection(2);
    let (wrong, further) = second.split_once("; suggestion: ").unwrap();
    assert!(wrong.starts_with("'from Home to Pos_5' with a word of going is a way to Pos_5"), "{second}");
    assert!(further.starts_with("say only where to; "), "{second}");
    let example =
        "example: for \"go from Pos_1 to Pos_2\" not enough is: action go Pos_1 to Pos_2; enough is: action go Pos_2";
    assert!(further.contains(example), "{second}");
}

/// What the checkpoint found is kept: beside a run what led to it, and for a sentence that came to nothing why.
#[test]
fn what_was_found_of_each_reading_is_on_record() {
    let (mut bench, _) = bench(&["action go Home to Pos_5", "action go Pos_5", "action go Pos_1", "action go Pos_2"]);
    let waiting = bench.propose(WAY);
    let report = bench.simulate(waiting);
    let kept = bench.detail(&report).record.checkpoint_json.unwrap();
    let kept: Vec<Checked> = serde_json::from_str(&kept).unwrap();
    assert_eq!(kept.iter().map(|look| look.verdict).collect::<Vec<_>>(), [Verdict::Retry, Verdict::Pass]);
    assert_eq!((kept[0].issues.clone(), kept[1].points), (vec!["range_for_way".to_owned()], Some(10_000)));

    bench.correct("Home", "none");
    let waiting = bench.propose("go to position 1");
    let digest = waiting.proposal.digest();
    given_up(bench.hear("weld at position 4"));
    // What waits is still what it was: a sentence that came to nothing changes nothing.
    assert_eq!(bench.propose("go to position 1").proposal.digest(), digest);
    let waiting = proposed(bench.revise(waiting, "go to position 2 instead"));
    assert!(matches!(bench.reply(waiting, "no"), Replied::Rejected));
    let ended = bench.desk.store().sentences(9).unwrap();
    let fates: Vec<(&str, Fate)> =
        ended.iter().map(|row| (row.ended.operator_input.as_str(), row.ended.fate)).collect();
    assert_eq!(
        fates,
        [
            ("go to position 1 / go to position 2 instead", Fate::Rejected),
            ("go to position 1", Fate::Revised),
            ("weld at position 4", Fate::GivenUp),
        ]
    );
    let looks: Vec<Checked> = serde_json::from_str(&ended[2].ended.checkpoint_json).unwrap();
    assert_eq!(looks.iter().map(|look| look.verdict).collect::<Vec<_>>(), [Verdict::Retry]);
    assert_eq!(looks[0].issues, ["missing_capability"]);
}

#[test]
fn errors_are_no_words_of_the_operator() {
    // The planner's error names a position and a routine; the recogniser must not read it as a command.
    let (mut bench, _) = bench(&["action camera_inspection @ Home", "unknown"]);
    let text = given_up(bench.hear(STRANGE));
    assert!(text.contains("camera_inspection"), "{text}");
}

#[test]
fn three_attempts_and_then_the_fallback() {
    let lines = ["action tack_weld @ Pos_4", "action tack_weld @ Pos_5", "action tack_weld @ Home", "action go Pos_1"];
    let (mut bench, script) = bench(&lines);
    let text = given_up(bench.hear(STRANGE));
    assert_eq!(script.heard().len(), 3, "the fourth line was never asked for");
    assert!(text.contains("after 3 attempts") && text.contains("Home"), "{text}");
    assert_eq!(bench.runs(), 0);
}

#[test]
fn the_same_mistake_again_is_not_tried_a_third_time() {
    let (mut bench, script) = bench(&["action tack_weld @ Pos_4", "action tack_weld @ Pos_4", "action go Pos_1"]);
    given_up(bench.hear(STRANGE));
    assert_eq!(script.heard().len(), 2);
}

#[test]
fn the_recogniser_alone_does_not_try_again() {
    let text = given_up(Bench::new().hear("weld at position 4"));
    assert!(text.contains("tack_weld") && text.contains("Pos_4"), "{text}");
}

#[test]
fn what_may_have_been_meant_is_asked_and_not_done() {
    let mut bench = Bench::new();
    let text = given_up(bench.hear("weld position 1 lickety split"));
    assert!(text.contains("Did you mean this? Then say it in these words:\n  do tack_weld at Pos_1\n"), "{text}");
    assert_eq!(bench.runs(), 0);
    // Words that forbid leave nothing to be meant.
    let text = given_up(bench.hear("do not weld position 1 lickety split"));
    assert!(!text.contains("Did you mean"), "{text}");
}

#[test]
fn a_revision_is_read_with_what_was_understood() {
    let (mut bench, script) = bench(&["action tack_weld @ Pos_1", "action tack_weld @ Pos_2"]);
    let first = bench.propose("weld at position 1");
    let (id, digest) = (first.proposal.request().correlation_id, first.proposal.digest());
    let second = proposed(bench.revise(first, "weld at position 2 instead"));
    assert!(targets(&second).contains(&"Pos_2") && !targets(&second).contains(&"Pos_1"));
    assert_eq!(second.proposal.request().sentence, "weld at position 1 / weld at position 2 instead");
    assert_ne!((second.proposal.request().correlation_id, second.proposal.digest()), (id, digest));
    let heard = &script.heard()[1];
    assert_eq!(heard.sentence, "weld at position 1");
    assert_eq!(heard.understood.as_deref(), Some("action tack_weld @ Pos_1"));
    assert_eq!(heard.objection.as_deref(), Some("weld at position 2 instead"));
    assert!(bench.simulate(second).end.is_completed());
}

#[test]
fn revisions_come_to_an_end() {
    let mut bench = Bench::new();
    let mut waiting = bench.propose("weld at position 1");
    for comment in ["weld at position 2 instead", "weld at position 3 instead"] {
        waiting = proposed(bench.revise(waiting, comment));
    }
    assert_eq!(waiting.attempts, 3);
    let text = given_up(bench.revise(waiting, "weld at position 1 after all"));
    assert!(text.contains("there are no more"), "{text}");
}

/// A comment that the cell could not follow dropped what was proposed, and the operator had to say it all again.
#[test]
fn a_revision_that_cannot_be_done_leaves_the_proposal() {
    for comment in ["weld at position 4 instead", "weld at position 5", "also weld 4"] {
        let mut bench = Bench::new();
        let first = bench.propose("weld at position 1");
        let digest = first.proposal.digest();
        let Replied::Waits(waiting, Waiting::CannotBeDone(turn)) = bench.reply(first, comment) else {
            panic!("{comment}")
        };
        let text = given_up(turn);
        assert!(text.contains(&format!("weld at position 1 / {comment}")) && text.contains("tack_weld"), "{text}");
        assert_eq!((waiting.proposal.digest(), waiting.attempts), (digest, 1), "{comment}");
        // The yes may have been meant for the change.
        let Replied::Waits(waiting, Waiting::YesToWhat(Lost::NotPossible)) = bench.reply(*waiting, "yes, go ahead")
        else {
            panic!("{comment}")
        };
        assert_eq!(bench.runs(), 0);
        assert!(matches!(bench.reply(*waiting, "yes"), Replied::Approved(_)), "{comment}");
    }
}

/// What a model made of a change was not what was said: a yes may be meant for what was said.
#[test]
fn a_change_that_is_objected_to_leaves_the_proposal() {
    let (mut bench, _) = bench(&["action tack_weld @ Pos_1", "action tack_weld @ Pos_3", "action tack_weld @ Pos_3"]);
    let first = bench.propose("weld at position 1");
    let digest = first.proposal.digest();
    let replied = bench.reply(first, &strange("tack_weld Pos_3 Pos_2"));
    let Replied::Waits(waiting, Waiting::NotUnderstood(_)) = replied else { panic!("it is to wait, not {replied:?}") };
    let replied = bench.reply(*waiting, "yes");
    let Replied::Waits(waiting, Waiting::YesToWhat(Lost::Doubted)) = replied else {
        panic!("it is to wait, not {replied:?}")
    };
    assert_eq!((waiting.proposal.digest(), bench.runs()), (digest, 0));
    assert!(matches!(bench.reply(*waiting, "yes"), Replied::Approved(_)));
}

#[test]
fn a_yes_without_a_proposal_is_none() {
    let mut bench = Bench::new();
    for sentence in ["yes", "proceed", "yes, go ahead"] {
        assert!(matches!(bench.hear(sentence), Turn::NothingWaits), "{sentence}");
    }
    assert_eq!(bench.runs(), 0);
}

#[test]
fn what_is_already_so_is_not_run() {
    let mut bench = Bench::new();
    assert!(matches!(bench.hear("go home"), Turn::NothingToDo(_)));
    assert_eq!(bench.runs(), 0);
}

#[test]
fn a_sentence_of_a_megabyte_and_one_of_nothing_are_answered() {
    let mut bench = Bench::new();
    let text = given_up(bench.hear(&"weld at position 1 and ".repeat(50_000)));
    assert!(text.contains("1150000 bytes") && text.len() < 2_000, "{text}");
    assert!(given_up(bench.hear("")).contains("Nothing was said"));
    assert!(given_up(bench.hear(" \t\r\n ")).contains("Nothing was said"));
}
