//! Each refusal with its reason and its next step, in their order.

use cellgraph::bundle::{
    Installed, KeyRing, Listed, Manifest, Member, Refusal, Signature, SignatureFault, UNTRUSTED_COMMENT, verify,
};
use cellgraph::limits::{BUNDLE_MANIFEST_BYTES_MAX, BUNDLE_SIGNATURE_BYTES_MAX};
use tar::{EntryType, Header};

use crate::desk::{CELL, SNAPSHOT, Signer, bundle_of, good, trusting, write};

/// The refusal of a bundle that must not be taken.
fn refusal(bytes: &[u8], signature: Option<&str>, ring: &KeyRing, installed: Option<Installed>) -> Refusal {
    verify(bytes, signature, ring, installed).expect_err("it was taken")
}

/// Bundles that are wrong in more and more ways at once: the first reason in the order is said.
#[test]
fn the_first_reason_is_said() {
    let (eve, mallory, lost) = (Signer::new("Eve"), Signer::new("Mallory"), Signer::new("Ada"));
    let ring = revoking(&eve, &lost);
    let installed = |highest, hash| Some(Installed { highest, hash });
    let (good, other) = (good(5), bundle_of("paint-1", 5, &[(Member::Snapshot, &SNAPSHOT)]));
    let damaged = {
        let mut bytes = other.clone();
        bytes[3_000] ^= 1;
        bytes
    };
    let by = |signer: &Signer, bytes: &[u8]| Some(signer.sign(bytes));
    let (nine, same) = (installed(9, blake3::hash(b"nine")), installed(5, blake3::hash(b"five")));
    let cases = [
        ("unsigned", &damaged, None, nine),
        ("no-signature", &damaged, Some("not one".to_owned()), nine),
        ("foreign-key", &damaged, by(&mallory, &other).map(legacy), nine),
        ("revoked-key", &damaged, by(&lost, &other).map(legacy), nine),
        ("legacy-signature", &damaged, by(&eve, &other).map(legacy), nine),
        ("altered", &damaged, by(&eve, &other), nine),
        ("malformed", &damaged, by(&eve, &damaged), nine),
        ("other-cell", &other, by(&eve, &other), nine),
        ("older-generation", &good, by(&eve, &good), nine),
        ("same-generation", &good, by(&eve, &good), same),
    ];
    let codes: Vec<&str> = std::iter::once("too-long").chain(cases.iter().map(|case| case.0)).collect();
    assert_eq!(codes, Refusal::CODES, "a case for each reason, in their order");
    for (code, bytes, signature, installed) in cases {
        let refusal = refusal(bytes, signature.as_deref(), &ring, installed);
        assert_eq!(refusal.code(), code, "{refusal}");
    }
    let hash = blake3::hash(&good);
    for fine in [None, installed(4, blake3::hash(b"four")), installed(5, hash)] {
        let taken = verify(&good, by(&eve, &good).as_deref(), &ring, fine).unwrap();
        assert_eq!((taken.hash(), taken.signer().owner.as_str(), taken.manifest().generation), (hash, "Eve", 5));
    }
}

/// A bundle, its signature, who is trusted, what was installed, the reason, and words of the next step.
type Case<'c> = (&'c [u8], Option<String>, &'c KeyRing, Option<Installed>, String, &'c str);

