//! Any bytes as a snapshot: as they are, and with both hashes made right, so that the fuzzer gets past them. Whatever
//! loads answers everything without a panic and without an endless walk.
#![no_main]

use cellgraph::{
    cell::{PositionId, RoutineId, ToolId},
    snapshot::{HEADER_BYTES, Snapshot, route::Scratch},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    ask_everything(data);
    ask_everything(&sealed(data));
});

/// The bytes with lengths and hashes that fit; see the head of `src/snapshot/format.rs`.
fn sealed(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    if bytes.len() < HEADER_BYTES {
        return bytes;
    }
    let mut raw = [0; 8];
    raw.copy_from_slice(&bytes[24..32]);
    let behind = bytes.len() - HEADER_BYTES;
    let provenance = (u64::from_le_bytes(raw) as usize).min(behind);
    let content = behind - provenance;
    bytes[16..24].copy_from_slice(&(content as u64).to_le_bytes());
    bytes[24..32].copy_from_slice(&(provenance as u64).to_le_bytes());
    let hash = blake3::hash(&bytes[HEADER_BYTES..HEADER_BYTES + content]);
    bytes[32..64].copy_from_slice(hash.as_bytes());
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..64]).update(&bytes[96..HEADER_BYTES]).update(&bytes[HEADER_BYTES + content..]);
    let seal = *hasher.finalize().as_bytes();
    bytes[64..96].copy_from_slice(&seal);
    bytes
}

fn ask_everything(bytes: &[u8]) {
    let Ok(s) = Snapshot::from_bytes(bytes) else { return };
    let _findings = s.findings();
    let (mut scratch, mut route) = (Scratch::default(), Vec::new());
    let few = |count: usize| 0..count.min(24) as u32;
    for from in few(s.position_count()).map(PositionId) {
        let (_name, _role, _tool, _home) = (s.position_name(from), s.role(from), s.tool_at(from), s.nearest_home(from));
        assert_eq!(s.position_id(s.position_name(from)).is_none_or(|found| found == from), true);
        for to in few(s.position_count()).map(PositionId) {
            let _allowed = s.is_move_allowed(from, to);
            let _found = s.shortest_path(from, to, &mut scratch, &mut route);
            let _found = s.cheapest_path(from, to, &mut scratch, &mut route);
            for held in few(s.tool_count()).map(ToolId).map(Some).chain([None]) {
                let _found = s.path_holding(held, from, to, &mut scratch, &mut route);
            }
        }
        for routine in few(s.routine_count()).map(RoutineId) {
            let _metadata = s.metadata(routine, from);
        }
    }
}
