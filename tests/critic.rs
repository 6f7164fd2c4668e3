//! The critic that never saw the parse: what it says of single sentences, how many wrong readings of the development set it
//! catches and how many right ones it objects to, and what must hold for any text and any reading.
//!
//! | rule of the reference document, or of the contract | test |
//! |---|---|
//! | independent of what reads: neither tags nor grammar nor lists | `tidy`: `the_critic_knows_nothing_of_how_a_sentence_was_read` |
//! | mentioned and not read, read and not mentioned: places, work, tools | `table::places`, `table::work_and_tools` |
//! | order turned round, count off | `table::order_and_counts`, `table::how_many_is_not_which` |
//! | negation, exclusion, correction, condition | `table::what_is_not_to_be_done` |
//! | "Move from home to position 5" is a way and no range | `table::a_way_is_no_range`, `workflow`: `attempts::what_the_critic_objects_to_is_not_proposed` |
//! | words that make a sentence COMPLEX | `table::words_that_are_easily_missed_are_marked` |
//! | what is objected to does not pass | `table::a_checkpoint_holds_back_what_the_critic_objects_to` |
//! | caught and false alarms, on pairs by authors who did not see its rules | `pairs::wrong_readings_are_caught_and_right_ones_let_pass`, `pairs::wrong_readings_of_cells_that_were_not_looked_at_are_caught_too` |
//! | caught and false alarms, on the development set | `measured::wrong_readings_of_the_guiding_cells_are_caught`, `measured::wrong_readings_of_other_cells_are_caught` |
//! | the same, on what many authors said freely, and on authors by whom nothing was mended | `authors::what_mending_authors_said_is_let_pass_and_its_distortions_are_caught`, `authors::what_other_authors_said_is_let_pass_and_its_distortions_are_caught` |
//! | German, and a place that stands in a relation to the work | `words::german_is_followed`, `words::a_relation_is_no_place_of_work` |
//! | any text, any reading | `properties::any_text_and_any_reading_is_judged` |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and figures are printed"
)]

#[path = "critic/authored.rs"]
mod authored;
#[path = "critic/authors.rs"]
mod authors;
#[path = "critic/measured.rs"]
mod measured;
#[path = "critic/mutate.rs"]
mod mutate;
#[path = "critic/pairs.rs"]
mod pairs;
#[path = "critic/properties.rs"]
mod properties;
#[path = "critic/set.rs"]
mod set;
#[path = "critic/table.rs"]
mod table;
#[path = "critic/words.rs"]
mod words;
