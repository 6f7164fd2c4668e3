//! What some neighbouring words of a sentence may mention, and what they do to the mentions around them.
//!
//! A token may mention several things, of several kinds: nothing is decided here, but where a word says only one thing, the
//! token is sure of it.

use std::ops::Range;

use super::cues::Cue;
use crate::cell::{PositionId, RoutineId, ToolId};

/// Some neighbouring words. See the head of this file.
#[derive(Clone, Debug, Default)]
pub(super) struct Token {
    /// Where it stands, in bytes of the text.
    pub(super) at: Range<usize>,
    /// How many words it has.
    pub(super) size: usize,
    pub(super) cue: Option<Cue>,
    /// A mark that parts: a comma, a stop.
    pub(super) mark: Option<char>,
    /// It mentions one of these places; all of them where it is a [`Self::row`].
    pub(super) places: Vec<PositionId>,
    /// It speaks of several places, by a word that their names share.
    pub(super) row: bool,
    /// It is a place and nothing else.
    pub(super) sure: bool,
    /// Places of a word that was taken for a part of a tool step: it may be more than that.
    pub(super) besides: Vec<PositionId>,
    /// Places whose descriptions have the word.
    pub(super) told: Vec<PositionId>,
    /// It mentions one of these routines.
    pub(super) works: Vec<RoutineId>,
    /// The routines' own words, or words that are work in any cell.
    pub(super) sure_work: bool,
    /// It mentions one of these tools.
    pub(super) tools: Vec<ToolId>,
    /// By the tool's whole name.
    pub(super) sure_tool: bool,
    /// How often, if it is a count: surely, where nothing else is meant.
    pub(super) count: Option<u64>,
    /// The first of its words.
    pub(super) head: String,
    /// The number that the word is, whatever it counts.
    pub(super) number: Option<u64>,
    /// "1st", "second", where no place is meant.
    pub(super) ordinal: bool,
    /// The word itself, where it is one.
    pub(super) text: String,
    /// No blank stands before it.
    pub(super) glued: bool,
    /// It was taken back, or is no part of what is asked for.
    pub(super) dropped: bool,
}

impl Token {
    pub(super) fn is(&self, cue: Cue) -> bool {
        self.cue == Some(cue)
    }

    /// Whether it ends a part of the sentence.
    pub(super) fn parts(&self) -> bool {
        self.mark.is_some()
    }

    pub(super) fn has_place(&self) -> bool {
        !self.places.is_empty() && !self.dropped
    }

    pub(super) fn has_work(&self) -> bool {
        !self.works.is_empty() && !self.dropped
    }

    /// Nothing is known of it.
    pub(super) fn is_other(&self) -> bool {
        self.cue.is_none()
            && self.mark.is_none()
            && self.places.is_empty()
            && self.works.is_empty()
            && self.tools.is_empty()
            && self.count.is_none()
    }
}
