//! What a cell learns of its people: what is kept and when, what an engineer may make of it, and how sentences are read by that.

use std::sync::Arc;

use cellgraph::{
    language::{By, Readers, Said, model::Cancel, phrase_of, templates::Templates, terse},
    review::reply::{self, Reply, opens_like_an_answer},
    store::{PhraseDecision, PhraseOrigin, PhraseRow, PhraseUse, PhraseVerdict, Store},
    workflow::{Learnt, PhraseBook, PhraseList, Replied, Turn},
};
use proptest::prelude::*;
use uuid::Uuid;

use crate::bench::{Bench, cell, proposed};

/// Nobody understands it, and it says nothing that hangs on the moment.
const LICK: &str = "give position 1 a lick";
const UNSURE: &str = "weld position 1 lickety split";
const WELD_1: &str = "action tack_weld @ Pos_1";

fn chosen(bench: &mut Bench, sentence: &str) -> Turn {
    let Turn::Fallback(given_up) = bench.hear(sentence) else { panic!("{sentence} is asked back") };
    bench.desk.hear_choice(&given_up.said, 1, &given_up.offers[0].sentence, &Cancel::default()).unwrap()
}

fn approves(bench: &mut Bench, turn: Turn) {
    assert!(matches!(bench.reply(proposed(turn), "yes"), Replied::Approved(_)));
}

fn kept(bench: &Bench) -> Vec<(String, String, u64)> {
    let rows = bench.desk.store().phrases().unwrap();
    rows.into_iter().map(|row| (row.sentence, row.reading, row.times)).collect()
}

fn record(store: &mut Store, sentence: &str, reading: &str) -> i64 {
    let used = PhraseUse {
        correlation_id: Uuid::from_u128(5),
        sentence: phrase_of(sentence),
        reading: reading.to_owned(),
        origin: PhraseOrigin::Rephrased,
        operator: "Ada".to_owned(),
        snapshot_hash: "ab".to_owned(),
    };
    store.record_phrase(&used).unwrap();
    number(&store.phrases().unwrap(), &used.sentence, reading)
}

fn number(rows: &[PhraseRow], sentence: &str, reading: &str) -> i64 {
    rows.iter().find(|row| row.sentence == sentence && row.reading == reading).unwrap().number
}

/// Accepts without any of the checks, as another version of the program may have.
fn force(store: &mut Store, phrase: i64) {
    let (operator, snapshot_hash) = ("Eve".to_owned(), "ab".to_owned());
    let decision = PhraseDecision::Accepted;
    store.decide_phrase(&PhraseVerdict { phrase, decision, nickname: None, operator, snapshot_hash }).unwrap();
}

/// The next day: the readers are made anew.
fn start_again(bench: &mut Bench) {
    assert!(start_with(bench, "{}").iter().all(|what| what.starts_with("phrase ")));
}

/// The same with a list that was handed over; what of all that counts for nothing.
fn start_with(bench: &mut Bench, list: &str) -> Vec<String> {
    let snapshot = Arc::clone(bench.desk.snapshot());
    let (rows, list) = (bench.desk.store().phrases().unwrap(), PhraseList::read(list).unwrap());
    let Learnt { recogniser, phrases, stale } = Learnt::of(&rows, &list, &snapshot, Templates::default());
    bench.desk.take_up(Readers::new(snapshot, recogniser, None).with_phrases(phrases));
    stale
}

fn book(bench: &Bench) -> (Arc<cellgraph::snapshot::Snapshot>, Templates) {
    (Arc::clone(bench.desk.snapshot()), Templates::default())
}

fn accept(bench: &mut Bench, number: i64) -> Result<PhraseRow, String> {
    let (snapshot, templates) = book(bench);
    let book = PhraseBook::new(&snapshot, templates);
    book.accept(bench.desk.store_mut(), number, "Eve").map_err(|error| error.to_string())
}

fn nickname(bench: &mut Bench, number: i64, words: &str, name: &str) -> Result<PhraseRow, String> {
    let (snapshot, templates) = book(bench);
    let book = PhraseBook::new(&snapshot, templates);
    book.accept_nickname(bench.desk.store_mut(), number, (words, name), "Eve").map_err(|error| error.to_string())
}

