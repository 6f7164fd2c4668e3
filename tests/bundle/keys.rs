//! Keys: what a key's file may be, who may be trusted, and signed lists.

use cellgraph::bundle::{Key, KeyError, KeyList, KeyRing, NamedKey, RingError, verify};
use proptest::prelude::*;

use crate::desk::{CELL, Signer, good, trusting};

fn list(generation: u64, trusted: &[&Signer], revoked: &[&Signer]) -> Vec<u8> {
    let named = |signers: &[&Signer]| signers.iter().map(|signer| signer.named()).collect();
    KeyList::new(CELL, generation, ("Eve", "why"), named(trusted), named(revoked)).unwrap().to_bytes()
}

fn apply(bytes: &[u8], signer: &Signer, ring: &KeyRing) -> Result<KeyRing, String> {
    let applied = KeyList::apply(bytes, Some(&signer.sign(bytes)), ring);
    applied.map(|(_, ring)| ring).map_err(|refusal| {
        assert!(!refusal.next_step().is_empty());
        refusal.to_string()
    })
}

fn owners(keys: &[NamedKey]) -> Vec<&str> {
    keys.iter().map(|named| named.owner.as_str()).collect()
}

#[test]
fn a_key_file_is_two_lines() {
    let text = Signer::new("Eve").public_text();
    let key = Key::read(&text).unwrap();
    let line = text.lines().nth(1).unwrap();
    assert_eq!(Key::read(&text.replace('\n', "\r\n")).unwrap(), key, "a file that went through Windows");
    assert_eq!(String::from(key.clone()), line);
    // minisign names the key in its comment.
    assert!(text.lines().next().unwrap().ends_with(&key.id().to_string()), "{text}");
    let groups: Vec<usize> = key.fingerprint().to_string().split(' ').map(str::len).collect();
    assert_eq!(groups, [8; 8]);
    for (fault, text) in [
        (KeyError::Form, String::new()),
        (KeyError::Form, line.to_owned()),
        (KeyError::Form, format!("comment: x\n{line}\n")),
        (KeyError::Form, format!("{text}{line}\n")),
        (KeyError::Encoding, text.replace(line, &line[1..])),
        (KeyError::Encoding, text.replace(line, &format!(" {line}"))),
        (KeyError::Encoding, text.replace(line, &format!("{line}AAAA"))),
        (KeyError::Algorithm, text.replace(line, &format!("AA{}", &line[2..]))),
    ] {
        assert_eq!(Key::read(&text).unwrap_err(), fault, "{text:?}");
    }
    // The fingerprint is over all bytes of the key, the last one too.
    let last = if line.ends_with('A') { 'B' } else { 'A' };
    assert_ne!(Key::from_base64(&format!("{}{last}", &line[..55])).unwrap().fingerprint(), key.fingerprint());
}

#[test]
fn a_key_is_enrolled_once() {
    let (eve, ada) = (Signer::new("Eve"), Signer::new("Ada"));
    let mut ring = trusting(&[&eve]);
    assert!(matches!(ring.enrol(eve.named()), Err(RingError::Known { .. })));
    for owner in ["", " Ada", "A\u{202e}da", &"a".repeat(256)] {
        assert!(matches!(ring.enrol(NamedKey { owner: owner.into(), ..ada.named() }), Err(RingError::Owner(_))));
    }
    assert_eq!(KeyRing::read(&ring.to_bytes()).unwrap(), ring);
    assert!(matches!(KeyRing::new("a/b"), Err(RingError::Cell(_))));
    let text = String::from_utf8(ring.to_bytes()).unwrap();
    for (words, text) in [
        ("is not the JSON", text.replace("list_generation", "generation")),
        ("its format is 9", text.replace("\"format\": 1", "\"format\": 9")),
        ("the cell's id", text.replace(CELL, "")),
        ("is trusted already", text.replace("\"trusted\": [", &format!("\"trusted\": [{},", key_of(&text)))),
    ] {
        let fault = KeyRing::read(text.as_bytes()).unwrap_err().to_string();
        assert!(fault.contains(words), "{words}: {fault}");
    }
}

/// The JSON of the first key.
fn key_of(text: &str) -> &str {
    let from = text.find("{\n      \"owner\"").unwrap();
    &text[from..=from + text[from..].find('}').unwrap()]
}

#[test]
fn a_list_brings_a_new_key_and_the_next_one_revokes_the_old() {
    let (eve, ada) = (Signer::new("Eve"), Signer::new("Ada"));
    let first = trusting(&[&eve]);
    let both = apply(&list(1, &[&ada], &[]), &eve, &first).unwrap();
    assert_eq!((owners(both.trusted()), owners(both.revoked())), (vec!["Eve", "Ada"], vec![]));
    let after = apply(&list(2, &[], &[&eve]), &ada, &both).unwrap();
    assert_eq!((owners(after.trusted()), owners(after.revoked())), (vec!["Ada"], vec!["Eve"]));
    assert_eq!((after.list_generation(), KeyRing::read(&after.to_bytes()).unwrap()), (2, after.clone()));
    let bytes = good(1);
    assert!(verify(&bytes, Some(&ada.sign(&bytes)), &after, None).is_ok());
    assert_eq!(verify(&bytes, Some(&eve.sign(&bytes)), &after, None).unwrap_err().code(), "revoked-key");
}

