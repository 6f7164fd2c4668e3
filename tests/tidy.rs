//! The layout's rules: a top-level module uses only those above it in `lib.rs`, the pure ones touch nothing, siblings use
//! each other one way, the verifier knows nothing of what makes plans, the critic nothing of what reads, and one file alone is unsafe. Each rule is also
//! given a small text that it must refuse.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "tidy/rules.rs"]
mod rules;
#[path = "tidy/tables.rs"]
mod tables;
#[path = "tidy/texts.rs"]
mod texts;
#[path = "tidy/tree.rs"]
mod tree;

use std::sync::LazyLock;

use tree::Tree;

static THIS_CRATE: LazyLock<Tree> = LazyLock::new(Tree::of_this_crate);

/// Modules without files, clocks, threads, SQLite or llama, each with its children.
const PURE: &[&str] = &[
    "limits",
    "document",
    "cell",
    "import",
    "snapshot",
    "generate",
    "bundle",
    "plan",
    "verify",
    "yaml",
    "observe",
    "checkpoint",
    "review",
    "run::protocol",
];

/// The children of pure modules that are not: the one that talks to a live Neo4j.
const NOT_PURE: &[&str] = &["import::bolt"];

/// Circles that there are: module, siblings, and how many uses tie them. The list may only shrink.
const KNOWN_CIRCLES: &[(&str, &[&str], usize)] = &[
    // The lexicon asks the rules' English for words that are no names; templates and replays ask the lexicon.
    ("crate::language", &["lexicon", "replay", "rules", "templates"], 6),
    // What is heard is put into the items that tagging makes, and tagging ends with hearing.
    ("crate::language::rules", &["hear", "tag"], 2),
];

/// Names that once had several meanings in this crate, and have one now.
const ONE_MEANING: &[&str] = &["Cell", "Desk", "Heard", "Opinion", "Reading", "Said", "Shown", "Told"];

#[test]
fn a_name_that_had_several_meanings_has_one() {
    assert_none(&rules::ambiguous(&THIS_CRATE, ONE_MEANING));
    let twice = small(&[
        ("src/cell.rs", "pub struct Cell;"),
        ("src/plan.rs", "mod inner { enum Cell {} }"),
        ("src/run.rs", "fn f(cell: Cell) -> Desk {}"),
    ]);
    assert_eq!(rules::ambiguous(&twice, ONE_MEANING), ["2 types are called Cell: src/cell.rs, src/plan.rs"]);
}

#[test]
fn a_module_uses_only_those_above_it() {
    let tree = &*THIS_CRATE;
    assert!(tree.order.len() > 8, "lib.rs lists its modules one by one");
    assert_none(&rules::uses_from_below(tree));
}

#[test]
fn pure_modules_touch_neither_files_nor_clocks_nor_threads() {
    let tree = &*THIS_CRATE;
    for module in PURE {
        let path = format!("src/{}.rs", module.replace("::", "/"));
        assert!(tree.files.iter().any(|file| file.path == path), "{path} is gone: say here which module is pure now");
    }
    assert_none(&rules::impurities(tree, PURE, NOT_PURE));
}

#[test]
fn siblings_use_each_other_one_way() {
    let found = rules::circles(&THIS_CRATE);
    let are = found.iter().map(|circle| {
        (circle.module.as_str(), circle.siblings.iter().map(String::as_str).collect(), circle.uses.len())
    });
    let are: Vec<(&str, Vec<&str>, usize)> = are.collect();
    let known = KNOWN_CIRCLES.iter().map(|&(module, siblings, uses)| (module, siblings.to_vec(), uses));
    assert_eq!(
        are,
        known.collect::<Vec<_>>(),
        "a new circle is to be mended, one that has shrunk to be shrunk here too: {found:?}"
    );
}

#[test]
fn the_verifier_knows_nothing_of_what_makes_plans() {
    assert_none(&rules::verifier_faults(&THIS_CRATE));
}

#[test]
fn the_critic_knows_nothing_of_how_a_sentence_was_read() {
    let tree = &*THIS_CRATE;
    assert!(tree.files.iter().filter(|file| file.path.starts_with("src/checkpoint/critic")).count() > 10);
    assert_none(&rules::critic_faults(tree));
}

