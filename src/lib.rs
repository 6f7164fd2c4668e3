//! cellgraph: the gate in front of a robot cell (draft map).
pub mod limits;
pub mod cell;
