//! The grammar, as data: a sentence → what it may say, the likeliest first.
//!
//! In: a sentence, the lexicon of the cell's names. Out: at most [`OFFERS_MAX`] readings, and which of them is sure. What forbids,
//! asks, reports or limits is looked for elsewhere ([`super`]), whatever is read here; the other readings are offered.
//!
//! 1. `chart/english.yaml` and `chart/german.yaml` hold the words of a language, by category: `take: get, fetch, pick up`. A
//!    phrase is added there, and nowhere else. A word may stand in several categories: the sentence decides. `numbers`, `ordinals`
//!    and `counts` hold words for numbers, `work` other words for work ("leg": `place`), `heard` what a recogniser of speech
//!    writes for a number or a letter ("won": 1).
//! 2. `chart/rules.yaml` holds the grammar for every language: a category, the categories that it is made of, and the combinator
//!    (`chart/meaning.rs`) that makes its meaning of theirs. A category with a `?` may be absent. A rule may cost something:
//!    the cheapest reading counts as the likeliest.
//! 3. The cell's own names are the categories `place`, `tool` and `routine` (`chart/lattice.rs`), and `row` and `rows` where
//!    one word names several places. A `hint` is a place by its description, a `thing` a routine by what is worked on. A word
//!    that may be several of them is all of them, and a sentence with two readings has two.
//! 4. The parser (`chart/agenda.rs`) may jump over a word at a price. It never jumps over "and" or "not", nor over a number. The
//!    categories `aside` (politeness, articles) and `loose` (prepositions, marks), and the lists that readings are held to
//!    (`rules/account/words.yaml`), say which words may be jumped over. A sentence with a word of `never` has no reading: it
//!    asks or tells something. `home` is each home.
//! 5. A reading is sure where it jumps over no other word, costs little, and no other one costs nearly as little.
//! 6. Tokens, edges and readings are bounded by [`crate::limits`]; a sentence that is longer has no reading.
//!
//! To add a phrase, write it into its category in the file of its language, and a line into `chart/examples.tsv` that uses it.
//! The form of that file is a cell, a sentence and its likeliest reading, parted by tabs.
//!
//! A file with a word that stands twice, with a category that no rule uses, or with a rule that can never fit, is refused; the
//! program's own files are held to that by a test, and each rule to be used by an example (`chart/examples.tsv`).

use std::sync::LazyLock;

use crate::{
    cell::{RoutineId, State},
    language::{
        Clause, Places, Said, Span,
        lexicon::{Lexicon, kin::is_word, words::words},
    },
    snapshot::Snapshot,
};

mod agenda;
mod grammar;
mod lattice;
mod margin;
mod meaning;
mod sketched;
mod weigh;

use grammar::Grammar;
use margin::is_near;
use meaning::Value;
pub(in crate::language) use sketched::is_sketched;
use weigh::{SURE_COST_MAX, Weighed};

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    // A test holds that the program's own files have no fault.
    let words = [include_str!("chart/english.yaml"), include_str!("chart/german.yaml")];
    Grammar::read(include_str!("chart/rules.yaml"), &words).unwrap_or_default()
});

/// What a sentence may say, the likeliest first: commands only.
pub(in crate::language) fn readings(text: &str, lexicon: &Lexicon, snapshot: &Snapshot, state: State) -> Vec<Said> {
    weighed(text, lexicon, snapshot, state).found.into_iter().map(|parse| Said::Do(parse.clauses)).collect()
}

/// The places that some words list, and nothing else: "2 and 3", "the first two".
pub(super) fn places(text: &str, lexicon: &Lexicon, snapshot: &Snapshot, state: State) -> Option<Places> {
    match part("list", text, &meaning::Cell { lexicon, snapshot, state })? {
        Value::Places(places) => Some(places),
        Value::Place(place) => Some(Places { spans: vec![Span::One(place)], reversed: false }),
        _ => None,
    }
}

/// The work that some words name, and nothing else.
pub(super) fn work(text: &str, lexicon: &Lexicon, snapshot: &Snapshot, state: State) -> Option<Vec<RoutineId>> {
    match part("work", text, &meaning::Cell { lexicon, snapshot, state })? {
        Value::Routines(routines) => Some(routines),
        Value::Routine(routine) => Some(vec![routine]),
        _ => None,
    }
}

/// How often some words say, and nothing else.
pub(super) fn count(text: &str, lexicon: &Lexicon, snapshot: &Snapshot, state: State) -> Option<u16> {
    match part("count", text, &meaning::Cell { lexicon, snapshot, state })? {
        Value::Count(count) => Some(count),
        _ => None,
    }
}

/// What some words surely are, of a category.
fn part(root: &str, text: &str, cell: &meaning::Cell<'_>) -> Option<Value> {
    if is_sketched(text) || text.contains(['(', ')']) {
        return None;
    }
    let lattice = lattice::Lattice::new(text, &GRAMMAR, cell).filter(|lattice| lattice.missed == 0)?;
    let agenda::Parts { parts, is_cut } = agenda::parts(root, &lattice, &GRAMMAR, cell);
    let first = parts.first().filter(|first| first.missed == 0 && first.cost <= SURE_COST_MAX)?;
    let is_other = |other: &agenda::Part| other.value != first.value && is_near(first.cost, other.cost, other.missed);
    (!is_cut && !parts.iter().any(is_other)).then(|| first.value.clone())
}

