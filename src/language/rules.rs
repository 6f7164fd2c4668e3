//! The recogniser that needs no model: a sentence → what it says, by a lexicon of the cell's names and a grammar whose words and
//! rules are data (`chart.rs`).
//!
//! In: a sentence, the snapshot, the robot's state. Out: a [`Recognised`]. Whatever the text, no name outside the snapshot and
//! no panic comes of it, and the time and memory that it takes are bounded by [`SENTENCE_BYTES_MAX`].
//!
//! 1. A word that forbids (stop, cancel, do not, …) gives no motion, wherever it stands: `guard.rs` alone decides that.
//! 2. A command is what the grammar surely reads (`command.rs`): a word that has no place in it makes it unclear. Talk beside a
//!    command (`chatter.rs`) and words for what is worked on may be left aside; then the reading is not complete and says what.
//! 3. Two readings that are nearly as likely are none.
//! 4. A command with a sign of doubt (`doubt.rs`) is unclear, however well it reads.
//! 5. After that, every word is accounted for by closed lists (`account.rs`), or the sentence is asked back: a word that limits
//!    how, when, how far or by whom is never passed over.
//! 6. Where a data file of words cannot be used, no sentence is understood: the words that forbid may be in it.

use std::{collections::HashMap, sync::Arc};

use super::{
    Route,
    lexicon::{self, Also, Lexicon},
    lookup::Lookup,
    replay::{self, replay},
    said::Said,
    templates::{Kind, Meaning, Template, Templates},
    terse,
    wordlists::{FileState, word_lists},
};
use crate::{
    cell::{State, shown},
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};

pub(super) mod account;
mod ask;
mod back;
mod bounds;
pub(super) mod chart;
mod chatter;
mod command;
mod cursor;
mod doubt;
pub(super) mod english;
mod ground;
mod guard;
mod handling;
mod hear;
mod here;
mod kinds;
mod lacks;
mod link;
mod phrase;
mod place;
mod revise;
mod row;
mod tag;
mod telling;
mod templated;
mod twofold;

pub use account::{Account, Open};
use english::Tag;
pub use ground::Ground;
pub use lacks::{Lacks, Slot};
use tag::{Item, items};
pub(super) use tag::{numbers_mended, spoken};

word_lists!("rules/lists.yaml": after_correction, approaches, directions, gives, laying_nothing, no_slips, observing_names,
    other_times, participles, particles, passed_over, points, praise, puts, rows, sides, stands, taken_off, takes_back, tells_of_later, turns;
    letter_names: HashMap<String, String>, letters_misheard: HashMap<String, String>, radio_letters: HashMap<String, String>,
    numbers_misheard: HashMap<String, u64>);

/// What the recogniser makes of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// What it says.
    pub said: Said,
    /// Every word was accounted for: the reading is sure.
    pub complete: bool,
    /// Where words stand that were not understood, in bytes of the sentence, ascending.
    pub missed: Vec<std::ops::Range<usize>>,
    /// Why nothing came of it, in words for the operator, where something can be said.
    pub reason: Option<String>,
    /// The operator's words that a command was read without: what is worked on, talk, politeness, filler.
    pub left_aside: Vec<String>,
    /// What the sentence would say without the words that were not understood. It moves nothing by itself.
    pub guess: Option<Said>,
    /// The sentence has a sign by which readings of it go wrong (somebody else is to act, work is forbidden, a place is
    /// counted off, …): no model is believed about motion in it.
    pub doubtful: bool,
    /// The sentence cannot be read, for the reason that is given: no model is asked about it.
    pub refused: bool,
}

impl Recognised {
    const fn sure(said: Said) -> Self {
        Self::of(said, Vec::new(), true)
    }

    pub(super) const fn unsure(said: Said, missed: Vec<std::ops::Range<usize>>) -> Self {
        Self::of(said, missed, false)
    }

    const fn of(said: Said, missed: Vec<std::ops::Range<usize>>, complete: bool) -> Self {
        Self {
            said,
            complete,
            missed,
            reason: None,
            left_aside: Vec::new(),
            guess: None,
            doubtful: false,
            refused: false,
        }
    }

    /// One of a sentence that nobody can read.
    fn refused(said: Said, reason: String) -> Self {
        Self { reason: Some(reason), refused: true, ..Self::sure(said) }
    }

