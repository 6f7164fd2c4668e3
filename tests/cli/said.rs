//! What is said of a sentence that was not understood, of words at a review, and of questions about kinds of places.

use crate::{desk::SIMULATOR, harness::Folder};

/// Many different sentences all got "understood as a command, but not exactly what to do or where".
#[test]
fn a_refusal_names_the_word_and_what_would_fit() {
    let folder = Folder::at_home();
    for (sentence, said) in [
        ("weld at 7", "I do not know a place \"7\". Places for tack_weld: Pos_1 to Pos_3. Nothing was planned."),
        ("weld at position 9", "I do not know a place \"position 9\". Places for tack_weld: Pos_1 to Pos_3."),
        ("weld", "It does not say where. Places for tack_weld: Pos_1 to Pos_3. Nothing was planned."),
        ("weld the frobnicator", "I do not know \"frobnicator\". Places for tack_weld: Pos_1 to Pos_3."),
        ("position 2", "It does not say what to do there. Work at Pos_2: "),
        ("grind at 2", "I do not know \"grind\". Work at Pos_2: "),
        ("go to the moon", "I do not know \"moon\". Work positions: Pos_1 to Pos_5."),
        ("pick up the hammer", "I do not know a tool \"hammer\". Tools: Camera and Welder."),
        ("move", "It does not say where. Work positions: Pos_1 to Pos_5."),
        ("weld at position 1 slowly", "cannot be taken up as it was said, so nothing was planned."),
        ("weld at position 1 step by step", "say it without, and type step at the review"),
    ] {
        let run = folder.ask(sentence, &[], "");
        assert_eq!(run.status, 1, "{sentence}: {run}");
        let told = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(said), "{sentence}: {run}");
        assert!(!told.contains("not exactly what to do"), "{sentence}: {run}");
    }
    assert!(folder.run_ids().is_empty());
}

#[test]
fn a_plain_yes_to_the_only_reading_leads_to_the_review_and_no_further() {
    let folder = Folder::at_home();
    let run = folder.console(&["weld position 1 lickety split", "yes", "no"]);
    assert!(run.out.contains("Did you mean this?\n  1  do tack_weld at Pos_1"), "{run}");
    assert!(run.out.contains("You said:    weld position 1 lickety split / 1: do tack_weld at Pos_1"), "{run}");
    assert!(run.err.contains("Rejected: nothing was run."), "{run}");
    let run = folder.console(&["weld position 1 lickety split", "help", "run it", ""]);
    assert!(run.err.contains("Type the number of what you meant."), "{run}");
    assert!(!run.out.contains("You said:"), "what starts a plan chooses none: {run}");
    assert!(folder.run_ids().is_empty());
}

/// "why?", "layout" and "make it quick" were taken for sentences at the review, and what they gave had nothing to do with the plan.
#[test]
fn words_and_questions_at_a_review_leave_the_proposal_standing() {
    let folder = Folder::at_home();
    let words = ["why?", "layout", "steps", "state", "help", "make it quick", "hm", "which tools are there?", "step"];
    // The yes behind what was not understood is asked for again.
    let run = folder.console(&[&["weld at position 1"], &words[..], &["yes", "yes"]].concat());
    let proposals: Vec<&str> = run.out.lines().filter(|line| line.starts_with("Proposal:    ")).collect();
    assert_eq!(proposals.len(), 3, "it is shown again behind each of the two that were not understood: {run}");
    assert!(proposals.iter().all(|proposal| *proposal == proposals[0]), "it was proposed once: {run}");
    for told in [
        "Understood by the rules: do tack_weld at Pos_1.",
        "Step 3 takes Welder, for step 8.",
        "The verifier has let every step through.",
        "The robot is at Home and holds nothing",
        "2 tools:",
        "completed: 8 of 8 steps",
    ] {
        assert!(run.out.contains(told), "{told}: {run}");
    }
    for told in [
        "A new layout can be taken up when the plan is answered: say yes, no, or what to change.",
        "step     ask for a yes before each step, once the plan is approved",
        "Not understood, so the plan waits as it is",
        "Nothing was run: what you said to the plan before was not understood. Say yes once more",
        "Step by step needs a terminal",
    ] {
        assert!(run.err.contains(told), "{told}: {run}");
    }
    assert_eq!(folder.run_ids().len(), 1);
}

