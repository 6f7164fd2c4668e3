//! How near two readings may come to each other before neither is sure. Costs are points.

/// Points added for each missed word when two readings are compared.
const MISSED: u32 = 3;
/// How many points more another reading costs than the one that is sure.
pub(super) const MARGIN: u32 = 2;

/// Whether a reading costs so little that one of cost `first` is not sure beside it.
pub(super) const fn is_near(first: u32, cost: u32, missed: u32) -> bool {
    cost + MISSED * missed < first + MARGIN
}
