//! Lists in the shapes that operators give them: places before the work, a different routine at each place, several
//! routines at one place, places counted off.

use cellgraph::{
    cell::PositionId,
    language::{Clause, Order},
};

use crate::{
    command::{Part, work},
    place::Kind,
    speaker::{Line, Saying, Speaker, ones, spans},
    tables::tidy,
    words,
};

impl Speaker<'_> {
    /// A saying that stands for places told before: "both", "all three of them".
    pub fn them(&mut self, count: usize) -> Saying {
        let section = match count {
            2 => "them.two",
            _ => "them.many",
        };
        let text = self.say(section, &[("k", words::number(count as u32))]);
        self.saying(text, spans(Vec::new()), Vec::new(), &[])
    }

    pub fn noun_of(&mut self, job: usize) -> String {
        (*self.dice.pick::<&str>(&self.cell.jobs[job].1.nouns)).to_owned()
    }

    /// A plain verb without its place.
    pub fn bare_of(&mut self, job: usize) -> String {
        tidy(&self.cell.jobs[job].1.verbs[0].text.replace(['~', '@'], ""))
    }

    /// The places come first, then what is to be done there: "first 4, then 1, lay sheets".
    pub fn placed_line(&mut self) -> Option<Line> {
        let (id, job) = self.job()?;
        let saying = match self.dice.below(10) {
            0..5 => self.list(),
            5..7 => self.counted_list()?,
            _ => self.place(),
        };
        let count = saying.ids.len();
        let verb = self.verb(job);
        let mut tags = saying.tags.clone();
        let text = if count == 1 {
            let (it, there) = (self.pronoun(verb.text), self.pronoun(verb.text));
            let bound = self.shape(job, &saying, it, ("there", there));
            self.say("placed.one", &bound)
        } else {
            let them = self.them(count);
            let it = self.put(verb.text, &them);
            let in_order = (2..=3).contains(&count) && !saying.tags.contains(&"ordinal") && self.dice.chance(45);
            if in_order {
                tags.push("order-words");
                return Some(self.ordered_places(id, job, &saying, it, tags));
            }
            let bound = self.shape(job, &saying, it, ("them", them.text));
            self.say("placed.many", &bound)
        };
        tags.extend(verb.tag);
        let clauses = vec![work(vec![id], saying.places, 1, Order::RoutineByRoutine)];
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: false }))
    }

    /// What the shapes of a sentence may use: the places, the work as a verb, a noun, a name.
    fn shape(
        &mut self,
        job: usize,
        saying: &Saying,
        it: String,
        more: (&'static str, String),
    ) -> Vec<(&'static str, String)> {
        let name = self.cell.snapshot.routine_name(self.cell.jobs[job].0).to_owned();
        vec![
            ("p", saying.text.clone()),
            ("at", saying.at.clone()),
            ("ing", words::ing(&it)),
            ("it", it),
            ("n", self.noun_of(job)),
            ("bare", self.bare_of(job)),
            ("r", name),
            more,
        ]
    }

    /// "Start at A and end at B, weld both"; said in any order, done in one.
    fn ordered_places(
        &mut self,
        id: cellgraph::cell::RoutineId,
        job: usize,
        saying: &Saying,
        it: String,
        mut tags: Vec<&'static str>,
    ) -> Line {
        let names: Vec<String> = saying.ids.iter().map(|&id| self.named(id)).collect();
        let them = self.them(names.len()).text;
        let mut bound = self.shape(job, saying, it, ("them", them));
        bound.push(("a", names[0].clone()));
        bound.push(("b", names[1].clone()));
        bound.push(("c", names.last().cloned().unwrap_or_default()));
        let moves = self.dice.chance(25);
        let section = match (names.len(), moves) {
            (2, false) => "ends.work",
            (2, true) => "ends.go",
            (_, false) => "ends.three",
            (_, true) => "ends.three.go",
        };
        let text = self.say(section, &bound);
        let places = ones(&saying.ids);
        let clause =
            if moves { Clause::Go { places, times: 1 } } else { work(vec![id], places, 1, Order::RoutineByRoutine) };
        tags.retain(|tag| *tag != "number-words");
        self.framed(Part { text, clauses: vec![clause], tags, place: None, verbal: false })
    }

    /// Work of its own at every place: "solder 2, test 6, photo of 12".
    pub fn paired_line(&mut self) -> Option<Line> {
        if let Some((from, to)) = self.carrying()
            && self.dice.chance(45)
        {
            return self.carried_line(from, to);
        }
        let count = *self.dice.weighted(&[(45, 2), (40, 3), (15, 4)]);
        let style = self.dice.below(6);
        let (mut texts, mut clauses, mut tags) = (Vec::new(), Vec::new(), vec!["several-routines", "list"]);
        let mut before: Option<usize> = None;
        for _ in 0..count {
            let (id, job) = self.job()?;
            let saying = if self.dice.chance(12) { self.list() } else { self.place() };
            if before == Some(job) && self.dice.chance(60) {
                continue;
            }
            before = Some(job);
            let verb = self.verb(job);
            let (noun, bare) = (self.noun_of(job), self.bare_of(job));
            let bound = [("n", noun), ("v", bare), ("p", saying.text.clone()), ("at", saying.at.clone())];
            texts.push(match style {
                0..2 => self.put(verb.text, &saying),
                2 => self.say("pair.noun", &bound),
                3 => self.say("pair.place", &bound),
                4 if self.dice.chance(50) => self.say("pair.noun", &bound),
                4 => self.put(verb.text, &saying),
                _ => self.say("pair.short", &bound),
            });
            clauses.push(work(vec![id], saying.places, 1, Order::RoutineByRoutine));
        }
        if texts.len() < 2 {
            return None;
        }
        if style == 3 || style == 5 {
            tags.push("dropped-words");
        }
        if self.dice.chance(14) {
            let home = self.home_part();
            texts.push(home.text);
            clauses.extend(home.clauses);
        }
        let apart = *self.dice.pick(&[", ", ", ", ", ", "; ", " and ", ", then ", ". ", " - "]);
        let text = match (style, apart) {
            (5, _) if self.dice.chance(50) => texts.join(" "),
            (_, ", ") if self.dice.chance(55) => {
                let last = texts.pop().unwrap_or_default();
                let link = *self.dice.pick(&[" and ", ", and ", " then ", ", then ", " and then ", ", finally "]);
                format!("{}{link}{last}", texts.join(", "))
            }
            _ => texts.join(apart),
        };
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: style < 2 }))
    }

    /// The two jobs that together carry something, where the cell has both.
    fn carrying(&self) -> Option<(usize, usize)> {
        let job =
            |verb: &str| self.cell.jobs.iter().position(|(_, job)| job.verbs.iter().any(|known| known.text == verb));
        [("pick a box @", "place a box @"), ("pick @", "place @"), ("fetch ~", "store the tote @")]
            .into_iter()
            .find_map(|(from, to)| Some((job(from)?, job(to)?)))
    }

    /// "Carry it from 2 to 4": taken there, put down here.
    fn carried_line(&mut self, from: usize, to: usize) -> Option<Line> {
        let (a, b) = (self.place(), self.place());
        if a.ids == b.ids {
            return None;
        }
        let (va, vb) = (self.verb(from).text, self.verb(to).text);
        let bound = [
            ("x", self.put(va, &a)),
            ("y", self.put(vb, &b)),
            ("a", a.text.clone()),
            ("b", b.text.clone()),
            ("bat", b.at.clone()),
        ];
        let text = self.say("carry", &bound);
        let at =
            |job: usize, saying: Saying| work(vec![self.cell.jobs[job].0], saying.places, 1, Order::RoutineByRoutine);
        let clauses = vec![at(from, a), at(to, b)];
        let tags = vec!["several-routines", "synonym"];
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: true }))
    }

    /// Two or three routines at one place, named once.
    pub fn same_place_line(&mut self) -> Option<Line> {
        let jobs = self.several_jobs()?;
        let saying = if self.dice.chance(12) { self.here() } else { self.place() };
        let verbs: Vec<&str> = jobs.iter().map(|&job| self.verb(job).text).collect();
        let first = self.put(verbs[0], &saying);
        let rest: Vec<String> = verbs[1..].iter().map(|verb| self.pronoun(verb)).collect();
        let nouns: Vec<String> = jobs.iter().map(|&job| self.noun_of(job)).collect();
        let (last, head) = nouns.split_last()?;
        let link = *self.dice.pick(&[", ", ", then ", " and ", " and then ", ", after that ", "; then "]);
        let bound = [
            ("p", saying.text.clone()),
            ("at", saying.at.clone()),
            ("a", first),
            ("b", rest.join(link)),
            ("heads", head.join(", ")),
            ("last", last.clone()),
            ("its", self.pronoun(verbs[0])),
        ];
        // "Weld 3 and inspect": the second stands bare.
        let text = if jobs.len() == 2 && self.dice.chance(18) {
            let (bare, link) = (self.bare_of(jobs[1]), self.dice.pick(&[" and ", " and then ", ", then "]));
            format!("{}{link}{bare}", bound[2].1)
        } else {
            self.say("same.place", &bound)
        };
        let routines = jobs.iter().map(|&job| self.cell.jobs[job].0).collect();
        let mut tags = saying.tags.clone();
        tags.push("several-routines");
        let clauses = vec![work(routines, saying.places, 1, Order::RoutineByRoutine)];
        Some(self.framed(Part { text, clauses, tags, place: None, verbal: false }))
    }

    /// "The first three stations", "the last two slots of rack B", "the second and the fifth one".
    pub fn counted_list(&mut self) -> Option<Saying> {
        let known = &self.cell.families[0];
        let from_one = known.family.places.first()?.number.is_none_or(|n| n == 1);
        let (ids, tail) = match known.family.kind {
            Kind::Grid => {
                let (letter, ids) = self.row(0)?;
                let row = *self.dice.pick(&["row", "rack", "line", "row"]);
                let link = *self.dice.pick(&["in", "of", "of", "on"]);
                (ids, format!("{link} {row} {letter}"))
            }
            Kind::Number | Kind::Letter if from_one => (known.ids.clone(), String::new()),
            _ => return None,
        };
        let noun = self.dice.pick(&self.cell.families[0].family.nouns).clone();
        let count = ids.len();
        if count < 3 {
            return None;
        }
        let many = words::plural(&noun);
        let (text, chosen): (String, Vec<PositionId>) = match self.dice.below(10) {
            0..3 => {
                let k = self.dice.between(2, (count - 1).min(5));
                let word = self.dice.pick(&["first", "first", "initial"]);
                (format!("the {word} {} {many} {tail}", words::number(k as u32)), ids[..k].to_vec())
            }
            3..5 => {
                let k = self.dice.between(2, (count - 1).min(4));
                let word = self.dice.pick(&["last", "last", "final"]);
                (format!("the {word} {} {many} {tail}", words::number(k as u32)), ids[count - k..].to_vec())
            }
            5 => {
                let word = self.dice.pick(&["second to last", "next to last", "last but one", "second-last"]);
                (format!("the {word} {noun} {tail}"), vec![ids[count - 2]])
            }
            6 => {
                let link = self.dice.pick(&["and the", "and", "and also the"]);
                (format!("the first {link} last {noun} {tail}"), vec![ids[0], ids[count - 1]])
            }
            _ => {
                let all: Vec<usize> = (0..count).collect();
                let mut chosen = self.dice.some(&all, 2);
                if self.dice.chance(70) {
                    chosen.sort_unstable();
                }
                let link = self.dice.pick(&["and the", "and", ", then the", "and then the"]);
                let (a, b) = (words::ordinal(chosen[0])?, words::ordinal(chosen[1])?);
                let noun = if self.dice.chance(20) { "one".to_owned() } else { noun };
                (format!("the {a} {link} {b} {noun} {tail}"), vec![ids[chosen[0]], ids[chosen[1]]])
            }
        };
        Some(self.saying(tidy(&text), ones(&chosen), chosen, &["ordinal", "list"]))
    }

    /// "Here and then at 4": where the robot is and other places.
    pub fn here_and_there(&mut self) -> Saying {
        let (here, place) = (self.here(), self.place());
        let mut both = [here, place];
        if self.dice.chance(22) {
            both.reverse();
        }
        let link = *self.dice.pick(&[" and ", " and then ", ", then ", " and also ", ", and after that ", " and "]);
        let text = format!("{}{link}{}", both[0].at, both[1].at);
        let places = spans(both.iter().flat_map(|saying| saying.places.spans.clone()).collect());
        Saying { at: text.clone(), text, places, ids: Vec::new(), tags: vec!["here", "list"] }
    }
}
