//! What was observed decides: a step that was not seen done is looked at once more, one that nobody can be sure of waits for
//! the operator's word.

use cellgraph::checkpoint::Verdict;
use cellgraph::run::{
    Event, Stop,
    protocol::{Entry, Finding, Grant, Input, Judged, Line, Output, Permit, Progress, Reported, Wishes},
};

use super::{
    script::{LOOK_AGAIN, Script},
    world::{RUN, place},
};

fn judged(finding: Finding, reason: &str) -> Judged {
    let confidence = if finding == Finding::Seen { 70 } else { 60 };
    Judged { finding, confidence, reason: reason.to_owned(), ..Judged::plain() }
}

fn done(finding: Finding) -> Script {
    Script::moving().seen(2, 1, Progress::Done(place(1)), judged(finding, "no spark"))
}

/// The code of the question that stands.
fn asked(script: &Script) -> u16 {
    let code = script.outputs.iter().find_map(|output| match output {
        Output::Tell(Event::Unsure { number: 1, name, code, reason })
            if reason == "no spark" && name == "Move to 1" =>
        {
            Some(*code)
        }
        _ => None,
    });
    code.unwrap_or_else(|| panic!("{:?}", script.outputs))
}

fn answer(mut script: Script, code: u16) -> Script {
    let wishes = Wishes { confirmed: Some(code), ..Wishes::default() };
    script.outputs = script.protocol.take(Input::Wishes(wishes));
    script
}

fn hold(serial: u32, report: bool) -> Output {
    Output::Publish(Permit { serial, grant: Grant::Hold, step: 0, report })
}

fn is_done(script: &Script) -> bool {
    script.outputs.iter().any(|output| matches!(output, Output::Journal(Entry::StepDone { number: 1, .. })))
}

#[test]
fn what_nobody_can_be_sure_of_waits_for_the_operator() {
    let script = done(Finding::Unsure);
    assert!(script.outputs.contains(&hold(3, false)), "{:?}", script.outputs);
    let code = asked(&script);
    // Another code, and a yes from before the question, confirm nothing.
    let script = answer(script.published(3), code.wrapping_add(1));
    assert_eq!(script.outputs, []);
    let script = answer(script, code);
    assert_eq!(script.outputs[0], Output::Tell(Event::Confirmed { number: 1 }));
    assert_eq!(script.outputs[1], hold(4, true));
    let script = script.published(4).line(4, 0, Progress::At(place(1)));
    let Some(Output::Journal(Entry::StepDone { number: 1, judged })) = script.outputs.first() else {
        panic!("{:?}", script.outputs)
    };
    let confirmed =
        Judged { finding: Finding::Seen, ..self::judged(Finding::Unsure, "an operator confirmed it; no spark") };
    assert_eq!(judged, &confirmed);
}

/// People walk up to a robot that waits for them.
#[test]
fn a_robot_that_was_moved_while_the_operator_looked_is_not_confirmed() {
    let script = done(Finding::Unsure).published(3);
    let code = {
        let again = done(Finding::Unsure);
        asked(&again)
    };
    let script = answer(script, code).published(4).line(4, 0, Progress::At(place(2)));
    assert!(!is_done(&script));
    assert_eq!(script.told().0, "failed at step 1: the robot is at 'C', not at 'B'");
}

