//! The operator's hand, by itself and on a run that waits; and the simulator's time.

use std::{sync::Arc, thread, time::Duration};

use cellgraph::run::{Control, Ended, Event, GoneOn, Simulator, Stop};
use parking_lot::Mutex;

use super::support::{Bench, Moment, Tricky};

#[test]
fn the_stronger_wish_counts_and_none_is_taken_back() {
    let control = Control::new();
    assert_eq!(control.stop(), Stop::No);
    control.finish_step_and_stop();
    control.resume(control.last_pause());
    assert_eq!(control.stop(), Stop::AfterStep);
    control.clone().stop_now();
    control.finish_step_and_stop();
    assert_eq!(control.stop(), Stop::Now);
}

#[test]
fn a_stop_ends_a_pause() {
    let control = Control::new();
    control.pause();
    assert!(control.is_paused());
    control.finish_step_and_stop();
    assert!(!control.is_paused());
}

/// How a run ends that is paused after its first step, when another thread then wishes something.
fn woken(wish: fn(&Control)) -> Ended {
    let mut bench = Bench::new();
    let control = Control::new();
    let mut others = Vec::new();
    let report = bench.run_watched(bench.robot(), &control.clone(), &mut |event| match event {
        Event::StepCompleted { number: 1, .. } => {
            control.pause();
        }
        Event::Paused { .. } => {
            let control = control.clone();
            others.push(thread::spawn(move || wish(&control)));
        }
        _ => {}
    });
    others.into_iter().for_each(|other| other.join().unwrap());
    report.unwrap().end
}

#[test]
fn a_run_that_waits_is_woken() {
    assert_eq!(
        woken(|control| {
            control.resume(control.last_pause());
        }),
        Ended::Completed
    );
    assert_eq!(woken(Control::finish_step_and_stop), Ended::StoppedByOperator { after: 1 });
    assert_eq!(woken(Control::stop_now), Ended::StoppedByOperator { after: 1 });
}

/// Somebody paused a run to walk up to the robot, and a resume that had not seen it let the run go on.
#[test]
fn a_pause_is_lifted_by_whoever_saw_it() {
    let control = Control::new();
    assert_eq!(control.resume(0), GoneOn::NotPaused);
    let first = control.pause();
    let second = control.pause();
    for unseen in [0, first, second + 1] {
        assert_eq!(control.resume(unseen), GoneOn::PausedSince(second), "{unseen}");
        assert!(control.is_paused());
    }
    assert_eq!(control.resume(second), GoneOn::Lifted);
    assert!(!control.is_paused());
    // An old number lifts no later pause.
    control.pause();
    assert_eq!(control.resume(second), GoneOn::PausedSince(second + 1));
}

/// A yes that was said ahead of its question was kept, and the step was sent without having been asked for.
#[test]
fn a_yes_is_taken_to_the_question_that_stands() {
    let mut bench = Bench::new();
    let control = Control::new();
    control.step_by_step();
    let (mut asked, mut taken) = (Vec::new(), Vec::new());
    let report = bench.run_watched(bench.robot(), &control.clone(), &mut |event| match event {
        Event::StepAsked { question, .. } => {
            taken.extend((question - 2..question + 10).filter(|&number| number != question).map(|n| control.yes_to(n)));
            asked.push(question);
            if asked.len() < 3 {
                assert!(control.yes_to(question));
                taken.push(control.yes_to(question));
            } else {
                control.finish_step_and_stop();
            }
        }
        Event::StepStarted { .. } => taken.extend((0..50).map(|number| control.yes_to(number))),
        _ => {}
    });
    assert_eq!(report.unwrap().end, Ended::StoppedByOperator { after: 2 });
    assert!(taken.iter().all(|taken| !taken), "{taken:?}");
}

/// A yes during a pause was kept, and the resume sent the step that was said to wait for its yes.
#[test]
fn a_yes_during_a_pause_is_none_and_the_step_is_asked_for_anew() {
    let mut bench = Bench::new();
    let control = Control::new();
    control.step_by_step();
    let mut told = Vec::new();
    let report = bench.run_watched(bench.robot(), &control.clone(), &mut |event| match event {
        Event::StepAsked { question, .. } => {
            told.push(format!("asked {}", told.len()));
            if told.len() == 1 {
                control.pause();
                assert!(!control.yes_to(question));
            } else {
                control.finish_step_and_stop();
            }
        }
        Event::Paused { .. } => {
            told.push("paused".to_owned());
            control.resume(control.last_pause());
        }
        Event::StepStarted { .. } => told.push("sent".to_owned()),
        _ => {}
    });
    assert_eq!(report.unwrap().end, Ended::StoppedByOperator { after: 0 });
    assert_eq!(told, ["asked 0", "paused", "asked 2"]);
}

