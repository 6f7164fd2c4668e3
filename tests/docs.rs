//! The documentation holds what it says: its links, the length of README, and its examples.
//!
//! 1. Every link and every anchor in `docs/`, README, CONTRIBUTING and SECURITY leads somewhere, and the summary has every page.
//! 2. README has at most [`README_WORDS_MAX`] words.
//! 3. What a ```console block shows is what the program prints (`tests/docs/console.rs` says how). After a wanted change run
//!    `DOCS=write cargo test --test docs`, and read the difference.
//! 4. A path that a comment or a page names is there.
//!
//! The crates trycmd and snapbox serve the same purpose. They start programs without a shell, so that no example could have a
//! pipe or a redirection, and they want placeholders in the page where it is to show a time or a hash as it was printed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "docs/console.rs"]
mod console;
#[allow(unreachable_pub, reason = "the page shows the function as a library has it")]
#[path = "docs/embed.rs"]
mod embed;
#[allow(unreachable_pub, reason = "the page shows the function as a library has it")]
#[path = "docs/gate.rs"]
mod gate;
#[path = "docs/pages.rs"]
mod pages;

use std::{collections::BTreeSet, env, fs, path::Path};

use cellgraph::{
    snapshot::Snapshot,
    verify::{ActionRef, StepRef},
};
use pages::{Page, below, root};
use regex::Regex;

/// As many as somebody reads before deciding whether to go on.
const README_WORDS_MAX: usize = 900;

/// Blocks that no test runs, and what each needs that a test does not have.
const NOT_RUN: [&str; 5] = ["needs-terminal", "needs-model", "needs-neo4j", "needs-minutes", "needs-opcua"];

#[test]
fn every_link_and_anchor_leads_somewhere() {
    let pages = Page::all();
    let mut faults = Vec::new();
    for page in &pages {
        for link in &page.links {
            if let Err(fault) = page.follow(link, &pages) {
                faults.push(format!("{}: {link}: {fault}", page.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_summary_has_every_page_once() {
    let pages = Page::all();
    let summary = pages.iter().find(|page| page.name == "docs/src/SUMMARY.md").unwrap();
    let mut listed: Vec<String> = summary.links.iter().map(|link| format!("docs/src/{link}")).collect();
    listed.sort();
    let written: Vec<String> = pages.iter().map(|page| page.name.clone()).collect();
    let mut written: Vec<String> =
        written.into_iter().filter(|name| name.starts_with("docs/src/") && name != "docs/src/SUMMARY.md").collect();
    written.sort();
    assert_eq!(listed, written);
}

#[test]
fn readme_is_short() {
    let words = fs::read_to_string(root().join("README.md")).unwrap().split_whitespace().count();
    assert!(words <= README_WORDS_MAX, "README has {words} words; {README_WORDS_MAX} are allowed");
}

#[test]
fn examples_print_what_the_pages_show() {
    let is_writing = env::var_os("DOCS").is_some_and(|word| word == "write");
    let pages = Page::all();
    let faults: Vec<String> = std::thread::scope(|scope| {
        let each: Vec<_> = pages
            .iter()
            .map(|page| scope.spawn(move || console::differences(page, console::RUN, is_writing)))
            .collect();
        each.into_iter().filter_map(|page| page.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}\nDOCS=write writes what was printed into the pages", faults.join("\n"));
}

#[test]
fn every_block_that_is_not_run_says_why() {
    for page in Page::all() {
        for mark in &page.marks {
            assert!(NOT_RUN.contains(&mark.as_str()), "{}: ```console {mark}: one of {NOT_RUN:?}", page.name);
        }
    }
}

/// The page for programmers shows the example that is compiled and run here.
#[test]
fn the_embedding_example_works_as_shown() {
    let source = fs::read_to_string(root().join("tests/docs/embed.rs")).unwrap();
    let shown = &source[source.find("use std").unwrap()..];
    let page = fs::read_to_string(root().join("docs/src/tutorials/programmer.md")).unwrap();
    assert!(
        page.contains(&format!("```rust,ignore\n{shown}```")),
        "programmer.md does not show tests/docs/embed.rs:\n{shown}"
    );

    let folder = console::folder();
    console::run(
        folder.path(),
        "cellgraph snapshot build --from graph-snapshots/demo-cell.apoc.jsonl -o cell.cellgraph",
    );
    let steps = embed::weld(&folder.path().join("cell.cellgraph")).unwrap();
    assert_eq!(steps.len(), 8);
    assert_eq!(steps[7], "Tack Weld at Pos_1");
}

/// The page of the second gate shows the example that is compiled and run here.
#[test]
fn the_second_gates_example_works_as_shown() {
    let source = fs::read_to_string(root().join("tests/docs/gate.rs")).unwrap();
    let shown = &source[source.find("use cellgraph").unwrap()..];
    let page = fs::read_to_string(root().join("docs/src/explanation/second-gate.md")).unwrap();
    assert!(
        page.contains(&format!("```rust,ignore\n{shown}```")),
        "second-gate.md does not show tests/docs/gate.rs:\n{shown}"
    );

    let folder = console::folder();
    console::run(
        folder.path(),
        "cellgraph snapshot build --from graph-snapshots/demo-cell.apoc.jsonl -o cell.cellgraph",
    );
    let file = fs::read(folder.path().join("cell.cellgraph")).unwrap();
    let mut words = vec![0_u64; file.len().div_ceil(8)];
    let flash = &mut bytemuck::cast_slice_mut(&mut words)[..file.len()];
    flash.copy_from_slice(&file);
    let layout = *Snapshot::read(&mut &file[..], file.len() as u64).unwrap().content_hash();
    let step = |target| StepRef { action: ActionRef::of("move"), target, position: None, tool: None };
    let (home, allowed, forbidden) = (("Home", "none"), [step("Safe_Pos_1"), step("Pos_1")], [step("Pos_1")]);
    assert!(gate::may_run(flash, &layout, home, &allowed));
    assert!(!gate::may_run(flash, &layout, home, &forbidden));
    assert!(!gate::may_run(flash, &[0; 32], home, &allowed), "another layout");
    assert!(!gate::may_run(flash, &layout, ("Nowhere", "none"), &allowed));
}

/// A path that stands in backticks in a comment or a page, from the repository's root on, is there; so is a page that is named anywhere.
#[test]
fn every_path_that_is_named_is_there() {
    let path =
        Regex::new(r"`((?:src|tests|benches|examples|models|docs|graph-snapshots)/[\w./-]*\w)`|(docs/src/[\w/-]+\.md)")
            .unwrap();
    let mut missing = BTreeSet::new();
    let sources =
        ["src", "tests", "benches", "examples", "docs/src"].iter().flat_map(|folder| below(&root().join(folder)));
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].iter().map(|name| root().join(name));
    for file in sources.chain(top).filter(|file| ["rs", "md", "py", "sh"].iter().any(|end| has_ending(file, end))) {
        let text = fs::read_to_string(&file).unwrap();
        for found in path.captures_iter(&text) {
            let named = found.get(1).or(found.get(2)).unwrap().as_str();
            // The tidy test's own small crates have files that are nowhere, and a model's file is fetched.
            let is_elsewhere = file.starts_with(root().join("tests/tidy")) || named.ends_with(".gguf");
            if !is_elsewhere && !root().join(named).exists() {
                missing.insert(format!("{}: {named}", file.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(missing.is_empty(), "named, and not there:\n{}", missing.into_iter().collect::<Vec<_>>().join("\n"));
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|found| found == ending)
}
