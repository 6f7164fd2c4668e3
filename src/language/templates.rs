//! Sentence templates and further names as data: what an engineer adds for one cell, in YAML after hassil's intents format.
//!
//! ```yaml
//! names:                                   # further words for the cell's things
//!   positions: { Pos_4: [the bench] }
//!   tools: { Welder: [torch] }
//!   routines: { tack_weld: [stitch] }
//! expansion_rules:
//!   do: "(do|run|start) [now]"             # <do> below
//! lists:
//!   round: [morning round, evening round]  # {round} below
//! intents:
//!   Rounds:                                # any label
//!     data:
//!       - sentences: ["<do> the {round}"]
//!         means: inspect all positions and then go home
//!       - sentences: ["stitch [at] {place} (once more|again)"]
//!         means: weld at {place}
//!   Help:
//!     data:
//!       - sentences: ["what can one ask"]
//!         asks: capabilities
//!       - sentences: ["what is (bright|shiny) at {place}"]
//!         asks: "which routines at={place}"     # a question in the terse form
//! ```
//!
//! In: the text of such a file. Out: [`Templates`], or every fault with its line and what to do. `{place}`, `{tool}`,
//! `{routine}` and `{number}` stand for what the cell has. What a template `means` is read like any sentence: a template can
//! say nothing that an operator could not say, and a word that forbids still forbids.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use serde_saphyr::{Spanned, UserMessageFormatter, options::MergeKeyPolicy};

use super::lookup::Lookup;
use crate::limits::{TEMPLATES_MAX, YAML_DEPTH_MAX, YAML_NODES_MAX};

mod pattern;

pub(super) use pattern::{Pattern, Slot, Spoken};

/// Why a file of templates is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// No YAML, or keys and values that have no place in it.
    #[error("the templates cannot be read: {0}; compare them with the example in the manual")]
    Yaml(String),
    /// A sentence that is no template.
    #[error("line {line}: {fault}")]
    Sentence {
        /// Where it stands, counted from 1.
        line: u64,
        /// What is wrong with it, and what to do.
        fault: String,
    },
    /// More than anybody could look over.
    #[error("there are {0} templates; {TEMPLATES_MAX} are taken at most: join some with [optional] and (this|that)")]
    TooMany(usize),
}

/// What a sentence that fits a template says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// What this sentence says.
    Command(String),
    Ask(Lookup),
    /// A question in the terse form, with slots.
    Query(String),
}

/// A template, ready to be compared with sentences.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) line: u64,
    pub(super) pattern: Pattern,
    pub(super) meaning: Meaning,
}

/// Which kind of thing a further name is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Position,
    Tool,
    Routine,
}

/// A further name: its line, what it is for, the thing's own name, and how it is called as well.
#[derive(Clone, Debug)]
pub(super) struct Nickname {
    pub(super) line: u64,
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) said: String,
}

/// Templates and further names. The default ones are the program's own.
#[derive(Clone, Debug)]
pub struct Templates {
    pub(super) templates: Vec<Template>,
    pub(super) nicknames: Vec<Nickname>,
}

static BUILT_IN: LazyLock<Templates> = LazyLock::new(|| {
    // A test holds that the program's own file has no fault.
    let files = [include_str!("templates/english.yaml"), include_str!("templates/questions.yaml")];
    let templates = files.into_iter().filter_map(|file| one_file(file).ok()).flat_map(|file| file.templates).collect();
    Templates { templates, nicknames: Vec::new() }
});

impl Default for Templates {
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

impl Templates {
    /// The program's own templates and those of a file, which come first.
    ///
    /// # Errors
    ///
    /// The first fault of the file, with its line.
    pub fn read(text: &str) -> Result<Self, TemplateError> {
        let mut all = one_file(text)?;
        all.templates.extend(BUILT_IN.templates.iter().cloned());
        Ok(all)
    }

