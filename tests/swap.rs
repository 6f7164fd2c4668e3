//! Swaps under load, with the real engine: no reader sees a mix, none waits, generations never go down.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use cellgraph::{
    cell::Draft,
    engine::Engine,
    import,
    language::{Readers, model::Cancel, rules::Recogniser, templates::Templates},
    plan::Plan,
    run::{Control, RunError, Simulator},
    snapshot::{Provenance, Snapshot, build},
    store::Store,
    verify,
    workflow::{Desk, Proposed, Turn, VerificationLog},
};

const DEMO: &str = include_str!("../graph-snapshots/demo-cell.apoc.jsonl");
const SWAPS: u64 = 10_000;
const READERS: usize = 4;

/// The demo cell with the generation written into its provenance; every second one without the edge Safe_Pos_1 → Pos_1. Read from the
/// export once for all generations: what is tried here is the swap.
fn snapshot(generation: u64) -> Arc<Snapshot> {
    static DRAFTS: LazyLock<[Draft; 2]> = LazyLock::new(|| {
        let read = || import::from_apoc(DEMO.as_bytes(), &mut |_| ()).unwrap().draft;
        let (long, mut short) = (read(), read());
        let id = |name: &str| long.positions.iter().position(|p| p.name == name).unwrap() as u32;
        let edge = (id("Safe_Pos_1"), id("Pos_1"));
        short.moves.retain(|m| (m.from.0, m.to.0) != edge);
        [long, short]
    });
    let draft = &DRAFTS[usize::from(is_short(generation))];
    let bytes = build(draft, &Provenance { generation, ..Provenance::default() }).bytes;
    Arc::new(Snapshot::from_bytes(&bytes).unwrap())
}

const fn is_short(generation: u64) -> bool {
    generation.is_multiple_of(2)
}

#[test]
fn four_readers_verify_through_ten_thousand_swaps() {
    let engine = Engine::new(snapshot(1));
    let text = r#"[{"action":"move","target":"Safe_Pos_1"},{"action":"move","target":"Pos_1"}]"#;
    let plan: Plan<'_> = serde_json::from_str(text).unwrap();
    let (done, reads) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..READERS {
            scope.spawn(|| {
                let mut last = 0;
                while !done.load(Ordering::Acquire) {
                    let held = engine.current();
                    let generation = held.provenance().generation;
                    assert!(generation >= last, "generation {generation} after {last}");
                    last = generation;
                    // One snapshot for as long as it is held: edges, names and provenance are of the same one.
                    for _ in 0..4 {
                        let start = verify::State::named(&held, "Home", "none").unwrap();
                        assert_eq!(verify::verify(&held, start, &plan).is_ok(), !is_short(generation));
                        assert_eq!(held.provenance().generation, generation);
                    }
                    reads.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for generation in 2..=SWAPS + 1 {
            engine.publish(snapshot(generation)).unwrap();
        }
        done.store(true, Ordering::Release);
    });
    assert_eq!(engine.current().provenance().generation, SWAPS + 1);
    assert!(reads.load(Ordering::Relaxed) > 0);
}

#[test]
fn what_is_not_newer_is_refused() {
    let engine = Engine::new(snapshot(5));
    for generation in [1, 4, 5] {
        let refused = engine.publish(snapshot(generation)).unwrap_err();
        assert_eq!((refused.in_force, refused.offered), (5, generation));
    }
    engine.publish(snapshot(6)).unwrap();
    assert_eq!(engine.current().provenance().generation, 6);
    // On a person's word an older one may be in force again, and newer ones are measured by it.
    engine.take_up(&snapshot(4));
    assert_eq!(engine.current().provenance().generation, 4);
    engine.publish(snapshot(5)).unwrap();
    assert_eq!(engine.current().provenance().generation, 5);
}

/// A session over generation 3, the robot confirmed at Home.
fn desk(folder: &std::path::Path) -> Desk {
    let mut store = Store::open(folder).unwrap();
    store.ensure_robot("Home", "none").unwrap();
    store.correct_robot("Home", "none", "Ada", "looked").unwrap();
    Desk::new(readers(&snapshot(3)), store, VerificationLog::under(folder), 0)
}

fn readers(snapshot: &Arc<Snapshot>) -> Readers {
    Readers::new(Arc::clone(snapshot), Recogniser::new(snapshot, Templates::default()), None)
}

fn propose(desk: &mut Desk) -> Proposed {
    match desk.hear("go to position 1", &Cancel::default()).unwrap() {
        Turn::Proposed(proposed) => *proposed,
        other => panic!("a proposal is wanted, not {other:?}"),
    }
}

fn simulate(desk: &mut Desk, proposed: Proposed, folder: &std::path::Path) -> Result<(), RunError> {
    let snapshot = Arc::clone(desk.snapshot());
    let start = verify::State::named(&snapshot, "Home", "none").unwrap();
    let driver = Box::new(Simulator::new(snapshot, start));
    let approved = proposed.proposal.approve_for_simulation();
    desk.run(approved, driver, &Control::new(), &mut |_| {}, folder).map(drop)
}

#[test]
fn a_layout_that_a_session_takes_up_is_in_force_for_every_thread_also_an_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let engine = Arc::clone(desk.engine());
    for generation in [5, 1] {
        desk.take_up(readers(&snapshot(generation)));
        let read = std::thread::scope(|scope| scope.spawn(|| engine.current().provenance().generation).join().unwrap());
        assert_eq!((read, desk.snapshot().provenance().generation), (generation, generation));
    }
    let proposed = propose(&mut desk);
    simulate(&mut desk, proposed, folder.path()).unwrap();
}

#[test]
fn nothing_runs_that_was_planned_with_another_layout_than_the_one_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    let proposed = propose(&mut desk);
    let engine = Arc::clone(desk.engine());
    std::thread::spawn(move || engine.publish(snapshot(4)).unwrap()).join().unwrap();
    let refused = simulate(&mut desk, proposed, folder.path()).unwrap_err();
    assert!(matches!(refused, RunError::LayoutChanged(_)), "{refused}");
    assert!(desk.store().check().unwrap().runs == 0);
}
