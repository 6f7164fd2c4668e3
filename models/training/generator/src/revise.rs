//! A sentence read again: what was understood, what the reviewer or the planner said to it, and what is meant then.

use cellgraph::language::{Clause, Order, Places, Said, Span, terse};

use crate::{
    command::work,
    speaker::{Line, Speaker, ones},
};

impl Speaker<'_> {
    /// A sentence with an earlier attempt.
    pub fn revised_line(&mut self) -> Option<Line> {
        let (_, job) = self.job()?;
        let saying = if self.dice.chance(50) { self.list() } else { self.place() };
        let part = self.work_part(job, &saying);
        let understood = Said::Do(part.clauses.clone());
        let routine = self.cell.jobs[job].0;
        let at = |places: Places| work(vec![routine], places, 1, Order::RoutineByRoutine);
        let (objection, said, before) = match self.dice.below(100) {
            0..22 if saying.ids.len() > 1 => {
                let gone = *self.dice.pick(&saying.ids);
                let name = self.named(gone);
                let left: Vec<_> = saying.ids.iter().copied().filter(|&id| id != gone).collect();
                (self.say("skip", &[("p", name)]), Said::Do(vec![at(ones(&left))]), understood)
            }
            0..40 => {
                let more = self.any_part();
                let clauses = [part.clauses.clone(), more.clauses].concat();
                (self.say("also", &[("c", more.text)]), Said::Do(clauses), understood)
            }
            40..55 => {
                let other = self.place();
                (self.say("instead", &[("p", other.text)]), Said::Do(vec![at(other.places)]), understood)
            }
            55..68 => {
                let first = self.any_part();
                let clauses = [first.clauses, part.clauses.clone()].concat();
                (self.say("lead", &[("c", first.text)]), Said::Do(clauses), understood)
            }
            68..76 => {
                let go = Clause::Go { places: saying.places.clone(), times: 1 };
                (self.say("plain", &[]), Said::Do(vec![go]), understood)
            }
            76..84 => (self.say("stopped", &[]), Said::UNCLEAR, understood),
            84..92 => {
                // It was misread; the sentence itself is right.
                let wrong = Said::Do(vec![at(self.place().places)]);
                (self.say("wrong", &[]), understood.clone(), wrong)
            }
            _ => {
                let routine = self.cell.snapshot.routine_name(routine).to_owned();
                let place = self.cell.snapshot.position_name(*saying.ids.first()?).to_owned();
                (format!("routine {routine} is not supported at {place}"), understood.clone(), understood)
            }
        };
        let earlier = terse::write(&before, &self.cell.snapshot);
        Some(Line { text: part.text, said, tags: vec!["revision"], earlier: Some((earlier, objection)) })
    }

    /// A way to say the place with this id.
    pub fn named(&mut self, id: cellgraph::cell::PositionId) -> String {
        let found = self
            .cell
            .families
            .iter()
            .enumerate()
            .find_map(|(at, known)| Some((at, known.ids.iter().position(|&i| i == id)?)));
        match found {
            Some((known, at)) => self.place_of(known, at).text,
            None => self.cell.snapshot.position_name(id).to_owned(),
        }
    }
}

/// Whether a clause's places are within what the grammar lets through.
pub fn fits(said: &Said) -> bool {
    let Said::Do(clauses) = said else { return true };
    let spans = |places: &Places| {
        places.spans.len() <= 12 && places.spans.iter().all(|s| !matches!(s, Span::All { but } if but.len() > 12))
    };
    clauses.len() <= 12
        && clauses.iter().all(|clause| match clause {
            Clause::Go { places, .. } | Clause::Work { places, .. } => !places.spans.is_empty() && spans(places),
            _ => true,
        })
}
