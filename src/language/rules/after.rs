//! What may follow a clause: counts, "again", "first", "instead", "with the camera", and words that ask for nothing more.

use super::{
    english::Tag,
    guard::AFTER_CORRECTION,
    parser::{Act, Parser, Step, Trouble},
};

impl Parser<'_> {
    /// What may follow a clause: counts, "again", "first", "with the camera", "in reverse", exceptions.
    pub(super) fn after_clause(&mut self, place: usize) -> Result<(), Trouble> {
        loop {
            let start = self.at;
            self.skip(&[Tag::Filler, Tag::Please]);
            if let Some(times) = self.repeated()? {
                self.steps[place].times = times;
                self.repeat_each(place, times);
            } else if let Some(mut places) = self.steps[place].places.clone() {
                self.after_places(&mut places)?;
                self.steps[place].places = Some(places);
            }
            // "…, drive to 8 and deburr it rather": in place of what was said.
            if self.is(Tag::Instead) && place > 0 && self.steps.len() == place + 1 {
                if place > 1 {
                    return self.trouble();
                }
                self.at += 1;
                self.steps.remove(0);
                return Ok(());
            }
            if self.steps[place].act == Act::Go && self.take(&[Tag::EmptyHanded]) {
                self.steps.insert(place, Step::new(Act::Drop, None));
                continue;
            }
            if self.take(&[Tag::Again, Tag::Instead, Tag::There, Tag::Only, Tag::Each]) || self.with_tool()? {
                continue;
            }
            if self.skip_tail() {
                continue;
            }
            // "Weld 1 and scan it before and after": one word orders, two are two steps more.
            if self.is_any(&[Tag::Before, Tag::BeforeThat, Tag::After])
                && self.ahead(1).is_some_and(|next| next.is(Tag::And))
                && self.ahead(2).is_some_and(|next| next.is_any(&[Tag::Before, Tag::After, Tag::Then]))
            {
                return self.trouble();
            }
            let says_before = self.is_any(&[Tag::Before, Tag::BeforeThat]) && self.ends_clause(1) && place > 0;
            if says_before {
                self.at += 1;
                self.steps.swap(place, place - 1);
                continue;
            }
            // "Go home last, weld 1 first".
            if self.is(Tag::Last) && self.ends_clause(1) && self.steps.len() == 1 && self.ahead(1).is_some() {
                self.at += 1;
                self.goes_last = self.steps.pop();
                return Ok(());
            }
            if self.peek().is_some_and(|item| item.is_ordinal && item.number == Some(1)) && self.ends_clause(1) {
                self.at += 1;
                self.put_first(place)?;
            }
            // "Head home in the end, weld 1 to begin with": the order is not that of the words.
            if self.is(Tag::Lastly) && self.ends_clause(1) && self.ahead(1).is_some() && self.at > start
                || self.is(Tag::StartWith) && self.ends_clause(1) && place > 0
            {
                return self.trouble();
            }
            if self.at == start {
                return Ok(());
            }
        }
    }

    /// "1, then 2, then 3, twice each": what was said before in the same breath as well.
    pub(super) fn repeat_each(&mut self, place: usize, times: u16) {
        let says_each = self.is(Tag::Each) || self.peek().is_some_and(|item| item.text == "apiece");
        if !says_each {
            return;
        }
        self.at += 1;
        let act = self.steps[place].act.clone();
        for step in self.steps[..place].iter_mut().rev().take_while(|step| step.act == act && step.times == 1) {
            step.times = times;
        }
    }

    /// A step is to come first; "drive to 2 and 1, 1 first" names a place again that was said.
    pub(super) fn put_first(&mut self, place: usize) -> Result<(), Trouble> {
        // "2 and then 1 first": both, or 1?
        let same = place.checked_sub(1).is_some_and(|before| self.steps[before].act == self.steps[place].act);
        if same && self.steps.len() > 2 {
            return self.trouble();
        }
        // "4 and 1, 1 first": it is named again.
        if place == 0
            && let Some(places) = &mut self.steps[0].places
            && let Some((last, others)) = places.spans.split_last()
            && others.contains(last)
        {
            let (last, mut others) = (last.clone(), others.to_vec());
            others.retain(|span| *span != last);
            others.insert(0, last);
            places.spans = others;
            return Ok(());
        }
        // "1, 2 first": then 1, or both before something else?
        let is_list = self.steps[place].places.as_ref().is_some_and(|places| places.spans.len() > 1);
        if place == 0 && is_list && self.peek().is_none() {
            return self.trouble();
        }
        let step = self.steps.remove(place);
        let again = step.places.as_ref().map_or_else(Vec::new, |places| self.spelled(&places.spans));
        if let Some(before) = self.steps.last_mut().filter(|before| before.act == step.act)
            && let Some(mut places) = before.places.clone()
            && !again.is_empty()
        {
            let said = self.spelled(&places.spans);
            if again.iter().any(|place| said.contains(place)) {
                if !self.leave_out(&mut places, &again) {
                    return self.trouble();
                }
                if let Some(before) = self.steps.last_mut() {
                    before.places = Some(places);
                }
            }
        }
        self.steps.insert(0, step);
        Ok(())
    }

    /// "D2's code", "home with you", "once" at the end: nothing more is asked for.
    pub(super) fn skip_tail(&mut self) -> bool {
        let Some(item) = self.peek() else { return false };
        let next = self.ahead(1);
        let taken = match item.text.as_str() {
            "s" if next.is_some_and(|next| next.is(Tag::Object) || !next.work.is_empty() && next.place.is_none()) => 2,
            "with" if next.is_some_and(|next| next.is(Tag::You)) => 2,
            // "For leaks", of what is done anyway.
            "for"
                if next.is_some_and(|next| {
                    next.place.is_none() && !next.work.is_empty() && next.work.iter().all(|id| self.doing.contains(id))
                }) =>
            {
                2
            }
            // "1, no, 2 I mean".
            text if AFTER_CORRECTION.contains(&text)
                && next.is_none_or(|next| next.is_break() && self.ahead(2).is_none())
                && self.items[..self.at].iter().any(|item| item.is_any(&[Tag::Fix, Tag::No, Tag::Wait])) =>
            {
                1
            }
            "once" if next.is_none_or(|next| next.is_break()) => 1,
            _ if item.is_any(&[Tag::Away, Tag::At])
                && next.is_none_or(|next| next.is_break() || next.is_any(&[Tag::And, Tag::Then])) =>
            {
                1
            }
            _ => 0,
        };
        self.at += taken;
        taken > 0
    }

    pub(super) fn ends_clause(&self, by: usize) -> bool {
        self.ahead(by).is_none_or(|item| item.is_break() || item.is_any(&[Tag::And, Tag::Then, Tag::Please, Tag::But]))
    }
}