    /// With the words of `text` that a command was read without.
    fn leaving_aside(mut self, text: &str) -> Self {
        if !self.complete && matches!(self.said, Said::Do(_)) {
            self.left_aside = self.missed.iter().filter_map(|at| text.get(at.clone())).map(str::to_owned).collect();
        }
        self
    }
}

/// See the head of this file. Made once for a snapshot.
pub struct Recogniser {
    lexicon: Arc<Lexicon>,
    templates: Vec<Template>,
    faults: Vec<String>,
    /// Why no sentence can be read.
    unreadable: Option<String>,
}

impl Recogniser {
    /// A recogniser for the sentences of one cell. Takes time and memory linear in its names.
    #[must_use]
    pub fn new(snapshot: &Snapshot, templates: Templates) -> Self {
        let (also, mut faults) = nicknames(snapshot, &templates);
        let lexicon = Arc::new(Lexicon::new(snapshot, &also));
        let mut templates = templates.templates;
        templates.retain(|template| match templated::fault(template, snapshot) {
            None => true,
            Some(fault) => {
                faults.push(fault);
                false
            }
        });
        Self { lexicon, templates, faults, unreadable: unreadable(&files_of_words()) }
    }

    /// What of the templates does not fit this cell and was left out, with lines.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The names that it knows, for those who look at its readings again.
    pub(crate) fn lexicon(&self) -> Arc<Lexicon> {
        Arc::clone(&self.lexicon)
    }

    /// Reads a sentence. `snapshot` is the one that the recogniser was made for.
    #[must_use]
    pub fn read(&self, text: &str, snapshot: &Snapshot, state: State) -> Recognised {
        if let Some(reason) = &self.unreadable {
            return Recognised::refused(Said::Unknown, reason.clone());
        }
        if text.len() > SENTENCE_BYTES_MAX {
            let reason = format!(
                "the text has {} bytes; a sentence may have {SENTENCE_BYTES_MAX}: say it in fewer words",
                text.len()
            );
            return Recognised::refused(Said::Unknown, reason);
        }
        let templated = self.templated(text, snapshot);
        // What a template stands for is held to the same.
        let foreign = self.lexicon.foreign_name(text).map(str::to_owned).or_else(|| match &templated {
            Some(Meaning::Command(means)) => self.lexicon.foreign_name(means).map(str::to_owned),
            _ => None,
        });
        if let Some(name) = foreign {
            let reason = format!("this cell has no '{}': say the whole name, or say it in plain words", shown(&name));
            let said = match self.read_sentence(text, templated, snapshot, state).said.route() {
                Route::Action => Said::UNCLEAR,
                Route::Question | Route::Unknown => Said::Unknown,
            };
            return Recognised::refused(said, reason);
        }
        if let Some(replay) = replay(text) {
            return Recognised::sure(Said::Replay(replay));
        }
        if let Some(clauses) = back::goes_back(text) {
            return Recognised::sure(Said::Do(clauses));
        }
        if back::goes_back_in_a_row(text) {
            let reason = "that may be a position by its number, or where the robot once was, or a run of the history: name the \
                          position, or say 'do the first run again'";
            return Recognised::refused(Said::UNCLEAR, reason.to_owned());
        }
        self.read_sentence(text, templated, snapshot, state)
    }

    /// A reading whose words are accounted for, and whose counts are inside their bounds.
    fn held(&self, reading: Recognised, text: &str, snapshot: &Snapshot, state: State) -> Recognised {
        self.held_to_account(bounds::held(reading), &[], text, snapshot, state)
    }

    /// Reads a sentence that stands for what a template says, if any.
    fn read_sentence(&self, text: &str, templated: Option<Meaning>, snapshot: &Snapshot, state: State) -> Recognised {
        let items = items(text, &self.lexicon);
        if templated.is_none()
            && let Some(both) = self.two_questions(text, snapshot, state)
        {
            return both;
        }
        match templated {
            Some(Meaning::Ask(lookup)) => Recognised::sure(Said::Ask(lookup)),
            Some(Meaning::Query(query)) if ask::asks(&items) || templated::is_question(&items) => {
                match terse::read(&format!("question {query}"), snapshot) {
                    Ok(said) => Recognised::sure(said),
                    Err(_) => Recognised::unsure(Said::Unknown, Vec::new()),
                }
            }
            // What the template stands for is read in place of the sentence, unless that forbids.
            Some(Meaning::Command(means)) if guard::forbids(&items).is_none() && !guard::reports(&items) => {
                let reading = self.read_items(&self::items(&means, &self.lexicon), &means, snapshot, state);
                self.held(reading.leaving_aside(&means), &means, snapshot, state)
            }
            _ => {
                let mut reading = self.read_items(&items, text, snapshot, state).leaving_aside(text);
                if !reading.complete && !reading.doubtful {
                    reading.doubtful = doubt::of_words(&items);
                }
                if reading.said == Said::Unknown && ask::asks(&items) && kinds::asks_long(&items) {
                    return Recognised { doubtful: true, ..reading };
                }
                self.held(reading, text, snapshot, state)
            }
        }
    }

