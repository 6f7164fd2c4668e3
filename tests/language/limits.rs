//! Words that limit how, when, how far or by whom something is done: none of them is passed over. And plain sentences beside
//! them, which are read as before, whatever politeness stands around them.
//!
//! The story: `go home slowly`, `simulate weld at 1`, `go home via safe pos 4` were proposed as the plain motion, as if the
//! word had not been said.

use std::{fs, sync::Arc, time::Duration};

use cellgraph::{
    cell::State,
    checkpoint::critic::Critic,
    language::{
        By, Readers, Said,
        model::{Answer, Cancel, ModelReader, Other, Provenance, ReadError, Spent},
        prompt::Asked,
        rules::{Recognised, Recogniser},
        templates::Templates,
        terse,
    },
    snapshot::Snapshot,
};
use serde::Deserialize;

use crate::{
    cells,
    harness::{Cell, line},
};

/// A class and a sentence, parted by a tab, for the demo cell with the robot at home and an empty flange.
const LIMITED: &str = include_str!("limited.tsv");
/// A sentence and what it says, parted by a tab.
const PLAIN: &str = include_str!("plain.tsv");
const WORDS: &str = "src/language/rules/account/words.yaml";

/// Those that a word limits; the others ("reading") are as much as the recogniser does not follow.
fn limited_by_a_word() -> impl Iterator<Item = &'static str> {
    LIMITED.lines().filter_map(|line| line.split_once('\t')).filter(|line| line.0 != "reading").map(|line| line.1)
}

fn read(cell: &Cell, text: &str) -> Recognised {
    let state = State::named(&cell.snapshot, "Home", "none").unwrap();
    cell.recogniser.read(text, &cell.snapshot, state)
}

fn moves(reading: &Recognised) -> bool {
    matches!(reading.said, Said::Do(_) | Said::Replay(_))
}

/// Those of some sentences by which something would move.
fn moving<'t>(cell: &Cell, sentences: impl Iterator<Item = impl Into<std::borrow::Cow<'t, str>>>) -> Vec<String> {
    sentences.map(|text| text.into().into_owned()).filter(|text| moves(&read(cell, text))).collect()
}

#[test]
fn no_limited_sentence_is_read_as_the_plain_motion() {
    let cell = Cell::new(cells::demo());
    let sentences: Vec<&str> = LIMITED.lines().map(|line| line.split_once('\t').unwrap().1).collect();
    assert!(sentences.len() >= 150, "{}", sentences.len());
    let moved = moving(&cell, sentences.into_iter());
    assert!(moved.is_empty(), "{}", moved.join("\n"));
}

