//! Single sentences with readings, right and wrong, and the kinds of the objections, a line each.

use cellgraph::{
    cell::State,
    checkpoint::critic::Critic,
    language::{Said, terse},
    snapshot::Snapshot,
};

use crate::set::snapshot;

/// What the critic says of a reading in the terse form.
pub(crate) fn kinds(
    critic: &Critic,
    snapshot: &Snapshot,
    position: &str,
    tool: &str,
    text: &str,
    reading: &str,
) -> String {
    let state = State::named(snapshot, position, tool).unwrap();
    let said: Said = terse::read(reading, snapshot).unwrap();
    let issues = critic.critique(text, &said, snapshot, state);
    for issue in &issues {
        let shown = issue.at.clone().map(|at| text.get(at).unwrap());
        assert!(shown.is_none_or(|words| !words.is_empty()), "{text}: {issue:?}");
        assert!(!issue.why.is_empty());
    }
    let name = |kind| serde_json::to_value(kind).unwrap().as_str().unwrap().to_owned();
    let mut kinds: Vec<String> = issues.iter().map(|issue| name(issue.kind)).collect();
    kinds.sort();
    kinds.dedup();
    kinds.join(" ")
}

/// A case is "sentence => reading => kinds"; no kinds: nothing to object to.
pub(crate) fn check(position: &str, tool: &str, table: &str) {
    let snapshot = snapshot("graph-snapshots/demo-cell.apoc.jsonl");
    let critic = Critic::new(&snapshot);
    let mut wrong = String::new();
    for case in table.lines().map(str::trim).filter(|case| !case.is_empty()) {
        let parts: Vec<&str> = case.split("=>").map(str::trim).collect();
        let [text, reading, expected] = parts[..] else { panic!("{case}") };
        let found = kinds(&critic, &snapshot, position, tool, text, &format!("action {reading}"));
        if found != expected {
            wrong += &format!("\n  {text} => {reading}\n    expected {expected}\n    found    {found}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// An operator said where to, and a tour of fourteen steps was proposed.
#[test]
fn a_way_is_no_range() {
    check(
        "Home",
        "none",
        r#"
        Move from home to position 5 => go Home to Pos_5 => range_for_way
        Move from home to position 5 => go Pos_5 =>
        Move from home on to position 5 => go Home to Pos_5 => range_for_way
        Move from home on to position 5 => go Home + Pos_5 => range_for_way
        Move from home on to position 5 => go Pos_5 + Home => range_for_way
        Move from home on to position 5 => go Pos_5 =>
        move to position 5 from home => go Pos_5 =>
        go from 1 to 3 => go Pos_1 to Pos_3 => range_for_way
        go from 1 to 3 => go Pos_3 => ambiguous
        move to position 5 from 1 => go Pos_5 => ambiguous
        weld 1, then go from 1 to 3 => tack_weld @ Pos_1, go Pos_3 =>
        weld 1, then go from 2 to 3 => tack_weld @ Pos_1, go Pos_3 => ambiguous
        please drive from 2 over to 1 => go Pos_2 + Pos_1 => range_for_way
        weld from 1 to 3 => tack_weld @ Pos_1 to Pos_3 =>
        weld from 1 to 3 => tack_weld @ Pos_3 => way_for_range
        visit positions 1 to 4 => go Pos_1 to Pos_4 =>
        visit positions 1 to 4 => go Pos_4 => way_for_range
        cruise from 1 to 4 => go Pos_4 => ambiguous
        cruise from 1 to 4 => go Pos_1 to Pos_4 => range_for_way
        from 4 get over to 1 => go Pos_1 => ambiguous
        from home get over to 1 => go Pos_1 =>
        roll from home to 3 and weld there => tack_weld @ Pos_3 =>
        roll from 1 to 3 and weld there => tack_weld @ Pos_3 => ambiguous
        roll from 1 to 3 and weld there => tack_weld @ Pos_1 to Pos_3 => ambiguous place_not_mentioned
        inspect 2 through 5 => camera_inspection @ Pos_2 + Pos_3 + Pos_5 => place_not_read
        inspect everything from 2 to 4 => camera_inspection @ Pos_2 to Pos_4 =>
        inspect everything from 2 to 4 => camera_inspection @ all => place_not_mentioned
        "#,
    );
}

#[test]
fn places() {
    check(
        "Home",
        "none",
        r#"
        weld 1 and 2 => tack_weld @ Pos_1 + Pos_2 =>
        weld 1 and 2 => tack_weld @ Pos_1 => place_not_read
        weld 1 => tack_weld @ Pos_1 + Pos_2 => place_not_mentioned
        weld 1 => tack_weld @ Pos_2 => place_not_mentioned place_not_read
        go to safe pos 2 => go Pos_2 => place_not_mentioned place_not_read
        inspect all positions => camera_inspection @ all =>
        inspect all positions => camera_inspection @ Pos_1 + Pos_2 + Pos_3 + Pos_4 => place_not_read
        inspect all positions => camera_inspection @ all but Pos_2 => place_not_read
        weld 1, then inspect 2 => tack_weld @ Pos_1, camera_inspection @ Pos_2 =>
        weld 1, then inspect 2 => tack_weld @ Pos_2, camera_inspection @ Pos_1 => place_not_mentioned place_not_read
        weld the left end => tack_weld @ Pos_1 =>
        weld the left end => tack_weld @ Pos_2 => place_not_mentioned place_not_read
        go to the clear point above the middle => go Safe_Pos_2 =>
        go to the clear point above the middle => go Safe_Pos_1 => place_not_mentioned place_not_read
        inspect everything on the seam => camera_inspection @ Pos_1 to Pos_3 =>
        weld 1, then wait above the left end => tack_weld @ Pos_1, go Safe_Pos_1 =>
        weld the third position => tack_weld @ Pos_3 =>
        weld the third position => tack_weld @ Pos_2 => place_not_mentioned place_not_read
        weld 1 and go home => tack_weld @ Pos_1 => place_not_read
        weld 1 and inspect it => tack_weld @ Pos_1, camera_inspection @ Pos_1 =>
        weld 1 and inspect it => tack_weld @ Pos_1, camera_inspection @ Pos_2 => place_not_mentioned
        "#,
    );
}

#[test]
fn work_and_tools() {
    check(
        "Home",
        "none",
        r#"
        weld 2 => camera_inspection @ Pos_2 => routine_not_mentioned routine_not_read
        weld 2 => go Pos_2 => routine_not_read
        go to 2 => tack_weld @ Pos_2 => routine_not_mentioned
        weld and inspect 2 => tack_weld @ Pos_2 => routine_not_read
        go to 2 and weld => tack_weld @ Pos_2 =>
        go to 2 and weld => go Pos_2, tack_weld @ Pos_2 =>
        weld 2 => take Welder, tack_weld @ Pos_2 => tool_not_mentioned
        weld 2 => tack_weld @ Pos_2, drop => tool_not_mentioned
        weld 2 and go home => tack_weld @ Pos_2, drop home => tool_not_mentioned
        do the third one with the camera => tack_weld @ Pos_3 => routine_not_mentioned
        grab the sprayer and weld 2 => take Welder, tack_weld @ Pos_2 =>
        grab the welder => take Welder =>
        grab the welder => take Camera => tool_not_mentioned tool_not_read
        welder please => take Welder =>
        put the camera back => drop =>
        return the tool and go home => drop home =>
        return the tool, then weld 1 => tack_weld @ Pos_1 => tool_not_read
        grab the camera and inspect 3 => take Camera, camera_inspection @ Pos_3 =>
        "#,
    );
}

#[test]
fn order_and_counts() {
    check(
        "Home",
        "none",
        r#"
        weld 3, then 1 => tack_weld @ Pos_3 + Pos_1 =>
        weld 3, then 1 => tack_weld @ Pos_1 + Pos_3 => order_reversed
        inspect 5, but before that weld 3 => tack_weld @ Pos_3, camera_inspection @ Pos_5 =>
        inspect 5, but before that weld 3 => camera_inspection @ Pos_5, tack_weld @ Pos_3 => order_reversed
        before you inspect 5 weld 3 => tack_weld @ Pos_3, camera_inspection @ Pos_5 =>
        before you inspect 5 weld 3 => camera_inspection @ Pos_5, tack_weld @ Pos_3 => order_reversed
        inspect 5 after welding 3 => tack_weld @ Pos_3, camera_inspection @ Pos_5 =>
        inspect 5 after welding 3 => camera_inspection @ Pos_5, tack_weld @ Pos_3 => order_reversed
        weld position 1 after position 2 => tack_weld @ Pos_2 + Pos_1 =>
        weld position 1 after position 2 => tack_weld @ Pos_1 + Pos_2 => order_reversed
        go home when position 3 has been welded => tack_weld @ Pos_3, go Home =>
        go home when position 3 has been welded => go Home, tack_weld @ Pos_3 => order_reversed
        weld position 1 before position 2 => tack_weld @ Pos_2 + Pos_1 => order_reversed
        weld 1, 2 and 3 in reverse order => tack_weld @ Pos_3 + Pos_2 + Pos_1 =>
        weld 1, 2 and 3 in reverse order => tack_weld @ Pos_1 + Pos_2 + Pos_3 => order_reversed
        weld 1 twice => tack_weld @ Pos_1 x2 =>
        weld 1 twice => tack_weld @ Pos_1 => count_off
        weld 1 twice => tack_weld @ Pos_1 x3 => count_off
        weld 1 => tack_weld @ Pos_1 x2 => count_off
        weld 2 three times => tack_weld @ Pos_2 x3 =>
        weld 2 three times => tack_weld @ Pos_2 x2 => count_off
        visit all the positions, from 1 to 5 => go Pos_1 to Pos_5 =>
        go to 3 and weld it before we do anything else with it => tack_weld @ Pos_3 =>
        go to 3 and weld it before we do anything else with it => tack_weld @ Pos_3 x2 => count_off
        twice weld 1 => tack_weld @ Pos_1 x2 =>
        weld 2, but inspect it beforehand => camera_inspection @ Pos_2, tack_weld @ Pos_2 =>
        weld 2, but inspect it beforehand => tack_weld @ Pos_2, camera_inspection @ Pos_2 => order_reversed
        weld 3, but only after you have been to 1 => go Pos_1, tack_weld @ Pos_3 =>
        weld 1 twice and 3 once => tack_weld @ Pos_1 x2, tack_weld @ Pos_3 =>
        weld 1 twice and 3 once => tack_weld @ Pos_1 x2, tack_weld @ Pos_3 x2 => count_off
        weld 1 twice, no, three times => tack_weld @ Pos_1 x3 =>
        three welds at the middle, no, make that two => tack_weld @ Pos_2 x2 =>
        three welds at the middle, no, make that two => tack_weld @ Pos_2 x3 => count_off
        "#,
    );
}

#[test]
fn what_is_not_to_be_done() {
    check(
        "Home",
        "none",
        r#"
        do not weld 2 => tack_weld @ Pos_2 => negation_ignored
        don't weld 2, inspect 4 => tack_weld @ Pos_2, camera_inspection @ Pos_4 => negation_ignored
        don't weld 2, inspect 4 => camera_inspection @ Pos_4 =>
        don't weld 1, weld 3 => tack_weld @ Pos_3 =>
        don't weld 1, weld 3 => tack_weld @ Pos_1 + Pos_3 => negation_ignored
        weld 1, and 3 must not be welded => tack_weld @ Pos_1 =>
        weld 1, and 3 must not be welded => tack_weld @ Pos_1 + Pos_3 => negation_ignored
        inspect 3 and do not put the camera back => camera_inspection @ Pos_3 =>
        inspect 3 and do not put the camera back => camera_inspection @ Pos_3, drop => negation_ignored
        weld 2 without inspecting it first => tack_weld @ Pos_2 =>
        never mind 2, just weld 3 => tack_weld @ Pos_3 =>
        visit 1, 2 and 3, hang on, 2 is blocked, leave that one out => go Pos_1, go Pos_3 =>
        weld 1 and 3 but not 2 => tack_weld @ Pos_1 + Pos_3 =>
        weld 1 and 3 but not 2 => tack_weld @ Pos_1 + Pos_3 + Pos_2 => exclusion_ignored
        weld everything except 2 => tack_weld @ all but Pos_2 =>
        weld everything except 2 => tack_weld @ all => exclusion_ignored
        weld all of them except the middle one, position 2 => tack_weld @ all but Pos_2 =>
        weld all of them except the middle one, position 2 => tack_weld @ all => exclusion_ignored
        weld 1 to 3 excluding the 2nd one => tack_weld @ Pos_1 + Pos_3 =>
        inspect all but 4 => camera_inspection @ all => exclusion_ignored
        visit all the positions, just leave out 1 and 5 => go all but Pos_1 but Pos_5 =>
        visit all the positions, just leave out 1 and 5 => go all but Pos_1 => exclusion_ignored
        weld 1, sorry, I mean 3 => tack_weld @ Pos_3 =>
        weld 1, sorry, I mean 3 => tack_weld @ Pos_1 => correction_ignored place_not_read
        weld 1, sorry, I mean 3 => tack_weld @ Pos_1 + Pos_3 => correction_ignored
        weld 1 if the lamp is green => tack_weld @ Pos_1 => condition_ignored
        weld 1 if you can => tack_weld @ Pos_1 =>
        weld 1, no, forget it => tack_weld @ Pos_1 => negation_ignored
        why don't you weld 1 => tack_weld @ Pos_1 =>
        "#,
    );
}

/// What a comment mentions must be read; the earlier sentence is then the ground, no more.
#[test]
fn comments() {
    check(
        "Home",
        "none",
        r#"
        weld 1 / no, 3 => tack_weld @ Pos_3 =>
        weld 1 / no, 3 => tack_weld @ Pos_1 => correction_ignored place_not_read
        weld 1 and 2 / without 2 => tack_weld @ Pos_1 =>
        weld 1 and 2 / without 2 => tack_weld @ Pos_1 + Pos_2 => exclusion_ignored
        weld 1 / and inspect it => tack_weld @ Pos_1, camera_inspection @ Pos_1 =>
        weld 1 / also 4 => tack_weld @ Pos_1 + Pos_4 =>
        weld 1 / also 4 => tack_weld @ Pos_1 => place_not_read
        weld 1 and 2 / swap them => tack_weld @ Pos_2 + Pos_1 =>
        weld 1 and 2 / swap them => tack_weld @ Pos_1 + Pos_2 => order_reversed
        weld 1 and 2 and 4 / swap 1 and 4 => tack_weld @ Pos_4 + Pos_2 + Pos_1 =>
        weld 1 and 2 and 4 / swap 1 and 4 => tack_weld @ Pos_1 + Pos_2 + Pos_4 => order_reversed
        weld 1, then inspect 2 / swap 1 with 3 => tack_weld @ Pos_3, camera_inspection @ Pos_2 =>
        weld 1, then inspect 2 / not 1 but 3 => tack_weld @ Pos_3, camera_inspection @ Pos_2 =>
        "#,
    );
}

#[test]
fn what_moves_nothing_is_not_judged() {
    let snapshot = snapshot("graph-snapshots/demo-cell.apoc.jsonl");
    let critic = Critic::new(&snapshot);
    for reading in ["unknown", "action ?", "action yes", "action again", "question where robot"] {
        assert_eq!(kinds(&critic, &snapshot, "Home", "none", "weld 1 and 2", reading), "");
    }
}

#[test]
fn a_checkpoint_holds_back_what_the_critic_objects_to() {
    use cellgraph::checkpoint::{self, Criterion, Verdict, cell};

    let snapshot = snapshot("graph-snapshots/demo-cell.apoc.jsonl");
    let (critic, text) = (Critic::new(&snapshot), "Move from home to position 5");
    let state = State::named(&snapshot, "Home", "none").unwrap();
    let judged = |reading: &str| {
        let said = terse::read(&format!("action {reading}"), &snapshot).unwrap();
        let intent = said.intent(&snapshot, state).unwrap().unwrap();
        let issues = critic.critique(text, &said, &snapshot, state);
        let critic = Some(issues.iter().map(checkpoint::Issue::from).collect());
        let marks = cell::Marks::default();
        let reading = cell::ReadSentence { sentence: text, intent: &intent, marks, critic, sure: None, retry_count: 0 };
        cell::check(&reading, &snapshot, state).outcome
    };
    assert_eq!(judged("go Pos_5").verdict, Verdict::Pass);
    let wrong = judged("go Home to Pos_5");
    let found = wrong.issues.iter().map(|issue| (issue.code, issue.criterion)).collect::<Vec<_>>();
    assert_eq!((wrong.verdict, found), (Verdict::Retry, vec![("range_for_way", Criterion::Groundedness)]));
}

#[test]
fn a_kind_has_the_name_that_it_is_written_by() {
    use cellgraph::checkpoint::critic::IssueKind::{self, *};

    let all: [IssueKind; 14] = [
        PlaceNotRead,
        PlaceNotMentioned,
        ToolNotRead,
        ToolNotMentioned,
        RoutineNotRead,
        RoutineNotMentioned,
        OrderReversed,
        CountOff,
        NegationIgnored,
        ExclusionIgnored,
        CorrectionIgnored,
        RangeForWay,
        WayForRange,
        ConditionIgnored,
    ];
    for kind in all {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
    }
}

#[test]
fn words_that_are_easily_missed_are_marked() {
    let snapshot = snapshot("graph-snapshots/demo-cell.apoc.jsonl");
    let critic = Critic::new(&snapshot);
    let state = State::named(&snapshot, "Home", "none").unwrap();
    let marked = |text: &str| {
        let marks = critic.look(text, &Said::Unknown, &snapshot, state).marks;
        let all = [
            ("negation", marks.negation),
            ("exclusion", marks.exclusion),
            ("order", marks.order),
            ("number", marks.number),
            ("quantifier", marks.quantifier),
        ];
        all.into_iter().filter(|mark| mark.1).map(|mark| mark.0).collect::<Vec<_>>().join(" ")
    };
    for (text, expected) in [
        ("weld position 2", ""),
        ("go to Safe_Pos_2", ""),
        ("do not weld 2", "negation"),
        ("weld all but 2", "quantifier"),
        ("weld all except 2", "exclusion quantifier"),
        ("inspect 5, but before that weld 3", "order"),
        ("weld 1 three times", "number"),
        ("visit positions 1 through 4", "quantifier"),
        ("Move from home to position 5", "quantifier"),
    ] {
        assert_eq!(marked(text), expected, "{text}");
    }
}

/// "Go to one position" went to position 1.
#[test]
fn how_many_is_not_which() {
    check(
        "Home",
        "none",
        r#"
        go to one position => go Pos_1 => ambiguous
        weld 1 position => tack_weld @ Pos_1 => ambiguous
        weld at one place => tack_weld @ Pos_1 => ambiguous
        weld position one => tack_weld @ Pos_1 =>
        weld one and three => tack_weld @ Pos_1 + Pos_3 =>
        weld the 1 position => tack_weld @ Pos_1 =>
        do one weld at position 1 => tack_weld @ Pos_1 =>
        weld one position, position 1 => tack_weld @ Pos_1 =>
        weld all positions but two => tack_weld @ all but Pos_2 =>
        weld all but two positions => tack_weld @ all but Pos_2 => ambiguous exclusion_ignored
        weld everything except two => tack_weld @ all but Pos_2 =>
        weld all but 2 positions => tack_weld @ all but Pos_2 => ambiguous exclusion_ignored
        weld all except 2 of them => tack_weld @ all but Pos_2 => ambiguous place_not_read
        weld all but 2 => tack_weld @ all but Pos_2 =>
        weld all positions except position two => tack_weld @ all but Pos_2 =>
        weld all but two and three => tack_weld @ all but Pos_2 but Pos_3 =>
        "#,
    );
}

/// "Inspect each" of the two that were welded went to every position.
#[test]
fn each_is_each_of_those_that_were_said() {
    check(
        "Home",
        "none",
        r#"
        weld 1 and 2, inspect each before => camera_inspection @ all, tack_weld @ Pos_1 + Pos_2 => place_not_mentioned
        weld 1 and 2, inspect each before => camera_inspection @ Pos_1 + Pos_2, tack_weld @ Pos_1 + Pos_2 =>
        inspect each => camera_inspection @ all =>
        "#,
    );
}

/// Plain sentences that were refused.
#[test]
fn a_way_back_and_counts_before_places_are_no_fault() {
    check(
        "Home",
        "none",
        r#"
        go to 2 then weld 3 then back to 2 => go Pos_2, tack_weld @ Pos_3, go Pos_2 =>
        go to 2 then weld 3 then back to 2 => go Pos_2, tack_weld @ Pos_3 + Pos_2 => place_not_mentioned
        take two pictures at 4 and one at 5 => camera_inspection @ Pos_4 x2, camera_inspection @ Pos_5 =>
        take two pictures at 4 and one at 5 => camera_inspection @ Pos_4 + Pos_5 => count_off
        "#,
    );
}
