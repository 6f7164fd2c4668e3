//! The grammar's files, loaded: rules, and the words of each language.
//!
//! In: their texts. Out: a [`Grammar`] by numbers of categories, or what is wrong and where.
//!
//! A category that has the words of a tag (`english/words.yaml`) names the tag, and lists the differences alone. One that lists most
//! words of a tag is refused.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use super::meaning::Combinator;
use crate::language::{
    lexicon::words::words,
    rules::english::{self, Tag},
    wordlists::{ByWord, WordSet},
};

/// What is looked for.
pub(super) const ROOT: &str = "command";
/// What the lattice itself makes.
pub(super) const OF_THE_CELL: [&str; 12] =
    ["place", "hint", "row", "rows", "tool", "routine", "thing", "piece", "number", "amount", "ordinal", "count"];
/// Words of it are jumped over at no price.
pub(super) const ASIDE: &str = "aside";
/// Words of it are jumped over at a small price, and no rule need use it.
pub(super) const LOOSE: &str = "loose";

/// Words that no command has: a question, a statement. A sentence with one has no reading.
pub(super) const NEVER: &str = "never";
/// Words of it make a request of a question, and no rule need use them.
pub(super) const REQUEST: &str = "request";
/// Articles stand inside names that have none.
pub(super) const ARTICLE: &str = "article";
/// Words of it mean each home of the cell.
pub(super) const HOME: &str = "home";

/// Words of it take a tool, where a clause ends with them: "camera on".
pub(super) const PUT_ON: &str = "put_on";

/// A category, by its number.
pub(super) type Category = usize;

/// One way to make a category.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) makes: Category,
    pub(super) from: Vec<Category>,
    pub(super) by: Combinator,
    pub(super) costs: u32,
    /// The entry of the file that it comes from.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test counts which entries are used"))]
    pub(super) entry: usize,
}

/// See the head of this file.
#[derive(Debug, Default)]
pub(super) struct Grammar {
    categories: ByWord<Category>,
    pub(super) rules: Vec<Rule>,
    /// Category → the rules that begin with it.
    pub(super) openers: Vec<Vec<usize>>,
    /// Category → those that may begin with it, itself among them: a bit for each.
    pub(super) begun_by: Vec<u128>,
    /// Words joined by blanks → their categories.
    phrases: ByWord<Vec<Category>>,
    pub(super) longest_phrase: usize,
    numbers: ByWord<u64>,
    counts: ByWord<u16>,
    ordinals: ByWord<u64>,
    work: ByWord<String>,
    heard: ByWord<String>,
    /// Words of the languages after the first.
    second: WordSet,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    makes: String,
    from: String,
    by: Combinator,
    #[serde(default)]
    costs: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    words: BTreeMap<String, Entries>,
    numbers: BTreeMap<String, u64>,
    counts: BTreeMap<String, u16>,
    ordinals: BTreeMap<String, u64>,
    work: BTreeMap<String, String>,
    /// What a recogniser of speech writes for a number or a letter.
    heard: BTreeMap<String, String>,
}

/// The words of a category.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entries {
    Listed(Vec<String>),
    Tagged(Tagged),
}

/// The words of some tags, and how a category differs from them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tagged {
    tags: Vec<Tag>,
    /// Words of the tags that the category does not have.
    #[serde(default)]
    but: Vec<String>,
    /// Words of the category that no tag has.
    #[serde(default)]
    also: Vec<String>,
}

impl Entries {
    /// All words of the category, or what is wrong with them.
    fn all(self) -> Result<Vec<String>, String> {
        let Tagged { tags, but, also } = match self {
            Self::Listed(also) => Tagged { tags: Vec::new(), but: Vec::new(), also },
            Self::Tagged(tagged) => tagged,
        };
        let mut all: Vec<String> = tags.iter().flat_map(|&tag| english::phrases_of(tag)).collect();
        if let Some(entry) = also.iter().find(|entry| all.contains(entry)) {
            return Err(format!("'{entry}' is of a tag that the category has already; take it out"));
        }
        if let Some(entry) = but.iter().find(|entry| !all.contains(entry)) {
            return Err(format!("'{entry}' is of no tag that the category has; take it out of 'but'"));
        }
        if let Some(tag) = repeated(&also) {
            return Err(format!("most words of the tag {tag:?} are listed once more; name the tag in 'tags'"));
        }
        all.retain(|entry| !but.contains(entry));
        all.extend(also);
        Ok(all)
    }
}

/// A tag with most of its words in a list.
fn repeated(list: &[String]) -> Option<Tag> {
    let tags: HashSet<Tag> = list.iter().filter_map(|entry| english::tag_of(entry)).collect();
    let is_repeated = |tag: &Tag| {
        let phrases = english::phrases_of(*tag);
        phrases.len() >= REPEATED_TAG_MIN
            && phrases.iter().filter(|phrase| list.contains(phrase)).count() * 2 > phrases.len()
    };
    tags.into_iter().find(is_repeated)
}

/// A smaller tag may be listed.
const REPEATED_TAG_MIN: usize = 6;

