//! Signed bundles: what is refused, and that nothing else is.
//!
//! | invariant of `src/bundle.rs` | test |
//! |---|---|
//! | 1. the signature first | `refusals::the_first_reason_is_said` |
//! | 2. one file for one content | `archive::what_is_read_is_what_would_be_written`, `seeds::every_alteration_is_refused`, `refusals::what_a_trusted_key_signed_is_still_looked_at`, `refusals::a_signature_file_is_its_four_lines` |
//! | 3. bounds before reading | `refusals::bounds_come_before_what_they_bound` |
//! | 4. one order of reasons | `refusals::the_first_reason_is_said`, `refusals::every_reason_has_a_code_and_a_next_step` |
//! | 5. older than the highest | `refusals::older_is_older_than_the_highest` |
//! | `src/workflow/bundles.rs`, 1. and 2. in force in one rename, on record before it | `kill::a_kill_at_any_write_leaves_the_old_generation_or_the_new_one`, `power::the_power_may_go_at_any_operation` |
//! | the same, 5. a key that was enrolled | `cut_off::an_enrolment_that_was_cut_off_is_done_again` |
//! | the same, 6. a list that was begun | `cut_off::a_list_that_was_cut_off_is_taken_again_before_anything_else` |
//! | the same, 7. a generation is on record | `cut_off::what_an_installation_left_behind_is_no_generation`, `cut_off::a_roll_back_to_a_cut_off_installation_leaves_a_folder_that_can_be_read` |
//! | the same, 8. refused before the record | `cut_off::a_snapshot_of_another_cell_is_refused_before_anything_is_written` |
//! | 6. revoked for ever | `keys::a_revoked_key_is_never_trusted_again`, `keys::no_list_revokes_its_own_key`, `keys::whatever_lists_come_somebody_is_trusted` |

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "bundle/archive.rs"]
mod archive;
#[path = "support/calls.rs"]
mod calls;
#[path = "bundle/cell.rs"]
mod cell;
#[path = "bundle/cut_off.rs"]
mod cut_off;
#[path = "bundle/desk.rs"]
mod desk;
#[path = "power_loss/disk.rs"]
mod disk;
#[path = "bundle/keys.rs"]
mod keys;
#[path = "bundle/kill.rs"]
mod kill;
#[path = "bundle/minisign.rs"]
mod minisign_tool;
#[path = "bundle/power.rs"]
mod power;
#[path = "bundle/refusals.rs"]
mod refusals;
#[path = "bundle/seeds.rs"]
mod seeds;
#[path = "power_loss/trace.rs"]
mod trace;
#[path = "support/tracer.rs"]
mod tracer;