#[test]
fn what_was_not_seen_is_looked_at_once_more() {
    let late = LOOK_AGAIN.as_secs() + 1;
    let looking = || {
        let script = done(Finding::NotSeen);
        let told = Event::LookingAgain { number: 1, reason: "no spark".to_owned() };
        // Nothing is permitted from the first doubt on.
        assert_eq!(script.outputs, [hold(3, false), Output::Tell(told)]);
        let script = script.published(3).at(LOOK_AGAIN.as_secs());
        assert_eq!(script.outputs, [], "not before its time");
        let script = script.at(late);
        assert_eq!(script.outputs, [hold(4, true)]);
        script.published(4)
    };
    assert!(is_done(&looking().line(4, 0, Progress::At(place(1)))));
    let unsure = looking().seen(4, 0, Progress::At(place(1)), judged(Finding::Unsure, "no spark"));
    asked(&unsure);
    let (end, notes) = looking().seen(4, 0, Progress::At(place(1)), judged(Finding::NotSeen, "still none")).told();
    let reason = "the controller says that it is done, and that was not seen: still none";
    assert_eq!((end, notes), (format!("failed at step 1: {reason}"), Vec::new()));
    let (end, _) = looking().line(4, 0, Progress::At(place(0))).told();
    assert_eq!(end, "failed at step 1: the robot is at 'A', not at 'B'");
    let (end, _) = looking().at(late + 31).told();
    assert_eq!(end, "failed at step 1: the controller did not say within 30 s where the robot is");
}

/// "Before the first step" was said of a seam that was welded.
#[test]
fn a_stop_now_ends_every_wait_and_says_that_the_step_was_sent() {
    let end =
        "failed at step 1: it was sent and said to be done, and stopped before that was seen or confirmed: no spark";
    for (script, finding) in
        [(done(Finding::Unsure).published(3), Finding::Unsure), (done(Finding::NotSeen).published(3), Finding::NotSeen)]
    {
        let script = script.wish(Stop::Now, false);
        let recorded = Output::Journal(Entry::StepFailed {
            number: 1,
            message: end.to_owned(),
            judged: Some(judged(finding, "no spark")),
        });
        assert!(script.outputs.contains(&recorded), "{:?}", script.outputs);
        assert!(script.outputs.contains(&Output::Halt));
        assert_eq!(script.told().0, end);
    }
    for (asked, _) in asked_of_a_step() {
        let script = asked.wish(Stop::Now, false);
        assert!(script.outputs.contains(&Output::Halt));
        assert_eq!(script.told().0, end);
    }
}

/// A run that asks where the robot is, for a step that was sent; and the serial number of the permit that asks.
fn asked_of_a_step() -> [(Script, u32); 2] {
    let again = done(Finding::NotSeen).published(3).at(LOOK_AGAIN.as_secs() + 1);
    let unsure = done(Finding::Unsure);
    let code = asked(&unsure);
    [again, answer(unsure.published(3), code)].map(|script| (script.published(4), 4))
}

/// The step is not over before its question is answered.
#[test]
fn a_stop_after_the_step_waits_for_the_answer() {
    for finding in [Finding::Unsure, Finding::NotSeen] {
        assert_eq!(done(finding).published(3).wish(Stop::AfterStep, false).outputs, [], "{finding:?}");
    }
    let mut script = done(Finding::Unsure);
    let code = asked(&script);
    script = script.published(3).wish(Stop::AfterStep, false);
    let wishes = Wishes { stop: Stop::AfterStep, confirmed: Some(code), ..Wishes::default() };
    script.outputs = script.protocol.take(Input::Wishes(wishes));
    assert_eq!(script.outputs[1], hold(4, true));
    let script = script.published(4).line(4, 0, Progress::At(place(1)));
    assert!(is_done(&script), "{:?}", script.outputs);
    assert_eq!(script.told().0, "stopped by the operator after step 1");
    for (asked, serial) in asked_of_a_step() {
        let script = asked.wish(Stop::AfterStep, false);
        assert_eq!(script.outputs, [], "the step is open");
        assert!(is_done(&script.line(serial, 0, Progress::At(place(1)))));
    }
}

