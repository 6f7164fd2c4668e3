//! `bundle …` at the cell's PC, and what a cell with an enrolled key takes.

use crate::{
    harness::{Folder, Run, Transcript, check},
    terminal::Terminal,
};

impl Folder {
    /// The first digits of a bundle's or a list's BLAKE3.
    pub(crate) fn digits(&self, name: &str) -> String {
        blake3::hash(&self.read(name)).to_hex()[..16].to_owned()
    }

    fn fingerprint(&self, name: &str) -> String {
        let text = String::from_utf8(self.read(name)).unwrap();
        cellgraph::bundle::Key::read(&text).unwrap().fingerprint().to_string()
    }

    pub(crate) fn enrol(&self, name: &str, more: &str) -> Run {
        let (key, fingerprint) = (format!("{name}.pub"), self.fingerprint(&format!("{name}.pub")));
        let line = ["bundle", "enrol", &key, "--owner", name, "--operator", "ann", "--fingerprint", &fingerprint];
        self.run_with(&[&line[..], &more.split_whitespace().collect::<Vec<_>>()].concat(), "")
    }

    pub(crate) fn install(&self, name: &str) -> Run {
        self.run(&format!("bundle install {name} --operator ann --approve {}", self.digits(name)))
    }

    /// A bundle of generation 2, whose layout has no move from Home to Safe_Pos_1.
    pub(crate) fn second(&self) {
        let export = String::from_utf8(self.read("demo.jsonl")).unwrap();
        let less: Vec<&str> = export.lines().filter(|line| !line.contains("\"relationship\",\"id\":\"4\"")).collect();
        assert_eq!(less.len() + 1, export.lines().count());
        self.write("less.jsonl", less.join("\n"));
        std::fs::copy(self.path("demo.cell"), self.path("first.cell")).unwrap();
        assert_eq!(self.run("snapshot build --from less.jsonl -o demo.cell").status, 0);
        assert_eq!(self.bundle("2.bundle", "--generation 2").status, 0);
    }
}

#[test]
fn from_the_first_key_to_a_roll_back() {
    let folder = Folder::with_keys();
    assert_eq!(folder.bundle("1.bundle", "--generation 1").status, 0);
    let mut transcript = Transcript::default();
    let mut add = |what: &str, status: i32, run: Run| {
        assert_eq!(run.status, status, "{what}: {run}");
        transcript.add(what, &run);
    };
    add("list, before", 2, folder.run("bundle list"));
    add("install, before", 2, folder.run("bundle install 1.bundle --operator ann"));
    add("enrol, without a terminal", 2, folder.run("bundle enrol eve.pub --owner eve --cell weld-3 --operator ann"));
    let wrong = "bundle enrol eve.pub --owner eve --cell weld-3 --operator ann --fingerprint 0123";
    add("enrol, wrong", 2, folder.run(wrong));
    add("enrol, no cell", 2, folder.enrol("eve", ""));
    add("enrol", 0, folder.enrol("eve", "--cell weld-3"));
    add("enrol, again", 2, folder.enrol("eve", ""));
    let go = "do position_1 --driver simulator --yes --operator ann";
    add("do, a snapshot", 2, folder.run(&format!("{go} --snapshot demo.cell")));
    add("do, nothing installed", 2, folder.run(go));
    add("install, without a terminal", 2, folder.run("bundle install 1.bundle --operator ann"));
    add("install, other digits", 2, folder.run("bundle install 1.bundle --operator ann --approve 0123456789abcdef"));
    add("install", 0, folder.install("1.bundle"));
    add("state", 0, folder.run("state correct --position Home --tool none --reason looked --operator ann"));
    add(
        "do",
        0,
        folder.run_with(&["do", "go to position 1", "--driver", "simulator", "--yes", "--operator", "ann"], ""),
    );
    folder.second();
    add("install the second", 0, folder.install("2.bundle"));
    add("install the first", 1, folder.install("1.bundle"));
    add("list", 0, folder.run("bundle list"));
    let back = format!("bundle rollback --reason not_ready --operator ann --approve {}", folder.digits("1.bundle"));
    add("rollback", 0, folder.run(&back));
    add("rollback, no further", 2, folder.run("bundle rollback --reason not_ready --operator ann"));
    add("rollback, not kept", 2, folder.run("bundle rollback --to 7 --reason not_ready --operator ann"));
    add("install the first, still", 1, folder.install("1.bundle"));
    add("install the second again", 0, folder.install("2.bundle"));
    add("list as JSON", 0, folder.run("bundle list --json"));
    check!("bundle_cell", transcript);
    let acts = acts(&folder);
    assert_eq!(
        acts,
        [
            ("enrolled", None),
            ("installed", Some(1)),
            ("installed", Some(2)),
            ("rolled_back", Some(1)),
            ("installed", Some(2))
        ]
        .map(|(act, generation)| (act.to_owned(), generation))
    );
    assert_eq!(folder.run("history check").status, 0);
}