    fn read_items(&self, items: &[Item], text: &str, snapshot: &Snapshot, state: State) -> Recognised {
        if items.iter().all(|item| item.mark.is_some()) {
            return Recognised::sure(Said::Unknown);
        }
        if guard::confirms(items) {
            return Recognised::sure(Said::Confirm);
        }
        if ask::asks(items) {
            return self.question(items, snapshot);
        }
        if let Some(veto) = guard::forbids(items) {
            return Recognised {
                reason: Some(veto.reason),
                doubtful: !veto.goes_on,
                ..Recognised::sure(Said::UNCLEAR)
            };
        }
        // Of what is crossed out nobody knows what still holds, in whatever language.
        if chart::is_sketched(text) {
            return Recognised { doubtful: true, ..Recognised::unsure(Said::UNCLEAR, unknown(items)) };
        }
        if guard::reports(items) {
            return self.report(items, text, snapshot, state);
        }
        if !guard::is_about_the_robot(items) {
            return Recognised::unsure(Said::Unknown, unknown(items));
        }
        self.command(items, text, snapshot, state)
    }

    /// Something is told of what was: nothing is to be done, unless a command stands beside it.
    fn report(&self, items: &[Item], text: &str, snapshot: &Snapshot, state: State) -> Recognised {
        if let Some(reading) = self.among_chatter(items, text, snapshot, state) {
            return reading;
        }
        let reason = Some("this tells what was, not what to do".to_owned());
        if items.len() < REPORT_ITEMS_MAX && guard::reports_past(items) {
            return Recognised { reason, doubtful: true, ..Recognised::sure(Said::UNCLEAR) };
        }
        let names_something =
            items.iter().any(|item| !item.place.is_none() || !item.work.is_empty() || !item.tool.is_none());
        let said = if names_something { Said::UNCLEAR } else { Said::Unknown };
        Recognised { reason, ..Recognised::unsure(said, unknown(items)) }
    }

    fn question(&self, items: &[Item], snapshot: &Snapshot) -> Recognised {
        let places = self.places_named(items, snapshot);
        let lookup: Option<Lookup> = ask::lookup(items, &places, &self.lexicon);
        let missed = unknown(items);
        // "Who won the match yesterday": not what was done here.
        let of_others = !missed.is_empty()
            && !items.iter().any(|item| item.is_any(&[Tag::You, Tag::Robot, Tag::Me, Tag::It, Tag::History]));
        let lookup = lookup.filter(|lookup| !(of_others && matches!(lookup, Lookup::History(_) | Lookup::LastRun)));
        match lookup {
            // "How long will welding slot 3 take", where there is no slot: not how long it takes elsewhere.
            Some(lookup) if kinds::is_of_other(items, &self.links(items, snapshot), &lookup) => {
                Recognised::unsure(Said::Unknown, missed)
            }
            // What it does not ask by, it does not answer: a neighbour's answer would be a wrong one.
            Some(lookup) if telling::is_passed_over(items, &lookup) || kinds::is_no_time(items, &lookup) => {
                Recognised::of(Said::Ask(Lookup::Asked(telling::nothing())), missed, true)
            }
            Some(lookup) => {
                let lookup = kinds::of_kind(items, telling::counted(items, lookup), snapshot);
                let complete = missed.is_empty();
                Recognised::of(Said::Ask(lookup), missed, complete)
            }
            None => Recognised::unsure(Said::Unknown, missed),
        }
    }
}

/// Every data file of words that a sentence is read by, and what is wrong with it.
fn files_of_words() -> [FileState<'static>; 8] {
    let [replay, in_row] = replay::files_of_words();
    let (lists, account, back) = (LISTS.state(), account::LISTS.state(), back::LISTS.state());
    [lists, account, back, english::file(), lexicon::LISTS.state(), revise::file(), replay, in_row]
}