impl Grammar {
    /// Reads the files.
    pub(super) fn read(rules: &str, languages: &[&str]) -> Result<Self, String> {
        let entries: Vec<Entry> = serde_saphyr::from_str(rules).map_err(|error| format!("rules: {error}"))?;
        let mut grammar = Self::default();
        for name in OF_THE_CELL.into_iter().chain([ASIDE, LOOSE, NEVER, REQUEST, ARTICLE, ROOT]) {
            grammar.category(name);
        }
        let mut seen = HashSet::new();
        for (number, entry) in entries.iter().enumerate() {
            if !seen.insert((&entry.makes, &entry.from, entry.by)) {
                return Err(format!(
                    "rule {}: '{}: {}' stands twice; take one out",
                    number + 1,
                    entry.makes,
                    entry.from
                ));
            }
            grammar.add(number, entry);
        }
        for (place, text) in languages.iter().enumerate() {
            grammar.add_words(text, place > 0)?;
        }
        grammar.check()?;
        grammar.look_ahead();
        Ok(grammar)
    }

    /// What begins with what.
    fn look_ahead(&mut self) {
        let count = self.categories.len();
        self.openers = vec![Vec::new(); count];
        for (number, rule) in self.rules.iter().enumerate() {
            self.openers[rule.from[0]].push(number);
        }
        let grown = |begun: &[u128], category: Category| {
            let makes = self.openers[category].iter().map(|&rule| self.rules[rule].makes);
            makes.fold(1 << category, |all, makes| all | begun[makes])
        };
        let mut begun: Vec<u128> = (0..count).map(|category| 1 << category).collect();
        loop {
            let next: Vec<u128> = (0..count).map(|category| grown(&begun, category)).collect();
            if next == begun {
                break;
            }
            begun = next;
        }
        self.begun_by = begun;
    }

    fn category(&mut self, name: &str) -> Category {
        let next = self.categories.len();
        *self.categories.entry(name.to_owned()).or_insert(next)
    }

    /// A category by its name.
    pub(super) fn named(&self, name: &str) -> Option<Category> {
        self.categories.get(name).copied()
    }

    /// Adds an entry as one rule for each choice of its absent parts.
    fn add(&mut self, entry: usize, it: &Entry) {
        let mut ways: Vec<Vec<Category>> = vec![Vec::new()];
        for part in it.from.split_whitespace() {
            let (name, may_be_absent) = part.strip_suffix('?').map_or((part, false), |name| (name, true));
            let category = self.category(name);
            let without = if may_be_absent { ways.clone() } else { Vec::new() };
            ways.iter_mut().for_each(|way| way.push(category));
            ways.extend(without);
        }
        let makes = self.category(&it.makes);
        for from in ways.into_iter().filter(|way| !way.is_empty()) {
            self.rules.push(Rule { makes, from, by: it.by, costs: it.costs, entry });
        }
    }

    fn add_words(&mut self, text: &str, is_second: bool) -> Result<(), String> {
        let file: Words = serde_saphyr::from_str(text).map_err(|error| format!("words: {error}"))?;
        let mut seen = HashSet::new();
        for (name, entries) in file.words {
            let Some(category) = self.named(&name) else {
                return Err(format!("'{name}': no rule has this category; correct its name, or take it out"));
            };
            let entries = entries.all().map_err(|fault| format!("'{name}': {fault}"))?;
            for entry in &entries {
                let key = key(entry);
                if key.is_empty() || !seen.insert((category, key.clone())) {
                    return Err(format!("'{entry}' stands twice in '{name}', or is empty; take one out"));
                }
                // A word of another language is looked up as it is written, too: "im".
                if !is_second && !english::is_in_full(&key) {
                    return Err(format!("'{entry}' in '{name}' matches nothing: write its short forms in full"));
                }
                if is_second && name != NEVER {
                    self.second.extend(key.split(' ').map(str::to_owned));
                }
                let of = self.phrases.entry(key.clone()).or_default();
                // Two languages may share a word.
                if !of.contains(&category) {
                    of.push(category);
                }
                self.longest_phrase = self.longest_phrase.max(key.split(' ').count());
            }
        }
        if is_second {
            let words =
                file.numbers.keys().chain(file.counts.keys()).chain(file.ordinals.keys()).chain(file.work.keys());
            self.second.extend(words.map(|word| key(word)));
        }
        self.numbers.extend(file.numbers.into_iter().map(|(word, number)| (key(&word), number)));
        self.counts.extend(file.counts.into_iter().map(|(word, count)| (key(&word), count)));
        self.ordinals.extend(file.ordinals.into_iter().map(|(word, number)| (key(&word), number)));
        self.heard.extend(file.heard.into_iter().map(|(word, number)| (key(&word), number)));
        self.work.extend(file.work.into_iter().map(|(word, work)| (key(&word), work)));
        Ok(())
    }

