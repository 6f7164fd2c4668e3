//! Commands of one clause: go, work, take, put back.

use cellgraph::{
    cell::RoutineId,
    language::{Clause, Order, Places, Said, Span},
};

use crate::{
    many::reversed,
    place::Kind,
    speaker::{Line, Saying, Speaker, spans},
    trade::Verb,
    words,
};

/// A clause in words, before it is put into a frame.
#[derive(Clone, Debug)]
pub struct Part {
    pub text: String,
    pub clauses: Vec<Clause>,
    pub tags: Vec<&'static str>,
    /// Where, if it is one place: what "there" means after it.
    pub place: Option<Saying>,
    /// Whether the text is a command that begins with a verb.
    pub verbal: bool,
}

pub fn work(routines: Vec<RoutineId>, places: Places, times: u16, order: Order) -> Clause {
    Clause::Work { routines, places, times, order }
}

impl Speaker<'_> {
    /// A verb of a job, put to places.
    pub fn verb(&mut self, job: usize) -> Verb {
        let verbs = &self.cell.jobs[job].1.verbs;
        if self.dice.chance(36) { verbs[0] } else { *self.dice.pick(verbs) }
    }

    pub fn put(&self, verb: &str, saying: &Saying) -> String {
        verb.replace('~', &saying.text).replace('@', &saying.at)
    }

    /// "Weld it", "weld there": the place was said before.
    pub fn pronoun(&mut self, verb: &str) -> String {
        let it = *self.dice.pick(&["it", "it", "it", "that one", "that"]);
        let there = *self.dice.pick(&["there", "there", "there", "at it", "in the same place"]);
        verb.replace('~', it).replace('@', there)
    }

    /// A command without any place.
    pub fn placeless(&mut self, verb: &str) -> String {
        // "Coat one" is station one where stations have numbers.
        let numbered = self.cell.families.iter().any(|known| known.family.kind == Kind::Number);
        let one = if numbered { "it" } else { "one" };
        let it = *self.dice.pick(&["it", "it", "it", "something", one, "the part", "one of them", "some", "that"]);
        crate::tables::tidy(&verb.replace('~', it).replace('@', ""))
    }

    /// One job at some places.
    pub fn work_part(&mut self, job: usize, saying: &Saying) -> Part {
        let (id, job_words) = (self.cell.jobs[job].0, self.cell.jobs[job].1.clone());
        let verb = self.verb(job);
        let mut tags = saying.tags.clone();
        let single = saying.ids.len() == 1;
        let name = self.cell.snapshot.routine_name(id).to_owned();
        let noun = (*self.dice.pick(&job_words.nouns)).to_owned();
        let base = [("at", saying.at.clone()), ("p", saying.text.clone())];
        let (text, verbal) = match self.dice.below(100) {
            0..62 => (self.put(verb.text, saying), true),
            62..76 => {
                tags.push("noun");
                let [at, p] = base;
                if !single && self.dice.chance(40) {
                    (self.say("work.nouns", &[("ns", words::plural(&noun)), at, p]), false)
                } else {
                    (self.say("work.noun", &[("n", noun), at, p]), false)
                }
            }
            76..84 => {
                let [at, p] = base;
                (self.say("work.name", &[("r", name), at, p]), false)
            }
            84..88 => {
                tags.push("dropped-words");
                let [at, p] = base;
                let v = crate::tables::tidy(&job_words.verbs[0].text.replace(['~', '@'], ""));
                (self.say("work.bare", &[("n", noun), ("v", v), at, p]), false)
            }
            88..95 if single => {
                let (it, there) = (self.pronoun(verb.text), self.pronoun(verb.text));
                let bare = crate::tables::tidy(&job_words.verbs[0].text.replace('~', "it").replace('@', ""));
                let [at, p] = base;
                (self.say("work.go", &[("it", it), ("there", there), ("bare", bare), at, p]), true)
            }
            95..100 if job_words.tool.is_some() => match self.tool_of(job_words.tool) {
                Some(tool) => {
                    tags.push("tool");
                    let (c, it) = (self.put(verb.text, saying), self.pronoun(verb.text));
                    let [at, p] = base;
                    let section = if single { "work.with" } else { "work.with.many" };
                    let text = if single {
                        self.say(section, &[("c", c), ("it", it), ("t", tool), at, p])
                    } else {
                        format!("{c} with the {tool}")
                    };
                    (text, true)
                }
                None => (self.put(verb.text, saying), true),
            },
            _ => (self.put(verb.text, saying), true),
        };
        let (text, verbal) = match self.only_tool(job) {
            Some(tool) if self.dice.chance(7) => {
                tags.extend(["tool", "slang"]);
                (self.say("work.tool", &[("t", tool), ("at", saying.at.clone()), ("p", saying.text.clone())]), false)
            }
            _ => (text, verbal),
        };
        tags.extend(verb.tag);
        let clauses = vec![work(vec![id], saying.places.clone(), 1, Order::RoutineByRoutine)];
        let place = single.then(|| saying.clone());
        Part { text, clauses, tags, place, verbal }
    }

    /// What a job's tool is called, where the tool does nothing else here: "the torch on 3".
    fn only_tool(&mut self, job: usize) -> Option<String> {
        let needed = self.cell.jobs[job].1.tool?;
        let users = self.cell.jobs.iter().filter(|(_, other)| other.tool == Some(needed)).count();
        if users == 1 { self.tool_of(Some(needed)) } else { None }
    }

    fn tool_of(&mut self, wanted: Option<&str>) -> Option<String> {
        let words = self.cell.tools.iter().find(|(_, tool)| Some(tool.name) == wanted)?;
        Some((*self.dice.pick(&words.1.said)).to_owned())
    }

    /// A move.
    pub fn go_part(&mut self) -> Part {
        let (saying, section) = match self.dice.below(100) {
            0..14 => return self.home_part(),
            14..30 => match self.elsewhere() {
                Some(saying) => (saying, "go"),
                None => (self.place(), "go"),
            },
            30..68 => (self.place(), "go"),
            68..82 => (self.list(), "go.many"),
            82..88 => match self.range() {
                Some(saying) => (saying, "go.many"),
                None => (self.place(), "go"),
            },
            88..94 => {
                let mut all = self.all();
                if self.dice.chance(50) {
                    let nouns = &self.cell.families[0].family.nouns;
                    let noun = if nouns.is_empty() || self.cell.families.len() > 1 {
                        "position".to_owned()
                    } else {
                        nouns[0].clone()
                    };
                    all.text = self.say("go.all", &[("s", words::plural(&noun)), ("one", noun)]);
                    let clauses = vec![Clause::Go { places: all.places.clone(), times: 1 }];
                    return Part { text: all.text, clauses, tags: all.tags, place: None, verbal: false };
                }
                (all, "go.many")
            }
            _ => match self.but() {
                Some(saying) => (saying, "go.many"),
                None => (self.place(), "go"),
            },
        };
        self.go_to(saying, section)
    }

    pub fn go_to(&mut self, saying: Saying, section: &str) -> Part {
        let bare = section == "go" && self.dice.chance(6);
        let mut tags = saying.tags.clone();
        if bare {
            tags.push("dropped-words");
        }
        let text = self.say(if bare { "go.bare" } else { section }, &[("p", saying.text.clone())]);
        let clauses = vec![Clause::Go { places: saying.places.clone(), times: 1 }];
        let place = (saying.ids.len() == 1).then_some(saying);
        Part { text, clauses, tags, place, verbal: !bare }
    }

    /// Home, where there is one; a place where there are two.
    pub fn home_part(&mut self) -> Part {
        let [(id, _)] = self.cell.homes[..] else {
            let saying = self.place();
            return self.go_to(saying, "go");
        };
        let text = self.say("go.home", &[]);
        let clauses = vec![Clause::Go { places: spans(vec![Span::One(id)]), times: 1 }];
        Part { text, clauses, tags: Vec::new(), place: None, verbal: false }
    }

    pub fn take_part(&mut self) -> Part {
        let (id, tool) = self.tool();
        let text = if self.cell.tools.len() > 1 && self.dice.chance(22) {
            let (other, word) = self.tool();
            if other == id { self.say("take", &[("t", tool)]) } else { self.say("swap", &[("t", tool), ("o", word)]) }
        } else {
            self.say("take", &[("t", tool)])
        };
        Part { text, clauses: vec![Clause::Take(id)], tags: vec!["tool"], place: None, verbal: true }
    }

    pub fn drop_part(&mut self) -> Part {
        let (_, tool) = self.tool();
        let text = self.say("drop", &[("t", tool)]);
        Part { text, clauses: vec![Clause::Drop], tags: vec!["tool"], place: None, verbal: true }
    }

    pub fn drop_home_part(&mut self) -> Part {
        let (_, tool) = self.tool();
        let home = self.dice.pick(&self.cell.homes[0].1).clone();
        let home = if self.cell.homes.len() == 1 { home } else { "home".to_owned() };
        let text = self.say("drop.home", &[("t", tool), ("home", home)]);
        Part { text, clauses: vec![Clause::DropAndHome], tags: vec!["tool-and-home"], place: None, verbal: false }
    }

    /// A part as a whole sentence.
    pub fn framed(&mut self, part: Part) -> Line {
        let mut tags = part.tags;
        let text = if part.verbal && self.dice.chance(72) {
            let bound = [("c", part.text.clone()), ("ing", words::ing(&part.text))];
            self.say("frame", &bound)
        } else if self.dice.chance(12) {
            format!("{} please", part.text)
        } else {
            part.text
        };
        if text.contains("please") || text.contains("could") || text.contains("would") {
            tags.push("polite");
        }
        if tags.is_empty() {
            tags.push("direct");
        }
        Line { text, said: Said::Do(part.clauses), tags, earlier: None }
    }

    /// One job, once or so many times.
    pub fn work_line(&mut self) -> Option<Line> {
        let (_, job) = self.job()?;
        let mut saying = self.places();
        if self.dice.chance(4) && (saying.tags.contains(&"all") || saying.tags.contains(&"range")) {
            let how = self.say("reverse", &[]);
            saying.places = reversed(&saying.places);
            saying.text = format!("{} {how}", saying.text);
            saying.at = format!("{} {how}", saying.at);
        }
        if saying.tags == ["all"] && self.dice.chance(25) && saying.text.starts_with("all") {
            let noun = (*self.dice.pick(&self.cell.jobs[job].1.nouns.clone())).to_owned();
            let text = self.say("full", &[("n", noun)]);
            let said = Said::Do(vec![work(
                vec![self.cell.jobs[job].0],
                spans(vec![Span::All { but: Vec::new() }]),
                1,
                Order::RoutineByRoutine,
            )]);
            return Some(self.line(text, said, &["all"]));
        }
        let part = self.work_part(job, &saying);
        Some(self.framed(part))
    }
}