/// Why no sentence is understood, if a file of words cannot be used.
fn unreadable(files: &[FileState<'_>]) -> Option<String> {
    let (file, fault) = files.iter().find_map(|(file, fault)| Some((file, (*fault)?)))?;
    Some(format!("the program's own words cannot be used, so nothing is understood: {file}: {fault}"))
}

/// The further names whose things this cell has, and the faults of the others.
fn nicknames(snapshot: &Snapshot, templates: &Templates) -> (Also, Vec<String>) {
    let (mut also, mut faults) = (Also::default(), Vec::new());
    for nickname in &templates.nicknames {
        let said = nickname.said.clone();
        let known = match nickname.kind {
            Kind::Position => snapshot.position_id(&nickname.name).map(|id| also.places.push((said, id))),
            Kind::Tool => snapshot.tool_id(&nickname.name).map(|id| also.tools.push((said, id))),
            Kind::Routine => snapshot.routine_id(&nickname.name).map(|id| also.routines.push((said, id))),
        };
        if known.is_none() {
            faults.push(format!(
                "line {}: the cell has no '{}'; correct the name, or take the line out",
                nickname.line,
                shown(&nickname.name)
            ));
        }
    }
    (also, faults)
}

/// Longer reports may have more in them than the recogniser understands.
const REPORT_ITEMS_MAX: usize = 10;

fn unknown(items: &[Item]) -> Vec<std::ops::Range<usize>> {
    items.iter().filter(|item| item.is_unknown()).map(|item| item.start..item.end).collect()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;
    use crate::{
        cell::PositionId,
        files::read_document_file,
        import,
        language::wordlists::{self, Loaded},
        snapshot::{self, Provenance},
    };

    fn demo() -> Snapshot {
        let export = concat!(env!("CARGO_MANIFEST_DIR"), "/graph-snapshots/demo-cell.apoc.jsonl");
        let export = read_document_file(export.as_ref()).unwrap();
        let draft = import::from_apoc(export.as_bytes(), &mut |_| ()).unwrap().draft;
        let built = snapshot::build(&draft, &Provenance { source: "test".into(), ..Provenance::default() });
        Snapshot::from_bytes(&built.bytes).unwrap()
    }

    /// A file of words that could not be read gave a language without "stop", and "stop" forbade nothing.
    #[test]
    fn by_words_that_cannot_be_used_nothing_is_understood() {
        let snapshot = demo();
        let state = State { position: PositionId(0), tool: None };
        let mut recogniser = Recogniser::new(&snapshot, Templates::default());
        assert_eq!(recogniser.unreadable, None);
        let sentences =
            ["weld at position 1", "go back", "do that again", "where is the robot?", "stop", "do not weld 1"];
        let weld = recogniser.read(sentences[0], &snapshot, state).said;
        assert!(matches!(weld, Said::Do(_)), "{weld:?}");
        for text in ["", "takes_back: [", "takes_back: 'no, no'\n", "puts: put\n"] {
            let broken = Loaded::of("lists.yaml", wordlists::read::<Lists>(text));
            let sound = LISTS.state();
            recogniser.unreadable = unreadable(&[sound, broken.state()]);
            for sentence in sentences {
                for read in [
                    recogniser.read(sentence, &snapshot, state),
                    recogniser.revise(&weld, sentence, &snapshot, state),
                    recogniser.revise(&Said::Unknown, sentence, &snapshot, state),
                ] {
                    assert!(read.refused && read.said == Said::Unknown, "{text}: {sentence}: {read:?}");
                    assert!(read.reason.is_some_and(|reason| reason.contains("lists.yaml: ")), "{sentence}");
                }
            }
        }
    }

    fn sources(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                found.push(read_document_file(&path).unwrap());
            }
        }
    }

    #[test]
    fn each_file_of_words_is_asked_for_its_fault() {
        let mut found = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/language"), &mut found);
        let named =
            found.iter().flat_map(|source| source.lines().filter_map(|line| line.strip_prefix("word_lists!(\"")));
        let named: BTreeSet<&str> =
            named.filter_map(|rest| rest.split('"').next()).chain(["english/words.yaml"]).collect();
        let asked: BTreeSet<&str> = files_of_words().into_iter().map(|(file, _)| file).collect();
        assert_eq!(asked, named);
    }
}
