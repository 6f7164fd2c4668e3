//! The operator's hand and the clocks, by themselves.

use std::{sync::Arc, thread, time::Duration};

use cellgraph::run::{Clock, Control, Stop, VirtualClock, WallClock};

#[test]
fn the_stronger_wish_counts_and_none_is_taken_back() {
    let control = Control::new();
    assert_eq!(control.stop(), Stop::No);
    control.finish_step_and_stop();
    control.resume();
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
    control.wait_while_paused();
}

#[test]
fn whoever_waits_is_woken() {
    let control = Control::new();
    control.pause();
    let waiting = |wait: fn(&Control)| {
        let control = control.clone();
        thread::spawn(move || wait(&control))
    };
    let paused = waiting(Control::wait_while_paused);
    let forever = waiting(|control| control.wait(Duration::MAX));
    let years = waiting(|control| WallClock::scaled(1e-9).pass(Duration::from_secs(1), control));
    control.resume();
    paused.join().unwrap();
    control.stop_now();
    forever.join().unwrap();
    years.join().unwrap();
}

#[test]
fn simulated_time_passes_when_it_is_told_to() {
    let (clock, control) = (Arc::new(VirtualClock::default()), Control::new());
    clock.pass(Duration::from_secs(3_600), &control);
    clock.pass(Duration::from_millis(5), &control);
    assert_eq!(clock.elapsed(), Duration::from_millis(3_600_005));
    clock.pass(Duration::MAX, &control);
    clock.pass(Duration::MAX, &control);
    assert_eq!(clock.elapsed(), Duration::from_nanos(u64::MAX));
}

#[test]
fn a_speed_that_is_none_is_the_walls() {
    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let clock = WallClock::scaled(speed);
        let control = Control::new();
        control.stop_now();
        clock.pass(Duration::from_secs(1_000_000), &control);
        assert!(clock.elapsed() < Duration::from_secs(1_000_000), "{speed}");
    }
}
