//! Whether a step was done, from what was observed before and after it.
//!
//! In: the cell before a step and after it, as a controller or its panel says it; what the step was to achieve; what the
//! controller's witness saw; what an engineer declared about this cell. Out: lines that say what changed, and a
//! [`Verdict`] with flags and a confidence. Nothing here moves anything, asks a model, or reads a file or a clock.
//!
//! 1. Routing looks at flags and at the confidence, and never at words.
//! 2. Confidence is in whole hundredths.
//! 3. A robot elsewhere, a tool that is not as ordered and an alarm that appeared fail the step, whatever a witness saw.
//! 4. Where anything cannot be checked, the step fails, and nothing is completed.
//! 5. A model can lower a verdict, and cannot raise it. An answer of it that cannot be read is none.

mod changes;
mod confidence;
pub mod controller;
pub mod declared;
pub mod difference;
mod evidence;
mod expected;
mod failed;
mod judge;
pub mod model;
mod observation;
pub mod panel;
pub mod prediction;
mod raw_state;
pub mod skeleton;
mod standing;
mod verdict;

pub use changes::{Changes, Witness, changes};
pub use confidence::Confidence;
pub use declared::{Declared, DeclaredError};
pub use expected::{Deed, Expected, Stand};
pub use judge::judge;
pub use observation::Observation;
pub use raw_state::RawState;
pub use skeleton::{Element, Kind, Skeleton, SkeletonError};
pub use standing::forbids_motion;
pub use verdict::{PLAIN, Route, SUCCESS, Verdict, route};