    /// Whether every category can be made, and is used.
    fn check(&self) -> Result<(), String> {
        if self.categories.len() > u128::BITS as usize {
            return Err(format!("{} categories; there may be {}", self.categories.len(), u128::BITS));
        }
        let named: HashSet<Category> = self.phrases.values().flatten().copied().collect();
        let made: HashSet<Category> = self.rules.iter().map(|rule| rule.makes).collect();
        let used: HashSet<Category> = self.rules.iter().flat_map(|rule| rule.from.iter().copied()).collect();
        for (name, category) in &self.categories {
            let is_given = OF_THE_CELL.contains(&name.as_str())
                || [ASIDE, LOOSE, NEVER, REQUEST, ARTICLE].contains(&name.as_str());
            if !is_given && !named.contains(category) && !made.contains(category) {
                return Err(format!("'{name}': no word and no rule makes it; add one, or take it out of the rules"));
            }
            if !is_given && name != ROOT && !used.contains(category) {
                return Err(format!("'{name}': no rule uses it; take it out"));
            }
        }
        Ok(())
    }

    /// The categories of a phrase.
    pub(super) fn categories(&self, phrase: &str) -> &[Category] {
        self.phrases.get(phrase).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is one of a language after the first.
    pub(super) fn is_of_second(&self, word: &str) -> bool {
        self.second.contains(word)
    }

    /// Whether a word is an article.
    pub(super) fn is_article(&self, word: &str) -> bool {
        self.named(ARTICLE).is_some_and(|article| self.categories(word).contains(&article))
    }

    /// What a word counts.
    pub(super) fn number(&self, word: &str) -> Option<u64> {
        self.numbers.get(word).copied()
    }

    /// Which one a word says.
    pub(super) fn ordinal(&self, word: &str) -> Option<u64> {
        self.ordinals.get(word).copied()
    }

    /// The number or the letter that is heard as this word.
    pub(super) fn heard(&self, word: &str) -> Option<&str> {
        self.heard.get(word).map(String::as_str)
    }

    /// How often a word says.
    pub(super) fn count(&self, word: &str) -> Option<u16> {
        self.counts.get(word).copied()
    }

    /// The lexicon's word for a word for work.
    pub(super) fn work(&self, word: &str) -> Option<&str> {
        self.work.get(word).map(String::as_str)
    }

    /// The one word of the grammar that a misspelt word of at least five letters is a slip of.
    pub(super) fn mended(&self, word: &str) -> Option<&str> {
        if word.len() < MENDED_BYTES_MIN {
            return None;
        }
        let is_near = |known: &&String| {
            known.len() >= MENDED_BYTES_MIN
                && known.len().abs_diff(word.len()) <= 1
                && known.chars().next() == word.chars().next()
                && strsim::osa_distance(known, word) == 1
        };
        let mut near = self.phrases.keys().filter(is_near);
        near.next().filter(|_| near.next().is_none()).map(String::as_str)
    }
}

/// Shorter words are near too many others.
const MENDED_BYTES_MIN: usize = 6;

/// A phrase as sentences are compared with it.
fn key(phrase: &str) -> String {
    let words = words(phrase);
    words.iter().map(|word| plain(&word.text)).collect::<Vec<_>>().join(" ")
}

/// A word as it is compared: "ss" for "ß".
pub(super) fn plain(word: &str) -> String {
    word.replace('\u{df}', "ss")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::lexicon::german_ordinal;

    fn read(go: &str) -> Result<Grammar, String> {
        let rules = "- { makes: command, from: go place, by: go }\n";
        let rest = "numbers: {}\ncounts: {}\nordinals: {}\nwork: {}\nheard: {}\n";
        Grammar::read(rules, &[&format!("words:\n  go: {go}\n{rest}")])
    }

    #[test]
    fn a_category_has_the_words_of_its_tags_but_for_the_differences() {
        let grammar = read("{ tags: [return], but: [back off], also: [head over to] }").unwrap();
        let go = grammar.named("go").unwrap();
        for (phrase, is_one) in [("come back", true), ("head over to", true), ("back off", false), ("drive", false)] {
            assert_eq!(grammar.categories(phrase).contains(&go), is_one, "{phrase}");
        }
    }

    #[test]
    fn a_category_that_repeats_a_tag_or_differs_in_nothing_is_refused() {
        for (go, about) in [
            ("{ tags: [return], also: [come back] }", "'come back' is of a tag"),
            ("{ tags: [return], but: [drive] }", "'drive' is of no tag"),
            ("[return, come back, go back, move back, head back]", "Return"),
            ("{ tags: [go], also: [return, come back, go back, move back, head back] }", "Return"),
            ("{ tags: [walk] }", "go"),
            ("[lets go]", "in full"),
        ] {
            let fault = read(go).unwrap_err();
            assert!(fault.contains(about), "{go}: {fault}");
        }
    }

    #[test]
    fn the_ordinals_of_german_are_those_of_the_lexicon() {
        let file: Words = serde_saphyr::from_str(include_str!("german.yaml")).unwrap();
        for (word, number) in file.ordinals {
            assert_eq!(german_ordinal(&word), Some(number), "{word}");
        }
    }
}
