//! A small grammar as data: a sentence → what it may say, the likeliest first. Nothing is done by it: the readings are there to
//! ask back with where the recogniser reads nothing surely ([`super::reading`]).
//!
//! In: a sentence, the lexicon of the cell's names. Out: at most [`OFFERS_MAX`] readings.
//!
//! 1. `chart/english.yaml` and `chart/german.yaml` hold the words of a language, by category: `take: get, fetch, pick up`. A
//!    phrase is added there, and nowhere else. A word may stand in several categories: the sentence decides. `numbers` and
//!    `counts` hold words for numbers ("zwei") and for how often ("zweimal"), `work` other words for work ("leg": `place`).
//! 2. `chart/rules.yaml` holds the grammar for every language: a category, the categories that it is made of, and the combinator
//!    (`chart/meaning.rs`) that makes its meaning of theirs. A category with a `?` may be absent. A rule may cost something:
//!    the cheapest reading counts as the likeliest.
//! 3. The cell's own names are the categories `place`, `tool` and `routine` (`chart/lattice.rs`). A word that may be several
//!    of them is all of them, and a sentence with two readings has two.
//! 4. The parser (`chart/agenda.rs`) may jump over a word at a price. It never jumps over a word of a category, "and" and
//!    "not" above all, nor over a number. The categories `aside` (politeness, articles) and `loose` (prepositions, marks) are
//!    the exception. A sentence with a word of `never` has no reading: it asks or tells something. `home` is each home.
//! 5. Tokens, edges and readings are bounded by [`crate::limits`]; a sentence that is longer has no reading.
//!
//! To add a phrase, write it into its category in the file of its language, and a line into `chart/examples.tsv` that uses it.
//! The form of that file is a cell, a sentence and its likeliest reading, parted by tabs.
//!
//! A file with a word that stands twice, with a category that no rule uses, or with a rule that can never fit, is refused; the
//! program's own files are held to that by a test, and each rule to be used by an example (`chart/examples.tsv`).

use std::sync::LazyLock;

use super::{Said, lexicon::Lexicon};
use crate::{cell::State, limits::OFFERS_MAX, snapshot::Snapshot};

mod agenda;
mod grammar;
mod lattice;
mod meaning;

use grammar::Grammar;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    // A test holds that the program's own files have no fault.
    let words = [include_str!("chart/english.yaml"), include_str!("chart/german.yaml")];
    Grammar::read(include_str!("chart/rules.yaml"), &words).unwrap_or_default()
});

/// What a sentence may say, the likeliest first: commands only.
pub(super) fn readings(text: &str, lexicon: &Lexicon, snapshot: &Snapshot, state: State) -> Vec<Said> {
    // Nobody said what cannot be seen.
    if text.contains(char::is_control) {
        return Vec::new();
    }
    let cell = meaning::Cell { lexicon, snapshot };
    let Some(lattice) = lattice::Lattice::new(text, &GRAMMAR, &cell) else { return Vec::new() };
    let mut found: Vec<Said> = Vec::new();
    for clauses in agenda::parse(&lattice, &GRAMMAR, &cell) {
        let said = Said::Do(clauses);
        // What comes to nothing in this cell is no reading.
        let is_command = matches!(said.intent(snapshot, state), Ok(Some(crate::plan::Intent::Goals(_))));
        if is_command && !found.contains(&said) && found.len() < OFFERS_MAX {
            found.push(said);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{
        import,
        language::{lexicon::Also, terse},
        snapshot::{self, Provenance},
    };

    const RULES: &str = include_str!("chart/rules.yaml");
    const EXAMPLES: &str = include_str!("chart/examples.tsv");
    const LANGUAGES: [&str; 2] = [include_str!("chart/english.yaml"), include_str!("chart/german.yaml")];

    fn cell(name: &str) -> Snapshot {
        let bytes: &[u8] = match name {
            "demo" => include_bytes!("../../graph-snapshots/demo-cell.apoc.jsonl"),
            _ => include_bytes!("../../tests/language/cells/pallet.apoc.jsonl"),
        };
        let draft = import::from_apoc(bytes, &mut |_| ()).unwrap().draft;
        let built = snapshot::build(&draft, &Provenance { source: "test".into(), ..Provenance::default() });
        Snapshot::from_bytes(&built.bytes).unwrap()
    }

    #[test]
    fn the_programs_own_files_have_no_fault() {
        if let Err(fault) = Grammar::read(RULES, &LANGUAGES) {
            panic!("{fault}");
        }
    }

    #[test]
    fn a_file_with_a_fault_is_refused() {
        let words = |words: &str| format!("words: {{{words}}}\nnumbers: {{}}\ncounts: {{}}\nwork: {{}}\n");
        let rule = "- { makes: command, from: go place, by: go }\n";
        for (rules, words, about) in [
            (rule.repeat(2), words("go: [go]"), "twice"),
            (rule.to_owned(), words("go: [go, Go]"), "twice"),
            (rule.to_owned(), words("go: [go], fly: [fly]"), "fly"),
            (rule.to_owned(), words(""), "'go'"),
            (format!("{rule}- {{ makes: walk, from: go, by: here }}\n"), words("go: [go]"), "walk"),
            ("- { makes: command, from: go, by: teleport }\n".to_owned(), words("go: [go]"), "teleport"),
        ] {
            let fault = Grammar::read(&rules, &[&words]).unwrap_err();
            assert!(fault.contains(about), "{fault}");
        }
    }

    /// Each line: a cell, a sentence, and its likeliest reading in the terse form, or nothing.
    #[test]
    fn the_examples_are_read_so_and_use_every_rule() {
        let (mut wrong, mut used) = (String::new(), HashSet::new());
        for line in EXAMPLES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let [name, text, wanted] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let snapshot = cell(name);
            let lexicon = Lexicon::new(&snapshot, &Also::default());
            let state = State { position: crate::cell::PositionId(0), tool: None };
            let found = readings(text, &lexicon, &snapshot, state);
            let found = found.first().map_or_else(|| "nothing".to_owned(), |said| terse::write(said, &snapshot));
            if found != format!("action {wanted}") && found != wanted {
                wrong += &format!("\n{text}\n    expected {wanted}\n    found    {found}");
            }
            let it = meaning::Cell { lexicon: &lexicon, snapshot: &snapshot };
            let lattice = lattice::Lattice::new(text, &GRAMMAR, &it).unwrap();
            used.extend(agenda::used(&lattice, &GRAMMAR, &it));
        }
        let entries: Vec<&str> = RULES.lines().filter(|line| line.starts_with("- ")).collect();
        for (number, entry) in entries.iter().enumerate().filter(|(number, _)| !used.contains(number)) {
            wrong += &format!("\nno example uses rule {number}: {entry}");
        }
        assert!(wrong.is_empty(), "{wrong}");
    }
}