/// Before the first step and after a pause no step is open: there is nothing to wait for.
#[test]
fn a_stop_after_the_step_ends_a_run_that_is_between_two_steps() {
    let first = Script::new().give(Input::Prepared(Ok(()))).published(1).wish(Stop::AfterStep, false);
    assert!(first.outputs.contains(&Output::Halt), "{:?}", first.outputs);
    assert_eq!(first.told().0, "stopped by the operator before the first step");
    let mut paused = Script::moving().wish(Stop::No, true);
    let line = Line { run: RUN, serial: 2, step: 1, progress: Progress::Done(place(1)) };
    for input in [Input::Line(line, Judged::plain()), Input::Journalled(Ok(()))] {
        paused.outputs = paused.protocol.take(input);
    }
    let resumed = paused.wish(Stop::No, true).wish(Stop::No, false).published(3).published(4);
    assert!(resumed.protocol.waits_for_robot(), "it is asked where the robot is: {:?}", resumed.outputs);
    let stopped = resumed.wish(Stop::AfterStep, false);
    assert!(stopped.outputs.contains(&Output::Halt), "{:?}", stopped.outputs);
    assert_eq!(stopped.told().0, "stopped by the operator after step 1");
}

/// An alarm that goes away by itself was there.
#[test]
fn what_is_contradicted_is_not_looked_at_again() {
    let (end, _) = done(Finding::Refuted).told();
    assert_eq!(end, "failed at step 1: the controller says that it is done, and that was not seen: no spark");
}

/// A robot that is on its way with an alarm is halted before it says that it is done.
#[test]
fn an_alarm_as_a_step_begins_halts_the_robot() {
    let began = |finding| Script::moving().seen(2, 1, Progress::Started, judged(finding, "an alarm stands: 'Fire'"));
    let script = began(Finding::Refuted);
    assert!(script.outputs.contains(&Output::Halt), "{:?}", script.outputs);
    assert_eq!(script.told().0, "failed at step 1: as it began: an alarm stands: 'Fire'");
    // What is not seen yet may be seen when the step is done.
    for finding in [Finding::Seen, Finding::Unsure, Finding::PoorReport, Finding::NotSeen] {
        let script = began(finding);
        assert_eq!(script.outputs, [], "{finding:?}");
        assert!(is_done(&script.line(2, 1, Progress::Done(place(1)))), "{finding:?}");
    }
}

#[test]
fn a_report_that_contradicts_the_state_beside_it_starts_nothing() {
    let asked = Script::new().give(Input::Prepared(Ok(()))).published(1);
    let denied = asked.seen(1, 0, Progress::At(place(0)), judged(Finding::Refuted, "its state says 'C'"));
    assert_eq!(denied.told().0, "not started: its state says 'C'");
}

/// A step whose report does not suffice, looked at so often.
fn looked(times: u32, finding: Finding) -> Script {
    let mut script = done(finding);
    for look in 0..times {
        let (hold, ask, late) = (3 + 2 * look, 4 + 2 * look, 2 + 2 * u64::from(look));
        assert!(script.outputs.contains(&self::hold(hold, false)), "{look}: {:?}", script.outputs);
        script = script.published(hold).at(late);
        assert_eq!(script.outputs, [self::hold(ask, true)], "nothing but a report is asked for");
        script = script.published(ask);
        if look + 1 < times {
            script = script.seen(ask, 0, Progress::At(place(1)), judged(finding, "no spark"));
        }
    }
    script
}

#[test]
fn a_poor_report_is_asked_for_twice_more_and_no_step_is_sent_for_it() {
    for (times, serial) in [(1, 4), (2, 6)] {
        let mended = looked(times, Finding::PoorReport).line(serial, 0, Progress::At(place(1)));
        assert!(is_done(&mended), "{times}: {:?}", mended.outputs);
    }
    let third = looked(2, Finding::PoorReport).seen(6, 0, Progress::At(place(1)), judged(Finding::PoorReport, "thin"));
    assert_eq!(third.told().0, "failed at step 1: the controller says that it is done, and that was not seen: thin");
    // What was not seen has one look, also after a poor report.
    let unseen = looked(1, Finding::PoorReport).seen(4, 0, Progress::At(place(1)), judged(Finding::NotSeen, "gone"));
    assert!(unseen.told().0.ends_with("that was not seen: gone"));
    let poor = looked(1, Finding::NotSeen).seen(4, 0, Progress::At(place(1)), judged(Finding::PoorReport, "thin"));
    assert!(poor.outputs.contains(&hold(5, false)) && !is_done(&poor), "a look is left: {:?}", poor.outputs);
}

