//! What a cell with an enrolled key takes outside of a session: `robot test`, `recover`, `state correct`.

use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use crate::harness::{Folder, Run};

const CURRENT: &str = "cellgraph-data/bundles/current.json";
const CORRECT: &str = "state correct --position Home --tool none --reason looked --operator ann";
/// What the elements of the controller's panel mean; its lines have no place of their own.
const PANEL: &str = "panel:\n  position: { element: robot-position }\n  tool: { element: held-tool }\n";
const AT_HOME: &str = "The controller reports that the robot is at Home with an empty hand.";
const UNSIGNED: &str = "error: other.yaml is not used: nobody signed it";

impl Folder {
    /// With a robot's folder, and a bundle of generation 1 in force.
    fn with_signed_cell(more: &str) -> Self {
        let folder = Self::with_keys();
        std::fs::create_dir(folder.path("robot")).unwrap();
        folder.write("panel.yaml", PANEL);
        folder.write("other.yaml", PANEL);
        assert_eq!(folder.bundle("1.bundle", &format!("--generation 1 {more}")).status, 0);
        assert_eq!(folder.enrol("eve", "--cell weld-3").status, 0);
        assert_eq!(folder.install("1.bundle").status, 0);
        assert_eq!(folder.run(CORRECT).status, 0);
        folder
    }

    /// Does something of which the last write is lost, as where the program is killed before it.
    fn cut_off(&self, act: impl FnOnce(&Self) -> Run) {
        let current = self.read(CURRENT);
        let run = act(self);
        assert_eq!(run.status, 0, "{run}");
        assert_ne!(self.read(CURRENT), current);
        self.write(CURRENT, current);
    }

    /// A controller that is asked once where the robot is, and shows its panel.
    fn show_panel(&self) -> JoinHandle<()> {
        let robot = self.path("robot");
        let before = std::fs::read(robot.join("permit.json")).ok();
        thread::spawn(move || {
            loop {
                let found =
                    std::fs::read(robot.join("permit.json")).ok().filter(|found| Some(found) != before.as_ref());
                let permit = found.and_then(|found| serde_json::from_slice::<Value>(&found).ok()).unwrap_or_default();
                if permit["report"].as_u64().is_some_and(|number| number > 0) {
                    let html = "<!doctype html><html><body><b id=robot-position>Home</b><b id=held-tool>none</b></body></html>";
                    let line = json!({
                        "run": permit["run"], "serial": permit["report"], "step": permit["step"], "state": "report",
                        "panel": { "html": html }
                    });
                    return std::fs::write(robot.join("progress.jsonl"), format!("{line}\n")).unwrap();
                }
                thread::yield_now();
            }
        })
    }
}

/// Between the record of the layout and `current.json` the program was killed. `bundle list` named a layout that forbids a move, and
/// `robot test` made the move by the other one, which is on record.
#[test]
fn a_robot_is_tried_by_no_other_layout_than_the_bundles() {
    let back = |folder: &Folder| {
        folder
            .run(&format!("bundle rollback --reason not_ready --operator ann --approve {}", folder.digits("1.bundle")))
    };
    for (what, is_rollback, in_force) in [("an installation", false, 1), ("a roll-back", true, 2)] {
        let folder = Folder::with_signed_cell("");
        folder.second();
        if is_rollback {
            assert_eq!(folder.install("2.bundle").status, 0);
        }
        folder.cut_off(|folder| if is_rollback { back(folder) } else { folder.install("2.bundle") });
        let run = folder.run("robot test robot --wait 1");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{what}: {run}");
        let other = format!("the layout is not that of the bundle in force, which is generation {in_force}");
        assert!(run.err.contains(&other) && run.err.contains("was cut off: do it again"), "{what}: {run}");
        assert!(!folder.path("robot/permit.json").exists(), "{what}: nothing was asked, and nothing permitted");
        // These move nothing.
        let warning = format!(
            "warning: places are named by the layout on record, which is not that of the bundle in force, generation {in_force}"
        );
        let recover = CORRECT.replace("state correct", "recover");
        for line in [CORRECT, &recover] {
            let run = folder.run(line);
            assert_eq!((run.status, run.err.contains(&warning)), (0, true), "{what}: {line}: {run}");
        }
        // Done again, it is whole.
        let again = if is_rollback { back(&folder) } else { folder.install("2.bundle") };
        assert_eq!(again.status, 0, "{what}: {again}");
        let run = folder.run(CORRECT);
        assert_eq!((run.status, run.err.contains("warning")), (0, false), "{what}: {run}");
        let run = folder.run("robot test robot --wait 1");
        assert_eq!((run.status, run.err.as_str()), (1, "trying: a fresh report\n"), "{what}: {run}");
    }
}

/// The trial and the recovery took a file that nobody had signed, and never the one that was signed.
#[test]
fn what_is_declared_is_the_bundles() {
    let folder = Folder::with_signed_cell("--declared panel.yaml");
    let run = folder.run("robot test robot --wait 1 --declared other.yaml");
    assert_eq!((run.status, run.err.contains(UNSIGNED)), (2, true), "{run}");
    assert!(!folder.path("robot/permit.json").exists(), "nothing was asked, and nothing permitted");
    let controller = folder.show_panel();
    let run = folder.run("robot test robot --wait 60");
    controller.join().unwrap();
    assert_eq!((run.status, run.err.contains(AT_HOME)), (1, true), "{run}");

    let go =
        json!({ "form": 2, "run": "3f2b8c1e-5f0a-4d7e-9b1c-2a3d4e5f6071", "serial": 7, "permit": "go", "step": 1 });
    let recover = format!("{} --robot robot", CORRECT.replace("state correct", "recover"));
    for (more, status) in [("", 0), (" --declared other.yaml", 2)] {
        folder.write("robot/progress.jsonl", "");
        folder.write("robot/permit.json", go.to_string());
        let controller = folder.show_panel();
        let run = folder.run(&format!("{recover}{more}"));
        controller.join().unwrap();
        assert_eq!((run.status, run.err.contains(UNSIGNED)), (status, status == 2), "{run}");
        // The stop waits for no signature, and the answer is read by what was signed.
        assert!(run.err.contains("It says stop now.") && !run.err.contains("did not say where the robot is"), "{run}");
    }
}
