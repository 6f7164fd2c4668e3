//! Layouts: which one is in force, also after a restart; what the file holds beside it is noticed, never an older one,
//! and taken up between runs alone; and no run begins once the file was changed.

use std::{fs, path::PathBuf, sync::Arc};

use cellgraph::{
    review::Warning,
    run::{Control, RunError},
    snapshot::Snapshot,
    store::{LayoutDecision, Store},
    workflow::{
        Desk, HeldLayout, LayoutAtStart, LayoutError, LayoutFile, LayoutNews, NewLayout, VerificationLog, refused_plans,
    },
};

use crate::bench::{Bench, answered, cell, cell_bytes, readers};

const RENAMED: (&str, &str) = ("Safe_Pos_4", "Clear_of_the_bench");

/// A snapshot's file and a folder of data.
struct House {
    folder: tempfile::TempDir,
    store: Option<Store>,
}

impl House {
    /// With a layout in force, of generation 3.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Some(Store::open(&folder.path().join("data")).unwrap());
        let mut house = Self { folder, store };
        house.write(&cell_bytes(3, &[]));
        let (_, snapshot) = house.start().leave().unwrap();
        assert_eq!(snapshot.provenance().generation, 3);
        house
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("cell.cellgraph")
    }

    fn write(&self, bytes: &[u8]) {
        fs::write(self.file(), bytes).unwrap();
    }

    fn store(&mut self) -> &mut Store {
        self.store.as_mut().unwrap()
    }

    fn start(&mut self) -> LayoutAtStart {
        HeldLayout::read(&self.file()).unwrap().start(self.store()).unwrap()
    }

    /// Watching, with the layout of generation 3 in force.
    fn watched(&mut self) -> (LayoutFile, Arc<Snapshot>) {
        self.start().leave().unwrap()
    }

    /// The copies of layouts that are kept.
    fn kept(&self) -> Vec<String> {
        let names = fs::read_dir(self.folder.path().join("data")).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name.ends_with(".cellgraph"));
        names
    }

    /// A desk with this house's store, watching, the robot at Home.
    fn desk(mut self) -> (tempfile::TempDir, PathBuf, Desk) {
        let (file, snapshot) = self.watched();
        self.store().ensure_robot("Home", "none").unwrap();
        self.store().correct_robot("Home", "none", "Ada", "looked").unwrap();
        let (path, log) = (self.file(), VerificationLog::under(self.folder.path()));
        let desk = Desk::new(readers(&snapshot, None), self.store.take().unwrap(), log, 0).watching(file);
        (self.folder, path, desk)
    }
}

fn new(news: LayoutNews) -> NewLayout {
    match news {
        LayoutNews::New(new) => new,
        other => panic!("a new layout is wanted, not {other:?}"),
    }
}

#[test]
fn a_changed_file_is_told_once_and_on_demand() {
    let mut house = House::new();
    let (mut file, in_force) = house.watched();
    let store = Store::read_only(&house.folder.path().join("data")).unwrap();
    let mut look = |again| file.look(&in_force, &store, again).unwrap();
    assert!(matches!(look(false), LayoutNews::Same));
    house.write(&cell_bytes(4, &[RENAMED]));
    let told = new(look(false));
    assert_eq!(told.snapshot.provenance().generation, 4);
    assert!(told.changes.iter().any(|change| change.contains("'Safe_Pos_4' removed")), "{:?}", told.changes);
    assert!(told.changes.iter().any(|change| change.contains("'Clear_of_the_bench' added")), "{:?}", told.changes);
    assert!(matches!(look(false), LayoutNews::Same), "told once");
    new(look(true));
    house.write(&cell_bytes(3, &[]));
    assert!(matches!(look(false), LayoutNews::Same), "it was taken away");
    assert_eq!(file.warnings(), []);
}

/// Main looked at the time and the length alone.
#[test]
fn a_change_that_keeps_time_and_length_is_told() {
    let mut house = House::new();
    let (mut file, in_force) = house.watched();
    let (before, changed) = (fs::metadata(house.file()).unwrap(), cell_bytes(4, &[("Safe_Pos_4", "Free_Pos_4")]));
    assert_eq!(before.len(), changed.len() as u64);
    house.write(&changed);
    fs::File::open(house.file()).unwrap().set_modified(before.modified().unwrap()).unwrap();
    new(file.look(&in_force, house.store(), false).unwrap());
}

