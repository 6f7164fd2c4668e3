//! The phrases of `replies.yaml`, expanded and looked over.
//!
//! In: the file's text. Out: [`Lists`], or what is wrong with it. The program's own file is proved by a test.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::{Arc, LazyLock},
};

use serde::Deserialize;
use serde_saphyr::UserMessageFormatter;

use super::{REPLY_BYTES_MAX, normal, stops};
use crate::limits::REPLIES_MAX;

/// Phrases as [`normal`] leaves them.
type Phrases = HashSet<Arc<str>>;

/// Each list of the file.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) agree: Phrases,
    pub(super) approve: Phrases,
    pub(super) decline: Phrases,
    pub(super) take_up: Phrases,
    pub(super) helpless: Phrases,
    pub(super) help: Phrases,
    pub(super) put_off: Phrases,
    pub(super) look_again: Phrases,
    pub(super) not_so: Phrases,
    pub(super) empty_hand: Phrases,
    pub(super) pause: Phrases,
    pub(super) resume: Phrases,
    pub(super) carry_on: Phrases,
    pub(super) correct: Phrases,
    pub(super) stop: Phrases,
    pub(super) stop_now: Phrases,
    pub(super) steps: Phrases,
    pub(super) step_by_step: Phrases,
    pub(super) whys: Phrases,
    pub(super) state: Phrases,
    pub(super) layout: Phrases,
    pub(super) progress: Phrases,
    pub(super) stops: stops::Words,
}

/// The program's own.
pub(super) fn lists() -> &'static Lists {
    // A test checks that the file has no fault. Without its phrases nothing would approve, and every word to a run would pause the run.
    static LISTS: LazyLock<Lists> = LazyLock::new(|| read(include_str!("replies.yaml")).unwrap_or_default());
    &LISTS
}

/// What is wrong with a file of replies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    #[error("the replies cannot be read: {0}")]
    Yaml(String),
    #[error("'{0}' uses a table that there is not")]
    NoTable(String),
    #[error("the table '{0}' is used by no list")]
    UnusedTable(String),
    #[error("'{0}' can be no reply: write it as a reply is read, in lower case and without commas and full stops")]
    Dead(String),
    #[error("'{0}' stands twice, in '{1}' and '{2}'")]
    Twice(String, &'static str, &'static str),
    #[error("'{0}' is a yes with '{1}' in it")]
    DoubtfulYes(String, String),
    #[error("'{0}' is no slip of a word for stopping, so it need not be named")]
    NoSlip(String),
    #[error("the lines come to more than {REPLIES_MAX} phrases")]
    TooMany,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    tables: BTreeMap<String, Vec<String>>,
    lists: Raw,
    never_in_a_yes: Vec<String>,
    halts: Vec<String>,
    ends: Vec<String>,
    #[serde(default)]
    signs: Vec<String>,
    denials: Vec<String>,
    no_slips: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    agree: Vec<String>,
    approve: Vec<String>,
    decline: Vec<String>,
    take_up: Vec<String>,
    helpless: Vec<String>,
    help: Vec<String>,
    put_off: Vec<String>,
    #[serde(default)]
    look_again: Vec<String>,
    not_so: Vec<String>,
    empty_hand: Vec<String>,
    pause: Vec<String>,
    resume: Vec<String>,
    #[serde(default)]
    carry_on: Vec<String>,
    #[serde(default)]
    correct: Vec<String>,
    stop: Vec<String>,
    stop_now: Vec<String>,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default)]
    step_by_step: Vec<String>,
    #[serde(default)]
    whys: Vec<String>,
    #[serde(default)]
    state: Vec<String>,
    #[serde(default)]
    layout: Vec<String>,
    #[serde(default)]
    progress: Vec<String>,
}