/// Whether a word is one of German, or a form of one: what a reading may have in it that English lists do not know.
pub(in crate::language) fn knows(word: &str, lexicon: &Lexicon) -> bool {
    let word = grammar::plain(word);
    let names = |form: &String| {
        let of = lexicon.speaks_of(form);
        let named = [of.places_named, of.tools_named, of.routines_named];
        named.iter().any(|ids| !ids.is_empty()) || !of.routines.is_empty() || of.things.is_some()
    };
    GRAMMAR.is_of_second(&word) || lattice::forms(&word).iter().any(names)
}

/// Whether half the words of a sentence are German, or more.
pub(in crate::language) fn is_german(text: &str, lexicon: &Lexicon) -> bool {
    let words = words(text);
    let said: Vec<_> = words.iter().filter(|word| !word.mark && word.number.is_none()).collect();
    let german = said
        .iter()
        .filter(|word| GRAMMAR.is_of_second(&grammar::plain(&word.text)) || is_german_work(&word.text, lexicon));
    let german = german.count();
    german > 0 && german * 2 >= said.len()
}

/// "Schweiße": a form of a verb that is known, where neither the cell nor a shop has a word like it.
fn is_german_work(word: &str, lexicon: &Lexicon) -> bool {
    // "Order" is no form of "ordern".
    if word.is_ascii() && !word.ends_with('e') {
        return false;
    }
    let word = grammar::plain(word);
    let is_verb = |form: &String| form.ends_with('n') && is_word(form);
    !lexicon.is_known(&word) && !is_word(&word) && lattice::forms(&word).iter().any(is_verb)
}

/// What a sentence may say, with costs, and whether that is sure.
pub(in crate::language) fn weighed(text: &str, lexicon: &Lexicon, snapshot: &Snapshot, state: State) -> Weighed {
    let cell = meaning::Cell { lexicon, snapshot, state };
    lattice_of(text, &cell).map_or_else(Weighed::default, |lattice| weigh(text, &lattice, &cell))
}

/// What a sentence surely says, where nobody asks what it may say besides.
pub(in crate::language) fn sure(
    text: &str,
    lexicon: &Lexicon,
    snapshot: &Snapshot,
    state: State,
) -> Option<Vec<Clause>> {
    let cell = meaning::Cell { lexicon, snapshot, state };
    // No reading is sure where each of them misses a word.
    let lattice = lattice_of(text, &cell).filter(|lattice| lattice.missed == 0)?;
    weigh(text, &lattice, &cell).sure().map(<[Clause]>::to_vec)
}

fn lattice_of(text: &str, cell: &meaning::Cell<'_>) -> Option<lattice::Lattice> {
    if is_sketched(text) { None } else { lattice::Lattice::new(text, &GRAMMAR, cell) }
}

fn weigh(text: &str, lattice: &lattice::Lattice, cell: &meaning::Cell<'_>) -> Weighed {
    Weighed::new(agenda::parse(lattice, &GRAMMAR, cell), text, &lattice.things, cell.snapshot, cell.state)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{grammar::HOME, *};
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
            "demo" => include_bytes!("../../../graph-snapshots/demo-cell.apoc.jsonl"),
            "elec" => include_bytes!("../../../tests/language/cells/elec.apoc.jsonl"),
            "battery" => include_bytes!("../../../tests/language/further/battery.apoc.jsonl"),
            "foundry" => include_bytes!("../../../tests/language/further/foundry.apoc.jsonl"),
            "candles" => include_bytes!("../../../tests/language/further/candles.apoc.jsonl"),
            "shoes" => include_bytes!("../../../tests/language/further/shoes.apoc.jsonl"),
            "wood" => include_bytes!("../../../tests/language/cells/wood.apoc.jsonl"),
            _ => include_bytes!("../../../tests/language/cells/pallet.apoc.jsonl"),
        };
        let draft = import::from_apoc(bytes, &mut |_| ()).unwrap().draft;
        let built = snapshot::build(&draft, &Provenance { source: "test".into(), ..Provenance::default() });
        Snapshot::from_bytes(&built.bytes).unwrap()
    }

    /// A category that is looked up by another name than the files have would say no to everything, and nobody would be told.
    #[test]
    fn each_category_that_the_program_asks_for_is_in_the_files() {
        let sources = [
            include_str!("chart/lattice.rs"),
            include_str!("chart/lattice/names.rs"),
            include_str!("chart/lattice/numerals.rs"),
            include_str!("chart/lattice/passing.rs"),
            include_str!("chart/lattice/places.rs"),
            include_str!("chart/lattice/works.rs"),
        ];
        let by_name = sources.iter().flat_map(|source| source.split("named(\"").skip(1));
        let asked: Vec<&str> = by_name.map(|rest| rest.split('"').next().unwrap_or_default()).collect();
        assert!(asked.len() > 10, "{asked:?}");
        for name in asked.into_iter().chain(["bring", "lay", "piece", "row", "rows", "list", "work", "count", HOME]) {
            assert!(GRAMMAR.named(name).is_some(), "'{name}'");
        }
    }

    #[test]
    fn the_programs_own_files_have_no_fault() {
        if let Err(fault) = Grammar::read(RULES, &LANGUAGES) {
            panic!("{fault}");
        }
    }

    #[test]
    fn a_file_with_a_fault_is_refused() {
        let words = |words: &str| {
            format!("words: {{{words}}}\nnumbers: {{}}\ncounts: {{}}\nordinals: {{}}\nwork: {{}}\nheard: {{}}\n")
        };
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
            let it = meaning::Cell { lexicon: &lexicon, snapshot: &snapshot, state };
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
