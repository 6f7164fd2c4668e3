//! The page's own words, in German and English. What the desk says (plans, answers, warnings) is English, as everywhere.
//!
//! 1. Each text of the page stands in `of`, `own` or `both`, in English and in German side by side. `tests/tidy.rs` finds others.
//! 2. What lets a run go on, holds it or ends it ([`Key`]) has a word of its own in German: nobody takes one of them for another.

use std::borrow::Cow;

use super::operators::Role;

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    German,
}

impl Language {
    /// The first of the two that a browser prefers; English where it names neither.
    pub(super) fn accepted(header: &str) -> Self {
        let ranges = header.split(',').filter_map(|range| {
            let mut parts = range.split(';').map(str::trim);
            let tag = parts.next()?.split('-').next()?.to_ascii_lowercase();
            let language = match tag.as_str() {
                "de" => Self::German,
                "en" => Self::English,
                _ => return None,
            };
            let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f32>);
            Some((language, weight.ok().filter(|weight| *weight > 0.0)?))
        });
        let best = ranges.fold(None, |best: Option<(Self, f32)>, next| match best {
            Some(best) if best.1 >= next.1 => Some(best),
            _ => Some(next),
        });
        best.map_or(Self::English, |(language, _)| language)
    }

    /// As HTML names it.
    pub(super) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// What somebody may do.
    pub(super) const fn role(self, role: Role) -> &'static str {
        match role {
            Role::Look => self.of("look", "zusehen"),
            Role::Operate => self.of("operate", "bedienen"),
            Role::Engineer => self.of("engineer", "Technik"),
        }
    }

    /// What stands on a key of a run.
    pub(super) const fn key(self, key: Key) -> &'static str {
        match key {
            Key::Pause => self.of("Pause", "Pause"),
            Key::Resume => self.of("Resume", "Fortsetzen"),
            Key::Finish => self.of("Finish the step and stop", "Nach diesem Schritt beenden"),
            Key::Halt => self.of("Stop now", "Sofort anhalten"),
            Key::StepByStep => self.of("Step by step", "Schrittweise"),
        }
    }

    /// One of two texts.
    pub(super) const fn of<'t>(self, english: &'t str, german: &'t str) -> &'t str {
        match self {
            Self::English => english,
            Self::German => german,
        }
    }
}

/// A key of a run that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Pause,
    Resume,
    Finish,
    Halt,
    StepByStep,
}

/// What a page shows in its own language where it has one for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    english: Cow<'static, str>,
    /// None for what the desk says.
    german: Option<Cow<'static, str>>,
}

impl Words {
    /// The page's own.
    pub(super) const fn own(english: &'static str, german: &'static str) -> Self {
        Self { english: Cow::Borrowed(english), german: Some(Cow::Borrowed(german)) }
    }

    /// The page's own, with what it speaks of.
    pub(super) fn both(english: impl Into<String>, german: impl Into<String>) -> Self {
        Self { english: Cow::Owned(english.into()), german: Some(Cow::Owned(german.into())) }
    }

    /// What the desk says, or what was typed.
    pub(super) fn of_desk(text: impl Into<String>) -> Self {
        Self { english: Cow::Owned(text.into()), german: None }
    }

    /// The same, as what somebody says or does.
    pub(super) fn by(&self, who: &str) -> Self {
        let said = |words: &str| Cow::Owned(format!("{who}: {words}"));
        Self { english: said(&self.english), german: self.german.as_deref().map(said) }
    }

    /// A sentence of the page's own around them, in each language.
    pub(super) fn within(&self, sentence: impl Fn(&str, Language) -> String) -> Self {
        let of = |language| sentence(self.of(language), language);
        Self::both(of(Language::English), of(Language::German))
    }

    pub(super) fn of(&self, language: Language) -> &str {
        match (language, &self.german) {
            (Language::German, Some(german)) => german,
            _ => &self.english,
        }
    }

    /// As the history and the log have it.
    pub(super) fn english(&self) -> &str {
        &self.english
    }

    /// The language that it is in, where that is not the page's.
    pub(super) fn tag(&self, language: Language) -> Option<&'static str> {
        (language == Language::German && self.german.is_none()).then(|| Language::English.tag())
    }
}

/// Lines in a page's language, one beneath the other.
pub(super) fn joined(lines: &[Words], language: Language) -> String {
    lines.iter().map(|line| line.of(language)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// "Sofort anhalten" and "Schritt beenden und anhalten" stood beside one another: whoever looked for "anhalten" had two keys.
    #[test]
    fn no_two_keys_of_a_run_share_a_german_word() {
        let mut found = BTreeMap::new();
        for key in [Key::Pause, Key::Resume, Key::Finish, Key::Halt, Key::StepByStep] {
            for word in Language::German.key(key).to_lowercase().split_whitespace() {
                if let Some(other) = found.insert(word.to_owned(), key) {
                    panic!("'{word}' stands on {other:?} and on {key:?}");
                }
            }
        }
        assert!(found.len() > 6, "{found:?}");
    }

    #[test]
    fn what_has_no_german_is_marked_as_english() {
        let (own, desk) = (Words::own("Rejected", "Abgelehnt"), Words::of_desk("Move to Home"));
        for (words, language, text, tag) in [
            (&own, Language::English, "Rejected", None),
            (&own, Language::German, "Abgelehnt", None),
            (&desk, Language::English, "Move to Home", None),
            (&desk, Language::German, "Move to Home", Some("en")),
        ] {
            assert_eq!((words.of(language), words.tag(language)), (text, tag));
        }
    }

    #[test]
    fn a_browser_gets_the_language_that_it_prefers() {
        for (header, german) in [
            ("", false),
            ("de", true),
            ("de-AT,de;q=0.9,en;q=0.8", true),
            ("fr,en;q=0.5,de;q=0.4", false),
            ("en;q=0.3,de;q=0.8", true),
            ("de;q=0,en", false),
            ("de;q=x", false),
            (";;;,,q=", false),
        ] {
            assert_eq!(Language::accepted(header) == Language::German, german, "{header}");
        }
    }
}
