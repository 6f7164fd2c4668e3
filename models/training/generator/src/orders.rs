//! What is done first though it is said last, and the other way round: two routines at one place, and going on only
//! when something has been done.

use cellgraph::language::Order;

use crate::{
    command::{Part, work},
    speaker::{Line, Saying, Speaker},
    words,
};

impl Speaker<'_> {
    /// Order words in which the place is said once, or in which the work that comes first is said as done.
    pub fn ordered_line(&mut self) -> Option<Line> {
        if self.dice.chance(50) { self.done_line() } else { self.ordered_same_line() }
    }

    /// "Test 6 but solder it first".
    fn ordered_same_line(&mut self) -> Option<Line> {
        let jobs = self.several_jobs()?;
        let saying = self.place();
        let (first, second) = (self.verb(jobs[0]).text, self.verb(jobs[1]).text);
        let mut bound = vec![
            ("p", saying.text.clone()),
            ("at", saying.at.clone()),
            ("an", self.noun_of(jobs[0])),
            ("bn", self.noun_of(jobs[1])),
        ];
        let late_first = self.dice.chance(60);
        // "Weigh it, but first read the code at the balance" has the place with what is said last.
        let (a, b) = if late_first && self.dice.chance(82) {
            (self.pronoun(first), self.put(second, &saying))
        } else {
            (self.put(first, &saying), self.pronoun(second))
        };
        bound.extend([("aing", words::ing(&a)), ("bing", words::ing(&b)), ("adone", words::done(&a))]);
        let lead = if late_first { b.clone() } else { a.clone() };
        bound.extend([("a", a), ("b", b)]);
        let text = self.say(if late_first { "order.late" } else { "order.early" }, &bound);
        // A phrasing with a noun instead of the command that has the place would lose the place.
        if !text.contains(&saying.text) {
            return None;
        }
        let routines = vec![self.cell.jobs[jobs[0]].0, self.cell.jobs[jobs[1]].0];
        let clauses = vec![work(routines, saying.places, 1, Order::RoutineByRoutine)];
        let tags = [saying.tags, vec!["order-words", "several-routines"]].concat();
        let verbal = text.starts_with(&lead);
        Some(self.framed(Part { text, clauses, tags, place: None, verbal }))
    }

    /// "Go home once station 4 has been probed".
    fn done_line(&mut self) -> Option<Line> {
        let (id, job) = self.job()?;
        let saying = if self.dice.chance(80) { self.place() } else { self.list() };
        let after = match self.dice.below(10) {
            0..4 => self.home_part(),
            4..7 => {
                let place = self.place();
                self.go_to(place, "go")
            }
            7..9 => {
                let (_, other) = self.job()?;
                let place = self.place();
                self.work_part(other, &place)
            }
            _ => self.drop_home_part(),
        };
        let verb = self.verb(job).text;
        let a = self.put(verb, &saying);
        let bound = [
            ("done", self.done(job, &saying)),
            ("aing", words::ing(&a)),
            ("adone", words::done(&a)),
            ("an", self.noun_of(job)),
            ("bing", words::ing(&after.text)),
            ("at", saying.at.clone()),
            ("b", after.text.clone()),
            ("a", a),
        ];
        let section = if after.verbal && self.dice.chance(35) { "done.verbal" } else { "done" };
        let text = self.say(section, &bound);
        let mut clauses = vec![work(vec![id], saying.places, 1, Order::RoutineByRoutine)];
        clauses.extend(after.clauses);
        let tags = [saying.tags, after.tags, vec!["order-words"]].concat();
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: false }))
    }

    /// That something has been done, as a clause after "when".
    fn done(&mut self, job: usize, saying: &Saying) -> String {
        let verb = self.verb(job).text;
        let command = self.put(verb, saying);
        let noun = self.noun_of(job);
        // "weld ~" is passive as "~ has been welded".
        let passive = verb.strip_suffix(" ~").filter(|verb| !verb.contains(' ')).map(words::done);
        let single = saying.ids.len() == 1;
        match passive {
            Some(done) if self.dice.chance(45) => {
                let has = match (single, self.dice.below(3)) {
                    (true, 0) => "is",
                    (true, _) => "has been",
                    (false, 0) => "are",
                    (false, _) => "have been",
                };
                format!("{} {has} {done}", saying.text)
            }
            _ => {
                let bound = [
                    ("adone", words::done(&command)),
                    ("aing", words::ing(&command)),
                    ("n", noun),
                    ("p", saying.text.clone()),
                    ("at", saying.at.clone()),
                ];
                self.say(if single { "has.been" } else { "has.been.many" }, &bound)
            }
        }
    }
}