#[test]
fn one_file_alone_has_unsafe_code() {
    assert_eq!(rules::unsafe_files(&THIS_CRATE), ["src/language/llama/quantise.rs"]);
}

/// Pipes were waited for wherever a file was opened in a way of its own.
#[test]
fn one_file_alone_opens_files() {
    assert_none(&rules::openings(&THIS_CRATE));
    for text in [
        "use std::fs::File; fn f() { File::open(\"x\"); }",
        "use std::fs; fn f() { fs::read(\"x\"); }",
        "use std::fs::{self, read_to_string};",
        "use std::fs::*;",
        "fn f() { std::fs::OpenOptions::new(); }",
        "fn f() { std::fs::File::options(); }",
        "use rustix::fs::{fstat, openat};",
    ] {
        let files = [("src/store.rs", text), ("src/files/open.rs", text)];
        assert_eq!(rules::openings(&small(&files)).len(), 1, "{text}");
    }
    let fine = "use std::fs::{self, File}; fn f(file: &File) { fs::metadata(\"x\"); fs::create_dir_all(\"x\"); }";
    assert_none(&rules::openings(&small(&[("src/store.rs", fine)])));
}

/// An operator with a German page was asked in English to say yes once more.
#[test]
fn every_text_of_the_page_has_its_german_and_says_the_same_of_a_run() {
    let all: Vec<_> = tables::sources_below("src/web").iter().map(|(path, text)| texts::of(path, text)).collect();
    let pairs: usize = all.iter().map(|texts| texts.pairs.len()).sum();
    assert!(pairs > 250, "{pairs}");
    assert_none(&all.iter().flat_map(|texts| texts.alone.clone()).collect::<Vec<_>>());
    assert_none(&all.iter().flat_map(|texts| &texts.pairs).flat_map(texts::faults).collect::<Vec<_>>());
    for alone in [
        r#"fn f() { self.rest("Rejected: nothing was run.".to_owned()) }"#,
        r#"fn f() { Words::of_desk("Nothing was run.") }"#,
        r#"fn f() { Words::both(format!("step {number} was confirmed"), german) }"#,
        r#"fn f() { html! { strong { " takes " (tool) } } }"#,
        r#"fn f() { html! { button { "Send" } } }"#,
    ] {
        assert_eq!(texts::of("x", alone).alone.len(), 1, "{alone}");
    }
    for fine in [
        r#"fn f() { html! { button class="main key" { (sight.of("Send", "Senden")) } "/" } }"#,
        r#"fn f() { Words::both(format!("step {n} was done"), format!("Schritt {n} wurde getan")) }"#,
        r#"#[error("the form is not UTF-8")] fn f() { warn!("an act was not recorded"); }"#,
        r#"mod tests { fn f() { assert!(x, "what it was then"); } }"#,
    ] {
        assert_none(&texts::of("x", fine).alone);
    }
    for (english, german) in [
        ("you may pause a run", "Sie dürfen einen Lauf anhalten"),
        ("Pause", "Anhalten"),
        ("Finish the step and stop", "Schritt beenden und anhalten, Pause"),
        ("Finish the step and stop", "Nach dem Schritt anhalten"),
        ("stop now", "anhalten"),
        ("Resume", "Weiter"),
    ] {
        let pair = texts::Pair { path: "x".to_owned(), english: english.to_owned(), german: german.to_owned() };
        assert!(!texts::faults(&pair).is_empty(), "{pair:?}");
    }
}

/// The tables at the heads of the suites say which test shows which rule: a test that is renamed or taken out leaves a lie there.
#[test]
fn every_test_that_a_table_names_is_there() {
    let sources = tables::sources();
    let rows: usize = sources.iter().map(|(_, text)| tables::rows(text).count()).sum();
    assert!(rows > 100, "{rows}");
    assert_none(&tables::faults(&sources));
    let suite = |table: &str| {
        let head = "//! What it is.\n//!\n//! | rule | test |\n//! |---|---|\n";
        ("tests/a.rs".to_owned(), format!("{head}//! | x | {table} |\nmod b;\nfn here() {{}}\n"))
    };
    let child = ("tests/a/b.rs".to_owned(), "#[test]\nfn one_thing() {}\n".to_owned());
    for fine in ["`here`", "`b::one_thing`", "`b::one_*`, `b::*`", "`a`: `b::one_thing`"] {
        assert_none(&tables::faults(&[suite(fine), child.clone()]));
    }
    for wrong in
        ["`gone`", "`b::gone`", "`c::one_thing`", "`b::two_*`", "`z`: `b::one_thing`", "none", "`here`, `b::gone`"]
    {
        assert_eq!(tables::faults(&[suite(wrong), child.clone()]).len(), 1, "{wrong}");
    }
}

