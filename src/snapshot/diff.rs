//! What changed between two cells, in words.
