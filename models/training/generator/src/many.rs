//! Places with quantifiers in words: ranges, all, all but, here.

use cellgraph::{
    cell::PositionId,
    language::{Places, Span},
};

use crate::{
    place::Kind,
    speaker::{Saying, Speaker, label, ones, spans},
    tables::tidy,
    words,
};

impl Speaker<'_> {
    /// From one to another, both included.
    pub fn range(&mut self) -> Option<Saying> {
        let fits: Vec<usize> = (0..self.cell.families.len())
            .filter(|&i| {
                let known = &self.cell.families[i];
                known.ids.len() >= 3 && matches!(known.family.kind, Kind::Number | Kind::Letter | Kind::Grid)
            })
            .collect();
        let first = *fits.first()?;
        let known = if self.dice.chance(70) { first } else { *self.dice.pick(&fits) };
        let (from, to) = self.ends(known)?;
        let family = &self.cell.families[known].family;
        let (first, last) = (&family.places[from], &family.places[to]);
        let ids = (self.cell.families[known].ids[from], self.cell.families[known].ids[to]);
        let noun = if family.nouns.is_empty() { String::new() } else { self.dice.pick(&family.nouns).clone() };
        let many = words::plural(&noun);
        let spelt = self.dice.chance(15);
        let (a, b) = (label(first, family.kind, spelt), label(last, family.kind, spelt));
        let exact = (first.name.clone(), last.name.clone());
        let full = (first.full[0].clone(), last.full[0].clone());
        let section = if from > to { "range.down" } else { "range" };
        let (low, high) = match self.dice.below(10) {
            0..2 => exact,
            2..4 => full,
            4..5 => (full.0, b),
            5..8 if family.kind != Kind::Grid => (format!("{many} {a}"), b),
            _ => (a, b),
        };
        let text = self.say(section, &[("a", low), ("b", high)]);
        let at = text.strip_prefix("from ").map_or_else(
            || format!("{} {text}", *self.dice.pick::<&str>(&["at", "on", "in", "from"])),
            |_| text.clone(),
        );
        Some(Saying { text, at, places: spans(vec![Span::Range(ids.0, ids.1)]), ids: Vec::new(), tags: vec!["range"] })
    }

    fn ends(&mut self, known: usize) -> Option<(usize, usize)> {
        let family = &self.cell.families[known].family;
        let count = family.places.len();
        let (mut from, mut to) = if family.kind == Kind::Grid {
            // Within one row.
            let columns = family.places.iter().filter_map(|p| p.number).max()? as usize;
            if columns < 3 {
                return None;
            }
            let row = self.dice.below(count / columns) * columns;
            (row + self.dice.below(columns - 2), row + columns - 1 - self.dice.below(1))
        } else {
            let from = self.dice.below(count - 2);
            (from, self.dice.between(from + 2, (count - 1).min(from + 8)))
        };
        if self.dice.chance(22) {
            std::mem::swap(&mut from, &mut to);
        }
        Some((from, to))
    }

    /// All of them, in words of its own or of a family's.
    pub fn all(&mut self) -> Saying {
        // "Every table" leaves out what is no table.
        let nouns = &self.cell.families[0].family.nouns;
        let several = self.cell.families.len() > 1;
        let noun = if nouns.is_empty() || several { "position".to_owned() } else { self.dice.pick(nouns).clone() };
        let many = words::plural(&noun);
        let text = self.say("all", &[("s", many.clone()), ("one", noun.clone())]);
        let at = self.say("all.at", &[("s", many), ("one", noun)]);
        Saying { text, at, places: spans(vec![Span::All { but: Vec::new() }]), ids: Vec::new(), tags: vec!["all"] }
    }

    /// All of one row, or of the second family.
    pub fn group(&mut self) -> Option<Saying> {
        if let Some(known) = self.cell.families.iter().position(|known| known.family.kind == Kind::Grid) {
            let (letter, ids) = self.row(known)?;
            let noun = self.cell.families[known].family.nouns.first()?.clone();
            let text = self.say("all.row", &[("row", letter), ("s", words::plural(&noun))]);
            return Some(self.saying(text, spans(vec![Span::Range(ids[0], *ids.last()?)]), Vec::new(), &["all"]));
        }
        let at = self.group_family()?;
        if self.dice.chance(18)
            && let Some(other) = self.group_family().filter(|&other| other != at)
        {
            let (a, b) = (self.whole_family(at), self.whole_family(other));
            let joined = self.joined(&[a.text, b.text]);
            let places = spans([a.places.spans, b.places.spans].concat());
            return Some(self.saying(joined, places, Vec::new(), &["all", "list"]));
        }
        Some(self.whole_family(at))
    }

    /// "All the tables", "both jigs".
    fn whole_family(&mut self, at: usize) -> Saying {
        let known = &self.cell.families[at];
        let one = self.dice.pick(&known.family.nouns).clone();
        let noun = words::plural(&one);
        let count = match known.ids.len() {
            2 => "both".to_owned(),
            k => format!("all {}", words::number(k as u32)),
        };
        let places = spans(known.runs(|_| true));
        let text = self.say("all.group", &[("s", noun), ("one", one), ("count", count)]);
        self.saying(text, places, Vec::new(), &["all"])
    }

    /// "All the tables but 3": a family of which one or two are left out.
    fn group_but(&mut self) -> Option<Saying> {
        let at = self.group_family()?;
        let count = self.cell.families[at].ids.len();
        if count < 3 {
            return None;
        }
        let whole = self.whole_family(at);
        let many = if count > 3 && self.dice.chance(30) { 2 } else { 1 };
        let all: Vec<usize> = (0..count).collect();
        let mut gone = self.dice.some(&all, many);
        gone.sort_unstable();
        let known = &self.cell.families[at];
        let labels = gone.iter().map(|&out| label(&known.family.places[out], known.family.kind, false));
        let labels: Vec<String> = labels.collect();
        let words = match self.dice.below(10) {
            0..5 if labels.iter().all(|label| !label.is_empty()) => labels,
            5..7 => {
                let ordinals = gone.iter().map(|&out| Some(format!("the {}", words::ordinal(out)?)));
                ordinals.collect::<Option<Vec<_>>>().filter(|_| known.family.kind == Kind::Number)?
            }
            _ => gone.iter().map(|&out| self.place_of(at, out).text).collect(),
        };
        let link = *self.dice.pick(&[" and ", " and ", ", ", " & ", " or "]);
        let bound = [("left", words.join(link))];
        let section = if self.dice.chance(75) { "but" } else { "but.inside" };
        let bound = [bound[0].clone(), ("is", (if many > 1 { "are" } else { "is" }).to_owned())];
        let but = self.say(section, &bound);
        let places = spans(self.cell.families[at].runs(|out| !gone.contains(&out)));
        let text = tidy(&format!("{} {but}", whole.text));
        Some(self.saying(text, places, Vec::new(), &["all", "exclusion"]))
    }

    /// A family that is told from the other places by its noun.
    pub fn group_family(&mut self) -> Option<usize> {
        let families = &self.cell.families;
        let fits: Vec<usize> = (0..families.len())
            .filter(|&i| families[i].ids.len() > 1 && !families[i].family.nouns.is_empty())
            .collect();
        if families.len() < 2 || fits.is_empty() { None } else { Some(*self.dice.pick(&fits)) }
    }

    /// A row of a grid: its letter and places.
    pub fn row(&mut self, known: usize) -> Option<(String, Vec<PositionId>)> {
        let known = &self.cell.families[known];
        let letter = self.dice.pick(&known.family.places).label.chars().next()?;
        let row = known.family.places.iter().zip(&known.ids).filter(|(place, _)| place.label.starts_with(letter));
        Some((letter.to_string(), row.map(|(_, &id)| id).collect()))
    }

    /// All but some; or a list or a range of which something is taken back.
    pub fn but(&mut self) -> Option<Saying> {
        if self.dice.chance(45)
            && let Some(saying) = self.group_but()
        {
            return Some(saying);
        }
        match self.dice.below(10) {
            0..6 => {
                let all = self.all();
                let (left_out, ids) = self.left_out();
                let bound = [("left", left_out)];
                let text = tidy(&format!("{} {}", all.text, self.say("but", &bound)));
                let at = tidy(&format!("{} {}", all.at, self.say("but", &bound)));
                Some(Saying {
                    text,
                    at,
                    places: spans(vec![Span::All { but: ids }]),
                    ids: Vec::new(),
                    tags: vec!["all", "exclusion"],
                })
            }
            6..9 => {
                let list = self.list();
                let [.., _, _] = list.ids[..] else { return None };
                let known =
                    (0..self.cell.families.len()).find(|&i| self.cell.families[i].ids.contains(&list.ids[0]))?;
                let dropped = *self.dice.pick(&list.ids);
                let at_known = self.cell.families[known].ids.iter().position(|&id| id == dropped)?;
                let gone = self.place_of(known, at_known);
                let ids: Vec<PositionId> = list.ids.iter().copied().filter(|&id| id != dropped).collect();
                let but = self.say("but.list", &[("left", gone.text)]);
                let (text, at) = (tidy(&format!("{} {but}", list.text)), tidy(&format!("{} {but}", list.at)));
                Some(Saying { text, at, places: ones(&ids), ids, tags: vec!["list", "exclusion"] })
            }
            _ => self.holed_range(),
        }
    }

    fn left_out(&mut self) -> (String, Vec<PositionId>) {
        let first = self.place();
        if self.dice.chance(25) {
            let second = self.place();
            if second.ids != first.ids {
                let joined = self.dice.pick(&[" and ", ", ", " or ", " & "]).to_string();
                return (format!("{}{joined}{}", first.text, second.text), vec![first.ids[0], second.ids[0]]);
            }
        }
        (first.text, first.ids)
    }

    /// "1 to 6 but not 4".
    fn holed_range(&mut self) -> Option<Saying> {
        let known = self.cell.families.iter().position(|k| k.ids.len() >= 4 && k.family.kind == Kind::Number)?;
        let family = &self.cell.families[known];
        let from = self.dice.below(family.ids.len() - 3);
        let to = self.dice.between(from + 2, (from + 6).min(family.ids.len() - 1));
        let hole = self.dice.between(from, to);
        let (a, b) = (family.family.places[from].label.clone(), family.family.places[to].label.clone());
        let noun = words::plural(&family.family.nouns[0]);
        let ids: Vec<PositionId> = (from..=to).filter(|&at| at != hole).map(|at| family.ids[at]).collect();
        let left = family.family.places[hole].label.clone();
        let head = if self.dice.chance(60) { format!("{noun} {a}") } else { a };
        let range = self.say("range", &[("a", head), ("b", b)]);
        let but = self.say("but.list", &[("left", left)]);
        Some(self.saying(tidy(&format!("{range} {but}")), ones(&ids), ids, &["range", "exclusion"]))
    }

    /// Where the robot is.
    pub fn here(&mut self) -> Saying {
        let at = self.say("here", &[]);
        let text = if self.dice.chance(40) { self.say("here.object", &[]) } else { at.clone() };
        let places = spans(vec![Span::Here]);
        Saying { at, text, places, ids: Vec::new(), tags: vec!["here"] }
    }

    /// Places of any sort, as a command for one routine would have them.
    pub fn places(&mut self) -> Saying {
        let tried = match self.dice.below(100) {
            0..36 => None,
            36..58 => Some(self.list()),
            58..67 => self.range(),
            67..74 => Some(self.all()),
            74..82 => self.but(),
            82..88 => self.group(),
            88..93 => self.counted_list(),
            93..96 => Some(self.here_and_there()),
            _ => Some(self.here()),
        };
        tried.unwrap_or_else(|| self.place())
    }
}

/// The same places back to front.
pub fn reversed(places: &Places) -> Places {
    Places { spans: places.spans.clone(), reversed: true }
}
