//! One who speaks of a cell: places, tools and routines in words, with what is meant.

use cellgraph::{
    cell::{PositionId, RoutineId, ToolId},
    language::{Places, Said, Span},
};

use cellgraph_training_generator::dice::Dice;

use crate::{
    cell::{Cell, Known},
    place::Kind,
    tables::Tables,
    words,
};

/// A sentence and what it says.
#[derive(Clone, Debug)]
pub struct Line {
    pub text: String,
    pub said: Said,
    pub tags: Vec<&'static str>,
    /// What was understood before, in the terse form, and what was said to that.
    pub earlier: Option<(String, String)>,
}

/// Places in words.
#[derive(Clone, Debug)]
pub struct Saying {
    /// As an object: "position 2", "everything".
    pub text: String,
    /// With a preposition: "at position 2", "everywhere".
    pub at: String,
    pub places: Places,
    /// The single places, where the words name them one by one.
    pub ids: Vec<PositionId>,
    pub tags: Vec<&'static str>,
}

pub struct Speaker<'a> {
    pub cell: &'a Cell,
    pub tables: &'a Tables,
    pub dice: &'a mut Dice,
}

pub fn spans(spans: Vec<Span>) -> Places {
    Places { spans, reversed: false }
}

pub fn ones(ids: &[PositionId]) -> Places {
    spans(ids.iter().copied().map(Span::One).collect())
}

/// How a place is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Exact,
    Full,
    Label,
    Words,
}

