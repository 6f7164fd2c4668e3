//! What is kept of time, of place and of what could not be written: told to whoever carries, and not to the operator.

use cellgraph::run::{
    Stop,
    protocol::{Entry, Input, Judged, Line, Output, Progress, Sighting, Unready},
};
use uuid::Uuid;

use super::{
    script::Script,
    world::{RUN, place},
};

fn is_failed(script: &Script) -> bool {
    script.protocol.end().is_some()
}

/// A simulated robot's time goes on only while nothing of this machine is waited for.
#[test]
fn only_a_permit_that_is_published_waits_for_the_robot() {
    let waits = |script: Script| script.protocol.waits_for_robot();
    let asked = || Script::new().give(Input::Prepared(Ok(())));
    assert!(!waits(Script::new()));
    assert!(!waits(asked()));
    assert!(waits(asked().published(1)));
    assert!(!waits(asked().published(1).line(1, 0, Progress::At(place(0)))));
    assert!(waits(Script::moving()));
    assert!(!waits(Script::moving().line(2, 1, Progress::Done(place(1)))));
    assert!(!waits(Script::moving().wish(Stop::Now, false)));
}

#[test]
fn a_place_is_confirmed_until_something_unfitting_is_heard() {
    let finishing = || Script::moving().line(2, 1, Progress::Done(place(1)));
    assert_eq!(finishing().protocol.sighting(), Sighting::Confirmed(place(1)));
    let other = Line { run: Uuid::nil(), serial: 2, step: 1, progress: Progress::Started };
    let lied = finishing().give(Input::Line(other, Judged::plain())).protocol.sighting();
    assert!(matches!(lied, Sighting::Unsure { .. }), "{lied:?}");
}

/// What is heard after a run's end was recorded as sure is recorded as well, and the robot halted; what is heard before that
/// makes the record unsure in the first place.
#[test]
fn what_is_heard_at_the_end_is_recorded() {
    let line = Line { run: Uuid::nil(), serial: 3, step: 2, progress: Progress::Started };
    let other = || Input::Line(line.clone(), Judged::plain());
    let distrusts =
        |script: &Script| script.outputs.iter().any(|output| matches!(output, Output::Journal(Entry::Distrust { .. })));
    let after = Script::done().journalled().published(4);
    assert!(after.protocol.is_finished());
    let recorded = Script::done().give(other());
    assert!(recorded.outputs.contains(&Output::Halt), "{:?}", recorded.outputs);
    assert!(matches!(recorded.protocol.sighting(), Sighting::Unsure { .. }), "at once, whenever it is written");
    let recorded = recorded.journalled();
    assert!(distrusts(&recorded), "{:?}", recorded.outputs);
    let unrecorded = Script::moving().wish(Stop::AfterStep, false).line(2, 1, Progress::Done(place(1))).give(other());
    let (end, notes) = unrecorded.told();
    assert!(end.starts_with("failed at step 1: what the controller says does not fit"), "{end} {notes:?}");
    // What was recorded as unsure stays so, and a robot that is being stopped has its word about its step.
    let stopped = Script::moving().wish(Stop::Now, false).give(Input::Halted(Ok(()))).journalled().give(other());
    assert_eq!(stopped.outputs, []);
    assert_eq!(stopped.told().1, [""; 0]);
    // The end of a run that moved nothing is recorded at once.
    let asked = Script::new().give(Input::Prepared(Ok(()))).published(1).wish(Stop::Now, false).give(other());
    let asked = asked.give(Input::Halted(Ok(()))).journalled();
    assert!(distrusts(&asked), "{:?}", asked.outputs);
    assert!(matches!(asked.protocol.sighting(), Sighting::Unsure { .. }), "{:?}", asked.protocol.sighting());
}

