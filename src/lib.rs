//! cellgraph: the gate in front of a robot cell.
//!
//! Engineers keep what a robot may do as a graph in Neo4j; the cell's PC stands behind an air gap and cannot run it. What
//! runs there is this: the graph, exported once into a snapshot, and in front of the robot a verifier that lets through
//! only what the snapshot provably allows.
//!
//! ```text
//! engineer:  Neo4j ──export/Bolt──▶ import ─▶ Draft ─▶ check ─▶ snapshot file
//! boot:      snapshot file ─▶ Snapshot (immutable, hash proved) ─▶ Engine (one atomic swap, lock-free readers)
//! operator:  sentence ─▶ route ─┬─ question ─▶ answer, from facts
//!                               ├─ replay ───▶ the stored intent ┐
//!                               └─ action ───▶ intent ───────────┴─▶ plan ─▶ verify ─▶ VerifiedPlan ─▶ Proposal
//!            Proposal ─▶ reply ─┬─ a listed yes ─▶ ApprovedPlan
//!                               └─ anything else: answered, changed (planned anew), asked again, or over
//!            ApprovedPlan ─▶ gate ─▶ record, actions.yaml ─▶ run ─▶ observed ─▶ state and history
//! run:       wishes, the controller's lines, ends of writes, time ─▶ protocol ─▶ journal, permit, halt, report, tell
//! learnt:    asked back, chosen, approved ─▶ kept ─▶ an engineer accepts ─▶ a candidate for the next review
//! stop:      the operator, a signal or a lost terminal ─▶ control ─▶ protocol ─▶ permit `stop`, run ended
//! recovery:  a run that a crash left open ─▶ `stop` to its controller ─▶ a person's word, or a report and a person ─▶ state
//! ```
//!
//! The modules stand in the order of the flow: each uses only those above it, and `tests/tidy.rs` holds them to it.
//! Starred ones are pure: no files, no clock, no threads.
//!
//! * [`limits`] * every bound, with its reason
//! * [`cell`] * the nouns, and the [`cell::Draft`] of a whole cell
//! * `fields` * the known name that an unknown field's name is near to
//! * [`import`] * an APOC export, or (feature `bolt`, not pure) a live Neo4j → a draft, or every fault in it
//! * [`snapshot`] * the immutable cell: petgraph's move graph, look-up tables, prepared routes, hash, check and diff
//! * [`generate`] * seeded cells of any size
//! * [`files`] snapshots and documents from disk, atomic durable writes; the one place that opens files
//! * [`engine`] the snapshot in force behind one atomic swap, for every thread; the ten queries by name
//! * [`plan`] * plans and intents as documents; goals → steps
//! * [`verify`] * a plan → the right to act on it, or every reason why not; shares no code with what makes plans
//! * [`yaml`] * a verified plan → `actions.yaml`, and back to a plan that is to be verified again
//! * [`store`] SQLite: where the robot is, what was run, step by step, in a journal chained by hashes
//! * [`language`] a sentence → its route and intent, by a recogniser and by a local model
//! * [`checkpoint`] * scores, issues and verdicts over what a model, a driver or an answer says
//! * [`observe`] * the cell before and after a step → what changed → a verdict with flags
//! * [`review`] * a verified plan as an operator sees it; the one reader of replies; the yes, bound by hash to what was shown
//! * [`run`] an approved plan → what was observed; [`run::protocol`] * decides, drivers, journal and display carry
//! * [`answer`] questions and the fallback, in words that come from facts
//! * [`workflow`] the way of one sentence, from the operator's words to a recorded run; layouts and replays
//! * [`metrics`] how good the looks at readings are, counted from the history
//! * [`cli`] the command line: it holds no rule of the domain

pub mod limits;

pub mod cell;

mod fields;

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

pub mod checkpoint;

pub mod observe;

pub mod review;

pub mod run;

pub mod answer;

pub mod workflow;

pub mod metrics;

pub mod cli;
