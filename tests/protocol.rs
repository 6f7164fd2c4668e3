//! The protocol of a run, explored: every interleaving of hanging writes, late answers, wishes, lies of the controller,
//! jogs, crash and restart, within a bound on how much goes wrong in one run.
//!
//! The world around the protocol is in `world.rs`; it keeps the truth (where the robot is, what the controller can read)
//! and holds every output of the protocol against it. Faults that were found in an earlier program are planted into the
//! world one by one, and must be found.

#![allow(
    clippy::print_stdout,
    clippy::panic,
    reason = "the exploration says how many states it saw, and fails by panicking"
)]

mod protocol {
    mod actions;
    mod explore;
    mod held;
    mod kept;
    mod observed;
    mod script;
    mod told;
    mod world;
}
