//! The signs of doubt: `signs.yaml`, loaded.
//!
//! In: the file's text; the items of a sentence. Out: the [`Signs`], or what is wrong with the file and in which line; whether
//! there is a sign, and at which item. What a pattern means is decided in `pattern.rs`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_saphyr::Spanned;

use super::pattern::{Clues, Pattern, Wanted, Words, is_own};
use crate::language::rules::tag::Item;

/// See the head of this file.
#[derive(Debug)]
pub(super) struct Signs {
    signs: Vec<Sign>,
    words: Words,
}

#[derive(Debug)]
struct Sign {
    pattern: Pattern,
    wanted: Wanted,
    unless: Vec<Pattern>,
    leaves: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kinds: BTreeMap<String, String>,
    signs: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    sign: Spanned<String>,
    #[serde(default)]
    unless: Vec<String>,
    #[serde(default)]
    leaves: bool,
    /// A cell and a sentence that it makes doubtful.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test puts the examples to the patterns"))]
    example: String,
    /// A cell and a sentence that it would make doubtful, were there no `unless`.
    plain: Option<String>,
}

impl Signs {
    /// Reads the file.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let file: File = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
        let (mut seen, mut used, mut words) = (BTreeSet::new(), BTreeSet::new(), Words::default());
        if let Some(name) = file.kinds.keys().find(|name| is_own(name)) {
            return Err(format!("kind '{name}': the program says what that is; give the kind another name"));
        }
        if let Some((one, other)) = alike(&file.kinds) {
            return Err(format!(
                "kinds '{one}' and '{other}' have many texts in common; give those a kind of their own"
            ));
        }
        let mut signs = Vec::with_capacity(file.signs.len());
        for entry in &file.signs {
            let line = entry.sign.defined.line();
            if !seen.insert((&entry.sign.value, &entry.unless)) {
                return Err(format!("line {line}: '{}' stands twice; take one out", entry.sign.value));
            }
            if entry.unless.is_empty() == entry.plain.is_some() {
                return Err(format!("line {line}: 'unless' and 'plain' stand together or not at all"));
            }
            signs.push(
                Sign::read(entry, &file.kinds, &mut used, &mut words)
                    .map_err(|fault| format!("line {line}: {fault}"))?,
            );
        }
        match file.kinds.keys().find(|name| !used.contains(*name)) {
            Some(name) => Err(format!("kind '{name}': no sign uses it; take it out")),
            None => Ok(Self { signs, words }),
        }
    }

    /// Whether there is a sign.
    pub(super) fn are_in(&self, items: &[Item]) -> bool {
        self.likely(&self.words.clues(items)).any(|sign| sign.find(items).is_some())
    }

    /// The first item at which a sentence leaves the work to others, to another time, or undone.
    pub(super) fn leave(&self, items: &[Item]) -> Option<usize> {
        let clues = self.words.clues(items);
        self.likely(&clues).filter(|sign| sign.leaves).filter_map(|sign| sign.find(items)).min()
    }

    /// The signs that a sentence with these clues may have: a few of them.
    fn likely(&self, clues: &Clues) -> impl Iterator<Item = &Sign> {
        self.signs.iter().filter(|sign| sign.wanted.may_be_in(clues))
    }
}