#[test]
fn a_revoked_key_is_never_trusted_again() {
    let (eve, ada) = (Signer::new("Eve"), Signer::new("Ada"));
    let mut ring = apply(&list(1, &[], &[&eve]), &ada, &trusting(&[&eve, &ada])).unwrap();
    assert!(matches!(ring.enrol(eve.named()), Err(RingError::Revoked { .. })));
    let fault = apply(&list(2, &[&eve], &[]), &ada, &ring).unwrap_err();
    assert!(fault.contains("it is never trusted again"), "{fault}");
    let fault = apply(&list(2, &[&ada], &[]), &eve, &ring).unwrap_err();
    assert!(fault.contains("which was revoked"), "{fault}");
    // A key that is revoked before anybody trusted it.
    let mallory = Signer::new("Mallory");
    let ring = apply(&list(2, &[], &[&mallory]), &ada, &ring).unwrap();
    assert_eq!(owners(ring.revoked()), ["Eve", "Mallory"]);
}

#[test]
fn no_list_revokes_its_own_key() {
    let (eve, ada) = (Signer::new("Eve"), Signer::new("Ada"));
    for ring in [trusting(&[&eve]), trusting(&[&eve, &ada])] {
        let fault = apply(&list(1, &[], &[&eve]), &eve, &ring).unwrap_err();
        assert_eq!(fault, "it revokes the key that it is signed with");
    }
}

#[test]
fn a_list_that_does_not_fit_is_refused() {
    let (eve, ada, mallory) = (Signer::new("Eve"), Signer::new("Ada"), Signer::new("Mallory"));
    let ring = trusting(&[&eve]);
    let fine = list(1, &[&ada], &[]);
    let taken = apply(&fine, &eve, &ring).unwrap();
    let text = String::from_utf8(fine.clone()).unwrap();
    let signed = |text: &str| apply(text.as_bytes(), &eve, &ring).unwrap_err();
    for (words, fault) in [
        ("is not signed", KeyList::apply(&fine, None, &ring).unwrap_err().to_string()),
        ("is not trusted here", apply(&fine, &mallory, &ring).unwrap_err()),
        ("was altered", KeyList::apply(&list(2, &[&ada], &[]), Some(&eve.sign(&fine)), &ring).unwrap_err().to_string()),
        ("was taken already", apply(&fine, &eve, &taken).unwrap_err()),
        ("was taken already", apply(&list(1, &[&mallory], &[]), &eve, &taken).unwrap_err()),
        ("is for the cell 'paint-1'", signed(&text.replace(CELL, "paint-1"))),
        ("its format is 3", signed(&text.replace("\"format\": 1", "\"format\": 3"))),
        ("the generation is 0", signed(&text.replace("\"list_generation\": 1", "\"list_generation\": 0"))),
        (
            "the generation is higher than 9223372036854775807",
            signed(&text.replace("\"list_generation\": 1", "\"list_generation\": 9223372036854775808")),
        ),
        ("the reason is empty", signed(&text.replace("why", ""))),
        ("unknown field", signed(&text.replace("\"reason\"", "\"reasons\""))),
        ("not written as", signed(text.trim_end())),
        ("it names no key", signed(&text.replace(&format!("\n    {}\n  ", key_of(&text)), ""))),
        ("twice", signed(&text.replace("\"revoked\": []", &format!("\"revoked\": [{}]", key_of(&text))))),
        ("longer than", signed(&" ".repeat(200_000))),
    ] {
        assert!(fault.contains(words), "{words}: {fault}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever lists come, signed by whomever: what was revoked stays so, and somebody is trusted.
    #[test]
    fn whatever_lists_come_somebody_is_trusted(
        lists in prop::collection::vec((0_usize..4, 1_u64..12, 0_u8..16, 0_u8..16), 1..12),
    ) {
        let signers = ["Eve", "Ada", "Bob", "Mallory"].map(Signer::new);
        let mut ring = trusting(&[&signers[0], &signers[1]]);
        for (signer, generation, trusted, revoked) in lists {
            let of = |bits: u8| (0..4).filter(|at| bits >> at & 1 == 1).map(|at: usize| &signers[at]).collect::<Vec<_>>();
            let (trusted, revoked) = (of(trusted & !revoked), of(revoked));
            if trusted.is_empty() && revoked.is_empty() {
                continue;
            }
            let was_trusted = ring.trusted().iter().any(|named| named.key == signers[signer].named().key);
            let Ok(after) = apply(&list(generation, &trusted, &revoked), &signers[signer], &ring) else { continue };
            prop_assert!(was_trusted && after.list_generation() > ring.list_generation());
            prop_assert!(ring.revoked().iter().all(|named| after.revoked().contains(named)));
            prop_assert!(after.trusted().iter().all(|named| !after.revoked().iter().any(|other| other.key == named.key)));
            prop_assert!(after.trusted().iter().any(|named| named.key == signers[signer].named().key));
            prop_assert_eq!(&KeyRing::read(&after.to_bytes()).unwrap(), &after);
            ring = after;
        }
        prop_assert!(!ring.trusted().is_empty());
    }
}
