//! Sentence templates as data.

/// Templates.
#[derive(Clone, Debug, Default)]
pub struct Templates {}
