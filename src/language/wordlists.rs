//! Lists of words in data files: a word is added there, and nowhere else.
//!
//! In: a file's text. Out: its lists, each under the name that the code asks for it by, or what is wrong with the file: a list
//! that the code does not ask for, one that is missing, an entry that stands twice. A file with a fault has no words, and no sentence is
//! understood then ([`Loaded`]).

use std::{
    collections::{HashMap, HashSet},
    ops::Deref,
};

use rapidhash::fast::GlobalState;
use serde::{Deserialize, de::DeserializeOwned};

/// Values by word. The words come from data files and from the names of a cell, and no sentence adds one: a quick hash is enough,
/// which nobody needs to be kept from guessing.
pub(super) type ByWord<V> = HashMap<String, V, GlobalState>;

/// Words, as those of [`ByWord`] are.
pub(super) type WordSet<W = String> = HashSet<W, GlobalState>;

/// Values by word. First byte and length reject most words of a sentence before hashing.
#[derive(Debug, Deserialize)]
#[serde(from = "ByWord<V>")]
pub(super) struct Table<V> {
    /// First byte → a bit for each length of its words.
    lengths: Vec<u64>,
    values: ByWord<V>,
}

impl<V> Table<V> {
    pub(super) fn get(&self, word: &str) -> Option<&V> {
        let first = usize::from(*word.as_bytes().first()?);
        (self.lengths.get(first)? & bit(word) != 0).then(|| self.values.get(word))?
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &V)> {
        self.values.iter()
    }
}

/// The bit of a word's length; long words share one.
fn bit(word: &str) -> u64 {
    1 << word.len().min(63)
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self::from(ByWord::default())
    }
}

impl<V> From<ByWord<V>> for Table<V> {
    fn from(values: ByWord<V>) -> Self {
        let mut lengths = vec![0; 256];
        for word in values.keys() {
            if let Some(&first) = word.as_bytes().first() {
                lengths[usize::from(first)] |= bit(word);
            }
        }
        Self { lengths, values }
    }
}

/// Words and phrases; in a file, text with commas between them.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct WordList(Table<()>);

impl WordList {
    pub(super) fn has(&self, entry: &str) -> bool {
        self.0.get(entry).is_some()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.0.iter().map(|(entry, ())| entry)
    }
}

impl TryFrom<String> for WordList {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut entries = ByWord::default();
        for entry in text.split(',') {
            let entry = entry.split_whitespace().collect::<Vec<_>>().join(" ");
            if entry.is_empty() {
                return Err("an entry is empty; remove a comma".to_owned());
            }
            if entries.contains_key(&entry) {
                return Err(format!("'{entry}' stands twice; remove one"));
            }
            entries.insert(entry, ());
        }
        Ok(Self(entries.into()))
    }
}

/// The lists of a file.
pub(super) fn read<L: DeserializeOwned>(text: &str) -> Result<L, String> {
    serde_saphyr::from_str(text).map_err(|error| error.to_string())
}

/// The words of a data file, or why they cannot be used. A file that cannot be used has no words, and none of those that forbid:
/// whoever reads sentences asks for the fault first, and understands nothing where there is one.
#[derive(Debug)]
pub(super) struct Loaded<L> {
    words: L,
    file: &'static str,
    fault: Option<String>,
}

/// A data file of words, and what is wrong with it.
pub(super) type FileState<'f> = (&'static str, Option<&'f str>);

impl<L: Default> Loaded<L> {
    pub(super) fn of(file: &'static str, read: Result<L, String>) -> Self {
        match read {
            Ok(words) => Self { words, file, fault: None },
            Err(fault) => Self { words: L::default(), file, fault: Some(fault) },
        }
    }
}

impl<L> Loaded<L> {
    pub(super) fn state(&self) -> FileState<'_> {
        (self.file, self.fault.as_deref())
    }
}

impl<L> Deref for Loaded<L> {
    type Target = L;

    fn deref(&self) -> &L {
        &self.words
    }
}

/// The lists of a data file, as the fields of `LISTS`. They are read once, when the first is asked for. A test holds that the file
/// has these lists and no others. Each such file is named in `rules::files_of_words`, which another test holds.
macro_rules! word_lists {
    ($file:literal: $($list:ident),+ $(; $($table:ident: $kind:ty),+)?) => {
        #[derive(Default, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct Lists {
            $(pub(super) $list: $crate::language::wordlists::WordList,)+
            $($(pub(super) $table: $kind,)+)?
        }

        pub(super) static LISTS: std::sync::LazyLock<$crate::language::wordlists::Loaded<Lists>> =
            std::sync::LazyLock::new(|| {
                let read = $crate::language::wordlists::read(include_str!($file));
                $crate::language::wordlists::Loaded::of($file, read)
            });

        #[cfg(test)]
        #[test]
        fn the_lists_of_words_have_no_fault() {
            let read = $crate::language::wordlists::read::<Lists>(include_str!($file));
            assert_eq!(read.err(), None);
        }
    };
}
pub(super) use word_lists;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lists {
        first: WordList,
        second: WordList,
    }

    #[test]
    fn what_the_code_does_not_ask_for_is_missing_or_stands_twice_is_refused() {
        let lists = read::<Lists>("first: >\n  a, two\n  words\nsecond: no, 'on'\n").unwrap();
        assert!(lists.first.has("two words") && lists.second.has("no") && !lists.first.has("two"));
        for (text, fault) in [
            ("first: a\n", "second"),
            ("first: a\nsecond: b\nthird: c\n", "third"),
            ("first: a\nsecond: b\nfirst: c\n", "first"),
            ("first: a, b,  a\nsecond: b\n", "'a' stands twice; remove one"),
            ("first: a,, b\nsecond: b\n", "an entry is empty; remove a comma"),
            ("first: a,\nsecond: b\n", "an entry is empty; remove a comma"),
            ("first: ''\nsecond: b\n", "an entry is empty; remove a comma"),
        ] {
            let found = read::<Lists>(text).unwrap_err();
            assert!(found.contains(fault), "{text}: {found}");
            // Such a file has no words and says why, so that nothing is read by it.
            let loaded = Loaded::of("lists.yaml", read::<Lists>(text));
            assert_eq!(loaded.state(), ("lists.yaml", Some(found.as_str())));
            assert!(!loaded.first.has("a"));
        }
    }
}
