//! What a controller says, line by line, by its numbers. A line that is missing, and numbers that begin anew, are errors: what was not
//! heard is not known.

use serde_json::Value;

use super::{
    super::{
        driver::DriverError,
        handover::line::{Source, Written},
    },
    controller::{Controller, Looked, Standing},
};

const LARGEST: &str = "the controller numbers its last line with the largest number there is";

/// A place among a controller's lines.
#[derive(Debug)]
pub(super) struct Lines {
    /// The last one that was heard.
    last: u64,
}

impl Lines {
    /// After the last line that was said so far.
    pub(super) fn from_last(controller: &Controller) -> Result<Self, DriverError> {
        Self::after(controller.look(None)?.last)
    }

    /// After the line with this number.
    pub(super) fn after(last: u64) -> Result<Self, DriverError> {
        match last {
            u64::MAX => Err(DriverError::Protocol(LARGEST.to_owned())),
            last => Ok(Self { last }),
        }
    }

    /// The permit that stands, and the lines that were said since the last look. A line that says where the robot is, and shows no cell of its
    /// own, gets the state of the cell's variables as they are now: the robot stands still then.
    pub(super) fn next(&mut self, controller: &Controller) -> Result<(Standing, Vec<Written>), DriverError> {
        let looked = controller.look(Some(self.last))?;
        let first = self.take(&looked).map_err(DriverError::Protocol)?;
        let mut written = Vec::with_capacity(looked.lines.len());
        for (number, mut line) in (first..).zip(looked.lines) {
            let is_of_a_place = matches!(line.get("state").and_then(Value::as_str), Some("done" | "report"));
            let shows_none = !line.contains_key("cell") && !line.contains_key("panel");
            if is_of_a_place
                && shows_none
                && let Some(cell) = controller.cell()?
            {
                line.insert("cell".to_owned(), cell);
            }
            let bytes = Value::Object(line).to_string().into_bytes();
            written.push(Written { bytes, number: Some(number), source: Source::Server });
        }
        Ok((looked.standing, written))
    }

    /// The number of the first of the lines that a look shows.
    fn take(&mut self, looked: &Looked) -> Result<u64, String> {
        let (before, last, count) = (self.last, looked.last, looked.lines.len() as u64);
        match last.checked_sub(before) {
            None => Err(format!(
                "the controller's last line was {before}, and is {last} now: it was restarted during the run"
            )),
            // The largest number asks for no lines.
            Some(_) if last == u64::MAX => Err(LARGEST.to_owned()),
            Some(since) if since == count => {
                self.last = last;
                Ok(before.saturating_add(1))
            }
            Some(since) => Err(format!(
                "lines are missing: the controller's last is {last}, {since} after line {before}, and {count} came"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::{super::super::handover::permit::Word, *};

    #[test]
    fn no_line_is_lost_without_a_word() {
        for (last, count, found) in [
            (5, 0, Ok(6)),
            (7, 2, Ok(6)),
            (7, 1, Err("lines are missing: the controller's last is 7, 2 after line 5, and 1 came")),
            (5, 1, Err("lines are missing: the controller's last is 5, 0 after line 5, and 1 came")),
            (u64::MAX, 0, Err(LARGEST)),
            (4, 0, Err("the controller's last line was 5, and is 4 now: it was restarted during the run")),
            (0, 0, Err("the controller's last line was 5, and is 0 now: it was restarted during the run")),
        ] {
            let standing = Standing { serial: 1, run: String::new(), permit: Word::Hold, step: 0, report: 0 };
            let mut lines = Lines { last: 5 };
            let taken = lines.take(&Looked { standing, last, lines: vec![Map::new(); count] });
            assert_eq!(taken.as_ref().map_err(String::as_str).copied(), found);
            assert_eq!(lines.last, if found.is_ok() { last } else { 5 });
        }
    }
}
