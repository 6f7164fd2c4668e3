//! Other languages than English, as far as the tables go.

use cellgraph::language::{Clause, Day, HistoryAsk, Lookup, Order, Said, Span};

use crate::{
    command::work,
    speaker::{Line, Speaker, ones, spans},
    tables::tidy,
};

const TAG: &[&str] = &["other-language"];

impl Speaker<'_> {
    /// A command, question or ban in German, Spanish, French or another language.
    pub fn foreign_line(&mut self) -> Option<Line> {
        let place = self.foreign_place();
        let (text, said) = match self.dice.below(100) {
            0..34 => {
                let (id, job) = self.job()?;
                let foreign = self.cell.jobs[job].1.foreign.clone();
                if foreign.is_empty() {
                    return None;
                }
                let which = self.dice.below(foreign.len());
                let at = ["an", "en", "à"].get(which).copied().unwrap_or("");
                let (object, places) = if self.dice.chance(18) {
                    let all = ["alle Plätze", "todas las posiciones", "toutes les positions"].get(which).copied()?;
                    (all.to_owned(), spans(vec![Span::All { but: Vec::new() }]))
                } else if self.dice.chance(25) {
                    let other = self.place();
                    if other.ids == place.ids {
                        return None;
                    }
                    let and = ["und", "y", "et"].get(which).copied()?;
                    (
                        format!("{} {and} {}", place.text, other.text),
                        crate::speaker::ones(&[place.ids[0], other.ids[0]]),
                    )
                } else {
                    (place.text, place.places)
                };
                let text = tidy(&foreign[which].replace('~', &object).replace('@', &format!("{at} {object}")));
                let please = ["bitte", "por favor", "s'il te plaît"].get(which).copied()?;
                let text = if self.dice.chance(25) { format!("{text} {please}") } else { text };
                (text, Said::Do(vec![work(vec![id], places, 1, Order::RoutineByRoutine)]))
            }
            34..48 => {
                let clause = Clause::Go { places: place.places, times: 1 };
                (self.say("x.go", &[("p", place.text)]), Said::Do(vec![clause]))
            }
            48..72 => self.foreign_frame(&place)?,
            72..76 => {
                let drawn = self.say("xx.all", &[]);
                let clause = Clause::Go { places: spans(vec![Span::All { but: Vec::new() }]), times: 1 };
                (drawn.split('=').next()?.to_owned(), Said::Do(vec![clause]))
            }
            76..92 => {
                let drawn = self.say("xx.ask", &[]);
                let (text, what) = drawn.split_once('=')?;
                let lookup = match what {
                    "robot" => Lookup::WhereIsRobot,
                    "hand" => Lookup::HeldTool,
                    "positions" => Lookup::Positions,
                    "tools" => Lookup::Tools,
                    "help" => Lookup::Capabilities,
                    "status" => Lookup::Status,
                    _ => Lookup::History(HistoryAsk { day: Some(Day::Today), ..HistoryAsk::default() }),
                };
                (text.to_owned(), Said::Ask(lookup))
            }
            _ => {
                let (_, job) = self.job()?;
                let n = (*self.dice.pick(&self.cell.jobs[job].1.nouns.clone())).to_owned();
                (self.say("xx.stop", &[("p", place.text), ("n", n)]), Said::UNCLEAR)
            }
        };
        Some(self.line(text, said, TAG))
    }

    /// What the tables have for many languages: a routine by its name, two places, home, tools.
    fn foreign_frame(&mut self, place: &crate::speaker::Saying) -> Option<(String, Said)> {
        let home = if let [(id, _)] = self.cell.homes[..] { Some(ones(&[id])) } else { None };
        let other = self.foreign_place();
        let both = ones(&[place.ids[0], other.ids[0]]);
        let (id, _) = self.job()?;
        let (tool, tool_text) = self.tool();
        let bound = [
            ("p", place.text.clone()),
            ("b", other.text),
            ("r", self.cell.snapshot.routine_name(id).to_owned()),
            ("t", tool_text),
        ];
        let at = |places, times| work(vec![id], places, times, Order::RoutineByRoutine);
        let go = |places| Clause::Go { places, times: 1 };
        let (section, clauses) = match self.dice.below(100) {
            0..34 => ("x.work", vec![at(place.places.clone(), 1)]),
            34..44 if place.ids != other.ids => ("x.work2", vec![at(both, 1)]),
            44..54 if place.ids != other.ids => ("x.go2", vec![go(both)]),
            54..64 => ("x.home", vec![go(home?)]),
            64..72 => ("x.take", vec![Clause::Take(tool)]),
            72..79 => ("x.drop", vec![Clause::Drop]),
            79..85 => ("x.drop.home", vec![Clause::DropAndHome]),
            85..93 => ("x.work.home", vec![at(place.places.clone(), 1), go(home?)]),
            _ => ("x.twice", vec![at(place.places.clone(), 2)]),
        };
        Some((self.say(section, &bound), Said::Do(clauses)))
    }

    /// A place as one says it in any language: its name, or a number after "Position".
    fn foreign_place(&mut self) -> crate::speaker::Saying {
        let mut place = self.place();
        let spoken = self.cell.families.iter().enumerate().flat_map(|(at, known)| {
            known.family.places.iter().zip(&known.ids).map(move |(spoken, id)| (at, spoken, *id))
        });
        let Some((at, spoken, _)) = spoken.into_iter().find(|(_, _, id)| place.ids.contains(id)) else { return place };
        place.text = match (spoken.number, at == 0 && self.cell.families[0].family.kind == crate::place::Kind::Number) {
            (Some(number), true) if self.dice.chance(50) => format!("Position {number}"),
            _ => spoken.name.clone(),
        };
        place
    }
}
