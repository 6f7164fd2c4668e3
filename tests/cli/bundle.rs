//! `bundle …` on the engineer's desk.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::harness::{Folder, Run, Transcript, check};

impl Folder {
    /// With a snapshot, and Eve's keys.
    pub(crate) fn with_keys() -> Self {
        let folder = Self::with_snapshot();
        folder.write("password", "open sesame\n");
        folder.keygen("eve");
        folder
    }

    pub(crate) fn keygen(&self, name: &str) {
        let run = self.run(&format!("bundle keygen {name} --password-file password"));
        assert_eq!(run.status, 0, "{run}");
    }

    /// A bundle of the demo cell, with these options too.
    pub(crate) fn bundle(&self, name: &str, more: &str) -> Run {
        self.run(&format!(
            "bundle create --snapshot demo.cell --cell weld-3 --reason new_fixture --key eve.key --password-file password \
             --operator Eve -o {name} {more}"
        ))
    }
}

/// The names that begin so.
fn named(folder: &Folder, begin: &str) -> Vec<String> {
    folder.names().into_iter().filter(|name| name.starts_with(begin)).collect()
}

#[test]
fn a_pair_of_keys() {
    let folder = Folder::with_keys();
    let mode = fs::metadata(folder.path("eve.key")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "the secret key is its owner's");
    let (secret, public) = (folder.read("eve.key"), folder.read("eve.pub"));
    assert!(secret.starts_with(b"untrusted comment: secret key, with a password\n"));
    assert!(public.starts_with(b"untrusted comment: minisign public key: "));
    folder.write("empty", "\n");
    let mut transcript = Transcript::default();
    for line in [
        "ada --password-file password",
        "bob --password-file password --json",
        "eve --password-file password",
        "zoe",
        "zoe --password-file empty",
        "nowhere/zoe --password-file password",
    ] {
        transcript.add(line, &folder.run(&format!("bundle keygen {line}")));
    }
    check!("bundle_keygen", transcript);
    assert!(folder.read("eve.key") == secret && folder.read("eve.pub") == public, "neither was replaced");
    assert_eq!(named(&folder, "zoe"), [""; 0]);
}