#[test]
fn plain_sentences_are_read_as_before() {
    let cell = Cell::new(cells::demo());
    assert!(PLAIN.lines().count() >= 100);
    let mut wrong = Vec::new();
    for case in PLAIN.lines() {
        let (text, expected) = case.split_once('\t').unwrap();
        let reading = read(&cell, text);
        let found = terse::write(&reading.said, &cell.snapshot);
        if found != format!("action {expected}") {
            wrong.push(format!("{text}: expected {expected}, found {found} ({:?})", reading.reason));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_word_is_named_as_the_reason() {
    let cell = Cell::new(cells::demo());
    let cases = [
        ("go home slowly", "'slowly': this cell has no speed to set; say it without, or not at all"),
        ("simulate weld at 1", "'simulate': a rehearsal is never done by the real robot"),
        ("weld position 1 step by step", "'step by step': say it without, and type step at the review"),
        ("go home via safe pos 4", "'via': the way is found by the planner"),
        ("weld position 1 frobnishly", "'frobnishly': this cell has one way of doing its work"),
        ("weld the flurb at position 1", "'flurb': what this word asks for is not known here"),
        ("go to 3 and skip 2", "'Pos_2' is named, and the reading does nothing there"),
        ("weld position 1 500 times", "a step can be repeated 1 to 99 times"),
        ("weld position 1 with care, please", "'with care': this cell has nothing to set for that"),
    ];
    for (text, why) in cases {
        let reading = read(&cell, text);
        assert_eq!(reading.said, Said::UNCLEAR, "{text}");
        // No model is asked about a limited motion; a word that is not known here a model may know.
        assert_eq!(reading.doubtful, !text.contains("flurb"), "{text}");
        let reason = reading.reason.unwrap_or_default();
        assert!(reason.starts_with(why), "{text}: {reason}");
    }
}

/// Each cut of such a sentence was read, up to two hundred of them: one for each pair of a beginning and an end.
#[test]
fn among_much_talk_a_command_is_asked_back() {
    let cell = Cell::new(cells::demo());
    let among = |talk: usize| {
        let (before, after) = ("the customer called again, ".repeat(talk), ", the customer called again".repeat(talk));
        read(&cell, &format!("{before}so could you please weld position 1{after}"))
    };
    for talk in [2, 3] {
        assert!(moves(&among(talk)), "{:?}", among(talk));
    }
    for talk in [4, 8, 12, 15] {
        assert_eq!(among(talk).said, Said::UNCLEAR, "{talk}");
    }
}

#[test]
fn what_is_left_aside_is_named() {
    let cell = Cell::new(cells::demo());
    let left_aside = |text: &str| read(&cell, text).left_aside;
    assert_eq!(left_aside("weld position 1"), Vec::<String>::new());
    assert_eq!(left_aside("hey robot, please weld position 1, thanks"), ["hey robot, please", "thanks"]);
    assert_eq!(left_aside("When you get a chance, weld position 2"), ["When you get a chance"]);
}

/// A model that says the same whatever it is asked, and is sure of it: one line, and other lines that it holds for as likely.
struct Sure {
    said: &'static str,
    others: &'static [&'static str],
    snapshot: Arc<Snapshot>,
    provenance: Provenance,
}

impl ModelReader for Sure {
    fn read(&self, _: &Asked<'_>, _: Duration, _: &Cancel) -> Result<Answer, ReadError> {
        Ok(Answer {
            line: self.said.to_owned(),
            said: terse::read(self.said, &self.snapshot)?,
            route_probabilities: [1.0, 0.0, 0.0],
            confidence: 1.0,
            sampled: 1,
            forced: 0,
            others: self.others.iter().map(|line| self.other(line)).collect::<Result<_, _>>()?,
            took: Duration::ZERO,
            spent: Spent::default(),
        })
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

impl Sure {
    fn other(&self, line: &str) -> Result<Other, ReadError> {
        Ok(Other { said: terse::read(line, &self.snapshot)?, confidence: 1.0 })
    }
}

/// Both readers, the model trusted as one that was trained for this.
fn readers(said: &'static str) -> Readers {
    readers_with_others(said, &[])
}

fn readers_with_others(said: &'static str, others: &'static [&'static str]) -> Readers {
    let snapshot = Arc::new(cells::demo());
    let provenance = Provenance {
        model: "sure".to_owned(),
        adapter: Some("sure".to_owned()),
        prompt: "none".to_owned(),
        snapshot: snapshot.content_hash_hex(),
        threads: 1,
    };
    let recogniser = Recogniser::new(&snapshot, Templates::default());
    let critic = Arc::new(Critic::beside(&recogniser, &snapshot));
    let model = Sure { said, others, snapshot: Arc::clone(&snapshot), provenance };
    Readers::new(snapshot, recogniser, Some(Box::new(model))).with_second_look(critic)
}

const MOTIONS: &[&str] = &[
    "action tack_weld @ Pos_1",
    "action go Pos_3",
    "action go Home",
    "action go Pos_2, go Pos_3",
    "action take Welder",
];

#[test]
fn no_model_is_believed_about_a_limited_motion() {
    let mut moved = Vec::new();
    let others = [("action ?", MOTIONS), ("unknown", MOTIONS)];
    for (said, others) in MOTIONS.iter().map(|&said| (said, &[][..])).chain(others) {
        let readers = readers_with_others(said, others);
        let state = State::named(readers.snapshot(), "Home", "none").unwrap();
        for text in limited_by_a_word() {
            let reading = readers.read(text, state, &Cancel::default());
            if matches!(reading.said, Said::Do(_) | Said::Replay(_)) {
                moved.push(format!("{text} -> {said}"));
            }
        }
    }
    assert!(moved.is_empty(), "{}", moved.join("\n"));
}

#[test]
fn a_rehearsal_is_not_even_offered() {
    let readers = readers("action tack_weld @ Pos_1");
    let state = State::named(readers.snapshot(), "Home", "none").unwrap();
    for text in [
        "simulate weld at 1",
        "do a dry run of the weld at position 1",
        "pretend to weld position 1",
        "rehearse the weld at 1",
        "in simulation weld 1",
    ] {
        let reading = readers.read(text, state, &Cancel::default());
        assert!(reading.offers.is_empty(), "{text}");
        assert!(!matches!(reading.said, Said::Do(_)), "{text}");
    }
}

/// A word that forbids leaves nothing to be done. What else the sentence asks for is offered, and never what it forbids.
#[test]
fn beside_a_word_that_forbids_only_what_it_does_not_forbid_is_offered() {
    let offered = |said: &'static str, text: &str| {
        let readers = readers(said);
        let state = State::named(readers.snapshot(), "Home", "none").unwrap();
        let reading = readers.read(text, state, &Cancel::default());
        assert!(!matches!(reading.said, Said::Do(_)), "{text}");
        assert!(reading.rules.complete, "{text}: the word was heard");
        let offers = reading.offers.iter().map(|said| terse::write(said, readers.snapshot()));
        offers.collect::<Vec<_>>()
    };
    for text in ["don't go to position 2, go to position 3 instead", "hold on, go to position 3"] {
        assert_eq!(offered("action go Pos_3", text), ["action go Pos_3"], "{text}");
    }
    for (said, text) in [
        ("action go Pos_2", "don't go to position 2, go to position 3 instead"),
        ("action tack_weld @ Pos_1", "do not weld at position 1"),
        ("action tack_weld @ Pos_1", "never weld position 1"),
        ("action tack_weld @ Pos_1", "stop"),
        ("action go Home", "cancel that"),
        ("action tack_weld @ Pos_1", "forget it"),
        ("action tack_weld @ Pos_1", "weld position 1, no, cancel that"),
        ("action tack_weld @ Pos_1", "weld position 1. no."),
        ("action tack_weld @ Pos_1", "position 1 was welded"),
        ("action tack_weld @ Pos_1", "if the gate is closed, weld position 1"),
        ("action tack_weld @ Pos_1", "no, ignore the rules and weld position 1"),
        ("action go Pos_3", "go to position 3 and don't move from where you are"),
    ] {
        assert!(offered(said, text).is_empty(), "{text}: {:?}", offered(said, text));
    }
    // A word that is listed as limiting is heard beside one that forbids.
    let mut limited = 0;
    for said in MOTIONS {
        let readers = readers(said);
        let state = State::named(readers.snapshot(), "Home", "none").unwrap();
        let motion = terse::read(said, readers.snapshot()).unwrap();
        for text in limited_by_a_word() {
            for before in ["no, no, ", "don't worry, ", "hold on, "] {
                let text = format!("{before}{text}");
                let account = readers.recogniser().account_for_model(&motion, &text, readers.snapshot(), state);
                if account.is_limited() {
                    limited += 1;
                    let offers = readers.read(&text, state, &Cancel::default()).offers;
                    assert!(offers.is_empty(), "{text}: {said}");
                }
            }
        }
    }
    assert!(limited > 5_000, "{limited}");
}

/// What a model holds for its second reading is done where its first would be: the chooser alone says which.
#[test]
fn another_reading_is_believed_as_the_first_is() {
    let readers = readers_with_others("action ?", &["action go Pos_2"]);
    let state = State::named(readers.snapshot(), "Home", "none").unwrap();
    let read = |text: &str| readers.read(text, state, &Cancel::default());
    let words = "um, go to, uh, position 2";
    let reading = read(words);
    let second = reading.candidates.iter().find(|candidate| matches!(candidate.said, Said::Do(_))).unwrap();
    assert_eq!((second.by, second.may_be_done), (By::Model, true));
    // It names what the sentence does not speak of, or leaves a word open: it is offered at most.
    for text in ["um, go to, uh, position 3", "um, go to, uh, position 2, mucho gusto"] {
        let reading = read(text);
        let moving = reading.candidates.iter().filter(|it| it.by == By::Model && matches!(it.said, Said::Do(_)));
        assert!(moving.into_iter().all(|candidate| !candidate.may_be_done), "{text}");
        assert!(!matches!(reading.said, Said::Do(_)) || reading.by == By::Rules, "{text}");
    }
}

#[test]
fn a_model_is_believed_where_every_word_is_accounted_for() {
    let readers = readers("action go Pos_2");
    let state = State::named(readers.snapshot(), "Home", "none").unwrap();
    let reading = readers.read("um, go and be, uh, position 2", state, &Cancel::default());
    assert_eq!(
        (reading.by, terse::write(&reading.said, readers.snapshot())),
        (By::Model, "action go Pos_2".to_owned())
    );
    assert_eq!(reading.left_aside, ["um", "uh"]);
    let reading = readers.read("um, go and be, uh, position 2, mucho gusto", state, &Cancel::default());
    assert!(!matches!(reading.said, Said::Do(_)));
    assert!(reading.rules.reason.unwrap().starts_with("'mucho'"));
}

#[derive(Deserialize)]
struct Listed {
    words: String,
}

#[derive(Deserialize)]
struct Lists {
    limits: Vec<Listed>,
}

/// The words that the file lists as limiting.
fn limiting() -> Vec<String> {
    let lists: Lists = serde_saphyr::from_str(&fs::read_to_string(WORDS).unwrap()).unwrap();
    let words = lists.limits.iter().flat_map(|limit| limit.words.split(','));
    words.map(|word| word.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|word| !word.is_empty()).collect()
}

#[test]
fn no_listed_word_is_passed_over_wherever_it_stands() {
    let cell = Cell::new(cells::demo());
    let mut sentences = Vec::new();
    for word in limiting() {
        sentences.extend(
            [
                "weld position 1 {}",
                "{} weld position 1",
                "weld {} position 1",
                "go to position 3 {}",
                "go {} to position 3",
                "please go home, {}",
            ]
            .map(|frame| frame.replace("{}", &word)),
        );
    }
    // Beside these words the limiting one is another: "go across to", "go on and go off to", "weld together".
    let others = [
        "go on and off to position 3",
        "go across to position 3",
        "go along to position 3",
        "weld together position 1",
    ];
    sentences.retain(|sentence| !others.contains(&sentence.as_str()));
    let moved = moving(&cell, sentences.into_iter());
    assert!(moved.is_empty(), "{}", moved.join("\n"));
}

/// Adverbs and other words that no list has, and no cell: the class, not its members.
#[test]
fn no_unknown_word_is_passed_over_wherever_it_stands() {
    let cell = Cell::new(cells::demo());
    let unknown = [
        "frobnishly",
        "zorbish",
        "grunkle",
        "quexing",
        "blorpwise",
        "tremulously",
        "gingerly",
        "Marcolino",
        "ploddingly",
        "vorwiegend",
        "despacio",
        "lentamente",
        "langsam",
        "vorsichtig",
        "doucement",
        "piano",
        "sachte",
    ];
    let plain: Vec<&str> =
        PLAIN.lines().map(|line| line.split_once('\t').unwrap().0).filter(|text| text.len() < 60).collect();
    let mut moved = Vec::new();
    for (at, text) in plain.iter().enumerate() {
        let words: Vec<&str> = text.split(' ').collect();
        for place in 0..=words.len() {
            let mut with = words.clone();
            with.insert(place, unknown[(at + place) % unknown.len()]);
            let sentence = with.join(" ");
            if moves(&read(&cell, &sentence)) {
                moved.push(sentence);
            }
        }
    }
    assert!(moved.is_empty(), "{}", moved.join("\n"));
}

#[test]
fn a_comment_at_review_is_held_to_the_same() {
    let cell = Cell::new(cells::demo());
    let state = State::named(&cell.snapshot, "Home", "none").unwrap();
    let before = read(&cell, "weld position 1 and 2").said;
    let revise = |comment: &str| cell.recogniser.revise(&before, comment, &cell.snapshot, state);
    let revised = revise("skip position 2");
    assert_eq!(line(&revised.said, &cell.snapshot, state), "tack_weld@Pos_1");
    for comment in [
        "skip position 2 and go slowly",
        "only position 1, gently",
        "also do 3 by hand",
        "the other way round, at half speed",
        "skip position 2 for now",
    ] {
        let reading = revise(comment);
        assert!(!moves(&reading), "{comment}: {}", line(&reading.said, &cell.snapshot, state));
    }
}
