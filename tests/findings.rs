//! What was found between an operator's word and the motion, each through the real program, with a controller that is
//! scripted here. Numbers are those of the findings; a test opens with the finding's story.
//!
//! | rule of the reference document, or of the contract | test |
//! |---|---|
//! | 0.60: the operator is asked before the next step; the answer counts | `observed::a_weld_that_nobody_can_be_sure_of_waits_for_the_operator`, `observed::what_is_said_at_the_question_is_so`, `observed::a_weld_that_the_operator_denies_ends_the_run` |
//! | without a terminal nothing is sent that has to be confirmed | `observed::without_a_terminal_nothing_is_sent_that_has_to_be_confirmed` |
//! | an approval holds for the declared evidence that was shown | `observed::a_yes_does_not_hold_for_other_evidence` |
//! | a page alone confirms a place where it is declared, and only of its moment | `observed::a_panel_alone_confirms_where_the_robot_is`, `observed::a_page_of_another_moment_confirms_nothing` |
//! | a retry of a report sends no step; a critical one ends the run; any other is a partial success, where a person says so | `reported::a_poor_report_is_asked_for_again_and_no_motion_is_sent_for_it`, `reported::a_motion_that_is_never_reported_well_ends_the_run`, `reported::a_check_without_a_tool_is_a_partial_success_where_a_person_says_so`, `reported::a_run_is_not_completed_by_a_report_that_nobody_can_rely_on` |
//! | a run is corrected by its own robot | `observed::a_run_is_corrected_by_its_own_robot` |
//! | a fresh report confirms the position only with the person's agreement | `recovery::what_was_typed_before_the_questions_confirms_nothing`, `recovery::one_answer_given_does_not_overrule_the_controller` |

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

#[path = "findings/controller.rs"]
mod controller;
#[path = "findings/support.rs"]
mod support;
#[path = "findings/terminal.rs"]
mod terminal;

#[path = "findings/hands.rs"]
mod hands;
#[path = "findings/late.rs"]
mod late;
#[path = "findings/observed.rs"]
mod observed;
#[path = "findings/recovery.rs"]
mod recovery;
#[path = "findings/reported.rs"]
mod reported;
#[path = "findings/seen.rs"]
mod seen;
#[path = "findings/shared_folder.rs"]
mod shared_folder;
