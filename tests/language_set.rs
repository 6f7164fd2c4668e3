//! The development set of `tests/language`: every line is well formed, names only what its cell has, and stands once.
//! What the lines are, and who may open which half, is in `tests/language/README.md`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use cellgraph::{
    cell::State,
    import,
    plan::{Goal, Intent},
    snapshot::{self, Provenance, Snapshot, check},
};
use serde::Deserialize;

const FOLDER: &str = "tests/language";

/// The cells and their exports.
const CELLS: [(&str, &str); 6] = [
    ("demo", "graph-snapshots/demo-cell.apoc.jsonl"),
    ("elec", "tests/language/cells/elec.apoc.jsonl"),
    ("lab", "tests/language/cells/lab.apoc.jsonl"),
    ("paint", "tests/language/cells/paint.apoc.jsonl"),
    ("pallet", "tests/language/cells/pallet.apoc.jsonl"),
    ("wood", "tests/language/cells/wood.apoc.jsonl"),
];

/// The cell of a trade that the training data does not have, with its sentences: there are no halves of it.
const UNSEEN: (&str, &str) = ("hatchery", "tests/language/unseen/hatchery.apoc.jsonl");

/// Cells whose sentences guide and nothing else, by eleven other authors; with the number of their lines.
const FURTHER: [(&str, &str, usize); 14] = [
    ("bake", "tests/language/further/bake.apoc.jsonl", 110),
    ("battery", "tests/language/further/battery.apoc.jsonl", 110),
    ("candles", "tests/language/further/candles.apoc.jsonl", 80),
    ("extinguishers", "tests/language/further/extinguishers.apoc.jsonl", 80),
    ("foundry", "tests/language/further/foundry.apoc.jsonl", 80),
    ("frames", "tests/language/further/frames.apoc.jsonl", 60),
    ("gearbox", "tests/language/further/gearbox.apoc.jsonl", 60),
    ("lathes", "tests/language/further/lathes.apoc.jsonl", 60),
    ("locks", "tests/language/further/locks.apoc.jsonl", 80),
    ("perfume", "tests/language/further/perfume.apoc.jsonl", 60),
    ("pharma", "tests/language/further/pharma.apoc.jsonl", 110),
    ("press", "tests/language/further/press.apoc.jsonl", 110),
    ("pumps", "tests/language/further/pumps.apoc.jsonl", 80),
    ("shoes", "tests/language/further/shoes.apoc.jsonl", 80),
];

const HALVES: [&str; 2] = ["guide", "held"];

/// What a line may be tagged with. Tags say what is hard about a line; a line may have several.
const TAGS: [&str; 40] = [
    "all",
    "ambiguous",
    "command-like-question",
    "confirmation",
    "contradiction",
    "count",
    "direct",
    "dropped-words",
    "exclusion",
    "follow-up",
    "gibberish",
    "greeting",
    "here",
    "impossible-name",
    "injection",
    "list",
    "negation",
    "no-position",
    "number-words",
    "order-words",
    "ordinal",
    "other-language",
    "out-of-scope",
    "polite",
    "question",
    "question-like-command",
    "rambling",
    "range",
    "replay",
    "self-correction",
    "several-routines",
    "slang",
    "speech",
    "statement",
    "stop",
    "synonym",
    "tool",
    "tool-and-home",
    "typo",
    "unsupported",
];

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Replay {
    run: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Route {
    Action,
    Question,
    Unknown,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Robot {
    position: String,
    tool: String,
}

/// A whole answer that a fair judge takes as well: another route, another replay, another intent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    route: Route,
    #[serde(default)]
    replay: Option<Replay>,
    intent: Option<Intent>,
}

/// An entry of `accept`: an intent of the same route, or a whole answer.
#[derive(Deserialize)]
#[serde(untagged)]
enum Alternative {
    Answer(Answer),
    Intent(Intent),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    text: String,
    state: Robot,
    route: Route,
    replay: Option<Replay>,
    intent: Option<Intent>,
    accept: Vec<Alternative>,
    #[serde(rename = "move")]
    moves: bool,
    tags: Vec<String>,
}

impl Line {
    /// The gold answer and the accepted ones.
    fn answers(&self) -> Vec<(Route, Option<&Replay>, Option<&Intent>)> {
        let mut answers = vec![(self.route, self.replay.as_ref(), self.intent.as_ref())];
        answers.extend(self.accept.iter().map(|alternative| match alternative {
            Alternative::Intent(intent) => (self.route, None, Some(intent)),
            Alternative::Answer(a) => (a.route, a.replay.as_ref(), a.intent.as_ref()),
        }));
        answers
    }
}

fn lines(cell: &str, half: &str) -> Vec<Line> {
    lines_of(&format!("{FOLDER}/{cell}.{half}.jsonl"))
}

fn lines_of(path: &str) -> Vec<Line> {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let line = |(n, line)| serde_json::from_str(line).unwrap_or_else(|e| panic!("{path}:{}: {e}", n + 1));
    text.lines().enumerate().map(line).collect()
}

/// Every line with its cell and half, those of the unseen and of the further cells among them.
fn all_lines() -> Vec<(&'static str, &'static str, Line)> {
    let mut all = Vec::new();
    for (cell, _) in CELLS {
        for half in HALVES {
            all.extend(lines(cell, half).into_iter().map(|line| (cell, half, line)));
        }
    }
    all.extend(lines_of("tests/language/unseen/hatchery.jsonl").into_iter().map(|line| (UNSEEN.0, "unseen", line)));
    for (cell, ..) in FURTHER {
        all.extend(lines_of(&format!("{FOLDER}/further/{cell}.jsonl")).into_iter().map(|line| (cell, "further", line)));
    }
    all
}

fn snapshots() -> BTreeMap<&'static str, Snapshot> {
    let snapshot = |path: &str| {
        let bytes = fs::read(path).unwrap();
        let import = import::from_apoc(&bytes, &mut |_| ()).unwrap_or_else(|faults| panic!("{path}: {faults}"));
        let refusals: Vec<_> = check::check(&import.draft).refusals(&[]).cloned().collect();
        assert!(refusals.is_empty(), "{path}: {refusals:?}");
        Snapshot::from_bytes(&snapshot::build(&import.draft, &Provenance::default()).bytes).unwrap()
    };
    CELLS
        .into_iter()
        .chain([UNSEEN])
        .chain(FURTHER.map(|(cell, path, _)| (cell, path)))
        .map(|(cell, path)| (cell, snapshot(path)))
        .collect()
}

