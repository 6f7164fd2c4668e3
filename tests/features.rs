//! The levels of the package: what each takes of other packages, and that core stays small and free of C. Cargo is asked from the
//! lock file: nothing is built, and nothing is fetched.
//!
//! | what holds | test |
//! |---|---|
//! | core's packages are these, at most 15, and none of them builds C | `core_embeds` |
//! | the second gate's packages are these, without std and C | `bare_has_neither_std_nor_c` |
//! | each level has what the one below has | `each_level_has_what_the_one_below_has` |
//! | the cell PC's build has no network code and no model; it keeps BLAKE3's vector code | `the_cells_pc_has_no_network_and_keeps_its_speed` |
//! | a page of the book says how many packages each level has | `the_book_says_how_many` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, process::Command};

/// The levels, each with what the one before has.
const LEVELS: [&str; 5] = ["core", "import", "store", "language", "cli"];

/// What core may have beneath it.
const CORE_MAX: usize = 15;

/// Beneath core. A package that joins them is a decision: name it here.
const CORE: [&str; 14] = [
    "arc-swap",
    "arrayvec",
    "blake3",
    "bytemuck",
    "cfg-if",
    "constant_time_eq",
    "cpufeatures",
    "itoa",
    "memchr",
    "rapidhash",
    "rustversion",
    "serde_core",
    "serde_json",
    "zmij",
];

/// Beneath the second gate.
const BARE: [&str; 12] = [
    "arrayvec",
    "blake3",
    "bytemuck",
    "byteorder",
    "cfg-if",
    "constant_time_eq",
    "cpufeatures",
    "hash32",
    "heapless",
    "rapidhash",
    "rustversion",
    "stable_deref_trait",
];

/// Names of the packages beneath a build with these features, each with the features that are chosen of it.
fn packages(features: &str) -> BTreeMap<String, Vec<String>> {
    let arguments = [
        "tree",
        "--offline",
        "--locked",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}|{f}",
        "--no-default-features",
        "--features",
        features,
    ];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut packages = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (package, features) = line.split_once('|').unwrap_or_else(|| panic!("{line}"));
        // Version and features: two versions of one package are two packages.
        let name = package.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let features = features.trim_end_matches(" (*)").split(',').map(str::to_owned).collect();
        packages.insert(name, features);
    }
    packages.retain(|name, _| !name.starts_with("cellgraph "));
    assert!(!packages.is_empty(), "{features}: {text}");
    packages
}

fn names(features: &str) -> Vec<String> {
    packages(features).into_keys().map(|name| name.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn features_of(package: &str, level: &str) -> Vec<String> {
    let found = packages(level).into_iter().find(|(name, _)| name.split(' ').next() == Some(package));
    found.unwrap_or_else(|| panic!("{level} has no {package}")).1
}

#[test]
fn core_embeds() {
    const { assert!(CORE.len() <= CORE_MAX) };
    assert_eq!(names("core"), CORE);
    // BLAKE3 is the one package of them that has C code, and leaves it out.
    assert!(features_of("blake3", "core").iter().any(|feature| feature == "pure"));
}

#[test]
fn bare_has_neither_std_nor_c() {
    assert_eq!(names("bare"), BARE);
    for package in BARE {
        let features = features_of(package, "bare");
        assert!(!features.iter().any(|feature| ["std", "alloc", "extern_crate_alloc"].contains(&feature.as_str())));
    }
    assert!(features_of("blake3", "bare").iter().any(|feature| feature == "pure"));
}

#[test]
fn each_level_has_what_the_one_below_has() {
    for pair in LEVELS.windows(2) {
        let (below, above) = (names(pair[0]), names(pair[1]));
        let lost: Vec<_> = below.iter().filter(|name| !above.contains(name)).collect();
        assert!(lost.is_empty(), "{} has no {lost:?}, which {} has", pair[1], pair[0]);
    }
}

#[test]
fn the_cells_pc_has_no_network_and_keeps_its_speed() {
    let cli = names("cli");
    for foreign in ["neo4rs", "tokio", "mio", "rustls", "llama-cpp-2", "llama-cpp-sys-2", "llguidance"] {
        assert!(!cli.iter().any(|name| name == foreign), "{foreign}");
    }
    // The same question finds them where they are.
    let all = names("cli,bolt,llama");
    assert!(["neo4rs", "tokio", "llama-cpp-2"].iter().all(|known| all.iter().any(|name| name == known)));
    for level in ["import", "cli", "cli,bolt,llama"] {
        assert!(!features_of("blake3", level).iter().any(|feature| feature == "pure"), "{level}");
    }
}

#[test]
fn the_book_says_how_many() {
    let page = std::fs::read_to_string("docs/src/explanation/dependencies.md").unwrap();
    for level in LEVELS.into_iter().chain(["bare", "llama", "bolt", "bundle", "web", "opcua"]) {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{level}` |")));
        let row = row.unwrap_or_else(|| panic!("the page has no row of {level}"));
        let count = row.trim_end_matches(" |").rsplit("| ").next().and_then(|count| count.parse().ok());
        assert_eq!(count, Some(packages(level).len()), "{row}");
    }
}
