//! How numbers are packed in a snapshot's tables: what the builder writes by and the look-ups read by.

use crate::cell::Role;

/// Bits of `position_facts` below the role.
pub(super) const FACT_TOOL_BITS: u32 = 30;
/// The entry of `position_facts` for an id that is no position's: the role `work`, which a held tool may forbid, and no stand.
pub(super) const NO_FACTS: u32 = (Role::Work as u32) << FACT_TOOL_BITS;

/// The bits of `pendant_link` that count.
pub(super) const DEPTH: u32 = (1 << 30) - 1;
/// The bit of `pendant_link` for "the move to the parent exists".
pub(super) const UP: u32 = 1 << 31;
/// The bit of `pendant_link` for "the move from the parent exists".
pub(super) const DOWN: u32 = 1 << 30;

/// No next hop, or ask the wide columns.
pub(super) const NO_HOP: u16 = u16::MAX;
/// The first entry of a shape: `hop_direct` has the next core number by (target, from).
pub(super) const DIRECT: u32 = 1;
/// The first entry of a shape: `hop_packed` has numbers of neighbours; bits of an entry, bytes of a row and wide columns follow.
pub(super) const PACKED: u32 = 2;

/// Seconds as whole picoseconds, at least one: sums do not depend on their order, and 0.1 + 0.2 equals 0.3.
#[cfg(feature = "std")]
pub(super) fn cost_ps(cost_s: f64) -> u128 {
    ((cost_s * 1e12).round() as u128).max(1)
}
