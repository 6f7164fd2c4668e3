//! Tools by the words that people say for them.
//!
//! In: words. Out: the one tool that they name.

use super::{
    Found, Lexicon,
    canon::{canon_text, is_hollow},
    kin::TOOL_KIN,
    lists::intersect,
};
use crate::cell::{PositionId, ToolId};

impl Lexicon {
    /// The tool whose name has all of these words, or else whose name, kind and description have.
    pub(crate) fn tool(&self, said: &[&str]) -> Found<ToolId> {
        let words: Vec<&str> = said.iter().map(|word| canon_text(word)).filter(|word| !is_hollow(word)).collect();
        if words.is_empty() {
            return Found::None;
        }
        let named: Option<Vec<&[u32]>> =
            words.iter().map(|word| self.words.get(*word).map(|posts| posts.tools.as_slice())).collect();
        let named = Found::of(&named.map_or_else(Vec::new, intersect), ToolId);
        named
            .or_else(|| {
                let all: Option<Vec<Vec<u32>>> = words.iter().map(|word| self.tool_posts(word)).collect();
                let all = all.unwrap_or_default();
                Found::of(&intersect(all.iter().map(Vec::as_slice).collect()), ToolId)
            })
            .or_else(|| self.tool_of_kind(&words))
    }

    /// The tool that a word or a phrase of the thesaurus means: by the names of tools, else by their kinds.
    pub(super) fn tool_of_kind(&self, words: &[&str]) -> Found<ToolId> {
        let groups = TOOL_KIN.of(&words.join(" "));
        Found::of(&self.tool_members.of(groups), ToolId).or_else(|| Found::of(&self.tool_kinds.of(groups), ToolId))
    }

    /// The tool that has this word in its name.
    pub(crate) fn tool_named(&self, word: &str) -> Found<ToolId> {
        let word = canon_text(word);
        let named = self.words.get(word).filter(|_| !is_hollow(word));
        let named = named.map_or(Found::None, |posts| Found::of(&posts.tools, ToolId));
        named.or_else(|| if is_hollow(word) { Found::None } else { self.tool_of_kind(&[word]) })
    }

    /// Whether some words are the whole name of a tool.
    pub(crate) fn is_tool_name(&self, words: &str, tool: ToolId) -> bool {
        self.names.get(words).is_some_and(|posts| posts.tools.contains(&tool.0))
    }

    /// Whether a word is the last of a tool's name, which tells what it is: "driver" in "bolt driver".
    pub(crate) fn is_tool_head(&self, word: &str, tool: ToolId) -> bool {
        self.tool_heads.get(tool.index()).is_some_and(|head| head == word)
    }

    /// Whether shops call tools by this word.
    pub(crate) fn is_tool_kind(&self, word: &str) -> bool {
        !TOOL_KIN.of(canon_text(word)).is_empty()
    }

    /// Whether a word stands in a tool's name.
    pub(crate) fn tool_has(&self, word: &str, tool: ToolId) -> bool {
        self.words.get(canon_text(word)).is_some_and(|posts| posts.tools.contains(&tool.0))
    }

    pub(super) fn tool_posts(&self, word: &str) -> Option<Vec<u32>> {
        let mut ids: Vec<u32> = [&self.words, &self.told]
            .into_iter()
            .filter_map(|table| table.get(word))
            .flat_map(|p| p.tools.clone())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        (!ids.is_empty()).then_some(ids)
    }

    /// Where a tool is kept.
    pub(crate) fn tool_place(&self, tool: ToolId) -> Option<PositionId> {
        self.tool_places.get(tool.index()).copied()
    }
}
