//! The layout's rules, each over a tree of sources: every fault in words, none where the rule holds.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{Segments, Tree};

/// What nothing pure may name: the prefix of a path.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::env",
    "std::io::stdin",
    "std::io::stdout",
    "std::io::stderr",
    // A path answers `exists()` and `metadata()` from the disk, as a method of its own.
    "std::path",
    "std::time::Instant",
    "std::time::SystemTime",
    "jiff::Timestamp::now",
    "jiff::Zoned::now",
    "jiff::tz",
    "crossbeam_channel",
    "llama_cpp_2",
    "llama_cpp_sys_2",
    "neo4rs",
    "parking_lot",
    "rusqlite",
    "rustix",
    "signal_hook",
    "tempfile",
    "tokio",
    "uuid::Uuid::new_v4",
];

/// What opens a file: it waits for a pipe, and follows a link. One file does it for all.
const OPENING: &[&str] = &[
    "std::fs::File::open",
    "std::fs::File::create",
    "std::fs::File::create_new",
    "std::fs::File::options",
    "std::fs::OpenOptions",
    "std::fs::read",
    "std::fs::read_to_string",
    "std::fs::write",
    "std::fs::copy",
    "std::os::unix::net",
    "rustix::fs::open",
    "rustix::fs::openat",
    "rustix::fs::openat2",
];
const OPENS_FOR_ALL: &str = "src/files/open.rs";

/// What the verifier may use: these modules, but neither what makes plans nor what finds routes.
const VERIFIER_MAY: &[&str] = &["limits", "document", "cell", "snapshot", "plan", "verify"];
const VERIFIER_MAY_NOT: &[&str] =
    &["crate::plan::build", "crate::snapshot::route", "crate::snapshot::routes", "crate::snapshot::prepared"];

/// What the critic may not use: whatever reads a sentence, and how a reading is written down. It shares the lexicon, and is made
/// beside the recogniser whose lexicon that is.
const CRITIC_MAY_NOT: &[&str] = &[
    "crate::language::grammar",
    "crate::language::llama",
    "crate::language::model",
    "crate::language::prompt",
    "crate::language::reading",
    "crate::language::rules",
    "crate::language::templates",
    "crate::language::terse",
];
const CRITIC_IS_MADE_BESIDE: &str = "crate::language::rules::Recogniser";

/// Every use of a module that stands below the user's own in `lib.rs`.
pub(crate) fn uses_from_below(tree: &Tree) -> Vec<String> {
    let place = |module: &str| tree.order.iter().position(|m| m == module);
    let mut faults = Vec::new();
    for (index, file) in tree.files.iter().enumerate() {
        let Some(own) = file.module.get(1).and_then(|module| place(module)) else { continue };
        for path in tree.uses(index).iter().filter(|path| path[0] == "crate") {
            if path.get(1).and_then(|module| place(module)).is_some_and(|used| used > own) {
                faults.push(format!("{} uses {}, which stands below in lib.rs", file.path, path.join("::")));
            }
        }
    }
    faults
}

/// Every impure thing that a file of these modules names. A module is named with its children, `but` those.
pub(crate) fn impurities(tree: &Tree, pure: &[&str], but: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, file) in tree.files.iter().enumerate() {
        let module = file.module.join("::");
        let is_of = |list: &[&str]| list.iter().any(|name| starts(&module, &format!("crate::{name}")));
        if !is_of(pure) || is_of(but) {
            continue;
        }
        for path in tree.uses(index) {
            let named = path.join("::").replacen("core::", "std::", 1);
            let hit = match named.strip_suffix("*") {
                // All of a module, and what is impure in it too.
                Some(all) => IMPURE.iter().any(|word| word.starts_with(all) || starts(all, &format!("{word}::"))),
                None => IMPURE.iter().any(|word| starts(&named, word)),
            };
            if hit {
                faults.push(format!("{} is pure, and names {}", file.path, path.join("::")));
            }
        }
    }
    faults
}

/// Every file but one that opens a file by itself.
pub(crate) fn openings(tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, file) in tree.files.iter().enumerate().filter(|(_, file)| file.path != OPENS_FOR_ALL) {
        for path in tree.uses(index) {
            let named = path.join("::");
            let is_all = |word: &&&str| named.strip_suffix('*').is_some_and(|all| word.starts_with(all));
            // A glob of `std::fs` brings its `File`, which may be named, and its functions, which may not.
            if OPENING.iter().any(|word| starts(&named, word)) || OPENING.iter().any(|word| is_all(&word)) {
                faults.push(format!("{} opens a file by {named}: {OPENS_FOR_ALL} does it for all", file.path));
            }
        }
    }
    faults
}