/// The driver asks which lines answer the permit that stands, before it takes one for an answer.
#[test]
fn a_line_fits_the_permit_that_stands_and_no_other() {
    let line = |run, serial, step, progress| Line { run, serial, step, progress };
    let moving = Script::moving().protocol;
    assert!(moving.fits(&line(RUN, 2, 1, Progress::Started)));
    assert!(moving.fits(&line(RUN, 2, 1, Progress::Done(place(1)))));
    for stray in [
        line(Uuid::nil(), 2, 1, Progress::Started),
        line(RUN, 1, 1, Progress::Started),
        line(RUN, 2, 0, Progress::Started),
        line(RUN, 2, 2, Progress::Started),
        line(RUN, 2, 1, Progress::At(place(0))),
    ] {
        assert!(!moving.fits(&stray), "{stray:?}");
    }
    let unpublished = Script::new().give(Input::Prepared(Ok(()))).protocol;
    assert!(!unpublished.fits(&line(RUN, 1, 0, Progress::At(place(0)))));
    assert!(!Script::new().protocol.fits(&line(RUN, 0, 0, Progress::At(place(0)))));
}

/// A stop while the run's start is being written: the answer to the write begins nothing.
#[test]
fn a_run_that_was_stopped_as_it_started_does_not_start() {
    let starting = Script::new().give(Input::Prepared(Ok(()))).published(1).line(1, 0, Progress::At(place(0)));
    assert_eq!(starting.outputs, [Output::Journal(Entry::RunStarted)]);
    let stopped = starting.wish(Stop::Now, false).give(Input::Halted(Ok(()))).journalled();
    assert!(matches!(stopped.outputs[..], [Output::Journal(Entry::EndRun { .. })]), "{:?}", stopped.outputs);
    assert_eq!(stopped.told().0, "stopped by the operator before the first step");
}

#[test]
fn what_could_not_be_written_is_known() {
    let unready = |is_unwritten| Unready { reason: String::new(), may_have_moved: false, is_unwritten };
    let after = |script: Script| script.protocol.is_unwritten();
    assert!(!after(Script::new()));
    assert!(!after(Script::new().give(Input::Prepared(Err(unready(false))))));
    assert!(after(Script::new().give(Input::Prepared(Err(unready(true))))));
    assert!(after(Script::done().give(Input::Journalled(Err("full".to_owned())))));
}

/// A limit counts from when the controller could read the permit that stands: a write that took long is not the robot's.
#[test]
fn an_answer_is_late_from_the_publication_on() {
    let asked = || Script::new().give(Input::Prepared(Ok(())));
    assert!(!is_failed(&Script::new().at(30)));
    assert!(!is_failed(&asked().at(20).published(1).at(50)));
    assert!(is_failed(&asked().at(20).published(1).at(51)));
    let ready = || asked().published(1).line(1, 0, Progress::At(place(0))).journalled().journalled();
    assert!(!is_failed(&ready().at(20).published(2).at(80)));
    assert!(is_failed(&ready().at(20).published(2).at(81)));
    // An older permit that lands late gives no time.
    assert!(!is_failed(&ready().at(20).published(2).at(40).published(1).at(80)));
    assert!(is_failed(&ready().at(20).published(2).at(40).published(1).at(81)));
}

#[test]
fn a_step_that_was_written_and_not_sent_is_recorded_so() {
    let begun =
        Script::new().give(Input::Prepared(Ok(()))).published(1).line(1, 0, Progress::At(place(0))).journalled();
    let stopped = begun.wish(Stop::AfterStep, false).journalled();
    let message = "not sent: stopped by the operator before the first step".to_owned();
    assert!(
        stopped.outputs.contains(&Output::Journal(Entry::StepFailed { number: 1, message, judged: None })),
        "{:?}",
        stopped.outputs
    );
}

/// The step was seen done; that it is being written does not undo it.
#[test]
fn stop_now_while_a_done_step_is_written_ends_after_it() {
    let line = Line { run: RUN, serial: 2, step: 1, progress: Progress::Done(place(1)) };
    let (end, _) = Script::moving().give(Input::Line(line, Judged::plain())).wish(Stop::Now, false).told();
    assert_eq!(end, "stopped by the operator after step 1");
}
