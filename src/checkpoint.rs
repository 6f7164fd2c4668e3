//! What was read, planned and reported, judged once more by those who did not do it.
//!
//! Pure: no files, no clock, no threads.

pub mod critic;