/// What the verifier uses beyond the little it may.
pub(crate) fn verifier_faults(tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, file) in tree.files.iter().enumerate().filter(|(_, f)| f.module.get(1).is_some_and(|m| m == "verify")) {
        for path in tree.uses(index).iter().filter(|path| path[0] == "crate") {
            let named = path.join("::");
            let may = path.get(1).is_some_and(|module| VERIFIER_MAY.contains(&module.as_str()));
            if !may || VERIFIER_MAY_NOT.iter().any(|word| starts(&named, word)) {
                faults.push(format!("{} uses {named}", file.path));
            }
        }
    }
    faults
}

/// What the critic uses of that which reads a sentence.
pub(crate) fn critic_faults(tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    let is_critic = |module: &str| starts(module, "crate::checkpoint::critic");
    for (index, file) in tree.files.iter().enumerate().filter(|(_, file)| is_critic(&file.module.join("::"))) {
        let is_made = file.path == "src/checkpoint/critic.rs";
        for path in tree.uses(index) {
            let named = path.join("::");
            let is_beside = is_made && starts(&named, CRITIC_IS_MADE_BESIDE);
            if !is_beside && CRITIC_MAY_NOT.iter().any(|word| starts(&named, word)) {
                faults.push(format!("{} uses {named}", file.path));
            }
        }
    }
    faults
}

/// Files with `unsafe` in them.
pub(crate) fn unsafe_files(tree: &Tree) -> Vec<&str> {
    tree.files.iter().filter(|file| file.has_unsafe).map(|file| file.path.as_str()).collect()
}

/// Each of these names that more than one type has, with the files.
pub(crate) fn ambiguous(tree: &Tree, names: &[&str]) -> Vec<String> {
    let fault = |name: &&str| {
        let has = |file: &&crate::tree::File| file.types.iter().any(|each| each == name);
        let count: usize = tree.files.iter().map(|file| file.types.iter().filter(|each| each == name).count()).sum();
        let paths: Vec<&str> = tree.files.iter().filter(has).map(|file| file.path.as_str()).collect();
        (count > 1).then(|| format!("{count} types are called {name}: {}", paths.join(", ")))
    };
    names.iter().filter_map(fault).collect()
}

/// Siblings that use each other, also by way of others.
#[derive(Debug)]
pub(crate) struct Circle {
    /// The module that they are children of.
    pub(crate) module: String,
    pub(crate) siblings: Vec<String>,
    /// Which of them uses which.
    pub(crate) uses: Vec<(String, String)>,
}

/// Every circle among the children of one module, a child standing for all that is below it. What a parent and its own
/// children use of each other is none: a child file is private to its parent.
pub(crate) fn circles(tree: &Tree) -> Vec<Circle> {
    let mut graphs: BTreeMap<Segments, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (index, file) in tree.files.iter().enumerate() {
        let used = tree.uses(index).into_iter().filter_map(|path| tree.file_of(&path));
        for other in used.map(|used| &tree.files[used].module) {
            let common = file.module.iter().zip(other).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (file.module.get(common), other.get(common)) {
                let graph = graphs.entry(file.module[..common].to_vec()).or_default();
                graph.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    let mut found = Vec::new();
    for (module, graph) in graphs {
        let mut left: BTreeSet<&String> = graph.keys().collect();
        while let Some(&node) = left.first() {
            let mut ring: Vec<&String> = vec![node];
            ring.extend(
                graph
                    .keys()
                    .filter(|other| *other != node && reaches(&graph, node, other) && reaches(&graph, other, node)),
            );
            ring.iter().for_each(|member| {
                left.remove(member);
            });
            if ring.len() > 1 {
                let pairs = ring.iter().flat_map(|from| graph[*from].iter().map(|to| ((*from).clone(), to.clone())));
                let uses = pairs.filter(|(_, to)| ring.contains(&to)).collect();
                let siblings = ring.into_iter().cloned().collect();
                found.push(Circle { module: module.join("::"), siblings, uses });
            }
        }
    }
    found
}

fn reaches(graph: &BTreeMap<String, BTreeSet<String>>, from: &String, to: &String) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut todo = vec![from];
    while let Some(node) = todo.pop() {
        for next in graph.get(node).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                todo.push(next);
            }
        }
    }
    false
}

/// Whether a path is `prefix` or goes on from it.
fn starts(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}