#[test]
fn single_steps_need_somebody_who_says_yes() {
    let folder = Folder::at_home();
    let run = folder.ask("go to position 4", &["--step"], "yes\n");
    assert_eq!(run.status, 2, "{run}");
    assert!(run.err.contains("step by step needs a terminal"), "{run}");
    assert_eq!(folder.ask("go to position 4", &["--step", "--yes"], "").status, 2, "nobody is asked with --yes");
    assert!(folder.run_ids().is_empty());
}

#[test]
fn what_was_not_stopped_is_not_continued() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to position 4").status, 0);
    let run = folder.ask("carry on", &[], "");
    assert_eq!(run.status, 1, "{run}");
    assert!(run.out.contains("The latest run was not stopped: nothing is left of it."), "{run}");
    assert_eq!(folder.run_ids().len(), 1);
}

/// A cell with slots and racks.
fn lab() -> Folder {
    let folder = Folder::new();
    let (mut export, mut id) = (String::new(), 0);
    let mut line = |text: String| {
        export.push_str(&text);
        export.push('\n');
    };
    let mut names = vec![("Home".to_owned(), "home")];
    names.extend((1..=4).map(|n| (format!("Slot_{n}"), "work")));
    names.extend((1..=3).map(|n| (format!("Rack_{n}"), "work")));
    for (at, (name, role)) in names.iter().enumerate() {
        line(format!(
            r#"{{"type":"node","id":"{at}","labels":["Position"],"properties":{{"name":"{name}","role":"{role}","description":""}}}}"#
        ));
    }
    for (at, name) in [(20, "decap"), (21, "load_plate")] {
        line(format!(
            r#"{{"type":"node","id":"{at}","labels":["Routine"],"properties":{{"name":"{name}","description":""}}}}"#
        ));
    }
    let mut edge = |label: &str, from: (usize, &str), to: usize| {
        id += 1;
        line(format!(
            r#"{{"type":"relationship","id":"{id}","label":"{label}","properties":{{}},"start":{{"id":"{}","labels":["{}"]}},"end":{{"id":"{to}","labels":["Position"]}}}}"#,
            from.0, from.1
        ));
    };
    for at in 1..names.len() {
        edge("ONLY_ALLOWED_MOVE_TO", (0, "Position"), at);
        edge("ONLY_ALLOWED_MOVE_TO", (at, "Position"), 0);
        edge("SUPPORTED_AT", (if at > 4 { 20 } else { 21 }, "Routine"), at);
    }
    folder.write("lab.jsonl", export);
    let built = folder.run("snapshot build --from lab.jsonl -o demo.cell");
    assert_eq!(built.status, 0, "{built}");
    folder.correct("Home", "none");
    folder
}

/// "Which racks are there" listed every position; "how long will loading rack 9 take" said where plates are loaded.
#[test]
fn the_kind_of_a_place_counts() {
    let folder = lab();
    for (question, said) in [
        ("which racks are there?", "3 positions called as Rack_1: Rack_1, Rack_2 and Rack_3."),
        ("how many slots are there?", "4 positions called as Slot_1"),
        ("what is in slot 3?", "Slot_3 is a work position"),
        ("what can be done in slot 2?", "1 routine is supported at Slot_2: load_plate."),
        (
            "what is in position 3?",
            "I do not know a place \"position 3\". Work positions: Rack_1 to Rack_3 and Slot_1 to Slot_4.",
        ),
        ("how long will loading slot 9 take?", "I do not know a place \"slot 9\"."),
    ] {
        let run = folder.run_with(&[&["do", question], &SIMULATOR[..]].concat(), "");
        let told = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(said), "{question}: {run}");
    }
    let run = folder.run_with(&[&["do", "how long will welding position 3 take?"], &SIMULATOR[..]].concat(), "");
    assert!(!run.out.contains("8 positions"), "a list is no time: {run}");
}
