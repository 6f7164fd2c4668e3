//! Work so many times.

use cellgraph::language::{Clause, Order};

use crate::{
    command::{Part, work},
    speaker::{Line, Saying, Speaker, ones, spans},
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
        match self.dice.below(100) {
            0..16 => return self.counted_pair(),
            16..36 => return self.counted_places(),
            _ => {}
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

    /// "Sand 2 twice and 3 once", "two coats on the left one and three on the right one".
    fn counted_places(&mut self) -> Option<Line> {
        let (id, job) = self.job()?;
        let places = self.list();
        let [a, b, rest @ ..] = &places.ids[..] else { return None };
        if !rest.is_empty() {
            return None;
        }
        let (x, times) = self.times("times")?;
        let (y, more) = if self.dice.chance(50) { ("once".to_owned(), 1) } else { self.times("times")? };
        if times == more {
            return None;
        }
        let verb = self.verb(job);
        let (first, second) = (self.named(*a), self.named(*b));
        let (first, second) = (self.told(first), self.told(second));
        let n = self.noun_of(job);
        let many = words::plural(&n);
        let noun = |count: u16| if count == 1 { n.clone() } else { many.clone() };
        let number = |speaker: &mut Self, count: u16| match count {
            1 => (*speaker.dice.pick(&["one", "1", "a"])).to_owned(),
            _ if speaker.dice.chance(70) => words::number(u32::from(count)),
            _ => count.to_string(),
        };
        let (k, l) = (number(self, times), number(self, more));
        let l = if l == "a" { "one".to_owned() } else { l };
        let bound = [
            ("c", self.put(verb.text, &first)),
            ("d", self.put(verb.text, &second)),
            ("bare", self.bare_of(job)),
            ("n", n.clone()),
            ("ns", noun(times)),
            ("nt", noun(more)),
            ("p", first.text.clone()),
            ("q", second.text.clone()),
            ("at", first.at.clone()),
            ("bt", second.at.clone()),
            ("x", x),
            ("y", y),
            ("k", k),
            ("l", l),
        ];
        let text = self.say("count.places", &bound);
        let at = |saying: Saying, times| work(vec![id], saying.places, times, Order::RoutineByRoutine);
        let clauses = vec![
            at(Saying { places: ones(&[*a]), ..first }, times),
            at(Saying { places: ones(&[*b]), ..second }, more),
        ];
        let tags = vec!["count", "list"];
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: false }))
    }

    /// A place's words as an object and with a preposition.
    fn told(&mut self, text: String) -> Saying {
        self.saying(text, spans(Vec::new()), Vec::new(), &[])
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
