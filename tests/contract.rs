//! The library against the contract: everything here is held against `oracle`, a second and slow implementation that
//! was written from the contract alone and shares no code and no data structure with the first.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod oracle;

mod contract {
    mod check;
    mod documents;
    mod exhaustive;
    mod plan;
    mod queries;
    mod verify;

    use cellgraph::{import, snapshot};
    use proptest::test_runner::Config;

    use super::oracle::{Cell, export};

    /// Plans of each property, [`super::oracle::strategy::PER_CELL`] on a cell; the figure for the verifier and the planner.
    const CASES: u32 = 100_000;

    fn config(cases: u32) -> Config {
        Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() }
    }

    /// The cell by the way that an engineer goes: exported, imported, built, written, loaded.
    fn snapshot_of(cell: &Cell) -> snapshot::Snapshot {
        let text = export::plain(cell);
        let import =
            import::from_apoc(text.as_bytes(), &mut |_| ()).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        let built = snapshot::build(&import.draft, &snapshot::Provenance::default());
        snapshot::Snapshot::from_bytes(&built.bytes).unwrap()
    }
}