const LIB: (&str, &str) = ("src/lib.rs", "pub mod cell; pub mod plan; pub mod verify; pub mod run;");

/// A crate of `src/lib.rs` and these files.
fn small(files: &[(&'static str, &'static str)]) -> Tree {
    Tree::of(std::iter::once(LIB).chain(files.iter().copied()))
}

#[test]
fn a_use_from_below_is_refused_however_it_is_written() {
    for text in [
        "use crate::run::Run;",
        "use crate::{plan, run};",
        "use crate::{self as here, plan::{Plan, Step}}; fn f() { here::run::go() }",
        "use super::run as r;",
        "fn f() { crate::run::go() }",
        "fn f() -> Option<crate::run::Run> { None }",
        "fn f() { use super::run; run::go() }",
        "fn f() { println!(\"{}\", crate::run::X) }",
        "mod tests { use super::super::run::Run; }",
        "impl From<super::run::Run> for Cell {}",
    ] {
        let tree = small(&[("src/cell.rs", text), ("src/plan.rs", ""), ("src/run.rs", "pub struct Run;")]);
        assert!(!rules::uses_from_below(&tree).is_empty(), "{text}");
    }
    let above =
        "use crate::{cell::Cell, plan}; fn f() { super::plan::g(); /* crate::verify */ let run = \"crate::x\"; }";
    let tree = small(&[("src/cell.rs", ""), ("src/plan.rs", ""), ("src/run.rs", above)]);
    assert_none(&rules::uses_from_below(&tree));
}

#[test]
fn an_impure_thing_is_refused_however_it_is_written() {
    for text in [
        "use std::fs;",
        "use std::{collections::BTreeMap, fs};",
        "use std::{time::{Duration, Instant}};",
        "use std::time::*;",
        "use std::fs::*;",
        "use std::*;",
        "use std::time as clock; fn f() { clock::SystemTime::now(); }",
        "use std as s; fn f() { s::thread::spawn(|| ()); }",
        "extern crate std as s; fn f() { s::thread::spawn(|| ()); }",
        "use jiff::Timestamp; fn f() { Timestamp::now(); }",
        "use jiff::Timestamp as Moment; fn f() { let now = Moment::now; }",
        "fn f() { ::std::process::exit(1) }",
        "fn f() { assert!(std::env::var(\"X\").is_ok()); }",
        "use std::path::Path; fn f(path: &Path) -> bool { path.exists() }",
        "use tokio::runtime;",
        "fn f(c: &rusqlite::Connection) {}",
        "mod inner { pub fn f() { std::net::TcpStream::connect(\"\"); } }",
    ] {
        let tree = small(&[("src/plan.rs", text)]);
        assert!(!rules::impurities(&tree, &["plan"], &[]).is_empty(), "{text}");
        assert_none(&rules::impurities(&tree, &["cell"], &[]));
        assert_none(&rules::impurities(&tree, &["plan"], &["plan"]));
    }
    let pure = "use std::{time::Duration, collections::*}; use jiff::Timestamp; /// std::fs\nfn f(at: Timestamp) { let s = \"std::fs\"; }";
    assert_none(&rules::impurities(&small(&[("src/plan.rs", pure)]), &["plan"], &[]));
    // Through what another file gives a name.
    let through = small(&[
        ("src/plan.rs", "mod a; use std::fs as disk;"),
        ("src/plan/a.rs", "fn f() { super::disk::read(\"\"); }"),
    ]);
    assert!(rules::impurities(&through, &["plan::a"], &[]).len() == 1, "{through:?}");
}

