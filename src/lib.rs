//! cellgraph: the gate in front of a robot cell.
//!
//! Engineers keep what a robot may do as a graph in Neo4j; the cell's PC stands behind an air gap and cannot run it. What
//! runs there is this: the graph, exported once into a snapshot, and in front of the robot a verifier that lets through
//! only what the snapshot provably allows.
//!
//! ```text
//! engineer:  Neo4j ──export/Bolt──▶ import ─▶ Draft ─▶ check ─▶ snapshot file ─▶ bundle, signed
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
//! In a program:
//!
//! ```
//! # #[cfg(feature = "import")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use cellgraph::{
//!     import,
//!     plan::Plan,
//!     snapshot::{self, Provenance},
//!     verify::{State, verify},
//! };
//!
//! // An engineer's export becomes a snapshot, or every reason why not. `files::build_snapshot` writes it to a file as well.
//! let export = std::fs::read("graph-snapshots/demo-cell.apoc.jsonl")?;
//! let import = import::from_apoc(&export, &mut |_| ())?;
//! let snapshot = snapshot::build(&import.draft, &Provenance::default()).checked()?.into_snapshot();
//!
//! // A plan, whoever made it, is let through or refused with every fault.
//! let start = State::named(&snapshot, "Home", "none")?;
//! let plan: Plan = serde_json::from_str(r#"[{"action":"move","target":"Pos_1"}]"#)?;
//! let rejection = verify(&snapshot, start, &plan).unwrap_err();
//! assert_eq!(rejection.to_string(), "Step 1: No :ONLY_ALLOWED_MOVE_TO edge from 'Home' to 'Pos_1'");
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "import"))]
//! # fn main() {}
//! ```
//!
//! A goal becomes a plan by look-ups alone, and nothing but a verified plan can be written for a controller:
//!
//! ```
//! # #[cfg(feature = "import")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let import = cellgraph::import::from_apoc(&std::fs::read("graph-snapshots/demo-cell.apoc.jsonl")?, &mut |_| ())?;
//! # let snapshot = cellgraph::snapshot::build(&import.draft, &Default::default()).checked()?.into_snapshot();
//! use cellgraph::{
//!     engine::query::{self, By},
//!     plan::{Goal, Intent, build},
//!     snapshot::route::Scratch,
//!     verify::{State, verify},
//!     yaml,
//! };
//!
//! let route = query::get_shortest_path(&snapshot, "Home", "Pos_1", By::Moves, &mut Scratch::default())?;
//! assert_eq!(route, Some(vec!["Home", "Safe_Pos_1", "Pos_1"]));
//!
//! let start = State::named(&snapshot, "Home", "none")?;
//! let goal = Goal::Move { position: "Pos_1".to_owned() };
//! let mut steps = Vec::new();
//! build::Builder::default().build(&snapshot, start, &Intent::Goals(vec![goal]), &mut steps).map_err(|errors| errors[0].to_string())?;
//! let plan = build::plan(&snapshot, &steps);
//! let verified = verify(&snapshot, start, &plan).map_err(|rejection| rejection.to_string())?;
//! let about = yaml::About { run_id: 1, written_at_s: 0, name: "Example", description: "go to Pos_1" };
//! assert!(yaml::write(&verified, &about)?.contains("Move to Pos_1"));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "import"))]
//! # fn main() {}
//! ```
//!
//! Further examples are in `examples/`.
//!
//! A program takes the level that it needs, each with those before it: `core` (from `limits` to `yaml`, free of C), `import`, `store`,
//! `language`, `cli`. A module of a higher level says so below. Beneath them is `bare`, for a second gate without std, allocator
//! and C: [`limits`], the ids of [`cell`], [`snapshot`] in place, and [`verify`]. The same modules are there without any feature.
//!
//! The modules stand in the order of the flow: each uses only those above it, and `tests/tidy.rs` holds them to it.
//! Starred ones are pure: no files, no clock, no threads.
//!
//! * [`limits`] * every bound, with its reason
//! * `document` * structs as objects of a document, without a derive
//! * [`cell`] * the nouns, and the [`cell::Draft`] of a whole cell
//! * `fields` * (`cli`) the known name that an unknown field's name is near to
//! * [`import`] * (`import`) an APOC export, or (feature `bolt`, not pure) a live Neo4j → a draft, or every fault in it
//! * [`snapshot`] * the immutable cell: petgraph's move graph, look-up tables, prepared routes, hash, check and diff
//! * [`generate`] * (`import`) seeded cells of any size
//! * [`bundle`] * (`bundle`) signed bundles: who says so, and what is in them, or the first reason why they are not taken
//! * [`files`] (`import`) snapshots and documents from disk, atomic durable writes; the one place that opens files
//! * [`engine`] the snapshot in force behind one atomic swap, for every thread; the ten queries by name
//! * [`plan`] * plans and intents as documents; goals → steps
//! * [`verify`] * a plan → the right to act on it, or every reason why not; shares no code with what makes plans
//! * [`yaml`] * a verified plan → `actions.yaml`, and back to a plan that is to be verified again
//! * [`when`] (`store`) days and times as the clock on the wall shows them
//! * [`store`] (`store`) SQLite: where the robot is, what was run, step by step, in a journal chained by hashes
//! * [`language`] (`language`) a sentence → its route and intent, by a recogniser and by a local model
//! * [`checkpoint`] * (`cli`, as all that follow) scores, issues and verdicts over what a model, a driver or an answer says
//! * [`observe`] * the cell before and after a step → what changed → a verdict with flags
//! * [`review`] * a verified plan as an operator sees it; the one reader of replies; the yes, bound by hash to what was shown
//! * [`run`] an approved plan → what was observed; [`run::protocol`] * decides, drivers, journal and display carry
//! * [`answer`] questions and the fallback, in words that come from facts
//! * [`workflow`] the way of one sentence, from the operator's words to a recorded run; layouts and replays
//! * [`metrics`] how good the looks at readings are, counted from the history
//! * `picture` a snapshot → its picture, as SVG or for Graphviz
//! * `web` (feature `web`) the operator's page, on the loopback: like the command line, it holds no rule of the domain
//! * [`cli`] the command line: it holds no rule of the domain

#![cfg_attr(not(feature = "std"), no_std)]

pub mod limits;

#[cfg(feature = "std")]
mod document;

pub mod cell;

#[cfg(feature = "cli")]
mod fields;

#[cfg(feature = "import")]
pub mod import;

pub mod snapshot;

#[cfg(feature = "import")]
pub mod generate;

#[cfg(feature = "bundle")]
pub mod bundle;

#[cfg(feature = "import")]
pub mod files;

#[cfg(feature = "std")]
pub mod engine;

#[cfg(feature = "std")]
pub mod plan;

pub mod verify;

#[cfg(feature = "std")]
pub mod yaml;

#[cfg(feature = "store")]
pub mod when;

#[cfg(feature = "store")]
pub mod store;

#[cfg(feature = "language")]
pub mod language;

#[cfg(feature = "cli")]
pub mod checkpoint;

#[cfg(feature = "cli")]
pub mod observe;

#[cfg(feature = "cli")]
pub mod review;

#[cfg(feature = "cli")]
pub mod run;

#[cfg(feature = "cli")]
pub mod answer;

#[cfg(feature = "cli")]
pub mod workflow;

#[cfg(feature = "cli")]
pub mod metrics;

#[cfg(feature = "cli")]
mod picture;

#[cfg(feature = "web")]
pub mod web;

#[cfg(feature = "cli")]
pub mod cli;
