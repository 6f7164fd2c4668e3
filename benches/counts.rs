//! Instruction counts, by callgrind: the same operations as in `speed.rs`, where the machine's mood does not reach.
//!
//! A count is of one run of an operation's work, with its calls one after the other; the set-up is outside, and so is
//! what is dropped behind it. Simulating caches would take longer and say no more: their sizes are the machine's.

#![allow(missing_docs, unreachable_pub, reason = "what gungraun's macros write")]

use gungraun::{Callgrind, prelude::*};

mod cells;

use cells::{
    Cell,
    ops::{self, Work},
};

fn set_up(op: &str, size: u32) -> Work {
    (ops::find(op).work)(&Cell::of(size))
}

macro_rules! counted {
    ($($op:ident)*) => {
        $(
            #[library_benchmark(setup = set_up)]
            #[bench::cell_14(stringify!($op), 14)]
            #[bench::cell_1000(stringify!($op), 1_000)]
            #[bench::cell_10000(stringify!($op), 10_000)]
            #[bench::cell_100000(stringify!($op), 100_000)]
            fn $op(mut work: Work) -> (u64, Work) {
                ((work.run)(), work)
            }
        )*

        library_benchmark_group!(name = counts, benchmarks = [$($op),*]);
    };
}

for_each_op!(counted);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = counts
);
