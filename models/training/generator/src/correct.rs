//! Self-corrections: what is said last holds.

use cellgraph::language::{Clause, Order};

use crate::{
    command::{Part, work},
    speaker::{Line, Speaker},
};

/// What was said first, what was said instead, the first in short, what it comes to, and tags.
type Fixed = (String, String, String, Vec<Clause>, Vec<&'static str>);

impl Speaker<'_> {
    /// "3, no wait, 4".
    pub fn corrected_line(&mut self) -> Option<Line> {
        let oops = self.say("oops", &[]);
        let kind = self.dice.below(10);
        let (a, b, short, said, mut tags) = match kind {
            0..5 => self.other_place()?,
            5..7 => {
                let jobs = self.several_jobs()?;
                let place = self.place();
                let first = self.verb(jobs[0]);
                let part = self.work_part(jobs[1], &place);
                let (a, short) = (self.put(first.text, &place), place.text);
                let text = if self.dice.chance(40) {
                    let verb = self.verb(jobs[1]);
                    self.pronoun(verb.text)
                } else {
                    part.text
                };
                (a, text, short, part.clauses, part.tags)
            }
            _ => {
                let (a, b) = (self.verbal_part(), self.part(true));
                let short = a.place.as_ref().map_or("that".to_owned(), |place| place.text.clone());
                (a.text, b.text, short, b.clauses, b.tags)
            }
        };
        tags.push("self-correction");
        let section = if kind < 5 { "fix" } else { "fix.work" };
        let text = self.say(section, &[("a", a), ("b", b), ("short", short), ("oops", oops)]);
        Some(self.framed(Part { text, clauses: said, tags, place: None, verbal: kind < 5 }))
    }

    fn other_place(&mut self) -> Option<Fixed> {
        let list = self.dice.chance(20);
        let (wrong, right) = if list { (self.list(), self.list()) } else { (self.place(), self.place()) };
        if wrong.ids == right.ids || wrong.ids.is_empty() {
            return None;
        }
        let part = match self.job() {
            Some((_, job)) if self.dice.chance(78) => {
                let verb = self.verb(job);
                let clauses = vec![work(vec![self.cell.jobs[job].0], right.places.clone(), 1, Order::RoutineByRoutine)];
                Part {
                    text: self.put(verb.text, &wrong),
                    clauses,
                    tags: verb.tag.into_iter().collect(),
                    place: None,
                    verbal: true,
                }
            }
            _ => {
                let mut part = self.go_to(wrong.clone(), if list { "go.many" } else { "go" });
                part.clauses = vec![Clause::Go { places: right.places.clone(), times: 1 }];
                part
            }
        };
        let b = if self.dice.chance(80) { right.text } else { right.at };
        Some((part.text, b, wrong.text, part.clauses, part.tags))
    }
}
