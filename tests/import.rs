//! The import against the contract: every refusal and every acceptance of section 1, every layout of an export, and a
//! thousand damaged exports.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "import/accepted.rs"]
mod accepted;
#[path = "import/broken_layouts.rs"]
mod broken_layouts;
#[path = "import/damage.rs"]
mod damage;
#[path = "import/layouts.rs"]
mod layouts;
#[path = "import/model.rs"]
mod model;
#[path = "import/refused.rs"]
mod refused;
