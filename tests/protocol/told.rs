//! What is told of an end: its words, and the notes that did not change it.

use cellgraph::run::{
    Stop,
    protocol::{Entry, Grant, Input, Judged, Line, Output, Permit, Progress, Unready},
};
use uuid::Uuid;

use super::{
    script::Script,
    world::{RUN, place},
};

fn failed<T>(reason: &str) -> Result<T, String> {
    Err(reason.to_owned())
}

/// Each row: what happened, how the run ended, and what is noted beside it.
#[test]
fn every_end_has_its_words() {
    let unready = Unready { reason: "no folder".to_owned(), may_have_moved: false, is_unwritten: true };
    let said = "what the controller says does not fit the run: ";
    let other = Line { run: Uuid::nil(), serial: 2, step: 1, progress: Progress::Started };
    let asked = || Script::new().give(Input::Prepared(Ok(())));
    let rows: Vec<(Script, String, &[&str])> = vec![
        (Script::done(), "completed".to_owned(), &[]),
        (Script::new().give(Input::Prepared(Err(unready))), "not started: no folder".to_owned(), &[]),
        (Script::new().at(31), "not started: the driver was not ready within 30 s".to_owned(), &[]),
        (
            Script::new().give(Input::Prepared(Ok(()))).published(1).at(31),
            "not started: the controller did not say within 30 s where the robot is".to_owned(),
            &[],
        ),
        (
            Script::new().give(Input::Prepared(Ok(()))).at(31),
            "not started: the permit was not written within 30 s".to_owned(),
            &[],
        ),
        (
            Script::new().give(Input::Prepared(Ok(()))).published(1).line(1, 0, Progress::At(place(2))),
            "not started: the robot is at 'C', not at 'A'".to_owned(),
            &[],
        ),
        (Script::moving().at(60), "completed".to_owned(), &[]),
        (Script::moving().at(61), "failed at step 1: no answer within 60 s".to_owned(), &[]),
        (
            Script::moving().line(2, 1, Progress::Failed("jammed".to_owned())),
            "failed at step 1: the controller says: 'jammed'".to_owned(),
            &[],
        ),
        (
            Script::moving().give(Input::Line(other, Judged::plain())),
            format!("failed at step 1: {said}a line of another run, {}", Uuid::nil()),
            &[],
        ),
        (
            Script::moving().line(2, 1, Progress::Started).line(2, 1, Progress::Started),
            format!("failed at step 1: {said}step 1 was started twice"),
            &[],
        ),
        (
            Script::moving().line(2, 0, Progress::Started),
            format!("failed at step 1: {said}a line of step 0, which is over"),
            &[],
        ),
        (
            Script::moving().line(2, 2, Progress::Started),
            format!("failed at step 1: {said}a line of step 2, which was not permitted"),
            &[],
        ),
        (
            Script::moving().line(1, 1, Progress::Started),
            format!("failed at step 1: {said}a line that does not answer the permit that stands (step 1)"),
            &[],
        ),
        (
            asked().line(1, 0, Progress::At(place(0))),
            format!("not started: {said}a line that came before its permit"),
            &[],
        ),
        (
            asked().published(1).line(1, 0, Progress::Started),
            format!("not started: {said}it was asked for a report, and started"),
            &[],
        ),
        (
            asked().published(1).line(1, 0, Progress::Done(place(0))),
            format!("not started: {said}it was asked for a report, and did a step"),
            &[],
        ),
        // The same answer after a stop says what is known; any other is strange, and is noted.
        (
            asked().published(1).wish(Stop::Now, false).line(1, 0, Progress::At(place(0))),
            "stopped by the operator before the first step".to_owned(),
            &[],
        ),
        (
            asked().published(1).wish(Stop::Now, false).line(1, 1, Progress::At(place(0))),
            "stopped by the operator before the first step".to_owned(),
            &["what the controller says does not fit the run: a line that nobody asked for"],
        ),
        (
            asked().published(1).wish(Stop::Now, false).line(2, 0, Progress::At(place(0))),
            "stopped by the operator before the first step".to_owned(),
            &["what the controller says does not fit the run: a line that nobody asked for"],
        ),
        (
            asked().published(1).line(1, 0, Progress::At(place(0))).journalled().wish(Stop::AfterStep, false).line(
                1,
                0,
                Progress::Started,
            ),
            "stopped by the operator before the first step".to_owned(),
            &["what the controller says does not fit the run: a line that nobody asked for"],
        ),
        (
            Script::moving().wish(Stop::Now, false).at(30).give(Input::Halted(Ok(()))),
            "stopped by the operator in the middle of step 1".to_owned(),
            &[],
        ),
        // A robot that is stopped in the middle of a step still has its word about it.
        (
            Script::moving().wish(Stop::Now, false).line(2, 1, Progress::Failed("halted".to_owned())),
            "stopped by the operator in the middle of step 1".to_owned(),
            &[],
        ),
        (
            Script::moving().wish(Stop::Now, false).line(2, 1, Progress::Started),
            "stopped by the operator in the middle of step 1".to_owned(),
            &[],
        ),
        (
            Script::moving().line(2, 1, Progress::At(place(0))),
            format!("failed at step 1: {said}a report that nobody asked for"),
            &[],
        ),
        (Script::moving().wish(Stop::Now, false), "stopped by the operator in the middle of step 1".to_owned(), &[]),
        (
            Script::moving().wish(Stop::AfterStep, false).line(2, 1, Progress::Done(place(1))),
            "stopped by the operator after step 1".to_owned(),
            &[],
        ),
        (
            Script::moving().wish(Stop::Now, false).give(Input::Halted(failed("no disk"))),
            "stopped by the operator in the middle of step 1".to_owned(),
            &["the robot could not be told to halt: no disk: halt it at its own controls"],
        ),
        (
            Script::moving().wish(Stop::Now, false).at(31),
            "stopped by the operator in the middle of step 1".to_owned(),
            &["the robot could not be told to halt: no answer within 30 s: halt it at its own controls"],
        ),
        (
            Script::moving().wish(Stop::Now, false).give(Input::Journalled(failed("full"))),
            "stopped by the operator in the middle of step 1".to_owned(),
            &["that step 1 failed could not be recorded: full"],
        ),
        (
            Script::moving().wish(Stop::Now, false).journalled().give(Input::Journalled(failed("full"))),
            "stopped by the operator in the middle of step 1".to_owned(),
            &["how the run ended could not be recorded: full"],
        ),
        (
            Script::moving().wish(Stop::Now, false).give(Input::Halted(Ok(()))).at(61),
            "stopped by the operator in the middle of step 1".to_owned(),
            &["how the run ended could not be recorded: no answer within 60 s"],
        ),
        (
            Script::moving().line(2, 1, Progress::Done(place(1))).give(Input::Journalled(failed("full"))),
            "stopped after step 1: it was sent, but what became of it cannot be written to the journal: full"
                .to_owned(),
            &[],
        ),
        (
            Script::done().give(Input::Journalled(failed("full"))),
            "stopped after step 2: it was sent, but what became of it cannot be written to the journal: full"
                .to_owned(),
            &[],
        ),
        (
            Script::done().journalled().give(Input::Published { serial: 4, result: failed("full") }),
            "completed".to_owned(),
            &["the controller could not be told that the run is over: full"],
        ),
        (
            Script::done().journalled().at(31),
            "completed".to_owned(),
            &["the controller could not be told that the run is over: no answer within 30 s"],
        ),
        (
            Script::done()
                .journalled()
                .line(3, 2, Progress::Started)
                .give(Input::Published { serial: 4, result: failed("full") }),
            "completed".to_owned(),
            &["what the controller says does not fit the run: a line that nobody asked for"],
        ),
        (
            Script::done().line(3, 2, Progress::Started),
            "completed".to_owned(),
            &["what the controller says does not fit the run: a line that nobody asked for"],
        ),
    ];
    for (at, (script, end, notes)) in rows.into_iter().enumerate() {
        let script = match at {
            // In time to the second.
            6 => {
                let first = script.line(2, 1, Progress::Done(place(1))).journalled().journalled().published(3);
                first.line(3, 2, Progress::Done(place(2))).journalled()
            }
            26 => script.wish(Stop::AfterStep, false),
            _ => script,
        };
        assert_eq!(script.told(), (end, notes.iter().map(|&note| note.to_owned()).collect()), "row {at}");
    }
}