#[test]
fn a_choice_by_digit_is_kept_once_its_plan_is_approved() {
    let mut bench = Bench::new();
    let turn = chosen(&mut bench, UNSURE);
    assert_eq!(kept(&bench), []);
    approves(&mut bench, turn);
    assert_eq!(kept(&bench), [(UNSURE.to_owned(), WELD_1.to_owned(), 1)]);
    let turn = chosen(&mut bench, "Weld position 1, lickety split!");
    approves(&mut bench, turn);
    let rows = bench.desk.store().phrases().unwrap();
    assert_eq!((rows.len(), rows[0].times, rows[0].origin), (1, 2, PhraseOrigin::Chosen));
    assert_eq!((rows[0].said_by[0].operator.as_str(), rows[0].said_by[0].times), ("Ada", 2));
    assert!(bench.desk.store().check().unwrap().is_sound());
}

#[test]
fn what_was_not_approved_or_changed_is_not_kept() {
    let mut bench = Bench::new();
    let turn = chosen(&mut bench, UNSURE);
    assert!(matches!(bench.reply(proposed(turn), "no"), Replied::Rejected));
    let turn = chosen(&mut bench, UNSURE);
    let turn = bench.revise(proposed(turn), "position 2 instead");
    approves(&mut bench, turn);
    let turn = chosen(&mut bench, UNSURE);
    let Replied::Waits(waiting, _) = bench.reply(proposed(turn), "where is the robot?") else { panic!("it waits") };
    assert!(matches!(bench.reply(*waiting, "yes"), Replied::Approved(_)));
    assert_eq!(kept(&bench), []);
}

#[test]
fn other_words_are_kept_only_where_they_come_next() {
    let mut bench = Bench::new();
    assert!(matches!(bench.hear(LICK), Turn::Fallback(_)));
    let turn = bench.hear("weld at position 1");
    approves(&mut bench, turn);
    assert_eq!(kept(&bench), [(LICK.to_owned(), WELD_1.to_owned(), 1)]);
    for between in ["where is the robot?", "sing a song"] {
        bench.hear(LICK);
        bench.hear(between);
        let turn = bench.hear("weld at position 2");
        approves(&mut bench, turn);
    }
    bench.hear(LICK);
    bench.desk.forget_unheard();
    let turn = bench.hear("weld at position 3");
    approves(&mut bench, turn);
    let sentences: Vec<String> = kept(&bench).into_iter().map(|(sentence, ..)| sentence).collect();
    assert_eq!(
        sentences,
        [LICK, "sing a song"],
        "the last sentence that was not understood is rephrased, and no other"
    );
}

#[test]
fn what_is_kept_has_no_effect_before_it_is_accepted() {
    let mut bench = Bench::new();
    let number = record(bench.desk.store_mut(), LICK, WELD_1);
    start_again(&mut bench);
    assert!(matches!(bench.hear(LICK), Turn::Fallback(_)));
    accept(&mut bench, number).unwrap();
    start_again(&mut bench);
    let waiting = bench.propose("Give position 1 a lick!");
    let shown = waiting.proposal.shown().to_string();
    assert!(shown.contains(&format!("(by the phrase \"{LICK}\" that was accepted on ")), "{shown}");
    assert_eq!(waiting.reading.as_ref().unwrap().by, By::Phrase);
    for other in [
        "give position 1 a lick please",
        "give position 1 a lick?",
        "give position 1 no lick",
        "give position 2 a lick",
    ] {
        assert!(!matches!(bench.hear(other), Turn::Proposed(_)), "{other}");
    }
    // It teaches nothing anew.
    assert!(matches!(bench.reply(waiting, "yes"), Replied::Approved(_)));
    assert_eq!(kept(&bench).len(), 1);
}