/// Words are for people: what is wrong, and what to do.
#[test]
fn every_reason_has_a_code_and_a_next_step() {
    let (eve, lost) = (Signer::new("Eve"), Signer::new("Ada"));
    let (ring, bytes) = (revoking(&eve, &lost), good(5));
    let nobody = KeyRing::new(CELL).unwrap();
    let highest = |highest| Some(Installed { highest, hash: blake3::hash(b"other") });
    let other = bundle_of("paint-1", 5, &[(Member::Snapshot, &SNAPSHOT)]);
    let (signed, id) = (eve.sign(&bytes), eve.named().key.id());
    let cases: [Case<'_>; 10] = [
        (&bytes, None, &ring, None, "it is not signed: there is no signature file beside it".into(), "ends in .minisig"),
        (
            &bytes,
            Some("RW\n".into()),
            &ring,
            None,
            "the file beside it is no signature: it must be four lines, each with a line feed at its end, without other \
             control characters than tabs"
                .into(),
            "copy both files",
        ),
        (
            &bytes,
            Some(signed.clone()),
            &nobody,
            None,
            format!("it is signed with the key {id}, which is not trusted here (no key is)"),
            "compares the key's fingerprint",
        ),
        (
            &bytes,
            Some(lost.sign(&bytes)),
            &ring,
            None,
            format!("it is signed with the key {} of Ada, which was revoked", lost.named().key.id()),
            "wrong hands",
        ),
        (
            &bytes,
            Some(legacy(signed.clone())),
            &ring,
            None,
            "its signature is of minisign's legacy form".into(),
            "sign it anew",
        ),
        (
            &bytes[1..],
            Some(signed.clone()),
            &ring,
            None,
            format!("it is not what was signed with the key {id}: the file or its signature was altered"),
            "copy both files",
        ),
        (
            b"x",
            Some(eve.sign(b"x")),
            &ring,
            None,
            "it is signed, but it does not begin with manifest.json".into(),
            "make the bundle anew",
        ),
        (
            &other,
            Some(eve.sign(&other)),
            &ring,
            None,
            "it is for the cell 'paint-1', and this cell is 'weld-3'".into(),
            "made for this cell",
        ),
        (
            &bytes,
            Some(signed.clone()),
            &ring,
            highest(6),
            "its generation is 5, and generation 6 was installed already".into(),
            "a person rolls back",
        ),
        (
            &bytes,
            Some(signed.clone()),
            &ring,
            highest(5),
            "generation 5 was installed already, with other contents".into(),
            "a higher --generation",
        ),
    ];
    for (bytes, signature, ring, installed, words, next) in cases {
        let refusal = refusal(bytes, signature.as_deref(), ring, installed);
        assert_eq!(refusal.to_string(), words);
        assert!(refusal.next_step().contains(next), "{words}: {}", refusal.next_step());
        assert!(Refusal::CODES.contains(&refusal.code()), "{}", refusal.code());
    }
    assert_eq!(Refusal::TooLong.to_string(), "it is longer than 1073741824 bytes");
    assert!(Refusal::TooLong.next_step().contains("leave the model out"));
}

/// A roll-back leaves the highest generation as it was: no way opens for what is older.
#[test]
fn older_is_older_than_the_highest() {
    let eve = Signer::new("Eve");
    let ring = trusting(&[&eve]);
    for generation in 1..8 {
        let bytes = good(generation);
        let installed = Installed { highest: 5, hash: blake3::hash(&good(5)) };
        let outcome = verify(&bytes, Some(&eve.sign(&bytes)), &ring, Some(installed));
        assert_eq!(outcome.is_ok(), generation >= 5, "generation {generation}");
    }
}

/// A key's id is a name that anybody may choose.
#[test]
fn keys_with_one_id_are_told_apart() {
    let eve = Signer::new("Eve");
    let double = eve.double("Mallory");
    assert_eq!(eve.named().key.id(), double.named().key.id());
    assert_ne!(eve.named().key.fingerprint(), double.named().key.fingerprint());
    let bytes = good(1);
    assert_eq!(refusal(&bytes, Some(&double.sign(&bytes)), &trusting(&[&eve]), None).code(), "altered");
    for ring in [trusting(&[&eve, &double]), trusting(&[&double, &eve])] {
        for signer in [&eve, &double] {
            let taken = verify(&bytes, Some(&signer.sign(&bytes)), &ring, None).unwrap();
            assert_eq!(taken.signer().owner, signer.owner);
        }
    }
    // One is revoked, the other is not.
    let ring = revoking(&eve, &double);
    assert!(verify(&bytes, Some(&eve.sign(&bytes)), &ring, None).is_ok());
    assert_eq!(refusal(&bytes, Some(&double.sign(&bytes)), &ring, None).code(), "revoked-key");
}

