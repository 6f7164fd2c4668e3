//! Long sentences in which the command is hidden, or in which there is none.

use cellgraph::language::{Order, Said};

use crate::{
    command::work,
    speaker::{Line, Speaker, ones},
};

impl Speaker<'_> {
    /// Chatter with one command, two, or none in it.
    pub fn ramble_line(&mut self) -> Option<Line> {
        let (id, job) = self.job()?;
        let saying = self.place();
        let verb = self.verb(job).text;
        let mut bound = vec![
            ("p", saying.text.clone()),
            ("at", saying.at.clone()),
            ("n", self.noun_of(job)),
            ("it", self.pronoun(verb)),
            ("bare", self.bare_of(job)),
        ];
        let (text, said, tag) = match self.dice.below(100) {
            0..50 => {
                bound.push(("c", self.put(verb, &saying)));
                let clause = work(vec![id], ones(&saying.ids), 1, Order::RoutineByRoutine);
                (self.say("ramble.placed", &bound), Said::Do(vec![clause]), "rambling")
            }
            50..72 => {
                let (first, second) = (self.any_part(), self.any_part());
                if !first.verbal || !second.verbal {
                    return None;
                }
                let bound = [("c", first.text), ("d", second.text)];
                (self.say("ramble.two", &bound), Said::Do([first.clauses, second.clauses].concat()), "rambling")
            }
            _ => (self.say("ramble.nothing", &bound), Said::Unknown, "statement"),
        };
        Some(self.line(text, said, &["rambling", tag]))
    }
}