#[test]
fn beside_another_reading_a_phrase_is_asked_back() {
    let mut bench = Bench::new();
    let number = record(bench.desk.store_mut(), "weld at position 1", "action tack_weld @ Pos_1, go Home");
    let refused = accept(&mut bench, number).unwrap_err();
    assert!(refused.contains("its words say something else"), "{refused}");
    force(bench.desk.store_mut(), number);
    start_again(&mut bench);
    let Turn::Fallback(given_up) = bench.hear("weld at position 1") else { panic!("two readings move nothing") };
    let offers: Vec<&str> = given_up.offers.iter().map(|offer| offer.sentence.as_str()).collect();
    assert!(offers[0].starts_with("do tack_weld at Pos_1; ") && offers[1..] == ["do tack_weld at Pos_1"], "{offers:?}");
    let told = given_up.fallback.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("and may be understood otherwise"), "{told}");
    let said = given_up.said.clone();
    let turn = bench.desk.hear_choice(&said, 2, offers[1], &Cancel::default()).unwrap();
    approves(&mut bench, turn);
}

#[test]
fn two_accepted_readings_of_a_sentence_are_asked_back() {
    let mut bench = Bench::new();
    let numbers =
        ["Pos_1", "Pos_2"].map(|place| record(bench.desk.store_mut(), LICK, &format!("action tack_weld @ {place}")));
    accept(&mut bench, numbers[0]).unwrap();
    let refused = accept(&mut bench, numbers[1]).unwrap_err();
    assert!(refused.contains("phrase 1 is accepted with another reading"), "{refused}");
    force(bench.desk.store_mut(), numbers[1]);
    start_again(&mut bench);
    assert!(matches!(bench.hear(LICK), Turn::Fallback(_)));
    let (snapshot, templates) = book(&bench);
    let listed = PhraseBook::new(&snapshot, templates).list(&bench.desk.store().phrases().unwrap());
    assert_eq!(listed.iter().map(|phrase| phrase.conflicts.clone()).collect::<Vec<_>>(), [[2], [1]]);
}

/// What the sentence names and the phrase does not do is objected to; what the phrase does without naming it is not.
#[test]
fn the_critic_holds_a_phrase_against_what_is_said() {
    let mut bench = Bench::new();
    for (sentence, reading, passes) in [
        ("work your magic", WELD_1, true),
        ("work your magic on position 3", WELD_1, false),
        ("work your magic twice on position 1", WELD_1, false),
        ("work your magic on position 1 with the camera", WELD_1, false),
    ] {
        let number = record(bench.desk.store_mut(), sentence, reading);
        force(bench.desk.store_mut(), number);
        start_again(&mut bench);
        assert_eq!(matches!(bench.hear(sentence), Turn::Proposed(_)), passes, "{sentence}");
    }
}

#[test]
fn a_phrase_that_the_layout_has_no_more_is_no_candidate() {
    let mut bench = Bench::new();
    let number = record(bench.desk.store_mut(), LICK, WELD_1);
    accept(&mut bench, number).unwrap();
    for change in [("tack_weld", "spot_weld"), ("Pos_1\"", "Bench_1\"")] {
        let snapshot = cell(2, &[change]);
        let rows = bench.desk.store().phrases().unwrap();
        let given = PhraseList::of(&rows);
        let learnt = Learnt::of(&rows, &given, &snapshot, Templates::default());
        assert_eq!(learnt.stale.len(), 2, "{change:?}: {:?}", learnt.stale);
        assert!(
            learnt.stale[0].starts_with(&format!("phrase {number} was accepted")),
            "{change:?}: {:?}",
            learnt.stale
        );
        assert!(learnt.stale[1].starts_with(&format!("the phrase '{LICK}' of the list")), "{:?}", learnt.stale);
        assert!(learnt.phrases.of(LICK).is_empty());
        let listed = PhraseBook::new(&snapshot, Templates::default()).list(&rows);
        assert!(listed[0].unfit.is_some() && listed[0].row.accepted.is_some());
    }
}

