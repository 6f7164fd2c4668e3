//! Exclusions as sentences: what is left out stands within the list, after the whole command, or before it.

use cellgraph::{
    cell::PositionId,
    language::{Clause, Order, Places, Span},
};

use crate::{
    command::{Part, work},
    place::Kind,
    speaker::{Line, Saying, Speaker, ones, spans},
    tables::tidy,
    words,
};

/// Places said, and what of them is left out, in words and in meaning.
struct Holed {
    whole: Saying,
    gone: String,
    places: Places,
    several: bool,
}

impl Speaker<'_> {
    /// A command with an exclusion anywhere in it.
    pub fn excluded_line(&mut self) -> Option<Line> {
        let holed = match self.dice.below(10) {
            0..5 => self.holed_list()?,
            5..7 => self.holed_all(),
            7 => self.without_group()?,
            8 => self.holed_group()?,
            _ => self.never_said()?,
        };
        let mut tags = holed.whole.tags.clone();
        tags.push("exclusion");
        let all = matches!(holed.places.spans[..], [Span::All { .. }]);
        let bound = [
            ("left", holed.gone.clone()),
            ("is", (if holed.several { "are" } else { "is" }).to_owned()),
            ("it", (if holed.several { "them" } else { "it" }).to_owned()),
        ];
        let where_ = self.dice.below(10);
        let inner = if where_ < 6 {
            let section = if all { "but" } else { "but.list" };
            let but = match self.dice.below(2) {
                0 => self.say(section, &bound),
                _ => self.say("but.inside", &bound),
            };
            Saying {
                text: tidy(&format!("{} {but}", holed.whole.text)),
                at: tidy(&format!("{} {but}", holed.whole.at)),
                ..holed.whole.clone()
            }
        } else {
            holed.whole.clone()
        };
        let mut part = match self.job() {
            Some((id, job)) if self.dice.chance(80) => {
                let verb = self.verb(job);
                let noun = where_ < 6 && self.dice.chance(25);
                let text = if noun {
                    let (noun, at) = (self.noun_of(job), inner.at.clone());
                    self.say("work.noun", &[("n", noun), ("at", at), ("p", inner.text.clone())])
                } else {
                    self.put(verb.text, &inner)
                };
                let clauses = vec![work(vec![id], holed.places, 1, Order::RoutineByRoutine)];
                Part { text, clauses, tags: verb.tag.into_iter().collect(), place: None, verbal: !noun }
            }
            _ => {
                let mut part = self.go_to(inner, "go.many");
                part.clauses = vec![Clause::Go { places: holed.places, times: 1 }];
                part
            }
        };
        part.text = match where_ {
            0..6 => part.text,
            6..9 => {
                let after = self.say("but.after", &bound);
                tidy(&format!("{}{after}", part.text))
            }
            _ => {
                let c = part.text.clone();
                part.verbal = false;
                self.say("but.before", &[("c", c), ("left", holed.gone)])
            }
        };
        part.tags.extend(tags);
        Some(self.framed(part))
    }

    fn gone(&mut self, ids: &[PositionId]) -> String {
        let names: Vec<String> = ids.iter().map(|&id| self.named(id)).collect();
        let link = *self.dice.pick(&[" and ", " and ", ", ", " & ", " or "]);
        names.join(link)
    }

    /// A list of which one or two are taken back.
    fn holed_list(&mut self) -> Option<Holed> {
        let whole = (0..6).map(|_| self.list()).find(|list| list.ids.len() >= 3)?;
        let count = if whole.ids.len() > 3 && self.dice.chance(25) { 2 } else { 1 };
        let gone_ids: Vec<PositionId> = self.dice.some(&whole.ids, count);
        let left: Vec<PositionId> = whole.ids.iter().copied().filter(|id| !gone_ids.contains(id)).collect();
        Some(Holed { gone: self.gone(&gone_ids), whole, places: ones(&left), several: count > 1 })
    }

    fn holed_all(&mut self) -> Holed {
        let whole = self.all();
        let first = self.place().ids[0];
        let mut ids = vec![first];
        if self.dice.chance(45) {
            ids.extend(Some(self.place().ids[0]).filter(|id| *id != first));
        }
        let gone = if ids.len() > 1 && self.dice.chance(25) {
            let (a, b) = (self.named(ids[0]), self.named(ids[1]));
            self.say("but.either", &[("a", a), ("b", b)])
        } else {
            self.gone(&ids)
        };
        Holed { whole, gone, several: ids.len() > 1, places: spans(vec![Span::All { but: ids }]) }
    }

    /// "All but the vises": a whole family or row is left out.
    fn without_group(&mut self) -> Option<Holed> {
        let whole = self.all();
        let (gone, ids) = if self.cell.families[0].family.kind == Kind::Grid {
            let (letter, ids) = self.row(0)?;
            (self.say("row.noun", &[("row", letter)]), ids)
        } else {
            let (noun, ids) = self.second_family()?;
            (format!("the {noun}"), ids)
        };
        (ids.len() <= 8).then(|| Holed { whole, gone, several: true, places: spans(vec![Span::All { but: ids }]) })
    }

    fn second_family(&mut self) -> Option<(String, Vec<PositionId>)> {
        let at = self.group_family()?;
        let families = &self.cell.families;
        let noun = words::plural(self.dice.pick(&families[at].family.nouns).as_str());
        Some((noun, families[at].ids.clone()))
    }

    /// "Row A without A2".
    fn holed_group(&mut self) -> Option<Holed> {
        let (whole, ids) = if self.cell.families[0].family.kind == Kind::Grid {
            let (letter, ids) = self.row(0)?;
            let noun = words::plural(self.cell.families[0].family.nouns.first()?);
            (self.say("all.row", &[("row", letter), ("s", noun)]), ids)
        } else {
            let (noun, ids) = self.second_family()?;
            (format!("{} {noun}", self.dice.pick(&["all", "all the", "the", "all of the"])), ids)
        };
        let out = *self.dice.pick(&ids);
        let left: Vec<PositionId> = ids.into_iter().filter(|id| *id != out).collect();
        let whole = self.saying(whole, spans(Vec::new()), Vec::new(), &[]);
        (!left.is_empty()).then(|| Holed { whole, gone: self.named(out), several: false, places: ones(&left) })
    }

    /// "1 and 3 but not 2": what is left out was never in the list.
    fn never_said(&mut self) -> Option<Holed> {
        let whole = self.list();
        let other = self.place();
        (whole.ids.len() > 1 && !whole.ids.contains(&other.ids[0])).then(|| Holed {
            places: ones(&whole.ids),
            gone: other.text,
            whole,
            several: false,
        })
    }
}
