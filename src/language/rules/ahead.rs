//! What the next words are about: a tool, a routine, what a tool lays, or a place.

use super::{english::Tag, parser::Parser, tag::Item};
use crate::language::lexicon::canonical;

impl Parser<'_> {
    /// "Put a board in", where putting is of labels: the workpiece tells of another routine than the verb does.
    pub(super) fn is_of_other_work(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        let verb = self.peek().map_or(&[][..], |item| &item.work);
        self.ahead(by).is_some_and(|item| !item.thing.is_empty() && !item.thing.iter().any(|id| verb.contains(id)))
    }

    /// Whether a tool is named within the next words, before anything else is.
    pub(super) fn tool_follows(&self, from: usize) -> bool {
        let mut by = from;
        while let Some(item) = self.ahead(by) {
            let is_part_of_name = item.is_thing
                && !self.ahead(by + 1).is_some_and(|next| next.is(Tag::ToolNoun) || next.tool.one().is_some());
            if item.is(Tag::ToolNoun) || item.tool.one().is_some() && !is_part_of_name {
                return true;
            }
            let leads = item.is_any(&[Tag::Article, Tag::Back, Tag::Away, Tag::Filler, Tag::It, Tag::At]);
            if !leads && (by > from || !item.is_work) {
                return false;
            }
            by += 1;
        }
        false
    }

    /// "Drive a screw": the next word means the same routine.
    pub(super) fn work_agrees(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        let shared = |item: &Item| self.peek().is_some_and(|this| this.work.iter().any(|id| item.work.contains(id)));
        self.ahead(by).is_some_and(shared)
    }

    /// "Set a stud", where there is a stud gun: the two words name a routine.
    pub(super) fn names_routine(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        // "Put a stud in 1": of the tool there is one, of what it sets there are many.
        let is_one_of_many = self.ahead(1).is_some_and(|item| matches!(item.text.as_str(), "a" | "an"))
            && self.ahead(2).is_some_and(|item| item.is_work && item.work.len() == 1)
            && self.ahead(3).is_some_and(|item| item.is(Tag::At));
        if is_one_of_many || self.is_material(by) {
            return true;
        }
        let is_tool =
            |by: usize| self.ahead(by).is_some_and(|next| next.is(Tag::ToolNoun) || next.tool.one().is_some());
        self.work_agrees() && !is_tool(by + 1) && self.ahead(by + 1).is_some_and(|next| next.is(Tag::At))
    }

    /// "Put paste on 1", "put some paste on 1", where there is a paste gun: what it lays, not the tool. The tool's own word is
    /// the last of its name.
    fn is_material(&self, by: usize) -> bool {
        let is_the = self.ahead(1).is_some_and(|item| matches!(item.text.as_str(), "the" | "that" | "this"));
        let Some(item) = self.ahead(by).filter(|item| item.is_work && item.work.len() == 1 && !is_the) else {
            return false;
        };
        let Some(tool) = item.tool.one() else { return false };
        let name = canonical(self.snapshot.tool_name(tool));
        name.len() > 1
            && name.last().is_some_and(|last| *last != item.text)
            && self.ahead(by + 1).is_some_and(|next| next.is_any(&[Tag::At, Tag::To, Tag::For]))
    }

    /// "Place the part", "place it at 2", not "place 2".
    pub(super) fn is_placing(&self, by: usize) -> bool {
        self.ahead(by)
            .is_some_and(|next| next.is_any(&[Tag::Article, Tag::It, Tag::At, Tag::Object]) && next.number.is_none())
    }

    /// "Take a picture".
    pub(super) fn work_follows(&self) -> bool {
        let by = 1 + usize::from(self.ahead(1).is_some_and(|item| item.is(Tag::Article)));
        let by = by + usize::from(self.ahead(by).is_some_and(|item| item.number.is_some() && !item.is_ordinal));
        self.ahead(by).is_some_and(|item| item.is_work && (item.tool.one().is_none() || self.names_routine()))
    }

    /// Whether a word that is work as well begins a place's name here.
    pub(super) fn place_opens(&self) -> bool {
        self.peek().is_some_and(|item| item.place.one().is_some() && !item.is_routine_name)
    }
}