fn read(text: &str) -> Result<Lists, Fault> {
    let Document { tables, lists: raw, never_in_a_yes, halts, ends, signs, denials, no_slips } =
        serde_saphyr::from_str(text)
            .map_err(|error| Fault::Yaml(error.render_with_formatter(&UserMessageFormatter)))?;
    let mut tables = Tables { tables, used: BTreeSet::new() };
    // A phrase of one place is read there alone: "stop" is a no at a review, and a wish during a run.
    let (mut at_question, mut at_recovery, mut at_run) = (HashMap::new(), HashMap::new(), HashMap::new());
    // Words, and not phrases.
    let mut no_tables = Tables { tables: BTreeMap::new(), used: BTreeSet::new() };
    let mut in_a_line = HashMap::new();
    let lists = Lists {
        agree: tables.expand("agree", &raw.agree, &mut at_question)?,
        approve: tables.expand("approve", &raw.approve, &mut at_question)?,
        decline: tables.expand("decline", &raw.decline, &mut at_question)?,
        take_up: tables.expand("take_up", &raw.take_up, &mut at_question)?,
        helpless: tables.expand("helpless", &raw.helpless, &mut at_question)?,
        help: tables.expand("help", &raw.help, &mut at_question)?,
        not_so: tables.expand("not_so", &raw.not_so, &mut at_question)?,
        // What is a no at a review leaves a recovery's questions.
        put_off: tables.expand("put_off", &raw.put_off, &mut at_recovery)?,
        look_again: tables.expand("look_again", &raw.look_again, &mut at_recovery)?,
        empty_hand: tables.expand("empty_hand", &raw.empty_hand, &mut at_question)?,
        pause: tables.expand("pause", &raw.pause, &mut at_run)?,
        resume: tables.expand("resume", &raw.resume, &mut at_run)?,
        carry_on: tables.expand("carry_on", &raw.carry_on, &mut at_run)?,
        correct: tables.expand("correct", &raw.correct, &mut at_run)?,
        stop: tables.expand("stop", &raw.stop, &mut at_run)?,
        stop_now: tables.expand("stop_now", &raw.stop_now, &mut at_run)?,
        steps: tables.expand("steps", &raw.steps, &mut at_question)?,
        step_by_step: tables.expand("step_by_step", &raw.step_by_step, &mut at_question)?,
        whys: tables.expand("whys", &raw.whys, &mut at_question)?,
        state: tables.expand("state", &raw.state, &mut at_question)?,
        layout: tables.expand("layout", &raw.layout, &mut at_question)?,
        progress: tables.expand("progress", &raw.progress, &mut at_run)?,
        stops: stops::Words {
            halts: no_tables.expand("halts", &halts, &mut in_a_line)?,
            ends: no_tables.expand("ends", &ends, &mut in_a_line)?,
            signs: no_tables.expand("signs", &signs, &mut in_a_line)?,
            denials: no_tables.expand("denials", &denials, &mut in_a_line)?,
            no_slips: no_tables.expand("no_slips", &no_slips, &mut in_a_line)?,
        },
    };
    if let Some(unused) = tables.tables.keys().find(|name| !tables.used.contains(*name)) {
        return Err(Fault::UnusedTable(unused.clone()));
    }
    if let Some(far) = lists.stops.no_slips.iter().find(|word| !stops::is_slip(word, &lists.stops.halts)) {
        return Err(Fault::NoSlip(far.to_string()));
    }
    let never: HashSet<&str> = never_in_a_yes.iter().map(String::as_str).collect();
    for phrase in lists.agree.iter().chain(&lists.approve).chain(&lists.take_up) {
        // A new layout is called new.
        let is_new = |word: &str| word == "new" && lists.take_up.contains(phrase);
        if let Some(word) = phrase.split(' ').find(|word| never.contains(word) && !is_new(word)) {
            return Err(Fault::DoubtfulYes(phrase.to_string(), word.to_owned()));
        }
    }
    Ok(lists)
}

struct Tables {
    tables: BTreeMap<String, Vec<String>>,
    used: BTreeSet<String>,
}

impl Tables {
    /// Every phrase of a list. `known` has those of the same place so far, and where they stand.
    fn expand(
        &mut self,
        list: &'static str,
        lines: &[String],
        known: &mut HashMap<Arc<str>, &'static str>,
    ) -> Result<Phrases, Fault> {
        let mut phrases = Phrases::new();
        for line in lines {
            for phrase in self.line(line)? {
                if !is_normal(&phrase) {
                    return Err(Fault::Dead(phrase));
                }
                let phrase: Arc<str> = phrase.into();
                if let Some(before) = known.insert(Arc::clone(&phrase), list) {
                    return Err(Fault::Twice(phrase.to_string(), before, list));
                }
                phrases.insert(phrase);
                if known.len() > REPLIES_MAX {
                    return Err(Fault::TooMany);
                }
            }
        }
        Ok(phrases)
    }

