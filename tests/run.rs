//! Runs: what may start, how it ends, what is on record then, and that nothing else ever moves.
//!
//! | rule of the reference document, or of the contract | test |
//! |---|---|
//! | checkpoint 2 in a run: PASS, RETRY, FAIL from both sides, for each kind of step | `reported::boundaries_for_each_kind_of_step` |
//! | checkpoint 2: form and content, a failure in the report's own data | `reported::faults_of_form_and_content_for_each_kind_of_step`, `reported::a_summary_that_is_cut_off` |
//! | a report lowers, and never raises | `reported::a_report_never_raises_what_was_observed`, `reported::silence_mends_no_report` |
//! | low confidence completion is noted | `reported::a_completion_of_low_confidence_is_noted` |
//! | optional fields of the hand-over; whatever is not of its form ends the run | `handover::what_does_no_harm_is_put_up_with`, `handover::whatever_else_a_controller_does_ends_the_run_with_a_halt` |
//! | a field that is not known is named with the one that it is near to | `handover::whatever_else_a_controller_does_ends_the_run_with_a_halt` |
//! | a witness makes no motion, and may deny one | `handover::a_witness_that_denies_a_motion_ends_the_run` |
//! | 10,000 runs with a controller that lies: none is completed that was not, no honest one is doubted | `lies::every_lie_is_caught_and_no_honest_controller_is_doubted` |
//! | a panel as the source; half a page, another page, an old page | `panel::a_panel_alone_completes_a_run`, `panel::no_bad_page_is_a_success`, `panel::an_old_page_is_no_motion` |
//! | a robot that stands with an alarm or in another mode is sent nowhere | `stops::a_robot_that_stands_with_an_alarm_or_in_another_mode_is_sent_nowhere` |
//! | a model judges each step, under its contract, and only lowers | `judge::what_it_is_asked`, `judge::a_judge_lowers`, `judge::what_code_refuses_no_judge_raises` |
//! | its words decide nothing | `judge::its_words_decide_nothing`, `judge::its_words_stay_in_their_line` |
//! | no answer: nothing counts as done | `judge::without_an_answer_nothing_counts_as_done` |
//! | prediction: on record with each step | `judge::what_was_predicted_of_each_step_is_on_record` |
//! | a run finishes once | `protocol`: `explore::nothing_that_can_happen_breaks_an_invariant` |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it saw"
)]

#[path = "run/support.rs"]
mod support;

#[path = "run/control.rs"]
mod control;
#[path = "run/controller.rs"]
mod controller;
#[path = "run/crash.rs"]
mod crash;
#[path = "run/endings.rs"]
mod endings;
#[path = "run/handover.rs"]
mod handover;
#[path = "run/hangs.rs"]
mod hangs;
#[path = "run/journal.rs"]
mod journal;
#[path = "run/judge.rs"]
mod judge;
#[path = "run/lies.rs"]
mod lies;
#[path = "run/panel.rs"]
mod panel;
#[path = "run/refused.rs"]
mod refused;
#[path = "run/reported.rs"]
mod reported;
#[path = "run/soak.rs"]
mod soak;
#[path = "run/stops.rs"]
mod stops;
#[cfg(target_os = "linux")]
#[path = "run/strace.rs"]
mod strace;
#[cfg(target_os = "linux")]
#[path = "support/tracer.rs"]
mod tracer;
