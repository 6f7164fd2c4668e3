//! The tables at the heads of the suites: a rule, and the tests that show it.
//!
//! A row names tests as `child::function` of its own suite, with a `*` at the end for several; behind a suite's name and a colon
//! they are of that one.

use std::{fs, path::Path};

/// Every source below `tests`, with its path.
pub(crate) fn sources() -> Vec<(String, String)> {
    sources_below("tests")
}

/// Every source below a folder, with its path.
pub(crate) fn sources_below(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(folder).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push((path.to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

/// The rows of the table at a source's head: what stands in the last column.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = &str> {
    let head = text.lines().take_while(|line| line.starts_with("//!")).filter_map(|line| line.strip_prefix("//! | "));
    let mut rows = head.filter_map(|line| line.strip_suffix(" |"));
    // First the titles; the line under them has no blank before its dashes.
    let is_table = rows.next().is_some_and(|titles| titles.ends_with(" | test"));
    rows.filter(move |_| is_table).map(|line| line.rsplit_once(" | ").map_or(line, |(_, tests)| tests))
}

/// Every test that a table names and that is not there, and every row without a test.
pub(crate) fn faults(sources: &[(String, String)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in sources {
        for row in rows(text) {
            let mut suite = path.trim_start_matches("tests/").trim_end_matches(".rs");
            let quoted: Vec<&str> = row.split('`').collect();
            let mut tests = 0;
            for (name, behind) in quoted.iter().skip(1).step_by(2).zip(quoted.iter().skip(2).step_by(2)) {
                if behind.starts_with(':') {
                    suite = name;
                    continue;
                }
                tests += 1;
                if !is_there(sources, suite, name) {
                    faults.push(format!("{path} names {suite}: {name}, which is no test"));
                }
            }
            if tests == 0 {
                faults.push(format!("{path} has a row without a test: {row}"));
            }
        }
    }
    faults
}

fn is_there(sources: &[(String, String)], suite: &str, name: &str) -> bool {
    let (path, function) = match name.rsplit_once("::") {
        Some((child, function)) => (format!("tests/{suite}/{}.rs", child.replace("::", "/")), function),
        None => (format!("tests/{suite}.rs"), name),
    };
    let Some((_, text)) = sources.iter().find(|(other, _)| *other == path) else { return false };
    match function.strip_suffix('*') {
        Some(begin) => text.contains(&format!("fn {begin}")),
        None => text.contains(&format!("fn {function}(")),
    }
}