    /// With a further name for a position of the cell.
    #[must_use]
    pub fn calling_position(self, name: &str, said: &str) -> Self {
        self.calling(Kind::Position, name, said)
    }

    /// With a further name for a tool of the cell.
    #[must_use]
    pub fn calling_tool(self, name: &str, said: &str) -> Self {
        self.calling(Kind::Tool, name, said)
    }

    fn calling(mut self, kind: Kind, name: &str, said: &str) -> Self {
        // Of no line of a file: whoever calls so knows that the cell has it.
        self.nicknames.push(Nickname { line: 0, kind, name: name.to_owned(), said: said.to_owned() });
        self
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    names: Names,
    #[serde(default)]
    expansion_rules: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    lists: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    intents: BTreeMap<String, Intent>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    #[serde(default)]
    positions: BTreeMap<String, Vec<Spanned<String>>>,
    #[serde(default)]
    tools: BTreeMap<String, Vec<Spanned<String>>>,
    #[serde(default)]
    routines: BTreeMap<String, Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Intent {
    data: Vec<Data>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    sentences: Vec<Spanned<String>>,
    #[serde(default)]
    means: Option<Spanned<String>>,
    #[serde(default)]
    asks: Option<Spanned<String>>,
}

fn one_file(text: &str) -> Result<Templates, TemplateError> {
    let document = document(text)?;
    let sentences = document.intents.values().flat_map(|intent| &intent.data).map(|data| data.sentences.len()).sum();
    if sentences > TEMPLATES_MAX {
        return Err(TemplateError::TooMany(sentences));
    }
    let _ = document.language;
    let rules: BTreeMap<&str, &str> =
        document.expansion_rules.iter().map(|(name, rule)| (name.as_str(), rule.value.as_str())).collect();
    let mut templates = Vec::with_capacity(sentences);
    for data in document.intents.values().flat_map(|intent| &intent.data) {
        for sentence in &data.sentences {
            let line = sentence.defined.line();
            let pattern = Pattern::new(&sentence.value, &rules, &document.lists)
                .map_err(|fault| TemplateError::Sentence { line, fault })?;
            let meaning = data.meaning(line)?;
            check_slots(&pattern, &meaning).map_err(|fault| TemplateError::Sentence { line, fault })?;
            templates.push(Template { line, pattern, meaning });
        }
    }
    Ok(Templates { templates, nicknames: document.names.all() })
}

fn document(text: &str) -> Result<Document, TemplateError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_depth: YAML_DEPTH_MAX, max_nodes: YAML_NODES_MAX },
        merge_keys: MergeKeyPolicy::Error,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| TemplateError::Yaml(error.render_with_formatter(&UserMessageFormatter)))
}

impl Names {
    fn all(&self) -> Vec<Nickname> {
        let kinds = [(Kind::Position, &self.positions), (Kind::Tool, &self.tools), (Kind::Routine, &self.routines)];
        let mut out = Vec::new();
        for (kind, names) in kinds {
            for (name, said) in names {
                out.extend(said.iter().map(|said| Nickname {
                    line: said.defined.line(),
                    kind,
                    name: name.clone(),
                    said: said.value.clone(),
                }));
            }
        }
        out
    }
}

impl Data {
    fn meaning(&self, line: u64) -> Result<Meaning, TemplateError> {
        let fault = |line, fault: String| Err(TemplateError::Sentence { line, fault });
        match (&self.means, &self.asks) {
            (Some(means), None) => Ok(Meaning::Command(means.value.clone())),
            (None, Some(asks)) => match lookup(&asks.value) {
                Some(lookup) => Ok(Meaning::Ask(lookup)),
                None if is_query(&asks.value) => Ok(Meaning::Query(asks.value.clone())),
                None => {
                    let known: Vec<&str> = LOOKUPS.iter().map(|(word, _)| *word).collect();
                    let fault_text = format!(
                        "'{}' is no look-up: use one of {}, or a question in the terse form",
                        asks.value,
                        known.join(", ")
                    );
                    fault(asks.defined.line(), fault_text)
                }
            },
            _ => fault(line, "the sentences need either `means:`, a command in words, or `asks:`, a look-up".into()),
        }
    }
}

