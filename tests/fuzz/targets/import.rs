//! Any bytes as an export: a draft that makes a loadable snapshot, or faults that can be shown.
#![no_main]

use cellgraph::{import, snapshot};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match import::from_apoc(data, &mut |_| ()) {
        Ok(import) => {
            let built = snapshot::build(&import.draft, &snapshot::Provenance::default());
            let loaded = snapshot::Snapshot::from_bytes(&built.bytes);
            assert!(loaded.is_ok_and(|s| s.draft() == import.draft), "what was built does not come back");
        }
        Err(faults) => {
            assert!(!faults.list().is_empty(), "refused without a reason");
            let _shown = faults.to_string();
        }
    }
});