/// Lower case, without punctuation, one space between words.
fn normalised(text: &str) -> String {
    let words: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    words.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_file_belongs_to_a_cell_and_a_half() {
    let mut expected: BTreeSet<String> =
        CELLS.iter().flat_map(|(cell, _)| HALVES.map(|half| format!("{cell}.{half}.jsonl"))).collect();
    expected.extend(
        [
            "README.md",
            "cells",
            "doubtful.tsv",
            "further",
            "limited.tsv",
            "plain.tsv",
            "revised.tsv",
            "snapshots",
            "unseen",
        ]
        .map(str::to_owned),
    );
    let names = |folder: &Path| -> BTreeSet<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    // The recogniser's own tests lie in the same folder.
    let is_code = |name: &String| name.ends_with(".rs") || name.ends_with(".proptest-regressions");
    let found: BTreeSet<String> = names(Path::new(FOLDER)).into_iter().filter(|name| !is_code(name)).collect();
    assert_eq!(found, expected);
    let exports: BTreeSet<String> = CELLS.iter().skip(1).map(|(cell, _)| format!("{cell}.apoc.jsonl")).collect();
    assert_eq!(names(&Path::new(FOLDER).join("cells")), exports);
}

#[test]
fn ids_count_from_one_in_each_file() {
    for (cell, _) in CELLS {
        for half in HALVES {
            for (n, line) in lines(cell, half).iter().enumerate() {
                assert_eq!(line.id, format!("{cell}-{}-{:03}", &half[..1], n + 1));
            }
        }
    }
}

#[test]
fn the_further_cells_have_a_hundred_and_ten_lines_each() {
    let mut files = BTreeSet::new();
    for (cell, _, count) in FURTHER {
        let lines = lines_of(&format!("{FOLDER}/further/{cell}.jsonl"));
        let ids: Vec<String> = lines.into_iter().map(|line| line.id).collect();
        assert_eq!(ids, (1..=count).map(|n| format!("{cell}-{n:03}")).collect::<Vec<_>>());
        files.extend([format!("{cell}.apoc.jsonl"), format!("{cell}.jsonl")]);
    }
    let names: BTreeSet<String> = fs::read_dir(Path::new(FOLDER).join("further"))
        .unwrap()
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, files);
}

#[test]
fn the_unseen_cell_has_forty_lines() {
    let lines = lines_of("tests/language/unseen/hatchery.jsonl");
    let ids: Vec<String> = lines.into_iter().map(|line| line.id).collect();
    assert_eq!(ids, (1..=40).map(|n| format!("hatchery-{n:03}")).collect::<Vec<_>>());
    let names: BTreeSet<_> =
        fs::read_dir(Path::new(FOLDER).join("unseen")).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(names, BTreeSet::from(["hatchery.apoc.jsonl", "hatchery.jsonl"].map(Into::into)));
}

