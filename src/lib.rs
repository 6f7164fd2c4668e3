//! cellgraph: the gate in front of a robot cell.
//!
//! Engineers keep what a robot may do as a graph in Neo4j; the cell's PC stands behind an air gap and cannot run it. What
//! runs there is this: the graph, exported once into a snapshot, and in front of the robot a verifier that lets through
//! only what the snapshot provably allows.
//!
//! ```text
//! engineer:  Neo4j ──export/Bolt──▶ import ─▶ Draft ─▶ check ─▶ snapshot file
//! boot:      snapshot file ─▶ Snapshot (immutable, hash proved) ─▶ Engine (one atomic swap, lock-free readers)
//! operator:  intent ─▶ plan::build ─▶ Plan ─▶ verify ─▶ VerifiedPlan ─▶ yaml ─▶ actions.yaml
//! ```
//!
//! The modules stand in the order of the flow: each uses only those above it, and `tests/tidy.rs` holds them to it.
//! Starred ones are pure: no files, no clock, no threads.
//!
//! * [`limits`] * every bound, with its reason
//! * [`cell`] * the nouns, and the [`cell::Draft`] of a whole cell
//! * [`import`] * an APOC export, or (feature `bolt`, not pure) a live Neo4j → a draft, or every fault in it
//! * [`snapshot`] * the immutable cell: petgraph's move graph, look-up tables, prepared routes, hash, check and diff
//! * [`generate`] * seeded cells of any size
//! * [`files`] snapshots and documents from disk, atomic durable writes
//! * [`engine`] the snapshot in force behind one atomic swap; the ten queries by name
//! * [`plan`] * plans and intents as documents; goals → steps
//! * [`verify`] * a plan → the right to act on it, or every reason why not; shares no code with what makes plans
//! * [`yaml`] * a verified plan → `actions.yaml`, and back to a plan that is to be verified again
//! * [`store`] SQLite: where the robot is, what was run, step by step, in a journal chained by hashes
//! * [`language`] a sentence → its route and intent, by a recogniser and by a local model
//! * [`review`] * a verified plan as an operator sees it, the one reader of replies, and the operator's yes, bound by hash
//! * [`run`] an approved plan → the driver, step by step: journal before motion, observation after
//! * [`answer`] questions and the fallback, in words that come from facts
//! * [`workflow`] the way of one sentence, from the operator's words to a recorded run
//! * [`cli`] the command line: it holds no rule of the domain

pub mod limits;

pub mod cell;

pub mod import;

pub mod snapshot;

pub mod generate;

pub mod files;

pub mod engine;

pub mod plan;

pub mod verify;

pub mod yaml;

pub mod store;

pub mod language;

pub mod review;

pub mod run;

pub mod answer;

pub mod workflow;

pub mod cli;