#[test]
fn a_signature_file_is_its_four_lines() {
    let eve = Signer::new("Eve");
    let (bytes, ring) = (good(1), trusting(&[&eve]));
    let signed = eve.sign(&bytes);
    assert!(Signature::read(&signed).is_ok());
    let lines: Vec<&str> = signed.lines().collect();
    let with = |place: usize, line: &str| {
        let mut lines = lines.clone();
        lines[place] = line;
        lines.join("\n") + "\n"
    };
    use SignatureFault::{Comment, Global, Lines, TooLong, TrustedComment};
    let cases = [
        (String::new(), Lines),
        (signed.trim_end().to_owned(), Lines),
        (signed.replace('\n', "\r\n"), Lines),
        (format!("{signed}\n"), Lines),
        (format!("\n{signed}"), Lines),
        (format!("{signed}{}\n", lines[3]), Lines),
        (with(0, "untrusted comment: signature from minisign secret key\u{7}"), Lines),
        (with(0, "untrusted comment: something else"), Comment),
        (with(0, &lines[0].to_uppercase()), Comment),
        (with(1, &format!("{} ", lines[1])), SignatureFault::Signature),
        (with(1, lines[3]), SignatureFault::Signature),
        (with(1, ""), SignatureFault::Signature),
        (with(1, &other_last_bits(lines[1])), SignatureFault::Signature),
        (with(2, "trusted comment:cellgraph bundle"), TrustedComment),
        (with(2, "trusted comment: cellgraph bundle "), TrustedComment),
        (with(2, "trusted comment:  cellgraph bundle"), TrustedComment),
        (with(3, lines[1]), Global),
        (with(3, &other_last_bits(lines[3])), Global),
        (with(2, &format!("trusted comment: {}", "x".repeat(BUNDLE_SIGNATURE_BYTES_MAX as usize))), TooLong),
    ];
    for (text, fault) in cases {
        assert_eq!(Signature::read(&text).unwrap_err(), fault, "{text:?}");
        assert_eq!(refusal(&bytes, Some(&text), &ring, None).code(), "no-signature");
    }
    // The trusted comment is signed too.
    let renamed = with(2, "trusted comment: another bundle");
    assert_eq!(refusal(&bytes, Some(&renamed), &ring, None).code(), "altered");
    // One signature for another file, and its halves mixed.
    let other = eve.sign_with(&good(2), UNTRUSTED_COMMENT, "cellgraph bundle");
    assert_eq!(refusal(&bytes, Some(&other), &ring, None).code(), "altered");
    let mixed = with(3, other.lines().nth(3).unwrap());
    assert_eq!(refusal(&bytes, Some(&mixed), &ring, None).code(), "altered");
}

