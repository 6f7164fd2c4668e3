//! The first start: where the robot is, which model reads, and whose data it is.

use crate::{desk::SIMULATOR, harness::Folder};

/// Positions had to be typed letter by letter, and a mistyped tool began the questions again.
#[test]
fn places_are_listed_and_taken_in_any_case_or_by_their_beginning() {
    let folder = Folder::with_snapshot();
    let run = folder.console(&["safe", "help", "SAFE_pos_2", "hammer", "wel", "I looked", "yes", "state"]);
    assert_eq!(run.status, 0, "{run}");
    for told in [
        "Positions: Home, Pos_1, Pos_2,",
        "Several positions begin with 'safe': Safe_Pos_1, Safe_Pos_2,",
        "Look at the robot, and say what you see",
        "Tools: Camera, Welder.",
        "This cell has no tool 'hammer'. Its tools: Camera, Welder.",
        "The robot is at Safe_Pos_2 and holds Welder",
    ] {
        assert!(run.err.contains(told) || run.out.contains(told), "{told}: {run}");
    }
    assert_eq!(run.err.matches("Positions: ").count(), 1, "no question is asked again for another's answer: {run}");
}

#[test]
fn no_model_is_said_in_the_environment_as_it_is_on_the_command_line() {
    let folder = Folder::at_home();
    let arguments =
        ["do", "where is the robot?", "--snapshot", "demo.cell", "--operator", "Ada", "--driver", "simulator"];
    let mut command = folder.command(&arguments);
    let output = command.env("CELLGRAPH_MODEL", "none").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no model: sentences are read by the recogniser alone"));
    let mut command = folder.command(&arguments);
    let output = command.env("CELLGRAPH_MODEL", "elsewhere.gguf").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "a model that is named and is not there is no wish for none: {output:?}");
}

/// The snapshot of another cell was taken up as a new layout of this one.
#[test]
fn a_data_folder_belongs_to_one_cell() {
    let folder = Folder::at_home();
    assert_eq!(folder.simulate("go to position 4").status, 0);
    let other =
        String::from_utf8(folder.read("demo.jsonl")).unwrap().replace("Pos_", "Seat_").replace("_Position", "_Nest");
    folder.write("other.jsonl", other.replace("\"Home\"", "\"Base\""));
    assert_eq!(folder.run("snapshot build --from other.jsonl -o other.cell").status, 0);
    let of_other = ["--snapshot", "other.cell"].into_iter().chain(SIMULATOR[2..].iter().copied());
    let told = "other.cell is the snapshot of another cell (it has 0 of 14 positions) than the data folder cellgraph-data belongs to";
    for command in [&["do", "go home"][..], &["run"]] {
        let run = folder.run_with(&command.iter().copied().chain(of_other.clone()).collect::<Vec<_>>(), "");
        assert_eq!(run.status, 2, "{run}");
        assert!(run.err.contains(told) && run.err.contains("--data"), "{run}");
    }
    // It goes on with its own.
    assert_eq!(folder.simulate("go home").status, 0);
}