/// Two kinds that list the same texts, but for a few.
fn alike(kinds: &BTreeMap<String, String>) -> Option<(&str, &str)> {
    let texts_of = |kind: &str| {
        let plain: String = kind.split_whitespace().collect();
        let lists = plain.split(['|', '&', '!', '<', '>', '(', ')']).filter_map(|test| test.strip_prefix(['=', '~']));
        lists.flat_map(|list| list.split('/')).map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let kinds: Vec<(&str, BTreeSet<String>)> =
        kinds.iter().map(|(name, kind)| (name.as_str(), texts_of(kind))).collect();
    kinds.iter().enumerate().find_map(|(at, (one, texts))| {
        let is_alike = |(_, others): &&(&str, BTreeSet<String>)| texts.intersection(others).count() > TEXTS_SHARED_MAX;
        kinds[at + 1..].iter().find(is_alike).map(|(other, _)| (*one, *other))
    })
}

/// Most texts that two kinds may share.
const TEXTS_SHARED_MAX: usize = 8;

/// The signs of a file that cannot be used: one that is in every sentence.
impl Default for Signs {
    fn default() -> Self {
        let (pattern, wanted) = (Pattern::default(), Wanted::default());
        let any = Sign { pattern, wanted, unless: Vec::new(), leaves: true };
        Self { signs: vec![any], words: Words::default() }
    }
}

impl Sign {
    fn read(
        entry: &Entry,
        kinds: &BTreeMap<String, String>,
        used: &mut BTreeSet<String>,
        words: &mut Words,
    ) -> Result<Self, String> {
        let pattern = Pattern::read(&entry.sign.value, kinds, used)?;
        Ok(Self {
            wanted: pattern.wanted(words),
            pattern,
            unless: entry.unless.iter().map(|text| Pattern::read(text, kinds, used)).collect::<Result<_, _>>()?,
            leaves: entry.leaves,
        })
    }

    fn find(&self, items: &[Item]) -> Option<usize> {
        let at = self.pattern.find(items)?;
        self.unless.iter().all(|pattern| pattern.find(items).is_none()).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{
        files::read_document_file,
        import,
        language::{
            lexicon::{Also, Lexicon},
            rules::tag::items,
        },
        snapshot::{self, Provenance, Snapshot},
    };

    const FILE: &str = include_str!("signs.yaml");

    /// The names of a cell of the tests.
    fn lexicon(cell: &str) -> Lexicon {
        let root = env!("CARGO_MANIFEST_DIR");
        let inside =
            ["cells", "further", "unseen"].map(|folder| format!("{root}/tests/language/{folder}/{cell}.apoc.jsonl"));
        let demo = format!("{root}/graph-snapshots/{cell}-cell.apoc.jsonl");
        let export = inside.into_iter().chain([demo]).find_map(|path| read_document_file(path.as_ref()).ok());
        let draft = import::from_apoc(export.expect(cell).as_bytes(), &mut |_| ()).unwrap().draft;
        let built = snapshot::build(&draft, &Provenance { source: "test".into(), ..Provenance::default() });
        Lexicon::new(&Snapshot::from_bytes(&built.bytes).unwrap(), &Also::default())
    }

    fn items_of(example: &str, cells: &mut HashMap<String, Lexicon>) -> Vec<Item> {
        let (cell, sentence) = example.split_once(" | ").expect(example);
        items(sentence, cells.entry(cell.to_owned()).or_insert_with(|| lexicon(cell)))
    }

    #[test]
    fn the_file_that_ships_can_be_used() {
        if let Err(fault) = Signs::read(FILE) {
            panic!("{fault}");
        }
    }

    #[test]
    fn without_its_file_every_sentence_is_doubtful() {
        for sentence in ["weld 1", ""] {
            let items = items(sentence, &lexicon("demo"));
            assert!(Signs::default().are_in(&items), "{sentence}");
            assert_eq!(Signs::default().leave(&items), Some(0));
        }
    }

    #[test]
    fn each_sign_finds_its_example() {
        let (mut cells, mut wrong) = (HashMap::new(), String::new());
        let mut items_of = |example: &str| items_of(example, &mut cells);
        let file: File = serde_saphyr::from_str(FILE).unwrap();
        for entry in &file.signs {
            let sign = Sign::read(entry, &file.kinds, &mut BTreeSet::new(), &mut Words::default()).unwrap();
            if sign.find(&items_of(&entry.example)).is_none() {
                wrong += &format!("\n{} does not find: {}", entry.sign.value, entry.example);
            }
            let Some(plain) = entry.plain.as_ref().map(|plain| items_of(plain)) else { continue };
            if sign.pattern.find(&plain).is_none() || sign.find(&plain).is_some() {
                wrong += &format!("\n{} is not kept from its plain sentence", entry.sign.value);
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    #[test]
    fn no_sign_that_a_sentence_has_is_taken_for_unlikely() {
        let (signs, mut cells) = (Signs::read(FILE).unwrap(), HashMap::new());
        let file: File = serde_saphyr::from_str(FILE).unwrap();
        for entry in &file.signs {
            let items = items_of(&entry.example, &mut cells);
            let clues = signs.words.clues(&items);
            let likely = signs.likely(&clues).filter(|sign| sign.find(&items).is_some()).count();
            let all = signs.signs.iter().filter(|sign| sign.find(&items).is_some()).count();
            assert_eq!(likely, all, "{}", entry.example);
        }
    }

    #[test]
    fn a_file_with_a_fault_is_refused() {
        let sign = "- {sign: to, example: demo | to}";
        for (kinds, signs, about) in [
            ("", sign.replace("to,", "nonsense,"), "line 3: 'nonsense'"),
            ("", format!("{sign}\n{sign}"), "line 4: 'to' stands twice"),
            ("", sign.replace("example", "exampel"), "exampel"),
            ("", "- {sign: to}".to_owned(), "example"),
            ("", sign.replace("sign:", "unless: [from], sign:"), "'plain'"),
            ("", sign.replace("sign:", "unless: [form], plain: x, sign:"), "'form'"),
            ("whither: to", sign.to_owned(), "'whither': no sign uses it"),
            ("from: to", sign.to_owned(), "'from'"),
            ("a: =b/c/d/e/f/g/h/i/j, k: to|~j/i/h/g/f/e/d/c/b", sign.to_owned(), "'a' and 'k'"),
        ] {
            let fault = Signs::read(&format!("kinds: {{{kinds}}}\nsigns:\n{signs}\n")).unwrap_err();
            assert!(fault.contains(about), "{fault}");
        }
    }
}
