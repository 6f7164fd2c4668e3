//! Permits in the folder that is shared with a controller, with the power lost at every operation: what was published is on the disk
//! when its call returns, a stop above all.

use std::{
    collections::HashMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use cellgraph::{
    review::Place,
    run::{
        Driver, FileHandover, Handover, SequenceText,
        protocol::{Grant, Permit},
    },
};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    disk::{Disk, Fate},
    script::MARK,
    trace::{CALLS, Operation, parse},
    tracer::{MISSING, strace},
};

/// Where the scripted driver is to publish.
const FOLDER: &str = "CELLGRAPH_TEST_PERMITS";
/// What stands when each of its calls has returned; nothing after it got ready.
const STANDS: [Option<&str>; 4] = [None, Some("hold"), Some("go"), Some("stop")];

/// Not a test: the process that the other one starts. Without a folder it has nothing to do.
#[test]
fn the_scripted_driver() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let said = || std::io::stdout().lock().write_all(format!("{MARK}\n").as_bytes()).unwrap();
    let text = SequenceText::new("actions: []\n".to_owned());
    let handover = Handover {
        run: Uuid::from_u128(1),
        start: Place { position: "Home".to_owned(), tool: "none".to_owned() },
        orders: Vec::new(),
        plan_hash: blake3::hash(b""),
        actions: PathBuf::new(),
        yaml: text.clone(),
        json: text,
    };
    let mut driver = FileHandover::new(Path::new(&folder));
    driver.prepare(&handover).unwrap();
    said();
    for (serial, grant, step) in [(1, Grant::Hold, 0), (2, Grant::Go, 1)] {
        driver.publish(&Permit { serial, grant, step, report: false }).unwrap();
        said();
    }
    driver.stopper().stop().unwrap();
    said();
    std::process::exit(0);
}

/// What the driver did to the folder.
fn operations(folder: &Path) -> Vec<Operation> {
    let log = folder.with_extension("log");
    let output = strace(&["-xx", "-s", "100000", "-e", &format!("trace={CALLS}"), "-o"])
        .arg(&log)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "permits::the_scripted_driver", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .output()
        .expect(MISSING);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    parse(&fs::read_to_string(log).unwrap(), folder, Path::new("/"), HashMap::new())
}

/// What a controller would read in `permit.json` after the power is back; nothing where it is not whole, or not there.
fn standing(disk: &Disk, folder: &Path, fate: Fate) -> Option<String> {
    let image = tempfile::tempdir().unwrap();
    disk.image(folder, image.path(), fate, &|_| false);
    let permit: Value = serde_json::from_slice(&fs::read(image.path().join("permit.json")).ok()?).ok()?;
    Some(permit["permit"].as_str()?.to_owned())
}

#[test]
fn what_was_published_stands_after_the_power_is_back() {
    let parent = tempfile::tempdir().unwrap();
    let folder = fs::canonicalize(parent.path()).unwrap().join("robot");
    fs::create_dir(&folder).unwrap();
    let (mut disk, mut returned) = (Disk::default(), 0);
    for operation in operations(&folder) {
        disk.take(&operation);
        if let Operation::Said(said) = &operation
            && said.starts_with(MARK)
        {
            let stands = STANDS[returned].map(str::to_owned);
            for fate in [Fate::Dropped, Fate::Kept, Fate::Torn(1), Fate::Torn(2), Fate::Torn(3)] {
                assert_eq!(standing(&disk, &folder, fate), stands, "after call {returned}: {fate:?}");
            }
            returned += 1;
            continue;
        }
        // In the middle of a call: what stood before it, what it publishes, or nothing that a controller obeys.
        let known =
            [returned.checked_sub(1).and_then(|last| STANDS[last]), STANDS.get(returned).copied().flatten(), None];
        for fate in [Fate::Dropped, Fate::Kept, Fate::Torn(4), Fate::Torn(5)] {
            let found = standing(&disk, &folder, fate);
            assert!(known.contains(&found.as_deref()), "in call {returned}: {found:?} {fate:?}");
        }
    }
    assert_eq!(returned, STANDS.len());
}
