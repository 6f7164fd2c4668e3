//! Answers: every look-up on the demo cell word by word, and over many cells that no answer invents, that every suggestion
//! would pass the verifier, and that nothing that can be asked makes a panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod oracle;

mod answer {
    mod asked;
    mod claims;
    mod harness;
    mod names;
    mod never_invents;
    mod paging;
    mod planted;
    mod queries;
    mod suggestions;
    mod words;
}