#[test]
fn a_bundle_is_made_shown_and_checked() {
    let folder = Folder::with_keys();
    folder.write("declared.yaml", "ticking: [values.clock]\n");
    folder.write("thresholds.json", include_str!("../../src/language/chooser.json"));
    let mut transcript = Transcript::default();
    folder.write("phrases.json", r#"{"nicknames": [{"words": "old lady", "name": "Welder"}]}"#);
    let members = "--declared declared.yaml --thresholds thresholds.json --phrases phrases.json";
    transcript.add("create", &folder.bundle("a.bundle", members));
    transcript.add("create, again", &folder.bundle("a.bundle", ""));
    transcript.add("create --generation 7 --json", &folder.bundle("b.bundle", "--generation 7 --json"));
    for line in [
        "inspect a.bundle",
        "inspect a.bundle --json",
        "verify a.bundle --cell weld-3 --key eve.pub",
        "verify b.bundle --cell weld-3 --key eve.pub --json",
    ] {
        let run = folder.run(&format!("bundle {line}"));
        assert_eq!(run.status, 0, "{line}: {run}");
        transcript.add(line, &run);
    }
    check!("bundle", transcript);
    assert_eq!(named(&folder, "a.b"), ["a.bundle", "a.bundle.minisig"]);
}

#[test]
fn a_bundle_that_no_cell_would_take_is_not_made() {
    let folder = Folder::with_keys();
    folder.write("declared.yaml", "checks:\n  no_such_check: { output: weld_ok, is: true }\n");
    folder.write("templates.yaml", "nonsense: [");
    folder.write(
        "thresholds.json",
        include_str!("../../src/language/chooser.json").replace("\"sure\": 0.", "\"sure\": 0.0"),
    );
    folder.write("phrases.json", r#"{"nicknames": [{"words": "old lady", "name": "Drill"}]}"#);
    folder.write("wrong", "close sesame\n");
    folder.write("other", "not a bundle");
    assert_eq!(folder.bundle("old.bundle", "--generation 5").status, 0);
    let (bundle, signature) = (folder.read("old.bundle"), folder.read("old.bundle.minisig"));
    let mut transcript = Transcript::default();
    for more in [
        "--declared declared.yaml",
        "--templates templates.yaml",
        "--thresholds thresholds.json",
        "--phrases phrases.json",
        "--generation 5",
        "--generation 0",
    ] {
        transcript.add(more, &folder.bundle("old.bundle", more));
    }
    transcript.add("over another file", &folder.bundle("other", ""));
    let create = "bundle create --operator Eve -o new.bundle --snapshot";
    for line in [
        "demo.cell --cell weld/3 --reason r --key eve.key --password-file password",
        "demo.cell --cell weld-3 --reason r --key eve.key --password-file wrong",
        "demo.cell --cell weld-3 --reason r --key eve.key",
        "demo.cell --cell weld-3 --reason r --key eve.pub --password-file password",
        "demo.jsonl --cell weld-3 --reason r --key eve.key --password-file password",
    ] {
        transcript.add(line, &folder.run(&format!("{create} {line}")));
    }
    check!("bundle_not_made", transcript);
    assert!(folder.read("old.bundle") == bundle && folder.read("old.bundle.minisig") == signature);
    assert_eq!(named(&folder, "new"), [""; 0]);
    assert_eq!(folder.read("other"), b"not a bundle");
}

#[test]
fn a_refused_bundle_says_why_and_what_to_do() {
    let folder = Folder::with_keys();
    folder.keygen("mallory");
    assert_eq!(folder.bundle("a.bundle", "").status, 0);
    let bytes = folder.read("a.bundle");
    let mut altered = bytes.clone();
    altered[2_000] ^= 1;
    folder.write("altered.bundle", altered);
    fs::copy(folder.path("a.bundle.minisig"), folder.path("altered.bundle.minisig")).unwrap();
    folder.write("unsigned.bundle", &bytes);
    folder.write("nonsense.bundle", &bytes);
    folder.write("nonsense.bundle.minisig", b"\xff\xfe");
    let mut transcript = Transcript::default();
    for line in [
        "unsigned.bundle --cell weld-3 --key eve.pub",
        "nonsense.bundle --cell weld-3 --key eve.pub",
        "a.bundle --cell weld-3 --key mallory.pub",
        "altered.bundle --cell weld-3 --key eve.pub",
        "a.bundle --cell paint-1 --key eve.pub",
        "a.bundle --cell paint-1 --key eve.pub --json",
    ] {
        let run = folder.run(&format!("bundle verify {line}"));
        assert_eq!(run.status, 1, "{line}: {run}");
        transcript.add(line, &run);
    }
    for line in [
        "nowhere --cell weld-3 --key eve.pub",
        "a.bundle --cell weld-3 --key eve.key",
        "a.bundle --cell weld-3 --key eve.pub --key eve.pub",
        "a.bundle --cell / --key eve.pub",
    ] {
        let run = folder.run(&format!("bundle verify {line}"));
        assert_eq!(run.status, 2, "{line}: {run}");
        transcript.add(line, &run);
    }
    transcript.add("inspect", &folder.run("bundle inspect altered.bundle"));
    check!("bundle_refused", transcript);
}

#[test]
fn a_list_of_keys() {
    let folder = Folder::with_keys();
    folder.keygen("ada");
    let keys = "bundle keys --cell weld-3 --reason rotation --key eve.key --password-file password --operator Eve";
    let mut transcript = Transcript::default();
    for line in [
        "--generation 1 --trust ada.pub -o weld-3.keys",
        "--generation 2 --revoke ada.pub -o revoked.keys --json",
        "--generation 2 --revoke eve.pub -o none.keys",
        "--generation 2 -o none.keys",
        "--generation 0 --trust ada.pub -o none.keys",
        "--generation 2 --trust ada.pub --revoke ada.pub -o none.keys",
    ] {
        transcript.add(line, &folder.run(&format!("{keys} {line}")));
    }
    check!("bundle_keys", transcript);
    assert_eq!(named(&folder, "none"), [""; 0]);
    assert_eq!(named(&folder, "weld-3"), ["weld-3.keys", "weld-3.keys.minisig"]);
}

/// A generation above what the history can have was signed and taken, and failed once its folder was laid down. At the highest one,
/// `create -o` over the same file signed the same generation again.
#[test]
fn a_generation_has_a_highest() {
    let folder = Folder::with_keys();
    let highest = i64::MAX as u64;
    let mut transcript = Transcript::default();
    let mut add = |what: &str, run: Run| {
        assert_eq!(run.status, 2, "{what}: {run}");
        transcript.add(what, &run);
    };
    add("one too many", folder.bundle("a.bundle", &format!("--generation {}", highest + 1)));
    add("the most that there is", folder.bundle("a.bundle", &format!("--generation {}", u64::MAX)));
    let keys =
        "bundle keys --cell weld-3 --reason r --key eve.key --password-file password --operator Eve --trust eve.pub";
    add("a list", folder.run(&format!("{keys} --generation {} -o a.keys", highest + 1)));
    assert_eq!(folder.bundle("a.bundle", &format!("--generation {highest}")).status, 0);
    let bytes = folder.read("a.bundle");
    add("above the highest", folder.bundle("a.bundle", ""));
    assert!(folder.read("a.bundle") == bytes, "nothing was replaced");
    check!("bundle_highest", transcript);
    assert_eq!(named(&folder, "a.keys"), [""; 0]);
}

/// The generation came silently from a bundle of another cell, which was lost, too.
#[test]
fn a_bundle_of_another_cell_is_not_replaced() {
    let folder = Folder::with_keys();
    assert_eq!(folder.bundle("a.bundle", "--generation 40").status, 0);
    let bytes = folder.read("a.bundle");
    let line = "bundle create --snapshot demo.cell --cell paint-1 --reason r --key eve.key --password-file password --operator Eve";
    let run = folder.run(&format!("{line} -o a.bundle"));
    let words = "cannot replace a.bundle: it is a bundle of the cell 'weld-3', and this one is for 'paint-1'";
    assert!(run.status == 2 && run.err.contains(words), "{run}");
    assert!(folder.read("a.bundle") == bytes);
}

/// The book said that a file that is too long is refused; the program called it unusable input.
#[test]
fn what_is_too_long_is_refused() {
    let folder = Folder::with_keys();
    assert_eq!(folder.bundle("a.bundle", "").status, 0);
    assert_eq!(folder.enrol("eve", "--cell weld-3").status, 0);
    folder.write("long.bundle", "");
    let long = fs::OpenOptions::new().write(true).open(folder.path("long.bundle")).unwrap();
    long.set_len(cellgraph::limits::BUNDLE_BYTES_MAX + 1).unwrap();
    folder.write("long.bundle.minisig", folder.read("a.bundle.minisig"));
    fs::copy(folder.path("a.bundle"), folder.path("b.bundle")).unwrap();
    folder.write("b.bundle.minisig", [&folder.read("a.bundle.minisig")[..], &[b'x'; 5_000]].concat());
    folder.write("long.keys", vec![b' '; 200_000]);
    folder.write("b.keys", "{}");
    folder.write("b.keys.minisig", vec![b'x'; 5_000]);
    let mut transcript = Transcript::default();
    for line in [
        "bundle verify long.bundle --cell weld-3 --key eve.pub",
        "bundle verify long.bundle --cell weld-3 --key eve.pub --json",
        "bundle install long.bundle --operator ann",
        "bundle verify b.bundle --cell weld-3 --key eve.pub",
        "bundle install b.bundle --operator ann",
        "bundle rekey long.keys --operator ann",
        "bundle rekey b.keys --operator ann",
    ] {
        let run = folder.run(line);
        assert_eq!(run.status, 1, "{line}: {run}");
        transcript.add(line, &run);
    }
    check!("bundle_too_long", transcript);
}
