//! Questions, one table for each look-up.

use cellgraph::language::{Day, HistoryAsk, Lookup, Outcome, Said, Subject};

use crate::{
    command::Part,
    speaker::{Line, Speaker},
    tables::tidy,
    words,
};

impl Speaker<'_> {
    /// A question.
    pub fn ask_line(&mut self) -> Option<Line> {
        let (text, lookup) = self.asked()?;
        let text = self.say("q.frame", &[("q", text)]);
        Some(self.line(text, Said::Ask(lookup), &["question"]))
    }

    fn asked(&mut self) -> Option<(String, Lookup)> {
        Some(match self.dice.below(100) {
            0..5 => (self.plain("q.positions"), Lookup::Positions),
            5..9 => (self.plain("q.tools"), Lookup::Tools),
            9..13 => (self.plain("q.routines"), Lookup::Routines),
            13..18 => self.with_place("q.robot", |_| Lookup::WhereIsRobot),
            18..22 => (self.with_tool("q.hand").0, Lookup::HeldTool),
            22..24 => (self.plain("q.stands"), Lookup::ToolLocation(None)),
            24..29 => {
                let (text, tool) = self.with_tool("q.stand");
                (text, Lookup::ToolLocation(Some(tool)))
            }
            29..31 => (self.plain("q.moves"), Lookup::AllowedMoves(None)),
            31..33 => self.with_place("q.moves.from", |p| Lookup::AllowedMoves(Some(p))),
            33..38 => return self.job_question("q.places", Lookup::SupportedAt),
            38..40 => (self.plain("q.work"), Lookup::RoutinesAt(None)),
            40..60 => return self.work_question(),
            60..64 => self.with_place("q.position", |p| Lookup::About(Subject::Position(p))),
            64..68 => {
                let (text, tool) = self.with_tool("q.tool");
                (text, Lookup::About(Subject::Tool(tool)))
            }
            68..72 => return self.job_question("q.routine", |r| Lookup::About(Subject::Routine(r))),
            72..76 => self.with_place("q.way", |to| Lookup::Path { from: None, to }),
            76..79 => return self.way(),
            79..86 => self.history()?,
            86..89 => (self.plain("q.last"), Lookup::LastRun),
            89..92 => (self.plain("q.help"), Lookup::Capabilities),
            92..95 => (self.plain("q.status"), Lookup::Status),
            95..98 => self.counted_more()?,
            _ => (self.plain("q.rest"), Lookup::Rest),
        })
    }

    fn plain(&mut self, section: &str) -> String {
        let noun = self.noun();
        self.say(section, &[("s", words::plural(&noun)), ("one", noun)])
    }

    fn noun(&mut self) -> String {
        let nouns = &self.cell.families[0].family.nouns;
        if nouns.is_empty() || self.dice.chance(30) { "position".to_owned() } else { self.dice.pick(nouns).clone() }
    }

    fn with_place(
        &mut self,
        section: &str,
        lookup: impl Fn(cellgraph::cell::PositionId) -> Lookup,
    ) -> (String, Lookup) {
        let place = if self.dice.chance(20) { self.elsewhere() } else { None };
        let place = place.unwrap_or_else(|| self.place());
        let noun = self.noun();
        let (_, tool) = self.tool();
        (self.say(section, &[("p", place.text), ("one", noun), ("t", tool)]), lookup(place.ids[0]))
    }

    fn with_tool(&mut self, section: &str) -> (String, cellgraph::cell::ToolId) {
        let (id, tool) = self.tool();
        (self.say(section, &[("t", tool)]), id)
    }

    fn job_question(
        &mut self,
        section: &str,
        lookup: impl Fn(cellgraph::cell::RoutineId) -> Lookup,
    ) -> Option<(String, Lookup)> {
        let (id, job) = self.job()?;
        let (v, n, r) = self.job_words(job);
        let noun = self.noun();
        let text = self.say(section, &[("v", v), ("n", n), ("r", r), ("s", words::plural(&noun))]);
        Some((text, lookup(id)))
    }

    /// A verb without its place, a noun, the name.
    fn job_words(&mut self, job: usize) -> (String, String, String) {
        let verb = self.verb(job).text;
        let noun = (*self.dice.pick(&self.cell.jobs[job].1.nouns.clone())).to_owned();
        (tidy(&verb.replace(['~', '@'], "")), noun, self.cell.snapshot.routine_name(self.cell.jobs[job].0).to_owned())
    }

    fn work_question(&mut self) -> Option<(String, Lookup)> {
        let (_, job) = self.job()?;
        let place = self.place();
        let verb = self.verb(job).text;
        let q = self.put(verb, &place);
        let (v, n, r) = self.job_words(job);
        let bound = [("p", place.text), ("ing", words::ing(&q)), ("q", q), ("v", v), ("n", n), ("r", r)];
        Some((self.say("q.work.at", &bound), Lookup::RoutinesAt(Some(place.ids[0]))))
    }

    fn way(&mut self) -> Option<(String, Lookup)> {
        let (from, to) = (self.elsewhere()?, self.place());
        let (from, to) = if self.dice.chance(50) { (from, to) } else { (to, from) };
        let text = self.say("q.way.from", &[("p", from.text), ("b", to.text)]);
        Some((text, Lookup::Path { from: Some(from.ids[0]), to: to.ids[0] }))
    }

    fn count(&mut self) -> (u32, String) {
        let k = *self.dice.pick(&[2_u32, 3, 4, 5, 5, 6, 8, 10, 10, 12, 15, 20, 25, 50]);
        (k, if self.dice.chance(30) && k < 21 { words::number(k) } else { k.to_string() })
    }

    fn history(&mut self) -> Option<(String, Lookup)> {
        let (k, word) = self.count();
        let is_counted = self.dice.chance(40);
        let drawn = self.say(if is_counted { "q.history.count" } else { "q.history" }, &[("k", word)]);
        let (text, what) = drawn.split_once('=')?;
        let day =
            [("today", Day::Today), ("yesterday", Day::Yesterday)].into_iter().find(|(word, _)| what.contains(word));
        let only = [("failed", Outcome::Failed), ("completed", Outcome::Completed)]
            .into_iter()
            .find(|(word, _)| what.contains(word));
        let ask = HistoryAsk {
            count: is_counted.then_some(k),
            day: day.map(|(_, day)| day),
            only: only.map(|(_, only)| only),
        };
        Some((text.to_owned(), Lookup::History(ask)))
    }

    fn counted_more(&mut self) -> Option<(String, Lookup)> {
        let (k, word) = self.count();
        let drawn = self.say("q.more", &[("k", word)]);
        let (text, what) = drawn.split_once('=')?;
        Some((text.to_owned(), Lookup::More((!what.is_empty()).then_some(k))))
    }

    /// A command as a part, for what is built on commands.
    pub fn any_part(&mut self) -> Part {
        match self.job() {
            Some((_, job)) if self.dice.chance(75) => {
                let saying = self.places();
                self.work_part(job, &saying)
            }
            _ => self.go_part(),
        }
    }
}
