//! A model that was talked over: it says whatever its grammar lets it say. Nothing comes of it that the verifier would
//! not let through, and nothing runs that was not proposed.

use cellgraph::{cell::State, verify::verify, workflow::Turn};

use crate::bench::{Bench, Script, cell, strange};

const LINES: [&str; 22] = [
    "action go Pos_1, go Pos_5, go Pos_2",
    "action go Tool_Weld_Position, go Pos_1, go Tool_Camera_Position",
    "action go all reversed x9",
    "action tack_weld @ all x99",
    "action tack_weld @ Pos_4",
    "action camera_inspection @ Pos_1, tack_weld @ Pos_1",
    "action tack_weld & camera_inspection @ all in turn",
    "action tool_attach @ Pos_1",
    "action tool_release @ Home",
    "action take Welder, take Camera, take Welder",
    "action drop, drop",
    "action drop home, drop home",
    "action take Camera, go Tool_Weld_Position",
    "action take Welder, go Pos_4",
    "action go here, tack_weld @ here",
    "action go Pos_1 to Pos_5",
    "action go Atlantis",
    "action yes",
    "action go Pos_3",
    "action take Welder",
    "action tack_weld @ Pos_2, tack_weld @ Pos_1",
    "action position_check @ Pos_1",
];

#[test]
fn whatever_the_model_says_only_verified_steps_run() {
    let snapshot = cell(1, &[]);
    let (mut runs, mut refused) = (0, 0);
    for start in [("Home", "none"), ("Pos_1", "Welder"), ("Pos_4", "Camera")] {
        for line in LINES {
            let mut bench = Bench::with(&snapshot, Some(&Script::new(&snapshot, &[line])));
            bench.correct(start.0, start.1);
            let state = State::named(&snapshot, start.0, start.1).unwrap();
            match bench.hear(&strange(line)) {
                Turn::Proposed(proposed) => {
                    let plan = proposed.proposal.plan().clone();
                    assert!(verify(&snapshot, state, &plan).is_ok(), "{line} from {start:?}");
                    // A hundred welds are proposed like one; running one such plan is enough.
                    if plan.steps.len() < 50 {
                        let report = bench.simulate(*proposed);
                        assert!(report.end.is_completed(), "{line}: the simulated robot crashed: {report:?}");
                    }
                    runs += 1;
                }
                Turn::Fallback(_) | Turn::NothingWaits | Turn::NothingToDo(_) => refused += 1,
                other => panic!("{line}: {other:?}"),
            }
        }
    }
    assert!(runs > 10 && refused > 10, "{runs} runs, {refused} refused");
}