impl Speaker<'_> {
    pub fn say(&mut self, section: &str, bound: &[(&str, String)]) -> String {
        self.tables.say(section, bound, self.dice)
    }

    pub fn line(&self, text: String, said: Said, tags: &[&'static str]) -> Line {
        Line { text, said, tags: tags.to_vec(), earlier: None }
    }

    fn known(&mut self) -> &'static str {
        if self.dice.chance(70) { "at" } else { self.dice.pick::<&str>(&["on", "in"]) }
    }

    pub fn saying(&mut self, text: String, places: Places, ids: Vec<PositionId>, tags: &[&'static str]) -> Saying {
        let at = format!("{} {text}", self.known());
        Saying { text, at, places, ids, tags: tags.to_vec() }
    }

    fn manner(&mut self) -> Manner {
        *self.dice.weighted(&[(26, Manner::Exact), (40, Manner::Full), (22, Manner::Label), (12, Manner::Words)])
    }

    /// Whether a label alone says which place is meant. A bare number is one of the first family.
    pub fn is_clear(&self, known: usize, label: &str) -> bool {
        let families = &self.cell.families;
        let shared = |(at, other): (usize, &Known)| {
            at != known && other.family.places.iter().any(|place| place.label.eq_ignore_ascii_case(label))
        };
        !families.iter().enumerate().any(shared) && (known == 0 || families[known].family.kind != Kind::Number)
    }

    fn mention(&mut self, known: usize, at: usize, manner: Manner) -> String {
        let family = &self.cell.families[known].family;
        let spoken = &family.places[at];
        let clear = self.is_clear(known, &spoken.label);
        let full = self.dice.pick(&spoken.full).clone();
        match manner {
            Manner::Exact => spoken.name.clone(),
            Manner::Label if clear && !spoken.label.is_empty() => match family.kind {
                Kind::Number if self.dice.chance(25) => {
                    format!("{} {}", self.dice.pick(&["number", "no.", "#", "nr", "no"]), spoken.label)
                }
                Kind::Word if self.dice.chance(45) => format!("the {} one", spoken.label),
                _ => spoken.label.clone(),
            },
            Manner::Words => match (spoken.number, family.kind) {
                (Some(n), Kind::Number) if clear && self.dice.chance(30) => words::number(n),
                (Some(n), Kind::Number | Kind::Grid) => {
                    let text = full.replace(&n.to_string(), &format!(" {}", words::number(n)));
                    text.split_whitespace().collect::<Vec<_>>().join(" ")
                }
                _ => full.to_lowercase(),
            },
            Manner::Full if clear && family.kind == Kind::Number && self.dice.chance(9) => {
                // Everybody says "position 3" of a numbered place, whatever its kind is called.
                let noun = *self.dice.pick(&["position", "place", "spot", "pos", "position"]);
                let others = self.cell.families.iter().skip(1);
                let taken = others.flat_map(|known| &known.family.nouns).any(|other| other.contains(noun));
                if taken { full } else { format!("{noun} {}", spoken.label) }
            }
            _ => full,
        }
    }

    /// "The third station", where people would count so.
    fn counted(&mut self, known: usize, at: usize) -> Option<String> {
        let Known { family, ids } = &self.cell.families[known];
        if !matches!(family.kind, Kind::Number | Kind::Letter) || family.places.first()?.number.is_some_and(|n| n != 1)
        {
            return None;
        }
        let noun = self.dice.pick(&family.nouns).clone();
        let last = at + 1 == ids.len() && self.dice.chance(50);
        let word = if last {
            "last".to_owned()
        } else if self.dice.chance(70) {
            words::ordinal(at)?.to_owned()
        } else {
            words::ordinal_digits(at)
        };
        let alone = self.cell.families.len() == 1;
        Some(match self.dice.below(100) {
            0..16 if alone => format!("the {word} one"),
            16..24 if alone => format!("the {word}"),
            _ => format!("the {word} {noun}"),
        })
    }

    /// "The second slot in row B".
    fn counted_in_row(&mut self, known: usize, at: usize) -> Option<String> {
        let spoken = &self.cell.families[known].family.places[at];
        let (letter, column) = (spoken.label.chars().next()?, spoken.number?);
        let noun = self.cell.families[known].family.nouns.first()?.clone();
        let row = *self.dice.pick(&["row", "rack", "line", "row"]);
        Some(match self.dice.below(3) {
            0 => format!("the {} {noun} in {row} {letter}", words::ordinal(column as usize - 1)?),
            1 => format!("{noun} {column} in {row} {letter}"),
            _ => format!("{row} {letter} {noun} {column}"),
        })
    }

    /// One work position.
    pub fn place(&mut self) -> Saying {
        let known = if self.cell.families.len() > 1 && self.dice.chance(28) {
            1 + self.dice.below(self.cell.families.len() - 1)
        } else {
            0
        };
        let at = self.dice.below(self.cell.families[known].ids.len());
        self.place_of(known, at)
    }

    pub fn place_of(&mut self, known: usize, at: usize) -> Saying {
        let id = self.cell.families[known].ids[at];
        let is_grid = self.cell.families[known].family.kind == Kind::Grid;
        if self.dice.chance(if is_grid { 10 } else { 11 }) {
            let counted = if is_grid { self.counted_in_row(known, at) } else { self.counted(known, at) };
            if let Some(text) = counted {
                return self.saying(text, ones(&[id]), vec![id], &["ordinal"]);
            }
        }
        let manner = self.manner();
        let text = self.mention(known, at, manner);
        let tags: &[&str] = if manner == Manner::Words { &["number-words"] } else { &[] };
        self.saying(text, ones(&[id]), vec![id], tags)
    }

    /// Somewhere to go that is no work position: home, a safe approach, a stand.
    pub fn elsewhere(&mut self) -> Option<Saying> {
        let homes = &self.cell.homes;
        let others = &self.cell.others;
        let (id, said) = if others.is_empty() || (homes.len() == 1 && self.dice.chance(50)) {
            if homes.len() != 1 && self.dice.chance(30) {
                return None;
            }
            self.dice.pick(homes)
        } else {
            self.dice.pick(others)
        };
        let text = if self.dice.chance(25) {
            self.cell.snapshot.position_name(*id).to_owned()
        } else {
            self.dice.pick(said).clone()
        };
        Some(self.saying(text, ones(&[*id]), vec![*id], &[]))
    }

    /// Several, told one by one.
    pub fn list(&mut self) -> Saying {
        let fits: Vec<usize> =
            (0..self.cell.families.len()).filter(|&i| self.cell.families[i].ids.len() >= 2).collect();
        if fits.is_empty() || self.cell.families.len() > 1 && self.dice.chance(26) {
            return self.mixed();
        }
        let known = if self.dice.chance(60) { fits[0] } else { *self.dice.pick(&fits) };
        let count = self.cell.families[known].ids.len();
        let wanted = (*self.dice.weighted(&[(50, 2), (30, 3), (12, 4), (5, 5), (3, 6)])).min(count);
        let all: Vec<usize> = (0..count).collect();
        let mut chosen = self.dice.some(&all, wanted);
        if self.dice.chance(60) {
            chosen.sort_unstable();
        }
        let ids: Vec<PositionId> = chosen.iter().map(|&at| self.cell.families[known].ids[at]).collect();
        let manner = self.manner();
        let mut mentions: Vec<String> = chosen.iter().map(|&at| self.mention(known, at, manner)).collect();
        let family = &self.cell.families[known].family;
        let labels = chosen.iter().all(|&at| !family.places[at].label.is_empty()) && !family.nouns.is_empty();
        let mut head = String::new();
        let mut tail = String::new();
        if labels && manner != Manner::Exact && self.dice.chance(65) {
            let noun = self.dice.pick(&family.nouns).clone();
            let plural = if self.dice.chance(80) { words::plural(&noun) } else { noun };
            let spelt = manner == Manner::Words;
            mentions = chosen.iter().map(|&at| label(&family.places[at], family.kind, spelt)).collect();
            if family.kind == Kind::Word {
                tail = plural;
                head = self.dice.pick(&["the", "the", ""]).to_string();
            } else {
                head = plural;
            }
        } else if family.kind == Kind::Number && self.dice.chance(35) && manner == Manner::Full {
            // "station 2 and 3"
            for (mention, &at) in mentions.iter_mut().zip(&chosen).skip(1) {
                *mention = family.places[at].label.clone();
            }
        }
        let joined = self.joined(&mentions);
        let text = crate::tables::tidy(&format!("{head} {joined} {tail}"));
        self.saying(text, ones(&ids), ids, if manner == Manner::Words { &["list", "number-words"] } else { &["list"] })
    }

    fn mixed(&mut self) -> Saying {
        let wanted = *self.dice.weighted(&[(6, 2), (3, 3), (1, 4)]);
        let (mut ids, mut texts): (Vec<PositionId>, Vec<String>) = (Vec::new(), Vec::new());
        for _ in 0..wanted {
            let place = self.place();
            if !ids.contains(&place.ids[0]) {
                ids.extend(place.ids);
                texts.push(place.text);
            }
        }
        let joined = self.joined(&texts);
        self.saying(joined, ones(&ids), ids, &["list"])
    }

    /// "a, b and c" in the ways that people have for it.
    pub fn joined(&mut self, parts: &[String]) -> String {
        let [head @ .., last] = parts else { return String::new() };
        if head.is_empty() {
            return last.clone();
        }
        let (between, before_last) = *self.dice.weighted(&[
            (40, (", ", " and ")),
            (10, (", ", ", and ")),
            (11, (", ", ", ")),
            (9, (" ", " ")),
            (3, (",", ",")),
            (2, ("/", "/")),
            (3, (" & ", " & ")),
            (10, (" and ", " and ")),
            (5, (", ", " & ")),
            (4, (" then ", " then ")),
            (5, (", ", " then ")),
            (5, (", then ", " and then ")),
            (3, (" + ", " + ")),
            (3, (" and ", " as well as ")),
            (2, (", ", " plus ")),
            (2, (" / ", " / ")),
            (2, (", also ", " and also ")),
        ]);
        format!("{}{before_last}{last}", head.join(between))
    }

    pub fn tool(&mut self) -> (ToolId, String) {
        let (id, words) = self.dice.pick(&self.cell.tools).clone();
        let text = match self.dice.below(10) {
            0..3 => self.cell.snapshot.tool_name(id).to_owned(),
            3..6 => words.name.to_owned(),
            _ => {
                let said: Vec<&str> = words.said.iter().copied().filter(|said| self.is_own_word(id, said)).collect();
                if said.is_empty() { words.name.to_owned() } else { (*self.dice.pick(&said)).to_owned() }
            }
        };
        (id, text)
    }

    /// Whether a word for a tool means no other tool of the cell.
    fn is_own_word(&self, id: ToolId, said: &str) -> bool {
        self.cell.tools.iter().all(|(other, words)| {
            *other == id
                || (words.name != said && !words.said.contains(&said) && !words.name.split(' ').any(|w| w == said))
        })
    }

    /// A routine that this cell has, with a way to command it. Only words that mean no other routine here.
    pub fn job(&mut self) -> Option<(RoutineId, usize)> {
        if self.cell.jobs.is_empty() {
            return None;
        }
        let at = self.dice.below(self.cell.jobs.len());
        Some((self.cell.jobs[at].0, at))
    }

    /// Two or three different routines.
    pub fn several_jobs(&mut self) -> Option<Vec<usize>> {
        let count = self.cell.jobs.len();
        if count < 2 {
            return None;
        }
        let all: Vec<usize> = (0..count).collect();
        let wanted = if count > 2 && self.dice.chance(30) { 3 } else { 2 };
        Some(self.dice.some(&all, wanted))
    }
}

/// What tells a place of a family apart, spelt out or not.
pub fn label(spoken: &crate::place::Spoken, kind: Kind, spelt: bool) -> String {
    match spoken.number {
        Some(n) if spelt && kind == Kind::Number => words::number(n),
        _ => spoken.label.clone(),
    }
}
