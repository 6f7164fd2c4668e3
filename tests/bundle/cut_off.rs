//! Acts that were cut off: a list of keys, a roll-back, an installation and an enrolment, each killed between the record and the rename
//! or failing at a full disk. What the history has is heeded, nothing is run by what is half done, and every command says the same.

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    process::{Command, Output},
};

use cellgraph::{
    bundle::{KeyList, Member},
    store::{BundleActKind, Store},
    workflow::{BundleFolder, layout_in_force},
};

use crate::{
    cell::Cell,
    desk::{CELL, Signer, bundle_of, demo},
    tracer::{MISSING, strace},
};

const RENAMES: &str = "?rename,?renameat,renameat2";
/// Far more than any act here makes of any call.
const CALLS_MAX: usize = 100;

impl Cell {
    /// The command under strace, with this done to the `nth` of these calls.
    fn harmed(&self, command: &Command, calls: &str, harm: &str, nth: usize) -> Output {
        let (trace, inject) = (format!("trace={calls}"), format!("inject={calls}:{harm}:when={nth}"));
        strace(&["-o", "/dev/null", "-e", &trace, "-e", &inject])
            .arg(command.get_program())
            .args(command.get_args())
            .current_dir(self.data().parent().unwrap())
            .output()
            .expect(MISSING)
    }

    /// The command, killed at its `nth` rename; whether it was.
    fn killed(&self, command: &Command, nth: usize) -> bool {
        assert!(nth < CALLS_MAX, "the command never comes through");
        let output = self.harmed(command, RENAMES, "signal=SIGKILL", nth);
        let is_killed = output.status.signal() == Some(9);
        assert!(is_killed || output.status.success(), "{nth}: {}", said(&output));
        is_killed
    }

    /// A command that takes no operator.
    fn looks(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
        command.args(arguments).current_dir(self.data().parent().unwrap()).output().unwrap()
    }

    fn asks(&self) -> Output {
        self.run(&["do", "where is the robot?", "--driver", "simulator"])
    }

    fn enrolling(&self, signer: &Signer, more: &[&str]) -> Command {
        let name = format!("{}.pub", signer.owner);
        fs::write(self.path(&name), signer.public_text()).unwrap();
        let fingerprint = signer.named().key.fingerprint().to_string();
        let line = ["bundle", "enrol", &name, "--owner", signer.owner, "--fingerprint", &fingerprint];
        self.command(&[&line[..], more].concat())
    }

    /// What takes a list that this person signed.
    fn rekeying(&self, generation: u64, by: &Signer, trusted: &[&Signer], revoked: &[&Signer]) -> Command {
        let named = |signers: &[&Signer]| signers.iter().map(|signer| signer.named()).collect();
        let list = KeyList::new(CELL, generation, (by.owner, "why"), named(trusted), named(revoked)).unwrap();
        let (bytes, name) = (list.to_bytes(), format!("{generation}-{}.keys", by.owner));
        fs::write(self.path(&name), &bytes).unwrap();
        fs::write(self.path(&format!("{name}.minisig")), by.sign(&bytes)).unwrap();
        self.command(&["bundle", "rekey", &name, "--approve", &blake3::hash(&bytes).to_hex()[..16]])
    }

    fn rolling_back(&self, generation: u64, more: &[&str]) -> Command {
        let digits = blake3::hash(&self.bundle(generation)).to_hex()[..16].to_owned();
        self.command(&[&["bundle", "rollback", "--reason", "why", "--approve", &digits], more].concat())
    }

    fn generations(&self) -> Vec<u64> {
        BundleFolder::of(&self.data()).folders().unwrap()
    }