/// After a pause the controller is asked, and what does not fit then keeps the step from being sent.
#[test]
fn a_pause_asks_anew() {
    let paused = || {
        let mut script = Script::moving().wish(Stop::No, true);
        let line = Line { run: RUN, serial: 2, step: 1, progress: Progress::Done(place(1)) };
        script.outputs = script.protocol.take(Input::Line(line, Judged::plain()));
        script.outputs = script.protocol.take(Input::Journalled(Ok(())));
        script = script.wish(Stop::No, true);
        let hold = Permit { serial: 3, grant: Grant::Hold, step: 1, report: false };
        assert!(script.outputs.contains(&Output::Publish(hold)), "{:?}", script.outputs);
        let script = script.wish(Stop::No, false);
        let ask = Permit { serial: 4, grant: Grant::Hold, step: 1, report: true };
        assert!(script.outputs.contains(&Output::Publish(ask)), "{:?}", script.outputs);
        script.published(3).published(4)
    };
    let resumed = paused().line(4, 1, Progress::At(place(1)));
    assert_eq!(resumed.outputs, [Output::Journal(Entry::BeginStep { number: 2 })]);
    let (end, _) = paused().line(4, 1, Progress::At(place(0))).told();
    assert_eq!(end, "failed at step 2: not sent: the robot is at 'A', not at 'B'");
    let (end, _) = paused().line(4, 0, Progress::At(place(1))).told();
    let said = "what the controller says does not fit the run: a report after step 0";
    assert_eq!(end, format!("failed at step 2: not sent: {said}"));
}
