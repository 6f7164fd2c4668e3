//! Tools: taking one, naming one beside a routine. Putting one away is in `stand.rs`.
//!
//! In: the cursor at a verb for tools. Out: the clause, or [`super::parser::Trouble`] where no tool, or another than the
//! held one, is named.

use super::{
    english::Tag,
    parser::{Act, EMPTY, Parser, Step, Trouble},
    places::Where,
    tag::Item,
};
use crate::{cell::ToolId, language::lexicon::Found};

/// Most words of a tool's name as it is said.
const RUN_MAX: usize = 5;

impl Parser<'_> {
    /// "Grab the camera", "put the welder on", "take the camera back", "pick up the camera and put it back".
    pub(super) fn take_tool(&mut self) -> Result<Step, Trouble> {
        let verb = self.peek().map_or("", |item| item.text.as_str());
        self.at += 1;
        self.skip(&[Tag::Filler, Tag::Me, Tag::Please]);
        // "Tool change: the camera".
        if verb.contains(' ') && verb.contains("tool") {
            self.skip_breaks();
        }
        let (tool, it) = self.tool()?;
        // "Dock the camera": onto the flange, or into its dock?
        if verb == "dock" && tool.is_none_or(|tool| self.state.tool == Some(tool) || self.is_kept_in(tool, "dock")) {
            let is_held = self.state.tool.is_some() && tool.is_none_or(|tool| self.state.tool == Some(tool));
            return if is_held { self.dropped(tool) } else { self.trouble() };
        }
        // "Fetch the camera from its stand".
        let leads = self.is_any(&[Tag::From, Tag::Away]) || self.peek().is_some_and(|item| item.text == "up");
        if leads && self.attempt(Self::off_stand).is_some() {
            return match tool {
                Some(tool) if !it => self.taken(tool),
                _ => self.trouble(),
            };
        }
        if self.is_any(&[Tag::Back, Tag::Away])
            && (!self.back_to_place() || self.back_to_stand())
            && self.peek().is_some_and(|i| i.text != "down")
        {
            self.at += 1;
            return self.dropped(tool);
        }
        self.skip(&[Tag::Away]);
        match tool {
            Some(tool) if !it => {
                let step = self.taken(tool)?;
                self.carried(step)
            }
            _ => self.trouble(),
        }
    }

    /// "Take the camera to 2": take it, then go.
    fn carried(&mut self, step: Step) -> Result<Step, Trouble> {
        if !self.is(Tag::To) {
            return Ok(step);
        }
        match self.places()? {
            Some(Where::Places(places)) => {
                self.steps.push(step);
                Ok(Step::new(Act::Go, Some(places)))
            }
            _ => Ok(step),
        }
    }

    /// Take the tool, with "no, the camera" after it.
    fn taken(&mut self, mut tool: ToolId) -> Result<Step, Trouble> {
        loop {
            let start = self.at;
            while self.peek().is_some_and(|item| item.is_break()) {
                self.at += 1;
            }
            if !self.take(&[Tag::Fix, Tag::No, Tag::Wait]) {
                self.at = start;
                // "Instead of the other one".
                let _ = self.attempt(|p| {
                    p.take(&[Tag::Except]).then_some(())?;
                    p.tool().ok()?.0
                });
                return Ok(Step::new(Act::Take(tool), None));
            }
            self.skip_breaks();
            self.skip(&[Tag::Fix, Tag::No, Tag::Wait]);
            self.skip_breaks();
            if self.peek().is_some_and(|item| item.is(Tag::Article) || item.tool.one().is_some())
                && let (Some(other), _) = self.tool()?
            {
                tool = other;
                self.skip(&[Tag::Instead]);
                continue;
            }
            self.at = start;
            return Ok(Step::new(Act::Take(tool), None));
        }
    }

    /// "Swap the welder for the camera": the second is taken.
    pub(super) fn swap_tools(&mut self) -> Result<Step, Trouble> {
        self.at += 1;
        self.skip(&[Tag::From]);
        let (_, _) = self.tool()?;
        let joins = self.take(&[Tag::For, Tag::With, Tag::To, Tag::Instead])
            || self.peek().is_some_and(|item| matches!(item.text.as_str(), "against" | "by")) && {
                self.at += 1;
                true
            };
        match self.tool()? {
            (Some(tool), false) if joins => Ok(Step::new(Act::Take(tool), None)),
            _ => self.trouble(),
        }
    }

    /// "Tool away", "the sander back", "the torch on 3": the tool first.
    /// `None` where nothing of the kind is said; a tool that must not be put away is trouble.
    pub(super) fn tool_first(&mut self) -> Option<Result<Step, Trouble>> {
        let tool = self.named_tool()?;
        if self.take(&[Tag::Back, Tag::Away]) {
            return Some(self.dropped(tool));
        }
        // "Gun fetch", as a German says it.
        if self.is_any(&[Tag::Take, Tag::Drop, Tag::Return]) && self.ends_clause(1) {
            let takes = self.is(Tag::Take);
            self.at += 1;
            return Some(if takes { Ok(Step::new(Act::Take(tool?), None)) } else { self.dropped(tool) });
        }
        // "Gun on".
        let ends = self.ahead(1).is_none_or(|next| next.is_break() || next.is_any(&[Tag::And, Tag::Then, Tag::Please]));
        if self.peek().is_some_and(|item| item.text == "on") && ends {
            self.at += 1;
            return Some(Ok(Step::new(Act::Take(tool?), None)));
        }
        // "Gun in the dock".
        if self.attempt(Self::in_stand).is_some() {
            return Some(self.dropped(tool));
        }
        self.peek().filter(|item| item.is(Tag::At))?;
        let routine = self.lexicon.routine_of(tool?).one()?;
        let Where::Places(places) = self.places().ok()?? else { return None };
        Some(Ok(Step::new(Act::Work(vec![routine]), Some(places))))
    }

    /// "I need the camera", "the camera, please": asked for, and nothing else said.
    pub(super) fn wanted_tool(&mut self) -> Option<Step> {
        let asked = |item: &Item| item.is_any(&[Tag::Need, Tag::Please]);
        self.items.iter().any(asked).then_some(())?;
        self.skip(&[Tag::Article]);
        self.peek().filter(|item| item.tool.one().is_some() && !item.is_thing)?;
        let (tool, _) = self.tool().ok()?;
        let rest = &self.items[self.at..];
        let says_more = |item: &Item| !(item.is_break() || item.is_any(EMPTY)) || item.mark == Some('?');
        (self.steps.is_empty() && !rest.iter().any(says_more)).then_some(())?;
        Some(Step::new(Act::Take(tool?), None))
    }

    /// "The probe", "tool": the inner `None` is whichever is held.
    pub(super) fn named_tool(&mut self) -> Option<Option<ToolId>> {
        self.skip(&[Tag::Article]);
        self.peek().filter(|item| item.is(Tag::ToolNoun) || item.tool.one().is_some())?;
        Some(self.tool().ok()?.0)
    }

    /// "Put the camera back", "bring the camera to 2", "put the camera on".
    pub(super) fn put(&mut self) -> Result<Step, Trouble> {
        self.at += 1;
        self.skip(&[Tag::Back, Tag::Filler, Tag::Me]);
        let (tool, it) = self.tool()?;
        if self.take(&[Tag::Back, Tag::Away]) {
            return self.dropped(tool);
        }
        match tool {
            // "Put the seed in" is not taking the seed needle.
            Some(_) if !it && !self.is_any(&[Tag::At, Tag::To, Tag::With]) => self.trouble(),
            Some(tool) if !it => {
                let ends = self.ahead(1).is_none_or(|next| next.is_break() || next.is_any(&[Tag::And, Tag::Then]));
                if self.is(Tag::At) && ends {
                    self.at += 1;
                }
                let step = self.taken(tool)?;
                self.carried(step)
            }
            _ => self.trouble(),
        }
    }

    /// "Return the camera", "return home".
    pub(super) fn give_back_or_go(&mut self) -> Result<Step, Trouble> {
        self.at += 1;
        self.skip(&[Tag::Filler]);
        let start = self.at;
        self.skip(&[Tag::Article]);
        let is_tool = self.peek().is_some_and(|item| {
            item.is_any(&[Tag::ToolNoun, Tag::It]) || item.tool.one().is_some() || item.tool == Found::Many
        });
        self.at = start;
        if is_tool {
            let (tool, _) = self.tool()?;
            return self.dropped(tool);
        }
        self.skip(&[Tag::Back, Tag::Robot]);
        match self.places()? {
            Some(Where::Places(places)) => Ok(Step::new(Act::Go, Some(places))),
            _ => self.trouble(),
        }
    }

    pub(super) fn needs(&self, step: &Step, tool: ToolId) -> bool {
        matches!(&step.act, Act::Work(routines) if routines.iter().any(|&routine| self.lexicon.required(routine) == Some(tool)))
    }

    /// "Use the camera to inspect 1", "with the welder, weld 2", "use the camera at 3", "use tack_weld at 1".
    pub(super) fn use_tool(&mut self, before: Option<&Step>) -> Result<Step, Trouble> {
        self.at += 1;
        self.skip(&[Tag::Article, Tag::Filler]);
        if self.peek().is_some_and(|item| item.is_work && item.tool.one().is_none() && !item.work.is_empty())
            && !self.names_tool()
        {
            return self.work();
        }
        let (Some(tool), _) = self.tool()? else { return self.trouble() };
        // "With the camera on, inspect 1".
        if self.peek().is_some_and(|item| item.text == "on") && self.ahead(1).is_some_and(Item::is_break) {
            self.at += 1;
        }
        while self.peek().is_some_and(|item| item.is_break() || item.is_any(&[Tag::To, Tag::For, Tag::And, Tag::Then]))
        {
            let leads_to_place = self.is_any(&[Tag::To, Tag::For])
                && !self.ahead(1).is_some_and(|next| next.is_work || next.is_any(&[Tag::Do, Tag::Go, Tag::Article]));
            if leads_to_place {
                break;
            }
            self.at += 1;
        }
        let next_acts = self.peek().is_some_and(|item| item.is_work || item.is_any(&[Tag::Do, Tag::Go, Tag::Article]));
        if next_acts {
            self.skip(&[Tag::Article]);
            let step = self.clause(before)?;
            return match &step.act {
                Act::Work(_) if !self.needs(&step, tool) => self.trouble(),
                Act::Work(_) => Ok(step),
                _ => {
                    self.steps.push(Step::new(Act::Take(tool), None));
                    Ok(step)
                }
            };
        }
        let Found::One(routine) = self.lexicon.routine_of(tool) else { return self.trouble() };
        match self.places()? {
            Some(Where::Places(places)) => Ok(Step::new(Act::Work(vec![routine]), Some(places))),
            _ => self.trouble(),
        }
    }

    fn names_tool(&self) -> bool {
        (1..3)
            .filter_map(|by| self.ahead(by))
            .take_while(|item| item.tag.is_none() || item.is(Tag::ToolNoun))
            .any(|item| item.is(Tag::ToolNoun) || item.tool.one().is_some())
    }

    /// "With the camera" after a clause: it must be the tool that its routine needs.
    pub(super) fn with_tool(&mut self) -> Result<bool, Trouble> {
        let start = self.at;
        if !self.take(&[Tag::With, Tag::Use]) {
            return Ok(false);
        }
        let (tool, _) = self.tool()?;
        let Some(tool) = tool else {
            self.at = start;
            return self.trouble();
        };
        match self.steps.last() {
            Some(step) if matches!(step.act, Act::Work(_)) && !self.needs(step, tool) => self.trouble(),
            Some(step) if step.act == Act::Go => {
                let place = self.steps.len() - 1;
                self.steps.insert(place, Step::new(Act::Take(tool), None));
                Ok(true)
            }
            _ => Ok(true),
        }
    }

    /// The tool that comes next, and whether it was called "it". `None` for "the tool".
    pub(super) fn tool(&mut self) -> Result<(Option<ToolId>, bool), Trouble> {
        self.skip(&[Tag::Article, Tag::Filler, Tag::All]);
        if let Some(item) = self.peek()
            && item.number.is_none()
            && self.take(&[Tag::It, Tag::There])
        {
            self.skip(&[Tag::ToolNoun]);
            return Ok((None, true));
        }
        let length = (0..RUN_MAX).take_while(|&by| self.ahead(by).is_some_and(|item| is_of_tool(item, by))).count();
        for taken in (1..=length).rev() {
            let items = &self.items[self.at..self.at + taken];
            if let Some(tool) = self.tool_meant(items)? {
                self.at += taken;
                self.skip(&[Tag::ToolNoun]);
                return Ok((Some(tool), false));
            }
        }
        if self.take(&[Tag::ToolNoun]) {
            return Ok((None, false));
        }
        let ends = self.peek().is_none_or(|item| {
            item.is_break() || item.is_any(&[Tag::And, Tag::Then, Tag::Please, Tag::Back, Tag::Away])
        });
        if ends { Ok((None, false)) } else { self.trouble() }
    }

    fn tool_meant(&self, items: &[Item]) -> Result<Option<ToolId>, Trouble> {
        if items.iter().all(|item| item.is_part) {
            return self.trouble();
        }
        let words: Vec<&str> =
            items.iter().filter(|item| !item.is(Tag::ToolNoun)).flat_map(|item| item.text.split(' ')).collect();
        match (items, self.lexicon.tool(&words)) {
            ([item], _) if item.tool != Found::None && !item.is_thing => match item.tool {
                Found::One(tool) => Ok(Some(tool)),
                _ => self.trouble(),
            },
            (_, Found::One(tool)) => Ok(Some(tool)),
            (_, Found::Many) => self.trouble(),
            // "The welding tool": the one that welding needs.
            (_, Found::None) => Ok(self.tool_for_work(items)),
        }
    }

    fn tool_for_work(&self, items: &[Item]) -> Option<ToolId> {
        let (last, first) = items.split_last()?;
        let work: Vec<&[u32]> = first.iter().map(|item| item.work.as_slice()).collect();
        if work.is_empty() || !last.is(Tag::ToolNoun) {
            return None;
        }
        self.lexicon.required(self.lexicon.routine(&work).one()?)
    }
}

fn is_of_tool(item: &Item, place: usize) -> bool {
    let is_named = item.tool != Found::None || item.is_known || item.is_told;
    item.mark.is_none()
        && !item.is_any(&[Tag::And, Tag::Then, Tag::To, Tag::Back, Tag::At, Tag::For, Tag::Article])
        && (is_named || (place == 0 && item.tag.is_none()) || item.is_work || item.is(Tag::ToolNoun))
}