/// What a run by a simulator says of its own time.
fn times(pace: fn(Simulator) -> Simulator) -> Vec<Duration> {
    let mut bench = Bench::new();
    let times = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&times);
    let trick = move |_: u32, moment: Moment<'_>| {
        if let Moment::Heard(said) = moment
            && !said.lines.is_empty()
        {
            heard.lock().push(said.at);
        }
        Ok(())
    };
    let report = bench.run(Tricky::new(pace(bench.robot()), trick)).unwrap();
    assert!(report.end.is_completed());
    let times = times.lock();
    times.clone()
}

/// `--speed 1000` multiplied real waiting, so that 110 ms of a neighbour's work were 110 s of robot.
#[test]
fn a_pace_changes_nothing_about_what_happens_when() {
    let times_at_once = times(|robot| robot);
    assert_eq!(times_at_once.len(), 17, "a report, and each step's start and end");
    assert!(times_at_once.is_sorted() && times_at_once[16] > Duration::from_secs(8));
    assert_eq!(times(|robot| robot.paced(100_000.0)), times_at_once);
}

#[test]
fn a_step_that_takes_years_is_halted_in_the_middle() {
    // What is no speed counts as that of the wall.
    for speed in [1e-9, 0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut bench = Bench::new();
        let control = Control::new();
        let report = bench
            .run_watched(bench.robot().paced(speed), &control.clone(), &mut |event| {
                if let Event::StepStarted { .. } = event {
                    control.stop_now();
                }
            })
            .unwrap();
        assert_eq!(report.end, Ended::StoppedNow { during: 1 }, "{speed}");
        assert!(!report.confirmed, "{speed}");
    }
}

/// How a run ends in which each step waits for its yes, and which steps were sent; `answer` gets each question and those before it.
fn stepwise(answer: fn(&Control, u32, &[u32])) -> (Ended, Vec<u32>) {
    let mut bench = Bench::new();
    let control = Control::new();
    control.step_by_step();
    let (mut asked, mut sent) = (Vec::new(), Vec::new());
    let report = bench.run_watched(bench.robot(), &control.clone(), &mut |event| match event {
        Event::StepAsked { number, question, .. } => {
            assert_eq!(sent.len() + 1, number as usize, "each step is asked for in its turn");
            answer(&control, question, &asked);
            asked.push(question);
        }
        Event::StepStarted { number, .. } => sent.push(number),
        _ => {}
    });
    (report.unwrap().end, sent)
}

#[test]
fn each_step_is_sent_after_a_yes_to_its_own_question() {
    assert_eq!(
        stepwise(|control, question, _| {
            assert!(control.yes_to(question));
        }),
        (Ended::Completed, (1..=8).collect())
    );
    // A yes to a question that was not asked yet, or to the one before, is none.
    let (end, sent) = stepwise(|control, question, before| match before.len() {
        0 => {
            control.yes_to(question);
        }
        1 => {
            assert!(!control.yes_to(before[0]));
            control.finish_step_and_stop();
        }
        _ => unreachable!("it stopped"),
    });
    assert_eq!((end, sent), (Ended::StoppedByOperator { after: 1 }, vec![1]));
}

#[test]
fn single_steps_may_begin_in_the_middle_of_a_run_and_a_pause_still_holds() {
    let mut bench = Bench::new();
    let control = Control::new();
    let (mut asked, mut paused) = (0, 0);
    let report = bench.run_watched(bench.robot(), &control.clone(), &mut |event| match event {
        Event::StepCompleted { number: 5, .. } => {
            control.step_by_step();
            control.pause();
        }
        // No step is asked for before the pause is over.
        Event::Paused { .. } => {
            paused += 1;
            control.resume(control.last_pause());
        }
        Event::StepAsked { question, .. } => {
            asked += 1;
            control.yes_to(question);
        }
        _ => {}
    });
    assert_eq!((report.unwrap().end, asked, paused), (Ended::Completed, 3, 1));
}
