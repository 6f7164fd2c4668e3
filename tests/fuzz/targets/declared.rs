//! Any text as a file of declared evidence: refused with words, or read, and then nothing that safety is judged by ticks.
#![no_main]

use cellgraph::observe::Declared;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Declared::read(text) {
        Ok(declared) => {
            for key in ["position", "tool", "gripper", "mode", "alarms.x"] {
                assert!(!declared.ticks(key, "text"), "{key}");
            }
            assert!(!declared.ticks("program", "running") && !declared.ticks("program", "name"));
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
});
