//! What is to be said, before anybody has looked whether it may be: pieces in lines. In: pieces, as composers make them.
//! Out: the claims for the judge, and the words of those that it lets through. Words without a source state nothing of the
//! cell, the robot or the history: headings, and how to ask for more.

use super::words::{and, wrap};
use crate::checkpoint::synthesis::{Citation, Claim, Gap};

/// A part of an answer.
pub(super) enum Piece {
    /// Words that state nothing.
    Words(String),
    /// Something that is stated.
    Says(Statement),
    /// A fact that is missing.
    Gap(Gap),
    /// What the answer does not cover, or cannot.
    Limit(String),
}

/// A claim, and which part of its words is shown.
pub(super) struct Statement {
    text: String,
    /// Where the part that is shown begins: what stands before it is said by the line around it.
    from: usize,
    sources: Vec<Citation>,
    about: Option<(&'static str, String)>,
}

impl Statement {
    /// A claim that is shown whole.
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self::within("", text)
    }

    /// A claim of which `shown` is shown; the text around it says `before`.
    pub(super) fn within(before: impl Into<String>, shown: impl Into<String>) -> Self {
        let mut text = before.into();
        let from = text.len();
        text.push_str(&shown.into());
        Self { text, from, sources: Vec::new(), about: None }
    }

    /// With these sources, too.
    pub(super) fn on(mut self, sources: impl IntoIterator<Item = Citation>) -> Self {
        self.sources.extend(sources);
        self
    }

    /// With the value that it gives to something: two values for one thing contradict each other.
    pub(super) fn about(mut self, what: &'static str, value: &str) -> Self {
        self.about = Some((what, value.to_owned()));
        self
    }

    /// Stated in any case, and shown in this one.
    pub(super) fn shown_if(mut self, is_shown: bool) -> Self {
        if !is_shown {
            self.from = self.text.len();
        }
        self
    }

    /// As a part of an answer.
    pub(super) fn piece(self) -> Piece {
        Piece::Says(self)
    }
}

/// A part that states nothing.
pub(super) fn words(text: impl Into<String>) -> Piece {
    Piece::Words(text.into())
}

/// A fact that is missing: `what` is known only with `why` not.
pub(super) fn gap(what: &str, why: impl Into<String>) -> Piece {
    Piece::Gap(Gap { what: what.to_owned(), why: why.into(), output: None })
}

/// How items follow their lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// An item on each line.
    Lines,
    /// `A, B and C`.
    Commas,
    /// `A -> B -> C`: with one of them missing, it would say something else.
    Arrows,
}

/// A line of an answer; where it is long, several.
pub(super) enum Line<P> {
    /// Sentences one after the other.
    Sentences {
        parts: Vec<P>,
        /// Before the line.
        first: &'static str,
        /// Before the lines that it is broken into; none where it is to be said as it stands.
        later: Option<&'static str>,
    },
    /// A lead, with items after it.
    Items {
        lead: Vec<P>,
        items: Vec<P>,
        style: Style,
        /// There are others, which are not shown.
        more: bool,
    },
}

impl Line<Piece> {
    /// Sentences from the left edge.
    pub(super) fn of(parts: Vec<Piece>) -> Self {
        Self::Sentences { parts, first: "", later: Some("") }
    }

    /// Sentences from the left edge, whose further lines are indented.
    pub(super) fn hanging(parts: Vec<Piece>) -> Self {
        Self::Sentences { parts, first: "", later: Some("  ") }
    }

    /// An item of a list.
    pub(super) fn item(part: Piece) -> Self {
        Self::Sentences { parts: vec![part], first: "  ", later: Some("    ") }
    }

    /// Sentences that are not broken, however long: logs and other programs look for them.
    pub(super) fn unbroken(parts: Vec<Piece>) -> Self {
        Self::Sentences { parts, first: "", later: None }
    }

    /// Something to be typed as it stands.
    pub(super) fn to_say(part: Piece) -> Self {
        Self::Sentences { parts: vec![part], first: "  ", later: None }
    }
}

/// Where a part's words stand.
pub(super) enum Part {
    Words(String),
    /// A claim by its number, and where its shown part begins.
    Claim(usize, usize),
    Gap(String),
}

/// Pieces, taken apart into what is judged and where it stands.
#[derive(Default)]
pub(super) struct Laid {
    pub(super) lines: Vec<Line<Part>>,
    pub(super) claims: Vec<Claim>,
    pub(super) missing: Vec<Gap>,
    pub(super) limitations: Vec<String>,
}

