//! Seeded runs over OPC UA, with the reference controller behind a server by asyncua and a fault injector: the same lives as over files, and the
//! same truths at their ends. Beside them what this way has by itself: sessions, certificates, lies of a server, SafetyState.
//!
//! `CELLGRAPH_OPCUA_PYTHON` names a Python that has asyncua; `make test-opcua` makes one. `CELLGRAPH_SEEDS` and `CELLGRAPH_SEED` are as in
//! tests/controller.rs.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test")]

use std::{env, path::Path, time::Duration};

use cellgraph::run::opcua::{Endpoint, Keys};
use serde_json::json;

#[path = "opcua/by_hand.rs"]
mod by_hand;
#[allow(dead_code, reason = "the book's other pages need more of it")]
#[path = "docs/console.rs"]
mod console;
#[path = "controller/driver.rs"]
mod driver;
#[path = "controller/life.rs"]
mod life;
#[allow(dead_code, reason = "the book's other pages need more of it")]
#[path = "docs/pages.rs"]
mod pages;
#[path = "controller/python.rs"]
mod python;
#[path = "support/script.rs"]
mod script;
#[path = "controller/seeds.rs"]
mod seeds;

use life::Side;
use python::Python;
use script::Script;

/// How long the ordinary test run goes on.
const BUDGET: Duration = Duration::from_secs(25);

/// The Python that has asyncua.
fn interpreter() -> String {
    env::var("CELLGRAPH_OPCUA_PYTHON").expect("`make test-opcua` sets CELLGRAPH_OPCUA_PYTHON")
}

/// A server that listens, and the folder of keys with which it is reached.
fn serving(folder: &Path) -> (Python, Endpoint) {
    let keys = Keys::of(&folder.join("keys"));
    let own = keys.make().unwrap();
    let mut python = Python(Script::start(&interpreter(), "tests/opcua/faulty.py"));
    let url = python.ask(&format!("serve {}", json!({ "folder": folder, "client": own.path })));
    let server = folder.join("server.der");
    let thumbprint = keys.certificate(&server).unwrap().thumbprint;
    keys.trust(&server, &thumbprint).unwrap();
    (python, Endpoint::new(&url, keys.folder()).unwrap())
}

/// The session that the book shows, with the Python that has asyncua before every other.
#[test]
fn the_book_shows_a_session_as_it_is() {
    let is_writing = env::var_os("DOCS").is_some_and(|word| word == "write");
    let page = pages::Page::all().into_iter().find(|page| page.name.ends_with("reference/opcua.md")).unwrap();
    let difference = console::differences(&page, "```console needs-opcua", is_writing);
    assert!(difference.is_none(), "{}", difference.unwrap());
}

#[test]
fn no_motion_without_a_permit_none_after_a_stop_and_confirmed_only_where_the_robot_is() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = std::sync::atomic::AtomicU32::new(0);
    seeds::live_through_seeds(BUDGET, || {
        let number = numbers.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let own = folder.path().join(number.to_string());
        std::fs::create_dir(&own).unwrap();
        let (python, endpoint) = serving(&own);
        (python, Some(Side::Server(endpoint)))
    });
}
