//! What somebody who watches a run has heard of it: the lines of its standard error.

use uuid::Uuid;

/// What was heard, up to the moment when there was nothing more to hear.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) run: Option<Uuid>,
    /// The last step that was said to be sent.
    pub(crate) sent: u32,
    /// Where the robot was said to be after each step that was said to be done: the acknowledgements.
    pub(crate) done: Vec<String>,
}

impl Heard {
    /// Takes in all that was said; a line that was cut off before its end counts as heard where it says enough.
    pub(crate) fn of(said: &str) -> Self {
        let mut heard = Self::default();
        said.lines().for_each(|line| heard.hear(line));
        heard
    }

    pub(crate) fn hear(&mut self, line: &str) {
        if let Some((id, _)) = line.strip_prefix("run ").and_then(|rest| rest.split_once(':')) {
            assert_eq!(self.run.replace(id.parse().unwrap()), None, "one run: {line}");
        } else if let Some(step) = line.strip_prefix("  step ") {
            self.step(step, line);
        }
    }

    /// "1 of 23: Move to …", or "1 done: the robot is at …".
    fn step(&mut self, step: &str, line: &str) {
        if let Some((number, place)) = step.split_once(" done: the robot is at ") {
            let number: u32 = number.parse().unwrap();
            assert_eq!((number, self.sent), (self.done.len() as u32 + 1, number), "one after the other: {line}");
            self.done.push(place.to_owned());
        } else if let Some(Ok(number)) = step.split_once(" of ").map(|(number, _)| number.parse::<u32>()) {
            assert_eq!((number, self.sent), (self.done.len() as u32 + 1, number - 1), "one after the other: {line}");
            self.sent = number;
        }
    }

    pub(crate) fn acknowledged(&self) -> u32 {
        self.done.len() as u32
    }
}
