//! What the reviewer is told of the two readers.

use std::sync::Arc;

use cellgraph::{
    language::{
        By, Readers,
        rules::{Ground, Recogniser},
        templates::Templates,
    },
    review::SecondOpinion,
    workflow::Turn,
};

use crate::bench::{Bench, STRANGE, Script, answered, cell, proposed, strange, targets};

fn heard(line: &'static str, sentence: &str) -> (Bench, Turn) {
    let snapshot = cell(1, &[]);
    let mut bench = Bench::with(&snapshot, Some(&Script::new(&snapshot, &[line])));
    let turn = bench.hear(sentence);
    (bench, turn)
}

#[test]
fn agreement_is_shown() {
    let (_bench, turn) = heard("action tack_weld @ Pos_1", "weld at position 1");
    let proposed = proposed(turn);
    let shown = proposed.proposal.shown();
    assert_eq!(shown.second_opinion, SecondOpinion::Same);
    assert!(shown.to_string().contains("Second:      understood the same"), "{shown}");
}

#[test]
fn other_words_for_the_same_goals_are_agreement() {
    let (_bench, turn) = heard("action tack_weld @ Pos_1 to Pos_3", "weld at positions 1, 2 and 3");
    assert_eq!(proposed(turn).proposal.shown().second_opinion, SecondOpinion::Same);
}

#[test]
fn a_disagreement_is_shown_and_warned_of() {
    let (_bench, turn) = heard("action tack_weld @ Pos_2", "weld at position 1");
    let proposed = proposed(turn);
    let shown = proposed.proposal.shown();
    assert_eq!(shown.second_opinion, SecondOpinion::Differs("do tack_weld at Pos_2".to_owned()));
    assert_eq!(shown.reader, "rules", "the recogniser accounts for every word");
    let text = shown.to_string();
    assert!(text.contains("the second reader understood something else: do tack_weld at Pos_2"), "{text}");
    assert_eq!(targets(&proposed).last(), Some(&"tack_weld"));
}

#[test]
fn the_model_is_believed_where_the_recogniser_is_not_sure() {
    let (_bench, turn) = heard("action go Pos_4", &strange("go Pos_4"));
    let proposed = proposed(turn);
    let shown = proposed.proposal.shown();
    assert_eq!((shown.reader.as_str(), proposed.reading.as_ref().unwrap().by), ("model", By::Model));
    assert_eq!(shown.second_opinion, SecondOpinion::Unclear);
    // "understood something else: a command, but not exactly what" told nobody anything.
    let text = shown.to_string();
    assert!(text.contains("the second reader could not make sense of this"), "{text}");
    assert_eq!(targets(&proposed), ["Safe_Pos_4", "Pos_4"]);
}

#[test]
fn a_model_that_is_not_trusted_is_a_second_opinion_alone() {
    let snapshot = cell(1, &[]);
    let mut bench = Bench::with(&snapshot, None);
    let script = Script::new(&snapshot, &["action go Pos_3", "question which tools", "action go Pos_4"]);
    let recogniser = Recogniser::new(&snapshot, Templates::default());
    bench.desk.take_up(Readers::new(Arc::clone(&snapshot), recogniser, Some(Box::new(script.clone()))));
    for _ in 0..2 {
        assert!(matches!(bench.hear(STRANGE), Turn::Fallback(_)));
    }
    let proposed = bench.propose("weld at position 1");
    assert_eq!(proposed.proposal.shown().second_opinion, SecondOpinion::Differs("go to Pos_4".to_owned()));
    assert_eq!(script.heard().len(), 3, "it was asked each time");
}

/// The model's answer, as the reading of a sentence that came to nothing has it.
fn disbelieved(turn: &Turn, sentence: &str) -> (String, Option<Ground>) {
    let Turn::Fallback(fallback) = turn else { panic!("{sentence}: a fallback is wanted, not {turn:?}") };
    let reading = &fallback.reading;
    assert_eq!(reading.by, By::Rules, "{sentence}");
    let answer = reading.model.as_ref().unwrap_or_else(|| panic!("{sentence}: the model was not asked"));
    (answer.as_ref().unwrap().line.clone(), reading.ground)
}

#[test]
fn a_model_is_not_believed_in_what_the_sentence_does_not_speak_of() {
    let sentence = "frobnicate Pos_1, would you";
    for line in ["action go Pos_4", "action take Welder", "action tack_weld @ Pos_1"] {
        let (_bench, turn) = heard(line, sentence);
        let (said, ground) = disbelieved(&turn, sentence);
        assert_eq!(said, line);
        assert_ne!(ground, Some(Ground::Whole), "{line}");
        // The same answer counts where the sentence speaks of all of it.
        let (_bench, turn) = heard(line, &strange(line));
        assert_eq!(proposed(turn).reading.unwrap().by, By::Model, "{line}");
    }
}

#[test]
fn a_word_that_forbids_outweighs_the_model() {
    let line = "action tack_weld @ Pos_1";
    for sentence in ["do not weld at position 1", "stop", "cancel that"] {
        let (_bench, turn) = heard(line, sentence);
        assert_eq!(disbelieved(&turn, sentence).0, line);
    }
    // Without the word the same answer is what is proposed.
    let (_bench, turn) = heard(line, "weld at position 1");
    assert_eq!(targets(&proposed(turn)).last(), Some(&"tack_weld"));
}

#[test]
fn a_model_that_fails_leaves_the_recogniser() {
    let snapshot = cell(1, &[]);
    let mut bench = Bench::with(&snapshot, Some(&Script::new(&snapshot, &[])));
    let proposed = bench.propose("weld at position 1");
    assert_eq!(proposed.proposal.shown().second_opinion, SecondOpinion::NotAsked);
    assert!(proposed.reading.unwrap().model.unwrap().is_err(), "and the record says that it was asked");
}

#[test]
fn the_model_chooses_a_look_up_and_facts_give_the_words() {
    let (_bench, turn) = heard("question which tools", STRANGE);
    let text = answered(turn);
    assert!(text.contains("Welder") && text.contains("Camera"), "{text}");
}

#[test]
fn follow_ups_go_on_from_the_question_before() {
    let mut bench = Bench::new();
    let asked = answered(bench.hear("what routines are there?"));
    assert!(asked.contains("tack_weld"), "{asked}");
    answered(bench.hear("where is the robot?"));
    answered(bench.hear("what tools are there?"));
    let told = answered(bench.hear("show me 10 more"));
    assert!(told.contains("That was all of it"), "{told}");
    assert_eq!(bench.runs(), 0, "a question moves nothing");
}