/// An engineer hands over what another cell has learnt.
#[test]
fn a_list_counts_as_what_was_accepted_here() {
    let mut bench = Bench::new();
    let list = format!(
        r#"{{"phrases": [{{"sentence": "Give position 1 a lick!", "reading": "{WELD_1}"}}],
            "nicknames": [{{"words": "the old lady", "name": "Welder"}}]}}"#
    );
    assert!(matches!(bench.hear(LICK), Turn::Fallback(_)));
    assert!(start_with(&mut bench, &list).is_empty());
    let shown = bench.propose(LICK).proposal.shown().to_string();
    assert!(shown.contains("the phrase \"give position 1 a lick\" of the list of phrases"), "{shown}");
    assert!(matches!(bench.hear("give position 1 a lick now"), Turn::Fallback(_)));
    assert!(matches!(bench.hear("grab the old lady"), Turn::Proposed(_)));
    // It is reviewed, and nothing of it is written into the history.
    assert!(bench.desk.store().phrases().unwrap().is_empty());
    // A cell that has learnt the same hands over the same.
    let number = record(bench.desk.store_mut(), LICK, WELD_1);
    accept(&mut bench, number).unwrap();
    let given = PhraseList::of(&bench.desk.store().phrases().unwrap());
    assert_eq!(given.phrases, PhraseList::read(&list).unwrap().phrases);
    assert!(start_with(&mut bench, &list).is_empty());
    assert!(matches!(bench.hear(LICK), Turn::Proposed(_)));
}

#[test]
fn where_a_list_and_the_cell_say_two_things_neither_is_taken() {
    let mut bench = Bench::new();
    let number = record(bench.desk.store_mut(), LICK, "action go Pos_1");
    accept(&mut bench, number).unwrap();
    let number = record(bench.desk.store_mut(), "grab the old lady for me", "action take Welder");
    nickname(&mut bench, number, "old lady", "Welder").unwrap();
    let list = format!(
        r#"{{"phrases": [{{"sentence": "{LICK}", "reading": "{WELD_1}"}}],
            "nicknames": [{{"words": "old lady", "name": "Camera"}}]}}"#
    );
    let stale = start_with(&mut bench, &list);
    assert_eq!(stale.len(), 2, "{stale:?}");
    assert!(stale[1].contains("'old lady' is a nickname of 'Welder' as well"), "{stale:?}");
    let Turn::Fallback(asked) = bench.hear(LICK) else { panic!("two things are meant") };
    assert_eq!(asked.offers.len(), 2);
    assert!(!matches!(bench.hear("grab the old lady"), Turn::Proposed(_)));
}

