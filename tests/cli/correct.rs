//! `correct`: from a run that failed to one that goes on with it.

use crate::harness::{Folder, Transcript, check};

#[test]
fn a_failed_run_is_corrected_by_another() {
    let folder = Folder::at_home();
    let mut transcript = Transcript::default();
    transcript.add("correct, nothing was run", &folder.drive("correct rest --yes"));
    let failed = folder.ask("weld at position 1", &["--yes", "--faults", "2:120"], "");
    assert_eq!(failed.status, 1, "{failed}");
    transcript.add("correct, nobody knows where the robot is", &folder.drive("correct rest --yes"));
    folder.correct("Home", "none");
    transcript.add("correct, reseat", &folder.drive("correct reseat --yes"));
    transcript.add("correct rest", &folder.drive("correct rest --yes"));
    let run = folder.run_ids().remove(0);
    transcript.add("history show", &folder.run(&format!("history show {run}")));
    transcript.add("correct, it was completed", &folder.drive("correct rest --yes"));
    check!("correct", transcript);
}

#[test]
fn the_console_offers_what_can_be_done() {
    let folder = Folder::at_home();
    assert_eq!(folder.ask("weld at position 1", &["--yes", "--faults", "2:120"], "").status, 1);
    folder.correct("Home", "none");
    let mut transcript = Transcript::default();
    transcript.add("nothing is chosen", &folder.console(&["correct", "no", "quit"]));
    transcript.add("a way, and a yes", &folder.console(&["correct", "1", "yes", "quit"]));
    check!("correct_console", transcript);
}