/// A slot that the meaning uses must be in the sentence.
fn check_slots(pattern: &Pattern, meaning: &Meaning) -> Result<(), String> {
    let (Meaning::Command(text) | Meaning::Query(text)) = meaning else { return Ok(()) };
    for part in text.split('{').skip(1) {
        let Some((name, _)) = part.split_once('}') else {
            return Err(format!("'{text}' has an opening brace without a closing one"));
        };
        if !pattern.has_slot(name) {
            return Err(format!("'{text}' uses {{{name}}}, which the sentence does not have: add it, or leave it out"));
        }
    }
    Ok(())
}

/// The look-ups that a template can ask for.
const LOOKUPS: &[(&str, Lookup)] = &[
    ("positions", Lookup::Positions),
    ("tools", Lookup::Tools),
    ("routines", Lookup::Routines),
    ("where_is_robot", Lookup::WhereIsRobot),
    ("held_tool", Lookup::HeldTool),
    ("tool_locations", Lookup::ToolLocation(None)),
    ("allowed_moves", Lookup::AllowedMoves(None)),
    ("routines_here", Lookup::RoutinesAt(None)),
    ("last_run", Lookup::LastRun),
    ("capabilities", Lookup::Capabilities),
    ("status", Lookup::Status),
    ("more", Lookup::More(None)),
    ("rest", Lookup::Rest),
];

/// Whether a text begins like a question in the terse form: the rest is read where the cell is known.
fn is_query(text: &str) -> bool {
    const FIRST: [&str; 15] = [
        "which", "count", "any", "where", "held", "is", "can", "long", "dwell", "why", "when", "way", "about", "last",
        "?",
    ];
    text.split(' ').next().is_some_and(|first| FIRST.contains(&first))
}

fn lookup(word: &str) -> Option<Lookup> {
    LOOKUPS.iter().find(|(known, _)| *known == word).map(|(_, lookup)| lookup.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_own_file_has_no_fault() {
        let own = one_file(include_str!("templates/english.yaml")).unwrap();
        assert!(own.templates.len() > 20);
        let questions = one_file(include_str!("templates/questions.yaml")).unwrap();
        assert!(questions.templates.len() > 100);
        assert!(questions.templates.iter().all(|template| matches!(template.meaning, Meaning::Query(_))));
    }

    #[test]
    fn faults_name_their_line_and_what_to_do() {
        let cases = [
            ("intents:\n  A:\n    data:\n      - sentences: ['weld [now']\n        means: weld\n", "line 4", "bracket"),
            (
                "intents:\n  A:\n    data:\n      - sentences: ['weld {nowhere}']\n        means: weld\n",
                "line 4",
                "nowhere",
            ),
            ("intents:\n  A:\n    data:\n      - sentences: ['<do> it']\n        means: weld\n", "line 4", "do"),
            (
                "intents:\n  A:\n    data:\n      - sentences: ['weld it']\n        means: weld at {place}\n",
                "line 4",
                "{place}",
            ),
            ("intents:\n  A:\n    data:\n      - sentences: ['weld it']\n", "line 4", "means"),
            ("intents:\n  A:\n    data:\n      - sentences: ['weld it']\n        asks: weather\n", "line 5", "weather"),
            ("intents:\n  A:\n    data:\n      - sentences: ['[maybe]']\n        means: weld\n", "line 4", "nothing"),
            ("nonsense: 1\n", "line 1", "nonsense"),
        ];
        for (text, line, about) in cases {
            let error = one_file(text).unwrap_err().to_string();
            assert!(error.contains(line) && error.contains(about), "{text}: {error}");
        }
    }
}