#[test]
fn an_older_or_another_of_the_same_generation_is_not_taken_up() {
    let mut house = House::new();
    let (mut file, in_force) = house.watched();
    for generation in [1, 2, 3] {
        house.write(&cell_bytes(generation, &[RENAMED]));
        match file.look(&in_force, house.store(), false).unwrap() {
            LayoutNews::Unusable(reason) => {
                assert!(reason.contains(&format!("its generation is {generation}")), "{reason}");
            }
            other => panic!("generation {generation}: {other:?}"),
        }
        let (started, generation_in_force) = house.start().without_asking(house.store()).unwrap();
        assert_eq!(generation_in_force.provenance().generation, 3);
        assert!(matches!(started.warnings(), [Warning::LayoutUnusable { .. }]), "{:?}", started.warnings());
    }
}

#[test]
fn what_is_no_snapshot_leaves_the_one_in_force() {
    let mut house = House::new();
    let (mut file, in_force) = house.watched();
    let good = cell_bytes(4, &[RENAMED]);
    let mut damaged = good.clone();
    damaged[900] ^= 1;
    for bytes in [&b"Dear Sir or Madam"[..], &good[..good.len() / 2], &damaged, b""] {
        house.write(bytes);
        let news = file.look(&in_force, house.store(), false).unwrap();
        assert!(matches!(news, LayoutNews::Unusable(_)), "{} bytes", bytes.len());
        assert!(matches!(file.warnings(), [Warning::LayoutUnusable { .. }]), "{:?}", file.warnings());
    }
    fs::remove_file(house.file()).unwrap();
    assert!(matches!(file.look(&in_force, house.store(), false).unwrap(), LayoutNews::Unusable(_)), "no file");
    assert!(matches!(file.look(&in_force, house.store(), false).unwrap(), LayoutNews::Same), "told once");
    house.write(&good);
    new(file.look(&in_force, house.store(), false).unwrap());
}

/// On main a layout that was declined was in force after a restart, without a word.
#[test]
fn what_was_declined_stays_declined_and_visible_after_a_restart() {
    let mut house = House::new();
    house.write(&cell_bytes(4, &[RENAMED]));
    let mut started = house.start();
    let told = new(std::mem::replace(&mut started.news, LayoutNews::Same));
    let (_, snapshot) = started.decline(&told, house.store(), "Ada").unwrap();
    assert_eq!(snapshot.provenance().generation, 3);
    for _ in 0..2 {
        let started = house.start();
        assert!(matches!(&started.news, LayoutNews::Declined(_, row) if row.operator.as_deref() == Some("Ada")));
        let (file, snapshot) = started.without_asking(house.store()).unwrap();
        assert_eq!(snapshot.provenance().generation, 3, "the one that somebody accepted");
        let [warning] = file.warnings() else { panic!("{:?}", file.warnings()) };
        let words = warning.to_string();
        assert!(words.contains("cell.cellgraph holds another layout") && words.contains("generation 4"), "{words}");
        assert!(words.contains("declined by Ada, 20"), "{words}");
    }
    let mut started = house.start();
    let LayoutNews::Declined(told, _) = std::mem::replace(&mut started.news, LayoutNews::Same) else { panic!() };
    let (file, snapshot) = started.take_up(&told, house.store(), "Bob").unwrap();
    assert_eq!((snapshot.provenance().generation, file.warnings()), (4, &[][..]));
    assert!(matches!(house.start().news, LayoutNews::Same));
    assert_eq!(house.kept().len(), 1, "the copy of the one before is gone: {:?}", house.kept());
    assert!(house.store().check().unwrap().is_sound());
}

#[test]
fn a_door_that_asks_nobody_takes_up_what_is_new_and_says_so() {
    let mut house = House::new();
    house.write(&cell_bytes(4, &[RENAMED]));
    let (file, snapshot) = house.start().without_asking(house.store()).unwrap();
    assert_eq!(snapshot.provenance().generation, 4);
    let [warning @ Warning::LayoutNew { .. }] = file.warnings() else { panic!("{:?}", file.warnings()) };
    assert!(warning.to_string().contains("'Safe_Pos_4' removed"), "{warning}");
    let row = house.store().layout_in_force().unwrap().unwrap();
    assert_eq!((row.generation, row.operator), (4, None));
    let (file, _) = house.start().without_asking(house.store()).unwrap();
    assert_eq!(file.warnings(), [], "it is said when it is taken up");
}

#[test]
fn where_nobody_has_decided_the_one_in_force_stays_and_each_review_says_so() {
    let mut house = House::new();
    house.write(&cell_bytes(4, &[RENAMED]));
    let (file, snapshot) = house.start().leave().unwrap();
    assert_eq!(snapshot.provenance().generation, 3);
    assert!(file.warnings()[0].to_string().ends_with("nobody has decided about it"), "{:?}", file.warnings());
    new(house.start().news);
}