/// What a step came to is in the finding. Its words are told, written down, and never looked at.
#[test]
fn reasons_that_say_the_opposite_change_nothing() {
    let opposite = [
        (Finding::Seen, "FAILED: nothing happened, and the goal is not achieved"),
        (Finding::Unsure, "task completed successfully"),
        (Finding::PoorReport, "approved: yes"),
        (Finding::NotSeen, "the step was seen done; action_succeeded true"),
        (Finding::Refuted, "task_completed = true, proceed"),
    ];
    for (finding, reason) in opposite {
        let after = |reason: &str| {
            let script = Script::moving().seen(2, 1, Progress::Done(place(1)), judged(finding, reason));
            // The words themselves are the only difference.
            let outputs = format!("{:?}", script.outputs).replace(reason, "…");
            (outputs, script.protocol.completed(), script.protocol.end().is_some())
        };
        assert_eq!(after(reason), after("no spark"), "{finding:?}");
    }
}

fn reported(finding: Finding, verdict: Verdict, warning: Option<&str>) -> Judged {
    let warning = warning.map(str::to_owned);
    Judged { reported: Some(Reported { verdict, confidence: 40, warning }), ..judged(finding, "thin") }
}

/// What is less sure than a success is asked, whatever it is called.
#[test]
fn nothing_below_success_is_done_unasked() {
    for confidence in 0..=100 {
        let seen = Judged { finding: Finding::Seen, confidence, ..Judged::plain() };
        let script = Script::moving().seen(2, 1, Progress::Done(place(1)), seen);
        assert_eq!(is_done(&script), confidence >= 70, "{confidence}");
        assert!(script.protocol.end().is_none(), "{confidence}");
    }
}

#[test]
fn a_partial_success_is_told_and_recorded() {
    let partial = reported(Finding::Seen, Verdict::Fail, Some("no image"));
    let script = Script::moving().seen(2, 1, Progress::Done(place(1)), partial.clone());
    let told = Event::PartialSuccess { number: 1, warning: "no image".to_owned() };
    assert_eq!(
        script.outputs[..2],
        [Output::Tell(told), Output::Journal(Entry::StepDone { number: 1, judged: partial })]
    );
    assert_eq!(script.protocol.notes(), ["step 1 is a partial success: no image"]);
}

/// What a person is told of a step that was not taken for done: it was not seen, or its report is not to be relied on.
#[test]
fn the_words_say_whether_the_report_or_the_look_did_not_suffice() {
    for (verdict, warning, words) in [
        (Verdict::Pass, None, "that was not seen"),
        (Verdict::Pass, Some("no image"), "that was not seen"),
        (Verdict::Fail, Some("no image"), "that was not seen"),
        (Verdict::Fail, None, "that cannot be relied on"),
        (Verdict::Retry, None, "that cannot be relied on"),
    ] {
        let refuted = reported(Finding::Refuted, verdict, warning);
        let (end, _) = Script::moving().seen(2, 1, Progress::Done(place(1)), refuted).told();
        let end = end.strip_prefix("failed at step 1: the controller says that it is done, and ").unwrap().to_owned();
        assert_eq!(end, format!("{words}: thin"), "{verdict:?} {warning:?}");
    }
}

#[test]
fn a_report_that_fails_is_recorded_with_the_step() {
    let refuted = reported(Finding::Refuted, Verdict::Fail, None);
    let (end, _) = Script::moving().seen(2, 1, Progress::Done(place(1)), refuted).told();
    assert_eq!(end, "failed at step 1: the controller says that it is done, and that cannot be relied on: thin");
    let failed = reported(Finding::Refuted, Verdict::Fail, None);
    let script = Script::moving().seen(2, 1, Progress::Failed("jammed".to_owned()), failed.clone());
    let message = "failed at step 1: the controller says: 'jammed'".to_owned();
    let recorded = Output::Journal(Entry::StepFailed { number: 1, message, judged: Some(failed) });
    assert!(script.outputs.contains(&recorded), "{:?}", script.outputs);
}
