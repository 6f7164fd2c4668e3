//! `eval`: gold lines read and scored; what a cell gains by what it learns over simulated weeks.

use crate::harness::{Folder, Transcript, check};

const GOLD: &str = r#"{"id":"1","text":"go to position 3","state":{"position":"Home","tool":"none"},"route":"action","replay":null,"intent":{"goal":"move","position":"Pos_3"},"accept":[],"move":true,"tags":["direct"]}
{"id":"2","text":"weld position 1 lickety split","state":{"position":"Home","tool":"none"},"route":"action","replay":null,"intent":{"goal":"execute_routine","routine":"tack_weld","position":"Pos_1"},"accept":[],"move":true,"tags":["slang"]}
{"id":"3","text":"do not weld position 1","state":{"position":"Home","tool":"none"},"route":"action","replay":null,"intent":{"goal":"unknown"},"accept":[],"move":false,"tags":["negation"]}
"#;

fn eval(folder: &Folder, options: &str) -> crate::harness::Run {
    folder.run(&format!("eval gold.jsonl --snapshot demo.cell --model none {options}"))
}

/// The one sentence that is asked back is learnt once it was said and chosen, and read at once from then on.
#[test]
fn over_weeks_a_phrase_is_learnt() {
    let folder = Folder::with_snapshot();
    folder.write("gold.jsonl", GOLD);
    let run = eval(&folder, "--weeks 8 --seed 3 --json");
    assert_eq!(run.status, 0, "{run}");
    let weeks: Vec<serde_json::Value> = serde_json::from_str(&run.out).unwrap();
    assert_eq!(weeks.len(), 8, "{run}");
    let phrases: Vec<u64> = weeks.iter().map(|week| week["phrases"].as_u64().unwrap()).collect();
    assert_eq!((phrases[0], phrases[7]), (0, 1), "{run}");
    assert!(phrases.is_sorted(), "{run}");
    for week in &weeks {
        assert_eq!(week["false_motion"]["hits"], 0, "{run}");
        assert_eq!(week["whole"]["of"], 1, "a fourth of three sentences: {run}");
    }
    let right = |week: &serde_json::Value| week["whole"]["hits"] == 1;
    let is_slang = |week: &&serde_json::Value| week["said_before"]["hits"] == 1;
    assert!(!right(&weeks[0]), "the slang is asked back at first: {run}");
    assert_eq!(weeks[0]["within_one_question"]["hits"], 1, "{run}");
    assert!(weeks.iter().filter(is_slang).all(right), "what was said before is read at once: {run}");
    let again = eval(&folder, "--weeks 8 --seed 3 --json");
    assert_eq!(again.out, run.out, "the same seed gives the same weeks");
    assert_eq!(folder.names(), ["demo.cell", "demo.jsonl", "gold.jsonl"], "nothing stays on the disk");
}

#[test]
fn weeks_as_a_table_and_what_cannot_be_evaluated() {
    let folder = Folder::with_snapshot();
    folder.write("gold.jsonl", GOLD);
    let mut transcript = Transcript::default();
    for options in ["--weeks 4 --seed 3", "--weeks 0", "--seed 3", "--weeks 2 --each"] {
        transcript.add(&format!("eval gold.jsonl {options}"), &eval(&folder, options));
    }
    folder.write("gold.jsonl", "");
    transcript.add("eval nothing --weeks 2", &eval(&folder, "--weeks 2"));
    folder.write("gold.jsonl", "weld\n");
    transcript.add("eval a sentence", &eval(&folder, ""));
    check!("eval_weeks", transcript);
}
