//! A run that is held: by a pause, or because each step waits for a yes of its own.

use cellgraph::run::{
    Event,
    protocol::{Grant, Input, Judged, Line, Output, Permit, Progress, Sighting, Wishes},
};

use super::{
    script::Script,
    world::{RUN, place},
};

fn wish(script: &mut Script, is_paused: bool, yes_to: Option<u32>) -> Vec<Output> {
    wish_after(script, u32::from(is_paused), is_paused, yes_to)
}

/// The same, after so many pauses.
fn wish_after(script: &mut Script, pauses: u32, is_paused: bool, yes_to: Option<u32>) -> Vec<Output> {
    let wishes = Wishes { is_paused, pauses, is_stepwise: true, yes_to, ..Wishes::default() };
    script.protocol.take(Input::Wishes(wishes))
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
    let resumed = wish_after(&mut script, 1, false, None);
    assert_eq!((questions(&resumed), resumed.len()), (vec![3], 2), "{resumed:?}");
    assert!(resumed.contains(&hold(3, false)), "{resumed:?}");
    assert_eq!(wish_after(&mut script, 1, false, None), [], "nor twice");
    // A pause at the question ends the question, and a yes to it is none any more.
    let paused = [Output::Tell(Event::Paused { after: 0 })];
    assert_eq!(wish_after(&mut script, 2, true, Some(3)), paused);
    assert_eq!(wish_after(&mut script, 2, true, Some(3)), [], "it is told once");
    assert_eq!(wish_after(&mut script, 3, true, Some(3)), [], "it stands already");
    let asked = wish_after(&mut script, 3, false, Some(3));
    assert_eq!((questions(&asked), asked.len()), (vec![4], 2), "{asked:?}");
    // So does one that was lifted before the run looked.
    let asked = wish_after(&mut script, 4, false, Some(4));
    assert_eq!((questions(&asked), asked.len()), (vec![5], 2), "{asked:?}");
    assert_eq!(wish_after(&mut script, 4, false, Some(5)), [Output::Tell(Event::Resumed), hold(6, true)]);
}

/// A yes was kept over a pause that came while the robot was asked where it is, and the step was sent without being asked for anew.
#[test]
fn a_pause_between_a_yes_and_its_step_ends_the_yes() {
    let mut script = started();
    wish(&mut script, false, None);
    assert_eq!(wish(&mut script, false, Some(2)), [Output::Tell(Event::Resumed), hold(3, true)]);
    assert_eq!(wish_after(&mut script, 1, true, Some(2)), []);
    assert_eq!(wish_after(&mut script, 1, false, Some(2)), []);
    let mut outputs = Vec::new();
    for input in [
        Input::Published { serial: 2, result: Ok(()) },
        Input::Published { serial: 3, result: Ok(()) },
        Input::Line(Line { run: RUN, serial: 3, step: 0, progress: Progress::At(place(0)) }, Judged::plain()),
    ] {
        outputs.extend(script.protocol.take(input));
        outputs.extend(wish_after(&mut script, 1, false, Some(2)));
    }
    assert_eq!(questions(&outputs), [4], "{outputs:?}");
}

/// Neither the wish for single steps nor a pause is forgotten, and a yes is good for one step.
#[test]
fn the_next_step_is_asked_for_anew() {
    let mut script = started();
    wish(&mut script, false, None);
    let wishes = Wishes { yes_to: Some(2), ..Wishes::default() };
    let sighting = script.protocol.sighting();
    assert!(matches!(sighting, Sighting::Unsure { .. }), "people walk up to a robot that is held: {sighting:?}");
    let inputs = [
        Input::Published { serial: 2, result: Ok(()) },
        Input::Published { serial: 3, result: Ok(()) },
        Input::Line(Line { run: RUN, serial: 3, step: 0, progress: Progress::At(place(0)) }, Judged::plain()),
        Input::Journalled(Ok(())),
        Input::Published { serial: 4, result: Ok(()) },
        Input::Line(Line { run: RUN, serial: 4, step: 1, progress: Progress::Done(place(1)) }, Judged::plain()),
        Input::Journalled(Ok(())),
    ];
    // Whoever carries the wishes no longer says that each step waits, and still says the old yes.
    let mut outputs = script.protocol.take(Input::Wishes(wishes));
    for input in inputs {
        outputs = script.protocol.take(input);
        outputs.extend(script.protocol.take(Input::Wishes(wishes)));
    }
    assert_eq!(script.protocol.completed(), 1, "{outputs:?}");
    let question = outputs.iter().find_map(|output| match output {
        Output::Tell(Event::StepAsked { number: 2, question, .. }) => Some(*question),
        _ => None,
    });
    assert_eq!(question, Some(5), "{outputs:?}");
}
