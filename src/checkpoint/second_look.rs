//! The critic as the second look at what is offered beside a word that forbids.
//!
//! It is made here, so that the critic itself knows nothing of readers.

use super::critic::Critic;
use crate::{
    cell::State,
    language::{Said, SecondLook},
    snapshot::Snapshot,
};

impl SecondLook for Critic {
    fn finds_nothing(&self, text: &str, said: &Said, snapshot: &Snapshot, state: State) -> bool {
        self.critique(text, said, snapshot, state).is_empty()
    }
}