#[test]
fn states_and_goals_name_what_the_cell_has() {
    let snapshots = snapshots();
    for (cell, _, line) in all_lines() {
        let (id, snapshot) = (&line.id, &snapshots[cell]);
        let state =
            State::named(snapshot, &line.state.position, &line.state.tool).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert!(!snapshot.forbids(state.tool, state.position), "{id}: no robot can stand there with that tool");
        for (_, _, intent) in line.answers() {
            let Some(Intent::Goals(goals)) = intent else { continue };
            assert!(!goals.is_empty(), "{id}: an empty sequence");
            for goal in goals {
                let has = match goal {
                    Goal::Move { position } => snapshot.position_id(position).is_some(),
                    Goal::Routine { routine, position } => {
                        let id = snapshot.routine_id(routine);
                        let system = [snapshot.attach_routine(), snapshot.release_routine()];
                        id.is_some() && !system.contains(&id) && snapshot.position_id(position).is_some()
                    }
                    Goal::AttachTool { tool } => snapshot.tool_id(tool).is_some(),
                    Goal::ReleaseTool | Goal::ReleaseToolAndHome => true,
                };
                assert!(has, "{id}: {goal:?}");
            }
        }
    }
}

#[test]
fn a_routine_at_a_place_that_cannot_have_it_is_tagged() {
    let snapshots = snapshots();
    for (cell, _, line) in all_lines() {
        let snapshot = &snapshots[cell];
        let Some(Intent::Goals(goals)) = &line.intent else { continue };
        let refused = goals.iter().any(|goal| match goal {
            Goal::Routine { routine, position } => {
                !snapshot.is_supported(snapshot.routine_id(routine).unwrap(), snapshot.position_id(position).unwrap())
            }
            _ => false,
        });
        assert_eq!(refused, line.tags.iter().any(|tag| tag == "unsupported"), "{}", line.id);
    }
}

#[test]
fn route_replay_intent_and_move_agree() {
    for (_, _, line) in all_lines() {
        let id = &line.id;
        let confirmation = line.tags.iter().any(|tag| tag == "confirmation");
        assert_eq!(line.route == Route::Action && line.replay.is_none() && line.intent.is_none(), confirmation, "{id}");
        let answers = line.answers();
        for (n, answer) in answers.iter().enumerate() {
            let (route, replay, intent) = *answer;
            assert!(route == Route::Action || (replay.is_none() && intent.is_none()), "{id}: {answer:?}");
            assert!(replay.is_none() || intent.is_none(), "{id}: a replay has no intent of its own");
            assert!(!answers[..n].contains(answer), "{id}: {answer:?} stands twice");
        }
        let moves =
            answers.iter().any(|(_, replay, intent)| replay.is_some() || matches!(intent, Some(Intent::Goals(_))));
        assert_eq!(line.moves, moves, "{id}");
    }
}

/// A single goal has its own form: a sequence has two steps or more. The parsed intent no longer tells them apart.
#[test]
fn a_sequence_has_more_than_one_step() {
    fn sequences(value: &serde_json::Value, id: &str) {
        match value {
            serde_json::Value::Object(map) => {
                if let Some(steps) = map.get("steps") {
                    assert!(steps.as_array().unwrap().len() > 1, "{id}");
                }
                map.values().for_each(|v| sequences(v, id));
            }
            serde_json::Value::Array(values) => values.iter().for_each(|v| sequences(v, id)),
            _ => {}
        }
    }
    for (cell, _) in CELLS {
        for half in HALVES {
            let text = fs::read_to_string(format!("{FOLDER}/{cell}.{half}.jsonl")).unwrap();
            text.lines().for_each(|line| sequences(&serde_json::from_str(line).unwrap(), line));
        }
    }
}

#[test]
fn there_are_enough_lines_of_every_kind() {
    let all = all_lines();
    assert!(all.len() >= 800, "{} lines", all.len());
    for half in HALVES {
        let lines: Vec<&Line> = all.iter().filter(|(_, h, _)| *h == half).map(|(_, _, line)| line).collect();
        let still = lines.iter().filter(|line| !line.moves).count();
        assert!(lines.len() >= 400 && still * 4 >= lines.len(), "{half}: {still} of {} stay still", lines.len());
        let mut count: BTreeMap<&str, usize> = TAGS.into_iter().map(|tag| (tag, 0)).collect();
        for line in lines {
            let tags: BTreeSet<&str> = line.tags.iter().map(String::as_str).collect();
            assert!(!tags.is_empty() && tags.len() == line.tags.len(), "{}: {:?}", line.id, line.tags);
            for tag in tags {
                *count.get_mut(tag).unwrap_or_else(|| panic!("{}: no tag '{tag}'", line.id)) += 1;
            }
        }
        assert!(count.values().all(|n| *n >= 8), "{half}: {count:?}");
    }
    for (cell, _) in CELLS {
        for half in HALVES {
            assert!(lines(cell, half).len() >= 60, "{cell}.{half}");
        }
    }
}

/// Within a half and across them, whatever the case and the punctuation. The further cells have authors of their own, who
/// may say what others say.
#[test]
fn no_text_stands_twice() {
    let mut seen = BTreeMap::new();
    for (cell, part, line) in all_lines() {
        let of = if part == "further" { cell } else { "" };
        let text = (of, normalised(&line.text));
        if let Some(other) = seen.insert(text, line.id.clone()) {
            panic!("{} says what {other} says: {:?}", line.id, line.text);
        }
    }
}
