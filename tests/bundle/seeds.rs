//! A thousand seeded alterations of a valid bundle and its signature: each is refused.

use cellgraph::bundle::verify;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::desk::{Signer, good, trusting};

const SEEDS: u64 = 1_000;

/// Bytes that are not what they were, in one of the ways in which a file is damaged or tampered with.
fn altered(bytes: &[u8], random: &mut ChaCha8Rng) -> (Vec<u8>, &'static str) {
    loop {
        let mut other = bytes.to_vec();
        let at = random.random_range(0..bytes.len());
        let what = match random.random_range(0..8) {
            0 => {
                other[at] ^= 1 << random.random_range(0..8);
                "a bit flipped"
            }
            1 => {
                other[at] = random.random();
                "a byte replaced"
            }
            2 => {
                other.remove(at);
                "a byte left out"
            }
            3 => {
                other.insert(at, random.random());
                "a byte put in"
            }
            4 => {
                other.truncate(at);
                "the end cut off"
            }
            5 => {
                let more = random.random_range(1..2048);
                other.extend(std::iter::repeat_n(random.random::<u8>() & 1, more));
                "more at the end"
            }
            6 => {
                let to = random.random_range(0..bytes.len());
                other.swap(at, to);
                "two bytes changed over"
            }
            _ => {
                let (blocks, size) = (bytes.len() / 64, 64);
                let (from, to) = (random.random_range(0..blocks) * size, random.random_range(0..blocks) * size);
                other.copy_within(from..from + size, to);
                "a piece put over another"
            }
        };
        if other != bytes {
            return (other, what);
        }
    }
}

#[test]
fn every_alteration_is_refused() {
    let eve = Signer::new("Eve");
    let (ring, bytes) = (trusting(&[&eve]), good(1));
    let signature = eve.sign(&bytes);
    assert!(verify(&bytes, Some(&signature), &ring, None).is_ok(), "unaltered it is taken");
    let mut codes = std::collections::BTreeMap::new();
    for seed in 0..SEEDS {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // Every second seed alters the bundle, the others its signature.
        let in_signature = random.next_u32() % 2 == 0;
        let (refused, what) = if in_signature {
            let (other, what) = altered(signature.as_bytes(), &mut random);
            // A file that is no UTF-8 is read as an empty one.
            let other = String::from_utf8(other).unwrap_or_default();
            (verify(&bytes, Some(&other), &ring, None), what)
        } else {
            let (other, what) = altered(&bytes, &mut random);
            (verify(&other, Some(&signature), &ring, None).map(|_| unreachable(seed)), what)
        };
        match refused {
            Ok(_) => panic!("seed {seed}: {what} (in the signature: {in_signature}), and it was taken"),
            Err(refusal) => *codes.entry(refusal.code()).or_insert(0) += 1,
        }
    }
    // Each way of saying so was met.
    for code in ["no-signature", "altered", "foreign-key"] {
        assert!(codes.contains_key(code), "{codes:?}");
    }
    assert_eq!(codes.values().sum::<u64>(), SEEDS, "{codes:?}");
}

fn unreachable(seed: u64) -> cellgraph::bundle::VerifiedBundle<'static> {
    panic!("seed {seed}: an altered bundle was taken")
}

/// The same where somebody with a trusted key signs what was altered: it is refused, or it is another whole bundle.
#[test]
fn what_is_signed_after_it_was_altered_is_refused_or_whole() {
    let eve = Signer::new("Eve");
    let (ring, bytes) = (trusting(&[&eve]), good(1));
    let mut refused = 0;
    for seed in 0..SEEDS {
        let (other, what) = altered(&bytes, &mut ChaCha8Rng::seed_from_u64(seed));
        let signature = eve.sign(&other);
        match verify(&other, Some(&signature), &ring, None) {
            Ok(taken) => assert!(
                crate::desk::write(taken.manifest(), taken.members()) == other,
                "seed {seed}: {what}, and the writer would write other bytes"
            ),
            Err(refusal) => {
                // Of the words in the manifest one names the cell.
                assert!(["malformed", "other-cell"].contains(&refusal.code()), "seed {seed}: {what}: {refusal}");
                refused += 1;
            }
        }
    }
    assert!(refused > SEEDS * 99 / 100, "{refused} of {SEEDS} refused");
}