#[test]
fn circles_of_siblings_are_refused() {
    let found = |run: &'static str, a: &'static str, b: &'static str, deep: &'static str| {
        let files = [("src/run.rs", run), ("src/run/a.rs", a), ("src/run/b.rs", b), ("src/run/a/deep.rs", deep)];
        rules::circles(&small(&files))
            .into_iter()
            .map(|circle| (circle.module, circle.siblings, circle.uses.len()))
            .collect::<Vec<_>>()
    };
    let circle = |uses| vec![("crate::run".to_owned(), vec!["a".to_owned(), "b".to_owned()], uses)];
    let both = "mod a; mod b;";
    assert_eq!(found(both, "use super::b::B;", "fn f() { super::a::g() }", ""), circle(2));
    assert_eq!(found(both, "use crate::run::{b as c}; fn f() { c::g() }", "use super::a;", ""), circle(2));
    // A child stands for what is below it.
    assert_eq!(found(both, "mod deep;", "use super::a::A;", "use super::super::b::B;"), circle(2));
    assert_eq!(found(both, "mod deep; use super::b;", "use super::a::deep::D;", ""), circle(2));
    // Through what the parent re-exports.
    assert_eq!(found("mod a; mod b; pub use a::A; use b::B as C;", "use super::C;", "use super::A;", ""), circle(2));
    // A parent and its own child, and siblings one way, are none.
    assert_eq!(
        found(
            "mod a; mod b; use a::A; struct Own;",
            "mod deep; use super::{Own, b::B}; use deep::D;",
            "use super::Own;",
            "use super::A;"
        ),
        []
    );
}

#[test]
fn a_verifier_that_uses_a_maker_is_refused() {
    for text in [
        "use crate::run;",
        "use super::plan::{build::Builder};",
        "use crate::plan::Builder;",
        "use crate::snapshot::routes;",
    ] {
        let plan = ("src/plan.rs", "pub mod build; pub use build::Builder;");
        let tree = small(&[plan, ("src/plan/build.rs", ""), ("src/verify.rs", text), ("src/run.rs", "")]);
        assert_eq!(rules::verifier_faults(&tree).len(), 1, "{text}");
    }
    let tree = small(&[("src/plan.rs", ""), ("src/verify.rs", "use crate::{cell::Cell, plan::{Plan, Step}};")]);
    assert_none(&rules::verifier_faults(&tree));
}

#[test]
fn a_critic_that_uses_a_reader_is_refused() {
    const CRATE: [(&str, &str); 5] = [
        ("src/lib.rs", "pub mod language; pub mod checkpoint;"),
        ("src/language.rs", "pub mod rules; pub mod lexicon; mod reading; pub use reading::Reading;"),
        ("src/language/rules.rs", "pub mod tag; pub struct Recogniser;"),
        ("src/language/rules/tag.rs", ""),
        ("src/checkpoint.rs", "pub mod critic;"),
    ];
    let faults = |critic: &'static str, hear: &'static str| {
        let own = [("src/checkpoint/critic.rs", critic), ("src/checkpoint/critic/hear.rs", hear)];
        rules::critic_faults(&Tree::of(CRATE.into_iter().chain(own))).len()
    };
    for text in [
        "use crate::language::rules::tag;",
        "use crate::language::Reading;",
        "fn f() { crate::language::rules::tag::tag() }",
    ] {
        assert_eq!((faults(text, ""), faults("mod hear;", text)), (1, 1), "{text}");
    }
    let beside = "use crate::language::{lexicon::Lexicon, rules::Recogniser};";
    assert_eq!((faults(beside, ""), faults("mod hear;", beside)), (0, 1), "made in one place alone");
}

#[test]
fn unsafe_code_is_seen_wherever_it_stands() {
    for text in [
        "unsafe fn f() {}",
        "fn f() { unsafe { g() } }",
        "fn f() { mac!(unsafe { g() }) }",
        "#![allow(unsafe_code)]",
        "unsafe impl Send for X {}",
    ] {
        assert_eq!(rules::unsafe_files(&small(&[("src/cell.rs", text)])), ["src/cell.rs"], "{text}");
    }
    assert!(
        rules::unsafe_files(&small(&[("src/cell.rs", "// unsafe\n/// unsafe\nfn f() { let s = \"unsafe\"; }")]))
            .is_empty()
    );
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
