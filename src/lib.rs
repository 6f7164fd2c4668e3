//! cellgraph: the gate in front of a robot cell (draft map).
pub mod cell;
pub mod engine;
pub mod import;
pub mod limits;
pub mod plan;
pub mod snapshot;
pub mod verify;
