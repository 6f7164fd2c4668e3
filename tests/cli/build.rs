//! `snapshot build`: what it says, and that a refusal leaves everything as it was.

use crate::harness::{Folder, Run, Transcript, check};

/// A cell where a verified plan strands the robot: the way to Trap is one-way.
const TRAP: &str = r#"{"type":"node","id":"0","labels":["Position"],"properties":{"name":"Home","role":"home"}}
{"type":"node","id":"1","labels":["Position"],"properties":{"name":"Gate","role":"safe_approach"}}
{"type":"node","id":"2","labels":["Position"],"properties":{"name":"Trap","role":"work"}}
{"type":"relationship","id":"0","label":"ONLY_ALLOWED_MOVE_TO","start":{"id":"0","labels":["Position"]},"end":{"id":"1","labels":["Position"]}}
{"type":"relationship","id":"1","label":"ONLY_ALLOWED_MOVE_TO","start":{"id":"1","labels":["Position"]},"end":{"id":"0","labels":["Position"]}}
{"type":"relationship","id":"2","label":"ONLY_ALLOWED_MOVE_TO","start":{"id":"1","labels":["Position"]},"end":{"id":"2","labels":["Position"]}}
"#;

const FAULTY: &str = r#"{"type":"node","id":"0","labels":["Position"],"properties":{"name":"Home","role":"balcony"}}
weld!
{"type":"node","id":"1","labels":["Tool"],"properties":{"name":"none"}}
{"type":"node","id":"2","labels":["Position"],"properties":{"role":"home","name":"A\u001b[2J"}}
{"type":"relationship","id":"0","label":"ONLY_ALLOWED_MOVE_TO","start":{"id":"0","labels":["Position"]},"end":{"id":"9","labels":["Position"]}}
"#;

/// Runs what is to be refused, and shows that the folder is as it was.
fn refused(folder: &Folder, line: &str, status: i32) -> Run {
    let content = || folder.names().into_iter().filter(|n| folder.path(n).is_file()).map(|n| (folder.read(&n), n));
    let before: Vec<_> = content().collect();
    let run = folder.run(line);
    assert_eq!(run.status, status, "{line}: {run}");
    assert!(content().eq(before), "{line} changed the folder: {:?}", folder.names());
    run
}

#[test]
fn a_build_says_what_it_built() {
    let folder = Folder::new();
    check!("build", folder.run("snapshot build --from demo.jsonl -o demo.cell"));
    check!("build_again_json", folder.run("snapshot build --from demo.jsonl -o demo.cell --json"));
    assert_eq!(folder.names(), ["demo.cell", "demo.jsonl"], "a build leaves nothing else behind");
}

#[test]
fn generations_count_what_was_replaced() {
    let folder = Folder::new();
    for generation in 1..=3 {
        let run = folder.run("snapshot build --from demo.jsonl -o demo.cell --json");
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(json["generation"], generation);
    }
    let run = folder.run("snapshot build --from demo.jsonl -o other.cell --json");
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["generation"], 1);
}

#[test]
fn what_is_left_out_and_what_is_odd_is_told() {
    let folder = Folder::new();
    folder.write(
        "odd.jsonl",
        r#"{"type":"node","id":"0","labels":["Position"],"properties":{"name":"Home","role":"home"}}
           {"type":"node","id":"1","labels":["Robot"],"properties":{"name":"R2"}}
           {"type":"relationship","id":"0","label":"ONLY_ALLOWED_MOVE_TO","start":{"id":"0"},"end":{"id":"0"}}
           {"type":"relationship","id":"1","label":"OWNS","start":{"id":"1"},"end":{"id":"0"}}"#,
    );
    check!("build_odd", folder.run("snapshot build --from odd.jsonl -o odd.cell"));
    check!("build_odd_json", folder.run("snapshot build --from odd.jsonl -o odd.cell --json"));
}

#[test]
fn faults_refuse_the_import_all_at_once() {
    let folder = Folder::with_snapshot();
    folder.write("faulty.jsonl", FAULTY);
    check!("build_faults", refused(&folder, "snapshot build --from faulty.jsonl -o demo.cell", 2));
    check!("build_faults_json", refused(&folder, "snapshot build --from faulty.jsonl -o demo.cell --json", 2));
    refused(&folder, "snapshot build --from faulty.jsonl -o new.cell", 2);
    refused(&folder, "snapshot build --from faulty.jsonl -o demo.cell --allow all", 2);
    folder.write("empty.jsonl", "");
    check!("build_empty", refused(&folder, "snapshot build --from empty.jsonl -o demo.cell", 2));
}

#[test]
fn errors_of_the_check_refuse_the_build_unless_allowed() {
    let folder = Folder::with_snapshot();
    folder.write("trap.jsonl", TRAP);
    check!("build_trap", refused(&folder, "snapshot build --from trap.jsonl -o demo.cell", 1));
    check!("build_trap_json", refused(&folder, "snapshot build --from trap.jsonl -o demo.cell --json", 1));
    refused(&folder, "snapshot build --from trap.jsonl -o new.cell --allow no-home,stand-collision", 1);
    let run = folder.run("snapshot build --from trap.jsonl -o trap.cell --allow stand-collision,no-way-home");
    check!("build_trap_allowed", run);
    assert_eq!(folder.run("snapshot build --from trap.jsonl -o trap2.cell --allow all").status, 0);
    check!("check_trap_allowed", folder.run("snapshot check trap.cell"));
    check!("check_trap_allowed_json", folder.run("snapshot check trap.cell --json"));
}

