//! HTML → a tree of elements and texts in one list, by html5ever.
//!
//! The parser calls [`Sink`] for each node; the page is fed to it in pieces, and its depth and size are looked at between
//! them, so that no page takes long. Comments, scripts' effects and a template's inside are not part of the tree.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
};

use html5ever::{
    Attribute, LocalName, Namespace, ParseOpts, QualName,
    interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink},
    parse_document,
    tendril::{StrTendril, TendrilSink},
};

use crate::{
    limits::{PANEL_BYTES_MAX, PANEL_CHUNK_BYTES, PANEL_DEPTH_MAX, PANEL_NODES_MAX, PANEL_TAG_BLANKS_MAX},
    observe::skeleton::SkeletonError,
};

/// A node's place in the tree. The document is the first.
type Id = usize;

const DOCUMENT: Id = 0;

/// A page as a tree.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    parent: Option<Id>,
    children: Vec<Id>,
    depth: usize,
    data: Data,
}

#[derive(Debug)]
enum Data {
    /// The document, a comment, a template's inside.
    Other,
    Text(String),
    Element {
        name: QualName,
        attributes: Vec<(String, String)>,
        template: Option<Id>,
    },
}

impl Tree {
    pub(super) fn parse(raw: &[u8]) -> Result<Self, SkeletonError> {
        if raw.len() > PANEL_BYTES_MAX {
            return Err(SkeletonError::TooLong(PANEL_BYTES_MAX));
        }
        let mut rest = std::str::from_utf8(raw).map_err(|_| SkeletonError::NotUtf8)?;
        let mut parser = parse_document(Sink::default(), ParseOpts::default());
        let mut blanks = 0;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(piece_end(rest));
            parser.process(StrTendril::from_slice(piece));
            rest = behind;
            let sink = &parser.tokenizer.sink.sink;
            // Nothing came of a piece: it lies within one tag or comment.
            let before = if sink.was_called.replace(false) { 0 } else { blanks };
            blanks = before + piece.bytes().filter(u8::is_ascii_whitespace).count();
            if blanks > PANEL_TAG_BLANKS_MAX {
                return Err(SkeletonError::TagTooLong(PANEL_TAG_BLANKS_MAX));
            }
            if sink.deepest.get() > PANEL_DEPTH_MAX {
                return Err(SkeletonError::PageTooDeep(PANEL_DEPTH_MAX));
            }
            if sink.nodes.borrow().len() > PANEL_NODES_MAX {
                return Err(SkeletonError::TooManyNodes(PANEL_NODES_MAX));
            }
        }
        Ok(Self { nodes: parser.finish() })
    }

    /// All elements, in the order of the page.
    pub(super) fn elements(&self) -> impl Iterator<Item = Found<'_>> {
        self.below(DOCUMENT).filter_map(|id| self.element(id))
    }

    fn element(&self, id: Id) -> Option<Found<'_>> {
        match &self.nodes.get(id)?.data {
            Data::Element { name, attributes, .. } => Some(Found { tree: self, id, tag: &name.local, attributes }),
            Data::Other | Data::Text(_) => None,
        }
    }

    /// Everything below a node, in the order of the page.
    fn below(&self, id: Id) -> impl Iterator<Item = Id> {
        let children = |id: Id| self.nodes.get(id).map_or(&[][..], |node| &node.children).iter().rev().copied();
        let mut next: Vec<Id> = children(id).collect();
        std::iter::from_fn(move || {
            let id = next.pop()?;
            next.extend(children(id));
            Some(id)
        })
    }
}

/// Where the next piece of a text ends, between two characters.
fn piece_end(rest: &str) -> usize {
    (0..=PANEL_CHUNK_BYTES.min(rest.len())).rev().find(|end| rest.is_char_boundary(*end)).unwrap_or(0)
}

/// An element of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'t> {
    tree: &'t Tree,
    id: Id,
    /// Its name, in small letters.
    pub(super) tag: &'t str,
    attributes: &'t [(String, String)],
}

impl<'t> Found<'t> {
    /// An attribute, where it has that.
    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether its classes have this one.
    pub(super) fn has_class(&self, class: &str) -> bool {
        self.get("class").is_some_and(|classes| classes.split_ascii_whitespace().any(|known| known == class))
    }

    /// Whether an attribute's list of words has this one, in whatever case.
    pub(super) fn lists(&self, attribute: &str, word: &str) -> bool {
        let words = self.get(attribute).into_iter().flat_map(str::split_ascii_whitespace);
        words.into_iter().any(|known| known.eq_ignore_ascii_case(word))
    }

