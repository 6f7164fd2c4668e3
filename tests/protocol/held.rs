//! A run that is held: by a pause, or because each step waits for a yes of its own.

use cellgraph::run::{
    Event,
    protocol::{Grant, Input, Output, Permit, Progress, Wishes},
};

use super::{script::Script, world::place};

fn wish(script: &mut Script, is_paused: bool, yes_to: Option<u32>) -> Vec<Output> {
    script.protocol.take(Input::Wishes(Wishes { is_paused, is_stepwise: true, yes_to, ..Wishes::default() }))
}

/// The questions for a step that were asked.
fn questions(outputs: &[Output]) -> Vec<u32> {
    let question = |output: &Output| match output {
        Output::Tell(Event::StepAsked { number: 1, question, .. }) => Some(*question),
        _ => None,
    };
    outputs.iter().filter_map(question).collect()
}

/// A run that has started, before its first step; nothing was wished yet.
fn started() -> Script {
    let mut script = Script::new().give(Input::Prepared(Ok(()))).published(1).line(1, 0, Progress::At(place(0)));
    script.outputs = script.protocol.take(Input::Journalled(Ok(())));
    script
}

fn hold(serial: u32, report: bool) -> Output {
    Output::Publish(Permit { serial, grant: Grant::Hold, step: 0, report })
}

#[test]
fn each_step_is_asked_for_once() {
    let mut script = started();
    let asked = wish(&mut script, false, None);
    assert_eq!(questions(&asked), [2], "the question is named by the permit that holds the robot: {asked:?}");
    assert!(asked.contains(&hold(2, false)), "{asked:?}");
    // Wishes follow every input. A yes to another question, or to none, changes nothing.
    for yes_to in [None, Some(0), Some(1), Some(3)] {
        assert_eq!(wish(&mut script, false, yes_to), [], "{yes_to:?}");
    }
    let yes = wish(&mut script, false, Some(2));
    assert_eq!(yes, [Output::Tell(Event::Resumed), hold(3, true)], "it is asked anew where it is");
}

#[test]
fn a_pause_holds_a_run_step_by_step_and_is_followed_by_the_question() {
    let mut script = started();
    let paused = wish(&mut script, true, None);
    assert_eq!(paused, [Output::Tell(Event::Paused { after: 0 }), hold(2, false)]);
    assert_eq!(wish(&mut script, true, None), [], "nobody is asked during a pause");
    let resumed = wish(&mut script, false, None);
    assert_eq!((questions(&resumed), resumed.len()), (vec![2], 1), "{resumed:?}");
    assert_eq!(wish(&mut script, false, None), [], "nor twice");
    // A pause outlasts a yes.
    assert_eq!(wish(&mut script, true, Some(2)), []);
    assert_eq!(wish(&mut script, false, Some(2)), [Output::Tell(Event::Resumed), hold(3, true)]);
}
