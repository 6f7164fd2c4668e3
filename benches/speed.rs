//! Times, by criterion: every operation at every size, and beside it the bare loop that is its limit.
//!
//! `cargo bench --bench speed` writes the report with plots to `target/criterion/report/index.html`; a name as argument
//! takes the operations that have it in theirs. The settings are short, so that the whole run fits the gate: the gate
//! compares the quickest samples of both, which need no long run.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

mod cells;

use cells::{Cell, SIZES, ops::OPS};

fn speed(criterion: &mut Criterion) {
    for size in SIZES {
        let cell = Cell::of(size);
        for op in OPS {
            let mut group = criterion.benchmark_group(op.name);
            for (side, make) in [("cellgraph", op.work), ("limit", op.limit)] {
                let mut work = make(&cell);
                group.throughput(Throughput::Elements(work.calls));
                group.bench_function(BenchmarkId::new(side, size), |bencher| bencher.iter(&mut work.run));
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(60))
        .measurement_time(Duration::from_millis(200))
        .nresamples(1_000);
    targets = speed
}
criterion_main!(benches);
