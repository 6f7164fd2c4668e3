//! The layout's two rules: a top-level module uses only those above it in `lib.rs`, and the pure ones touch nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{fs, path::Path};

/// The top-level modules in the order of `lib.rs`.
fn modules() -> Vec<String> {
    let lib = fs::read_to_string("src/lib.rs").unwrap();
    lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';').map(str::to_owned)).collect()
}

/// Every source file of a module: (path, text).
fn files_of(module: &str) -> Vec<(String, String)> {
    fn collect(path: &Path, out: &mut Vec<(String, String)>) {
        if path.is_dir() {
            for entry in fs::read_dir(path).unwrap() {
                collect(&entry.unwrap().path(), out);
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push((path.display().to_string(), fs::read_to_string(path).unwrap()));
        }
    }
    let mut out = Vec::new();
    collect(Path::new(&format!("src/{module}.rs")), &mut out);
    let folder = format!("src/{module}");
    if Path::new(&folder).exists() {
        collect(Path::new(&folder), &mut out);
    }
    out
}

/// Top-level modules that a text names after `crate::`, alone or first in a braced list's entries.
fn uses(text: &str, modules: &[String]) -> Vec<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let mut depth = 1;
            let mut entry = String::new();
            for c in list.chars() {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
                if depth == 0 || (depth == 1 && c == ',') {
                    found.push(entry.trim().split("::").next().unwrap_or_default().to_owned());
                    entry.clear();
                    if depth == 0 {
                        break;
                    }
                } else {
                    entry.push(c);
                }
            }
        } else {
            found.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found.retain(|name| modules.contains(name));
    found
}

#[test]
fn a_module_uses_only_those_above_it() {
    let modules = modules();
    assert!(modules.len() > 8, "lib.rs lists its modules one by one");
    for (place, module) in modules.iter().enumerate() {
        for (path, text) in files_of(module) {
            for used in uses(&text, &modules) {
                let above = modules.iter().position(|m| *m == used).unwrap();
                assert!(above <= place, "{path} uses {used}, which stands below {module} in lib.rs");
            }
        }
    }
}

#[test]
fn pure_modules_touch_neither_files_nor_clocks_nor_threads() {
    let pure = ["limits", "cell", "import", "snapshot", "generate", "plan", "verify", "yaml", "review"];
    let impure = [
        "std::fs",
        "std::net",
        "std::time::Instant",
        "SystemTime",
        "std::thread",
        "std::process",
        "Timestamp::now",
        "tokio",
    ];
    for module in pure {
        for (path, text) in files_of(module) {
            // The one child that talks to a live Neo4j.
            if path.ends_with("import/bolt.rs") || path.contains("import/bolt/") {
                continue;
            }
            for word in impure {
                assert!(!text.contains(word), "{path} is pure, and names {word}");
            }
        }
    }
}

#[test]
fn the_verifier_knows_nothing_of_what_makes_plans() {
    let modules = modules();
    for (path, text) in files_of("verify") {
        for used in uses(&text, &modules) {
            let allowed = ["limits", "cell", "snapshot", "plan", "verify"].contains(&used.as_str());
            assert!(allowed, "{path} uses {used}");
        }
        assert!(!text.contains("build::") && !text.contains("route::"), "{path} uses the planner or its routes");
    }
}

#[test]
fn one_file_alone_has_unsafe_code() {
    let mut found = Vec::new();
    for module in modules() {
        for (path, text) in files_of(&module) {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            if code.into_iter().any(|line| line.contains("unsafe ") || line.contains("unsafe_code")) {
                found.push(path);
            }
        }
    }
    assert_eq!(found, ["src/language/llama/quantise.rs"]);
}