impl Laid {
    pub(super) fn of(lines: Vec<Line<Piece>>) -> Self {
        let mut laid = Self::default();
        laid.lines = lines
            .into_iter()
            .map(|line| match line {
                Line::Sentences { parts, first, later } => Line::Sentences { parts: laid.parts(parts), first, later },
                Line::Items { lead, items, style, more } => {
                    Line::Items { lead: laid.parts(lead), items: laid.parts(items), style, more }
                }
            })
            .collect();
        laid
    }

    fn parts(&mut self, pieces: Vec<Piece>) -> Vec<Part> {
        pieces.into_iter().map(|piece| self.part(piece)).collect()
    }

    fn part(&mut self, piece: Piece) -> Part {
        match piece {
            Piece::Words(text) => Part::Words(text),
            Piece::Limit(text) => {
                self.limitations.push(text.clone());
                Part::Gap(text)
            }
            Piece::Gap(gap) => {
                let text = format!("It is not known {}: {}.", gap.what, gap.why.trim_end_matches('.'));
                self.missing.push(gap);
                Part::Gap(text)
            }
            Piece::Says(Statement { text, from, sources, about }) => {
                let number = self.claims.len();
                let (about, value) = about.map(|(what, value)| (what.to_owned(), value)).unzip();
                let id = (number + 1).to_string();
                self.claims.push(Claim { id, text, sources, about, value, contradicts: Vec::new() });
                Part::Claim(number, from)
            }
        }
    }
}

/// The words of the lines, of the claims those alone for which `may` gives words.
pub(super) fn render<'c>(lines: &'c [Line<Part>], may: &dyn Fn(usize) -> Option<&'c str>) -> String {
    let lines: Vec<String> = lines.iter().filter_map(|line| Renderer { may }.line(line)).collect();
    lines.join("\n")
}

struct Renderer<'m, 'c> {
    may: &'m dyn Fn(usize) -> Option<&'c str>,
}

impl<'c> Renderer<'_, 'c> {
    fn line(&self, line: &'c Line<Part>) -> Option<String> {
        match line {
            Line::Sentences { parts, first, later } => {
                let text = self.sentences(parts).map(|text| format!("{first}{text}"))?;
                Some(later.map_or_else(|| text.clone(), |later| wrap(&text, later)))
            }
            Line::Items { lead, items, style, more } => self.items(lead, items, *style, *more),
        }
    }

    /// None where nothing of it may be said: a heading over nothing is left out, too.
    fn sentences(&self, parts: &'c [Part]) -> Option<String> {
        let is_claim = |part: &&Part| matches!(part, Part::Claim(..));
        let claims = parts.iter().filter(is_claim).count();
        if claims > 0 && parts.iter().filter(is_claim).all(|part| self.part(part).is_none()) {
            return None;
        }
        let mut out = String::new();
        for text in parts.iter().filter_map(|part| self.part(part)).filter(|text| !text.is_empty()) {
            if !out.is_empty() && !text.starts_with([':', ';']) {
                out.push(' ');
            }
            out.push_str(text);
        }
        (!out.is_empty()).then_some(out)
    }

    fn items(&self, lead: &'c [Part], items: &'c [Part], style: Style, more: bool) -> Option<String> {
        let shown: Vec<&str> = items.iter().filter_map(|item| self.part(item)).collect();
        let is_whole = shown.len() == items.len();
        let lead = self.sentences(lead);
        let Some(lead) = lead.filter(|_| !shown.is_empty() && (is_whole || style != Style::Arrows)) else {
            // Without what stood around them, or without one of them, they are said one by one.
            let whole: Vec<String> = items.iter().filter_map(|item| self.whole(item)).collect();
            return (!whole.is_empty()).then(|| whole.join("\n"));
        };
        let items = match style {
            Style::Lines | Style::Commas if more || !is_whole => shown.join(", "),
            Style::Lines | Style::Commas => and(&shown),
            Style::Arrows => shown.join(" -> "),
        };
        Some(wrap(&format!("{lead} {items}."), "  "))
    }

    fn part(&self, part: &'c Part) -> Option<&'c str> {
        match part {
            Part::Words(text) | Part::Gap(text) => Some(text),
            Part::Claim(number, from) => (self.may)(*number).map(|text| text.get(*from..).unwrap_or(text)),
        }
    }

    fn whole(&self, part: &Part) -> Option<String> {
        match part {
            Part::Claim(number, _) => (self.may)(*number).map(|text| wrap(&format!("  {text}"), "    ")),
            Part::Words(_) | Part::Gap(_) => None,
        }
    }
}
