//! What was observed before and after a step, and the verdict on it.
//!
//! | rule of the reference document, or of the contract | test |
//! |---|---|
//! | URL changed, did not change | `changes::an_address_is_told` |
//! | skeleton first: a difference is meaningful | `changes::a_difference_of_skeletons_is_meaningful` |
//! | empty difference, other hash: not meaningful (tickers, ads) | `changes::raw_bytes_alone_mean_nothing` |
//! | empty difference, same hash | `changes::nothing_changed` |
//! | without a skeleton, or with an unreadable one, the hash decides | `changes::the_hash_decides_where_there_is_no_skeleton` |
//! | focus | `changes::focus_is_told` |
//! | witness lines, and all three of its signals | `changes::the_witness_is_told`, `judge::each_signal_of_the_witness_counts` |
//! | program started and ended | `changes::a_program_starts_and_ends` |
//! | alarms by what they say; never ticking | `changes::an_alarm_is_told_by_what_it_says`, `declared::what_safety_is_judged_by_never_ticks` |
//! | no change fails at 0.20 without a model, no goal | `judge::no_change_fails_without_a_model` |
//! | exempt: a move on the spot, declared routines | `judge::exempt_from_change` |
//! | witness override: logged, lowers, never success for motion | `judge::a_witness_alone` |
//! | alarms, a place or a tool that were shown and are left out | `judge::alarms_that_are_shown_no_more_may_stand`, `judge::a_place_or_a_tool_that_is_shown_no_more_is_the_lines_word_alone` |
//! | a witness that saw no motion denies a motion | `judge::a_witness_that_saw_no_motion_denies_a_motion` |
//! | a failure in the controller's own words and values lowers | `judge::a_failure_in_the_controllers_own_words_lowers_and_makes_nothing_better` |
//! | trouble in any field asks an operator | `judge::trouble_in_any_field_asks_an_operator` |
//! | a cell that stands still beside an acknowledgement is no motion | `judge::an_acknowledgement_is_no_change_of_the_cell` |
//! | elsewhere, alarm, tool not taken fail whatever the witness saw | `judge::contradictions_fail_whatever_the_witness_saw` |
//! | an error inside a check is a failure (pitfall 3) | `judge::an_error_inside_a_check_fails` |
//! | a missing state is a failure (pitfall 4) | `judge::a_missing_state_fails` |
//! | a controller that knows the place alone: 0.60, an operator is asked | `judge::place_alone_is_capped` |
//! | each kind of evidence | `evidence::*` |
//! | success and goal at 0.70, low confidence under 0.85 (v3.0.6, v3.0.7, pitfall 5) | `routing::boundaries` |
//! | routing by flags, never by words (pitfalls 1, 2; v3.0.2) | `routing::words_decide_nothing` |
//! | completed by the last step alone, and once (v3.0.2, v3.0.4) | `routing::words_decide_nothing`; once: `protocol`: `explore::nothing_that_can_happen_breaks_an_invariant` |
//! | summary: 300 characters of the reason (v3.0.3) | `routing::the_summary_is_the_beginning_of_the_reason` |
//! | every log line names session, run, step | `cli`: `one::each_log_line_of_a_run_names_session_run_and_step` |
//! | a model's JSON contract, the older `match` (v3.0.6) | `model::answers` |
//! | a model only lowers | `model::a_model_only_lowers` |
//! | step and task in the prompt (v3.0.9); no page in it (v3.0) | `model::the_prompt_has_the_contract` |
//! | panel: elements, keys, attributes, 50 characters, alerts, what is declared of it | `panel::*` |
//! | a page that nobody declared: 0.60 at the most | `judge::a_page_that_nobody_declared_counts_as_change_only` |
//! | action types, fixed outcomes, six checks, confidence (v2.0, v2.1, v2.1.1) | `prediction::*` |
//! | the program reads any bytes | `properties::*` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "observe/changes.rs"]
mod changes;
#[path = "observe/declared.rs"]
mod declared;
#[path = "observe/evidence.rs"]
mod evidence;
#[path = "observe/judge.rs"]
mod judge;
#[path = "observe/model.rs"]
mod model;
#[path = "observe/panel.rs"]
mod panel;
#[path = "observe/prediction.rs"]
mod prediction;
#[path = "observe/properties.rs"]
mod properties;
#[path = "observe/routing.rs"]
mod routing;
#[path = "observe/support.rs"]
mod support;
