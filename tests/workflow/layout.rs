//! A new layout: noticed when its file changes, never an older one, and taken up between runs alone.

use std::fs;

use cellgraph::workflow::{LayoutNews, NewLayout, refused_plans};

use crate::bench::{Bench, answered, cell, cell_bytes, readers};

const RENAMED: (&str, &str) = ("Safe_Pos_4", "Clear_of_the_bench");

#[test]
fn a_changed_file_is_told_once_and_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cell.cellgraph");
    let in_force = cell(3, &[]);
    fs::write(&path, cell_bytes(3, &[])).unwrap();
    let mut layout = NewLayout::watch(&path);
    assert!(matches!(layout.look(&in_force), LayoutNews::Same));
    fs::write(&path, cell_bytes(4, &[RENAMED])).unwrap();
    let LayoutNews::Changed { snapshot, changes } = layout.look(&in_force) else { panic!("a change is wanted") };
    assert_eq!(snapshot.provenance().generation, 4);
    assert!(changes.iter().any(|change| change.contains("'Safe_Pos_4' removed")), "{changes:?}");
    assert!(changes.iter().any(|change| change.contains("'Clear_of_the_bench' added")), "{changes:?}");
    assert!(matches!(layout.look(&in_force), LayoutNews::Same), "told once");
    layout.forget();
    assert!(matches!(layout.look(&in_force), LayoutNews::Changed { .. }), "and again when asked");
    layout.forget();
    assert!(matches!(layout.look(&snapshot), LayoutNews::Same), "it is in force now");
}

#[test]
fn an_older_or_another_of_the_same_generation_is_not_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cell.cellgraph");
    let in_force = cell(3, &[]);
    for generation in [1, 2, 3] {
        let mut layout = NewLayout::watch(&path);
        fs::write(&path, cell_bytes(generation, &[RENAMED])).unwrap();
        match layout.look(&in_force) {
            LayoutNews::Unusable(reason) => {
                assert!(reason.contains(&format!("its generation is {generation}")), "{reason}");
            }
            other => panic!("generation {generation}: {other:?}"),
        }
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn what_is_no_snapshot_leaves_the_one_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cell.cellgraph");
    let in_force = cell(1, &[]);
    let good = cell_bytes(2, &[RENAMED]);
    fs::write(&path, cell_bytes(1, &[])).unwrap();
    let mut layout = NewLayout::watch(&path);
    let mut damaged = good.clone();
    damaged[900] ^= 1;
    for bytes in [&b"Dear Sir or Madam"[..], &good[..good.len() / 2], &damaged, b""] {
        fs::write(&path, bytes).unwrap();
        assert!(matches!(layout.look(&in_force), LayoutNews::Unusable(_)), "{} bytes", bytes.len());
    }
    fs::remove_file(&path).unwrap();
    assert!(matches!(layout.look(&in_force), LayoutNews::Unusable(_)), "no file");
    fs::write(&path, good).unwrap();
    assert!(matches!(layout.look(&in_force), LayoutNews::Changed { .. }), "a good one is noticed after that");
}

#[test]
fn after_it_is_taken_up_its_names_count_and_the_old_ones_do_not() {
    let mut bench = Bench::new();
    bench.done("go to position 4");
    bench.correct("Home", "none");
    let new = cell(2, &[("Pos_5", "Bench_low")]);
    bench.desk.take_up(readers(&new, None));
    assert_eq!(bench.desk.snapshot().provenance().generation, 2);
    let positions = answered(bench.hear("what positions are there?"));
    assert!(positions.contains("Bench_low") && !positions.contains("Pos_5"), "{positions}");
    bench.done("go to Bench_low");
}

#[test]
fn the_plans_that_it_would_refuse_are_named_with_the_reasons() {
    let mut bench = Bench::new();
    let refused = bench.done("go to position 4");
    bench.correct("Home", "none");
    bench.done("go to safe position 1");
    let gone = bench.done("go home");
    let new = cell(2, &[RENAMED, ("Safe_Pos_1", "Clear_of_the_seam")]);
    let past = refused_plans(&new, bench.desk.store()).unwrap();
    assert_eq!(past.runs, 3);
    let ids: Vec<_> = past.refused.iter().map(|plan| plan.run_id).collect();
    assert_eq!((ids[0], ids[2], ids.len()), (gone.run_id, refused.run_id, 3), "the latest first");
    assert!(past.refused[0].reasons[0].contains("where it started is gone"), "{:?}", past.refused[0]);
    assert!(past.refused[2].reasons[0].contains("'Safe_Pos_4' does not exist"), "{:?}", past.refused[2]);
    assert!(refused_plans(&cell(2, &[]), bench.desk.store()).unwrap().refused.is_empty());
}
