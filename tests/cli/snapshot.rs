//! `snapshot check`, `show`, `diff` and `generate`.

use crate::harness::{Folder, Transcript, check};

#[test]
fn the_demo_cell_has_nothing_to_find() {
    let folder = Folder::with_snapshot();
    check!("check", folder.run("snapshot check demo.cell"));
    check!("check_json", folder.run("snapshot check demo.cell --json"));
}

#[test]
fn the_summary() {
    let folder = Folder::with_snapshot();
    check!("show", folder.run("snapshot show demo.cell"));
    let run = folder.run("snapshot show demo.cell --json");
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["content_hash"].as_str().map(str::len), Some(64));
    check!("show_json", run);
}

#[test]
fn the_pictures() {
    let folder = Folder::with_snapshot();
    let run = folder.run("snapshot show demo.cell --dot demo.dot --svg demo.svg --json");
    assert_eq!((run.status, run.err.as_str()), (0, "wrote demo.dot\nwrote demo.svg\n"));
    check!("demo_dot", String::from_utf8(folder.read("demo.dot")).unwrap());
    let svg = String::from_utf8(folder.read("demo.svg")).unwrap();
    for name in ["Home", "Safe_Pos_1", "Pos_5", "Tool_Weld_Position", "Welder", "ToolStand_Camera", "safe approach"] {
        assert!(svg.contains(&format!(">{name}</text>")), "{name}");
    }
    assert_eq!(svg.matches("<path d=\"M ").count() - 1, 15 + 2, "a line for each pair of moves, and for each tool");
    assert_eq!(folder.run("snapshot show demo.cell --svg again.svg").status, 0);
    assert!(folder.read("again.svg") == folder.read("demo.svg"), "the same cell gives the same picture");
}

#[test]
fn names_are_quoted_in_pictures() {
    let folder = Folder::new();
    folder.write(
        "odd.jsonl",
        r#"{"type":"node","id":"0","labels":["Position"],"properties":{"name":"A\"\\N<b>&lt;","role":"home","description":"two\nlines"}}"#,
    );
    assert_eq!(folder.run("snapshot build --from odd.jsonl -o odd.cell").status, 0);
    assert_eq!(folder.run("snapshot show odd.cell --dot odd.dot --svg odd.svg").status, 0);
    let dot = String::from_utf8(folder.read("odd.dot")).unwrap();
    assert!(dot.contains(r#"label="A\"\\N<b>&amp;lt;", "#), "{dot}");
    assert!(dot.contains(r#"tooltip="A\"\\N<b>&amp;lt; (home)\ntwo\nlines""#), "{dot}");
    let svg = String::from_utf8(folder.read("odd.svg")).unwrap();
    assert!(svg.contains(r">A&quot;\N&lt;b&gt;&amp;lt;</text>"), "{svg}");
}

#[test]
fn a_cell_too_large_for_a_picture() {
    let folder = Folder::new();
    assert_eq!(folder.run("snapshot generate --positions 501 -o large.jsonl").status, 0);
    assert_eq!(folder.run("snapshot build --from large.jsonl -o large.cell").status, 0);
    check!("show_too_large", folder.run("snapshot show large.cell --svg large.svg"));
    assert!(!folder.path("large.svg").exists());
    assert_eq!(folder.run("snapshot show large.cell --dot large.dot").status, 0);
}

#[test]
fn what_changed_in_words() {
    let folder = Folder::with_snapshot();
    assert_eq!(folder.run("snapshot build --from demo.jsonl -o same.cell").status, 0);
    check!("diff_same", folder.run("snapshot diff demo.cell same.cell"));
    check!("diff_same_json", folder.run("snapshot diff demo.cell same.cell --json"));
    let export = String::from_utf8(folder.read("demo.jsonl")).unwrap();
    let changed = export
        .replace("Pos_5", "Pos_6")
        .replace("Left end of the seam\"", "Left end of\\nthe seam\"")
        .replace("\"sensor\"", "\"probe\"")
        .replace("\"weld_quality_check\"", "\"seam_check\"");
    folder.write("changed.jsonl", changed);
    assert_eq!(folder.run("snapshot build --from changed.jsonl -o changed.cell --allow all").status, 0);
    check!("diff", folder.run("snapshot diff demo.cell changed.cell"));
    check!("diff_back", folder.run("snapshot diff changed.cell demo.cell"));
    check!("diff_json", folder.run("snapshot diff demo.cell changed.cell --json"));
}

#[test]
fn snapshots_that_are_none_exit_with_2() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for line in ["check none.cell", "show none.cell", "diff demo.cell none.cell", "diff demo.jsonl demo.cell"] {
        let run = folder.run(&format!("snapshot {line}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}");
        transcript.add(line, &run);
    }
    check!("snapshot_unusable", transcript);
}

#[test]
fn generated_cells_are_reproducible_and_sound() {
    let folder = Folder::new();
    let to_stdout = folder.run("snapshot generate --positions 40 --tools 3 --seed 7 --costs");
    assert_eq!((to_stdout.status, to_stdout.err.as_str()), (0, ""));
    assert_eq!(folder.run("snapshot generate --positions 40 --tools 3 --seed 7 --costs -o a.jsonl").status, 0);
    assert!(folder.read("a.jsonl") == to_stdout.out.as_bytes());
    let other = folder.run("snapshot generate --positions 40 --tools 3 --seed 8 --costs");
    assert!(other.out != to_stdout.out);
    let run = folder.run("snapshot build --from a.jsonl -o a.cell --json");
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["positions"], &json["tools"]), (&40.into(), &3.into()), "{run}");
    assert_eq!(json["every_move_has_cost"], true);
    let cypher = folder.run("snapshot generate --positions 40 --format cypher");
    assert_eq!(cypher.status, 0);
    assert!(cypher.out.contains("ONLY_ALLOWED_MOVE_TO"));
    check!("generate_too_few", folder.run("snapshot generate --positions 5 --tools 4"));
    check!("generate_no_folder", folder.run("snapshot generate --positions 50 -o nowhere/cell.jsonl"));
}