    fn acts(&self) -> Vec<(BundleActKind, Option<u64>)> {
        let acts = Store::read_only(&self.data()).unwrap().bundle_acts().unwrap();
        acts.into_iter().map(|row| (row.what.act, row.what.generation)).collect()
    }
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

#[track_caller]
fn ends(output: &Output, status: i32, words: &str) {
    let said = said(output);
    assert!(
        output.status.code() == Some(status) && said.contains(words),
        "{status}, {words}: {:?} {said}",
        output.status
    );
}

/// A list that revoked Eve was killed before its rename. The history had the list as taken, and Eve's bundles and older lists were
/// taken all the same.
#[test]
fn a_list_that_was_cut_off_is_taken_again_before_anything_else() {
    let (cell, ada, mallory) = (Cell::with(&[1]), Signer::new("Ada"), Signer::new("Mallory"));
    assert!(cell.enrolling(&ada, &[]).output().unwrap().status.success());
    let list = cell.rekeying(5, &ada, &[], &[&cell.eve]);
    assert!(cell.killed(&list, 1));
    let acts = cell.acts();
    assert_eq!(acts.last(), Some(&(BundleActKind::Rekeyed, Some(5))), "killed behind the record");
    let begun = "list 5 was begun and not finished: take it again with `cellgraph bundle rekey`";
    for output in [
        cell.asks(),
        cell.install(2).output().unwrap(),
        cell.rekeying(4, &cell.eve, &[&mallory], &[]).output().unwrap(),
        cell.rekeying(5, &cell.eve, &[&mallory], &[]).output().unwrap(),
        cell.rekeying(6, &ada, &[&mallory], &[]).output().unwrap(),
        cell.enrolling(&mallory, &[]).output().unwrap(),
        cell.rolling_back(1, &["--to", "1"]).output().unwrap(),
        cell.looks(&["bundle", "list"]),
    ] {
        ends(&output, 2, begun);
    }
    let doctor = cell.looks(&["doctor", "--model", "none", "--json"]);
    ends(&doctor, 1, begun);
    assert_eq!(cell.acts(), acts, "nothing else came on record");
    assert!(list_again(&cell, &ada).status.success());
    ends(&cell.looks(&["bundle", "list"]), 0, "list of keys: generation 5");
    ends(&cell.install(2).output().unwrap(), 1, "refused (revoked-key)");
    ends(&cell.rekeying(4, &ada, &[&mallory], &[]).output().unwrap(), 1, "a list of generation 5 was taken already");
}

fn list_again(cell: &Cell, ada: &Signer) -> Output {
    cell.rekeying(5, ada, &[], &[&cell.eve]).output().unwrap()
}

/// A roll-back was killed before `current.json`. The next `do` took the newer layout up again by its generation, and ran.
#[test]
fn a_roll_back_that_was_cut_off_takes_no_layout_up() {
    let mut cut_off = 0;
    for nth in 1.. {
        let cell = Cell::with(&[1, 2]);
        if !cell.killed(&cell.rolling_back(1, &[]), nth) {
            break;
        }
        let layout = || layout_in_force(&Store::read_only(&cell.data()).unwrap()).unwrap().unwrap().content_hash_hex();
        let (before, acts) = (layout(), cell.acts());
        let layout_before = before.clone();
        let asked = cell.asks();
        assert_eq!(layout(), layout_before, "kill {nth}: a layout was taken up: {}", said(&asked));
        assert_eq!(cell.acts(), acts);
        if asked.status.success() {
            continue;
        }
        cut_off += 1;
        let words = "the layout is not that of the bundle in force, which is generation 2";
        ends(&asked, 2, words);
        ends(&cell.looks(&["robot", "test", "nowhere"]), 2, words);
        let doctor = said(&cell.looks(&["doctor", "--model", "none", "--json"]));
        assert!(
            doctor.contains(r#""part":"layout","verdict":"mend""#) && doctor.contains(r#""fit":false"#),
            "{doctor}"
        );
        ends(&cell.looks(&["bundle", "list"]), 0, "cut off: the layout is not that of the bundle in force");
        // As the hint says, or the roll-back once more.
        let to = if cut_off == 1 { 2 } else { 1 };
        assert!(cell.rolling_back(to, &["--to", &to.to_string()]).output().unwrap().status.success());
        assert!(cell.asks().status.success());
    }
    assert!(cut_off > 0, "no kill fell between the record and the rename");
}

/// A roll-back to a generation whose installation was cut off wrote a `current.json` that no command could read.
#[test]
fn a_roll_back_to_a_cut_off_installation_leaves_a_folder_that_can_be_read() {
    let mut finished = 0;
    for nth in 1.. {
        let cell = Cell::with(&[1, 2]);
        if !cell.killed(&cell.install(3), nth) {
            break;
        }
        let was_installed = cell.acts().contains(&(BundleActKind::Installed, Some(3)));
        let back = cell.rolling_back(3, &["--to", "3"]).output().unwrap();
        assert_eq!(back.status.success(), was_installed, "kill {nth}: {}", said(&back));
        finished += usize::from(was_installed);
        let list = cell.looks(&["bundle", "list"]);
        ends(
            &list,
            0,
            if was_installed { "highest generation that was ever installed: 3" } else { "ever installed: 2" },
        );
        assert!(cell.asks().status.success(), "kill {nth}");
        assert!(cell.install(3).output().unwrap().status.success(), "kill {nth}");
    }
    assert!(finished > 0, "no kill fell between the record and the rename");
}

/// The disk was full at the history's write: the generation's folder was whole, and counted as an earlier bundle.
#[test]
fn what_an_installation_left_behind_is_no_generation() {
    let cell = Cell::with(&[1, 2]);
    let install = cell.install(3);
    let is_laid = || cell.path("cellgraph-data/bundles/generations/3/manifest.json").exists();
    for nth in 1.. {
        assert!(nth < CALLS_MAX, "the generation is never whole");
        let output = cell.harmed(&install, "fsync", "error=ENOSPC", nth);
        assert!(!output.status.success(), "{nth}: {}", said(&output));
        // What failed before is to be left as it was by what fails next.
        if is_laid() {
            break;
        }
    }
    assert_eq!(cell.acts().last(), Some(&(BundleActKind::Installed, Some(2))), "not on record");
    let left = "left by an installation that was cut off";
    ends(&cell.looks(&["bundle", "list"]), 0, &format!("generation 3: {left}"));
    ends(&cell.rolling_back(3, &["--to", "3"]).output().unwrap(), 2, left);
    assert!(cell.asks().status.success());
    assert!(cell.install(4).output().unwrap().status.success());
    assert_eq!(cell.generations(), [1, 2, 4], "what was left is gone, and took nobody's place");
    ends(&cell.rolling_back(2, &[]).output().unwrap(), 0, "rolled back: generation 2 is in force");
}

/// It was refused after the record: the history said "installed", and the true generation 2 was refused from then on.
#[test]
fn a_snapshot_of_another_cell_is_refused_before_anything_is_written() {
    let cell = Cell::with(&[1]);
    let export =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl")).unwrap();
    let draft = cellgraph::import::from_apoc(export.replace("Pos_", "Spot_").as_bytes(), &mut |_| {}).unwrap().draft;
    let provenance = cellgraph::snapshot::Provenance { generation: 2, ..Default::default() };
    let snapshot = cellgraph::snapshot::build(&draft, &provenance).bytes;
    let bytes = bundle_of(CELL, 2, &[(Member::Snapshot, &snapshot)]);
    fs::write(cell.path("other.bundle"), &bytes).unwrap();
    fs::write(cell.path("other.bundle.minisig"), cell.eve.sign(&bytes)).unwrap();
    let digits = &blake3::hash(&bytes).to_hex()[..16];
    let acts = cell.acts();
    for more in [&["--approve", digits][..], &[]] {
        let install = cell.run(&[&["bundle", "install", "other.bundle"], more].concat());
        ends(&install, 2, "the bundle's snapshot is of another cell: it has 5 of this cell's 14 positions");
    }
    assert_eq!((cell.acts(), cell.generations()), (acts, vec![1]));
    assert!(cell.install(2).output().unwrap().status.success());
}

/// The first enrolment was killed before its rename. "Put the file back from a copy" helped nobody.
#[test]
fn an_enrolment_that_was_cut_off_is_done_again() {
    let (cell, ada) = (Cell::with(&[1]), Signer::new("Ada"));
    let second = cell.enrolling(&ada, &[]);
    assert!(cell.killed(&second, 1));
    let list = cell.looks(&["bundle", "list"]);
    ends(&list, 0, "the enrolment of the key of Ada was cut off");
    assert!(cell.enrolling(&ada, &[]).output().unwrap().status.success());
    assert!(!said(&cell.looks(&["bundle", "list"])).contains("cut off"));
    fs::remove_dir_all(cell.data()).unwrap();
    let first = cell.enrolling(&ada, &["--cell", CELL]);
    // A disk that is full leaves nothing on record.
    let full = cell.harmed(&first, "fsync", "error=ENOSPC", 1);
    assert!(!full.status.success());
    assert_eq!(cell.acts_or_none(), 0, "{}", said(&full));
    fs::remove_dir_all(cell.data()).unwrap_or_default();
    let mut nth = 1;
    while cell.killed(&first, nth) && cell.acts_or_none() == 0 {
        nth += 1;
    }
    ends(&cell.looks(&["bundle", "list"]), 2, "enrol the key again with `cellgraph bundle enrol`");
    assert!(cell.enrolling(&ada, &["--cell", CELL]).output().unwrap().status.success());
    ends(&cell.looks(&["bundle", "list"]), 0, "of Ada");
}

impl Cell {
    /// None where no history was begun. One that cannot be read is not taken for that.
    fn acts_or_none(&self) -> usize {
        if !self.data().join("history.db").exists() {
            return 0;
        }
        Store::read_only(&self.data()).and_then(|history| history.bundle_acts()).unwrap().len()
    }
}

/// The list of bundles said another thing about a damaged generation than each start did, and nobody looked whose folder a generation is in.
#[test]
fn the_list_says_of_damage_what_each_start_says() {
    let cell = Cell::with(&[1, 2]);
    let folder = |generation: u64| cell.path(&format!("cellgraph-data/bundles/generations/{generation}"));
    let snapshot = folder(2).join(Member::Snapshot.name());
    let whole = fs::read(&snapshot).unwrap();
    fs::write(&snapshot, demo(2).into_iter().rev().collect::<Vec<u8>>()).unwrap();
    let words = "generation 2 is not whole any more: it is not the bundle that was installed";
    ends(&cell.asks(), 2, words);
    ends(&cell.looks(&["bundle", "list"]), 0, words);
    fs::write(&snapshot, whole).unwrap();
    assert!(cell.asks().status.success());
    fs::remove_dir_all(folder(2)).unwrap();
    for name in [Member::Snapshot.name(), Member::Declared.name(), "manifest.json", "bundle.minisig"] {
        fs::create_dir_all(folder(2)).unwrap();
        fs::copy(folder(1).join(name), folder(2).join(name)).unwrap();
    }
    let words = "generation 2 is not whole any more: its folder holds generation 1";
    ends(&cell.asks(), 2, words);
    ends(&cell.looks(&["bundle", "list"]), 0, words);
    ends(&cell.rolling_back(1, &["--to", "2"]).output().unwrap(), 2, words);
    fs::remove_dir_all(folder(2)).unwrap();
    let words = "generation 2 is not kept here; there are 1";
    ends(&cell.asks(), 2, words);
    ends(&cell.looks(&["bundle", "list"]), 0, words);
}
