//! `metrics`: over a history that the program wrote itself.

use crate::harness::{Folder, Transcript, check};

#[test]
fn from_sentences_to_figures() {
    let folder = Folder::at_home();
    let mut transcript = Transcript::default();
    transcript.add("metrics of nothing", &folder.run("metrics"));
    assert_eq!(folder.simulate("go to position 4").status, 0);
    assert_eq!(folder.ask("weld at position 4", &["--yes"], "").status, 1);
    assert_eq!(folder.ask("go home", &[], "no\n").status, 1);
    let figures: serde_json::Value = serde_json::from_str(&folder.run("metrics --json").out).unwrap();
    assert_eq!((&figures["sentences"], &figures["looks"]), (&3.into(), &3.into()), "{figures}");
    assert_eq!(figures["catch_rate"], serde_json::json!({ "hits": 1, "of": 2 }), "{figures}");
    transcript.add("metrics suggest", &folder.run("metrics suggest"));
    check!("metrics", transcript);
    let drawn = folder.run("metrics --plot charts --prometheus out.prom");
    assert_eq!(drawn.status, 0, "{drawn}");
    assert!(drawn.out.contains("catch rate") && drawn.out.contains("0.50 (1 of 2)"), "{drawn}");
    // What is to be reached, and the alert that stands.
    for (figure, to_reach) in [
        ("catch rate", "≥ 0.70"),
        ("false positives", "≤ 0.10"),
        ("retries that passed", "≥ 0.60"),
        ("score and success", "≥ 0.70"),
    ] {
        let row = drawn.out.lines().find(|line| line.contains(figure)).unwrap_or_default();
        assert!(row.contains(to_reach), "{figure}: {drawn}");
    }
    assert!(drawn.out.contains("alert, high: the catch rate is below 0.60"), "{drawn}");
    assert!(String::from_utf8(folder.read("out.prom")).unwrap().contains("cellgraph_checkpoint_looks 3"));
    assert!(folder.read("charts/verdicts.svg").starts_with(b"<svg"));
    assert!(folder.read("charts/scores.svg").starts_with(b"<svg"));
    let refused = folder.run("metrics --plot out.prom");
    assert_eq!(refused.status, 3, "{refused}");
    let refused = folder.run("metrics --prometheus cellgraph-data/history.db");
    assert_eq!((refused.status, refused.err.contains("end in .prom")), (2, true), "{refused}");
    assert_eq!(folder.run("history check").status, 0);
    // Nothing that was asked for is dropped in silence.
    assert_eq!(folder.run("metrics --plot charts suggest").status, 2);
    // And nothing is counted from a history that somebody changed.
    let history = rusqlite::Connection::open(folder.path("cellgraph-data/history.db")).unwrap();
    history.execute("UPDATE sentences SET fate = 'revised' WHERE sentence_id = 1", []).unwrap();
    drop(history);
    let refused = folder.run("metrics");
    assert_eq!(
        (refused.status, refused.err.contains("nothing is counted: sentences: sentence_id 1")),
        (2, true),
        "{refused}"
    );
}
