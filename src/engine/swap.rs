//! The swap: what is in force is replaced in one step while readers go on.
//!
//! In: something with a generation number. Out: a hold on what is in force. No lock is taken on either side.
//!
//! 1. A reader holds one whole item, unchanged, for as long as it likes, whatever is published meanwhile.
//! 2. The generation in force never goes down, however many writers publish at once; only [`Swap::take_up`] may lower it.
//! 3. A publication that returns `Ok` was in force; one that was refused never was.
//!
//! The slot that holds the item is [`arc_swap::ArcSwap`]; `tests/swap_model.rs` puts one made of loom's atomics in its
//! place and runs this very code through every interleaving.

use std::{fmt, ops::Deref, sync::Arc};

use arc_swap::{ArcSwap, Guard};

/// Something that knows how new it is.
pub trait Generation {
    /// Grows with every new version.
    fn generation(&self) -> u64;
}

/// A place for one shared item that can be read and replaced at the same time, each in one step.
pub trait Slot<T> {
    /// A reader's hold: the item stays as long as this does.
    type Held: Deref<Target = Arc<T>>;

    /// A slot with its first item.
    fn with(first: Arc<T>) -> Self;

    /// What is in force now.
    fn load(&self) -> Self::Held;

    /// Puts `new` in the place of `expected`; false, and nothing done, where that is no longer in force.
    fn replace(&self, expected: &Self::Held, new: Arc<T>) -> bool;
}

impl<T> Slot<T> for ArcSwap<T> {
    type Held = Guard<Arc<T>>;

    fn with(first: Arc<T>) -> Self {
        Self::new(first)
    }

    fn load(&self) -> Self::Held {
        Self::load(self)
    }

    fn replace(&self, expected: &Self::Held, new: Arc<T>) -> bool {
        // `expected` is held, so its address cannot have been taken by another item meanwhile.
        Arc::ptr_eq(&self.compare_and_swap(&**expected, new), expected)
    }
}

/// What was to be published is not newer than what is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotNewer {
    /// The generation in force.
    pub in_force: u64,
    /// The generation that was offered.
    pub offered: u64,
}

impl fmt::Display for NotNewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { in_force, offered } = self;
        write!(f, "generation {offered} is not newer than generation {in_force}, which is in force")
    }
}

impl std::error::Error for NotNewer {}

/// One item in force, readable at any time, replaced in one step.
#[derive(Debug)]
pub struct Swap<T, S = ArcSwap<T>> {
    slot: S,
    item: std::marker::PhantomData<fn() -> T>,
}

impl<T: Generation, S: Slot<T>> Swap<T, S> {
    /// Puts the first item in force.
    #[must_use]
    pub fn new(first: Arc<T>) -> Self {
        Self { slot: S::with(first), item: std::marker::PhantomData }
    }

    /// What is in force now. The holder sees this one item for as long as it holds it.
    #[inline]
    #[must_use]
    pub fn current(&self) -> S::Held {
        self.slot.load()
    }

    /// Puts a newer item in force.
    ///
    /// # Errors
    ///
    /// [`NotNewer`] where the one in force has the same generation or a later one; it stays.
    pub fn publish(&self, new: Arc<T>) -> Result<(), NotNewer> {
        loop {
            let current = self.slot.load();
            let (in_force, offered) = (current.generation(), new.generation());
            if offered <= in_force {
                return Err(NotNewer { in_force, offered });
            }
            if self.slot.replace(&current, Arc::clone(&new)) {
                return Ok(());
            }
        }
    }

    /// Puts an item in force, whatever its generation: on a person's word alone.
    pub fn take_up(&self, new: &Arc<T>) {
        while !self.slot.replace(&self.slot.load(), Arc::clone(new)) {}
    }
}