/// What no cell would take is refused where the list is made, with the first reason.
#[test]
fn a_list_that_cannot_be_used_is_told_why() {
    let bench = Bench::new();
    let (snapshot, templates) = book(&bench);
    let book = PhraseBook::new(&snapshot, templates);
    let phrase = |sentence: &str, reading: &str| {
        format!(r#"{{"phrases": [{{"sentence": "{sentence}", "reading": "{reading}"}}]}}"#)
    };
    for (list, why) in [
        (phrase(LICK, WELD_1), None),
        (phrase("yes the usual", WELD_1), Some("opens like an answer")),
        (phrase(LICK, "action go Nowhere"), Some("the layout has not what it means")),
        (phrase("go to position 1", "action go Pos_2"), Some("'Pos_1' is named")),
        (phrase("go to position 1", "action go Pos_1"), Some("it is understood so without being accepted")),
        (r#"{"nicknames": [{"words": "old lady", "name": "Nobody"}]}"#.to_owned(), Some("no position and no tool")),
        (r#"{"nicknames": [{"words": "camera", "name": "Welder"}]}"#.to_owned(), Some("near to")),
    ] {
        let unfit = book.unfit(&PhraseList::read(&list).unwrap());
        assert_eq!(unfit.is_some(), why.is_some(), "{list}: {unfit:?}");
        assert!(why.is_none_or(|why| unfit.as_ref().unwrap().contains(why)), "{list}: {unfit:?}");
    }
}

#[test]
fn what_can_be_no_phrase_is_refused_with_the_reason() {
    let (mut bench, mut wrong) = (Bench::new(), Vec::new());
    for (sentence, reading, why) in [
        ("yes the usual", WELD_1, "opens like an answer"),
        ("stop by position 1", WELD_1, "opens like an answer"),
        ("2 sugars", WELD_1, "opens like an answer"),
        ("quit dithering", WELD_1, "opens like an answer"),
        ("pause and weld", WELD_1, "opens like an answer"),
        ("layout magic", WELD_1, "opens like an answer"),
        ("don't give position 1 a lick", WELD_1, "opens like an answer"),
        ("never lick position 1", WELD_1, "'never'"),
        ("lick position 1 without the camera", WELD_1, "'without'"),
        ("lick position 1 and not position 2", WELD_1, ""),
        ("if it is free give position 1 a lick", WELD_1, ""),
        ("lick position 1 slowly", WELD_1, "'slowly'"),
        ("simulate the magic", WELD_1, "'simulate'"),
        ("lick position 1 gently", WELD_1, "'gently'"),
        ("where does the magic happen", WELD_1, "question"),
        ("the magic at position 1?", WELD_1, "question"),
        ("give it a lick", WELD_1, "points to something"),
        ("lick the other one", WELD_1, ""),
        ("the magic again", WELD_1, "points to something"),
        ("lick position 1 after lunch", WELD_1, ""),
        ("Tom will lick position 1", WELD_1, "gives no order"),
        ("lick Pos_77", WELD_1, ""),
        ("lick position 3 with position 1", "action tack_weld @ Home", "the layout has no"),
        ("work your magic", "action tack_weld @ Pos_77", "the layout has not"),
        ("work your magic", "question which tools", "moves nothing"),
        ("work your magic", "action go back", "nothing is to be done"),
        ("weld at position 1", WELD_1, "understood so without being accepted"),
        ("", WELD_1, ""),
    ] {
        let number = record(bench.desk.store_mut(), sentence, reading);
        let refused = accept(&mut bench, number).map(|row| row.sentence).unwrap_err();
        if !refused.contains("cannot be accepted") || !refused.contains(why) {
            wrong.push(format!("{sentence}: {refused}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(accept(&mut bench, 99).unwrap_err(), "there is no phrase 99");
}

#[test]
fn a_nickname_is_another_name_and_never_near_to_one() {
    let mut bench = Bench::new();
    let lady = record(bench.desk.store_mut(), "grab the old lady", "action take Welder");
    for (words, name, why) in [
        ("the welder", "Welder", "near to, the name 'Welder'"),
        ("weldr", "Welder", "near to, the name 'Welder'"),
        ("pos 2", "Pos_1", "near to, the name 'Pos_2'"),
        ("camera", "Welder", "near to, the name 'Camera'"),
        ("old weld", "Welder", "already means something"),
        ("stop", "Welder", "opens like an answer"),
        ("yes lady", "Welder", "opens like an answer"),
        ("2", "Welder", "opens like an answer"),
        ("lady and all", "Welder", "does something in a sentence"),
        ("old lady", "Nobody", "no position and no tool 'Nobody'"),
        ("old lady", "tack_weld", "no position and no tool"),
        ("young lady", "Welder", "does not stand in its sentence"),
        ("old lady", "Camera", "does not name 'Camera'"),
    ] {
        let refused = nickname(&mut bench, lady, words, name).map(|row| row.nicknames).unwrap_err();
        assert!(refused.contains(why), "{words}={name}: {refused}");
    }
    assert!(matches!(bench.hear("attach the old lady"), Turn::Fallback(_)));
    nickname(&mut bench, lady, "the old lady", "Welder").unwrap();
    start_again(&mut bench);
    let waiting = bench.propose("attach the old lady");
    assert_eq!(waiting.proposal.shown().understood, "attach Welder");
    let Turn::Answered(told) = bench.hear("Where is the old lady?") else { panic!("a nickname is asked about too") };
    assert!(told.1.text.contains("Welder") && told.1.text.contains("Tool_Weld_Position"), "{}", told.1.text);
}

/// A digit came after its question was over, was noted as a sentence that was not understood, and the next sentence as what it meant.
#[test]
fn what_answers_a_question_is_no_sentence_that_was_not_understood() {
    let mut bench = Bench::new();
    for line in ["2", "#2", "2?", "-1", "none"] {
        bench.hear(LICK);
        bench.hear(line);
        let turn = bench.hear("weld at position 1");
        approves(&mut bench, turn);
        assert_eq!(kept(&bench), [], "{line}");
    }
}

#[test]
fn what_is_dropped_counts_for_nothing_until_it_is_accepted_again() {
    let mut bench = Bench::new();
    let number = record(bench.desk.store_mut(), LICK, WELD_1);
    accept(&mut bench, number).unwrap();
    assert_eq!(accept(&mut bench, number).unwrap_err(), "phrase 1 is accepted already");
    let (snapshot, templates) = book(&bench);
    let book = PhraseBook::new(&snapshot, templates);
    assert!(book.drop(bench.desk.store_mut(), number, "Eve").unwrap().dropped);
    assert_eq!(
        book.drop(bench.desk.store_mut(), number, "Eve").unwrap_err().to_string(),
        "phrase 1 is dropped already"
    );
    start_again(&mut bench);
    assert!(matches!(bench.hear(LICK), Turn::Fallback(_)));
    assert!(accept(&mut bench, number).unwrap().accepted.is_some());
}

#[test]
fn sentences_are_compared_by_their_words() {
    for (sentence, phrase) in [
        ("The usual, please!", "the usual please"),
        ("  the   USUAL please. ", "the usual please"),
        ("the usual?", "the usual ?"),
        ("do Pos_1", "do pos 1"),
        ("do pos 01", "do pos 1"),
        ("Café", "cafe"),
        ("!", ""),
    ] {
        assert_eq!(phrase_of(sentence), phrase, "{sentence:?}");
    }
}

#[test]
fn what_opens_like_an_answer_is_told() {
    for (line, opens) in [
        ("stap by the left", Some("stap")),
        ("state of the art weld", Some("state")),
        ("#2 for the road", Some("#2")),
        ("go ahead with the seam", Some("go ahead")),
        ("no more gaps", Some("no")),
        ("go", Some("go")),
        ("yes...", Some("yes...")),
        ("go and see the left one", None),
        ("run the usual", None),
        ("give the left one a lick", None),
    ] {
        assert_eq!(opens_like_an_answer(line).as_deref(), opens, "{line:?}");
    }
}

/// A capital without a small letter ("🅐") began a word of its own in a phrase that was read a second time: what is kept was then another phrase.
#[test]
fn a_phrase_is_kept_as_it_is_compared_whatever_letters_it_has() {
    for letter in ('\u{80}'..=char::MAX).filter(|c| c.is_alphanumeric()) {
        for sentence in
            [format!("a{letter}"), format!("𝔇{letter}"), format!("{letter}B"), format!("1{letter}.{letter}")]
        {
            let kept = phrase_of(&sentence);
            assert_eq!(phrase_of(&kept), kept, "{sentence:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever words stand around a word that forbids, limits or points, or behind an answer, the sentence is no phrase.
    #[test]
    fn no_phrase_has_a_word_that_forbids_limits_or_points(
        before in "[a-z]{2,7}( [a-z]{2,7}){0,2}",
        word in prop::sample::select(vec!["don't", "never", "slowly", "simulate", "gently", "again", "it", "other", "if", "abort"]),
        after in "[a-z]{2,7}",
    ) {
        let (snapshot, sentence) = (cell(1, &[]), format!("{before} {word} {after}"));
        let book = PhraseBook::new(&snapshot, Templates::default());
        prop_assert!(book.meaning(&sentence, WELD_1).is_err(), "{}", sentence);
    }

    #[test]
    fn no_phrase_is_an_answer(line in "\\PC{0,40}", answer in prop::sample::select(vec!["yes", "no", "stop", "pause", "ok", "3"])) {
        if opens_like_an_answer(&line).is_none() {
            prop_assert_eq!(reply::at_review(&line), Reply::Other);
            prop_assert!(reply::at_rest(&line).is_none());
        }
        let longer = format!("{answer} {line}");
        prop_assert!(opens_like_an_answer(&longer).is_some(), "{}", longer);
    }

    /// Every phrase of a reading comes back as that reading, or as why it cannot.
    #[test]
    fn whatever_is_stored_gives_a_command_or_a_reason(sentence in "\\PC{0,60}", reading in "\\PC{0,30}") {
        let snapshot = cell(1, &[]);
        let book = PhraseBook::new(&snapshot, Templates::default());
        if let Ok(said) = book.meaning(&sentence, &reading) {
            prop_assert!(matches!(said, Said::Do(_)));
            prop_assert_eq!(terse::read(&reading, &snapshot).unwrap(), said);
        }
        prop_assert_eq!(phrase_of(&phrase_of(&sentence)), phrase_of(&sentence));
    }
}