/// Somebody wrote ONLY_ALLOWED_MOVES_TO: "0 moves", said a build that had replaced a cell with moves.
#[test]
fn a_mistyped_relation_does_not_replace_a_cell_with_moves() {
    let folder = Folder::with_snapshot();
    let export = String::from_utf8(folder.read("demo.jsonl")).unwrap();
    folder.write("typo.jsonl", export.replace("ONLY_ALLOWED_MOVE_TO", "ONLY_ALLOWED_MOVES_TO"));
    check!("build_no_moves", refused(&folder, "snapshot build --from typo.jsonl -o demo.cell", 1));
    let run = refused(&folder, "snapshot build --from typo.jsonl -o demo.cell --json", 1);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["refused"][0], &json["moves_before"]), (&"no-moves".into(), &30.into()));
    refused(&folder, "snapshot build --from typo.jsonl -o demo.cell --allow no-home", 1);
    assert_eq!(folder.run("snapshot build --from typo.jsonl -o new.cell").status, 0, "nothing is lost there");
    assert_eq!(folder.run("snapshot build --from typo.jsonl -o new.cell").status, 0, "nor there");
    assert_eq!(folder.run("snapshot build --from typo.jsonl -o demo.cell --allow no-moves").status, 0);
}

/// One missing way back was a dead end, a one-way move and no way home.
#[test]
fn one_missing_move_has_one_code() {
    let folder = Folder::new();
    let export = String::from_utf8(folder.read("demo.jsonl")).unwrap();
    let moves = |line: &&str| line.contains("ONLY_ALLOWED_MOVE_TO");
    let mut several = Vec::new();
    for gone in export.lines().filter(moves) {
        let rest: Vec<&str> = export.lines().filter(|line| *line != gone).collect();
        folder.write("less.jsonl", rest.join("\n"));
        let run = folder.run("snapshot build --from less.jsonl -o less.cell --allow all --json");
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        // What follows from a tool that cannot be fetched is of the tool, not of the move.
        let of_moves = ["dead-end-position", "one-way-move", "no-way-home", "unreachable-position"];
        let findings = json["findings"]["findings"].as_array().unwrap();
        let mut codes: Vec<&str> = findings.iter().filter_map(|finding| finding["code"].as_str()).collect();
        codes.retain(|code| of_moves.contains(code));
        codes.dedup();
        if codes.len() != 1 {
            several.push(format!("{codes:?} without {gone}"));
        }
    }
    assert_eq!(several, [""; 0]);
}

#[test]
fn an_unknown_code_is_not_allowed() {
    let folder = Folder::new();
    check!("build_unknown_code", refused(&folder, "snapshot build --from demo.jsonl -o demo.cell --allow no-hom", 2));
    refused(&folder, "snapshot build --from demo.jsonl -o demo.cell --allow no-home,everything", 2);
}

#[test]
fn what_is_no_snapshot_is_not_replaced() {
    let folder = Folder::with_snapshot();
    folder.write("letter.txt", "Dear Sir or Madam");
    let mut bytes = folder.read("demo.cell");
    bytes[700] ^= 1;
    folder.write("damaged.cell", bytes);
    folder.write("empty.cell", "");
    std::fs::create_dir(folder.path("folder")).unwrap();
    let mut transcript = Transcript::default();
    for name in ["letter.txt", "damaged.cell", "empty.cell", "folder"] {
        transcript.add(name, &refused(&folder, &format!("snapshot build --from demo.jsonl -o {name}"), 2));
    }
    check!("build_over", transcript);
}

#[test]
fn a_source_that_is_none() {
    let folder = Folder::with_snapshot();
    let mut transcript = Transcript::default();
    for from in ["cell.jsonl", ".", "http://127.0.0.1:7474"] {
        transcript.add(from, &refused(&folder, &format!("snapshot build --from {from} -o demo.cell"), 2));
    }
    check!("build_from_nothing", transcript);
}

#[test]
fn a_folder_that_is_not_there_is_a_failed_write() {
    let folder = Folder::new();
    check!("build_no_folder", refused(&folder, "snapshot build --from demo.jsonl -o nowhere/demo.cell", 3));
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_the_mode_is_sane() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with_snapshot();
    std::os::unix::fs::symlink("demo.cell", folder.path("current.cell")).unwrap();
    assert_eq!(folder.run("snapshot build --from demo.jsonl -o current.cell").status, 0);
    assert!(folder.path("current.cell").is_symlink());
    let run = folder.run("snapshot show demo.cell --json");
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["generation"], 2);
    let mode = std::fs::metadata(folder.path("demo.cell")).unwrap().permissions().mode() & 0o777;
    // Whatever the umask takes away, nobody else may write and the owner may.
    assert_eq!((mode & 0o600, mode & !0o644), (0o600, 0), "{mode:o}");
}