/// What a trusted key signed is still looked at byte by byte.
#[test]
fn what_a_trusted_key_signed_is_still_looked_at() {
    let eve = Signer::new("Eve");
    let ring = trusting(&[&eve]);
    let bytes = good(1);
    let second = bytes.len() - 1024 - 2 * 512;
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("does not begin with manifest.json", Vec::new()),
        ("does not begin with manifest.json", bytes[..511].to_vec()),
        ("does not begin with manifest.json", bytes[512..].to_vec()),
        ("does not begin with manifest.json", header(&bytes, 0, |header| header.set_mode(0o4755))),
        ("does not begin with manifest.json", header(&bytes, 0, |header| header.set_entry_type(EntryType::Symlink))),
        (
            "its manifest.json is longer than",
            header(&bytes, 0, |header| header.set_size(BUNDLE_MANIFEST_BYTES_MAX + 1)),
        ),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_mtime(1))),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_uid(1))),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_gid(1))),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_username("root").unwrap())),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_entry_type(EntryType::Link))),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_entry_type(EntryType::XHeader))),
        (
            "the header of declared.yaml",
            header(&bytes, second, |header| header.as_old_mut().name[..16].copy_from_slice(b"../declared.yaml")),
        ),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_path("x/declared.yaml").unwrap())),
        ("the header of declared.yaml", header(&bytes, second, |header| header.set_size(25))),
        ("the header of declared.yaml", changed(&bytes, second + 500)),
        ("the bytes behind declared.yaml are not zero", changed(&bytes, bytes.len() - 1025)),
        ("its end is not two empty blocks", changed(&bytes, bytes.len() - 1)),
        ("its end is not two empty blocks", changed(&bytes, bytes.len() - 1024)),
        ("bytes, where its manifest.json calls for", bytes[..bytes.len() - 512].to_vec()),
        ("bytes, where its manifest.json calls for", [&bytes[..], &[0; 512]].concat()),
        ("declared.yaml is not what its manifest.json says", changed(&bytes, second + 512)),
        ("its cell.cellgraph is not a cellgraph snapshot", bundle_of(CELL, 1, &[(Member::Snapshot, b"not one")])),
        ("its cell.cellgraph is damaged", bundle_of(CELL, 1, &[(Member::Snapshot, &changed(&SNAPSHOT, 5_000))])),
    ];
    for (words, bytes) in cases {
        let refusal = refusal(&bytes, Some(&eve.sign(&bytes)), &ring, None);
        assert_eq!(refusal.code(), "malformed");
        assert!(refusal.to_string().contains(words), "{words}: {refusal}");
    }
}

/// A manifest has one form, and says nothing that nobody knows.
#[test]
fn a_manifest_is_written_in_one_way() {
    let listed = |member, bytes: &[u8]| Listed::of(member, bytes);
    let manifest = Manifest::new(CELL, 1, ("Eve", "why"), vec![listed(Member::Snapshot, b"x")]).unwrap();
    let text = String::from_utf8(manifest.to_bytes()).unwrap();
    assert_eq!(Manifest::read(text.as_bytes()).unwrap(), manifest);
    let hash = blake3::hash(b"x").to_hex();
    let cases = [
        ("it is not written as", text.trim_end().to_owned()),
        ("it is not written as", format!("{text} ")),
        ("it is not written as", text.replace(": ", ":")),
        ("it is not written as", text.replace("weld-3", "\\u0077eld-3")),
        ("it is not the JSON", text.replace("\"reason\"", "\"reasons\"")),
        ("it is not the JSON", text.replacen('{', "{\"note\": 1,", 1)),
        ("it is not the JSON", text.replacen("\"cell\"", "\"cell\": \"weld-3\", \"cell\"", 1)),
        ("it is not the JSON", text.replace("\"generation\": 1", "\"generation\": 1.0")),
        ("it is not the JSON", text.replace("\"generation\": 1", "\"generation\": 18446744073709551616")),
        ("it is not the JSON", text.replace("cell.cellgraph", "../cell.cellgraph")),
        ("its format is 2", text.replace("\"format\": 1", "\"format\": 2")),
        ("the generation is 0", text.replace("\"generation\": 1", "\"generation\": 0")),
        ("the generation is higher than", text.replace("\"generation\": 1", "\"generation\": 9223372036854775808")),
        ("the cell's id is empty", text.replace("weld-3", "")),
        ("the cell's id may have", text.replace("weld-3", "weld/3")),
        ("the cell's id may have", text.replace("weld-3", "w\u{435}ld-3")),
        ("the cell's id must begin", text.replace("weld-3", "..")),
        ("the cell's id is longer", text.replace("weld-3", &"w".repeat(65))),
        ("the engineer's name is empty", text.replace("Eve", " ")),
        ("the engineer's name has control", text.replace("Eve", "E\\u001bve")),
        ("the engineer's name is too long", text.replace("Eve", &"e".repeat(256))),
        ("the reason has control, format", text.replace("why", "w\u{202e}hy")),
        ("the reason is too long", text.replace("why", &"y".repeat(1001))),
        ("it has no cell.cellgraph", text.replace("cell.cellgraph", "declared.yaml")),
        ("cell.cellgraph has 800000001 bytes", text.replace("\"bytes\": 1", "\"bytes\": 800000001")),
    ];
    for (words, text) in cases {
        let fault = Manifest::read(text.as_bytes()).unwrap_err().to_string();
        assert!(fault.contains(words), "{words}: {fault}");
    }
    // Another hash is a fault of the contents, and its capital letters are.
    let bytes = write(&manifest, &[(Member::Snapshot, b"x")]);
    let capital = replaced(&bytes, hash.as_bytes(), hash.to_uppercase().as_bytes());
    assert!(cellgraph::bundle::read(&capital).unwrap_err().to_string().contains("is not what its manifest.json says"));
    let twice = vec![listed(Member::Snapshot, b"x"), listed(Member::Snapshot, b"x")];
    let turned = vec![listed(Member::Declared, b"y"), listed(Member::Snapshot, b"x")];
    for files in [twice, turned] {
        let fault = Manifest::new(CELL, 1, ("Eve", "why"), files).unwrap_err().to_string();
        assert!(fault.contains("in the order of the format"), "{fault}");
    }
}

