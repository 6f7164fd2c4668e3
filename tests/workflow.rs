//! The way of one sentence, by the library alone: a desk with a store in a folder of its own, the recogniser, and beside
//! it a model whose answers are written in the test.
//!
//! | rule of the reference document, or of the contract | test |
//! |---|---|
//! | checkpoint 1 before anything is planned; what was wrong goes into the next reading | `attempts::what_the_critic_objects_to_is_not_proposed`, `attempts::what_was_wrong_goes_into_the_next_reading` |
//! | the second retry has suggestions and examples | `attempts::the_second_retry_has_suggestions_and_an_example_of_the_cell` |
//! | one counter for all attempts, three at most, then the fallback | `attempts::three_attempts_and_then_the_fallback`, `attempts::revisions_come_to_an_end` |
//! | scores, verdicts and issues of each reading on record | `attempts::what_was_found_of_each_reading_is_on_record` |
//! | correction: a new run, linked, from where the robot is, with why, approved | `correction::the_rest_is_planned_from_where_the_robot_is_and_linked` |
//! | correction: what was predicted of the step that failed is shown | `correction::a_correction_shows_what_was_predicted_of_the_step_that_failed` |
//! | correction: another way, the tool seated anew | `correction::a_move_that_failed_is_gone_around`, `correction::a_tool_is_seated_anew` |
//! | correction: bounded; where nothing leads on, a person looks | `correction::after_two_corrections_a_person_has_to_look`, `correction::where_nothing_can_be_proposed_a_person_has_to_look` |
//! | correction: a robot's run by that robot, from what can be relied on | `correction::a_robot_corrects_no_simulation`, `correction::nothing_is_corrected_that_cannot_be_relied_on`, `correction::a_tool_that_the_steps_have_not_left_is_not_gone_on_with` |
//! | correction at the command line and in the console | `cli`: `correct::a_failed_run_is_corrected_by_another`, `correct::the_console_offers_what_can_be_done` |
//! | a second look after a delay, a fresh report: inside the step, nothing is sent | `protocol`: `observed::what_was_not_seen_is_looked_at_once_more`, `observed::a_poor_report_is_asked_for_twice_more_and_no_step_is_sent_for_it` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "workflow/bench.rs"]
mod bench;

#[path = "workflow/approval.rs"]
mod approval;
#[path = "workflow/attempts.rs"]
mod attempts;
#[path = "workflow/back.rs"]
mod back;
#[path = "workflow/controller.rs"]
mod controller;
#[path = "workflow/correction.rs"]
mod correction;
#[path = "workflow/layout.rs"]
mod layout;
#[path = "workflow/opinions.rs"]
mod opinions;
#[path = "workflow/persuasion.rs"]
mod persuasion;
#[path = "workflow/phrases.rs"]
mod phrases;
#[path = "workflow/replay.rs"]
mod replay;
#[path = "workflow/reply.rs"]
mod reply;
#[path = "workflow/trust.rs"]
mod trust;
