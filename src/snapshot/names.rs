//! Names to ids: an open-addressing hash table whose slots lie in the snapshot file. Built once, never changed.
//!
//! A slot is the upper half of the name's hash, then id + 1; 0 is free. At most half of the slots are taken, so that a
//! search ends. The name itself is always compared: a hash alone never says yes.

use rapidhash::v3::{DEFAULT_RAPID_SECRETS, rapidhash_v3_nano_inline};

/// The hash of a name: rapidhash v3 nano, whose output is fixed for ever. No secret: names come from the cell's engineers,
/// and the builder's table bounds how long any search for a foreign name can be.
#[inline]
fn hash(name: &[u8]) -> u64 {
    rapidhash_v3_nano_inline::<true, false>(name, &DEFAULT_RAPID_SECRETS)
}

const TAG: u64 = 0xFFFF_FFFF_0000_0000;

/// The slots for these names, whose ids are their places in the list.
#[cfg(feature = "import")]
pub(super) fn build<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> Vec<u64> {
    let mut slots = vec![0_u64; (names.len() * 2).next_power_of_two().max(2)];
    let mask = slots.len() - 1;
    for (id, name) in names.enumerate() {
        let hash = hash(name.as_bytes());
        let mut at = hash as usize & mask;
        while slots[at] != 0 {
            at = (at + 1) & mask;
        }
        slots[at] = (hash & TAG) | (id as u64 + 1);
    }
    slots
}

/// The id of `name`, where `name_of` gives the name of an id.
#[inline]
pub(super) fn find<'t>(slots: &[u64], name: &str, name_of: impl Fn(u32) -> &'t [u8]) -> Option<u32> {
    let hash = hash(name.as_bytes());
    let mask = slots.len().wrapping_sub(1);
    let mut at = hash as usize & mask;
    loop {
        let slot = *slots.get(at)?;
        if slot == 0 {
            return None;
        }
        if (slot ^ hash) & TAG == 0 {
            let id = (slot as u32).wrapping_sub(1);
            if name_of(id) == name.as_bytes() {
                return Some(id);
            }
        }
        at = (at + 1) & mask;
    }
}

/// Whether slots read from a file can be searched: a power of two of them, ids of `nodes` names, as many as there are names, half free.
pub(super) fn is_sound(slots: &[u64], nodes: usize) -> bool {
    let taken = slots.iter().filter(|&&slot| slot != 0).count();
    slots.len().is_power_of_two()
        && taken == nodes
        && taken * 2 <= slots.len()
        && slots.iter().all(|&slot| slot == 0 || (1..=nodes).contains(&(slot as u32 as usize)))
}
