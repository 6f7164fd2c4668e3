//! The closed vocabulary: what ordinary words do in a command or a question: `english/words.yaml`, loaded.
//!
//! In: a word or the words of a phrase. Out: its [`Tag`]. What a cell calls its things is not here but in the lexicon. A phrase
//! that stands twice is refused, and so is one that no sentence can have.

use std::{collections::HashMap, slice, sync::LazyLock};

use serde::Deserialize;

use crate::language::wordlists::{self, ByWord, FileState, Loaded, WordList, WordSet};

/// What a word does in a sentence: the file says it of each. The signs of doubt name it in snake case, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::language) enum Tag {
    Go,
    Went,
    Take,
    Put,
    Swap,
    Drop,
    EmptyHanded,
    Return,
    Back,
    Away,
    Do,
    Use,
    FinishUp,
    At,
    To,
    From,
    Of,
    With,
    For,
    Through,
    Between,
    And,
    Or,
    Then,
    LeftOut,
    Before,
    After,
    BeforeThat,
    ButFirst,
    Lastly,
    StartWith,
    But,
    Not,
    Except,
    ExceptDo,
    Skip,
    Instead,
    Only,
    All,
    Each,
    Both,
    Everywhere,
    Rest,
    Here,
    There,
    It,
    Last,
    Times,
    Again,
    Vague,
    Reverse,
    Fix,
    No,
    Wait,
    Halt,
    If,
    Because,
    What,
    Where,
    Which,
    Who,
    When,
    Why,
    How,
    Can,
    Should,
    Is,
    Was,
    Have,
    Need,
    You,
    Me,
    Robot,
    Show,
    Know,
    Tell,
    Noun,
    ToolNoun,
    RoutineNoun,
    Object,
    History,
    Today,
    Yesterday,
    Failed,
    Completed,
    Status,
    Held,
    Way,
    Reach,
    Supports,
    More,
    Able,
    Happen,
    Ok,
    Please,
    Hello,
    Bend,
    Article,
    Filler,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    tags: HashMap<Tag, WordList>,
    short: ByWord<String>,
}

/// One reading of a phrase: its words after the first, and what they do.
type Rest = (Vec<String>, Tag);

#[derive(Default)]
struct English {
    /// First word → the phrases that begin with it, longest first.
    phrases: ByWord<Vec<Rest>>,
    /// Every word that any phrase has in it, and every short form.
    words: WordSet,
    short: ByWord<String>,
}

impl English {
    fn read(text: &str) -> Result<Self, String> {
        let File { tags, short } = wordlists::read(text)?;
        let mut new = Self { words: short.keys().cloned().collect(), short, ..Self::default() };
        for (tag, phrase) in tags.iter().flat_map(|(tag, list)| list.iter().map(|phrase| (*tag, phrase))) {
            if let Some(word) = phrase.split(' ').find(|word| new.short.contains_key(*word)) {
                return Err(format!("'{phrase}' matches nothing: write '{word}' in full, or take the phrase out"));
            }
            new.words.extend(phrase.split(' ').map(str::to_owned));
            let mut words = phrase.split(' ').map(str::to_owned);
            let list = new.phrases.entry(words.next().unwrap_or_default()).or_default();
            let rest: Vec<String> = words.collect();
            if let Some((_, other)) = list.iter().find(|(other, _)| *other == rest) {
                return Err(format!("'{phrase}' stands under {other:?} and under {tag:?}; take one out"));
            }
            list.push((rest, tag));
        }
        for list in new.phrases.values_mut() {
            list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        Ok(new)
    }
}

/// The file that ships. A test holds that it has no fault.
static ENGLISH: LazyLock<Loaded<English>> =
    LazyLock::new(|| Loaded::of("english/words.yaml", English::read(include_str!("english/words.yaml"))));

/// The file, and what is wrong with it. One that cannot be used has no word that forbids: no sentence is read by it.
pub(super) fn file() -> FileState<'static> {
    ENGLISH.state()
}

/// The longest phrase that `word_at` begins with, `word_at(n)` being the word n places on: how many words, and what they do.
pub(in crate::language) fn phrase<'w>(word_at: impl Fn(usize) -> Option<&'w str>) -> Option<(usize, Tag)> {
    let list = ENGLISH.phrases.get(word_at(0)?)?;
    list.iter().find_map(|(rest, tag)| {
        let fits = rest.iter().enumerate().all(|(n, word)| word_at(n + 1) == Some(word));
        fits.then_some((rest.len() + 1, *tag))
    })
}

/// Every word and phrase of the language, and what it does.
pub(in crate::language) fn phrases() -> impl Iterator<Item = (String, Tag)> {
    ENGLISH
        .phrases
        .iter()
        .flat_map(|(first, list)| list.iter().map(move |(rest, tag)| (whole([slice::from_ref(first), rest]), *tag)))
}

