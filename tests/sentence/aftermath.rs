//! What must be so after a run was cut off, and how the operator comes back to work. All through the program itself, and
//! through a reader that cannot write.

use cellgraph::store::{RunDetail, RunFilter, RunStatus, StepRow, StepState};

use crate::{
    bench::{Bench, Case, STEPS},
    heard::Heard,
};

/// What the history says of a run that was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// Nothing: nothing was sent.
    Nothing,
    /// It is pending.
    Pending,
    /// It is running.
    Running,
    /// It has ended, completed.
    Completed,
}

/// Proves that no acknowledged step is lost and none is there twice, and that nothing is run before a person has looked;
/// then recovers, and runs something else.
pub(crate) fn prove(bench: &Bench, case: &Case, heard: &Heard, what: &str) -> Left {
    let (status, text) = case.run(&["history", "check"]);
    assert_eq!(status, 0, "{what}: {text}");
    let runs = case.read().runs(&RunFilter::default()).unwrap();
    let Some(row) = runs.first() else {
        assert_eq!((heard.sent, heard.run), (0, None), "{what}: what was sent is in the history");
        case.succeeds(&["state", "show"]);
        case.succeeds(&["do", "go to position 1"]);
        return Left::Nothing;
    };
    assert_eq!(runs.len(), 1, "{what}");
    assert!(heard.run.is_none_or(|run| run == row.run_id), "{what}");
    let run = case.read().run(row.run_id).unwrap().unwrap();
    steps(bench, &run, heard, what);
    match row.status {
        RunStatus::Failed => panic!("{what}: a run fails by being recovered"),
        RunStatus::Completed => {
            assert!(run.steps.iter().all(|step| step.state == StepState::Completed), "{what}");
            assert_eq!(run.steps.len(), STEPS as usize, "{what}");
            // What an earlier program left half done is made whole by whoever opens it next: the robot is at Home.
            case.succeeds(&["do", "go to position 1"]);
            let (status, text) = case.run(&["state", "show"]);
            assert_eq!(status, 1, "{what}: a simulated run confirms nothing for a robot: {text}");
            assert!(text.contains("at Pos_1") && text.contains("confirmed for the simulator only"), "{what}: {text}");
            Left::Completed
        }
        RunStatus::Pending | RunStatus::Running => {
            interrupted(case, &run, what);
            recovered(case, &run, what);
            let status = row.status;
            if status == RunStatus::Pending { Left::Pending } else { Left::Running }
        }
    }
}

/// Every step once and in order; what was acknowledged is completed, where the robot was said to be.
fn steps(bench: &Bench, run: &RunDetail, heard: &Heard, what: &str) {
    let numbers: Vec<u32> = run.steps.iter().map(|step| step.number).collect();
    assert!(numbers.iter().copied().eq(1..=numbers.len() as u32), "{what}: each step once, in order: {numbers:?}");
    assert!(numbers.len() as u32 >= heard.sent, "{what}: what was sent is in the history");
    let is_done = |step: &&StepRow| step.state == StepState::Completed;
    let completed = run.steps.iter().take_while(is_done).count();
    assert!(completed >= heard.done.len(), "{what}: acknowledged {}, completed {completed}", heard.done.len());
    assert!(run.steps.len() <= completed + 1, "{what}: at most one step is open");
    assert!(run.steps[completed..].iter().all(|step| step.state == StepState::Running), "{what}");
    for (step, (position, tool)) in run.steps[..completed].iter().zip(&bench.places) {
        let seen = (step.observed_position.as_ref(), step.observed_tool.as_ref());
        assert_eq!(seen, (Some(position), Some(tool)), "{what}: step {}", step.number);
        let hand = if tool == "none" { "an empty hand" } else { tool.as_str() };
        let words = format!("{position} with {hand}");
        assert!(heard.done.get(step.number as usize - 1).is_none_or(|said| *said == words), "{what}: {words}");
    }
}

/// Nothing is run, and nobody takes the position for sure.
fn interrupted(case: &Case, run: &RunDetail, what: &str) {
    let (status, text) = case.run(&["state", "show"]);
    assert_eq!(status, 1, "{what}: the position is unconfirmed: {text}");
    let (status, story) = case.run(&["do", "go to position 1"]);
    assert_eq!(status, 2, "{what}: {story}");
    let id = run.row.run_id;
    let mut wanted = vec![format!("Run {id} was interrupted"), "`cellgraph recover`".to_owned()];
    let running = run.steps.last().filter(|step| step.state == StepState::Running);
    wanted.extend(running.map(|step| format!("Step {} (to {}) had been begun", step.number, step.position)));
    let last = run.steps.iter().rev().find(|step| step.state == StepState::Completed);
    wanted.push(last.map_or("No step of it was seen to be done".to_owned(), |step| {
        format!("Step {} ({}) was the last that was seen to be done", step.number, step.position)
    }));
    for words in wanted {
        assert!(story.contains(&words), "{what}: '{words}' is missing in: {story}");
    }
    assert_eq!(Heard::of(&story).run, None, "{what}: nothing is run: {story}");
    let (status, text) = case.run(&["state", "show"]);
    assert_eq!(status, 1, "{what}: nor is it confirmed by that: {text}");
    assert_eq!(case.read().run(id).unwrap().as_ref(), Some(run), "{what}: nor is anything of the run changed");
}

/// A person closes the run and says where the robot is; then other things can be run, and no step of it is sent again.
fn recovered(case: &Case, run: &RunDetail, what: &str) {
    let robot = case.read().robot().unwrap();
    let id = run.row.run_id;
    // Nobody answers: the run is closed, and the position stays unconfirmed.
    if run.steps.len().is_multiple_of(4) {
        let (status, text) = case.run(&["recover", "--operator", "t"]);
        assert_eq!(status, 2, "{what}: {text}");
        assert_eq!(case.run(&["state", "show"]).0, 1, "{what}");
        let (status, text) = case.run(&["do", "go to position 1"]);
        assert_eq!(status, 2, "{what}: {text}");
        assert!(text.contains("nobody has confirmed where the robot is"), "{what}: {text}");
    }
    let answers = ["--position", &robot.position, "--tool", &robot.tool, "--reason", "looked", "--operator", "t"];
    case.succeeds(&[&["recover"], &answers[..]].concat());
    case.succeeds(&["state", "show"]);
    let closed = case.read().run(id).unwrap().unwrap();
    assert_eq!(closed.row.status, RunStatus::Failed, "{what}");
    assert_eq!(closed.row.failure.as_deref(), Some("the program ended in the middle of the run"), "{what}");
    assert_eq!(closed.steps.len(), run.steps.len(), "{what}");
    for (before, after) in run.steps.iter().zip(&closed.steps) {
        match before.state {
            StepState::Completed => assert_eq!(before, after, "{what}"),
            _ => assert_eq!(after.state, StepState::Error, "{what}"),
        }
    }
    let next = if robot.position == "Home" { "go to position 1" } else { "go home" };
    let said = case.succeeds(&["do", next]);
    let heard = Heard::of(&said);
    let reader = case.read();
    assert_eq!(reader.run(id).unwrap(), Some(closed), "{what}: no step of it is sent again");
    let runs = reader.runs(&RunFilter::default()).unwrap();
    assert_eq!((runs.len(), Some(runs[0].run_id)), (2, heard.run), "{what}: a run of its own");
    let steps = reader.run(runs[0].run_id).unwrap().unwrap().steps;
    assert_eq!((steps.len() as u32, heard.acknowledged()), (heard.sent, heard.sent), "{what}");
    assert!(reader.check().unwrap().is_sound(), "{what}");
}