    fn line(&mut self, line: &str) -> Result<Vec<String>, Fault> {
        let mut phrases = vec![String::new()];
        for token in line.split(' ') {
            if token.is_empty() {
                return Err(Fault::Dead(line.to_owned()));
            }
            let wanted = token.strip_prefix('[').and_then(|token| token.strip_suffix(']'));
            let is_optional = wanted.is_some();
            let token = wanted.unwrap_or(token);
            if token.contains(['[', ']']) {
                // What may be left out is one word.
                return Err(Fault::Dead(line.to_owned()));
            }
            let word;
            let words = match token.strip_prefix('<').and_then(|token| token.strip_suffix('>')) {
                None => {
                    word = [token.to_owned()];
                    word.as_slice()
                }
                Some(table) => {
                    let (name, words) =
                        self.tables.get_key_value(table).ok_or_else(|| Fault::NoTable(line.to_owned()))?;
                    if !self.used.contains(table) {
                        self.used.insert(name.clone());
                    }
                    words.as_slice()
                }
            };
            if phrases.len() * words.len() > REPLIES_MAX {
                return Err(Fault::TooMany);
            }
            let mut longer = Vec::with_capacity(phrases.len() * (words.len() + 1));
            for phrase in &phrases {
                longer.extend(words.iter().map(|word| match phrase.is_empty() {
                    true => word.clone(),
                    false => [phrase, " ", word].concat(),
                }));
            }
            if is_optional {
                longer.append(&mut phrases);
            }
            phrases = longer;
        }
        if phrases.len() > REPLIES_MAX {
            return Err(Fault::TooMany);
        }
        Ok(phrases)
    }
}

/// Whether a phrase is as [`normal`] leaves it. Nearly all are of letters and blanks: for those one look at their bytes says so.
fn is_normal(phrase: &str) -> bool {
    is_plain(phrase) || normal(phrase).as_deref() == Some(phrase)
}