    /// Its own words and those of everything in it, in order, and no more than `chars` characters behind the first that is
    /// no blank. What stands in a script or a style is no text.
    pub(super) fn text(&self, chars: usize) -> String {
        let mut text = String::new();
        let mut count = 0;
        for id in self.tree.below(self.id) {
            let Some(Node { data: Data::Text(words), parent, .. }) = self.tree.nodes.get(id) else { continue };
            if parent.and_then(|parent| self.tree.element(parent)).is_some_and(|e| matches!(e.tag, "script" | "style"))
            {
                continue;
            }
            let words = if text.is_empty() { words.trim_start() } else { words };
            for c in words.chars().take(chars - count) {
                text.push(c);
                count += 1;
            }
            if count == chars {
                break;
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// The elements in it.
    pub(super) fn inside(&self) -> impl Iterator<Item = Found<'t>> + use<'t> {
        let tree = self.tree;
        tree.below(self.id).filter_map(|id| tree.element(id))
    }
}

/// What the parser builds the tree with. It takes `&self` everywhere.
#[derive(Debug)]
struct Sink {
    nodes: RefCell<Vec<Node>>,
    deepest: Cell<usize>,
    /// Whether the parser had anything for the tree since this was last looked at.
    was_called: Cell<bool>,
}

impl Default for Sink {
    fn default() -> Self {
        let document = Node { parent: None, children: Vec::new(), depth: 0, data: Data::Other };
        Self { nodes: RefCell::new(vec![document]), deepest: Cell::new(0), was_called: Cell::new(false) }
    }
}

/// An element's name, as the parser asks for it.
#[derive(Debug)]
struct Name(QualName);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Sink {
    fn node(&self, data: Data) -> Id {
        self.was_called.set(true);
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { parent: None, children: Vec::new(), depth: 0, data });
        nodes.len() - 1
    }

    fn detach(&self, child: Id) {
        let nodes = &mut *self.nodes.borrow_mut();
        let Some(parent) = nodes.get_mut(child).and_then(|node| node.parent.take()) else { return };
        if let Some(place) = place_in(nodes, parent, child) {
            nodes[parent].children.remove(place);
        }
    }

    /// Puts a node or a text under `parent`, before its child at `place`. A text joins the one before it.
    fn put(&self, parent: Id, place: Option<usize>, child: NodeOrText<Id>) {
        self.was_called.set(true);
        let child = match child {
            NodeOrText::AppendNode(child) => {
                self.detach(child);
                child
            }
            NodeOrText::AppendText(words) => {
                let nodes = &mut *self.nodes.borrow_mut();
                let children = &nodes[parent].children;
                let before = place.unwrap_or(children.len()).checked_sub(1).and_then(|before| children.get(before));
                if let Some(&before) = before
                    && let Data::Text(text) = &mut nodes[before].data
                {
                    return text.push_str(&words);
                }
                nodes.push(Node { parent: None, children: Vec::new(), depth: 0, data: Data::Text(words.to_string()) });
                nodes.len() - 1
            }
        };
        let nodes = &mut *self.nodes.borrow_mut();
        let depth = nodes[parent].depth + 1;
        (nodes[child].parent, nodes[child].depth) = (Some(parent), depth);
        let children = &mut nodes[parent].children;
        children.insert(place.unwrap_or(children.len()).min(children.len()), child);
        self.deepest.set(self.deepest.get().max(depth));
    }
}

/// Where a child stands. The last ones are asked for most.
fn place_in(nodes: &[Node], parent: Id, child: Id) -> Option<usize> {
    nodes[parent].children.iter().rposition(|known| *known == child)
}

impl TreeSink for Sink {
    type Handle = Id;
    type Output = Vec<Node>;
    type ElemName<'a> = Name;

    fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Id {
        DOCUMENT
    }

    fn elem_name(&self, target: &Id) -> Name {
        match &self.nodes.borrow()[*target].data {
            Data::Element { name, .. } => Name(name.clone()),
            // The parser asks elements alone.
            Data::Other | Data::Text(_) => Name(QualName::new(None, Namespace::default(), LocalName::default())),
        }
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Id {
        let template = flags.template.then(|| self.node(Data::Other));
        let attributes = attributes.into_iter().map(own).collect();
        self.node(Data::Element { name, attributes, template })
    }

    fn create_comment(&self, _: StrTendril) -> Id {
        self.node(Data::Other)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Id {
        self.node(Data::Other)
    }

    fn append(&self, parent: &Id, child: NodeOrText<Id>) {
        self.put(*parent, None, child);
    }

    fn append_based_on_parent_node(&self, element: &Id, previous: &Id, child: NodeOrText<Id>) {
        let has_parent = self.nodes.borrow()[*element].parent.is_some();
        if has_parent { self.append_before_sibling(element, child) } else { self.append(previous, child) }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Id) -> Id {
        match &self.nodes.borrow()[*target].data {
            Data::Element { template: Some(inside), .. } => *inside,
            Data::Element { .. } | Data::Other | Data::Text(_) => *target,
        }
    }

    fn same_node(&self, one: &Id, other: &Id) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Id, child: NodeOrText<Id>) {
        if let NodeOrText::AppendNode(child) = &child {
            self.detach(*child);
        }
        let parent = self.nodes.borrow()[*sibling].parent;
        if let Some(parent) = parent {
            let place = place_in(&self.nodes.borrow(), parent, *sibling);
            self.put(parent, place, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &Id, attributes: Vec<Attribute>) {
        if let Data::Element { attributes: known, .. } = &mut self.nodes.borrow_mut()[*target].data {
            for (name, value) in attributes.into_iter().map(own) {
                if !known.iter().any(|(known, _)| *known == name) {
                    known.push((name, value));
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Id) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &Id, new_parent: &Id) {
        let children = std::mem::take(&mut self.nodes.borrow_mut()[*node].children);
        for child in children {
            self.nodes.borrow_mut()[child].parent = None;
            self.put(*new_parent, None, NodeOrText::AppendNode(child));
        }
    }
}

fn own(attribute: Attribute) -> (String, String) {
    (attribute.name.local.to_string(), attribute.value.to_string())
}
