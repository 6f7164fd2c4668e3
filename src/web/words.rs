//! The page's own words, in German and English. What the desk says (plans, answers, warnings) is English, as everywhere.

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

    /// One of two texts.
    pub(super) const fn of<'t>(self, english: &'t str, german: &'t str) -> &'t str {
        match self {
            Self::English => english,
            Self::German => german,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