/// What the history has of bundles and keys.
fn acts(folder: &Folder) -> Vec<(String, Option<u64>)> {
    let exported = folder.run("history export").out;
    let lines = exported.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let acts = lines.filter(|line| line["type"] == "bundle");
    acts.map(|line| (line["act"].as_str().unwrap().to_owned(), line["generation"].as_u64())).collect()
}

#[test]
fn new_keys_and_a_revoked_one() {
    let folder = Folder::with_keys();
    folder.keygen("ada");
    assert_eq!(folder.bundle("1.bundle", "").status, 0);
    assert_eq!(folder.enrol("eve", "--cell weld-3").status, 0);
    assert_eq!(folder.install("1.bundle").status, 0);
    let keys = |more: &str| {
        let line =
            format!("bundle keys --cell weld-3 --reason rotation --password-file password --operator Eve {more}");
        assert_eq!(folder.run(&line).status, 0);
    };
    keys("--generation 1 --trust ada.pub --key eve.key -o new.json");
    keys("--generation 2 --revoke eve.pub --key ada.key -o old.json");
    let mut transcript = Transcript::default();
    let mut add = |what: &str, status: i32, run: Run| {
        assert_eq!(run.status, status, "{what}: {run}");
        transcript.add(what, &run);
    };
    let rekey =
        |name: &str| folder.run(&format!("bundle rekey {name} --operator ann --approve {}", folder.digits(name)));
    add("the second list first", 1, rekey("old.json"));
    add("rekey", 0, rekey("new.json"));
    add("rekey, again", 1, rekey("new.json"));
    add("rekey, without a terminal", 2, folder.run("bundle rekey old.json --operator ann"));
    add("rekey, revoking", 0, rekey("old.json"));
    let correct = "state correct --position Home --tool none --reason looked --operator ann";
    add("the bundle in force is of the revoked key", 2, folder.run(correct));
    add("list", 0, folder.run("bundle list"));
    add("enrol the revoked key", 2, folder.enrol("eve", ""));
    add("install, of the revoked key", 1, folder.install("1.bundle"));
    let signed = "bundle create --snapshot demo.cell --cell weld-3 --reason again --key ada.key --password-file password --operator Ada --generation 2 -o 2.bundle";
    assert_eq!(folder.run(signed).status, 0);
    add("install, of the new key", 0, folder.install("2.bundle"));
    add("state", 0, folder.run(correct));
    check!("bundle_rekey", transcript);
    assert_eq!(acts(&folder).len(), 5);
}

/// What was damaged after it was installed is not used, and what the history knows of is not forgotten.
#[test]
fn damage_is_noticed() {
    let folder = Folder::with_keys();
    assert_eq!(folder.bundle("1.bundle", "").status, 0);
    assert_eq!(folder.enrol("eve", "--cell weld-3").status, 0);
    assert_eq!(folder.install("1.bundle").status, 0);
    let correct = "state correct --position Home --tool none --reason looked --operator ann";
    assert_eq!(folder.run(correct).status, 0);
    let mut transcript = Transcript::default();
    for name in [
        "generations/1/cell.cellgraph",
        "generations/1/bundle.minisig",
        "generations/1/manifest.json",
        "current.json",
        "keys.json",
    ] {
        let name = format!("cellgraph-data/bundles/{name}");
        let whole = folder.read(&name);
        for (what, bytes) in [("changed", Some([&whole[..], b"x"].concat())), ("gone", None)] {
            match bytes {
                Some(bytes) => folder.write(&name, bytes),
                None => std::fs::remove_file(folder.path(&name)).unwrap(),
            }
            let run = folder.run(correct);
            assert_eq!(run.status, 2, "{name} {what}: {run}");
            transcript.add(&format!("{name} {what}"), &run);
            folder.write(&name, &whole);
        }
        assert_eq!(folder.run(correct).status, 0, "{name} put back");
    }
    check!("bundle_damage", transcript);
}

