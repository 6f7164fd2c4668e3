//! Faults where there is no allocator: the first of them in a list of a fixed capacity, the others counted. Whether steps are
//! verified does not hang on the list: [`super::verify_steps`] says that.

use super::Fault;
use crate::snapshot::Storage;

/// The first `N` faults, and how many there were beyond.
///
/// ```
/// use cellgraph::{snapshot::{InPlace, Snapshot}, verify::{FirstFaults, State, StepRef, verify_steps}};
/// fn why<'a, 'b>(
///     snapshot: &'a Snapshot<InPlace<'b>>, start: State, steps: &'a [StepRef<'a>],
/// ) -> FirstFaults<'a, InPlace<'b>, 8> {
///     let mut faults = FirstFaults::default();
///     let verified = verify_steps(snapshot, start, steps, |fault| faults.add(fault));
///     assert_eq!(verified.err().map_or(0, |refused| refused.faults), faults.faults().len() + faults.beyond());
///     faults
/// }
/// ```
#[derive(Clone, Debug)]
pub struct FirstFaults<'a, S: Storage, const N: usize> {
    faults: heapless::Vec<Fault<'a, S>, N>,
    beyond: usize,
}

impl<S: Storage, const N: usize> Default for FirstFaults<'_, S, N> {
    fn default() -> Self {
        Self { faults: heapless::Vec::new(), beyond: 0 }
    }
}

impl<'a, S: Storage, const N: usize> FirstFaults<'a, S, N> {
    /// One more fault: kept where there is room, counted where there is none.
    pub fn add(&mut self, fault: Fault<'a, S>) {
        if self.faults.push(fault).is_err() {
            self.beyond += 1;
        }
    }

    /// The first ones, in the order of the steps.
    #[must_use]
    pub fn faults(&self) -> &[Fault<'a, S>] {
        &self.faults
    }

    /// How many there were that the list has no room for.
    #[must_use]
    pub const fn beyond(&self) -> usize {
        self.beyond
    }
}
