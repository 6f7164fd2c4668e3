//! A cell's PC: its data folder, bundles on a stick, and the program that installs them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use cellgraph::{
    bundle::Member,
    store::{BundleActKind, Store},
    workflow::BundleFolder,
};

use crate::desk::{CELL, Signer, bundle_of, demo};

/// A folder with a stick and a data folder in which Eve's key is enrolled.
pub(crate) struct Cell {
    top: tempfile::TempDir,
    pub(crate) eve: Signer,
}

impl Cell {
    /// With these generations installed, one after the other.
    pub(crate) fn with(installed: &[u64]) -> Self {
        let cell = Self { top: tempfile::tempdir().unwrap(), eve: Signer::new("Eve") };
        fs::write(cell.path("eve.pub"), cell.eve.public_text()).unwrap();
        let fingerprint = cell.eve.named().key.fingerprint().to_string();
        let enrolled =
            cell.run(&["bundle", "enrol", "eve.pub", "--owner", "Eve", "--cell", CELL, "--fingerprint", &fingerprint]);
        assert!(enrolled.status.success(), "{}", String::from_utf8_lossy(&enrolled.stderr));
        for generation in installed {
            let installed = cell.install(*generation).output().unwrap();
            assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
        }
        let looked = cell.run(&["state", "correct", "--position", "Home", "--tool", "none", "--reason", "looked"]);
        assert!(looked.status.success(), "{}", String::from_utf8_lossy(&looked.stderr));
        cell
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.top.path().join(name)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.path("cellgraph-data")
    }

    /// The bytes of the bundle of a generation. Each has a layout of its own.
    pub(crate) fn bundle(&self, generation: u64) -> Vec<u8> {
        bundle_of(
            CELL,
            generation,
            &[(Member::Snapshot, &demo(generation)), (Member::Declared, b"ticking: [values.clock]\n")],
        )
    }

    /// What installs it.
    pub(crate) fn install(&self, generation: u64) -> Command {
        let bytes = self.bundle(generation);
        let name = format!("{generation}.bundle");
        fs::write(self.path(&name), &bytes).unwrap();
        fs::write(self.path(&format!("{name}.minisig")), self.eve.sign(&bytes)).unwrap();
        let digits = &blake3::hash(&bytes).to_hex()[..16];
        self.command(&["bundle", "install", &name, "--approve", digits])
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
        command.args(arguments).args(["--operator", "ann"]).current_dir(self.top.path());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}

/// The generation in force of a data folder: whole, signed, and on record before it counted.
pub(crate) fn in_force(data: &Path, what: &str) -> u64 {
    let history = Store::read_only(data).unwrap_or_else(|error| panic!("{what}: {error}"));
    let report = history.check().unwrap();
    assert!(report.is_sound(), "{what}: {:?}", report.problems);
    let folder = BundleFolder::of(data);
    let ring = folder.enrolled(&history).unwrap_or_else(|error| panic!("{what}: {error}"));
    let current = folder.current().unwrap_or_else(|error| panic!("{what}: {error}")).unwrap();
    let kept = folder.in_force().unwrap_or_else(|error| panic!("{what}: {error}"));
    let bundle = kept.prove(&ring).unwrap_or_else(|error| panic!("{what}: {error}"));
    let generation = bundle.manifest().generation;
    assert_eq!(generation, current.in_force.generation, "{what}");
    let acts = history.bundle_acts().unwrap();
    let on_record =
        acts.iter().any(|row| row.what.act == BundleActKind::Installed && row.what.generation == Some(generation));
    assert!(on_record, "{what}: generation {generation} is in force, and nobody is on record for it");
    generation
}
