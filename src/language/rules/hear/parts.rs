//! What is worked on, and what it is worked with: words that tools, workpieces and routines share.
//!
//! In: the items of a sentence. Out: the same, each such word as the one or the other by the words around it.

use crate::language::{
    lexicon::{Found, Lexicon},
    rules::{english::Tag, tag::Item},
};

/// "Do the bolts here", where there is a bolt driver: what is worked on, not the tool, unless more of the tool is said.
pub(super) fn things(items: &mut [Item], lexicon: &Lexicon) {
    for at in 0..items.len() {
        let item = &items[at];
        let Some(tool) = item.tool.one().filter(|_| item.is_thing && item.tag.is_none()) else { continue };
        let is_of_tool = |item: &Item| item.is(Tag::ToolNoun) || !item.tool.is_none();
        let is_handled = |item: &Item| {
            item.is_any(&[Tag::Take, Tag::Put, Tag::Drop, Tag::Return, Tag::With, Tag::Use, Tag::Where, Tag::Held])
        };
        let goes_on = items.get(at + 1).is_some_and(|next| is_of_tool(next) || next.is_any(&[Tag::Back, Tag::Away]));
        let handles = items[..at].iter().rev().take_while(|item| !item.is_break()).any(is_handled);
        if !item.thing.is_empty() && !lexicon.is_tool_name(&item.text, tool) && !goes_on && !handles {
            (items[at].tool, items[at].tag) = (Found::None, Some(Tag::Object));
        }
    }
}

/// "Put the flask back", "pick a shaft", where there are a flask grip and a shaft gripper: what is worked on, unless the word is
/// one for tools.
pub(super) fn workpieces(items: &mut [Item], lexicon: &Lexicon) {
    for at in 1..items.len() {
        let item = &items[at];
        let Some(tool) = item.tool.one().filter(|_| !item.text.contains(' ')) else { continue };
        let goes_on = items.get(at + 1).is_some_and(|next| next.is(Tag::ToolNoun) || !next.tool.is_none());
        let is_part = lexicon.tool_has(&item.text, tool) && !lexicon.is_tool_head(&item.text, tool);
        if !goes_on && is_part && lexicon.is_in_routine_name(&item.text) && !lexicon.is_tool_kind(&item.text) {
            (items[at].tool, items[at].is_part) = (Found::None, true);
        }
    }
}

/// "Put the head on 4", where heads are opened and closed: what is worked on, not the robot's.
pub(super) fn own_heads(items: &mut [Item], lexicon: &Lexicon) {
    for at in 0..items.len() {
        let is_noun = at > 0 && items[at - 1].is(Tag::Article) && items[at].is(Tag::Go) || items[at].is(Tag::ToolNoun);
        let named = lexicon.routines_named(&items[at].text);
        if items[at].text == "head" && is_noun && !named.is_empty() {
            let item = &mut items[at];
            (item.tag, item.is_thing, item.thing) = (Some(Tag::Object), true, named.to_vec());
            (item.is_work, item.work) = (false, Vec::new());
        }
    }
}

/// "Scan the seams", "three scans of the seam", where seams are welded as well: what the work before it is done on, not more
/// work.
pub(super) fn objects(items: &mut [Item], lexicon: &Lexicon) {
    for at in 1..items.len() {
        let item = &items[at];
        let by_kin = item.is_work && item.tag.is_none() && !item.text.contains(' ');
        if !by_kin || !lexicon.is_work_by_kin(&item.text) {
            continue;
        }
        let verb = items[..at].iter().rposition(|item| !item.is_any(&[Tag::Article, Tag::Of]));
        let Some(verb) = verb.filter(|&verb| items[verb].is_work) else { continue };
        let Some(thing) = lexicon.routines_on(&items[at].text) else { continue };
        if thing.iter().any(|id| items[verb].work.contains(id)) {
            let item = &mut items[at];
            (item.thing, item.is_thing, item.is_work) = (thing, true, false);
            item.work.clear();
            if item.tool.is_none() {
                item.tag = Some(Tag::Object);
            }
        }
    }
}

/// "Hang the camera up": onto its stand.
pub(super) fn hanging(items: &mut [Item]) {
    for at in 0..items.len() {
        let end =
            at + 1 + items[at + 1..].iter().take_while(|item| item.is(Tag::Article) || !item.tool.is_none()).count();
        let names_tool = items[at + 1..end].iter().any(|item| item.tool.one().is_some());
        let says = |at: usize, word: &str| items.get(at).is_some_and(|item| item.text == word);
        let end = end + usize::from(says(end, "back") && says(end + 1, "up"));
        if items[at].text == "hang" && names_tool && (says(end, "up") || says(end, "back up")) {
            (items[at].tag, items[end].tag) = (Some(Tag::Drop), Some(Tag::Filler));
        }
    }
}

/// "Put that grinder back": no "it".
pub(super) fn that_tool(items: &mut [Item]) {
    for at in 1..items.len().saturating_sub(1) {
        let is_tool = items[at + 1].tool.one().is_some() || items[at + 1].is(Tag::ToolNoun);
        let is_led = items[at - 1].is_any(&[Tag::Take, Tag::Put, Tag::Drop, Tag::Return, Tag::With, Tag::Use]);
        if items[at].text == "that" && is_tool && is_led {
            items[at].tag = Some(Tag::Article);
            items[at].number = None;
        }
    }
}
