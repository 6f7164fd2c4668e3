//! The page, over sockets: a desk with the demo cell in this process or in the program itself, a browser of a few lines, and what others
//! might send instead. What is waited for is waited for by reading.
//!
//! | rule at the head of `src/web.rs` | test |
//! |---|---|
//! | nobody sees or does anything without a session | `session::nothing_is_seen_without_a_session`, `session::nothing_is_done_without_a_session` |
//! | nobody stays whose entry cannot be recorded | `binary::nobody_enters_a_page_whose_history_cannot_be_written` |
//! | a code counts once | `session::a_code_opens_the_page_once` |
//! | where the cell has operators, a session may do what their role allows | `people::*` |
//! | beyond the loopback everything is encrypted, and everybody has a PIN | `tls::*` |
//! | a form counts where a page of the same session sent it | `attack::a_form_of_another_site_does_nothing`, `attack::a_form_with_another_sessions_token_does_nothing` |
//! | what is approved is what that page showed, once | `attack::a_stale_digest_approves_nothing`, `attack::an_approval_counts_once`, `attack::another_session_approves_nothing` |
//! | the desk waits for no page | `binary::a_signal_stops_the_robot_whatever_the_page_does`, `run::a_page_that_closes_changes_nothing`, `flood::slow_clients_keep_nobody_from_stopping_a_run` |
//! | a robot is moved by the key that names the digest | `binary::a_robot_is_moved_by_the_key_that_names_the_digest_and_not_by_a_typed_yes` |
//! | beside another desk the page drives nothing, and stops its runs | `beside::*` |
//! | the picture has a page whatever its file holds, and an engineer alone arranges it | `arrange::a_file_that_cannot_be_used_stops_no_page`, `arrange::whoever_is_no_engineer_sees_the_picture_and_arranges_nothing` |
//! | every size, number and time is bounded | `flood::two_hundred_idle_connections_keep_nobody_out`, `attack::what_is_too_large_is_refused`, `attack::bytes_that_are_no_request_change_nothing` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "web/arrange.rs"]
mod arrange;
#[path = "web/attack.rs"]
mod attack;
#[path = "web/beside.rs"]
mod beside;
#[path = "web/binary.rs"]
mod binary;
#[path = "web/browser.rs"]
mod browser;
#[path = "web/complete.rs"]
mod complete;
#[path = "web/flood.rs"]
mod flood;
#[path = "web/layout.rs"]
mod layout;
#[path = "web/pages.rs"]
mod pages;
#[path = "web/people.rs"]
mod people;
#[path = "web/review.rs"]
mod review;
#[path = "web/robot.rs"]
mod robot;
#[path = "web/run.rs"]
mod run;
#[path = "web/server.rs"]
mod server;
#[path = "web/session.rs"]
mod session;
#[path = "support/terminal.rs"]
mod terminal;
#[path = "web/tls.rs"]
mod tls;
