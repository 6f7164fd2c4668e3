//! Words that shops use for one another: work, workpieces, tools, places. Data only; see `kin.rs` for how it is asked.
//!
//! The words lie in `thesaurus/`: English with its slang, and the German (in ASCII) that engineers name things in. A line is a group: what
//! an operator would exchange in a cell that has one such thing. Entries are parted by a comma and a blank, have up to four words, and are
//! compared by their stems. A word that stands for several kinds is in all of their groups. To add a word, write it into its groups.

use std::sync::LazyLock;

/// Most words of an entry.
pub(super) const WORDS_OF_ENTRY_MAX: usize = 4;

/// Words that mean work in any cell, whether it does that or not.
pub(super) const CORE: &str = include_str!("thesaurus/core.txt");

type Groups = LazyLock<Vec<&'static str>>;

/// Kinds of work.
pub(super) static WORK: Groups = LazyLock::new(|| groups(include_str!("thesaurus/work.txt")));

/// Workpieces, materials and their features.
pub(super) static THINGS: Groups = LazyLock::new(|| groups(include_str!("thesaurus/things.txt")));

/// Tools on a flange.
pub(super) static TOOLS: Groups = LazyLock::new(|| groups(include_str!("thesaurus/tools.txt")));

/// Places and what tells them apart, for names in another language than the operator's.
pub(super) static PLACES: Groups = LazyLock::new(|| groups(include_str!("thesaurus/places.txt")));

fn groups(text: &'static str) -> Vec<&'static str> {
    text.lines().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_entry_stands_twice_in_a_group_or_can_never_be_found() {
        for (name, table) in [("work", &WORK), ("things", &THINGS), ("tools", &TOOLS), ("places", &PLACES)] {
            assert!(table.len() > 40, "{name}");
            for group in table.iter() {
                let entries: Vec<&str> = group.split(", ").collect();
                let different: HashSet<&str> = entries.iter().copied().collect();
                assert!(entries.len() == different.len() && entries.len() > 1, "{name}: {group}");
                for entry in entries {
                    let words: Vec<&str> = entry.split(' ').collect();
                    let is_word = |word: &&str| {
                        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
                    };
                    assert!(
                        words.len() <= WORDS_OF_ENTRY_MAX && words.iter().all(is_word),
                        "{name}: '{entry}' in {group}"
                    );
                }
            }
        }
        let core: Vec<&str> = CORE.split_whitespace().collect();
        assert_eq!(core.iter().collect::<HashSet<_>>().len(), core.len());
    }
}
