//! Comments at review, applied to what was said.

use cellgraph::{
    cell::{Role, State},
    checkpoint::critic::Critic,
    language::Said,
};

use crate::{
    cells,
    harness::{Cell, line},
};

#[test]
fn comments_change_what_was_said() {
    let cell = Cell::new(cells::demo());
    let state = State::named(&cell.snapshot, "Home", "none").unwrap();
    let cases = [
        ("weld at positions 1, 2, and 3", "Skip position 2", "tack_weld@Pos_1, tack_weld@Pos_3"),
        ("weld at positions 1, 2, and 3", "Skip position 2, too risky", "tack_weld@Pos_1, tack_weld@Pos_3"),
        ("weld at all positions", "not 2", "tack_weld@Pos_1, tack_weld@Pos_3"),
        ("weld at all positions", "don't do position 2", "tack_weld@Pos_1, tack_weld@Pos_3"),
        ("weld at all positions", "leave out 1 and 2", "tack_weld@Pos_3"),
        ("weld at 1", "skip 1", "?"),
        ("weld at 1", "also do 3", "tack_weld@Pos_1, tack_weld@Pos_3"),
        ("go to pos 1", "also go to pos 2", "go Pos_1, go Pos_2"),
        ("weld at 1", "and 2 as well", "tack_weld@Pos_1, tack_weld@Pos_2"),
        ("weld at 1", "then go home", "tack_weld@Pos_1, go Home"),
        ("weld at 1", "also inspect 2", "tack_weld@Pos_1, camera_inspection@Pos_2"),
        ("weld at 1", "but first inspect 1", "camera_inspection@Pos_1, tack_weld@Pos_1"),
        ("go to pos 3", "use the camera", "camera_inspection@Pos_3"),
        ("inspect pos 3", "use the camera", "camera_inspection@Pos_3"),
        ("visit all positions", "dont attach tools", "go Pos_1, go Pos_2, go Pos_3, go Pos_4, go Pos_5"),
        ("grab the camera and go to 1", "no tools", "go Pos_1"),
        ("weld at 1", "no tools", "?"),
        ("weld 1 to 3", "other way round", "tack_weld@Pos_3, tack_weld@Pos_2, tack_weld@Pos_1"),
        ("weld 1 then inspect 2", "the other way around", "camera_inspection@Pos_2, tack_weld@Pos_1"),
        ("weld 1 to 3", "only position 1", "tack_weld@Pos_1"),
        ("weld all positions", "just 1 and 2 please", "tack_weld@Pos_1, tack_weld@Pos_2"),
        ("weld at 1 and 2", "3 instead of 2", "tack_weld@Pos_1, tack_weld@Pos_3"),
        ("weld at 1", "position 3 instead", "tack_weld@Pos_3"),
        ("weld at 1", "inspect instead", "camera_inspection@Pos_1"),
        ("weld at 1", "twice", "tack_weld@Pos_1, tack_weld@Pos_1"),
        ("weld at 1", "weld at 2 and 3", "tack_weld@Pos_2, tack_weld@Pos_3"),
        ("weld at 1", "stop", "?"),
        ("weld at 1", "cancel that", "?"),
        ("weld at 1", "also do 9", "?"),
        ("weld at 1", "blah blah", "unknown"),
    ];
    let mut wrong = String::new();
    for (said, comment, expected) in cases {
        let before = cell.recogniser.read(said, &cell.snapshot, state).said;
        let found = line(&cell.recogniser.revise(&before, comment, &cell.snapshot, state).said, &cell.snapshot, state);
        if found != expected {
            wrong += &format!("\n  {said} + {comment}\n    expected {expected}\n    found    {found}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// "Weld 2 instead of 1", said of "weld 1, then inspect 2", welded twice at 2, for it changed every part: the inspection was gone.
/// A comment changes what it names, or is asked back with the reason; and the critic has nothing against what is changed.
#[test]
fn a_comment_changes_what_it_names_and_nothing_else() {
    let all = [
        ("demo", cells::demo()),
        ("shoes", cells::shoes()),
        ("foundry", cells::foundry()),
        ("pumps", cells::pumps()),
        ("battery", cells::battery()),
    ];
    let all = all.map(|(name, snapshot)| (name, Cell::new(snapshot)));
    let mut wrong = String::new();
    for case in include_str!("revised.tsv").lines().filter(|case| !case.is_empty() && !case.starts_with('#')) {
        let [name, said, comment, expected] = case.split('\t').collect::<Vec<_>>()[..] else { panic!("{case}") };
        let (_, cell) = all.iter().find(|(known, _)| *known == name).expect(name);
        let snapshot = &cell.snapshot;
        let home = snapshot.position_ids().find(|&place| snapshot.role(place) == Role::Home).unwrap();
        let state = State { position: home, tool: None };
        let before = cell.recogniser.read(said, snapshot, state).said;
        let after = cell.recogniser.revise(&before, comment, snapshot, state);
        let reason = after.reason.clone().unwrap_or_default();
        let found = line(&after.said, snapshot, state);
        let critic = Critic::beside(&cell.recogniser, snapshot);
        let issues = critic.critique(&format!("{said} / {comment}"), &after.said, snapshot, state);
        let is_fine = match expected.strip_prefix("asked back: ") {
            Some(expected) => !matches!(after.said, Said::Do(_)) && reason.contains(expected),
            None => found == expected && issues.is_empty(),
        };
        if !is_fine {
            wrong +=
                &format!("\n  {said} + {comment}\n    expected {expected}\n    found    {found} {reason} {issues:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
