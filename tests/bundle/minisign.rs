//! minisign's own tool, an implementation in C that shares no code with ours: what we sign it takes, and what it signs we take.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use cellgraph::bundle::{Key, KeyRing, NamedKey, verify};

use crate::desk::{CELL, Signer, good, trusting};

fn minisign(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new("minisign").args(arguments).current_dir(folder).output();
    output.expect("this test needs minisign: `make test` installs it, or apt-get install minisign")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn the_tool_takes_what_we_sign_and_refuses_what_was_altered() {
    let folder = tempfile::tempdir().unwrap();
    let (eve, bytes) = (Signer::new("Eve"), good(3));
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("eve.pub", eve.public_text().as_bytes());
    write("cell.bundle", &bytes);
    write("cell.bundle.minisig", eve.sign(&bytes).as_bytes());
    let checked = minisign(folder.path(), &["-V", "-m", "cell.bundle", "-p", "eve.pub"]);
    assert!(checked.status.success(), "{}", said(&checked));
    assert!(said(&checked).contains("Trusted comment: cellgraph bundle"), "{}", said(&checked));
    let mut other = bytes.clone();
    other[2_000] ^= 1;
    write("cell.bundle", &other);
    let checked = minisign(folder.path(), &["-V", "-m", "cell.bundle", "-p", "eve.pub"]);
    assert!(!checked.status.success(), "{}", said(&checked));
    assert_eq!(verify(&other, Some(&eve.sign(&bytes)), &trusting(&[&eve]), None).unwrap_err().code(), "altered");
}

#[test]
fn we_take_what_the_tool_signs_but_not_in_its_legacy_form() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = good(3);
    fs::write(folder.path().join("cell.bundle"), &bytes).unwrap();
    let made = minisign(folder.path(), &["-G", "-W", "-p", "tool.pub", "-s", "tool.key"]);
    assert!(made.status.success(), "{}", said(&made));
    let key = Key::read(&fs::read_to_string(folder.path().join("tool.pub")).unwrap()).unwrap();
    let mut ring = KeyRing::new(CELL).unwrap();
    ring.enrol(NamedKey { owner: "tool".into(), key }).unwrap();
    let sign = |form: &[&str]| {
        let signed = minisign(folder.path(), &[&["-S", "-s", "tool.key", "-m", "cell.bundle"], form].concat());
        assert!(signed.status.success(), "{}", said(&signed));
        fs::read_to_string(folder.path().join("cell.bundle.minisig")).unwrap()
    };
    assert_eq!(verify(&bytes, Some(&sign(&[])), &ring, None).unwrap().signer().owner, "tool");
    let legacy = sign(&["-l"]);
    let checked = minisign(folder.path(), &["-V", "-m", "cell.bundle", "-p", "tool.pub"]);
    assert!(checked.status.success(), "the tool takes it: {}", said(&checked));
    assert_eq!(verify(&bytes, Some(&legacy), &ring, None).unwrap_err().code(), "legacy-signature");
}

/// The crate that signs takes its own signatures, and the one that checks agrees with it.
#[test]
fn two_implementations_agree() {
    let eve = Signer::new("Eve");
    let (ring, bytes) = (trusting(&[&eve]), good(3));
    let signature = eve.sign(&bytes);
    assert!(eve.takes(&bytes, &signature) && verify(&bytes, Some(&signature), &ring, None).is_ok());
    let mut other = bytes.clone();
    for place in (0..bytes.len()).step_by(997) {
        other[place] ^= 0x10;
        assert!(!eve.takes(&other, &signature) && verify(&other, Some(&signature), &ring, None).is_err(), "{place}");
        other[place] ^= 0x10;
    }
}
