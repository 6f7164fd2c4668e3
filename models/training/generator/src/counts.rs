//! Work so many times.

use cellgraph::language::{Clause, Order};

use crate::{
    command::{Part, work},
    speaker::{Line, Saying, Speaker},
    words,
};

impl Speaker<'_> {
    /// A count in words, and as a number.
    fn times(&mut self, section: &str) -> Option<(String, u16)> {
        let drawn = self.say(section, &[]);
        let (word, times) = drawn.split_once('=')?;
        Some((word.to_owned(), times.parse().ok()?))
    }

    /// So many times.
    pub fn counted_line(&mut self) -> Option<Line> {
        if self.dice.chance(16) {
            return self.counted_pair();
        }
        let (_, job) = self.job()?;
        let saying = match self.dice.below(10) {
            0..6 => self.place(),
            6..8 => self.list(),
            8..9 => self.all(),
            _ => self.here(),
        };
        let single = saying.ids.len() == 1 || saying.tags.contains(&"here");
        let (word, times) = self.times(if single { "times.single" } else { "times" })?;
        let mut part = self.work_part(job, &saying);
        if let Some(Clause::Work { times: all, .. }) = part.clauses.first_mut() {
            *all = times;
        }
        if self.dice.chance(28) && single && times > 1 {
            // "Two welds at 3"
            let n = self.noun_of(job);
            let k = if self.dice.chance(50) { times.to_string() } else { words::number(u32::from(times)) };
            let bound = [("k", k), ("ns", words::plural(&n)), ("n", n), ("at", saying.at), ("p", saying.text)];
            part.text = self.say("count.noun", &bound);
            part.verbal = false;
        } else if single && !word.starts_with([',', 'a']) && self.dice.chance(30) {
            let bound = [("t", word), ("c", part.text)];
            part.text = self.say("count.lead", &bound);
            part.verbal = false;
        } else {
            let each = if single { String::new() } else { self.say("each", &[]) };
            part.text = crate::tables::tidy(&format!("{} {word} {each}", part.text));
        }
        part.tags.push("count");
        Some(self.framed(part))
    }

    /// "Sand 2 twice and then prime it once".
    fn counted_pair(&mut self) -> Option<Line> {
        let jobs = self.several_jobs()?;
        let (first, same) = (self.place(), self.dice.chance(50));
        let second = if same { first.clone() } else { self.place() };
        let (va, vb) = (self.verb(jobs[0]).text, self.verb(jobs[1]).text);
        let (x, times) = self.times("times")?;
        let (y, more) = if self.dice.chance(45) { ("once".to_owned(), 1) } else { self.times("times")? };
        let a = self.put(va, &first);
        let b = if same { self.pronoun(vb) } else { self.put(vb, &second) };
        let text = self.say("count.pair", &[("a", a), ("b", b), ("x", x), ("y", y)]);
        // Where the second is said first, "it" would come before its place.
        if same && text.contains("but before that") {
            return None;
        }
        let at = |job: usize, saying: Saying, times| {
            work(vec![self.cell.jobs[job].0], saying.places, times, Order::RoutineByRoutine)
        };
        let clauses = vec![at(jobs[0], first, times), at(jobs[1], second, more)];
        let tags = vec!["count", "several-routines"];
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: false }))
    }
}
