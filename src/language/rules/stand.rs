//! Putting tools away: in words for the stand, the dock, the hook, and then, perhaps, home.
//!
//! In: the cursor behind a tool or at a verb that puts it away. Out: the clause, or [`super::parser::Trouble`] where another
//! tool than the held one is named.

use super::{
    english::Tag,
    parser::{Act, EMPTY, Parser, Step, Trouble},
    places::Where,
    tag::Item,
};
use crate::{
    cell::ToolId,
    language::{
        lexicon::{Found, canonical},
        said::Span,
    },
};

/// What tools are kept in or on.
const KEEPS: &[&str] = &[
    "stand",
    "rack",
    "holder",
    "place",
    "dock",
    "cradle",
    "toolstand",
    "rail",
    "hook",
    "wall",
    "peg",
    "holster",
    "hanger",
    "bracket",
    "shelf",
    "magazine",
    "changer",
    "stands",
    "mount",
];

impl Parser<'_> {
    /// "From its stand", "up off the rack".
    pub(super) fn off_stand(&mut self) -> Option<()> {
        while self.is_any(&[Tag::From, Tag::Away, Tag::Of, Tag::Filler]) {
            self.at += 1;
        }
        self.take(&[Tag::Article]).then_some(())?;
        let keeps = self.peek().is_some_and(|item| KEEPS.contains(&item.text.as_str()));
        (keeps && self.ends_clause(1)).then(|| self.at += 1)
    }

    /// Whether the stand of a tool is called so.
    pub(super) fn is_kept_in(&self, tool: ToolId, word: &str) -> bool {
        let name = self.lexicon.tool_place(tool).map(|place| canonical(self.snapshot.position_name(place)));
        name.is_some_and(|words| words.iter().any(|part| part == word))
    }

    /// "Fire the ladle back on its hook": whatever the verb, the tool is to go back.
    pub(super) fn sent_back(&mut self) -> Option<Result<Step, Trouble>> {
        self.peek().filter(|item| item.is_unknown() || item.is_any(&[Tag::Do, Tag::Go, Tag::Use]))?;
        self.at += 1;
        self.skip(&[Tag::Article, Tag::It]);
        let tool = self.named_tool()?;
        self.take(&[Tag::Back]).then_some(())?;
        Some(self.dropped(tool))
    }

    /// "In the dock", "on its stand".
    pub(super) fn in_stand(&mut self) -> Option<()> {
        self.take(&[Tag::At, Tag::To]).then_some(())?;
        self.take(&[Tag::Article]).then_some(())?;
        let keeps = self.peek().is_some_and(|item| KEEPS.contains(&item.text.as_str()));
        (keeps && self.ends_clause(1)).then(|| self.at += 1)
    }

    /// "Leave the camera in its stand", said of the tool that is held.
    pub(super) fn left_in_stand(&mut self) -> Option<Result<Step, Trouble>> {
        self.peek().filter(|item| item.text == "leave")?;
        self.at += 1;
        let tool = self.named_tool()?;
        let is_held = self.state.tool.is_some() && tool.is_none_or(|tool| self.state.tool == Some(tool));
        (self.take(&[Tag::Back]) || self.in_stand().is_some()).then_some(())?;
        Some(if is_held { self.dropped(tool) } else { self.trouble() })
    }

    /// "Park the probe in its dock".
    pub(super) fn parked_tool(&mut self) -> Option<Result<Step, Trouble>> {
        let tool = self.named_tool()?;
        Some(self.dropped(tool))
    }

    /// "Release the camera", "drop it", "put back the tool and go home".
    pub(super) fn drop_tool(&mut self) -> Result<Step, Trouble> {
        let undocks = self.peek().is_some_and(|item| item.text == "undock");
        self.at += 1;
        self.skip(&[Tag::Back, Tag::Away, Tag::Filler]);
        let (tool, _) = self.tool()?;
        // "Undock the camera": off the flange, or out of its dock?
        if undocks && tool.is_some_and(|tool| self.state.tool != Some(tool) && self.is_kept_in(tool, "dock")) {
            return self.trouble();
        }
        self.dropped(tool)
    }

    /// The tool is brought back, and then, perhaps, the robot goes home.
    pub(super) fn dropped(&mut self, tool: Option<ToolId>) -> Result<Step, Trouble> {
        // Asked to put away a tool that it does not hold, the robot must not put away the one that it holds.
        if let (Some(named), Some(held)) = (tool, self.state.tool)
            && named != held
            && !self.steps.iter().any(|step| step.act == Act::Take(named) || self.needs(step, named))
        {
            return self.trouble();
        }
        self.skip(&[Tag::Back, Tag::Away]);
        let _ = self.attempt(|p| {
            p.skip(&[Tag::At, Tag::To]);
            let its = p.peek().is_some_and(|item| item.text == "its");
            p.skip(&[Tag::Article]);
            let is_kept = |item: &&Item| KEEPS.contains(&item.text.as_str()) || (its && item.mark.is_none());
            p.peek().filter(is_kept)?;
            p.at += 1;
            Some(())
        });
        let home = self.attempt(Self::going_home);
        Ok(Step::new(if home.is_some() { Act::DropAndHome } else { Act::Drop }, None))
    }

    fn going_home(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|item| {
            item.is_break()
                || item.is_any(&[
                    Tag::And,
                    Tag::Then,
                    Tag::Go,
                    Tag::Return,
                    Tag::Back,
                    Tag::Away,
                    Tag::Need,
                    Tag::Robot,
                ])
                || item.is_any(EMPTY)
        }) {
            self.at += 1;
        }
        if self.at == start {
            return None;
        }
        // Whichever home it is, if there are several: the goal is the same.
        if self.peek().is_some_and(|item| item.text == "home") && self.lexicon.home() == Found::Many {
            self.at += 1;
            return Some(());
        }
        let Ok(Some(Where::Places(places))) = self.places() else { return None };
        let goes_on = self.peek().is_some_and(|item| item.is_work);
        matches!(places.spans[..], [Span::One(place)] if self.lexicon.is_home(place) && !goes_on).then_some(())
    }

    /// "Back to its dock", "back on the rack".
    pub(super) fn back_to_stand(&mut self) -> bool {
        let start = self.at;
        let found = self.take(&[Tag::Back]) && self.in_stand().is_some();
        self.at = start;
        found
    }

    pub(super) fn back_to_place(&self) -> bool {
        self.is(Tag::Back) && self.ahead(1).is_some_and(|next| next.is(Tag::To))
    }
}