/// Neither a lost copy nor one that is not the layout on record lets another one in by itself.
#[test]
fn without_its_copy_the_layout_in_force_is_not_replaced_by_one_that_was_declined() {
    let mut house = House::new();
    let kept = house.folder.path().join("data").join(&house.kept()[0]);
    house.write(&cell_bytes(4, &[RENAMED]));
    let mut started = house.start();
    let told = new(std::mem::replace(&mut started.news, LayoutNews::Same));
    started.decline(&told, house.store(), "Ada").unwrap();
    for copy in [Some(cell_bytes(9, &[("Pos_5", "Pos_6")])), Some(b"x".to_vec()), None] {
        match copy {
            Some(bytes) => fs::write(&kept, bytes).unwrap(),
            None => fs::remove_file(&kept).unwrap(),
        }
        let refused = house.start().without_asking(house.store()).unwrap_err();
        assert!(matches!(refused, LayoutError::NotAtHand { generation: 3, .. }), "{refused}");
    }
    house.write(&cell_bytes(3, &[]));
    house.start().leave().unwrap();
    assert_eq!(house.kept().len(), 1, "kept again");
    fs::remove_file(&kept).unwrap();
    house.write(&cell_bytes(5, &[("Pos_5", "Pos_6")]));
    let (file, _) = house.start().without_asking(house.store()).unwrap();
    assert!(file.warnings()[0].to_string().contains("is not at hand any more"), "{:?}", file.warnings());
}

#[test]
fn the_review_names_what_the_file_holds_and_the_run_is_refused_once_it_was_changed() {
    type Change = fn(&PathBuf);
    let changes: [(&str, Change); 4] = [
        ("another layout", |path| fs::write(path, cell_bytes(4, &[RENAMED])).unwrap()),
        ("one byte more", |path| fs::write(path, [cell_bytes(3, &[]), vec![0]].concat()).unwrap()),
        ("nothing", |path| fs::remove_file(path).unwrap()),
        ("a folder", |path| fs::remove_file(path).and_then(|()| fs::create_dir(path)).unwrap()),
    ];
    for (what, change) in changes {
        let (folder, path, desk) = House::new().desk();
        let mut bench = Bench { folder, desk };
        let proposed = bench.propose("go to position 4");
        assert_eq!(proposed.proposal.shown().warnings, []);
        change(&path);
        let (driver, data) = (Box::new(bench.simulator()), bench.data());
        let approved = proposed.proposal.approve_for_simulation();
        let refused = bench.desk.run(approved, driver, &Control::new(), &mut |_| {}, &data).unwrap_err();
        assert!(matches!(refused, RunError::LayoutChanged(_)), "{what}: {refused}");
        assert_eq!(bench.runs(), 0, "{what}");
    }
}

#[test]
fn beside_a_declined_layout_runs_go_on_and_each_review_says_so() {
    let (folder, path, desk) = House::new().desk();
    let mut bench = Bench { folder, desk };
    fs::write(&path, cell_bytes(4, &[RENAMED])).unwrap();
    let told = new(bench.desk.look_at_layout(false).unwrap());
    bench.desk.decline_layout(&told, "Ada").unwrap();
    for sentence in ["go to position 4", "go home"] {
        let proposed = bench.propose(sentence);
        let [warning, ..] = &proposed.proposal.shown().warnings[..] else { panic!("no warning") };
        assert!(warning.to_string().contains("declined by Ada"), "{warning}");
        assert!(bench.simulate(proposed).end.is_completed());
        assert!(matches!(bench.desk.look_at_layout(false).unwrap(), LayoutNews::Same));
    }
    let LayoutNews::Declined(told, _) = bench.desk.look_at_layout(true).unwrap() else { panic!() };
    let new = readers(&told.snapshot, None);
    bench.desk.take_up_layout(&told, new, "Bob").unwrap();
    let proposed = bench.propose("go to Clear_of_the_bench");
    assert_eq!(proposed.proposal.shown().generation, 4);
    assert!(bench.simulate(proposed).end.is_completed());
    let decisions = bench.desk.store().layouts(9).unwrap();
    let decisions: Vec<_> = decisions.iter().map(|row| (row.decision, row.operator.as_deref())).collect();
    assert_eq!(
        decisions,
        [
            (LayoutDecision::InForce, Some("Bob")),
            (LayoutDecision::Declined, Some("Ada")),
            (LayoutDecision::InForce, None)
        ]
    );
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