/// What was typed before the fingerprint was shown compares nothing.
#[test]
fn a_person_at_a_terminal_says_yes() {
    let folder = Folder::with_keys();
    let enrol =
        folder.command(&["bundle", "enrol", "eve.pub", "--owner", "Eve", "--cell", "weld-3", "--operator", "ann"]);
    let is_enrolled = || folder.path("cellgraph-data/bundles/keys.json").exists();
    for (early, answer, status) in [("", "no\n", 1), ("", "yes please\n", 1), ("yes\n", "no\n", 1), ("", "yes\n", 0)] {
        let mut terminal = Terminal::open();
        terminal.types(early);
        terminal.start(&enrol, None);
        terminal.sees(&folder.fingerprint("eve.pub"));
        if !early.is_empty() {
            terminal.sees("What was typed before the fingerprint was shown is not taken as an answer.");
        }
        terminal.sees("yes trusts the key");
        terminal.types(answer);
        assert_eq!(terminal.ends(), Some(status), "{answer:?}: {}", terminal.seen);
        assert_eq!(is_enrolled(), status == 0, "{answer:?}");
    }
    assert_eq!(folder.bundle("1.bundle", "").status, 0);
    for (answer, status) in [("no\n", 1), ("yes\n", 0)] {
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&["bundle", "install", "1.bundle", "--operator", "ann"]), None);
        terminal.sees("plans of the past that it would refuse: 0 of 0");
        terminal.sees("yes installs it");
        terminal.types(answer);
        assert_eq!(terminal.ends(), Some(status), "{answer:?}: {}", terminal.seen);
        assert_eq!(folder.path("cellgraph-data/bundles/current.json").exists(), status == 0, "{answer:?}");
    }
}

/// Somebody puts another layout into the folder of the bundle while a console is open.
#[test]
fn a_layout_that_nobody_signed_is_not_taken_up() {
    let folder = Folder::with_keys();
    assert_eq!(folder.bundle("1.bundle", "--generation 1").status, 0);
    assert_eq!(folder.enrol("eve", "--cell weld-3").status, 0);
    assert_eq!(folder.install("1.bundle").status, 0);
    assert_eq!(folder.run("state correct --position Home --tool none --reason looked --operator ann").status, 0);
    folder.second();
    let mut terminal = Terminal::open();
    terminal.start(&folder.command(&["run", "--driver", "simulator", "--operator", "ann"]), None);
    terminal.sees("> ");
    std::fs::copy(folder.path("demo.cell"), folder.path("cellgraph-data/bundles/generations/1/cell.cellgraph"))
        .unwrap();
    terminal.types("layout\r");
    terminal.sees("take it up? [yes / no]");
    terminal.types("yes\r");
    terminal.sees("the layout is not that of the bundle in force, which is generation 1");
    terminal.sees("The layout in force stays.");
    terminal.sees("> ");
    terminal.types("quit\r");
    assert_eq!(terminal.ends(), Some(0), "{}", terminal.seen);
}

#[test]
fn a_password_is_typed_twice() {
    let folder = Folder::new();
    for (again, status) in [("close sesame\n", 2), ("open sesame\n", 0)] {
        let mut terminal = Terminal::open();
        terminal.start(&folder.command(&["bundle", "keygen", "zoe"]), None);
        terminal.sees("Password for the new key: ");
        terminal.types("open sesame\n");
        terminal.sees("The same again: ");
        terminal.types(again);
        assert_eq!(terminal.ends(), Some(status), "{}", terminal.seen);
        assert_eq!(folder.path("zoe.key").exists(), status == 0);
    }
}

/// A number that was mistyped shut out every later bundle, and nothing said so before the yes.
#[test]
fn a_generation_far_above_the_last_one_is_warned_of() {
    let folder = Folder::with_keys();
    assert_eq!(folder.enrol("eve", "--cell weld-3").status, 0);
    for (generation, warning) in [
        (1, None),
        (1_001, None),
        (2_002, Some("warning: generation 2002 is 1001 above the last one, which is 1001")),
        (20_020, Some("warning: generation 20020 is 18018 above the last one, which is 2002")),
    ] {
        assert_eq!(folder.bundle("a.bundle", &format!("--generation {generation}")).status, 0);
        let run = folder.install("a.bundle");
        assert_eq!(run.status, 0, "{run}");
        match warning {
            None => assert!(!run.out.contains("warning"), "{run}"),
            Some(warning) => assert!(run.out.contains(warning), "{run}"),
        }
    }
}
