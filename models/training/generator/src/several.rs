//! Commands of several clauses: several routines, sequences, order words, self-corrections, repetition of a whole.

use cellgraph::language::{Clause, Order, Said, Span};

use crate::{
    command::{Part, work},
    speaker::{Line, Saying, Speaker, ones, spans},
    words,
};

impl Speaker<'_> {
    /// Several routines at the same places.
    pub fn joint_line(&mut self) -> Option<Line> {
        let jobs = self.several_jobs()?;
        let single = self.dice.chance(45);
        let saying = if single { self.place() } else { self.places() };
        let single = saying.ids.len() == 1 || saying.tags.contains(&"here");
        let routines: Vec<_> = jobs.iter().map(|&job| self.cell.jobs[job].0).collect();
        let mut order = if single { Order::RoutineByRoutine } else { Order::PlaceByPlace };
        let text = if !single && self.dice.chance(35) {
            order = Order::RoutineByRoutine;
            let first = self.verb(jobs[0]);
            let them = self.say("them", &[]);
            let them = self.saying(them, spans(Vec::new()), Vec::new(), &[]);
            let rest: Vec<String> = jobs[1..]
                .iter()
                .map(|&job| {
                    let verb = self.verb(job);
                    self.put(verb.text, &them)
                })
                .collect();
            let (a, b) = (self.put(first.text, &saying), rest.join(" and then "));
            self.say("then.them", &[("aing", words::ing(&a)), ("a", a), ("b", b)])
        } else {
            self.joint_text(&jobs, &saying, single)
        };
        let mut tags = saying.tags.clone();
        tags.push("several-routines");
        let clauses = vec![work(routines, saying.places, 1, order)];
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: true }))
    }

    fn joint_text(&mut self, jobs: &[usize], saying: &Saying, single: bool) -> String {
        // "Weld and inspect 1 and 2": verbs that take a place as their object lose it but for the last.
        let (mut verbs, last_job) = (Vec::new(), jobs.len() - 1);
        for (at, &job) in jobs.iter().enumerate() {
            let verb = self.verb(job).text;
            // "See how heavy ~ is" says nothing without its place.
            let whole = at == last_job || verb.ends_with(['~', '@']);
            verbs.push((if whole { verb } else { self.cell.jobs[job].1.verbs[0].text }).to_owned());
        }
        let (last, head) = verbs.split_last().map_or((String::new(), &verbs[..]), |(last, head)| (last.clone(), head));
        let bare: Vec<String> = head.iter().map(|verb| crate::tables::tidy(&verb.replace(['~', '@'], " "))).collect();
        match self.dice.below(10) {
            0..4 => format!("{} and {}", bare.join(", "), self.put(&last, saying)),
            4..6 if single => {
                let first = self.put(&verbs[0], saying);
                let rest: Vec<String> = verbs[1..].iter().map(|verb| self.pronoun(verb)).collect();
                let link = *self.dice.pick(&[" and ", ", then ", " and then ", ", "]);
                format!("{first}{link}{}", rest.join(link))
            }
            6..8 => {
                let nouns: Vec<String> = jobs
                    .iter()
                    .map(|&job| (*self.dice.pick(&self.cell.jobs[job].1.nouns.clone())).to_owned())
                    .collect();
                let bound = [
                    ("a", nouns[0].clone()),
                    ("b", nouns[1..].join(" and ")),
                    ("x", saying.at.clone()),
                    ("p", saying.text.clone()),
                ];
                let section = if self.dice.chance(50) { "both" } else { "both.after" };
                self.say(section, &bound)
            }
            8 => {
                let names: Vec<String> =
                    jobs.iter().map(|&job| self.cell.snapshot.routine_name(self.cell.jobs[job].0).to_owned()).collect();
                format!("{} {}", names.join(" and "), saying.at)
            }
            _ if !single => {
                let bound = [
                    ("a", bare.join(", ")),
                    ("b", crate::tables::tidy(&last.replace(['~', '@'], ""))),
                    ("p", saying.text.clone()),
                    ("at", saying.at.clone()),
                ];
                self.say("in.turn", &bound)
            }
            _ => format!("{} {} and {}", saying.at, bare.join(", "), self.pronoun(&last)),
        }
    }

    /// A part of a sequence.
    pub fn part(&mut self, last: bool) -> Part {
        let roll = self.dice.below(100);
        let job = self.job();
        match (roll, job) {
            (0..62, Some((_, job))) => {
                let saying = if self.dice.chance(70) { self.place() } else { self.places() };
                self.work_part(job, &saying)
            }
            (62..84, _) | (0..62, None) => {
                if last && self.dice.chance(40) {
                    self.home_part()
                } else if self.dice.chance(75) {
                    let saying = if self.dice.chance(25) { self.elsewhere() } else { None };
                    let saying = saying.unwrap_or_else(|| self.place());
                    self.go_to(saying, "go")
                } else {
                    self.go_part()
                }
            }
            (84..92, _) => self.take_part(),
            _ if last => {
                if self.dice.chance(60) {
                    self.drop_home_part()
                } else {
                    self.drop_part()
                }
            }
            _ => self.drop_part(),
        }
    }

    /// The next part, which may lean on the place of the one before.
    fn next_part(&mut self, before: &Part, last: bool) -> Part {
        if let (Some(place), true) = (&before.place, self.dice.chance(38))
            && let Some((id, job)) = self.job()
        {
            let is_same = before
                .clauses
                .iter()
                .any(|clause| matches!(clause, Clause::Work { routines, .. } if routines.contains(&id)));
            if !is_same {
                let verb = self.verb(job);
                let clauses = vec![work(vec![id], ones(&place.ids), 1, Order::RoutineByRoutine)];
                let text = self.pronoun(verb.text);
                return Part {
                    text,
                    clauses,
                    tags: verb.tag.into_iter().collect(),
                    place: before.place.clone(),
                    verbal: true,
                };
            }
        }
        self.part(last)
    }

    /// Two to five clauses, one after the other.
    pub fn sequence_line(&mut self) -> Line {
        let count = *self.dice.weighted(&[(55, 2), (30, 3), (11, 4), (4, 5)]);
        let first = self.part(false);
        let mut parts = vec![first];
        while parts.len() < count {
            let before = parts[parts.len() - 1].clone();
            let next = self.next_part(&before, parts.len() + 1 == count);
            parts.push(next);
        }
        let mut tags: Vec<&'static str> = parts.iter().flat_map(|part| part.tags.clone()).collect();
        tags.push("sequence");
        let verbal = parts.iter().all(|part| part.verbal);
        let clauses = parts.iter().flat_map(|part| part.clauses.clone()).collect();
        let mut text = parts[count - 1].text.clone();
        for (at, part) in parts[..count - 1].iter().enumerate().rev() {
            if verbal && (count == 2 || (at == 0 && self.dice.chance(20))) {
                text = self.say(
                    "link",
                    &[
                        ("a", part.text.clone()),
                        ("aing", words::ing(&part.text)),
                        ("bing", words::ing(&text)),
                        ("b", text),
                    ],
                );
            } else {
                let link = *self.dice.pick(&[
                    ", ",
                    ", ",
                    ", then ",
                    " and then ",
                    ", and then ",
                    " then ",
                    ". Then ",
                    " and ",
                    "; ",
                ]);
                text = format!("{}{link}{text}", part.text);
            }
        }
        self.framed(Part { text, clauses, tags, place: None, verbal })
    }

    /// "B, but first A".
    pub fn order_line(&mut self) -> Line {
        let first = self.verbal_part();
        let mut second = self.verbal_part();
        if let (Some(place), Some((id, job)), true) = (&first.place, self.job(), self.dice.chance(30)) {
            let is_same = matches!(&first.clauses[0], Clause::Work { routines, .. } if routines.contains(&id));
            if !is_same {
                let verb = self.verb(job);
                // "Close 3 after filling it": the place is said with the part that is named first.
                let (full, leaning) = (self.put(verb.text, place), first.clone());
                second = Part {
                    text: full,
                    clauses: vec![work(vec![id], ones(&place.ids), 1, Order::RoutineByRoutine)],
                    ..leaning
                };
            }
        }
        let bound = [
            ("a", first.text.clone()),
            ("b", second.text.clone()),
            ("aing", words::ing(&first.text)),
            ("bing", words::ing(&second.text)),
        ];
        let text = self.say("order", &bound);
        let mut tags = vec!["order-words"];
        tags.extend(first.tags);
        tags.extend(second.tags);
        let clauses = first.clauses.into_iter().chain(second.clauses).collect();
        self.framed(Part { text, clauses, tags, place: None, verbal: false })
    }

    pub fn verbal_part(&mut self) -> Part {
        loop {
            let part = self.part(false);
            if part.verbal {
                return part;
            }
        }
    }

    /// A sequence, and that so many times.
    pub fn repeated_line(&mut self) -> Option<Line> {
        let (first, second) = (self.verbal_part(), self.verbal_part());
        if first.clauses.len() + second.clauses.len() > 2 {
            return None;
        }
        let drawn = self.say("times", &[]);
        let (word, times) = drawn.split_once('=')?;
        let times: usize = times.parse().ok().filter(|&times| times < 5)?;
        let both = [first.clauses, second.clauses].concat();
        let link = *self.dice.pick(&[" and ", ", ", ", then ", " and then "]);
        let c = format!("{}{link}{}", first.text, second.text);
        let text = self.say("again.all", &[("c", c), ("times", word.to_owned())]);
        let clauses = (0..times).flat_map(|_| both.clone()).collect();
        Some(self.framed(Part { text, clauses, tags: vec!["count", "sequence"], place: None, verbal: true }))
    }
}

/// "Put it back, go home" is one goal, where the home is known.
pub fn with_home(clauses: Vec<Clause>, home: Option<cellgraph::cell::PositionId>) -> Vec<Clause> {
    let mut out: Vec<Clause> = Vec::new();
    for clause in clauses {
        let is_home = matches!(&clause, Clause::Go { places, times: 1 } if places.spans.len() == 1
            && matches!(places.spans[0], Span::One(id) if Some(id) == home));
        if is_home && out.last() == Some(&Clause::Drop) {
            out.pop();
            out.push(Clause::DropAndHome);
        } else {
            out.push(clause);
        }
    }
    out
}

/// The same for what a sentence says.
pub fn canonical(said: Said, home: Option<cellgraph::cell::PositionId>) -> Said {
    match said {
        Said::Do(clauses) => Said::Do(with_home(clauses, home)),
        other => other,
    }
}