/// A length that was never there costs no memory: it is refused before anything of that length is taken.
#[test]
fn bounds_come_before_what_they_bound() {
    let eve = Signer::new("Eve");
    let ring = trusting(&[&eve]);
    let claims = header(&good(1), 0, |header| header.set_size(7 * 1024 * 1024 * 1024));
    let fault = refusal(&claims, Some(&eve.sign(&claims)), &ring, None).to_string();
    assert!(fault.contains("its manifest.json is longer than 16384 bytes"), "{fault}");
    let huge = Listed { bytes: 700_000_000, ..Listed::of(Member::Snapshot, b"x") };
    let manifest = Manifest::new(CELL, 1, ("Eve", "why"), vec![huge]).unwrap();
    let mut bytes = write(
        &Manifest::new(CELL, 1, ("Eve", "why"), vec![Listed::of(Member::Snapshot, b"x")]).unwrap(),
        &[(Member::Snapshot, b"x")],
    );
    let text = manifest.to_bytes();
    bytes[512..512 + text.len()].copy_from_slice(&text);
    let bytes = header(&bytes, 0, |header| header.set_size(text.len() as u64));
    let fault = refusal(&bytes, Some(&eve.sign(&bytes)), &ring, None).to_string();
    assert!(fault.contains("calls for 7000"), "{fault}");
}

/// A ring that trusts one, and has revoked the other.
fn revoking(trusted: &Signer, revoked: &Signer) -> KeyRing {
    let both = trusting(&[trusted, revoked]);
    let list = cellgraph::bundle::KeyList::new(CELL, 1, ("Eve", "lost"), Vec::new(), vec![revoked.named()])
        .unwrap()
        .to_bytes();
    cellgraph::bundle::KeyList::apply(&list, Some(&trusted.sign(&list)), &both).unwrap().1
}

/// A signature that says to be of the form that minisign gave up.
fn legacy(signature: String) -> String {
    // "ED" begins with "RU" in Base64, "Ed" with "RW".
    signature.replacen("\nRU", "\nRW", 1)
}

/// The same bytes in Base64 for whoever does not look at the last bits.
fn other_last_bits(line: &str) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = line.trim_end_matches('=');
    let last = digits.as_bytes()[digits.len() - 1];
    let place = DIGITS.iter().position(|&digit| digit == last).unwrap();
    let other = char::from(DIGITS[place ^ 1]);
    format!("{}{other}{}", &digits[..digits.len() - 1], &line[digits.len()..])
}

fn changed(bytes: &[u8], place: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[place] ^= 1;
    bytes
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

/// The bundle with one header changed, and the header's own sum made right.
fn header(bytes: &[u8], at: usize, change: impl FnOnce(&mut Header)) -> Vec<u8> {
    let mut header = Header::from_byte_slice(&bytes[at..at + 512]).clone();
    change(&mut header);
    header.set_cksum();
    [&bytes[..at], header.as_bytes(), &bytes[at + 512..]].concat()
}
