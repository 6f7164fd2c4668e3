//! The swap's own code, in every interleaving of its threads that loom can make.
//!
//! What is modelled: [`Swap::publish`], [`Swap::take_up`] and [`Swap::current`], unchanged. What is assumed: that the slot under them reads
//! and replaces in one step, which is what arc-swap documents of `ArcSwap`; here a slot of loom's atomics does the same.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{ops::Deref, sync::Arc};

use cellgraph::engine::{Generation, Slot, Swap};
use loom::sync::atomic::{AtomicUsize, Ordering};

/// Two parts that belong together; a mix would show.
#[derive(Debug)]
struct Item {
    generation: u64,
    twice: u64,
}

impl Item {
    fn new(generation: u64) -> Arc<Self> {
        Arc::new(Self { generation, twice: generation * 2 })
    }
}

impl Generation for Item {
    fn generation(&self) -> u64 {
        assert_eq!(self.twice, self.generation * 2);
        self.generation
    }
}

/// All items that a model publishes, and which of them is in force.
struct ModelSlot {
    items: Vec<Arc<Item>>,
    in_force: AtomicUsize,
}

struct Held(Arc<Item>);

impl Deref for Held {
    type Target = Arc<Item>;

    fn deref(&self) -> &Arc<Item> {
        &self.0
    }
}

impl Slot<Item> for ModelSlot {
    type Held = Held;

    fn with(first: Arc<Item>) -> Self {
        let items =
            (0..8).map(|generation| if generation == first.generation { first.clone() } else { Item::new(generation) });
        Self { items: items.collect(), in_force: AtomicUsize::new(first.generation as usize) }
    }

    fn load(&self) -> Held {
        Held(Arc::clone(&self.items[self.in_force.load(Ordering::Acquire)]))
    }

    fn replace(&self, expected: &Held, new: Arc<Item>) -> bool {
        let (expected, new) = (expected.generation as usize, new.generation as usize);
        self.in_force.compare_exchange(expected, new, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

#[test]
fn two_writers_and_a_reader_agree_on_what_is_newest() {
    loom::model(|| {
        let swap: loom::sync::Arc<Swap<Item, ModelSlot>> = loom::sync::Arc::new(Swap::new(Item::new(1)));
        let writer = |generation| {
            let swap = swap.clone();
            loom::thread::spawn(move || swap.publish(Item::new(generation)).is_ok())
        };
        let (second, third) = (writer(2), writer(3));
        let first_read = swap.current().generation();
        let second_read = swap.current().generation();
        assert!(first_read <= second_read, "generation {second_read} after {first_read}");
        let (second, third) = (second.join().unwrap(), third.join().unwrap());
        // The newest always gets in; the other does unless it came too late, and is told so.
        assert!(third);
        assert!(second || swap.current().generation() == 3);
        assert_eq!(swap.current().generation(), 3);
    });
}

#[test]
fn a_hold_stays_what_it_was() {
    loom::model(|| {
        let swap: loom::sync::Arc<Swap<Item, ModelSlot>> = loom::sync::Arc::new(Swap::new(Item::new(1)));
        let held = swap.current();
        let publisher = {
            let swap = swap.clone();
            loom::thread::spawn(move || swap.publish(Item::new(2)))
        };
        let before = held.generation();
        loom::thread::yield_now();
        assert_eq!((before, held.generation()), (1, 1));
        publisher.join().unwrap().unwrap();
        assert_eq!(held.generation(), 1);
        assert_eq!(swap.current().generation(), 2);
    });
}

#[test]
fn of_two_publications_of_one_generation_one_is_refused() {
    loom::model(|| {
        let swap: loom::sync::Arc<Swap<Item, ModelSlot>> = loom::sync::Arc::new(Swap::new(Item::new(1)));
        let publish = || {
            let swap = swap.clone();
            loom::thread::spawn(move || swap.publish(Item::new(2)).is_ok())
        };
        let (a, b) = (publish(), publish());
        assert_eq!(u8::from(a.join().unwrap()) + u8::from(b.join().unwrap()), 1);
    });
}

#[test]
fn an_older_one_is_taken_up_whoever_publishes_meanwhile() {
    loom::model(|| {
        let swap: loom::sync::Arc<Swap<Item, ModelSlot>> = loom::sync::Arc::new(Swap::new(Item::new(3)));
        let publisher = {
            let swap = swap.clone();
            loom::thread::spawn(move || swap.publish(Item::new(4)).is_ok())
        };
        swap.take_up(&Item::new(2));
        let seen = swap.current().generation();
        assert!(seen == 2 || seen == 4, "{seen} is neither what was taken up nor what was published after it");
        // Newer than either, so it got in: before, and was replaced; or after, and is in force.
        assert!(publisher.join().unwrap());
        assert!(matches!(swap.current().generation(), 2 | 4));
    });
}
