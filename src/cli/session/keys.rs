//! Keys typed during a run. In: what [`Listening`](crate::cli::listening::Listening) hears at the terminal. Out: the same for the hand,
//! and what is typed so far for the display.

use super::{display::Lines, hand::Hand};
use crate::{
    cli::listening::{Keys, TypedIn},
    review::reply::{self, RunWord},
    workflow::Asides,
};

/// Listens until it is told to let go. None where keys cannot be read.
pub(super) fn listen(hand: Hand, asides: Asides, lines: &Lines) -> Option<Keys> {
    let keys = Keys::listen(move |said| heed(&hand, &asides, said))?;
    lines.answered_by(keys.listening());
    Some(keys)
}

fn heed(hand: &Hand, asides: &Asides, said: TypedIn) {
    match said {
        TypedIn::Line(typed) => hand.heed(&typed, asides),
        // What it asks for beyond a stop, nobody knows: its end was not read.
        TypedIn::TooLong(typed) => match reply::during_run(&typed.text()) {
            RunWord::StopNow | RunWord::No => hand.stop_now(),
            _ => hand.obey(RunWord::Unknown, typed.shown),
        },
        TypedIn::StopKey { .. } => hand.stop_now(),
        TypedIn::Begun(text) => hand.lines.typed(&text),
        TypedIn::Gone(why) => hand.cut_off(why),
    }
}