fn whole(parts: [&[String]; 2]) -> String {
    parts.concat().join(" ")
}

/// Those of a tag. A hundred tags are asked for at each start of the program: no other phrase is put together.
pub(in crate::language) fn phrases_of(tag: Tag) -> Vec<String> {
    let of_tag = |(first, list): (&String, &Vec<Rest>)| -> Vec<String> {
        let rests = list.iter().filter(|(_, other)| *other == tag);
        rests.map(|(rest, _)| whole([slice::from_ref(first), rest])).collect()
    };
    ENGLISH.phrases.iter().flat_map(of_tag).collect()
}

/// The tag of a whole phrase.
pub(in crate::language) fn tag_of(phrase: &str) -> Option<Tag> {
    let words: Vec<&str> = phrase.split(' ').collect();
    self::phrase(|n| words.get(n).copied()).filter(|(length, _)| *length == words.len()).map(|(_, tag)| tag)
}

/// Whether a word is one of the language's.
pub(in crate::language) fn is_word(word: &str) -> bool {
    ENGLISH.words.contains(word)
}

/// Every single word of the file that is long enough to be spelled wrong.
pub(in crate::language) fn vocabulary() -> impl Iterator<Item = &'static str> {
    let alone = |(word, list): (&'static String, &Vec<Rest>)| {
        list.iter().any(|(rest, _)| rest.is_empty()).then_some(word.as_str())
    };
    ENGLISH.phrases.iter().filter_map(alone).filter(|word| word.len() >= 4)
}

/// Whether no word of an entry is a short form: those are written in full before anything is looked up.
pub(in crate::language) fn is_in_full(entry: &str) -> bool {
    entry.split(' ').all(|word| expanded(word).is_none())
}

/// What a short form stands for.
pub(in crate::language) fn expanded(word: &str) -> Option<&'static str> {
    ENGLISH.short.get(word).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;

    use super::*;
    use crate::language::lexicon::{canonical, is_place_noun, place_nouns, words::words};

    const FILE: &str = include_str!("english/words.yaml");

    fn is_spoken(phrase: &str) -> bool {
        words(phrase).iter().map(|word| word.text.as_str()).eq(phrase.split(' '))
    }

    #[test]
    fn the_file_that_ships_has_no_fault_and_no_dead_entry() {
        if let Err(error) = English::read(FILE) {
            panic!("{error}");
        }
        let file: File = wordlists::read(FILE).unwrap();
        let dead: Vec<&String> =
            file.tags.values().flat_map(WordList::iter).filter(|phrase| !is_spoken(phrase)).collect();
        assert_eq!(
            dead,
            Vec::<&String>::new(),
            "no sentence has these words in this form: correct them, or take them out"
        );
        let short = file.short.iter().flat_map(|(short, full)| [short, full]);
        assert_eq!(short.filter(|words| !is_spoken(words)).collect::<Vec<_>>(), Vec::<&String>::new());
        // What serde says of a tag that is none names all that are.
        let unknown: Result<Tag, serde::de::value::Error> = Tag::deserialize("none of them".into_deserializer());
        let all = unknown.unwrap_err().to_string();
        for tag in all.split('`').skip(3).step_by(2) {
            assert!(FILE.contains(&format!("\n  {tag}: ")), "'{tag}' has no words: give it some, or take it out");
        }
    }

    #[test]
    fn a_phrase_under_two_tags_and_an_unknown_tag_are_refused() {
        let read = |tags: &str| English::read(&format!("tags: {{{tags}}}\nshort: {{}}\n")).map(|_| ());
        assert_eq!(read("go: 'go, drive', put: lay"), Ok(()));
        assert!(read("go: 'go, lay', put: lay").unwrap_err().contains("'lay' stands under"));
        let short = |phrase: &str| English::read(&format!("tags: {{go: {phrase}}}\nshort: {{lets: let us}}\n"));
        assert!(short("lets go").map(|_| ()).unwrap_err().contains("write 'lets' in full"));
        assert!(read("fly: fly").unwrap_err().contains("fly"));
        assert!(read("go: go, go: drive").unwrap_err().contains("go"));
        let loaded = Loaded::of("words.yaml", English::read("tags: {fly: fly}\nshort: {}\n"));
        assert!(loaded.state().1.is_some_and(|fault| fault.contains("fly")));
    }

    #[test]
    fn words_for_a_place_are_those_of_the_lexicon() {
        for noun in
            phrases_of(Tag::Noun).iter().filter(|noun| !noun.contains(' ') && !matches!(noun.as_str(), "#" | "nos"))
        {
            assert!(canonical(noun).iter().all(|word| is_place_noun(word)), "the lexicon does not know '{noun}'");
        }
        for noun in place_nouns().filter(|noun| !matches!(noun.as_str(), "stop" | "work")) {
            assert_eq!(tag_of(noun), Some(Tag::Noun), "'{noun}'");
        }
    }
}