/// Whether a phrase is words of small letters with one blank between them, and short enough to be looked at.
fn is_plain(phrase: &str) -> bool {
    let is_word = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_lowercase);
    phrase.len() <= REPLY_BYTES_MAX && phrase.as_bytes().split(|byte| *byte == b' ').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_s_own_replies_have_no_fault() {
        let lists = read(include_str!("replies.yaml")).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(lists.agree.len() + lists.approve.len() > 500);
        assert!(lists.agree.contains("yes") && lists.decline.contains("no") && lists.stop_now.contains("stop now"));
    }

    /// A file with one list filled, and what is wrong with it.
    fn fault(tables: &str, agree: &str, decline: &str) -> Option<Fault> {
        let text = format!(
            "tables: {{{tables}}}\nlists:\n  agree: [{agree}]\n  approve: []\n  decline: [{decline}]\n  take_up: []\n  \
             helpless: []\n  help: []\n  put_off: []\n  not_so: []\n  empty_hand: []\n  pause: []\n  resume: []\n  stop: []\n  stop_now: []\nnever_in_a_yes: [later]\nhalts: [stop]\nends: []\ndenials: []\nno_slips: []\n"
        );
        read(&text).err()
    }

    proptest::proptest! {
        #[test]
        fn a_plain_phrase_is_as_it_is_read(phrase in "[a-zA-Z0-9.,!'’ ]{0,12}|[a-z ]{195,205}") {
            proptest::prop_assert!(!is_plain(&phrase) || normal(&phrase).as_deref() == Some(&*phrase));
        }
    }

    #[test]
    fn a_file_with_a_fault_is_not_taken() {
        let text = str::to_owned;
        assert_eq!(fault("a: [yes, ok]", "'<a> [please]', sure", "no"), None);
        assert_eq!(fault("", "sure, ok, sure", ""), Some(Fault::Twice(text("sure"), "agree", "agree")));
        assert_eq!(fault("", "ok", "no, ok"), Some(Fault::Twice(text("ok"), "agree", "decline")));
        assert_eq!(
            fault("a: [yes, ok]", "yes please, '<a> please'", ""),
            Some(Fault::Twice(text("yes please"), "agree", "agree"))
        );
        for dead in ["Yes", "yes.", "yes!", "'yes, ok'", "yes…", "' yes'", "let’s go", "'[yes]'", "'go [now please]'"]
        {
            assert!(matches!(fault("", dead, ""), Some(Fault::Dead(_))), "{dead}");
        }
        assert_eq!(fault("", "yes later", ""), Some(Fault::DoubtfulYes(text("yes later"), text("later"))));
        assert_eq!(fault("", "'<a>'", ""), Some(Fault::NoTable(text("<a>"))));
        assert_eq!(fault("a: [yes]", "yes", ""), Some(Fault::UnusedTable(text("a"))));
        assert!(matches!(fault("", "[", ""), Some(Fault::Yaml(_))));
        let many: Vec<String> = (0..200).map(|number| format!("w{number}")).collect();
        let many = many.join(", ");
        assert_eq!(fault(&format!("a: [{many}]"), "'<a> <a> <a>'", ""), Some(Fault::TooMany));
    }

    fn words(from: usize, to: usize) -> String {
        (from..to).map(|number| format!("w{number}")).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn as_many_phrases_as_there_may_be_are_taken() {
        const MAX: usize = REPLIES_MAX;
        // In one line.
        assert_eq!(fault(&format!("a: [{}]", words(0, MAX)), "'<a>'", ""), None);
        assert_eq!(fault(&format!("a: [{}]", words(0, MAX + 1)), "'<a>'", ""), Some(Fault::TooMany));
        // Over two lines, and over two lists of one place.
        let (first, second) = (format!("a: [{}]", words(0, MAX / 2)), |end| format!("b: [{}]", words(MAX / 2, end)));
        for (agree, decline) in [("'<a>', '<b>'", ""), ("'<a>'", "'<b>'")] {
            let fault = |end| fault(&format!("{first}, {}", second(end)), agree, decline);
            assert_eq!((fault(MAX), fault(MAX + 1)), (None, Some(Fault::TooMany)), "{agree}; {decline}");
        }
    }

    #[test]
    fn a_new_layout_alone_is_called_new() {
        let fault = |agree: &str, take_up: &str, never: &str| {
            let text = format!(
                "tables: {{}}\nlists: {{agree: [{agree}], approve: [], decline: [], take_up: [{take_up}], helpless: [], help: [], put_off: [], not_so: [], \
                 empty_hand: [], pause: [], resume: [], stop: [], stop_now: []}}\nnever_in_a_yes: [{never}]\nhalts: [stop]\n\
                 ends: []\ndenials: []\nno_slips: []\n"
            );
            read(&text).err()
        };
        let doubtful = |phrase: &str, word: &str| Some(Fault::DoubtfulYes(phrase.to_owned(), word.to_owned()));
        assert_eq!(fault("", "use the new one", "new, later"), None);
        assert_eq!(fault("", "use it later", "new, later"), doubtful("use it later", "later"));
        assert_eq!(fault("", "use the new one later", "new, later"), doubtful("use the new one later", "later"));
        assert_eq!(fault("a new yes", "use it", "new, later"), doubtful("a new yes", "new"));
    }

    #[test]
    fn a_word_that_is_no_slip_is_not_named_as_one() {
        let text = |no_slips: &str| {
            format!(
                "tables: {{}}\nlists: {{agree: [], approve: [], decline: [], take_up: [], helpless: [], help: [], put_off: [], not_so: [], empty_hand: [], pause: \
                 [], resume: [], stop: [], stop_now: []}}\nnever_in_a_yes: []\nhalts: [stop]\nends: []\ndenials: []\nno_slips: [{no_slips}]\n"
            )
        };
        assert_eq!(read(&text("step")).err(), None);
        assert_eq!(read(&text("weld")).err(), Some(Fault::NoSlip("weld".to_owned())));
    }
}
